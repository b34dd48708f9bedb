/* test_eval_arithmetic.c - integer and float arithmetic at its edges. Values by hand, rules of the
 * StableHLO spec. */
#include "eval_test.h"

static const eval_row integers[] = {
    {"i8 wraps", "add", GRN_I8, 0, {"127", "1"}, "-128", 0},
    {"i4 wraps at four bits", "add", GRN_I4, 0, {"7", "1"}, "-8", 0},
    {"i2 wraps at two bits", "subtract", GRN_I2, 0, {"-2", "1"}, "1", 0},
    {"ui4 wraps", "subtract", GRN_UI4, 0, {"0", "1"}, "15", 0},
    {"ui2 wraps", "multiply", GRN_UI2, 0, {"3", "3"}, "1", 0},
    {"ui16 product wraps", "multiply", GRN_UI16, 0, {"65535", "65535"}, "1", 0},
    {"i32 wraps", "multiply", GRN_I32, 0, {"65536", "65537"}, "65536", 0},
    {"i64 wraps", "add", GRN_I64, 0, {"9223372036854775807", "1"}, "-9223372036854775808", 0},
    {"index adds as i64", "add", GRN_INDEX, 0, {"40", "2"}, "42", 0},
    {"ui64", "subtract", GRN_UI64, 0, {"0", "1"}, "18446744073709551615", 0},
    {"i1 add is or", "add", GRN_I1, 0, {"true", "true"}, "true", 0},
    {"i1 multiply is and", "multiply", GRN_I1, 0, {"true", "false"}, "false", 0},
    {"i1 maximum is or", "maximum", GRN_I1, 0, {"true", "false"}, "true", 0},
    {"i1 minimum is and", "minimum", GRN_I1, 0, {"true", "false"}, "false", 0},
    {"quotients truncate", "divide", GRN_I32, 0, {"-7", "2"}, "-3", 0},
    {"by zero: all ones", "divide", GRN_I32, 0, {"5", "0"}, "-1", 0},
    {"by zero: all ones, unsigned", "divide", GRN_UI8, 0, {"5", "0"}, "255", 0},
    {"by zero: all four ones", "divide", GRN_UI4, 0, {"5", "0"}, "15", 0},
    {"the least by -1", "divide", GRN_I32, 0, {"-2147483648", "-1"}, "-2147483648", 0},
    {"the least i4 by -1", "divide", GRN_I4, 0, {"-8", "-1"}, "-8", 0},
    {"remainder has the dividend's sign", "remainder", GRN_I32, 0, {"-7", "2"}, "-1", 0},
    {"remainder by zero", "remainder", GRN_I64, 0, {"-7", "0"}, "-7", 0},
    {"least remainder -1", "remainder", GRN_I64, 0, {"-9223372036854775808", "-1"}, "0", 0},
    {"ui8 remainder", "remainder", GRN_UI8, 0, {"200", "7"}, "4", 0},
    {"abs of the least", "abs", GRN_I8, 0, {"-128"}, "-128", 0},
    {"abs", "abs", GRN_I16, 0, {"-300"}, "300", 0},
    {"negate wraps", "negate", GRN_UI8, 0, {"1"}, "255", 0},
    {"sign below", "sign", GRN_I64, 0, {"-5"}, "-1", 0},
    {"sign of zero", "sign", GRN_I8, 0, {"0"}, "0", 0},
    {"sign unsigned", "sign", GRN_UI32, 0, {"4000000000"}, "1", 0},
    {"power", "power", GRN_I32, 0, {"-3", "3"}, "-27", 0},
    {"power wraps", "power", GRN_UI8, 0, {"2", "9"}, "0", 0},
    {"power wraps in i4: 27 mod 16 is -5", "power", GRN_I4, 0, {"3", "3"}, "-5", 0},
    {"1 to a negative power", "power", GRN_I32, 0, {"1", "-4"}, "1", 0},
    {"-1 to an odd negative power", "power", GRN_I32, 0, {"-1", "-3"}, "-1", 0},
    {"-1 to an even negative power", "power", GRN_I32, 0, {"-1", "-4"}, "1", 0},
    {"others to a negative power", "power", GRN_I32, 0, {"2", "-1"}, "0", 0},
    {"0 to the 0", "power", GRN_I64, 0, {"0", "0"}, "1", 0},
    {"i16 maximum", "maximum", GRN_I16, 0, {"-3", "2"}, "2", 0},
    {"ui8 maximum is unsigned", "maximum", GRN_UI8, 0, {"200", "100"}, "200", 0},
    {"ui64 minimum is unsigned", "minimum", GRN_UI64, 0, {"18446744073709551615", "1"}, "1", 0},
    {"clamp below", "clamp", GRN_I32, 0, {"0", "-5", "3"}, "0", 0},
    {"clamp above", "clamp", GRN_I32, 0, {"0", "5", "3"}, "3", 0},
    {"clamp with crossed bounds: max wins", "clamp", GRN_I32, 0, {"9", "5", "3"}, "3", 0},
    {"clamp i1", "clamp", GRN_I1, 0, {"true", "false", "true"}, "true", 0},
};

static const eval_row floats[] = {
    {"f32 rounds", "add", GRN_F32, 0, {"16777216", "1"}, "16777216", 0},
    {"f16 rounds once", "add", GRN_F16, 0, {"2048", "1"}, "2048", 0},
    {"f16 overflows", "add", GRN_F16, 0, {"65504", "16"}, "inf", 0},
    {"bf16 rounds to even", "add", GRN_BF16, 0, {"256", "1"}, "256", 0},
    {"bf16 rounds up to even", "add", GRN_BF16, 0, {"258", "1"}, "260", 0},
    {"f16 subnormals", "multiply", GRN_F16, 0, {"0x1p-20", "0x1p-4"}, "#0001", 0},
    {"f16 subnormal tie goes to even", "multiply", GRN_F16, 0, {"0x1p-20", "0x1p-5"}, "#0000", 0},
    {"f8E4M3FN overflows to NaN", "add", GRN_F8E4M3FN, 0, {"448", "64"}, "#7f", 0},
    {"f8E5M2 overflows to infinity", "multiply", GRN_F8E5M2, 0, {"57344", "2"}, "#7c", 0},
    {"f4 saturates", "add", GRN_F4E2M1FN, 0, {"6", "6"}, "6", 0},
    {"f64", "subtract", GRN_F64, 0, {"0.5", "0.75"}, "-0.25", 0},
    {"NaN of infinities is positive", "subtract", GRN_F32, 0, {"inf", "inf"}, "#7fc00000", 0},
    {"NaN of a negative NaN is positive", "add", GRN_F32, 0, {"#ffc00001", "1"}, "#7fc00000", 0},
    {"and from the right", "multiply", GRN_F64, 0, {"1", "#fff8000000000001"}, "#7ff8000000000000", 0},
    {"0/0", "divide", GRN_F32, 0, {"0", "0"}, "#7fc00000", 0},
    {"0/0 in bf16", "divide", GRN_BF16, 0, {"0", "0"}, "#7fc0", 0},
    {"1/-0", "divide", GRN_F64, 0, {"1", "-0."}, "-inf", 0},
    {"fmod", "remainder", GRN_F32, 0, {"-7.5", "2"}, "-1.5", 0},
    {"fmod by infinity", "remainder", GRN_F64, 0, {"3", "inf"}, "3", 0},
    {"fmod by zero", "remainder", GRN_F64, 0, {"3", "0"}, "#7ff8000000000000", 0},
    {"negate flips a NaN's sign", "negate", GRN_F32, 0, {"#7fc00001"}, "#ffc00001", 0},
    {"negate of zero", "negate", GRN_F16, 0, {"0"}, "#8000", 0},
    {"abs clears a NaN's sign", "abs", GRN_F64, 0, {"#fff8000000000001"}, "#7ff8000000000001", 0},
    {"abs", "abs", GRN_BF16, 0, {"-1.5"}, "1.5", 0},
    {"sign of -0", "sign", GRN_F32, 0, {"-0."}, "#80000000", 0},
    {"sign of NaN", "sign", GRN_F32, 0, {"#ffc00001"}, "#7fc00000", 0},
    {"sign", "sign", GRN_F16, 0, {"-3"}, "-1", 0},
    {"-0 is below +0", "maximum", GRN_F32, 0, {"-0.", "0"}, "#00000000", 0},
    {"from either side", "maximum", GRN_F32, 0, {"0", "-0."}, "#00000000", 0},
    {"minimum of zeros", "minimum", GRN_F64, 0, {"0", "-0."}, "#8000000000000000", 0},
    {"minimum of zeros in bf16", "minimum", GRN_BF16, 0, {"0", "-0."}, "#8000", 0},
    {"maximum of NaN", "maximum", GRN_F32, 0, {"#ffc00000", "inf"}, "#7fc00000", 0},
    {"minimum of NaN", "minimum", GRN_F16, 0, {"1", "nan"}, "#7e00", 0},
    {"maximum", "maximum", GRN_F64, 0, {"-1", "-2"}, "-1", 0},
    {"equal stays", "maximum", GRN_F32, 0, {"-1.5", "-1.5"}, "-1.5", 0},
    {"clamp of a NaN", "clamp", GRN_F32, 0, {"0", "#ffc00001", "1"}, "#ffc00001", 0},
    {"clamp", "clamp", GRN_F16, 0, {"0", "7", "1"}, "1", 0},
    {"power", "power", GRN_F32, 0, {"2", "-2"}, "0.25", 0},
    {"power of negative to a fraction", "power", GRN_F64, 0, {"-1", "0.5"}, "#7ff8000000000000", 0},
    {"power to 0 of NaN", "power", GRN_F64, 0, {"nan", "0"}, "1", 0},
};

static void test_integers(void **state)
{
    (void)state;
    eval_check_rows(integers);
}

static void test_floats(void **state)
{
    (void)state;
    eval_check_rows(floats);
}

static const struct {
    const char *claim, *op;
    grn_dtype in[3], out;
} misfits[] = {
    {"no difference of booleans", "subtract", {GRN_I1, GRN_I1}, GRN_I1},
    {"arguments of one type", "add", {GRN_I8, GRN_I16}, GRN_I8},
    {"result of the arguments' type", "add", {GRN_I8, GRN_I8}, GRN_I16},
    {"no logarithm of integers", "log", {GRN_I32}, GRN_I32},
    {"no bits of floats", "and", {GRN_F32, GRN_F32}, GRN_F32},
    {"comparisons give i1", "compare_eq", {GRN_F32, GRN_F32}, GRN_F32},
    {"total order is for floats", "total_lt", {GRN_I32, GRN_I32}, GRN_I1},
    {"no remainder of complex numbers", "remainder", {GRN_C64, GRN_C64}, GRN_C64},
    {"abs of complex is real", "abs", {GRN_C64}, GRN_C64},
    {"no complex of f16", "complex", {GRN_F16, GRN_F16}, GRN_C64},
    {"select asks an i1", "select", {GRN_I8, GRN_F32, GRN_F32}, GRN_F32},
    {"select of one type", "select", {GRN_I1, GRN_F32, GRN_F64}, GRN_F32},
    {"an argument has a type", "negate", {GRN_NO_DTYPE}, GRN_F32},
    {"a result has a type", "convert", {GRN_F32}, GRN_NO_DTYPE},
};

static void test_misfits(void **state)
{
    grn_bound_element b;
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(misfits); i++)
        claim_true(misfits[i].claim,
                   grn_element_bind(grn_element_find(misfits[i].op), misfits[i].in, misfits[i].out, &b) == GRN_E_DTYPE);
}

/* The list and the rows say the same. */
static void test_names(void **state)
{
    (void)state;
#define CHECK_NAME(name) \
    claim_true(#name, grn_element_find(#name) == &grn_element_##name && grn_element_##name.nargs > 0);
    GRN_ELEMENTS(CHECK_NAME)
#undef CHECK_NAME
    assert_null(grn_element_find("gather"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_integers), cmocka_unit_test(test_floats),
                                       cmocka_unit_test(test_misfits), cmocka_unit_test(test_names)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_eval_convert.c - convert between every pair of types, and its corner cases. Values by
 * hand. */
#include "eval_test.h"

static const eval_row rows[] = {
    {"truncates toward zero", "convert", GRN_F32, GRN_I32, {"-2.9"}, "-2", 0},
    {"holds at the top", "convert", GRN_F32, GRN_I32, {"3e9"}, "2147483647", 0},
    {"holds at the bottom", "convert", GRN_F64, GRN_I8, {"-1000"}, "-128", 0},
    {"i8 top keeps its fraction off", "convert", GRN_F64, GRN_I8, {"127.9"}, "127", 0},
    {"i4 holds at its own ends", "convert", GRN_F32, GRN_I4, {"100"}, "7", 0},
    {"ui2 holds at its own ends", "convert", GRN_F16, GRN_UI2, {"100"}, "3", 0},
    {"unsigned holds at zero", "convert", GRN_F32, GRN_UI8, {"-1"}, "0", 0},
    {"NaN to 0", "convert", GRN_F32, GRN_I64, {"nan"}, "0", 0},
    {"infinity", "convert", GRN_F64, GRN_I64, {"inf"}, "9223372036854775807", 0},
    {"2^63", "convert", GRN_F64, GRN_I64, {"9223372036854775808"}, "9223372036854775807", 0},
    {"ui64's top", "convert", GRN_F64, GRN_UI64, {"1e30"}, "18446744073709551615", 0},
    {"2^63 to ui64", "convert", GRN_F64, GRN_UI64, {"9223372036854775808"}, "9223372036854775808", 0},
    {"to index", "convert", GRN_F64, GRN_INDEX, {"7.5"}, "7", 0},
    {"integers wrap", "convert", GRN_I32, GRN_I8, {"200"}, "-56", 0},
    {"and to four bits", "convert", GRN_I32, GRN_I4, {"24"}, "-8", 0},
    {"signed to unsigned", "convert", GRN_I8, GRN_UI64, {"-1"}, "18446744073709551615", 0},
    {"unsigned to signed zero-extends", "convert", GRN_UI8, GRN_I32, {"200"}, "200", 0},
    {"ui4 to i8", "convert", GRN_UI4, GRN_I8, {"15"}, "15", 0},
    {"i4 to ui4", "convert", GRN_I4, GRN_UI4, {"-1"}, "15", 0},
    {"i4 to i2", "convert", GRN_I4, GRN_I2, {"6"}, "-2", 0},
    {"index to i64", "convert", GRN_INDEX, GRN_I64, {"-3"}, "-3", 0},
    {"ui64 to i64", "convert", GRN_UI64, GRN_I64, {"18446744073709551615"}, "-1", 0},
    {"true is 1", "convert", GRN_I1, GRN_F16, {"true"}, "1", 0},
    {"true is 1 in i2", "convert", GRN_I1, GRN_I2, {"true"}, "1", 0},
    {"NaN is true", "convert", GRN_F32, GRN_I1, {"nan"}, "true", 0},
    {"a fraction is true", "convert", GRN_BF16, GRN_I1, {"0.25"}, "true", 0},
    {"-0 is false", "convert", GRN_F64, GRN_I1, {"-0."}, "false", 0},
    {"256 is true", "convert", GRN_I32, GRN_I1, {"256"}, "true", 0},
    /* 2^54 + 2^30 + 1: double would round to 2^54 + 2^30, a tie for float, and go down. */
    {"i64 to f32 rounds once", "convert", GRN_I64, GRN_F32, {"18014399583223809"}, "#5a800001", 0},
    {"ui64 to f32 rounds once", "convert", GRN_UI64, GRN_F32, {"18014399583223809"}, "#5a800001", 0},
    /* 2^54 + 2^46 + 1: bf16 has steps of 2^47 there, 2^46 is the tie. */
    {"i64 to bf16 rounds once", "convert", GRN_I64, GRN_BF16, {"18084767253659649"}, "#5a81", 0},
    {"negative too", "convert", GRN_I64, GRN_BF16, {"-18084767253659649"}, "#da81", 0},
    {"i32 to f16", "convert", GRN_I32, GRN_F16, {"2049"}, "2048", 0},
    {"i32 to f16 overflows", "convert", GRN_I32, GRN_F16, {"65520"}, "inf", 0},
    {"the least i64", "convert", GRN_I64, GRN_F32, {"-9223372036854775808"}, "-9223372036854775808", 0},
    {"ui64's top to f64", "convert", GRN_UI64, GRN_F64, {"18446744073709551615"}, "18446744073709551616", 0},
    /* 1 + 2^-11 + 2^-40: float would round to the tie 1 + 2^-11 of f16, and go down. */
    {"f64 to f16 rounds once", "convert", GRN_F64, GRN_F16, {"0x1.002000001p0"}, "#3c01", 0},
    {"the tie itself goes to even", "convert", GRN_F64, GRN_F16, {"0x1.002p0"}, "#3c00", 0},
    {"just below the tie", "convert", GRN_F64, GRN_F16, {"0x1.001fffffffp0"}, "#3c00", 0},
    {"f64 to bf16 rounds once", "convert", GRN_F64, GRN_BF16, {"0x1.010000001p0"}, "#3f81", 0},
    {"just below 65520", "convert", GRN_F64, GRN_F16, {"65519.9999999999"}, "65504", 0},
    {"65520", "convert", GRN_F64, GRN_F16, {"65520"}, "inf", 0},
    {"huge to bf16", "convert", GRN_F64, GRN_BF16, {"1e300"}, "inf", 0},
    {"tiny to bf16", "convert", GRN_F64, GRN_BF16, {"-1e-300"}, "#8000", 0},
    {"f16 subnormals", "convert", GRN_F16, GRN_F32, {"#0001"}, "0x1p-24", 0},
    {"f32 to f64", "convert", GRN_F32, GRN_F64, {"0.1"}, "0.100000001490116119384765625", 0},
    {"f64 to f32", "convert", GRN_F64, GRN_F32, {"0.1"}, "0.1", 0},
    {"f32 to f8E4M3FN", "convert", GRN_F32, GRN_F8E4M3FN, {"3.3"}, "3.25", 0},
    {"f8E5M2 to f16", "convert", GRN_F8E5M2, GRN_F16, {"1.75"}, "1.75", 0},
    {"f32 to f4 saturates", "convert", GRN_F32, GRN_F4E2M1FN, {"100"}, "6", 0},
    {"NaN keeps its sign", "convert", GRN_F32, GRN_BF16, {"#ffc00000"}, "#ffc0", 0},
    {"the real part", "convert", GRN_C64, GRN_F32, {"1.5,2"}, "1.5", 0},
    {"the real part to an integer", "convert", GRN_C128, GRN_I16, {"1.5,2"}, "1", 0},
    {"real to complex", "convert", GRN_F16, GRN_C64, {"1.5"}, "1.5,0", 0},
    {"integer to complex", "convert", GRN_I32, GRN_C128, {"-3"}, "-3,0", 0},
    {"complex widens", "convert", GRN_C64, GRN_C128, {"0.5,-2"}, "0.5,-2", 0},
    {"complex narrows", "convert", GRN_C128, GRN_C64, {"0.1,-2"}, "0.1,-2", 0},
    {"the same type keeps the bits", "convert", GRN_F32, GRN_F32, {"#7f800001"}, "#7f800001", 0},
};

static void test_rows(void **state)
{
    (void)state;
    eval_check_rows(rows);
}

/* 1 is a value of every type, so it survives any conversion. */
static void test_every_pair(void **state)
{
    (void)state;
    for (int from = 1; from < GRN_DTYPE_COUNT; from++)
        for (int to = 1; to < GRN_DTYPE_COUNT; to++) {
            eval_row r = {"1 stays 1", "convert", (grn_dtype)from, (grn_dtype)to, {"1,0"}, "1,0", 0};
            if (from == GRN_I1)
                r.arg[0] = "true";
            if (to == GRN_I1)
                r.want = "true";
            eval_check_row(&r);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows), cmocka_unit_test(test_every_pair)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

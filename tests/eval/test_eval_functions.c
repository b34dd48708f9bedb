/* test_eval_functions.c - logic, comparisons, functions of real and complex numbers. Values by hand, from IEEE 754 and
 * from tables of the constants (e, pi, ln 2, sqrt 2). */
#include "eval_test.h"

static const eval_row logic[] = {
    {"and", "and", GRN_I8, 0, {"12", "10"}, "8", 0},
    {"or", "or", GRN_UI16, 0, {"12", "10"}, "14", 0},
    {"xor of i4 keeps its sign", "xor", GRN_I4, 0, {"-1", "7"}, "-8", 0},
    {"not of i1", "not", GRN_I1, 0, {"false"}, "true", 0},
    {"not of ui2", "not", GRN_UI2, 0, {"1"}, "2", 0},
    {"not of i64", "not", GRN_I64, 0, {"0"}, "-1", 0},
    {"shift left", "shift_left", GRN_I32, 0, {"1", "31"}, "-2147483648", 0},
    {"shift left by the width", "shift_left", GRN_I32, 0, {"1", "32"}, "0", 0},
    {"shift left by a negative count", "shift_left", GRN_I8, 0, {"1", "-1"}, "0", 0},
    {"shift left in i4", "shift_left", GRN_I4, 0, {"3", "2"}, "-4", 0},
    {"shift left i4 by four", "shift_left", GRN_I4, 0, {"1", "4"}, "0", 0},
    {"logical", "shift_right_logical", GRN_I8, 0, {"-1", "1"}, "127", 0},
    {"logical in i4: 1111 becomes 0111", "shift_right_logical", GRN_I4, 0, {"-1", "1"}, "7", 0},
    {"logical in i2", "shift_right_logical", GRN_I2, 0, {"-2", "1"}, "1", 0},
    {"logical by the width", "shift_right_logical", GRN_UI64, 0, {"5", "64"}, "0", 0},
    {"logical i4 by -1", "shift_right_logical", GRN_I4, 0, {"-1", "-1"}, "0", 0},
    {"arithmetic", "shift_right_arithmetic", GRN_I16, 0, {"-5", "1"}, "-3", 0},
    {"arithmetic by much: the sign", "shift_right_arithmetic", GRN_I16, 0, {"-5", "99"}, "-1", 0},
    {"arithmetic by much of a positive", "shift_right_arithmetic", GRN_I64, 0, {"5", "-1"}, "0", 0},
    {"arithmetic in i4", "shift_right_arithmetic", GRN_I4, 0, {"-8", "2"}, "-2", 0},
    {"arithmetic of ui8 takes the top bit as sign", "shift_right_arithmetic", GRN_UI8, 0, {"128", "1"}, "192", 0},
    {"... of ui4 too", "shift_right_arithmetic", GRN_UI4, 0, {"8", "1"}, "12", 0},
    {"popcnt", "popcnt", GRN_I32, 0, {"-1"}, "32", 0},
    {"popcnt of four bits", "popcnt", GRN_I4, 0, {"-2"}, "3", 0},
    {"clz", "count_leading_zeros", GRN_UI16, 0, {"1"}, "15", 0},
    {"clz of zero", "count_leading_zeros", GRN_I64, 0, {"0"}, "64", 0},
    {"clz of four bits", "count_leading_zeros", GRN_UI4, 0, {"1"}, "3", 0},
    {"clz of no bits of four", "count_leading_zeros", GRN_I4, 0, {"0"}, "4", 0},
    {"clz of two bits", "count_leading_zeros", GRN_I2, 0, {"-1"}, "0", 0},
    {"select the first", "select", GRN_F32, 0, {"true", "#7f800001", "2"}, "#7f800001", 0},
    {"select the second, bits untouched", "select", GRN_BF16, 0, {"false", "1", "#ff81"}, "#ff81", 0},
    {"select complex", "select", GRN_C128, 0, {"true", "1,2", "3,4"}, "1,2", 0},
    {"select i4", "select", GRN_I4, 0, {"false", "1", "-3"}, "-3", 0},
};

static const eval_row comparisons[] = {
    {"i1", "compare_lt", GRN_I1, GRN_I1, {"false", "true"}, "true", 0},
    {"signed", "compare_lt", GRN_I8, GRN_I1, {"-1", "1"}, "true", 0},
    {"unsigned", "compare_lt", GRN_UI8, GRN_I1, {"255", "1"}, "false", 0},
    {"i4", "compare_ge", GRN_I4, GRN_I1, {"-8", "7"}, "false", 0},
    {"ui64", "compare_gt", GRN_UI64, GRN_I1, {"18446744073709551615", "1"}, "true", 0},
    {"NaN is not equal to itself", "compare_eq", GRN_F32, GRN_I1, {"nan", "nan"}, "false", 0},
    {"NaN differs", "compare_ne", GRN_F64, GRN_I1, {"nan", "nan"}, "true", 0},
    {"NaN has no order", "compare_ge", GRN_F16, GRN_I1, {"nan", "1"}, "false", 0},
    {"zeros are equal", "compare_eq", GRN_BF16, GRN_I1, {"-0.", "0"}, "true", 0},
    {"le", "compare_le", GRN_F64, GRN_I1, {"1", "1"}, "true", 0},
    {"total: -0 before +0", "total_lt", GRN_F32, GRN_I1, {"-0.", "0"}, "true", 0},
    {"total: zeros differ", "total_eq", GRN_F64, GRN_I1, {"-0.", "0"}, "false", 0},
    {"total: NaN equals itself", "total_eq", GRN_F32, GRN_I1, {"nan", "nan"}, "true", 0},
    {"total: NaN is last", "total_gt", GRN_F32, GRN_I1, {"#7fc00000", "inf"}, "true", 0},
    {"total: -NaN is first", "total_lt", GRN_F64, GRN_I1, {"#fff8000000000000", "-inf"}, "true", 0},
    {"total: signaling before quiet", "total_lt", GRN_BF16, GRN_I1, {"#7f81", "#7fc0"}, "true", 0},
    {"total: signaling before quiet in f16", "total_le", GRN_F16, GRN_I1, {"#7e00", "#7c01"}, "false", 0},
    {"total: negative numbers", "total_ge", GRN_F32, GRN_I1, {"-2", "-1"}, "false", 0},
    {"total: ne", "total_ne", GRN_F32, GRN_I1, {"1", "1"}, "false", 0},
    {"complex equality is of both parts", "compare_eq", GRN_C64, GRN_I1, {"1,2", "1,3"}, "false", 0},
    {"complex inequality", "compare_ne", GRN_C128, GRN_I1, {"1,2", "1,3"}, "true", 0},
    {"complex order: imaginary parts decide last", "compare_lt", GRN_C64, GRN_I1, {"1,2", "1,3"}, "true", 0},
    {"complex order: real parts first", "compare_lt", GRN_C64, GRN_I1, {"1,9", "2,3"}, "true", 0},
};

static const eval_row reals[] = {
    {"e", "exponential", GRN_F32, 0, {"1"}, "2.718281828459045", 0},
    {"e in f64", "exponential", GRN_F64, 0, {"1"}, "2.718281828459045", 1},
    {"e in bf16", "exponential", GRN_BF16, 0, {"1"}, "2.718281828459045", 0},
    {"expm1 near zero", "exponential_minus_one", GRN_F32, 0, {"1e-10"}, "1e-10", 0},
    {"log of 0", "log", GRN_F32, 0, {"0"}, "-inf", 0},
    {"log of -1 is the one NaN", "log", GRN_F32, 0, {"-1"}, "#7fc00000", 0},
    {"ln 2", "log", GRN_F64, 0, {"2"}, "0.6931471805599453", 1},
    {"log1p near zero", "log_plus_one", GRN_F32, 0, {"1e-10"}, "1e-10", 0},
    {"logistic of 0", "logistic", GRN_F32, 0, {"0"}, "0.5", 0},
    {"logistic far out", "logistic", GRN_F32, 0, {"-1000"}, "0", 0},
    {"sqrt 2", "sqrt", GRN_F32, 0, {"2"}, "1.4142135623730951", 0},
    {"sqrt of -1", "sqrt", GRN_F64, 0, {"-1"}, "#7ff8000000000000", 0},
    {"sqrt of -0", "sqrt", GRN_F32, 0, {"-0."}, "#80000000", 0},
    {"sqrt in f16", "sqrt", GRN_F16, 0, {"2"}, "1.4142135623730951", 0},
    {"rsqrt", "rsqrt", GRN_F32, 0, {"4"}, "0.5", 0},
    {"rsqrt of 0", "rsqrt", GRN_F64, 0, {"0"}, "inf", 0},
    {"cbrt", "cbrt", GRN_F32, 0, {"-27"}, "-3", 0},
    {"sine of pi/6", "sine", GRN_F64, 0, {"0.5235987755982988"}, "0.5", 1},
    {"sine of infinity", "sine", GRN_F32, 0, {"inf"}, "#7fc00000", 0},
    {"cosine of 0", "cosine", GRN_F16, 0, {"0"}, "1", 0},
    {"tan of pi/4", "tan", GRN_F32, 0, {"0.78539816339744831"}, "1", 1},
    {"tanh far out", "tanh", GRN_F64, 0, {"100"}, "1", 0},
    {"atan2 of the left axis", "atan2", GRN_F32, 0, {"0", "-1"}, "3.141592653589793", 0},
    {"atan2 below it", "atan2", GRN_F64, 0, {"-0.", "-1"}, "-3.141592653589793", 0},
    {"ceil", "ceil", GRN_F32, 0, {"-0.5"}, "-0.", 0},
    {"floor", "floor", GRN_F64, 0, {"-0.5"}, "-1", 0},
    {"floor in bf16", "floor", GRN_BF16, 0, {"2.5"}, "2", 0},
    {"halves away from zero", "round_nearest_afz", GRN_F32, 0, {"-2.5"}, "-3", 0},
    {"halves to even", "round_nearest_even", GRN_F32, 0, {"2.5"}, "2", 0},
    {"halves to even, f64", "round_nearest_even", GRN_F64, 0, {"-0.5"}, "-0.", 0},
    {"halves to even in f16", "round_nearest_even", GRN_F16, 0, {"3.5"}, "4", 0},
    {"finite", "is_finite", GRN_F32, GRN_I1, {"1e38"}, "true", 0},
    {"infinity is not", "is_finite", GRN_F16, GRN_I1, {"-inf"}, "false", 0},
    {"nor NaN", "is_finite", GRN_F64, GRN_I1, {"nan"}, "false", 0},
};

static const eval_row complexes[] = {
    {"sum", "add", GRN_C64, 0, {"1,2", "3,-4"}, "4,-2", 0},
    {"difference", "subtract", GRN_C128, 0, {"1,2", "3,-4"}, "-2,6", 0},
    {"product", "multiply", GRN_C64, 0, {"1,2", "3,-4"}, "11,2", 0},
    {"the product is the plain formula: inf*(0+0i)", "multiply", GRN_C64, 0, {"inf,0", "0,0"}, "#7fc00000,#7fc00000", 0},
    {"quotient", "divide", GRN_C64, 0, {"11,2", "3,-4"}, "1,2", 0},
    {"quotient of large numbers", "divide", GRN_C64, 0, {"1e38,1e38", "1e38,1e38"}, "1,0", 0},
    {"quotient of larger numbers", "divide", GRN_C128, 0, {"1e300,1e300", "1e300,1e300"}, "1,0", 0},
    {"negate", "negate", GRN_C64, 0, {"1,0"}, "-1,-0.", 0},
    {"abs is the modulus", "abs", GRN_C64, GRN_F32, {"3,-4"}, "5", 0},
    {"abs without overflow", "abs", GRN_C128, GRN_F64, {"3e200,4e200"}, "5e200", 1},
    {"abs of an infinity", "abs", GRN_C128, GRN_F64, {"nan,-inf"}, "inf", 0},
    {"sign", "sign", GRN_C64, 0, {"3,-4"}, "0.6,-0.8", 0},
    {"sign of 0", "sign", GRN_C128, 0, {"0,0"}, "0,0", 0},
    {"sign of NaN", "sign", GRN_C64, 0, {"nan,0"}, "#7fc00000,#7fc00000", 0},
    {"square root of -4", "sqrt", GRN_C64, 0, {"-4,0"}, "0,2", 0},
    {"square root of 3-4i", "sqrt", GRN_C128, 0, {"3,-4"}, "2,-1", 1},
    {"rsqrt of -4", "rsqrt", GRN_C64, 0, {"-4,0"}, "0,-0.5", 0},
    {"exp(0)", "exponential", GRN_C64, 0, {"0,0"}, "1,0", 0},
    {"exp(i pi/2)", "exponential", GRN_C128, 0, {"0,1.5707963267948966"}, "6.123233995736766e-17,1", 1},
    {"log(-1)", "log", GRN_C64, 0, {"-1,0"}, "0,3.141592653589793", 0},
    {"log1p of something small", "log_plus_one", GRN_C128, 0, {"1e-20,0"}, "1e-20,0", 0},
    {"expm1 of something small", "exponential_minus_one", GRN_C128, 0, {"1e-20,0"}, "1e-20,0", 0},
    {"expm1 of something large", "exponential_minus_one", GRN_C64, 0, {"1000,0"}, "inf,0", 0},
    {"logistic(0)", "logistic", GRN_C64, 0, {"0,0"}, "0.5,0", 0},
    {"sin(0)", "sine", GRN_C64, 0, {"0,0"}, "0,0", 0},
    {"cos(i) is cosh(1)", "cosine", GRN_C64, 0, {"0,1"}, "1.5430806348152437,-0.", 0},
    {"tanh of much", "tanh", GRN_C64, 0, {"1000,0"}, "1,0", 0},
    {"tan(0)", "tan", GRN_C128, 0, {"0,0"}, "0,0", 0},
    {"cbrt of 8", "cbrt", GRN_C64, 0, {"8,0"}, "2,0", 0},
    {"i squared", "power", GRN_C64, 0, {"0,1", "2,0"}, "-1,1.2246467991473532e-16", 0},
    {"0 to the 0", "power", GRN_C64, 0, {"0,0", "0,0"}, "1,0", 0},
    {"0 to the 2", "power", GRN_C128, 0, {"0,0", "2,0"}, "0,0", 0},
    {"atan2(1, 1)", "atan2", GRN_C64, 0, {"1,0", "1,0"}, "0.78539816339744831,0", 0},
    {"maximum by real parts first", "maximum", GRN_C64, 0, {"1,9", "2,3"}, "2,3", 0},
    {"minimum by imaginary parts last", "minimum", GRN_C128, 0, {"1,9", "1,3"}, "1,3", 0},
    {"made of parts", "complex", GRN_F32, GRN_C64, {"1", "-0."}, "1,-0.", 0},
    {"real part", "real", GRN_C64, GRN_F32, {"1,2"}, "1", 0},
    {"imaginary part", "imag", GRN_C128, GRN_F64, {"1,2"}, "2", 0},
    {"a real number's imaginary part", "imag", GRN_F16, 0, {"3"}, "0", 0},
    {"a real number's real part", "real", GRN_BF16, 0, {"3"}, "3", 0},
};

#define TABLE_TEST(name)                  \
    static void test_##name(void **state) \
    {                                     \
        (void)state;                      \
        eval_check_rows(name);            \
    }
TABLE_TEST(logic)
TABLE_TEST(comparisons)
TABLE_TEST(reals)
TABLE_TEST(complexes)

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_logic), cmocka_unit_test(test_comparisons),
                                       cmocka_unit_test(test_reals), cmocka_unit_test(test_complexes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

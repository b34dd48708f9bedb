/*
 * test_eval_classes.c - every element function on every element type of the classes it takes. The
 * values are small enough for four bits and exact in every type, so that one line is right for a
 * whole class; by hand.
 */
#include "eval_test.h"

enum { SIGNED = 1, UNSIGNED = 2, FLOAT = 4, COMPLEX = 8, INTEGER = SIGNED | UNSIGNED, REAL = INTEGER | FLOAT };

static const struct {
    grn_dtype dtype;
    unsigned class;
} dtypes[] = {{GRN_I4, SIGNED},     {GRN_I8, SIGNED},     {GRN_I16, SIGNED},   {GRN_I32, SIGNED},
              {GRN_I64, SIGNED},    {GRN_UI4, UNSIGNED},  {GRN_UI8, UNSIGNED}, {GRN_UI16, UNSIGNED},
              {GRN_UI32, UNSIGNED}, {GRN_UI64, UNSIGNED}, {GRN_F16, FLOAT},    {GRN_BF16, FLOAT},
              {GRN_F32, FLOAT},     {GRN_F64, FLOAT},     {GRN_F8E5M2, FLOAT}, {GRN_C64, COMPLEX},
              {GRN_C128, COMPLEX}};

typedef struct class_row {
    const char *op;
    unsigned classes;
    grn_dtype out; /* GRN_NO_DTYPE: the same */
    const char *arg[GRN_ELEMENT_ARGS], *want;
    uint64_t ulp;
} class_row;

static const class_row arithmetic[] = {
    {"add", REAL, 0, {"3", "4"}, "7", 0},
    {"subtract", REAL, 0, {"5", "3"}, "2", 0},
    {"subtract", SIGNED | FLOAT, 0, {"3", "5"}, "-2", 0},
    {"multiply", REAL, 0, {"2", "3"}, "6", 0},
    {"divide", INTEGER, 0, {"7", "2"}, "3", 0},
    {"divide", SIGNED, 0, {"-7", "2"}, "-3", 0},
    {"divide", FLOAT, 0, {"7", "2"}, "3.5", 0},
    {"remainder", REAL, 0, {"7", "2"}, "1", 0},
    {"remainder", SIGNED | FLOAT, 0, {"-7", "2"}, "-1", 0},
    {"remainder", SIGNED | FLOAT, 0, {"7", "-2"}, "1", 0},
    {"remainder", FLOAT, 0, {"-4", "2"}, "-0.", 0},
    {"remainder", FLOAT, 0, {"3", "inf"}, "3", 0},
    {"remainder", FLOAT, 0, {"-0.", "2"}, "-0.", 0},
    {"power", INTEGER, 0, {"2", "2"}, "4", 0},
    {"power", INTEGER, 0, {"7", "0"}, "1", 0},
    {"power", INTEGER, 0, {"1", "5"}, "1", 0},
    {"power", SIGNED, 0, {"-2", "3"}, "-8", 0},
    {"maximum", REAL, 0, {"3", "5"}, "5", 0},
    {"minimum", REAL, 0, {"3", "5"}, "3", 0},
    {"maximum", REAL, 0, {"5", "3"}, "5", 0},
    {"minimum", REAL, 0, {"5", "3"}, "3", 0},
    {"clamp", REAL, 0, {"1", "5", "3"}, "3", 0},
    {"clamp", REAL, 0, {"2", "1", "5"}, "2", 0},
    {"clamp", REAL, 0, {"1", "2", "5"}, "2", 0},
    {"clamp", SIGNED | FLOAT, 0, {"-3", "-5", "3"}, "-3", 0},
    {"abs", SIGNED | FLOAT, 0, {"-5"}, "5", 0},
    {"abs", REAL, 0, {"5"}, "5", 0},
    {"negate", SIGNED | FLOAT, 0, {"3"}, "-3", 0},
    {"negate", UNSIGNED, 0, {"0"}, "0", 0},
    {"sign", REAL, 0, {"5"}, "1", 0},
    {"sign", REAL, 0, {"0"}, "0", 0},
    {"sign", SIGNED | FLOAT, 0, {"-5"}, "-1", 0},
};

static const class_row bits[] = {
    {"not", SIGNED, 0, {"0"}, "-1", 0},
    {"not", SIGNED, 0, {"-8"}, "7", 0},
    {"and", INTEGER, 0, {"6", "3"}, "2", 0},
    {"or", INTEGER, 0, {"6", "3"}, "7", 0},
    {"xor", INTEGER, 0, {"6", "3"}, "5", 0},
    {"shift_left", INTEGER, 0, {"1", "2"}, "4", 0},
    {"shift_left", INTEGER, 0, {"7", "0"}, "7", 0},
    {"shift_right_logical", INTEGER, 0, {"6", "1"}, "3", 0},
    {"shift_right_arithmetic", INTEGER, 0, {"6", "1"}, "3", 0},
    {"shift_right_arithmetic", SIGNED, 0, {"-6", "1"}, "-3", 0},
    {"popcnt", INTEGER, 0, {"7"}, "3", 0},
};

#define RELATION(op, below, same, above)                                                                         \
    {"compare_" op, REAL, GRN_I1, {"1", "2"}, below, 0}, {"compare_" op, REAL, GRN_I1, {"2", "2"}, same, 0},     \
        {"compare_" op, REAL, GRN_I1, {"3", "2"}, above, 0},                                                     \
        {"compare_" op, SIGNED | FLOAT, GRN_I1, {"-1", "2"}, below, 0},                                          \
        {"compare_" op, COMPLEX, GRN_I1, {"1,2", "1,3"}, below, 0},                                              \
        {"compare_" op, COMPLEX, GRN_I1, {"1,3", "1,3"}, same, 0},                                               \
        {"compare_" op, COMPLEX, GRN_I1, {"2,2", "1,3"}, above, 0},                                              \
        {"total_" op, FLOAT, GRN_I1, {"-0.", "0"}, below, 0}, {"total_" op, FLOAT, GRN_I1, {"2", "2"}, same, 0}, \
    {                                                                                                            \
        "total_" op, FLOAT, GRN_I1, {"3", "-2"}, above, 0                                                        \
    }

static const class_row relations[] = {
    RELATION("eq", "false", "true", "false"), RELATION("ne", "true", "false", "true"),
    RELATION("lt", "true", "false", "false"), RELATION("le", "true", "true", "false"),
    RELATION("gt", "false", "false", "true"), RELATION("ge", "false", "true", "true"),
};

/* Exact at these places, or within one unit in the last. */
static const class_row reals[] = {
    {"floor", FLOAT, 0, {"-1.5"}, "-2", 0},
    {"ceil", FLOAT, 0, {"-1.5"}, "-1", 0},
    {"cosine", FLOAT, 0, {"0"}, "1", 0},
    {"sine", FLOAT, 0, {"0"}, "0", 0},
    {"tan", FLOAT, 0, {"0"}, "0", 0},
    {"tanh", FLOAT, 0, {"0"}, "0", 0},
    {"exponential", FLOAT, 0, {"0"}, "1", 0},
    {"exponential_minus_one", FLOAT, 0, {"0"}, "0", 0},
    {"log", FLOAT, 0, {"1"}, "0", 0},
    {"log_plus_one", FLOAT, 0, {"0"}, "0", 0},
    {"logistic", FLOAT, 0, {"0"}, "0.5", 0},
    {"sqrt", FLOAT, 0, {"4"}, "2", 0},
    {"rsqrt", FLOAT, 0, {"4"}, "0.5", 0},
    {"cbrt", FLOAT, 0, {"8"}, "2", 0},
    {"atan2", FLOAT, 0, {"0", "1"}, "0", 0},
    {"power", FLOAT, 0, {"2", "2"}, "4", 0},
    {"round_nearest_even", FLOAT, 0, {"2.5"}, "2", 0},
    {"round_nearest_afz", FLOAT, 0, {"2.5"}, "3", 0},
};

static const class_row complexes[] = {
    {"add", COMPLEX, 0, {"1,2", "3,4"}, "4,6", 0},
    {"subtract", COMPLEX, 0, {"1,2", "3,5"}, "-2,-3", 0},
    {"multiply", COMPLEX, 0, {"1,2", "3,4"}, "-5,10", 0},
    {"divide", COMPLEX, 0, {"-5,10", "3,4"}, "1,2", 0},
    {"negate", COMPLEX, 0, {"1,-2"}, "-1,2", 0},
    {"maximum", COMPLEX, 0, {"1,2", "1,3"}, "1,3", 0},
    {"minimum", COMPLEX, 0, {"1,2", "1,3"}, "1,2", 0},
    {"maximum", COMPLEX, 0, {"2,2", "1,3"}, "2,2", 0},
    {"clamp", COMPLEX, 0, {"0,0", "5,1", "3,0"}, "3,0", 0},
    {"clamp", COMPLEX, 0, {"1,0", "0,9", "3,0"}, "1,0", 0},
    {"cosine", COMPLEX, 0, {"0,0"}, "1,-0.", 0},
    {"sine", COMPLEX, 0, {"0,0"}, "0,0", 0},
    {"tan", COMPLEX, 0, {"0,0"}, "0,0", 0},
    {"tanh", COMPLEX, 0, {"0,0"}, "0,0", 0},
    {"exponential", COMPLEX, 0, {"0,0"}, "1,0", 0},
    {"log", COMPLEX, 0, {"1,0"}, "0,0", 0},
    {"log_plus_one", COMPLEX, 0, {"0,0"}, "0,0", 0},
    {"logistic", COMPLEX, 0, {"0,0"}, "0.5,0", 0},
    {"sqrt", COMPLEX, 0, {"-4,0"}, "0,2", 0},
    {"rsqrt", COMPLEX, 0, {"4,0"}, "0.5,0", 1},
    {"cbrt", COMPLEX, 0, {"0,0"}, "0,0", 0},
    {"atan2", COMPLEX, 0, {"0,0", "1,0"}, "0,0", 0},
};

static void check(const class_row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t d = 0; d < GRN_COUNT(dtypes); d++)
            if (rows[i].classes & dtypes[d].class) {
                eval_row row = {grn_dtype_text(dtypes[d].dtype),
                                rows[i].op,
                                dtypes[d].dtype,
                                rows[i].out,
                                {0},
                                rows[i].want,
                                rows[i].ulp};
                memcpy(row.arg, rows[i].arg, sizeof row.arg);
                eval_check_row(&row);
            }
}

/* A complex number's parts, and back; the class of the result is another. */
static void parts(void **state)
{
    static const eval_row rows[] = {
        {"real", "real", GRN_C64, GRN_F32, {"1,2"}, "1", 0},
        {"real", "real", GRN_C128, GRN_F64, {"1,2"}, "1", 0},
        {"imag", "imag", GRN_C64, GRN_F32, {"1,2"}, "2", 0},
        {"imag", "imag", GRN_C128, GRN_F64, {"1,2"}, "2", 0},
        {"real of a real", "real", GRN_F32, 0, {"3"}, "3", 0},
        {"imag of a real", "imag", GRN_F32, 0, {"3"}, "0", 0},
        {"real of a real", "real", GRN_F64, 0, {"3"}, "3", 0},
        {"imag of a real", "imag", GRN_F64, 0, {"3"}, "0", 0},
        {"complex", "complex", GRN_F32, GRN_C64, {"1", "2"}, "1,2", 0},
        {"complex", "complex", GRN_F64, GRN_C128, {"1", "2"}, "1,2", 0},
        {"abs", "abs", GRN_C64, GRN_F32, {"3,4"}, "5", 0},
        {"abs", "abs", GRN_C128, GRN_F64, {"3,4"}, "5", 0},
        {"not of ui8", "not", GRN_UI8, 0, {"1"}, "254", 0},
        {"not of ui16", "not", GRN_UI16, 0, {"1"}, "65534", 0},
        {"not of ui32", "not", GRN_UI32, 0, {"1"}, "4294967294", 0},
        {"not of ui64", "not", GRN_UI64, 0, {"1"}, "18446744073709551614", 0},
        {"negate ui16", "negate", GRN_UI16, 0, {"1"}, "65535", 0},
        {"false is below true", "compare_lt", GRN_I1, GRN_I1, {"false", "true"}, "true", 0},
        {"and not above", "compare_ge", GRN_I1, GRN_I1, {"false", "true"}, "false", 0},
        {"they differ", "compare_ne", GRN_I1, GRN_I1, {"false", "true"}, "true", 0},
        {"true is not above itself", "compare_gt", GRN_I1, GRN_I1, {"true", "true"}, "false", 0},
        {"but as much", "compare_le", GRN_I1, GRN_I1, {"true", "true"}, "true", 0},
        {"and equal", "compare_eq", GRN_I1, GRN_I1, {"true", "true"}, "true", 0},
    };
    (void)state;
    eval_check_rows(rows);
}

#define TEST(name)                        \
    static void test_##name(void **state) \
    {                                     \
        (void)state;                      \
        check(name, GRN_COUNT(name));     \
    }
TEST(arithmetic)
TEST(bits)
TEST(relations)
TEST(reals)
TEST(complexes)

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_arithmetic), cmocka_unit_test(test_bits),
                                       cmocka_unit_test(test_relations),  cmocka_unit_test(test_reals),
                                       cmocka_unit_test(test_complexes),  cmocka_unit_test(parts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

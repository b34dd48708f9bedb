/* test_spec_combine.c - the arithmetic of the named combiners, in bits worked out by hand. */
#include <math.h>

#include "spec_test.h"

#define NAN32 0x7FC00000u
#define NEG0 0x80000000u

/* current = f(current, update); bits in the low bytes of a little-endian word. */
static const struct {
    const char *claim;
    grn_combiner combiner;
    grn_dtype dtype;
    uint64_t current, update, want;
} cases[] = {
    {"replace keeps a NaN's payload", GRN_COMBINE_REPLACE, GRN_F32, 1, 0xFFC12345, 0xFFC12345},
    {"i1 add is or", GRN_COMBINE_ADD, GRN_I1, 1, 1, 1},
    {"i1 add of none", GRN_COMBINE_ADD, GRN_I1, 0, 0, 0},
    {"i1 mul is and", GRN_COMBINE_MUL, GRN_I1, 1, 0, 0},
    {"i1 min is and", GRN_COMBINE_MIN, GRN_I1, 1, 0, 0},
    {"i1 max is or", GRN_COMBINE_MAX, GRN_I1, 0, 1, 1},
    {"i1 xor", GRN_COMBINE_XOR, GRN_I1, 1, 1, 0},
    {"i8 add wraps", GRN_COMBINE_ADD, GRN_I8, 127, 1, 0x80},
    {"i8 100 * 3 is 300 - 256", GRN_COMBINE_MUL, GRN_I8, 100, 3, 44},
    {"i4 7 + 1 is -8, sign-extended", GRN_COMBINE_ADD, GRN_I4, 7, 1, 0xF8},
    {"i2 -2 * -2 is 4, 0 in two bits", GRN_COMBINE_MUL, GRN_I2, 0xFE, 0xFE, 0},
    {"ui2 3 + 1 is 0", GRN_COMBINE_ADD, GRN_UI2, 3, 1, 0},
    {"ui4 9 + 9 is 2, zero-extended", GRN_COMBINE_ADD, GRN_UI4, 9, 9, 2},
    {"i8 min is signed", GRN_COMBINE_MIN, GRN_I8, 1, 0xFF, 0xFF},
    {"ui8 min is not", GRN_COMBINE_MIN, GRN_UI8, 1, 0xFF, 1},
    {"ui64 max past the sign bit", GRN_COMBINE_MAX, GRN_UI64, 1, UINT64_C(1) << 63, UINT64_C(1) << 63},
    {"i64 max of the same bits", GRN_COMBINE_MAX, GRN_I64, 1, UINT64_C(1) << 63, 1},
    {"i64 add wraps", GRN_COMBINE_ADD, GRN_I64, INT64_MAX, 1, UINT64_C(1) << 63},
    {"i16 and", GRN_COMBINE_AND, GRN_I16, 0xF0F0, 0xFF00, 0xF000},
    {"ui32 or", GRN_COMBINE_OR, GRN_UI32, 0xF0F0, 0x0F00, 0xFFF0},
    {"i4 xor stays extended", GRN_COMBINE_XOR, GRN_I4, 0xFF, 1, 0xFE},
    {"f32 2^24 + 1 rounds to even", GRN_COMBINE_ADD, GRN_F32, 0x4B800000, 0x3F800000, 0x4B800000},
    {"f32 2 * 3", GRN_COMBINE_MUL, GRN_F32, 0x40000000, 0x40400000, 0x40C00000},
    {"f32 inf - inf is the canonical NaN", GRN_COMBINE_ADD, GRN_F32, 0x7F800000, 0xFF800000, NAN32},
    {"f32 add of a NaN loses its payload", GRN_COMBINE_ADD, GRN_F32, 0xFFC12345, 0, NAN32},
    {"f32 mul 0 * inf", GRN_COMBINE_MUL, GRN_F32, 0, 0x7F800000, NAN32},
    {"f32 min, NaN in the update wins", GRN_COMBINE_MIN, GRN_F32, 0x3F800000, 0xFFC00001, NAN32},
    {"f32 max, NaN already there stays", GRN_COMBINE_MAX, GRN_F32, 0x7FC00001, 0x7F800000, NAN32},
    {"f32 min, -0 below +0", GRN_COMBINE_MIN, GRN_F32, 0, NEG0, NEG0},
    {"f32 min, -0 stays", GRN_COMBINE_MIN, GRN_F32, NEG0, 0, NEG0},
    {"f32 max, +0 above -0", GRN_COMBINE_MAX, GRN_F32, NEG0, 0, 0},
    {"f32 max, +0 stays", GRN_COMBINE_MAX, GRN_F32, 0, NEG0, 0},
    {"f64 0.1 + 0.2", GRN_COMBINE_ADD, GRN_F64, 0x3FB999999999999A, 0x3FC999999999999A, 0x3FD3333333333334},
    {"f16 2048 + 1 ties to even", GRN_COMBINE_ADD, GRN_F16, 0x6800, 0x3C00, 0x6800},
    {"f16 2048 + 3 ties to even", GRN_COMBINE_ADD, GRN_F16, 0x6800, 0x4200, 0x6802},
    {"f16 65504 + 65504 is infinite", GRN_COMBINE_ADD, GRN_F16, 0x7BFF, 0x7BFF, 0x7C00},
    {"f16 NaN", GRN_COMBINE_ADD, GRN_F16, 0xFE01, 0x3C00, 0x7E00},
    {"bf16 256 + 1 ties to even", GRN_COMBINE_ADD, GRN_BF16, 0x4380, 0x3F80, 0x4380},
    {"bf16 max of negatives", GRN_COMBINE_MAX, GRN_BF16, 0xBF80, 0xC000, 0xBF80},
    {"f8E4M3FN 448 + 448 has no infinity", GRN_COMBINE_ADD, GRN_F8E4M3FN, 0x7E, 0x7E, 0x7F},
    {"f8E4M3FN 1 + 1", GRN_COMBINE_ADD, GRN_F8E4M3FN, 0x38, 0x38, 0x40},
    {"f8E5M2 57344 * 2 is infinite", GRN_COMBINE_MUL, GRN_F8E5M2, 0x7B, 0x40, 0x7C},
    {"f8E4M3FNUZ NaN is the pattern of -0", GRN_COMBINE_ADD, GRN_F8E4M3FNUZ, 0x80, 0x40, 0x80},
    {"f4E2M1FN 6 + 6 saturates", GRN_COMBINE_ADD, GRN_F4E2M1FN, 7, 7, 7},
};

static void test_bits(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(cases); i++) {
        uint64_t current = cases[i].current, update = cases[i].update;
        claim_that(cases[i].claim, grn_combiner_takes(cases[i].combiner, cases[i].dtype));
        grn_combine_element(cases[i].combiner, cases[i].dtype, &current, &update);
        if (current != cases[i].want)
            fail_msg("%s: 0x%llX, wanted 0x%llX", cases[i].claim, (unsigned long long)current,
                     (unsigned long long)cases[i].want);
    }
}

static const struct {
    const char *claim;
    grn_combiner combiner;
    float current[2], update[2], want[2];
} complex_cases[] = {
    {"add", GRN_COMBINE_ADD, {1, 2}, {3, 4}, {4, 6}},
    {"mul (1+2i)(3+4i)", GRN_COMBINE_MUL, {1, 2}, {3, 4}, {-5, 10}},
    {"mul rounds each product", GRN_COMBINE_MUL, {16777215, 1}, {16777215, 0}, {281474943156224.0f, 16777215}},
    {"max by real part", GRN_COMBINE_MAX, {1, 9}, {2, -9}, {2, -9}},
    {"max by imaginary part", GRN_COMBINE_MAX, {1, 5}, {1, 7}, {1, 7}},
    {"min by imaginary part", GRN_COMBINE_MIN, {1, 5}, {1, 7}, {1, 5}},
    {"zeros are one real part", GRN_COMBINE_MAX, {0.0f, 1}, {-0.0f, 2}, {-0.0f, 2}},
    {"zeros decide last", GRN_COMBINE_MIN, {0.0f, 1}, {-0.0f, 1}, {-0.0f, 1}},
};

static void test_complex(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(complex_cases); i++) {
        float current[2];
        memcpy(current, complex_cases[i].current, sizeof current);
        grn_combine_element(complex_cases[i].combiner, GRN_C64, current, complex_cases[i].update);
        claim_that(complex_cases[i].claim, memcmp(current, complex_cases[i].want, sizeof current) == 0);
    }
}

static void test_complex_nan(void **state)
{
    (void)state;
    double current[2] = {1, 2}, update[2] = {NAN, 0};
    const uint64_t canonical = 0x7FF8000000000000;
    uint64_t bits[2];
    update[0] = copysign(update[0], -1.0);
    grn_combine_element(GRN_COMBINE_MIN, GRN_C128, current, update);
    memcpy(bits, current, sizeof bits);
    assert_true(bits[0] == canonical && bits[1] == canonical);
}

static void test_what_is_taken(void **state)
{
    (void)state;
    assert_false(grn_combiner_takes(GRN_COMBINE_AND, GRN_F32));
    assert_false(grn_combiner_takes(GRN_COMBINE_XOR, GRN_C64));
    assert_false(grn_combiner_takes(GRN_COMBINE_REPLACE, GRN_NO_DTYPE));
    assert_false(grn_combiner_takes(GRN_COMBINER_COUNT, GRN_I32));
    for (int d = 1; d < GRN_DTYPE_COUNT; d++)
        for (int c = 0; c < GRN_COMBINER_COUNT; c++) {
            grn_dtype_class class = grn_dtype_class_of((grn_dtype)d);
            bool bitwise = c == GRN_COMBINE_AND || c == GRN_COMBINE_OR || c == GRN_COMBINE_XOR;
            bool real = class == GRN_CLASS_FLOAT || class == GRN_CLASS_COMPLEX;
            assert_int_equal(grn_combiner_takes((grn_combiner)c, (grn_dtype)d), !(bitwise && real));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bits),
        cmocka_unit_test(test_complex),
        cmocka_unit_test(test_complex_nan),
        cmocka_unit_test(test_what_is_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

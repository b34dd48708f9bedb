/*
 * test_eval_combiners.c - a combiner and the element function of the same name say the same bits:
 * every pair of the 8-bit and smaller types, and pairs of special and random values of the others.
 * stablehlo_combiner.c relies on it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "eval/eval.h"
#include "access/spec.h"
#include "support/share.h"

static const struct {
    grn_combiner combiner;
    const grn_element *element;
} pairs[] = {
    {GRN_COMBINE_ADD, &grn_element_add},     {GRN_COMBINE_MUL, &grn_element_multiply},
    {GRN_COMBINE_MIN, &grn_element_minimum}, {GRN_COMBINE_MAX, &grn_element_maximum},
    {GRN_COMBINE_AND, &grn_element_and},     {GRN_COMBINE_OR, &grn_element_or},
    {GRN_COMBINE_XOR, &grn_element_xor},
};

/* Bit patterns: all of a small type's; zeros, ones, signs, infinities and NaNs of a wide one's, and
 * random ones. */
static uint64_t pattern(grn_dtype dtype, uint64_t i, uint64_t *state)
{
    static const uint64_t special[] = {0,
                                       1,
                                       2,
                                       3,
                                       UINT64_MAX,
                                       UINT64_C(1) << 63,
                                       UINT64_C(0x7FF8000000000000),
                                       UINT64_C(0xFFF8000000000000),
                                       UINT64_C(0x7FF0000000000000),
                                       UINT64_C(0xFFF0000000000000),
                                       UINT64_C(0x7FF0000000000001),
                                       UINT64_C(0x7FC000007FC00000),
                                       UINT64_C(0x7F8000007F800000),
                                       UINT64_C(0xFF800000FF800000),
                                       UINT64_C(0x8000000080000000),
                                       UINT64_C(0x7E007E007E007E00),
                                       UINT64_C(0x7C007C007C007C00),
                                       UINT64_C(0x8000800080008000),
                                       UINT64_C(0x3F8000003F800000),
                                       UINT64_C(0x3FF0000000000000),
                                       UINT64_C(0xBFF0000000000000),
                                       UINT64_C(0x7F807F807F807F80)};
    (void)dtype;
    if (i < sizeof special / sizeof *special)
        return special[i];
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state ^ *state >> 29;
}

/* A value of the dtype: one of a narrow type sits sign- or zero-extended in its byte. */
static void put(grn_dtype dtype, uint64_t bits, unsigned char *to)
{
    grn_dtype_class class = grn_dtype_class_of(dtype);
    unsigned width = grn_dtype_bits(dtype);
    if (width < 8) {
        unsigned low = (unsigned)(bits & ((1u << width) - 1));
        bool negative = class == GRN_CLASS_SIGNED && low >> (width - 1);
        bits = negative ? low | (0xFFu << width) : low;
    }
    memcpy(to, &bits, grn_dtype_bytes(dtype) < 8 ? grn_dtype_bytes(dtype) : 8);
    if (grn_dtype_bytes(dtype) == 16)
        memcpy(to + 8, &bits, 8);
}

static void check(size_t p, grn_dtype dtype, const unsigned char *a, const unsigned char *b)
{
    unsigned char combined[16], element[16];
    grn_bound_element bound;
    const void *in[] = {a, b};
    const grn_dtype dtypes[] = {dtype, dtype};
    memcpy(combined, a, 16);
    grn_combine_element(pairs[p].combiner, dtype, combined, b);
    assert_int_equal(grn_element_bind(pairs[p].element, dtypes, dtype, &bound), GRN_OK);
    grn_element_run(&bound, 1, element, in);
    if (memcmp(combined, element, grn_dtype_bytes(dtype)) != 0) {
        char left[GRN_NUMBER_BYTES + 1] = {0}, right[GRN_NUMBER_BYTES + 1] = {0};
        left[grn_element_text(dtype, a, left)] = 0;
        right[grn_element_text(dtype, b, right)] = 0;
        fail_msg("%s of %s %s (%02x) and %s (%02x): %02x as a combiner, %02x as an op",
                 grn_combiner_text(pairs[p].combiner), grn_dtype_text(dtype), left, a[0], right, b[0], combined[0],
                 element[0]);
    }
}

static void check_dtype(size_t p, grn_dtype dtype)
{
    uint64_t state = 1, n = grn_dtype_bytes(dtype) == 1 ? UINT64_C(1) << grn_dtype_bits(dtype) : 200;
    bool all = grn_dtype_bytes(dtype) == 1;
    for (uint64_t i = 0; i < n; i++)
        for (uint64_t j = 0; j < n; j++) {
            if (!test_takes(i * n + j, TEST_ONE_IN))
                continue;
            unsigned char a[16] = {0}, b[16] = {0};
            put(dtype, all ? i : pattern(dtype, i, &state), a);
            put(dtype, all ? j : pattern(dtype, j, &state), b);
            check(p, dtype, a, b);
        }
}

static void the_two_agree(void **state)
{
    (void)state;
    for (size_t p = 0; p < sizeof pairs / sizeof *pairs; p++)
        for (grn_dtype d = GRN_NO_DTYPE + 1; d < GRN_DTYPE_COUNT; d++)
            if (grn_combiner_takes(pairs[p].combiner, d))
                check_dtype(p, d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_two_agree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_core_compare.c - where two tensors differ: units in the last place by hand, from the bits of
 * each format. */
#include "core/core.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static grn_tensor view(void *data, grn_dtype dtype, int64_t rows, int64_t columns)
{
    grn_tensor t;
    assert_int_equal(grn_tensor_init(&t, data, dtype, 2, (const int64_t[]){rows, columns}), GRN_OK);
    return t;
}

static float from_bits(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static void floats_are_apart_by_the_numbers_between(void **state)
{
    (void)state;
    float a[6] = {1, from_bits(0x3F800000), 0.0f, NAN, INFINITY, 2};
    float b[6] = {1, from_bits(0x3F800003), -0.0f, -NAN, INFINITY, from_bits(0x40000001)};
    grn_tensor x = view(a, GRN_F32, 2, 3), y = view(b, GRN_F32, 2, 3);
    grn_tensor_difference d;
    assert_int_equal(grn_tensor_compare(&x, &y, 0, NULL, &d), GRN_OK);
    assert_int_equal(d.count, 2);
    assert_int_equal(d.index[0], 0);
    assert_int_equal(d.index[1], 1);
    assert_int_equal(d.ulps, 3);
    assert_int_equal(d.worst_ulps, 3);
    assert_int_equal(grn_tensor_compare(&x, &y, 2, NULL, &d), GRN_OK);
    assert_int_equal(d.count, 1);
    assert_int_equal(grn_tensor_compare(&x, &y, 3, NULL, &d), GRN_OK);
    assert_int_equal(d.count, 0);
    b[4] = 1;
    assert_int_equal(grn_tensor_compare(&x, &y, 1000, NULL, &d), GRN_OK);
    assert_int_equal(d.count, 1);
    assert_true(d.ulps == UINT64_MAX);
}

/* A transposed view against a compact one, larger than a piece. */
static void strides_do_not_matter(void **state)
{
    (void)state;
    static int32_t a[100][100], b[100][100];
    for (int32_t i = 0; i < 100; i++)
        for (int32_t j = 0; j < 100; j++)
            a[i][j] = b[j][i] = 1000 * i + j;
    grn_tensor x = view(a, GRN_I32, 100, 100), y = view(b, GRN_I32, 100, 100);
    grn_tensor_difference d;
    y.stride[0] = 1;
    y.stride[1] = 100;
    assert_int_equal(grn_tensor_compare(&x, &y, 0, NULL, &d), GRN_OK);
    assert_int_equal(d.count, 0);
    b[99][97] += 5; /* element [97, 99] of y */
    assert_int_equal(grn_tensor_compare(&x, &y, 4, NULL, &d), GRN_OK);
    assert_int_equal(d.count, 1);
    assert_int_equal(d.index[0], 97);
    assert_int_equal(d.index[1], 99);
    assert_int_equal(d.ulps, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floats_are_apart_by_the_numbers_between),
        cmocka_unit_test(strides_do_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

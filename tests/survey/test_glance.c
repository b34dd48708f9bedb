/*
 * test_glance.c - the first look at indices (src/survey/glance.h) says what the census of each of them
 * says: how many vectors are out of bounds, whether any begins where another does, and whether one is
 * less than the one before; for every type of index, along any dimension, at any strides.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "survey/glance.h"

static uint64_t state_of_random = 1;
static int64_t draw(int64_t from, int64_t to)
{
    state_of_random = state_of_random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return from + (int64_t)((state_of_random >> 33) % (uint64_t)(to - from + 1));
}

static void store(void *data, grn_dtype dtype, int64_t at, int64_t value)
{
    const size_t bytes = grn_dtype_bytes(dtype);
    memcpy((char *)data + (size_t)at * bytes, &value,
           bytes); /* the low bytes, on little-endian machines as on others below */
}

enum { EXTENT0 = 9, EXTENT1 = 40, MOST = 1500 };

static const grn_dtype dtypes[] = {GRN_I8, GRN_UI8, GRN_I16, GRN_UI16, GRN_I32, GRN_UI32, GRN_I64, GRN_UI64};

/* Two components along dimension 0 or 1 of the indices; a scatter of single elements. */
static void check(grn_dtype dtype, int32_t vector_dim, int64_t vectors, bool spread, int64_t from, int64_t to)
{
    static int64_t indices[2 * 2 * MOST];
    static float operand[EXTENT0 * EXTENT1], updates[MOST];
    const int64_t step = spread ? 2 : 1;
    grn_tensor in = {.data = operand, .dtype = GRN_F32, .rank = 2, .shape = {EXTENT0, EXTENT1}, .stride = {EXTENT1, 1}};
    grn_tensor up = {.data = updates, .dtype = GRN_F32, .rank = 1, .shape = {vectors}, .stride = {1}};
    grn_tensor ix = {.data = indices, .dtype = dtype, .rank = 2};
    ix.shape[vector_dim] = 2;
    ix.shape[1 - vector_dim] = vectors;
    ix.stride[1] = step;
    ix.stride[0] = step * ix.shape[1];
    memset(indices, 0, sizeof indices);
    for (int64_t v = 0; v < vectors; v++)
        for (int64_t k = 0; k < 2; k++)
            store(indices, dtype, v * ix.stride[1 - vector_dim] + k * ix.stride[vector_dim],
                  draw(from, k == 0 ? (to < EXTENT0 - 1 ? to : EXTENT0 - 1 + (to >= EXTENT1)) : to));
    const grn_scatter_spec spec = {
        .dims = {.collapsed_slice_dims = {2, {0, 1}}, .start_index_map = {2, {0, 1}}, .index_vector_dim = vector_dim},
        .index = {.bounds = GRN_BOUNDS_SKIP}};
    const grn_problem x = {.scatter = &spec, .npairs = 1, .operand = &in, .indices = &ix, .dense = &up};
    grn_lint_counts counts = {.runs = 0};
    grn_glance seen;
    assert_int_equal(grn_census_add(&x, grn_allocator_or_default(NULL), &counts), GRN_OK);
    assert_int_equal(grn_glance_at(&x, true, grn_allocator_or_default(NULL), &seen), GRN_OK);
    assert_int_equal(seen.vectors, counts.vectors);
    assert_int_equal(seen.out_of_bounds, counts.out_of_bounds);
    if (counts.out_of_bounds > 0)
        return;
    assert_int_equal(seen.may_repeat, counts.duplicate > 0);
    assert_int_equal(seen.is_unsorted, counts.unsorted > 0);
}

static void test_it_says_what_the_census_says(void **state)
{
    (void)state;
    static const int64_t counts[] = {0, 1, 2, 3, 20, 511, 512, 513, MOST};
    const uint16_t one = 1;
    if (*(const unsigned char *)&one == 0)
        skip(); /* store() is written for little-endian machines */
    for (size_t t = 0; t < sizeof dtypes / sizeof *dtypes; t++)
        for (size_t n = 0; n < sizeof counts / sizeof *counts; n++)
            for (int variant = 0; variant < 4; variant++)
                for (int round = 0; round < 6; round++) {
                    const bool is_signed = grn_dtype_class_of(dtypes[t]) == GRN_CLASS_SIGNED;
                    check(dtypes[t], variant & 1, counts[n], variant >> 1, round == 0 && is_signed ? -2 : 0,
                          round == 1 ? EXTENT1 : EXTENT1 - 1);
                }
}

/* Numbers at the ends of 64 bits are out of bounds, whichever way they are subtracted. */
static void test_extreme_numbers(void **state)
{
    (void)state;
    static const int64_t values[] = {INT64_MIN, INT64_MAX, INT64_MIN + 1, -1, 3, 0};
    static const float operand[3] = {0};
    float updates[6];
    const grn_tensor in = grn_tensor_1d(operand, GRN_F32, 3), up = grn_tensor_1d(updates, GRN_F32, 6);
    const grn_tensor ix = grn_tensor_1d(values, GRN_I64, 6);
    const grn_scatter_spec spec = {
        .dims = {.collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1},
        .index = {.bounds = GRN_BOUNDS_SKIP}};
    const grn_problem x = {.scatter = &spec, .npairs = 1, .operand = &in, .indices = &ix, .dense = &up};
    grn_glance seen;
    assert_int_equal(grn_glance_at(&x, true, grn_allocator_or_default(NULL), &seen), GRN_OK);
    assert_int_equal(seen.out_of_bounds, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_it_says_what_the_census_says),
        cmocka_unit_test(test_extreme_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

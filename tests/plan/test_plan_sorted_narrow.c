/*
 * test_plan_sorted_narrow.c - sorted scatters on threads whose indices are of
 * every type. Equal starts are cut between where their bytes differ, so that a
 * type whose bytes hold more than its bits is never cut: 0x02 and 0x12 are the
 * same i4. The parts run last one first, in one thread, so that a cut between
 * equal starts shows each time.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "plan/scatter.h"

#define VECTORS 4096

static void backwards(void *user, int32_t ntasks, void (*task)(void *context, int32_t i), void *context)
{
    (void)user;
    for (int32_t i = ntasks - 1; i >= 0; i--)
        task(context, i);
}

static const struct {
    grn_dtype dtype;
    int64_t last; /* the greatest start that is used */
    unsigned mask; /* the bits of a byte that are not the value's */
} types[] = {
    {GRN_I2, 1, 0xFC}, {GRN_UI2, 3, 0xFC}, {GRN_I4, 7, 0xF0}, {GRN_UI4, 15, 0xF0}, {GRN_I8, 100, 0},
    {GRN_UI8, 200, 0}, {GRN_I16, 100, 0},  {GRN_I32, 100, 0}, {GRN_I64, 100, 0},
};

static grn_tensor vector(void *data, grn_dtype dtype, int64_t n)
{
    grn_tensor t;
    assert_int_equal(grn_tensor_init(&t, data, dtype, 1, &n), GRN_OK);
    return t;
}

/* Sorted; the bits of a byte that are not the value's change from vector to vector. */
static void sorted_indices(size_t k, unsigned char *raw)
{
    const size_t bytes = grn_dtype_bytes(types[k].dtype);
    for (int64_t i = 0; i < VECTORS; i++) {
        uint64_t value = (uint64_t)(i * (types[k].last + 1) / VECTORS);
        value |= types[k].mask & (uint64_t)(i * 37 * 4);
        memcpy(raw + (size_t)i * bytes, &value, bytes);
    }
}

static grn_plan *plan_of(const grn_scatter_spec *spec, const grn_tensor *result, const grn_tensor *index,
                         const grn_tensor *update, const grn_parallel *parallel)
{
    const grn_plan_options options = {.strategy = "put-cells", .parallel = parallel};
    grn_plan *plan;
    assert_int_equal(grn_plan_scatter(spec, 1, result, index, update, &options, NULL, NULL, &plan), GRN_OK);
    return plan;
}

static void check(size_t k, grn_combiner combiner, grn_bounds bounds)
{
    static unsigned char raw[VECTORS * 8];
    static float updates[VECTORS];
    static _Alignas(64) char scratch[1 << 20];
    float want[256] = {0}, got[256] = {0};
    const grn_parallel parallel = {backwards, NULL, 4};
    const grn_scatter_spec spec = {
        .dims = {.collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1},
        .index = {.bounds = bounds, .indices_are_sorted = true}, .combiner = combiner};
    sorted_indices(k, raw);
    for (int i = 0; i < VECTORS; i++)
        updates[i] = (float)(i + 1) * (i % 3 == 0 ? 1e6f : 0.37f);
    grn_tensor result = vector(want, GRN_F32, types[k].last + 1), index = vector(raw, types[k].dtype, VECTORS);
    grn_tensor update = vector(updates, GRN_F32, VECTORS);
    assert_int_equal(grn_scatter_reference(&spec, 1, &result, &index, &update, NULL), GRN_OK);
    grn_plan *plan = plan_of(&spec, &result, &index, &update, &parallel);
    assert_int_equal(plan->threads, 4);
    bool may = grn_partition_force(plan, GRN_PARTITION_LOOP, 0, 4), wanted = types[k].mask == 0 && bounds != GRN_BOUNDS_CLAMP;
    if (may != wanted)
        fail_msg("%s: %s between starts", grn_dtype_text(types[k].dtype), may ? "cut" : "not cut");
    assert_true(plan->scratch_bytes <= sizeof scratch);
    assert_int_equal(grn_plan_run_scatter(plan, (void *[]){got}, raw, (const void *[]){updates}, scratch, NULL), GRN_OK);
    if (memcmp(want, got, sizeof want) != 0)
        fail_msg("%s, %s: not the bits of the reference", grn_dtype_text(types[k].dtype), grn_combiner_text(combiner));
    grn_plan_destroy(plan);
}

static void test_sorted(void **unused)
{
    (void)unused;
    for (size_t k = 0; k < GRN_COUNT(types); k++) {
        check(k, GRN_COMBINE_REPLACE, GRN_BOUNDS_SKIP);
        check(k, GRN_COMBINE_ADD, GRN_BOUNDS_SKIP);
        check(k, GRN_COMBINE_REPLACE, GRN_BOUNDS_ERROR);
        check(k, GRN_COMBINE_ADD, GRN_BOUNDS_CLAMP);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sorted)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

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
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "plan/scatter/scatter.h"
#include "support/compositions.h"

#define VECTORS 4096

static void backwards(void *user, int32_t ntasks, void (*task)(void *context, int32_t i), void *context)
{
    (void)user;
    for (int32_t i = ntasks - 1; i >= 0; i--)
        task(context, i);
}

static const struct {
    grn_dtype dtype;
    int64_t last;  /* the greatest start that is used */
    unsigned mask; /* the bits of a byte that are not the value's */
} types[] = {
    {GRN_I2, 1, 0xFC}, {GRN_UI2, 3, 0xFC}, {GRN_I4, 7, 0xF0}, {GRN_UI4, 15, 0xF0}, {GRN_I8, 100, 0},
    {GRN_UI8, 200, 0}, {GRN_I16, 100, 0},  {GRN_I32, 100, 0}, {GRN_I64, 100, 0},
};

typedef struct buffers {
    grn_tensor result, index, update; /* the result is what is wanted */
} buffers;

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

/* By each composition with these rows; NULL: whatever it is. How many there are. */
static size_t run_all(size_t k, const grn_scatter_spec *spec, const buffers *b, const char *partition)
{
    const grn_parallel parallel = {backwards, NULL, 4};
    const grn_plan_options asked = {.partition = partition, .parallel = &parallel};
    const composition_list all = compositions_of_scatter(spec, 1, &b->result, &b->index, &b->update, &asked);
    for (size_t i = 0; i < all.count; i++) {
        const grn_plan_options named = options_naming(&asked, &all.at[i]);
        float got[256] = {0};
        grn_plan *plan;
        assert_int_equal(grn_plan_scatter(spec, 1, &b->result, &b->index, &b->update, &named, NULL, NULL, &plan),
                         GRN_OK);
        assert_int_equal(plan->threads, 4);
        assert_true(partition == NULL || plan->cut.parts == 4);
        void *scratch = scratch_for_plan(plan);
        assert_int_equal(
            grn_plan_run_scatter(plan, (void *[]){got}, b->index.data, (const void *[]){b->update.data}, scratch, NULL),
            GRN_OK);
        if (memcmp(b->result.data, got, sizeof got) != 0)
            fail_msg("%s, %s by %s: not the bits of the reference", grn_dtype_text(types[k].dtype),
                     grn_combiner_text(spec->combiner), text_of_composition(&named).text);
        free(scratch);
        grn_plan_destroy(plan);
    }
    return all.count;
}

static void check(size_t k, grn_combiner combiner, grn_bounds bounds)
{
    static unsigned char raw[VECTORS * 8];
    static float updates[VECTORS];
    float want[256] = {0};
    const grn_scatter_spec spec = {
        .dims = {.collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1},
        .index = {.bounds = bounds, .indices_are_sorted = true},
        .combiner = combiner};
    sorted_indices(k, raw);
    for (int i = 0; i < VECTORS; i++)
        updates[i] = (float)(i + 1) * (i % 3 == 0 ? 1e6f : 0.37f);
    const buffers b = {vector(want, GRN_F32, types[k].last + 1), vector(raw, types[k].dtype, VECTORS),
                       vector(updates, GRN_F32, VECTORS)};
    assert_int_equal(grn_scatter_reference(&spec, 1, &b.result, &b.index, &b.update, NULL), GRN_OK);
    bool cut = run_all(k, &spec, &b, "sorted starts") > 0, wanted = types[k].mask == 0 && bounds != GRN_BOUNDS_CLAMP;
    if (cut != wanted)
        fail_msg("%s: %s between starts", grn_dtype_text(types[k].dtype), cut ? "cut" : "not cut");
    assert_true(run_all(k, &spec, &b, NULL) > 0);
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

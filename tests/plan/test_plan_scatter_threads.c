/*
 * test_plan_scatter_threads.c - a scatter on a pool of real threads: the bits
 * of one thread, whatever is shared out and to how many. Updates are random
 * floats of very different size, so that any other order of a sum shows.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "garner/threads.h"
#include "plan/scatter.h"

#define ELEMENT {.collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1}
#define ROWS {.offset_dims = {1, {1}}, .collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1}
#define BATCHED(axis, batch)                                                                             \
    {.collapsed_slice_dims = {1, {axis}}, .operand_batching_dims = {1, {batch}},                         \
     .start_indices_batching_dims = {1, {batch}}, .start_index_map = {1, {axis}}, .index_vector_dim = 2}

static const struct {
    const char *claim;
    grn_dimension_numbers dims;
    const char *strategy;
    grn_share share;
    int32_t loop;
    int32_t rank, index_rank;
    int64_t operand[2], indices[2], updates[2];
} cases[] = {
    {"elements, by owner", ELEMENT, "put-cells", GRN_SHARE_OWNERS, -1, 1, 1, {3000}, {20000}, {20000}},
    {"rows, by owner", ROWS, "put-rows", GRN_SHARE_OWNERS, -1, 2, 1, {300, 20}, {2000}, {2000, 20}},
    {"rows, by columns", ROWS, "put-rows", GRN_SHARE_LOOP, 1, 2, 1, {300, 320}, {700}, {700, 320}},
    {"the last dimension, by rows", BATCHED(1, 0), "put-cells", GRN_SHARE_LOOP, 0, 2, 2, {64, 300}, {64, 400}, {64, 400}},
    {"the first dimension, by columns", BATCHED(0, 1), "put-cells", GRN_SHARE_LOOP, 1, 2, 2, {50, 400}, {60, 400}, {60, 400}},
    {"the first dimension, by panels", BATCHED(0, 1), "put-panels", GRN_SHARE_LOOP, 1, 2, 2, {50, 400}, {60, 400}, {60, 400}},
};

static grn_tensor compact(void *data, grn_dtype dtype, int32_t rank, const int64_t *shape)
{
    grn_tensor t = {.data = data, .dtype = dtype, .rank = rank};
    int64_t stride = 1;
    for (int32_t d = rank - 1; d >= 0; d--) {
        t.shape[d] = shape[d];
        t.stride[d] = stride;
        stride *= shape[d];
    }
    return t;
}

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

typedef struct buffers {
    float *want, *got, *updates;
    int64_t *indices;
    grn_tensor result, index, update;
    size_t bytes;
} buffers;

static void set_up(size_t i, grn_combiner combiner, buffers *b)
{
    grn_tensor shape = compact(NULL, GRN_F32, cases[i].rank, cases[i].operand);
    size_t n = (size_t)grn_tensor_elements(&shape), m, k;
    uint32_t state = (uint32_t)(i + 1);
    b->bytes = n * sizeof(float);
    b->want = malloc(b->bytes);
    b->got = malloc(b->bytes);
    b->result = compact(b->want, GRN_F32, cases[i].rank, cases[i].operand);
    b->index = compact(NULL, GRN_I64, cases[i].index_rank, cases[i].indices);
    b->update = compact(NULL, GRN_F32, cases[i].rank, cases[i].updates);
    m = (size_t)grn_tensor_elements(&b->index);
    k = (size_t)grn_tensor_elements(&b->update);
    b->index.data = b->indices = malloc(m * sizeof(int64_t));
    b->update.data = b->updates = malloc(k * sizeof(float));
    assert_true(b->want != NULL && b->got != NULL && b->indices != NULL && b->updates != NULL);
    for (size_t j = 0; j < n; j++)
        b->want[j] = b->got[j] = combiner == GRN_COMBINE_MUL ? 1.0f : 0.0f;
    /* A few are out of range, many are the same. */
    for (size_t j = 0; j < m; j++)
        b->indices[j] = (int64_t)(next_random(&state) % (j % 3 == 0 ? 7 : 320)) - 3;
    for (size_t j = 0; j < k; j++)
        b->updates[j] = ldexpf((float)next_random(&state), -(int)(next_random(&state) % 40));
}

static void tear_down(buffers *b)
{
    free(b->want);
    free(b->got);
    free(b->indices);
    free(b->updates);
}

static void check(size_t i, grn_combiner combiner, const grn_parallel *parallel, int32_t threads)
{
    grn_scatter_spec spec = {.dims = cases[i].dims, .index = {.bounds = GRN_BOUNDS_SKIP}, .combiner = combiner};
    grn_plan_options options = {.strategy = cases[i].strategy, .parallel = parallel};
    grn_plan *plan;
    buffers b;
    set_up(i, combiner, &b);
    assert_int_equal(grn_scatter_reference(&spec, 1, &b.result, &b.index, &b.update, NULL), GRN_OK);
    assert_int_equal(grn_plan_scatter(&spec, 1, &b.result, &b.index, &b.update, &options, NULL, NULL, &plan), GRN_OK);
    if (!grn_meeting_share(plan, cases[i].share, cases[i].loop, threads))
        fail_msg("%s: cannot be shared out", cases[i].claim);
    plan->scratch_bytes = plan->strategy->scratch != NULL ? plan->strategy->scratch(plan) : 0;
    void *scratch = plan->scratch_bytes > 0 ? aligned_alloc(64, plan->scratch_bytes) : NULL;
    assert_int_equal(grn_plan_run_scatter(plan, (void *[]){b.got}, b.indices, (const void *[]){b.updates}, scratch, NULL),
                     GRN_OK);
    if (memcmp(b.want, b.got, b.bytes) != 0)
        fail_msg("%s, %s, %d threads: not the bits of the reference", cases[i].claim, grn_combiner_text(combiner), threads);
    free(scratch);
    grn_plan_destroy(plan);
    tear_down(&b);
}

static void test_every_share(void **unused)
{
    (void)unused;
    for (int32_t threads = 1; threads <= 16; threads += threads < 4 ? 1 : 4) {
        grn_pool *pool;
        assert_int_equal(grn_pool_create(threads, NULL, &pool), GRN_OK);
        for (size_t i = 0; i < GRN_COUNT(cases); i++) {
            check(i, GRN_COMBINE_ADD, grn_pool_parallel(pool), threads);
            check(i, GRN_COMBINE_REPLACE, grn_pool_parallel(pool), threads);
        }
        grn_pool_destroy(pool);
    }
}

/* What may not be shared out is not, whoever asks. */
static void test_refused(void **unused)
{
    grn_scatter_spec spec = {.dims = ROWS, .index = {.bounds = GRN_BOUNDS_SKIP}, .combiner = GRN_COMBINE_ADD};
    buffers b;
    grn_plan *plan;
    (void)unused;
    spec.dims.collapsed_slice_dims.count = 0; /* windows of 2 rows, which may overlap */
    spec.dims.offset_dims = (grn_dims){2, {1, 2}};
    set_up(1, GRN_COMBINE_ADD, &b);
    b.index = compact(b.indices, GRN_I64, 1, (int64_t[]){100});
    b.update = compact(b.updates, GRN_F32, 3, (int64_t[]){100, 2, 20});
    assert_int_equal(grn_plan_scatter(&spec, 1, &b.result, &b.index, &b.update, NULL, NULL, NULL, &plan), GRN_OK);
    assert_false(grn_meeting_share(plan, GRN_SHARE_OWNERS, -1, 2));
    assert_false(grn_meeting_share(plan, GRN_SHARE_LOOP, 0, 2)); /* the vectors */
    grn_plan_destroy(plan);
    tear_down(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_share), cmocka_unit_test(test_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

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
    grn_partition share;
    int32_t loop;
    int32_t rank, index_rank;
    int64_t operand[2], indices[2], updates[2];
    bool sorted;
} cases[] = {
    {"elements, by owner", ELEMENT, "put-cells", GRN_PARTITION_OWNERS, -1, 1, 1, {3000}, {20000}, {20000}, false},
    {"rows, by owner", ROWS, "put-rows", GRN_PARTITION_OWNERS, -1, 2, 1, {300, 20}, {2000}, {2000, 20}, false},
    {"elements, picked", ELEMENT, "put-cells", GRN_PARTITION_FILTER, -1, 1, 1, {3000}, {20000}, {20000}, false},
    {"elements of rows, picked", BATCHED(1, 0), "put-cells", GRN_PARTITION_FILTER, -1, 2, 2, {64, 300}, {64, 400}, {64, 400}, false},
    {"rows, picked", ROWS, "put-rows", GRN_PARTITION_FILTER, -1, 2, 1, {300, 20}, {4000}, {4000, 20}, false},
    {"rows, by columns", ROWS, "put-rows", GRN_PARTITION_LOOP, 1, 2, 1, {300, 320}, {700}, {700, 320}, false},
    {"the last dimension, by rows", BATCHED(1, 0), "put-cells", GRN_PARTITION_LOOP, 0, 2, 2, {64, 300}, {64, 400}, {64, 400}, false},
    {"the first dimension, by columns", BATCHED(0, 1), "put-cells", GRN_PARTITION_LOOP, 1, 2, 2, {50, 400}, {60, 400}, {60, 400}, false},
    {"the first dimension, by panels", BATCHED(0, 1), "put-panels", GRN_PARTITION_LOOP, 1, 2, 2, {50, 400}, {60, 400}, {60, 400}, false},
    {"sorted elements, between two", ELEMENT, "put-cells", GRN_PARTITION_LOOP, 0, 1, 1, {3000}, {20000}, {20000}, true},
    {"sorted rows, between two", ROWS, "put-rows", GRN_PARTITION_LOOP, 0, 2, 1, {300, 20}, {2000}, {2000, 20}, true},
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

static int by_value(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

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
    if (cases[i].sorted)
        qsort(b->indices, m, sizeof *b->indices, by_value);
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
    grn_scatter_spec spec = {.dims = cases[i].dims, .combiner = combiner,
                             .index = {.bounds = GRN_BOUNDS_SKIP, .indices_are_sorted = cases[i].sorted}};
    grn_plan_options options = {.strategy = cases[i].strategy, .parallel = parallel};
    grn_plan *plan;
    buffers b;
    set_up(i, combiner, &b);
    assert_int_equal(grn_scatter_reference(&spec, 1, &b.result, &b.index, &b.update, NULL), GRN_OK);
    assert_int_equal(grn_plan_scatter(&spec, 1, &b.result, &b.index, &b.update, &options, NULL, NULL, &plan), GRN_OK);
    if (!grn_partition_force(plan, cases[i].share, cases[i].loop, threads))
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

/* ---- picks and lists: every combiner, element and index type ---------------------------------------------------- */

#define POINTS 3000
#define VECTORS 9000

typedef struct pick_case {
    grn_partition share;
    int64_t vectors;
    grn_dtype dtype, index_dtype;
    grn_combiner combiner;
    grn_bounds bounds;
    const char *cpu;
    int32_t rank;          /* of the operand: 1, or 2 with pairs of indices */
    int64_t operand_step;  /* between elements of the operand's last dimension */
    int64_t update_step;
    int32_t threads;
    uint32_t seed;
} pick_case;

/* Small numbers of the dtype, as the library itself reads them; floats whose sums are rounded in every step. */
static void fill_elements(const pick_case *c, unsigned char *data, int64_t n)
{
    uint32_t state = c->seed + 7;
    size_t bytes = grn_dtype_bytes(c->dtype);
    for (int64_t i = 0; i < n; i++)
        for (size_t k = 0; k < bytes; k++) /* no NaN and no infinity: the exponent's highest bit is 0 */
            data[(size_t)i * bytes + k] = (unsigned char)(next_random(&state) & (k + 1 == bytes ? 0xBFu : 0xFFu));
    if (c->dtype == GRN_I1)
        for (int64_t i = 0; i < n; i++)
            data[i] &= 1;
}

/* Half of them meet in a few targets; a few are out of range. */
static int64_t some_index(uint32_t *state, int64_t extent)
{
    uint32_t kind = next_random(state) % 64;
    int64_t x = next_random(state);
    return kind < 1 ? extent + x % 3 : kind < 2 ? -1 - x % 3 : kind < 32 ? x % 5 * (extent / 5) : x % extent;
}

static void fill_indices(const pick_case *c, void *data, int64_t vectors)
{
    uint32_t state = c->seed;
    for (int64_t i = 0; i < vectors * c->rank; i++) {
        int64_t x = some_index(&state, c->rank == 1 ? POINTS : i % 2 == 0 ? POINTS / 50 : 50);
        int32_t narrow = (int32_t)x;
        memcpy((char *)data + (size_t)i * grn_dtype_bytes(c->index_dtype), c->index_dtype == GRN_I32 ? (void *)&narrow : (void *)&x,
               grn_dtype_bytes(c->index_dtype));
    }
}

static grn_tensor stepped(void *data, grn_dtype dtype, int64_t n, int64_t step)
{
    grn_tensor t = compact(data, dtype, 1, &n);
    t.stride[0] = step;
    return t;
}

static void run_picked(const pick_case *c, const grn_scatter_spec *spec, const grn_tensor *result, const grn_tensor *index,
                       const grn_tensor *update, const grn_parallel *parallel)
{
    grn_plan_options options = {.strategy = "put-cells", .parallel = parallel, .cpu = c->cpu};
    grn_plan *plan;
    assert_int_equal(grn_plan_scatter(spec, 1, result, index, update, &options, NULL, NULL, &plan), GRN_OK);
    assert_true(grn_partition_force(plan, c->share, -1, c->threads));
    if (c->seed % 2 == 0)
        plan->conflicts.ahead = 1 + c->seed % 700;
    plan->scratch_bytes = plan->strategy->scratch != NULL ? plan->strategy->scratch(plan) : 0;
    assert_int_equal(plan->scratch_bytes > 0, c->share == GRN_PARTITION_OWNERS);
    assert_true(plan->scratch_bytes <= (size_t)c->threads << 22); /* as grn_plan_scratch_bytes promises */
    void *scratch = plan->scratch_bytes > 0 ? aligned_alloc(64, plan->scratch_bytes) : NULL;
    assert_int_equal(
        grn_plan_run_scatter(plan, (void *[]){result->data}, index->data, (const void *[]){update->data}, scratch, NULL), GRN_OK);
    free(scratch);
    grn_plan_destroy(plan);
}

static void check_picks(const pick_case *c, const grn_parallel *parallel)
{
    const size_t bytes = grn_dtype_bytes(c->dtype), operand_bytes = POINTS * (size_t)c->operand_step * bytes;
    unsigned char *want = malloc(operand_bytes), *got = malloc(operand_bytes);
    unsigned char *updates = malloc((size_t)c->vectors * (size_t)c->update_step * bytes);
    void *indices = malloc((size_t)c->vectors * 2 * sizeof(int64_t));
    grn_scatter_spec spec = {.dims = ELEMENT, .index = {.bounds = c->bounds}, .combiner = c->combiner};
    assert_true(want != NULL && got != NULL && updates != NULL && indices != NULL);
    fill_elements(c, want, POINTS * c->operand_step);
    fill_elements(c, updates, c->vectors * c->update_step);
    fill_indices(c, indices, c->vectors);
    memcpy(got, want, operand_bytes);
    grn_tensor result = stepped(want, c->dtype, POINTS, c->operand_step);
    grn_tensor index = compact(indices, c->index_dtype, c->rank, (int64_t[]){c->vectors, 2});
    grn_tensor update = stepped(updates, c->dtype, c->vectors, c->update_step);
    if (c->rank == 2) {
        result = compact(want, c->dtype, 2, (int64_t[]){POINTS / 50, 50});
        result.stride[0] = 50 * c->operand_step;
        result.stride[1] = c->operand_step;
        spec.dims = (grn_dimension_numbers){.collapsed_slice_dims = {2, {0, 1}}, .start_index_map = {2, {0, 1}}, .index_vector_dim = 1};
    }
    assert_int_equal(grn_scatter_reference(&spec, 1, &result, &index, &update, NULL), GRN_OK);
    result.data = got;
    run_picked(c, &spec, &result, &index, &update, parallel);
    if (memcmp(want, got, operand_bytes) != 0)
        fail_msg("%s: %s of %s by %s, steps %d and %d, %d coordinates, %d threads, seed %u: not the bits of the reference",
                 c->share == GRN_PARTITION_FILTER ? "picks" : "lists", grn_combiner_text(c->combiner), grn_dtype_text(c->dtype), grn_dtype_text(c->index_dtype), (int)c->operand_step,
                 (int)c->update_step, (int)c->rank, (int)c->threads, (unsigned)c->seed);
    free(want);
    free(got);
    free(updates);
    free(indices);
}

static void test_targets(grn_partition share)
{
    static const grn_dtype dtypes[] = {GRN_F32, GRN_F64, GRN_F16, GRN_BF16, GRN_I8, GRN_I32, GRN_UI64, GRN_I16};
    static const grn_combiner combiners[] = {GRN_COMBINE_ADD, GRN_COMBINE_MUL, GRN_COMBINE_MIN, GRN_COMBINE_MAX, GRN_COMBINE_REPLACE};
    static const grn_bounds bounds[] = {GRN_BOUNDS_SKIP, GRN_BOUNDS_CLAMP};
    uint32_t seed = 1;
    for (int32_t threads = 1; threads <= 16; threads = threads < 3 ? threads + 1 : threads == 3 ? 8 : threads * 2) {
        grn_pool *pool;
        assert_int_equal(grn_pool_create(threads, NULL, &pool), GRN_OK);
        for (size_t d = 0; d < GRN_COUNT(dtypes); d++)
            for (size_t f = 0; f < GRN_COUNT(combiners); f++, seed++)
                check_picks(&(pick_case){.share = share,
                                         .vectors = VECTORS,
                                         .dtype = dtypes[d],
                                         .index_dtype = seed % 3 == 0 ? GRN_I32 : GRN_I64,
                                         .combiner = combiners[f],
                                         .bounds = bounds[seed / 2 % 2],
                                         .cpu = seed % 5 == 0 ? "scalar" : NULL,
                                         .rank = seed % 7 < 4 ? 1 : 2,
                                         .operand_step = seed % 11 < 7 ? 1 : 3,
                                         .update_step = seed % 13 < 10 ? 1 : 2,
                                         .threads = threads,
                                         .seed = seed},
                            grn_pool_parallel(pool));
        grn_pool_destroy(pool);
    }
}

static void test_picks(void **unused)
{
    (void)unused;
    test_targets(GRN_PARTITION_FILTER);
}

static void test_lists(void **unused)
{
    (void)unused;
    test_targets(GRN_PARTITION_OWNERS);
}

/* More than the lists hold at a time, of as many owners as there may be too. */
static void test_many_rounds(void **unused)
{
    static const int32_t threads[] = {1, 2, 64};
    (void)unused;
    for (size_t i = 0; i < GRN_COUNT(threads); i++) {
        grn_pool *pool;
        assert_int_equal(grn_pool_create(threads[i], NULL, &pool), GRN_OK);
        for (uint32_t seed = 1; seed <= 4; seed++)
            check_picks(&(pick_case){.share = GRN_PARTITION_OWNERS,
                                     .vectors = 250000,
                                     .dtype = seed < 3 ? GRN_F32 : GRN_F64,
                                     .index_dtype = seed == 3 ? GRN_I32 : GRN_I64,
                                     .combiner = GRN_COMBINE_ADD,
                                     .rank = seed == 2 ? 2 : 1,
                                     .operand_step = 1,
                                     .update_step = 1,
                                     .threads = threads[i],
                                     .seed = seed},
                        grn_pool_parallel(pool));
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
    assert_false(grn_partition_force(plan, GRN_PARTITION_OWNERS, -1, 2));
    assert_false(grn_partition_force(plan, GRN_PARTITION_FILTER, -1, 2));
    assert_false(grn_partition_force(plan, GRN_PARTITION_LOOP, 0, 2)); /* the vectors */
    grn_plan_destroy(plan);
    tear_down(&b);
}

/* By the promise of unique indices vectors are apart, unless starts are moved or results share memory. */
static void test_promised(void **unused)
{
    static const struct {
        grn_bounds bounds;
        bool unique;
        int64_t row_stride;
        bool may;
    } given[] = {
        {GRN_BOUNDS_SKIP, true, 20, true},   {GRN_BOUNDS_ERROR, true, 20, true},  {GRN_BOUNDS_SKIP, false, 20, false},
        {GRN_BOUNDS_CLAMP, true, 20, false}, {GRN_BOUNDS_SKIP, true, 19, false},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        grn_scatter_spec spec = {.dims = ROWS, .combiner = GRN_COMBINE_REPLACE,
                                 .index = {.bounds = given[i].bounds, .unique_indices = given[i].unique}};
        buffers b;
        grn_plan *plan;
        set_up(1, GRN_COMBINE_REPLACE, &b);
        b.result.stride[0] = given[i].row_stride;
        assert_int_equal(grn_plan_scatter(&spec, 1, &b.result, &b.index, &b.update, NULL, NULL, NULL, &plan), GRN_OK);
        assert_int_equal(grn_partition_force(plan, GRN_PARTITION_LOOP, 0, 2), given[i].may);
        grn_plan_destroy(plan);
        tear_down(&b);
    }
}

/* Columns that share memory meet, though no order of maxima shows: two threads would lose one. */
static void test_shared_columns(void **unused)
{
    grn_scatter_spec spec = {.dims = ROWS, .index = {.bounds = GRN_BOUNDS_SKIP}, .combiner = GRN_COMBINE_MAX};
    (void)unused;
    for (int64_t stride = 0; stride < 2; stride++) {
        buffers b;
        grn_plan *plan;
        set_up(5, GRN_COMBINE_MAX, &b);
        b.result.stride[1] = stride;
        assert_int_equal(grn_plan_scatter(&spec, 1, &b.result, &b.index, &b.update, NULL, NULL, NULL, &plan), GRN_OK);
        int32_t columns = plan->normal.nloops - 1;
        assert_int_equal(grn_partition_force(plan, GRN_PARTITION_LOOP, columns, 2), stride == 1);
        grn_plan_destroy(plan);
        tear_down(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_share), cmocka_unit_test(test_picks),
                                       cmocka_unit_test(test_lists), cmocka_unit_test(test_many_rounds),
                                       cmocka_unit_test(test_refused), cmocka_unit_test(test_promised),
                                       cmocka_unit_test(test_shared_columns)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

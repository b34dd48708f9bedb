/*
 * test_plan_scatter_threads.c - a scatter on a pool of real threads: the bits
 * of one thread, however it is divided and among how many. Updates are random
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
#include "plan/scatter/scatter.h"
#include "support/compositions.h"

#define ELEMENT                                                                              \
    {                                                                                        \
        .collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1 \
    }
#define ROWS                                                                                                          \
    {                                                                                                                 \
        .offset_dims = {1, {1}}, .collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1 \
    }
#define BATCHED(axis, batch)                                                                               \
    {                                                                                                      \
        .collapsed_slice_dims = {1, {axis}}, .operand_batching_dims = {1, {batch}},                        \
        .start_indices_batching_dims = {1, {batch}}, .start_index_map = {1, {axis}}, .index_vector_dim = 2 \
    }

static const struct {
    const char *claim;
    grn_dimension_numbers dims;
    const char *mover, *partition;
    int32_t loop; /* that is cut; -1: as the partition divides */
    int32_t rank, index_rank;
    int64_t operand[2], indices[2], updates[2];
    bool sorted;
    const char *addressing; /* that has to be among them; NULL: any */
} cases[] = {
    {"elements, by owner", ELEMENT, "cells", "owner bins", -1, 1, 1, {3000}, {20000}, {20000}, false, NULL},
    {"rows, by owner", ROWS, "rows", "owner bins", -1, 2, 1, {300, 20}, {2000}, {2000, 20}, false, NULL},
    {"elements, filtered", ELEMENT, "cells", "owner filter", -1, 1, 1, {3000}, {20000}, {20000}, false, NULL},
    {"elements of rows, filtered",
     BATCHED(1, 0),
     "cells",
     "owner filter",
     -1,
     2,
     2,
     {64, 300},
     {64, 400},
     {64, 400},
     false,
     NULL},
    {"rows, filtered", ROWS, "rows", "owner filter", -1, 2, 1, {300, 20}, {4000}, {4000, 20}, false, NULL},
    {"rows, by columns", ROWS, "rows", "loop", 1, 2, 1, {300, 320}, {700}, {700, 320}, false, NULL},
    {"the last dimension, by rows",
     BATCHED(1, 0),
     "cells",
     "loop",
     0,
     2,
     2,
     {64, 300},
     {64, 400},
     {64, 400},
     false,
     NULL},
    {"the first dimension, by columns",
     BATCHED(0, 1),
     "cells",
     "loop",
     1,
     2,
     2,
     {50, 400},
     {60, 400},
     {60, 400},
     false,
     "panels"},
    {"sorted elements, between two", ELEMENT, "cells", "sorted starts", -1, 1, 1, {3000}, {20000}, {20000}, true, NULL},
    {"sorted rows, between two", ROWS, "rows", "sorted starts", -1, 2, 1, {300, 20}, {2000}, {2000, 20}, true, NULL},
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

/* ---- divisions that are forced --------------------------------------------------------------- */

static const grn_partition *partition_named(const char *name)
{
    const grn_partition *p = grn_scatter_tables()->partition;
    while (strcmp(p->name, name) != 0)
        p++;
    return p;
}

static size_t scratch_of(const grn_plan *plan)
{
    const grn_choice *c = &plan->choice;
    size_t addressing = c->addressing->scratch != NULL ? c->addressing->scratch(plan) * (size_t)plan->cut.parts : 0;
    return addressing + (c->partition->scratch != NULL ? c->partition->scratch(plan) : 0);
}

/* A loop into so many parts, as the rows would not of themselves. */
static bool cut_loop(grn_plan *plan, const grn_choice *choice, int32_t loop, int32_t parts)
{
    grn_choice whole = *choice;
    whole.partition = partition_named("none");
    if (!grn_scatter_may_cut(plan, loop) || grn_compose(plan, &whole) != NULL)
        return false;
    int64_t extent = plan->normal.extent[loop];
    plan->choice.partition = choice->partition;
    plan->cut = (grn_cut){loop, (int32_t)(extent < parts ? extent : parts), 1, false};
    return plan->choice.partition->serves(plan) == NULL && plan->choice.addressing->obstacle(plan) == NULL;
}

/* Among so many threads, of which there may be one alone. False where the rows do not go
 * together. */
static bool divide(grn_plan *plan, const grn_choice *choice, int32_t loop, int32_t threads)
{
    plan->threads = threads > 1 ? threads : 2;
    bool goes = loop >= 0 ? cut_loop(plan, choice, loop, threads) : grn_compose(plan, choice) == NULL;
    plan->threads = threads;
    if (!goes)
        return false;
    if (loop < 0)
        plan->cut.parts = threads < GRN_MOST_OWNERS ? threads : GRN_MOST_OWNERS;
    plan->scratch_bytes = scratch_of(plan);
    return true;
}

/* ---- every division, by every addressing and mover ------------------------------------------- */

static void run_divided(size_t i, const grn_plan *plan, const buffers *b, grn_combiner combiner)
{
    void *scratch = scratch_for_plan(plan);
    for (size_t j = 0; j < b->bytes / sizeof(float); j++)
        b->got[j] = combiner == GRN_COMBINE_MUL ? 1.0f : 0.0f;
    assert_int_equal(
        grn_plan_run_scatter(plan, (void *[]){b->got}, b->indices, (const void *[]){b->updates}, scratch, NULL),
        GRN_OK);
    if (memcmp(b->want, b->got, b->bytes) != 0)
        fail_msg("%s by %s, %s, %s in %d parts: not the bits of the reference", cases[i].claim,
                 grn_combiner_text(combiner), plan->choice.addressing->name, plan->choice.mover->name,
                 (int)plan->cut.parts);
    free(scratch);
}

/* Whether the case's own rows were among them. */
static bool run_every_row(size_t i, grn_plan *plan, const buffers *b, grn_combiner combiner, int32_t threads)
{
    const grn_tables *tables = grn_scatter_tables();
    bool seen = false;
    for (const grn_addressing *a = tables->addressing; a->name != NULL; a++)
        for (const grn_mover *m = tables->mover; m->name != NULL; m++) {
            const grn_choice choice = {a, partition_named(cases[i].partition), m, NULL};
            if (!divide(plan, &choice, cases[i].loop, threads))
                continue;
            seen = seen || (strcmp(m->name, cases[i].mover) == 0 &&
                            (cases[i].addressing == NULL || strcmp(a->name, cases[i].addressing) == 0));
            run_divided(i, plan, b, combiner);
        }
    return seen;
}

static void check(size_t i, grn_combiner combiner, const grn_parallel *parallel, int32_t threads)
{
    grn_scatter_spec spec = {.dims = cases[i].dims,
                             .combiner = combiner,
                             .index = {.bounds = GRN_BOUNDS_SKIP, .indices_are_sorted = cases[i].sorted}};
    grn_plan_options options = {.parallel = parallel};
    grn_plan *plan;
    buffers b;
    set_up(i, combiner, &b);
    assert_int_equal(grn_scatter_reference(&spec, 1, &b.result, &b.index, &b.update, NULL), GRN_OK);
    assert_int_equal(grn_plan_scatter(&spec, 1, &b.result, &b.index, &b.update, &options, NULL, NULL, &plan), GRN_OK);
    if (!run_every_row(i, plan, &b, combiner, threads))
        fail_msg("%s: cannot be divided by %s", cases[i].claim, cases[i].partition);
    grn_plan_destroy(plan);
    tear_down(&b);
}

static void test_every_division(void **unused)
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

/* ---- filters and bins: every combiner, element and index type -------------------------------- */

#define POINTS 3000
#define VECTORS 9000

typedef struct owner_case {
    const char *partition;
    int64_t vectors;
    grn_dtype dtype, index_dtype;
    grn_combiner combiner;
    grn_bounds bounds;
    const char *cpu;
    int32_t rank;         /* of the operand: 1, or 2 with pairs of indices */
    int64_t operand_step; /* between elements of the operand's last dimension */
    int64_t update_step;
    int32_t threads;
    uint32_t seed;
} owner_case;

/* Small numbers of the dtype, as the library itself reads them; floats whose sums are rounded in
 * every step. */
static void fill_elements(const owner_case *c, unsigned char *data, int64_t n)
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

static void fill_indices(const owner_case *c, void *data, int64_t vectors)
{
    uint32_t state = c->seed;
    for (int64_t i = 0; i < vectors * c->rank; i++) {
        int64_t x = some_index(&state, c->rank == 1 ? POINTS : i % 2 == 0 ? POINTS / 50 : 50);
        int32_t narrow = (int32_t)x;
        memcpy((char *)data + (size_t)i * grn_dtype_bytes(c->index_dtype),
               c->index_dtype == GRN_I32 ? (void *)&narrow : (void *)&x, grn_dtype_bytes(c->index_dtype));
    }
}

static grn_tensor stepped(void *data, grn_dtype dtype, int64_t n, int64_t step)
{
    grn_tensor t = compact(data, dtype, 1, &n);
    t.stride[0] = step;
    return t;
}

static void run_by_owner(const owner_case *c, const grn_scatter_spec *spec, const grn_tensor *result,
                         const grn_tensor *index, const grn_tensor *update, const grn_parallel *parallel)
{
    grn_plan_options options = {.mover = "cells", .parallel = parallel, .cpu = c->cpu};
    grn_plan *plan;
    assert_int_equal(grn_plan_scatter(spec, 1, result, index, update, &options, NULL, NULL, &plan), GRN_OK);
    grn_choice choice = {grn_scatter_tables()->addressing, partition_named(c->partition), plan->choice.mover, NULL};
    while (!choice.addressing->by_owner)
        choice.addressing++;
    assert_true(divide(plan, &choice, -1, c->threads));
    if (c->seed % 2 == 0)
        plan->conflicts.ahead = 1 + c->seed % 700;
    assert_int_equal(plan->scratch_bytes > 0, strcmp(c->partition, "owner bins") == 0);
    assert_true(plan->scratch_bytes <= (size_t)c->threads << 22); /* as grn_plan_scratch_bytes promises */
    void *scratch = scratch_for_plan(plan);
    assert_int_equal(grn_plan_run_scatter(plan, (void *[]){result->data}, index->data, (const void *[]){update->data},
                                          scratch, NULL),
                     GRN_OK);
    free(scratch);
    grn_plan_destroy(plan);
}

static void check_owners(const owner_case *c, const grn_parallel *parallel)
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
        spec.dims = (grn_dimension_numbers){
            .collapsed_slice_dims = {2, {0, 1}}, .start_index_map = {2, {0, 1}}, .index_vector_dim = 1};
    }
    assert_int_equal(grn_scatter_reference(&spec, 1, &result, &index, &update, NULL), GRN_OK);
    result.data = got;
    run_by_owner(c, &spec, &result, &index, &update, parallel);
    if (memcmp(want, got, operand_bytes) != 0)
        fail_msg(
            "%s: %s of %s by %s, steps %d and %d, %d coordinates, %d threads, seed %u: not the bits of the reference",
            c->partition, grn_combiner_text(c->combiner), grn_dtype_text(c->dtype), grn_dtype_text(c->index_dtype),
            (int)c->operand_step, (int)c->update_step, (int)c->rank, (int)c->threads, (unsigned)c->seed);
    free(want);
    free(got);
    free(updates);
    free(indices);
}

static void test_targets(const char *partition)
{
    static const grn_dtype dtypes[] = {GRN_F32, GRN_F64, GRN_F16, GRN_BF16, GRN_I8, GRN_I32, GRN_UI64, GRN_I16};
    static const grn_combiner combiners[] = {GRN_COMBINE_ADD, GRN_COMBINE_MUL, GRN_COMBINE_MIN, GRN_COMBINE_MAX,
                                             GRN_COMBINE_REPLACE};
    static const grn_bounds bounds[] = {GRN_BOUNDS_SKIP, GRN_BOUNDS_CLAMP};
    uint32_t seed = 1;
    for (int32_t threads = 1; threads <= 16; threads = threads < 3 ? threads + 1 : threads == 3 ? 8 : threads * 2) {
        grn_pool *pool;
        assert_int_equal(grn_pool_create(threads, NULL, &pool), GRN_OK);
        for (size_t d = 0; d < GRN_COUNT(dtypes); d++)
            for (size_t f = 0; f < GRN_COUNT(combiners); f++, seed++)
                check_owners(&(owner_case){.partition = partition,
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

static void test_filter(void **unused)
{
    (void)unused;
    test_targets("owner filter");
}

static void test_bins(void **unused)
{
    (void)unused;
    test_targets("owner bins");
}

/* More than the bins hold at a time, of as many owners as there may be too. */
static void test_many_rounds(void **unused)
{
    static const int32_t threads[] = {1, 2, 64};
    (void)unused;
    for (size_t i = 0; i < GRN_COUNT(threads); i++) {
        grn_pool *pool;
        assert_int_equal(grn_pool_create(threads[i], NULL, &pool), GRN_OK);
        for (uint32_t seed = 1; seed <= 4; seed++)
            check_owners(&(owner_case){.partition = "owner bins",
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

static void for_nobody(void *user, int32_t ntasks, void (*task)(void *context, int32_t i), void *context)
{
    (void)user, (void)ntasks, (void)task, (void)context;
}

static bool may_name(const grn_scatter_spec *spec, const buffers *b, const char *partition)
{
    const grn_plan_options options = {.partition = partition, .parallel = &(grn_parallel){for_nobody, NULL, 2}};
    grn_plan *plan;
    grn_status status = grn_plan_scatter(spec, 1, &b->result, &b->index, &b->update, &options, NULL, NULL, &plan);
    assert_true(status == GRN_OK || status == GRN_E_UNSUPPORTED);
    grn_plan_destroy(plan);
    return status == GRN_OK;
}

static bool may_cut(const grn_scatter_spec *spec, const buffers *b, int32_t loop)
{
    grn_plan *plan;
    assert_int_equal(grn_plan_scatter(spec, 1, &b->result, &b->index, &b->update, NULL, NULL, NULL, &plan), GRN_OK);
    bool may = grn_scatter_may_cut(plan, loop >= 0 ? loop : plan->normal.nloops + loop);
    grn_plan_destroy(plan);
    return may;
}

/* What may not be divided is not, whoever asks. */
static void test_refused(void **unused)
{
    grn_scatter_spec spec = {
        .dims = ROWS, .index = {.bounds = GRN_BOUNDS_SKIP, .indices_are_sorted = true}, .combiner = GRN_COMBINE_ADD};
    buffers b;
    (void)unused;
    set_up(1, GRN_COMBINE_ADD, &b);
    assert_true(may_name(&spec, &b, "owner bins") && may_name(&spec, &b, "owner filter") &&
                may_name(&spec, &b, "sorted starts"));
    assert_false(may_name(&spec, &b, "loop"));
    spec.dims.collapsed_slice_dims.count = 0; /* windows of 2 rows, which may overlap */
    spec.dims.offset_dims = (grn_dims){2, {1, 2}};
    b.index = compact(b.indices, GRN_I64, 1, (int64_t[]){100});
    b.update = compact(b.updates, GRN_F32, 3, (int64_t[]){100, 2, 20});
    assert_false(may_name(&spec, &b, "owner bins") || may_name(&spec, &b, "owner filter") ||
                 may_name(&spec, &b, "sorted starts"));
    assert_false(may_name(&spec, &b, "loop"));
    assert_false(may_cut(&spec, &b, 0)); /* the vectors */
    tear_down(&b);
}

/* By the promise of unique indices vectors are apart, unless starts are moved or results share
 * memory. */
static void test_promised(void **unused)
{
    static const struct {
        grn_bounds bounds;
        bool unique;
        int64_t row_stride;
        bool may;
    } given[] = {
        {GRN_BOUNDS_SKIP, true, 20, true},   {GRN_BOUNDS_ERROR, true, 20, true}, {GRN_BOUNDS_SKIP, false, 20, false},
        {GRN_BOUNDS_CLAMP, true, 20, false}, {GRN_BOUNDS_SKIP, true, 19, false},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        grn_scatter_spec spec = {.dims = ROWS,
                                 .combiner = GRN_COMBINE_REPLACE,
                                 .index = {.bounds = given[i].bounds, .unique_indices = given[i].unique}};
        buffers b;
        set_up(1, GRN_COMBINE_REPLACE, &b);
        b.result.stride[0] = given[i].row_stride;
        assert_int_equal(may_cut(&spec, &b, 0), given[i].may);
        assert_int_equal(may_name(&spec, &b, "loop"), given[i].may);
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
        set_up(5, GRN_COMBINE_MAX, &b);
        b.result.stride[1] = stride;
        assert_int_equal(may_cut(&spec, &b, -1), stride == 1);
        tear_down(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_division), cmocka_unit_test(test_filter),
                                       cmocka_unit_test(test_bins),           cmocka_unit_test(test_many_rounds),
                                       cmocka_unit_test(test_refused),        cmocka_unit_test(test_promised),
                                       cmocka_unit_test(test_shared_columns)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

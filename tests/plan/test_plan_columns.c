/*
 * test_plan_columns.c - scatters and gathers of single elements along a
 * dimension that is not the last: every composition gives the reference's
 * bits. Random specs seldom have runs that are long enough for columns and
 * panels, or indices that repeat, so that these have a test of their own.
 *
 * GARNER_SEED: where to begin.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "plan/scatter/scatter.h"

enum { MOST_BATCHES = 3, MOST_ROWS = 9, MOST_COLUMNS = 300, MOST = MOST_BATCHES * MOST_ROWS * MOST_COLUMNS };

typedef struct problem {
    int64_t batches, rows, updates, columns;
    grn_dtype index_dtype;
    bool is_scatter;
    grn_scatter_spec scatter;
    grn_gather_spec gather;
    grn_tensor operand, indices, dense;
    float operand_data[MOST], dense_data[MOST], begin[MOST];
    int64_t index_data[MOST];
} problem;

static uint64_t next(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state >> 11;
}

static grn_tensor tensor(grn_dtype dtype, void *data, int64_t a, int64_t b, int64_t c)
{
    grn_tensor t = {.dtype = dtype, .rank = 3, .data = data, .shape = {a, b, c}, .stride = {b * c, c, 1}};
    return t;
}

static void repeat(problem *p, int64_t from, int64_t to)
{
    int32_t *narrow = (int32_t *)(void *)p->index_data;
    if (p->index_dtype == GRN_I32)
        narrow[to] = narrow[from];
    else
        p->index_data[to] = p->index_data[from];
}

/* One in eight indices is out of range. Of two problems in three most rows, or all, repeat their first. */
static void draw_indices(problem *p, uint64_t *state)
{
    int32_t *narrow = (int32_t *)(void *)p->index_data;
    const uint64_t pattern = next(state) % 3;
    for (int64_t i = 0; i < p->batches * p->updates * p->columns; i++) {
        if (i % p->columns > 0 && pattern > 0 && (pattern == 1 || next(state) % (32 * (uint64_t)p->columns) != 0)) {
            repeat(p, i - i % p->columns, i);
            continue;
        }
        int64_t start = (int64_t)(next(state) % (uint64_t)p->rows);
        if (next(state) % 8 == 0)
            start = (int64_t)(next(state) % 7) - 3 + (start % 2) * p->rows;
        if (p->index_dtype == GRN_I32)
            narrow[i] = (int32_t)start;
        else
            p->index_data[i] = start;
    }
}

static void draw_dims(problem *p, grn_dimension_numbers *d)
{
    *d = (grn_dimension_numbers){.collapsed_slice_dims = {1, {1}},
                                 .operand_batching_dims = {2, {0, 2}},
                                 .start_indices_batching_dims = {2, {0, 2}},
                                 .start_index_map = {1, {1}},
                                 .index_vector_dim = 3};
    (void)p;
}

static void draw(problem *p, uint64_t seed)
{
    static const grn_combiner combiners[] = {GRN_COMBINE_REPLACE, GRN_COMBINE_ADD, GRN_COMBINE_MIN, GRN_COMBINE_MUL};
    uint64_t state = seed * UINT64_C(0x9E3779B97F4A7C15) + 1;
    p->batches = 1 + (int64_t)(next(&state) % MOST_BATCHES);
    p->rows = 1 + (int64_t)(next(&state) % MOST_ROWS);
    p->updates = 1 + (int64_t)(next(&state) % MOST_ROWS);
    p->columns = 1 + (int64_t)(next(&state) % MOST_COLUMNS);
    p->index_dtype = next(&state) % 2 ? GRN_I64 : GRN_I32;
    p->is_scatter = seed % 3 != 0;
    p->operand = tensor(GRN_F32, p->operand_data, p->batches, p->rows, p->columns);
    p->indices = tensor(p->index_dtype, p->index_data, p->batches, p->updates, p->columns);
    p->dense = tensor(GRN_F32, p->dense_data, p->batches, p->updates, p->columns);
    grn_index_rule rule = {.bounds = next(&state) % 2 ? GRN_BOUNDS_CLAMP : GRN_BOUNDS_SKIP, .grain = GRN_GRAIN_ELEMENT};
    p->scatter = (grn_scatter_spec){.index = rule, .combiner = combiners[next(&state) % 4]};
    rule.bounds = rule.bounds == GRN_BOUNDS_SKIP ? GRN_BOUNDS_FILL : rule.bounds;
    p->gather = (grn_gather_spec){.index = rule, .slice_sizes = {3, {1, 1, 1}}};
    draw_dims(p, &p->scatter.dims);
    draw_dims(p, &p->gather.dims);
    draw_indices(p, &state);
    for (int64_t i = 0; i < MOST; i++) {
        p->begin[i] = (float)(int64_t)(next(&state) % 64) / 4;
        p->dense_data[i] = (float)(int64_t)(next(&state) % 64) / 8 - 3;
    }
}

static void begin(problem *p)
{
    memcpy(p->operand_data, p->begin, sizeof p->begin);
    if (!p->is_scatter)
        memset(p->dense_data, 0xEE, sizeof p->dense_data);
}

/* What a run writes. */
static const float *written(const problem *p) { return p->is_scatter ? p->operand_data : p->dense_data; }

/* Everything that applies, on one thread and in parts that come the last one first. */
static void last_first(void *user, int32_t ntasks, void (*task)(void *context, int32_t i), void *context)
{
    (void)user;
    while (ntasks > 0)
        task(context, --ntasks);
}

static grn_status make(const problem *p, const grn_plan_composition *c, grn_plan **out)
{
    static const grn_parallel backwards = {last_first, NULL, 5};
    grn_plan_options options = {.parallel = &backwards};
    if (c != NULL) {
        options.addressing = c->addressing;
        options.partition = c->partition;
        options.mover = c->mover;
    }
    return p->is_scatter
               ? grn_plan_scatter(&p->scatter, 1, &p->operand, &p->indices, &p->dense, &options, NULL, NULL, out)
               : grn_plan_gather(&p->gather, &p->operand, &p->indices, &p->dense, &options, NULL, NULL, out);
}

static void run(problem *p, const grn_plan *plan)
{
    size_t bytes = grn_plan_scratch_bytes(plan);
    void *scratch = bytes > 0 ? aligned_alloc(64, (bytes + 63) / 64 * 64) : NULL;
    void *results = p->operand_data;
    const void *updates = p->dense_data;
    begin(p);
    grn_status status = p->is_scatter
                            ? grn_plan_run_scatter(plan, &results, p->index_data, &updates, scratch, NULL)
                            : grn_plan_run_gather(plan, p->operand_data, p->index_data, p->dense_data, scratch, NULL);
    assert_int_equal(status, GRN_OK);
    free(scratch);
}

static void reference(problem *p, float *out)
{
    begin(p);
    grn_status status = p->is_scatter ? grn_scatter_reference(&p->scatter, 1, &p->operand, &p->indices, &p->dense, NULL)
                                      : grn_gather_reference(&p->gather, &p->operand, &p->indices, &p->dense, NULL);
    assert_int_equal(status, GRN_OK);
    memcpy(out, written(p), sizeof p->begin);
}

static void check(problem *p, uint64_t seed, int *columns, int *panels, int broadcast[2])
{
    static float want[MOST];
    grn_plan_composition all[64];
    grn_plan *plan = NULL;
    reference(p, want);
    assert_int_equal(make(p, NULL, &plan), GRN_OK);
    size_t count = grn_plan_compositions(plan, 64, all);
    grn_plan_destroy(plan);
    assert_true(count > 0 && count <= 64);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(make(p, &all[i], &plan), GRN_OK);
        run(p, plan);
        grn_plan_destroy(plan);
        if (memcmp(want, written(p), sizeof want) != 0)
            fail_msg("%s, %s, %s differs from the reference; GARNER_SEED=%llu", all[i].addressing, all[i].partition,
                     all[i].mover, (unsigned long long)seed);
        *columns += strcmp(all[i].addressing, "columns") == 0;
        *panels += strcmp(all[i].addressing, "panels") == 0;
        broadcast[p->is_scatter] += strcmp(all[i].addressing, "broadcast") == 0;
    }
}

static void test_columns(void **unused)
{
    static problem p;
    const char *text = getenv("GARNER_SEED");
    uint64_t first = text != NULL ? strtoull(text, NULL, 0) : 1;
    int columns = 0, panels = 0, broadcast[2] = {0, 0};
    (void)unused;
    for (uint64_t seed = first; seed < first + 300; seed++) {
        draw(&p, seed);
        check(&p, seed, &columns, &panels, broadcast);
    }
    assert_true(columns > 100 && panels > 100 && broadcast[0] > 100 && broadcast[1] > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_columns)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

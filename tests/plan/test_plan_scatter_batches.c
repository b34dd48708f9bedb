/*
 * test_plan_scatter_listed.c - scatters whose runs are short, whose indices are
 * narrow or partly out of range, or whose loops do not lie in a row: the bits
 * of the reference, on one thread and on three.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "garner/threads.h"
#include "plan/scatter/scatter.h"
#include "support/share.h"

/* Along `axis` of an operand of as many dimensions as indices and updates. */
#define ALONG_1(axis)                                                                              \
    {                                                                                              \
        .collapsed_slice_dims = {1, {axis}}, .start_index_map = {1, {axis}}, .index_vector_dim = 1 \
    }
#define ALONG_2(axis, b)                                                                               \
    {                                                                                                  \
        .collapsed_slice_dims = {1, {axis}}, .operand_batching_dims = {1, {b}},                        \
        .start_indices_batching_dims = {1, {b}}, .start_index_map = {1, {axis}}, .index_vector_dim = 2 \
    }
#define ALONG_3(axis, b, c)                                                                               \
    {                                                                                                     \
        .collapsed_slice_dims = {1, {axis}}, .operand_batching_dims = {2, {b, c}},                        \
        .start_indices_batching_dims = {2, {b, c}}, .start_index_map = {1, {axis}}, .index_vector_dim = 3 \
    }
#define BATCHED_ROWS                                                                                  \
    {                                                                                                 \
        .offset_dims = {1, {2}}, .collapsed_slice_dims = {1, {1}}, .operand_batching_dims = {1, {0}}, \
        .start_indices_batching_dims = {1, {0}}, .start_index_map = {1, {1}}, .index_vector_dim = 2   \
    }
#define ROWS                                                                                                          \
    {                                                                                                                 \
        .offset_dims = {1, {1}}, .collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1 \
    }
#define PAIRS                                                                                      \
    {                                                                                              \
        .collapsed_slice_dims = {2, {0, 1}}, .start_index_map = {2, {0, 1}}, .index_vector_dim = 1 \
    }

static const struct {
    const char *claim;
    grn_dimension_numbers dims;
    int32_t rank, index_rank, update_rank;
    int64_t operand[3], indices[3], updates[3];
    int64_t extent; /* what indices are drawn from */
} cases[] = {
    {"one long run", ALONG_1(0), 1, 1, 1, {900}, {5000}, {5000}, 900},
    {"rows of 5", ALONG_2(1, 0), 2, 2, 2, {300, 8}, {300, 5}, {300, 5}, 8},
    {"rows of 130, which no block holds two of", ALONG_2(1, 0), 2, 2, 2, {20, 90}, {20, 130}, {20, 130}, 90},
    {"columns of 7", ALONG_2(0, 1), 2, 2, 2, {50, 7}, {300, 7}, {300, 7}, 50},
    {"fewer rows and columns than the operand has", ALONG_2(0, 1), 2, 2, 2, {50, 40}, {60, 33}, {60, 33}, 50},
    {"the middle of three", ALONG_3(1, 0, 2), 3, 3, 3, {9, 30, 11}, {9, 20, 11}, {9, 20, 11}, 30},
    {"the last of three, fewer of each", ALONG_3(2, 0, 1), 3, 3, 3, {9, 13, 30}, {8, 12, 17}, {8, 12, 17}, 30},
    {"the first of three", ALONG_3(0, 1, 2), 3, 3, 3, {30, 9, 11}, {25, 8, 11}, {25, 8, 11}, 30},
    {"batches of few rows", BATCHED_ROWS, 3, 2, 3, {70, 9, 6}, {70, 4}, {70, 4, 6}, 9},
    {"rows in one run", ROWS, 2, 1, 2, {200, 6}, {2000}, {2000, 6}, 200},
    {"pairs of indices", PAIRS, 2, 2, 1, {30, 25}, {1000, 2}, {1000}, 25},
};

static const grn_dtype index_types[] = {GRN_I64, GRN_I32, GRN_UI8, GRN_I16, GRN_I4};
static const grn_dtype element_types[] = {GRN_F32, GRN_I8, GRN_BF16, GRN_F64};
static const grn_combiner combiners[] = {GRN_COMBINE_ADD, GRN_COMBINE_REPLACE, GRN_COMBINE_MAX};

/* How the rule meets an index: none, some or every second out of range. */
static const struct {
    grn_bounds bounds;
    bool wrap;
    int64_t base;
    uint32_t wrong; /* one in so many; 0: none */
} rules[] = {{GRN_BOUNDS_SKIP, false, 0, 0},  {GRN_BOUNDS_SKIP, false, 0, 40}, {GRN_BOUNDS_SKIP, false, 0, 2},
             {GRN_BOUNDS_CLAMP, false, 0, 9}, {GRN_BOUNDS_SKIP, true, 0, 5},   {GRN_BOUNDS_SKIP, false, 1, 30}};

typedef struct buffers {
    unsigned char want[1 << 17], got[1 << 17], indices[1 << 17], updates[1 << 17];
    grn_tensor result, index, update;
} buffers;

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* Compact, or every second element with the dimensions in memory the other way round. */
static grn_tensor lay(void *data, grn_dtype dtype, int32_t rank, const int64_t *shape, bool apart)
{
    grn_tensor t = {.data = data, .dtype = dtype, .rank = rank};
    int64_t stride = apart ? 2 : 1;
    for (int32_t k = 0; k < rank; k++) {
        int32_t d = apart ? k : rank - 1 - k;
        t.shape[d] = shape[d];
        t.stride[d] = stride;
        stride *= shape[d];
    }
    return t;
}

static void fill_indices(buffers *b, size_t c, size_t r, uint32_t *state)
{
    size_t bytes = grn_dtype_bytes(b->index.dtype);
    int64_t extent = b->index.dtype == GRN_I4 ? 8 : cases[c].extent, few = extent < 100 ? extent : 100;
    for (size_t i = 0; i + bytes <= sizeof b->indices; i += bytes) {
        int64_t x = next_random(state) % (uint32_t)(i / bytes % 2 == 0 ? 5 : few) + rules[r].base;
        if (rules[r].wrong > 0 && next_random(state) % rules[r].wrong == 0)
            x = next_random(state) % 2 == 0 ? extent + 20 : -1 - (int64_t)(next_random(state) % 5);
        memcpy(b->indices + i, &x, bytes);
    }
}

static void set_up(buffers *b, size_t c, size_t r, grn_dtype dtype, grn_dtype index_dtype, bool apart, uint32_t seed)
{
    uint32_t state = seed;
    size_t bytes = grn_dtype_bytes(dtype);
    b->result = lay(b->want, dtype, cases[c].rank, cases[c].operand, false);
    b->index = lay(b->indices, index_dtype, cases[c].index_rank, cases[c].indices, apart);
    b->update = lay(b->updates, dtype, cases[c].update_rank, cases[c].updates, apart);
    fill_indices(b, c, r, &state);
    for (size_t i = 0; i < sizeof b->updates; i++) /* no NaN and no infinity: the exponent's highest bit is 0 */
        b->updates[i] = (unsigned char)(next_random(&state) & (i % bytes + 1 == bytes ? 0xBFu : 0xFFu));
    memset(b->want, 0, sizeof b->want);
    memset(b->got, 0, sizeof b->got);
}

/* `ahead`: as a plan has it whose targets are not in a cache. */
static void check(buffers *b, size_t c, size_t r, grn_combiner combiner, const char *cpu, const grn_parallel *parallel,
                  int32_t ahead)
{
    grn_scatter_spec spec = {.dims = cases[c].dims,
                             .combiner = combiner,
                             .index = {.bounds = rules[r].bounds,
                                       .wrap_negative = rules[r].wrap,
                                       .base = rules[r].base,
                                       .batch_rule = GRN_BATCH_PREFIX}};
    grn_plan_options options = {.cpu = cpu, .parallel = parallel};
    static _Alignas(64) unsigned char scratch[1 << 23];
    grn_plan *plan;
    assert_int_equal(grn_scatter_reference(&spec, 1, &b->result, &b->index, &b->update, NULL), GRN_OK);
    assert_int_equal(grn_plan_scatter(&spec, 1, &b->result, &b->index, &b->update, &options, NULL, NULL, &plan),
                     GRN_OK);
    assert_true(grn_plan_scratch_bytes(plan) <= sizeof scratch);
    plan->conflicts.ahead = ahead;
    assert_int_equal(
        grn_plan_run_scatter(plan, (void *[]){b->got}, b->indices, (const void *[]){b->updates}, scratch, NULL),
        GRN_OK);
    if (memcmp(b->want, b->got, sizeof b->want) != 0)
        fail_msg("%s, rule %d, %s of %s by %s, %s: not the bits of the reference", cases[c].claim, (int)r,
                 grn_combiner_text(combiner), grn_dtype_text(b->result.dtype), grn_dtype_text(b->index.dtype), cpu);
    grn_plan_destroy(plan);
}

static void check_all(const grn_parallel *parallel, const char *cpu)
{
    static buffers b;
    uint32_t seed = 1;
    for (size_t c = 0; c < GRN_COUNT(cases); c++)
        for (size_t r = 0; r < GRN_COUNT(rules); r++)
            for (size_t i = 0; i < GRN_COUNT(index_types); i++)
                for (int k = 0; k < 4; k++, seed++) {
                    if (!test_takes(seed, TEST_ONE_IN))
                        continue;
                    set_up(&b, c, r, element_types[seed % GRN_COUNT(element_types)], index_types[i], k % 2 != 0, seed);
                    check(&b, c, r, combiners[seed % GRN_COUNT(combiners)], cpu, parallel,
                          (int32_t[]){0, 5, 128}[seed / 7 % 3]);
                }
}

static void test_one_thread(void **unused)
{
    (void)unused;
    check_all(NULL, "scalar");
    check_all(NULL, NULL);
}

static void test_three_threads(void **unused)
{
    grn_pool *pool;
    (void)unused;
    assert_int_equal(grn_pool_create(3, NULL, &pool), GRN_OK);
    check_all(grn_pool_parallel(pool), NULL);
    grn_pool_destroy(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_one_thread), cmocka_unit_test(test_three_threads)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_explain_steps.c - steps by hand: the example of the batching-dims proposal, and one row per
 * rule for indices. */
#include "access/spec_test.h"
#include "garner/explain.h"

/* ---- the example of the StableHLO specification, gather with batching dims ------------------- */

/* The indices of the example; but the last vector is [2, 1], as it is in the proposal's diagram. */
static int64_t start_indices[] = {0, 0, 1, 0, 2, 1, 0, 1, 1, 1, 0, 9, 0, 0, 2, 1, 2, 2, 1, 2, 0, 1, 2, 1};
static const grn_tensor vectors = {start_indices, GRN_I64, 4, {2, 2, 3, 2}, {12, 6, 2, 1}};
static const grn_tensor operand = {NULL, GRN_I32, 4, {2, 3, 4, 2}, {24, 8, 2, 1}};
static const grn_dimension_numbers batched = {.offset_dims = {2, {3, 4}},
                                              .collapsed_slice_dims = {1, {1}},
                                              .operand_batching_dims = {1, {0}},
                                              .start_indices_batching_dims = {1, {1}},
                                              .start_index_map = {2, {2, 1}},
                                              .index_vector_dim = 3};

/* The three rows of the diagram, with the parts that it leaves out by the text of the
 * specification; and one more. */
static const struct row {
    int64_t result_index[5], batch_index[3], start_index[2], wanted[4], full_start_index[4], full_batching_index[4],
        offset_index[2], full_offset_index[4], operand_index[4];
    grn_explain_end end;
} rows[] = {{{0, 0, 1, 0, 1},
             {0, 0, 1},
             {1, 0},
             {0, 0, 1, 0},
             {0, 0, 1, 0},
             {0, 0, 0, 0},
             {0, 1},
             {0, 0, 0, 1},
             {0, 0, 1, 1},
             GRN_EXPLAIN_REACHED},
            {{1, 1, 2, 1, 0},
             {1, 1, 2},
             {2, 1},
             {0, 1, 2, 0},
             {0, 1, 2, 0},
             {1, 0, 0, 0},
             {1, 0},
             {0, 0, 1, 0},
             {1, 1, 3, 0},
             GRN_EXPLAIN_REACHED},
            {{0, 1, 2, 1, 1},
             {0, 1, 2},
             {0, 9},
             {0, 9, 0, 0},
             {0, 2, 0, 0},
             {1, 0, 0, 0},
             {1, 1},
             {0, 0, 1, 1},
             {1, 2, 1, 1},
             GRN_EXPLAIN_CLAMPED},
            {{1, 0, 2, 0, 1},
             {1, 0, 2},
             {2, 2},
             {0, 2, 2, 0},
             {0, 2, 2, 0},
             {0, 0, 0, 0},
             {0, 1},
             {0, 0, 0, 1},
             {0, 2, 2, 1},
             GRN_EXPLAIN_REACHED}};

#define SAME(field, want) assert_memory_equal(e.field, want, sizeof(want))

static void compare(const struct row *r, grn_explained e)
{
    SAME(dense_index, r->result_index);
    SAME(batch_index, r->batch_index);
    SAME(raw_start_index, r->start_index);
    SAME(wanted_start_index, r->wanted);
    SAME(full_start_index, r->full_start_index);
    SAME(full_batching_index, r->full_batching_index);
    SAME(offset_index, r->offset_index);
    SAME(full_offset_index, r->full_offset_index);
    SAME(operand_index, r->operand_index);
    assert_int_equal(e.end, r->end);
    assert_int_equal(e.dense_rank, 5);
    assert_int_equal(e.batch_rank, 3);
    assert_int_equal(e.offset_rank, 2);
    assert_int_equal(e.operand_rank, 4);
    assert_int_equal(e.components, 2);
}

static void test_proposal(void **unused)
{
    const grn_gather_spec spec = {.dims = batched, .slice_sizes = {4, {1, 1, 2, 2}}};
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        grn_explained e;
        assert_int_equal(grn_explain_gather(&spec, &operand, &vectors, rows[i].result_index, NULL, &e), GRN_OK);
        compare(&rows[i], e);
        assert_false(e.is_scatter);
        for (int d = 0; d < 4; d++)
            assert_int_equal(e.clamped[d], rows[i].wanted[d] != rows[i].full_start_index[d]);
    }
}

/* The scatter of the same dimension numbers clamps nothing: the third row leaves the input. */
static void test_proposal_scatter(void **unused)
{
    const grn_scatter_spec spec = {.dims = batched, .index = {.bounds = GRN_BOUNDS_SKIP}, .combiner = GRN_COMBINE_ADD};
    const grn_tensor updates = {NULL, GRN_I32, 5, {2, 2, 3, 2, 2}, {24, 12, 4, 2, 1}};
    const int64_t left[4] = {1, 9, 1, 1};
    grn_explained e;
    (void)unused;
    assert_int_equal(grn_explain_update(&spec, &operand, &vectors, &updates, rows[0].result_index, NULL, &e), GRN_OK);
    compare(&rows[0], e);
    assert_true(e.is_scatter);
    assert_int_equal(grn_explain_update(&spec, &operand, &vectors, &updates, rows[1].result_index, NULL, &e), GRN_OK);
    compare(&rows[1], e);
    assert_int_equal(grn_explain_update(&spec, &operand, &vectors, &updates, rows[2].result_index, NULL, &e), GRN_OK);
    SAME(operand_index, left);
    assert_int_equal(e.end, GRN_EXPLAIN_DROPPED);
    assert_true(e.outside[1]);
    assert_false(e.outside[0]);
}

/* Every element of the proposal's scatter: its input counts from 1, its updates are ones, and its
 * text has the result. */
static const int64_t result_of_proposal[48] = {3,  4,  6,  7,  6,  7,  7,  8,  9,  10, 11, 12, 15, 16, 17, 18,
                                               17, 18, 19, 20, 22, 23, 24, 25, 25, 26, 28, 29, 30, 31, 31, 32,
                                               35, 36, 38, 39, 38, 39, 39, 40, 41, 42, 44, 45, 46, 47, 47, 48};

typedef struct sum {
    int64_t now;
    uint64_t n;
    int64_t last[5]; /* update_index of the one before */
} sum;

static grn_status add_one(void *user, const grn_explained_update *u)
{
    sum *s = user;
    int32_t d = 0;
    assert_int_equal(u->number, s->n++);
    assert_int_equal(*(const int64_t *)u->before[0], s->now);
    assert_int_equal(*(const int64_t *)u->update[0], 1);
    assert_int_equal(*(const int64_t *)u->after[0], ++s->now);
    while (s->n > 1 && d < 5 && u->steps->dense_index[d] == s->last[d])
        d++;
    assert_true(s->n == 1 || (d < 5 && u->steps->dense_index[d] > s->last[d])); /* in row-major order */
    memcpy(s->last, u->steps->dense_index, sizeof s->last);
    return GRN_OK;
}

static void test_proposal_updates(void **unused)
{
    int64_t indices[24], input[48], ones[48];
    memcpy(indices, start_indices, sizeof indices);
    indices[22] = 1, indices[23] = 0; /* as in the text of the example, which has the result */
    for (int i = 0; i < 48; i++)
        input[i] = i + 1, ones[i] = 1;
    const grn_tensor inputs = {input, GRN_I64, 4, {2, 3, 4, 2}, {24, 8, 2, 1}},
                     at = {indices, GRN_I64, 4, {2, 2, 3, 2}, {12, 6, 2, 1}},
                     updates = {ones, GRN_I64, 5, {2, 2, 3, 2, 2}, {24, 12, 4, 2, 1}};
    const grn_scatter_spec spec = {.dims = batched, .index = {.bounds = GRN_BOUNDS_SKIP}, .combiner = GRN_COMBINE_ADD};
    (void)unused;
    for (int64_t i = 0; i < 48; i++) {
        const int64_t element[4] = {i / 24, i / 8 % 3, i / 2 % 4, i % 2};
        sum s = {i + 1, 0, {0}};
        const grn_update_visitor visitor = {add_one, &s};
        assert_int_equal(grn_explain_scatter(&spec, 1, &inputs, &at, &updates, element, &visitor, NULL), GRN_OK);
        assert_int_equal(s.now, result_of_proposal[i]);
        assert_int_equal(s.n, result_of_proposal[i] - (i + 1));
    }
}

/* ---- rules for indices: a window of two of a line of five ------------------------------------ */

static const struct {
    const char *claim;
    grn_index_rule rule;
    int64_t raw, start, full;
    bool wrapped, outside, clamped;
    grn_explain_end end[2]; /* of both elements of the window */
} rules[] = {
    {"clamp: in range",
     {.bounds = GRN_BOUNDS_CLAMP},
     3,
     3,
     3,
     false,
     false,
     false,
     {GRN_EXPLAIN_REACHED, GRN_EXPLAIN_REACHED}},
    {"clamp: too far",
     {.bounds = GRN_BOUNDS_CLAMP},
     4,
     4,
     3,
     false,
     true,
     true,
     {GRN_EXPLAIN_CLAMPED, GRN_EXPLAIN_CLAMPED}},
    {"clamp: negative",
     {.bounds = GRN_BOUNDS_CLAMP},
     -1,
     -1,
     0,
     false,
     true,
     true,
     {GRN_EXPLAIN_CLAMPED, GRN_EXPLAIN_CLAMPED}},
    {"from one",
     {.base = 1, .bounds = GRN_BOUNDS_CLAMP},
     4,
     3,
     3,
     false,
     false,
     false,
     {GRN_EXPLAIN_REACHED, GRN_EXPLAIN_REACHED}},
    {"from one: zero",
     {.base = 1, .bounds = GRN_BOUNDS_CLAMP},
     0,
     -1,
     0,
     false,
     true,
     true,
     {GRN_EXPLAIN_CLAMPED, GRN_EXPLAIN_CLAMPED}},
    {"wrap",
     {.wrap_negative = true, .bounds = GRN_BOUNDS_ERROR},
     -2,
     3,
     3,
     true,
     false,
     false,
     {GRN_EXPLAIN_REACHED, GRN_EXPLAIN_REACHED}},
    {"wrap: once only",
     {.wrap_negative = true, .bounds = GRN_BOUNDS_ERROR},
     -6,
     -1,
     -1,
     true,
     true,
     false,
     {GRN_EXPLAIN_OUT_OF_RANGE, GRN_EXPLAIN_OUT_OF_RANGE}},
    {"error",
     {.bounds = GRN_BOUNDS_ERROR},
     4,
     4,
     4,
     false,
     true,
     false,
     {GRN_EXPLAIN_OUT_OF_RANGE, GRN_EXPLAIN_OUT_OF_RANGE}},
    {"fill by element",
     {.bounds = GRN_BOUNDS_FILL},
     4,
     4,
     4,
     false,
     true,
     false,
     {GRN_EXPLAIN_REACHED, GRN_EXPLAIN_FILLED}},
    {"fill by window",
     {.bounds = GRN_BOUNDS_FILL, .grain = GRN_GRAIN_WINDOW},
     4,
     4,
     4,
     false,
     true,
     false,
     {GRN_EXPLAIN_FILLED, GRN_EXPLAIN_FILLED}},
    {"fill: below",
     {.bounds = GRN_BOUNDS_FILL},
     -1,
     -1,
     -1,
     false,
     true,
     false,
     {GRN_EXPLAIN_FILLED, GRN_EXPLAIN_REACHED}},
    {"fill: the ends of int64_t",
     {.bounds = GRN_BOUNDS_FILL},
     INT64_MAX,
     INT64_MAX,
     INT64_MAX,
     false,
     true,
     false,
     {GRN_EXPLAIN_FILLED, GRN_EXPLAIN_FILLED}},
};

static void test_rules(void **unused)
{
    const grn_tensor line = {NULL, GRN_F32, 1, {5}, {1}};
    (void)unused;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        int64_t raw = rules[i].raw;
        const grn_tensor indices = {&raw, GRN_I64, 1, {1}, {1}};
        const grn_gather_spec spec = {
            .dims = {.offset_dims = {1, {1}}, .start_index_map = {1, {0}}, .index_vector_dim = 1},
            .index = rules[i].rule,
            .slice_sizes = {1, {2}}};
        for (int64_t k = 0; k < 2; k++) {
            grn_explained e;
            assert_int_equal(grn_explain_gather(&spec, &line, &indices, (int64_t[]){0, k}, NULL, &e), GRN_OK);
            if (e.start_index[0] != rules[i].start || e.full_start_index[0] != rules[i].full ||
                e.wrapped[0] != rules[i].wrapped || e.outside[0] != rules[i].outside ||
                e.clamped[0] != rules[i].clamped || e.end != rules[i].end[k])
                fail_msg("%s: start %lld, full %lld, %s", rules[i].claim, (long long)e.start_index[0],
                         (long long)e.full_start_index[0], grn_explain_end_text(e.end));
        }
    }
}

/* An unsigned index is widened as such. */
static void test_unsigned(void **unused)
{
    uint8_t raw = 200;
    const grn_tensor line = {NULL, GRN_F32, 1, {5}, {1}}, indices = {&raw, GRN_UI8, 0, {0}, {0}};
    const grn_gather_spec spec = {.dims = {.collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}},
                                  .slice_sizes = {1, {1}}};
    grn_explained e;
    (void)unused;
    assert_int_equal(grn_explain_gather(&spec, &line, &indices, (int64_t[]){0}, NULL, &e), GRN_OK);
    assert_int_equal(e.raw_start_index[0], 200);
    assert_int_equal(e.operand_index[0], 4);
    assert_int_equal(e.end, GRN_EXPLAIN_CLAMPED);
}

/* ---- the updates of an element --------------------------------------------------------------- */

typedef struct seen {
    int n;
    int64_t update_index[8][2];
    int32_t before[8], update[8], after[8];
} seen;

static grn_status see(void *user, const grn_explained_update *u)
{
    seen *s = user;
    assert_int_equal(u->number, s->n);
    assert_int_equal(u->ninputs, 1);
    assert_true(s->n < 8);
    memcpy(s->update_index[s->n], u->steps->dense_index, 2 * sizeof(int64_t));
    memcpy(&s->before[s->n], u->before[0], 4);
    memcpy(&s->update[s->n], u->update[0], 4);
    memcpy(&s->after[s->n++], u->after[0], 4);
    return GRN_OK;
}

/*
 * Windows of two at 0, 1, 1 and 3 of {100, 200, 300, 400}: the second element gets the second of
 * the first window and the first of both at 1; of the last window only its first lies inside. The
 * updates' window dim is dim 0 in one case, dim 1 in the other: the order of the updates is another
 * then.
 */
static void scatter(int64_t window_dim, int64_t result, seen *s)
{
    int32_t input[] = {100, 200, 300, 400}, rows_first[] = {1, 2, 3, 4, 5, 6, 7, 8},
            columns_first[] = {1, 3, 5, 7, 2, 4, 6, 8};
    int8_t starts[] = {0, 1, 1, 3};
    const grn_tensor line = {input, GRN_I32, 1, {4}, {1}}, indices = {starts, GRN_I8, 1, {4}, {1}};
    const grn_tensor updates = window_dim == 1 ? (grn_tensor){rows_first, GRN_I32, 2, {4, 2}, {2, 1}}
                                               : (grn_tensor){columns_first, GRN_I32, 2, {2, 4}, {4, 1}};
    const grn_scatter_spec spec = {
        .dims = {.offset_dims = {1, {window_dim}}, .start_index_map = {1, {0}}, .index_vector_dim = 1},
        .index = {.bounds = GRN_BOUNDS_SKIP},
        .combiner = GRN_COMBINE_ADD};
    const grn_update_visitor visitor = {see, s};
    *s = (seen){0};
    assert_int_equal(grn_explain_scatter(&spec, 1, &line, &indices, &updates, &result, &visitor, NULL), GRN_OK);
}

static void test_updates(void **unused)
{
    seen s;
    (void)unused;
    scatter(1, 1, &s); /* updates 2 of [0, 1], 3 of [1, 0], 5 of [2, 0] */
    assert_int_equal(s.n, 3);
    assert_memory_equal(s.update_index[0], ((int64_t[]){0, 1}), 16);
    assert_memory_equal(s.update_index[1], ((int64_t[]){1, 0}), 16);
    assert_memory_equal(s.update_index[2], ((int64_t[]){2, 0}), 16);
    assert_memory_equal(s.before, ((int32_t[]){200, 202, 205}), 12);
    assert_memory_equal(s.update, ((int32_t[]){2, 3, 5}), 12);
    assert_memory_equal(s.after, ((int32_t[]){202, 205, 210}), 12);
    scatter(0, 1, &s); /* row-major order of 2x4: first those at window place 0 */
    assert_int_equal(s.n, 3);
    assert_memory_equal(s.update_index[0], ((int64_t[]){0, 1}), 16);
    assert_memory_equal(s.update_index[1], ((int64_t[]){0, 2}), 16);
    assert_memory_equal(s.update_index[2], ((int64_t[]){1, 0}), 16);
    assert_memory_equal(s.after, ((int32_t[]){203, 208, 210}), 12);
    scatter(1, 3, &s); /* the window at 3 leaves the line after its first element */
    assert_int_equal(s.n, 1);
    assert_int_equal(s.after[0], 407);
    scatter(1, 0, &s);
    assert_int_equal(s.n, 1);
    assert_int_equal(s.after[0], 101);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_proposal),         cmocka_unit_test(test_proposal_scatter),
                                       cmocka_unit_test(test_proposal_updates), cmocka_unit_test(test_rules),
                                       cmocka_unit_test(test_unsigned),         cmocka_unit_test(test_updates)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

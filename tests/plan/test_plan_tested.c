/*
 * test_plan_tested.c - gathers under ERROR whose indices are tested before anything moves, on several
 * threads, and those that discard, whose indices are tested in pieces: bits and messages are the
 * reference's, by every composition, and a result that is not discarded stays as it was.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "garner/plan.h"
#include "support/compositions.h"
#include "support/share.h"

/* result[o][n][c] = operand[o][index[o][n]][c], or, of elements, operand[o][index[o][n][c]][c]. */
typedef struct shape {
    const char *claim;
    int64_t outer, axis, picked, inner;
    bool elements, wide; /* an index for each element; indices of 64 bits */
    bool wraps;          /* some indices count from the end */
    bool repeats;        /* index[o][n][c] is the same for all c */
} shape;

/* The most indices that are tested at once are 32,768 of 32 bits; 131,072 are tested by several threads. */
static const shape shapes[] = {
    {"elements along one axis", 1, 70000, 300001, 1, false, false, false, false},
    {"elements along the last axis", 61, 900, 2500, 1, false, true, false, false},
    {"elements along the first axis", 1, 200, 90, 1700, true, false, false, false},
    {"elements along a middle axis", 9, 100, 70, 301, true, true, false, false},
    {"elements along the first axis, some from the end", 1, 200, 90, 1700, true, false, true, false},
    {"few elements of each row along a middle axis, some from the end", 70, 30, 90, 12, true, true, true, false},
    {"elements along the first axis, each row by one index", 1, 200, 90, 1700, true, false, false, true},
    {"elements along a middle axis, each row by one index, some from the end", 9, 100, 70, 301, true, true, true, true},
    {"rows of 12 bytes", 1, 900, 150000, 3, false, false, false, false},
    {"rows of 64 bytes of every batch", 40, 300, 900, 16, false, true, false, false},
    {"so few that they are one piece", 3, 40, 100, 5, false, false, false, false},
    {"rows of one column in many batches", 70000, 5, 3, 1, false, false, false, false},
};

typedef struct arrays {
    const shape *shape;
    int64_t count; /* of indices */
    float *operand, *want, *got;
    void *index;
    grn_gather_spec spec;
    grn_tensor operand_view, index_view, want_view, got_view;
} arrays;

static void push(grn_dims *list, int64_t v) { list->v[list->count++] = v; }

static void make_spec(const shape *s, grn_gather_spec *spec)
{
    memset(spec, 0, sizeof *spec);
    push(&spec->dims.start_index_map, 1);
    push(&spec->dims.collapsed_slice_dims, 1);
    push(&spec->dims.operand_batching_dims, 0);
    push(&spec->dims.start_indices_batching_dims, 0);
    if (s->elements) {
        push(&spec->dims.operand_batching_dims, 2);
        push(&spec->dims.start_indices_batching_dims, 2);
    } else
        push(&spec->dims.offset_dims, 2);
    spec->dims.index_vector_dim = s->elements ? 3 : 2;
    push(&spec->slice_sizes, 1);
    push(&spec->slice_sizes, 1);
    push(&spec->slice_sizes, s->elements ? 1 : s->inner);
    spec->index.bounds = GRN_BOUNDS_ERROR;
    spec->index.wrap_negative = s->wraps;
}

static void set_index(arrays *a, int64_t i, int64_t value)
{
    if (a->shape->wide)
        ((int64_t *)a->index)[i] = value;
    else
        ((int32_t *)a->index)[i] = (int32_t)value;
}

static int64_t usual_index(const arrays *a, int64_t i)
{
    const int64_t row = a->shape->repeats ? i / a->shape->inner : i, from_begin = row * 7919 % a->shape->axis;
    return a->shape->wraps && row % 5 == 0 ? from_begin - a->shape->axis : from_begin;
}

static void *memory_of(grn_tensor *t, grn_dtype dtype, int32_t rank, const int64_t *extents)
{
    assert_int_equal(grn_tensor_init(t, NULL, dtype, rank, extents), GRN_OK);
    t->data = malloc(grn_tensor_bytes(t));
    assert_non_null(t->data);
    return t->data;
}

static void make(const shape *s, arrays *a)
{
    const int64_t extents[] = {s->outer, s->axis, s->inner}, picked[] = {s->outer, s->picked, s->inner};
    a->shape = s;
    make_spec(s, &a->spec);
    a->operand = memory_of(&a->operand_view, GRN_F32, 3, extents);
    a->want = memory_of(&a->want_view, GRN_F32, 3, picked);
    a->got = memory_of(&a->got_view, GRN_F32, 3, picked);
    a->index = memory_of(&a->index_view, s->wide ? GRN_I64 : GRN_I32, s->elements ? 3 : 2, picked);
    for (int64_t i = 0; i < s->outer * s->axis * s->inner; i++)
        a->operand[i] = (float)(i * 7 % 65521);
    a->count = grn_tensor_elements(&a->index_view);
    for (int64_t i = 0; i < a->count; i++)
        set_index(a, i, usual_index(a, i));
    assert_int_equal(grn_gather_reference(&a->spec, &a->operand_view, &a->index_view, &a->want_view, NULL), GRN_OK);
}

static void release(arrays *a)
{
    free(a->operand);
    free(a->want);
    free(a->got);
    free(a->index);
}

static void keep_message(void *user, const grn_diagnostic *d) { snprintf(user, 300, "%s", d->message); }

static void hold_right(const arrays *a, const grn_plan *plan, void *scratch, const char *how)
{
    memset(a->got, 0xEE, grn_tensor_bytes(&a->got_view));
    assert_int_equal(grn_plan_run_gather(plan, a->operand, a->index, a->got, scratch, NULL), GRN_OK);
    if (memcmp(a->want, a->got, grn_tensor_bytes(&a->got_view)) != 0)
        fail_msg("%s by %s", a->shape->claim, how);
}

static void hold_wrong(arrays *a, const grn_plan *plan, void *scratch, const char *how, int64_t at, bool discards)
{
    char want[300] = "", got[300] = "";
    const grn_diag of_want = {keep_message, want}, of_got = {keep_message, got};
    const unsigned char *bytes = (const unsigned char *)a->got;
    set_index(a, at, at % 2 ? a->shape->axis : a->shape->wraps ? -a->shape->axis - 1 : -1);
    memset(a->got, 0xEE, grn_tensor_bytes(&a->got_view));
    assert_int_equal(grn_gather_reference(&a->spec, &a->operand_view, &a->index_view, &a->want_view, &of_want),
                     GRN_E_INDEX);
    assert_int_equal(grn_plan_run_gather(plan, a->operand, a->index, a->got, scratch, &of_got), GRN_E_INDEX);
    if (!want[0] || strcmp(want, got) != 0)
        fail_msg("%s by %s, index %d: '%s', not '%s'", a->shape->claim, how, (int)at, got, want);
    for (size_t i = 0; !discards && i < grn_tensor_bytes(&a->got_view); i++)
        if (bytes[i] != 0xEE)
            fail_msg("%s by %s, index %d: byte %zu of the result has changed", a->shape->claim, how, (int)at, i);
    set_index(a, at, usual_index(a, at));
}

/* The first index is wrong, the last one, and some between. */
static void check_plan(arrays *a, const grn_plan_options *options, size_t number)
{
    const int64_t places[] = {0, a->count - 1, a->count / 2, a->count / 3, a->count - a->count / 7};
    const bool races = options->race == GRN_RACE_SWITCH;
    grn_plan *plan;
    char how[256];
    snprintf(how, sizeof how, "%s on %d threads%s%s", text_of_composition(options).text,
             (int)options->parallel->threads, options->discards_on_error ? ", discarding" : "",
             races ? ", racing" : "");
    assert_int_equal(
        grn_plan_gather(&a->spec, &a->operand_view, &a->index_view, &a->got_view, options, NULL, NULL, &plan), GRN_OK);
    void *scratch = scratch_for_plan(plan);
    for (int turn = 0; turn < (races ? 6 : 1); turn++) {
        hold_right(a, plan, scratch, how);
        hold_wrong(a, plan, scratch, how, places[(number + (size_t)turn) % 5], options->discards_on_error);
    }
    hold_right(a, plan, scratch, how);
    free(scratch);
    grn_plan_destroy(plan);
}

static void check_threads(arrays *a, int32_t threads, bool discards)
{
    grn_pool *pool;
    assert_int_equal(grn_pool_create(threads, NULL, &pool), GRN_OK);
    grn_plan_options any = {
        .size_bytes = sizeof any, .parallel = grn_pool_parallel(pool), .discards_on_error = discards};
    const composition_list all = compositions_of_gather(&a->spec, &a->operand_view, &a->index_view, &a->got_view, &any);
    assert_true(all.count > 0);
    for (size_t i = 0; i < all.count; i++) {
        const grn_plan_options named = options_naming(&any, &all.at[i]);
        if (test_takes(i, TEST_ONE_IN))
            check_plan(a, &named, i);
    }
    check_plan(a, &any, 0);
    any.race = GRN_RACE_SWITCH;
    check_plan(a, &any, 1);
    grn_pool_destroy(pool);
}

static void gathers_under_error(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        arrays a;
        make(&shapes[i], &a);
        for (int32_t threads = 1; threads <= 4; threads += 3) {
            check_threads(&a, threads, false);
            check_threads(&a, threads, true);
        }
        release(&a);
    }
}

/* Of a scatter nothing is discarded, and under another policy there is no error. */
static void others_ignore_it(void **state)
{
    int32_t index[] = {3, -9, 1};
    float operand[] = {1, 2, 3, 4}, got[3] = {0}, results[] = {1, 2, 3, 4};
    const float clamped[] = {4, 1, 2}, same[] = {1, 2, 3, 4};
    const grn_plan_options options = {.size_bytes = sizeof options, .discards_on_error = true};
    grn_tensor from, at, to, into;
    grn_plan *plan;
    grn_gather_spec take = {
        .dims = {.start_index_map = {1, {0}}, .collapsed_slice_dims = {1, {0}}, .index_vector_dim = 1},
        .slice_sizes = {1, {1}},
        .index = {.bounds = GRN_BOUNDS_CLAMP}};
    const grn_scatter_spec put = {.dims = take.dims, .index = {.bounds = GRN_BOUNDS_ERROR}};
    (void)state;
    assert_int_equal(grn_tensor_init(&from, operand, GRN_F32, 1, (const int64_t[]){4}), GRN_OK);
    assert_int_equal(grn_tensor_init(&at, index, GRN_I32, 1, (const int64_t[]){3}), GRN_OK);
    assert_int_equal(grn_tensor_init(&to, got, GRN_F32, 1, (const int64_t[]){3}), GRN_OK);
    assert_int_equal(grn_tensor_init(&into, results, GRN_F32, 1, (const int64_t[]){4}), GRN_OK);
    assert_int_equal(grn_plan_gather(&take, &from, &at, &to, &options, NULL, NULL, &plan), GRN_OK);
    assert_int_equal(grn_plan_run_gather(plan, operand, index, got, NULL, NULL), GRN_OK);
    assert_memory_equal(got, clamped, sizeof got);
    grn_plan_destroy(plan);
    assert_int_equal(grn_plan_scatter(&put, 1, &into, &at, &to, &options, NULL, NULL, &plan), GRN_OK);
    void *const result = results;
    const void *const updates = got;
    assert_int_equal(grn_plan_run_scatter(plan, &result, index, &updates, NULL, NULL), GRN_E_INDEX);
    assert_memory_equal(results, same, sizeof results);
    grn_plan_destroy(plan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(gathers_under_error), cmocka_unit_test(others_ignore_it)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * test_plan_no_data.c - gathers and scatters with a trillion index vectors and nothing to check or
 * to move, by every way: the references, the promises, the one-shot calls, and plans by every row
 * of every axis. Whoever walks the vectors does not come back within the alarm.
 */
#include <unistd.h>

#include "access/spec_test.h"
#include "garner/garner.h"
#include "support/compositions.h"

#define MANY INT64_C(1000000000000)

/* Views by extents; strides are those of a compact view, or all 0. */
typedef struct shape {
    grn_dims dims;
    bool broadcast;
} shape;

static int64_t zeros[16], ones[16] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

static grn_tensor seen(const shape *s, void *data, grn_dtype dtype)
{
    grn_tensor t = view(data, dtype, s->dims);
    if (s->broadcast)
        memset(t.stride, 0, sizeof t.stride);
    return t;
}

static const grn_bounds every_bounds[] = {GRN_BOUNDS_CLAMP, GRN_BOUNDS_FILL, GRN_BOUNDS_SKIP, GRN_BOUNDS_ERROR,
                                          GRN_BOUNDS_PROMISE};

/* Options that name one row of one axis each: where nothing moves, there is a plan whatever is
 * named. Answers how many. */
static size_t named_rows(bool scatter, grn_plan_options out[3 * MOST_ROWS])
{
    const char *row;
    size_t n = 0;
    for (int axis = 0; axis < 3; axis++)
        for (size_t i = 0; (row = grn_plan_row((grn_plan_axis)axis, scatter, i)) != NULL; i++, n++)
            out[n] = (grn_plan_options){.addressing = axis == GRN_AXIS_ADDRESSING ? row : NULL,
                                        .partition = axis == GRN_AXIS_PARTITION ? row : NULL,
                                        .mover = axis == GRN_AXIS_MOVER ? row : NULL};
    return n;
}

/* ---- gather ---------------------------------------------------------------------------------- */

typedef struct gather_row {
    const char *claim;
    grn_dimension_numbers dims;
    grn_dims sizes;
    shape operand, indices;
    grn_dims result;
    const int64_t *starts; /* what indices read */
    grn_status under_error;
} gather_row;

static const gather_row gathers[] = {
    {"vectors of no components, empty windows",
     {LIST(1), NO_LIST, NO_LIST, NO_LIST, NO_LIST, 1},
     LIST(0),
     {LIST(8), false},
     {LIST(MANY, 0), false},
     LIST(MANY, 0),
     zeros,
     GRN_OK},
    {"the same, the vectors' dim first",
     {LIST(1), NO_LIST, NO_LIST, NO_LIST, NO_LIST, 0},
     LIST(0),
     {LIST(8), false},
     {LIST(0, MANY), false},
     LIST(MANY, 0),
     zeros,
     GRN_OK},
    {"vectors of no components in batches",
     {LIST(2), NO_LIST, LIST(0), LIST(0), NO_LIST, 2},
     LIST(1, 0),
     {LIST(2, 8), false},
     {LIST(2, MANY, 0), false},
     LIST(2, MANY, 0),
     zeros,
     GRN_OK},
    {"one index for all, empty windows",
     {LIST(1), LIST(0), NO_LIST, NO_LIST, LIST(0), 1},
     LIST(1, 0),
     {LIST(8, 4), false},
     {LIST(MANY), true},
     LIST(MANY, 0),
     zeros,
     GRN_OK},
    {"one index for all, out of range",
     {LIST(1), LIST(0), NO_LIST, NO_LIST, LIST(0), 1},
     LIST(1, 0),
     {LIST(1, 4), false},
     {LIST(MANY), true},
     LIST(MANY, 0),
     ones,
     GRN_E_INDEX},
    {"an operand without elements",
     {LIST(1), LIST(0), NO_LIST, NO_LIST, LIST(0), 1},
     LIST(1, 0),
     {LIST(8, 0), false},
     {LIST(MANY), true},
     LIST(MANY, 0),
     zeros,
     GRN_OK},
    {"a result without vectors, of huge windows",
     {LIST(1), LIST(0), NO_LIST, NO_LIST, LIST(0), 1},
     LIST(1, MANY),
     {LIST(8, MANY), true},
     {LIST(0), false},
     LIST(0, MANY),
     zeros,
     GRN_OK},
    {"a result of two huge extents and an empty one",
     {LIST(1, 2), LIST(0), NO_LIST, NO_LIST, LIST(0), 1},
     LIST(1, MANY, 0),
     {LIST(8, MANY, 4), true},
     {LIST(MANY), true},
     LIST(MANY, MANY, 0),
     zeros,
     GRN_OK},
};

static void gather_by(const char *claim, const grn_gather_spec *spec, const grn_tensor *o, const grn_tensor *s,
                      const grn_tensor *r, const grn_plan_options *options, grn_status want)
{
    grn_plan *plan = NULL;
    claim_that(claim, grn_plan_gather(spec, o, s, r, options, NULL, NULL, &plan) == GRN_OK);
    claim_that(claim, grn_plan_run_gather(plan, o->data, s->data, r->data, NULL, NULL) == want);
    grn_plan_destroy(plan);
}

static void test_gathers(void **state)
{
    float data[64] = {0};
    grn_plan_options named[3 * MOST_ROWS];
    const size_t nnamed = named_rows(false, named);
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(gathers); i++)
        for (size_t b = 0; b < GRN_COUNT(every_bounds); b++) {
            const gather_row *row = &gathers[i];
            if (every_bounds[b] == GRN_BOUNDS_SKIP)
                continue; /* no gather's */
            grn_gather_spec spec = {.dims = row->dims, .slice_sizes = row->sizes, .index = {.bounds = every_bounds[b]}};
            grn_tensor o = seen(&row->operand, data, GRN_F32), s = seen(&row->indices, (void *)row->starts, GRN_I64);
            grn_tensor r = view(data + 32, GRN_F32, row->result);
            grn_status want = every_bounds[b] == GRN_BOUNDS_ERROR ? row->under_error : GRN_OK;
            claim_that(row->claim, grn_gather_reference(&spec, &o, &s, &r, NULL) == want);
            claim_that(row->claim, grn_gather(&spec, &o, &s, &r, NULL) == want);
            gather_by(row->claim, &spec, &o, &s, &r, NULL, want);
            for (size_t n = 0; n < nnamed; n++)
                gather_by(row->claim, &spec, &o, &s, &r, &named[n], want);
            spec.index.indices_are_sorted = spec.index.unique_indices = true;
            claim_that(row->claim, grn_gather_check_promises(&spec, &o, &s, NULL, NULL) == GRN_OK);
        }
}

/* ---- scatter --------------------------------------------------------------------------------- */

typedef struct scatter_row {
    const char *claim;
    grn_dimension_numbers dims;
    shape operand, indices, updates;
    const int64_t *starts;
    grn_status under_error, under_clamp; /* of promise too */
} scatter_row;

static const scatter_row scatters[] = {
    {"vectors of no components, empty windows",
     {LIST(1), NO_LIST, NO_LIST, NO_LIST, NO_LIST, 1},
     {LIST(8), false},
     {LIST(MANY, 0), false},
     {LIST(MANY, 0), false},
     zeros,
     GRN_OK,
     GRN_OK},
    {"one index for all, empty windows",
     {LIST(1), LIST(0), NO_LIST, NO_LIST, LIST(0), 1},
     {LIST(8, 4), false},
     {LIST(MANY), true},
     {LIST(MANY, 0), false},
     zeros,
     GRN_OK,
     GRN_OK},
    {"one index for all, out of range",
     {LIST(1), LIST(0), NO_LIST, NO_LIST, LIST(0), 1},
     {LIST(1, 4), false},
     {LIST(MANY), true},
     {LIST(MANY, 0), false},
     ones,
     GRN_E_INDEX,
     GRN_OK},
    {"updates of one number into nothing",
     {NO_LIST, LIST(0), NO_LIST, NO_LIST, LIST(0), 1},
     {LIST(0), false},
     {LIST(MANY), true},
     {LIST(MANY), true},
     zeros,
     GRN_E_INDEX,
     GRN_E_SHAPE},
    {"the same, by no index",
     {NO_LIST, LIST(0), NO_LIST, NO_LIST, NO_LIST, 1},
     {LIST(0), false},
     {LIST(MANY, 0), false},
     {LIST(MANY), true},
     zeros,
     GRN_E_SHAPE,
     GRN_E_SHAPE},
    {"no vectors, huge windows",
     {LIST(1), LIST(0), NO_LIST, NO_LIST, LIST(0), 1},
     {LIST(0, MANY), false},
     {LIST(0), false},
     {LIST(0, MANY), false},
     zeros,
     GRN_OK,
     GRN_OK},
};

static grn_status keep(void *user, int64_t count, void *const *current, const void *const *update)
{
    (void)user, (void)count, (void)current, (void)update;
    return GRN_OK;
}

static void scatter_by(const char *claim, const grn_scatter_spec *spec, const grn_tensor *o, const grn_tensor *s,
                       const grn_tensor *u, const grn_plan_options *options, grn_status want)
{
    static char scratch[1 << 16];
    grn_plan *plan = NULL;
    claim_that(claim, grn_plan_scatter(spec, 1, o, s, u, options, NULL, NULL, &plan) == GRN_OK);
    claim_that(claim, grn_plan_scratch_bytes(plan) <= sizeof scratch);
    claim_that(claim,
               grn_plan_run_scatter(plan, &o->data, s->data, (const void *const[]){u->data}, scratch, NULL) == want);
    grn_plan_destroy(plan);
}

static void test_scatters(void **state)
{
    static const grn_combiner combiners[] = {GRN_COMBINE_REPLACE, GRN_COMBINE_ADD, GRN_COMBINE_REGION};
    float data[64] = {0};
    grn_plan_options named[3 * MOST_ROWS];
    const size_t nnamed = named_rows(true, named);
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(scatters); i++)
        for (size_t b = 0; b < GRN_COUNT(every_bounds); b++)
            for (size_t c = 0; c < GRN_COUNT(combiners); c++) {
                const scatter_row *row = &scatters[i];
                if (every_bounds[b] == GRN_BOUNDS_FILL)
                    continue; /* no scatter's */
                grn_scatter_spec spec = {
                    .dims = row->dims, .index = {.bounds = every_bounds[b]}, .combiner = combiners[c], .region = keep};
                grn_tensor o = seen(&row->operand, data, GRN_F32),
                           s = seen(&row->indices, (void *)row->starts, GRN_I64);
                grn_tensor u = seen(&row->updates, data + 32, GRN_F32);
                grn_status want = every_bounds[b] == GRN_BOUNDS_ERROR  ? row->under_error
                                  : every_bounds[b] == GRN_BOUNDS_SKIP ? GRN_OK
                                                                       : row->under_clamp;
                claim_that(row->claim, grn_scatter_reference(&spec, 1, &o, &s, &u, NULL) == want);
                claim_that(row->claim, grn_scatter(&spec, 1, &o, &s, &u, NULL) == want);
                if (want == GRN_E_SHAPE)
                    continue; /* no plan is made */
                scatter_by(row->claim, &spec, &o, &s, &u, NULL, want);
                for (size_t n = 0; n < nnamed; n++)
                    scatter_by(row->claim, &spec, &o, &s, &u, &named[n], want);
                spec.index.indices_are_sorted = spec.index.unique_indices = true;
                claim_that(row->claim, grn_scatter_check_promises(&spec, &o, &s, &u, NULL, NULL) == GRN_OK);
            }
}

/* ---- what is still found --------------------------------------------------------------------- */

/* A row of an operand of two batches, by vectors of no components, a trillion rounds over the
 * batches: every full start index is 0, and what goes back to the first batch is no part of it. */
static void test_sorted_between_rounds(void **state)
{
    float data[16] = {0};
    (void)state;
    grn_gather_spec spec = {.dims = {LIST(2), NO_LIST, LIST(0), LIST(1), NO_LIST, 2},
                            .slice_sizes = LIST(1, 0),
                            .index = {.indices_are_sorted = true}};
    grn_tensor o = view(data, GRN_F32, DIMS(2, 8)), s = view(NULL, GRN_I64, DIMS(MANY, 2, 0));
    assert_int_equal(grn_gather_check_promises(&spec, &o, &s, NULL, NULL), GRN_OK);
}

/* Between two batches stand a trillion vectors that are all alike: the one named is the last of
 * them. */
static void test_sorted_names_the_last_before(void **state)
{
    static const int64_t starts[2] = {3, 1};
    float data[16] = {0};
    heard h;
    (void)state;
    grn_gather_spec spec = {.dims = {LIST(2), LIST(0), NO_LIST, NO_LIST, LIST(0), 2},
                            .slice_sizes = LIST(1, 0),
                            .index = {.indices_are_sorted = true}};
    grn_tensor o = view(data, GRN_F32, DIMS(4, 4)), s = view((void *)starts, GRN_I64, DIMS(2, MANY));
    s.stride[0] = 1;
    s.stride[1] = 0;
    assert_int_equal(grn_gather_check_promises(&spec, &o, &s, NULL, listen(&h)), GRN_E_PROMISE);
    claim_text(
        "the pair is named", h.error,
        "the index vector at [1, 0] has the full start index [1, 0], less than [3, 0], which that before it at [0, "
        "999999999999] has");
}

static void test_unique_of_one_index(void **state)
{
    float data[16] = {0};
    heard h;
    (void)state;
    grn_scatter_spec spec = {.dims = {NO_LIST, LIST(0), NO_LIST, NO_LIST, LIST(0), 1},
                             .index = {.bounds = GRN_BOUNDS_SKIP, .unique_indices = true}};
    grn_tensor o = view(data, GRN_F32, DIMS(4)), s = seen(&(shape){LIST(MANY), true}, ones, GRN_I64);
    grn_tensor u = seen(&(shape){LIST(MANY), true}, data + 8, GRN_F32);
    assert_int_equal(grn_scatter_check_promises(&spec, &o, &s, &u, NULL, listen(&h)), GRN_E_PROMISE);
    claim_text("the pair is named", h.error,
               "the index vectors at [0] and [1] of indices both reach operand element [1]");
    o.shape[0] = 1; /* out of range: all of them are left out */
    assert_int_equal(grn_scatter_check_promises(&spec, &o, &s, &u, NULL, NULL), GRN_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gathers),
        cmocka_unit_test(test_scatters),
        cmocka_unit_test(test_sorted_between_rounds),
        cmocka_unit_test(test_sorted_names_the_last_before),
        cmocka_unit_test(test_unique_of_one_index),
    };
    alarm(60); /* a walk over a trillion vectors takes hours */
    return cmocka_run_group_tests(tests, NULL, NULL);
}

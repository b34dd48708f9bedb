/* test_spec_nest.c - the nest against the reference on random cases, its text, and which starts are
 * in bounds. */
#include <inttypes.h>

#include "garner/sink.h"
#include "spec_test.h"
#include "../support/random_spec.h"

#define CASES 3000

/* ---- a plain walk of the nest, as its header says -------------------------------------------- */

typedef struct nest_walk {
    const grn_nest *nest;
    int64_t counter[GRN_MAX_RANK];
    int64_t dense, operand, index;
} nest_walk;

static bool nest_walk_more(nest_walk *w)
{
    for (int32_t l = w->nest->nloops - 1; l >= 0; l--) {
        const grn_loop *loop = &w->nest->loop[l];
        int64_t steps = ++w->counter[l] < loop->extent ? 1 : 1 - loop->extent;
        w->dense += steps * loop->dense;
        w->operand += steps * loop->operand;
        w->index += steps * loop->index;
        if (steps == 1 && w->counter[l] > 0)
            return true;
        w->counter[l] = 0;
    }
    return false;
}

/* The operand offset of the element at hand; false when it takes no part. *bad is set when a start
 * is out of range. */
static bool place(const nest_walk *w, const grn_tensor *indices, int64_t *offset, bool *bad)
{
    const grn_nest *n = w->nest;
    bool all_fit = true, element_in = true;
    *offset = w->operand;
    for (int32_t k = 0; k < n->ncoords; k++) {
        const grn_coordinate *c = &n->coord[k];
        int64_t start, raw = grn_index_load(n->index_dtype, grn_tensor_at(indices, w->index + c->index_offset));
        bool fits = grn_resolve_start(&n->rule, c, raw, &start);
        int64_t along = c->window_loop >= 0 ? w->counter[c->window_loop] : 0;
        all_fit = all_fit && fits;
        element_in = element_in && start >= -along && start < c->dim - along;
        if (element_in)
            *offset += start * c->operand_stride;
    }
    *bad = *bad || !all_fit;
    return n->rule.grain == GRN_GRAIN_WINDOW ? all_fit : element_in;
}

/* ---- running a case by its nest -------------------------------------------------------------- */

typedef struct nested_case {
    const random_case *c;
    random_buffer *destinations;
    grn_nest nest[RANDOM_INPUTS];
    nest_walk walk[RANDOM_INPUTS];
    bool bad;
} nested_case;

static void start_walks(nested_case *n)
{
    for (size_t i = 0; i < n->c->ninputs; i++) {
        const grn_tensor *indices = &n->c->indices.view;
        if (n->c->is_scatter)
            grn_scatter_nest(&n->c->scatter, &n->destinations[i].view, indices, &n->c->dense[i].view, &n->nest[i]);
        else
            grn_gather_nest(&n->c->gather, &n->c->operand[i].view, indices, &n->destinations[i].view, &n->nest[i]);
        n->walk[i] = (nest_walk){.nest = &n->nest[i]};
    }
}

static void gather_one(nested_case *n)
{
    int64_t offset;
    const void *from = n->c->gather.fill;
    const grn_tensor *operand = &n->c->operand[0].view, *result = &n->destinations[0].view;
    if (place(&n->walk[0], &n->c->indices.view, &offset, &n->bad))
        from = grn_tensor_at(operand, offset);
    memcpy(grn_tensor_at(result, n->walk[0].dense), from, grn_dtype_bytes(result->dtype));
}

static void scatter_one(nested_case *n)
{
    void *current[RANDOM_INPUTS];
    const void *update[RANDOM_INPUTS];
    for (size_t i = 0; i < n->c->ninputs; i++) {
        int64_t offset;
        if (!place(&n->walk[i], &n->c->indices.view, &offset, &n->bad))
            return;
        current[i] = grn_tensor_at(&n->destinations[i].view, offset);
        update[i] = grn_tensor_at(&n->c->dense[i].view, n->walk[i].dense);
    }
    if (n->c->scatter.combiner == GRN_COMBINE_REGION) {
        assert_int_equal(n->c->scatter.region(n->c->scatter.region_user, 1, current, update), GRN_OK);
        return;
    }
    for (size_t i = 0; i < n->c->ninputs; i++)
        grn_combine_element(n->c->scatter.combiner, n->nest[i].dtype, current[i], update[i]);
}

static void run_nested(nested_case *n)
{
    bool more = true;
    start_walks(n);
    while (more && n->nest[0].elements > 0) {
        (n->c->is_scatter ? scatter_one : gather_one)(n);
        for (size_t i = 0; i < n->c->ninputs; i++)
            more = nest_walk_more(&n->walk[i]);
    }
}

static void fail_case(const random_case *c, uint64_t seed, const char *what)
{
    random_spec_print(c, stderr);
    fail_msg("case of seed %" PRIu64 ": %s", seed, what);
}

static void compare_case(const random_case *c, uint64_t seed)
{
    random_buffer want[RANDOM_INPUTS], got[RANDOM_INPUTS];
    nested_case n = {.c = c, .destinations = got};
    for (size_t i = 0; i < c->ninputs; i++)
        assert_true(random_buffer_clone(random_destination(c, i), &want[i]) &&
                    random_buffer_clone(random_destination(c, i), &got[i]));
    grn_status status = random_case_reference(c, want, NULL);
    run_nested(&n);
    if (status != GRN_OK && status != GRN_E_INDEX)
        fail_case(c, seed, grn_status_text(status));
    if (n.nest[0].rule.bounds == GRN_BOUNDS_ERROR && n.nest[0].elements > 0 && n.bad != (status == GRN_E_INDEX))
        fail_case(c, seed, "the reference and the nest disagree on a bad start");
    for (size_t i = 0; i < c->ninputs; i++) {
        if (status == GRN_E_INDEX && memcmp(want[i].memory, random_destination(c, i)->memory, want[i].bytes) != 0)
            fail_case(c, seed, "an error wrote something");
        if (status == GRN_OK && memcmp(want[i].memory, got[i].memory, want[i].bytes) != 0)
            fail_case(c, seed, "the nest's bytes differ from the reference's");
        random_buffer_release(&want[i]);
        random_buffer_release(&got[i]);
    }
}

static void test_random_cases(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < CASES; seed++) {
        uint64_t walking = seed;
        random_case *c = random_case_create(random_from_seed(&walking), seed % 2 == 1);
        assert_non_null(c);
        compare_case(c, seed);
        random_case_destroy(c);
    }
}

/* ---- starts ---------------------------------------------------------------------------------- */

/* Along a dimension of 10 with a window of 3: starts 0 to 7. */
static const struct {
    const char *claim;
    grn_index_rule rule;
    int64_t raw;
    bool fits;
    int64_t start;
} starts[] = {
    {"the last", {.bounds = GRN_BOUNDS_SKIP}, 7, true, 7},
    {"one more stays raw", {.bounds = GRN_BOUNDS_SKIP}, 8, false, 8},
    {"one more is clamped", {.bounds = GRN_BOUNDS_CLAMP}, 8, true, 7},
    {"negative stays raw", {.bounds = GRN_BOUNDS_FILL}, -1, false, -1},
    {"negative is clamped", {.bounds = GRN_BOUNDS_PROMISE}, -1, true, 0},
    {"wrapped once", {.bounds = GRN_BOUNDS_ERROR, .wrap_negative = true}, -10, true, 0},
    {"wrapped, no room", {.bounds = GRN_BOUNDS_ERROR, .wrap_negative = true}, -2, false, 8},
    {"wrapped, still negative", {.bounds = GRN_BOUNDS_ERROR, .wrap_negative = true}, -11, false, -1},
    {"base", {.base = 1, .bounds = GRN_BOUNDS_ERROR}, 8, true, 7},
    {"base below everything", {.base = 1, .bounds = GRN_BOUNDS_SKIP}, INT64_MIN, false, INT64_MIN},
    {"base past everything", {.base = -1, .bounds = GRN_BOUNDS_CLAMP}, INT64_MAX, true, 7},
};

static void test_resolve(void **state)
{
    (void)state;
    const grn_coordinate coord = {.dim = 10, .window = 3, .window_loop = -1};
    for (size_t i = 0; i < GRN_COUNT(starts); i++) {
        int64_t start = 99;
        claim_that(starts[i].claim,
                   grn_resolve_start(&starts[i].rule, &coord, starts[i].raw, &start) == starts[i].fits);
        claim_that(starts[i].claim, start == starts[i].start);
    }
}

static void test_no_room_at_all(void **state)
{
    (void)state;
    const grn_coordinate coord = {.dim = 0, .window = 1, .window_loop = -1};
    const grn_index_rule rule = {.bounds = GRN_BOUNDS_CLAMP};
    int64_t start;
    assert_false(grn_resolve_start(&rule, &coord, 5, &start));
}

/* The specification's example: strides of 2x3x4x2, 2x2x3x2 and 2x2x3x2x2 by hand. */
static void test_print(void **state)
{
    (void)state;
    static const char want[] =
        "nest of 48 x i32 by i64: bounds clamp, grain element, base 0\n"
        "  loop 0: extent 2, dense +24, operand +0, index +12\n"
        "  loop 1: extent 2, dense +12, operand +24, index +6\n"
        "  loop 2: extent 3, dense +4, operand +0, index +2\n"
        "  loop 3: extent 2, dense +2, operand +2, index +0\n"
        "  loop 4: extent 2, dense +1, operand +1, index +0\n"
        "  start 0: index +0, operand +2 along dimension 2 of extent 4, window 2 walked by loop 3\n"
        "  start 1: index +1, operand +8 along dimension 1 of extent 3, window 1 walked by none\n";
    char text[1024];
    grn_text_buffer to = grn_text_buffer_over(text, sizeof text);
    const grn_sink sink = grn_text_buffer_sink(&to);
    grn_nest nest;
    grn_gather_spec spec = {.dims = {LIST(3, 4), LIST(1), LIST(0), LIST(1), LIST(2, 1), 3},
                            .slice_sizes = LIST(1, 1, 2, 2)};
    grn_tensor o = view(NULL, GRN_I32, DIMS(2, 3, 4, 2)), s = view(NULL, GRN_I64, DIMS(2, 2, 3, 2));
    grn_tensor r = view(NULL, GRN_I32, DIMS(2, 2, 3, 2, 2));
    grn_gather_nest(&spec, &o, &s, &r, &nest);
    assert_int_equal(grn_nest_print(&nest, &sink), GRN_OK);
    assert_string_equal(text, want);
}

/* grn_fail_index says the same from a nest as the reference does from the spec. */
static void test_fail_index(void **state)
{
    (void)state;
    int32_t indices[] = {0, 0, 0, 7};
    float data[6] = {0}, out[2];
    heard by_nest, by_spec;
    grn_nest nest;
    grn_gather_spec spec = {.dims = {NO_LIST, LIST(0, 1), NO_LIST, NO_LIST, LIST(1, 0), 1},
                            .index = {.bounds = GRN_BOUNDS_ERROR},
                            .slice_sizes = LIST(1, 1)};
    grn_tensor o = view(data, GRN_F32, DIMS(2, 3)), s = view(indices, GRN_I32, DIMS(2, 2)),
               r = view(out, GRN_F32, DIMS(2));
    grn_gather_nest(&spec, &o, &s, &r, &nest);
    assert_int_equal(grn_fail_index(listen(&by_nest), &nest, &s, (int64_t[]){1, 1}, 1), GRN_E_INDEX);
    assert_int_equal(grn_gather_check_starts(&spec, &o, &s, listen(&by_spec)), GRN_E_INDEX);
    assert_string_equal(by_nest.error, by_spec.error);
    claim_text("by both", by_spec.error,
               "the index at [1, 1] of indices is 7; for dimension 0 of the operand, of extent 2");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_cases), cmocka_unit_test(test_resolve),    cmocka_unit_test(test_no_room_at_all),
        cmocka_unit_test(test_print),        cmocka_unit_test(test_fail_index),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

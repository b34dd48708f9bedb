/* test_spec_promises.c - promises kept, and the pair named when one is not. */
#include "spec_test.h"

/* Scalars taken from a 6x5 operand by six vectors of two components, shape 3x2x2. */
static const struct {
    const char *claim;
    grn_index_rule rule;
    int8_t indices[12];
    grn_status status;
    const char *message;
} cases[] = {
    {"nothing promised", {0}, {5, 4, 0, 0, 5, 4, 0, 0, 5, 4, 0, 0}, GRN_OK, ""},
    {"sorted", {.indices_are_sorted = true}, {0, 0, 0, 3, 0, 3, 2, 1, 5, 0, 5, 4}, GRN_OK, ""},
    {"not sorted by the first", {.indices_are_sorted = true}, {0, 0, 5, 2, 3, 0, 1, 0, 5, 0, 5, 4}, GRN_E_PROMISE,
     "indices_are_sorted is promised, but the index vector at [1, 0] ([3, 0]) comes after [0, 1] ([5, 2])"},
    {"not sorted by the second", {.indices_are_sorted = true}, {0, 0, 1, 1, 1, 2, 1, 0, 5, 0, 5, 4}, GRN_E_PROMISE,
     "the index vector at [1, 1] ([1, 0]) comes after [1, 0] ([1, 2])"},
    {"sorted once clamped", {.indices_are_sorted = true}, {-1, 0, -2, 0, 9, 0, 8, 0, 8, 0, 5, 0}, GRN_OK, ""},
    {"not sorted where nothing clamps", {.bounds = GRN_BOUNDS_FILL, .indices_are_sorted = true},
     {-1, 0, -2, 0, 9, 0, 9, 0, 9, 0, 9, 0}, GRN_E_PROMISE, "the index vector at [0, 1] ([-2, 0]) comes after [0, 0] ([-1, 0])"},
    {"unique", {.unique_indices = true}, {0, 0, 0, 1, 5, 4, 4, 3, 2, 2, 1, 1}, GRN_OK, ""},
    {"twice", {.unique_indices = true}, {0, 0, 3, 4, 5, 4, 1, 3, 3, 4, 1, 1}, GRN_E_PROMISE,
     "unique_indices is promised, but the index vectors at [0, 1] and [2, 0] of indices both reach operand element [3, 4]"},
    {"twice once clamped", {.unique_indices = true}, {0, 0, 9, 9, 5, 4, 1, 3, 3, 4, 1, 1}, GRN_E_PROMISE,
     "the index vectors at [0, 1] and [1, 0] of indices both reach operand element [5, 4]"},
    {"what is dropped does not count", {.bounds = GRN_BOUNDS_FILL, .unique_indices = true},
     {0, 0, 9, 9, 9, 9, 1, 3, 3, 4, 1, 1}, GRN_OK, ""},
};

static void test_scalars(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(cases); i++) {
        int8_t indices[12];
        heard h;
        memcpy(indices, cases[i].indices, sizeof indices);
        grn_gather_spec spec = {.dims = {NO_LIST, LIST(0, 1), NO_LIST, NO_LIST, LIST(0, 1), 2},
                                .index = cases[i].rule, .slice_sizes = LIST(1, 1)};
        grn_tensor o = view(NULL, GRN_F32, DIMS(6, 5)), s = view(indices, GRN_I8, DIMS(3, 2, 2));
        claim_that(cases[i].claim, grn_gather_check_promises(&spec, &o, &s, NULL, listen(&h)) == cases[i].status);
        claim_text(cases[i].claim, h.error, cases[i].message);
    }
}

/* Windows of two that share an element. */
static void test_windows_overlap(void **state)
{
    (void)state;
    int64_t indices[] = {4, 0, 3};
    heard h;
    grn_scatter_spec spec = {.dims = {LIST(1), NO_LIST, NO_LIST, NO_LIST, LIST(0), 1},
                             .index = {.bounds = GRN_BOUNDS_SKIP, .unique_indices = true}};
    grn_tensor o = view(NULL, GRN_F32, DIMS(6)), s = view(indices, GRN_I64, DIMS(3)), u = view(NULL, GRN_F32, DIMS(3, 2));
    assert_int_equal(grn_scatter_check_promises(&spec, &o, &s, &u, NULL, listen(&h)), GRN_E_PROMISE);
    claim_text("overlap", h.error, "the index vectors at [0] and [2] of indices both reach operand element [4]");
    indices[2] = 2;
    assert_int_equal(grn_scatter_check_promises(&spec, &o, &s, &u, NULL, NULL), GRN_OK);
    indices[2] = 6; /* past the end: dropped */
    assert_int_equal(grn_scatter_check_promises(&spec, &o, &s, &u, NULL, NULL), GRN_OK);
    indices[2] = -1; /* its second element is element 0 */
    assert_int_equal(grn_scatter_check_promises(&spec, &o, &s, &u, NULL, listen(&h)), GRN_E_PROMISE);
    claim_text("by element", h.error, "at [1] and [2] of indices both reach operand element [0]");
    spec.index.grain = GRN_GRAIN_WINDOW;
    assert_int_equal(grn_scatter_check_promises(&spec, &o, &s, &u, NULL, NULL), GRN_OK);
}

/* A batching position counts in the order of the operand's dims: dim 0 is the batch, so each batch starts anew. */
static void test_batching_positions(void **state)
{
    (void)state;
    int64_t indices[] = {3, 4, 0, 1};
    grn_gather_spec spec = {.dims = {NO_LIST, LIST(1), LIST(0), LIST(0), LIST(1), 2},
                            .index = {.indices_are_sorted = true, .unique_indices = true}, .slice_sizes = LIST(1, 1)};
    grn_tensor o = view(NULL, GRN_F32, DIMS(2, 5)), s = view(indices, GRN_I64, DIMS(2, 2));
    assert_int_equal(grn_gather_check_promises(&spec, &o, &s, NULL, NULL), GRN_OK);
    indices[1] = 2;
    assert_int_equal(grn_gather_check_promises(&spec, &o, &s, NULL, NULL), GRN_E_PROMISE);
    indices[1] = 3; /* sorted, but the same element */
    assert_int_equal(grn_gather_check_promises(&spec, &o, &s, NULL, NULL), GRN_E_PROMISE);
}

static void test_the_spec_is_checked_first(void **state)
{
    (void)state;
    int64_t indices[] = {3, 4};
    grn_gather_spec spec = {.dims = {NO_LIST, LIST(7), NO_LIST, NO_LIST, LIST(0), 1},
                            .index = {.unique_indices = true}, .slice_sizes = LIST(1)};
    grn_tensor o = view(NULL, GRN_F32, DIMS(5)), s = view(indices, GRN_I64, DIMS(2));
    assert_int_equal(grn_gather_check_promises(&spec, &o, &s, NULL, NULL), GRN_E_SHAPE);
}

static void test_memory_is_bounded(void **state)
{
    (void)state;
    int64_t indices[] = {3, 4};
    grn_budget budget;
    grn_gather_spec spec = {.dims = {NO_LIST, LIST(0), NO_LIST, NO_LIST, LIST(0), 1},
                            .index = {.unique_indices = true}, .slice_sizes = LIST(1)};
    grn_tensor o = view(NULL, GRN_F32, DIMS(80000)), s = view(indices, GRN_I64, DIMS(2));
    grn_budget_init(&budget, NULL, 10064);
    assert_int_equal(grn_gather_check_promises(&spec, &o, &s, &budget.allocator, NULL), GRN_OK);
    assert_int_equal(budget.used_bytes, 0);
    grn_budget_init(&budget, NULL, 9000);
    assert_int_equal(grn_gather_check_promises(&spec, &o, &s, &budget.allocator, NULL), GRN_E_MEMORY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scalars),
        cmocka_unit_test(test_windows_overlap),
        cmocka_unit_test(test_batching_positions),
        cmocka_unit_test(test_the_spec_is_checked_first),
        cmocka_unit_test(test_memory_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

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
    {"not sorted by the first",
     {.indices_are_sorted = true},
     {0, 0, 5, 2, 3, 0, 1, 0, 5, 0, 5, 4},
     GRN_E_PROMISE,
     "indices_are_sorted is promised, but the index vector at [1, 0] has the full start index [3, 0], less than [5, "
     "2], which "
     "that before it at [0, 1] has"},
    {"not sorted by the second",
     {.indices_are_sorted = true},
     {0, 0, 1, 1, 1, 2, 1, 0, 5, 0, 5, 4},
     GRN_E_PROMISE,
     "the index vector at [1, 1] has the full start index [1, 0], less than [1, 2], which that before it at [1, 0] "
     "has"},
    {"sorted once clamped", {.indices_are_sorted = true}, {-1, 0, -2, 0, 9, 0, 8, 0, 8, 0, 5, 0}, GRN_OK, ""},
    {"what is compared is what a clamp leaves",
     {.indices_are_sorted = true},
     {0, 0, 9, 2, 8, 1, 5, 4, 5, 4, 5, 4},
     GRN_E_PROMISE,
     "the index vector at [1, 0] has the full start index [5, 1], less than [5, 2], which that before it at [0, 1] "
     "has"},
    {"not sorted where nothing clamps",
     {.bounds = GRN_BOUNDS_FILL, .indices_are_sorted = true},
     {-1, 0, -2, 0, 9, 0, 9, 0, 9, 0, 9, 0},
     GRN_E_PROMISE,
     "the index vector at [0, 1] has the full start index [-2, 0], less than [-1, 0], which that "
     "before it at [0, 0] has"},
    {"unique", {.unique_indices = true}, {0, 0, 0, 1, 5, 4, 4, 3, 2, 2, 1, 1}, GRN_OK, ""},
    {"twice",
     {.unique_indices = true},
     {0, 0, 3, 4, 5, 4, 1, 3, 3, 4, 1, 1},
     GRN_E_PROMISE,
     "unique_indices is promised, but the index vectors at [0, 1] and [2, 0] of indices both reach operand element [3, "
     "4]"},
    {"twice once clamped",
     {.unique_indices = true},
     {0, 0, 9, 9, 5, 4, 1, 3, 3, 4, 1, 1},
     GRN_E_PROMISE,
     "the index vectors at [0, 1] and [1, 0] of indices both reach operand element [5, 4]"},
    {"what is dropped does not count",
     {.bounds = GRN_BOUNDS_FILL, .unique_indices = true},
     {0, 0, 9, 9, 9, 9, 1, 3, 3, 4, 1, 1},
     GRN_OK,
     ""},
};

static void test_scalars(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(cases); i++) {
        int8_t indices[12];
        heard h;
        memcpy(indices, cases[i].indices, sizeof indices);
        grn_gather_spec spec = {.dims = {NO_LIST, LIST(0, 1), NO_LIST, NO_LIST, LIST(0, 1), 2},
                                .index = cases[i].rule,
                                .slice_sizes = LIST(1, 1)};
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
    grn_tensor o = view(NULL, GRN_F32, DIMS(6)), s = view(indices, GRN_I64, DIMS(3)),
               u = view(NULL, GRN_F32, DIMS(3, 2));
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

/* Starts along dim 1 of a 2x5 operand, whose dim 0 is the batch: of the vectors in row-major order,
 * batch by batch or the batches by turns. The full start index is 0 along the batch. */
static const struct {
    const char *claim;
    bool by_turns;
    int64_t indices[4];
    grn_status status;
    const char *message;
} batched[] = {
    {"batches by turns", true, {0, 0, 1, 1}, GRN_OK, ""},
    {"batch after batch, one order", false, {0, 1, 1, 3}, GRN_OK, ""},
    {"each batch from its start",
     false,
     {0, 2, 0, 1},
     GRN_E_PROMISE,
     "the index vector at [1, 0] has the full start index [0, 0], less than [0, 2], which that before it at [0, 1] "
     "has"},
    {"by turns, each batch in order",
     true,
     {0, 2, 1, 3},
     GRN_E_PROMISE,
     "the index vector at [1, 0] has the full start index [0, 1], less than [0, 2], which that before it at [0, 1] "
     "has"},
};

static void test_batching_positions(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(batched); i++) {
        heard h;
        int64_t indices[4];
        memcpy(indices, batched[i].indices, sizeof indices);
        grn_gather_spec spec = {.dims = {NO_LIST, LIST(1), LIST(0), LIST(batched[i].by_turns), LIST(1), 2},
                                .index = {.indices_are_sorted = true},
                                .slice_sizes = LIST(1, 1)};
        grn_tensor o = view(NULL, GRN_F32, DIMS(2, 5)), s = view(indices, GRN_I64, DIMS(2, 2));
        claim_that(batched[i].claim, grn_gather_check_promises(&spec, &o, &s, NULL, listen(&h)) == batched[i].status);
        claim_text(batched[i].claim, h.error, batched[i].message);
    }
}

/* Equal starts of two batches are two elements, equal starts of one batch are one. */
static void test_uniqueness_over_batches(void **state)
{
    (void)state;
    int64_t indices[] = {3, 4, 3, 4};
    grn_gather_spec spec = {.dims = {NO_LIST, LIST(1), LIST(0), LIST(0), LIST(1), 2},
                            .index = {.unique_indices = true},
                            .slice_sizes = LIST(1, 1)};
    grn_tensor o = view(NULL, GRN_F32, DIMS(2, 5)), s = view(indices, GRN_I64, DIMS(2, 2));
    assert_int_equal(grn_gather_check_promises(&spec, &o, &s, NULL, NULL), GRN_OK);
    indices[1] = 3;
    assert_int_equal(grn_gather_check_promises(&spec, &o, &s, NULL, NULL), GRN_E_PROMISE);
}

static void test_the_spec_is_checked_first(void **state)
{
    (void)state;
    int64_t indices[] = {3, 4};
    grn_gather_spec spec = {.dims = {NO_LIST, LIST(7), NO_LIST, NO_LIST, LIST(0), 1},
                            .index = {.unique_indices = true},
                            .slice_sizes = LIST(1)};
    grn_tensor o = view(NULL, GRN_F32, DIMS(5)), s = view(indices, GRN_I64, DIMS(2));
    assert_int_equal(grn_gather_check_promises(&spec, &o, &s, NULL, NULL), GRN_E_SHAPE);
}

static void test_memory_is_bounded(void **state)
{
    (void)state;
    int64_t indices[] = {3, 4};
    grn_budget budget;
    grn_gather_spec spec = {.dims = {NO_LIST, LIST(0), NO_LIST, NO_LIST, LIST(0), 1},
                            .index = {.unique_indices = true},
                            .slice_sizes = LIST(1)};
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
        cmocka_unit_test(test_uniqueness_over_batches),
        cmocka_unit_test(test_the_spec_is_checked_first),
        cmocka_unit_test(test_memory_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

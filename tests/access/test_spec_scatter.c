/* test_spec_scatter.c - the scatter reference against the specification's own example and hand-made
 * tables. */
#include "spec_test.h"

/* The StableHLO specification's example with batching dims: ones added to 1..48. */
static void test_specification_example(void **state)
{
    (void)state;
    int64_t input[48], updates[48];
    int64_t indices[] = {0, 0, 1, 0, 2, 1, 0, 1, 1, 1, 0, 9, 0, 0, 2, 1, 2, 2, 1, 2, 0, 1, 1, 0};
    static const int64_t want[] = {
        3,  4,  6,  7,  6,  7,  7,  8,  9,  10, 11, 12, 15, 16, 17, 18, 17, 18, 19, 20, 22, 23, 24, 25,
        25, 26, 28, 29, 30, 31, 31, 32, 35, 36, 38, 39, 38, 39, 39, 40, 41, 42, 44, 45, 46, 47, 47, 48,
    };
    for (int i = 0; i < 48; i++) {
        input[i] = i + 1;
        updates[i] = 1;
    }
    grn_scatter_spec spec = {.dims = {LIST(3, 4), LIST(1), LIST(0), LIST(1), LIST(2, 1), 3},
                             .index = {.bounds = GRN_BOUNDS_SKIP},
                             .combiner = GRN_COMBINE_ADD};
    grn_tensor x = view(input, GRN_I64, DIMS(2, 3, 4, 2)), s = view(indices, GRN_I64, DIMS(2, 2, 3, 2));
    grn_tensor u = view(updates, GRN_I64, DIMS(2, 2, 3, 2, 2));
    assert_int_equal(grn_scatter_reference(&spec, 1, &x, &s, &u, NULL), GRN_OK);
    for (int i = 0; i < 48; i++)
        if (input[i] != want[i])
            fail_msg("element %d is %lld, wanted %lld", i, (long long)input[i], (long long)want[i]);
}

/* {1, 2} put into {10, 20, 30, 40} at each start. */
static const struct {
    const char *claim;
    grn_index_rule rule;
    int64_t start;
    grn_status status;
    float want[4];
} starts[] = {
    {"inside", {.bounds = GRN_BOUNDS_SKIP}, 1, GRN_OK, {10, 1, 2, 40}},
    {"skip by element, past the end", {.bounds = GRN_BOUNDS_SKIP}, 3, GRN_OK, {10, 20, 30, 1}},
    {"skip by element, before the start", {.bounds = GRN_BOUNDS_SKIP}, -1, GRN_OK, {2, 20, 30, 40}},
    {"skip by element, far away", {.bounds = GRN_BOUNDS_SKIP}, INT64_MAX, GRN_OK, {10, 20, 30, 40}},
    {"skip by element, as far below", {.base = 1, .bounds = GRN_BOUNDS_SKIP}, INT64_MIN, GRN_OK, {10, 20, 30, 40}},
    {"skip by window", {.bounds = GRN_BOUNDS_SKIP, .grain = GRN_GRAIN_WINDOW}, 3, GRN_OK, {10, 20, 30, 40}},
    {"skip by window, in range", {.bounds = GRN_BOUNDS_SKIP, .grain = GRN_GRAIN_WINDOW}, 2, GRN_OK, {10, 20, 1, 2}},
    {"clamp", {.bounds = GRN_BOUNDS_CLAMP}, 3, GRN_OK, {10, 20, 1, 2}},
    {"clamp below", {.bounds = GRN_BOUNDS_CLAMP}, -9, GRN_OK, {1, 2, 30, 40}},
    {"a broken promise clamps", {.bounds = GRN_BOUNDS_PROMISE}, 7, GRN_OK, {10, 20, 1, 2}},
    {"wrap", {.wrap_negative = true, .bounds = GRN_BOUNDS_SKIP}, -3, GRN_OK, {10, 1, 2, 40}},
    {"base 1", {.base = 1, .bounds = GRN_BOUNDS_SKIP}, 1, GRN_OK, {1, 2, 30, 40}},
    {"error", {.bounds = GRN_BOUNDS_ERROR}, 3, GRN_E_INDEX, {10, 20, 30, 40}},
};

static void test_starts(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(starts); i++) {
        float input[] = {10, 20, 30, 40}, update[] = {1, 2};
        int64_t index = starts[i].start;
        grn_scatter_spec spec = {.dims = {LIST(0), NO_LIST, NO_LIST, NO_LIST, LIST(0), 0}, .index = starts[i].rule};
        grn_tensor x = view(input, GRN_F32, DIMS(4)), s = view(&index, GRN_I64, NO_DIMS),
                   u = view(update, GRN_F32, DIMS(2));
        claim_that(starts[i].claim, grn_scatter_reference(&spec, 1, &x, &s, &u, NULL) == starts[i].status);
        claim_that(starts[i].claim, memcmp(input, starts[i].want, sizeof input) == 0);
    }
}

/* Scalars 1, 2, 3, 4 meet {10, 20} at 0, 1, 0, 0 in ascending order of the updates. */
static const struct {
    const char *claim;
    grn_combiner combiner;
    int32_t want[2];
} combiners[] = {
    {"replace: the last wins", GRN_COMBINE_REPLACE, {4, 2}},
    {"add", GRN_COMBINE_ADD, {18, 22}},
    {"mul", GRN_COMBINE_MUL, {120, 40}},
    {"min", GRN_COMBINE_MIN, {1, 2}},
    {"max", GRN_COMBINE_MAX, {10, 20}},
    {"and 1010 & 1 & 3 & 4", GRN_COMBINE_AND, {0, 0}},
    {"or 1010 | 1 | 11 | 100", GRN_COMBINE_OR, {15, 22}},
    {"xor 1010 ^ 1 ^ 11 ^ 100", GRN_COMBINE_XOR, {12, 22}},
};

static void test_duplicates(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(combiners); i++) {
        int32_t input[] = {10, 20}, updates[] = {1, 2, 3, 4};
        uint8_t indices[] = {0, 1, 0, 0};
        grn_scatter_spec spec = {.dims = {NO_LIST, LIST(0), NO_LIST, NO_LIST, LIST(0), 1},
                                 .index = {.bounds = GRN_BOUNDS_SKIP},
                                 .combiner = combiners[i].combiner};
        grn_tensor x = view(input, GRN_I32, DIMS(2)), s = view(indices, GRN_UI8, DIMS(4)),
                   u = view(updates, GRN_I32, DIMS(4));
        claim_that(combiners[i].claim, grn_scatter_reference(&spec, 1, &x, &s, &u, NULL) == GRN_OK);
        claim_that(combiners[i].claim, memcmp(input, combiners[i].want, sizeof input) == 0);
    }
}

/* With the window dim first, row-major order of updates interleaves the two windows, which overlap
 * at element 1: window [3, 4] at 0 and [5, 6] at 1; updates [[3, 5], [4, 6]] visit 3, 5, 4, 6, so
 * element 1 ends as 4. */
static void test_order_is_that_of_the_updates(void **state)
{
    (void)state;
    int32_t input[] = {0, 0, 0}, updates[] = {3, 5, 4, 6};
    int64_t indices[] = {0, 1};
    grn_scatter_spec spec = {.dims = {LIST(0), NO_LIST, NO_LIST, NO_LIST, LIST(0), 1},
                             .index = {.bounds = GRN_BOUNDS_SKIP}};
    grn_tensor x = view(input, GRN_I32, DIMS(3)), s = view(indices, GRN_I64, DIMS(2)),
               u = view(updates, GRN_I32, DIMS(2, 2));
    assert_int_equal(grn_scatter_reference(&spec, 1, &x, &s, &u, NULL), GRN_OK);
    assert_memory_equal(input, ((int32_t[]){3, 4, 6}), sizeof input);
}

/* f16: 2048 + 1 + 1 rounds back to 2048 after each step. */
static void test_rounds_each_step(void **state)
{
    (void)state;
    uint16_t input = 0x6800, updates[] = {0x3C00, 0x3C00};
    int64_t indices[] = {0, 0};
    grn_scatter_spec spec = {.dims = {NO_LIST, LIST(0), NO_LIST, NO_LIST, LIST(0), 1},
                             .index = {.bounds = GRN_BOUNDS_SKIP},
                             .combiner = GRN_COMBINE_ADD};
    grn_tensor x = view(&input, GRN_F16, DIMS(1)), s = view(indices, GRN_I64, DIMS(2)),
               u = view(updates, GRN_F16, DIMS(2));
    assert_int_equal(grn_scatter_reference(&spec, 1, &x, &s, &u, NULL), GRN_OK);
    assert_int_equal(input, 0x6800);
}

/* current - update in input 0; input 1 counts. Stops when the count in user runs out. */
static grn_status subtract_and_count(void *user, int64_t count, void *const *current, const void *const *update)
{
    int *left = user;
    assert_int_equal(count, 1);
    if ((*left)-- == 0)
        return GRN_E_CHECK;
    *(double *)current[0] -= *(const double *)update[0];
    *(int8_t *)current[1] = (int8_t)(*(int8_t *)current[1] + *(const int8_t *)update[1]);
    return GRN_OK;
}

static void test_region_with_two_inputs(void **state)
{
    (void)state;
    double values[] = {100, 200}, amounts[] = {1, 2, 4};
    int8_t counts[] = {0, 0}, ones[] = {1, 1, 1};
    int32_t indices[] = {1, 1, 0};
    int left = 3;
    grn_scatter_spec spec = {.dims = {NO_LIST, LIST(0), NO_LIST, NO_LIST, LIST(0), 1},
                             .index = {.bounds = GRN_BOUNDS_SKIP},
                             .combiner = GRN_COMBINE_REGION,
                             .region = subtract_and_count,
                             .region_user = &left};
    grn_tensor s = view(indices, GRN_I32, DIMS(3));
    grn_tensor results[] = {view(values, GRN_F64, DIMS(2)), view(counts, GRN_I8, DIMS(2))};
    grn_tensor updates[] = {view(amounts, GRN_F64, DIMS(3)), view(ones, GRN_I8, DIMS(3))};
    assert_int_equal(grn_scatter_reference(&spec, 2, results, &s, updates, NULL), GRN_OK);
    assert_true(values[0] == 96 && values[1] == 197 && counts[0] == 1 && counts[1] == 2);
    left = 1;
    assert_int_equal(grn_scatter_reference(&spec, 2, results, &s, updates, NULL), GRN_E_CHECK);
    assert_true(values[0] == 96 && values[1] == 196);
}

static void test_nothing_to_reach(void **state)
{
    (void)state;
    float updates[] = {1, 2};
    int64_t indices[] = {0, 0};
    heard h;
    grn_scatter_spec spec = {.dims = {NO_LIST, LIST(0, 1), NO_LIST, NO_LIST, LIST(0), 1},
                             .index = {.bounds = GRN_BOUNDS_SKIP}};
    grn_tensor s = view(indices, GRN_I64, DIMS(2)), u = view(updates, GRN_F32, DIMS(2));
    grn_tensor indexed = view(NULL, GRN_F32, DIMS(0, 1)), not_indexed = view(NULL, GRN_F32, DIMS(1, 0));
    for (int grain = 0; grain < 2; grain++) {
        spec.index.grain = grain ? GRN_GRAIN_WINDOW : GRN_GRAIN_ELEMENT;
        assert_int_equal(grn_scatter_reference(&spec, 1, &indexed, &s, &u, NULL), GRN_OK);
        assert_int_equal(grn_scatter_reference(&spec, 1, &not_indexed, &s, &u, NULL), GRN_OK);
    }
    spec.index.bounds = GRN_BOUNDS_ERROR;
    assert_int_equal(grn_scatter_reference(&spec, 1, &indexed, &s, &u, listen(&h)), GRN_E_INDEX);
    claim_text("says that nothing would do", h.error,
               "the index at [0] of indices is 0; for dimension 0 of the operand, of"
               " extent 0, it must be nowhere: no window of extent 1 fits");
}

static void test_error_writes_nothing(void **state)
{
    (void)state;
    int32_t input[] = {1, 2}, updates[] = {7, 8};
    int64_t indices[] = {0, 2};
    heard h;
    grn_scatter_spec spec = {.dims = {NO_LIST, LIST(0), NO_LIST, NO_LIST, LIST(0), 1},
                             .index = {.bounds = GRN_BOUNDS_ERROR}};
    grn_tensor x = view(input, GRN_I32, DIMS(2)), s = view(indices, GRN_I64, DIMS(2)),
               u = view(updates, GRN_I32, DIMS(2));
    assert_int_equal(grn_scatter_reference(&spec, 1, &x, &s, &u, listen(&h)), GRN_E_INDEX);
    claim_text("the second", h.error,
               "the index at [1] of indices is 2; for dimension 0 of the operand, of extent 2, it must be in [0, 1]");
    assert_true(input[0] == 1 && input[1] == 2);
}

static void test_memory_that_is_refused(void **state)
{
    (void)state;
    int64_t data[8] = {0};
    heard h;
    grn_scatter_spec spec = {.dims = {NO_LIST, LIST(0), NO_LIST, NO_LIST, LIST(0), 1},
                             .index = {.bounds = GRN_BOUNDS_SKIP}};
    grn_tensor x[] = {view(data, GRN_I64, DIMS(2)), view(data + 1, GRN_I64, DIMS(2))};
    grn_tensor s = view(data + 4, GRN_I64, DIMS(1)),
               u[] = {view(data + 5, GRN_I64, DIMS(1)), view(data + 6, GRN_I64, DIMS(1))};
    assert_int_equal(grn_scatter_reference(&spec, 2, x, &s, u, listen(&h)), GRN_E_ALIAS);
    claim_text("two results", h.error, "overlaps results[0]");
    assert_int_equal(grn_scatter_reference(&spec, 1, x, &s, u, NULL), GRN_OK);
    u[0].data = data + 1;
    assert_int_equal(grn_scatter_reference(&spec, 1, x, &s, u, listen(&h)), GRN_E_ALIAS);
    claim_text("updates", h.error, "overlaps updates[0]");
    s.data = data;
    assert_int_equal(grn_scatter_reference(&spec, 1, x, &s, u, listen(&h)), GRN_E_ALIAS);
    claim_text("indices", h.error, "overlaps scatter_indices");
    s.data = NULL;
    assert_int_equal(grn_scatter_reference(&spec, 1, x, &s, u, NULL), GRN_E_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_specification_example),
        cmocka_unit_test(test_starts),
        cmocka_unit_test(test_duplicates),
        cmocka_unit_test(test_order_is_that_of_the_updates),
        cmocka_unit_test(test_rounds_each_step),
        cmocka_unit_test(test_region_with_two_inputs),
        cmocka_unit_test(test_nothing_to_reach),
        cmocka_unit_test(test_error_writes_nothing),
        cmocka_unit_test(test_memory_that_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_spec_gather.c - the gather reference against the specification's own example and hand-made
 * tables. */
#include "spec_test.h"

/* The StableHLO specification's example with batching dims, its numbers as printed there. */
static void test_specification_example(void **state)
{
    (void)state;
    int32_t operand[48], result[48];
    int64_t indices[] = {0, 0, 1, 0, 2, 1, 0, 1, 1, 1, 0, 9, 0, 0, 2, 1, 2, 2, 1, 2, 0, 1, 1, 0};
    static const int32_t want[] = {
        1, 2, 3, 4, 3,  4,  5,  6,  13, 14, 15, 16, 33, 34, 35, 36, 35, 36, 37, 38, 41, 42, 43, 44,
        1, 2, 3, 4, 13, 14, 15, 16, 21, 22, 23, 24, 43, 44, 45, 46, 33, 34, 35, 36, 27, 28, 29, 30,
    };
    for (int i = 0; i < 48; i++)
        operand[i] = i + 1;
    grn_gather_spec spec = {
        .dims = {LIST(3, 4), LIST(1), LIST(0), LIST(1), LIST(2, 1), 3},
        .slice_sizes = LIST(1, 1, 2, 2),
    };
    grn_tensor o = view(operand, GRN_I32, DIMS(2, 3, 4, 2)), s = view(indices, GRN_I64, DIMS(2, 2, 3, 2));
    grn_tensor r = view(result, GRN_I32, DIMS(2, 2, 3, 2, 2));
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    assert_int_equal(grn_gather_shape(&spec, &o, &s, NULL, &rank, shape), GRN_OK);
    assert_int_equal(rank, 5);
    assert_memory_equal(shape, r.shape, 5 * sizeof(int64_t));
    assert_int_equal(grn_gather_reference(&spec, &o, &s, &r, NULL), GRN_OK);
    assert_memory_equal(result, want, sizeof want);
}

/* Where a slice of two of {10, 20, 30, 40} comes from, by policy and start. Fill is -1. */
static const struct {
    const char *claim;
    grn_index_rule rule;
    int64_t start;
    grn_status status;
    float want[2];
} starts[] = {
    {"inside: taken as is", {.bounds = GRN_BOUNDS_CLAMP}, 1, GRN_OK, {20, 30}},
    {"the last that fits", {.bounds = GRN_BOUNDS_CLAMP}, 2, GRN_OK, {30, 40}},
    {"one past it slides back", {.bounds = GRN_BOUNDS_CLAMP}, 3, GRN_OK, {30, 40}},
    {"below zero starts at zero", {.bounds = GRN_BOUNDS_CLAMP}, -3, GRN_OK, {10, 20}},
    {"the least int64", {.bounds = GRN_BOUNDS_CLAMP}, INT64_MIN, GRN_OK, {10, 20}},
    {"the least int64 less a base", {.base = 1, .bounds = GRN_BOUNDS_CLAMP}, INT64_MIN, GRN_OK, {10, 20}},
    {"the greatest less the least base", {.base = INT64_MIN, .bounds = GRN_BOUNDS_CLAMP}, INT64_MAX, GRN_OK, {30, 40}},
    {"base 1 counts from one", {.base = 1, .bounds = GRN_BOUNDS_CLAMP}, 1, GRN_OK, {10, 20}},
    {"base 1, index 0 is before the first", {.base = 1, .bounds = GRN_BOUNDS_ERROR}, 0, GRN_E_INDEX, {0, 0}},
    {"wrap: -2 is the last two", {.wrap_negative = true, .bounds = GRN_BOUNDS_ERROR}, -2, GRN_OK, {30, 40}},
    {"wrap: -1 leaves room for one", {.wrap_negative = true, .bounds = GRN_BOUNDS_ERROR}, -1, GRN_E_INDEX, {0, 0}},
    {"wrap: added once only", {.wrap_negative = true, .bounds = GRN_BOUNDS_CLAMP}, -7, GRN_OK, {10, 20}},
    {"fill by element, past the end", {.bounds = GRN_BOUNDS_FILL}, 3, GRN_OK, {40, -1}},
    {"fill by element, before the start", {.bounds = GRN_BOUNDS_FILL}, -1, GRN_OK, {-1, 10}},
    {"fill by window", {.bounds = GRN_BOUNDS_FILL, .grain = GRN_GRAIN_WINDOW}, 3, GRN_OK, {-1, -1}},
    {"fill by window, in range", {.bounds = GRN_BOUNDS_FILL, .grain = GRN_GRAIN_WINDOW}, 2, GRN_OK, {30, 40}},
    {"fill, far away", {.bounds = GRN_BOUNDS_FILL}, INT64_MAX, GRN_OK, {-1, -1}},
    {"a broken promise clamps", {.bounds = GRN_BOUNDS_PROMISE}, 9, GRN_OK, {30, 40}},
    {"error: told, not clamped", {.bounds = GRN_BOUNDS_ERROR}, 3, GRN_E_INDEX, {0, 0}},
};

static void test_starts(void **state)
{
    (void)state;
    float operand[] = {10, 20, 30, 40};
    for (size_t i = 0; i < GRN_COUNT(starts); i++) {
        float result[2] = {0, 0}, fill = -1;
        int64_t index = starts[i].start;
        grn_gather_spec spec = {
            .dims = {LIST(0), NO_LIST, NO_LIST, NO_LIST, LIST(0), 0}, .index = starts[i].rule, .slice_sizes = LIST(2)};
        grn_tensor o = view(operand, GRN_F32, DIMS(4)), s = view(&index, GRN_I64, NO_DIMS),
                   r = view(result, GRN_F32, DIMS(2));
        memcpy(spec.fill, &fill, sizeof fill);
        claim_that(starts[i].claim, grn_gather_reference(&spec, &o, &s, &r, NULL) == starts[i].status);
        claim_that(starts[i].claim, memcmp(result, starts[i].want, sizeof result) == 0);
    }
}

/* One element of a 256-long operand (value = position), by the bits of an index of each width.
 * Policy clamp. */
static const struct {
    const char *claim;
    grn_dtype dtype;
    uint64_t bits;
    int32_t want;
} widths[] = {
    {"ui8 200 is 200", GRN_UI8, 200, 200},
    {"i8 -56 is below zero", GRN_I8, 200, 0},
    {"i1 true is 1", GRN_I1, 1, 1},
    {"i2 1", GRN_I2, 1, 1},
    {"i2 -2 is below zero", GRN_I2, 0xFE, 0},
    {"ui4 15", GRN_UI4, 15, 15},
    {"i4 -1 is below zero", GRN_I4, 0xFF, 0},
    {"ui16 65535 is past the end", GRN_UI16, 65535, 255},
    {"i16 -1", GRN_I16, 65535, 0},
    {"ui32 2^31 is past the end", GRN_UI32, UINT64_C(1) << 31, 255},
    {"i32 -2^31", GRN_I32, UINT64_C(1) << 31, 0},
    {"ui64 2^63 is past the end", GRN_UI64, UINT64_C(1) << 63, 255},
    {"ui64 all ones is past the end", GRN_UI64, UINT64_MAX, 255},
    {"i64 -1", GRN_I64, UINT64_MAX, 0},
    {"index 7", GRN_INDEX, 7, 7},
};

static void test_index_widths(void **state)
{
    (void)state;
    int32_t operand[256], result;
    for (int i = 0; i < 256; i++)
        operand[i] = i;
    for (size_t i = 0; i < GRN_COUNT(widths); i++) {
        uint64_t bits = widths[i].bits; /* little-endian: the low bytes come first */
        grn_gather_spec spec = {.dims = {NO_LIST, LIST(0), NO_LIST, NO_LIST, LIST(0), 0}, .slice_sizes = LIST(1)};
        grn_tensor o = view(operand, GRN_I32, DIMS(256)), s = view(&bits, widths[i].dtype, NO_DIMS);
        grn_tensor r = view(&result, GRN_I32, NO_DIMS);
        claim_that(widths[i].claim, grn_gather_reference(&spec, &o, &s, &r, NULL) == GRN_OK);
        claim_that(widths[i].claim, result == widths[i].want);
    }
}

/* Forms of one gather: rows and columns of [[0, 1, 2], [10, 11, 12]]. */
static const struct {
    const char *claim;
    grn_dimension_numbers dims;
    grn_index_rule rule;
    grn_dims slice_sizes, indices_shape, result_shape;
    int64_t indices[6];
    int32_t want[6];
} forms[] = {
    {"rows, window last",
     {LIST(1), LIST(0), NO_LIST, NO_LIST, LIST(0), 1},
     {0},
     LIST(1, 3),
     LIST(2),
     LIST(2, 3),
     {1, 0},
     {10, 11, 12, 0, 1, 2}},
    {"rows, window first",
     {LIST(0), LIST(0), NO_LIST, NO_LIST, LIST(0), 1},
     {0},
     LIST(1, 3),
     LIST(2),
     LIST(3, 2),
     {1, 0},
     {10, 0, 11, 1, 12, 2}},
    {"columns",
     {LIST(0), LIST(1), NO_LIST, NO_LIST, LIST(1), 1},
     {0},
     LIST(2, 1),
     LIST(3),
     LIST(2, 3),
     {2, 2, 0},
     {2, 2, 0, 12, 12, 10}},
    {"index vector first",
     {NO_LIST, LIST(0, 1), NO_LIST, NO_LIST, LIST(0, 1), 0},
     {0},
     LIST(1, 1),
     LIST(2, 3),
     LIST(3),
     {0, 1, 1, 2, 0, 2},
     {2, 10, 12}},
    {"index vector last",
     {NO_LIST, LIST(0, 1), NO_LIST, NO_LIST, LIST(0, 1), 1},
     {0},
     LIST(1, 1),
     LIST(3, 2),
     LIST(3),
     {0, 2, 1, 0, 1, 2},
     {2, 10, 12}},
    {"permuted start_index_map",
     {NO_LIST, LIST(0, 1), NO_LIST, NO_LIST, LIST(1, 0), 1},
     {0},
     LIST(1, 1),
     LIST(3, 2),
     LIST(3),
     {2, 0, 0, 1, 2, 1},
     {2, 10, 12}},
    {"batching dims are transposed",
     {NO_LIST, NO_LIST, LIST(0, 1), LIST(1, 0), NO_LIST, 2},
     {0},
     LIST(1, 1),
     LIST(3, 2, 0),
     LIST(3, 2),
     {0},
     {0, 10, 1, 11, 2, 12}},
    {"batch along rows, take in columns",
     {NO_LIST, LIST(1), LIST(0), LIST(0), LIST(1), 2},
     {0},
     LIST(1, 1),
     LIST(2, 2),
     LIST(2, 2),
     {2, 0, 1, 1},
     {2, 0, 11, 11}},
    {"the same, index vector before the batch",
     {NO_LIST, LIST(1), LIST(0), LIST(1), LIST(1), 0},
     {0},
     LIST(1, 1),
     LIST(1, 2, 2),
     LIST(2, 2),
     {2, 0, 1, 1},
     {2, 0, 11, 11}},
    {"batch of a prefix",
     {NO_LIST, LIST(1), LIST(0), LIST(0), LIST(1), 2},
     {.batch_rule = GRN_BATCH_PREFIX},
     LIST(1, 1),
     LIST(1, 2),
     LIST(1, 2),
     {2, 1},
     {2, 1}},
    {"an indexed dim keeps its window",
     {LIST(1, 2), NO_LIST, NO_LIST, NO_LIST, LIST(1), 1},
     {0},
     LIST(1, 2),
     LIST(2),
     LIST(2, 1, 2),
     {0, 5},
     {0, 1, 1, 2}},
    {"a collapsed dim need not be indexed",
     {LIST(0), LIST(0), NO_LIST, NO_LIST, NO_LIST, 0},
     {0},
     LIST(1, 3),
     LIST(0),
     LIST(3),
     {0},
     {0, 1, 2}},
    {"empty index vectors repeat the slice",
     {NO_LIST, LIST(0, 1), NO_LIST, NO_LIST, NO_LIST, 1},
     {0},
     LIST(1, 1),
     LIST(2, 0),
     LIST(2),
     {0},
     {0, 0}},
    {"no index vectors at all",
     {LIST(1), LIST(0), NO_LIST, NO_LIST, LIST(0), 1},
     {0},
     LIST(1, 3),
     LIST(0),
     LIST(0, 3),
     {0},
     {0}},
    {"window of the whole operand",
     {LIST(0, 1), NO_LIST, NO_LIST, NO_LIST, LIST(0, 1), 0},
     {0},
     LIST(2, 3),
     LIST(2),
     LIST(2, 3),
     {7, -7},
     {0, 1, 2, 10, 11, 12}},
};

static void test_forms(void **state)
{
    (void)state;
    int32_t operand[] = {0, 1, 2, 10, 11, 12};
    for (size_t i = 0; i < GRN_COUNT(forms); i++) {
        int32_t result[6] = {0};
        int64_t indices[6];
        memcpy(indices, forms[i].indices, sizeof indices);
        grn_gather_spec spec = {.dims = forms[i].dims, .index = forms[i].rule, .slice_sizes = forms[i].slice_sizes};
        grn_tensor o = view(operand, GRN_I32, DIMS(2, 3)), s = view(indices, GRN_I64, forms[i].indices_shape);
        grn_tensor r = view(result, GRN_I32, forms[i].result_shape);
        claim_that(forms[i].claim, grn_gather_reference(&spec, &o, &s, &r, NULL) == GRN_OK);
        claim_that(forms[i].claim, memcmp(result, forms[i].want, sizeof result) == 0);
    }
}

static void test_scalar_operand(void **state)
{
    (void)state;
    double operand = 3.5, result[2] = {0, 0};
    grn_gather_spec spec = {.dims = {NO_LIST, NO_LIST, NO_LIST, NO_LIST, NO_LIST, 1}};
    grn_tensor o = view(&operand, GRN_F64, NO_DIMS), s = view(NULL, GRN_I32, DIMS(2, 0)),
               r = view(result, GRN_F64, DIMS(2));
    assert_int_equal(grn_gather_reference(&spec, &o, &s, &r, NULL), GRN_OK);
    assert_true(result[0] == 3.5 && result[1] == 3.5);
}

static void test_strided_views(void **state)
{
    (void)state;
    int32_t operand[] = {0, 1, 2, 3, 4, 5}, result[] = {-1, -1, -1, -1};
    int8_t index = 2;
    grn_gather_spec spec = {.dims = {NO_LIST, LIST(0), NO_LIST, NO_LIST, LIST(0), 1}, .slice_sizes = LIST(1)};
    grn_tensor o = view(operand + 5, GRN_I32, DIMS(3)), s = view(&index, GRN_I8, DIMS(2)),
               r = view(result + 3, GRN_I32, DIMS(2));
    o.stride[0] = -2; /* 5, 3, 1 */
    s.stride[0] = 0;
    r.stride[0] = -2;
    assert_int_equal(grn_gather_reference(&spec, &o, &s, &r, NULL), GRN_OK);
    assert_memory_equal(result, ((int32_t[]){-1, 1, -1, 1}), sizeof result);
}

/* Rows of a 3x2 operand by indices [[0, 7], [9, 1]]; the message names the 7, the first in
 * row-major order. */
static const struct {
    const char *claim;
    grn_index_rule rule;
    const char *message;
} errors[] = {
    {"plain",
     {.bounds = GRN_BOUNDS_ERROR},
     "the index at [0, 1] of indices is 7; for dimension 0 of the operand, of extent 3, it must be in [0, 2]"},
    {"base 1",
     {.base = 1, .bounds = GRN_BOUNDS_ERROR},
     "the index at [0, 0] of indices is 0; for dimension 0 of the operand,"
     " of extent 3, it must be in [1, 3]"},
    {"wrap", {.wrap_negative = true, .bounds = GRN_BOUNDS_ERROR}, "it must be in [-3, 2]"},
};

static void test_error_message(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(errors); i++) {
        float operand[6] = {0}, result[8];
        int16_t indices[] = {0, 7, 9, 1};
        heard h;
        memset(result, 0x55, sizeof result);
        grn_gather_spec spec = {.dims = {LIST(2), LIST(0), NO_LIST, NO_LIST, LIST(0), 2},
                                .index = errors[i].rule,
                                .slice_sizes = LIST(1, 2)};
        grn_tensor o = view(operand, GRN_F32, DIMS(3, 2)), s = view(indices, GRN_I16, DIMS(2, 2)),
                   r = view(result, GRN_F32, DIMS(2, 2, 2));
        claim_that(errors[i].claim, grn_gather_reference(&spec, &o, &s, &r, listen(&h)) == GRN_E_INDEX);
        claim_text(errors[i].claim, h.error, errors[i].message);
        for (size_t b = 0; b < sizeof result; b++)
            claim_that(errors[i].claim, ((unsigned char *)result)[b] == 0x55);
    }
}

static void test_error_with_window_and_unsigned(void **state)
{
    (void)state;
    float operand[5] = {0}, result[2] = {0};
    uint64_t index = UINT64_MAX;
    heard h;
    grn_gather_spec spec = {.dims = {LIST(0), NO_LIST, NO_LIST, NO_LIST, LIST(0), 0},
                            .index = {.bounds = GRN_BOUNDS_ERROR, .wrap_negative = true},
                            .slice_sizes = LIST(2)};
    grn_tensor o = view(operand, GRN_F32, DIMS(5)), s = view(&index, GRN_UI64, DIMS(1)),
               r = view(result, GRN_F32, DIMS(2));
    assert_int_equal(grn_gather_reference(&spec, &o, &s, &r, listen(&h)), GRN_E_INDEX);
    claim_text("all of the value", h.error, "the index at [0] of indices is 18446744073709551615;");
    claim_text("both ranges", h.error, "it must be in [-5, -2] or [0, 3]");
}

/* Under error an index counts even where its window is empty. */
static void test_error_of_an_empty_window(void **state)
{
    (void)state;
    int32_t index = 4;
    grn_gather_spec spec = {.dims = {LIST(0), LIST(0), NO_LIST, NO_LIST, LIST(0), 0},
                            .index = {.bounds = GRN_BOUNDS_ERROR},
                            .slice_sizes = LIST(1, 0)};
    grn_tensor o = view(NULL, GRN_F32, DIMS(3, 0)), s = view(&index, GRN_I32, NO_DIMS),
               r = view(NULL, GRN_F32, DIMS(0));
    assert_int_equal(grn_gather_reference(&spec, &o, &s, &r, NULL), GRN_E_INDEX);
    index = 2;
    assert_int_equal(grn_gather_reference(&spec, &o, &s, &r, NULL), GRN_OK);
}

static void test_memory_that_is_refused(void **state)
{
    (void)state;
    int32_t data[8] = {0};
    heard h;
    grn_gather_spec spec = {.dims = {NO_LIST, LIST(0), NO_LIST, NO_LIST, LIST(0), 1}, .slice_sizes = LIST(1)};
    grn_tensor o = view(data, GRN_I32, DIMS(4)), s = view(data + 4, GRN_I32, DIMS(2)),
               r = view(data + 3, GRN_I32, DIMS(2));
    assert_int_equal(grn_gather_reference(&spec, &o, &s, &r, listen(&h)), GRN_E_ALIAS);
    claim_text("operand first", h.error, "overlaps operand");
    r.data = data + 5;
    assert_int_equal(grn_gather_reference(&spec, &o, &s, &r, listen(&h)), GRN_E_ALIAS);
    claim_text("then indices", h.error, "overlaps start_indices");
    r.data = NULL;
    assert_int_equal(grn_gather_reference(&spec, &o, &s, &r, listen(&h)), GRN_E_ARGUMENT);
    r.data = data + 6;
    r.dtype = GRN_F32;
    assert_int_equal(grn_gather_reference(&spec, &o, &s, &r, listen(&h)), GRN_E_DTYPE);
    r.dtype = GRN_I32;
    r.shape[0] = 1;
    assert_int_equal(grn_gather_reference(&spec, &o, &s, &r, listen(&h)), GRN_E_SHAPE);
    claim_text("both shapes", h.error, "result has shape [1], it must be [2]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_specification_example),
        cmocka_unit_test(test_starts),
        cmocka_unit_test(test_index_widths),
        cmocka_unit_test(test_forms),
        cmocka_unit_test(test_scalar_operand),
        cmocka_unit_test(test_strided_views),
        cmocka_unit_test(test_error_message),
        cmocka_unit_test(test_error_with_window_and_unsigned),
        cmocka_unit_test(test_error_of_an_empty_window),
        cmocka_unit_test(test_memory_that_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

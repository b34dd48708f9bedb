/* test_plan_small.c - which gathers and scatters run straight from their spec; which the row
 * "small" takes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "plan/plan.h"

/* operand [5,4] or [5]: 0, 1, 2, ...; three indices of the type. */
static const struct {
    const char *claim;
    int32_t rank;
    int64_t slice, offset_dim, row_stride, column_stride, base;
    grn_bounds bounds;
    grn_dtype index_dtype;
    int64_t start[3];
    bool at_once;
    int want[3][4]; /* in the order of the result's memory */
} cases[] = {
    {"rows",
     2,
     4,
     1,
     4,
     1,
     0,
     GRN_BOUNDS_CLAMP,
     GRN_I64,
     {4, 0, 2},
     true,
     {{16, 17, 18, 19}, {0, 1, 2, 3}, {8, 9, 10, 11}}},
    {"rows, strict",
     2,
     4,
     1,
     4,
     1,
     0,
     GRN_BOUNDS_ERROR,
     GRN_I32,
     {4, 0, 2},
     true,
     {{16, 17, 18, 19}, {0, 1, 2, 3}, {8, 9, 10, 11}}},
    {"elements", 1, 1, 1, 1, 0, 0, GRN_BOUNDS_FILL, GRN_I32, {4, 0, 2}, true, {{4, 0, 2}}},
    {"elements of every fourth", 1, 1, 1, 4, 0, 0, GRN_BOUNDS_CLAMP, GRN_I64, {4, 0, 2}, true, {{16, 0, 8}}},
    {"a part of each row", 2, 2, 1, 4, 1, 0, GRN_BOUNDS_CLAMP, GRN_I64, {4, 0, 2}, false, {{16, 17, 0, 1}, {8, 9}}},
    {"the rows stand across the result",
     2,
     4,
     0,
     4,
     1,
     0,
     GRN_BOUNDS_CLAMP,
     GRN_I64,
     {4, 0, 2},
     false,
     {{16, 0, 8, 17}, {1, 9, 18, 2}, {10, 19, 3, 11}}},
    {"the operand is transposed",
     2,
     4,
     1,
     1,
     5,
     0,
     GRN_BOUNDS_CLAMP,
     GRN_I64,
     {4, 0, 2},
     false,
     {{4, 9, 14, 19}, {0, 5, 10, 15}, {2, 7, 12, 17}}},
    {"one-based", 1, 1, 1, 1, 0, 1, GRN_BOUNDS_CLAMP, GRN_I64, {5, 1, 3}, false, {{4, 0, 2}}},
    {"a start is out of range", 1, 1, 1, 1, 0, 0, GRN_BOUNDS_CLAMP, GRN_I64, {4, -1, 9}, false, {{4, 0, 4}}},
    {"a row is out of range",
     2,
     4,
     1,
     4,
     1,
     0,
     GRN_BOUNDS_CLAMP,
     GRN_I64,
     {4, 0, 9},
     false,
     {{16, 17, 18, 19}, {0, 1, 2, 3}, {16, 17, 18, 19}}},
};

typedef struct setting {
    int32_t data[20], moved[12];
    unsigned char raw[24];
    grn_gather_spec spec;
    grn_tensor operand, indices, result;
} setting;

static void set_up(size_t i, setting *s)
{
    int32_t windows = cases[i].rank - 1;
    bool across = cases[i].offset_dim == 0;
    memset(s, 0, sizeof *s);
    for (int k = 0; k < 20; k++)
        s->data[k] = k;
    for (int k = 0; k < 12; k++)
        s->moved[k] = -1;
    for (size_t k = 0; k < 3; k++)
        memcpy(s->raw + k * grn_dtype_bytes(cases[i].index_dtype), &cases[i].start[k],
               grn_dtype_bytes(cases[i].index_dtype));
    s->spec.dims.collapsed_slice_dims = s->spec.dims.start_index_map = (grn_dims){1, {0}};
    s->spec.dims.offset_dims = (grn_dims){windows, {cases[i].offset_dim}};
    s->spec.dims.index_vector_dim = 1;
    s->spec.slice_sizes = (grn_dims){cases[i].rank, {1, cases[i].slice}};
    s->spec.index.bounds = cases[i].bounds;
    s->spec.index.base = cases[i].base;
    int64_t shape[2] = {across ? cases[i].slice : 3, across ? 3 : cases[i].slice};
    assert_int_equal(grn_tensor_init(&s->operand, s->data, GRN_I32, cases[i].rank, (int64_t[]){5, 4}), GRN_OK);
    assert_int_equal(grn_tensor_init(&s->indices, s->raw, cases[i].index_dtype, 1, (int64_t[]){3}), GRN_OK);
    assert_int_equal(grn_tensor_init(&s->result, s->moved, GRN_I32, cases[i].rank, shape), GRN_OK);
    s->operand.stride[0] = cases[i].row_stride;
    s->operand.stride[1] = cases[i].column_stride;
}

static void test_cases(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < GRN_COUNT(cases); i++) {
        setting s;
        set_up(i, &s);
        if (grn_gather_small(&s.spec, &s.operand, &s.indices, &s.result) != cases[i].at_once)
            fail_msg("%s: at once, or not", cases[i].claim);
        set_up(i, &s);
        assert_int_equal(grn_gather(&s.spec, &s.operand, &s.indices, &s.result, NULL), GRN_OK);
        for (int64_t k = 0; k < grn_tensor_elements(&s.result); k++)
            if (s.moved[k] != cases[i].want[k / 4][k % 4])
                fail_msg("%s: element %d is %d", cases[i].claim, (int)k, (int)s.moved[k]);
    }
}

/* Under ERROR nothing is written when a start is out of range, be it the last. */
static void test_untouched(void **unused)
{
    (void)unused;
    for (int32_t rank = 1; rank <= 2; rank++) {
        setting s;
        int64_t bad = 5;
        set_up(rank == 1 ? 2 : 1, &s);
        s.spec.index.bounds = GRN_BOUNDS_ERROR;
        memcpy(s.raw + 8, &bad, 4);
        assert_int_equal(grn_gather(&s.spec, &s.operand, &s.indices, &s.result, NULL), GRN_E_INDEX);
        for (int k = 0; k < 12; k++)
            assert_int_equal(s.moved[k], -1);
    }
}

/* Three rows of 28 bytes through a plan, in range and moved into it. */
static void test_rows_by_plan(void **unused)
{
    static const struct {
        grn_dtype dtype;
        int64_t start[3];
        int32_t want[3];
    } given[] = {{GRN_I64, {4, 0, 2}, {4, 0, 2}}, {GRN_I64, {4, -1, 9}, {4, 0, 4}}, {GRN_UI64, {1, 1, 3}, {1, 1, 3}}};
    (void)unused;
    for (size_t i = 0; i < GRN_COUNT(given); i++) {
        int32_t data[35], moved[21];
        grn_tensor operand, indices, result;
        grn_plan *plan;
        grn_gather_spec spec = {.dims = {.offset_dims = {1, {1}},
                                         .collapsed_slice_dims = {1, {0}},
                                         .start_index_map = {1, {0}},
                                         .index_vector_dim = 1},
                                .slice_sizes = {2, {1, 7}}};
        for (int k = 0; k < 35; k++)
            data[k] = k;
        assert_int_equal(grn_tensor_init(&operand, data, GRN_I32, 2, (int64_t[]){5, 7}), GRN_OK);
        assert_int_equal(grn_tensor_init(&indices, NULL, given[i].dtype, 1, (int64_t[]){3}), GRN_OK);
        assert_int_equal(grn_tensor_init(&result, moved, GRN_I32, 2, (int64_t[]){3, 7}), GRN_OK);
        for (int other = 0; other < 2; other++) {
            const grn_plan_options options = {.addressing = other ? "offsets64" : "small"};
            assert_int_equal(grn_plan_gather(&spec, &operand, &indices, &result, &options, NULL, NULL, &plan), GRN_OK);
            memset(moved, 0xEE, sizeof moved);
            assert_int_equal(grn_plan_run_gather(plan, data, given[i].start, moved, NULL, NULL), GRN_OK);
            for (int k = 0; k < 21; k++)
                assert_int_equal(moved[k], given[i].want[k / 7] * 7 + k % 7);
            grn_plan_destroy(plan);
        }
    }
}

/* ---- scatters -------------------------------------------------------------------------------- */

/* results [5,2] or [5]: 0, 1, 2, ...; updates 10, 20, 30, ... by three indices. Want: by hand. */
static const struct {
    const char *claim;
    int32_t rank;
    grn_combiner combiner;
    int64_t row_stride, base;
    grn_bounds bounds;
    grn_dtype index_dtype;
    int64_t start[3];
    int shift;           /* of the indices, in bytes */
    bool at_once, small; /* from the spec, with these indices; the row of a plan applies */
    int want[10];        /* in the order of memory */
} scatters[] = {
    {"elements",
     1,
     GRN_COMBINE_REPLACE,
     1,
     0,
     GRN_BOUNDS_SKIP,
     GRN_I64,
     {4, 0, 2},
     0,
     true,
     true,
     {20, 1, 30, 3, 10, 5, 6, 7, 8, 9}},
    {"elements that meet",
     1,
     GRN_COMBINE_ADD,
     1,
     0,
     GRN_BOUNDS_SKIP,
     GRN_I64,
     {4, 0, 4},
     0,
     true,
     true,
     {20, 1, 2, 3, 44, 5, 6, 7, 8, 9}},
    {"the last that meets stays",
     1,
     GRN_COMBINE_REPLACE,
     1,
     0,
     GRN_BOUNDS_CLAMP,
     GRN_I64,
     {4, 4, 4},
     0,
     true,
     true,
     {0, 1, 2, 3, 30, 5, 6, 7, 8, 9}},
    {"strict",
     1,
     GRN_COMBINE_ADD,
     1,
     0,
     GRN_BOUNDS_ERROR,
     GRN_I64,
     {4, 0, 2},
     0,
     true,
     true,
     {20, 1, 32, 3, 14, 5, 6, 7, 8, 9}},
    {"of 32 bits",
     1,
     GRN_COMBINE_ADD,
     1,
     0,
     GRN_BOUNDS_SKIP,
     GRN_I32,
     {4, 0, 2},
     0,
     true,
     true,
     {20, 1, 32, 3, 14, 5, 6, 7, 8, 9}},
    {"at an odd address",
     1,
     GRN_COMBINE_ADD,
     1,
     0,
     GRN_BOUNDS_SKIP,
     GRN_I64,
     {4, 0, 2},
     1,
     true,
     true,
     {20, 1, 32, 3, 14, 5, 6, 7, 8, 9}},
    {"every second element",
     1,
     GRN_COMBINE_ADD,
     2,
     0,
     GRN_BOUNDS_SKIP,
     GRN_I64,
     {4, 0, 2},
     0,
     true,
     true,
     {20, 1, 2, 3, 34, 5, 6, 7, 18, 9}},
    {"rows",
     2,
     GRN_COMBINE_ADD,
     2,
     0,
     GRN_BOUNDS_SKIP,
     GRN_I64,
     {4, 0, 4},
     0,
     true,
     true,
     {30, 41, 2, 3, 4, 5, 6, 7, 68, 89}},
    {"rows put",
     2,
     GRN_COMBINE_REPLACE,
     2,
     0,
     GRN_BOUNDS_SKIP,
     GRN_I64,
     {4, 0, 1},
     0,
     true,
     true,
     {30, 40, 50, 60, 4, 5, 6, 7, 10, 20}},
    {"one-based",
     1,
     GRN_COMBINE_ADD,
     1,
     1,
     GRN_BOUNDS_SKIP,
     GRN_I64,
     {5, 1, 3},
     0,
     false,
     false,
     {20, 1, 32, 3, 14, 5, 6, 7, 8, 9}},
    {"past the end",
     1,
     GRN_COMBINE_ADD,
     1,
     0,
     GRN_BOUNDS_SKIP,
     GRN_I64,
     {4, 0, 5},
     0,
     false,
     true,
     {20, 1, 2, 3, 14, 5, 6, 7, 8, 9}},
    {"below the beginning",
     1,
     GRN_COMBINE_ADD,
     1,
     0,
     GRN_BOUNDS_CLAMP,
     GRN_I64,
     {-1, 3, 2},
     0,
     false,
     true,
     {10, 1, 32, 23, 4, 5, 6, 7, 8, 9}},
    {"the least of all",
     1,
     GRN_COMBINE_ADD,
     1,
     0,
     GRN_BOUNDS_SKIP,
     GRN_I64,
     {INT64_MIN, 3, INT64_MAX},
     0,
     false,
     true,
     {0, 1, 2, 23, 4, 5, 6, 7, 8, 9}},
    {"of 8 bits",
     1,
     GRN_COMBINE_ADD,
     1,
     0,
     GRN_BOUNDS_SKIP,
     GRN_I8,
     {4, 0, 2},
     0,
     false,
     false,
     {20, 1, 32, 3, 14, 5, 6, 7, 8, 9}},
};

typedef struct scatter_setting {
    int32_t data[10], moved[6];
    _Alignas(8) unsigned char raw[32];
    grn_scatter_spec spec;
    grn_tensor results, indices, updates;
} scatter_setting;

static void set_up_scatter(size_t i, scatter_setting *s)
{
    size_t bytes = grn_dtype_bytes(scatters[i].index_dtype);
    memset(s, 0, sizeof *s);
    for (int k = 0; k < 10; k++)
        s->data[k] = k;
    for (int k = 0; k < 6; k++)
        s->moved[k] = 10 * (k + 1);
    for (size_t k = 0; k < 3; k++)
        memcpy(s->raw + scatters[i].shift + k * bytes, &scatters[i].start[k], bytes);
    s->spec.combiner = scatters[i].combiner;
    s->spec.dims.collapsed_slice_dims = s->spec.dims.start_index_map = (grn_dims){1, {0}};
    s->spec.dims.offset_dims = (grn_dims){scatters[i].rank - 1, {1}};
    s->spec.dims.index_vector_dim = 1;
    s->spec.index.bounds = scatters[i].bounds;
    s->spec.index.base = scatters[i].base;
    assert_int_equal(grn_tensor_init(&s->results, s->data, GRN_I32, scatters[i].rank, (int64_t[]){5, 2}), GRN_OK);
    assert_int_equal(grn_tensor_init(&s->updates, s->moved, GRN_I32, scatters[i].rank, (int64_t[]){3, 2}), GRN_OK);
    assert_int_equal(
        grn_tensor_init(&s->indices, s->raw + scatters[i].shift, scatters[i].index_dtype, 1, (int64_t[]){3}), GRN_OK);
    s->results.stride[0] = scatters[i].row_stride;
}

static void expect_scattered(size_t i, const scatter_setting *s, const char *how)
{
    for (int k = 0; k < 10; k++)
        if (s->data[k] != scatters[i].want[k])
            fail_msg("%s, %s: element %d is %d", scatters[i].claim, how, k, (int)s->data[k]);
}

static void test_scatters(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < GRN_COUNT(scatters); i++) {
        scatter_setting s;
        set_up_scatter(i, &s);
        if (grn_scatter_small(&s.spec, &s.results, &s.indices, &s.updates) != scatters[i].at_once)
            fail_msg("%s: at once, or not", scatters[i].claim);
        set_up_scatter(i, &s);
        assert_int_equal(grn_scatter(&s.spec, 1, &s.results, &s.indices, &s.updates, NULL), GRN_OK);
        expect_scattered(i, &s, "one-shot");
    }
}

static void scatter_by_plan(size_t i, const char *addressing, bool applies)
{
    scatter_setting s;
    grn_plan *plan;
    const grn_plan_options options = {.addressing = addressing};
    set_up_scatter(i, &s);
    grn_status status = grn_plan_scatter(&s.spec, 1, &s.results, &s.indices, &s.updates, &options, NULL, NULL, &plan);
    if (status != (applies ? GRN_OK : GRN_E_UNSUPPORTED))
        fail_msg("%s: small, or not", scatters[i].claim);
    if (!applies)
        return;
    void *results[] = {s.data};
    const void *updates[] = {s.moved};
    assert_int_equal(grn_plan_run_scatter(plan, results, s.indices.data, updates, NULL, NULL), GRN_OK);
    expect_scattered(i, &s, addressing != NULL ? addressing : "through a plan");
    grn_plan_destroy(plan);
}

static void test_scatters_by_plan(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < GRN_COUNT(scatters); i++) {
        scatter_by_plan(i, NULL, true);
        scatter_by_plan(i, "small", scatters[i].small);
    }
}

/* Under ERROR nothing is written when a start is out of range; and a result over the indices is
 * still refused. */
static void test_scatter_untouched(void **unused)
{
    (void)unused;
    scatter_setting s;
    grn_plan *plan;
    int64_t bad = 5;
    const grn_plan_options options = {.addressing = "small"};
    set_up_scatter(3, &s);
    memcpy(s.raw + 16, &bad, 8);
    assert_int_equal(grn_scatter(&s.spec, 1, &s.results, &s.indices, &s.updates, NULL), GRN_E_INDEX);
    assert_int_equal(grn_plan_scatter(&s.spec, 1, &s.results, &s.indices, &s.updates, &options, NULL, NULL, &plan),
                     GRN_OK);
    void *results[] = {s.data};
    const void *updates[] = {s.moved};
    assert_int_equal(grn_plan_run_scatter(plan, results, s.raw, updates, NULL, NULL), GRN_E_INDEX);
    for (int k = 0; k < 10; k++)
        assert_int_equal(s.data[k], k);
    results[0] = s.raw + 8;
    assert_int_equal(grn_plan_run_scatter(plan, results, s.raw, updates, NULL, NULL), GRN_E_ALIAS);
    results[0] = s.moved;
    assert_int_equal(grn_plan_run_scatter(plan, results, s.raw, updates, NULL, NULL), GRN_E_ALIAS);
    grn_plan_destroy(plan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cases),
                                       cmocka_unit_test(test_untouched),
                                       cmocka_unit_test(test_rows_by_plan),
                                       cmocka_unit_test(test_scatters),
                                       cmocka_unit_test(test_scatters_by_plan),
                                       cmocka_unit_test(test_scatter_untouched)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_plan_at_once.c - which gathers are run straight from their spec, and that the others are not. */
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
    {"rows", 2, 4, 1, 4, 1, 0, GRN_BOUNDS_CLAMP, GRN_I64, {4, 0, 2}, true, {{16, 17, 18, 19}, {0, 1, 2, 3}, {8, 9, 10, 11}}},
    {"rows, strict", 2, 4, 1, 4, 1, 0, GRN_BOUNDS_ERROR, GRN_I32, {4, 0, 2}, true, {{16, 17, 18, 19}, {0, 1, 2, 3}, {8, 9, 10, 11}}},
    {"elements", 1, 1, 1, 1, 0, 0, GRN_BOUNDS_FILL, GRN_I32, {4, 0, 2}, true, {{4, 0, 2}}},
    {"elements of every fourth", 1, 1, 1, 4, 0, 0, GRN_BOUNDS_CLAMP, GRN_I64, {4, 0, 2}, true, {{16, 0, 8}}},
    {"a part of each row", 2, 2, 1, 4, 1, 0, GRN_BOUNDS_CLAMP, GRN_I64, {4, 0, 2}, false, {{16, 17, 0, 1}, {8, 9}}},
    {"the rows stand across the result", 2, 4, 0, 4, 1, 0, GRN_BOUNDS_CLAMP, GRN_I64, {4, 0, 2}, false,
     {{16, 0, 8, 17}, {1, 9, 18, 2}, {10, 19, 3, 11}}},
    {"the operand is transposed", 2, 4, 1, 1, 5, 0, GRN_BOUNDS_CLAMP, GRN_I64, {4, 0, 2}, false,
     {{4, 9, 14, 19}, {0, 5, 10, 15}, {2, 7, 12, 17}}},
    {"one-based", 1, 1, 1, 1, 0, 1, GRN_BOUNDS_CLAMP, GRN_I64, {5, 1, 3}, false, {{4, 0, 2}}},
    {"a start is out of range", 1, 1, 1, 1, 0, 0, GRN_BOUNDS_CLAMP, GRN_I64, {4, -1, 9}, false, {{4, 0, 4}}},
    {"a row is out of range", 2, 4, 1, 4, 1, 0, GRN_BOUNDS_CLAMP, GRN_I64, {4, 0, 9}, false,
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
        memcpy(s->raw + k * grn_dtype_bytes(cases[i].index_dtype), &cases[i].start[k], grn_dtype_bytes(cases[i].index_dtype));
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
        if (grn_gather_at_once(&s.spec, &s.operand, &s.indices, &s.result) != cases[i].at_once)
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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cases), cmocka_unit_test(test_untouched)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * test_plan_rows_straight.c - short rows that go straight from their indices,
 * as they would if everything were far: the bits of the reference, whatever
 * the indices and wherever the result lies.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "plan/plan.h"

#define ROWS 37
#define VECTORS 300
#define MOST_ROW 128 /* bytes */

static const struct {
    const char *claim;
    grn_dtype dtype, index_dtype;
    int64_t row, row_step; /* elements; row_step 0: rows lie together */
    grn_bounds bounds;
    int bad;      /* every so many index vectors one is out of range; 0: none */
    size_t shift; /* of the result, from a line */
    int32_t batch; /* 1: one run; more: so many, each of its own operand */
} cases[] = {
    {"64 bytes", GRN_F32, GRN_I64, 16, 0, GRN_BOUNDS_CLAMP, 0, 0, 1},
    {"64 bytes, by 32 bits", GRN_F32, GRN_I32, 16, 0, GRN_BOUNDS_CLAMP, 0, 32, 1},
    {"32 bytes, some out of range", GRN_F64, GRN_I64, 4, 0, GRN_BOUNDS_CLAMP, 7, 0, 1},
    {"128 bytes, filled", GRN_F16, GRN_I32, 64, 0, GRN_BOUNDS_FILL, 50, 0, 1},
    {"32 bytes, all out of range", GRN_I8, GRN_UI32, 32, 0, GRN_BOUNDS_FILL, 1, 32, 1},
    {"rows across lines", GRN_I8, GRN_I64, 64, 67, GRN_BOUNDS_CLAMP, 0, 0, 1},
    {"a result that no vector divides", GRN_F32, GRN_I64, 16, 0, GRN_BOUNDS_CLAMP, 0, 4, 1},
    {"rows of 96 bytes", GRN_F32, GRN_I64, 24, 0, GRN_BOUNDS_CLAMP, 0, 0, 1},
    {"several runs", GRN_F32, GRN_I64, 16, 0, GRN_BOUNDS_CLAMP, 90, 0, 3},
};

typedef struct setting {
    unsigned char operand[3 * ROWS * 2 * MOST_ROW], raw[8 * VECTORS];
    _Alignas(64) unsigned char got[VECTORS * MOST_ROW + 64];
    unsigned char want[VECTORS * MOST_ROW + 64];
} setting;

static void fill_indices(size_t i, unsigned char *raw)
{
    size_t bytes = grn_dtype_bytes(cases[i].index_dtype);
    for (int64_t k = 0; k < VECTORS; k++) {
        int64_t start = cases[i].bad > 0 && k % cases[i].bad == cases[i].bad - 1 ? (k % 2 == 0 ? ROWS : 1000) : k * 11 % ROWS;
        memcpy(raw + (size_t)k * bytes, &start, bytes);
    }
}

static void describe(size_t i, setting *s, grn_gather_spec *spec, grn_tensor *t)
{
    bool batched = cases[i].batch > 1;
    int64_t each = VECTORS / cases[i].batch, step = cases[i].row_step > 0 ? cases[i].row_step : cases[i].row;
    *spec = (grn_gather_spec){.dims = {.offset_dims = {1, {batched + 1}}, .collapsed_slice_dims = {1, {batched}},
                                       .start_index_map = {1, {batched}}, .index_vector_dim = batched + 1},
                              .slice_sizes = {2, {1, cases[i].row}}, .index.bounds = cases[i].bounds};
    if (batched) {
        spec->dims.operand_batching_dims = spec->dims.start_indices_batching_dims = (grn_dims){1, {0}};
        spec->slice_sizes = (grn_dims){3, {1, 1, cases[i].row}};
    }
    int64_t operand[3] = {cases[i].batch, ROWS, cases[i].row}, indices[2] = {cases[i].batch, each};
    int64_t result[3] = {cases[i].batch, each, cases[i].row};
    assert_int_equal(grn_tensor_init(&t[0], s->operand, cases[i].dtype, 2 + batched, operand + !batched), GRN_OK);
    assert_int_equal(grn_tensor_init(&t[1], s->raw, cases[i].index_dtype, 1 + batched, indices + !batched), GRN_OK);
    assert_int_equal(grn_tensor_init(&t[2], s->got + cases[i].shift, cases[i].dtype, 2 + batched, result + !batched), GRN_OK);
    t[0].stride[batched] = step;
    if (batched)
        t[0].stride[0] = step * ROWS;
}

static void check(size_t i, setting *s)
{
    grn_gather_spec spec;
    grn_tensor t[3];
    grn_plan *plan;
    memset(s, 0xEE, sizeof *s);
    for (size_t k = 0; k < sizeof s->operand; k++)
        s->operand[k] = (unsigned char)(k * 7 + k / 251);
    fill_indices(i, s->raw);
    describe(i, s, &spec, t);
    grn_tensor want = t[2];
    want.data = s->want + cases[i].shift;
    assert_int_equal(grn_gather_reference(&spec, &t[0], &t[1], &want, NULL), GRN_OK);
    assert_int_equal(grn_plan_gather(&spec, &t[0], &t[1], &t[2], &(grn_plan_options){.strategy = "take-rows"}, NULL, NULL, &plan),
                     GRN_OK);
    plan->traits.caches = (grn_caches){64, 128, 256};
    plan->traits.stream = true;
    plan->traits.operand_bytes = 1 << 30;
    assert_int_equal(grn_plan_run_gather(plan, t[0].data, t[1].data, t[2].data, NULL, NULL), GRN_OK);
    if (memcmp(s->got, s->want, sizeof s->got) != 0)
        fail_msg("%s: not the bits of the reference", cases[i].claim);
    grn_plan_destroy(plan);
}

static void test_cases(void **unused)
{
    (void)unused;
    setting *s = aligned_alloc(64, (sizeof *s + 63) / 64 * 64);
    assert_non_null(s);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check(i, s);
    free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cases)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

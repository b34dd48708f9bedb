/*
 * test_plan_rows_fused.c - short rows that go straight from their indices, as
 * they would if everything were far, and by every other composition: the bits
 * of the reference, whatever the indices and wherever the result lies.
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
    int bad;       /* every so many index vectors one is out of range; 0: none */
    size_t shift;  /* of the result, from a line */
    int32_t batch; /* 1: one run; more: so many, each of its own operand */
    bool fused;    /* some kernel reads the indices as they lie */
} cases[] = {
    {"64 bytes", GRN_F32, GRN_I64, 16, 0, GRN_BOUNDS_CLAMP, 0, 0, 1, true},
    {"64 bytes, by 32 bits", GRN_F32, GRN_I32, 16, 0, GRN_BOUNDS_CLAMP, 0, 32, 1, true},
    {"32 bytes, some out of range", GRN_F64, GRN_I64, 4, 0, GRN_BOUNDS_CLAMP, 7, 0, 1, true},
    {"128 bytes, filled", GRN_F16, GRN_I32, 64, 0, GRN_BOUNDS_FILL, 50, 0, 1, true},
    {"32 bytes, all out of range", GRN_I8, GRN_UI32, 32, 0, GRN_BOUNDS_FILL, 1, 32, 1, true},
    {"rows across lines", GRN_I8, GRN_I64, 64, 67, GRN_BOUNDS_CLAMP, 0, 0, 1, true},
    {"a result that no vector divides", GRN_F32, GRN_I64, 16, 0, GRN_BOUNDS_CLAMP, 0, 4, 1, true},
    {"rows of 96 bytes", GRN_F32, GRN_I64, 24, 0, GRN_BOUNDS_CLAMP, 0, 0, 1, false},
    {"several runs", GRN_F32, GRN_I64, 16, 0, GRN_BOUNDS_CLAMP, 90, 0, 3, true},
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
        int64_t start =
            cases[i].bad > 0 && k % cases[i].bad == cases[i].bad - 1 ? (k % 2 == 0 ? ROWS : 1000) : k * 11 % ROWS;
        memcpy(raw + (size_t)k * bytes, &start, bytes);
    }
}

static void describe(size_t i, setting *s, grn_gather_spec *spec, grn_tensor *t)
{
    bool batched = cases[i].batch > 1;
    int64_t each = VECTORS / cases[i].batch, step = cases[i].row_step > 0 ? cases[i].row_step : cases[i].row;
    *spec = (grn_gather_spec){.dims = {.offset_dims = {1, {batched + 1}},
                                       .collapsed_slice_dims = {1, {batched}},
                                       .start_index_map = {1, {batched}},
                                       .index_vector_dim = batched + 1},
                              .slice_sizes = {2, {1, cases[i].row}},
                              .index.bounds = cases[i].bounds};
    if (batched) {
        spec->dims.operand_batching_dims = spec->dims.start_indices_batching_dims = (grn_dims){1, {0}};
        spec->slice_sizes = (grn_dims){3, {1, 1, cases[i].row}};
    }
    int64_t operand[3] = {cases[i].batch, ROWS, cases[i].row}, indices[2] = {cases[i].batch, each};
    int64_t result[3] = {cases[i].batch, each, cases[i].row};
    assert_int_equal(grn_tensor_init(&t[0], s->operand, cases[i].dtype, 2 + batched, operand + !batched), GRN_OK);
    assert_int_equal(grn_tensor_init(&t[1], s->raw, cases[i].index_dtype, 1 + batched, indices + !batched), GRN_OK);
    assert_int_equal(grn_tensor_init(&t[2], s->got + cases[i].shift, cases[i].dtype, 2 + batched, result + !batched),
                     GRN_OK);
    t[0].stride[batched] = step;
    if (batched)
        t[0].stride[0] = step * ROWS;
}

/* Caches so small that everything is far away. */
static grn_machine far_machine(void)
{
    grn_machine m = {.size_bytes = sizeof m};
    grn_machine_default(&m);
    m.l1_bytes = 64;
    m.l2_bytes = 128;
    m.last_bytes = 256;
    return m;
}

static void run_choice(size_t i, const grn_plan *plan, setting *s, const grn_tensor *t)
{
    memset(s->got, 0xEE, sizeof s->got);
    assert_int_equal(grn_plan_run_gather(plan, t[0].data, t[1].data, t[2].data, NULL, NULL), GRN_OK);
    if (memcmp(s->got, s->want, sizeof s->got) != 0)
        fail_msg("%s by %s, %s: not the bits of the reference", cases[i].claim, plan->choice.addressing->name,
                 plan->choice.mover->name);
}

/* Every composition on one thread; whether indices were read as they lie, and rows streamed, in one
 * of them. */
static bool run_all(size_t i, grn_plan *plan, setting *s, const grn_tensor *t)
{
    const grn_tables *tables = grn_gather_tables();
    bool fused = false, streamed = false;
    for (const grn_addressing *a = tables->addressing; a->name != NULL; a++)
        for (const grn_mover *m = tables->mover; m->name != NULL; m++) {
            if (grn_compose(plan, &(grn_choice){a, tables->partition, m, NULL}) != NULL || plan->scratch_bytes > 0)
                continue;
            run_choice(i, plan, s, t);
            fused = fused || (a->form == GRN_FORM_RAW && plan->prepared.stream);
            streamed = streamed || plan->prepared.stream;
        }
    assert_true(streamed);
    return fused;
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
    const grn_machine machine = far_machine();
    assert_int_equal(
        grn_plan_gather(&spec, &t[0], &t[1], &t[2], &(grn_plan_options){.machine = &machine}, NULL, NULL, &plan),
        GRN_OK);
    plan->traits.small = false;
    plan->traits.operand_bytes = 1 << 30;
    bool fused = run_all(i, plan, s, t);
    if (fused != cases[i].fused && plan->kernels == grn_kernels_named("avx512"))
        fail_msg("%s: straight from their indices, or not", cases[i].claim);
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

/*
 * test_eval_contract.c - sums of products, bit for bit what the plain loop of
 * multiply and add gives: every dtype, every instruction set, sizes about those
 * of tiles and blocks, factors by strides and taken, on one thread and on
 * several.
 */
#include <math.h>

#include "eval_test.h"

#include "eval/contract.h"
#include "support/share.h"

static uint64_t random_state = 17;
static uint64_t next(void)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return random_state >> 33;
}

/* Sizes of small numbers, now and then something that is none, or a zero with its sign. */
static void random_element(grn_dtype dtype, void *p)
{
    grn_scalar s = {.dtype = dtype};
    switch (grn_dtype_class_of(dtype)) {
    case GRN_CLASS_FLOAT:
        s.f = next() % 97 == 0 ? (next() % 2 ? HUGE_VAL : -0.0) : ((double)(next() % 20001) - 10000) / 1024;
        break;
    case GRN_CLASS_UNSIGNED: s.u = next(); break;
    default: s.i = (int64_t)next() - INT32_MAX / 2; break;
    }
    if (grn_dtype_class_of(dtype) == GRN_CLASS_COMPLEX) {
        grn_dtype part = dtype == GRN_C64 ? GRN_F32 : GRN_F64;
        random_element(part, p);
        random_element(part, (char *)p + grn_dtype_bytes(part));
        return;
    }
    if (dtype == GRN_I1)
        s.i &= 1;
    grn_scalar_store(&s, dtype, p);
}

typedef struct problem {
    grn_dtype dtype;
    int64_t rows, columns, depth, batches;
    bool lhs_by_columns, rhs_by_columns, taken, transposed;
} problem;

static void take(const grn_contract_factors *f, int64_t row, int64_t at, int64_t n, void *out)
{
    const grn_contraction *c = f->user;
    size_t bytes = grn_dtype_bytes(c->dtype);
    for (int64_t i = 0; i < n; i++)
        memcpy((char *)out + (size_t)i * bytes,
               (const char *)f->data + (size_t)(row * f->row + (at + i) * f->step) * bytes, bytes);
}

static grn_contract_place at(const void *user, int64_t i)
{
    const problem *p = user;
    return (grn_contract_place){i * p->rows * p->depth, i * p->columns * p->depth, i * p->rows * p->columns};
}

static const char *element_at(const grn_contraction *c, const grn_contract_factors *f, int64_t row, int64_t place)
{
    return (const char *)f->data + (size_t)(row * f->row + place * f->step) * grn_dtype_bytes(c->dtype);
}

static void plain(const grn_contraction *c, char *sums)
{
    size_t bytes = grn_dtype_bytes(c->dtype);
    unsigned char product[16], sum[16];
    for (int64_t r = 0; r < c->rows; r++)
        for (int64_t k = 0; k < c->columns; k++) {
            memset(sum, 0, sizeof sum);
            for (int64_t p = 0; p < c->depth; p++) {
                grn_element_run(&c->multiply, 1, product,
                                (const void *const[]){element_at(c, &c->lhs, r, p), element_at(c, &c->rhs, k, p)});
                grn_element_run(&c->add, 1, sum, (const void *const[]){sum, product});
            }
            memcpy(sums + (size_t)(r * c->row + k * c->column) * bytes, sum, bytes);
        }
}

/* Tasks one after the other, the last first. */
static void backwards(void *user, int32_t ntasks, void (*task)(void *context, int32_t i), void *context)
{
    (void)user;
    for (int32_t i = ntasks - 1; i >= 0; i--)
        task(context, i);
}

static void check_panel(const grn_contraction *like, const problem *p, const grn_panel *panel, const char *want,
                        char *got)
{
    const grn_parallel five = {.for_each = backwards, .threads = 5};
    size_t bytes = (size_t)(p->batches * p->rows * p->columns) * grn_dtype_bytes(p->dtype);
    grn_contraction c = *like;
    c.panel = panel;
    c.sums = got;
    for (int threads = 0; threads < 2; threads++) {
        memset(got, 0xA5, bytes);
        assert_int_equal(
            grn_contract_all(&c, p->batches, at, p, threads ? &five : NULL, grn_allocator_or_default(NULL)), GRN_OK);
        if (memcmp(want, got, bytes) != 0)
            fail_msg("%d of %dx%dx%d %s, tiles of %d rows, %s: not what the plain loop gives", (int)p->batches,
                     (int)p->rows, (int)p->columns, (int)p->depth, grn_dtype_text(p->dtype),
                     panel ? (int)panel->rows : 0, threads ? "in parts" : "whole");
    }
}

static void check(const problem *p)
{
    size_t bytes = grn_dtype_bytes(p->dtype), n = (size_t)(p->batches * p->depth);
    size_t nl = n * (size_t)p->rows, nr = n * (size_t)p->columns, ns = (size_t)(p->batches * p->rows * p->columns);
    char *lhs = malloc(nl * bytes + 16), *rhs = malloc(nr * bytes + 16), *want = malloc(ns * bytes + 16),
         *got = malloc(ns * bytes + 16);
    grn_contraction c;
    assert_non_null(lhs && rhs && want && got ? lhs : NULL);
    for (size_t i = 0; i < nl; i++)
        random_element(p->dtype, lhs + i * bytes);
    for (size_t i = 0; i < nr; i++)
        random_element(p->dtype, rhs + i * bytes);
    assert_int_equal(grn_contract_bind(&c, p->dtype), GRN_OK);
    c.lhs = (grn_contract_factors){
        .data = lhs, .row = p->lhs_by_columns ? 1 : p->depth, .step = p->lhs_by_columns ? p->rows : 1};
    c.rhs = (grn_contract_factors){
        .data = rhs, .row = p->rhs_by_columns ? 1 : p->depth, .step = p->rhs_by_columns ? p->columns : 1};
    if (p->taken)
        c.lhs.take = take, c.lhs.user = &c;
    c.rows = p->rows, c.columns = p->columns, c.depth = p->depth;
    c.row = p->transposed ? 1 : p->columns, c.column = p->transposed ? p->rows : 1;
    for (int64_t i = 0; i < p->batches; i++) {
        grn_contraction one = c;
        grn_contract_place place = at(p, i);
        one.lhs.data = lhs + (size_t)place.lhs * bytes;
        one.rhs.data = rhs + (size_t)place.rhs * bytes;
        plain(&one, want + (size_t)place.sums * bytes);
    }
    check_panel(&c, p, NULL, want, got);
    const grn_panel *panel;
    for (size_t set = 0; (panel = grn_panel_at(set, p->dtype)); set++)
        check_panel(&c, p, panel, want, got);
    free(lhs), free(rhs), free(want), free(got);
}

static const grn_dtype dtypes[] = {GRN_F32, GRN_F64,  GRN_I8,   GRN_UI8,    GRN_I16, GRN_UI16,
                                   GRN_I32, GRN_UI32, GRN_I64,  GRN_UI64,   GRN_I1,  GRN_I4,
                                   GRN_UI2, GRN_F16,  GRN_BF16, GRN_F8E5M2, GRN_C64, GRN_C128};

static void test_every_dtype(void **state)
{
    static const int64_t sizes[][3] = {{1, 1, 1},   {3, 5, 2},  {7, 17, 9},  {13, 40, 5},
                                       {40, 2, 11}, {6, 16, 0}, {25, 33, 70}};
    (void)state;
    for (size_t t = 0; t < GRN_COUNT(dtypes); t++)
        for (size_t s = 0; s < GRN_COUNT(sizes); s++)
            for (unsigned form = 0; form < 16; form++)
                if (test_takes((t * GRN_COUNT(sizes) + s) * 16 + form, TEST_ONE_IN))
                    check(&(problem){dtypes[t], sizes[s][0], sizes[s][1], sizes[s][2], 1 + form % 3, form & 1, form & 2,
                                     form & 4, form & 8});
}

/* More than one block along each side, and of the sum. */
static void test_blocks(void **state)
{
    (void)state;
    check(&(problem){GRN_F32, 203, 47, 600, 1, false, true, false, false});
    check(&(problem){GRN_F32, 7, 2100, 33, 1, false, false, false, false});
    check(&(problem){GRN_F32, 2100, 3, 300, 1, false, true, true, false});
    check(&(problem){GRN_F64, 100, 130, 520, 2, true, false, false, true});
    check(&(problem){GRN_UI16, 110, 70, 1100, 1, false, true, true, false});
    check(&(problem){GRN_BF16, 5, 300, 130, 1, false, true, false, false});
}

static void test_nothing(void **state)
{
    grn_contraction c;
    (void)state;
    assert_int_equal(grn_contract_bind(&c, GRN_F32), GRN_OK);
    c.rows = 0, c.columns = 3, c.depth = 4;
    assert_int_equal(grn_contract_all(&c, 1, at, NULL, NULL, grn_allocator_or_default(NULL)), GRN_OK);
    c.rows = 3;
    assert_int_equal(grn_contract_all(&c, 0, at, NULL, NULL, grn_allocator_or_default(NULL)), GRN_OK);
    assert_int_equal(grn_contract_bind(&c, GRN_NO_DTYPE), GRN_E_DTYPE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_dtype), cmocka_unit_test(test_blocks),
                                       cmocka_unit_test(test_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_eval_blas.c - contractions as calls of xGEMM. A xGEMM of the test's own, written down from
 * BLAS's documentation, stands for a library's: it is called with matrices as Fortran has them. */
#include "eval_test.h"

#include "eval/blas.h"

static int calls;
static int32_t rows_seen, columns_seen, depth_seen;

/* C = alpha op(A) op(B) + beta C, of column-major floats (netlib.org, sgemm). */
static void sgemm(const char *transa, const char *transb, const int32_t *m, const int32_t *n, const int32_t *k,
                  const void *alpha, const void *a, const int32_t *lda, const void *b, const int32_t *ldb,
                  const void *beta, void *c, const int32_t *ldc, size_t transa_length, size_t transb_length)
{
    const float *x = a, *y = b, scale = *(const float *)alpha, keep = *(const float *)beta;
    float *to = c;
    bool ta = *transa == 'T', tb = *transb == 'T';
    assert_true(transa_length == 1 && transb_length == 1 && scale == 1 && keep == 0);
    assert_true(*lda >= (ta ? *k : *m) && *ldb >= (tb ? *n : *k) && *ldc >= *m);
    for (int32_t j = 0; j < *n; j++)
        for (int32_t i = 0; i < *m; i++) {
            float sum = 0;
            for (int32_t p = 0; p < *k; p++)
                sum += x[ta ? i * *lda + p : p * *lda + i] * y[tb ? p * *ldb + j : j * *ldb + p];
            to[j * *ldc + i] = sum;
        }
    calls++;
    rows_seen = *n, columns_seen = *m, depth_seen = *k;
}

#define MOST 4096
static float lhs[MOST], rhs[MOST], sums[MOST];

typedef struct layout {
    const char *claim;
    int64_t rows, columns, depth, count;
    int64_t lhs_row, lhs_step, lhs_batch, rhs_row, rhs_step, rhs_batch;
    bool fits;
} layout;

/* The right operand's rows are the result's columns. */
static const layout layouts[] = {
    {"rows of both lie together", 3, 5, 4, 1, 4, 1, 0, 4, 1, 0, true},
    {"places of both lie together", 3, 5, 4, 1, 1, 3, 0, 1, 5, 0, true},
    {"left by rows, right by places", 3, 5, 4, 1, 4, 1, 0, 1, 5, 0, true},
    {"left by places, right by rows", 3, 5, 4, 1, 1, 3, 0, 4, 1, 0, true},
    {"rows with gaps", 3, 5, 4, 1, 9, 1, 0, 11, 1, 0, true},
    {"a batch", 3, 5, 4, 6, 4, 1, 12, 1, 5, 20, true},
    {"a batch that shares the right operand", 3, 5, 4, 6, 4, 1, 12, 1, 5, 0, true},
    {"one row", 1, 5, 4, 2, 7, 1, 4, 4, 1, 20, true},
    {"one row, with a gap between places", 1, 5, 4, 1, 1, 3, 0, 4, 1, 0, true},
    {"one column", 3, 1, 4, 2, 4, 1, 12, 9, 1, 4, true},
    {"one place", 3, 5, 1, 2, 1, 9, 3, 1, 9, 5, true},
    {"neither lies together", 3, 5, 4, 1, 8, 2, 0, 4, 1, 0, false},
    {"rows one over the other", 3, 5, 4, 1, 0, 1, 0, 4, 1, 0, false},
    {"backwards", 3, 5, 4, 1, -4, 1, 0, 4, 1, 0, false},
    {"nothing to sum", 3, 5, 0, 1, 1, 1, 0, 1, 1, 0, false},
};

static grn_contract_place at(const void *user, int64_t i)
{
    const layout *l = user;
    return (grn_contract_place){i * l->lhs_batch, i * l->rhs_batch, i * l->rows * l->columns};
}

static float want(const layout *l, const float *a, int64_t i, int64_t r, int64_t k)
{
    float sum = 0;
    for (int64_t p = 0; p < l->depth; p++)
        sum += a[i * l->lhs_batch + r * l->lhs_row + p * l->lhs_step] *
               rhs[i * l->rhs_batch + k * l->rhs_row + p * l->rhs_step];
    return sum;
}

static void backwards(void *user, int32_t ntasks, void (*task)(void *context, int32_t i), void *context)
{
    (void)user;
    while (ntasks-- > 0)
        task(context, ntasks);
}

static void check(const layout *l, const grn_parallel *parallel)
{
    const float *a = lhs + MOST / 2;
    grn_contraction c;
    assert_int_equal(grn_contract_bind(&c, GRN_F32), GRN_OK);
    c.rows = l->rows, c.columns = l->columns, c.depth = l->depth;
    c.lhs = (grn_contract_factors){.data = a, .row = l->lhs_row, .step = l->lhs_step};
    c.rhs = (grn_contract_factors){.data = rhs, .row = l->rhs_row, .step = l->rhs_step};
    c.sums = sums, c.row = l->columns, c.column = 1;
    memset(sums, 0x7f, sizeof sums);
    calls = 0;
    claim_true(l->claim, grn_contract_by_gemm(&c, l->count, at, l, sgemm, parallel) == l->fits);
    claim_true(l->claim, calls == (l->fits ? l->count : 0));
    for (int64_t i = 0; l->fits && i < l->count; i++)
        for (int64_t r = 0; r < l->rows; r++)
            for (int64_t k = 0; k < l->columns; k++)
                claim_true(l->claim, sums[(i * l->rows + r) * l->columns + k] == want(l, a, i, r, k));
    if (l->fits)
        claim_true(l->claim, rows_seen == l->rows && columns_seen == l->columns && depth_seen == l->depth);
}

static void test_layouts(void **state)
{
    (void)state;
    const grn_parallel three = {backwards, NULL, 3};
    for (size_t i = 0; i < MOST; i++) { /* small integers, whose sums are exact in any order */
        lhs[i] = (float)(i % 7) - 3;
        rhs[i] = (float)(i % 11) - 5;
    }
    for (size_t i = 0; i < GRN_COUNT(layouts); i++) {
        check(&layouts[i], NULL);
        check(&layouts[i], &three);
    }
}

static void test_names(void **state)
{
    (void)state;
    assert_string_equal(grn_gemm_name(GRN_F32), "sgemm_");
    assert_string_equal(grn_gemm_name(GRN_F64), "dgemm_");
    assert_string_equal(grn_gemm_name(GRN_C64), "cgemm_");
    assert_string_equal(grn_gemm_name(GRN_C128), "zgemm_");
    assert_null(grn_gemm_name(GRN_BF16));
    assert_null(grn_gemm_name(GRN_I32));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_layouts), cmocka_unit_test(test_names)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * test_products.c - who sums the products of dot_general.
 *
 * "exact" gives the plain loop's bits on any number of threads. A library's sums are within the bound
 * of summation in any order, n u / (1 - n u) times the sum of the magnitudes (Higham, Accuracy and
 * Stability of Numerical Algorithms, 2nd ed., (3.5)). Where no library can be loaded, "library" is an
 * error that names what was tried, and "fastest" is "exact".
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "garner/garner.h"

#define BATCH 3
#define ROWS 67
#define DEPTH 129
#define COLUMNS 65

static const char text[] =
    "func.func @main(%a: tensor<3x67x129xf32>, %b: tensor<3x129x65xf32>) -> tensor<3x67x65xf32> {\n"
    "  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] :"
    " (tensor<3x67x129xf32>, tensor<3x129x65xf32>) -> tensor<3x67x65xf32>\n"
    "  return %0 : tensor<3x67x65xf32>\n"
    "}\n";

static float a[BATCH][ROWS][DEPTH], b[BATCH][DEPTH][COLUMNS], in_order[BATCH][ROWS][COLUMNS],
    bound[BATCH][ROWS][COLUMNS];
static char message[512];

static void hear(void *user, const grn_diagnostic *d)
{
    (void)user;
    snprintf(message, sizeof message, "%s", d->message);
}
static const grn_diag diag = {hear, NULL};

static void prepare(void)
{
    uint32_t seed = 1;
    for (size_t i = 0; i < sizeof a / sizeof(float); i++)
        (&a[0][0][0])[i] = (float)(int32_t)(seed = seed * 1664525 + 1013904223) / 2147483648.0f;
    for (size_t i = 0; i < sizeof b / sizeof(float); i++)
        (&b[0][0][0])[i] = (float)(int32_t)(seed = seed * 1664525 + 1013904223) / 2147483648.0f;
    for (int i = 0; i < BATCH; i++)
        for (int r = 0; r < ROWS; r++)
            for (int c = 0; c < COLUMNS; c++) {
                float sum = 0;
                double magnitudes = 0;
                for (int p = 0; p < DEPTH; p++) {
                    float product = a[i][r][p] * b[i][p][c];
                    sum += product;
                    magnitudes += fabs((double)a[i][r][p] * b[i][p][c]);
                }
                in_order[i][r][c] = sum;
                bound[i][r][c] = (float)(2.1 * DEPTH * 0x1p-24 * magnitudes); /* of both, each by itself */
            }
}

static grn_status run(grn_products products, int32_t threads, float *out)
{
    grn_module *module;
    grn_results *results;
    grn_pool *pool;
    const grn_tensor in[] = {
        {a, GRN_F32, 3, {BATCH, ROWS, DEPTH}, {ROWS * DEPTH, DEPTH, 1}},
        {b, GRN_F32, 3, {BATCH, DEPTH, COLUMNS}, {DEPTH * COLUMNS, COLUMNS, 1}},
    };
    assert_int_equal(grn_pool_create(threads, NULL, &pool), GRN_OK);
    assert_int_equal(grn_module_parse(text, sizeof text - 1, NULL, &diag, &module), GRN_OK);
    const grn_run_options options = {
        .size_bytes = sizeof options, .parallel = grn_pool_parallel(pool), .products = products};
    message[0] = 0;
    grn_status status = grn_module_run(module, 0, 2, in, &options, &diag, &results);
    if (status == GRN_OK)
        memcpy(out, grn_results_tensor(results, 0)->data, sizeof in_order);
    grn_results_destroy(results);
    grn_module_destroy(module);
    grn_pool_destroy(pool);
    return status;
}

static float seen[BATCH][ROWS][COLUMNS];

static void test_exact_on_any_threads(void **state)
{
    (void)state;
    for (int32_t threads = 1; threads <= 4; threads++) {
        assert_int_equal(run(GRN_PRODUCTS_EXACT, threads, &seen[0][0][0]), GRN_OK);
        assert_memory_equal(seen, in_order, sizeof seen);
    }
}

static void check_bound(void)
{
    for (size_t i = 0; i < sizeof seen / sizeof(float); i++) {
        float got = (&seen[0][0][0])[i], want = (&in_order[0][0][0])[i], most = (&bound[0][0][0])[i];
        if (!(fabsf(got - want) <= most))
            fail_msg("sum %zu is %.9g, in order %.9g, more than %.3g away", i, (double)got, (double)want, (double)most);
    }
}

static void test_library_or_error(void **state)
{
    (void)state;
    for (int32_t threads = 1; threads <= 4; threads++) {
        grn_status status = run(GRN_PRODUCTS_LIBRARY, threads, &seen[0][0][0]);
        if (status == GRN_OK) {
            check_bound();
            continue;
        }
        assert_int_equal(status, GRN_E_UNSUPPORTED);
        assert_non_null(strstr(message, "products are to be a library's, and none that has sgemm_ can be loaded"));
        assert_non_null(strstr(message, "libopenblas.so.0"));
    }
}

static void test_fastest_never_fails(void **state)
{
    (void)state;
    assert_int_equal(run(GRN_PRODUCTS_FASTEST, 2, &seen[0][0][0]), GRN_OK);
    check_bound();
}

int main(void)
{
    prepare();
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_exact_on_any_threads),
                                       cmocka_unit_test(test_library_or_error),
                                       cmocka_unit_test(test_fastest_never_fails)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

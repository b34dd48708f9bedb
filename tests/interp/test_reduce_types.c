/*
 * test_reduce_types.c - every reducer over every element type and in every layout: along the first
 * dim and the last, along both, of few results and of many, long enough for the loops that need
 * length. Sums, products and the like by hand.
 *
 * The operand is [m, n], 1 everywhere but for a 2 in row r of column 0 and a 0 where the reducer is
 * `or`'s alone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "garner/garner.h"

static char heard[1024];

static void hear(void *user, const grn_diagnostic *d)
{
    (void)user;
    if (d->severity == GRN_SEVERITY_ERROR)
        snprintf(heard, sizeof heard, "%s", d->message);
}

static void expect_runs(const char *text, const char *claim)
{
    const grn_diag diag = {hear, NULL};
    grn_module *m;
    grn_results *results = NULL;
    if (grn_module_parse(text, strlen(text), NULL, &diag, &m) != GRN_OK ||
        grn_module_run(m, 0, 0, NULL, NULL, &diag, &results) != GRN_OK)
        fail_msg("%s: %s\n%s", claim, heard, text);
    grn_results_destroy(results);
    grn_module_destroy(m);
}

static const struct {
    const char *name;
    const char *one, *two; /* literals */
} types[] = {
    {"i8", "1", "2"},
    {"i16", "1", "2"},
    {"i32", "1", "2"},
    {"i64", "1", "2"},
    {"ui8", "1", "2"},
    {"ui16", "1", "2"},
    {"ui32", "1", "2"},
    {"ui64", "1", "2"},
    {"f32", "1.0", "2.0"},
    {"f64", "1.0", "2.0"},
    {"bf16", "1.0", "2.0"},
    {"f16", "1.0", "2.0"},
    {"complex<f64>", "(1.0, 0.0)", "(2.0, 0.0)"},
};

/* The result of `n` ones and one two, from 1: a number of the type's literals. */
static const struct {
    const char *op;
    bool of_integers;
    int with_two, without; /* values; -1: 1 + n elements, 1 + n + 1 with the two */
} reducers[] = {
    {"add", false, -1, -1}, {"multiply", false, 2, 1}, {"maximum", false, 2, 1}, {"minimum", false, 1, 1},
    {"and", true, 0, 1},    {"or", true, 3, 1},        {"xor", true, -2, -2},
};

/* 1 ^ 1 ^ ... of n ones and init, and a two in place of one of them. */
static int xor_of(int n, bool with_two) { return with_two ? ((n & 1 ? 1 : 0) ^ 2) : (n & 1 ? 0 : 1); }

static int value_of(size_t r, int n, bool with_two)
{
    int v = with_two ? reducers[r].with_two : reducers[r].without;
    return v == -1 ? 1 + n + with_two : v == -2 ? xor_of(n, with_two) : v;
}

static void literal(size_t type, int value, char *out)
{
    const char *one = types[type].one;
    sprintf(out, one[0] == '(' ? "(%d.0, 0.0)" : strchr(one, '.') ? "%d.0" : "%d", value);
}

/* Along `dims` of [m, n]; column 0 has the two in its last row. */
static void reduce(size_t t, size_t r, int m, int n, const char *dims)
{
    char text[4096], a[64], b[64], claim[128];
    bool rows = strcmp(dims, "0") == 0, all = strcmp(dims, "0, 1") == 0;
    const char *T = types[t].name;
    int count = all ? m * n : rows ? m : n;
    literal(t, value_of(r, count, true), a);
    literal(t, value_of(r, count, false), b);
    int results = all ? 0 : rows ? n : m;
    snprintf(claim, sizeof claim, "%s of %s, %d x %d along %s", reducers[r].op, T, m, n, dims);
    char shape[32] = "", at[32] = "";
    if (!all)
        sprintf(shape, "%dx", results), sprintf(at, rows ? "0" : "%d", m - 1);
    int used =
        snprintf(text, sizeof text,
                 "func.func @f() {\n"
                 "%%ones = stablehlo.constant dense<%s> : tensor<%dx%dx%s>\n"
                 "%%two = stablehlo.constant dense<%s> : tensor<1x1x%s>\n"
                 "%%i = stablehlo.constant dense<%d> : tensor<i32>\n%%z = stablehlo.constant dense<0> : tensor<i32>\n"
                 "%%x = stablehlo.dynamic_update_slice %%ones, %%two, %%i, %%z : (tensor<%dx%dx%s>, tensor<1x1x%s>, "
                 "tensor<i32>, tensor<i32>) -> tensor<%dx%dx%s>\n"
                 "%%one = stablehlo.constant dense<%s> : tensor<%s>\n"
                 "%%r = stablehlo.reduce(%%x init: %%one) applies stablehlo.%s across dimensions = [%s] : "
                 "(tensor<%dx%dx%s>, tensor<%s>) -> tensor<%s%s>\n",
                 types[t].one, m, n, T, types[t].two, T, m - 1, m, n, T, T, m, n, T, types[t].one, T, reducers[r].op,
                 dims, m, n, T, T, shape, T);
    if (all)
        used += snprintf(text + used, sizeof text - (size_t)used, "check.expect_eq_const %%r, dense<%s> : tensor<%s>\n",
                         a, T);
    else
        used += snprintf(
            text + used, sizeof text - (size_t)used,
            "%%bs = stablehlo.constant dense<%s> : tensor<%s%s>\n%%a = stablehlo.constant dense<%s> : tensor<1x%s>\n"
            "%%w = stablehlo.constant dense<%s> : tensor<i32>\n"
            "%%want = stablehlo.dynamic_update_slice %%bs, %%a, %%w : (tensor<%s%s>, tensor<1x%s>, tensor<i32>) -> "
            "tensor<%s%s>\n"
            "check.expect_eq %%r, %%want : tensor<%s%s>\n",
            b, shape, T, a, T, at, shape, T, T, shape, T, shape, T);
    snprintf(text + used, sizeof text - (size_t)used, "return\n}\n");
    expect_runs(text, claim);
}

static void reduces(void **state)
{
    static const struct {
        int m, n;
        const char *dims;
    } layouts[] = {{3, 5, "0"},  {3, 5, "1"},   {3, 5, "0, 1"}, {3, 23, "1"},
                   {19, 2, "0"}, {25, 40, "0"}, {2, 100, "1"},  {10, 10, "0, 1"}};
    (void)state;
    for (size_t t = 0; t < sizeof types / sizeof *types; t++)
        for (size_t r = 0; r < sizeof reducers / sizeof *reducers; r++)
            for (size_t l = 0; l < sizeof layouts / sizeof *layouts; l++)
                if (!reducers[r].of_integers || !strchr(types[t].one, '.'))
                    reduce(t, r, layouts[l].m, layouts[l].n, layouts[l].dims);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(reduces)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

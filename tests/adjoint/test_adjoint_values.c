/* test_adjoint_values.c - adjoints on small tensors, with values worked out by hand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/core.h"
#include "garner/garner.h"

static grn_tensor view(void *data, grn_dtype dtype, int32_t rank, const int64_t *shape)
{
    grn_tensor t;
    assert_int_equal(grn_tensor_init(&t, data, dtype, rank, shape), GRN_OK);
    return t;
}

static void same(const char *claim, const double *got, const double *want, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!(got[i] == want[i] || (isnan(got[i]) && isnan(want[i]))))
            fail_msg("%s: element %zu is %g, it must be %g", claim, i, got[i], want[i]);
}

/* ---- gather: x[4], windows of `size`, starts of one component -------------------------------- */

static const struct {
    const char *claim;
    grn_bounds bounds;
    grn_grain grain;
    bool wrap;
    int64_t base, size, start[2];
    double grad[4], want[4];
} gathers[] = {
    {"each where it came from", GRN_BOUNDS_CLAMP, 0, false, 0, 1, {2, 0}, {3, 5}, {5, 0, 3, 0}},
    {"twice the same: the sum", GRN_BOUNDS_CLAMP, 0, false, 0, 1, {1, 1}, {3, 5}, {0, 8, 0, 0}},
    {"clamped: where it was moved to", GRN_BOUNDS_CLAMP, 0, false, 0, 1, {9, -7}, {3, 5}, {5, 0, 0, 3}},
    {"filled: nothing", GRN_BOUNDS_FILL, GRN_GRAIN_ELEMENT, false, 0, 1, {9, 1}, {3, 5}, {0, 5, 0, 0}},
    {"from 1, and 0 is clamped to the first", GRN_BOUNDS_CLAMP, 0, false, 1, 1, {0, 4}, {3, 5}, {3, 0, 0, 5}},
    {"-1 counts from the end", GRN_BOUNDS_FILL, GRN_GRAIN_ELEMENT, true, 0, 1, {-1, -5}, {3, 5}, {0, 0, 0, 3}},
    {"windows that overlap", GRN_BOUNDS_CLAMP, 0, false, 0, 2, {0, 1}, {1, 2, 4, 8}, {1, 6, 8, 0}},
    {"a window partly outside, by elements",
     GRN_BOUNDS_FILL,
     GRN_GRAIN_ELEMENT,
     false,
     0,
     2,
     {3, 0},
     {1, 2, 4, 8},
     {4, 8, 0, 1}},
    {"a window partly outside, as a whole",
     GRN_BOUNDS_FILL,
     GRN_GRAIN_WINDOW,
     false,
     0,
     2,
     {3, 0},
     {1, 2, 4, 8},
     {4, 8, 0, 0}},
    {"a window moved inside", GRN_BOUNDS_CLAMP, 0, false, 0, 2, {3, 0}, {1, 2, 4, 8}, {4, 8, 1, 2}},
};

static void gather_values(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(gathers); i++) {
        double out[4] = {-1, -1, -1, -1}, g[4];
        int64_t start[2];
        memcpy(g, gathers[i].grad, sizeof g);
        memcpy(start, gathers[i].start, sizeof start);
        grn_gather_spec spec = {.dims = {.offset_dims = {1, {1}}, .start_index_map = {1, {0}}, .index_vector_dim = 1},
                                .slice_sizes = {1, {gathers[i].size}},
                                .index = {.bounds = gathers[i].bounds,
                                          .grain = gathers[i].grain,
                                          .wrap_negative = gathers[i].wrap,
                                          .base = gathers[i].base}};
        grn_tensor x = view(out, GRN_F64, 1, (int64_t[]){4}), at = view(start, GRN_I64, 1, (int64_t[]){2});
        grn_tensor grad = view(g, GRN_F64, 2, (int64_t[]){2, gathers[i].size});
        assert_int_equal(grn_gather_adjoint(&spec, &at, &grad, &x, NULL), GRN_OK);
        same(gathers[i].claim, out, gathers[i].want, 4);
    }
}

static void out_of_range_is_an_error(void **state)
{
    (void)state;
    double out[] = {-1, -1}, g[] = {3};
    int64_t start[] = {2};
    grn_gather_spec spec = {
        .dims = {.collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1},
        .slice_sizes = {1, {1}},
        .index = {.bounds = GRN_BOUNDS_ERROR}};
    grn_tensor x = view(out, GRN_F64, 1, (int64_t[]){2}), at = view(start, GRN_I64, 1, (int64_t[]){1}),
               grad = view(g, GRN_F64, 1, (int64_t[]){1});
    assert_int_equal(grn_gather_adjoint(&spec, &at, &grad, &x, NULL), GRN_E_INDEX);
    same("untouched", out, (double[]){-1, -1}, 2);
    const grn_scatter_spec s = {.dims = spec.dims, .index = spec.index};
    double u[] = {1}, du[] = {-1};
    grn_tensor updates = view(u, GRN_F64, 1, (int64_t[]){1}), updates_grad = view(du, GRN_F64, 1, (int64_t[]){1}),
               given = view((double[]){1, 2}, GRN_F64, 1, (int64_t[]){2});
    for (int d = 0; d < GRN_SCATTER_KIND_COUNT; d++) {
        const grn_scatter_forward f = {
            .kind = (grn_scatter_kind)d, .updates = &updates, .input = &given, .result = &given};
        assert_int_equal(grn_scatter_adjoint(&s, &f, &at, &given, NULL, &x, &updates_grad, NULL), GRN_E_INDEX);
        same("untouched", out, (double[]){-1, -1}, 2);
        same("untouched", du, (double[]){-1}, 1);
    }
}

/* ---- scatter: x[3], updates at 0, 0, 2 and out of range -------------------------------------- */

static const struct {
    const char *claim;
    grn_scatter_kind kind;
    bool leaves_input_out;
    double input[3], updates[4], result[3], input_grad[3], updates_grad[4]; /* grad is 1, 2, 4 */
} scatters[] = {
    {"replace: the last of a place, none for the first",
     GRN_SCATTER_REPLACE,
     false,
     {0},
     {0},
     {0},
     {0, 2, 0},
     {0, 1, 4, 0}},
    {"add: all", GRN_SCATTER_ADD, false, {0}, {0}, {0}, {1, 2, 4}, {1, 1, 4, 0}},
    {"add without the input", GRN_SCATTER_ADD, true, {0}, {0}, {0}, {0, 2, 0}, {1, 1, 4, 0}},
    {"sub: the negative", GRN_SCATTER_SUB, false, {0}, {0}, {0}, {1, 2, 4}, {-1, -1, -4, 0}},
    {"mul: the product of the others",
     GRN_SCATTER_MUL,
     false,
     {2, 4, 6},
     {3, 7, 5, 9},
     {0},
     {21, 2, 20},
     {14, 6, 24, 0}},
    {"mul: one zero of three", GRN_SCATTER_MUL, false, {2, 4, 6}, {0, 7, 5, 9}, {0}, {0, 2, 20}, {14, 0, 24, 0}},
    {"mul: two zeros", GRN_SCATTER_MUL, false, {2, 4, 0}, {0, 0, 5, 9}, {0}, {0, 2, 20}, {0, 0, 0, 0}},
    {"mul: the input is the zero", GRN_SCATTER_MUL, false, {0, 4, 6}, {3, 7, 5, 9}, {0}, {21, 2, 20}, {0, 0, 24, 0}},
    {"mul without the input", GRN_SCATTER_MUL, true, {2, 4, 6}, {3, 7, 5, 9}, {0}, {0, 2, 0}, {7, 3, 4, 0}},
    {"max: the largest", GRN_SCATTER_MAX, false, {2, 4, 6}, {3, 7, 5, 9}, {7, 4, 6}, {0, 2, 4}, {0, 1, 0, 0}},
    {"max: three share, the input one of them",
     GRN_SCATTER_MAX,
     false,
     {7, 4, 6},
     {7, 7, 6, 9},
     {7, 4, 6},
     {1 / 3.0, 2, 2},
     {1 / 3.0, 1 / 3.0, 2, 0}},
    {"max without the input, which would have tied",
     GRN_SCATTER_MAX,
     true,
     {7, 4, 6},
     {7, 3, 5, 9},
     {7, 4, 5},
     {0, 2, 0},
     {1, 0, 4, 0}},
    {"min: the smallest", GRN_SCATTER_MIN, false, {2, 4, 6}, {3, 7, 5, 1}, {2, 4, 5}, {1, 2, 0}, {0, 0, 4, 0}},
    {"mean of three and of two", GRN_SCATTER_MEAN, false, {0}, {0}, {0}, {1 / 3.0, 2, 2}, {1 / 3.0, 1 / 3.0, 2, 0}},
    {"mean without the input", GRN_SCATTER_MEAN, true, {0}, {0}, {0}, {0, 2, 0}, {0.5, 0.5, 4, 0}},
};

static void scatter_values(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(scatters); i++) {
        double given[4][4], dx[3], du[4];
        int64_t start[] = {0, 0, 2, 5};
        const int64_t three[] = {3}, four[] = {4};
        memcpy(given[0], scatters[i].input, sizeof scatters[i].input);
        memcpy(given[1], scatters[i].updates, sizeof scatters[i].updates);
        memcpy(given[2], scatters[i].result, sizeof scatters[i].result);
        memcpy(given[3], (double[]){1, 2, 4}, 3 * sizeof(double));
        grn_tensor input = view(given[0], GRN_F64, 1, three), updates = view(given[1], GRN_F64, 1, four),
                   result = view(given[2], GRN_F64, 1, three);
        grn_tensor grad = view(given[3], GRN_F64, 1, three), at = view(start, GRN_I64, 1, four),
                   input_grad = view(dx, GRN_F64, 1, three), updates_grad = view(du, GRN_F64, 1, four);
        const grn_scatter_spec spec = {
            .dims = {.collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1},
            .index = {.bounds = GRN_BOUNDS_SKIP}};
        const grn_scatter_forward f = {.kind = scatters[i].kind,
                                       .leaves_input_out = scatters[i].leaves_input_out,
                                       .updates = &updates,
                                       .input = &input,
                                       .result = &result};
        assert_int_equal(grn_scatter_adjoint(&spec, &f, &at, &grad, NULL, &input_grad, &updates_grad, NULL), GRN_OK);
        same(scatters[i].claim, dx, scatters[i].input_grad, 3);
        same(scatters[i].claim, du, scatters[i].updates_grad, 4);
        memset(dx, 0, sizeof dx);
        memset(du, 0, sizeof du);
        assert_int_equal(grn_scatter_adjoint(&spec, &f, &at, &grad, NULL, NULL, &updates_grad, NULL), GRN_OK);
        assert_int_equal(grn_scatter_adjoint(&spec, &f, &at, &grad, NULL, &input_grad, NULL, NULL), GRN_OK);
        same("one at a time", dx, scatters[i].input_grad, 3);
        same("one at a time", du, scatters[i].updates_grad, 4);
    }
}

/* jax#40626: max under clip, every index moved: t + 1 over 1 and 4 - t under 4, at t = 1/32. */
static void greatest_of_moved_updates(void **state)
{
    (void)state;
    double x[] = {1, 3, 4}, u[] = {1.03125, 3.96875}, r[] = {1.03125, 3, 4}, g[] = {2, -1, 3}, dx[3], du[2];
    int64_t start[] = {-3, 8};
    const int64_t three[] = {3}, two[] = {2};
    grn_tensor input = view(x, GRN_F64, 1, three), updates = view(u, GRN_F64, 1, two),
               result = view(r, GRN_F64, 1, three);
    grn_tensor grad = view(g, GRN_F64, 1, three), at = view(start, GRN_I64, 1, two),
               input_grad = view(dx, GRN_F64, 1, three), updates_grad = view(du, GRN_F64, 1, two);
    const grn_scatter_spec spec = {
        .dims = {.collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1},
        .index = {.bounds = GRN_BOUNDS_CLAMP}};
    const grn_scatter_forward f = {.kind = GRN_SCATTER_MAX, .updates = &updates, .input = &input, .result = &result};
    assert_int_equal(grn_scatter_adjoint(&spec, &f, &at, &grad, NULL, &input_grad, &updates_grad, NULL), GRN_OK);
    same("input", dx, (double[]){0, -1, 3}, 3);
    same("updates", du, (double[]){2, 0}, 2);
}

/* Integers and complex numbers move as they are. */
static void other_dtypes(void **state)
{
    (void)state;
    int32_t g[] = {5, 6}, dx[2], du[2], u[2] = {0};
    int64_t start[] = {1, 1};
    const int64_t two[] = {2};
    grn_tensor grad = view(g, GRN_I32, 1, two), at = view(start, GRN_I64, 1, two), updates = view(u, GRN_I32, 1, two);
    grn_tensor input_grad = view(dx, GRN_I32, 1, two), updates_grad = view(du, GRN_I32, 1, two);
    const grn_scatter_spec spec = {
        .dims = {.collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1},
        .index = {.bounds = GRN_BOUNDS_SKIP}};
    const grn_scatter_forward sub = {.kind = GRN_SCATTER_SUB, .updates = &updates},
                              mul = {.kind = GRN_SCATTER_MUL, .updates = &updates, .input = &grad};
    assert_int_equal(grn_scatter_adjoint(&spec, &sub, &at, &grad, NULL, &input_grad, &updates_grad, NULL), GRN_OK);
    assert_int_equal(du[0], -6);
    assert_int_equal(dx[0], 5);
    assert_int_equal(grn_scatter_adjoint(&spec, &mul, &at, &grad, NULL, &input_grad, &updates_grad, NULL), GRN_E_DTYPE);
    float cg[] = {1, 2, 3, 4}, cdu[4], cu[4] = {0};
    grn_tensor cgrad = view(cg, GRN_C64, 1, two), cupdates = view(cu, GRN_C64, 1, two),
               cupdates_grad = view(cdu, GRN_C64, 1, two);
    const grn_scatter_forward csub = {.kind = GRN_SCATTER_SUB, .updates = &cupdates};
    assert_int_equal(grn_scatter_adjoint(&spec, &csub, &at, &cgrad, NULL, NULL, &cupdates_grad, NULL), GRN_OK);
    assert_true(cdu[0] == -3 && cdu[1] == -4 && cdu[2] == -3 && cdu[3] == -4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(gather_values), cmocka_unit_test(out_of_range_is_an_error),
                                       cmocka_unit_test(scatter_values), cmocka_unit_test(greatest_of_moved_updates),
                                       cmocka_unit_test(other_dtypes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

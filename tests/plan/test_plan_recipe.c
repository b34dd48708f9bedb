/*
 * test_plan_recipe.c - "Gather Ops in TCP", slices along a dim: input
 * [a, b, c] broadcast to [a, y, b, c], indices [x, y] to [x, y, b, c], then an
 * element gather along dim 0. On views of stride 0 this is a take of rows of
 * b*c elements, and gives what the rows are.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "garner/sink.h"
#include "plan/plan.h"

enum { A = 5, B = 3, C = 4, X = 2, Y = 3, ROW = B * C };

static float input[A * ROW], result[X * Y * ROW];
static int64_t indices[X * Y] = {4, 0, 2, 2, 1, 0};

static const int64_t input_shape[] = {A, Y, B, C}, full_shape[] = {X, Y, B, C};

/* tcp.gather along dim 0: all other dims go along with those of the indices. */
static const grn_gather_spec recipe = {
    .dims = {.collapsed_slice_dims = {1, {0}},
             .operand_batching_dims = {3, {1, 2, 3}},
             .start_indices_batching_dims = {3, {1, 2, 3}},
             .start_index_map = {1, {0}},
             .index_vector_dim = 4},
    .index = {.bounds = GRN_BOUNDS_ERROR, .batch_rule = GRN_BATCH_PREFIX},
    .slice_sizes = {4, {1, 1, 1, 1}},
};

static grn_tensor view(void *data, grn_dtype dtype, const int64_t *shape, const int64_t *strides)
{
    grn_tensor t;
    assert_int_equal(grn_tensor_init(&t, data, dtype, 4, shape), GRN_OK);
    if (strides)
        memcpy(t.stride, strides, 4 * sizeof *strides);
    return t;
}

static grn_tensor broadcast_input(void) { return view(input, GRN_F32, input_shape, (const int64_t[]){ROW, 0, C, 1}); }

static grn_tensor broadcast_indices(void) { return view(indices, GRN_I64, full_shape, (const int64_t[]){Y, 1, 0, 0}); }

static void broadcasts_plan_as_rows(void **state)
{
    (void)state;
    static const char want[] = ", rows, one thread: 6 rows of 48 B, indices i64, error;";
    grn_tensor from = broadcast_input(), at = broadcast_indices(), to = view(result, GRN_F32, full_shape, NULL);
    grn_plan *plan;
    char line[4096];
    grn_text_buffer l = grn_text_buffer_over(line, sizeof line);
    assert_int_equal(grn_plan_gather(&recipe, &from, &at, &to, NULL, NULL, NULL, &plan), GRN_OK);
    assert_int_equal(grn_plan_print(plan, (grn_sink[]){grn_text_buffer_sink(&l)}), GRN_OK);
    grn_plan_destroy(plan);
    if (strstr(l.text, want) == NULL)
        fail_msg("planned as: %s", l.text);
}

/* One outer loop over the x*y vectors, one inner over the row; the input's broadcast adds no
 * loop. */
static void nest_is_two_loops(void **state)
{
    (void)state;
    grn_tensor from = broadcast_input(), at = broadcast_indices(), to = view(result, GRN_F32, full_shape, NULL);
    grn_plan *plan;
    assert_int_equal(grn_plan_gather(&recipe, &from, &at, &to, NULL, NULL, NULL, &plan), GRN_OK);
    assert_int_equal(plan->normal.nouter, 1);
    assert_int_equal(grn_inner_loops(&plan->normal), 1);
    assert_int_equal(plan->normal.extent[0], X * Y);
    assert_int_equal(plan->normal.extent[1], ROW);
    grn_plan_destroy(plan);
}

static void rows_are_moved(void **state)
{
    (void)state;
    grn_tensor from = broadcast_input(), at = broadcast_indices(), to = view(result, GRN_F32, full_shape, NULL);
    for (int i = 0; i < A * ROW; i++)
        input[i] = (float)i;
    assert_int_equal(grn_gather(&recipe, &from, &at, &to, NULL), GRN_OK);
    for (int i = 0; i < X * Y * ROW; i++)
        assert_true(result[i] == input[indices[i / ROW] * ROW + i % ROW]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(broadcasts_plan_as_rows), cmocka_unit_test(nest_is_two_loops),
                                       cmocka_unit_test(rows_are_moved)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

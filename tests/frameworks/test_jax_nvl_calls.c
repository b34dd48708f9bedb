/* test_jax_nvl_calls.c - JAX's modes, anvil's calls counted from 1, and anvil's gradients; rules
 * NV-1 to NV-10 by number. */
#include <math.h>

#include "frameworks_test.h"

static float x_data[] = {10, 20, 30, 40};
#define X VIEW(x_data, GRN_F32, 4)

/* Windows of two from a vector, one per index. */
static const grn_dimension_numbers pairs = {.offset_dims = {1, {1}}, .start_index_map = {1, {0}}};

static void jax_gather(void **state)
{
    (void)state;
    static const struct {
        const char *claim;
        grn_jax_mode mode;
        int64_t start;
        float want[2];
    } rows[] = {
        {"fill: inside", GRN_JAX_FILL, 1, {20, 30}},
        {"fill: partly outside, all filled", GRN_JAX_FILL, 3, {NAN, NAN}},
        {"fill: negative is outside", GRN_JAX_FILL, -1, {NAN, NAN}},
        {"clip: slides back", GRN_JAX_CLIP, 9, {30, 40}},
        {"clip: negative", GRN_JAX_CLIP, -9, {10, 20}},
        {"promise kept", GRN_JAX_PROMISE, 2, {30, 40}},
    };
    float out[2];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int64_t start = rows[i].start;
        assert_int_equal(grn_jax_gather(X, VIEW(&start, GRN_I64, 1, 1), &pairs, DIMS(2), false, false, rows[i].mode,
                                        NULL, VIEW(out, GRN_F32, 1, 2), D),
                         GRN_OK);
        same_floats(rows[i].claim, out, rows[i].want, 2);
    }
    const float five = 5;
    GIVES("a fill value",
          grn_jax_gather(X, VIEW(I(4), GRN_I64, 1, 1), &pairs, DIMS(2), false, false, GRN_JAX_FILL, &five,
                         VIEW(out, GRN_F32, 1, 2), D),
          out, 5, 5);
    const grn_dimension_numbers drops = {.collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}};
    REFUSED("collapsed slice of 0",
            grn_jax_gather(X, VIEW(I(0), GRN_I64, 1, 1), &drops, DIMS(0), false, false, GRN_JAX_CLIP, NULL,
                           VIEW(out, GRN_F32, 1), D),
            GRN_E_SHAPE,
            "Gather op can only collapse slice dims with bound 1, but bound is 0 for index 0 at position 0.", NULL);
    REFUSED("mode",
            grn_jax_gather(X, VIEW(I(0), GRN_I64, 1, 1), &pairs, DIMS(2), false, false, (grn_jax_mode)9, NULL,
                           VIEW(out, GRN_F32, 1, 2), D),
            GRN_E_ARGUMENT, "mode is 9, it must be fill, clip or promise", NULL);
}

static void jax_default_fill(void **state)
{
    (void)state;
    float f;
    int32_t i;
    uint8_t u, b;
    assert_int_equal(grn_jax_default_fill(GRN_F32, &f), GRN_OK);
    assert_int_equal(grn_jax_default_fill(GRN_I32, &i), GRN_OK);
    assert_int_equal(grn_jax_default_fill(GRN_UI8, &u), GRN_OK);
    assert_int_equal(grn_jax_default_fill(GRN_I1, &b), GRN_OK);
    assert_true(f != f && i == INT32_MIN && u == 255 && b == 1);
    assert_int_equal(grn_jax_default_fill(GRN_NO_DTYPE, &b), GRN_E_DTYPE);
}

static void jax_scatter(void **state)
{
    (void)state;
    float out[4];
    const grn_dimension_numbers n = {.offset_dims = {1, {1}}, .start_index_map = {1, {0}}};
    grn_tensor *u = VIEW(F(1, 2), GRN_F32, 1, 2), *o = VIEW(out, GRN_F32, 4);
    GIVES("fill drops the whole window",
          grn_jax_scatter(X, VIEW(I(3), GRN_I64, 1, 1), u, &n, false, false, GRN_JAX_FILL, o, D), out, 10, 20, 30, 40);
    GIVES("clip moves it", grn_jax_scatter_add(X, VIEW(I(3), GRN_I64, 1, 1), u, &n, false, false, GRN_JAX_CLIP, o, D),
          out, 10, 20, 31, 42);
    GIVES("mul", grn_jax_scatter_mul(X, VIEW(I(0), GRN_I64, 1, 1), u, &n, false, false, GRN_JAX_FILL, o, D), out, 10,
          40, 30, 40);
    GIVES("min", grn_jax_scatter_min(X, VIEW(I(0), GRN_I64, 1, 1), u, &n, false, false, GRN_JAX_PROMISE, o, D), out, 1,
          2, 30, 40);
    GIVES("max", grn_jax_scatter_max(X, VIEW(I(0), GRN_I64, 1, 1), u, &n, false, false, GRN_JAX_FILL, o, D), out, 10,
          20, 30, 40);
}

/* NV-1, NV-10: rows 1 and 3 of matrix(1:9, nrow = 3), column-major strides: 1 4 7 and 3 6 9. */
static void nv_1_counts_from_1(void **state)
{
    (void)state;
    float m[] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, out[6];
    grn_tensor matrix = *VIEW(m, GRN_F32, 3, 3);
    matrix.stride[0] = 1;
    matrix.stride[1] = 3;
    GIVES("NV-1, NV-10",
          grn_nvl_gather(&matrix, VIEW(I32(1, 3), GRN_I32, 2, 1), DIMS(1, 3), DIMS(2), DIMS(1), NULL, NULL, DIMS(1), 2,
                         false, false, VIEW(out, GRN_F32, 2, 3), D),
          out, 1, 4, 7, 3, 6, 9);
    GIVES("index_vector_dim past the rank",
          grn_prim_gather(&matrix, VIEW(I32(2), GRN_I32, 1), DIMS(1, 3), DIMS(2), DIMS(1), NULL, NULL, DIMS(1), 2,
                          false, false, VIEW(out, GRN_F32, 1, 3), D),
          out, 2, 5, 8);
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    assert_int_equal(grn_nvl_gather_shape(&matrix, VIEW(NULL, GRN_I32, 2, 1), DIMS(1, 3), DIMS(2), DIMS(1), NULL, NULL,
                                          DIMS(1), 2, D, &rank, shape),
                     GRN_OK);
    assert_true(rank == 2 && shape[0] == 2 && shape[1] == 3);
}

/* NV-2: clamp(1, i, dim - slice + 1), in a wide type. */
static void nv_2_clamps(void **state)
{
    (void)state;
    float out[6];
    GIVES("below, above",
          grn_nvl_gather(X, VIEW(I(0, 9, INT64_MIN), GRN_I64, 3, 1), DIMS(2), DIMS(2), NULL, NULL, NULL, DIMS(1), 2,
                         false, false, VIEW(out, GRN_F32, 3, 2), D),
          out, 10, 20, 30, 40, 10, 20);
    GIVES("unsigned 0 is below, not last",
          grn_nvl_gather(X, VIEW(((uint8_t[]){0, 255}), GRN_UI8, 2, 1), DIMS(1), DIMS(2), NULL, NULL, NULL, DIMS(1), 2,
                         false, false, VIEW(out, GRN_F32, 2, 1), D),
          out, 10, 40);
}

/* NV-4: out of range is ignored; the combiner is any. */
static void nv_4_scatters(void **state)
{
    (void)state;
    float out[4], no[] = {-7, -7, -7, -7};
    const grn_nvl_update add = {.combiner = GRN_COMBINE_ADD};
    grn_tensor *at = VIEW(I(2, 0, 5, 2), GRN_I64, 4, 1), *u = VIEW(F(1, 2, 3, 4), GRN_F32, 4),
               *o = VIEW(out, GRN_F32, 4);
    GIVES("replace: the last stays",
          grn_nvl_scatter(X, at, u, NULL, DIMS(1), NULL, NULL, DIMS(1), 2, false, false, NULL, o, D), out, 10, 4, 30,
          40);
    GIVES("add", grn_prim_scatter(X, at, u, NULL, DIMS(1), NULL, NULL, DIMS(1), 2, false, false, &add, o, D), out, 10,
          25, 30, 40);
    GIVES("unsigned 0 is skipped",
          grn_nvl_scatter(X, VIEW(((uint32_t[]){0}), GRN_UI32, 1, 1), VIEW(F(1), GRN_F32, 1), NULL, DIMS(1), NULL, NULL,
                          DIMS(1), 2, false, false, NULL, o, D),
          out, 10, 20, 30, 40);
    REFUSED("dtypes",
            grn_nvl_scatter(X, at, VIEW(I(1, 2, 3, 4), GRN_I64, 4), NULL, DIMS(1), NULL, NULL, DIMS(1), 2, false, false,
                            NULL, VIEW(no, GRN_F32, 4), D),
            GRN_E_DTYPE, "input and update must have the same dtype", "update: i64; right: f32");
    UNTOUCHED("nvl_scatter", no);
}

static void nv_5_messages(void **state)
{
    (void)state;
    float no[] = {-7, -7};
    grn_tensor *o = VIEW(no, GRN_F32, 2), *at = VIEW(I(1, 2), GRN_I64, 2, 1),
               *matrix = VIEW(F(1, 2, 3, 4), GRN_F32, 2, 2);
    REFUSED(
        "ranks", grn_nvl_gather(X, at, DIMS(1), NULL, NULL, NULL, NULL, DIMS(1), 2, false, false, o, D), GRN_E_SHAPE,
        "rank(operand) must equal length(offset_dims) + length(collapsed_slice_dims) + length(operand_batching_dims).",
        NULL);
    REFUSED("map", grn_nvl_gather(X, at, DIMS(1), NULL, DIMS(1), NULL, NULL, NULL, 2, false, false, o, D), GRN_E_SHAPE,
            "length(start_index_map) must equal the index vector size.", NULL);
    REFUSED("vector dim", grn_nvl_gather(X, at, DIMS(1), NULL, DIMS(1), NULL, NULL, DIMS(1), 6, false, false, o, D),
            GRN_E_ARGUMENT,
            "`index_vector_dim` contains index outside the valid range. Got 5, but valid range is [0, 3).", NULL);
    REFUSED("offset_dims",
            grn_nvl_gather(matrix, at, DIMS(1, 1), DIMS(2, 2), NULL, NULL, NULL, DIMS(1), 2, false, false, o, D),
            GRN_E_ARGUMENT, "`offset_dims` must contain unique dimension indices", NULL);
    UNTOUCHED("nvl_gather", no);
}

/* NV-6: two starts out of range move to one place; both gradients arrive there, whatever was
 * promised. */
static void nv_6_gather_grad(void **state)
{
    (void)state;
    float out[4];
    GIVES("NV-6",
          grn_nvl_gather_grad(X, VIEW(I(5, 9, 0, 2), GRN_I64, 4, 1), DIMS(1), NULL, DIMS(1), NULL, NULL, DIMS(1), 2,
                              false, true, VIEW(F(1, 2, 4, 8), GRN_F32, 4), VIEW(out, GRN_F32, 4), D),
          out, 4, 8, 0, 3);
    GIVES("overlapping windows",
          grn_nvl_gather_grad(X, VIEW(I(1, 4), GRN_I64, 2, 1), DIMS(3), DIMS(2), NULL, NULL, NULL, DIMS(1), 2, true,
                              false, VIEW(F(1, 2, 3, 4, 5, 6), GRN_F32, 2, 3), VIEW(out, GRN_F32, 4), D),
          out, 1, 6, 8, 6);
    float no[] = {-7, -7, -7, -7};
    REFUSED("grad's shape",
            grn_nvl_gather_grad(X, VIEW(I(1), GRN_I64, 1, 1), DIMS(1), NULL, DIMS(1), NULL, NULL, DIMS(1), 2, false,
                                false, VIEW(F(1, 2), GRN_F32, 2), VIEW(no, GRN_F32, 4), D),
            GRN_E_SHAPE, "grad has shape [2], it must be [1]", NULL);
    UNTOUCHED("nvl_gather_grad", no);
}

/* NV-7: an update that was overwritten or dropped gets nothing, also where unique is promised. */
static void nv_7_scatter_grad(void **state)
{
    (void)state;
    float input_grad[4], update_grad[4];
    grn_tensor *at = VIEW(I(2, 0, 5, 2), GRN_I64, 4, 1), *u = VIEW(NULL, GRN_F32, 4),
               *g = VIEW(F(1, 2, 3, 4), GRN_F32, 4);
    GIVES("NV-7: input",
          grn_nvl_scatter_grad(X, at, u, NULL, DIMS(1), NULL, NULL, DIMS(1), 2, false, false, NULL, g, NULL,
                               VIEW(input_grad, GRN_F32, 4), VIEW(update_grad, GRN_F32, 4), D),
          input_grad, 1, 0, 3, 4);
    same_floats("NV-7: update, the last of two stays", update_grad, F(0, 0, 0, 2), 4);
    GIVES("NV-7: unique, dropped",
          grn_nvl_scatter_grad(X, VIEW(I(4, 5), GRN_I64, 2, 1), VIEW(NULL, GRN_F32, 2), NULL, DIMS(1), NULL, NULL,
                               DIMS(1), 2, false, true, NULL, g, NULL, VIEW(input_grad, GRN_F32, 4),
                               VIEW(update_grad, GRN_F32, 2), D),
          update_grad, 4, 0);
    const grn_nvl_update add = {.combiner = GRN_COMBINE_ADD};
    REFUSED("only replacement",
            grn_nvl_scatter_grad(X, at, u, NULL, DIMS(1), NULL, NULL, DIMS(1), 2, false, false, &add, g, NULL,
                                 VIEW(input_grad, GRN_F32, 4), VIEW(update_grad, GRN_F32, 4), D),
            GRN_E_UNSUPPORTED, "Scatter reverse only supports simple replacement", NULL);
}

/* Memory refused: a status, and nothing written. */
static void memory_is_refused(void **state)
{
    (void)state;
    float out[] = {-7, -7, -7, -7}, other[4];
    grn_budget budget;
    grn_budget_init(&budget, NULL, 8);
    const grn_tensor *at[] = {VIEW(I(0, 1), GRN_I64, 2)};
    assert_int_equal(
        grn_torch_index_put(X, at, 1, SCALAR(F(1), GRN_F32), false, &budget.allocator, VIEW(out, GRN_F32, 4), NULL),
        GRN_E_MEMORY);
    assert_int_equal(grn_torch_scatter_reduce(X, 0, at[0], VIEW(F(1, 2), GRN_F32, 2), "mean", true, &budget.allocator,
                                              VIEW(out, GRN_F32, 4), NULL),
                     GRN_E_MEMORY);
    assert_int_equal(grn_nvl_scatter_grad(X, VIEW(I(1), GRN_I64, 1, 1), VIEW(NULL, GRN_F32, 1), NULL, DIMS(1), NULL,
                                          NULL, DIMS(1), 2, false, false, NULL, X, &budget.allocator,
                                          VIEW(out, GRN_F32, 4), VIEW(other, GRN_F32, 1), NULL),
                     GRN_E_MEMORY);
    UNTOUCHED("refused", out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jax_gather),         cmocka_unit_test(jax_default_fill), cmocka_unit_test(jax_scatter),
        cmocka_unit_test(nv_1_counts_from_1), cmocka_unit_test(nv_2_clamps),      cmocka_unit_test(nv_4_scatters),
        cmocka_unit_test(nv_5_messages),      cmocka_unit_test(nv_6_gather_grad), cmocka_unit_test(nv_7_scatter_grad),
        cmocka_unit_test(memory_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_onnx_tf_calls.c - ONNX's and TensorFlow's calls against values worked out by hand, and their
 * messages. */
#include "frameworks_test.h"

static float x_data[] = {0, 1, 2, 10, 11, 12};
#define X VIEW(x_data, GRN_F32, 2, 3)

static void onnx_gather(void **state)
{
    (void)state;
    float out[8], no[] = {-7, -7};
    GIVES("axis 1, negatives from the end",
          grn_onnx_gather(X, VIEW(I(-1, 0, 2, -3), GRN_I64, 2, 2), 1, VIEW(out, GRN_F32, 2, 2, 2), D), out, 2, 0, 2, 0,
          12, 10, 12, 10);
    GIVES("a scalar index drops the axis", grn_onnx_gather(X, SCALAR(I32(-1), GRN_I32), 0, VIEW(out, GRN_F32, 3), D),
          out, 10, 11, 12);
    GIVES("a vector by a scalar is a scalar",
          grn_onnx_gather(VIEW(x_data, GRN_F32, 6), SCALAR(I(4), GRN_I64), 0, SCALAR(out, GRN_F32), D), out, 11);
    GIVES("elements", grn_onnx_gather_elements(X, VIEW(I(-1, 0, 1, 1), GRN_I64, 2, 2), 1, VIEW(out, GRN_F32, 2, 2), D),
          out, 2, 0, 11, 11);
    GIVES("ND", grn_onnx_gather_nd(X, VIEW(I(0, -1, 1, 0), GRN_I64, 2, 2), 0, VIEW(out, GRN_F32, 2), D), out, 2, 10);
    GIVES("ND, rows", grn_onnx_gather_nd(X, VIEW(I(1), GRN_I64, 1, 1), 0, VIEW(out, GRN_F32, 1, 3), D), out, 10, 11,
          12);
    GIVES("ND, batch_dims 1", grn_onnx_gather_nd(X, VIEW(I(2, -3), GRN_I64, 2, 1), 1, VIEW(out, GRN_F32, 2), D), out, 2,
          10);
    float none[1] = {5};
    GIVES("empty indices, empty result", grn_onnx_gather(X, VIEW(NULL, GRN_I64, 0), 0, VIEW(NULL, GRN_F32, 0, 3), D),
          none, 5);
    grn_tensor *o = VIEW(no, GRN_F32, 2);
    REFUSED("Gather bounds", grn_onnx_gather(VIEW(x_data, GRN_F32, 3), VIEW(I(0, 3), GRN_I64, 2), 0, o, D), GRN_E_INDEX,
            "indices element out of data bounds, idx=3 must be within the inclusive range [-3,2]",
            "indices: 3 at [1]; right: -3 to 2");
    REFUSED("GatherElements bounds",
            grn_onnx_gather_elements(VIEW(x_data, GRN_F32, 3), VIEW(I(-4, 0), GRN_I64, 2), 0, o, D), GRN_E_INDEX,
            "GatherElements op: Value in indices must be within bounds [-3 , 2]. Actual value is -4", NULL);
    REFUSED("GatherND bounds", grn_onnx_gather_nd(X, VIEW(I(0, 0, 0, 3), GRN_I64, 2, 2), 0, o, D), GRN_E_INDEX,
            "invalid index found, index = 3", "indices: 3 at [1, 1]; right: -3 to 2");
    REFUSED("GatherND vectors of 3", grn_onnx_gather_nd(X, VIEW(I(0, 0, 0), GRN_I64, 1, 3), 0, o, D), GRN_E_SHAPE,
            "last dimension of indices must not be larger than rank of input tensor: 3, right: at most 2", NULL);
    REFUSED("GatherND vectors of 0", grn_onnx_gather_nd(X, VIEW(NULL, GRN_I64, 1, 0), 0, o, D), GRN_E_SHAPE,
            "last dimension of indices is 0, it must be at least 1", NULL);
    REFUSED("GatherND batch extents", grn_onnx_gather_nd(X, VIEW(I(0, 0, 0), GRN_I64, 3, 1), 1, o, D), GRN_E_SHAPE,
            "Batch dimensions differ at index 0: data has 2, indices 3", NULL);
    REFUSED("GatherND indices are i64", grn_onnx_gather_nd(X, VIEW(I32(0), GRN_I32, 1, 1), 0, o, D), GRN_E_DTYPE,
            "GatherND op: indices have element type i32, they must be i64", NULL);
    REFUSED("axis", grn_onnx_gather(X, VIEW(I(0), GRN_I64, 1), 2, o, D), GRN_E_ARGUMENT,
            "axis 2 is not in valid range [-2,1]", NULL);
    REFUSED("scalar data", grn_onnx_gather(SCALAR(x_data, GRN_F32), VIEW(I(0), GRN_I64, 1), 0, o, D), GRN_E_SHAPE,
            "Gather op: Cannot operate on scalar input", NULL);
    REFUSED("elements rank", grn_onnx_gather_elements(X, VIEW(I(0), GRN_I64, 1), 0, o, D), GRN_E_SHAPE,
            "GatherElements op: Rank of input 'data' needs to be equal to rank of input 'indices' (2 and 1)", NULL);
    REFUSED("every index is outside of nothing",
            grn_onnx_gather(VIEW(NULL, GRN_F32, 0, 0), VIEW(I(0), GRN_I64, 1), 0, VIEW(NULL, GRN_F32, 1, 0), D),
            GRN_E_INDEX, "indices element out of data bounds, idx=0 must be within the inclusive range [0,-1]", NULL);
    UNTOUCHED("ONNX gathers", no);
}

static void onnx_scatter(void **state)
{
    (void)state;
    static const struct {
        const char *reduction;
        float want[3];
    } rows[] = {{"none", {1, 5, 3}}, {"add", {1, 11, 3}}, {"mul", {1, 40, 3}}, {"max", {1, 5, 3}}, {"min", {1, 2, 3}}};
    float out[6], no[] = {-7, -7, -7};
    /* data [1, 2, 3]; 4 and 5 meet the 2, by -2 and 1. */
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(grn_onnx_scatter_elements(VIEW(F(1, 2, 3), GRN_F32, 3), VIEW(I(-2, 1), GRN_I64, 2),
                                                   VIEW(F(4, 5), GRN_F32, 2), 0, rows[i].reduction,
                                                   VIEW(out, GRN_F32, 3), D),
                         GRN_OK);
        same_floats(rows[i].reduction, out, rows[i].want, 3);
        assert_int_equal(grn_onnx_scatter_nd(VIEW(F(1, 2, 3), GRN_F32, 3), VIEW(I(-2, 1), GRN_I64, 2, 1),
                                             VIEW(F(4, 5), GRN_F32, 2), rows[i].reduction, VIEW(out, GRN_F32, 3), D),
                         GRN_OK);
        same_floats(rows[i].reduction, out, rows[i].want, 3);
    }
    GIVES("ND rows",
          grn_onnx_scatter_nd(X, VIEW(I(-1), GRN_I64, 1, 1), VIEW(F(7, 8, 9), GRN_F32, 1, 3), NULL,
                              VIEW(out, GRN_F32, 2, 3), D),
          out, 0, 1, 2, 7, 8, 9);
    GIVES("index longer than data on axis",
          grn_onnx_scatter_elements(VIEW(F(1), GRN_F32, 1), VIEW(I(0, 0), GRN_I64, 2), VIEW(F(4, 5), GRN_F32, 2), 0,
                                    "add", VIEW(out, GRN_F32, 1), D),
          out, 10);
    grn_tensor *x = VIEW(F(1, 2, 3), GRN_F32, 3), *o = VIEW(no, GRN_F32, 3);
    REFUSED("bounds",
            grn_onnx_scatter_elements(x, VIEW(I(0, -4), GRN_I64, 2), VIEW(F(4, 5), GRN_F32, 2), 0, "none", o, D),
            GRN_E_INDEX, "indices element out of data bounds, idx=-4 must be within the inclusive range [-3,2]",
            "indices: -4 at [1]; right: -3 to 2");
    REFUSED("ND bounds", grn_onnx_scatter_nd(x, VIEW(I(3), GRN_I64, 1, 1), VIEW(F(4), GRN_F32, 1), "none", o, D),
            GRN_E_INDEX, "invalid indice found, indice = 3", NULL);
    REFUSED("updates' extent",
            grn_onnx_scatter_elements(x, VIEW(I(0, 1), GRN_I64, 2), VIEW(F(4), GRN_F32, 1), 0, "none", o, D),
            GRN_E_SHAPE, "Indices vs updates dimensions differs at position=0 2 vs 1", NULL);
    REFUSED("updates' rank",
            grn_onnx_scatter_elements(x, VIEW(I(0), GRN_I64, 1), VIEW(F(4), GRN_F32, 1, 1), 0, "none", o, D),
            GRN_E_SHAPE, "Indices and updates must have the same rank. Indices rank=1. Updates rank=2", NULL);
    REFUSED("ND updates", grn_onnx_scatter_nd(x, VIEW(I(0), GRN_I64, 1, 1), VIEW(F(4, 5), GRN_F32, 2), "none", o, D),
            GRN_E_SHAPE,
            "updates tensor should have shape equal to indices.shape[:-1] + data.shape[indices.shape[-1]:]. updates "
            "shape: [2], "
            "indices shape: [1,1], data shape: [3]",
            NULL);
    REFUSED("reduction", grn_onnx_scatter_nd(x, VIEW(I(0), GRN_I64, 1, 1), VIEW(F(4), GRN_F32, 1), "mean", o, D),
            GRN_E_ARGUMENT, "reduction is \"mean\", it must be none, add, mul, max or min", NULL);
    UNTOUCHED("ONNX scatters", no);
}

static void tf_gather(void **state)
{
    (void)state;
    float out[8], no[] = {-7, -7};
    GIVES("axis 1", grn_tf_gather(X, VIEW(I32(2, 0), GRN_I32, 2), 1, 0, VIEW(out, GRN_F32, 2, 2), D), out, 2, 0, 12,
          10);
    GIVES("negative axis and batch_dims",
          grn_tf_gather(X, VIEW(I(2, 1, 0, 0), GRN_I64, 2, 2), -1, -1, VIEW(out, GRN_F32, 2, 2), D), out, 2, 1, 10, 10);
    GIVES("gather_nd", grn_tf_gather_nd(X, VIEW(I(1, 2), GRN_I64, 1, 2), 0, VIEW(out, GRN_F32, 1), D), out, 12);
    GIVES("gather_nd, vectors of none: all of params each time",
          grn_tf_gather_nd(VIEW(x_data, GRN_F32, 3), VIEW(NULL, GRN_I64, 2, 0), 0, VIEW(out, GRN_F32, 2, 3), D), out, 0,
          1, 2, 0, 1, 2);
    GIVES("gather_nd, batch_dims 1", grn_tf_gather_nd(X, VIEW(I(0, 2), GRN_I64, 2, 1), 1, VIEW(out, GRN_F32, 2), D),
          out, 0, 12);
    grn_tensor *o = VIEW(no, GRN_F32, 1, 2);
    REFUSED("bounds", grn_tf_gather(VIEW(x_data, GRN_F32, 3), VIEW(I(0, 3), GRN_I64, 1, 2), 0, 0, o, D), GRN_E_INDEX,
            "indices[0,1] = 3 is not in [0, 3)", "indices: 3 at [0, 1]; right: 0 to 2");
    REFUSED("negative",
            grn_tf_gather(VIEW(x_data, GRN_F32, 3, 2), SCALAR(I(-1), GRN_I64), 0, 0, VIEW(no, GRN_F32, 2), D),
            GRN_E_INDEX, "indices = -1 is not in [0, 3)", NULL);
    REFUSED("axis", grn_tf_gather(X, VIEW(I(0), GRN_I64, 1), 2, 0, o, D), GRN_E_ARGUMENT,
            "Expected axis in the range [-2, 2), but got 2", NULL);
    REFUSED("batch_dims range", grn_tf_gather(X, VIEW(I(0), GRN_I64, 1), 1, 2, o, D), GRN_E_ARGUMENT,
            "Expected batch_dims in the range [-1, 1], but got 2", NULL);
    REFUSED("batch_dims over axis", grn_tf_gather(X, VIEW(I(0, 0), GRN_I64, 2), 0, 1, o, D), GRN_E_ARGUMENT,
            "batch_dims (1) must be less than or equal to axis (0).", NULL);
    REFUSED("batch extents", grn_tf_gather(X, VIEW(I(0, 0, 0), GRN_I64, 3), 1, 1, o, D), GRN_E_SHAPE,
            "params.shape[0]: 2 should be equal to indices.shape[0]: 3", NULL);
    REFUSED("scalar params", grn_tf_gather(SCALAR(x_data, GRN_F32), VIEW(I(0), GRN_I64, 1), 0, 0, o, D), GRN_E_SHAPE,
            "params must be at least 1 dimensional", NULL);
    REFUSED("gather_nd bounds", grn_tf_gather_nd(X, VIEW(I(0, 0, 1, 3), GRN_I64, 1, 2, 2), 0, o, D), GRN_E_INDEX,
            "indices[0,1] = [1, 3] does not index into param shape [2,3]", "indices: 3 at [0, 1, 1]; right: 0 to 2");
    REFUSED("gather_nd vectors of 3", grn_tf_gather_nd(X, VIEW(I(0, 0, 0), GRN_I64, 1, 3), 0, o, D), GRN_E_SHAPE,
            "index innermost dimension length must be <= params rank; saw: 3 vs. 2", NULL);
    UNTOUCHED("tf.gather", no);
}

static void tf_tensor_scatter(void **state)
{
    (void)state;
    float out[4], no[] = {-7, -7, -7, -7};
    grn_tensor *x = VIEW(F(1, 2, 3, 4), GRN_F32, 4), *at = VIEW(I32(1, 3, 1), GRN_I32, 3, 1),
               *u = VIEW(F(9, 0, 5), GRN_F32, 3), *o = VIEW(out, GRN_F32, 4);
    GIVES("update: the last stays", grn_tf_tensor_scatter_nd_update(x, at, u, o, D), out, 1, 5, 3, 0);
    GIVES("add", grn_tf_tensor_scatter_nd_add(x, at, u, o, D), out, 1, 16, 3, 4);
    GIVES("sub", grn_tf_tensor_scatter_nd_sub(x, at, u, o, D), out, 1, -12, 3, 4);
    GIVES("min", grn_tf_tensor_scatter_nd_min(x, at, u, o, D), out, 1, 2, 3, 0);
    GIVES("max", grn_tf_tensor_scatter_nd_max(x, at, u, o, D), out, 1, 9, 3, 4);
    uint8_t bytes[1];
    assert_int_equal(grn_tf_tensor_scatter_nd_sub(VIEW(((uint8_t[]){3}), GRN_UI8, 1), VIEW(I(0), GRN_I64, 1, 1),
                                                  VIEW(((uint8_t[]){5}), GRN_UI8, 1), VIEW(bytes, GRN_UI8, 1), D),
                     GRN_OK);
    assert_int_equal(bytes[0], 254);
    o = VIEW(no, GRN_F32, 4);
    REFUSED("bounds", grn_tf_tensor_scatter_nd_add(x, VIEW(I(0, 4), GRN_I64, 2, 1), VIEW(F(1, 1), GRN_F32, 2), o, D),
            GRN_E_INDEX, "indices[1] = [4] does not index into shape [4]", "indices: 4 at [1, 0]; right: 0 to 3");
    REFUSED("outer", grn_tf_tensor_scatter_nd_sub(x, at, VIEW(F(1, 1), GRN_F32, 2), o, D), GRN_E_SHAPE,
            "Dimensions [0,1) of indices[shape=[3,1]] must match dimensions [0,1) of updates[shape=[2]]", NULL);
    REFUSED("inner",
            grn_tf_tensor_scatter_nd_min(VIEW(F(1, 2, 3, 4), GRN_F32, 2, 2), VIEW(I(0), GRN_I64, 1, 1),
                                         VIEW(F(1, 1, 1), GRN_F32, 1, 3), VIEW(no, GRN_F32, 2, 2), D),
            GRN_E_SHAPE, "Dimensions [1,2) of input[shape=[2,2]] must match dimensions [1,2) of updates[shape=[1,3]]",
            NULL);
    REFUSED("updates' dtype", grn_tf_tensor_scatter_nd_max(x, at, VIEW(I(1, 1, 1), GRN_I64, 3), o, D), GRN_E_DTYPE,
            "updates have element type i64, it must be tensor's: f32", NULL);
    UNTOUCHED("tensor_scatter_nd", no);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(onnx_gather), cmocka_unit_test(onnx_scatter),
                                       cmocka_unit_test(tf_gather), cmocka_unit_test(tf_tensor_scatter)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

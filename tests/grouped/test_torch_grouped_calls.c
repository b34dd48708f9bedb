/* test_torch_grouped_calls.c - torch's calls that group elements: values worked out by hand, and
 * torch's messages. */
#include <math.h>

#include "frameworks/frameworks_test.h"

#define MASK(...) ((unsigned char[]){__VA_ARGS__})

/* x = [[0, 1], [2, 3], [4, 5]] */
static float x_data[] = {0, 1, 2, 3, 4, 5};
#define X VIEW(x_data, GRN_F32, 3, 2)

/* ---- index_reduce ---------------------------------------------------------------------------- */

static void index_reduce(void **state)
{
    (void)state;
    float out[6] = {0};
    grn_tensor *o = VIEW(out, GRN_F32, 3, 2), *index = VIEW(I(0, 2, 0), GRN_I64, 3);
    grn_tensor *source = VIEW(F(2, 3, -1, 7, 4, -5), GRN_F32, 3, 2);
    GIVES("prod", grn_torch_index_reduce(X, 0, index, source, "prod", true, NULL, o, D), out, 0, -15, 2, 3, -4, 35);
    GIVES("prod without self", grn_torch_index_reduce(X, 0, index, source, "prod", false, NULL, o, D), out, 8, -15, 2,
          3, -1, 7);
    GIVES("amax", grn_torch_index_reduce(X, 0, index, source, "amax", true, NULL, o, D), out, 4, 3, 2, 3, 4, 7);
    GIVES("amin without self", grn_torch_index_reduce(X, 0, index, source, "amin", false, NULL, o, D), out, 2, -5, 2, 3,
          -1, 7);
    GIVES("mean of three and of two", grn_torch_index_reduce(X, 0, index, source, "mean", true, NULL, o, D), out, 2,
          -1.0f / 3, 2, 3, 1.5f, 6);
    GIVES("dim -1",
          grn_torch_index_reduce(X, -1, VIEW(I32(1), GRN_I32, 1), VIEW(F(9, 9, 9), GRN_F32, 3, 1), "mean", false, NULL,
                                 o, D),
          out, 0, 9, 2, 9, 4, 9);
    GIVES("NaN stays",
          grn_torch_index_reduce(VIEW(x_data, GRN_F32, 2), 0, VIEW(I(0, 0), GRN_I64, 2), VIEW(F(NAN, 5), GRN_F32, 2),
                                 "amin", false, NULL, VIEW(out, GRN_F32, 2), D),
          out, NAN, 1);
    int64_t whole[] = {-7, 3}, means[2];
    assert_int_equal(grn_torch_index_reduce(VIEW(whole, GRN_I64, 2), 0, VIEW(I(0, 0, 1), GRN_I64, 3),
                                            VIEW(I(2, 1, -6), GRN_I64, 3), "mean", true, NULL, VIEW(means, GRN_I64, 2),
                                            D),
                     GRN_OK);
    assert_true(means[0] == -2 && means[1] == -2); /* floor(-4 / 3), floor(-3 / 2) */
}

static void index_reduce_messages(void **state)
{
    (void)state;
    float out[] = {-7, -7, -7, -7, -7, -7};
    grn_tensor *o = VIEW(out, GRN_F32, 3, 2), *i = VIEW(I(0, 2), GRN_I64, 2), *s = VIEW(F(1, 1, 1, 1), GRN_F32, 2, 2);
    REFUSED("sum", grn_torch_index_reduce(X, 0, i, s, "sum", true, NULL, o, D), GRN_E_ARGUMENT,
            "index_reduce(): Expected reduce to be one of prod, mean, amax or amin but got sum.", NULL);
    REFUSED("out of range", grn_torch_index_reduce(X, 0, VIEW(I(0, 3), GRN_I64, 2), s, "prod", true, NULL, o, D),
            GRN_E_INDEX, "index out of range in self", "index: 3 at [1]; right: 0 to 2");
    REFUSED("index of two dimensions",
            grn_torch_index_reduce(X, 0, VIEW(I(0, 1), GRN_I64, 1, 2), s, "prod", true, NULL, o, D), GRN_E_SHAPE,
            "index_reduce_(): Index is supposed to be a vector, but got dim: 2 with type: Long and size: [1, 2]", NULL);
    REFUSED("index dtype",
            grn_torch_index_reduce(X, 0, VIEW(((int16_t[]){0, 1}), GRN_I16, 2), s, "prod", true, NULL, o, D),
            GRN_E_DTYPE, "index_reduce_(): Expected dtype int32/int64 for index but got: Short", NULL);
    REFUSED("source dtype",
            grn_torch_index_reduce(X, 0, i, VIEW(I(1, 1, 1, 1), GRN_I64, 2, 2), "prod", true, NULL, o, D), GRN_E_DTYPE,
            "index_reduce_(): self (Float) and source (Long) must have the same scalar type", NULL);
    REFUSED("source shape",
            grn_torch_index_reduce(X, 0, i, VIEW(F(1, 1, 1, 1, 1, 1), GRN_F32, 2, 3), "prod", true, NULL, o, D),
            GRN_E_SHAPE,
            "source tensor shape must match self tensor shape, excluding the specified dimension. Got self.shape = "
            "[3, 2] source.shape = [2, 3]",
            NULL);
    REFUSED("source length", grn_torch_index_reduce(X, 0, i, X, "prod", true, NULL, o, D), GRN_E_SHAPE,
            "index_reduce_(): Number of indices (2) should be equal to source.size(dim): (3), for dim: 0", NULL);
    REFUSED("mean of bools",
            grn_torch_index_reduce(VIEW(MASK(1), GRN_I1, 1), 0, VIEW(I(0), GRN_I64, 1), VIEW(MASK(1), GRN_I1, 1),
                                   "mean", true, NULL, VIEW(MASK(0), GRN_I1, 1), D),
            GRN_E_DTYPE, "\"div_floor_cpu\" not implemented for 'Bool'", NULL);
    UNTOUCHED("index_reduce", out);
}

/* self = [2, 4, 6], index = [0, 0, 2], source = [3, 2, 5], grad = [1, 2, 4] */
static void index_reduce_gradients(void **state)
{
    (void)state;
    float self_grad[3], source_grad[3];
    grn_tensor *grad = VIEW(F(1, 2, 4), GRN_F32, 3), *self = VIEW(F(2, 4, 6), GRN_F32, 3);
    grn_tensor *index = VIEW(I(0, 0, 2), GRN_I64, 3), *source = VIEW(F(3, 2, 5), GRN_F32, 3);
    grn_tensor *to_self = VIEW(self_grad, GRN_F32, 3), *to_source = VIEW(source_grad, GRN_F32, 3);
    GIVES("prod: the product of the others",
          grn_torch_index_reduce_backward(grad, self, 0, index, source, "prod", true, VIEW(F(12, 4, 30), GRN_F32, 3),
                                          NULL, to_self, to_source, D),
          self_grad, 6, 2, 20);
    same_floats("prod, source", source_grad, F(4, 6, 24), 3);
    GIVES("amin: the two that are equal share",
          grn_torch_index_reduce_backward(grad, self, 0, index, source, "amin", true, VIEW(F(2, 4, 5), GRN_F32, 3),
                                          NULL, to_self, to_source, D),
          self_grad, 0.5f, 2, 0);
    same_floats("amin, source", source_grad, F(0, 0.5f, 4), 3);
    GIVES("mean without self",
          grn_torch_index_reduce_backward(grad, self, 0, index, source, "mean", false, VIEW(F(2.5f, 4, 5), GRN_F32, 3),
                                          NULL, to_self, to_source, D),
          self_grad, 0, 2, 0);
    same_floats("mean, source", source_grad, F(0.5f, 0.5f, 4), 3);
}

/* ---- masks ----------------------------------------------------------------------------------- */

static void masked_select(void **state)
{
    (void)state;
    float out[6];
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    grn_tensor *mask = VIEW(MASK(0, 1, 1, 0, 0, 1), GRN_I1, 3, 2);
    assert_int_equal(grn_torch_masked_select_shape(X, mask, D, &rank, shape), GRN_OK);
    assert_true(rank == 1 && shape[0] == 3);
    GIVES("the true places", grn_torch_masked_select(X, mask, VIEW(out, GRN_F32, 3), D), out, 1, 2, 5);
    GIVES("a mask of a row, for every row",
          grn_torch_masked_select(X, VIEW(MASK(1, 0), GRN_I1, 2), VIEW(out, GRN_F32, 3), D), out, 0, 2, 4);
    GIVES(
        "an input of a row, for every row",
        grn_torch_masked_select(VIEW(F(1, 2), GRN_F32, 2), VIEW(MASK(1, 0, 1), GRN_I1, 3, 1), VIEW(out, GRN_F32, 4), D),
        out, 1, 2, 1, 2);
    GIVES("rank 0", grn_torch_masked_select(SCALAR(F(3), GRN_F32), SCALAR(MASK(1), GRN_I1), VIEW(out, GRN_F32, 1), D),
          out, 3);
    float turned[3];
    grn_tensor columns = *X, down = *mask;
    columns.shape[0] = down.shape[0] = 2;
    columns.shape[1] = down.shape[1] = 3;
    columns.stride[0] = down.stride[0] = 1;
    columns.stride[1] = down.stride[1] = 2;
    GIVES("by columns", grn_torch_masked_select(&columns, &down, VIEW(turned, GRN_F32, 3), D), turned, 2, 1, 5);
}

static void masked_scatter(void **state)
{
    (void)state;
    float out[6];
    grn_tensor *o = VIEW(out, GRN_F32, 3, 2), *mask = VIEW(MASK(0, 1, 1, 0, 0, 1), GRN_I1, 3, 2);
    GIVES("the first of source", grn_torch_masked_scatter(X, mask, VIEW(F(7, 8, 9, 10), GRN_F32, 2, 2), o, D), out, 0,
          7, 8, 3, 4, 9);
    GIVES("input and mask broadcast together",
          grn_torch_masked_scatter(VIEW(F(1, 2), GRN_F32, 2), VIEW(MASK(1, 0, 1), GRN_I1, 3, 1),
                                   VIEW(F(5, 6, 7, 8), GRN_F32, 4), o, D),
          out, 5, 6, 1, 2, 7, 8);
    float own[] = {1, 2, 3};
    GIVES("in place",
          grn_torch_masked_scatter(VIEW(own, GRN_F32, 3), VIEW(MASK(1, 0, 1), GRN_I1, 3), VIEW(F(8, 9), GRN_F32, 2),
                                   VIEW(own, GRN_F32, 3), D),
          own, 8, 2, 9);
}

static void mask_messages(void **state)
{
    (void)state;
    float out[] = {-7, -7, -7, -7, -7, -7};
    grn_tensor *o = VIEW(out, GRN_F32, 3, 2), *mask = VIEW(MASK(1, 1, 1, 0, 0, 0), GRN_I1, 3, 2);
    grn_tensor *bytes = VIEW(MASK(1, 1, 1, 0, 0, 0), GRN_UI8, 3, 2), *source = VIEW(F(1, 2, 3), GRN_F32, 3);
    grn_tensor *wide = VIEW(MASK(0, 0, 0, 0, 0, 0, 0, 0, 0), GRN_I1, 3, 3);
    REFUSED("mask of bytes", grn_torch_masked_select(X, bytes, VIEW(out, GRN_F32, 3), D), GRN_E_DTYPE,
            "masked_select: expected BoolTensor for mask", NULL);
    REFUSED("mask of another shape", grn_torch_masked_select(X, wide, VIEW(out, GRN_F32, 3), D), GRN_E_SHAPE,
            "The size of tensor a (3) must match the size of tensor b (2) at non-singleton dimension 1", NULL);
    REFUSED("scatter: mask of bytes", grn_torch_masked_scatter(X, bytes, source, o, D), GRN_E_DTYPE,
            "masked_scatter_ only supports boolean masks, but got mask with dtype Byte", NULL);
    REFUSED("scatter: source of another dtype", grn_torch_masked_scatter(X, mask, VIEW(I(1, 2, 3), GRN_I64, 3), o, D),
            GRN_E_DTYPE, "masked_scatter: expected self and source to have same dtypes but gotFloat and Long", NULL);
    REFUSED("scatter: too few", grn_torch_masked_scatter(X, mask, VIEW(F(1, 2), GRN_F32, 2), o, D), GRN_E_SHAPE,
            "Number of elements of source < number of ones in mask", "source: 2 elements; right: at least 3");
    REFUSED("out's shape", grn_torch_masked_select(X, mask, VIEW(out, GRN_F32, 2), D), GRN_E_SHAPE,
            "out has shape [2], it must be [3]", NULL);
    UNTOUCHED("masks", out);
}

static void mask_gradients(void **state)
{
    (void)state;
    float out[6], source_grad[4];
    grn_tensor *mask = VIEW(MASK(0, 1, 1, 0, 0, 1), GRN_I1, 3, 2), *grad = VIEW(F(7, 8, 9), GRN_F32, 3);
    GIVES("masked_select", grn_torch_masked_select_backward(grad, X, mask, NULL, VIEW(out, GRN_F32, 3, 2), D), out, 0,
          7, 8, 0, 0, 9);
    GIVES("masked_select of a row that was broadcast: summed",
          grn_torch_masked_select_backward(grad, VIEW(NULL, GRN_F32, 2), mask, NULL, VIEW(out, GRN_F32, 2), D), out, 8,
          16);
    GIVES("masked_scatter, self: 0 at the true places",
          grn_torch_masked_scatter_backward(X, mask, VIEW(out, GRN_F32, 3, 2), VIEW(source_grad, GRN_F32, 2, 2), D),
          out, 0, 0, 0, 3, 4, 0);
    same_floats("masked_scatter, source: the rest is 0", source_grad, F(1, 2, 5, 0), 4);
}

/* ---- counts ---------------------------------------------------------------------------------- */

static void bincount(void **state)
{
    (void)state;
    int64_t counts[4];
    float sums[3];
    double wide[3];
    grn_dtype dtype;
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    grn_tensor *input = VIEW(I32(0, 2, 2), GRN_I32, 3);
    assert_int_equal(grn_torch_bincount_shape(input, NULL, 0, D, &dtype, &rank, shape), GRN_OK);
    assert_true(dtype == GRN_I64 && rank == 1 && shape[0] == 3);
    assert_int_equal(grn_torch_bincount(input, NULL, 4, VIEW(counts, GRN_I64, 4), D), GRN_OK);
    assert_true(counts[0] == 1 && counts[1] == 0 && counts[2] == 2 && counts[3] == 0);
    GIVES("f32 weights", grn_torch_bincount(input, VIEW(F(1, 2, 3), GRN_F32, 3), 0, VIEW(sums, GRN_F32, 3), D), sums, 1,
          0, 5);
    assert_int_equal(grn_torch_bincount(input, VIEW(I(1, 2, 3), GRN_I64, 3), 0, VIEW(wide, GRN_F64, 3), D), GRN_OK);
    assert_true(wide[0] == 1 && wide[1] == 0 && wide[2] == 5);
    assert_int_equal(
        grn_torch_bincount_shape(VIEW(NULL, GRN_I64, 0), VIEW(NULL, GRN_F32, 0), 3, D, &dtype, &rank, shape), GRN_OK);
    assert_true(dtype == GRN_I64 && shape[0] == 3); /* of nothing, whatever the weights */
}

static void bincount_messages(void **state)
{
    (void)state;
    int64_t out[3];
    grn_tensor *o = VIEW(out, GRN_I64, 3);
    REFUSED("negative", grn_torch_bincount(VIEW(I(0, -2), GRN_I64, 2), NULL, 0, o, D), GRN_E_ARGUMENT,
            "bincount only supports 1-d non-negative integral inputs.",
            "input: its least value is -2; right: at least 0");
    REFUSED("two dimensions", grn_torch_bincount(VIEW(I(0, 2), GRN_I64, 1, 2), NULL, 0, o, D), GRN_E_ARGUMENT,
            "bincount only supports 1-d non-negative integral inputs.", NULL);
    REFUSED("floats", grn_torch_bincount(VIEW(F(0, 2), GRN_F32, 2), NULL, 0, o, D), GRN_E_DTYPE,
            "\"bincount_cpu\" not implemented for 'Float'", NULL);
    REFUSED("minlength", grn_torch_bincount(VIEW(I(0, 2), GRN_I64, 2), NULL, -1, o, D), GRN_E_ARGUMENT,
            "minlength should be >= 0", NULL);
    REFUSED("fewer weights", grn_torch_bincount(VIEW(I(0, 2), GRN_I64, 2), VIEW(F(1), GRN_F32, 1), 0, o, D),
            GRN_E_SHAPE, "weights should be 1-d and have the same length as input", NULL);
    REFUSED("no length has room for it", grn_torch_bincount(VIEW(I(INT64_MAX), GRN_I64, 1), NULL, 0, o, D), GRN_E_LIMIT,
            "bincount: input has the value 9223372036854775807", NULL);
}

static void histc(void **state)
{
    (void)state;
    float out[4];
    grn_tensor *o = VIEW(out, GRN_F32, 4);
    GIVES("parts of [0, 3]", grn_torch_histc(VIEW(F(1, 2, 1), GRN_F32, 3), 4, 0, 3, NULL, o, D), out, 0, 2, 1, 0);
    GIVES("the last is closed; outside and NaN do not count",
          grn_torch_histc(VIEW(F(0, 3, 3.5f, -1, NAN, 2.25f, INFINITY), GRN_F32, 7), 4, 0, 3, NULL, o, D), out, 1, 0, 0,
          2);
    GIVES("the data's range", grn_torch_histc(VIEW(F(1, 2, 1), GRN_F32, 3), 4, 0, 0, NULL, o, D), out, 2, 0, 0, 1);
    GIVES("one value: 1 less to 1 more", grn_torch_histc(VIEW(F(1, 1, 1), GRN_F32, 3), 4, 0, 0, NULL, o, D), out, 0, 0,
          3, 0);
    GIVES("nothing", grn_torch_histc(VIEW(NULL, GRN_F32, 0), 4, 0, 0, NULL, o, D), out, 0, 0, 0, 0);
}

static void histc_messages(void **state)
{
    (void)state;
    float out[] = {-7, -7, -7, -7};
    grn_tensor *o = VIEW(out, GRN_F32, 4), *x = VIEW(F(1, 2), GRN_F32, 2);
    REFUSED("no bins", grn_torch_histc(x, 0, 0, 3, NULL, o, D), GRN_E_ARGUMENT,
            "torch.histogram(): bins must be > 0, but got 0 for dimension 0", NULL);
    REFUSED("descending", grn_torch_histc(x, 4, 3, 1, NULL, o, D), GRN_E_ARGUMENT,
            "torch.histc: max must be larger than min", NULL);
    REFUSED("infinite", grn_torch_histc(x, 4, 0, INFINITY, NULL, o, D), GRN_E_ARGUMENT,
            "torch.histc: range of [0, inf] is not finite", NULL);
    REFUSED("data that is infinite", grn_torch_histc(VIEW(F(1, INFINITY), GRN_F32, 2), 4, 0, 0, NULL, o, D),
            GRN_E_ARGUMENT, "torch.histc: range of [1, inf] is not finite", NULL);
    REFUSED("integers", grn_torch_histc(VIEW(I(1, 2), GRN_I64, 2), 4, 0, 3, NULL, o, D), GRN_E_DTYPE,
            "\"histogram_cpu\" not implemented for 'Long'", NULL);
    UNTOUCHED("histc", out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(index_reduce),      cmocka_unit_test(index_reduce_messages),
        cmocka_unit_test(masked_select),     cmocka_unit_test(index_reduce_gradients),
        cmocka_unit_test(masked_scatter),    cmocka_unit_test(mask_messages),
        cmocka_unit_test(mask_gradients),    cmocka_unit_test(bincount),
        cmocka_unit_test(bincount_messages), cmocka_unit_test(histc),
        cmocka_unit_test(histc_messages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

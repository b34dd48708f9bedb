/* test_torch_grad_calls.c - torch's gradients, and index and take, against values worked out by
 * hand. */
#include <math.h>

#include "frameworks_test.h"

static float x_data[] = {0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23};
#define X VIEW(x_data, GRN_F32, 3, 4)
#define SELF(...) VIEW(NULL, GRN_F32, __VA_ARGS__)

static grn_tensor *turned(grn_tensor *t)
{
    const grn_tensor was = *t;
    for (int32_t d = 0; d < 2; d++) {
        t->shape[d] = was.shape[1 - d];
        t->stride[d] = was.stride[1 - d];
    }
    return t;
}

static void gather(void **state)
{
    (void)state;
    float out[6], no[] = {-7, -7, -7, -7};
    GIVES("each where it came from, one twice",
          grn_torch_gather_backward(VIEW(F(1, 2, 4, 8), GRN_F32, 2, 2), SELF(2, 3), 1,
                                    VIEW(I(2, 2, 0, 1), GRN_I64, 2, 2), VIEW(out, GRN_F32, 2, 3), D),
          out, 0, 0, 3, 4, 8, 0);
    GIVES("index smaller than self",
          grn_torch_gather_backward(VIEW(F(5), GRN_F32, 1, 1), SELF(2, 2), 0, VIEW(I(1), GRN_I64, 1, 1),
                                    VIEW(out, GRN_F32, 2, 2), D),
          out, 0, 0, 5, 0);
    GIVES("0-d",
          grn_torch_gather_backward(VIEW(F(1, 2), GRN_F32, 2), SCALAR(NULL, GRN_F32), 0, VIEW(I(0, 0), GRN_I64, 2),
                                    SCALAR(out, GRN_F32), D),
          out, 3);
    GIVES(
        "an empty index: zeros",
        grn_torch_gather_backward(VIEW(NULL, GRN_F32, 0), SELF(2), 0, VIEW(NULL, GRN_I64, 0), VIEW(out, GRN_F32, 2), D),
        out, 0, 0);
    GIVES("a transposed out",
          grn_torch_gather_backward(VIEW(F(1, 2), GRN_F32, 2, 1), SELF(2, 3), 1, VIEW(I(2, 0), GRN_I64, 2, 1),
                                    turned(VIEW(out, GRN_F32, 3, 2)), D),
          out, 0, 2, 0, 0, 1, 0);
    REFUSED("bounds",
            grn_torch_gather_backward(VIEW(F(1, 2), GRN_F32, 2), SELF(4), 0, VIEW(I(0, 4), GRN_I64, 2),
                                      VIEW(no, GRN_F32, 4), D),
            GRN_E_INDEX, "index 4 is out of bounds for dimension 0 with size 4", "index: 4 at [1]; right: 0 to 3");
    REFUSED("grad's shape",
            grn_torch_gather_backward(VIEW(F(1, 2), GRN_F32, 2), SELF(4), 0, VIEW(I(0), GRN_I64, 1),
                                      VIEW(no, GRN_F32, 4), D),
            GRN_E_SHAPE, "grad has shape [2], it must be [1]", NULL);
    REFUSED(
        "out's shape",
        grn_torch_gather_backward(VIEW(F(1), GRN_F32, 1), SELF(3), 0, VIEW(I(0), GRN_I64, 1), VIEW(no, GRN_F32, 4), D),
        GRN_E_SHAPE, "out has shape [4], it must be [3]", NULL);
    UNTOUCHED("gather_backward", no);
}

static void index_select(void **state)
{
    (void)state;
    float out[6], no[] = {-7, -7};
    GIVES("columns",
          grn_torch_index_select_backward(VIEW(F(1, 2, 4, 8), GRN_F32, 2, 2), SELF(2, 3), -1,
                                          VIEW(I32(2, 2), GRN_I32, 2), VIEW(out, GRN_F32, 2, 3), D),
          out, 0, 0, 3, 0, 0, 12);
    GIVES("0-d index",
          grn_torch_index_select_backward(VIEW(F(1, 2, 3), GRN_F32, 1, 3), SELF(2, 3), 0, SCALAR(I(1), GRN_I64),
                                          VIEW(out, GRN_F32, 2, 3), D),
          out, 0, 0, 0, 1, 2, 3);
    REFUSED("bounds",
            grn_torch_index_select_backward(VIEW(F(1), GRN_F32, 1), SELF(2), 0, VIEW(I(-1), GRN_I64, 1),
                                            VIEW(no, GRN_F32, 2), D),
            GRN_E_INDEX, "index out of range in self", "index: -1 at [0]; right: 0 to 1");
    REFUSED("grad",
            grn_torch_index_select_backward(VIEW(F(1), GRN_F32, 1), SELF(2), 0, VIEW(I(0, 1), GRN_I64, 2),
                                            VIEW(no, GRN_F32, 2), D),
            GRN_E_SHAPE, "grad has shape [1], it must be [2]", NULL);
    UNTOUCHED("index_select_backward", no);
}

static void take_along_dim(void **state)
{
    (void)state;
    float out[6], no[] = {-7, -7};
    const int64_t one = 1;
    GIVES("self broadcast over rows: summed",
          grn_torch_take_along_dim_backward(VIEW(F(1, 2, 4), GRN_F32, 3, 1), SELF(1, 2),
                                            VIEW(I(0, 1, 0), GRN_I64, 3, 1), &one, NULL, VIEW(out, GRN_F32, 1, 2), D),
          out, 5, 2);
    GIVES("indices broadcast over rows",
          grn_torch_take_along_dim_backward(VIEW(F(1, 2), GRN_F32, 2, 1), SELF(2, 2), VIEW(I(1), GRN_I64, 1, 1), &one,
                                            NULL, VIEW(out, GRN_F32, 2, 2), D),
          out, 0, 1, 0, 2);
    GIVES("flat",
          grn_torch_take_along_dim_backward(VIEW(F(1, 2, 4), GRN_F32, 3), SELF(2, 2), VIEW(I(3, 0, 3), GRN_I64, 3),
                                            NULL, NULL, VIEW(out, GRN_F32, 2, 2), D),
          out, 2, 0, 0, 5);
    GIVES("flat, out transposed",
          grn_torch_take_along_dim_backward(VIEW(F(1, 2), GRN_F32, 2), SELF(2, 3), VIEW(I(1, 3), GRN_I64, 2), NULL,
                                            NULL, turned(VIEW(out, GRN_F32, 3, 2)), D),
          out, 0, 2, 1, 0, 0, 0);
    GIVES("0-d",
          grn_torch_take_along_dim_backward(SCALAR(F(3), GRN_F32), SCALAR(NULL, GRN_F32), SCALAR(I(0), GRN_I64),
                                            &(int64_t){0}, NULL, SCALAR(out, GRN_F32), D),
          out, 3);
    REFUSED("bounds, broadcast",
            grn_torch_take_along_dim_backward(VIEW(F(1, 2), GRN_F32, 2, 1), SELF(1, 2), VIEW(I(0, 2), GRN_I64, 2, 1),
                                              &one, NULL, VIEW(no, GRN_F32, 1, 2), D),
            GRN_E_INDEX, "index 2 is out of bounds for dimension 1 with size 2", NULL);
    REFUSED("grad",
            grn_torch_take_along_dim_backward(VIEW(F(1, 2), GRN_F32, 2), SELF(2), VIEW(I(0), GRN_I64, 1), NULL, NULL,
                                              VIEW(no, GRN_F32, 2), D),
            GRN_E_SHAPE, "grad has shape [2], it must be [1]", NULL);
    UNTOUCHED("take_along_dim_backward", no);
}

static void embedding(void **state)
{
    (void)state;
    float out[6], no[] = {-7, -7};
    grn_tensor *grad = VIEW(F(1, 2, 3, 4, 5, 6), GRN_F32, 3, 2), *o = VIEW(out, GRN_F32, 3, 2),
               *twice = VIEW(I(1, 0, 1), GRN_I64, 3);
    GIVES("rows added", grn_torch_embedding_dense_backward(grad, twice, 3, -1, false, NULL, o, D), out, 3, 4, 6, 8, 0,
          0);
    GIVES("the padding row gets nothing", grn_torch_embedding_dense_backward(grad, twice, 3, 1, false, NULL, o, D), out,
          3, 4, 0, 0, 0, 0);
    GIVES("by frequency", grn_torch_embedding_dense_backward(grad, twice, 3, -1, true, NULL, o, D), out, 3, 4, 3, 4, 0,
          0);
    GIVES("by frequency, padding", grn_torch_embedding_dense_backward(grad, twice, 3, 0, true, NULL, o, D), out, 0, 0,
          3, 4, 0, 0);
    REFUSED("bounds",
            grn_torch_embedding_dense_backward(VIEW(F(1), GRN_F32, 1, 1), VIEW(I(2), GRN_I64, 1), 2, -1, true, NULL,
                                               VIEW(no, GRN_F32, 2, 1), D),
            GRN_E_INDEX, "index out of range in self", "indices: 2 at [0]; right: 0 to 1");
    REFUSED("out",
            grn_torch_embedding_dense_backward(VIEW(F(1), GRN_F32, 1, 1), VIEW(I(0), GRN_I64, 1), 3, -1, false, NULL,
                                               VIEW(no, GRN_F32, 2, 1), D),
            GRN_E_SHAPE,
            "out has shape [2, 1], it must be [num_weights, D] with num_weights 3 and D grad_output's last extent",
            NULL);
    REFUSED("grad_output",
            grn_torch_embedding_dense_backward(VIEW(F(1), GRN_F32, 1, 1), VIEW(I(0, 0), GRN_I64, 2), 2, -1, false, NULL,
                                               VIEW(no, GRN_F32, 2, 1), D),
            GRN_E_SHAPE, "grad_output has shape [1, 1], it must be [2, 1]", NULL);
    UNTOUCHED("embedding_dense_backward", no);
}

/* The forward, which index_put's gradient reads with, and its own. */
static void indexing(void **state)
{
    (void)state;
    float out[12], no[] = {-7, -7};
    const grn_tensor *pairs[] = {VIEW(I(0, -1), GRN_I64, 2), VIEW(I(-4, 3), GRN_I64, 2)};
    const grn_tensor *around[] = {VIEW(I(0, 1), GRN_I64, 2), NULL, VIEW(I(1, 0), GRN_I64, 2)};
    const grn_tensor *column[] = {NULL, VIEW(I32(3, 3), GRN_I32, 2)};
    const grn_tensor *bad[] = {VIEW(I(3), GRN_I64, 1)};
    GIVES("pairs", grn_torch_index(X, pairs, 2, NULL, VIEW(out, GRN_F32, 2), D), out, 0, 23);
    GIVES("a whole dimension before", grn_torch_index(X, column, 2, NULL, VIEW(out, GRN_F32, 3, 2), D), out, 3, 3, 13,
          13, 23, 23);
    GIVES("index dimensions first",
          grn_torch_index(VIEW(F(0, 1, 2, 3, 4, 5, 6, 7), GRN_F32, 2, 2, 2), around, 3, NULL, VIEW(out, GRN_F32, 2, 2),
                          D),
          out, 1, 3, 4, 6);
    int32_t rank = 9;
    int64_t shape[GRN_MAX_RANK];
    grn_gather_spec spec;
    assert_int_equal(grn_torch_index_shape(X, column, 2, D, &rank, shape), GRN_OK);
    assert_true(rank == 2 && shape[0] == 3 && shape[1] == 2);
    assert_int_equal(grn_torch_index_spec(X, column, 2, D, &spec), GRN_OK);
    assert_true(spec.slice_sizes.v[0] == 3 && spec.slice_sizes.v[1] == 1 && spec.index.wrap_negative);
    const grn_tensor *many[] = {VIEW(NULL, GRN_I64, INT64_C(1) << 40)};
    REFUSED("more than can be counted", grn_torch_index_shape(SELF(2, INT64_C(1) << 40), many, 1, D, &rank, shape),
            GRN_E_LIMIT,
            "index: the result of shape [1099511627776, 1099511627776] has more bytes than an int64_t counts", NULL);
    GIVES("its gradient",
          grn_torch_index_backward(VIEW(F(1, 2, 3, 4, 5, 6), GRN_F32, 3, 2), SELF(3, 4), column, 2, NULL,
                                   VIEW(out, GRN_F32, 3, 4), D),
          out, 0, 0, 0, 3, 0, 0, 0, 7, 0, 0, 0, 11);
    REFUSED("bounds", grn_torch_index(VIEW(x_data, GRN_F32, 2), bad, 1, NULL, VIEW(no, GRN_F32, 1), D), GRN_E_INDEX,
            "index 3 is out of bounds for dimension 0 with size 2", "indices: 3 at [0, 0]; right: -2 to 1");
    REFUSED("the gradient's",
            grn_torch_index_backward(VIEW(F(1), GRN_F32, 1), SELF(2), bad, 1, NULL, VIEW(no, GRN_F32, 2), D),
            GRN_E_INDEX, "index 3 is out of bounds for dimension 0 with size 2", NULL);
    REFUSED("grad", grn_torch_index_backward(VIEW(F(1, 2), GRN_F32, 2), SELF(4), bad, 1, NULL, VIEW(no, GRN_F32, 2), D),
            GRN_E_SHAPE, "grad has shape [2], it must be [1]", NULL);
    UNTOUCHED("index, index_backward", no);
}

static void index_put(void **state)
{
    (void)state;
    float self[6], values[4], no[] = {-7, -7};
    const grn_tensor *row[] = {VIEW(I(1, 1), GRN_I64, 2)};
    grn_tensor *grad = VIEW(F(1, 2, 3, 4, 5, 6), GRN_F32, 2, 3), *s = VIEW(self, GRN_F32, 2, 3);
    GIVES("values of [2, 1]: summed",
          grn_torch_index_put_backward(grad, row, 1, false, NULL, s, VIEW(values, GRN_F32, 2, 1), D), values, 15, 15);
    same_floats("0 at the places", self, F(1, 2, 3, 0, 0, 0), 6);
    GIVES("accumulate, a scalar value: every one",
          grn_torch_index_put_backward(grad, row, 1, true, NULL, s, SCALAR(values, GRN_F32), D), values, 30);
    same_floats("grad as it is", self, F(1, 2, 3, 4, 5, 6), 6);
    const grn_tensor *last[] = {VIEW(I(-1), GRN_I64, 1)};
    GIVES("values alone, not broadcast",
          grn_torch_index_put_backward(VIEW(F(1, 2), GRN_F32, 2), last, 1, false, NULL, NULL, VIEW(values, GRN_F32, 1),
                                       D),
          values, 2);
    float in_place[] = {1, 2, 3};
    GIVES("self alone, in place",
          grn_torch_index_put_backward(VIEW(in_place, GRN_F32, 3), last, 1, false, NULL, VIEW(in_place, GRN_F32, 3),
                                       NULL, D),
          in_place, 1, 2, 0);
    REFUSED("values' shape", grn_torch_index_put_backward(grad, row, 1, false, NULL, NULL, VIEW(no, GRN_F32, 2), D),
            GRN_E_SHAPE,
            "shape mismatch: value tensor of shape [2] cannot be broadcast to indexing result of shape [2, 3]", NULL);
    const grn_tensor *bad[] = {VIEW(I(2), GRN_I64, 1)};
    REFUSED("bounds, values alone",
            grn_torch_index_put_backward(VIEW(F(1, 2), GRN_F32, 2), bad, 1, false, NULL, NULL, VIEW(no, GRN_F32, 1), D),
            GRN_E_INDEX, "index 2 is out of bounds for dimension 0 with size 2", NULL);
    REFUSED("bounds, summed",
            grn_torch_index_put_backward(VIEW(F(1, 2), GRN_F32, 2), bad, 1, false, NULL, VIEW(no, GRN_F32, 2),
                                         SCALAR(no, GRN_F32), D),
            GRN_E_ALIAS, heard.error, NULL);
    grn_tensor *shared = VIEW(no, GRN_F32, 2, 1);
    shared->stride[0] = 0;
    REFUSED(
        "summed into one place", grn_torch_index_put_backward(grad, row, 1, false, NULL, s, shared, D), GRN_E_ALIAS,
        "values_grad has shape [2, 1] and strides [0, 1]: some of its elements share a place, each must have its own",
        NULL);
    UNTOUCHED("index_put_backward", no);
}

static void scatter(void **state)
{
    (void)state;
    float self[3], src[3], no[] = {-7, -7, -7}, in_place[] = {1, 2, 4};
    grn_tensor *grad = VIEW(F(1, 2, 4), GRN_F32, 3), *twice = VIEW(I(2, 2), GRN_I64, 2);
    GIVES("each of two gets the place's",
          grn_torch_scatter_backward(grad, 0, twice, VIEW(self, GRN_F32, 3), VIEW(src, GRN_F32, 2), D), src, 4, 4);
    same_floats("self: 0 there", self, F(1, 2, 0), 3);
    GIVES("scatter_add",
          grn_torch_scatter_add_backward(grad, 0, twice, VIEW(self, GRN_F32, 3), VIEW(src, GRN_F32, 2), D), src, 4, 4);
    same_floats("self: grad", self, F(1, 2, 4), 3);
    GIVES("self_grad over grad",
          grn_torch_scatter_backward(VIEW(in_place, GRN_F32, 3), 0, twice, VIEW(in_place, GRN_F32, 3),
                                     VIEW(src, GRN_F32, 2), D),
          src, 4, 4);
    same_floats("in place", in_place, F(1, 2, 0), 3);
    GIVES("no src: scatter_value", grn_torch_scatter_backward(grad, 0, twice, VIEW(self, GRN_F32, 3), NULL, D), self, 1,
          2, 0);
    GIVES(
        "an empty index",
        grn_torch_scatter_backward(grad, 0, VIEW(NULL, GRN_I64, 0), VIEW(self, GRN_F32, 3), VIEW(NULL, GRN_F32, 0), D),
        self, 1, 2, 4);
    GIVES("0-d",
          grn_torch_scatter_backward(SCALAR(F(5), GRN_F32), 0, SCALAR(I(0), GRN_I64), SCALAR(self, GRN_F32),
                                     SCALAR(src, GRN_F32), D),
          src, 5);
    same_floats("0-d self", self, F(0), 1);
    grn_tensor *n = VIEW(no, GRN_F32, 3);
    REFUSED("bounds", grn_torch_scatter_backward(grad, 0, VIEW(I(0, 3), GRN_I64, 2), n, NULL, D), GRN_E_INDEX,
            "index 3 is out of bounds for dimension 0 with size 3", NULL);
    REFUSED("bounds, src alone", grn_torch_scatter_add_backward(grad, 0, VIEW(I(0, 0, 3), GRN_I64, 3), NULL, n, D),
            GRN_E_INDEX, "index 3 is out of bounds for dimension 0 with size 3", NULL);
    REFUSED("src_grad", grn_torch_scatter_backward(grad, 0, twice, NULL, n, D), GRN_E_SHAPE,
            "src_grad has shape [3], it must be [2]", NULL);
    REFUSED("one memory", grn_torch_scatter_backward(grad, 0, VIEW(I(0, 1, 2), GRN_I64, 3), n, n, D), GRN_E_ALIAS,
            heard.error, NULL);
    UNTOUCHED("scatter_backward", no);
}

static void index_add_and_copy(void **state)
{
    (void)state;
    float self[4], source[4], no[] = {-7, -7};
    const float three = 3;
    grn_tensor *grad = VIEW(F(1, 2, 4, 8), GRN_F32, 2, 2), *row = VIEW(I(1), GRN_I64, 1),
               *s = VIEW(self, GRN_F32, 2, 2);
    GIVES("index_add: alpha times the row",
          grn_torch_index_add_backward(grad, 0, row, &three, s, VIEW(source, GRN_F32, 1, 2), D), source, 12, 24);
    same_floats("self: grad", self, F(1, 2, 4, 8), 4);
    GIVES("index_copy: the row", grn_torch_index_copy_backward(grad, 0, row, s, VIEW(source, GRN_F32, 1, 2), D), source,
          4, 8);
    same_floats("self: 0 there", self, F(1, 2, 0, 0), 4);
    GIVES("0-d source",
          grn_torch_index_copy_backward(SCALAR(F(5), GRN_F32), 0, SCALAR(I(0), GRN_I64), NULL, VIEW(source, GRN_F32, 1),
                                        D),
          source, 5);
    REFUSED("bounds", grn_torch_index_copy_backward(grad, 0, VIEW(I(2), GRN_I64, 1), NULL, VIEW(no, GRN_F32, 1, 2), D),
            GRN_E_INDEX, "index 2 is out of bounds for dimension 0 with size 2", NULL);
    REFUSED("source_grad", grn_torch_index_add_backward(grad, 0, row, NULL, NULL, VIEW(no, GRN_F32, 2, 1), D),
            GRN_E_SHAPE, "source_grad has shape [2, 1], it must be [1, 2]", NULL);
    UNTOUCHED("index_add_backward", no);
}

/* self, src and result as given; index [0, 0, 2], grad [1, 2, 4]. */
static void scatter_reduce(void **state)
{
    (void)state;
    static const struct {
        const char *claim, *reduce;
        bool include_self;
        float self[3], src[3], result[3], self_grad[3], src_grad[3];
    } rows[] = {
        {"sum", "sum", true, {2, 4, 6}, {3, 7, 5}, {12, 4, 11}, {1, 2, 4}, {1, 1, 4}},
        {"sum without self", "sum", false, {2, 4, 6}, {3, 7, 5}, {10, 4, 5}, {0, 2, 0}, {1, 1, 4}},
        {"mean of three and two",
         "mean",
         true,
         {2, 4, 6},
         {3, 4, 5},
         {3, 4, 5.5f},
         {1 / 3.0f, 2, 2},
         {1 / 3.0f, 1 / 3.0f, 2}},
        {"mean of two and one", "mean", false, {2, 4, 6}, {3, 7, 5}, {5, 4, 5}, {0, 2, 0}, {0.5f, 0.5f, 4}},
        {"amax: the larger", "amax", true, {2, 4, 6}, {3, 7, 5}, {7, 4, 6}, {0, 2, 4}, {0, 1, 0}},
        {"amax: two share", "amax", true, {7, 4, 6}, {7, 3, 6}, {7, 4, 6}, {0.5f, 2, 2}, {0.5f, 0, 2}},
        {"amin: the smaller", "amin", true, {2, 4, 6}, {3, 7, 5}, {2, 4, 5}, {1, 2, 0}, {0, 0, 4}},
        {"amax without self, which counts all the same",
         "amax",
         false,
         {7, 4, 6},
         {7, 3, 5},
         {7, 4, 5},
         {0, 2, 0},
         {0.5f, 0, 4}},
        {"prod", "prod", true, {2, 4, 6}, {3, 7, 5}, {42, 4, 30}, {21, 2, 20}, {14, 6, 24}},
        {"prod without self", "prod", false, {2, 4, 6}, {3, 7, 5}, {21, 4, 5}, {0, 2, 0}, {7, 3, 4}},
        {"prod: one zero gets the others' product",
         "prod",
         true,
         {2, 4, 6},
         {0, 7, 5},
         {0, 4, 30},
         {0, 2, 20},
         {14, 0, 24}},
        {"prod: two zeros get nothing", "prod", true, {2, 4, 6}, {0, 0, 5}, {0, 4, 30}, {0, 2, 20}, {0, 0, 24}},
        {"prod: self is the zero", "prod", true, {0, 4, 6}, {3, 7, 5}, {0, 4, 30}, {21, 2, 20}, {0, 0, 24}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        float self[3], src[3], result[3], self_grad[3], src_grad[3];
        memcpy(self, rows[i].self, sizeof self);
        memcpy(src, rows[i].src, sizeof src);
        memcpy(result, rows[i].result, sizeof result);
        assert_int_equal(grn_torch_scatter_reduce_backward(
                             VIEW(F(1, 2, 4), GRN_F32, 3), VIEW(self, GRN_F32, 3), 0, VIEW(I(0, 0, 2), GRN_I64, 3),
                             VIEW(src, GRN_F32, 3), rows[i].reduce, rows[i].include_self, VIEW(result, GRN_F32, 3),
                             NULL, VIEW(self_grad, GRN_F32, 3), VIEW(src_grad, GRN_F32, 3), D),
                         GRN_OK);
        same_floats(rows[i].claim, self_grad, rows[i].self_grad, 3);
        same_floats(rows[i].claim, src_grad, rows[i].src_grad, 3);
    }
}

static void scatter_reduce_refused(void **state)
{
    (void)state;
    float no[] = {-7, -7};
    int32_t whole[2] = {0};
    grn_tensor *x = VIEW(F(1, 2), GRN_F32, 2), *i = VIEW(I(0, 1), GRN_I64, 2), *n = VIEW(no, GRN_F32, 2),
               *w = VIEW(whole, GRN_I32, 2);
    REFUSED("reduce", grn_torch_scatter_reduce_backward(x, x, 0, i, x, "max", true, x, NULL, n, NULL, D),
            GRN_E_ARGUMENT, "reduce argument must be either sum, prod, mean, amax or amin, got max", NULL);
    REFUSED("integers", grn_torch_scatter_reduce_backward(w, w, 0, i, w, "mean", true, w, NULL, w, NULL, D),
            GRN_E_DTYPE, "scatter_reduce_backward(): grad is i32, mean takes a float type", NULL);
    REFUSED("bounds",
            grn_torch_scatter_reduce_backward(x, x, 0, VIEW(I(0, 2), GRN_I64, 2), x, "prod", true, x, NULL, n, NULL, D),
            GRN_E_INDEX, "index 2 is out of bounds for dimension 0 with size 2", NULL);
    REFUSED("src",
            grn_torch_scatter_reduce_backward(x, x, 0, VIEW(I(0), GRN_I64, 1), x, "amax", true, x, NULL, n, NULL, D),
            GRN_E_SHAPE, "src has shape [2], it must be [1]", NULL);
    UNTOUCHED("scatter_reduce_backward", no);
}

static void take(void **state)
{
    (void)state;
    float out[12], no[] = {-7, -7};
    GIVES("flat, the index's shape",
          grn_torch_take(X, VIEW(I(11, -12, 4, -1), GRN_I64, 2, 2), NULL, VIEW(out, GRN_F32, 2, 2), D), out, 23, 0, 10,
          23);
    GIVES(
        "flat in the view's order",
        grn_torch_take(turned(VIEW(x_data, GRN_F32, 3, 4)), VIEW(I(1, 3), GRN_I64, 2), NULL, VIEW(out, GRN_F32, 2), D),
        out, 10, 1);
    GIVES("0-d", grn_torch_take(SCALAR(x_data + 4, GRN_F32), SCALAR(I(-1), GRN_I64), NULL, SCALAR(out, GRN_F32), D),
          out, 10);
    GIVES("its gradient",
          grn_torch_take_backward(VIEW(F(1, 2, 4), GRN_F32, 3), SELF(2, 2), VIEW(I(-1, 0, 3), GRN_I64, 3), NULL,
                                  VIEW(out, GRN_F32, 2, 2), D),
          out, 2, 0, 0, 5);
    GIVES("into a transposed out",
          grn_torch_take_backward(VIEW(F(1, 2), GRN_F32, 2), SELF(2, 3), VIEW(I(1, 3), GRN_I64, 2), NULL,
                                  turned(VIEW(out, GRN_F32, 3, 2)), D),
          out, 0, 2, 1, 0, 0, 0);
    REFUSED("bounds", grn_torch_take(X, VIEW(I(0, 12), GRN_I64, 2), NULL, VIEW(no, GRN_F32, 2), D), GRN_E_INDEX,
            "out of range: tried to access index 12 on a tensor of 12 elements.", "index: 12 at [1]; right: -12 to 11");
    REFUSED("empty", grn_torch_take(VIEW(NULL, GRN_F32, 0), VIEW(I(0), GRN_I64, 1), NULL, VIEW(no, GRN_F32, 1), D),
            GRN_E_INDEX, "take(): tried to take from an empty tensor", NULL);
    REFUSED("dtype", grn_torch_take(X, VIEW(I32(0), GRN_I32, 1), NULL, VIEW(no, GRN_F32, 1), D), GRN_E_DTYPE,
            "take(): Expected a long tensor for index, but got Int", NULL);
    REFUSED("the gradient's bounds",
            grn_torch_take_backward(VIEW(F(1), GRN_F32, 1), SELF(2), VIEW(I(-3), GRN_I64, 1), NULL,
                                    VIEW(no, GRN_F32, 2), D),
            GRN_E_INDEX, "out of range: tried to access index -3 on a tensor of 2 elements.", NULL);
    UNTOUCHED("take", no);
    int32_t rank = 9;
    int64_t shape[GRN_MAX_RANK];
    grn_gather_spec spec;
    assert_int_equal(grn_torch_take_shape(X, VIEW(NULL, GRN_I64, 5, 1), D, &rank, shape), GRN_OK);
    assert_true(rank == 2 && shape[0] == 5 && shape[1] == 1);
    assert_int_equal(grn_torch_take_spec(X, VIEW(NULL, GRN_I64, 5, 1), D, &spec), GRN_OK);
    assert_true(spec.slice_sizes.count == 1 && spec.dims.index_vector_dim == 2);
}

/* bf16: 256 + 1 + 1 step by step stays 256; three copies summed at once are 258. */
static void sums_round_once(void **state)
{
    (void)state;
    const int64_t one = 1;
    uint16_t grad[] = {0x4380, 0x3f80, 0x3f80}, out[1] = {0};
    assert_int_equal(grn_torch_take_along_dim_backward(VIEW(grad, GRN_BF16, 3, 1), VIEW(NULL, GRN_BF16, 1, 1),
                                                       VIEW(I(0, 0, 0), GRN_I64, 3, 1), &one, NULL,
                                                       VIEW(out, GRN_BF16, 1, 1), D),
                     GRN_OK);
    assert_int_equal(out[0], 0x4381);
    assert_int_equal(grn_torch_gather_backward(VIEW(grad, GRN_BF16, 3), VIEW(NULL, GRN_BF16, 1), 0,
                                               VIEW(I(0, 0, 0), GRN_I64, 3), VIEW(out, GRN_BF16, 1), D),
                     GRN_OK);
    assert_int_equal(out[0], 0x4380);
}

/* Refuses the nth request, and counts what is not given back. */
typedef struct failing {
    int until, held;
} failing;

static void *give(void *user, size_t bytes, size_t alignment)
{
    failing *f = user;
    void *memory = f->until-- > 0 ? aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment) : NULL;
    f->held += memory != NULL;
    return memory;
}

static void take_back(void *user, void *memory, size_t bytes)
{
    (void)bytes;
    ((failing *)user)->held -= memory != NULL;
    free(memory);
}

static void refused_memory(void **state)
{
    (void)state;
    const int64_t one = 1;
    const grn_tensor *row[] = {VIEW(I(1, 1), GRN_I64, 2)};
    for (int n = 0; n < 2; n++) {
        failing f = {n, 0};
        const grn_allocator a = {give, take_back, &f};
        float no[6] = {-7, -7, -7, -7, -7, -7};
        if (n == 0) {
            REFUSED("take_along_dim",
                    grn_torch_take_along_dim_backward(VIEW(F(1, 2), GRN_F32, 2, 1), SELF(1, 1),
                                                      VIEW(I(0, 0), GRN_I64, 2, 1), &one, &a, VIEW(no, GRN_F32, 1, 1),
                                                      D),
                    GRN_E_MEMORY, heard.error, NULL);
            REFUSED("embedding",
                    grn_torch_embedding_dense_backward(VIEW(F(1), GRN_F32, 1, 1), VIEW(I(0), GRN_I64, 1), 1, -1, true,
                                                       &a, VIEW(no, GRN_F32, 1, 1), D),
                    GRN_E_MEMORY, heard.error, NULL);
            REFUSED("scatter_reduce",
                    grn_torch_scatter_reduce_backward(VIEW(F(1), GRN_F32, 1), VIEW(F(1), GRN_F32, 1), 0,
                                                      VIEW(I(0), GRN_I64, 1), VIEW(F(1), GRN_F32, 1), "prod", true,
                                                      VIEW(F(1), GRN_F32, 1), &a, VIEW(no, GRN_F32, 1), NULL, D),
                    GRN_E_MEMORY, heard.error, NULL);
            REFUSED("index", grn_torch_index(X, row, 1, &a, VIEW(((float[8]){0}), GRN_F32, 2, 4), D), GRN_E_MEMORY,
                    heard.error, NULL);
        }
        REFUSED("index_put",
                grn_torch_index_put_backward(VIEW(F(1, 2, 3, 4, 5, 6), GRN_F32, 2, 3), row, 1, false, &a,
                                             VIEW(no, GRN_F32, 2, 3), SCALAR(F(0), GRN_F32), D),
                GRN_E_MEMORY, heard.error, NULL);
        UNTOUCHED("without memory", no);
        assert_int_equal(f.held, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gather),         cmocka_unit_test(index_select),
        cmocka_unit_test(take_along_dim), cmocka_unit_test(embedding),
        cmocka_unit_test(indexing),       cmocka_unit_test(index_put),
        cmocka_unit_test(scatter),        cmocka_unit_test(index_add_and_copy),
        cmocka_unit_test(scatter_reduce), cmocka_unit_test(scatter_reduce_refused),
        cmocka_unit_test(take),           cmocka_unit_test(sums_round_once),
        cmocka_unit_test(refused_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

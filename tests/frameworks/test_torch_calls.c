/* test_torch_calls.c - torch's calls against values worked out by hand, and torch's messages. */
#include <math.h>

#include "frameworks_test.h"

/* x = [[0, 1, 2, 3], [10, 11, 12, 13], [20, 21, 22, 23]] */
static float x_data[] = {0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23};
#define X VIEW(x_data, GRN_F32, 3, 4)

static void gather(void **state)
{
    (void)state;
    float out[12] = {0};
    GIVES("dim 1", grn_torch_gather(X, 1, VIEW(I(3, 0, 1, 1, 2, 2), GRN_I64, 3, 2), VIEW(out, GRN_F32, 3, 2), D), out,
          3, 0, 11, 11, 22, 22);
    GIVES("dim -2, index smaller than input",
          grn_torch_gather(X, -2, VIEW(I(2, 0), GRN_I64, 1, 2), VIEW(out, GRN_F32, 1, 2), D), out, 20, 1);
    GIVES("i32 index, longer along dim",
          grn_torch_gather(VIEW(x_data, GRN_F32, 2), 0, VIEW(I32(1, 1, 0), GRN_I32, 3), VIEW(out, GRN_F32, 3), D), out,
          1, 1, 0);
    GIVES("0-d counts as [1]",
          grn_torch_gather(SCALAR(x_data + 5, GRN_F32), 0, SCALAR(I(0), GRN_I64), SCALAR(out, GRN_F32), D), out, 11);
    float one[1] = {-7};
    GIVES("empty index of any shape: empty, no checks",
          grn_torch_gather(X, 0, VIEW(NULL, GRN_I64, 9, 0, 7), VIEW(NULL, GRN_F32, 9, 0, 7), D), one, -7);
    int32_t rank = 9;
    int64_t shape[GRN_MAX_RANK];
    assert_int_equal(grn_torch_gather_shape(X, 1, VIEW(NULL, GRN_I64, 3, 2), D, &rank, shape), GRN_OK);
    assert_true(rank == 2 && shape[0] == 3 && shape[1] == 2);
    grn_gather_spec spec;
    assert_int_equal(grn_torch_gather_spec(X, 1, VIEW(NULL, GRN_I64, 3, 2), D, &spec), GRN_OK);
    assert_true(spec.index.batch_rule == GRN_BATCH_PREFIX && spec.index.bounds == GRN_BOUNDS_ERROR &&
                spec.dims.index_vector_dim == 2);
}

static void gather_messages(void **state)
{
    (void)state;
    float out[] = {-7, -7};
    grn_tensor *o = VIEW(out, GRN_F32, 2, 1);
    REFUSED("negative", grn_torch_gather(X, 1, VIEW(I(0, -1), GRN_I64, 2, 1), o, D), GRN_E_INDEX,
            "index -1 is out of bounds for dimension 1 with size 4", "index: -1 at [1, 0]; right: 0 to 3");
    REFUSED("too large", grn_torch_gather(X, 1, VIEW(I(4, 0), GRN_I64, 2, 1), o, D), GRN_E_INDEX,
            "index 4 is out of bounds for dimension 1 with size 4", "index: 4 at [0, 0]; right: 0 to 3");
    REFUSED("empty input", grn_torch_gather(VIEW(NULL, GRN_F32, 2, 0), 1, VIEW(I(0, 0), GRN_I64, 2, 1), o, D),
            GRN_E_INDEX, "index 0 is out of bounds for dimension 1 with size 0",
            "index: 0 at [0, 0]; right: no index at all, input is empty there");
    REFUSED("rank", grn_torch_gather(X, 1, VIEW(I(0, 0), GRN_I64, 2), o, D), GRN_E_SHAPE,
            "Index tensor must have the same number of dimensions as input tensor", NULL);
    REFUSED("size", grn_torch_gather(X, 1, VIEW(I(0, 0, 0, 0), GRN_I64, 4, 1), o, D), GRN_E_SHAPE,
            "Size does not match at dimension 0 expected index [4, 1] to be smaller than self [3, 4] apart from "
            "dimension 1",
            NULL);
    REFUSED("dim", grn_torch_gather(X, 2, VIEW(I(0, 0), GRN_I64, 2, 1), o, D), GRN_E_ARGUMENT,
            "Dimension out of range (expected to be in range of [-2, 1], but got 2)", NULL);
    REFUSED("index dtype", grn_torch_gather(X, 1, VIEW(F(0, 0), GRN_F32, 2, 1), o, D), GRN_E_DTYPE,
            "gather(): Expected dtype int32/int64 for index", "index: f32; right: i32 or i64");
    REFUSED("out's shape", grn_torch_gather(X, 1, VIEW(I(0, 0), GRN_I64, 1, 2), o, D), GRN_E_SHAPE,
            "out has shape [2, 1], it must be [1, 2]", NULL);
    UNTOUCHED("gather", out);
}

static void index_select_and_embedding(void **state)
{
    (void)state;
    float out[8] = {0}, no[] = {-7, -7, -7, -7};
    GIVES("rows, one twice", grn_torch_index_select(X, 0, VIEW(I(2, 2), GRN_I64, 2), VIEW(out, GRN_F32, 2, 4), D), out,
          20, 21, 22, 23, 20, 21, 22, 23);
    GIVES("0-d index keeps the dimension",
          grn_torch_index_select(X, 1, SCALAR(I(3), GRN_I64), VIEW(out, GRN_F32, 3, 1), D), out, 3, 13, 23);
    GIVES("0-d input",
          grn_torch_index_select(SCALAR(x_data + 4, GRN_F32), 0, VIEW(I(0), GRN_I64, 1), SCALAR(out, GRN_F32), D), out,
          10);
    REFUSED("bounds", grn_torch_index_select(X, 0, VIEW(I(-1), GRN_I64, 1), VIEW(no, GRN_F32, 1, 4), D), GRN_E_INDEX,
            "index out of range in self", "index: -1 at [0]; right: 0 to 2");
    REFUSED("vector", grn_torch_index_select(X, 0, VIEW(I(1), GRN_I64, 1, 1), VIEW(no, GRN_F32, 1, 4), D), GRN_E_SHAPE,
            "index_select(): Index is supposed to be a vector", NULL);
    GIVES("embedding, any rank", grn_torch_embedding(VIEW(I(1, 0), GRN_I64, 2, 1), X, VIEW(out, GRN_F32, 2, 1, 4), D),
          out, 10, 11, 12, 13, 0, 1, 2, 3);
    REFUSED("embedding bounds", grn_torch_embedding(SCALAR(I(3), GRN_I64), X, VIEW(no, GRN_F32, 4), D), GRN_E_INDEX,
            "index out of range in self", "input: 3 at []; right: 0 to 2");
    REFUSED("embedding weight",
            grn_torch_embedding(SCALAR(I(0), GRN_I64), VIEW(x_data, GRN_F32, 4), SCALAR(no, GRN_F32), D), GRN_E_SHAPE,
            "'weight' must be 2-D", NULL);
    UNTOUCHED("index_select, embedding", no);
}

static void take_along_dim(void **state)
{
    (void)state;
    float out[8] = {0}, no[] = {-7};
    const int64_t one = 1;
    GIVES("indices broadcast over rows",
          grn_torch_take_along_dim(X, VIEW(I(3, 0), GRN_I64, 1, 2), &one, NULL, VIEW(out, GRN_F32, 3, 2), D), out, 3, 0,
          13, 10, 23, 20);
    GIVES("input broadcast over rows",
          grn_torch_take_along_dim(VIEW(x_data, GRN_F32, 1, 4), VIEW(I(1, 2), GRN_I64, 2, 1), &one, NULL,
                                   VIEW(out, GRN_F32, 2, 1), D),
          out, 1, 2);
    GIVES("dim None: flat",
          grn_torch_take_along_dim(X, VIEW(I(11, 4), GRN_I64, 2), NULL, NULL, VIEW(out, GRN_F32, 2), D), out, 23, 10);
    grn_tensor turned = *VIEW(x_data, GRN_F32, 4, 3);
    turned.stride[0] = 1;
    turned.stride[1] = 4;
    GIVES("dim None: flat in the view's order",
          grn_torch_take_along_dim(&turned, VIEW(I(1, 3), GRN_I64, 2), NULL, NULL, VIEW(out, GRN_F32, 2), D), out, 10,
          1);
    REFUSED("dtype", grn_torch_take_along_dim(X, VIEW(I32(0), GRN_I32, 1, 1), &one, NULL, VIEW(no, GRN_F32, 1), D),
            GRN_E_DTYPE, "torch.take_along_dim(): dtype of indices should be Long but got Int", NULL);
    REFUSED("rank", grn_torch_take_along_dim(X, VIEW(I(0), GRN_I64, 1), &one, NULL, VIEW(no, GRN_F32, 1), D),
            GRN_E_SHAPE,
            "torch.take_along_dim(): input and indices should have the same number of dimensions, but got 2 dimensions "
            "for input, "
            "and 1 dimensions for indices",
            NULL);
    REFUSED("negative",
            grn_torch_take_along_dim(VIEW(x_data, GRN_F32, 4), VIEW(I(-1), GRN_I64, 1), NULL, NULL,
                                     VIEW(no, GRN_F32, 1), D),
            GRN_E_INDEX, "index -1 is out of bounds for dimension 0 with size 4", NULL);
    UNTOUCHED("take_along_dim", no);
}

static void scatter(void **state)
{
    (void)state;
    float out[6] = {0}, in_place[] = {1, 2, 3};
    const float half = 0.5f;
    grn_tensor *zero = VIEW(F(0, 0, 0, 0, 0, 0), GRN_F32, 2, 3), *o = VIEW(out, GRN_F32, 2, 3);
    GIVES(
        "the last duplicate stays",
        grn_torch_scatter(zero, 1, VIEW(I(2, 2, 0, 0), GRN_I64, 2, 2), VIEW(F(1, 2, 3, 4), GRN_F32, 2, 2), NULL, o, D),
        out, 0, 0, 2, 4, 0, 0);
    GIVES("src larger than index",
          grn_torch_scatter(zero, 1, VIEW(I(1), GRN_I64, 1, 1), VIEW(F(5, 6, 7, 8), GRN_F32, 2, 2), NULL, o, D), out, 0,
          5, 0, 0, 0, 0);
    GIVES("a value everywhere, multiplied in place",
          grn_torch_scatter_value(VIEW(in_place, GRN_F32, 3), 0, VIEW(I(2, 2), GRN_I64, 2), &half, "multiply",
                                  VIEW(in_place, GRN_F32, 3), D),
          in_place, 1, 2, 0.75f);
    GIVES("scatter_add",
          grn_torch_scatter_add(VIEW(F(1, 1, 1), GRN_F32, 3), 0, VIEW(I(0, 2, 0), GRN_I64, 3),
                                VIEW(F(1, 2, 4), GRN_F32, 3), VIEW(out, GRN_F32, 3), D),
          out, 6, 1, 3);
    GIVES("empty index leaves self",
          grn_torch_scatter(VIEW(F(1, 2), GRN_F32, 2), 0, VIEW(NULL, GRN_I64, 0, 4), VIEW(NULL, GRN_F32, 0), NULL,
                            VIEW(out, GRN_F32, 2), D),
          out, 1, 2);
    GIVES("0-d",
          grn_torch_scatter_add(SCALAR(F(1), GRN_F32), 0, SCALAR(I(0), GRN_I64), SCALAR(F(2), GRN_F32),
                                SCALAR(out, GRN_F32), D),
          out, 3);
}

static void scatter_messages(void **state)
{
    (void)state;
    float out[] = {-7, -7, -7};
    grn_tensor *o = VIEW(out, GRN_F32, 3), *x = VIEW(F(1, 2, 3), GRN_F32, 3), *src = VIEW(F(1, 2), GRN_F32, 2);
    REFUSED("bounds, last of two", grn_torch_scatter(x, 0, VIEW(I(0, 3), GRN_I64, 2), src, NULL, o, D), GRN_E_INDEX,
            "index 3 is out of bounds for dimension 0 with size 3", "index: 3 at [1]; right: 0 to 2");
    REFUSED("negative", grn_torch_scatter_add(x, 0, VIEW(I(-1), GRN_I64, 1), src, o, D), GRN_E_INDEX,
            "index -1 is out of bounds for dimension 0 with size 3", NULL);
    REFUSED("src too small", grn_torch_scatter(x, 0, VIEW(I(0, 1, 2), GRN_I64, 3), src, NULL, o, D), GRN_E_SHAPE,
            "Expected index [3] to be smaller than self [3] apart from dimension 0 and to be smaller size than src [2]",
            NULL);
    REFUSED("index rank", grn_torch_scatter(x, 0, VIEW(I(0), GRN_I64, 1, 1), src, NULL, o, D), GRN_E_SHAPE,
            "Index tensor must have the same number of dimensions as self tensor", NULL);
    REFUSED("src rank", grn_torch_scatter(x, 0, VIEW(I(0), GRN_I64, 1), VIEW(F(0), GRN_F32, 1, 1), NULL, o, D),
            GRN_E_SHAPE, "Index tensor must have the same number of dimensions as src tensor", NULL);
    REFUSED("dtype", grn_torch_scatter(x, 0, VIEW(I(0), GRN_I64, 1), VIEW(I(0), GRN_I64, 1), NULL, o, D), GRN_E_DTYPE,
            "scatter(): Expected self.dtype to be equal to src.dtype", "src: i64; right: f32");
    REFUSED("reduce", grn_torch_scatter(x, 0, VIEW(I(0), GRN_I64, 1), src, "mul", o, D), GRN_E_ARGUMENT,
            "reduce argument must be either add or multiply.", "reduce: mul; right: add or multiply");
    REFUSED("scatter_reduce's", grn_torch_scatter_reduce(x, 0, VIEW(I(0), GRN_I64, 1), src, "max", true, NULL, o, D),
            GRN_E_ARGUMENT, "reduce argument must be either sum, prod, mean, amax or amin, got max", NULL);
    REFUSED("scatter_reduce bounds",
            grn_torch_scatter_reduce(x, 0, VIEW(I(0, 9), GRN_I64, 2), src, "mean", false, NULL, o, D), GRN_E_INDEX,
            "index 9 is out of bounds for dimension 0 with size 3", NULL);
    UNTOUCHED("scatter", out);
}

/* self [2, 4, 6], index [0, 0, 2], src [3, 7, 5] */
static void scatter_reduce(void **state)
{
    (void)state;
    static const struct {
        const char *reduce;
        bool include_self;
        float want[3];
    } rows[] = {
        {"sum", true, {12, 4, 11}},  {"sum", false, {10, 4, 5}},   {"prod", true, {42, 4, 30}},
        {"prod", false, {21, 4, 5}}, {"mean", true, {4, 4, 5.5f}}, {"mean", false, {5, 4, 5}},
        {"amax", true, {7, 4, 6}},   {"amax", false, {7, 4, 5}},   {"amin", true, {2, 4, 5}},
        {"amin", false, {3, 4, 5}},
    };
    float out[3];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(grn_torch_scatter_reduce(VIEW(F(2, 4, 6), GRN_F32, 3), 0, VIEW(I(0, 0, 2), GRN_I64, 3),
                                                  VIEW(F(3, 7, 5), GRN_F32, 3), rows[i].reduce, rows[i].include_self,
                                                  NULL, VIEW(out, GRN_F32, 3), D),
                         GRN_OK);
        same_floats(rows[i].reduce, out, rows[i].want, 3);
    }
    /* -10, -2 and -5 over 3 is -5.67: down to -6 */
    int32_t down[1];
    assert_int_equal(grn_torch_scatter_reduce(VIEW(I32(-10), GRN_I32, 1), 0, VIEW(I(0, 0), GRN_I64, 2),
                                              VIEW(I32(-2, -5), GRN_I32, 2), "mean", true, NULL, VIEW(down, GRN_I32, 1),
                                              D),
                     GRN_OK);
    assert_int_equal(down[0], -6);
    GIVES("NaN stays in amax",
          grn_torch_scatter_reduce(VIEW(F(1), GRN_F32, 1), 0, VIEW(I(0, 0), GRN_I64, 2), VIEW(F(NAN, 2), GRN_F32, 2),
                                   "amax", false, NULL, VIEW(out, GRN_F32, 1), D),
          out, NAN);
    /* Integers start from their own least and greatest. */
    int8_t least[2];
    assert_int_equal(grn_torch_scatter_reduce(VIEW(((int8_t[]){5, 9}), GRN_I8, 2), 0, VIEW(I(0), GRN_I64, 1),
                                              VIEW(((int8_t[]){-128}), GRN_I8, 1), "amax", false, NULL,
                                              VIEW(least, GRN_I8, 2), D),
                     GRN_OK);
    assert_true(least[0] == -128 && least[1] == 9);
}

static void index_add_and_copy(void **state)
{
    (void)state;
    float out[12], no[] = {-7, -7, -7};
    const float two = 2;
    GIVES("rows added, one twice, times 2",
          grn_torch_index_add(VIEW(F(1, 1, 1, 1), GRN_F32, 2, 2), 0, VIEW(I(1, 1), GRN_I64, 2),
                              VIEW(F(1, 2, 3, 4), GRN_F32, 2, 2), &two, VIEW(out, GRN_F32, 2, 2), D),
          out, 1, 1, 9, 13);
    GIVES("columns copied, the last stays",
          grn_torch_index_copy(X, -1, VIEW(I(0, 0), GRN_I64, 2), VIEW(F(1, 2, 3, 4, 5, 6), GRN_F32, 3, 2),
                               VIEW(out, GRN_F32, 3, 4), D),
          out, 2, 1, 2, 3, 4, 11, 12, 13, 6, 21, 22, 23);
    grn_tensor *x = VIEW(F(1, 2, 3), GRN_F32, 3), *o = VIEW(no, GRN_F32, 3);
    REFUSED("index_add bounds", grn_torch_index_add(x, 0, VIEW(I(3), GRN_I64, 1), VIEW(F(1), GRN_F32, 1), NULL, o, D),
            GRN_E_INDEX, "index out of range in self", "index: 3 at [0]; right: 0 to 2");
    REFUSED("index_copy bounds", grn_torch_index_copy(x, 0, VIEW(I(-1), GRN_I64, 1), VIEW(F(1), GRN_F32, 1), o, D),
            GRN_E_INDEX, "index_copy_(): index -1 is out of bounds for dimension 0 with size 3", NULL);
    REFUSED("index is a vector",
            grn_torch_index_add(x, 0, VIEW(I(0), GRN_I64, 1, 1), VIEW(F(1), GRN_F32, 1), NULL, o, D), GRN_E_SHAPE,
            "index_add_(): Index is supposed to be a vector, but got dim: 2 with type: Long and size: [1, 1]", NULL);
    REFUSED("source's shape", grn_torch_index_copy(x, 0, VIEW(I(0, 1), GRN_I64, 2), VIEW(F(1), GRN_F32, 1), o, D),
            GRN_E_SHAPE, "index_copy_(): Number of indices (2) should be equal to source.size(dim) (1)", NULL);
    REFUSED("source's dtype", grn_torch_index_add(x, 0, VIEW(I(0), GRN_I64, 1), VIEW(I(1), GRN_I64, 1), NULL, o, D),
            GRN_E_DTYPE, "index_add_(): self (Float) and source (Long) must have the same scalar type", NULL);
    UNTOUCHED("index_add, index_copy", no);
}

static void index_put(void **state)
{
    (void)state;
    float out[12], no[12] = {-7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7};
    grn_tensor *zero = VIEW(((float[12]){0}), GRN_F32, 3, 4), *o = VIEW(out, GRN_F32, 3, 4),
               *n = VIEW(no, GRN_F32, 3, 4);
    const grn_tensor *pairs[] = {VIEW(I(0, -1), GRN_I64, 2), VIEW(I(-4, 3), GRN_I64, 2)};
    GIVES("pairs, negatives from the end",
          grn_torch_index_put(zero, pairs, 2, VIEW(F(1, 2), GRN_F32, 2), false, NULL, o, D), out, 1, 0, 0, 0, 0, 0, 0,
          0, 0, 0, 0, 2);
    const grn_tensor *same[] = {VIEW(I(1, 1), GRN_I64, 2), SCALAR(I(2), GRN_I64)};
    GIVES("accumulate, a scalar index and value broadcast",
          grn_torch_index_put(zero, same, 2, SCALAR(F(3), GRN_F32), true, NULL, o, D), out, 0, 0, 0, 0, 0, 0, 6, 0, 0,
          0, 0, 0);
    const grn_tensor *column[] = {NULL, VIEW(I(1, 3), GRN_I64, 2)};
    GIVES("a whole dimension before",
          grn_torch_index_put(zero, column, 2, VIEW(F(1, 2), GRN_F32, 2), false, NULL, o, D), out, 0, 1, 0, 2, 0, 1, 0,
          2, 0, 1, 0, 2);
    const grn_tensor *row[] = {VIEW(I(1), GRN_I64, 1)};
    GIVES("a row", grn_torch_index_put(zero, row, 1, VIEW(F(1, 2, 3, 4), GRN_F32, 4), false, NULL, o, D), out, 0, 0, 0,
          0, 1, 2, 3, 4, 0, 0, 0, 0);
    const grn_tensor *bad[] = {VIEW(I(0, -4), GRN_I64, 2)};
    REFUSED("bounds", grn_torch_index_put(zero, bad, 1, SCALAR(F(1), GRN_F32), false, NULL, n, D), GRN_E_INDEX,
            "index -4 is out of bounds for dimension 0 with size 3", "indices: -4 at [1, 0]; right: -3 to 2");
    const grn_tensor *apart[] = {VIEW(I(0, 1), GRN_I64, 2), VIEW(I(0, 1, 2), GRN_I64, 3)};
    REFUSED("not broadcast", grn_torch_index_put(zero, apart, 2, SCALAR(F(1), GRN_F32), false, NULL, n, D), GRN_E_SHAPE,
            "shape mismatch: indexing tensors could not be broadcast together with shapes [2], [3]", NULL);
    REFUSED("values", grn_torch_index_put(zero, pairs, 2, VIEW(F(1, 2, 3), GRN_F32, 3), false, NULL, n, D), GRN_E_SHAPE,
            "shape mismatch: value tensor of shape [3] cannot be broadcast to indexing result of shape [2]", NULL);
    const grn_tensor *three[] = {row[0], row[0], row[0]};
    REFUSED("too many", grn_torch_index_put(zero, three, 3, SCALAR(F(1), GRN_F32), false, NULL, n, D), GRN_E_SHAPE,
            "too many indices for tensor of dimension 2 (got 3)", NULL);
    REFUSED("dtypes", grn_torch_index_put(zero, row, 1, SCALAR(I(1), GRN_I64), false, NULL, n, D), GRN_E_DTYPE,
            "Index put requires the source and destination dtypes match, got Float for the destination and Long for "
            "the source.",
            NULL);
    UNTOUCHED("index_put", no);
}

static void index_put_around_a_whole_dimension(void **state)
{
    (void)state;
    float out[8];
    const grn_tensor *around[] = {VIEW(I(0, 1), GRN_I64, 2), NULL, VIEW(I(1, 0), GRN_I64, 2)};
    /* input [2, 2, 2]; indices apart from each other: their dimension comes first, values are [2
     * (index), 2 (middle)] */
    GIVES("indices come first",
          grn_torch_index_put(VIEW(((float[8]){0}), GRN_F32, 2, 2, 2), around, 3, VIEW(F(1, 2, 3, 4), GRN_F32, 2, 2),
                              false, NULL, VIEW(out, GRN_F32, 2, 2, 2), D),
          out, 0, 1, 0, 2, 3, 0, 4, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gather),
        cmocka_unit_test(gather_messages),
        cmocka_unit_test(index_select_and_embedding),
        cmocka_unit_test(take_along_dim),
        cmocka_unit_test(scatter),
        cmocka_unit_test(scatter_messages),
        cmocka_unit_test(scatter_reduce),
        cmocka_unit_test(index_add_and_copy),
        cmocka_unit_test(index_put),
        cmocka_unit_test(index_put_around_a_whole_dimension),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

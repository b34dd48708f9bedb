/* test_segment_calls.c - the frameworks' segment calls and bags: values worked out by hand, and
 * messages. */
#include <math.h>

#include "frameworks/frameworks_test.h"

/* x = [[1, 2], [3, 4], [5, 6], [7, 8]] */
static float x_data[] = {1, 2, 3, 4, 5, 6, 7, 8};
#define X VIEW(x_data, GRN_F32, 4, 2)

static void torch_segment_reduce(void **state)
{
    (void)state;
    float out[6], no[] = {-7, -7, -7, -7}, five = 5;
    grn_tensor *o = VIEW(out, GRN_F32, 3, 2), *n = VIEW(no, GRN_F32, 2, 2), *lengths = VIEW(I(3, 0, 1), GRN_I64, 3);
    GIVES("mean of nothing is NaN", grn_torch_segment_reduce(X, "mean", lengths, NULL, 0, false, NULL, NULL, o, D), out,
          3, 4, NAN, NAN, 7, 8);
    GIVES("initial takes part",
          grn_torch_segment_reduce(X, "mean", NULL, VIEW(I32(0, 2, 2, 4), GRN_I32, 4), -2, false, &five, NULL, o, D),
          out, 4.5f, 5.5f, 5, 5, 8.5f, 9.5f);
    GIVES("max of nothing", grn_torch_segment_reduce(X, "amax", lengths, NULL, 0, false, NULL, NULL, o, D), out, 5, 6,
          -INFINITY, -INFINITY, 7, 8);
    float across[4];
    GIVES("along the second dimension, lengths of each row",
          grn_torch_segment_reduce(VIEW(x_data, GRN_F32, 2, 4), "prod", VIEW(I(1, 3, 4, 0), GRN_I64, 2, 2), NULL, 1,
                                   false, NULL, NULL, VIEW(across, GRN_F32, 2, 2), D),
          across, 1, 24, 1680, 1);
    REFUSED("too short",
            grn_torch_segment_reduce(X, "sum", VIEW(I(1, 2), GRN_I64, 2), NULL, 0, false, NULL, NULL, n, D),
            GRN_E_INDEX,
            "segment_reduce(): Expected all rows of lengths along axis to sum to data.size(lengths.dim()-1) when "
            "!unsafe.",
            NULL);
    REFUSED("negative",
            grn_torch_segment_reduce(X, "sum", VIEW(I(5, -1), GRN_I64, 2), NULL, 0, false, NULL, NULL, n, D),
            GRN_E_INDEX, "lengths contains negative value!", NULL);
    REFUSED("axis", grn_torch_segment_reduce(X, "sum", lengths, NULL, 1, false, NULL, NULL, n, D), GRN_E_SHAPE,
            "segment_reduce(): Expected axis to be the last dimension of lengths but got 1.", NULL);
    REFUSED("word", grn_torch_segment_reduce(X, "median", lengths, NULL, 0, false, NULL, NULL, n, D), GRN_E_ARGUMENT,
            "reduce argument must be either sum, prod, mean, amax or amin, got median", NULL);
    UNTOUCHED("segment_reduce", no);
    float grad[8];
    GIVES("equals share", /* of the first two entries and the next two, each column */
          grn_torch_segment_reduce_backward(
              VIEW(F(2, 4, 6, 8), GRN_F32, 2, 2), VIEW(F(1, 5, 1, 2, 9, 9, 3, 9), GRN_F32, 4, 2), "max",
              VIEW(I(2, 2), GRN_I64, 2), NULL, 0, NULL, NULL, VIEW(grad, GRN_F32, 4, 2), D),
          grad, 1, 4, 1, 0, 6, 4, 0, 4);
}

static void jax_segments(void **state)
{
    (void)state;
    float out[6];
    grn_tensor *ids = VIEW(I(1, -1, 1, 9), GRN_I64, 4), *o = VIEW(out, GRN_F32, 3, 2);
    GIVES("dropped, the negative one too", grn_jax_segment_sum(X, ids, 3, GRN_JAX_FILL, NULL, o, D), out, 0, 0, 6, 8, 0,
          0);
    GIVES("moved", grn_jax_segment_prod(X, ids, 3, GRN_JAX_CLIP, NULL, o, D), out, 3, 4, 5, 12, 7, 8);
    GIVES("nothing is infinite", grn_jax_segment_min(X, ids, 3, GRN_JAX_FILL, NULL, o, D), out, INFINITY, INFINITY, 1,
          2, INFINITY, INFINITY);
    REFUSED("fewer than none", grn_jax_segment_max(X, ids, -1, GRN_JAX_FILL, NULL, o, D), GRN_E_ARGUMENT,
            "num_segments must be non-negative: -1", NULL);
}

static void tf_segments(void **state)
{
    (void)state;
    float out[6], no[] = {-7, -7, -7, -7, -7, -7};
    grn_tensor *o = VIEW(out, GRN_F32, 3, 2), *n = VIEW(no, GRN_F32, 3, 2), *ids = VIEW(I(0, 0, 2, 2), GRN_I64, 4);
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    assert_int_equal(grn_tf_segment_shape(X, ids, D, &rank, shape), GRN_OK);
    assert_true(rank == 2 && shape[0] == 3 && shape[1] == 2);
    GIVES("a segment that is skipped", grn_tf_segment_mean(X, ids, NULL, o, D), out, 2, 3, 0, 0, 6, 7);
    GIVES("of prod", grn_tf_segment_prod(X, ids, NULL, o, D), out, 3, 8, 1, 1, 35, 48);
    GIVES("a negative id is dropped; nothing is the least",
          grn_tf_unsorted_segment_max(X, VIEW(I32(2, -5, 0, 2), GRN_I32, 4), 3, NULL, o, D), out, 5, 6,
          -0x1.fffffep127f, -0x1.fffffep127f, 7, 8);
    GIVES("by the root of the count",
          grn_tf_unsorted_segment_sqrt_n(X, VIEW(I32(0, 0, 0, 0), GRN_I32, 4), 3, NULL, o, D), out, 8, 10, 0, 0, 0, 0);
    REFUSED("descending", grn_tf_segment_sum(X, VIEW(I(0, 2, 1, 2), GRN_I64, 4), NULL, n, D), GRN_E_INDEX,
            "segment ids are not increasing", "segment_ids: 1 at [2] behind 2");
    REFUSED("negative", grn_tf_segment_sum(X, VIEW(I(-1, 0, 1, 2), GRN_I64, 4), NULL, n, D), GRN_E_INDEX,
            "segment ids must be >= 0", NULL);
    REFUSED("too large", grn_tf_unsorted_segment_min(X, VIEW(I(0, 3, 1, 2), GRN_I64, 4), 3, NULL, n, D), GRN_E_INDEX,
            "segment_ids[1] = 3 is out of range [0, 3)", NULL);
    UNTOUCHED("segments", no);
}

/* X is [[1, 2], [3, 4], [5, 6], [7, 8]]. */
static void pyg_gathers(void **state)
{
    (void)state;
    float out[12], no[] = {-7, -7, -7, -7, -7, -7};
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    grn_tensor *o = VIEW(out, GRN_F32, 3, 2), *n = VIEW(no, GRN_F32, 3, 2),
               *pointers = VIEW(I(0, 2, 2, 3, 3), GRN_I64, 5);
    GIVES("in any order", grn_pyg_gather_coo(X, VIEW(I(3, 0, 3), GRN_I64, 3), o, D), out, 7, 8, 1, 2, 7, 8);
    GIVES("a segment of none", grn_pyg_gather_csr(X, pointers, o, D), out, 1, 2, 1, 2, 5, 6);
    assert_int_equal(grn_pyg_gather_csr_shape(X, pointers, D, &rank, shape), GRN_OK);
    assert_true(rank == 2 && shape[0] == 3 && shape[1] == 2);
    GIVES("along the last, an index for each row",
          grn_pyg_gather_coo(VIEW(F(1, 2, 3, 4), GRN_F32, 2, 2), VIEW(I(0, 0, 1, 1, 1, 0), GRN_I64, 2, 3),
                             VIEW(out, GRN_F32, 2, 3), D),
          out, 1, 1, 2, 4, 4, 3);
    GIVES("pointers for all rows",
          grn_pyg_gather_csr(VIEW(F(1, 2, 3, 4), GRN_F32, 2, 2), VIEW(I(0, 1, 3), GRN_I64, 1, 3),
                             VIEW(out, GRN_F32, 2, 3), D),
          out, 1, 2, 2, 3, 4, 4);
    /* lines without columns, more than could be gone through */
    assert_int_equal(grn_pyg_gather_csr_shape(VIEW(NULL, GRN_F32, INT64_C(1) << 60, 2, 0),
                                              VIEW(I(0, 1, 3), GRN_I64, 1, 3), D, &rank, shape),
                     GRN_OK);
    assert_true(rank == 3 && shape[0] == INT64_C(1) << 60 && shape[1] == 3 && shape[2] == 0);
    GIVES("pointers of each row",
          grn_pyg_gather_csr(VIEW(F(1, 2, 3, 4), GRN_F32, 2, 2), VIEW(I(0, 1, 3, 0, 3, 3), GRN_I64, 2, 3),
                             VIEW(out, GRN_F32, 2, 3), D),
          out, 1, 2, 2, 3, 3, 3);
    grn_tensor turned = *VIEW(out, GRN_F32, 3, 2);
    turned.stride[0] = 1;
    turned.stride[1] = 3;
    GIVES("rows that lie apart", grn_pyg_gather_csr(X, pointers, &turned, D), out, 1, 1, 5, 2, 2, 6);
    REFUSED("no such segment", grn_pyg_gather_coo(X, VIEW(I(0, 4, 0), GRN_I64, 3), n, D), GRN_E_INDEX,
            "gather_coo: index 4 is out of bounds for dimension 0 with size 4", NULL);
    REFUSED("a pointer descends", grn_pyg_gather_csr(X, VIEW(I(0, 2, 1, 3, 3), GRN_I64, 5), n, D), GRN_E_INDEX,
            "gather_csr: indptr[2] is 1; right: in [2, 9223372036854775807]", NULL);
    REFUSED("not from 0", grn_pyg_gather_csr(X, VIEW(I(1, 2, 2, 3, 3), GRN_I64, 5), n, D), GRN_E_INDEX,
            "gather_csr: indptr[0] is 1; right: in [0, 0]", NULL);
    REFUSED("lines of two ends",
            grn_pyg_gather_csr(VIEW(F(1, 2, 3, 4), GRN_F32, 2, 2), VIEW(I(0, 1, 3, 0, 3, 4), GRN_I64, 2, 3), n, D),
            GRN_E_INDEX, "gather_csr: indptr[1, 2] is 4; right: in [3, 3]", NULL);
    REFUSED("the second of two columns of lines",
            grn_pyg_gather_csr(VIEW(F(1, 2, 3, 4), GRN_F32, 2, 2, 1), VIEW(I(0, 1, 0, 2), GRN_I64, 1, 2, 2), n, D),
            GRN_E_INDEX, "gather_csr: indptr[0, 1, 1] is 2; right: in [1, 1]", NULL);
    REFUSED("too few pointers", grn_pyg_gather_csr(X, VIEW(I(0, 1, 3), GRN_I64, 3), n, D), GRN_E_SHAPE,
            "gather_csr: Input mismatch: src.size(i) == indptr.size(i) - 1, where i is 0: 4 and 2", NULL);
    REFUSED("another extent",
            grn_pyg_gather_coo(VIEW(F(1, 2, 3, 4), GRN_F32, 2, 2), VIEW(I(0, 0, 0), GRN_I64, 1, 3), n, D), GRN_E_SHAPE,
            "gather_coo: Input mismatch: src.size(i) == index.size(i), where i is 0: 2 and 1", NULL);
    REFUSED("narrow", grn_pyg_gather_coo(X, VIEW(I32(0, 0, 0), GRN_I32, 3), n, D), GRN_E_DTYPE,
            "gather_coo: index: expected scalar type Long but found i32; right: i64", NULL);
    UNTOUCHED("gathers", no);
}

static void pyg_segments(void **state)
{
    (void)state;
    float out[6], no[] = {-7, -7, -7, -7, -7, -7};
    int64_t arg[6];
    grn_tensor *o = VIEW(out, GRN_F32, 3, 2), *n = VIEW(no, GRN_F32, 3, 2), *index = VIEW(I(2, 0, 2, 0), GRN_I64, 4);
    float with_nan[] = {NAN, 2, 9, 9, 1, 2, 9, 3};
    GIVES("the first of equals; NaN is ignored",
          grn_pyg_scatter(VIEW(with_nan, GRN_F32, 4, 2), index, 0, "max", false, NULL, o, VIEW(arg, GRN_I64, 3, 2), D),
          out, 9, 9, 0, 0, 1, 2);
    assert_memory_equal(arg, I(1, 1, 4, 4, 2, 0), sizeof arg);
    GIVES("an index for each element",
          grn_pyg_scatter(X, VIEW(I(0, 1, 1, 0, 0, 0, 1, 1), GRN_I64, 4, 2), 0, "mul", false, NULL, o, NULL, D), out, 5,
          24, 21, 16, 1, 1);
    for (int i = 0; i < 6; i++)
        out[i] = 100;
    GIVES("out takes part", grn_pyg_scatter(X, index, 0, "sum", true, NULL, o, NULL, D), out, 110, 112, 100, 100, 106,
          108);
    GIVES("csr", grn_pyg_segment_csr(X, VIEW(I(0, 1, 1, 4), GRN_I64, 4), "mean", false, NULL, o, NULL, D), out, 1, 2, 0,
          0, 5, 6);
    GIVES("coo", grn_pyg_segment_coo(X, VIEW(I(0, 0, 0, 2), GRN_I64, 4), "min", false, NULL, o, NULL, D), out, 1, 2, 0,
          0, 7, 8);
    float soft[4];
    GIVES("softmax of one, and of two that are equal",
          grn_pyg_scatter_softmax(VIEW(F(3, 1, 3, 0), GRN_F32, 4), VIEW(I(0, 1, 0, 2), GRN_I64, 4), 0, NULL,
                                  VIEW(soft, GRN_F32, 4), D),
          soft, 0.5f, 1, 0.5f, 1);
    assert_int_equal(grn_pyg_scatter(X, VIEW(I(0, 3, 0, 0), GRN_I64, 4), 0, "sum", false, NULL, n, NULL, D),
                     GRN_E_INDEX);
    assert_int_equal(grn_pyg_segment_csr(X, VIEW(I(0, 1, 5, 4), GRN_I64, 4), "sum", false, NULL, n, NULL, D),
                     GRN_E_INDEX);
    UNTOUCHED("out of range", no);
    GIVES("DGL: nothing is 0",
          grn_dgl_segment_reduce(VIEW(I(3, 0, 1), GRN_I64, 3), X, "min", NULL, o, VIEW(arg, GRN_I64, 3, 2), D), out, 1,
          2, 0, 0, 7, 8);
    assert_memory_equal(arg, I(0, 0, -1, -1, 3, 3), sizeof arg);
}

static void bags(void **state)
{
    (void)state;
    float out[6], no[] = {-7, -7};
    int64_t bag_of[4], sizes[3], args[6], one = 1;
    grn_tensor *o = VIEW(out, GRN_F32, 3, 2), *n = VIEW(no, GRN_F32, 1, 2), *input = VIEW(I(0, 1, 3, 1), GRN_I64, 4);
    grn_tensor *offsets = VIEW(I(0, 3, 3), GRN_I64, 3);
    GIVES("mean, without the entries of row 1",
          grn_torch_embedding_bag(input, X, offsets, "mean", NULL, false, &one, o, VIEW(bag_of, GRN_I64, 4),
                                  VIEW(sizes, GRN_I64, 3), NULL, D),
          out, 4, 5, 0, 0, 0, 0);
    assert_memory_equal(bag_of, I(0, 0, 0, 2), sizeof bag_of);
    assert_memory_equal(sizes, I(2, 0, 0), sizeof sizes);
    GIVES("max and its rows",
          grn_torch_embedding_bag(input, X, offsets, "max", NULL, false, NULL, o, NULL, NULL, VIEW(args, GRN_I64, 3, 2),
                                  D),
          out, 7, 8, 0, 0, 3, 4);
    assert_memory_equal(args, I(3, 3, 0, 0, 1, 1), sizeof args);
    GIVES("weights, and bags that are rows",
          grn_torch_embedding_bag(VIEW(I(0, 1, 3, 1), GRN_I64, 2, 2), X, NULL, "sum",
                                  VIEW(F(1, 2, 3, -1), GRN_F32, 2, 2), false, NULL, VIEW(out, GRN_F32, 2, 2), NULL,
                                  NULL, NULL, D),
          out, 7, 10, 18, 20);
    REFUSED("row",
            grn_torch_embedding_bag(VIEW(I(4), GRN_I64, 1), X, VIEW(I(0), GRN_I64, 1), "sum", NULL, false, NULL, n,
                                    NULL, NULL, NULL, D),
            GRN_E_INDEX, "embedding_bag: Expected idx >= 0 && idx < num_embeddings but found idx to be 4", NULL);
    REFUSED("first offset",
            grn_torch_embedding_bag(input, X, VIEW(I(1), GRN_I64, 1), "sum", NULL, false, NULL, n, NULL, NULL, NULL, D),
            GRN_E_INDEX,
            "offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to start from position 0. However, "
            "got 1",
            NULL);
    REFUSED("weights of a mean",
            grn_torch_embedding_bag(input, X, VIEW(I(0), GRN_I64, 1), "mean", VIEW(F(1, 1, 1, 1), GRN_F32, 4), false,
                                    NULL, n, NULL, NULL, NULL, D),
            GRN_E_ARGUMENT,
            "embedding_bag: per_sample_weights was not None. per_sample_weights is only supported for mode='sum'",
            NULL);
    UNTOUCHED("bags", no);
    float grad[8];
    GIVES("scaled by how often its own row comes",
          grn_torch_embedding_bag_backward(VIEW(F(6, 6), GRN_F32, 1, 2), input, X, VIEW(I(0), GRN_I64, 1), true, "sum",
                                           NULL, false, NULL, NULL, NULL, VIEW(grad, GRN_F32, 4, 2), NULL, D),
          grad, 6, 6, 6, 6, 0, 0, 6, 6);
    GIVES("u_mul_e",
          grn_dgl_gspmm("mul", "sum", VIEW(I(0, 2, 2, 3), GRN_I64, 4), VIEW(I(0, 3, 1), GRN_I64, 3), X,
                        VIEW(F(2, 1, -1), GRN_F32, 3), o, NULL, D),
          out, 9, 12, 0, 0, -3, -4);
    const grn_tensor *wide = VIEW(NULL, GRN_F32, 0, INT64_C(1) << 60, 34);
    REFUSED("2^60 heads of 34",
            grn_dgl_gspmm("copy_lhs", "sum", VIEW(I(0), GRN_I64, 1), VIEW(NULL, GRN_I64, 0), wide, NULL, wide, NULL, D),
            GRN_E_SHAPE, "gspmm: a row of lhs has more elements than can be counted", NULL);
}

static void lookups(void **state)
{
    (void)state;
    float out[6], no[] = {-7, -7, -7, -7};
    grn_tensor *o = VIEW(out, GRN_F32, 3, 2), *ids = VIEW(I(0, 3, 1), GRN_I64, 3),
               *rows = VIEW(I32(0, 0, 2), GRN_I32, 3);
    GIVES("mean by the weights",
          grn_tf_embedding_lookup_sparse(X, ids, rows, VIEW(F(1, 2, 3), GRN_F32, 3), "mean", NULL, o, D), out, 5, 6, 0,
          0, 3, 4);
    GIVES("sqrtn",
          grn_tf_embedding_lookup_sparse(X, VIEW(I(0, 0, 0, 1), GRN_I64, 4), VIEW(I(1, 1, 1, 1), GRN_I64, 4), NULL,
                                         "sqrtn", NULL, o, D),
          out, 0, 0, 3, 5, 0, 0);
    REFUSED("descending",
            grn_tf_embedding_lookup_sparse(X, ids, VIEW(I(0, 1, 0), GRN_I64, 3), NULL, "sum", NULL,
                                           VIEW(no, GRN_F32, 2, 2), D),
            GRN_E_INDEX, "segment ids are not increasing", NULL);
    UNTOUCHED("lookup", no);
}

static void numpy(void **state)
{
    (void)state;
    float a[] = {1, 2, 3}, out[4];
    GIVES("every duplicate counts, from the end too",
          grn_numpy_ufunc_at("add", VIEW(a, GRN_F32, 3), VIEW(I(0, -3, 2), GRN_I64, 3), SCALAR(F(10), GRN_F32), D), a,
          21, 2, 13);
    REFUSED("out of range",
            grn_numpy_ufunc_at("add", VIEW(a, GRN_F32, 3), VIEW(I(0, 3), GRN_I64, 2), SCALAR(F(10), GRN_F32), D),
            GRN_E_INDEX, "index 3 is out of bounds for axis 0 with size 3", "indices: 3 at [1]; right: -3 to 2");
    /* numpy's page: add.reduceat(arange(8), [0, 4, 1, 5])[::2] is [6, 10] */
    GIVES("where the next is not larger, one element",
          grn_numpy_ufunc_reduceat("add", VIEW(F(0, 1, 2, 3, 4, 5, 6, 7), GRN_F32, 8), VIEW(I(0, 4, 1, 5), GRN_I64, 4),
                                   0, VIEW(out, GRN_F32, 4), D),
          out, 6, 4, 10, 18);
    REFUSED("no slice begins there",
            grn_numpy_ufunc_reduceat("add", VIEW(a, GRN_F32, 3), VIEW(I(3), GRN_I64, 1), 0, VIEW(out, GRN_F32, 1), D),
            GRN_E_INDEX, "index 3 out-of-bounds in add.reduceat [0, 3)", NULL);
    /* without columns the strides may be any */
    grn_tensor none = *VIEW(NULL, GRN_F32, 3, 0), to = *VIEW(NULL, GRN_F32, 2, 0);
    none.stride[0] = to.stride[0] = INT64_MAX;
    assert_int_equal(grn_numpy_ufunc_reduceat("add", &none, VIEW(I(2, 1), GRN_I64, 2), 0, &to, D), GRN_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(torch_segment_reduce),
        cmocka_unit_test(jax_segments),
        cmocka_unit_test(tf_segments),
        cmocka_unit_test(pyg_segments),
        cmocka_unit_test(pyg_gathers),
        cmocka_unit_test(bags),
        cmocka_unit_test(lookups),
        cmocka_unit_test(numpy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_misuse_torch.c - the misuse table of torch's calls in frameworks.h. */
#include "misuse.h"

static union {
    grn_gather_spec gather;
    grn_scatter_spec scatter;
} spec_out;
static int32_t rank_out;
static int64_t shape_out[GRN_MAX_RANK];
static const float one = 1;
static const misuse_pointer pointers[] = {
    {"out", &spec_out}, {"rank", &rank_out}, {"shape", shape_out}, {"value", &one}, {NULL, NULL},
};

#define LIST(...) ((const grn_tensor *const[]){__VA_ARGS__})
static const int64_t dim_0 = 0, dim_1 = 1, dim_least = INT64_MIN, dim_most = INT64_MAX;

/* `n` pointers to the same tensor, one of them spoiled: any of them may be looked at for a
 * message. */
static grn_status index_by(world *w, size_t n, int32_t last_rank)
{
    const grn_tensor *list[4];
    grn_tensor last = *T(1);
    last.rank = last_rank;
    for (size_t i = 0; i < 4; i++)
        list[i] = i + 1 < n ? T(i == 0 ? 1 : 2) : &last;
    return grn_torch_index_shape(T(0), list, n, D, &rank_out, shape_out);
}

static grn_status put_backward(world *w)
{
    return grn_torch_index_put_backward(T(0), LIST(T(1)), 1, false, AL, T(2), T(3), D);
}

#define GATHER "input:f32[4]r index:i64[3]r out:f32[3]w"
#define GATHER_SHAPE "input:f32[4]s index:i64[3]s"
#define ALONG "input:f32[4,1]r indices:i64[3,1]r out:f32[3,1]w"
#define SCATTER "input:f32[4]ri index:i64[3]r src|updates#:f32[3]r out:f32[4]w"
#define SOURCE "input:f32[4,1]ri index:i64[3]r source|updates#:f32[3,1]r out:f32[4,1]w"
#define BACKWARD "grad:f32[3]r self:f32[4]s index:i64[3]r out:f32[4]w"
#define HANDED(part) "grad:f32[4]ri index:i64[3]r self_grad:f32[4]wo " part ":f32[3]wo"
#define REDUCED                                                                                           \
    "grad:f32[4]ra self:f32[4]ra index:i64[3]r src|updates#:f32[3]ra result:f32[4]ra self_grad:f32[4]wo " \
    "src_grad:f32[3]wo"

#define ROWS(R)                                                                                                        \
    R(gather, grn_torch_gather, GATHER, grn_torch_gather(T(0), 0, T(1), T(2), D))                                      \
    R(gather_2d, grn_torch_gather, "input:f16[4,1]r index:i32[3,1]r out:f16[3,1]w",                                    \
      grn_torch_gather(T(0), -2, T(1), T(2), D))                                                                       \
    R(gather_0d, grn_torch_gather, "input:f32[]r index:i64[]r out:f32[]w", grn_torch_gather(T(0), 0, T(1), T(2), D))   \
    R(gather_none, grn_torch_gather, "input:f32[4,1]s index:i64[0,1]s out:f32[0,1]w",                                  \
      grn_torch_gather(T(0), 0, T(1), T(2), D))                                                                        \
    R(gather_shape, grn_torch_gather_shape, GATHER_SHAPE,                                                              \
      grn_torch_gather_shape(T(0), 0, T(1), D, Q("rank"), Q("shape")))                                                 \
    R(gather_spec, grn_torch_gather_spec, GATHER_SHAPE, grn_torch_gather_spec(T(0), 0, T(1), D, Q("out")))             \
    R(index_select, grn_torch_index_select, GATHER, grn_torch_index_select(T(0), 0, T(1), T(2), D))                    \
    R(index_select_shape, grn_torch_index_select_shape, GATHER_SHAPE,                                                  \
      grn_torch_index_select_shape(T(0), 0, T(1), D, Q("rank"), Q("shape")))                                           \
    R(index_select_spec, grn_torch_index_select_spec, GATHER_SHAPE,                                                    \
      grn_torch_index_select_spec(T(0), 0, T(1), D, Q("out")))                                                         \
    R(take_along_dim, grn_torch_take_along_dim, ALONG, grn_torch_take_along_dim(T(0), T(1), &dim_0, AL, T(2), D))      \
    R(take_along_dim_flat, grn_torch_take_along_dim, "input:f32[4,1]r indices:i64[3,1]r out:f32[3]w",                  \
      grn_torch_take_along_dim(T(0), T(1), NULL, AL, T(2), D))                                                         \
    R(take_along_dim_shape, grn_torch_take_along_dim_shape, "input:f32[4]s indices:i64[3]s",                           \
      grn_torch_take_along_dim_shape(T(0), T(1), &dim_0, D, Q("rank"), Q("shape")))                                    \
    R(take_along_dim_shape_flat, grn_torch_take_along_dim_shape, "input:f32[4,1]s indices:i64[1,3]s",                  \
      grn_torch_take_along_dim_shape(T(0), T(1), NULL, D, Q("rank"), Q("shape")))                                      \
    R(take_along_dim_spec, grn_torch_take_along_dim_spec, "input:f32[4]s indices:i64[3]s",                             \
      grn_torch_take_along_dim_spec(T(0), T(1), &dim_0, D, Q("out")))                                                  \
    R(embedding, grn_torch_embedding, "input:i64[3]r weight:f32[4,2]r out:f32[3,2]w",                                  \
      grn_torch_embedding(T(0), T(1), T(2), D))                                                                        \
    R(embedding_shape, grn_torch_embedding_shape, "input:i64[3]s weight:f32[4,2]s",                                    \
      grn_torch_embedding_shape(T(0), T(1), D, Q("rank"), Q("shape")))                                                 \
    R(embedding_spec, grn_torch_embedding_spec, "input:i64[3]s weight:f32[4,2]s",                                      \
      grn_torch_embedding_spec(T(0), T(1), D, Q("out")))                                                               \
    R(scatter, grn_torch_scatter, SCATTER, grn_torch_scatter(T(0), 0, T(1), T(2), NULL, T(3), D))                      \
    R(scatter_multiply, grn_torch_scatter, SCATTER, grn_torch_scatter(T(0), 0, T(1), T(2), "multiply", T(3), D))       \
    R(scatter_value, grn_torch_scatter_value, "input:f32[4]ri index:i64[3]r out:f32[4]w",                              \
      grn_torch_scatter_value(T(0), 0, T(1), Q("value"), NULL, T(2), D))                                               \
    R(scatter_add, grn_torch_scatter_add, SCATTER, grn_torch_scatter_add(T(0), 0, T(1), T(2), T(3), D))                \
    R(scatter_spec, grn_torch_scatter_spec, GATHER_SHAPE, grn_torch_scatter_spec(T(0), 0, T(1), "add", D, Q("out")))   \
    R(scatter_reduce, grn_torch_scatter_reduce, SCATTER,                                                               \
      grn_torch_scatter_reduce(T(0), 0, T(1), T(2), "mean", false, AL, T(3), D))                                       \
    R(scatter_reduce_spec, grn_torch_scatter_reduce_spec, GATHER_SHAPE,                                                \
      grn_torch_scatter_reduce_spec(T(0), 0, T(1), "amax", D, Q("out")))                                               \
    R(index_add, grn_torch_index_add, SOURCE, grn_torch_index_add(T(0), 0, T(1), T(2), NULL, T(3), D))                 \
    R(index_add_alpha, grn_torch_index_add, SOURCE, grn_torch_index_add(T(0), 0, T(1), T(2), &one, T(3), D))           \
    R(index_add_spec, grn_torch_index_add_spec, GATHER_SHAPE, grn_torch_index_add_spec(T(0), 0, T(1), D, Q("out")))    \
    R(index_copy, grn_torch_index_copy, SOURCE, grn_torch_index_copy(T(0), 0, T(1), T(2), T(3), D))                    \
    R(index_copy_spec, grn_torch_index_copy_spec, GATHER_SHAPE, grn_torch_index_copy_spec(T(0), 0, T(1), D, Q("out"))) \
    R(index_put, grn_torch_index_put, "input:f32[4]ri indices:i64[3]r values|updates#:f32[3]r out:f32[4]w",            \
      grn_torch_index_put(T(0), LIST(T(1)), 1, T(2), true, AL, T(3), D))                                               \
    R(index_put_wide, grn_torch_index_put, "input:f32[4,1]ri indices:i32[3,1]r values|updates#:f32[1]r out:f32[4,1]w", \
      grn_torch_index_put(T(0), LIST(T(1)), 1, T(2), false, AL, T(3), D))                                              \
    R(index_put_spec, grn_torch_index_put_spec, "input:f32[4]s indices:i64[3]s",                                       \
      grn_torch_index_put_spec(T(0), LIST(T(1)), 1, true, D, Q("out")))                                                \
    R(index, grn_torch_index, "input:f32[4]r indices:i64[3]r out:f32[3]w",                                             \
      grn_torch_index(T(0), LIST(T(1)), 1, AL, T(2), D))                                                               \
    R(index_shape, grn_torch_index_shape, "input:f32[4]s indices:i64[3]s",                                             \
      grn_torch_index_shape(T(0), LIST(T(1)), 1, D, Q("rank"), Q("shape")))                                            \
    R(index_spec, grn_torch_index_spec, "input:f32[4]s indices:i64[3]s",                                               \
      grn_torch_index_spec(T(0), LIST(T(1)), 1, D, Q("out")))                                                          \
    R(take, grn_torch_take, GATHER, grn_torch_take(T(0), T(1), AL, T(2), D))                                           \
    R(take_2d, grn_torch_take, "input:f32[4,1]r index:i64[1,3]r out:f32[1,3]w",                                        \
      grn_torch_take(T(0), T(1), AL, T(2), D))                                                                         \
    R(take_shape, grn_torch_take_shape, GATHER_SHAPE, grn_torch_take_shape(T(0), T(1), D, Q("rank"), Q("shape")))      \
    R(take_spec, grn_torch_take_spec, GATHER_SHAPE, grn_torch_take_spec(T(0), T(1), D, Q("out")))                      \
    R(gather_backward, grn_torch_gather_backward, BACKWARD, grn_torch_gather_backward(T(0), T(1), 0, T(2), T(3), D))   \
    R(index_select_backward, grn_torch_index_select_backward, BACKWARD,                                                \
      grn_torch_index_select_backward(T(0), T(1), 0, T(2), T(3), D))                                                   \
    R(take_along_dim_backward, grn_torch_take_along_dim_backward,                                                      \
      "grad:f32[3,2]r self:f32[1,4]s indices:i64[3,2]r out:f32[1,4]w",                                                 \
      grn_torch_take_along_dim_backward(T(0), T(1), T(2), &dim_1, AL, T(3), D))                                        \
    R(take_along_dim_backward_flat, grn_torch_take_along_dim_backward,                                                 \
      "grad:f32[3]r self:f32[4]s indices:i64[3,1]r out:f32[4]w",                                                       \
      grn_torch_take_along_dim_backward(T(0), T(1), T(2), NULL, AL, T(3), D))                                          \
    R(embedding_dense_backward, grn_torch_embedding_dense_backward,                                                    \
      "grad_output:f32[3,2]r indices:i64[3]r weight|out:f32[4,2]w",                                                    \
      grn_torch_embedding_dense_backward(T(0), T(1), 4, 1, true, AL, T(2), D))                                         \
    R(index_backward, grn_torch_index_backward, "grad:f32[3]r self:f32[4]s indices:i64[3]r out:f32[4]w",               \
      grn_torch_index_backward(T(0), T(1), LIST(T(2)), 1, AL, T(3), D))                                                \
    R(take_backward, grn_torch_take_backward, BACKWARD, grn_torch_take_backward(T(0), T(1), T(2), AL, T(3), D))        \
    R(scatter_backward, grn_torch_scatter_backward, HANDED("src_grad"),                                                \
      grn_torch_scatter_backward(T(0), 0, T(1), T(2), T(3), D))                                                        \
    R(scatter_add_backward, grn_torch_scatter_add_backward, HANDED("src_grad"),                                        \
      grn_torch_scatter_add_backward(T(0), 0, T(1), T(2), T(3), D))                                                    \
    R(scatter_reduce_backward, grn_torch_scatter_reduce_backward, REDUCED,                                             \
      grn_torch_scatter_reduce_backward(T(0), T(1), 0, T(2), T(3), "mean", true, T(4), AL, T(5), T(6), D))             \
    R(index_add_backward, grn_torch_index_add_backward, HANDED("source_grad"),                                         \
      grn_torch_index_add_backward(T(0), 0, T(1), &one, T(2), T(3), D))                                                \
    R(index_copy_backward, grn_torch_index_copy_backward, HANDED("source_grad"),                                       \
      grn_torch_index_copy_backward(T(0), 0, T(1), T(2), T(3), D))                                                     \
    R(index_put_backward, grn_torch_index_put_backward,                                                                \
      "grad:f32[4]ri indices:i64[3]r self_grad:f32[4]wo values_grad:f32[1]wo", put_backward(w))

#define CASES(C)                                                                                                       \
    C(dim_least, grn_torch_gather, "dim -2^63", GATHER, GRN_E_ARGUMENT, "-9223372036854775808",                        \
      grn_torch_gather(T(0), INT64_MIN, T(1), T(2), D))                                                                \
    C(dim_most, grn_torch_gather_shape, "dim 2^63 - 1", GATHER, GRN_E_ARGUMENT, "9223372036854775807",                 \
      grn_torch_gather_shape(T(0), INT64_MAX, T(1), D, &rank_out, shape_out))                                          \
    C(dim_4, grn_torch_scatter, "dim 4", SCATTER, GRN_E_ARGUMENT, "4",                                                 \
      grn_torch_scatter(T(0), 4, T(1), T(2), NULL, T(3), D))                                                           \
    C(dim_1, grn_torch_index_add, "dim 2", SOURCE, GRN_E_ARGUMENT, "2",                                                \
      grn_torch_index_add(T(0), 2, T(1), T(2), NULL, T(3), D))                                                         \
    C(along_least, grn_torch_take_along_dim, "dim -2^63", ALONG, GRN_E_ARGUMENT, "-9223372036854775808",               \
      grn_torch_take_along_dim(T(0), T(1), &dim_least, NULL, T(2), D))                                                 \
    C(along_most, grn_torch_take_along_dim_spec, "dim 2^63 - 1", ALONG, GRN_E_ARGUMENT, "9223372036854775807",         \
      grn_torch_take_along_dim_spec(T(0), T(1), &dim_most, D, &spec_out.gather))                                       \
    C(backward_least, grn_torch_index_copy_backward, "dim -2^63", HANDED("source_grad"), GRN_E_ARGUMENT,               \
      "-9223372036854775808", grn_torch_index_copy_backward(T(0), INT64_MIN, T(1), T(2), T(3), D))                     \
    C(index_f32, grn_torch_gather, "an index of floats", "input:f32[4]r index:f32[3]r out:f32[3]w", GRN_E_DTYPE,       \
      "index", grn_torch_gather(T(0), 0, T(1), T(2), D))                                                               \
    C(out_shape, grn_torch_gather, "out of another shape", "input:f32[4]r index:i64[3]r out:f32[2]w", GRN_E_SHAPE,     \
      "out", grn_torch_gather(T(0), 0, T(1), T(2), D))                                                                 \
    C(out_dtype, grn_torch_gather, "out of another dtype", "input:f32[4]r index:i64[3]r out:i32[3]w", GRN_E_DTYPE,     \
      "out", grn_torch_gather(T(0), 0, T(1), T(2), D))                                                                 \
    C(reduce_other, grn_torch_scatter, "reduce of no meaning", SCATTER, GRN_E_ARGUMENT, "reduce",                      \
      grn_torch_scatter(T(0), 0, T(1), T(2), "", T(3), D))                                                             \
    C(reduce_null, grn_torch_scatter_reduce, "no reduce", SCATTER, GRN_E_ARGUMENT, "reduce",                           \
      grn_torch_scatter_reduce(T(0), 0, T(1), T(2), NULL, true, NULL, T(3), D))                                        \
    C(reduce_spec_null, grn_torch_scatter_reduce_spec, "no reduce", SCATTER, GRN_E_ARGUMENT, "reduce",                 \
      grn_torch_scatter_reduce_spec(T(0), 0, T(1), NULL, D, &spec_out.scatter))                                        \
    C(reduce_backward_null, grn_torch_scatter_reduce_backward, "no reduce", REDUCED, GRN_E_ARGUMENT, "reduce",         \
      grn_torch_scatter_reduce_backward(T(0), T(1), 0, T(2), T(3), NULL, true, T(4), NULL, T(5), T(6), D))             \
    C(reduce_sum_nulls, grn_torch_scatter_reduce_backward, "sum reads neither self, src nor result", REDUCED, GRN_OK,  \
      NULL, grn_torch_scatter_reduce_backward(T(0), NULL, 0, T(2), NULL, "sum", true, NULL, NULL, T(5), T(6), D))      \
    C(weights_below, grn_torch_embedding_dense_backward, "-1 weights",                                                 \
      "grad_output:f32[3,2]r indices:i64[3]r out:f32[4,2]w", GRN_E_ARGUMENT, "num_weights",                            \
      grn_torch_embedding_dense_backward(T(0), T(1), -1, 0, false, NULL, T(2), D))                                     \
    C(weights_least, grn_torch_embedding_dense_backward, "-2^63 weights",                                              \
      "grad_output:f32[3,2]r indices:i64[3]r out:f32[4,2]w", GRN_E_ARGUMENT, "num_weights",                            \
      grn_torch_embedding_dense_backward(T(0), T(1), INT64_MIN, INT64_MIN, false, NULL, T(2), D))                      \
    C(weights_most, grn_torch_embedding_dense_backward, "2^63 - 1 weights",                                            \
      "grad_output:f32[3,2]r indices:i64[3]r out:f32[4,2]w", GRN_E_SHAPE, "num_weights",                               \
      grn_torch_embedding_dense_backward(T(0), T(1), INT64_MAX, INT64_MAX, false, NULL, T(2), D))                      \
    C(padding_far, grn_torch_embedding_dense_backward, "padding far away is none",                                     \
      "grad_output:f32[3,2]r indices:i64[3]r out:f32[4,2]w", GRN_OK, NULL,                                             \
      grn_torch_embedding_dense_backward(T(0), T(1), 4, INT64_MIN, false, NULL, T(2), D))                              \
    C(indices_most, grn_torch_index, "2^64 - 1 indices", "input:f32[4]r indices:i64[3]r out:f32[3]w", GRN_E_SHAPE,     \
      "too many indices", grn_torch_index(T(0), LIST(T(1)), SIZE_MAX, NULL, T(2), D))                                  \
    C(indices_2, grn_torch_index_put_spec, "more indices than dimensions", "input:f32[4]r indices:i64[3]r",            \
      GRN_E_SHAPE, "too many indices", grn_torch_index_put_spec(T(0), LIST(T(1)), 2, false, D, &spec_out.scatter))     \
    C(indices_null, grn_torch_index_shape, "no list", "input:f32[4]r", GRN_E_ARGUMENT, "indices",                      \
      grn_torch_index_shape(T(0), NULL, 1, D, &rank_out, shape_out))                                                   \
    C(indices_null_put, grn_torch_index_put, "no list", "input:f32[4]r values|updates#:f32[3]r out:f32[4]w",           \
      GRN_E_ARGUMENT, "indices", grn_torch_index_put(T(0), NULL, 1, T(1), false, NULL, T(2), D))                       \
    C(indices_null_back, grn_torch_index_backward, "no list", "grad:f32[3]r self:f32[4]r out:f32[4]w", GRN_E_ARGUMENT, \
      "indices", grn_torch_index_backward(T(0), T(1), NULL, 1, NULL, T(2), D))                                         \
    C(indices_null_put_back, grn_torch_index_put_backward, "no list", "grad:f32[4]r self_grad:f32[4]w",                \
      GRN_E_ARGUMENT, "indices", grn_torch_index_put_backward(T(0), NULL, 1, false, NULL, T(1), NULL, D))              \
    C(indices_0, grn_torch_index, "an empty list", "input:f32[4]r out:f32[4]w", GRN_E_ARGUMENT,                        \
      "indices name no dimension", grn_torch_index(T(0), NULL, 0, NULL, T(1), D))                                      \
    C(indices_last, grn_torch_index_shape, "shapes that differ, and a third of rank 44",                               \
      "input:f32[4,4,4]s indices:i64[3]s indices:i64[2]s", GRN_E_LIMIT, "rank 44", index_by(w, 3, 44))                 \
    C(indices_mask, grn_torch_index, "a mask", "input:f32[4]r indices:i1[4]r out:f32[4]w", GRN_E_UNSUPPORTED, "mask",  \
      grn_torch_index(T(0), LIST(T(1)), 1, NULL, T(2), D))                                                             \
    C(no_part, grn_torch_scatter_backward, "neither of the two is wanted", "grad:f32[4]r index:i64[3]r", GRN_OK, NULL, \
      grn_torch_scatter_backward(T(0), 0, T(1), NULL, NULL, D))                                                        \
    C(part_over_grad, grn_torch_scatter_backward, "src_grad lies over grad", "grad:f32[4]r index:i64[3]r",             \
      GRN_E_ALIAS, NULL,                                                                                               \
      grn_torch_scatter_backward(T(0), 0, T(1), NULL, &(grn_tensor){DATA(0), GRN_F32, 1, {3}, {1}}, D))                \
    C(self_beside_grad, grn_torch_scatter_backward, "self_grad lies partly over grad", "grad:f32[5]r index:i64[3]r",   \
      GRN_E_ALIAS, NULL,                                                                                               \
      grn_torch_scatter_backward(&(grn_tensor){DATA(0), GRN_F32, 1, {4}, {1}}, 0, T(1),                                \
                                 &(grn_tensor){(float *)DATA(0) + 1, GRN_F32, 1, {4}, {1}}, NULL, D))                  \
    C(in_place, grn_torch_scatter_add, "out is input", "input:f32[4]g index:i64[3]r src|updates#:f32[3]r", GRN_OK,     \
      NULL, grn_torch_scatter_add(T(0), 0, T(1), T(2), T(0), D))                                                       \
    C(out_partly, grn_torch_scatter_add, "out lies partly over input",                                                 \
      "input:f32[5]r index:i64[3]r src|updates#:f32[3]r", GRN_E_ALIAS, NULL,                                           \
      grn_torch_scatter_add(&(grn_tensor){DATA(0), GRN_F32, 1, {4}, {1}}, 0, T(1), T(2),                               \
                            &(grn_tensor){(float *)DATA(0) + 1, GRN_F32, 1, {4}, {1}}, D))

MISUSE_TABLES
MISUSE_MAIN

/* test_misuse_segment_calls.c - the misuse table of segment_calls.h. All memory is 0: no element of
 * a mask is true, every counted value is 0. */
#include "misuse.h"

static union {
    grn_scatter_spec scatter;
    grn_segment_spec segment;
} spec_out;
static int32_t rank_out;
static int64_t shape_out[GRN_MAX_RANK];
static grn_dtype dtype_out;
static const float initial = 1;
static const int64_t padding = -1;
static const misuse_pointer pointers[] = {
    {"out", &spec_out}, {"rank", &rank_out}, {"shape", shape_out}, {"dtype", &dtype_out}, {NULL, NULL},
};

#define SOURCE "input:f32[4,1]ri index:i64[3]r source|updates#:f32[3,1]r out:f32[4,1]w"
#define REDUCED                                                                           \
    "grad:f32[4]ra self:f32[4]ra index:i64[3]r source|updates#:f32[3]ra result:f32[4]ra " \
    "self_grad:f32[4]wo source_grad:f32[3]wo"
#define FILLED "input:f32[4]ri mask:i1[4]r source:f32[3]r out:f32[4]w"
#define COUNTED "input:i32[3]r out:i64[4]w"
#define BINS "input:f32[3]r out:f32[4]w"

/* Lengths that add up to 0, offsets of nothing, ids that are all 0. */
#define BY_LENGTHS "data:f32[0,2]r lengths:i64[3]r out:f32[3,2]w"
#define BY_OFFSETS "data:f32[4,2]r offsets:i32[4]r out:f32[3,2]w"
#define BY_IDS "data:f32[4,2]r segment_ids:i32[4]r out:f32[3,2]w"
#define BY_SORTED "data:f32[4,2]r segment_ids:i64[4]r out:f32[1,2]w"
#define PYG "src:f32[4,2]r index:i64[4]r out:f32[3,2]w arg_out|out:i64[3,2]wo"
#define CSR "src:f32[4,2]r indptr:i64[4]r out:f32[3,2]w arg_out|out:i64[3,2]wo"
#define FUSED "src:f32[4,2]r index:i64[4]r out:f32[4,2]w"
#define FUSED_ONE "src:f32[4,2]r index:i64[4]r out:f32[1,2]w"

#define JAX_ROW(R, reduce)                                    \
    R(jax_segment_##reduce, grn_jax_segment_##reduce, BY_IDS, \
      grn_jax_segment_##reduce(T(0), T(1), 3, GRN_JAX_FILL, AL, T(2), D))
#define TF_ROW(R, reduce) \
    R(tf_segment_##reduce, grn_tf_segment_##reduce, BY_SORTED, grn_tf_segment_##reduce(T(0), T(1), AL, T(2), D))
#define TF_UNSORTED_ROW(R, reduce)                                            \
    R(tf_unsorted_segment_##reduce, grn_tf_unsorted_segment_##reduce, BY_IDS, \
      grn_tf_unsorted_segment_##reduce(T(0), T(1), 3, AL, T(2), D))
/* clang-format off */
#define SEGMENT_ROWS(R)                                                                                                                \
    R(torch_segment_reduce, grn_torch_segment_reduce, BY_LENGTHS,                                                                      \
      grn_torch_segment_reduce(T(0), "mean", T(1), NULL, 0, false, NULL, AL, T(2), D))                                                 \
    R(torch_segment_reduce_offsets, grn_torch_segment_reduce, BY_OFFSETS,                                                              \
      grn_torch_segment_reduce(T(0), "max", NULL, T(1), -2, true, &initial, AL, T(2), D))                                              \
    R(torch_segment_reduce_shape, grn_torch_segment_reduce_shape, "data:f32[4,2]s offsets:i32[4]s",                                    \
      grn_torch_segment_reduce_shape(T(0), "sum", NULL, T(1), 0, D, Q("rank"), Q("shape")))                                            \
    R(torch_segment_reduce_spec, grn_torch_segment_reduce_spec, "data:f32[4,2]s offsets:i32[4]s",                                      \
      grn_torch_segment_reduce_spec(T(0), "amin", NULL, T(1), 0, NULL, D, Q("out")))                                                   \
    R(torch_segment_reduce_backward, grn_torch_segment_reduce_backward, "grad:f32[3,2]r data:f32[4,2]r offsets:i64[4]r out:f32[4,2]w", \
      grn_torch_segment_reduce_backward(T(0), T(1), "prod", NULL, T(2), 0, NULL, AL, T(3), D))                                         \
    JAX_ROW(R, sum)                                                                                                                    \
    JAX_ROW(R, prod)                                                                                                                   \
    JAX_ROW(R, min)                                                                                                                    \
    JAX_ROW(R, max)                                                                                                                    \
    R(jax_segment_spec, grn_jax_segment_spec, "", grn_jax_segment_spec("sum", 3, GRN_JAX_CLIP, D, Q("out")))                           \
    TF_ROW(R, sum)                                                                                                                     \
    TF_ROW(R, mean)                                                                                                                    \
    TF_ROW(R, prod)                                                                                                                    \
    TF_ROW(R, min)                                                                                                                     \
    TF_ROW(R, max)                                                                                                                     \
    R(tf_segment_shape, grn_tf_segment_shape, "data:f32[4,2]s segment_ids:i64[4]r",                                                    \
      grn_tf_segment_shape(T(0), T(1), D, Q("rank"), Q("shape")))                                                                      \
    TF_UNSORTED_ROW(R, sum)                                                                                                            \
    TF_UNSORTED_ROW(R, mean)                                                                                                           \
    TF_UNSORTED_ROW(R, prod)                                                                                                           \
    TF_UNSORTED_ROW(R, min)                                                                                                            \
    TF_UNSORTED_ROW(R, max)                                                                                                            \
    TF_UNSORTED_ROW(R, sqrt_n)                                                                                                         \
    R(pyg_scatter,  grn_pyg_scatter, PYG, grn_pyg_scatter(T(0), T(1), -2, "max", false, AL, T(2), T(3), D))                            \
    R(pyg_scatter_whole, grn_pyg_scatter, "src:f64[4,2]r index:i64[4,2]r out:f64[3,2]w",                                               \
      grn_pyg_scatter(T(0), T(1), 0, "mean", false, AL, T(2), NULL, D))                                                                \
    R(pyg_segment_coo, grn_pyg_segment_coo, PYG, grn_pyg_segment_coo(T(0), T(1), "min", false, AL, T(2), T(3), D))                     \
    R(pyg_segment_csr, grn_pyg_segment_csr, CSR, grn_pyg_segment_csr(T(0), T(1), "max", false, AL, T(2), T(3), D))                     \
    R(pyg_gather_coo, grn_pyg_gather_coo, "src:f32[4,2]r index:i64[3]r out:f32[3,2]w", grn_pyg_gather_coo(T(0), T(1), T(2), D))        \
    R(pyg_gather_csr, grn_pyg_gather_csr, "src:f32[2,2]r indptr:i64[3]r out:f32[0,2]w", grn_pyg_gather_csr(T(0), T(1), T(2), D))       \
    R(pyg_gather_csr_shape, grn_pyg_gather_csr_shape, "src:f32[2,2]s indptr:i64[3]r",                                                  \
      grn_pyg_gather_csr_shape(T(0), T(1), D, Q("rank"), Q("shape")))                                                                  \
    R(pyg_scatter_softmax, grn_pyg_scatter_softmax, FUSED, grn_pyg_scatter_softmax(T(0), T(1), 0, AL, T(2), D))                        \
    R(pyg_scatter_log_softmax, grn_pyg_scatter_log_softmax, FUSED,                                                                     \
      grn_pyg_scatter_log_softmax(T(0), T(1), 0, AL, T(2), D))                                                                         \
    R(pyg_scatter_logsumexp, grn_pyg_scatter_logsumexp, FUSED_ONE,                                                                     \
      grn_pyg_scatter_logsumexp(T(0), T(1), 0, AL, T(2), D))                                                                           \
    R(pyg_scatter_std, grn_pyg_scatter_std, FUSED_ONE, grn_pyg_scatter_std(T(0), T(1), 0, true, AL, T(2), D))                          \
    R(pyg_softmax_csr, grn_pyg_softmax_csr, "src:f32[4,2]r ptr:i64[3]r out:f32[4,2]w",                                                 \
      grn_pyg_softmax_csr(T(0), T(1), 0, AL, T(2), D))                                                                                 \
    R(dgl_segment_reduce, grn_dgl_segment_reduce, "seglen:i32[3]r value:f32[0,2]r out:f32[3,2]w arg|out:i64[3,2]wo",                   \
      grn_dgl_segment_reduce(T(0), T(1), "max", AL, T(2), T(3), D))
/* clang-format on */

/* All entries are row 0; the bags are [0], [0] and empty ones. */
#define BAG                                                                                         \
    "input|indices|indices:i64[2,3]r weight|table:f32[4,2]r per_sample_weights|weights:f32[2,3]ro " \
    "out|result:f32[2,2]w offset2bag:i64[6]wo bag_size:i64[2]wo"
#define BAG_MAX "input:i32[0]r weight:bf16[4,2]r offsets:i64[3]r out:bf16[3,2]w max_indices|arg:i64[3,2]wo"
#define BAG_BACK                                                                                                 \
    "grad|result:f32[2,2]r input|indices:i64[2,3]r weight|table:f32[4,2]r per_sample_weights|weights:f32[2,3]r " \
    "weight_grad|table_grad:f32[4,2]wo per_sample_weights_grad|weights_grad:f32[2,3]wo"
#define GSPMM                                                                                              \
    "indptr|offsets:i64[4]r indices:i32[0]r lhs|table:f32[4,2]r rhs|weights:f32[0]r out|result:f32[3,2]w " \
    "arg|out:i64[3,2]wo"

#define AT "a:f32[4,2]g indices:i64[3]r b:f32[2]r"
#define REDUCEAT "array:f32[4,2]r indices:i32[3]r out:f32[3,2]w"
#define LOOKUP "params|table:f32[4,2]r ids|indices:i64[3]r segment_ids:i32[3]r weights:f32[3]ro out|result:f32[2,2]w"

#define OTHER_ROWS(R)                                                                       \
    R(numpy_at, grn_numpy_ufunc_at, AT, grn_numpy_ufunc_at("maximum", T(0), T(1), T(2), D)) \
    R(numpy_reduceat, grn_numpy_ufunc_reduceat, REDUCEAT,                                   \
      grn_numpy_ufunc_reduceat("multiply", T(0), T(1), 0, T(2), D))                         \
    R(tf_lookup, grn_tf_embedding_lookup_sparse, LOOKUP,                                    \
      grn_tf_embedding_lookup_sparse(T(0), T(1), T(2), T(3), "sqrtn", AL, T(4), D))

#define BAG_ROWS(R)                                                                                                  \
    R(embedding_bag, grn_torch_embedding_bag, BAG,                                                                   \
      grn_torch_embedding_bag(T(0), T(1), NULL, "sum", T(2), false, NULL, T(3), T(4), T(5), NULL, D))                \
    R(embedding_bag_max, grn_torch_embedding_bag, BAG_MAX,                                                           \
      grn_torch_embedding_bag(T(0), T(1), T(2), "max", NULL, false, &padding, T(3), NULL, NULL, T(4), D))            \
    R(embedding_bag_backward, grn_torch_embedding_bag_backward, BAG_BACK,                                            \
      grn_torch_embedding_bag_backward(T(0), T(1), T(2), NULL, true, "sum", T(3), false, NULL, NULL, AL, T(4), T(5), \
                                       D))                                                                           \
    R(gspmm, grn_dgl_gspmm, GSPMM, grn_dgl_gspmm("mul", "max", T(0), T(1), T(2), T(3), T(4), T(5), D))

#define ROWS(R)                                                                                                      \
    OTHER_ROWS(R)                                                                                                    \
    BAG_ROWS(R)                                                                                                      \
    SEGMENT_ROWS(R)                                                                                                  \
    R(index_reduce, grn_torch_index_reduce, SOURCE,                                                                  \
      grn_torch_index_reduce(T(0), 0, T(1), T(2), "mean", false, AL, T(3), D))                                       \
    R(index_reduce_prod, grn_torch_index_reduce, SOURCE,                                                             \
      grn_torch_index_reduce(T(0), -2, T(1), T(2), "prod", true, AL, T(3), D))                                       \
    R(index_reduce_spec, grn_torch_index_reduce_spec, "input:f32[4]s index:i64[3]s",                                 \
      grn_torch_index_reduce_spec(T(0), 0, T(1), "amax", D, Q("out")))                                               \
    R(index_reduce_backward, grn_torch_index_reduce_backward, REDUCED,                                               \
      grn_torch_index_reduce_backward(T(0), T(1), 0, T(2), T(3), "mean", true, T(4), AL, T(5), T(6), D))             \
    R(masked_select, grn_torch_masked_select, "input:f32[4]r mask:i1[4]r out:f32[0]w",                               \
      grn_torch_masked_select(T(0), T(1), T(2), D))                                                                  \
    R(masked_select_shape, grn_torch_masked_select_shape, "input:f32[4,1]s mask:i1[4,1]r",                           \
      grn_torch_masked_select_shape(T(0), T(1), D, Q("rank"), Q("shape")))                                           \
    R(masked_select_backward, grn_torch_masked_select_backward, "grad:f32[0]r self:f32[1]s mask:i1[4]r out:f32[1]w", \
      grn_torch_masked_select_backward(T(0), T(1), T(2), AL, T(3), D))                                               \
    R(masked_scatter, grn_torch_masked_scatter, FILLED, grn_torch_masked_scatter(T(0), T(1), T(2), T(3), D))         \
    R(masked_scatter_shape, grn_torch_masked_scatter_shape, "input:f32[4]s mask:i1[4]s",                             \
      grn_torch_masked_scatter_shape(T(0), T(1), D, Q("rank"), Q("shape")))                                          \
    R(masked_scatter_backward, grn_torch_masked_scatter_backward,                                                    \
      "grad:f32[4]ri mask:i1[4]r self_grad:f32[4]wo source_grad:f32[3]wo",                                           \
      grn_torch_masked_scatter_backward(T(0), T(1), T(2), T(3), D))                                                  \
    R(bincount, grn_torch_bincount, COUNTED, grn_torch_bincount(T(0), NULL, 4, T(1), D))                             \
    R(bincount_weights, grn_torch_bincount, "input:i64[3]r weights:f16[3]ro out:f64[1]w",                            \
      grn_torch_bincount(T(0), T(1), 0, T(2), D))                                                                    \
    R(bincount_shape, grn_torch_bincount_shape, "input:i32[3]r weights:f32[3]so",                                    \
      grn_torch_bincount_shape(T(0), T(1), 4, D, Q("dtype"), Q("rank"), Q("shape")))                                 \
    R(histc, grn_torch_histc, BINS, grn_torch_histc(T(0), 4, 0, 3, AL, T(1), D))                                     \
    R(histc_range, grn_torch_histc, "input:bf16[3,1]r out:bf16[4]w", grn_torch_histc(T(0), 4, 0, 0, AL, T(1), D))

#define CASES(C)                                                                                                     \
    C(at_word, grn_numpy_ufunc_at, "no such ufunc", AT, GRN_E_ARGUMENT, "hypot",                                     \
      grn_numpy_ufunc_at("hypot", T(0), T(1), T(2), D))                                                              \
    C(reduceat_word, grn_numpy_ufunc_reduceat, "of bits", REDUCEAT, GRN_E_ARGUMENT, "bitwise_and",                   \
      grn_numpy_ufunc_reduceat("bitwise_and", T(0), T(1), 0, T(2), D))                                               \
    C(lookup_word, grn_tf_embedding_lookup_sparse, "no such combiner", LOOKUP, GRN_E_ARGUMENT, "got max",            \
      grn_tf_embedding_lookup_sparse(T(0), T(1), T(2), T(3), "max", AL, T(4), D))                                    \
    C(bag_mode, grn_torch_embedding_bag, "no such mode", BAG_MAX, GRN_E_ARGUMENT, "sum, mean or max",                \
      grn_torch_embedding_bag(T(0), T(1), T(2), "min", NULL, false, NULL, T(3), NULL, NULL, NULL, D))                \
    C(bag_padding, grn_torch_embedding_bag, "padding beyond the table", BAG_MAX, GRN_E_ARGUMENT, "-4 through 3",     \
      grn_torch_embedding_bag(T(0), T(1), T(2), "sum", NULL, false, &(int64_t){4}, T(3), NULL, NULL, NULL, D))       \
    C(bag_none, grn_torch_embedding_bag, "no offsets", BAG_MAX, GRN_E_ARGUMENT, "offsets has to be",                 \
      grn_torch_embedding_bag(T(0), T(1), NULL, "sum", NULL, false, NULL, T(3), NULL, NULL, NULL, D))                \
    C(gspmm_op, grn_dgl_gspmm, "no such op", GSPMM, GRN_E_ARGUMENT, "dot",                                           \
      grn_dgl_gspmm("dot", "sum", T(0), T(1), T(2), T(3), T(4), NULL, D))                                            \
    C(segment_word, grn_pyg_segment_csr, "no such word", CSR, GRN_E_ARGUMENT, "mul",                                 \
      grn_pyg_segment_csr(T(0), T(1), "mul", false, AL, T(2), T(3), D))                                              \
    C(segment_no_word, grn_dgl_segment_reduce, "no word", "seglen:i32[3]r value:f32[0,2]r out:f32[3,2]w",            \
      GRN_E_ARGUMENT, "NULL", grn_dgl_segment_reduce(T(0), T(1), NULL, AL, T(2), NULL, D))                           \
    C(segment_neither, grn_torch_segment_reduce, "neither lengths nor offsets", BY_LENGTHS, GRN_E_ARGUMENT,          \
      "Either lengths or offsets must be defined",                                                                   \
      grn_torch_segment_reduce(T(0), "sum", NULL, NULL, 0, false, NULL, AL, T(2), D))                                \
    C(segments_least, grn_jax_segment_sum, "num_segments -2^63", BY_IDS, GRN_E_ARGUMENT, "num_segments",             \
      grn_jax_segment_sum(T(0), T(1), INT64_MIN, GRN_JAX_FILL, AL, T(2), D))                                         \
    C(segments_most, grn_tf_unsorted_segment_max, "num_segments 2^63 - 1", BY_IDS, GRN_E_SHAPE, "out",               \
      grn_tf_unsorted_segment_max(T(0), T(1), INT64_MAX, AL, T(2), D))                                               \
    C(segment_mode, grn_jax_segment_spec, "mode 77", "", GRN_E_ARGUMENT, "mode is 77",                               \
      grn_jax_segment_spec("sum", 3, (grn_jax_mode)77, D, &spec_out.segment))                                        \
    C(segment_arg, grn_pyg_scatter, "arg of a sum", PYG, GRN_E_ARGUMENT, "arg_out",                                  \
      grn_pyg_scatter(T(0), T(1), 0, "sum", false, AL, T(2), T(3), D))                                               \
    C(segment_dim, grn_pyg_scatter_softmax, "dim 2", FUSED, GRN_E_ARGUMENT, "2",                                     \
      grn_pyg_scatter_softmax(T(0), T(1), 2, AL, T(2), D))                                                           \
                                                                                                                     \
    C(dim_least, grn_torch_index_reduce, "dim -2^63", SOURCE, GRN_E_ARGUMENT, "-9223372036854775808",                \
      grn_torch_index_reduce(T(0), INT64_MIN, T(1), T(2), "prod", true, AL, T(3), D))                                \
    C(no_reduce, grn_torch_index_reduce, "no reduction", SOURCE, GRN_E_ARGUMENT, "got None",                         \
      grn_torch_index_reduce(T(0), 0, T(1), T(2), NULL, true, AL, T(3), D))                                          \
    C(bins_least, grn_torch_histc, "bins -2^63", BINS, GRN_E_ARGUMENT, "-9223372036854775808",                       \
      grn_torch_histc(T(0), INT64_MIN, 0, 3, AL, T(1), D))                                                           \
    C(bins_most, grn_torch_histc, "bins 2^63 - 1", BINS, GRN_E_SHAPE, "out",                                         \
      grn_torch_histc(T(0), INT64_MAX, 0, 3, AL, T(1), D))                                                           \
    C(minlength_least, grn_torch_bincount, "minlength -2^63", COUNTED, GRN_E_ARGUMENT, "minlength should be >= 0",   \
      grn_torch_bincount(T(0), NULL, INT64_MIN, T(1), D))                                                            \
    C(minlength_most, grn_torch_bincount, "minlength 2^63 - 1", COUNTED, GRN_E_SHAPE, "out",                         \
      grn_torch_bincount(T(0), NULL, INT64_MAX, T(1), D))                                                            \
    C(none, grn_torch_masked_scatter_backward, "no gradient is asked for", "grad:f32[4]r mask:i1[4]r", GRN_OK, NULL, \
      grn_torch_masked_scatter_backward(T(0), T(1), NULL, NULL, D))

MISUSE_TABLES
MISUSE_MAIN

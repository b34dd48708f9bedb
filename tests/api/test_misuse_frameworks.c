/* test_misuse_frameworks.c - the misuse table of ONNX's, TensorFlow's and JAX's calls in
 * frameworks.h, and of nvl.h. */
#include "misuse.h"

static union {
    grn_gather_spec gather;
    grn_scatter_spec scatter;
} spec_out;
static int32_t rank_out;
static int64_t shape_out[GRN_MAX_RANK];
static unsigned char element[16];
/* result[i] = operand[indices[i,0]] */
static const grn_dimension_numbers numbers = {.collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}};
static const grn_dims sizes = {1, {1}};
static const misuse_pointer pointers[] = {
    {"out", &spec_out},      {"rank", &rank_out},  {"shape", shape_out}, {"dimension_numbers", &numbers},
    {"slice_sizes", &sizes}, {"element", element}, {NULL, NULL},
};

static grn_status jax_with(world *w, void (*spoil)(grn_dimension_numbers *))
{
    grn_dimension_numbers n = numbers;
    spoil(&n);
    return grn_jax_gather(T(0), T(1), &n, &sizes, false, false, GRN_JAX_CLIP, NULL, T(2), D);
}
static void collapsed_99(grn_dimension_numbers *n) { n->collapsed_slice_dims.count = 99; }
static void collapsed_below(grn_dimension_numbers *n) { n->collapsed_slice_dims.count = -1; }
static void map_most(grn_dimension_numbers *n) { n->start_index_map.count = INT32_MAX; }
static void far_dim(grn_dimension_numbers *n) { n->collapsed_slice_dims.v[0] = INT64_MAX; }

/* nvl's lists count from 1. */
static const grn_dims list_1 = {1, {1}}, list_99 = {99, {1}}, list_below = {-1, {1}}, list_far = {1, {INT64_MIN}};
static const grn_nvl_update bad_update = {.combiner = (grn_combiner)42}, no_region = {.combiner = GRN_COMBINE_REGION};

#define NVL_GATHER_DIMS NULL, &list_1, NULL, NULL, &list_1, 2, false, false
#define NVL_SCATTER_DIMS NULL, &list_1, NULL, NULL, &list_1, 2, false, false

#define ONNX_GATHER "data:f32[4]r indices:i64[3]r out:f32[3]w"
#define ONNX_SHAPE "data:f32[4]s indices:i64[3]s"
#define ONNX_ND "data:f32[4,1]r indices:i64[3,1]r out:f32[3,1]w"
#define ONNX_ND_SHAPE "data:f32[4]s indices:i64[3,1]s"
#define ONNX_SCATTER "data:f32[4]ri indices:i64[3]r updates:f32[3]r out:f32[4]w"
#define ONNX_SCATTER_ND "data:f32[4,1]ri indices:i64[3,1]r updates:f32[3,1]r out:f32[4,1]w"
#define TF_GATHER "params:f32[4,1]r indices:i32[3]r out:f32[3,1]w"
#define TF_SHAPE "params:f32[4,1]s indices:i32[3]s"
#define TF_ND "params:f32[4]r indices:i64[3,1]r out:f32[3]w"
#define TF_ND_SHAPE "params:f32[4]s indices:i64[3,1]s"
#define TF_SCATTER "tensor:f32[4]ri indices:i32[3,1]r updates:f32[3]r out:f32[4]w"
#define TF_SCATTER_SHAPE "tensor:f32[4]s indices:i32[3,1]s"
#define JAX_GATHER "operand:f32[4]r start_indices:i32[3,1]r out|result:f32[3]w"
#define JAX_SHAPE "operand:f32[4]s start_indices:i32[3,1]s"
#define JAX_SCATTER "operand|inputs#:f32[4]ri scatter_indices:i32[3,1]r updates:f32[3]r out|results#:f32[4]w"
#define JAX_SCATTER_SHAPE "operand|inputs#:f32[4]s scatter_indices:i32[3,1]s updates:f32[3]s"
#define NVL_GATHER "operand:f32[4]r start_indices:i32[3]r out|result:f32[3]w"
#define NVL_SHAPE "operand:f32[4]s start_indices:i32[3]s"
#define NVL_SCATTER "input:f32[4]ri scatter_indices:i32[3]r update:f32[3]r out|results#:f32[4]w"
#define NVL_SCATTER_SHAPE "input:f32[4]s scatter_indices:i32[3]s update:f32[3]s"
#define NVL_GATHER_GRAD "operand:f32[4]s start_indices:i32[3]r grad|updates#:f32[3]r out:f32[4]w"
#define NVL_SCATTER_GRAD \
    "input:f32[4]s scatter_indices:i32[3]r update:f32[3]s grad:f32[4]r input_grad:f32[4]w update_grad:f32[3]w"

#define TF_SCATTER_ROWS(R, name)                                                  \
    R(tf_##name, grn_tf_tensor_scatter_nd_##name, TF_SCATTER,                     \
      grn_tf_tensor_scatter_nd_##name(T(0), T(1), T(2), T(3), D))                 \
    R(tf_##name##_spec, grn_tf_tensor_scatter_nd_##name##_spec, TF_SCATTER_SHAPE, \
      grn_tf_tensor_scatter_nd_##name##_spec(T(0), T(1), D, Q("out")))
#define JAX_SCATTER_ROWS(R, name)                                                                    \
    R(jax_##name, grn_jax_##name, JAX_SCATTER,                                                       \
      grn_jax_##name(T(0), T(1), T(2), Q("dimension_numbers"), false, false, GRN_JAX_FILL, T(3), D)) \
    R(jax_##name##_spec, grn_jax_##name##_spec, JAX_SCATTER_SHAPE,                                   \
      grn_jax_##name##_spec(T(0), T(1), T(2), Q("dimension_numbers"), false, false, GRN_JAX_CLIP, D, Q("out")))

/* clang-format off */
#define ROWS(R)                                                                                                             \
    R(onnx_gather, grn_onnx_gather, ONNX_GATHER, grn_onnx_gather(T(0), T(1), 0, T(2), D))                                   \
    R(onnx_gather_shape, grn_onnx_gather_shape, ONNX_SHAPE, grn_onnx_gather_shape(T(0), T(1), 0, D, Q("rank"), Q("shape"))) \
    R(onnx_gather_spec, grn_onnx_gather_spec, ONNX_SHAPE, grn_onnx_gather_spec(T(0), T(1), -1, D, Q("out")))                \
    R(onnx_elements, grn_onnx_gather_elements, ONNX_GATHER, grn_onnx_gather_elements(T(0), T(1), 0, T(2), D))               \
    R(onnx_elements_shape, grn_onnx_gather_elements_shape, ONNX_SHAPE, grn_onnx_gather_elements_shape(T(0), T(1), 0, D, Q("rank"), Q("shape"))) \
    R(onnx_elements_spec, grn_onnx_gather_elements_spec, ONNX_SHAPE, grn_onnx_gather_elements_spec(T(0), T(1), 0, D, Q("out"))) \
    R(onnx_nd, grn_onnx_gather_nd, ONNX_ND, grn_onnx_gather_nd(T(0), T(1), 0, T(2), D))                                     \
    R(onnx_nd_shape, grn_onnx_gather_nd_shape, ONNX_ND_SHAPE, grn_onnx_gather_nd_shape(T(0), T(1), 0, D, Q("rank"), Q("shape"))) \
    R(onnx_nd_spec, grn_onnx_gather_nd_spec, ONNX_ND_SHAPE, grn_onnx_gather_nd_spec(T(0), T(1), 0, D, Q("out")))            \
    R(onnx_scatter_elements, grn_onnx_scatter_elements, ONNX_SCATTER, grn_onnx_scatter_elements(T(0), T(1), T(2), 0, "add", T(3), D)) \
    R(onnx_scatter_elements_spec, grn_onnx_scatter_elements_spec, ONNX_SHAPE, grn_onnx_scatter_elements_spec(T(0), T(1), 0, NULL, D, Q("out"))) \
    R(onnx_scatter_nd, grn_onnx_scatter_nd, ONNX_SCATTER_ND, grn_onnx_scatter_nd(T(0), T(1), T(2), NULL, T(3), D))          \
    R(onnx_scatter_nd_spec, grn_onnx_scatter_nd_spec, ONNX_ND_SHAPE, grn_onnx_scatter_nd_spec(T(0), T(1), "max", D, Q("out"))) \
    R(tf_gather, grn_tf_gather, TF_GATHER, grn_tf_gather(T(0), T(1), 0, 0, T(2), D))                                        \
    R(tf_gather_shape, grn_tf_gather_shape, TF_SHAPE, grn_tf_gather_shape(T(0), T(1), 0, 0, D, Q("rank"), Q("shape")))      \
    R(tf_gather_spec, grn_tf_gather_spec, TF_SHAPE, grn_tf_gather_spec(T(0), T(1), 0, 0, D, Q("out")))                      \
    R(tf_gather_nd, grn_tf_gather_nd, TF_ND, grn_tf_gather_nd(T(0), T(1), 0, T(2), D))                                      \
    R(tf_gather_nd_shape, grn_tf_gather_nd_shape, TF_ND_SHAPE, grn_tf_gather_nd_shape(T(0), T(1), 0, D, Q("rank"), Q("shape"))) \
    R(tf_gather_nd_spec, grn_tf_gather_nd_spec, TF_ND_SHAPE, grn_tf_gather_nd_spec(T(0), T(1), 0, D, Q("out")))             \
    TF_SCATTER_ROWS(R, update) TF_SCATTER_ROWS(R, add) TF_SCATTER_ROWS(R, sub) TF_SCATTER_ROWS(R, min) TF_SCATTER_ROWS(R, max) \
    R(jax_gather, grn_jax_gather, JAX_GATHER, grn_jax_gather(T(0), T(1), Q("dimension_numbers"), Q("slice_sizes"), false, false, GRN_JAX_FILL, NULL, T(2), D)) \
    R(jax_gather_fill, grn_jax_gather, JAX_GATHER, grn_jax_gather(T(0), T(1), &numbers, &sizes, true, false, GRN_JAX_FILL, element, T(2), D)) \
    R(jax_gather_shape, grn_jax_gather_shape, JAX_SHAPE, grn_jax_gather_shape(T(0), T(1), Q("dimension_numbers"), Q("slice_sizes"), D, Q("rank"), Q("shape"))) \
    R(jax_gather_spec, grn_jax_gather_spec, JAX_SHAPE,                                                                      \
      grn_jax_gather_spec(T(0), T(1), Q("dimension_numbers"), Q("slice_sizes"), false, false, GRN_JAX_PROMISE, NULL, D, Q("out"))) \
    R(jax_default_fill, grn_jax_default_fill, "", grn_jax_default_fill(GRN_F32, Q("element")))                              \
    JAX_SCATTER_ROWS(R, scatter) JAX_SCATTER_ROWS(R, scatter_add) JAX_SCATTER_ROWS(R, scatter_mul)                          \
    JAX_SCATTER_ROWS(R, scatter_min) JAX_SCATTER_ROWS(R, scatter_max)                                                       \
    R(nvl_gather, grn_nvl_gather, NVL_GATHER, grn_nvl_gather(T(0), T(1), Q("slice_sizes"), NVL_GATHER_DIMS, T(2), D))       \
    R(nvl_gather_spec, grn_nvl_gather_spec, NVL_SHAPE, grn_nvl_gather_spec(T(0), T(1), Q("slice_sizes"), NVL_GATHER_DIMS, D, Q("out"))) \
    R(nvl_gather_shape, grn_nvl_gather_shape, NVL_SHAPE,                                                                    \
      grn_nvl_gather_shape(T(0), T(1), Q("slice_sizes"), NULL, &list_1, NULL, NULL, &list_1, 2, D, Q("rank"), Q("shape")))  \
    R(nvl_gather_grad, grn_nvl_gather_grad, NVL_GATHER_GRAD, grn_nvl_gather_grad(T(0), T(1), Q("slice_sizes"), NVL_GATHER_DIMS, T(2), T(3), D)) \
    R(nvl_scatter, grn_nvl_scatter, NVL_SCATTER, grn_nvl_scatter(T(0), T(1), T(2), NVL_SCATTER_DIMS, NULL, T(3), D))        \
    R(nvl_scatter_spec, grn_nvl_scatter_spec, NVL_SCATTER_SHAPE, grn_nvl_scatter_spec(T(0), T(1), T(2), NVL_SCATTER_DIMS, NULL, D, Q("out"))) \
    R(nvl_scatter_grad, grn_nvl_scatter_grad, NVL_SCATTER_GRAD, grn_nvl_scatter_grad(T(0), T(1), T(2), NVL_SCATTER_DIMS, NULL, T(3), AL, T(4), T(5), D))
/* clang-format on */

#define CASES(C)                                                                                                      \
    C(onnx_axis_least, grn_onnx_gather, "axis -2^63", ONNX_GATHER, GRN_E_ARGUMENT, "axis",                            \
      grn_onnx_gather(T(0), T(1), INT64_MIN, T(2), D))                                                                \
    C(onnx_axis_most, grn_onnx_gather_elements_spec, "axis 2^63 - 1", ONNX_GATHER, GRN_E_ARGUMENT, "axis",            \
      grn_onnx_gather_elements_spec(T(0), T(1), INT64_MAX, D, &spec_out.gather))                                      \
    C(onnx_batch_least, grn_onnx_gather_nd, "batch_dims -2^63", ONNX_ND, GRN_E_ARGUMENT, "batch_dims",                \
      grn_onnx_gather_nd(T(0), T(1), INT64_MIN, T(2), D))                                                             \
    C(onnx_batch_most, grn_onnx_gather_nd_shape, "batch_dims 2^63 - 1", ONNX_ND, GRN_E_ARGUMENT, "batch_dims",        \
      grn_onnx_gather_nd_shape(T(0), T(1), INT64_MAX, D, &rank_out, shape_out))                                       \
    C(onnx_vectors, grn_onnx_gather_nd_shape, "vectors of 2^62 coordinates",                                          \
      "data:f32[4]s indices:i64[0,4611686018427387904]s", GRN_E_SHAPE, "last dimension of indices",                   \
      grn_onnx_gather_nd_shape(T(0), T(1), 0, D, &rank_out, shape_out))                                               \
    C(onnx_reduction, grn_onnx_scatter_nd, "a reduction of no meaning", ONNX_SCATTER_ND, GRN_E_ARGUMENT, "reduction", \
      grn_onnx_scatter_nd(T(0), T(1), T(2), "", T(3), D))                                                             \
    C(onnx_result, grn_onnx_gather_shape, "a result of 2^63 bytes",                                                   \
      "data:f32[1,2097152]s indices:i64[1099511627776]s", GRN_E_LIMIT, "result",                                      \
      grn_onnx_gather_shape(T(0), T(1), 0, D, &rank_out, shape_out))                                                  \
    C(tf_axis_least, grn_tf_gather, "axis -2^63", TF_GATHER, GRN_E_ARGUMENT, "axis",                                  \
      grn_tf_gather(T(0), T(1), INT64_MIN, 0, T(2), D))                                                               \
    C(tf_axis_most, grn_tf_gather_spec, "axis 2^63 - 1", TF_GATHER, GRN_E_ARGUMENT, "axis",                           \
      grn_tf_gather_spec(T(0), T(1), INT64_MAX, 0, D, &spec_out.gather))                                              \
    C(tf_batch_least, grn_tf_gather_shape, "batch_dims -2^63", TF_GATHER, GRN_E_ARGUMENT, "batch_dims",               \
      grn_tf_gather_shape(T(0), T(1), 0, INT64_MIN, D, &rank_out, shape_out))                                         \
    C(tf_batch_most, grn_tf_gather_nd, "batch_dims 2^63 - 1", TF_ND, GRN_E_ARGUMENT, "batch_dims",                    \
      grn_tf_gather_nd(T(0), T(1), INT64_MAX, T(2), D))                                                               \
    C(jax_mode_3, grn_jax_gather, "mode 3", JAX_GATHER, GRN_E_ARGUMENT, "mode is 3",                                  \
      grn_jax_gather(T(0), T(1), &numbers, &sizes, false, false, GRN_JAX_MODE_COUNT, NULL, T(2), D))                  \
    C(jax_mode_below, grn_jax_scatter, "mode -1", JAX_SCATTER, GRN_E_ARGUMENT, "mode is -1",                          \
      grn_jax_scatter(T(0), T(1), T(2), &numbers, false, false, (grn_jax_mode)-1, T(3), D))                           \
    C(jax_collapsed_99, grn_jax_gather, "count 99", JAX_GATHER, GRN_E_ARGUMENT, "collapsed_slice_dims has count 99",  \
      jax_with(w, collapsed_99))                                                                                      \
    C(jax_collapsed_below, grn_jax_gather, "count -1", JAX_GATHER, GRN_E_ARGUMENT,                                    \
      "collapsed_slice_dims has count -1", jax_with(w, collapsed_below))                                              \
    C(jax_map_most, grn_jax_gather, "count 2^31 - 1", JAX_GATHER, GRN_E_ARGUMENT, "start_index_map has count",        \
      jax_with(w, map_most))                                                                                          \
    C(jax_far, grn_jax_gather, "dimension 2^63 - 1", JAX_GATHER, GRN_E_SHAPE, "collapsed_slice_dims[0]",              \
      jax_with(w, far_dim))                                                                                           \
    C(jax_sizes_99, grn_jax_gather_shape, "count 99", JAX_GATHER, GRN_E_ARGUMENT, "slice_sizes has count 99",         \
      grn_jax_gather_shape(T(0), T(1), &numbers, &list_99, D, &rank_out, shape_out))                                  \
    C(jax_fill_dtype, grn_jax_default_fill, "no dtype", "", GRN_E_DTYPE, NULL,                                        \
      grn_jax_default_fill((grn_dtype)99, element))                                                                   \
    C(nvl_list_99, grn_nvl_gather, "count 99", NVL_GATHER, GRN_E_ARGUMENT, "offset_dims has count 99",                \
      grn_nvl_gather(T(0), T(1), &sizes, &list_99, &list_1, NULL, NULL, &list_1, 2, false, false, T(2), D))           \
    C(nvl_list_below, grn_nvl_gather_spec, "count -1", NVL_GATHER, GRN_E_ARGUMENT, "start_index_map has count -1",    \
      grn_nvl_gather_spec(T(0), T(1), &sizes, NULL, &list_1, NULL, NULL, &list_below, 2, false, false, D,             \
                          &spec_out.gather))                                                                          \
    C(nvl_far, grn_nvl_gather_shape, "dimension -2^63", NVL_GATHER, GRN_E_SHAPE, "collapsed_slice_dims",              \
      grn_nvl_gather_shape(T(0), T(1), &sizes, NULL, &list_far, NULL, NULL, &list_1, 2, D, &rank_out, shape_out))     \
    C(nvl_sizes_99, grn_nvl_gather, "count 99", NVL_GATHER, GRN_E_ARGUMENT, "slice_sizes has count 99",               \
      grn_nvl_gather(T(0), T(1), &list_99, NVL_GATHER_DIMS, T(2), D))                                                 \
    C(nvl_vector_least, grn_nvl_gather, "index_vector_dim -2^63", NVL_GATHER, GRN_E_ARGUMENT, "index_vector_dim",     \
      grn_nvl_gather(T(0), T(1), &sizes, NULL, &list_1, NULL, NULL, &list_1, INT64_MIN, false, false, T(2), D))       \
    C(nvl_vector_most, grn_nvl_scatter, "index_vector_dim 2^63 - 1", NVL_SCATTER, GRN_E_ARGUMENT, "index_vector_dim", \
      grn_nvl_scatter(T(0), T(1), T(2), NULL, &list_1, NULL, NULL, &list_1, INT64_MAX, false, false, NULL, T(3), D))  \
    C(nvl_combiner, grn_nvl_scatter, "combiner 42", NVL_SCATTER, GRN_E_ARGUMENT, "combiner is 42",                    \
      grn_nvl_scatter(T(0), T(1), T(2), NVL_SCATTER_DIMS, &bad_update, T(3), D))                                      \
    C(nvl_region, grn_nvl_scatter_spec, "a region without a function", NVL_SCATTER, GRN_E_ARGUMENT, "region",         \
      grn_nvl_scatter_spec(T(0), T(1), T(2), NVL_SCATTER_DIMS, &no_region, D, &spec_out.scatter))                     \
    C(nvl_grad_combiner, grn_nvl_scatter_grad, "combiner 42", NVL_SCATTER_GRAD, GRN_E_ARGUMENT, "combiner is 42",     \
      grn_nvl_scatter_grad(T(0), T(1), T(2), NVL_SCATTER_DIMS, &bad_update, T(3), NULL, T(4), T(5), D))

MISUSE_TABLES
MISUSE_MAIN

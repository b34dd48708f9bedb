/*
 * test_call_arguments.c - every call of every framework, and every shape and spec of one, given
 * arguments that do not fit.
 *
 * A row is a call that is right. Each of its tensors is then changed in each way of a table: the
 * answer may be either, but where it is no, an error is reported, the same status comes without a
 * diag, and no byte of an output was written. What is no view at all is always refused. Memory that
 * a call asks for is refused at each request.
 */
#include "frameworks_test.h"
#include "support/refuser.h"
#include "support/share.h"

enum { MOST_TENSORS = 6, BUFFER_BYTES = 512 };

/* Where the calls find what is no tensor. */
static const grn_allocator *memory;
static int32_t rank_out;
static int64_t shape_out[GRN_MAX_RANK];
static grn_gather_spec gather_spec;
static grn_scatter_spec scatter_spec;
static const int64_t one = 1;

#define CALL(name, ...) \
    static grn_status name(const grn_tensor *const *t, const grn_diag *d) { return __VA_ARGS__; }
#define SHAPE d, &rank_out, shape_out
#define GATHER d, &gather_spec
#define SCATTER d, &scatter_spec

/* ---- calls ----------------------------------------------------------------------------------- */

CALL(t_gather, grn_torch_gather(t[0], 1, t[1], t[2], d))
CALL(t_gather_shape, grn_torch_gather_shape(t[0], 1, t[1], SHAPE))
CALL(t_gather_spec, grn_torch_gather_spec(t[0], 1, t[1], GATHER))
CALL(t_select, grn_torch_index_select(t[0], 0, t[1], t[2], d))
CALL(t_select_shape, grn_torch_index_select_shape(t[0], 0, t[1], SHAPE))
CALL(t_select_spec, grn_torch_index_select_spec(t[0], 0, t[1], GATHER))
CALL(t_along, grn_torch_take_along_dim(t[0], t[1], &one, memory, t[2], d))
CALL(t_along_flat, grn_torch_take_along_dim(t[0], t[1], NULL, memory, t[2], d))
CALL(t_along_shape, grn_torch_take_along_dim_shape(t[0], t[1], &one, SHAPE))
CALL(t_along_flat_shape, grn_torch_take_along_dim_shape(t[0], t[1], NULL, SHAPE))
CALL(t_along_spec, grn_torch_take_along_dim_spec(t[0], t[1], &one, GATHER))
CALL(t_along_flat_spec, grn_torch_take_along_dim_spec(t[0], t[1], NULL, GATHER))
CALL(t_embedding, grn_torch_embedding(t[0], t[1], t[2], d))
CALL(t_embedding_shape, grn_torch_embedding_shape(t[0], t[1], SHAPE))
CALL(t_embedding_spec, grn_torch_embedding_spec(t[0], t[1], GATHER))
CALL(t_take, grn_torch_take(t[0], t[1], memory, t[2], d))
CALL(t_take_shape, grn_torch_take_shape(t[0], t[1], SHAPE))
CALL(t_take_spec, grn_torch_take_spec(t[0], t[1], GATHER))
CALL(t_scatter, grn_torch_scatter(t[0], 1, t[1], t[2], NULL, t[3], d))
CALL(t_scatter_times, grn_torch_scatter(t[0], 1, t[1], t[2], "multiply", t[3], d))
CALL(t_scatter_value, grn_torch_scatter_value(t[0], 1, t[1], &(double){2}, "add", t[2], d))
CALL(t_scatter_add, grn_torch_scatter_add(t[0], 1, t[1], t[2], t[3], d))
CALL(t_scatter_spec, grn_torch_scatter_spec(t[0], 1, t[1], "add", SCATTER))
CALL(t_mean, grn_torch_scatter_reduce(t[0], 1, t[1], t[2], "mean", false, memory, t[3], d))
CALL(t_amin, grn_torch_scatter_reduce(t[0], 1, t[1], t[2], "amin", true, memory, t[3], d))
CALL(t_mean_spec, grn_torch_scatter_reduce_spec(t[0], 1, t[1], "mean", SCATTER))
CALL(t_index_add, grn_torch_index_add(t[0], 0, t[1], t[2], &(float){2}, t[3], d))
CALL(t_index_add_spec, grn_torch_index_add_spec(t[0], 0, t[1], SCATTER))
CALL(t_index_copy, grn_torch_index_copy(t[0], 0, t[1], t[2], t[3], d))
CALL(t_index_copy_spec, grn_torch_index_copy_spec(t[0], 0, t[1], SCATTER))
#define TWO_INDICES ((const grn_tensor *const[]){t[1], t[2]}), 2
CALL(t_index, grn_torch_index(t[0], TWO_INDICES, memory, t[3], d))
CALL(t_index_shape, grn_torch_index_shape(t[0], TWO_INDICES, SHAPE))
CALL(t_index_spec, grn_torch_index_spec(t[0], TWO_INDICES, GATHER))
CALL(t_index_disjoint, grn_torch_index(t[0], ((const grn_tensor *const[]){t[1], NULL, t[2]}), 3, memory, t[3], d))
CALL(t_put, grn_torch_index_put(t[0], TWO_INDICES, t[3], false, memory, t[4], d))
CALL(t_put_spec, grn_torch_index_put_spec(t[0], TWO_INDICES, true, SCATTER))
CALL(t_gather_grad, grn_torch_gather_backward(t[0], t[1], 1, t[2], t[3], d))
CALL(t_select_grad, grn_torch_index_select_backward(t[0], t[1], 0, t[2], t[3], d))
CALL(t_along_grad, grn_torch_take_along_dim_backward(t[0], t[1], t[2], &one, memory, t[3], d))
CALL(t_along_flat_grad, grn_torch_take_along_dim_backward(t[0], t[1], t[2], NULL, memory, t[3], d))
CALL(t_embedding_grad, grn_torch_embedding_dense_backward(t[0], t[1], 2, 1, true, memory, t[2], d))
CALL(t_index_grad, grn_torch_index_backward(t[0], t[1], ((const grn_tensor *const[]){t[2]}), 1, memory, t[3], d))
CALL(t_take_grad, grn_torch_take_backward(t[0], t[1], t[2], memory, t[3], d))
CALL(t_scatter_grad, grn_torch_scatter_backward(t[0], 1, t[1], t[2], t[3], d))
CALL(t_scatter_add_grad, grn_torch_scatter_add_backward(t[0], 1, t[1], t[2], t[3], d))
CALL(t_amax_grad,
     grn_torch_scatter_reduce_backward(t[0], t[1], 1, t[2], t[3], "amax", true, t[4], memory, t[5], NULL, d))
CALL(t_prod_grad,
     grn_torch_scatter_reduce_backward(t[0], t[1], 1, t[2], t[3], "prod", false, t[4], memory, NULL, t[5], d))
CALL(t_index_add_grad, grn_torch_index_add_backward(t[0], 0, t[1], &(float){2}, t[2], t[3], d))
CALL(t_index_copy_grad, grn_torch_index_copy_backward(t[0], 0, t[1], t[2], t[3], d))
CALL(t_put_grad,
     grn_torch_index_put_backward(t[0], ((const grn_tensor *const[]){t[1]}), 1, false, memory, t[2], t[3], d))

CALL(o_gather, grn_onnx_gather(t[0], t[1], 0, t[2], d))
CALL(o_gather_shape, grn_onnx_gather_shape(t[0], t[1], 0, SHAPE))
CALL(o_gather_spec, grn_onnx_gather_spec(t[0], t[1], 0, GATHER))
CALL(o_elements, grn_onnx_gather_elements(t[0], t[1], 1, t[2], d))
CALL(o_elements_shape, grn_onnx_gather_elements_shape(t[0], t[1], 1, SHAPE))
CALL(o_elements_spec, grn_onnx_gather_elements_spec(t[0], t[1], 1, GATHER))
CALL(o_nd, grn_onnx_gather_nd(t[0], t[1], 1, t[2], d))
CALL(o_nd_shape, grn_onnx_gather_nd_shape(t[0], t[1], 1, SHAPE))
CALL(o_nd_spec, grn_onnx_gather_nd_spec(t[0], t[1], 1, GATHER))
CALL(o_scatter, grn_onnx_scatter_elements(t[0], t[1], t[2], 1, "max", t[3], d))
CALL(o_scatter_spec, grn_onnx_scatter_elements_spec(t[0], t[1], 1, "mul", SCATTER))
CALL(o_scatter_nd, grn_onnx_scatter_nd(t[0], t[1], t[2], "add", t[3], d))
CALL(o_scatter_nd_spec, grn_onnx_scatter_nd_spec(t[0], t[1], "none", SCATTER))

CALL(f_gather, grn_tf_gather(t[0], t[1], 1, 1, t[2], d))
CALL(f_gather_shape, grn_tf_gather_shape(t[0], t[1], 1, 1, SHAPE))
CALL(f_gather_spec, grn_tf_gather_spec(t[0], t[1], 1, 1, GATHER))
CALL(f_nd, grn_tf_gather_nd(t[0], t[1], 1, t[2], d))
CALL(f_nd_shape, grn_tf_gather_nd_shape(t[0], t[1], 1, SHAPE))
CALL(f_nd_spec, grn_tf_gather_nd_spec(t[0], t[1], 1, GATHER))
#define TF_CALLS(name)                                                         \
    CALL(f_##name, grn_tf_tensor_scatter_nd_##name(t[0], t[1], t[2], t[3], d)) \
    CALL(f_##name##_spec, grn_tf_tensor_scatter_nd_##name##_spec(t[0], t[1], SCATTER))
GRN_TF_SCATTERS(TF_CALLS)

/* Rows of a [2, 3]: x[i]. */
static const grn_dimension_numbers rows = {
    .offset_dims = {1, {1}}, .collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1};
#define ROW_OF_3 (&(grn_dims){2, {1, 3}})
CALL(j_gather, grn_jax_gather(t[0], t[1], &rows, ROW_OF_3, false, false, GRN_JAX_FILL, NULL, t[2], d))
CALL(j_gather_shape, grn_jax_gather_shape(t[0], t[1], &rows, ROW_OF_3, SHAPE))
CALL(j_gather_spec, grn_jax_gather_spec(t[0], t[1], &rows, ROW_OF_3, false, false, GRN_JAX_CLIP, NULL, GATHER))
#define JAX_CALLS(name, combiner)                                                                \
    CALL(j_##name, grn_jax_##name(t[0], t[1], t[2], &rows, false, false, GRN_JAX_FILL, t[3], d)) \
    CALL(j_##name##_spec, grn_jax_##name##_spec(t[0], t[1], t[2], &rows, false, false, GRN_JAX_PROMISE, SCATTER))
GRN_JAX_SCATTERS(JAX_CALLS)

/* The same, counted from 1. */
#define ROWS_FROM_1 &(grn_dims){1, {2}}, &(grn_dims){1, {1}}, NULL, NULL, &(grn_dims){1, {1}}, 2, false, false
#define SHAPED_FROM_1 &(grn_dims){1, {2}}, &(grn_dims){1, {1}}, NULL, NULL, &(grn_dims){1, {1}}, 2
#define ADDS (&(grn_nvl_update){GRN_COMBINE_ADD, NULL, NULL})
#define REPLACES (&(grn_nvl_update){GRN_COMBINE_REPLACE, NULL, NULL})
CALL(n_gather, grn_nvl_gather(t[0], t[1], ROW_OF_3, ROWS_FROM_1, t[2], d))
CALL(n_gather_spec, grn_nvl_gather_spec(t[0], t[1], ROW_OF_3, ROWS_FROM_1, GATHER))
CALL(n_gather_shape, grn_nvl_gather_shape(t[0], t[1], ROW_OF_3, SHAPED_FROM_1, SHAPE))
CALL(n_gather_grad, grn_nvl_gather_grad(t[0], t[1], ROW_OF_3, ROWS_FROM_1, t[2], t[3], d))
CALL(n_scatter, grn_nvl_scatter(t[0], t[1], t[2], ROWS_FROM_1, ADDS, t[3], d))
CALL(n_scatter_spec, grn_nvl_scatter_spec(t[0], t[1], t[2], ROWS_FROM_1, ADDS, SCATTER))
CALL(n_set_grad, grn_nvl_scatter_grad(t[0], t[1], t[2], ROWS_FROM_1, REPLACES, t[3], memory, t[4], t[5], d))

/* ---- rows ------------------------------------------------------------------------------------ */

#define X "2x3xf32=1.0"
#define COLUMNS "2x3xi64=0"
#define TWO "2xi64=1"

typedef struct row {
    const char *name;
    grn_status (*call)(const grn_tensor *const *t, const grn_diag *d);
    size_t noutputs; /* the last tensors */
    const char *tensors[MOST_TENSORS];
} row;

static const row all_rows[] = {
    {"torch.gather", t_gather, 1, {X, COLUMNS, X}},
    {"torch.gather shape", t_gather_shape, 0, {X, COLUMNS}},
    {"torch.gather spec", t_gather_spec, 0, {X, COLUMNS}},
    {"index_select", t_select, 1, {X, TWO, X}},
    {"index_select shape", t_select_shape, 0, {X, TWO}},
    {"index_select spec", t_select_spec, 0, {X, TWO}},
    {"take_along_dim", t_along, 1, {"1x3xf32=1.0", COLUMNS, X}},
    {"take_along_dim, flat", t_along_flat, 1, {X, TWO, "2xf32=1.0"}},
    {"take_along_dim shape", t_along_shape, 0, {X, COLUMNS}},
    {"take_along_dim, flat, shape", t_along_flat_shape, 0, {X, TWO}},
    {"take_along_dim spec", t_along_spec, 0, {X, COLUMNS}},
    {"take_along_dim, flat, spec", t_along_flat_spec, 0, {X, TWO}},
    {"embedding", t_embedding, 1, {TWO, X, X}},
    {"embedding shape", t_embedding_shape, 0, {TWO, X}},
    {"embedding spec", t_embedding_spec, 0, {TWO, X}},
    {"take", t_take, 1, {X, TWO, "2xf32=1.0"}},
    {"take shape", t_take_shape, 0, {X, TWO}},
    {"take spec", t_take_spec, 0, {X, TWO}},
    {"torch.scatter", t_scatter, 1, {X, COLUMNS, X, X}},
    {"torch.scatter, multiply", t_scatter_times, 1, {X, COLUMNS, X, X}},
    {"torch.scatter of a value", t_scatter_value, 1, {X, COLUMNS, X}},
    {"scatter_add", t_scatter_add, 1, {X, COLUMNS, X, X}},
    {"torch.scatter spec", t_scatter_spec, 0, {X, COLUMNS}},
    {"scatter_reduce mean", t_mean, 1, {X, COLUMNS, X, X}},
    {"scatter_reduce amin", t_amin, 1, {X, COLUMNS, X, X}},
    {"scatter_reduce spec", t_mean_spec, 0, {X, COLUMNS}},
    {"index_add", t_index_add, 1, {X, TWO, X, X}},
    {"index_add spec", t_index_add_spec, 0, {X, TWO}},
    {"index_copy", t_index_copy, 1, {X, TWO, X, X}},
    {"index_copy spec", t_index_copy_spec, 0, {X, TWO}},
    {"index", t_index, 1, {X, TWO, "1xi64=0", "2xf32=1.0"}},
    {"index shape", t_index_shape, 0, {X, TWO, TWO}},
    {"index spec", t_index_spec, 0, {X, TWO, TWO}},
    {"index, a dim between", t_index_disjoint, 1, {"2x3x2xf32=1.0", TWO, TWO, "2x3xf32=1.0"}},
    {"index_put", t_put, 1, {X, TWO, "1xi64=0", "1xf32=1.0", X}},
    {"index_put spec", t_put_spec, 0, {X, TWO, TWO}},
    {"gather_backward", t_gather_grad, 1, {X, X, COLUMNS, X}},
    {"index_select_backward", t_select_grad, 1, {X, X, TWO, X}},
    {"take_along_dim_backward", t_along_grad, 1, {X, "1x3xf32=1.0", COLUMNS, "1x3xf32=1.0"}},
    {"take_along_dim_backward, flat", t_along_flat_grad, 1, {"2xf32=1.0", X, TWO, X}},
    {"embedding_dense_backward", t_embedding_grad, 1, {X, TWO, X}},
    {"index_backward", t_index_grad, 1, {X, X, TWO, X}},
    {"take_backward", t_take_grad, 1, {"2xf32=1.0", X, TWO, X}},
    {"scatter_backward", t_scatter_grad, 2, {X, COLUMNS, X, X}},
    {"scatter_add_backward", t_scatter_add_grad, 2, {X, COLUMNS, X, X}},
    {"scatter_reduce_backward amax", t_amax_grad, 1, {X, X, COLUMNS, X, X, X}},
    {"scatter_reduce_backward prod", t_prod_grad, 1, {X, X, COLUMNS, X, X, X}},
    {"index_add_backward", t_index_add_grad, 2, {X, TWO, X, X}},
    {"index_copy_backward", t_index_copy_grad, 2, {X, TWO, X, X}},
    {"index_put_backward", t_put_grad, 2, {X, TWO, X, X}},
    {"Gather", o_gather, 1, {X, TWO, X}},
    {"Gather shape", o_gather_shape, 0, {X, TWO}},
    {"Gather spec", o_gather_spec, 0, {X, TWO}},
    {"GatherElements", o_elements, 1, {X, COLUMNS, X}},
    {"GatherElements shape", o_elements_shape, 0, {X, COLUMNS}},
    {"GatherElements spec", o_elements_spec, 0, {X, COLUMNS}},
    {"GatherND", o_nd, 1, {X, "2x1xi64=0", "2xf32=1.0"}},
    {"GatherND shape", o_nd_shape, 0, {X, "2x1xi64=0"}},
    {"GatherND spec", o_nd_spec, 0, {X, "2x1xi64=0"}},
    {"ScatterElements", o_scatter, 1, {X, COLUMNS, X, X}},
    {"ScatterElements spec", o_scatter_spec, 0, {X, COLUMNS}},
    {"ScatterND", o_scatter_nd, 1, {X, "2x1xi64=0", X, X}},
    {"ScatterND spec", o_scatter_nd_spec, 0, {X, "2x1xi64=0"}},
    {"tf.gather", f_gather, 1, {X, "2x3xi32=0", X}},
    {"tf.gather shape", f_gather_shape, 0, {X, COLUMNS}},
    {"tf.gather spec", f_gather_spec, 0, {X, COLUMNS}},
    {"tf.gather_nd", f_nd, 1, {X, "2x1xi32=0", "2xf32=1.0"}},
    {"tf.gather_nd shape", f_nd_shape, 0, {X, "2x1xi64=0"}},
    {"tf.gather_nd spec", f_nd_spec, 0, {X, "2x1xi64=0"}},
#define TF_ROWS(name)                                                  \
    {"tensor_scatter_nd_" #name, f_##name, 1, {X, "2x1xi64=0", X, X}}, \
        {"tensor_scatter_nd_" #name " spec", f_##name##_spec, 0, {X, "2x1xi64=0"}},
    GRN_TF_SCATTERS(TF_ROWS){"jax gather", j_gather, 1, {X, "2x1xi32=0", X}},
    {"jax gather shape", j_gather_shape, 0, {X, "2x1xi32=0"}},
    {"jax gather spec", j_gather_spec, 0, {X, "2x1xi32=0"}},
#define JAX_ROWS(name, combiner)                         \
    {"jax " #name, j_##name, 1, {X, "2x1xi32=0", X, X}}, \
        {"jax " #name " spec", j_##name##_spec, 0, {X, "2x1xi32=0", X}},
    GRN_JAX_SCATTERS(JAX_ROWS){"nvl gather", n_gather, 1, {X, "2x1xi32=1", X}},
    {"nvl gather spec", n_gather_spec, 0, {X, "2x1xi32=1"}},
    {"nvl gather shape", n_gather_shape, 0, {X, "2x1xi32=1"}},
    {"nvl gather_grad", n_gather_grad, 1, {X, "2x1xi32=1", X, X}},
    {"nvl scatter", n_scatter, 1, {X, "2x1xi32=1", X, X}},
    {"nvl scatter spec", n_scatter_spec, 0, {X, "2x1xi32=1", X}},
    {"nvl scatter_grad, replace", n_set_grad, 2, {X, "2x1xi32=1", X, X, X, X}},
};

/* ---- changes --------------------------------------------------------------------------------- */

static void rank_below_0(grn_tensor *t) { t->rank = -1; }
static void rank_over_most(grn_tensor *t) { t->rank = GRN_MAX_RANK + 1; }
static void unknown_dtype(grn_tensor *t) { t->dtype = (grn_dtype)99; }
static void extent_below_0(grn_tensor *t) { t->shape[t->rank - 1] = -1; }
static void longer(grn_tensor *t) { t->shape[t->rank - 1]++; }
static void longer_first(grn_tensor *t) { t->shape[0]++; }
static void shorter(grn_tensor *t) { t->shape[t->rank - 1]--; }
static void shorter_first(grn_tensor *t) { t->shape[0]--; }
static void empty(grn_tensor *t) { t->shape[t->rank - 1] = 0; }
static void empty_first(grn_tensor *t) { t->shape[0] = 0; }
static void one_dim_more(grn_tensor *t) { t->shape[t->rank] = 1, t->stride[t->rank++] = 1; }
static void one_dim_less(grn_tensor *t) { t->rank--; }
static void scalar(grn_tensor *t) { t->rank = 0; }
static void bytes(grn_tensor *t) { t->dtype = GRN_I8; }
static void doubles(grn_tensor *t) { t->dtype = GRN_F64; }
static void complex_numbers(grn_tensor *t) { t->dtype = GRN_C64; }
static void truths(grn_tensor *t) { t->dtype = GRN_I1; }
static void unsigned_numbers(grn_tensor *t) { t->dtype = GRN_UI64; }
static void no_data(grn_tensor *t) { t->data = NULL; }
static void every_one_the_same(grn_tensor *t) { memset(t->stride, 0, sizeof t->stride); }

static const struct {
    const char *claim;
    void (*change)(grn_tensor *t);
    bool is_no_view;
} changes[] = {
    {"rank -1", rank_below_0, true},
    {"rank over the most", rank_over_most, true},
    {"an unknown dtype", unknown_dtype, true},
    {"an extent of -1", extent_below_0, true},
    {"longer", longer, false},
    {"longer along dim 0", longer_first, false},
    {"shorter", shorter, false},
    {"shorter along dim 0", shorter_first, false},
    {"empty", empty, false},
    {"empty along dim 0", empty_first, false},
    {"a dim more", one_dim_more, false},
    {"a dim less", one_dim_less, false},
    {"a scalar", scalar, false},
    {"i8", bytes, false},
    {"f64", doubles, false},
    {"complex", complex_numbers, false},
    {"i1", truths, false},
    {"ui64", unsigned_numbers, false},
    {"no data", no_data, false},
    {"strides of 0", every_one_the_same, false},
};

/* ---- one call -------------------------------------------------------------------------------- */

typedef struct call_set {
    size_t n;
    grn_tensor t[MOST_TENSORS];
    const grn_tensor *list[MOST_TENSORS];
    _Alignas(64) unsigned char bytes[MOST_TENSORS][BUFFER_BYTES];
} call_set;

/* Buffers are larger than the tensors in them, so that no change reads past one. */
static void fill(const row *r, call_set *s)
{
    memset(s, 0, sizeof *s);
    while (s->n < MOST_TENSORS && r->tensors[s->n])
        s->n++;
    for (size_t i = 0; i < s->n; i++) {
        grn_tensor parsed;
        assert_int_equal(grn_tensor_parse(r->tensors[i], strlen(r->tensors[i]), NULL, NULL, &parsed), GRN_OK);
        memcpy(s->bytes[i], parsed.data, (size_t)grn_tensor_elements(&parsed) * grn_dtype_bytes(parsed.dtype));
        s->t[i] = parsed;
        s->t[i].data = s->bytes[i];
        s->list[i] = &s->t[i];
        grn_tensor_free(&parsed, NULL);
        if (i + r->noutputs >= s->n)
            memset(s->bytes[i], 0xa5, BUFFER_BYTES);
    }
}

static void expect_untouched(const row *r, const call_set *s, const char *claim)
{
    for (size_t i = s->n - r->noutputs; i < s->n; i++)
        for (size_t b = 0; b < BUFFER_BYTES; b++)
            if (s->bytes[i][b] != 0xa5)
                fail_msg("%s: %s, tensor %zu: refused, and byte %zu of an output was written", r->name, claim, i, b);
}

static void right_calls(void **state)
{
    static call_set s;
    (void)state;
    for (size_t i = 0; i < sizeof all_rows / sizeof *all_rows; i++) {
        fill(&all_rows[i], &s);
        grn_status status = all_rows[i].call(s.list, D);
        if (status != GRN_OK)
            fail_msg("%s: %s: %s", all_rows[i].name, grn_status_name(status), heard.error);
    }
}

static void check_changed(const row *r, size_t at, const char *claim, void (*change)(grn_tensor *), bool is_no_view)
{
    static call_set s;
    grn_status without = GRN_OK;
    for (int with_diag = 0; with_diag < 2; with_diag++) {
        fill(r, &s);
        change(&s.t[at]);
        grn_status status = r->call(s.list, with_diag ? D : NULL);
        if (status == GRN_OK && is_no_view)
            fail_msg("%s: tensor %zu is %s, and that is taken", r->name, at, claim);
        if (status != GRN_OK)
            expect_untouched(r, &s, claim);
        if (with_diag && (status != without || (status != GRN_OK && !heard.error[0])))
            fail_msg("%s: tensor %zu is %s: %s with a diag, %s without; told: %s", r->name, at, claim,
                     grn_status_name(status), grn_status_name(without), heard.error);
        without = status;
    }
}

static void changed_tensors(void **state)
{
    static call_set s;
    size_t tried = 0;
    (void)state;
    for (size_t i = 0; i < sizeof all_rows / sizeof *all_rows; i++) {
        fill(&all_rows[i], &s);
        for (size_t at = 0; at < s.n; at++)
            for (size_t c = 0; c < sizeof changes / sizeof *changes; c++)
                if (test_takes(tried++, TEST_ONE_IN))
                    check_changed(&all_rows[i], at, changes[c].claim, changes[c].change, changes[c].is_no_view);
    }
}

/* An output where an input is: taken, where it is the input that the call may write over, else
 * GRN_E_ALIAS or of another shape. */
static void outputs_over_inputs(void **state)
{
    static call_set s;
    (void)state;
    for (size_t i = 0; i < sizeof all_rows / sizeof *all_rows; i++) {
        fill(&all_rows[i], &s);
        for (size_t out = s.n - all_rows[i].noutputs; out < s.n; out++)
            for (size_t in = 0; in < s.n; in++) {
                fill(&all_rows[i], &s);
                if (in == out)
                    continue;
                s.t[out].data = s.t[in].data;
                grn_status status = all_rows[i].call(s.list, D);
                if (status != GRN_OK && status != GRN_E_ALIAS)
                    fail_msg("%s: output over tensor %zu: %s: %s", all_rows[i].name, in, grn_status_name(status),
                             heard.error);
                fill(&all_rows[i], &s);
                s.t[out].data = (char *)s.t[in].data + 4;
                status = all_rows[i].call(s.list, D);
                if (in + all_rows[i].noutputs < s.n && status != GRN_E_ALIAS && status != GRN_OK)
                    fail_msg("%s: output beside tensor %zu: %s: %s", all_rows[i].name, in, grn_status_name(status),
                             heard.error);
            }
    }
}

static void refused_memory(void **state)
{
    static call_set s;
    size_t asked = 0;
    (void)state;
    for (size_t i = 0; i < sizeof all_rows / sizeof *all_rows; i++) {
        refuser m;
        size_t n = 0;
        do {
            refuser_init(&m);
            m.refuse_at = n++;
            memory = &m.allocator;
            fill(&all_rows[i], &s);
            grn_status status = all_rows[i].call(s.list, D);
            if (status != (m.refusals ? GRN_E_MEMORY : GRN_OK) || m.outstanding || m.wrong_sizes)
                fail_msg("%s, request %zu refused: %s, %zu bytes not given back", all_rows[i].name, n - 1,
                         grn_status_name(status), m.outstanding);
            if (m.refusals)
                expect_untouched(&all_rows[i], &s, "memory refused");
        } while (m.refusals);
        asked += n > 1;
        memory = NULL;
    }
    assert_true(asked > 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(right_calls), cmocka_unit_test(changed_tensors),
                                       cmocka_unit_test(outputs_over_inputs), cmocka_unit_test(refused_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

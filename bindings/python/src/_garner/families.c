/*
 * families.c - the calls of torch, ONNX, TensorFlow, JAX and anvil: a row for each, a form for each
 * C signature.
 *
 * A form's functions name parameters by their number in the row's list. T is a tensor, I a number.
 */
#include <string.h>

#include "families.h"

/* ---- parameters ------------------------------------------------------------------------------ */

PARAMETERS(input_dim_index) = {
    {"input", TENSOR, NULL, false}, {"dim", INTEGER, NULL, false}, {"index", TENSOR, NULL, false}, OUT_LAST};
PARAMETERS(input_indices_dim) = {
    {"input", TENSOR, NULL, false}, {"indices", TENSOR, NULL, false}, {"dim", MAYBE_INTEGER, "None", false}, OUT_LAST};
PARAMETERS(input_weight) = {{"input", TENSOR, NULL, false}, {"weight", TENSOR, NULL, false}, OUT_LAST};
PARAMETERS(input_index) = {{"input", TENSOR, NULL, false}, {"index", TENSOR, NULL, false}, OUT_LAST};
PARAMETERS(input_list) = {{"input", TENSOR, NULL, false}, {"indices", TENSORS, NULL, false}, OUT_LAST};
PARAMETERS(torch_scatter_of) = {{"input", TENSOR, NULL, false}, {"dim", INTEGER, NULL, false},
                                {"index", TENSOR, NULL, false}, {"src", OTHER, NULL, false},
                                {"reduce", WORD, "None", true}, OUT_LAST};
PARAMETERS(input_dim_index_src) = {{"input", TENSOR, NULL, false},
                                   {"dim", INTEGER, NULL, false},
                                   {"index", TENSOR, NULL, false},
                                   {"src", TENSOR, NULL, false},
                                   OUT_LAST};
PARAMETERS(input_dim_index_source) = {{"input", TENSOR, NULL, false},
                                      {"dim", INTEGER, NULL, false},
                                      {"index", TENSOR, NULL, false},
                                      {"source", TENSOR, NULL, false},
                                      OUT_LAST};
PARAMETERS(index_add_of) = {{"input", TENSOR, NULL, false}, {"dim", INTEGER, NULL, false},
                            {"index", TENSOR, NULL, false}, {"source", TENSOR, NULL, false},
                            {"alpha", OTHER, "1", true},    OUT_LAST};
PARAMETERS(scatter_reduce_of) = {{"input", TENSOR, NULL, false},
                                 {"dim", INTEGER, NULL, false},
                                 {"index", TENSOR, NULL, false},
                                 {"src", TENSOR, NULL, false},
                                 {"reduce", WORD, NULL, false},
                                 {"include_self", FLAG, "True", true},
                                 OUT_LAST};
PARAMETERS(index_put_of) = {{"input", TENSOR, NULL, false},
                            {"indices", TENSORS, NULL, false},
                            {"values", TENSOR, NULL, false},
                            {"accumulate", FLAG, "False", false},
                            OUT_LAST};

PARAMETERS(grad_self_dim_index) = {{"grad", TENSOR, NULL, false},
                                   {"self", TENSOR, NULL, false},
                                   {"dim", INTEGER, NULL, false},
                                   {"index", TENSOR, NULL, false},
                                   OUT_LAST};
PARAMETERS(grad_self_indices_dim) = {{"grad", TENSOR, NULL, false},
                                     {"self", TENSOR, NULL, false},
                                     {"indices", TENSOR, NULL, false},
                                     {"dim", MAYBE_INTEGER, "None", false},
                                     OUT_LAST};
PARAMETERS(embedding_grad_of) = {{"grad_output", TENSOR, NULL, false},         {"indices", TENSOR, NULL, false},
                                 {"num_weights", INTEGER, NULL, false},        {"padding_idx", INTEGER, "-1", false},
                                 {"scale_grad_by_freq", FLAG, "False", false}, OUT_LAST};
PARAMETERS(grad_self_list) = {
    {"grad", TENSOR, NULL, false}, {"self", TENSOR, NULL, false}, {"indices", TENSORS, NULL, false}, OUT_LAST};
PARAMETERS(grad_self_index) = {
    {"grad", TENSOR, NULL, false}, {"self", TENSOR, NULL, false}, {"index", TENSOR, NULL, false}, OUT_LAST};
PARAMETERS(grad_dim_index) = {
    {"grad", TENSOR, NULL, false}, {"dim", INTEGER, NULL, false}, {"index", TENSOR, NULL, false}, {0}};
PARAMETERS(scatter_reduce_grad_of) = {
    {"grad", TENSOR, NULL, false},       {"self", MAYBE_TENSOR, NULL, false},   {"dim", INTEGER, NULL, false},
    {"index", TENSOR, NULL, false},      {"src", MAYBE_TENSOR, NULL, false},    {"reduce", WORD, NULL, false},
    {"include_self", FLAG, NULL, false}, {"result", MAYBE_TENSOR, NULL, false}, {0}};
PARAMETERS(index_add_grad_of) = {{"grad", TENSOR, NULL, false},
                                 {"dim", INTEGER, NULL, false},
                                 {"index", TENSOR, NULL, false},
                                 {"alpha", OTHER, "1", true},
                                 {0}};
PARAMETERS(index_put_grad_of) = {{"grad", TENSOR, NULL, false},
                                 {"indices", TENSORS, NULL, false},
                                 {"values", TENSOR, NULL, false},
                                 {"accumulate", FLAG, "False", false},
                                 {0}};

PARAMETERS(data_indices_axis) = {
    {"data", TENSOR, NULL, false}, {"indices", TENSOR, NULL, false}, {"axis", INTEGER, "0", false}, OUT_LAST};
PARAMETERS(data_indices_batch) = {
    {"data", TENSOR, NULL, false}, {"indices", TENSOR, NULL, false}, {"batch_dims", INTEGER, "0", false}, OUT_LAST};
PARAMETERS(scatter_elements_of) = {{"data", TENSOR, NULL, false},        {"indices", TENSOR, NULL, false},
                                   {"updates", TENSOR, NULL, false},     {"axis", INTEGER, "0", false},
                                   {"reduction", WORD, "'none'", false}, OUT_LAST};
PARAMETERS(scatter_nd_of) = {{"data", TENSOR, NULL, false},
                             {"indices", TENSOR, NULL, false},
                             {"updates", TENSOR, NULL, false},
                             {"reduction", WORD, "'none'", false},
                             OUT_LAST};
PARAMETERS(params_indices_axis) = {{"params", TENSOR, NULL, false},
                                   {"indices", TENSOR, NULL, false},
                                   {"axis", MAYBE_INTEGER, "None", true},
                                   {"batch_dims", INTEGER, "0", true},
                                   OUT_LAST};
PARAMETERS(params_indices_batch) = {
    {"params", TENSOR, NULL, false}, {"indices", TENSOR, NULL, false}, {"batch_dims", INTEGER, "0", false}, OUT_LAST};
PARAMETERS(tensor_indices_updates) = {
    {"tensor", TENSOR, NULL, false}, {"indices", TENSOR, NULL, false}, {"updates", TENSOR, NULL, false}, OUT_LAST};

PARAMETERS(jax_gather_of) = {{"operand", TENSOR, NULL, false},
                             {"start_indices", TENSOR, NULL, false},
                             {"dimension_numbers", OTHER, NULL, false},
                             {"slice_sizes", DIMS, NULL, false},
                             {"unique_indices", FLAG, "False", true},
                             {"indices_are_sorted", FLAG, "False", true},
                             {"mode", OTHER, "None", true},
                             {"fill_value", OTHER, "None", true},
                             OUT_LAST};
PARAMETERS(jax_scatter_of) = {{"operand", TENSOR, NULL, false},
                              {"scatter_indices", TENSOR, NULL, false},
                              {"updates", TENSOR, NULL, false},
                              {"dimension_numbers", OTHER, NULL, false},
                              {"indices_are_sorted", FLAG, "False", true},
                              {"unique_indices", FLAG, "False", true},
                              {"mode", OTHER, "None", true},
                              OUT_LAST};

#define NVL_GATHER_NUMBERS                                                                          \
    {"slice_sizes", DIMS, NULL, false}, {"offset_dims", DIMS, NULL, false},                         \
        {"collapsed_slice_dims", DIMS, NULL, false}, {"operand_batching_dims", DIMS, NULL, false},  \
        {"start_indices_batching_dims", DIMS, NULL, false}, {"start_index_map", DIMS, NULL, false}, \
        {"index_vector_dim", INTEGER, NULL, false}, {"indices_are_sorted", FLAG, "False", false},   \
    {                                                                                               \
        "unique_indices", FLAG, "False", false                                                      \
    }
#define NVL_SCATTER_NUMBERS                                                                               \
    {"update_window_dims", DIMS, NULL, false}, {"inserted_window_dims", DIMS, NULL, false},               \
        {"input_batching_dims", DIMS, NULL, false}, {"scatter_indices_batching_dims", DIMS, NULL, false}, \
        {"scatter_dims_to_operand_dims", DIMS, NULL, false}, {"index_vector_dim", INTEGER, NULL, false},  \
        {"indices_are_sorted", FLAG, "False", false}, {"unique_indices", FLAG, "False", false},           \
    {                                                                                                     \
        "update_computation", OTHER, "None", false                                                        \
    }
PARAMETERS(nvl_gather_of) = {
    {"operand", TENSOR, NULL, false}, {"start_indices", TENSOR, NULL, false}, NVL_GATHER_NUMBERS, OUT_LAST};
PARAMETERS(nvl_gather_grad_of) = {{"operand", TENSOR, NULL, false},
                                  {"start_indices", TENSOR, NULL, false},
                                  NVL_GATHER_NUMBERS,
                                  {"grad", TENSOR, NULL, true},
                                  OUT_LAST};
PARAMETERS(nvl_scatter_of) = {{"input", TENSOR, NULL, false},
                              {"scatter_indices", TENSOR, NULL, false},
                              {"update", TENSOR, NULL, false},
                              NVL_SCATTER_NUMBERS,
                              OUT_LAST};
PARAMETERS(nvl_scatter_grad_of) = {{"input", TENSOR, NULL, false},  {"scatter_indices", TENSOR, NULL, false},
                                   {"update", TENSOR, NULL, false}, NVL_SCATTER_NUMBERS,
                                   {"grad", TENSOR, NULL, true},    {0}};

/* ---- torch's forms --------------------------------------------------------------------------- */

/* (input, dim, index): gather, index_select */
typedef grn_status (*along_fn)(tensor, int64_t, tensor, tensor, const grn_diag *);
typedef grn_status (*along_shape_fn)(tensor, int64_t, tensor, const grn_diag *, int32_t *, int64_t *);
typedef grn_status (*along_spec_fn)(tensor, int64_t, tensor, const grn_diag *, grn_gather_spec *);
RUN(along) { return ((along_fn)c->row->run)(T(0), I(1), T(2), out, diag); }
SHAPE(along) { return ((along_shape_fn)c->row->shape)(T(0), I(1), T(2), diag, rank, shape); }
GATHER_SPEC(along) { return ((along_spec_fn)c->row->spec)(T(0), I(1), T(2), diag, spec); }
static const form along = {.make = make_one,
                           .operand = 0,
                           .indices = 2,
                           .updates = -1,
                           .shape = along_shape,
                           .run = along_run,
                           .gather_spec = along_gather_spec};

/* (input, indices, dim or None): take_along_dim */
static const int64_t *maybe_number(const call *c, int i) { return c->has[i] ? &c->number[i] : NULL; }
RUN(take_along) { return grn_torch_take_along_dim(T(0), T(1), maybe_number(c, 2), NULL, out, diag); }
SHAPE(take_along) { return grn_torch_take_along_dim_shape(T(0), T(1), maybe_number(c, 2), diag, rank, shape); }
static const form take_along = {
    .make = make_one, .operand = 0, .indices = 1, .updates = -1, .shape = take_along_shape, .run = take_along_run};

/* (input, weight): embedding, whose operand comes second */
typedef grn_status (*pair_fn)(tensor, tensor, tensor, const grn_diag *);
typedef grn_status (*pair_shape_fn)(tensor, tensor, const grn_diag *, int32_t *, int64_t *);
typedef grn_status (*pair_spec_fn)(tensor, tensor, const grn_diag *, grn_gather_spec *);
RUN(pair) { return ((pair_fn)c->row->run)(T(0), T(1), out, diag); }
SHAPE(pair) { return ((pair_shape_fn)c->row->shape)(T(0), T(1), diag, rank, shape); }
GATHER_SPEC(pair) { return ((pair_spec_fn)c->row->spec)(T(0), T(1), diag, spec); }
static const form embedding = {.make = make_one,
                               .operand = 1,
                               .indices = 0,
                               .updates = -1,
                               .shape = pair_shape,
                               .run = pair_run,
                               .gather_spec = pair_gather_spec};

RUN(take) { return grn_torch_take(T(0), T(1), NULL, out, diag); }
static const form take = {
    .make = make_one, .operand = 0, .indices = 1, .updates = -1, .shape = pair_shape, .run = take_run};

/* Index tensors, masks among them. */
static bool prepare_list(call *c) { return expand_masks(c, T(0)); }
RUN(list)
{
    grn_tensor wide;
    return grn_torch_index(with_inserted(c, T(0), &wide), index_views(c), index_count(c), NULL, out, diag);
}
SHAPE(list)
{
    grn_tensor wide;
    return grn_torch_index_shape(with_inserted(c, T(0), &wide), index_views(c), index_count(c), diag, rank, shape);
}
static const form list = {.make = make_one,
                          .prepare = prepare_list,
                          .operand = 0,
                          .indices = -1,
                          .updates = -1,
                          .shape = list_shape,
                          .run = list_run};

/* src is an array or a number. */
static bool prepare_src(call *c)
{
    c->has_element = is_scalar(c->given[3]) || !is_array(c->given[3]);
    return c->has_element ? torch_scalar(c->given[3], T(0)->dtype, "src", c->element)
                          : (c->has[3] = take_array(c->given[3], "src", false, &c->in[3]));
}
RUN(torch_scatter)
{
    return c->has_element ? grn_torch_scatter_value(T(0), I(1), T(2), c->element, c->word[4], out, diag)
                          : grn_torch_scatter(T(0), I(1), T(2), T(3), c->word[4], out, diag);
}
static const form torch_scatter = {
    .make = make_one, .prepare = prepare_src, .operand = 0, .indices = 2, .updates = 3, .run = torch_scatter_run};

/* (input, dim, index, source): scatter_add, index_copy */
typedef grn_status (*along_source_fn)(tensor, int64_t, tensor, tensor, tensor, const grn_diag *);
typedef grn_status (*along_scatter_spec_fn)(tensor, int64_t, tensor, const grn_diag *, grn_scatter_spec *);
RUN(along_source) { return ((along_source_fn)c->row->run)(T(0), I(1), T(2), T(3), out, diag); }
SCATTER_SPEC(along_source) { return ((along_scatter_spec_fn)c->row->spec)(T(0), I(1), T(2), diag, spec); }
static const form along_source = {.make = make_one,
                                  .operand = 0,
                                  .indices = 2,
                                  .updates = 3,
                                  .run = along_source_run,
                                  .scatter_spec = along_source_scatter_spec};

RUN(scatter_add) { return grn_torch_scatter_add(T(0), I(1), T(2), T(3), out, diag); }
SCATTER_SPEC(scatter_add) { return grn_torch_scatter_spec(T(0), I(1), T(2), "add", diag, spec); }
static const form scatter_add = {.make = make_one,
                                 .operand = 0,
                                 .indices = 2,
                                 .updates = 3,
                                 .run = scatter_add_run,
                                 .scatter_spec = scatter_add_scatter_spec};

static bool prepare_alpha(call *c, int at)
{
    PyObject *alpha = c->given[at];
    c->has_element = alpha != NULL && alpha != Py_None;
    return !c->has_element || torch_scalar(alpha, T(0)->dtype, "alpha", c->element);
}
static bool prepare_index_add(call *c) { return prepare_alpha(c, 4); }
RUN(index_add) { return grn_torch_index_add(T(0), I(1), T(2), T(3), c->has_element ? c->element : NULL, out, diag); }
static const form index_add = {
    .make = make_one, .prepare = prepare_index_add, .operand = 0, .indices = 2, .updates = 3, .run = index_add_run};

/* torch's mean divides, which it has no kernel for of bool. The library's is that of the one
 * sum. */
static bool prepare_scatter_reduce(call *c)
{
    if (T(0)->dtype != GRN_I1 || c->word[4] == NULL || strcmp(c->word[4], "mean") != 0)
        return true;
    raise_named("UnsupportedError", NULL, "\"%s\" not implemented for 'Bool'",
                grn_tensor_elements(T(2)) > 0 ? "scatter_gather_tensor_cpu_reduce_mean" : "div_floor_cpu");
    return false;
}
RUN(scatter_reduce) { return grn_torch_scatter_reduce(T(0), I(1), T(2), T(3), c->word[4], I(5) != 0, NULL, out, diag); }
static const form scatter_reduce = {.make = make_one,
                                    .prepare = prepare_scatter_reduce,
                                    .operand = 0,
                                    .indices = 2,
                                    .updates = 3,
                                    .run = scatter_reduce_run};

RUN(index_put)
{
    grn_tensor wide, wide_out;
    return grn_torch_index_put(with_inserted(c, T(0), &wide), index_views(c), index_count(c), T(2), I(3) != 0, NULL,
                               with_inserted(c, out, &wide_out), diag);
}
static const form index_put = {
    .make = make_one, .prepare = prepare_list, .operand = 0, .indices = -1, .updates = 2, .run = index_put_run};

/* ---- torch's gradients ----------------------------------------------------------------------- */

static grn_status shape_like(const grn_tensor *t, int32_t *rank, int64_t *shape)
{
    *rank = t->rank;
    memcpy(shape, t->shape, (size_t)t->rank * sizeof *shape);
    return GRN_OK;
}

/* of self, which is parameter 1 */
SHAPE(self)
{
    (void)diag;
    return shape_like(T(1), rank, shape);
}
typedef grn_status (*self_dim_index_fn)(tensor, tensor, int64_t, tensor, tensor, const grn_diag *);
RUN(self_dim_index) { return ((self_dim_index_fn)c->row->run)(T(0), T(1), I(2), T(3), out, diag); }
static const form self_dim_index = {
    .make = make_one, .operand = 0, .indices = 3, .updates = -1, .shape = self_shape, .run = self_dim_index_run};

RUN(take_along_grad)
{
    return grn_torch_take_along_dim_backward(T(0), T(1), T(2), maybe_number(c, 3), NULL, out, diag);
}
static const form take_along_grad = {
    .make = make_one, .operand = 0, .indices = 2, .updates = -1, .shape = self_shape, .run = take_along_grad_run};

SHAPE(embedding_grad)
{
    const grn_tensor *grad = T(0);
    (void)diag;
    *rank = 2;
    shape[0] = I(2);
    shape[1] = grad->rank > 0 ? grad->shape[grad->rank - 1] : 1;
    return GRN_OK;
}
RUN(embedding_grad) { return grn_torch_embedding_dense_backward(T(0), T(1), I(2), I(3), I(4) != 0, NULL, out, diag); }
static const form embedding_grad = {.make = make_one,
                                    .operand = 0,
                                    .indices = 1,
                                    .updates = -1,
                                    .shape = embedding_grad_shape,
                                    .run = embedding_grad_run};

static bool prepare_list_grad(call *c) { return expand_masks(c, T(1)); }
RUN(list_grad)
{
    grn_tensor wide, wide_out;
    return grn_torch_index_backward(T(0), with_inserted(c, T(1), &wide), index_views(c), index_count(c), NULL,
                                    with_inserted(c, out, &wide_out), diag);
}
static const form list_grad = {.make = make_one,
                               .prepare = prepare_list_grad,
                               .operand = 0,
                               .indices = -1,
                               .updates = -1,
                               .shape = self_shape,
                               .run = list_grad_run};

RUN(take_grad) { return grn_torch_take_backward(T(0), T(1), T(2), NULL, out, diag); }
static const form take_grad = {
    .make = make_one, .operand = 0, .indices = 2, .updates = -1, .shape = self_shape, .run = take_grad_run};

/* Two gradients: the first of grad's shape, the second of index's, or of the slices that it
 * names. */
typedef grn_status (*two_along_fn)(tensor, int64_t, tensor, tensor, tensor, const grn_diag *);
RUN_TWO(two_along) { return ((two_along_fn)c->row->run)(T(0), I(1), T(2), first, second, diag); }
static const form two_along = {
    .make = make_two, .operand = 0, .indices = 2, .updates = 2, .run_two = two_along_run_two};

SHAPE(slices)
{
    const int64_t dim = I(1) < 0 ? I(1) + T(0)->rank : I(1);
    (void)diag;
    shape_like(T(0), rank, shape);
    if (dim >= 0 && dim < *rank)
        shape[dim] = grn_tensor_elements(T(2));
    return GRN_OK;
}
static const form two_slices = {
    .make = make_two, .operand = 0, .indices = 2, .updates = 2, .shape = slices_shape, .run_two = two_along_run_two};

static bool prepare_index_add_grad(call *c) { return prepare_alpha(c, 3); }
RUN_TWO(index_add_grad)
{
    return grn_torch_index_add_backward(T(0), I(1), T(2), c->has_element ? c->element : NULL, first, second, diag);
}
static const form index_add_grad = {.make = make_two,
                                    .prepare = prepare_index_add_grad,
                                    .operand = 0,
                                    .indices = 2,
                                    .updates = 2,
                                    .shape = slices_shape,
                                    .run_two = index_add_grad_run_two};

RUN_TWO(scatter_reduce_grad)
{
    return grn_torch_scatter_reduce_backward(T(0), MAYBE(1), I(2), T(3), MAYBE(4), c->word[5], I(6) != 0, MAYBE(7),
                                             NULL, first, second, diag);
}
static const form scatter_reduce_grad = {
    .make = make_two, .operand = 0, .indices = 3, .updates = 3, .run_two = scatter_reduce_grad_run_two};

RUN_TWO(index_put_grad)
{
    grn_tensor wide, wide_first;
    return grn_torch_index_put_backward(with_inserted(c, T(0), &wide), index_views(c), index_count(c), I(3) != 0, NULL,
                                        with_inserted(c, first, &wide_first), second, diag);
}
static const form index_put_grad = {.make = make_two,
                                    .prepare = prepare_list,
                                    .operand = 0,
                                    .indices = -1,
                                    .updates = 2,
                                    .run_two = index_put_grad_run_two};

/* ---- ONNX's and TensorFlow's forms ----------------------------------------------------------- */

typedef grn_status (*axis_fn)(tensor, tensor, int64_t, tensor, const grn_diag *);
typedef grn_status (*axis_shape_fn)(tensor, tensor, int64_t, const grn_diag *, int32_t *, int64_t *);
typedef grn_status (*axis_spec_fn)(tensor, tensor, int64_t, const grn_diag *, grn_gather_spec *);
RUN(axis) { return ((axis_fn)c->row->run)(T(0), T(1), I(2), out, diag); }
SHAPE(axis) { return ((axis_shape_fn)c->row->shape)(T(0), T(1), I(2), diag, rank, shape); }
GATHER_SPEC(axis) { return ((axis_spec_fn)c->row->spec)(T(0), T(1), I(2), diag, spec); }
static const form axis = {.make = make_one,
                          .operand = 0,
                          .indices = 1,
                          .updates = -1,
                          .shape = axis_shape,
                          .run = axis_run,
                          .gather_spec = axis_gather_spec};

RUN(elements) { return grn_onnx_scatter_elements(T(0), T(1), T(2), I(3), c->word[4], out, diag); }
SCATTER_SPEC(elements) { return grn_onnx_scatter_elements_spec(T(0), T(1), I(3), c->word[4], diag, spec); }
static const form elements = {.make = make_one,
                              .operand = 0,
                              .indices = 1,
                              .updates = 2,
                              .run = elements_run,
                              .scatter_spec = elements_scatter_spec};

RUN(nd) { return grn_onnx_scatter_nd(T(0), T(1), T(2), c->word[3], out, diag); }
SCATTER_SPEC(nd) { return grn_onnx_scatter_nd_spec(T(0), T(1), c->word[3], diag, spec); }
static const form nd = {
    .make = make_one, .operand = 0, .indices = 1, .updates = 2, .run = nd_run, .scatter_spec = nd_scatter_spec};

/* axis is batch_dims where it is not given. */
static bool prepare_tf_gather(call *c)
{
    if (!c->has[2])
        c->number[2] = I(3) >= 0 ? I(3) : I(3) + T(1)->rank;
    return true;
}
RUN(tf_gather) { return grn_tf_gather(T(0), T(1), I(2), I(3), out, diag); }
SHAPE(tf_gather) { return grn_tf_gather_shape(T(0), T(1), I(2), I(3), diag, rank, shape); }
GATHER_SPEC(tf_gather) { return grn_tf_gather_spec(T(0), T(1), I(2), I(3), diag, spec); }
static const form tf_gather = {.make = make_one,
                               .prepare = prepare_tf_gather,
                               .operand = 0,
                               .indices = 1,
                               .updates = -1,
                               .shape = tf_gather_shape,
                               .run = tf_gather_run,
                               .gather_spec = tf_gather_gather_spec};

typedef grn_status (*updates_fn)(tensor, tensor, tensor, tensor, const grn_diag *);
typedef grn_status (*updates_spec_fn)(tensor, tensor, const grn_diag *, grn_scatter_spec *);
RUN(updates) { return ((updates_fn)c->row->run)(T(0), T(1), T(2), out, diag); }
SCATTER_SPEC(updates) { return ((updates_spec_fn)c->row->spec)(T(0), T(1), diag, spec); }
static const form updates = {.make = make_one,
                             .operand = 0,
                             .indices = 1,
                             .updates = 2,
                             .run = updates_run,
                             .scatter_spec = updates_scatter_spec};

/* ---- JAX's forms ----------------------------------------------------------------------------- */

/* An attribute of JAX's own structs, or of garner.jax's; or an entry of a dict. One that is missing
 * is empty. */
static bool read_field(PyObject *numbers, const char *name, grn_dims *out)
{
    PyObject *value;
    out->count = 0;
    if (PyDict_Check(numbers)) {
        value = PyDict_GetItemString(numbers, name);
        Py_XINCREF(value);
    } else {
        value = PyObject_GetAttrString(numbers, name);
        if (value == NULL && PyErr_ExceptionMatches(PyExc_AttributeError))
            PyErr_Clear();
    }
    if (value == NULL)
        return !PyErr_Occurred();
    const bool ok = dims_from_object(value, name, out);
    Py_DECREF(value);
    return ok;
}

static bool read_jax_numbers(PyObject *numbers, const char *const *names, grn_dimension_numbers *out)
{
    grn_dims *const lists[] = {&out->offset_dims, &out->collapsed_slice_dims, &out->start_index_map,
                               &out->operand_batching_dims, &out->start_indices_batching_dims};
    bool some = false;
    for (int i = 0; i < 5; i++) {
        if (!read_field(numbers, names[i], lists[i]))
            return false;
        some |= PyDict_Check(numbers) ? PyDict_GetItemString(numbers, names[i]) != NULL
                                      : PyObject_HasAttrString(numbers, names[i]);
    }
    out->index_vector_dim = 0;
    if (!some)
        PyErr_Format(PyExc_TypeError, "dimension_numbers: an object or a dict with %s and the like is needed, %R given",
                     names[0], (PyObject *)Py_TYPE(numbers));
    return some;
}

bool read_jax_mode(call *c, PyObject *object)
{
    static const char *const words[] = {"fill", "clip", "promise", "drop", "promise_in_bounds", "fill_or_drop", NULL};
    static const grn_jax_mode modes[] = {GRN_JAX_FILL, GRN_JAX_CLIP,    GRN_JAX_PROMISE,
                                         GRN_JAX_FILL, GRN_JAX_PROMISE, GRN_JAX_FILL};
    char lower[32] = "";
    c->mode = GRN_JAX_FILL;
    if (object == NULL || object == Py_None)
        return true;
    PyObject *text = PyUnicode_Check(object) ? PyUnicode_FromObject(object) : PyObject_GetAttrString(object, "name");
    const char *word = text != NULL && PyUnicode_Check(text) ? PyUnicode_AsUTF8AndSize(text, NULL) : NULL;
    if (word == NULL) {
        PyErr_Clear();
        PyErr_Format(PyExc_TypeError, "mode: a str is needed, %R given", (PyObject *)Py_TYPE(object));
        Py_XDECREF(text);
        return false;
    }
    for (size_t i = 0; word[i] != '\0' && i + 1 < sizeof lower; i++)
        lower[i] = word[i] >= 'A' && word[i] <= 'Z' ? (char)(word[i] + 32) : word[i];
    Py_DECREF(text);
    const int chosen = choice(lower, words, "mode");
    if (chosen >= 0)
        c->mode = (int)modes[chosen];
    return chosen >= 0;
}

static bool prepare_jax_gather(call *c)
{
    static const char *const names[] = {"offset_dims", "collapsed_slice_dims", "start_index_map",
                                        "operand_batching_dims", "start_indices_batching_dims"};
    PyObject *fill = c->given[7];
    c->has_element = fill != NULL && fill != Py_None;
    return read_jax_numbers(c->given[2], names, &c->spec.gather.dims) && read_jax_mode(c, c->given[6]) &&
           (!c->has_element || element_from_object(fill, T(0)->dtype, "fill_value", c->element));
}
RUN(jax_gather)
{
    return grn_jax_gather(T(0), T(1), &c->spec.gather.dims, &c->dims[3], I(5) != 0, I(4) != 0, (grn_jax_mode)c->mode,
                          c->has_element ? c->element : NULL, out, diag);
}
SHAPE(jax_gather) { return grn_jax_gather_shape(T(0), T(1), &c->spec.gather.dims, &c->dims[3], diag, rank, shape); }
GATHER_SPEC(jax_gather)
{
    return grn_jax_gather_spec(T(0), T(1), &c->spec.gather.dims, &c->dims[3], I(5) != 0, I(4) != 0,
                               (grn_jax_mode)c->mode, c->has_element ? c->element : NULL, diag, spec);
}
static const form jax_gather = {.make = make_one,
                                .prepare = prepare_jax_gather,
                                .operand = 0,
                                .indices = 1,
                                .updates = -1,
                                .shape = jax_gather_shape,
                                .run = jax_gather_run,
                                .gather_spec = jax_gather_gather_spec};

static bool prepare_jax_scatter(call *c)
{
    static const char *const names[] = {"update_window_dims", "inserted_window_dims", "scatter_dims_to_operand_dims",
                                        "operand_batching_dims", "scatter_indices_batching_dims"};
    return read_jax_numbers(c->given[3], names, &c->spec.scatter.dims) && read_jax_mode(c, c->given[6]);
}
typedef grn_status (*jax_scatter_fn)(tensor, tensor, tensor, const grn_dimension_numbers *, bool, bool, grn_jax_mode,
                                     tensor, const grn_diag *);
typedef grn_status (*jax_scatter_spec_fn)(tensor, tensor, tensor, const grn_dimension_numbers *, bool, bool,
                                          grn_jax_mode, const grn_diag *, grn_scatter_spec *);
RUN(jax_scatter)
{
    return ((jax_scatter_fn)c->row->run)(T(0), T(1), T(2), &c->spec.scatter.dims, I(4) != 0, I(5) != 0,
                                         (grn_jax_mode)c->mode, out, diag);
}
SCATTER_SPEC(jax_scatter)
{
    return ((jax_scatter_spec_fn)c->row->spec)(T(0), T(1), T(2), &c->spec.scatter.dims, I(4) != 0, I(5) != 0,
                                               (grn_jax_mode)c->mode, diag, spec);
}
static const form jax_scatter = {.make = make_one,
                                 .prepare = prepare_jax_scatter,
                                 .operand = 0,
                                 .indices = 1,
                                 .updates = 2,
                                 .run = jax_scatter_run,
                                 .scatter_spec = jax_scatter_scatter_spec};

/* ---- anvil's forms --------------------------------------------------------------------------- */

#define NVL_GATHER_ARGUMENTS \
    T(0), T(1), &c->dims[2], &c->dims[3], &c->dims[4], &c->dims[5], &c->dims[6], &c->dims[7], I(8)
#define NVL_SCATTER_ARGUMENTS                                                                                       \
    T(0), T(1), T(2), &c->dims[3], &c->dims[4], &c->dims[5], &c->dims[6], &c->dims[7], I(8), I(9) != 0, I(10) != 0, \
        &update
RUN(nvl_gather) { return grn_nvl_gather(NVL_GATHER_ARGUMENTS, I(9) != 0, I(10) != 0, out, diag); }
SHAPE(nvl_gather) { return grn_nvl_gather_shape(NVL_GATHER_ARGUMENTS, diag, rank, shape); }
GATHER_SPEC(nvl_gather) { return grn_nvl_gather_spec(NVL_GATHER_ARGUMENTS, I(9) != 0, I(10) != 0, diag, spec); }
static const form nvl_gather = {.make = make_one,
                                .operand = 0,
                                .indices = 1,
                                .updates = -1,
                                .shape = nvl_gather_shape,
                                .run = nvl_gather_run,
                                .gather_spec = nvl_gather_gather_spec};

RUN(nvl_gather_grad) { return grn_nvl_gather_grad(NVL_GATHER_ARGUMENTS, I(9) != 0, I(10) != 0, T(11), out, diag); }
static const form nvl_gather_grad = {
    .make = make_one, .operand = 0, .indices = 1, .updates = -1, .run = nvl_gather_grad_run};

static bool prepare_nvl_scatter(call *c)
{
    static const char *const words[] = {"replace", "add", "mul", "min", "max", "and", "or", "xor", NULL};
    PyObject *how = c->given[11];
    c->mode = GRN_COMBINE_REPLACE;
    if (how == NULL || how == Py_None)
        return true;
    if (PyUnicode_Check(how)) {
        const char *word = PyUnicode_AsUTF8AndSize(how, NULL);
        c->mode = word != NULL ? choice(word, words, "update_computation") : -1;
        return c->mode >= 0;
    }
    if (!PyCallable_Check(how)) {
        PyErr_Format(PyExc_TypeError,
                     "update_computation: None, a name or a function of two arrays is needed, %R given",
                     (PyObject *)Py_TYPE(how));
        return false;
    }
    c->mode = GRN_COMBINE_REGION;
    set_combiner(c, how);
    return true;
}
static grn_nvl_update nvl_update(call *c)
{
    return (grn_nvl_update){(grn_combiner)c->mode, c->combiner.function != NULL ? combine_in_python : NULL,
                            &c->combiner};
}
RUN(nvl_scatter)
{
    const grn_nvl_update update = nvl_update(c);
    return grn_nvl_scatter(NVL_SCATTER_ARGUMENTS, out, diag);
}
SCATTER_SPEC(nvl_scatter)
{
    const grn_nvl_update update = nvl_update(c);
    return grn_nvl_scatter_spec(NVL_SCATTER_ARGUMENTS, diag, spec);
}
static const form nvl_scatter = {.make = make_one,
                                 .prepare = prepare_nvl_scatter,
                                 .operand = 0,
                                 .indices = 1,
                                 .updates = 2,
                                 .run = nvl_scatter_run,
                                 .scatter_spec = nvl_scatter_scatter_spec};

RUN_TWO(nvl_scatter_grad)
{
    const grn_nvl_update update = nvl_update(c);
    return grn_nvl_scatter_grad(NVL_SCATTER_ARGUMENTS, T(12), NULL, first, second, diag);
}
static const form nvl_scatter_grad = {.make = make_two,
                                      .prepare = prepare_nvl_scatter,
                                      .operand = 0,
                                      .indices = 1,
                                      .updates = 2,
                                      .run_two = nvl_scatter_grad_run_two};

/* ---- guesses --------------------------------------------------------------------------------- */

static bool guess_like(const grn_tensor *t, int32_t *rank, int64_t *shape)
{
    shape_like(t, rank, shape);
    return true;
}
#define GUESS(name) static bool guess_##name(const call *c, int32_t *rank, int64_t *shape)
GUESS(second) { return guess_like(T(1), rank, shape); }
GUESS(third) { return guess_like(T(2), rank, shape); }

GUESS(slices) { return T(0)->rank > 0 && T(2)->rank == 1 && slices_shape(c, NULL, rank, shape) == GRN_OK; }

/* The shape of indices in place of dimension `axis` of data. */
static bool guess_take(const grn_tensor *data, const grn_tensor *indices, int64_t dim, int32_t *rank, int64_t *shape)
{
    int32_t r = 0;
    dim += dim < 0 ? data->rank : 0;
    if (dim < 0 || dim >= data->rank || data->rank + indices->rank - 1 > GRN_MAX_RANK)
        return false;
    for (int32_t d = 0; d < dim; d++)
        shape[r++] = data->shape[d];
    for (int32_t d = 0; d < indices->rank; d++)
        shape[r++] = indices->shape[d];
    for (int32_t d = (int32_t)dim + 1; d < data->rank; d++)
        shape[r++] = data->shape[d];
    *rank = r;
    return true;
}
GUESS(axis) { return guess_take(T(0), T(1), I(2), rank, shape); }
GUESS(rows) { return guess_take(T(1), T(0), 0, rank, shape); }

/* ---- the rows -------------------------------------------------------------------------------- */

#define F(function) ((any_function)(function))
#define GATHER_ROW(family, name, list, form, doc, guess)                                         \
    {                                                                                            \
#family, #name, list, &form, F(grn_##family##_##name), F(grn_##family##_##name##_shape), \
            F(grn_##family##_##name##_spec), doc, guess                                          \
    }
#define SCATTER_ROW(family, name, list, form, doc)                                                              \
    {                                                                                                           \
#family, #name, list, &form, F(grn_##family##_##name), NULL, F(grn_##family##_##name##_spec), doc, NULL \
    }
#define OTHER_ROW(family, name, list, form, doc)                                     \
    {                                                                                \
#family, #name, list, &form, F(grn_##family##_##name), NULL, NULL, doc, NULL \
    }

#define ONNX_GATHER_ROW(spelled, name, list, guess)                                                              \
    {                                                                                                            \
        "onnx", spelled, list, &axis, F(grn_onnx_##name), F(grn_onnx_##name##_shape), F(grn_onnx_##name##_spec), \
            DOC_onnx_##name, guess                                                                               \
    }
#define ONNX_SCATTER_ROW(spelled, name, list, form)                                                              \
    {                                                                                                            \
        "onnx", spelled, list, &form, F(grn_onnx_##name), NULL, F(grn_onnx_##name##_spec), DOC_onnx_##name, NULL \
    }

const row rows[] = {
    {"garner", "gather", gather_parameters, &gather_form, NULL, NULL, NULL, DOC_gather, guess_gather},
    {"garner", "scatter", scatter_parameters, &scatter_form, NULL, NULL, NULL, DOC_scatter, NULL},
    {"garner", "gather_grad", gather_grad_parameters, &gather_grad_form, NULL, NULL, NULL, DOC_gather_grad, NULL},
    {"garner", "scatter_grad", scatter_grad_parameters, &scatter_grad_form, NULL, NULL, NULL, DOC_scatter_grad, NULL},
    {"garner", "moe_permute", moe_permute_of, &moe_permute, NULL, NULL, NULL, DOC_moe_permute, NULL},
    {"garner", "moe_unpermute", moe_unpermute_of, &moe_unpermute, NULL, NULL, NULL, DOC_moe_unpermute, NULL},

    GATHER_ROW(torch, gather, input_dim_index, along, DOC_torch_gather, guess_third),
    GATHER_ROW(torch, index_select, input_dim_index, along, DOC_torch_index_select, guess_slices),
    GATHER_ROW(torch, take_along_dim, input_indices_dim, take_along, DOC_torch_take_along_dim, NULL),
    GATHER_ROW(torch, embedding, input_weight, embedding, DOC_torch_embedding, guess_rows),
    GATHER_ROW(torch, take, input_index, take, DOC_torch_take, guess_second),
    GATHER_ROW(torch, index, input_list, list, DOC_torch_index, NULL),
    SCATTER_ROW(torch, scatter, torch_scatter_of, torch_scatter, DOC_torch_scatter),
    {"torch", "scatter_add", input_dim_index_src, &scatter_add, NULL, NULL, NULL, DOC_torch_scatter_add, NULL},
    SCATTER_ROW(torch, scatter_reduce, scatter_reduce_of, scatter_reduce, DOC_torch_scatter_reduce),
    SCATTER_ROW(torch, index_add, index_add_of, index_add, DOC_torch_index_add),
    SCATTER_ROW(torch, index_copy, input_dim_index_source, along_source, DOC_torch_index_copy),
    SCATTER_ROW(torch, index_put, index_put_of, index_put, DOC_torch_index_put),
    OTHER_ROW(torch, gather_backward, grad_self_dim_index, self_dim_index, DOC_torch_gather_backward),
    OTHER_ROW(torch, index_select_backward, grad_self_dim_index, self_dim_index, DOC_torch_index_select_backward),
    OTHER_ROW(torch, take_along_dim_backward, grad_self_indices_dim, take_along_grad,
              DOC_torch_take_along_dim_backward),
    OTHER_ROW(torch, embedding_dense_backward, embedding_grad_of, embedding_grad, DOC_torch_embedding_dense_backward),
    OTHER_ROW(torch, index_backward, grad_self_list, list_grad, DOC_torch_index_backward),
    OTHER_ROW(torch, take_backward, grad_self_index, take_grad, DOC_torch_take_backward),
    OTHER_ROW(torch, scatter_backward, grad_dim_index, two_along, DOC_torch_scatter_backward),
    OTHER_ROW(torch, scatter_add_backward, grad_dim_index, two_along, DOC_torch_scatter_add_backward),
    OTHER_ROW(torch, scatter_reduce_backward, scatter_reduce_grad_of, scatter_reduce_grad,
              DOC_torch_scatter_reduce_backward),
    OTHER_ROW(torch, index_add_backward, index_add_grad_of, index_add_grad, DOC_torch_index_add_backward),
    OTHER_ROW(torch, index_copy_backward, grad_dim_index, two_slices, DOC_torch_index_copy_backward),
    OTHER_ROW(torch, index_put_backward, index_put_grad_of, index_put_grad, DOC_torch_index_put_backward),

    SCATTER_ROW(torch, index_reduce, index_reduce_of, index_reduce, DOC_torch_index_reduce),
    OTHER_ROW(torch, masked_select, input_mask, masked_select, DOC_torch_masked_select),
    OTHER_ROW(torch, masked_scatter, input_mask_source, masked_scatter, DOC_torch_masked_scatter),
    OTHER_ROW(torch, bincount, bincount_of, bincount, DOC_torch_bincount),
    OTHER_ROW(torch, histc, histc_of, histc, DOC_torch_histc),
    OTHER_ROW(torch, index_reduce_backward, index_reduce_grad_of, index_reduce_grad, DOC_torch_index_reduce_backward),
    OTHER_ROW(torch, masked_select_backward, grad_self_mask, masked_select_grad, DOC_torch_masked_select_backward),
    OTHER_ROW(torch, masked_scatter_backward, grad_mask_source, masked_scatter_grad, DOC_torch_masked_scatter_backward),

    OTHER_ROW(torch, segment_reduce, segment_reduce_of, segment_reduce, DOC_torch_segment_reduce),
    OTHER_ROW(torch, segment_reduce_backward, segment_reduce_grad_of, segment_reduce_grad,
              DOC_torch_segment_reduce_backward),
    OTHER_ROW(torch, embedding_bag, embedding_bag_of, embedding_bag, DOC_torch_embedding_bag),

    GATHER_ROW(onnx, gather, data_indices_axis, axis, DOC_onnx_gather, guess_axis),
    GATHER_ROW(onnx, gather_elements, data_indices_axis, axis, DOC_onnx_gather_elements, guess_second),
    GATHER_ROW(onnx, gather_nd, data_indices_batch, axis, DOC_onnx_gather_nd, NULL),
    SCATTER_ROW(onnx, scatter_elements, scatter_elements_of, elements, DOC_onnx_scatter_elements),
    SCATTER_ROW(onnx, scatter_nd, scatter_nd_of, nd, DOC_onnx_scatter_nd),

    /* Under the operators' own names too. */
    ONNX_GATHER_ROW("Gather", gather, data_indices_axis, guess_axis),
    ONNX_GATHER_ROW("GatherElements", gather_elements, data_indices_axis, guess_second),
    ONNX_GATHER_ROW("GatherND", gather_nd, data_indices_batch, NULL),
    ONNX_SCATTER_ROW("ScatterElements", scatter_elements, scatter_elements_of, elements),
    ONNX_SCATTER_ROW("ScatterND", scatter_nd, scatter_nd_of, nd),

    GATHER_ROW(tf, gather, params_indices_axis, tf_gather, DOC_tf_gather, NULL),
    GATHER_ROW(tf, gather_nd, params_indices_batch, axis, DOC_tf_gather_nd, NULL),
    SCATTER_ROW(tf, tensor_scatter_nd_update, tensor_indices_updates, updates,
                DOC_tf_scatter("the update takes the element's place.")),
    SCATTER_ROW(tf, tensor_scatter_nd_add, tensor_indices_updates, updates, DOC_tf_scatter("the update is added.")),
    SCATTER_ROW(tf, tensor_scatter_nd_sub, tensor_indices_updates, updates,
                DOC_tf_scatter("the update is subtracted.")),
    SCATTER_ROW(tf, tensor_scatter_nd_min, tensor_indices_updates, updates,
                DOC_tf_scatter("the less of the two stays.")),
    SCATTER_ROW(tf, tensor_scatter_nd_max, tensor_indices_updates, updates,
                DOC_tf_scatter("the greater of the two stays.")),

#define TF_SEGMENT_ROW(reduce) OTHER_ROW(tf, segment_##reduce, tf_segment_of, tf_segment, DOC_tf_segment(#reduce)),
    GRN_TF_SEGMENTS(TF_SEGMENT_ROW)
#undef TF_SEGMENT_ROW
#define TF_UNSORTED_SEGMENT_ROW(reduce)                                                   \
    OTHER_ROW(tf, unsorted_segment_##reduce, tf_unsorted_segment_of, tf_unsorted_segment, \
              DOC_tf_unsorted_segment(#reduce)),
        GRN_TF_UNSORTED_SEGMENTS(TF_UNSORTED_SEGMENT_ROW)
#undef TF_UNSORTED_SEGMENT_ROW

            GATHER_ROW(jax, gather, jax_gather_of, jax_gather, DOC_jax_gather, NULL),
    SCATTER_ROW(jax, scatter, jax_scatter_of, jax_scatter, DOC_jax_scatter("the update takes the element's place.")),
    SCATTER_ROW(jax, scatter_add, jax_scatter_of, jax_scatter, DOC_jax_scatter("the update is added.")),
    SCATTER_ROW(jax, scatter_mul, jax_scatter_of, jax_scatter,
                DOC_jax_scatter("the element is multiplied by the update.")),
    SCATTER_ROW(jax, scatter_min, jax_scatter_of, jax_scatter, DOC_jax_scatter("the less of the two stays.")),
    SCATTER_ROW(jax, scatter_max, jax_scatter_of, jax_scatter, DOC_jax_scatter("the greater of the two stays.")),

#define JAX_SEGMENT_ROW(reduce) OTHER_ROW(jax, segment_##reduce, jax_segment_of, jax_segment, DOC_jax_segment(#reduce)),
    GRN_JAX_SEGMENTS(JAX_SEGMENT_ROW)
#undef JAX_SEGMENT_ROW

        OTHER_ROW(dgl, segment_reduce, dgl_segment_of, dgl_segment, DOC_dgl_segment_reduce),
    OTHER_ROW(dgl, gspmm, dgl_gspmm_of, dgl_gspmm, DOC_dgl_gspmm),

    GATHER_ROW(nvl, gather, nvl_gather_of, nvl_gather, DOC_nvl_gather, NULL),
    SCATTER_ROW(nvl, scatter, nvl_scatter_of, nvl_scatter, DOC_nvl_scatter),
    OTHER_ROW(nvl, gather_grad, nvl_gather_grad_of, nvl_gather_grad, DOC_nvl_gather_grad),
    OTHER_ROW(nvl, scatter_grad, nvl_scatter_grad_of, nvl_scatter_grad, DOC_nvl_scatter_grad),
};
const size_t nrows = sizeof rows / sizeof *rows;
_Static_assert(sizeof rows / sizeof *rows == NROWS, "calls.c has an entry for each row");

/*
 * segment_forms.c - the forms of calls that reduce segments and bags: torch's segment_reduce and
 * embedding_bag, jax.ops', tf.math's and DGL's, and the experts of a mixture.
 */
#include <string.h>

#include "families.h"

#define LIST(name) const parameter name[]

/* Extents behind the first of a tensor's, with `count` in its place. What is not right is refused by
 * the run, of which the shape is nowhere then. */
static grn_status segments_of(const grn_tensor *data, int64_t count, int32_t *rank, int64_t *shape)
{
    *rank = data->rank > 1 ? data->rank : 1;
    shape[0] = count > 0 ? count : 0;
    for (int32_t d = 1; d < data->rank; d++)
        shape[d] = data->shape[d];
    return GRN_OK;
}

/* ---- torch's segment_reduce ------------------------------------------------------------------ */

LIST(segment_reduce_of) = {{"data", TENSOR, NULL, false},
                           {"reduce", WORD, NULL, false},
                           {"lengths", MAYBE_TENSOR, "None", true},
                           {"offsets", MAYBE_TENSOR, "None", true},
                           {"axis", INTEGER, "0", true},
                           {"unsafe", FLAG, "False", true},
                           {"initial", OTHER, "None", true},
                           OUT_LAST};
static bool read_initial(call *c, int data, int initial)
{
    PyObject *given = c->given[initial];
    c->has_element = given != NULL && given != Py_None;
    return !c->has_element || torch_scalar(given, T(data)->dtype, "initial", c->element);
}
static bool prepare_segment_reduce(call *c) { return read_initial(c, 0, 6); }
RUN(segment_reduce)
{
    return grn_torch_segment_reduce(T(0), c->word[1], MAYBE(2), MAYBE(3), I(4), I(5) != 0,
                                    c->has_element ? c->element : NULL, NULL, out, diag);
}
SHAPE(segment_reduce)
{
    return grn_torch_segment_reduce_shape(T(0), c->word[1], MAYBE(2), MAYBE(3), I(4), diag, rank, shape);
}
const form segment_reduce = {.make = make_one,
                             .prepare = prepare_segment_reduce,
                             .operand = 0,
                             .indices = -1,
                             .updates = -1,
                             .shape = segment_reduce_shape,
                             .run = segment_reduce_run};

LIST(segment_reduce_grad_of) = {{"grad", TENSOR, NULL, false},           {"data", TENSOR, NULL, false},
                                {"reduce", WORD, NULL, false},           {"lengths", MAYBE_TENSOR, "None", true},
                                {"offsets", MAYBE_TENSOR, "None", true}, {"axis", INTEGER, "0", true},
                                {"initial", OTHER, "None", true},        OUT_LAST};
static bool prepare_segment_reduce_grad(call *c) { return read_initial(c, 1, 6); }
RUN(segment_reduce_grad)
{
    return grn_torch_segment_reduce_backward(T(0), T(1), c->word[2], MAYBE(3), MAYBE(4), I(5),
                                             c->has_element ? c->element : NULL, NULL, out, diag);
}
const form segment_reduce_grad = {.make = make_one,
                                  .prepare = prepare_segment_reduce_grad,
                                  .operand = 1,
                                  .indices = -1,
                                  .updates = -1,
                                  .run = segment_reduce_grad_run};

/* ---- torch's embedding_bag ------------------------------------------------------------------- */

LIST(embedding_bag_of) = {{"input", TENSOR, NULL, false},
                          {"weight", TENSOR, NULL, false},
                          {"offsets", MAYBE_TENSOR, "None", false},
                          {"mode", WORD, "'mean'", true},
                          {"per_sample_weights", MAYBE_TENSOR, "None", true},
                          {"include_last_offset", FLAG, "False", true},
                          {"padding_idx", MAYBE_INTEGER, "None", true},
                          OUT_LAST};
RUN(embedding_bag)
{
    const char *mode = c->word[3] != NULL ? c->word[3] : "mean";
    return grn_torch_embedding_bag(T(0), T(1), MAYBE(2), mode, MAYBE(4), I(5) != 0, c->has[6] ? &I(6) : NULL, out, NULL,
                                   NULL, NULL, diag);
}
SHAPE(embedding_bag)
{
    const grn_tensor *by = c->has[2] ? T(2) : T(0);
    const int64_t count = by->rank > 0 ? by->shape[0] - (c->has[2] && I(5) != 0) : 0;
    (void)diag;
    *rank = 2;
    shape[0] = count > 0 ? count : 0;
    shape[1] = T(1)->rank == 2 ? T(1)->shape[1] : 0;
    return GRN_OK;
}
const form embedding_bag = {.make = make_one,
                            .operand = 1,
                            .indices = 0,
                            .updates = -1,
                            .shape = embedding_bag_shape,
                            .run = embedding_bag_run};

/* ---- jax.ops' -------------------------------------------------------------------------------- */

LIST(jax_segment_of) = {{"data", TENSOR, NULL, false},
                        {"segment_ids", TENSOR, NULL, false},
                        {"num_segments", MAYBE_INTEGER, "None", false},
                        {"indices_are_sorted", FLAG, "False", false},
                        {"unique_indices", FLAG, "False", false},
                        {"mode", OTHER, "None", false},
                        OUT_LAST};
typedef grn_status (*jax_segment_fn)(tensor, tensor, int64_t, grn_jax_mode, const grn_allocator *, tensor,
                                     const grn_diag *);
static bool prepare_jax_segment(call *c) { return read_jax_mode(c, c->given[5]); }
RUN(jax_segment)
{
    const int64_t count = c->has[2] ? I(2) : out->rank > 0 ? out->shape[0] : 0;
    return ((jax_segment_fn)c->row->run)(T(0), T(1), count, (grn_jax_mode)c->mode, NULL, out, diag);
}
SHAPE(jax_segment)
{
    int64_t count = I(2);
    const grn_status status = c->has[2] ? GRN_OK : grn_segment_count(T(1), diag, &count);
    return status == GRN_OK ? segments_of(T(0), count, rank, shape) : status;
}
const form jax_segment = {.make = make_one,
                          .prepare = prepare_jax_segment,
                          .operand = 0,
                          .indices = 1,
                          .updates = -1,
                          .shape = jax_segment_shape,
                          .run = jax_segment_run};

/* ---- tf.math's ------------------------------------------------------------------------------- */

LIST(tf_segment_of) = {{"data", TENSOR, NULL, false}, {"segment_ids", TENSOR, NULL, false}, OUT_LAST};
typedef grn_status (*tf_segment_fn)(tensor, tensor, const grn_allocator *, tensor, const grn_diag *);
RUN(tf_segment) { return ((tf_segment_fn)c->row->run)(T(0), T(1), NULL, out, diag); }
SHAPE(tf_segment) { return grn_tf_segment_shape(T(0), T(1), diag, rank, shape); }
const form tf_segment = {
    .make = make_one, .operand = 0, .indices = 1, .updates = -1, .shape = tf_segment_shape, .run = tf_segment_run};

LIST(tf_unsorted_segment_of) = {{"data", TENSOR, NULL, false},
                                {"segment_ids", TENSOR, NULL, false},
                                {"num_segments", INTEGER, NULL, false},
                                OUT_LAST};
typedef grn_status (*tf_unsorted_segment_fn)(tensor, tensor, int64_t, const grn_allocator *, tensor, const grn_diag *);
RUN(tf_unsorted_segment) { return ((tf_unsorted_segment_fn)c->row->run)(T(0), T(1), I(2), NULL, out, diag); }
SHAPE(tf_unsorted_segment)
{
    (void)diag;
    return segments_of(T(0), I(2), rank, shape);
}
const form tf_unsorted_segment = {.make = make_one,
                                  .operand = 0,
                                  .indices = 1,
                                  .updates = -1,
                                  .shape = tf_unsorted_segment_shape,
                                  .run = tf_unsorted_segment_run};

/* ---- DGL's ----------------------------------------------------------------------------------- */

LIST(dgl_segment_of) = {
    {"seglen", TENSOR, NULL, false}, {"value", TENSOR, NULL, false}, {"reducer", WORD, "'sum'", false}, OUT_LAST};
RUN(dgl_segment)
{
    return grn_dgl_segment_reduce(T(0), T(1), c->word[2] != NULL ? c->word[2] : "sum", NULL, out, NULL, diag);
}
SHAPE(dgl_segment)
{
    (void)diag;
    return segments_of(T(1), T(0)->rank > 0 ? T(0)->shape[0] : 0, rank, shape);
}
const form dgl_segment = {
    .make = make_one, .operand = 1, .indices = 0, .updates = -1, .shape = dgl_segment_shape, .run = dgl_segment_run};

LIST(dgl_gspmm_of) = {{"op", WORD, NULL, false},
                      {"reduce_op", WORD, NULL, false},
                      {"indptr", TENSOR, NULL, false},
                      {"indices", TENSOR, NULL, false},
                      {"lhs", TENSOR, NULL, false},
                      {"rhs", MAYBE_TENSOR, "None", false},
                      OUT_LAST};
RUN(dgl_gspmm) { return grn_dgl_gspmm(c->word[0], c->word[1], T(2), T(3), T(4), MAYBE(5), out, NULL, diag); }
SHAPE(dgl_gspmm)
{
    (void)diag;
    return segments_of(T(4), T(2)->rank > 0 ? T(2)->shape[0] - 1 : 0, rank, shape);
}
const form dgl_gspmm = {
    .make = make_one, .operand = 4, .indices = 3, .updates = -1, .shape = dgl_gspmm_shape, .run = dgl_gspmm_run};

/* ---- the experts of a mixture ---------------------------------------------------------------- */

LIST(moe_permute_of) = {{"tokens", TENSOR, NULL, false},       {"experts", TENSOR, NULL, false},
                        {"num_experts", INTEGER, NULL, false}, {"first_expert", INTEGER, "0", true},
                        {"keeps_others", FLAG, "False", true}, {0}};

/* (rows, offsets, inverse). How many rows come is known when the entries are sorted; then they are
 * gathered. */
static PyObject *make_permute(call *c)
{
    const grn_tensor *tokens = T(0), *experts = T(1);
    const grn_experts_spec spec = {.first = I(3), .count = I(2), .keeps_others = I(4) != 0};
    const int64_t one_more = spec.count > 0 && spec.count < INT64_MAX ? spec.count + 1 : 1;
    grn_tensor rows, offsets, inverse;
    const grn_diag diag = listen(&c->said);
    PyObject *of_rows = NULL, *result = NULL;
    PyObject *of_offsets = new_array(GRN_I64, 1, &one_more, &offsets);
    PyObject *of_inverse = of_offsets != NULL ? new_array(GRN_I32, experts->rank, experts->shape, &inverse) : NULL;
    grn_status status = GRN_E_MEMORY;
    if (of_inverse != NULL)
        status = grn_experts_permute(&spec, NULL, experts, NULL, &offsets, &inverse, NULL, &diag);
    if (status == GRN_OK) {
        const int64_t local = ((const int64_t *)offsets.data)[spec.count];
        const int64_t shape[] = {spec.keeps_others ? grn_tensor_elements(experts) : local,
                                 tokens->rank == 2 ? tokens->shape[1] : 0};
        of_rows = new_array(tokens->dtype, 2, shape, &rows);
    }
    if (of_rows != NULL) {
        PyThreadState *state = is_long(c, &rows) ? PyEval_SaveThread() : NULL;
        status = grn_experts_permute(&spec, tokens, experts, &rows, &offsets, &inverse, NULL, &diag);
        if (state != NULL)
            PyEval_RestoreThread(state);
        result = PyTuple_Pack(3, of_rows, of_offsets, of_inverse);
    }
    Py_XDECREF(of_rows);
    Py_XDECREF(of_offsets);
    Py_XDECREF(of_inverse);
    return finish(c, status, result);
}
const form moe_permute = {.make = make_permute, .operand = 0, .indices = 1, .updates = -1};

LIST(moe_unpermute_of) = {{"rows", TENSOR, NULL, false},
                          {"inverse", TENSOR, NULL, false},
                          {"weights", MAYBE_TENSOR, "None", false},
                          {"fused", FLAG, "False", true},
                          OUT_LAST};
RUN(moe_unpermute) { return grn_experts_unpermute(T(0), T(1), MAYBE(2), I(3) != 0, out, NULL, diag); }
SHAPE(moe_unpermute)
{
    (void)diag;
    *rank = 2;
    shape[0] = T(1)->rank == 2 ? T(1)->shape[0] : 0;
    shape[1] = T(0)->rank == 2 ? T(0)->shape[1] : 0;
    return GRN_OK;
}
const form moe_unpermute = {.make = make_one,
                            .operand = 0,
                            .indices = 1,
                            .updates = -1,
                            .shape = moe_unpermute_shape,
                            .run = moe_unpermute_run};

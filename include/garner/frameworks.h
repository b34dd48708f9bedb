/*
 * frameworks.h - gather and scatter by the names, argument orders, checks and words of PyTorch,
 * ONNX, TensorFlow and JAX.
 *
 * Every call works on views with any strides and writes to `out`, a view of the caller's with the
 * shape the call's _shape function reports (a scatter's has its input's) and the input's dtype.
 * `out` lies apart from all other tensors; a scatter's may be its input itself, which is then
 * updated in place.
 *
 * Checks come first: on an error `out` is untouched. Messages are the framework's; the note after
 * an index message has argument, value seen, where, and what would have been right. GRN_E_ARGUMENT
 * (a number or a word not valid), GRN_E_SHAPE, GRN_E_DTYPE, GRN_E_INDEX (a value out of range),
 * GRN_E_ALIAS, GRN_E_LIMIT; GRN_E_MEMORY where a call takes an allocator.
 *
 * Updates of one place come in ascending row-major order of the updates, so the last one stays
 * where nothing is combined; each step rounds to the dtype.
 *
 * A _spec function gives the call's canonical spec (garner/spec.h): the same bits for operands that
 * pass the checks. For torch a tensor of rank 0 counts as [1]. The spec of a scatter is for updates
 * cut to the index's shape.
 *
 * Views are checked as tensor.h says; `out` must not have two elements in one place. NULL is taken
 * for diag and allocators, and for what a call says may be NULL; lists of index tensors may be NULL
 * when they have no entry. Calls without an allocator allocate nothing. Thread-safe while
 * destinations do not overlap. Semantics: each framework's documentation; docs/frameworks.md has
 * the table.
 */
#ifndef GARNER_FRAMEWORKS_H
#define GARNER_FRAMEWORKS_H

#include "garner/spec.h"

GRN_BEGIN_DECLS

/* ---- torch: index i64 or i32; no negative index except in index, index_put and take ---------- */

/*
 * torch.gather(input, dim, index): out has index's shape; index is at most
 * input's size except along dim. An empty index gives an empty out and is not
 * checked further.
 */
GRN_API GRN_MUST_USE grn_status grn_torch_gather(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                                 const grn_tensor *out, const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_torch_gather_shape(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                                       const grn_diag *diag, int32_t *rank, int64_t *shape);
GRN_API GRN_MUST_USE grn_status grn_torch_gather_spec(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                                      const grn_diag *diag, grn_gather_spec *out);

/* torch.index_select(input, dim, index): index of rank 0 or 1; rank 0 keeps the dimension, with
 * extent 1. */
GRN_API GRN_MUST_USE grn_status grn_torch_index_select(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                                       const grn_tensor *out, const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_torch_index_select_shape(const grn_tensor *input, int64_t dim,
                                                             const grn_tensor *index, const grn_diag *diag,
                                                             int32_t *rank, int64_t *shape);
GRN_API GRN_MUST_USE grn_status grn_torch_index_select_spec(const grn_tensor *input, int64_t dim,
                                                            const grn_tensor *index, const grn_diag *diag,
                                                            grn_gather_spec *out);

/*
 * torch.take_along_dim(input, indices, dim): the two are broadcast against each
 * other apart from dim. dim NULL: input and indices are read flat (row-major); one that has no flat
 * view is copied to memory of `allocator` first. The spec is for the broadcast or flat views.
 */
GRN_API GRN_MUST_USE grn_status grn_torch_take_along_dim(const grn_tensor *input, const grn_tensor *indices,
                                                         const int64_t *dim, const grn_allocator *allocator,
                                                         const grn_tensor *out, const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_torch_take_along_dim_shape(const grn_tensor *input, const grn_tensor *indices,
                                                               const int64_t *dim, const grn_diag *diag, int32_t *rank,
                                                               int64_t *shape);
GRN_API GRN_MUST_USE grn_status grn_torch_take_along_dim_spec(const grn_tensor *input, const grn_tensor *indices,
                                                              const int64_t *dim, const grn_diag *diag,
                                                              grn_gather_spec *out);

/* torch.nn.functional.embedding(input, weight): rows of weight [V, D] by input of any rank; out is
 * input's shape ++ [D]. */
GRN_API GRN_MUST_USE grn_status grn_torch_embedding(const grn_tensor *input, const grn_tensor *weight,
                                                    const grn_tensor *out, const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_torch_embedding_shape(const grn_tensor *input, const grn_tensor *weight,
                                                          const grn_diag *diag, int32_t *rank, int64_t *shape);
GRN_API GRN_MUST_USE grn_status grn_torch_embedding_spec(const grn_tensor *input, const grn_tensor *weight,
                                                         const grn_diag *diag, grn_gather_spec *out);

/*
 * torch.scatter(input, dim, index, src, reduce): src may be larger than
 * index. reduce: NULL, "add" or "multiply". An empty index leaves input as it is and nothing
 * else is checked. _value: the element at `value`, of input's dtype, everywhere.
 */
GRN_API GRN_MUST_USE grn_status grn_torch_scatter(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                                  const grn_tensor *src, const char *reduce, const grn_tensor *out,
                                                  const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_torch_scatter_value(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                                        const void *value, const char *reduce, const grn_tensor *out,
                                                        const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_torch_scatter_add(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                                      const grn_tensor *src, const grn_tensor *out,
                                                      const grn_diag *diag);
/* Of scatter and scatter_add (reduce "add"). */
GRN_API GRN_MUST_USE grn_status grn_torch_scatter_spec(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                                       const char *reduce, const grn_diag *diag, grn_scatter_spec *out);

/*
 * torch.scatter_reduce(input, dim, index, src, reduce, include_self): reduce is "sum", "prod",
 * "mean", "amax" or "amin". Without include_self a place that is reached starts from the
 * reduction's identity. mean divides the sum by the count (an i64 per element of input, from
 * `allocator`), integers round down; the other four do not allocate. NaN stays. The spec is of the
 * combining step alone.
 */
GRN_API GRN_MUST_USE grn_status grn_torch_scatter_reduce(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                                         const grn_tensor *src, const char *reduce, bool include_self,
                                                         const grn_allocator *allocator, const grn_tensor *out,
                                                         const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_torch_scatter_reduce_spec(const grn_tensor *input, int64_t dim,
                                                              const grn_tensor *index, const char *reduce,
                                                              const grn_diag *diag, grn_scatter_spec *out);

/* torch.index_add(input, dim, index, source, alpha): alpha points to an element of input's dtype;
 * NULL is 1. */
GRN_API GRN_MUST_USE grn_status grn_torch_index_add(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                                    const grn_tensor *source, const void *alpha, const grn_tensor *out,
                                                    const grn_diag *diag);
/* torch.index_copy(input, dim, index, source) */
GRN_API GRN_MUST_USE grn_status grn_torch_index_copy(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                                     const grn_tensor *source, const grn_tensor *out,
                                                     const grn_diag *diag);
/* With alpha 1. */
GRN_API GRN_MUST_USE grn_status grn_torch_index_add_spec(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                                         const grn_diag *diag, grn_scatter_spec *out);
GRN_API GRN_MUST_USE grn_status grn_torch_index_copy_spec(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                                          const grn_diag *diag, grn_scatter_spec *out);

/*
 * torch.index_put(input, indices, values, accumulate): one index tensor for
 * each leading dimension of input, NULL for a dimension taken whole; they are
 * broadcast together, and values to the result of input[indices]. Negative
 * values count from the end. Takes an i64 per component from `allocator`. The
 * spec is for the broadcast index tensors stacked along a new last dimension.
 */
GRN_API GRN_MUST_USE grn_status grn_torch_index_put(const grn_tensor *input, const grn_tensor *const *indices,
                                                    size_t nindices, const grn_tensor *values, bool accumulate,
                                                    const grn_allocator *allocator, const grn_tensor *out,
                                                    const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_torch_index_put_spec(const grn_tensor *input, const grn_tensor *const *indices,
                                                         size_t nindices, bool accumulate, const grn_diag *diag,
                                                         grn_scatter_spec *out);

/*
 * torch's input[indices] with index tensors, as index_put has them: the dimensions of the index
 * tensors stay in place where these are neighbours, else come first. Takes an i64 per component
 * from `allocator`. The spec is for the broadcast index tensors stacked along a new last dimension.
 */
GRN_API GRN_MUST_USE grn_status grn_torch_index(const grn_tensor *input, const grn_tensor *const *indices,
                                                size_t nindices, const grn_allocator *allocator, const grn_tensor *out,
                                                const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_torch_index_shape(const grn_tensor *input, const grn_tensor *const *indices,
                                                      size_t nindices, const grn_diag *diag, int32_t *rank,
                                                      int64_t *shape);
GRN_API GRN_MUST_USE grn_status grn_torch_index_spec(const grn_tensor *input, const grn_tensor *const *indices,
                                                     size_t nindices, const grn_diag *diag, grn_gather_spec *out);

/*
 * torch.take(input, index): input read flat (row-major), index i64 of any rank, negative values
 * from the end; out has index's shape. An input that has no flat view is copied to memory of
 * `allocator` first. The spec is for the flat view.
 */
GRN_API GRN_MUST_USE grn_status grn_torch_take(const grn_tensor *input, const grn_tensor *index,
                                               const grn_allocator *allocator, const grn_tensor *out,
                                               const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_torch_take_shape(const grn_tensor *input, const grn_tensor *index,
                                                     const grn_diag *diag, int32_t *rank, int64_t *shape);
GRN_API GRN_MUST_USE grn_status grn_torch_take_spec(const grn_tensor *input, const grn_tensor *index,
                                                    const grn_diag *diag, grn_gather_spec *out);

/*
 * ---- torch's gradients: what autograd does backwards, by torch's formulas
 * ------------------------------------------
 *
 * Arguments come in the order of torch's own *_backward operators; where it has none, in the
 * forward call's. `grad` is the gradient of the forward's result: its shape and dtype. The checks,
 * words and errors are those of the forward call, for the index also here: out of range is
 * GRN_E_INDEX. Outs have the dtype of grad, any strides, and are untouched on an error. All stays
 * the caller's; a call that takes an allocator hands its memory back before it returns. Thread-safe
 * while destinations do not overlap. Source: PyTorch, tools/autograd/derivatives.yaml; differences:
 * PT-D4, PT-D5, PT-D11 to PT-D13 in docs/frameworks.md.
 *
 * The gradient of a gather: of `self` only shape and dtype are read (data may be NULL); out has
 * both, lies apart from grad and index, and gets 0, plus grad in ascending row-major order, each
 * step rounded to the dtype.
 */

/* gather_backward(grad, self, dim, index): grad has index's shape. sparse_grad is not here: out is
 * dense. */
GRN_API GRN_MUST_USE grn_status grn_torch_gather_backward(const grn_tensor *grad, const grn_tensor *self, int64_t dim,
                                                          const grn_tensor *index, const grn_tensor *out,
                                                          const grn_diag *diag);
/* index_select_backward(grad, self_sizes, dim, index): self_sizes are self's. */
GRN_API GRN_MUST_USE grn_status grn_torch_index_select_backward(const grn_tensor *grad, const grn_tensor *self,
                                                                int64_t dim, const grn_tensor *index,
                                                                const grn_tensor *out, const grn_diag *diag);
/*
 * Of take_along_dim(self, indices, dim); grad has its result's shape. Where self was broadcast, the
 * sum over the copies is taken in f64 and rounded once. Then, and where out has no flat view and
 * dim is NULL, memory of `allocator` holds what is summed; an index without a flat view is copied
 * when dim is NULL.
 */
GRN_API GRN_MUST_USE grn_status grn_torch_take_along_dim_backward(const grn_tensor *grad, const grn_tensor *self,
                                                                  const grn_tensor *indices, const int64_t *dim,
                                                                  const grn_allocator *allocator, const grn_tensor *out,
                                                                  const grn_diag *diag);
/*
 * embedding_dense_backward(grad_output, indices, num_weights, padding_idx, scale_grad_by_freq):
 * grad_output is indices' shape ++ [D], out [num_weights, D]. The row padding_idx gets 0; a
 * negative one, and one past the end, is none. scale_grad_by_freq: each row of grad is multiplied
 * by 1/n, n being how often its index comes up (an i64 per weight from `allocator`); 1/n, the
 * product and the sum are each rounded.
 */
GRN_API GRN_MUST_USE grn_status grn_torch_embedding_dense_backward(const grn_tensor *grad_output,
                                                                   const grn_tensor *indices, int64_t num_weights,
                                                                   int64_t padding_idx, bool scale_grad_by_freq,
                                                                   const grn_allocator *allocator,
                                                                   const grn_tensor *out, const grn_diag *diag);
/* Of self[indices]; grad has its shape. Takes an i64 per component from `allocator`. */
GRN_API GRN_MUST_USE grn_status grn_torch_index_backward(const grn_tensor *grad, const grn_tensor *self,
                                                         const grn_tensor *const *indices, size_t nindices,
                                                         const grn_allocator *allocator, const grn_tensor *out,
                                                         const grn_diag *diag);
/* Of take(self, index); grad has index's shape. An out without a flat view takes a copy of its size
 * from `allocator`. */
GRN_API GRN_MUST_USE grn_status grn_torch_take_backward(const grn_tensor *grad, const grn_tensor *self,
                                                        const grn_tensor *index, const grn_allocator *allocator,
                                                        const grn_tensor *out, const grn_diag *diag);

/*
 * The gradients of a scatter are two, and either may be NULL when it is not needed. self_grad has
 * grad's shape and may be grad itself; the other one has the shape given below; both are disjoint
 * from each other and from all else. Where several values went to one place and one stayed, each of
 * them gets the place's gradient, as torch has it.
 */

/* scatter(self, dim, index, src): self_grad is grad with 0 at index, src_grad (index's shape)
 * grad.gather(dim, index). For a src larger than index torch has no gradient; for scatter_value,
 * src_grad is NULL. */
GRN_API GRN_MUST_USE grn_status grn_torch_scatter_backward(const grn_tensor *grad, int64_t dim, const grn_tensor *index,
                                                           const grn_tensor *self_grad, const grn_tensor *src_grad,
                                                           const grn_diag *diag);
/* scatter_add(self, dim, index, src): self_grad is grad, src_grad (index's shape) grad.gather(dim,
 * index). */
GRN_API GRN_MUST_USE grn_status grn_torch_scatter_add_backward(const grn_tensor *grad, int64_t dim,
                                                               const grn_tensor *index, const grn_tensor *self_grad,
                                                               const grn_tensor *src_grad, const grn_diag *diag);
/*
 * scatter_reduce_backward(grad, self, dim, index, src, reduce, include_self, result): src and
 * src_grad have index's shape, self and result (what the forward gave) grad's. sum: as scatter_add,
 * or without include_self as scatter; self, src and result are not read then and may be NULL. The
 * others take floats (else GRN_E_DTYPE) and, from `allocator`, 8 bytes for each of 6 times self's
 * and 3 times src's elements. mean divides by how many met. amax and amin share a place's gradient
 * among all equal to its result, self among them, even without include_self. prod: grad times the
 * product of the others, without dividing (PT-D13). Without include_self self_grad is 0 where index
 * reaches. Each step is rounded to the dtype.
 */
GRN_API GRN_MUST_USE grn_status grn_torch_scatter_reduce_backward(
    const grn_tensor *grad, const grn_tensor *self, int64_t dim, const grn_tensor *index, const grn_tensor *src,
    const char *reduce, bool include_self, const grn_tensor *result, const grn_allocator *allocator,
    const grn_tensor *self_grad, const grn_tensor *src_grad, const grn_diag *diag);
/* index_add(self, dim, index, source, alpha): self_grad is grad; source_grad (source's shape) is
 * alpha times grad.index_select(dim, index). alpha points to an element of grad's dtype, NULL is 1;
 * of a complex alpha it is alpha, not its conjugate, as in torch. */
GRN_API GRN_MUST_USE grn_status grn_torch_index_add_backward(const grn_tensor *grad, int64_t dim,
                                                             const grn_tensor *index, const void *alpha,
                                                             const grn_tensor *self_grad, const grn_tensor *source_grad,
                                                             const grn_diag *diag);
/* index_copy(self, dim, index, source): self_grad is grad with 0 at index; source_grad (source's
 * shape) is grad.index_select(dim, index). */
GRN_API GRN_MUST_USE grn_status grn_torch_index_copy_backward(const grn_tensor *grad, int64_t dim,
                                                              const grn_tensor *index, const grn_tensor *self_grad,
                                                              const grn_tensor *source_grad, const grn_diag *diag);
/*
 * index_put(self, indices, values, accumulate): self_grad is grad, with 0 at the places unless
 * accumulate; values_grad, of values' shape, is grad[indices], summed in f64 and rounded once where
 * values were broadcast: then memory for grad[indices] comes from `allocator`, and an i64 per
 * component always.
 */
GRN_API GRN_MUST_USE grn_status grn_torch_index_put_backward(const grn_tensor *grad, const grn_tensor *const *indices,
                                                             size_t nindices, bool accumulate,
                                                             const grn_allocator *allocator,
                                                             const grn_tensor *self_grad, const grn_tensor *values_grad,
                                                             const grn_diag *diag);

/* ---- ONNX: indices i64 or i32 (the ND ones i64); values in [-s, s-1] ------------------------- */

/* Gather: indices of any rank take the place of axis. */
GRN_API GRN_MUST_USE grn_status grn_onnx_gather(const grn_tensor *data, const grn_tensor *indices, int64_t axis,
                                                const grn_tensor *out, const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_onnx_gather_shape(const grn_tensor *data, const grn_tensor *indices, int64_t axis,
                                                      const grn_diag *diag, int32_t *rank, int64_t *shape);
GRN_API GRN_MUST_USE grn_status grn_onnx_gather_spec(const grn_tensor *data, const grn_tensor *indices, int64_t axis,
                                                     const grn_diag *diag, grn_gather_spec *out);
/* GatherElements: out has the shape of indices. */
GRN_API GRN_MUST_USE grn_status grn_onnx_gather_elements(const grn_tensor *data, const grn_tensor *indices,
                                                         int64_t axis, const grn_tensor *out, const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_onnx_gather_elements_shape(const grn_tensor *data, const grn_tensor *indices,
                                                               int64_t axis, const grn_diag *diag, int32_t *rank,
                                                               int64_t *shape);
GRN_API GRN_MUST_USE grn_status grn_onnx_gather_elements_spec(const grn_tensor *data, const grn_tensor *indices,
                                                              int64_t axis, const grn_diag *diag, grn_gather_spec *out);
/* GatherND: the last dimension of indices holds 1 to rank(data) - batch_dims coordinates. */
GRN_API GRN_MUST_USE grn_status grn_onnx_gather_nd(const grn_tensor *data, const grn_tensor *indices,
                                                   int64_t batch_dims, const grn_tensor *out, const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_onnx_gather_nd_shape(const grn_tensor *data, const grn_tensor *indices,
                                                         int64_t batch_dims, const grn_diag *diag, int32_t *rank,
                                                         int64_t *shape);
GRN_API GRN_MUST_USE grn_status grn_onnx_gather_nd_spec(const grn_tensor *data, const grn_tensor *indices,
                                                        int64_t batch_dims, const grn_diag *diag, grn_gather_spec *out);
/* ScatterElements, ScatterND. reduction: "none" (or NULL), "add", "mul", "max", "min". */
GRN_API GRN_MUST_USE grn_status grn_onnx_scatter_elements(const grn_tensor *data, const grn_tensor *indices,
                                                          const grn_tensor *updates, int64_t axis,
                                                          const char *reduction, const grn_tensor *out,
                                                          const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_onnx_scatter_elements_spec(const grn_tensor *data, const grn_tensor *indices,
                                                               int64_t axis, const char *reduction,
                                                               const grn_diag *diag, grn_scatter_spec *out);
GRN_API GRN_MUST_USE grn_status grn_onnx_scatter_nd(const grn_tensor *data, const grn_tensor *indices,
                                                    const grn_tensor *updates, const char *reduction,
                                                    const grn_tensor *out, const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_onnx_scatter_nd_spec(const grn_tensor *data, const grn_tensor *indices,
                                                         const char *reduction, const grn_diag *diag,
                                                         grn_scatter_spec *out);

/* ---- TensorFlow: indices i32 or i64 (i16 too in the ND ones); no negative index; an error, as on its CPU  */

/* tf.gather(params, indices, axis, batch_dims); axis in [-rank(params), rank(params)), batch_dims
 * in [-rank(indices), rank(indices)] and at most axis. */
GRN_API GRN_MUST_USE grn_status grn_tf_gather(const grn_tensor *params, const grn_tensor *indices, int64_t axis,
                                              int64_t batch_dims, const grn_tensor *out, const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_tf_gather_shape(const grn_tensor *params, const grn_tensor *indices, int64_t axis,
                                                    int64_t batch_dims, const grn_diag *diag, int32_t *rank,
                                                    int64_t *shape);
GRN_API GRN_MUST_USE grn_status grn_tf_gather_spec(const grn_tensor *params, const grn_tensor *indices, int64_t axis,
                                                   int64_t batch_dims, const grn_diag *diag, grn_gather_spec *out);
/* tf.gather_nd(params, indices, batch_dims); vectors of no coordinates are fine. */
GRN_API GRN_MUST_USE grn_status grn_tf_gather_nd(const grn_tensor *params, const grn_tensor *indices,
                                                 int64_t batch_dims, const grn_tensor *out, const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_tf_gather_nd_shape(const grn_tensor *params, const grn_tensor *indices,
                                                       int64_t batch_dims, const grn_diag *diag, int32_t *rank,
                                                       int64_t *shape);
GRN_API GRN_MUST_USE grn_status grn_tf_gather_nd_spec(const grn_tensor *params, const grn_tensor *indices,
                                                      int64_t batch_dims, const grn_diag *diag, grn_gather_spec *out);

/* tf.tensor_scatter_nd_update, _add, _sub, _min, _max (tensor, indices, updates) and their
 * specs. */
#define GRN_TF_SCATTERS(S) S(update) S(add) S(sub) S(min) S(max)
GRN_API GRN_MUST_USE grn_status grn_tf_tensor_scatter_nd_update(const grn_tensor *tensor, const grn_tensor *indices,
                                                                const grn_tensor *updates, const grn_tensor *out,
                                                                const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_tf_tensor_scatter_nd_add(const grn_tensor *tensor, const grn_tensor *indices,
                                                             const grn_tensor *updates, const grn_tensor *out,
                                                             const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_tf_tensor_scatter_nd_sub(const grn_tensor *tensor, const grn_tensor *indices,
                                                             const grn_tensor *updates, const grn_tensor *out,
                                                             const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_tf_tensor_scatter_nd_min(const grn_tensor *tensor, const grn_tensor *indices,
                                                             const grn_tensor *updates, const grn_tensor *out,
                                                             const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_tf_tensor_scatter_nd_max(const grn_tensor *tensor, const grn_tensor *indices,
                                                             const grn_tensor *updates, const grn_tensor *out,
                                                             const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_tf_tensor_scatter_nd_update_spec(const grn_tensor *tensor,
                                                                     const grn_tensor *indices, const grn_diag *diag,
                                                                     grn_scatter_spec *out);
GRN_API GRN_MUST_USE grn_status grn_tf_tensor_scatter_nd_add_spec(const grn_tensor *tensor, const grn_tensor *indices,
                                                                  const grn_diag *diag, grn_scatter_spec *out);
GRN_API GRN_MUST_USE grn_status grn_tf_tensor_scatter_nd_sub_spec(const grn_tensor *tensor, const grn_tensor *indices,
                                                                  const grn_diag *diag, grn_scatter_spec *out);
GRN_API GRN_MUST_USE grn_status grn_tf_tensor_scatter_nd_min_spec(const grn_tensor *tensor, const grn_tensor *indices,
                                                                  const grn_diag *diag, grn_scatter_spec *out);
GRN_API GRN_MUST_USE grn_status grn_tf_tensor_scatter_nd_max_spec(const grn_tensor *tensor, const grn_tensor *indices,
                                                                  const grn_diag *diag, grn_scatter_spec *out);

/* ---- JAX: lax.gather and lax.scatter_*; a window is filled or dropped as a whole ------------- */

/* GatherScatterMode. Negative indices are out of range here (jnp's indexing moves them before it
 * calls lax). */
#define GRN_JAX_MODES(M)                                                                      \
    M(FILL, "fill")       /* the default: gather fills, scatter drops (JAX's FILL_OR_DROP) */ \
    M(CLIP, "clip")       /* the window is moved inside */                                    \
    M(PROMISE, "promise") /* PROMISE_IN_BOUNDS: undefined in JAX, a broken promise clips here */

typedef enum grn_jax_mode {
#define GRN_JAX_MODE_ENUM(name, text) GRN_JAX_##name,
    GRN_JAX_MODES(GRN_JAX_MODE_ENUM)
#undef GRN_JAX_MODE_ENUM
        GRN_JAX_MODE_COUNT
} grn_jax_mode;

/*
 * lax.gather(operand, start_indices, dimension_numbers, slice_sizes, indices_are_sorted,
 * unique_indices, mode, fill_value). The index vector is the last dimension;
 * dimension_numbers->index_vector_dim is not read. fill_value points to an element of operand's
 * dtype; NULL is JAX's own: NaN for floats and complex, the least value for signed, the greatest
 * for unsigned integers, true for i1.
 */
GRN_API GRN_MUST_USE grn_status grn_jax_gather(const grn_tensor *operand, const grn_tensor *start_indices,
                                               const grn_dimension_numbers *dimension_numbers,
                                               const grn_dims *slice_sizes, bool indices_are_sorted,
                                               bool unique_indices, grn_jax_mode mode, const void *fill_value,
                                               const grn_tensor *out, const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_jax_gather_shape(const grn_tensor *operand, const grn_tensor *start_indices,
                                                     const grn_dimension_numbers *dimension_numbers,
                                                     const grn_dims *slice_sizes, const grn_diag *diag, int32_t *rank,
                                                     int64_t *shape);
GRN_API GRN_MUST_USE grn_status grn_jax_gather_spec(const grn_tensor *operand, const grn_tensor *start_indices,
                                                    const grn_dimension_numbers *dimension_numbers,
                                                    const grn_dims *slice_sizes, bool indices_are_sorted,
                                                    bool unique_indices, grn_jax_mode mode, const void *fill_value,
                                                    const grn_diag *diag, grn_gather_spec *out);
/* Writes JAX's fill value for dtype; GRN_E_DTYPE when there is no such dtype. */
GRN_API GRN_MUST_USE grn_status grn_jax_default_fill(grn_dtype dtype, void *element);

/* lax.scatter, scatter_add, scatter_mul, scatter_min, scatter_max (operand, scatter_indices,
 * updates, dimension_numbers, indices_are_sorted, unique_indices, mode) and their specs. */
#define GRN_JAX_SCATTERS(S) \
    S(scatter, REPLACE) S(scatter_add, ADD) S(scatter_mul, MUL) S(scatter_min, MIN) S(scatter_max, MAX)
GRN_API GRN_MUST_USE grn_status grn_jax_scatter(const grn_tensor *operand, const grn_tensor *scatter_indices,
                                                const grn_tensor *updates,
                                                const grn_dimension_numbers *dimension_numbers, bool indices_are_sorted,
                                                bool unique_indices, grn_jax_mode mode, const grn_tensor *out,
                                                const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_jax_scatter_add(const grn_tensor *operand, const grn_tensor *scatter_indices,
                                                    const grn_tensor *updates,
                                                    const grn_dimension_numbers *dimension_numbers,
                                                    bool indices_are_sorted, bool unique_indices, grn_jax_mode mode,
                                                    const grn_tensor *out, const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_jax_scatter_mul(const grn_tensor *operand, const grn_tensor *scatter_indices,
                                                    const grn_tensor *updates,
                                                    const grn_dimension_numbers *dimension_numbers,
                                                    bool indices_are_sorted, bool unique_indices, grn_jax_mode mode,
                                                    const grn_tensor *out, const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_jax_scatter_min(const grn_tensor *operand, const grn_tensor *scatter_indices,
                                                    const grn_tensor *updates,
                                                    const grn_dimension_numbers *dimension_numbers,
                                                    bool indices_are_sorted, bool unique_indices, grn_jax_mode mode,
                                                    const grn_tensor *out, const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_jax_scatter_max(const grn_tensor *operand, const grn_tensor *scatter_indices,
                                                    const grn_tensor *updates,
                                                    const grn_dimension_numbers *dimension_numbers,
                                                    bool indices_are_sorted, bool unique_indices, grn_jax_mode mode,
                                                    const grn_tensor *out, const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_jax_scatter_spec(const grn_tensor *operand, const grn_tensor *scatter_indices,
                                                     const grn_tensor *updates,
                                                     const grn_dimension_numbers *dimension_numbers,
                                                     bool indices_are_sorted, bool unique_indices, grn_jax_mode mode,
                                                     const grn_diag *diag, grn_scatter_spec *out);
GRN_API GRN_MUST_USE grn_status grn_jax_scatter_add_spec(const grn_tensor *operand, const grn_tensor *scatter_indices,
                                                         const grn_tensor *updates,
                                                         const grn_dimension_numbers *dimension_numbers,
                                                         bool indices_are_sorted, bool unique_indices,
                                                         grn_jax_mode mode, const grn_diag *diag,
                                                         grn_scatter_spec *out);
GRN_API GRN_MUST_USE grn_status grn_jax_scatter_mul_spec(const grn_tensor *operand, const grn_tensor *scatter_indices,
                                                         const grn_tensor *updates,
                                                         const grn_dimension_numbers *dimension_numbers,
                                                         bool indices_are_sorted, bool unique_indices,
                                                         grn_jax_mode mode, const grn_diag *diag,
                                                         grn_scatter_spec *out);
GRN_API GRN_MUST_USE grn_status grn_jax_scatter_min_spec(const grn_tensor *operand, const grn_tensor *scatter_indices,
                                                         const grn_tensor *updates,
                                                         const grn_dimension_numbers *dimension_numbers,
                                                         bool indices_are_sorted, bool unique_indices,
                                                         grn_jax_mode mode, const grn_diag *diag,
                                                         grn_scatter_spec *out);
GRN_API GRN_MUST_USE grn_status grn_jax_scatter_max_spec(const grn_tensor *operand, const grn_tensor *scatter_indices,
                                                         const grn_tensor *updates,
                                                         const grn_dimension_numbers *dimension_numbers,
                                                         bool indices_are_sorted, bool unique_indices,
                                                         grn_jax_mode mode, const grn_diag *diag,
                                                         grn_scatter_spec *out);

GRN_END_DECLS

#endif

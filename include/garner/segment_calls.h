/*
 * segment_calls.h - the frameworks' calls that group elements: by an index that is reduced, by a
 * mask, by a value that is counted, by segments and by bags.
 *
 * They follow frameworks.h: views with any strides, `out` of the shape that the call's _shape
 * function reports, disjoint from all other tensors; checks come first, and on an error `out` is
 * untouched; messages are the framework's. What differs from a framework's result is in
 * docs/segment-calls.md.
 *
 * A result whose shape depends on values has a _shape function that reads them.
 *
 * Views are checked as tensor.h says. NULL is taken for diag and allocators, and for what a call says
 * may be NULL. Not in the library without modules. Thread-safe while destinations do not overlap.
 */
#ifndef GARNER_SEGMENT_CALLS_H
#define GARNER_SEGMENT_CALLS_H

#include "garner/bags.h"
#include "garner/frameworks.h"
#include "garner/segments.h"
#include "garner/spec.h"

GRN_BEGIN_DECLS

/* ---- torch: an index that is reduced --------------------------------------------------------- */

/*
 * torch.Tensor.index_reduce(dim, index, source, reduce, include_self): slices of source into those
 * of input that index [n] names. reduce is "prod", "mean", "amax" or "amin"; source has input's
 * shape, with n along dim, and its dtype. An index outside [0, input.shape[dim]) is GRN_E_INDEX.
 * Without include_self a slice that is reached starts from the reduction's identity. mean divides
 * the sum by the count (an i64 per element of input, from `allocator`), integers round down; the
 * other three do not allocate. NaN stays. out may be input. The spec is of the combining step alone.
 */
GRN_API GRN_MUST_USE grn_status grn_torch_index_reduce(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                                       const grn_tensor *source, const char *reduce, bool include_self,
                                                       const grn_allocator *allocator, const grn_tensor *out,
                                                       const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_torch_index_reduce_spec(const grn_tensor *input, int64_t dim,
                                                            const grn_tensor *index, const char *reduce,
                                                            const grn_diag *diag, grn_scatter_spec *out);
/*
 * The gradients of index_reduce(self, dim, index, source, reduce, include_self), which gave result;
 * either may be NULL when it is not needed. grad, self, result and self_grad have one shape, source
 * and source_grad another; floats only. The formulas, and the memory from `allocator`, are those of
 * grn_torch_scatter_reduce_backward.
 */
GRN_API GRN_MUST_USE grn_status grn_torch_index_reduce_backward(
    const grn_tensor *grad, const grn_tensor *self, int64_t dim, const grn_tensor *index, const grn_tensor *source,
    const char *reduce, bool include_self, const grn_tensor *result, const grn_allocator *allocator,
    const grn_tensor *self_grad, const grn_tensor *source_grad, const grn_diag *diag);

/* ---- torch: a mask (i1) ---------------------------------------------------------------------- */

/*
 * torch.masked_select(input, mask): the two are broadcast together; out [number of true elements]
 * has input's elements where mask is true, in row-major order of the common shape. Allocates
 * nothing.
 */
GRN_API GRN_MUST_USE grn_status grn_torch_masked_select(const grn_tensor *input, const grn_tensor *mask,
                                                        const grn_tensor *out, const grn_diag *diag);
/* Reads mask. */
GRN_API GRN_MUST_USE grn_status grn_torch_masked_select_shape(const grn_tensor *input, const grn_tensor *mask,
                                                              const grn_diag *diag, int32_t *rank, int64_t *shape);
/*
 * The gradient of masked_select(self, mask): out, of self's shape and grad's dtype, is 0 with grad
 * at the true places. Where self was broadcast its gradient is summed in f64 and rounded once, over
 * a copy of the common shape from `allocator`. No data of self is read.
 */
GRN_API GRN_MUST_USE grn_status grn_torch_masked_select_backward(const grn_tensor *grad, const grn_tensor *self,
                                                                 const grn_tensor *mask, const grn_allocator *allocator,
                                                                 const grn_tensor *out, const grn_diag *diag);

/*
 * torch.masked_scatter(input, mask, source): input, broadcast together with mask, whose true places
 * get the first elements of source in row-major order. Fewer in source than places: GRN_E_SHAPE.
 * out may be input where that has the common shape. Allocates nothing.
 */
GRN_API GRN_MUST_USE grn_status grn_torch_masked_scatter(const grn_tensor *input, const grn_tensor *mask,
                                                         const grn_tensor *source, const grn_tensor *out,
                                                         const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_torch_masked_scatter_shape(const grn_tensor *input, const grn_tensor *mask,
                                                               const grn_diag *diag, int32_t *rank, int64_t *shape);
/*
 * The gradients of masked_scatter, either of which may be NULL: self_grad, of grad's shape, is grad
 * with 0 at the true places, and may be grad; source_grad, of source's shape, has grad's elements at
 * the true places, then zeros. mask is broadcast to grad's shape.
 */
GRN_API GRN_MUST_USE grn_status grn_torch_masked_scatter_backward(const grn_tensor *grad, const grn_tensor *mask,
                                                                  const grn_tensor *self_grad,
                                                                  const grn_tensor *source_grad, const grn_diag *diag);

/* ---- torch: values that are counted ---------------------------------------------------------- */

/*
 * torch.bincount(input, weights, minlength): input [n], integers of at least 0 (else
 * GRN_E_ARGUMENT); out [max(minlength, greatest + 1)], i64. With weights [n], which may be NULL, out
 * has their sums, added in ascending order: f32 of f32, f64 of any other dtype; an empty input
 * leaves out i64. Of complex weights the real parts count, as in torch. Allocates nothing.
 */
GRN_API GRN_MUST_USE grn_status grn_torch_bincount(const grn_tensor *input, const grn_tensor *weights,
                                                   int64_t minlength, const grn_tensor *out, const grn_diag *diag);
/* Reads input; *dtype is out's. */
GRN_API GRN_MUST_USE grn_status grn_torch_bincount_shape(const grn_tensor *input, const grn_tensor *weights,
                                                         int64_t minlength, const grn_diag *diag, grn_dtype *dtype,
                                                         int32_t *rank, int64_t *shape);

/*
 * torch.histc(input, bins, min, max): out [bins], of input's dtype (f16, bf16, f32 or f64): how many
 * elements lie in each of `bins` equal parts of [min, max], the last of which is closed. min equal
 * to max stands for the least and the greatest element, and if these are equal for 1 less and 1
 * more. Elements outside, NaN among them, do not count. The part of an element is computed in
 * input's dtype; counts are i64 (from `allocator`, 8 bytes a bin), converted once. GRN_E_ARGUMENT:
 * bins < 1, a range that is not finite or not ascending.
 */
GRN_API GRN_MUST_USE grn_status grn_torch_histc(const grn_tensor *input, int64_t bins, double min, double max,
                                                const grn_allocator *allocator, const grn_tensor *out,
                                                const grn_diag *diag);

/* ---- segments: what all of these calls have -------------------------------------------------- */

/*
 * Each is one canonical reduction of garner/segments.h, which its _spec function gives; gradients
 * are grn_segment_adjoint of that spec, by the ties that the framework has. Scratch comes from
 * `allocator`: 8 bytes for each segment and, of ids in any order, 8 for each entry. Entries of a
 * segment are taken in ascending order. The number of segments is out's extent.
 */

/*
 * torch.segment_reduce(data, reduce, lengths, offsets, axis, unsafe, initial): reduce is "sum",
 * "prod", "mean", "max" or "min" ("amax", "amin"); lengths [.., s] or offsets [.., s + 1], i64 or
 * i32, has data's dimensions before axis and its own last; of both offsets counts. data: floats.
 * initial: an element of data's dtype, or NULL. An empty segment is initial; without it 0, 1, NaN,
 * -inf, inf. NaN stays. Each step is rounded to the dtype. What unsafe would skip is checked all
 * the same. GRN_E_INDEX: lengths that are negative or do not add up, offsets that descend or pass
 * the end. Ties of max and min: GRN_SEGMENT_TIES_SHARED.
 */
GRN_API GRN_MUST_USE grn_status grn_torch_segment_reduce(const grn_tensor *data, const char *reduce,
                                                         const grn_tensor *lengths, const grn_tensor *offsets,
                                                         int64_t axis, bool unsafe, const void *initial,
                                                         const grn_allocator *allocator, const grn_tensor *out,
                                                         const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_torch_segment_reduce_shape(const grn_tensor *data, const char *reduce,
                                                               const grn_tensor *lengths, const grn_tensor *offsets,
                                                               int64_t axis, const grn_diag *diag, int32_t *rank,
                                                               int64_t *shape);
GRN_API GRN_MUST_USE grn_status grn_torch_segment_reduce_spec(const grn_tensor *data, const char *reduce,
                                                              const grn_tensor *lengths, const grn_tensor *offsets,
                                                              int64_t axis, const void *initial, const grn_diag *diag,
                                                              grn_segment_spec *out);
/* By the gradient of the result: out has data's shape. Equals share a max's or min's evenly. */
GRN_API GRN_MUST_USE grn_status grn_torch_segment_reduce_backward(const grn_tensor *grad, const grn_tensor *data,
                                                                  const char *reduce, const grn_tensor *lengths,
                                                                  const grn_tensor *offsets, int64_t axis,
                                                                  const void *initial, const grn_allocator *allocator,
                                                                  const grn_tensor *out, const grn_diag *diag);

/*
 * jax.ops.segment_sum, segment_prod, segment_min, segment_max (data, segment_ids, num_segments,
 * mode): segment_ids [n], integers of any width, along the first dimension of data; out
 * [num_segments, ..]. FILL, the default, drops an id out of range, a negative one too; CLIP moves
 * it, and so does a broken PROMISE. An empty segment is 0, 1, and the infinity or extreme of the
 * dtype. NaN stays. Each step is rounded to the dtype. Not here: bucket_size. Ties: SHARED.
 */
#define GRN_JAX_SEGMENTS(S) S(sum) S(prod) S(min) S(max)
GRN_API GRN_MUST_USE grn_status grn_jax_segment_sum(const grn_tensor *data, const grn_tensor *segment_ids,
                                                    int64_t num_segments, grn_jax_mode mode,
                                                    const grn_allocator *allocator, const grn_tensor *out,
                                                    const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_jax_segment_prod(const grn_tensor *data, const grn_tensor *segment_ids,
                                                     int64_t num_segments, grn_jax_mode mode,
                                                     const grn_allocator *allocator, const grn_tensor *out,
                                                     const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_jax_segment_min(const grn_tensor *data, const grn_tensor *segment_ids,
                                                    int64_t num_segments, grn_jax_mode mode,
                                                    const grn_allocator *allocator, const grn_tensor *out,
                                                    const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_jax_segment_max(const grn_tensor *data, const grn_tensor *segment_ids,
                                                    int64_t num_segments, grn_jax_mode mode,
                                                    const grn_allocator *allocator, const grn_tensor *out,
                                                    const grn_diag *diag);
/* reduce: "sum", "prod", "min" or "max". */
GRN_API GRN_MUST_USE grn_status grn_jax_segment_spec(const char *reduce, int64_t num_segments, grn_jax_mode mode,
                                                     const grn_diag *diag, grn_segment_spec *out);

/*
 * tf.math.segment_sum, segment_mean, segment_prod, segment_min, segment_max (data, segment_ids):
 * segment_ids [n], i32 or i64, ascending, along the first dimension of data; out [last id + 1, ..].
 * An id that is skipped gives 0, or 1 for prod. Ties: SHARED.
 */
#define GRN_TF_SEGMENTS(S) S(sum) S(mean) S(prod) S(min) S(max)
GRN_API GRN_MUST_USE grn_status grn_tf_segment_sum(const grn_tensor *data, const grn_tensor *segment_ids,
                                                   const grn_allocator *allocator, const grn_tensor *out,
                                                   const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_tf_segment_mean(const grn_tensor *data, const grn_tensor *segment_ids,
                                                    const grn_allocator *allocator, const grn_tensor *out,
                                                    const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_tf_segment_prod(const grn_tensor *data, const grn_tensor *segment_ids,
                                                    const grn_allocator *allocator, const grn_tensor *out,
                                                    const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_tf_segment_min(const grn_tensor *data, const grn_tensor *segment_ids,
                                                   const grn_allocator *allocator, const grn_tensor *out,
                                                   const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_tf_segment_max(const grn_tensor *data, const grn_tensor *segment_ids,
                                                   const grn_allocator *allocator, const grn_tensor *out,
                                                   const grn_diag *diag);
/* Reads segment_ids. */
GRN_API GRN_MUST_USE grn_status grn_tf_segment_shape(const grn_tensor *data, const grn_tensor *segment_ids,
                                                     const grn_diag *diag, int32_t *rank, int64_t *shape);

/*
 * tf.math.unsorted_segment_sum, _mean, _prod, _min, _max, _sqrt_n (data, segment_ids,
 * num_segments): segment_ids [n], i16, i32 or i64, in any order; a negative one drops its entry, one
 * too large is GRN_E_INDEX. An empty segment is 0 (sum, mean, sqrt_n), 1 (prod), the dtype's
 * least (max) or greatest (min) finite value, from which these two start. sqrt_n, of floats, divides
 * by the root of the count. Ties: SHARED.
 */
#define GRN_TF_UNSORTED_SEGMENTS(S) S(sum) S(mean) S(prod) S(min) S(max) S(sqrt_n)
GRN_API GRN_MUST_USE grn_status grn_tf_unsorted_segment_sum(const grn_tensor *data, const grn_tensor *segment_ids,
                                                            int64_t num_segments, const grn_allocator *allocator,
                                                            const grn_tensor *out, const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_tf_unsorted_segment_mean(const grn_tensor *data, const grn_tensor *segment_ids,
                                                             int64_t num_segments, const grn_allocator *allocator,
                                                             const grn_tensor *out, const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_tf_unsorted_segment_prod(const grn_tensor *data, const grn_tensor *segment_ids,
                                                             int64_t num_segments, const grn_allocator *allocator,
                                                             const grn_tensor *out, const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_tf_unsorted_segment_min(const grn_tensor *data, const grn_tensor *segment_ids,
                                                            int64_t num_segments, const grn_allocator *allocator,
                                                            const grn_tensor *out, const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_tf_unsorted_segment_max(const grn_tensor *data, const grn_tensor *segment_ids,
                                                            int64_t num_segments, const grn_allocator *allocator,
                                                            const grn_tensor *out, const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_tf_unsorted_segment_sqrt_n(const grn_tensor *data, const grn_tensor *segment_ids,
                                                               int64_t num_segments, const grn_allocator *allocator,
                                                               const grn_tensor *out, const grn_diag *diag);

/*
 * torch_scatter's and pyg-lib's scatter(src, index, dim, out, dim_size, reduce), segment_coo(src,
 * index, out, dim_size, reduce) and segment_csr(src, indptr, out, reduce). reduce is "sum", "mean",
 * "min" or "max"; of scatter "mul", too. index: i64, of one dimension, which lies along dim, or of
 * src's shape; of segment_coo ascending, along its last dimension, before which it has src's;
 * indptr likewise, one entry longer than there are segments.
 *
 * An index out of range is GRN_E_INDEX: there it reads and writes foreign memory. An empty segment
 * is 0 (mul: 1) with arg_out src's extent along dim. NaN is ignored beside numbers; of equals the
 * first. arg_out, i64 and shaped as out, is of min and max and may be NULL. from_out: what out holds
 * takes part, as where out= is given there. Ties: GRN_SEGMENT_TIES_FIRST.
 */
GRN_API GRN_MUST_USE grn_status grn_pyg_scatter(const grn_tensor *src, const grn_tensor *index, int64_t dim,
                                                const char *reduce, bool from_out, const grn_allocator *allocator,
                                                const grn_tensor *out, const grn_tensor *arg_out, const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_pyg_segment_coo(const grn_tensor *src, const grn_tensor *index, const char *reduce,
                                                    bool from_out, const grn_allocator *allocator,
                                                    const grn_tensor *out, const grn_tensor *arg_out,
                                                    const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_pyg_segment_csr(const grn_tensor *src, const grn_tensor *indptr, const char *reduce,
                                                    bool from_out, const grn_allocator *allocator,
                                                    const grn_tensor *out, const grn_tensor *arg_out,
                                                    const grn_diag *diag);
/*
 * torch_scatter's gather_coo(src, index) and gather_csr(src, indptr), which give what segments have to their
 * entries. Both lie along the last dimension of index, or indptr, i64, before which it has src's dimensions; of
 * indptr 1 may stand for any. out is src's shape, with index's last extent there, or what indptr ends with.
 *   gather_coo   entry e of out is what index says, in [0, src's extent): else GRN_E_INDEX; in any order
 *   gather_csr   entries indptr[i] to indptr[i + 1] are segment i. It ascends from 0, one longer than src, all of
 *                its lines to one end: else GRN_E_INDEX, GRN_E_SHAPE
 * Allocate nothing; any dtype. The gradient is segment_coo's, and segment_csr's, sum.
 */
GRN_API GRN_MUST_USE grn_status grn_pyg_gather_coo(const grn_tensor *src, const grn_tensor *index,
                                                   const grn_tensor *out, const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_pyg_gather_csr(const grn_tensor *src, const grn_tensor *indptr,
                                                   const grn_tensor *out, const grn_diag *diag);
/* Reads indptr. */
GRN_API GRN_MUST_USE grn_status grn_pyg_gather_csr_shape(const grn_tensor *src, const grn_tensor *indptr,
                                                         const grn_diag *diag, int32_t *rank, int64_t *shape);
/*
 * torch_scatter's scatter_softmax, scatter_log_softmax (out of src's shape), scatter_logsumexp and
 * scatter_std (src, index, dim, dim_size): floats; dim_size is at least greatest index + 1 where out
 * does not say it. eps is 0, 1e-12, 1e-12 and 1e-6; unbiased: the count less 1.
 */
GRN_API GRN_MUST_USE grn_status grn_pyg_scatter_softmax(const grn_tensor *src, const grn_tensor *index, int64_t dim,
                                                        const grn_allocator *allocator, const grn_tensor *out,
                                                        const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_pyg_scatter_log_softmax(const grn_tensor *src, const grn_tensor *index, int64_t dim,
                                                            const grn_allocator *allocator, const grn_tensor *out,
                                                            const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_pyg_scatter_logsumexp(const grn_tensor *src, const grn_tensor *index, int64_t dim,
                                                          const grn_allocator *allocator, const grn_tensor *out,
                                                          const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_pyg_scatter_std(const grn_tensor *src, const grn_tensor *index, int64_t dim,
                                                    bool unbiased, const grn_allocator *allocator,
                                                    const grn_tensor *out, const grn_diag *diag);
/* pyg-lib's softmax_csr(src, ptr, dim): ptr [s + 1]. */
GRN_API GRN_MUST_USE grn_status grn_pyg_softmax_csr(const grn_tensor *src, const grn_tensor *ptr, int64_t dim,
                                                    const grn_allocator *allocator, const grn_tensor *out,
                                                    const grn_diag *diag);

/*
 * DGL's segment_reduce(seglen, value, reducer): seglen [s], i32 or i64, along the first dimension of
 * value; reducer is "sum", "mean", "min" or "max". An empty segment is 0 with arg -1. NaN is ignored
 * beside numbers. arg, i64 or i32 and shaped as out, is of min and max and may be NULL. Infinities
 * stay: DGL makes 0 of them.
 */
GRN_API GRN_MUST_USE grn_status grn_dgl_segment_reduce(const grn_tensor *seglen, const grn_tensor *value,
                                                       const char *reducer, const grn_allocator *allocator,
                                                       const grn_tensor *out, const grn_tensor *arg,
                                                       const grn_diag *diag);

/* ---- bags ------------------------------------------------------------------------------------ */

/*
 * torch.nn.functional.embedding_bag(input, weight, offsets, mode, per_sample_weights,
 * include_last_offset, padding_idx) and the four results that it is made of. input: i32 or i64, [n]
 * with offsets [bags], or with include_last_offset [bags + 1]; or [bags, length] with offsets NULL.
 * weight [V, D]: f16, bf16, f32 or f64, elements of a row next to each other; of weights and of
 * vectors, too. mode: "sum", "mean" or "max". per_sample_weights: input's shape, weight's dtype, of
 * sum; or NULL. padding_idx: a row whose entries are skipped and not counted, NULL: none; negative:
 * from the end.
 *
 *   out          [bags, D] of weight's dtype; an empty bag is 0
 *   offset2bag   [entries], i64: the bag of each entry          each of these may be NULL, and
 *   bag_size     [bags], i64: entries that count                 is the same in all modes, where
 *   max_indices  [bags, D], i64: of max, the row; else NULL      torch leaves some empty
 *
 * A sum is in f32 (f64 of f64), rounded once; with weights by fma where no padding_idx is given.
 * mean divides that by the count, in weight's dtype. max: the first of equals; a NaN stays if it
 * comes first. An index outside [0, V): GRN_E_INDEX. Not here: max_norm, which writes to weight.
 */
GRN_API GRN_MUST_USE grn_status grn_torch_embedding_bag(const grn_tensor *input, const grn_tensor *weight,
                                                        const grn_tensor *offsets, const char *mode,
                                                        const grn_tensor *per_sample_weights, bool include_last_offset,
                                                        const int64_t *padding_idx, const grn_tensor *out,
                                                        const grn_tensor *offset2bag, const grn_tensor *bag_size,
                                                        const grn_tensor *max_indices, const grn_diag *diag);
/*
 * The gradients, by grad [bags, D]: weight_grad of weight's shape and dtype, and of sum
 * per_sample_weights_grad of their shape and dtype; either may be NULL. Of weight only the shape is
 * read, but for the gradient of per_sample_weights. max reads max_indices, NULL else;
 * scale_grad_by_freq is not of max. From `allocator`: as grn_bag_gradient.
 */
GRN_API GRN_MUST_USE grn_status grn_torch_embedding_bag_backward(
    const grn_tensor *grad, const grn_tensor *input, const grn_tensor *weight, const grn_tensor *offsets,
    bool scale_grad_by_freq, const char *mode, const grn_tensor *per_sample_weights, bool include_last_offset,
    const int64_t *padding_idx, const grn_tensor *max_indices, const grn_allocator *allocator,
    const grn_tensor *weight_grad, const grn_tensor *per_sample_weights_grad, const grn_diag *diag);

/*
 * DGL's gspmm(g, op, reduce_op, lhs_data, rhs_data) over the in-edges of a graph as CSR: op is
 * "copy_lhs" (copy_u) or "mul" (u_mul_e), reduce_op "sum", "min" or "max". indptr [V + 1], indices
 * [E] (sources): i32 or i64; lhs [N, D] or [N, H, F]; rhs [E] or [E, H] (copy_lhs: NULL), f32, or f64 of f64; out
 * [V, D] or [V, H, F] of lhs's dtype, all with rows of elements next to each other. Edges of one row in their order, each product
 * rounded before it is added; a row without edges is 0. argmax of rows: arg, i64 and shaped as out, NULL: not
 * wanted.
 */
GRN_API GRN_MUST_USE grn_status grn_dgl_gspmm(const char *op, const char *reduce_op, const grn_tensor *indptr,
                                              const grn_tensor *indices, const grn_tensor *lhs, const grn_tensor *rhs,
                                              const grn_tensor *out, const grn_tensor *arg, const grn_diag *diag);

/*
 * tf.nn.embedding_lookup_sparse(params, sp_ids, sp_weights, combiner) by the parts of its sparse
 * tensors: ids [n] are the rows of params [V, D], segment_ids [n], ascending, the rows of out
 * [segments, D]; both i32 or i64. weights [n], f32 (f64 of f64), or NULL: 1. combiner is "sum", "mean" (by the
 * sum of weights) or "sqrtn" (by the root of the sum of their squares). An id outside [0, V) and a
 * segment outside out are GRN_E_INDEX. A row of out without ids is 0. Rows as of grn_bag. From
 * `allocator`: 8 bytes for each row of out.
 */
GRN_API GRN_MUST_USE grn_status grn_tf_embedding_lookup_sparse(const grn_tensor *params, const grn_tensor *ids,
                                                               const grn_tensor *segment_ids, const grn_tensor *weights,
                                                               const char *combiner, const grn_allocator *allocator,
                                                               const grn_tensor *out, const grn_diag *diag);

/* ---- numpy ----------------------------------------------------------------------------------- */

/*
 * numpy's ufunc.at(a, indices, b): a, which is read and written, gets a[i] = ufunc(a[i], b) for each
 * of indices, any shape of i64 or i32, along its first dimension; of equal ones each counts, in row-major order.
 * b is broadcast to indices' shape ++ a's behind the first dimension, and of a's dtype. A negative index counts
 * from the end; one out of range is GRN_E_INDEX, and a is untouched. ufunc: "add", "multiply",
 * "minimum", "maximum", "bitwise_and", "bitwise_or" or "bitwise_xor".
 */
GRN_API GRN_MUST_USE grn_status grn_numpy_ufunc_at(const char *ufunc, const grn_tensor *a, const grn_tensor *indices,
                                                   const grn_tensor *b, const grn_diag *diag);

/*
 * numpy's ufunc.reduceat(array, indices, axis): slice k of out is the reduction of array[indices[k]]
 * up to array[indices[k + 1]], the last to the end; or array[indices[k]] alone where the next index
 * is not larger. indices [k], i64 or i32, in [0, extent): else GRN_E_INDEX. ufunc: "add",
 * "multiply", "minimum" or "maximum". In ascending order, where numpy adds in pairs.
 * Allocates nothing.
 */
GRN_API GRN_MUST_USE grn_status grn_numpy_ufunc_reduceat(const char *ufunc, const grn_tensor *array,
                                                         const grn_tensor *indices, int64_t axis, const grn_tensor *out,
                                                         const grn_diag *diag);

GRN_END_DECLS

#endif

/*
 * nvl.h - anvil's nvl_gather and nvl_scatter (now prim_gather, prim_scatter) and their gradients.
 *
 * Every dimension in a list, index_vector_dim and every index value counts from 1. Lists may be
 * NULL (empty). index_vector_dim = rank(indices) + 1: each element is an index of one component.
 * Index values are widened before 1 is taken off, so that unsigned 0 and the least signed value are
 * below every bound (anvil's own code subtracts in the index dtype, where they wrap to the last
 * element).
 *
 * `out` is the caller's view with the result's shape and the operand's dtype; it lies apart from
 * the other tensors, a scatter's may be its input. On an error nothing is written. Thread-safe
 * while destinations do not overlap. Views are checked as tensor.h says. slice_sizes and tensors
 * must not be NULL; diag and allocators may. Messages that give dimensions count from 0, as
 * r-stablehlo's do.
 */
#ifndef GARNER_NVL_H
#define GARNER_NVL_H

#include "garner/spec.h"

GRN_BEGIN_DECLS

/* nvl_gather: a start out of range moves to clamp(1, i, dim - slice + 1). */
GRN_API GRN_MUST_USE grn_status
grn_nvl_gather(const grn_tensor *operand, const grn_tensor *start_indices, const grn_dims *slice_sizes,
               const grn_dims *offset_dims, const grn_dims *collapsed_slice_dims, const grn_dims *operand_batching_dims,
               const grn_dims *start_indices_batching_dims, const grn_dims *start_index_map, int64_t index_vector_dim,
               bool indices_are_sorted, bool unique_indices, const grn_tensor *out, const grn_diag *diag);
/* The shape is grn_gather_shape's of the spec. */
GRN_API GRN_MUST_USE grn_status grn_nvl_gather_spec(
    const grn_tensor *operand, const grn_tensor *start_indices, const grn_dims *slice_sizes,
    const grn_dims *offset_dims, const grn_dims *collapsed_slice_dims, const grn_dims *operand_batching_dims,
    const grn_dims *start_indices_batching_dims, const grn_dims *start_index_map, int64_t index_vector_dim,
    bool indices_are_sorted, bool unique_indices, const grn_diag *diag, grn_gather_spec *out);
GRN_API GRN_MUST_USE grn_status grn_nvl_gather_shape(const grn_tensor *operand, const grn_tensor *start_indices,
                                                     const grn_dims *slice_sizes, const grn_dims *offset_dims,
                                                     const grn_dims *collapsed_slice_dims,
                                                     const grn_dims *operand_batching_dims,
                                                     const grn_dims *start_indices_batching_dims,
                                                     const grn_dims *start_index_map, int64_t index_vector_dim,
                                                     const grn_diag *diag, int32_t *rank, int64_t *shape);
/*
 * The gradient of a gather by its operand: grad (the result's shape) added into zeros where each
 * element came from. The promises are not carried over: two starts out of range may move to one
 * place (NV-6). Only operand's shape and dtype are read; out has both.
 */
GRN_API GRN_MUST_USE grn_status grn_nvl_gather_grad(
    const grn_tensor *operand, const grn_tensor *start_indices, const grn_dims *slice_sizes,
    const grn_dims *offset_dims, const grn_dims *collapsed_slice_dims, const grn_dims *operand_batching_dims,
    const grn_dims *start_indices_batching_dims, const grn_dims *start_index_map, int64_t index_vector_dim,
    bool indices_are_sorted, bool unique_indices, const grn_tensor *grad, const grn_tensor *out, const grn_diag *diag);

/* update_computation of a scatter; NULL where it is taken means replace. */
typedef struct grn_nvl_update {
    grn_combiner combiner;
    grn_combine_fn region; /* for GRN_COMBINE_REGION */
    void *region_user;
} grn_nvl_update;

/* nvl_scatter: an element out of range is skipped; updates in ascending row-major order. */
GRN_API GRN_MUST_USE grn_status grn_nvl_scatter(
    const grn_tensor *input, const grn_tensor *scatter_indices, const grn_tensor *update,
    const grn_dims *update_window_dims, const grn_dims *inserted_window_dims, const grn_dims *input_batching_dims,
    const grn_dims *scatter_indices_batching_dims, const grn_dims *scatter_dims_to_operand_dims,
    int64_t index_vector_dim, bool indices_are_sorted, bool unique_indices, const grn_nvl_update *update_computation,
    const grn_tensor *out, const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_nvl_scatter_spec(
    const grn_tensor *input, const grn_tensor *scatter_indices, const grn_tensor *update,
    const grn_dims *update_window_dims, const grn_dims *inserted_window_dims, const grn_dims *input_batching_dims,
    const grn_dims *scatter_indices_batching_dims, const grn_dims *scatter_dims_to_operand_dims,
    int64_t index_vector_dim, bool indices_are_sorted, bool unique_indices, const grn_nvl_update *update_computation,
    const grn_diag *diag, grn_scatter_spec *out);
/*
 * The gradients of a scatter that replaces (another update_computation is GRN_E_UNSUPPORTED, as in
 * anvil): input_grad is grad with zeros where an update stayed; update_grad is grad where the
 * update stayed, 0 for one that was overwritten or out of range (NV-7). Only shapes and dtypes of
 * input and update are read. Takes an i64 for each element of input and of update from `allocator`.
 */
GRN_API GRN_MUST_USE grn_status grn_nvl_scatter_grad(
    const grn_tensor *input, const grn_tensor *scatter_indices, const grn_tensor *update,
    const grn_dims *update_window_dims, const grn_dims *inserted_window_dims, const grn_dims *input_batching_dims,
    const grn_dims *scatter_indices_batching_dims, const grn_dims *scatter_dims_to_operand_dims,
    int64_t index_vector_dim, bool indices_are_sorted, bool unique_indices, const grn_nvl_update *update_computation,
    const grn_tensor *grad, const grn_allocator *allocator, const grn_tensor *input_grad, const grn_tensor *update_grad,
    const grn_diag *diag);

/* The new names. */
#define grn_prim_gather grn_nvl_gather
#define grn_prim_gather_spec grn_nvl_gather_spec
#define grn_prim_gather_shape grn_nvl_gather_shape
#define grn_prim_gather_grad grn_nvl_gather_grad
#define grn_prim_scatter grn_nvl_scatter
#define grn_prim_scatter_spec grn_nvl_scatter_spec
#define grn_prim_scatter_grad grn_nvl_scatter_grad

GRN_END_DECLS

#endif

/* dims.c - the three ways in which the frameworks number dimensions, as the canonical spec has them. */
#include <inttypes.h>

#include "frameworks/frameworks.h"

/* Window extents: whole dimensions, and one element (none where there is none) in those a list has. */
void grn_fw_slices(grn_fw_call *call)
{
    call->slice_sizes.count = call->data.rank;
    for (int32_t d = 0; d < call->data.rank; d++)
        call->slice_sizes.v[d] = call->data.shape[d];
    for (int32_t i = 0; i < call->dims.collapsed_slice_dims.count; i++)
        call->slice_sizes.v[call->dims.collapsed_slice_dims.v[i]] = 1;
    for (int32_t i = 0; i < call->dims.operand_batching_dims.count; i++)
        call->slice_sizes.v[call->dims.operand_batching_dims.v[i]] = 1;
    for (int32_t d = 0; d < call->data.rank; d++)
        if (call->data.shape[d] == 0)
            call->slice_sizes.v[d] = 0;
}

static grn_status check_rank(const grn_fw_call *call, int64_t rank)
{
    if (rank <= GRN_MAX_RANK)
        return GRN_OK;
    return grn_fail(call->diag, grn_no_place, GRN_E_LIMIT, "%s: the result has rank %" PRId64 ", the limit is %d",
                    call->op->name, rank, GRN_MAX_RANK);
}

void grn_fw_along(grn_fw_call *call, int32_t dim)
{
    grn_dimension_numbers *n = &call->dims;
    *n = (grn_dimension_numbers){.index_vector_dim = call->indices.rank};
    grn_dims_push(&n->collapsed_slice_dims, dim);
    grn_dims_push(&n->start_index_map, dim);
    for (int32_t d = 0; d < call->data.rank; d++)
        if (d != dim)
            grn_dims_push(&n->operand_batching_dims, d);
    n->start_indices_batching_dims = n->operand_batching_dims;
    call->index.batch_rule = GRN_BATCH_PREFIX;
    grn_fw_slices(call);
    grn_fw_compact(&call->indices, NULL, call->data.dtype, &call->dense);
}

/* Result: data[..batch], data[batch..dim], indices[batch..], data[dim+1..]. */
static void take_shape(grn_fw_call *call, int32_t dim, int32_t batch)
{
    grn_tensor *t = &call->dense;
    t->rank = 0;
    for (int32_t d = 0; d < dim; d++)
        t->shape[t->rank++] = call->data.shape[d];
    for (int32_t d = batch; d < call->indices.rank; d++)
        t->shape[t->rank++] = call->indices.shape[d];
    for (int32_t d = dim + 1; d < call->data.rank; d++)
        t->shape[t->rank++] = call->data.shape[d];
    grn_shape_strides(t->rank, t->shape, t->stride);
}

grn_status grn_fw_check_size(const grn_fw_call *call)
{
    char text[GRN_LIST_BYTES];
    int64_t elements, bytes;
    if (grn_shape_elements(call->dense.rank, call->dense.shape, &elements) &&
        grn_mul_i64(elements, (int64_t)grn_dtype_bytes(call->data.dtype), &bytes))
        return GRN_OK;
    return grn_fail(call->diag, grn_no_place, GRN_E_LIMIT,
                    "%s: the result of shape %s has more bytes than an int64_t counts", call->op->name,
                    grn_list_text(call->dense.shape, call->dense.rank, text));
}

grn_status grn_fw_take(grn_fw_call *call, int32_t dim, int32_t batch)
{
    const int32_t r = call->data.rank, q = call->indices.rank;
    grn_dimension_numbers *n = &call->dims;
    grn_status status = check_rank(call, (int64_t)r + q - batch - 1);
    if (status != GRN_OK)
        return status;
    *n = (grn_dimension_numbers){.index_vector_dim = q};
    grn_dims_push_range(&n->offset_dims, batch, dim);
    grn_dims_push_range(&n->offset_dims, dim + q - batch, r + q - batch - 1);
    grn_dims_push(&n->collapsed_slice_dims, dim);
    grn_dims_push(&n->start_index_map, dim);
    grn_dims_push_range(&n->operand_batching_dims, 0, batch);
    n->start_indices_batching_dims = n->operand_batching_dims;
    grn_fw_slices(call);
    take_shape(call, dim, batch);
    return grn_fw_check_size(call);
}

/* Result: indices[..q-1], data[batch+k..]. */
grn_status grn_fw_nd(grn_fw_call *call, int32_t batch)
{
    const int32_t r = call->data.rank, q = call->indices.rank, k = (int32_t)call->indices.shape[q - 1];
    grn_dimension_numbers *n = &call->dims;
    grn_tensor *t = &call->dense;
    grn_status status = check_rank(call, (int64_t)q - 1 + r - batch - k);
    if (status != GRN_OK)
        return status;
    *n = (grn_dimension_numbers){.index_vector_dim = q - 1};
    grn_dims_push_range(&n->offset_dims, q - 1, (int64_t)q - 1 + r - batch - k);
    grn_dims_push_range(&n->collapsed_slice_dims, batch, batch + k);
    grn_dims_push_range(&n->start_index_map, batch, batch + k);
    grn_dims_push_range(&n->operand_batching_dims, 0, batch);
    n->start_indices_batching_dims = n->operand_batching_dims;
    grn_fw_slices(call);
    t->rank = 0;
    for (int32_t d = 0; d < q - 1; d++)
        t->shape[t->rank++] = call->indices.shape[d];
    for (int32_t d = batch + k; d < r; d++)
        t->shape[t->rank++] = call->data.shape[d];
    grn_shape_strides(t->rank, t->shape, t->stride);
    return grn_fw_check_size(call);
}

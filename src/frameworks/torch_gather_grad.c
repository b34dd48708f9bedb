/* torch_gather_grad.c - the gradients of torch.gather and take_along_dim: each element is added
 * where it came from. */
#include "frameworks/frameworks.h"

/* ---- gather ---------------------------------------------------------------------------------- */

static const grn_torch_row gather_row =
    GRN_TORCH_ROW("gather_backward", "self", "index", bounds, ADD, scatter, ELEMENTS);

/* grad.new_zeros(self.sizes()).scatter_add(dim, index, grad) */
grn_status grn_torch_gather_backward(const grn_tensor *grad, const grn_tensor *self, int64_t dim,
                                     const grn_tensor *index, const grn_tensor *out, const grn_diag *diag)
{
    grn_fw_call call;
    grn_status status = grn_torch_prepare_scatter(&call, &gather_row, self, dim, index, grad, "grad", diag);
    if (status == GRN_OK)
        status = grn_check_same_shape(grad, "grad", index->rank, index->shape, diag);
    if (status == GRN_OK)
        status = grn_check_data(grad, "grad", diag);
    return status == GRN_OK ? grn_torch_add_into_zeros(GRN_OK, &call, out) : status;
}

/* ---- take_along_dim -------------------------------------------------------------------------- */

static const grn_torch_row along_rows[] = {
    GRN_TORCH_ROW("take_along_dim_backward", "self", "indices", bounds, ADD, take_along_dim, ELEMENTS),
    GRN_TORCH_ROW("take_along_dim_backward", "self", "indices", bounds, ADD, take_flat, ELEMENTS),
};

/* dim NULL: both count as flat. Nothing is read of self. */
static grn_status number_flat(grn_fw_call *call, const grn_allocator *allocator, grn_torch_flat_copy *own)
{
    grn_fw_compact(&call->data, NULL, call->data.dtype, &call->data);
    (void)grn_torch_flatten(&call->data);
    grn_status status = grn_torch_flatten_or_copy(&call->indices, call, allocator, own);
    if (status != GRN_OK)
        return status;
    grn_fw_along(call, 0);
    call->result = call->dense;
    return GRN_OK;
}

static grn_status check_outer(const grn_fw_call *call, const grn_tensor *grad, const grn_tensor *self,
                              const grn_tensor *indices, const grn_tensor *out)
{
    grn_tensor like = call->result;
    like.dtype = self->dtype;
    grn_status status = grn_fw_check_like(grad, "grad", &like, call->diag);
    if (status == GRN_OK)
        status = grn_fw_check_destination(out, "out", self, call->diag);
    if (status == GRN_OK)
        status = grn_check_alias(out, grad, "grad", call->diag);
    return status == GRN_OK ? grn_check_alias(out, indices, "indices", call->diag) : status;
}

/* In the broadcast shape, then summed to self's. */
static grn_status add_wide(grn_fw_call *call, const grn_tensor *self, const grn_tensor *out,
                           const grn_allocator *allocator)
{
    grn_tensor wide, seen;
    size_t bytes;
    grn_status status = grn_torch_new_like(&call->data, call, allocator, &wide, &bytes);
    if (status != GRN_OK)
        return status;
    call->result = call->data;
    seen = wide;
    status = grn_torch_add_into_zeros(GRN_OK, call, &wide);
    if (status == GRN_OK && wide.rank != self->rank) /* flat, or self of rank 0 */
        (void)grn_view_reshape(&wide, out->rank, out->shape, &seen);
    if (status == GRN_OK)
        grn_torch_sum_to(&seen, out);
    grn_release(allocator, wide.data, bytes);
    return status;
}

static grn_status add_along(grn_fw_call *call, const grn_tensor *self, const grn_tensor *out,
                            const grn_allocator *allocator)
{
    grn_tensor seen = *out;
    if (call->data.rank != self->rank && !grn_torch_flatten(&seen))
        return add_wide(call, self, out, allocator);
    if (!grn_tensor_same_shape(&seen, &call->data))
        return add_wide(call, self, out, allocator);
    call->result = seen;
    return grn_torch_add_into_zeros(GRN_OK, call, &seen);
}

grn_status grn_torch_take_along_dim_backward(const grn_tensor *grad, const grn_tensor *self, const grn_tensor *indices,
                                             const int64_t *dim, const grn_allocator *allocator, const grn_tensor *out,
                                             const grn_diag *diag)
{
    grn_fw_call call;
    grn_torch_flat_copy own = {NULL, 0};
    grn_status status = grn_torch_prepare_take_along_dim(along_rows, self, indices, dim, diag, &call);
    if (status == GRN_OK)
        status = grn_check_allocator(allocator, diag);
    if (status == GRN_OK)
        status = grn_check_data(indices, "indices", diag);
    if (status == GRN_OK && dim == NULL)
        status = number_flat(&call, allocator, &own);
    if (status == GRN_OK)
        status = check_outer(&call, grad, self, indices, out);
    if (status == GRN_OK) {
        call.updates = *grad;
        grn_fw_at_least_1d(&call.updates);
        status = add_along(&call, self, out, allocator);
    }
    grn_release(allocator, own.memory, own.bytes);
    return status;
}

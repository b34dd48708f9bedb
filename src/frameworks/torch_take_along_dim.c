/* torch_take_along_dim.c - torch.take_along_dim: input and indices broadcast against each other, then torch.gather. */
#include <inttypes.h>

#include "frameworks/frameworks.h"

static const grn_fw_op take_along_dim_op = {"take_along_dim", "input", "indices", grn_torch_report_bounds, false,
                                            GRN_BOUNDS_ERROR, 0};

/* Apart from dim, an extent of 1 gives way to the other's. */
static grn_status broadcast_both(grn_fw_call *call, int32_t dim)
{
    int64_t input[GRN_MAX_RANK], index[GRN_MAX_RANK];
    for (int32_t d = 0; d < call->data.rank; d++) {
        const int64_t a = call->data.shape[d], b = call->indices.shape[d], both = a == 1 ? b : a;
        if (d != dim && a != b && a != 1 && b != 1)
            return grn_fail(call->diag, grn_no_place, GRN_E_SHAPE,
                            "The size of tensor a (%" PRId64 ") must match the size of tensor b (%" PRId64
                            ") at non-singleton dimension %" PRId32,
                            a, b, d);
        input[d] = d == dim ? a : both;
        index[d] = d == dim ? b : both;
    }
    (void)grn_fw_broadcast(&call->data, call->data.rank, input, &call->data);
    (void)grn_fw_broadcast(&call->indices, call->data.rank, index, &call->indices);
    grn_status status = grn_check_view(&call->data, "input", call->diag);
    return status == GRN_OK ? grn_check_view(&call->indices, "indices", call->diag) : status;
}

/* Row-major, in one dimension; false when strides cannot express it. */
bool grn_torch_flatten(grn_tensor *t)
{
    const grn_tensor from = *t;
    const int64_t n = grn_tensor_elements(t);
    if (grn_view_reshape(&from, 1, &n, t))
        return true;
    *t = from;
    return false;
}

grn_status grn_torch_flatten_or_copy(grn_tensor *t, const grn_fw_call *call, const grn_allocator *allocator,
                                     grn_torch_flat_copy *own)
{
    if (grn_torch_flatten(t))
        return GRN_OK;
    grn_tensor copy;
    own->bytes = grn_tensor_bytes(t);
    own->memory = grn_allocate(allocator, own->bytes);
    if (own->memory == NULL)
        return grn_fail(call->diag, grn_no_place, GRN_E_MEMORY, "%s: %zu bytes were refused", call->op->name, own->bytes);
    grn_fw_compact(t, own->memory, t->dtype, &copy);
    if (t->data != NULL)
        grn_tensor_copy(&copy, t);
    *t = copy;
    (void)grn_torch_flatten(t);
    return GRN_OK;
}

grn_status grn_torch_prepare_take_along_dim(const grn_fw_op *op, const grn_tensor *input, const grn_tensor *indices,
                                            const int64_t *dim, const grn_diag *diag, grn_fw_call *call)
{
    int32_t at = 0;
    grn_status status = grn_fw_begin(call, op, input, indices, diag);
    if (status != GRN_OK)
        return status;
    if (indices->dtype != GRN_I64)
        return grn_fail(diag, grn_no_place, GRN_E_DTYPE,
                        "torch.take_along_dim(): dtype of indices should be Long but got %s",
                        grn_torch_dtype_text(indices->dtype));
    if (dim != NULL && input->rank != indices->rank)
        return grn_fail(diag, grn_no_place, GRN_E_SHAPE,
                        "torch.take_along_dim(): input and indices should have the same number of dimensions, but got "
                        "%" PRId32 " dimensions for input, and %" PRId32 " dimensions for indices",
                        input->rank, indices->rank);
    grn_fw_at_least_1d(&call->data);
    grn_fw_at_least_1d(&call->indices);
    if (dim != NULL && !grn_fw_axis(*dim, call->data.rank, &at))
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT,
                        "Dimension out of range (expected to be in range of [%" PRId32 ", %" PRId32 "], but got %" PRId64
                        ")",
                        -call->data.rank, call->data.rank - 1, *dim);
    if (dim != NULL)
        status = broadcast_both(call, at);
    if (status != GRN_OK || dim == NULL)
        return status;
    grn_fw_along(call, at);
    call->result = call->dense;
    call->result.rank = indices->rank;
    return GRN_OK;
}

/* dim NULL: both flat. `own` may be NULL where no data is needed: strides do not matter then. */
static grn_status prepare_flat(grn_fw_call *call, const grn_allocator *allocator, grn_torch_flat_copy own[2])
{
    grn_status status = GRN_OK;
    if (own == NULL) {
        grn_fw_compact(&call->data, NULL, call->data.dtype, &call->data);
        grn_fw_compact(&call->indices, NULL, call->indices.dtype, &call->indices);
        (void)grn_torch_flatten(&call->data);
        (void)grn_torch_flatten(&call->indices);
    } else {
        status = grn_torch_flatten_or_copy(&call->data, call, allocator, &own[0]);
        if (status == GRN_OK)
            status = grn_torch_flatten_or_copy(&call->indices, call, allocator, &own[1]);
    }
    if (status != GRN_OK)
        return status;
    grn_fw_along(call, 0);
    call->result = call->dense;
    return GRN_OK;
}

grn_status grn_torch_take_along_dim(const grn_tensor *input, const grn_tensor *indices, const int64_t *dim,
                                    const grn_allocator *allocator, const grn_tensor *out, const grn_diag *diag)
{
    grn_fw_call call;
    grn_torch_flat_copy own[2] = {{NULL, 0}, {NULL, 0}};
    grn_status status = grn_torch_prepare_take_along_dim(&take_along_dim_op, input, indices, dim, diag, &call);
    if (status == GRN_OK)
        status = grn_check_allocator(allocator, diag);
    if (status == GRN_OK)
        status = grn_check_data(input, "input", diag);
    if (status == GRN_OK)
        status = grn_check_data(indices, "indices", diag);
    if (status == GRN_OK && dim == NULL)
        status = prepare_flat(&call, allocator, own);
    if (status == GRN_OK)
        status = grn_fw_gather(GRN_OK, &call, out);
    for (int i = 0; i < 2; i++)
        grn_release(allocator, own[i].memory, own[i].bytes);
    return status;
}

grn_status grn_torch_take_along_dim_shape(const grn_tensor *input, const grn_tensor *indices, const int64_t *dim,
                                          const grn_diag *diag, int32_t *rank, int64_t *shape)
{
    grn_fw_call call;
    grn_status status = grn_torch_prepare_take_along_dim(&take_along_dim_op, input, indices, dim, diag, &call);
    if (status == GRN_OK && dim == NULL)
        status = prepare_flat(&call, NULL, NULL);
    return grn_fw_shape(status, &call, rank, shape);
}

grn_status grn_torch_take_along_dim_spec(const grn_tensor *input, const grn_tensor *indices, const int64_t *dim,
                                         const grn_diag *diag, grn_gather_spec *out)
{
    grn_fw_call call;
    grn_status status = grn_torch_prepare_take_along_dim(&take_along_dim_op, input, indices, dim, diag, &call);
    if (status == GRN_OK && dim == NULL)
        status = prepare_flat(&call, NULL, NULL);
    return grn_fw_gather_spec_of(status, &call, out);
}

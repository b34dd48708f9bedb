/* torch_take_along_dim.c - torch.take_along_dim: input and indices broadcast against each other,
 * then torch.gather. */
#include "frameworks/frameworks.h"

static const grn_torch_row along_rows[] = {
    GRN_TORCH_ROW("take_along_dim", "input", "indices", bounds, REPLACE, take_along_dim, ELEMENTS),
    GRN_TORCH_ROW("take_along_dim", "input", "indices", bounds, REPLACE, take_flat, ELEMENTS),
};

/* Both in the result's shape; along dim, input keeps its own extent. */
static grn_status broadcast_both(grn_fw_call *call, int32_t axis)
{
    grn_tensor wide = call->result;
    grn_fw_at_least_1d(&wide);
    (void)grn_fw_broadcast(&call->indices, wide.rank, wide.shape, &call->indices);
    wide.shape[axis] = call->data.shape[axis];
    (void)grn_fw_broadcast(&call->data, wide.rank, wide.shape, &call->data);
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
        return grn_fail(call->diag, grn_no_place, GRN_E_MEMORY, "%s: %zu bytes were refused", call->op->name,
                        own->bytes);
    grn_fw_compact(t, own->memory, t->dtype, &copy);
    if (t->data != NULL)
        grn_tensor_copy(&copy, t);
    *t = copy;
    (void)grn_torch_flatten(t);
    return GRN_OK;
}

grn_status grn_torch_prepare_take_along_dim(const grn_torch_row *rows, const grn_tensor *input,
                                            const grn_tensor *indices, const int64_t *dim, const grn_diag *diag,
                                            grn_fw_call *call)
{
    const grn_torch_given given = {.input = input, .index = indices, .dim = dim};
    grn_torch_found found;
    grn_status status = grn_torch_begin(call, &rows[dim == NULL], &given, diag, &found);
    if (status == GRN_OK && dim != NULL)
        status = broadcast_both(call, found.axis);
    if (status == GRN_OK && dim != NULL)
        grn_fw_along(call, found.axis);
    return status;
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
    return GRN_OK;
}

grn_status grn_torch_take_along_dim(const grn_tensor *input, const grn_tensor *indices, const int64_t *dim,
                                    const grn_allocator *allocator, const grn_tensor *out, const grn_diag *diag)
{
    grn_fw_call call;
    grn_torch_flat_copy own[2] = {{NULL, 0}, {NULL, 0}};
    grn_status status = grn_torch_prepare_take_along_dim(along_rows, input, indices, dim, diag, &call);
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
    grn_status status = grn_torch_prepare_take_along_dim(along_rows, input, indices, dim, diag, &call);
    if (status == GRN_OK && dim == NULL)
        status = prepare_flat(&call, NULL, NULL);
    return grn_fw_shape(status, &call, rank, shape);
}

grn_status grn_torch_take_along_dim_spec(const grn_tensor *input, const grn_tensor *indices, const int64_t *dim,
                                         const grn_diag *diag, grn_gather_spec *out)
{
    grn_fw_call call;
    grn_status status = grn_torch_prepare_take_along_dim(along_rows, input, indices, dim, diag, &call);
    if (status == GRN_OK && dim == NULL)
        status = prepare_flat(&call, NULL, NULL);
    return grn_fw_gather_spec_of(status, &call, out);
}

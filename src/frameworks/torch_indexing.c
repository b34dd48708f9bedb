/* torch_indexing.c - input[indices] of torch, with index tensors: what index_put writes to,
 * read. */
#include "frameworks/frameworks.h"

static const grn_fw_op index_op = {"index", "input", "indices", grn_torch_report_bounds, true, GRN_BOUNDS_ERROR, 0};

static grn_status prepare_indexing(grn_fw_call *call, grn_torch_put *p, const grn_tensor *input,
                                   const grn_tensor *const *indices, size_t nindices, const grn_diag *diag)
{
    grn_status status = grn_torch_prepare_put(call, p, &index_op, input, indices, nindices, diag);
    if (status == GRN_OK)
        grn_fw_compact(&call->dense, NULL, input->dtype, &call->result);
    return status;
}

grn_status grn_torch_index(const grn_tensor *input, const grn_tensor *const *indices, size_t nindices,
                           const grn_allocator *allocator, const grn_tensor *out, const grn_diag *diag)
{
    grn_fw_call call;
    grn_torch_put p;
    grn_status status = prepare_indexing(&call, &p, input, indices, nindices, diag);
    status = grn_torch_put_ready(status, &p, &call, allocator, out);
    if (status != GRN_OK)
        return status;
    status = grn_fw_gather(GRN_OK, &call, out);
    grn_torch_put_release(&p, allocator);
    return status;
}

grn_status grn_torch_index_shape(const grn_tensor *input, const grn_tensor *const *indices, size_t nindices,
                                 const grn_diag *diag, int32_t *rank, int64_t *shape)
{
    grn_fw_call call;
    grn_torch_put p;
    return grn_fw_shape(prepare_indexing(&call, &p, input, indices, nindices, diag), &call, rank, shape);
}

grn_status grn_torch_index_spec(const grn_tensor *input, const grn_tensor *const *indices, size_t nindices,
                                const grn_diag *diag, grn_gather_spec *out)
{
    grn_fw_call call;
    grn_torch_put p;
    return grn_fw_gather_spec_of(prepare_indexing(&call, &p, input, indices, nindices, diag), &call, out);
}

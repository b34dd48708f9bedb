/* torch_index_put.c - torch.index_put: index tensors broadcast together and stacked into vectors of
 * coordinates. */
#include <string.h>

#include "frameworks/frameworks.h"

static const grn_fw_op put_ops[] = {
    {"index_put", "input", "indices", grn_torch_report_bounds, true, GRN_BOUNDS_ERROR, GRN_COMBINE_REPLACE},
    {"index_put", "input", "indices", grn_torch_report_bounds, true, GRN_BOUNDS_ERROR, GRN_COMBINE_ADD},
};

static grn_status check_views(const grn_tensor *const *indices, size_t n, const grn_diag *diag)
{
    grn_status status = n > 0 ? grn_check_given(indices, "indices", diag) : GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < n; i++)
        status = indices[i] != NULL ? grn_check_view(indices[i], "indices", diag) : GRN_OK;
    return status;
}

static grn_status ask(grn_torch_put *p, const grn_fw_op *op, const grn_tensor *input, const grn_tensor *const *indices,
                      size_t n, const grn_diag *diag)
{
    const grn_shaped self = grn_shaped_of(input);
    grn_shaped shaped[GRN_MAX_RANK];
    grn_call_report to;
    grn_call_report_init(&to, op->name, diag);
    grn_status status = grn_torch_rule_count(&to.report, self.rank, n);
    if (status == GRN_OK)
        status = check_views(indices, n, diag);
    if (status != GRN_OK)
        return status;
    for (size_t i = 0; i < n; i++)
        if (indices[i] != NULL)
            shaped[i] = grn_shaped_of(indices[i]);
        else
            shaped[i].rank = GRN_TORCH_WHOLE;
    return grn_torch_rule_index(&to.report, &self, n, shaped, &p->found);
}

/* common ++ [number of coordinates], i64. */
static grn_status stacked_shape(grn_torch_put *p, const grn_fw_op *op, const grn_diag *diag)
{
    const grn_torch_chosen *c = &p->found.chosen;
    int64_t shape[GRN_MAX_RANK + 1];
    for (int32_t d = 0; d < c->rank; d++)
        shape[d] = c->shape[d];
    shape[c->rank] = c->dims.count;
    grn_status status = grn_tensor_init(&p->stacked, NULL, GRN_I64, c->rank + 1, shape);
    return status == GRN_OK
               ? status
               : grn_fail(diag, grn_no_place, status, "%s: the indices broadcast together are too large", op->name);
}

static grn_status number(grn_fw_call *call, const grn_torch_put *p)
{
    call->dims = p->found.dims;
    call->dense.rank = p->found.result.rank;
    memcpy(call->dense.shape, p->found.result.shape, (size_t)call->dense.rank * sizeof *call->dense.shape);
    grn_fw_slices(call);
    return grn_fw_check_size(call);
}

grn_status grn_torch_prepare_put(grn_fw_call *call, grn_torch_put *p, const grn_fw_op *op, const grn_tensor *input,
                                 const grn_tensor *const *indices, size_t n, const grn_diag *diag)
{
    p->indices = indices;
    p->memory = NULL;
    grn_status status = grn_check_view(input, op->data_name, diag);
    if (status == GRN_OK)
        status = ask(p, op, input, indices, n, diag);
    if (status == GRN_OK)
        status = stacked_shape(p, op, diag);
    if (status == GRN_OK)
        status = grn_fw_begin(call, op, input, &p->stacked, diag);
    return status == GRN_OK ? number(call, p) : status;
}

static grn_status check_values(grn_fw_call *call, const grn_torch_put *p, const grn_tensor *values)
{
    grn_call_report to;
    grn_status status = grn_check_view(values, "values", call->diag);
    if (status != GRN_OK)
        return status;
    const grn_shaped shaped = grn_shaped_of(values);
    grn_call_report_init(&to, call->op->name, call->diag);
    status = grn_torch_rule_values(&to.report, &shaped, &p->found.result);
    if (status == GRN_OK)
        (void)grn_fw_broadcast(values, call->dense.rank, call->dense.shape, &call->updates);
    return status;
}

/* Component k of every vector: index tensor k, broadcast. */
static void stack(const grn_torch_put *p)
{
    const grn_torch_chosen *c = &p->found.chosen;
    for (int32_t k = 0; k < c->dims.count; k++) {
        const grn_tensor *index = p->indices[c->dims.v[k]];
        grn_tensor wide;
        (void)grn_fw_broadcast(index, c->rank, c->shape, &wide);
        grn_walk w;
        grn_walk_init(&w, wide.rank, wide.shape, 2, (const int64_t *[]){wide.stride, p->stacked.stride});
        for (; w.more; grn_walk_next(&w))
            p->memory[w.offset[1] + k] = grn_index_load(wide.dtype, grn_tensor_at(&wide, w.offset[0]));
    }
}

grn_status grn_torch_put_check_data(const grn_torch_put *p, const grn_tensor *out, const grn_diag *diag)
{
    const grn_torch_chosen *c = &p->found.chosen;
    grn_status status = grn_check_view(out, "out", diag);
    for (int32_t k = 0; status == GRN_OK && k < c->dims.count; k++) {
        status = grn_check_data(p->indices[c->dims.v[k]], "indices", diag);
        if (status == GRN_OK)
            status = grn_check_alias(out, p->indices[c->dims.v[k]], "indices", diag);
    }
    return status;
}

grn_status grn_torch_put_stack(grn_torch_put *p, grn_fw_call *call, const grn_allocator *allocator)
{
    const size_t bytes = grn_tensor_bytes(&p->stacked);
    p->memory = grn_allocate(allocator, bytes);
    if (p->memory == NULL)
        return grn_fail(call->diag, grn_no_place, GRN_E_MEMORY, "%s: %zu bytes for coordinates were refused",
                        call->op->name, bytes);
    stack(p);
    call->indices.data = p->memory;
    return GRN_OK;
}

grn_status grn_torch_put_ready(grn_status status, grn_torch_put *p, grn_fw_call *call, const grn_allocator *allocator,
                               const grn_tensor *out)
{
    if (status == GRN_OK)
        status = grn_check_allocator(allocator, call->diag);
    if (status == GRN_OK)
        status = grn_torch_put_check_data(p, out, call->diag);
    return status == GRN_OK ? grn_torch_put_stack(p, call, allocator) : status;
}

void grn_torch_put_release(grn_torch_put *p, const grn_allocator *allocator)
{
    grn_release(allocator, p->memory, grn_tensor_bytes(&p->stacked));
    p->memory = NULL;
}

grn_status grn_torch_index_put(const grn_tensor *input, const grn_tensor *const *indices, size_t nindices,
                               const grn_tensor *values, bool accumulate, const grn_allocator *allocator,
                               const grn_tensor *out, const grn_diag *diag)
{
    grn_fw_call call;
    grn_torch_put p;
    grn_status status = grn_torch_prepare_put(&call, &p, &put_ops[accumulate], input, indices, nindices, diag);
    if (status == GRN_OK)
        status = check_values(&call, &p, values);
    status = grn_torch_put_ready(status, &p, &call, allocator, out);
    if (status != GRN_OK)
        return status;
    status = grn_fw_scatter(GRN_OK, &call, out);
    grn_torch_put_release(&p, allocator);
    return status;
}

grn_status grn_torch_index_put_spec(const grn_tensor *input, const grn_tensor *const *indices, size_t nindices,
                                    bool accumulate, const grn_diag *diag, grn_scatter_spec *out)
{
    grn_fw_call call;
    grn_torch_put p;
    return grn_fw_scatter_spec_of(
        grn_torch_prepare_put(&call, &p, &put_ops[accumulate], input, indices, nindices, diag), &call, out);
}

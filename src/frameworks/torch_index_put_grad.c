/* torch_index_put_grad.c - the gradients of input[indices] and torch.index_put. */
#include "frameworks/frameworks.h"

static const grn_fw_op index_op = {"index_backward", "self",         "indices", grn_torch_report_bounds, true,
                                   GRN_BOUNDS_ERROR, GRN_COMBINE_ADD};
static const grn_fw_op put_op = {
    "index_put_backward", "grad", "indices", grn_torch_report_bounds, true, GRN_BOUNDS_ERROR, GRN_COMBINE_REPLACE};

/* zeros_like(self).index_put(indices, grad, accumulate=True) */
grn_status grn_torch_index_backward(const grn_tensor *grad, const grn_tensor *self, const grn_tensor *const *indices,
                                    size_t nindices, const grn_allocator *allocator, const grn_tensor *out,
                                    const grn_diag *diag)
{
    grn_fw_call call;
    grn_torch_put p;
    grn_status status = grn_torch_prepare_put(&call, &p, &index_op, self, indices, nindices, diag);
    if (status == GRN_OK)
        status = grn_fw_check_like(grad, "grad", &call.dense, diag);
    status = grn_torch_put_ready(status, &p, &call, allocator, out);
    if (status != GRN_OK)
        return status;
    call.updates = *grad;
    status = grn_torch_add_into_zeros(GRN_OK, &call, out);
    grn_torch_put_release(&p, allocator);
    return status;
}

/* values_grad was broadcast to what is at the places. */
static grn_status check_values_grad(const grn_fw_call *call, const grn_torch_put *p, const grn_torch_hand_back *to)
{
    grn_call_report told;
    const grn_tensor *t = to->part_grad;
    grn_status status = grn_check_view(t, to->part_name, call->diag);
    if (status == GRN_OK)
        status = grn_torch_put_check_data(p, t, call->diag);
    if (status != GRN_OK)
        return status;
    const grn_shaped values = grn_shaped_of(t);
    grn_call_report_init(&told, call->op->name, call->diag);
    status = grn_torch_rule_spread(&told.report, &values, &p->found.result);
    if (status == GRN_OK && t->dtype != call->data.dtype)
        status = grn_fail(call->diag, grn_no_place, GRN_E_DTYPE, "%s has element type %s, it must be %s", to->part_name,
                          grn_dtype_text(t->dtype), grn_dtype_text(call->data.dtype));
    return status;
}

static grn_status check_values_memory(const grn_fw_call *call, const grn_torch_hand_back *to)
{
    grn_status status = grn_check_data(to->part_grad, to->part_name, call->diag);
    if (status == GRN_OK)
        status = grn_check_places(to->part_grad, to->part_name, call->diag);
    if (status == GRN_OK)
        status = grn_check_alias(to->part_grad, &call->data, "grad", call->diag);
    if (status == GRN_OK && to->self_grad != NULL)
        status = grn_check_alias(to->self_grad, to->part_grad, to->part_name, call->diag);
    return status;
}

/* What is at the places, then summed to values' shape. */
static grn_status give_back_wide(grn_fw_call *call, const grn_torch_hand_back *to, const grn_allocator *allocator)
{
    grn_torch_hand_back wide_to = *to;
    grn_tensor wide;
    size_t bytes;
    grn_status status = grn_torch_new_like(&call->dense, call, allocator, &wide, &bytes);
    if (status != GRN_OK)
        return status;
    wide_to.part_grad = &wide;
    status = grn_torch_give_back(GRN_OK, call, &wide_to);
    if (status == GRN_OK)
        grn_torch_sum_to(&wide, to->part_grad);
    grn_release(allocator, wide.data, bytes);
    return status;
}

/* self: grad, with 0 at the places unless accumulate; values: grad[indices], summed to values'
 * shape */
grn_status grn_torch_index_put_backward(const grn_tensor *grad, const grn_tensor *const *indices, size_t nindices,
                                        bool accumulate, const grn_allocator *allocator, const grn_tensor *self_grad,
                                        const grn_tensor *values_grad, const grn_diag *diag)
{
    const grn_torch_hand_back to = {self_grad, values_grad, "values_grad", accumulate, NULL};
    grn_fw_call call;
    grn_torch_put p;
    grn_status status = grn_torch_prepare_put(&call, &p, &put_op, grad, indices, nindices, diag);
    if (status == GRN_OK)
        status = grn_check_allocator(allocator, diag);
    if (status == GRN_OK && self_grad != NULL)
        status = grn_check_view(self_grad, "self_grad", diag);
    if (status == GRN_OK)
        status = grn_torch_put_check_data(&p, self_grad != NULL ? self_grad : grad, diag);
    if (status == GRN_OK && values_grad != NULL)
        status = check_values_grad(&call, &p, &to);
    if (status == GRN_OK && values_grad != NULL)
        status = check_values_memory(&call, &to);
    if (status == GRN_OK)
        status = grn_torch_put_stack(&p, &call, allocator);
    if (status != GRN_OK)
        return status;
    const bool same = values_grad == NULL || grn_tensor_same_shape(values_grad, &call.dense);
    status = same ? grn_torch_give_back(GRN_OK, &call, &to) : give_back_wide(&call, &to, allocator);
    grn_torch_put_release(&p, allocator);
    return status;
}

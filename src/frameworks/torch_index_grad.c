/* torch_index_grad.c - the gradients of torch.index_select, index_add and index_copy. */
#include "frameworks/frameworks.h"

static const grn_fw_op select_op = {"index_select_backward", "self", "index", grn_torch_report_self, false, GRN_BOUNDS_ERROR,
                                    GRN_COMBINE_ADD};
static const grn_fw_op add_op = {"index_add_backward", "grad", "index", grn_torch_report_self, false, GRN_BOUNDS_ERROR,
                                 GRN_COMBINE_ADD};
static const grn_fw_op copy_op = {"index_copy_backward", "grad", "index", grn_torch_report_bounds, false, GRN_BOUNDS_ERROR,
                                  GRN_COMBINE_REPLACE};

/* zeros(self_sizes).index_add(dim, index, grad) */
grn_status grn_torch_index_select_backward(const grn_tensor *grad, const grn_tensor *self, int64_t dim,
                                           const grn_tensor *index, const grn_tensor *out, const grn_diag *diag)
{
    grn_fw_call call;
    grn_status status = grn_check_view(grad, "grad", diag);
    if (status == GRN_OK)
        status = grn_torch_prepare_index(&call, &select_op, grn_torch_rule_index_add, self, dim, index, NULL, diag);
    if (status != GRN_OK)
        return status;
    call.updates = *grad;
    grn_fw_at_least_1d(&call.updates);
    status = grn_fw_check_like(&call.updates, "grad", &call.dense, diag);
    return grn_torch_add_into_zeros(status, &call, out);
}

/* self: grad; source: alpha * grad.index_select(dim, index). Of a complex alpha it is alpha, not its conjugate. */
grn_status grn_torch_index_add_backward(const grn_tensor *grad, int64_t dim, const grn_tensor *index, const void *alpha,
                                        const grn_tensor *self_grad, const grn_tensor *source_grad, const grn_diag *diag)
{
    const grn_torch_hand_back to = {self_grad, source_grad, "source_grad", true, alpha};
    grn_fw_call call;
    grn_status status = grn_torch_prepare_index(&call, &add_op, grn_torch_rule_index_add, grad, dim, index, NULL, diag);
    return grn_torch_give_back(status, &call, &to);
}

/* self: grad.index_fill(dim, index, 0); source: grad.index_select(dim, index) */
grn_status grn_torch_index_copy_backward(const grn_tensor *grad, int64_t dim, const grn_tensor *index,
                                         const grn_tensor *self_grad, const grn_tensor *source_grad, const grn_diag *diag)
{
    const grn_torch_hand_back to = {self_grad, source_grad, "source_grad", false, NULL};
    grn_fw_call call;
    grn_status status = grn_torch_prepare_index(&call, &copy_op, grn_torch_rule_index_copy, grad, dim, index, NULL, diag);
    return grn_torch_give_back(status, &call, &to);
}

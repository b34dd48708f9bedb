/* torch_index_grad.c - the gradients of torch.index_select, index_add and index_copy. */
#include "frameworks/frameworks.h"

static const grn_torch_row select_row =
    GRN_TORCH_ROW("index_select_backward", "self", "index", self, ADD, index_add, SLICES);
static const grn_torch_row add_row = GRN_TORCH_ROW("index_add_backward", "grad", "index", self, ADD, index_add, SLICES);
static const grn_torch_row copy_row =
    GRN_TORCH_ROW("index_copy_backward", "grad", "index", bounds, REPLACE, index_copy, SLICES);

/* zeros(self_sizes).index_add(dim, index, grad) */
grn_status grn_torch_index_select_backward(const grn_tensor *grad, const grn_tensor *self, int64_t dim,
                                           const grn_tensor *index, const grn_tensor *out, const grn_diag *diag)
{
    const grn_torch_given given = {.input = self, .index = index, .dim = &dim};
    grn_fw_call call;
    grn_status status = grn_check_view(grad, "grad", diag);
    if (status == GRN_OK)
        status = grn_torch_prepare(&call, &select_row, &given, diag);
    if (status != GRN_OK)
        return status;
    call.updates = *grad;
    grn_fw_at_least_1d(&call.updates);
    status = grn_fw_check_like(&call.updates, "grad", &call.dense, diag);
    return grn_torch_add_into_zeros(status, &call, out);
}

/* self: grad; source: alpha * grad.index_select(dim, index). Of a complex alpha it is alpha, not
 * its conjugate. */
grn_status grn_torch_index_add_backward(const grn_tensor *grad, int64_t dim, const grn_tensor *index, const void *alpha,
                                        const grn_tensor *self_grad, const grn_tensor *source_grad,
                                        const grn_diag *diag)
{
    const grn_torch_hand_back to = {self_grad, source_grad, "source_grad", true, alpha};
    const grn_torch_given given = {.input = grad, .index = index, .dim = &dim};
    grn_fw_call call;
    return grn_torch_give_back(grn_torch_prepare(&call, &add_row, &given, diag), &call, &to);
}

/* self: grad.index_fill(dim, index, 0); source: grad.index_select(dim, index) */
grn_status grn_torch_index_copy_backward(const grn_tensor *grad, int64_t dim, const grn_tensor *index,
                                         const grn_tensor *self_grad, const grn_tensor *source_grad,
                                         const grn_diag *diag)
{
    const grn_torch_hand_back to = {self_grad, source_grad, "source_grad", false, NULL};
    const grn_torch_given given = {.input = grad, .index = index, .dim = &dim};
    grn_fw_call call;
    return grn_torch_give_back(grn_torch_prepare(&call, &copy_row, &given, diag), &call, &to);
}

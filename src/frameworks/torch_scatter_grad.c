/* torch_scatter_grad.c - the gradients of torch.scatter and scatter_add. */
#include "frameworks/frameworks.h"

static const grn_torch_row scatter_row =
    GRN_TORCH_ROW("scatter_backward", "grad", "index", bounds, REPLACE, scatter, ELEMENTS);

/* What is at the places has index's shape, an empty one too. */
static grn_status prepare_gradients(grn_fw_call *call, const grn_tensor *grad, int64_t dim, const grn_tensor *index,
                                    const grn_diag *diag)
{
    const grn_torch_given given = {.input = grad, .index = index, .dim = &dim};
    grn_status status = grn_torch_prepare(call, &scatter_row, &given, diag);
    if (status == GRN_OK)
        grn_fw_compact(&call->indices, NULL, grad->dtype, &call->dense);
    return status;
}

/* self: grad.scatter(dim, index, 0); src: grad.gather(dim, index) */
grn_status grn_torch_scatter_backward(const grn_tensor *grad, int64_t dim, const grn_tensor *index,
                                      const grn_tensor *self_grad, const grn_tensor *src_grad, const grn_diag *diag)
{
    const grn_torch_hand_back to = {self_grad, src_grad, "src_grad", false, NULL};
    grn_fw_call call;
    return grn_torch_give_back(prepare_gradients(&call, grad, dim, index, diag), &call, &to);
}

/* self: grad; src: grad.gather(dim, index) */
grn_status grn_torch_scatter_add_backward(const grn_tensor *grad, int64_t dim, const grn_tensor *index,
                                          const grn_tensor *self_grad, const grn_tensor *src_grad, const grn_diag *diag)
{
    const grn_torch_hand_back to = {self_grad, src_grad, "src_grad", true, NULL};
    grn_fw_call call;
    return grn_torch_give_back(prepare_gradients(&call, grad, dim, index, diag), &call, &to);
}

/*
 * torch_reduce_grad.c - the gradients of torch.scatter_reduce, and of index_reduce for what is
 * beside the core.
 *
 * With include_self=False, Torch still counts the input among the values that hold amax or amin.
 * Its formula for prod divides; the product of the other factors, used here, does not, and may
 * differ in the last bit (PT-D13).
 */
#include <string.h>

#include "frameworks/frameworks.h"

static const struct kind {
    const char *reduce;
    grn_scatter_kind kind;
} kinds[] = {
    {"prod", GRN_SCATTER_MUL}, {"mean", GRN_SCATTER_MEAN}, {"amax", GRN_SCATTER_MAX}, {"amin", GRN_SCATTER_MIN}};

/* NULL: of sum, whose gradients are those of scatter and scatter_add. */
static const struct kind *kind_of(const char *reduce)
{
    for (size_t i = 0; i < GRN_COUNT(kinds); i++)
        if (strcmp(reduce, kinds[i].reduce) == 0)
            return &kinds[i];
    return NULL;
}

/* ---- checks ---------------------------------------------------------------------------------- */

static grn_status check_views(const grn_fw_call *call, const grn_torch_reduced *v, const grn_tensor *part_like)
{
    grn_tensor like = *part_like;
    like.dtype = v->grad->dtype;
    grn_status status = grn_check_data(v->grad, "grad", call->diag);
    if (status == GRN_OK)
        status = grn_fw_check_like(v->self, "self", v->grad, call->diag);
    if (status == GRN_OK)
        status = grn_fw_check_like(v->result, "result", v->grad, call->diag);
    if (status == GRN_OK)
        status = grn_fw_check_like(v->part, v->part_name, &like, call->diag);
    if (status == GRN_OK && v->self_grad != NULL)
        status = grn_fw_check_destination(v->self_grad, "self_grad", v->grad, call->diag);
    if (status == GRN_OK && v->part_grad != NULL)
        status = grn_fw_check_destination(v->part_grad, v->part_grad_name, &like, call->diag);
    return status;
}

/* Every operand is copied before a result is written: self_grad may be one of the operands. */
static grn_status check_disjoint(const grn_fw_call *call, const grn_torch_reduced *v, const grn_tensor *index)
{
    grn_status status = grn_check_data(index, "index", call->diag);
    if (status == GRN_OK && v->self_grad != NULL)
        status = grn_check_alias(v->self_grad, index, "index", call->diag);
    if (status == GRN_OK && v->part_grad != NULL)
        status = grn_check_alias(v->part_grad, index, "index", call->diag);
    if (status == GRN_OK && v->self_grad != NULL && v->part_grad != NULL)
        status = grn_check_alias(v->self_grad, v->part_grad, v->part_grad_name, call->diag);
    return status == GRN_OK && !call->idle ? grn_fw_check_index(call) : status;
}

/* Tensors of rank 0 are seen as [1]. */
static grn_status run_gradients(const grn_fw_call *call, grn_scatter_kind kind, const grn_torch_reduced *v,
                                const grn_allocator *allocator)
{
    const grn_tensor *const given[] = {v->grad, v->self, v->part, v->result, v->self_grad, v->part_grad};
    grn_tensor seen[GRN_COUNT(given)];
    grn_scatter_spec spec;
    for (size_t i = 0; i < GRN_COUNT(given); i++) {
        seen[i] = given[i] ? *given[i] : *v->grad;
        grn_fw_at_least_1d(&seen[i]);
    }
    const grn_scatter_forward forward = {
        .kind = kind, .leaves_input_out = !v->include_self, .input = &seen[1], .updates = &seen[2], .result = &seen[3]};
    grn_fw_to_scatter_spec(call, &spec);
    return grn_adjoint_scatter(&(grn_adjoint){.name = call->op->name,
                                              .spec = &spec,
                                              .forward = &forward,
                                              .as_torch = true,
                                              .indices = &call->indices,
                                              .grad = &seen[0],
                                              .allocator = allocator,
                                              .input_grad = v->self_grad ? &seen[4] : NULL,
                                              .updates_grad = v->part_grad ? &seen[5] : NULL,
                                              .diag = call->diag});
}

grn_status grn_torch_reduced_backward(const grn_fw_call *call, const grn_torch_reduced *v, const grn_tensor *index,
                                      const grn_tensor *like, const grn_allocator *allocator)
{
    grn_status status = GRN_OK;
    if (grn_dtype_class_of(v->grad->dtype) != GRN_CLASS_FLOAT)
        status = grn_fail(call->diag, grn_no_place, GRN_E_DTYPE, "%s(): grad is %s, %s takes a float type",
                          call->op->name, grn_dtype_text(v->grad->dtype), v->reduce);
    if (status == GRN_OK)
        status = check_views(call, v, like);
    if (status == GRN_OK)
        status = check_disjoint(call, v, index);
    return status == GRN_OK ? run_gradients(call, kind_of(v->reduce)->kind, v, allocator) : status;
}

/* ---- scatter_reduce -------------------------------------------------------------------------- */

static const grn_torch_row reduce_row =
    GRN_TORCH_ROW("scatter_reduce_backward", "grad", "index", bounds, ADD, scatter, ELEMENTS);

grn_status grn_torch_scatter_reduce_backward(const grn_tensor *grad, const grn_tensor *self, int64_t dim,
                                             const grn_tensor *index, const grn_tensor *src, const char *reduce,
                                             bool include_self, const grn_tensor *result,
                                             const grn_allocator *allocator, const grn_tensor *self_grad,
                                             const grn_tensor *src_grad, const grn_diag *diag)
{
    const grn_torch_given given = {.input = grad, .index = index, .dim = &dim};
    const grn_torch_reduction *reduction = NULL;
    grn_fw_call call;
    grn_status status = grn_torch_find_reduction(reduce, diag, &reduction);
    if (status == GRN_OK)
        status = grn_check_allocator(allocator, diag);
    if (status == GRN_OK && kind_of(reduction->name) == NULL)
        return include_self ? grn_torch_scatter_add_backward(grad, dim, index, self_grad, src_grad, diag)
                            : grn_torch_scatter_backward(grad, dim, index, self_grad, src_grad, diag);
    if (status == GRN_OK)
        status = grn_torch_prepare(&call, &reduce_row, &given, diag);
    if (status != GRN_OK)
        return status;
    const grn_torch_reduced v = {grad, self, src, result, self_grad, src_grad, "src", "src_grad", reduce, include_self};
    return grn_torch_reduced_backward(&call, &v, index, index, allocator);
}

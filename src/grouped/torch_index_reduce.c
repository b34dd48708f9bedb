/* torch_index_reduce.c - torch's index_reduce and its gradients. */
#include <string.h>

#include "grouped/grouped.h"

/* Without include_self torch fills the slices first, which counts a negative index from the end. */
static grn_status report_filled(const grn_fw_call *call, const grn_fw_bad_index *bad)
{
    return bad->value < 0 && bad->value >= -bad->extent ? grn_torch_report_self(call, bad)
                                                        : grn_torch_report_bounds(call, bad);
}

static const grn_torch_row reduce_row =
    GRN_TORCH_ROW("index_reduce", "input", "index", self, ADD, index_reduce, SLICES);
static const grn_torch_row refill_row = {
    {"index_reduce", "input", "index", report_filled, false, GRN_BOUNDS_ERROR, GRN_COMBINE_ADD},
    grn_torch_rule_index_reduce,
    GRN_FORM_SLICES};
static const grn_torch_row grad_row =
    GRN_TORCH_ROW("index_reduce_backward", "grad", "index", self, ADD, index_reduce, SLICES);

static grn_status find_reduction(const char *reduce, const grn_diag *diag, const grn_torch_reduction **out)
{
    grn_call_report to;
    const char *name = reduce != NULL ? reduce : "None";
    grn_call_report_init(&to, reduce_row.op.name, diag);
    return grn_torch_rule_index_reduction(&to.report, name, strlen(name), out);
}

static grn_status check_dtype(const grn_torch_reduction *r, const grn_tensor *input, const grn_diag *diag)
{
    grn_call_report to;
    grn_call_report_init(&to, reduce_row.op.name, diag);
    return grn_torch_rule_index_reduced(&to.report, r, input->dtype);
}

grn_status grn_torch_index_reduce(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                  const grn_tensor *source, const char *reduce, bool include_self,
                                  const grn_allocator *allocator, const grn_tensor *out, const grn_diag *diag)
{
    grn_fw_call call;
    const grn_torch_reduction *r;
    grn_status status = find_reduction(reduce, diag, &r);
    if (status == GRN_OK)
        status = grn_check_allocator(allocator, diag);
    if (status == GRN_OK)
        status = grn_torch_prepare_scatter(&call, include_self ? &reduce_row : &refill_row, input, dim, index, source,
                                           "source", diag);
    if (status == GRN_OK)
        status = check_dtype(r, input, diag);
    return grn_torch_reduce_all(status, &call, r, include_self, allocator, out);
}

grn_status grn_torch_index_reduce_spec(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                       const char *reduce, const grn_diag *diag, grn_scatter_spec *out)
{
    const grn_torch_reduction *r;
    grn_status status = find_reduction(reduce, diag, &r);
    if (status == GRN_OK)
        status = grn_torch_scatter_spec_of(&reduce_row, input, dim, index, diag, out);
    if (status == GRN_OK)
        out->combiner = r->combiner;
    return status;
}

grn_status grn_torch_index_reduce_backward(const grn_tensor *grad, const grn_tensor *self, int64_t dim,
                                           const grn_tensor *index, const grn_tensor *source, const char *reduce,
                                           bool include_self, const grn_tensor *result, const grn_allocator *allocator,
                                           const grn_tensor *self_grad, const grn_tensor *source_grad,
                                           const grn_diag *diag)
{
    const grn_torch_reduction *r;
    grn_fw_call call;
    grn_status status = find_reduction(reduce, diag, &r);
    if (status == GRN_OK)
        status = grn_check_allocator(allocator, diag);
    if (status == GRN_OK)
        status = grn_torch_prepare_scatter(&call, &grad_row, grad, dim, index, source, "source", diag);
    if (status != GRN_OK)
        return status;
    const grn_torch_reduced v = {grad,        self,     source,        result,  self_grad,
                                 source_grad, "source", "source_grad", r->name, include_self};
    return grn_torch_reduced_backward(&call, &v, index, source, allocator);
}

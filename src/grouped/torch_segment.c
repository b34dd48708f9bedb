/* torch_segment.c - torch.segment_reduce and its gradient. */
#include <string.h>

#include "grouped/grouped.h"

/* Offsets: the library's own words. */
static grn_status report(const grn_grouped_call *c)
{
    grn_call_report to;
    grn_call_report_init(&to, c->name, c->diag);
    return c->spec.form == GRN_SEGMENT_LENGTHS ? grn_torch_rule_lengths(&to.report, &c->ids) : GRN_OK;
}

static grn_status begin(grn_grouped_call *c, const grn_tensor *data, const char *reduce, const grn_tensor *lengths,
                        const grn_tensor *offsets, int64_t dim, const void *initial, const grn_diag *diag)
{
    const char *name = reduce != NULL ? reduce : "None";
    grn_torch_segment_args a = {.has_lengths = lengths != NULL, .has_offsets = offsets != NULL, .axis = &dim};
    grn_torch_segment_found found;
    const grn_torch_reduction *r;
    grn_call_report to;
    *c = (grn_grouped_call){.name = "segment_reduce",
                            .data_name = "data",
                            .ids_name = offsets != NULL ? "offsets" : "lengths",
                            .arg_name = "arg",
                            .report = report};
    grn_call_report_init(&to, c->name, diag);
    grn_status status = grn_torch_rule_segment_reduction(&to.report, name, strlen(name), &r);
    if (status == GRN_OK && lengths == NULL && offsets == NULL)
        return grn_torch_rule_segments(&to.report, &a, &found);
    if (status == GRN_OK && lengths != NULL && offsets != NULL)
        status = grn_check_view(lengths, "lengths", diag);
    if (status == GRN_OK)
        status = grn_grouped_begin(c, data, offsets != NULL ? offsets : lengths, diag);
    if (status != GRN_OK)
        return status;
    a.data = grn_shaped_of(data);
    *(offsets != NULL ? &a.offsets : &a.lengths) = grn_shaped_of(&c->ids);
    status = grn_torch_rule_segments(&to.report, &a, &found);
    if (status == GRN_OK)
        grn_torch_segment_spec(r, &found, data->dtype, initial, &c->spec);
    return status;
}

grn_status grn_torch_segment_reduce(const grn_tensor *data, const char *reduce, const grn_tensor *lengths,
                                    const grn_tensor *offsets, int64_t axis, bool unsafe, const void *initial,
                                    const grn_allocator *allocator, const grn_tensor *out, const grn_diag *diag)
{
    grn_grouped_call c;
    (void)unsafe;
    grn_status status = begin(&c, data, reduce, lengths, offsets, axis, initial, diag);
    return status == GRN_OK ? grn_grouped_run(&c, allocator, out, NULL, -1) : status;
}

grn_status grn_torch_segment_reduce_shape(const grn_tensor *data, const char *reduce, const grn_tensor *lengths,
                                          const grn_tensor *offsets, int64_t axis, const grn_diag *diag, int32_t *rank,
                                          int64_t *shape)
{
    grn_grouped_call c;
    grn_status status = begin(&c, data, reduce, lengths, offsets, axis, NULL, diag);
    if (status == GRN_OK)
        status = grn_grouped_check_shape(rank, shape, diag);
    if (status != GRN_OK)
        return status;
    const grn_segment_tensors known = {.data = &c.data, .segments = &c.ids};
    return grn_segment_shape(&c.spec, &known, diag, rank, shape);
}

grn_status grn_torch_segment_reduce_spec(const grn_tensor *data, const char *reduce, const grn_tensor *lengths,
                                         const grn_tensor *offsets, int64_t axis, const void *initial,
                                         const grn_diag *diag, grn_segment_spec *out)
{
    grn_grouped_call c;
    grn_status status = begin(&c, data, reduce, lengths, offsets, axis, initial, diag);
    if (status == GRN_OK)
        status = grn_check_given(out, "out", diag);
    if (status == GRN_OK)
        *out = c.spec;
    return status;
}

/* Of the gradient: grad has the result's shape, out data's. */
static grn_status check_gradient(const grn_grouped_call *c, const grn_tensor *grad, const grn_tensor *out)
{
    const grn_segment_tensors known = {.data = &c->data, .segments = &c->ids};
    grn_tensor like;
    grn_status status = grn_segment_shape(&c->spec, &known, c->diag, &like.rank, like.shape);
    like.dtype = c->data.dtype;
    if (status == GRN_OK)
        status = grn_fw_check_like(grad, "grad", &like, c->diag);
    if (status == GRN_OK)
        status = grn_check_data(&c->data, "data", c->diag);
    if (status == GRN_OK)
        status = grn_check_data(&c->ids, c->ids_name, c->diag);
    if (status == GRN_OK)
        status = grn_fw_check_destination(out, "out", &c->data, c->diag);
    if (status == GRN_OK)
        status = grn_check_alias(out, grad, "grad", c->diag);
    if (status == GRN_OK)
        status = grn_check_alias(out, &c->data, "data", c->diag);
    return status == GRN_OK ? grn_check_alias(out, &c->ids, c->ids_name, c->diag) : status;
}

grn_status grn_torch_segment_reduce_backward(const grn_tensor *grad, const grn_tensor *data, const char *reduce,
                                             const grn_tensor *lengths, const grn_tensor *offsets, int64_t axis,
                                             const void *initial, const grn_allocator *allocator, const grn_tensor *out,
                                             const grn_diag *diag)
{
    grn_grouped_call c;
    const grn_segment_tensors tensors = {.data = &c.data, .segments = &c.ids};
    const grn_segment_gradients wanted = {.grad = grad, .data_grad = out, .ties = GRN_SEGMENT_TIES_SHARED};
    grn_status status = begin(&c, data, reduce, lengths, offsets, axis, initial, diag);
    if (status == GRN_OK)
        status = grn_check_allocator(allocator, diag);
    if (status == GRN_OK)
        status = check_gradient(&c, grad, out);
    return status == GRN_OK ? grn_segment_adjoint(&c.spec, &tensors, &wanted, allocator, diag) : status;
}

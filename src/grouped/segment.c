/* segment.c - what the frameworks' segment calls share: words, arguments, the run. */
#include <stdio.h>
#include <string.h>

#include "grouped/grouped.h"

/* ---- arguments ------------------------------------------------------------------------------- */

grn_status grn_grouped_find(const grn_grouped_word *words, const char *word, const char *name, const grn_diag *diag,
                            grn_segment_spec *out)
{
    char right[128] = "";
    size_t used = 0;
    for (const grn_grouped_word *w = words; w->word != NULL; w++) {
        if (word != NULL && strcmp(word, w->word) == 0) {
            *out = w->spec;
            return GRN_OK;
        }
        used += (size_t)snprintf(right + used, sizeof right - used, "%s%s", used > 0 ? ", " : "", w->word);
    }
    return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "%s: reduce is %s; right: one of %s", name,
                    word != NULL ? word : "NULL", right);
}

grn_status grn_grouped_check_shape(const int32_t *rank, const int64_t *shape, const grn_diag *diag)
{
    grn_status status = grn_check_given(rank, "rank", diag);
    return status == GRN_OK ? grn_check_given(shape, "shape", diag) : status;
}

grn_status grn_grouped_begin(grn_grouped_call *c, const grn_tensor *data, const grn_tensor *ids, const grn_diag *diag)
{
    c->diag = diag;
    grn_status status = grn_check_view(data, c->data_name, diag);
    if (status == GRN_OK)
        status = grn_check_view(ids, c->ids_name, diag);
    if (status != GRN_OK)
        return status;
    c->data = *data;
    c->ids = *ids;
    if (data->rank > 0)
        return GRN_OK;
    return grn_fail(diag, grn_no_place, GRN_E_SHAPE, "%s: %s has rank 0, it must have a dimension", c->name,
                    c->data_name);
}

grn_status grn_grouped_along_first(const grn_grouped_call *c)
{
    if (c->ids.rank == 1 && c->ids.shape[0] == c->data.shape[0])
        return GRN_OK;
    return grn_fail(c->diag, grn_no_place, GRN_E_SHAPE, "%s: %s must be a vector of the length of %s's first dimension",
                    c->name, c->ids_name, c->data_name);
}

grn_status grn_grouped_axis(const grn_grouped_call *c, int64_t dim, int32_t *axis)
{
    grn_call_report to;
    grn_call_report_init(&to, c->name, c->diag);
    return grn_torch_rule_dim(&to.report, c->data.rank, &dim, axis);
}

void grn_grouped_move_last(grn_tensor *t, int32_t dim)
{
    const int64_t extent = t->shape[dim], stride = t->stride[dim];
    for (int32_t d = dim; d + 1 < t->rank; d++) {
        t->shape[d] = t->shape[d + 1];
        t->stride[d] = t->stride[d + 1];
    }
    t->shape[t->rank - 1] = extent;
    t->stride[t->rank - 1] = stride;
}

void grn_grouped_weigh_by_one(grn_grouped_call *c)
{
    grn_torch_store_identity(GRN_TORCH_ONE, c->data.dtype, c->one);
    c->weights = (grn_tensor){.data = c->one, .dtype = c->data.dtype, .rank = 1, .shape = {c->data.shape[0]}};
}

/* ---- the run --------------------------------------------------------------------------------- */

static grn_status check_disjoint(const grn_grouped_call *c, const grn_tensor *out)
{
    grn_status status = grn_check_alias(out, &c->data, c->data_name, c->diag);
    return status == GRN_OK ? grn_check_alias(out, &c->ids, c->ids_name, c->diag) : status;
}

/* Of the spec's own order of dimensions. */
static grn_status check_out(const grn_grouped_call *c, const grn_tensor *given, const char *name, grn_dtype dtype,
                            int32_t last, grn_tensor *out)
{
    const grn_segment_tensors known = {.data = &c->data, .segments = &c->ids};
    grn_tensor like;
    grn_segment_spec spec = c->spec;
    grn_status status = grn_check_view(given, name, c->diag);
    if (status != GRN_OK)
        return status;
    *out = *given;
    if (last >= 0 && last < out->rank)
        grn_grouped_move_last(out, last);
    const int32_t axis = spec.axis < 0 ? spec.axis + c->data.rank : spec.axis;
    spec.nsegments = axis < out->rank ? out->shape[axis] : 0;
    status = grn_segment_shape(&spec, &known, c->diag, &like.rank, like.shape);
    like.dtype = dtype;
    return status == GRN_OK ? grn_fw_check_destination(out, name, &like, c->diag) : status;
}

static grn_status check_all(const grn_grouped_call *c, const grn_tensor *given, const grn_tensor *given_arg,
                            int32_t last, grn_tensor *out, grn_tensor *arg)
{
    grn_status status = grn_check_data(&c->data, c->data_name, c->diag);
    if (status == GRN_OK)
        status = grn_check_data(&c->ids, c->ids_name, c->diag);
    if (status == GRN_OK)
        status = check_out(c, given, "out", c->data.dtype, last, out);
    if (status == GRN_OK)
        status = check_disjoint(c, out);
    if (status != GRN_OK || given_arg == NULL)
        return status;
    status = grn_check_view(given_arg, c->arg_name, c->diag);
    if (status == GRN_OK)
        status = check_out(c, given_arg, c->arg_name, given_arg->dtype == GRN_I32 ? GRN_I32 : GRN_I64, last, arg);
    if (status == GRN_OK)
        status = check_disjoint(c, arg);
    return status == GRN_OK ? grn_check_alias(arg, out, "out", c->diag) : status;
}

grn_status grn_grouped_run(grn_grouped_call *c, const grn_allocator *allocator, const grn_tensor *out,
                           const grn_tensor *arg, int32_t last)
{
    grn_tensor result, found;
    const grn_segment_tensors tensors = {.data = &c->data,
                                         .segments = &c->ids,
                                         .weights = c->weights.data != NULL ? &c->weights : NULL,
                                         .result = &result,
                                         .arg = arg != NULL ? &found : NULL};
    grn_status status = grn_check_allocator(allocator, c->diag);
    if (status == GRN_OK)
        status = check_all(c, out, arg, last, &result, &found);
    if (status != GRN_OK)
        return status;
    status = grn_segment_reduce(&c->spec, &tensors, allocator, NULL);
    if (status == GRN_OK)
        return GRN_OK;
    if (status == GRN_E_INDEX && c->report != NULL)
        status = c->report(c);
    return status == GRN_E_INDEX && c->report != NULL ? status
                                                      : grn_segment_reduce(&c->spec, &tensors, allocator, c->diag);
}

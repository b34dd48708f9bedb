/* view.c - views from outside, checked and reshaped without moving data. */
#include <inttypes.h>
#include <string.h>

#include "frameworks/frameworks.h"

void grn_fw_at_least_1d(grn_tensor *t)
{
    if (t->rank == 0) {
        t->rank = 1;
        t->shape[0] = t->stride[0] = 1;
    }
}

grn_status grn_fw_begin(grn_fw_call *call, const grn_fw_op *op, const grn_tensor *data, const grn_tensor *indices,
                        const grn_diag *diag)
{
    call->op = op;
    call->diag = diag;
    call->combiner = op->combiner;
    call->region = NULL;
    call->region_user = NULL;
    call->idle = false;
    call->slice_sizes.count = 0;
    grn_dimension_numbers_clear(&call->dims);
    memset(call->fill, 0, sizeof call->fill);
    call->updates.data = NULL;
    call->updates.dtype = GRN_NO_DTYPE;
    call->updates.rank = 0;
    call->index = (grn_index_rule){.wrap_negative = op->wrap_negative, .bounds = op->bounds};
    grn_status status = grn_check_view(data, op->data_name, diag);
    if (status == GRN_OK)
        status = grn_check_view(indices, op->index_name, diag);
    if (status != GRN_OK)
        return status;
    grn_view_copy(&call->data, data);
    grn_view_copy(&call->indices, indices);
    grn_view_copy(&call->result, data);
    grn_view_copy(&call->dense, data);
    call->result.data = call->dense.data = NULL;
    return GRN_OK;
}

void grn_fw_ask(const grn_fw_call *call, grn_fw_question *out)
{
    grn_call_report_init(&out->to, call->op->name, call->diag);
    out->full = grn_shaped_of(&call->data);
    out->indices = grn_shaped_of(&call->indices);
}

grn_status grn_fw_take_updates(grn_fw_call *call, const grn_indexing *x, const grn_tensor *updates,
                               grn_status (*check)(const grn_rule_report *to, const grn_indexing *x,
                                                   const grn_shaped *full, const grn_shaped *indices,
                                                   const grn_shaped *updates))
{
    grn_fw_question q;
    grn_status status = grn_check_view(updates, "updates", call->diag);
    if (status != GRN_OK)
        return status;
    call->updates = *updates;
    const grn_shaped shaped = grn_shaped_of(updates);
    grn_fw_ask(call, &q);
    return check(&q.to.report, x, &q.full, &q.indices, &shaped);
}

bool grn_fw_same_view(const grn_tensor *a, const grn_tensor *b)
{
    bool same = a->data == b->data && a->dtype == b->dtype && grn_tensor_same_shape(a, b);
    for (int32_t d = 0; same && d < a->rank; d++)
        same = a->shape[d] <= 1 || a->stride[d] == b->stride[d];
    return same;
}

void grn_fw_cut(grn_tensor *t, const int64_t *shape)
{
    for (int32_t d = 0; d < t->rank; d++)
        t->shape[d] = shape[d];
}

bool grn_fw_broadcast(const grn_tensor *in, int32_t rank, const int64_t *shape, grn_tensor *out)
{
    const grn_tensor from = *in; /* `out` may be `in` */
    if (from.rank > rank)
        return false;
    out->data = from.data;
    out->dtype = from.dtype;
    out->rank = rank;
    for (int32_t d = 0; d < rank; d++) {
        const int32_t at = d - (rank - from.rank);
        if (at >= 0 && from.shape[at] != shape[d] && from.shape[at] != 1)
            return false;
        out->stride[d] = at < 0 || from.shape[at] == 1 ? 0 : from.stride[at];
        out->shape[d] = shape[d];
    }
    return true;
}

void grn_fw_splat(const grn_tensor *shaped, void *element, grn_dtype dtype, grn_tensor *out)
{
    grn_view_copy(out, shaped);
    out->data = element;
    out->dtype = dtype;
    memset(out->stride, 0, sizeof out->stride);
}

void grn_fw_compact(const grn_tensor *shaped, void *data, grn_dtype dtype, grn_tensor *out)
{
    *out = *shaped;
    out->data = data;
    out->dtype = dtype;
    grn_shape_strides(out->rank, out->shape, out->stride);
}

grn_status grn_fw_check_like(const grn_tensor *t, const char *name, const grn_tensor *like, const grn_diag *diag)
{
    grn_status status = grn_check_view(t, name, diag);
    if (status == GRN_OK)
        status = grn_check_same_shape(t, name, like->rank, like->shape, diag);
    if (status == GRN_OK && t->dtype != like->dtype)
        status = grn_fail(diag, grn_no_place, GRN_E_DTYPE, "%s has element type %s, it must be %s", name,
                          grn_dtype_text(t->dtype), grn_dtype_text(like->dtype));
    return status == GRN_OK ? grn_check_data(t, name, diag) : status;
}

grn_status grn_fw_check_destination(const grn_tensor *t, const char *name, const grn_tensor *like, const grn_diag *diag)
{
    grn_status status = grn_fw_check_like(t, name, like, diag);
    return status == GRN_OK ? grn_check_places(t, name, diag) : status;
}

static void note_index(const grn_fw_call *call, const grn_fw_bad_index *bad, const grn_bad_index *told)
{
    char at[GRN_LIST_BYTES];
    grn_list_text(bad->position, call->indices.rank, at);
    if (told->highest < told->lowest)
        grn_note(call->diag, grn_no_place, "%s: %" PRId64 " at %s; right: no index at all, %s is empty there",
                 call->op->index_name, bad->value, at, call->op->data_name);
    else
        grn_note(call->diag, grn_no_place, "%s: %" PRId64 " at %s; right: %" PRId64 " to %" PRId64,
                 call->op->index_name, bad->value, at, told->lowest, told->highest);
}

grn_status grn_fw_fail_index(const grn_fw_call *call, const grn_fw_bad_index *bad, const char *format, ...)
{
    grn_bad_index told = grn_bad_index_at(&call->indices, bad->position);
    va_list args;
    told.lowest = call->index.wrap_negative ? -bad->extent : 0;
    told.highest = bad->extent - 1;
    va_start(args, format);
    const grn_status status = grn_fail_bad_index_v(call->diag, &told, format, args);
    va_end(args);
    note_index(call, bad, &told);
    return status;
}

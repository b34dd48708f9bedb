/* dims.c - the three forms (rules/forms.h) of a call's tensors. */
#include <inttypes.h>
#include <string.h>

#include "frameworks/frameworks.h"

void grn_fw_slices(grn_fw_call *call)
{
    const grn_shaped data = grn_shaped_of(&call->data);
    grn_indexing_slices(&call->dims, &data, &call->slice_sizes);
}

grn_status grn_fw_check_size(const grn_fw_call *call)
{
    char text[GRN_LIST_BYTES];
    int64_t elements, bytes;
    if (grn_shape_elements(call->dense.rank, call->dense.shape, &elements) &&
        grn_mul_i64(elements, (int64_t)grn_dtype_bytes(call->data.dtype), &bytes))
        return GRN_OK;
    return grn_fail(call->diag, grn_no_place, GRN_E_LIMIT,
                    "%s: the result of shape %s has more bytes than an int64_t counts", call->op->name,
                    grn_list_text(call->dense.shape, call->dense.rank, text));
}

grn_status grn_fw_form(grn_fw_call *call, const grn_indexing *x)
{
    const grn_shaped data = grn_shaped_of(&call->data), indices = grn_shaped_of(&call->indices);
    grn_tensor *t = &call->dense;
    grn_shaped dense;
    if (!grn_indexing_dense(x, &data, &indices, &dense))
        return grn_fail(call->diag, grn_no_place, GRN_E_LIMIT, "%s: the result has rank %" PRId32 ", the limit is %d",
                        call->op->name, dense.rank, GRN_MAX_RANK);
    call->index.batch_rule = grn_indexing_batch_rule(x->kind);
    grn_indexing_numbers(x, &data, &indices, &call->dims);
    grn_indexing_slices(&call->dims, &data, &call->slice_sizes);
    t->dtype = dense.dtype;
    t->rank = dense.rank;
    memcpy(t->shape, dense.shape, (size_t)dense.rank * sizeof *t->shape);
    grn_shape_strides(t->rank, t->shape, t->stride);
    return x->kind == GRN_FORM_ELEMENTS ? GRN_OK : grn_fw_check_size(call);
}

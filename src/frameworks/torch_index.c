/* torch_index.c - torch.index_add and index_copy: slices of source into the places a vector names. */
#include <inttypes.h>
#include <string.h>

#include "frameworks/frameworks.h"

static grn_status report_copy(const grn_fw_call *call, const grn_fw_bad_index *bad)
{
    grn_fail(call->diag, grn_no_place, GRN_E_INDEX,
             "index_copy_(): index %" PRId64 " is out of bounds for dimension %" PRId32 " with size %" PRId64, bad->value,
             bad->dim, bad->extent);
    grn_fw_note_index(call, bad);
    return GRN_E_INDEX;
}

static const grn_fw_op add_op = {"index_add", "input", "index", grn_torch_report_self, false, GRN_BOUNDS_ERROR,
                                 GRN_COMBINE_ADD};
static const grn_fw_op copy_op = {"index_copy", "input", "index", report_copy, false, GRN_BOUNDS_ERROR,
                                  GRN_COMBINE_REPLACE};

grn_status grn_torch_prepare_index(grn_fw_call *call, const grn_fw_op *op, const grn_tensor *input, int64_t dim,
                                   const grn_tensor *index, const grn_diag *diag)
{
    int32_t at = 0;
    grn_status status = grn_torch_begin(call, op, input, dim, index, diag, &at);
    if (status == GRN_OK && call->indices.rank != 1)
        status = grn_fail(diag, grn_no_place, GRN_E_SHAPE,
                          "%s_(): Index is supposed to be a vector, but got dim: %" PRId32, op->name, index->rank);
    return status == GRN_OK ? grn_fw_take(call, at, 0) : status;
}

static grn_status check_source(grn_fw_call *call, const grn_tensor *source)
{
    char seen[GRN_LIST_BYTES], right[GRN_LIST_BYTES];
    grn_status status = grn_check_view(source, "source", call->diag);
    if (status != GRN_OK)
        return status;
    if (source->dtype != call->data.dtype)
        return grn_fail(call->diag, grn_no_place, GRN_E_DTYPE,
                        "%s_(): self (%s) and source (%s) must have the same scalar type", call->op->name,
                        grn_torch_dtype_text(call->data.dtype), grn_torch_dtype_text(source->dtype));
    call->updates = *source;
    grn_fw_at_least_1d(&call->updates);
    if (grn_tensor_same_shape(&call->updates, &call->dense))
        return GRN_OK;
    grn_fail(call->diag, grn_no_place, GRN_E_SHAPE, "%s_(): source has shape %s, it must be %s", call->op->name,
             grn_list_text(source->shape, source->rank, seen),
             grn_list_text(call->dense.shape, call->dense.rank, right));
    grn_note(call->diag, grn_no_place, "source: input's shape, with index's %" PRId64 " elements along dim",
             call->indices.shape[0]);
    return GRN_E_SHAPE;
}

/* alpha * update, rounded, then added, rounded. */
typedef struct scaled {
    grn_dtype dtype;
    unsigned char alpha[16];
} scaled;

static grn_status add_scaled(void *user, int64_t count, void *const *current, const void *const *update)
{
    const scaled *s = user;
    const size_t bytes = grn_dtype_bytes(s->dtype);
    unsigned char product[16];
    for (int64_t i = 0; i < count; i++) {
        memcpy(product, (const char *)update[0] + (size_t)i * bytes, bytes);
        grn_combine_element(GRN_COMBINE_MUL, s->dtype, product, s->alpha);
        grn_combine_element(GRN_COMBINE_ADD, s->dtype, (char *)current[0] + (size_t)i * bytes, product);
    }
    return GRN_OK;
}

grn_status grn_torch_index_add(const grn_tensor *input, int64_t dim, const grn_tensor *index, const grn_tensor *source,
                               const void *alpha, const grn_tensor *out, const grn_diag *diag)
{
    grn_fw_call call;
    scaled s = {.dtype = GRN_NO_DTYPE};
    grn_status status = grn_torch_prepare_index(&call, &add_op, input, dim, index, diag);
    if (status == GRN_OK)
        status = check_source(&call, source);
    if (status == GRN_OK && alpha != NULL) {
        s.dtype = input->dtype;
        memcpy(s.alpha, alpha, grn_dtype_bytes(input->dtype));
        call.combiner = GRN_COMBINE_REGION;
        call.region = add_scaled;
        call.region_user = &s;
    }
    return grn_fw_scatter(status, &call, out);
}

grn_status grn_torch_index_copy(const grn_tensor *input, int64_t dim, const grn_tensor *index, const grn_tensor *source,
                                const grn_tensor *out, const grn_diag *diag)
{
    grn_fw_call call;
    grn_status status = grn_torch_prepare_index(&call, &copy_op, input, dim, index, diag);
    if (status == GRN_OK)
        status = check_source(&call, source);
    return grn_fw_scatter(status, &call, out);
}

grn_status grn_torch_index_add_spec(const grn_tensor *input, int64_t dim, const grn_tensor *index, const grn_diag *diag,
                                    grn_scatter_spec *out)
{
    grn_fw_call call;
    return grn_fw_scatter_spec_of(grn_torch_prepare_index(&call, &add_op, input, dim, index, diag), &call, out);
}

grn_status grn_torch_index_copy_spec(const grn_tensor *input, int64_t dim, const grn_tensor *index, const grn_diag *diag,
                                     grn_scatter_spec *out)
{
    grn_fw_call call;
    return grn_fw_scatter_spec_of(grn_torch_prepare_index(&call, &copy_op, input, dim, index, diag), &call, out);
}

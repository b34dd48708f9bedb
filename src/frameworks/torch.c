/* torch.c - torch.gather, index_select, take_along_dim and embedding, and the checks all of torch's calls share. */
#include <inttypes.h>

#include "frameworks/frameworks.h"

/* ---- messages --------------------------------------------------------------------------------------------------------- */

grn_status grn_torch_report_bounds(const grn_fw_call *call, const grn_fw_bad_index *bad)
{
    grn_fail(call->diag, grn_no_place, GRN_E_INDEX,
             "index %" PRId64 " is out of bounds for dimension %" PRId32 " with size %" PRId64, bad->value, bad->dim,
             bad->extent);
    grn_fw_note_index(call, bad);
    return GRN_E_INDEX;
}

grn_status grn_torch_report_self(const grn_fw_call *call, const grn_fw_bad_index *bad)
{
    grn_fail(call->diag, grn_no_place, GRN_E_INDEX, "index out of range in self");
    grn_fw_note_index(call, bad);
    return GRN_E_INDEX;
}

const char *grn_torch_dtype_text(grn_dtype dtype)
{
    static const struct {
        grn_dtype dtype;
        const char *text;
    } names[] = {
        {GRN_I1, "Bool"},      {GRN_UI8, "Byte"}, {GRN_I8, "Char"},   {GRN_I16, "Short"},         {GRN_I32, "Int"},
        {GRN_I64, "Long"},     {GRN_F16, "Half"}, {GRN_F32, "Float"}, {GRN_F64, "Double"},        {GRN_BF16, "BFloat16"},
        {GRN_C64, "ComplexFloat"}, {GRN_C128, "ComplexDouble"},
    };
    for (size_t i = 0; i < GRN_COUNT(names); i++)
        if (names[i].dtype == dtype)
            return names[i].text;
    return grn_dtype_text(dtype);
}

static grn_status check_dim(const grn_fw_call *call, int64_t dim, int32_t *out)
{
    const int32_t rank = call->data.rank;
    if (grn_fw_axis(dim, rank, out))
        return GRN_OK;
    return grn_fail(call->diag, grn_no_place, GRN_E_ARGUMENT,
                    "Dimension out of range (expected to be in range of [%" PRId32 ", %" PRId32 "], but got %" PRId64 ")",
                    -rank, rank - 1, dim);
}

static grn_status check_index_dtype(const grn_fw_call *call)
{
    if (call->indices.dtype == GRN_I64 || call->indices.dtype == GRN_I32)
        return GRN_OK;
    grn_fail(call->diag, grn_no_place, GRN_E_DTYPE, "%s(): Expected dtype int32/int64 for index", call->op->name);
    grn_note(call->diag, grn_no_place, "%s: %s; right: i32 or i64", call->op->index_name,
             grn_dtype_text(call->indices.dtype));
    return GRN_E_DTYPE;
}

/* A tensor of rank 0 counts as [1]; the result keeps its rank. */
grn_status grn_torch_begin(grn_fw_call *call, const grn_fw_op *op, const grn_tensor *input, int64_t dim,
                           const grn_tensor *index, const grn_diag *diag, int32_t *dim_as)
{
    grn_status status = grn_fw_begin(call, op, input, index, diag);
    if (status != GRN_OK)
        return status;
    grn_fw_at_least_1d(&call->data);
    grn_fw_at_least_1d(&call->indices);
    call->idle = grn_tensor_elements(&call->indices) == 0;
    status = check_dim(call, dim, dim_as);
    return status == GRN_OK ? check_index_dtype(call) : status;
}

/* ---- gather ------------------------------------------------------------------------------------------------------------ */

static grn_status check_gather_sizes(const grn_fw_call *call, int32_t dim)
{
    char index[GRN_LIST_BYTES], self[GRN_LIST_BYTES];
    if (call->indices.rank != call->data.rank)
        return grn_fail(call->diag, grn_no_place, GRN_E_SHAPE,
                        "Index tensor must have the same number of dimensions as input tensor");
    for (int32_t d = 0; d < call->data.rank; d++)
        if (d != dim && call->indices.shape[d] > call->data.shape[d])
            return grn_fail(call->diag, grn_no_place, GRN_E_SHAPE,
                            "Size does not match at dimension %" PRId32
                            " expected index %s to be smaller than self %s apart from dimension %" PRId32,
                            d, grn_list_text(call->indices.shape, call->indices.rank, index),
                            grn_list_text(call->data.shape, call->data.rank, self), dim);
    return GRN_OK;
}

static const grn_fw_op gather_op = {"gather", "input", "index", grn_torch_report_bounds, false, GRN_BOUNDS_ERROR, 0};

static grn_status prepare_gather(const grn_tensor *input, int64_t dim, const grn_tensor *index, const grn_diag *diag,
                                 grn_fw_call *call)
{
    int32_t at = 0;
    grn_status status = grn_torch_begin(call, &gather_op, input, dim, index, diag, &at);
    if (status != GRN_OK)
        return status;
    grn_fw_compact(index, NULL, input->dtype, &call->result);
    if (call->idle)
        return GRN_OK;
    status = check_gather_sizes(call, at);
    if (status == GRN_OK)
        grn_fw_along(call, at);
    return status;
}

grn_status grn_torch_gather(const grn_tensor *input, int64_t dim, const grn_tensor *index, const grn_tensor *out,
                            const grn_diag *diag)
{
    grn_fw_call call;
    return grn_fw_gather(prepare_gather(input, dim, index, diag, &call), &call, out);
}

grn_status grn_torch_gather_shape(const grn_tensor *input, int64_t dim, const grn_tensor *index, const grn_diag *diag,
                                  int32_t *rank, int64_t *shape)
{
    grn_fw_call call;
    return grn_fw_shape(prepare_gather(input, dim, index, diag, &call), &call, rank, shape);
}

/* An empty index that fits has a spec too; one that does not has none. */
grn_status grn_torch_gather_spec(const grn_tensor *input, int64_t dim, const grn_tensor *index, const grn_diag *diag,
                                 grn_gather_spec *out)
{
    grn_fw_call call;
    int32_t at = 0;
    grn_status status = grn_torch_begin(&call, &gather_op, input, dim, index, diag, &at);
    if (status == GRN_OK)
        status = check_gather_sizes(&call, at);
    if (status == GRN_OK)
        grn_fw_along(&call, at);
    return grn_fw_gather_spec_of(status, &call, out);
}

/* ---- index_select ------------------------------------------------------------------------------------------------------- */

static const grn_fw_op index_select_op = {"index_select", "input", "index", grn_torch_report_self, false,
                                          GRN_BOUNDS_ERROR, 0};

/* Nothing can be chosen from nothing, whether or not the slices have elements. */
static grn_status check_choice(const grn_fw_call *call, int32_t dim)
{
    if (call->idle || call->data.shape[dim] > 0)
        return GRN_OK;
    return grn_fail(call->diag, grn_no_place, GRN_E_INDEX, "index_select(): self indexing axis dim should be positive");
}

static grn_status check_vector(const grn_fw_call *call)
{
    if (call->indices.rank != 1)
        return grn_fail(call->diag, grn_no_place, GRN_E_SHAPE, "index_select(): Index is supposed to be a vector");
    if (call->result.rank == 0 && call->indices.shape[0] != 1)
        return grn_fail(call->diag, grn_no_place, GRN_E_SHAPE,
                        "index_select(): Index to scalar can have only 1 value, got %" PRId64 " value(s)",
                        call->indices.shape[0]);
    return GRN_OK;
}

static grn_status prepare_index_select(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                       const grn_diag *diag, grn_fw_call *call)
{
    int32_t at = 0;
    grn_status status = grn_torch_begin(call, &index_select_op, input, dim, index, diag, &at);
    if (status == GRN_OK)
        status = check_vector(call);
    if (status == GRN_OK)
        status = check_choice(call, at);
    if (status == GRN_OK)
        status = grn_fw_take(call, at, 0);
    if (status == GRN_OK && call->result.rank > 0)
        grn_fw_compact(&call->dense, NULL, input->dtype, &call->result);
    return status;
}

grn_status grn_torch_index_select(const grn_tensor *input, int64_t dim, const grn_tensor *index, const grn_tensor *out,
                                  const grn_diag *diag)
{
    grn_fw_call call;
    return grn_fw_gather(prepare_index_select(input, dim, index, diag, &call), &call, out);
}

grn_status grn_torch_index_select_shape(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                        const grn_diag *diag, int32_t *rank, int64_t *shape)
{
    grn_fw_call call;
    return grn_fw_shape(prepare_index_select(input, dim, index, diag, &call), &call, rank, shape);
}

grn_status grn_torch_index_select_spec(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                       const grn_diag *diag, grn_gather_spec *out)
{
    grn_fw_call call;
    return grn_fw_gather_spec_of(prepare_index_select(input, dim, index, diag, &call), &call, out);
}

/* ---- embedding ------------------------------------------------------------------------------------------------------------ */

static const grn_fw_op embedding_op = {"embedding", "weight", "input", grn_torch_report_self, false, GRN_BOUNDS_ERROR, 0};

grn_status grn_torch_prepare_embedding(const grn_fw_op *op, const grn_tensor *input, const grn_tensor *weight,
                                       const grn_diag *diag, grn_fw_call *call)
{
    grn_status status = grn_fw_begin(call, op, weight, input, diag);
    if (status != GRN_OK)
        return status;
    call->idle = grn_tensor_elements(input) == 0;
    if (weight->rank != 2)
        return grn_fail(diag, grn_no_place, GRN_E_SHAPE, "'weight' must be 2-D");
    if (input->dtype != GRN_I64 && input->dtype != GRN_I32)
        return grn_fail(diag, grn_no_place, GRN_E_DTYPE,
                        "Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; "
                        "but got %s instead (while checking arguments for embedding)",
                        grn_torch_dtype_text(input->dtype));
    status = check_choice(call, 0);
    if (status == GRN_OK)
        status = grn_fw_take(call, 0, 0);
    call->result = call->dense;
    return status;
}

grn_status grn_torch_embedding(const grn_tensor *input, const grn_tensor *weight, const grn_tensor *out,
                               const grn_diag *diag)
{
    grn_fw_call call;
    return grn_fw_gather(grn_torch_prepare_embedding(&embedding_op, input, weight, diag, &call), &call, out);
}

grn_status grn_torch_embedding_shape(const grn_tensor *input, const grn_tensor *weight, const grn_diag *diag,
                                     int32_t *rank, int64_t *shape)
{
    grn_fw_call call;
    return grn_fw_shape(grn_torch_prepare_embedding(&embedding_op, input, weight, diag, &call), &call, rank, shape);
}

grn_status grn_torch_embedding_spec(const grn_tensor *input, const grn_tensor *weight, const grn_diag *diag,
                                    grn_gather_spec *out)
{
    grn_fw_call call;
    return grn_fw_gather_spec_of(grn_torch_prepare_embedding(&embedding_op, input, weight, diag, &call), &call, out);
}

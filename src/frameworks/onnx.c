/* onnx.c - ONNX's Gather, GatherElements, GatherND, ScatterElements and ScatterND, with ONNX Runtime's messages. */
#include <inttypes.h>
#include <string.h>

#include "frameworks/frameworks.h"

/* ---- messages --------------------------------------------------------------------------------------------------------- */

static grn_status report_gather(const grn_fw_call *call, const grn_fw_bad_index *bad)
{
    grn_fail(call->diag, grn_no_place, GRN_E_INDEX,
             "indices element out of data bounds, idx=%" PRId64 " must be within the inclusive range [%" PRId64
             ",%" PRId64 "]",
             bad->value, -bad->extent, bad->extent - 1);
    grn_fw_note_index(call, bad);
    return GRN_E_INDEX;
}

static grn_status report_gather_elements(const grn_fw_call *call, const grn_fw_bad_index *bad)
{
    grn_fail(call->diag, grn_no_place, GRN_E_INDEX,
             "GatherElements op: Value in indices must be within bounds [%" PRId64 " , %" PRId64
             "]. Actual value is %" PRId64,
             -bad->extent, bad->extent - 1, bad->value);
    grn_fw_note_index(call, bad);
    return GRN_E_INDEX;
}

static grn_status report_gather_nd(const grn_fw_call *call, const grn_fw_bad_index *bad)
{
    grn_fail(call->diag, grn_no_place, GRN_E_INDEX, "invalid index found, index = %" PRId64, bad->value);
    grn_fw_note_index(call, bad);
    return GRN_E_INDEX;
}

static grn_status report_scatter_nd(const grn_fw_call *call, const grn_fw_bad_index *bad)
{
    grn_fail(call->diag, grn_no_place, GRN_E_INDEX, "invalid indice found, indice = %" PRId64, bad->value);
    grn_fw_note_index(call, bad);
    return GRN_E_INDEX;
}

#define GATHER(name, report) {name, "data", "indices", report, true, GRN_BOUNDS_ERROR, 0}
static const grn_fw_op gather_op = GATHER("Gather", report_gather);
static const grn_fw_op gather_elements_op = GATHER("GatherElements", report_gather_elements);
static const grn_fw_op gather_nd_op = GATHER("GatherND", report_gather_nd);
#undef GATHER

/* One row per reduction. */
static const struct {
    const char *name;
    grn_fw_op elements, nd;
} reductions[] = {
#define ROW(text, combiner)                                                                       \
    {text,                                                                                        \
     {"ScatterElements", "data", "indices", report_gather, true, GRN_BOUNDS_ERROR, combiner},       \
     {"ScatterND", "data", "indices", report_scatter_nd, true, GRN_BOUNDS_ERROR, combiner}}
    ROW("none", GRN_COMBINE_REPLACE), ROW("add", GRN_COMBINE_ADD), ROW("mul", GRN_COMBINE_MUL),
    ROW("max", GRN_COMBINE_MAX), ROW("min", GRN_COMBINE_MIN),
#undef ROW
};

static grn_status op_of(const char *reduction, bool nd, const grn_diag *diag, const grn_fw_op **out)
{
    const char *seen = reduction != NULL ? reduction : "none";
    for (size_t i = 0; i < GRN_COUNT(reductions); i++)
        if (strcmp(seen, reductions[i].name) == 0) {
            *out = nd ? &reductions[i].nd : &reductions[i].elements;
            return GRN_OK;
        }
    return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "reduction is \"%s\", it must be none, add, mul, max or min", seen);
}

/* ---- checks --------------------------------------------------------------------------------------------------------- */

static grn_status begin(grn_fw_call *call, const grn_fw_op *op, const grn_tensor *data, const grn_tensor *indices,
                        bool nd, const grn_diag *diag)
{
    grn_status status = grn_fw_begin(call, op, data, indices, diag);
    if (status != GRN_OK || indices->dtype == GRN_I64 || (!nd && indices->dtype == GRN_I32))
        return status;
    return grn_fail(diag, grn_no_place, GRN_E_DTYPE, "%s op: indices have element type %s, they must be %s", op->name,
                    grn_dtype_text(indices->dtype), nd ? "i64" : "i32 or i64");
}

static grn_status check_axis(const grn_fw_call *call, int64_t axis, int32_t *out)
{
    const int32_t rank = call->data.rank;
    if (rank == 0)
        return grn_fail(call->diag, grn_no_place, GRN_E_SHAPE, "%s op: Cannot operate on scalar input", call->op->name);
    if (grn_fw_axis(axis, rank, out))
        return GRN_OK;
    return grn_fail(call->diag, grn_no_place, GRN_E_ARGUMENT,
                    "axis %" PRId64 " is not in valid range [-%" PRId32 ",%" PRId32 "]", axis, rank, rank - 1);
}

static grn_status prepare_gather(const grn_tensor *data, const grn_tensor *indices, int64_t axis, const grn_diag *diag,
                                 grn_fw_call *call)
{
    int32_t at = 0;
    grn_status status = begin(call, &gather_op, data, indices, false, diag);
    if (status == GRN_OK)
        status = check_axis(call, axis, &at);
    if (status == GRN_OK)
        status = grn_fw_take(call, at, 0);
    call->result = call->dense;
    return status;
}

static grn_status check_elements(const grn_fw_call *call, int32_t axis)
{
    if (call->indices.rank != call->data.rank)
        return grn_fail(call->diag, grn_no_place, GRN_E_SHAPE,
                        "%s op: Rank of input 'data' needs to be equal to rank of input 'indices' (%" PRId32 " and %" PRId32
                        ")",
                        call->op->name, call->data.rank, call->indices.rank);
    for (int32_t d = 0; d < call->data.rank; d++)
        if (d != axis && call->indices.shape[d] > call->data.shape[d])
            return grn_fail(call->diag, grn_no_place, GRN_E_SHAPE,
                            "%s op: 'indices' shape should have values within bounds of 'data' shape. Invalid value in "
                            "indices shape is: %" PRId64 " at dimension %" PRId32 ", data has %" PRId64,
                            call->op->name, call->indices.shape[d], d, call->data.shape[d]);
    return GRN_OK;
}

static grn_status prepare_elements(grn_fw_call *call, const grn_fw_op *op, const grn_tensor *data,
                                   const grn_tensor *indices, int64_t axis, const grn_diag *diag)
{
    int32_t at = 0;
    grn_status status = begin(call, op, data, indices, false, diag);
    if (status == GRN_OK)
        status = check_axis(call, axis, &at);
    if (status == GRN_OK)
        status = check_elements(call, at);
    if (status == GRN_OK)
        grn_fw_along(call, at);
    return status;
}

/* 1 <= k <= rank(data) - batch_dims; the batch dimensions agree. */
static grn_status check_nd(const grn_fw_call *call, int64_t batch, int64_t least)
{
    const int32_t r = call->data.rank, q = call->indices.rank;
    if (r == 0 || q == 0)
        return grn_fail(call->diag, grn_no_place, GRN_E_SHAPE,
                        "%s op: data has rank %" PRId32 " and indices %" PRId32 ", both must be at least 1", call->op->name,
                        r, q);
    if (batch < 0 || batch >= (q < r ? q : r))
        return grn_fail(call->diag, grn_no_place, GRN_E_ARGUMENT,
                        "batch_dims is %" PRId64 ", it must be at least 0 and below the ranks of data (%" PRId32
                        ") and indices (%" PRId32 ")",
                        batch, r, q);
    const int64_t k = call->indices.shape[q - 1];
    if (k > r - batch)
        return grn_fail(call->diag, grn_no_place, GRN_E_SHAPE,
                        "last dimension of indices must not be larger than rank of input tensor: %" PRId64
                        ", right: at most %" PRId64,
                        k, r - batch);
    if (k < least)
        return grn_fail(call->diag, grn_no_place, GRN_E_SHAPE, "last dimension of indices is 0, it must be at least 1");
    for (int32_t d = 0; d < batch; d++)
        if (call->data.shape[d] != call->indices.shape[d])
            return grn_fail(call->diag, grn_no_place, GRN_E_SHAPE,
                            "Batch dimensions differ at index %" PRId32 ": data has %" PRId64 ", indices %" PRId64, d,
                            call->data.shape[d], call->indices.shape[d]);
    return GRN_OK;
}

static grn_status prepare_nd(grn_fw_call *call, const grn_fw_op *op, const grn_tensor *data, const grn_tensor *indices,
                             int64_t batch, int64_t least, const grn_diag *diag)
{
    grn_status status = begin(call, op, data, indices, true, diag);
    if (status == GRN_OK)
        status = check_nd(call, batch, least);
    return status == GRN_OK ? grn_fw_nd(call, (int32_t)batch) : status;
}

static grn_status prepare_gather_elements(const grn_tensor *data, const grn_tensor *indices, int64_t axis,
                                          const grn_diag *diag, grn_fw_call *call)
{
    grn_status status = prepare_elements(call, &gather_elements_op, data, indices, axis, diag);
    call->result = call->dense;
    return status;
}

static grn_status prepare_gather_nd(const grn_tensor *data, const grn_tensor *indices, int64_t batch_dims,
                                    const grn_diag *diag, grn_fw_call *call)
{
    grn_status status = prepare_nd(call, &gather_nd_op, data, indices, batch_dims, 1, diag);
    call->result = call->dense;
    return status;
}

/* The three calls of each gather. */
#define GATHER_CALLS(name, prepare, parameter)                                                                        \
    grn_status grn_onnx_##name(const grn_tensor *data, const grn_tensor *indices, int64_t parameter,                  \
                               const grn_tensor *out, const grn_diag *diag)                                           \
    {                                                                                                                 \
        grn_fw_call call;                                                                                             \
        return grn_fw_gather(prepare(data, indices, parameter, diag, &call), &call, out);                             \
    }                                                                                                                 \
    grn_status grn_onnx_##name##_shape(const grn_tensor *data, const grn_tensor *indices, int64_t parameter,          \
                                       const grn_diag *diag, int32_t *rank, int64_t *shape)                           \
    {                                                                                                                 \
        grn_fw_call call;                                                                                             \
        return grn_fw_shape(prepare(data, indices, parameter, diag, &call), &call, rank, shape);                      \
    }                                                                                                                 \
    grn_status grn_onnx_##name##_spec(const grn_tensor *data, const grn_tensor *indices, int64_t parameter,           \
                                      const grn_diag *diag, grn_gather_spec *out)                                     \
    {                                                                                                                 \
        grn_fw_call call;                                                                                             \
        return grn_fw_gather_spec_of(prepare(data, indices, parameter, diag, &call), &call, out);                     \
    }
GATHER_CALLS(gather, prepare_gather, axis)
GATHER_CALLS(gather_elements, prepare_gather_elements, axis)
GATHER_CALLS(gather_nd, prepare_gather_nd, batch_dims)

/* ---- scatter ---------------------------------------------------------------------------------------------------------- */

static grn_status check_dtype(const grn_fw_call *call, const grn_tensor *updates)
{
    grn_status status = grn_check_view(updates, "updates", call->diag);
    if (status != GRN_OK || updates->dtype == call->data.dtype)
        return status;
    return grn_fail(call->diag, grn_no_place, GRN_E_DTYPE, "data type is different from updates type: %s, updates %s",
                    grn_dtype_text(call->data.dtype), grn_dtype_text(updates->dtype));
}

static grn_status check_element_updates(grn_fw_call *call, const grn_tensor *updates)
{
    const grn_tensor *indices = &call->indices;
    grn_status status = check_dtype(call, updates);
    if (status != GRN_OK)
        return status;
    if (updates->rank != indices->rank)
        return grn_fail(call->diag, grn_no_place, GRN_E_SHAPE,
                        "Indices and updates must have the same rank. Indices rank=%" PRId32 ". Updates rank=%" PRId32,
                        indices->rank, updates->rank);
    for (int32_t d = 0; d < indices->rank; d++)
        if (updates->shape[d] != indices->shape[d])
            return grn_fail(call->diag, grn_no_place, GRN_E_SHAPE,
                            "Indices vs updates dimensions differs at position=%" PRId32 " %" PRId64 " vs %" PRId64, d,
                            indices->shape[d], updates->shape[d]);
    call->updates = *updates;
    return GRN_OK;
}

static grn_status check_nd_updates(grn_fw_call *call, const grn_tensor *updates)
{
    char u[GRN_LIST_BYTES], i[GRN_LIST_BYTES], d[GRN_LIST_BYTES];
    grn_status status = check_dtype(call, updates);
    call->updates = status == GRN_OK ? *updates : call->dense;
    if (status != GRN_OK || grn_tensor_same_shape(updates, &call->dense))
        return status;
    return grn_fail(call->diag, grn_no_place, GRN_E_SHAPE,
                    "updates tensor should have shape equal to indices.shape[:-1] + data.shape[indices.shape[-1]:]. "
                    "updates shape: %s, indices shape: %s, data shape: %s",
                    grn_fw_tight_list(updates->shape, updates->rank, u),
                    grn_fw_tight_list(call->indices.shape, call->indices.rank, i),
                    grn_fw_tight_list(call->data.shape, call->data.rank, d));
}

grn_status grn_onnx_scatter_elements(const grn_tensor *data, const grn_tensor *indices, const grn_tensor *updates,
                                     int64_t axis, const char *reduction, const grn_tensor *out, const grn_diag *diag)
{
    grn_fw_call call;
    const grn_fw_op *op = NULL;
    grn_status status = op_of(reduction, false, diag, &op);
    if (status == GRN_OK)
        status = prepare_elements(&call, op, data, indices, axis, diag);
    if (status == GRN_OK)
        status = check_element_updates(&call, updates);
    return grn_fw_scatter(status, &call, out);
}

grn_status grn_onnx_scatter_elements_spec(const grn_tensor *data, const grn_tensor *indices, int64_t axis,
                                          const char *reduction, const grn_diag *diag, grn_scatter_spec *out)
{
    grn_fw_call call;
    const grn_fw_op *op = NULL;
    grn_status status = op_of(reduction, false, diag, &op);
    if (status == GRN_OK)
        status = prepare_elements(&call, op, data, indices, axis, diag);
    return grn_fw_scatter_spec_of(status, &call, out);
}

grn_status grn_onnx_scatter_nd(const grn_tensor *data, const grn_tensor *indices, const grn_tensor *updates,
                               const char *reduction, const grn_tensor *out, const grn_diag *diag)
{
    grn_fw_call call;
    const grn_fw_op *op = NULL;
    grn_status status = op_of(reduction, true, diag, &op);
    if (status == GRN_OK)
        status = prepare_nd(&call, op, data, indices, 0, 0, diag);
    if (status == GRN_OK)
        status = check_nd_updates(&call, updates);
    return grn_fw_scatter(status, &call, out);
}

grn_status grn_onnx_scatter_nd_spec(const grn_tensor *data, const grn_tensor *indices, const char *reduction,
                                    const grn_diag *diag, grn_scatter_spec *out)
{
    grn_fw_call call;
    const grn_fw_op *op = NULL;
    grn_status status = op_of(reduction, true, diag, &op);
    if (status == GRN_OK)
        status = prepare_nd(&call, op, data, indices, 0, 0, diag);
    return grn_fw_scatter_spec_of(status, &call, out);
}

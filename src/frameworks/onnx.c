/* onnx.c - ONNX's Gather, GatherElements, GatherND, ScatterElements and ScatterND; rules/onnx.h has
 * their rules. */
#include <inttypes.h>
#include <string.h>

#include "frameworks/frameworks.h"
#include "rules/onnx.h"

/* ---- indices out of range -------------------------------------------------------------------- */

static grn_status report_gather(const grn_fw_call *call, const grn_fw_bad_index *bad)
{
    return grn_fw_fail_index(call, bad,
                             "indices element out of data bounds, idx=%" PRId64
                             " must be within the inclusive range [%" PRId64 ",%" PRId64 "]",
                             bad->value, -bad->extent, bad->extent - 1);
}

static grn_status report_gather_elements(const grn_fw_call *call, const grn_fw_bad_index *bad)
{
    return grn_fw_fail_index(call, bad,
                             "GatherElements op: Value in indices must be within bounds [%" PRId64 " , %" PRId64
                             "]. Actual value is %" PRId64,
                             -bad->extent, bad->extent - 1, bad->value);
}

static grn_status report_gather_nd(const grn_fw_call *call, const grn_fw_bad_index *bad)
{
    return grn_fw_fail_index(call, bad, "invalid index found, index = %" PRId64, bad->value);
}

static grn_status report_scatter_nd(const grn_fw_call *call, const grn_fw_bad_index *bad)
{
    return grn_fw_fail_index(call, bad, "invalid indice found, indice = %" PRId64, bad->value);
}

#define OP(name, report)                                                             \
    {                                                                                \
        name, "data", "indices", report, true, GRN_BOUNDS_ERROR, GRN_COMBINE_REPLACE \
    }
static const grn_fw_op gather_op = OP("Gather", report_gather);
static const grn_fw_op gather_elements_op = OP("GatherElements", report_gather_elements);
static const grn_fw_op gather_nd_op = OP("GatherND", report_gather_nd);
static const grn_fw_op scatter_elements_op = OP("ScatterElements", report_gather);
static const grn_fw_op scatter_nd_op = OP("ScatterND", report_scatter_nd);
#undef OP

/* ---- gather ---------------------------------------------------------------------------------- */

/* `number`: axis, or batch_dims. */
static grn_status prepare_call(grn_fw_call *call, const grn_fw_op *op, grn_onnx_rules *rules, const grn_tensor *data,
                               const grn_tensor *indices, int64_t number, const grn_diag *diag, grn_indexing *x)
{
    grn_fw_question q;
    grn_status status = grn_fw_begin(call, op, data, indices, diag);
    if (status != GRN_OK)
        return status;
    grn_fw_ask(call, &q);
    status = rules(&q.to.report, &q.full, &q.indices, number, x);
    return status == GRN_OK ? grn_fw_form(call, x) : status;
}

/* The same; the result is what the spec gathers into. */
#define GATHER(name, rules)                                                                             \
    static grn_status prepare_##name(const grn_tensor *data, const grn_tensor *indices, int64_t number, \
                                     const grn_diag *diag, grn_fw_call *call)                           \
    {                                                                                                   \
        grn_indexing x;                                                                                 \
        grn_status status = prepare_call(call, &name##_op, rules, data, indices, number, diag, &x);     \
        call->result = call->dense;                                                                     \
        return status;                                                                                  \
    }
GATHER(gather, grn_onnx_check_slices)
GATHER(gather_elements, grn_onnx_check_elements)
GATHER(gather_nd, grn_onnx_check_gathered_vectors)
#undef GATHER

/* The three calls of each gather. */
#define GATHER_CALLS(name, prepare_call, parameter)                                                          \
    grn_status grn_onnx_##name(const grn_tensor *data, const grn_tensor *indices, int64_t parameter,         \
                               const grn_tensor *out, const grn_diag *diag)                                  \
    {                                                                                                        \
        grn_fw_call call;                                                                                    \
        return grn_fw_gather(prepare_call(data, indices, parameter, diag, &call), &call, out);               \
    }                                                                                                        \
    grn_status grn_onnx_##name##_shape(const grn_tensor *data, const grn_tensor *indices, int64_t parameter, \
                                       const grn_diag *diag, int32_t *rank, int64_t *shape)                  \
    {                                                                                                        \
        grn_fw_call call;                                                                                    \
        return grn_fw_shape(prepare_call(data, indices, parameter, diag, &call), &call, rank, shape);        \
    }                                                                                                        \
    grn_status grn_onnx_##name##_spec(const grn_tensor *data, const grn_tensor *indices, int64_t parameter,  \
                                      const grn_diag *diag, grn_gather_spec *out)                            \
    {                                                                                                        \
        grn_fw_call call;                                                                                    \
        return grn_fw_gather_spec_of(prepare_call(data, indices, parameter, diag, &call), &call, out);       \
    }
GATHER_CALLS(gather, prepare_gather, axis)
GATHER_CALLS(gather_elements, prepare_gather_elements, axis)
GATHER_CALLS(gather_nd, prepare_gather_nd, batch_dims)

/* ---- scatter --------------------------------------------------------------------------------- */

/* ON-7; NULL: none. */
static grn_status check_reduction(const char *reduction, const grn_diag *diag, grn_combiner *out)
{
    *out = GRN_COMBINE_REPLACE;
    if (reduction == NULL || grn_onnx_reduction(reduction, strlen(reduction), out))
        return GRN_OK;
    return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "reduction is \"%s\", it must be none, add, mul, max or min",
                    reduction);
}

static grn_status prepare_scatter(grn_fw_call *call, const grn_fw_op *op, grn_onnx_rules *rules, const grn_tensor *data,
                                  const grn_tensor *indices, int64_t axis, const char *reduction, const grn_diag *diag,
                                  grn_indexing *x)
{
    grn_combiner combiner;
    grn_status status = check_reduction(reduction, diag, &combiner);
    if (status == GRN_OK)
        status = prepare_call(call, op, rules, data, indices, axis, diag, x);
    if (status == GRN_OK)
        call->combiner = combiner;
    return status;
}

grn_status grn_onnx_scatter_elements(const grn_tensor *data, const grn_tensor *indices, const grn_tensor *updates,
                                     int64_t axis, const char *reduction, const grn_tensor *out, const grn_diag *diag)
{
    grn_fw_call call;
    grn_indexing x;
    grn_status status =
        prepare_scatter(&call, &scatter_elements_op, grn_onnx_check_elements, data, indices, axis, reduction, diag, &x);
    if (status == GRN_OK)
        status = grn_fw_take_updates(&call, &x, updates, grn_onnx_check_updates);
    return grn_fw_scatter(status, &call, out);
}

grn_status grn_onnx_scatter_elements_spec(const grn_tensor *data, const grn_tensor *indices, int64_t axis,
                                          const char *reduction, const grn_diag *diag, grn_scatter_spec *out)
{
    grn_fw_call call;
    grn_indexing x;
    return grn_fw_scatter_spec_of(
        prepare_scatter(&call, &scatter_elements_op, grn_onnx_check_elements, data, indices, axis, reduction, diag, &x),
        &call, out);
}

grn_status grn_onnx_scatter_nd(const grn_tensor *data, const grn_tensor *indices, const grn_tensor *updates,
                               const char *reduction, const grn_tensor *out, const grn_diag *diag)
{
    grn_fw_call call;
    grn_indexing x;
    grn_status status =
        prepare_scatter(&call, &scatter_nd_op, grn_onnx_check_scattered_vectors, data, indices, 0, reduction, diag, &x);
    if (status == GRN_OK)
        status = grn_fw_take_updates(&call, &x, updates, grn_onnx_check_updates);
    return grn_fw_scatter(status, &call, out);
}

grn_status grn_onnx_scatter_nd_spec(const grn_tensor *data, const grn_tensor *indices, const char *reduction,
                                    const grn_diag *diag, grn_scatter_spec *out)
{
    grn_fw_call call;
    grn_indexing x;
    return grn_fw_scatter_spec_of(
        prepare_scatter(&call, &scatter_nd_op, grn_onnx_check_scattered_vectors, data, indices, 0, reduction, diag, &x),
        &call, out);
}

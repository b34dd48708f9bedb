/* quantized.c - quantized element types as what a run goes by. */
#include "dialects/common/quantized.h"

#include <inttypes.h>

grn_status grn_quantization_of(const grn_exec *x, const grn_op *op, const grn_type *quantized, const grn_tensor *shape,
                               grn_quantization *out)
{
    int32_t axis = quantized->quant.axis;
    int64_t steps = (int64_t)quantized->quant.count;
    *out = (grn_quantization){.axis = axis,
                              .scale = quantized->quant.scale,
                              .zero_point = quantized->quant.zero_point,
                              .storage_min = quantized->quant.storage_min,
                              .storage_max = quantized->quant.storage_max,
                              .expressed = quantized->quant.expressed->dtype};
    if (axis < 0)
        return GRN_OK;
    if (axis >= shape->rank)
        return grn_exec_fail(x, op, GRN_E_SHAPE,
                             "is quantized along dimension %" PRId32 ", of a tensor of rank %" PRId32, axis,
                             shape->rank);
    if (shape->shape[axis] == steps)
        return GRN_OK;
    return grn_exec_fail(x, op, GRN_E_SHAPE,
                         "has %" PRId64 " scales for dimension %" PRId32 ", which has %" PRId64 " elements", steps,
                         axis, shape->shape[axis]);
}

grn_status grn_express(grn_exec *x, const grn_op *op, const grn_type *type, const grn_rt *in, grn_rt *out)
{
    const grn_type *quantized = grn_type_quantized(type);
    const grn_tensor *t = &in->tensor;
    grn_quantization q;
    if (!quantized)
        return x->calls->share(x, in, NULL, out);
    grn_status status = grn_quantization_of(x, op, quantized, t, &q);
    if (status == GRN_OK)
        status = x->calls->alloc(x, q.expressed, t->rank, t->shape, out);
    if (status == GRN_OK)
        grn_eval_dequantize(&out->tensor, t, &q);
    return status;
}

grn_status grn_quantize(grn_exec *x, const grn_op *op, const grn_type *type, const grn_rt *in, grn_rt *out)
{
    const grn_type *quantized = grn_type_quantized(type);
    const grn_tensor *t = &in->tensor;
    grn_quantization q;
    if (!quantized)
        return x->calls->share(x, in, NULL, out);
    grn_status status = grn_quantization_of(x, op, quantized, t, &q);
    if (status == GRN_OK)
        status = x->calls->alloc(x, quantized->dtype, t->rank, t->shape, out);
    if (status == GRN_OK)
        grn_eval_quantize(&out->tensor, t, &q);
    return status;
}

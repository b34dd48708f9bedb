/*
 * quantized.h - quantized element types as what a run goes by.
 *
 * Knows: how a quantized type becomes parameters for src/eval, and that there
 * must be one of them for every index along the axis. Must not know: any op.
 */
#ifndef GRN_DIALECTS_QUANTIZED_H
#define GRN_DIALECTS_QUANTIZED_H

#include "dialects/common/exec.h"
#include "eval/eval.h"

/* The element type of a tensor's type where that is quantized, else NULL. */
static inline const grn_type *grn_type_quantized(const grn_type *type)
{
    const grn_type *element = grn_type_element_or_self(type);
    return element->kind == GRN_TYPE_QUANT ? element : NULL;
}

/* What `quantized` says of a tensor of this shape. GRN_E_SHAPE, reported: it is per axis, and the
 * axis has another extent. */
grn_status grn_quantization_of(const grn_exec *x, const grn_op *op, const grn_type *quantized, const grn_tensor *shape,
                               grn_quantization *out);
/* *out: `in`, a value of type `type`, as a tensor of what its elements stand for; of one that is
 * not quantized, itself. */
grn_status grn_express(grn_exec *x, const grn_op *op, const grn_type *type, const grn_rt *in, grn_rt *out);
/* *out: a value of type `type` that stands for `in`; of one that is not quantized, `in` itself. */
grn_status grn_quantize(grn_exec *x, const grn_op *op, const grn_type *type, const grn_rt *in, grn_rt *out);
/* The dtype that an op computes in for a result of this type: what its elements stand for, or their
 * own. */
static inline grn_dtype grn_expressed_dtype(const grn_type *type)
{
    const grn_type *q = grn_type_quantized(type);
    return q ? q->quant.expressed->dtype : grn_type_element_or_self(type)->dtype;
}

#endif

/*
 * quant.c - uniform_quantize and uniform_dequantize (StableHLO
 * spec, the sections of those names and "Quantization computations").
 * Per-tensor parameters run; per-axis ones are checked but cannot run here.
 */
#include "dialects/stablehlo/ops.h"

static bool is_quantized(const grn_type *t)
{
    return t->element->kind == GRN_TYPE_QUANT;
}

static const grn_type *expressed_type(const grn_type *t)
{
    return is_quantized(t) ? t->element->quant.expressed : t->element;
}

/* uniform_quantize C1, C2: the shapes agree, and so do the types the elements stand for. */
static grn_status quantize_verify(const grn_op *op, grn_check *check)
{
    const grn_type *have = expressed_type(grn_operand_type(op, 0)), *want = expressed_type(grn_result_type(op, 0));
    char a[GRN_TYPE_TEXT_BYTES], b[GRN_TYPE_TEXT_BYTES];
    grn_status status = grn_hlo_verify_same_shape(op, check);
    if (status != GRN_OK || have == want)
        return status;
    return grn_stablehlo_broken(op, check, "C2", "Expressed type of result expected to be '%s', but got '%s'",
                                grn_type_text(have, a, sizeof a), grn_type_text(want, b, sizeof b));
}

/* uniform_dequantize C1, C2: the operand's shape, of the type its elements stand for. */
static grn_status dequantize_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *in = grn_operand_type(op, 0);
    return grn_hlo_infer_tensor(check, out, expressed_type(in), in->rank, in->shape);
}

static grn_status parameters(grn_exec *x, const grn_op *op, const grn_type *type, grn_quantization *out)
{
    const grn_type *q = type->element;
    if (q->quant.axis >= 0)
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "cannot run on tensors quantized per axis");
    *out = (grn_quantization){.scale = q->quant.scale[0], .zero_point = q->quant.zero_point[0],
                              .storage_min = q->quant.storage_min, .storage_max = q->quant.storage_max};
    return GRN_OK;
}

static grn_status quantize_eval(grn_exec *x, const grn_op *op)
{
    const grn_type *from_type = grn_operand_type(op, 0);
    const grn_tensor *in = &x->operands[0].tensor;
    grn_quantization from, to;
    bool again = is_quantized(from_type);
    grn_status status = parameters(x, op, grn_result_type(op, 0), &to);
    if (status == GRN_OK && again)
        status = parameters(x, op, from_type, &from);
    if (status == GRN_OK)
        status = grn_hlo_new_result(x, op, 0, in->rank, in->shape);
    if (status == GRN_OK && again)
        grn_eval_requantize(&x->results[0].tensor, in, &from, &to);
    else if (status == GRN_OK)
        grn_eval_quantize(&x->results[0].tensor, in, &to);
    return status;
}

static grn_status dequantize_eval(grn_exec *x, const grn_op *op)
{
    const grn_tensor *in = &x->operands[0].tensor;
    grn_quantization from;
    grn_status status = parameters(x, op, grn_operand_type(op, 0), &from);
    if (status == GRN_OK)
        status = grn_hlo_new_result(x, op, 0, in->rank, in->shape);
    if (status == GRN_OK)
        grn_eval_dequantize(&x->results[0].tensor, in, &from);
    return status;
}

static const grn_port quantize_operands[] = {{"operand", &grn_hlo_fp_or_any_quantized_tensor, GRN_ONE}, GRN_HLO_PORTS_END};
static const grn_port quantize_results[] = {{"result", &grn_hlo_quantized_tensor, GRN_ONE}, GRN_HLO_PORTS_END};
static const grn_port dequantize_operands[] = {{"operand", &grn_hlo_quantized_tensor, GRN_ONE}, GRN_HLO_PORTS_END};
static const grn_port dequantize_results[] = {{"result", &grn_hlo_fp_tensor, GRN_ONE}, GRN_HLO_PORTS_END};

const grn_op_def grn_stablehlo_quant_ops[] = {
    {.name = "stablehlo.uniform_quantize", .source = "StableHLO spec, uniform_quantize, C1-C3", .format = "%* {} :same",
     .operands = quantize_operands, .results = quantize_results, .traits = GRN_TRAIT_PURE, .verify = quantize_verify,
     .eval = quantize_eval},
    {.name = "stablehlo.uniform_dequantize", .source = "StableHLO spec, uniform_dequantize, C1-C2",
     .format = "%* {} :same", .operands = dequantize_operands, .results = dequantize_results,
     .traits = GRN_TRAIT_PURE, .infer = dequantize_infer, .eval = dequantize_eval},
    {.name = NULL},
};

/*
 * quant.c - uniform_quantize and uniform_dequantize (StableHLO
 * spec, the sections of those names and "Quantization computations").
 */
#include "dialects/common/quantized.h"
#include "dialects/stablehlo/ops.h"

static bool is_quantized(const grn_type *t) { return t->element->kind == GRN_TYPE_QUANT; }

static const grn_type *expressed_type(const grn_type *t)
{
    return is_quantized(t) ? t->element->quant.expressed : t->element;
}

/* uniform_quantize C1, C2: the shapes agree, and so do the types the elements stand for. */
static grn_status quantize_verify(const grn_op *op, grn_check *check)
{
    const grn_type *have = expressed_type(grn_operand_type(op, 0)), *want = expressed_type(grn_result_type(op, 0));
    char a[GRN_TYPE_TEXT_BYTES], b[GRN_TYPE_TEXT_BYTES];
    grn_status status = grn_hlo_verify_elementwise(op, check);
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

static grn_status requantize(grn_exec *x, const grn_op *op, const grn_type *from_type, const grn_type *to_type)
{
    const grn_tensor *in = &x->operands[0].tensor;
    grn_quantization from, to;
    grn_status status = grn_quantization_of(x, op, from_type, in, &from);
    if (status == GRN_OK)
        status = grn_quantization_of(x, op, to_type, in, &to);
    if (status == GRN_OK)
        status = grn_hlo_new_result(x, op, 0, in->rank, in->shape);
    if (status == GRN_OK)
        grn_eval_requantize(&x->results[0].tensor, in, &from, &to);
    return status;
}

static grn_status quantize_eval(grn_exec *x, const grn_op *op)
{
    const grn_type *to = grn_result_type(op, 0), *from = grn_type_quantized(grn_operand_type(op, 0));
    return from ? requantize(x, op, from, to->element) : grn_quantize(x, op, to, &x->operands[0], &x->results[0]);
}

static grn_status dequantize_eval(grn_exec *x, const grn_op *op)
{
    return grn_express(x, op, grn_operand_type(op, 0), &x->operands[0], &x->results[0]);
}

const grn_op_def grn_stablehlo_quant_ops[] = {
    GRN_STABLEHLO(uniform_quantize, "rounds floats to quantized integers of a scale and a zero point", "C1-C3",
                  GRN_PORTS(GRN_PORT("operand", grn_hlo_fp_or_any_quantized_tensor)),
                  GRN_PORTS(GRN_PORT("result", grn_hlo_quantized_tensor)), GRN_NO_ATTRS, .format = "%* {} :same",
                  .traits = GRN_TRAIT_PURE, .verify = quantize_verify, .eval = quantize_eval),
    GRN_STABLEHLO(uniform_dequantize, "gives the floats that quantized integers stand for", "C1-C2",
                  GRN_PORTS(GRN_PORT("operand", grn_hlo_quantized_tensor)),
                  GRN_PORTS(GRN_PORT("result", grn_hlo_fp_tensor)), GRN_NO_ATTRS, .format = "%* {} :same",
                  .traits = GRN_TRAIT_PURE, .verify = grn_hlo_verify_elementwise, .infer = dequantize_infer,
                  .eval = dequantize_eval),
    {.name = NULL},
};

/* product.c - two factors and sums of their products: rules and steps that several ops share. */
#include "dialects/stablehlo/product.h"

static grn_status both_quantized(const grn_op *op, grn_check *check, const grn_product_rules *rules,
                                 const grn_type *lhs, const grn_type *rhs, const grn_type *out)
{
    const grn_type *expressed = lhs->quant.expressed;
    if (lhs->quant.storage != rhs->quant.storage)
        return grn_stablehlo_broken(op, check, rules->storage, "mismatched lhs and rhs quantization storage types");
    if (expressed != rhs->quant.expressed || expressed != out->quant.expressed)
        return grn_stablehlo_broken(op, check, rules->expressed,
                                    "mismatched lhs, rhs and result quantization expressed types");
    if (rhs->quant.axis < 0 && out->quant.axis >= 0)
        return grn_stablehlo_broken(op, check, rules->granularity,
                                    "mismatched rhs and result quantization granularity");
    return GRN_OK;
}

grn_status grn_hlo_product_quantization(const grn_op *op, grn_check *check, const grn_product_rules *rules)
{
    const grn_type *lhs = grn_operand_type(op, 0)->element, *rhs = grn_operand_type(op, 1)->element;
    const grn_type *out = grn_result_type(op, 0)->element;
    bool is_quantized = lhs->kind == GRN_TYPE_QUANT;
    if (rhs->kind != GRN_TYPE_QUANT || is_quantized != (out->kind == GRN_TYPE_QUANT))
        return grn_stablehlo_broken(op, check, rules->quantized,
                                    "rhs should be quantized for quantized operations and "
                                    "is_quantized(lhs)=is_quantized(result) should hold");
    if (is_quantized)
        return both_quantized(op, check, rules, lhs, rhs, out);
    if (lhs == rhs->quant.expressed && lhs == out)
        return GRN_OK;
    return grn_stablehlo_broken(op, check, rules->hybrid,
                                "mismatched rhs quantization expressed type and lhs and result element type");
}

grn_status grn_hlo_precision_rule(const grn_op *op, grn_check *check, const char *rule)
{
    const grn_attr *config = grn_op_attr(op, "precision_config");
    if (!config || config->array.count <= 2)
        return GRN_OK;
    return grn_stablehlo_broken(op, check, rule, "expects precision config to be empty or have <= 2 elements, got %zu",
                                config->array.count);
}

grn_status grn_hlo_shape_rule(const grn_op *op, grn_check *check, const char *rule, int32_t rank, const int64_t *shape)
{
    const grn_type *out = grn_result_type(op, 0);
    char want[GRN_DIMS_TEXT_BYTES], have[GRN_TYPE_TEXT_BYTES];
    bool agrees = rank == out->rank;
    for (int32_t i = 0; agrees && i < rank; i++)
        agrees = grn_stablehlo_dim_agrees(shape[i], out->shape[i]);
    if (agrees)
        return GRN_OK;
    return grn_stablehlo_broken(
        op, check, rule, "inferred shape '%s' is incompatible with return type of operation '%s'",
        grn_hlo_shape_text(rank, shape, want, sizeof want), grn_type_text(out, have, sizeof have));
}

grn_dtype grn_hlo_sum_dtype(grn_dtype dtype)
{
    bool is_narrow = grn_dtype_class_of(dtype) == GRN_CLASS_FLOAT && grn_dtype_bits(dtype) < 32;
    return is_narrow ? GRN_F32 : dtype;
}

grn_status grn_hlo_converted(grn_exec *x, const grn_op *op, const grn_rt *in, grn_dtype dtype, grn_rt *out)
{
    const grn_tensor *t = &in->tensor;
    grn_bound_element convert;
    if (t->dtype == dtype)
        return x->calls->share(x, in, NULL, out);
    if (grn_element_bind(&grn_element_convert, &t->dtype, dtype, &convert) != GRN_OK)
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "cannot convert %s to %s", grn_dtype_text(t->dtype),
                             grn_dtype_text(dtype));
    grn_status status = x->calls->alloc(x, dtype, t->rank, t->shape, out);
    if (status == GRN_OK)
        grn_element_map(&convert, &out->tensor, t);
    return status;
}

grn_status grn_hlo_factor(grn_exec *x, const grn_op *op, size_t i, grn_dtype dtype, grn_rt *out)
{
    grn_rt expressed = {.buffer = NULL};
    grn_status status = grn_express(x, op, grn_operand_type(op, i), &x->operands[i], &expressed);
    if (status == GRN_OK)
        status = grn_hlo_converted(x, op, &expressed, dtype, out);
    x->calls->release(x, &expressed);
    return status;
}

grn_status grn_hlo_product_result(grn_exec *x, const grn_op *op, const grn_rt *sums)
{
    const grn_type *type = grn_result_type(op, 0);
    grn_rt rounded = {.buffer = NULL};
    grn_status status = grn_hlo_converted(x, op, sums, grn_expressed_dtype(type), &rounded);
    if (status == GRN_OK)
        status = grn_quantize(x, op, type, &rounded, &x->results[0]);
    x->calls->release(x, &rounded);
    return status;
}

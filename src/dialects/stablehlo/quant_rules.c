/*
 * quant_rules.c - what ops demand of the scales, zero points and axes of quantized operands and
 * results (StableHLO spec: add C2-C7, reshape C1, C3, broadcast_in_dim C1, C6, transpose C1, C4).
 */
#include "dialects/stablehlo/quant_rules.h"

#include <inttypes.h>

#include "dialects/common/quantized.h"

static bool per_axis(const grn_type *q) { return q && q->quant.axis >= 0; }

/* The message ends in two types. */
static grn_status broken_by(const grn_op *op, grn_check *check, const char *rule, const char *what, const grn_type *a,
                            const grn_type *b)
{
    char first[GRN_TYPE_TEXT_BYTES], second[GRN_TYPE_TEXT_BYTES];
    return grn_stablehlo_broken(op, check, rule, "%s '%s' vs '%s'", what, grn_type_text(a, first, sizeof first),
                                grn_type_text(b, second, sizeof second));
}

/* ---- add ------------------------------------------------------------------------------------- */

static grn_status axes_rules(const grn_op *op, grn_check *check, const grn_type *const q[3])
{
    static const char *const rule[] = {"C6", "C7"};
    static const char *const what[] = {"quantization_dimension of lhs and result are not same",
                                       "quantization_dimension of rhs and result are not same"};
    bool any = per_axis(q[0]) || per_axis(q[1]);
    if (any && !per_axis(q[2]))
        return grn_stablehlo_broken(op, check, "C5", "result is not per_axis quantized but lhs or rhs are");
    if (!any && per_axis(q[2]))
        return grn_stablehlo_broken(op, check, "C5",
                                    "result per_axis quantized but none from rhs and lhs are per_axis quantized");
    for (size_t i = 0; i < 2; i++)
        if (per_axis(q[i]) && q[i]->quant.axis != q[2]->quant.axis)
            return broken_by(op, check, rule[i], what[i], q[i], q[2]);
    return GRN_OK;
}

/* C1 of what is not quantized. */
static grn_status same_elements(const grn_op *op, grn_check *check)
{
    const grn_type *element = grn_operand_type(op, 0)->element;
    if (element == grn_operand_type(op, 1)->element && element == grn_result_type(op, 0)->element)
        return GRN_OK;
    return grn_stablehlo_broken(op, check, "C1", "op requires the same element type for all operands and results");
}

grn_status grn_hlo_add_verify(const grn_op *op, grn_check *check)
{
    const grn_type *q[3] = {grn_type_quantized(grn_operand_type(op, 0)), grn_type_quantized(grn_operand_type(op, 1)),
                            grn_type_quantized(grn_result_type(op, 0))};
    grn_status status = grn_hlo_verify_same_shape(op, check);
    if (status != GRN_OK)
        return status;
    if (!q[0] && !q[1] && !q[2])
        return same_elements(op, check);
    if (!q[0] || !q[1] || !q[2])
        return grn_stablehlo_broken(op, check, "C2",
                                    "expects  all operands and results to be either quantized or non-quantized");
    if (q[0]->quant.storage != q[1]->quant.storage || q[0]->quant.storage != q[2]->quant.storage)
        return grn_stablehlo_broken(op, check, "C3", "mismatched operands and result quantization storage types");
    if (q[0]->quant.expressed != q[1]->quant.expressed || q[0]->quant.expressed != q[2]->quant.expressed)
        return grn_stablehlo_broken(op, check, "C4", "mismatched operands and result quantization expressed types");
    return axes_rules(op, check, q);
}

/* ---- elements that are moved ----------------------------------------------------------------- */

/* Of lists of different length, upstream compares what stands side by side. */
static bool same_steps(const grn_type *a, const grn_type *b)
{
    bool same = true;
    for (size_t i = 0; same && i < a->quant.count && i < b->quant.count; i++)
        same = a->quant.scale[i] == b->quant.scale[i] && a->quant.zero_point[i] == b->quant.zero_point[i];
    return same;
}

grn_status grn_hlo_moved_quantization(const grn_op *op, grn_check *check, const char *rule)
{
    const grn_type *in = grn_operand_type(op, 0), *out = grn_result_type(op, 0);
    const grn_type *a = grn_type_quantized(in), *b = grn_type_quantized(out);
    if (!a || !b || per_axis(a) != per_axis(b) || (per_axis(a) ? same_steps(a, b) : a == b))
        return GRN_OK;
    return broken_by(op, check, rule,
                     per_axis(a) ? "expect same quantization scales and zero_points but got"
                                 : "expect same quantization scale and zero_point but got",
                     in, out);
}

/* Of static shapes; false: one of the extents is open, or the product is beyond counting. */
static bool product_before(const grn_type *t, int32_t axis, int64_t *product)
{
    *product = 1;
    for (int32_t d = 0; d < axis; d++)
        if (t->shape[d] == GRN_DYNAMIC || !grn_mul_i64(*product, t->shape[d], product))
            return false;
    return true;
}

static bool axis_in(const grn_type *t, const grn_type *q) { return per_axis(q) && q->quant.axis < t->rank; }

grn_status grn_hlo_reshape_quantization(const grn_op *op, grn_check *check)
{
    const grn_type *in = grn_operand_type(op, 0), *out = grn_result_type(op, 0);
    const grn_type *a = grn_type_quantized(in), *b = grn_type_quantized(out);
    int64_t before, after;
    char first[GRN_TYPE_TEXT_BYTES], second[GRN_TYPE_TEXT_BYTES];
    grn_status status = grn_hlo_moved_quantization(op, check, "C1");
    if (status != GRN_OK || !axis_in(in, a) || !axis_in(out, b))
        return status;
    if (!grn_stablehlo_dim_agrees(in->shape[a->quant.axis], out->shape[b->quant.axis]))
        return grn_stablehlo_broken(op, check, "C3",
                                    "expect same quantization dimension size for operand and result '%s' and '%s'",
                                    grn_type_text(in, first, sizeof first), grn_type_text(out, second, sizeof second));
    if (!product_before(in, a->quant.axis, &before) || !product_before(out, b->quant.axis, &after) || before == after)
        return GRN_OK;
    return grn_stablehlo_broken(op, check, "C3",
                                "product of dimensions before quantization dimension must match between operand and "
                                "result for %" PRId64 " and %" PRId64,
                                before, after);
}

grn_status grn_hlo_transpose_quantization(const grn_op *op, grn_check *check, const int64_t *permutation)
{
    const grn_type *in = grn_operand_type(op, 0), *out = grn_result_type(op, 0);
    const grn_type *a = grn_type_quantized(in), *b = grn_type_quantized(out);
    grn_status status = grn_hlo_moved_quantization(op, check, "C1");
    if (status != GRN_OK || !per_axis(a) || !axis_in(out, b) || permutation[b->quant.axis] == a->quant.axis)
        return status;
    return grn_stablehlo_broken(op, check, "C4",
                                "operand quantization_dimension %" PRId32 " is not same as permutation[%" PRId32
                                "] = %" PRId64,
                                a->quant.axis, b->quant.axis, permutation[b->quant.axis]);
}

/* ---- broadcasts ------------------------------------------------------------------------------ */

/* One step that stands for every index along the result's axis. */
static grn_status repeated_step(const grn_op *op, grn_check *check, const grn_type *a, const grn_type *b)
{
    for (size_t i = 0; i < b->quant.count; i++) {
        if (b->quant.scale[i] != a->quant.scale[0])
            return grn_stablehlo_broken(op, check, "C6", "mismatch result scale %zu (%e) and operand scale 0 (%e)", i,
                                        b->quant.scale[i], a->quant.scale[0]);
        if (b->quant.zero_point[i] != a->quant.zero_point[0])
            return grn_stablehlo_broken(
                op, check, "C6", "mismatch result zero_point %zu (%" PRId64 ") and operand zero_point 0 (%" PRId64 ")",
                i, b->quant.zero_point[i], a->quant.zero_point[0]);
    }
    return GRN_OK;
}

grn_status grn_hlo_broadcast_quantization(const grn_op *op, grn_check *check, const int64_t *dims)
{
    const grn_type *in = grn_operand_type(op, 0), *out = grn_result_type(op, 0);
    const grn_type *a = grn_type_quantized(in), *b = grn_type_quantized(out);
    if (!axis_in(in, a) || !per_axis(b))
        return grn_hlo_moved_quantization(op, check, "C1");
    if (dims[a->quant.axis] != b->quant.axis)
        return grn_stablehlo_broken(op, check, "C6",
                                    "result quantization_dimension %" PRId32
                                    " not same as broadcast_dimensions[%" PRId32 "] = %" PRId64,
                                    b->quant.axis, a->quant.axis, dims[a->quant.axis]);
    if (in->shape[a->quant.axis] == 1 && a->quant.count > 0)
        return repeated_step(op, check, a, b);
    return grn_hlo_moved_quantization(op, check, "C6");
}

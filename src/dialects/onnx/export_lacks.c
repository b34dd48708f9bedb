/*
 * export_lacks.c - ops of the hub that no operator of ONNX's is, and forms of others that it has not: they
 * are expanded into smaller ones (convert/expand.h).
 */
#include "dialects/onnx/translate.h"

#include "convert/expand.h"

static grn_dtype_class class_of(const grn_op *op)
{
    return grn_dtype_class_of(grn_operand_type(op, 0)->element->dtype);
}

static bool is_integer(const grn_op *op)
{
    return class_of(op) == GRN_CLASS_SIGNED || class_of(op) == GRN_CLASS_UNSIGNED;
}

static bool always(const grn_op *op) { return (void)op, true; }
static bool unguarded(const grn_op *op) { return is_integer(op) && !grn_op_attr(op, GRN_GUARDED); }
static bool unguarded_floats(const grn_op *op) { return !grn_op_attr(op, GRN_GUARDED); }
/* ONNX has a root and a quotient, each of which is rounded. */
static bool narrow_floats(const grn_op *op)
{
    return class_of(op) == GRN_CLASS_FLOAT && grn_bits_of(op->operands[0]) < 64;
}
static bool of_unsigned(const grn_op *op) { return class_of(op) == GRN_CLASS_UNSIGNED; }

static bool by_total_order(const grn_op *op)
{
    const grn_attr *by = grn_op_attr(op, "compare_type");
    return by && by->kind == GRN_ATTR_ENUM && by->enumeration.value == GRN_COMPARE_TOTALORDER &&
           class_of(op) == GRN_CLASS_FLOAT;
}

static bool has_interior(const grn_op *op)
{
    size_t count = 0;
    const int64_t *v = NULL;
    bool has = false;
    grn_op_dims(op, "interior_padding", &count, &v);
    for (size_t i = 0; i < count; i++)
        has = has || v[i] != 0;
    return has;
}

static bool no_product(const grn_op *op) { return !grn_onnx_multiplies(op); }
static bool no_conv(const grn_op *op) { return !grn_onnx_convolves(op); }
static bool no_reduction(const grn_op *op) { return !grn_onnx_reduces(op); }
static bool no_sums(const grn_op *op) { return !grn_onnx_sums_up(op); }
static bool no_top_k(const grn_op *op) { return !grn_onnx_sorts(op); }

/* Of more than one tensor, by what is no reduction of ScatterElements', and sums of floats that are
 * rounded each time. */
static bool no_scatter(const grn_op *op)
{
    grn_hub h;
    if (!grn_hub_read(op, &h))
        return false;
    const grn_dtype d = h.operands[0]->type->element->dtype;
    const bool unique = h.rule.unique_indices || grn_hub_is_one_vector(&h);
    switch (h.combiner) {
    case GRN_COMBINE_REGION:
    case GRN_COMBINE_XOR: return true;
    case GRN_COMBINE_AND:
    case GRN_COMBINE_OR: return d != GRN_I1;
    case GRN_COMBINE_ADD:
    case GRN_COMBINE_MUL: return !unique && (d == GRN_F16 || d == GRN_BF16);
    default: return false;
    }
}

static bool (*const rows[GRN_OPS])(const grn_op *op) = {
    [GRN_HLO(clamp)] = always,
    [GRN_HLO(is_finite)] = always,
    [GRN_HLO(round_nearest_afz)] = always,
    [GRN_HLO(cbrt)] = always,
    [GRN_HLO(rsqrt)] = narrow_floats,
    [GRN_HLO(exponential_minus_one)] = always,
    [GRN_HLO(log_plus_one)] = always,
    [GRN_HLO(popcnt)] = always,
    [GRN_HLO(count_leading_zeros)] = always,
    [GRN_HLO(reduce_precision)] = always,
    [GRN_HLO(optimization_barrier)] = always,
    [GRN_HLO(dynamic_pad)] = always,
    [GRN_HLO(dynamic_iota)] = always,
    [GRN_HLO(map)] = always,
    [GRN_HLO(select_and_scatter)] = always,
    [GRN_HLO(shift_left)] = unguarded,
    [GRN_HLO(shift_right_logical)] = unguarded,
    [GRN_HLO(shift_right_arithmetic)] = unguarded,
    [GRN_HLO(divide)] = unguarded,
    [GRN_HLO(remainder)] = unguarded,
    [GRN_HLO(power)] = is_integer,
    [GRN_HLO(negate)] = of_unsigned,
    [GRN_HLO(compare)] = by_total_order,
    [GRN_HLO(atan2)] = unguarded_floats,
    [GRN_HLO(pad)] = has_interior,
    [GRN_HLO(dot)] = no_product,
    [GRN_HLO(dot_general)] = no_product,
    [GRN_HLO(convolution)] = no_conv,
    [GRN_HLO(reduce)] = no_reduction,
    [GRN_HLO(reduce_window)] = no_sums,
    [GRN_HLO(sort)] = no_top_k,
    [GRN_OP(garner, scatter)] = no_scatter,
};

bool grn_onnx_lacks(const grn_op *op)
{
    bool (*lacks)(const grn_op *op) = rows[grn_op_number_of(op)];
    return lacks && lacks(op);
}

/* import_integer.c - ONNX's operators of bits, remainders and casts as ops of the hub, in the steps
 * of the rows' evals. */
#include <math.h>

#include "convert/expand.h"
#include "dialects/onnx/onnx.h"
#include "dialects/onnx/translate.h"

grn_status grn_onnx_import_mod(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    const grn_dims shape = grn_extents(t);
    if (!grn_onnx_all_static(op))
        return grn_onnx_needs_shapes(w);
    grn_value *b = grn_spread(w, op->operands[1], shape.count, shape.v);
    grn_value *out = grn_onnx_import_both(w, "stablehlo.remainder", op->operands[0], b, &shape);
    if (!out || !b)
        return grn_no_memory(w);
    const grn_dtype_class class = grn_dtype_class_of(t->element->dtype);
    if (class != GRN_CLASS_UNSIGNED && !grn_op_integer(op, "fmod", 0)) {
        grn_value *zero = grn_spread(w, grn_onnx_import_number(w, t->element, 0), shape.count, shape.v),
                  *sign = grn_new(w, "stablehlo.sign", 1, &b, t, 0, NULL),
                  *own = grn_new(w, "stablehlo.sign", 1, &out, t, 0, NULL);
        grn_value *signs = own && sign ? grn_build_binary(w, "stablehlo.multiply", own, sign) : NULL;
        grn_value *differ = signs && zero ? grn_build_compare(w, "LT", signs, zero) : NULL;
        grn_value *none = zero ? grn_build_compare(w, "EQ", out, zero) : NULL;
        grn_value *more = grn_build_binary(w, "stablehlo.add", out, b);
        out = differ && more ? grn_build_select(w, differ, more, out) : NULL;
        if (class == GRN_CLASS_FLOAT)
            out = out && none && sign
                      ? grn_build_select(w, none, grn_build_binary(w, "stablehlo.multiply", zero, sign), out)
                      : NULL;
    }
    return grn_replace(w, out);
}

grn_status grn_onnx_import_shift(grn_rewrite *w, const grn_op *op)
{
    const bool left = grn_str_is(grn_op_attr(op, "direction")->text, "LEFT"),
               is_signed = grn_dtype_class_of(grn_result_type(op, 0)->element->dtype) == GRN_CLASS_SIGNED;
    const char *right = is_signed ? "stablehlo.shift_right_arithmetic" : "stablehlo.shift_right_logical";
    const grn_dims shape = grn_extents(grn_result_type(op, 0));
    if (!grn_onnx_all_static(op))
        return grn_onnx_needs_shapes(w);
    return grn_replace(
        w, grn_onnx_import_both(w, left ? "stablehlo.shift_left" : right, op->operands[0], op->operands[1], &shape));
}

grn_status grn_onnx_import_bit_cast(grn_rewrite *w, const grn_op *op)
{
    return grn_replace(w, grn_new(w, "stablehlo.bitcast_convert", 1, op->operands, grn_result_type(op, 0), 0, NULL));
}

static bool is_unsigned(const grn_op *op)
{
    return grn_dtype_class_of(grn_result_type(op, 0)->element->dtype) == GRN_CLASS_UNSIGNED;
}

static grn_status import_each(grn_rewrite *w, const grn_op *op, const char *hub)
{
    return grn_replace(w, grn_new(w, hub, 1, op->operands, grn_result_type(op, 0), 0, NULL));
}

/* StableHLO's take no unsigned elements. */
grn_status grn_onnx_import_abs(grn_rewrite *w, const grn_op *op)
{
    return is_unsigned(op) ? grn_replace(w, op->operands[0]) : import_each(w, op, "stablehlo.abs");
}

grn_status grn_onnx_import_sign(grn_rewrite *w, const grn_op *op)
{
    if (!is_unsigned(op))
        return import_each(w, op, "stablehlo.sign");
    return grn_onnx_all_static(op) ? grn_replace(w, grn_with_number(w, "stablehlo.minimum", op->operands[0], 1))
                                   : grn_onnx_needs_shapes(w);
}

/* As the row's eval does it. */
static grn_value *import_powers(grn_rewrite *w, grn_value *v, const grn_onnx_powers *how)
{
    const grn_type *f64 = grn_type_of_dtype(w->ir, GRN_F64), *power = grn_type_of_dtype(w->ir, GRN_F8E8M0FNU);
    v = grn_build_convert(w, v, f64);
    if (how->saturates) {
        v = grn_with_number(w, "stablehlo.maximum", v, GRN_ONNX_LEAST_POWER);
        v = grn_with_number(w, "stablehlo.minimum", v, GRN_ONNX_MOST_POWER);
    } else {
        grn_value *is_there = grn_both(w, grn_build_test(w, v, "GE", GRN_ONNX_LEAST_POWER),
                                       grn_build_test(w, v, "LE", GRN_ONNX_MOST_POWER));
        v = grn_build_select(w, is_there, v, grn_number_like(w, v, (double)NAN));
    }
    grn_value *nearest = grn_build_convert(w, grn_build_convert(w, v, power), f64);
    grn_value *d = grn_build_select(w, grn_build_compare(w, "GT", nearest, v),
                                    grn_with_number(w, "stablehlo.multiply", nearest, 0.5), nearest);
    grn_value *is_upper =
        grn_build_compare(w, how->is_beyond ? "GT" : "GE", v, grn_with_number(w, "stablehlo.multiply", d, how->factor));
    v = grn_build_select(w, is_upper, grn_with_number(w, "stablehlo.multiply", d, 2), d);
    return grn_build_convert(w, v, power);
}

grn_status grn_onnx_import_cast(grn_rewrite *w, const grn_op *op)
{
    const grn_type *from = grn_operand_type(op, 0);
    const double most = grn_onnx_cast_limit(op);
    grn_value *v = op->operands[0];
    grn_onnx_powers powers;
    if (grn_onnx_cast_to_powers(op, &powers))
        return grn_onnx_all_static(op) ? grn_replace(w, import_powers(w, v, &powers)) : grn_onnx_needs_shapes(w);
    if (most > 0) {
        grn_value *const clamp[] = {grn_onnx_import_number(w, from->element, -most), v,
                                    grn_onnx_import_number(w, from->element, most)};
        v = clamp[0] && clamp[2] ? grn_new(w, "stablehlo.clamp", 3, clamp, from, 0, NULL) : NULL;
    } else if (grn_onnx_cast_wraps(op))
        v = grn_build_convert(w, v, grn_type_of_dtype(w->ir, GRN_I32));
    else
        return grn_import_convert(w, op);
    return grn_replace(w, v ? grn_build_convert(w, v, grn_result_type(op, 0)->element) : NULL);
}

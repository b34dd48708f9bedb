/*
 * expand_element.c - element-wise functions by others.
 *
 * A function of floats of up to 32 bits is worked out in f64 and rounded once. One of f64 is
 * corrected where the plain formula loses digits.
 */
#include "convert/expand.h"

#include <math.h>

static bool is_float(const grn_type *t) { return grn_dtype_class_of(t->element->dtype) == GRN_CLASS_FLOAT; }

/* In f64, or f64 itself. */
static grn_value *widened(grn_rewrite *w, grn_value *v)
{
    return grn_build_convert(w, v, grn_type_of_dtype(w->ir, GRN_F64));
}

static bool takes_floats(const grn_op *op)
{
    return grn_has_one_shape(op) && is_float(grn_result_type(op, 0)) &&
           grn_dtype_bits(grn_result_type(op, 0)->element->dtype) >= 16;
}

/* ---- bounds and tests ------------------------------------------------------------------------ */

grn_status grn_expand_clamp(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    if (!grn_op_is_static(op))
        return GRN_OK;
    grn_value *low = grn_spread(w, op->operands[0], t->rank, t->shape),
              *high = grn_spread(w, op->operands[2], t->rank, t->shape);
    grn_value *raised = low ? grn_build_binary(w, "stablehlo.maximum", low, op->operands[1]) : NULL;
    return grn_replace(w, raised && high ? grn_build_binary(w, "stablehlo.minimum", raised, high) : NULL);
}

grn_status grn_expand_is_finite(grn_rewrite *w, const grn_op *op)
{
    if (!grn_has_one_shape(op))
        return GRN_OK;
    grn_value *size = grn_each(w, "stablehlo.abs", op->operands[0]);
    return grn_replace(w, grn_build_test(w, size, "LT", (double)INFINITY));
}

grn_value *grn_build_total_key(grn_rewrite *w, grn_value *v)
{
    if (v && grn_bits_of(v) < 32)
        v = grn_build_convert(w, v, grn_type_of_dtype(w->ir, GRN_F32));
    if (!v)
        return NULL;
    const bool wide = grn_bits_of(v) == 64;
    const grn_type *integer = grn_type_integer(w->ir, wide ? 64 : 32, GRN_SIGNLESS);
    const grn_type *t = integer ? grn_tensor_like(w, integer, v->type->rank, v->type->shape) : NULL;
    grn_value *bits = grn_new(w, "stablehlo.bitcast_convert", 1, &v, t, 0, NULL);
    grn_value *flipped =
        grn_build_binary(w, "stablehlo.xor", bits, grn_integer_like(w, bits, wide ? INT64_MAX : INT32_MAX));
    grn_value *is_negative = grn_build_test(w, bits, "LT", 0);
    return is_negative && flipped ? grn_build_select(w, is_negative, flipped, bits) : NULL;
}

/* Of floats by their total order, as one of integers. */
grn_status grn_expand_compare(grn_rewrite *w, const grn_op *op)
{
    const grn_attr *direction = grn_op_attr(op, "comparison_direction");
    if (!grn_has_one_shape(op) || !is_float(grn_operand_type(op, 0)) || grn_bits_of(op->operands[0]) < 16)
        return GRN_OK;
    grn_value *a = grn_build_total_key(w, op->operands[0]), *b = grn_build_total_key(w, op->operands[1]);
    return grn_replace(
        w,
        a && b ? grn_build_compare(w, direction->enumeration.def->keyword[direction->enumeration.value], a, b) : NULL);
}

/* ---- functions of floats --------------------------------------------------------------------- */

/* Below zero, or the zero below zero. */
static grn_value *has_sign(grn_rewrite *w, grn_value *x)
{
    grn_value *inverse = grn_build_binary(w, "stablehlo.divide", grn_number_like(w, x, 1), x);
    grn_value *zero = grn_both(w, grn_build_test(w, x, "EQ", 0), grn_build_test(w, inverse, "LT", 0));
    return grn_either(w, grn_build_test(w, x, "LT", 0), zero);
}

/* Halves go away from zero. */
grn_status grn_expand_round_afz(grn_rewrite *w, const grn_op *op)
{
    if (!takes_floats(op))
        return GRN_OK;
    grn_value *x = op->operands[0], *size = grn_each(w, "stablehlo.abs", x),
              *whole = grn_each(w, "stablehlo.floor", size);
    grn_value *rest = grn_build_binary(w, "stablehlo.subtract", size, whole);
    grn_value *up = grn_build_test(w, rest, "GE", 0.5), *more = grn_with_number(w, "stablehlo.add", whole, 1);
    grn_value *rounded = up && more ? grn_build_select(w, up, more, whole) : NULL;
    grn_value *minus = grn_each(w, "stablehlo.negate", rounded), *below = has_sign(w, x);
    return grn_replace(w, minus && below ? grn_build_select(w, below, minus, rounded) : NULL);
}

/* One step of Newton's, where it gives a number. */
static grn_value *better_root(grn_rewrite *w, grn_value *root, grn_value *of)
{
    grn_value *square = grn_build_binary(w, "stablehlo.multiply", root, root);
    grn_value *cube = grn_build_binary(w, "stablehlo.multiply", square, root);
    grn_value *slope = grn_with_number(w, "stablehlo.multiply", square, 3);
    grn_value *off =
        grn_build_binary(w, "stablehlo.divide", grn_build_binary(w, "stablehlo.subtract", cube, of), slope);
    grn_value *better = grn_build_binary(w, "stablehlo.subtract", root, off);
    grn_value *is_number = grn_build_test(w, grn_each(w, "stablehlo.abs", off), "LT", (double)INFINITY);
    return is_number && better ? grn_build_select(w, is_number, better, root) : NULL;
}

grn_status grn_expand_cbrt(grn_rewrite *w, const grn_op *op)
{
    if (!takes_floats(op))
        return GRN_OK;
    grn_value *x = widened(w, op->operands[0]), *size = grn_each(w, "stablehlo.abs", x);
    grn_value *root = better_root(w, grn_with_number(w, "stablehlo.power", size, 1.0 / 3), size);
    grn_value *minus = grn_each(w, "stablehlo.negate", root), *below = has_sign(w, x);
    return grn_replace_as(w, op, below && minus ? grn_build_select(w, below, minus, root) : NULL);
}

/* Of an operand and a root that are not rounded between: as a run has it. */
grn_status grn_expand_rsqrt(grn_rewrite *w, const grn_op *op)
{
    if (!takes_floats(op))
        return GRN_OK;
    return grn_replace_as(w, op, grn_each(w, "stablehlo.rsqrt", widened(w, op->operands[0])));
}

/* x + second * x^2 + third * x^3 */
static grn_value *series(grn_rewrite *w, grn_value *x, double second, double third)
{
    grn_value *v = grn_with_number(w, "stablehlo.multiply", x, third);
    v = grn_build_binary(w, "stablehlo.multiply", grn_with_number(w, "stablehlo.add", v, second), x);
    return grn_build_binary(w, "stablehlo.multiply", grn_with_number(w, "stablehlo.add", v, 1), x);
}

/* Up to here three terms of a series have 15 digits, and 1 + x leaves as many as a float of 32 bits
 * has twice over. */
#define SMALL 1e-5

/* (e - 1) * x / log(e) for e = exp(x): the error of e is that of its logarithm (Kahan). */
grn_status grn_expand_expm1(grn_rewrite *w, const grn_op *op)
{
    if (!takes_floats(op))
        return GRN_OK;
    grn_value *x = widened(w, op->operands[0]), *e = grn_each(w, "stablehlo.exponential", x);
    grn_value *v = grn_with_number(w, "stablehlo.subtract", e, 1), *plain = v;
    grn_value *size = grn_each(w, "stablehlo.abs", x);
    if (grn_bits_of(op->operands[0]) == 64) {
        v = grn_build_binary(w, "stablehlo.divide", grn_build_binary(w, "stablehlo.multiply", v, x),
                             grn_each(w, "stablehlo.log", e));
        grn_value *far = grn_build_test(w, size, "GT", 0.5);
        v = far && v ? grn_build_select(w, far, plain, v) : NULL;
    }
    grn_value *near = grn_build_test(w, size, "LT", SMALL), *small = series(w, x, 0.5, 1.0 / 6);
    return grn_replace_as(w, op, near && small && v ? grn_build_select(w, near, small, v) : NULL);
}

/* log(u) * x / (u - 1) for u = 1 + x (Kahan). */
grn_status grn_expand_log1p(grn_rewrite *w, const grn_op *op)
{
    if (!takes_floats(op))
        return GRN_OK;
    grn_value *x = widened(w, op->operands[0]), *u = grn_with_number(w, "stablehlo.add", x, 1);
    grn_value *v = grn_each(w, "stablehlo.log", u), *plain = v, *size = grn_each(w, "stablehlo.abs", x);
    if (grn_bits_of(op->operands[0]) == 64) {
        v = grn_build_binary(w, "stablehlo.divide", grn_build_binary(w, "stablehlo.multiply", v, x),
                             grn_with_number(w, "stablehlo.subtract", u, 1));
        grn_value *far = grn_build_test(w, size, "GT", 0.5);
        v = far && v ? grn_build_select(w, far, plain, v) : NULL;
    }
    grn_value *near = grn_build_test(w, size, "LT", SMALL), *small = series(w, x, -0.5, 1.0 / 3);
    return grn_replace_as(w, op, near && small && v ? grn_build_select(w, near, small, v) : NULL);
}

/* By one step of Newton's from that in f32: ONNX Runtime 1.32 has no Atan of f64. */
static grn_value *atan_of(grn_rewrite *w, grn_value *q)
{
    grn_value *narrow = grn_build_convert(w, q, grn_type_of_dtype(w->ir, GRN_F32));
    grn_value *near =
        widened(w, grn_guarded(w, grn_build_binary(w, "stablehlo.atan2", narrow, grn_number_like(w, narrow, 1))));
    grn_value *sine = grn_each(w, "stablehlo.sine", near), *cosine = grn_each(w, "stablehlo.cosine", near);
    grn_value *over =
        grn_build_binary(w, "stablehlo.subtract", grn_build_binary(w, "stablehlo.multiply", q, cosine), sine);
    grn_value *under = grn_build_binary(w, "stablehlo.add", grn_build_binary(w, "stablehlo.multiply", q, sine), cosine);
    return grn_build_binary(w, "stablehlo.add", near, grn_build_binary(w, "stablehlo.divide", over, under));
}

/* atan of the smaller by the larger, brought into its octant; by 1 it is atan itself. */
grn_status grn_expand_atan2(grn_rewrite *w, const grn_op *op)
{
    const double half = 1.57079632679489661923;
    if (!takes_floats(op) || grn_is_guarded(op))
        return GRN_OK;
    if (grn_is_splat_of(op->operands[1], 1) && grn_bits_of(op->operands[0]) < 64)
        return grn_replace(w, grn_guarded(w, grn_build_binary(w, "stablehlo.atan2", op->operands[0], op->operands[1])));
    grn_value *y = widened(w, op->operands[0]), *x = widened(w, op->operands[1]);
    grn_value *a = grn_each(w, "stablehlo.abs", y), *b = grn_each(w, "stablehlo.abs", x);
    grn_value *low = grn_build_binary(w, "stablehlo.minimum", a, b),
              *high = grn_build_binary(w, "stablehlo.maximum", a, b);
    grn_value *q = grn_build_binary(w, "stablehlo.divide", low, high);
    grn_value *endless = grn_build_test(w, low, "EQ", (double)INFINITY), *none = grn_build_test(w, high, "EQ", 0);
    if (!q || !endless || !none)
        return grn_no_memory(w);
    q = grn_build_select(w, endless, grn_number_like(w, q, 1), q);
    q = q ? grn_build_select(w, none, grn_number_like(w, q, 0), q) : NULL;
    grn_value *t = q ? atan_of(w, q) : NULL;
    grn_value *steep = grn_build_compare(w, "GT", a, b), *left = has_sign(w, x), *below = has_sign(w, y);
    if (!t || !steep || !left || !below)
        return grn_no_memory(w);
    grn_value *other = grn_build_binary(w, "stablehlo.subtract", grn_number_like(w, t, half), t);
    t = other ? grn_build_select(w, steep, other, t) : NULL;
    other = grn_build_binary(w, "stablehlo.subtract", grn_number_like(w, t, 2 * half), t);
    t = other ? grn_build_select(w, left, other, t) : NULL;
    other = grn_each(w, "stablehlo.negate", t);
    return grn_replace_as(w, op, other ? grn_build_select(w, below, other, t) : NULL);
}

/* ---- no function at all ---------------------------------------------------------------------- */

/* Results are the operands. */
grn_status grn_expand_barrier(grn_rewrite *w, const grn_op *op) { return grn_replace_all(w, op->operands); }

grn_status grn_expand_map(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    const grn_region *r = &op->regions[0];
    grn_value *result;
    if (!grn_op_is_static(op) || !grn_region_is_element_wise(r) || r->first->nargs != op->noperands ||
        r->first->last->noperands != 1)
        return GRN_OK;
    return grn_replace(w, grn_region_on_tensors(w, r, op->operands, t->rank, t->shape, &result) ? result : NULL);
}

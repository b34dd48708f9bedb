/*
 * expand_element.c - element-wise functions by others.
 *
 * A function of floats of up to 32 bits is worked out in f64 and rounded once. One of f64 is
 * corrected where the plain formula loses digits.
 */
#include "convert/expand.h"

#include <math.h>

#include "passes/range.h"

static grn_value *guarded(grn_rewrite *w, grn_value *v)
{
    return v && grn_op_set_attr(w->ir, v->def, GRN_STR(GRN_GUARDED), grn_attr_unit(w->ir)) ? v : NULL;
}

static bool is_guarded(const grn_op *op) { return grn_op_attr(op, GRN_GUARDED) != NULL; }

static grn_value *negated(grn_rewrite *w, grn_value *v)
{
    return grn_build_binary(w, "stablehlo.subtract", grn_integer_like(w, v, 0), v);
}

static grn_value *test(grn_rewrite *w, grn_value *v, const char *direction, double number)
{
    return grn_build_compare(w, direction, v, grn_number_like(w, v, number));
}

static grn_value *either(grn_rewrite *w, grn_value *a, grn_value *b)
{
    return grn_build_binary(w, "stablehlo.or", a, b);
}

static grn_value *both(grn_rewrite *w, grn_value *a, grn_value *b)
{
    return grn_build_binary(w, "stablehlo.and", a, b);
}

static unsigned bits_of(const grn_value *v) { return grn_dtype_bits(v->type->element->dtype); }

static bool is_float(const grn_type *t) { return grn_dtype_class_of(t->element->dtype) == GRN_CLASS_FLOAT; }

/* In f64, or f64 itself. */
static grn_value *widened(grn_rewrite *w, grn_value *v)
{
    return grn_build_convert(w, v, grn_type_of_dtype(w->ir, GRN_F64));
}

static grn_status narrowed(grn_rewrite *w, const grn_op *op, grn_value *v)
{
    return grn_replace(w, v ? grn_build_convert(w, v, grn_result_type(op, 0)->element) : NULL);
}

/* All have the result's shape, as far as it is known. */
static bool has_one_shape(const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    bool same = true;
    for (size_t i = 0; same && i < op->noperands; i++)
        same = grn_type_has_shape(grn_operand_type(op, i), t->rank, t->shape);
    return same;
}

static bool takes_floats(const grn_op *op)
{
    return has_one_shape(op) && is_float(grn_result_type(op, 0)) &&
           grn_dtype_bits(grn_result_type(op, 0)->element->dtype) >= 16;
}

static bool takes_integers(const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    return has_one_shape(op) && t->element->kind == GRN_TYPE_INTEGER && bits_of(&op->results[0]) >= 8;
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
    if (!has_one_shape(op))
        return GRN_OK;
    grn_value *size = grn_each(w, "stablehlo.abs", op->operands[0]);
    return grn_replace(w, test(w, size, "LT", (double)INFINITY));
}

grn_status grn_expand_negate(grn_rewrite *w, const grn_op *op)
{
    return takes_integers(op) ? grn_replace(w, negated(w, op->operands[0])) : GRN_OK;
}

grn_value *grn_build_total_key(grn_rewrite *w, grn_value *v)
{
    if (v && bits_of(v) < 32)
        v = grn_build_convert(w, v, grn_type_of_dtype(w->ir, GRN_F32));
    if (!v)
        return NULL;
    const bool wide = bits_of(v) == 64;
    const grn_type *integer = grn_type_integer(w->ir, wide ? 64 : 32, GRN_SIGNLESS);
    const grn_type *t = integer ? grn_tensor_like(w, integer, v->type->rank, v->type->shape) : NULL;
    grn_value *bits = grn_new(w, "stablehlo.bitcast_convert", 1, &v, t, 0, NULL);
    grn_value *flipped =
        grn_build_binary(w, "stablehlo.xor", bits, grn_integer_like(w, bits, wide ? INT64_MAX : INT32_MAX));
    grn_value *is_negative = test(w, bits, "LT", 0);
    return is_negative && flipped ? grn_build_select(w, is_negative, flipped, bits) : NULL;
}

/* Of floats by their total order, as one of integers. */
grn_status grn_expand_compare(grn_rewrite *w, const grn_op *op)
{
    const grn_attr *direction = grn_op_attr(op, "comparison_direction");
    if (!has_one_shape(op) || !is_float(grn_operand_type(op, 0)) || bits_of(op->operands[0]) < 16)
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
    grn_value *zero = both(w, test(w, x, "EQ", 0), test(w, inverse, "LT", 0));
    return either(w, test(w, x, "LT", 0), zero);
}

/* Halves go away from zero. */
grn_status grn_expand_round_afz(grn_rewrite *w, const grn_op *op)
{
    if (!takes_floats(op))
        return GRN_OK;
    grn_value *x = op->operands[0], *size = grn_each(w, "stablehlo.abs", x),
              *whole = grn_each(w, "stablehlo.floor", size);
    grn_value *rest = grn_build_binary(w, "stablehlo.subtract", size, whole);
    grn_value *up = test(w, rest, "GE", 0.5), *more = grn_with_number(w, "stablehlo.add", whole, 1);
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
    grn_value *is_number = test(w, grn_each(w, "stablehlo.abs", off), "LT", (double)INFINITY);
    return is_number && better ? grn_build_select(w, is_number, better, root) : NULL;
}

grn_status grn_expand_cbrt(grn_rewrite *w, const grn_op *op)
{
    if (!takes_floats(op))
        return GRN_OK;
    grn_value *x = widened(w, op->operands[0]), *size = grn_each(w, "stablehlo.abs", x);
    grn_value *root = better_root(w, grn_with_number(w, "stablehlo.power", size, 1.0 / 3), size);
    grn_value *minus = grn_each(w, "stablehlo.negate", root), *below = has_sign(w, x);
    return narrowed(w, op, below && minus ? grn_build_select(w, below, minus, root) : NULL);
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
    if (bits_of(op->operands[0]) == 64) {
        v = grn_build_binary(w, "stablehlo.divide", grn_build_binary(w, "stablehlo.multiply", v, x),
                             grn_each(w, "stablehlo.log", e));
        grn_value *far = test(w, size, "GT", 0.5);
        v = far && v ? grn_build_select(w, far, plain, v) : NULL;
    }
    grn_value *near = test(w, size, "LT", SMALL), *small = series(w, x, 0.5, 1.0 / 6);
    return narrowed(w, op, near && small && v ? grn_build_select(w, near, small, v) : NULL);
}

/* log(u) * x / (u - 1) for u = 1 + x (Kahan). */
grn_status grn_expand_log1p(grn_rewrite *w, const grn_op *op)
{
    if (!takes_floats(op))
        return GRN_OK;
    grn_value *x = widened(w, op->operands[0]), *u = grn_with_number(w, "stablehlo.add", x, 1);
    grn_value *v = grn_each(w, "stablehlo.log", u), *plain = v, *size = grn_each(w, "stablehlo.abs", x);
    if (bits_of(op->operands[0]) == 64) {
        v = grn_build_binary(w, "stablehlo.divide", grn_build_binary(w, "stablehlo.multiply", v, x),
                             grn_with_number(w, "stablehlo.subtract", u, 1));
        grn_value *far = test(w, size, "GT", 0.5);
        v = far && v ? grn_build_select(w, far, plain, v) : NULL;
    }
    grn_value *near = test(w, size, "LT", SMALL), *small = series(w, x, -0.5, 1.0 / 3);
    return narrowed(w, op, near && small && v ? grn_build_select(w, near, small, v) : NULL);
}

/* atan of the smaller by the larger, brought into its octant. */
grn_status grn_expand_atan2(grn_rewrite *w, const grn_op *op)
{
    const double half = 1.57079632679489661923;
    if (!takes_floats(op) || is_guarded(op))
        return GRN_OK;
    grn_value *y = op->operands[0], *x = op->operands[1];
    grn_value *a = grn_each(w, "stablehlo.abs", y), *b = grn_each(w, "stablehlo.abs", x);
    grn_value *low = grn_build_binary(w, "stablehlo.minimum", a, b),
              *high = grn_build_binary(w, "stablehlo.maximum", a, b);
    grn_value *q = grn_build_binary(w, "stablehlo.divide", low, high);
    grn_value *endless = test(w, low, "EQ", (double)INFINITY), *none = test(w, high, "EQ", 0);
    if (!q || !endless || !none)
        return grn_no_memory(w);
    q = grn_build_select(w, endless, grn_number_like(w, q, 1), q);
    q = q ? grn_build_select(w, none, grn_number_like(w, q, 0), q) : NULL;
    grn_value *t = guarded(w, grn_build_binary(w, "stablehlo.atan2", q, grn_number_like(w, q, 1)));
    grn_value *steep = grn_build_compare(w, "GT", a, b), *left = has_sign(w, x), *below = has_sign(w, y);
    if (!t || !steep || !left || !below)
        return grn_no_memory(w);
    grn_value *other = grn_build_binary(w, "stablehlo.subtract", grn_number_like(w, t, half), t);
    t = other ? grn_build_select(w, steep, other, t) : NULL;
    other = grn_build_binary(w, "stablehlo.subtract", grn_number_like(w, t, 2 * half), t);
    t = other ? grn_build_select(w, left, other, t) : NULL;
    other = grn_each(w, "stablehlo.negate", t);
    return grn_replace(w, other ? grn_build_select(w, below, other, t) : NULL);
}

/* ---- integers -------------------------------------------------------------------------------- */

static const grn_type *unsigned_like(grn_rewrite *w, const grn_value *v)
{
    return grn_type_integer(w->ir, (int)bits_of(v), GRN_UNSIGNED);
}

/* v shifted by a number that is less than its bits. */
static grn_value *shifted(grn_rewrite *w, const char *op, grn_value *v, int64_t by)
{
    return guarded(w, grn_build_binary(w, op, v, grn_integer_like(w, v, by)));
}

/* By an unsigned number, which may be too large; bits that are shifted in are 0. */
static grn_value *shifted_by(grn_rewrite *w, const char *op, grn_value *v, grn_value *by)
{
    const int64_t most = (int64_t)bits_of(v) - 1;
    grn_value *few = grn_build_binary(w, "stablehlo.minimum", by, grn_integer_like(w, by, most));
    grn_value *made = guarded(w, grn_build_binary(w, op, v, few));
    grn_value *fits = grn_build_compare(w, "LE", by, grn_integer_like(w, by, most));
    return made && fits ? grn_build_select(w, fits, made, grn_integer_like(w, v, 0)) : NULL;
}

/* On unsigned elements. An arithmetic shift keeps the highest bit, of unsigned elements too; that of
 * what has the bit is the shift of its complement. */
grn_status grn_expand_shift(grn_rewrite *w, const grn_op *op)
{
    grn_value *x = op->operands[0], *below = NULL;
    if (!takes_integers(op) || is_guarded(op))
        return GRN_OK;
    const grn_type *plain = unsigned_like(w, x), *is_signed = grn_type_integer(w->ir, (int)bits_of(x), GRN_SIGNLESS);
    const bool arithmetic = grn_op_is(op, GRN_HLO(shift_right_arithmetic));
    const char *name = grn_op_is(op, GRN_HLO(shift_left)) ? "stablehlo.shift_left" : "stablehlo.shift_right_logical";
    if (arithmetic) {
        x = is_signed ? grn_build_convert(w, x, is_signed) : NULL;
        grn_value *complement = grn_each(w, "stablehlo.not", x);
        below = test(w, x, "LT", 0);
        x = below && complement ? grn_build_select(w, below, complement, x) : NULL;
    }
    grn_value *v = x && plain ? grn_build_convert(w, x, plain) : NULL,
              *by = plain ? grn_build_convert(w, op->operands[1], plain) : NULL;
    v = v && by ? shifted_by(w, name, v, by) : NULL;
    grn_value *complement = arithmetic ? grn_each(w, "stablehlo.not", v) : NULL;
    if (arithmetic)
        v = complement ? grn_build_select(w, below, complement, v) : NULL;
    return narrowed(w, op, v);
}

/* As ui64, without the bits of a sign. */
static grn_value *as_bits(grn_rewrite *w, grn_value *v)
{
    const grn_type *own = unsigned_like(w, v), *wide = grn_type_integer(w->ir, 64, GRN_UNSIGNED);
    v = own ? grn_build_convert(w, v, own) : NULL;
    return v && wide ? grn_build_convert(w, v, wide) : NULL;
}

static grn_value *masked(grn_rewrite *w, grn_value *v, uint64_t mask)
{
    return grn_build_binary(w, "stablehlo.and", v, grn_integer_like(w, v, (int64_t)mask));
}

/* Pairs of bits, groups of four, of eight, then all eight bytes at once. */
static grn_value *count_ones(grn_rewrite *w, grn_value *v)
{
    static const char right[] = "stablehlo.shift_right_logical";
    const uint64_t pairs = UINT64_C(0x5555555555555555), fours = UINT64_C(0x3333333333333333),
                   bytes = UINT64_C(0x0f0f0f0f0f0f0f0f), ones = UINT64_C(0x0101010101010101);
    v = grn_build_binary(w, "stablehlo.subtract", v, masked(w, shifted(w, right, v, 1), pairs));
    v = grn_build_binary(w, "stablehlo.add", masked(w, v, fours), masked(w, shifted(w, right, v, 2), fours));
    v = masked(w, grn_build_binary(w, "stablehlo.add", v, shifted(w, right, v, 4)), bytes);
    v = grn_build_binary(w, "stablehlo.multiply", v, grn_integer_like(w, v, (int64_t)ones));
    return shifted(w, right, v, 56);
}

grn_status grn_expand_popcnt(grn_rewrite *w, const grn_op *op)
{
    return takes_integers(op) ? narrowed(w, op, count_ones(w, as_bits(w, op->operands[0]))) : GRN_OK;
}

/* Ones from the first one on downwards are counted. */
grn_status grn_expand_clz(grn_rewrite *w, const grn_op *op)
{
    if (!takes_integers(op))
        return GRN_OK;
    grn_value *v = as_bits(w, op->operands[0]);
    for (int64_t by = 1; by < 64; by *= 2)
        v = grn_build_binary(w, "stablehlo.or", v, shifted(w, "stablehlo.shift_right_logical", v, by));
    v = count_ones(w, v);
    grn_value *all = grn_integer_like(w, v, (int64_t)bits_of(op->operands[0]));
    return narrowed(w, op, grn_build_binary(w, "stablehlo.subtract", all, v));
}

/* What is not known to be above zero. */
static bool may_fail(grn_rewrite *w, const grn_value *divisor)
{
    grn_range r;
    return !(grn_range_of(divisor, -1, 0, &w->evaluate_left, &r) && r.low > 0);
}

/* The divisor with 1 in the place of 0 and -1; where it has them. */
static grn_value *safe_divisor(grn_rewrite *w, grn_value *v, grn_value **zero, grn_value **minus)
{
    *zero = test(w, v, "EQ", 0);
    *minus = grn_dtype_class_of(v->type->element->dtype) == GRN_CLASS_SIGNED ? test(w, v, "EQ", -1) : *zero;
    grn_value *is_special = either(w, *zero, *minus);
    return is_special ? grn_build_select(w, is_special, grn_integer_like(w, v, 1), v) : NULL;
}

/* By 0: all bits are ones. The least by -1 is itself, which no processor divides. */
grn_status grn_expand_divide(grn_rewrite *w, const grn_op *op)
{
    grn_value *a = op->operands[0], *b = op->operands[1], *zero, *minus;
    if (!takes_integers(op) || is_guarded(op))
        return GRN_OK;
    if (!may_fail(w, b))
        return grn_replace(w, guarded(w, grn_build_binary(w, "stablehlo.divide", a, b)));
    b = safe_divisor(w, b, &zero, &minus);
    grn_value *q = guarded(w, grn_build_binary(w, "stablehlo.divide", a, b)), *less = negated(w, a);
    q = q && less && minus != zero ? grn_build_select(w, minus, less, q) : q;
    grn_value *ones = grn_integer_like(w, q, -1);
    return grn_replace(w, q && ones ? grn_build_select(w, zero, ones, q) : NULL);
}

/* By 0: what is divided. */
grn_status grn_expand_remainder(grn_rewrite *w, const grn_op *op)
{
    grn_value *a = op->operands[0], *b = op->operands[1], *zero, *minus;
    if (!takes_integers(op) || is_guarded(op))
        return GRN_OK;
    if (!may_fail(w, b))
        return grn_replace(w, guarded(w, grn_build_binary(w, "stablehlo.remainder", a, b)));
    b = safe_divisor(w, b, &zero, &minus);
    grn_value *r = guarded(w, grn_build_binary(w, "stablehlo.remainder", a, b));
    return grn_replace(w, r ? grn_build_select(w, zero, a, r) : NULL);
}

/* Squares for the bits of the exponent. One below zero gives what 1 by the power is, cut: of 1 and
 * -1 themselves, of others 0. */
grn_status grn_expand_power(grn_rewrite *w, const grn_op *op)
{
    grn_value *base = op->operands[0], *e = op->operands[1];
    if (!takes_integers(op))
        return GRN_OK;
    const int64_t bits = (int64_t)bits_of(base);
    const bool is_signed = grn_dtype_class_of(base->type->element->dtype) == GRN_CLASS_SIGNED;
    grn_value *left = e, *square = base, *power = grn_integer_like(w, base, 1), *one = power;
    for (int64_t k = 0; k < bits && power; k++) {
        grn_value *odd = test(w, masked(w, left, 1), "NE", 0);
        grn_value *more = grn_build_binary(w, "stablehlo.multiply", power, square);
        power = odd && more ? grn_build_select(w, odd, more, power) : NULL;
        if (k + 1 < bits) {
            square = grn_build_binary(w, "stablehlo.multiply", square, square);
            left = grn_build_binary(w, "stablehlo.shift_right_logical", left, one);
        }
    }
    if (is_signed) {
        grn_value *below = test(w, e, "LT", 0), *unit = either(w, test(w, base, "EQ", 1), test(w, base, "EQ", -1));
        grn_value *cut = both(w, below, grn_each(w, "stablehlo.not", unit));
        power = cut && power ? grn_build_select(w, cut, grn_integer_like(w, power, 0), power) : NULL;
    }
    return grn_replace(w, power);
}

/* ---- reduce_precision ------------------------------------------------------------------------ */

/* A format in bits of another: exponents up to `least` are 0, those over `most` infinite. */
typedef struct rounding {
    int64_t own_bits, dropped, least, most; /* of the mantissa */
} rounding;

static bool read_rounding(const grn_op *op, rounding *r)
{
    const int64_t exponent = grn_op_integer(op, "exponent_bits", 1), mantissa = grn_op_integer(op, "mantissa_bits", 0);
    const bool wide = bits_of(&op->results[0]) == 64;
    const int64_t own_exponent = wide ? 11 : 8, bias = (INT64_C(1) << (own_exponent - 1)) - 1;
    *r = (rounding){.own_bits = wide ? 52 : 23, .least = -1, .most = 2 * bias};
    r->dropped = mantissa < r->own_bits ? r->own_bits - mantissa : 0;
    if (exponent < own_exponent && exponent > 0) {
        const int64_t reduced = (INT64_C(1) << (exponent - 1)) - 1;
        r->least = bias - reduced;
        r->most = bias + reduced;
    }
    return exponent > 0 && mantissa > 0 && bits_of(&op->results[0]) >= 32;
}

/* To nearest, ties to even: a carry out of the mantissa moves the exponent up, as it should. */
static grn_value *rounded(grn_rewrite *w, const rounding *r, grn_value *v)
{
    const int64_t half = r->dropped ? INT64_C(1) << (r->dropped - 1) : 0;
    if (!r->dropped)
        return v;
    grn_value *last = masked(w, shifted(w, "stablehlo.shift_right_logical", v, r->dropped), 1);
    grn_value *sum = grn_build_binary(w, "stablehlo.add", v, grn_integer_like(w, v, half - 1));
    return masked(w, grn_build_binary(w, "stablehlo.add", sum, last), ~(2 * (uint64_t)half - 1));
}

/* In the bits, as an unsigned integer; what is not finite stays. */
grn_status grn_expand_reduce_precision(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0), *integer;
    rounding r;
    if (!takes_floats(op) || !read_rounding(op, &r))
        return GRN_OK;
    integer = grn_type_integer(w->ir, (int)bits_of(op->operands[0]), GRN_UNSIGNED);
    grn_value *x = op->operands[0], *finite = test(w, grn_each(w, "stablehlo.abs", x), "LT", (double)INFINITY);
    grn_value *bits = grn_new(w, "stablehlo.bitcast_convert", 1, &x,
                              integer ? grn_tensor_like(w, integer, t->rank, t->shape) : NULL, 0, NULL);
    const uint64_t top = UINT64_C(1) << (bits_of(x) - 1), infinite = (uint64_t)(r.own_bits == 52 ? 0x7ff : 0xff);
    grn_value *sign = masked(w, bits, top), *v = rounded(w, &r, masked(w, bits, top - 1));
    grn_value *above = grn_build_compare(w, "GE", v, grn_integer_like(w, v, (r.most + 1) << r.own_bits));
    grn_value *below = grn_build_compare(w, "LT", v, grn_integer_like(w, v, (r.least + 1) << r.own_bits));
    grn_value *most = grn_integer_like(w, v, (int64_t)(infinite << r.own_bits)), *zero = grn_integer_like(w, v, 0);
    if (!above || !below || !most || !zero || !finite)
        return grn_no_memory(w);
    v = grn_build_select(w, above, most, v);
    v = v ? grn_build_select(w, below, zero, v) : NULL;
    v = grn_build_binary(w, "stablehlo.or", v, sign);
    v = v ? grn_build_select(w, finite, v, bits) : NULL;
    return grn_replace(w, grn_new(w, "stablehlo.bitcast_convert", 1, &v, t, 0, NULL));
}

/* ---- no function at all ---------------------------------------------------------------------- */

/* Results are the operands. */
grn_status grn_expand_barrier(grn_rewrite *w, const grn_op *op)
{
    for (size_t i = 0; i < op->nresults; i++)
        w->at->results[i].forward = op->operands[i];
    return GRN_OK;
}

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

/*
 * expand_integer.c - functions of integers, and of the bits of floats, by others.
 *
 * Processors do not agree on quotients by 0, nor on shifts by as many bits as there are: what they
 * agree on is done, and the rest chosen afterwards.
 */
#include "convert/expand.h"

#include <math.h>

#include "passes/range.h"

static grn_value *negated(grn_rewrite *w, grn_value *v)
{
    return grn_build_binary(w, "stablehlo.subtract", grn_integer_like(w, v, 0), v);
}

static bool takes_integers(const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    return grn_has_one_shape(op) && t->element->kind == GRN_TYPE_INTEGER && grn_bits_of(&op->results[0]) >= 8;
}

grn_status grn_expand_negate(grn_rewrite *w, const grn_op *op)
{
    return takes_integers(op) ? grn_replace(w, negated(w, op->operands[0])) : GRN_OK;
}

/* ---- integers -------------------------------------------------------------------------------- */

static const grn_type *unsigned_like(grn_rewrite *w, const grn_value *v)
{
    return grn_type_integer(w->ir, (int)grn_bits_of(v), GRN_UNSIGNED);
}

/* v shifted by a number that is less than its bits. */
static grn_value *shifted(grn_rewrite *w, const char *op, grn_value *v, int64_t by)
{
    return grn_guarded(w, grn_build_binary(w, op, v, grn_integer_like(w, v, by)));
}

/* By an unsigned number, which may be too large; bits that are shifted in are 0. */
static grn_value *shifted_by(grn_rewrite *w, const char *op, grn_value *v, grn_value *by)
{
    const int64_t most = (int64_t)grn_bits_of(v) - 1;
    grn_value *few = grn_build_binary(w, "stablehlo.minimum", by, grn_integer_like(w, by, most));
    grn_value *made = grn_guarded(w, grn_build_binary(w, op, v, few));
    grn_value *fits = grn_build_compare(w, "LE", by, grn_integer_like(w, by, most));
    return made && fits ? grn_build_select(w, fits, made, grn_integer_like(w, v, 0)) : NULL;
}

/* On unsigned elements. An arithmetic shift keeps the highest bit, of unsigned elements too; that of
 * what has the bit is the shift of its complement. */
grn_status grn_expand_shift(grn_rewrite *w, const grn_op *op)
{
    grn_value *x = op->operands[0], *below = NULL;
    if (!takes_integers(op) || grn_is_guarded(op))
        return GRN_OK;
    const grn_type *plain = unsigned_like(w, x),
                   *is_signed = grn_type_integer(w->ir, (int)grn_bits_of(x), GRN_SIGNLESS);
    const bool arithmetic = grn_op_is(op, GRN_HLO(shift_right_arithmetic));
    const char *name = grn_op_is(op, GRN_HLO(shift_left)) ? "stablehlo.shift_left" : "stablehlo.shift_right_logical";
    if (arithmetic) {
        x = is_signed ? grn_build_convert(w, x, is_signed) : NULL;
        grn_value *complement = grn_each(w, "stablehlo.not", x);
        below = grn_build_test(w, x, "LT", 0);
        x = below && complement ? grn_build_select(w, below, complement, x) : NULL;
    }
    grn_value *v = x && plain ? grn_build_convert(w, x, plain) : NULL,
              *by = plain ? grn_build_convert(w, op->operands[1], plain) : NULL;
    v = v && by ? shifted_by(w, name, v, by) : NULL;
    grn_value *complement = arithmetic ? grn_each(w, "stablehlo.not", v) : NULL;
    if (arithmetic)
        v = complement ? grn_build_select(w, below, complement, v) : NULL;
    return grn_replace_as(w, op, v);
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
    return takes_integers(op) ? grn_replace_as(w, op, count_ones(w, as_bits(w, op->operands[0]))) : GRN_OK;
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
    grn_value *all = grn_integer_like(w, v, (int64_t)grn_bits_of(op->operands[0]));
    return grn_replace_as(w, op, grn_build_binary(w, "stablehlo.subtract", all, v));
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
    *zero = grn_build_test(w, v, "EQ", 0);
    *minus = grn_dtype_class_of(v->type->element->dtype) == GRN_CLASS_SIGNED ? grn_build_test(w, v, "EQ", -1) : *zero;
    grn_value *is_special = grn_either(w, *zero, *minus);
    return is_special ? grn_build_select(w, is_special, grn_integer_like(w, v, 1), v) : NULL;
}

/* By 0: all bits are ones. The least by -1 is itself, which no processor divides. */
grn_status grn_expand_divide(grn_rewrite *w, const grn_op *op)
{
    grn_value *a = op->operands[0], *b = op->operands[1], *zero, *minus;
    if (!takes_integers(op) || grn_is_guarded(op))
        return GRN_OK;
    if (!may_fail(w, b))
        return grn_replace(w, grn_guarded(w, grn_build_binary(w, "stablehlo.divide", a, b)));
    b = safe_divisor(w, b, &zero, &minus);
    grn_value *q = grn_guarded(w, grn_build_binary(w, "stablehlo.divide", a, b)), *less = negated(w, a);
    q = q && less && minus != zero ? grn_build_select(w, minus, less, q) : q;
    grn_value *ones = grn_integer_like(w, q, -1);
    return grn_replace(w, q && ones ? grn_build_select(w, zero, ones, q) : NULL);
}

/* By 0: what is divided. */
grn_status grn_expand_remainder(grn_rewrite *w, const grn_op *op)
{
    grn_value *a = op->operands[0], *b = op->operands[1], *zero, *minus;
    if (!takes_integers(op) || grn_is_guarded(op))
        return GRN_OK;
    if (!may_fail(w, b))
        return grn_replace(w, grn_guarded(w, grn_build_binary(w, "stablehlo.remainder", a, b)));
    b = safe_divisor(w, b, &zero, &minus);
    grn_value *r = grn_guarded(w, grn_build_binary(w, "stablehlo.remainder", a, b));
    return grn_replace(w, r ? grn_build_select(w, zero, a, r) : NULL);
}

/* Squares for the bits of the exponent. One below zero gives what 1 by the power is, cut: of 1 and
 * -1 themselves, of others 0. */
grn_status grn_expand_power(grn_rewrite *w, const grn_op *op)
{
    grn_value *base = op->operands[0], *e = op->operands[1];
    if (!takes_integers(op))
        return GRN_OK;
    const int64_t bits = (int64_t)grn_bits_of(base);
    const bool is_signed = grn_dtype_class_of(base->type->element->dtype) == GRN_CLASS_SIGNED;
    grn_value *left = e, *square = base, *power = grn_integer_like(w, base, 1), *one = power;
    for (int64_t k = 0; k < bits && power; k++) {
        grn_value *odd = grn_build_test(w, masked(w, left, 1), "NE", 0);
        grn_value *more = grn_build_binary(w, "stablehlo.multiply", power, square);
        power = odd && more ? grn_build_select(w, odd, more, power) : NULL;
        if (k + 1 < bits) {
            square = grn_build_binary(w, "stablehlo.multiply", square, square);
            left = grn_build_binary(w, "stablehlo.shift_right_logical", left, one);
        }
    }
    if (is_signed) {
        grn_value *below = grn_build_test(w, e, "LT", 0),
                  *unit = grn_either(w, grn_build_test(w, base, "EQ", 1), grn_build_test(w, base, "EQ", -1));
        grn_value *cut = grn_both(w, below, grn_each(w, "stablehlo.not", unit));
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
    const bool wide = grn_bits_of(&op->results[0]) == 64;
    const int64_t own_exponent = wide ? 11 : 8, bias = (INT64_C(1) << (own_exponent - 1)) - 1;
    *r = (rounding){.own_bits = wide ? 52 : 23, .least = -1, .most = 2 * bias};
    r->dropped = mantissa < r->own_bits ? r->own_bits - mantissa : 0;
    if (exponent < own_exponent && exponent > 0) {
        const int64_t reduced = (INT64_C(1) << (exponent - 1)) - 1;
        r->least = bias - reduced;
        r->most = bias + reduced;
    }
    return exponent > 0 && mantissa > 0 && grn_bits_of(&op->results[0]) >= 32 &&
           grn_kind_of(grn_result_type(op, 0)) == GRN_KIND_FLOAT;
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
    if (!grn_has_one_shape(op) || !read_rounding(op, &r))
        return GRN_OK;
    integer = grn_type_integer(w->ir, (int)grn_bits_of(op->operands[0]), GRN_UNSIGNED);
    grn_value *x = op->operands[0],
              *finite = grn_build_test(w, grn_each(w, "stablehlo.abs", x), "LT", (double)INFINITY);
    grn_value *bits = grn_new(w, "stablehlo.bitcast_convert", 1, &x,
                              integer ? grn_tensor_like(w, integer, t->rank, t->shape) : NULL, 0, NULL);
    const uint64_t top = UINT64_C(1) << (grn_bits_of(x) - 1), infinite = (uint64_t)(r.own_bits == 52 ? 0x7ff : 0xff);
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

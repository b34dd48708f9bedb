/*
 * precision.c - reduce_precision in ops on bits: to the nearest of so many mantissa bits, ties to
 * even, then held against the range of so many exponent bits, below which is zero and above which
 * infinity. Source: StableHLO spec, reduce_precision.
 */
#include "lower/numbers.h"

typedef struct bits_of {
    grn_lower *l;
    const grn_type *type; /* integers of the float's width */
    const grn_float_format *format;
} bits_of;

static grn_value *number(const bits_of *b, uint64_t v) { return grn_lo_integer(b->l, b->type, (int64_t)v); }

static uint64_t infinity(const bits_of *b)
{
    return ((UINT64_C(1) << b->format->exponent_bits) - 1) << b->format->mantissa_bits;
}

/* A carry out of the mantissa moves the exponent up, as it should. */
static grn_value *rounded(const bits_of *b, grn_value *magnitude, int64_t mantissa_bits)
{
    const int64_t dropped = b->format->mantissa_bits - (mantissa_bits < 0 ? 0 : mantissa_bits);
    grn_lower *l = b->l;
    if (dropped <= 0)
        return magnitude;
    const uint64_t unit = UINT64_C(1) << dropped,
                   all = (UINT64_C(1) << (b->format->exponent_bits + b->format->mantissa_bits)) - 1;
    grn_value *last = grn_lo_binary(
        l, "arith.andi", grn_lo_binary(l, "arith.shrui", magnitude, number(b, (uint64_t)dropped)), number(b, 1));
    grn_value *more = grn_lo_binary(l, "arith.addi", number(b, (unit >> 1) - 1), last);
    return grn_lo_binary(l, "arith.andi", grn_lo_binary(l, "arith.addi", magnitude, more),
                         number(b, all & ~(unit - 1)));
}

static grn_value *in_range(const bits_of *b, grn_value *magnitude, int64_t exponent_bits)
{
    grn_lower *l = b->l;
    if (exponent_bits >= b->format->exponent_bits)
        return magnitude;
    const int64_t bias = (INT64_C(1) << (exponent_bits < 1 ? 0 : exponent_bits - 1)) - 1;
    grn_value *exponent = grn_lo_binary(l, "arith.shrui", magnitude, number(b, (uint64_t)b->format->mantissa_bits));
    grn_value *above = grn_lo_compare(l, "sgt", exponent, number(b, (uint64_t)(b->format->bias + bias)));
    grn_value *below = grn_lo_compare(l, "sle", exponent, number(b, (uint64_t)(b->format->bias - bias)));
    return grn_lo_select(l, below, number(b, 0), grn_lo_select(l, above, number(b, infinity(b)), magnitude));
}

grn_value *grn_lo_reduce_precision(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    const grn_type *element = grn_lo_operand_element(op, 0);
    const unsigned width = grn_dtype_bits(element->dtype);
    const int64_t mantissa_bits = grn_op_integer(op, "mantissa_bits", 0);
    const bits_of b = {l, grn_lo_integer_type(l, width), grn_dtype_float_format(element->dtype)};
    if (!b.format || width < 16)
        return grn_lo_refuse(l, "is of floats that are not computed with");
    const uint64_t sign = UINT64_C(1) << (width - 1);
    grn_value *bits = grn_lo_cast(l, "arith.bitcast", grn_lo_read(l, op->operands[0], index), b.type);
    grn_value *magnitude = grn_lo_binary(l, "arith.andi", bits, number(&b, sign - 1));
    grn_value *finite = in_range(&b, rounded(&b, magnitude, mantissa_bits), grn_op_integer(op, "exponent_bits", 0));
    grn_value *special = grn_lo_compare(l, "uge", magnitude, number(&b, infinity(&b)));
    grn_value *kept = mantissa_bits <= 0 ? number(&b, infinity(&b)) : magnitude; /* no bit is left that says NaN */
    grn_value *made = grn_lo_binary(l, "arith.ori", grn_lo_binary(l, "arith.andi", bits, number(&b, sign)),
                                    grn_lo_select(l, special, kept, finite));
    return grn_lo_cast(l, "arith.bitcast", made, element);
}

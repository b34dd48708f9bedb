/* convert.c - an element in another type, rounded or wrapped once (StableHLO spec, convert). Where
 * the spec leaves it open: a float out of an integer's range goes to its nearest end, NaN to 0. */
#include <math.h>

#include "lower/numbers.h"

static const grn_type *f64_of(grn_lower *l) { return grn_type_of_dtype(l->ir, GRN_F64); }
static const grn_type *f32_of(grn_lower *l) { return grn_type_of_dtype(l->ir, GRN_F32); }

/* ---- floats ---------------------------------------------------------------------------------- */

/* A double as a float that rounds to 16 bits as the double itself would: where bits have to go, the
 * last bit kept is set (round to odd). */
static grn_value *rounded_to_odd(grn_lower *l, grn_value *v)
{
    const grn_type *i32 = grn_lo_integer_type(l, 32);
    grn_value *one = grn_lo_integer(l, i32, 1);
    grn_value *near = grn_lo_cast(l, "arith.truncf", v, f32_of(l)),
              *back = grn_lo_cast(l, "arith.extf", near, f64_of(l));
    grn_value *beyond = grn_lo_compare(l, "ogt", grn_lo_unary(l, "math.absf", back), grn_lo_unary(l, "math.absf", v));
    grn_value *bits = grn_lo_cast(l, "arith.bitcast", near, i32);
    grn_value *below = grn_lo_select(l, beyond, grn_lo_binary(l, "arith.subi", bits, one), bits);
    grn_value *odd = grn_lo_binary(l, "arith.ori", below, one);
    grn_value *kept = grn_lo_select(l, grn_lo_compare(l, "one", back, v), odd, bits);
    return grn_lo_cast(l, "arith.bitcast", kept, f32_of(l));
}

grn_value *grn_lo_round(grn_lower *l, grn_value *v, const grn_type *type)
{
    if (!v || !type || v->type == type)
        return v;
    const size_t from = grn_dtype_bytes(v->type->dtype), to = grn_dtype_bytes(type->dtype);
    if (from < to)
        return grn_lo_cast(l, "arith.extf", v, type);
    if (from == 8 && to == 2)
        v = rounded_to_odd(l, v);
    if (from == to) /* f16 and bf16 */
        v = grn_lo_cast(l, "arith.extf", v, f32_of(l));
    return grn_lo_cast(l, "arith.truncf", v, type);
}

/* ---- integers -------------------------------------------------------------------------------- */

static grn_value *between_integers(grn_lower *l, grn_value *v, grn_lo_class c, const grn_type *to)
{
    const bool is_signed = c == GRN_LO_SIGNED;
    if (!v || v->type == to)
        return v;
    if (to->kind == GRN_TYPE_INDEX || v->type->kind == GRN_TYPE_INDEX)
        return grn_lo_cast(l, is_signed ? "arith.index_cast" : "arith.index_castui", v, to);
    if (v->type->width < to->width)
        return grn_lo_cast(l, is_signed ? "arith.extsi" : "arith.extui", v, to);
    return grn_lo_cast(l, "arith.trunci", v, to);
}

/* 64 bits as a number that rounds to bf16 by way of a double: see eval/convert.c. */
static grn_value *odd_bits(grn_lower *l, grn_value *v, bool is_signed)
{
    const grn_type *t = v ? v->type : NULL;
    grn_value *zero = grn_lo_integer(l, t, 0), *negative = grn_lo_compare(l, "slt", v, zero);
    grn_value *size = is_signed ? grn_lo_select(l, negative, grn_lo_binary(l, "arith.subi", zero, v), v) : v;
    grn_value *rest = grn_lo_binary(l, "arith.andi", size, grn_lo_integer(l, t, 0x7FF));
    grn_value *kept = grn_lo_binary(l, "arith.andi", size, grn_lo_integer(l, t, ~INT64_C(0x7FF)));
    grn_value *odd = grn_lo_binary(l, "arith.ori", kept, grn_lo_integer(l, t, 0x800));
    grn_value *high = grn_lo_binary(l, "arith.shrui", size, grn_lo_integer(l, t, 53));
    grn_value *inexact = grn_lo_and(l, grn_lo_compare(l, "ne", high, zero), grn_lo_compare(l, "ne", rest, zero));
    size = grn_lo_select(l, inexact, odd, size);
    return is_signed ? grn_lo_select(l, negative, grn_lo_binary(l, "arith.subi", zero, size), size) : size;
}

static grn_value *integer_to_float(grn_lower *l, grn_value *v, grn_lo_class c, const grn_type *to)
{
    const bool is_signed = c == GRN_LO_SIGNED, small = grn_dtype_bytes(to->dtype) == 2;
    if (v && v->type->kind == GRN_TYPE_INDEX)
        v = grn_lo_cast(l, "arith.index_cast", v, grn_lo_integer_type(l, 64));
    if (small && v && v->type->width == 64)
        v = odd_bits(l, v, is_signed);
    grn_value *f = grn_lo_cast(l, is_signed ? "arith.sitofp" : "arith.uitofp", v, small ? f64_of(l) : to);
    return small ? grn_lo_round(l, f, to) : f;
}

/* Truncated, and held at the ends: what arith leaves undefined is not computed. */
static grn_value *float_to_integer(grn_lower *l, grn_value *v, grn_lo_class to_class, const grn_type *to)
{
    const bool is_signed = to_class == GRN_LO_SIGNED, index = to->kind == GRN_TYPE_INDEX;
    const grn_type *t = index ? grn_lo_integer_type(l, 64) : to, *f64 = f64_of(l);
    const int width = (int)t->width;
    const double least = is_signed ? -ldexp(1, width - 1) : 0, over = ldexp(1, is_signed ? width - 1 : width);
    const double most = width == 64 ? over : over - 1;
    const int64_t least_of = is_signed ? (int64_t)(UINT64_MAX << (width - 1)) : 0;
    const int64_t most_of = is_signed     ? (int64_t) ~(UINT64_MAX << (width - 1))
                            : width == 64 ? -1
                                          : (int64_t) ~(UINT64_MAX << width);
    v = grn_lo_round(l, v, f64);
    if (to_class == GRN_LO_BOOL)
        return grn_lo_compare(l, "une", v, grn_lo_float(l, f64, 0));
    grn_value *above = grn_lo_compare(l, "ogt", v, grn_lo_float(l, f64, least));
    grn_value *below = grn_lo_compare(l, "olt", v, grn_lo_float(l, f64, most));
    grn_value *safe = grn_lo_select(l, grn_lo_and(l, above, below), v, grn_lo_float(l, f64, 0));
    grn_value *whole = grn_lo_cast(l, is_signed ? "arith.fptosi" : "arith.fptoui", safe, t);
    whole = grn_lo_select(l, grn_lo_compare(l, "ole", v, grn_lo_float(l, f64, least)), grn_lo_integer(l, t, least_of),
                          whole);
    whole =
        grn_lo_select(l, grn_lo_compare(l, "oge", v, grn_lo_float(l, f64, most)), grn_lo_integer(l, t, most_of), whole);
    return index ? grn_lo_cast(l, "arith.index_cast", whole, to) : whole;
}

/* ---- all ------------------------------------------------------------------------------------- */

static grn_value *real_to(grn_lower *l, grn_value *v, grn_lo_class c, grn_lo_class to_class, const grn_type *to)
{
    if (!v)
        return NULL;
    if (c == GRN_LO_FLOAT)
        return to_class == GRN_LO_FLOAT ? grn_lo_round(l, v, to) : float_to_integer(l, v, to_class, to);
    if (to_class == GRN_LO_FLOAT)
        return integer_to_float(l, v, c, to);
    if (to_class == GRN_LO_BOOL && c != GRN_LO_BOOL)
        return grn_lo_compare(l, "ne", v, grn_lo_integer(l, v->type, 0));
    return between_integers(l, v, c, to);
}

grn_value *grn_lo_convert(grn_lower *l, grn_value *v, const grn_type *from, const grn_type *to)
{
    grn_lo_class c, to_class;
    const grn_type *type = l->status == GRN_OK ? grn_lo_element(l, to) : NULL;
    if (from == to)
        return v;
    if (!type || !grn_lo_class_of(l, from, &c) || !grn_lo_class_of(l, to, &to_class))
        return NULL;
    if (to_class != GRN_LO_COMPLEX)
        return c == GRN_LO_COMPLEX ? real_to(l, grn_lo_part(l, v, false), GRN_LO_FLOAT, to_class, type)
                                   : real_to(l, v, c, to_class, type);
    if (c == GRN_LO_COMPLEX)
        return grn_lo_complex(l, grn_lo_round(l, grn_lo_part(l, v, false), type->element),
                              grn_lo_round(l, grn_lo_part(l, v, true), type->element));
    return grn_lo_complex(l, real_to(l, v, c, GRN_LO_FLOAT, type->element), grn_lo_float(l, type->element, 0));
}

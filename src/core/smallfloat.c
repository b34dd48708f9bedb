/* smallfloat.c - binary floating point of any width up to 64 bits: decode, encode, and the fast
 * 16-bit conversions. */
#include "core/number.h"

#include <string.h>

static uint64_t double_bits(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double double_of(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

#define DOUBLE_NAN UINT64_C(0x7FF8000000000000)
#define DOUBLE_INFINITY UINT64_C(0x7FF0000000000000)
#define DOUBLE_MANTISSA UINT64_C(0x000FFFFFFFFFFFFF)

/* 2^exponent for exponents of normal doubles. */
static double power_of_two(int exponent) { return double_of((uint64_t)(exponent + 1023) << 52); }

static uint64_t sign_bit(const grn_float_format *f)
{
    return f->nan_style == GRN_NAN_EXPONENT_ONLY ? 0 : UINT64_C(1) << (f->exponent_bits + f->mantissa_bits);
}

/* The pattern of infinity in the IEEE style: all exponent bits, no mantissa bits. */
static uint64_t top_exponent(const grn_float_format *f)
{
    return ((UINT64_C(1) << f->exponent_bits) - 1) << f->mantissa_bits;
}

uint64_t grn_float_nan_bits(const grn_float_format *f)
{
    switch (f->nan_style) {
    case GRN_NAN_IEEE: return top_exponent(f) | UINT64_C(1) << (f->mantissa_bits - 1);
    case GRN_NAN_ALL_ONES: return sign_bit(f) - 1;
    case GRN_NAN_NEG_ZERO: return sign_bit(f);
    case GRN_NAN_EXPONENT_ONLY: return top_exponent(f);
    case GRN_NAN_NONE: break;
    }
    return 0;
}

static uint64_t largest_finite(const grn_float_format *f)
{
    switch (f->nan_style) {
    case GRN_NAN_IEEE:
    case GRN_NAN_EXPONENT_ONLY: return top_exponent(f) - 1;
    case GRN_NAN_ALL_ONES: return sign_bit(f) - 2;
    case GRN_NAN_NEG_ZERO:
    case GRN_NAN_NONE: break;
    }
    return sign_bit(f) - 1;
}

/* What a magnitude over the largest finite one becomes. */
static uint64_t overflow_bits(const grn_float_format *f)
{
    switch (f->nan_style) {
    case GRN_NAN_IEEE: return top_exponent(f);
    case GRN_NAN_NONE: return largest_finite(f);
    default: return grn_float_nan_bits(f);
    }
}

/* A magnitude with its sign. FNUZ has one zero and one NaN, both without sign. */
static uint64_t with_sign(const grn_float_format *f, uint64_t magnitude, bool negative)
{
    bool no_sign = f->nan_style == GRN_NAN_NEG_ZERO && (magnitude == 0 || magnitude == sign_bit(f));
    return negative && !no_sign ? magnitude | sign_bit(f) : magnitude;
}

static double decode_special(const grn_float_format *f, uint64_t magnitude, uint64_t sign)
{
    if (f->nan_style != GRN_NAN_IEEE)
        return double_of(sign | DOUBLE_NAN);
    uint64_t payload = magnitude & ((UINT64_C(1) << f->mantissa_bits) - 1);
    return double_of(sign | DOUBLE_INFINITY | payload << (52 - f->mantissa_bits));
}

double grn_float_decode(const grn_float_format *f, uint64_t bits)
{
    unsigned mantissa_bits = f->mantissa_bits;
    uint64_t magnitude = bits & (sign_bit(f) - 1);
    uint64_t sign = bits & sign_bit(f) ? UINT64_C(1) << 63 : 0;
    if (f->exponent_bits == 11)
        return double_of(bits);
    if (f->nan_style == GRN_NAN_EXPONENT_ONLY)
        return bits == grn_float_nan_bits(f) ? double_of(DOUBLE_NAN) : power_of_two((int)bits - f->bias);
    if (f->nan_style == GRN_NAN_NEG_ZERO && bits == sign_bit(f))
        return double_of(DOUBLE_NAN);
    if (magnitude > largest_finite(f))
        return decode_special(f, magnitude, sign);
    uint64_t exponent = magnitude >> mantissa_bits;
    if (exponent == 0) {
        double tiny = (double)magnitude * power_of_two(1 - f->bias - (int)mantissa_bits);
        return sign ? -tiny : tiny;
    }
    uint64_t mantissa = magnitude & ((UINT64_C(1) << mantissa_bits) - 1);
    return double_of(sign | (exponent + 1023 - (uint64_t)f->bias) << 52 | mantissa << (52 - mantissa_bits));
}

/* Powers of two only: the field is the exponent, a tie goes to the even field, and there is neither
 * sign nor zero. */
static uint64_t round_to_power(const grn_float_format *f, const grn_real *v)
{
    const uint64_t tie = UINT64_C(3) << 62;
    int64_t field = v->exponent + 63 + f->bias;
    if (v->mantissa == 0 || field < 0)
        return v->negative && v->mantissa ? grn_float_nan_bits(f) : 0;
    if (v->mantissa > tie || (v->mantissa == tie && (v->sticky || field % 2 != 0)))
        field++;
    return v->negative || field > (int64_t)largest_finite(f) ? grn_float_nan_bits(f) : (uint64_t)field;
}

/* `keep` top bits of the 64, rounded to nearest even: 0 <= keep < 64. */
static uint64_t round_top(const grn_real *v, unsigned keep)
{
    uint64_t kept = keep ? v->mantissa >> (64 - keep) : 0;
    uint64_t rest = v->mantissa << keep;
    const uint64_t half = UINT64_C(1) << 63;
    if (rest > half || (rest == half && (v->sticky || kept % 2 != 0)))
        kept++;
    return kept;
}

uint64_t grn_float_round(const grn_float_format *f, const grn_real *v)
{
    int64_t exponent = v->exponent + 63; /* of the leading bit */
    int64_t least = 1 - f->bias;         /* below it, numbers are subnormal */
    int64_t keep = f->mantissa_bits + 1;
    uint64_t base = 0;
    if (f->nan_style == GRN_NAN_EXPONENT_ONLY)
        return round_to_power(f, v);
    if (v->mantissa == 0 || exponent < least - keep)
        return with_sign(f, 0, v->negative);
    if (exponent > f->bias + 2)
        return with_sign(f, overflow_bits(f), v->negative);
    if (exponent < least)
        keep -= least - exponent;
    else
        base = (uint64_t)(exponent - least) << f->mantissa_bits;
    /* A mantissa that rounds up to the next power of two carries into the exponent by itself. */
    uint64_t magnitude = base + round_top(v, (unsigned)keep);
    return with_sign(f, magnitude > largest_finite(f) ? overflow_bits(f) : magnitude, v->negative);
}

unsigned grn_leading_zeros(uint64_t value)
{
    unsigned n = 0;
    for (unsigned step = 32; step; step /= 2)
        if (value >> (64 - step) == 0) {
            n += step;
            value <<= step;
        }
    return n;
}

uint64_t grn_float_encode(const grn_float_format *f, double value)
{
    uint64_t bits = double_bits(value);
    grn_real v = {bits & DOUBLE_MANTISSA, -1074, (bits >> 63) != 0, false};
    int64_t exponent = (int64_t)(bits >> 52 & 0x7FF);
    if (exponent == 0x7FF) {
        uint64_t magnitude = v.mantissa ? grn_float_nan_bits(f) : overflow_bits(f);
        bool to_nan = f->nan_style == GRN_NAN_EXPONENT_ONLY || (v.mantissa && f->nan_style == GRN_NAN_NONE);
        return to_nan ? grn_float_nan_bits(f) : with_sign(f, magnitude, v.negative);
    }
    if (exponent) {
        v.mantissa |= UINT64_C(1) << 52;
        v.exponent += exponent - 1;
    }
    if (v.mantissa) {
        unsigned shift = grn_leading_zeros(v.mantissa);
        v.mantissa <<= shift;
        v.exponent -= shift;
    }
    return grn_float_round(f, &v);
}

float grn_f16_to_f32(uint16_t bits)
{
    uint32_t sign = (uint32_t)(bits & 0x8000) << 16;
    uint32_t magnitude = (uint32_t)(bits & 0x7FFF);
    if (magnitude >= 0x7C00) /* infinity and NaN: the exponent stays all ones */
        return float_of(sign | 0x7F800000 | (magnitude & 0x3FF) << 13);
    if (magnitude >= 0x400)
        return float_of(sign | (magnitude + (112 << 10)) << 13);
    float tiny = (float)magnitude * 0x1p-24f;
    return float_of(sign | float_bits(tiny));
}

uint16_t grn_f32_to_f16(float value)
{
    uint32_t bits = float_bits(value), out;
    uint16_t sign = (uint16_t)(bits >> 16 & 0x8000);
    bits &= 0x7FFFFFFF;
    if (bits >= 0x47800000) /* 65536 and up */
        out = bits > 0x7F800000 ? 0x7E00 : 0x7C00;
    else if (bits < 0x38800000) /* below 2^-14: adding 0.5 rounds at 2^-24, where f16's subnormals end */
        out = float_bits(float_of(bits) + 0.5f) - 0x3F000000;
    else /* the carry of rounding moves on into the exponent, up to infinity */
        out = (bits - (112u << 23) + 0xFFF + (bits >> 13 & 1)) >> 13;
    return (uint16_t)(sign | out);
}

uint16_t grn_f32_to_bf16(float value)
{
    uint32_t bits = float_bits(value);
    if ((bits & 0x7FFFFFFF) > 0x7F800000)
        return (uint16_t)((bits >> 16 & 0x8000) | 0x7FC0);
    return (uint16_t)((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

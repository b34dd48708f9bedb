/* narrow.c - floats of 4 to 16 bits, which C does not have: functions that give their value as a
 * double and round a double to them, once and to nearest even. Every value of theirs is a double.
 * Source: the formats' table, src/core/dtype.c. */
#include <inttypes.h>
#include <stdio.h>

#include "emit/state.h"

/* f8E4M3FN and its like, as identifiers. */
static const char *name_of(grn_c *s, const grn_type *t) { return grn_c_text(s, "%s", grn_dtype_text(t->dtype)); }
static unsigned storage_bits(const grn_type *t) { return 8 * (unsigned)grn_dtype_bytes(t->dtype); }

/* ---- values ---------------------------------------------------------------------------------- */

/* What the largest patterns stand for, as lines of C. */
static const char *special_values(grn_c *s, const grn_float_format *f)
{
    const unsigned all = (1u << (f->exponent_bits + f->mantissa_bits)) - 1;
    const unsigned top = ((1u << f->exponent_bits) - 1) << f->mantissa_bits;
    if (f->nan_style == GRN_NAN_ALL_ONES || f->nan_style == GRN_NAN_NEG_ZERO)
        grn_c_needs(s, GRN_C_MATH_H);
    switch (f->nan_style) {
    case GRN_NAN_IEEE: /* a NaN keeps its sign and its payload */
        return grn_c_text(s, "    if (magnitude >= 0x%X)\n        pattern |= UINT64_C(0x7FF) << 52;\n", top);
    case GRN_NAN_ALL_ONES:
        return grn_c_text(
            s, "    if (magnitude == 0x%X)\n        return bits > magnitude ? -(double)NAN : (double)NAN;\n", all);
    case GRN_NAN_NEG_ZERO: return grn_c_text(s, "    if (bits == 0x%X)\n        return (double)NAN;\n", all + 1);
    default: return "";
    }
}

static const char *decoder(grn_c *s, const grn_type *t, const char *name)
{
    const grn_float_format *f = grn_dtype_float_format(t->dtype);
    const unsigned magnitude = (1u << (f->exponent_bits + f->mantissa_bits)) - 1;
    if (f->nan_style == GRN_NAN_EXPONENT_ONLY) {
        grn_c_needs(s, GRN_C_MATH_H);
        return grn_c_text(
            s,
            "/* An %s as a double. */\nstatic inline double %s_value(uint8_t bits)\n{\n"
            "    const uint64_t pattern = (uint64_t)(bits + %d) << 52;\n    double value;\n    memcpy(&value, "
            "&pattern, sizeof value);\n"
            "    return bits == 0xFF ? (double)NAN : value;\n}\n",
            name, name, 1023 - f->bias);
    }
    return grn_c_text(
        s,
        "/* An %s as a double. */\nstatic inline double %s_value(uint%u_t bits)\n{\n"
        "    const unsigned magnitude = bits & 0x%Xu, exponent = magnitude >> %u;\n"
        "    uint64_t pattern = ((uint64_t)magnitude << %d) + (UINT64_C(%d) << 52);\n    double value;\n%s"
        "    memcpy(&value, &pattern, sizeof value);\n"
        "    if (exponent == 0)\n        value = magnitude * 0x1p%d;\n"
        "    return bits > magnitude ? -value : value;\n}\n",
        name, name, storage_bits(t), magnitude, (unsigned)f->mantissa_bits, 52 - f->mantissa_bits, 1023 - f->bias,
        special_values(s, f), 1 - f->bias - f->mantissa_bits);
}

grn_c_expr grn_c_decode(grn_c *s, grn_c_expr bits, const grn_type *t)
{
    const char *name = name_of(s, t), *own = grn_c_text(s, "%s_value", name);
    if (!grn_c_has_helper(s, own)) {
        grn_c_needs(s, GRN_C_STRING_H);
        grn_c_keep_helper(s, own, decoder(s, t, name));
    }
    return grn_c_call(s, own, &grn_c_double, &bits, NULL);
}

/* ---- rounding -------------------------------------------------------------------------------- */

/* What a magnitude over the largest finite one becomes. */
static uint64_t overflow_of(const grn_float_format *f) { return grn_float_encode(f, 1e300); }

static const char *encoder(grn_c *s, const grn_type *t, const char *name)
{
    const grn_float_format *f = grn_dtype_float_format(t->dtype);
    const unsigned bits = storage_bits(t), sign = 1u << (f->exponent_bits + f->mantissa_bits),
                   shift = 52 - (unsigned)f->mantissa_bits;
    const uint64_t nan = grn_float_nan_bits(f), overflow = overflow_of(f);
    const bool one_zero = f->nan_style == GRN_NAN_NEG_ZERO; /* and one NaN, without signs */
    /* The largest finite one: what a magnitude is compared to. */
    const unsigned largest = f->nan_style == GRN_NAN_IEEE ? (((1u << f->exponent_bits) - 1) << f->mantissa_bits) - 1
                             : f->nan_style == GRN_NAN_ALL_ONES ? sign - 2
                                                                : sign - 1;
    const int quantum = 1 - f->bias - f->mantissa_bits; /* of subnormals */
    return grn_c_text(s,
                      "/* The nearest %s. */\nstatic inline uint%u_t %s_nearest(double value)\n{\n"
                      "    uint64_t pattern;\n    memcpy(&pattern, &value, sizeof pattern);\n"
                      "    const unsigned sign = pattern >> 63 ? 0x%Xu : 0;\n    pattern &= INT64_MAX;\n"
                      "    if (pattern > UINT64_C(0x7FF0000000000000))\n        return (uint%u_t)(%s0x%" PRIX64 "u);\n"
                      "    uint64_t magnitude;\n"
                      "    if (pattern < UINT64_C(%d) << 52) { /* adding a number whose last bit is the smallest %s "
                      "rounds to that */\n"
                      "        double tiny;\n        memcpy(&tiny, &pattern, sizeof tiny);\n        tiny += 0x1p%d;\n"
                      "        memcpy(&magnitude, &tiny, sizeof magnitude);\n        magnitude -= UINT64_C(%d) << 52;\n"
                      "    } else\n"
                      "        magnitude = ((pattern + (UINT64_C(1) << %u) - 1 + (pattern >> %u & 1)) >> %u) - "
                      "(UINT64_C(%d) << %d);\n"
                      "    if (magnitude > 0x%X)\n        %s0x%" PRIX64 ";\n"
                      "    return (uint%u_t)(%smagnitude);\n}\n",
                      name, bits, name, sign, bits, f->nan_style == GRN_NAN_NONE || one_zero ? "" : "sign | ", nan,
                      1024 - f->bias, name, quantum + 52, quantum + 52 + 1023, shift - 1, shift, shift, 1023 - f->bias,
                      f->mantissa_bits, largest, one_zero ? "return " : "magnitude = ", overflow, bits,
                      one_zero ? "(magnitude ? sign : 0) | " : "sign | ");
}

/* The same of a format without signs, whose numbers are powers of two. */
static const char *power_encoder(grn_c *s, const char *name)
{
    return grn_c_text(s,
                      "/* The nearest %s, a power of two: a tie goes to the even exponent. */\nstatic inline uint8_t "
                      "%s_nearest(double value)\n{\n"
                      "    uint64_t pattern;\n    memcpy(&pattern, &value, sizeof pattern);\n"
                      "    if (value == 0)\n        return 0;\n"
                      "    const uint64_t half = UINT64_C(1) << 51, rest = pattern & (2 * half - 1);\n"
                      "    int64_t exponent = (int64_t)(pattern >> 52 & 0x7FF) - 1023 + 127;\n"
                      "    if (value != value || (value < 0) || exponent > 254)\n        return 0xFF;\n"
                      "    if (exponent < 0)\n        return 0;\n"
                      "    exponent += rest > half || (rest == half && exponent %% 2 != 0);\n"
                      "    return exponent > 254 ? 0xFF : (uint8_t)exponent;\n}\n",
                      name, name);
}

grn_c_expr grn_c_encode(grn_c *s, grn_c_expr value, const grn_type *t)
{
    const grn_float_format *f = grn_dtype_float_format(t->dtype);
    const char *name = name_of(s, t), *own = grn_c_text(s, "%s_nearest", name);
    if (!grn_c_has_helper(s, own)) {
        grn_c_needs(s, GRN_C_STRING_H);
        grn_c_keep_helper(s, own, f->nan_style == GRN_NAN_EXPONENT_ONLY ? power_encoder(s, name) : encoder(s, t, name));
    }
    return grn_c_call(s, own, grn_c_type_of(s, t), &value, NULL);
}

/* ulp.c - how many representable floats lie between two. */
#include "core/core.h"

#include <string.h>

/* A float as sign and magnitude; magnitudes of one format are ordered as the numbers are. */
typedef struct parts {
    uint64_t magnitude;
    bool negative, nan, infinite;
} parts;

static parts parts_of(grn_dtype dtype, const void *p)
{
    const grn_float_format *f = grn_dtype_float_format(dtype);
    uint64_t bits = 0;
    uint16_t b2;
    uint32_t b4;
    switch (grn_dtype_bytes(dtype)) {
    case 1: bits = *(const unsigned char *)p; break;
    case 2: memcpy(&b2, p, 2), bits = b2; break;
    case 4: memcpy(&b4, p, 4), bits = b4; break;
    default: memcpy(&bits, p, 8); break;
    }
    uint64_t sign = f->nan_style == GRN_NAN_EXPONENT_ONLY ? 0 : UINT64_C(1) << (grn_dtype_bits(dtype) - 1);
    double value = grn_float_decode(f, bits);
    bool nan = value != value;
    return (parts){bits & ~sign, (bits & sign) != 0, nan, !nan && value - value != 0};
}

static uint64_t float_distance(grn_dtype dtype, const void *a, const void *b)
{
    parts x = parts_of(dtype, a), y = parts_of(dtype, b);
    if (x.nan && y.nan)
        return 0;
    if (x.magnitude == y.magnitude && x.negative == y.negative)
        return 0;
    if (x.nan || y.nan || x.infinite || y.infinite)
        return UINT64_MAX;
    if (x.negative != y.negative)
        return x.magnitude + y.magnitude;
    return x.magnitude > y.magnitude ? x.magnitude - y.magnitude : y.magnitude - x.magnitude;
}

/* Integers are their difference apart, complex numbers as far as their worse part. */
uint64_t grn_ulp_distance(grn_dtype dtype, const void *a, const void *b)
{
    grn_dtype part = dtype == GRN_C64 ? GRN_F32 : GRN_F64;
    size_t half = grn_dtype_bytes(dtype) / 2;
    grn_scalar x, y;
    switch (grn_dtype_class_of(dtype)) {
    case GRN_CLASS_FLOAT: return float_distance(dtype, a, b);
    case GRN_CLASS_COMPLEX: {
        uint64_t re = float_distance(part, a, b);
        uint64_t im = float_distance(part, (const char *)a + half, (const char *)b + half);
        return re > im ? re : im;
    }
    default: break;
    }
    x = grn_scalar_load(dtype, a);
    y = grn_scalar_load(dtype, b);
    if (grn_dtype_class_of(dtype) == GRN_CLASS_UNSIGNED)
        return x.u > y.u ? x.u - y.u : y.u - x.u;
    return x.i > y.i ? (uint64_t)x.i - (uint64_t)y.i : (uint64_t)y.i - (uint64_t)x.i;
}

/* scalar.c - one element in and out of memory, widened. Every access is a memcpy, so any alignment
 * is fine. */
#include "core/core.h"

#include <string.h>

uint64_t grn_load_bits(size_t bytes, const void *p)
{
    uint8_t b1;
    uint16_t b2;
    uint32_t b4;
    uint64_t b8;
    switch (bytes) {
    case 1: return memcpy(&b1, p, 1), b1;
    case 2: return memcpy(&b2, p, 2), b2;
    case 4: return memcpy(&b4, p, 4), b4;
    default: return memcpy(&b8, p, 8), b8;
    }
}

static void store_bits(size_t bytes, uint64_t bits, void *p)
{
    uint8_t b1 = (uint8_t)bits;
    uint16_t b2 = (uint16_t)bits;
    uint32_t b4 = (uint32_t)bits;
    switch (bytes) {
    case 1: memcpy(p, &b1, 1); break;
    case 2: memcpy(p, &b2, 2); break;
    case 4: memcpy(p, &b4, 4); break;
    default: memcpy(p, &bits, 8); break;
    }
}

/* The low `bits` bits of `value`, with the sign they have in two's complement. */
static int64_t sign_extended(uint64_t value, unsigned bits)
{
    uint64_t sign = UINT64_C(1) << (bits - 1);
    uint64_t low = bits < 64 ? value & ((UINT64_C(1) << bits) - 1) : value;
    uint64_t extended = (low ^ sign) - sign;
    int64_t out;
    memcpy(&out, &extended, sizeof out);
    return out;
}

static uint64_t zero_extended(uint64_t value, unsigned bits)
{
    return bits < 64 ? value & ((UINT64_C(1) << bits) - 1) : value;
}

static double load_float(grn_dtype dtype, const void *p)
{
    double value;
    if (dtype == GRN_F64)
        return memcpy(&value, p, sizeof value), value;
    return grn_float_decode(grn_dtype_float_format(dtype), grn_load_bits(grn_dtype_bytes(dtype), p));
}

static void store_float(grn_dtype dtype, double value, void *p)
{
    store_bits(grn_dtype_bytes(dtype), grn_float_encode(grn_dtype_float_format(dtype), value), p);
}

grn_scalar grn_scalar_load(grn_dtype dtype, const void *p)
{
    grn_scalar s = {.dtype = dtype};
    grn_dtype part = dtype == GRN_C64 ? GRN_F32 : GRN_F64;
    size_t bytes = grn_dtype_bytes(dtype);
    switch (grn_dtype_class_of(dtype)) {
    case GRN_CLASS_NONE: break;
    case GRN_CLASS_BOOL: s.i = grn_load_bits(bytes, p) != 0; break;
    case GRN_CLASS_SIGNED: s.i = sign_extended(grn_load_bits(bytes, p), grn_dtype_bits(dtype)); break;
    case GRN_CLASS_UNSIGNED: s.u = zero_extended(grn_load_bits(bytes, p), grn_dtype_bits(dtype)); break;
    case GRN_CLASS_FLOAT: s.f = load_float(dtype, p); break;
    case GRN_CLASS_COMPLEX:
        s.c.re = load_float(part, p);
        s.c.im = load_float(part, (const char *)p + bytes / 2);
        break;
    }
    return s;
}

void grn_scalar_store(const grn_scalar *value, grn_dtype dtype, void *p)
{
    grn_dtype part = dtype == GRN_C64 ? GRN_F32 : GRN_F64;
    size_t bytes = grn_dtype_bytes(dtype);
    unsigned bits = grn_dtype_bits(dtype);
    switch (grn_dtype_class_of(dtype)) {
    case GRN_CLASS_NONE: break;
    case GRN_CLASS_BOOL: store_bits(bytes, value->i != 0, p); break;
    case GRN_CLASS_SIGNED: store_bits(bytes, (uint64_t)sign_extended((uint64_t)value->i, bits), p); break;
    case GRN_CLASS_UNSIGNED: store_bits(bytes, zero_extended(value->u, bits), p); break;
    case GRN_CLASS_FLOAT: store_float(dtype, value->f, p); break;
    case GRN_CLASS_COMPLEX:
        store_float(part, value->c.re, p);
        store_float(part, value->c.im, (char *)p + bytes / 2);
        break;
    }
}

int64_t grn_index_load(grn_dtype dtype, const void *p)
{
    uint64_t bits = grn_load_bits(grn_dtype_bytes(dtype), p);
    switch (grn_dtype_class_of(dtype)) {
    case GRN_CLASS_BOOL: return bits != 0;
    case GRN_CLASS_SIGNED: return sign_extended(bits, grn_dtype_bits(dtype));
    default: break;
    }
    bits = zero_extended(bits, grn_dtype_bits(dtype));
    return bits > INT64_MAX ? INT64_MAX : (int64_t)bits;
}

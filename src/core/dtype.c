/* dtype.c - the facts of each element type, read from the one list GRN_DTYPES. */
#include "core/core.h"

#include <string.h>

static const struct {
    const char *text, *npy;
    uint8_t bytes, bits;
    grn_dtype_class class_of;
} dtypes[GRN_DTYPE_COUNT] = {[GRN_NO_DTYPE] = {"none", "", 0, 0, GRN_CLASS_NONE},
#define GRN_DTYPE_ROW(name, text, bytes, bits, class_name, npy) \
    [GRN_##name] = {text, npy, bytes, bits, GRN_CLASS_##class_name},
                             GRN_DTYPES(GRN_DTYPE_ROW)
#undef GRN_DTYPE_ROW
};

static grn_dtype known(grn_dtype dtype) { return (int)dtype > 0 && dtype < GRN_DTYPE_COUNT ? dtype : GRN_NO_DTYPE; }

const char *grn_dtype_text(grn_dtype dtype) { return dtypes[known(dtype)].text; }

size_t grn_dtype_bytes(grn_dtype dtype) { return dtypes[known(dtype)].bytes; }

unsigned grn_dtype_bits(grn_dtype dtype) { return dtypes[known(dtype)].bits; }

grn_dtype_class grn_dtype_class_of(grn_dtype dtype) { return dtypes[known(dtype)].class_of; }

const char *grn_dtype_npy(grn_dtype dtype) { return dtypes[known(dtype)].npy; }

grn_dtype grn_dtype_from_text(const char *text)
{
    for (int d = GRN_NO_DTYPE + 1; text && d < GRN_DTYPE_COUNT; d++)
        if (strcmp(dtypes[d].text, text) == 0)
            return (grn_dtype)d;
    return GRN_NO_DTYPE;
}

/* Exponent and mantissa bits, bias, and what stands for NaN. Sources: IEEE 754; the OCP 8-bit and
 * microscaling (MX) format specifications; for FNUZ and B11 the comments on MLIR's float types. */
static const grn_float_format float_formats[GRN_DTYPE_COUNT] = {
    [GRN_F4E2M1FN] = {2, 1, 1, GRN_NAN_NONE},
    [GRN_F6E2M3FN] = {2, 3, 1, GRN_NAN_NONE},
    [GRN_F6E3M2FN] = {3, 2, 3, GRN_NAN_NONE},
    [GRN_F8E3M4] = {3, 4, 3, GRN_NAN_IEEE},
    [GRN_F8E4M3] = {4, 3, 7, GRN_NAN_IEEE},
    [GRN_F8E4M3FN] = {4, 3, 7, GRN_NAN_ALL_ONES},
    [GRN_F8E4M3FNUZ] = {4, 3, 8, GRN_NAN_NEG_ZERO},
    [GRN_F8E4M3B11FNUZ] = {4, 3, 11, GRN_NAN_NEG_ZERO},
    [GRN_F8E5M2] = {5, 2, 15, GRN_NAN_IEEE},
    [GRN_F8E5M2FNUZ] = {5, 2, 16, GRN_NAN_NEG_ZERO},
    [GRN_F8E8M0FNU] = {8, 0, 127, GRN_NAN_EXPONENT_ONLY},
    [GRN_BF16] = {8, 7, 127, GRN_NAN_IEEE},
    [GRN_F16] = {5, 10, 15, GRN_NAN_IEEE},
    [GRN_F32] = {8, 23, 127, GRN_NAN_IEEE},
    [GRN_F64] = {11, 52, 1023, GRN_NAN_IEEE},
};

const grn_float_format *grn_dtype_float_format(grn_dtype dtype)
{
    return grn_dtype_class_of(dtype) == GRN_CLASS_FLOAT ? &float_formats[dtype] : NULL;
}

/* dtypes.h - the library's dtypes as DLPack and the buffer protocol say them. */
#ifndef GARNER_PYTHON_DTYPES_H
#define GARNER_PYTHON_DTYPES_H

#include "dlpack.h"
#include "glue.h"

/* dtype, DLPack's code and bits, the buffer protocol's format, unsigned integer of the same width.
 * `index` goes out as i64. */
#define EXCHANGED_DTYPES(D)                               \
    D(I1, kDLBool, 8, "?", UI8)                           \
    D(I2, kDLInt, 2, "b", UI8)                            \
    D(I4, kDLInt, 4, "b", UI8)                            \
    D(I8, kDLInt, 8, "b", UI8)                            \
    D(I16, kDLInt, 16, "h", UI16)                         \
    D(I32, kDLInt, 32, "i", UI32)                         \
    D(I64, kDLInt, 64, "q", UI64)                         \
    D(INDEX, kDLInt, 64, "q", UI64)                       \
    D(UI2, kDLUInt, 2, "B", UI8)                          \
    D(UI4, kDLUInt, 4, "B", UI8)                          \
    D(UI8, kDLUInt, 8, "B", UI8)                          \
    D(UI16, kDLUInt, 16, "H", UI16)                       \
    D(UI32, kDLUInt, 32, "I", UI32)                       \
    D(UI64, kDLUInt, 64, "Q", UI64)                       \
    D(F4E2M1FN, kDLFloat4_e2m1fn, 4, NULL, UI8)           \
    D(F6E2M3FN, kDLFloat6_e2m3fn, 6, NULL, UI8)           \
    D(F6E3M2FN, kDLFloat6_e3m2fn, 6, NULL, UI8)           \
    D(F8E3M4, kDLFloat8_e3m4, 8, NULL, UI8)               \
    D(F8E4M3, kDLFloat8_e4m3, 8, NULL, UI8)               \
    D(F8E4M3FN, kDLFloat8_e4m3fn, 8, NULL, UI8)           \
    D(F8E4M3FNUZ, kDLFloat8_e4m3fnuz, 8, NULL, UI8)       \
    D(F8E4M3B11FNUZ, kDLFloat8_e4m3b11fnuz, 8, NULL, UI8) \
    D(F8E5M2, kDLFloat8_e5m2, 8, NULL, UI8)               \
    D(F8E5M2FNUZ, kDLFloat8_e5m2fnuz, 8, NULL, UI8)       \
    D(F8E8M0FNU, kDLFloat8_e8m0fnu, 8, NULL, UI8)         \
    D(BF16, kDLBfloat, 16, NULL, UI16)                    \
    D(F16, kDLFloat, 16, "e", UI16)                       \
    D(F32, kDLFloat, 32, "f", UI32)                       \
    D(F64, kDLFloat, 64, "d", UI64)                       \
    D(C64, kDLComplex, 64, "Zf", NO_DTYPE)                \
    D(C128, kDLComplex, 128, "Zd", NO_DTYPE)

typedef struct exchanged_dtype {
    uint8_t code, bits;
    const char *format;
    grn_dtype bits_dtype;
} exchanged_dtype;

static const exchanged_dtype exchanged_dtypes[GRN_DTYPE_COUNT] = {
#define EXCHANGED_ROW(name, code, bits, format, as_bits) [GRN_##name] = {code, bits, format, GRN_##as_bits},
    EXCHANGED_DTYPES(EXCHANGED_ROW)
#undef EXCHANGED_ROW
};

/* arrays.c: what a struct of DLPack's says; false with an exception. `padded`: elements of fewer
 * than eight bits take a byte each. */
bool view_of_dltensor(const DLTensor *t, bool padded, const char *name, grn_tensor *out);

#endif

/*
 * accumulate_small.c - floats of 8 bits and less, through double.
 *
 * Sums and products of such numbers are exact in a double, so the one rounding
 * is the encoding's. What overflows into a NaN becomes the canonical one.
 */
#include "kernels/accumulate.h"
#include "kernels/floats.h"

static inline uint8_t stored(const grn_float_format *format, double value)
{
    uint64_t bits = grn_float_encode(format, value);
    double back = grn_float_decode(format, bits);
    return (uint8_t)(back != back ? grn_float_nan_bits(format) : bits);
}

#define SMALL_OP(op, type, DTYPE)                                                                                \
    static inline uint8_t op##_##type(uint8_t a, uint8_t b)                                                      \
    {                                                                                                            \
        const grn_float_format *format = grn_dtype_float_format(GRN_##DTYPE);                                    \
        return stored(format, op##_f64(grn_float_decode(format, a), grn_float_decode(format, b)));               \
    }                                                                                                            \
    ACCUMULATE_KERNELS(op##_##type, uint8_t, op##_##type)

#define SMALL_TYPES(S)                                                                                      \
    S(F4E2M1FN, f4e2m1fn) S(F6E2M3FN, f6e2m3fn) S(F6E3M2FN, f6e3m2fn) S(F8E3M4, f8e3m4) S(F8E4M3, f8e4m3)   \
    S(F8E4M3FN, f8e4m3fn) S(F8E4M3FNUZ, f8e4m3fnuz) S(F8E4M3B11FNUZ, f8e4m3b11fnuz) S(F8E5M2, f8e5m2)       \
    S(F8E5M2FNUZ, f8e5m2fnuz) S(F8E8M0FNU, f8e8m0fnu)

#define SMALL_OPS(DTYPE, type)      \
    SMALL_OP(add, type, DTYPE)      \
    SMALL_OP(mul, type, DTYPE)      \
    SMALL_OP(min, type, DTYPE)      \
    SMALL_OP(max, type, DTYPE)
SMALL_TYPES(SMALL_OPS)

#define SMALL_ROWS(DTYPE, type)                                                                \
    ACCUMULATE_ROW(ADD, DTYPE, add_##type), ACCUMULATE_ROW(MUL, DTYPE, mul_##type),            \
    ACCUMULATE_ROW(MIN, DTYPE, min_##type), ACCUMULATE_ROW(MAX, DTYPE, max_##type),

const grn_accumulate_table grn_accumulate_small = {SMALL_TYPES(SMALL_ROWS)};

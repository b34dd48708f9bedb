/*
 * accumulate_float.c - f64, f32, and the 16-bit floats through f32.
 *
 * A sum or product of two f16 or bf16 computed in f32 and then rounded equals
 * the one rounded once: 24 bits are at least twice 11, or 8, plus two, and
 * where the narrow result is subnormal the f32 one is exact, or, for bf16
 * products below half its least subnormal, rounds to zero either way.
 */
#include "kernels/accumulate.h"
#include "kernels/floats.h"

/* To nearest even by the carry of an addition. The canonical NaN, the only one that comes here, carries nowhere. */
static inline uint16_t bf16_of(float value)
{
    uint32_t u = bits_f32(value);
    return (uint16_t)((u + UINT32_C(0x7FFF) + (u >> 16 & 1)) >> 16);
}

/* grn_f32_to_f16 keeps a NaN's sign: plus, again since it is the canonical one. */
#define NARROW(op)                                                                                        \
    static inline uint16_t op##_f16(uint16_t a, uint16_t b)                                               \
    {                                                                                                     \
        return grn_f32_to_f16(op##_f32(grn_f16_to_f32(a), grn_f16_to_f32(b)));                            \
    }                                                                                                     \
    static inline uint16_t op##_bf16(uint16_t a, uint16_t b)                                              \
    {                                                                                                     \
        return bf16_of(op##_f32(grn_bf16_to_f32(a), grn_bf16_to_f32(b)));                                 \
    }                                                                                                     \
    ACCUMULATE_KERNELS(op##_f16, uint16_t, op##_f16)                                                      \
    ACCUMULATE_KERNELS(op##_bf16, uint16_t, op##_bf16)                                                    \
    ACCUMULATE_KERNELS(op##_f32, float, op##_f32)                                                         \
    ACCUMULATE_KERNELS(op##_f64, double, op##_f64)
NARROW(add)
NARROW(mul)
NARROW(min)
NARROW(max)

#define FLOAT(DTYPE, type)                                                                     \
    ACCUMULATE_ROW(ADD, DTYPE, add_##type), ACCUMULATE_ROW(MUL, DTYPE, mul_##type),            \
    ACCUMULATE_ROW(MIN, DTYPE, min_##type), ACCUMULATE_ROW(MAX, DTYPE, max_##type)

const grn_accumulate_table grn_accumulate_floats = {FLOAT(F16, f16), FLOAT(BF16, bf16), FLOAT(F32, f32), FLOAT(F64, f64)};

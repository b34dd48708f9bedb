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

/* One element at a time the processor's own conversion is shorter, where it has one. */
#if defined(__F16C__)
#include <immintrin.h>
#define F32_OF_F16(h) _cvtsh_ss(h)
#define F16_OF(x) _cvtss_sh((x), _MM_FROUND_TO_NEAREST_INT)
#else
#define F32_OF_F16(h) grn_f16_to_f32(h)
#define F16_OF(x) grn_f32_to_f16(x)
#endif

#define NARROW(op)                                                                                        \
    KERNEL_INLINE uint16_t op##_f16(uint16_t a, uint16_t b)                                               \
    {                                                                                                     \
        return f16_of(op##_f32(f32_of_f16(a), f32_of_f16(b)));                                            \
    }                                                                                                     \
    KERNEL_INLINE uint16_t op##_one_f16(uint16_t a, uint16_t b)                                           \
    {                                                                                                     \
        return F16_OF(op##_f32(F32_OF_F16(a), F32_OF_F16(b)));                                            \
    }                                                                                                     \
    KERNEL_INLINE uint16_t op##_bf16(uint16_t a, uint16_t b)                                              \
    {                                                                                                     \
        return bf16_of(op##_f32(grn_bf16_to_f32(a), grn_bf16_to_f32(b)));                                 \
    }                                                                                                     \
    ACCUMULATE_BODY(op##_f16, uint16_t, op##_f16)                                                         \
    ACCUMULATE_ROWS(op##_f16, uint16_t)                                                                   \
    ACCUMULATE_CELLS(op##_f16, uint16_t, op##_one_f16)                                                    \
    ACCUMULATE_DIRECT(op##_f16, uint16_t, op##_one_f16)                                                   \
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

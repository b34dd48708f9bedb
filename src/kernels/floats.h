/*
 * floats.h - the arithmetic of one float element in its own precision.
 *
 * A NaN that an operation answers is the canonical one: which payload hardware
 * would keep depends on the order of the operands. MIN and MAX: NaN wins,
 * -0 below +0, as the spec layer has it.
 */
#ifndef GRN_KERNELS_FLOATS_H
#define GRN_KERNELS_FLOATS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "kernels/hints.h"

/*
 * raw_*: NaN where the result is one, with any bits; canonical_* makes those the canonical NaN. Two
 * equal numbers differ in the sign of zero alone: their bits or-ed are the lesser. Written so, both
 * comparisons are the processor's own selects, which do not branch; or-ing a NaN's bits with others
 * leaves a NaN. A maximum is a minimum with the signs turned.
 */
#define FLOAT_ARITHMETIC(type, T, U, NAN_BITS, SIGN)                                                            \
    KERNEL_INLINE U bits_##type(T x)                                                                            \
    {                                                                                                           \
        U u;                                                                                                    \
        memcpy(&u, &x, sizeof u);                                                                               \
        return u;                                                                                               \
    }                                                                                                           \
    KERNEL_INLINE T from_bits_##type(U u)                                                                       \
    {                                                                                                           \
        T x;                                                                                                    \
        memcpy(&x, &u, sizeof x);                                                                               \
        return x;                                                                                               \
    }                                                                                                           \
    KERNEL_INLINE T canonical_##type(T x) { return x != x ? from_bits_##type(NAN_BITS) : x; }                   \
    KERNEL_INLINE T raw_add_##type(T a, T b) { return a + b; }                                                  \
    KERNEL_INLINE T raw_mul_##type(T a, T b) { return a * b; }                                                  \
    KERNEL_INLINE T raw_min_##type(T a, T b)                                                                    \
    {                                                                                                           \
        T x = a < b ? a : b, y = b < a ? b : a;                                                                 \
        return from_bits_##type(bits_##type(x) | bits_##type(y));                                               \
    }                                                                                                           \
    KERNEL_INLINE T raw_max_##type(T a, T b)                                                                    \
    {                                                                                                           \
        T x = raw_min_##type(from_bits_##type(bits_##type(a) ^ SIGN), from_bits_##type(bits_##type(b) ^ SIGN)); \
        return from_bits_##type(bits_##type(x) ^ SIGN);                                                         \
    }                                                                                                           \
    KERNEL_INLINE T add_##type(T a, T b) { return canonical_##type(raw_add_##type(a, b)); }                     \
    KERNEL_INLINE T sub_##type(T a, T b) { return canonical_##type(a - b); }                                    \
    KERNEL_INLINE T mul_##type(T a, T b) { return canonical_##type(raw_mul_##type(a, b)); }                     \
    KERNEL_INLINE T min_##type(T a, T b) { return canonical_##type(raw_min_##type(a, b)); }                     \
    KERNEL_INLINE T max_##type(T a, T b) { return canonical_##type(raw_max_##type(a, b)); }

FLOAT_ARITHMETIC(f32, float, uint32_t, UINT32_C(0x7FC00000), UINT32_C(0x80000000))
FLOAT_ARITHMETIC(f64, double, uint64_t, UINT64_C(0x7FF8000000000000), UINT64_C(0x8000000000000000))

/* A select that stays one, whatever the compiler makes of branches. */
KERNEL_INLINE uint32_t select_u32(bool first, uint32_t a, uint32_t b)
{
    uint32_t mask = 0 - (uint32_t)first;
    return (a & mask) | (b & ~mask);
}

/*
 * Conversions of the narrow floats. Everything is computed and then selected,
 * so that loops over them have no branches and become vector code; none makes
 * a subnormal f32, which some processors are slow at.
 */

/* To nearest even by the carry of an addition. The canonical NaN, the only one that comes here,
 * carries nowhere. */
KERNEL_INLINE uint16_t bf16_of(float value)
{
    uint32_t u = bits_f32(value);
    return (uint16_t)((u + UINT32_C(0x7FFF) + (u >> 16 & 1)) >> 16);
}

KERNEL_INLINE float f32_of_f16(uint16_t h)
{
    uint32_t magnitude = h & UINT32_C(0x7FFF), normal = (magnitude + (112 << 10)) << 13;
    uint32_t tiny = bits_f32((float)(int32_t)magnitude * 0x1p-24f);
    uint32_t u =
        select_u32(magnitude < 0x400, tiny, select_u32(magnitude < 0x7C00, normal, normal | UINT32_C(0x7F800000)));
    return from_bits_f32(u | (h & UINT32_C(0x8000)) << 16);
}

/* A NaN keeps its sign: plus, since only the canonical one comes here. Adding 0.5 rounds at
 * 2^-24. */
KERNEL_INLINE uint16_t f16_of(float value)
{
    uint32_t u = bits_f32(value), magnitude = u & 0x7FFFFFFF;
    uint32_t tiny = bits_f32(from_bits_f32(magnitude) + 0.5f) - UINT32_C(0x3F000000);
    uint32_t normal = (magnitude - (UINT32_C(112) << 23) + 0xFFF + (u >> 13 & 1)) >> 13;
    uint32_t huge = select_u32(magnitude > 0x7F800000, 0x7E00, 0x7C00);
    uint32_t out = select_u32(magnitude < 0x38800000, tiny, select_u32(magnitude < 0x47800000, normal, huge));
    return (uint16_t)(out | (u >> 16 & 0x8000));
}

#endif

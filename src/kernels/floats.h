/*
 * floats.h - the arithmetic of one float element in its own precision.
 *
 * A NaN that an operation answers is the canonical one: which payload hardware
 * would keep depends on the order of the operands. MIN and MAX: NaN wins,
 * -0 below +0, as the spec layer has it.
 */
#ifndef GRN_KERNELS_FLOATS_H
#define GRN_KERNELS_FLOATS_H

#include <stdint.h>
#include <string.h>

/* Two equal numbers differ in the sign of zero alone: their bits or-ed are the lesser, and-ed the greater. */
#define FLOAT_ARITHMETIC(type, T, U, NAN_BITS)                                                  \
    static inline U bits_##type(T x) { U u; memcpy(&u, &x, sizeof u); return u; }               \
    static inline T from_bits_##type(U u) { T x; memcpy(&x, &u, sizeof x); return x; }          \
    static inline T settle_##type(T x) { return x != x ? from_bits_##type(NAN_BITS) : x; }      \
    static inline T add_##type(T a, T b) { return settle_##type(a + b); }                       \
    static inline T sub_##type(T a, T b) { return settle_##type(a - b); }                       \
    static inline T mul_##type(T a, T b) { return settle_##type(a * b); }                       \
    static inline T min_##type(T a, T b)                                                        \
    {                                                                                           \
        U u = a < b ? bits_##type(a) : a > b ? bits_##type(b) : bits_##type(a) | bits_##type(b); \
        return from_bits_##type(a != a || b != b ? NAN_BITS : u);                               \
    }                                                                                           \
    static inline T max_##type(T a, T b)                                                        \
    {                                                                                           \
        U u = a > b ? bits_##type(a) : a < b ? bits_##type(b) : bits_##type(a) & bits_##type(b); \
        return from_bits_##type(a != a || b != b ? NAN_BITS : u);                               \
    }

FLOAT_ARITHMETIC(f32, float, uint32_t, UINT32_C(0x7FC00000))
FLOAT_ARITHMETIC(f64, double, uint64_t, UINT64_C(0x7FF8000000000000))

#endif

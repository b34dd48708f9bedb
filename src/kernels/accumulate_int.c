/*
 * accumulate_int.c - integers, modulo 2^bits, and i1.
 *
 * An element of 2 or 4 bits is the low bits of its byte, whatever the others
 * say, and is written sign- or zero-extended. Add, mul and the bitwise ones
 * are the same on signed and unsigned elements of one width; min and max are not.
 */
#include "kernels/accumulate.h"

/* The stored form of a value: AS_IS for whole bytes. */
#define AS_IS(x) (x)
#define AS_I2(x) ((uint8_t)((((x) & 3) ^ 2) - 2))
#define AS_I4(x) ((uint8_t)((((x) & 15) ^ 8) - 8))
#define AS_UI2(x) ((uint8_t)((x) & 3))
#define AS_UI4(x) ((uint8_t)((x) & 15))

/* W is an unsigned type no narrower than int, so that no product is promoted to a signed one. */
#define MODULAR(width, T, W, AS)                                                      \
    KERNEL_INLINE T add_##width(T a, T b) { return AS((T)((W)a + (W)b)); }            \
    KERNEL_INLINE T mul_##width(T a, T b) { return AS((T)((W)a * (W)b)); }            \
    KERNEL_INLINE T and_##width(T a, T b) { return AS((T)(a & b)); }                  \
    KERNEL_INLINE T or_##width(T a, T b) { return AS((T)(a | b)); }                   \
    KERNEL_INLINE T xor_##width(T a, T b) { return AS((T)(a ^ b)); }                  \
    ACCUMULATE_KERNELS(add_##width, T, add_##width)                                   \
    ACCUMULATE_KERNELS(mul_##width, T, mul_##width)                                   \
    ACCUMULATE_KERNELS(and_##width, T, and_##width)                                   \
    ACCUMULATE_KERNELS(or_##width, T, or_##width)                                     \
    ACCUMULATE_KERNELS(xor_##width, T, xor_##width)

/* V is the type in which stored forms compare. */
#define ORDERED(type, T, V, AS)                                                                 \
    KERNEL_INLINE T min_##type(T a, T b) { return (V)AS(b) < (V)AS(a) ? AS(b) : AS(a); }        \
    KERNEL_INLINE T max_##type(T a, T b) { return (V)AS(b) > (V)AS(a) ? AS(b) : AS(a); }        \
    ACCUMULATE_KERNELS(min_##type, T, min_##type)                                               \
    ACCUMULATE_KERNELS(max_##type, T, max_##type)

MODULAR(b8, uint8_t, uint32_t, AS_IS)
MODULAR(b16, uint16_t, uint32_t, AS_IS)
MODULAR(b32, uint32_t, uint32_t, AS_IS)
MODULAR(b64, uint64_t, uint64_t, AS_IS)
MODULAR(i2, uint8_t, uint32_t, AS_I2)
MODULAR(i4, uint8_t, uint32_t, AS_I4)
MODULAR(ui2, uint8_t, uint32_t, AS_UI2)
MODULAR(ui4, uint8_t, uint32_t, AS_UI4)

ORDERED(i2, uint8_t, int8_t, AS_I2)
ORDERED(i4, uint8_t, int8_t, AS_I4)
ORDERED(i8, uint8_t, int8_t, AS_IS)
ORDERED(i16, uint16_t, int16_t, AS_IS)
ORDERED(i32, uint32_t, int32_t, AS_IS)
ORDERED(i64, uint64_t, int64_t, AS_IS)
ORDERED(ui2, uint8_t, uint8_t, AS_UI2)
ORDERED(ui4, uint8_t, uint8_t, AS_UI4)
ORDERED(ui8, uint8_t, uint8_t, AS_IS)
ORDERED(ui16, uint16_t, uint16_t, AS_IS)
ORDERED(ui32, uint32_t, uint32_t, AS_IS)
ORDERED(ui64, uint64_t, uint64_t, AS_IS)

/* i1: any byte but 0 is true, written as 1. */
KERNEL_INLINE uint8_t and_i1(uint8_t a, uint8_t b) { return (uint8_t)((a != 0) & (b != 0)); }
KERNEL_INLINE uint8_t or_i1(uint8_t a, uint8_t b) { return (uint8_t)((a != 0) | (b != 0)); }
KERNEL_INLINE uint8_t xor_i1(uint8_t a, uint8_t b) { return (uint8_t)((a != 0) ^ (b != 0)); }
ACCUMULATE_KERNELS(and_i1, uint8_t, and_i1)
ACCUMULATE_KERNELS(or_i1, uint8_t, or_i1)
ACCUMULATE_KERNELS(xor_i1, uint8_t, xor_i1)

#define INTEGER(DTYPE, width, type)                                                                    \
    ACCUMULATE_ROW(ADD, DTYPE, add_##width), ACCUMULATE_ROW(MUL, DTYPE, mul_##width),                  \
    ACCUMULATE_ROW(AND, DTYPE, and_##width), ACCUMULATE_ROW(OR, DTYPE, or_##width),                    \
    ACCUMULATE_ROW(XOR, DTYPE, xor_##width), ACCUMULATE_ROW(MIN, DTYPE, min_##type),                   \
    ACCUMULATE_ROW(MAX, DTYPE, max_##type)

const grn_accumulate_table grn_accumulate_integers = {
    ACCUMULATE_ROW(ADD, I1, or_i1),  ACCUMULATE_ROW(MUL, I1, and_i1), ACCUMULATE_ROW(MIN, I1, and_i1),
    ACCUMULATE_ROW(MAX, I1, or_i1),  ACCUMULATE_ROW(AND, I1, and_i1), ACCUMULATE_ROW(OR, I1, or_i1),
    ACCUMULATE_ROW(XOR, I1, xor_i1),
    INTEGER(I2, i2, i2),
    INTEGER(I4, i4, i4),
    INTEGER(I8, b8, i8),
    INTEGER(I16, b16, i16),
    INTEGER(I32, b32, i32),
    INTEGER(I64, b64, i64),
    INTEGER(INDEX, b64, i64),
    INTEGER(UI2, ui2, ui2),
    INTEGER(UI4, ui4, ui4),
    INTEGER(UI8, b8, ui8),
    INTEGER(UI16, b16, ui16),
    INTEGER(UI32, b32, ui32),
    INTEGER(UI64, b64, ui64),
};

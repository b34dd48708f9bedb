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
#define MODULAR(width, T, W, AS, KERNELS)                                             \
    KERNEL_INLINE T add_##width(T a, T b) { return AS((T)((W)a + (W)b)); }            \
    KERNEL_INLINE T mul_##width(T a, T b) { return AS((T)((W)a * (W)b)); }            \
    KERNEL_INLINE T and_##width(T a, T b) { return AS((T)(a & b)); }                  \
    KERNEL_INLINE T or_##width(T a, T b) { return AS((T)(a | b)); }                   \
    KERNEL_INLINE T xor_##width(T a, T b) { return AS((T)(a ^ b)); }                  \
    KERNELS(add_##width, T, add_##width)                                   \
    KERNELS(mul_##width, T, mul_##width)                                   \
    KERNELS(and_##width, T, and_##width)                                   \
    KERNELS(or_##width, T, or_##width)                                     \
    KERNELS(xor_##width, T, xor_##width)

/* V is the type in which stored forms compare. */
#define ORDERED(type, T, V, AS, KERNELS)                                                                 \
    KERNEL_INLINE T min_##type(T a, T b) { return (V)AS(b) < (V)AS(a) ? AS(b) : AS(a); }        \
    KERNEL_INLINE T max_##type(T a, T b) { return (V)AS(b) > (V)AS(a) ? AS(b) : AS(a); }        \
    KERNELS(min_##type, T, min_##type)                                               \
    KERNELS(max_##type, T, max_##type)

MODULAR(b8, uint8_t, uint32_t, AS_IS, ACCUMULATE_WIDE)
MODULAR(b16, uint16_t, uint32_t, AS_IS, ACCUMULATE_WIDE)
MODULAR(b32, uint32_t, uint32_t, AS_IS, ACCUMULATE_WIDE)
MODULAR(b64, uint64_t, uint64_t, AS_IS, ACCUMULATE_WIDE)
MODULAR(i2, uint8_t, uint32_t, AS_I2, ACCUMULATE_RARE)
MODULAR(i4, uint8_t, uint32_t, AS_I4, ACCUMULATE_RARE)
MODULAR(ui2, uint8_t, uint32_t, AS_UI2, ACCUMULATE_RARE)
MODULAR(ui4, uint8_t, uint32_t, AS_UI4, ACCUMULATE_RARE)

ORDERED(i2, uint8_t, int8_t, AS_I2, ACCUMULATE_RARE)
ORDERED(i4, uint8_t, int8_t, AS_I4, ACCUMULATE_RARE)
ORDERED(i8, uint8_t, int8_t, AS_IS, ACCUMULATE_WIDE)
ORDERED(i16, uint16_t, int16_t, AS_IS, ACCUMULATE_WIDE)
ORDERED(i32, uint32_t, int32_t, AS_IS, ACCUMULATE_WIDE)
ORDERED(i64, uint64_t, int64_t, AS_IS, ACCUMULATE_WIDE)
ORDERED(ui2, uint8_t, uint8_t, AS_UI2, ACCUMULATE_RARE)
ORDERED(ui4, uint8_t, uint8_t, AS_UI4, ACCUMULATE_RARE)
ORDERED(ui8, uint8_t, uint8_t, AS_IS, ACCUMULATE_WIDE)
ORDERED(ui16, uint16_t, uint16_t, AS_IS, ACCUMULATE_WIDE)
ORDERED(ui32, uint32_t, uint32_t, AS_IS, ACCUMULATE_WIDE)
ORDERED(ui64, uint64_t, uint64_t, AS_IS, ACCUMULATE_WIDE)

/* i1: any byte but 0 is true, written as 1. */
KERNEL_INLINE uint8_t and_i1(uint8_t a, uint8_t b) { return (uint8_t)((a != 0) & (b != 0)); }
KERNEL_INLINE uint8_t or_i1(uint8_t a, uint8_t b) { return (uint8_t)((a != 0) | (b != 0)); }
KERNEL_INLINE uint8_t xor_i1(uint8_t a, uint8_t b) { return (uint8_t)((a != 0) ^ (b != 0)); }
ACCUMULATE_RARE(and_i1, uint8_t, and_i1)
ACCUMULATE_RARE(or_i1, uint8_t, or_i1)
ACCUMULATE_RARE(xor_i1, uint8_t, xor_i1)

#define INTEGER(DTYPE, width, type, ROW)                                                                    \
    ROW(ADD, DTYPE, add_##width), ROW(MUL, DTYPE, mul_##width),                  \
    ROW(AND, DTYPE, and_##width), ROW(OR, DTYPE, or_##width),                    \
    ROW(XOR, DTYPE, xor_##width), ROW(MIN, DTYPE, min_##type),                   \
    ROW(MAX, DTYPE, max_##type)

const grn_accumulate_table grn_accumulate_integers = {
    ACCUMULATE_ROW(ADD, I1, or_i1),  ACCUMULATE_ROW(MUL, I1, and_i1), ACCUMULATE_ROW(MIN, I1, and_i1),
    ACCUMULATE_ROW(MAX, I1, or_i1),  ACCUMULATE_ROW(AND, I1, and_i1), ACCUMULATE_ROW(OR, I1, or_i1),
    ACCUMULATE_ROW(XOR, I1, xor_i1),
    INTEGER(I2, i2, i2, ACCUMULATE_ROW),
    INTEGER(I4, i4, i4, ACCUMULATE_ROW),
    INTEGER(I8, b8, i8, ACCUMULATE_ROW_WIDE),
    INTEGER(I16, b16, i16, ACCUMULATE_ROW_WIDE),
    INTEGER(I32, b32, i32, ACCUMULATE_ROW_WIDE),
    INTEGER(I64, b64, i64, ACCUMULATE_ROW_WIDE),
    INTEGER(INDEX, b64, i64, ACCUMULATE_ROW_WIDE),
    INTEGER(UI2, ui2, ui2, ACCUMULATE_ROW),
    INTEGER(UI4, ui4, ui4, ACCUMULATE_ROW),
    INTEGER(UI8, b8, ui8, ACCUMULATE_ROW_WIDE),
    INTEGER(UI16, b16, ui16, ACCUMULATE_ROW_WIDE),
    INTEGER(UI32, b32, ui32, ACCUMULATE_ROW_WIDE),
    INTEGER(UI64, b64, ui64, ACCUMULATE_ROW_WIDE),
};

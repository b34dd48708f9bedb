/*
 * accumulate_int.c - integers, modulo 2^bits, and i1.
 *
 * Add, mul and the bitwise combiners are the same on signed and unsigned
 * elements of one width; min and max are not.
 */
#include "kernels/accumulate.h"

/* ---- whole bytes ----------------------------------------------------------------------------- */

/* W is an unsigned type no narrower than int, so that no product is promoted to a signed one. */
#define MODULAR(width, T, W)                                           \
    KERNEL_INLINE T mul_##width(T a, T b) { return (T)((W)a * (W)b); } \
    KERNEL_INLINE T and_##width(T a, T b) { return (T)(a & b); }       \
    KERNEL_INLINE T or_##width(T a, T b) { return (T)(a | b); }        \
    KERNEL_INLINE T xor_##width(T a, T b) { return (T)(a ^ b); }       \
    ACCUMULATE_COMPACT(mul_##width, T, mul_##width)                    \
    ACCUMULATE_COMPACT(and_##width, T, and_##width)                    \
    ACCUMULATE_COMPACT(or_##width, T, or_##width)                      \
    ACCUMULATE_COMPACT(xor_##width, T, xor_##width)
#define ADDED(width, T)                                          \
    KERNEL_INLINE T add_##width(T a, T b) { return (T)(a + b); } \
    ACCUMULATE_COMPACT(add_##width, T, add_##width)

/* V is the type in which stored forms compare. */
#define ORDERED(type, T, V)                                              \
    KERNEL_INLINE T min_##type(T a, T b) { return (V)b < (V)a ? b : a; } \
    KERNEL_INLINE T max_##type(T a, T b) { return (V)b > (V)a ? b : a; } \
    ACCUMULATE_COMPACT(min_##type, T, min_##type)                        \
    ACCUMULATE_COMPACT(max_##type, T, max_##type)

MODULAR(b8, uint8_t, uint32_t)
MODULAR(b16, uint16_t, uint32_t)
MODULAR(b32, uint32_t, uint32_t)
MODULAR(b64, uint64_t, uint64_t)
ADDED(b8, uint8_t)
ADDED(b16, uint16_t)

ORDERED(i8, uint8_t, int8_t)
ORDERED(i16, uint16_t, int16_t)
ORDERED(i32, uint32_t, int32_t)
ORDERED(i64, uint64_t, int64_t)
ORDERED(ui8, uint8_t, uint8_t)
ORDERED(ui16, uint16_t, uint16_t)
ORDERED(ui32, uint32_t, uint32_t)
ORDERED(ui64, uint64_t, uint64_t)

/* ---- i1: any byte but 0 is true, written as 1 ------------------------------------------------ */

KERNEL_INLINE uint8_t and_i1(uint8_t a, uint8_t b) { return (uint8_t)((a != 0) & (b != 0)); }
KERNEL_INLINE uint8_t or_i1(uint8_t a, uint8_t b) { return (uint8_t)((a != 0) | (b != 0)); }
KERNEL_INLINE uint8_t xor_i1(uint8_t a, uint8_t b) { return (uint8_t)((a != 0) ^ (b != 0)); }
ACCUMULATE_COMPACT(and_i1, uint8_t, and_i1)
ACCUMULATE_COMPACT(or_i1, uint8_t, or_i1)
ACCUMULATE_COMPACT(xor_i1, uint8_t, xor_i1)

/* ---- 2 and 4 bits: one body of each combiner for all of them --------------------------------- */

/* An element is the low bits of its byte, whatever the others are, and is written sign- or
 * zero-extended. */
typedef struct bits {
    uint8_t mask, sign;
} bits;

KERNEL_INLINE int32_t value_of(bits t, int32_t stored) { return ((stored & t.mask) ^ t.sign) - t.sign; }
KERNEL_INLINE uint8_t add_bits(bits t, uint8_t a, uint8_t b) { return (uint8_t)value_of(t, a + b); }
KERNEL_INLINE uint8_t mul_bits(bits t, uint8_t a, uint8_t b) { return (uint8_t)value_of(t, a * b); }
KERNEL_INLINE uint8_t and_bits(bits t, uint8_t a, uint8_t b) { return (uint8_t)value_of(t, a & b); }
KERNEL_INLINE uint8_t or_bits(bits t, uint8_t a, uint8_t b) { return (uint8_t)value_of(t, a | b); }
KERNEL_INLINE uint8_t xor_bits(bits t, uint8_t a, uint8_t b) { return (uint8_t)value_of(t, a ^ b); }
KERNEL_INLINE uint8_t min_bits(bits t, uint8_t a, uint8_t b)
{
    int32_t x = value_of(t, a), y = value_of(t, b);
    return (uint8_t)(y < x ? y : x);
}
KERNEL_INLINE uint8_t max_bits(bits t, uint8_t a, uint8_t b)
{
    int32_t x = value_of(t, a), y = value_of(t, b);
    return (uint8_t)(y > x ? y : x);
}

#define BITS_COMBINERS(C) C(add) C(mul) C(and) C(or) C(xor) C(min) C(max)
#define BITS_LOOPS(op) ACCUMULATE_FORMATTED(op##_bits, bits, op##_bits)
BITS_COMBINERS(BITS_LOOPS)

#define BITS_OF(type, ...)                        \
    static const bits type = {__VA_ARGS__};       \
    ACCUMULATE_FORMAT(add_##type, add_bits, type) \
    ACCUMULATE_FORMAT(mul_##type, mul_bits, type) \
    ACCUMULATE_FORMAT(and_##type, and_bits, type) \
    ACCUMULATE_FORMAT(or_##type, or_bits, type)   \
    ACCUMULATE_FORMAT(xor_##type, xor_bits, type) \
    ACCUMULATE_FORMAT(min_##type, min_bits, type) \
    ACCUMULATE_FORMAT(max_##type, max_bits, type)
BITS_OF(i2, 3, 2)
BITS_OF(i4, 15, 8)
BITS_OF(ui2, 3, 0)
BITS_OF(ui4, 15, 0)

/* ---- the rows -------------------------------------------------------------------------------- */

#define ALL_BUT_ADD(ROW, DTYPE, width, type)                                                \
    ROW(MUL, DTYPE, mul_##width), ROW(AND, DTYPE, and_##width), ROW(OR, DTYPE, or_##width), \
        ROW(XOR, DTYPE, xor_##width), ROW(MIN, DTYPE, min_##type), ROW(MAX, DTYPE, max_##type)
#define BITS(DTYPE, type) \
    ACCUMULATE_ROW_UNFUSED(ADD, DTYPE, add_##type), ALL_BUT_ADD(ACCUMULATE_ROW_UNFUSED, DTYPE, type, type)
#define BYTES(DTYPE, width, type) \
    ACCUMULATE_ROW(ADD, DTYPE, add_##width), ALL_BUT_ADD(ACCUMULATE_ROW, DTYPE, width, type)
/* Sums of 32 and 64 bits are in accumulate_common.h. */
#define WORDS(DTYPE, width, type) ALL_BUT_ADD(ACCUMULATE_ROW, DTYPE, width, type)

const grn_accumulate_table grn_accumulate_integers = {
    ACCUMULATE_ROW(ADD, I1, or_i1),
    ACCUMULATE_ROW(MUL, I1, and_i1),
    ACCUMULATE_ROW(MIN, I1, and_i1),
    ACCUMULATE_ROW(MAX, I1, or_i1),
    ACCUMULATE_ROW(AND, I1, and_i1),
    ACCUMULATE_ROW(OR, I1, or_i1),
    ACCUMULATE_ROW(XOR, I1, xor_i1),
    BITS(I2, i2),
    BITS(UI2, ui2),
    BITS(I4, i4),
    BITS(UI4, ui4),
    BYTES(I8, b8, i8),
    BYTES(UI8, b8, ui8),
    BYTES(I16, b16, i16),
    BYTES(UI16, b16, ui16),
    WORDS(I32, b32, i32),
    WORDS(UI32, b32, ui32),
    WORDS(I64, b64, i64),
    WORDS(UI64, b64, ui64),
    WORDS(INDEX, b64, i64),
};

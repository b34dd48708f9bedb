/*
 * sixteen.h - f16 and bf16 to f64 and back, without a branch, so that a
 * compiler can do several at once. The same bits as grn_float_decode and
 * grn_float_encode give. Internal to src/eval.
 */
#ifndef GRN_EVAL_SIXTEEN_H
#define GRN_EVAL_SIXTEEN_H

#include "eval/element.h"

/* `yes` where all bits of the mask are set, `no` where none is. */
static inline uint32_t choose_32(uint32_t mask, uint32_t yes, uint32_t no) { return (yes & mask) | (no & ~mask); }
static inline uint32_t mask_32(bool holds) { return (uint32_t)0 - (uint32_t)holds; }

/* Every value of f16 is a float. */
static inline float float_of_f16(uint16_t bits)
{
    uint32_t sign = (uint32_t)(bits & 0x8000) << 16, magnitude = bits & 0x7FFF;
    uint32_t normal = (magnitude + (112 << 10)) << 13, tiny = bits_f32((float)(int32_t)magnitude * 0x1p-24F);
    uint32_t special = 0x7F800000 | magnitude << 13;
    uint32_t finite = choose_32(mask_32(magnitude < 0x400), tiny, normal);
    return float_f32(sign | choose_32(mask_32(magnitude >= 0x7C00), special, finite));
}

static inline float float_of_bf16(uint16_t bits) { return float_f32((uint32_t)bits << 16); }

/* A NaN keeps all its bits, which a cast would not leave alone. */
static inline uint64_t double_bits_of(float x)
{
    uint64_t none = (uint64_t)0 - (uint64_t)(x != x), bits = bits_f32(x);
    uint64_t nan = bits >> 31 << 63 | UINT64_C(0x7FF0000000000000) | (bits & 0x7FFFFF) << 29;
    return (bits_f64((double)x) & ~none) | (nan & none);
}

/* A double as a float that rounds to fewer bits as the double itself would: where bits have to go,
 * the last bit kept is set if any of them was (round to odd). A NaN stays one. */
static inline uint32_t odd_float_bits(double x)
{
    float f = (float)x;
    double back = (double)f;
    uint32_t below = back<x, above = back> x, positive = x > 0, negative = x < 0;
    return (bits_f32(f) - ((above & positive) | (below & negative))) | below | above;
}

/* The same on the halves of a double's bits, for a double that is no smaller than the least normal
 * float, or is zero; what is smaller becomes the smallest float there is. */
static inline uint32_t odd_float_of_halves(uint32_t high, uint32_t low)
{
    uint32_t h = high & 0x7FFFFFFF, fraction = (h & 0xFFFFF) | low;
    uint32_t normal = ((h << 3 | low >> 29) - (896U << 23)) | ((low & 0x1FFFFFFF) != 0);
    uint32_t special = choose_32(mask_32(fraction != 0), 0x7FC00000, 0x7F800000);
    uint32_t large = choose_32(mask_32(h >= 0x7FF00000), special, 0x7F7FFFFF);
    uint32_t least = (h | low) != 0;
    uint32_t magnitude = choose_32(mask_32(h >= 0x47F00000), large, choose_32(mask_32(h < 0x38100000), least, normal));
    return (high & 0x80000000) | magnitude;
}
/* Whether the double is below the least normal float, which the function above does not take. */
static inline uint32_t is_small(uint32_t high, uint32_t low)
{
    uint32_t h = high & 0x7FFFFFFF;
    return (uint32_t)(h < 0x38100000) & (uint32_t)((h | low) != 0);
}

static inline uint16_t f16_of_bits(uint32_t bits)
{
    uint32_t sign = bits >> 16 & 0x8000, x = bits & 0x7FFFFFFF;
    uint32_t special = choose_32(mask_32(x > 0x7F800000), 0x7E00, 0x7C00);
    /* rounds at 2^-24, where f16's subnormals end */
    uint32_t tiny = bits_f32(float_f32(x) + 0.5F) - 0x3F000000;
    uint32_t normal = (x - (112U << 23) + 0xFFF + (x >> 13 & 1)) >> 13; /* a carry moves on into the exponent */
    uint32_t finite = choose_32(mask_32(x < 0x38800000), tiny, normal);
    return (uint16_t)(sign | choose_32(mask_32(x >= 0x47800000), special, finite));
}

static inline uint16_t bf16_of_bits(uint32_t bits)
{
    uint32_t none = mask_32((bits & 0x7FFFFFFF) > 0x7F800000);
    return (uint16_t)choose_32(none, (bits >> 16 & 0x8000) | 0x7FC0, (bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

#endif

/*
 * accumulate_small.c - floats of 8 bits and less, through f32.
 *
 * Products of two such numbers, the lesser and the greater are exact in an f32. A sum may round
 * there first, which changes nothing: 24 bits are at least twice 4 plus two, and a sum that is
 * subnormal in the small format is exact. What overflows into a NaN becomes the canonical one. Of
 * f8E8M0FNU, which is exponents alone, two powers of two are added as such.
 *
 * A format is data: one body of each combiner serves all of them. Runs go in chunks: both sides
 * widened, combined as f32, narrowed; other elements one by one, as a target may come again.
 */
#include "kernels/accumulate.h"
#include "kernels/floats.h"

/* ---- formats --------------------------------------------------------------------------------- */

/* A format in the words of grn_float_format: with infinities and NaNs, or NaN at all ones, or at
 * minus zero, or none. */
typedef struct small {
    int32_t exponent_bits, mantissa_bits, bias;
    bool ieee, ones, zero;
} small;

KERNEL_INLINE int32_t top_exponent(small f) { return ((1 << f.exponent_bits) - 1) << f.mantissa_bits; }
KERNEL_INLINE int32_t sign_bit(small f) { return 1 << (f.exponent_bits + f.mantissa_bits); }
KERNEL_INLINE int32_t largest(small f)
{
    return f.ieee ? top_exponent(f) - 1 : f.ones ? sign_bit(f) - 2 : sign_bit(f) - 1;
}
KERNEL_INLINE int32_t nan_bits(small f)
{
    return f.ieee ? top_exponent(f) | 1 << (f.mantissa_bits - 1) : f.ones ? sign_bit(f) - 1 : f.zero ? sign_bit(f) : 0;
}

/* ---- through f32 ----------------------------------------------------------------------------- */

/* What the conversions need of a format, worked out before a loop. */
typedef struct small_numbers {
    uint32_t magnitude, sign;         /* masks */
    uint32_t to_mantissa, to_sign;    /* places to shift by */
    uint32_t rebias, normal, special; /* the least normal number; the least that is widened to an infinity or a NaN */
    uint32_t special_bits;            /* what those get */
    uint32_t stored_nan;              /* a stored form that is a NaN; beyond 8 bits: none */
    uint32_t least, beyond, most, over, over_sign, nan, zero_sign;
    float tiny;
} small_numbers;

/* 2^exponent, of a normal f32 */
static float power(int32_t exponent) { return from_bits_f32((uint32_t)(exponent + 127) << 23); }

#define NONE 0x1000 /* no form of 8 bits */

static small_numbers numbers_of(small f)
{
    return (small_numbers){
        .magnitude = (uint32_t)sign_bit(f) - 1,
        .sign = (uint32_t)sign_bit(f),
        .to_mantissa = 23 - (uint32_t)f.mantissa_bits,
        .to_sign = 31 - (uint32_t)(f.exponent_bits + f.mantissa_bits),
        .rebias = (uint32_t)(127 - f.bias) << 23,
        .normal = UINT32_C(1) << f.mantissa_bits,
        .special = f.ieee   ? (uint32_t)top_exponent(f)
                   : f.ones ? (uint32_t)sign_bit(f) - 1
                            : NONE,
        .special_bits = f.ieee ? UINT32_C(0x7F800000) : UINT32_C(0x7FC00000),
        .stored_nan = f.zero ? (uint32_t)sign_bit(f) : NONE,
        .least = (uint32_t)(128 - f.bias) << 23,
        .beyond = (uint32_t)(127 + (1 << f.exponent_bits) - f.bias) << 23,
        .most = (uint32_t)largest(f),
        .over = f.ieee             ? (uint32_t)top_exponent(f)
                : f.ones || f.zero ? (uint32_t)nan_bits(f)
                                   : (uint32_t)largest(f),
        .over_sign = f.ieee || !(f.ones || f.zero) ? UINT32_MAX : 0,
        .nan = (uint32_t)nan_bits(f),
        .zero_sign = f.zero ? 0 : UINT32_MAX,
        .tiny = power(1 - f.bias - f.mantissa_bits),
    };
}

KERNEL_INLINE float widen(const small_numbers *f, uint8_t stored)
{
    uint32_t magnitude = stored & f->magnitude, negative = stored & f->sign;
    uint32_t tiny = bits_f32((float)(int32_t)magnitude * f->tiny), shifted = magnitude << f->to_mantissa;
    uint32_t u = select_u32(magnitude < f->normal, tiny, shifted + f->rebias);
    u = select_u32(magnitude < f->special, u, f->special_bits | shifted);
    u = select_u32((magnitude | negative) == f->stored_nan, UINT32_C(0x7FC00000), u);
    return from_bits_f32(u | negative << f->to_sign);
}

/*
 * Adding 2^(23 + e) to a magnitude rounds it at 2^e, to even: e is that of the
 * last bit that the format has beside the magnitude's own exponent, or the
 * least one. What the sum then has more than the power is the significand; the
 * exponent is added to it, where a carry finds it. Infinities and NaNs are held
 * to a power that is too large for the format.
 */
KERNEL_INLINE uint8_t narrow(const small_numbers *f, float value)
{
    uint32_t u = bits_f32(value), magnitude = u & 0x7FFFFFFF,
             held = select_u32(magnitude < f->beyond, magnitude, f->beyond);
    uint32_t sign = (u & UINT32_C(0x80000000)) >> f->to_sign;
    uint32_t exponent = held & UINT32_C(0x7F800000);
    exponent = select_u32(f->least < exponent, exponent, f->least);
    uint32_t unit = exponent + (f->to_mantissa << 23);
    uint32_t out =
        bits_f32(from_bits_f32(held) + from_bits_f32(unit)) - unit + ((exponent - f->least) >> f->to_mantissa);
    uint32_t over = f->over | (sign & f->over_sign), whole = out | select_u32(out == 0, sign & f->zero_sign, sign);
    return (uint8_t)select_u32(0x7F800000 < magnitude, f->nan, select_u32(f->most < out, over, whole));
}

#define CHUNK 128

static void widen_chunk(const small_numbers *given, float *restrict to, const uint8_t *restrict from, int64_t n)
{
    const small_numbers f = *given;
    for (int64_t i = 0; i < n; i++)
        to[i] = widen(&f, from[i]);
}
static void narrow_chunk(const small_numbers *given, uint8_t *restrict to, const float *restrict from, int64_t n)
{
    const small_numbers f = *given;
    for (int64_t i = 0; i < n; i++)
        to[i] = narrow(&f, from[i]);
}

/* From as many elements on, a table of all widened values is worth making. */
#define MANY 128

KERNEL_INLINE float widened(const small_numbers *f, const float *wide, uint8_t stored)
{
    return wide != NULL ? wide[stored] : widen(f, stored);
}

#define SMALL_LOOPS(op)                                                                                               \
    KERNEL_SHARED static void op##_small_neighbours(small format, uint8_t *current, const uint8_t *update, int64_t n) \
    {                                                                                                                 \
        const small_numbers f = numbers_of(format);                                                                   \
        float a[CHUNK] = {0}, b[CHUNK] = {0};                                                                         \
        for (int64_t i = 0; i < n; i += CHUNK) {                                                                      \
            int64_t count = n - i < CHUNK ? n - i : CHUNK;                                                            \
            widen_chunk(&f, a, current + i, count);                                                                   \
            widen_chunk(&f, b, update + i, count);                                                                    \
            for (int64_t k = 0; k < CHUNK; k++)                                                                       \
                a[k] = op##_f32(a[k], b[k]);                                                                          \
            narrow_chunk(&f, current + i, a, count);                                                                  \
        }                                                                                                             \
    }                                                                                                                 \
    KERNEL_INLINE void op##_small_each(const small_numbers *given, const float *wide, uint8_t *current,               \
                                       int64_t current_step, const int64_t *offset, const grn_updates *u)             \
    {                                                                                                                 \
        const small_numbers f = *given;                                                                               \
        const uint8_t *update = u->data;                                                                              \
        for (int64_t i = 0; i < u->count; i++) {                                                                      \
            uint8_t *at = current + (offset != NULL ? offset[i] : i * current_step);                                  \
            float b = widened(&f, wide, update[u->from != NULL ? u->from[i] : i * u->step]);                          \
            *at = narrow(&f, raw_##op##_f32(widened(&f, wide, *at), b));                                              \
        }                                                                                                             \
    }                                                                                                                 \
    KERNEL_SHARED static void op##_small_elements(small format, uint8_t *current, int64_t current_step,               \
                                                  const int64_t *offset, const grn_updates *u)                        \
    {                                                                                                                 \
        const small_numbers f = numbers_of(format);                                                                   \
        float wide[256];                                                                                              \
        uint8_t all[256];                                                                                             \
        if (u->count < MANY) {                                                                                        \
            op##_small_each(&f, NULL, current, current_step, offset, u);                                              \
            return;                                                                                                   \
        }                                                                                                             \
        for (int i = 0; i < 256; i++)                                                                                 \
            all[i] = (uint8_t)i;                                                                                      \
        widen_chunk(&f, wide, all, 256);                                                                              \
        op##_small_each(&f, wide, current, current_step, offset, u);                                                  \
    }
SMALL_LOOPS(add)
SMALL_LOOPS(mul)
SMALL_LOOPS(min)
SMALL_LOOPS(max)

/* ---- the formats ----------------------------------------------------------------------------- */

#define NAN_IEEE true, false, false
#define NAN_ONES false, true, false
#define NAN_ZERO false, false, true
#define NAN_NONE false, false, false

#define SMALL_TYPES(S)                                  \
    S(F4E2M1FN, f4e2m1fn, 2, 1, 1, NAN_NONE)            \
    S(F6E2M3FN, f6e2m3fn, 2, 3, 1, NAN_NONE)            \
    S(F6E3M2FN, f6e3m2fn, 3, 2, 3, NAN_NONE)            \
    S(F8E3M4, f8e3m4, 3, 4, 3, NAN_IEEE)                \
    S(F8E4M3, f8e4m3, 4, 3, 7, NAN_IEEE)                \
    S(F8E4M3FN, f8e4m3fn, 4, 3, 7, NAN_ONES)            \
    S(F8E4M3FNUZ, f8e4m3fnuz, 4, 3, 8, NAN_ZERO)        \
    S(F8E4M3B11FNUZ, f8e4m3b11fnuz, 4, 3, 11, NAN_ZERO) \
    S(F8E5M2, f8e5m2, 5, 2, 15, NAN_IEEE)               \
    S(F8E5M2FNUZ, f8e5m2fnuz, 5, 2, 16, NAN_ZERO)

#define SMALL_KITS(DTYPE, type, exponent_bits, mantissa_bits, bias, nan) \
    static const small type = {exponent_bits, mantissa_bits, bias, nan}; \
    ACCUMULATE_FORMAT(add_##type, add_small, type)                       \
    ACCUMULATE_FORMAT(mul_##type, mul_small, type)                       \
    ACCUMULATE_FORMAT(min_##type, min_small, type)                       \
    ACCUMULATE_FORMAT(max_##type, max_small, type)
SMALL_TYPES(SMALL_KITS)

/* ---- f8E8M0FNU ------------------------------------------------------------------------------- */

/* f8E8M0FNU: an element is its exponent less 127; 255 is NaN, also for results that are too large.
 * Results that are too small become 0. */
#define POWER_NAN 255

KERNEL_INLINE int32_t greater(int32_t a, int32_t b) { return a > b ? a : b; }
KERNEL_INLINE int32_t lesser(int32_t a, int32_t b) { return a < b ? a : b; }

KERNEL_INLINE uint8_t saturated_power(uint8_t a, uint8_t b, int32_t exponent)
{
    bool nan = a == POWER_NAN || b == POWER_NAN;
    return (uint8_t)(nan ? POWER_NAN : greater(0, lesser(exponent, POWER_NAN)));
}
/* The double of equal ones; half as much again of neighbours is a tie, which goes to the even
 * exponent. */
KERNEL_SHARED static uint8_t add_f8e8m0fnu(uint8_t a, uint8_t b)
{
    int32_t high = greater(a, b), distance = high - lesser(a, b);
    return saturated_power(a, b, high + (distance == 0 ? 1 : distance == 1 ? high & 1 : 0));
}
KERNEL_SHARED static uint8_t mul_f8e8m0fnu(uint8_t a, uint8_t b) { return saturated_power(a, b, a + b - 127); }
KERNEL_SHARED static uint8_t min_f8e8m0fnu(uint8_t a, uint8_t b) { return saturated_power(a, b, lesser(a, b)); }
KERNEL_SHARED static uint8_t max_f8e8m0fnu(uint8_t a, uint8_t b) { return saturated_power(a, b, greater(a, b)); }
ACCUMULATE_COMPACT(add_f8e8m0fnu, uint8_t, add_f8e8m0fnu)
ACCUMULATE_COMPACT(mul_f8e8m0fnu, uint8_t, mul_f8e8m0fnu)
ACCUMULATE_COMPACT(min_f8e8m0fnu, uint8_t, min_f8e8m0fnu)
ACCUMULATE_COMPACT(max_f8e8m0fnu, uint8_t, max_f8e8m0fnu)

/* ---- the rows -------------------------------------------------------------------------------- */

#define SMALL_ROWS_BY(ROW, DTYPE, type) \
    ROW(ADD, DTYPE, add_##type), ROW(MUL, DTYPE, mul_##type), ROW(MIN, DTYPE, min_##type), ROW(MAX, DTYPE, max_##type),

#define SMALL_ROWS(DTYPE, type, ...) SMALL_ROWS_BY(ACCUMULATE_ROW_UNFUSED, DTYPE, type)

const grn_accumulate_table grn_accumulate_small = {SMALL_TYPES(SMALL_ROWS)
                                                       SMALL_ROWS_BY(ACCUMULATE_ROW, F8E8M0FNU, f8e8m0fnu)};

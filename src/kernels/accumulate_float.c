/*
 * accumulate_float.c - f64, f32, and the 16-bit floats through f32.
 *
 * A sum or product of two f16 or bf16 computed in f32 and then rounded equals
 * the one rounded once: 24 bits are at least twice 11, or 8, plus two, and
 * where the narrow result is subnormal the f32 one is exact, or, for bf16
 * products below half its least subnormal, rounds to zero either way.
 */
#include <math.h>

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

/*
 * A NaN stays one under every further update, so that it may stand in the
 * results for a while with bits of its own: fours note whether there was one,
 * two elements by one comparison, and all they have been at is settled then.
 */
#if defined(__SSE2__)
#include <immintrin.h>
typedef __m128 nans_f32;
typedef __m128d nans_f64;
/* x in the low part of a register, with anything above it. gcc would make that zeros, which takes an instruction. */
#if defined(__clang__)
#define low_f32(x) _mm_set_ss(x)
#define low_f64(x) _mm_set_sd(x)
#else
#define LOW_OF(V, T, name)                  \
    KERNEL_INLINE V name(T x)               \
    {                                       \
        V v;                                \
        __asm__("" : "=x"(v) : "0"(x));     \
        return v;                           \
    }
LOW_OF(__m128, float, low_f32)
LOW_OF(__m128d, double, low_f64)
#endif
KERNEL_INLINE __m128 note_f32(__m128 seen, float x, float y)
{
    return _mm_or_ps(seen, _mm_cmpunord_ss(low_f32(x), low_f32(y)));
}
KERNEL_INLINE __m128d note_f64(__m128d seen, double x, double y)
{
    return _mm_or_pd(seen, _mm_cmpunord_sd(low_f64(x), low_f64(y)));
}
KERNEL_INLINE bool none_f32(__m128 seen) { return (_mm_movemask_ps(seen) & 1) == 0; }
KERNEL_INLINE bool none_f64(__m128d seen) { return (_mm_movemask_pd(seen) & 1) == 0; }
#else
typedef bool nans_f32;
typedef bool nans_f64;
KERNEL_INLINE bool note_f32(bool seen, float x, float y) { return seen || isunordered(x, y); }
KERNEL_INLINE bool note_f64(bool seen, double x, double y) { return seen || isunordered(x, y); }
KERNEL_INLINE bool none_f32(bool seen) { return !seen; }
KERNEL_INLINE bool none_f64(bool seen) { return !seen; }
#endif

#define NOTING_FOUR(id, type, T, f)                                                                            \
    typedef nans_##type id##_seen;                                                                             \
    KERNEL_INLINE bool id##_is_settled(id##_seen seen) { return none_##type(seen); }                           \
    KERNEL_INLINE void id##_settle_at(char *at)                                                                \
    {                                                                                                          \
        T x;                                                                                                   \
        memcpy(&x, at, sizeof x);                                                                              \
        x = settle_##type(x);                                                                                  \
        memcpy(at, &x, sizeof x);                                                                              \
    }                                                                                                          \
    KERNEL_INLINE T id##_one(char *at, const char *from)                                                       \
    {                                                                                                          \
        T a, b;                                                                                                \
        memcpy(&a, at, sizeof a);                                                                              \
        memcpy(&b, from, sizeof b);                                                                            \
        a = f(a, b);                                                                                           \
        memcpy(at, &a, sizeof a);                                                                              \
        return a;                                                                                              \
    }                                                                                                          \
    KERNEL_INLINE void id##_four(char *current, const int64_t *offset, const char *update, id##_seen *seen)    \
    {                                                                                                          \
        const int64_t size = (int64_t)sizeof(T);                                                               \
        for (int64_t k = 0; k < 4; k += 2) {                                                                   \
            T x = id##_one(current + offset[k] * size, update + k * size);                                     \
            T y = id##_one(current + offset[k + 1] * size, update + (k + 1) * size);                           \
            *seen = note_##type(*seen, x, y);                                                                  \
        }                                                                                                      \
    }

/*
 * One element at a time. Of minimum and maximum both of the processor's own
 * selects are taken, in its registers for floats, which the compiler leaves
 * for others and for branches; of two zeros both selects answer the second, so
 * that their bits or-ed are -0, and-ed +0.
 */
#define ONE_PLAIN(op, type, T)                                                                       \
    KERNEL_INLINE T raw_##op##_one_##type(T a, T b) { return raw_##op##_##type(a, b); }
ONE_PLAIN(add, f32, float)
ONE_PLAIN(mul, f32, float)
ONE_PLAIN(add, f64, double)
ONE_PLAIN(mul, f64, double)

#if defined(__SSE2__)
#include <immintrin.h>
#define ONE_SELECTS(type, T, V, suffix, get)                                                                   \
    KERNEL_INLINE T raw_min_one_##type(T a, T b)                                                               \
    {                                                                                                          \
        V x = _mm_set_s##suffix(a), y = _mm_set_s##suffix(b);                                                  \
        return get(_mm_or_p##suffix(_mm_min_s##suffix(x, y), _mm_min_s##suffix(y, x)));                        \
    }                                                                                                          \
    KERNEL_INLINE T raw_max_one_##type(T a, T b)                                                               \
    {                                                                                                          \
        V x = _mm_set_s##suffix(a), y = _mm_set_s##suffix(b);                                                  \
        V both = _mm_and_p##suffix(_mm_max_s##suffix(x, y), _mm_max_s##suffix(y, x));                          \
        return get(_mm_or_p##suffix(both, _mm_cmpunord_s##suffix(x, y)));                                      \
    }
ONE_SELECTS(f32, float, __m128, s, _mm_cvtss_f32)
ONE_SELECTS(f64, double, __m128d, d, _mm_cvtsd_f64)
#else
ONE_PLAIN(min, f32, float)
ONE_PLAIN(max, f32, float)
ONE_PLAIN(min, f64, double)
ONE_PLAIN(max, f64, double)
#endif

#define WIDE(op, type, T)                                                                                     \
    KERNEL_INLINE T op##_one_##type(T a, T b) { return settle_##type(raw_##op##_one_##type(a, b)); }          \
    ACCUMULATE_BODY(op##_##type, T, op##_##type)                                                              \
    ACCUMULATE_ROWS(op##_##type, T)                                                                           \
    NOTING_FOUR(op##_##type, type, T, raw_##op##_one_##type)                                                  \
    ACCUMULATE_CELLS_OF(op##_##type, T, op##_one_##type)                                                      \
    ACCUMULATE_DIRECT(op##_##type, T)
WIDE(add, f32, float)
WIDE(mul, f32, float)
WIDE(min, f32, float)
WIDE(max, f32, float)
WIDE(add, f64, double)
WIDE(mul, f64, double)
WIDE(min, f64, double)
WIDE(max, f64, double)

/* One bf16 in a register of floats and back, which it is the high half of. Only the NaN of NaNs would round wrongly. */
#if defined(__AVX2__)
KERNEL_INLINE float one_of_bf16(uint16_t h)
{
    return _mm_cvtss_f32(_mm_castsi128_ps(_mm_insert_epi16(_mm_setzero_si128(), h, 1)));
}
KERNEL_INLINE uint16_t high_half(float value)
{
    return (uint16_t)_mm_extract_epi16(_mm_castps_si128(_mm_set_ss(value)), 1);
}
KERNEL_INLINE uint16_t bf16_one(float value)
{
    __m128i u = _mm_castps_si128(_mm_set_ss(value));
    __m128i odd = _mm_and_si128(_mm_srli_epi32(u, 16), _mm_set1_epi32(1));
    u = _mm_add_epi32(u, _mm_add_epi32(odd, _mm_set1_epi32(0x7FFF)));
    return value != value ? 0x7FC0 : (uint16_t)_mm_extract_epi16(u, 1);
}
#else
#define one_of_bf16(h) grn_bf16_to_f32(h)
KERNEL_INLINE uint16_t high_half(float value)
{
    return (uint16_t)(bits_f32(value) >> 16);
}
KERNEL_INLINE uint16_t bf16_one(float value)
{
    return bf16_of(settle_f32(value));
}
#endif

#if defined(__F16C__) && defined(__AVX2__)
/* Runs of f16 by the processor's conversions. A NaN is settled as an f32 and stays the canonical one. */
#define HALF_BODY(op)                                                                                             \
    KERNEL_INLINE void op##_eight_f16(char *current, const char *update)                                          \
    {                                                                                                             \
        __m256 a = _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(const void *)current));                      \
        __m256 x = _mm256_##op##_ps(a, _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(const void *)update)));  \
        x = _mm256_blendv_ps(x, _mm256_set1_ps(from_bits_f32(UINT32_C(0x7FC00000))), _mm256_cmp_ps(x, x, _CMP_UNORD_Q)); \
        _mm_storeu_si128((__m128i *)(void *)current, _mm256_cvtps_ph(x, _MM_FROUND_TO_NEAREST_INT));              \
    }                                                                                                             \
    static inline void op##_f16_body(char *restrict current, int64_t current_step, const char *restrict update,   \
                                     int64_t update_step, int64_t n)                                              \
    {                                                                                                             \
        int64_t i = 0;                                                                                            \
        for (; current_step == 1 && update_step == 1 && i + 8 <= n; i += 8)                                       \
            op##_eight_f16(current + 2 * i, update + 2 * i);                                                      \
        for (current += 2 * i, update += 2 * i; i < n; i++, current += 2 * current_step, update += 2 * update_step) \
            ACCUMULATE_ONE(uint16_t, op##_one_f16, current, update);                                              \
    }                                                                                                             \
    ACCUMULATE_RUN(op##_f16)
#else
#define HALF_BODY(op) ACCUMULATE_BODY(op##_f16, uint16_t, op##_f16)
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
    KERNEL_INLINE uint16_t op##_one_bf16(uint16_t a, uint16_t b)                                          \
    {                                                                                                     \
        return bf16_one(raw_##op##_f32(one_of_bf16(a), one_of_bf16(b)));                                  \
    }                                                                                                     \
    HALF_BODY(op)                                                                                         \
    ACCUMULATE_ROWS(op##_f16, uint16_t)                                                                   \
    ACCUMULATE_CELLS(op##_f16, uint16_t, op##_one_f16)                                                    \
    ACCUMULATE_DIRECT(op##_f16, uint16_t)                                                                 \
    ACCUMULATE_BODY(op##_bf16, uint16_t, op##_bf16)                                                       \
    ACCUMULATE_ROWS(op##_bf16, uint16_t)                                                                  \
    ACCUMULATE_CELLS(op##_bf16, uint16_t, op##_one_bf16)                                                  \
    ACCUMULATE_DIRECT(op##_bf16, uint16_t)
NARROW(add)
NARROW(mul)

/* Stored forms in the order of their numbers, -0 below +0: the magnitude of a negative one turned. */
KERNEL_INLINE int16_t order16(uint16_t u)
{
    return (int16_t)(u ^ (u >> 15 == 0 ? 0 : 0x7FFF));
}
/* One element at a time as floats, which a minimum or maximum is exact in. */
KERNEL_INLINE uint16_t chosen_bf16(float value) { return value != value ? 0x7FC0 : high_half(value); }
KERNEL_INLINE uint16_t chosen_f16(float value) { return F16_OF(settle_f32(value)); }
#define one_of_f16(h) F32_OF_F16(h)

#define NARROW_ORDER_OF(op, than, type)                                                                   \
    KERNEL_INLINE uint16_t op##_##type(uint16_t a, uint16_t b)                                            \
    {                                                                                                     \
        return settle_##type(a, b, order16(a) than order16(b) ? a : b);                                   \
    }                                                                                                     \
    KERNEL_INLINE uint16_t op##_one_##type(uint16_t a, uint16_t b)                                        \
    {                                                                                                     \
        return chosen_##type(raw_##op##_one_f32(one_of_##type(a), one_of_##type(b)));                     \
    }                                                                                                     \
    ACCUMULATE_BODY(op##_##type, uint16_t, op##_##type)                                                   \
    ACCUMULATE_ROWS(op##_##type, uint16_t)                                                                \
    ACCUMULATE_CELLS(op##_##type, uint16_t, op##_one_##type)                                              \
    ACCUMULATE_DIRECT(op##_##type, uint16_t)
#define NARROW_ORDER(type, INFINITY_BITS, NAN_BITS)                                                       \
    KERNEL_INLINE uint16_t settle_##type(uint16_t a, uint16_t b, uint16_t chosen)                         \
    {                                                                                                     \
        bool nan = (a & 0x7FFF) > (INFINITY_BITS) || (b & 0x7FFF) > (INFINITY_BITS);                      \
        return nan ? (NAN_BITS) : chosen;                                                                 \
    }                                                                                                     \
    NARROW_ORDER_OF(min, <, type)                                                                         \
    NARROW_ORDER_OF(max, >, type)
NARROW_ORDER(f16, 0x7C00, 0x7E00)
NARROW_ORDER(bf16, 0x7F80, 0x7FC0)

#define FLOAT(DTYPE, type, ROW)                                                  \
    ROW(ADD, DTYPE, add_##type), ROW(MUL, DTYPE, mul_##type),                    \
    ROW(MIN, DTYPE, min_##type), ROW(MAX, DTYPE, max_##type)

const grn_accumulate_table grn_accumulate_floats = {
    FLOAT(F16, f16, ACCUMULATE_ROW_WIDE), FLOAT(BF16, bf16, ACCUMULATE_ROW_WIDE),
    FLOAT(F32, f32, ACCUMULATE_ROW_WIDE), FLOAT(F64, f64, ACCUMULATE_ROW_WIDE)};

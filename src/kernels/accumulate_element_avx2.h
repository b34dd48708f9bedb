/* accumulate_element_avx2.h - the names of accumulate_element.h, with AVX2 and F16C. */
#ifndef GRN_KERNELS_ACCUMULATE_ELEMENT_AVX2_H
#define GRN_KERNELS_ACCUMULATE_ELEMENT_AVX2_H

#include <immintrin.h>
#include <math.h>

#include "kernels/accumulate.h"
#include "kernels/floats.h"

/* ---- notes of NaNs: two elements by one comparison ------------------------------------------- */

typedef __m128 nans_f32;
typedef __m128d nans_f64;
/* x in the low part of a register, with anything above it. gcc would zero the upper part, which
 * takes an instruction. */
#if defined(__clang__)
#define low_f32(x) _mm_set_ss(x)
#define low_f64(x) _mm_set_sd(x)
#else
#define LOW_OF(V, T, name)              \
    KERNEL_INLINE V name(T x)           \
    {                                   \
        V v;                            \
        __asm__("" : "=x"(v) : "0"(x)); \
        return v;                       \
    }
LOW_OF(__m128, float, low_f32)
LOW_OF(__m128d, double, low_f64)
#endif
KERNEL_INLINE __m128 note_f32(__m128 nans, float x, float y)
{
    return _mm_or_ps(nans, _mm_cmpunord_ss(low_f32(x), low_f32(y)));
}
KERNEL_INLINE __m128d note_f64(__m128d nans, double x, double y)
{
    return _mm_or_pd(nans, _mm_cmpunord_sd(low_f64(x), low_f64(y)));
}
KERNEL_INLINE bool none_f32(__m128 nans) { return (_mm_movemask_ps(nans) & 1) == 0; }
KERNEL_INLINE bool none_f64(__m128d nans) { return (_mm_movemask_pd(nans) & 1) == 0; }

/* ---- one element ----------------------------------------------------------------------------- */

/*
 * A minimum or maximum is both of the processor's own selects, in its float registers; from the
 * same C, compilers make other registers or branches. For two zeros both selects answer the second,
 * so that the bits of both or-ed are -0, and-ed +0.
 */
#define ONE_SELECTS(type, T, V, suffix, get)                                            \
    KERNEL_INLINE T raw_min_one_##type(T a, T b)                                        \
    {                                                                                   \
        V x = _mm_set_s##suffix(a), y = _mm_set_s##suffix(b);                           \
        return get(_mm_or_p##suffix(_mm_min_s##suffix(x, y), _mm_min_s##suffix(y, x))); \
    }                                                                                   \
    KERNEL_INLINE T raw_max_one_##type(T a, T b)                                        \
    {                                                                                   \
        V x = _mm_set_s##suffix(a), y = _mm_set_s##suffix(b);                           \
        V both = _mm_and_p##suffix(_mm_max_s##suffix(x, y), _mm_max_s##suffix(y, x));   \
        return get(_mm_or_p##suffix(both, _mm_cmpunord_s##suffix(x, y)));               \
    }
ONE_SELECTS(f32, float, __m128, s, _mm_cvtss_f32)
ONE_SELECTS(f64, double, __m128d, d, _mm_cvtsd_f64)

/* The processor's own conversions are shorter for one element. */
#define one_of_f16(h) _cvtsh_ss(h)
#define f16_one(x) _cvtss_sh((x), _MM_FROUND_TO_NEAREST_INT)

/* One bf16 is the upper half of a float in a register of floats. Only the NaN of NaNs would round
 * wrongly. */
KERNEL_INLINE float one_of_bf16(uint16_t h)
{
    return _mm_cvtss_f32(_mm_castsi128_ps(_mm_insert_epi16(_mm_setzero_si128(), h, 1)));
}
KERNEL_INLINE uint16_t upper_16(float value)
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

/* ---- runs of f16 ----------------------------------------------------------------------------- */

/* A NaN is made canonical as an f32 and stays so. */
#define F16_BODY(op)                                                                                                \
    KERNEL_INLINE void op##_eight_f16(char *current, const char *update)                                            \
    {                                                                                                               \
        __m256 a = _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(const void *)current));                        \
        __m256 x = _mm256_##op##_ps(a, _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(const void *)update)));    \
        x = _mm256_blendv_ps(x, _mm256_set1_ps(from_bits_f32(UINT32_C(0x7FC00000))),                                \
                             _mm256_cmp_ps(x, x, _CMP_UNORD_Q));                                                    \
        _mm_storeu_si128((__m128i *)(void *)current, _mm256_cvtps_ph(x, _MM_FROUND_TO_NEAREST_INT));                \
    }                                                                                                               \
    static inline void op##_f16_body(char *restrict current, int64_t current_step, const char *restrict update,     \
                                     int64_t update_step, int64_t n)                                                \
    {                                                                                                               \
        int64_t i = 0;                                                                                              \
        for (; current_step == 1 && update_step == 1 && i + 8 <= n; i += 8)                                         \
            op##_eight_f16(current + 2 * i, update + 2 * i);                                                        \
        for (current += 2 * i, update += 2 * i; i < n; i++, current += 2 * current_step, update += 2 * update_step) \
            ACCUMULATE_ONE(uint16_t, op##_one_f16, current, update);                                                \
    }                                                                                                               \
    ACCUMULATE_RUN(op##_f16)

/* ---- groups of indices ----------------------------------------------------------------------- */

/* An index below 2^32 has upper 32 bits of 0: the greatest of all 32-bit parts, each with its like,
 * are found at once. */
KERNEL_INLINE bool group_in_range(const char *raw, const grn_starts *s, int64_t values, const bool index32)
{
    const int32_t first = (int32_t)(uint32_t)s->last[0], second = (int32_t)(uint32_t)s->last[1];
    const __m256i top = index32 ? _mm256_setr_epi32(first, second, first, second, first, second, first, second)
                                : _mm256_setr_epi64x(s->last[0], s->last[1], s->last[0], s->last[1]);
    const int64_t bytes = values * (index32 ? 4 : 8);
    __m256i a = top, b = top;
    for (int64_t i = 0; i < bytes; i += 64) {
        a = _mm256_max_epu32(a, _mm256_loadu_si256((const __m256i *)(const void *)(raw + i)));
        b = _mm256_max_epu32(b, _mm256_loadu_si256((const __m256i *)(const void *)(raw + i + 32)));
    }
    __m256i same = _mm256_and_si256(_mm256_cmpeq_epi32(a, top), _mm256_cmpeq_epi32(b, top));
    return _mm256_movemask_epi8(same) == -1;
}

#endif

/* range_avx2.h - whether sixteen raw indices are in range, by AVX2, for take_x86.h. */
#ifndef GRN_KERNELS_RANGE_AVX2_H
#define GRN_KERNELS_RANGE_AVX2_H

#include "kernels/take_x86.h"

KERNEL_INLINE __m256i load256(const void *p) { return _mm256_loadu_si256((const __m256i *)p); }

/* Loads a vector that is used twice once: the compiler would read it twice, and loads are the
 * bottleneck here. */
KERNEL_INLINE __m256i load_once(const void *p)
{
    __m256i v = load256(p);
#if defined(__GNUC__)
    __asm__("" : "+x"(v));
#endif
    return v;
}

/* The sign of every element of x that is negative or above `last`, some of the other bits. */
KERNEL_INLINE __m256i beyond32(__m256i x, __m256i last) { return _mm256_or_si256(x, _mm256_sub_epi32(last, x)); }

KERNEL_INLINE __m256i beyond64(__m256i x, __m256i last) { return _mm256_or_si256(x, _mm256_sub_epi64(last, x)); }

KERNEL_INLINE bool in_range_4(const char *raw, int64_t last)
{
    __m256i top = _mm256_set1_epi32((int32_t)held32(last));
    __m256i bad = _mm256_or_si256(beyond32(load_once(raw), top), beyond32(load_once(raw + 32), top));
    return _mm256_movemask_ps(_mm256_castsi256_ps(bad)) == 0;
}

KERNEL_INLINE bool in_range_8(const char *raw, int64_t last)
{
    __m256i top = _mm256_set1_epi64x(last);
    __m256i a = _mm256_or_si256(beyond64(load_once(raw), top), beyond64(load_once(raw + 32), top));
    __m256i b = _mm256_or_si256(beyond64(load_once(raw + 64), top), beyond64(load_once(raw + 96), top));
    return _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_or_si256(a, b))) == 0;
}

#endif

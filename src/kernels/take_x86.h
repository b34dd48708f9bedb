/*
 * take_x86.h - elements by raw indices that are checked sixteen at a time: the code that the x86
 * sets share.
 *
 * An includer defines in_range_4 or in_range_8, for the index sizes that it takes: whether the
 * GROUP values from raw on, of 4 or 8 bytes each, are in [0, last]. An unsigned value over
 * INT32_MAX or INT64_MAX is taken to be out of range.
 */
#ifndef GRN_KERNELS_TAKE_X86_H
#define GRN_KERNELS_TAKE_X86_H

#include <immintrin.h>
#include <string.h>

#include "kernels/hints.h"
#include "kernels/take.h"

#define GROUP 16

/* ---- indices --------------------------------------------------------------------------------- */

KERNEL_INLINE int64_t held32(int64_t last) { return last < INT32_MAX ? last : INT32_MAX; }

/* A value known to be in range, for which the unsigned reading is right whatever the type. */
KERNEL_INLINE int64_t value_4(const char *raw, int64_t i)
{
    uint32_t value;
    memcpy(&value, raw + i * 4, 4);
    return (int64_t)value;
}

KERNEL_INLINE int64_t value_8(const char *raw, int64_t i)
{
    int64_t value;
    memcpy(&value, raw + i * 8, 8);
    return value;
}

KERNEL_INLINE bool one_in_range_4(const char *raw, int64_t i, int64_t last) { return value_4(raw, i) <= held32(last); }

KERNEL_INLINE bool one_in_range_8(const char *raw, int64_t i, int64_t last)
{
    return (uint64_t)value_8(raw, i) <= (uint64_t)last;
}

/* ---- sixteen elements from sixteen addresses ------------------------------------------------- */

KERNEL_INLINE float f32_at(const char *p)
{
    float x;
    memcpy(&x, p, sizeof x);
    return x;
}

KERNEL_INLINE double f64_at(const char *p)
{
    double x;
    memcpy(&x, p, sizeof x);
    return x;
}

KERNEL_INLINE int u16_at(const char *p)
{
    uint16_t x;
    memcpy(&x, p, sizeof x);
    return x;
}

KERNEL_INLINE void store256(char *to, __m256i v, bool stream)
{
    if (stream)
        _mm256_stream_si256((__m256i *)to, v);
    else
        _mm256_storeu_si256((__m256i *)to, v);
}

KERNEL_INLINE void store128(char *to, __m128i v, bool stream)
{
    if (stream)
        _mm_stream_si128((__m128i *)to, v);
    else
        _mm_storeu_si128((__m128i *)to, v);
}

/* AT(k): the address of element k. */
#define MOVE16_4(AT, to, stream)                                                                                  \
    do {                                                                                                          \
        __m256 lo_ = _mm256_setr_ps(f32_at(AT(0)), f32_at(AT(1)), f32_at(AT(2)), f32_at(AT(3)), f32_at(AT(4)),    \
                                    f32_at(AT(5)), f32_at(AT(6)), f32_at(AT(7)));                                 \
        store256((to), _mm256_castps_si256(lo_), stream);                                                         \
        __m256 hi_ = _mm256_setr_ps(f32_at(AT(8)), f32_at(AT(9)), f32_at(AT(10)), f32_at(AT(11)), f32_at(AT(12)), \
                                    f32_at(AT(13)), f32_at(AT(14)), f32_at(AT(15)));                              \
        store256((to) + 32, _mm256_castps_si256(hi_), stream);                                                    \
    } while (0)
#define QUARTER_8(AT, k, to, stream)                                                                                 \
    store256(                                                                                                        \
        (to) + (k)*8,                                                                                                \
        _mm256_castpd_si256(_mm256_setr_pd(f64_at(AT(k)), f64_at(AT(k + 1)), f64_at(AT(k + 2)), f64_at(AT(k + 3)))), \
        stream)
#define MOVE16_8(AT, to, stream)       \
    do {                               \
        QUARTER_8(AT, 0, to, stream);  \
        QUARTER_8(AT, 4, to, stream);  \
        QUARTER_8(AT, 8, to, stream);  \
        QUARTER_8(AT, 12, to, stream); \
    } while (0)
#define PUT_2(AT, v, k) v = _mm_insert_epi16(v, u16_at(AT(k)), (k)&7)
#define HALF_2(AT, k, to, stream)                      \
    do {                                               \
        __m128i v_ = _mm_cvtsi32_si128(u16_at(AT(k))); \
        PUT_2(AT, v_, k + 1);                          \
        PUT_2(AT, v_, k + 2);                          \
        PUT_2(AT, v_, k + 3);                          \
        PUT_2(AT, v_, k + 4);                          \
        PUT_2(AT, v_, k + 5);                          \
        PUT_2(AT, v_, k + 6);                          \
        PUT_2(AT, v_, k + 7);                          \
        store128((to) + (k)*2, v_, stream);            \
    } while (0)
#define MOVE16_2(AT, to, stream)   \
    do {                           \
        HALF_2(AT, 0, to, stream); \
        HALF_2(AT, 8, to, stream); \
    } while (0)
#define PUT_1(AT, v, k) v = _mm_insert_epi8(v, *(const unsigned char *)(AT(k)), (k)&7)
#define HALF_1(AT, v, k)     \
    do {                     \
        PUT_1(AT, v, k + 1); \
        PUT_1(AT, v, k + 2); \
        PUT_1(AT, v, k + 3); \
        PUT_1(AT, v, k + 4); \
        PUT_1(AT, v, k + 5); \
        PUT_1(AT, v, k + 6); \
        PUT_1(AT, v, k + 7); \
    } while (0)
/* Two halves, so that neither waits for sixteen insertions. */
#define MOVE16_1(AT, to, stream)                                         \
    do {                                                                 \
        __m128i a_ = _mm_cvtsi32_si128(*(const unsigned char *)(AT(0))); \
        __m128i b_ = _mm_cvtsi32_si128(*(const unsigned char *)(AT(8))); \
        HALF_1(AT, a_, 0);                                               \
        HALF_1(AT, b_, 8);                                               \
        store128((to), _mm_unpacklo_epi64(a_, b_), stream);              \
    } while (0)
#define MOVE16_16(AT, to, stream)                                                         \
    do {                                                                                  \
        for (int k_ = 0; k_ < 16; k_++)                                                   \
            store128((to) + k_ * 16, _mm_loadu_si128((const __m128i *)(AT(k_))), stream); \
    } while (0)

/* How many elements come before dst is aligned to a line; -1: none align it. A line that is partly
 * stored past the caches and partly not is written twice, which many short runs would do at both
 * ends. */
KERNEL_INLINE int64_t head_of(const void *dst, int64_t bytes)
{
    uintptr_t past = (uintptr_t)dst % GRN_LINE_BYTES;
    if (past % (uintptr_t)bytes != 0)
        return -1;
    return past == 0 ? 0 : (int64_t)((GRN_LINE_BYTES - past) / (uintptr_t)bytes);
}

/* ---- fused ----------------------------------------------------------------------------------- */

#define MOVE_ONE(bytes, to, from)     \
    do {                              \
        struct {                      \
            char b[bytes];            \
        } one_;                       \
        memcpy(&one_, (from), bytes); \
        memcpy((to), &one_, bytes);   \
    } while (0)

/* From element i on, one by one until `to`; answers where it stopped. */
#define FUSED_SINGLE(bytes, I)                                                                                     \
    KERNEL_INLINE int64_t single_##I##_##bytes(char *dst, const char *src, const char *raw, int64_t i, int64_t to, \
                                               const grn_fused *d)                                                 \
    {                                                                                                              \
        for (; i < to && one_in_range_##I(raw, i, d->last); i++)                                                   \
            MOVE_ONE(bytes, dst + i * (bytes), src + value_##I(raw, i) * d->scale + i * d->step);                  \
        return i;                                                                                                  \
    }
/* Elements far away are prefetched so many indices ahead. An unchecked index does no harm: its
 * element is prefetched, and never read. */
#define EACH_OF_GROUP(PUT, I, at, from, scale, step)                                           \
    KERNEL_NO_UNROLL                                                                           \
    for (int64_t k_ = 0; k_ < GROUP; k_++)                                                     \
    PUT((const char *)((uintptr_t)(from) + (uintptr_t)value_##I(at, k_) * (uintptr_t)(scale) + \
                       (uintptr_t)(k_ * (step))))
#define PREFETCH_GROUP_I(I, at, from, scale, step, far)            \
    do {                                                           \
        if (far)                                                   \
            EACH_OF_GROUP(PREFETCH_FAR, I, at, from, scale, step); \
        else                                                       \
            EACH_OF_GROUP(PREFETCH, I, at, from, scale, step);     \
    } while (0)
/* scale and step come as constants where they are the element's size and 0. */
#define FUSED_GROUPS(bytes, I)                                                                                    \
    KERNEL_INLINE int64_t groups_##I##_##bytes(char *dst, const char *src, const char *raw, int64_t i, int64_t n, \
                                               const grn_fused *d, int64_t scale, int64_t step, bool stream)      \
    {                                                                                                             \
        const int64_t last = d->last, ahead = d->ahead, prefetched = ahead > 0 ? n - GROUP - ahead : -1;          \
        for (; i + GROUP <= n; i += GROUP) {                                                                      \
            const char *from = src + i * step, *at = raw + i * (I);                                               \
            if (i <= prefetched)                                                                                  \
                PREFETCH_GROUP_I(I, at + ahead * (I), from + ahead * step, scale, step, d->far);                  \
            if (!in_range_##I(at, last))                                                                          \
                return i;                                                                                         \
            MOVE16_##bytes(ELEMENT_##I, dst + i * (bytes), stream);                                               \
        }                                                                                                         \
        return i;                                                                                                 \
    }
#define ELEMENT_4(k) (from + value_4(at, k) * scale + (k)*step)
#define ELEMENT_8(k) (from + value_8(at, k) * scale + (k)*step)

#endif

/*
 * take_avx2.c - take.h with AVX2: indices looked at eight or sixteen at a
 * time, elements loaded one by one and stored a vector at a time.
 *
 * The hardware's own gather is not used: on the machines this was measured on
 * it loads no faster than the loads themselves. The indices of `direct` are
 * read twice, by vectors to be judged and one by one as addresses; the second
 * reading is from the first cache and costs less than taking vectors apart.
 */
#include <string.h>

#include "kernels/hints.h"
#include "kernels/take.h"

#if defined(__AVX2__)

#include <immintrin.h>

#define GROUP 16

KERNEL_INLINE __m256i load256(const void *p)
{
    return _mm256_loadu_si256((const __m256i *)p);
}

/* A vector that is used twice is loaded once: the compiler would rather read it again, and loads are what is scarce here. */
KERNEL_INLINE __m256i load_once(const void *p)
{
    __m256i v = load256(p);
#if defined(__GNUC__)
    __asm__("" : "+x"(v));
#endif
    return v;
}

/* ---- indices ------------------------------------------------------------------------------------------------- */

/* The sign of every element of x that is negative or above `last`, some of the other bits. */
KERNEL_INLINE __m256i beyond32(__m256i x, __m256i last)
{
    return _mm256_or_si256(x, _mm256_sub_epi32(last, x));
}

KERNEL_INLINE __m256i beyond64(__m256i x, __m256i last)
{
    return _mm256_or_si256(x, _mm256_sub_epi64(last, x));
}

KERNEL_INLINE int64_t held32(int64_t last)
{
    return last < INT32_MAX ? last : INT32_MAX;
}

/* Whether GROUP values are in [0, last]. An unsigned value over INT32_MAX or INT64_MAX is taken to be out of range. */
KERNEL_INLINE bool inside_4(const char *raw, int64_t last)
{
    __m256i top = _mm256_set1_epi32((int32_t)held32(last));
    __m256i bad = _mm256_or_si256(beyond32(load_once(raw), top), beyond32(load_once(raw + 32), top));
    return _mm256_movemask_ps(_mm256_castsi256_ps(bad)) == 0;
}

KERNEL_INLINE bool inside_8(const char *raw, int64_t last)
{
    __m256i top = _mm256_set1_epi64x(last);
    __m256i a = _mm256_or_si256(beyond64(load_once(raw), top), beyond64(load_once(raw + 32), top));
    __m256i b = _mm256_or_si256(beyond64(load_once(raw + 64), top), beyond64(load_once(raw + 96), top));
    return _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_or_si256(a, b))) == 0;
}

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

KERNEL_INLINE bool one_inside_4(const char *raw, int64_t i, int64_t last)
{
    return value_4(raw, i) <= held32(last);
}

KERNEL_INLINE bool one_inside_8(const char *raw, int64_t i, int64_t last)
{
    return (uint64_t)value_8(raw, i) <= (uint64_t)last;
}

#define PREFIX(I)                                                               \
    static int64_t prefix_##I(const void *raw, int64_t n, int64_t last)         \
    {                                                                           \
        int64_t i = 0;                                                          \
        for (; i + GROUP <= n; i += GROUP)                                      \
            if (!inside_##I((const char *)raw + i * I, last))                   \
                return i;                                                       \
        while (i < n && one_inside_##I(raw, i, last))                           \
            i++;                                                                \
        return i;                                                               \
    }
PREFIX(4)
PREFIX(8)

static grn_prefix_fn prefix(grn_dtype index_dtype)
{
    static const grn_prefix_fn table[GRN_DTYPE_COUNT] = {
        [GRN_I32] = prefix_4, [GRN_UI32] = prefix_4, [GRN_I64] = prefix_8, [GRN_INDEX] = prefix_8, [GRN_UI64] = prefix_8,
    };
    return table[index_dtype];
}

/* ---- sixteen elements from sixteen addresses ------------------------------------------------------------------ */

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
#define MOVE16_4(AT, to, stream)                                                                                   \
    do {                                                                                                           \
        __m256 lo_ = _mm256_setr_ps(f32_at(AT(0)), f32_at(AT(1)), f32_at(AT(2)), f32_at(AT(3)), f32_at(AT(4)),     \
                                    f32_at(AT(5)), f32_at(AT(6)), f32_at(AT(7)));                                  \
        store256((to), _mm256_castps_si256(lo_), stream);                                                          \
        __m256 hi_ = _mm256_setr_ps(f32_at(AT(8)), f32_at(AT(9)), f32_at(AT(10)), f32_at(AT(11)), f32_at(AT(12)),  \
                                    f32_at(AT(13)), f32_at(AT(14)), f32_at(AT(15)));                               \
        store256((to) + 32, _mm256_castps_si256(hi_), stream);                                                     \
    } while (0)
#define QUARTER_8(AT, k, to, stream)                                                                               \
    store256((to) + (k) * 8, _mm256_castpd_si256(_mm256_setr_pd(f64_at(AT(k)), f64_at(AT(k + 1)), f64_at(AT(k + 2)), \
                                                                f64_at(AT(k + 3)))), stream)
#define MOVE16_8(AT, to, stream)     \
    do {                             \
        QUARTER_8(AT, 0, to, stream);  \
        QUARTER_8(AT, 4, to, stream);  \
        QUARTER_8(AT, 8, to, stream);  \
        QUARTER_8(AT, 12, to, stream); \
    } while (0)
#define PUT_2(AT, v, k) v = _mm_insert_epi16(v, u16_at(AT(k)), (k) & 7)
#define HALF_2(AT, k, to, stream)                                                                \
    do {                                                                                         \
        __m128i v_ = _mm_cvtsi32_si128(u16_at(AT(k)));                                           \
        PUT_2(AT, v_, k + 1); PUT_2(AT, v_, k + 2); PUT_2(AT, v_, k + 3); PUT_2(AT, v_, k + 4);  \
        PUT_2(AT, v_, k + 5); PUT_2(AT, v_, k + 6); PUT_2(AT, v_, k + 7);                        \
        store128((to) + (k) * 2, v_, stream);                                                    \
    } while (0)
#define MOVE16_2(AT, to, stream)     \
    do {                             \
        HALF_2(AT, 0, to, stream);   \
        HALF_2(AT, 8, to, stream);   \
    } while (0)
#define PUT_1(AT, v, k) v = _mm_insert_epi8(v, *(const unsigned char *)(AT(k)), (k) & 7)
#define HALF_1(AT, v, k)                                                                         \
    do {                                                                                         \
        PUT_1(AT, v, k + 1); PUT_1(AT, v, k + 2); PUT_1(AT, v, k + 3); PUT_1(AT, v, k + 4);      \
        PUT_1(AT, v, k + 5); PUT_1(AT, v, k + 6); PUT_1(AT, v, k + 7);                           \
    } while (0)
/* Two halves, so that neither waits for sixteen insertions. */
#define MOVE16_1(AT, to, stream)                                                \
    do {                                                                        \
        __m128i a_ = _mm_cvtsi32_si128(*(const unsigned char *)(AT(0)));        \
        __m128i b_ = _mm_cvtsi32_si128(*(const unsigned char *)(AT(8)));        \
        HALF_1(AT, a_, 0);                                                      \
        HALF_1(AT, b_, 8);                                                      \
        store128((to), _mm_unpacklo_epi64(a_, b_), stream);                     \
    } while (0)
#define MOVE16_16(AT, to, stream)                                                                          \
    do {                                                                                                   \
        for (int k_ = 0; k_ < 16; k_++)                                                                    \
            store128((to) + k_ * 16, _mm_loadu_si128((const __m128i *)(AT(k_))), stream);                  \
    } while (0)

/* How many elements come before dst is aligned to a vector; -1: never. */
KERNEL_INLINE int64_t head_of(const void *dst, int64_t bytes)
{
    uintptr_t past = (uintptr_t)dst % 32;
    if (past % (uintptr_t)bytes != 0)
        return -1;
    return past == 0 ? 0 : (int64_t)((32 - past) / (uintptr_t)bytes);
}

/* ---- direct -------------------------------------------------------------------------------------------------- */

#define MOVE_ONE(bytes, to, from)                      \
    do {                                               \
        struct {                                       \
            char b[bytes];                             \
        } one_;                                        \
        memcpy(&one_, (from), bytes);                  \
        memcpy((to), &one_, bytes);                    \
    } while (0)

/* From element i on, one by one until `to`; answers where it stopped. */
#define DIRECT_SINGLE(bytes, I)                                                                                   \
    KERNEL_INLINE int64_t single_##I##_##bytes(char *dst, const char *src, const char *raw, int64_t i, int64_t to, \
                                               const grn_direct *d)                                               \
    {                                                                                                             \
        for (; i < to && one_inside_##I(raw, i, d->last); i++)                                                    \
            MOVE_ONE(bytes, dst + i * (bytes), src + value_##I(raw, i) * d->scale + i * d->step);                 \
        return i;                                                                                                 \
    }
/* Elements that lie far away are asked for so many indices early. An index that nobody has judged yet does no harm here:
 * what it points at is fetched or not, and never read. */
#define FETCH_GROUP_I(I, at, from, scale, step)                                                                    \
    do {                                                                                                           \
        for (int64_t k_ = 0; k_ < GROUP; k_++)                                                                     \
            FETCH((const char *)((uintptr_t)(from) + (uintptr_t)value_##I(at, k_) * (uintptr_t)(scale) +            \
                                 (uintptr_t)(k_ * (step))));                                                       \
    } while (0)
/* scale and step come as constants where they are the element's size and 0. */
#define DIRECT_GROUPS(bytes, I)                                                                                    \
    KERNEL_INLINE int64_t groups_##I##_##bytes(char *dst, const char *src, const char *raw, int64_t i, int64_t n,  \
                                               const grn_direct *d, int64_t scale, int64_t step, bool stream)      \
    {                                                                                                              \
        const int64_t last = d->last, ahead = d->ahead, fetched = ahead > 0 ? n - GROUP - ahead : -1;              \
        for (; i + GROUP <= n; i += GROUP) {                                                                       \
            const char *from = src + i * step, *at = raw + i * (I);                                                \
            if (i <= fetched)                                                                                      \
                FETCH_GROUP_I(I, at + ahead * (I), from + ahead * step, scale, step);                              \
            if (!inside_##I(at, last))                                                                             \
                return i;                                                                                          \
            MOVE16_##bytes(ELEMENT_##I, dst + i * (bytes), stream);                                                \
        }                                                                                                          \
        return i;                                                                                                  \
    }
#define ELEMENT_4(k) (from + value_4(at, k) * scale + (k) * step)
#define ELEMENT_8(k) (from + value_8(at, k) * scale + (k) * step)

/* `across`: any scale and step. It stands apart, so that the call for 16 elements of a table need not make room for it. */
#define DIRECT(bytes, I, way, stream)                                                                               \
    KERNEL_APART static int64_t across_##way##_##I##_##bytes(char *dst, const char *src, const char *raw, int64_t i, \
                                                             int64_t n, const grn_direct *d)                        \
    {                                                                                                               \
        if (d->step == (bytes))                                                                                     \
            i = groups_##I##_##bytes(dst, src, raw, i, n, d, d->scale, bytes, stream);                              \
        else                                                                                                        \
            i = groups_##I##_##bytes(dst, src, raw, i, n, d, d->scale, d->step, stream);                            \
        return i + GROUP <= n ? i : single_##I##_##bytes(dst, src, raw, i, n, d);                                   \
    }                                                                                                               \
    static int64_t direct_##way##_##I##_##bytes(void *dst, const void *src, const void *raw, int64_t n,             \
                                                const grn_direct *d)                                                \
    {                                                                                                               \
        int64_t i = 0, head = (stream) ? head_of(dst, bytes) : 0;                                                   \
        if ((stream) && head < 0)                                                                                   \
            return direct_cached_##I##_##bytes(dst, src, raw, n, d);                                                \
        head = head < n ? head : n;                                                                                 \
        if ((stream) && (i = single_##I##_##bytes(dst, src, raw, 0, head, d)) < head)                               \
            return i;                                                                                               \
        if (d->step != 0 || d->scale != (bytes))                                                                    \
            return across_##way##_##I##_##bytes(dst, src, raw, i, n, d);                                            \
        i = groups_##I##_##bytes(dst, src, raw, i, n, d, bytes, 0, stream);                                         \
        return i == n || i + GROUP <= n ? i : single_##I##_##bytes(dst, src, raw, i, n, d);                         \
    }
#define DIRECT_KERNELS(bytes)             \
    DIRECT_SINGLE(bytes, 4)               \
    DIRECT_SINGLE(bytes, 8)               \
    DIRECT_GROUPS(bytes, 4)               \
    DIRECT_GROUPS(bytes, 8)               \
    DIRECT(bytes, 4, cached, false)       \
    DIRECT(bytes, 8, cached, false)       \
    DIRECT(bytes, 4, streamed, true)      \
    DIRECT(bytes, 8, streamed, true)
DIRECT_KERNELS(1)
DIRECT_KERNELS(2)
DIRECT_KERNELS(4)
DIRECT_KERNELS(8)
DIRECT_KERNELS(16)

static grn_direct_fn direct(grn_dtype index_dtype, size_t element_bytes, bool stream)
{
#define DIRECT_OF(way, I) {[1] = direct_##way##_##I##_1, [2] = direct_##way##_##I##_2, [4] = direct_##way##_##I##_4, \
                           [8] = direct_##way##_##I##_8, [16] = direct_##way##_##I##_16}
#define DIRECT_BY_INDEX(way) {[GRN_I32] = DIRECT_OF(way, 4), [GRN_UI32] = DIRECT_OF(way, 4), [GRN_I64] = DIRECT_OF(way, 8), \
                              [GRN_INDEX] = DIRECT_OF(way, 8), [GRN_UI64] = DIRECT_OF(way, 8)}
    static const grn_direct_fn table[2][GRN_DTYPE_COUNT][17] = {DIRECT_BY_INDEX(cached), DIRECT_BY_INDEX(streamed)};
    return element_bytes <= 16 ? table[stream][index_dtype][element_bytes] : NULL;
}

/* ---- pairs of indices ------------------------------------------------------------------------------------------ */

KERNEL_INLINE bool pairs_inside_4(const char *raw, const grn_direct *d)
{
    int32_t first = (int32_t)held32(d->last), second = (int32_t)held32(d->second_last);
    __m256i top = _mm256_setr_epi32(first, second, first, second, first, second, first, second);
    __m256i bad = _mm256_setzero_si256();
    for (int k = 0; k < GROUP / 4; k++)
        bad = _mm256_or_si256(bad, beyond32(load_once(raw + k * 32), top));
    return _mm256_movemask_ps(_mm256_castsi256_ps(bad)) == 0;
}

KERNEL_INLINE bool pairs_inside_8(const char *raw, const grn_direct *d)
{
    __m256i top = _mm256_setr_epi64x(d->last, d->second_last, d->last, d->second_last);
    __m256i bad = _mm256_setzero_si256();
    for (int k = 0; k < GROUP / 2; k++)
        bad = _mm256_or_si256(bad, beyond64(load_once(raw + k * 32), top));
    return _mm256_movemask_pd(_mm256_castsi256_pd(bad)) == 0;
}

/* Modular: of a pair that nobody has judged yet, too, which is only fetched. */
#define PAIR_AT(I, at, k) \
    ((uintptr_t)value_##I(at, 2 * (k)) * (uintptr_t)scale + (uintptr_t)value_##I(at, 2 * (k) + 1) * (uintptr_t)second)
#define PAIR_4(k) (from + (int64_t)PAIR_AT(4, at, k))
#define PAIR_8(k) (from + (int64_t)PAIR_AT(8, at, k))

#define PAIRS(bytes, I, way, stream)                                                                                  \
    static int64_t pairs_##way##_##I##_##bytes(void *dst, const void *src, const void *raw, int64_t n,                \
                                               const grn_direct *given)                                               \
    {                                                                                                                 \
        const grn_direct d = *given;                                                                                  \
        const int64_t scale = d.scale, second = d.second_scale, head = (stream) ? head_of(dst, bytes) : 0;            \
        const int64_t fetched = d.ahead > 0 ? n - GROUP - d.ahead : -1;                                               \
        const char *from = src, *at = raw;                                                                            \
        int64_t i = 0;                                                                                                \
        if ((stream) && head < 0)                                                                                     \
            return pairs_cached_##I##_##bytes(dst, src, raw, n, given);                                               \
        for (; i < n && (i < head || i + GROUP > n) && one_inside_##I(raw, 2 * i, d.last) &&                          \
               one_inside_##I(raw, 2 * i + 1, d.second_last); i++, at += 2 * (I))                                     \
            MOVE_ONE(bytes, (char *)dst + i * (bytes), PAIR_##I(0));                                                  \
        for (; i >= head && i + GROUP <= n && pairs_inside_##I(at, &d); i += GROUP, at += 2 * GROUP * (I)) {          \
            if (i <= fetched)                                                                                         \
                for (int64_t k = d.ahead; k < d.ahead + GROUP; k++)                                                   \
                    FETCH((const char *)((uintptr_t)from + PAIR_AT(I, at, k)));                                       \
            MOVE16_##bytes(PAIR_##I, (char *)dst + i * (bytes), stream);                                              \
        }                                                                                                             \
        return i;                                                                                                     \
    }
#define PAIR_KERNELS(bytes)             \
    PAIRS(bytes, 4, cached, false)      \
    PAIRS(bytes, 8, cached, false)      \
    PAIRS(bytes, 4, streamed, true)     \
    PAIRS(bytes, 8, streamed, true)
PAIR_KERNELS(4)
PAIR_KERNELS(8)

static grn_direct_fn pairs(grn_dtype index_dtype, size_t element_bytes, bool stream)
{
#define PAIRS_OF(way, I) {[4] = pairs_##way##_##I##_4, [8] = pairs_##way##_##I##_8}
#define PAIRS_BY_INDEX(way) {[GRN_I32] = PAIRS_OF(way, 4), [GRN_UI32] = PAIRS_OF(way, 4), [GRN_I64] = PAIRS_OF(way, 8), \
                             [GRN_INDEX] = PAIRS_OF(way, 8), [GRN_UI64] = PAIRS_OF(way, 8)}
    static const grn_direct_fn table[2][GRN_DTYPE_COUNT][9] = {PAIRS_BY_INDEX(cached), PAIRS_BY_INDEX(streamed)};
    return element_bytes <= 8 ? table[stream][index_dtype][element_bytes] : NULL;
}

/* ---- cells by offsets ---------------------------------------------------------------------------------------- */

#define OFFSET_CELL(k) (from + (int64_t)at[k] * size)
#define TAKE_CELLS(bytes, way, stream)                                                                       \
    static void cells_##way##_##bytes(void *dst, const void *src, const int32_t *offset, int64_t n)          \
    {                                                                                                        \
        const char *from = src;                                                                              \
        const int64_t size = (bytes);                                                                        \
        int64_t i = 0, head = (stream) ? head_of(dst, bytes) : 0;                                            \
        if ((stream) && head < 0) {                                                                          \
            cells_cached_##bytes(dst, src, offset, n);                                                       \
            return;                                                                                          \
        }                                                                                                    \
        for (; i < head && i < n; i++)                                                                       \
            MOVE_ONE(bytes, (char *)dst + i * (bytes), from + (int64_t)offset[i] * (bytes));                 \
        for (; i + GROUP <= n; i += GROUP) {                                                                 \
            const int32_t *at = offset + i;                                                                  \
            MOVE16_##bytes(OFFSET_CELL, (char *)dst + i * (bytes), stream);                                  \
        }                                                                                                    \
        for (; i < n; i++)                                                                                   \
            MOVE_ONE(bytes, (char *)dst + i * (bytes), from + (int64_t)offset[i] * (bytes));                 \
    }
#define CELL_KERNELS(bytes) TAKE_CELLS(bytes, cached, false) TAKE_CELLS(bytes, streamed, true)
CELL_KERNELS(1)
CELL_KERNELS(2)
CELL_KERNELS(4)
CELL_KERNELS(8)
CELL_KERNELS(16)

static grn_take_cells_fn cells(size_t element_bytes, bool stream)
{
#define CELLS_OF(way) {[1] = cells_##way##_1, [2] = cells_##way##_2, [4] = cells_##way##_4, [8] = cells_##way##_8, \
                       [16] = cells_##way##_16}
    static const grn_take_cells_fn table[2][17] = {CELLS_OF(cached), CELLS_OF(streamed)};
    return element_bytes <= 16 ? table[stream][element_bytes] : NULL;
}

static void fence(void)
{
    _mm_sfence();
}

const grn_take_kernels grn_take_avx2 = {
    .narrow = grn_narrow_avx2, .prefix = prefix, .direct = direct, .pairs = pairs, .cells = cells,
    .windows = grn_windows_avx2, .stream_windows = grn_stream_windows_avx2, .stream = grn_stream_avx2, .fence = fence,
};

#else

const grn_take_kernels grn_take_avx2 = {0};

#endif

/*
 * resolve_avx2.c - raw indices to element offsets, four at a time, where they
 * are in range; a group that is not wholly in range is resolved by resolve.c,
 * which has every rule.
 *
 * For indices of 32 and 64 bits that start to count at 0. Starts and strides
 * below 2^32, so that a product needs one multiplication.
 */
#include "kernels/avx2.h"

#if defined(__AVX2__)

#include <immintrin.h>
#include <string.h>

#define GROUP 8

/* Four raw values as 64-bit integers. A negative one stays negative; of ui64 those over INT64_MAX
 * become so. */
static inline __m256i load_i64(const char *p) { return _mm256_loadu_si256((const __m256i *)(const void *)p); }
static inline __m256i load_i32(const char *p)
{
    return _mm256_cvtepi32_epi64(_mm_loadu_si128((const __m128i *)(const void *)p));
}
static inline __m256i load_ui32(const char *p)
{
    return _mm256_cvtepu32_epi64(_mm_loadu_si128((const __m128i *)(const void *)p));
}

static inline __m256i strided_i64(const char *p, int64_t step)
{
    int64_t v[4];
    for (int j = 0; j < 4; j++)
        memcpy(&v[j], p + j * step * 8, 8);
    return _mm256_setr_epi64x(v[0], v[1], v[2], v[3]);
}
static inline __m256i strided_i32(const char *p, int64_t step)
{
    int32_t v[4];
    for (int j = 0; j < 4; j++)
        memcpy(&v[j], p + j * step * 4, 4);
    return _mm256_cvtepi32_epi64(_mm_setr_epi32(v[0], v[1], v[2], v[3]));
}
static inline __m256i strided_ui32(const char *p, int64_t step)
{
    uint32_t v[4];
    for (int j = 0; j < 4; j++)
        memcpy(&v[j], p + j * step * 4, 4);
    return _mm256_setr_epi64x(v[0], v[1], v[2], v[3]);
}

/* Every second value; one value more than needed is read. */
static inline __m256i second_i64(const char *p)
{
    return _mm256_permute4x64_epi64(_mm256_unpacklo_epi64(load_i64(p), load_i64(p + 32)), 0xD8);
}
static inline __m256i second_words(const char *p)
{
    __m256 all = _mm256_castsi256_ps(load_i64(p));
    return _mm256_permute4x64_epi64(_mm256_castps_si256(_mm256_shuffle_ps(all, all, 0x88)), 0xD8);
}
static inline __m256i second_i32(const char *p)
{
    return _mm256_cvtepi32_epi64(_mm256_castsi256_si128(second_words(p)));
}
static inline __m256i second_ui32(const char *p)
{
    return _mm256_cvtepu32_epi64(_mm256_castsi256_si128(second_words(p)));
}

/* The sign bit of each lane whose value is not in [0, last]. */
static inline __m256i outside(__m256i raw, __m256i last) { return _mm256_or_si256(raw, _mm256_cmpgt_epi64(raw, last)); }

static inline void add_products(int64_t *offset, __m256i raw, __m256i stride)
{
    __m256i *at = (__m256i *)(void *)offset;
    _mm256_storeu_si256(at, _mm256_add_epi64(_mm256_loadu_si256(at), _mm256_mul_epu32(raw, stride)));
}

static bool is_simple(const grn_resolve_axis *axis)
{
    return axis->base == 0 && axis->last <= UINT32_MAX && axis->stride >= 0 && axis->stride <= UINT32_MAX;
}

#define RESOLVE(type, DTYPE, bytes)                                                                                 \
    static inline void body_##type(const char *raw, int64_t step, int64_t n, const grn_resolve_axis *axis,          \
                                   int64_t *offset, unsigned char *in_bounds)                                       \
    {                                                                                                               \
        const __m256i last = _mm256_set1_epi64x(axis->last), stride = _mm256_set1_epi64x(axis->stride);             \
        const grn_resolve_fn plain = grn_resolve_plain(DTYPE);                                                      \
        int64_t i = 0;                                                                                              \
        for (; i + GROUP + (step == 2) <= n; i += GROUP) {                                                          \
            const char *at = raw + i * step * bytes;                                                                \
            const char *upper = at + 4 * step * bytes;                                                              \
            __m256i a = step == 1 ? load_##type(at) : step == 2 ? second_##type(at) : strided_##type(at, step);     \
            __m256i b = step == 1   ? load_##type(upper)                                                            \
                        : step == 2 ? second_##type(upper)                                                          \
                                    : strided_##type(upper, step);                                                  \
            __m256i out = _mm256_or_si256(outside(a, last), outside(b, last));                                      \
            if (_mm256_movemask_pd(_mm256_castsi256_pd(out)) != 0) {                                                \
                plain(at, step, GROUP, axis, offset + i, in_bounds != NULL ? in_bounds + i : NULL);                 \
                continue;                                                                                           \
            }                                                                                                       \
            add_products(offset + i, a, stride);                                                                    \
            add_products(offset + i + 4, b, stride);                                                                \
        }                                                                                                           \
        if (i < n)                                                                                                  \
            plain(raw + i * step * bytes, step, n - i, axis, offset + i, in_bounds != NULL ? in_bounds + i : NULL); \
    }                                                                                                               \
    static void resolve_##type(const void *raw, int64_t step, int64_t n, const grn_resolve_axis *axis,              \
                               int64_t *offset, unsigned char *in_bounds)                                           \
    {                                                                                                               \
        if (!is_simple(axis))                                                                                       \
            grn_resolve_plain(DTYPE)(raw, step, n, axis, offset, in_bounds);                                        \
        else if (step == 1)                                                                                         \
            body_##type(raw, 1, n, axis, offset, in_bounds);                                                        \
        else if (step == 2)                                                                                         \
            body_##type(raw, 2, n, axis, offset, in_bounds);                                                        \
        else                                                                                                        \
            body_##type(raw, step, n, axis, offset, in_bounds);                                                     \
    }
RESOLVE(i64, GRN_I64, 8)
#define load_ui64 load_i64
#define strided_ui64 strided_i64
#define second_ui64 second_i64
RESOLVE(ui64, GRN_UI64, 8)
RESOLVE(i32, GRN_I32, 4)
RESOLVE(ui32, GRN_UI32, 4)

grn_resolve_fn grn_resolve_avx2(grn_dtype index_dtype)
{
    static const grn_resolve_fn table[GRN_DTYPE_COUNT] = {[GRN_I64] = resolve_i64,
                                                          [GRN_INDEX] = resolve_i64,
                                                          [GRN_UI64] = resolve_ui64,
                                                          [GRN_I32] = resolve_i32,
                                                          [GRN_UI32] = resolve_ui32};
    return table[index_dtype] != NULL ? table[index_dtype] : grn_resolve_plain(index_dtype);
}

#endif

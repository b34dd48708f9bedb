/* checked_offsets_avx2.c - the same, four or eight at a time: starts and strides below 2^32 need
 * one multiplication. */
#include "kernels/avx2.h"
#include "kernels/hints.h"

#if defined(__AVX2__)

#include <immintrin.h>
#include <string.h>

KERNEL_INLINE __m256i load_i64(const char *p) { return _mm256_loadu_si256((const __m256i *)(const void *)p); }
KERNEL_INLINE __m128i load_16_bytes(const char *p) { return _mm_loadu_si128((const __m128i *)(const void *)p); }
KERNEL_INLINE __m128i load_8_bytes(const char *p) { return _mm_loadl_epi64((const __m128i *)(const void *)p); }
KERNEL_INLINE __m128i load_4_bytes(const char *p)
{
    int32_t four;
    memcpy(&four, p, sizeof four);
    return _mm_cvtsi32_si128(four);
}
#define load_i32(p) _mm256_cvtepi32_epi64(load_16_bytes(p))
#define load_ui32(p) _mm256_cvtepu32_epi64(load_16_bytes(p))
#define load_i16(p) _mm256_cvtepi16_epi64(load_8_bytes(p))
#define load_ui16(p) _mm256_cvtepu16_epi64(load_8_bytes(p))
#define load_i8(p) _mm256_cvtepi8_epi64(load_4_bytes(p))
#define load_ui8(p) _mm256_cvtepu8_epi64(load_4_bytes(p))

/* The axis in vectors, and the bits that any index out of range has set. */
typedef struct wide_axis {
    __m256i base, last, stride, beyond;
} wide_axis;

KERNEL_INLINE void check_four(wide_axis *w, __m256i start, const int64_t *at, int64_t *offset, bool scaled)
{
    __m256i sum = _mm256_add_epi64(_mm256_loadu_si256((const __m256i *)(const void *)at), w->base);
    w->beyond = _mm256_or_si256(w->beyond, _mm256_or_si256(start, _mm256_sub_epi64(w->last, start)));
    sum = _mm256_add_epi64(sum, scaled ? _mm256_mul_epu32(start, w->stride) : start);
    _mm256_storeu_si256((__m256i *)(void *)offset, sum);
}

#define CHECKED_OFFSETS(name, DTYPE, bytes)                                                                            \
    KERNEL_INLINE bool body_##name(const char *raw, const int64_t *at, int64_t base, const grn_checked_axis *axis,     \
                                   int64_t n, int64_t *offset, bool scaled)                                            \
    {                                                                                                                  \
        wide_axis w = {_mm256_set1_epi64x(base), _mm256_set1_epi64x(axis->last), _mm256_set1_epi64x(axis->stride),     \
                       _mm256_setzero_si256()};                                                                        \
        int64_t i = 0;                                                                                                 \
        for (; i + 8 <= n; i += 8) {                                                                                   \
            check_four(&w, load_##name(raw + i * (bytes)), at + i, offset + i, scaled);                                \
            check_four(&w, load_##name(raw + (i + 4) * (bytes)), at + i + 4, offset + i + 4, scaled);                  \
        }                                                                                                              \
        bool in_bounds = _mm256_movemask_pd(_mm256_castsi256_pd(w.beyond)) == 0;                                       \
        return in_bounds &&                                                                                            \
               (i == n || grn_checked_offsets_plain(DTYPE)(raw + i * (bytes), at + i, base, axis, n - i, offset + i)); \
    }                                                                                                                  \
    static bool checked_##name(const void *raw, const int64_t *at, int64_t base, const grn_checked_axis *axis,         \
                               int64_t n, int64_t *restrict offset)                                                    \
    {                                                                                                                  \
        return axis->stride == 1 ? body_##name(raw, at, base, axis, n, offset, false)                                  \
                                 : body_##name(raw, at, base, axis, n, offset, true);                                  \
    }
CHECKED_OFFSETS(i8, GRN_I8, 1)
CHECKED_OFFSETS(i16, GRN_I16, 2)
CHECKED_OFFSETS(i32, GRN_I32, 4)
CHECKED_OFFSETS(i64, GRN_I64, 8)
CHECKED_OFFSETS(ui8, GRN_UI8, 1)
CHECKED_OFFSETS(ui16, GRN_UI16, 2)
CHECKED_OFFSETS(ui32, GRN_UI32, 4)

grn_checked_offsets_fn grn_checked_offsets_avx2(grn_dtype index_dtype)
{
    static const grn_checked_offsets_fn table[GRN_DTYPE_COUNT] = {
        [GRN_I8] = checked_i8,     [GRN_I16] = checked_i16,   [GRN_I32] = checked_i32,
        [GRN_I64] = checked_i64,   [GRN_INDEX] = checked_i64, [GRN_UI8] = checked_ui8,
        [GRN_UI16] = checked_ui16, [GRN_UI32] = checked_ui32, [GRN_UI64] = checked_i64,
    };
    return table[index_dtype];
}

#endif

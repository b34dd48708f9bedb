/*
 * take_avx2.c - take.h with AVX2: indices checked eight or sixteen at a
 * time, elements loaded one by one and stored a vector at a time.
 *
 * The indices of `fused` are read twice, by vectors to be checked and one by
 * one as addresses; the second reading is from the first cache and costs less
 * than taking vectors apart. gathered_avx2.c has the gather instruction.
 */
#include "kernels/avx2.h"

#if defined(__AVX2__)

#include "kernels/range_avx2.h"

/* ---- indices --------------------------------------------------------------------------------- */

#define PREFIX(I)                                                       \
    static int64_t prefix_##I(const void *raw, int64_t n, int64_t last) \
    {                                                                   \
        int64_t i = 0;                                                  \
        for (; i + GROUP <= n; i += GROUP)                              \
            if (!in_range_##I((const char *)raw + i * I, last))         \
                return i;                                               \
        while (i < n && one_in_range_##I(raw, i, last))                 \
            i++;                                                        \
        return i;                                                       \
    }
PREFIX(4)
PREFIX(8)

grn_prefix_fn grn_prefix_avx2(grn_dtype index_dtype)
{
    static const grn_prefix_fn table[GRN_DTYPE_COUNT] = {
        [GRN_I32] = prefix_4,   [GRN_UI32] = prefix_4, [GRN_I64] = prefix_8,
        [GRN_INDEX] = prefix_8, [GRN_UI64] = prefix_8,
    };
    return table[index_dtype] != NULL ? table[index_dtype] : grn_prefix_plain(index_dtype);
}

/* ---- fused ----------------------------------------------------------------------------------- */

/* `across`: any scale and step. Not inlined, so that the call for 16 elements of a table needs no
 * stack for it. */
#define FUSED(bytes, I, mode, stream)                                                                         \
    KERNEL_NOINLINE static int64_t across_##mode##_##I##_##bytes(char *dst, const char *src, const char *raw, \
                                                                 int64_t i, int64_t n, const grn_fused *d)    \
    {                                                                                                         \
        if (d->step == (bytes))                                                                               \
            i = groups_##I##_##bytes(dst, src, raw, i, n, d, d->scale, bytes, stream);                        \
        else                                                                                                  \
            i = groups_##I##_##bytes(dst, src, raw, i, n, d, d->scale, d->step, stream);                      \
        return i + GROUP <= n ? i : single_##I##_##bytes(dst, src, raw, i, n, d);                             \
    }                                                                                                         \
    static int64_t fused_##mode##_##I##_##bytes(void *dst, const void *src, const void *raw, int64_t n,       \
                                                const grn_fused *d)                                           \
    {                                                                                                         \
        int64_t i = 0, head = (stream) ? head_of(dst, bytes) : 0;                                             \
        if ((stream) && head < 0)                                                                             \
            return fused_cached_##I##_##bytes(dst, src, raw, n, d);                                           \
        head = head < n ? head : n;                                                                           \
        if ((stream) && (i = single_##I##_##bytes(dst, src, raw, 0, head, d)) < head)                         \
            return i;                                                                                         \
        if (d->step != 0 || d->scale != (bytes))                                                              \
            return across_##mode##_##I##_##bytes(dst, src, raw, i, n, d);                                     \
        i = groups_##I##_##bytes(dst, src, raw, i, n, d, bytes, 0, stream);                                   \
        return i == n || i + GROUP <= n ? i : single_##I##_##bytes(dst, src, raw, i, n, d);                   \
    }
#define FUSED_KERNELS(bytes)        \
    FUSED_SINGLE(bytes, 4)          \
    FUSED_SINGLE(bytes, 8)          \
    FUSED_GROUPS(bytes, 4)          \
    FUSED_GROUPS(bytes, 8)          \
    FUSED(bytes, 4, cached, false)  \
    FUSED(bytes, 8, cached, false)  \
    FUSED(bytes, 4, streamed, true) \
    FUSED(bytes, 8, streamed, true)
FUSED_KERNELS(1)
FUSED_KERNELS(2)
FUSED_KERNELS(4)
FUSED_KERNELS(8)
FUSED_KERNELS(16)

static grn_fused_fn fused(grn_dtype index_dtype, size_t element_bytes, bool stream)
{
#define FUSED_OF(mode, I)                                                                         \
    {                                                                                             \
        [1] = fused_##mode##_##I##_1, [2] = fused_##mode##_##I##_2, [4] = fused_##mode##_##I##_4, \
        [8] = fused_##mode##_##I##_8, [16] = fused_##mode##_##I##_16                              \
    }
#define FUSED_BY_INDEX(mode)                                                                          \
    {                                                                                                 \
        [GRN_I32] = FUSED_OF(mode, 4), [GRN_UI32] = FUSED_OF(mode, 4), [GRN_I64] = FUSED_OF(mode, 8), \
        [GRN_INDEX] = FUSED_OF(mode, 8), [GRN_UI64] = FUSED_OF(mode, 8)                               \
    }
    static const grn_fused_fn table[2][GRN_DTYPE_COUNT][17] = {FUSED_BY_INDEX(cached), FUSED_BY_INDEX(streamed)};
    return element_bytes <= 16 ? table[stream][index_dtype][element_bytes] : NULL;
}

/* ---- pairs of indices ------------------------------------------------------------------------ */

KERNEL_INLINE bool pairs_in_range_4(const char *raw, const grn_fused *d)
{
    int32_t first = (int32_t)held32(d->last), second = (int32_t)held32(d->second_last);
    __m256i top = _mm256_setr_epi32(first, second, first, second, first, second, first, second);
    __m256i bad = _mm256_setzero_si256();
    for (int k = 0; k < GROUP / 4; k++)
        bad = _mm256_or_si256(bad, beyond32(load_once(raw + k * 32), top));
    return _mm256_movemask_ps(_mm256_castsi256_ps(bad)) == 0;
}

KERNEL_INLINE bool pairs_in_range_8(const char *raw, const grn_fused *d)
{
    __m256i top = _mm256_setr_epi64x(d->last, d->second_last, d->last, d->second_last);
    __m256i bad = _mm256_setzero_si256();
    for (int k = 0; k < GROUP / 2; k++)
        bad = _mm256_or_si256(bad, beyond64(load_once(raw + k * 32), top));
    return _mm256_movemask_pd(_mm256_castsi256_pd(bad)) == 0;
}

/* Modular: an unchecked pair comes here too, which is only prefetched. */
#define PAIR_AT(I, at, k) \
    ((uintptr_t)value_##I(at, 2 * (k)) * (uintptr_t)scale + (uintptr_t)value_##I(at, 2 * (k) + 1) * (uintptr_t)second)
#define PAIR_4(k) (from + (int64_t)PAIR_AT(4, at, k))
#define PAIR_8(k) (from + (int64_t)PAIR_AT(8, at, k))

/* From pair i on, one by one until `to`; answers where it stopped. */
#define PAIRS_SINGLE(bytes, I)                                                                                      \
    KERNEL_INLINE int64_t single_pairs_##I##_##bytes(char *dst, const char *from, const char *raw, int64_t i,       \
                                                     int64_t to, const grn_fused *d)                                \
    {                                                                                                               \
        const int64_t scale = d->scale, second = d->second_scale;                                                   \
        for (; i < to && one_in_range_##I(raw, 2 * i, d->last) && one_in_range_##I(raw, 2 * i + 1, d->second_last); \
             i++)                                                                                                   \
            MOVE_ONE(bytes, dst + i * (bytes), from + (int64_t)PAIR_AT(I, raw, i));                                 \
        return i;                                                                                                   \
    }
#define PAIRS(bytes, I, mode, stream)                                                                   \
    static int64_t pairs_##mode##_##I##_##bytes(void *dst, const void *src, const void *raw, int64_t n, \
                                                const grn_fused *given)                                 \
    {                                                                                                   \
        const grn_fused d = *given;                                                                     \
        const int64_t scale = d.scale, second = d.second_scale;                                         \
        const int64_t prefetched = d.ahead > 0 ? n - GROUP - d.ahead : -1;                              \
        const char *from = src, *at;                                                                    \
        int64_t i, head = (stream) ? head_of(dst, bytes) : 0;                                           \
        if ((stream) && head < 0)                                                                       \
            return pairs_cached_##I##_##bytes(dst, src, raw, n, given);                                 \
        head = head < n ? head : n;                                                                     \
        if ((stream) && (i = single_pairs_##I##_##bytes(dst, src, raw, 0, head, &d)) < head)            \
            return i;                                                                                   \
        for (i = head; i + GROUP <= n; i += GROUP) {                                                    \
            at = (const char *)raw + i * 2 * (I);                                                       \
            if (i <= prefetched)                                                                        \
                for (int64_t k = d.ahead; k < d.ahead + GROUP; k++)                                     \
                    prefetch_line((const char *)((uintptr_t)from + PAIR_AT(I, at, k)), d.far);          \
            if (!pairs_in_range_##I(at, &d))                                                            \
                return i;                                                                               \
            MOVE16_##bytes(PAIR_##I, (char *)dst + i * (bytes), stream);                                \
        }                                                                                               \
        return single_pairs_##I##_##bytes(dst, src, raw, i, n, &d);                                     \
    }
#define PAIR_KERNELS(bytes)         \
    PAIRS_SINGLE(bytes, 4)          \
    PAIRS_SINGLE(bytes, 8)          \
    PAIRS(bytes, 4, cached, false)  \
    PAIRS(bytes, 8, cached, false)  \
    PAIRS(bytes, 4, streamed, true) \
    PAIRS(bytes, 8, streamed, true)
PAIR_KERNELS(1)
PAIR_KERNELS(2)
PAIR_KERNELS(4)
PAIR_KERNELS(8)

grn_fused_fn grn_pairs_avx2(grn_dtype index_dtype, size_t element_bytes, bool stream)
{
#define PAIRS_OF(mode, I)                                                                         \
    {                                                                                             \
        [1] = pairs_##mode##_##I##_1, [2] = pairs_##mode##_##I##_2, [4] = pairs_##mode##_##I##_4, \
        [8] = pairs_##mode##_##I##_8                                                              \
    }
#define PAIRS_BY_INDEX(mode)                                                                          \
    {                                                                                                 \
        [GRN_I32] = PAIRS_OF(mode, 4), [GRN_UI32] = PAIRS_OF(mode, 4), [GRN_I64] = PAIRS_OF(mode, 8), \
        [GRN_INDEX] = PAIRS_OF(mode, 8), [GRN_UI64] = PAIRS_OF(mode, 8)                               \
    }
    static const grn_fused_fn table[2][GRN_DTYPE_COUNT][9] = {PAIRS_BY_INDEX(cached), PAIRS_BY_INDEX(streamed)};
    return element_bytes <= 8 ? table[stream][index_dtype][element_bytes] : NULL;
}

/* ---- rows fused with the check of their indices ---------------------------------------------- */

/* One row is prefetched for each that is moved, so that memory stays busy while indices are
 * checked. */
#define FUSED_ROWS(bytes, I, mode, PUT)                                                                         \
    static int64_t rows_##mode##_##I##_##bytes(void *dst, const void *src, const void *raw, int64_t n,          \
                                               const grn_fused *given)                                          \
    {                                                                                                           \
        const grn_fused d = *given;                                                                             \
        const int64_t known = d.ahead > 0 ? n - d.ahead : -1;                                                   \
        const bool straddles =                                                                                  \
            ((uintptr_t)src | (uintptr_t)d.scale) % ((bytes) < GRN_LINE_BYTES ? (bytes) : GRN_LINE_BYTES) != 0; \
        int64_t i = 0;                                                                                          \
        for (; i + GROUP <= n && in_range_##I((const char *)raw + i * (I), d.last); i += GROUP)                 \
            for (int64_t k = i; k < i + GROUP; k++) {                                                           \
                const char *from = (const char *)src + value_##I(raw, k) * d.scale;                             \
                if (k < known) {                                                                                \
                    const uintptr_t next = (uintptr_t)value_##I(raw, k + d.ahead) * (uintptr_t)d.scale;         \
                    const char *later = (const char *)((uintptr_t)src + next);                                  \
                    for (int64_t line = 0; line < (bytes); line += GRN_LINE_BYTES)                              \
                        prefetch_line((const char *)((uintptr_t)later + (uintptr_t)line), d.far);               \
                    if (straddles)                                                                              \
                        prefetch_line((const char *)((uintptr_t)later + ((bytes)-1)), d.far);                   \
                }                                                                                               \
                for (int64_t at = 0; at < (bytes); at += 32)                                                    \
                    PUT((__m256i *)(void *)((char *)dst + k * (bytes) + at), load256(from + at));               \
            }                                                                                                   \
        return i;                                                                                               \
    }
#define FUSED_ROW_KERNELS(bytes)                        \
    FUSED_ROWS(bytes, 4, cached, _mm256_storeu_si256)   \
    FUSED_ROWS(bytes, 8, cached, _mm256_storeu_si256)   \
    FUSED_ROWS(bytes, 4, streamed, _mm256_stream_si256) \
    FUSED_ROWS(bytes, 8, streamed, _mm256_stream_si256)
FUSED_ROW_KERNELS(32)
FUSED_ROW_KERNELS(64)
FUSED_ROW_KERNELS(128)

grn_fused_fn grn_fused_rows_avx2(grn_dtype index_dtype, size_t row_bytes, bool stream)
{
#define ROWS_OF(mode, I)                                                        \
    {                                                                           \
        rows_##mode##_##I##_32, rows_##mode##_##I##_64, rows_##mode##_##I##_128 \
    }
#define ROWS_BY_INDEX(mode)                                                                        \
    {                                                                                              \
        [GRN_I32] = ROWS_OF(mode, 4), [GRN_UI32] = ROWS_OF(mode, 4), [GRN_I64] = ROWS_OF(mode, 8), \
        [GRN_INDEX] = ROWS_OF(mode, 8), [GRN_UI64] = ROWS_OF(mode, 8)                              \
    }
    static const grn_fused_fn table[2][GRN_DTYPE_COUNT][3] = {ROWS_BY_INDEX(cached), ROWS_BY_INDEX(streamed)};
    return row_bytes == 32    ? table[stream][index_dtype][0]
           : row_bytes == 64  ? table[stream][index_dtype][1]
           : row_bytes == 128 ? table[stream][index_dtype][2]
                              : NULL;
}

/* ---- cells by offsets ------------------------------------------------------------------------ */

#define OFFSET_CELL(k) (from + (int64_t)at[k] * size)
#define TAKE_CELLS(bytes, mode, stream)                                                              \
    static void cells_##mode##_##bytes(void *dst, const void *src, const int32_t *offset, int64_t n) \
    {                                                                                                \
        const char *from = src;                                                                      \
        const int64_t size = (bytes);                                                                \
        int64_t i = 0, head = (stream) ? head_of(dst, bytes) : 0;                                    \
        if ((stream) && head < 0) {                                                                  \
            cells_cached_##bytes(dst, src, offset, n);                                               \
            return;                                                                                  \
        }                                                                                            \
        for (; i < head && i < n; i++)                                                               \
            MOVE_ONE(bytes, (char *)dst + i * (bytes), from + (int64_t)offset[i] * (bytes));         \
        for (; i + GROUP <= n; i += GROUP) {                                                         \
            const int32_t *at = offset + i;                                                          \
            MOVE16_##bytes(OFFSET_CELL, (char *)dst + i * (bytes), stream);                          \
        }                                                                                            \
        for (; i < n; i++)                                                                           \
            MOVE_ONE(bytes, (char *)dst + i * (bytes), from + (int64_t)offset[i] * (bytes));         \
    }
#define CELL_KERNELS(bytes) TAKE_CELLS(bytes, cached, false) TAKE_CELLS(bytes, streamed, true)
CELL_KERNELS(1)
CELL_KERNELS(2)
CELL_KERNELS(4)
CELL_KERNELS(8)
CELL_KERNELS(16)

grn_take_cells_fn grn_take_cells_avx2(size_t element_bytes, bool stream)
{
#define CELLS_OF(mode)                                                                                  \
    {                                                                                                   \
        [1] = cells_##mode##_1, [2] = cells_##mode##_2, [4] = cells_##mode##_4, [8] = cells_##mode##_8, \
        [16] = cells_##mode##_16                                                                        \
    }
    static const grn_take_cells_fn table[2][17] = {CELLS_OF(cached), CELLS_OF(streamed)};
    return element_bytes <= 16 ? table[stream][element_bytes] : NULL;
}

void grn_fence_x86(void) { _mm_sfence(); }

const grn_take_kernels grn_take_avx2 = {
    .narrow = grn_narrow_avx2,
    .prefix = grn_prefix_avx2,
    .fused = fused,
    .gathered = grn_gathered_avx2,
    .pairs = grn_pairs_avx2,
    .fused_rows = grn_fused_rows_avx2,
    .runs = grn_fused_runs_plain,
    .cells = grn_take_cells_avx2,
    .gathered_cells = grn_gathered_cells_avx2,
    .strips = grn_take_strips_plain,
    .put_outside = grn_put_outside_plain,
    .windows = grn_windows_avx2,
    .stream_windows = grn_stream_windows_avx2,
    .stream = grn_stream_avx2,
    .fence = grn_fence_x86,
};

#endif

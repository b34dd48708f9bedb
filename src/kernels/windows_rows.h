/*
 * windows_rows.h - one loop over windows, made with a way to move a row.
 *
 * An includer defines, for each kind of row, MOVE_<kind>, which moves `bytes`
 * from `from` to `to`, past the caches if `stream`; and ROW_BYTES_<kind>, a
 * constant where there is one, w->row_bytes elsewhere.
 */
#ifndef GRN_KERNELS_WINDOWS_ROWS_H
#define GRN_KERNELS_WINDOWS_ROWS_H

#include "kernels/hints.h"
#include "kernels/take.h"

/* A longer row is prefetched ahead only so far; the hardware prefetcher takes the rest. */
#define PREFETCH_BYTES 4096

#define EACH_LINE(PUT)                                          \
    do {                                                        \
        for (size_t k = 0; k < prefetched; k += GRN_LINE_BYTES) \
            PUT(p + k);                                         \
        if (straddles)                                          \
            PUT(p + prefetched - 1);                            \
    } while (0)

/* Into the second cache, and not into the first, where `far`. */
KERNEL_INLINE void prefetch_row_of(const char *p, size_t bytes, bool straddles, bool far)
{
    size_t prefetched = bytes < PREFETCH_BYTES ? bytes : PREFETCH_BYTES;
    if (far)
        EACH_LINE(PREFETCH_FAR);
    else
        EACH_LINE(PREFETCH);
}

/* Whether a row can begin within a line and end in the next. */
static bool may_straddle(const char *src, const grn_window_rows *w)
{
    uintptr_t at = (uintptr_t)src | (uintptr_t)w->scale;
    if (w->nrows > 1 || (w->row_bytes & (w->row_bytes - 1)) != 0)
        return true;
    return at % (w->row_bytes < GRN_LINE_BYTES ? w->row_bytes : GRN_LINE_BYTES) != 0;
}

#define WINDOW_KERNEL(kind, mode, is_stream)                                                                         \
    KERNEL_INLINE void row_##mode##_##kind(char *to, const char *from, size_t bytes)                                 \
    {                                                                                                                \
        const bool stream = (is_stream);                                                                             \
        (void)bytes;                                                                                                 \
        MOVE_##kind;                                                                                                 \
    }                                                                                                                \
    /* rows of one window each; every bound that is known is a constant here */                                      \
    static void rows_##mode##_##kind(char *dst, const char *src, const int32_t *offset, int64_t n, int64_t known,    \
                                     const grn_window_rows *w)                                                       \
    {                                                                                                                \
        const size_t bytes = ROW_BYTES_##kind;                                                                       \
        const int64_t step = w->dst_step, scale = w->scale, ahead = w->ahead;                                        \
        const bool far = w->far;                                                                                     \
        const bool straddles = may_straddle(src, w);                                                                 \
        int64_t i = 0, prefetched = ahead == 0 ? 0 : n < known - ahead ? n : known - ahead;                          \
        for (; i < prefetched; i++) {                                                                                \
            prefetch_row_of(src + offset[i + ahead] * scale, bytes, straddles, far);                                 \
            row_##mode##_##kind(dst + i * step, src + offset[i] * scale, bytes);                                     \
        }                                                                                                            \
        for (; i < n; i++)                                                                                           \
            row_##mode##_##kind(dst + i * step, src + offset[i] * scale, bytes);                                     \
    }                                                                                                                \
    static void windows_##mode##_##kind(char *dst, const char *src, const int32_t *offset, int64_t n, int64_t known, \
                                        const grn_window_rows *w)                                                    \
    {                                                                                                                \
        const size_t bytes = ROW_BYTES_##kind;                                                                       \
        const int64_t nrows = w->nrows;                                                                              \
        if (nrows == 1) {                                                                                            \
            rows_##mode##_##kind(dst, src, offset, n, known, w);                                                     \
            return;                                                                                                  \
        }                                                                                                            \
        const int64_t *const dst_at = w->dst_at, *const src_at = w->src_at;                                          \
        const int64_t step = w->dst_step, scale = w->scale, ahead = w->ahead;                                        \
        const bool far = w->far;                                                                                     \
        const int64_t prefetched = ahead == 0 ? 0 : n < known - ahead ? n : known - ahead;                           \
        for (int64_t i = 0; i < n; i++, dst += step) {                                                               \
            const char *from = src + offset[i] * scale;                                                              \
            const char *next = src + offset[i < prefetched ? i + ahead : i] * scale;                                 \
            for (int64_t r = 0; r < nrows; r++) {                                                                    \
                if (i < prefetched)                                                                                  \
                    prefetch_row_of(next + src_at[r], bytes, true, far);                                             \
                row_##mode##_##kind(dst + dst_at[r], from + src_at[r], bytes);                                       \
            }                                                                                                        \
        }                                                                                                            \
    }

/* ---- eight rows, each as far from the last as the second from the first ---------------------- */

static bool are_even(const grn_window_rows *w)
{
    bool even = w->dst_at[0] == 0 && w->src_at[0] == 0;
    for (int64_t r = 2; r < w->nrows; r++)
        even = even && w->dst_at[r] == r * w->dst_at[1] && w->src_at[r] == r * w->src_at[1];
    return even;
}

/* Written out without the offsets of its rows. One row's lines are prefetched between moving two
 * others: all at once they would wait for each other, and a compiler that has the addresses side
 * by side prefetches all at once. */
#define EIGHT_ROWS(kind, mode)                                                                                     \
    static void eight_##mode##_##kind(char *dst, const char *src, const int32_t *offset, int64_t n, int64_t known, \
                                      const grn_window_rows *w)                                                    \
    {                                                                                                              \
        const size_t bytes = ROW_BYTES_##kind;                                                                     \
        const int64_t dst_row = w->dst_at[1], src_row = w->src_at[1], scale = w->scale, ahead = w->ahead;          \
        const bool far = w->far;                                                                                   \
        const int64_t prefetched = ahead == 0 ? 0 : n < known - ahead ? n : known - ahead;                         \
        for (int64_t i = 0; i < prefetched; i++) {                                                                 \
            const char *from = src + offset[i] * scale, *next = src + offset[i + ahead] * scale;                   \
            char *to = dst + i * w->dst_step;                                                                      \
            for (int r = 0; r < 8; r++) {                                                                          \
                from += r > 0 ? src_row : 0;                                                                       \
                next += r > 0 ? src_row : 0;                                                                       \
                to += r > 0 ? dst_row : 0;                                                                         \
                prefetch_row_of(next, bytes, true, far);                                                           \
                row_##mode##_##kind(to, from, bytes);                                                              \
            }                                                                                                      \
        }                                                                                                          \
        for (int64_t i = prefetched < 0 ? 0 : prefetched; i < n; i++)                                              \
            for (int64_t r = 0; r < 8; r++)                                                                        \
                row_##mode##_##kind(dst + i * w->dst_step + r * dst_row, src + offset[i] * scale + r * src_row,    \
                                    bytes);                                                                        \
    }                                                                                                              \
    static void windows_##mode##_or_eight_##kind(char *dst, const char *src, const int32_t *offset, int64_t n,     \
                                                 int64_t known, const grn_window_rows *w)                          \
    {                                                                                                              \
        if (w->nrows == 8 && are_even(w))                                                                          \
            eight_##mode##_##kind(dst, src, offset, n, known, w);                                                  \
        else                                                                                                       \
            windows_##mode##_##kind(dst, src, offset, n, known, w);                                                \
    }

/* The first row that holds row_bytes; exact sizes stand before the ranges around them. */
typedef struct choice {
    size_t from, to, unit; /* row_bytes in [from, to], a multiple of unit, as every address of dst is */
    grn_take_windows_fn run;
} choice;

#define EXACTLY(bytes, unit, mode)                   \
    {                                                \
        bytes, bytes, unit, windows_##mode##_##bytes \
    }

static grn_take_windows_fn choose(const choice *table, size_t row_bytes, size_t unit)
{
    for (; table->run != NULL; table++)
        if (row_bytes >= table->from && row_bytes <= table->to && row_bytes % table->unit == 0 &&
            unit % table->unit == 0)
            return table->run;
    return NULL;
}

#endif

/*
 * replace.h - updates that replace the current elements, by element size. One includer for each
 * instruction set: it includes accumulate_element.h or the set's own header first, and lists
 * REPLACE_ROWS(STREAM), where STREAM(bytes) is its kernel of rows past the caches, or NULL. Cells
 * are those of the full kit or, under REPLACE_COMPACT, of the compact one.
 */
#include "kernels/accumulate.h"

/* A row of [least, 2 * least] bytes, as its first `least` and its last `least` bytes, which may
 * overlap. */
#define COPY_ENDS(least, to, from, bytes)                 \
    do {                                                  \
        char first_[least], last_[least];                 \
        memcpy(first_, (from), least);                    \
        memcpy(last_, (from) + (bytes) - (least), least); \
        memcpy((to), first_, least);                      \
        memcpy((to) + (bytes) - (least), last_, least);   \
    } while (0)

/* A row of at least 32 bytes, 32 at a time; the last 32 may overlap those before. */
KERNEL_INLINE void copy_long(char *restrict to, const char *restrict from, int64_t bytes)
{
    for (int64_t k = 0; k + 32 < bytes; k += 32)
        memcpy(to + k, from + k, 32);
    memcpy(to + bytes - 32, from + bytes - 32, 32);
}

KERNEL_INLINE void copy_row(char *restrict to, const char *restrict from, int64_t bytes, const int64_t least)
{
    if (least == 32)
        copy_long(to, from, bytes);
    else if (least == 16)
        COPY_ENDS(16, to, from, bytes);
    else if (least == 8)
        COPY_ENDS(8, to, from, bytes);
    else if (least == 4)
        COPY_ENDS(4, to, from, bytes);
    else
        for (int64_t k = 0; k < bytes; k++)
            to[k] = from[k];
}

/*
 * Rows of some lengths get loops of their own, with copies of constant size. `least`: the row's
 * bytes are in [least, 2 * least]; 32: 32 or more; 0: fewer than 4.
 */
KERNEL_INLINE void replace_rows_of(char *current, const int64_t *offset, const grn_updates *u, int64_t bytes,
                                   int64_t size, int64_t ahead, const int64_t least)
{
    const int64_t n = u->count, prefetched = updates_prefetched(u, ahead), scale = u->unit * size,
                  step = u->step * size;
    const int64_t *from = u->from, read = from != NULL ? prefetched : 0; /* from[] is known as far as offset[] */
    const char *update = u->data;
    for (int64_t i = 0; i < n; i++) {
        if (i < prefetched)
            prefetch_row_to_write(current + offset[i + ahead] * scale, bytes);
        if (i < read)
            prefetch_row(update + from[i + ahead] * size, bytes);
        copy_row(current + offset[i] * scale, update + (from != NULL ? from[i] * size : i * step), bytes, least);
    }
}

/* Rows of at least so many bytes that replace others are copied by memcpy: it is faster than the loop here, which
 * moves one vector a step, for all that its call takes. Rows of windows have another loop, and a threshold of
 * their own (windows_avx2.c). */
#define COPIED_UPDATE_BYTES 500

static void replace_rows(char *current, const int64_t *offset, const grn_updates *u, int64_t bytes, int64_t size,
                         int64_t ahead)
{
    if (bytes == 16)
        replace_rows_of(current, offset, u, 16, size, ahead, 16);
    else if (bytes == 32)
        replace_rows_of(current, offset, u, 32, size, ahead, 32);
    else if (bytes == 64)
        replace_rows_of(current, offset, u, 64, size, ahead, 32);
    else if (bytes == 128)
        replace_rows_of(current, offset, u, 128, size, ahead, 32);
    else if (bytes >= COPIED_UPDATE_BYTES)
        grn_replace_long_rows(current, offset, u, bytes, size);
    else if (bytes >= 32)
        replace_rows_of(current, offset, u, bytes, size, ahead, 32);
    else if (bytes >= 16)
        replace_rows_of(current, offset, u, bytes, size, ahead, 16);
    else if (bytes >= 8)
        replace_rows_of(current, offset, u, bytes, size, ahead, 8);
    else if (bytes >= 4)
        replace_rows_of(current, offset, u, bytes, size, ahead, 4);
    else
        replace_rows_of(current, offset, u, bytes, size, ahead, 0);
}

#if defined(REPLACE_COMPACT)
#define REPLACE_CELLS ACCUMULATE_CELLS_COMPACT
#define REPLACE_FUSED ACCUMULATE_FUSED_COMPACT
#else
#define REPLACE_CELLS ACCUMULATE_CELLS
#define REPLACE_FUSED ACCUMULATE_FUSED
#endif

#define REPLACE_KERNELS(bytes, T)                                                                               \
    KERNEL_INLINE T replace_##bytes(T a, T b)                                                                   \
    {                                                                                                           \
        (void)a;                                                                                                \
        return b;                                                                                               \
    }                                                                                                           \
    ACCUMULATE_BODY(replace_##bytes, T, replace_##bytes)                                                        \
    REPLACE_CELLS(replace_##bytes, T, replace_##bytes)                                                          \
    static void replace_##bytes##_rows(void *current, const int64_t *offset, const grn_updates *u, int64_t row, \
                                       int64_t ahead)                                                           \
    {                                                                                                           \
        replace_rows(current, offset, u, row *(bytes), bytes, ahead);                                           \
    }
REPLACE_KERNELS(1, uint8_t)
REPLACE_KERNELS(2, uint16_t)
REPLACE_KERNELS(4, uint32_t)
REPLACE_KERNELS(8, uint64_t)
REPLACE_KERNELS(16, grn_cell16)
REPLACE_FUSED(replace_1, uint8_t)
REPLACE_FUSED(replace_2, uint16_t)
REPLACE_FUSED(replace_4, uint32_t)
REPLACE_FUSED(replace_8, uint64_t)

/* clang-format off */
#define REPLACE_ROW(bytes, FUSED, STEPPED, STREAM)                                                \
    [bytes] = {GRN_COMBINE_REPLACE, (grn_dtype)0, replace_##bytes##_run, replace_##bytes##_cells, \
               replace_##bytes##_rows, FUSED, STEPPED, STREAM(bytes), false}
#define REPLACE_ROWS(STREAM)                                    \
    REPLACE_ROW(1, replace_1_fused, replace_1_stepped, STREAM), \
    REPLACE_ROW(2, replace_2_fused, replace_2_stepped, STREAM), \
    REPLACE_ROW(4, replace_4_fused, replace_4_stepped, STREAM), \
    REPLACE_ROW(8, replace_8_fused, replace_8_stepped, STREAM), \
    REPLACE_ROW(16, NULL, NULL, STREAM)
/* clang-format on */

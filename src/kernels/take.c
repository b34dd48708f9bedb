/* take.c - the plain bodies of take.h: complete for every size, with no stores that bypass a
 * cache. */
#include <string.h>

#include "kernels/hints.h"
#include "kernels/take.h"

/* ---- cells ----------------------------------------------------------------------------------- */

#define CELL_SIZES(S) S(1, uint8_t) S(2, uint16_t) S(4, uint32_t) S(8, uint64_t) S(16, grn_cell16)

#define TAKE_CELLS(bytes, T)                                                                                           \
    static void cells_##bytes(void *restrict dst, const void *restrict src, const int32_t *restrict offset, int64_t n) \
    {                                                                                                                  \
        for (int64_t i = 0; i < n; i++) {                                                                              \
            T cell;                                                                                                    \
            memcpy(&cell, (const char *)src + (int64_t)offset[i] * bytes, bytes);                                      \
            memcpy((char *)dst + i * bytes, &cell, bytes);                                                             \
        }                                                                                                              \
    }
CELL_SIZES(TAKE_CELLS)

grn_take_cells_fn grn_take_cells_plain(size_t element_bytes, bool stream)
{
    static const grn_take_cells_fn table[17] = {
#define CELLS_ROW(bytes, T) [bytes] = cells_##bytes,
        CELL_SIZES(CELLS_ROW)
#undef CELLS_ROW
    };
    (void)stream;
    return element_bytes < GRN_COUNT(table) ? table[element_bytes] : NULL;
}

/* A branch on a random in-bounds mask would be mispredicted: the element there is read, selected
 * and written back. */
#define PUT_OUTSIDE(bytes, T)                                                                                     \
    static void put_outside_##bytes(void *dst, int64_t step, const void *element, const unsigned char *in_bounds, \
                                    int64_t n)                                                                    \
    {                                                                                                             \
        T fill, cell;                                                                                             \
        memcpy(&fill, element, bytes);                                                                            \
        for (int64_t i = 0; i < n; i++) {                                                                         \
            char *at = (char *)dst + i * step * bytes;                                                            \
            memcpy(&cell, at, bytes);                                                                             \
            cell = in_bounds[i] != 0 ? cell : fill;                                                               \
            memcpy(at, &cell, bytes);                                                                             \
        }                                                                                                         \
    }
CELL_SIZES(PUT_OUTSIDE)

grn_put_outside_fn grn_put_outside_plain(size_t element_bytes)
{
    static const grn_put_outside_fn table[17] = {
#define PUT_ROW(bytes, T) [bytes] = put_outside_##bytes,
        CELL_SIZES(PUT_ROW)
#undef PUT_ROW
    };
    return element_bytes < GRN_COUNT(table) ? table[element_bytes] : NULL;
}

/* ---- fused ----------------------------------------------------------------------------------- */

/* A value beyond int64_t is negative when read as one: out of range either way. */
#define TAKE_FUSED(bytes, T, index, I)                                                                             \
    static int64_t fused_##index##_##bytes(void *restrict dst, const void *restrict src, const void *restrict raw, \
                                           int64_t n, const grn_fused *d)                                          \
    {                                                                                                              \
        const grn_fused k = *d;                                                                                    \
        for (int64_t i = 0; i < n; i++) {                                                                          \
            I value;                                                                                               \
            T cell;                                                                                                \
            memcpy(&value, (const char *)raw + i * (int64_t)sizeof value, sizeof value);                           \
            if ((uint64_t)(int64_t)value > (uint64_t)k.last)                                                       \
                return i;                                                                                          \
            memcpy(&cell, (const char *)src + (int64_t)value * k.scale + i * k.step, bytes);                       \
            memcpy((char *)dst + i * bytes, &cell, bytes);                                                         \
        }                                                                                                          \
        return n;                                                                                                  \
    }
#define FUSED_INDICES(bytes, T)          \
    TAKE_FUSED(bytes, T, i32, int32_t)   \
    TAKE_FUSED(bytes, T, ui32, uint32_t) \
    TAKE_FUSED(bytes, T, i64, int64_t)
CELL_SIZES(FUSED_INDICES)

static grn_fused_fn fused(grn_dtype index_dtype, size_t element_bytes, bool stream)
{
#define FUSED_OF(index)                                                                                     \
    {                                                                                                       \
        [1] = fused_##index##_1, [2] = fused_##index##_2, [4] = fused_##index##_4, [8] = fused_##index##_8, \
        [16] = fused_##index##_16                                                                           \
    }
    static const grn_fused_fn table[GRN_DTYPE_COUNT][17] = {
        [GRN_I32] = FUSED_OF(i32),   [GRN_UI32] = FUSED_OF(ui32), [GRN_I64] = FUSED_OF(i64),
        [GRN_INDEX] = FUSED_OF(i64), [GRN_UI64] = FUSED_OF(i64),
    };
    (void)stream;
    return element_bytes <= 16 ? table[index_dtype][element_bytes] : NULL;
}

#define PREFIX(index, I)                                                                 \
    static int64_t prefix_##index(const void *raw, int64_t n, int64_t last)              \
    {                                                                                    \
        for (int64_t i = 0; i < n; i++) {                                                \
            I value;                                                                     \
            memcpy(&value, (const char *)raw + i * (int64_t)sizeof value, sizeof value); \
            if ((uint64_t)(int64_t)value > (uint64_t)last)                               \
                return i;                                                                \
        }                                                                                \
        return n;                                                                        \
    }
PREFIX(i32, int32_t)
PREFIX(ui32, uint32_t)
PREFIX(i64, int64_t)

/* Narrow values are checked so many at a time, which compilers vectorise. */
#define CHECKED_AT_ONCE 64
#define NARROW_PREFIX(index, I, most)                                                                        \
    static int64_t prefix_##index(const void *raw, int64_t n, int64_t last)                                  \
    {                                                                                                        \
        const char *at = raw;                                                                                \
        const I top = (I)(last < (most) ? last : (most));                                                    \
        I value[CHECKED_AT_ONCE];                                                                            \
        int64_t i = 0, left = n;                                                                             \
        for (; left >= CHECKED_AT_ONCE; left -= CHECKED_AT_ONCE, i += CHECKED_AT_ONCE, at += sizeof value) { \
            unsigned char beyond = 0;                                                                        \
            memcpy(value, at, sizeof value);                                                                 \
            for (int64_t k = 0; k < CHECKED_AT_ONCE; k++)                                                    \
                beyond |= value[k] < 0 || value[k] > top;                                                    \
            if (beyond != 0)                                                                                 \
                break;                                                                                       \
        }                                                                                                    \
        left = left < CHECKED_AT_ONCE ? left : CHECKED_AT_ONCE;                                              \
        memcpy(value, at, (size_t)left * sizeof *value);                                                     \
        for (int64_t k = 0; k < left && value[k] >= 0 && value[k] <= top; k++)                               \
            i++;                                                                                             \
        return i;                                                                                            \
    }
NARROW_PREFIX(i8, int8_t, INT8_MAX)
NARROW_PREFIX(ui8, uint8_t, UINT8_MAX)
NARROW_PREFIX(i16, int16_t, INT16_MAX)
NARROW_PREFIX(ui16, uint16_t, UINT16_MAX)

grn_prefix_fn grn_prefix_plain(grn_dtype index_dtype)
{
    static const grn_prefix_fn table[GRN_DTYPE_COUNT] = {
        [GRN_I8] = prefix_i8,     [GRN_UI8] = prefix_ui8,   [GRN_I16] = prefix_i16,
        [GRN_UI16] = prefix_ui16, [GRN_I32] = prefix_i32,   [GRN_UI32] = prefix_ui32,
        [GRN_I64] = prefix_i64,   [GRN_INDEX] = prefix_i64, [GRN_UI64] = prefix_i64,
    };
    return table[index_dtype];
}

/* ---- windows --------------------------------------------------------------------------------- */

static void windows_of(char *dst, const char *src, const int32_t *offset, int64_t n, int64_t known,
                       const grn_window_rows *w)
{
    const grn_rows *rows = grn_rows_plain(w->row_bytes);
    (void)known;
    for (int64_t i = 0; i < n; i++)
        for (int64_t r = 0; r < w->nrows; r++)
            rows->copy(dst + i * w->dst_step + w->dst_at[r], 0, src + offset[i] * w->scale + w->src_at[r], 0, 1,
                       w->row_bytes);
}

grn_take_windows_fn grn_windows_plain(size_t row_bytes)
{
    (void)row_bytes;
    return windows_of;
}

grn_take_windows_fn grn_no_windows(size_t row_bytes, size_t unit)
{
    (void)row_bytes;
    (void)unit;
    return NULL;
}

void grn_stream_plain(void *dst, const void *src, size_t bytes) { memcpy(dst, src, bytes); }

#define TAKE_PAIRS(bytes, index, I)                                                                                    \
    static int64_t pairs_##index##_##bytes(void *dst, const void *src, const void *raw, int64_t n, const grn_fused *d) \
    {                                                                                                                  \
        for (int64_t i = 0; i < n; i++) {                                                                              \
            I pair[2];                                                                                                 \
            memcpy(pair, (const char *)raw + i * (int64_t)sizeof pair, sizeof pair);                                   \
            if ((uint64_t)(int64_t)pair[0] > (uint64_t)d->last ||                                                      \
                (uint64_t)(int64_t)pair[1] > (uint64_t)d->second_last)                                                 \
                return i;                                                                                              \
            memcpy((char *)dst + i * bytes,                                                                            \
                   (const char *)src + (int64_t)pair[0] * d->scale + (int64_t)pair[1] * d->second_scale, bytes);       \
        }                                                                                                              \
        return n;                                                                                                      \
    }
#define PAIRS_BY(index, I) \
    TAKE_PAIRS(1, index, I) TAKE_PAIRS(2, index, I) TAKE_PAIRS(4, index, I) TAKE_PAIRS(8, index, I)
PAIRS_BY(i32, int32_t)
PAIRS_BY(ui32, uint32_t)
PAIRS_BY(i64, int64_t)

grn_fused_fn grn_pairs_plain(grn_dtype index_dtype, size_t element_bytes, bool streams)
{
#define PAIRS_OF(index)                                                                                    \
    {                                                                                                      \
        [1] = pairs_##index##_1, [2] = pairs_##index##_2, [4] = pairs_##index##_4, [8] = pairs_##index##_8 \
    }
    static const grn_fused_fn table[GRN_DTYPE_COUNT][9] = {
        [GRN_I32] = PAIRS_OF(i32),   [GRN_UI32] = PAIRS_OF(ui32), [GRN_I64] = PAIRS_OF(i64),
        [GRN_INDEX] = PAIRS_OF(i64), [GRN_UI64] = PAIRS_OF(i64),
    };
    (void)streams;
    return element_bytes <= 8 ? table[index_dtype][element_bytes] : NULL;
}

grn_fused_fn grn_no_fused(grn_dtype index_dtype, size_t bytes, bool stream)
{
    (void)index_dtype, (void)bytes, (void)stream;
    return NULL;
}

grn_take_cells_fn grn_no_cells(size_t element_bytes, bool stream)
{
    (void)element_bytes, (void)stream;
    return NULL;
}

void grn_no_fence(void) {}

const grn_take_kernels grn_take_plain = {
    .narrow = grn_narrow_plain,
    .prefix = grn_prefix_plain,
    .fused = fused,
    .gathered = grn_no_fused,
    .pairs = grn_pairs_plain,
    .fused_rows = grn_no_fused,
    .runs = grn_fused_runs_plain,
    .cells = grn_take_cells_plain,
    .gathered_cells = grn_no_cells,
    .strips = grn_take_strips_plain,
    .put_outside = grn_put_outside_plain,
    .windows = grn_windows_plain,
    .stream_windows = grn_no_windows,
    .stream = grn_stream_plain,
    .fence = grn_no_fence,
};

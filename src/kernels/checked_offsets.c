/*
 * checked_offsets.c - raw indices of one component, one after the other, to a
 * batch of offsets, as long as all are in range.
 */
#include "kernels/kernels.h"

#include <string.h>

/* A value beyond [0, last] sets the top bit of itself or of what is left to last; a ui64 of 2^63
 * and more is one below 0. */
#define CHECKED_OFFSETS(name, T)                                                                                   \
    static bool checked_##name(const void *indices, const int64_t *at, int64_t base, const grn_checked_axis *axis, \
                               int64_t n, int64_t *restrict offset)                                                \
    {                                                                                                              \
        const char *raw = indices;                                                                                 \
        const uint64_t last = (uint64_t)axis->last, stride = (uint64_t)axis->stride;                               \
        uint64_t beyond = 0;                                                                                       \
        for (int64_t i = 0; i < n; i++) {                                                                          \
            T value;                                                                                               \
            memcpy(&value, raw + i * (int64_t)sizeof value, sizeof value);                                         \
            uint64_t start = (uint64_t)(int64_t)value;                                                             \
            beyond |= start | (last - start);                                                                      \
            offset[i] = (int64_t)((uint64_t)at[i] + (uint64_t)base + (start & UINT32_MAX) * stride);               \
        }                                                                                                          \
        return beyond >> 63 == 0;                                                                                  \
    }
#define COMPACT(name, T)                                                                                              \
    static int64_t compact_##name(const void *indices, const int64_t *at, int64_t base, const grn_checked_axis *axis, \
                                  int64_t n, int64_t *restrict offset, int64_t *restrict from)                        \
    {                                                                                                                 \
        const char *raw = indices;                                                                                    \
        const uint64_t last = (uint64_t)axis->last, stride = (uint64_t)axis->stride;                                  \
        int64_t compacted = 0;                                                                                        \
        for (int64_t i = 0; i < n; i++) {                                                                             \
            T value;                                                                                                  \
            memcpy(&value, raw + i * (int64_t)sizeof value, sizeof value);                                            \
            uint64_t start = (uint64_t)(int64_t)value;                                                                \
            offset[compacted] = (int64_t)((uint64_t)at[i] + (uint64_t)base + (start & UINT32_MAX) * stride);          \
            from[compacted] = from[i];                                                                                \
            compacted += start <= last;                                                                               \
        }                                                                                                             \
        return compacted;                                                                                             \
    }
#define BOTH(name, T)        \
    CHECKED_OFFSETS(name, T) \
    COMPACT(name, T)
BOTH(i8, int8_t)
BOTH(i16, int16_t)
BOTH(i32, int32_t)
BOTH(i64, int64_t)
BOTH(ui8, uint8_t)
BOTH(ui16, uint16_t)
BOTH(ui32, uint32_t)

grn_checked_offsets_fn grn_checked_offsets_plain(grn_dtype index_dtype)
{
    static const grn_checked_offsets_fn table[GRN_DTYPE_COUNT] = {
        [GRN_I8] = checked_i8,     [GRN_I16] = checked_i16,   [GRN_I32] = checked_i32,
        [GRN_I64] = checked_i64,   [GRN_INDEX] = checked_i64, [GRN_UI8] = checked_ui8,
        [GRN_UI16] = checked_ui16, [GRN_UI32] = checked_ui32, [GRN_UI64] = checked_i64,
    };
    return table[index_dtype];
}

grn_compact_fn grn_compact(grn_dtype index_dtype)
{
    static const grn_compact_fn table[GRN_DTYPE_COUNT] = {
        [GRN_I8] = compact_i8,     [GRN_I16] = compact_i16,   [GRN_I32] = compact_i32,
        [GRN_I64] = compact_i64,   [GRN_INDEX] = compact_i64, [GRN_UI8] = compact_ui8,
        [GRN_UI16] = compact_ui16, [GRN_UI32] = compact_ui32, [GRN_UI64] = compact_i64,
    };
    return table[index_dtype];
}

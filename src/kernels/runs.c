/*
 * runs.c - single elements in runs too short for a kernel call each.
 *
 * Nothing is checked here and no offsets are written: two loops, the inner one as
 * plain as the strides allow. A run's elements go one by one, since a vector
 * of them would seldom be full.
 */
#include <string.h>

#include "kernels/hints.h"
#include "kernels/take.h"

/* The index is known to be in range and so not negative: the unsigned reading is right for every
 * index type. */
#define INDEX_SIZES(S, bytes, T) \
    S(bytes, T, 1, uint8_t) S(bytes, T, 2, uint16_t) S(bytes, T, 4, uint32_t) S(bytes, T, 8, int64_t)
#define CELL_SIZES(S)          \
    INDEX_SIZES(S, 1, uint8_t) \
    INDEX_SIZES(S, 2, uint16_t) INDEX_SIZES(S, 4, uint32_t) INDEX_SIZES(S, 8, uint64_t) INDEX_SIZES(S, 16, grn_cell16)

/* Modular: the index may be unchecked, and its element is prefetched but not read. */
#define ADDRESS(src, index, k) \
    ((const char *)((uintptr_t)(src) + (uintptr_t)(index) * (uintptr_t)scale + (uintptr_t)((k)*step)))

#define RUNS(bytes, T, I, Index)                                                                                   \
    KERNEL_INLINE void move_##bytes##_##I(char *restrict dst, const char *restrict src, const char *restrict raw,  \
                                          const grn_fused_runs *given, int64_t scale, int64_t step, int64_t ahead) \
    {                                                                                                              \
        const grn_fused_runs r = *given;                                                                           \
        for (int64_t j = 0; j < r.runs; j++, dst += r.dst_hop, src += r.src_hop, raw += r.raw_hop) {               \
            const char *later = raw + ahead * r.raw_hop, *there = src + ahead * r.src_hop;                         \
            for (int64_t k = 0; ahead > 0 && j + ahead < r.runs && k < r.length; k++) {                            \
                Index index;                                                                                       \
                memcpy(&index, later + k * (I), (I));                                                              \
                PREFETCH(ADDRESS(there, index, k));                                                                \
            }                                                                                                      \
            for (int64_t k = 0; k < r.length; k++) {                                                               \
                Index index;                                                                                       \
                T cell;                                                                                            \
                memcpy(&index, raw + k * (I), (I));                                                                \
                memcpy(&cell, ADDRESS(src, index, k), (bytes));                                                    \
                memcpy(dst + k * (bytes), &cell, (bytes));                                                         \
            }                                                                                                      \
        }                                                                                                          \
    }                                                                                                              \
    static void runs_##bytes##_##I(void *dst, const void *src, const void *raw, const grn_fused_runs *r,           \
                                   const grn_fused *d)                                                             \
    {                                                                                                              \
        if (d->ahead > 0)                                                                                          \
            move_##bytes##_##I(dst, src, raw, r, d->scale, d->step, d->ahead);                                     \
        else if (d->step == 0 && d->scale == (bytes))                                                              \
            move_##bytes##_##I(dst, src, raw, r, (bytes), 0, 0);                                                   \
        else if (d->step == (bytes))                                                                               \
            move_##bytes##_##I(dst, src, raw, r, d->scale, (bytes), 0);                                            \
        else                                                                                                       \
            move_##bytes##_##I(dst, src, raw, r, d->scale, d->step, 0);                                            \
    }
CELL_SIZES(RUNS)

grn_fused_runs_fn grn_fused_runs_plain(grn_dtype index_dtype, size_t element_bytes)
{
    static const grn_fused_runs_fn table[17][9] = {
#define RUNS_ROW(bytes, T, I, Index) [bytes][I] = runs_##bytes##_##I,
        CELL_SIZES(RUNS_ROW)
#undef RUNS_ROW
    };
    bool index = grn_dtype_bits(index_dtype) == 8 * grn_dtype_bytes(index_dtype) && grn_dtype_is_integer(index_dtype);
    return index && element_bytes <= 16 ? table[element_bytes][grn_dtype_bytes(index_dtype)] : NULL;
}

/*
 * take_neon.c - take.h with NEON: single elements by indices that are checked sixteen at a time.
 * All other entries are the plain bodies.
 */
#include "kernels/neon.h"

#if defined(GRN_NEON)

#include "kernels/range_neon.h"

#define GROUP 16

KERNEL_INLINE bool group_in_range_4(const char *raw, int64_t last)
{
    uint32_t top = last < INT32_MAX ? (uint32_t)last : INT32_MAX;
    return words_in_range(raw, GROUP * 4, top, top);
}
KERNEL_INLINE bool group_in_range_8(const char *raw, int64_t last)
{
    return doublewords_in_range(raw, GROUP * 8, (uint64_t)last, (uint64_t)last);
}

/* Modular: the index may be unchecked, and its element is prefetched but not read. */
#define ADDRESS(src, index, i) \
    ((const char *)((uintptr_t)(src) + (uintptr_t)(index) * (uintptr_t)d->scale + (uintptr_t)((i)*d->step)))

/* By indices of I bytes, known to be in range and so without a sign.. */
#define TAKE_FUSED(I, Index, bytes, T, DTYPE)                                                                      \
    static int64_t fused_##I##_##bytes(void *restrict dst, const void *restrict src, const void *restrict indices, \
                                       int64_t n, const grn_fused *given)                                          \
    {                                                                                                              \
        const grn_fused here = *given, *d = &here;                                                                 \
        const char *raw = indices;                                                                                 \
        int64_t i = 0;                                                                                             \
        for (; i + GROUP <= n && group_in_range_##I(raw + i * (I), d->last); i += GROUP) {                         \
            for (int64_t k = i; d->ahead > 0 && i + GROUP + d->ahead <= n && k < i + GROUP; k++) {                 \
                Index later;                                                                                       \
                memcpy(&later, raw + (k + d->ahead) * (I), (I));                                                   \
                PREFETCH(ADDRESS(src, later, k + d->ahead));                                                       \
            }                                                                                                      \
            for (int64_t k = i; k < i + GROUP; k++) {                                                              \
                Index index;                                                                                       \
                T element;                                                                                         \
                memcpy(&index, raw + k * (I), (I));                                                                \
                memcpy(&element, ADDRESS(src, index, k), (bytes));                                                 \
                memcpy((char *)dst + k * (bytes), &element, (bytes));                                              \
            }                                                                                                      \
        }                                                                                                          \
        if (i + GROUP <= n)                                                                                        \
            return i;                                                                                              \
        return i + grn_take_plain.fused(DTYPE, (bytes), false)(                                                    \
                       (char *)dst + i * (bytes), (const char *)src + i * d->step, raw + i * (I), n - i, d);       \
    }
#define TAKE_SIZES(bytes, T)                   \
    TAKE_FUSED(4, uint32_t, bytes, T, GRN_I32) \
    TAKE_FUSED(8, uint64_t, bytes, T, GRN_I64)
TAKE_SIZES(1, uint8_t)
TAKE_SIZES(2, uint16_t)
TAKE_SIZES(4, uint32_t)
TAKE_SIZES(8, uint64_t)
TAKE_SIZES(16, grn_cell16)

static grn_fused_fn fused(grn_dtype index_dtype, size_t element_bytes, bool stream)
{
    static const grn_fused_fn table[17][2] = {
        [1] = {fused_4_1, fused_8_1}, [2] = {fused_4_2, fused_8_2},    [4] = {fused_4_4, fused_8_4},
        [8] = {fused_4_8, fused_8_8}, [16] = {fused_4_16, fused_8_16},
    };
    if (element_bytes < GRN_COUNT(table) && index_dtype == GRN_I32)
        return table[element_bytes][0];
    if (element_bytes < GRN_COUNT(table) &&
        (index_dtype == GRN_I64 || index_dtype == GRN_INDEX || index_dtype == GRN_UI64))
        return table[element_bytes][1];
    return grn_take_plain.fused(index_dtype, element_bytes, stream);
}

const grn_take_kernels grn_take_neon = {
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

#endif

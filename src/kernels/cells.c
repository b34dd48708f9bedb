/* cells.c - single elements: taken from resolved offsets, copied and filled along strides. */
#include <string.h>

#include "kernels/kernels.h"

#define CELL_SIZES(S) S(1, uint8_t) S(2, uint16_t) S(4, uint32_t) S(8, uint64_t) S(16, grn_cell16)

/* One element from `from` to `to`, whatever their alignment. */
#define MOVE(T, to, from)                     \
    do {                                      \
        T cell_;                              \
        memcpy(&cell_, (from), sizeof cell_); \
        memcpy((to), &cell_, sizeof cell_);   \
    } while (0)

#define CELL_KERNELS(bytes, T)                                                                               \
    static inline void take_body_##bytes(char *restrict dst, int64_t dst_step, const char *restrict src,     \
                                         const int64_t *restrict offset, int64_t n)                          \
    {                                                                                                        \
        for (int64_t i = 0; i < n; i++)                                                                      \
            MOVE(T, dst + i * dst_step * bytes, src + offset[i] * bytes);                                    \
    }                                                                                                        \
    static void take_##bytes(void *dst, int64_t dst_step, const void *src, const int64_t *offset, int64_t n) \
    {                                                                                                        \
        if (dst_step == 1)                                                                                   \
            take_body_##bytes(dst, 1, src, offset, n);                                                       \
        else                                                                                                 \
            take_body_##bytes(dst, dst_step, src, offset, n);                                                \
    }                                                                                                        \
    static inline void copy_body_##bytes(char *restrict dst, int64_t dst_step, const char *restrict src,     \
                                         int64_t src_step, int64_t n)                                        \
    {                                                                                                        \
        for (int64_t i = 0; i < n; i++)                                                                      \
            MOVE(T, dst + i * dst_step * bytes, src + i * src_step * bytes);                                 \
    }                                                                                                        \
    static void copy_##bytes(void *dst, int64_t dst_step, const void *src, int64_t src_step, int64_t n)      \
    {                                                                                                        \
        if (dst_step == 1 && src_step == 1)                                                                  \
            memcpy(dst, src, (size_t)n *bytes);                                                              \
        else if (dst_step == 1)                                                                              \
            copy_body_##bytes(dst, 1, src, src_step, n);                                                     \
        else                                                                                                 \
            copy_body_##bytes(dst, dst_step, src, src_step, n);                                              \
    }                                                                                                        \
    static void fill_##bytes(void *dst, int64_t dst_step, const void *element, int64_t n)                    \
    {                                                                                                        \
        T value;                                                                                             \
        memcpy(&value, element, sizeof value);                                                               \
        for (int64_t i = 0; i < n; i++)                                                                      \
            memcpy((char *)dst + i * dst_step * bytes, &value, sizeof value);                                \
    }
CELL_SIZES(CELL_KERNELS)

const grn_cells *grn_cells_plain(size_t element_bytes)
{
    static const grn_cells table[17] = {
#define CELL_ROW(bytes, T) [bytes] = {take_##bytes, copy_##bytes, fill_##bytes},
        CELL_SIZES(CELL_ROW)
#undef CELL_ROW
    };
    return element_bytes < GRN_COUNT(table) && table[element_bytes].take != NULL ? &table[element_bytes] : NULL;
}

/*
 * strips.c - a few elements for each offset, a step apart: windows that are no
 * rows, since the operand is strided, reversed, transposed or broadcast along
 * them, or the result is.
 *
 * One loop over strips and one over the elements of each. What the steps most
 * often are is a constant in a copy of its own.
 */
#include <string.h>

#include "kernels/hints.h"
#include "kernels/take.h"

/* The ends of the strips that start at the next offsets. */
static void prefetch_strips(const char *src, const int32_t *offset, int64_t n, const grn_strips *s)
{
    for (int64_t i = 0; i < n; i++) {
        const char *from = src + offset[i] * s->scale;
        PREFETCH(from);
        PREFETCH(from + (s->length - 1) * s->src_next);
    }
}

#define CELL_SIZES(S) S(1, uint8_t) S(2, uint16_t) S(4, uint32_t) S(8, uint64_t) S(16, grn_cell16)

#define STRIPS(bytes, T)                                                                                            \
    KERNEL_INLINE void move_##bytes(char *restrict dst, const char *restrict src, const int32_t *restrict offset,   \
                                    int64_t n, const grn_strips *s, int64_t length, int64_t dst_next,               \
                                    int64_t src_next)                                                               \
    {                                                                                                               \
        const int64_t scale = s->scale, step = s->dst_step;                                                         \
        for (int64_t i = 0; i < n; i++, dst += step) {                                                              \
            const char *from = src + offset[i] * scale;                                                             \
            for (int64_t k = 0; k < length; k++) {                                                                  \
                T cell;                                                                                             \
                memcpy(&cell, from + k * src_next, (bytes));                                                        \
                memcpy(dst + k * dst_next, &cell, (bytes));                                                         \
            }                                                                                                       \
        }                                                                                                           \
    }                                                                                                               \
    /* the same element all along */                                                                                \
    KERNEL_INLINE void repeat_##bytes(char *restrict dst, const char *restrict src, const int32_t *restrict offset, \
                                      int64_t n, const grn_strips *s, int64_t length)                               \
    {                                                                                                               \
        const int64_t scale = s->scale, step = s->dst_step;                                                         \
        for (int64_t i = 0; i < n; i++, dst += step) {                                                              \
            T cell;                                                                                                 \
            memcpy(&cell, src + offset[i] * scale, (bytes));                                                        \
            for (int64_t k = 0; k < length; k++)                                                                    \
                memcpy(dst + k * (bytes), &cell, (bytes));                                                          \
        }                                                                                                           \
    }                                                                                                               \
    static void repeated_##bytes(char *dst, const char *src, const int32_t *offset, int64_t n, const grn_strips *s) \
    {                                                                                                               \
        if (s->length == 2)                                                                                         \
            repeat_##bytes(dst, src, offset, n, s, 2);                                                              \
        else if (s->length == 3)                                                                                    \
            repeat_##bytes(dst, src, offset, n, s, 3);                                                              \
        else if (s->length == 4)                                                                                    \
            repeat_##bytes(dst, src, offset, n, s, 4);                                                              \
        else if (s->length == 8)                                                                                    \
            repeat_##bytes(dst, src, offset, n, s, 8);                                                              \
        else                                                                                                        \
            repeat_##bytes(dst, src, offset, n, s, s->length);                                                      \
    }                                                                                                               \
    static void some_##bytes(char *dst, const char *src, const int32_t *offset, int64_t n, const grn_strips *s)     \
    {                                                                                                               \
        if (s->dst_next != (bytes))                                                                                 \
            move_##bytes(dst, src, offset, n, s, s->length, s->dst_next, s->src_next);                              \
        else if (s->src_next == 0)                                                                                  \
            repeated_##bytes(dst, src, offset, n, s);                                                               \
        else if (s->src_next == 2 * (bytes))                                                                        \
            move_##bytes(dst, src, offset, n, s, s->length, (bytes), 2 * (bytes));                                  \
        else if (s->src_next == -(bytes))                                                                           \
            move_##bytes(dst, src, offset, n, s, s->length, (bytes), -(bytes));                                     \
        else                                                                                                        \
            move_##bytes(dst, src, offset, n, s, s->length, (bytes), s->src_next);                                  \
    }                                                                                                               \
    static void strips_##bytes(char *dst, const char *src, const int32_t *offset, int64_t n, int64_t known,         \
                               const grn_strips *s)                                                                 \
    {                                                                                                               \
        int64_t each = s->ahead > 0 && s->ahead < n ? s->ahead : n;                                                 \
        for (int64_t i = 0, now; i < n; i += now) {                                                                 \
            int64_t next = known - i - each < each ? known - i - each : each;                                       \
            now = n - i < each ? n - i : each;                                                                      \
            if (s->ahead > 0)                                                                                       \
                prefetch_strips(src, offset + i + each, next, s);                                                   \
            some_##bytes(dst + i * s->dst_step, src, offset + i, now, s);                                           \
        }                                                                                                           \
    }
CELL_SIZES(STRIPS)

grn_take_strips_fn grn_take_strips_plain(size_t element_bytes)
{
    static const grn_take_strips_fn table[17] = {
#define STRIPS_ROW(bytes, T) [bytes] = strips_##bytes,
        CELL_SIZES(STRIPS_ROW)
#undef STRIPS_ROW
    };
    return element_bytes < GRN_COUNT(table) ? table[element_bytes] : NULL;
}

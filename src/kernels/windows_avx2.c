/*
 * windows_avx2.c - windows of rows with AVX2, prefetched ahead, and stored past
 * the caches where the destination allows. A row is of a size known to the
 * compiler, or whole vectors and a last one that may overlap them.
 */
#include "kernels/avx2.h"

#if defined(__AVX2__)

#include <immintrin.h>
#include <string.h>

#include "kernels/windows_rows.h"

/* Rows of windows of at least so many bytes are copied by memcpy, which is tuned for the machine and gains more
 * than its call costs. The loop here moves four vectors a step; that of replace.h moves one, and has a threshold
 * of its own. */
#define COPIED_WINDOW_BYTES 2048

/* ---- one row --------------------------------------------------------------------------------- */

KERNEL_INLINE void move32(char *to, const char *from, bool stream)
{
    __m256i v = _mm256_loadu_si256((const __m256i *)(const void *)from);
    if (stream)
        _mm256_stream_si256((__m256i *)(void *)to, v);
    else
        _mm256_storeu_si256((__m256i *)(void *)to, v);
}

KERNEL_INLINE void move16(char *to, const char *from, bool stream)
{
    __m128i v = _mm_loadu_si128((const __m128i *)(const void *)from);
    if (stream)
        _mm_stream_si128((__m128i *)(void *)to, v);
    else
        _mm_storeu_si128((__m128i *)(void *)to, v);
}

#define SMALL_MOVER(piece)                                                  \
    KERNEL_INLINE void move##piece(char *to, const char *from, bool stream) \
    {                                                                       \
        struct {                                                            \
            char bytes[piece];                                              \
        } block;                                                            \
        (void)stream;                                                       \
        memcpy(&block, from, piece);                                        \
        memcpy(to, &block, piece);                                          \
    }
SMALL_MOVER(1)
SMALL_MOVER(2)
SMALL_MOVER(4)
SMALL_MOVER(8)

/* piece <= bytes <= 2 * piece */
#define PAIR(piece)                                                    \
    do {                                                               \
        move##piece(to, from, stream);                                 \
        move##piece(to + bytes - piece, from + bytes - piece, stream); \
    } while (0)
/* Loops with constant ends are unrolled where that is short. */
#define WHOLES(unit)                              \
    do {                                          \
        for (size_t k = 0; k < bytes; k += unit)  \
            move##unit(to + k, from + k, stream); \
    } while (0)
#define LINES                                                   \
    do {                                                        \
        size_t k = 0;                                           \
        if (!stream && bytes >= COPIED_WINDOW_BYTES) {          \
            memcpy(to, from, bytes);                            \
            break;                                              \
        }                                                       \
        for (; k + 128 <= bytes; k += 128) {                    \
            move32(to + k, from + k, stream);                   \
            move32(to + k + 32, from + k + 32, stream);         \
            move32(to + k + 64, from + k + 64, stream);         \
            move32(to + k + 96, from + k + 96, stream);         \
        }                                                       \
        for (; k + 32 <= bytes; k += 32)                        \
            move32(to + k, from + k, stream);                   \
        if (k < bytes)                                          \
            move32(to + bytes - 32, from + bytes - 32, stream); \
    } while (0)
#define MOVE_1 move1(to, from, stream)
#define MOVE_2 move2(to, from, stream)
#define MOVE_3 (move2(to, from, stream), move1(to + 2, from + 2, stream))
#define MOVE_4 move4(to, from, stream)
#define MOVE_8 move8(to, from, stream)
#define MOVE_12 (move8(to, from, stream), move4(to + 8, from + 8, stream))
#define MOVE_16 move16(to, from, stream)
#define MOVE_24 (move16(to, from, stream), move8(to + 16, from + 16, stream))
#define MOVE_32 move32(to, from, stream)
#define MOVE_48 (move32(to, from, stream), move16(to + 32, from + 32, stream))
#define MOVE_64 WHOLES(32)
#define MOVE_96 WHOLES(32)
#define MOVE_128 WHOLES(32)
#define MOVE_256 WHOLES(32)
#define MOVE_512 WHOLES(32)
#define MOVE_pair4 PAIR(4)
#define MOVE_pair8 PAIR(8)
#define MOVE_pair16 PAIR(16)
#define MOVE_pair32 PAIR(32)
/* Two pieces of 32 bytes, then the last 32, which may overlap them. */
#define MOVE_three32                                        \
    do {                                                    \
        move32(to, from, stream);                           \
        move32(to + 32, from + 32, stream);                 \
        move32(to + bytes - 32, from + bytes - 32, stream); \
    } while (0)
#define MOVE_lines LINES
#define MOVE_wholes16 WHOLES(16)
#define MOVE_ends ((void)stream, grn_stream_avx2(to, from, bytes))

/* ---- windows --------------------------------------------------------------------------------- */

#define ROW_BYTES_1 1
#define ROW_BYTES_2 2
#define ROW_BYTES_3 3
#define ROW_BYTES_4 4
#define ROW_BYTES_8 8
#define ROW_BYTES_12 12
#define ROW_BYTES_16 16
#define ROW_BYTES_24 24
#define ROW_BYTES_32 32
#define ROW_BYTES_48 48
#define ROW_BYTES_64 64
#define ROW_BYTES_96 96
#define ROW_BYTES_128 128
#define ROW_BYTES_256 256
#define ROW_BYTES_512 512
#define ROW_BYTES_pair4 w->row_bytes
#define ROW_BYTES_pair8 w->row_bytes
#define ROW_BYTES_pair16 w->row_bytes
#define ROW_BYTES_pair32 w->row_bytes
#define ROW_BYTES_three32 w->row_bytes
#define ROW_BYTES_lines w->row_bytes
#define ROW_BYTES_wholes16 w->row_bytes
#define ROW_BYTES_ends w->row_bytes

/* clang-format off */
#define CACHED_KINDS(K, mode)                                                                                \
    K(1, mode) K(2, mode) K(3, mode) K(4, mode) K(8, mode) K(12, mode) K(16, mode) K(24, mode) K(32, mode) K(48, mode) \
    K(64, mode) K(96, mode) K(128, mode) K(256, mode) K(512, mode) K(pair4, mode) K(pair8, mode) K(pair16, mode) \
    K(pair32, mode) K(three32, mode) K(lines, mode)
#define STREAMED_KINDS(K, mode) \
    K(16, mode) K(32, mode) K(64, mode) K(96, mode) K(128, mode) K(256, mode) K(512, mode) K(lines, mode) \
    K(wholes16, mode) K(ends, mode)
#define CACHED_KERNEL(kind, mode) WINDOW_KERNEL(kind, mode, false)
#define STREAMED_KERNEL(kind, mode) WINDOW_KERNEL(kind, mode, true)
CACHED_KINDS(CACHED_KERNEL, cached)
STREAMED_KINDS(STREAMED_KERNEL, streamed)
EIGHT_ROWS(16, cached)
EIGHT_ROWS(32, cached)
EIGHT_ROWS(64, cached)
/* clang-format on */

grn_take_windows_fn grn_windows_avx2(size_t row_bytes)
{
    static const choice table[] = {
        EXACTLY(1, 1, cached),
        EXACTLY(2, 1, cached),
        EXACTLY(3, 1, cached),
        EXACTLY(4, 1, cached),
        EXACTLY(8, 1, cached),
        EXACTLY(12, 1, cached),
        EXACTLY(16, 1, cached_or_eight),
        EXACTLY(24, 1, cached),
        EXACTLY(32, 1, cached_or_eight),
        EXACTLY(48, 1, cached),
        EXACTLY(64, 1, cached_or_eight),
        EXACTLY(96, 1, cached),
        EXACTLY(128, 1, cached),
        EXACTLY(256, 1, cached),
        EXACTLY(512, 1, cached),
        {5, 7, 1, windows_cached_pair4},
        {9, 15, 1, windows_cached_pair8},
        {17, 31, 1, windows_cached_pair16},
        {33, 63, 1, windows_cached_pair32},
        {65, 95, 1, windows_cached_three32},
        {97, SIZE_MAX, 1, windows_cached_lines},
        {0, 0, 1, NULL},
    };
    return choose(table, row_bytes, 1);
}

/* Rows that begin or end within a line, of which the parts of lines are few. */
#define LEAST_WITH_ENDS 1024

grn_take_windows_fn grn_stream_windows_avx2(size_t row_bytes, size_t unit)
{
    static const choice table[] = {
        EXACTLY(32, 32, streamed),
        EXACTLY(64, 32, streamed),
        EXACTLY(96, 32, streamed),
        EXACTLY(128, 32, streamed),
        EXACTLY(256, 32, streamed),
        EXACTLY(512, 32, streamed),
        {32, SIZE_MAX, 32, windows_streamed_lines},
        EXACTLY(16, 16, streamed),
        {LEAST_WITH_ENDS, SIZE_MAX, 1, windows_streamed_ends},
        {16, SIZE_MAX, 16, windows_streamed_wholes16},
        {0, 0, 1, NULL},
    };
    return choose(table, row_bytes, unit);
}

/* Up to a line is stored plainly at either end. */
void grn_stream_avx2(void *dst, const void *src, size_t bytes)
{
    char *to = dst;
    const char *from = src;
    size_t past = (uintptr_t)to % GRN_LINE_BYTES, head = past == 0 ? 0 : GRN_LINE_BYTES - past, body;
    head = head < bytes ? head : bytes;
    body = (bytes - head) / GRN_LINE_BYTES * GRN_LINE_BYTES;
    memcpy(to, from, head);
    row_streamed_lines(to + head, from + head, body);
    memcpy(to + head + body, from + head + body, bytes - head - body);
}

#endif

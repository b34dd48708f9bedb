/*
 * rows.c - rows of bytes, taken from resolved offsets.
 *
 * One set of loops, instantiated with a way to move one row: a fixed size
 * known to the compiler; two pieces that overlap in the middle, which serves
 * every size from one piece to two without a loop; or memcpy.
 */
#include <string.h>

#include "kernels/kernels.h"

/* `piece` bytes through registers: all read before any is written. */
#define PIECE_MOVER(piece)                                      \
    static inline void move_##piece(char *to, const char *from) \
    {                                                           \
        struct {                                                \
            unsigned char bytes[piece];                         \
        } block;                                                \
        memcpy(&block, from, sizeof block);                     \
        memcpy(to, &block, sizeof block);                       \
    }
PIECE_MOVER(1)
PIECE_MOVER(2)
PIECE_MOVER(4)
PIECE_MOVER(8)
PIECE_MOVER(16)
PIECE_MOVER(32)

/* How to move a row of `row_bytes`. PAIR: piece <= row_bytes <= 2 * piece. The rest: row_bytes is
 * the name's. */
#define PAIR(piece)                                                     \
    do {                                                                \
        move_##piece(to, from);                                         \
        move_##piece(to + row_bytes - piece, from + row_bytes - piece); \
    } while (0)
#define MOVE_1 move_1(to, from)
#define MOVE_2 move_2(to, from)
#define MOVE_3 (move_2(to, from), move_1(to + 2, from + 2))
#define MOVE_4 move_4(to, from)
#define MOVE_8 move_8(to, from)
#define MOVE_12 (move_8(to, from), move_4(to + 8, from + 8))
#define MOVE_16 move_16(to, from)
#define MOVE_24 (move_16(to, from), move_8(to + 16, from + 16))
#define MOVE_32 move_32(to, from)
#define MOVE_48 (move_32(to, from), move_16(to + 32, from + 32))
#define MOVE_64 (move_32(to, from), move_32(to + 32, from + 32))
#define MOVE_pair4 PAIR(4)
#define MOVE_pair8 PAIR(8)
#define MOVE_pair16 PAIR(16)
#define MOVE_pair32 PAIR(32)
#define MOVE_lines                                                                \
    do { /* over 64 bytes: whole 32s, then the last 32, which may overlap them */ \
        for (size_t k = 0; k + 32 <= row_bytes; k += 32)                          \
            move_32(to + k, from + k);                                            \
        move_32(to + row_bytes - 32, from + row_bytes - 32);                      \
    } while (0)
#define MOVE_any memcpy(to, from, row_bytes)

#define ROW_KINDS(K) \
    K(1) K(2) K(3) K(4) K(8) K(12) K(16) K(24) K(32) K(48) K(64) K(pair4) K(pair8) K(pair16) K(pair32) K(lines) K(any)

#define ROW_KERNELS(kind)                                                                                       \
    static void take_##kind(char *dst, int64_t dst_step, const char *src, const int64_t *offset, int64_t scale, \
                            int64_t n, size_t row_bytes)                                                        \
    {                                                                                                           \
        (void)row_bytes;                                                                                        \
        for (int64_t i = 0; i < n; i++) {                                                                       \
            char *to = dst + i * dst_step;                                                                      \
            const char *from = src + offset[i] * scale;                                                         \
            MOVE_##kind;                                                                                        \
        }                                                                                                       \
    }                                                                                                           \
    static void copy_##kind(char *dst, int64_t dst_step, const char *src, int64_t src_step, int64_t n,          \
                            size_t row_bytes)                                                                   \
    {                                                                                                           \
        (void)row_bytes;                                                                                        \
        for (int64_t i = 0; i < n; i++) {                                                                       \
            char *to = dst + i * dst_step;                                                                      \
            const char *from = src + i * src_step;                                                              \
            MOVE_##kind;                                                                                        \
        }                                                                                                       \
    }
ROW_KINDS(ROW_KERNELS)

enum { /* positions in the table below */
#define ROW_NAME(kind) AT_##kind,
       ROW_KINDS(ROW_NAME)
#undef ROW_NAME
};

static const grn_rows table[] = {
#define ROW_ROW(kind) [AT_##kind] = {take_##kind, copy_##kind},
    ROW_KINDS(ROW_ROW)
#undef ROW_ROW
};

/* The first row whose sizes [from, to] hold row_bytes; exact sizes stand before the ranges around
 * them. */
static const struct {
    size_t from, to;
    int at;
} choice[] = {
    {1, 1, AT_1},        {2, 2, AT_2},          {3, 3, AT_3},      {4, 4, AT_4},        {8, 8, AT_8},
    {12, 12, AT_12},     {16, 16, AT_16},       {24, 24, AT_24},   {32, 32, AT_32},     {48, 48, AT_48},
    {64, 64, AT_64},     {5, 7, AT_pair4},      {9, 15, AT_pair8}, {17, 31, AT_pair16}, {33, 63, AT_pair32},
    {65, 512, AT_lines}, {1, SIZE_MAX, AT_any},
};

const grn_rows *grn_rows_plain(size_t row_bytes)
{
    size_t i = 0;
    while (row_bytes < choice[i].from || row_bytes > choice[i].to)
        i++;
    return &table[choice[i].at];
}

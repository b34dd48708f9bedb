/*
 * test_kernels_pairs_ahead.c - pairs of indices whose elements are prefetched:
 * every set, distances ahead up to all of them, destinations anywhere in a line,
 * an index out of range anywhere.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "kernels/take.h"
#include "kernels/sets.h"

#define PAIRS 1100
#define GROUP 16 /* groups are checked whole */
#define ROWS 40
#define COLUMNS 30

static _Alignas(64) int64_t raw[2 * PAIRS];
static _Alignas(64) unsigned char table[ROWS * COLUMNS * 8], room[PAIRS * 8 + 256];

/* A value per place of the table that no neighbour has. */
static void fill(void)
{
    uint32_t state = 1;
    for (size_t i = 0; i < sizeof table; i++) {
        state = state * 1664525u + 1013904223u;
        table[i] = (unsigned char)(state >> 24);
    }
    for (int64_t i = 0; i < PAIRS; i++) {
        state = state * 1664525u + 1013904223u;
        raw[2 * i] = state >> 8 & 0xFFFF;
        raw[2 * i] %= ROWS;
        raw[2 * i + 1] = (state >> 24) % COLUMNS;
    }
}

/* outside: the pair with a component that is one too large; PAIRS: none. */
static void check(const char *set, int64_t bytes, int64_t ahead, size_t shift, int64_t outside, int component)
{
    const grn_take_kernels *take = grn_kernels_named(set)->take;
    grn_fused how = {
        .last = ROWS - 1, .scale = COLUMNS * bytes, .ahead = ahead, .second_last = COLUMNS - 1, .second_scale = bytes};
    unsigned char *to = room + 64 + shift * (size_t)bytes;
    int64_t kept = outside < PAIRS ? raw[2 * outside + component] : 0;
    memset(room, 0xEE, sizeof room);
    if (outside < PAIRS)
        raw[2 * outside + component] = component == 0 ? ROWS : COLUMNS;
    int64_t moved = take->pairs(GRN_I64, (size_t)bytes, true)(to, table, raw, PAIRS, &how);
    take->fence();
    if (outside < PAIRS)
        raw[2 * outside + component] = kept;
    if (moved > outside || moved <= outside - GROUP)
        fail_msg("%s, %" PRId64 " B, %" PRId64 " ahead: %" PRId64 " moved, %" PRId64 " are in range", set, bytes, ahead,
                 moved, outside);
    for (int64_t i = 0; i < moved; i++)
        if (memcmp(to + i * bytes, table + (raw[2 * i] * COLUMNS + raw[2 * i + 1]) * bytes, (size_t)bytes) != 0)
            fail_msg("%s, %" PRId64 " B, %" PRId64 " ahead, %zu past a line: pair %" PRId64 " of %" PRId64, set, bytes,
                     ahead, shift, i, moved);
    if (to[-1] != 0xEE || to[moved * bytes] != 0xEE)
        fail_msg("%s, %" PRId64 " B, %" PRId64 " ahead: something beside the result is written", set, bytes, ahead);
}

static void test_ring(void **unused)
{
    static const char *const sets[] = {KERNEL_SETS(KERNEL_SET_NAME)};
    static const int64_t aheads[] = {0, 1, 16, 17, 40, 128, 200, 239, 240, 241, 255, 256, 257, 1000};
    static const int64_t outside[] = {PAIRS, 0,   1,   15,  16,  63,  64,  239,  240,      241,
                                      255,   256, 257, 300, 511, 512, 700, 1024, PAIRS - 1};
    (void)unused;
    fill();
    for (size_t s = 0; s < GRN_COUNT(sets); s++)
        for (int64_t bytes = 4; grn_kernels_named(sets[s]) != NULL && bytes <= 8; bytes += 4)
            for (size_t a = 0;
                 grn_kernels_named(sets[s])->take->pairs(GRN_I64, (size_t)bytes, true) != NULL && a < GRN_COUNT(aheads);
                 a++)
                for (size_t o = 0; o < GRN_COUNT(outside); o++)
                    check(sets[s], bytes, aheads[a], o % (size_t)(64 / bytes), outside[o], (int)(o % 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_ring)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

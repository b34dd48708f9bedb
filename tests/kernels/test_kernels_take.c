/* test_kernels_take.c - the kernels of take.h, every set: offsets of 32 bits, and elements by raw
 * indices, fused with their check. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "kernels/take.h"
#include "kernels/sets.h"

static const char *const sets[] = {KERNEL_SETS(KERNEL_SET_NAME)};

/* Small values, one of `outside` now and then. */
static void draw(unsigned char *raw, size_t bytes, size_t count, uint32_t seed, bool outside)
{
    for (size_t i = 0; i < count; i++) {
        seed = seed * 1664525u + 1013904223u;
        uint64_t value = seed >> 24 & 7;
        if (outside && i % 23 == 11)
            value = i % 2 == 0 ? UINT64_MAX : 100;
        memcpy(raw + i * bytes, &value, bytes); /* little-endian */
    }
}

/* ---- narrow: as the general resolve, which is of another width ------------------------------- */

#define VECTORS 45

static void check_narrow(const grn_take_kernels *take, grn_dtype dtype, int64_t step, const grn_resolve_axis *axis,
                         bool ask)
{
    unsigned char raw[8 * VECTORS * 7], in_bounds[VECTORS + 8], want_in_bounds[VECTORS + 8];
    size_t bytes = grn_dtype_bytes(dtype);
    const unsigned char *first = raw + bytes * VECTORS * 3;
    int64_t want[VECTORS + 8];
    int32_t got[VECTORS + 8];
    draw(raw, bytes, VECTORS * 7, (uint32_t)dtype, true);
    for (int i = 0; i < VECTORS + 8; i++) {
        want[i] = got[i] = 3 * i;
        in_bounds[i] = want_in_bounds[i] = i % 7 != 0;
    }
    grn_resolve_plain(dtype)(first, step, VECTORS, axis, want, ask ? want_in_bounds : NULL);
    take->narrow(dtype)(first, step, VECTORS, axis, got, ask ? in_bounds : NULL);
    for (int i = 0; i < VECTORS + 8; i++) /* and nothing behind them */
        if (got[i] != want[i] || in_bounds[i] != want_in_bounds[i])
            fail_msg("narrow of %s, step %" PRId64 ", vector %d: %" PRId32 ", not %" PRId64, grn_dtype_text(dtype),
                     step, i, got[i], want[i]);
}

static void test_narrow(void **unused)
{
    static const int64_t steps[] = {1, 2, 3, 0, -1, -3};
    (void)unused;
    for (size_t s = 0; s < GRN_COUNT(sets); s++)
        for (int d = 1; grn_kernels_named(sets[s]) != NULL && d < GRN_DTYPE_COUNT; d++)
            for (size_t t = 0; grn_resolve_plain((grn_dtype)d) != NULL && t < GRN_COUNT(steps); t++)
                for (int base = -1; base < 2; base++) {
                    grn_resolve_axis axis = {
                        INT64_MIN + (base > 0), INT64_MAX - (base < 0), base, base == 0 ? 10 : 0, 9, 100};
                    check_narrow(grn_kernels_named(sets[s])->take, (grn_dtype)d, steps[t], &axis, true);
                    check_narrow(grn_kernels_named(sets[s])->take, (grn_dtype)d, steps[t], &axis, false);
                }
}

/* ---- fused ----------------------------------------------------------------------------------- */

#define MANY 100
#define ROOM 8192
#define GROUP 16 /* at most so many are left before one that is out of range */

static int64_t value_at(grn_dtype dtype, const unsigned char *raw, int64_t i)
{
    size_t bytes = grn_dtype_bytes(dtype);
    uint64_t value = 0;
    memcpy(&value, raw + (size_t)i * bytes, bytes);
    return (int64_t)value;
}

static void check_fused(grn_fused_fn fused, grn_dtype dtype, int64_t bytes, const grn_fused *how, bool outside)
{
    static _Alignas(64) unsigned char from[ROOM], to[ROOM], raw[8 * MANY];
    const unsigned char *origin = from + ROOM / 2;
    int64_t first = outside ? 11 : MANY; /* see draw */
    for (size_t i = 0; i < ROOM; i++) {
        from[i] = (unsigned char)(i * 7 + i / 251);
        to[i] = 0xEE;
    }
    draw(raw, grn_dtype_bytes(dtype), MANY, 5, outside);
    int64_t moved = fused(to + bytes, origin, raw, MANY, how);
    if (moved > first || moved <= first - GROUP)
        fail_msg("fused by %s moved %" PRId64 " where %" PRId64 " are in range", grn_dtype_text(dtype), moved, first);
    for (int64_t i = 0; i < moved; i++)
        if (memcmp(to + bytes + i * bytes, origin + value_at(dtype, raw, i) * how->scale + i * how->step,
                   (size_t)bytes) != 0)
            fail_msg("fused by %s, %" PRId64 " B, scale %" PRId64 ", step %" PRId64 ": element %" PRId64,
                     grn_dtype_text(dtype), bytes, how->scale, how->step, i);
    if (to[bytes - 1] != 0xEE || to[bytes + moved * bytes] != 0xEE)
        fail_msg("fused by %s, %" PRId64 " B: something beside the result is written", grn_dtype_text(dtype), bytes);
}

static void test_fused(void **unused)
{
    static const int64_t sizes[] = {1, 2, 4, 8, 16}, ahead[] = {0, 1, 40, 84, 1000};
    (void)unused;
    for (size_t s = 0; s < GRN_COUNT(sets); s++)
        for (int d = 1; grn_kernels_named(sets[s]) != NULL && d < GRN_DTYPE_COUNT; d++)
            for (size_t b = 0; b < GRN_COUNT(sizes); b++)
                for (int variant = 0; variant < 8; variant++) {
                    const grn_take_kernels *take = grn_kernels_named(sets[s])->take;
                    grn_fused_fn fused = take->fused((grn_dtype)d, (size_t)sizes[b], variant >= 4);
                    int64_t scale = variant % 4 == 0   ? sizes[b]
                                    : variant % 4 == 1 ? -2 * sizes[b]
                                    : variant % 4 == 2 ? 0
                                                       : 3;
                    int64_t step = variant % 4 == 0 ? 0 : variant % 4 == 1 ? sizes[b] : variant % 4 == 2 ? -1 : 0;
                    for (size_t a = 0; fused != NULL && a < GRN_COUNT(ahead); a++) {
                        grn_fused how = {.last = 9, .scale = scale, .step = step, .ahead = ahead[a], .far = a % 2 == 1};
                        check_fused(fused, (grn_dtype)d, sizes[b], &how, false);
                        check_fused(fused, (grn_dtype)d, sizes[b], &how, true);
                        take->fence();
                    }
                }
}

/* Rows of a table whose rows are 3 bytes or `bytes` apart; number `outside` of the indices is not
 * in range, -1: none. */
static void check_fused_rows(const grn_take_kernels *take, grn_dtype dtype, int64_t bytes, bool stream, bool disjoint,
                             int64_t outside)
{
    static _Alignas(64) unsigned char table[16 * 128], room[(MANY + 2) * 128], raw[MANY * 8];
    unsigned char *to = stream ? room + 64 : room + 61; /* what passes the caches by is aligned */
    grn_fused_fn rows = take->fused_rows(dtype, (size_t)bytes, stream);
    int64_t index_bytes = (int64_t)grn_dtype_bytes(dtype), first = outside < 0 ? MANY : outside;
    grn_fused how = {.last = 9, .scale = disjoint ? bytes : 3, .ahead = outside % 2 == 0 ? 0 : 20};
    if (rows == NULL)
        return;
    memset(raw, 0, sizeof raw);
    memset(room, 0xEE, sizeof room);
    for (size_t i = 0; i < sizeof table; i++)
        table[i] = (unsigned char)(i * 7 + i / 251);
    for (int64_t i = 0; i < MANY; i++)
        raw[i * index_bytes] = (unsigned char)(i == outside ? 10 : i * 3 % 10);
    int64_t moved = rows(to, table, raw, MANY, &how);
    take->fence();
    if (moved > first || moved <= first - GROUP)
        fail_msg("rows of %" PRId64 " B by %s: %" PRId64 " moved where %" PRId64 " are in range", bytes,
                 grn_dtype_text(dtype), moved, first);
    for (int64_t i = 0; i < moved; i++)
        assert_memory_equal(to + i * bytes, table + raw[i * index_bytes] * how.scale, (size_t)bytes);
    for (int64_t i = 0; i < 61; i++)
        assert_true(room[i] == 0xEE && to[moved * bytes + i] == 0xEE);
}

static void test_fused_rows(void **unused)
{
    static const int64_t outside[] = {-1, 0, 1, 37, MANY - 1};
    (void)unused;
    for (size_t s = 0; s < GRN_COUNT(sets); s++)
        for (int d = 1; grn_kernels_named(sets[s]) != NULL && d < GRN_DTYPE_COUNT; d++)
            for (int64_t bytes = 32; bytes <= 128; bytes += 32)
                for (size_t o = 0; o < 4 * GRN_COUNT(outside); o++)
                    check_fused_rows(grn_kernels_named(sets[s])->take, (grn_dtype)d, bytes, o % 2 == 0, o / 2 % 2 == 0,
                                     outside[o / 4]);
}

/* Pairs of [0, 9] x [0, 4] into a table; `outside`: one of either component is not, which ends the
 * run at or before it. */
static void check_pairs(const grn_take_kernels *take, grn_dtype dtype, int64_t bytes, bool stream, int64_t outside)
{
    static _Alignas(64) char table[50 * 8], to[(MANY + 2) * 8], raw[2 * MANY * 8];
    grn_fused_fn pairs = take->pairs(dtype, (size_t)bytes, stream);
    int64_t index_bytes = (int64_t)grn_dtype_bytes(dtype), first = outside < 0 ? MANY : outside / 2;
    grn_fused how = {.last = 9, .scale = 5 * bytes, .ahead = stream ? 20 : 0, .second_last = 4, .second_scale = bytes};
    if (pairs == NULL)
        return;
    memset(raw, 0, sizeof raw);
    memset(to, 0xEE, sizeof to);
    for (int64_t i = 0; i < (int64_t)sizeof table; i++)
        table[i] = (char)(i * 7 + i / 8);
    for (int64_t i = 0; i < 2 * MANY; i++)
        raw[i * index_bytes] = (char)(i == outside ? (i % 2 == 0 ? 10 : 5) : i % 2 == 0 ? i * 3 % 10 : i % 5);
    int64_t moved = pairs(to + bytes, table, raw, MANY, &how);
    if (moved > first || moved <= first - GROUP)
        fail_msg("pairs of %s, %" PRId64 " B: %" PRId64 " moved where %" PRId64 " are in range", grn_dtype_text(dtype),
                 bytes, moved, first);
    for (int64_t i = 0; i < moved; i++) {
        int64_t at = raw[2 * i * index_bytes] * 5 + raw[(2 * i + 1) * index_bytes];
        assert_memory_equal(to + bytes + i * bytes, table + at * bytes, (size_t)bytes);
    }
    assert_int_equal((unsigned char)to[bytes - 1], 0xEE);
    assert_int_equal((unsigned char)to[bytes + moved * bytes], 0xEE);
}

static void test_pairs(void **unused)
{
    static const int64_t outside[] = {-1, 0, 1, 37, 2 * MANY - 2, 2 * MANY - 1};
    (void)unused;
    for (size_t s = 0; s < GRN_COUNT(sets); s++)
        for (int d = 1; grn_kernels_named(sets[s]) != NULL && d < GRN_DTYPE_COUNT; d++)
            for (int variant = 0; variant < 8; variant++)
                for (size_t o = 0; o < GRN_COUNT(outside); o++) {
                    const grn_take_kernels *take = grn_kernels_named(sets[s])->take;
                    check_pairs(take, (grn_dtype)d, INT64_C(1) << variant % 4, variant >= 4, outside[o]);
                    take->fence();
                }
}

/* ---- prefix ---------------------------------------------------------------------------------- */

/* The same as saying of each value whether it is in [0, last], read by the type's own sign. */
static void check_prefix(grn_prefix_fn prefix, grn_dtype dtype, int64_t at, uint64_t value, int64_t last)
{
    unsigned char raw[8 * MANY + 1];
    size_t bytes = grn_dtype_bytes(dtype);
    draw(raw + 1, bytes, MANY, 9, false);
    memcpy(raw + 1 + (size_t)at * bytes, &value, bytes);
    int64_t as_index = grn_index_load(dtype, raw + 1 + (size_t)at * bytes);
    bool in_bounds = as_index >= 0 && as_index <= last;
    int64_t got = prefix(raw + 1, MANY, last);
    if (in_bounds ? got != MANY : got > at || got <= at - GROUP)
        fail_msg("prefix of %s, %" PRIu64 " at %" PRId64 ", last %" PRId64 ": %" PRId64, grn_dtype_text(dtype), value,
                 at, last, got);
}

static void test_prefix(void **unused)
{
    static const uint64_t values[] = {0, 7, 8, 127, 128, 200, 255, 256, 300, 32767, 32768, 65535, UINT64_MAX};
    static const int64_t lasts[] = {7, 126, 127, 128, 255, 256, 40000}, places[] = {0, 15, 63, 64, 70, MANY - 1};
    (void)unused;
    for (size_t s = 0; s < GRN_COUNT(sets); s++)
        for (int d = 1; grn_kernels_named(sets[s]) != NULL && d < GRN_DTYPE_COUNT; d++) {
            grn_prefix_fn prefix = grn_kernels_named(sets[s])->take->prefix((grn_dtype)d);
            for (size_t k = 0; prefix != NULL && k < GRN_COUNT(values) * GRN_COUNT(lasts) * GRN_COUNT(places); k++)
                check_prefix(prefix, (grn_dtype)d, places[k % GRN_COUNT(places)],
                             values[k / GRN_COUNT(places) % GRN_COUNT(values)],
                             lasts[k / GRN_COUNT(places) / GRN_COUNT(values)]);
        }
}

/* ---- runs and strips: three in a row of each, of steps of either sign ------------------------ */

#define SHORT 5

static void fill_source(unsigned char *from, unsigned char *to)
{
    for (size_t i = 0; i < ROOM; i++) {
        from[i] = (unsigned char)(i * 7 + i / 251);
        to[i] = 0xEE;
    }
}

static void check_runs(grn_fused_runs_fn runs, grn_dtype dtype, int64_t bytes, const grn_fused *how, int64_t raw_hop)
{
    static unsigned char from[ROOM], to[ROOM], want[ROOM], raw[8 * MANY];
    int64_t index_bytes = (int64_t)grn_dtype_bytes(dtype);
    grn_fused_runs shape = {SHORT, SHORT, bytes * (SHORT + 1), -7, raw_hop * index_bytes};
    fill_source(from, to);
    fill_source(from, want);
    draw(raw, (size_t)index_bytes, MANY, 5, false);
    for (int64_t j = 0; j < SHORT; j++)
        for (int64_t k = 0; k < SHORT; k++)
            memcpy(want + 1 + j * shape.dst_hop + k * bytes,
                   from + ROOM / 2 + j * shape.src_hop + value_at(dtype, raw, j * raw_hop + k) * how->scale +
                       k * how->step,
                   (size_t)bytes);
    runs(to + 1, from + ROOM / 2, raw, &shape, how);
    if (memcmp(to, want, ROOM) != 0)
        fail_msg("runs by %s of %" PRId64 " B, scale %" PRId64 ", step %" PRId64 ", ahead %" PRId64,
                 grn_dtype_text(dtype), bytes, how->scale, how->step, how->ahead);
}

static void test_runs(void **unused)
{
    static const int64_t sizes[] = {1, 2, 4, 8, 16};
    (void)unused;
    for (size_t s = 0; s < GRN_COUNT(sets); s++)
        for (int d = 1; grn_kernels_named(sets[s]) != NULL && d < GRN_DTYPE_COUNT; d++)
            for (size_t b = 0; b < GRN_COUNT(sizes); b++) {
                grn_fused_runs_fn runs = grn_kernels_named(sets[s])->take->runs((grn_dtype)d, (size_t)sizes[b]);
                for (int variant = 0; runs != NULL && variant < 16; variant++) {
                    grn_fused how = {.last = 9,
                                     .scale = variant % 2 ? sizes[b] : -3,
                                     .step = variant & 2   ? sizes[b]
                                             : variant & 4 ? -1
                                                           : 0,
                                     .ahead = variant & 8 ? 2 : 0};
                    check_runs(runs, (grn_dtype)d, sizes[b], &how, SHORT);
                    check_runs(runs, (grn_dtype)d, sizes[b], &how, 0);
                }
            }
}

static void check_strips(grn_take_strips_fn strips, int64_t bytes, const grn_strips *shape)
{
    static unsigned char from[ROOM], to[ROOM], want[ROOM];
    int32_t offset[MANY];
    fill_source(from, to);
    fill_source(from, want);
    for (int64_t i = 0; i < MANY; i++)
        offset[i] = (int32_t)(i * 37 % 11);
    for (int64_t i = 0; i < SHORT; i++)
        for (int64_t k = 0; k < shape->length; k++)
            memcpy(want + ROOM / 2 + i * shape->dst_step + k * shape->dst_next,
                   from + ROOM / 2 + offset[i] * shape->scale + k * shape->src_next, (size_t)bytes);
    strips((char *)to + ROOM / 2, (char *)from + ROOM / 2, offset, SHORT, SHORT + shape->ahead, shape);
    if (memcmp(to, want, ROOM) != 0)
        fail_msg("strips of %" PRId64 " elements of %" PRId64 " B, %" PRId64 " apart, to %" PRId64 " apart",
                 shape->length, bytes, shape->src_next, shape->dst_next);
}

static void test_strips(void **unused)
{
    static const int64_t sizes[] = {1, 2, 4, 8, 16}, steps[] = {0, 1, 2, -1, 3, -5}, lengths[] = {1, 2, 3, 4, 8, 13};
    (void)unused;
    for (size_t s = 0; s < GRN_COUNT(sets); s++)
        for (size_t b = 0; grn_kernels_named(sets[s]) != NULL && b < GRN_COUNT(sizes); b++)
            for (size_t k = 0; k < GRN_COUNT(steps) * GRN_COUNT(lengths) * 8; k++) {
                int64_t length = lengths[k / 8 % GRN_COUNT(lengths)], next = k & 1 ? sizes[b] : -sizes[b] - 1;
                grn_strips shape = {length,
                                    (length + 1) * (next < 0 ? -next : next),
                                    next,
                                    steps[k / 8 / GRN_COUNT(lengths)] * sizes[b],
                                    k & 2 ? sizes[b] : 3,
                                    k & 4 ? 2 : 0};
                check_strips(grn_kernels_named(sets[s])->take->strips((size_t)sizes[b]), sizes[b], &shape);
            }
}

static void test_put_outside(void **unused)
{
    static const int64_t sizes[] = {1, 2, 4, 8, 16}, steps[] = {1, 3, -2};
    static unsigned char from[ROOM], to[ROOM], in_bounds[MANY];
    (void)unused;
    for (int i = 0; i < MANY; i++)
        in_bounds[i] = i % 3 != 0;
    for (size_t s = 0; s < GRN_COUNT(sets); s++)
        for (size_t k = 0; grn_kernels_named(sets[s]) != NULL && k < GRN_COUNT(sizes) * GRN_COUNT(steps); k++) {
            int64_t bytes = sizes[k % GRN_COUNT(sizes)], step = steps[k / GRN_COUNT(sizes)] * bytes;
            fill_source(from, to);
            grn_kernels_named(sets[s])->take->put_outside((size_t)bytes)(to + ROOM / 2, step / bytes, from, in_bounds,
                                                                         MANY / 2);
            for (int64_t i = 0; i < MANY / 2; i++) {
                for (int64_t b = 0; b < bytes; b++)
                    assert_int_equal(to[ROOM / 2 + i * step + b], in_bounds[i] ? 0xEE : from[b]);
                memset(to + ROOM / 2 + i * step, 0xEE, (size_t)bytes);
            }
            for (size_t i = 0; i < ROOM; i++)
                assert_int_equal(to[i], 0xEE);
        }
}

/* ---- windows --------------------------------------------------------------------------------- */

#define WINDOWS 21
#define MOST_ROWS 8

/* Windows of rows of the operand that lie 7 bytes apart there, and `gap` bytes in the result; the
 * last one `odd` more. */
typedef struct window_case {
    const char *set;
    int64_t bytes, rows, gap, odd, ahead;
    size_t shift; /* of the result, from a line */
    bool stream;
} window_case;

static void check_windows(const window_case *c)
{
    static _Alignas(64) unsigned char from[ROOM], to[WINDOWS * MOST_ROWS * 400 + 128], want[sizeof to];
    const grn_take_kernels *take = grn_kernels_named(c->set)->take;
    int64_t dst_at[MOST_ROWS], src_at[MOST_ROWS], step = c->rows * (c->bytes + c->gap);
    int32_t offset[WINDOWS];
    size_t all = c->shift | (size_t)c->gap | (size_t)c->bytes | 64, unit = all & (~all + 1);
    grn_take_windows_fn move =
        c->stream ? take->stream_windows((size_t)c->bytes, unit) : take->windows((size_t)c->bytes);
    for (size_t i = 0; i < ROOM; i++)
        from[i] = (unsigned char)(i * 7 + i / 251);
    memset(to, 0xEE, sizeof to);
    memset(want, 0xEE, sizeof want);
    for (int64_t r = 0; r < MOST_ROWS; r++) {
        dst_at[r] = r * (c->bytes + c->gap);
        src_at[r] = r * (c->bytes + 7) + (r == c->rows - 1 && r > 0 ? c->odd : 0);
    }
    for (int64_t i = 0; i < WINDOWS; i++) {
        offset[i] = (int32_t)(i * 37 % 101);
        for (int64_t r = 0; r < c->rows; r++)
            memcpy(want + c->shift + i * step + dst_at[r], from + 3 * offset[i] + src_at[r], (size_t)c->bytes);
    }
    grn_window_rows w = {(size_t)c->bytes, c->rows, dst_at, src_at, step, 3, c->ahead, c->ahead > 4};
    if (move == NULL)
        return;
    move((char *)to + c->shift, (const char *)from, offset, WINDOWS - 4, WINDOWS, &w);
    move((char *)to + c->shift + (WINDOWS - 4) * step, (const char *)from, offset + WINDOWS - 4, 4, 4, &w);
    take->fence();
    if (memcmp(to, want, sizeof to) != 0)
        fail_msg("%s: windows of %" PRId64 " rows of %" PRId64 " bytes, %zu past a line%s", c->set, c->rows, c->bytes,
                 c->shift, c->stream ? ", streamed" : "");
}

static void test_windows(void **unused)
{
    static const size_t shifts[] = {0, 16, 1, 61};
    static const int64_t rows[] = {1, 3, MOST_ROWS};
    (void)unused;
    for (size_t s = 0; s < GRN_COUNT(sets); s++)
        for (int64_t bytes = 1; grn_kernels_named(sets[s]) != NULL && bytes <= 390; bytes++)
            for (int variant = 0; variant < 24; variant++) {
                window_case c = {sets[s],
                                 bytes,
                                 rows[variant % 3],
                                 variant % 2 == 0 ? 0 : 5,
                                 variant % 5 == 0 ? 3 : 0,
                                 variant >= 12 ? 3 : 0,
                                 shifts[variant / 3 % 4],
                                 false};
                check_windows(&c);
                c.stream = true;
                check_windows(&c);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_narrow), cmocka_unit_test(test_fused),       cmocka_unit_test(test_fused_rows),
        cmocka_unit_test(test_pairs),  cmocka_unit_test(test_prefix),      cmocka_unit_test(test_runs),
        cmocka_unit_test(test_strips), cmocka_unit_test(test_put_outside), cmocka_unit_test(test_windows)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

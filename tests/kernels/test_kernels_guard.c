/*
 * test_kernels_guard.c - every kernel of every set touches its operands' bytes
 * and no other: each operand ends where a page without access begins, or
 * begins where one ends. What is moved is compared with a loop over elements.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "kernels/filter.h"
#include "kernels/sets.h"
#include "kernels/take.h"
#include "access/spec.h"
#include "support/guard.h"

static const char *const sets[] = {KERNEL_SETS(KERNEL_SET_NAME)};
static const int64_t sizes[] = {1, 2, 4, 8, 16};
static char claim[200];

/* One mapping for each operand a kernel may have. */
static grn_guarded raw_room, at_room, to_room, from_room, extra_room, more_room;

static int prepare(void **unused)
{
    grn_guarded *all[] = {&raw_room, &at_room, &to_room, &from_room, &extra_room, &more_room};
    (void)unused;
    for (size_t i = 0; i < GRN_COUNT(all); i++)
        *all[i] = grn_guarded_make(1 << 17);
    grn_guarded_claim(claim);
    return 0;
}

#define CLAIM(...) snprintf(claim, sizeof claim, __VA_ARGS__)

/* Indices in [0, last], the first and the last of them `last`. */
static void *indices(const grn_guarded *g, grn_dtype dtype, int64_t n, int64_t last, int at_end)
{
    size_t bytes = grn_dtype_bytes(dtype);
    unsigned char *raw = grn_guarded_at(g, (size_t)n * bytes, at_end);
    for (int64_t i = 0; i < n; i++) {
        uint64_t value = (uint64_t)(i == 0 || i == n - 1 ? last : i * 7 % (last + 1));
        memcpy(raw + (size_t)i * bytes, &value, bytes);
    }
    return raw;
}

static int64_t index_at(grn_dtype dtype, const void *raw, int64_t i)
{
    return grn_index_load(dtype, (const char *)raw + i * (int64_t)grn_dtype_bytes(dtype));
}

static unsigned char *table(const grn_guarded *g, int64_t bytes, int at_end)
{
    unsigned char *t = grn_guarded_at(g, (size_t)bytes, at_end);
    for (int64_t i = 0; i < bytes; i++)
        t[i] = (unsigned char)(i * 7 + i / 251 + 1);
    return t;
}

static void same(const void *got, const void *want, size_t bytes)
{
    if (memcmp(got, want, bytes) != 0)
        fail_msg("%s: wrong bytes", claim);
}

/* Greatest index that every index type but i1 and those of two bits has. */
#define LAST 7
static int64_t last_of(grn_dtype dtype) { return dtype == GRN_I1 || dtype == GRN_I2 ? 1 : dtype == GRN_UI2 ? 3 : LAST; }

/* Calls check for every set that runs here, index type, count around the sizes of groups, and
 * edge. */
typedef void (*check_fn)(const grn_kernels *k, grn_dtype dtype, int64_t n, int at_end);
static void every(check_fn check)
{
    static const int64_t counts[] = {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 23, 31, 33, 48, 63, 64, 65, 97, 128, 129, 300};
    for (size_t s = 0; s < GRN_COUNT(sets); s++)
        for (int d = 1; grn_kernels_named(sets[s]) != NULL && d < GRN_DTYPE_COUNT; d++)
            for (size_t c = 0; grn_resolve_plain((grn_dtype)d) != NULL && c < 2 * GRN_COUNT(counts); c++)
                check(grn_kernels_named(sets[s]), (grn_dtype)d, counts[c / 2], (int)(c % 2));
}

/* ---- indices --------------------------------------------------------------------------------- */

/* Of a column whose vectors are `step` apart; a step below 0 begins at the last. */
static void check_resolve(const grn_kernels *k, grn_dtype dtype, int64_t n, int64_t step, int at_end)
{
    const grn_resolve_axis axis = {INT64_MIN, INT64_MAX, 0, 0, last_of(dtype), 3};
    int64_t distance = step < 0 ? -step : step, bytes = (int64_t)grn_dtype_bytes(dtype);
    const char *raw = indices(&raw_room, dtype, (n - 1) * distance + 1, last_of(dtype), at_end);
    const char *first = step < 0 ? raw + (n - 1) * distance * bytes : raw;
    for (int ask = 0; ask < 2; ask++) {
        int64_t *offset = grn_guarded_at(&at_room, (size_t)n * sizeof *offset, at_end);
        int32_t *narrow = grn_guarded_at(&to_room, (size_t)n * sizeof *narrow, at_end);
        unsigned char *in_bounds = grn_guarded_at(&extra_room, (size_t)n, at_end);
        CLAIM("%s: resolve of %s, %" PRId64 " vectors, step %" PRId64, k->name, grn_dtype_text(dtype), n, step);
        memset(offset, 0, (size_t)n * sizeof *offset);
        memset(narrow, 0, (size_t)n * sizeof *narrow);
        memset(in_bounds, 1, (size_t)n);
        k->resolve(dtype)(first, step, n, &axis, offset, ask ? in_bounds : NULL);
        k->take->narrow(dtype)(first, step, n, &axis, narrow, ask ? in_bounds : NULL);
        for (int64_t i = 0; i < n; i++) {
            int64_t want = index_at(dtype, first, i * step) * 3;
            if (offset[i] != want || narrow[i] != want || in_bounds[i] != 1)
                fail_msg("%s: vector %" PRId64, claim, i);
        }
    }
}

static void resolves(const grn_kernels *k, grn_dtype dtype, int64_t n, int at_end)
{
    for (int64_t step = -3; step <= 3; step++)
        check_resolve(k, dtype, n, step, at_end);
}

static void lists(const grn_kernels *k, grn_dtype dtype, int64_t n, int at_end)
{
    const grn_checked_axis axis = {last_of(dtype), 5};
    if (k->checked_offsets(dtype) == NULL)
        return;
    const void *raw = indices(&raw_room, dtype, n, last_of(dtype), at_end);
    int64_t *at = grn_guarded_at(&at_room, (size_t)n * sizeof *at, at_end);
    int64_t *offset = grn_guarded_at(&to_room, (size_t)n * sizeof *offset, at_end);
    int64_t *compacted = grn_guarded_at(&extra_room, (size_t)n * sizeof *compacted, at_end);
    int64_t *from = grn_guarded_at(&more_room, (size_t)n * sizeof *from, at_end);
    for (int64_t i = 0; i < n; i++)
        at[i] = 100 * i, from[i] = i;
    CLAIM("%s: list of %s, %" PRId64 " vectors", k->name, grn_dtype_text(dtype), n);
    assert_true(k->checked_offsets(dtype)(raw, at, 9, &axis, n, offset));
    assert_int_equal(grn_compact(dtype)(raw, at, 9, &axis, n, compacted, from), n);
    for (int64_t i = 0; i < n; i++) {
        assert_int_equal(offset[i], 100 * i + 9 + 5 * index_at(dtype, raw, i));
        assert_int_equal(compacted[i], offset[i]);
    }
}

static void widens(const grn_kernels *k, grn_dtype dtype, int64_t n, int at_end)
{
    if (k->widen(dtype) == NULL)
        return;
    const void *raw = indices(&raw_room, dtype, n, last_of(dtype), at_end);
    int64_t *to = grn_guarded_at(&to_room, (size_t)n * sizeof *to, at_end);
    CLAIM("%s: widen of %s, %" PRId64 " indices", k->name, grn_dtype_text(dtype), n);
    k->widen(dtype)(raw, n, to);
    for (int64_t i = 0; i < n; i++)
        assert_int_equal(to[i], index_at(dtype, raw, i));
}

static void prefixes(const grn_kernels *k, grn_dtype dtype, int64_t n, int at_end)
{
    if (k->take->prefix(dtype) == NULL)
        return;
    const void *raw = indices(&raw_room, dtype, n, last_of(dtype), at_end);
    CLAIM("%s: prefix of %s, %" PRId64 " indices", k->name, grn_dtype_text(dtype), n);
    assert_int_equal(k->take->prefix(dtype)(raw, n, last_of(dtype)), n);
}

static void test_indices(void **unused)
{
    (void)unused;
    every(resolves);
    every(lists);
    every(widens);
    every(prefixes);
}

/* ---- fused: elements by raw indices ---------------------------------------------------------- */

static void check_fused(const grn_kernels *k, grn_fused_fn fused, grn_dtype dtype, int64_t n, int64_t bytes,
                        int variant, int at_end)
{
    const int64_t last = last_of(dtype);
    if (fused == NULL)
        return;
    grn_fused how = {.last = last, .scale = bytes, .ahead = variant / 2 % 2 * 20, .step = variant / 4 % 2 * bytes};
    const unsigned char *raw = indices(&raw_room, dtype, n, last, at_end);
    const unsigned char *from = table(&from_room, (last + 1) * bytes + (n - 1) * how.step, at_end);
    unsigned char *to = grn_guarded_at(&to_room, (size_t)(n * bytes), at_end);
    CLAIM("%s: fused by %s, %" PRId64 " elements of %" PRId64 " B, way %d", k->name, grn_dtype_text(dtype), n, bytes,
          variant);
    int64_t moved = fused(to, from, raw, n, &how);
    k->take->fence();
    assert_int_equal(moved, n);
    for (int64_t i = 0; i < n; i++)
        same(to + i * bytes, from + index_at(dtype, raw, i) * bytes + i * how.step, (size_t)bytes);
}

static void check_pairs(const grn_kernels *k, grn_dtype dtype, int64_t n, int64_t bytes, int variant, int at_end)
{
    const int64_t last = last_of(dtype);
    grn_fused_fn pairs = k->take->pairs(dtype, (size_t)bytes, variant % 2 != 0);
    if (pairs == NULL)
        return;
    grn_fused how = {.last = last,
                     .scale = (last + 1) * bytes,
                     .ahead = variant / 2 % 2 * 20,
                     .second_last = last,
                     .second_scale = bytes};
    const unsigned char *raw = indices(&raw_room, dtype, 2 * n, last, at_end);
    const unsigned char *from = table(&from_room, (last + 1) * (last + 1) * bytes, at_end);
    unsigned char *to = grn_guarded_at(&to_room, (size_t)(n * bytes), at_end);
    CLAIM("%s: pairs of %s, %" PRId64 " elements of %" PRId64 " B, way %d", k->name, grn_dtype_text(dtype), n, bytes,
          variant);
    int64_t moved = pairs(to, from, raw, n, &how);
    k->take->fence();
    assert_true(moved <= n && moved > n - 16);
    for (int64_t i = 0; i < moved; i++)
        same(to + i * bytes,
             from + (index_at(dtype, raw, 2 * i) * (last + 1) + index_at(dtype, raw, 2 * i + 1)) * bytes,
             (size_t)bytes);
}

static void check_fused_rows(const grn_kernels *k, grn_dtype dtype, int64_t n, int64_t bytes, int variant, int at_end)
{
    const int64_t last = last_of(dtype);
    grn_fused_fn rows = k->take->fused_rows(dtype, (size_t)bytes, variant % 2 != 0);
    if (rows == NULL)
        return;
    grn_fused how = {.last = last, .scale = bytes, .ahead = variant / 2 % 2 * 20};
    const unsigned char *raw = indices(&raw_room, dtype, n, last, at_end);
    const unsigned char *from = table(&from_room, (last + 1) * bytes, at_end);
    unsigned char *to = grn_guarded_at(&to_room, (size_t)(n * bytes), at_end);
    CLAIM("%s: rows of %" PRId64 " B by %s, %" PRId64 ", way %d", k->name, bytes, grn_dtype_text(dtype), n, variant);
    int64_t moved = rows(to, from, raw, n, &how);
    k->take->fence();
    assert_true(moved <= n && moved > n - 16);
    for (int64_t i = 0; i < moved; i++)
        same(to + i * bytes, from + index_at(dtype, raw, i) * bytes, (size_t)bytes);
}

static void check_runs(const grn_kernels *k, grn_dtype dtype, int64_t n, int64_t bytes, int variant, int at_end)
{
    const int64_t last = last_of(dtype), runs = 3, index_bytes = (int64_t)grn_dtype_bytes(dtype);
    grn_fused_runs_fn move = k->take->runs(dtype, (size_t)bytes);
    if (move == NULL || n > 100)
        return;
    grn_fused how = {.last = last, .scale = bytes, .ahead = variant / 2 % 2 * 2, .step = variant / 4 % 2 * bytes};
    grn_fused_runs shape = {runs, n, n * bytes, bytes, n * index_bytes};
    /* `ahead` counts runs: their indices are there, though no value of them need be known. */
    const unsigned char *raw = indices(&raw_room, dtype, n * (runs + how.ahead), last, at_end);
    const unsigned char *from = table(&from_room, (last + runs) * bytes + (n - 1) * how.step, at_end);
    unsigned char *to = grn_guarded_at(&to_room, (size_t)(runs * n * bytes), at_end);
    CLAIM("%s: runs by %s, of %" PRId64 " elements of %" PRId64 " B, way %d", k->name, grn_dtype_text(dtype), n, bytes,
          variant);
    move(to, from, raw, &shape, &how);
    for (int64_t i = 0; i < runs * n; i++)
        same(to + i * bytes, from + i / n * bytes + index_at(dtype, raw, i) * bytes + i % n * how.step, (size_t)bytes);
}

static void fused(const grn_kernels *k, grn_dtype dtype, int64_t n, int at_end)
{
    for (int variant = 0; variant < 8; variant++) {
        for (size_t b = 0; b < GRN_COUNT(sizes); b++) {
            const bool stream = variant % 2 != 0;
            check_fused(k, k->take->fused(dtype, (size_t)sizes[b], stream), dtype, n, sizes[b], variant, at_end);
            if (variant < 4) /* step 0 */
                check_fused(k, k->take->gathered(dtype, (size_t)sizes[b], stream), dtype, n, sizes[b], variant, at_end);
            check_runs(k, dtype, n, sizes[b], variant, at_end);
            if (variant < 4)
                check_pairs(k, dtype, n, sizes[b], variant, at_end);
        }
        for (int64_t bytes = 32; variant < 4 && bytes <= 128; bytes += 32)
            check_fused_rows(k, dtype, n, bytes, variant, at_end);
    }
}

static void test_fused(void **unused)
{
    (void)unused;
    every(fused);
}

/* ---- by offsets ------------------------------------------------------------------------------ */

static void check_cells(const grn_kernels *k, int64_t n, int64_t bytes, bool stream, int at_end)
{
    const unsigned char *from = table(&from_room, (LAST + 1) * bytes, at_end);
    const int64_t *wide = indices(&raw_room, GRN_I64, n, LAST, at_end);
    const int32_t *narrow = indices(&at_room, GRN_I32, n, LAST, at_end);
    unsigned char *to = grn_guarded_at(&to_room, (size_t)(n * bytes), at_end);
    const grn_take_cells_fn takes[] = {NULL, k->take->cells((size_t)bytes, stream),
                                       k->take->gathered_cells((size_t)bytes, stream)};
    CLAIM("%s: cells, %" PRId64 " of %" PRId64 " B%s", k->name, n, bytes, stream ? ", streamed" : "");
    for (int round = 0; round < 3; round++) {
        if (round > 0 && takes[round] == NULL)
            continue;
        memset(to, 0, (size_t)(n * bytes));
        if (round == 0)
            k->cells((size_t)bytes)->take(to, 1, from, wide, n);
        else
            takes[round](to, from, narrow, n);
        k->take->fence();
        for (int64_t i = 0; i < n; i++)
            same(to + i * bytes, from + wide[i] * bytes, (size_t)bytes);
    }
    from = table(&from_room, n * bytes, at_end);
    k->cells((size_t)bytes)->copy(to, 1, from, 1, n);
    same(to, from, (size_t)(n * bytes));
    k->cells((size_t)bytes)->copy(to + (n - 1) * bytes, -1, from, 1, n);
    same(to, from + (n - 1) * bytes, (size_t)bytes);
    from = table(&from_room, bytes, at_end);
    k->cells((size_t)bytes)->fill(to, 1, from, n);
    for (int64_t i = 0; i < n; i++)
        same(to + i * bytes, from, (size_t)bytes);
}

static void check_outside(const grn_kernels *k, int64_t n, int64_t bytes, int at_end)
{
    const unsigned char *element = table(&from_room, bytes, at_end);
    unsigned char *in_bounds = grn_guarded_at(&extra_room, (size_t)n, at_end);
    unsigned char *to = grn_guarded_at(&to_room, (size_t)(n * bytes), at_end);
    CLAIM("%s: put_outside, %" PRId64 " of %" PRId64 " B", k->name, n, bytes);
    memset(in_bounds, 0, (size_t)n);
    memset(to, 0, (size_t)(n * bytes));
    k->take->put_outside((size_t)bytes)(to, 1, element, in_bounds, n);
    for (int64_t i = 0; i < n; i++)
        same(to + i * bytes, element, (size_t)bytes);
}

static void check_strips(const grn_kernels *k, int64_t n, int64_t bytes, int64_t length, int64_t ahead, int at_end)
{
    grn_strips shape = {length, length * bytes, bytes, bytes, bytes, ahead};
    const int32_t *offset = indices(&at_room, GRN_I32, n, LAST, at_end);
    const unsigned char *from = table(&from_room, (LAST + length) * bytes, at_end);
    unsigned char *to = grn_guarded_at(&to_room, (size_t)(n * length * bytes), at_end);
    CLAIM("%s: strips, %" PRId64 " of %" PRId64 " x %" PRId64 " B", k->name, n, length, bytes);
    k->take->strips((size_t)bytes)((char *)to, (const char *)from, offset, n, n, &shape);
    for (int64_t i = 0; i < n; i++)
        same(to + i * length * bytes, from + offset[i] * bytes, (size_t)(length * bytes));
}

static void check_rows(const grn_kernels *k, int64_t n, int64_t bytes, int at_end)
{
    const int64_t *wide = indices(&raw_room, GRN_I64, n, LAST, at_end);
    const int32_t *narrow = indices(&at_room, GRN_I32, n, LAST, at_end);
    const unsigned char *from = table(&from_room, (LAST + 1) * bytes, at_end);
    unsigned char *to = grn_guarded_at(&to_room, (size_t)(n * bytes), at_end);
    const int64_t zero = 0;
    CLAIM("%s: %" PRId64 " rows of %" PRId64 " B", k->name, n, bytes);
    for (int variant = 0; variant < 6; variant++) {
        size_t unit = (size_t)bytes & (~(size_t)bytes + 1);
        grn_take_windows_fn windows = variant < 3 ? k->take->windows((size_t)bytes)
                                                  : k->take->stream_windows((size_t)bytes, unit > 64 ? 64 : unit);
        grn_window_rows w = {
            (size_t)bytes,   1, &zero, &zero, bytes, bytes, variant % 3 == 1 ? 3 : variant % 3 == 2 ? 100 : 0,
            variant % 2 == 1};
        if (windows == NULL)
            continue;
        memset(to, 0, (size_t)(n * bytes));
        windows((char *)to, (const char *)from, narrow, n, n, &w);
        k->take->fence();
        for (int64_t i = 0; i < n; i++)
            same(to + i * bytes, from + narrow[i] * bytes, (size_t)bytes);
    }
    memset(to, 0, (size_t)(n * bytes));
    k->rows((size_t)bytes)->take((char *)to, bytes, (const char *)from, wide, bytes, n, (size_t)bytes);
    for (int64_t i = 0; i < n; i++)
        same(to + i * bytes, from + wide[i] * bytes, (size_t)bytes);
    from = table(&from_room, n * bytes, at_end);
    k->rows((size_t)bytes)->copy((char *)to, bytes, (const char *)from, bytes, n, (size_t)bytes);
    same(to, from, (size_t)(n * bytes));
    memset(to, 0, (size_t)(n * bytes));
    k->take->stream(to, from, (size_t)(n * bytes));
    k->take->fence();
    same(to, from, (size_t)(n * bytes));
}

static void offsets(const grn_kernels *k, grn_dtype dtype, int64_t n, int at_end)
{
    if (dtype != GRN_I64)
        return;
    for (size_t b = 0; b < GRN_COUNT(sizes); b++) {
        check_cells(k, n, sizes[b], false, at_end);
        check_cells(k, n, sizes[b], true, at_end);
        check_outside(k, n, sizes[b], at_end);
        for (int64_t length = 1; length <= 17 && n <= 48; length += length < 5 ? 1 : 4) {
            check_strips(k, n, sizes[b], length, 0, at_end);
            check_strips(k, n, sizes[b], length, 2, at_end);
        }
    }
    for (int64_t bytes = 1; bytes <= 400 && n <= 20; bytes += bytes < 70 ? 1 : 13)
        check_rows(k, n, bytes, at_end);
}

static void test_offsets(void **unused)
{
    (void)unused;
    every(offsets);
}

/* ---- accumulate ------------------------------------------------------------------------------ */

typedef struct target {
    unsigned char *got, *want;
    int64_t bytes, cells; /* of an element; elements */
} target;

static target target_of(const grn_accumulate *f, int64_t bytes, int64_t cells, int at_end)
{
    static unsigned char want[1 << 17];
    target t = {table(&to_room, cells * bytes, at_end), want, bytes, cells};
    memset(t.got, 0, (size_t)(cells * bytes));
    memset(want, 0, (size_t)(cells * bytes));
    (void)f;
    return t;
}

static void combine(const grn_accumulate *f, const target *t, int64_t cell, const unsigned char *update)
{
    if (f->dtype == 0)
        memcpy(t->want + cell * t->bytes, update, (size_t)t->bytes);
    else
        grn_combine_element(f->combiner, f->dtype, t->want + cell * t->bytes, update);
}

static void compare(const grn_kernels *k, const target *t)
{
    k->take->fence();
    same(t->got, t->want, (size_t)(t->cells * t->bytes));
}

static void check_accumulate(const grn_kernels *k, const grn_accumulate *f, int64_t bytes, int64_t n, int at_end)
{
    const int64_t *offset = indices(&at_room, GRN_I64, n, LAST, at_end);
    const unsigned char *update = table(&from_room, n * bytes, at_end);
    CLAIM("%s: %s of %" PRId64 " B, %" PRId64 " cells", k->name, grn_combiner_text(f->combiner), bytes, n);
    target t = target_of(f, bytes, n, at_end);
    f->run(t.got, 1, update, 1, n);
    for (int64_t i = 0; i < n; i++)
        combine(f, &t, i, update + i * bytes);
    compare(k, &t);
    for (int64_t ahead = 0; ahead <= 8; ahead += 8)
        for (int indirect = 0; indirect < 2; indirect++) {
            int64_t *from = indices(&extra_room, GRN_I64, n, n - 1, at_end);
            t = target_of(f, bytes, LAST + 1, at_end);
            f->cells(t.got, offset, &(grn_updates){update, indirect ? from : NULL, 1, n, 0, 1}, ahead);
            for (int64_t i = 0; i < n; i++)
                combine(f, &t, offset[i], update + (indirect ? from[i] : i) * bytes);
            compare(k, &t);
        }
}

static void check_starts(const grn_kernels *k, const grn_accumulate *f, int64_t bytes, int64_t n, int variant,
                         int at_end)
{
    const bool half = variant % 2 != 0, stepped = variant >= 4;
    const int64_t ncoords = stepped ? 1 : 1 + variant / 2, ahead = n > 100 ? 8 : 0;
    if ((stepped ? f->stepped : f->fused) == NULL || (stepped && half))
        return;
    const grn_dtype dtype = half ? GRN_I32 : GRN_I64;
    const void *raw = indices(&raw_room, dtype, n * ncoords, LAST, at_end);
    const unsigned char *update = table(&from_room, n * bytes, at_end);
    grn_starts s = {.raw = raw,
                    .ncoords = ncoords,
                    .last = {LAST, LAST},
                    .index32 = half,
                    .scale = {stepped        ? 2
                              : ncoords == 1 ? 1
                                             : LAST + 1,
                              1}};
    target t = target_of(f, bytes, stepped ? 2 * LAST + n : ncoords == 1 ? LAST + 1 : (LAST + 1) * (LAST + 1), at_end);
    CLAIM("%s: %s of %" PRId64 " B, %" PRId64 " fused, way %d", k->name, grn_combiner_text(f->combiner), bytes, n,
          variant);
    int64_t taken = (stepped ? f->stepped : f->fused)(t.got, &s, update, n, ahead);
    assert_true(taken <= n && taken > n - 64);
    for (int64_t i = 0; i < taken; i++)
        combine(f, &t,
                stepped        ? index_at(dtype, raw, i) * 2 + i
                : ncoords == 1 ? index_at(dtype, raw, i)
                               : index_at(dtype, raw, 2 * i) * (LAST + 1) + index_at(dtype, raw, 2 * i + 1),
                update + i * bytes);
    compare(k, &t);
}

static void check_update_rows(const grn_kernels *k, const grn_accumulate *f, int64_t bytes, int64_t row, int at_end)
{
    const int64_t n = 5;
    int64_t *offset = indices(&at_room, GRN_I64, n, LAST, at_end);
    const unsigned char *update = table(&from_room, n * row * bytes, at_end);
    CLAIM("%s: %s of rows of %" PRId64 " x %" PRId64 " B", k->name, grn_combiner_text(f->combiner), row, bytes);
    for (int variant = 0; variant < (f->stream != NULL ? 3 : 2); variant++) {
        target t = target_of(f, bytes, LAST + row, at_end);
        grn_updates u = {update, NULL, row, n, 0, 1};
        if (variant == 2)
            f->stream(t.got, offset, &u, row);
        else
            f->rows(t.got, offset, &u, row, variant * 2);
        for (int64_t i = 0; i < n * row; i++)
            combine(f, &t, offset[i / row] + i % row, update + i * bytes);
        compare(k, &t);
    }
}

static void check_combiner(const grn_kernels *k, const grn_accumulate *f, int64_t bytes, int at_end)
{
    static const int64_t counts[] = {1, 3, 4, 5, 7, 8, 9, 15, 16, 17, 33, 63, 64, 65, 130};
    for (size_t c = 0; f != NULL && c < GRN_COUNT(counts); c++) {
        check_accumulate(k, f, bytes, counts[c], at_end);
        for (int variant = 0; variant < 5; variant++)
            check_starts(k, f, bytes, counts[c], variant, at_end);
    }
    for (int64_t row = 1; f != NULL && row <= 130; row += row < 20 ? 1 : 11)
        check_update_rows(k, f, bytes, row, at_end);
}

static void test_accumulate(void **unused)
{
    (void)unused;
    for (size_t s = 0; s < GRN_COUNT(sets); s++) {
        const grn_kernels *k = grn_kernels_named(sets[s]);
        for (int at_end = 0; k != NULL && at_end < 2; at_end++) {
            for (int c = 0; c < GRN_COMBINER_COUNT; c++)
                for (int d = 1; d < GRN_DTYPE_COUNT; d++)
                    check_combiner(k, k->accumulate((grn_combiner)c, (grn_dtype)d),
                                   (int64_t)grn_dtype_bytes((grn_dtype)d), at_end);
            for (size_t b = 0; b < GRN_COUNT(sizes); b++)
                check_combiner(k, k->replace((size_t)sizes[b]), sizes[b], at_end);
        }
    }
}

/* ---- filters and bins ------------------------------------------------------------------------ */

#define OWNERS 3

static void check_filter(const grn_kernels *k, int64_t n, int64_t ncoords, size_t size, int at_end)
{
    const int64_t *raw = indices(&raw_room, GRN_I64, n * ncoords, LAST, at_end);
    const size_t carried = size == 0 ? sizeof(int64_t) : size;
    grn_owner_filter p = {.starts = {.raw = raw, .ncoords = ncoords, .last = {LAST, LAST}, .scale = {8, 1}},
                          .owner = {2, OWNERS, 0},
                          .step = 1,
                          .size = size,
                          .updates = (const char *)table(&from_room, n * (int64_t)carried, at_end)};
    int64_t counts[OWNERS] = {0}, all = 0;
    CLAIM("%s: filter of %" PRId64 " vectors of %" PRId64 ", %zu B", k->name, n, ncoords, size);
    for (int64_t i = 0; i < n; i++)
        counts[grn_owner_of(raw[i * ncoords] * 8 + (ncoords == 2 ? raw[2 * i + 1] : 0), 2, OWNERS)]++;
    for (uint32_t me = 0; me < OWNERS; me++) {
        size_t room = (size_t)counts[me] + GRN_BIN_SLACK;
        p.owner.me = me;
        p.count = 0;
        p.offset = grn_guarded_at(&at_room, room * sizeof(int64_t), at_end);
        p.update = grn_guarded_at(&to_room, room * carried, at_end);
        assert_int_equal(k->filter(&p, n), n);
        assert_int_equal(p.count, counts[me]);
        all += p.count;
    }
    assert_int_equal(all, n);
    grn_guarded *offsets_of[OWNERS] = {&at_room, &extra_room, &more_room};
    grn_bin to[OWNERS];
    unsigned char *compacted[OWNERS],
        *update = grn_guarded_at(&to_room, (size_t)(n + OWNERS * GRN_BIN_SLACK) * carried, at_end);
    for (uint32_t o = 0; o < OWNERS; o++) {
        size_t room = (size_t)counts[o] + GRN_BIN_SLACK;
        compacted[o] = update;
        to[o] = (grn_bin){grn_guarded_at(offsets_of[o], room * sizeof(uint32_t), at_end), update, 0};
        update += room * carried;
    }
    CLAIM("%s: bins of %" PRId64 " vectors of %" PRId64 ", %zu B", k->name, n, ncoords, size);
    assert_int_equal(k->bin(&p, to, n), n);
    for (uint32_t o = 0; o < OWNERS; o++)
        assert_true(to[o].count == counts[o] && to[o].update == compacted[o]);
}

static void filters(const grn_kernels *k, grn_dtype dtype, int64_t n, int at_end)
{
    for (size_t size = 0; dtype == GRN_I64 && size <= 8; size = size == 0 ? 1 : 2 * size)
        for (int64_t ncoords = 1; ncoords <= 2; ncoords++)
            check_filter(k, n, ncoords, size, at_end);
}

static void test_filters(void **unused)
{
    (void)unused;
    every(filters);
}

/* What the plain set has, every set has: no caller goes without for want of an instruction set. */
static void test_every_set_has(void **unused)
{
    static const grn_dtype wide[] = {GRN_I32, GRN_UI32, GRN_I64, GRN_INDEX, GRN_UI64};
    (void)unused;
    for (size_t s = 0; s < GRN_COUNT(sets); s++) {
        const grn_kernels *k = grn_kernels_named(sets[s]);
        for (size_t d = 0; k != NULL && d < GRN_COUNT(wide); d++)
            for (size_t b = 0; b < GRN_COUNT(sizes); b++)
                if ((k->take->pairs(wide[d], (size_t)sizes[b], false) != NULL) != (sizes[b] <= 8) ||
                    k->take->fused(wide[d], (size_t)sizes[b], false) == NULL ||
                    k->take->runs(wide[d], (size_t)sizes[b]) == NULL)
                    fail_msg("%s: elements of %d B by %s", sets[s], (int)sizes[b], grn_dtype_text(wide[d]));
        for (size_t b = 0; k != NULL && b < GRN_COUNT(sizes); b++)
            assert_true(k->cells((size_t)sizes[b]) != NULL && k->take->put_outside((size_t)sizes[b]) != NULL &&
                        k->take->strips((size_t)sizes[b]) != NULL && k->replace((size_t)sizes[b]) != NULL);
        for (size_t bytes = 1; k != NULL && bytes < 600; bytes++)
            assert_true(k->rows(bytes) != NULL && k->take->windows(bytes) != NULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_set_has), cmocka_unit_test(test_indices),
                                       cmocka_unit_test(test_fused),         cmocka_unit_test(test_offsets),
                                       cmocka_unit_test(test_accumulate),    cmocka_unit_test(test_filters)};
    return cmocka_run_group_tests(tests, prepare, NULL);
}

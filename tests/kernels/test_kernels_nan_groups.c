/*
 * test_kernels_nan_groups.c - sums that NaNs run into, a group or a row at a time:
 * every place that it is at ends as the one NaN or as its sum, and other places
 * are left alone, whatever they hold.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "kernels/kernels.h"
#include "kernels/sets.h"
#include "access/spec.h"
#include "support/guard.h"

#define GROUP 64
#define PLACES 24 /* of them LAST + 1 may be meant */
#define LAST 7

static const char *const sets[] = {KERNEL_SETS(KERNEL_SET_NAME)};
static const grn_dtype dtypes[] = {GRN_F32, GRN_F64, GRN_F16, GRN_BF16};
static const grn_combiner combiners[] = {GRN_COMBINE_ADD, GRN_COMBINE_MUL, GRN_COMBINE_MIN, GRN_COMBINE_MAX};
static char claim[120];
static grn_guarded raw_room, at_room, update_room, current_room;

static int prepare(void **unused)
{
    (void)unused;
    raw_room = grn_guarded_make(4096);
    at_room = grn_guarded_make(4096);
    update_room = grn_guarded_make(4096);
    current_room = grn_guarded_make(4096);
    grn_guarded_claim(claim);
    return 0;
}

/* Quiet NaNs whose low bit is set, which are not the canonical one. */
static uint64_t odd_nan(grn_dtype d)
{
    return d == GRN_F32 ? 0x7FC00001 : d == GRN_F64 ? UINT64_C(0x7FF8000000000001) : d == GRN_F16 ? 0x7E01 : 0x7FC1;
}

static uint64_t number(grn_dtype d, int64_t i)
{
    static const uint64_t two[][2] = {{0x3F800000, 0x40490FDB},
                                      {UINT64_C(0x3FF0000000000000), UINT64_C(0x400921FB54442D18)},
                                      {0x3C00, 0x4248},
                                      {0x3F80, 0x4049}};
    for (size_t k = 0; k < GRN_COUNT(dtypes); k++)
        if (dtypes[k] == d)
            return two[k][i % 2];
    return 0;
}

/* Every place holds an odd NaN from LAST + 1 on; updates of `bad` vectors are odd NaNs. */
static void fill(grn_dtype d, unsigned char *current, unsigned char *update, int64_t n, int64_t bad)
{
    size_t bytes = grn_dtype_bytes(d);
    for (int64_t i = 0; i < PLACES; i++) {
        uint64_t v = i <= LAST ? number(d, i) : odd_nan(d);
        memcpy(current + (size_t)i * bytes, &v, bytes);
    }
    for (int64_t i = 0; i < n; i++) {
        uint64_t v = i == bad ? odd_nan(d) : number(d, i);
        memcpy(update + (size_t)i * bytes, &v, bytes);
    }
}

static void expect(const grn_accumulate *f, const unsigned char *got, const unsigned char *want)
{
    if (memcmp(got, want, PLACES * grn_dtype_bytes(f->dtype)) != 0)
        fail_msg("%s", claim);
}

/* GROUP vectors of places up to LAST, then one out of range: nothing is done for that. */
static void check_fused(const char *set, const grn_accumulate *f, int64_t bad, bool index32, int64_t ncoords)
{
    const int64_t n = GROUP + 1;
    size_t bytes = grn_dtype_bytes(f->dtype), index_bytes = index32 ? 4 : 8;
    unsigned char *raw = grn_guarded_at(&raw_room, (size_t)(n * ncoords) * index_bytes, 1), want[PLACES * 8];
    unsigned char *update = grn_guarded_at(&update_room, (size_t)n * bytes, 1),
                  *current = grn_guarded_at(&current_room, PLACES * bytes, 1);
    snprintf(claim, sizeof claim, "%s: %s of %s fused, number %d a NaN, %d coordinates%s", set,
             grn_combiner_text(f->combiner), grn_dtype_text(f->dtype), (int)bad, (int)ncoords,
             index32 ? ", indices of 32 bits" : "");
    fill(f->dtype, current, update, n, bad);
    memcpy(want, current, PLACES * bytes);
    for (int64_t i = 0; i < n * ncoords; i++) {
        uint64_t v = (uint64_t)(i >= GROUP * ncoords         ? LAST + 1
                                : ncoords == 2 && i % 2 == 0 ? 0
                                                             : i / ncoords % (LAST + 1));
        memcpy(raw + (size_t)i * index_bytes, &v, index_bytes);
    }
    grn_starts s = {
        .raw = raw, .ncoords = ncoords, .last = {ncoords == 1 ? LAST : 0, LAST}, .scale = {1, 1}, .index32 = index32};
    for (int64_t i = 0; i < GROUP; i++)
        grn_combine_element(f->combiner, f->dtype, want + (size_t)(i % (LAST + 1)) * bytes, update + (size_t)i * bytes);
    assert_int_equal(f->fused(current, &s, update, n, 0), GROUP);
    expect(f, current, want);
}

/* n offsets, all of them known; n is a whole number of groups of four and one more or none. */
static void check_cells(const char *set, const grn_accumulate *f, int64_t bad, int64_t n)
{
    size_t bytes = grn_dtype_bytes(f->dtype);
    int64_t *offset = grn_guarded_at(&at_room, (size_t)n * sizeof *offset, 1);
    unsigned char *update = grn_guarded_at(&update_room, (size_t)n * bytes, 1),
                  *current = grn_guarded_at(&current_room, PLACES * bytes, 1);
    unsigned char want[PLACES * 8];
    snprintf(claim, sizeof claim, "%s: %s of %s, %d cells, number %d a NaN", set, grn_combiner_text(f->combiner),
             grn_dtype_text(f->dtype), (int)n, (int)bad);
    fill(f->dtype, current, update, n, bad);
    memcpy(want, current, PLACES * bytes);
    for (int64_t i = 0; i < n; i++) {
        offset[i] = i * 3 % (LAST + 1);
        grn_combine_element(f->combiner, f->dtype, want + (size_t)offset[i] * bytes, update + (size_t)i * bytes);
    }
    f->cells(current, offset, &(grn_updates){update, NULL, 1, n, 0, 1}, 0);
    expect(f, current, want);
}

/* Three updates of rows into two rows, the second update with a NaN; a third row holds odd NaNs and is left alone. */
static void check_rows(const char *set, const grn_accumulate *f, int64_t bad, size_t row_bytes)
{
    enum { UPDATES = 3, ROWS = 3 };
    const size_t bytes = grn_dtype_bytes(f->dtype);
    const int64_t row = (int64_t)(row_bytes / bytes), offset[UPDATES] = {row, 0, row};
    unsigned char *update = grn_guarded_at(&update_room, UPDATES * row_bytes, 1),
                  *current = grn_guarded_at(&current_room, ROWS * row_bytes, 1), want[ROWS * 512];
    snprintf(claim, sizeof claim, "%s: %s of %s, rows of %d bytes, number %d a NaN", set,
             grn_combiner_text(f->combiner), grn_dtype_text(f->dtype), (int)row_bytes, (int)bad);
    for (int64_t i = 0; i < ROWS * row; i++) {
        uint64_t held = i < 2 * row ? number(f->dtype, i) : odd_nan(f->dtype),
                 added = bad >= 0 && i == row + bad % row ? odd_nan(f->dtype) : number(f->dtype, i + 1);
        memcpy(current + (size_t)i * bytes, &held, bytes);
        memcpy(update + (size_t)i * bytes, &added, bytes);
    }
    memcpy(want, current, ROWS * row_bytes);
    for (int64_t i = 0; i < UPDATES * row; i++)
        grn_combine_element(f->combiner, f->dtype, want + (size_t)(offset[i / row] + i % row) * bytes,
                            update + (size_t)i * bytes);
    f->rows(current, offset, &(grn_updates){update, NULL, row, UPDATES, 0, 1}, row, 0);
    if (memcmp(current, want, ROWS * row_bytes) != 0)
        fail_msg("%s", claim);
}

static void check_all(const char *set, const grn_accumulate *f)
{
    for (int64_t bad = -1; bad < GROUP; bad += 5) {
        for (int variant = 0; f->fused != NULL && variant < 4; variant++)
            check_fused(set, f, bad, variant % 2 != 0, 1 + variant / 2);
        check_cells(set, f, bad, 64);
        check_cells(set, f, bad, 65);
        for (size_t bytes = 16; bytes <= 512; bytes *= 2)
            check_rows(set, f, bad, bytes);
    }
}

static void every_set(void **unused)
{
    (void)unused;
    for (size_t s = 0; s < GRN_COUNT(sets); s++)
        for (size_t k = 0; grn_kernels_named(sets[s]) != NULL && k < GRN_COUNT(dtypes) * GRN_COUNT(combiners); k++)
            check_all(sets[s], grn_kernels_named(sets[s])->accumulate(combiners[k / GRN_COUNT(dtypes)],
                                                                      dtypes[k % GRN_COUNT(dtypes)]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_set)};
    return cmocka_run_group_tests(tests, prepare, NULL);
}

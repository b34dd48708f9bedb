/*
 * test_kernels_accumulate_sweep.c - every row of the accumulate and replace tables of every
 * instruction set, over counts around the widths of its loops, prefetch distances, what is known of
 * later updates, and layouts of updates: the bytes that grn_combine_element makes, in order.
 * Indices and updates lie in blocks of their exact size.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "kernels/kernels.h"
#include "kernels/sets.h"
#include "access/spec.h"

#define MOST 160        /* updates of a call, and those known after it */
#define TARGETS 41      /* elements that targets begin at */
#define ROOM (8 * 1024) /* bytes of a destination, and of all updates */

typedef struct call {
    const grn_accumulate *f;
    int64_t bytes;                /* of an element */
    int64_t at[MOST], from[MOST]; /* elements: of the target, of the update */
    int64_t n, row;
    const char *kernel;
} call;

static unsigned char want[ROOM], got[ROOM], update[ROOM];

static void *exact(const void *data, int64_t bytes)
{
    void *copy = malloc(bytes > 0 ? (size_t)bytes : 1);
    assert_non_null(copy);
    if (bytes > 0)
        memcpy(copy, data, (size_t)bytes);
    return copy;
}

/* Any bits, NaNs of every format, zeros of either sign and small integers among them. */
static void draw(void)
{
    static uint32_t seed = 1;
    for (size_t i = 0; i < ROOM; i++) {
        seed = seed * 1664525u + 1013904223u;
        want[i] = (unsigned char)(i / 128 % 2 ? seed >> 24 : seed >> 24 & seed >> 16 & 0x83);
        update[i] = (unsigned char)(i / 96 % 2 ? seed >> 20 : seed >> 20 & seed >> 12 & 0x83);
        if (i / 16 % 7 == 5)
            want[i] = 0xFF;
        if (i / 16 % 9 == 5)
            update[i] = 0xFF;
    }
    memcpy(got, want, ROOM);
}

static void combine(const call *c, unsigned char *current, const unsigned char *with)
{
    if (c->f->combiner == GRN_COMBINE_REPLACE)
        memcpy(current, with, (size_t)c->bytes);
    else
        grn_combine_element(c->f->combiner, c->f->dtype, current, with);
}

/* The first n updates of the call in their order; then the bytes are compared. */
static void expect(const call *c, int64_t n, int64_t ahead, int64_t known)
{
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < c->row; j++)
            combine(c, want + (c->at[i] + j) * c->bytes, update + (c->from[i] + j) * c->bytes);
    if (memcmp(want, got, ROOM) != 0)
        fail_msg("%s of %s on %s (%d B): %d updates of %d elements, %d ahead, %d known", c->kernel,
                 grn_combiner_text(c->f->combiner), grn_dtype_text(c->f->dtype), (int)c->bytes, (int)c->n, (int)c->row,
                 (int)ahead, (int)known);
}

/* ---- cells and rows -------------------------------------------------------------------------- */

typedef enum standing { ONE_AFTER_THE_OTHER, GAPPED, ALL_THE_SAME, INDIRECT } standing;

/* Targets repeat. Updates stand as they are said to. */
static void place(call *c, standing how)
{
    const int64_t step = how == ALL_THE_SAME ? 0 : how == GAPPED ? c->row + 1 : c->row;
    for (int64_t i = 0; i < MOST; i++) {
        c->at[i] = i * 17 % TARGETS;
        c->from[i] = how == INDIRECT ? i * 29 % 37 : i * step;
    }
}

static void check_updates(call *c, standing how, int64_t ahead, int64_t known, int64_t unit)
{
    const int64_t there = known > c->n ? known : c->n, last = c->n == 0 ? 0 : c->n - 1;
    int64_t end = 0, at[MOST];
    place(c, how);
    for (int64_t i = 0; i <= last && c->n > 0; i++)
        end = c->from[i] + c->row > end ? c->from[i] + c->row : end;
    for (int64_t i = 0; i < MOST; i++) {
        at[i] = c->at[i] / unit;
        c->at[i] = at[i] * unit;
    }
    int64_t *offset = exact(at, there * 8), *from = exact(c->from, there * 8);
    unsigned char *updates = exact(update, end * c->bytes);
    const grn_updates u = {updates, how == INDIRECT ? from : NULL, c->from[1], c->n, known, unit};
    if (unit == 1 && c->row == 1)
        c->f->cells(got, offset, &u, ahead);
    else
        c->f->rows(got, offset, &u, c->row, ahead);
    expect(c, c->n, ahead, known);
    free(offset);
    free(from);
    free(updates);
}

static void check_cells(call *c)
{
    static const int64_t counts[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 21}, ahead[] = {0, 1, 4, 7, 200};
    c->kernel = "cells";
    c->row = 1;
    for (size_t k = 0; k < GRN_COUNT(counts) * GRN_COUNT(ahead) * 8; k++) {
        c->n = counts[k / 8 % GRN_COUNT(counts)];
        check_updates(c, (standing)(k % 4), ahead[k / 8 / GRN_COUNT(counts)], k % 8 < 4 ? 0 : c->n + 30, 1);
    }
}

static void check_rows(call *c)
{
    const int64_t rows[] = {
        1, 3, 5, 16 / c->bytes, 32 / c->bytes, 64 / c->bytes, 128 / c->bytes, 160 / c->bytes + 1, 512 / c->bytes + 1};
    static const int64_t counts[] = {0, 1, 5};
    c->kernel = "rows";
    for (size_t k = 0; k < GRN_COUNT(rows) * GRN_COUNT(counts) * 8; k++) {
        const standing how = k % 2 ? INDIRECT : k % 8 < 4 ? GAPPED : ONE_AFTER_THE_OTHER;
        c->row = rows[k / 8 / GRN_COUNT(counts)];
        c->n = counts[k / 8 % GRN_COUNT(counts)];
        check_updates(c, how, k % 4 < 2 ? 0 : 2, k % 8 < 4 ? 0 : c->n + 2, c->row == 1 || k % 8 < 4 ? 2 : 3);
    }
}

/* ---- fused with the check of raw indices ----------------------------------------------------- */

#define GROUP 64 /* taken whole or not at all */

typedef struct fused_variant {
    int64_t ncoords, ahead, known, wrong; /* wrong: the raw value that is out of range, -1: none */
    bool index32, stepped;
} fused_variant;

static grn_starts starts_of(const fused_variant *s)
{
    if (s->stepped)
        return (grn_starts){.ncoords = 1, .last = {10, 10}, .scale = {3, 1}, .known = s->known};
    if (s->ncoords == 2)
        return (grn_starts){.ncoords = 2, .last = {10, 2}, .scale = {3, 1}, .known = s->known, .index32 = s->index32};
    return (grn_starts){.ncoords = 1, .last = {40, 40}, .scale = {1, 1}, .known = s->known, .index32 = s->index32};
}

static void check_fused(call *c, const fused_variant *s)
{
    static const int64_t values[] = {1, -1, INT32_MAX, INT32_MIN}; /* the first is added to the last in range */
    const int64_t there = (s->known > c->n ? s->known : c->n) * s->ncoords;
    grn_starts starts = starts_of(s);
    int64_t raw[2 * MOST];
    int32_t words[2 * MOST];
    for (int64_t i = 0; i < MOST * s->ncoords; i++)
        raw[i] = i * 7 % (starts.last[i % s->ncoords] + 1);
    for (int64_t i = 0; i < MOST; i++) {
        c->at[i] = raw[i * s->ncoords] * starts.scale[0];
        c->at[i] += s->ncoords == 2 ? raw[2 * i + 1] : s->stepped ? i : 0;
        c->from[i] = i;
    }
    if (s->wrong >= 0)
        raw[s->wrong] = s->wrong % 4 == 0 ? starts.last[s->wrong % s->ncoords] + 1 : values[s->wrong % 4];
    for (int64_t i = 0; i < MOST * s->ncoords; i++)
        words[i] = (int32_t)raw[i];
    void *indices = s->index32 ? exact(words, there * 4) : exact(raw, there * 8),
         *updates = exact(update, c->n * c->bytes);
    starts.raw = indices;
    int64_t good = s->wrong >= 0 && s->wrong / s->ncoords < c->n ? s->wrong / s->ncoords : c->n;
    int64_t taken = (s->stepped ? c->f->stepped : c->f->fused)(got, &starts, updates, c->n, s->ahead);
    if (taken != good / GROUP * GROUP)
        fail_msg("%s of %s on %s: %d of %d taken", c->kernel, grn_combiner_text(c->f->combiner),
                 grn_dtype_text(c->f->dtype), (int)taken, (int)good);
    expect(c, taken, s->ahead, s->known);
    free(indices);
    free(updates);
}

static void check_variants(call *c, fused_variant s)
{
    static const int64_t counts[] = {0, 63, 64, 130}, wrong[] = {-1, 0, 3, 70, 72, 129};
    static const int64_t ahead[][2] = {{0, 0}, {8, 0}, {8, 150}, {70, 150}, {1000, 150}};
    c->row = 1;
    for (size_t k = 0; k < GRN_COUNT(counts) * GRN_COUNT(ahead) * GRN_COUNT(wrong); k++) {
        c->n = counts[k % GRN_COUNT(counts)];
        s.ahead = ahead[k / GRN_COUNT(counts) % GRN_COUNT(ahead)][0];
        s.known = ahead[k / GRN_COUNT(counts) % GRN_COUNT(ahead)][1];
        s.wrong = wrong[k / GRN_COUNT(counts) / GRN_COUNT(ahead)];
        if (s.wrong >= 0 && s.ncoords == 2)
            s.wrong = 2 * s.wrong - s.wrong % 2;
        check_fused(c, &s);
    }
}

/* ---- every row of the tables ----------------------------------------------------------------- */

static void check_row(const grn_accumulate *f, int64_t bytes)
{
    call c = {.f = f, .bytes = bytes};
    draw();
    check_cells(&c);
    draw();
    check_rows(&c);
    for (int k = 0; f->fused != NULL && k < 4; k++) {
        c.kernel = k % 2 ? "fused, indices of 32 bits," : "fused";
        draw();
        check_variants(&c, (fused_variant){.ncoords = 1 + k / 2, .index32 = k % 2 != 0});
    }
    draw();
    c.kernel = "stepped";
    if (f->stepped != NULL)
        check_variants(&c, (fused_variant){.ncoords = 1, .stepped = true});
}

static const char *const sets[] = {KERNEL_SETS(KERNEL_SET_NAME)};

/* AVX-512 takes AVX2's tables; tables of its own would be tested too. */
static bool is_new(size_t set)
{
    const grn_kernels *k = grn_kernels_named(sets[set]);
    for (size_t i = 0; i < set && k != NULL; i++)
        if (grn_kernels_named(sets[i]) != NULL && grn_kernels_named(sets[i])->accumulate == k->accumulate &&
            grn_kernels_named(sets[i])->replace == k->replace)
            return false;
    return k != NULL;
}

static void test_accumulates(void **unused)
{
    (void)unused;
    for (size_t s = 0; s < GRN_COUNT(sets); s++)
        for (int k = 0; is_new(s) && k < GRN_COMBINER_COUNT * GRN_DTYPE_COUNT; k++) {
            const grn_dtype dtype = (grn_dtype)(k % GRN_DTYPE_COUNT);
            const grn_accumulate *f =
                grn_kernels_named(sets[s])->accumulate((grn_combiner)(k / GRN_DTYPE_COUNT), dtype);
            if (f != NULL)
                check_row(f, (int64_t)grn_dtype_bytes(dtype));
        }
}

static void test_replaces(void **unused)
{
    (void)unused;
    for (size_t s = 0; s < GRN_COUNT(sets); s++)
        for (int64_t bytes = 1; is_new(s) && bytes <= 16; bytes *= 2)
            check_row(grn_kernels_named(sets[s])->replace((size_t)bytes), bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_accumulates), cmocka_unit_test(test_replaces)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

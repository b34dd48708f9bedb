/*
 * test_kernels_filter_sweep.c - filters and bins of every instruction set over counts around their
 * groups, owners, scales and first indices out of range: the same vectors as one after the other,
 * in order, and nothing behind the slack.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "kernels/filter.h"
#include "kernels/sets.h"

static const char *const sets[] = {KERNEL_SETS(KERNEL_SET_NAME)};

#define MOST 40
#define OWNERS 3
#define ROOM (MOST + GRN_BIN_SLACK)
#define UNTOUCHED 0x7777777777777777

typedef struct filter_case {
    const char *set;
    int64_t ncoords, last[2], scale[2], base, n, outside, step; /* outside: a raw value, -1: none */
    uint32_t owners;
    size_t size;
} filter_case;

static unsigned char updates[2 * MOST * 8];

static int64_t raw_of(const filter_case *c, int64_t k)
{
    int64_t last = c->last[k % c->ncoords];
    if (k == c->outside)
        return k % 2 == 0 ? last + 1 : -1;
    if (k % 3 == 2 && (last < 0 || last > 1000)) /* the greatest there are; where nobody looks, beyond 32 bits too */
        return last > 1000 ? last - k : k % 2 == 0 ? UINT32_MAX - k : (INT64_C(1) << 40) + k;
    return last < 0 ? k * 40503 % 1000 : k * 40503 % (last < 1000 ? last + 1 : 1000);
}

static int64_t offset_of(const filter_case *c, int64_t i)
{
    int64_t offset = c->base;
    for (int64_t k = 0; k < c->ncoords; k++)
        offset += raw_of(c, i * c->ncoords + k) * c->scale[k];
    return offset;
}

static int64_t in_range(const filter_case *c)
{
    return c->outside >= 0 && c->last[0] >= 0 ? c->outside / c->ncoords : c->n;
}

static grn_owner_filter filter_of(const filter_case *c, const int64_t *raw)
{
    return (grn_owner_filter){.starts = {.raw = raw,
                                         .ncoords = c->ncoords,
                                         .last = {c->last[0], c->last[1]},
                                         .scale = {c->scale[0], c->scale[1]}},
                              .base = c->base,
                              .owner = {4, c->owners, 0},
                              .updates = (const char *)updates,
                              .first = 5,
                              .step = c->step,
                              .size = c->size};
}

static bool has_update(const filter_case *c, const void *update, int64_t k, int64_t i)
{
    int64_t place = 5 + i * c->step;
    const void *want = c->size == 0 ? (const void *)&place : updates + i * c->step * (int64_t)c->size;
    size_t bytes = c->size == 0 ? sizeof place : c->size;
    return memcmp((const char *)update + (size_t)k * bytes, want, bytes) == 0;
}

static void differs(const filter_case *c, const char *what)
{
    fail_msg("%s, %s: %" PRId64 " vectors of %" PRId64 ", scale %" PRId64 ", %u owners, %zu B, value %" PRId64
             " out of range",
             c->set, what, c->n, c->ncoords, c->scale[0], c->owners, c->size, c->outside);
}

static void check_filter(const filter_case *c, const int64_t *raw, uint32_t me)
{
    int64_t offset[ROOM + 1], update[ROOM + 1], k = 0;
    grn_owner_filter p = filter_of(c, raw);
    p.owner.me = me;
    p.offset = offset;
    p.update = update;
    offset[ROOM] = update[ROOM] = UNTOUCHED;
    if (grn_kernels_named(c->set)->filter(&p, c->n) != in_range(c))
        differs(c, "checked");
    for (int64_t i = 0; i < in_range(c); i++)
        if (grn_owner_of(offset_of(c, i), 4, c->owners) == me) {
            if (k >= p.count || offset[k] != offset_of(c, i) || !has_update(c, update, k, i))
                differs(c, "filtered");
            k++;
        }
    if (k != p.count || offset[ROOM] != UNTOUCHED || update[ROOM] != UNTOUCHED)
        differs(c, "count");
}

static void check_bin(const filter_case *c, const int64_t *raw)
{
    static uint32_t offset[OWNERS][ROOM];
    static int64_t update[OWNERS][ROOM];
    grn_bin to[OWNERS];
    int64_t k[OWNERS] = {0};
    grn_owner_filter p = filter_of(c, raw);
    for (uint32_t o = 0; o < c->owners; o++)
        to[o] = (grn_bin){offset[o], update[o], 0};
    if (grn_kernels_named(c->set)->bin(&p, to, c->n) != in_range(c))
        differs(c, "checked for bins");
    for (int64_t i = 0; i < in_range(c); i++) {
        uint32_t o = grn_owner_of(offset_of(c, i), 4, c->owners);
        if (k[o] >= to[o].count || offset[o][k[o]] != (uint32_t)offset_of(c, i) || !has_update(c, update[o], k[o], i))
            differs(c, "binned");
        k[o]++;
    }
    for (uint32_t o = 0; o < c->owners; o++)
        if (k[o] != to[o].count)
            differs(c, "the bin's count");
}

static void check(const filter_case *c)
{
    int64_t *raw = malloc(c->n > 0 ? (size_t)(c->n * c->ncoords) * sizeof *raw : 1);
    assert_non_null(raw);
    for (int64_t k = 0; k < c->n * c->ncoords; k++)
        raw[k] = raw_of(c, k);
    for (uint32_t me = 0; me < c->owners; me++)
        check_filter(c, raw, me);
    bool narrow = true; /* bins have offsets of 32 bits */
    for (int64_t i = 0; i < in_range(c); i++)
        narrow = narrow && offset_of(c, i) >= 0 && offset_of(c, i) <= UINT32_MAX;
    if (narrow)
        check_bin(c, raw);
    free(raw);
}

static void check_counts(filter_case c)
{
    static const int64_t counts[] = {0, 1, 5, 16, 17, 32, MOST};
    static const size_t sizes[] = {0, 1, 2, 4, 8};
    for (size_t k = 0; k < GRN_COUNT(counts) * GRN_COUNT(sizes) * 2 * OWNERS; k++) {
        c.n = counts[k % GRN_COUNT(counts)];
        c.size = sizes[k / GRN_COUNT(counts) % GRN_COUNT(sizes)];
        c.owners = (uint32_t)(k / GRN_COUNT(counts) / GRN_COUNT(sizes) / 2 + 1);
        c.step = k / GRN_COUNT(counts) / GRN_COUNT(sizes) % 2 + 1;
        const int64_t outside[] = {-1, 0, 3, 17 * c.ncoords + c.ncoords - 1, c.n * c.ncoords - 1};
        for (size_t o = 0; o < GRN_COUNT(outside); o++) {
            c.outside = outside[o];
            if (c.outside < c.n * c.ncoords && (o == 0 || c.last[0] >= 0))
                check(&c);
        }
    }
}

static void test_filters_and_bins(void **unused)
{
    static const filter_case cases[] = {
        {NULL, 1, {999, 999}, {1, 1}, 0, 0, 0, 0, 0, 0},
        {NULL, 1, {-1, -1}, {1, 1}, 0, 0, 0, 0, 0, 0},
        {NULL, 1, {-1, -1}, {1, 1}, 100, 0, 0, 0, 0, 0},
        {NULL, 1, {999, 0}, {37, 0}, 100, 0, 0, 0, 0, 0},
        {NULL, 1, {999, 0}, {0, 0}, 100, 0, 0, 0, 0, 0},
        {NULL, 1, {999, 0}, {-3, 0}, 5000, 0, 0, 0, 0, 0},
        {NULL, 1, {INT64_C(1) << 33, 0}, {1, 0}, 0, 0, 0, 0, 0, 0},
        {NULL, 1, {INT64_C(1) << 33, 0}, {5, 0}, 0, 0, 0, 0, 0, 0},
        {NULL, 1, {999, 0}, {INT64_C(1) << 33, 0}, 0, 0, 0, 0, 0, 0},
        {NULL, 1, {UINT32_MAX, 0}, {1, 0}, 7, 0, 0, 0, 0, 0},
        {NULL, 1, {UINT32_MAX, 0}, {3, 0}, 0, 0, 0, 0, 0, 0},
        {NULL, 2, {49, 19}, {20, 1}, 0, 0, 0, 0, 0, 0},
        {NULL, 2, {49, 19}, {20, 0}, 3, 0, 0, 0, 0, 0},
        {NULL, 2, {49, 19}, {20, -1}, 100, 0, 0, 0, 0, 0},
        {NULL, 2, {49, INT64_C(1) << 33}, {20, 1}, 0, 0, 0, 0, 0, 0},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof updates; i++)
        updates[i] = (unsigned char)(i * 7 + i / 251);
    for (size_t k = 0; k < GRN_COUNT(sets) * GRN_COUNT(cases); k++) {
        filter_case c = cases[k % GRN_COUNT(cases)];
        c.set = sets[k / GRN_COUNT(cases)];
        if (grn_kernels_named(c.set) != NULL)
            check_counts(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_filters_and_bins)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

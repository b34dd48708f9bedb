/* test_kernels_filter.c - one owner's vectors among all, or every owner's, every set: the right
 * ones, in order, with what goes with each. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "kernels/filter.h"
#include "kernels/sets.h"

static const char *const sets[] = {KERNEL_SETS(KERNEL_SET_NAME)};

#define VECTORS 83
#define BEFORE 3 /* filtered already */

/* outside: the component of a vector that is out of range, -1: none. last -1: nothing is
 * checked. */
typedef struct filter_case {
    const char *claim;
    int64_t ncoords, last[2], scale[2], base;
    int32_t shift;
    uint32_t owners;
    int64_t step, outside;
} filter_case;

static const filter_case cases[] = {
    {"an index that is the offset", 1, {999, 999}, {1, 1}, 0, 5, 2, 1, -1},
    {"the last index there is", 1, {UINT32_MAX, 0}, {1, 1}, 0, 3, 2, 1, -1},
    {"one of many owners", 1, {999, 0}, {1, 1}, 0, 0, 65535, 1, -1},
    {"one of nine owners", 1, {999, 0}, {1, 1}, 0, 2, 9, 1, -1},
    {"all are its own", 1, {999, 0}, {1, 1}, 7, 4, 1, 1, -1},
    {"an index that counts rows", 1, {999, 0}, {37, 0}, 100, 4, 3, 1, -1},
    {"two indices", 2, {49, 19}, {20, 1}, 0, 4, 2, 1, -1},
    {"two indices, neither an offset", 2, {49, 19}, {3, 400}, 5, 2, 4, 1, -1},
    {"offsets above 32 bits", 1, {999, 0}, {INT64_C(1) << 31, 0}, 11, 7, 2, 1, -1},
    {"offsets above 32 bits by their base", 1, {999, 0}, {1, 0}, UINT32_MAX, 5, 2, 1, -1},
    {"a scale below zero", 1, {999, 0}, {-3, 0}, 5000, 5, 2, 1, -1},
    {"offsets that nobody looks at", 1, {-1, -1}, {1, 1}, 0, 5, 2, 1, -1},
    {"updates apart", 1, {999, 0}, {1, 1}, 0, 5, 2, 3, -1},
    {"updates that are one", 1, {999, 0}, {1, 1}, 0, 5, 2, 0, -1},
    {"the first is out of range", 1, {999, 0}, {1, 1}, 0, 5, 2, 1, 0},
    {"one in the first group is", 1, {999, 0}, {1, 1}, 0, 5, 2, 1, 5},
    {"a later one is", 1, {999, 0}, {1, 1}, 0, 5, 2, 1, 41},
    {"the first component of a pair is", 2, {49, 19}, {20, 1}, 0, 4, 2, 1, 60},
    {"the second is", 2, {49, 19}, {20, 1}, 0, 4, 2, 1, 61},
    {"the last of all is", 2, {49, 19}, {20, 1}, 0, 4, 2, 1, 2 * VECTORS - 1},
};

static void draw(const filter_case *c, int64_t *raw)
{
    uint32_t seed = 1;
    for (int64_t i = 0; i < VECTORS * c->ncoords; i++) {
        int64_t last = c->last[i % c->ncoords];
        seed = seed * 1664525u + 1013904223u;
        raw[i] = last < 0 ? (int64_t)(seed >> 8) : (int64_t)(seed >> 12) % (last > 999 ? 1000 : last + 1);
        if (last > 999 && i % 3 == 0)
            raw[i] = last - i;
        if (last < 0 && i % 30 == 20)
            raw[i] += INT64_C(1) << 40;
        if (i == c->outside)
            raw[i] = i % 2 == 0 ? last + 1 : -1;
    }
}

/* What is expected, worked out one vector after the other. */
typedef struct expected {
    int64_t offset[VECTORS], number[VECTORS], count, checked;
} expected;

static void expect(const filter_case *c, const int64_t *raw, uint32_t me, expected *e)
{
    e->count = 0;
    e->checked = c->outside >= 0 ? c->outside / c->ncoords : VECTORS;
    for (int64_t i = 0; i < e->checked; i++) {
        uint64_t offset = (uint64_t)c->base;
        for (int64_t k = 0; k < c->ncoords; k++)
            offset += (uint64_t)raw[i * c->ncoords + k] * (uint64_t)c->scale[k];
        if (grn_owner_of((int64_t)offset, c->shift, c->owners) != me)
            continue;
        e->offset[e->count] = (int64_t)offset;
        e->number[e->count++] = i;
    }
}

static _Alignas(64) unsigned char updates[3 * VECTORS * 8];

/* The input of every owner's filter; the owner and the destination are left open. */
static grn_owner_filter filter_of(const filter_case *c, const int64_t *raw, size_t size)
{
    for (size_t i = 0; i < sizeof updates; i++)
        updates[i] = (unsigned char)(i * 7 + i / 251);
    return (grn_owner_filter){.starts = {.raw = raw,
                                         .ncoords = c->ncoords,
                                         .last = {c->last[0], c->last[1]},
                                         .scale = {c->scale[0], c->scale[1]}},
                              .base = c->base,
                              .owner = {c->shift, c->owners, 0},
                              .updates = (const char *)updates,
                              .first = 1000,
                              .step = c->step,
                              .size = size};
}

/* Whether the k-th that passed the filter has vector `number`'s update with it, or that one's
 * place. */
static bool has_update(const filter_case *c, size_t size, const unsigned char *filtered, int64_t k, int64_t number)
{
    int64_t place = 1000 + number * c->step;
    const void *want = size == 0 ? (const void *)&place : updates + number * c->step * (int64_t)size;
    size_t bytes = size == 0 ? sizeof place : size;
    return memcmp(filtered + (size_t)(BEFORE + k) * bytes, want, bytes) == 0;
}

static void check_filter(const char *set, const filter_case *c, size_t size, uint32_t me)
{
    int64_t raw[2 * VECTORS], offset[BEFORE + VECTORS + GRN_BIN_SLACK];
    unsigned char update[sizeof offset];
    expected e;
    draw(c, raw);
    expect(c, raw, me, &e);
    grn_owner_filter p = filter_of(c, raw, size);
    p.owner.me = me;
    p.offset = offset;
    p.update = update;
    p.count = BEFORE;
    int64_t checked = grn_kernels_named(set)->filter(&p, VECTORS);
    if (checked != e.checked || p.count != BEFORE + e.count)
        fail_msg("%s, %s, %zu B: %" PRId64 " checked and %" PRId64 " filtered, not %" PRId64 " and %" PRId64, set,
                 c->claim, size, checked, p.count - BEFORE, e.checked, e.count);
    for (int64_t k = 0; k < e.count; k++)
        if (offset[BEFORE + k] != e.offset[k] || !has_update(c, size, update, k, e.number[k]))
            fail_msg("%s, %s, %zu B: number %" PRId64 " has offset %" PRId64 ", not %" PRId64 ", or not its update",
                     set, c->claim, size, k, offset[BEFORE + k], e.offset[k]);
}

static void check_filters(const char *set, const filter_case *c, size_t size)
{
    for (uint32_t me = 0; me < c->owners && me < 4; me++)
        check_filter(set, c, size, me);
}

#define MOST_OWNERS 9

/* Whether every offset is one of 32 bits, as those of bins are. */
static bool is_narrow(const filter_case *c, const int64_t *raw)
{
    expected e;
    bool narrow = true;
    for (uint32_t o = 0; o < c->owners && o < MOST_OWNERS; o++) {
        expect(c, raw, o, &e);
        for (int64_t k = 0; k < e.count; k++)
            narrow = narrow && e.offset[k] >= 0 && e.offset[k] <= UINT32_MAX;
    }
    return narrow && c->owners <= MOST_OWNERS;
}

static void check_bin(const char *set, const filter_case *c, size_t size)
{
    static uint32_t offset[MOST_OWNERS][BEFORE + VECTORS + GRN_BIN_SLACK];
    static unsigned char update[MOST_OWNERS][sizeof offset[0] * 2];
    int64_t raw[2 * VECTORS];
    grn_bin to[MOST_OWNERS];
    expected e;
    draw(c, raw);
    if (!is_narrow(c, raw))
        return;
    for (uint32_t o = 0; o < c->owners; o++)
        to[o] = (grn_bin){offset[o], update[o], BEFORE};
    grn_owner_filter p = filter_of(c, raw, size);
    int64_t checked = grn_kernels_named(set)->bin(&p, to, VECTORS);
    for (uint32_t o = 0; o < c->owners; o++) {
        expect(c, raw, o, &e);
        if (checked != e.checked || to[o].count != BEFORE + e.count)
            fail_msg("%s, %s, %zu B: %" PRId64 " checked and %" PRId64 " binned for owner %u, not %" PRId64
                     " and %" PRId64,
                     set, c->claim, size, checked, to[o].count - BEFORE, o, e.checked, e.count);
        for (int64_t k = 0; k < e.count; k++)
            if (offset[o][BEFORE + k] != (uint32_t)e.offset[k] || !has_update(c, size, update[o], k, e.number[k]))
                fail_msg("%s, %s, %zu B: number %" PRId64 " of owner %u has offset %u, not %" PRId64
                         ", or not its update",
                         set, c->claim, size, k, o, offset[o][BEFORE + k], e.offset[k]);
    }
}

static void check_all(void (*check)(const char *set, const filter_case *c, size_t size))
{
    static const size_t sizes[] = {0, 1, 2, 4, 8};
    for (size_t s = 0; s < GRN_COUNT(sets); s++)
        for (size_t i = 0; grn_kernels_named(sets[s]) != NULL && i < GRN_COUNT(cases); i++)
            for (size_t z = 0; z < GRN_COUNT(sizes); z++)
                check(sets[s], &cases[i], sizes[z]);
}

static void test_filters(void **unused)
{
    (void)unused;
    check_all(check_filters);
}

static void test_bins(void **unused)
{
    (void)unused;
    check_all(check_bin);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_filters), cmocka_unit_test(test_bins)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_kernels_resolve.c - raw indices of every type to offsets: widened by their own type, based,
 * wrapped, held. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "kernels/kernels.h"
#include "kernels/sets.h"

/* An axis over an operand of 10, stride 100, as the plan makes it. */
static grn_resolve_axis axis_of(int64_t base, bool wrap, int64_t window)
{
    return (grn_resolve_axis){.low = base > 0 ? INT64_MIN + base : INT64_MIN,
                              .high = base < 0 ? INT64_MAX + base : INT64_MAX,
                              .base = base,
                              .wrap = wrap ? 10 : 0,
                              .last = 10 - window,
                              .stride = 100};
}

/* bits: the index as stored. offset: held start times 100. */
static const struct {
    const char *claim;
    grn_dtype dtype;
    uint64_t bits;
    int64_t base, window;
    bool wrap;
    int64_t offset;
    bool in_bounds;
} cases[] = {
    {"in range", GRN_I64, 7, 0, 1, false, 700, true},
    {"the last start of a window of 3", GRN_I32, 7, 0, 3, false, 700, true},
    {"one past it is held", GRN_I32, 8, 0, 3, false, 700, false},
    {"negative is held at 0", GRN_I32, 0xFFFFFFFF, 0, 1, false, 0, false},
    {"i8 200 is -56", GRN_I8, 200, 0, 1, false, 0, false},
    {"ui8 200 is 200", GRN_UI8, 200, 0, 1, false, 900, false},
    {"ui16 65535 is not -1", GRN_UI16, 65535, 0, 1, true, 900, false},
    {"ui32 over INT32_MAX is large", GRN_UI32, 0x80000000, 0, 1, false, 900, false},
    {"ui64 over INT64_MAX is above every bound", GRN_UI64, UINT64_MAX, 0, 1, true, 900, false},
    {"ui64 over INT64_MAX, one-based", GRN_UI64, UINT64_C(1) << 63, 1, 1, false, 900, false},
    {"i4 takes its low bits: 0x1E is -2, wrapped 8", GRN_I4, 0x1E, 0, 1, true, 800, true},
    {"ui4 too: 0x17 is 7", GRN_UI4, 0x17, 0, 1, false, 700, true},
    {"i2: 3 is -1, wrapped 9", GRN_I2, 3, 0, 1, true, 900, true},
    {"ui2: 7 is 3", GRN_UI2, 7, 0, 1, false, 300, true},
    {"i1: any byte is 1", GRN_I1, 5, 0, 1, false, 100, true},
    {"index is i64", GRN_INDEX, 4, 0, 1, false, 400, true},
    {"one-based: 1 is the first", GRN_I16, 1, 1, 1, false, 0, true},
    {"one-based: 0 is before it", GRN_UI8, 0, 1, 1, false, 0, false},
    {"one-based INT64_MIN does not wrap round", GRN_I64, UINT64_C(1) << 63, 1, 1, false, 0, false},
    {"base -1: INT64_MAX does not wrap round", GRN_I64, INT64_MAX, -1, 1, false, 900, false},
    {"wrapped once: -10 is 0", GRN_I64, (uint64_t)-10, 0, 1, true, 0, true},
    {"not twice: -11 is outside", GRN_I64, (uint64_t)-11, 0, 1, true, 0, false},
    {"the base comes off before the wrap: 0 - 1 is 9", GRN_I32, 0, 1, 1, true, 900, true},
};

static void check(size_t i, int64_t step, bool ask)
{
    unsigned char raw[8 * 3 + 1], in_bounds[3] = {1, 1, 0};
    int64_t offset[3] = {5, 5, 5};
    size_t bytes = grn_dtype_bytes(cases[i].dtype);
    grn_resolve_axis axis = axis_of(cases[i].base, cases[i].wrap, cases[i].window);
    for (size_t j = 0; j < 3; j++)
        memcpy(raw + 1 + j * bytes, &cases[i].bits, bytes);
    grn_resolve_plain(cases[i].dtype)(raw + 1, step, 3, &axis, offset, ask ? in_bounds : NULL);
    for (size_t j = 0; j < 3; j++)
        if (offset[j] != 5 + cases[i].offset)
            fail_msg("%s: offset %" PRId64, cases[i].claim, offset[j] - 5);
    if (ask && (in_bounds[0] != cases[i].in_bounds || in_bounds[1] != cases[i].in_bounds || in_bounds[2] != 0))
        fail_msg("%s: in-bounds mask %d %d %d", cases[i].claim, in_bounds[0], in_bounds[1], in_bounds[2]);
}

static void test_cases(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < GRN_COUNT(cases); i++) {
        check(i, 1, true);
        check(i, 1, false);
        check(i, 0, true);
        check(i, 0, false);
    }
}

static void test_every_index_type(void **unused)
{
    (void)unused;
    for (int d = 1; d < GRN_DTYPE_COUNT; d++) {
        bool wanted = d == GRN_I1 || grn_dtype_is_integer((grn_dtype)d);
        if ((grn_resolve_plain((grn_dtype)d) != NULL) != wanted)
            fail_msg("resolve of %s", grn_dtype_text((grn_dtype)d));
    }
}

#define MANY 45 /* some groups of every set, and a rest */
#define ROOM (MANY + 8)

static const char *const sets[] = {KERNEL_SETS(KERNEL_SET_NAME)};

/* MANY vectors by the bodies of an instruction set and by the plain ones; nothing behind them is
 * touched. */
static bool agrees(const grn_kernels *set, int d, const void *raw, const grn_resolve_axis *axis, int64_t step, bool ask)
{
    unsigned char want_in[ROOM], got_in[ROOM];
    int64_t want[ROOM], got[ROOM];
    for (int i = 0; i < ROOM; i++)
        want[i] = got[i] = i, want_in[i] = got_in[i] = i % 5 != 0;
    grn_resolve_plain((grn_dtype)d)(raw, step, MANY, axis, want, ask ? want_in : NULL);
    set->resolve((grn_dtype)d)(raw, step, MANY, axis, got, ask ? got_in : NULL);
    return memcmp(want, got, sizeof want) == 0 && memcmp(want_in, got_in, sizeof want_in) == 0;
}

/* Blocks with a few starts out of range. */
static void check_set(const grn_kernels *set, int d, const grn_resolve_axis *axis, int64_t step, bool ask)
{
    unsigned char raw[8 * 3 * MANY];
    uint32_t state = (uint32_t)d;
    for (size_t i = 0; i < sizeof raw; i++) {
        state = state * 1664525u + 1013904223u;
        raw[i] = (unsigned char)(i % grn_dtype_bytes((grn_dtype)d) == 0 ? state >> 24 & 15 : i % 97 == 0 ? 255 : 0);
    }
    if (!agrees(set, d, raw, axis, step, ask))
        fail_msg("%s: resolve of %s, step %d, differs from the plain one", set->name, grn_dtype_text((grn_dtype)d),
                 (int)step);
}

static void check_type(const grn_kernels *set, int d)
{
    for (int64_t step = 1; grn_resolve_plain((grn_dtype)d) != NULL && step < 4; step++)
        for (int wrap = -1; wrap < 2; wrap++) {
            grn_resolve_axis axis = axis_of(wrap, wrap == 0, 1);
            check_set(set, d, &axis, step, true);
            check_set(set, d, &axis, step, false);
            axis.stride = INT64_C(1) << 40;
            check_set(set, d, &axis, step, true);
        }
}

static void test_sets_agree(void **unused)
{
    (void)unused;
    for (size_t s = 0; s < GRN_COUNT(sets); s++)
        for (int d = 1; grn_kernels_named(sets[s]) != NULL && d < GRN_DTYPE_COUNT; d++)
            check_type(grn_kernels_named(sets[s]), d);
}

/* One value throughout, so that whole groups may be taken for being in range. */
static void check_value(const grn_kernels *set, int d, int64_t value)
{
    static const int64_t bases[] = {
        0, 1, -1, 100, -100, INT64_C(1) << 33, -(INT64_C(1) << 33), INT64_MAX, INT64_MIN + 1};
    int64_t raw[2 * MANY];
    for (size_t i = 0; i < GRN_COUNT(raw); i++)
        raw[i] = value;
    for (size_t b = 0; b < 8 * GRN_COUNT(bases); b++) {
        grn_resolve_axis axis = axis_of(bases[b / 8], b % 2 == 0, 1);
        axis.last = b % 8 < 4 ? INT64_MAX - 1 : 9;
        if (!agrees(set, d, raw, &axis, (int64_t)(b % 4 / 2 + 1), true))
            fail_msg("%s: resolve of %s, all %" PRId64 ", base %" PRId64, set->name, grn_dtype_text((grn_dtype)d),
                     value, axis.base);
    }
}

/* At the ends of the types nothing goes round. */
static void test_sets_agree_at_the_ends(void **unused)
{
    static const int64_t ends[] = {0,         1,         -1,        9,         10,         -10, -11, 101,
                                   INT64_MAX, INT64_MIN, INT32_MAX, INT32_MIN, UINT32_MAX, 255, 127};
    (void)unused;
    for (size_t s = 0; s < GRN_COUNT(sets); s++)
        for (int d = 1; grn_kernels_named(sets[s]) != NULL && d < GRN_DTYPE_COUNT; d++)
            for (size_t e = 0; grn_resolve_plain((grn_dtype)d) != NULL && e < GRN_COUNT(ends); e++)
                check_value(grn_kernels_named(sets[s]), d, ends[e]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cases), cmocka_unit_test(test_every_index_type),
                                       cmocka_unit_test(test_sets_agree),
                                       cmocka_unit_test(test_sets_agree_at_the_ends)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

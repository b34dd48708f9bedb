/* test_machine.c - the figures of a machine: text, what is refused, curves between their points,
 * this machine's caches. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/core.h"
#include "garner/sink.h"
#include "plan/machine/machine.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- the struct as numbers: every figure is a double ----------------------------------------- */

#define VALUES ((sizeof(grn_machine) - offsetof(grn_machine, l1_bytes)) / sizeof(double))

static double *values(grn_machine *m) { return &m->l1_bytes; }

/* The figures that must be at least 1, by the header's words. */
static const size_t at_least_one[] = {
    offsetof(grn_machine, l1_bytes),       offsetof(grn_machine, l2_bytes),     offsetof(grn_machine, last_bytes),
    offsetof(grn_machine, line_scaling),   offsetof(grn_machine, byte_scaling), offsetof(grn_machine, prefetch_vectors),
    offsetof(grn_machine, prefetch_bytes), offsetof(grn_machine, shared_sets),
};

static bool is_at_least_one(size_t i)
{
    bool found = false;
    for (size_t k = 0; k < COUNT(at_least_one); k++)
        found = found || at_least_one[k] == offsetof(grn_machine, l1_bytes) + i * sizeof(double);
    return found;
}

/* ---- what is said ---------------------------------------------------------------------------- */

typedef struct heard {
    char text[4096];
    grn_place place;
    size_t count;
} heard;

static void hear(void *user, const grn_diagnostic *d)
{
    heard *h = user;
    snprintf(h->text, sizeof h->text, "%s", d->message);
    h->place = d->place;
    h->count++;
}

static void written(const grn_machine *m, grn_text_buffer *b)
{
    grn_text_buffer_free(b);
    assert_int_equal(grn_machine_write(m, (grn_sink[]){grn_text_buffer_sink(b)}), GRN_OK);
}

/* ---- text ------------------------------------------------------------------------------------ */

static void test_round_trip_of_defaults(void **state)
{
    (void)state;
    grn_text_buffer b = {0};
    grn_machine m = {.size_bytes = sizeof m}, again = m;
    grn_machine_default(&m);
    written(&m, &b);
    memset(&again, 0xA5, sizeof again); /* every figure is in the text */
    again.size_bytes = sizeof again;
    assert_int_equal(grn_machine_read(b.text, b.size_bytes, NULL, &again), GRN_OK);
    assert_memory_equal(&m.l1_bytes, &again.l1_bytes, sizeof m - offsetof(grn_machine, l1_bytes));
    grn_text_buffer_free(&b);
}

/* Values that take every digit, powers of ten, the least and the largest of all. */
static void test_round_trip_of_values(void **state)
{
    (void)state;
    grn_text_buffer b = {0};
    static const double hard[] = {1.0 / 3,
                                  0.1,
                                  123456.789,
                                  0x1p-1074,
                                  1.7976931348623157e308,
                                  1e22,
                                  5e-5,
                                  99999,
                                  2.0 / 3e7,
                                  1,
                                  0x1.fffffffffffffp+52,
                                  1e16,
                                  123456789012345678.0,
                                  0.00099999999999999991,
                                  1e15,
                                  0.0001};
    grn_machine m = {.size_bytes = sizeof m}, again = m;
    uint64_t seed = 1;
    for (int round = 0; round < 200; round++) {
        grn_machine_default(&m);
        for (size_t i = 0; i < VALUES; i++) {
            seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407;
            double random = ldexp((double)(seed >> 11), (int)(seed % 90) - 90);
            double value = round == 0 ? hard[i % COUNT(hard)] : random;
            values(&m)[i] = is_at_least_one(i) ? fmin(value + 1, 1e15) : value;
        }
        written(&m, &b);
        grn_machine_default(&again);
        assert_int_equal(grn_machine_read(b.text, b.size_bytes, NULL, &again), GRN_OK);
        assert_memory_equal(&m, &again, sizeof m);
    }
    grn_text_buffer_free(&b);
}

/* By hand: how figures are written. */
static void test_how_values_are_written(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *text;
    } cases[] = {
        {0, "\ncall 0\n"},
        {-0.0, "\ncall 0\n"},
        {4, "\ncall 4\n"},
        {0.25, "\ncall 0.25\n"},
        {1.0 / 3, "\ncall 0.3333333333333333\n"},
        {12.5, "\ncall 12.5\n"},
        {1500, "\ncall 1500\n"},
        {0.0001, "\ncall 0.0001\n"},
        {0.00001, "\ncall 1e-5\n"},
        {1.5e-9, "\ncall 1.5e-9\n"},
        {1e15, "\ncall 1000000000000000\n"},
        {1e16, "\ncall 1e16\n"},
        {0.03125, "\ncall 0.03125\n"},
        {1.25e300, "\ncall 1.25e300\n"},
    };
    grn_text_buffer b = {0};
    for (size_t i = 0; i < COUNT(cases); i++) {
        grn_machine m = {.size_bytes = sizeof m};
        grn_machine_default(&m);
        m.call = cases[i].value;
        written(&m, &b);
        if (strstr(b.text, cases[i].text) == NULL)
            fail_msg("%.17g must be written as %s, not as %.40s", cases[i].value, cases[i].text,
                     strstr(b.text, "\ncall"));
    }
    grn_machine m = {.size_bytes = sizeof m};
    grn_machine_default(&m);
    for (int k = 0; k < GRN_MACHINE_POINTS; k++)
        m.read_line[k] = k + 0.5;
    written(&m, &b);
    assert_non_null(strstr(b.text, "\nread_line 0.5 1.5 2.5 3.5 4.5 5.5 6.5 7.5\n"));
    assert_memory_equal(b.text, "l1_bytes ", 9); /* in the struct's order */
    assert_non_null(strstr(b.text, "\nregion_cell "));
    grn_text_buffer_free(&b);
}

static const char part[] = "# a model\n"
                           "\n"
                           "  call 7.5   # one figure\r\n"
                           "\tread_line 1 2 3 4 5 6 7 8e1\n"
                           "l2_bytes 2097152";

static void test_parts_keep_the_rest(void **state)
{
    (void)state;
    grn_machine m = {.size_bytes = sizeof m}, want = m;
    grn_machine_default(&m);
    m.row = 77;
    want = m;
    want.call = 7.5;
    want.l2_bytes = 2097152;
    memcpy(want.read_line, (double[]){1, 2, 3, 4, 5, 6, 7, 80}, sizeof want.read_line);
    assert_int_equal(grn_machine_read(part, sizeof part - 1, NULL, &m), GRN_OK);
    assert_memory_equal(&m, &want, sizeof m);
    assert_int_equal(grn_machine_read("", 0, NULL, &m), GRN_OK);
    assert_memory_equal(&m, &want, sizeof m);
}

static void test_what_is_no_text_of_figures(void **state)
{
    (void)state;
#define TEXT(text) text, sizeof text - 1
    static const struct {
        const char *text;
        size_t bytes;
        uint32_t line, column;
        const char *says;
    } cases[] = {
        {TEXT("call 1\nspeed 3\n"), 2, 1, "line 2: there is no figure 'speed'"},
        {TEXT("Call 1\n"), 1, 1, "line 1: there is no figure 'Call'"},
        {TEXT("cal 1\n"), 1, 1, "'cal'"},
        {TEXT("calls 1\n"), 1, 1, "'calls'"},
        {TEXT("ca\0ll 1\n"), 1, 1, "line 1: there is no figure 'ca"},
        {TEXT("\n\ncall\n"), 3, 5, "line 3: call has 0 values, it takes 1"},
        {TEXT("call # 1\n"), 1, 6, "line 1: call has 0 values, it takes 1"},
        {TEXT("read_line 1 2 3 4 5 6 7"), 1, 24, "line 1: read_line has 7 values, it takes 8"},
        {TEXT("read_line 1\n2 3 4 5 6 7 8"), 1, 12, "line 1: read_line has 1 value, it takes 8"},
        {TEXT("read_line 1 2 3 4 5 6 7 8 9"), 1, 27, "line 1: read_line takes 8 values, '9' is one more"},
        {TEXT("# x\n call  1 2"), 2, 10, "line 2: call takes 1 value, '2' is one more"},
        {TEXT("call one"), 1, 6, "line 1: 'one' is no number"},
        {TEXT("call 1,5"), 1, 6, "line 1: '1,5' is no number"},
        {TEXT("call nan"), 1, 6, "line 1: 'nan' is no number"},
        {TEXT("call inf"), 1, 6, "line 1: 'inf' is no number"},
        {TEXT("call 1e999"), 1, 6, "line 1: call is 1e999, it must be finite and not negative"},
        {TEXT("call -1"), 1, 6, "line 1: call is -1, it must be finite and not negative"},
        {TEXT("l1_bytes 0.5"), 1, 10, "line 1: l1_bytes is 0.5, it must be finite and at least 1, at most 1e15"},
        {TEXT("prefetch_bytes 1e19"), 1, 16,
         "line 1: prefetch_bytes is 1e19, it must be finite and at least 1, at most 1e15"},
        {TEXT("call 1\nrow 1\ncall 1\n"), 3, 1, "line 3: call is there already, on line 1"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        grn_machine m = {.size_bytes = sizeof m}, before = m;
        heard h = {0};
        grn_machine_default(&m);
        before = m;
        grn_status status = grn_machine_read(cases[i].text, cases[i].bytes, &(grn_diag){hear, &h}, &m);
        if (status != GRN_E_PARSE || h.count != 1 || strstr(h.text, cases[i].says) == NULL)
            fail_msg("%s: %s, '%s', must say '%s'", cases[i].text, grn_status_name(status), h.text, cases[i].says);
        if (h.place.line != cases[i].line || h.place.column != cases[i].column)
            fail_msg("%s: told at %u:%u", cases[i].text, h.place.line, h.place.column);
        assert_memory_equal(&m, &before, sizeof m);
        assert_int_equal(grn_machine_read(cases[i].text, cases[i].bytes, NULL, &m), GRN_E_PARSE);
    }
}

/* ---- what a figure must be ------------------------------------------------------------------- */

static void refused(size_t i, double value)
{
    heard h = {0};
    grn_machine m = {.size_bytes = sizeof m};
    grn_machine_default(&m);
    values(&m)[i] = value;
    if (grn_machine_check(&m, &(grn_diag){hear, &h}) != GRN_E_ARGUMENT || h.count != 1)
        fail_msg("value %zu may not be %g", i, value);
    assert_int_equal(grn_machine_check(&m, NULL), GRN_E_ARGUMENT);
    grn_text_buffer b = {0};
    assert_int_equal(grn_machine_write(&m, (grn_sink[]){grn_text_buffer_sink(&b)}), GRN_E_ARGUMENT);
    grn_text_buffer_free(&b);
}

static void test_every_figure_is_checked(void **state)
{
    (void)state;
    for (size_t i = 0; i < VALUES; i++) {
        refused(i, NAN);
        refused(i, INFINITY);
        if (is_at_least_one(i))
            refused(i, 1.1e15);
        refused(i, -INFINITY);
        refused(i, -1);
        refused(i, -0x1p-1074);
        grn_machine m = {.size_bytes = sizeof m};
        grn_machine_default(&m);
        if (is_at_least_one(i)) {
            refused(i, 0);
            refused(i, 0.999);
            values(&m)[i] = 1;
        } else {
            values(&m)[i] = 0;
        }
        assert_int_equal(grn_machine_check(&m, NULL), GRN_OK);
    }
}

static void test_which_figure_is_wrong(void **state)
{
    (void)state;
    heard h = {0};
    grn_machine m = {.size_bytes = sizeof m};
    grn_machine_default(&m);
    m.update_line[3] = -2;
    assert_int_equal(grn_machine_check(&m, &(grn_diag){hear, &h}), GRN_E_ARGUMENT);
    assert_non_null(strstr(h.text, "update_line[3] is -2"));
    grn_machine_default(&m);
    m.last_bytes = 0;
    assert_int_equal(grn_machine_check(&m, &(grn_diag){hear, &h}), GRN_E_ARGUMENT);
    assert_non_null(strstr(h.text, "last_bytes is 0"));
    assert_non_null(strstr(h.text, "at least 1"));
}

/* ---- curves ---------------------------------------------------------------------------------- */

#define KIB 1024.0
#define MIB (1024.0 * 1024.0)

/* On a curve of 0, 10, 30, 60, 100, 200, 400, 1000. log2(1.5) is 0.58496, log2(1.25) 0.32193,
 * log2(1.75) 0.80735. */
static void test_between_points(void **state)
{
    (void)state;
    static const double curve[GRN_MACHINE_POINTS] = {0, 10, 30, 60, 100, 200, 400, 1000};
    static const struct {
        const char *claim;
        double bytes, want, within;
    } cases[] = {
        {"flat before the first", 0, 0, 0},
        {"flat before the first", 1, 0, 0},
        {"flat before the first", -5, 0, 0},
        {"NaN is before the first", NAN, 0, 0},
        {"the first", 32 * KIB, 0, 0},
        {"half way", 64 * KIB, 5, 1e-12},
        {"3/4", 96 * KIB, 7.9248, 0.01}, /* (1 + log2(1.5)) / 2 of 10 */
        {"the second", 128 * KIB, 10, 1e-12},
        {"1.25 times the second", 160 * KIB, 10 + 0.5 * 0.32193 * 20, 0.02},
        {"1.75 times the second", 224 * KIB, 10 + 0.5 * 0.80735 * 20, 0.02},
        {"half way", 256 * KIB, 20, 1e-12},
        {"the third", 512 * KIB, 30, 1e-12},
        {"the fourth", 2 * MIB, 60, 1e-12},
        {"half way", 4 * MIB, 80, 1e-12},
        {"the fifth", 8 * MIB, 100, 1e-12},
        {"1.5 times the fifth", 12 * MIB, 100 + 0.5 * 0.58496 * 100, 0.1},
        {"the sixth", 32 * MIB, 200, 1e-12},
        {"the seventh", 128 * MIB, 400, 1e-12},
        {"half way", 256 * MIB, 700, 1e-12},
        {"the last", 512 * MIB, 1000, 0},
        {"flat after the last", 1e12, 1000, 0},
        {"flat after the last", INFINITY, 1000, 0},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        double seen = grn_machine_at(curve, cases[i].bytes);
        if (!(fabs(seen - cases[i].want) <= cases[i].within))
            fail_msg("%s (%g bytes): %.9g, must be %.9g", cases[i].claim, cases[i].bytes, seen, cases[i].want);
    }
}

/* A finer look: never off by more than the head of grn_log2_of_mantissa says, and never falling on
 * a rising curve. */
static void test_near_the_logarithm(void **state)
{
    (void)state;
    static const double line[GRN_MACHINE_POINTS] = {0, 1, 2, 3, 4, 5, 6, 7};
    double last = 0;
    for (double bytes = 32 * KIB; bytes < 512 * MIB; bytes *= 1.0009) {
        double seen = grn_machine_at(line, bytes), want = (log2(bytes) - 15) / 2;
        if (fabs(seen - want) > 0.5 * 0.0015 || seen < last)
            fail_msg("%g bytes: %.9g, must be near %.9g, before it %.9g", bytes, seen, want, last);
        last = seen;
    }
}

static void test_beyond_the_nearest(void **state)
{
    (void)state;
    static const double curve[GRN_MACHINE_POINTS] = {2, 10, 30, 1, 100, 200, 400, 1000};
    assert_true(grn_machine_beyond(curve, 32 * KIB) == 0);
    assert_true(grn_machine_beyond(curve, 64 * KIB) == 4);
    assert_true(grn_machine_beyond(curve, 512 * KIB) == 28);
    assert_true(grn_machine_beyond(curve, 2 * MIB) == 0);
    assert_true(grn_machine_beyond(curve, 1e12) == 998);
    for (int i = 0; i < GRN_MACHINE_POINTS; i++)
        assert_true(grn_machine_at(curve, grn_machine_point(i)) == curve[i]);
}

/* ---- here ------------------------------------------------------------------------------------ */

static void test_here_is_the_default_with_caches(void **state)
{
    (void)state;
    grn_machine m = {.size_bytes = sizeof m}, here = m;
    grn_machine_default(&m);
    grn_machine_here(&here);
    assert_int_equal(grn_machine_check(&m, NULL), GRN_OK);
    assert_int_equal(grn_machine_check(&here, NULL), GRN_OK);
    assert_true(here.l1_bytes < here.l2_bytes && here.l2_bytes < here.last_bytes);
    assert_true(here.last_bytes <= 32 * MIB || here.last_bytes == 4 * here.l2_bytes);
    here.l1_bytes = m.l1_bytes;
    here.l2_bytes = m.l2_bytes;
    here.last_bytes = m.last_bytes;
    assert_memory_equal(&m, &here, sizeof m);
    grn_machine_default(NULL);
    grn_machine_here(NULL);
}

/* Of kernels: the table that docs/machine.md explains, so that a figure is not changed by a
 * slip. */
static void test_defaults_of_kernels(void **state)
{
    (void)state;
    grn_machine m = {.size_bytes = sizeof m};
    grn_machine_default(&m);
    const struct {
        const char *name;
        double seen, want;
    } cases[] = {
        {"call", m.call, 4},
        {"run", m.run, 12},
        {"block", m.block, 20},
        {"index32", m.index32, 0.3},
        {"index64", m.index64, 0.9},
        {"joined_run", m.joined_run, 3},
        {"joined_vector", m.joined_vector, 0.15},
        {"checked", m.checked, 0.15},
        {"fused_cell", m.fused_cell, 0.25},
        {"fused_pair", m.fused_pair, 0.4},
        {"short_run", m.short_run, 0.4},
        {"short_cell", m.short_cell, 0.2},
        {"long_cell", m.long_cell, 0.35},
        {"cell32", m.cell32, 0.25},
        {"cell64", m.cell64, 0.8},
        {"gapped_cell", m.gapped_cell, 0.5},
        {"put_cell", m.put_cell, 0.4},
        {"strided_cell", m.strided_cell, 0.9},
        {"strip", m.strip, 0.3},
        {"strip_cell", m.strip_cell, 0.3},
        {"far_cell", m.far_cell, 0.3},
        {"row", m.row, 1},
        {"batched_row", m.batched_row, 0.5},
        {"byte", m.byte, 0.015},
        {"owner", m.owner, 0.8},
        {"bin", m.bin, 1.1},
        {"bin_owner", m.bin_owner, 0.2},
        {"handover", m.handover, 1500},
        {"pack_byte", m.pack_byte, 0.17 / 2},
        {"stream_cell_byte", m.stream_cell_byte, 0.7 * 0.046},
        {"shared_sets", m.shared_sets, 1.8},
        {"passed_line", m.passed_line, 1500 / 8.0},
        {"waiting_cell", m.waiting_cell, 5 * 0.4},
        {"compact_cell", m.compact_cell, 2 * 0.4},
        {"row_cell", m.row_cell, 1.6 * 2 * 0.4},
        {"batches", m.batches, 2 * 20},
        {"panel_run", m.panel_run, 5 * 20},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        if (fabs(cases[i].seen - cases[i].want) > 1e-12)
            fail_msg("%s is %g, must be %g", cases[i].name, cases[i].seen, cases[i].want);
}

/* ---- stored models --------------------------------------------------------------------------- */

static grn_machine stored(const char *name)
{
    static char text[16384];
    char path[1000];
    heard h = {0};
    grn_machine m = {.size_bytes = sizeof m};
    snprintf(path, sizeof path, "%s/share/machines/%s", GARNER_SOURCE_DIR, name);
    FILE *from = fopen(path, "rb");
    assert_non_null(from);
    size_t bytes = fread(text, 1, sizeof text, from);
    fclose(from);
    grn_machine_default(&m);
    if (grn_machine_read(text, bytes, &(grn_diag){hear, &h}, &m) != GRN_OK)
        fail_msg("%s: %s", path, h.text);
    assert_int_equal(grn_machine_check(&m, NULL), GRN_OK);
    return m;
}

/* What was measured on each, and one figure that was not. */
static void test_stored_models(void **state)
{
    (void)state;
    grn_machine usual = {.size_bytes = sizeof usual}, m = stored("intel-vm.txt");
    grn_machine_default(&usual);
    assert_true(m.l2_bytes == 2 * MIB && m.last_bytes == 32 * MIB);
    assert_true(fabs(grn_machine_at(m.update_line, 4 * MIB) - 1.95) < 0.1); /* its curve, half way between two points */
    assert_true(fabs(grn_machine_at(m.update_line, 16 * MIB) - 3.2) < 0.3);
    assert_true(fabs(grn_machine_at(m.update_line, 64 * MIB) - 5.3) < 1.1);
    assert_true(m.row == usual.row);
    m = stored("zen3-vm.txt");
    assert_true(m.l2_bytes == 512 * KIB && m.read_line[7] == 11.1 && m.row == usual.row);
    m = stored("zen5-vm.txt");
    assert_true(m.l2_bytes == MIB && m.l1_bytes == 48 * KIB && m.row == usual.row);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip_of_defaults),
        cmocka_unit_test(test_round_trip_of_values),
        cmocka_unit_test(test_how_values_are_written),
        cmocka_unit_test(test_parts_keep_the_rest),
        cmocka_unit_test(test_what_is_no_text_of_figures),
        cmocka_unit_test(test_every_figure_is_checked),
        cmocka_unit_test(test_which_figure_is_wrong),
        cmocka_unit_test(test_between_points),
        cmocka_unit_test(test_near_the_logarithm),
        cmocka_unit_test(test_beyond_the_nearest),
        cmocka_unit_test(test_here_is_the_default_with_caches),
        cmocka_unit_test(test_stored_models),
        cmocka_unit_test(test_defaults_of_kernels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_machine_measure.c - measuring within small bounds: the model is right, no memory stays, bad
 * options are told. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "kernels/kernels.h"
#include "plan/machine/machine.h"
#include "plan/machine/measure.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define MIB ((size_t)1 << 20)
#define MOST_TRIES 5

static const grn_machine_options tiny = {.seconds = 0.02, .memory_bytes = 4 * MIB};

static void keep_message(void *user, const grn_diagnostic *d) { snprintf(user, 200, "%s", d->message); }

/* Where other programs disturb five measurements, what is held of the figures is skipped, by name. */
static void skip_if_disturbed(grn_status status, int tries, const char *said)
{
    if (status != GRN_E_CHECK || tries < MOST_TRIES)
        return;
    print_message("skipped: %s\n", said);
    skip();
}

static grn_machine measured(const grn_machine_options *options)
{
    char said[200] = "";
    grn_machine m;
    grn_status status = GRN_E_CHECK;
    for (int tries = 1; status == GRN_E_CHECK && tries <= MOST_TRIES; tries++) {
        memset(&m, 0xA5, sizeof m);
        m.size_bytes = sizeof m;
        status = grn_machine_measure(options, NULL, &(grn_diag){keep_message, said}, &m);
        skip_if_disturbed(status, tries, said);
    }
    if (status != GRN_OK)
        fail_msg("%s", said);
    assert_int_equal(grn_machine_judge(&m, NULL), GRN_OK);
    assert_int_equal(grn_machine_check(&m, NULL), GRN_OK);
    return m;
}

/* What no measurement changes, and what is flat: 4 MiB are between the fourth point and the
 * fifth. */
static void test_tiny_bounds(void **state)
{
    (void)state;
    grn_machine here = {.size_bytes = sizeof here}, m = measured(&tiny);
    grn_machine_here(&here);
    assert_true(m.l1_bytes == here.l1_bytes && m.l2_bytes == here.l2_bytes && m.last_bytes == here.last_bytes);
    assert_true(m.prefetch_bytes == here.prefetch_bytes);
    const double *curve[] = {m.read_line, m.update_line, m.next_line, m.read_byte, m.write_byte};
    for (size_t c = 0; c < COUNT(curve); c++)
        for (int i = 5; i < GRN_MACHINE_POINTS; i++)
            if (curve[c][i] != curve[c][4])
                fail_msg("curve %zu is not flat beyond the memory it has: %g at %d, %g before", c, curve[c][i], i,
                         curve[c][4]);
}

/* No pointer, no second, no byte: the defaults, or hardly anything; never a wrong figure. */
static void test_extreme_bounds(void **state)
{
    (void)state;
    static const grn_machine_options cases[] = {
        {.seconds = 1e-9, .memory_bytes = 1},       {.seconds = 1e-9, .memory_bytes = 64 * MIB},
        {.seconds = 0.001, .memory_bytes = 65536},  {.seconds = 0.01, .memory_bytes = 100000},
        {.seconds = 0.01, .memory_bytes = 9 * MIB}, {.seconds = 0.05, .memory_bytes = 16 * MIB},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        (void)measured(&cases[i]);
    grn_machine here = {.size_bytes = sizeof here}, m = measured(&cases[0]);
    grn_machine_here(&here);
    /* no time at all: curves and kernels are those that are known */
    for (size_t i = 0; i < GRN_MACHINE_VALUES; i++) {
        const double a = (&m.l1_bytes)[i], b = (&here.l1_bytes)[i];
        const size_t from = GRN_MACHINE_VALUE(offsetof(grn_machine, read_line)),
                     to = GRN_MACHINE_VALUE(offsetof(grn_machine, stream_byte));
        if ((i < from || i >= to) && a != b)
            fail_msg("value %zu is %g, without any time it must stay %g", i, a, b);
    }
}

static void test_every_instruction_set(void **state)
{
    (void)state;
    static const char *const names[] = {"scalar", "avx2", "avx512"};
    for (size_t i = 0; i < COUNT(names); i++) {
        grn_machine_options o = {.seconds = 0.02, .memory_bytes = MIB, .cpu = names[i]};
        if (grn_kernels_named(names[i]) != NULL) {
            grn_machine m = measured(&o);
            assert_true(m.index32 > 0 && m.fused_cell > 0 && m.cell32 > 0 && m.row > 0);
        } else {
            grn_machine m = {.size_bytes = sizeof m};
            assert_int_equal(grn_machine_measure(&o, NULL, NULL, &m), GRN_E_UNSUPPORTED);
        }
    }
}

/* ---- bad options ----------------------------------------------------------------------------- */

static void test_bad_options(void **state)
{
    (void)state;
    static const struct {
        grn_machine_options options;
        grn_status status;
        const char *says;
    } cases[] = {
        {{.seconds = -1}, GRN_E_ARGUMENT, "seconds"},
        {{.seconds = NAN}, GRN_E_ARGUMENT, "seconds"},
        {{.seconds = INFINITY}, GRN_E_ARGUMENT, "seconds"},
        {{.cpu = ""}, GRN_E_UNSUPPORTED, "cpu is ''"},
        {{.cpu = "abacus"}, GRN_E_UNSUPPORTED, "cpu is 'abacus'"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char said[200] = "";
        grn_machine m = {.size_bytes = sizeof m}, before = m;
        grn_machine_default(&m);
        before = m;
        assert_int_equal(grn_machine_measure(&cases[i].options, NULL, &(grn_diag){keep_message, said}, &m),
                         cases[i].status);
        assert_non_null(strstr(said, cases[i].says));
        assert_memory_equal(&m, &before, sizeof m);
    }
    assert_int_equal(grn_machine_measure(&tiny, NULL, NULL, NULL), GRN_E_ARGUMENT);
}

/* ---- memory ---------------------------------------------------------------------------------- */

typedef struct counted {
    long left; /* requests that are granted */
    size_t outstanding, peak;
    long requests;
} counted;

static void *take(void *user, size_t bytes, size_t alignment)
{
    counted *c = user;
    c->requests++;
    if (c->left-- <= 0)
        return NULL;
    c->outstanding += bytes;
    c->peak = c->outstanding > c->peak ? c->outstanding : c->peak;
    return aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

static void give(void *user, void *memory, size_t bytes)
{
    ((counted *)user)->outstanding -= bytes;
    free(memory);
}

static void test_refused_memory(void **state)
{
    (void)state;
    grn_status status = GRN_E_MEMORY;
    for (long granted = 0; status == GRN_E_MEMORY && granted < 100; granted++) {
        counted c = {granted, 0, 0, 0};
        grn_machine m = {.size_bytes = sizeof m}, before = m;
        grn_machine_default(&m);
        before = m;
        status = grn_machine_measure(&tiny, &(grn_allocator){take, give, &c}, NULL, &m);
        assert_int_equal(c.outstanding, 0);
        if (status == GRN_E_MEMORY)
            assert_memory_equal(&m, &before, sizeof m);
        else
            assert_true(c.peak < 5 * MIB && c.requests <= granted);
    }
    assert_true(status == GRN_OK || status == GRN_E_CHECK); /* all was granted, whatever disturbed it */
}

/* ---- a figure's digits: 4 are kept ----------------------------------------------------------- */

static void test_digits(void **state)
{
    (void)state;
    static const struct {
        double value, want;
    } cases[] = {
        {0.123456, 0.1235},
        {0, 0},
        {12345.6, 12350},
        {1, 1},
        {0.0999999, 0.1},
        {7.00049, 7},
        {7131482, 7131000},
        {0.00012344, 0.0001234},
        {-1, 99},
        {NAN, 99},
        {INFINITY, 99},
        {1e-310, 0},
        {1.7972e308, 1.797e308},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        double figure = 99;
        grn_measure_round(&figure, cases[i].value);
        if (figure != cases[i].want)
            fail_msg("%g becomes %.17g, must be %g", cases[i].value, figure, cases[i].want);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tiny_bounds),           cmocka_unit_test(test_extreme_bounds),
        cmocka_unit_test(test_every_instruction_set), cmocka_unit_test(test_bad_options),
        cmocka_unit_test(test_refused_memory),        cmocka_unit_test(test_digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * test_machine_judge.c - which figures can be those of one machine, by made-up figures: those of a
 * busy machine are refused, those of the stored machines, of slow builds and all that rise alike
 * are not; and what was disturbed is measured again.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "plan/machine/machine.h"
#include "plan/machine/measure.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define AT(name) offsetof(grn_machine, name)

static double *values_at(grn_machine *m, size_t offset) { return (double *)(void *)((char *)m + offset); }

static void keep_message(void *user, const grn_diagnostic *d) { snprintf(user, 300, "%s", d->message); }

/* "" where the figures pass. */
static const char *judged(const grn_machine *m)
{
    static char said[300];
    said[0] = 0;
    const grn_status status = grn_machine_judge(m, &(grn_diag){keep_message, said});
    assert_int_equal(status, said[0] ? GRN_E_CHECK : GRN_OK);
    assert_int_equal(grn_machine_doubts(m).what != 0, said[0] != 0);
    return said;
}

/* ---- one curve of the defaults replaced ------------------------------------------------------ */

static const struct {
    const char *claim;
    size_t curve;
    double v[GRN_MACHINE_POINTS];
    uint32_t again;   /* the points that are measured again */
    const char *says; /* NULL: nothing */
} curves[] = {
    {"a loop was disturbed: 38.6 ns between 0.04 and 9.2",
     AT(next_line),
     {0.04, 0.04, 0.04, 38.6, 9.2, 9.2, 9.2, 9.2},
     0x18,
     "next_line[3] is 38.6, and [4], of a larger footprint, is 9.2"},
    {"the nearest footprint was",
     AT(read_line),
     {7, 0.4, 0.5, 0.9, 1.3, 3.5, 6, 9},
     0x03,
     "read_line[0] is 7, and [1], of a larger"},
    {"bytes were",
     AT(read_byte),
     {0.01, 0.01, 0.2, 0.02, 0.02, 0.03, 0.04, 0.05},
     0x0C,
     "read_byte[2] is 0.2, and [3]"},
    {"the farthest was: its neighbours do not jump",
     AT(update_line),
     {0.4, 0.7, 0.9, 1.3, 2, 4.2, 7.5, 88},
     0x80,
     "update_line[7] is 88, out of all proportion"},
    {"a following line takes more than a random one",
     AT(next_line),
     {0.2, 0.3, 0.3, 0.5, 0.6, 6, 32, 50},
     0xC0,
     "next_line[6] is 32, out of all proportion"},
    {"a line read takes more than one updated",
     AT(read_line),
     {0.25, 0.45, 0.55, 0.9, 1.3, 10, 14, 24},
     0xA0,
     "read_line[5] is 10, out of all proportion"},
    {"written bytes jump alone",
     AT(write_byte),
     {0.02, 0.02, 0.02, 0.02, 0.02, 0.02, 0.02, 0.3},
     0x80,
     "write_byte[7] is 0.3, out of"},
    {"a jump beyond any level of memory",
     AT(read_byte),
     {0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.9},
     0x80,
     "read_byte[7] is 0.9"},
    {"a footprint a little slower than the one beyond it passes",
     AT(write_byte),
     {0.0133, 0.0129, 0.0128, 0.0127, 0.0127, 0.0262, 0.0354, 0.0321},
     0,
     NULL},
    {"following lines that cost nothing until memory ends pass",
     AT(next_line),
     {0, 0, 0, 0.04, 0.04, 3.4, 3.7, 3.8},
     0,
     NULL},
    {"a flat curve passes", AT(read_line), {1, 1, 1, 1, 1, 1, 1, 1}, 0, NULL},
};

static void test_curves(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(curves); i++) {
        grn_machine m = {.size_bytes = sizeof m};
        grn_machine_default(&m);
        memcpy(values_at(&m, curves[i].curve), curves[i].v, sizeof curves[i].v);
        const char *said = judged(&m);
        if (curves[i].says ? strstr(said, curves[i].says) == NULL : said[0] != 0)
            fail_msg("%s: says '%s'", curves[i].claim, said);
        if (grn_machine_doubts(&m).what != curves[i].again)
            fail_msg("%s: 0x%X is measured again, not 0x%X", curves[i].claim, (unsigned)grn_machine_doubts(&m).what,
                     (unsigned)curves[i].again);
    }
}

/* ---- figures by themselves ------------------------------------------------------------------- */

static const struct {
    size_t offset;
    double times;
    const char *says;
} figures[] = {
    {AT(stream_byte), 40, "stream_byte is 1.8"},
    {AT(stream_cell_byte), 60, "stream_cell_byte is 1.93"},
    {AT(pack_byte), 40, "pack_byte is 3.4"},
    {AT(shared_sets), 15, "shared_sets is 27"},
    {AT(shared_sets), 10, NULL},
    {AT(waiting_cell), 20, NULL},
    {AT(passed_line), 100, NULL},
    {AT(index32), 110, NULL}, /* kernels have no order among themselves: one may be slow in a build of its own */
    {AT(row), 20, NULL},
    {AT(strip), 0.01, NULL},
    {AT(handover), 100, NULL},
};

static void test_figures(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(figures); i++) {
        grn_machine m = {.size_bytes = sizeof m};
        grn_machine_default(&m);
        *values_at(&m, figures[i].offset) *= figures[i].times;
        const char *said = judged(&m);
        if (figures[i].says ? strstr(said, figures[i].says) == NULL : said[0] != 0)
            fail_msg("figure %zu times %g: says '%s'", i, figures[i].times, said);
    }
}

/* A machine that is slower or faster in all, whether it is one or is busy all the time, is a
 * machine. */
static void test_all_alike(void **state)
{
    (void)state;
    static const double times[] = {0.1, 0.3, 1, 3, 12};
    const size_t first = AT(read_line), end = sizeof(grn_machine);
    for (size_t t = 0; t < COUNT(times); t++) {
        grn_machine m = {.size_bytes = sizeof m};
        grn_machine_default(&m);
        for (size_t at = first; at < end; at += sizeof(double))
            *values_at(&m, at) *= at >= AT(line_scaling) && at <= AT(prefetch_bytes) ? 1 : times[t];
        assert_string_equal(judged(&m), "");
    }
}

/* Loops that are slow in themselves, and one of them more than another: nothing of it is
 * memory's. */
static const struct {
    const char *claim;
    double read_line[GRN_MACHINE_POINTS], update_line[GRN_MACHINE_POINTS], next_line[GRN_MACHINE_POINTS],
        read_byte[GRN_MACHINE_POINTS], write_byte[GRN_MACHINE_POINTS], index32;
} slow[] = {
    {"32 bits, not optimised",
     {3.2, 3.2, 3.3, 3.9, 6.4, 8.8, 11.3, 17},
     {3.7, 3.8, 4, 4.9, 7.2, 9.2, 10.4, 15.3},
     {1.5, 1.6, 1.7, 2.1, 6.8, 20.6, 21.5, 25.8},
     {0.19, 0.19, 0.19, 0.2, 0.2, 0.2, 0.2, 0.22},
     {0.16, 0.16, 0.16, 0.16, 0.16, 0.16, 0.16, 0.18},
     32},
    {"with sanitizers",
     {9.8, 10, 10, 12, 19, 21, 22, 33},
     {11, 12, 12, 15, 24, 26, 27, 40},
     {3.6, 3.6, 3.8, 4.2, 30, 52, 53, 64},
     {0.7, 0.7, 0.7, 0.72, 0.7, 0.7, 0.7, 0.78},
     {0.43, 0.43, 0.44, 0.44, 0.44, 0.44, 0.44, 0.5},
     40},
    {"emulated: memory is lost in what a loop takes, which varies",
     {60, 62, 61, 85, 63, 70, 66, 68},
     {50, 52, 51, 55, 72, 58, 53, 56},
     {18, 44, 20, 19, 25, 22, 30, 28},
     {5, 5.1, 6.9, 5, 5, 5.2, 5.1, 5},
     {6, 6, 6.1, 6, 7.9, 6, 6, 6},
     400},
};

static void test_slow_builds(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(slow); i++) {
        grn_machine m = {.size_bytes = sizeof m};
        grn_machine_default(&m);
        memcpy(m.read_line, slow[i].read_line, sizeof m.read_line);
        memcpy(m.update_line, slow[i].update_line, sizeof m.update_line);
        memcpy(m.next_line, slow[i].next_line, sizeof m.next_line);
        memcpy(m.read_byte, slow[i].read_byte, sizeof m.read_byte);
        memcpy(m.write_byte, slow[i].write_byte, sizeof m.write_byte);
        m.index32 = slow[i].index32;
        const char *said = judged(&m);
        if (said[0] != 0)
            fail_msg("%s: says '%s'", slow[i].claim, said);
        m.update_line[3] *= 12; /* of what is slow a disturbed loop stands out as of anything else */
        if (strstr(judged(&m), "update_line[3]") == NULL)
            fail_msg("%s, a loop disturbed: says '%s'", slow[i].claim, judged(&m));
    }
}

static void test_stored_machines(void **state)
{
    (void)state;
    static const char *const names[] = {"intel-vm", "zen3-vm", "zen5-vm"};
    for (size_t i = 0; i < COUNT(names); i++) {
        char path[400], text[8192];
        snprintf(path, sizeof path, "%s/share/machines/%s.txt", GARNER_SOURCE_DIR, names[i]);
        FILE *from = fopen(path, "r");
        assert_non_null(from);
        const size_t n = fread(text, 1, sizeof text, from);
        fclose(from);
        grn_machine m = {.size_bytes = sizeof m};
        grn_machine_default(&m);
        assert_int_equal(grn_machine_read(text, n, NULL, &m), GRN_OK);
        assert_string_equal(judged(&m), "");
    }
    grn_machine m = {.size_bytes = sizeof m};
    grn_machine_here(&m);
    assert_string_equal(judged(&m), "");
}

/* ---- visits ---------------------------------------------------------------------------------- */

static const struct {
    const char *claim;
    double took[8];     /* of each visit; 0: no more */
    double least, next; /* that are kept */
    bool believed;
} visits[] = {
    {"none: it was not measured", {0}, 0, 0, true},
    {"one: there is nothing to agree with", {33}, 33, 0, false},
    {"slow, and so each time", {33, 36}, 33, 36, true},
    {"disturbed", {38.6, 0.97}, 0.97, 38.6, false},
    {"disturbed, and measured again", {38.6, 0.97, 1.3}, 0.97, 1.3, true},
    {"the disturbed one comes later", {0.97, 38.6, 12, 1.1}, 0.97, 1.1, true},
    {"two that are not the least say nothing", {0.97, 38.6, 39}, 0.97, 38.6, false},
    {"five visits may yet confirm the least", {1, 5, 5.2, 9, 6}, 1, 5, false},
    {"six that do not leave it out", {1, 5, 5.2, 9, 6, 7}, 5, 0, false},
    {"and the next least is what is confirmed", {1, 5, 5.2, 9, 6, 7, 5.5}, 5, 5.5, true},
};

static void test_visits(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(visits); i++) {
        char said[300] = "";
        grn_machine machine = {.size_bytes = sizeof machine};
        grn_measure m = {.out = &machine};
        grn_timing *t = &m.timing[GRN_MEASURE_POINT(3) + GRN_READ_ROWS];
        grn_machine_default(&machine);
        t->figure = AT(next_line) + 3 * sizeof(double);
        for (size_t k = 0; k < COUNT(visits[i].took) && visits[i].took[k] > 0; k++)
            grn_timing_note(t, visits[i].took[k]);
        if (t->least != visits[i].least || t->next != visits[i].next)
            fail_msg("%s: keeps %g and %g", visits[i].claim, t->least, t->next);
        const grn_machine_doubt doubt = grn_measure_doubt(&m);
        if ((doubt.what == 0) != visits[i].believed)
            fail_msg("%s: what is 0x%X", visits[i].claim, (unsigned)doubt.what);
        if (doubt.what != 0)
            assert_int_equal(grn_machine_doubted(&machine, &doubt, &(grn_diag){keep_message, said}), GRN_E_CHECK);
        assert_string_equal(
            said, doubt.what ? "machine: next_line[3] is 0.5, and each measurement of it differs from the others" : "");
    }
}

/* ---- measured again -------------------------------------------------------------------------- */

#define BYTES ((size_t)1 << 20)
#define LONG_NS 1e12 /* longer than this test */

static void test_again(void **state)
{
    (void)state;
    grn_machine machine = {.size_bytes = sizeof machine};
    grn_machine_here(&machine);
    grn_measure m = {.kernels = grn_kernels_here(),
                     .out = &machine,
                     .bytes = BYTES,
                     .begin = grn_measure_now(),
                     .begin_spent = grn_measure_spent(),
                     .time = LONG_NS,
                     .slot = 1e5};
    m.list = calloc(GRN_MEASURE_LIST, sizeof *m.list);
    m.memory = aligned_alloc(64, BYTES);
    assert_true(m.list != NULL && m.memory != NULL);
    grn_measure_curves(&m, 1, 0);
    grn_timing *third = &m.timing[GRN_MEASURE_POINT(2)], *second = &m.timing[GRN_MEASURE_POINT(1)];
    for (int k = 0; k < GRN_MEASURE_PROBES;
         k++) { /* the third footprint was disturbed twice, and alike; the second is what it is */
        third[k].least = third[k].next = LONG_NS;
        second[k].next = second[k].least;
    }
    machine.read_line[2] = machine.read_byte[2] = machine.next_line[2] = LONG_NS;
    const double kept = machine.read_byte[1];
    m.round = 1;
    grn_measure_curves(&m, 1, 1u << 2);
    assert_true(machine.read_line[2] < LONG_NS / GRN_MEASURE_LIST && machine.read_byte[2] < LONG_NS / BYTES);
    assert_true(machine.next_line[2] < LONG_NS / GRN_MEASURE_LIST);
    assert_true(machine.read_byte[1] == kept);   /* of which there was no doubt */
    for (int i = 4; i < GRN_MACHINE_POINTS; i++) /* beyond the memory, as the last that there is */
        assert_true(machine.read_line[i] == machine.read_line[3]);
    free(m.memory);
    free(m.list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_curves),      cmocka_unit_test(test_figures),         cmocka_unit_test(test_all_alike),
        cmocka_unit_test(test_slow_builds), cmocka_unit_test(test_stored_machines), cmocka_unit_test(test_visits),
        cmocka_unit_test(test_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

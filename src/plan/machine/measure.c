/*
 * measure.c - grn_machine_measure: its options, its memory, its clock.
 *
 * Kernels come first, as they need no memory; then curves, by growing
 * footprint, until a third of the time is left; then threads. Every probe of
 * kernels and curves is then visited once more, and again until two visits
 * agree and nothing is doubtful beside the others (judge.c).
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "plan/machine/measure.h"

#define DEFAULT_SECONDS 0.3
#define DEFAULT_BYTES ((size_t)256 << 20)
#define SLOTS 240.0 /* some eighty probes have two visits each; the rest is for memory that is touched first */

/* A machine that others use may take so many times as long as it computes here. */
#define MOST_WAITING 20.0

double grn_measure_now(void)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

double grn_measure_spent(void)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

double grn_measure_passed(const grn_measure *m)
{
    const double spent = grn_measure_spent() - m->begin_spent, waited = (grn_measure_now() - m->begin) / MOST_WAITING;
    return (spent > waited ? spent : waited) / m->time;
}

/* ---- one figure ------------------------------------------------------------------------------ */

#define MOST_SAMPLES 256
#define FEWEST_SAMPLES 4

double grn_measure_call(grn_measure *m, grn_measure_probe probe, void *context)
{
    double sample[MOST_SAMPLES], now = grn_measure_now(), until = now + m->slot;
    int n = 0;
    if (grn_measure_passed(m) >= 1)
        return -1;
    probe(m, context);
    for (double from = grn_measure_now(); n < MOST_SAMPLES && (n < FEWEST_SAMPLES || from < until); n++) {
        probe(m, context);
        now = grn_measure_now();
        sample[n] = now - from;
        from = now;
    }
    qsort(sample, (size_t)n, sizeof *sample, grn_by_value);
    return sample[n / 4];
}

/* A plan hardly depends on less: the kinds of memory, and what plans choose among, differ by
 * more. */
#define AGREE 1.5
/* After so many visits without agreement the least of them found in caches by chance what is not
 * there as a rule. */
#define MOST_ALONE 6

static bool agrees(const grn_timing *t) { return t->least == 0 || (t->next > 0 && t->next <= AGREE * t->least); }

void grn_timing_note(grn_timing *t, double took)
{
    if (t->least == 0 || took < t->least) {
        t->next = t->least;
        t->least = took;
    } else if (t->next == 0 || took < t->next) {
        t->next = took;
    }
    if (!agrees(t) && ++t->alone == MOST_ALONE) {
        t->least = t->next;
        t->next = t->alone = 0;
    }
}

double grn_measure_visit(grn_measure *m, grn_timing *t, grn_measure_probe probe, void *context)
{
    if (m->round == 0 || (t->least > 0 && (t->doubted || !agrees(t)))) {
        m->missing = t->doubted = false;
        const double took = grn_measure_call(m, probe, context);
        if (!(took > 0) || m->missing)
            return -1;
        grn_timing_note(t, took);
    }
    return t->least > 0 ? t->least : -1;
}

#define LEAST_TIME 1e-9 /* below the resolution of any clock */

bool grn_measure_round(double *figure, double value)
{
    if (!isfinite(value) || value < 0)
        return false;
    if (value < LEAST_TIME) {
        *figure = 0;
        return true;
    }
    double unit = pow(10, floor(log10(value)) - 3);
    double rounded = unit >= 1 ? round(value / unit) * unit : round(value / unit) / round(1 / unit);
    *figure = isfinite(rounded) ? rounded : value; /* near DBL_MAX */
    return true;
}

void grn_measure_set(grn_measure *m, double *figure, double value, grn_figure_source from)
{
    if (grn_measure_round(figure, value))
        m->from[figure - &m->out->l1_bytes] = (unsigned char)from;
}

#define FIRST_BYTES offsetof(grn_machine_options, text) /* of 0.2.0 */

void grn_measure_grow(grn_measure *m, size_t offset, double ratio, grn_figure_source from)
{
    grn_measure_set(m, grn_machine_figure(m->out, offset), *grn_machine_figure(&grn_machine_usual, offset) * ratio,
                    from);
}

/* ---- what there is to measure with ----------------------------------------------------------- */

static grn_status check_options(const grn_machine_options *o, const grn_diag *diag)
{
    if (o->text != NULL && grn_check_sink(o->text) != GRN_OK)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "text has no function to write with");
    if (!(o->seconds >= 0 && isfinite(o->seconds)))
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "seconds must be finite and not negative");
    if (o->cpu != NULL && grn_kernels_named(o->cpu) == NULL)
        return grn_fail(diag, grn_no_place, GRN_E_UNSUPPORTED, "cpu is '%s', which this machine or this build has not",
                        o->cpu);
    return GRN_OK;
}

/* The largest power of two that is not over it. */
static size_t memory_of(size_t asked)
{
    size_t most = asked == 0 ? DEFAULT_BYTES : asked, bytes = GRN_MEASURE_LEAST_BYTES;
    while (bytes <= most / 2 && bytes < (size_t)GRN_MACHINE_LAST_BYTES)
        bytes *= 2;
    return bytes;
}

static void fill_list(grn_measure *m)
{
    uint64_t random = 1;
    for (int i = 0; i < GRN_MEASURE_LIST; i++) {
        random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        m->list[i] = (uint32_t)(random >> 32);
    }
}

/* ---- what is measured again ------------------------------------------------------------------ */

#define MOST_ROUNDS 24
#define PAUSE_NS 2000000L /* at first; a scheduler's turn is as long */
#define LONGEST_PAUSE_NS 64000000L

grn_machine_doubt grn_measure_doubt(const grn_measure *m)
{
    grn_machine_doubt doubt = grn_machine_doubts(m->out);
    for (const grn_timing *t = m->timing; doubt.what == 0 && t < m->timing + GRN_MEASURE_TIMINGS; t++)
        if (!agrees(t))
            doubt = (grn_machine_doubt){GRN_DOUBT_ITSELF, GRN_MACHINE_VALUE(t->figure), GRN_BESIDE_ITSELF};
    return doubt;
}

/*
 * Round after round, from the third on with pauses in which what disturbs may end, until there is
 * no doubt. Every probe keeps the least of all rounds. What was not measured for want of time or
 * memory is not measured now either. The doubt that stays.
 */
static grn_machine_doubt settle(grn_measure *m)
{
    long pause_ns = PAUSE_NS;
    grn_machine_doubt doubt = grn_measure_doubt(m);
    m->time = HUGE_VAL;
    for (m->round = 1; doubt.what != 0 && m->round <= MOST_ROUNDS; m->round++) {
        grn_measure_kernels(m, HUGE_VAL);
        grn_measure_curves(m, HUGE_VAL, doubt.what);
        doubt = grn_measure_doubt(m);
        if (doubt.what == 0)
            break;
        nanosleep(&(struct timespec){0, pause_ns}, NULL);
        pause_ns = pause_ns < LONGEST_PAUSE_NS ? 2 * pause_ns : LONGEST_PAUSE_NS;
    }
    return doubt;
}

static grn_status measure(grn_measure *m, const grn_diag *diag)
{
    if (m->list == NULL || m->memory == NULL)
        return GRN_E_MEMORY;
    fill_list(m);
    grn_measure_kernels(m, 0.3);
    grn_measure_curves(m, 0.7, 0);
    const grn_status status = grn_measure_threads(m);
    const grn_machine_doubt doubt = status == GRN_OK ? settle(m) : (grn_machine_doubt){0};
    if (doubt.what == 0)
        return status;
    (void)!grn_machine_doubted(m->out, &doubt, diag);
    grn_note(diag, grn_no_place,
             "it stayed so in %d measurements: other programs disturb them; measure while the machine is quiet",
             MOST_ROUNDS + 1);
    return GRN_E_CHECK;
}

grn_status grn_machine_measure(const grn_machine_options *options, const grn_allocator *allocator, const grn_diag *diag,
                               grn_machine *out)
{
    grn_machine_options o;
    grn_machine machine = grn_machine_usual;
    grn_status status = GRN_CHECK_GROWN_OPTIONS(grn_machine_options, FIRST_BYTES, options, diag);
    if (status != GRN_OK)
        return status;
    grn_copy_options(&o, FIRST_BYTES, sizeof o, options);
    status = grn_machine_sized(out, "out", diag);
    if (status == GRN_OK)
        status = grn_check_allocator(allocator, diag);
    if (status == GRN_OK)
        status = check_options(&o, diag);
    if (status != GRN_OK)
        return status;
    double time = (o.seconds > 0 ? o.seconds : DEFAULT_SECONDS) * 1e9;
    grn_measure m = {.allocator = allocator,
                     .kernels = o.cpu != NULL ? grn_kernels_named(o.cpu) : grn_kernels_here(),
                     .out = &machine,
                     .bytes = memory_of(o.memory_bytes),
                     .begin = grn_measure_now(),
                     .begin_spent = grn_measure_spent(),
                     .time = time,
                     .slot = time / SLOTS};
    grn_machine_here(&machine);
    m.list = grn_allocate(allocator, GRN_MEASURE_LIST * sizeof *m.list);
    m.memory = grn_allocate(allocator, m.bytes);
    status = measure(&m, diag);
    grn_release(allocator, m.memory, m.bytes);
    grn_release(allocator, m.list, GRN_MEASURE_LIST * sizeof *m.list);
    if (status == GRN_E_MEMORY)
        return grn_fail(diag, grn_no_place, status,
                        "memory refused: the figures of a machine take %zu bytes to measure", m.bytes);
    if (status != GRN_OK)
        return status;
    grn_machine_give(out, &machine);
    return o.text != NULL ? grn_machine_write_from(&machine, m.from, o.text) : GRN_OK;
}

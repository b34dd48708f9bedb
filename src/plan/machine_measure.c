/*
 * machine_measure.c - grn_machine_measure: its options, its memory, its clock.
 *
 * Kernels come first, as they need no memory; then curves, by growing
 * footprint, until a third of the time is left; then threads.
 */
#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "plan/machine_measure.h"

#define DEFAULT_SECONDS 0.3
#define DEFAULT_BYTES ((size_t)256 << 20)
#define SLOTS 160.0 /* some ninety figures are timed; the rest is for memory that is touched first */

double grn_measure_now(void)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

double grn_measure_passed(const grn_measure *m) { return (grn_measure_now() - m->begin) / (m->end - m->begin); }

/* ---- one figure ---------------------------------------------------------------------------------------------------- */

#define MOST_SAMPLES 256
#define FEWEST_SAMPLES 4

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double grn_measure_call(grn_measure *m, grn_measure_probe probe, void *context)
{
    double sample[MOST_SAMPLES], now = grn_measure_now(), until = now + m->slot;
    int n = 0;
    if (now >= m->end)
        return -1;
    probe(m, context);
    for (double from = grn_measure_now(); n < MOST_SAMPLES && (n < FEWEST_SAMPLES || from < until); n++) {
        probe(m, context);
        now = grn_measure_now();
        sample[n] = now - from;
        from = now;
    }
    qsort(sample, (size_t)n, sizeof *sample, by_value);
    return sample[n / 4];
}

#define LEAST_TIME 1e-9 /* below the resolution of any clock */

void grn_measure_set(double *figure, double value)
{
    if (!isfinite(value) || value < 0)
        return;
    if (value < LEAST_TIME) {
        *figure = 0;
        return;
    }
    double unit = pow(10, floor(log10(value)) - 3);
    double rounded = unit >= 1 ? round(value / unit) * unit : round(value / unit) / round(1 / unit);
    *figure = isfinite(rounded) ? rounded : value; /* near DBL_MAX */
}

/* ---- what there is to measure with --------------------------------------------------------------------------------- */

static grn_status check_options(const grn_machine_options *o, const grn_diag *diag)
{
    if (!(o->seconds >= 0 && isfinite(o->seconds)))
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "seconds must be finite and not negative");
    if (o->cpu != NULL && grn_kernels_named(o->cpu) == NULL)
        return grn_fail(diag, grn_no_place, GRN_E_UNSUPPORTED, "cpu is '%s', which this machine or this build has not", o->cpu);
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

static grn_status measure(grn_measure *m)
{
    fill_list(m);
    grn_measure_kernels(m, 0.3);
    grn_measure_curves(m, 0.7);
    return grn_measure_threads(m);
}

grn_status grn_machine_measure(const grn_machine_options *options, const grn_allocator *allocator, const grn_diag *diag,
                               grn_machine *out)
{
    grn_machine_options o;
    grn_machine machine;
    grn_status status = GRN_CHECK_OPTIONS(grn_machine_options, options, diag);
    if (status != GRN_OK)
        return status;
    GRN_COPY_OPTIONS(&o, options);
    status = grn_check_given(out, "out", diag);
    if (status == GRN_OK)
        status = grn_check_allocator(allocator, diag);
    if (status == GRN_OK)
        status = check_options(&o, diag);
    if (status != GRN_OK)
        return status;
    double begin = grn_measure_now(), time = (o.seconds > 0 ? o.seconds : DEFAULT_SECONDS) * 1e9;
    grn_measure m = {.allocator = allocator,
                     .kernels = o.cpu != NULL ? grn_kernels_named(o.cpu) : grn_kernels_here(),
                     .out = &machine,
                     .bytes = memory_of(o.memory_bytes),
                     .begin = begin,
                     .end = begin + time,
                     .slot = time / SLOTS};
    grn_machine_here(&machine);
    m.list = grn_allocate(allocator, GRN_MEASURE_LIST * sizeof *m.list);
    m.memory = grn_allocate(allocator, m.bytes);
    status = m.list != NULL && m.memory != NULL ? measure(&m) : GRN_E_MEMORY;
    grn_release(allocator, m.memory, m.bytes);
    grn_release(allocator, m.list, GRN_MEASURE_LIST * sizeof *m.list);
    if (status != GRN_OK)
        return grn_fail(diag, grn_no_place, status, "memory refused: the figures of a machine take %zu bytes to measure", m.bytes);
    *out = machine;
    return GRN_OK;
}

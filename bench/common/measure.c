/* measure.c - times, as medians of repeats that are long enough to trust. */
#include "common/measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define LEAST_REPEAT_NS 3e6
#define CALM_PERCENT 6.0

const bench_effort bench_full_effort = {9, 3, 4e9, false};

void bench_give_up(const char *what)
{
    fprintf(stderr, "bench: %s\n", what);
    exit(1);
}

double bench_now_ns(bool processor_time)
{
    struct timespec t;
    clock_gettime(processor_time ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Between the two neighbours where the position is not whole. */
static double percentile(const double *sorted, int n, double share)
{
    double position = share * (n - 1);
    int below = (int)position;
    double next = below + 1 < n ? sorted[below + 1] : sorted[below];
    return sorted[below] + (position - below) * (next - sorted[below]);
}

bench_time bench_summarise(double *ns, int n)
{
    qsort(ns, (size_t)n, sizeof *ns, by_size);
    double median = percentile(ns, n, 0.5);
    double spread = 100.0 * (percentile(ns, n, 0.75) - percentile(ns, n, 0.25)) / median;
    return (bench_time){median, ns[0], spread};
}

/* What is measured, and how. */
typedef struct subject {
    void (*call)(void *context);
    void *context;
    const bench_effort *effort;
} subject;

static double time_calls(const subject *s, int calls)
{
    double start = bench_now_ns(s->effort->processor_time);
    for (int i = 0; i < calls; i++)
        s->call(s->context);
    return (bench_now_ns(s->effort->processor_time) - start) / calls;
}

static bench_time one_try(const subject *s, int calls, int repeats)
{
    double ns[BENCH_MAX_REPEATS];
    for (int i = 0; i < repeats; i++)
        ns[i] = time_calls(s, calls);
    return bench_summarise(ns, repeats);
}

bench_time bench_measure(void (*call)(void *), void *context, const bench_effort *effort)
{
    const subject s = {call, context, effort};
    call(context);
    double once = time_calls(&s, 1);
    int calls = once > LEAST_REPEAT_NS ? 1 : (int)(LEAST_REPEAT_NS / (once > 1 ? once : 1)) + 1;
    bool fits = once * calls * effort->repeats < effort->budget_ns;
    int repeats = fits ? effort->repeats : 7;
    bench_time best = one_try(&s, calls, repeats);
    for (int i = 1; i < effort->attempts && fits && best.spread_percent >= CALM_PERCENT; i++) {
        bench_time again = one_try(&s, calls, repeats);
        if (again.spread_percent < best.spread_percent)
            best = again;
    }
    return best;
}

uint64_t bench_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

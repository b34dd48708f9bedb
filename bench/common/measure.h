/*
 * measure.h - how every benchmark here takes a time.
 *
 * Knows: clocks, repeats, pages, random numbers. Must not know what is timed.
 */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Ends the program: "PROGRAM: what". */
_Noreturn void bench_give_up(const char *what);

/* The wall clock, or the time that the calling thread has had a processor. */
double bench_now_ns(bool processor_time);

/* Nanoseconds of one call: median and least of the repeats, and the spread between quartiles in
 * percent of the median. */
typedef struct bench_time {
    double median_ns, min_ns, spread_percent;
} bench_time;

/*
 * After a call that is not counted, `repeats` of them (at most BENCH_MAX_REPEATS), each of as many
 * calls in a row as last 3 ms. A spread of 6% or more is tried again, up to `attempts` times, and
 * the calmest try counts. Where the repeats would take longer than `budget_ns`, there are 7 of them
 * and no second try.
 */
#define BENCH_MAX_REPEATS 64
typedef struct bench_effort {
    int repeats, attempts;
    double budget_ns;
    bool processor_time; /* of the calling thread: for one thread on a machine with other work to do */
} bench_effort;
/* What the peers' drivers spend: 9 repeats, 3 attempts, 4 s. */
extern const bench_effort bench_full_effort;

bench_time bench_measure(void (*call)(void *context), void *context, const bench_effort *effort);

/* The median, quartiles and least of `n` sorted or unsorted figures; sorts them. */
bench_time bench_summarise(double *ns, int n);

/* Memory of its own pages, zeroed and touched: 2 MiB pages where the system gives them, or the
 * small ones. */
void *bench_allocate(size_t bytes, bool large_pages);
void bench_release(void *memory, size_t bytes);

/* A file's bytes, read only. */
const void *bench_map_file(const char *path, size_t *bytes);
void bench_unmap_file(const void *bytes, size_t size);

/* 64 random bits, by SplitMix64's recurrence. */
uint64_t bench_random(uint64_t *state);

#endif

/* machine.c - copies and random reads, split over the threads of a setup. */
#include "common/machine.h"

#include <string.h>

#include "common/measure.h"

#define LINE 64
#define LARGEST_LOG2 30
#define SMALLEST_LOG2 12
#define READS ((int64_t)1 << 18)

typedef struct span {
    const bench_setup *setup;
    char *memory;
    size_t bytes;
    uint64_t sink[256 * LINE / sizeof(uint64_t)]; /* a line for each thread: nobody reads it, so the reads count */
} span;

static void on_all_threads(const bench_setup *setup, void (*task)(void *, int32_t), void *context)
{
    if (setup->pool == NULL) {
        task(context, 0);
        return;
    }
    const grn_parallel *p = grn_pool_parallel(setup->pool);
    p->for_each(p->user, setup->threads, task, context);
}

static void copy_part(void *context, int32_t i)
{
    const span *s = context;
    size_t half = s->bytes / 2, part = half / (size_t)s->setup->threads;
    memcpy(s->memory + half + part * (size_t)i, s->memory + part * (size_t)i, part);
}

/* No read waits for another. */
static void read_lines(void *context, int32_t i)
{
    span *s = context;
    uint64_t state = (uint64_t)i + 1, sum = 0, mask = s->bytes / LINE - 1;
    for (int64_t n = 0; n < READS; n += 2) {
        uint64_t r = bench_random(&state);
        sum += (unsigned char)s->memory[(r & mask) * LINE];
        sum += (unsigned char)s->memory[((r >> 32) & mask) * LINE];
    }
    s->sink[i * (LINE / (int)sizeof(uint64_t))] = sum;
}

static void copy_all(void *context) { on_all_threads(((span *)context)->setup, copy_part, context); }

static void read_all(void *context) { on_all_threads(((span *)context)->setup, read_lines, context); }

static bench_memory measure(const bench_setup *setup, size_t bytes)
{
    static span s; /* its sink is large */
    bench_effort effort = {5, 1, 1e9, setup->processor_time};
    s.setup = setup;
    s.bytes = bytes;
    s.memory = bench_allocate(bytes, true);
    bench_memory m = {.stream_ns_per_byte = bench_measure(copy_all, &s, &effort).min_ns / (double)bytes,
                      .random_ns_per_line =
                          bench_measure(read_all, &s, &effort).min_ns / ((double)READS * setup->threads)};
    bench_release(s.memory, bytes);
    return m;
}

bench_memory bench_memory_of(const bench_setup *setup, size_t bytes)
{
    static bench_memory known[LARGEST_LOG2 + 1];
    int log2 = SMALLEST_LOG2;
    while (log2 < LARGEST_LOG2 && ((size_t)1 << log2) < bytes)
        log2++;
    if (known[log2].stream_ns_per_byte == 0)
        known[log2] = measure(setup, (size_t)1 << log2);
    return known[log2];
}

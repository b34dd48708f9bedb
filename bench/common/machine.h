/*
 * machine.h - what memory gives to the plainest loops, to hold figures against.
 */
#ifndef BENCH_MACHINE_H
#define BENCH_MACHINE_H

#include "common/job.h"

/* For data of one size, on the setup's threads. */
typedef struct bench_memory {
    double stream_ns_per_byte; /* of bytes read or written, one half copied onto the other */
    double random_ns_per_line; /* of independent reads of 64-byte lines drawn at random */
} bench_memory;

/* Measured once for each power of two, then remembered; up to 1 GiB. Not thread-safe. */
bench_memory bench_memory_of(const bench_setup *setup, size_t bytes);

#endif

/*
 * specs.h - gathers and scatters drawn at random, of the shapes that programs have.
 *
 * Families, for gathers and for scatters that go the other way:
 *
 *   elements   single elements along one axis of 1 to 4, all others being batches
 *   rows       along one axis of 1 to 4, all others being the window (numpy's take); the first may
 *              be a batch
 *   points     two or three index components, then perhaps a row; the first dimension may be a
 *              batch
 *   windows    a corner in each of 1 to 4 dimensions; a batch may go before them
 */
#ifndef BENCH_SPECS_H
#define BENCH_SPECS_H

#include "common/data.h"
#include "common/job.h"

typedef struct bench_spec {
    uint64_t seed; /* draws this spec again, and its data */
    const char *family;
    bool batched;
    bench_distribution distribution;
    int64_t window[GRN_MAX_RANK]; /* of each operand dimension: its extent in the window */
    bench_job job;                /* without data */
} bench_spec;

/* The spec of a seed; always the same one. */
void bench_spec_draw(uint64_t seed, bench_spec *out);

/* Draws all indices, each in range, into job.indices.data. */
void bench_spec_draw_indices(const bench_spec *s, bench_job *job);

/* "scatter add rows batched, f32[8,1024,64] i64[8,100], zipf, sorted, skip" */
void bench_spec_text(const bench_spec *s, char *text, size_t room);

#endif

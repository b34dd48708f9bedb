/*
 * load.h - the data of a folder's case, in memory, as often as it is wanted.
 */
#ifndef BENCH_LOAD_H
#define BENCH_LOAD_H

#include "common/manifest.h"

typedef struct bench_data {
    bench_job job;
    const void *operand_file; /* mapped, for a scatter to begin again */
    size_t operand_file_bytes;
} bench_data;

/* The case's tensors, filled from the folder's files. Gives up on files that are not the case's. */
void bench_data_load(bench_data *d, const char *folder, const bench_case *c, bool hints, bool large_pages);
void bench_data_unload(bench_data *d);

/* A scatter's operand as the file has it, a gather's result of bytes that no run leaves there. */
void bench_data_reset(bench_data *d);

/* Whether what a run made has the manifest's digest. */
bool bench_data_is_right(const bench_data *d, const bench_case *c);

#endif

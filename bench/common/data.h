/*
 * data.h - what stands in the tensors of a benchmark that has no files.
 */
#ifndef BENCH_DATA_H
#define BENCH_DATA_H

#include "garner/tensor.h"

/* How indices are drawn. Zipf: exponents 1.05, 1.0 and 1.2. `runs`: eight that follow one another,
 * then eight elsewhere. `perm`: a permutation, of which no two are equal. */
#define BENCH_DISTRIBUTION_LIST(D) \
    D(uniform) D(sorted) D(sequential) D(zipf) D(zipf_1_0) D(zipf_1_2) D(reversed) D(runs) D(constant) D(perm)
typedef enum bench_distribution {
#define BENCH_DISTRIBUTION_ENUM(name) BENCH_##name,
    BENCH_DISTRIBUTION_LIST(BENCH_DISTRIBUTION_ENUM)
#undef BENCH_DISTRIBUTION_ENUM
        BENCH_DISTRIBUTIONS
} bench_distribution;
extern const char *const bench_distribution_text[];
/* Gives up on a name that is none. */
bench_distribution bench_distribution_of(const char *name);

/* Whether each is at least the one before it, as long as a sequence does not begin again. */
bool bench_ascends(bench_distribution d);

/* Index i of n, in [0, range). Zipf by inverting the integral of the density; the ranks lie
 * spread. `runs` and `perm` depend on i alone, not on `state`. */
int64_t bench_draw(bench_distribution d, int64_t i, int64_t n, int64_t range, uint64_t *state);

/* Element i of indices of any integer type. */
void bench_store_index(grn_tensor *indices, int64_t i, int64_t value);

/* Bytes that are numbers of moderate size in every float, and lie in range where not all bits carry
 * value. */
void bench_fill(grn_tensor *t, uint64_t seed);

/* Memory that grows and is used again by the next point, of 2 MiB pages. */
typedef struct bench_buffer {
    void *memory;
    size_t bytes;
} bench_buffer;
void *bench_buffer_of(bench_buffer *b, size_t bytes);

#endif

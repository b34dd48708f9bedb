/*
 * loops.h - gathers and scatters as loops written by hand, for limits.c.
 *
 * Knows: a case's arrays, and a processor's prefetches, vectors and streaming stores. Must not know
 * the library, whose plans are held against these loops. Each loop takes one kind of case, checks
 * nothing, and may be run in several ways: with another prefetch, streaming stores, another block.
 */
#ifndef BENCH_LOOPS_H
#define BENCH_LOOPS_H

#include "common/manifest.h"

/* The cache that a prefetch asks for, as Intel names them. HINT_WRITE: to be changed. */
typedef enum loop_hint { HINT_NONE, HINT_T0, HINT_T1, HINT_NTA, HINT_WRITE } loop_hint;

/* How an index vector lies: one number, or two. */
typedef enum loop_index { INDEX_I32, INDEX_I64, INDEX_PAIR_I32, INDEX_PAIR_I64 } loop_index;

/* A case as loops see it. */
typedef struct problem {
    const bench_case *c;
    char *operand, *dense;
    const char *indices;
    loop_index index;
    bool ascends, unique; /* what is true of the indices */
    int32_t threads;
    char *scratch; /* scratch_bytes for each thread */
    size_t scratch_bytes;
} problem;

typedef struct loop_way {
    loop_hint hint;
    int32_t ahead; /* index vectors between a prefetch and its use */
    bool streams;
    int32_t block; /* columns */
} loop_way;

typedef struct loop {
    const char *name;
    bool (*applies)(const problem *p);
    /* The share of one thread. `second` follows when every thread has ended `run`; NULL: none. */
    void (*run)(const problem *p, const loop_way *w, int32_t thread);
    void (*second)(const problem *p, const loop_way *w, int32_t thread);
    const loop_way *ways;
    size_t nways;
} loop;

/* Every loop, a list a file: NULL ends the lists. */
extern const loop loops_elements[], loops_rows[], loops_columns[], loops_scatter[], loops_conflicts[];

#define ALWAYS_INLINE static inline __attribute__((always_inline))
#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

/* The part of `n` that is the thread's, from and to in multiples of `step` as far as there are
 * any. */
typedef struct share {
    int64_t from, to;
} share;

ALWAYS_INLINE share share_of(int64_t n, int64_t step, int32_t thread, int32_t threads)
{
    int64_t steps = (n + step - 1) / step, from = steps * thread / threads * step;
    int64_t to = steps * (thread + 1) / threads * step;
    return (share){from < n ? from : n, to < n ? to : n};
}

ALWAYS_INLINE bool is_gather(const problem *p) { return p->c->op[0] == 'g'; }

/* Row number of index vector i. Indices are in range, and none of these cases has 2^32 rows. */
ALWAYS_INLINE size_t row_at(const char *indices, int64_t i, loop_index index, size_t columns)
{
    const uint32_t *at = (const uint32_t *)(const void *)indices;
    switch (index) {
    case INDEX_I32: return at[i];
    case INDEX_I64: return at[2 * i];
    case INDEX_PAIR_I32: return at[2 * i] * columns + at[2 * i + 1];
    default: return at[4 * i] * columns + at[4 * i + 2];
    }
}

ALWAYS_INLINE void prefetch(const char *p, loop_hint hint)
{
    if (hint == HINT_T0)
        __builtin_prefetch(p, 0, 3);
    else if (hint == HINT_T1)
        __builtin_prefetch(p, 0, 2);
    else if (hint == HINT_NTA)
        __builtin_prefetch(p, 0, 0);
    else if (hint == HINT_WRITE)
        __builtin_prefetch(p, 1, 3);
}

/* Every line of some bytes. */
ALWAYS_INLINE void prefetch_all(const char *p, size_t bytes, loop_hint hint)
{
    for (size_t k = 0; k < bytes; k += 64)
        prefetch(p + k, hint);
    if (bytes > 64 && bytes % 64 != 0)
        prefetch(p + bytes - 1, hint);
}

/* `run` with the hint of a read as a constant, which a prefetch needs. */
#define BY_HINT(hint, run)               \
    switch (hint) {                      \
    case HINT_T0: run(HINT_T0); break;   \
    case HINT_T1: run(HINT_T1); break;   \
    case HINT_NTA: run(HINT_NTA); break; \
    default: run(HINT_NONE); break;      \
    }

#endif

/* vectors.h - 32 bytes at once, and stores past the caches where the processor has them. */
#ifndef BENCH_VECTORS_H
#define BENCH_VECTORS_H

#include <string.h>

#include "loops/loops.h"

#ifdef __AVX2__
#include <immintrin.h>
#endif

typedef uint64_t vector __attribute__((vector_size(32)));
#define VECTOR_BYTES ((size_t)32)

ALWAYS_INLINE vector load_vector(const char *p)
{
    vector v;
    memcpy(&v, p, sizeof v);
    return v;
}

/* A streaming store needs an address of whole vectors. */
ALWAYS_INLINE void store_vector(char *p, vector v, bool streams)
{
#ifdef __AVX2__
    if (streams) {
        _mm256_stream_si256((void *)p, (__m256i)v);
        return;
    }
#endif
    (void)streams;
    memcpy(p, &v, sizeof v);
}

ALWAYS_INLINE void store_word(char *p, uint64_t v, bool streams)
{
#ifdef __AVX2__
    if (streams) {
        _mm_stream_si64((void *)p, (long long)v);
        return;
    }
#endif
    (void)streams;
    memcpy(p, &v, sizeof v);
}

/* Streaming stores are ordered before what other threads see next. */
ALWAYS_INLINE void end_streams(bool streams)
{
#ifdef __AVX2__
    if (streams)
        _mm_sfence();
#endif
    (void)streams;
}

/* `n` bytes by vectors; the last one overlaps the one before it. */
ALWAYS_INLINE void copy_vectors(char *restrict to, const char *restrict from, size_t n)
{
    size_t k = 0;
    if (n < VECTOR_BYTES) {
        memcpy(to, from, n);
        return;
    }
    for (; k + VECTOR_BYTES <= n; k += VECTOR_BYTES)
        store_vector(to + k, load_vector(from + k), false);
    if (k < n)
        store_vector(to + n - VECTOR_BYTES, load_vector(from + n - VECTOR_BYTES), false);
}

/* The same past the caches: the ends by ordinary stores where they are not whole vectors. */
ALWAYS_INLINE void copy_streamed(char *restrict to, const char *restrict from, size_t n)
{
    size_t k = (VECTOR_BYTES - (uintptr_t)to % VECTOR_BYTES) % VECTOR_BYTES;
    if (n < 2 * VECTOR_BYTES && (k != 0 || n % VECTOR_BYTES != 0)) {
        memcpy(to, from, n);
        return;
    }
    if (k != 0)
        store_vector(to, load_vector(from), false);
    for (; k + VECTOR_BYTES <= n; k += VECTOR_BYTES)
        store_vector(to + k, load_vector(from + k), true);
    if (k < n)
        store_vector(to + n - VECTOR_BYTES, load_vector(from + n - VECTOR_BYTES), false);
}

#endif

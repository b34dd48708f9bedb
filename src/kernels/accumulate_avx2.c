/*
 * accumulate_avx2.c - the bodies of accumulate and replace again, for AVX2:
 * the same C, which the compiler turns into wider code under this file's
 * flags, and whole lines stored past the caches.
 */
#include "kernels/accumulate.h"

#if defined(__AVX2__)

#include <immintrin.h>

#define grn_accumulate_integers integers_avx2
#define grn_accumulate_floats floats_avx2
#define grn_accumulate_small small_avx2
#define grn_accumulate_complex complex_avx2
#define grn_accumulate_plain grn_accumulate_avx2
#define grn_replace_plain grn_replace_avx2
#define grn_prefetch_plain grn_prefetch_avx2

extern const grn_accumulate_table integers_avx2, floats_avx2, small_avx2, complex_avx2;

/* Whole lines of the destination; what is before the first and behind the last goes the ordinary way. */
static void stream_row(char *to, const char *from, size_t bytes)
{
    size_t head = (size_t)(-(uintptr_t)to % GRN_LINE_BYTES);
    if (bytes < head + GRN_LINE_BYTES) {
        memcpy(to, from, bytes);
        return;
    }
    if (head > 0)
        memcpy(to, from, head);
    size_t k = head;
    for (; k + GRN_LINE_BYTES <= bytes; k += GRN_LINE_BYTES) {
        __m256i a = _mm256_loadu_si256((const __m256i *)(const void *)(from + k));
        __m256i b = _mm256_loadu_si256((const __m256i *)(const void *)(from + k + 32));
        _mm256_stream_si256((__m256i *)(void *)(to + k), a);
        _mm256_stream_si256((__m256i *)(void *)(to + k + 32), b);
    }
    if (k < bytes)
        memcpy(to + k, from + k, bytes - k);
}

#define STREAM_AHEAD 4

static inline void stream_rows(char *current, const int64_t *offset, const grn_updates *u, int64_t row, int64_t size)
{
    const int64_t scale = u->unit * size;
    for (int64_t i = 0; i < u->count; i++) {
        if (u->from != NULL && i + STREAM_AHEAD < u->count)
            fetch_source((const char *)u->data + u->from[i + STREAM_AHEAD] * size, row * size);
        stream_row(current + offset[i] * scale,
                   (const char *)u->data + (u->from != NULL ? u->from[i] : i * u->step) * size, (size_t)(row * size));
    }
    _mm_sfence();
}

#define STREAM(bytes)                                                                                   \
    static void stream_##bytes(void *current, const int64_t *offset, const grn_updates *u, int64_t row) \
    {                                                                                                   \
        stream_rows(current, offset, u, row, bytes);                                                    \
    }
STREAM(1)
STREAM(2)
STREAM(4)
STREAM(8)
STREAM(16)
#define REPLACE_STREAM(bytes) stream_##bytes

#include "kernels/accumulate_complex.c"
#include "kernels/accumulate_float.c"
#include "kernels/accumulate_int.c"
#include "kernels/accumulate_small.c"

#include "kernels/accumulate.c"
#include "kernels/replace.c"

#else

const grn_accumulate *grn_accumulate_avx2(grn_combiner combiner, grn_dtype dtype)
{
    (void)combiner;
    (void)dtype;
    return NULL;
}

const grn_accumulate *grn_replace_avx2(size_t element_bytes)
{
    (void)element_bytes;
    return NULL;
}

void grn_prefetch_avx2(const void *p, int64_t bytes, bool write)
{
    (void)p;
    (void)bytes;
    (void)write;
}

#endif

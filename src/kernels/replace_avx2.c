/* replace_avx2.c - the kernels of replace.h for AVX2, and whole lines stored past the caches. */
#include "kernels/avx2.h"

#if defined(__AVX2__)

#include "kernels/accumulate_element_avx2.h"

#include "kernels/replace.h"

/* Whole lines of the destination; what is before the first and behind the last is stored through
 * the caches. */
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
            prefetch_row((const char *)u->data + u->from[i + STREAM_AHEAD] * size, row * size);
        stream_row(current + offset[i] * scale,
                   (const char *)u->data + (u->from != NULL ? u->from[i] : i * u->step) * size, (size_t)(row * size));
    }
    _mm_sfence();
}

#define STREAM_ROWS(bytes)                                                                              \
    static void stream_##bytes(void *current, const int64_t *offset, const grn_updates *u, int64_t row) \
    {                                                                                                   \
        stream_rows(current, offset, u, row, bytes);                                                    \
    }
STREAM_ROWS(1)
STREAM_ROWS(2)
STREAM_ROWS(4)
STREAM_ROWS(8)
STREAM_ROWS(16)
#define STREAM(bytes) stream_##bytes

const grn_accumulate *grn_replace_avx2(size_t element_bytes)
{
    static const grn_accumulate table[17] = {REPLACE_ROWS(STREAM)};
    return element_bytes < GRN_COUNT(table) && table[element_bytes].run != NULL ? &table[element_bytes] : NULL;
}

#endif

/* radix_avx2.c - the partition of radix.h by non-temporal stores of 32 bytes, two to a line. */
#include "kernels/radix.h"

#if defined(__AVX2__)

#include <immintrin.h>

#define RADIX_LINE(to, from)                                                                                            \
    do {                                                                                                                \
        __m256i low_ = _mm256_load_si256((const __m256i *)(const void *)(from));                                        \
        __m256i high_ = _mm256_load_si256((const __m256i *)(const void *)((from) + 32));                                \
        _mm256_stream_si256((__m256i *)(void *)(to), low_);                                                             \
        _mm256_stream_si256((__m256i *)(void *)((to) + 32), high_);                                                     \
    } while (0)
#define RADIX_DONE() _mm_sfence()
#include "kernels/radix_body.h"

RADIX_ALL_BODIES

grn_radix_partition_fn grn_radix_partition_avx2(grn_dtype index_dtype, size_t payload_bytes)
{
    static const grn_radix_partition_fn table[GRN_DTYPE_COUNT][9] = RADIX_TABLE;
    return payload_bytes <= 8 ? table[index_dtype][payload_bytes] : NULL;
}

#else

grn_radix_partition_fn grn_radix_partition_avx2(grn_dtype index_dtype, size_t payload_bytes)
{
    (void)index_dtype;
    (void)payload_bytes;
    return NULL;
}

#endif

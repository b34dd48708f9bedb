/* radix_avx512.c - the partition of radix.h by non-temporal stores of whole lines. */
#include "kernels/radix.h"

#include "kernels/hints.h"

#if defined(GRN_AVX512)

#include <immintrin.h>

#define RADIX_LINE(to, from) _mm512_stream_si512((void *)(to), _mm512_load_si512((const void *)(from)))
#define RADIX_DONE() _mm_sfence()
#include "kernels/radix_body.h"

RADIX_ALL_BODIES

grn_radix_partition_fn grn_radix_partition_avx512(grn_dtype index_dtype, size_t payload_bytes)
{
    static const grn_radix_partition_fn table[GRN_DTYPE_COUNT][9] = RADIX_TABLE;
    return payload_bytes <= 8 ? table[index_dtype][payload_bytes] : NULL;
}

#else

grn_radix_partition_fn grn_radix_partition_avx512(grn_dtype index_dtype, size_t payload_bytes)
{
    (void)index_dtype;
    (void)payload_bytes;
    return NULL;
}

#endif

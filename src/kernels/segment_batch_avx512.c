/* segment_batch_avx512.c - many segments on vectors of AVX-512. */
#include "kernels/segment_batch.h"

#if defined(__AVX512DQ__)
#include <immintrin.h>

#define SEGMENT_BATCH_SET grn_segment_batch_avx512
#define WIDTH 64
#define BELOW grn_segment_batch_avx2
#define OF_F16(x, at) (x) = (batch_floats)_mm512_cvtph_ps(_mm256_loadu_si256((const void *)(at)))
#define TO_F16(at, x) _mm256_storeu_si256((void *)(at), _mm512_cvtps_ph((x), _MM_FROUND_TO_NEAREST_INT))
#include "kernels/segment_batch_set.h"

#else

const grn_segment_batches *grn_segment_batch_avx512(grn_dtype dtype) { return grn_segment_batch_avx2(dtype); }

#endif

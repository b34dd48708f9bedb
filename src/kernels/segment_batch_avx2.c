/* segment_batch_avx2.c - many segments on vectors of AVX2. */
#include "kernels/segment_batch.h"

#if defined(__AVX2__)
#include <immintrin.h>

#define SEGMENT_BATCH_SET grn_segment_batch_avx2
#define WIDTH 32
#define BELOW grn_segment_batch_scalar
#define OF_F16(x, at) (x) = (batch_floats)_mm256_cvtph_ps(_mm_loadu_si128((const void *)(at)))
#define TO_F16(at, x) _mm_storeu_si128((void *)(at), _mm256_cvtps_ph((x), _MM_FROUND_TO_NEAREST_INT))
#include "kernels/segment_batch_set.h"

#else

const grn_segment_batches *grn_segment_batch_avx2(grn_dtype dtype) { return grn_segment_batch_scalar(dtype); }

#endif

/* segment_rows_avx512.c - rows of segments on vectors of AVX-512. */
#include "kernels/segment_rows.h"

#if defined(__AVX512DQ__)

#define SEGMENT_ROWS_SET grn_segment_rows_avx512
#define WIDTH 64
#include "kernels/segment_rows_body.h"

#else

const grn_row_kernels *grn_segment_rows_avx512(grn_dtype dtype) { return grn_segment_rows_avx2(dtype); }

#endif

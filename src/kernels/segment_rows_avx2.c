/* segment_rows_avx2.c - rows of segments on vectors of AVX2. */
#include "kernels/segment_rows.h"

#if defined(__AVX2__)

#define SEGMENT_ROWS_SET grn_segment_rows_avx2
#define WIDTH 32
#include "kernels/segment_rows_body.h"

#else

const grn_row_kernels *grn_segment_rows_avx2(grn_dtype dtype) { return grn_segment_rows_scalar(dtype); }

#endif

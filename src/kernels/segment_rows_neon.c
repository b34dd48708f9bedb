/* segment_rows_neon.c - NEON's vectors have the width of segment_rows.c's. */
#include "kernels/segment_rows.h"

const grn_row_kernels *grn_segment_rows_neon(grn_dtype dtype) { return grn_segment_rows_scalar(dtype); }

/* avx2.h - the kernels that AVX2, F16C and PREFETCHW have of their own. */
#ifndef GRN_KERNELS_AVX2_H
#define GRN_KERNELS_AVX2_H

#include "kernels/filter.h"
#include "kernels/take.h"

grn_resolve_fn grn_resolve_avx2(grn_dtype index_dtype);
grn_checked_offsets_fn grn_checked_offsets_avx2(grn_dtype index_dtype);
grn_widen_fn grn_widen_avx2(grn_dtype index_dtype);
const grn_accumulate *grn_accumulate_avx2(grn_combiner combiner, grn_dtype dtype);
const grn_accumulate *grn_replace_avx2(size_t element_bytes);
void grn_prefetch_avx2(const void *p, int64_t bytes, bool write);
int64_t grn_filter_avx2(grn_owner_filter *p, int64_t n);

extern const grn_take_kernels grn_take_avx2;
grn_narrow_fn grn_narrow_avx2(grn_dtype index_dtype);
grn_prefix_fn grn_prefix_avx2(grn_dtype index_dtype);
grn_fused_fn grn_gathered_avx2(grn_dtype index_dtype, size_t element_bytes, bool stream);
grn_take_cells_fn grn_gathered_cells_avx2(size_t element_bytes, bool stream);
grn_fused_fn grn_pairs_avx2(grn_dtype index_dtype, size_t element_bytes, bool stream);
grn_fused_fn grn_fused_rows_avx2(grn_dtype index_dtype, size_t row_bytes, bool stream);
grn_take_cells_fn grn_take_cells_avx2(size_t element_bytes, bool stream);
grn_take_windows_fn grn_windows_avx2(size_t row_bytes);
grn_take_windows_fn grn_stream_windows_avx2(size_t row_bytes, size_t unit);
void grn_stream_avx2(void *dst, const void *src, size_t bytes);
void grn_fence_x86(void);

#endif

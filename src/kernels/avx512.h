/* avx512.h - the kernels that AVX-512 has of its own: its parts F, DQ, BW, VL and VBMI2. */
#ifndef GRN_KERNELS_AVX512_H
#define GRN_KERNELS_AVX512_H

#include "kernels/avx2.h"

grn_resolve_fn grn_resolve_avx512(grn_dtype index_dtype);
int64_t grn_filter_avx512(grn_owner_filter *p, int64_t n);
int64_t grn_bin_avx512(const grn_owner_filter *p, grn_bin *to, int64_t n);

extern const grn_take_kernels grn_take_avx512;
grn_narrow_fn grn_narrow_avx512(grn_dtype index_dtype);
grn_take_windows_fn grn_windows_avx512(size_t row_bytes);

#endif

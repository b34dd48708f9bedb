/*
 * take_avx512.c - take.h with AVX-512 where it is faster, and with AVX2 elsewhere. Elements are
 * still loaded one by one; the gain is fewer loads to check 64-bit indices. Indices of 32 bits need
 * half as many loads to begin with, and elements from memory are not bound by loads.
 */
#include "kernels/avx512.h"
#include "kernels/hints.h"

#if defined(__AVX512VBMI2__)

#include "kernels/take_x86.h"

/* The indices loaded here are read again as addresses: that costs less than taking the vector
 * apart. */
KERNEL_INLINE __m512i load_to_check(const void *p)
{
    __m512i v = _mm512_loadu_si512(p);
#if defined(__GNUC__)
    __asm__("" : "+v"(v));
#endif
    return v;
}

KERNEL_INLINE bool in_range_8(const char *raw, int64_t last)
{
    __m512i most = _mm512_max_epu64(load_to_check(raw), load_to_check(raw + 64));
    return _mm512_cmpgt_epu64_mask(most, _mm512_set1_epi64(last)) == 0;
}

/* For tables of these elements alone; others go on as with AVX2. */
#define FUSED(bytes)                                                                                         \
    FUSED_SINGLE(bytes, 8)                                                                                   \
    FUSED_GROUPS(bytes, 8)                                                                                   \
    static int64_t fused_##bytes(void *dst, const void *src, const void *raw, int64_t n, const grn_fused *d) \
    {                                                                                                        \
        if (d->step != 0 || d->scale != (bytes))                                                             \
            return grn_take_avx2.fused(GRN_I64, bytes, false)(dst, src, raw, n, d);                          \
        int64_t i = groups_8_##bytes(dst, src, raw, 0, n, d, bytes, 0, false);                               \
        return i == n || i + GROUP <= n ? i : single_8_##bytes(dst, src, raw, i, n, d);                      \
    }
FUSED(1)
FUSED(2)
FUSED(4)
FUSED(8)
FUSED(16)

static grn_fused_fn fused(grn_dtype index_dtype, size_t element_bytes, bool stream)
{
    static const grn_fused_fn table[17] = {[1] = fused_1, [2] = fused_2, [4] = fused_4, [8] = fused_8, [16] = fused_16};
    bool wide = index_dtype == GRN_I64 || index_dtype == GRN_INDEX || index_dtype == GRN_UI64;
    if (!wide || stream || element_bytes > 16)
        return grn_take_avx2.fused(index_dtype, element_bytes, stream);
    return table[element_bytes];
}

const grn_take_kernels grn_take_avx512 = {
    .narrow = grn_narrow_avx512,
    .prefix = grn_prefix_avx2,
    .fused = fused,
    .gathered = grn_gathered_avx2,
    .pairs = grn_pairs_avx2,
    .fused_rows = grn_fused_rows_avx2,
    .runs = grn_fused_runs_plain,
    .cells = grn_take_cells_avx2,
    .gathered_cells = grn_gathered_cells_avx2,
    .strips = grn_take_strips_plain,
    .put_outside = grn_put_outside_plain,
    .windows = grn_windows_avx512,
    .stream_windows = grn_stream_windows_avx2,
    .stream = grn_stream_avx2,
    .fence = grn_fence_x86,
};

#endif

/*
 * filter_avx512.c - sixteen vectors at a time: a mask of those that are the owner's, and a
 * compression that moves them to the front. The compression is to a register, which is stored
 * whole, since a compression to memory takes many times longer on some processors. 64-bit elements
 * would take two compressions, and the second one's place would wait for the first.
 */
#include "kernels/avx512.h"
#include "kernels/filter_group.h"

#if defined(__AVX512VBMI2__)

#include "kernels/starts_avx512.h"

KERNEL_INLINE void put_offsets(int64_t *to, __mmask16 mask, __m512i offset)
{
    __m512i kept = _mm512_maskz_compress_epi32(mask, offset);
    put(to, _mm512_cvtepu32_epi64(_mm512_castsi512_si256(kept)),
        _mm512_cvtepu32_epi64(_mm512_extracti64x4_epi64(kept, 1)));
}

KERNEL_INLINE int64_t filter_by(grn_owner_filter *p, int64_t n, const int ncoords, const bool scaled, const size_t size)
{
    const vectors v = vectors_of(p);
    const __m512i me = words(p->owner.me);
    const int64_t *raw = p->starts.raw, index_bytes = ncoords * (int64_t)sizeof *raw, bytes = (int64_t)size;
    int64_t count = p->count, i = 0;
    __m512i offset;
    for (; i + GROUP <= n && offsets_of(&v, raw + i * ncoords, ncoords, scaled, &offset); i += GROUP) {
        __mmask16 mask = _mm512_cmpeq_epi32_mask(owners_of(&v, offset), me);
        prefetch_later(raw, (i + GRN_FILTER_AHEAD) * index_bytes, GROUP * index_bytes);
        prefetch_later(p->updates, (i + GRN_FILTER_AHEAD) * bytes, GROUP * bytes);
        put_offsets(p->offset + count, mask, offset);
        carry(p, i, mask, p->update, count, size);
        count += mask_count(mask);
    }
    p->count = count;
    return i;
}

KERNEL_INLINE int64_t filter_sized(grn_owner_filter *p, int64_t n, const size_t size)
{
    if (p->starts.ncoords == 2)
        return filter_by(p, n, 2, true, size);
    return p->starts.scale[0] == 1 ? filter_by(p, n, 1, false, size) : filter_by(p, n, 1, true, size);
}

int64_t grn_filter_avx512(grn_owner_filter *p, int64_t n)
{
    if (n < GROUP || !fits(p))
        return grn_filter_avx2(p, n);
    int64_t i = p->size == 0   ? filter_sized(p, n, 0)
                : p->size == 4 ? filter_sized(p, n, 4)
                : p->size == 8 ? filter_sized(p, n, 8)
                : p->size == 2 ? filter_sized(p, n, 2)
                               : filter_sized(p, n, 1);
    return i < n ? filter_rest(p, i, n - i, grn_filter_avx2) : i;
}

#endif

/* bin_avx512.c - sixteen vectors at a time, for each owner a mask of those that are its own; see
 * filter_avx512.c. */
#include "kernels/avx512.h"
#include "kernels/filter_group.h"

#if defined(__AVX512VBMI2__)

#include "kernels/starts_avx512.h"

KERNEL_INLINE void bin_to(const grn_owner_filter *p, int64_t i, __mmask16 mask, __m512i offset, grn_bin *to,
                          const size_t size)
{
    _mm512_storeu_si512(to->offset + to->count, _mm512_maskz_compress_epi32(mask, offset));
    carry(p, i, mask, to->update, to->count, size);
    to->count += mask_count(mask);
}

KERNEL_INLINE int64_t bin_all(const grn_owner_filter *p, grn_bin *to, int64_t n, const int ncoords, const bool scaled,
                              const size_t size, const bool two)
{
    const vectors v = vectors_of(p);
    const int64_t *raw = p->starts.raw, index_bytes = ncoords * (int64_t)sizeof *raw, bytes = (int64_t)size;
    const uint32_t owners = p->owner.owners;
    grn_bin first = to[0], second = two ? to[1] : to[0];
    int64_t i = 0;
    __m512i offset;
    for (; i + GROUP <= n && offsets_of(&v, raw + i * ncoords, ncoords, scaled, &offset); i += GROUP) {
        __m512i owner = owners_of(&v, offset);
        prefetch_later(raw, (i + GRN_FILTER_AHEAD) * index_bytes, GROUP * index_bytes);
        prefetch_later(p->updates, (i + GRN_FILTER_AHEAD) * bytes, GROUP * bytes);
        if (two) {
            __mmask16 mask = _mm512_test_epi32_mask(owner, owner);
            bin_to(p, i, _knot_mask16(mask), offset, &first, size);
            bin_to(p, i, mask, offset, &second, size);
        }
        for (uint32_t o = 0; !two && o < owners; o++)
            bin_to(p, i, _mm512_cmpeq_epi32_mask(owner, words(o)), offset, &to[o], size);
    }
    if (two) {
        to[0] = first;
        to[1] = second;
    }
    return i;
}

KERNEL_INLINE int64_t bin_sized(const grn_owner_filter *p, grn_bin *to, int64_t n, const size_t size)
{
    const bool two = p->owner.owners == 2;
    if (p->starts.ncoords == 2)
        return two ? bin_all(p, to, n, 2, true, size, true) : bin_all(p, to, n, 2, true, size, false);
    if (p->starts.scale[0] == 1)
        return two ? bin_all(p, to, n, 1, false, size, true) : bin_all(p, to, n, 1, false, size, false);
    return two ? bin_all(p, to, n, 1, true, size, true) : bin_all(p, to, n, 1, true, size, false);
}

int64_t grn_bin_avx512(const grn_owner_filter *p, grn_bin *to, int64_t n)
{
    if (n < GROUP || !fits(p))
        return grn_bin_plain(p, to, n);
    int64_t i = p->size == 0   ? bin_sized(p, to, n, 0)
                : p->size == 4 ? bin_sized(p, to, n, 4)
                : p->size == 8 ? bin_sized(p, to, n, 8)
                : p->size == 2 ? bin_sized(p, to, n, 2)
                               : bin_sized(p, to, n, 1);
    grn_owner_filter rest = filter_from(p, i);
    return i < n ? i + grn_bin_plain(&rest, to, n - i) : i;
}

#endif

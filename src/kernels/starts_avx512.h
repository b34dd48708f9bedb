/*
 * starts_avx512.h - sixteen vectors at a time, whose offsets 32 bits hold: the
 * offsets, whose they are, and what is carried along with those that are kept.
 */
#ifndef GRN_KERNELS_STARTS_AVX512_H
#define GRN_KERNELS_STARTS_AVX512_H

#include <immintrin.h>

#include "kernels/filter_group.h"

#define GROUP GRN_BIN_SLACK

/*
 * Every function that the loops over sixteen use is inlined: around a call, gcc 12 keeps a mask on
 * the stack as 16 bits and then counts the bits of 32.
 */

/* What the loops over sixteen have in registers. */
typedef struct vectors {
    __m512i top, scale, second_scale, base, hash, owners;
    __m128i shift;
} vectors;

KERNEL_INLINE __m512i words(int64_t x) { return _mm512_set1_epi32((int32_t)(uint32_t)(uint64_t)x); }

/* The greatest index in range; of indices that are not checked, the greatest whose offset is one of
 * 32 bits. */
KERNEL_INLINE __m512i greatest(int64_t last) { return _mm512_set1_epi64(last < 0 ? UINT32_MAX : last); }

KERNEL_INLINE vectors vectors_of(const grn_owner_filter *p)
{
    const int64_t *last = p->starts.last, *scale = p->starts.scale;
    const int k = p->starts.ncoords == 2 ? 1 : 0;
    return (vectors){_mm512_unpacklo_epi64(greatest(last[0]), greatest(last[k])),
                     words(scale[0]),
                     words(scale[k]),
                     words(p->base),
                     words(GRN_OWNER_HASH),
                     words(p->owner.owners),
                     _mm_cvtsi32_si128(p->owner.shift)};
}

KERNEL_INLINE __m512i load(const void *p) { return _mm512_loadu_si512(p); }

/* Every second word of a and b. */
#define WORDS_FROM(k)                                                                                                \
    _mm512_setr_epi32(k, 2 + k, 4 + k, 6 + k, 8 + k, 10 + k, 12 + k, 14 + k, 16 + k, 18 + k, 20 + k, 22 + k, 24 + k, \
                      26 + k, 28 + k, 30 + k)
KERNEL_INLINE __m512i even_words(__m512i a, __m512i b) { return _mm512_permutex2var_epi32(a, WORDS_FROM(0), b); }

KERNEL_INLINE __m512i odd_words(__m512i a, __m512i b) { return _mm512_permutex2var_epi32(a, WORDS_FROM(1), b); }

/* The offsets of sixteen vectors; false where one is out of range. */
KERNEL_INLINE bool offsets_of(const vectors *v, const int64_t *raw, const int ncoords, const bool scaled, __m512i *out)
{
    __m512i a = load(raw), b = load(raw + 8), most = _mm512_max_epu64(a, b), x = even_words(a, b);
    if (ncoords == 2) {
        a = load(raw + 16);
        b = load(raw + 24);
        most = _mm512_max_epu64(most, _mm512_max_epu64(a, b));
        a = even_words(a, b);
        x = _mm512_add_epi32(_mm512_mullo_epi32(even_words(x, a), v->scale),
                             _mm512_mullo_epi32(odd_words(x, a), v->second_scale));
    } else if (scaled) {
        x = _mm512_mullo_epi32(x, v->scale);
    }
    *out = _mm512_add_epi32(x, v->base);
    return _mm512_cmpgt_epu64_mask(most, v->top) == 0;
}

/* How many bits a mask has. By way of a register: gcc 12 spills a mask as two bytes and then counts
 * four of the stack. */
static inline int64_t mask_count(__mmask16 mask) { return _mm_popcnt_u32(_cvtmask16_u32(mask)); }

/* As grn_owner_of. */
KERNEL_INLINE __m512i owners_of(const vectors *v, __m512i offset)
{
    __m512i hash = _mm512_srli_epi32(_mm512_mullo_epi32(_mm512_srl_epi32(offset, v->shift), v->hash), 16);
    return _mm512_srli_epi32(_mm512_mullo_epi32(hash, v->owners), 16);
}

KERNEL_INLINE void put(void *to, __m512i low, __m512i high)
{
    _mm512_storeu_si512(to, low);
    _mm512_storeu_si512((char *)to + 64, high);
}

/* Elements of 64 bits are copied by the numbers of the vectors that are kept. */
KERNEL_INLINE void carry_wide(const grn_owner_filter *p, int64_t i, __mmask16 mask, char *to, const size_t size)
{
    __m128i number = _mm_maskz_compress_epi8(mask, _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
    __m512i low = _mm512_cvtepu8_epi64(number), high = _mm512_cvtepu8_epi64(_mm_unpackhi_epi64(number, number));
    if (size == 0) {
        __m512i first = _mm512_set1_epi64(p->first + i * p->step), step = _mm512_set1_epi64(p->step);
        put(to, _mm512_add_epi64(first, _mm512_mullo_epi64(low, step)),
            _mm512_add_epi64(first, _mm512_mullo_epi64(high, step)));
    } else {
        __m512i a = load(p->updates + i * 8), b = load(p->updates + i * 8 + 64);
        put(to, _mm512_permutex2var_epi64(a, low, b), _mm512_permutex2var_epi64(a, high, b));
    }
}

/* The updates, or their places, of those of vectors [i, i + 16) that the mask has, behind the
 * `count` there are. */
KERNEL_INLINE void carry(const grn_owner_filter *p, int64_t i, __mmask16 mask, void *update, int64_t count,
                         const size_t size)
{
    char *to = (char *)update + count * (int64_t)(size == 0 ? sizeof(int64_t) : size);
    const void *from = p->updates + i * (int64_t)size;
    if (size == 4)
        _mm512_storeu_si512(to, _mm512_maskz_compress_epi32(mask, load(from)));
    else if (size == 2)
        _mm256_storeu_si256((void *)to, _mm256_maskz_compress_epi16(mask, _mm256_loadu_si256(from)));
    else if (size == 1)
        _mm_storeu_si128((void *)to, _mm_maskz_compress_epi8(mask, _mm_loadu_si128(from)));
    else
        carry_wide(p, i, mask, to, size);
}

/* Whether no product is above 2^32, nor the sum; and updates stand one after the other. */
static inline bool fits(const grn_owner_filter *p)
{
    const grn_starts *s = &p->starts;
    bool whole = s->ncoords == 1 && s->scale[0] == 1 && s->last[0] == -1, fit = p->base >= 0 && p->base <= UINT32_MAX;
    uint64_t most = (uint64_t)p->base;
    for (int64_t k = 0; fit && k < s->ncoords; k++) {
        fit = s->last[k] >= 0 && s->scale[k] >= 0 && (s->scale[k] == 0 || s->last[k] <= UINT32_MAX / s->scale[k]);
        most += fit ? (uint64_t)s->last[k] * (uint64_t)s->scale[k] : 0;
    }
    return (whole ? p->base == 0 : fit && most <= UINT32_MAX) && (p->size == 0 || p->step == 1);
}

#endif

/*
 * filter_avx2.c - four vectors at a time: a mask of those that are the owner's,
 * and a permutation by mask that moves them to the front.
 */
#include "kernels/avx2.h"
#include "kernels/filter_group.h"

#if defined(__AVX2__)

#include <immintrin.h>

/* clang-format off */
/* For each mask of four, the numbers of its bits from the lowest on; then anything. */
#define MASKS(X)                                                                                                    \
    X(0, 0, 0, 0) X(0, 0, 0, 0) X(1, 0, 0, 0) X(0, 1, 0, 0) X(2, 0, 0, 0) X(0, 2, 0, 0) X(1, 2, 0, 0) X(0, 1, 2, 0) \
    X(3, 0, 0, 0) X(0, 3, 0, 0) X(1, 3, 0, 0) X(0, 1, 3, 0) X(2, 3, 0, 0) X(0, 2, 3, 0) X(1, 2, 3, 0) X(0, 1, 2, 3)
/* clang-format on */

#define WIDE(a, b, c, d) {2 * a, 2 * a + 1, 2 * b, 2 * b + 1, 2 * c, 2 * c + 1, 2 * d, 2 * d + 1},
#define NARROW(a, b, c, d) {a, b, c, d},
#define PAIR(a) 2 * a, 2 * a + 1
#define SHORT(a, b, c, d) {PAIR(a), PAIR(b), PAIR(c), PAIR(d)},

static const int32_t wide[16][8] = {MASKS(WIDE)};
static const int32_t narrow[16][4] = {MASKS(NARROW)};
static const uint8_t two[16][8] = {MASKS(SHORT)};

/* What the loops over four have in registers. */
typedef struct vectors {
    __m256i top, scale, base, hash, owners, me;
    __m128i shift;
} vectors;

static __m256i all(int64_t x) { return _mm256_set1_epi64x(x); }

static vectors vectors_of(const grn_owner_filter *p)
{
    const int64_t *last = p->starts.last, *scale = p->starts.scale;
    const int k = p->starts.ncoords == 2 ? 1 : 0;
    return (vectors){_mm256_setr_epi64x(last[0], last[k], last[0], last[k]),
                     _mm256_setr_epi64x(scale[0], scale[k], scale[0], scale[k]),
                     all(p->base),
                     all(GRN_OWNER_HASH),
                     all(p->owner.owners),
                     all(p->owner.me),
                     _mm_cvtsi32_si128(p->owner.shift)};
}

static inline __m256i load(const void *p) { return _mm256_loadu_si256(p); }

/* An index below 2^32 has upper 32 bits of 0: neither 32-bit part is above its like of `last`. */
static inline bool in_range(const vectors *v, __m256i a, __m256i b)
{
    __m256i most = _mm256_max_epu32(v->top, _mm256_max_epu32(a, b));
    return _mm256_movemask_epi8(_mm256_cmpeq_epi32(most, v->top)) == -1;
}

/* The offsets of four vectors; false where one is out of range. */
KERNEL_INLINE bool offsets_of(const vectors *v, const int64_t *raw, const int ncoords, const bool scaled, __m256i *out)
{
    __m256i a = load(raw), b = ncoords == 2 ? load(raw + 4) : a;
    bool in_bounds = in_range(v, a, b);
    if (scaled) {
        a = _mm256_mul_epu32(a, v->scale);
        b = ncoords == 2 ? _mm256_mul_epu32(b, v->scale) : a;
    }
    if (ncoords == 2) /* vectors 0, 2, 1, 3 */
        a = _mm256_permute4x64_epi64(_mm256_add_epi64(_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b)), 0xD8);
    *out = _mm256_add_epi64(a, v->base);
    return in_bounds;
}

/* As grn_owner_of: a product takes the lower 32 bits alone. */
static inline int owned(const vectors *v, __m256i offset)
{
    __m256i line = _mm256_srl_epi64(offset, v->shift);
    __m256i hash = _mm256_srli_epi32(_mm256_mul_epu32(line, v->hash), 16);
    __m256i owner = _mm256_srli_epi64(_mm256_mul_epu32(hash, v->owners), 16);
    return _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(owner, v->me)));
}

static inline __m256i front(__m256i x, int mask) { return _mm256_permutevar8x32_epi32(x, load(wide[mask])); }

KERNEL_INLINE void carry(const grn_owner_filter *p, int64_t i, int mask, int64_t count, const size_t size)
{
    char *to = (char *)p->update + count * (int64_t)(size == 0 ? sizeof(int64_t) : size);
    const char *from = p->updates + i * (int64_t)size;
    if (size == 0) {
        __m256i step = _mm256_setr_epi64x(0, p->step, 2 * p->step, 3 * p->step);
        _mm256_storeu_si256((void *)to, front(_mm256_add_epi64(all(p->first + i * p->step), step), mask));
    } else if (size == 8) {
        _mm256_storeu_si256((void *)to, front(load(from), mask));
    } else if (size == 4) {
        __m128 four = _mm_permutevar_ps(_mm_loadu_ps((const void *)from), _mm_loadu_si128((const void *)narrow[mask]));
        _mm_storeu_ps((void *)to, four);
    } else {
        __m128i four = _mm_shuffle_epi8(_mm_loadl_epi64((const void *)from), _mm_loadl_epi64((const void *)two[mask]));
        _mm_storel_epi64((void *)to, four);
    }
}

KERNEL_INLINE int64_t filter_by(grn_owner_filter *p, int64_t n, const int ncoords, const bool scaled, const size_t size)
{
    const vectors v = vectors_of(p);
    const int64_t *raw = p->starts.raw;
    int64_t count = p->count, i = 0;
    __m256i offset;
    for (; i + 4 <= n && offsets_of(&v, raw + i * ncoords, ncoords, scaled, &offset); i += 4) {
        int mask = owned(&v, offset);
        prefetch_later(raw, (i + GRN_FILTER_AHEAD) * (int64_t)(ncoords * sizeof *raw), 1);
        if (size > 0)
            prefetch_later(p->updates, (i + GRN_FILTER_AHEAD) * (int64_t)size, 1);
        _mm256_storeu_si256((void *)(p->offset + count), front(offset, mask));
        carry(p, i, mask, count, size);
        count += _mm_popcnt_u32((unsigned)mask);
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

static bool is_word(int64_t x) { return x >= 0 && x <= UINT32_MAX; }

/* Products and ranges of 32 bits, updates one after the other. */
static bool fits(const grn_owner_filter *p)
{
    bool fused = p->starts.ncoords == 1 && p->starts.scale[0] == 1, fit = true;
    for (int64_t k = 0; k < p->starts.ncoords; k++)
        fit = fit && (is_word(p->starts.last[k]) || (fused && p->starts.last[k] == -1)) && is_word(p->starts.scale[k]);
    return fit && p->size != 1 && (p->size == 0 || p->step == 1);
}

int64_t grn_filter_avx2(grn_owner_filter *p, int64_t n)
{
    if (!fits(p))
        return grn_filter_plain(p, n);
    int64_t i = p->size == 0   ? filter_sized(p, n, 0)
                : p->size == 4 ? filter_sized(p, n, 4)
                : p->size == 8 ? filter_sized(p, n, 8)
                               : filter_sized(p, n, 2);
    return i < n ? filter_rest(p, i, n - i < 3 ? n - i : 3, grn_filter_plain) : i;
}

#endif

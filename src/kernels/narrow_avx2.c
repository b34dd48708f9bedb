/*
 * narrow_avx2.c - indices of 32 and 64 bits to offsets of 32, eight at a time.
 *
 * Eight values that are all in range need nothing but a multiplication: base
 * is subtracted, wrapping and holding would not change them. Eight of which
 * one is not are left to the plain body.
 */
#include "kernels/take.h"

#if defined(__AVX2__)

#include <immintrin.h>

#include "kernels/hints.h"

#define EIGHT 8

typedef struct eight {
    __m256i value; /* the low halves */
    bool inside;
} eight;

KERNEL_INLINE __m256i load256(const char *p)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)p);
}

/* Every second 32-bit element of a and b, in order. */
KERNEL_INLINE __m256i halves(__m256i a, __m256i b)
{
    __m256 even = _mm256_shuffle_ps(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b), 0x88);
    return _mm256_permute4x64_epi64(_mm256_castps_si256(even), 0xD8);
}

KERNEL_INLINE eight judge32(__m256i x, __m256i base, __m256i last)
{
    x = _mm256_sub_epi32(x, base);
    __m256i bad = _mm256_or_si256(x, _mm256_sub_epi32(last, x));
    return (eight){x, _mm256_movemask_ps(_mm256_castsi256_ps(bad)) == 0};
}

KERNEL_INLINE eight judge64(__m256i a, __m256i b, __m256i base, __m256i last)
{
    a = _mm256_sub_epi64(a, base);
    b = _mm256_sub_epi64(b, base);
    __m256i bad = _mm256_or_si256(_mm256_or_si256(a, _mm256_sub_epi64(last, a)),
                                  _mm256_or_si256(b, _mm256_sub_epi64(last, b)));
    return (eight){halves(a, b), _mm256_movemask_pd(_mm256_castsi256_pd(bad)) == 0};
}

/* Four 64-bit values that stand two apart. */
KERNEL_INLINE __m256i every_second(const char *p)
{
    __m256i pairs = _mm256_unpacklo_epi64(load256(p), load256(p + 32));
    return _mm256_permute4x64_epi64(pairs, 0xD8);
}

#define LOAD_4_1(p) judge32(load256(p), base, last)
#define LOAD_4_2(p) judge32(halves(load256(p), load256((p) + 32)), base, last)
#define LOAD_8_1(p) judge64(load256(p), load256((p) + 32), base, last)
#define LOAD_8_2(p) judge64(every_second(p), every_second((p) + 64), base, last)
#define SPLAT_4(x) _mm256_set1_epi32((int32_t)(x))
#define SPLAT_8(x) _mm256_set1_epi64x(x)

/* A load of values two apart reads one more value than it needs, so the last ones are left to the plain body. */
#define NARROW_STEP(I, apart)                                                                                         \
    KERNEL_INLINE void narrow_##I##_##apart(grn_narrow_fn plain, const char *raw, int64_t n, const grn_resolve_axis *axis, \
                                            int32_t *offset, unsigned char *inside)                                   \
    {                                                                                                                 \
        const __m256i base = SPLAT_##I(axis->base), last = SPLAT_##I(axis->last);                                     \
        const __m256i stride = _mm256_set1_epi32((int32_t)axis->stride);                                              \
        int64_t i = 0;                                                                                                \
        for (; i + EIGHT + (apart) - 1 <= n; i += EIGHT) {                                                            \
            const char *at = raw + i * (apart) * (I);                                                                 \
            eight e = LOAD_##I##_##apart(at);                                                                         \
            __m256i *to = (__m256i *)(void *)(offset + i);                                                            \
            if (e.inside)                                                                                             \
                _mm256_storeu_si256(to, _mm256_add_epi32(_mm256_loadu_si256(to), _mm256_mullo_epi32(e.value, stride))); \
            else                                                                                                      \
                plain(at, apart, EIGHT, axis, offset + i, inside != NULL ? inside + i : NULL);                        \
        }                                                                                                             \
        if (i < n)                                                                                                    \
            plain(raw + i * (apart) * (I), apart, n - i, axis, offset + i, inside != NULL ? inside + i : NULL);       \
    }
NARROW_STEP(4, 1)
NARROW_STEP(4, 2)
NARROW_STEP(8, 1)
NARROW_STEP(8, 2)

/*
 * Whether raw - base, modulo 2^32 or 2^64, is in [0, last] only where the true difference is. A base of any sign may
 * be taken from a signed value when last + base stays below the type's end; an unsigned one takes no negative base.
 */
static bool differences_hold(const grn_resolve_axis *a, int64_t lowest_base)
{
    return a->base >= lowest_base && a->base <= INT32_MAX / 2 && a->last <= INT32_MAX / 2;
}

#define NARROW(index, I, lowest_base)                                                                                 \
    static void narrow_##index(const void *raw, int64_t step, int64_t n, const grn_resolve_axis *axis, int32_t *offset, \
                               unsigned char *inside)                                                                 \
    {                                                                                                                 \
        grn_narrow_fn plain = grn_narrow_plain(GRN_##index);                                                          \
        if (step == 1 && differences_hold(axis, lowest_base))                                                         \
            narrow_##I##_1(plain, raw, n, axis, offset, inside);                                                      \
        else if (step == 2 && differences_hold(axis, lowest_base))                                                    \
            narrow_##I##_2(plain, raw, n, axis, offset, inside);                                                      \
        else                                                                                                          \
            plain(raw, step, n, axis, offset, inside);                                                                \
    }
NARROW(I32, 4, -INT32_MAX / 2)
NARROW(UI32, 4, 0)
NARROW(I64, 8, -INT32_MAX / 2)
NARROW(UI64, 8, 0)

grn_narrow_fn grn_narrow_avx2(grn_dtype index_dtype)
{
    static const grn_narrow_fn table[GRN_DTYPE_COUNT] = {
        [GRN_I32] = narrow_I32, [GRN_UI32] = narrow_UI32, [GRN_I64] = narrow_I64, [GRN_INDEX] = narrow_I64,
        [GRN_UI64] = narrow_UI64,
    };
    return table[index_dtype] != NULL ? table[index_dtype] : grn_narrow_plain(index_dtype);
}

#endif

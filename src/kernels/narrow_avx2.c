/*
 * narrow_avx2.c - indices of 8 to 64 bits to offsets of 32, eight at a time.
 *
 * Eight values that are all in range need nothing but a multiplication: base
 * is subtracted, wrapping and holding would not change them. Eight of which
 * one is not go through the rules as 64-bit integers, four at a time, which
 * hold every value of every type.
 */
#include "kernels/avx2.h"

#if defined(__AVX2__)

#include <immintrin.h>
#include <string.h>

#include "kernels/hints.h"

#define EIGHT 8

typedef struct eight {
    __m256i value; /* the lower 32 bits */
    bool in_bounds;
    __m256i a, b; /* the values as read: eight of 32 bits, or four and four of 64 */
} eight;

KERNEL_INLINE __m256i load256(const char *p) { return _mm256_loadu_si256((const __m256i *)(const void *)p); }

/* Every second 32-bit element of a and b, in order. */
KERNEL_INLINE __m256i lower_32(__m256i a, __m256i b)
{
    __m256 even = _mm256_shuffle_ps(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b), 0x88);
    return _mm256_permute4x64_epi64(_mm256_castps_si256(even), 0xD8);
}

KERNEL_INLINE eight check32(__m256i x, __m256i base, __m256i last)
{
    __m256i start = _mm256_sub_epi32(x, base);
    __m256i bad = _mm256_or_si256(start, _mm256_sub_epi32(last, start));
    return (eight){start, _mm256_movemask_ps(_mm256_castsi256_ps(bad)) == 0, x, x};
}

KERNEL_INLINE eight check64(__m256i a, __m256i b, __m256i base, __m256i last)
{
    __m256i first = _mm256_sub_epi64(a, base), second = _mm256_sub_epi64(b, base);
    __m256i bad = _mm256_or_si256(_mm256_or_si256(first, _mm256_sub_epi64(last, first)),
                                  _mm256_or_si256(second, _mm256_sub_epi64(last, second)));
    return (eight){lower_32(first, second), _mm256_movemask_pd(_mm256_castsi256_pd(bad)) == 0, a, b};
}

/* ---- eight of which one is out of range ------------------------------------------------------ */

/* As resolve.c's rules, in their order. `out`: all bits of those that were not in range. */
KERNEL_INLINE __m256i held64(__m256i x, const grn_resolve_axis *axis, __m256i *out)
{
    const __m256i low = _mm256_set1_epi64x(axis->low), high = _mm256_set1_epi64x(axis->high);
    const __m256i last = _mm256_set1_epi64x(axis->last), zero = _mm256_setzero_si256();
    x = _mm256_blendv_epi8(x, low, _mm256_cmpgt_epi64(low, x));
    x = _mm256_blendv_epi8(x, high, _mm256_cmpgt_epi64(x, high));
    x = _mm256_sub_epi64(x, _mm256_set1_epi64x(axis->base));
    x = _mm256_add_epi64(x, _mm256_and_si256(_mm256_cmpgt_epi64(zero, x), _mm256_set1_epi64x(axis->wrap)));
    __m256i under = _mm256_cmpgt_epi64(zero, x), over = _mm256_cmpgt_epi64(x, last);
    *out = _mm256_or_si256(under, over);
    return _mm256_blendv_epi8(_mm256_andnot_si256(under, x), last, over);
}

/* Byte k of the mask, 0 or 1, becomes 0 where bit k is set: the bits are spread over the bytes,
 * each to its lowest. */
KERNEL_INLINE void clear_mask(unsigned char *in_bounds, uint64_t bits)
{
    const uint64_t each = UINT64_C(0x0101010101010101), own = UINT64_C(0x8040201008040201);
    uint64_t masks;
    memcpy(&masks, in_bounds, EIGHT);
    masks &= ~(((bits * each & own) + 0x7F * each) >> 7 & each);
    memcpy(in_bounds, &masks, EIGHT);
}

KERNEL_INLINE void add_held(__m256i a, __m256i b, const grn_resolve_axis *axis, int32_t *offset,
                            unsigned char *in_bounds)
{
    __m256i out_a, out_b, *to = (__m256i *)(void *)offset;
    __m256i held_a = held64(a, axis, &out_a), held_b = held64(b, axis, &out_b);
    __m256i product = _mm256_mullo_epi32(lower_32(held_a, held_b), _mm256_set1_epi32((int32_t)axis->stride));
    _mm256_storeu_si256(to, _mm256_add_epi32(_mm256_loadu_si256(to), product));
    int out = _mm256_movemask_pd(_mm256_castsi256_pd(out_a)) | _mm256_movemask_pd(_mm256_castsi256_pd(out_b)) << 4;
    if (in_bounds != NULL && out != 0)
        clear_mask(in_bounds, (uint64_t)out);
}

KERNEL_NOINLINE static void mend_signed32(__m256i x, const grn_resolve_axis *axis, int32_t *offset,
                                          unsigned char *in_bounds)
{
    add_held(_mm256_cvtepi32_epi64(_mm256_castsi256_si128(x)), _mm256_cvtepi32_epi64(_mm256_extracti128_si256(x, 1)),
             axis, offset, in_bounds);
}

KERNEL_NOINLINE static void mend_unsigned32(__m256i x, const grn_resolve_axis *axis, int32_t *offset,
                                            unsigned char *in_bounds)
{
    add_held(_mm256_cvtepu32_epi64(_mm256_castsi256_si128(x)), _mm256_cvtepu32_epi64(_mm256_extracti128_si256(x, 1)),
             axis, offset, in_bounds);
}

KERNEL_NOINLINE static void mend_signed64(__m256i a, __m256i b, const grn_resolve_axis *axis, int32_t *offset,
                                          unsigned char *in_bounds)
{
    add_held(a, b, axis, offset, in_bounds);
}

/* Beyond INT64_MAX is above every bound. */
KERNEL_NOINLINE static void mend_unsigned64(__m256i a, __m256i b, const grn_resolve_axis *axis, int32_t *offset,
                                            unsigned char *in_bounds)
{
    const __m256i zero = _mm256_setzero_si256(), most = _mm256_set1_epi64x(INT64_MAX);
    a = _mm256_blendv_epi8(a, most, _mm256_cmpgt_epi64(zero, a));
    b = _mm256_blendv_epi8(b, most, _mm256_cmpgt_epi64(zero, b));
    add_held(a, b, axis, offset, in_bounds);
}

/* For indices of 1 and 2 bytes the load has already widened each by its type. */
#define MEND_i8(e, is_unsigned, axis, to, in_bounds) mend_signed32((e).a, axis, to, in_bounds)
#define MEND_u8(e, is_unsigned, axis, to, in_bounds) mend_signed32((e).a, axis, to, in_bounds)
#define MEND_i16(e, is_unsigned, axis, to, in_bounds) mend_signed32((e).a, axis, to, in_bounds)
#define MEND_u16(e, is_unsigned, axis, to, in_bounds) mend_signed32((e).a, axis, to, in_bounds)
#define MEND_w32(e, is_unsigned, axis, to, in_bounds) \
    ((is_unsigned) ? mend_unsigned32 : mend_signed32)((e).a, axis, to, in_bounds)
#define MEND_w64(e, is_unsigned, axis, to, in_bounds) \
    ((is_unsigned) ? mend_unsigned64 : mend_signed64)((e).a, (e).b, axis, to, in_bounds)

/* ---- reading eight --------------------------------------------------------------------------- */

/* Four 64-bit values that stand two apart. */
KERNEL_INLINE __m256i every_second(const char *p)
{
    __m256i pairs = _mm256_unpacklo_epi64(load256(p), load256(p + 32));
    return _mm256_permute4x64_epi64(pairs, 0xD8);
}

/* clang-format off */
/* Eight values `step` apart, by loads of their own. */
#define VALUE_AT(T)                                                  \
    KERNEL_INLINE T at_##T(const char *p, int64_t i)                 \
    {                                                                \
        T value;                                                     \
        memcpy(&value, p + i * (int64_t)sizeof value, sizeof value); \
        return value;                                                \
    }
VALUE_AT(int8_t) VALUE_AT(uint8_t) VALUE_AT(int16_t) VALUE_AT(uint16_t) VALUE_AT(int32_t) VALUE_AT(int64_t)
#define EACH32(T, p)                                                                                                \
    _mm256_setr_epi32(at_##T(p, 0), at_##T(p, step), at_##T(p, 2 * step), at_##T(p, 3 * step), at_##T(p, 4 * step), \
                      at_##T(p, 5 * step), at_##T(p, 6 * step), at_##T(p, 7 * step))
#define EACH64(p, k)                                                                                            \
    _mm256_setr_epi64x(at_int64_t(p, (k) * step), at_int64_t(p, (k + 1) * step), at_int64_t(p, (k + 2) * step), \
                       at_int64_t(p, (k + 3) * step))
/* clang-format on */

/* By the width and the sign of the index type, and by how far values stand apart. */
#define LOAD_i8_one(p) check32(_mm256_cvtepi8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)(p))), base, last)
#define LOAD_u8_one(p) check32(_mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)(p))), base, last)
#define LOAD_i16_one(p) check32(_mm256_cvtepi16_epi32(_mm_loadu_si128((const __m128i *)(const void *)(p))), base, last)
#define LOAD_u16_one(p) check32(_mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)(const void *)(p))), base, last)
#define LOAD_i8_any(p) check32(EACH32(int8_t, p), base, last)
#define LOAD_u8_any(p) check32(EACH32(uint8_t, p), base, last)
#define LOAD_i16_any(p) check32(EACH32(int16_t, p), base, last)
#define LOAD_u16_any(p) check32(EACH32(uint16_t, p), base, last)
#define LOAD_w32_one(p) check32(load256(p), base, last)
#define LOAD_w32_two(p) check32(lower_32(load256(p), load256((p) + 32)), base, last)
#define LOAD_w32_any(p) check32(EACH32(int32_t, p), base, last)
#define LOAD_w64_one(p) check64(load256(p), load256((p) + 32), base, last)
#define LOAD_w64_two(p) check64(every_second(p), every_second((p) + 64), base, last)
#define LOAD_w64_any(p) check64(EACH64(p, 0), EACH64(p, 4), base, last)
#define SPLAT_i8(x) _mm256_set1_epi32((int32_t)(x))
#define SPLAT_u8(x) _mm256_set1_epi32((int32_t)(x))
#define SPLAT_i16(x) _mm256_set1_epi32((int32_t)(x))
#define SPLAT_u16(x) _mm256_set1_epi32((int32_t)(x))
#define SPLAT_w32(x) _mm256_set1_epi32((int32_t)(x))
#define SPLAT_w64(x) _mm256_set1_epi64x(x)

/* clang-format off */
/* `over`: values past the eighth that the load reads; the last ones are left to the plain body
 * then. */
#define NARROW_STEP(type, bytes, mode, over)                                                                           \
    KERNEL_INLINE void narrow_##type##_##mode(grn_narrow_fn plain, const char *raw, int64_t step, int64_t n,           \
                                              const grn_resolve_axis *axis, int32_t *offset, unsigned char *in_bounds, \
                                              bool is_unsigned)                                                        \
    {                                                                                                                  \
        const __m256i base = SPLAT_##type(axis->base), last = SPLAT_##type(axis->last);                                \
        const __m256i stride = _mm256_set1_epi32((int32_t)axis->stride);                                               \
        int64_t i = 0;                                                                                                 \
        (void)is_unsigned;                                                                                             \
        for (; i + EIGHT + (over) <= n; i += EIGHT) {                                                                  \
            const char *at = raw + i * step * (bytes);                                                                 \
            eight e = LOAD_##type##_##mode(at);                                                                        \
            __m256i *to = (__m256i *)(void *)(offset + i);                                                             \
            if (e.in_bounds)                                                                                           \
                _mm256_storeu_si256(to, _mm256_add_epi32(_mm256_loadu_si256(to),                                       \
                                                          _mm256_mullo_epi32(e.value, stride)));                       \
            else                                                                                                       \
                MEND_##type(e, is_unsigned, axis, offset + i, in_bounds != NULL ? in_bounds + i : NULL);               \
        }                                                                                                              \
        if (i < n)                                                                                                     \
            plain(raw + i * step * (bytes), step, n - i, axis, offset + i, in_bounds != NULL ? in_bounds + i : NULL);  \
    }
NARROW_STEP(i8, 1, one, 0)
NARROW_STEP(u8, 1, one, 0)
NARROW_STEP(i16, 2, one, 0)
NARROW_STEP(u16, 2, one, 0)
NARROW_STEP(w32, 4, one, 0)
NARROW_STEP(w64, 8, one, 0)
NARROW_STEP(i8, 1, any, 0)
NARROW_STEP(u8, 1, any, 0)
NARROW_STEP(i16, 2, any, 0)
NARROW_STEP(u16, 2, any, 0)
NARROW_STEP(w32, 4, any, 0)
NARROW_STEP(w64, 8, any, 0)
NARROW_STEP(w32, 4, two, 1)
NARROW_STEP(w64, 8, two, 1)
#define narrow_i8_two narrow_i8_any
#define narrow_u8_two narrow_u8_any
#define narrow_i16_two narrow_i16_any
#define narrow_u16_two narrow_u16_any
    /* clang-format on */

    /*
     * Whether raw - base, modulo 2^32 or 2^64, is in [0, last] only where the true difference is. A
     * base of any sign may be taken from a signed value when last + base stays below the type's
     * end; an unsigned one takes no negative base.
     */
    static bool differences_hold(const grn_resolve_axis *a, int64_t lowest_base)
{
    return a->base >= lowest_base && a->base <= INT32_MAX / 2 && a->last <= INT32_MAX / 2;
}

#define NARROW(index, type, lowest_base, is_unsigned)                                                  \
    static void narrow_##index(const void *raw, int64_t step, int64_t n, const grn_resolve_axis *axis, \
                               int32_t *offset, unsigned char *in_bounds)                              \
    {                                                                                                  \
        grn_narrow_fn plain = grn_narrow_plain(GRN_##index);                                           \
        if (!differences_hold(axis, lowest_base))                                                      \
            plain(raw, step, n, axis, offset, in_bounds);                                              \
        else if (step == 1)                                                                            \
            narrow_##type##_one(plain, raw, 1, n, axis, offset, in_bounds, is_unsigned);               \
        else if (step == 2)                                                                            \
            narrow_##type##_two(plain, raw, 2, n, axis, offset, in_bounds, is_unsigned);               \
        else                                                                                           \
            narrow_##type##_any(plain, raw, step, n, axis, offset, in_bounds, is_unsigned);            \
    }
NARROW(I8, i8, -INT32_MAX / 2, false)
NARROW(UI8, u8, -INT32_MAX / 2, true)
NARROW(I16, i16, -INT32_MAX / 2, false)
NARROW(UI16, u16, -INT32_MAX / 2, true)
NARROW(I32, w32, -INT32_MAX / 2, false)
NARROW(UI32, w32, 0, true)
NARROW(I64, w64, -INT32_MAX / 2, false)
NARROW(UI64, w64, 0, true)

grn_narrow_fn grn_narrow_avx2(grn_dtype index_dtype)
{
    static const grn_narrow_fn table[GRN_DTYPE_COUNT] = {
        [GRN_I8] = narrow_I8,     [GRN_UI8] = narrow_UI8,   [GRN_I16] = narrow_I16,
        [GRN_UI16] = narrow_UI16, [GRN_I32] = narrow_I32,   [GRN_UI32] = narrow_UI32,
        [GRN_I64] = narrow_I64,   [GRN_INDEX] = narrow_I64, [GRN_UI64] = narrow_UI64,
    };
    return table[index_dtype] != NULL ? table[index_dtype] : grn_narrow_plain(index_dtype);
}

#endif

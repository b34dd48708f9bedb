/*
 * resolve_avx512.c - indices of 8 to 64 bits, one or two apart, to offsets of
 * 32 and 64 bits, sixteen at a time. Where all are in range, a subtraction and
 * a multiplication; where one is not, and for fewer, the rule as resolve.c
 * has it, for eight at once: nothing falls back to resolve.c.
 */
#include "kernels/avx512.h"
#include "kernels/hints.h"

#if defined(__AVX512VBMI2__)

#include <immintrin.h>

/* Eight values as 64-bit integers, of which the `wanted` ones may be read. A ui64 over INT64_MAX
 * becomes INT64_MAX. */
typedef __m512i (*loader)(const char *p, __mmask8 wanted);

#define LOADER(name, value) \
    KERNEL_INLINE __m512i load_##name(const char *p, __mmask8 wanted) { return value; }
#define MOST _mm512_set1_epi64(INT64_MAX)
#define WORDS(p) _mm256_maskz_loadu_epi32(wanted, p)
LOADER(i8, _mm512_cvtepi8_epi64(_mm_maskz_loadu_epi8(wanted, p)))
LOADER(ui8, _mm512_cvtepu8_epi64(_mm_maskz_loadu_epi8(wanted, p)))
LOADER(i16, _mm512_cvtepi16_epi64(_mm_maskz_loadu_epi16(wanted, p)))
LOADER(ui16, _mm512_cvtepu16_epi64(_mm_maskz_loadu_epi16(wanted, p)))
LOADER(i32, _mm512_cvtepi32_epi64(WORDS(p)))
LOADER(ui32, _mm512_cvtepu32_epi64(WORDS(p)))
LOADER(i64, _mm512_maskz_loadu_epi64(wanted, p))
LOADER(ui64, _mm512_min_epu64(load_i64(p, wanted), MOST))

/* The same of values two apart. */
KERNEL_INLINE uint32_t doubled(__mmask8 wanted)
{
    uint32_t x = wanted;
    x = (x | x << 4) & 0x0F0F;
    x = (x | x << 2) & 0x3333;
    return (x | x << 1) & 0x5555;
}

KERNEL_INLINE __m512i load_i64_two(const char *p, __mmask8 wanted)
{
    uint32_t read = doubled(wanted);
    __m512i a = _mm512_maskz_loadu_epi64((__mmask8)read, p),
            b = _mm512_maskz_loadu_epi64((__mmask8)(read >> 8), p + 64);
    return _mm512_permutex2var_epi64(a, _mm512_setr_epi64(0, 2, 4, 6, 8, 10, 12, 14), b);
}
LOADER(ui64_two, _mm512_min_epu64(load_i64_two(p, wanted), MOST))
LOADER(ui32_two, _mm512_maskz_loadu_epi32((__mmask16)doubled(wanted), p)) /* the word between is not read, and 0 */
LOADER(i32_two, _mm512_srai_epi64(_mm512_slli_epi64(load_ui32_two(p, wanted), 32), 32))

/* An axis in registers. */
typedef struct lanes {
    __m512i low, high, base, wrap, last, stride;
} lanes;

static lanes lanes_of(const grn_resolve_axis *a)
{
    return (lanes){_mm512_set1_epi64(a->low),  _mm512_set1_epi64(a->high), _mm512_set1_epi64(a->base),
                   _mm512_set1_epi64(a->wrap), _mm512_set1_epi64(a->last), _mm512_set1_epi64(a->stride)};
}

/* The start that a raw value stands for, clamped to the range; and the mask of those that were in
 * it. */
KERNEL_INLINE __m512i held(const lanes *a, __m512i raw, __mmask8 *in_bounds)
{
    __m512i start = _mm512_sub_epi64(_mm512_min_epi64(_mm512_max_epi64(raw, a->low), a->high), a->base), hold;
    start = _mm512_mask_add_epi64(start, _mm512_movepi64_mask(start), start, a->wrap);
    hold = _mm512_min_epi64(_mm512_max_epi64(start, _mm512_setzero_si512()), a->last);
    *in_bounds = _mm512_cmpeq_epi64_mask(start, hold);
    return hold;
}

/* Adds the offsets of eight starts to the offsets there, for the `wanted` ones. */
typedef void (*adder)(void *offset, __m512i start, __m512i stride, __mmask8 wanted);

KERNEL_INLINE void add_narrow(void *offset, __m512i start, __m512i stride, __mmask8 wanted)
{
    __m256i product = _mm512_cvtepi64_epi32(_mm512_mullo_epi64(start, stride));
    _mm256_mask_storeu_epi32(offset, wanted, _mm256_add_epi32(_mm256_maskz_loadu_epi32(wanted, offset), product));
}

KERNEL_INLINE void add_wide(void *offset, __m512i start, __m512i stride, __mmask8 wanted)
{
    __m512i sum = _mm512_add_epi64(_mm512_maskz_loadu_epi64(wanted, offset), _mm512_mullo_epi64(start, stride));
    _mm512_mask_storeu_epi64(offset, wanted, sum);
}

KERNEL_INLINE void carefully(const lanes *a, const char *raw, int64_t n, void *offset, unsigned char *in_bounds,
                             loader load, adder add)
{
    __mmask8 wanted = (__mmask8)(n < 8 ? (1u << n) - 1 : 0xFF), good;
    add(offset, held(a, load(raw, wanted), &good), a->stride, wanted);
    if (in_bounds != NULL) {
        __m128i mask = _mm_and_si128(_mm_maskz_loadu_epi8(wanted, in_bounds), _mm_maskz_set1_epi8(good, 1));
        _mm_mask_storeu_epi8(in_bounds, wanted, mask);
    }
}

/*
 * `bytes`: from eight values to the next eight. Where neither base nor last is
 * near the ends of the type, one unsigned comparison separates the starts that
 * need no wrapping and no holding from all others.
 */
KERNEL_INLINE void body(const char *raw, int64_t bytes, int64_t n, const grn_resolve_axis *axis, char *offset,
                        int64_t offset_bytes, unsigned char *in_bounds, loader load, adder add)
{
    const lanes a = lanes_of(axis);
    const bool quick = axis->base >= INT64_MIN / 4 && axis->base <= INT64_MAX / 4 && axis->last <= INT64_MAX / 4;
    for (int64_t i = 0; i < n; i += 8, raw += bytes) {
        if (quick && i + 16 <= n) {
            __m512i x = _mm512_sub_epi64(load(raw, 0xFF), a.base),
                    y = _mm512_sub_epi64(load(raw + bytes, 0xFF), a.base);
            if (_mm512_cmpgt_epu64_mask(_mm512_max_epu64(x, y), a.last) == 0) {
                add(offset + i * offset_bytes, x, a.stride, 0xFF);
                add(offset + (i + 8) * offset_bytes, y, a.stride, 0xFF);
                i += 8;
                raw += bytes;
                continue;
            }
        }
        carefully(&a, raw, n - i, offset + i * offset_bytes, in_bounds != NULL ? in_bounds + i : NULL, load, add);
    }
}

#define ANY_STEP(mode, T, type, DTYPE, bytes, others)                                                            \
    static void mode##_##type(const void *raw, int64_t step, int64_t n, const grn_resolve_axis *axis, T *offset, \
                              unsigned char *in_bounds)                                                          \
    {                                                                                                            \
        if (step == 1)                                                                                           \
            body(raw, 8 * (bytes), n, axis, (char *)offset, sizeof *offset, in_bounds, load_##type, add_##mode); \
        else if (step == 2 && (bytes) >= 4)                                                                      \
            body(raw, 16 * (bytes), n, axis, (char *)offset, sizeof *offset, in_bounds, load_##type##_two,       \
                 add_##mode);                                                                                    \
        else                                                                                                     \
            others(DTYPE)(raw, step, n, axis, offset, in_bounds);                                                \
    }
#define BOTH(type, DTYPE, bytes)                                   \
    ANY_STEP(narrow, int32_t, type, DTYPE, bytes, grn_narrow_avx2) \
    ANY_STEP(wide, int64_t, type, DTYPE, bytes, grn_resolve_avx2)
#define load_i8_two load_i8
#define load_ui8_two load_ui8
#define load_i16_two load_i16
#define load_ui16_two load_ui16
BOTH(i8, GRN_I8, 1)
BOTH(ui8, GRN_UI8, 1)
BOTH(i16, GRN_I16, 2)
BOTH(ui16, GRN_UI16, 2)
BOTH(i32, GRN_I32, 4)
BOTH(ui32, GRN_UI32, 4)
BOTH(i64, GRN_I64, 8)
BOTH(ui64, GRN_UI64, 8)

#define TABLE(mode)                                                                                         \
    {                                                                                                       \
        [GRN_I8] = mode##_i8, [GRN_UI8] = mode##_ui8, [GRN_I16] = mode##_i16, [GRN_UI16] = mode##_ui16,     \
        [GRN_I32] = mode##_i32, [GRN_UI32] = mode##_ui32, [GRN_I64] = mode##_i64, [GRN_INDEX] = mode##_i64, \
        [GRN_UI64] = mode##_ui64                                                                            \
    }

grn_narrow_fn grn_narrow_avx512(grn_dtype index_dtype)
{
    static const grn_narrow_fn table[GRN_DTYPE_COUNT] = TABLE(narrow);
    return table[index_dtype] != NULL ? table[index_dtype] : grn_narrow_plain(index_dtype);
}

grn_resolve_fn grn_resolve_avx512(grn_dtype index_dtype)
{
    static const grn_resolve_fn table[GRN_DTYPE_COUNT] = TABLE(wide);
    return table[index_dtype] != NULL ? table[index_dtype] : grn_resolve_plain(index_dtype);
}

#endif

/*
 * bag_x86.h - the bags of a set of x86. The includer defines GRN_BAG_SET, the function that
 * answers them; WIDTH; F32(name), F64(name), WHOLE(name), the intrinsics of floats, doubles and
 * integers of this width, and ALL_BITS, the register of the last; LOAD_HALVES(p) and
 * STORE_HALVES(p, h), the register of half the width at p; F32_TO_F16(x) and NARROWED(u), floats
 * as f16 and integers below 2^16 as such, in one; HALVES_OF_BYTES(b), bytes as the upper ones of
 * 16 bits each, in such a register; BELOW(), the kernels of the set below; and BLOCK_16 where
 * bag_body.h may use it. Conversions of bytes are written out: gcc 12 takes those of its vectors
 * apart.
 */
#define BAG_UNROLL _Pragma("GCC unroll 16")
#define BAG_OF_F16(u) _cvtsh_ss(u)
#include "kernels/bag_element.h"

#define FLOATS ((int64_t)(WIDTH / sizeof(float)))

typedef float bag_floats __attribute__((vector_size(WIDTH)));
typedef int32_t bag_int32s __attribute__((vector_size(WIDTH)));
typedef uint32_t bag_uint32s __attribute__((vector_size(WIDTH)));
typedef double bag_doubles __attribute__((vector_size(WIDTH)));
typedef int64_t bag_int64s __attribute__((vector_size(WIDTH)));

/* The first bytes of a register: as many as there are floats, half and a quarter of them. */
KERNEL_INLINE __m128i load_bytes(const char *p)
{
    return WIDTH == 64 ? _mm_loadu_si128((const void *)p) : _mm_loadl_epi64((const void *)p);
}
KERNEL_INLINE __m128i load_halves_of_bytes(const char *p)
{
    int32_t u;
    if (WIDTH == 64)
        return _mm_loadl_epi64((const void *)p);
    memcpy(&u, p, sizeof u);
    return _mm_cvtsi32_si128(u);
}
KERNEL_INLINE __m128i load_quarters_of_bytes(const char *p)
{
    int32_t u;
    if (WIDTH == 64)
        memcpy(&u, p, sizeof u);
    else
        u = bag_load_16(p);
    return _mm_cvtsi32_si128(u);
}

/* Each byte's low four bits, then its high four. */
KERNEL_INLINE __m128i load_nibbles(const char *p)
{
    const __m128i u = _mm_cvtepu8_epi16(load_halves_of_bytes(p));
    const __m128i low = _mm_and_si128(u, _mm_set1_epi16(0x0f)), high = _mm_and_si128(u, _mm_set1_epi16(0xf0));
    return _mm_or_si128(low, _mm_slli_epi16(high, 4));
}

/* Each byte's pairs of bits, the lowest first. */
KERNEL_INLINE __m128i load_twos(const char *p)
{
    const __m128i u = _mm_cvtepu8_epi32(load_quarters_of_bytes(p));
    const __m128i low =
        _mm_or_si128(_mm_and_si128(u, _mm_set1_epi32(3)), _mm_slli_epi32(_mm_and_si128(u, _mm_set1_epi32(12)), 6));
    const __m128i high = _mm_or_si128(_mm_slli_epi32(_mm_and_si128(u, _mm_set1_epi32(48)), 12),
                                      _mm_slli_epi32(_mm_and_si128(u, _mm_set1_epi32(192)), 18));
    return _mm_or_si128(low, high);
}

KERNEL_INLINE bag_uint32s widened_bytes(__m128i b) { return (bag_uint32s)WHOLE(cvtepu8_epi32)(b); }
KERNEL_INLINE bag_floats floats_of_bytes(__m128i b) { return (bag_floats)F32(cvtepi32)((ALL_BITS)widened_bytes(b)); }

KERNEL_INLINE bag_floats load_bf16(const char *p)
{
    return (bag_floats)((bag_uint32s)WHOLE(cvtepu16_epi32)(LOAD_HALVES(p)) << 16);
}

/* As bag_of_e4m3. */
KERNEL_INLINE bag_floats load_e4m3(const char *p)
{
    const bag_uint32s u = widened_bytes(load_bytes(p)), magnitude = u & 0x7f;
    const bag_uint32s normal = (magnitude << 20) + (UINT32_C(120) << 23);
    const bag_uint32s tiny = (bag_uint32s)((bag_floats)F32(cvtepi32)((ALL_BITS)magnitude) * 0x1p-9f);
    const bag_uint32s is_tiny = (bag_uint32s)(magnitude < 8), is_nan = (bag_uint32s)(magnitude == 0x7f);
    const bag_uint32s finite = (is_tiny & tiny) | (~is_tiny & normal);
    return (bag_floats)((is_nan & UINT32_C(0x7fc00000)) | (~is_nan & finite) | (u & 0x80) << 24);
}

/* Vector v of an even number of them: two are taken apart together, which the compiler sees. */
KERNEL_INLINE __m128i load_nibbles_of_two(const char *p, int v)
{
    const char *first = p - v % 2 * (WIDTH / 8);
    const __m128i u = WIDTH == 64 ? _mm_loadu_si128((const void *)first) : _mm_loadl_epi64((const void *)first);
    const __m128i low = _mm_and_si128(u, _mm_set1_epi8(0x0f));
    const __m128i high = _mm_and_si128(_mm_srli_epi16(u, 4), _mm_set1_epi8(0x0f));
    if (WIDTH == 64)
        return v % 2 == 0 ? _mm_unpacklo_epi8(low, high) : _mm_unpackhi_epi8(low, high);
    return v % 2 == 0 ? _mm_unpacklo_epi8(low, high) : _mm_srli_si128(_mm_unpacklo_epi8(low, high), 8);
}

KERNEL_INLINE bag_floats load_floats(grn_bag_rows_kind kind, const char *p, int v, int vectors)
{
    bag_floats x;
    switch (kind) {
    case GRN_BAG_KIND_f16: return (bag_floats)F32(cvtph)(LOAD_HALVES(p));
    case GRN_BAG_KIND_bf16: return load_bf16(p);
    case GRN_BAG_KIND_e4m3: return load_e4m3(p);
    case GRN_BAG_KIND_e5m2: return (bag_floats)F32(cvtph)(HALVES_OF_BYTES(load_bytes(p)));
    case GRN_BAG_KIND_ui8: return floats_of_bytes(load_bytes(p));
    case GRN_BAG_KIND_ui4: return floats_of_bytes(vectors % 2 == 0 ? load_nibbles_of_two(p, v) : load_nibbles(p));
    case GRN_BAG_KIND_ui2: return floats_of_bytes(load_twos(p));
    default: memcpy(&x, p, sizeof x); return x;
    }
}

KERNEL_INLINE bag_doubles load_doubles(grn_bag_rows_kind kind, const char *p, int v, int vectors)
{
    bag_doubles x;
    (void)kind;
    (void)v;
    (void)vectors;
    memcpy(&x, p, sizeof x);
    return x;
}

#define REAL float
#define ORDINAL int32_t
#define FN(name) name##_f32
#define FMA fmaf
#define VEC bag_floats
#define ORDINALS bag_int32s
#define LOAD load_floats
#define VFMA(a, b, c) ((bag_floats)F32(fmadd)((a), (b), (c)))
#include "kernels/bag_columns.h"
#include "kernels/bag_body.h"
#undef REAL
#undef ORDINAL
#undef FN
#undef FMA
#undef VEC
#undef ORDINALS
#undef LOAD
#undef VFMA
#define REAL double
#define ORDINAL int64_t
#define FN(name) name##_f64
#define FMA fma
#define VEC bag_doubles
#define ORDINALS bag_int64s
#define LOAD load_doubles
#define VFMA(a, b, c) ((bag_doubles)F64(fmadd)((a), (b), (c)))
#include "kernels/bag_columns.h"
#include "kernels/bag_body.h"

#define BAG_FN(kind, real, name, act)                                                                               \
    static void name##_of_##kind(const grn_bag_rows *rows, const grn_bag_entries *list, const grn_bag_batch *batch) \
    {                                                                                                               \
        bag_all_##real(GRN_BAG_KIND_##kind, act, rows, list, batch, BELOW()[GRN_BAG_KIND_##kind].name);             \
    }
#define BAG_KIND(kind, real)                                                                           \
    BAG_FN(kind, real, sum, BAG_SUM)                                                                   \
    BAG_FN(kind, real, extreme, BAG_EXTREME)                                                           \
    static void dot_of_##kind(const grn_bag_rows *rows, int64_t row, int64_t column, int64_t ncolumns, \
                              const void *grad, void *lanes)                                           \
    {                                                                                                  \
        bag_dot_##real(GRN_BAG_KIND_##kind, rows, row, column, ncolumns, grad, lanes);                 \
    }

BAG_KIND(f64, f64)
BAG_KIND(f32, f32)
BAG_KIND(f16, f32)
BAG_KIND(bf16, f32)
BAG_KIND(e4m3, f32)
BAG_KIND(e5m2, f32)
BAG_KIND(ui8, f32)
BAG_KIND(ui4, f32)
BAG_KIND(ui2, f32)

static void to_f16(const float *x, int64_t n, void *to)
{
    char *at = to;
    int64_t i = 0;
    for (bag_floats some; i + FLOATS <= n; i += FLOATS) {
        memcpy(&some, x + i, sizeof some);
        STORE_HALVES(at + 2 * i, F32_TO_F16(some));
    }
    bag_to_f16(x + i, n - i, at + 2 * i);
}

static void to_bf16(const float *x, int64_t n, void *to)
{
    char *at = to;
    int64_t i = 0;
    for (bag_uint32s u; i + FLOATS <= n; i += FLOATS) {
        memcpy(&u, x + i, sizeof u);
        STORE_HALVES(at + 2 * i, NARROWED((u + 0x7fff + (u >> 16 & 1)) >> 16));
    }
    bag_to_bf16(x + i, n - i, at + 2 * i);
}

#include "kernels/bag_range.h"

#define BAG_KIND_ROW(kind, per_byte) \
    [GRN_BAG_KIND_##kind] = {sum_of_##kind, extreme_of_##kind, dot_of_##kind, to_f16, to_bf16, any_beyond},

const grn_bag_kernels *GRN_BAG_SET(void)
{
    static const grn_bag_kernels kernels[GRN_BAG_KINDS] = {GRN_BAG_ROWS(BAG_KIND_ROW)};
    return kernels;
}

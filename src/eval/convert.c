/* convert.c - any element type to any other, each value rounded or wrapped once. Source: StableHLO
 * spec, convert. Two steps: into a class that holds every value of the source exactly, then to the
 * target. Where the spec leaves it open: a float out of an integer's range goes to its nearest end,
 * NaN to 0. A complex number counts by its real part. */
#include "eval/element.h"
#include "eval/sixteen.h"

#include <math.h>

/* One cast, n elements: `x` is element i of `in`. */
#define CAST(name, LOAD, STORE, expression)                      \
    static void name(size_t n, void *out, const void *const *in) \
    {                                                            \
        const void *a = in[0];                                   \
        for (size_t i = 0; i < n; i++) {                         \
            LOAD;                                                \
            STORE(out, i, expression);                           \
        }                                                        \
    }

/* ---- integers: wrap -------------------------------------------------------------------------- */

static inline e_i8 low_i2(uint64_t x) { return (e_i8)((int)((x & 3) ^ 2) - 2); }
static inline e_i8 low_i4(uint64_t x) { return (e_i8)((int)((x & 15) ^ 8) - 8); }

#define FROM_BITS(name, STORE, expression) CAST(bits_to_##name, uint64_t x = load_u64(a, i), STORE, expression)
FROM_BITS(i1, store_u8, x != 0)
FROM_BITS(i2, store_i8, low_i2(x))
FROM_BITS(i4, store_i8, low_i4(x))
FROM_BITS(u2, store_u8, x & 3)
FROM_BITS(u4, store_u8, x & 15)
FROM_BITS(8, store_u8, (uint8_t)x)
FROM_BITS(16, store_u16, (uint16_t)x)
FROM_BITS(32, store_u32, (uint32_t)x)
FROM_BITS(64, store_u64, x)

#define TO_I64(T) CAST(T##_to_i64, e_##T x = load_##T(a, i), store_i64, (int64_t)x)
TO_I64(i1)
TO_I64(i8)
TO_I64(i16)
TO_I64(i32)
TO_I64(u8)
TO_I64(u16)
TO_I64(u32)
CAST(i2_to_i64, uint8_t x = load_u8(a, i), store_i64, low_i2(x))
CAST(i4_to_i64, uint8_t x = load_u8(a, i), store_i64, low_i4(x))
CAST(u2_to_i64, uint8_t x = load_u8(a, i), store_i64, x & 3)
CAST(u4_to_i64, uint8_t x = load_u8(a, i), store_i64, x & 15)

/* Between the bytes of the narrow types and the classes they are computed in. */
CAST(byte_to_i2, uint8_t x = load_u8(a, i), store_i8, low_i2(x))
CAST(byte_to_i4, uint8_t x = load_u8(a, i), store_i8, low_i4(x))
CAST(byte_to_u2, uint8_t x = load_u8(a, i), store_u8, x & 3)
CAST(byte_to_u4, uint8_t x = load_u8(a, i), store_u8, x & 15)

/* ---- floats to integers: truncate, hold at the ends ------------------------------------------ */

/* LEAST and MOST_DOUBLE are exact doubles; a double at MOST_DOUBLE or above becomes MOST. */
#define TRUNCATE(name, type, LEAST, MOST_DOUBLE, MOST, STORE)                              \
    static inline type whole_##name(double x)                                              \
    {                                                                                      \
        if (x != x)                                                                        \
            return 0;                                                                      \
        return x <= (LEAST) ? (type)(LEAST) : x >= (MOST_DOUBLE) ? (type)(MOST) : (type)x; \
    }                                                                                      \
    CAST(f64_to_##name, double x = load_f64(a, i), STORE, whole_##name(x))                 \
    CAST(c128_to_##name, double x = load_c128(a, i).re, STORE, whole_##name(x))
TRUNCATE(i2, int8_t, -2., 1., 1, store_i8)
TRUNCATE(i4, int8_t, -8., 7., 7, store_i8)
TRUNCATE(i8, int8_t, -128., 127., INT8_MAX, store_i8)
TRUNCATE(i16, int16_t, -32768., 32767., INT16_MAX, store_i16)
TRUNCATE(i32, int32_t, -0x1p31, 2147483647., INT32_MAX, store_i32)
TRUNCATE(i64, int64_t, -0x1p63, 0x1p63, INT64_MAX, store_i64)
TRUNCATE(u2, uint8_t, 0., 3., 3, store_u8)
TRUNCATE(u4, uint8_t, 0., 15., 15, store_u8)
TRUNCATE(u8, uint8_t, 0., 255., UINT8_MAX, store_u8)
TRUNCATE(u16, uint16_t, 0., 65535., UINT16_MAX, store_u16)
TRUNCATE(u32, uint32_t, 0., 4294967295., UINT32_MAX, store_u32)
TRUNCATE(u64, uint64_t, 0., 0x1p64, UINT64_MAX, store_u64)
CAST(f64_to_i1, double x = load_f64(a, i), store_u8, x != 0)
CAST(c128_to_i1, double x = load_c128(a, i).re, store_u8, x != 0)

/* ---- to floats: round once ------------------------------------------------------------------- */

/* An integer as a double that rounds to a narrower float as the integer itself would: where bits
 * have to go, the last bit kept is set if any of them was (round to odd). */
static inline double odd_u64(uint64_t x)
{
    if (x >> 53)
        x = (x & ~UINT64_C(0x7FF)) | (x & UINT64_C(0x7FF) ? UINT64_C(0x800) : 0);
    return (double)x;
}
static inline double odd_i64(int64_t x) { return x < 0 ? -odd_u64(0 - (uint64_t)x) : odd_u64((uint64_t)x); }

#define TO_FLOAT(name, STORE, ROUND)                                \
    CAST(f64_to_##name, double x = load_f64(a, i), STORE, ROUND(x)) \
    OTHERS_TO_FLOAT(name, STORE, ROUND)
#define OTHERS_TO_FLOAT(name, STORE, ROUND)                                  \
    CAST(c128_to_##name, double x = load_c128(a, i).re, STORE, ROUND(x))     \
    CAST(i64_to_##name, double x = odd_i64(load_i64(a, i)), STORE, ROUND(x)) \
    CAST(u64_to_##name, double x = odd_u64(load_u64(a, i)), STORE, ROUND(x))
static inline uint16_t round_f16(double x) { return f16_of_bits(odd_float_bits(x)); }
static inline uint16_t round_bf16(double x) { return bf16_of_bits(odd_float_bits(x)); }
OTHERS_TO_FLOAT(f16, store_u16, round_f16)
OTHERS_TO_FLOAT(bf16, store_u16, round_bf16)

/* By the halves of each double. Doubles below the least normal float, which are rare, are then done
 * again one by one. */
#define FROM_HALVES(name)                                                      \
    static void f64_to_##name(size_t n, void *out, const void *const *in)      \
    {                                                                          \
        const void *a = in[0];                                                 \
        uint32_t small = 0;                                                    \
        for (size_t i = 0; i < n; i++) {                                       \
            uint32_t low = load_u32(a, 2 * i), high = load_u32(a, 2 * i + 1);  \
            small |= is_small(high, low);                                      \
            store_u16(out, i, name##_of_bits(odd_float_of_halves(high, low))); \
        }                                                                      \
        for (size_t i = 0; i < n && small; i++)                                \
            store_u16(out, i, round_##name(load_f64(a, i)));                   \
    }
FROM_HALVES(f16)
FROM_HALVES(bf16)

CAST(f16_to_f64, uint16_t x = load_u16(a, i), store_u64, double_bits_of(float_of_f16(x)))
CAST(bf16_to_f64, uint16_t x = load_u16(a, i), store_u64, double_bits_of(float_of_bf16(x)))

#define BYTE_FLOATS(F) \
    F(F4E2M1FN)        \
    F(F6E2M3FN)        \
    F(F6E3M2FN) F(F8E3M4) F(F8E4M3) F(F8E4M3FN) F(F8E4M3FNUZ) F(F8E4M3B11FNUZ) F(F8E5M2) F(F8E5M2FNUZ) F(F8E8M0FNU)
#define BYTE_FLOAT(name)                                                         \
    static inline uint8_t round_##name(double x)                                 \
    {                                                                            \
        return (uint8_t)grn_float_encode(grn_dtype_float_format(GRN_##name), x); \
    }                                                                            \
    static inline double value_##name(uint8_t bits)                              \
    {                                                                            \
        return grn_float_decode(grn_dtype_float_format(GRN_##name), bits);       \
    }                                                                            \
    TO_FLOAT(name, store_u8, round_##name)                                       \
    CAST(name##_to_f64, uint8_t x = load_u8(a, i), store_f64, value_##name(x))
BYTE_FLOATS(BYTE_FLOAT)

CAST(f32_to_f64, float x = load_f32(a, i), store_f64, (double)x)
CAST(f64_to_f32, double x = load_f64(a, i), store_f32, (float)x)
CAST(i64_to_f32, int64_t x = load_i64(a, i), store_f32, (float)x)
CAST(u64_to_f32, uint64_t x = load_u64(a, i), store_f32, (float)x)
CAST(i64_to_f64, int64_t x = load_i64(a, i), store_f64, (double)x)
CAST(u64_to_f64, uint64_t x = load_u64(a, i), store_f64, (double)x)
CAST(c128_to_f32, double x = load_c128(a, i).re, store_f32, (float)x)
CAST(c128_to_f64, double x = load_c128(a, i).re, store_f64, x)

#define COMPLEX_OF(name, STORE, C, R)                                      \
    CAST(f64_to_##name, double x = load_f64(a, i), STORE, ((C){(R)x, 0}))  \
    CAST(i64_to_##name, int64_t x = load_i64(a, i), STORE, ((C){(R)x, 0})) \
    CAST(u64_to_##name, uint64_t x = load_u64(a, i), STORE, ((C){(R)x, 0}))
COMPLEX_OF(c64, store_c64, e_c64, float)
COMPLEX_OF(c128, store_c128, e_c128, double)
CAST(c64_to_c128, e_c64 z = load_c64(a, i), store_c128, ((e_c128){z.re, z.im}))
CAST(c128_to_c64, e_c128 z = load_c128(a, i), store_c64, ((e_c64){(float)z.re, (float)z.im}))

/* ---- fused ----------------------------------------------------------------------------------- */

/* Both steps of a convert between common types in one loop: the value in between (an integer, or
 * the float as a double) is not stored. */
#define FUSED_FROM(F)                                                      \
    CAST(fused_##F##_8, e_##F x = load_##F(a, i), store_u8, (uint8_t)x)    \
    CAST(fused_##F##_16, e_##F x = load_##F(a, i), store_u16, (uint16_t)x) \
    CAST(fused_##F##_32, e_##F x = load_##F(a, i), store_u32, (uint32_t)x) \
    CAST(fused_##F##_64, e_##F x = load_##F(a, i), store_u64, (uint64_t)x) \
    CAST(fused_##F##_f32, e_##F x = load_##F(a, i), store_f32, (float)x)   \
    CAST(fused_##F##_f64, e_##F x = load_##F(a, i), store_f64, (double)x)
#define FUSED_SOURCES(D) D(i1) D(i8) D(i16) D(i32) D(u8) D(u16) D(u32)
FUSED_SOURCES(FUSED_FROM)
/* A float as an int32_t, decided by its bits: compilers do not vectorise a branch on a float's
 * value. */
static inline int32_t whole_f32(float x)
{
    uint32_t bits = bits_f32(x), magnitude = bits & INT32_MAX, fits = magnitude < UINT32_C(0x4F000000); /* 2^31 */
    int32_t end = bits >> 31 ? INT32_MIN : INT32_MAX, whole = (int32_t)float_f32(bits & (0 - fits));
    return fits ? whole : magnitude > UINT32_C(0x7F800000) ? 0 : end;
}
static inline int32_t held(int32_t x, int32_t least, int32_t most) { return x < least ? least : x > most ? most : x; }
CAST(fused_f32_i8, int32_t x = whole_f32(load_f32(a, i)), store_i8, (int8_t)held(x, INT8_MIN, INT8_MAX))
CAST(fused_f32_i16, int32_t x = whole_f32(load_f32(a, i)), store_i16, (int16_t)held(x, INT16_MIN, INT16_MAX))
CAST(fused_f32_i32, int32_t x = whole_f32(load_f32(a, i)), store_i32, x)
CAST(fused_f32_u8, int32_t x = whole_f32(load_f32(a, i)), store_u8, (uint8_t)held(x, 0, UINT8_MAX))
CAST(fused_f32_u16, int32_t x = whole_f32(load_f32(a, i)), store_u16, (uint16_t)held(x, 0, UINT16_MAX))
CAST(fused_f32_i64, double x = (double)load_f32(a, i), store_i64, whole_i64(x))
CAST(fused_f32_u32, double x = (double)load_f32(a, i), store_u32, whole_u32(x))
CAST(fused_f32_i1, float x = load_f32(a, i), store_u8, x != 0)
CAST(fused_f32_f16, float x = load_f32(a, i), store_u16, f16_of_bits(bits_f32(x)))
CAST(fused_f32_bf16, float x = load_f32(a, i), store_u16, bf16_of_bits(bits_f32(x)))
/* What a cast makes of a NaN. */
#define QUIET(x) (bits_f32(x) | ((x) == (x) ? 0 : UINT32_C(0x00400000)))
CAST(fused_f16_f32, float x = float_of_f16(load_u16(a, i)), store_u32, QUIET(x))
CAST(fused_bf16_f32, float x = float_of_bf16(load_u16(a, i)), store_u32, QUIET(x))

/* ---- the tables ------------------------------------------------------------------------------ */

/* Into the exact classes. */
static const grn_element_fn to_i64[GRN_DTYPE_COUNT] = {
    [GRN_I1] = i1_to_i64,   [GRN_I2] = i2_to_i64,    [GRN_I4] = i4_to_i64,    [GRN_I8] = i8_to_i64,
    [GRN_I16] = i16_to_i64, [GRN_I32] = i32_to_i64,  [GRN_UI2] = u2_to_i64,   [GRN_UI4] = u4_to_i64,
    [GRN_UI8] = u8_to_i64,  [GRN_UI16] = u16_to_i64, [GRN_UI32] = u32_to_i64,
};
#define BYTE_FLOAT_TO_F64(name) [GRN_##name] = name##_to_f64,
static const grn_element_fn to_f64[GRN_DTYPE_COUNT] = {
    BYTE_FLOATS(BYTE_FLOAT_TO_F64)[GRN_F16] = f16_to_f64, [GRN_BF16] = bf16_to_f64, [GRN_F32] = f32_to_f64};

/* Widening casts from the narrow types. For integers the bits are the same for i64 and ui64. */
#define INTEGERS_FROM_BITS                                                                            \
    [GRN_I1] = bits_to_i1, [GRN_I2] = bits_to_i2, [GRN_I4] = bits_to_i4, [GRN_UI2] = bits_to_u2,      \
    [GRN_UI4] = bits_to_u4, [GRN_I8] = bits_to_8, [GRN_UI8] = bits_to_8, [GRN_I16] = bits_to_16,      \
    [GRN_UI16] = bits_to_16, [GRN_I32] = bits_to_32, [GRN_UI32] = bits_to_32, [GRN_I64] = bits_to_64, \
    [GRN_INDEX] = bits_to_64, [GRN_UI64] = bits_to_64
#define INTEGERS_FROM_FLOAT(class)                                                                                    \
    [GRN_I1] = class##_to_i1, [GRN_I2] = class##_to_i2, [GRN_I4] = class##_to_i4, [GRN_I8] = class##_to_i8,           \
    [GRN_I16] = class##_to_i16, [GRN_I32] = class##_to_i32, [GRN_I64] = class##_to_i64, [GRN_INDEX] = class##_to_i64, \
    [GRN_UI2] = class##_to_u2, [GRN_UI4] = class##_to_u4, [GRN_UI8] = class##_to_u8, [GRN_UI16] = class##_to_u16,     \
    [GRN_UI32] = class##_to_u32, [GRN_UI64] = class##_to_u64
#define FLOATS_FROM(class)                                                                                            \
    [GRN_F4E2M1FN] = class##_to_F4E2M1FN, [GRN_F6E2M3FN] = class##_to_F6E2M3FN, [GRN_F6E3M2FN] = class##_to_F6E3M2FN, \
    [GRN_F8E3M4] = class##_to_F8E3M4, [GRN_F8E4M3] = class##_to_F8E4M3, [GRN_F8E4M3FN] = class##_to_F8E4M3FN,         \
    [GRN_F8E4M3FNUZ] = class##_to_F8E4M3FNUZ, [GRN_F8E4M3B11FNUZ] = class##_to_F8E4M3B11FNUZ,                         \
    [GRN_F8E5M2] = class##_to_F8E5M2, [GRN_F8E5M2FNUZ] = class##_to_F8E5M2FNUZ,                                       \
    [GRN_F8E8M0FNU] = class##_to_F8E8M0FNU, [GRN_F16] = class##_to_f16, [GRN_BF16] = class##_to_bf16,                 \
    [GRN_F32] = class##_to_f32
static const grn_element_fn from_i64[GRN_DTYPE_COUNT] = {
    INTEGERS_FROM_BITS, FLOATS_FROM(i64), [GRN_F64] = i64_to_f64, [GRN_C64] = i64_to_c64, [GRN_C128] = i64_to_c128};
static const grn_element_fn from_u64[GRN_DTYPE_COUNT] = {
    INTEGERS_FROM_BITS, FLOATS_FROM(u64), [GRN_F64] = u64_to_f64, [GRN_C64] = u64_to_c64, [GRN_C128] = u64_to_c128};
static const grn_element_fn from_f64[GRN_DTYPE_COUNT] = {
    INTEGERS_FROM_FLOAT(f64), FLOATS_FROM(f64), [GRN_C64] = f64_to_c64, [GRN_C128] = f64_to_c128};
static const grn_element_fn from_c128[GRN_DTYPE_COUNT] = {
    INTEGERS_FROM_FLOAT(c128), FLOATS_FROM(c128), [GRN_F64] = c128_to_f64, [GRN_C64] = c128_to_c64};

/* From one dtype to another without a class between: NULL where there is no such step. */
#define FUSED_ROW(F)                                                                                                  \
    {                                                                                                                 \
        [GRN_I8] = fused_##F##_8, [GRN_UI8] = fused_##F##_8, [GRN_I16] = fused_##F##_16, [GRN_UI16] = fused_##F##_16, \
        [GRN_I32] = fused_##F##_32, [GRN_UI32] = fused_##F##_32, [GRN_I64] = fused_##F##_64,                          \
        [GRN_UI64] = fused_##F##_64, [GRN_INDEX] = fused_##F##_64, [GRN_F32] = fused_##F##_f32,                       \
        [GRN_F64] = fused_##F##_f64                                                                                   \
    }
static const grn_element_fn fused[GRN_DTYPE_COUNT][GRN_DTYPE_COUNT] = {[GRN_I1] = FUSED_ROW(i1),
                                                                       [GRN_I8] = FUSED_ROW(i8),
                                                                       [GRN_I16] = FUSED_ROW(i16),
                                                                       [GRN_I32] = FUSED_ROW(i32),
                                                                       [GRN_UI8] = FUSED_ROW(u8),
                                                                       [GRN_UI16] = FUSED_ROW(u16),
                                                                       [GRN_UI32] = FUSED_ROW(u32),
                                                                       [GRN_F16] = {[GRN_F32] = fused_f16_f32},
                                                                       [GRN_BF16] = {[GRN_F32] = fused_bf16_f32},
                                                                       [GRN_F32] = {[GRN_I1] = fused_f32_i1,
                                                                                    [GRN_I8] = fused_f32_i8,
                                                                                    [GRN_UI8] = fused_f32_u8,
                                                                                    [GRN_I16] = fused_f32_i16,
                                                                                    [GRN_UI16] = fused_f32_u16,
                                                                                    [GRN_I32] = fused_f32_i32,
                                                                                    [GRN_UI32] = fused_f32_u32,
                                                                                    [GRN_I64] = fused_f32_i64,
                                                                                    [GRN_INDEX] = fused_f32_i64,
                                                                                    [GRN_F16] = fused_f32_f16,
                                                                                    [GRN_BF16] = fused_f32_bf16}};

grn_element_fn grn_convert_fused(grn_dtype from, grn_dtype to) { return fused[from][to]; }

/* The narrow types in their own byte. */
static const grn_element_fn from_byte[GRN_DTYPE_COUNT] = {
    [GRN_I2] = byte_to_i2, [GRN_I4] = byte_to_i4, [GRN_UI2] = byte_to_u2, [GRN_UI4] = byte_to_u4};

static bool is_byte_integer(grn_dtype dtype) { return grn_dtype_is_integer(dtype) && grn_dtype_bytes(dtype) == 1; }

static grn_element_fn widen_byte(grn_dtype from, grn_dtype to)
{
    bool same_width = grn_dtype_bits(from) == grn_dtype_bits(to);
    return from_byte[same_width || grn_dtype_bits(to) < 8 ? to : from];
}

grn_element_fn grn_element_cast(grn_dtype from, grn_dtype to)
{
    if (from == to)
        return NULL;
    if (is_byte_integer(from) && is_byte_integer(to))
        return widen_byte(from, to);
    switch (from) {
    case GRN_INDEX:
    case GRN_I64: return from_i64[to];
    case GRN_UI64: return from_u64[to];
    case GRN_F64: return from_f64[to];
    case GRN_C128: return from_c128[to];
    default: break;
    }
    switch (to) {
    case GRN_I64: return to_i64[from];
    case GRN_F64: return to_f64[from];
    case GRN_C128: return from == GRN_C64 ? c64_to_c128 : NULL;
    default: return NULL;
    }
}

grn_dtype grn_convert_class(grn_dtype from)
{
    switch (grn_dtype_class_of(from)) {
    case GRN_CLASS_FLOAT: return GRN_F64;
    case GRN_CLASS_COMPLEX: return GRN_C128;
    default: return from == GRN_UI64 ? GRN_UI64 : GRN_I64;
    }
}

#define COPY(bytes)                                                      \
    static void copy_##bytes(size_t n, void *out, const void *const *in) \
    {                                                                    \
        if (n && out != in[0])                                           \
            memmove(out, in[0], n *(bytes));                             \
    }
COPY(1)
COPY(2)
COPY(4)
COPY(8)
COPY(16)

grn_element_fn grn_element_copy(grn_dtype dtype)
{
    switch (grn_dtype_bytes(dtype)) {
    case 1: return copy_1;
    case 2: return copy_2;
    case 4: return copy_4;
    case 8: return copy_8;
    default: return copy_16;
    }
}

/* convert's function depends on two types, so the binder chooses it; these entries are a class's
 * conversion to itself. */
const grn_element GRN_ELEMENT_ROW(convert) = {"convert",      1,
                                              GRN_RESULT_ANY, .i1 = copy_1,
                                              .i8 = copy_1,   .i16 = copy_2,
                                              .i32 = copy_4,  .i64 = copy_8,
                                              .u8 = copy_1,   .u16 = copy_2,
                                              .u32 = copy_4,  .u64 = copy_8,
                                              .f32 = copy_4,  .f64 = copy_8,
                                              .c64 = copy_8,  .c128 = copy_16};

/* element_width.c - the functions that depend on a type's own width and so have no classes:
 * next_after and mulhi (CHLO, the ops of those names), and their rows. */
#include "eval/element.h"

/* ---- next_after ------------------------------------------------------------------------------ */

/* A format's bits in numbers of 64. */
typedef struct bits_of {
    const grn_float_format *format;
    uint64_t sign; /* the sign's bit; 0: the format has none */
    bool one_zero; /* the pattern of -0 is a NaN */
} bits_of;

static bits_of bits_of_dtype(grn_dtype dtype)
{
    const grn_float_format *f = grn_dtype_float_format(dtype);
    bool is_signed = f->nan_style != GRN_NAN_EXPONENT_ONLY;
    return (bits_of){.format = f,
                     .sign = is_signed ? UINT64_C(1) << (f->exponent_bits + f->mantissa_bits) : 0,
                     .one_zero = f->nan_style == GRN_NAN_NEG_ZERO};
}

/* The pattern beside that of `x` on the way to `y`, as C's nextafter. Numbers of one sign are in
 * the order of their patterns; nothing is past the largest, as no y is. */
static inline uint64_t step_towards(const bits_of *b, uint64_t x, uint64_t y)
{
    double from = grn_float_decode(b->format, x), to = grn_float_decode(b->format, y);
    if (from != from || to != to)
        return grn_float_nan_bits(b->format);
    if (from == to)
        return y;
    uint64_t sign = x & b->sign, size = x & ~b->sign;
    if (b->sign && size == 0)
        return (to < from ? b->sign : 0) | 1;
    size = (from < to) == (sign == 0) ? size + 1 : size - 1;
    return size == 0 && b->one_zero ? 0 : sign | size;
}

#define NEXT_AFTER(dtype, T)                                                                       \
    static void run_next_after_##dtype(size_t n, void *out, const void *const *in)                 \
    {                                                                                              \
        const bits_of bits = bits_of_dtype(GRN_##dtype);                                           \
        for (size_t i = 0; i < n; i++)                                                             \
            store_##T(out, i, (e_##T)step_towards(&bits, load_##T(in[0], i), load_##T(in[1], i))); \
    }
#define NARROW_FLOATS(F) \
    F(F4E2M1FN)          \
    F(F6E2M3FN)          \
    F(F6E3M2FN) F(F8E3M4) F(F8E4M3) F(F8E4M3FN) F(F8E4M3FNUZ) F(F8E4M3B11FNUZ) F(F8E5M2) F(F8E5M2FNUZ) F(F8E8M0FNU)
#define BYTE(dtype) NEXT_AFTER(dtype, u8)
NARROW_FLOATS(BYTE)
NEXT_AFTER(BF16, u16)
NEXT_AFTER(F16, u16)
NEXT_AFTER(F32, u32)
NEXT_AFTER(F64, u64)

static grn_element_fn next_after_of(grn_dtype dtype)
{
    switch (dtype) {
#define CASE(dtype) \
    case GRN_##dtype: return run_next_after_##dtype;
        NARROW_FLOATS(CASE)
        CASE(BF16)
        CASE(F16)
        CASE(F32)
        CASE(F64)
    default: return NULL;
    }
}
const grn_element grn_element_next_after = {"next_after", 2, GRN_RESULT_SAME, .of_dtype = next_after_of};

/* ---- mulhi ----------------------------------------------------------------------------------- */

static inline e_u64 high_of_u64(e_u64 a, e_u64 b)
{
    uint64_t a0 = a & UINT32_MAX, a1 = a >> 32, b0 = b & UINT32_MAX, b1 = b >> 32;
    uint64_t low = a0 * b0, left = a1 * b0 + (low >> 32), right = a0 * b1 + (left & UINT32_MAX);
    return a1 * b1 + (left >> 32) + (right >> 32);
}

/* Read without a sign, a negative number is 2^64 more than it is: the other number is in the upper
 * half once too often. */
static inline e_i64 high_of_i64(e_i64 a, e_i64 b)
{
    uint64_t x = load_u64(&a, 0), y = load_u64(&b, 0);
    uint64_t high = high_of_u64(x, y) - (a < 0 ? y : 0) - (b < 0 ? x : 0);
    return load_i64(&high, 0);
}

/* The product of two narrower numbers fits 64 bits; its upper half is what is left when `width`
 * bits are dropped. */
static inline int64_t upper_half(int64_t product, unsigned width)
{
    int64_t part = (int64_t)1 << width, low = product & (part - 1);
    return (product - low) / part;
}

#define MULHI(dtype, T, expression)                                           \
    static void run_mulhi_##dtype(size_t n, void *out, const void *const *in) \
    {                                                                         \
        for (size_t i = 0; i < n; i++) {                                      \
            const e_##T a = load_##T(in[0], i), b = load_##T(in[1], i);       \
            store_##T(out, i, expression);                                    \
        }                                                                     \
    }
#define MULHI_SIGNED(dtype, T, width) MULHI(dtype, T, (e_##T)upper_half((int64_t)a *b, width))
#define MULHI_UNSIGNED(dtype, T, width) MULHI(dtype, T, (e_##T)(((uint64_t)a * b) >> (width)))
MULHI_SIGNED(I2, i8, 2)
MULHI_SIGNED(I4, i8, 4)
MULHI_SIGNED(I8, i8, 8)
MULHI_SIGNED(I16, i16, 16)
MULHI_SIGNED(I32, i32, 32)
MULHI_UNSIGNED(UI2, u8, 2)
MULHI_UNSIGNED(UI4, u8, 4)
MULHI_UNSIGNED(UI8, u8, 8)
MULHI_UNSIGNED(UI16, u16, 16)
MULHI_UNSIGNED(UI32, u32, 32)
MULHI(I64, i64, high_of_i64(a, b))
MULHI(UI64, u64, high_of_u64(a, b))

static grn_element_fn mulhi_of(grn_dtype dtype)
{
    switch (dtype) {
#undef CASE
#define CASE(dtype) \
    case GRN_##dtype: return run_mulhi_##dtype;
        CASE(I2)
        CASE(I4)
        CASE(I8)
        CASE(I16)
        CASE(I32) CASE(I64) CASE(UI2) CASE(UI4) CASE(UI8) CASE(UI16) CASE(UI32) CASE(UI64) default : return NULL;
    }
}
const grn_element grn_element_mulhi = {"mulhi", 2, GRN_RESULT_SAME, .of_dtype = mulhi_of};

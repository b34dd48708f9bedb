/*
 * accumulate_complex.c - complex numbers: every step of a sum or product
 * rounds to the part's type; MIN and MAX compare real parts, then imaginary
 * ones, and a NaN in any part wins both.
 */
#include <math.h>

#include "kernels/accumulate.h"
#include "kernels/floats.h"

#define COMPLEX(type, part, T, KIT)                                                                                  \
    typedef struct type {                                                                                            \
        T re, im;                                                                                                    \
    } type;                                                                                                          \
    KERNEL_INLINE type add_##type(type a, type b) { return (type){add_##part(a.re, b.re), add_##part(a.im, b.im)}; } \
    KERNEL_INLINE type mul_##type(type a, type b)                                                                    \
    {                                                                                                                \
        return (type){sub_##part(a.re * b.re, a.im * b.im), add_##part(a.re * b.im, a.im * b.re)};                   \
    }                                                                                                                \
    KERNEL_INLINE bool nan_##type(type a) { return a.re != a.re || a.im != a.im; }                                   \
    /* Of two equal numbers the first zero that differs in sign decides, so that operand order never does. */        \
    KERNEL_INLINE bool below_##type(type a, type b)                                                                  \
    {                                                                                                                \
        if (a.re != b.re)                                                                                            \
            return a.re < b.re;                                                                                      \
        if (a.im != b.im)                                                                                            \
            return a.im < b.im;                                                                                      \
        if (bits_##part(a.re) != bits_##part(b.re))                                                                  \
            return bits_##part(a.re) > bits_##part(b.re);                                                            \
        return bits_##part(a.im) > bits_##part(b.im);                                                                \
    }                                                                                                                \
    KERNEL_INLINE type choose_##type(type a, type b, bool take_b)                                                    \
    {                                                                                                                \
        T nan = canonical_##part((T)NAN);                                                                            \
        if (nan_##type(a) || nan_##type(b))                                                                          \
            return (type){nan, nan};                                                                                 \
        return take_b ? b : a;                                                                                       \
    }                                                                                                                \
    KERNEL_SHARED static type min_##type(type a, type b) { return choose_##type(a, b, below_##type(b, a)); }         \
    KERNEL_SHARED static type max_##type(type a, type b) { return choose_##type(a, b, below_##type(a, b)); }         \
    KIT(add_##type, type, add_##type)                                                                                \
    KIT(mul_##type, type, mul_##type)                                                                                \
    KIT(min_##type, type, min_##type)                                                                                \
    KIT(max_##type, type, max_##type)
COMPLEX(c64, f32, float, ACCUMULATE_COMPACT)
COMPLEX(c128, f64, double, ACCUMULATE_COMPACT_UNFUSED)

#define COMPLEX_ROWS(ROW, DTYPE, type) \
    ROW(ADD, DTYPE, add_##type), ROW(MUL, DTYPE, mul_##type), ROW(MIN, DTYPE, min_##type), ROW(MAX, DTYPE, max_##type)

/* What carries updates along with offsets has no room for 16 bytes: nothing of that size is
 * fused. */
const grn_accumulate_table grn_accumulate_complex = {
    COMPLEX_ROWS(ACCUMULATE_ROW, C64, c64),
    COMPLEX_ROWS(ACCUMULATE_ROW_UNFUSED, C128, c128),
};

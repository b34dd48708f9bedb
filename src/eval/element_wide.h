/*
 * element_wide.h - functions of complex numbers that are computed in C's widest type and rounded once, of which no step
 * overflows where that type has more range: how they become loops. Internal to src/eval.
 */
#ifndef GRN_EVAL_ELEMENT_WIDE_H
#define GRN_EVAL_ELEMENT_WIDE_H

#include "eval/element.h"
#include "eval/special.h"

typedef struct wide_complex {
    grn_wide re, im;
} wide_complex;

static inline wide_complex wide_c64(e_c64 z)
{
    return (wide_complex){z.re, z.im};
}
static inline wide_complex wide_c128(e_c128 z)
{
    return (wide_complex){z.re, z.im};
}
static inline e_c64 rounded_c64(wide_complex z)
{
    return (e_c64){one_nan_f32((float)z.re), one_nan_f32((float)z.im)};
}
static inline e_c128 rounded_c128(wide_complex z)
{
    return (e_c128){one_nan_f64((double)z.re), one_nan_f64((double)z.im)};
}

static inline bool is_finite(wide_complex z)
{
    return z.re - z.re == 0 && z.im - z.im == 0;
}

/* grn_complex_<op> of op_wide. */
#define WIDE_COMPLEX(op)                                                         \
    static inline e_c64 op##_c64(e_c64 z)                                        \
    {                                                                            \
        return rounded_c64(op##_wide(wide_c64(z)));                              \
    }                                                                            \
    static inline e_c128 op##_c128(e_c128 z)                                     \
    {                                                                            \
        return rounded_c128(op##_wide(wide_c128(z)));                            \
    }                                                                            \
    GRN_LOOP_1(, grn_complex, op, c64, c64)                                      \
    GRN_LOOP_1(, grn_complex, op, c128, c128)

#endif

/* complex_number.h - arithmetic of complex numbers in double. Internal to src/eval. */
#ifndef GRN_EVAL_COMPLEX_NUMBER_H
#define GRN_EVAL_COMPLEX_NUMBER_H

#include <math.h>

#include "eval/element.h"

static inline e_c128 plus(e_c128 a, e_c128 b) { return (e_c128){a.re + b.re, a.im + b.im}; }
static inline e_c128 minus(e_c128 a, e_c128 b) { return (e_c128){a.re - b.re, a.im - b.im}; }
static inline e_c128 times(e_c128 a, e_c128 b)
{
    return (e_c128){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
static inline e_c128 conjugate(e_c128 a) { return (e_c128){a.re, -a.im}; }

/* Smith's: no square of a part, which could overflow. */
static inline e_c128 over(e_c128 a, e_c128 b)
{
    if (fabs(b.re) >= fabs(b.im)) {
        double ratio = b.im / b.re, scale = b.re + b.im * ratio;
        return b.im == 0 ? (e_c128){a.re / b.re, a.im / b.re}
                         : (e_c128){(a.re + a.im * ratio) / scale, (a.im - a.re * ratio) / scale};
    }
    double ratio = b.re / b.im, scale = b.re * ratio + b.im;
    return (e_c128){(a.re * ratio + a.im) / scale, (a.im * ratio - a.re) / scale};
}

#endif

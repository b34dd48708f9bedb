/* element_inverse.c - the inverse circular and hyperbolic functions of complex numbers, those
 * that they invert, and what CHLO has for single steps of them. Source: CHLO, the op of each
 * name; infinities, NaNs and signs of zeros as in annex G of C. Both types are computed in C's
 * widest and rounded once: of a type with more range no step overflows. The formulas are those
 * of Hull, Fairgrieve and Tang, ACM TOMS 23 (1997), without their cases for numbers that are
 * large or small. */
#include "eval/element.h"

#include <complex.h>

#include "eval/special.h"

typedef struct wide_complex {
    grn_wide re, im;
} wide_complex;

static inline wide_complex wide_c64(e_c64 z) { return (wide_complex){z.re, z.im}; }
static inline wide_complex wide_c128(e_c128 z) { return (wide_complex){z.re, z.im}; }
static inline e_c64 rounded_c64(wide_complex z) { return (e_c64){one_nan_f32((float)z.re), one_nan_f32((float)z.im)}; }
static inline e_c128 rounded_c128(wide_complex z)
{
    return (e_c128){one_nan_f64((double)z.re), one_nan_f64((double)z.im)};
}

static bool is_finite(wide_complex z) { return z.re - z.re == 0 && z.im - z.im == 0; }

/* ---- what the inverse functions are made of -------------------------------------------------- */

static wide_complex kernel_not_finite(grn_wide x, grn_wide y)
{
    const grn_wide infinity = (grn_wide)INFINITY;
    if (y == infinity)
        return (wide_complex){infinity, infinity};
    if (x == infinity)
        return (wide_complex){y, infinity};
    return (wide_complex){x == 0 ? 1 : grn_wide_nan(), grn_wide_nan()};
}

/* w of z: asin(z) is atan2(re z, re w) and im w with the sign of im z. So re w is that of sqrt(1 -
 * z^2). */
static wide_complex asin_acos_kernel_wide(wide_complex z)
{
    grn_wide x = fabsl(z.re), y = fabsl(z.im);
    if (!is_finite(z))
        return kernel_not_finite(x, y);
    grn_wide r = hypotl(x + 1, y), s = hypotl(x - 1, y), a = (r + s) / 2;
    grn_wide right = y > 0 ? y / (r + (x + 1)) * y : 0;                      /* r - (x + 1) */
    grn_wide left = x > 1 ? s + (x - 1) : y > 0 ? y / (s + (1 - x)) * y : 0; /* s - (1 - x) */
    grn_wide over = (right + left) / 2;                                      /* a - 1 */
    grn_wide re = x <= 1 ? sqrtl((a + x) / 2 * (right + (s + (1 - x))))
                         : y * sqrtl(((a + x) / (r + (x + 1)) + (a + x) / (s + (x - 1))) / 2);
    return (wide_complex){re, log1pl(over + sqrtl(over * (a + 1)))};
}

static wide_complex asin_wide(wide_complex z)
{
    wide_complex w = asin_acos_kernel_wide(z);
    return (wide_complex){atan2l(z.re, w.re), copysignl(w.im, z.im)};
}

static wide_complex acos_wide(wide_complex z)
{
    wide_complex w = asin_acos_kernel_wide(z);
    return (wide_complex){atan2l(w.re, z.re), copysignl(w.im, -z.im)};
}

static wide_complex asinh_wide(wide_complex z)
{
    wide_complex w = asin_acos_kernel_wide((wide_complex){z.im, z.re});
    return (wide_complex){copysignl(w.im, z.re), atan2l(z.im, w.re)};
}

static wide_complex acosh_wide(wide_complex z)
{
    wide_complex w = asin_acos_kernel_wide(z);
    return (wide_complex){w.im, copysignl(atan2l(w.re, z.re), z.im)};
}

/* The result for arguments that are not finite. */
static wide_complex atanh_far(wide_complex z)
{
    const grn_wide infinity = (grn_wide)INFINITY;
    bool right = fabsl(z.re) == infinity, up = fabsl(z.im) == infinity;
    grn_wide quarter = copysignl(GRN_WIDE_PI / 2, z.im);
    if (right)
        return (wide_complex){copysignl(0, z.re), z.im != z.im ? z.im : quarter};
    if (up)
        return (wide_complex){copysignl(0, z.re), quarter};
    return (wide_complex){z.re == 0 ? z.re : grn_wide_nan(), grn_wide_nan()};
}

static wide_complex atanh_wide(wide_complex z)
{
    grn_wide x = fabsl(z.re), y = z.im;
    if (!is_finite(z))
        return atanh_far(z);
    grn_wide near = 1 - x, re = log1pl(4 * x / (near * near + y * y)) / 4;
    return (wide_complex){copysignl(re, z.re), atan2l(2 * y, near * (1 + x) - y * y) / 2};
}

/* atan(z) is -i atanh(iz). */
static wide_complex atan_wide(wide_complex z)
{
    wide_complex w = atanh_wide((wide_complex){-z.im, z.re});
    return (wide_complex){w.im, -w.re};
}

/* ---- what they invert ------------------------------------------------------------------------ */

/* The parts of C's own function, whose infinities, NaNs and signs are right. */
static wide_complex of_library(double _Complex (*function)(double _Complex), wide_complex z)
{
    e_c128 in = {(double)z.re, (double)z.im}, out;
    double _Complex w;
    memcpy(&w, &in, sizeof w);
    w = function(w);
    memcpy(&out, &w, sizeof out);
    return wide_c128(out);
}

/* For a real number the other part is zero, however large the function is. */
static wide_complex cosh_wide(wide_complex z)
{
    if (!is_finite(z))
        return of_library(ccosh, z);
    return (wide_complex){coshl(z.re) * cosl(z.im), z.im == 0 ? copysignl(1, z.re) * z.im : sinhl(z.re) * sinl(z.im)};
}

static wide_complex sinh_wide(wide_complex z)
{
    if (!is_finite(z))
        return of_library(csinh, z);
    return (wide_complex){sinhl(z.re) * cosl(z.im), z.im == 0 ? z.im : coshl(z.re) * sinl(z.im)};
}

/* ---- single steps ---------------------------------------------------------------------------- */

static wide_complex conj_wide(wide_complex z) { return (wide_complex){z.re, -z.im}; }

/* Numbers on a diagonal have a square without a real part, whose zero is positive. */
static wide_complex square_wide(wide_complex z)
{
    bool diagonal = fabsl(z.re) == fabsl(z.im) && is_finite(z);
    return (wide_complex){diagonal ? 0 : (z.re - z.im) * (z.re + z.im), z.re * z.im * 2};
}

#define FUNCTIONS(F) \
    F(asin_acos_kernel) F(acos) F(acosh) F(asin) F(asinh) F(atan) F(atanh) F(conj) F(cosh) F(sinh) F(square)
#define DEFINE(op)                                                                             \
    static inline e_c64 op##_c64(e_c64 z) { return rounded_c64(op##_wide(wide_c64(z))); }      \
    static inline e_c128 op##_c128(e_c128 z) { return rounded_c128(op##_wide(wide_c128(z))); } \
    GRN_LOOP_1(, grn_complex, op, c64, c64)                                                    \
    GRN_LOOP_1(, grn_complex, op, c128, c128)
FUNCTIONS(DEFINE)

const grn_element grn_element_asin_acos_kernel = {"asin_acos_kernel", 1, GRN_RESULT_SAME,
                                                  COMPLEX_ENTRIES(asin_acos_kernel)};

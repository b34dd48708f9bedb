/* element_inverse.c - the inverse circular and hyperbolic functions of complex numbers, those that they invert, and what CHLO
 * has for single steps of them. Source: CHLO and StableHLO, the op of each name; infinities, NaNs and signs of zeros as in annex
 * G of C. The formulas are those of Hull, Fairgrieve and Tang, ACM TOMS 23 (1997), without their cases for numbers that are large
 * or small. */
#include "eval/element_wide.h"

#include <complex.h>

/* ---- what the inverse functions are made of -------------------------------------------------------------------------------- */

static wide_complex kernel_not_finite(grn_wide x, grn_wide y)
{
    const grn_wide infinity = (grn_wide)INFINITY;
    if (y == infinity)
        return (wide_complex){infinity, infinity};
    if (x == infinity)
        return (wide_complex){y, infinity};
    return (wide_complex){x == 0 ? 1 : grn_wide_nan(), grn_wide_nan()};
}

/* w of z: asin(z) is atan2(re z, re w) and im w with the sign of im z. So re w is that of sqrt(1 - z^2). */
static wide_complex asin_acos_kernel_wide(wide_complex z)
{
    grn_wide x = fabsl(z.re), y = fabsl(z.im);
    if (!is_finite(z))
        return kernel_not_finite(x, y);
    grn_wide r = hypotl(x + 1, y), s = hypotl(x - 1, y), a = (r + s) / 2;
    grn_wide right = y > 0 ? y / (r + (x + 1)) * y : 0; /* r - (x + 1) */
    grn_wide left = x > 1 ? s + (x - 1) : y > 0 ? y / (s + (1 - x)) * y : 0; /* s - (1 - x) */
    grn_wide over = (right + left) / 2; /* a - 1 */
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

/* Of numbers that are not finite. */
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

/* ---- what they invert -------------------------------------------------------------------------------------------------------- */

/* C's own knows what infinities and NaNs give, whose signs are all that matters. */
static wide_complex of_library(double _Complex (*function)(double _Complex), wide_complex z)
{
    e_c128 in = {(double)z.re, (double)z.im}, out;
    double _Complex w;
    memcpy(&w, &in, sizeof w);
    w = function(w);
    memcpy(&out, &w, sizeof out);
    return wide_c128(out);
}

/* Of a real number the other part is zero, however large the function is. */
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

/* From here on the real part of tanh is 1 in every type, and the other falls as an exponential. */
#define TANH_FAR 50

/* By the tangent of the imaginary part, in which no two terms cancel (Kahan, "Branch cuts for complex elementary functions"). */
static wide_complex tanh_wide(wide_complex z)
{
    if (!is_finite(z))
        return of_library(ctanh, z);
    if (fabsl(z.re) > TANH_FAR)
        return (wide_complex){copysignl(1, z.re), 4 * sinl(z.im) * cosl(z.im) * expl(-2 * fabsl(z.re))};
    grn_wide t = tanl(z.im), secant = 1 + t * t, s = sinhl(z.re), over = 1 + secant * s * s;
    return (wide_complex){secant * coshl(z.re) * s / over, t / over};
}

/* tan(z) is -i tanh(iz). */
static wide_complex tan_wide(wide_complex z)
{
    wide_complex w = tanh_wide((wide_complex){-z.im, z.re});
    return (wide_complex){w.im, -w.re};
}

/* ---- single steps ------------------------------------------------------------------------------------------------------------ */

static wide_complex conj_wide(wide_complex z)
{
    return (wide_complex){z.re, -z.im};
}

/* Numbers on a diagonal have a square without a real part, whose zero is positive. */
static wide_complex square_wide(wide_complex z)
{
    bool diagonal = fabsl(z.re) == fabsl(z.im) && is_finite(z);
    return (wide_complex){diagonal ? 0 : (z.re - z.im) * (z.re + z.im), z.re * z.im * 2};
}

WIDE_COMPLEX(asin_acos_kernel)
WIDE_COMPLEX(acos)
WIDE_COMPLEX(acosh)
WIDE_COMPLEX(asin)
WIDE_COMPLEX(asinh)
WIDE_COMPLEX(atan)
WIDE_COMPLEX(atanh)
WIDE_COMPLEX(conj)
WIDE_COMPLEX(cosh)
WIDE_COMPLEX(sinh)
WIDE_COMPLEX(square)
WIDE_COMPLEX(tan)
WIDE_COMPLEX(tanh)

const grn_element grn_element_asin_acos_kernel = {"asin_acos_kernel", 1, GRN_RESULT_SAME, COMPLEX_ENTRIES(asin_acos_kernel)};

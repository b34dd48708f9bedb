/* element_exponential.c - the functions of complex numbers near exponentials and logarithms that lose digits where terms cancel
 * or a step leaves the range of a double. Source: StableHLO spec, the op of each name. */
#include "eval/element_wide.h"

/* ---- logarithm ------------------------------------------------------------------------------------------------------------- */

/* A number in two parts. */
typedef struct two_parts {
    grn_wide high, low;
} two_parts;

static void add(two_parts *to, grn_wide x)
{
    grn_wide sum = to->high + x, part = sum - to->high;
    to->low += (to->high - (sum - part)) + (x - part);
    to->high = sum;
}

static void add_square(two_parts *to, grn_wide x)
{
    grn_wide square = x * x;
    add(to, square);
    to->low += fmal(x, x, -square);
}

/* |1 + z|^2 - 1 is x^2 + 2x + y^2, of which close to the circle about -1 little is left. */
static wide_complex log_plus_one_wide(wide_complex z)
{
    grn_wide size = hypotl(1 + z.re, z.im), angle = atan2l(z.im, 1 + z.re);
    two_parts over = {2 * z.re, 0};
    if (!(size > 0.5L && size < 2))
        return (wide_complex){logl(size), angle};
    add_square(&over, z.re);
    add_square(&over, z.im);
    return (wide_complex){log1pl(over.high + over.low) / 2, angle};
}

/* ---- exponential ------------------------------------------------------------------------------------------------------------ */

/* e^x cos y - 1 is expm1(x) cos y - 2 sin^2(y / 2). Of an infinite x with any y there is a limit, or the size is known. */
static wide_complex exponential_minus_one_wide(wide_complex z)
{
    grn_wide s = sinl(z.im / 2), e = expl(z.re);
    if (z.im - z.im != 0 && z.re == -(grn_wide)INFINITY)
        return (wide_complex){-1, 0};
    if (z.im - z.im != 0 && z.re == (grn_wide)INFINITY)
        return (wide_complex){z.re, grn_wide_nan()};
    grn_wide re = fabsl(z.re) > 1 ? e * cosl(z.im) - 1 : expm1l(z.re) * cosl(z.im) - 2 * s * s;
    return (wide_complex){re, z.im == 0 ? z.im : e * sinl(z.im)};
}

/* 1 / (1 + e^-z) over |1 + e^-|x| e^iy|^2, which is a sum of squares, as on the right the real part is a sum of two that are
 * not negative: 1 - e^-|x| and e^-|x| (1 + cos y). */
static wide_complex logistic_wide(wide_complex z)
{
    const bool is_right = z.re >= 0;
    grn_wide e = expl(-fabsl(z.re)), gap = -expm1l(-fabsl(z.re)), half = cosl(z.im / 2), near = 2 * half * half;
    grn_wide square = gap * gap + 2 * e * near, left = near < 0.5L ? near - gap : e + cosl(z.im);
    if (e == 0)
        return (wide_complex){is_right, 0};
    return (wide_complex){(is_right ? gap + e * near : e * left) / square, e * sinl(z.im) / square};
}

/* ---- root ------------------------------------------------------------------------------------------------------------------- */

/* The principal root: a third of the angle. */
static wide_complex cbrt_wide(wide_complex z)
{
    grn_wide size = cbrtl(hypotl(z.re, z.im)), angle = atan2l(z.im, z.re) / 3;
    if (size == 0)
        return z;
    return (wide_complex){size * cosl(angle), angle == 0 ? z.im : size * sinl(angle)};
}

WIDE_COMPLEX(log_plus_one)
WIDE_COMPLEX(exponential_minus_one)
WIDE_COMPLEX(logistic)
WIDE_COMPLEX(cbrt)

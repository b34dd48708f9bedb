/* special_error.c - the inverse of the error function, and a Bessel function (CHLO, erf_inv and
 * bessel_i1e). */
#include "eval/special.h"

#define TWO_OVER_ROOT_PI 1.12837916709551257389615890312154517L

/* Winitzki's formula, good for three digits. */
static grn_wide erf_inv_guess(grn_wide x)
{
    const grn_wide a = 0.147L;
    grn_wide l = log1pl(-x * x), b = 2 / (GRN_WIDE_PI * a) + l / 2;
    return copysignl(sqrtl(sqrtl(b * b - l / a) - b), x);
}

/* Halley's steps: each triples the digits. Close to 1 the complement is compared, of which no digit
 * is lost. */
grn_wide grn_erf_inv(grn_wide x)
{
    if (!(fabsl(x) < 1))
        return fabsl(x) == 1 ? copysignl((grn_wide)INFINITY, x) : grn_wide_nan();
    if (fabsl(x) < 1e-11L) /* the next term of the series is x^3 pi / 12 */
        return x / TWO_OVER_ROOT_PI;
    grn_wide size = fabsl(x), y = erf_inv_guess(size);
    for (int step = 0; step < 3; step++) {
        grn_wide over = size < 0.5L ? erfl(y) - size : (1 - size) - erfcl(y);
        grn_wide newton = over / (TWO_OVER_ROOT_PI * expl(-y * y));
        y -= newton / (1 + y * newton);
    }
    return copysignl(y, x);
}

/* From here on the terms of the series in 1 / x fall below what any type can show before they
 * grow. */
#define FAR 30

/* The series in powers of x^2 / 4, whose terms are all positive. */
static grn_wide i1_near(grn_wide x)
{
    grn_wide square = x * x / 4, term = x / 2, sum = term;
    for (int k = 1; term > sum * 1e-24L; k++) {
        term *= square / ((grn_wide)k * (grn_wide)(k + 1));
        sum += term;
    }
    return sum * expl(-x);
}

static grn_wide i1_far(grn_wide x)
{
    grn_wide term = 1, sum = 1;
    for (int k = 1; k < 2 * FAR && fabsl(term) > 1e-24L; k++) {
        grn_wide odd = (grn_wide)(2 * k - 1);
        term *= (odd * odd - 4) / (8 * x * (grn_wide)k);
        sum += term;
    }
    return sum / sqrtl(2 * GRN_WIDE_PI * x);
}

grn_wide grn_bessel_i1e(grn_wide x)
{
    grn_wide size = fabsl(x);
    if (x != x || x == 0)
        return x;
    return copysignl(size < FAR ? i1_near(size) : i1_far(size), x);
}

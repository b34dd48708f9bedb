/*
 * exp_log.c - e^x and log(x). Arguments are reduced as in W. Cody and W. Waite, Software Manual for
 * the Elementary Functions (1980); what is left is summed by Taylor's series, whose coefficients are
 * quotients of small numbers. No step may be fused: the build has -ffp-contract=off.
 */
#include "kernels/exp_log.h"

#include <math.h>
#include <stdint.h>

#include "core/core.h"

/* log(2) in two parts, of which the first has 32 bits. */
#define LOG2_HIGH 0x1.62e42fee00000p-1
#define LOG2_LOW 0x1.a39ef35793c76p-33
#define LOG2_INVERSE 0x1.71547652b82fep0

static double sum_of(const double *coefficient, size_t n, double x)
{
    double sum = coefficient[n - 1];
    for (size_t i = n - 1; i-- > 0;)
        sum = sum * x + coefficient[i];
    return sum;
}

/* (e^r - 1 - r) / r^2 for |r| <= log(2) / 2: what is left out is below 2^-57. */
static double exp_series(double r)
{
    static const double c[] = {1 / 2.,     1 / 6.,      1 / 24.,      1 / 120.,      1 / 720.,       1 / 5040.,
                               1 / 40320., 1 / 362880., 1 / 3628800., 1 / 39916800., 1 / 479001600., 1 / 6227020800.};
    return sum_of(c, GRN_COUNT(c), r);
}

double grn_exp_f64(double x)
{
    if (isnan(x))
        return x;
    if (x > 709.79)
        return INFINITY;
    if (x < -745.2)
        return 0;
    const double n = floor(x * LOG2_INVERSE + 0.5);
    const double high = x - n * LOG2_HIGH, low = n * LOG2_LOW, r = high - low;
    /* low is what r has not taken of it */
    const double rest = (high - r) - low;
    return ldexp(1 + (r + (r * r * exp_series(r) + rest)), (int)n);
}

/* (log((1 + s) / (1 - s)) - 2s) / s, of z = s^2, s at most 0.1716: what is left out is below
 * 2^-60. */
static double log_series(double z)
{
    static const double c[] = {0,       2 / 3.,  2 / 5.,  2 / 7.,  2 / 9.,  2 / 11.,
                               2 / 13., 2 / 15., 2 / 17., 2 / 19., 2 / 21., 2 / 23.};
    return sum_of(c, GRN_COUNT(c), z);
}

double grn_log_f64(double x)
{
    if (isnan(x) || x == INFINITY)
        return x;
    if (x <= 0)
        return x < 0 ? NAN : -INFINITY;
    int n;
    double m = frexp(x, &n); /* in [0.5, 1) */
    if (m < 0x1.6a09e667f3bcdp-1) {
        m *= 2;
        n--;
    }
    /* log(1 + f) = f - f^2/2 + s * (f^2/2 + series), where f is exact */
    const double f = m - 1, s = f / (2 + f), half = 0.5 * f * f, series = log_series(s * s);
    return n * LOG2_HIGH - ((half - (s * (half + series) + n * LOG2_LOW)) - f);
}

float grn_exp_f32(float x, float unused)
{
    (void)unused;
    return (float)grn_exp_f64(x);
}

float grn_log_f32(float x, float unused)
{
    (void)unused;
    return (float)grn_log_f64(x);
}

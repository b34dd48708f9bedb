/* element_complex.c - the functions of complex numbers, for the rows of the other files. Source:
 * StableHLO spec, the op of each name. Sums and products are the plain formulas in the type's own
 * precision; everything else is computed in double and rounded once. */
#include "eval/element.h"

#include <complex.h>
#include <math.h>

/* C's complex type has the layout of two doubles; going by memory avoids I * x, which spoils
 * infinities. */
static inline double _Complex standard(e_c128 z)
{
    double _Complex s;
    memcpy(&s, &z, sizeof s);
    return s;
}

static inline e_c128 own(double _Complex s)
{
    e_c128 z;
    memcpy(&z, &s, sizeof z);
    return z;
}

static inline e_c128 wide(e_c64 z) { return (e_c128){z.re, z.im}; }

static inline e_c64 rounded(e_c128 z) { return (e_c64){(float)z.re, (float)z.im}; }

/* Lexicographic, real part first: the order the spec gives to complex numbers until it takes it
 * away (#560). */
#define OWN_PRECISION(T, R, SIGN)                                                                                 \
    static inline e_##T add_##T(e_##T a, e_##T b) { return one_nan_##T((e_##T){a.re + b.re, a.im + b.im}); }      \
    static inline e_##T subtract_##T(e_##T a, e_##T b) { return one_nan_##T((e_##T){a.re - b.re, a.im - b.im}); } \
    static inline e_##T multiply_##T(e_##T a, e_##T b)                                                            \
    {                                                                                                             \
        return one_nan_##T((e_##T){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re});                        \
    }                                                                                                             \
    static inline e_##T negate_##T(e_##T a)                                                                       \
    {                                                                                                             \
        return (e_##T){float_##R(bits_##R(a.re) ^ (SIGN)), float_##R(bits_##R(a.im) ^ (SIGN))};                   \
    }                                                                                                             \
    static inline e_i1 compare_eq_##T(e_##T a, e_##T b) { return a.re == b.re && a.im == b.im; }                  \
    static inline e_i1 compare_ne_##T(e_##T a, e_##T b) { return !compare_eq_##T(a, b); }                         \
    static inline e_i1 compare_gt_##T(e_##T a, e_##T b) { return a.re > b.re || (a.re == b.re && a.im > b.im); }  \
    static inline e_i1 compare_ge_##T(e_##T a, e_##T b) { return a.re > b.re || (a.re == b.re && a.im >= b.im); } \
    static inline e_i1 compare_lt_##T(e_##T a, e_##T b) { return compare_gt_##T(b, a); }                          \
    static inline e_i1 compare_le_##T(e_##T a, e_##T b) { return compare_ge_##T(b, a); }                          \
    /* Ordered by value; of zeros that differ in sign alone, by sign. */                                          \
    static inline bool below_##T(e_##T a, e_##T b)                                                                \
    {                                                                                                             \
        if (a.re != b.re || a.im != b.im)                                                                         \
            return compare_lt_##T(a, b);                                                                          \
        if (signbit(a.re) != signbit(b.re))                                                                       \
            return signbit(a.re);                                                                                 \
        return signbit(a.im) && !signbit(b.im);                                                                   \
    }                                                                                                             \
    /* A NaN in any part makes both parts of the result NaN. */                                                   \
    static inline e_##T choose_##T(e_##T a, e_##T b, bool take_b)                                                 \
    {                                                                                                             \
        e_##T none = {nan_##R(), nan_##R()};                                                                      \
        if (!compare_eq_##T(a, a) || !compare_eq_##T(b, b))                                                       \
            return none;                                                                                          \
        return take_b ? b : a;                                                                                    \
    }                                                                                                             \
    static inline e_##T maximum_##T(e_##T a, e_##T b) { return choose_##T(a, b, below_##T(a, b)); }               \
    static inline e_##T minimum_##T(e_##T a, e_##T b) { return choose_##T(a, b, below_##T(b, a)); }               \
    static inline e_##T clamp_##T(e_##T least, e_##T a, e_##T most) { return minimum_##T(maximum_##T(a, least), most); }
OWN_PRECISION(c64, f32, UINT32_C(0x80000000))
OWN_PRECISION(c128, f64, UINT64_C(0x8000000000000000))

static inline double modulus(e_c128 z) { return one_nan_f64(hypot(z.re, z.im)); }
static inline e_f64 abs_c128(e_c128 z) { return modulus(z); }
static inline e_f32 abs_c64(e_c64 z) { return one_nan_f32((float)modulus(wide(z))); }

/* Ops of one and two arguments as functions of double parts. */
#define FUNCTION_1(op)                                                           \
    static inline e_c128 op##_c128(e_c128 z) { return one_nan_c128(z_##op(z)); } \
    static inline e_c64 op##_c64(e_c64 z) { return one_nan_c64(rounded(z_##op(wide(z)))); }
#define FUNCTION_2(op)                                                                        \
    static inline e_c128 op##_c128(e_c128 a, e_c128 b) { return one_nan_c128(z_##op(a, b)); } \
    static inline e_c64 op##_c64(e_c64 a, e_c64 b) { return one_nan_c64(rounded(z_##op(wide(a), wide(b)))); }
/* The ones libm has. */
#define STANDARD_1(op, function)                                                 \
    static inline e_c128 z_##op(e_c128 z) { return own(function(standard(z))); } \
    FUNCTION_1(op)
STANDARD_1(cosine, ccos)
STANDARD_1(log, clog)
STANDARD_1(sine, csin)
STANDARD_1(sqrt, csqrt)
STANDARD_1(tan, ctan)
STANDARD_1(tanh, ctanh)

/* ---- division -------------------------------------------------------------------------------- */

static inline double larger_part(e_c128 z) { return fabs(z.re) > fabs(z.im) ? fabs(z.re) : fabs(z.im); }

/* A power of two for both numbers, by which no step of a quotient that is a number overflows or is
 * subnormal. */
static inline double quotient_scale(e_c128 a, e_c128 b)
{
    double dividend = larger_part(a), divisor = larger_part(b);
    if (divisor >= 0x1p+1000)
        return 0x1p-100;
    return divisor < 0x1p-900 || (dividend < 0x1p-900 && divisor < 0x1p+700) ? 0x1p+200 : 1;
}

/* For an infinity one with its sign, for a number a zero with its sign. */
static inline double unit_of(double v) { return v == INFINITY ? 1 : v == -INFINITY ? -1 : v != v ? 0 : v * 0; }

static inline bool is_finite(e_c128 z) { return z.re - z.re == 0 && z.im - z.im == 0; }

static inline bool is_infinite(e_c128 z) { return larger_part(z) == INFINITY || fabs(z.re) == INFINITY; }

/* The quotients that the formula makes two NaNs of, although they are defined: by zero, infinite by
 * finite, finite by infinite. */
static inline e_c128 recovered_quotient(e_c128 a, e_c128 b, e_c128 quotient)
{
    if (b.re == 0 && b.im == 0)
        return (e_c128){1 / b.re * a.re, 1 / b.re * a.im};
    if (is_infinite(a) && is_finite(b)) {
        double re = unit_of(a.re), im = unit_of(a.im);
        return (e_c128){INFINITY * (re * b.re + im * b.im), INFINITY * (im * b.re - re * b.im)};
    }
    if (is_infinite(b) && is_finite(a)) {
        double re = unit_of(b.re), im = unit_of(b.im);
        return (e_c128){0 * (a.re * re + a.im * im), 0 * (a.im * re - a.re * im)};
    }
    return quotient;
}

/* By the larger part of the divisor (Smith), in an order in which a small ratio loses nothing
 * (Baudin and Smith, "A robust complex division in Scilab"). */
static inline e_c128 z_divide(e_c128 a, e_c128 b)
{
    const double f = quotient_scale(a, b), ar = a.re * f, ai = a.im * f, br = b.re * f, bi = b.im * f;
    const bool by_im = fabs(br) < fabs(bi);
    const double p = by_im ? bi : br, q = by_im ? br : bi, u = by_im ? ai : ar, v = by_im ? ar : ai;
    const double ratio = q / p, divisor = p + q * ratio;
    const bool is_normal = fabs(ratio) > 0x1p-1022;
    const double ur = is_normal ? u * ratio : q * (u / p), vr = is_normal ? v * ratio : q * (v / p);
    e_c128 quotient = {(u + vr) / divisor, (by_im ? ur - v : v - ur) / divisor};
    return quotient.re != quotient.re && quotient.im != quotient.im ? recovered_quotient(a, b, quotient) : quotient;
}
FUNCTION_2(divide)

/* e^x (cos y + i sin y); where e^x may overflow in two steps, so that only what is too large is
 * infinite. */
static inline e_c128 z_exponential(e_c128 z)
{
    const bool in_steps = z.re > 709, is_bounded = z.im - z.im == 0;
    const double e = exp(in_steps ? z.re / 2 : z.re), f = in_steps ? e : 1;
    const double re = f * (e * cos(z.im)), im = f * (e * sin(z.im));
    if (!is_bounded && z.re == -INFINITY)
        return (e_c128){0, 0};
    if (!is_bounded && z.re == INFINITY)
        return (e_c128){INFINITY, nan_f64()};
    return (e_c128){re, z.im == 0 ? z.im : im};
}
FUNCTION_1(exponential)

/* 0^0 is 1 and 0 to a power with positive real part is 0, where exp(b log a) would meet 0 *
 * infinity. */
static inline e_c128 z_power(e_c128 a, e_c128 b)
{
    if (b.re == 0 && b.im == 0)
        return (e_c128){1, 0};
    if (a.re == 0 && a.im == 0 && b.re > 0)
        return (e_c128){0, 0};
    return own(cpow(standard(a), standard(b)));
}
FUNCTION_2(power)

static inline e_c128 inverse(e_c128 z) { return z_divide((e_c128){1, 0}, z); }

static inline e_c128 z_rsqrt(e_c128 z) { return inverse(z_sqrt(z)); }
FUNCTION_1(rsqrt)

static inline e_c128 z_logistic(e_c128 z)
{
    e_c128 e = z_exponential((e_c128){-z.re, -z.im});
    return inverse((e_c128){1 + e.re, e.im});
}
FUNCTION_1(logistic)

/* z/|z|; zero stays zero. */
static inline e_c128 z_sign(e_c128 z)
{
    double size = modulus(z);
    if (z.re != z.re || z.im != z.im)
        return (e_c128){nan_f64(), nan_f64()};
    if (size == 0)
        return z;
    return (e_c128){z.re / size, z.im / size};
}
FUNCTION_1(sign)

/* The principal root: a third of the argument. */
static inline e_c128 z_cbrt(e_c128 z)
{
    double size = cbrt(modulus(z)), angle = atan2(z.im, z.re) / 3;
    if (size == 0)
        return z;
    return (e_c128){size * cos(angle), size * sin(angle)};
}
FUNCTION_1(cbrt)

/* log|1 + z|, near 0 from |1 + z|^2 - 1 = x(2 + x) + y^2 so as not to lose z in the 1. */
static inline e_c128 z_log_plus_one(e_c128 z)
{
    bool small = fabs(z.re) < 0.5 && fabs(z.im) < 0.5;
    double re = small ? log1p(z.re * (2 + z.re) + z.im * z.im) / 2 : log(hypot(1 + z.re, z.im));
    return (e_c128){re, atan2(z.im, 1 + z.re)};
}
FUNCTION_1(log_plus_one)

/* e^x cos y - 1 = expm1(x) cos y - 2 sin^2(y/2). Where e^x overflows, e^z - 1 is e^z. */
static inline e_c128 z_exponential_minus_one(e_c128 z)
{
    double s = sin(z.im / 2);
    if (fabs(z.re) > 1 || z.im != z.im) {
        e_c128 e = z_exponential(z);
        return (e_c128){e.re - 1, e.im};
    }
    return (e_c128){expm1(z.re) * cos(z.im) - 2 * s * s, exp(z.re) * sin(z.im)};
}
FUNCTION_1(exponential_minus_one)

/* -i log((x + iy) / sqrt(x^2 + y^2)), which for real numbers is the real function. */
static inline e_c128 z_atan2(e_c128 y, e_c128 x)
{
    if (x.im == 0 && y.im == 0)
        return (e_c128){atan2(y.re, x.re), 0};
    e_c128 sum = {x.re - y.im, x.im + y.re};
    e_c128 squares = add_c128(multiply_c128(x, x), multiply_c128(y, y));
    e_c128 l = z_log(z_divide(sum, z_sqrt(squares)));
    return (e_c128){l.im, -l.re};
}
FUNCTION_2(atan2)

#define COMPLEX_LOOPS(N, op) GRN_LOOP_##N(, grn_complex, op, c64, c64) GRN_LOOP_##N(, grn_complex, op, c128, c128)
#define COMPLEX_COMPARISON(op) GRN_LOOP_2(, grn_complex, op, c64, i1) GRN_LOOP_2(, grn_complex, op, c128, i1)
GRN_LOOP_1(, grn_complex, abs, c64, f32)
GRN_LOOP_1(, grn_complex, abs, c128, f64)
COMPLEX_LOOPS(1, cbrt)
COMPLEX_LOOPS(1, cosine)
COMPLEX_LOOPS(1, exponential)
COMPLEX_LOOPS(1, exponential_minus_one)
COMPLEX_LOOPS(1, log)
COMPLEX_LOOPS(1, log_plus_one)
COMPLEX_LOOPS(1, logistic)
COMPLEX_LOOPS(1, negate)
COMPLEX_LOOPS(1, rsqrt)
COMPLEX_LOOPS(1, sign)
COMPLEX_LOOPS(1, sine)
COMPLEX_LOOPS(1, sqrt)
COMPLEX_LOOPS(1, tan)
COMPLEX_LOOPS(1, tanh)
COMPLEX_LOOPS(2, add)
COMPLEX_LOOPS(2, atan2)
COMPLEX_LOOPS(2, divide)
COMPLEX_LOOPS(2, maximum)
COMPLEX_LOOPS(2, minimum)
COMPLEX_LOOPS(2, multiply)
COMPLEX_LOOPS(2, power)
COMPLEX_LOOPS(2, subtract)
COMPLEX_LOOPS(3, clamp)
COMPLEX_COMPARISON(compare_eq)
COMPLEX_COMPARISON(compare_ne)
COMPLEX_COMPARISON(compare_ge)
COMPLEX_COMPARISON(compare_gt)
COMPLEX_COMPARISON(compare_le)
COMPLEX_COMPARISON(compare_lt)

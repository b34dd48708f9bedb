/* special_gamma.c - digamma, polygamma and the Hurwitz zeta function (CHLO, the ops of those
 * names). The series are Euler's and Maclaurin's; where a function passes through zero it is
 * expanded about that point. */
#include "eval/special.h"

#include <stdbool.h>
#include <stddef.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

static bool is_whole(grn_wide x) { return x == floorl(x); }

/* c[0] + c[1] x + c[2] x^2 + ... */
static grn_wide polynomial(size_t n, const grn_wide *c, grn_wide x)
{
    grn_wide sum = 0;
    while (n-- > 0)
        sum = sum * x + c[n];
    return sum;
}

/* ---- digamma --------------------------------------------------------------------------------- */

/* The positive zero of digamma, in two parts. */
#define ZERO_HIGH 0x1.762d86356be3fp+0L
#define ZERO_LOW 9.549995429965697715184199e-17L

/* digamma about its zero, divided by the distance from the zero: the coefficients are polygamma(k,
 * zero) / k! for k from 1. */
static const grn_wide about_zero[] = {
    0.967672245447621170427445L,      -0.442763168983592106092865L,     0.258499760955651010624401L,
    -0.163942705442406527504251L,     0.107824050691262365757183L,      -0.0721995612564547109261218L,
    0.0488042881641431072250925L,     -0.0331611264748473592922584L,    0.0225976482322181046596248L,
    -0.0154247659049489591388003L,    0.010538791616612175388124L,      -0.00720453438635686824097047L,
    0.00492678139572985344635427L,    -0.00336980165543932808279286L,   0.00230512632673492783693838L,
    -0.00157693677143019725927093L,   0.00107882520191629658069192L,    -0.000738070938996005129566047L,
    0.000504953265834602035177398L,   -0.000345468025106307699555568L,  0.000236356015640270527923696L,
    -0.000161706220919748034493583L,  0.000110633727687474109040872L,   -0.0000756917958219506591923771L,
    0.0000517857579522208086899327L,  -0.0000354300709476596063156988L, 0.0000242400661186013176526831L,
    -0.0000165842422718541333752425L,
};

/* Bernoulli's numbers B(2k) / 2k for k from 1: what digamma differs from log(x) - 1 / 2x by, in
 * powers of 1 / x^2. */
static const grn_wide far_out[] = {
    0.0833333333333333333333333L,   -0.00833333333333333333333333L, 0.00396825396825396825396825L,
    -0.00416666666666666666666667L, 0.00757575757575757575757576L,  -0.0210927960927960927960928L,
    0.0833333333333333333333333L,   -0.44325980392156862745098L,    3.05395433027011974380395L,
    -26.4562121212121212121212L,
};

/* Of x > 0. */
static grn_wide digamma_above_zero(grn_wide x)
{
    grn_wide distance = (x - ZERO_HIGH) - ZERO_LOW, sum = 0;
    if (fabsl(distance) < 0.25L)
        return distance * polynomial(COUNT(about_zero), about_zero, distance);
    for (; x < 20; x += 1)
        sum += 1 / x;
    grn_wide square = 1 / (x * x);
    return logl(x) - 0.5L / x - square * polynomial(COUNT(far_out), far_out, square) - sum;
}

grn_wide grn_digamma(grn_wide x)
{
    if (x > 0)
        return digamma_above_zero(x);
    if (!(x < 0) || is_whole(x)) /* infinities are whole */
        return grn_wide_nan();
    return digamma_above_zero(1 - x) - GRN_WIDE_PI / tanl(GRN_WIDE_PI * (x - rintl(x)));
}

/* ---- zeta ------------------------------------------------------------------------------------ */

/* B(2k) / (2k)! for k from 1. */
static const grn_wide corrections[] = {
    0.0833333333333333333333333L,      -0.00138888888888888888888889L, 0.0000330687830687830687830688L,
    -0.00000082671957671957671957672L, 2.08767569878680989792101e-8L,  -5.28419013868749318484768e-10L,
    1.3382536530684678832827e-11L,     -3.3896802963225828668302e-13L, 8.58606205627784456413591e-15L,
    -2.17486869855806187304152e-16L,   5.50900282836022951520265e-18L, -1.39544646858125433407077e-19L,
};

/* The sum from (a)^-s on, for an a well over s, by Euler and Maclaurin. */
static grn_wide zeta_tail(grn_wide s, grn_wide a)
{
    grn_wide power = powl(a, -s), factor = s / a, sum = a / (s - 1) + 0.5L;
    for (size_t k = 0; k < COUNT(corrections); k++) {
        grn_wide order = (grn_wide)(2 * k + 1);
        sum += corrections[k] * factor;
        factor *= (s + order) / a * ((s + order + 1) / a);
    }
    return power * sum;
}

/* For s > 1 and q > 0, both finite. Single terms are added until the rest is small, or its series
 * is good. */
static grn_wide zeta_above_zero(grn_wide s, grn_wide q)
{
    grn_wide sum = 0;
    for (; q < s + 12; q += 1) {
        grn_wide term = powl(q, -s);
        sum += term;
        if (term * (q + 1) <= sum * 1e-24L * (s - 1))
            return sum;
    }
    return sum + zeta_tail(s, q);
}

/* For a whole s and a q < 0 that is not whole: the terms on this side of zero are a difference of
 * two sums. For an odd s the first of them and the terms on the other side nearly cancel about a
 * half, and do so before the rest is added. */
static grn_wide zeta_below_zero(grn_wide s, grn_wide q)
{
    grn_wide part = -q - floorl(-q), below = zeta_above_zero(s, part), above = zeta_above_zero(s, 1 - part);
    grn_wide rest = zeta_above_zero(s, 1 - q);
    return fmodl(s, 2) == 0 ? above + below - rest : above - below + rest;
}

grn_wide grn_zeta(grn_wide s, grn_wide q)
{
    if (s != s || q != q || s < 1)
        return grn_wide_nan();
    if (s == 1)
        return (grn_wide)INFINITY;
    if (q <= 0 && is_whole(q))
        return fmodl(s, 2) == 0 ? (grn_wide)INFINITY : grn_wide_nan();
    if (q < 0)
        return is_whole(s) && s < (grn_wide)INFINITY ? zeta_below_zero(s, q) : grn_wide_nan();
    if (s == (grn_wide)INFINITY || q == (grn_wide)INFINITY)
        return q < 1 ? (grn_wide)INFINITY : q == 1 ? 1 : 0;
    return zeta_above_zero(s, q);
}

/* ---- polygamma ------------------------------------------------------------------------------- */

/* The largest order whose factorial every wide type can hold beside a zeta that is not far from
 * 1. */
#define MOST_DIRECT 150

grn_wide grn_polygamma(grn_wide n, grn_wide x)
{
    if (!(n >= 0) || !is_whole(n) || n == (grn_wide)INFINITY)
        return grn_wide_nan();
    if (n == 0)
        return grn_digamma(x);
    grn_wide sign = fmodl(n, 2) == 0 ? -1 : 1, zeta = grn_zeta(n + 1, x);
    if (n <= MOST_DIRECT || zeta == 0 || zeta - zeta != 0)
        return sign * (tgammal(n + 1) * zeta);
    return (zeta < 0 ? -sign : sign) * expl(lgammal(n + 1) + logl(fabsl(zeta)));
}

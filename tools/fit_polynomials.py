#!/usr/bin/env python3
"""fit_polynomials.py - prints src/kernels/elementary_coefficients.h.

    python3 tools/fit_polynomials.py > src/kernels/elementary_coefficients.h && tools/format src/kernels/elementary_coefficients.h

Needs mpmath. Each polynomial interpolates its function in Chebyshev's points, with 60 digits; the comment beside it has the
largest relative error of the rounded coefficients at 1000 places.
"""
from mpmath import atanh, chebyfit, cos, erf, erfc, erfinv, exp, expm1, log, mp, mpf, pi, polyval, sin, sqrt

mp.dps = 60
SPLIT = mpf(13) / 2  # of erf_inv: beyond it, in w = -log(1 - x^2), each number is computed by itself


def odd(f, limit):
    """f(x) / x as a function of x^2."""
    return lambda z: limit if z == 0 else f(sqrt(z)) / sqrt(z)


def rest(f, first):
    """(f(z) - first) / z."""
    return lambda z: (f(z) - first) / z


def scaled_erfc(t):
    """erfc(x) exp(x^2) for t = (x - 3) / (x + 3)."""
    x = 3 * (1 + t) / (1 - t)
    return erfc(x) * exp(x * x)


def inverse_over_x(w):
    x = sqrt(1 - exp(-w))
    return erfinv(x) / x if w > 0 else sqrt(pi) / 2


TINY = mpf(2) ** -80
ROWS = [
    ("EXPM1", "expm1(x) / x, |x| <= log(2) / 2", lambda x: expm1(x) / x if x else mpf(1), -0.34665, 0.34665, 10),
    ("LOG", "(2 atanh(s) / s - 2) / z, z = s^2, s <= 3 - 2 sqrt(2)", rest(odd(lambda s: 2 * atanh(s), 2), 2), TINY, 0.0295, 8),
    ("SIN", "(sin(x) / x - 1) / z, z = x^2, |x| <= pi / 4", rest(odd(sin, 1), 1), TINY, 0.6170, 6),
    ("COS", "(cos(x) - 1) / z, z = x^2, |x| <= pi / 4", rest(lambda z: cos(sqrt(z)), 1), TINY, 0.6170, 6),
    ("ERF", "erf(x) / x, in x^2, |x| <= 1", odd(erf, 2 / sqrt(pi)), TINY, 1, 10),
    ("ERFC", "erfc(x) exp(x^2), in (x - 3) / (x + 3), 1 <= x <= 4", scaled_erfc, mpf(-1) / 2, mpf(1) / 7, 13),
    ("ERF_INV", "erf_inv(x) / x, in w - 3.25, w = -log(1 - x^2) <= 6.5", lambda w: inverse_over_x(w + SPLIT / 2), -SPLIT / 2,
     SPLIT / 2, 21),
]  # fmt: skip

print("/* elementary_coefficients.h - made by tools/fit_polynomials.py. The constant term is first. */")
for name, what, f, a, b, n in ROWS:
    a, b = mpf(a), mpf(b)
    rounded = [float(c) for c in chebyfit(f, [a, b], n)]
    places = [a + (b - a) * i / 999 for i in range(1000)]
    worst = max(abs(polyval([mpf(c) for c in rounded], x) / f(x) - 1) for x in places)
    print("\n/* %s: relative error 2^%.1f */" % (what, float(log(worst) / log(2))))
    print("#define %s_COEFFICIENTS \\\n    %s" % (name, ", \\\n    ".join(c.hex() for c in reversed(rounded))))

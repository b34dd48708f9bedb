/*
 * special.h - functions that C's library lacks, of one number, in its widest
 * type: what is rounded to a double or float once has then no error of its own
 * where that type is wider. Internal to src/eval.
 *
 * Must not know: element types, arrays.
 */
#ifndef GRN_EVAL_SPECIAL_H
#define GRN_EVAL_SPECIAL_H

#include <math.h>

typedef long double grn_wide;

/* What the constant pi is, and a NaN. */
#define GRN_WIDE_PI 3.14159265358979323846264338327950288L
static inline grn_wide grn_wide_nan(void) { return (grn_wide)NAN; }

/* NaN at zero and at negative whole numbers, as CHLO has it. Close to a zero below zero, where two
 * terms cancel, the error is that of the terms. */
grn_wide grn_digamma(grn_wide x);
/* The derivative of order n of digamma; NaN unless n is a natural number. */
grn_wide grn_polygamma(grn_wide n, grn_wide x);
/* The sum of (q + k)^-s over k = 0, 1, ...; NaN for s < 1, infinity for s = 1. Of a q below zero s
 * has to be whole; at a pole the answer is infinity for an even s, NaN for an odd one. */
grn_wide grn_zeta(grn_wide s, grn_wide q);
/* exp(-|x|) I1(x). */
grn_wide grn_bessel_i1e(grn_wide x);
grn_wide grn_erf_inv(grn_wide x);

#endif

/* compare.c - elements of two tools side by side. */
#include <float.h>
#include <math.h>

#include "differ/differ.h"

static bool is_nan(grn_dtype dtype, const void *p)
{
    const grn_scalar s = grn_scalar_load(dtype, p);
    const grn_dtype_class class = grn_dtype_class_of(dtype);
    return class == GRN_CLASS_FLOAT && s.f != s.f;
}

static grn_dtype part_of(grn_dtype dtype) { return dtype == GRN_C64 ? GRN_F32 : GRN_F64; }

bool grn_same_element(grn_dtype dtype, const void *a, const void *b)
{
    const size_t bytes = grn_dtype_bytes(dtype);
    if (memcmp(a, b, bytes) == 0)
        return true;
    if (grn_dtype_class_of(dtype) != GRN_CLASS_COMPLEX)
        return is_nan(dtype, a) && is_nan(dtype, b);
    const grn_dtype part = part_of(dtype);
    return grn_same_element(part, a, b) &&
           grn_same_element(part, (const char *)a + bytes / 2, (const char *)b + bytes / 2);
}

bool grn_same_tensor(const grn_tensor *a, const grn_tensor *b)
{
    const int64_t n = grn_tensor_elements(a);
    if (memcmp(a->data, b->data, grn_tensor_bytes(a)) == 0)
        return true;
    for (int64_t i = 0; i < n; i++)
        if (!grn_same_element(a->dtype, grn_element_at(a, i), grn_element_at(b, i)))
            return false;
    return true;
}

double grn_element_value(grn_dtype dtype, const void *p)
{
    const grn_scalar s = grn_scalar_load(dtype, p);
    switch (grn_dtype_class_of(dtype)) {
    case GRN_CLASS_FLOAT: return s.f;
    case GRN_CLASS_COMPLEX: return fabs(s.c.re) + fabs(s.c.im);
    case GRN_CLASS_UNSIGNED: return (double)s.u;
    default: return (double)s.i;
    }
}

/* Two that are equal, infinities among them, are 0 apart. */
static double apart(double a, double b) { return a == b || (a != a && b != b) ? 0 : fabs(a - b); }

double grn_element_distance(grn_dtype dtype, const void *a, const void *b)
{
    const grn_scalar x = grn_scalar_load(dtype, a), y = grn_scalar_load(dtype, b);
    if (grn_dtype_class_of(dtype) == GRN_CLASS_COMPLEX) {
        const double re = apart(x.c.re, y.c.re), im = apart(x.c.im, y.c.im);
        return re != re || im != im ? NAN : re > im ? re : im;
    }
    return apart(grn_element_value(dtype, a), grn_element_value(dtype, b));
}

static const grn_float_format *format_of(grn_dtype dtype)
{
    return grn_dtype_float_format(grn_dtype_class_of(dtype) == GRN_CLASS_COMPLEX ? part_of(dtype) : dtype);
}

double grn_half_ulp(grn_dtype dtype) { return ldexp(0.5, -format_of(dtype)->mantissa_bits); }

double grn_min_normal(grn_dtype dtype)
{
    const grn_float_format *f = format_of(dtype);
    return ldexp(1, 1 - f->bias);
}

/* Codes of positive numbers come in the order of their values, and what is no finite number behind all of them. */
double grn_max_finite(grn_dtype dtype)
{
    const grn_float_format *f = format_of(dtype);
    uint64_t finite = 0, none = UINT64_C(1) << (f->exponent_bits + f->mantissa_bits);
    while (none - finite > 1) {
        const uint64_t middle = finite + (none - finite) / 2;
        const double v = grn_float_decode(f, middle);
        if (v == v && v - v == 0)
            finite = middle;
        else
            none = middle;
    }
    return grn_float_decode(f, finite);
}

double grn_ulp_of(grn_dtype dtype, double magnitude)
{
    const grn_float_format *f = format_of(dtype);
    const double least = grn_min_normal(dtype);
    magnitude = fabs(magnitude);
    if (!(magnitude <= DBL_MAX))
        return 0;
    int exponent;
    frexp(magnitude < least ? least : magnitude, &exponent);
    return ldexp(1, exponent - 1 - f->mantissa_bits);
}

/* ---- judging --------------------------------------------------------------------------------- */

static bool is_inexact(grn_dtype dtype)
{
    const grn_dtype_class class = grn_dtype_class_of(dtype);
    return class == GRN_CLASS_FLOAT || class == GRN_CLASS_COMPLEX;
}

/*
 * garner's value, or the tool's, may lie past the largest number: one of them is then infinite, or what follows is
 * NaN.
 */
static bool may_overflow(grn_dtype dtype, double value, double error)
{
    return value - value != 0 ? false : fabs(value) + error > grn_max_finite(dtype);
}

typedef struct element_judged {
    grn_verdict verdict;
    grn_allowance why;
    double distance, bound;
} element_judged;

static element_judged judge_element(const grn_tensor *garner, const grn_tensor *theirs, const grn_error *error,
                                    int64_t i)
{
    const grn_dtype dtype = garner->dtype;
    const void *a = grn_element_at(garner, i), *b = grn_element_at(theirs, i);
    const double e = error->of ? error->of[i] : 0;
    element_judged j = {.distance = grn_element_distance(dtype, a, b), .bound = e};
    if (e != e)
        j.verdict = GRN_UNDECIDED;
    else if (e > DBL_MAX)
        j.verdict = GRN_ALLOWED, j.why = error->open;
    else if (is_inexact(dtype) && e > 0 &&
             (j.distance <= e || may_overflow(dtype, grn_element_value(dtype, a), e) ||
              (may_overflow(dtype, grn_element_value(dtype, b), e) && grn_element_distance(dtype, a, b) > DBL_MAX)))
        j.verdict = GRN_ALLOWED, j.why = error->why;
    else
        j.verdict = error->beyond ? GRN_UNDECIDED : GRN_BUG;
    return j;
}

/* Numbers that JSON has: an element that may be anything, or of which nothing is known, has no bound, told as 0. */
static void keep_finite(grn_judged *out)
{
    out->bound = out->bound <= DBL_MAX ? out->bound : 0;
    out->distance = out->distance <= DBL_MAX ? out->distance : DBL_MAX;
}

/* Distances are told in ulps where both are finite floats, and absolute for complex numbers and for sums. */
static void tell_distance(const grn_tensor *garner, const grn_tensor *theirs, int64_t at, grn_judged *out)
{
    const grn_dtype dtype = garner->dtype;
    const double ulp = is_inexact(dtype) ? grn_ulp_of(dtype, grn_element_value(dtype, grn_element_at(garner, at))) : 0;
    out->is_absolute = !(ulp > 0) || out->why == GRN_ALLOWANCE_SUM_ORDER;
    if (out->is_absolute)
        return;
    const uint64_t ulps = grn_ulp_distance(dtype, grn_element_at(garner, at), grn_element_at(theirs, at));
    out->distance = (double)ulps;
    out->bound /= ulp;
}

void grn_judge(const grn_tensor *garner, const grn_tensor *theirs, const grn_error *error, grn_judged *out)
{
    const int64_t n = grn_tensor_elements(garner);
    int64_t worst = 0;
    *out = (grn_judged){.verdict = GRN_SAME, .first = -1};
    for (int64_t i = 0; i < n; i++) {
        if (grn_same_element(garner->dtype, grn_element_at(garner, i), grn_element_at(theirs, i)))
            continue;
        const element_judged j = judge_element(garner, theirs, error, i);
        out->elements++;
        const bool is_worse = j.verdict > out->verdict;
        if (is_worse)
            out->first = i;
        if (is_worse || (j.verdict == out->verdict && j.distance > out->distance)) {
            out->verdict = j.verdict;
            out->why = j.why;
            out->distance = j.distance;
            out->bound = j.bound;
            worst = i;
        }
    }
    if (out->verdict == GRN_UNDECIDED)
        out->note = error->beyond ? error->beyond : error->unknown;
    if (out->elements > 0) {
        tell_distance(garner, theirs, worst, out);
        keep_finite(out);
    }
}

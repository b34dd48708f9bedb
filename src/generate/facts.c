/*
 * facts.c - what is known of all elements of a value, and how far off another implementation may be.
 *
 * An element is off by at most `off + relative * |element|`. Sums are off by the bound of their order:
 * n additions of which each rounds, of numbers no larger than what is added up in all.
 */
#include <math.h>

#include "generate/generate.h"

/* An implementation that is this far off, as a part of the largest number, has made a mistake. */
#define MOST_OFF 0.05

static double infinite(void) { return HUGE_VAL; }

double grn_dtype_step(grn_dtype dtype)
{
    const grn_dtype part = dtype == GRN_C64 ? GRN_F32 : dtype == GRN_C128 ? GRN_F64 : dtype;
    const grn_float_format *f = grn_dtype_float_format(part);
    return f ? ldexp(1.0, -f->mantissa_bits) : 0;
}

double grn_dtype_highest(grn_dtype dtype)
{
    const int bits = (int)grn_dtype_bits(dtype);
    switch (grn_dtype_class_of(dtype)) {
    case GRN_CLASS_BOOL: return 1;
    case GRN_CLASS_SIGNED: return ldexp(1.0, bits - 1) - 1;
    case GRN_CLASS_UNSIGNED: return ldexp(1.0, bits) - 1;
    default: return infinite();
    }
}

double grn_dtype_lowest(grn_dtype dtype)
{
    switch (grn_dtype_class_of(dtype)) {
    case GRN_CLASS_BOOL:
    case GRN_CLASS_UNSIGNED: return 0;
    case GRN_CLASS_SIGNED: return -ldexp(1.0, (int)grn_dtype_bits(dtype) - 1);
    default: return -infinite();
    }
}

grn_facts grn_facts_unknown(grn_dtype dtype)
{
    const grn_dtype_class class = grn_dtype_class_of(dtype);
    return (grn_facts){.low = grn_dtype_lowest(dtype),
                       .high = grn_dtype_highest(dtype),
                       .nan = class == GRN_CLASS_FLOAT || class == GRN_CLASS_COMPLEX,
                       .zero = true};
}

grn_facts grn_facts_between(double low, double high)
{
    return (grn_facts){.low = low, .high = high, .zero = low <= 0 && high >= 0};
}

static void take_in(grn_facts *f, double x)
{
    if (isnan(x)) {
        f->nan = true;
        return;
    }
    f->low = x < f->low ? x : f->low;
    f->high = x > f->high ? x : f->high;
    f->zero |= x == 0;
}

/* Of no elements all is true that is asked. */
static grn_facts of_nothing(void) { return (grn_facts){.low = infinite(), .high = -infinite()}; }

grn_facts grn_facts_of(const grn_tensor *data)
{
    grn_facts f = of_nothing();
    const int64_t n = data->data ? grn_tensor_elements(data) : 0;
    for (int64_t e = 0; e < n; e++) {
        const grn_scalar s = grn_scalar_load(data->dtype, grn_tensor_at(data, e));
        switch (grn_dtype_class_of(data->dtype)) {
        case GRN_CLASS_UNSIGNED: take_in(&f, (double)s.u); break;
        case GRN_CLASS_FLOAT: take_in(&f, s.f); break;
        case GRN_CLASS_COMPLEX:
            take_in(&f, s.c.re);
            take_in(&f, s.c.im);
            break;
        default: take_in(&f, (double)s.i); break;
        }
    }
    return n ? f : grn_facts_between(0, 0);
}

grn_facts grn_facts_either(const grn_facts *a, const grn_facts *b)
{
    return (grn_facts){.low = fmin(a->low, b->low),
                       .high = fmax(a->high, b->high),
                       .off = fmax(a->off, b->off),
                       .relative = fmax(a->relative, b->relative),
                       .nan = a->nan || b->nan,
                       .zero = a->zero || b->zero};
}

grn_facts grn_facts_with(const grn_facts *a, double number)
{
    grn_facts f = *a;
    take_in(&f, number);
    return f;
}

double grn_facts_magnitude(const grn_facts *a) { return fmax(fabs(a->low), fabs(a->high)); }
bool grn_facts_exact(const grn_facts *a) { return a->off == 0 && a->relative == 0; }

bool grn_facts_take(const grn_gen *g, grn_facts *a)
{
    const bool fits = !a->wraps || !g->dialect->overflow_is_open;
    a->wraps = false;
    return fits && grn_facts_usable(a) && !(g->exact_only && !grn_facts_exact(a));
}

bool grn_facts_usable(const grn_facts *a)
{
    const double most = grn_facts_magnitude(a);
    return grn_facts_exact(a) || (most < infinite() && a->relative < MOST_OFF && a->off <= MOST_OFF * fmax(1, most));
}

/* Where a float may overflow it may be infinite, and a difference of two that may be is no number. */
static grn_facts float_sum(grn_dtype dtype, const grn_facts *a, double low, double high, double off)
{
    const double most = dtype == GRN_F16 ? 6e4 : dtype == GRN_F64 || dtype == GRN_C128 ? 1e308 : 3e38;
    grn_facts f = {.low = low, .high = high, .off = off, .nan = a->nan, .zero = true};
    if (!(fabs(low) < most && fabs(high) < most)) {
        f.low = -infinite();
        f.high = infinite();
        f.nan = true;
    }
    return f;
}

static bool is_float(grn_dtype dtype) { return grn_dtype_step(dtype) > 0; }

/* Integers wrap: nothing is known where the sum may not fit. */
static grn_facts integer_sum(grn_dtype dtype, double low, double high)
{
    grn_facts f = grn_facts_between(low, high);
    if (low < grn_dtype_lowest(dtype) || high > grn_dtype_highest(dtype)) {
        f = grn_facts_unknown(dtype);
        f.wraps = true;
    }
    return f;
}

grn_facts grn_facts_sum(grn_dtype dtype, const grn_facts *a, double n)
{
    const double low = fmin(0, a->low) * n * 1.1, high = fmax(0, a->high) * n * 1.1;
    if (!is_float(dtype))
        return integer_sum(dtype, low, high);
    const double most = grn_facts_magnitude(a), step = grn_dtype_step(dtype);
    const double own = a->off + a->relative * most;
    return float_sum(dtype, a, low, high, n <= 1 ? own : n * own + n * n * most * step);
}

grn_facts grn_facts_products(grn_dtype dtype, const grn_facts *a, const grn_facts *b, double n)
{
    const double x = grn_facts_magnitude(a), y = grn_facts_magnitude(b);
    const double parts = grn_dtype_class_of(dtype) == GRN_CLASS_COMPLEX ? 2 : 1, most = parts * x * y;
    grn_facts one = grn_facts_between(-most, most);
    one.nan = a->nan || b->nan || !(most < infinite());
    if (is_float(dtype))
        one.off =
            (a->off + a->relative * x) * y + (b->off + b->relative * y) * x + 2 * parts * most * grn_dtype_step(dtype);
    return grn_facts_sum(dtype, &one, n);
}

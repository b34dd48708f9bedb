/*
 * numbers.c - what tensors hold.
 *
 * By default small numbers that every type has and that differ from each other: a mistake of an
 * implementation shows. At the edge those that implementations get wrong are among them.
 */
#include <float.h>
#include <math.h>

#include "generate/generate.h"

void grn_gen_put_integer(grn_tensor *data, int64_t element, int64_t number)
{
    grn_scalar s = {.dtype = data->dtype, .i = number};
    const unsigned bits = grn_dtype_bits(data->dtype);
    if (grn_dtype_class_of(data->dtype) == GRN_CLASS_UNSIGNED)
        s.u = bits < 64 ? (uint64_t)number & ((UINT64_C(1) << bits) - 1) : (uint64_t)number;
    else if (bits < 64 && grn_dtype_class_of(data->dtype) == GRN_CLASS_SIGNED)
        s.i = (int64_t)((uint64_t)number << (64 - bits)) >> (64 - bits);
    grn_scalar_store(&s, data->dtype, grn_tensor_at(data, element));
}

void grn_gen_put_number(grn_tensor *data, int64_t element, double number)
{
    grn_scalar s = {.dtype = data->dtype};
    const grn_dtype_class class = grn_dtype_class_of(data->dtype);
    if (class == GRN_CLASS_FLOAT)
        s.f = number;
    else if (class == GRN_CLASS_COMPLEX)
        s.c.re = number;
    else {
        grn_gen_put_integer(data, element, (int64_t)number);
        return;
    }
    grn_scalar_store(&s, data->dtype, grn_tensor_at(data, element));
}

/* ---- floats ---------------------------------------------------------------------------------- */

/* The smallest normal number of the format, and the smallest of all. */
static double smallest(grn_dtype dtype, bool normal)
{
    const grn_float_format *f = grn_dtype_float_format(dtype);
    return ldexp(1.0, 1 - f->bias - (normal ? 0 : f->mantissa_bits));
}

static double edge_float(grn_gen *g, grn_dtype dtype)
{
    const double sign = grn_one_in(g->choices, 2) ? -1 : 1;
    switch (grn_pick(g->choices, 8)) {
    case 0:
    case 1: return -0.0;
    case 2: return (double)NAN;
    case 3: return sign * HUGE_VAL;
    case 4: return sign * smallest(dtype, false) * (double)grn_pick_between(g->choices, 1, 3);
    case 5: return sign * smallest(dtype, true);
    case 6: return sign * (dtype == GRN_F64 ? DBL_MAX : dtype == GRN_F32 ? (double)FLT_MAX : 0.0);
    default: return sign / 3.0;
    }
}

static bool is_bounded(const grn_want *w) { return w && w->is_bounded; }

static double plain_float(grn_gen *g, const grn_want *w)
{
    const double low = is_bounded(w) ? fmax(w->low, -32) : -8, high = is_bounded(w) ? fmin(w->high, 32) : 8;
    const double steps = floor((high - low) * 16);
    return low + (steps > 0 ? (double)grn_pick(g->choices, (uint64_t)steps + 1) / 16 : 0);
}

static bool suits(const grn_want *w, double x)
{
    return !w ||
           ((!w->no_nan || !isnan(x)) && (!w->no_zero || x != 0) && (!w->is_bounded || (x >= w->low && x <= w->high)));
}

/* Not every float type has a zero, a sign or infinities. */
static bool is_plain_format(grn_dtype dtype)
{
    return dtype == GRN_F16 || dtype == GRN_BF16 || dtype == GRN_F32 || dtype == GRN_F64;
}

static double draw_float(grn_gen *g, grn_dtype dtype, const grn_want *w)
{
    for (int i = 0; i < 8; i++) {
        const bool edge = g->edge && is_plain_format(dtype) && grn_one_in(g->choices, 4);
        const double x = edge ? edge_float(g, dtype) : plain_float(g, w);
        if (suits(w, x))
            return x;
    }
    return w && w->is_bounded ? w->high : 1;
}

/* ---- integers -------------------------------------------------------------------------------- */

/* What the dtype and the want allow. */
static void integer_range(grn_dtype dtype, const grn_want *w, double *low, double *high)
{
    *low = fmax(grn_dtype_lowest(dtype), is_bounded(w) ? w->low : -9.2e18);
    *high = fmin(grn_dtype_highest(dtype), is_bounded(w) ? w->high : 9.2e18);
}

static int64_t edge_integer(grn_gen *g, grn_dtype dtype)
{
    const unsigned bits = grn_dtype_bits(dtype);
    const bool is_signed = grn_dtype_class_of(dtype) == GRN_CLASS_SIGNED;
    switch (grn_pick(g->choices, 4)) {
    case 0: return is_signed ? (int64_t)(UINT64_MAX << (bits - 1)) : 0;
    case 1: return (int64_t)((UINT64_C(1) << (bits - 1)) - 1);
    case 2: return is_signed ? -1 : (int64_t)(bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1);
    default: return (int64_t)grn_pick(g->choices, 3);
    }
}

static bool integer_suits(const grn_want *w, grn_dtype dtype, int64_t x)
{
    const double number = grn_dtype_class_of(dtype) == GRN_CLASS_UNSIGNED ? (double)(uint64_t)x : (double)x;
    return suits(w, number);
}

static int64_t draw_integer(grn_gen *g, grn_dtype dtype, const grn_want *w)
{
    double low, high;
    integer_range(dtype, w, &low, &high);
    for (int i = 0; g->edge && i < 2; i++) {
        const int64_t x = grn_one_in(g->choices, 4) ? edge_integer(g, dtype) : 0;
        if (x != 0 && integer_suits(w, dtype, x))
            return x;
    }
    const int64_t from = (int64_t)fmax(low, fmin(-9, high)), to = (int64_t)fmin(high, fmax(9, low));
    const int64_t x = grn_pick_between(g->choices, from, to);
    return w && w->no_zero && x == 0 ? (to > 0 ? to : from) : x;
}

/* ---- tensors --------------------------------------------------------------------------------- */

static void draw_element(grn_gen *g, grn_tensor *data, int64_t e, const grn_want *w)
{
    grn_scalar s = {.dtype = data->dtype};
    switch (grn_dtype_class_of(data->dtype)) {
    case GRN_CLASS_FLOAT: s.f = draw_float(g, data->dtype, w); break;
    case GRN_CLASS_COMPLEX:
        s.c.re = draw_float(g, data->dtype == GRN_C64 ? GRN_F32 : GRN_F64, w);
        s.c.im = draw_float(g, data->dtype == GRN_C64 ? GRN_F32 : GRN_F64, w);
        break;
    case GRN_CLASS_BOOL: s.i = (int64_t)grn_pick(g->choices, 2); break;
    default: grn_gen_put_integer(data, e, draw_integer(g, data->dtype, w)); return;
    }
    grn_scalar_store(&s, data->dtype, grn_tensor_at(data, e));
}

/* A permutation of n numbers around zero: a + b * e modulo n, b without a common divisor. */
static void fill_distinct(grn_gen *g, grn_tensor *data, int64_t n)
{
    static const int64_t steps[] = {1, 7, 11, 13, 17, 19, 23, 29};
    int64_t step = GRN_PICK_OF(g->choices, steps);
    while (step > 1 && n % step == 0)
        step = steps[grn_pick(g->choices, GRN_COUNT(steps))];
    const int64_t first = grn_dtype_lowest(data->dtype) < 0 ? -(n / 2) : 0, from = (int64_t)grn_pick(g->choices, 97);
    for (int64_t e = 0; e < n; e++)
        grn_gen_put_number(data, e, (double)(first + (from + e * step) % n));
}

void grn_gen_fill(grn_gen *g, grn_tensor *data, const grn_want *want)
{
    const int64_t n = data->data ? grn_tensor_elements(data) : 0;
    if (want && want->distinct)
        fill_distinct(g, data, n);
    for (int64_t e = 0; !(want && want->distinct) && e < n; e++)
        draw_element(g, data, e, want);
}

/* number.c - the arithmetic of one element: what it is rounded to, neutral elements, exp and log. */
#include <math.h>
#include <string.h>

#include "kernels/exp_log.h"
#include "segments/segments.h"

grn_dtype grn_segment_inside(grn_dtype dtype) { return dtype == GRN_F16 || dtype == GRN_BF16 ? GRN_F32 : dtype; }

/* f32 and f64 first, which is nearly all. Sums, products, quotients and roots of numbers of f32 that
 * are computed in double and rounded once more have f32's own bits. */
double grn_segment_rounded(grn_dtype dtype, double value)
{
    if (dtype == GRN_F32)
        return (double)(float)value;
    if (dtype == GRN_F64)
        return value;
    const grn_float_format *f = grn_dtype_float_format(dtype);
    return grn_float_decode(f, grn_float_encode(f, value));
}

double grn_segment_count_as_divisor(grn_dtype dtype, int64_t count)
{
    const bool is_float = grn_dtype_class_of(dtype) == GRN_CLASS_FLOAT;
    return is_float ? grn_segment_rounded(grn_segment_inside(dtype), (double)count) : (double)count;
}

void grn_segment_store(grn_dtype dtype, double value, void *p)
{
    const grn_float_format *f = grn_dtype_float_format(dtype);
    const grn_scalar s = {.dtype = dtype, .f = value};
    const uint64_t bits = isnan(value) ? grn_float_nan_bits(f) : 0;
    const uint16_t bits16 = (uint16_t)bits;
    const uint32_t bits32 = (uint32_t)bits;
    const size_t bytes = grn_dtype_bytes(dtype);
    if (!isnan(value))
        grn_scalar_store(&s, dtype, p);
    else
        memcpy(p, bytes == 2 ? (const void *)&bits16 : bytes == 4 ? (const void *)&bits32 : (const void *)&bits, bytes);
}

/* The extremes of an integer dtype, of i1 too. */
static grn_scalar extreme(grn_dtype dtype, bool largest)
{
    const unsigned bits = (unsigned)grn_dtype_bits(dtype);
    grn_scalar s = {.dtype = dtype};
    if (grn_dtype_class_of(dtype) == GRN_CLASS_SIGNED)
        s.i = largest ? (int64_t)(UINT64_MAX >> 1 >> (64 - bits)) : -(int64_t)(UINT64_MAX >> 1 >> (64 - bits)) - 1;
    else
        s.u = largest ? UINT64_MAX >> (64 - bits) : 0;
    return s;
}

void grn_segment_identity(grn_segment_op op, grn_dtype dtype, void *element)
{
    const bool is_float = grn_dtype_class_of(dtype) == GRN_CLASS_FLOAT;
    grn_scalar s = {.dtype = dtype};
    if (op == GRN_SEGMENT_MIN || op == GRN_SEGMENT_MAX) {
        s = extreme(is_float ? GRN_I64 : dtype, op == GRN_SEGMENT_MIN);
        if (is_float)
            s = (grn_scalar){.dtype = dtype, .f = op == GRN_SEGMENT_MIN ? (double)INFINITY : -(double)INFINITY};
    } else if (op == GRN_SEGMENT_LOGSUMEXP) {
        s.f = -(double)INFINITY;
    } else if (op == GRN_SEGMENT_PRODUCT) {
        if (is_float)
            s.f = 1;
        else
            s.u = 1;
    }
    grn_scalar_store(&s, dtype, element);
}

/* By <, and where NaN propagates by the order in which -0 is below +0 and NaN beyond all. */
bool grn_segment_is_beyond(const grn_segment_spec *spec, double a, double b)
{
    const bool max = spec->op == GRN_SEGMENT_MAX;
    if (spec->nan == GRN_SEGMENT_NAN_PROPAGATES) {
        if (isnan(a) || isnan(b))
            return !isnan(a);
        if (a == 0 && b == 0)
            return signbit(max ? a : b) && !signbit(max ? b : a);
    }
    if (spec->nan == GRN_SEGMENT_NAN_IGNORED && isnan(a))
        return !isnan(b);
    return max ? b > a : b < a;
}

void grn_segment_store_empty(const grn_segment_problem *p, void *to)
{
    static const unsigned char zero[16];
    const grn_dtype dtype = p->data.dtype;
    unsigned char element[16];
    if (p->spec.empty == GRN_SEGMENT_EMPTY_KEEP)
        return;
    if (p->spec.empty == GRN_SEGMENT_EMPTY_ZERO)
        memcpy(to, zero, grn_dtype_bytes(dtype));
    else if (p->spec.empty == GRN_SEGMENT_EMPTY_NAN)
        grn_segment_store(dtype, (double)NAN, to);
    else if (p->spec.start != GRN_SEGMENT_START_RESULT) {
        grn_segment_identity(p->spec.op, dtype, element);
        memcpy(to, p->spec.start == GRN_SEGMENT_START_INITIAL ? p->spec.initial : element, grn_dtype_bytes(dtype));
    }
}

double grn_segment_std_divisor(const grn_segment_problem *p, int64_t count)
{
    const grn_dtype inside = grn_segment_inside(p->data.dtype);
    const int64_t n = count - p->spec.correction;
    return grn_segment_rounded(inside, grn_segment_rounded(inside, n > 1 ? (double)n : 1) +
                                           grn_segment_rounded(inside, p->spec.eps));
}

double grn_segment_exp(grn_dtype inside, double x)
{
    return inside == GRN_F32 ? (double)grn_exp_f32((float)x, 0) : grn_exp_f64(x);
}

double grn_segment_log(grn_dtype inside, double x)
{
    return inside == GRN_F32 ? (double)grn_log_f32((float)x, 0) : grn_log_f64(x);
}

int64_t grn_segment_floor_divide(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

/*
 * readings_element.c - elements of an op's result misread: rounded, cut, compared or computed in another way.
 */
#include <math.h>

#include "differ/readings.h"

/* ---- elements -------------------------------------------------------------------------------- */

typedef struct numbers {
    grn_scalar x[3];
    bool is_float; /* the first operand */
} numbers;

/* Changes what is right for one element. False: it stays. */
typedef bool element_fn(const grn_op_edit *e, const numbers *n, grn_scalar *y);

static bool by_element(grn_op_edit *e, element_fn *f)
{
    bool any = false;
    if (e->op->noperands == 0 || e->op->noperands > 3 || e->op->nregions > 0 ||
        !grn_keep_tensor(e->arena, e->right, &e->made))
        return false;
    const int64_t count = grn_tensor_elements(&e->made);
    for (size_t i = 0; i < e->op->noperands; i++)
        if (grn_tensor_elements(&e->operands[i]) != count)
            return false;
    for (int64_t k = 0; k < count; k++) {
        numbers n = {.is_float = grn_dtype_class_of(e->operands[0].dtype) == GRN_CLASS_FLOAT};
        void *at = grn_tensor_at(&e->made, k);
        grn_scalar y = grn_scalar_load(e->made.dtype, at);
        for (size_t i = 0; i < e->op->noperands; i++)
            n.x[i] = grn_scalar_load(e->operands[i].dtype, grn_element_at(&e->operands[i], k));
        if (!f(e, &n, &y))
            continue;
        grn_scalar_store(&y, e->made.dtype, at);
        any = true;
    }
    e->done = true;
    return any;
}

static bool either_nan(const numbers *n) { return n->is_float && (n->x[0].f != n->x[0].f || n->x[1].f != n->x[1].f); }

static bool nan_compared(const grn_op_edit *e, const numbers *n, grn_scalar *y)
{
    (void)e;
    y->i = !y->i;
    return either_nan(n);
}
static bool nan_left_out(const grn_op_edit *e, const numbers *n, grn_scalar *y)
{
    (void)e;
    y->f = n->x[0].f != n->x[0].f ? n->x[1].f : n->x[0].f;
    return either_nan(n);
}
static bool to_nearest(const grn_op_edit *e, const numbers *n, grn_scalar *y)
{
    const grn_dtype_class to = grn_dtype_class_of(e->made.dtype);
    if (!n->is_float || (to != GRN_CLASS_SIGNED && to != GRN_CLASS_UNSIGNED) || !(fabs(n->x[0].f) < 9e18))
        return false;
    y->i = (int64_t)nearbyint(n->x[0].f);
    return true;
}
static bool down(const grn_op_edit *e, const numbers *n, grn_scalar *y)
{
    const grn_dtype_class to = grn_dtype_class_of(e->made.dtype);
    if (!n->is_float || (to != GRN_CLASS_SIGNED && to != GRN_CLASS_UNSIGNED) || !(fabs(n->x[0].f) < 9e18))
        return false;
    y->i = (int64_t)floor(n->x[0].f);
    return true;
}
/* Of a float that becomes a narrower one the bits that do not fit are left out. */
static bool towards_zero(const grn_op_edit *e, const numbers *n, grn_scalar *y)
{
    if (!n->is_float || grn_dtype_class_of(e->made.dtype) != GRN_CLASS_FLOAT || !(fabs(y->f) > fabs(n->x[0].f)))
        return false;
    y->f -= copysign(grn_ulp_of(e->made.dtype, fabs(n->x[0].f)), y->f);
    return true;
}
static bool floor_quotient(const grn_op_edit *e, const numbers *n, grn_scalar *y)
{
    if (grn_dtype_class_of(e->made.dtype) != GRN_CLASS_SIGNED || n->x[1].i == 0 ||
        n->x[0].i % (n->x[1].i == -1 ? 1 : n->x[1].i) == 0 || (n->x[0].i < 0) == (n->x[1].i < 0))
        return false;
    y->i -= 1;
    return true;
}
static bool floor_remainder(const grn_op_edit *e, const numbers *n, grn_scalar *y)
{
    (void)e;
    if (n->is_float) {
        if (y->f == 0 || (y->f < 0) == (n->x[1].f < 0))
            return false;
        y->f += n->x[1].f;
        return true;
    }
    if (grn_dtype_class_of(e->made.dtype) != GRN_CLASS_SIGNED || y->i == 0 || (y->i < 0) == (n->x[1].i < 0))
        return false;
    y->i += n->x[1].i;
    return true;
}
/* Sums, differences and products of integers of up to 32 bits that stay at the ends of their range. */
static bool saturated(const grn_op_edit *e, const numbers *n, grn_scalar *y)
{
    const grn_dtype_class class = grn_dtype_class_of(e->made.dtype);
    const int bits = (int)grn_dtype_bits(e->made.dtype);
    if (bits > 31 || (class != GRN_CLASS_SIGNED && class != GRN_CLASS_UNSIGNED))
        return false;
    const int64_t a = n->x[0].i, b = n->x[1].i;
    const int64_t v = grn_op_is(e->op, GRN_HLO(add)) ? a + b : grn_op_is(e->op, GRN_HLO(subtract)) ? a - b : a * b;
    const int64_t low = class == GRN_CLASS_SIGNED ? -(INT64_C(1) << (bits - 1)) : 0;
    const int64_t high = (INT64_C(1) << (class == GRN_CLASS_SIGNED ? bits - 1 : bits)) - 1;
    y->i = v < low ? low : v > high ? high : v;
    return v < low || v > high;
}

/* ---- integers -------------------------------------------------------------------------------- */

/* A number that is cut to i64 towards zero; 0 where it does not fit. */
static int64_t cut(double v) { return fabs(v) < 9.2e18 ? (int64_t)v : 0; }

/* Arithmetic of integers in f32, or in f64, whose results are cut towards zero. */
static bool through_float(const grn_op_edit *e, const numbers *n, grn_scalar *y, bool single)
{
    const bool is_signed = grn_dtype_class_of(e->made.dtype) == GRN_CLASS_SIGNED;
    double a = is_signed ? (double)n->x[0].i : (double)n->x[0].u, b = is_signed ? (double)n->x[1].i : (double)n->x[1].u;
    if (single)
        a = (float)a, b = (float)b;
    if (!grn_dtype_is_integer(e->made.dtype) ||
        (b == 0 && GRN_OP_IS_ONE_OF(e->op, GRN_HLO(divide), GRN_HLO(remainder))))
        return false;
    const double exact = grn_op_is(e->op, GRN_HLO(add))        ? a + b
                         : grn_op_is(e->op, GRN_HLO(subtract)) ? a - b
                         : grn_op_is(e->op, GRN_HLO(multiply)) ? a * b
                         : grn_op_is(e->op, GRN_HLO(divide))   ? a / b
                                                               : fmod(a, b);
    const int64_t was = y->i;
    y->i = cut(single ? (float)exact : exact);
    return y->i != was;
}
static bool in_f32(const grn_op_edit *e, const numbers *n, grn_scalar *y) { return through_float(e, n, y, true); }
static bool in_f64(const grn_op_edit *e, const numbers *n, grn_scalar *y) { return through_float(e, n, y, false); }

static bool logical(const grn_op_edit *e, const numbers *n, grn_scalar *y)
{
    const bool a = n->x[0].u != 0, b = n->x[1].u != 0;
    if (!grn_dtype_is_integer(e->made.dtype))
        return false;
    y->u = grn_op_is(e->op, GRN_HLO(not ))  ? !a
           : grn_op_is(e->op, GRN_HLO(and)) ? a && b
           : grn_op_is(e->op, GRN_HLO(or))  ? a || b
                                            : a != b;
    return true;
}

/* To i1: of what is cut to an integer. */
static bool truth_of_integer(const grn_op_edit *e, const numbers *n, grn_scalar *y)
{
    if (!n->is_float || grn_dtype_class_of(e->made.dtype) != GRN_CLASS_BOOL)
        return false;
    y->i = cut(n->x[0].f) != 0;
    return true;
}
static bool lowest_bit(const grn_op_edit *e, const numbers *n, grn_scalar *y)
{
    if (grn_dtype_class_of(e->made.dtype) != GRN_CLASS_BOOL)
        return false;
    y->i = (n->is_float ? cut(n->x[0].f) : n->x[0].i) & 1;
    return true;
}

/* ---- floats ---------------------------------------------------------------------------------- */

/* Of -0 and +0 the minimum, or the maximum, is one of the operands whatever its sign. */
static bool zeros_alike(const grn_op_edit *e, const numbers *n, grn_scalar *y, size_t which)
{
    (void)e;
    if (!n->is_float || n->x[0].f != 0 || n->x[1].f != 0)
        return false;
    y->f = n->x[which].f;
    return true;
}
static bool first_zero(const grn_op_edit *e, const numbers *n, grn_scalar *y) { return zeros_alike(e, n, y, 0); }
static bool second_zero(const grn_op_edit *e, const numbers *n, grn_scalar *y) { return zeros_alike(e, n, y, 1); }

static double in_type(grn_dtype dtype, double v)
{
    char room[16];
    const grn_scalar s = {.dtype = dtype, .f = v};
    grn_scalar_store(&s, dtype, room);
    return grn_scalar_load(dtype, room).f;
}

static bool exp_less_one(const grn_op_edit *e, const numbers *n, grn_scalar *y)
{
    y->f = in_type(e->made.dtype, exp(n->x[0].f)) - 1;
    return n->is_float;
}
static bool log_of_sum(const grn_op_edit *e, const numbers *n, grn_scalar *y)
{
    y->f = log(in_type(e->made.dtype, n->x[0].f + 1));
    return n->is_float;
}

#define BY_ELEMENT(name, f, ...) \
    static bool name(grn_op_edit *e) { return GRN_OP_IS_ONE_OF(e->op, __VA_ARGS__) && by_element(e, f); }
BY_ELEMENT(nan_is_compared, nan_compared, GRN_HLO(compare))
BY_ELEMENT(nan_is_left_out, nan_left_out, GRN_HLO(maximum), GRN_HLO(minimum))
BY_ELEMENT(nearest_for_trunc, to_nearest, GRN_HLO(convert))
BY_ELEMENT(floor_for_trunc, down, GRN_HLO(convert))
BY_ELEMENT(trunc_for_nearest, towards_zero, GRN_HLO(convert), GRN_HLO(reduce_precision))
BY_ELEMENT(quotient_down, floor_quotient, GRN_HLO(divide))
BY_ELEMENT(remainder_of_divisor, floor_remainder, GRN_HLO(remainder))
BY_ELEMENT(saturating, saturated, GRN_HLO(add), GRN_HLO(subtract), GRN_HLO(multiply))

BY_ELEMENT(integers_in_f32, in_f32, GRN_HLO(add), GRN_HLO(subtract), GRN_HLO(multiply), GRN_HLO(divide),
           GRN_HLO(remainder))
BY_ELEMENT(integers_in_f64, in_f64, GRN_HLO(add), GRN_HLO(subtract), GRN_HLO(multiply), GRN_HLO(divide),
           GRN_HLO(remainder))
BY_ELEMENT(bits_are_logical, logical, GRN_HLO(and), GRN_HLO(or), GRN_HLO(xor), GRN_HLO(not ))
BY_ELEMENT(boolean_of_integer, truth_of_integer, GRN_HLO(convert))
BY_ELEMENT(boolean_of_bit, lowest_bit, GRN_HLO(convert))
BY_ELEMENT(first_of_zeros, first_zero, GRN_HLO(maximum), GRN_HLO(minimum))
BY_ELEMENT(second_of_zeros, second_zero, GRN_HLO(maximum), GRN_HLO(minimum))
BY_ELEMENT(expm1_as_written, exp_less_one, GRN_HLO(exponential_minus_one))
BY_ELEMENT(log1p_as_written, log_of_sum, GRN_HLO(log_plus_one))

/* ---- results --------------------------------------------------------------------------------- */

/* Changes what is right whatever the op is. False: no element is another then. */
static bool by_result(grn_op_edit *e, bool (*f)(grn_scalar *y))
{
    bool any = false;
    if (!grn_keep_tensor(e->arena, e->right, &e->made))
        return false;
    for (int64_t k = 0; k < grn_tensor_elements(&e->made); k++) {
        void *at = grn_tensor_at(&e->made, k);
        grn_scalar y = grn_scalar_load(e->made.dtype, at);
        if (!f(&y))
            continue;
        grn_scalar_store(&y, e->made.dtype, at);
        any = true;
    }
    e->done = true;
    return any;
}

static bool low_32_bits(grn_scalar *y)
{
    if (grn_dtype_bits(y->dtype) != 64 || !grn_dtype_is_integer(y->dtype))
        return false;
    const uint64_t was = y->u, sign = UINT64_C(1) << 31, low = y->u & UINT32_MAX;
    y->u = grn_dtype_class_of(y->dtype) == GRN_CLASS_SIGNED ? (low ^ sign) - sign : low;
    return y->u != was;
}
static bool nan_to_zero(grn_scalar *y)
{
    if (grn_dtype_class_of(y->dtype) != GRN_CLASS_FLOAT || y->f == y->f)
        return false;
    y->f = 0;
    return true;
}
static bool zero_to_positive(grn_scalar *y)
{
    if (grn_dtype_class_of(y->dtype) != GRN_CLASS_FLOAT || y->f != 0 || !signbit(y->f))
        return false;
    y->f = 0;
    return true;
}
static bool values_in_32_bits(grn_op_edit *e) { return by_result(e, low_32_bits); }
static bool nan_is_zero(grn_op_edit *e) { return by_result(e, nan_to_zero); }
static bool zero_has_no_sign(grn_op_edit *e) { return by_result(e, zero_to_positive); }

static bool operand_back(grn_op_edit *e)
{
    if (e->op->noperands == 0 || e->operands[0].dtype != e->right->dtype ||
        grn_tensor_elements(&e->operands[0]) != grn_tensor_elements(e->right))
        return false;
    e->made = *e->right;
    e->made.data = e->operands[0].data;
    return e->done = true;
}
static bool zeros(grn_op_edit *e) { return e->done = grn_new_tensor(e->arena, e->right->dtype, e->right, &e->made); }

const grn_op_reading grn_element_readings[] = {
    {{"nan-compared", "a comparison with NaN gives the contrary"}, nan_is_compared},
    {{"nan-left-out", "of NaN and a number the number stays"}, nan_is_left_out},
    {{"nearest-for-truncated", "a float becomes the nearest integer, not the one towards zero"}, nearest_for_trunc},
    {{"floor-for-truncated", "a float becomes the integer below, not the one towards zero"}, floor_for_trunc},
    {{"truncated-for-nearest", "bits of a float that do not fit are left out, not rounded"}, trunc_for_nearest},
    {{"quotient-rounded-down", "a quotient of integers is rounded down, not towards zero"}, quotient_down},
    {{"remainder-of-divisor-sign", "a remainder has the divisor's sign"}, remainder_of_divisor},
    {{"saturating", "integers stay at the ends of their range"}, saturating},
    {{"integers-as-float", "integers are computed with as floats"}, integers_in_f32},
    {{"integers-as-float", "integers are computed with as floats"}, integers_in_f64},
    {{"logical-for-bitwise", "integers are true or false, not bits"}, bits_are_logical},
    {{"truncated-to-boolean", "a float is cut to an integer before it is true or false"}, boolean_of_integer},
    {{"lowest-bit-for-boolean", "the lowest bit is taken for true or false"}, boolean_of_bit},
    {{"zeros-alike", "-0 and 0 are not told apart"}, first_of_zeros},
    {{"zeros-alike", "-0 and 0 are not told apart"}, second_of_zeros},
    {{"expm1-as-written", "exp(x) - 1 is computed as it is written, and rounded between"}, expm1_as_written},
    {{"log1p-as-written", "log(1 + x) is computed as it is written, and rounded between"}, log1p_as_written},
    {{"values-in-32-bits", "integers of 64 bits are cut to 32"}, values_in_32_bits},
    {{"zero-for-nan", "NaN becomes 0"}, nan_is_zero},
    {{"zero-without-sign", "-0 becomes 0"}, zero_has_no_sign},
    {{"operand-returned", "the operand comes back as it was"}, operand_back},
    {{"zeros", "the result is zero throughout"}, zeros},
    {{NULL, NULL}, NULL},
};

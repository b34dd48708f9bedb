/*
 * functions.c - element-wise functions: what they ask of their operands, and what is then known.
 *
 * A function whose result jumps, or grows without bound where its operand is off by a little, asks for
 * operands that are the same everywhere. Functions without a correctly rounded definition may be off by
 * ROUGH units in the last place, and by the smallest normal number, as subnormal ones are flushed.
 */
#include <float.h>
#include <math.h>

#include "generate/generate.h"

#define ROUGH 16

static double min4(double a, double b, double c, double d) { return fmin(fmin(a, b), fmin(c, d)); }
static double max4(double a, double b, double c, double d) { return fmax(fmax(a, b), fmax(c, d)); }

static bool is_float(grn_dtype dtype) { return grn_dtype_step(dtype) > 0; }
static bool is_complex(grn_dtype dtype) { return grn_dtype_class_of(dtype) == GRN_CLASS_COMPLEX; }

/* ---- what is asked --------------------------------------------------------------------------- */

static void ask_exact(grn_dtype dtype, int i, grn_want *w)
{
    (void)dtype;
    (void)i;
    w->exact = true;
}

/* StableHLO leaves open what a division of integers by zero gives, and the quotient that does not fit. */
static void ask_divide(grn_dtype dtype, int i, grn_want *w)
{
    w->exact = true;
    if (i == 0 || is_float(dtype))
        return;
    w->is_bounded = w->no_zero = true;
    w->low = 1;
    w->high = 100;
    w->question = "a division of integers by zero, or by -1";
}

static void ask_shift(grn_dtype dtype, int i, grn_want *w)
{
    if (i == 0)
        return;
    w->is_bounded = true;
    w->high = grn_dtype_bits(dtype) - 1;
    w->question = "a shift by as many bits as the type has, or by a negative number";
}

/* A negative power of an integer is no integer; of a negative number it is no number. */
static void ask_power(grn_dtype dtype, int i, grn_want *w)
{
    w->exact = w->is_bounded = true;
    w->low = i == 0 && !is_float(dtype) ? grn_dtype_lowest(dtype) : 0;
    w->high = i == 1 ? 3 : is_float(dtype) ? 16 : grn_dtype_highest(dtype);
    w->no_nan = true;
    if (i == 1 && !is_float(dtype))
        w->question = "a negative power of an integer";
}

static void ask_positive(grn_dtype dtype, int i, grn_want *w)
{
    (void)dtype;
    (void)i;
    w->exact = w->is_bounded = true;
    w->low = 0.0625;
    w->high = 64;
}

/* Far from its poles. */
static void ask_tangent(grn_dtype dtype, int i, grn_want *w)
{
    (void)dtype;
    (void)i;
    w->exact = w->is_bounded = true;
    w->low = -1.5;
    w->high = 1.5;
}

static void ask_small(grn_dtype dtype, int i, grn_want *w)
{
    (void)i;
    w->exact = w->is_bounded = true;
    w->high = dtype == GRN_F16 ? 8 : 32;
    w->low = -w->high;
}

/* ---- what is known --------------------------------------------------------------------------- */

static void tell_unknown(grn_dtype dtype, const grn_facts *x, grn_facts *out)
{
    (void)x;
    *out = grn_facts_unknown(dtype);
}

/* Integers: the lowest number is its own negative. */
static void tell_negate(grn_dtype dtype, const grn_facts *x, grn_facts *out)
{
    if (!is_float(dtype) && (-x->low > grn_dtype_highest(dtype) || -x->high < grn_dtype_lowest(dtype))) {
        *out = grn_facts_unknown(dtype);
        out->wraps = true;
        return;
    }
    *out = *x;
    out->low = -x->high;
    out->high = -x->low;
}

static void tell_absolute(grn_dtype dtype, const grn_facts *x, grn_facts *out)
{
    if (!is_float(dtype) && -x->low > grn_dtype_highest(dtype)) {
        *out = grn_facts_unknown(dtype);
        out->wraps = true;
        return;
    }
    *out = *x;
    out->high = grn_facts_magnitude(x);
    out->low = x->low <= 0 && x->high >= 0 ? 0 : fmin(fabs(x->low), fabs(x->high));
}

static void tell_sign(grn_dtype dtype, const grn_facts *x, grn_facts *out)
{
    (void)dtype;
    *out = grn_facts_between(-1, 1);
    out->nan = x->nan;
}

static void tell_rounding(grn_dtype dtype, const grn_facts *x, grn_facts *out)
{
    (void)dtype;
    *out = *x;
    out->low = floor(x->low);
    out->high = ceil(x->high);
    out->zero = out->low <= 0 && out->high >= 0;
}

static grn_facts rough(grn_dtype dtype, double low, double high, bool nan)
{
    grn_facts f = grn_facts_between(low, high);
    f.nan = nan;
    f.zero = true;
    f.relative = ROUGH * grn_dtype_step(dtype);
    f.off = dtype == GRN_F64 ? DBL_MIN : dtype == GRN_F16 ? 6.2e-5 : (double)FLT_MIN;
    return f;
}

/* Of an operand that is off, a function that is nowhere steeper than `steep` is off by so much more. */
static grn_facts smooth(grn_dtype dtype, const grn_facts *x, double low, double high, double steep)
{
    grn_facts f = rough(dtype, low, high, x->nan);
    if (!grn_facts_exact(x))
        f.off += steep * (x->off + x->relative * grn_facts_magnitude(x));
    return f;
}

static void tell_square_root(grn_dtype dtype, const grn_facts *x, grn_facts *out)
{
    (void)dtype;
    *out = grn_facts_between(0, sqrt(fmax(0, x->high)) * 1.1);
    out->nan = x->nan || x->low < 0;
}

static void tell_rough(grn_dtype dtype, const grn_facts *x, grn_facts *out)
{
    (void)x;
    *out = rough(dtype, -64, 64, false);
}

static void tell_exponential(grn_dtype dtype, const grn_facts *x, grn_facts *out)
{
    *out = rough(dtype, -1, exp(x->high) * 1.1, false);
}

static void tell_logistic(grn_dtype dtype, const grn_facts *x, grn_facts *out) { *out = smooth(dtype, x, 0, 1, 0.25); }
static void tell_tanh(grn_dtype dtype, const grn_facts *x, grn_facts *out) { *out = smooth(dtype, x, -1, 1, 1); }
static void tell_sine(grn_dtype dtype, const grn_facts *x, grn_facts *out)
{
    *out = smooth(dtype, x, -1, 1, 1);
    out->nan |= !(grn_facts_magnitude(x) < HUGE_VAL);
}
static void tell_erf(grn_dtype dtype, const grn_facts *x, grn_facts *out) { *out = smooth(dtype, x, -1, 1, 1.13); }
static void tell_arc(grn_dtype dtype, const grn_facts *x, grn_facts *out) { *out = smooth(dtype, x, -1.6, 1.6, 1); }

static void tell_rectifier(grn_dtype dtype, const grn_facts *x, grn_facts *out)
{
    (void)dtype;
    *out = *x;
    out->low = fmax(0, x->low);
    out->high = fmax(0, x->high);
    out->zero = true;
}

static void tell_reciprocal(grn_dtype dtype, const grn_facts *x, grn_facts *out)
{
    *out = grn_facts_unknown(dtype);
    out->nan = x->nan;
}

static void tell_count(grn_dtype dtype, const grn_facts *x, grn_facts *out)
{
    (void)x;
    *out = grn_facts_between(0, grn_dtype_bits(dtype));
    if (out->high > grn_dtype_highest(dtype))
        *out = grn_facts_unknown(dtype);
}

/* Facts of the sum of two: those of a sum of two elements of either, but for the range. */
static void tell_two(grn_dtype dtype, const grn_facts *x, double low, double high, grn_facts *out)
{
    const grn_facts both = grn_facts_either(&x[0], &x[1]);
    *out = grn_facts_sum(dtype, &both, 2);
    if (!is_float(dtype) && low >= grn_dtype_lowest(dtype) && high <= grn_dtype_highest(dtype))
        *out = grn_facts_between(low, high);
    if (grn_facts_exact(&both)) /* one addition rounds the same way everywhere */
        out->off = out->relative = 0;
}

static void tell_add(grn_dtype dtype, const grn_facts *x, grn_facts *out)
{
    tell_two(dtype, x, x[0].low + x[1].low, x[0].high + x[1].high, out);
}

static void tell_subtract(grn_dtype dtype, const grn_facts *x, grn_facts *out)
{
    grn_facts of[2] = {x[0], x[1]};
    of[1].low = -x[1].high;
    of[1].high = -x[1].low;
    tell_two(dtype, of, x[0].low - x[1].high, x[0].high - x[1].low, out);
}

/* XLA's simplifications of complex products are allowed: they are off as sums are. */
static void tell_multiply(grn_dtype dtype, const grn_facts *x, grn_facts *out)
{
    if (dtype == GRN_I1) {
        *out = grn_facts_between(0, 1);
        return;
    }
    const double a = x[0].low * x[1].low, b = x[0].low * x[1].high, c = x[0].high * x[1].low, d = x[0].high * x[1].high,
                 low = min4(a, b, c, d), high = max4(a, b, c, d);
    *out = grn_facts_products(dtype, &x[0], &x[1], 1);
    if (!is_float(dtype) && low >= grn_dtype_lowest(dtype) && high <= grn_dtype_highest(dtype))
        *out = grn_facts_between(low, high);
    if (grn_facts_exact(&x[0]) && grn_facts_exact(&x[1]) && !is_complex(dtype))
        out->off = out->relative = 0;
}

static void tell_divide(grn_dtype dtype, const grn_facts *x, grn_facts *out)
{
    const double most = grn_facts_magnitude(&x[0]);
    *out = grn_facts_unknown(dtype);
    if (x[1].low >= 0.0625 && most < 1e4) {
        *out = grn_facts_between(-most * 16, most * 16);
        out->nan = x[0].nan || x[1].nan;
    }
    if (!is_float(dtype))
        *out = grn_facts_between(fmin(x[0].low, 0), fmax(x[0].high, 0));
}

static void tell_remainder(grn_dtype dtype, const grn_facts *x, grn_facts *out)
{
    *out = grn_facts_between(fmin(x[0].low, 0), fmax(x[0].high, 0));
    out->nan = is_float(dtype);
}

static void tell_maximum(grn_dtype dtype, const grn_facts *x, grn_facts *out)
{
    (void)dtype;
    *out = grn_facts_either(&x[0], &x[1]);
    out->low = fmax(x[0].low, x[1].low);
}

static void tell_minimum(grn_dtype dtype, const grn_facts *x, grn_facts *out)
{
    (void)dtype;
    *out = grn_facts_either(&x[0], &x[1]);
    out->high = fmin(x[0].high, x[1].high);
}

static void tell_power(grn_dtype dtype, const grn_facts *x, grn_facts *out)
{
    (void)x;
    *out = is_float(dtype) ? rough(dtype, 0, 4200, false) : grn_facts_unknown(dtype);
    out->wraps = !is_float(dtype);
}

static void tell_atan2(grn_dtype dtype, const grn_facts *x, grn_facts *out)
{
    *out = rough(dtype, -3.2, 3.2, x[0].nan || x[1].nan);
}

static void tell_logical(grn_dtype dtype, const grn_facts *x, grn_facts *out)
{
    (void)dtype;
    (void)x;
    *out = grn_facts_between(0, 1);
}

/* ---- rows ------------------------------------------------------------------------------------ */

#define SIGNED_OR_FLOAT (GRN_GEN_SIGNED | GRN_GEN_FLOATS)
#define FUNCTION(name, classes, arity, ask, tell) \
    const grn_element_function grn_element_function_##name = {(classes), (arity), (ask), (tell)}

FUNCTION(negate, GRN_GEN_NUMBERS, 1, NULL, tell_negate);
FUNCTION(complement, GRN_GEN_INTEGERS | GRN_GEN_BOOLS, 1, NULL, tell_unknown);
FUNCTION(absolute, SIGNED_OR_FLOAT, 1, NULL, tell_absolute);
FUNCTION(sign, SIGNED_OR_FLOAT, 1, ask_exact, tell_sign);
FUNCTION(rounding, GRN_GEN_FLOATS, 1, ask_exact, tell_rounding);
FUNCTION(square_root, GRN_GEN_FLOATS, 1, ask_exact, tell_square_root);
FUNCTION(rough_root, GRN_GEN_FLOATS, 1, ask_positive, tell_rough);
FUNCTION(exponential, GRN_GEN_FLOATS, 1, ask_small, tell_exponential);
FUNCTION(logarithm, GRN_GEN_FLOATS, 1, ask_positive, tell_rough);
FUNCTION(logistic, GRN_GEN_FLOATS, 1, NULL, tell_logistic);
FUNCTION(tanh, GRN_GEN_FLOATS, 1, NULL, tell_tanh);
FUNCTION(sine, GRN_GEN_FLOATS, 1, NULL, tell_sine);
FUNCTION(tangent, GRN_GEN_FLOATS, 1, ask_tangent, tell_rough);
FUNCTION(arc, GRN_GEN_FLOATS, 1, NULL, tell_arc);
FUNCTION(erf, GRN_GEN_FLOATS, 1, NULL, tell_erf);
FUNCTION(rectifier, SIGNED_OR_FLOAT, 1, NULL, tell_rectifier);
FUNCTION(reciprocal, GRN_GEN_FLOATS, 1, ask_exact, tell_reciprocal);
FUNCTION(count_bits, GRN_GEN_INTEGERS, 1, NULL, tell_count);
FUNCTION(add, GRN_GEN_ALL, 2, NULL, tell_add);
FUNCTION(subtract, GRN_GEN_NUMBERS, 2, NULL, tell_subtract);
FUNCTION(multiply, GRN_GEN_ALL, 2, NULL, tell_multiply);
FUNCTION(divide, GRN_GEN_REALS, 2, ask_divide, tell_divide);
FUNCTION(remainder, GRN_GEN_REALS, 2, ask_divide, tell_remainder);
FUNCTION(maximum, GRN_GEN_REALS | GRN_GEN_BOOLS, 2, NULL, tell_maximum);
FUNCTION(minimum, GRN_GEN_REALS | GRN_GEN_BOOLS, 2, NULL, tell_minimum);
FUNCTION(power, GRN_GEN_INTEGERS | GRN_GEN_FLOATS, 2, ask_power, tell_power);
FUNCTION(atan2, GRN_GEN_FLOATS, 2, ask_exact, tell_atan2);
FUNCTION(bitwise, GRN_GEN_INTEGERS | GRN_GEN_BOOLS, 2, NULL, tell_unknown);
FUNCTION(shift, GRN_GEN_INTEGERS, 2, ask_shift, tell_unknown);
FUNCTION(logical, GRN_GEN_BOOLS, 2, NULL, tell_logical);

grn_gen_value grn_element_function_operand(grn_gen *g, const grn_element_function *f, int i, const grn_gen_type *like)
{
    grn_want w = {.type = like, .may_be_open = true};
    w.dtype = like ? like->dtype : grn_gen_common_dtype(g, f->classes);
    if (f->ask)
        f->ask(w.dtype, i, &w);
    return grn_gen_take(g, &w);
}

bool grn_element_function_facts(const grn_gen *g, const grn_element_function *f, grn_dtype dtype,
                                const grn_gen_value *x, grn_facts *out)
{
    grn_facts of[2] = {x[0].facts, f->arity > 1 ? x[1].facts : x[0].facts};
    f->tell(dtype, of, out);
    return grn_facts_take(g, out);
}

bool grn_element_function_broadcast(grn_gen *g, const grn_gen_op *op, grn_gen_value x[2], grn_facts *facts)
{
    grn_element_function f = *op->function;
    f.classes = op->classes ? op->classes : f.classes;
    x[0] = grn_element_function_operand(g, &f, 0, NULL);
    if (f.arity > 1) {
        const grn_gen_type like = grn_gen_broadcast_to(g, &x[0].type);
        x[1] = grn_element_function_operand(g, &f, 1, &like);
    }
    return grn_element_function_facts(g, &f, x[0].type.dtype, x, facts);
}

bool grn_gen_write_function(grn_gen *g, const grn_gen_op *op)
{
    grn_element_function f = *op->function;
    grn_gen_value x[2], r;
    grn_facts facts;
    f.classes = op->classes ? op->classes : f.classes;
    x[0] = grn_element_function_operand(g, &f, 0, NULL);
    if (f.arity > 1)
        x[1] = grn_element_function_operand(g, &f, 1, &x[0].type);
    if (!grn_element_function_facts(g, &f, x[0].type.dtype, x, &facts))
        return false;
    r = grn_gen_new(g, &x[0].type, &facts);
    const grn_gen_line line = {op->form, op->name, (size_t)f.arity, 1, x, &r};
    grn_gen_begin(g, &line);
    grn_gen_end(g, &line);
    return true;
}

/*
 * allowance_elements.c - element-wise ops: what they add, and what they hand on of their operands' errors.
 *
 * An op that is correctly rounded by IEEE 754 (StableHLO spec, "corresponding operation from IEEE-754") adds nothing
 * where its operands have no error: its bits are fixed. Others add the ulps that tools.c has for them, and one for
 * garner's own.
 */
#include <float.h>
#include <math.h>

#include "differ/differ.h"

/* One element: operands as numbers, their errors, garner's result. */
typedef struct element {
    const grn_error_case *c;
    int64_t at[4]; /* of each operand */
    double x[4], e[4];
    double y;
    grn_dtype dtype; /* of the result */
    bool any;        /* an operand has an error */
    bool flushed;    /* an operand may be zero instead, as it is subnormal */
} element;

/* The error that operands' errors become; NaN: no bound. */
typedef double spread_fn(const element *k);

static double spread_sum(const element *k) { return k->e[0] + k->e[1]; }
static double spread_same(const element *k) { return k->e[0]; }
static double spread_most(const element *k)
{
    double most = 0;
    for (size_t i = 0; i < k->c->noperands; i++)
        most = k->e[i] > most || k->e[i] != k->e[i] ? k->e[i] : most;
    return most;
}
static double spread_product(const element *k)
{
    return fabs(k->x[0]) * k->e[1] + fabs(k->x[1]) * k->e[0] + k->e[0] * k->e[1];
}
static double spread_quotient(const element *k)
{
    const double least = fabs(k->x[1]) - k->e[1];
    return least > 0 ? (k->e[0] + fabs(k->y) * k->e[1]) / least : NAN;
}

/* Integers, and whatever else may change by as much as it likes. */
static double spread_none(const element *k) { return k->any ? NAN : 0; }

static double spread_select(const element *k)
{
    if (k->e[0] != 0)
        return NAN;
    return k->x[0] != 0 ? k->e[1] : k->e[2];
}

static double spread_compare(const element *k)
{
    if (!k->any)
        return 0;
    return fabs(k->x[0] - k->x[1]) > k->e[0] + k->e[1] ? 0 : NAN;
}

/* Functions that grow or fall throughout [x - e, x + e]: the ends say how far. */
static double by_ends(double (*f)(double), double x, double e, double y)
{
    const double low = fabs(f(x - e) - y), high = fabs(f(x + e) - y);
    return low > high ? low : high;
}
static double logistic(double x) { return 1 / (1 + exp(-x)); }
static double inverse_root(double x) { return 1 / sqrt(x); }

#define BY_ENDS(name, f) \
    static double spread_##name(const element *k) { return by_ends(f, k->x[0], k->e[0], f(k->x[0])); }
BY_ENDS(sqrt, sqrt)
BY_ENDS(rsqrt, inverse_root)
BY_ENDS(exp, exp)
BY_ENDS(expm1, expm1)
BY_ENDS(log, log)
BY_ENDS(log1p, log1p)
BY_ENDS(logistic, logistic)
BY_ENDS(tanh, tanh)
BY_ENDS(cbrt, cbrt)
BY_ENDS(acos, acos)
BY_ENDS(acosh, acosh)
BY_ENDS(asin, asin)
BY_ENDS(asinh, asinh)
BY_ENDS(atan, atan)
BY_ENDS(atanh, atanh)
BY_ENDS(sinh, sinh)
BY_ENDS(erf, erf)
BY_ENDS(erfc, erfc)

static double spread_cosh(const element *k)
{
    const double x = fabs(k->x[0]);
    return by_ends(cosh, x, k->e[0], cosh(x));
}

static double spread_wave(const element *k) { return k->e[0] < 2 ? k->e[0] : 2; }

static double spread_tan(const element *k)
{
    const double x = k->x[0], e = k->e[0];
    const double from_pole = fabs(cos(x));
    return from_pole > 2 * e ? e * 4 / (from_pole * from_pole) : NAN;
}

static double spread_power(const element *k)
{
    double worst = 0;
    if (!k->any)
        return 0;
    if (!(k->x[0] - k->e[0] > 0))
        return NAN;
    for (int corner = 0; corner < 4; corner++) {
        const double at =
            fabs(pow(k->x[0] + (corner & 1 ? k->e[0] : -k->e[0]), k->x[1] + (corner & 2 ? k->e[1] : -k->e[1])) - k->y);
        worst = at > worst || at != at ? at : worst;
    }
    return worst;
}

static double spread_angle(const element *k)
{
    const double r = hypot(k->x[0], k->x[1]) - k->e[0] - k->e[1];
    if (!k->any)
        return 0;
    return r > 0 && (k->x[1] > k->e[1] || fabs(k->x[0]) > k->e[0]) ? (k->e[0] + k->e[1]) / r : NAN;
}

static double spread_remainder(const element *k)
{
    if (!k->any)
        return 0;
    const double n = trunc(k->x[0] / k->x[1]);
    const double low = trunc((fabs(k->x[0]) - k->e[0]) / (fabs(k->x[1]) + k->e[1]));
    const double high = trunc((fabs(k->x[0]) + k->e[0]) / (fabs(k->x[1]) - k->e[1]));
    return low == high && k->e[1] < fabs(k->x[1]) ? k->e[0] + fabs(n) * k->e[1] : NAN;
}

/* Steps: the ends give the same, or there is no bound. */
#define BY_STEPS(name, f)                                                         \
    static double spread_##name(const element *k)                                 \
    {                                                                             \
        return !k->any || f(k->x[0] - k->e[0]) == f(k->x[0] + k->e[0]) ? 0 : NAN; \
    }
static double sign_of(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }
static double is_finite(double x) { return x - x == 0; }
BY_STEPS(floor, floor)
BY_STEPS(ceil, ceil)
BY_STEPS(even, nearbyint)
BY_STEPS(away, round)
BY_STEPS(sign, sign_of)
BY_STEPS(finite, is_finite)

static bool is_inexact(grn_dtype dtype)
{
    const grn_dtype_class class = grn_dtype_class_of(dtype);
    return class == GRN_CLASS_FLOAT || class == GRN_CLASS_COMPLEX;
}
static double spread_convert(const element *k)
{
    if (is_inexact(k->dtype))
        return k->e[0];
    if (grn_dtype_class_of(k->dtype) == GRN_CLASS_BOOL)
        return fabs(k->x[0]) > k->e[0] || !k->any ? 0 : NAN;
    return !k->any || trunc(k->x[0] - k->e[0]) == trunc(k->x[0] + k->e[0]) ? 0 : NAN;
}

/* ---- what the specification leaves open ------------------------------------------------------ */

typedef bool open_fn(const element *k);

static unsigned bits_of(const element *k) { return grn_dtype_bits(k->dtype); }
static bool is_integer(const element *k) { return !is_inexact(k->dtype); }

/* Division by zero, and of the least number by -1, have no result among integers (StableHLO spec, divide, remainder:
 * none is named). */
static bool open_quotient(const element *k)
{
    const bool is_signed = grn_dtype_class_of(k->dtype) == GRN_CLASS_SIGNED;
    return is_integer(k) && (k->x[1] == 0 || (is_signed && k->x[1] == -1 && k->x[0] == -ldexp(1, (int)bits_of(k) - 1)));
}
/* shift_left and its like name no result for a shift by the width or more. */
static bool open_shift(const element *k) { return k->x[1] < 0 || k->x[1] >= bits_of(k); }
/* A negative power of an integer (StableHLO spec, power: a whole number is not defined then). */
static bool open_power(const element *k) { return is_integer(k) && k->x[1] < 0; }
/* Conversion of what the integer type does not hold (StableHLO spec, convert). */
static bool open_convert(const element *k)
{
    const grn_dtype_class class = grn_dtype_class_of(k->dtype);
    const grn_dtype from = k->c->operands[0].dtype;
    if (class == GRN_CLASS_BOOL || is_inexact(k->dtype) || !is_inexact(from))
        return false;
    const double v = trunc(k->x[0]);
    const int bits = (int)bits_of(k);
    return class == GRN_CLASS_UNSIGNED ? !(v >= 0 && v < ldexp(1, bits))
                                       : !(v >= -ldexp(1, bits - 1) && v < ldexp(1, bits - 1));
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* What an op adds to elements whose operands have no error. */
typedef enum adds { EXACT, ROUNDS, ULPS } adds;

typedef struct element_row {
    grn_op_number op;
    adds adds;
    spread_fn *spread;
    open_fn *open; /* NULL: nothing is */
} element_row;

static const element_row rows[] = {
    {GRN_HLO(abs), EXACT, spread_same, NULL},
    {GRN_HLO(add), ROUNDS, spread_sum, NULL},
    {GRN_HLO(and), EXACT, spread_none, NULL},
    {GRN_HLO(atan2), ULPS, spread_angle, NULL},
    {GRN_HLO(cbrt), ULPS, spread_cbrt, NULL},
    {GRN_HLO(ceil), EXACT, spread_ceil, NULL},
    {GRN_HLO(clamp), EXACT, spread_most, NULL},
    {GRN_HLO(compare), EXACT, spread_compare, NULL},
    {GRN_HLO(complex), EXACT, spread_most, NULL},
    {GRN_HLO(convert), ROUNDS, spread_convert, open_convert},
    {GRN_HLO(cosine), ULPS, spread_wave, NULL},
    {GRN_HLO(count_leading_zeros), EXACT, spread_none, NULL},
    {GRN_HLO(divide), ROUNDS, spread_quotient, open_quotient},
    {GRN_HLO(exponential), ULPS, spread_exp, NULL},
    {GRN_HLO(exponential_minus_one), ULPS, spread_expm1, NULL},
    {GRN_HLO(floor), EXACT, spread_floor, NULL},
    {GRN_HLO(imag), EXACT, spread_same, NULL},
    {GRN_HLO(is_finite), EXACT, spread_finite, NULL},
    {GRN_HLO(log), ULPS, spread_log, NULL},
    {GRN_HLO(log_plus_one), ULPS, spread_log1p, NULL},
    {GRN_HLO(logistic), ULPS, spread_logistic, NULL},
    {GRN_HLO(maximum), EXACT, spread_most, NULL},
    {GRN_HLO(minimum), EXACT, spread_most, NULL},
    {GRN_HLO(multiply), ROUNDS, spread_product, NULL},
    {GRN_HLO(negate), EXACT, spread_same, NULL},
    {GRN_HLO(not ), EXACT, spread_none, NULL},
    {GRN_HLO(or), EXACT, spread_none, NULL},
    {GRN_HLO(popcnt), EXACT, spread_none, NULL},
    {GRN_HLO(power), ULPS, spread_power, open_power},
    {GRN_HLO(real), EXACT, spread_same, NULL},
    {GRN_HLO(reduce_precision), EXACT, spread_none, NULL},
    {GRN_HLO(remainder), EXACT, spread_remainder, open_quotient},
    {GRN_HLO(round_nearest_afz), EXACT, spread_away, NULL},
    {GRN_HLO(round_nearest_even), EXACT, spread_even, NULL},
    {GRN_HLO(rsqrt), ULPS, spread_rsqrt, NULL},
    {GRN_HLO(select), EXACT, spread_select, NULL},
    {GRN_HLO(shift_left), EXACT, spread_none, open_shift},
    {GRN_HLO(shift_right_arithmetic), EXACT, spread_none, open_shift},
    {GRN_HLO(shift_right_logical), EXACT, spread_none, open_shift},
    {GRN_HLO(sign), EXACT, spread_sign, NULL},
    {GRN_HLO(sine), ULPS, spread_wave, NULL},
    {GRN_HLO(sqrt), ROUNDS, spread_sqrt, NULL},
    {GRN_HLO(subtract), ROUNDS, spread_sum, NULL},
    {GRN_HLO(tan), ULPS, spread_tan, NULL},
    {GRN_HLO(tanh), ULPS, spread_tanh, NULL},
    {GRN_HLO(xor), EXACT, spread_none, NULL},
    {GRN_OP(chlo, acos), ULPS, spread_acos, NULL},
    {GRN_OP(chlo, acosh), ULPS, spread_acosh, NULL},
    {GRN_OP(chlo, asin), ULPS, spread_asin, NULL},
    {GRN_OP(chlo, asinh), ULPS, spread_asinh, NULL},
    {GRN_OP(chlo, atan), ULPS, spread_atan, NULL},
    {GRN_OP(chlo, atanh), ULPS, spread_atanh, NULL},
    {GRN_OP(chlo, cosh), ULPS, spread_cosh, NULL},
    {GRN_OP(chlo, sinh), ULPS, spread_sinh, NULL},
    {GRN_OP(chlo, erf), ULPS, spread_erf, NULL},
    {GRN_OP(chlo, erfc), ULPS, spread_erfc, NULL},
    {GRN_OP(chlo, erf_inv), ULPS, spread_none, NULL},
    {GRN_OP(chlo, lgamma), ULPS, spread_none, NULL},
    {GRN_OP(chlo, polygamma), ULPS, spread_none, NULL},
    {GRN_OP(chlo, zeta), ULPS, spread_none, NULL},
    {GRN_OP(chlo, digamma), ULPS, spread_none, NULL},
    {GRN_OP(chlo, bessel_i1e), ULPS, spread_none, NULL},
};

static const element_row *row_of(const grn_op *op)
{
    for (size_t i = 0; i < GRN_COUNT(rows); i++)
        if (grn_op_is(op, rows[i].op))
            return &rows[i];
    return NULL;
}

/* ---- elements -------------------------------------------------------------------------------- */

enum {
    COMPLEX_ULPS = 8,           /* of a product or quotient of complex numbers, of its magnitude */
    COMPLEX_FUNCTION_ULPS = 64, /* of a function of them: formulas differ much between libraries */
    COMPANY_ULPS = 2            /* a quotient that becomes a product with an inverse */
};

static bool is_complex_dtype(grn_dtype dtype) { return grn_dtype_class_of(dtype) == GRN_CLASS_COMPLEX; }

static void take_element(element *k, const grn_bounding *b, int64_t at)
{
    const grn_error_case *c = k->c;
    k->any = k->flushed = false;
    for (size_t i = 0; i < c->noperands && i < 4; i++) {
        const bool scalar = grn_tensor_elements(&c->operands[i]) == 1;
        const grn_dtype dtype = c->operands[i].dtype;
        k->at[i] = scalar ? 0 : at;
        k->x[i] = grn_element_value(dtype, grn_element_at(&c->operands[i], k->at[i]));
        k->e[i] = c->in[i].of ? c->in[i].of[k->at[i]] : 0;
        const bool flushed = b->flush && is_inexact(dtype) && k->x[i] != 0 && fabs(k->x[i]) < grn_min_normal(dtype);
        k->e[i] += flushed ? fabs(k->x[i]) : b->flush && is_complex_dtype(dtype) ? grn_min_normal(dtype) : 0;
        k->flushed |= flushed;
        k->any |= k->e[i] != 0;
    }
    k->y = grn_element_value(k->dtype, grn_element_at(&c->results[0], at));
}

static bool is_complex(const element *k)
{
    return grn_dtype_class_of(k->dtype) == GRN_CLASS_COMPLEX ||
           grn_dtype_class_of(k->c->operands[0].dtype) == GRN_CLASS_COMPLEX;
}

static bool is_one_of_parts(const grn_op *op)
{
    return GRN_OP_IS_ONE_OF(op, GRN_HLO(add), GRN_HLO(subtract), GRN_HLO(convert), GRN_HLO(negate), GRN_HLO(select),
                            GRN_HLO(real), GRN_HLO(imag), GRN_HLO(complex), GRN_HLO(compare), GRN_HLO(is_finite),
                            GRN_HLO(maximum), GRN_HLO(minimum), GRN_HLO(clamp));
}

/* What the op itself adds, in ulps. */
static double own_ulps(const element *k, const grn_bounding *b, const element_row *row)
{
    const bool function = row->adds == ULPS;
    if (!is_inexact(k->dtype))
        return 0;
    if (is_complex(k) && !is_one_of_parts(k->c->op))
        return grn_op_is(k->c->op, GRN_HLO(multiply)) ? COMPLEX_ULPS : COMPLEX_FUNCTION_ULPS;
    if (row->adds == EXACT)
        return 0;
    if (function)
        return 1; /* garner's own; the tool's is beside it */
    return b->company ? COMPANY_ULPS : k->any ? 1 : 0;
}

/* Of a complex number one part may be. */
static bool may_be_tiny(const element *k, double e)
{
    return is_complex_dtype(k->dtype) || fabs(k->y) <= grn_min_normal(k->dtype) + e;
}

/* Of a quotient that becomes a product with an inverse: the inverse is zero where it is subnormal. */
static double flushed_inverse(const element *k, const grn_bounding *b)
{
    const bool by_inverse = b->flush && b->company && grn_op_is(k->c->op, GRN_HLO(divide)) && !is_integer(k);
    if (!by_inverse || is_complex(k) || !(1 / fabs(k->x[1]) < grn_min_normal(k->dtype)))
        return 0;
    return fabs(k->x[0]) <= DBL_MAX ? fabs(k->y) : INFINITY;
}

static double error_of(const element *k, const grn_bounding *b, const element_row *row)
{
    if (row->open && row->open(k))
        return INFINITY;
    const double spread = k->any ? row->spread(k) : 0;
    double e = spread;
    if (spread != spread) /* zero for a subnormal number may lead anywhere, as in a quotient by it */
        return k->flushed ? INFINITY : NAN;
    const double ulps = own_ulps(k, b, row);
    if (ulps > 0)
        e += ulps * grn_ulp_of(k->dtype, fabs(k->y) + spread);
    if (row->adds == ULPS && is_inexact(k->dtype) && !is_complex(k))
        e += grn_tool_error(b->tool, grn_op_number_of(k->c->op), k->dtype, grn_ulp_of(k->dtype, fabs(k->y) + spread));
    if (b->flush && is_inexact(k->dtype) && may_be_tiny(k, e))
        e += grn_min_normal(k->dtype);
    return e + flushed_inverse(k, b);
}

const char grn_complex_order[] = "how complex numbers with a NaN are ordered, the specification does not say";

/* Formulas for functions of complex numbers, quotients among them, differ much where a part overflows or vanishes. */
static const char *beyond_complex(const grn_op *op)
{
    if (GRN_OP_IS_ONE_OF(op, GRN_HLO(maximum), GRN_HLO(minimum)))
        return grn_complex_order;
    return is_one_of_parts(op) || grn_op_is(op, GRN_HLO(multiply))
               ? NULL
               : "how exact a function of complex numbers is, no table says";
}

/* Near its zeros a function that is computed by a sum of large terms is as exact as these are. */
static const char *beyond(const grn_op *op, bool complex)
{
    if (GRN_OP_IS_ONE_OF(op, GRN_OP(chlo, lgamma), GRN_OP(chlo, digamma), GRN_OP(chlo, erf_inv), GRN_OP(chlo, zeta),
                         GRN_OP(chlo, polygamma)))
        return "how exact the function is near its zeros, no table says";
    return complex ? beyond_complex(op) : NULL;
}

bool grn_allow_element(const grn_bounding *b, const grn_error_case *c)
{
    const element_row *row = row_of(c->op);
    element k = {.c = c, .dtype = c->results[0].dtype};
    double *e = grn_error_new(b, &c->results[0]);
    for (int64_t i = 0; e && i < grn_tensor_elements(&c->results[0]); i++) {
        take_element(&k, b, i);
        e[i] = error_of(&k, b, row);
    }
    c->out[0] = (grn_error){.of = e,
                            .why = row->adds == ULPS || (is_complex(&k) && !k.any) ? GRN_ALLOWANCE_PRECISION
                                                                                   : GRN_ALLOWANCE_ROUNDING,
                            .open = GRN_ALLOWANCE_UNDEFINED_NUMBER,
                            .unknown = "operands differ as allowed, and the op makes much of small differences",
                            .beyond = beyond(c->op, is_complex(&k))};
    return e != NULL;
}

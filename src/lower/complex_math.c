/*
 * complex_math.c - functions of complex numbers by the formulas that the
 * interpreter has (eval/element_complex.c), in double precision and rounded
 * once. Those that libm has are complex's ops. Sources: StableHLO spec, the op
 * of each name; MLIR complex dialect.
 */
#include <math.h>

#include "lower/numbers.h"

static const grn_type *f64_of(grn_lower *l) { return grn_type_of_dtype(l->ir, GRN_F64); }
static grn_value *number(grn_lower *l, double v) { return grn_lo_float(l, f64_of(l), v); }
static grn_value *add(grn_lower *l, grn_value *a, grn_value *b) { return grn_lo_binary(l, "arith.addf", a, b); }
static grn_value *sub(grn_lower *l, grn_value *a, grn_value *b) { return grn_lo_binary(l, "arith.subf", a, b); }
static grn_value *mul(grn_lower *l, grn_value *a, grn_value *b) { return grn_lo_binary(l, "arith.mulf", a, b); }
static grn_value *quotient(grn_lower *l, grn_value *a, grn_value *b) { return grn_lo_binary(l, "arith.divf", a, b); }
static grn_value *size_of(grn_lower *l, grn_value *v) { return grn_lo_unary(l, "math.absf", v); }
static grn_value *both(grn_lower *l, grn_value *a, grn_value *b) { return grn_lo_binary(l, "arith.andi", a, b); }
static grn_value *either(grn_lower *l, grn_value *a, grn_value *b) { return grn_lo_binary(l, "arith.ori", a, b); }

/* A complex number of doubles. */
typedef struct pair {
    grn_value *re, *im;
} pair;

static pair parts_of(grn_lower *l, grn_value *z) { return (pair){grn_lo_part(l, z, false), grn_lo_part(l, z, true)}; }
static grn_value *joined(grn_lower *l, pair z) { return grn_lo_complex(l, z.re, z.im); }

static pair chosen(grn_lower *l, grn_value *condition, pair a, pair b)
{
    return (pair){grn_lo_select(l, condition, a.re, b.re), grn_lo_select(l, condition, a.im, b.im)};
}

static pair numbers(grn_lower *l, double re, double im) { return (pair){number(l, re), number(l, im)}; }

static grn_value *is_zero(grn_lower *l, pair z)
{
    return both(l, grn_lo_compare(l, "oeq", z.re, number(l, 0)), grn_lo_compare(l, "oeq", z.im, number(l, 0)));
}

static grn_value *is_bounded(grn_lower *l, grn_value *v)
{
    return grn_lo_compare(l, "oeq", sub(l, v, v), number(l, 0));
}

/* |z|, as libm's hypot has it. */
static grn_value *modulus(grn_lower *l, pair z) { return grn_lo_cast(l, "complex.abs", joined(l, z), f64_of(l)); }

/* ---- division -------------------------------------------------------------------------------- */

static grn_value *larger_part(grn_lower *l, pair z)
{
    grn_value *re = size_of(l, z.re), *im = size_of(l, z.im);
    return grn_lo_select(l, grn_lo_compare(l, "ogt", re, im), re, im);
}

static grn_value *scale(grn_lower *l, pair a, pair b)
{
    grn_value *dividend = larger_part(l, a), *divisor = larger_part(l, b);
    grn_value *large = grn_lo_compare(l, "oge", divisor, number(l, 0x1p+1000));
    grn_value *small = both(l, grn_lo_compare(l, "olt", dividend, number(l, 0x1p-900)),
                            grn_lo_compare(l, "olt", divisor, number(l, 0x1p+700)));
    small = either(l, grn_lo_compare(l, "olt", divisor, number(l, 0x1p-900)), small);
    return grn_lo_select(l, large, number(l, 0x1p-100), grn_lo_select(l, small, number(l, 0x1p+200), number(l, 1)));
}

static grn_value *unit_of(grn_lower *l, grn_value *v)
{
    grn_value *zero = grn_lo_select(l, grn_lo_compare(l, "uno", v, v), number(l, 0), mul(l, v, number(l, 0)));
    grn_value *minus = grn_lo_select(l, grn_lo_compare(l, "oeq", v, number(l, -INFINITY)), number(l, -1), zero);
    return grn_lo_select(l, grn_lo_compare(l, "oeq", v, number(l, INFINITY)), number(l, 1), minus);
}

static grn_value *is_finite(grn_lower *l, pair z) { return both(l, is_bounded(l, z.re), is_bounded(l, z.im)); }

static grn_value *is_infinite(grn_lower *l, pair z)
{
    return either(l, grn_lo_compare(l, "oeq", size_of(l, z.re), number(l, INFINITY)),
                  grn_lo_compare(l, "oeq", size_of(l, z.im), number(l, INFINITY)));
}

/* factor * (a.re b.re + a.im b.im, a.im b.re - a.re b.im) */
static pair recovered_from(grn_lower *l, double factor, pair a, pair b)
{
    grn_value *re = add(l, mul(l, a.re, b.re), mul(l, a.im, b.im)),
              *im = sub(l, mul(l, a.im, b.re), mul(l, a.re, b.im));
    return (pair){mul(l, number(l, factor), re), mul(l, number(l, factor), im)};
}

static pair recovered(grn_lower *l, pair a, pair b, pair z)
{
    const pair unit_a = {unit_of(l, a.re), unit_of(l, a.im)}, unit_b = {unit_of(l, b.re), unit_of(l, b.im)};
    grn_value *inverse = quotient(l, number(l, 1), b.re);
    const pair by_zero = {mul(l, inverse, a.re), mul(l, inverse, a.im)};
    grn_value *large = both(l, is_infinite(l, a), is_finite(l, b)),
              *small = both(l, is_infinite(l, b), is_finite(l, a));
    z = chosen(l, small, recovered_from(l, 0, a, unit_b), z);
    z = chosen(l, large, recovered_from(l, INFINITY, unit_a, b), z);
    return chosen(l, is_zero(l, b), by_zero, z);
}

static pair divided(grn_lower *l, pair a, pair b)
{
    grn_value *f = scale(l, a, b);
    const pair x = {mul(l, a.re, f), mul(l, a.im, f)}, y = {mul(l, b.re, f), mul(l, b.im, f)};
    grn_value *by_im = grn_lo_compare(l, "olt", size_of(l, y.re), size_of(l, y.im));
    grn_value *p = grn_lo_select(l, by_im, y.im, y.re), *q = grn_lo_select(l, by_im, y.re, y.im);
    grn_value *u = grn_lo_select(l, by_im, x.im, x.re), *v = grn_lo_select(l, by_im, x.re, x.im);
    grn_value *ratio = quotient(l, q, p), *divisor = add(l, p, mul(l, q, ratio));
    grn_value *normal = grn_lo_compare(l, "ogt", size_of(l, ratio), number(l, 0x1p-1022));
    grn_value *ur = grn_lo_select(l, normal, mul(l, u, ratio), mul(l, q, quotient(l, u, p)));
    grn_value *vr = grn_lo_select(l, normal, mul(l, v, ratio), mul(l, q, quotient(l, v, p)));
    grn_value *im = grn_lo_select(l, by_im, sub(l, ur, v), sub(l, v, ur));
    const pair z = {quotient(l, add(l, u, vr), divisor), quotient(l, im, divisor)};
    grn_value *none = both(l, grn_lo_compare(l, "uno", z.re, z.re), grn_lo_compare(l, "uno", z.im, z.im));
    return chosen(l, none, recovered(l, a, b, z), z);
}

static pair inverse(grn_lower *l, pair z) { return divided(l, numbers(l, 1, 0), z); }

static pair divide(grn_lower *l, const pair *z) { return divided(l, z[0], z[1]); }

/* ---- functions ------------------------------------------------------------------------------- */

static pair of_libm(grn_lower *l, const char *op, pair z) { return parts_of(l, grn_lo_unary(l, op, joined(l, z))); }

static pair exponential_of(grn_lower *l, pair z)
{
    grn_value *steps = grn_lo_compare(l, "ogt", z.re, number(l, 709)),
              *open = grn_lo_compare(l, "une", sub(l, z.im, z.im), number(l, 0));
    grn_value *e = grn_lo_unary(l, "math.exp", grn_lo_select(l, steps, quotient(l, z.re, number(l, 2)), z.re));
    grn_value *f = grn_lo_select(l, steps, e, number(l, 1));
    pair out = {mul(l, f, mul(l, e, grn_lo_unary(l, "math.cos", z.im))),
                mul(l, f, mul(l, e, grn_lo_unary(l, "math.sin", z.im)))};
    out.im = grn_lo_select(l, grn_lo_compare(l, "oeq", z.im, number(l, 0)), z.im, out.im);
    out = chosen(l, both(l, open, grn_lo_compare(l, "oeq", z.re, number(l, INFINITY))),
                 numbers(l, INFINITY, (double)NAN), out);
    return chosen(l, both(l, open, grn_lo_compare(l, "oeq", z.re, number(l, -INFINITY))), numbers(l, 0, 0), out);
}

static pair exponential(grn_lower *l, const pair *z) { return exponential_of(l, z[0]); }

/* 0^0 is 1 and 0 to a power with positive real part is 0. */
static pair power(grn_lower *l, const pair *z)
{
    grn_value *const operands[] = {joined(l, z[0]), joined(l, z[1])};
    const pair p = parts_of(l, grn_lo_binary(l, "complex.pow", operands[0], operands[1]));
    grn_value *zero = both(l, is_zero(l, z[0]), grn_lo_compare(l, "ogt", z[1].re, number(l, 0)));
    return chosen(l, is_zero(l, z[1]), numbers(l, 1, 0), chosen(l, zero, numbers(l, 0, 0), p));
}

static pair rsqrt(grn_lower *l, const pair *z) { return inverse(l, of_libm(l, "complex.sqrt", z[0])); }

static pair logistic(grn_lower *l, const pair *z)
{
    const pair minus = {grn_lo_unary(l, "arith.negf", z[0].re), grn_lo_unary(l, "arith.negf", z[0].im)},
               e = exponential_of(l, minus);
    return inverse(l, (pair){add(l, number(l, 1), e.re), e.im});
}

/* z/|z|; zero stays zero. */
static pair sign(grn_lower *l, const pair *z)
{
    grn_value *size = modulus(l, z[0]), *none = grn_lo_compare(l, "uno", z[0].re, z[0].im);
    const pair unit = {quotient(l, z[0].re, size), quotient(l, z[0].im, size)};
    const pair out = chosen(l, grn_lo_compare(l, "oeq", size, number(l, 0)), z[0], unit);
    return chosen(l, none, numbers(l, (double)NAN, (double)NAN), out);
}

/* The principal root: a third of the argument. */
static pair cube_root(grn_lower *l, const pair *z)
{
    grn_value *size = grn_lo_unary(l, "math.cbrt", modulus(l, z[0]));
    grn_value *angle = quotient(l, grn_lo_binary(l, "math.atan2", z[0].im, z[0].re), number(l, 3));
    const pair root = {mul(l, size, grn_lo_unary(l, "math.cos", angle)),
                       mul(l, size, grn_lo_unary(l, "math.sin", angle))};
    return chosen(l, grn_lo_compare(l, "oeq", size, number(l, 0)), z[0], root);
}

/* log|1 + z|, near 0 from |1 + z|^2 - 1 = x(2 + x) + y^2. */
static pair log_plus_one(grn_lower *l, const pair *z)
{
    grn_value *x = z[0].re, *y = z[0].im, *half = number(l, 0.5), *more = add(l, number(l, 1), x);
    grn_value *near =
        both(l, grn_lo_compare(l, "olt", size_of(l, x), half), grn_lo_compare(l, "olt", size_of(l, y), half));
    grn_value *square = add(l, mul(l, x, add(l, number(l, 2), x)), mul(l, y, y));
    grn_value *small = quotient(l, grn_lo_unary(l, "math.log1p", square), number(l, 2));
    grn_value *large = grn_lo_unary(l, "math.log", modulus(l, (pair){more, y}));
    return (pair){grn_lo_select(l, near, small, large), grn_lo_binary(l, "math.atan2", y, more)};
}

/* e^x cos y - 1 = expm1(x) cos y - 2 sin^2(y/2), where e^x is near 1. */
static pair exponential_minus_one(grn_lower *l, const pair *z)
{
    grn_value *x = z[0].re, *y = z[0].im, *s = grn_lo_unary(l, "math.sin", quotient(l, y, number(l, 2)));
    grn_value *far = either(l, grn_lo_compare(l, "ogt", size_of(l, x), number(l, 1)), grn_lo_compare(l, "uno", y, y));
    const pair e = exponential_of(l, z[0]), large = {sub(l, e.re, number(l, 1)), e.im};
    grn_value *cosine = mul(l, grn_lo_unary(l, "math.expm1", x), grn_lo_unary(l, "math.cos", y));
    const pair small = {sub(l, cosine, mul(l, mul(l, number(l, 2), s), s)),
                        mul(l, grn_lo_unary(l, "math.exp", x), grn_lo_unary(l, "math.sin", y))};
    return chosen(l, far, large, small);
}

static pair product(grn_lower *l, pair a, pair b)
{
    return (pair){sub(l, mul(l, a.re, b.re), mul(l, a.im, b.im)), add(l, mul(l, a.re, b.im), mul(l, a.im, b.re))};
}

/* -i log((x + iy) / sqrt(x^2 + y^2)), which for real numbers is the real function. */
static pair arctangent(grn_lower *l, const pair *z)
{
    const pair y = z[0], x = z[1], sum = {sub(l, x.re, y.im), add(l, x.im, y.re)}, a = product(l, x, x),
               b = product(l, y, y);
    const pair root = of_libm(l, "complex.sqrt", (pair){add(l, a.re, b.re), add(l, a.im, b.im)});
    const pair log = of_libm(l, "complex.log", divided(l, sum, root));
    const pair real = {grn_lo_binary(l, "math.atan2", y.re, x.re), number(l, 0)};
    grn_value *are_real =
        both(l, grn_lo_compare(l, "oeq", x.im, number(l, 0)), grn_lo_compare(l, "oeq", y.im, number(l, 0)));
    return chosen(l, are_real, real, (pair){log.im, grn_lo_unary(l, "arith.negf", log.re)});
}

static pair magnitude(grn_lower *l, const pair *z) { return (pair){modulus(l, z[0]), NULL}; }

/* ---- rows ------------------------------------------------------------------------------------ */

/* Of an op of the hub, or of complex's that lowerings of that dialect compute by other formulas. */
static const struct function {
    pair (*of)(grn_lower *l, const pair *z);
    const char *libm; /* complex's op, where libm has the function */
} functions[GRN_OPS] = {
    [GRN_HLO(abs)] = {magnitude, NULL},
    [GRN_HLO(atan2)] = {arctangent, NULL},
    [GRN_HLO(cbrt)] = {cube_root, NULL},
    [GRN_HLO(cosine)] = {NULL, "complex.cos"},
    [GRN_HLO(divide)] = {divide, NULL},
    [GRN_HLO(exponential)] = {exponential, NULL},
    [GRN_HLO(exponential_minus_one)] = {exponential_minus_one, NULL},
    [GRN_HLO(log)] = {NULL, "complex.log"},
    [GRN_HLO(log_plus_one)] = {log_plus_one, NULL},
    [GRN_HLO(logistic)] = {logistic, NULL},
    [GRN_HLO(power)] = {power, NULL},
    [GRN_HLO(rsqrt)] = {rsqrt, NULL},
    [GRN_HLO(sign)] = {sign, NULL},
    [GRN_HLO(sine)] = {NULL, "complex.sin"},
    [GRN_HLO(sqrt)] = {NULL, "complex.sqrt"},
    [GRN_HLO(tan)] = {NULL, "complex.tan"},
    [GRN_HLO(tanh)] = {NULL, "complex.tanh"},
    [GRN_OP(complex, abs)] = {magnitude, NULL},
    [GRN_OP(complex, cos)] = {NULL, "complex.cos"},
    [GRN_OP(complex, div)] = {divide, NULL},
    [GRN_OP(complex, exp)] = {exponential, NULL},
    [GRN_OP(complex, log)] = {NULL, "complex.log"},
    [GRN_OP(complex, pow)] = {power, NULL},
    [GRN_OP(complex, sin)] = {NULL, "complex.sin"},
    [GRN_OP(complex, sqrt)] = {NULL, "complex.sqrt"},
    [GRN_OP(complex, tan)] = {NULL, "complex.tan"},
    [GRN_OP(complex, tanh)] = {NULL, "complex.tanh"},
};

grn_value *grn_lo_complex_function(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    const struct function *f = &functions[grn_op_number_of(op)];
    const grn_type *to = grn_type_element_or_self(grn_result_type(op, 0));
    pair z[2] = {{NULL, NULL}, {NULL, NULL}};
    if ((!f->of && !f->libm) || op->noperands > GRN_COUNT(z))
        return grn_lo_refuse(l, "is a function of complex numbers that is not lowered");
    for (size_t i = 0; i < op->noperands && l->status == GRN_OK; i++) {
        z[i] = parts_of(l, grn_lo_read(l, op->operands[i], index));
        z[i] = (pair){grn_lo_round(l, z[i].re, f64_of(l)), grn_lo_round(l, z[i].im, f64_of(l))};
    }
    if (l->status != GRN_OK)
        return NULL;
    const pair made = f->of ? f->of(l, z) : of_libm(l, f->libm, z[0]);
    if (to->kind != GRN_TYPE_COMPLEX)
        return grn_lo_round(l, made.re, to);
    return joined(l, (pair){grn_lo_round(l, made.re, to->element), grn_lo_round(l, made.im, to->element)});
}

#define ROW(op) GRN_LOWER(complex, op) = {.element = grn_lo_complex_function, .flags = GRN_LO_POINTWISE}
ROW(abs);
ROW(cos);
ROW(div);
ROW(exp);
ROW(log);
ROW(pow);
ROW(sin);
ROW(sqrt);
ROW(tan);
ROW(tanh);

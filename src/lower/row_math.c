/*
 * row_math.c - functions of floats. Those that libm computes are computed in
 * double precision and rounded once, as the interpreter has it. Sources:
 * StableHLO spec, the op of each name; MLIR math.
 */
#include "lower/numbers.h"

static const grn_type *f64_of(grn_lower *l) { return grn_type_of_dtype(l->ir, GRN_F64); }

/* Operand i as a double; NULL: refused. */
static grn_value *as_double(grn_lower *l, const grn_op *op, size_t i, grn_value *const *index)
{
    grn_lo_class c;
    if (!grn_lo_class_of(l, grn_lo_operand_element(op, i), &c))
        return NULL;
    if (c != GRN_LO_FLOAT)
        return grn_lo_refuse(l, "has elements that it is not lowered for");
    return grn_lo_round(l, grn_lo_read(l, op->operands[i], index), f64_of(l));
}

static grn_value *rounded(grn_lower *l, const grn_op *op, grn_value *v)
{
    return grn_lo_round(l, v, grn_type_element_or_self(grn_result_type(op, 0)));
}

static bool is_of_complex(const grn_op *op) { return grn_lo_operand_element(op, 0)->kind == GRN_TYPE_COMPLEX; }

static grn_value *in_double(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    if (is_of_complex(op))
        return grn_lo_complex_function(l, op, index);
    grn_value *v[2] = {as_double(l, op, 0, index), NULL};
    const char *name = grn_lower_row_of(op)->of_float;
    if (op->noperands == 1)
        return rounded(l, op, grn_lo_unary(l, name, v[0]));
    v[1] = as_double(l, op, 1, index);
    return rounded(l, op, grn_lo_binary(l, name, v[0], v[1]));
}

/* 1 / (1 + exp(-x)) */
static grn_value *logistic(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    if (is_of_complex(op))
        return grn_lo_complex_function(l, op, index);
    grn_value *x = as_double(l, op, 0, index), *one = x ? grn_lo_float(l, f64_of(l), 1) : NULL;
    grn_value *e = grn_lo_unary(l, "math.exp", grn_lo_unary(l, "arith.negf", x));
    return rounded(l, op, grn_lo_binary(l, "arith.divf", one, grn_lo_binary(l, "arith.addf", one, e)));
}

/* 1 / sqrt(x) */
static grn_value *rsqrt(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    if (is_of_complex(op))
        return grn_lo_complex_function(l, op, index);
    grn_value *x = as_double(l, op, 0, index), *one = x ? grn_lo_float(l, f64_of(l), 1) : NULL;
    return rounded(l, op, grn_lo_binary(l, "arith.divf", one, grn_lo_unary(l, "math.sqrt", x)));
}

static grn_value *is_finite(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    grn_lo_class c;
    grn_value *v = grn_lo_read(l, op->operands[0], index);
    if (!v || !grn_lo_class_of(l, grn_lo_operand_element(op, 0), &c))
        return NULL;
    return grn_lo_compare(l, "oeq", grn_lo_binary(l, "arith.subf", v, v), grn_lo_float(l, v->type, 0));
}

/* ---- powers ---------------------------------------------------------------------------------- */

/* By squares: result, square and exponent go through as many steps as the exponent has bits. */
static grn_value *whole_power(grn_lower *l, grn_value *base, grn_value *exponent)
{
    if (!base || !exponent)
        return NULL;
    const grn_type *t = base->type;
    grn_value *one = grn_lo_integer(l, t, 1), *zero = grn_lo_integer(l, t, 0);
    grn_lo_carry carry = {.n = 3, .v = {one, base, exponent}};
    grn_lo_for(l, grn_lo_index(l, t->width), &carry);
    grn_value *odd = grn_lo_compare(l, "ne", grn_lo_binary(l, "arith.andi", carry.v[2], one), zero);
    grn_value *times = grn_lo_binary(l, "arith.muli", carry.v[0], carry.v[1]);
    carry.v[0] = grn_lo_select(l, odd, times, carry.v[0]);
    carry.v[1] = grn_lo_binary(l, "arith.muli", carry.v[1], carry.v[1]);
    carry.v[2] = grn_lo_binary(l, "arith.shrui", carry.v[2], one);
    grn_lo_end_for(l, &carry);
    return carry.v[0];
}

/* A negative power of 1 or -1 is exact, every other is 0. */
static grn_value *negative_power(grn_lower *l, grn_value *base, grn_value *exponent)
{
    if (!base || !exponent)
        return NULL;
    const grn_type *t = base->type;
    grn_value *one = grn_lo_integer(l, t, 1), *zero = grn_lo_integer(l, t, 0), *minus = grn_lo_integer(l, t, -1);
    grn_value *odd = grn_lo_compare(l, "ne", grn_lo_binary(l, "arith.andi", exponent, one), zero);
    grn_value *of_minus = grn_lo_select(l, odd, minus, one);
    grn_value *rest = grn_lo_select(l, grn_lo_compare(l, "eq", base, minus), of_minus, zero);
    return grn_lo_select(l, grn_lo_compare(l, "eq", base, one), one, rest);
}

static grn_value *power(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    grn_lo_class c;
    if (!grn_lo_class_of(l, grn_lo_operand_element(op, 0), &c))
        return NULL;
    if (c == GRN_LO_FLOAT || c == GRN_LO_COMPLEX)
        return in_double(l, op, index);
    grn_value *base = grn_lo_read(l, op->operands[0], index), *exponent = grn_lo_read(l, op->operands[1], index);
    grn_value *whole = whole_power(l, base, exponent);
    if (c != GRN_LO_SIGNED || !whole)
        return whole;
    grn_value *negative = grn_lo_compare(l, "slt", exponent, grn_lo_integer(l, exponent->type, 0));
    return grn_lo_select(l, negative, negative_power(l, base, exponent), whole);
}

/* sqrt is exact in every precision. */
static grn_value *square_root(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    grn_lo_class c;
    grn_value *v = grn_lo_read(l, op->operands[0], index);
    if (!grn_lo_class_of(l, grn_lo_operand_element(op, 0), &c))
        return NULL;
    return c == GRN_LO_FLOAT ? grn_lo_unary(l, "math.sqrt", v) : in_double(l, op, index);
}

/* ---- parts ----------------------------------------------------------------------------------- */

static grn_value *part(grn_lower *l, const grn_op *op, grn_value *const *index, bool imaginary)
{
    grn_value *v = grn_lo_read(l, op->operands[0], index);
    if (v && v->type->kind != GRN_TYPE_COMPLEX)
        return imaginary ? grn_lo_float(l, v->type, 0) : v;
    return grn_lo_part(l, v, imaginary);
}

static grn_value *real(grn_lower *l, const grn_op *op, grn_value *const *index) { return part(l, op, index, false); }
static grn_value *imag(grn_lower *l, const grn_op *op, grn_value *const *index) { return part(l, op, index, true); }

static grn_value *complex_of(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    grn_value *re = grn_lo_read(l, op->operands[0], index);
    return grn_lo_complex(l, re, grn_lo_read(l, op->operands[1], index));
}

/* Of real numbers only. */
static grn_value *of_reals(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    return is_of_complex(op) ? grn_lo_refuse(l, "has elements that it is not lowered for") : in_double(l, op, index);
}

/* ---- rows ------------------------------------------------------------------------------------ */

#define REALS(name) .element = of_reals, .flags = GRN_LO_POINTWISE, .of_float = name
#define FUNCTION(name) .element = in_double, .flags = GRN_LO_POINTWISE, .of_float = name

GRN_LOWER(stablehlo, exponential) = {FUNCTION("math.exp")};
GRN_LOWER(stablehlo, exponential_minus_one) = {FUNCTION("math.expm1")};
GRN_LOWER(stablehlo, log) = {FUNCTION("math.log")};
GRN_LOWER(stablehlo, log_plus_one) = {FUNCTION("math.log1p")};
GRN_LOWER(stablehlo, sine) = {FUNCTION("math.sin")};
GRN_LOWER(stablehlo, cosine) = {FUNCTION("math.cos")};
GRN_LOWER(stablehlo, tan) = {FUNCTION("math.tan")};
GRN_LOWER(stablehlo, tanh) = {FUNCTION("math.tanh")};
GRN_LOWER(stablehlo, cbrt) = {FUNCTION("math.cbrt")};
GRN_LOWER(stablehlo, atan2) = {FUNCTION("math.atan2")};
GRN_LOWER(stablehlo, power) = {.element = power, .flags = GRN_LO_POINTWISE, .of_float = "math.powf"};
GRN_LOWER(stablehlo, sqrt) = {.element = square_root, .flags = GRN_LO_POINTWISE, .of_float = "math.sqrt"};
GRN_LOWER(stablehlo, rsqrt) = {.element = rsqrt, .flags = GRN_LO_POINTWISE};
GRN_LOWER(stablehlo, logistic) = {.element = logistic, .flags = GRN_LO_POINTWISE};
GRN_LOWER(chlo, acos) = {REALS("math.acos")};
GRN_LOWER(chlo, acosh) = {REALS("math.acosh")};
GRN_LOWER(chlo, asin) = {REALS("math.asin")};
GRN_LOWER(chlo, asinh) = {REALS("math.asinh")};
GRN_LOWER(chlo, atanh) = {REALS("math.atanh")};
GRN_LOWER(chlo, cosh) = {REALS("math.cosh")};
GRN_LOWER(chlo, sinh) = {REALS("math.sinh")};
GRN_LOWER(chlo, erf) = {REALS("math.erf")};
GRN_LOWER(math, acos) = {FUNCTION("math.acos")};
GRN_LOWER(math, acosh) = {FUNCTION("math.acosh")};
GRN_LOWER(math, asin) = {FUNCTION("math.asin")};
GRN_LOWER(math, asinh) = {FUNCTION("math.asinh")};
GRN_LOWER(math, atan) = {FUNCTION("math.atan")};
GRN_LOWER(math, atanh) = {FUNCTION("math.atanh")};
GRN_LOWER(math, cosh) = {FUNCTION("math.cosh")};
GRN_LOWER(math, sinh) = {FUNCTION("math.sinh")};
GRN_LOWER(math, erf) = {FUNCTION("math.erf")};
GRN_LOWER(math, exp) = {FUNCTION("math.exp")};
GRN_LOWER(math, expm1) = {FUNCTION("math.expm1")};
GRN_LOWER(math, log) = {FUNCTION("math.log")};
GRN_LOWER(math, log1p) = {FUNCTION("math.log1p")};
GRN_LOWER(math, sin) = {FUNCTION("math.sin")};
GRN_LOWER(math, cos) = {FUNCTION("math.cos")};
GRN_LOWER(math, tan) = {FUNCTION("math.tan")};
GRN_LOWER(math, tanh) = {FUNCTION("math.tanh")};
GRN_LOWER(math, cbrt) = {FUNCTION("math.cbrt")};
GRN_LOWER(math, atan2) = {FUNCTION("math.atan2")};
GRN_LOWER(math, powf) = {FUNCTION("math.powf")};
GRN_LOWER(math, rsqrt) = {.element = rsqrt, .flags = GRN_LO_POINTWISE};
GRN_LOWER(stablehlo, is_finite) = {.element = is_finite, .flags = GRN_LO_POINTWISE};
GRN_LOWER(stablehlo, real) = {.element = real, .flags = GRN_LO_POINTWISE};
GRN_LOWER(stablehlo, imag) = {.element = imag, .flags = GRN_LO_POINTWISE};
GRN_LOWER(stablehlo, complex) = {.element = complex_of, .flags = GRN_LO_POINTWISE};

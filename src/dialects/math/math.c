/*
 * math.c - functions of scalars and of tensors' elements (MLIR math dialect,
 * the op of each name). f32 is computed in double and rounded once; f64 is as
 * good as the C library.
 */
#include "dialects/math/math.h"

static bool is_float_like(const grn_type *t) { return grn_type_element_or_self(t)->kind == GRN_TYPE_FLOAT; }

static bool is_integer_like(const grn_type *t)
{
    const grn_type *e = grn_type_element_or_self(t);
    return e->kind == GRN_TYPE_INDEX || (e->kind == GRN_TYPE_INTEGER && e->signedness == GRN_SIGNLESS);
}

static const grn_type_class float_like = {"floating-point-like", is_float_like};
static const grn_type_class integer_like = {"signless-integer-like", is_integer_like};

static grn_status verify(const grn_op *op, grn_check *check)
{
    for (size_t i = 0; i < op->noperands; i++)
        if (grn_operand_type(op, i) != grn_result_type(op, 0))
            return grn_op_fail(op, check, "requires the same type for all operands and results");
    return GRN_OK;
}

static const grn_port one_float[] = {GRN_PORT("operand", float_like), GRN_PORTS_END};
static const grn_port two_floats[] = {GRN_PORT("lhs", float_like), GRN_PORT("rhs", float_like), GRN_PORTS_END};
static const grn_port one_integer[] = {GRN_PORT("operand", integer_like), GRN_PORTS_END};
static const grn_port float_result[] = {GRN_PORT("result", float_like), GRN_PORTS_END};
static const grn_port integer_result[] = {GRN_PORT("result", integer_like), GRN_PORTS_END};

#define ROW(op, does, ports, result, function)                                                              \
    {                                                                                                       \
        .name = GRN_NAME(math, op), .summary = does, .source = "MLIR math dialect, math." #op,              \
        .format = GRN_MLIR_ARITHMETIC, .attrs = grn_arithmetic_flags, .operands = ports, .results = result, \
        .traits = GRN_TRAIT_PURE, .verify = verify, .element = &grn_element_##function                      \
    }
#define FLOAT(op, does, function) ROW(op, does, one_float, float_result, function)
#define FLOATS(op, does, function) ROW(op, does, two_floats, float_result, function)
#define INTEGER(op, does, function) ROW(op, does, one_integer, integer_result, function)

const grn_op_def grn_math_ops[] = {
    FLOAT(absf, "absolute value of a float", abs),
    FLOAT(ceil, "rounds up", ceil),
    FLOAT(floor, "rounds down", floor),
    FLOAT(round, "rounds to the nearest integer, ties away from zero", round_nearest_afz),
    FLOAT(roundeven, "rounds to the nearest integer, ties to even", round_nearest_even),
    FLOAT(sqrt, "square root", sqrt),
    FLOAT(rsqrt, "1 / square root", rsqrt),
    FLOAT(cbrt, "cube root", cbrt),
    FLOAT(exp, "e to the power of x", exponential),
    FLOAT(expm1, "e to the power of x, minus one", exponential_minus_one),
    FLOAT(log, "natural logarithm", log),
    FLOAT(log1p, "natural logarithm of 1 + x", log_plus_one),
    FLOAT(sin, "sine", sine),
    FLOAT(cos, "cosine", cosine),
    FLOAT(tan, "tangent", tan),
    FLOAT(tanh, "hyperbolic tangent", tanh),
    FLOAT(acos, "arc cosine", acos),
    FLOAT(acosh, "inverse hyperbolic cosine", acosh),
    FLOAT(asin, "arc sine", asin),
    FLOAT(asinh, "inverse hyperbolic sine", asinh),
    FLOAT(atan, "arc tangent", atan),
    FLOAT(atanh, "inverse hyperbolic tangent", atanh),
    FLOAT(cosh, "hyperbolic cosine", cosh),
    FLOAT(sinh, "hyperbolic sine", sinh),
    FLOAT(erf, "error function", erf),
    FLOATS(atan2, "angle of the point (rhs, lhs)", atan2),
    FLOATS(powf, "float to the power of a float", power),
    INTEGER(absi, "absolute value of an integer", abs),
    INTEGER(ctlz, "counts leading zero bits", count_leading_zeros),
    INTEGER(ctpop, "counts one bits", popcnt),
    {.name = NULL},
};

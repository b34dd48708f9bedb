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

static const grn_port one_float[] = {{"operand", &float_like, GRN_ONE}, GRN_HLO_PORTS_END};
static const grn_port two_floats[] = {{"lhs", &float_like, GRN_ONE}, {"rhs", &float_like, GRN_ONE}, GRN_HLO_PORTS_END};
static const grn_port one_integer[] = {{"operand", &integer_like, GRN_ONE}, GRN_HLO_PORTS_END};
static const grn_port float_result[] = {{"result", &float_like, GRN_ONE}, GRN_HLO_PORTS_END};
static const grn_port integer_result[] = {{"result", &integer_like, GRN_ONE}, GRN_HLO_PORTS_END};

#define ROW(op, ports, result, function)                                                                                  \
    {.name = "math." #op, .source = "MLIR math dialect, math." #op, .format = GRN_MLIR_ARITHMETIC,         \
     .attrs = grn_arithmetic_flags, .operands = ports, .results = result, .traits = GRN_TRAIT_PURE, .verify = verify, .element = &grn_element_##function}
#define FLOAT(op, function) ROW(op, one_float, float_result, function)
#define FLOATS(op, function) ROW(op, two_floats, float_result, function)
#define INTEGER(op, function) ROW(op, one_integer, integer_result, function)

const grn_op_def grn_math_ops[] = {
    FLOAT(absf, abs),
    FLOAT(ceil, ceil),
    FLOAT(floor, floor),
    FLOAT(round, round_nearest_afz),
    FLOAT(roundeven, round_nearest_even),
    FLOAT(sqrt, sqrt),
    FLOAT(rsqrt, rsqrt),
    FLOAT(cbrt, cbrt),
    FLOAT(exp, exponential),
    FLOAT(expm1, exponential_minus_one),
    FLOAT(log, log),
    FLOAT(log1p, log_plus_one),
    FLOAT(sin, sine),
    FLOAT(cos, cosine),
    FLOAT(tan, tan),
    FLOAT(tanh, tanh),
    FLOAT(acos, acos),
    FLOAT(acosh, acosh),
    FLOAT(asin, asin),
    FLOAT(asinh, asinh),
    FLOAT(atan, atan),
    FLOAT(atanh, atanh),
    FLOAT(cosh, cosh),
    FLOAT(sinh, sinh),
    FLOAT(erf, erf),
    FLOATS(atan2, atan2),
    FLOATS(powf, power),
    INTEGER(absi, abs),
    INTEGER(ctlz, count_leading_zeros),
    INTEGER(ctpop, popcnt),
    {.name = NULL},
};

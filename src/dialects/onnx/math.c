/*
 * math.c - ONNX's functions of numbers, element by element.
 *
 *   ON-10, ON-11  as for Add; an operand that is left out says nothing
 *   ON-22  Exp, Sqrt and their like take floats: f16, bf16, f32, f64; Neg signed integers too, Abs
 *          and Sign all integers
 */
#include "dialects/onnx/calc.h"

static bool is_float(const grn_type *t)
{
    const grn_dtype d = grn_type_is_tensor(t) ? t->element->dtype : GRN_NO_DTYPE;
    return d == GRN_F16 || d == GRN_BF16 || d == GRN_F32 || d == GRN_F64;
}
static bool is_number(const grn_type *t)
{
    return is_float(t) || (grn_type_is_tensor(t) && t->element->kind == GRN_TYPE_INTEGER && t->element->width >= 8 &&
                           t->element->dtype != GRN_NO_DTYPE);
}
static bool is_signed(const grn_type *t)
{
    return is_number(t) && (is_float(t) || t->element->signedness == GRN_SIGNLESS);
}
static bool is_number_or_none(const grn_type *t) { return t->kind == GRN_TYPE_NONE || is_number(t); }
const grn_type_class grn_onnx_floats = {"ranked tensor of f16, bf16, f32 or f64 values", is_float};
const grn_type_class grn_onnx_numeric = {"ranked tensor of 8-bit to 64-bit integer, f16, bf16, f32 or f64 values",
                                         is_number};
static const grn_type_class signed_numbers = {
    "ranked tensor of 8-bit to 64-bit signless integer, f16, bf16, f32 or f64 values", is_signed};
static const grn_type_class number_or_none = {
    "ranked tensor of 8-bit to 64-bit integer, f16, bf16, f32 or f64 values or none type", is_number_or_none};

/* ---- rules ----------------------------------------------------------------------------------- */

static grn_status math_types(const grn_op *op, grn_check *check)
{
    grn_status status = GRN_OK;
    for (size_t i = 1; status == GRN_OK && i < op->noperands; i++)
        if (grn_onnx_given(op, i))
            status = grn_tensor_elements_same(op, check, "ON-11", i, 0);
    return status;
}

static grn_status math_shape(const grn_onnx_at *at, grn_dims *out)
{
    grn_status status = GRN_OK;
    *out = grn_onnx_extents(at, 0);
    for (size_t i = 1; status == GRN_OK && i < at->op->noperands; i++)
        if (grn_onnx_given(at->op, i)) {
            grn_dims other = grn_onnx_extents(at, i);
            status = grn_onnx_broadcast(at, &other, out);
        }
    return status;
}
GRN_ONNX_TYPED(math)

/* ---- in the run ------------------------------------------------------------------------------ */

static grn_status binary(grn_exec *x, const grn_op *op, const grn_element *element)
{
    grn_calc c;
    grn_calc_begin(&c, x, op);
    const grn_calc_value out =
        grn_calc_map(&c, element, grn_hlo_result_dtype(op, 0), grn_calc_operand(&c, 0), grn_calc_operand(&c, 1));
    return grn_calc_end(&c, 1, &out);
}

static grn_status div_eval(grn_exec *x, const grn_op *op) { return binary(x, op, &grn_element_divide); }
static grn_status pow_eval(grn_exec *x, const grn_op *op) { return binary(x, op, &grn_element_power); }

static grn_status relu_eval(grn_exec *x, const grn_op *op)
{
    const grn_dtype dtype = grn_hlo_result_dtype(op, 0);
    grn_calc c;
    grn_calc_begin(&c, x, op);
    const grn_calc_value out =
        grn_calc_map(&c, &grn_element_maximum, dtype, grn_calc_operand(&c, 0), grn_calc_number(&c, dtype, 0));
    return grn_calc_end(&c, 1, &out);
}

static grn_status reciprocal_eval(grn_exec *x, const grn_op *op)
{
    const grn_dtype dtype = grn_hlo_result_dtype(op, 0);
    grn_calc c;
    grn_calc_begin(&c, x, op);
    const grn_calc_value out =
        grn_calc_map(&c, &grn_element_divide, dtype, grn_calc_number(&c, dtype, 1), grn_calc_operand(&c, 0));
    return grn_calc_end(&c, 1, &out);
}

static grn_status clip_eval(grn_exec *x, const grn_op *op)
{
    const grn_element *const limit[] = {NULL, &grn_element_maximum, &grn_element_minimum};
    grn_calc c;
    grn_calc_begin(&c, x, op);
    grn_calc_value out = grn_calc_operand(&c, 0);
    for (size_t i = 1; i < op->noperands && i < GRN_COUNT(limit); i++)
        if (grn_onnx_given(op, i))
            out = grn_calc_map(&c, limit[i], grn_hlo_result_dtype(op, 0), out, grn_calc_operand(&c, i));
    return grn_calc_end(&c, 1, &out);
}

static grn_status sum_eval(grn_exec *x, const grn_op *op)
{
    grn_calc c;
    grn_calc_begin(&c, x, op);
    grn_rt *total = NULL;
    grn_calc_value out = grn_calc_operand(&c, 0);
    for (size_t i = 1; c.status == GRN_OK && i < op->noperands; i++) {
        out = grn_calc_map(&c, &grn_element_add, grn_hlo_result_dtype(op, 0), out, grn_calc_operand(&c, i));
        if (total) { /* one intermediate at a time is kept */
            x->calls->release(x, total);
            c.made[0] = c.made[1];
            c.made[1] = (grn_rt){.buffer = NULL};
            c.count = 1;
            out = out ? &c.made[0] : NULL;
        }
        total = &c.made[0];
    }
    return grn_calc_end(&c, 1, &out);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_port one_float[] = {GRN_PORT("X", grn_onnx_floats), GRN_PORTS_END};
static const grn_port one_number[] = {GRN_PORT("X", grn_onnx_numeric), GRN_PORTS_END};
static const grn_port two_numbers[] = {GRN_PORT("A", grn_onnx_numeric), GRN_PORT("B", grn_onnx_numeric), GRN_PORTS_END};
static const grn_port results[] = {GRN_PORT("output", grn_is_ranked_tensor), GRN_PORTS_END};

#define UNARY(op, does, ports, function)                                                           \
    GRN_ONNX_ROW(op, does, "ON-22", .operands = ports, .verify = math_verify, .infer = math_infer, \
                 .element = &grn_element_##function)
#define STEPS(op, does, ports, name)                                                                      \
    GRN_ONNX_ROW(op, does, "ON-10, ON-11", .operands = ports, .verify = math_verify, .infer = math_infer, \
                 .eval = name##_eval)

static grn_status sum_verify(const grn_op *op, grn_check *check)
{
    return op->noperands == 0 ? grn_op_fail(op, check, "expected 1 or more operands, but found 0")
                              : math_verify(op, check);
}

const grn_op_def grn_onnx_math_ops[] = {
    UNARY("Abs", "absolute value of each element", one_number, abs),
    UNARY("Neg", "each element with its sign changed", GRN_PORTS(GRN_PORT("X", signed_numbers)), negate),
    UNARY("Sign", "-1, 0 or 1 by the sign of each element", one_number, sign),
    UNARY("Ceil", "rounds each element up", one_float, ceil),
    UNARY("Floor", "rounds each element down", one_float, floor),
    UNARY("Round", "rounds each element to the nearest integer, ties to even", one_float, round_nearest_even),
    UNARY("Exp", "e to the power of each element", one_float, exponential),
    UNARY("Log", "natural logarithm of each element", one_float, log),
    UNARY("Sqrt", "square root of each element", one_float, sqrt),
    UNARY("Sin", "sine of each element", one_float, sine),
    UNARY("Cos", "cosine of each element", one_float, cosine),
    UNARY("Tan", "tangent of each element", one_float, tan),
    UNARY("Tanh", "hyperbolic tangent of each element", one_float, tanh),
    UNARY("Sigmoid", "1 / (1 + exp(-x)) of each element", one_float, logistic),
    UNARY("Erf", "error function of each element", one_float, erf),
    UNARY("Acos", "arc cosine of each element", one_float, acos),
    UNARY("Acosh", "inverse hyperbolic cosine of each element", one_float, acosh),
    UNARY("Asin", "arc sine of each element", one_float, asin),
    UNARY("Asinh", "inverse hyperbolic sine of each element", one_float, asinh),
    UNARY("Atan", "arc tangent of each element", one_float, atan),
    UNARY("Atanh", "inverse hyperbolic tangent of each element", one_float, atanh),
    UNARY("Cosh", "hyperbolic cosine of each element", one_float, cosh),
    UNARY("Sinh", "hyperbolic sine of each element", one_float, sinh),
    STEPS("Div", "quotient, operands broadcast; of integers truncated", two_numbers, div),
    STEPS("Pow", "power, operands broadcast", two_numbers, pow),
    STEPS("Relu", "larger of each element and 0", one_number, relu),
    STEPS("Reciprocal", "1 / each element", one_float, reciprocal),
    STEPS("Clip", "brings each element into a range",
          GRN_PORTS(GRN_PORT("input", grn_onnx_numeric), GRN_PORT("min", number_or_none),
                    GRN_PORT("max", number_or_none)),
          clip),
    GRN_ONNX_ROW("Sum", "sum of several, operands broadcast", "ON-10, ON-11",
                 .operands = GRN_PORTS(GRN_PORT_ANY("data_0", grn_onnx_numeric)), .verify = sum_verify,
                 .infer = math_infer, .eval = sum_eval),
    {.name = NULL},
};

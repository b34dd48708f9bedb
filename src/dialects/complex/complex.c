/* complex.c - complex numbers, put together, taken apart and computed with (MLIR complex dialect,
 * the op of each name). */
#include "dialects/complex/complex.h"

/* ---- types ----------------------------------------------------------------------------------- */

static bool is_complex(const grn_type *t)
{
    return t->kind == GRN_TYPE_COMPLEX && t->element->kind != GRN_TYPE_INTEGER;
}
static bool is_float(const grn_type *t) { return t->kind == GRN_TYPE_FLOAT || t->kind == GRN_TYPE_OTHER_FLOAT; }
static bool is_i1(const grn_type *t)
{
    return t->kind == GRN_TYPE_INTEGER && t->width == 1 && t->signedness == GRN_SIGNLESS;
}
static const grn_type_class complex_type = {"complex type with floating-point elements", is_complex};
static const grn_type_class float_type = {"floating-point", is_float};
static const grn_type_class i1_type = {"1-bit signless integer", is_i1};

/* ---- rules ----------------------------------------------------------------------------------- */

static grn_status same_verify(const grn_op *op, grn_check *check)
{
    for (size_t i = 0; i < op->noperands; i++)
        if (grn_operand_type(op, i) != grn_result_type(op, 0))
            return grn_op_fail(op, check, "requires the same type for all operands and results");
    return GRN_OK;
}

static grn_status create_verify(const grn_op *op, grn_check *check)
{
    if (grn_operand_type(op, 0) != grn_operand_type(op, 1))
        return grn_op_fail(op, check, "failed to verify that all of {real, imaginary} have same type");
    return grn_result_type(op, 0)->element == grn_operand_type(op, 0)
               ? GRN_OK
               : grn_op_fail(op, check, "failed to verify that complex element type matches real operand type");
}

static grn_status part_verify(const grn_op *op, grn_check *check)
{
    return grn_operand_type(op, 0)->element == grn_result_type(op, 0)
               ? GRN_OK
               : grn_op_fail(op, check, "failed to verify that complex element type matches result type");
}

static grn_status compare_verify(const grn_op *op, grn_check *check)
{
    return grn_operand_type(op, 0) == grn_operand_type(op, 1)
               ? GRN_OK
               : grn_op_fail(op, check, "failed to verify that all of {lhs, rhs} have same type");
}

/* ---- constant: [1.0 : f32, 2.0 : f32] -------------------------------------------------------- */

static grn_status constant_verify(const grn_op *op, grn_check *check)
{
    const grn_attr *value = grn_op_attr(op, "value");
    const grn_type *element = grn_result_type(op, 0)->element;
    if (value->array.count != 2)
        return grn_op_fail(op, check, "requires 'value' to be a complex constant, represented as array of two values");
    const grn_attr *const *part = value->array.items;
    if (part[0]->kind != GRN_ATTR_FLOAT || part[1]->kind != GRN_ATTR_FLOAT)
        return grn_op_fail(op, check, "requires attribute's elements to be float attributes");
    if (part[0]->type == element && part[1]->type == element)
        return GRN_OK;
    char a[GRN_TYPE_TEXT_BYTES], b[GRN_TYPE_TEXT_BYTES], c[GRN_TYPE_TEXT_BYTES];
    return grn_op_fail(
        op, check,
        "requires attribute's element types ('%s', '%s') to match the element type of the op's return type "
        "('%s')",
        grn_type_text(part[0]->type, a, sizeof a), grn_type_text(part[1]->type, b, sizeof b),
        grn_type_text(element, c, sizeof c));
}

static grn_status constant_eval(grn_exec *x, const grn_op *op)
{
    const grn_attr *value = grn_op_attr(op, "value");
    const grn_scalar number = {.dtype = GRN_C128, .c = {value->array.items[0]->real, value->array.items[1]->real}};
    grn_dtype dtype = grn_hlo_result_dtype(op, 0);
    if (dtype == GRN_NO_DTYPE)
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "cannot run: its type has no values here");
    grn_status status = grn_hlo_new_result(x, op, 0, 0, NULL);
    if (status == GRN_OK)
        grn_scalar_store(&number, dtype, x->results[0].tensor.data);
    return status;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_port one[] = {GRN_PORT("complex", complex_type), GRN_PORTS_END};
static const grn_port two[] = {GRN_PORT("lhs", complex_type), GRN_PORT("rhs", complex_type), GRN_PORTS_END};
static const grn_port real[] = {GRN_PORT("result", float_type), GRN_PORTS_END};
static const grn_port truth[] = {GRN_PORT("result", i1_type), GRN_PORTS_END};

#define SAME(op, does, ports, function)                                                                 \
    GRN_MLIR_LISTED(complex, op, does, ports, one, grn_arithmetic_flags, .format = GRN_MLIR_ARITHMETIC, \
                    .traits = GRN_TRAIT_PURE, .verify = same_verify, .element = &grn_element_##function)
#define PART(op, does, function)                                                                          \
    GRN_MLIR_LISTED(complex, op, does, one, real, GRN_NO_ATTRS, .traits = GRN_TRAIT_PURE,                 \
                    .assembly = "%complex {} : !complex ~result=element(complex)", .verify = part_verify, \
                    .element = &grn_element_##function)
#define COMPARE(op, does, function)                                                                    \
    GRN_MLIR_LISTED(complex, op, does, two, truth, GRN_NO_ATTRS, .traits = GRN_TRAIT_PURE,             \
                    .assembly = "%lhs , %rhs {} : !lhs ~rhs=lhs ~result=i1", .verify = compare_verify, \
                    .element = &grn_element_##function)

const grn_op_def grn_complex_ops[] = {
    GRN_MLIR_LISTED(complex, create, "complex number of its real and imaginary parts",
                    GRN_PORTS(GRN_PORT("real", float_type), GRN_PORT("imaginary", float_type)), one, GRN_NO_ATTRS,
                    .traits = GRN_TRAIT_PURE,
                    .assembly = "%real , %imaginary {} : !complex ~real=element(complex) ~imaginary=element(complex)",
                    .verify = create_verify, .element = &grn_element_complex),
    GRN_MLIR_LISTED(complex, constant, "gives a complex number that is written in the program", GRN_NO_PORTS, one,
                    GRN_ATTRS(GRN_NEEDS("value", grn_attr_is_array)), .traits = GRN_TRAIT_PURE,
                    .format = "$value {} :results", .verify = constant_verify, .eval = constant_eval),
    PART(re, "real part", real),
    PART(im, "imaginary part", imag),
    PART(abs, "absolute value", abs),
    SAME(add, "sum", two, add),
    SAME(sub, "difference", two, subtract),
    SAME(mul, "product", two, multiply),
    SAME(div, "quotient", two, divide),
    SAME(neg, "number with its sign changed", one, negate),
    SAME(cos, "cosine", one, cosine),
    SAME(exp, "e to the power of z", one, exponential),
    SAME(log, "natural logarithm", one, log),
    SAME(pow, "z to the power of w", two, power),
    SAME(sin, "sine", one, sine),
    SAME(sqrt, "square root", one, sqrt),
    SAME(tan, "tangent", one, tan),
    SAME(tanh, "hyperbolic tangent", one, tanh),
    COMPARE(eq, "whether two numbers are equal", compare_eq),
    COMPARE(neq, "whether two numbers differ", compare_ne),
    {.name = NULL},
};

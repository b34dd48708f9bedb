/*
 * arith.c - as much of the arith dialect as programs around a gather use:
 * constants, and element-wise arithmetic on scalars and tensors (MLIR, arith
 * dialect). Integers are signless; i1 is arithmetic modulo 2.
 */
#include "dialects/arith/arith.h"

/* ---- constant -------------------------------------------------------------------------------- */

/* The type of a value; true and false are i1. */
static const grn_type *value_type(grn_ir *ir, const grn_attr *value)
{
    return value->kind == GRN_ATTR_BOOL ? grn_type_integer(ir, 1, GRN_SIGNLESS) : value->type;
}

static bool is_value(const grn_attr *a)
{
    return a->kind == GRN_ATTR_BOOL || a->kind == GRN_ATTR_INTEGER || a->kind == GRN_ATTR_FLOAT ||
           a->kind == GRN_ATTR_ELEMENTS || (a->kind == GRN_ATTR_OPAQUE && a->type);
}
static const grn_attr_class is_typed_value = {"TypedAttr instance", is_value};

static grn_status constant_verify(const grn_op *op, grn_check *check)
{
    const grn_type *result = grn_result_type(op, 0), *type = value_type(check->scratch, grn_op_attr(op, "value"));
    if (!type)
        return GRN_E_MEMORY;
    if (!grn_types_equal(type, result))
        return grn_op_fail(op, check, "failed to verify that all of {value, result} have same type");
    if (result->kind == GRN_TYPE_INTEGER && result->signedness != GRN_SIGNLESS)
        return grn_op_fail(op, check, "integer return type must be signless");
    return GRN_OK;
}

static grn_scalar scalar_of(const grn_attr *value)
{
    if (value->kind == GRN_ATTR_FLOAT)
        return (grn_scalar){.dtype = GRN_F64, .f = value->real};
    return (grn_scalar){.dtype = GRN_I64, .i = value->kind == GRN_ATTR_BOOL ? value->boolean : value->integer};
}

static grn_status constant_eval(grn_exec *x, const grn_op *op)
{
    const grn_attr *value = grn_op_attr(op, "value");
    grn_dtype dtype = grn_hlo_result_dtype(op, 0);
    if (value->kind == GRN_ATTR_ELEMENTS) {
        const grn_rt view = {.tensor = value->elements->tensor};
        return x->calls->share(x, &view, NULL, &x->results[0]);
    }
    if (dtype == GRN_NO_DTYPE || value->kind == GRN_ATTR_OPAQUE)
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "cannot run: its type has no values here");
    grn_status status = grn_hlo_new_result(x, op, 0, 0, NULL);
    if (status != GRN_OK)
        return status;
    grn_scalar scalar = scalar_of(value);
    if (dtype == GRN_I1)
        *(unsigned char *)x->results[0].tensor.data = scalar.i & 1;
    else
        grn_scalar_store(&scalar, dtype, x->results[0].tensor.data);
    return GRN_OK;
}

static grn_status constant_parse(grn_parser *p, grn_op *op)
{
    const grn_attr *value = NULL;
    grn_status status = grn_parser_attr_dict(p, op, false);
    grn_place place = grn_parser_place(p);
    if (status == GRN_OK)
        status = grn_parser_attr(p, &value);
    if (status != GRN_OK)
        return status;
    if (!is_value(value))
        return grn_parser_fail(p, place, "expected a value, such as 4 : index or dense<0> : tensor<2xi32>");
    const grn_type *type = value_type(grn_parser_ir(p), value);
    status = type ? grn_parse_set(p, op, GRN_STR("value"), value) : GRN_E_MEMORY;
    return status == GRN_OK ? grn_parser_results(p, op, 1, &type) : status;
}

static grn_status constant_print(grn_printer *p, const grn_op *op)
{
    static const char *const skip[] = {"value", NULL};
    grn_printer_attr_dict(p, op, skip, " ");
    grn_printer_text(p, " ");
    grn_printer_attr(p, grn_op_attr(op, "value"));
    return GRN_OK;
}

/* ---- element-wise ---------------------------------------------------------------------------- */

static bool is_float_like(const grn_type *t) { return grn_type_element_or_self(t)->kind == GRN_TYPE_FLOAT; }

static bool is_integer_like(const grn_type *t)
{
    const grn_type *e = grn_type_element_or_self(t);
    return e->kind == GRN_TYPE_INDEX || (e->kind == GRN_TYPE_INTEGER && e->signedness == GRN_SIGNLESS);
}

static bool is_fixed_width(const grn_type *t)
{
    return is_integer_like(t) && grn_type_element_or_self(t)->kind != GRN_TYPE_INDEX;
}

const grn_type_class grn_is_float_like = {"floating-point-like", is_float_like};
const grn_type_class grn_is_integer_like = {"signless-integer-like", is_integer_like};
const grn_type_class grn_is_fixed_width = {"signless-fixed-width-integer-like", is_fixed_width};

static bool is_i1_like(const grn_type *t)
{
    const grn_type *e = grn_type_element_or_self(t);
    return e->kind == GRN_TYPE_INTEGER && e->width == 1 && e->signedness == GRN_SIGNLESS;
}
const grn_type_class grn_is_bool_like = {"bool-like", is_i1_like};

grn_status grn_arith_same_type_verify(const grn_op *op, grn_check *check)
{
    for (size_t i = 0; i < op->noperands; i++)
        if (grn_operand_type(op, i) != grn_result_type(op, 0))
            return grn_op_fail(op, check, "requires the same type for all operands and results");
    return GRN_OK;
}

static bool is_i1(const grn_op *op) { return grn_hlo_result_dtype(op, 0) == GRN_I1; }

/* On i1, sum and difference modulo 2 are xor, the product is and; as signed values true is -1, the
 * smaller one. */
static const grn_element *sum(const grn_op *op) { return is_i1(op) ? &grn_element_xor : &grn_element_add; }
static const grn_element *difference(const grn_op *op) { return is_i1(op) ? &grn_element_xor : &grn_element_subtract; }
static const grn_element *product(const grn_op *op) { return is_i1(op) ? &grn_element_and : &grn_element_multiply; }
static const grn_element *larger(const grn_op *op) { return is_i1(op) ? &grn_element_and : &grn_element_maximum; }
static const grn_element *smaller(const grn_op *op) { return is_i1(op) ? &grn_element_or : &grn_element_minimum; }

/* ---- rows ------------------------------------------------------------------------------------ */

#define FLOATS(op, does, function) \
    GRN_ARITH_PAIR(op, does, grn_is_float_like, .traits = GRN_TRAIT_PURE, .element = &grn_element_##function)
#define INTEGERS(op, does, function) \
    GRN_ARITH_PAIR(op, does, grn_is_integer_like, .traits = GRN_TRAIT_PURE, .element_of = function)
#define BITS(op, does, function) \
    GRN_ARITH_PAIR(op, does, grn_is_integer_like, .traits = GRN_TRAIT_PURE, .element = &grn_element_##function)

const grn_op_def grn_arith_ops[] = {
    GRN_MLIR_LISTED(arith, constant, "gives a value that is written in the program", GRN_NO_PORTS,
                    GRN_PORTS(GRN_PORT("result", grn_hlo_any_type)), GRN_ATTRS(GRN_NEEDS("value", is_typed_value)),
                    .traits = GRN_TRAIT_PURE | GRN_TRAIT_VIEW, .parse = constant_parse, .print = constant_print,
                    .verify = constant_verify, .eval = constant_eval),
    FLOATS(addf, "sum of floats", add),
    FLOATS(subf, "difference of floats", subtract),
    FLOATS(mulf, "product of floats", multiply),
    FLOATS(divf, "quotient of floats", divide),
    FLOATS(maximumf, "larger of two floats; NaN where one is", maximum),
    FLOATS(minimumf, "smaller of two floats; NaN where one is", minimum),
    GRN_MLIR_LISTED(arith, negf, "float with its sign changed", GRN_PORTS(GRN_PORT("operand", grn_is_float_like)),
                    GRN_PORTS(GRN_PORT("result", grn_is_float_like)), grn_arithmetic_flags,
                    .format = GRN_MLIR_ARITHMETIC, .traits = GRN_TRAIT_PURE, .verify = grn_arith_same_type_verify,
                    .element = &grn_element_negate),
    INTEGERS(addi, "sum of integers, which wraps", sum),
    INTEGERS(subi, "difference of integers, which wraps", difference),
    INTEGERS(muli, "product of integers, which wraps", product),
    INTEGERS(maxsi, "larger of two signed integers", larger),
    INTEGERS(minsi, "smaller of two signed integers", smaller),
    BITS(andi, "bitwise and", and),
    BITS(ori, "bitwise or", or),
    BITS(xori, "bitwise exclusive or", xor),
    /* Upstream leaves open what a shift by the width or more gives: here all bits are shifted
     * out. */
    BITS(shli, "shift to the left", shift_left),
    BITS(shrsi, "shift to the right, the sign filled in", shift_right_arithmetic),
    BITS(shrui, "shift to the right, zeros filled in", shift_right_logical),
    FLOATS(remf, "remainder of floats, with the sign of lhs", remainder),
    {.name = NULL},
};

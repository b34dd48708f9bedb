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

/* ---- text: operands, then the type of the complex number: the others follow from it ---------- */

/* What the other types are of the complex type that is written. */
typedef struct shape_of_text {
    bool takes_parts, gives_part, gives_i1;
} shape_of_text;

static grn_status set_types(grn_parser *p, grn_op *op, const shape_of_text *t, grn_uses *uses, const grn_type *type)
{
    const grn_type *result = t->gives_part ? type->element : type;
    grn_status status = GRN_OK;
    if (t->gives_i1 && !(result = grn_type_integer(grn_parser_ir(p), 1, GRN_SIGNLESS)))
        return GRN_E_MEMORY;
    while (status == GRN_OK && uses->type.count < uses->use.count)
        status = grn_uses_type(uses, t->takes_parts ? type->element : type);
    return status == GRN_OK ? grn_uses_finish(p, op, uses, result) : status;
}

static grn_status parse_with(grn_parser *p, grn_op *op, const shape_of_text *t, grn_uses *uses)
{
    const grn_type *type;
    char text[GRN_TYPE_TEXT_BYTES];
    grn_status status = grn_uses_read(p, uses);
    while (status == GRN_OK && uses->use.count < (t->gives_part ? 1 : 2)) {
        status = grn_parser_expect(p, ",");
        if (status == GRN_OK)
            status = grn_uses_read(p, uses);
    }
    if (status == GRN_OK)
        status = grn_parser_attr_dict(p, op, false);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ":");
    grn_place place = grn_parser_place(p);
    if (status == GRN_OK)
        status = grn_parser_type(p, &type);
    if (status == GRN_OK && type->kind != GRN_TYPE_COMPLEX)
        return grn_parser_fail(p, place, "invalid kind of type specified: expected builtin.complex, but found '%s'",
                               grn_type_text(type, text, sizeof text));
    return status == GRN_OK ? set_types(p, op, t, uses, type) : status;
}

static grn_status parse(grn_parser *p, grn_op *op, const shape_of_text *t)
{
    grn_uses uses;
    grn_uses_init(p, &uses);
    grn_status status = parse_with(p, op, t, &uses);
    grn_uses_end(&uses);
    return status;
}

static grn_status print(grn_printer *p, const grn_op *op, bool of_result)
{
    static const char *const skip[] = {NULL};
    grn_printer_text(p, " ");
    grn_printer_values(p, op->operands, op->noperands);
    grn_printer_attr_dict(p, op, skip, " ");
    grn_printer_text(p, " : ");
    grn_printer_type(p, of_result ? grn_result_type(op, 0) : grn_operand_type(op, 0));
    return GRN_OK;
}

static grn_status create_parse(grn_parser *p, grn_op *op)
{
    return parse(p, op, &(shape_of_text){.takes_parts = true});
}
static grn_status create_print(grn_printer *p, const grn_op *op) { return print(p, op, true); }
static grn_status part_parse(grn_parser *p, grn_op *op) { return parse(p, op, &(shape_of_text){.gives_part = true}); }
static grn_status compare_parse(grn_parser *p, grn_op *op) { return parse(p, op, &(shape_of_text){.gives_i1 = true}); }
static grn_status operand_print(grn_printer *p, const grn_op *op) { return print(p, op, false); }

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_port parts[] = {GRN_PORT("real", float_type), GRN_PORT("imaginary", float_type), GRN_PORTS_END};
static const grn_port one[] = {GRN_PORT("complex", complex_type), GRN_PORTS_END};
static const grn_port two[] = {GRN_PORT("lhs", complex_type), GRN_PORT("rhs", complex_type), GRN_PORTS_END};
static const grn_port real[] = {GRN_PORT("result", float_type), GRN_PORTS_END};
static const grn_port truth[] = {GRN_PORT("result", i1_type), GRN_PORTS_END};

#define BASE(op, does, ports, result)                                                                                  \
    .name = GRN_NAME(complex, op), .summary = does, .source = "MLIR complex dialect, complex." #op, .operands = ports, \
    .results = result, .traits = GRN_TRAIT_PURE
#define SAME(op, does, ports, function)                                                           \
    {                                                                                             \
        BASE(op, does, ports, one), .format = GRN_MLIR_ARITHMETIC, .attrs = grn_arithmetic_flags, \
                                    .verify = same_verify, .element = &grn_element_##function     \
    }
#define PART(op, does, function)                                                                       \
    {                                                                                                  \
        BASE(op, does, one, real), .parse = part_parse, .print = operand_print, .verify = part_verify, \
                                   .element = &grn_element_##function                                  \
    }
#define COMPARE(op, does, function)                                                                           \
    {                                                                                                         \
        BASE(op, does, two, truth), .parse = compare_parse, .print = operand_print, .verify = compare_verify, \
                                    .element = &grn_element_##function                                        \
    }

const grn_op_def grn_complex_ops[] = {
    {BASE(create, "complex number of its real and imaginary parts", parts, one), .parse = create_parse,
     .print = create_print, .verify = create_verify, .element = &grn_element_complex},
    {BASE(constant, "gives a complex number that is written in the program", GRN_NO_PORTS, one),
     .format = "$value {} :results", .attrs = GRN_ATTRS(GRN_NEEDS("value", grn_attr_is_array)),
     .verify = constant_verify, .eval = constant_eval},
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

/* complex.c - complex's ops: numbers are structs of re and im. */
#include "emit/state.h"

static void write_constant(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const grn_type *t = grn_result_type(op, 0);
    const grn_attr *value = grn_op_attr(op, "value");
    unsigned char bytes[16];
    const size_t part = grn_dtype_bytes(t->dtype) / 2;
    const bool is_pair = value && value->kind == GRN_ATTR_ARRAY && value->array.count == 2;
    (void)row;
    for (size_t i = 0; is_pair && i < 2; i++) {
        const grn_scalar real = {.dtype = GRN_F64,
                                 .f = value->array.items[i]->kind == GRN_ATTR_FLOAT ? value->array.items[i]->real : 0};
        grn_scalar_store(&real, part == 4 ? GRN_F32 : GRN_F64, bytes + i * part);
    }
    if (is_pair)
        grn_c_give(s, op, 0, grn_c_element(s, t->dtype, t, bytes));
    else
        grn_c_refuse(s, "is no pair of numbers");
}

static void write_create(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const grn_c_type *type = grn_c_type_of(s, grn_result_type(op, 0));
    const grn_c_expr re = grn_c_operand(s, op, 0), im = grn_c_operand(s, op, 1);
    (void)row;
    grn_c_give(s, op, 0,
               (grn_c_expr){.text = grn_c_text(s, "(%s){%s, %s}", type->name, re.text, im.text),
                            .precedence = GRN_C_PRIMARY,
                            .type = type,
                            .reads = re.reads || im.reads});
}

static void write_part(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const grn_c_expr e = grn_c_operand(s, op, 0);
    grn_c_give(s, op, 0,
               (grn_c_expr){.text = grn_c_text(s, "%s.%s", grn_c_within(s, &e, GRN_C_PRIMARY), row->symbol),
                            .precedence = GRN_C_PRIMARY,
                            .type = grn_c_type_of(s, grn_result_type(op, 0)),
                            .reads = e.reads});
}

static void write_function(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const grn_c_expr a = grn_c_operand(s, op, 0), b = op->noperands > 1 ? grn_c_operand(s, op, 1) : a;
    const char *helper = grn_c_helper_of(s, row->symbol, a.type);
    grn_c_contracts(s);
    if (!grn_c_has_helper(s, helper))
        grn_c_refuse(s, "has no counterpart");
    grn_c_give(s, op, 0, grn_c_call(s, helper, a.type, &a, op->noperands > 1 ? &b : NULL));
}

/* For complex numbers of double parts alone: those of narrower parts are computed as these. */
static void write_libm(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    if (grn_result_type(op, 0)->dtype != GRN_C128)
        grn_c_refuse(s, "is of another type than complex<f64>");
    else
        write_function(s, op, row);
}

static void write_equal(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const grn_c_expr a = grn_c_operand(s, op, 0), b = grn_c_operand(s, op, 1);
    grn_c_expr e = grn_c_call(s, grn_c_helper_of(s, "equal", a.type), &grn_c_int, &a, &b);
    if (row->symbol[0] == '!')
        e = (grn_c_expr){
            .text = grn_c_text(s, "!%s", e.text), .precedence = GRN_C_UNARY, .type = &grn_c_int, .reads = e.reads};
    grn_c_range(&e, 0, 1);
    grn_c_give(s, op, 0, e);
}

static void write_abs(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const grn_c_expr z = grn_c_operand_named(s, op, 0);
    const grn_c_type *type = grn_c_type_of(s, grn_result_type(op, 0));
    (void)row;
    grn_c_needs(s, GRN_C_MATH_H);
    grn_c_give(s, op, 0,
               grn_c_cast(s,
                          (grn_c_expr){.text = grn_c_text(s, "hypot(%s.re, %s.im)", z.text, z.text),
                                       .precedence = GRN_C_PRIMARY,
                                       .type = &grn_c_double,
                                       .reads = z.reads},
                          type));
}

GRN_C(complex, constant) = {write_constant, "", "constant", 0, 0};
GRN_C(complex, create) = {write_create, "", "z", 0, 0};
GRN_C(complex, re) = {write_part, "re", "re", 0, 0};
GRN_C(complex, im) = {write_part, "im", "im", 0, 0};
GRN_C(complex, add) = {write_function, "sum", "z", 0, 0};
GRN_C(complex, sub) = {write_function, "difference", "z", 0, 0};
GRN_C(complex, mul) = {write_function, "product", "z", 0, 0};
GRN_C(complex, neg) = {write_function, "negative", "z", 0, 0};
GRN_C(complex, cos) = {write_libm, "cosine", "z", 0, 0};
GRN_C(complex, log) = {write_libm, "logarithm", "z", 0, 0};
GRN_C(complex, pow) = {write_libm, "power", "z", 0, 0};
GRN_C(complex, sin) = {write_libm, "sine", "z", 0, 0};
GRN_C(complex, sqrt) = {write_libm, "square_root", "z", 0, 0};
GRN_C(complex, tan) = {write_libm, "tangent", "z", 0, 0};
GRN_C(complex, tanh) = {write_libm, "tangent_h", "z", 0, 0};
GRN_C(complex, eq) = {write_equal, "", "holds", 0, 0};
GRN_C(complex, neq) = {write_equal, "!", "holds", 0, 0};
GRN_C(complex, abs) = {write_abs, "", "magnitude", 0, 0};

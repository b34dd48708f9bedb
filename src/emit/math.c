/* math.c - math's ops by C's own functions. Where float's function is not exact, it is computed in
 * double and rounded once, as the interpreter does. */
#include "emit/state.h"

static bool is_integer(const grn_type *t) { return t->kind == GRN_TYPE_INTEGER || t->kind == GRN_TYPE_INDEX; }

/* The value as C computes with it, and back. */
static grn_c_expr real_operand(grn_c *s, const grn_op *op, size_t i)
{
    const grn_type *t = grn_operand_type(op, i);
    const grn_c_expr e = grn_c_operand(s, op, i);
    return grn_c_is_narrow(t) ? grn_c_decode(s, e, t) : e;
}

static void give_real(grn_c *s, const grn_op *op, grn_c_expr e)
{
    const grn_type *t = grn_result_type(op, 0);
    grn_c_give(s, op, 0, grn_c_is_narrow(t) ? grn_c_encode(s, e, t) : grn_c_cast(s, e, grn_c_type_of(s, t)));
}

/* Exact, or rounded once by IEEE 754: float has its own, with an f behind the name. */
static void write_exact(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const grn_c_expr e = real_operand(s, op, 0);
    const char *name = e.type == &grn_c_float ? grn_c_text(s, "%sf", row->symbol) : row->symbol;
    grn_c_needs(s, GRN_C_MATH_H);
    give_real(s, op, grn_c_call(s, name, e.type, &e, NULL));
}

static void write_function(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const grn_c_expr a = real_operand(s, op, 0), b = op->noperands > 1 ? real_operand(s, op, 1) : a;
    grn_c_needs(s, GRN_C_MATH_H);
    give_real(s, op, grn_c_call(s, row->symbol, &grn_c_double, &a, op->noperands > 1 ? &b : NULL));
}

static void write_rsqrt(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const grn_c_expr e = real_operand(s, op, 0);
    (void)row;
    grn_c_needs(s, GRN_C_MATH_H);
    give_real(s, op,
              (grn_c_expr){.text = grn_c_text(s, "1.0 / sqrt(%s)", e.text),
                           .precedence = GRN_C_PRODUCT,
                           .type = &grn_c_double,
                           .reads = e.reads});
}

static void write_absolute(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const grn_type *t = grn_result_type(op, 0);
    if (!is_integer(t)) {
        write_exact(s, op, row);
        return;
    }
    const grn_c_expr e = grn_c_as_signed(s, grn_c_operand(s, op, 0), t);
    const grn_c_type *type = grn_c_type_of(s, t);
    if (grn_c_width(t) < 8)
        grn_c_refuse(s, "takes integers of less than 8 bits");
    else
        grn_c_give(s, op, 0, grn_c_call(s, grn_c_helper_of(s, "absolute", type), type, &e, NULL));
}

static void write_count(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const grn_type *t = grn_result_type(op, 0);
    if (grn_c_width(t) < 8) {
        grn_c_refuse(s, "counts bits of integers of less than 8");
        return;
    }
    const grn_c_expr number = grn_c_name_expr(s, "", grn_c_type_of(s, t));
    const grn_c_type *type = grn_c_as_unsigned(s, number, t).type;
    const grn_c_expr e = grn_c_as_unsigned(s, grn_c_operand(s, op, 0), t);
    grn_c_give(s, op, 0, grn_c_call(s, grn_c_helper_of(s, row->symbol, type), type, &e, NULL));
}

GRN_C(math, absi) = {write_absolute, "", "magnitude", 0, 0};
GRN_C(math, absf) = {write_exact, "fabs", "magnitude", 0, 0};
GRN_C(math, ceil) = {write_exact, "ceil", "rounded", 0, 0};
GRN_C(math, floor) = {write_exact, "floor", "rounded", 0, 0};
GRN_C(math, round) = {write_exact, "round", "rounded", 0, 0};
GRN_C(math, roundeven) = {write_exact, "rint", "rounded", 0, 0};
GRN_C(math, trunc) = {write_exact, "trunc", "rounded", 0, 0};
GRN_C(math, sqrt) = {write_exact, "sqrt", "root", 0, 0};
GRN_C(math, rsqrt) = {write_rsqrt, "", "root", 0, 0};
GRN_C(math, exp) = {write_function, "exp", "power", 0, 0};
GRN_C(math, expm1) = {write_function, "expm1", "power", 0, 0};
GRN_C(math, log) = {write_function, "log", "logarithm", 0, 0};
GRN_C(math, log1p) = {write_function, "log1p", "logarithm", 0, 0};
GRN_C(math, sin) = {write_function, "sin", "sine", 0, 0};
GRN_C(math, cos) = {write_function, "cos", "cosine", 0, 0};
GRN_C(math, tan) = {write_function, "tan", "tangent", 0, 0};
GRN_C(math, tanh) = {write_function, "tanh", "tangent", 0, 0};
GRN_C(math, atan2) = {write_function, "atan2", "angle", 0, 0};
GRN_C(math, acos) = {write_function, "acos", "angle", 0, 0};
GRN_C(math, acosh) = {write_function, "acosh", "angle", 0, 0};
GRN_C(math, asin) = {write_function, "asin", "angle", 0, 0};
GRN_C(math, asinh) = {write_function, "asinh", "angle", 0, 0};
GRN_C(math, atan) = {write_function, "atan", "angle", 0, 0};
GRN_C(math, atanh) = {write_function, "atanh", "angle", 0, 0};
GRN_C(math, cosh) = {write_function, "cosh", "cosine", 0, 0};
GRN_C(math, sinh) = {write_function, "sinh", "sine", 0, 0};
GRN_C(math, erf) = {write_function, "erf", "part", 0, 0};
GRN_C(math, powf) = {write_function, "pow", "power", 0, 0};
GRN_C(math, cbrt) = {write_function, "cbrt", "root", 0, 0};
GRN_C(math, ctlz) = {write_count, "leading_zeros", "count", 0, 0};
GRN_C(math, cttz) = {write_count, "trailing_zeros", "count", 0, 0};
GRN_C(math, ctpop) = {write_count, "ones", "count", 0, 0};

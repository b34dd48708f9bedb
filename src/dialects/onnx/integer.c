/*
 * integer.c - ONNX's operators of bits and remainders.
 *
 *   ON-10, ON-11  as for Add
 *   ON-32  Mod: fmod is 0 or 1
 *   ON-33  BitShift: direction is "LEFT" or "RIGHT"
 *   ON-34  BitCast: the result's elements are those of `to`, and as wide as the operand's
 */
#include "dialects/onnx/calc.h"

#include <inttypes.h>

/* ---- sets of types --------------------------------------------------------------------------- */

static bool is_integer(const grn_type *t)
{
    return grn_type_is_tensor(t) && t->element->kind == GRN_TYPE_INTEGER && t->element->width >= 8 &&
           t->element->dtype != GRN_NO_DTYPE;
}
static bool is_bits(const grn_type *t)
{
    return grn_type_is_tensor(t) && t->element->dtype != GRN_NO_DTYPE && t->element->kind != GRN_TYPE_COMPLEX &&
           t->element->kind != GRN_TYPE_INDEX;
}
static const grn_type_class integers = {"ranked tensor of 8-bit to 64-bit integer values", is_integer};
static const grn_type_class bits = {"ranked tensor of integer or float values", is_bits};

/* ---- rules ----------------------------------------------------------------------------------- */

static grn_status pair_shape(const grn_onnx_at *at, grn_dims *out)
{
    grn_status status = GRN_OK;
    *out = grn_onnx_extents(at, 0);
    for (size_t i = 1; status == GRN_OK && i < at->op->noperands; i++) {
        grn_dims other = grn_onnx_extents(at, i);
        status = grn_onnx_broadcast(at, &other, out);
    }
    return status;
}

static grn_status pair_types(const grn_op *op, grn_check *check)
{
    return op->noperands > 1 ? grn_tensor_elements_same(op, check, "ON-11", 1, 0) : GRN_OK;
}
GRN_ONNX_TYPED(pair)

static grn_status mod_verify(const grn_op *op, grn_check *check)
{
    const int64_t fmod = grn_op_integer(op, "fmod", 0);
    if (fmod != 0 && fmod != 1)
        return grn_tensor_broken(op, check, "ON-32", "fmod is %" PRId64 ", expected 0 or 1", fmod);
    return pair_verify(op, check);
}

static bool goes_left(const grn_op *op) { return grn_str_is(grn_op_attr(op, "direction")->text, "LEFT"); }

static grn_status shift_verify(const grn_op *op, grn_check *check)
{
    const grn_str way = grn_op_attr(op, "direction")->text;
    if (!goes_left(op) && !grn_str_is(way, "RIGHT"))
        return grn_tensor_broken(op, check, "ON-33", "direction is \"%.*s\", expected \"LEFT\" or \"RIGHT\"",
                                 (int)way.n, way.text);
    return pair_verify(op, check);
}

static grn_status bit_cast_verify(const grn_op *op, grn_check *check)
{
    char want[GRN_TYPE_TEXT_BYTES], have[GRN_TYPE_TEXT_BYTES];
    const grn_type *to = grn_op_attr(op, "to")->type_value, *from = grn_operand_type(op, 0)->element,
                   *element = grn_result_type(op, 0)->element;
    if (!grn_types_equal(to, element))
        return grn_tensor_broken(op, check, "ON-34",
                                 "the result has elements of '%s', expected '%s', as attribute 'to' says",
                                 grn_type_text(element, have, sizeof have), grn_type_text(to, want, sizeof want));
    if (!is_bits(grn_result_type(op, 0)) || grn_dtype_bits(element->dtype) != grn_dtype_bits(from->dtype))
        return grn_tensor_broken(op, check, "ON-34", "'%s' has not as many bits as '%s'",
                                 grn_type_text(element, have, sizeof have), grn_type_text(from, want, sizeof want));
    return GRN_OK;
}

static grn_status bit_cast_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    return grn_onnx_infer_as(pair_shape, grn_op_attr(op, "to")->type_value, op, check, out);
}

/* ---- in the run ------------------------------------------------------------------------------ */

/* The remainder has A's sign; by fmod 0 it has B's, and is then B more where the signs differ. Of
 * floats a remainder of 0 has B's sign too. */
static grn_status mod_eval(grn_exec *x, const grn_op *op)
{
    const grn_dtype dtype = grn_hlo_result_dtype(op, 0);
    const grn_dtype_class class = grn_dtype_class_of(dtype);
    grn_calc c;
    grn_calc_begin(&c, x, op);
    const grn_calc_value b = grn_calc_operand(&c, 1);
    grn_calc_value out = grn_calc_map(&c, &grn_element_remainder, dtype, grn_calc_operand(&c, 0), b);
    if (class != GRN_CLASS_UNSIGNED && !grn_op_integer(op, "fmod", 0)) {
        const grn_calc_value zero = grn_calc_number(&c, dtype, 0),
                             sign = grn_calc_map(&c, &grn_element_sign, dtype, b, NULL);
        const grn_calc_value signs =
            grn_calc_map(&c, &grn_element_multiply, dtype, grn_calc_map(&c, &grn_element_sign, dtype, out, NULL), sign);
        const grn_calc_value differ = grn_calc_map(&c, &grn_element_compare_lt, GRN_I1, signs, zero);
        const grn_calc_value none =
            class == GRN_CLASS_FLOAT ? grn_calc_map(&c, &grn_element_compare_eq, GRN_I1, out, zero) : NULL;
        out = grn_calc_select(&c, differ, grn_calc_map(&c, &grn_element_add, dtype, out, b), out);
        if (class == GRN_CLASS_FLOAT)
            out = grn_calc_select(&c, none, grn_calc_map(&c, &grn_element_multiply, dtype, zero, sign), out);
    }
    return grn_calc_end(&c, 1, &out);
}

static grn_status map(grn_exec *x, const grn_op *op, const grn_element *element)
{
    grn_calc c;
    grn_calc_begin(&c, x, op);
    const grn_calc_value out = grn_calc_map(&c, element, grn_hlo_result_dtype(op, 0), grn_calc_operand(&c, 0),
                                            element->nargs == 2 ? grn_calc_operand(&c, 1) : NULL);
    return grn_calc_end(&c, 1, &out);
}

static grn_status shift_eval(grn_exec *x, const grn_op *op)
{
    const bool is_signed = grn_dtype_class_of(grn_hlo_result_dtype(op, 0)) == GRN_CLASS_SIGNED;
    return map(x, op,
               goes_left(op) ? &grn_element_shift_left
               : is_signed   ? &grn_element_shift_right_arithmetic
                             : &grn_element_shift_right_logical);
}
static grn_status xor_eval(grn_exec *x, const grn_op *op) { return map(x, op, &grn_element_xor); }
static grn_status not_eval(grn_exec *x, const grn_op *op) { return map(x, op, &grn_element_not); }

static grn_status bit_cast_eval(grn_exec *x, const grn_op *op)
{
    const grn_tensor *in = &x->operands[0].tensor;
    grn_status status = grn_hlo_new_result(x, op, 0, in->rank, in->shape);
    if (status == GRN_OK)
        grn_eval_bitcast(&x->results[0].tensor, in);
    return status;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_port results[] = {GRN_PORT("output", grn_is_ranked_tensor), GRN_PORTS_END};

const grn_op_def grn_onnx_integer_ops[] = {
    GRN_ONNX_ROW("Mod", "remainder, of B's sign or by fmod of A's, operands broadcast", "ON-10, ON-11, ON-32",
                 .operands = GRN_PORTS(GRN_PORT("A", grn_onnx_numeric), GRN_PORT("B", grn_onnx_numeric)),
                 .attrs = GRN_ATTRS(GRN_MAY_HAVE("fmod", grn_onnx_is_si64)), .verify = mod_verify, .infer = pair_infer,
                 .eval = mod_eval),
    GRN_ONNX_ROW("BitShift", "shifts the bits of each element, operands broadcast", "ON-10, ON-11, ON-33",
                 .operands = GRN_PORTS(GRN_PORT("X", integers), GRN_PORT("Y", integers)),
                 .attrs = GRN_ATTRS(GRN_NEEDS("direction", grn_attr_is_string)), .verify = shift_verify,
                 .infer = pair_infer, .eval = shift_eval),
    GRN_ONNX_ROW("BitwiseXor", "bitwise exclusive or, operands broadcast", "ON-10, ON-11",
                 .operands = GRN_PORTS(GRN_PORT("A", integers), GRN_PORT("B", integers)), .verify = pair_verify,
                 .infer = pair_infer, .eval = xor_eval),
    GRN_ONNX_ROW("BitwiseNot", "each bit the other way", "X", .operands = GRN_PORTS(GRN_PORT("X", integers)),
                 .verify = pair_verify, .infer = pair_infer, .eval = not_eval),
    GRN_ONNX_ROW("BitCast", "the bits of each element as another type of as many", "ON-34",
                 .operands = GRN_PORTS(GRN_PORT("input", bits)), .attrs = GRN_ATTRS(GRN_NEEDS("to", grn_attr_is_type)),
                 .verify = bit_cast_verify, .infer = bit_cast_infer, .eval = bit_cast_eval),
    {.name = NULL},
};

/*
 * element.c - the element-wise ops. Each is its row: the rules are
 * shared, and the meaning is an element function of the eval layer.
 */
#include "dialects/common/quantized.h"
#include "dialects/common/mlir.h"
#include "dialects/stablehlo/ops.h"
#include "dialects/stablehlo/quant_rules.h"

/* ---- compare --------------------------------------------------------------------------------- */

/* Upstream's traits: shapes of all three agree (C2), element types of the operands do (C1). */
static grn_status compare_verify(const grn_op *op, grn_check *check)
{
    grn_status status = grn_hlo_verify_elementwise(op, check);
    if (status == GRN_OK && !grn_hlo_elements_agree(grn_operand_type(op, 0), grn_operand_type(op, 1)))
        status = grn_op_fail(op, check, "requires compatible element types for all operands");
    return status;
}

/* The shape of lhs: upstream lets go of its bounds. */
static grn_status compare_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *in = grn_operand_type(op, 0), *pred = grn_type_of_dtype(check->scratch, GRN_I1);
    return pred ? grn_hlo_infer_tensor(check, out, pred, in->rank, in->shape) : GRN_E_MEMORY;
}

/* Integers compare by their own signedness, floats as IEEE-754 does or, under TOTALORDER, by its
 * total order. */
static const grn_element *compare_element(const grn_op *op)
{
    static const grn_element *const by_type[2][6] = {
        {&grn_element_compare_eq, &grn_element_compare_ne, &grn_element_compare_ge, &grn_element_compare_gt,
         &grn_element_compare_le, &grn_element_compare_lt},
        {&grn_element_total_eq, &grn_element_total_ne, &grn_element_total_ge, &grn_element_total_gt,
         &grn_element_total_le, &grn_element_total_lt},
    };
    const grn_attr *direction = grn_op_attr(op, "comparison_direction"), *type = grn_op_attr(op, "compare_type");
    bool total = type && type->enumeration.value == GRN_COMPARE_TOTALORDER &&
                 grn_type_element_or_self(grn_operand_type(op, 0))->kind == GRN_TYPE_FLOAT;
    return by_type[total][direction->enumeration.value];
}

/* ---- select, clamp --------------------------------------------------------------------------- */

/* select C1: pred is a scalar or of the values' shape. C2: the values and the result have one
 * type. */
static grn_status select_rules(const grn_op *op, grn_check *check)
{
    const grn_type *pred = grn_operand_type(op, 0), *a = grn_operand_type(op, 1), *b = grn_operand_type(op, 2);
    if (!grn_hlo_elements_agree(a, b) || !grn_hlo_shapes_agree(a, b))
        return grn_stablehlo_broken(op, check, "C2", "requires compatible types for non-predicate operands");
    if (pred->rank != 0 && !grn_hlo_shapes_agree(pred, a))
        return grn_stablehlo_broken(op, check, "C1", "requires the same shape for all operands");
    return GRN_OK;
}

static const grn_type *operand_like_result(const grn_op *op, size_t operand)
{
    const grn_type *in = grn_operand_type(op, operand), *out = grn_result_type(op, 0);
    return grn_hlo_elements_agree(in, out) && grn_hlo_shapes_agree(in, out) ? out : in;
}

static grn_status select_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *type;
    grn_status status = select_rules(op, check);
    if (status == GRN_OK)
        status = grn_hlo_merge_types(op, check, GRN_MERGE_MOST_SPECIFIC, grn_operand_type(op, 1),
                                     grn_operand_type(op, 2), &type);
    return status == GRN_OK ? grn_stablehlo_infer_one(check, out, type) : status;
}

/* clamp C1, C2: min and max are scalars or of the operand's shape. C3: one element type. C4: the
 * result is the operand's. */
static grn_status clamp_bound(const grn_op *op, grn_check *check, size_t operand, const char *name, const char *rule)
{
    const grn_type *bound = grn_operand_type(op, operand), *value = grn_operand_type(op, 1);
    char have[GRN_DIMS_TEXT_BYTES], want[GRN_DIMS_TEXT_BYTES];
    if (bound->rank == 0 || grn_hlo_shapes_agree(bound, value))
        return GRN_OK;
    return grn_stablehlo_broken(op, check, rule, "%s shape %s is not scalar and is not compatible to operand shape %s",
                                name, grn_stablehlo_dims_text((size_t)bound->rank, bound->shape, have, sizeof have),
                                grn_stablehlo_dims_text((size_t)value->rank, value->shape, want, sizeof want));
}

static grn_status clamp_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    grn_status status = clamp_bound(op, check, 0, "min", "C1");
    if (status == GRN_OK)
        status = clamp_bound(op, check, 2, "max", "C2");
    return status == GRN_OK ? grn_stablehlo_infer_one(check, out, operand_like_result(op, 1)) : status;
}

/* ---- complex numbers ------------------------------------------------------------------------- */

static grn_status with_element(const grn_op *op, grn_check *check, grn_inferred *out, const grn_type *element)
{
    return element ? grn_hlo_infer_like(check, out, element, grn_operand_type(op, 0)) : GRN_E_MEMORY;
}

/* complex C1: the parts have one type. C2, C3: the result has their shape and their type as its
 * parts'. */
static grn_status complex_verify(const grn_op *op, grn_check *check)
{
    const grn_type *a = grn_operand_type(op, 0), *b = grn_operand_type(op, 1);
    if (a->element != b->element)
        return grn_op_fail(op, check, "requires the same element type for all operands");
    return grn_hlo_verify_same_shape(op, check);
}

static grn_status complex_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    return with_element(op, check, out, grn_type_complex(check->scratch, grn_operand_type(op, 0)->element));
}

/* real, imag: the part of a complex number; a real number's own and zero. */
static grn_status part_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *element = grn_operand_type(op, 0)->element;
    return with_element(op, check, out, element->kind == GRN_TYPE_COMPLEX ? element->element : element);
}

/* abs C1, C2: of a complex number the real magnitude, else the operand's type. */
static grn_status abs_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *element = grn_operand_type(op, 0)->element;
    if (element->kind != GRN_TYPE_COMPLEX)
        return grn_stablehlo_infer_one(check, out, operand_like_result(op, 0));
    return with_element(op, check, out, element->element);
}

static grn_status is_finite_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    return with_element(op, check, out, grn_type_of_dtype(check->scratch, GRN_I1));
}

/* `%re, %im : tensor<complex<f32>>`: the result's type stands for the operands' where it determines
 * them. */
static const grn_type *part_type(grn_ir *ir, const grn_type *whole)
{
    if (!grn_type_is_tensor(whole) || whole->element->kind != GRN_TYPE_COMPLEX)
        return NULL;
    return grn_type_tensor(ir, whole->element->element, whole->rank, whole->shape, whole->encoding);
}

static grn_status assign_parts(grn_parser *p, grn_op *op, const grn_uses *uses, const grn_type *whole)
{
    const grn_type *part = part_type(grn_parser_ir(p), whole), *parts[2] = {part, part};
    if (!part)
        return GRN_E_MEMORY;
    if (uses->use.count != 2)
        return grn_parser_uneven(p, op->place, uses->use.count, 2);
    grn_status status = grn_parser_operands(p, op, 2, uses->use.items, parts);
    return status == GRN_OK ? grn_parser_results(p, op, 1, &whole) : status;
}

static grn_status parse_complex_types(grn_parser *p, grn_op *op, const grn_uses *uses)
{
    const grn_type *type;
    if (grn_parser_at(p, "("))
        return grn_hlo_parse_function_type(p, op, uses->use.count, uses->use.items);
    grn_place place = grn_parser_place(p);
    grn_status status = grn_parser_type(p, &type);
    if (status != GRN_OK)
        return status;
    if (!grn_type_is_tensor(type) || type->element->kind != GRN_TYPE_COMPLEX)
        return grn_parser_fail(p, place, "expected tensor with complex element type");
    return assign_parts(p, op, uses, type);
}

static grn_status parse_complex(grn_parser *p, grn_op *op, grn_uses *uses)
{
    grn_status status = grn_parser_use_list(p, &uses->use);
    if (status == GRN_OK)
        status = grn_parser_attr_dict(p, op, false);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ":");
    return status == GRN_OK ? parse_complex_types(p, op, uses) : status;
}

static grn_status complex_parse(grn_parser *p, grn_op *op)
{
    grn_uses uses;
    grn_uses_init(p, &uses);
    grn_status status = parse_complex(p, op, &uses);
    grn_uses_end(&uses);
    return status;
}

static bool is_part_of(const grn_type *part, const grn_type *whole)
{
    return grn_type_is_tensor(part) && grn_type_is_tensor(whole) && whole->element->kind == GRN_TYPE_COMPLEX &&
           whole->element->element == part->element && part->encoding == whole->encoding && part->rank == whole->rank &&
           (part->rank == 0 || memcmp(part->shape, whole->shape, (size_t)part->rank * sizeof *part->shape) == 0);
}

static grn_status complex_print(grn_printer *p, const grn_op *op)
{
    static const char *const skip[] = {NULL};
    const grn_type *whole = grn_result_type(op, 0);
    grn_printer_text(p, " ");
    grn_printer_values(p, op->operands, op->noperands);
    grn_printer_attr_dict(p, op, skip, " ");
    grn_printer_text(p, " : ");
    if (is_part_of(grn_operand_type(op, 0), whole) && is_part_of(grn_operand_type(op, 1), whole))
        grn_printer_type(p, whole);
    else
        grn_printer_function_type(p, op);
    return GRN_OK;
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Ports of a set of types. */
#define UNARY(types) GRN_PORTS(GRN_PORT("operand", grn_hlo_##types))
#define BINARY(types) GRN_PORTS(GRN_PORT("lhs", grn_hlo_##types), GRN_PORT("rhs", grn_hlo_##types))
#define RESULT(types) GRN_PORTS(GRN_PORT("result", grn_hlo_##types))

/* An op of one type whose meaning is the element function of its name. */
#define SAME(op, does, rules, arity, types)                                                                        \
    GRN_STABLEHLO(op, does, rules, arity(types), RESULT(types), GRN_NO_ATTRS, .format = "%* {} :same",             \
                  .traits = GRN_TRAIT_PURE, .verify = grn_hlo_verify_same_types, .infer = grn_hlo_infer_same_type, \
                  .element = &grn_element_##op)

/* The same of one operand, which may ask for an accuracy. What runs is as near as the type's own
 * format allows. */
#define ACCURATE(op, does)                                                                                       \
    GRN_STABLEHLO(op, does, "C1", UNARY(fp_complex_or_quantized_tensor), RESULT(fp_complex_or_quantized_tensor), \
                  GRN_ATTRS({"result_accuracy", &grn_stablehlo_is_result_accuracy, GRN_OPTIONAL_ATTR, NULL,      \
                             &grn_stablehlo_result_accuracy}),                                                   \
                  .format = "%* {} :same", .defaults = grn_hlo_accuracy_defaults, .traits = GRN_TRAIT_PURE,      \
                  .verify = grn_hlo_verify_same_types, .infer = grn_hlo_infer_same_type, .element = &grn_element_##op)

const grn_op_def grn_stablehlo_element_ops[] = {
    GRN_STABLEHLO(abs, "absolute value of each element", "C1-C2", UNARY(sint_fp_complex_or_quantized_tensor),
                  RESULT(sint_fp_or_quantized_tensor), GRN_NO_ATTRS, .format = "%* {} :same", .traits = GRN_TRAIT_PURE,
                  .verify = grn_hlo_verify_elementwise, .infer = abs_infer, .element = &grn_element_abs),
    ACCURATE(cbrt, "cube root of each element"),
    SAME(ceil, "rounds each element up to an integer", "C1", UNARY, fp_or_quantized_tensor),
    ACCURATE(cosine, "cosine of each element"),
    SAME(count_leading_zeros, "counts the zero bits before the first one bit of each element", "C1", UNARY, int_tensor),
    ACCURATE(exponential, "e to the power of each element"),
    ACCURATE(exponential_minus_one, "e to the power of each element, minus one"),
    SAME(floor, "rounds each element down to an integer", "C1", UNARY, fp_or_quantized_tensor),
    ACCURATE(log, "natural logarithm of each element"),
    ACCURATE(log_plus_one, "natural logarithm of one plus each element"),
    ACCURATE(logistic, "1 / (1 + exp(-x)) of each element"),
    SAME(negate, "each element with its sign changed", "C1", UNARY, int_fp_complex_or_quantized_tensor),
    SAME(not, "inverts each bit, or each boolean", "C1", UNARY, pred_or_int_tensor),
    SAME(popcnt, "counts the one bits of each element", "C1", UNARY, int_tensor),
    SAME(round_nearest_afz, "rounds each element to the nearest integer, ties away from zero", "C1", UNARY,
         fp_or_quantized_tensor),
    SAME(round_nearest_even, "rounds each element to the nearest integer, ties to even", "C1", UNARY,
         fp_or_quantized_tensor),
    ACCURATE(rsqrt, "1 / square root of each element"),
    SAME(sign, "-1, 0 or 1 by the sign of each element; of complex numbers x / |x|", "C1", UNARY,
         sint_fp_complex_or_quantized_tensor),
    ACCURATE(sine, "sine of each element"),
    ACCURATE(sqrt, "square root of each element"),
    ACCURATE(tan, "tangent of each element"),
    ACCURATE(tanh, "hyperbolic tangent of each element"),
    GRN_STABLEHLO(add, "sum of two tensors, element by element; of booleans, or", "C1-C7", BINARY(tensor_or_per_axis),
                  RESULT(tensor_or_per_axis), GRN_NO_ATTRS, .format = "%* {} :same", .traits = GRN_TRAIT_PURE,
                  .verify = grn_hlo_add_verify, .infer = grn_hlo_infer_same_type, .element = &grn_element_add),
    SAME(and, "bitwise and of two tensors, of booleans logical and", "C1", BINARY, pred_or_int_tensor),
    SAME(atan2, "angle of the point (rhs, lhs), element by element", "C1", BINARY, fp_complex_or_quantized_tensor),
    SAME(divide, "quotient of two tensors, element by element", "C1", BINARY, int_fp_complex_or_quantized_tensor),
    SAME(maximum, "larger of each two elements; of booleans, or", "C1", BINARY, tensor),
    SAME(minimum, "smaller of each two elements; of booleans, and", "C1", BINARY, tensor),
    SAME(multiply, "product of two tensors, element by element; of booleans, and", "C1", BINARY, tensor),
    SAME(or, "bitwise or of two tensors, of booleans logical or", "C1", BINARY, pred_or_int_tensor),
    SAME(power, "lhs to the power of rhs, element by element", "C1", BINARY, int_fp_complex_or_quantized_tensor),
    SAME(remainder, "remainder of a division that truncates, with the sign of lhs", "C1", BINARY,
         int_fp_complex_or_quantized_tensor),
    SAME(shift_left, "lhs shifted to the left by rhs bits", "C1", BINARY, int_tensor),
    SAME(shift_right_arithmetic, "lhs shifted to the right by rhs bits, the sign filled in", "C1", BINARY, int_tensor),
    SAME(shift_right_logical, "lhs shifted to the right by rhs bits, zeros filled in", "C1", BINARY, int_tensor),
    SAME(subtract, "difference of two tensors, element by element", "C1", BINARY, int_fp_complex_or_quantized_tensor),
    SAME(xor, "bitwise exclusive or of two tensors, of booleans logical", "C1", BINARY, pred_or_int_tensor),
    GRN_STABLEHLO(compare, "compares two tensors, element by element: EQ, NE, GE, GT, LE or LT", "C1-C4",
                  BINARY(tensor), RESULT(pred_tensor),
                  GRN_ATTRS({"comparison_direction", &grn_stablehlo_is_comparison_direction, GRN_REQUIRED,
                             &grn_stablehlo_comparison_direction, NULL},
                            {"compare_type", &grn_stablehlo_is_comparison_type, GRN_OPTIONAL_ATTR,
                             &grn_stablehlo_comparison_type, NULL}),
                  .format = "$comparison_direction , %0 , %1 [ , $compare_type ]? {} :fn", .traits = GRN_TRAIT_PURE,
                  .verify = compare_verify, .infer = compare_infer, .element_of = compare_element),
    GRN_STABLEHLO(select, "takes each element of on_true or of on_false, by pred", "C1-C2",
                  GRN_PORTS(GRN_PORT("pred", grn_hlo_pred_tensor), GRN_PORT("on_true", grn_hlo_tensor),
                            GRN_PORT("on_false", grn_hlo_tensor)),
                  RESULT(tensor), GRN_NO_ATTRS, .format = "%** {} :select", .traits = GRN_TRAIT_PURE,
                  .infer = select_infer, .element = &grn_element_select),
    GRN_STABLEHLO(clamp, "brings each element of operand into the range from min to max", "C1-C4",
                  GRN_PORTS(GRN_PORT("min", grn_hlo_tensor), GRN_PORT("operand", grn_hlo_tensor),
                            GRN_PORT("max", grn_hlo_tensor)),
                  RESULT(tensor), GRN_NO_ATTRS, .format = "%* {} :same", .traits = GRN_TRAIT_PURE,
                  .verify = grn_hlo_verify_compatible_element, .infer = clamp_infer, .element = &grn_element_clamp),
    GRN_STABLEHLO(is_finite, "whether each element is neither infinite nor NaN", "C1", UNARY(fp_or_quantized_tensor),
                  RESULT(pred_tensor), GRN_NO_ATTRS, .format = "%** {} :fn", .traits = GRN_TRAIT_PURE,
                  .verify = grn_hlo_verify_elementwise, .infer = is_finite_infer, .element = &grn_element_is_finite),
    GRN_STABLEHLO(complex, "makes complex numbers of their real and imaginary parts", "C1-C3",
                  BINARY(fp32_or_64_tensor), RESULT(complex_tensor), GRN_NO_ATTRS, .traits = GRN_TRAIT_PURE,
                  .parse = complex_parse, .print = complex_print, .verify = complex_verify, .infer = complex_infer,
                  .element = &grn_element_complex),
    GRN_STABLEHLO(real, "real part of each element", "C1-C2", UNARY(fp_or_complex_tensor), RESULT(fp_tensor),
                  GRN_NO_ATTRS, .format = "%* {} :same", .traits = GRN_TRAIT_PURE, .verify = grn_hlo_verify_elementwise,
                  .infer = part_infer, .element = &grn_element_real),
    GRN_STABLEHLO(imag, "imaginary part of each element", "C1-C2", UNARY(fp_or_complex_tensor), RESULT(fp_tensor),
                  GRN_NO_ATTRS, .format = "%* {} :same", .traits = GRN_TRAIT_PURE, .verify = grn_hlo_verify_elementwise,
                  .infer = part_infer, .element = &grn_element_imag),
    GRN_STABLEHLO(convert, "converts each element to another type", "C1", UNARY(non_quantized_tensor),
                  RESULT(non_quantized_tensor), GRN_NO_ATTRS, .format = "%* {} :same", .traits = GRN_TRAIT_PURE,
                  .verify = grn_hlo_verify_same_shape, .element = &grn_element_convert),
    {.name = NULL},
};

/* constant.c - values out of nothing: constant, iota, dynamic_iota (StableHLO spec, the sections of
 * those names). */
#include "dialects/common/quantized.h"
#include "dialects/stablehlo/ops.h"

/* ---- constant -------------------------------------------------------------------------------- */

/* Integers of the storage type's width; the unsigned ones may be written signless, as upstream has
 * them. */
static bool is_storage_of(const grn_type *quantized, const grn_type *integer)
{
    const grn_type *storage = quantized->quant.storage;
    return integer == storage || (integer->kind == GRN_TYPE_INTEGER && integer->width == storage->width &&
                                  integer->signedness == GRN_SIGNLESS);
}

static bool is_quantized_form(const grn_type *type, const grn_type *value)
{
    return grn_type_is_tensor(type) && type->element->kind == GRN_TYPE_QUANT && grn_type_is_tensor(value) &&
           is_storage_of(type->element, value->element) && grn_hlo_shapes_agree(type, value);
}

/* C1: the value's type is the result's. A quantized result is written with the elements of its
 * storage type. */
grn_status grn_stablehlo_constant_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *type = grn_result_type(op, 0), *value = grn_op_attr(op, "value")->type;
    return grn_stablehlo_infer_one(check, out, is_quantized_form(type, value) ? type : value);
}

grn_status grn_stablehlo_constant_eval(grn_exec *x, const grn_op *op)
{
    static const grn_rt unowned = {.buffer = NULL};
    grn_status status = x->calls->share(x, &unowned, &grn_op_attr(op, "value")->elements->tensor, &x->results[0]);
    x->results[0].tensor.dtype = grn_hlo_result_dtype(op, 0); /* the same, or of the other signedness */
    return status;
}

/* `stablehlo.constant {attrs} dense<..> : T`, or when value and result differ `stablehlo.constant()
 * <{value = ..}> : () -> T`. */
static grn_status parse_long_constant(grn_parser *p, grn_op *op)
{
    const grn_type *type;
    grn_status status = grn_parser_expect(p, ")");
    bool properties = status == GRN_OK && grn_parser_try(p, "<");
    if (status == GRN_OK)
        status = grn_parser_attr_dict(p, op, false);
    if (status == GRN_OK && properties)
        status = grn_parser_expect(p, ">");
    if (status == GRN_OK)
        status = grn_parser_expect(p, ":");
    if (status == GRN_OK)
        status = grn_parser_function_type(p, &type);
    if (status != GRN_OK)
        return status;
    return grn_parser_results(p, op, type->count - type->inputs, type->members + type->inputs);
}

grn_status grn_stablehlo_constant_parse(grn_parser *p, grn_op *op)
{
    const grn_attr *value;
    if (grn_parser_try(p, "("))
        return parse_long_constant(p, op);
    grn_status status = grn_parser_attr_dict(p, op, false);
    grn_place place = grn_parser_place(p);
    if (status == GRN_OK)
        status = grn_parser_attr(p, &value);
    if (status != GRN_OK)
        return status;
    if (value->kind != GRN_ATTR_ELEMENTS)
        return grn_parser_fail(
            p, place, "invalid kind of attribute specified: expected elements, such as dense<0> : tensor<i32>");
    if (!grn_op_set_attr(grn_parser_ir(p), op, GRN_STR("value"), value))
        return GRN_E_MEMORY;
    return grn_parser_results(p, op, 1, &value->type);
}

grn_status grn_stablehlo_constant_print(grn_printer *p, const grn_op *op)
{
    static const char *const skip[] = {"value", NULL}, *const none[] = {NULL};
    const grn_attr *value = grn_op_attr(op, "value");
    if (value->type == grn_result_type(op, 0)) {
        grn_printer_attr_dict(p, op, skip, " ");
        grn_printer_text(p, " ");
        grn_printer_attr(p, value);
        return GRN_OK;
    }
    grn_printer_attr_dict(p, op, none, "() <");
    grn_printer_text(p, "> : ");
    grn_printer_function_type(p, op);
    return GRN_OK;
}

/* ---- iota ------------------------------------------------------------------------------------ */

/* iota C1: iota_dimension < rank(output). */
static grn_status iota_verify(const grn_op *op, grn_check *check)
{
    const grn_type *type = grn_result_type(op, 0);
    if (type->rank == 0)
        return grn_stablehlo_broken(op, check, "C1", "does not support scalars.");
    if (grn_op_integer(op, "iota_dimension", 0) >= type->rank)
        return grn_stablehlo_broken(op, check, "C1", "iota dimension cannot go beyond the output rank.");
    return GRN_OK;
}

static int32_t iota_counts_along(const grn_op *op)
{
    const grn_type *type = grn_result_type(op, 0);
    int64_t dim = grn_op_integer(op, "iota_dimension", -1);
    return type->kind == GRN_TYPE_TENSOR && dim >= 0 && dim < type->rank ? (int32_t)dim : -1;
}

static grn_status iota_of(grn_exec *x, const grn_op *op, int32_t rank, const int64_t *shape)
{
    int64_t dim = grn_op_integer(op, "iota_dimension", 0);
    const grn_type *type = grn_result_type(op, 0);
    grn_rt counted = {.buffer = NULL};
    grn_status status = x->calls->alloc(x, grn_expressed_dtype(type), rank, shape, &counted);
    if (status == GRN_OK) {
        grn_eval_iota(&counted.tensor, (int32_t)dim);
        status = grn_quantize(x, op, type, &counted, &x->results[0]);
    }
    x->calls->release(x, &counted);
    return status;
}

static grn_status iota_eval(grn_exec *x, const grn_op *op)
{
    const grn_type *type = grn_result_type(op, 0);
    return iota_of(x, op, type->rank, type->shape);
}

/* dynamic_iota C1, C2: the same, and the result's rank is the number of extents. */
static grn_status dynamic_iota_verify(const grn_op *op, grn_check *check)
{
    const grn_type *shape = grn_operand_type(op, 0), *type = grn_result_type(op, 0);
    if (grn_op_integer(op, "iota_dimension", 0) >= type->rank)
        return grn_stablehlo_broken(op, check, "C1", "iota dimension cannot go beyond the output rank.");
    grn_status status = grn_hlo_verify_shape_operand(op, check, 0, "C2");
    if (status != GRN_OK)
        return status;
    if (shape->shape[0] != type->rank)
        return grn_stablehlo_broken(op, check, "C2",
                                    "result should have a rank equal to the number of elements in output_shape");
    return GRN_OK;
}

static grn_status dynamic_iota_eval(grn_exec *x, const grn_op *op)
{
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    grn_status status = grn_hlo_read_shape(x, op, 0, &rank, shape);
    if (status != GRN_OK)
        return status;
    return iota_of(x, op, rank, shape);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_attr_def iota_attrs[] = {GRN_NEEDS("iota_dimension", grn_hlo_is_natural_i64), GRN_ATTRS_END};

const grn_op_def grn_stablehlo_constant_ops[] = {
    GRN_STABLEHLO(constant, "gives a tensor that is written in the program", "C1", GRN_NO_PORTS,
                  GRN_PORTS(GRN_PORT("output", grn_hlo_static_tensor_or_per_axis)),
                  GRN_ATTRS(GRN_NEEDS("value", grn_attr_is_elements)), .traits = GRN_TRAIT_PURE | GRN_TRAIT_VIEW,
                  .parse = grn_stablehlo_constant_parse, .print = grn_stablehlo_constant_print,
                  .infer = grn_stablehlo_constant_infer, .eval = grn_stablehlo_constant_eval),
    GRN_STABLEHLO(iota, "counts from 0 along one dimension", "C1", GRN_NO_PORTS,
                  GRN_PORTS(GRN_PORT("output", grn_hlo_static_int_fp_complex_or_quantized_tensor)), iota_attrs,
                  .format = "dim = $iota_dimension {} :results", .traits = GRN_TRAIT_PURE, .verify = iota_verify,
                  .eval = iota_eval, .counts_along = iota_counts_along),
    GRN_STABLEHLO(dynamic_iota, "iota, of a shape that an operand gives", "C1-C2",
                  GRN_PORTS(GRN_PORT("output_shape", grn_hlo_static_dimension_tensor)), grn_hlo_plain_result,
                  iota_attrs, .format = "%* , dim = $iota_dimension {} :fn", .traits = GRN_TRAIT_PURE,
                  .verify = dynamic_iota_verify, .eval = dynamic_iota_eval),
    {.name = NULL},
};

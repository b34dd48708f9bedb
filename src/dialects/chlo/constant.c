/* constant.c - constant and constant_like (CHLO, the ops of those names). */
#include "dialects/chlo/chlo.h"

/* ---- constant ------------------------------------------------------------------------------------------------------------- */

static grn_status constant_parse(grn_parser *p, grn_op *op)
{
    const grn_attr *value;
    grn_status status = grn_parser_attr_dict(p, op, false);
    grn_place place = grn_parser_place(p);
    if (status == GRN_OK)
        status = grn_parser_attr(p, &value);
    if (status != GRN_OK)
        return status;
    if (value->kind != GRN_ATTR_ELEMENTS)
        return grn_parser_fail(p, place, "expected an elements attribute, such as dense<0> : tensor<i32>");
    status = grn_parse_set(p, op, GRN_STR("value"), value);
    return status == GRN_OK ? grn_parser_results(p, op, 1, &value->type) : status;
}

static grn_status constant_print(grn_printer *p, const grn_op *op)
{
    static const char *const skip[] = {"value", NULL};
    grn_printer_attr_dict(p, op, skip, " ");
    grn_printer_text(p, " ");
    grn_printer_attr(p, grn_op_attr(op, "value"));
    return GRN_OK;
}

static grn_status constant_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    return grn_stablehlo_infer_one(check, out, grn_op_attr(op, "value")->type);
}

static grn_status constant_eval(grn_exec *x, const grn_op *op)
{
    static const grn_rt nobodys = {.buffer = NULL};
    return x->share(x, &nobodys, &grn_op_attr(op, "value")->elements->tensor, &x->results[0]);
}

/* ---- constant_like -------------------------------------------------------------------------------------------------------- */

/* A number with a type. */
static bool is_typed(const grn_attr *a)
{
    return a->kind == GRN_ATTR_INTEGER || a->kind == GRN_ATTR_FLOAT || a->kind == GRN_ATTR_BOOL || a->kind == GRN_ATTR_ELEMENTS;
}
static const grn_attr_class is_typed_attr = {"TypedAttr instance", is_typed};

static const grn_type *type_of(grn_ir *ir, const grn_attr *value)
{
    return value->kind == GRN_ATTR_BOOL ? grn_type_of_dtype(ir, GRN_I1) : value->type;
}

static grn_status like_verify(const grn_op *op, grn_check *check)
{
    const grn_type *element = type_of(check->scratch, grn_op_attr(op, "value"));
    grn_status status = grn_hlo_verify_same_shape(op, check);
    if (status != GRN_OK || !element)
        return element ? status : GRN_E_MEMORY;
    if (!grn_types_equal(element, grn_type_element_or_self(grn_result_type(op, 0))))
        return grn_op_fail(op, check, "value's type doesn't match element return type");
    return GRN_OK;
}

static grn_status like_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *in = grn_operand_type(op, 0), *element = type_of(check->scratch, grn_op_attr(op, "value"));
    if (!element)
        return GRN_E_MEMORY;
    return grn_stablehlo_infer_one(check, out, grn_type_is_tensor(in)
                                                   ? grn_type_tensor(check->scratch, element, in->rank, in->shape, NULL)
                                                   : grn_type_unranked(check->scratch, element));
}

grn_scalar grn_chlo_scalar_of(const grn_attr *value, grn_dtype dtype)
{
    grn_scalar s = {.dtype = dtype};
    if (value->kind == GRN_ATTR_FLOAT)
        s.f = value->real;
    else if (grn_dtype_class_of(dtype) == GRN_CLASS_UNSIGNED)
        s.u = (uint64_t)value->integer;
    else
        s.i = value->kind == GRN_ATTR_BOOL ? value->boolean : value->integer;
    return s;
}

static grn_status like_eval(grn_exec *x, const grn_op *op)
{
    const grn_tensor *in = &x->operands[0].tensor;
    grn_dtype dtype = grn_hlo_result_dtype(op, 0);
    grn_scalar value = grn_chlo_scalar_of(grn_op_attr(op, "value"), dtype);
    grn_status status = x->alloc(x, dtype, 0, in->shape, &x->results[0]);
    if (status != GRN_OK)
        return status;
    grn_scalar_store(&value, dtype, x->results[0].tensor.data);
    grn_rt one = x->results[0];
    grn_tensor view = one.tensor;
    view.rank = in->rank;
    for (int32_t d = 0; d < in->rank; d++) {
        view.shape[d] = in->shape[d];
        view.stride[d] = 0;
    }
    x->results[0] = (grn_rt){0};
    status = x->share(x, &one, &view, &x->results[0]);
    x->release(x, &one);
    return status;
}

/* ---- rows ----------------------------------------------------------------------------------------------------------------- */

static const grn_port no_ports[] = {GRN_HLO_PORTS_END};
static const grn_port constant_results[] = {{"output", &grn_chlo_static_tensor, GRN_ONE}, GRN_HLO_PORTS_END};
static const grn_port like_operands[] = {{"operand", &grn_chlo_tensor, GRN_ONE}, GRN_HLO_PORTS_END};
static const grn_port like_results[] = {{"result", &grn_chlo_tensor, GRN_ONE}, GRN_HLO_PORTS_END};
static const grn_attr_def constant_attrs[] = {GRN_HLO_ATTR("value", grn_attr_is_elements), GRN_HLO_ATTRS_END};
static const grn_attr_def like_attrs[] = {GRN_HLO_ATTR("value", is_typed_attr), GRN_HLO_ATTRS_END};

const grn_op_def grn_chlo_constant_ops[] = {
    {.name = "chlo.constant", .source = "CHLO, constant", .operands = no_ports, .results = constant_results,
     .attrs = constant_attrs, .traits = GRN_TRAIT_PURE | GRN_TRAIT_VIEW, .parse = constant_parse, .print = constant_print,
     .infer = constant_infer, .eval = constant_eval},
    {.name = "chlo.constant_like", .source = "CHLO, constant_like", .operands = like_operands, .results = like_results,
     .attrs = like_attrs, .traits = GRN_TRAIT_PURE, .verify = like_verify, .infer = like_infer, .eval = like_eval,
     .work = GRN_WORK_OWN},
    {.name = NULL},
};

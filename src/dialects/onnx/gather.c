/*
 * gather.c - the ONNX operators that gather and scatter, as onnx-mlir spells
 * them (generic form, si64 attributes), by the ONNX operator specification:
 * ON-1 to ON-9, of which rules/onnx.h has a list.
 */
#include "dialects/common/index_forms.h"
#include "dialects/onnx/onnx.h"
#include "rules/onnx.h"

/* ---- sets of types and attributes ------------------------------------------------------------ */

static bool is_index_tensor(const grn_type *t)
{
    return grn_type_is_tensor(t) && grn_onnx_is_index_dtype(t->element->dtype);
}
static bool is_nd_index_tensor(const grn_type *t)
{
    return grn_type_is_tensor(t) && grn_onnx_is_vector_dtype(t->element->dtype);
}
static const grn_type_class index_tensor = {
    "ranked tensor of 32-bit signless integer or 64-bit signless integer values", is_index_tensor};
static const grn_type_class nd_index_tensor = {"ranked tensor of 64-bit signless integer values", is_nd_index_tensor};

/* ON-7 */
static bool is_reduction(const grn_attr *a)
{
    grn_combiner combiner;
    return a->kind == GRN_ATTR_STRING && grn_onnx_reduction(a->text.text, a->text.n, &combiner);
}
static const grn_attr_class is_reduction_attr = {"string attribute: none, add, mul, max or min", is_reduction};

/* ---- asking the rules ------------------------------------------------------------------------ */

/* In the order of grn_onnx_gather_ops; `number`: the attribute that the rules take. */
static const struct {
    grn_onnx_rules *rules;
    const char *number;
} calls[] = {
    {grn_onnx_check_slices, "axis"},
    {grn_onnx_check_elements, "axis"},
    {grn_onnx_check_gathered_vectors, "batch_dims"},
    {grn_onnx_check_elements, "axis"},
    {grn_onnx_check_scattered_vectors, "batch_dims"},
};

static grn_status check_rules(const grn_form_asked *a, grn_index_form *out)
{
    const grn_op *op = a->op;
    const size_t call = (size_t)(op->def - grn_onnx_gather_ops);
    const grn_attr *reduction = grn_op_attr(op, "reduction");
    grn_indexing x;
    grn_status status =
        calls[call].rules(a->to, &a->operands[0], &a->operands[1], grn_op_integer(op, calls[call].number, 0), &x);
    if (status == GRN_OK && op->noperands > 2)
        status = grn_onnx_check_updates(a->to, &x, &a->operands[0], &a->operands[1], &a->operands[2]);
    *out = (grn_index_form){.kind = x.kind,
                            .axis = x.axis,
                            .batch = x.batch,
                            .full = 0,
                            .indices = 1,
                            .updates = 2,
                            .rule = grn_onnx_index_rule(),
                            .combiner = GRN_COMBINE_REPLACE};
    if (reduction)
        grn_onnx_reduction(reduction->text.text, reduction->text.n, &out->combiner);
    return status;
}

GRN_FORM_ROWS(check_rules, "ON-6")

/* ---- constant -------------------------------------------------------------------------------- */

/* `onnx.Constant dense<[1, 2]> : tensor<2xi64>`, or `onnx.Constant {value = dense<..> : T} : T`. */
static grn_status constant_parse(grn_parser *p, grn_op *op)
{
    const grn_attr *value = NULL;
    const grn_type *type = NULL;
    grn_status status = grn_parser_attr_dict(p, op, false);
    grn_place place = grn_parser_place(p);
    if (status == GRN_OK && grn_op_attr(op, "value")) {
        if ((status = grn_parser_expect(p, ":")) == GRN_OK)
            status = grn_parser_type(p, &type);
        return status == GRN_OK ? grn_parser_results(p, op, 1, &type) : status;
    }
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
    static const char *const skip[] = {"value", NULL}, *const none[] = {NULL};
    const grn_attr *value = grn_op_attr(op, "value");
    if (value->type != grn_result_type(op, 0)) {
        grn_printer_attr_dict(p, op, none, " ");
        grn_printer_text(p, " : ");
        grn_printer_type(p, grn_result_type(op, 0));
        return GRN_OK;
    }
    grn_printer_attr_dict(p, op, skip, " ");
    grn_printer_text(p, " ");
    grn_printer_attr(p, value);
    return GRN_OK;
}

/* ---- rows ------------------------------------------------------------------------------------ */

#define DATA GRN_PORT("data", grn_is_ranked_tensor)
static const grn_port gathered[] = {DATA, GRN_PORT("indices", index_tensor), GRN_PORTS_END};
static const grn_port results[] = {GRN_PORT("output", grn_is_ranked_tensor), GRN_PORTS_END};
static const grn_attr_def axis_attrs[] = {GRN_MAY_HAVE("axis", grn_onnx_is_si64), GRN_ATTRS_END};

#define GATHER_ROW(op, does, rules, ...)                                                                     \
    GRN_ONNX_ROW(op, does, rules, .verify = gather_verify, .infer = gather_infer, .to_spec = gather_to_spec, \
                 __VA_ARGS__)
#define SCATTER_ROW(op, does, rules, ...)                                                    \
    GRN_ONNX_ROW(op, does, rules, .verify = scatter_verify, .infer = grn_form_scatter_infer, \
                 .to_spec = scatter_to_spec, __VA_ARGS__)

const grn_op_def grn_onnx_gather_ops[] = {
    GATHER_ROW("Gather", "takes whole slices of data along axis, one per index", "ON-1, ON-8", .operands = gathered,
               .attrs = axis_attrs),
    GATHER_ROW("GatherElements", "takes one element per index along axis", "ON-1 to ON-3, ON-8", .operands = gathered,
               .attrs = axis_attrs),
    GATHER_ROW("GatherND", "takes slices at coordinates in the last dimension of indices", "ON-4, ON-5, ON-8",
               .operands = GRN_PORTS(DATA, GRN_PORT("indices", nd_index_tensor)),
               .attrs = GRN_ATTRS(GRN_MAY_HAVE("batch_dims", grn_onnx_is_si64))),
    SCATTER_ROW(
        "ScatterElements", "writes or combines one element per index along axis", "ON-1 to ON-3, ON-6 to ON-9",
        .operands = GRN_PORTS(DATA, GRN_PORT("indices", index_tensor), GRN_PORT("updates", grn_is_ranked_tensor)),
        .attrs = GRN_ATTRS(GRN_MAY_HAVE("axis", grn_onnx_is_si64), GRN_MAY_HAVE("reduction", is_reduction_attr))),
    SCATTER_ROW("ScatterND", "writes or combines slices at coordinates", "ON-5 to ON-9",
                .operands =
                    GRN_PORTS(DATA, GRN_PORT("indices", nd_index_tensor), GRN_PORT("updates", grn_is_ranked_tensor)),
                .attrs = GRN_ATTRS(GRN_MAY_HAVE("reduction", is_reduction_attr))),
    GRN_ONNX_ROW("Constant", "gives a tensor that is written in the program", "value", .operands = GRN_NO_PORTS,
                 .attrs = GRN_ATTRS(GRN_NEEDS("value", grn_attr_is_elements)), .parse = constant_parse,
                 .print = constant_print, .verify = grn_elements_verify, .eval = grn_elements_eval),
    {.name = NULL},
};

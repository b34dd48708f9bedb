/*
 * gather.c - the ONNX operators that gather and scatter, as onnx-mlir spells
 * them (generic form, si64 attributes), by the ONNX operator specification.
 *
 *   ON-1  axis is in [-r, r-1]                        Gather, GatherElements, ScatterElements
 *   ON-2  data and indices have one rank              GatherElements, ScatterElements
 *   ON-3  beside axis, indices are at most as long as data
 *   ON-4  batch_dims is at least 0 and less than both ranks; the batch extents are equal      GatherND
 *   ON-5  indices have rank 1 or more; the last dimension lists 1 to r-b coordinates          GatherND, ScatterND
 *   ON-6  updates are shaped as what a gather by the same indices gives                       ScatterElements, ScatterND
 *   ON-7  reduction is none, add, mul, max or min
 *   ON-8  a negative index counts from the end; outside [-s, s-1] is an error
 *   ON-9  reduction none requires distinct indices; here the last one in row-major order stays
 */
#include <inttypes.h>
#include <stdio.h>

#include "dialects/common/index_forms.h"
#include "dialects/onnx/onnx.h"

/* ---- sets of types and attributes ------------------------------------------------------------------------------------------- */

static bool is_index_tensor(const grn_type *t)
{
    return grn_type_is_tensor(t) && (t->element->dtype == GRN_I32 || t->element->dtype == GRN_I64);
}
static bool is_nd_index_tensor(const grn_type *t) { return grn_type_is_tensor(t) && t->element->dtype == GRN_I64; }
static const grn_type_class index_tensor = {"ranked tensor of 32-bit signless integer or 64-bit signless integer values",
                                            is_index_tensor};
static const grn_type_class nd_index_tensor = {"ranked tensor of 64-bit signless integer values", is_nd_index_tensor};

static bool is_reduction(const grn_attr *a);
static const grn_attr_class is_reduction_attr = {"string attribute: none, add, mul, max or min", is_reduction};

/* ---- attributes --------------------------------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    grn_combiner combiner;
} reductions[] = {{"none", GRN_COMBINE_REPLACE}, {"add", GRN_COMBINE_ADD}, {"mul", GRN_COMBINE_MUL},
                  {"max", GRN_COMBINE_MAX},      {"min", GRN_COMBINE_MIN}};

/* ON-7 */
static bool is_reduction(const grn_attr *a)
{
    bool known = false;
    for (size_t i = 0; a->kind == GRN_ATTR_STRING && i < GRN_COUNT(reductions); i++)
        known |= grn_str_is(a->text, reductions[i].name);
    return known;
}

static grn_combiner combiner_of(const grn_op *op)
{
    const grn_attr *reduction = grn_op_attr(op, "reduction");
    for (size_t i = 0; reduction && i < GRN_COUNT(reductions); i++)
        if (grn_str_is(reduction->text, reductions[i].name))
            return reductions[i].combiner;
    return GRN_COMBINE_REPLACE;
}

/* ON-8 */
static grn_index_form form_of(const grn_op *op, grn_form_kind kind, int64_t rank)
{
    return (grn_index_form){.kind = kind,
                            .axis = grn_form_axis(grn_op_integer(op, "axis", 0), rank),
                            .batch = grn_op_integer(op, "batch_dims", 0),
                            .full = 0,
                            .indices = 1,
                            .updates = 2,
                            .rule = {.bounds = GRN_BOUNDS_ERROR, .wrap_negative = true},
                            .combiner = combiner_of(op)};
}

static grn_index_form form_of_types(const grn_op *op, grn_form_kind kind)
{
    return form_of(op, kind, grn_operand_type(op, 0)->rank);
}

/* ---- rules ---------------------------------------------------------------------------------------------------------------------- */

/* onnx-mlir's messages stand alone, with the op's name as part of them. */
static grn_status out_of_range(const grn_op *op, const grn_check *check, const char *rule, const char *name, int64_t value,
                               int64_t lowest, int64_t highest)
{
    grn_op_fail_plain(op, check, "%s: '%s' value is %" PRId64 ", accepted range is [%" PRId64 ", %" PRId64 "]",
                      op->def->name, name, value, lowest, highest);
    grn_op_rule(op, check, rule);
    return GRN_E_VERIFY;
}

static grn_status wrong_rank(const grn_op *op, const grn_check *check, const char *rule, int64_t have, const char *want)
{
    grn_op_fail_plain(op, check, "%s: operand '<indices>' has rank %" PRId64 ", rank should be %s", op->def->name, have, want);
    grn_op_rule(op, check, rule);
    return GRN_E_VERIFY;
}

/* Axis and ranks: the rules of elements and slices. */
static grn_status axis_fits(const grn_op *op, const grn_check *check, grn_form_misfit m)
{
    char number[24];
    int32_t rank = grn_operand_type(op, 0)->rank;
    if (m.what == GRN_AXIS_OUT_OF_RANGE)
        return out_of_range(op, check, "ON-1", "axis", grn_op_integer(op, "axis", 0), -rank, rank - 1);
    if (m.what == GRN_INDICES_TOO_LONG)
        return grn_tensor_broken(op, check, "ON-3",
                                 "indices have %" PRId64 " elements along dimension %" PRId64 ", expected at most %" PRId64
                                 ", as many as data has",
                                 m.have, m.dim, m.want);
    if (m.what != GRN_RANKS_DIFFER)
        return GRN_OK;
    snprintf(number, sizeof number, "%" PRId64, m.want);
    return wrong_rank(op, check, "ON-2", m.have, number);
}

static grn_status fits(const grn_index_form *f, const grn_op *op, const grn_check *check)
{
    return axis_fits(op, check, grn_form_fits(f, grn_operand_type(op, 0), grn_operand_type(op, 1)));
}

/* Coordinates and batch: the rules of vectors. */
static grn_status coordinates_fit(const grn_op *op, const grn_check *check, grn_form_misfit m)
{
    if (m.what == GRN_NO_COORDINATES)
        return wrong_rank(op, check, "ON-5", 0, "> 0");
    if (m.what == GRN_TOO_MANY_COORDINATES)
        return grn_tensor_broken(op, check, "ON-5",
                                 "indices list %" PRId64 " coordinates, expected at least 1 and at most %" PRId64, m.have, m.want);
    if (m.what == GRN_BATCH_OUT_OF_RANGE)
        return out_of_range(op, check, "ON-4", "batch_dims", m.have, 0, m.want);
    if (m.what == GRN_BATCH_DIFFERS)
        return grn_tensor_broken(op, check, "ON-4",
                                 "batch dimension %" PRId64 " has %" PRId64 " elements in indices and %" PRId64 " in data",
                                 m.dim, m.have, m.want);
    return GRN_OK;
}

/* ON-5: ONNX has no index vectors of no coordinates. */
static grn_status vectors_fit(const grn_index_form *f, const grn_op *op, const grn_check *check)
{
    const grn_type *data = grn_operand_type(op, 0), *indices = grn_operand_type(op, 1);
    if (data->rank < 1)
        return grn_tensor_broken(op, check, "ON-5", "data must have rank 1 or more");
    grn_status status = coordinates_fit(op, check, grn_form_fits(f, data, indices));
    if (status != GRN_OK)
        return status;
    if (f->batch >= data->rank)
        return out_of_range(op, check, "ON-4", "batch_dims", f->batch, 0, data->rank - 1);
    if (indices->shape[indices->rank - 1] != 0)
        return GRN_OK;
    return grn_tensor_broken(op, check, "ON-5", "indices list 0 coordinates, expected at least 1 and at most %" PRId64,
                             data->rank - f->batch);
}

/* ---- per op: types, then tensors --------------------------------------------------------------------------------------------------- */

#define GATHER(name, kind, rules)                                                                                     \
    static grn_status name##_verify(const grn_op *op, grn_check *check)                                               \
    {                                                                                                                 \
        grn_index_form f = form_of_types(op, kind);                                                                   \
        return rules(&f, op, check);                                                                                  \
    }                                                                                                                 \
    static grn_status name##_infer(const grn_op *op, grn_check *check, grn_inferred *out)                             \
    {                                                                                                                 \
        grn_index_form f = form_of_types(op, kind);                                                                   \
        return grn_form_infer(&f, op, check, out);                                                                    \
    }                                                                                                                 \
    static grn_status name##_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out) \
    {                                                                                                                 \
        grn_index_form f = form_of(op, kind, operands[0].rank);                                                       \
        return grn_form_to_gather(&f, op, operands, diag, out);                                                       \
    }
GATHER(gather, GRN_FORM_SLICES, fits)
GATHER(gather_elements, GRN_FORM_ELEMENTS, fits)
GATHER(gather_nd, GRN_FORM_VECTORS, vectors_fit)

/* ON-6 */
#define SCATTER(name, kind, rules)                                                                                    \
    static grn_status name##_verify(const grn_op *op, grn_check *check)                                               \
    {                                                                                                                 \
        grn_index_form f = form_of_types(op, kind);                                                                   \
        grn_status status = rules(&f, op, check);                                                                     \
        return status == GRN_OK ? grn_form_updates_fit(&f, op, check, "ON-6") : status;                               \
    }                                                                                                                 \
    static grn_status name##_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out) \
    {                                                                                                                 \
        grn_index_form f = form_of(op, kind, operands[0].rank);                                                       \
        return grn_form_to_scatter(&f, op, operands, diag, out);                                                      \
    }
SCATTER(scatter_elements, GRN_FORM_ELEMENTS, fits)
SCATTER(scatter_nd, GRN_FORM_VECTORS, vectors_fit)

/* A scatter's result is its data, changed. */
static grn_status data_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    return grn_stablehlo_infer_one(check, out, grn_operand_type(op, 0));
}

/* ---- constant -------------------------------------------------------------------------------------------------------------------------- */

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

/* ---- rows -------------------------------------------------------------------------------------------------------------------------------- */

#define DATA {"data", &grn_is_ranked_tensor, GRN_ONE}
static const grn_port no_operands[] = {GRN_HLO_PORTS_END};
static const grn_port gathered[] = {DATA, {"indices", &index_tensor, GRN_ONE}, GRN_HLO_PORTS_END};
static const grn_port nd_gathered[] = {DATA, {"indices", &nd_index_tensor, GRN_ONE}, GRN_HLO_PORTS_END};
static const grn_port scattered[] = {
    DATA, {"indices", &index_tensor, GRN_ONE}, {"updates", &grn_is_ranked_tensor, GRN_ONE}, GRN_HLO_PORTS_END};
static const grn_port nd_scattered[] = {
    DATA, {"indices", &nd_index_tensor, GRN_ONE}, {"updates", &grn_is_ranked_tensor, GRN_ONE}, GRN_HLO_PORTS_END};
static const grn_port results[] = {{"output", &grn_is_ranked_tensor, GRN_ONE}, GRN_HLO_PORTS_END};
static const grn_attr_def axis_attrs[] = {GRN_HLO_ATTR_MAYBE("axis", grn_onnx_is_si64), GRN_HLO_ATTRS_END};
static const grn_attr_def batch_attrs[] = {GRN_HLO_ATTR_MAYBE("batch_dims", grn_onnx_is_si64), GRN_HLO_ATTRS_END};
static const grn_attr_def scatter_attrs[] = {GRN_HLO_ATTR_MAYBE("axis", grn_onnx_is_si64),
                                             GRN_HLO_ATTR_MAYBE("reduction", is_reduction_attr), GRN_HLO_ATTRS_END};
static const grn_attr_def reduction_attrs[] = {GRN_HLO_ATTR_MAYBE("reduction", is_reduction_attr), GRN_HLO_ATTRS_END};
static const grn_attr_def constant_attrs[] = {GRN_HLO_ATTR("value", grn_attr_is_elements), GRN_HLO_ATTRS_END};

const grn_op_def grn_onnx_gather_ops[] = {
    GRN_ONNX_ROW("Gather", "ON-1, ON-8", .operands = gathered, .attrs = axis_attrs, .verify = gather_verify, .infer = gather_infer,
        .to_spec = gather_to_spec),
    GRN_ONNX_ROW("GatherElements", "ON-1 to ON-3, ON-8", .operands = gathered, .attrs = axis_attrs, .verify = gather_elements_verify,
        .infer = gather_elements_infer, .to_spec = gather_elements_to_spec),
    GRN_ONNX_ROW("GatherND", "ON-4, ON-5, ON-8", .operands = nd_gathered, .attrs = batch_attrs, .verify = gather_nd_verify,
        .infer = gather_nd_infer, .to_spec = gather_nd_to_spec),
    GRN_ONNX_ROW("ScatterElements", "ON-1 to ON-3, ON-6 to ON-9", .operands = scattered, .attrs = scatter_attrs,
        .verify = scatter_elements_verify, .infer = data_infer, .to_spec = scatter_elements_to_spec),
    GRN_ONNX_ROW("ScatterND", "ON-5 to ON-9", .operands = nd_scattered, .attrs = reduction_attrs, .verify = scatter_nd_verify,
        .infer = data_infer, .to_spec = scatter_nd_to_spec),
    GRN_ONNX_ROW("Constant", "value", .operands = no_operands, .attrs = constant_attrs, .parse = constant_parse,
        .print = constant_print, .verify = grn_elements_verify, .eval = grn_elements_eval),
    {.name = NULL},
};

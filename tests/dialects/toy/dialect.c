/*
 * dialect.c - a dialect of two ops, as small as one can be: a folder and a row
 * of the registry are all that it takes.
 *
 *   toy.pick  rows of a tensor, chosen by a vector of indices; one out of range is an error
 *   toy.sum   the sum of two tensors
 */
#include "convert/steps.h"
#include "dialects/common/index_forms.h"

/* ---- rows ------------------------------------------------------------------------------------ */

static grn_index_form pick_form(void)
{
    return (grn_index_form){.kind = GRN_FORM_SLICES, .full = 0, .indices = 1, .rule = {.bounds = GRN_BOUNDS_ERROR}};
}

static grn_status pick_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    grn_index_form f = pick_form();
    return grn_form_infer(&f, op, check, out);
}

static grn_status pick_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    grn_index_form f = pick_form();
    return grn_form_to_gather(&f, op, operands, diag, out);
}

#define RESULT GRN_PORTS(GRN_PORT("result", grn_is_ranked_tensor))

static const grn_op_def ops[] = {
    GRN_ROW("toy.pick", "takes elements", "this file",
            GRN_PORTS(GRN_PORT("rows", grn_is_ranked_tensor), GRN_PORT("at", grn_hlo_int_tensor)), RESULT, GRN_NO_ATTRS,
            .traits = GRN_TRAIT_PURE, .infer = pick_infer, .to_spec = pick_to_spec),
    GRN_ROW("toy.sum", "adds", "this file",
            GRN_PORTS(GRN_PORT("a", grn_is_ranked_tensor), GRN_PORT("b", grn_is_ranked_tensor)), RESULT, GRN_NO_ATTRS,
            .traits = GRN_TRAIT_PURE, .verify = grn_hlo_verify_same_types, .element = &grn_element_add),
    {.name = NULL},
};

/* ---- translation ----------------------------------------------------------------------------- */

static grn_status export_gather(grn_rewrite *w, const grn_op *op)
{
    grn_hub hub;
    if (!grn_hub_read(op, &hub))
        return GRN_OK;
    grn_value *const operands[] = {hub.operands[0], hub.indices};
    return grn_replace(w, grn_new(w, "toy.pick", 2, operands, hub.result, 0, NULL));
}

static bool takes_index(const grn_type *element) { return element->kind == GRN_TYPE_INTEGER; }

static const grn_import_pattern imports[] = {{.op = "toy.sum", .as = "stablehlo.add"}, {.op = NULL}};
static const grn_export_pattern *const exports[GRN_OPS] = {
    GRN_EXPORTS(GRN_OP(garner, gather), {.export = export_gather}),
    GRN_EXPORTS(GRN_HLO(add), {.as = "toy.sum"}),
};
static const grn_target target = {.name = "toy",
                                  .gather = {.forms = GRN_CAN_SLICES, .bounds = GRN_BOUNDS_ERROR},
                                  .takes_index = takes_index,
                                  .index = GRN_I64,
                                  .export_patterns = exports};
static const grn_translation translation = {.imports = imports, .target = &target};

static const grn_op_def *const tables[] = {ops, NULL};
extern const grn_dialect grn_dialect_toy;
const grn_dialect grn_dialect_toy = {.name = "toy", .ops = tables, .translation = &translation};

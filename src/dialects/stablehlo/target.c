/* target.c - StableHLO as a target: every form, one index rule, and all its own ops stay. */
#include "convert/convert.h"
#include "dialects/stablehlo/stablehlo.h"

static bool takes_index(const grn_type *element) { return element->kind == GRN_TYPE_INTEGER && element->width >= 2; }

/* Gathers and scatters go by way of the hub, where they are raised. */
static bool keeps(const grn_op *op)
{
    const grn_op_number number = grn_op_number_of(op);
    return grn_op_is_hlo(op) && number != GRN_HLO(gather) && number != GRN_HLO(scatter);
}

static const grn_import_pattern imports[] = {
    {.op = "stablehlo.gather", .import = grn_hub_of_stablehlo, .takes_index = true, .any_encoding = true},
    {.op = "stablehlo.scatter", .import = grn_hub_of_stablehlo, .takes_index = true, .any_encoding = true},
    {.op = NULL},
};
static const grn_export_pattern *const exports[GRN_OPS] = {
    GRN_EXPORTS(GRN_OP(garner, gather), {.export = grn_hub_as_stablehlo, .any_shape = true, .any_encoding = true}),
    GRN_EXPORTS(GRN_OP(garner, scatter), {.export = grn_hub_as_stablehlo, .any_shape = true, .any_encoding = true}),
};

#define ALL_COMBINERS ((1u << GRN_COMBINER_COUNT) - 1)

static const grn_target target = {
    .name = "stablehlo",
    .gather = {.forms = GRN_CAN_ANY, .bounds = GRN_BOUNDS_CLAMP},
    .scatter = {.forms = GRN_CAN_ANY, .bounds = GRN_BOUNDS_SKIP, .combiners = ALL_COMBINERS},
    .takes_index = takes_index,
    .index = GRN_I64,
    .keeps = keeps,
    .export_patterns = exports,
};

static uint64_t reduced_by(const grn_op *op, unsigned combiners)
{
    size_t count;
    const int64_t *v;
    return op->noperands == 2 && op->nregions == 1 && combiners >> grn_stablehlo_combiner(&op->regions[0]) & 1 &&
                   grn_op_dims(op, "dimensions", &count, &v)
               ? grn_dim_bits(op, count, v)
               : 0;
}

static uint64_t summed(const grn_op *op) { return reduced_by(op, 1u << GRN_COMBINE_ADD); }

static uint64_t reduced(const grn_op *op)
{
    return grn_op_is(op, GRN_HLO(reduce)) ? reduced_by(op, 1u << GRN_COMBINE_MAX | 1u << GRN_COMBINE_MIN) : 0;
}

static const grn_row_ops row_ops = {"stablehlo.reduce", "stablehlo.multiply", "stablehlo.convert", summed, 1, reduced};

const grn_translation grn_stablehlo_translation = {.imports = imports, .target = &target, .row_ops = &row_ops};

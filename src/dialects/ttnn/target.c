/*
 * target.c - TTNN as a target, by tt-mlir's ops: gather and scatter along
 * one dimension, and embedding for slices that are taken whole (export_embedding.c).
 */
#include "dialects/ttnn/translate.h"

/* ---- gather and scatter ---------------------------------------------------------------------- */

/* Of one dimension chosen, every other alike: what was fitted. */
static bool is_elements(const grn_hub *hub)
{
    const grn_type *full = hub->operands[0]->type;
    return hub->ninputs == 1 && hub->dims.start_index_map.count == 1 && full->rank == hub->indices->type->rank &&
           hub->dims.operand_batching_dims.count + 1 == full->rank && hub->dims.index_vector_dim == full->rank;
}

grn_status grn_ttnn_export_gather(grn_rewrite *w, const grn_op *op)
{
    grn_hub hub;
    if (!grn_hub_read(op, &hub))
        return grn_refuse(w, "gathers more than single elements along one dimension");
    if (grn_ttnn_is_slices(&hub))
        return grn_ttnn_export_slices(w, &hub);
    if (!is_elements(&hub))
        return grn_refuse(w, "gathers more than single elements along one dimension");
    grn_value *const operands[] = {hub.operands[0], hub.indices};
    return grn_replace(w,
                       grn_new(w, "ttnn.gather", 2, operands, hub.result, 1,
                               &(grn_new_attr){"dim", grn_ttnn_i32(w, GRN_SIGNLESS, hub.dims.start_index_map.v[0])}));
}

/* TT-16: with one update for each place, rounding at each step and once at the end are the same. */
static bool rounds_alike(const grn_hub *hub)
{
    const bool rounds = hub->combiner == GRN_COMBINE_ADD || hub->combiner == GRN_COMBINE_MUL;
    return !rounds || hub->rule.unique_indices || hub->operands[0]->type->element->dtype != GRN_BF16;
}

/* #ttcore.reduce_type<sum> */
static const grn_attr *reduce_attr(grn_rewrite *w, int32_t value)
{
    const grn_attr a = {.kind = GRN_ATTR_ENUM, .enumeration = {.def = &grn_ttnn_reduce_type, .value = value}};
    return grn_attr_make(w->ir, &a);
}

grn_status grn_ttnn_export_scatter(grn_rewrite *w, const grn_op *op)
{
    grn_hub hub;
    if (!grn_hub_read(op, &hub) || !is_elements(&hub))
        return grn_refuse(w, "scatters more than single elements along one dimension");
    if (!rounds_alike(&hub))
        return grn_refuse(
            w, "rounds a bf16 after each update, ttnn.scatter once at the end: they agree under unique_indices");
    static const int32_t reduce[] = {[GRN_COMBINE_REPLACE] = GRN_REDUCE_INVALID,
                                     [GRN_COMBINE_ADD] = GRN_REDUCE_SUM,
                                     [GRN_COMBINE_MUL] = GRN_REDUCE_PROD,
                                     [GRN_COMBINE_MAX] = GRN_REDUCE_MAX,
                                     [GRN_COMBINE_MIN] = GRN_REDUCE_MIN};
    grn_value *const operands[] = {hub.operands[0], hub.indices, hub.updates[0]};
    const grn_new_attr attrs[] = {{"dim", grn_ttnn_i32(w, GRN_SIGNLESS, hub.dims.start_index_map.v[0])},
                                  {"scatter_reduce_type", reduce_attr(w, reduce[hub.combiner])}};
    return grn_replace(w, grn_new(w, "ttnn.scatter", 3, operands, hub.operands[0]->type, GRN_COUNT(attrs), attrs));
}

/* ---- the target ------------------------------------------------------------------------------ */

/* What both gather and scatter take; an i32 only scatter would. */
static bool takes_index(const grn_type *e)
{
    return e->kind == GRN_TYPE_INTEGER && (e->dtype == GRN_UI16 || e->dtype == GRN_UI32);
}

static bool takes_element(const grn_type *e)
{
    const grn_dtype d = e->dtype;
    return (e->kind == GRN_TYPE_INTEGER || e->kind == GRN_TYPE_FLOAT) &&
           (d == GRN_BF16 || d == GRN_F32 || d == GRN_UI16 || d == GRN_UI32 || d == GRN_I32);
}

#define COMBINERS                                                                                                \
    ((1u << GRN_COMBINE_REPLACE) | (1u << GRN_COMBINE_ADD) | (1u << GRN_COMBINE_MUL) | (1u << GRN_COMBINE_MAX) | \
     (1u << GRN_COMBINE_MIN))

static const char *const broadcasting[] = {"ttnn.add",
                                           "ttnn.subtract",
                                           "ttnn.multiply",
                                           "ttnn.minimum",
                                           "ttnn.maximum",
                                           "ttnn.logical_and",
                                           "ttnn.logical_or",
                                           "ttnn.bitwise_and",
                                           "ttnn.bitwise_or",
                                           "ttnn.eq",
                                           "ttnn.ne",
                                           "ttnn.ge",
                                           "ttnn.gt",
                                           "ttnn.le",
                                           "ttnn.lt",
                                           "ttnn.where",
                                           NULL};

static const grn_target target = {
    .name = "ttnn",
    .reads_broadcasts = true,
    .static_only = true,
    .gather = {.forms = GRN_CAN_ELEMENTS | GRN_CAN_PREFIX | GRN_CAN_SLICES, .bounds = GRN_BOUNDS_ERROR},
    .scatter = {.forms = GRN_CAN_ELEMENTS | GRN_CAN_PREFIX, .bounds = GRN_BOUNDS_SKIP, .combiners = COMBINERS},
    .takes_index = takes_index,
    .index = GRN_UI32,
    .widest = 32,
    .takes_element = takes_element,
    .takes = grn_ttnn_takes,
    .broadcasts = GRN_BROADCASTS_GROW,
    .counts = GRN_COUNTS_VECTOR,
    .attr = grn_ttnn_attr,
    .export_patterns = grn_ttnn_export_patterns,
    .broadcasting = broadcasting,
    .expand = "ttnn.repeat",
    .reshape = "ttnn.reshape",
};

static bool is_layout(const grn_attr *encoding)
{
    static const char name[] = "#ttnn.ttnn_layout<";
    return encoding->kind == GRN_ATTR_OPAQUE && encoding->text.n >= sizeof name - 1 &&
           memcmp(encoding->text.text, name, sizeof name - 1) == 0;
}

const grn_translation grn_ttnn_translation = {.is_placement = is_layout,
                                              .broadcasts = true,
                                              .knows = grn_ttnn_is_known,
                                              .imports = grn_ttnn_import_patterns,
                                              .target = &target};

/*
 * stablehlo.c - stablehlo.gather and stablehlo.scatter as the hub's ops, and the hub's as them, where
 * the index rule is StableHLO's own.
 */
#include "convert/steps.h"

#include "dialects/common/dims_rules.h"

/* ---- attributes that no row names ------------------------------------------------------------ */

static bool has_row(const grn_op *op, grn_str name)
{
    for (const grn_attr_def *def = op->def->attrs; def && def->name; def++)
        if (grn_str_is(name, def->name))
            return true;
    return false;
}

/* They are kept: shardings, and what frontends wrote. */
static bool keep_others(grn_rewrite *w, const grn_op *from, grn_op *to)
{
    bool ok = true;
    for (size_t i = 0; i < from->nattrs; i++) {
        const grn_named_attr *a = &from->attrs[i];
        ok = ok && (has_row(from, a->name) || has_row(to, a->name) || grn_op_set_attr(w->ir, to, a->name, a->value));
    }
    return ok;
}

static grn_status stand_for(grn_rewrite *w, const grn_op *op, grn_op *made)
{
    return grn_replace_op(w, made && keep_others(w, op, made) ? made : NULL);
}

/* ---- to the hub ------------------------------------------------------------------------------ */

static bool read_dims(const grn_op *op, const grn_dim_names *names, grn_dimension_numbers *out)
{
    const grn_dim_numbers d = grn_dim_numbers_of(op, names);
    return grn_dim_numbers_to_spec(&d, op, NULL, out) == GRN_OK;
}

static bool read_gather(const grn_op *op, grn_hub *out)
{
    size_t n;
    const int64_t *v;
    *out = (grn_hub){
        .rule = {.bounds = GRN_BOUNDS_CLAMP, .indices_are_sorted = grn_op_flag(op, "indices_are_sorted", false)},
        .ninputs = 1,
        .operands = op->operands,
        .indices = op->operands[1],
        .result = grn_result_type(op, 0),
        .at = {0, 1, 0}};
    return grn_op_dims(op, "slice_sizes", &n, &v) && grn_dims_read(n, v, &out->slice_sizes) &&
           read_dims(op, &grn_gather_names, &out->dims);
}

/* With its region, whose combiner is recognized where one is wanted. */
static bool read_scatter(const grn_op *op, grn_hub *out)
{
    const size_t n = (op->noperands - 1) / 2;
    *out = (grn_hub){.is_scatter = true,
                     .rule = {.bounds = GRN_BOUNDS_SKIP,
                              .indices_are_sorted = grn_op_flag(op, "indices_are_sorted", false),
                              .unique_indices = grn_op_flag(op, "unique_indices", false)},
                     .combiner = GRN_COMBINE_REGION,
                     .region = &op->regions[0],
                     .ninputs = n,
                     .operands = op->operands,
                     .indices = op->operands[n],
                     .updates = op->operands + n + 1,
                     .at = {0, n, n + 1}};
    return read_dims(op, &grn_scatter_names, &out->dims);
}

bool grn_hub_read_stablehlo(const grn_op *op, grn_hub *out)
{
    const grn_op_number number = grn_op_number_of(op);
    const bool is = number == GRN_HLO(gather)    ? read_gather(op, out)
                    : number == GRN_HLO(scatter) ? read_scatter(op, out)
                                                 : false;
    return is && grn_hub_complete(op, out);
}

grn_status grn_hub_of_stablehlo(grn_rewrite *w, const grn_op *op)
{
    grn_hub hub;
    if (!grn_hub_read_stablehlo(op, &hub))
        return GRN_OK;
    hub.combiner = GRN_COMBINE_REGION;
    return stand_for(w, op, grn_hub_make(w, &hub));
}

/* ---- from the hub ---------------------------------------------------------------------------- */

static grn_status export_gather(grn_rewrite *w, const grn_op *op)
{
    grn_hub hub;
    grn_hub_read(op, &hub);
    const bool open = grn_dims_has(&hub.slice_sizes, GRN_DYNAMIC);
    const grn_type *windows =
        open ? grn_tensor_like(w, hub.operands[0]->type->element, hub.slice_sizes.count, hub.slice_sizes.v) : NULL;
    grn_value *const operands[] = {hub.operands[0], hub.indices,
                                   windows ? grn_shape_value(w->ir, w->at, hub.operands[0], windows) : NULL};
    const grn_new_attr attrs[] = {
        {"indices_are_sorted", grn_attr_bool(w->ir, hub.rule.indices_are_sorted)},
        {"slice_sizes", grn_attr_dense_i64(w->ir, (size_t)hub.slice_sizes.count, hub.slice_sizes.v)}};
    grn_value *made = grn_new(w, open ? "stablehlo.dynamic_gather" : "stablehlo.gather", open ? 3 : 2, operands,
                              hub.result, open ? 1 : 2, attrs);
    const bool ok = made && grn_dim_numbers_set(w->ir, made->def, &grn_gather_names, &hub.dims);
    return stand_for(w, op, ok ? made->def : NULL);
}

static bool set_scatter(grn_rewrite *w, grn_op *made, const grn_hub *hub)
{
    const size_t n = hub->ninputs;
    const grn_attr *sorted = grn_attr_bool(w->ir, hub->rule.indices_are_sorted),
                   *unique = grn_attr_bool(w->ir, hub->rule.unique_indices);
    for (size_t i = 0; i < made->noperands; i++) {
        made->operands[i] = NULL;
        grn_op_set_operand(made, i, i < n ? hub->operands[i] : i == n ? hub->indices : hub->updates[i - n - 1]);
    }
    return sorted && unique && grn_dim_numbers_set(w->ir, made, &grn_scatter_names, &hub->dims) &&
           grn_op_set_attr(w->ir, made, GRN_STR("indices_are_sorted"), sorted) &&
           grn_op_set_attr(w->ir, made, GRN_STR("unique_indices"), unique);
}

static grn_status export_scatter(grn_rewrite *w, const grn_op *op)
{
    grn_hub hub;
    grn_hub_read(op, &hub);
    const grn_op_def *def = grn_ir_find_op(w->ir, GRN_STR("stablehlo.scatter"));
    grn_op *made = def ? grn_op_new(w->ir, def, GRN_STR(""), w->at->place, op->noperands, op->nresults, 1) : NULL;
    if (!made || !set_scatter(w, made, &hub))
        return grn_no_memory(w);
    for (size_t i = 0; i < made->nresults; i++)
        made->results[i].type = grn_result_type(op, i);
    grn_op_insert_before(w->at, made);
    const bool has_region = hub.region ? grn_hub_move_region(w, made, "stablehlo.return")
                                       : grn_hub_fill_region(w, made, &hub, "stablehlo.return");
    return stand_for(w, op, has_region ? made : NULL);
}

bool grn_hub_has_stablehlo_rule(const grn_hub *hub)
{
    const grn_index_rule *r = &hub->rule;
    const grn_bounds own = hub->is_scatter ? GRN_BOUNDS_SKIP : GRN_BOUNDS_CLAMP;
    return r->bounds == own && r->base == 0 && !r->wrap_negative && r->grain == GRN_GRAIN_ELEMENT &&
           r->batch_rule == GRN_BATCH_EQUAL;
}

grn_status grn_hub_as_stablehlo(grn_rewrite *w, const grn_op *op)
{
    return grn_op_number_of(op) == GRN_OP(garner, gather) ? export_gather(w, op) : export_scatter(w, op);
}

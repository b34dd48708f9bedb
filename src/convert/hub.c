/* hub.c - the hub's gathers and scatters, garner.gather and garner.scatter: ops to their parts
 * (grn_hub), and parts to ops. */
#include <stdio.h>

#include "convert/steps.h"

#include "dialects/garner/garner.h"

/* ---- from ops -------------------------------------------------------------------------------- */

/* A region that promotes is more than its combiner. */
static grn_combiner combiner_of(const grn_op *op, const grn_hub *h)
{
    for (size_t i = 0; i < h->ninputs; i++)
        if (grn_result_type(op, i)->element != h->operands[i]->type->element)
            return GRN_COMBINE_REGION;
    return grn_stablehlo_combiner(h->region);
}

bool grn_hub_complete(const grn_op *op, grn_hub *h)
{
    const int32_t operand = h->operands[0]->type->rank, indices = h->indices->type->rank;
    const bool fits = grn_access_map_fits(&h->dims, operand, indices);
    if (h->region)
        h->combiner = combiner_of(op, h);
    if (fits)
        grn_access_map_of(&h->dims, operand, indices, &h->map);
    return fits;
}

static bool read_gather(const grn_op *op, grn_hub *out)
{
    grn_gather_spec spec;
    *out = (grn_hub){.ninputs = 1,
                     .operands = op->operands,
                     .indices = op->operands[1],
                     .result = grn_result_type(op, 0),
                     .at = {0, 1, 0}};
    if (grn_garner_gather_spec(op, out->operands[0]->type->element->dtype, NULL, &spec) != GRN_OK)
        return false;
    out->dims = spec.dims;
    out->slice_sizes = spec.slice_sizes;
    out->rule = spec.index;
    memcpy(out->fill, spec.fill, sizeof out->fill);
    return true;
}

static bool read_scatter(const grn_op *op, grn_hub *out)
{
    grn_scatter_spec spec;
    const grn_garner_operands n = grn_garner_operands_of(op);
    *out = (grn_hub){.is_scatter = true,
                     .ninputs = n.outputs,
                     .operands = op->operands + n.inputs,
                     .indices = op->operands[0],
                     .updates = op->operands + 1,
                     .region = op->nregions ? &op->regions[0] : NULL,
                     .at = {n.inputs, 0, 1}};
    if (grn_garner_scatter_spec(op, NULL, &spec) != GRN_OK)
        return false;
    out->dims = spec.dims;
    out->rule = spec.index;
    out->combiner = spec.combiner;
    return true;
}

bool grn_hub_read(const grn_op *op, grn_hub *out)
{
    switch (grn_op_number_of(op)) {
    case GRN_OP(garner, gather): return op->nresults == 1 && read_gather(op, out) && grn_hub_complete(op, out);
    case GRN_OP(garner, scatter): return op->nresults > 0 && read_scatter(op, out) && grn_hub_complete(op, out);
    default: return false;
    }
}

grn_dims grn_hub_windows(const grn_hub *h)
{
    grn_dims sizes = {0};
    for (int32_t d = 0; d < h->map.operand_rank; d++)
        grn_dims_push(&sizes, grn_hub_window(h, d));
    return sizes;
}

bool grn_hub_is_one_vector(const grn_hub *h)
{
    const grn_type *t = h->indices->type;
    int64_t positions = 1;
    if (!grn_type_has_static_shape(t))
        return false;
    for (int32_t d = 0; d < t->rank; d++)
        positions *= d == h->dims.index_vector_dim || t->shape[d] == 1 ? 1 : 2;
    return positions == 1;
}

/* ---- making ---------------------------------------------------------------------------------- */

/* The op of a named combiner on two scalars; REPLACE has none. */
static const char *const combiner_ops[GRN_COMBINER_COUNT] = {
    [GRN_COMBINE_ADD] = "stablehlo.add",     [GRN_COMBINE_MUL] = "stablehlo.multiply",
    [GRN_COMBINE_MIN] = "stablehlo.minimum", [GRN_COMBINE_MAX] = "stablehlo.maximum",
    [GRN_COMBINE_AND] = "stablehlo.and",     [GRN_COMBINE_OR] = "stablehlo.or",
    [GRN_COMBINE_XOR] = "stablehlo.xor"};

const char *grn_hub_combiner_op(grn_combiner combiner) { return combiner_ops[combiner]; }

/* `{ ^bb0(%a, %b): %c = op %a, %b; end %c }`, for each input. */
bool grn_hub_fill_region(grn_rewrite *w, grn_op *op, const grn_hub *hub, const char *terminator)
{
    grn_block *block = grn_region_add_block(w->ir, &op->regions[0]);
    size_t n = hub->ninputs;
    grn_value *args = GRN_ARENA_NEW(&w->ir->arena, grn_value, 2 * n);
    const grn_op_def *ends = grn_ir_find_op(w->ir, (grn_str){terminator, strlen(terminator)});
    grn_op *end = ends ? grn_op_new(w->ir, ends, GRN_STR(""), w->at->place, n, 0, 0) : NULL;
    if (!block || !args || !end)
        return false;
    block->args = args;
    block->nargs = 2 * n;
    for (size_t i = 0; i < 2 * n; i++)
        args[i] = (grn_value){.type = grn_tensor_like(w, hub->operands[i % n]->type->element, 0, NULL),
                              .block = block,
                              .index = (uint32_t)i};
    grn_block_append(block, end);
    grn_rewrite in_region = *w;
    in_region.at = end;
    for (size_t i = 0; i < n; i++) {
        const char *name = grn_hub_combiner_op(hub->combiner);
        grn_value *result = name ? grn_build_binary(&in_region, name, &args[i], &args[n + i]) : &args[n + i];
        if (!args[i].type || !result)
            return false;
        end->operands[i] = NULL;
        grn_op_set_operand(end, i, result);
    }
    return true;
}

bool grn_hub_move_region(grn_rewrite *w, grn_op *op, const char *terminator)
{
    grn_region *from = &w->at->regions[0], *to = &op->regions[0];
    const grn_op_def *ends = grn_ir_find_op(w->ir, (grn_str){terminator, strlen(terminator)});
    grn_op *end = ends ? grn_block_terminator(from->last) : NULL;
    to->first = from->first;
    to->last = from->last;
    for (grn_block *b = to->first; b; b = b->next)
        b->region = to;
    from->first = from->last = NULL;
    if (end) {
        end->def = ends;
        end->name = (grn_str){ends->name, strlen(ends->name)};
    }
    return end != NULL;
}

/* (operand, indices), (indices, updates..., operands...): the operands from `first` on are `values`. */
static void set_operands(grn_op *op, size_t first, size_t n, grn_value *const *values)
{
    for (size_t i = 0; i < n; i++) {
        op->operands[first + i] = NULL;
        grn_op_set_operand(op, first + i, values[i]);
    }
}

static bool has_values(const grn_hub *hub)
{
    bool all = hub->indices != NULL && (hub->is_scatter || hub->result != NULL);
    for (size_t i = 0; i < hub->ninputs; i++)
        all = all && hub->operands[i] && (!hub->is_scatter || hub->updates[i]);
    return all;
}

static grn_op *new_op(grn_rewrite *w, const char *name, size_t noperands, size_t nresults, size_t nregions)
{
    const grn_op_def *def = grn_ir_find_op(w->ir, (grn_str){name, strlen(name)});
    return def ? grn_op_new(w->ir, def, GRN_STR(""), w->at->place, noperands, nresults, nregions) : NULL;
}

static grn_op *make_gather(grn_rewrite *w, const grn_hub *hub)
{
    grn_op *op = new_op(w, "garner.gather", 2, 1, 0);
    grn_gather_spec spec = {.dims = hub->dims, .slice_sizes = hub->slice_sizes, .index = hub->rule};
    memcpy(spec.fill, hub->fill, sizeof spec.fill);
    if (!op)
        return NULL;
    set_operands(op, 0, 1, hub->operands);
    set_operands(op, 1, 1, &hub->indices);
    op->results[0].type = hub->result;
    return grn_garner_set_gather(w->ir, op, &spec, hub->operands[0]->type->element, 0) ? op : NULL;
}

/* Its region, where it has one, decides the types. */
static grn_op *make_scatter(grn_rewrite *w, const grn_hub *hub)
{
    const size_t n = hub->ninputs;
    const bool has_region = hub->combiner == GRN_COMBINE_REGION;
    grn_op *op = new_op(w, "garner.scatter", 2 * n + 1, n, has_region ? 1 : 0);
    const grn_scatter_spec spec = {.dims = hub->dims, .index = hub->rule, .combiner = hub->combiner};
    if (!op)
        return NULL;
    set_operands(op, 0, 1, &hub->indices);
    set_operands(op, 1, n, hub->updates);
    set_operands(op, 1 + n, n, hub->operands);
    for (size_t i = 0; i < n; i++)
        op->results[i].type = has_region && i < w->at->nresults ? grn_result_type(w->at, i) : hub->operands[i]->type;
    if (has_region && !grn_hub_move_region(w, op, "garner.yield"))
        return NULL;
    return grn_garner_set_scatter(w->ir, op, &spec, n) ? op : NULL;
}

grn_op *grn_hub_make(grn_rewrite *w, const grn_hub *hub)
{
    grn_op *op = !has_values(hub) ? NULL : hub->is_scatter ? make_scatter(w, hub) : make_gather(w, hub);
    if (op)
        grn_op_insert_before(w->at, op);
    return op;
}

bool grn_hub_name_no_combiner(grn_rewrite *w, grn_op *op)
{
    grn_hub hub;
    if (!grn_hub_read(op, &hub) || !hub.is_scatter || hub.region)
        return true;
    grn_region *region = GRN_ARENA_NEW(&w->ir->arena, grn_region, 1);
    const grn_attr *is_region = grn_attr_enum(w->ir, &grn_garner_combiner, GRN_COMBINE_REGION);
    if (!region || !is_region)
        return false;
    *region = (grn_region){.parent = op};
    op->regions = region;
    op->nregions = 1;
    return grn_hub_fill_region(w, op, &hub, "garner.yield") &&
           grn_op_set_attr(w->ir, op, GRN_STR("combiner"), is_region);
}

grn_status grn_replaced(grn_rewrite *w)
{
    w->at->is_replaced = true;
    return GRN_OK;
}

grn_status grn_replace_op(grn_rewrite *w, grn_op *by)
{
    if (!by)
        return grn_no_memory(w);
    for (size_t i = 0; i < w->at->nresults; i++) {
        w->at->results[i].forward = &by->results[i];
        by->results[i].name = w->at->results[i].name;
    }
    return GRN_OK;
}

bool grn_hub_is_static(const grn_hub *h)
{
    bool known = grn_type_has_static_shape(h->indices->type);
    for (size_t i = 0; i < h->ninputs; i++)
        known = known && grn_type_has_static_shape(h->operands[i]->type) &&
                (!h->is_scatter || grn_type_has_static_shape(h->updates[i]->type));
    return known && (h->is_scatter || grn_type_has_static_shape(h->result));
}

const char *grn_hub_rule_text(const grn_hub *h, char to[GRN_RULE_TEXT_BYTES])
{
    static const char *const texts[GRN_BOUNDS_COUNT] = {
        [GRN_BOUNDS_CLAMP] = "an index vector whose window does not fit is moved to the nearest that fits",
        [GRN_BOUNDS_FILL] = "what is out of range is filled",
        [GRN_BOUNDS_SKIP] = "what is out of range is dropped",
        [GRN_BOUNDS_ERROR] = "an index out of range is an error",
        [GRN_BOUNDS_PROMISE] = "every index is promised to be in range"};
    const grn_bounds bounds = h->rule.bounds;
    const bool windows = h->rule.grain == GRN_GRAIN_WINDOW && (bounds == GRN_BOUNDS_FILL || bounds == GRN_BOUNDS_SKIP);
    snprintf(to, GRN_RULE_TEXT_BYTES, "%s%s%s%s", (unsigned)bounds < GRN_BOUNDS_COUNT ? texts[bounds] : "",
             windows ? ", a window as a whole" : "", h->rule.wrap_negative ? "; negative ones count from the end" : "",
             h->rule.base == 1 ? "; they count from one" : "");
    return to;
}

/* hub.c - the hub's gathers and scatters: ops to their parts (grn_hub), and parts to ops. */
#include <stdio.h>

#include "convert/steps.h"

#include "dialects/stablehlo/stablehlo.h"

#define RULE "garner.rule"
#define FILL "garner.fill"
#define UNIQUE "garner.unique" /* of a gather, for which StableHLO has no such promise */

/* ---- the rule -------------------------------------------------------------------------------- */

/* The fields of `garner.rule`, in this order; the promises have attributes of their own. BOUNDS
 * counts from GRN_BOUNDS_CLAMP. */
enum { BASE, WRAP, BOUNDS, GRAIN, BATCH, RULE_FIELDS };

static grn_index_rule own_rule(bool is_scatter)
{
    return (grn_index_rule){.bounds = is_scatter ? GRN_BOUNDS_SKIP : GRN_BOUNDS_CLAMP};
}

/* Any other number is no policy, which the checks of a spec say. */
static grn_bounds bounds_of(int64_t number)
{
    const int64_t policies = GRN_BOUNDS_COUNT - GRN_BOUNDS_CLAMP;
    return number >= 0 && number < policies ? (grn_bounds)(GRN_BOUNDS_CLAMP + number) : GRN_BOUNDS_COUNT;
}

static void rule_to_list(const grn_index_rule *rule, int64_t *v)
{
    v[BASE] = rule->base;
    v[WRAP] = rule->wrap_negative;
    v[BOUNDS] = (int64_t)rule->bounds - GRN_BOUNDS_CLAMP;
    v[GRAIN] = (int64_t)rule->grain;
    v[BATCH] = (int64_t)rule->batch_rule;
}

static grn_index_rule read_rule(const grn_op *op, bool is_scatter)
{
    size_t n;
    const int64_t *v;
    grn_index_rule rule = own_rule(is_scatter);
    if (grn_op_dims(op, RULE, &n, &v) && n == RULE_FIELDS)
        rule = (grn_index_rule){.base = v[BASE],
                                .wrap_negative = v[WRAP] != 0,
                                .bounds = bounds_of(v[BOUNDS]),
                                .grain = (grn_grain)v[GRAIN],
                                .batch_rule = (grn_batch_rule)v[BATCH]};
    rule.indices_are_sorted = grn_op_flag(op, "indices_are_sorted", false);
    rule.unique_indices = is_scatter ? grn_op_flag(op, "unique_indices", false) : grn_op_attr(op, UNIQUE) != NULL;
    return rule;
}

/* ---- from ops -------------------------------------------------------------------------------- */

/* The attribute names that the two ops have for the same lists. */
typedef struct names {
    const char *op, *attr;
    const grn_struct_def *record;
    const char *list[5]; /* offset, collapsed, batching, indices batching, map */
} names;
static const names gather_names = {
    "stablehlo.gather",
    "dimension_numbers",
    &grn_stablehlo_gather_dims,
    {"offset_dims", "collapsed_slice_dims", "operand_batching_dims", "start_indices_batching_dims", "start_index_map"}};
static const names scatter_names = {"stablehlo.scatter",
                                    "scatter_dimension_numbers",
                                    &grn_stablehlo_scatter_dims,
                                    {"update_window_dims", "inserted_window_dims", "input_batching_dims",
                                     "scatter_indices_batching_dims", "scatter_dims_to_operand_dims"}};

static grn_dims *list_of(grn_dimension_numbers *d, size_t i)
{
    grn_dims *const lists[] = {&d->offset_dims, &d->collapsed_slice_dims, &d->operand_batching_dims,
                               &d->start_indices_batching_dims, &d->start_index_map};
    return lists[i];
}

static bool read_dims(const grn_op *op, const names *n, grn_dimension_numbers *out)
{
    const grn_attr *record = grn_op_attr(op, n->attr);
    for (size_t i = 0; i < GRN_COUNT(n->list); i++) {
        grn_field f = grn_attr_field(record, n->list[i]);
        if (!grn_dims_read(f.count, f.v, list_of(out, i)))
            return false;
    }
    grn_field vector = grn_attr_field(record, "index_vector_dim");
    out->index_vector_dim = vector.count ? vector.v[0] : 0;
    return true;
}

static bool map_dims(grn_hub *h)
{
    const int32_t operand = h->operands[0]->type->rank, indices = h->indices->type->rank;
    const bool fits = grn_access_map_fits(&h->dims, operand, indices);
    if (fits)
        grn_access_map_of(&h->dims, operand, indices, &h->map);
    return fits;
}

static void read_fill(const grn_op *op, unsigned char *fill)
{
    size_t n;
    const int64_t *v;
    if (grn_op_dims(op, FILL, &n, &v) && n == 2)
        memcpy(fill, v, 16);
}

bool grn_hub_read(const grn_op *op, grn_hub *out)
{
    size_t n;
    const int64_t *v;
    bool scatter = grn_str_is(op->name, "stablehlo.scatter");
    if (!op->def || (!scatter && !grn_str_is(op->name, "stablehlo.gather")))
        return false;
    *out = (grn_hub){.is_scatter = scatter, .ninputs = scatter ? (op->noperands - 1) / 2 : 1, .operands = op->operands};
    out->indices = op->operands[out->ninputs];
    out->rule = read_rule(op, scatter);
    if (scatter) {
        out->updates = op->operands + out->ninputs + 1;
        out->region = &op->regions[0];
        out->combiner = grn_stablehlo_combiner(out->region);
        for (size_t i = 0; i < out->ninputs; i++) /* a region that promotes is more than its combiner */
            if (grn_result_type(op, i)->element != out->operands[i]->type->element)
                out->combiner = GRN_COMBINE_REGION;
    } else {
        out->result = grn_result_type(op, 0);
        read_fill(op, out->fill);
        if (!grn_op_dims(op, "slice_sizes", &n, &v) || !grn_dims_read(n, v, &out->slice_sizes))
            return false;
    }
    return read_dims(op, scatter ? &scatter_names : &gather_names, &out->dims) && map_dims(out);
}

grn_dims grn_hub_windows(const grn_hub *h)
{
    grn_dims sizes = {0};
    for (int32_t d = 0; d < h->map.operand_rank; d++)
        grn_dims_push(&sizes, grn_access_window(&h->map, h->updates[0]->type->shape, d));
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

static const grn_attr *dims_attr(grn_rewrite *w, const names *n, const grn_dimension_numbers *dims)
{
    grn_dimension_numbers d = *dims;
    grn_field fields[GRN_COUNT(n->list) + 1] = {{0}};
    for (size_t i = 0; i < GRN_COUNT(n->list); i++)
        for (size_t f = 0; n->record->fields[f].name; f++)
            if (strcmp(n->record->fields[f].name, n->list[i]) == 0)
                fields[f] =
                    (grn_field){.present = true, .count = (size_t)list_of(&d, i)->count, .v = list_of(&d, i)->v};
    for (size_t f = 0; n->record->fields[f].name; f++)
        if (strcmp(n->record->fields[f].name, "index_vector_dim") == 0)
            fields[f] = (grn_field){.present = true, .count = 1, .v = &d.index_vector_dim};
    return grn_attr_struct(w->ir, n->record, fields);
}

static bool set_attribute(grn_rewrite *w, grn_op *op, const char *name, const grn_attr *value)
{
    return value && grn_op_set_attr(w->ir, op, (grn_str){name, strlen(name)}, value);
}

static bool set_rule(grn_rewrite *w, grn_op *op, const grn_hub *hub)
{
    int64_t v[RULE_FIELDS], own[RULE_FIELDS], fill[2];
    grn_index_rule usual = own_rule(hub->is_scatter);
    rule_to_list(&hub->rule, v);
    rule_to_list(&usual, own);
    if (memcmp(v, own, sizeof v) == 0)
        return true;
    memcpy(fill, hub->fill, sizeof fill);
    return set_attribute(w, op, RULE, grn_attr_dense_i64(w->ir, RULE_FIELDS, v)) &&
           (hub->rule.bounds != GRN_BOUNDS_FILL || set_attribute(w, op, FILL, grn_attr_dense_i64(w->ir, 2, fill)));
}

static bool set_attrs(grn_rewrite *w, grn_op *op, const grn_hub *hub)
{
    const names *n = hub->is_scatter ? &scatter_names : &gather_names;
    bool ok = set_attribute(w, op, n->attr, dims_attr(w, n, &hub->dims)) &&
              set_attribute(w, op, "indices_are_sorted", grn_attr_bool(w->ir, hub->rule.indices_are_sorted));
    if (hub->is_scatter)
        ok = ok && set_attribute(w, op, "unique_indices", grn_attr_bool(w->ir, hub->rule.unique_indices));
    else
        ok = ok && set_attribute(w, op, "slice_sizes",
                                 grn_attr_dense_i64(w->ir, (size_t)hub->slice_sizes.count, hub->slice_sizes.v));
    if (!hub->is_scatter && hub->rule.unique_indices)
        ok = ok && set_attribute(w, op, UNIQUE, grn_attr_unit(w->ir));
    return ok && set_rule(w, op, hub);
}

/* The op of a named combiner on two scalars; REPLACE has none. */
static const char *const combiner_ops[GRN_COMBINER_COUNT] = {
    [GRN_COMBINE_ADD] = "stablehlo.add",     [GRN_COMBINE_MUL] = "stablehlo.multiply",
    [GRN_COMBINE_MIN] = "stablehlo.minimum", [GRN_COMBINE_MAX] = "stablehlo.maximum",
    [GRN_COMBINE_AND] = "stablehlo.and",     [GRN_COMBINE_OR] = "stablehlo.or",
    [GRN_COMBINE_XOR] = "stablehlo.xor"};

const char *grn_hub_combiner_op(grn_combiner combiner) { return combiner_ops[combiner]; }

/* `{ ^bb0(%a, %b): %c = op %a, %b; return %c }`, for each input. */
static bool fill_region(grn_rewrite *w, grn_op *op, const grn_hub *hub)
{
    grn_block *block = grn_region_add_block(w->ir, &op->regions[0]);
    size_t n = hub->ninputs;
    grn_value *args = GRN_ARENA_NEW(&w->ir->arena, grn_value, 2 * n);
    const grn_op_def *ends = grn_ir_find_op(w->ir, GRN_STR("stablehlo.return"));
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

/* The region goes from the op that is rewritten to the one that stands for it. */
static void move_region(grn_op *from, grn_op *to)
{
    to->regions[0].first = from->regions[0].first;
    to->regions[0].last = from->regions[0].last;
    for (grn_block *b = to->regions[0].first; b; b = b->next)
        b->region = &to->regions[0];
    from->regions[0].first = from->regions[0].last = NULL;
}

static bool set_operands(grn_op *op, const grn_hub *hub)
{
    for (size_t i = 0; i < op->noperands; i++) {
        grn_value *v = i < hub->ninputs    ? hub->operands[i]
                       : i == hub->ninputs ? hub->indices
                                           : hub->updates[i - hub->ninputs - 1];
        if (!v)
            return false;
        op->operands[i] = NULL;
        grn_op_set_operand(op, i, v);
    }
    return true;
}

grn_op *grn_hub_make(grn_rewrite *w, const grn_hub *hub)
{
    const char *name = hub->is_scatter ? scatter_names.op : gather_names.op;
    const grn_op_def *def = grn_ir_find_op(w->ir, (grn_str){name, strlen(name)});
    size_t n = hub->ninputs;
    grn_op *op = def ? grn_op_new(w->ir, def, GRN_STR(""), w->at->place, hub->is_scatter ? 2 * n + 1 : 2, n,
                                  hub->is_scatter ? 1 : 0)
                     : NULL;
    if (!op || !set_operands(op, hub) || !set_attrs(w, op, hub))
        return NULL;
    bool moved = hub->is_scatter && hub->combiner == GRN_COMBINE_REGION; /* its region decides the types */
    for (size_t i = 0; i < n; i++) {
        op->results[i].type = moved && i < w->at->nresults ? grn_result_type(w->at, i)
                              : hub->is_scatter            ? hub->operands[i]->type
                                                           : hub->result;
        if (!op->results[i].type)
            return NULL;
    }
    grn_op_insert_before(w->at, op);
    if (moved)
        move_region(w->at, op);
    else if (hub->is_scatter && !fill_region(w, op, hub))
        return NULL;
    return op;
}

grn_op *grn_hub_make_dynamic(grn_rewrite *w, const grn_hub *hub)
{
    const grn_type *full = hub->operands[0]->type;
    const grn_type *windows = grn_tensor_like(w, full->element, hub->slice_sizes.count, hub->slice_sizes.v);
    grn_value *full_value = hub->operands[0];
    grn_value *const operands[] = {full_value, hub->indices,
                                   windows ? grn_shape_value(w->ir, w->at, full_value, windows) : NULL};
    const grn_new_attr attrs[] = {{gather_names.attr, dims_attr(w, &gather_names, &hub->dims)},
                                  {"indices_are_sorted", grn_attr_bool(w->ir, hub->rule.indices_are_sorted)}};
    grn_value *made =
        grn_new(w, "stablehlo.dynamic_gather", GRN_COUNT(operands), operands, hub->result, GRN_COUNT(attrs), attrs);
    return made ? made->def : NULL;
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

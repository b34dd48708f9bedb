/*
 * target.c - anvil's calls as a target: prim_gather and prim_scatter have
 * all that StableHLO has for one input, with everything counted from 1.
 */
#include "dialects/nvl/translate.h"

#include "dialects/nvl/nvl.h"

/* ---- gather and scatter ---------------------------------------------------------------------- */

/* Of both calls: dimension numbers under the names of each, and the promises. */
enum { DIMS = 6, MOST_ATTRS = 10 };

static const char *const gather_names[DIMS] = {"offset_dims",           "collapsed_slice_dims",
                                               "operand_batching_dims", "start_indices_batching_dims",
                                               "start_index_map",       "index_vector_dim"};
static const char *const scatter_names[DIMS] = {"update_window_dims",           "inserted_window_dims",
                                                "input_batching_dims",          "scatter_indices_batching_dims",
                                                "scatter_dims_to_operand_dims", "index_vector_dim"};

static size_t dims_arguments(const grn_rewrite *w, const grn_hub *hub, const char *const *names, grn_new_attr *out)
{
    const grn_dimension_numbers *d = &hub->dims;
    const grn_dims *const lists[] = {&d->offset_dims, &d->collapsed_slice_dims, &d->operand_batching_dims,
                                     &d->start_indices_batching_dims, &d->start_index_map};
    size_t n = 0;
    for (; n < GRN_COUNT(lists); n++)
        out[n] = (grn_new_attr){names[n], grn_nvl_dims_argument(w, (size_t)lists[n]->count, lists[n]->v)};
    out[n] = (grn_new_attr){names[n], grn_nvl_number_argument(w, d->index_vector_dim + 1)};
    n++;
    if (hub->rule.indices_are_sorted)
        out[n++] = (grn_new_attr){"indices_are_sorted", grn_attr_bool(w->ir, true)};
    if (hub->rule.unique_indices)
        out[n++] = (grn_new_attr){"unique_indices", grn_attr_bool(w->ir, true)};
    return n;
}

static bool has_types(const grn_op *op)
{
    for (size_t i = 0; i < op->noperands; i++)
        if (!grn_nvl_has_type(grn_operand_type(op, i)))
            return false;
    for (size_t i = 0; i < op->nresults; i++)
        if (!grn_nvl_has_type(grn_result_type(op, i)))
            return false;
    return true;
}

grn_status grn_nvl_export_gather(grn_rewrite *w, const grn_op *op)
{
    grn_hub hub;
    grn_new_attr attrs[MOST_ATTRS];
    if (!grn_hub_read(op, &hub) || !has_types(op))
        return grn_refuse(w, "has a tensor of a shape that is not known, or of elements that anvil does not have");
    size_t n = dims_arguments(w, &hub, gather_names, attrs);
    attrs[n++] =
        (grn_new_attr){"slice_sizes", grn_nvl_list_argument(w, (size_t)hub.slice_sizes.count, hub.slice_sizes.v)};
    grn_value *const operands[] = {hub.operands[0], grn_nvl_from_one(w, hub.indices)};
    return grn_replace(w, grn_new(w, "nvl.gather", 2, operands, hub.result, n, attrs));
}

/* `v` with elements of `element`: a function of wider values than the input's widens both
 * (SH-9). */
static grn_value *widened(grn_rewrite *w, grn_value *v, const grn_type *element)
{
    const grn_type *t = v->type;
    if (t->element == element)
        return v;
    return grn_new(w, "nvl.convert", 1, &v, grn_tensor_like(w, element, t->rank, t->shape), 0, NULL);
}

static bool fill_op(grn_rewrite *w, grn_op *op, grn_value *const *operands, size_t nattrs, const grn_new_attr *attrs)
{
    for (size_t k = 0; k < op->noperands; k++) {
        if (!operands[k])
            return false;
        op->operands[k] = NULL;
        grn_op_set_operand(op, k, operands[k]);
    }
    for (size_t k = 0; k < nattrs; k++)
        if (!attrs[k].value ||
            !grn_op_set_attr(w->ir, op, (grn_str){attrs[k].name, strlen(attrs[k].name)}, attrs[k].value))
            return false;
    return true;
}

/* One input's share of a scatter; NULL: memory refused. */
static grn_op *scatter_one(grn_rewrite *w, const grn_hub *hub, size_t i, grn_value *indices, size_t nattrs,
                           const grn_new_attr *attrs)
{
    const grn_type *type = grn_result_type(w->at, i);
    grn_value *const operands[] = {widened(w, hub->operands[i], type->element), indices,
                                   widened(w, hub->updates[i], type->element)};
    const grn_op_def *def = grn_ir_find_op(w->ir, GRN_STR("nvl.scatter"));
    bool function = hub->combiner == GRN_COMBINE_REGION;
    grn_op *op = def ? grn_op_new(w->ir, def, GRN_STR(""), w->at->place, GRN_COUNT(operands), 1, function) : NULL;
    if (!op || !fill_op(w, op, operands, nattrs, attrs))
        return NULL;
    op->results[0].type = type;
    grn_op_insert_before(w->at, op);
    return op;
}

/* The region of w->at is `to`'s from now on, and ends as anvil's functions do. */
static void move_function(grn_rewrite *w, grn_op *to)
{
    grn_region *from = &w->at->regions[0], *into = &to->regions[0];
    const grn_op_def *ends = grn_ir_find_op(w->ir, GRN_STR("nvl.return"));
    *into = (grn_region){from->first, from->last, to};
    for (grn_block *b = into->first; b; b = b->next)
        b->region = into;
    from->first = from->last = NULL;
    grn_op *last = into->first ? grn_block_terminator(into->first) : NULL;
    if (last && ends) {
        last->def = ends;
        last->name = (grn_str){ends->name, strlen(ends->name)};
    }
}

static size_t scatter_arguments(const grn_rewrite *w, const grn_hub *hub, grn_new_attr *out)
{
    size_t n = dims_arguments(w, hub, scatter_names, out);
    if (hub->combiner != GRN_COMBINE_REPLACE && hub->combiner != GRN_COMBINE_REGION) {
        const char *name = grn_combiner_text(hub->combiner);
        out[n++] = (grn_new_attr){"update_computation", grn_attr_string(w->ir, (grn_str){name, strlen(name)})};
    }
    return n;
}

grn_status grn_nvl_export_scatter(grn_rewrite *w, const grn_op *op)
{
    grn_hub hub;
    grn_new_attr attrs[MOST_ATTRS];
    if (!grn_hub_read(op, &hub) || !has_types(op))
        return grn_refuse(w, "has a tensor of a shape that is not known, or of elements that anvil does not have");
    bool function = hub.combiner == GRN_COMBINE_REGION;
    if (function && hub.ninputs > 1)
        return grn_refuse(w, "combines %zu inputs in one function, prim_scatter has one input", hub.ninputs);
    size_t n = scatter_arguments(w, &hub, attrs);
    grn_value *indices = grn_nvl_from_one(w, hub.indices);
    for (size_t i = 0; i < hub.ninputs; i++) {
        grn_op *one = indices ? scatter_one(w, &hub, i, indices, n, attrs) : NULL;
        if (!one)
            return grn_no_memory(w);
        w->at->results[i].forward = &one->results[0];
        if (function)
            move_function(w, one);
    }
    return GRN_OK;
}

/* ---- import patterns ------------------------------------------------------------------------- */

static grn_status import_access(grn_rewrite *w, const grn_op *op, grn_access *out)
{
    grn_tensor t[3];
    for (size_t i = 0; i < op->noperands && i < GRN_COUNT(t); i++) {
        const grn_type *type = grn_operand_type(op, i);
        if (grn_tensor_init(&t[i], NULL, type->element->dtype, type->rank, type->shape) != GRN_OK)
            return grn_refuse(w, "has operand #%zu of more elements than can be counted", i);
    }
    return op->def->to_spec(op, t, w->diag, out);
}

grn_status grn_nvl_import_gather(grn_rewrite *w, const grn_op *op)
{
    grn_access a;
    grn_status status = import_access(w, op, &a);
    if (status != GRN_OK)
        return status;
    grn_hub hub = {.dims = a.gather.dims,
                   .slice_sizes = a.gather.slice_sizes,
                   .rule = a.gather.index,
                   .ninputs = 1,
                   .operands = op->operands,
                   .result = grn_result_type(op, 0)};
    hub.indices = grn_nvl_from_zero(w, op->operands[1], &hub.rule.base);
    return grn_replace_op(w, grn_hub_make(w, &hub));
}

grn_status grn_nvl_import_scatter(grn_rewrite *w, const grn_op *op)
{
    grn_access a;
    grn_status status = import_access(w, op, &a);
    if (status != GRN_OK)
        return status;
    grn_hub hub = {.is_scatter = true,
                   .dims = a.scatter.dims,
                   .rule = a.scatter.index,
                   .combiner = a.scatter.combiner,
                   .ninputs = 1,
                   .operands = op->operands,
                   .updates = &op->operands[2]};
    hub.indices = grn_nvl_from_zero(w, op->operands[1], &hub.rule.base);
    return grn_replace_op(w, grn_hub_make(w, &hub));
}

/* ---- the target ------------------------------------------------------------------------------ */

static bool takes_index(const grn_type *element)
{
    uint32_t width = element->width;
    bool wide = width == 8 || width == 16 || width == 32 || width == 64;
    return element->kind == GRN_TYPE_INTEGER && wide && element->signedness != GRN_SIGNED;
}

static bool takes_element(const grn_type *element)
{
    return element->kind == GRN_TYPE_INTEGER || element->kind == GRN_TYPE_FLOAT || element->kind == GRN_TYPE_COMPLEX;
}

#define EVERY_COMBINER ((1u << GRN_COMBINER_COUNT) - 1)

static const grn_target target = {
    .name = "nvl",
    .reads_broadcasts = true,
    .static_only = true,
    .gather = {.forms = GRN_CAN_ANY, .bounds = GRN_BOUNDS_CLAMP},
    .scatter = {.forms = GRN_CAN_ANY, .bounds = GRN_BOUNDS_SKIP, .combiners = EVERY_COMBINER},
    .takes_index = takes_index,
    .index = GRN_I64,
    .takes_element = takes_element,
    .takes = grn_nvl_has_type,
    .export_patterns = grn_nvl_export_patterns,
};

const grn_translation grn_nvl_translation = {.imports = grn_nvl_import_patterns, .target = &target};

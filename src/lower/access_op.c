/*
 * access_op.c - gathers and scatters with a destination, before they are
 * loops: garner.gather and garner.scatter on tensors or memrefs, and the RFC's
 * gather of buffers where the access is one of tensor.gather.
 */
#include "dialects/garner/garner.h"
#include "lower/access.h"
#include "lower/window.h"

/* An index that is an error has been looked for before: what comes of one then does not matter. */
static grn_index_rule rule_of(const grn_hub *hub, grn_bounds instead_of_error)
{
    grn_index_rule rule = hub->rule;
    rule.bounds = rule.bounds == GRN_BOUNDS_ERROR ? instead_of_error : rule.bounds;
    return rule;
}

/* ---- operands -------------------------------------------------------------------------------- */

static grn_value *wide_index(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    grn_hub hub;
    grn_hub_read(op, &hub);
    return grn_lo_widened(l, hub.indices->type->element, grn_lo_read(l, hub.indices, index));
}

/* Indices without a sign are read with one: unsigned ones come as `index`. */
static grn_value *indices_of(grn_lower *l, const grn_op *op, const grn_hub *hub)
{
    const grn_type *t = hub->indices->type, *e = t->element;
    if (e->kind != GRN_TYPE_INTEGER || (e->signedness != GRN_UNSIGNED && e->width > 1))
        return grn_lo_buffer(l, hub->indices);
    const grn_type *wide = grn_type_tensor(l->ir, grn_lo_index_type(l), t->rank, t->shape, NULL);
    grn_value *extent[GRN_MAX_RANK];
    grn_lo_extents(l, hub->indices, extent);
    grn_value *to = wide ? grn_lo_allocate(l, wide, extent) : NULL;
    return grn_lo_fill_into(l, op, wide, wide_index, to);
}

/* ---- gather ---------------------------------------------------------------------------------- */

/* The access is one of tensor.gather: nothing happens to an index out of range, which the op's
 * author rules out. */
static bool is_rfc_form(const grn_lower *l, const grn_op *op, const grn_hub *hub)
{
    const grn_str from = grn_origin_name(op);
    const grn_index_rule *r = &hub->rule;
    return l->o->form->buffers && (grn_str_is(from, "tensor.gather") || grn_str_is(from, "gather")) &&
           grn_hub_is_static(hub) && r->bounds == GRN_BOUNDS_PROMISE && !r->base && !r->wrap_negative &&
           hub->dims.operand_batching_dims.count == 0 && hub->dims.index_vector_dim == hub->indices->type->rank - 1;
}

static void rfc_gather(grn_lower *l, const grn_op *op, const grn_hub *hub)
{
    grn_value *const operands[] = {grn_lo_buffer(l, hub->operands[0]), indices_of(l, op, hub)};
    grn_lo_attr attrs[2] = {{"gather_dims", grn_attr_dense_i64(l->ir, (size_t)hub->dims.start_index_map.count,
                                                               hub->dims.start_index_map.v)}};
    if (hub->rule.unique_indices)
        attrs[1] = (grn_lo_attr){"unique", grn_attr_unit(l->ir)};
    grn_value *made =
        grn_lo_one(l, "gather", 2, operands, l->status == GRN_OK ? grn_lo_buffer_type(l, hub->result) : NULL,
                   1 + hub->rule.unique_indices, attrs);
    grn_lo_receive(l, &op->results[0], made);
}

static bool has_open_sizes(const grn_dims *sizes) { return grn_dims_has(sizes, GRN_DYNAMIC); }

bool grn_lo_gather_op(grn_lower *l, const grn_op *op)
{
    grn_hub hub;
    grn_value *extent[GRN_MAX_RANK];
    bool owned;
    if (!l->o->form->accesses || !grn_hub_read(op, &hub) || has_open_sizes(&hub.slice_sizes))
        return false;
    if (is_rfc_form(l, op, &hub)) {
        rfc_gather(l, op, &hub);
        return true;
    }
    grn_lo_result_extents(l, op, &op->results[0], extent);
    grn_value *to = grn_lo_allocate_for(l, &op->results[0], extent, &owned);
    grn_value *const operands[] = {grn_lo_buffer(l, hub.operands[0]), indices_of(l, op, &hub), to};
    const grn_type *type = to ? to->type : NULL;
    grn_op *guard = grn_lo_guard(l, &op->results[0]);
    grn_op *made = grn_lo_op(l, "garner.gather", 3, operands, !l->o->form->buffers, &type, 0, GRN_LO_NO_ATTRS);
    grn_gather_spec spec = {.dims = hub.dims, .slice_sizes = hub.slice_sizes, .index = rule_of(&hub, GRN_BOUNDS_CLAMP)};
    memcpy(spec.fill, hub.fill, sizeof spec.fill);
    if (made)
        grn_lo_check(l, grn_garner_set_gather(l->ir, made, &spec, grn_lo_element(l, hub.result->element), 1));
    grn_lo_end_guard(l, guard);
    if (made)
        grn_lo_set_buffer(l, &op->results[0], l->o->form->buffers ? to : &made->results[0], owned);
    return true;
}

/* ---- scatter --------------------------------------------------------------------------------- */

/* A combiner with a name is the same on integers that have lost their sign, but for the larger and
 * the smaller. */
static bool keeps_name(const grn_hub *hub)
{
    const bool order = hub->combiner == GRN_COMBINE_MIN || hub->combiner == GRN_COMBINE_MAX;
    bool keeps = hub->combiner != GRN_COMBINE_REGION;
    for (size_t i = 0; i < hub->ninputs; i++)
        keeps = keeps && !(order && hub->operands[i]->type->element->kind == GRN_TYPE_INTEGER &&
                           hub->operands[i]->type->element->signedness == GRN_UNSIGNED);
    return keeps;
}

/* ^bb0(%current, %update): the region on their elements. */
static void put_region(grn_lower *l, grn_op *made, const grn_hub *hub)
{
    grn_block *const outer = l->block;
    const grn_type *element = grn_lo_element(l, hub->operands[0]->type->element);
    const grn_type *scalar = element ? grn_type_tensor(l->ir, element, 0, NULL, NULL) : NULL;
    const grn_type *const types[] = {scalar, scalar};
    grn_block *body = grn_lo_check(l, scalar != NULL) ? grn_lo_block(l, &made->regions[0], 2, types) : NULL;
    grn_value *args[2], *result = NULL;
    for (size_t i = 0; body && i < 2; i++) {
        grn_value *arg = &body->args[i];
        args[i] = grn_lo_one(l, "tensor.extract", 1, &arg, element, GRN_LO_NO_ATTRS);
    }
    if (body && grn_lo_region(l, hub->region, 2, args, 1, &result)) {
        grn_value *tensor = grn_lo_one(l, "tensor.from_elements", 1, &result, scalar, GRN_LO_NO_ATTRS);
        grn_lo_none(l, "garner.yield", 1, &tensor, GRN_LO_NO_ATTRS);
    }
    l->block = outer;
}

bool grn_lo_scatter_op(grn_lower *l, const grn_op *op, grn_value *const *to, grn_value **out)
{
    grn_hub hub;
    grn_value *operands[1 + 2 * GRN_LO_MAX_CARRY];
    const grn_type *types[GRN_LO_MAX_CARRY];
    if (!l->o->form->accesses || !grn_hub_read(op, &hub) || (!keeps_name(&hub) && hub.ninputs > 1))
        return false;
    const size_t n = hub.ninputs;
    const bool named = keeps_name(&hub);
    operands[0] = indices_of(l, op, &hub);
    for (size_t i = 0; i < n; i++) {
        operands[1 + i] = grn_lo_buffer(l, hub.updates[i]);
        operands[1 + n + i] = to[i];
        types[i] = to[i] ? to[i]->type : NULL;
    }
    grn_op *guard = grn_lo_guard(l, &op->results[0]);
    grn_op *made = grn_lo_op(l, "garner.scatter", 1 + 2 * n, operands, l->o->form->buffers ? 0 : n, types, !named,
                             GRN_LO_NO_ATTRS);
    if (!made)
        return true;
    const grn_scatter_spec spec = {.dims = hub.dims,
                                   .index = rule_of(&hub, GRN_BOUNDS_SKIP),
                                   .combiner = named ? hub.combiner : GRN_COMBINE_REGION};
    grn_lo_check(l, grn_garner_set_scatter(l->ir, made, &spec, n));
    if (!named)
        put_region(l, made, &hub);
    grn_lo_end_guard(l, guard);
    for (size_t i = 0; i < n; i++)
        out[i] = l->o->form->buffers ? to[i] : &made->results[i];
    return true;
}

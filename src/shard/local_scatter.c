/*
 * local_scatter.c - a scatter whose inputs are cut where indices name positions: the owner
 * computes, and for all others the update misses. One whose updates are cut, and in which no order
 * shows: each combines its own, then all are combined.
 */
#include "shard/starts.h"

/* ---- owners ---------------------------------------------------------------------------------- */

/* How one input, and its updates, are divided. */
typedef struct scattering {
    const grn_hub *a;
    const grn_division *input, *updates;
} scattering;

/* It is cut, and neither batches nor does a window cover it. */
static bool is_owned(const scattering *k, int32_t d)
{
    const int32_t dense = k->a->map.operand[d].dense;
    const bool covers =
        k->a->map.operand[d].component < 0 && dense >= 0 && k->updates->type->shape[dense] == k->input->type->shape[d];
    return k->input->dims[d].axes.count && k->a->map.operand[d].batching < 0 && !covers;
}

/* The component as a position of what is here, or one that misses. */
static grn_value *own_component(grn_sharder *s, const grn_part_starts *st, grn_value *v, const grn_division *input,
                                int32_t d)
{
    const int64_t extent = grn_division_extent(&s->mesh, input, d);
    grn_value *number = grn_part_number_value(s, &input->dims[d].axes);
    grn_value *exists = grn_part_within(s, v, input->type->shape[d]), *here = grn_part_minus(s, v, number, extent);
    grn_value *own = grn_part_within(s, here, extent);
    grn_value *hits = exists && own ? grn_build_binary(&s->w, "stablehlo.and", exists, own) : NULL;
    grn_value *misses = grn_part_start(s, st, GRN_PART_MISSES);
    return hits && misses ? grn_build_select(&s->w, hits, here, misses) : NULL;
}

/* The first device along an unindexed dimension has its position 0: for others component 0
 * misses. */
static grn_value *first_owns(grn_sharder *s, const grn_part_starts *st, grn_value *v, const grn_part_list *axes)
{
    grn_value *number = grn_part_number_value(s, axes);
    grn_value *is_first = number ? grn_build_compare(&s->w, "EQ", number, grn_part_scalar(s, st->element, 0)) : NULL;
    is_first = is_first ? grn_part_spread_scalar(s, is_first, st->rank, st->shape) : NULL;
    grn_value *misses = grn_part_start(s, st, GRN_PART_MISSES);
    return is_first && v && misses ? grn_build_select(&s->w, is_first, v, misses) : NULL;
}

static grn_value *own_indices(grn_sharder *s, const scattering *k, bool *owned)
{
    const grn_hub *a = k->a;
    const grn_division *input = k->input;
    grn_part_starts st;
    *owned = false;
    for (int32_t d = 0; d < input->rank; d++)
        *owned |= is_owned(k, d);
    if (!*owned)
        return a->indices;
    if (!grn_part_starts_read(s, a, &st))
        return NULL;
    for (int32_t d = 0; d < input->rank; d++)
        if (is_owned(k, d) && a->map.operand[d].component >= 0)
            st.v[a->map.operand[d].component] = own_component(s, &st, st.v[a->map.operand[d].component], input, d);
    for (int32_t d = 0; d < input->rank; d++)
        if (is_owned(k, d) && a->map.operand[d].component < 0)
            st.v[0] = first_owns(s, &st, st.v[0], &input->dims[d].axes);
    for (int32_t c = 0; c < st.count; c++)
        if (!st.v[c])
            return NULL;
    return grn_part_starts_join(s, a, &st);
}

/* ---- parts of the updates -------------------------------------------------------------------- */

/* Axes that cut updates along dimensions that no input has. */
static grn_part_list combined_axes(grn_sharder *s, const grn_hub *a)
{
    const grn_division *updates = grn_part_of(s, a->updates[0]), *input = grn_part_of(s, a->operands[0]);
    const uint32_t of_inputs = grn_division_axes(input);
    grn_part_list axes = {.count = 0};
    for (int32_t d = 0; d < updates->rank; d++)
        for (int32_t i = 0; i < updates->dims[d].axes.count; i++)
            if (!(of_inputs >> updates->dims[d].axes.axis[i] & 1))
                grn_part_push(&axes, updates->dims[d].axes.axis[i]);
    return axes;
}

static grn_status combine(grn_sharder *s, grn_op *op, const grn_hub *a, const grn_part_list *axes)
{
    grn_hub hub = *a;
    grn_value **inputs = GRN_ARENA_NEW(&s->w.ir->arena, grn_value *, hub.ninputs);
    if (!inputs)
        return grn_no_memory(&s->w);
    for (size_t i = 0; i < hub.ninputs; i++)
        if (!(inputs[i] = grn_part_first_alone(s, hub.operands[i], axes, hub.combiner)))
            return grn_no_memory(&s->w);
    hub.operands = inputs;
    hub.rule.indices_are_sorted = false;
    grn_op *made = grn_part_make_access(s, &hub);
    if (!made)
        return grn_no_memory(&s->w);
    for (size_t i = 0; i < hub.ninputs; i++) {
        grn_value *all = grn_part_all_reduce(s, &made->results[i], axes, grn_part_combiner_op(hub.combiner));
        if (!all)
            return grn_no_memory(&s->w);
        op->results[i].forward = all;
        const int64_t bytes = grn_division_bytes(&s->mesh, grn_part_of(s, &op->results[i])),
                      ways = grn_part_ways(&s->mesh, axes);
        grn_part_tell(s, "all_reduce", axes, "the updates are cut, and no order of them shows",
                      2 * (bytes / ways) * (ways - 1), bytes / ways * (ways - 1));
    }
    return GRN_OK;
}

/* ---- the scatter ----------------------------------------------------------------------------- */

/* Promises hold for true indices alone, not for padding nor for what is made to miss. */
static bool promise_nothing(grn_sharder *s, grn_op *op)
{
    if (!grn_op_is_hlo(op)) {
        grn_op_drop_attr(op, "indices_are_sorted");
        grn_op_drop_attr(op, "unique_indices");
        return true;
    }
    const grn_attr *no = grn_attr_bool(s->w.ir, false);
    return no && grn_op_set_attr(s->w.ir, op, GRN_STR("indices_are_sorted"), no) &&
           grn_op_set_attr(s->w.ir, op, GRN_STR("unique_indices"), no);
}

grn_status grn_part_local_scatter(grn_sharder *s, grn_op *op)
{
    grn_hub a;
    bool owned;
    if (!grn_part_access_of(op, &a))
        return grn_part_retype(s, op);
    const grn_division *input = grn_part_of(s, a.operands[0]), *indices = grn_part_of(s, a.indices);
    const grn_part_list axes = combined_axes(s, &a);
    grn_value *own = own_indices(s, &(scattering){&a, input, grn_part_of(s, a.updates[0])}, &owned);
    if (own && grn_part_is_checked(&a) && grn_part_has_padding(s, indices)) /* of a check: any position does */
        own = grn_part_without_padding(s, own, indices, a.rule.base);
    if (!own || ((owned || axes.count || grn_part_has_padding(s, indices)) && !promise_nothing(s, op)))
        return grn_no_memory(&s->w);
    grn_op_set_operand(op, a.at.indices, own);
    if (axes.count && grn_part_access_of(op, &a))
        return combine(s, op, &a, &axes);
    return grn_part_retype(s, op);
}

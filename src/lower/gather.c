/* gather.c - gathers: one element, for a walk over all; and loops over index vectors with a copy of
 * each window. */
#include "lower/access.h"
#include "lower/fuse.h"
#include "lower/window.h"

/* ---- one element ----------------------------------------------------------------------------- */

static grn_value *operand_element(grn_lower *l, const grn_lo_access *a, grn_value *const *address)
{
    grn_value *v = grn_lo_read(l, a->hub.operands[0], address);
    if (v && v->def)
        grn_lo_say_formula(l, a, v->def);
    return v;
}

/* The operand's element where it is inside, else the fill value. */
static grn_value *element_or_fill(grn_lower *l, const grn_lo_access *a, grn_value *inside, grn_value *const *address)
{
    if (!inside)
        return operand_element(l, a, address);
    grn_op *branch = grn_lo_if(l, inside, 1);
    grn_value *v = operand_element(l, a, address);
    grn_lo_yield(l, 1, &v);
    grn_lo_otherwise(l, branch);
    v = grn_lo_constant(l, a->operand->element, a->hub.fill);
    grn_lo_yield(l, 1, &v);
    grn_lo_end_if(l, branch);
    return branch ? &branch->results[0] : NULL;
}

/* The starts of an index vector, and whether the window fits there: what the elements of a window
 * have in common. */
static grn_value *starts_at(grn_lower *l, grn_lo_access *a, grn_value *const *index, grn_value **start)
{
    grn_value *at[GRN_MAX_RANK];
    grn_lo_position(a, index, at);
    return grn_lo_starts(l, a, at, start);
}

static grn_value *gather_element(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    grn_lo_access a;
    grn_value *start[GRN_MAX_RANK] = {NULL}, *address[GRN_MAX_RANK] = {NULL}, *fits;
    grn_value *const *kept = index == l->element_index ? grn_lo_find_prepared(l, op) : NULL;
    grn_lo_access_read(l, op, &a);
    if (!kept || a.by_element)
        grn_lo_access_sizes(l, &a);
    if (kept) {
        memcpy(start, kept + 1, sizeof start);
        fits = kept[0];
    } else {
        fits = starts_at(l, &a, index, start);
    }
    grn_value *inside = grn_lo_address(l, &a, start, index, address);
    return element_or_fill(l, &a, grn_lo_and(l, fits, inside), address);
}

/* The starts of an index vector are made as soon as its counters are there, in the loop over the
 * last of them. */
static void prepare_starts(grn_lower *l, const grn_op *op, grn_value *const *index, int32_t known)
{
    grn_lo_access a;
    grn_value *kept[1 + GRN_MAX_RANK] = {NULL};
    bool all = true;
    grn_lo_access_read(l, op, &a);
    for (int32_t d = known; d < a.hub.map.dense_rank; d++)
        all = all && a.hub.map.dense[d].indices < 0;
    if (known > 0)
        grn_lo_say_dim(l, &a, known - 1);
    if (!all || grn_lo_find_prepared(l, op))
        return;
    grn_lo_access_sizes(l, &a);
    kept[0] = starts_at(l, &a, index, kept + 1);
    grn_lo_prepare(l, op, GRN_COUNT(kept), kept);
}

/* ---- loops ----------------------------------------------------------------------------------- */

typedef struct gathering {
    grn_lo_access a;
    grn_value *to;
    grn_value *extent[GRN_MAX_RANK], *index[GRN_MAX_RANK]; /* by dim of the result */
    grn_value *start[GRN_MAX_RANK];
} gathering;

static void store_elements(grn_lower *l, gathering *g, bool fill_all)
{
    grn_value *address[GRN_MAX_RANK] = {NULL}, *v;
    int32_t loops = 0;
    for (int32_t d = 0; d < g->a.hub.map.dense_rank; d++)
        if (g->a.hub.map.dense[d].indices < 0) {
            g->index[d] = grn_lo_for(l, g->extent[d], NULL);
            grn_lo_say_dim(l, &g->a, d);
            loops++;
        }
    if (fill_all) {
        v = grn_lo_constant(l, g->a.operand->element, g->a.hub.fill);
    } else {
        grn_value *inside = grn_lo_address(l, &g->a, g->start, g->index, address);
        v = element_or_fill(l, &g->a, inside, address);
    }
    grn_lo_store(l, v, g->to, (size_t)g->a.hub.map.dense_rank, g->index);
    for (; loops > 0; loops--)
        grn_lo_end_for(l, NULL);
}

/* A window that is inside as a whole. */
static void copy_window(grn_lower *l, gathering *g)
{
    grn_lo_window w;
    const grn_lo_value *operand = grn_lo_of(l, g->a.hub.operands[0]);
    if (!grn_lo_window_find(l, &g->a, operand->kind == GRN_LO_BUFFER ? operand->value : NULL, g->to, &w)) {
        store_elements(l, g, false);
        return;
    }
    grn_lo_window_loops(l, &g->a, &w, g->extent, g->index);
    grn_value *part = grn_lo_window_of_operand(l, &g->a, &w, g->a.hub.operands[0], g->start, g->index);
    grn_lo_copy_window(l, part, grn_lo_window_of_dense(l, &g->a, &w, g->to, g->index));
    grn_lo_say_formula(l, &g->a, l->block->last);
    grn_lo_window_end_loops(l, &w);
}

/* The window in one piece where the condition holds, its elements one by one elsewhere. */
static void window_or_elements(grn_lower *l, gathering *g, grn_value *condition, bool filled)
{
    const bool by_element = g->a.by_element;
    grn_op *branch = grn_lo_if(l, condition, 0);
    g->a.by_element = false;
    copy_window(l, g);
    g->a.by_element = by_element;
    grn_lo_yield(l, 0, NULL);
    grn_lo_otherwise(l, branch);
    store_elements(l, g, filled);
    grn_lo_yield(l, 0, NULL);
    grn_lo_end_if(l, branch);
}

static void gather_window(grn_lower *l, gathering *g)
{
    grn_value *at[GRN_MAX_RANK];
    grn_lo_position(&g->a, g->index, at);
    grn_value *fits = grn_lo_starts(l, &g->a, at, g->start);
    if (g->a.by_element) /* a window that is inside as a whole is copied all the same */
        window_or_elements(l, g, grn_lo_window_is_inside(l, &g->a, g->start), false);
    else if (fits)
        window_or_elements(l, g, fits, true);
    else
        copy_window(l, g);
}

static void gather_all(grn_lower *l, gathering *g)
{
    grn_lo_nest nest;
    grn_lo_nest_begin(l, &g->a, g->extent, g->index, l->o->form->walk == GRN_WALK_PARALLEL, &nest);
    gather_window(l, g);
    grn_lo_nest_end(l, &nest);
}

static void gather_loops(grn_lower *l, const grn_op *op)
{
    gathering g = {.to = NULL};
    bool owned;
    grn_lo_access_read(l, op, &g.a);
    grn_lo_result_extents(l, op, &op->results[0], g.extent);
    grn_lo_access_sizes(l, &g.a);
    g.to = grn_lo_allocate_for(l, &op->results[0], g.extent, &owned);
    grn_value *const to = g.to;
    grn_op *guard = g.a.reports ? grn_lo_when_fine(l) : grn_lo_guard(l, &op->results[0]);
    if (l->status == GRN_OK) {
        grn_lo_collapse(l, &g.a, 1, &g.to);
        for (int32_t d = 0; d < g.a.hub.map.dense_rank; d++)
            g.extent[d] = g.to != to ? grn_lo_index(l, g.a.dense->shape[d]) : g.extent[d];
    }
    if (l->status == GRN_OK)
        gather_all(l, &g);
    grn_lo_end_guard(l, guard);
    grn_lo_set_buffer(l, &op->results[0], to, owned);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void lower_gather(grn_lower *l, const grn_op *op)
{
    grn_lo_access a;
    grn_value *extent[GRN_MAX_RANK];
    grn_lo_access_read(l, op, &a);
    grn_lo_access_sizes(l, &a);
    if (a.reports && l->status == GRN_OK)
        grn_lo_check_indices(l, &a);
    if (grn_lo_gather_op(l, op))
        return;
    if (grn_lo_site(l, op) != op && grn_lo_set_lazy(l, op, GRN_LO_IN_A_ROW)) {
        grn_lo_of(l, &op->results[0])->guarded = a.reports && !a.clamps;
        return;
    }
    if (l->o->form->buffers && l->o->form->walk != GRN_WALK_GENERIC) {
        gather_loops(l, op);
        return;
    }
    grn_lo_result_extents(l, op, &op->results[0], extent);
    grn_lo_fill(l, op, &op->results[0], gather_element, extent);
}

/* Batch dims from indices, window dims from the operand or slice_sizes. */
static void gather_extents(grn_lower *l, const grn_op *op, grn_value **out)
{
    grn_lo_access a;
    grn_lo_access_read(l, op, &a);
    grn_lo_access_sizes(l, &a);
    for (int32_t d = 0; d < a.hub.map.dense_rank && l->status == GRN_OK; d++)
        if (a.hub.map.dense[d].indices >= 0)
            out[d] = grn_lo_extent(l, a.hub.indices, a.hub.map.dense[d].indices);
    for (int32_t d = 0; d < a.hub.map.operand_rank && l->status == GRN_OK; d++)
        if (a.hub.map.operand[d].dense >= 0)
            out[a.hub.map.operand[d].dense] = a.window[d];
}

static bool may_fail(const grn_op *op)
{
    grn_hub hub;
    return grn_hub_read(op, &hub) && hub.rule.bounds == GRN_BOUNDS_ERROR && hub.dims.start_index_map.count > 0;
}

GRN_LOWER(garner, gather) = {.element = gather_element,
                             .before = prepare_starts,
                             .lower = lower_gather,
                             .extents = gather_extents,
                             .flags = GRN_LO_FUSES,
                             .may_fail = may_fail};
GRN_LOWER(garner, scatter) = {.lower = grn_lo_scatter, .may_fail = may_fail};

/*
 * scatter.c - scatters: loops over the updates, in ascending row-major order
 * where two may meet at one element, with the region put where they do.
 *
 * Which loops may change places: call a loop free when the element of the
 * input determines its counter, as those over batching dims and over window
 * dims that no index moves. Two updates of one element then differ in the
 * other loops only, which keep their order. So free loops go inside, or run in
 * parallel.
 */
#include "lower/window.h"

typedef struct scattering {
    grn_lo_access a;
    const grn_op *op;
    bool replaces;
    bool is_free[GRN_MAX_RANK]; /* by dim of the updates */
    grn_value *extent[GRN_MAX_RANK], *index[GRN_MAX_RANK];
    grn_value *start[GRN_MAX_RANK];
    grn_value *to[GRN_LO_MAX_CARRY]; /* memrefs */
    grn_lo_carry carry;              /* or tensors */
} scattering;

/* ---- one element ----------------------------------------------------------------------------- */

static void combine(grn_lower *l, scattering *s, grn_value *const *address)
{
    grn_value *args[2 * GRN_LO_MAX_CARRY], *results[GRN_LO_MAX_CARRY];
    const size_t n = s->a.hub.ninputs, rank = (size_t)s->a.hub.map.operand_rank;
    const grn_type *element;
    for (size_t i = 0; i < n && l->status == GRN_OK; i++) {
        grn_value *from = l->o->form->buffers ? s->to[i] : s->carry.v[i];
        element = grn_lo_element(l, s->a.hub.operands[i]->type->element);
        args[i] = s->replaces ? NULL : grn_lo_load(l, from, element, rank, address);
        args[n + i] = grn_lo_read(l, s->a.hub.updates[i], s->index);
    }
    if (l->status != GRN_OK || !grn_lo_region(l, s->a.hub.region, 2 * n, args, n, results))
        return;
    for (size_t i = 0; i < n; i++) {
        grn_value *operands[GRN_MAX_RANK + 2] = {results[i], s->carry.v[i]};
        for (size_t d = 0; d < rank; d++)
            operands[2 + d] = address[d];
        if (l->o->form->buffers)
            grn_lo_store(l, results[i], s->to[i], rank, address);
        else
            s->carry.v[i] = grn_lo_one(l, "tensor.insert", rank + 2, operands,
                                       s->carry.v[i] ? s->carry.v[i]->type : NULL, GRN_LO_NO_ATTRS);
        if (l->status == GRN_OK)
            grn_lo_say_formula(l, &s->a, l->block->last);
    }
}

/* What changes tensors, under a condition: else they are as they were. */
static grn_op *when(grn_lower *l, const scattering *s, grn_value *condition)
{
    return condition ? grn_lo_if(l, condition, s->carry.n) : NULL;
}

static void end_when(grn_lower *l, scattering *s, grn_op *branch, const grn_lo_carry *before)
{
    if (!branch || l->status != GRN_OK)
        return;
    grn_lo_yield(l, s->carry.n, s->carry.v);
    if (s->carry.n) {
        grn_lo_otherwise(l, branch);
        grn_lo_yield(l, before->n, before->v);
    }
    grn_lo_end_if(l, branch);
    for (size_t i = 0; i < s->carry.n; i++)
        s->carry.v[i] = &branch->results[i];
}

/* ---- a window -------------------------------------------------------------------------------- */

static void update_elements(grn_lower *l, scattering *s, const bool *is_outer)
{
    grn_value *address[GRN_MAX_RANK] = {NULL};
    int32_t loops = 0;
    for (int32_t d = 0; d < s->a.hub.map.dense_rank; d++)
        if (!is_outer[d]) {
            s->index[d] = grn_lo_for(l, s->extent[d], &s->carry);
            grn_lo_say_dim(l, &s->a, d);
            loops++;
        }
    grn_value *inside = grn_lo_address(l, &s->a, s->start, s->index, address);
    const grn_lo_carry before = s->carry;
    grn_op *branch = when(l, s, inside);
    combine(l, s, address);
    end_when(l, s, branch, &before);
    for (; loops > 0; loops--)
        grn_lo_end_for(l, &s->carry);
}

static bool is_all_window(const grn_lo_access *a, const bool *is_outer)
{
    bool all = true;
    for (int32_t d = 0; d < a->hub.map.dense_rank; d++)
        all = all && (is_outer[d] || a->hub.map.dense[d].indices < 0) &&
              (!is_outer[d] || a->hub.map.dense[d].indices >= 0);
    return all;
}

/* A window that replaces what was there is copied in one piece. */
static bool copy_window(grn_lower *l, scattering *s, const bool *is_outer)
{
    grn_lo_window w;
    const grn_lo_value *updates = grn_lo_of(l, s->a.hub.updates[0]);
    if (!s->replaces || !l->o->form->buffers || s->a.hub.ninputs != 1 || !is_all_window(&s->a, is_outer) ||
        updates->kind != GRN_LO_BUFFER || !grn_lo_window_find(l, &s->a, s->to[0], updates->value, &w))
        return false;
    grn_lo_window_loops(l, &s->a, &w, s->extent, s->index);
    grn_value *part = grn_lo_window_of_dense(l, &s->a, &w, updates->value, s->index);
    grn_lo_copy_window(l, part, grn_lo_window_of_memref(l, &s->a, &w, s->to[0], s->start, s->index));
    grn_lo_say_formula(l, &s->a, l->block->last);
    grn_lo_window_end_loops(l, &w);
    return true;
}

static void update_window(grn_lower *l, scattering *s, const bool *is_outer)
{
    if (l->status == GRN_OK && !copy_window(l, s, is_outer))
        update_elements(l, s, is_outer);
}

/* Where elements of a window are in or out one by one, one that is inside as a whole needs no test
 * of each. */
static void window_or_parts(grn_lower *l, scattering *s, const bool *is_outer)
{
    const grn_lo_carry before = s->carry;
    grn_op *branch = grn_lo_if(l, grn_lo_window_is_inside(l, &s->a, s->start), s->carry.n);
    s->a.by_element = false;
    update_window(l, s, is_outer);
    s->a.by_element = true;
    grn_lo_yield(l, s->carry.n, s->carry.v);
    grn_lo_otherwise(l, branch);
    s->carry = before;
    update_elements(l, s, is_outer);
    grn_lo_yield(l, s->carry.n, s->carry.v);
    grn_lo_end_if(l, branch);
    for (size_t i = 0; branch && i < s->carry.n; i++)
        s->carry.v[i] = &branch->results[i];
}

/* Whether some window dim stays inside: else every element is a window of its own, and is tested
 * once. */
static bool has_inner(const grn_lo_access *a, const bool *is_outer)
{
    bool inner = false;
    for (int32_t d = 0; d < a->hub.map.dense_rank; d++)
        inner = inner || !is_outer[d];
    return inner;
}

static void scatter_vector(grn_lower *l, scattering *s, const bool *is_outer)
{
    grn_value *at[GRN_MAX_RANK];
    grn_lo_position(&s->a, s->index, at);
    grn_value *fits = grn_lo_starts(l, &s->a, at, s->start);
    const grn_lo_carry before = s->carry;
    grn_op *branch = when(l, s, fits);
    if (s->a.by_element && has_inner(&s->a, is_outer) && is_all_window(&s->a, is_outer))
        window_or_parts(l, s, is_outer);
    else
        update_window(l, s, is_outer);
    end_when(l, s, branch, &before);
}

/* ---- loops ----------------------------------------------------------------------------------- */

static bool moves_window(const grn_lo_access *a, int32_t dense_dim)
{
    bool moves = false;
    for (int32_t d = 0; d < a->hub.map.operand_rank; d++)
        moves = moves || (a->hub.map.operand[d].dense == dense_dim && a->hub.map.operand[d].component >= 0);
    return moves;
}

static void find_free(scattering *s)
{
    const grn_lo_access *a = &s->a;
    for (int32_t d = 0; d < a->hub.map.dense_rank; d++)
        s->is_free[d] = a->hub.rule.unique_indices || grn_hub_is_one_vector(&a->hub) ||
                        (a->hub.map.dense[d].indices >= 0
                             ? grn_dims_has(&a->hub.dims.start_indices_batching_dims, a->hub.map.dense[d].indices)
                             : !moves_window(a, d));
}

/* Outside are index loops, and window loops before them that must keep their order. */
static void find_outer(const scattering *s, bool *is_outer)
{
    int32_t last = -1;
    for (int32_t d = 0; d < s->a.hub.map.dense_rank; d++)
        if (s->a.hub.map.dense[d].indices >= 0)
            last = d;
    for (int32_t d = 0; d < s->a.hub.map.dense_rank; d++)
        is_outer[d] = s->a.hub.map.dense[d].indices >= 0 || (d < last && !s->is_free[d]);
}

/* Which loops run in parallel: all over index vectors, where those never meet; else all free
 * ones. */
static void find_parallel(const scattering *s, bool *is_outer, bool *is_parallel)
{
    bool vectors_free = true, any = false;
    for (int32_t d = 0; d < s->a.hub.map.dense_rank; d++)
        vectors_free = vectors_free && (s->a.hub.map.dense[d].indices < 0 || s->is_free[d]);
    for (int32_t d = 0; d < s->a.hub.map.dense_rank; d++) {
        is_parallel[d] = vectors_free ? s->a.hub.map.dense[d].indices >= 0 : s->is_free[d];
        is_outer[d] = is_outer[d] || is_parallel[d];
        any = any || is_parallel[d];
    }
    for (int32_t d = 0; !any && d < s->a.hub.map.dense_rank; d++) { /* one vector, without dims of its own */
        is_parallel[d] = s->is_free[d];
        is_outer[d] = is_outer[d] || s->is_free[d];
    }
}

static bool begin_parallel(grn_lower *l, scattering *s, const bool *is_parallel)
{
    grn_value *extents[GRN_MAX_RANK], *counters[GRN_MAX_RANK];
    int32_t n = 0, first = -1;
    for (int32_t d = 0; d < s->a.hub.map.dense_rank; d++)
        if (is_parallel[d]) {
            first = first < 0 ? d : first;
            extents[n++] = s->extent[d];
        }
    if (n == 0)
        return false;
    grn_lo_parallel(l, n, extents, counters);
    grn_lo_say_dim(l, &s->a, first);
    for (int32_t d = s->a.hub.map.dense_rank - 1; d >= 0; d--)
        if (is_parallel[d])
            s->index[d] = counters[--n];
    return true;
}

static void scatter_all(grn_lower *l, scattering *s)
{
    bool is_outer[GRN_MAX_RANK] = {false}, is_parallel[GRN_MAX_RANK] = {false};
    int32_t loops = 0;
    find_free(s);
    find_outer(s, is_outer);
    if (l->o->form->walk == GRN_WALK_PARALLEL)
        find_parallel(s, is_outer, is_parallel);
    const bool parallel = begin_parallel(l, s, is_parallel);
    for (int32_t d = 0; d < s->a.hub.map.dense_rank && l->status == GRN_OK; d++) {
        if (!is_outer[d] || is_parallel[d])
            continue;
        s->index[d] = grn_lo_for(l, s->extent[d], &s->carry);
        grn_lo_say_dim(l, &s->a, d);
        loops++;
    }
    scatter_vector(l, s, is_outer);
    for (; loops > 0; loops--)
        grn_lo_end_for(l, &s->carry);
    if (parallel)
        grn_lo_end_parallel(l);
}

/* ---- the op ---------------------------------------------------------------------------------- */

/* The inputs are where the updates go to from now on: in memrefs of their own. */
static void take_inputs(grn_lower *l, scattering *s, bool *owned)
{
    for (size_t i = 0; i < s->a.hub.ninputs && l->status == GRN_OK; i++) {
        grn_value *extent[GRN_MAX_RANK] = {NULL};
        if (!l->o->form->buffers) {
            s->carry.v[s->carry.n++] = grn_lo_buffer(l, s->a.hub.operands[i]);
            continue;
        }
        grn_lo_extents(l, s->a.hub.operands[i], extent);
        s->to[i] = grn_lo_allocate_for(l, &s->op->results[i], extent, &owned[i]);
        grn_op *guard = grn_lo_guard(l, &s->op->results[i]);
        grn_lo_copy_to(l, s->a.hub.operands[i], s->to[i]);
        grn_lo_end_guard(l, guard);
    }
}

/* No element to reach: an input without any, or an inserted dim of none that no index moves. */
static bool reaches_nothing(const grn_lo_access *a)
{
    bool nothing = false;
    for (int32_t d = 0; d < a->hub.map.operand_rank; d++)
        nothing = nothing || a->operand->shape[d] == 0;
    return nothing;
}

static bool promotes(const scattering *s)
{
    bool does = false;
    for (size_t i = 0; i < s->a.hub.ninputs; i++)
        does = does || s->op->results[i].type->element != s->a.hub.operands[i]->type->element;
    return does;
}

/* Where an index is out of range and that is an error, nothing is written. */
static void scatter_guarded(grn_lower *l, scattering *s)
{
    const bool guarded = l->o->form->buffers && (s->a.reports || grn_lo_guards(l, &s->op->results[0]));
    grn_op *guard = guarded ? grn_lo_when_fine(l) : NULL;
    grn_value *to[GRN_LO_MAX_CARRY];
    memcpy(to, s->to, sizeof to);
    if (l->o->form->buffers)
        grn_lo_collapse(l, &s->a, s->a.hub.ninputs, s->to);
    if (l->status == GRN_OK)
        grn_lo_extents(l, s->a.hub.updates[0], s->extent);
    if (l->status == GRN_OK && !reaches_nothing(&s->a))
        scatter_all(l, s);
    memcpy(s->to, to, sizeof to);
    grn_lo_end_guard(l, guard);
}

void grn_lo_scatter(grn_lower *l, const grn_op *op)
{
    scattering s = {.op = op};
    bool owned[GRN_LO_MAX_CARRY] = {false};
    grn_lo_access_read(l, op, &s.a);
    if (l->status != GRN_OK)
        return;
    if (promotes(&s) || s.a.hub.ninputs > GRN_LO_MAX_CARRY) {
        grn_lo_refuse(l, "has a region whose results are of another type than its inputs");
        return;
    }
    s.replaces = s.a.hub.combiner == GRN_COMBINE_REPLACE;
    grn_lo_access_sizes(l, &s.a);
    if (s.a.reports)
        grn_lo_check_indices(l, &s.a);
    take_inputs(l, &s, owned);
    grn_value **now = l->o->form->buffers ? s.to : s.carry.v;
    if (l->status == GRN_OK && !grn_lo_scatter_op(l, op, now, now))
        scatter_guarded(l, &s);
    for (size_t i = 0; i < s.a.hub.ninputs && l->status == GRN_OK; i++)
        grn_lo_set_buffer(l, &op->results[i], now[i], owned[i]);
}

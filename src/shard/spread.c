/*
 * spread.c - the stage `propagated`: shardings spread along the factors of rules, until nothing changes.
 *
 * Ops are gone through forwards and backwards. Of the lists of axes that a factor has in the values of an op the
 * candidate is the one that divides most, among equals a written one, then the first, operands first. A
 * value takes of it what goes on from its own list, as far as its dimension is open and no axis of it cuts the value elsewhere. So what is
 * written stays, and what does not agree with it stops there. Dimensions of priority p are looked at once those of all lower
 * numbers have spread.
 */
#include "shard/rows.h"

typedef struct spreading {
    grn_sharder *s;
    int64_t priority; /* of what has its turn */
    bool changed;
} spreading;

/* ---- one op ---------------------------------------------------------------------------------------------------------------------- */

typedef struct spread_op {
    spreading *p;
    const grn_part_rule *r;
    grn_division **values;
    grn_part_list *lists; /* [nvalues, nfactors]; of values whose turn it is */
} spread_op;

/* What a value offers: without dimensions whose turn it is not. */
static void offer(const spread_op *o, int32_t i)
{
    grn_part_list *lists = &o->lists[(size_t)i * (size_t)o->r->nfactors];
    grn_part_lists_of(&o->p->s->mesh, o->r, i, o->values[i], lists);
    for (int32_t d = 0; d < o->r->maps[i].rank; d++) {
        const int64_t *f;
        const size_t n = grn_part_factors(&o->r->maps[i], d, &f);
        for (size_t k = 0; o->values[i]->dims[d].priority > o->p->priority && k < n; k++)
            lists[f[k]].count = 0;
    }
}

static const grn_part_list *candidate(const spread_op *o, int32_t f)
{
    const grn_part_list *best = NULL;
    int64_t most = 1;
    bool is_written = false;
    for (int32_t i = 0; i < o->r->nvalues; i++) {
        const grn_part_list *list = &o->lists[(size_t)i * (size_t)o->r->nfactors + (size_t)f];
        const int64_t ways = grn_part_ways(&o->p->s->mesh, list);
        if (ways > most || (ways == most && best && !is_written && o->values[i]->is_written)) {
            best = list;
            most = ways;
            is_written = o->values[i]->is_written;
        }
    }
    return best;
}

/* Whether no factor in front of number `at` of a dimension leaves something uncut, and none behind it is cut. */
static bool may_extend(const spread_op *o, const grn_part_list *lists, const int64_t *f, size_t n, size_t at)
{
    bool may = true;
    for (size_t k = 0; k < n; k++)
        may = may && (k == at ||
                      (k < at ? grn_part_ways(&o->p->s->mesh, &lists[f[k]]) == o->r->factors[f[k]].size : lists[f[k]].count == 0));
    return may;
}

static bool axis_fits(const spread_op *o, const grn_division *v, int32_t f, int64_t ways, int32_t axis)
{
    const int64_t size = o->r->factors[f].size;
    const bool is_free = !((grn_division_axes(v) | v->replicated) >> axis & 1);
    ways *= o->p->s->mesh.axes[axis].size;
    return is_free && (o->r->factors[f].is_shared ? size % ways == 0 : ways <= size);
}

/* Dimension d of value i, which has the factor at place `at`. */
static void extend(const spread_op *o, int32_t i, int32_t d, const int64_t *factors, size_t n, size_t at, const grn_part_list *to)
{
    grn_division *v = o->values[i];
    grn_part_dim *dim = &v->dims[d];
    const int32_t f = (int32_t)factors[at];
    const grn_part_list *own = &o->lists[(size_t)i * (size_t)o->r->nfactors + (size_t)f];
    if (dim->is_closed || dim->priority > o->p->priority || !grn_part_begins(to, own) || grn_part_equal(to, own) ||
        !may_extend(o, &o->lists[(size_t)i * (size_t)o->r->nfactors], factors, n, at))
        return;
    int64_t ways = grn_part_ways(&o->p->s->mesh, own);
    for (int32_t k = own->count; k < to->count && axis_fits(o, v, f, ways, to->axis[k]); k++) {
        ways *= o->p->s->mesh.axes[to->axis[k]].size;
        grn_part_push(&dim->axes, to->axis[k]);
        o->p->changed = true;
    }
    offer(o, i);
}

static void spread_factor(const spread_op *o, int32_t f)
{
    const grn_part_list *best = candidate(o, f);
    if (!best)
        return;
    const grn_part_list to = *best;
    for (int32_t i = 0; i < o->r->nvalues; i++)
        for (int32_t d = 0; d < o->r->maps[i].rank; d++) {
            const int64_t *factors;
            const size_t n = grn_part_factors(&o->r->maps[i], d, &factors);
            for (size_t k = 0; k < n; k++)
                if (factors[k] == f)
                    extend(o, i, d, factors, n, k, &to);
        }
}

static grn_status spread_along(spreading *p, const grn_part_rule *r, grn_division **values)
{
    spread_op o = {.p = p,
                   .r = r,
                   .values = values,
                   .lists = grn_allocate(p->s->w.ir->allocator, ((size_t)r->nvalues * (size_t)r->nfactors + 1) * sizeof *o.lists)};
    if (!o.lists)
        return grn_no_memory(&p->s->w);
    for (int32_t i = 0; i < r->nvalues; i++)
        offer(&o, i);
    for (int32_t f = 0; f < r->nfactors; f++)
        if ((!r->factors[f].is_whole || r->factors[f].is_carried) && !r->factors[f].is_blocked)
            spread_factor(&o, f);
    grn_release(p->s->w.ir->allocator, o.lists, ((size_t)r->nvalues * (size_t)r->nfactors + 1) * sizeof *o.lists);
    return GRN_OK;
}

/* ---- all ops ---------------------------------------------------------------------------------------------------------------------- */

/* An op with its rule and how its values are divided, once for all rounds. */
typedef struct step {
    const grn_part_rule *r;
    grn_division **values;
} step;

/* Values that are divided alike, two by two: each of `from` as its neighbour of `to`. */
static grn_status step_of_pairs(grn_sharder *s, size_t n, grn_value *const *from, grn_division *const *to, step *out)
{
    grn_part_rule *r = GRN_ARENA_NEW(&s->w.ir->arena, grn_part_rule, 1);
    size_t nfactors = 0;
    for (size_t i = 0; i < n; i++)
        nfactors += (size_t)to[i]->rank;
    grn_division **values = GRN_ARENA_NEW(&s->w.ir->arena, grn_division *, 2 * n + 1);
    if (!r || !values)
        return grn_no_memory(&s->w);
    *r = (grn_part_rule){.nvalues = (int32_t)(2 * n),
                         .factors = GRN_ARENA_NEW(&s->w.ir->arena, grn_part_factor, nfactors + 1),
                         .maps = GRN_ARENA_NEW(&s->w.ir->arena, grn_part_map, 2 * n + 1)};
    if (!r->factors || !r->maps)
        return grn_no_memory(&s->w);
    for (size_t i = 0; i < n; i++) {
        grn_part_map *a = &r->maps[2 * i], *b = &r->maps[2 * i + 1];
        values[2 * i] = grn_part_of(s, from[i]);
        values[2 * i + 1] = to[i];
        *a = *b = (grn_part_map){.rank = values[2 * i]->rank == to[i]->rank ? to[i]->rank : 0};
        for (int32_t d = 0; d < a->rank; d++)
            a->own[d] = b->own[d] = grn_part_factor_new(r, to[i]->type->shape[d]);
    }
    *out = (step){r, values};
    return GRN_OK;
}

static grn_status step_of(grn_sharder *s, const grn_op *op, step *out)
{
    grn_part_rule *r;
    *out = (step){NULL, NULL};
    s->w.at = (grn_op *)op;
    grn_status status = grn_part_rule_of(s, op, &r);
    if (status != GRN_OK || !r)
        return status;
    grn_division **values = GRN_ARENA_NEW(&s->w.ir->arena, grn_division *, (size_t)r->nvalues + 1);
    if (!values)
        return grn_no_memory(&s->w);
    for (int32_t i = 0; i < r->nvalues; i++)
        values[i] = grn_part_of(s, grn_part_value(op, (size_t)i));
    *out = (step){r, values};
    return GRN_OK;
}

static grn_status push_step(grn_sharder *s, grn_vec *steps, const step *one)
{
    step *at = one->r ? grn_vec_push(steps) : NULL;
    if (at)
        *at = *one;
    return at || !one->r ? GRN_OK : grn_no_memory(&s->w);
}

/* What is around a manual computation and what its body has in the place of it: a dimension around is cut along manual axes, then as
 * the body's is. */
static grn_status step_of_border(grn_sharder *s, grn_division *around, grn_division *within, step *out)
{
    grn_ir *ir = s->w.ir;
    const int32_t rank = around->rank == within->rank ? around->rank : 0;
    grn_part_rule *r = GRN_ARENA_NEW(&ir->arena, grn_part_rule, 1);
    const grn_attr **dims = GRN_ARENA_NEW(&ir->arena, const grn_attr *, (size_t)rank + 1);
    grn_division **values = GRN_ARENA_NEW(&ir->arena, grn_division *, 2);
    if (!r || !dims || !values)
        return grn_no_memory(&s->w);
    *r = (grn_part_rule){.nvalues = 2,
                         .factors = GRN_ARENA_NEW(&ir->arena, grn_part_factor, 2 * (size_t)rank + 1),
                         .maps = GRN_ARENA_NEW(&ir->arena, grn_part_map, 2)};
    if (!r->factors || !r->maps)
        return grn_no_memory(&s->w);
    r->maps[0] = (grn_part_map){.rank = rank, .dims = dims};
    r->maps[1] = (grn_part_map){.rank = rank};
    for (int32_t d = 0; d < rank; d++) {
        const int64_t whole = around->type->shape[d], part = within->type->shape[d];
        const bool is_cut = part > 0 && part < whole;
        const int64_t factors[2] = {is_cut ? grn_part_factor_new(r, whole / part) : 0, grn_part_factor_new(r, part)};
        r->factors[factors[1]].is_shared = is_cut;
        r->maps[1].own[d] = factors[1];
        if (!(dims[d] = grn_attr_dense_i64(ir, is_cut ? 2 : 1, is_cut ? factors : factors + 1)))
            return grn_no_memory(&s->w);
    }
    values[0] = around;
    values[1] = within;
    *out = (step){r, values};
    return GRN_OK;
}

static grn_status gather_steps(grn_sharder *s, const grn_part_flow *flow, grn_vec *steps);

static grn_status gather_border(grn_sharder *s, grn_division *around, grn_division *within, grn_vec *steps)
{
    step one;
    const grn_status status = step_of_border(s, around, within, &one);
    return status == GRN_OK ? push_step(s, steps, &one) : status;
}

/* What goes into a manual computation, what its body does, and what it gives. */
static grn_status gather_manual(grn_sharder *s, const grn_op *op, grn_vec *steps)
{
    const grn_block *body = op->regions[0].first;
    grn_part_flow flow;
    step one;
    s->w.at = (grn_op *)op;
    grn_status status = grn_part_manual_flow(s, op, &flow);
    for (size_t i = 0; status == GRN_OK && i < op->noperands; i++) {
        grn_division *around;
        status = grn_part_manual_in(s, op, i, &around);
        if (status == GRN_OK)
            status = step_of_pairs(s, 1, &op->operands[i], &around, &one);
        if (status == GRN_OK)
            status = push_step(s, steps, &one);
        if (status == GRN_OK)
            status = gather_border(s, around, grn_part_of(s, &body->args[i]), steps);
    }
    const uint32_t entered = grn_part_manual_enter(s, op);
    if (status == GRN_OK)
        status = gather_steps(s, &flow, steps);
    grn_part_manual_leave(s, entered);
    for (size_t i = 0; status == GRN_OK && i < op->nresults; i++)
        status = gather_border(s, grn_part_of(s, &op->results[i]), flow.results[i], steps);
    return status;
}

/* What goes into a loop, and what each region gives. */
static grn_status gather_control(grn_sharder *s, const grn_op *op, grn_vec *steps)
{
    step one;
    grn_status status = GRN_OK;
    grn_division **to = GRN_ARENA_NEW(&s->w.ir->arena, grn_division *, op->noperands + 1);
    if (!to)
        return grn_no_memory(&s->w);
    for (size_t i = 0; i < op->noperands; i++)
        if (!(to[i] = grn_part_flow_in(s, op, i)))
            return grn_no_memory(&s->w);
    const bool is_loop = op->noperands == op->nresults && op->nresults > 0 && to[0] == grn_part_of(s, &op->results[0]);
    if (is_loop)
        status = step_of_pairs(s, op->noperands, op->operands, to, &one);
    if (is_loop && status == GRN_OK)
        status = push_step(s, steps, &one);
    for (size_t r = 0; status == GRN_OK && r < op->nregions; r++) {
        grn_part_flow flow;
        status = grn_part_flow_of(s, op, r, &flow);
        if (status == GRN_OK)
            status = gather_steps(s, &flow, steps);
    }
    return status;
}

/* Depth is the regions', which the parser limits. */
static grn_status gather_steps(grn_sharder *s, const grn_part_flow *flow, grn_vec *steps)
{
    step one;
    grn_status status = GRN_OK;
    for (const grn_op *op = flow->block->first; status == GRN_OK && op; op = op->next) {
        if (grn_part_is_control(op) || grn_part_is_manual(op)) {
            status = grn_part_is_control(op) ? gather_control(s, op, steps) : gather_manual(s, op, steps);
            continue;
        }
        status =
            op == flow->block->last ? step_of_pairs(s, flow->nresults, op->operands, flow->results, &one) : step_of(s, op, &one);
        if (status == GRN_OK)
            status = push_step(s, steps, &one);
    }
    return status;
}

static int64_t next_priority(const grn_vec *steps, int64_t above)
{
    int64_t next = INT64_MAX;
    const step *all = steps->items;
    for (size_t i = 0; i < steps->count; i++)
        for (int32_t v = 0; v < all[i].r->nvalues; v++)
            for (int32_t d = 0; d < all[i].values[v]->rank; d++) {
                const int64_t p = all[i].values[v]->dims[d].priority;
                next = p > above && p < next ? p : next;
            }
    return next;
}

/* Each round adds an axis to a value, or is the last. */
static grn_status spread_all(spreading *p, const grn_vec *steps)
{
    const step *all = steps->items;
    grn_status status = GRN_OK;
    do {
        p->changed = false;
        for (size_t i = 0; status == GRN_OK && i < steps->count; i++)
            status = spread_along(p, all[i].r, all[i].values);
        for (size_t i = steps->count; status == GRN_OK && i-- > 0;)
            status = spread_along(p, all[i].r, all[i].values);
    } while (status == GRN_OK && p->changed);
    return status;
}

grn_status grn_part_spread(grn_sharder *s)
{
    grn_vec steps;
    spreading p = {.s = s, .priority = 0};
    grn_vec_init(&steps, s->w.ir->allocator, sizeof(step));
    grn_status status = gather_steps(s, &(grn_part_flow){s->block, s->results, s->nresults}, &steps);
    while (status == GRN_OK && p.priority != INT64_MAX) {
        status = spread_all(&p, &steps);
        p.priority = next_priority(&steps, p.priority);
    }
    grn_vec_destroy(&steps);
    return status == GRN_OK ? grn_part_manual_settle(s, s->block) : status;
}

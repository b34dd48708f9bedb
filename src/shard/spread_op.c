/*
 * spread_op.c - shardings propagated along one step, factor by factor.
 *
 * The shardings of dimensions are projected to factors (Shardy,
 * propagation/sharding_projection.cc); each factor has axes that its values agree on as far as they
 * go (basic_factor_propagation.cc); each value takes of them what does not conflict with its own
 * (aggressive_factor_propagation.cc), and is projected back.
 */
#include <stdlib.h>

#include "shard/spread_parts.h"

/* ---- projections ----------------------------------------------------------------------------- */

/* A factor in a value. */
typedef struct entry {
    int32_t factor;
    bool is_closed, is_minor_most;
    bool is_absent; /* behind one that does not divide */
    grn_spread_list axes, overflow;
} entry;

/* What a factor's values agree on. */
typedef struct compatible {
    grn_spread_list axes;
    int32_t direction;
    bool can_expand;
    int64_t source_size; /* of the largest value that has all of it; -1: none */
    size_t source;
} compatible;

static int64_t gcd(int64_t a, int64_t b) { return b ? gcd(b, a % b) : a; }

static entry *entries_of(const grn_spreading *p, size_t value, size_t *count)
{
    const size_t *first = p->first.items;
    *count = first[value + 1] - first[value];
    return *count ? (entry *)p->entries.items + first[value] : NULL;
}

/* Axes of a dimension from number *at on, the first of them `rest`, where it has any left. */
typedef struct remainder {
    const grn_spread_list *axes;
    int32_t at;
    grn_spread_axis rest;
} remainder;

static bool has_rest(const remainder *r) { return r->at < r->axes->count; }

static void advance(remainder *r)
{
    r->at++;
    if (has_rest(r))
        r->rest = r->axes->items[r->at];
}

static void take_all(remainder *r, grn_spread_list *out)
{
    for (; has_rest(r); advance(r))
        grn_spread_add(out, r->rest);
}

/* Axes that divide the factor, the last of them in part. False: what is left of both has no divisor
 * in common. */
static bool take_dividing(remainder *r, int64_t size, grn_spread_list *out)
{
    int64_t common;
    while (has_rest(r) && (common = gcd(size, r->rest.size)) > 1) {
        grn_spread_axis taken = r->rest;
        taken.size = (int32_t)common;
        size /= common;
        grn_spread_push(out, taken);
        if (r->rest.size == common)
            advance(r);
        else {
            r->rest.pre *= taken.size;
            r->rest.size /= taken.size;
        }
    }
    return size == 1 || !has_rest(r);
}

static void project_dim(const grn_spread_rule *rule, const grn_spread_dim *dim, size_t n, entry *e)
{
    static const grn_spread_list none = {.count = 0};
    remainder r = {.axes = dim ? &dim->axes : &none};
    bool overflows = false;
    if (has_rest(&r))
        r.rest = r.axes->items[0];
    for (size_t k = 0; k < n; k++) {
        e[k].is_minor_most = k + 1 == n;
        e[k].is_absent = k > 0 && (e[k - 1].is_absent || (overflows && e[k - 1].overflow.count == 0));
        e[k].is_closed = overflows || (dim && dim->is_closed);
        if (overflows)
            continue;
        if (e[k].is_minor_most)
            take_all(&r, &e[k].axes);
        else if (!take_dividing(&r, rule->sizes[e[k].factor], &e[k].axes)) {
            overflows = true;
            take_all(&r, &e[k].overflow);
        }
    }
}

static bool project(grn_spreading *p, const grn_spread_step *step, const grn_spread_sharding *const *shardings)
{
    const grn_spread_rule *rule = step->rule;
    p->entries.count = p->first.count = 0;
    size_t *first = grn_vec_extend(&p->first, step->nvalues + 1);
    for (size_t v = 0; first && v < step->nvalues; v++) {
        for (int32_t d = 0; d < rule->maps[v].rank; d++) {
            const int64_t *f;
            const size_t n = grn_part_factors(&rule->maps[v], d, &f);
            entry *e = n ? grn_vec_extend(&p->entries, n) : NULL;
            if (n && !e)
                return false;
            for (size_t k = 0; k < n; k++)
                e[k].factor = (int32_t)f[k];
            project_dim(rule, shardings[v] && d < shardings[v]->rank ? &shardings[v]->dims[d] : NULL, n, e);
        }
        first = p->first.items;
        first[v + 1] = p->entries.count;
    }
    return first != NULL;
}

/* ---- what values agree on (BasicFactorPropagation::getCompatibleMajorAxes) ------------------- */

/* The longest list that both go on to be; from where they differ on, nothing more is added. */
static void agree(compatible *c, const grn_spread_list *more)
{
    grn_spread_list both = {.count = 0};
    int32_t i = 0;
    for (; i < c->axes.count && i < more->count; i++) {
        const grn_spread_axis *a = &c->axes.items[i], *b = &more->items[i];
        const bool is_last = grn_spread_begins(b, a) ? i + 1 == more->count : c->can_expand && i + 1 == c->axes.count;
        if (!grn_spread_same_axis(a, b)) {
            const bool agrees = grn_spread_begins(b, a) || grn_spread_begins(a, b);
            if (agrees)
                grn_spread_push(&both, grn_spread_begins(b, a) == is_last ? *a : *b);
            if (agrees && is_last)
                continue;
            c->axes = both;
            c->can_expand = false;
            return;
        }
        grn_spread_push(&both, *a);
    }
    for (int32_t k = i; k < c->axes.count; k++)
        grn_spread_push(&both, c->axes.items[k]);
    for (int32_t k = i; c->can_expand && k < more->count; k++)
        grn_spread_push(&both, more->items[k]);
    c->axes = both;
}

/* Of the side that gives axes, or of the one that shows conflicts alone. */
static void agree_side(grn_spreading *p, const grn_spread_step *step, bool is_result, bool gives)
{
    compatible *all = p->compatible.items;
    for (size_t v = is_result ? step->noperands : 0; v < (is_result ? step->nvalues : step->noperands); v++) {
        size_t n;
        const entry *e = entries_of(p, v, &n);
        for (size_t k = 0; k < n; k++) {
            compatible *c = &all[e[k].factor];
            const bool first = c->direction == GRN_SDY_BACKWARD ? is_result : !is_result;
            if (c->direction != GRN_SDY_NONE && !e[k].is_absent && first == gives)
                agree(c, &e[k].axes);
        }
    }
}

/* Where shardings go one way, those on the other side add nothing. */
static bool agree_all(grn_spreading *p, const grn_spread_step *step)
{
    const size_t n = (size_t)step->rule->nfactors;
    bool any = false;
    p->compatible.count = 0;
    compatible *all = grn_vec_extend(&p->compatible, n + 1);
    if (!all) {
        p->status = grn_no_memory(&p->s->w);
        return false;
    }
    for (size_t f = 0; f < n; f++)
        all[f] =
            (compatible){.direction = grn_spread_direction(p, step, (int32_t)f), .can_expand = true, .source_size = -1};
    agree_side(p, step, false, true);
    agree_side(p, step, true, true);
    for (size_t f = 0; f < n; f++)
        all[f].can_expand = all[f].can_expand && all[f].direction == GRN_SDY_BOTH;
    agree_side(p, step, false, false);
    agree_side(p, step, true, false);
    for (size_t f = 0; f < n; f++)
        any |= all[f].axes.count > 0;
    return any;
}

/* ---- which factor comes first (AggressiveFactorPropagation) ---------------------------------- */

static void find_sources(grn_spreading *p, const grn_spread_step *step)
{
    compatible *all = p->compatible.items;
    for (size_t v = 0; v < step->nvalues; v++) {
        size_t n;
        int64_t size = 1;
        const entry *e = entries_of(p, v, &n);
        for (size_t k = 0; k < n; k++)
            size = e[k].is_absent || grn_mul_i64(size, step->rule->sizes[e[k].factor], &size) ? size : INT64_MAX;
        for (size_t k = 0; k < n; k++) {
            compatible *c = &all[e[k].factor];
            if (!e[k].is_absent && c->axes.count && size > c->source_size &&
                grn_spread_is_prefix(&c->axes, &e[k].axes)) {
                c->source_size = size;
                c->source = v;
            }
        }
    }
}

typedef struct rank {
    int64_t size, ways;
    size_t source;
    int32_t factor;
} rank;

static int by_rank(const void *a, const void *b)
{
    const rank *x = a, *y = b;
    if (x->size != y->size)
        return x->size > y->size ? -1 : 1;
    if (x->ways != y->ways)
        return x->ways > y->ways ? -1 : 1;
    if (x->source != y->source)
        return x->source < y->source ? -1 : 1;
    return (x->factor > y->factor) - (x->factor < y->factor);
}

/* Factors that have axes, the one first whose axes come from the largest value. NULL: memory
 * refused. */
static const rank *order_factors(grn_spreading *p, const grn_spread_step *step, size_t *count)
{
    const compatible *all = p->compatible.items;
    p->order.count = 0;
    for (int32_t f = 0; f < step->rule->nfactors; f++) {
        rank *r = all[f].axes.count ? grn_vec_push(&p->order) : NULL;
        if (!r && all[f].axes.count)
            return NULL;
        if (r)
            *r = (rank){all[f].source_size, step->is_elementwise ? grn_spread_ways(&all[f].axes) : 0, all[f].source, f};
    }
    *count = p->order.count;
    qsort(p->order.items, p->order.count, sizeof(rank), by_rank);
    return p->order.items;
}

/* ---- what a value takes ---------------------------------------------------------------------- */

/* Of an axis what the factor of a value may have, behind axes that cut it `before` ways. False:
 * nothing. */
static bool fit_within(const entry *e, const grn_spread_sharding *s, int64_t size, int64_t before,
                       grn_spread_axis *axis)
{
    if (s && (!grn_spread_leave(axis, &s->replicated) || !grn_spread_leave(axis, &s->unreduced)))
        return false;
    for (int32_t i = 0; i < e->axes.count; i++)
        if (grn_spread_contains(&e->axes.items[i], axis))
            return true;
    const bool is_open = !e->is_closed && e->overflow.count == 0;
    if (is_open && e->is_minor_most)
        return true;
    const int64_t common = is_open && size % before == 0 ? gcd(size / before, axis->size) : 1;
    if (common > 1) {
        axis->size = (int32_t)common;
        return true;
    }
    const grn_spread_axis *last = e->axes.count ? &e->axes.items[e->axes.count - 1] : NULL;
    if (!last || !grn_spread_begins(last, axis))
        return false;
    *axis = *last;
    return true;
}

/* ... and that no other factor of the value has. */
static bool fit_across(const entry *all, size_t n, const entry *e, grn_spread_axis *axis)
{
    for (size_t k = 0; k < n; k++)
        if (&all[k] != e && !all[k].is_absent && all[k].factor != e->factor &&
            (!grn_spread_leave(axis, &all[k].overflow) || !grn_spread_leave(axis, &all[k].axes)))
            return false;
    return true;
}

/* Up to the first axis of which not all fits. */
static grn_spread_list fitting(const grn_spread_list *axes, const entry *all, size_t n, const entry *e,
                               const grn_spread_sharding *s, int64_t size, bool across)
{
    grn_spread_list out = {.count = 0};
    int64_t before = 1;
    for (int32_t i = 0; i < axes->count; i++) {
        grn_spread_axis axis = axes->items[i];
        if (!(across ? fit_across(all, n, e, &axis) : fit_within(e, s, size, before, &axis)))
            break;
        grn_spread_push(&out, axis);
        if (!grn_spread_same_axis(&axis, &axes->items[i]))
            break;
        before *= axis.size;
    }
    return out;
}

/* Sideways from operand to operand nothing goes that a result of an element-wise op does not take
 * (aggressive_factor_propagation.cc). */
static void hold_to_results(grn_spreading *p, const grn_spread_step *step, int32_t factor, grn_spread_list *axes)
{
    for (size_t v = step->noperands; v < step->nvalues; v++) {
        size_t n;
        const entry *e = entries_of(p, v, &n);
        for (size_t k = 0; k < n; k++)
            if (e[k].factor == factor && !e[k].is_absent && grn_spread_is_strict_prefix(&e[k].axes, axes))
                *axes = e[k].axes;
    }
}

static bool take_factor(grn_spreading *p, const grn_spread_step *step, size_t value, entry *e,
                        const grn_spread_sharding *s)
{
    size_t n;
    const entry *all = entries_of(p, value, &n);
    const compatible *c = (compatible *)p->compatible.items + e->factor;
    const int64_t size = step->rule->sizes[e->factor];
    grn_spread_list axes = fitting(&c->axes, all, n, e, s, size, false);
    if (!grn_spread_is_strict_prefix(&e->axes, &axes))
        return false;
    axes = fitting(&axes, all, n, e, s, size, true);
    if (axes.count && value < step->noperands && step->is_elementwise)
        hold_to_results(p, step, e->factor, &axes);
    if (axes.count == 0 || !grn_spread_is_strict_prefix(&e->axes, &axes))
        return false;
    e->axes = axes;
    return true;
}

static bool take_factors(grn_spreading *p, const grn_spread_step *step, size_t value, const rank *order, size_t norder,
                         const grn_spread_sharding *s)
{
    size_t n;
    bool taken = false;
    entry *e = entries_of(p, value, &n);
    for (size_t i = 0; n && i < norder; i++)
        for (size_t k = 0; k < n; k++)
            if (e[k].factor == order[i].factor && !e[k].is_absent)
                taken |= take_factor(p, step, value, &e[k], s);
    return taken;
}

/* ---- back to dimensions (TensorFactorShardings::createTensorShardingAttr) -------------------- */

static void add_all(grn_spread_list *to, const grn_spread_list *axes)
{
    for (int32_t i = 0; i < axes->count; i++)
        if (i == 0)
            grn_spread_add(to, axes->items[i]);
        else
            grn_spread_push(to, axes->items[i]);
}

static void fill_dim(const grn_spread_rule *rule, const entry *e, size_t n, grn_spread_dim *dim)
{
    for (size_t k = 0; k < n; k++) {
        dim->is_closed |= e[k].is_closed;
        add_all(&dim->axes, &e[k].axes);
        if (e[k].overflow.count) {
            add_all(&dim->axes, &e[k].overflow);
            return;
        }
        if (grn_spread_ways(&e[k].axes) < rule->sizes[e[k].factor])
            return;
    }
}

static const grn_spread_sharding *back(grn_spreading *p, const grn_spread_step *step, size_t value,
                                       const grn_spread_sharding *common, const grn_spread_sharding *old)
{
    const grn_part_map *map = &step->rule->maps[value];
    grn_spread_dim *dims;
    size_t n;
    const entry *e = entries_of(p, value, &n);
    grn_spread_sharding *s = grn_spread_sharding_new(p->ir, common->ref, common->mesh, map->rank, &dims);
    if (!s) {
        p->status = grn_no_memory(&p->s->w);
        return NULL;
    }
    for (int32_t d = 0; d < map->rank; d++) {
        const int64_t *f;
        const size_t count = grn_part_factors(map, d, &f);
        fill_dim(step->rule, e, count, &dims[d]);
        if (count)
            e += count;
    }
    if (old) {
        s->replicated = old->replicated;
        s->unreduced = old->unreduced;
        s->reduction = old->reduction;
    }
    return s;
}

/* ---- a step ---------------------------------------------------------------------------------- */

/* A state as the step sees it, and as what it sees is kept. NULL: none, or p->status. */
static const grn_spread_sharding *seen(grn_spreading *p, const grn_spread_step *step, size_t i,
                                       const grn_spread_sharding *now, bool inwards)
{
    const grn_spread_port *port = &step->ports[i];
    const grn_attr *axes = port->view == GRN_SPREAD_PLAIN ? NULL : grn_op_attr(step->op, "manual_axes");
    if (!now || !axes)
        return now;
    const bool around = (port->view == GRN_SPREAD_ENTERS) != inwards;
    const grn_spread_sharding *s = around ? grn_spread_around(p->ir, port->base, now, grn_sdy_axes_of(axes))
                                          : grn_spread_within(p->ir, now, grn_sdy_axes_of(axes));
    if (!s)
        p->status = grn_no_memory(&p->s->w);
    return s;
}

/* The sharding that names the one mesh of all (ir/utils.cc, getCommonMeshOrRef); NULL: there are
 * several, or there is none. */
static const grn_spread_sharding *common_of(const grn_spread_sharding *const *shardings, size_t n)
{
    const grn_spread_sharding *found = NULL;
    for (size_t i = 0; i < n; i++) {
        const grn_spread_sharding *s = shardings[i];
        if (!s)
            continue;
        const bool is_empty = s->mesh->of.names.count == 0 && s->mesh->of.nids == 0;
        if (!found || (found->mesh->of.names.count == 0 && found->mesh->of.nids == 0))
            found = s;
        else if (s->mesh != found->mesh && !is_empty)
            return NULL;
    }
    return found;
}

static void keep(grn_spreading *p, const grn_spread_step *step, size_t i, const grn_spread_sharding *made,
                 const grn_spread_sharding *old, grn_spread_changed *changed)
{
    const int32_t own = step->ports[i].state;
    if ((!old && grn_spread_is_empty(made)) || grn_spread_same(made, old))
        return;
    const grn_spread_sharding *now = seen(p, step, i, made, true);
    if (!now)
        return;
    int32_t at = own;
    do {
        grn_spread_state *state = grn_spread_state_at(p, at);
        state->now = now;
        if (changed)
            changed(p, at);
        at = state->next_in_group;
    } while (at >= 0 && at != own);
}

static void propagate(grn_spreading *p, const grn_spread_step *step, const grn_spread_sharding *const *shardings,
                      bool *takes, grn_spread_changed *changed)
{
    size_t norder = 0;
    const grn_spread_sharding *common = common_of(shardings, step->nvalues);
    if (!common || grn_spread_is_maximal(common))
        return;
    if (!project(p, step, shardings)) {
        p->status = grn_no_memory(&p->s->w);
        return;
    }
    if (!agree_all(p, step))
        return;
    find_sources(p, step);
    const rank *order = order_factors(p, step, &norder);
    if (!order && p->order.count)
        p->status = grn_no_memory(&p->s->w);
    for (size_t k = 0; order && k < step->nvalues; k++) { /* results first */
        const size_t v =
            k < step->nvalues - step->noperands ? step->noperands + k : k - (step->nvalues - step->noperands);
        takes[v] = step->ports[v].state >= 0 && take_factors(p, step, v, order, norder, shardings[v]);
    }
    for (size_t v = 0; p->status == GRN_OK && v < step->nvalues; v++) {
        const grn_spread_sharding *made = takes[v] ? back(p, step, v, common, shardings[v]) : NULL;
        if (made)
            keep(p, step, v, made, shardings[v], changed);
    }
}

void grn_spread_along(grn_spreading *p, const grn_spread_step *step, grn_spread_changed *changed)
{
    const grn_allocator *allocator = p->ir->allocator;
    const size_t bytes = (step->nvalues + 1) * (sizeof(grn_spread_sharding *) + sizeof(bool));
    const grn_spread_sharding **shardings = grn_allocate(allocator, bytes);
    bool any = false;
    if (!shardings) {
        p->status = grn_no_memory(&p->s->w);
        return;
    }
    memset(shardings, 0, bytes);
    bool *takes = (bool *)(shardings + step->nvalues + 1);
    for (size_t i = 0; p->status == GRN_OK && i < step->nvalues; i++) {
        const int32_t state = step->ports[i].state;
        shardings[i] = state < 0 ? NULL : seen(p, step, i, grn_spread_state_at(p, state)->now, false);
        any |= shardings[i] != NULL;
    }
    if (p->status == GRN_OK && any)
        propagate(p, step, shardings, takes, changed);
    grn_release(allocator, shardings, bytes);
}

void grn_spread_scratch_init(grn_spreading *p)
{
    grn_vec_init(&p->entries, p->ir->allocator, sizeof(entry));
    grn_vec_init(&p->first, p->ir->allocator, sizeof(size_t));
    grn_vec_init(&p->compatible, p->ir->allocator, sizeof(compatible));
    grn_vec_init(&p->order, p->ir->allocator, sizeof(rank));
}

void grn_spread_scratch_destroy(grn_spreading *p)
{
    grn_vec_destroy(&p->entries);
    grn_vec_destroy(&p->first);
    grn_vec_destroy(&p->compatible);
    grn_vec_destroy(&p->order);
}

/*
 * spread.c - the stage `propagated`: shardings are propagated from value to value until nothing
 * changes, and written.
 *
 * As Shardy's pipeline has it (propagation/propagation_pipeline.cc, user_priority_propagation.cc,
 * basic_propagation.cc): dimensions of lower priority numbers first; for each of them the ops that
 * pass elements through, then all others; in each round ops in the order of the program, and again
 * those whose values have changed, the last one first.
 */
#include "shard/spread_parts.h"

/* ---- what waits ------------------------------------------------------------------------------ */

static void wait_for(grn_spreading *p, int32_t step)
{
    bool *is_waiting = p->is_waiting.items;
    if (step < 0 || is_waiting[step] || p->status != GRN_OK)
        return;
    int32_t *slot = grn_vec_push(&p->waits);
    if (!slot) {
        p->status = grn_no_memory(&p->s->w);
        return;
    }
    *slot = step;
    is_waiting[step] = true;
}

/* Steps by state: those that look at it, in the order of the program, and the one that sets it. */
typedef struct watcher {
    int32_t step;
    int32_t region; /* of the loop's argument that it looks at; 0: none */
    int32_t next;   /* among p->watchers; -1: none */
} watcher;

static void wake_in(grn_spreading *p, const grn_spread_state *s, int32_t region)
{
    const watcher *all = p->watchers.items;
    for (int32_t i = s->watchers; i >= 0; i = all[i].next)
        if (all[i].region == region && all[i].step != p->current)
            wait_for(p, all[i].step);
}

/* In the order of notifyShardingModified: what uses arguments of a loop, what sets the value, what
 * uses it. */
static void wake(grn_spreading *p, int32_t state)
{
    const grn_spread_state *s = grn_spread_state_at(p, state);
    p->changed = true;
    wake_in(p, s, 1);
    wake_in(p, s, 2);
    if (s->step != p->current)
        wait_for(p, s->step);
    wake_in(p, s, 0);
}

static void watch(grn_spreading *p, int32_t step, const grn_spread_port *port)
{
    watcher *one = port->state < 0 ? NULL : grn_vec_push(&p->watchers);
    if (!one) {
        p->status = port->state < 0 ? p->status : grn_no_memory(&p->s->w);
        return;
    }
    *one = (watcher){step, port->region, grn_spread_state_at(p, port->state)->watchers};
    grn_spread_state_at(p, port->state)->watchers = (int32_t)p->watchers.count - 1;
}

/* What a step looks at is its operands; the last step to look at a state is the first of its
 * watchers. */
static void watch_all(grn_spreading *p)
{
    const grn_spread_step *steps = p->steps.items;
    for (size_t i = 0; p->status == GRN_OK && i < p->steps.count; i++)
        for (size_t v = 0; v < steps[i].noperands; v++)
            watch(p, (int32_t)i, &steps[i].ports[v]);
    if (p->status == GRN_OK && !grn_vec_extend(&p->is_waiting, p->steps.count + 1))
        p->status = grn_no_memory(&p->s->w);
}

/* ---- one round of ops ------------------------------------------------------------------------ */

static void spread_ends(grn_spreading *p)
{
    const grn_spread_step *ends = p->ends.items;
    for (size_t i = 0; p->status == GRN_OK && i < p->ends.count; i++)
        grn_spread_along(p, &ends[i], NULL);
}

static void spread_waiting(grn_spreading *p)
{
    const grn_spread_step *steps = p->steps.items;
    while (p->status == GRN_OK && p->waits.count) {
        p->current = ((int32_t *)p->waits.items)[--p->waits.count];
        ((bool *)p->is_waiting.items)[p->current] = false;
        grn_spread_along(p, &steps[p->current], wake);
    }
}

/* Until nothing changes: each change adds an axis to a value. */
static void spread_round(grn_spreading *p)
{
    spread_ends(p);
    do {
        p->changed = false;
        for (size_t i = p->steps.count; p->status == GRN_OK && i-- > 0;)
            wait_for(p, (int32_t)i);
        spread_waiting(p);
    } while (p->status == GRN_OK && p->changed);
    spread_ends(p);
}

static void spread_rounds(grn_spreading *p)
{
    for (p->priority = 0; p->status == GRN_OK && p->priority < GRN_SPREAD_ROUNDS; p->priority++)
        spread_round(p);
}

/* ---- priorities of dimensions (user_priority_propagation.cc) --------------------------------- */

static grn_spread_sharding *copy_of(grn_spreading *p, const grn_spread_sharding *from, grn_spread_dim **dims)
{
    grn_spread_sharding *s = grn_spread_sharding_new(p->ir, from->ref, from->mesh, from->rank, dims);
    if (!s) {
        p->status = grn_no_memory(&p->s->w);
        return NULL;
    }
    for (int32_t i = 0; i < s->rank; i++)
        (*dims)[i] = from->dims[i];
    s->replicated = from->replicated;
    s->unreduced = from->unreduced;
    s->reduction = from->reduction;
    return s;
}

static void add_axes(grn_spread_list *to, const grn_spread_list *axes)
{
    for (int32_t i = 0; i < axes->count; i++)
        grn_spread_push(to, axes->items[i]);
}

/* Dimensions whose turn is later are closed, and their axes kept from cutting anything else. */
static void hold_back(grn_spreading *p, grn_spread_state *state)
{
    grn_spread_dim *dims;
    grn_spread_sharding *s = copy_of(p, state->now, &dims);
    if (!s)
        return;
    for (int32_t i = 0; i < s->rank; i++) {
        if (dims[i].priority > 0) {
            state->written = state->now;
            add_axes(&s->replicated, &dims[i].axes);
            dims[i] = (grn_spread_dim){.is_closed = true};
        }
        dims[i].priority = -1;
    }
    grn_spread_sort(&s->replicated);
    state->now = s;
}

static void hold_back_all(grn_spreading *p)
{
    for (size_t i = 0; p->status == GRN_OK && i < p->states.count; i++)
        if (grn_spread_state_at(p, (int32_t)i)->now)
            hold_back(p, grn_spread_state_at(p, (int32_t)i));
}

static bool has_axis(const grn_spread_list *list, const grn_spread_axis *axis)
{
    bool has = false;
    for (int32_t i = 0; i < list->count; i++)
        has |= grn_spread_same_axis(&list->items[i], axis);
    return has;
}

static void drop_axes(grn_spread_list *from, const grn_spread_list *axes)
{
    int32_t n = 0;
    for (int32_t i = 0; i < from->count; i++)
        if (!has_axis(axes, &from->items[i]))
            from->items[n++] = from->items[i];
    from->count = n;
}

/* No other dimension has come by one of the axes, as those of a sharding group may. */
static bool is_free(const grn_spread_sharding *s, const grn_spread_list *axes)
{
    bool is = true;
    for (int32_t d = 0; d < s->rank; d++)
        for (int32_t i = 0; is && i < axes->count; i++) {
            grn_spread_axis left = axes->items[i];
            is = grn_spread_leave(&left, &s->dims[d].axes) && grn_spread_same_axis(&left, &axes->items[i]);
        }
    return is;
}

static void release(grn_spreading *p, grn_spread_state *state, int64_t priority)
{
    grn_spread_dim *dims;
    grn_spread_sharding *s = copy_of(p, state->now, &dims);
    if (!s)
        return;
    for (int32_t i = 0; i < s->rank; i++)
        if (state->written->dims[i].priority == priority && is_free(s, &state->written->dims[i].axes)) {
            dims[i] = state->written->dims[i];
            dims[i].priority = -1;
            drop_axes(&s->replicated, &dims[i].axes);
        }
    state->now = s;
}

/* The least number over `above` that some dimension has; INT64_MAX: none. */
static int64_t next_priority(const grn_spreading *p, int64_t above)
{
    int64_t next = INT64_MAX;
    for (size_t i = 0; i < p->states.count; i++) {
        const grn_spread_sharding *s = grn_spread_state_at(p, (int32_t)i)->written;
        for (int32_t d = 0; s && d < s->rank; d++)
            next = s->dims[d].priority > above && s->dims[d].priority < next ? s->dims[d].priority : next;
    }
    return next;
}

static void spread_priorities(grn_spreading *p)
{
    hold_back_all(p);
    spread_rounds(p);
    for (int64_t now = next_priority(p, 0); p->status == GRN_OK && now != INT64_MAX; now = next_priority(p, now)) {
        for (size_t i = 0; p->status == GRN_OK && i < p->states.count; i++)
            if (grn_spread_state_at(p, (int32_t)i)->written)
                release(p, grn_spread_state_at(p, (int32_t)i), now);
        spread_rounds(p);
    }
}

/* ---- the stage ------------------------------------------------------------------------------- */

/* Whether an attribute of `root`, or of an op within, is a sharding. */
static bool attr_shards(const grn_attr *a)
{
    bool shards = a->kind == GRN_ATTR_STRUCT &&
                  (a->record.def == &grn_sdy_sharding_attr || a->record.def == &grn_sdy_shardings_attr);
    for (size_t i = 0; a->kind == GRN_ATTR_ARRAY && !shards && i < a->array.count; i++)
        shards = attr_shards(a->array.items[i]);
    for (size_t i = 0; a->kind == GRN_ATTR_DICT && !shards && i < a->dict.count; i++)
        shards = attr_shards(a->dict.items[i].value);
    return shards;
}

static bool op_shards(const grn_op *root)
{
    for (const grn_op *op = root; op; op = grn_op_next_in(op, root))
        for (size_t i = 0; i < op->nattrs; i++)
            if (attr_shards(op->attrs[i].value))
                return true;
    return false;
}

static void spread_all(grn_spreading *p)
{
    static void (*const parts[])(grn_spreading *
                                 p) = {grn_spread_split_constants, grn_spread_collect,    grn_spread_constrain,
                                       grn_spread_group,           grn_spread_make_steps, watch_all,
                                       spread_priorities,          grn_spread_write,      grn_spread_merge_constants};
    for (size_t i = 0; p->status == GRN_OK && i < GRN_COUNT(parts); i++)
        parts[i](p);
}

grn_status grn_part_spread(grn_sharder *s)
{
    grn_spreading p = {.s = s, .ir = s->w.ir, .status = GRN_OK};
    const grn_allocator *allocator = p.ir->allocator;
    if (!op_shards(s->function))
        return GRN_OK;
    const struct {
        grn_vec *v;
        size_t item_bytes;
    } vecs[] = {{&p.values, sizeof(grn_spread_value)}, {&p.states, sizeof(grn_spread_state)},
                {&p.steps, sizeof(grn_spread_step)},   {&p.ends, sizeof(grn_spread_step)},
                {&p.waits, sizeof(int32_t)},           {&p.is_waiting, sizeof(bool)},
                {&p.watchers, sizeof(watcher)}};
    for (size_t i = 0; i < GRN_COUNT(vecs); i++)
        grn_vec_init(vecs[i].v, allocator, vecs[i].item_bytes);
    grn_spread_scratch_init(&p);
    grn_spread_copies_init(&p);
    s->w.at = s->function;
    spread_all(&p);
    for (size_t i = 0; i < GRN_COUNT(vecs); i++)
        grn_vec_destroy(vecs[i].v);
    grn_vec_destroy(&p.copies);
    grn_spread_scratch_destroy(&p);
    return p.status;
}

/*
 * windows.c - windows that lie across the parts of a dimension, taken position by position.
 *
 * Between the stages `propagated` and `resharded`. A gather or scatter whose operand is cut along a
 * dimension of which its windows have several positions, and not all, becomes one that names each
 * position by an index of its own: the window's dimension is one of the indices' then, that start +
 * iota counts, and the positions have owners (index.c). What is taken and where it goes stay as
 * they are. Dynamic slices and updates that are cut so become gathers and scatters of one index
 * vector before (slices.c). Where the indices would be more than what they save, the operand comes
 * together as before.
 */
#include "shard/starts.h"

/* ---- a window's positions as indices --------------------------------------------------------- */

typedef struct expansion {
    grn_sharder *s;
    grn_hub a;
    bool goes[GRN_MAX_RANK]; /* which of the operand's dimensions */
    int64_t window[GRN_MAX_RANK];
    const grn_type *dense; /* the result, or updates */
    /* Of the new indices without the vector's dimension: the dense tensor's dimension of each. */
    int32_t rank;
    int64_t dense_dim[GRN_MAX_RANK], shape[GRN_MAX_RANK];
} expansion;

/* What is combined of a gather, and the starts, are less than the whole that is cut. */
static bool is_worth(const expansion *e)
{
    const int64_t whole = grn_part_type_bytes(e->a.operands[0]->type),
                  made = e->a.is_scatter ? 0 : grn_part_type_bytes(e->dense);
    int64_t starts = (int64_t)sizeof(int64_t) * (e->a.dims.start_index_map.count + 1);
    for (int32_t i = 0; i < e->rank; i++)
        if (!grn_mul_i64(starts, e->shape[i], &starts))
            return false;
    return made < INT64_MAX / 4 && starts < INT64_MAX / 4 && 2 * made + starts < whole;
}

/* Which dimensions go; false: none. */
static bool choose_dims(expansion *e)
{
    const grn_division *operand = grn_part_of(e->s, e->a.operands[0]);
    bool any = false;
    for (int32_t d = 0; d < operand->rank; d++) {
        e->window[d] = grn_access_window(&e->a.map, e->dense->shape, d);
        const bool covers =
            e->window[d] == operand->type->shape[d] && (!e->a.is_scatter || e->a.map.operand[d].component < 0);
        e->goes[d] = operand->dims[d].axes.count && e->a.map.operand[d].batching < 0 && e->window[d] > 1 && !covers;
        any |= e->goes[d];
    }
    for (int32_t p = 0; any && p < e->dense->rank; p++) {
        bool is_index = false;
        for (int32_t i = 0; i < e->a.indices->type->rank; i++)
            is_index |= e->a.map.indices[i].dense == p;
        for (int32_t d = 0; d < operand->rank; d++)
            is_index |= e->goes[d] && e->a.map.operand[d].dense == p;
        if (is_index) {
            e->shape[e->rank] = e->dense->shape[p];
            e->dense_dim[e->rank++] = p;
        }
    }
    return any && e->rank < GRN_MAX_RANK && is_worth(e);
}

static int64_t position_of(const expansion *e, int32_t dense_dim)
{
    int32_t i = 0;
    while (e->dense_dim[i] != dense_dim)
        i++;
    return i;
}

/* A component of the old starts along the new ones. */
static grn_value *spread_component(const expansion *e, grn_value *v)
{
    int64_t dims[GRN_MAX_RANK], n = 0;
    for (int32_t i = 0; i < e->a.indices->type->rank; i++)
        if (e->a.map.indices[i].dense >= 0)
            dims[n++] = position_of(e, e->a.map.indices[i].dense);
    return v ? grn_build_broadcast(&e->s->w, v, dims, e->rank, e->shape) : NULL;
}

/* The component of dimension d, each of whose positions gets an index: the start of the window and
 * a count from there. */
static grn_value *count_on(const expansion *e, const grn_part_starts *old, int32_t d)
{
    grn_rewrite *w = &e->s->w;
    const int32_t c = e->a.map.operand[d].component;
    grn_value *at = grn_build_iota(w, old->element, e->rank, e->shape, position_of(e, e->a.map.operand[d].dense)),
              *from;
    if (c < 0 || !at)
        return at;
    from =
        e->a.is_scatter ? old->v[c] : grn_part_clamp(e->s, old->v[c], e->a.operands[0]->type->shape[d] - e->window[d]);
    from = spread_component(e, from);
    return from ? grn_build_binary(w, "stablehlo.add", from, at) : NULL;
}

static void remove_entry(grn_dims *list, int64_t entry)
{
    int32_t n = 0;
    for (int32_t i = 0; i < list->count; i++)
        if (list->v[i] != entry)
            list->v[n++] = list->v[i];
    list->count = n;
}

static void insert_sorted(grn_dims *list, int64_t entry)
{
    int32_t i = list->count++;
    for (; i > 0 && list->v[i - 1] > entry; i--)
        list->v[i] = list->v[i - 1];
    list->v[i] = entry;
}

/* Indices of the new shape, the vector last; *map: the operand's dimension of each component. */
static grn_value *new_indices(const expansion *e, grn_dims *map)
{
    grn_rewrite *w = &e->s->w;
    grn_part_starts old;
    grn_value *parts[GRN_MAX_RANK];
    int64_t shape[GRN_MAX_RANK];
    *map = (grn_dims){0};
    if (!grn_part_starts_read(e->s, &e->a, &old))
        return NULL;
    memcpy(shape, e->shape, sizeof shape);
    shape[e->rank] = 1;
    for (int32_t d = 0; d < e->a.operands[0]->type->rank; d++) {
        if (!e->goes[d] && e->a.map.operand[d].component < 0)
            continue;
        grn_value *v = e->goes[d] ? count_on(e, &old, d) : spread_component(e, old.v[e->a.map.operand[d].component]);
        parts[map->count] = v ? grn_build_reshape(w, v, e->rank + 1, shape) : NULL;
        if (!parts[map->count])
            return NULL;
        map->v[map->count++] = d;
    }
    return map->count == 1 ? parts[0] : grn_build_concatenate(w, (size_t)map->count, parts, e->rank);
}

static grn_op *make_expanded(const expansion *e)
{
    grn_hub hub = e->a;
    hub.indices = new_indices(e, &hub.dims.start_index_map);
    if (!hub.indices)
        return NULL;
    for (int32_t k = 0; k < hub.dims.start_indices_batching_dims.count; k++)
        hub.dims.start_indices_batching_dims.v[k] =
            position_of(e, e->a.map.indices[hub.dims.start_indices_batching_dims.v[k]].dense);
    hub.dims.index_vector_dim = e->rank;
    for (int32_t d = 0; d < hub.operands[0]->type->rank; d++) {
        if (!e->goes[d])
            continue;
        remove_entry(&hub.dims.offset_dims, e->a.map.operand[d].dense);
        insert_sorted(&hub.dims.collapsed_slice_dims, d);
        hub.slice_sizes.v[d] = 1;
    }
    hub.rule.indices_are_sorted = hub.rule.unique_indices = false;
    return grn_part_make_access(e->s, &hub);
}

/* ---- ops ------------------------------------------------------------------------------------- */

/* An axis cuts the first factor that has it. */
static void cut_once(const grn_part_rule *rule, grn_part_list *lists)
{
    uint32_t taken = 0;
    for (int32_t f = 0; f < rule->nfactors; f++) {
        for (int32_t i = 0; i < lists[f].count; i++)
            if (taken >> lists[f].axis[i] & 1)
                lists[f].count = (uint8_t)i;
        taken |= grn_part_set(&lists[f]);
    }
}

/* Ops from `first` up to `end` are new: what they give is divided as what they take says. */
static grn_status divide_new(grn_sharder *s, grn_op *first, const grn_op *end)
{
    for (grn_op *op = first; op != end; op = op->next) {
        grn_part_rule *rule;
        grn_division *values[2 * GRN_MAX_RANK + 2];
        const size_t nvalues = op->noperands + op->nresults;
        if (grn_part_of(s, &op->results[0]))
            continue;
        for (size_t i = 0; i < nvalues && i < GRN_COUNT(values); i++)
            values[i] = i < op->noperands ? grn_part_of(s, op->operands[i])
                                          : grn_division_new(s->w.ir, op->results[i - op->noperands].type);
        grn_status status = grn_part_rule_of(s, op, &rule);
        if (status != GRN_OK)
            return status;
        grn_part_list *lists = rule ? GRN_ARENA_NEW(&s->w.ir->arena, grn_part_list, (size_t)rule->nfactors + 1) : NULL;
        if ((rule && !lists) || nvalues > GRN_COUNT(values) || (nvalues && !values[nvalues - 1]))
            return grn_no_memory(&s->w);
        if (rule) {
            grn_part_lists(&s->mesh, rule, values, lists);
            cut_once(rule, lists);
            grn_part_settle(&s->mesh, rule, lists);
        }
        for (size_t i = op->noperands; i < nvalues; i++) {
            const grn_value *v = grn_part_value(op, i);
            grn_division *d = rule ? grn_part_by_lists(s, rule, (int32_t)i, v->type, lists) : values[i];
            if (!grn_divisions_set(&s->map, v, d))
                return grn_no_memory(&s->w);
        }
    }
    return GRN_OK;
}

/* `made` for `op`, divided as it was. */
static grn_status put_in_place(grn_sharder *s, grn_op *op, grn_op *before, grn_op *made)
{
    if (!made)
        return grn_no_memory(&s->w);
    for (size_t i = 0; i < op->nresults; i++)
        if (!grn_divisions_set(&s->map, &made->results[i], grn_part_of(s, &op->results[i])))
            return grn_no_memory(&s->w);
    grn_status status = grn_replace_op(&s->w, made);
    if (status == GRN_OK)
        status = divide_new(s, before ? before->next : op->block->first, op);
    return status;
}

static bool all_divide(const grn_sharder *s, const grn_op *op)
{
    bool all = op->nresults > 0;
    for (size_t i = 0; i < op->noperands; i++)
        all = all && grn_part_of(s, op->operands[i]) && grn_part_divides(op->operands[i]->type);
    return all;
}

/* *out: what stands for the op now. */
static grn_status take_slice(grn_sharder *s, grn_op *op, grn_op **out)
{
    grn_op *before = op->prev, *made;
    grn_status status = grn_part_slice_access(s, op, &made);
    *out = op;
    if (status != GRN_OK || !made)
        return status;
    status = put_in_place(s, op, before, made);
    if (status == GRN_OK) {
        grn_op_erase(op);
        *out = made;
    }
    return status;
}

/* *out: the access that stands for the op now. */
static grn_status take_rule(grn_sharder *s, grn_op *op, grn_op **out)
{
    grn_op *before = op->prev, *made;
    grn_status status = grn_part_own_rule(s, op, &made);
    *out = op;
    if (status != GRN_OK || !made)
        return status;
    for (size_t i = 0; i < op->nresults; i++)
        if (!grn_divisions_set(&s->map, grn_value_now(&op->results[i]), grn_part_of(s, &op->results[i])))
            return grn_no_memory(&s->w);
    status = divide_new(s, before ? before->next : op->block->first, op);
    if (status == GRN_OK)
        grn_op_erase(op);
    *out = made;
    return status;
}

static grn_status take_windows(grn_sharder *s, grn_op *op)
{
    expansion e = {.s = s};
    if (!grn_part_access_of(op, &e.a) || !grn_hub_has_stablehlo_rule(&e.a))
        return GRN_OK;
    e.dense = e.a.is_scatter ? e.a.updates[0]->type : e.a.result;
    if (!choose_dims(&e))
        return GRN_OK;
    grn_op *before = op->prev;
    s->w.at = op;
    grn_status status = put_in_place(s, op, before, make_expanded(&e));
    if (status == GRN_OK)
        grn_op_erase(op);
    return status;
}

static grn_status windows_in(grn_sharder *s, grn_block *block);

/* In what is within an op and divided as what is around it is. */
static grn_status windows_within(grn_sharder *s, grn_op *op)
{
    const bool is_manual = grn_part_is_manual(op);
    grn_status status = GRN_OK;
    if (!is_manual && !grn_part_is_control(op))
        return GRN_OK;
    const uint32_t entered = is_manual ? grn_part_manual_enter(s, op) : 0;
    for (size_t r = 0; status == GRN_OK && r < op->nregions; r++)
        status = windows_in(s, op->regions[r].first);
    if (is_manual)
        grn_part_manual_leave(s, entered);
    return status;
}

/* Depth is the regions', which the parser limits. */
static grn_status windows_in(grn_sharder *s, grn_block *block)
{
    grn_status status = GRN_OK;
    for (grn_op *op = block->first, *next; status == GRN_OK && op; op = next) {
        grn_op *const before = op->prev;
        next = op->next;
        grn_resolve_all(op);
        status = windows_within(s, op);
        s->w.at = op;
        if (status != GRN_OK || !all_divide(s, op))
            continue;
        status = take_slice(s, op, &op);
        if (status == GRN_OK)
            status = take_rule(s, op, &op);
        if (status == GRN_OK)
            status = take_windows(s, op);
        for (grn_op *made = before ? before->next : block->first; status == GRN_OK && made != next; made = made->next)
            grn_resolve_all(made);
    }
    return status;
}

grn_status grn_part_windows(grn_sharder *s) { return windows_in(s, s->block); }

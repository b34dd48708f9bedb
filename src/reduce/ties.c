/* ties.c - dimensions of values that have to change together. */
#include "ir/value_map.h"
#include "reduce/reduce.h"

/* Adds the dimensions of a value, untied. */
static bool add_value(grn_ties *t, grn_value *v)
{
    const grn_type *type = grn_type_as_tensor(v->type);
    if (!grn_type_is_shaped(type))
        return true;
    grn_tied_value *to = grn_vec_push(&t->values);
    if (!to)
        return false;
    *to = (grn_tied_value){.value = v, .type = v->type, .rank = type->rank, .first = (uint32_t)t->dims.count};
    for (int32_t d = 0; d < type->rank; d++) {
        grn_tied_dim *dim = grn_vec_push(&t->dims);
        if (!dim)
            return false;
        *dim = (grn_tied_dim){.extent = type->shape[d], .parent = to->first + (uint32_t)d, .to = GRN_NOT_TIED};
    }
    return grn_value_map_set(&t->places, v, (void *)(uintptr_t)t->values.count);
}

static bool add_values(grn_ties *t, grn_op *top)
{
    bool ok = true;
    for (grn_op *op = top; op && ok; op = grn_op_next_in(op, top)) {
        for (size_t i = 0; i < op->nresults && ok; i++)
            ok = add_value(t, &op->results[i]);
        for (size_t r = 0; r < op->nregions; r++)
            for (grn_block *b = op->regions[r].first; b; b = b->next)
                for (size_t i = 0; i < b->nargs && ok; i++)
                    ok = add_value(t, &b->args[i]);
    }
    return ok;
}

const grn_tied_value *grn_tied(const grn_ties *t, const grn_value *v)
{
    const size_t place = (size_t)(uintptr_t)grn_value_map_get(&t->places, v);
    return place ? (const grn_tied_value *)t->values.items + (place - 1) : NULL;
}

uint32_t grn_ties_root(const grn_ties *t, uint32_t dim)
{
    const grn_tied_dim *dims = t->dims.items;
    while (dims[dim].parent != dim)
        dim = dims[dim].parent;
    return dim;
}

/* The earlier one stays the root, so that a program's first dimensions name their sets. */
static void tie(grn_ties *t, uint32_t a, uint32_t b)
{
    grn_tied_dim *dims = t->dims.items;
    a = grn_ties_root(t, a);
    b = grn_ties_root(t, b);
    if (a < b)
        dims[b].parent = a;
    else
        dims[a].parent = b;
}

static int64_t extent_of(const grn_ties *t, uint32_t dim) { return ((const grn_tied_dim *)t->dims.items)[dim].extent; }

/* ---- of one op ------------------------------------------------------------------------------- */

static bool add(grn_ties *t, const grn_value *v, grn_vec *all)
{
    const grn_tied_value *tied = grn_tied(t, v);
    const grn_tied_value **to = tied ? grn_vec_push(all) : NULL;
    if (to)
        *to = tied;
    return !tied || to;
}

/* The values of an op: what it reads and gives, and what begins and ends its regions. */
static bool collect(grn_ties *t, const grn_op *op, grn_vec *all)
{
    bool ok = true;
    all->count = 0;
    for (size_t i = 0; i < op->noperands && ok; i++)
        ok = add(t, op->operands[i], all);
    for (size_t i = 0; i < op->nresults && ok; i++)
        ok = add(t, &op->results[i], all);
    for (size_t r = 0; r < op->nregions; r++)
        for (const grn_block *b = op->regions[r].first; b; b = b->next) {
            for (size_t i = 0; i < b->nargs && ok; i++)
                ok = add(t, &b->args[i], all);
            for (size_t i = 0; b->last && i < b->last->noperands && ok; i++)
                ok = add(t, b->last->operands[i], all);
        }
    return ok;
}

static bool have_same_extents(const grn_ties *t, const grn_tied_value *a, const grn_tied_value *b)
{
    bool same = a->rank == b->rank;
    for (int32_t d = 0; d < a->rank && same; d++)
        same = extent_of(t, a->first + (uint32_t)d) == extent_of(t, b->first + (uint32_t)d);
    return same;
}

static void tie_places(grn_ties *t, const grn_tied_value *a, const grn_tied_value *b)
{
    for (int32_t d = 0; d < a->rank && d < b->rank; d++)
        tie(t, a->first + (uint32_t)d, b->first + (uint32_t)d);
}

static void tie_numbers(grn_ties *t, const grn_tied_value *a, const grn_tied_value *b)
{
    for (int32_t i = 0; i < a->rank; i++)
        for (int32_t k = 0; k < b->rank; k++)
            if (extent_of(t, a->first + (uint32_t)i) == extent_of(t, b->first + (uint32_t)k))
                tie(t, a->first + (uint32_t)i, b->first + (uint32_t)k);
}

/* Each dimension of `a` with the next of `b` that has its extent. */
static void tie_in_order(grn_ties *t, const grn_tied_value *a, const grn_tied_value *b)
{
    for (int32_t i = 0, k = 0; i < a->rank; i++) {
        int32_t at = k;
        while (at < b->rank && extent_of(t, b->first + (uint32_t)at) != extent_of(t, a->first + (uint32_t)i))
            at++;
        if (at < b->rank) {
            tie(t, a->first + (uint32_t)i, b->first + (uint32_t)at);
            k = at + 1;
        }
    }
}

static void tie_from_last(grn_ties *t, const grn_tied_value *a, const grn_tied_value *b)
{
    for (int32_t i = a->rank - 1, k = b->rank - 1; i >= 0; i--) {
        int32_t at = k;
        while (at >= 0 && extent_of(t, b->first + (uint32_t)at) != extent_of(t, a->first + (uint32_t)i))
            at--;
        if (at >= 0) {
            tie(t, a->first + (uint32_t)i, b->first + (uint32_t)at);
            k = at - 1;
        }
    }
}

static void tie_values(grn_ties *t, const grn_tied_value *a, const grn_tied_value *b, grn_tying how)
{
    if (how >= GRN_TIED_IN_ORDER && have_same_extents(t, a, b))
        tie_places(t, a, b);
    else if (how == GRN_TIED_IN_ORDER)
        tie_in_order(t, a, b);
    else if (how == GRN_TIED_FROM_LAST)
        tie_from_last(t, a, b);
    else if (how != GRN_TIED_BY_PLACE)
        tie_numbers(t, a, b);
}

static void tie_op(grn_ties *t, const grn_vec *all, grn_tying how)
{
    const grn_tied_value *const *v = all->items;
    bool alike = how == GRN_TIED_BY_OP;
    for (size_t i = 0; i < all->count; i++)
        alike = alike && (v[i]->rank == 0 || have_same_extents(t, v[i], v[0]));
    for (size_t i = 0; i < all->count; i++)
        for (size_t k = i; k < all->count; k++)
            if (alike)
                tie_places(t, v[i], v[k]);
            else
                tie_values(t, v[i], v[k], how);
}

/* The arguments of a function are a call's operands, and so on. */
static void tie_call(grn_ties *t, const grn_op *call, const grn_op *function)
{
    const grn_block *body = function->regions[0].first;
    for (size_t i = 0; i < call->noperands; i++) {
        const grn_tied_value *a = grn_tied(t, call->operands[i]), *b = grn_tied(t, &body->args[i]);
        if (a && b)
            tie_places(t, a, b);
    }
    for (size_t i = 0; i < call->nresults; i++) {
        const grn_tied_value *a = grn_tied(t, &call->results[i]), *b = grn_tied(t, body->last->operands[i]);
        if (a && b)
            tie_places(t, a, b);
    }
}

static bool tie_all(grn_ties *t, const grn_draft *d, grn_tying how)
{
    grn_vec all;
    bool ok = true;
    grn_vec_init(&all, d->ir->allocator, sizeof(grn_tied_value *));
    for (grn_op *op = grn_draft_next(d, NULL); op && ok; op = grn_draft_next(d, op)) {
        const grn_op *function = op->nregions == 0 ? grn_called_function(d, op) : NULL;
        if (function)
            tie_call(t, op, function);
        else if (!grn_is_function(op) && !(op->def && op->def->traits & GRN_TRAIT_TERMINATOR)) {
            ok = collect(t, op, &all);
            tie_op(t, &all, how);
        }
    }
    grn_vec_destroy(&all);
    return ok;
}

bool grn_ties_find(const grn_draft *d, grn_arena *arena, grn_tying how, grn_ties *out)
{
    *out = (grn_ties){.places = {.arena = arena}};
    grn_vec_init(&out->values, d->ir->allocator, sizeof(grn_tied_value));
    grn_vec_init(&out->dims, d->ir->allocator, sizeof(grn_tied_dim));
    return add_values(out, d->ir->top) && tie_all(out, d, how);
}

void grn_ties_free(grn_ties *t)
{
    grn_vec_destroy(&t->values);
    grn_vec_destroy(&t->dims);
}

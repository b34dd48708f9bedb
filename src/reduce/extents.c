/* extents.c - dimensions get fewer elements, with all that are tied to them. */
#include "reduce/reduce.h"

static bool list(const grn_draft *d, grn_vec *items, grn_tying how)
{
    grn_ties ties;
    grn_arena arena;
    grn_arena_init(&arena, d->ir->allocator);
    bool ok = grn_ties_find(d, &arena, how, &ties);
    const grn_tied_dim *dims = ties.dims.items;
    for (uint32_t i = 0; i < ties.dims.count && ok; i++)
        if (dims[i].parent == i && (dims[i].extent > 1 || dims[i].extent == GRN_DYNAMIC))
            ok = grn_add_item(items, (grn_reduce_item){.at = i, .number = dims[i].extent});
    grn_ties_free(&ties);
    grn_arena_destroy(&arena);
    return ok;
}

/* To how many elements; whether the last are kept; whether integers become smaller with what is left out before them. */
static const struct {
    enum { TO_ONE, TO_TWO, TO_HALF, ONE_LESS } to;
    bool keeps_last, follows;
} ways[GRN_EXTENT_WAYS] = {
    [GRN_EXTENT_TO_ONE] = {TO_ONE, false, false},          [GRN_EXTENT_TO_LAST] = {TO_ONE, true, false},
    [GRN_EXTENT_TO_TWO] = {TO_TWO, false, false},          [GRN_EXTENT_TO_HALF] = {TO_HALF, false, false},
    [GRN_EXTENT_TO_LAST_HALF] = {TO_HALF, true, false},    [GRN_EXTENT_TO_TWO_NEARER] = {TO_TWO, true, true},
    [GRN_EXTENT_TO_HALF_NEARER] = {TO_HALF, true, true},   [GRN_EXTENT_ONE_LESS_NEARER] = {ONE_LESS, true, true},
    [GRN_EXTENT_ONE_LESS_FIRST] = {ONE_LESS, true, false}, [GRN_EXTENT_ONE_LESS] = {ONE_LESS, false, false},
};

/* An extent that is not known becomes a number. */
static int64_t smaller(int64_t extent, size_t way)
{
    if (extent == GRN_DYNAMIC)
        return ways[way].to == TO_ONE ? 1 : 2;
    switch (ways[way].to) {
    case TO_ONE: return 1;
    case TO_TWO: return 2;
    case TO_HALF: return (extent + 1) / 2;
    default: return extent - 1;
    }
}

static grn_status shrink(grn_draft *d, const grn_reduce_item *items, size_t n, size_t way, grn_tying how)
{
    grn_ties ties;
    const bool found = grn_ties_find(d, &d->ir->arena, how, &ties);
    ties.keeps_last = ways[way].keeps_last;
    for (size_t i = 0; i < n && found; i++) {
        const int64_t to = smaller(items[i].number, way);
        if (to < items[i].number || items[i].number == GRN_DYNAMIC) {
            ((grn_tied_dim *)ties.dims.items)[items[i].at].to = to;
            ties.nearer = ways[way].follows && items[i].number > 0 ? items[i].number - to : 0;
            d->changed = true;
        }
    }
    const grn_status status = !found ? GRN_E_MEMORY : d->changed ? grn_retype(d, &ties) : GRN_OK;
    grn_ties_free(&ties);
    return status;
}

static bool list_by_number(const grn_draft *d, grn_vec *items) { return list(d, items, GRN_TIED_BY_NUMBER); }
static bool list_by_op(const grn_draft *d, grn_vec *items) { return list(d, items, GRN_TIED_BY_OP); }
static bool list_in_order(const grn_draft *d, grn_vec *items) { return list(d, items, GRN_TIED_IN_ORDER); }
static bool list_from_last(const grn_draft *d, grn_vec *items) { return list(d, items, GRN_TIED_FROM_LAST); }
static bool list_by_place(const grn_draft *d, grn_vec *items) { return list(d, items, GRN_TIED_BY_PLACE); }

static grn_status shrink_by_number(grn_draft *d, const grn_reduce_item *items, size_t n, size_t way)
{
    return shrink(d, items, n, way, GRN_TIED_BY_NUMBER);
}

static grn_status shrink_by_op(grn_draft *d, const grn_reduce_item *items, size_t n, size_t way)
{
    return shrink(d, items, n, way, GRN_TIED_BY_OP);
}

static grn_status shrink_in_order(grn_draft *d, const grn_reduce_item *items, size_t n, size_t way)
{
    return shrink(d, items, n, way, GRN_TIED_IN_ORDER);
}

static grn_status shrink_from_last(grn_draft *d, const grn_reduce_item *items, size_t n, size_t way)
{
    return shrink(d, items, n, way, GRN_TIED_FROM_LAST);
}

static grn_status shrink_by_place(grn_draft *d, const grn_reduce_item *items, size_t n, size_t way)
{
    return shrink(d, items, n, way, GRN_TIED_BY_PLACE);
}

const grn_reduce_step grn_step_extents = {
    .name = "extents", .ways = GRN_COUNT(ways), .list = list_by_number, .change = shrink_by_number};
const grn_reduce_step grn_step_extents_by_op = {
    .name = "extents by op", .ways = GRN_COUNT(ways), .list = list_by_op, .change = shrink_by_op};
const grn_reduce_step grn_step_extents_in_order = {
    .name = "extents in order", .ways = GRN_COUNT(ways), .list = list_in_order, .change = shrink_in_order};
const grn_reduce_step grn_step_extents_from_last = {
    .name = "extents from last", .ways = GRN_COUNT(ways), .list = list_from_last, .change = shrink_from_last};
const grn_reduce_step grn_step_extents_by_place = {
    .name = "extents by place", .ways = GRN_COUNT(ways), .list = list_by_place, .change = shrink_by_place};

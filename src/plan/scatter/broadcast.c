/*
 * broadcast.c - elements along a dimension that is not the last, whose indices are those of one
 * vector, broadcast along the rows: as scatters of rows come where a system has none, or has lost
 * sight of them. A run of equal indices is one row.
 *
 * Whether indices are equal is read from them, run by run. Where one of the first few runs has
 * indices that differ, all go by batches; later, such a run alone does.
 */
#include "plan/scatter/scatter.h"

#define LIST 128 /* rows that are moved together */
#define LOOKS 8  /* runs that are looked at first */

/* Rows that wait to be moved. */
typedef struct row_list {
    int64_t count;
    int64_t offset[LIST], from[LIST];
} row_list;

const char *grn_scatter_broadcast_obstacle(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    if (n->nouter < 2 || n->ncoords != 1 || grn_inner_loops(n) > 0 || grn_run_step(n, n->index) != 1)
        return "there are no rows of elements along one index";
    if (grn_scatter_batches_obstacle(plan) != NULL)
        return grn_scatter_batches_obstacle(plan);
    for (size_t i = 0; i < plan->problem.npairs; i++)
        if (grn_run_step(n, plan->pairs[i].dense) != 1 || grn_run_step(n, plan->pairs[i].operand) != 1)
            return "updates and results do not lie together";
    return NULL;
}

static const char *indices_at(const grn_plan *plan, const grn_run *run, const grn_cursor *c)
{
    const int64_t at = grn_cursor_offset(&plan->normal, c, plan->normal.index) + plan->normal.component[0];
    return (const char *)run->indices + at * (int64_t)grn_dtype_bytes(plan->problem.indices->dtype);
}

/* The first few runs, which tell as much as any. */
static bool looks_broadcast(const grn_plan *plan, const grn_run *run)
{
    bool equal = true;
    int looks = 0;
    grn_cursor c;
    for (grn_cursor_init(&plan->normal, INT64_MAX, &c); c.more && equal && looks < LOOKS; looks++) {
        equal = grn_run_is_broadcast(plan, run->indices, &c);
        grn_cursor_next(&plan->normal, &c);
    }
    return equal;
}

static const grn_mover cells = {.name = "cells", .move = grn_scatter_move_cells};

static void move_list(const grn_plan *plan, size_t number, const grn_run *run, row_list *list)
{
    const grn_updates u = {run->updates[number], list->from, 0, list->count, list->count, 1};
    if (list->count > 0)
        plan->choice.mover->move(plan, number, run, list->offset, &u);
    list->count = 0;
}

/* One row, where it is in bounds. */
static void add_row(const grn_plan *plan, const grn_pair *pair, const grn_cursor *c, const char *raw, row_list *list)
{
    unsigned char in_bounds = 1;
    int64_t *offset = &list->offset[list->count];
    grn_resolve_axis axis = plan->axis[0];
    axis.stride = pair->coordinate[0];
    *offset = grn_cursor_offset(&plan->normal, c, pair->operand);
    plan->resolve(raw, 1, 1, &axis, offset, plan->tested ? &in_bounds : NULL);
    list->from[list->count] = grn_cursor_offset(&plan->normal, c, pair->dense);
    list->count += in_bounds;
}

void grn_scatter_broadcast(const grn_plan *plan, size_t number, const grn_run *run)
{
    const grn_pair *pair = &plan->pairs[number];
    row_list list = {.count = 0};
    grn_plan by_cells = *plan;
    by_cells.choice.mover = &cells;
    if (!looks_broadcast(plan, run)) {
        grn_scatter_batched(&by_cells, number, run);
        return;
    }
    grn_cursor c;
    for (grn_cursor_init(&plan->normal, INT64_MAX, &c); c.more; grn_cursor_next(&plan->normal, &c)) {
        const bool equal = grn_run_is_broadcast(plan, run->indices, &c);
        if (equal)
            add_row(plan, pair, &c, indices_at(plan, run, &c), &list);
        if (!equal || list.count == LIST)
            move_list(plan, number, run, &list);
        if (!equal)
            grn_scatter_batched_piece(&by_cells, number, run, &c);
    }
    move_list(plan, number, run, &list);
}

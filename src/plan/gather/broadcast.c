/*
 * broadcast.c - elements along a dimension that is not the last, whose indices are those of one
 * vector, broadcast along the rows: as gathers of rows come from operators that ask for an index for
 * each element. A run of equal indices is one row.
 *
 * Whether indices are equal is read from them, in pieces that stay in a near cache. A piece all of
 * whose runs are rows is moved as such, the elements of any other by themselves.
 */
#include "plan/gather/gather.h"

const char *grn_gather_broadcast_obstacle(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    if (n->nouter < 2 || n->ncoords != 1 || grn_inner_loops(n) > 0 || grn_run_step(n, n->index) != 1)
        return "there are no rows of elements along one index";
    if (grn_run_step(n, pair->dense) != 1 || grn_run_step(n, pair->operand) != 1)
        return "operand and result do not lie together";
    return NULL;
}

/* The plan with the run as the window of one vector. */
static void plan_rows(const grn_plan *plan, grn_plan *out)
{
    const bool narrow = plan->traits.narrow;
    const char *const names[] = {narrow ? "offsets32" : "offsets64", "none", plan->choice.mover->name};
    grn_choice choice;
    *out = *plan;
    grn_normal *n = &out->normal;
    n->nouter--;
    n->window = n->extent[n->nouter];
    n->vectors /= n->window;
    grn_access_traits *t = &out->traits;
    t->flat = t->flat < n->nouter ? t->flat : n->nouter - 1;
    t->flat_run = 1;
    for (int32_t l = t->flat; l < n->nouter; l++)
        t->flat_run *= n->extent[l];
    (void)grn_choice_named(out, names, NULL, &choice);
    choice.variant = narrow ? plan->choice.variant : NULL; /* there is none of offsets of 64 bits */
    (void)grn_compose(out, &choice);
}

/* The plan by elements, as the figures have it. */
static void plan_cells(const grn_plan *plan, grn_plan *out)
{
    *out = *plan;
    out->has_scratch = false;
    (void)grn_choose(&(grn_plan_options){.partition = "none", .mover = "cells"}, NULL, out);
}

/* Indices that are compared and then used, out of the second cache. */
#define COMPARED_BYTES 131072

static bool are_rows(const grn_plan *plan, const void *indices)
{
    bool equal = true;
    grn_cursor c;
    for (grn_cursor_init(&plan->normal, INT64_MAX, &c); c.more && equal; grn_cursor_next(&plan->normal, &c))
        equal = grn_run_is_broadcast(plan, indices, &c);
    return equal;
}

grn_status grn_gather_broadcast(const grn_plan *plan, const grn_run *run)
{
    const int64_t most = COMPARED_BYTES / (int64_t)grn_dtype_bytes(plan->problem.indices->dtype);
    grn_plan rows, cells;
    bool has_cells = false; /* choosing takes as long as a piece */
    grn_piece_walk w;
    plan_rows(plan, &rows);
    for (grn_piece_walk_init(plan, plan->normal.nouter - 1, most, &w); w.walk.more; grn_walk_next(&w.walk)) {
        grn_piece piece;
        grn_piece_at(plan, run, &w, &piece);
        const bool by_rows = are_rows(&piece.plan, piece.run.indices);
        if (!by_rows && !has_cells)
            plan_cells(plan, &cells);
        has_cells = has_cells || !by_rows;
        grn_piece_at(by_rows ? &rows : &cells, run, &w, &piece);
        if (plan->discards && !grn_all_in_bounds(&piece.plan, piece.run.indices))
            return GRN_E_INDEX;
        (void)grn_move(&piece.plan, &piece.run);
    }
    return GRN_OK;
}

/*
 * conflicts.c - properties of a scatter that its rows depend on, computed before anything moves:
 * the layout of targets, to each other and in the caches. The choice of threads is partition.c's.
 */
#include "plan/scatter/scatter.h"

/* Whether the element of every inner loop determines its counter, and so the start; and no counter
 * takes part in the check of bounds. */
static bool windows_coincide(const grn_normal *n)
{
    bool coincide = true;
    for (int32_t l = n->nouter; l < n->nloops; l++)
        coincide = coincide && n->disjoint[l];
    for (int32_t k = 0; k < n->ncoords; k++)
        coincide = coincide && n->clip[k] < 0;
    return coincide;
}

static int64_t row_bytes_of(const grn_plan *plan)
{
    return grn_rows_obstacle(plan) == NULL ? grn_row_bytes(plan, &plan->pairs[0]) : plan->pairs[0].element_bytes;
}

/* ---- caches ---------------------------------------------------------------------------------- */

/* Far enough ahead to hide memory's latency, and near enough that the lines are still in the cache.
 * Less for the last cache, which is shared. */
static int64_t ahead_of(const grn_plan *plan)
{
    int64_t vectors = (int64_t)plan->machine->prefetch_bytes / row_bytes_of(plan),
            most = 2 * (int64_t)plan->machine->prefetch_vectors;
    return vectors < 4 ? 4 : vectors > most ? most : vectors;
}

/*
 * Elements along the last dimension, row after row: the next row of targets may be prefetched as a
 * whole.
 */
static int32_t next_loop(grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    grn_conflicts *c = &plan->conflicts;
    int32_t loop = n->nouter - 2;
    if (loop < 0 || !n->disjoint[loop] || n->ncoords != 1 || grn_inner_loops(n) > 0 || pair->coordinate[0] <= 0 ||
        plan->problem.npairs > 1 || pair->operand[n->nouter - 1] != 0)
        return -1;
    c->region_bytes = grn_mul_at_most(grn_mul_at_most(plan->dim[0], pair->coordinate[0]), pair->element_bytes);
    return (double)c->region_bytes <= plan->machine->l2_bytes ? loop : -1;
}

/* Which pays where nearly every line is hit. */
static int32_t loop_to_follow(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    const grn_conflicts *c = &plan->conflicts;
    const bool dense = c->next_loop >= 0 && n->extent[n->nouter - 1] >= c->region_bytes / GRN_LINE_BYTES / 2;
    return dense && (double)c->region_bytes <= plan->machine->l2_bytes / 4 ? c->next_loop : -1;
}

/* Indices that need no rule as long as they are in range, once they have 64 bits. */
static bool are_starts(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    bool starts = n->nouter > 0 && (n->ncoords == 1 || n->ncoords == 2) && grn_run_step(n, n->index) == n->ncoords;
    for (int32_t k = 0; starts && k < n->ncoords; k++)
        starts = plan->axis[k].base == 0 && n->component[k] == n->component[0] + k;
    return starts;
}

void grn_conflicts_of(grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    plan->conflicts = (grn_conflicts){.follow = -1, .follow_by_figures = -1, .next_loop = -1};
    grn_conflicts *c = &plan->conflicts;
    c->moved_bytes = grn_mul_at_most(n->vectors * n->window, pair->element_bytes);
    c->small = c->moved_bytes < GRN_SMALL_SCATTER_BYTES;
    c->coincide = windows_coincide(n);
    if (are_starts(plan)) {
        grn_dtype indices = plan->problem.indices->dtype;
        c->wide_starts = indices == GRN_I64 || indices == GRN_INDEX || indices == GRN_UI64;
        c->widen = plan->kernels->widen(indices);
    }
    c->footprint = grn_mul_at_most(grn_tensor_elements(plan->problem.operand), pair->element_bytes);
    c->panel_columns = grn_scatter_panels_obstacle(plan) == NULL ? grn_scatter_panel_width(plan) : 0;
    if (c->small || (double)c->footprint <= plan->machine->l2_bytes)
        return;
    c->next_loop = next_loop(plan);
    c->follow = c->follow_by_figures = loop_to_follow(plan);
    c->ahead = c->ahead_by_figures = c->follow >= 0 ? 0 : ahead_of(plan);
}

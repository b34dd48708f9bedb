/*
 * scatter_cells.c - element by element along the index vectors: for each
 * position of the window, one pass over the stretch's offsets.
 *
 * This walks the window outside the vectors. It may where no inner loop is
 * ordered (normalise.c): then the updates of one operand element all stand at
 * one position of the window, and the pass over that position visits them in
 * the order of their vectors. Under a per-element policy a window partly
 * outside belongs to an ordered loop, unless order cannot show at all; so
 * handling such vectors apart from the passes moves nothing that shows.
 */
#include "plan/scatter.h"

const char *grn_scatter_cells_obstacle(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    if (plan->combiner == GRN_COMBINE_REGION)
        return "the combiner is a region";
    for (int32_t l = n->nouter; l < n->nloops; l++)
        if (n->ordered[l])
            return "windows of different vectors may overlap, and order shows";
    return NULL;
}

void grn_scatter_move_cells(const grn_plan *plan, size_t lane_number, const grn_run *run, const int64_t *offset,
                            const grn_updates *u)
{
    const grn_normal *n = &plan->normal;
    const grn_lane *lane = &plan->lanes[lane_number];
    const grn_accumulate *f = grn_lane_combiner(plan, lane);
    int32_t outer = n->nouter;
    grn_odometer o;
    grn_odometer_init(&o, grn_inner_loops(n), n->extent + outer, lane->dense + outer, lane->operand + outer);
    for (; o.more; grn_odometer_next(&o))
        f->cells(grn_lane_at(lane, run->results[lane_number], o.b), offset,
                 &(grn_updates){grn_lane_at(lane, u->data, o.a), u->from, u->step, u->count, u->known, 1}, plan->meeting.ahead);
}

grn_status grn_scatter_cells(const grn_plan *plan, const grn_run *run)
{
    return grn_scatter_drive(plan, run, grn_scatter_move_cells);
}

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
#include "plan/plan.h"

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

static void inside(const grn_plan *plan, size_t lane_number, const grn_run *run, const int64_t *offset, int64_t count,
                   int64_t dense)
{
    const grn_normal *n = &plan->normal;
    const grn_lane *lane = &plan->lanes[lane_number];
    const grn_cells *cells = plan->kernels->cells((size_t)lane->element_bytes);
    const grn_accumulate *f = plan->kernels->accumulate(plan->combiner, lane->dtype);
    int64_t step = grn_run_step(n, lane->dense);
    int32_t outer = n->nouter;
    grn_odometer o;
    grn_odometer_init(&o, grn_inner_loops(n), n->extent + outer, lane->dense + outer, lane->operand + outer);
    for (; o.more; grn_odometer_next(&o)) {
        char *current = grn_lane_at(lane, run->results[lane_number], o.b);
        const char *update = grn_lane_at(lane, run->updates[lane_number], dense + o.a);
        if (f != NULL)
            f->cells(current, offset, update, step, count);
        else
            cells->put(current, offset, update, step, count);
    }
}

grn_status grn_scatter_cells(const grn_plan *plan, const grn_run *run)
{
    static const grn_stretch_kernels kernels = {inside, grn_scatter_outside};
    for (size_t lane = 0; lane < plan->problem.nlanes; lane++)
        grn_run_stretches(plan, lane, run, &kernels);
    return GRN_OK;
}

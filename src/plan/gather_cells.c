/*
 * gather_cells.c - element by element along the index vectors: for each
 * position of the window, one pass over the stretch's offsets. Right where
 * windows are small or lie across memory, and where many positions share the
 * resolved offsets. Always applies.
 */
#include "plan/plan.h"

static void inside(const grn_plan *plan, size_t lane_number, const grn_run *run, const int64_t *offset, int64_t count,
                   int64_t dense)
{
    const grn_normal *n = &plan->normal;
    const grn_lane *lane = &plan->lanes[lane_number];
    const grn_cells *cells = plan->kernels->cells((size_t)lane->element_bytes);
    int64_t step = grn_run_step(n, lane->dense);
    int32_t outer = n->nouter;
    grn_odometer o;
    grn_odometer_init(&o, grn_inner_loops(n), n->extent + outer, lane->dense + outer, lane->operand + outer);
    for (; o.more; grn_odometer_next(&o))
        cells->take(grn_lane_at(lane, run->result, dense + o.a), step, grn_lane_at(lane, run->operands[0], o.b), offset,
                    count);
}

grn_status grn_gather_cells(const grn_plan *plan, const grn_run *run)
{
    static const grn_stretch_kernels kernels = {inside, grn_gather_outside};
    grn_run_stretches(plan, 0, run, &kernels);
    return GRN_OK;
}

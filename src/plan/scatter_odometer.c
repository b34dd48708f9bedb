/*
 * scatter_odometer.c - the general scatter of a named combiner: vector after
 * vector, the window by its innermost loop, any strides. Always applies, and
 * keeps the order of the normalised nest, which is dense order wherever order
 * can show.
 */
#include "plan/plan.h"

static void combine_window(const grn_plan *plan, size_t lane_number, const grn_run *run, const grn_window *w)
{
    const grn_lane *lane = &plan->lanes[lane_number];
    const grn_cells *cells = plan->kernels->cells((size_t)lane->element_bytes);
    const grn_accumulate *f = plan->kernels->accumulate(plan->combiner, lane->dtype);
    grn_tail tail = grn_window_tail(plan, lane, w);
    grn_odometer o;
    for (grn_odometer_init(&o, tail.above, w->extent, tail.dense, tail.operand); o.more; grn_odometer_next(&o)) {
        char *current = grn_lane_at(lane, run->results[lane_number], w->operand + o.b);
        const char *update = grn_lane_at(lane, run->updates[lane_number], w->dense + o.a);
        if (f != NULL)
            f->run(current, tail.operand_step, update, tail.dense_step, tail.extent);
        else
            cells->copy(current, tail.operand_step, update, tail.dense_step, tail.extent);
    }
}

void grn_scatter_outside(const grn_plan *plan, size_t lane, const grn_run *run, const grn_cursor *c, int64_t i)
{
    grn_window w;
    if (grn_window_clip(plan, &plan->lanes[lane], run->indices, c, i, &w))
        combine_window(plan, lane, run, &w);
}

static void inside(const grn_plan *plan, size_t lane, const grn_run *run, const int64_t *offset, int64_t count,
                   int64_t dense)
{
    int64_t step = grn_run_step(&plan->normal, plan->lanes[lane].dense);
    grn_window w;
    grn_window_whole(&plan->normal, dense, 0, &w);
    for (int64_t i = 0; i < count; i++, w.dense += step) {
        w.operand = offset[i];
        combine_window(plan, lane, run, &w);
    }
}

grn_status grn_scatter_odometer(const grn_plan *plan, const grn_run *run)
{
    static const grn_stretch_kernels kernels = {inside, grn_scatter_outside};
    if (plan->combiner == GRN_COMBINE_REGION)
        return grn_scatter_region(plan, run);
    for (size_t lane = 0; lane < plan->problem.nlanes; lane++)
        grn_run_stretches(plan, lane, run, &kernels);
    return GRN_OK;
}

/*
 * scatter_rows.c - windows that are runs of memory on both sides: whole rows
 * put or accumulated, in the order of the index vectors, so that rows that
 * meet do so in that order.
 */
#include "plan/plan.h"

const char *grn_scatter_rows_obstacle(const grn_plan *plan)
{
    return plan->combiner == GRN_COMBINE_REGION ? "the combiner is a region" : grn_rows_obstacle(plan);
}

static void put_slabs(const grn_plan *plan, const grn_lane *lane, char *current, const char *update)
{
    const grn_normal *n = &plan->normal;
    int32_t outer = n->nouter, slab = n->nloops - 2;
    int64_t bytes = lane->element_bytes;
    size_t row_bytes = (size_t)grn_row_bytes(plan, lane);
    const grn_rows *rows = plan->kernels->rows(row_bytes);
    grn_odometer o;
    grn_odometer_init(&o, slab - outer, n->extent + outer, lane->dense + outer, lane->operand + outer);
    for (; o.more; grn_odometer_next(&o))
        rows->copy(current + o.b * bytes, lane->operand[slab] * bytes, update + o.a * bytes, lane->dense[slab] * bytes,
                   n->extent[slab], row_bytes);
}

static void add_slabs(const grn_plan *plan, const grn_lane *lane, const grn_accumulate *f, char *current,
                      const char *update)
{
    const grn_normal *n = &plan->normal;
    int32_t outer = n->nouter, last = n->nloops - 1;
    int64_t bytes = lane->element_bytes;
    grn_odometer o;
    grn_odometer_init(&o, last - outer, n->extent + outer, lane->dense + outer, lane->operand + outer);
    for (; o.more; grn_odometer_next(&o))
        f->run(current + o.b * bytes, 1, update + o.a * bytes, 1, n->extent[last]);
}

/* A window of one row: one kernel call for the stretch. */
static void single_rows(const grn_plan *plan, const grn_lane *lane, const grn_accumulate *f, char *current,
                        const int64_t *offset, const char *update, int64_t count)
{
    int64_t bytes = lane->element_bytes, step = grn_run_step(&plan->normal, lane->dense);
    size_t row_bytes = (size_t)grn_row_bytes(plan, lane);
    if (f != NULL)
        f->rows(current, offset, update, step, count, plan->normal.extent[plan->normal.nloops - 1]);
    else
        plan->kernels->rows(row_bytes)->put(current, offset, bytes, update, step * bytes, count, row_bytes);
}

static void inside(const grn_plan *plan, size_t lane_number, const grn_run *run, const int64_t *offset, int64_t count,
                   int64_t dense)
{
    const grn_lane *lane = &plan->lanes[lane_number];
    const grn_accumulate *f = plan->kernels->accumulate(plan->combiner, lane->dtype);
    int64_t step = grn_run_step(&plan->normal, lane->dense);
    if (grn_inner_loops(&plan->normal) == 1) {
        single_rows(plan, lane, f, run->results[lane_number], offset,
                    grn_lane_at(lane, run->updates[lane_number], dense), count);
        return;
    }
    for (int64_t i = 0; i < count; i++) {
        char *current = grn_lane_at(lane, run->results[lane_number], offset[i]);
        const char *update = grn_lane_at(lane, run->updates[lane_number], dense + i * step);
        if (f != NULL)
            add_slabs(plan, lane, f, current, update);
        else
            put_slabs(plan, lane, current, update);
    }
}

grn_status grn_scatter_rows(const grn_plan *plan, const grn_run *run)
{
    static const grn_stretch_kernels kernels = {inside, grn_scatter_outside};
    for (size_t lane = 0; lane < plan->problem.nlanes; lane++)
        grn_run_stretches(plan, lane, run, &kernels);
    return GRN_OK;
}

/*
 * scatter_rows.c - windows that are runs of memory on both sides: whole rows
 * put or accumulated, in the order of the index vectors, so that rows that
 * meet do so in that order.
 */
#include "plan/scatter.h"

const char *grn_scatter_rows_obstacle(const grn_plan *plan)
{
    return plan->combiner == GRN_COMBINE_REGION ? "the combiner is a region" : grn_rows_obstacle(plan);
}

static void combine_slabs(const grn_plan *plan, const grn_lane *lane, const grn_accumulate *f, char *current,
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

/* A window of one row: one kernel call for the list. */
static void single_rows(const grn_plan *plan, const grn_accumulate *f, void *results, const int64_t *offset,
                        const grn_updates *u)
{
    int64_t row = plan->normal.extent[plan->normal.nloops - 1];
    if (plan->meeting.stream && f->stream != NULL)
        f->stream(results, offset, u, row);
    else
        f->rows(results, offset, u, row, plan->meeting.ahead);
}

static void move_rows(const grn_plan *plan, size_t lane_number, const grn_run *run, const int64_t *offset,
                      const grn_updates *u)
{
    const grn_lane *lane = &plan->lanes[lane_number];
    const grn_accumulate *f = grn_lane_combiner(plan, lane);
    if (grn_inner_loops(&plan->normal) == 1) {
        single_rows(plan, f, run->results[lane_number], offset, u);
        return;
    }
    for (int64_t i = 0; i < u->count; i++)
        combine_slabs(plan, lane, f, grn_lane_at(lane, run->results[lane_number], offset[i]),
                      grn_lane_at(lane, u->data, u->from != NULL ? u->from[i] : i * u->step));
}

grn_status grn_scatter_rows(const grn_plan *plan, const grn_run *run)
{
    return grn_scatter_drive(plan, run, move_rows);
}

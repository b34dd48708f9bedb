/*
 * gather_rows.c - windows that are runs of memory: whole rows, copied in the
 * order of the index vectors. A window of one row goes through one kernel call
 * for a whole stretch of vectors, a window of several through one per vector
 * and slab of rows.
 */
#include "plan/plan.h"

const char *grn_rows_obstacle(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    int32_t last = n->nloops - 1;
    if (grn_inner_loops(n) == 0)
        return "a window is a single element";
    for (size_t i = 0; i < plan->problem.nlanes; i++)
        if (plan->lanes[i].dense[last] != 1 || plan->lanes[i].operand[last] != 1)
            return "no window loop is a run of memory on both sides";
    return NULL;
}

int64_t grn_row_bytes(const grn_plan *plan, const grn_lane *lane)
{
    return plan->normal.extent[plan->normal.nloops - 1] * lane->element_bytes;
}

/* Vector by vector: the last loop but one is the kernel's, those before it are walked here. */
static void take_slabs(const grn_plan *plan, const grn_rows *rows, char *dst, const char *src)
{
    const grn_normal *n = &plan->normal;
    const grn_lane *lane = &plan->lanes[0];
    int32_t outer = n->nouter, slab = n->nloops - 2;
    int64_t bytes = lane->element_bytes;
    size_t row_bytes = (size_t)grn_row_bytes(plan, lane);
    grn_odometer o;
    grn_odometer_init(&o, slab - outer, n->extent + outer, lane->dense + outer, lane->operand + outer);
    for (; o.more; grn_odometer_next(&o))
        rows->copy(dst + o.a * bytes, lane->dense[slab] * bytes, src + o.b * bytes, lane->operand[slab] * bytes,
                   n->extent[slab], row_bytes);
}

static void inside(const grn_plan *plan, size_t lane_number, const grn_run *run, const int64_t *offset, int64_t count,
                   int64_t dense)
{
    const grn_lane *lane = &plan->lanes[lane_number];
    int64_t bytes = lane->element_bytes, step = grn_run_step(&plan->normal, lane->dense) * bytes;
    size_t row_bytes = (size_t)grn_row_bytes(plan, lane);
    const grn_rows *rows = plan->kernels->rows(row_bytes);
    char *dst = grn_lane_at(lane, run->result, dense);
    if (grn_inner_loops(&plan->normal) == 1) {
        rows->take(dst, step, run->operands[0], offset, bytes, count, row_bytes);
        return;
    }
    for (int64_t i = 0; i < count; i++)
        take_slabs(plan, rows, dst + i * step, grn_lane_at(lane, run->operands[0], offset[i]));
}

grn_status grn_gather_rows(const grn_plan *plan, const grn_run *run)
{
    static const grn_stretch_kernels kernels = {inside, grn_gather_outside};
    grn_run_stretches(plan, 0, run, &kernels);
    return GRN_OK;
}

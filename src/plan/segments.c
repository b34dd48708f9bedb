/* segments.c - the loop that movers share: blocks, resolved, in segments that are in bounds or are
 * not. */
#include "plan/plan.h"

void grn_run_block(const grn_plan *plan, size_t pair, const grn_run *run, const grn_segment_kernels *kernels,
                   const grn_cursor *c)
{
    const int64_t *stride = plan->pairs[pair].dense;
    int64_t dense = grn_cursor_offset(&plan->normal, c, stride), step = grn_run_step(&plan->normal, stride);
    grn_index_block b;
    grn_block_resolve(plan, &plan->pairs[pair], run->indices, c, &b);
    for (int64_t from = 0, to; from < b.count; from = to) {
        to = grn_block_segment(&b, from);
        if (b.whole || b.in_bounds[from])
            kernels->in_bounds(plan, pair, run, b.offset + from, to - from, dense + from * step);
        else
            for (int64_t i = from; i < to; i++)
                kernels->outside(plan, pair, run, c, i);
    }
}

void grn_run_segments(const grn_plan *plan, size_t pair, const grn_run *run, const grn_segment_kernels *kernels)
{
    grn_cursor c;
    for (grn_cursor_init(&plan->normal, GRN_BLOCK, &c); c.more; grn_cursor_next(&plan->normal, &c))
        grn_run_block(plan, pair, run, kernels, &c);
}

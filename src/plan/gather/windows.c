/*
 * windows.c - the general gather: window after window, any strides,
 * any policy. Always applies, and its fallback for windows that are not wholly
 * in bounds serves the other movers too. By offsets of 32 bits, the last loop
 * of a window, a strip, goes through one kernel call for a whole block.
 */
#include "plan/plan.h"

static void copy_window(const grn_plan *plan, const grn_run *run, const grn_window *w)
{
    const grn_pair *pair = &plan->pairs[0];
    const grn_cells *cells = plan->kernels->cells((size_t)pair->element_bytes);
    grn_tail tail = grn_window_tail(plan, pair, w);
    grn_odometer o;
    for (grn_odometer_init(&o, tail.above, w->extent, tail.dense, tail.operand); o.more; grn_odometer_next(&o))
        cells->copy(grn_pair_at(pair, run->result, w->dense + o.a), tail.dense_step,
                    grn_pair_at(pair, run->operands[0], w->operand + o.b), tail.operand_step, tail.extent);
}

static void fill_window(const grn_plan *plan, const grn_run *run, const grn_window *w)
{
    const grn_pair *pair = &plan->pairs[0];
    const grn_cells *cells = plan->kernels->cells((size_t)pair->element_bytes);
    grn_tail tail = grn_window_tail(plan, pair, w);
    grn_odometer o;
    for (grn_odometer_init(&o, tail.above, w->extent, tail.dense, tail.operand); o.more; grn_odometer_next(&o))
        cells->fill(grn_pair_at(pair, run->result, w->dense + o.a), tail.dense_step, plan->fill, tail.extent);
}

void grn_gather_outside(const grn_plan *plan, size_t pair, const grn_run *run, const grn_cursor *c, int64_t i)
{
    const grn_normal *n = &plan->normal;
    const int64_t *dense = plan->pairs[pair].dense;
    grn_window w;
    grn_window_whole(n, grn_cursor_offset(n, c, dense) + i * grn_run_step(n, dense), 0, &w);
    fill_window(plan, run, &w);
    if (grn_window_clip(plan, &plan->pairs[pair], run->indices, c, i, &w))
        copy_window(plan, run, &w);
}

static void in_bounds(const grn_plan *plan, size_t pair, const grn_run *run, const int64_t *offset, int64_t count,
                      int64_t dense)
{
    int64_t step = grn_run_step(&plan->normal, plan->pairs[pair].dense);
    grn_window w;
    grn_window_whole(&plan->normal, dense, 0, &w);
    for (int64_t i = 0; i < count; i++, w.dense += step) {
        w.operand = offset[i];
        copy_window(plan, run, &w);
    }
}

void grn_prepare_strips(grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    int64_t bytes = pair->element_bytes;
    int32_t last = n->nloops - 1;
    bool far = !plan->traits.small && (double)plan->traits.operand_bytes > plan->machine->last_bytes;
    plan->prepared.stream = false;
    plan->prepared.strips = plan->kernels->take->strips((size_t)bytes);
    plan->prepared.strip = (grn_strips){n->extent[last],
                                        grn_run_step(n, pair->dense) * bytes,
                                        pair->dense[last] * bytes,
                                        pair->operand[last] * bytes,
                                        bytes,
                                        grn_ahead_of(plan, far ? GRN_NARROW_AHEAD : 0)};
}

static void move_strips(const grn_narrow_block *b)
{
    const grn_prepared *g = &b->plan->prepared;
    const grn_normal *n = &b->plan->normal;
    const grn_pair *pair = &b->plan->pairs[0];
    int32_t outer = n->nouter;
    grn_odometer o;
    grn_odometer_init(&o, grn_inner_loops(n) - 1, n->extent + outer, pair->dense + outer, pair->operand + outer);
    for (; o.more; grn_odometer_next(&o))
        g->strips(grn_pair_at(pair, b->run->result, b->dense + o.a),
                  grn_pair_at(pair, b->run->operands[0], b->operand + o.b), b->offset, b->count, b->known, &g->strip);
}

grn_status grn_gather_strips(const grn_plan *plan, const grn_run *run)
{
    grn_run_narrow(plan, run, GRN_NARROW_BLOCK / 8, move_strips);
    return GRN_OK;
}

grn_status grn_gather_windows(const grn_plan *plan, const grn_run *run)
{
    static const grn_segment_kernels kernels = {in_bounds, grn_gather_outside};
    grn_run_segments(plan, 0, run, &kernels);
    return GRN_OK;
}

void grn_gather_block_by_block(const grn_plan *plan, const grn_run *run, const grn_cursor *c, int64_t from,
                               int64_t count)
{
    static const grn_segment_kernels kernels = {in_bounds, grn_gather_outside};
    grn_cursor part = *c;
    part.first += from;
    for (part.count = count < GRN_BLOCK ? count : GRN_BLOCK; count > 0;
         part.count = count < GRN_BLOCK ? count : GRN_BLOCK) {
        grn_run_block(plan, 0, run, &kernels, &part);
        part.first += part.count;
        count -= part.count;
    }
}

/*
 * windows.c - the general scatter of a named combiner: vector after
 * vector, the window by its innermost loop, any strides. Always applies, and
 * keeps the order of the normalised nest, which is dense order wherever order
 * can show.
 */
#include "plan/scatter/scatter.h"

static void combine_window(const grn_plan *plan, size_t pair_number, void *results, const void *updates,
                           const grn_window *w)
{
    const grn_pair *pair = &plan->pairs[pair_number];
    const grn_accumulate *f = grn_pair_combiner(plan, pair);
    grn_tail tail = grn_window_tail(plan, pair, w);
    grn_odometer o;
    for (grn_odometer_init(&o, tail.above, w->extent, tail.dense, tail.operand); o.more; grn_odometer_next(&o)) {
        char *current = grn_pair_at(pair, results, w->operand + o.b);
        const char *update = grn_pair_at(pair, updates, w->dense + o.a);
        f->run(current, tail.operand_step, update, tail.dense_step, tail.extent);
    }
}

void grn_scatter_outside(const grn_plan *plan, size_t pair, const grn_run *run, const grn_cursor *c, int64_t i)
{
    grn_window w;
    if (grn_window_clip(plan, &plan->pairs[pair], run->indices, c, i, &w))
        combine_window(plan, pair, run->results[pair], run->updates[pair], &w);
}

void grn_scatter_move_windows(const grn_plan *plan, size_t pair_number, const grn_run *run, const int64_t *offset,
                              const grn_updates *u)
{
    grn_window w;
    grn_window_whole(&plan->normal, 0, 0, &w);
    for (int64_t i = 0; i < u->count; i++) {
        w.operand = offset[i];
        w.dense = u->from != NULL ? u->from[i] : i * u->step;
        combine_window(plan, pair_number, run->results[pair_number], u->data, &w);
    }
}

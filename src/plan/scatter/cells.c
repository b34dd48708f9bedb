/*
 * cells.c - element by element along the index vectors: for each
 * position of the window, one pass over the list's offsets.
 *
 * This walks the window outside the vectors. It may where no inner loop is
 * ordered (normalise.c): then the updates of one operand element all stand at
 * one position of the window, and the pass over that position visits them in
 * the order of their vectors. Under a per-element policy a window partly
 * outside belongs to an ordered loop, unless order cannot show at all; so
 * handling such vectors outside the passes changes no result.
 */
#include "plan/scatter/scatter.h"

const char *grn_scatter_order_obstacle(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    for (int32_t l = n->nouter; l < n->nloops; l++)
        if (n->ordered[l])
            return "windows of different vectors may overlap, and order shows";
    return NULL;
}

void grn_scatter_move_cells(const grn_plan *plan, size_t pair_number, const grn_run *run, const int64_t *offset,
                            const grn_updates *u)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[pair_number];
    const grn_accumulate *f = grn_pair_combiner(plan, pair);
    int32_t outer = n->nouter;
    grn_odometer o;
    grn_odometer_init(&o, grn_inner_loops(n), n->extent + outer, pair->dense + outer, pair->operand + outer);
    for (; o.more; grn_odometer_next(&o))
        f->cells(grn_pair_at(pair, run->results[pair_number], o.b), offset,
                 &(grn_updates){grn_pair_at(pair, u->data, o.a), u->from, u->step, u->count, u->known, 1},
                 plan->conflicts.ahead);
}

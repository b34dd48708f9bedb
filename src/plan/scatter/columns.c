/*
 * columns.c - elements along a dimension that is not the last, where nothing is packed: neighbours
 * in the updates go to rows far apart.
 *
 * Columns are taken in blocks. Within a block all its rows of updates come one after the other,
 * fused as long as their indices are in range; while one row moves, the targets of the next are
 * prefetched. The hardware prefetcher cannot do this, as each row begins at another place. Where
 * rows share few sets of the near caches, panels do better.
 */
#include "kernels/hints.h"
#include "plan/scatter/scatter.h"

const char *grn_scatter_columns_obstacle(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    int32_t run = n->nouter - 1;
    const char *fused = grn_scatter_fused_obstacle(plan);
    if (fused != NULL)
        return fused;
    if (n->nouter < 2 || n->ncoords != 1 || grn_inner_loops(n) > 0 || !n->disjoint[run] ||
        grn_run_step(n, n->index) != 1)
        return "there are no columns of elements along one index";
    for (size_t i = 0; i < plan->problem.npairs; i++)
        if (grn_run_step(n, plan->pairs[i].dense) != 1 || grn_run_step(n, plan->pairs[i].operand) == 0 ||
            grn_pair_combiner(plan, &plan->pairs[i])->stepped == NULL)
            return "updates do not lie together, or no kernel of the combiner steps from column to column";
    return NULL;
}

/* Where the cursor's vectors go, as far as their indices are in range. */
static void prefetch_targets(const grn_plan *plan, const grn_pair *pair, char *results, const grn_run *run,
                             const grn_cursor *c)
{
    int64_t room[GRN_BLOCK_COLUMNS];
    const int64_t *raw = grn_scatter_raw(plan, run, c, c->count, room);
    const int64_t scale = pair->coordinate[0] * pair->element_bytes;
    const int64_t step = grn_run_step(&plan->normal, pair->operand) * pair->element_bytes;
    const uint64_t last = (uint64_t)plan->axis[0].last;
    char *at = grn_pair_at(pair, results, grn_cursor_offset(&plan->normal, c, pair->operand));
    for (int64_t i = 0; i < c->count; i++, at += step)
        if ((uint64_t)raw[i] <= last)
            PREFETCH_TO_WRITE(at + raw[i] * scale);
}

/* One block of columns: all positions of the loops above. */
static void move_block(const grn_plan *plan, size_t number, const grn_run *run, int64_t first, int64_t count)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[number];
    grn_cursor at = {.more = true, .first = first, .count = count, .limit = count}, next = at;
    grn_odometer o;
    grn_odometer_init(&o, n->nouter - 1, n->extent, n->index, n->index);
    for (; o.more; at = next) {
        for (int32_t l = 0; l < o.n; l++)
            at.at[l] = o.at[l];
        next = at;
        grn_odometer_next(&o);
        for (int32_t l = 0; l < o.n; l++)
            next.at[l] = o.at[l];
        if (o.more)
            prefetch_targets(plan, pair, run->results[number], run, &next);
        grn_scatter_fused_piece(plan, number, run, &at);
    }
}

void grn_scatter_columns(const grn_plan *plan, size_t pair, const grn_run *run)
{
    int64_t columns = grn_run_extent(&plan->normal);
    if (!grn_scatter_has_raw(plan, run)) {
        grn_scatter_batched(plan, pair, run);
        return;
    }
    for (int64_t first = 0; first < columns; first += GRN_BLOCK_COLUMNS)
        move_block(plan, pair, run, first, columns - first < GRN_BLOCK_COLUMNS ? columns - first : GRN_BLOCK_COLUMNS);
}

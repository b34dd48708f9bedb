/*
 * scatter_straight_rows.c - rows that raw indices count, once they have 64
 * bits: as far as they are in range, their targets are the indices themselves.
 */
#include "plan/scatter.h"

/* Shorter runs go by lists, which hold many of them. */
#define LONG_RUN 64

/* The general road for a few vectors. */
#define REST 16
/* ... by lists, and longer each time that the next one is not in range either */
#define LISTED 256
#define MOST_REST 65536
#define BLOCK 128

static int64_t rows_at_rest(const grn_plan *plan)
{
    return grn_scatter_may_batch(plan) ? LISTED : REST;
}

static void move_rest_of_rows(const grn_plan *plan, size_t pair, const grn_run *run, const grn_cursor *c, int64_t from,
                              int64_t to)
{
    grn_cursor rest = *c;
    grn_index_block b;
    rest.first = c->first + from;
    rest.count = to - from;
    if (grn_scatter_may_batch(plan)) {
        grn_scatter_batched_piece(plan, pair, run, grn_scatter_move_rows, &rest);
        return;
    }
    grn_block_resolve(plan, &plan->pairs[pair], run->indices, &rest, &b);
    grn_scatter_block(plan, pair, run, grn_scatter_move_rows, &rest, &b);
}

/* Rows whose indices count them as they lie in memory: looked at a block early, so that targets can be fetched in time. */
static void move_rows_run(const grn_plan *plan, size_t pair, const grn_run *run, const grn_cursor *c)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *l = &plan->pairs[pair];
    const int64_t bytes = (int64_t)grn_dtype_bytes(plan->problem.indices->dtype);
    const char *raw = (const char *)run->indices + (grn_cursor_offset(n, c, n->index) + n->component[0]) * bytes;
    grn_prefix_fn prefix = plan->kernels->take->prefix(plan->problem.indices->dtype);
    int64_t room[4 * BLOCK];
    grn_cursor at = *c;
    void *results = grn_pair_at(l, run->results[pair], grn_cursor_offset(n, c, l->operand));
    const char *update = grn_pair_at(l, run->updates[pair], grn_cursor_offset(n, c, l->dense));
    int64_t step = grn_run_step(n, l->dense), count = c->count, known = 0, least = rows_at_rest(plan), rest = least;
    for (int64_t from = 0, to; from < count; from = to) {
        if (known < count && known - from < 2 * BLOCK)
            known += prefix(raw + known * bytes, count - known < 2 * BLOCK ? count - known : 2 * BLOCK, plan->axis[0].last);
        to = known < from + BLOCK ? known : from + BLOCK;
        grn_updates u = {update + from * step * l->element_bytes, NULL, step, to - from, known - from, l->coordinate[0]};
        if (to > from) {
            at.first = c->first + from;
            const int64_t *offset = grn_scatter_raw(plan, run, &at, known - from, room);
            grn_scatter_single_rows(plan, grn_pair_combiner(plan, l), results, offset, &u);
            rest = least;
            continue;
        }
        to = from + rest < count ? from + rest : count;
        move_rest_of_rows(plan, pair, run, c, from, to);
        known = to;
        rest = rest < LISTED ? rest : rest < MOST_REST ? 4 * rest : rest;
    }
}

void grn_scatter_fused_rows(const grn_plan *plan, size_t pair, const grn_run *run)
{
    grn_cursor c;
    for (grn_cursor_init(&plan->normal, INT64_MAX, &c); c.more; grn_cursor_next(&plan->normal, &c))
        move_rows_run(plan, pair, run, &c);
}

bool grn_scatter_rows_are_fused(const grn_plan *plan, const grn_pair *l)
{
    const grn_normal *n = &plan->normal;
    return grn_inner_loops(n) == 1 && grn_run_extent(n) >= LONG_RUN && n->ncoords == 1 && l->coordinate[0] > 0 &&
           grn_run_step(n, l->operand) == 0 && plan->kernels->take->prefix(plan->problem.indices->dtype) != NULL;
}

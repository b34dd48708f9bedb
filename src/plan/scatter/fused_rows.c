/*
 * fused_rows.c - rows that raw indices count, once they have 64 bits: as long as they are in range,
 * the indices themselves are the targets.
 */
#include "plan/scatter/scatter.h"

/* Shorter runs go by batches, which hold many of them. */
#define LONG_RUN 64

/* Vectors that go by batches where an index is out of range; more each time that the next one is
 * not in range either. */
#define LEAST_REST 256
#define MOST_REST 65536
#define BLOCK 128

static void move_rest_of_rows(const grn_plan *plan, size_t pair, const grn_run *run, const grn_cursor *c, int64_t from,
                              int64_t to)
{
    grn_cursor rest = *c;
    rest.first = c->first + from;
    rest.count = to - from;
    grn_scatter_batched_piece(plan, pair, run, &rest);
}

/* Rows whose indices count them as they lie in memory: checked a block early, so that targets can
 * be prefetched in time. */
static void move_rows_run(const grn_plan *plan, size_t pair, const grn_run *run, const grn_cursor *c)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *l = &plan->pairs[pair];
    const int64_t bytes = (int64_t)grn_dtype_bytes(plan->problem.indices->dtype);
    const char *raw = (const char *)run->indices + (grn_cursor_offset(n, c, n->index) + n->component[0]) * bytes;
    grn_prefix_fn prefix = plan->prefix;
    int64_t room[4 * BLOCK];
    grn_cursor at = *c;
    void *results = grn_pair_at(l, run->results[pair], grn_cursor_offset(n, c, l->operand));
    const char *update = grn_pair_at(l, run->updates[pair], grn_cursor_offset(n, c, l->dense));
    int64_t step = grn_run_step(n, l->dense), count = c->count, known = 0, rest = LEAST_REST;
    for (int64_t from = 0, to; from < count; from = to) {
        if (known < count && known - from < 2 * BLOCK)
            known +=
                prefix(raw + known * bytes, count - known < 2 * BLOCK ? count - known : 2 * BLOCK, plan->axis[0].last);
        to = known < from + BLOCK ? known : from + BLOCK;
        grn_updates u = {
            update + from * step * l->element_bytes, NULL, step, to - from, known - from, l->coordinate[0]};
        if (to > from) {
            at.first = c->first + from;
            const int64_t *offset = grn_scatter_raw(plan, run, &at, known - from, room);
            grn_scatter_single_rows(plan, grn_pair_combiner(plan, l), results, offset, &u);
            rest = LEAST_REST;
            continue;
        }
        to = from + rest < count ? from + rest : count;
        move_rest_of_rows(plan, pair, run, c, from, to);
        known = to;
        rest = rest < MOST_REST ? 4 * rest : rest;
    }
}

void grn_scatter_fused_rows(const grn_plan *plan, size_t pair, const grn_run *run)
{
    grn_cursor c;
    for (grn_cursor_init(&plan->normal, INT64_MAX, &c); c.more; grn_cursor_next(&plan->normal, &c))
        move_rows_run(plan, pair, run, &c);
}

const char *grn_scatter_fused_rows_obstacle(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    if (grn_inner_loops(n) != 1 || n->ncoords != 1)
        return "a window is not one row, by one index";
    if (grn_run_extent(n) < LONG_RUN)
        return "runs are too short to be begun one by one";
    if (plan->prefix == NULL)
        return "no kernel reads these indices";
    for (size_t i = 0; i < plan->problem.npairs; i++)
        if (plan->pairs[i].coordinate[0] <= 0 || grn_run_step(n, plan->pairs[i].operand) != 0)
            return "indices do not count rows upwards from one place";
    return NULL;
}

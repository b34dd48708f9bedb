/*
 * gather_rows_straight.c - short rows from memory, by indices that stand as
 * their rows do: nothing is resolved into a block first, so that fetches never
 * pause. Where a group holds an index out of range, some rows are resolved
 * after all; more of them the longer it goes on.
 */
#include "kernels/hints.h"
#include "plan/plan.h"

/* Windows of one row, by one index each. */
static bool is_straight(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    return n->nouter > 0 && n->ncoords == 1 && grn_inner_loops(n) == 1 && plan->axis[0].base == 0 &&
           grn_run_step(n, n->index) == 1 && grn_run_step(n, pair->operand) == 0 &&
           grn_run_step(n, pair->dense) * pair->element_bytes == grn_row_bytes(plan, pair);
}

static bool is_far(const grn_plan *plan)
{
    const grn_access_traits *w = &plan->traits;
    return w->operand_bytes > 4 * w->caches.l2;
}

/* On one thread stores that pass the caches by take the place of loads that could be under way: of rows shorter than a
 * line, and of lines that come from memory. Of several threads memory has enough to do as it is, without a line being read
 * before it is written. */
static bool streams(const grn_plan *plan)
{
    const grn_access_traits *w = &plan->traits;
    int64_t row = grn_row_bytes(plan, &plan->pairs[0]);
    bool waits = row < GRN_LINE_BYTES || (row == GRN_LINE_BYTES && w->operand_bytes > w->caches.all);
    return w->stream && (plan->cut.parts > 1 || !waits);
}

/* Whether a vector's 32 bytes divide the result's address, and that of each of its runs. */
static bool is_aligned(const grn_plan *plan, const grn_run *run)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    uintptr_t all = (uintptr_t)run->result;
    for (int32_t l = 0; l < n->nouter; l++)
        all |= (uintptr_t)pair->dense[l] * (uintptr_t)pair->element_bytes;
    return all % 32 == 0;
}

#define LEAST_SLOW 16

/* Rows that are fetched ahead. */
#define AHEAD 128
#define AHEAD_STREAMED 64

static void move_run(const grn_plan *plan, const grn_run *run, const grn_cursor *c, grn_fused_fn rows, const grn_fused *how,
                     const grn_narrow_kernel *others)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    int64_t index_bytes = (int64_t)grn_dtype_bytes(plan->problem.indices->dtype), row_bytes = grn_row_bytes(plan, pair);
    char *dst = grn_pair_at(pair, run->result, grn_cursor_offset(n, c, pair->dense));
    const char *src = grn_pair_at(pair, run->operands[0], grn_cursor_offset(n, c, pair->operand));
    const char *raw = (const char *)run->indices + (grn_cursor_offset(n, c, n->index) + n->component[0]) * index_bytes;
    for (int64_t from = 0, slow = LEAST_SLOW; from < c->count;) {
        int64_t done = rows(dst + from * row_bytes, src, raw + from * index_bytes, c->count - from, how), left;
        from += done;
        left = c->count - from;
        slow = done > slow ? LEAST_SLOW : slow < GRN_BLOCK ? 2 * slow : GRN_BLOCK;
        slow = slow < left ? slow : left;
        if (slow > 0 && others != NULL)
            grn_run_narrow_part(plan, run, c, from, slow, others);
        else if (slow > 0)
            grn_gather_fallback(plan, run, c, from, slow);
        from += slow;
    }
}

bool grn_gather_rows_fused(const grn_plan *plan, const grn_run *run, const grn_narrow_kernel *others)
{
    const grn_pair *pair = &plan->pairs[0];
    const grn_take_kernels *take = plan->kernels->take;
    grn_fused_fn rows = NULL;
    grn_cursor c;
    bool stream = streams(plan);
    if (is_straight(plan) && is_far(plan) && (!stream || is_aligned(plan, run)))
        rows = take->fused_rows(plan->problem.indices->dtype, (size_t)grn_row_bytes(plan, pair), stream);
    if (rows == NULL)
        return false;
    grn_fused how = {.last = plan->axis[0].last,
                      .scale = pair->coordinate[0] * pair->element_bytes,
                      .ahead = stream ? AHEAD_STREAMED : AHEAD};
    for (grn_cursor_init(&plan->normal, INT64_MAX, &c); c.more; grn_cursor_next(&plan->normal, &c))
        move_run(plan, run, &c, rows, &how, others);
    return true;
}

/*
 * gather_narrow.c - blocks of index vectors resolved to 32-bit offsets, for
 * results that lie together: what rows and cells share.
 *
 * A block is resolved once, however many window positions use it. It is a
 * little longer than what is moved from it, so that the kernels can fetch the
 * first windows of the next block before they get there.
 */
#include <string.h>

#include "kernels/hints.h"
#include "plan/plan.h"

/* Offsets [from, to) of the block at c. */
static void resolve(const grn_plan *plan, const grn_run *run, const grn_cursor *c, int64_t from, int64_t to,
                    int32_t *offset, unsigned char *inside)
{
    const grn_normal *n = &plan->normal;
    const grn_lane *lane = &plan->lanes[0];
    int64_t index_step = grn_run_step(n, n->index), step = grn_run_step(n, lane->operand);
    int64_t at = grn_cursor_offset(n, c, n->index) + from * index_step;
    int64_t index_bytes = (int64_t)grn_dtype_bytes(plan->problem.indices->dtype);
    grn_narrow_fn narrow = plan->kernels->take->narrow(plan->problem.indices->dtype);
    for (int64_t i = from; i < to; i++)
        offset[i] = (int32_t)(i * step);
    if (inside != NULL)
        memset(inside + from, 1, (size_t)(to - from));
    for (int32_t k = 0; k < n->ncoords; k++) {
        grn_resolve_axis axis = plan->axis[k];
        axis.stride = lane->coordinate[k];
        narrow((const char *)run->indices + (at + n->component[k]) * index_bytes, index_step, to - from, &axis,
               offset + from, inside != NULL ? inside + from : NULL);
    }
}

/* Vectors of the block in stretches of one verdict. */
static void move_stretches(const grn_narrow_block *b, const grn_narrow_kernel *kernel, const unsigned char *inside)
{
    for (int64_t from = 0, to; from < b->count; from = to) {
        for (to = from + 1; to < b->count && inside[to] == inside[from]; to++)
            ;
        if (!inside[from]) {
            for (int64_t i = from; i < to; i++)
                grn_gather_outside(b->plan, 0, b->run, b->cursor, i);
            continue;
        }
        grn_narrow_block part = *b;
        part.offset += from;
        part.count = part.known = to - from;
        part.dense += from * grn_run_step(&b->plan->normal, b->plan->lanes[0].dense);
        kernel->move(&part, kernel->context);
    }
}

/* The indices of the next block come while this one's windows move: the processor would not see that they are wanted
 * until they are, with everything else in the way by then. */
static void fetch_indices(const grn_plan *plan, const grn_run *run, const grn_cursor *c, int64_t known)
{
    const grn_normal *n = &plan->normal;
    int64_t bytes = (int64_t)grn_dtype_bytes(plan->problem.indices->dtype), step = grn_run_step(n, n->index) * bytes;
    int64_t left = grn_run_extent(n) - c->first - known, next = left < c->count ? left : c->count;
    if (next > 0 && step > 0 && step <= GRN_LINE_BYTES) /* a step of 0 may have no indices at all */
        fetch_span((const char *)run->indices + grn_cursor_offset(n, c, n->index) * bytes + known * step, next * step);
}

/* What the last block has resolved of this one: nothing across runs, nor where an offset counts from its block. */
static int64_t carry(const grn_plan *plan, const grn_narrow_block *last, int32_t *offset, unsigned char *inside)
{
    int64_t count = last->known - last->count;
    if (last->cursor->first == 0 || grn_run_step(&plan->normal, plan->lanes[0].operand) != 0)
        return 0;
    memmove(offset, offset + last->count, (size_t)count * sizeof *offset);
    if (inside != NULL)
        memmove(inside, inside + last->count, (size_t)count);
    return count;
}

void grn_run_narrow(const grn_plan *plan, const grn_run *run, int64_t block, const grn_narrow_kernel *kernel)
{
    const grn_normal *n = &plan->normal;
    int32_t offset[GRN_NARROW_BLOCK + GRN_NARROW_AHEAD];
    unsigned char inside[GRN_NARROW_BLOCK + GRN_NARROW_AHEAD], *verdict = plan->tested ? inside : NULL;
    grn_cursor c;
    grn_narrow_block b = {plan, run, &c, offset, 0, 0, 0, 0};
    for (grn_cursor_init(n, block, &c); c.more; grn_cursor_next(n, &c)) {
        int64_t left = grn_run_extent(n) - c.first, most = c.count + GRN_NARROW_AHEAD;
        int64_t done = carry(plan, &b, offset, verdict);
        b.count = c.count;
        b.known = left < most ? left : most;
        b.dense = grn_cursor_offset(n, &c, plan->lanes[0].dense);
        b.operand = grn_cursor_offset(n, &c, plan->lanes[0].operand);
        resolve(plan, run, &c, done, b.known, offset, verdict);
        fetch_indices(plan, run, &c, b.known);
        if (verdict == NULL || memchr(inside, 0, (size_t)c.count) == NULL)
            kernel->move(&b, kernel->context);
        else
            move_stretches(&b, kernel, inside);
    }
}

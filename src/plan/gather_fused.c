/*
 * gather_direct.c - single elements, by index vectors of one component, or two
 * where elements are far, that stand as their elements do: index and element move through one kernel, which
 * judges whole groups of indices and reads them again as addresses. Nothing is
 * resolved into a block first. Where a group holds an index out of range, some
 * vectors go the general road; more of them the longer it goes on.
 */
#include "kernels/hints.h"
#include "plan/plan.h"

const char *grn_fused_obstacle(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    if (grn_inner_loops(n) > 0)
        return "a window is more than an element";
    if (n->ncoords != 1 && plan->traits.fused == NULL)
        return "an index vector does not have one component";
    if (plan->traits.fused == NULL)
        return "no kernel reads these indices";
    if (plan->axis[0].base != 0)
        return "indices do not count from 0";
    if (n->nouter > 0 && (grn_run_step(n, n->index) != n->ncoords || grn_run_step(n, plan->pairs[0].dense) != 1))
        return "indices and result do not lie together";
    return NULL;
}

/* One run of index vectors. */
typedef struct piece {
    const grn_plan *plan;
    const grn_run *run;
    const grn_cursor *cursor;
    char *dst;
    const char *src, *raw;
    int64_t element_bytes, vector_bytes;
} piece;

#define LEAST_SLOW 16

/* Vectors [from, to) of the run. */
static void move_vectors(const piece *p, int64_t from, int64_t to)
{
    const grn_fused *how = &p->plan->traits.how;
    for (int64_t slow = LEAST_SLOW; from < to;) {
        int64_t done = p->plan->traits.fused(p->dst + from * p->element_bytes, p->src + from * how->step,
                                            p->raw + from * p->vector_bytes, to - from, how);
        from += done;
        if (from == to)
            return;
        slow = done > slow ? LEAST_SLOW : slow < GRN_BLOCK ? 2 * slow : GRN_BLOCK;
        slow = slow < to - from ? slow : to - from;
        grn_gather_fallback(p->plan, p->run, p->cursor, from, slow);
        from += slow;
    }
}

/* While one run moves, the operand of the next is fetched, so many bytes for so many vectors. */
#define FETCH_VECTORS 256
#define FEWEST_LINES 48 /* of less the processor finds the rest by itself before it is needed */

static void move_and_fetch(const piece *p, int64_t count, const char *next, int64_t bytes)
{
    int64_t share = (bytes * FETCH_VECTORS / count + GRN_LINE_BYTES) / GRN_LINE_BYTES * GRN_LINE_BYTES;
    for (int64_t from = 0, at = 0; from < count; from += FETCH_VECTORS, at += share) {
        if (at < bytes)
            prefetch_span(next + at, share < bytes - at ? share : bytes - at);
        move_vectors(p, from, from + FETCH_VECTORS < count ? from + FETCH_VECTORS : count);
    }
}

/* Random access within one row keeps the processor from seeing the next coming. It is worth fetching whole when most of
 * its lines will be used, few times each, and it neither lies in the second cache already nor drives the present row
 * out of it. */
static bool fetches_next(const grn_plan *plan)
{
    const grn_access_traits *w = &plan->traits;
    int64_t lines = w->reach_bytes / GRN_LINE_BYTES;
    return plan->normal.nouter > 1 && lines >= FEWEST_LINES && w->caches.l2 > 0 &&
           w->operand_bytes > w->caches.l2 / 2 && w->reach_bytes <= w->caches.l2 / 2 && lines <= grn_run_extent(&plan->normal) &&
           16 * lines >= grn_run_extent(&plan->normal) && w->how.step == 0;
}

static void run_nest(const grn_plan *plan, const grn_run *run)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    const int64_t index_bytes = (int64_t)grn_dtype_bytes(plan->problem.indices->dtype);
    bool fetches = fetches_next(plan);
    grn_cursor c, next;
    piece p = {plan, run, &c, NULL, NULL, NULL, pair->element_bytes,
               n->ncoords * index_bytes};
    for (grn_cursor_init(n, INT64_MAX, &c); c.more; grn_cursor_next(n, &c)) {
        int64_t here = grn_cursor_offset(n, &c, pair->operand), there = here;
        p.dst = grn_pair_at(pair, run->result, grn_cursor_offset(n, &c, pair->dense));
        p.src = grn_pair_at(pair, run->operands[0], here);
        p.raw = (const char *)run->indices + (grn_cursor_offset(n, &c, n->index) + n->component[0]) * index_bytes;
        if (fetches) {
            next = c;
            grn_cursor_next(n, &next);
            there = next.more ? grn_cursor_offset(n, &next, pair->operand) : here;
        }
        if (there != here && plan->traits.how.scale > 0)
            move_and_fetch(&p, c.count, grn_pair_at(pair, run->operands[0], there), plan->traits.reach_bytes);
        else
            move_vectors(&p, 0, c.count);
    }
}

/* One run, or one vector, and all in range: the most common small call has nothing to set up. */
grn_status grn_gather_fused(const grn_plan *plan, const grn_run *run)
{
    const grn_normal *n = &plan->normal;
    if (n->nouter <= 1) {
        const char *raw = (const char *)run->indices + n->component[0] * (int64_t)grn_dtype_bytes(plan->problem.indices->dtype);
        if (plan->traits.fused(run->result, run->operands[0], raw, n->vectors, &plan->traits.how) == n->vectors)
            return GRN_OK;
    }
    run_nest(plan, run);
    return GRN_OK;
}

/*
 * drive.c - blocks of vectors to the mover, and the parts of a loop.
 *
 * The bits are those of the sequential order at every number of threads, without atomics: all
 * updates of one operand element come from one thread, in order. Either each thread has a piece of
 * a loop whose steps never conflict, or each owns some of the targets (bins.c, filter.c); the
 * latter where windows that share an element start at the same element, so that the start
 * determines the owner.
 */
#include <string.h>

#include "plan/scatter/scatter.h"

/* ---- one thread ------------------------------------------------------------------------------ */

/* The vectors of a block, from the `from`-th on, to where the in-bounds mask changes. */
static void move_segment(const grn_plan *plan, size_t pair, const grn_run *run, const grn_cursor *c,
                         const grn_index_block *b, int64_t from, int64_t to)
{
    const grn_pair *l = &plan->pairs[pair];
    int64_t step = grn_run_step(&plan->normal, l->dense);
    int64_t dense = grn_cursor_offset(&plan->normal, c, l->dense) + from * step;
    if (b->whole || b->in_bounds[from])
        plan->choice.mover->move(
            plan, pair, run, b->offset + from,
            &(grn_updates){grn_pair_at(l, run->updates[pair], dense), NULL, step, to - from, 0, 1});
    else
        for (int64_t i = from; i < to; i++)
            grn_scatter_outside(plan, pair, run, c, i);
}

void grn_scatter_block(const grn_plan *plan, size_t pair, const grn_run *run, const grn_cursor *c,
                       const grn_index_block *b)
{
    for (int64_t from = 0, to; from < b->count; from = to) {
        to = grn_block_segment(b, from);
        move_segment(plan, pair, run, c, b, from, to);
    }
}

/* The offsets beyond the vectors of a move that the mover may read. */
#define MOST_AHEAD 128

/* A block's offsets and the first of the next one's. */
static void move_seeing_next(const grn_plan *plan, size_t pair, const grn_run *run, const grn_cursor *c,
                             const grn_index_block *b, const grn_index_block *next)
{
    const grn_pair *l = &plan->pairs[pair];
    int64_t offset[GRN_BLOCK + MOST_AHEAD], more = next->count < MOST_AHEAD ? next->count : MOST_AHEAD;
    memcpy(offset, b->offset, (size_t)b->count * sizeof *offset);
    memcpy(offset + b->count, next->offset, (size_t)more * sizeof *offset);
    plan->choice.mover->move(
        plan, pair, run, offset,
        &(grn_updates){grn_pair_at(l, run->updates[pair], grn_cursor_offset(&plan->normal, c, l->dense)), NULL,
                       grn_run_step(&plan->normal, l->dense), b->count, b->count + more, 1});
}

/* Whether runs are short and far from each other: the hardware prefetcher does not find the next
 * ones. */
void grn_scatter_prefetch_runs(const grn_plan *plan, size_t pair, const grn_run *run, const grn_cursor *c)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *l = &plan->pairs[pair];
    int32_t loop = n->nouter - 2, ahead = plan->conflicts.runs_ahead;
    int64_t count = grn_run_extent(n), index_bytes = (int64_t)grn_dtype_bytes(plan->problem.indices->dtype);
    if (c->at[loop] + ahead >= n->extent[loop])
        return;
    int64_t at = grn_cursor_offset(n, c, n->index) + n->component[0] + ahead * n->index[loop];
    plan->kernels->prefetch((const char *)run->indices + at * index_bytes, count * index_bytes, false);
    plan->kernels->prefetch(
        grn_pair_at(l, run->updates[pair], grn_cursor_offset(n, c, l->dense) + ahead * l->dense[loop]),
        count * l->element_bytes, false);
}

void grn_scatter_prefetch_indices(const grn_plan *plan, const grn_run *run, const grn_cursor *c, int64_t after,
                                  int64_t count)
{
    const grn_normal *n = &plan->normal;
    int64_t bytes = (int64_t)grn_dtype_bytes(plan->problem.indices->dtype), step = grn_run_step(n, n->index);
    if (!c->more || grn_run_extent(n) - c->first - after < count || step < 1 || step > n->ncoords)
        return;
    int64_t at = grn_cursor_offset(n, c, n->index) + after * step;
    plan->kernels->prefetch((const char *)run->indices + at * bytes, count * step * bytes, false);
}

/* Block after block, each resolved one early, so that its targets can be prefetched in time. */
void grn_scatter_blocks(const grn_plan *plan, size_t pair, const grn_run *run)
{
    const grn_pair *l = &plan->pairs[pair];
    grn_cursor c, next;
    grn_index_block block[2];
    int at = 0;
    grn_cursor_init(&plan->normal, plan->conflicts.ahead > 0 ? GRN_EARLY_BLOCK : GRN_BLOCK, &c);
    grn_block_resolve(plan, l, run->indices, &c, &block[0]);
    for (; c.more; c = next, at = 1 - at) {
        next = c;
        grn_cursor_next(&plan->normal, &next);
        if (next.more)
            grn_block_resolve(plan, l, run->indices, &next, &block[1 - at]);
        if (plan->conflicts.ahead > 0)
            grn_scatter_prefetch_indices(plan, run, &next, next.count + next.limit, next.limit);
        if (next.more && block[at].whole && plan->conflicts.ahead > 0)
            move_seeing_next(plan, pair, run, &c, &block[at], &block[1 - at]);
        else
            grn_scatter_block(plan, pair, run, &c, &block[at]);
    }
}

grn_status grn_scatter_whole(const grn_plan *plan, const grn_run *run)
{
    grn_status (*region)(const grn_plan *, const grn_run *) = plan->choice.mover->run[plan->choice.addressing->form];
    if (region != NULL)
        return region(plan, run);
    for (size_t pair = 0; pair < grn_scatter_walked_pairs(plan); pair++)
        plan->choice.addressing->walk(plan, pair, run);
    return GRN_OK;
}

/* ---- all threads ----------------------------------------------------------------------------- */

typedef struct job {
    const grn_plan *plan;
    const grn_run *run;
} job;

static bool starts_like_last(const job *j, int64_t at)
{
    const grn_normal *n = &j->plan->normal;
    size_t bytes = grn_dtype_bytes(j->plan->problem.indices->dtype);
    int64_t step = n->index[j->plan->cut.loop];
    bool equal = true;
    for (int32_t k = 0; equal && k < n->ncoords; k++) {
        const char *start = (const char *)j->run->indices + (at * step + n->component[k]) * (int64_t)bytes;
        equal = memcmp(start, start - step * (int64_t)bytes, bytes) == 0;
    }
    return equal;
}

/* Where part i begins in the run's data: past what the piece before began. */
static int64_t cut_at(const job *j, int32_t i)
{
    const grn_cut *cut = &j->plan->cut;
    int64_t extent = j->plan->normal.extent[cut->loop], at = grn_part_begin(cut, extent, i);
    if (cut->between_starts && at > 0)
        while (at < extent && starts_like_last(j, at))
            at++;
    return at;
}

static void run_part(void *context, int32_t i)
{
    const job *j = context;
    const grn_addressing *addressing = j->plan->choice.addressing;
    int64_t from = cut_at(j, i), count = cut_at(j, i + 1) - from;
    grn_piece part;
    if (count == 0)
        return;
    grn_piece_init(j->plan, j->run, &part);
    grn_piece_cut(&part, j->plan->cut.loop, from, count);
    if (addressing->scratch != NULL)
        part.run.scratch = (char *)j->run->scratch + (size_t)i * addressing->scratch(j->plan);
    (void)grn_scatter_whole(&part.plan, &part.run); /* a named combiner cannot fail */
}

grn_status grn_scatter_parts(const grn_plan *plan, const grn_run *run)
{
    job j = {plan, run};
    plan->parallel->for_each(plan->parallel->user, plan->cut.parts, run_part, &j);
    return GRN_OK;
}

/*
 * scatter_drive.c - blocks of vectors through a strategy's move, on one thread
 * or several.
 *
 * The bits of the sequential order at every number of threads, without atomics:
 * what one operand element receives, one thread brings, in order. Either each
 * thread has a piece of a loop whose steps never meet, or each owns some of the
 * targets (scatter_owners.c, scatter_picks.c); the latter where windows that
 * share anything start at the same element, so that the start tells the owner.
 */
#include <string.h>

#include "plan/scatter.h"

/* ---- parts --------------------------------------------------------------------------------------------------- */

void grn_scatter_part_init(const grn_plan *plan, const grn_run *run, grn_scatter_part *out)
{
    out->plan = *plan;
    out->run = *run;
    for (size_t i = 0; i < plan->problem.npairs; i++) {
        out->results[i] = run->results[i];
        out->updates[i] = run->updates[i];
    }
    out->run.results = out->results;
    out->run.updates = out->updates;
}

void grn_scatter_part_cut(grn_scatter_part *p, int32_t loop, int64_t from, int64_t count)
{
    grn_normal *n = &p->plan.normal;
    int64_t *total = loop < n->nouter ? &n->vectors : &n->window;
    for (size_t i = 0; i < p->plan.problem.npairs; i++) {
        const grn_pair *pair = &p->plan.pairs[i];
        p->results[i] = grn_pair_at(pair, p->results[i], from * pair->operand[loop]);
        p->updates[i] = grn_pair_at(pair, p->updates[i], from * pair->dense[loop]);
    }
    p->run.indices = (const char *)p->run.indices +
                     from * n->index[loop] * (int64_t)grn_dtype_bytes(p->plan.problem.indices->dtype);
    *total = *total / n->extent[loop] * count;
    n->extent[loop] = count;
}

/* ---- one thread ---------------------------------------------------------------------------------------------- */

/* The vectors of a block, from the `from`-th on, to where the verdict changes. */
static void move_stretch(const grn_plan *plan, size_t pair, const grn_run *run, grn_scatter_move move,
                         const grn_cursor *c, const grn_index_block *b, int64_t from, int64_t to)
{
    const grn_pair *l = &plan->pairs[pair];
    int64_t step = grn_run_step(&plan->normal, l->dense);
    int64_t dense = grn_cursor_offset(&plan->normal, c, l->dense) + from * step;
    if (b->whole || b->inside[from])
        move(plan, pair, run, b->offset + from,
             &(grn_updates){grn_pair_at(l, run->updates[pair], dense), NULL, step, to - from, 0, 1});
    else
        for (int64_t i = from; i < to; i++)
            grn_scatter_outside(plan, pair, run, c, i);
}

void grn_scatter_block(const grn_plan *plan, size_t pair, const grn_run *run, grn_scatter_move move, const grn_cursor *c,
                       const grn_index_block *b)
{
    for (int64_t from = 0, to; from < b->count; from = to) {
        to = grn_block_segment(b, from);
        move_stretch(plan, pair, run, move, c, b, from, to);
    }
}

/* Offsets that a move is shown beyond the vectors it is given. */
#define MOST_AHEAD 128

/* A block's offsets and the first of the next one's. */
static void move_seeing_next(const grn_plan *plan, size_t pair, const grn_run *run, grn_scatter_move move,
                             const grn_cursor *c, const grn_index_block *b, const grn_index_block *next)
{
    const grn_pair *l = &plan->pairs[pair];
    int64_t offset[GRN_BLOCK + MOST_AHEAD], more = next->count < MOST_AHEAD ? next->count : MOST_AHEAD;
    memcpy(offset, b->offset, (size_t)b->count * sizeof *offset);
    memcpy(offset + b->count, next->offset, (size_t)more * sizeof *offset);
    move(plan, pair, run, offset,
         &(grn_updates){grn_pair_at(l, run->updates[pair], grn_cursor_offset(&plan->normal, c, l->dense)), NULL,
                        grn_run_step(&plan->normal, l->dense), b->count, b->count + more, 1});
}

/* Runs that are short and far from each other: the processor does not guess the next ones. */
void grn_scatter_fetch_runs(const grn_plan *plan, size_t pair, const grn_run *run, const grn_cursor *c)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *l = &plan->pairs[pair];
    int32_t loop = n->nouter - 2, ahead = plan->conflicts.runs_ahead;
    int64_t count = grn_run_extent(n), index_bytes = (int64_t)grn_dtype_bytes(plan->problem.indices->dtype);
    if (c->at[loop] + ahead >= n->extent[loop])
        return;
    int64_t at = grn_cursor_offset(n, c, n->index) + n->component[0] + ahead * n->index[loop];
    plan->kernels->prefetch((const char *)run->indices + at * index_bytes, count * index_bytes, false);
    plan->kernels->prefetch(grn_pair_at(l, run->updates[pair], grn_cursor_offset(n, c, l->dense) + ahead * l->dense[loop]),
                         count * l->element_bytes, false);
}

#define EARLY_BLOCK 128
void grn_scatter_fetch_indices(const grn_plan *plan, const grn_run *run, const grn_cursor *c, int64_t after, int64_t count)
{
    const grn_normal *n = &plan->normal;
    int64_t bytes = (int64_t)grn_dtype_bytes(plan->problem.indices->dtype), step = grn_run_step(n, n->index);
    if (!c->more || grn_run_extent(n) - c->first - after < count || step < 1 || step > n->ncoords)
        return;
    int64_t at = grn_cursor_offset(n, c, n->index) + after * step;
    plan->kernels->prefetch((const char *)run->indices + at * bytes, count * step * bytes, false);
}

/* Block after block, each resolved one early, so that its targets can be fetched in time. */
static void move_resolved(const grn_plan *plan, size_t pair, const grn_run *run, grn_scatter_move move)
{
    const grn_pair *l = &plan->pairs[pair];
    grn_cursor c, next;
    grn_index_block block[2];
    int at = 0;
    grn_cursor_init(&plan->normal, plan->conflicts.ahead > 0 ? EARLY_BLOCK : GRN_BLOCK, &c);
    grn_block_resolve(plan, l, run->indices, &c, &block[0]);
    for (; c.more; c = next, at = 1 - at) {
        next = c;
        grn_cursor_next(&plan->normal, &next);
        if (next.more)
            grn_block_resolve(plan, l, run->indices, &next, &block[1 - at]);
        if (plan->conflicts.ahead > 0)
            grn_scatter_fetch_indices(plan, run, &next, next.count + next.limit, next.limit);
        if (next.more && block[at].whole && plan->conflicts.ahead > 0)
            move_seeing_next(plan, pair, run, move, &c, &block[at], &block[1 - at]);
        else
            grn_scatter_block(plan, pair, run, move, &c, &block[at]);
    }
}

/* A run of a few vectors of several components is resolved before a list is set up. */
#define FEW 128

void grn_scatter_lane(const grn_plan *plan, size_t pair, const grn_run *run, grn_scatter_move move)
{
    const grn_normal *n = &plan->normal;
    bool few = n->nouter == 1 && n->ncoords > 1 && n->vectors <= FEW;
    if (grn_scatter_fused(plan, pair, run, move))
        return;
    if (!few && grn_scatter_may_batch(plan))
        grn_scatter_batched(plan, pair, run, move);
    else
        move_resolved(plan, pair, run, move);
}

/* ---- all threads --------------------------------------------------------------------------------------------- */

typedef struct job {
    const grn_plan *plan;
    const grn_run *run;
    grn_scatter_task task;
    void *context;
} job;

/* Where part i begins; i may be the number of parts. */
static int64_t part_begin(const grn_conflicts *m, int64_t extent, int32_t i)
{
    int64_t pieces = (extent + m->grain - 1) / m->grain, each = pieces / m->parts, more = pieces % m->parts;
    int64_t begin = (each * i + (i < more ? i : more)) * m->grain;
    return begin < extent ? begin : extent;
}

static bool starts_like_last(const job *j, int64_t at)
{
    const grn_normal *n = &j->plan->normal;
    size_t bytes = grn_dtype_bytes(j->plan->problem.indices->dtype);
    int64_t step = n->index[j->plan->conflicts.loop];
    bool equal = true;
    for (int32_t k = 0; equal && k < n->ncoords; k++) {
        const char *start = (const char *)j->run->indices + (at * step + n->component[k]) * (int64_t)bytes;
        equal = memcmp(start, start - step * (int64_t)bytes, bytes) == 0;
    }
    return equal;
}

/* ... in the run's data: past what the piece before began. */
static int64_t cut_at(const job *j, int32_t i)
{
    const grn_conflicts *m = &j->plan->conflicts;
    int64_t extent = j->plan->normal.extent[m->loop], at = part_begin(m, extent, i);
    if (m->between_starts && at > 0)
        while (at < extent && starts_like_last(j, at))
            at++;
    return at;
}

static void loop_task(void *context, int32_t i)
{
    const job *j = context;
    const grn_conflicts *m = &j->plan->conflicts;
    int64_t from = cut_at(j, i), count = cut_at(j, i + 1) - from;
    grn_scatter_part part;
    if (count == 0)
        return;
    grn_scatter_part_init(j->plan, j->run, &part);
    grn_scatter_part_cut(&part, m->loop, from, count);
    j->task(&part.plan, &part.run, j->context, i);
}

void grn_scatter_share_loop(const grn_plan *plan, const grn_run *run, grn_scatter_task task, void *context)
{
    job j = {plan, run, task, context};
    if (plan->conflicts.share == GRN_PARTITION_LOOP)
        plan->parallel->for_each(plan->parallel->user, plan->conflicts.parts, loop_task, &j);
    else
        task(plan, run, context, 0);
}

static void move_part(const grn_plan *plan, const grn_run *run, void *context, int32_t part)
{
    const grn_scatter_move *move = context;
    (void)part;
    for (size_t pair = 0; pair < plan->problem.npairs; pair++)
        grn_scatter_lane(plan, pair, run, *move);
}

grn_status grn_scatter_drive(const grn_plan *plan, const grn_run *run, grn_scatter_move move)
{
    if (plan->conflicts.share == GRN_PARTITION_OWNERS)
        grn_scatter_by_owners(plan, run, move);
    else if (plan->conflicts.share == GRN_PARTITION_FILTER)
        grn_scatter_by_filter(plan, run, move);
    else
        grn_scatter_share_loop(plan, run, move_part, &move);
    return GRN_OK;
}

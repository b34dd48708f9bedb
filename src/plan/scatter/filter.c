/*
 * filter.c - a scatter divided by targets, without bins.
 *
 * Each thread goes over all vectors, keeps those whose targets are its own
 * (stream compaction), and moves them; a target's updates come from one
 * thread, in order, and no thread waits for another. Filtering is much less
 * than moving where an element comes from memory and the indices are simple;
 * with many threads most of it would be filtering, and bins are less.
 */
#include <string.h>

#include "plan/scatter/scatter.h"

/* How many are kept until they are moved, so that targets can be prefetched. */
#define KEPT 1024
#define ROOM (KEPT + GRN_BLOCK + GRN_BIN_SLACK)

typedef struct filtering {
    const grn_plan *plan;
    const grn_run *run;
    const grn_pair *pair;
    size_t number; /* the pair's */
    int64_t ahead; /* kept back until what follows is known */
    grn_owner_filter filter;
    int64_t offset[ROOM];
    int64_t update[ROOM];
} filtering;

/* Moves the vectors that are kept but for the last `back`, which then stand first. */
static void move_kept(filtering *k, int64_t back)
{
    int64_t known = k->filter.count, count = known - back;
    size_t size = k->filter.size > 0 ? k->filter.size : sizeof(int64_t);
    grn_updates carried = {k->update, NULL, 1, count, known, 1};
    grn_updates placed = {k->run->updates[k->number], k->update, 0, count, known, 1};
    if (count <= 0)
        return;
    k->plan->choice.mover->move(k->plan, k->number, k->run, k->offset, k->filter.size > 0 ? &carried : &placed);
    memmove(k->offset, k->offset + count, (size_t)back * sizeof *k->offset);
    memmove(k->update, (char *)k->update + (size_t)count * size, (size_t)back * size);
    k->filter.count = back;
}

/* Keeps some vectors, and moves them when there are enough. */
static int64_t keep_starts(void *context, const grn_starts *s, int64_t base, int64_t dense, int64_t n)
{
    filtering *k = context;
    k->filter.starts = *s;
    k->filter.base = base;
    k->filter.first = dense;
    k->filter.updates = grn_pair_at(k->pair, k->run->updates[k->number], dense);
    int64_t tested = k->plan->kernels->filter(&k->filter, n);
    if (k->filter.count >= KEPT)
        move_kept(k, k->ahead);
    return tested;
}

/* ---- all threads ----------------------------------------------------------------------------- */

typedef struct job {
    const grn_plan *plan;
    const grn_run *run;
} job;

static void filter_pair(const job *j, size_t number, int32_t me)
{
    const grn_conflicts *m = &j->plan->conflicts;
    const grn_pair *pair = &j->plan->pairs[number];
    grn_cursor c;
    filtering k; /* of its buffers only what has been written is read */
    k.plan = j->plan;
    k.run = j->run;
    k.pair = pair;
    k.number = number;
    k.ahead = m->ahead < KEPT / 2 ? m->ahead : KEPT / 2;
    k.filter = grn_scatter_filter(j->plan, number);
    k.filter.owner.me = (uint32_t)me;
    k.filter.offset = k.offset;
    k.filter.update = k.update;
    for (grn_cursor_init(&j->plan->normal, GRN_BLOCK, &c); c.more; grn_cursor_next(&j->plan->normal, &c))
        grn_scatter_starts(j->plan, number, j->run, &c, keep_starts, &k);
    move_kept(&k, 0);
}

static void filter_task(void *context, int32_t me)
{
    const job *j = context;
    for (size_t pair = 0; pair < grn_scatter_walked_pairs(j->plan); pair++)
        filter_pair(j, pair, me);
}

grn_status grn_scatter_by_filter(const grn_plan *plan, const grn_run *run)
{
    job j = {plan, run};
    plan->parallel->for_each(plan->parallel->user, plan->cut.parts, filter_task, &j);
    return GRN_OK;
}

/*
 * scatter_picks.c - a scatter shared out by targets, without lists.
 *
 * Each thread goes over all vectors, keeps those whose targets are its own,
 * and moves them; a target's updates come from one thread, in order, and no
 * thread waits for another. Looking is much less than moving where an element
 * comes from memory and the indices are simple; with many threads most of it
 * would be looking, and lists (scatter_owners.c) are less.
 */
#include <string.h>

#include "kernels/pick.h"
#include "plan/scatter.h"

/* How many are kept until they are moved, so that targets can be fetched ahead; how many are looked at in between. */
#define KEPT 1024
#define LOOK 256
#define ROOM (KEPT + GRN_BLOCK + GRN_PICK_SLACK)

/* How many vectors go the general road where an index is out of range, before the direct one is tried again. */
#define DIRECT_REST 64

typedef struct picker {
    const grn_plan *plan;
    const grn_run *run;
    const grn_lane *lane;
    size_t number; /* the lane's */
    grn_scatter_move move;
    int64_t ahead; /* kept back until what follows is known */
    grn_pick pick;
    int64_t offset[ROOM];
    int64_t update[ROOM];
} picker;

bool grn_scatter_carries_values(const grn_plan *plan, const grn_lane *lane)
{
    return plan->normal.window == 1 && lane->element_bytes <= (int64_t)sizeof(int64_t);
}

/* Moves what is kept but for the last `back`, which then stand first. */
static void move_kept(picker *k, int64_t back)
{
    int64_t known = k->pick.count, count = known - back;
    size_t size = k->pick.size > 0 ? k->pick.size : sizeof(int64_t);
    grn_updates carried = {k->update, NULL, 1, count, known, 1};
    grn_updates placed = {k->run->updates[k->number], k->update, 0, count, known, 1};
    if (count <= 0)
        return;
    k->move(k->plan, k->number, k->run, k->offset, k->pick.size > 0 ? &carried : &placed);
    memmove(k->offset, k->offset + count, (size_t)back * sizeof *k->offset);
    memmove(k->update, (char *)k->update + (size_t)count * size, (size_t)back * size);
    k->pick.count = back;
}

/* Vectors [0, n) of the starts, whose first one's update stands at `dense`; answers how many were in range. */
static int64_t pick_some(picker *k, const grn_starts *s, int64_t base, int64_t dense, int64_t n)
{
    k->pick.starts = *s;
    k->pick.base = base;
    k->pick.first = dense;
    k->pick.updates = grn_lane_at(k->lane, k->run->updates[k->number], dense);
    int64_t looked = k->plan->kernels->pick(&k->pick, n);
    if (k->pick.count >= KEPT)
        move_kept(k, k->ahead);
    return looked;
}

/* ---- what is resolved ---------------------------------------------------------------------------------------- */

/* Vectors that are not inside bring nothing here, as no loop's counter takes part in a verdict (meeting.c). */
static void pick_block(picker *k, const grn_cursor *c)
{
    const grn_normal *n = &k->plan->normal;
    int64_t dense = grn_cursor_offset(n, c, k->lane->dense);
    grn_index_block b;
    grn_block_resolve(k->plan, k->lane, k->run->indices, c, &b);
    for (int64_t from = 0, to; from < b.count; from = to) {
        grn_starts s = {.raw = b.offset + from, .ncoords = 1, .last = {-1, -1}, .scale = {1, 1}};
        to = grn_block_stretch(&b, from);
        if (b.whole || b.inside[from])
            (void)pick_some(k, &s, 0, dense + from * k->pick.step, to - from);
    }
}

static void pick_resolved(picker *k)
{
    grn_cursor c;
    for (grn_cursor_init(&k->plan->normal, LOOK, &c); c.more; grn_cursor_next(&k->plan->normal, &c))
        pick_block(k, &c);
}

/* ---- what is an offset, or counts it, as it lies ------------------------------------------------------------- */

static bool is_straight(const picker *k)
{
    const grn_plan *plan = k->plan;
    bool small = true;
    for (int32_t d = 0; d < plan->normal.ncoords; d++)
        small = small && plan->axis[d].last <= UINT32_MAX;
    return small && plan->meeting.straight && grn_run_step(&plan->normal, k->lane->operand) == 0 &&
           (uintptr_t)k->run->indices % sizeof(int64_t) == 0;
}

/* The cursor's vectors from the first on, as far as they are in range; answers how many. */
static int64_t pick_direct(picker *k, const grn_cursor *c)
{
    const grn_plan *plan = k->plan;
    const grn_normal *n = &plan->normal;
    const int64_t *raw = (const int64_t *)k->run->indices + grn_cursor_offset(n, c, n->index) + n->component[0];
    const int32_t second = n->ncoords - 1;
    int64_t base = grn_cursor_offset(n, c, k->lane->operand), dense = grn_cursor_offset(n, c, k->lane->dense);
    grn_starts s = {.raw = raw,
                    .ncoords = n->ncoords,
                    .last = {plan->axis[0].last, plan->axis[second].last},
                    .scale = {k->lane->coordinate[0], k->lane->coordinate[second]}};
    for (int64_t i = 0, some, looked; i < c->count; i += looked) {
        s.raw = raw + i * n->ncoords;
        some = c->count - i < LOOK ? c->count - i : LOOK;
        looked = pick_some(k, &s, base, dense + i * k->pick.step, some);
        if (looked < some)
            return i + looked;
    }
    return c->count;
}

static void pick_straight(picker *k)
{
    grn_cursor c, rest;
    for (grn_cursor_init(&k->plan->normal, INT64_MAX, &c); c.more; grn_cursor_next(&k->plan->normal, &c)) {
        rest = c;
        for (int64_t taken = 0; taken < c.count; taken += rest.count) {
            rest.first = c.first + taken;
            rest.count = c.count - taken;
            int64_t direct = pick_direct(k, &rest);
            taken += direct;
            rest.first += direct;
            rest.count = rest.count - direct < DIRECT_REST ? rest.count - direct : DIRECT_REST;
            if (rest.count > 0)
                pick_block(k, &rest);
        }
    }
}

/* ---- all threads --------------------------------------------------------------------------------------------- */

typedef struct job {
    const grn_plan *plan;
    const grn_run *run;
    grn_scatter_move move;
} job;

static void pick_lane(const job *j, size_t number, int32_t me)
{
    const grn_meeting *m = &j->plan->meeting;
    const grn_lane *lane = &j->plan->lanes[number];
    picker k; /* of its buffers only what has been written is read */
    k.plan = j->plan;
    k.run = j->run;
    k.lane = lane;
    k.number = number;
    k.move = j->move;
    k.ahead = m->ahead < KEPT / 2 ? m->ahead : KEPT / 2;
    k.pick = (grn_pick){.owner = {m->owner_shift, (uint32_t)m->parts, (uint32_t)me},
                        .step = grn_run_step(&j->plan->normal, lane->dense),
                        .size = grn_scatter_carries_values(j->plan, lane) ? (size_t)lane->element_bytes : 0,
                        .offset = k.offset,
                        .update = k.update};
    if (is_straight(&k))
        pick_straight(&k);
    else
        pick_resolved(&k);
    move_kept(&k, 0);
}

static void pick_task(void *context, int32_t me)
{
    const job *j = context;
    for (size_t lane = 0; lane < j->plan->problem.nlanes; lane++)
        pick_lane(j, lane, me);
}

void grn_scatter_by_picks(const grn_plan *plan, const grn_run *run, grn_scatter_move move)
{
    job j = {plan, run, move};
    plan->parallel->for_each(plan->parallel->user, plan->meeting.parts, pick_task, &j);
}

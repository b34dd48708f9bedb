/*
 * scatter_owners.c - a scatter shared out by targets.
 *
 * In rounds: each thread takes a stretch of the vectors, resolves it, and
 * lists every vector for the thread that owns its target; then each thread
 * walks the lists that are its own, those of the first stretch first. So what
 * a target receives comes from one thread, in order, and nobody looks at a
 * vector twice. The lists are chains of chunks in the run's scratch, whose
 * size bounds a round.
 */
#include <string.h>

#include "kernels/pick.h"
#include "plan/scatter.h"

#define CHUNK 2048
#define MOST_BYTES (INT64_C(2) << 20)
#define LEAST_BYTES (INT64_C(256) << 10)

/* What a chunk holds at least when the next one is opened. */
#define LEAST_FULL (CHUNK - GRN_BLOCK)

typedef struct chunk {
    int64_t count, next; /* next: a chunk's number, -1: the last */
    int64_t offset[CHUNK];
    int64_t update[CHUNK]; /* where it stands; or its value, one after the other, where that is a single small element */
} chunk;

/* What one thread lists: a chain per owner. */
typedef struct lists {
    int64_t used;
    int64_t first[GRN_MOST_OWNERS], last[GRN_MOST_OWNERS];
    chunk chunks[];
} lists;

typedef struct rounds {
    const grn_plan *plan;
    const grn_run *run;
    grn_scatter_move move;
    size_t lane;
    int64_t nchunks; /* per thread */
    int64_t stretch; /* blocks that a thread lists in a round */
    int64_t from;    /* the round's first block */
    int64_t blocks;  /* all of them */
} rounds;

/* ---- sizes --------------------------------------------------------------------------------------------------- */

static int64_t blocks_of(const grn_normal *n)
{
    int64_t run = grn_run_extent(n);
    return n->vectors / run * ((run + GRN_BLOCK - 1) / GRN_BLOCK);
}

/* Lists that are still in a core's cache when they are walked; less where that is enough for the whole. A chain may end in a chunk that is hardly used. */
static int64_t chunks_of(const grn_plan *plan)
{
    int64_t parts = plan->meeting.parts, bytes = plan->meeting.caches.l2 / 2;
    bytes = bytes < LEAST_BYTES ? LEAST_BYTES : bytes > MOST_BYTES ? MOST_BYTES : bytes;
    int64_t most = 2 * parts + (bytes - (int64_t)sizeof(lists)) / (int64_t)sizeof(chunk);
    int64_t share = (blocks_of(&plan->normal) + parts - 1) / parts;
    int64_t wanted = (share * GRN_BLOCK) / LEAST_FULL + 1 + parts;
    return wanted < most ? wanted : most;
}

static size_t lists_bytes(const grn_plan *plan)
{
    size_t bytes = sizeof(lists) + (size_t)chunks_of(plan) * sizeof(chunk);
    return (bytes + 63) / 64 * 64;
}

size_t grn_scatter_scratch(const grn_plan *plan)
{
    return plan->meeting.share == GRN_SHARE_OWNERS ? lists_bytes(plan) * (size_t)plan->meeting.parts : 0;
}

static lists *lists_of(const rounds *r, int32_t thread)
{
    return (lists *)((char *)r->run->scratch + lists_bytes(r->plan) * (size_t)thread);
}

/* ---- listing ------------------------------------------------------------------------------------------------- */

static chunk *open_chunk(lists *l)
{
    chunk *c = &l->chunks[l->used];
    c->count = 0;
    c->next = -1;
    l->used++;
    return c;
}

static void extend(lists *l, uint32_t owner)
{
    l->chunks[l->last[owner]].next = l->used;
    l->last[owner] = l->used;
    (void)open_chunk(l);
}

/* Nobody's: vectors that are not inside bring nothing here, as no loop's counter takes part in a verdict (meeting.c). */
#define NOBODY 255

static void find_owners(const grn_meeting *m, const grn_index_block *b, unsigned char *owner)
{
    const int32_t shift = m->owner_shift;
    const uint32_t owners = (uint32_t)m->parts;
    for (int64_t i = 0; i < b->count; i++)
        owner[i] = (unsigned char)grn_owner_of(b->offset[i], shift, owners);
    for (int64_t i = 0; !b->whole && i < b->count; i++)
        owner[i] = b->inside[i] ? owner[i] : NOBODY;
}

/* The last chunk of the owner's chain, with room for a block and one more, which is written but not counted. */
static chunk *chunk_with_room(lists *l, uint32_t owner)
{
    if (l->chunks[l->last[owner]].count > CHUNK - GRN_BLOCK - 1)
        extend(l, owner);
    return &l->chunks[l->last[owner]];
}

/* One owner's vectors, without a branch that depends on an index. `size` is that of an update to be carried, 0 where
 * its place is. */
static inline void list_own(chunk *c, uint32_t me, const unsigned char *owner, const grn_index_block *b,
                            const char *update, int64_t dense, int64_t step, size_t size)
{
    int64_t n = c->count;
    for (int64_t i = 0; i < b->count; i++) {
        c->offset[n] = b->offset[i];
        if (size == 0)
            c->update[n] = dense + i * step;
        else
            memcpy((char *)c->update + (size_t)n * size, update + i * step * (int64_t)size, size);
        n += owner[i] == me;
    }
    c->count = n;
}

static void list_block(const rounds *r, lists *l, const grn_index_block *b, int64_t dense, int64_t step)
{
    const grn_lane *lane = &r->plan->lanes[r->lane];
    const char *update = grn_lane_at(lane, r->run->updates[r->lane], dense);
    size_t size = grn_scatter_carries_values(r->plan, lane) ? (size_t)lane->element_bytes : 0;
    unsigned char owner[GRN_BLOCK];
    find_owners(&r->plan->meeting, b, owner);
    for (uint32_t o = 0; o < (uint32_t)r->plan->meeting.parts; o++) {
        chunk *c = chunk_with_room(l, o);
        if (size == 4)
            list_own(c, o, owner, b, update, dense, step, 4);
        else if (size == 8)
            list_own(c, o, owner, b, update, dense, step, 8);
        else
            list_own(c, o, owner, b, update, dense, step, size);
    }
}

static void seek(const grn_normal *n, int64_t block, grn_cursor *c)
{
    int64_t run = grn_run_extent(n), per_run = (run + GRN_BLOCK - 1) / GRN_BLOCK, step = block / per_run;
    grn_cursor_init(n, GRN_BLOCK, c);
    c->first = block % per_run * GRN_BLOCK;
    c->count = run - c->first < GRN_BLOCK ? run - c->first : GRN_BLOCK;
    for (int32_t l = n->nouter - 2; l >= 0; l--) {
        c->at[l] = step % n->extent[l];
        step /= n->extent[l];
    }
}

static void list_task(void *context, int32_t i)
{
    const rounds *r = context;
    const grn_normal *n = &r->plan->normal;
    const grn_lane *lane = &r->plan->lanes[r->lane];
    lists *l = lists_of(r, i);
    int64_t block = r->from + i * r->stretch, end = block + r->stretch < r->blocks ? block + r->stretch : r->blocks;
    grn_cursor c;
    grn_index_block b;
    l->used = 0;
    for (int32_t o = 0; o < r->plan->meeting.parts; o++) {
        l->first[o] = l->last[o] = l->used;
        (void)open_chunk(l);
    }
    if (block >= end)
        return;
    for (seek(n, block, &c); block < end; block++, grn_cursor_next(n, &c)) {
        grn_block_resolve(r->plan, lane, r->run->indices, &c, &b);
        list_block(r, l, &b, grn_cursor_offset(n, &c, lane->dense), grn_run_step(n, lane->dense));
    }
}

/* ---- moving -------------------------------------------------------------------------------------------------- */

static void move_task(void *context, int32_t i)
{
    const rounds *r = context;
    bool values = grn_scatter_carries_values(r->plan, &r->plan->lanes[r->lane]);
    for (int32_t t = 0; t < r->plan->meeting.parts; t++) {
        const lists *l = lists_of(r, t);
        for (int64_t k = l->first[i]; k >= 0; k = l->chunks[k].next) {
            const chunk *c = &l->chunks[k];
            grn_updates placed = {r->run->updates[r->lane], c->update, 0, c->count, c->count, 1};
            grn_updates carried = {c->update, NULL, 1, c->count, c->count, 1};
            if (c->count > 0)
                r->move(r->plan, r->lane, r->run, c->offset, values ? &carried : &placed);
        }
    }
}

void grn_scatter_by_owners(const grn_plan *plan, const grn_run *run, grn_scatter_move move)
{
    const grn_parallel *p = plan->parallel;
    int32_t parts = plan->meeting.parts;
    rounds r = {.plan = plan, .run = run, .move = move, .nchunks = chunks_of(plan), .blocks = blocks_of(&plan->normal)};
    r.stretch = (r.nchunks - parts) * LEAST_FULL / GRN_BLOCK;
    for (r.lane = 0; r.lane < plan->problem.nlanes; r.lane++)
        for (r.from = 0; r.from < r.blocks; r.from += parts * r.stretch) {
            p->for_each(p->user, parts, list_task, &r);
            p->for_each(p->user, parts, move_task, &r);
        }
}

/*
 * bins.c - a scatter divided by targets, each vector binned for its owner.
 *
 * The work is in rounds. In a round each thread takes a piece of the vectors and bins every one for
 * the thread that owns its target. In the round after, each thread empties its own bins, those of
 * the first piece first, before it bins more. So all updates of a target come from one thread, in
 * order, and each index is read once. Bins are chains of chunks in the run's scratch, whose size
 * bounds a round; every thread has two sets of them, in turn.
 */
#include "plan/scatter/scatter.h"

/* Vectors that are binned at a time. */
#define BLOCK 256

/* With the most owners, two sets of bins of one chunk each, and so many bytes more, are within the
 * scratch that a plan may have for a thread. */
#define CHUNK 1536
#define MOST_BYTES (INT64_C(768) << 10)
#define LEAST_BYTES (INT64_C(256) << 10)

/* What a chunk holds at least when the next one is opened. */
#define LEAST_FULL (CHUNK - BLOCK - GRN_BIN_SLACK)

typedef struct chunk {
    int64_t count, next; /* next: a chunk's number, -1: the last */
    uint32_t offset[CHUNK];
    int64_t update[CHUNK]; /* the update's position; or its value, contiguous, where that is a single small element */
} chunk;

/* The bins that one thread fills: a chain of chunks for each owner. */
typedef struct bins {
    int64_t used;
    int64_t first[GRN_MOST_OWNERS], last[GRN_MOST_OWNERS];
    chunk chunks[];
} bins;

typedef struct rounds {
    const grn_plan *plan;
    const grn_run *run;
    size_t pair;
    int64_t nchunks; /* per thread */
    int64_t piece;   /* blocks that a thread bins in a round */
    int64_t from;    /* the first block that is binned in this round */
    int64_t blocks;  /* all of them */
    int turn;        /* which of a thread's two sets it goes to */
} rounds;

/* ---- sizes ----------------------------------------------------------------------------------- */

static int64_t blocks_of(const grn_normal *n)
{
    int64_t run = grn_run_extent(n);
    return n->vectors / run * ((run + BLOCK - 1) / BLOCK);
}

/* The bytes of bins that are still in a core's cache when they are emptied; less where that is
 * enough for the whole. A chain may end in a nearly empty chunk. */
static int64_t chunks_of(const grn_plan *plan)
{
    int64_t parts = plan->cut.parts, bytes = (int64_t)plan->machine->l2_bytes / 2;
    bytes = bytes < LEAST_BYTES ? LEAST_BYTES : bytes > MOST_BYTES ? MOST_BYTES : bytes;
    int64_t most = parts + (bytes - (int64_t)sizeof(bins)) / (int64_t)sizeof(chunk);
    int64_t share = (blocks_of(&plan->normal) + parts - 1) / parts;
    int64_t wanted = (share * BLOCK) / LEAST_FULL + 1 + parts;
    return wanted < most ? wanted : most;
}

static size_t bins_bytes(const grn_plan *plan)
{
    return grn_round_to_lines(sizeof(bins) + (size_t)chunks_of(plan) * sizeof(chunk));
}

size_t grn_scatter_bins_scratch(const grn_plan *plan) { return 2 * bins_bytes(plan) * (size_t)plan->cut.parts; }

static bins *bins_of(const rounds *r, int turn, int32_t thread)
{
    size_t number = (size_t)thread * 2 + (size_t)turn;
    return (bins *)((char *)r->run->scratch + bins_bytes(r->plan) * number);
}

/* ---- binning --------------------------------------------------------------------------------- */

typedef struct binning {
    const rounds *r;
    bins *bins;
    grn_owner_filter filter;
    grn_bin to[GRN_MOST_OWNERS]; /* the last chunk of each owner's chain */
} binning;

static int64_t open_chunk(binning *d, int32_t owner)
{
    chunk *c = &d->bins->chunks[d->bins->used];
    d->to[owner] = (grn_bin){c->offset, c->update, 0};
    return d->bins->used++;
}

/* next: the chunk after it, -1: none */
static void close_chunk(binning *d, int32_t owner, int64_t count, int64_t next)
{
    chunk *c = &d->bins->chunks[d->bins->last[owner]];
    c->count = count;
    c->next = next;
}

/* There is room for a block, and for what is written behind it. */
static void make_room(binning *d, int32_t owner)
{
    int64_t count = d->to[owner].count;
    if (count <= LEAST_FULL)
        return;
    int64_t next = open_chunk(d, owner);
    close_chunk(d, owner, count, next);
    d->bins->last[owner] = next;
}

static int64_t bin(void *context, const grn_starts *s, int64_t base, int64_t dense, int64_t n)
{
    binning *d = context;
    const grn_plan *plan = d->r->plan;
    for (int32_t o = 0; o < plan->cut.parts; o++)
        make_room(d, o);
    d->filter.starts = *s;
    d->filter.base = base;
    d->filter.first = dense;
    d->filter.updates = grn_pair_at(&plan->pairs[d->r->pair], d->r->run->updates[d->r->pair], dense);
    return plan->kernels->bin(&d->filter, d->to, n);
}

static void seek(const grn_normal *n, int64_t block, grn_cursor *c)
{
    int64_t run = grn_run_extent(n), per_run = (run + BLOCK - 1) / BLOCK, step = block / per_run;
    grn_cursor_init(n, BLOCK, c);
    c->first = block % per_run * BLOCK;
    c->count = run - c->first < BLOCK ? run - c->first : BLOCK;
    for (int32_t l = n->nouter - 2; l >= 0; l--) {
        c->at[l] = step % n->extent[l];
        step /= n->extent[l];
    }
}

static void bin_piece(const rounds *r, int32_t i)
{
    const grn_plan *plan = r->plan;
    int64_t block = r->from + i * r->piece, end = block + r->piece < r->blocks ? block + r->piece : r->blocks;
    binning d; /* of its owners' bins only what is opened is read */
    grn_cursor c;
    d.r = r;
    d.bins = bins_of(r, r->turn, i);
    d.filter = grn_scatter_filter(plan, r->pair);
    d.bins->used = 0;
    for (int32_t o = 0; o < plan->cut.parts; o++)
        d.bins->first[o] = d.bins->last[o] = open_chunk(&d, o);
    if (block < end)
        for (seek(&plan->normal, block, &c); block < end; block++, grn_cursor_next(&plan->normal, &c))
            grn_scatter_starts(plan, r->pair, r->run, &c, bin, &d);
    for (int32_t o = 0; o < plan->cut.parts; o++)
        close_chunk(&d, o, d.to[o].count, -1);
}

/* ---- moving ---------------------------------------------------------------------------------- */

static void move_chunk(const rounds *r, const chunk *c, bool values)
{
    int64_t offset[CHUNK];
    grn_updates placed = {r->run->updates[r->pair], c->update, 0, c->count, c->count, 1};
    grn_updates carried = {c->update, NULL, 1, c->count, c->count, 1};
    for (int64_t i = 0; i < c->count; i++)
        offset[i] = c->offset[i];
    if (c->count > 0)
        r->plan->choice.mover->move(r->plan, r->pair, r->run, offset, values ? &carried : &placed);
}

static void move_own(const rounds *r, int32_t i)
{
    bool values = grn_scatter_carries_values(r->plan, &r->plan->pairs[r->pair]);
    for (int32_t t = 0; t < r->plan->cut.parts; t++) {
        const bins *l = bins_of(r, 1 - r->turn, t);
        for (int64_t k = l->first[i]; k >= 0; k = l->chunks[k].next)
            move_chunk(r, &l->chunks[k], values);
    }
}

/* The bins of the round before that belong to this thread have no other user, and this round fills
 * the other set. */
static void round_task(void *context, int32_t i)
{
    const rounds *r = context;
    if (r->from > 0)
        move_own(r, i);
    if (r->from < r->blocks)
        bin_piece(r, i);
}

grn_status grn_scatter_by_bins(const grn_plan *plan, const grn_run *run)
{
    const grn_parallel *p = plan->parallel;
    int32_t parts = plan->cut.parts;
    rounds r = {.plan = plan, .run = run, .nchunks = chunks_of(plan), .blocks = blocks_of(&plan->normal)};
    r.piece = (r.nchunks - parts) * LEAST_FULL / BLOCK;
    for (r.pair = 0; r.pair < grn_scatter_walked_pairs(plan); r.pair++)
        for (r.from = 0; r.from < r.blocks + parts * r.piece; r.from += parts * r.piece, r.turn = 1 - r.turn)
            p->for_each(p->user, parts, round_task, &r);
    return GRN_OK;
}

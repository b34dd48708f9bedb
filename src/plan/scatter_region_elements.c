/*
 * scatter_region_elements.c - a combiner of the caller's on single elements of
 * one input: what scatter_region_batch.c does, in fewer passes.
 *
 * A round collects the elements that are the first of the block's rest at
 * their place, with their updates and places, in the pass that finds them.
 */
#include "kernels/hints.h"
#include "plan/region.h"

/* ---- where windows start, in batches too ---------------------------------------------------------------------- */

const void *grn_region_straight(const grn_plan *plan, const grn_run *run, const grn_cursor *c)
{
    const grn_normal *n = &plan->normal;
    grn_prefix_fn prefix = plan->kernels->take->prefix(plan->problem.indices->dtype);
    int64_t at = grn_cursor_offset(n, c, n->index) + n->component[0];
    const char *raw = (const char *)run->indices + at * (int64_t)sizeof(int64_t);
    bool straight = plan->meeting.straight && n->ncoords == 1 && prefix != NULL;
    for (size_t l = 0; straight && l < plan->problem.nlanes; l++)
        straight = grn_run_step(n, plan->lanes[l].operand) == 0;
    return straight && prefix(raw, c->count, plan->axis[0].last) == c->count ? raw : NULL;
}

bool grn_region_resolve(const grn_plan *plan, size_t l, const grn_run *run, const grn_cursor *c, int64_t *offset,
                        unsigned char *inside)
{
    const grn_lane *lane = &plan->lanes[l];
    const void *raw = grn_region_straight(plan, run, c);
    int64_t base = grn_cursor_offset(&plan->normal, c, lane->operand);
    if (raw == NULL) {
        grn_offsets_resolve(plan, lane, run->indices, c, offset, plan->tested ? inside : NULL);
        return !plan->tested || memchr(inside, 0, (size_t)c->count) == NULL;
    }
    memcpy(offset, raw, (size_t)c->count * sizeof *offset);
    for (int64_t i = 0; i < c->count; i++)
        offset[i] = base + offset[i] * lane->coordinate[0];
    return true;
}

/* ---- rounds -------------------------------------------------------------------------------------------------- */

#define CHUNK_BYTES (GRN_BLOCK * 16)

typedef struct collection {
    const grn_plan *plan;
    const grn_run *run;
    char *results;
    const char *update; /* of the block's first vector */
    const int64_t *offset; /* of the block's vectors */
    int64_t step;       /* from update to update, in elements */
    int64_t taken;
    int64_t left; /* vectors of later rounds, in order */
    int16_t rest[GRN_BLOCK + 1]; /* what is written beyond is written over */
    int64_t place[GRN_BLOCK + 1];
    _Alignas(64) char current[CHUNK_BYTES + 16];
    _Alignas(64) char updates[CHUNK_BYTES + 16];
    grn_seen seen;
} collection;

#define COPY_ELEMENT(bytes, to, from)      \
    do {                                   \
        unsigned char element_[bytes];     \
        memcpy(element_, (from), (bytes)); \
        memcpy((to), element_, (bytes));   \
    } while (0)

#define COLLECT_ONE(bytes, k, i)                                                           \
    do {                                                                                  \
        int64_t vector_ = (i), at_ = c->offset[vector_];                                  \
        bool seen_ = grn_seen_look(&c->seen, stamp, at_);                                 \
        c->place[taken] = at_;                                                            \
        COPY_ELEMENT(bytes, c->current + taken * (bytes), results + at_ * (bytes));       \
        COPY_ELEMENT(bytes, c->updates + taken * (bytes), update + vector_ * step * (bytes)); \
        c->rest[(k) - taken] = (int16_t)vector_;                                          \
        taken += !seen_;                                                                  \
    } while (0)

/* `all`: of the block's first `count` vectors, otherwise of the rest. */
#define ELEMENT_MOVERS(bytes)                                                    \
    static void collect_##bytes(collection *c, bool all, int64_t count)          \
    {                                                                            \
        const char *results = c->results, *update = c->update;                   \
        int64_t taken = 0, step = c->step;                                       \
        unsigned char stamp = grn_seen_begin(&c->seen);                          \
        if (all && step == 1)                                                    \
            for (int64_t i = 0; i < count; i++)                                  \
                COLLECT_ONE(bytes, i, i);                                           \
        else                                                                     \
            for (int64_t i = 0; i < count; i++)                                  \
                COLLECT_ONE(bytes, i, all ? i : c->rest[i]);                        \
        c->taken = taken;                                                        \
        c->left = count - taken;                                                 \
    }                                                                            \
    static void store_##bytes(const collection *c)                               \
    {                                                                            \
        char *results = c->results;                                              \
        for (int64_t i = 0; i < c->taken; i++)                                   \
            COPY_ELEMENT(bytes, results + c->place[i] * (bytes), c->current + i * (bytes)); \
    }
#define ELEMENT_SIZES(S) S(1) S(2) S(4) S(8) S(16)
ELEMENT_SIZES(ELEMENT_MOVERS)

typedef struct element_mover {
    void (*collect)(collection *c, bool all, int64_t count);
    void (*store)(const collection *c);
} element_mover;

static const element_mover element_movers[17] = {
#define ELEMENT_ROW(bytes) [bytes] = {collect_##bytes, store_##bytes},
    ELEMENT_SIZES(ELEMENT_ROW)
};

static grn_status combine_taken(collection *c, const element_mover *mover)
{
    const grn_scatter_spec *spec = c->plan->problem.scatter;
    void *current[1] = {c->current};
    const void *update[1] = {c->updates};
    grn_status status = spec->region(spec->region_user, c->taken, current, update);
    if (status == GRN_OK)
        mover->store(c);
    return status;
}

/* Where they are. */
static grn_status combine_rest(const collection *c)
{
    const grn_scatter_spec *spec = c->plan->problem.scatter;
    const grn_lane *lane = &c->plan->lanes[0];
    grn_status status = GRN_OK;
    for (int64_t i = 0; status == GRN_OK && i < c->left; i++) {
        void *current[1] = {grn_lane_at(lane, c->results, c->offset[c->rest[i]])};
        const void *update[1] = {grn_lane_at(lane, c->update, c->rest[i] * c->step)};
        status = spec->region(spec->region_user, 1, current, update);
    }
    return status;
}

static int64_t list_inside(collection *c, const unsigned char *inside, int64_t count)
{
    int64_t listed = 0;
    for (int64_t i = 0; i < count; i++) {
        c->rest[listed] = (int16_t)i;
        listed += inside[i] != 0;
    }
    return listed;
}

/* A block whose offsets are known. */
typedef struct block {
    grn_cursor cursor;
    bool whole; /* all are inside */
    char *results;
    const int64_t *offset; /* from there; the indices themselves or `resolved` */
    int64_t resolved[GRN_BLOCK];
    unsigned char inside[GRN_BLOCK];
} block;

/* Indices that are offsets as they lie in memory. */
static bool resolve_straight(const collection *c, block *b)
{
    const void *raw = grn_region_straight(c->plan, c->run, &b->cursor);
    const grn_lane *lane = &c->plan->lanes[0];
    if (raw == NULL || lane->coordinate[0] != 1 || (uintptr_t)raw % sizeof(int64_t) != 0)
        return false;
    b->whole = true;
    b->results = grn_lane_at(lane, c->run->results[0], grn_cursor_offset(&c->plan->normal, &b->cursor, lane->operand));
    b->offset = raw;
    return true;
}

/* Its places are fetched, to be there when the block before it is done. */
static void resolve_block(const collection *c, block *b)
{
    const grn_plan *plan = c->plan;
    b->results = c->run->results[0];
    b->offset = b->resolved;
    if (!resolve_straight(c, b))
        b->whole = grn_region_resolve(plan, 0, c->run, &b->cursor, b->resolved, b->inside);
    for (int64_t i = 0; plan->meeting.ahead > 0 && i < b->cursor.count; i++)
        FETCH_TO_READ((const char *)grn_lane_at(plan->lanes, b->results, b->offset[i]));
}

static grn_status combine_block(collection *c, const block *b)
{
    const grn_plan *plan = c->plan;
    const grn_lane *lane = &plan->lanes[0];
    const element_mover *mover = &element_movers[lane->element_bytes];
    int64_t count = b->whole ? b->cursor.count : list_inside(c, b->inside, b->cursor.count);
    c->results = b->results;
    c->offset = b->offset;
    c->update = grn_lane_at(lane, c->run->updates[0], grn_cursor_offset(&plan->normal, &b->cursor, lane->dense));
    mover->collect(c, b->whole, count);
    grn_status status = c->taken > 0 ? combine_taken(c, mover) : GRN_OK;
    while (status == GRN_OK && grn_round_pays(c->taken, c->left)) {
        mover->collect(c, false, c->left);
        status = combine_taken(c, mover);
    }
    return status == GRN_OK ? combine_rest(c) : status;
}

bool grn_region_takes_elements(const grn_plan *plan, const grn_run *run)
{
    uintptr_t at = (uintptr_t)run->results[0] | (uintptr_t)run->updates[0];
    return plan->problem.nlanes == 1 && grn_inner_loops(&plan->normal) == 0 &&
           at % (uintptr_t)plan->lanes[0].element_bytes == 0;
}

/* Where there are few places, fewer of a smaller block meet. */
static int64_t block_of(const grn_plan *plan)
{
    int64_t places = plan->normal.ncoords == 1 ? plan->dim[0] / 4 : GRN_BLOCK;
    return places < 64 ? 64 : places < GRN_BLOCK ? places : GRN_BLOCK;
}

grn_status grn_region_elements(const grn_plan *plan, const grn_run *run)
{
    collection c;
    block blocks[2];
    grn_status status = GRN_OK;
    c.plan = plan;
    c.run = run;
    c.step = grn_run_step(&plan->normal, plan->lanes[0].dense);
    grn_seen_init(&c.seen);
    grn_cursor_init(&plan->normal, block_of(plan), &blocks[0].cursor);
    resolve_block(&c, &blocks[0]);
    for (int at = 0; status == GRN_OK && blocks[at].cursor.more; at = 1 - at) {
        block *next = &blocks[1 - at];
        next->cursor = blocks[at].cursor;
        grn_cursor_next(&plan->normal, &next->cursor);
        if (next->cursor.more)
            resolve_block(&c, next);
        status = combine_block(&c, &blocks[at]);
    }
    return status;
}

/*
 * region_elements.c - a caller's combiner on single elements of one input: region_batch.c's work in
 * fewer passes. Data at an address that is not aligned for an element's C type goes by batches.
 *
 * A block is worked on in pieces. A round collects the elements that are the first of the piece's
 * rest at their place, with their updates and places. The pass that finds them also prefetches the
 * places of the next block at the same positions. Elements that the rounds leave go one by one, in
 * place; the more there are, the smaller the next pieces.
 */
#include "kernels/hints.h"
#include "plan/scatter/region.h"

/* ---- where windows start, in batches too ----------------------------------------------------- */

const void *grn_region_starts_in_place(const grn_plan *plan, const grn_run *run, const grn_cursor *c)
{
    const grn_normal *n = &plan->normal;
    grn_prefix_fn prefix = plan->prefix;
    int64_t at = grn_cursor_offset(n, c, n->index) + n->component[0];
    const char *raw = (const char *)run->indices + at * (int64_t)sizeof(int64_t);
    bool in_place = plan->conflicts.wide_starts && n->ncoords == 1 && prefix != NULL;
    for (size_t l = 0; in_place && l < plan->problem.npairs; l++)
        in_place = grn_run_step(n, plan->pairs[l].operand) == 0;
    return in_place && prefix(raw, c->count, plan->axis[0].last) == c->count ? raw : NULL;
}

bool grn_region_resolve(const grn_plan *plan, size_t l, const grn_run *run, const grn_cursor *c, int64_t *offset,
                        unsigned char *in_bounds)
{
    const grn_pair *pair = &plan->pairs[l];
    const void *raw = grn_region_starts_in_place(plan, run, c);
    int64_t base = grn_cursor_offset(&plan->normal, c, pair->operand);
    if (raw == NULL) {
        grn_offsets_resolve(plan, pair, run->indices, c, offset, plan->tested ? in_bounds : NULL);
        return !plan->tested || memchr(in_bounds, 0, (size_t)c->count) == NULL;
    }
    memcpy(offset, raw, (size_t)c->count * sizeof *offset);
    for (int64_t i = 0; i < c->count; i++)
        offset[i] = base + offset[i] * pair->coordinate[0];
    return true;
}

/* ---- rounds ---------------------------------------------------------------------------------- */

#define CHUNK_BYTES (GRN_BLOCK * 16)

typedef struct collection {
    const grn_plan *plan;
    const grn_run *run;
    char *results;
    const char *update;    /* of the block's first vector */
    const int64_t *offset; /* of the block's vectors */
    const char *next_results;
    const int64_t *next; /* offsets from there that are prefetched, by position in the block; NULL: none are */
    int64_t next_count;
    int64_t step; /* from update to update, in elements */
    grn_pieces pieces;
    int64_t taken;
    int64_t left;                /* vectors of later rounds, in order */
    int16_t listed[GRN_BLOCK];   /* the block's vectors that are in bounds */
    int16_t rest[GRN_BLOCK + 1]; /* what is written beyond is written over */
    int64_t place[GRN_BLOCK + 1];
    _Alignas(64) char current[CHUNK_BYTES + 16];
    _Alignas(64) char updates[CHUNK_BYTES + 16];
    grn_seen seen;
} collection;

/* The k-th that is looked at. */
#define COLLECT_ONE(bytes, k, i)                                                              \
    do {                                                                                      \
        int64_t vector_ = (i), at_ = offset[vector_];                                         \
        bool seen_ = grn_seen_before(&c->seen, stamp, at_);                                   \
        c->place[taken] = at_;                                                                \
        COPY_ELEMENT(bytes, c->current + taken * (bytes), results + at_ * (bytes));           \
        COPY_ELEMENT(bytes, c->updates + taken * (bytes), update + vector_ * step * (bytes)); \
        c->rest[(k)-taken] = (int16_t)vector_;                                                \
        taken += !seen_;                                                                      \
    } while (0)

/* `list`, or NULL: vectors [0, count) of those from `from` on. `next`: places that are prefetched,
 * or NULL. */
#define ELEMENT_MOVERS(bytes)                                                                                         \
    static void collect_##bytes(collection *c, const int16_t *list, int64_t from, int64_t count, const int64_t *next) \
    {                                                                                                                 \
        const char *results = c->results, *update = c->update;                                                        \
        const int64_t *offset = c->offset;                                                                            \
        const char *next_results = c->next_results;                                                                   \
        int64_t taken = 0, step = c->step;                                                                            \
        unsigned char stamp = grn_seen_begin(&c->seen);                                                               \
        if (list == NULL && step == 1 && next != NULL)                                                                \
            for (int64_t i = 0; i < count; i++) {                                                                     \
                PREFETCH_TO_READ(next_results + next[i] * (bytes));                                                   \
                COLLECT_ONE(bytes, i, from + i);                                                                      \
            }                                                                                                         \
        else if (list == NULL && step == 1)                                                                           \
            for (int64_t i = 0; i < count; i++)                                                                       \
                COLLECT_ONE(bytes, i, from + i);                                                                      \
        else                                                                                                          \
            for (int64_t i = 0; i < count; i++) {                                                                     \
                if (next != NULL)                                                                                     \
                    PREFETCH_TO_READ(c->next_results + next[i] * (bytes));                                            \
                COLLECT_ONE(bytes, i, list == NULL ? from + i : list[i]);                                             \
            }                                                                                                         \
        c->taken = taken;                                                                                             \
        c->left = count - taken;                                                                                      \
    }                                                                                                                 \
    static void store_##bytes(const collection *c)                                                                    \
    {                                                                                                                 \
        char *results = c->results;                                                                                   \
        for (int64_t i = 0; i < c->taken; i++)                                                                        \
            COPY_ELEMENT(bytes, results + c->place[i] * (bytes), c->current + i * (bytes));                           \
    }
#define ELEMENT_SIZES(S) S(1) S(2) S(4) S(8) S(16)
ELEMENT_SIZES(ELEMENT_MOVERS)

typedef struct element_mover {
    void (*collect)(collection *c, const int16_t *list, int64_t from, int64_t count, const int64_t *next);
    void (*store)(const collection *c);
} element_mover;

static const element_mover element_movers[17] = {
#define ELEMENT_ROW(bytes) [bytes] = {collect_##bytes, store_##bytes},
    ELEMENT_SIZES(ELEMENT_ROW)};

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
    const grn_combine_fn region = c->plan->problem.scatter->region;
    void *const user = c->plan->problem.scatter->region_user;
    const int64_t bytes = c->plan->pairs[0].element_bytes, step = c->step * bytes;
    grn_status status = GRN_OK;
    for (int64_t i = 0; status == GRN_OK && i < c->left; i++) {
        void *current[1] = {c->results + c->offset[c->rest[i]] * bytes};
        const void *update[1] = {c->update + c->rest[i] * step};
        status = region(user, 1, current, update);
    }
    return status;
}

static grn_status combine_later_rounds(collection *c, const element_mover *mover)
{
    grn_status status = GRN_OK;
    while (status == GRN_OK && grn_pieces_try(&c->pieces, c->left)) {
        int64_t looked = c->left;
        mover->collect(c, c->rest, 0, looked, NULL);
        status = combine_taken(c, mover);
        grn_pieces_tried(&c->pieces, looked, c->taken);
    }
    return status;
}

static grn_status combine_piece(collection *c, const element_mover *mover, const int16_t *list, int64_t from,
                                int64_t count)
{
    bool fetches = c->next != NULL && from + count <= c->next_count;
    mover->collect(c, list, from, count, fetches ? c->next + from : NULL);
    grn_status status = combine_taken(c, mover);
    grn_pieces_change(&c->pieces, count, c->left);
    if (status == GRN_OK)
        status = combine_later_rounds(c, mover);
    return status == GRN_OK ? combine_rest(c) : status;
}

static int64_t list_inside(collection *c, const unsigned char *in_bounds, int64_t count)
{
    int64_t listed = 0;
    for (int64_t i = 0; i < count; i++) {
        c->listed[listed] = (int16_t)i;
        listed += in_bounds[i] != 0;
    }
    return listed;
}

/* ---- blocks ---------------------------------------------------------------------------------- */

/* A block whose offsets are known. */
typedef struct block {
    int64_t count; /* 0: there are no more */
    bool whole;    /* all are in bounds */
    char *results;
    const char *update;    /* of the first vector */
    const int64_t *offset; /* from there; the indices themselves or `resolved` */
    int64_t resolved[GRN_BLOCK];
    unsigned char in_bounds[GRN_BLOCK];
} block;

/* Indices that are offsets as they lie in memory. */
static bool resolve_in_place(const collection *c, const grn_cursor *at, block *b)
{
    const void *raw = grn_region_starts_in_place(c->plan, c->run, at);
    const grn_pair *pair = &c->plan->pairs[0];
    if (raw == NULL || pair->coordinate[0] != 1 || (uintptr_t)raw % sizeof(int64_t) != 0)
        return false;
    b->whole = true;
    b->results = grn_pair_at(pair, c->run->results[0], grn_cursor_offset(&c->plan->normal, at, pair->operand));
    b->offset = raw;
    return true;
}

static void resolve_block(const collection *c, const grn_cursor *at, block *b)
{
    const grn_pair *pair = &c->plan->pairs[0];
    b->count = at->more ? at->count : 0;
    b->results = c->run->results[0];
    b->offset = b->resolved;
    if (!at->more)
        return;
    b->update = grn_pair_at(pair, c->run->updates[0], grn_cursor_offset(&c->plan->normal, at, pair->dense));
    if (!resolve_in_place(c, at, b))
        b->whole = grn_region_resolve(c->plan, 0, c->run, at, b->resolved, b->in_bounds);
    if (grn_region_prefetches(c->plan))
        grn_scatter_prefetch_indices(c->plan, c->run, at, at->count, at->count);
}

static grn_status combine_block(collection *c, const block *b, const block *next)
{
    const element_mover *mover = &element_movers[c->plan->pairs[0].element_bytes];
    int64_t count = b->whole ? b->count : list_inside(c, b->in_bounds, b->count), piece;
    grn_status status = GRN_OK;
    c->results = b->results;
    c->offset = b->offset;
    c->update = b->update;
    c->next = grn_region_prefetches(c->plan) ? next->offset : NULL;
    c->next_results = next->results;
    c->next_count = next->count;
    for (int64_t from = 0; status == GRN_OK && from < count; from += piece) {
        piece = count - from < c->pieces.piece ? count - from : c->pieces.piece;
        status = combine_piece(c, mover, b->whole ? NULL : c->listed + from, from, piece);
    }
    return status;
}

bool grn_region_lies_aligned(const grn_plan *plan, const grn_run *run)
{
    uintptr_t at = (uintptr_t)run->results[0] | (uintptr_t)run->updates[0];
    return at % (uintptr_t)plan->pairs[0].element_bytes == 0;
}

const char *grn_region_cells_obstacle(const grn_plan *plan)
{
    const char *batches = grn_region_batches_obstacle(plan);
    if (batches != NULL)
        return batches;
    if (plan->problem.npairs != 1)
        return "there are several inputs";
    return grn_inner_loops(&plan->normal) == 0 ? NULL : "a window is more than an element";
}

/* Vectors of a block, where the next one's places are prefetched: more would drive each other out
 * of the first cache. */
#define NEAR_BLOCK 128

grn_status grn_region_cells(const grn_plan *plan, const grn_run *run)
{
    collection c;
    grn_cursor at;
    block blocks[2];
    int64_t limit = grn_region_prefetches(plan) ? NEAR_BLOCK : GRN_BLOCK;
    grn_status status = GRN_OK;
    if (!grn_region_lies_aligned(plan, run))
        return grn_region_batches(plan, run);
    c.plan = plan;
    c.run = run;
    c.step = grn_run_step(&plan->normal, plan->pairs[0].dense);
    grn_pieces_init(&c.pieces, limit);
    grn_seen_init(&c.seen);
    grn_cursor_init(&plan->normal, limit, &at);
    resolve_block(&c, &at, &blocks[0]);
    for (int k = 0; status == GRN_OK && blocks[k].count > 0; k = 1 - k) {
        grn_cursor_next(&plan->normal, &at);
        resolve_block(&c, &at, &blocks[1 - k]);
        status = combine_block(&c, &blocks[k], &blocks[1 - k]);
    }
    return status;
}

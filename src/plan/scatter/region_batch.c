/*
 * region_batch.c - a caller's combiner on many vectors at once.
 *
 * The region takes elements that share no destination. Where windows that meet start at the same
 * element, the vectors of a block are taken in rounds: first all that are the first of the block at
 * their start, then those that are the first of the rest, and so on. Within a round none meet; from
 * round to round those that do keep their order. A rest of which another round would take few goes
 * one by one.
 *
 * Long rows in the layout that the region takes are passed to it in place, one after the other.
 */
#include "plan/scatter/region_batch.h"

#define CHUNK_BYTES 16384

typedef grn_region_batch batch;
typedef grn_region_block block;

/* Some vectors of a block, in order. */
typedef struct list {
    int64_t count;
    /* one more than there are: a slot that is written without being counted is written over */
    int16_t vector[GRN_BLOCK + 1];
} list;

/* ---- which meet ------------------------------------------------------------------------------ */

static inline void sort_one(batch *b, int64_t vector, unsigned char stamp, list *first, list *rest)
{
    bool met = grn_seen_before(&b->seen, stamp, b->at->offset[vector]);
    first->vector[first->count] = rest->vector[rest->count] = (int16_t)vector;
    first->count += !met;
    rest->count += met;
}

/* Vectors [from, to) of the block, those of them that are in bounds. */
static void begin_rounds(batch *b, int64_t from, int64_t to, list *first, list *rest)
{
    unsigned char stamp = grn_seen_begin(&b->seen);
    bool whole = b->at->whole;
    first->count = rest->count = 0;
    for (int64_t i = from; whole && i < to; i++)
        sort_one(b, i, stamp, first, rest);
    for (int64_t i = from; !whole && i < to; i++)
        if (b->at->in_bounds[i])
            sort_one(b, i, stamp, first, rest);
}

static void next_round(batch *b, list *first, list *rest)
{
    unsigned char stamp = grn_seen_begin(&b->seen);
    int64_t count = rest->count;
    first->count = rest->count = 0;
    for (int64_t i = 0; i < count; i++)
        sort_one(b, rest->vector[i], stamp, first, rest);
}

/* ---- rounds ---------------------------------------------------------------------------------- */

static grn_status combine_one_by_one(batch *b, const list *vectors)
{
    grn_status status = GRN_OK;
    for (int64_t i = 0; status == GRN_OK && i < vectors->count; i++)
        status = b->in_place ? grn_region_combine_in_place(b, vectors->vector[i])
                             : grn_region_combine(b, vectors->vector + i, 1);
    return status;
}

static grn_status combine_rounds(batch *b, int64_t from, int64_t to)
{
    list first, rest;
    begin_rounds(b, from, to, &first, &rest);
    grn_status status = grn_region_combine(b, first.vector, first.count);
    grn_pieces_change(&b->pieces, to - from, rest.count);
    while (status == GRN_OK && grn_pieces_try(&b->pieces, rest.count)) {
        int64_t looked = rest.count;
        next_round(b, &first, &rest);
        status = grn_region_combine(b, first.vector, first.count);
        grn_pieces_tried(&b->pieces, looked, first.count);
    }
    return status == GRN_OK ? combine_one_by_one(b, &rest) : status;
}

/* ---- blocks ---------------------------------------------------------------------------------- */

/* The bytes of a row that is too long to be worth collecting with others. */
#define LONG_ROW_BYTES 128

static bool goes_in_place(const batch *b)
{
    return b->in_place && b->rows && grn_row_bytes(b->plan, b->plan->pairs) >= LONG_ROW_BYTES;
}

static grn_status combine_rows(batch *b)
{
    const grn_plan *plan = b->plan;
    const grn_scatter_spec *spec = plan->problem.scatter;
    const size_t npairs = plan->problem.npairs;
    int64_t count = b->at->cursor.count, bytes[GRN_MAX_INPUTS], step[GRN_MAX_INPUTS];
    char *first[GRN_MAX_INPUTS];
    void *current[GRN_MAX_INPUTS];
    const void *update[GRN_MAX_INPUTS];
    grn_status status = GRN_OK;
    for (size_t l = 0; l < npairs; l++) {
        const grn_pair *pair = &plan->pairs[l];
        bytes[l] = pair->element_bytes;
        step[l] = grn_run_step(&plan->normal, pair->dense) * bytes[l];
        first[l] = grn_pair_at(pair, b->run->updates[l], b->at->dense[l]);
    }
    grn_region_begin_prefetching(b, 0, count);
    for (int64_t i = 0; status == GRN_OK && i < count; i++) {
        if (i % GRN_FEW_ROWS == 0)
            grn_region_prefetch_some(b, GRN_FEW_ROWS);
        if (!b->at->whole && !b->at->in_bounds[i])
            continue;
        for (size_t l = 0; l < npairs; l++) {
            current[l] = (char *)b->run->results[l] + b->at->offset[(int64_t)l * b->block + i] * bytes[l];
            update[l] = first[l] + i * step[l];
        }
        status = spec->region(spec->region_user, plan->normal.window, current, update);
    }
    return status;
}

static grn_status combine_block(batch *b)
{
    int64_t count = b->at->cursor.count, to;
    grn_status status = GRN_OK;
    if (goes_in_place(b))
        return combine_rows(b);
    for (int64_t from = 0; status == GRN_OK && from < count; from = to) {
        to = count - from < b->pieces.piece ? count : from + b->pieces.piece;
        grn_region_begin_prefetching(b, from, to);
        status = combine_rounds(b, from, to);
        grn_region_prefetch_some(b, b->prefetch_end);
    }
    return status;
}

static void resolve_block(const batch *b, block *k)
{
    const grn_plan *plan = b->plan;
    k->whole = true;
    for (size_t l = 0; l < plan->problem.npairs; l++) {
        k->dense[l] = grn_cursor_offset(&plan->normal, &k->cursor, plan->pairs[l].dense);
        if (!grn_region_resolve(plan, l, b->run, &k->cursor, k->offset + (int64_t)l * b->block, k->in_bounds))
            k->whole = false;
    }
}

/* Each is resolved one early, so that its windows can be prefetched in time. */
static grn_status combine_blocks(batch *b)
{
    block blocks[2];
    grn_status status = GRN_OK;
    grn_cursor_init(&b->plan->normal, b->block, &blocks[0].cursor);
    resolve_block(b, &blocks[0]);
    for (int at = 0; status == GRN_OK && blocks[at].cursor.more; at = 1 - at) {
        block *next = &blocks[1 - at];
        next->cursor = blocks[at].cursor;
        grn_cursor_next(&b->plan->normal, &next->cursor);
        if (next->cursor.more)
            resolve_block(b, next);
        b->at = &blocks[at];
        b->next = next;
        if (b->ahead > 0)
            grn_scatter_prefetch_indices(b->plan, b->run, &next->cursor, next->cursor.count, next->cursor.count);
        status = combine_block(b);
    }
    return status;
}

/* Vectors whose windows fit the buffers, those of all pairs. */
static int64_t capacity_of(const grn_plan *plan)
{
    int64_t element = 0, padding = 2 * GRN_CHUNK_ALIGNMENT * (int64_t)plan->problem.npairs;
    for (size_t l = 0; l < plan->problem.npairs; l++)
        element += 2 * plan->pairs[l].element_bytes;
    return (CHUNK_BYTES - padding) / element / plan->normal.window;
}

#define AHEAD_BYTES 4096

static void plan_pieces(batch *b)
{
    const grn_plan *plan = b->plan;
    int64_t window = 0;
    for (size_t l = 0; l < plan->problem.npairs; l++)
        window += plan->normal.window * plan->pairs[l].element_bytes;
    bool fetches = plan->conflicts.ahead > 0 && (b->rows || plan->normal.window == 1);
    b->ahead = fetches ? AHEAD_BYTES / window + 1 : 0;
    grn_pieces_init(&b->pieces, GRN_PIECE_BYTES / window);
}

/* Starts of the first pair stand for those of all pairs where the elements of each lie apart. */
const char *grn_region_batches_obstacle(const grn_plan *plan)
{
    if (plan->problem.npairs > 1 && !plan->results_injective)
        return "elements of the destinations may share memory";
    if (!plan->conflicts.coincide || (!plan->normal.distinct && plan->normal.window > 1))
        return "windows may overlap in part, or an element be in one twice";
    if (capacity_of(plan) < 2)
        return "two windows do not fit the buffers";
    return plan->normal.vectors > 1 ? NULL : "there is one vector";
}

/* A row, or an element, of every pair at addresses that a C type of its size may have. */
static bool lies_in_place(const grn_plan *plan, const grn_run *run, bool rows)
{
    bool in_place = rows || grn_inner_loops(&plan->normal) == 0;
    for (size_t l = 0; l < plan->problem.npairs; l++) {
        uintptr_t at = (uintptr_t)run->results[l] | (uintptr_t)run->updates[l];
        in_place = in_place && at % (uintptr_t)plan->pairs[l].element_bytes == 0;
    }
    return in_place;
}

grn_status grn_region_batches(const grn_plan *plan, const grn_run *run)
{
    _Alignas(64) unsigned char bytes[CHUNK_BYTES];
    unsigned char *at = bytes;
    batch b;
    b.plan = plan;
    b.run = run;
    grn_seen_init(&b.seen);
    b.capacity = capacity_of(plan);
    b.block = GRN_BLOCK / (int64_t)plan->problem.npairs;
    b.rows = grn_inner_loops(&plan->normal) == 1 && grn_rows_obstacle(plan) == NULL;
    b.in_place = lies_in_place(plan, run, b.rows);
    for (size_t l = 0; l < plan->problem.npairs; l++) {
        int64_t size = grn_chunk_bytes(b.capacity * plan->normal.window * plan->pairs[l].element_bytes);
        b.current[l] = at;
        b.update[l] = at + size;
        at += 2 * size;
    }
    plan_pieces(&b);
    return combine_blocks(&b);
}

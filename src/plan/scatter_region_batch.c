/*
 * scatter_region_batch.c - a combiner of the caller's on many vectors at once.
 *
 * The region takes elements that share no destination. Where windows that meet
 * start at the same element, a block of vectors is sorted into rounds: in
 * round k are the vectors with k others of the block before them at the same
 * start. Within a round none meet; from round to round those that do keep
 * their order. So a block of which no two meet is one call.
 */
#include <string.h>

#include "plan/scatter.h"

#define CHUNK_BYTES 16384
#define CHUNK_ALIGNMENT 16

/* Many more slots than a block has vectors. */
#define SLOT_BITS 13
#define SLOTS (1 << SLOT_BITS)

typedef struct batch {
    const grn_plan *plan;
    const grn_run *run;
    int64_t capacity; /* vectors that fit the buffers */
    int64_t block;    /* vectors per block: the lanes share one block of offsets */
    bool rows;        /* a window is a row, on both sides of every lane */
    void *current[GRN_MAX_INPUTS];
    void *update[GRN_MAX_INPUTS];
    int64_t offset[GRN_BLOCK]; /* [lane][vector] */
    int64_t dense[GRN_MAX_INPUTS]; /* of the block's first vector */
    int16_t met[SLOTS];            /* vectors of the block by slot; 0 between blocks */
} batch;

/* The vectors of a block that are inside, by round; `begin` of round k. */
typedef struct rounds {
    int64_t count, last; /* vectors; the last round */
    int16_t vector[GRN_BLOCK + 1];
    int16_t begin[GRN_BLOCK + 2];
} rounds;

/* ---- which meet ---------------------------------------------------------------------------------------------- */

/* A start's slot. Starts that share one count as meeting: that costs a round, and no comparison. */
static inline uint32_t slot_of(int64_t start)
{
    return (uint32_t)(((uint64_t)start * UINT64_C(0x9E3779B97F4A7C15)) >> (64 - SLOT_BITS));
}

/* Vectors of a later round than the first, and which. */
typedef struct later {
    int64_t count;
    int16_t round[GRN_BLOCK + 1], vector[GRN_BLOCK + 1];
} later;

/* A counting sort by round behind the first round's vectors; each round in ascending order. */
static void sort_later(const later *l, rounds *out)
{
    int16_t at[GRN_BLOCK + 1] = {0};
    int16_t begin = out->begin[1];
    for (int64_t i = 0; i < l->count; i++)
        at[l->round[i]]++;
    for (int64_t k = 1; k <= out->last; k++) {
        int16_t n = at[k];
        out->begin[k] = at[k] = begin;
        begin = (int16_t)(begin + n);
    }
    out->begin[out->last + 1] = begin;
    for (int64_t i = 0; i < l->count; i++)
        out->vector[at[l->round[i]]++] = l->vector[i];
}

/* Nearly all are in the first round, which therefore is not sorted; what is written and not counted is written over. */
static void find_rounds(batch *b, const int64_t *start, const unsigned char *inside, int64_t count, rounds *out)
{
    later l;
    int64_t first = 0, last = 0;
    l.count = 0;
    for (int64_t i = 0; i < count; i++) {
        bool in = inside == NULL || inside[i] != 0;
        int16_t *met = &b->met[slot_of(start[i])], round = *met;
        *met = (int16_t)(round + in);
        out->vector[first] = l.vector[l.count] = (int16_t)i;
        l.round[l.count] = round;
        first += in & (round == 0);
        l.count += in & (round > 0);
        if (in && round > last)
            last = round;
    }
    for (int64_t i = 0; i < count; i++)
        b->met[slot_of(start[i])] = 0;
    out->count = first + l.count;
    out->last = last;
    out->begin[0] = 0;
    out->begin[1] = (int16_t)first;
    if (l.count > 0)
        sort_later(&l, out);
}

/* ---- between vectors and compact buffers --------------------------------------------------------------------- */

/* Some vectors of one lane: where their windows start, in the results and in the updates. */
typedef struct places {
    int64_t current[GRN_BLOCK], update[GRN_BLOCK];
} places;

static void find_places(const batch *b, size_t l, const int16_t *vector, int64_t count, places *out)
{
    const int64_t *offset = b->offset + (int64_t)l * b->block;
    int64_t step = grn_run_step(&b->plan->normal, b->plan->lanes[l].dense);
    for (int64_t i = 0; i < count; i++) {
        out->current[i] = offset[vector[i]];
        out->update[i] = b->dense[l] + vector[i] * step;
    }
}

/* The updates of vectors that follow each other may lie as the region wants them: then it reads them where they are. */
static const void *updates_in_place(const batch *b, size_t l, const int16_t *vector, int64_t count)
{
    const grn_plan *plan = b->plan;
    const grn_lane *lane = &plan->lanes[l];
    const void *at = grn_lane_at(lane, b->run->updates[l],
                                 b->dense[l] + vector[0] * grn_run_step(&plan->normal, lane->dense));
    bool follow = vector[count - 1] - vector[0] == count - 1;
    bool compact = count == 1 || grn_run_step(&plan->normal, lane->dense) == plan->normal.window;
    bool whole = plan->normal.window == 1 || b->rows;
    return follow && compact && whole && (uintptr_t)at % (uintptr_t)lane->element_bytes == 0 ? at : NULL;
}

/* One position of the window after the other; a row counts as one. */
static void load(const batch *b, const grn_lane *lane, const void *from, const int64_t *offset, int64_t count,
                 const int64_t *stride, char *buffer)
{
    const grn_normal *n = &b->plan->normal;
    const grn_cells *cells = b->plan->kernels->cells((size_t)lane->element_bytes);
    grn_odometer o;
    if (b->rows) {
        size_t row = (size_t)grn_row_bytes(b->plan, lane);
        b->plan->kernels->rows(row)->take(buffer, (int64_t)row, from, offset, lane->element_bytes, count, row);
        return;
    }
    grn_odometer_init(&o, grn_inner_loops(n), n->extent + n->nouter, stride + n->nouter, stride + n->nouter);
    for (; o.more; grn_odometer_next(&o), buffer += count * lane->element_bytes)
        cells->take(buffer, 1, grn_lane_at(lane, from, o.a), offset, count);
}

static void store(const batch *b, const grn_lane *lane, void *to, const int64_t *offset, int64_t count,
                  const char *buffer)
{
    const grn_normal *n = &b->plan->normal;
    const grn_accumulate *put = b->plan->kernels->replace((size_t)lane->element_bytes);
    const int64_t *stride = lane->operand + n->nouter;
    grn_odometer o;
    if (b->rows) {
        put->rows(to, offset, &(grn_updates){buffer, NULL, n->window, count, 0, 1}, n->window, 0);
        return;
    }
    grn_odometer_init(&o, grn_inner_loops(n), n->extent + n->nouter, stride, stride);
    for (; o.more; grn_odometer_next(&o), buffer += count * lane->element_bytes)
        put->cells(grn_lane_at(lane, to, o.a), offset, &(grn_updates){buffer, NULL, 1, count, 0, 1}, 0);
}

/* Vectors none of which meet. */
static grn_status combine(const batch *b, const int16_t *vector, int64_t count)
{
    const grn_plan *plan = b->plan;
    const grn_scatter_spec *spec = plan->problem.scatter;
    const void *update[GRN_MAX_INPUTS];
    places p;
    for (size_t l = 0; l < plan->problem.nlanes; l++) {
        const grn_lane *lane = &plan->lanes[l];
        find_places(b, l, vector, count, &p);
        load(b, lane, b->run->results[l], p.current, count, lane->operand, b->current[l]);
        update[l] = updates_in_place(b, l, vector, count);
        if (update[l] == NULL) {
            load(b, lane, b->run->updates[l], p.update, count, lane->dense, b->update[l]);
            update[l] = b->update[l];
        }
    }
    grn_status status = spec->region(spec->region_user, count * plan->normal.window, b->current, update);
    for (size_t l = 0; status == GRN_OK && l < plan->problem.nlanes; l++) {
        if (plan->problem.nlanes > 1)
            find_places(b, l, vector, count, &p);
        store(b, &plan->lanes[l], b->run->results[l], p.current, count, b->current[l]);
    }
    return status;
}

/* ---- blocks -------------------------------------------------------------------------------------------------- */

static grn_status combine_rounds(const batch *b, const rounds *r)
{
    grn_status status = GRN_OK;
    for (int64_t k = 0; k <= r->last; k++)
        for (int64_t i = r->begin[k]; status == GRN_OK && i < r->begin[k + 1]; i += b->capacity) {
            int64_t left = r->begin[k + 1] - i;
            status = combine(b, r->vector + i, left < b->capacity ? left : b->capacity);
        }
    return status;
}

static grn_status combine_block(batch *b, const grn_cursor *c)
{
    const grn_plan *plan = b->plan;
    unsigned char inside[GRN_BLOCK];
    rounds r;
    for (size_t l = 0; l < plan->problem.nlanes; l++) {
        b->dense[l] = grn_cursor_offset(&plan->normal, c, plan->lanes[l].dense);
        grn_offsets_resolve(plan, &plan->lanes[l], b->run->indices, c, b->offset + (int64_t)l * b->block,
                            plan->tested ? inside : NULL);
    }
    if (plan->meeting.ahead > 0 && b->rows)
        for (int64_t i = 0; i < c->count; i++)
            plan->kernels->fetch(grn_lane_at(plan->lanes, b->run->results[0], b->offset[i]),
                                 grn_row_bytes(plan, plan->lanes), true);
    find_rounds(b, b->offset, plan->tested ? inside : NULL, c->count, &r);
    return r.count > 0 ? combine_rounds(b, &r) : GRN_OK;
}

static int64_t round_up(int64_t bytes)
{
    return (bytes + CHUNK_ALIGNMENT - 1) / CHUNK_ALIGNMENT * CHUNK_ALIGNMENT;
}

/* Vectors whose windows fit the buffers, those of all lanes. */
static int64_t capacity_of(const grn_plan *plan)
{
    int64_t element = 0, padding = 2 * CHUNK_ALIGNMENT * (int64_t)plan->problem.nlanes;
    for (size_t l = 0; l < plan->problem.nlanes; l++)
        element += 2 * plan->lanes[l].element_bytes;
    return (CHUNK_BYTES - padding) / element / plan->normal.window;
}

/* Starts of the first lane speak for all where the elements of each lie apart. */
bool grn_scatter_region_batches(const grn_plan *plan)
{
    bool apart = true;
    for (size_t l = 0; plan->problem.nlanes > 1 && l < plan->problem.nlanes; l++)
        apart = apart && grn_view_is_injective(&plan->problem.operand[l]);
    return apart && plan->meeting.coincide && (plan->normal.distinct || plan->normal.window == 1) && capacity_of(plan) >= 2 &&
           plan->normal.vectors > 1;
}

grn_status grn_scatter_region_batched(const grn_plan *plan, const grn_run *run)
{
    _Alignas(64) unsigned char bytes[CHUNK_BYTES];
    unsigned char *at = bytes;
    batch b;
    grn_cursor c;
    grn_status status = GRN_OK;
    b.plan = plan;
    b.run = run;
    memset(b.met, 0, sizeof b.met);
    b.capacity = capacity_of(plan);
    b.block = GRN_BLOCK / (int64_t)plan->problem.nlanes;
    b.rows = grn_inner_loops(&plan->normal) == 1 && grn_rows_obstacle(plan) == NULL;
    for (size_t l = 0; l < plan->problem.nlanes; l++) {
        int64_t size = round_up(b.capacity * plan->normal.window * plan->lanes[l].element_bytes);
        b.current[l] = at;
        b.update[l] = at + size;
        at += 2 * size;
    }
    grn_cursor_init(&plan->normal, b.block, &c);
    for (; status == GRN_OK && c.more; grn_cursor_next(&plan->normal, &c))
        status = combine_block(&b, &c);
    return status;
}

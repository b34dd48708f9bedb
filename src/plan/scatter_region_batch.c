/*
 * scatter_region_batch.c - a combiner of the caller's on many vectors at once.
 *
 * The region takes elements that share no destination. Where windows that meet
 * start at the same element, the vectors of a block are taken in rounds: first
 * all that are the first of the block at their start, then those that are the
 * first of the rest, and so on. Within a round none meet; from round to round
 * those that do keep their order. A rest of which few would be taken by
 * another round goes one by one.
 *
 * Long rows that lie as the region wants them are handed to it where they are,
 * one after the other.
 */
#include "plan/region.h"

#define CHUNK_BYTES 16384
#define CHUNK_ALIGNMENT 16

typedef struct batch {
    const grn_plan *plan;
    const grn_run *run;
    int64_t capacity; /* vectors that fit the buffers */
    int64_t block;    /* vectors per block: the lanes share one block of offsets */
    bool rows;        /* a window is a row, on both sides of every lane */
    bool in_place;    /* a window lies as the region wants it, on both sides of every lane */
    void *current[GRN_MAX_INPUTS];
    void *update[GRN_MAX_INPUTS];
    int64_t offset[GRN_BLOCK];     /* [lane][vector] */
    int64_t dense[GRN_MAX_INPUTS]; /* of the block's first vector */
    grn_seen seen;
} batch;

/* Some vectors of a block, in order. */
typedef struct list {
    int64_t count;
    int16_t vector[GRN_BLOCK + 1]; /* one more than there are: what is written and not counted is written over */
} list;

/* ---- which meet ---------------------------------------------------------------------------------------------- */

static inline void sort_one(batch *b, int64_t vector, unsigned char stamp, list *first, list *rest)
{
    bool met = grn_seen_look(&b->seen, stamp, b->offset[vector]);
    first->vector[first->count] = rest->vector[rest->count] = (int16_t)vector;
    first->count += !met;
    rest->count += met;
}

/* All vectors of a block, or those that are inside. */
static void begin_rounds(batch *b, int64_t count, const unsigned char *inside, list *first, list *rest)
{
    unsigned char stamp = grn_seen_begin(&b->seen);
    bool whole = inside == NULL;
    first->count = rest->count = 0;
    for (int64_t i = 0; whole && i < count; i++)
        sort_one(b, i, stamp, first, rest);
    for (int64_t i = 0; !whole && i < count; i++)
        if (inside[i])
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

/* ---- elements between vectors and compact buffers ------------------------------------------------------------- */

/* One lane of a batch of elements: the results and updates of the block's vectors. */
typedef struct elements {
    char *results;
    const int64_t *offset;
    const char *update; /* of the block's first vector */
    int64_t step;       /* from update to update, in elements */
} elements;

#define COPY_ELEMENT(bytes, to, from)      \
    do {                                   \
        unsigned char element_[bytes];     \
        memcpy(element_, (from), (bytes)); \
        memcpy((to), element_, (bytes));   \
    } while (0)

#define ELEMENT_MOVERS(bytes)                                                                                         \
    static void load_##bytes(const elements *e, const int16_t *vector, int64_t count, char *restrict current,         \
                             char *restrict update)                                                                   \
    {                                                                                                                 \
        for (int64_t i = 0; i < count; i++)                                                                           \
            COPY_ELEMENT(bytes, current + i * (bytes), e->results + e->offset[vector[i]] * (bytes));                  \
        for (int64_t i = 0; update != NULL && i < count; i++)                                                         \
            COPY_ELEMENT(bytes, update + i * (bytes), e->update + vector[i] * e->step * (bytes));                     \
    }                                                                                                                 \
    static void store_##bytes(const elements *e, const int16_t *vector, int64_t count, const char *restrict current)  \
    {                                                                                                                 \
        for (int64_t i = 0; i < count; i++)                                                                           \
            COPY_ELEMENT(bytes, e->results + e->offset[vector[i]] * (bytes), current + i * (bytes));                  \
    }
#define ELEMENT_SIZES(S) S(1) S(2) S(4) S(8) S(16)
ELEMENT_SIZES(ELEMENT_MOVERS)

typedef struct element_mover {
    void (*load)(const elements *e, const int16_t *vector, int64_t count, char *current, char *update);
    void (*store)(const elements *e, const int16_t *vector, int64_t count, const char *current);
} element_mover;

static const element_mover element_movers[17] = {
#define ELEMENT_ROW(bytes) [bytes] = {load_##bytes, store_##bytes},
    ELEMENT_SIZES(ELEMENT_ROW)
};

static elements elements_of(const batch *b, size_t l)
{
    const grn_lane *lane = &b->plan->lanes[l];
    return (elements){b->run->results[l], b->offset + (int64_t)l * b->block,
                      grn_lane_at(lane, b->run->updates[l], b->dense[l]), grn_run_step(&b->plan->normal, lane->dense)};
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

static grn_status combine_elements(const batch *b, const int16_t *vector, int64_t count)
{
    const grn_plan *plan = b->plan;
    const grn_scatter_spec *spec = plan->problem.scatter;
    const void *update[GRN_MAX_INPUTS];
    for (size_t l = 0; l < plan->problem.nlanes; l++) {
        elements e = elements_of(b, l);
        update[l] = updates_in_place(b, l, vector, count);
        element_movers[plan->lanes[l].element_bytes].load(&e, vector, count, b->current[l], update[l] ? NULL : b->update[l]);
        if (update[l] == NULL)
            update[l] = b->update[l];
    }
    grn_status status = spec->region(spec->region_user, count, b->current, update);
    for (size_t l = 0; status == GRN_OK && l < plan->problem.nlanes; l++) {
        elements e = elements_of(b, l);
        element_movers[plan->lanes[l].element_bytes].store(&e, vector, count, b->current[l]);
    }
    return status;
}

/* ---- windows between vectors and compact buffers -------------------------------------------------------------- */

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

static grn_status combine_windows(const batch *b, const int16_t *vector, int64_t count)
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

/* ---- rounds -------------------------------------------------------------------------------------------------- */

/* Vectors none of which meet. */
static grn_status combine(const batch *b, const int16_t *vector, int64_t count)
{
    bool single = grn_inner_loops(&b->plan->normal) == 0;
    grn_status status = GRN_OK;
    for (int64_t i = 0; status == GRN_OK && i < count; i += b->capacity) {
        int64_t fits = count - i < b->capacity ? count - i : b->capacity;
        status = single ? combine_elements(b, vector + i, fits) : combine_windows(b, vector + i, fits);
    }
    return status;
}

/* Where it is: nothing is copied. */
static grn_status combine_in_place(const batch *b, int64_t vector)
{
    const grn_plan *plan = b->plan;
    const grn_scatter_spec *spec = plan->problem.scatter;
    void *current[GRN_MAX_INPUTS];
    const void *update[GRN_MAX_INPUTS];
    for (size_t l = 0; l < plan->problem.nlanes; l++) {
        const grn_lane *lane = &plan->lanes[l];
        current[l] = grn_lane_at(lane, b->run->results[l], b->offset[(int64_t)l * b->block + vector]);
        update[l] = grn_lane_at(lane, b->run->updates[l],
                                b->dense[l] + vector * grn_run_step(&plan->normal, lane->dense));
    }
    return spec->region(spec->region_user, plan->normal.window, current, update);
}

static grn_status combine_one_by_one(const batch *b, const list *vectors)
{
    grn_status status = GRN_OK;
    for (int64_t i = 0; status == GRN_OK && i < vectors->count; i++)
        status = b->in_place ? combine_in_place(b, vectors->vector[i]) : combine(b, vectors->vector + i, 1);
    return status;
}

static grn_status combine_rounds(batch *b, int64_t count, const unsigned char *inside)
{
    list first, rest;
    begin_rounds(b, count, inside, &first, &rest);
    grn_status status = combine(b, first.vector, first.count);
    while (status == GRN_OK && rest.count > 0 && grn_round_pays(first.count, rest.count)) {
        next_round(b, &first, &rest);
        status = combine(b, first.vector, first.count);
    }
    return status == GRN_OK ? combine_one_by_one(b, &rest) : status;
}

/* ---- blocks -------------------------------------------------------------------------------------------------- */

/* Bytes of a row that is not worth collecting with others. */
#define LONG_ROW_BYTES 128

static bool goes_in_place(const batch *b)
{
    return b->in_place && b->rows && grn_row_bytes(b->plan, b->plan->lanes) >= LONG_ROW_BYTES;
}

static void fetch_rows(const batch *b, int64_t count)
{
    const grn_plan *plan = b->plan;
    for (int64_t i = 0; i < count; i++)
        plan->kernels->fetch(grn_lane_at(plan->lanes, b->run->results[0], b->offset[i]), grn_row_bytes(plan, plan->lanes),
                             true);
}

#define AHEAD_BYTES 4096 /* of rows that are fetched before their turn */

static grn_status combine_rows(const batch *b, int64_t count, const unsigned char *inside)
{
    const grn_plan *plan = b->plan;
    int64_t row = grn_row_bytes(plan, plan->lanes), ahead = AHEAD_BYTES / row + 1;
    bool fetches = plan->meeting.ahead > 0;
    grn_status status = GRN_OK;
    if (fetches)
        fetch_rows(b, ahead < count ? ahead : count);
    for (int64_t i = 0; status == GRN_OK && i < count; i++) {
        if (fetches && i + ahead < count)
            plan->kernels->fetch(grn_lane_at(plan->lanes, b->run->results[0], b->offset[i + ahead]), row, true);
        if (inside == NULL || inside[i])
            status = combine_in_place(b, i);
    }
    return status;
}

static grn_status combine_block(batch *b, const grn_cursor *c)
{
    const grn_plan *plan = b->plan;
    unsigned char inside[GRN_BLOCK];
    const unsigned char *verdict = NULL;
    for (size_t l = 0; l < plan->problem.nlanes; l++) {
        b->dense[l] = grn_cursor_offset(&plan->normal, c, plan->lanes[l].dense);
        if (!grn_region_resolve(plan, l, b->run, c, b->offset + (int64_t)l * b->block, inside))
            verdict = inside;
    }
    if (goes_in_place(b))
        return combine_rows(b, c->count, verdict);
    if (plan->meeting.ahead > 0 && b->rows)
        fetch_rows(b, c->count);
    return combine_rounds(b, c->count, verdict);
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

/* A row, or an element, of every lane at addresses that a C type of its size may have. */
static bool lies_in_place(const grn_plan *plan, const grn_run *run, bool rows)
{
    bool in_place = rows || grn_inner_loops(&plan->normal) == 0;
    for (size_t l = 0; l < plan->problem.nlanes; l++) {
        uintptr_t at = (uintptr_t)run->results[l] | (uintptr_t)run->updates[l];
        in_place = in_place && at % (uintptr_t)plan->lanes[l].element_bytes == 0;
    }
    return in_place;
}

grn_status grn_scatter_region_batched(const grn_plan *plan, const grn_run *run)
{
    _Alignas(64) unsigned char bytes[CHUNK_BYTES];
    unsigned char *at = bytes;
    batch b;
    grn_cursor c;
    grn_status status = GRN_OK;
    if (grn_region_takes_elements(plan, run))
        return grn_region_elements(plan, run);
    b.plan = plan;
    b.run = run;
    grn_seen_init(&b.seen);
    b.capacity = capacity_of(plan);
    b.block = GRN_BLOCK / (int64_t)plan->problem.nlanes;
    b.rows = grn_inner_loops(&plan->normal) == 1 && grn_rows_obstacle(plan) == NULL;
    b.in_place = lies_in_place(plan, run, b.rows);
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

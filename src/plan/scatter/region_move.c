/*
 * region_move.c - windows of several vectors between the tensors and
 * the compact buffers that a combiner of the caller's works on.
 */
#include "kernels/hints.h"
#include "plan/scatter/region_batch.h"

typedef grn_region_batch batch;
typedef grn_region_block block;

/* ---- fetching -------------------------------------------------------------------------------- */

/* Windows [from, to) of a block. Inline, since compilers leave out calls of functions that only
 * prefetch. */
KERNEL_INLINE void fetch_windows(const batch *b, const block *k, size_t l, int64_t from, int64_t to)
{
    const grn_plan *plan = b->plan;
    const grn_pair *pair = &plan->pairs[l];
    const int64_t *offset = k->offset + (int64_t)l * b->block;
    const char *results = b->run->results[l], *update = grn_pair_at(pair, b->run->updates[l], k->dense[l]);
    const int64_t bytes = pair->element_bytes, step = grn_run_step(&plan->normal, pair->dense) * bytes;
    const int64_t last = plan->normal.window * bytes - 1;
    for (int64_t i = from; i < to; i++) {
        const char *current = results + offset[i] * bytes, *next = update + i * step;
        for (int64_t at = 0; at < last; at += GRN_LINE_BYTES) {
            PREFETCH_TO_WRITE(current + at);
            PREFETCH_TO_READ(next + at);
        }
        PREFETCH_TO_WRITE(current + last);
        PREFETCH_TO_READ(next + last);
    }
}

void grn_region_begin_prefetching(batch *b, int64_t from, int64_t to)
{
    int64_t there = b->at->cursor.count + (b->next->cursor.more ? b->next->cursor.count : 0);
    b->next_prefetch = from + b->ahead;
    b->prefetch_end = b->ahead == 0 ? b->next_prefetch : to + b->ahead < there ? to + b->ahead : there;
}

void grn_region_prefetch_some(batch *b, int64_t most)
{
    int64_t count = b->at->cursor.count, from = b->next_prefetch,
            to = b->prefetch_end - from < most ? b->prefetch_end : from + most;
    for (size_t l = 0; from < to && l < b->plan->problem.npairs; l++) {
        fetch_windows(b, b->at, l, from, to < count ? to : count);
        fetch_windows(b, b->next, l, from < count ? 0 : from - count, to - count);
    }
    b->next_prefetch = to;
}

/* ---- elements between vectors and compact buffers -------------------------------------------- */

/* One pair of a batch of elements: the results and updates of the block's vectors. */
typedef struct elements {
    char *results;
    const int64_t *offset;
    const char *update; /* of the block's first vector */
    int64_t step;       /* from update to update, in elements */
} elements;

#define ELEMENT_MOVERS(bytes)                                                                                        \
    static void load_##bytes(const elements *e, const int16_t *vector, int64_t count, char *restrict current,        \
                             char *restrict update)                                                                  \
    {                                                                                                                \
        for (int64_t i = 0; i < count; i++)                                                                          \
            COPY_ELEMENT(bytes, current + i * (bytes), e->results + e->offset[vector[i]] * (bytes));                 \
        for (int64_t i = 0; update != NULL && i < count; i++)                                                        \
            COPY_ELEMENT(bytes, update + i * (bytes), e->update + vector[i] * e->step * (bytes));                    \
    }                                                                                                                \
    static void store_##bytes(const elements *e, const int16_t *vector, int64_t count, const char *restrict current) \
    {                                                                                                                \
        for (int64_t i = 0; i < count; i++)                                                                          \
            COPY_ELEMENT(bytes, e->results + e->offset[vector[i]] * (bytes), current + i * (bytes));                 \
    }
#define ELEMENT_SIZES(S) S(1) S(2) S(4) S(8) S(16)
ELEMENT_SIZES(ELEMENT_MOVERS)

typedef struct element_mover {
    void (*load)(const elements *e, const int16_t *vector, int64_t count, char *current, char *update);
    void (*store)(const elements *e, const int16_t *vector, int64_t count, const char *current);
} element_mover;

static const element_mover element_movers[17] = {
#define ELEMENT_ROW(bytes) [bytes] = {load_##bytes, store_##bytes},
    ELEMENT_SIZES(ELEMENT_ROW)};

static elements elements_of(const batch *b, size_t l)
{
    const grn_pair *pair = &b->plan->pairs[l];
    return (elements){b->run->results[l], b->at->offset + (int64_t)l * b->block,
                      grn_pair_at(pair, b->run->updates[l], b->at->dense[l]),
                      grn_run_step(&b->plan->normal, pair->dense)};
}

/* The updates of vectors that follow each other may have the region's layout: then the region reads
 * them in place. */
static const void *updates_in_place(const batch *b, size_t l, const int16_t *vector, int64_t count)
{
    const grn_plan *plan = b->plan;
    const grn_pair *pair = &plan->pairs[l];
    const void *at =
        grn_pair_at(pair, b->run->updates[l], b->at->dense[l] + vector[0] * grn_run_step(&plan->normal, pair->dense));
    bool follow = vector[count - 1] - vector[0] == count - 1;
    bool compact = count == 1 || grn_run_step(&plan->normal, pair->dense) == plan->normal.window;
    bool whole = plan->normal.window == 1 || b->rows;
    return follow && compact && whole && (uintptr_t)at % (uintptr_t)pair->element_bytes == 0 ? at : NULL;
}

static grn_status combine_elements(const batch *b, const int16_t *vector, int64_t count)
{
    const grn_plan *plan = b->plan;
    const grn_scatter_spec *spec = plan->problem.scatter;
    const void *update[GRN_MAX_INPUTS];
    for (size_t l = 0; l < plan->problem.npairs; l++) {
        elements e = elements_of(b, l);
        update[l] = updates_in_place(b, l, vector, count);
        element_movers[plan->pairs[l].element_bytes].load(&e, vector, count, b->current[l],
                                                          update[l] ? NULL : b->update[l]);
        if (update[l] == NULL)
            update[l] = b->update[l];
    }
    grn_status status = spec->region(spec->region_user, count, b->current, update);
    for (size_t l = 0; status == GRN_OK && l < plan->problem.npairs; l++) {
        elements e = elements_of(b, l);
        element_movers[plan->pairs[l].element_bytes].store(&e, vector, count, b->current[l]);
    }
    return status;
}

/* ---- windows between vectors and compact buffers --------------------------------------------- */

/* Some vectors of one pair: where their windows start, in the results and in the updates. */
typedef struct places {
    int64_t current[GRN_BLOCK], update[GRN_BLOCK];
} places;

static void find_places(const batch *b, size_t l, const int16_t *vector, int64_t count, places *out)
{
    const int64_t *offset = b->at->offset + (int64_t)l * b->block;
    int64_t step = grn_run_step(&b->plan->normal, b->plan->pairs[l].dense);
    for (int64_t i = 0; i < count; i++) {
        out->current[i] = offset[vector[i]];
        out->update[i] = b->at->dense[l] + vector[i] * step;
    }
}

static void load_rows(batch *b, const grn_pair *pair, const void *from, const int64_t *offset, int64_t count,
                      char *buffer)
{
    int64_t row = grn_row_bytes(b->plan, pair);
    const grn_rows *rows = b->plan->kernels->rows((size_t)row);
    for (int64_t i = 0, n; i < count; i += n) {
        n = count - i < GRN_FEW_ROWS ? count - i : GRN_FEW_ROWS;
        grn_region_prefetch_some(b, n);
        rows->take(buffer + i * row, row, from, offset + i, pair->element_bytes, n, (size_t)row);
    }
}

/* One position of the window after the other; a row counts as one. */
static void load(batch *b, const grn_pair *pair, const void *from, const int64_t *offset, int64_t count,
                 const int64_t *stride, char *buffer)
{
    const grn_normal *n = &b->plan->normal;
    const grn_cells *cells = b->plan->kernels->cells((size_t)pair->element_bytes);
    grn_odometer o;
    if (b->rows) {
        load_rows(b, pair, from, offset, count, buffer);
        return;
    }
    grn_odometer_init(&o, grn_inner_loops(n), n->extent + n->nouter, stride + n->nouter, stride + n->nouter);
    for (; o.more; grn_odometer_next(&o), buffer += count * pair->element_bytes)
        cells->take(buffer, 1, grn_pair_at(pair, from, o.a), offset, count);
}

static void store_windows(const batch *b, const grn_pair *pair, void *to, const int64_t *offset, int64_t count,
                          const char *buffer)
{
    const grn_normal *n = &b->plan->normal;
    const grn_accumulate *put = b->plan->kernels->replace((size_t)pair->element_bytes);
    const int64_t *stride = pair->operand + n->nouter;
    grn_odometer o;
    if (b->rows) {
        put->rows(to, offset, &(grn_updates){buffer, NULL, n->window, count, 0, 1}, n->window, 0);
        return;
    }
    grn_odometer_init(&o, grn_inner_loops(n), n->extent + n->nouter, stride, stride);
    for (; o.more; grn_odometer_next(&o), buffer += count * pair->element_bytes)
        put->cells(grn_pair_at(pair, to, o.a), offset, &(grn_updates){buffer, NULL, 1, count, 0, 1}, 0);
}

static grn_status combine_windows(batch *b, const int16_t *vector, int64_t count)
{
    const grn_plan *plan = b->plan;
    const grn_scatter_spec *spec = plan->problem.scatter;
    const void *update[GRN_MAX_INPUTS];
    places p;
    for (size_t l = 0; l < plan->problem.npairs; l++) {
        const grn_pair *pair = &plan->pairs[l];
        find_places(b, l, vector, count, &p);
        load(b, pair, b->run->results[l], p.current, count, pair->operand, b->current[l]);
        update[l] = updates_in_place(b, l, vector, count);
        if (update[l] == NULL) {
            load(b, pair, b->run->updates[l], p.update, count, pair->dense, b->update[l]);
            update[l] = b->update[l];
        }
    }
    grn_status status = spec->region(spec->region_user, count * plan->normal.window, b->current, update);
    for (size_t l = 0; status == GRN_OK && l < plan->problem.npairs; l++) {
        if (plan->problem.npairs > 1)
            find_places(b, l, vector, count, &p);
        store_windows(b, &plan->pairs[l], b->run->results[l], p.current, count, b->current[l]);
    }
    return status;
}

/* ---- both ------------------------------------------------------------------------------------ */

grn_status grn_region_combine(batch *b, const int16_t *vector, int64_t count)
{
    bool single = grn_inner_loops(&b->plan->normal) == 0;
    grn_status status = GRN_OK;
    for (int64_t i = 0; status == GRN_OK && i < count; i += b->capacity) {
        int64_t fits = count - i < b->capacity ? count - i : b->capacity;
        status = single ? combine_elements(b, vector + i, fits) : combine_windows(b, vector + i, fits);
    }
    return status;
}

grn_status grn_region_combine_in_place(const batch *b, int64_t vector)
{
    const grn_plan *plan = b->plan;
    const grn_scatter_spec *spec = plan->problem.scatter;
    void *current[GRN_MAX_INPUTS];
    const void *update[GRN_MAX_INPUTS];
    for (size_t l = 0; l < plan->problem.npairs; l++) {
        const grn_pair *pair = &plan->pairs[l];
        current[l] = grn_pair_at(pair, b->run->results[l], b->at->offset[(int64_t)l * b->block + vector]);
        update[l] =
            grn_pair_at(pair, b->run->updates[l], b->at->dense[l] + vector * grn_run_step(&plan->normal, pair->dense));
    }
    return spec->region(spec->region_user, plan->normal.window, current, update);
}

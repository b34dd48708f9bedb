/*
 * region_disjoint.c - a caller's combiner on single elements of one input that are known to be
 * disjoint: no conflict has to be searched for.
 *
 * Along the run: its own steps never meet, or the indices are promised to be unique. Across it: the
 * steps of the loop above never meet, so that step k of the run goes in one call for many of them,
 * then step k + 1. Both keep the order in which updates reach one element.
 */
#include "kernels/hints.h"
#include "plan/scatter/region.h"

/* ---- elements between places and compact buffers --------------------------------------------- */

#define STEPS 32 /* the most that go together */

/* From [step][column] to [column][STEPS]; how far each is in the source, in elements. */
typedef struct turn {
    int64_t steps, columns, step, column;
} turn;

#define ELEMENT_MOVERS(bytes)                                                                                        \
    static void take_##bytes(char *restrict to, const char *restrict from, const int64_t *restrict place, int64_t n) \
    {                                                                                                                \
        for (int64_t i = 0; i < n; i++)                                                                              \
            COPY_ELEMENT(bytes, to + i * (bytes), from + place[i] * (bytes));                                        \
    }                                                                                                                \
    static void put_##bytes(char *restrict to, const int64_t *restrict place, const char *restrict from, int64_t n)  \
    {                                                                                                                \
        for (int64_t i = 0; i < n; i++)                                                                              \
            COPY_ELEMENT(bytes, to + place[i] * (bytes), from + i * (bytes));                                        \
    }                                                                                                                \
    static void turn_##bytes(char *restrict to, const char *restrict from, const turn *t)                            \
    {                                                                                                                \
        int64_t k = 0, steps = t->steps, step = t->step * (bytes), column = t->column * (bytes);                     \
        for (; k + 8 <= t->columns; k += 8)                                                                          \
            for (int64_t s = 0; s < steps; s++)                                                                      \
                for (int64_t j = 0; j < 8; j++)                                                                      \
                    COPY_ELEMENT(bytes, to + ((k + j) * STEPS + s) * (bytes), from + s * step + (k + j) * column);   \
        for (; k < t->columns; k++)                                                                                  \
            for (int64_t s = 0; s < steps; s++)                                                                      \
                COPY_ELEMENT(bytes, to + (k * STEPS + s) * (bytes), from + s * step + k * column);                   \
    }
#define ELEMENT_SIZES(S) S(1) S(2) S(4) S(8) S(16)
ELEMENT_SIZES(ELEMENT_MOVERS)

typedef struct element_mover {
    void (*take)(char *restrict to, const char *restrict from, const int64_t *restrict place, int64_t n);
    void (*put)(char *restrict to, const int64_t *restrict place, const char *restrict from, int64_t n);
    void (*turn)(char *restrict to, const char *restrict from, const turn *t);
} element_mover;

static const element_mover element_movers[17] = {
#define ELEMENT_ROW(bytes) [bytes] = {take_##bytes, put_##bytes, turn_##bytes},
    ELEMENT_SIZES(ELEMENT_ROW)};

#define BUFFER_BYTES 8192

typedef struct disjoint {
    const grn_plan *plan;
    const grn_run *run;
    const grn_pair *pair;
    const element_mover *mover;
    int64_t most; /* elements of a call */
    _Alignas(64) char current[BUFFER_BYTES];
} disjoint;

static void disjoint_init(disjoint *a, const grn_plan *plan, const grn_run *run)
{
    a->plan = plan;
    a->run = run;
    a->pair = &plan->pairs[0];
    a->mover = &element_movers[a->pair->element_bytes];
    a->most = BUFFER_BYTES / a->pair->element_bytes;
}

/* `updates` have the region's layout, from the first place's on. */
static grn_status combine(disjoint *a, const int64_t *place, const void *updates, int64_t count)
{
    const grn_scatter_spec *spec = a->plan->problem.scatter;
    void *current[1] = {a->current};
    a->mover->take(a->current, a->run->results[0], place, count);
    grn_status status = spec->region(spec->region_user, count, current, &updates);
    if (status == GRN_OK)
        a->mover->put(a->run->results[0], place, a->current, count);
    return status;
}

/* Those that are in bounds; in_bounds NULL: all. */
static grn_status combine_runs(disjoint *a, const int64_t *place, const unsigned char *in_bounds, const char *updates,
                               int64_t count)
{
    grn_status status = GRN_OK;
    if (in_bounds == NULL || memchr(in_bounds, 0, (size_t)count) == NULL)
        return combine(a, place, updates, count);
    for (int64_t from = 0, to; status == GRN_OK && from < count; from = to) {
        for (to = from + 1; to < count && in_bounds[to] == in_bounds[from]; to++)
            continue;
        if (in_bounds[from])
            status = combine(a, place + from, grn_pair_at(a->pair, updates, from), to - from);
    }
    return status;
}

/* ---- along the run --------------------------------------------------------------------------- */

/* Updates of neighbours that lie beside each other are passed in place. */
static bool goes_along(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    return n->nouter > 0 && (n->disjoint[n->nouter - 1] || grn_scatter_is_unique(plan)) &&
           grn_run_step(n, plan->pairs[0].dense) == 1;
}

/* A block whose places are known. */
typedef struct block {
    grn_cursor cursor;
    bool whole;
    int64_t place[GRN_BLOCK];
    unsigned char in_bounds[GRN_BLOCK];
} block;

static void resolve_block(const disjoint *a, block *b)
{
    b->whole = grn_region_resolve(a->plan, 0, a->run, &b->cursor, b->place, b->in_bounds);
}

#define PIECE 64 /* elements of a call, where places are prefetched: those of the next one */

/* Inline, since compilers leave out calls of functions that only prefetch. */
KERNEL_INLINE void prefetch_places(const disjoint *a, const block *b, int64_t from, int64_t count)
{
    for (int64_t i = from; i < from + count && i < b->cursor.count; i++)
        PREFETCH_TO_READ((const char *)grn_pair_at(a->pair, a->run->results[0], b->place[i]));
}

static grn_status combine_block(disjoint *a, const block *b, const block *next)
{
    const char *updates =
        grn_pair_at(a->pair, a->run->updates[0], grn_cursor_offset(&a->plan->normal, &b->cursor, a->pair->dense));
    bool fetches = grn_region_prefetches(a->plan);
    int64_t most = fetches ? PIECE : a->most, count;
    grn_status status = GRN_OK;
    for (int64_t from = 0; status == GRN_OK && from < b->cursor.count; from += count) {
        count = b->cursor.count - from < most ? b->cursor.count - from : most;
        if (fetches && from + count < b->cursor.count)
            prefetch_places(a, b, from + count, most);
        else if (fetches && next->cursor.more)
            prefetch_places(a, next, 0, most);
        status = combine_runs(a, b->place + from, b->whole ? NULL : b->in_bounds + from,
                              grn_pair_at(a->pair, updates, from), count);
    }
    return status;
}

static grn_status combine_along(disjoint *a)
{
    block blocks[2];
    grn_status status = GRN_OK;
    grn_cursor_init(&a->plan->normal, GRN_BLOCK, &blocks[0].cursor);
    resolve_block(a, &blocks[0]);
    for (int at = 0; status == GRN_OK && blocks[at].cursor.more; at = 1 - at) {
        block *next = &blocks[1 - at];
        next->cursor = blocks[at].cursor;
        grn_cursor_next(&a->plan->normal, &next->cursor);
        if (next->cursor.more)
            resolve_block(a, next);
        status = combine_block(a, &blocks[at], next);
    }
    return status;
}

/* ---- across it ------------------------------------------------------------------------------- */

#define TILE 512 /* elements */
#define LEAST_STEPS 24

/* `steps` of the loop, as many columns of the run, [column][step]. */
typedef struct tile {
    int64_t steps, columns; /* columns 0: there are no more */
    bool whole;
    int64_t place[TILE];
    unsigned char in_bounds[TILE];
    _Alignas(64) char updates[TILE * 16];
} tile;

/* The bytes of a cache line that an element takes up, with those beside it that are unused or
 * belong to another step. */
static int64_t bytes_of_place(const grn_plan *plan)
{
    const grn_pair *pair = &plan->pairs[0];
    int64_t stride = pair->coordinate[0];
    return stride == 1 || stride == -1 ? pair->element_bytes : GRN_LINE_BYTES;
}

/* Steps of the loop whose results stay in a cache while the run goes on; 0: too few for that to
 * pay. */
static int64_t steps_across(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    const int64_t l2 = (int64_t)plan->machine->l2_bytes;
    int32_t loop = n->nouter - 2;
    if (loop < 0 || n->ncoords != 1 || !n->disjoint[loop] || plan->conflicts.small)
        return 0;
    int64_t steps = l2 / 2 / bytes_of_place(plan) / plan->dim[0];
    steps = steps < n->extent[loop] ? steps : n->extent[loop];
    return steps < LEAST_STEPS ? 0 : steps < STEPS ? steps : STEPS;
}

/* Columns [k, k + columns) of indices that are starts as they lie in memory, which `from` says of a
 * first column. */
KERNEL_INLINE void turn_starts(int64_t *restrict to, const char *restrict from, const turn *t, int64_t base,
                               int64_t add, int64_t scale, int64_t columns)
{
    const int64_t steps = t->steps, step = t->step * (int64_t)sizeof(int64_t);
    for (int64_t s = 0; s < steps; s++, from += step, base += add)
        for (int64_t j = 0; j < columns; j++) {
            int64_t start;
            memcpy(&start, from + j * (int64_t)sizeof start, sizeof start);
            to[j * STEPS + s] = base + start * scale;
        }
}

#define TOGETHER 8

static void load_in_place(const disjoint *a, const grn_cursor *c, tile *t)
{
    const grn_normal *n = &a->plan->normal;
    const int32_t loop = n->nouter - 2;
    const char *raw = (const char *)a->run->indices +
                      (grn_cursor_offset(n, c, n->index) + n->component[0]) * (int64_t)sizeof(int64_t);
    const int64_t base = grn_cursor_offset(n, c, a->pair->operand), add = a->pair->operand[loop];
    const int64_t scale = a->pair->coordinate[0];
    const turn turned = {t->steps, t->columns, n->index[loop], 1};
    int64_t k = 0;
    for (; k + TOGETHER <= t->columns; k += TOGETHER)
        if (scale == 1)
            turn_starts(t->place + k * STEPS, raw + k * (int64_t)sizeof(int64_t), &turned, base, add, 1, TOGETHER);
        else
            turn_starts(t->place + k * STEPS, raw + k * (int64_t)sizeof(int64_t), &turned, base, add, scale, TOGETHER);
    for (; k < t->columns; k++)
        turn_starts(t->place + k * STEPS, raw + k * (int64_t)sizeof(int64_t), &turned, base, add, scale, 1);
}

static void load_resolved(const disjoint *a, const grn_cursor *first, tile *t)
{
    grn_cursor c = *first;
    int64_t row[TILE];
    unsigned char in_bounds[TILE];
    for (int64_t s = 0; s < t->steps; s++) {
        bool whole = grn_region_resolve(a->plan, 0, a->run, &c, row, in_bounds);
        if (whole)
            memset(in_bounds, 1, (size_t)t->columns);
        t->whole = t->whole && whole;
        for (int64_t k = 0; k < t->columns; k++) {
            t->place[k * STEPS + s] = row[k];
            t->in_bounds[k * STEPS + s] = in_bounds[k];
        }
        c.at[a->plan->normal.nouter - 2]++;
    }
}

/* Column k of the next tile is prefetched while that of this one is worked on. */
static grn_status combine_tile(disjoint *a, const tile *t, const tile *next)
{
    const char *results = a->run->results[0];
    const int64_t bytes = a->pair->element_bytes;
    bool fetches = grn_region_prefetches(a->plan);
    grn_status status = GRN_OK;
    for (int64_t k = 0; status == GRN_OK && k < t->columns; k++) {
        for (int64_t s = 0; fetches && k < next->columns && s < next->steps; s++)
            PREFETCH_TO_READ(results + next->place[k * STEPS + s] * bytes);
        status = combine_runs(a, t->place + k * STEPS, t->whole ? NULL : t->in_bounds + k * STEPS,
                              grn_pair_at(a->pair, t->updates, k * STEPS), t->steps);
    }
    return status;
}

/* Stands on a tile: the cursor on its first step and column. */
typedef struct walk {
    grn_cursor at;
    grn_odometer above; /* the loops above the two */
    int64_t most;       /* steps of a tile */
    int64_t steps;      /* of this one */
    bool in_place;      /* their indices are starts as they lie in memory */
} walk;

static bool steps_are_in_place(const disjoint *a, const walk *w)
{
    grn_cursor c = w->at;
    bool in_place = true;
    c.count = grn_run_extent(&a->plan->normal);
    for (int64_t s = 0; in_place && s < w->steps; s++, c.at[a->plan->normal.nouter - 2]++)
        in_place = grn_region_starts_in_place(a->plan, a->run, &c) != NULL;
    return in_place;
}

static void begin_steps(const disjoint *a, int64_t from, walk *w)
{
    const grn_normal *n = &a->plan->normal;
    const int32_t loop = n->nouter - 2;
    memcpy(w->at.at, w->above.at, (size_t)loop * sizeof *w->at.at);
    w->at.at[loop] = from;
    w->at.first = 0;
    w->steps = n->extent[loop] - from < w->most ? n->extent[loop] - from : w->most;
    w->in_place = steps_are_in_place(a, w);
}

static void walk_init(const disjoint *a, int64_t steps, walk *w)
{
    const grn_normal *n = &a->plan->normal;
    grn_cursor_init(n, TILE / STEPS, &w->at);
    grn_odometer_init(&w->above, n->nouter - 2, n->extent, n->index, n->index);
    w->most = steps;
    begin_steps(a, 0, w);
}

static void walk_next(const disjoint *a, walk *w)
{
    const grn_normal *n = &a->plan->normal;
    int64_t from = w->at.at[n->nouter - 2] + w->steps;
    w->at.first += w->at.count;
    if (w->at.first < grn_run_extent(n))
        return;
    if (from == n->extent[n->nouter - 2]) {
        grn_odometer_next(&w->above);
        from = 0;
    }
    w->at.more = w->above.more;
    if (w->at.more)
        begin_steps(a, from, w);
}

static void load_tile(const disjoint *a, walk *w, tile *t)
{
    const grn_normal *n = &a->plan->normal;
    const int64_t *dense = a->pair->dense;
    int64_t left = grn_run_extent(n) - w->at.first;
    w->at.count = left < w->at.limit ? left : w->at.limit;
    t->steps = w->steps;
    t->columns = w->at.count;
    t->whole = true;
    const turn turned = {t->steps, t->columns, dense[n->nouter - 2], dense[n->nouter - 1]};
    if (w->in_place)
        load_in_place(a, &w->at, t);
    else
        load_resolved(a, &w->at, t);
    a->mover->turn(t->updates, grn_pair_at(a->pair, a->run->updates[0], grn_cursor_offset(n, &w->at, dense)), &turned);
}

/* Each tile is loaded one early, so that its places can be prefetched in time. */
static grn_status combine_across(disjoint *a, int64_t steps)
{
    walk w;
    tile tiles[2];
    grn_status status = GRN_OK;
    walk_init(a, steps, &w);
    load_tile(a, &w, &tiles[0]);
    for (int k = 0; status == GRN_OK && tiles[k].columns > 0; k = 1 - k) {
        tile *next = &tiles[1 - k];
        walk_next(a, &w);
        next->columns = 0;
        if (w.at.more)
            load_tile(a, &w, next);
        status = combine_tile(a, &tiles[k], next);
    }
    return status;
}

/* ---- the movers ------------------------------------------------------------------------------ */

const char *grn_region_runs_obstacle(const grn_plan *plan)
{
    const char *cells = grn_region_cells_obstacle(plan);
    return cells != NULL ? cells : goes_along(plan) ? NULL : "neighbours along the run may have one target";
}

const char *grn_region_steps_obstacle(const grn_plan *plan)
{
    const char *cells = grn_region_cells_obstacle(plan);
    return cells != NULL            ? cells
           : steps_across(plan) > 0 ? NULL
                                    : "too few steps of the loop above are disjoint and near";
}

grn_status grn_region_runs(const grn_plan *plan, const grn_run *run)
{
    disjoint a;
    if (!grn_region_lies_aligned(plan, run))
        return grn_region_batches(plan, run);
    disjoint_init(&a, plan, run);
    return combine_along(&a);
}

grn_status grn_region_steps(const grn_plan *plan, const grn_run *run)
{
    disjoint a;
    if (!grn_region_lies_aligned(plan, run))
        return grn_region_batches(plan, run);
    disjoint_init(&a, plan, run);
    return combine_across(&a, steps_across(plan));
}

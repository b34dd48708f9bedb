/*
 * fused.c - vectors whose raw indices are, or count, the offsets of
 * their targets, once they have 64 bits: an index and its update move through
 * one kernel, and nothing is resolved as long as indices are in range.
 */
#include <string.h>

#include "plan/scatter/scatter.h"

/* How many vectors go by offset batches where an index is out of range, before the fused kernel is
 * tried again; what it takes at a time. */
#define DIRECT_REST 1024
#define MOST_REST 65536

/* Indices, or pairs of them, that are offsets as they lie; others are scaled or moved on from
 * vector to vector. */
static bool is_plain(const grn_normal *n, const grn_pair *l)
{
    return n->ncoords == 2 || (l->coordinate[0] == 1 && grn_run_step(n, l->operand) == 0);
}

/* Vectors of a run whose starts the kernel reads as they are. */
typedef struct direct {
    grn_starts starts;
    int64_t (*move)(void *current, const grn_starts *starts, const void *updates, int64_t n, int64_t ahead);
    char *current;
    const char *updates;
    int64_t start_bytes, current_bytes, update_bytes; /* from vector to vector */
} direct;

/* From the cursor's first vector on. */
static direct direct_from(const grn_plan *plan, size_t pair, const grn_run *run, const grn_cursor *c, grn_starts s)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *l = &plan->pairs[pair];
    const grn_accumulate *f = grn_pair_combiner(plan, l);
    const int32_t second = n->ncoords - 1;
    const bool plain = is_plain(n, l);
    s.ncoords = n->ncoords;
    s.last[0] = plan->axis[0].last;
    s.last[1] = plan->axis[second].last;
    s.scale[0] = l->coordinate[0];
    s.scale[1] = plain ? l->coordinate[second] : grn_run_step(n, l->operand);
    return (direct){s,
                    plain ? f->fused : f->stepped,
                    grn_pair_at(l, run->results[pair], grn_cursor_offset(n, c, l->operand)),
                    grn_pair_at(l, run->updates[pair], grn_cursor_offset(n, c, l->dense)),
                    n->ncoords * (s.index32 ? (int64_t)sizeof(int32_t) : (int64_t)sizeof(int64_t)),
                    grn_run_step(n, l->operand) * l->element_bytes,
                    grn_run_step(n, l->dense) * l->element_bytes};
}

/* `count` vectors from the `from`-th on, as far as they are in range; answers how many. */
static int64_t move_direct(const direct *d, int64_t from, int64_t count, int64_t ahead)
{
    grn_starts s = d->starts;
    s.raw = (const char *)s.raw + from * d->start_bytes;
    return d->move(d->current + from * d->current_bytes, &s, d->updates + from * d->update_bytes, count, ahead);
}

static int64_t move_starts(const grn_plan *plan, size_t pair, const grn_run *run, const grn_cursor *c, grn_starts s,
                           int64_t ahead)
{
    const direct d = direct_from(plan, pair, run, c, s);
    return move_direct(&d, 0, c->count, ahead);
}

/* Indices that are widened at a time, and that many more, whose targets are prefetched. */
#define WIDENED 256
#define MOST_AHEAD 128

/* ... of indices that no kernel reads as they are */
static int64_t move_widened(const grn_plan *plan, size_t pair, const grn_run *run, const grn_cursor *c, int64_t ahead)
{
    int64_t room[2 * (WIDENED + MOST_AHEAD)], taken;
    grn_cursor piece = *c;
    for (int64_t done = 0; done < c->count; done += taken) {
        int64_t left = c->count - done, known = left < WIDENED + MOST_AHEAD ? left : WIDENED + MOST_AHEAD;
        piece.first = c->first + done;
        piece.count = left < WIDENED ? left : WIDENED;
        grn_starts s = {.raw = grn_scatter_raw(plan, run, &piece, known, room), .known = known};
        taken = move_starts(plan, pair, run, &piece, s, ahead < MOST_AHEAD ? ahead : MOST_AHEAD);
        if (taken < piece.count)
            return done + taken;
    }
    return c->count;
}

static bool are_index32(const grn_plan *plan, const grn_pair *l)
{
    grn_dtype dtype = plan->problem.indices->dtype;
    return is_plain(&plan->normal, l) && (dtype == GRN_I32 || dtype == GRN_UI32) && plan->axis[0].last <= INT32_MAX &&
           plan->axis[plan->normal.ncoords - 1].last <= INT32_MAX;
}

static bool are_widened(const grn_plan *plan, const grn_pair *l)
{
    return plan->conflicts.widen != NULL && !are_index32(plan, l);
}

/* The starts from the cursor's first on, which are not widened. */
static grn_starts starts_from(const grn_plan *plan, const grn_pair *l, const grn_run *run, const grn_cursor *c)
{
    const bool index32 = are_index32(plan, l);
    const int64_t at = grn_cursor_offset(&plan->normal, c, plan->normal.index) + plan->normal.component[0];
    return (grn_starts){.raw = (const char *)run->indices + at * (index32 ? 4 : 8), .index32 = index32};
}

/* The cursor's vectors from the first on whose index is in range; answers how many. */
static int64_t move_fused(const grn_plan *plan, size_t pair, const grn_run *run, const grn_cursor *c, int64_t ahead)
{
    const grn_pair *l = &plan->pairs[pair];
    if (are_widened(plan, l))
        return move_widened(plan, pair, run, c, ahead);
    return move_starts(plan, pair, run, c, starts_from(plan, l, run, c), ahead);
}

/* Fewer than a group, if they are in range. */
static bool move_few(const grn_plan *plan, size_t pair, const grn_run *run, const grn_cursor *c)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *l = &plan->pairs[pair];
    int64_t room[GRN_FUSED_GROUP];
    if (n->ncoords != 1 || !is_plain(n, l))
        return false;
    const int64_t *start = grn_scatter_raw(plan, run, c, c->count, room);
    bool in_bounds = grn_starts_in_range(start, c->count, plan->axis[0].last);
    if (in_bounds)
        grn_pair_combiner(plan, l)->cells(
            grn_pair_at(l, run->results[pair], grn_cursor_offset(n, c, l->operand)), start,
            &(grn_updates){grn_pair_at(l, run->updates[pair], grn_cursor_offset(n, c, l->dense)), NULL, 1, c->count, 0,
                           1},
            0);
    return in_bounds;
}

/* Lists are worth being set up for more than a group. */
static void move_piece(const grn_plan *plan, size_t pair, const grn_run *run, const grn_cursor *c)
{
    grn_index_block b;
    if (c->count >= GRN_FUSED_GROUP) {
        grn_scatter_batched_piece(plan, pair, run, c);
    } else if (!move_few(plan, pair, run, c)) {
        grn_block_resolve(plan, &plan->pairs[pair], run->indices, c, &b);
        grn_scatter_block(plan, pair, run, c, &b);
    }
}

/* Whether an index that is not in [0, last] as it lies brings nothing, whatever it is. */
static bool are_left_out(const grn_plan *plan, const grn_pair *l)
{
    return plan->tested && plan->normal.ncoords == 1 && plan->axis[0].wrap == 0 && is_plain(&plan->normal, l);
}

#define KEPT 1024

/* Those in range, one after the other with their updates, without a branch; answers how many. */
static inline int64_t compact(const int64_t *raw, int64_t n, int64_t last, const char *update, const size_t size,
                              int64_t *offset, char *to)
{
    int64_t kept = 0;
    for (int64_t i = 0; i < n; i++) {
        offset[kept] = raw[i];
        memcpy(to + (size_t)kept * size, update + (size_t)i * size, size);
        kept += (uint64_t)raw[i] <= (uint64_t)last;
    }
    return kept;
}

static int64_t compact_sized(const int64_t *raw, int64_t n, int64_t last, const char *update, size_t size,
                             int64_t *offset, char *to)
{
    return size == 4   ? compact(raw, n, last, update, 4, offset, to)
           : size == 8 ? compact(raw, n, last, update, 8, offset, to)
           : size == 2 ? compact(raw, n, last, update, 2, offset, to)
                       : compact(raw, n, last, update, 1, offset, to);
}

/* Up to KEPT vectors, of which those out of range are left out. */
static void move_in_bounds(const grn_plan *plan, size_t pair, const grn_run *run, const grn_cursor *c, int64_t ahead)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *l = &plan->pairs[pair];
    int64_t room[KEPT], offset[KEPT], updates[KEPT];
    const int64_t *raw = grn_scatter_raw(plan, run, c, c->count, room);
    const char *update = grn_pair_at(l, run->updates[pair], grn_cursor_offset(n, c, l->dense));
    int64_t kept =
        compact_sized(raw, c->count, plan->axis[0].last, update, (size_t)l->element_bytes, offset, (char *)updates);
    grn_pair_combiner(plan, l)->cells(grn_pair_at(l, run->results[pair], grn_cursor_offset(n, c, l->operand)), offset,
                                      &(grn_updates){updates, NULL, 1, kept, kept, 1}, ahead);
}

/* Takes vectors of the cursor from `taken` on: those that the fused kernel left, a group not wholly
 * in range, and more of them the more often the next was no better. */
static void move_rest_of_run(const grn_plan *plan, size_t pair, const grn_run *run, const grn_cursor *c, int64_t taken,
                             int64_t ahead)
{
    const bool left_out = are_left_out(plan, &plan->pairs[pair]);
    const int64_t least = left_out ? GRN_FUSED_GROUP : DIRECT_REST, limit = left_out ? KEPT : MOST_REST;
    grn_cursor rest = *c;
    int64_t most = least;
    for (rest.count = 0; taken < c->count; taken += rest.count) {
        rest.first = c->first + taken;
        rest.count = c->count - taken < most ? c->count - taken : most;
        if (left_out)
            move_in_bounds(plan, pair, run, &rest, ahead);
        else
            move_piece(plan, pair, run, &rest);
        taken += rest.count;
        rest.first = c->first + taken;
        rest.count = c->count - taken;
        rest.count = rest.count < GRN_FUSED_GROUP ? 0 : move_fused(plan, pair, run, &rest, ahead);
        most = rest.count > 0 ? least : 4 * most < limit ? 4 * most : limit;
    }
}

/* The cursor's vectors: mostly all in range. */
static void move_run(const grn_plan *plan, size_t pair, const grn_run *run, const grn_cursor *c)
{
    int64_t ahead = grn_scatter_sample_ahead(plan, pair, run, c), taken = move_fused(plan, pair, run, c, ahead);
    if (taken < c->count)
        move_rest_of_run(plan, pair, run, c, taken, ahead);
}

void grn_scatter_fused_piece(const grn_plan *plan, size_t pair, const grn_run *run, const grn_cursor *c)
{
    int64_t taken = move_fused(plan, pair, run, c, 0);
    if (taken < c->count)
        move_rest_of_run(plan, pair, run, c, taken, 0);
}

/* ---- the next run's targets ------------------------------------------------------------------ */

/* So many vectors move between prefetches: few, so that those are spread, and as many as pay for a
 * call of the kernel. */
#define FOLLOWED 128

/* Where the next step of the loop that is followed has its targets; NULL: there is none. */
static char *next_targets(const grn_plan *plan, const grn_pair *l, void *results, const grn_cursor *c)
{
    const int32_t loop = plan->conflicts.follow;
    return c->at[loop] + 1 < plan->normal.extent[loop]
               ? grn_pair_at(l, results, grn_cursor_offset(&plan->normal, c, l->operand) + l->operand[loop])
               : NULL;
}

/* A whole run, while the next one's targets are prefetched: for so many vectors their share. */
static void move_and_follow(const grn_plan *plan, size_t pair, const grn_run *run, const grn_cursor *c)
{
    const grn_pair *l = &plan->pairs[pair];
    const bool widened = are_widened(plan, l);
    const int64_t block = FOLLOWED, bytes = plan->conflicts.region_bytes;
    const char *next = next_targets(plan, l, run->results[pair], c);
    const int64_t share =
        next != NULL ? (bytes * block / c->count + GRN_LINE_BYTES - 1) / GRN_LINE_BYTES * GRN_LINE_BYTES : 0;
    const direct d =
        direct_from(plan, pair, run, c, widened ? (grn_starts){.raw = NULL} : starts_from(plan, l, run, c));
    grn_cursor piece = *c;
    for (int64_t from = 0, at = 0; from < c->count; from += block, at += share) {
        const int64_t left = c->count - from, n = left < block ? left : block;
        if (at < bytes && share > 0)
            plan->kernels->prefetch(next + at, share < bytes - at ? share : bytes - at, true);
        piece.first = c->first + from;
        piece.count = n;
        const int64_t taken = widened ? move_widened(plan, pair, run, &piece, 0) : move_direct(&d, from, n, 0);
        if (taken < n)
            move_rest_of_run(plan, pair, run, &piece, taken, 0);
    }
}

static void move_runs(const grn_plan *plan, size_t pair, const grn_run *run)
{
    grn_cursor c;
    for (grn_cursor_init(&plan->normal, INT64_MAX, &c); c.more; grn_cursor_next(&plan->normal, &c)) {
        if (plan->conflicts.runs_ahead > 0)
            grn_scatter_prefetch_runs(plan, pair, run, &c);
        if (plan->conflicts.follow >= 0)
            move_and_follow(plan, pair, run, &c);
        else
            move_run(plan, pair, run, &c);
    }
}

/* Shorter runs do not pay for being set up: lists hold many of them, where no target needs a
 * prefetch. */
#define LONG_RUN 256

static bool runs_pay(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    return n->nouter == 1 || grn_run_extent(n) >= (plan->conflicts.runs_ahead > 0 ? GRN_FUSED_GROUP : LONG_RUN);
}

/* ---- what it takes --------------------------------------------------------------------------- */

const char *grn_scatter_fused_obstacle(const grn_plan *plan)
{
    if (plan->conflicts.widen == NULL && !plan->conflicts.wide_starts)
        return "indices are not starts as they lie";
    if (!grn_scatter_starts_are_narrow(plan))
        return "a start may need more than 32 bits";
    return grn_scatter_batches_obstacle(plan);
}

/* Indices of cells lie together, by vectors, as do their updates. */
const char *grn_scatter_fused_cells_obstacle(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    if (grn_inner_loops(n) > 0)
        return "a window is more than an element";
    if (!runs_pay(plan))
        return "runs are too short to be begun one by one";
    for (size_t i = 0; i < plan->problem.npairs; i++) {
        const grn_pair *pair = &plan->pairs[i];
        if ((n->ncoords > 1 && grn_run_step(n, pair->operand) != 0) || grn_run_step(n, pair->dense) != 1)
            return "updates do not lie together, or targets are stepped over by two indices";
        if (grn_pair_combiner(plan, pair)->fused == NULL)
            return "no kernel of the combiner reads indices";
    }
    return NULL;
}

/* Data at an address that no int64_t may have is read in batches. */
void grn_scatter_fused(const grn_plan *plan, size_t pair, const grn_run *run)
{
    if (!grn_scatter_has_raw(plan, run))
        grn_scatter_batched(plan, pair, run);
    else if (grn_inner_loops(&plan->normal) > 0)
        grn_scatter_fused_rows(plan, pair, run);
    else
        move_runs(plan, pair, run);
}

/*
 * batches.c - vectors resolved to batches of offsets, however short their
 * runs are.
 *
 * A block is a number of whole steps of one outer loop: the offsets of its
 * vectors, but for what the indices add, are the same in every block, less
 * those of the first. They are worked out once, so that a block is resolved in
 * one go where its runs lie together. Vectors that are not in bounds are left out
 * of the list; they bring nothing where no loop's counter takes part in the
 * check of bounds.
 */
#include <string.h>

#include "plan/scatter/scatter.h"

/* The outer loops, in the order that they are walked in here. */
typedef struct walk {
    int32_t n;
    int64_t extent[GRN_MAX_RANK], operand[GRN_MAX_RANK], dense[GRN_MAX_RANK], index[GRN_MAX_RANK];
} walk;

typedef struct batcher {
    const grn_plan *plan;
    const grn_run *run;
    const grn_pair *pair;
    size_t number; /* the pair's */
    walk loops;
    int32_t cut;                    /* the loop that a block has whole steps of */
    int64_t inner_steps;            /* vectors of a step */
    int64_t most;                   /* steps of a block */
    bool indices_lie, updates_lie;  /* the indices of a block are contiguous, by the run's step */
    grn_checked_offsets_fn checked; /* NULL: indices are not starts as they lie */
    grn_compact_fn compact;
    grn_checked_axis axis;
    int64_t operand[GRN_BATCH], dense[GRN_BATCH]; /* of a block's vectors, from its first */
} batcher;

/* Where a block begins: counters of the loops, and which of them may still go on. */
typedef struct stand {
    bool more;
    int64_t at[GRN_MAX_RANK], count; /* steps of the block */
    int64_t end;                     /* of the loop that is cut */
    int32_t above;                   /* loops over it that turn */
} stand;

/* A block in the batcher's lists, from `first` on. */
typedef struct batch {
    int64_t count, dense; /* dense: where its first vector's update stands */
    bool placed;          /* its updates stand at the places in from[] */
} batch;

typedef struct lists {
    int64_t offset[2 * GRN_BATCH], from[2 * GRN_BATCH];
} lists;

/* ---- what all blocks share ------------------------------------------------------------------- */

static bool lies(const walk *w, int32_t from, const int64_t *stride)
{
    bool together = true;
    for (int32_t l = from; l + 1 < w->n; l++)
        together = together && stride[l] == stride[l + 1] * w->extent[l + 1];
    return together;
}

/* The first `count` vectors from the loop's first step on: each loop repeats what is in bounds
 * it. */
static void work_out(const walk *w, int32_t cut, const int64_t *stride, int64_t count, int64_t *out)
{
    int64_t have = w->n - 1 > cut && w->extent[w->n - 1] < count ? w->extent[w->n - 1] : count;
    for (int64_t i = 0; i < have; i++)
        out[i] = i * stride[w->n - 1];
    for (int32_t l = w->n - 2; l >= cut && have < count; l--) {
        int64_t period = have, all = l == cut ? count : period * w->extent[l];
        for (; have < all && have < count; have++)
            out[have] = out[have - period] + stride[l];
    }
}

static void copy_loop(const grn_normal *n, const grn_pair *pair, int32_t from, walk *w, int32_t to)
{
    w->extent[to] = n->extent[from];
    w->operand[to] = pair->operand[from];
    w->dense[to] = pair->dense[from];
    w->index[to] = n->index[from];
}

/* A long run that was stored last counts with the place of its updates: the length of a run does
 * not matter here. */
static void order_loops(const grn_normal *n, const grn_pair *pair, bool as_they_are, walk *w)
{
    int32_t run = n->nouter - 1, place = run;
    w->n = n->nouter;
    while (!as_they_are && place > 0 && !(n->ordered[place - 1] && n->ordered[run]) &&
           pair->dense[place - 1] < pair->dense[run])
        place--;
    for (int32_t l = 0; l < run; l++)
        copy_loop(n, pair, l, w, l < place ? l : l + 1);
    copy_loop(n, pair, run, w, place);
}

/* The outermost loop of which a block holds a few steps, or the run. */
static void find_cut(batcher *l)
{
    const walk *w = &l->loops;
    while (l->cut > 0 && l->inner_steps * w->extent[l->cut] <= GRN_BATCH / 2) {
        l->inner_steps *= w->extent[l->cut];
        l->cut--;
    }
    l->most = GRN_BATCH / l->inner_steps;
}

/* A shorter run, whose indices do not follow those of the one before it, is not worth a call. */
#define LEAST_CHECKED_RUN 16

static grn_checked_offsets_fn kernel_for(const batcher *l)
{
    const grn_plan *plan = l->plan;
    const int64_t last = plan->axis[0].last, stride = l->pair->coordinate[0];
    bool simple = plan->normal.ncoords == 1 && plan->axis[0].base == 0 && last <= UINT32_MAX && stride >= 0 &&
                  stride <= UINT32_MAX && l->loops.index[l->loops.n - 1] == 1 &&
                  (l->indices_lie || l->loops.extent[l->loops.n - 1] >= LEAST_CHECKED_RUN);
    return simple ? plan->kernels->checked_offsets(plan->problem.indices->dtype) : NULL;
}

/* `piece`: the steps of the run that are wanted; 0: all of all loops. */
static void init(const grn_plan *plan, size_t number, const grn_run *run, int64_t piece, batcher *l)
{
    walk *w = &l->loops;
    l->plan = plan;
    l->run = run;
    l->pair = &plan->pairs[number];
    l->number = number;
    order_loops(&plan->normal, l->pair, piece > 0 || plan->conflicts.runs_ahead > 0, w);
    l->cut = w->n - 1;
    l->inner_steps = 1;
    l->most = GRN_BATCH;
    if (piece == 0 && plan->conflicts.runs_ahead == 0)
        find_cut(l);
    l->indices_lie = lies(w, l->cut, w->index);
    l->updates_lie = lies(w, l->cut, w->dense);
    l->checked = kernel_for(l);
    l->compact = grn_compact(plan->problem.indices->dtype);
    l->axis = (grn_checked_axis){plan->axis[0].last, l->pair->coordinate[0]};
    int64_t steps = piece > 0 ? piece : w->extent[l->cut];
    steps = steps < l->most ? steps : l->most;
    work_out(w, l->cut, w->operand, steps * l->inner_steps, l->operand);
    if (!l->updates_lie)
        work_out(w, l->cut, w->dense, steps * l->inner_steps, l->dense);
}

/* ---- one block ------------------------------------------------------------------------------- */

static int64_t offset_of(const stand *s, int32_t cut, const int64_t *stride)
{
    int64_t offset = 0;
    for (int32_t l = 0; l <= cut; l++)
        offset += s->at[l] * stride[l];
    return offset;
}

static const void *indices_at(const batcher *l, int64_t at)
{
    return (const char *)l->run->indices + at * (int64_t)grn_dtype_bytes(l->plan->problem.indices->dtype);
}

/* `count` vectors whose indices lie one after the other. */
static void resolve_some(const batcher *l, const grn_resolve_axis *axis, int64_t at, int64_t count, int64_t *offset,
                         unsigned char *in_bounds)
{
    l->plan->resolve(indices_at(l, at), l->loops.index[l->loops.n - 1], count, axis, offset, in_bounds);
}

/* The runs of a block, by where their indices stand from its first; `extent` is the odometer's. */
static void runs_of(const batcher *l, const stand *s, int64_t *extent, grn_odometer *o)
{
    const walk *w = &l->loops;
    memcpy(extent, w->extent, sizeof w->extent);
    extent[l->cut] = s->count;
    grn_odometer_init(o, w->n - 1 - l->cut, extent + l->cut, w->index + l->cut, w->index + l->cut);
}

/* Run after run, where their indices do not follow each other in memory. */
static void resolve_runs(const batcher *l, const stand *s, const grn_resolve_axis *axis, int64_t at, int64_t *offset,
                         unsigned char *in_bounds)
{
    const walk *w = &l->loops;
    int64_t extent[GRN_MAX_RANK], run = w->extent[w->n - 1];
    grn_odometer o;
    runs_of(l, s, extent, &o);
    for (int64_t i = 0; o.more; i += run, grn_odometer_next(&o))
        resolve_some(l, axis, at + o.a, run, offset + i, in_bounds != NULL ? in_bounds + i : NULL);
}

static void resolve_component(const batcher *l, const stand *s, int32_t k, int64_t *offset, unsigned char *in_bounds)
{
    grn_resolve_axis axis = l->plan->axis[k];
    int64_t at = offset_of(s, l->cut, l->loops.index) + l->plan->normal.component[k];
    axis.stride = l->pair->coordinate[k];
    if (l->indices_lie)
        resolve_some(l, &axis, at, s->count * l->inner_steps, offset, in_bounds);
    else
        resolve_runs(l, s, &axis, at, offset, in_bounds);
}

/* By any rule; answers whether all are in bounds. */
static bool resolve_block(const batcher *l, const stand *s, int64_t base, int64_t count, int64_t *offset,
                          unsigned char *in_bounds)
{
    for (int64_t i = 0; i < count; i++)
        offset[i] = base + l->operand[i];
    if (in_bounds != NULL)
        memset(in_bounds, 1, (size_t)count);
    for (int32_t k = 0; k < l->plan->normal.ncoords; k++)
        resolve_component(l, s, k, offset, in_bounds);
    return in_bounds == NULL || memchr(in_bounds, 0, (size_t)count) == NULL;
}

/* Where the updates of a block stand; more where they are not in a row or some are left out. */
static void place(const batcher *l, int64_t dense, int64_t count, int64_t *from)
{
    const int64_t step = l->loops.dense[l->loops.n - 1];
    for (int64_t i = 0; l->updates_lie && i < count; i++)
        from[i] = dense + i * step;
    for (int64_t i = 0; !l->updates_lie && i < count; i++)
        from[i] = dense + l->dense[i];
}

/* Those that are in bounds, without a branch that depends on an index. */
static int64_t compact(int64_t count, const unsigned char *in_bounds, int64_t *offset, int64_t *from)
{
    int64_t kept = 0;
    for (int64_t i = 0; i < count; i++) {
        offset[kept] = offset[i];
        from[kept] = from[i];
        kept += in_bounds[i];
    }
    return kept;
}

/* Lists the vectors of a block whose indices are not all in bounds. */
static void fill_by_rule(const batcher *l, const stand *s, const void *raw, int64_t base, int64_t *offset,
                         int64_t *from, batch *b)
{
    unsigned char in_bounds[GRN_BATCH];
    if (l->checked != NULL && l->indices_lie && l->plan->tested && l->plan->axis[0].wrap == 0) {
        place(l, b->dense, b->count, from);
        b->count = l->compact(raw, l->operand, base, &l->axis, b->count, offset, from);
        b->placed = true;
    } else if (!resolve_block(l, s, base, b->count, offset, l->plan->tested ? in_bounds : NULL)) {
        place(l, b->dense, b->count, from);
        b->count = compact(b->count, in_bounds, offset, from);
        b->placed = true;
    }
}

/* Whether all indices of a block are in range; then the offsets are filled in. */
static bool fill_checked(const batcher *l, const stand *s, const void *raw, int64_t base, int64_t count,
                         int64_t *offset)
{
    const walk *w = &l->loops;
    int64_t extent[GRN_MAX_RANK], run = w->extent[w->n - 1];
    bool in_range = true;
    grn_odometer o;
    if (l->indices_lie)
        return l->checked(raw, l->operand, base, &l->axis, count, offset);
    runs_of(l, s, extent, &o);
    for (int64_t i = 0; in_range && o.more; i += run, grn_odometer_next(&o))
        in_range = l->checked((const char *)raw + o.a * (int64_t)grn_dtype_bytes(l->plan->problem.indices->dtype),
                              l->operand + i, base, &l->axis, run, offset + i);
    return in_range;
}

static void fill_batch(const batcher *l, const stand *s, int64_t *offset, int64_t *from, batch *b)
{
    int64_t base = offset_of(s, l->cut, l->loops.operand);
    const void *raw = indices_at(l, offset_of(s, l->cut, l->loops.index) + l->plan->normal.component[0]);
    *b = (batch){s->count * l->inner_steps, offset_of(s, l->cut, l->loops.dense), !l->updates_lie};
    if (b->placed)
        place(l, b->dense, b->count, from);
    if (l->checked == NULL || !fill_checked(l, s, raw, base, b->count, offset))
        fill_by_rule(l, s, raw, base, offset, from, b);
}

static void move_block(const batcher *l, const grn_plan *plan, const batch *b, const lists *to, int64_t known)
{
    const void *updates = l->run->updates[l->number];
    int64_t step = l->loops.dense[l->loops.n - 1];
    grn_updates placed = {updates, to->from, 0, b->count, known, 1};
    grn_updates in_row = {grn_pair_at(l->pair, updates, b->dense), NULL, step, b->count, known, 1};
    if (b->count > 0)
        plan->choice.mover->move(plan, l->number, l->run, to->offset, b->placed ? &placed : &in_row);
}

/* ---- block after block ----------------------------------------------------------------------- */

static void take_step(const batcher *l, stand *s)
{
    int64_t left = s->end - s->at[l->cut];
    s->count = left < l->most ? left : l->most;
}

static void next_step(const batcher *l, stand *s)
{
    int32_t loop = l->cut - 1;
    s->at[l->cut] += s->count;
    if (s->at[l->cut] >= s->end) {
        s->at[l->cut] = 0;
        for (; loop >= l->cut - s->above && ++s->at[loop] == l->loops.extent[loop]; loop--)
            s->at[loop] = 0;
        s->more = loop >= l->cut - s->above;
    }
    take_step(l, s);
}

/* Indices are read in bursts, too late for the hardware prefetcher, so they are prefetched. */
static void prefetch_indices(const batcher *l, const stand *s)
{
    const walk *w = &l->loops;
    int64_t bytes = (int64_t)grn_dtype_bytes(l->plan->problem.indices->dtype), step = w->index[w->n - 1];
    int64_t count = s->count * l->inner_steps * step;
    if (!l->indices_lie || s->end - s->at[l->cut] < 2 * l->most || step < 1 || step > l->plan->normal.ncoords)
        return;
    l->plan->kernels->prefetch((const char *)l->run->indices + (offset_of(s, l->cut, w->index) + count) * bytes,
                               count * bytes, false);
}

#define LOOKS 8

/* Whether the first few neighbours of a list are near each other. */
static bool all_are_near(const batcher *l, const int64_t *offset, int64_t count)
{
    bool near = l->plan->normal.window == 1 && count >= 2 * LOOKS;
    for (int64_t k = 0; near && k < LOOKS; k++) {
        int64_t i = (count - 2) / LOOKS * k;
        near = grn_scatter_is_near(l->pair, (int64_t)((uint64_t)offset[i + 1] - (uint64_t)offset[i]));
    }
    return near;
}

/* Each block is listed one early, so that its targets can be prefetched in time, unless the
 * processor will. */
static void move_early(const batcher *l, stand *s)
{
    grn_plan near = *l->plan;
    lists to;
    batch b, after;
    near.conflicts.ahead = 0;
    fill_batch(l, s, to.offset, to.from, &b);
    while (s->more) {
        next_step(l, s);
        after = (batch){.count = 0};
        if (s->more) {
            prefetch_indices(l, s);
            fill_batch(l, s, to.offset + b.count, to.from + b.count, &after);
        }
        bool calm = all_are_near(l, to.offset, b.count + after.count);
        move_block(l, calm ? &near : l->plan, &b, &to, after.placed || !b.placed ? b.count + after.count : b.count);
        memmove(to.offset, to.offset + b.count, (size_t)after.count * sizeof *to.offset);
        if (after.placed)
            memmove(to.from, to.from + b.count, (size_t)after.count * sizeof *to.from);
        b = after;
    }
}

/* Once for each run. */
static void prefetch_runs(const batcher *l, const stand *s)
{
    grn_cursor c = {.first = 0};
    if (l->cut == 0 || s->at[l->cut] != 0)
        return;
    memcpy(c.at, s->at, (size_t)l->cut * sizeof *s->at);
    grn_scatter_prefetch_runs(l->plan, l->number, l->run, &c);
}

static void move_all(const batcher *l, stand *s)
{
    lists to;
    batch b;
    take_step(l, s);
    if (l->plan->conflicts.ahead > 0) {
        move_early(l, s);
        return;
    }
    for (; s->more; next_step(l, s)) {
        if (l->plan->conflicts.runs_ahead > 0)
            prefetch_runs(l, s);
        fill_batch(l, s, to.offset, to.from, &b);
        move_block(l, l->plan, &b, &to, 0);
    }
}

const char *grn_scatter_batches_obstacle(const grn_plan *plan)
{
    if (plan->normal.nouter == 0)
        return "there is one vector";
    for (int32_t k = 0; k < plan->normal.ncoords; k++)
        if (plan->normal.clip[k] >= 0)
            return "windows may be in bounds in part";
    return NULL;
}

void grn_scatter_batched(const grn_plan *plan, size_t pair, const grn_run *run)
{
    batcher l;
    stand s = {.more = true};
    init(plan, pair, run, 0, &l);
    s.end = l.loops.extent[l.cut];
    s.above = l.cut;
    move_all(&l, &s);
}

void grn_scatter_batched_piece(const grn_plan *plan, size_t pair, const grn_run *run, const grn_cursor *c)
{
    batcher l;
    stand s = {.more = true};
    init(plan, pair, run, c->count, &l);
    memcpy(s.at, c->at, (size_t)l.cut * sizeof *s.at);
    s.at[l.cut] = c->first;
    s.end = c->first + c->count;
    move_all(&l, &s);
}

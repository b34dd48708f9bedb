/*
 * runs.c - single elements by short runs of index vectors, or by the
 * same few for every position of a window: the last axis but one of many rows,
 * each with indices of its own, or a few columns of a table. What a run costs
 * to begin counts here more than what its elements do, so that two loops go
 * through one kernel call and nothing is resolved. Indices are checked first,
 * many at a time; runs with one that is out of range take the fallback, and
 * where there are many of them, or windows, everything goes by cells.
 */
#include "kernels/hints.h"
#include "plan/plan.h"

const char *grn_runs_obstacle(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    grn_dtype indices = plan->problem.indices->dtype;
    const grn_take_kernels *take = plan->kernels->take;
    if (n->nouter == 0)
        return "there is one index vector";
    if (n->ncoords != 1)
        return "an index vector does not have one component";
    if (take->runs(indices, (size_t)plan->pairs[0].element_bytes) == NULL || take->prefix(indices) == NULL)
        return "no kernel reads these indices";
    if (plan->axis[0].base != 0)
        return "indices do not count from 0";
    if (grn_run_step(n, n->index) != 1 || grn_run_step(n, plan->pairs[0].dense) != 1)
        return "indices and result do not lie together";
    return NULL;
}

void grn_prepare_runs(grn_plan *plan)
{
    const grn_pair *pair = &plan->pairs[0];
    grn_prepared *p = &plan->prepared;
    bool far = !plan->traits.small && (double)plan->traits.reach_bytes > 4 * plan->machine->l2_bytes;
    grn_prepare_cells(plan, false); /* they take over where many indices are out of range */
    p->fused = grn_fused_cells_kernel(plan, false);
    p->how = (grn_fused){.last = plan->axis[0].last,
                         .scale = pair->coordinate[0] * pair->element_bytes,
                         .step = grn_run_step(&plan->normal, pair->operand) * pair->element_bytes,
                         .ahead = grn_ahead_of(plan, far ? (int64_t)plan->machine->prefetch_vectors : 0)};
}

/* Values computed once. Loops by falling steps in the result: the last but one is the kernel's, the
 * run is the last. */
typedef struct runs {
    const grn_plan *plan;
    const grn_run *run;
    grn_fused_runs_fn move;
    grn_prefix_fn prefix;
    grn_fused_fn fused; /* of runs that are worth a call each; NULL: they are not */
    grn_fused how;
    int64_t index_bytes;
    int32_t above, loop[GRN_MAX_RANK]; /* the loops but the run; `above` are walked here */
    grn_fused_runs shape;
    int64_t good, bad; /* chunks so far */
    bool tested;       /* all indices are in range, of a plan that discards */
} runs;

/* One position of the loops above. */
typedef struct place {
    char *dst;
    const char *src, *raw;
    const grn_odometer *at;
} place;

#define CHUNK_VECTORS 1024
#define BAD_CHUNKS 4 /* chunks with an index out of range, beyond those without, that are too many */

static void order_loops(runs *r)
{
    const grn_normal *n = &r->plan->normal;
    const int64_t *dense = r->plan->pairs[0].dense;
    int32_t count = 0;
    for (int32_t l = 0; l < n->nloops; l++) {
        int32_t at = count;
        if (l == n->nouter - 1)
            continue;
        for (; at > 0 && grn_magnitude(dense[r->loop[at - 1]]) < grn_magnitude(dense[l]); at--)
            r->loop[at] = r->loop[at - 1];
        r->loop[at] = l;
        count++;
    }
    r->above = count > 0 ? count - 1 : 0;
}

static void set_up(const grn_plan *plan, const grn_run *run, runs *r)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    const grn_take_kernels *take = plan->kernels->take;
    grn_dtype indices = plan->problem.indices->dtype;
    int64_t element = pair->element_bytes, length = grn_run_extent(n);
    *r = (runs){.plan = plan, .run = run, .index_bytes = (int64_t)grn_dtype_bytes(indices)};
    order_loops(r);
    r->move = take->runs(indices, (size_t)element);
    r->prefix = take->prefix(indices);
    r->fused = length >= GRN_LONG_RUN ? plan->prepared.fused : NULL;
    r->how = plan->prepared.how;
    if (r->fused == NULL) /* the kernel counts runs, not vectors */
        r->how.ahead = (r->how.ahead + length - 1) / length;
    r->shape = (grn_fused_runs){.runs = 1, .length = length, .raw_hop = length * r->index_bytes};
    if (n->nloops == 1)
        return;
    int32_t hop = r->loop[r->above];
    r->shape = (grn_fused_runs){n->extent[hop], length, pair->dense[hop] * element, pair->operand[hop] * element,
                                n->index[hop] * r->index_bytes};
}

/* ---- windows: every index is checked once, before anything is moved -------------------------- */

static bool all_in_bounds(const runs *r)
{
    const grn_normal *n = &r->plan->normal;
    grn_cursor c;
    bool in_bounds = true;
    for (grn_cursor_init(n, INT64_MAX, &c); c.more && in_bounds; grn_cursor_next(n, &c)) {
        int64_t at = grn_cursor_offset(n, &c, n->index) + n->component[0];
        in_bounds = r->prefix((const char *)r->run->indices + at * r->index_bytes, c.count, r->how.last) == c.count;
    }
    return in_bounds;
}

/* ---- one call -------------------------------------------------------------------------------- */

static void move_judged(const runs *r, const place *p, int64_t from, int64_t count)
{
    grn_fused_runs shape = r->shape;
    place at = {p->dst + from * shape.dst_hop, p->src + from * shape.src_hop, p->raw + from * shape.raw_hop, NULL};
    shape.runs = count;
    if (r->fused == NULL)
        r->move(at.dst, at.src, at.raw, &shape, &r->how);
    else
        for (; count > 0; count--, at.dst += shape.dst_hop, at.src += shape.src_hop, at.raw += shape.raw_hop)
            (void)r->fused(at.dst, at.src, at.raw, shape.length, &r->how); /* all of them have been checked */
}

static bool is_in_bounds(const runs *r, const place *p, int64_t from, int64_t count)
{
    const grn_fused_runs *s = &r->shape;
    if (s->raw_hop == s->length * r->index_bytes)
        return r->prefix(p->raw + from * s->raw_hop, count * s->length, r->how.last) == count * s->length;
    for (int64_t j = from; j < from + count; j++)
        if (r->prefix(p->raw + j * s->raw_hop, s->length, r->how.last) != s->length)
            return false;
    return true;
}

/* Run j of the call, vector by vector. */
static void move_by_fallback(const runs *r, const place *p, int64_t j)
{
    grn_cursor c = {.more = true, .count = r->shape.length, .limit = r->shape.length};
    for (int32_t i = 0; i < r->above; i++)
        c.at[r->loop[i]] = p->at->at[i];
    if (r->plan->normal.nloops > 1)
        c.at[r->loop[r->above]] = j;
    grn_gather_fallback(r->plan, r->run, &c, 0, r->shape.length);
}

/* Asked where an index is not plainly in range: it may count from the end. Of a plan that discards nothing has tested
 * indices before, so that all are tested once. */
static bool are_right(runs *r)
{
    if (r->plan->discards && !r->tested)
        r->tested = grn_all_in_bounds(r->plan, r->run->indices);
    return r->tested || !r->plan->discards;
}

/* False: so many chunks have an index out of range that resolving all of them is better; or one is wrong. */
static bool judge_and_move(runs *r, const place *p)
{
    int64_t most = r->shape.length < CHUNK_VECTORS ? CHUNK_VECTORS / r->shape.length : 1, count;
    for (int64_t from = 0; from < r->shape.runs; from += count) {
        count = r->shape.runs - from < most ? r->shape.runs - from : most;
        if (is_in_bounds(r, p, from, count)) {
            move_judged(r, p, from, count);
            r->good++;
            continue;
        }
        if (++r->bad > r->good + BAD_CHUNKS || !are_right(r))
            return false;
        for (int64_t j = from; j < from + count; j++)
            if (is_in_bounds(r, p, j, 1))
                move_judged(r, p, j, 1);
            else
                move_by_fallback(r, p, j);
    }
    return true;
}

/* ---- all of them ----------------------------------------------------------------------------- */

static bool walk(runs *r)
{
    const grn_normal *n = &r->plan->normal;
    const grn_pair *pair = &r->plan->pairs[0];
    int64_t extent[GRN_MAX_RANK], dense[GRN_MAX_RANK], operand[GRN_MAX_RANK];
    const char *raw = (const char *)r->run->indices + n->component[0] * r->index_bytes;
    grn_odometer o;
    for (int32_t i = 0; i < r->above; i++) {
        extent[i] = n->extent[r->loop[i]];
        dense[i] = pair->dense[r->loop[i]];
        operand[i] = pair->operand[r->loop[i]];
    }
    for (grn_odometer_init(&o, r->above, extent, dense, operand); o.more; grn_odometer_next(&o)) {
        int64_t index = 0;
        for (int32_t i = 0; i < r->above; i++)
            index += o.at[i] * n->index[r->loop[i]];
        place p = {grn_pair_at(pair, r->run->result, o.a), grn_pair_at(pair, r->run->operands[0], o.b),
                   raw + index * r->index_bytes, &o};
        if (n->window > 1)
            move_judged(r, &p, 0, r->shape.runs);
        else if (!judge_and_move(r, &p))
            return false;
    }
    return true;
}

grn_status grn_gather_runs(const grn_plan *plan, const grn_run *run)
{
    runs r;
    set_up(plan, run, &r);
    bool fine = (plan->normal.window == 1 || all_in_bounds(&r)) && walk(&r);
    if (fine)
        return GRN_OK;
    if (!are_right(&r))
        return GRN_E_INDEX;
    return plan->traits.narrow ? grn_gather_cells32(plan, run) : grn_gather_cells64(plan, run);
}

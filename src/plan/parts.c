/*
 * parts.c - one plan on several threads.
 *
 * Any loop of a nest may be cut: the piece [from, to) of loop l is the same
 * nest with l shorter and every tensor beginning from * its stride later. A
 * window loop under a per-element policy is left whole, as its counter takes
 * part in the check of bounds. The bits cannot change: a gather writes each element
 * once, from where it would have been read anyway.
 */
#include "plan/plan.h"

/* The pieces per thread that even out a thread that was held up, where each has so many bytes to
 * move. */
#define LARGE_PART_BYTES 262144
#define PARTS_PER_THREAD 4

bool grn_may_cut(const grn_plan *plan, int32_t loop)
{
    const grn_normal *n = &plan->normal;
    for (int32_t k = 0; k < n->ncoords; k++)
        if (n->clip[k] == loop)
            return false;
    return n->extent[loop] > 1;
}

static int64_t wanted_parts(const grn_plan *plan)
{
    int64_t most = (int64_t)plan->threads * PARTS_PER_THREAD;
    return plan->traits.moved_bytes / LARGE_PART_BYTES >= most ? most : plan->threads;
}

/* Where elements of a line lie next to each other along the loop, pieces are lines. */
static int64_t grain_of(const grn_plan *plan, int32_t loop)
{
    int64_t step = grn_magnitude(plan->pairs[0].dense[loop]) * plan->pairs[0].element_bytes;
    return step > 0 && step < 64 ? 64 / step : 1;
}

/* Cutting a window loop has every part resolve all vectors again: a small window is not worth
 * it. */
static bool is_good(const grn_plan *plan, int32_t loop, int64_t parts)
{
    const grn_normal *n = &plan->normal;
    bool worth = loop < n->nouter || n->window >= 64;
    return worth && n->extent[loop] / grain_of(plan, loop) >= 8 * parts;
}

/* The loop that jumps farthest in the result among those with enough steps, so that a part is one
 * piece of it; else the longest. -1: none may be cut. */
int32_t grn_loop_to_cut(const grn_plan *plan, int64_t parts)
{
    const grn_normal *n = &plan->normal;
    const int64_t *dense = plan->pairs[0].dense;
    int32_t longest = -1, farthest = -1;
    for (int32_t l = 0; l < n->nloops; l++) {
        if (!grn_may_cut(plan, l))
            continue;
        if (longest < 0 || n->extent[l] > n->extent[longest])
            longest = l;
        if (is_good(plan, l, parts) && (farthest < 0 || grn_magnitude(dense[l]) > grn_magnitude(dense[farthest])))
            farthest = l;
    }
    return farthest >= 0 ? farthest : longest;
}

const char *grn_loop_divide(grn_plan *plan)
{
    int64_t parts = wanted_parts(plan);
    int32_t loop = plan->threads > 1 ? grn_loop_to_cut(plan, parts) : -1;
    if (plan->threads < 2)
        return "there is one thread";
    if (loop < 0)
        return "no loop can be cut";
    int64_t grain = grain_of(plan, loop), pieces = (plan->normal.extent[loop] + grain - 1) / grain;
    plan->cut = (grn_cut){loop, (int32_t)(pieces < parts ? pieces : parts), grain, false};
    return plan->cut.parts < 2 ? "the loop to cut has the steps of one part" : NULL;
}

int64_t grn_part_begin(const grn_cut *cut, int64_t extent, int32_t i)
{
    int64_t pieces = (extent + cut->grain - 1) / cut->grain, each = pieces / cut->parts, more = pieces % cut->parts;
    int64_t begin = (each * i + (i < more ? i : more)) * cut->grain;
    return begin < extent ? begin : extent;
}

/* ---- pieces ---------------------------------------------------------------------------------- */

void grn_piece_init(const grn_plan *plan, const grn_run *run, grn_piece *out)
{
    bool gather = plan->problem.gather != NULL;
    out->plan = *plan;
    out->run = *run;
    for (size_t i = 0; i < plan->problem.npairs; i++) {
        out->sources[i] = gather ? run->operands[i] : run->updates[i];
        out->results[i] = gather ? NULL : run->results[i];
    }
    *(gather ? &out->run.operands : &out->run.updates) = out->sources;
    out->run.results = out->results;
}

/* Data begins so many steps of the loop later. */
static void move_data(grn_piece *p, int32_t loop, int64_t from)
{
    bool gather = p->plan.problem.gather != NULL;
    const int64_t index_bytes = (int64_t)grn_dtype_bytes(p->plan.problem.indices->dtype);
    for (size_t i = 0; i < p->plan.problem.npairs; i++) {
        const grn_pair *pair = &p->plan.pairs[i];
        int64_t operand = from * pair->operand[loop], dense = from * pair->dense[loop];
        p->sources[i] = grn_pair_at(pair, p->sources[i], gather ? operand : dense);
        if (!gather)
            p->results[i] = grn_pair_at(pair, p->results[i], operand);
        else
            p->run.result = grn_pair_at(pair, p->run.result, dense);
    }
    p->run.indices = (const char *)p->run.indices + from * p->plan.normal.index[loop] * index_bytes;
}

void grn_piece_cut(grn_piece *p, int32_t loop, int64_t from, int64_t count)
{
    grn_normal *n = &p->plan.normal;
    int64_t *total = loop < n->nouter ? &n->vectors : &n->window;
    move_data(p, loop, from);
    *total = *total / n->extent[loop] * count;
    n->extent[loop] = count;
    if (p->plan.problem.gather != NULL && loop > p->plan.traits.flat && loop < n->nouter)
        p->plan.traits.flat = loop; /* those before it no longer go on where it ends */
}

void grn_piece_walk_init(const grn_plan *plan, int32_t nloops, int64_t most, grn_piece_walk *out)
{
    const int64_t *extent = plan->normal.extent;
    int64_t each = plan->normal.vectors, count[GRN_MAX_RANK];
    out->nloops = 0;
    while (each > most && out->nloops < nloops)
        each /= extent[out->nloops++];
    out->steps = most / each > 1 ? most / each : 1;
    for (int32_t l = 0; l < out->nloops; l++)
        count[l] = l < out->nloops - 1 ? extent[l] : (extent[l] + out->steps - 1) / out->steps;
    grn_walk_init(&out->walk, out->nloops, count, 0, NULL);
}

void grn_piece_at(const grn_plan *plan, const grn_run *run, const grn_piece_walk *pieces, grn_piece *out)
{
    const int32_t last = pieces->nloops - 1;
    grn_piece_init(plan, run, out);
    for (int32_t l = 0; l < last; l++)
        grn_piece_cut(out, l, pieces->walk.index[l], 1);
    if (last < 0)
        return;
    const int64_t from = pieces->walk.index[last] * pieces->steps, left = plan->normal.extent[last] - from;
    grn_piece_cut(out, last, from, pieces->steps < left ? pieces->steps : left);
}

/* ---- running --------------------------------------------------------------------------------- */

void grn_piece_of_part(const grn_plan *plan, const grn_run *run, const grn_cut *cut, int32_t i, grn_piece *out)
{
    const int64_t extent = plan->normal.extent[cut->loop], from = grn_part_begin(cut, extent, i);
    grn_piece_init(plan, run, out);
    grn_piece_cut(out, cut->loop, from, grn_part_begin(cut, extent, i + 1) - from);
    if (cut->loop >= out->plan.normal.nouter && out->plan.choice.mover->prepare != NULL)
        out->plan.choice.mover->prepare(&out->plan); /* of a part of the window */
}

typedef struct job {
    const grn_plan *plan;
    const grn_run *run;
} job;

static void run_part(void *context, int32_t i)
{
    const job *j = context;
    grn_piece part;
    grn_piece_of_part(j->plan, j->run, &j->plan->cut, i, &part);
    (void)grn_move(&part.plan, &part.run); /* a gather's movement cannot fail */
    grn_end_stream(&part.plan);
}

grn_status grn_run_parts(const grn_plan *plan, const grn_run *run)
{
    job j = {plan, run};
    plan->parallel->for_each(plan->parallel->user, plan->cut.parts, run_part, &j);
    return GRN_OK;
}

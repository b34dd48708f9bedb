/*
 * parts.c - one plan on several threads.
 *
 * Any loop of a nest may be cut: the piece [from, to) of loop l is the same
 * nest with l shorter and every tensor beginning from * its stride later. A
 * window loop under a per-element policy is left whole, as its counter takes
 * part in the verdict. The bits cannot change: a gather writes each element
 * once, from where it would have been read anyway.
 */
#include "plan/plan.h"

/* Bytes moved that a part should have at least; the pieces per thread that even out a thread that was held up. */
#define PART_BYTES 32768
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

static int64_t wanted_parts(const grn_plan *plan, bool forced)
{
    int64_t bytes = plan->traits.moved_bytes, most = bytes / PART_BYTES, threads = plan->threads;
    if (forced)
        return threads;
    if (bytes < GRN_SMALL_BYTES || threads == 1)
        return 1;
    if (bytes / LARGE_PART_BYTES >= threads * PARTS_PER_THREAD)
        return threads * PARTS_PER_THREAD;
    return most < threads ? most : threads;
}

/* Where elements of a line lie next to each other along the loop, pieces are lines. */
static int64_t grain_of(const grn_plan *plan, int32_t loop)
{
    int64_t step = grn_magnitude(plan->pairs[0].dense[loop]) * plan->pairs[0].element_bytes;
    return step > 0 && step < 64 ? 64 / step : 1;
}

/* Cutting a window loop has every part resolve all vectors again: a small window is not worth it. */
static bool is_good(const grn_plan *plan, int32_t loop, int64_t parts)
{
    const grn_normal *n = &plan->normal;
    bool worth = loop < n->nouter || n->window >= 64;
    return worth && n->extent[loop] / grain_of(plan, loop) >= 8 * parts;
}

/* The loop that jumps farthest in the result among those with enough steps, so that a part is a stretch of it; else
 * the longest. -1: none may be cut. */
static int32_t loop_to_cut(const grn_plan *plan, int64_t parts)
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

grn_cut grn_cut_of(const grn_plan *plan, bool forced)
{
    int64_t parts = wanted_parts(plan, forced);
    int32_t loop = parts > 1 ? loop_to_cut(plan, parts) : -1;
    if (loop < 0)
        return (grn_cut){0, 1, 1};
    int64_t grain = grain_of(plan, loop), pieces = (plan->normal.extent[loop] + grain - 1) / grain;
    return (grn_cut){loop, (int32_t)(pieces < parts ? pieces : parts), grain};
}

typedef struct job {
    const grn_plan *plan;
    const grn_run *run;
} job;

/* Where part i begins; i may be the number of parts. */
static int64_t part_begin(const grn_plan *plan, int32_t i)
{
    const grn_cut *cut = &plan->cut;
    int64_t extent = plan->normal.extent[cut->loop], pieces = (extent + cut->grain - 1) / cut->grain;
    int64_t each = pieces / cut->parts, more = pieces % cut->parts;
    int64_t begin = (each * i + (i < more ? i : more)) * cut->grain;
    return begin < extent ? begin : extent;
}

static void run_part(void *context, int32_t i)
{
    const job *j = context;
    grn_plan part = *j->plan;
    grn_run run = *j->run;
    int32_t loop = part.cut.loop;
    int64_t from = part_begin(j->plan, i), count = part_begin(j->plan, i + 1) - from;
    int64_t index_bytes = (int64_t)grn_dtype_bytes(part.problem.indices->dtype);
    const void *operand = grn_pair_at(part.pairs, run.operands[0], from * part.pairs->operand[loop]);
    run.operands = &operand;
    run.result = grn_pair_at(part.pairs, run.result, from * part.pairs->dense[loop]);
    run.indices = (const char *)run.indices + from * part.normal.index[loop] * index_bytes;
    if (loop < part.normal.nouter)
        part.normal.vectors = part.normal.vectors / part.normal.extent[loop] * count;
    else
        part.normal.window = part.normal.window / part.normal.extent[loop] * count;
    part.normal.extent[loop] = count;
    if (loop > part.traits.flat && loop < part.normal.nouter) /* those before it no longer go on where it ends */
        part.traits.flat = loop;
    (void)part.strategy->run(&part, &run); /* a gather's movement cannot fail */
    if (part.traits.stream)
        part.kernels->take->fence();
}

grn_status grn_run_parts(const grn_plan *plan, const grn_run *run)
{
    job j = {plan, run};
    plan->parallel->for_each(plan->parallel->user, plan->cut.parts, run_part, &j);
    return GRN_OK;
}

/*
 * partition.c - the ways to divide a scatter over threads.
 *
 * A loop whose steps never conflict is cut, or one between two starts that differ, where equal ones
 * are neighbours; or every thread moves the updates of its own targets (bins.c, filter.c). The cost
 * of each is cost_partition.c's.
 */
#include "plan/scatter/scatter.h"

/* Where the results' elements lie within a line of each other along the loop, pieces are pairs of
 * lines. */
static int64_t grain_of(const grn_plan *plan, int32_t loop)
{
    int64_t grain = 1;
    for (size_t i = 0; i < plan->problem.npairs; i++) {
        int64_t step = grn_mul_at_most(grn_magnitude(plan->pairs[i].operand[loop]), plan->pairs[i].element_bytes);
        int64_t lines = step > 0 && step < GRN_NEIGHBOUR_BYTES ? GRN_NEIGHBOUR_BYTES / step : 1;
        grain = lines > grain ? lines : grain;
    }
    return grain;
}

bool grn_scatter_is_unique(const grn_plan *plan)
{
    const grn_index_rule *rule = &plan->rule;
    return rule->unique_indices && rule->bounds != GRN_BOUNDS_CLAMP && !rule->wrap_negative && plan->results_injective;
}

static bool is_unique(const grn_plan *plan, int32_t loop)
{
    return loop < plan->normal.nouter && grn_scatter_is_unique(plan);
}

/* The caller promises that equal starts are neighbours, so the loop can be cut between two that
 * differ. Where the rule moves no start, and all bits of an index count, different bytes are
 * different starts. */
static bool is_sorted(const grn_plan *plan, int32_t loop)
{
    const grn_index_rule *rule = &plan->rule;
    bool kept = (rule->bounds == GRN_BOUNDS_SKIP || rule->bounds == GRN_BOUNDS_ERROR) && !rule->wrap_negative;
    return rule->indices_are_sorted && kept && plan->conflicts.coincide && plan->results_injective && loop == 0 &&
           plan->normal.nouter == 1 && grn_dtype_bits(plan->problem.indices->dtype) >= 8;
}

bool grn_scatter_may_cut(const grn_plan *plan, int32_t loop)
{
    return (plan->normal.disjoint[loop] || is_unique(plan, loop)) && !grn_is_clipped(&plan->normal, loop);
}

/* Cutting a window loop has every part resolve all vectors again: only long rows are worth it. */
#define LONG_ROW_BYTES 4096

static bool may_cut(const grn_plan *plan, int32_t loop)
{
    const grn_normal *n = &plan->normal;
    int64_t pieces = n->extent[loop] / grain_of(plan, loop);
    bool worth =
        loop < n->nouter || grn_mul_at_most(n->window, plan->pairs[0].element_bytes) >= LONG_ROW_BYTES * plan->threads;
    return worth && grn_scatter_may_cut(plan, loop) && pieces >= plan->threads;
}

/* Loops that are disjoint by themselves first, as every addressing can be cut there; then the
 * vectors, then windows. Of equal ones the loop with the largest step: its parts share the fewest
 * lines. */
static int64_t worth_of_cut(const grn_plan *plan, int32_t loop)
{
    const grn_normal *n = &plan->normal;
    int64_t jump = grn_magnitude(plan->pairs[0].operand[loop]), most = INT64_MAX / 4;
    int64_t class = loop >= n->nouter ? 0 : n->disjoint[loop] ? 2 : 1;
    return class * most + (jump < most ? jump : most - 1);
}

static int32_t loop_to_cut(const grn_plan *plan)
{
    int32_t best = -1;
    for (int32_t l = 0; l < plan->normal.nloops; l++)
        if (may_cut(plan, l) && (best < 0 || worth_of_cut(plan, l) > worth_of_cut(plan, best)))
            best = l;
    return best;
}

static int32_t owner_shift(const grn_plan *plan)
{
    int32_t shift = 0;
    while ((plan->pairs[0].element_bytes << shift) < GRN_NEIGHBOUR_BYTES)
        shift++;
    return shift;
}

static bool fits_32_bits(int64_t *sum, int64_t steps, int64_t stride)
{
    return stride >= 0 && grn_add_span(sum, steps, stride) && *sum <= UINT32_MAX;
}

/* Every offset of a window, in every pair, is one of 32 bits. */
static bool is_narrow(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    bool narrow = true;
    for (size_t i = 0; i < plan->problem.npairs; i++) {
        int64_t sum = 0;
        for (int32_t l = 0; narrow && l < n->nouter; l++)
            narrow = fits_32_bits(&sum, n->extent[l] - 1, plan->pairs[i].operand[l]);
        for (int32_t k = 0; narrow && k < n->ncoords; k++)
            narrow = fits_32_bits(&sum, plan->axis[k].last, plan->pairs[i].coordinate[k]);
    }
    return narrow;
}

/* ---- the rows' divisions --------------------------------------------------------------------- */

static const char *threads_obstacle(const grn_plan *plan)
{
    if (plan->combiner == GRN_COMBINE_REGION && !grn_region_runs_in_order(plan))
        return "the region is called by one thread at a time";
    return plan->threads < 2 ? "there is one thread" : NULL;
}

static void cut(grn_plan *plan, int32_t loop, bool between_starts)
{
    int64_t grain = grain_of(plan, loop), pieces = (plan->normal.extent[loop] + grain - 1) / grain;
    plan->cut = (grn_cut){loop, (int32_t)(pieces < plan->threads ? pieces : plan->threads), grain, between_starts};
}

const char *grn_scatter_divide_loop(grn_plan *plan)
{
    const char *threads = threads_obstacle(plan);
    int32_t loop = threads == NULL ? loop_to_cut(plan) : -1;
    if (threads != NULL)
        return threads;
    if (loop < 0)
        return "no loop has steps that never conflict, enough of them for the threads";
    cut(plan, loop, false);
    return NULL;
}

const char *grn_scatter_divide_sorted(grn_plan *plan)
{
    const char *threads = threads_obstacle(plan);
    if (threads != NULL)
        return threads;
    if (!is_sorted(plan, 0))
        return "equal starts are not promised to be neighbours";
    if (plan->normal.extent[0] < 2 * plan->threads)
        return "there are too few vectors";
    cut(plan, 0, true);
    return NULL;
}

static const char *owners_obstacle(grn_plan *plan)
{
    const char *threads = threads_obstacle(plan);
    if (threads != NULL)
        return threads;
    if (!plan->conflicts.coincide)
        return "windows of different starts may overlap";
    plan->cut = (grn_cut){-1, plan->threads < GRN_MOST_OWNERS ? plan->threads : GRN_MOST_OWNERS, 1, false};
    plan->conflicts.owner_shift = owner_shift(plan);
    return NULL;
}

const char *grn_scatter_divide_bins(grn_plan *plan)
{
    const char *obstacle = owners_obstacle(plan);
    if (obstacle == NULL && !plan->has_scratch)
        obstacle = "there is no scratch";
    if (obstacle == NULL && !is_narrow(plan))
        obstacle = "an offset may need more than 32 bits";
    return obstacle;
}

const char *grn_scatter_divide_buckets(grn_plan *plan)
{
    const char *threads = threads_obstacle(plan);
    if (threads == NULL)
        plan->cut = (grn_cut){-1, plan->threads < GRN_MOST_OWNERS ? plan->threads : GRN_MOST_OWNERS, 1, false};
    return threads;
}

const char *grn_scatter_divide_filter(grn_plan *plan) { return owners_obstacle(plan); }

/*
 * scatter_share.c - how a scatter is shared out over threads, and whether it is.
 *
 * A loop whose steps never meet is cut, where there is one; else every thread
 * moves what goes to its own targets (scatter_owners.c, scatter_picks.c). What
 * threads share is memory: past the caches, more of them are no faster than
 * the bytes that must come and go.
 */
#include "plan/scatter.h"

#define LINE_BYTES 64

static bool is_clipped(const grn_normal *n, int32_t loop)
{
    for (int32_t k = 0; k < n->ncoords; k++)
        if (n->clip[k] == loop)
            return true;
    return false;
}

/* Where the results' elements lie within a line of each other along the loop, pieces are lines. */
static int64_t grain_of(const grn_plan *plan, int32_t loop)
{
    int64_t grain = 1;
    for (size_t i = 0; i < plan->problem.npairs; i++) {
        int64_t step = grn_mul_at_most(grn_magnitude(plan->pairs[i].operand[loop]), plan->pairs[i].element_bytes);
        int64_t lines = step > 0 && step < LINE_BYTES ? LINE_BYTES / step : 1;
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

/* By the caller's word equal starts are neighbours, so that the loop can be cut between two that differ. Where the rule
 * moves none, and all bits of an index count, different bytes are different starts. */
static bool is_sorted(const grn_plan *plan, int32_t loop)
{
    const grn_index_rule *rule = &plan->rule;
    bool kept = (rule->bounds == GRN_BOUNDS_SKIP || rule->bounds == GRN_BOUNDS_ERROR) && !rule->wrap_negative;
    return rule->indices_are_sorted && kept && plan->conflicts.coincide && plan->results_injective && loop == 0 &&
           plan->normal.nouter == 1 && grn_dtype_bits(plan->problem.indices->dtype) >= 8;
}

static bool is_apart(const grn_plan *plan, int32_t loop)
{
    return plan->normal.disjoint[loop] || is_unique(plan, loop) || is_sorted(plan, loop);
}

/* Cutting a window loop has every part resolve all vectors again: only long rows are worth it. */
#define LONG_ROW_BYTES 4096

static bool may_cut(const grn_plan *plan, int32_t loop)
{
    const grn_normal *n = &plan->normal;
    int64_t pieces = n->extent[loop] / grain_of(plan, loop);
    bool worth = loop < n->nouter ||
                 grn_mul_at_most(n->window, plan->pairs[0].element_bytes) >= LONG_ROW_BYTES * plan->threads;
    return worth && is_apart(plan, loop) && !is_clipped(n, loop) && pieces >= plan->threads;
}

/* Loops that are apart by themselves first, as every strategy can be cut there; then the vectors, then windows. Of equal
 * ones that which jumps farthest: its parts share the least. */
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

#define NS_TO_SHARE 8000.0 /* to have others begin, and to wait for the last */
#define NS_PER_DEAL_PLAIN 2.0 /* whose is it; written down, and read again by another */
#define NS_PER_DEAL 0.6       /* ... sixteen at a time */
#define NS_PER_OWNER 0.12     /* ... and looked at for each thread */
#define NS_PER_INDEX 0.9   /* to an offset that is written down */
#define NS_PER_STRAIGHT 0.15 /* ... that is an offset as it is */
#define NS_PER_PICK 0.45   /* whose is it, four at a time; most of it waits for the indices and updates themselves */
#define MISS_UNDER_WAY 0.5 /* of what a lone miss takes, with as many under way as there are in a scatter */
#define NS_PER_ELEMENT 0.4
#define NS_PER_BYTE 0.01
#define NS_PER_BYTE_OF_MEMORY 0.018 /* to or from it, however many threads ask */

static double window_bytes(const grn_plan *plan)
{
    return (double)plan->normal.window * (double)plan->problem.npairs * (double)plan->pairs[0].element_bytes;
}

/* What one vector has memory carry: its indices and updates once, its targets there and back. */
static double carrying(const grn_plan *plan)
{
    const grn_conflicts *m = &plan->conflicts;
    if (m->footprint <= m->caches.all / 2)
        return 0;
    double window = window_bytes(plan), lines = window < LINE_BYTES ? LINE_BYTES : window;
    double index = plan->normal.ncoords * (double)grn_dtype_bytes(plan->problem.indices->dtype);
    return NS_PER_BYTE_OF_MEMORY * (index + window + (m->stream ? 1 : 2) * lines);
}

static double moving(const grn_plan *plan)
{
    double elements = grn_inner_loops(&plan->normal) == 0 ? NS_PER_ELEMENT * (double)plan->problem.npairs : 0.0;
    return MISS_UNDER_WAY * grn_scatter_miss(plan) + NS_PER_BYTE * window_bytes(plan) + elements;
}

static double looking(const grn_plan *plan)
{
    return plan->normal.ncoords * (plan->conflicts.straight || plan->conflicts.widen != NULL ? NS_PER_STRAIGHT : NS_PER_INDEX);
}

static double of_all(const grn_plan *plan, double each)
{
    double least = carrying(plan);
    return (double)plan->normal.vectors * (each > least ? each : least);
}

static double alone(const grn_plan *plan)
{
    return of_all(plan, looking(plan) + moving(plan));
}

/* By lists each vector is looked at once, at some cost; by picks once by every thread, at little. */
static double by_owners(const grn_plan *plan)
{
    bool plain = plan->kernels->bin == grn_bin_plain;
    double list = plain ? NS_PER_DEAL_PLAIN : NS_PER_DEAL + plan->threads * NS_PER_OWNER;
    return NS_TO_SHARE + of_all(plan, (looking(plan) + list + moving(plan)) / plan->threads);
}

static double by_picks(const grn_plan *plan)
{
    return NS_TO_SHARE + of_all(plan, NS_PER_PICK + looking(plan) + moving(plan) / plan->threads);
}

static void share_targets(grn_plan *plan)
{
    double lists = by_owners(plan), picks = by_picks(plan), enough = 0.85 * alone(plan);
    bool listed = lists < 0.9 * picks && lists < enough && grn_partition_force(plan, GRN_PARTITION_OWNERS, -1, plan->threads);
    if (!listed && picks < enough)
        (void)grn_partition_force(plan, GRN_PARTITION_FILTER, -1, plan->threads);
}

static int32_t owner_shift(const grn_plan *plan)
{
    int32_t shift = 0;
    while ((plan->pairs[0].element_bytes << shift) < 2 * LINE_BYTES)
        shift++;
    return shift;
}

static bool is_word(int64_t *sum, int64_t steps, int64_t stride)
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
            narrow = is_word(&sum, n->extent[l] - 1, plan->pairs[i].operand[l]);
        for (int32_t k = 0; narrow && k < n->ncoords; k++)
            narrow = is_word(&sum, plan->axis[k].last, plan->pairs[i].coordinate[k]);
    }
    return narrow;
}

static bool may_share(const grn_plan *plan, grn_partition share, int32_t loop)
{
    const grn_conflicts *m = &plan->conflicts;
    if (plan->combiner == GRN_COMBINE_REGION)
        return share == GRN_PARTITION_NONE;
    if (share == GRN_PARTITION_LOOP)
        return loop >= 0 && loop < plan->normal.nloops && is_apart(plan, loop) && !is_clipped(&plan->normal, loop);
    if (share == GRN_PARTITION_OWNERS)
        return m->coincide && plan->has_scratch && is_narrow(plan);
    return share == GRN_PARTITION_NONE || m->coincide;
}

/* Where a strategy is chosen already, it has to allow for it. */
bool grn_partition_force(grn_plan *plan, grn_partition share, int32_t loop, int32_t parts)
{
    grn_conflicts *m = &plan->conflicts, before = *m;
    if (!may_share(plan, share, loop))
        return false;
    m->share = share;
    m->parts = share == GRN_PARTITION_NONE ? 1 : parts;
    if (share != GRN_PARTITION_LOOP && m->parts > GRN_MOST_OWNERS)
        m->parts = GRN_MOST_OWNERS;
    m->loop = loop;
    m->between_starts = share == GRN_PARTITION_LOOP && !plan->normal.disjoint[loop] && !is_unique(plan, loop);
    m->grain = share == GRN_PARTITION_LOOP ? grain_of(plan, loop) : 1;
    m->owner_shift = owner_shift(plan);
    if (plan->strategy == NULL || plan->strategy->obstacle(plan) == NULL)
        return true;
    *m = before;
    return false;
}

void grn_scatter_share_out(grn_plan *plan)
{
    if (plan->threads < 2 || plan->combiner == GRN_COMBINE_REGION || alone(plan) < NS_TO_SHARE)
        return;
    int32_t loop = loop_to_cut(plan);
    if (!grn_partition_force(plan, GRN_PARTITION_LOOP, loop, plan->threads))
        share_targets(plan);
}


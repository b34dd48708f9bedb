/*
 * scatter_cost.c - what a scatter is expected to take: the movement as cost.c
 * has it, and what it costs to have targets that are not in a cache.
 *
 * A random line from memory costs about 6 ns with enough of them under way,
 * each further line of a row less, as the processor guesses them; one from the
 * last cache less than one, as it is fetched ahead, and more where the rows of
 * a dimension lie a power of two apart, so that they share few sets of the near
 * caches. Targets that were fetched a step ahead cost little.
 */
#include "plan/scatter.h"

#define NS_PER_LINE_OF_LAST 0.7
#define SHARED_SETS 1.8 /* times as much */
#define NS_PER_LINE 6.0
#define NS_PER_NEXT_LINE 1.5
#define NS_PER_LINE_FOLLOWED 0.7
#define NS_PER_PACKED_BYTE 0.17 /* in and out again */
#define NS_PER_PANEL_RUN 12.0

#define LINE 64.0
#define SETS_BYTES 2048 /* so far, or a multiple of it, apart */

/* Elements that the indices send to rows, column by column. */
static bool shares_sets(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    return grn_inner_loops(n) == 0 && n->ncoords == 1 && grn_run_step(n, pair->operand) == 1 &&
           pair->coordinate[0] * pair->element_bytes % SETS_BYTES == 0;
}

static double misses(const grn_plan *plan, double lines)
{
    const grn_conflicts *m = &plan->conflicts;
    if (m->footprint <= m->caches.l2)
        return 0;
    if (m->follow >= 0)
        return lines * NS_PER_LINE_FOLLOWED;
    if (m->footprint <= m->caches.all / 2)
        return lines * NS_PER_LINE_OF_LAST * (shares_sets(plan) ? SHARED_SETS : 1);
    return NS_PER_LINE + (lines - 1) * NS_PER_NEXT_LINE;
}

/* Bytes of the window's innermost run on the operand's side, and how many such runs. */
double grn_scatter_miss(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    int32_t last = n->nloops - 1;
    if (grn_inner_loops(n) == 0)
        return misses(plan, 1);
    double row = (double)n->extent[last], rows = (double)n->window / row;
    double step = (double)(pair->operand[last] < 0 ? -pair->operand[last] : pair->operand[last]);
    double bytes = row * step * (double)pair->element_bytes;
    return rows * misses(plan, 1 + bytes / LINE < row ? 1 + (double)(int64_t)(bytes / LINE) : row);
}

static double missing(const grn_plan *plan)
{
    return (double)plan->normal.vectors * grn_scatter_miss(plan);
}

double grn_scatter_cost_of_rows(const grn_plan *plan)
{
    return grn_cost_of_rows(plan) + missing(plan);
}

double grn_scatter_cost_of_cells(const grn_plan *plan)
{
    return grn_cost_of_cells(plan) + missing(plan);
}

double grn_scatter_cost_of_odometer(const grn_plan *plan)
{
    return grn_cost_of_odometer(plan) + missing(plan);
}

/* The whole region is packed, whatever part of it the updates touch. */
double grn_scatter_cost_of_panels(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    double packed = (double)plan->dim[0] * (double)grn_run_extent(n), runs;
    for (int32_t l = 0; l + 1 < n->nouter; l++)
        packed *= n->disjoint[l] ? (double)n->extent[l] : 1;
    runs = (double)n->vectors / (double)grn_scatter_panel_width(plan);
    double cost = grn_cost_of_cells(plan) + runs * NS_PER_PANEL_RUN;
    for (size_t i = 0; i < plan->problem.npairs; i++)
        cost += packed * (double)plan->pairs[i].element_bytes * NS_PER_PACKED_BYTE;
    return cost;
}

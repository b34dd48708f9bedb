/*
 * cost.c - what a strategy is expected to take, in nanoseconds on a machine
 * of about 3 GHz with the data in cache.
 *
 * Only the ratios matter. The terms are those that differ between strategies:
 * resolving, calls per run and per window, and the movement itself.
 */
#include "plan/plan.h"

#define NS_PER_INDEX 0.9       /* resolve one component */
#define NS_PER_RUN 20.0        /* cut a block, start the kernels */
#define NS_PER_CALL 4.0        /* one kernel call from a strategy's loop */
#define NS_PER_ROW 1.2         /* one row through a row kernel, before its bytes */
#define NS_PER_CELL 0.8        /* one element through a cell kernel */
#define NS_PER_ROW_BYTE 0.04
#define NS_PER_CELL_BYTE 0.04
#define NS_PER_STRIDED 0.9     /* one element along strides in the odometer */

static double blocks(const grn_plan *plan)
{
    double run = (double)grn_run_extent(&plan->normal), runs = (double)plan->normal.vectors / run;
    return runs * (1.0 + (run - 1.0) / GRN_BLOCK);
}

static double resolving(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    return (double)plan->problem.nlanes * (blocks(plan) * NS_PER_RUN + (double)n->vectors * n->ncoords * NS_PER_INDEX);
}

static double elements(const grn_plan *plan)
{
    return (double)plan->normal.vectors * (double)plan->normal.window;
}

/* Kernel calls per vector are saved only where a window is a single row. */
double grn_cost_of_rows(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    double cost = resolving(plan), rows = elements(plan) / (double)n->extent[n->nloops - 1];
    double calls = grn_inner_loops(n) == 1 ? blocks(plan) : (double)n->vectors;
    for (size_t i = 0; i < plan->problem.nlanes; i++)
        cost += calls * NS_PER_CALL + rows * NS_PER_ROW +
                rows * (double)grn_row_bytes(plan, &plan->lanes[i]) * NS_PER_ROW_BYTE;
    return cost;
}

double grn_cost_of_cells(const grn_plan *plan)
{
    double cost = resolving(plan), calls = blocks(plan) * (double)plan->normal.window;
    for (size_t i = 0; i < plan->problem.nlanes; i++)
        cost += calls * NS_PER_CALL +
                elements(plan) * (NS_PER_CELL + (double)plan->lanes[i].element_bytes * NS_PER_CELL_BYTE);
    return cost;
}

double grn_cost_of_odometer(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    double row = grn_inner_loops(n) > 0 ? (double)n->extent[n->nloops - 1] : 1.0;
    double calls = elements(plan) / row + (double)n->vectors;
    return resolving(plan) + (double)plan->problem.nlanes * (calls * NS_PER_CALL + elements(plan) * NS_PER_STRIDED);
}

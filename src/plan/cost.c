/*
 * cost.c - what moving is expected to take, in nanoseconds on
 * one core of about 3 GHz.
 *
 * Only the ratios matter. The terms are those that differ between strategies:
 * resolving, calls per run and per window, the movement itself, and what an
 * access costs that finds nothing in the near caches. Threads share all alike
 * and are left out. Of a scatter and a small gather the ways are not worked
 * out or the caches not asked for: what they move is taken to be near.
 */
#include "plan/plan.h"

#define NS_PER_INDEX 0.3       /* resolve one component */
#define NS_PER_WIDE_INDEX 0.9  /* ... to 64 bits */
#define NS_PER_RUN 20.0        /* cut a block, start the kernels */
#define NS_PER_CALL 4.0        /* one kernel call from a strategy's loop */
#define NS_PER_ROW 1.0         /* one row through a row kernel, before its bytes */
#define NS_PER_CELL 0.4        /* one element through a cell kernel */
#define NS_PER_APART_CELL 0.6  /* ... to a result that does not lie together */
#define NS_PER_WIDE_CELL 0.8   /* ... by 64-bit offsets */
#define NS_PER_PAIR 1.2        /* one element by a pair of indices that is not resolved first */
#define NS_PER_DIRECT 0.25     /* one element through a direct kernel */
#define NS_PER_BYTE 0.03
#define NS_PER_STRIDED 0.9     /* one element along strides in the odometer */
#define NS_PER_PACKED_BYTE 0.05
#define NS_FROM_L3 0.7         /* an access that misses the near caches, several under way at once */
#define NS_FROM_MEMORY 5.0

static double blocks(const grn_plan *plan)
{
    double run = (double)grn_run_extent(&plan->normal), runs = (double)plan->normal.vectors / run;
    return runs * (1.0 + (run - 1.0) / GRN_BLOCK);
}

static double resolving(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    double index = plan->ways.narrow ? NS_PER_INDEX : NS_PER_WIDE_INDEX;
    return blocks(plan) * NS_PER_RUN + (double)n->vectors * n->ncoords * index;
}

static double elements(const grn_plan *plan)
{
    return (double)plan->normal.vectors * (double)plan->normal.window;
}

/* One access at random within so many bytes. */
static double access(const grn_plan *plan, int64_t bytes)
{
    const grn_caches *c = &plan->ways.caches;
    if (c->l2 == 0 || bytes <= c->l2)
        return 0;
    return bytes <= c->all ? NS_FROM_L3 : NS_FROM_MEMORY;
}

static double lanes(const grn_plan *plan)
{
    return (double)plan->problem.nlanes;
}

static double element_ns(const grn_plan *plan, double ns)
{
    return ns + (double)plan->lanes[0].element_bytes * NS_PER_BYTE;
}

/* Neighbours along the run start from one operand row, or each from its own. */
static int64_t run_reach(const grn_plan *plan)
{
    bool apart = grn_run_step(&plan->normal, plan->lanes[0].operand) != 0;
    return apart ? plan->ways.operand_bytes : plan->ways.reach_bytes;
}

/* Rows of a small window go through one call with those of the others; of a large one through one per vector. */
double grn_cost_of_rows(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    double rows = elements(plan) / (double)n->extent[n->nloops - 1], bytes = (double)grn_row_bytes(plan, plan->lanes);
    double calls = plan->ways.narrow || grn_inner_loops(n) == 1 ? blocks(plan) : (double)n->vectors;
    double each = NS_PER_ROW + access(plan, run_reach(plan)) + bytes * NS_PER_BYTE;
    return lanes(plan) * (resolving(plan) + calls * NS_PER_CALL + rows * each);
}

/* Runs are the only thing to set up. Pairs near at hand resolve faster, many at a time. */
double grn_cost_of_direct(const grn_plan *plan)
{
    bool multiplies = plan->normal.ncoords > 1 && plan->ways.how.ahead == 0;
    double runs = (double)plan->normal.vectors / (double)grn_run_extent(&plan->normal);
    double each = element_ns(plan, multiplies ? NS_PER_PAIR : NS_PER_DIRECT) + access(plan, run_reach(plan));
    return runs * NS_PER_CALL + elements(plan) * each;
}

/* Every panel is read in order; what is taken from it is found in it. */
double grn_cost_of_panels(const grn_plan *plan)
{
    double packed = grn_panels_packed(plan) * (double)plan->lanes[0].element_bytes * NS_PER_PACKED_BYTE;
    double each = element_ns(plan, 2 * NS_PER_DIRECT) + access(plan, (int64_t)grn_panels_scratch(plan) / plan->threads) / 2;
    return elements(plan) * (each + packed);
}

double grn_cost_of_cells(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    bool together = n->nouter == 0 || grn_run_step(n, plan->lanes[0].dense) == 1;
    double each = !plan->ways.narrow ? NS_PER_WIDE_CELL : together ? NS_PER_CELL : NS_PER_APART_CELL;
    double calls = blocks(plan) * (plan->ways.narrow && !together ? 1.0 : (double)n->window);
    each = element_ns(plan, each) + access(plan, run_reach(plan));
    return lanes(plan) * (resolving(plan) + calls * NS_PER_CALL + elements(plan) * each);
}

/* Of a window that lies across memory every element is an access of its own. */
double grn_cost_of_odometer(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    const grn_lane *lane = &plan->lanes[0];
    bool inner = grn_inner_loops(n) > 0;
    double row = inner ? (double)n->extent[n->nloops - 1] : 1.0;
    bool near = inner && lane->operand[n->nloops - 1] == 1 && lane->dense[n->nloops - 1] == 1;
    double calls = elements(plan) / row + (double)n->vectors;
    double each = NS_PER_STRIDED + access(plan, plan->ways.operand_bytes) / (near ? row : 1.0);
    return lanes(plan) * (resolving(plan) + calls * NS_PER_CALL + elements(plan) * each);
}

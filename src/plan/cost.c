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
#include "kernels/hints.h"
#include "plan/plan.h"

#define NS_PER_INDEX 0.3       /* resolve one component */
#define NS_PER_WIDE_INDEX 0.9  /* ... to 64 bits */
#define NS_PER_RUN 20.0        /* cut a block, start the kernels */
#define NS_PER_CALL 4.0        /* one kernel call from a strategy's loop */
#define NS_PER_ROW 1.0         /* one row through a row kernel, before its bytes */
#define NS_PER_LISTED_ROW 0.5  /* ... of a block of windows */
#define NS_PER_CELL 0.25       /* one element through a cell kernel */
#define NS_PER_PUT_CELL 0.4    /* ... of a scatter */
#define NS_PER_APART_CELL 0.5  /* ... to a result that does not lie together */
#define NS_PER_WIDE_CELL 0.8   /* ... by 64-bit offsets */
#define NS_PER_PAIR 0.4        /* one element by a pair of indices that is not resolved first */
#define NS_PER_DIRECT 0.25     /* one element through a direct kernel */
#define NS_PER_DIRECT_RUN 12.0 /* find a run's place, call its kernel */
#define NS_PER_SHORT_RUN 0.4   /* one run in a kernel of runs */
#define NS_PER_RUN_CELL 0.2    /* ... and one element of it */
#define NS_PER_LONG_RUN_CELL 0.35 /* ... of one with a call of its own, once it is judged */
#define NS_PER_JOINED_RUN 3.0  /* one run of several in a block */
#define NS_PER_JOINED 0.15     /* ... and one vector of it */
#define NS_PER_BYTE 0.03
#define NS_PER_STRIDED 0.9     /* one element along strides in the odometer */
#define NS_PER_STRIP 0.3       /* one strip of a window in a kernel of strips */
#define NS_PER_STRIP_CELL 0.3  /* ... and one element of it */
#define NS_PER_FAR_CELL 0.3    /* ... that is not beside the one before it in the result */
#define NS_PER_PACKED_BYTE 0.05
#define NS_FROM_L2 0.3
#define NS_FROM_L3 0.7         /* an access that misses the near caches, several under way at once */
#define NS_FROM_MEMORY 5.0

static double blocks(const grn_plan *plan)
{
    bool gather = plan->problem.gather != NULL;
    double run = (double)(gather ? plan->traits.flat_run : grn_run_extent(&plan->normal));
    double runs = (double)plan->normal.vectors / run;
    return runs * (1.0 + (run - 1.0) / GRN_BLOCK);
}

static double resolving(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    double index = plan->traits.narrow ? NS_PER_INDEX : NS_PER_WIDE_INDEX;
    double joined = 0;
    if (plan->problem.gather != NULL && plan->traits.flat_run > grn_run_extent(n))
        joined = (double)n->vectors * (NS_PER_JOINED + NS_PER_JOINED_RUN / (double)grn_run_extent(n));
    return blocks(plan) * NS_PER_RUN + joined + (double)n->vectors * n->ncoords * index;
}

static double elements(const grn_plan *plan)
{
    return (double)plan->normal.vectors * (double)plan->normal.window;
}

/* The part of so many bytes, met at random, that a cache of `room` does not hold. */
static double beyond(int64_t bytes, int64_t room)
{
    return bytes <= room ? 0 : 1.0 - (double)room / (double)bytes;
}

/* One access at random within so many bytes. Of the last cache others have their part. */
static double access(const grn_plan *plan, int64_t bytes)
{
    const grn_caches *c = &plan->traits.caches;
    if (c->l2 == 0)
        return 0;
    return beyond(bytes, c->l1) * NS_FROM_L2 + beyond(bytes, c->l2) * NS_FROM_L3 +
           beyond(bytes, c->all / 2) * NS_FROM_MEMORY;
}

static double pairs(const grn_plan *plan)
{
    return (double)plan->problem.npairs;
}

static double element_ns(const grn_plan *plan, double ns)
{
    return ns + (double)plan->pairs[0].element_bytes * NS_PER_BYTE;
}

/* Neighbours along the run start from one operand row, or each from its own. */
static int64_t run_reach(const grn_plan *plan)
{
    bool apart = grn_run_step(&plan->normal, plan->pairs[0].operand) != 0;
    return apart ? plan->traits.operand_bytes : plan->traits.reach_bytes;
}

/* Rows of a small window go through one call with those of the others; of a large one through one per vector. */
double grn_cost_of_rows(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    double rows = elements(plan) / (double)n->extent[n->nloops - 1], bytes = (double)grn_row_bytes(plan, plan->pairs);
    double calls = plan->traits.narrow || grn_inner_loops(n) == 1 ? blocks(plan) : (double)n->vectors;
    double listed = plan->problem.gather != NULL && plan->traits.narrow ? NS_PER_LISTED_ROW : NS_PER_ROW;
    double each = listed + access(plan, run_reach(plan)) + bytes * NS_PER_BYTE;
    return pairs(plan) * (resolving(plan) + calls * NS_PER_CALL + rows * each);
}

/* Runs are the only thing to set up. Pairs near at hand resolve faster, many at a time. */
double grn_cost_of_fused(const grn_plan *plan)
{
    bool multiplies = plan->normal.ncoords > 1 && plan->traits.how.ahead == 0;
    double runs = (double)plan->normal.vectors / (double)grn_run_extent(&plan->normal);
    double each = element_ns(plan, multiplies ? NS_PER_PAIR : NS_PER_DIRECT) + access(plan, run_reach(plan));
    return runs * NS_PER_DIRECT_RUN + elements(plan) * each;
}

/* Position by position, so that what is found near is one position's part of the operand. */
double grn_cost_of_runs(const grn_plan *plan)
{
    double runs = elements(plan) / (double)grn_run_extent(&plan->normal);
    double cell = grn_run_extent(&plan->normal) < GRN_LONG_RUN ? NS_PER_RUN_CELL : NS_PER_LONG_RUN_CELL;
    double each = element_ns(plan, cell) + access(plan, run_reach(plan));
    return NS_PER_DIRECT_RUN + runs * NS_PER_SHORT_RUN + elements(plan) * each;
}

/* Every panel is read in order; what is taken from it is found in it. */
double grn_cost_of_panels(const grn_plan *plan)
{
    double packed = grn_panels_packed(plan) * (double)plan->pairs[0].element_bytes * NS_PER_PACKED_BYTE;
    double each = element_ns(plan, 2 * NS_PER_DIRECT) + access(plan, (int64_t)grn_panels_scratch(plan) / plan->threads) / 2;
    return elements(plan) * (each + packed + NS_PER_DIRECT_RUN / grn_panels_columns(plan));
}

double grn_cost_of_cells(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    bool together = n->nouter == 0 || grn_run_step(n, plan->pairs[0].dense) == 1;
    double beside = plan->problem.gather != NULL ? NS_PER_CELL : NS_PER_PUT_CELL;
    double each = !plan->traits.narrow ? NS_PER_WIDE_CELL : together ? beside : NS_PER_APART_CELL;
    double calls = blocks(plan) * (plan->traits.narrow && !together ? 1.0 : (double)n->window);
    bool again = n->window > 1 && n->vectors > GRN_NARROW_BLOCK; /* every block goes over all positions */
    each = element_ns(plan, each) + access(plan, again ? plan->traits.operand_bytes : run_reach(plan));
    return pairs(plan) * (resolving(plan) + calls * NS_PER_CALL + elements(plan) * each);
}

/* The part of a line that a step of so many bytes goes on by. */
static double lines_of(int64_t step)
{
    int64_t size = step < 0 ? -step : step;
    return size < GRN_LINE_BYTES ? (double)size / GRN_LINE_BYTES : 1.0;
}

/* Many windows go through one call for each position of the loops above the last. */
static double cost_of_strips(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    double row = (double)n->extent[n->nloops - 1], strips = elements(plan) / row;
    double calls = (double)n->window / row * blocks(plan);
    double lines = 1.0 + (row - 1.0) * lines_of(pair->operand[n->nloops - 1] * pair->element_bytes);
    double each = NS_PER_STRIP + access(plan, plan->traits.operand_bytes) * lines;
    double cell = element_ns(plan, NS_PER_STRIP_CELL + (pair->dense[n->nloops - 1] == 1 ? 0 : NS_PER_FAR_CELL));
    return resolving(plan) + calls * NS_PER_CALL + strips * each + elements(plan) * cell;
}

/* Of a window that lies across memory every element is an access of its own. */
double grn_cost_of_odometer(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    bool inner = grn_inner_loops(n) > 0;
    if (plan->problem.gather != NULL && grn_goes_by_strips(plan))
        return cost_of_strips(plan);
    double row = inner ? (double)n->extent[n->nloops - 1] : 1.0;
    bool near = inner && pair->operand[n->nloops - 1] == 1 && pair->dense[n->nloops - 1] == 1;
    double calls = elements(plan) / row + (double)n->vectors;
    double each = NS_PER_STRIDED + access(plan, plan->traits.operand_bytes) / (near ? row : 1.0);
    return pairs(plan) * (resolving(plan) + calls * NS_PER_CALL + elements(plan) * each);
}

/*
 * few.c - a ready plan of a few vectors that one kernel call moves, past all
 * that serves larger ones.
 *
 * Whole rows, or a scatter's elements, by index vectors of one component of 64
 * bits that stand next to each other, all in range. Nothing is written before
 * all of them have been looked at. A gather's elements have gather_direct.c.
 */
#include "plan/scatter.h"

bool grn_starts_in_range(const int64_t *start, int64_t count, int64_t last)
{
    uint64_t beyond = 0;
    for (int64_t i = 0; i < count; i++) /* the top bit of start or of last - start says that one is not */
        beyond |= (uint64_t)start[i] | ((uint64_t)last - (uint64_t)start[i]);
    return beyond >> 63 == 0;
}

static bool is_few(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    grn_dtype dtype = plan->problem.indices->dtype;
    return (dtype == GRN_I64 || dtype == GRN_INDEX) && plan->problem.npairs == 1 && n->ncoords == 1 && n->nouter == 1 &&
           n->index[0] == 1 && plan->axis[0].base == 0 && n->vectors <= GRN_SMALL_VECTORS && pair->operand[0] == 0 &&
           n->vectors * n->window * pair->element_bytes <= GRN_SMALL_BYTES;
}

static bool is_row(const grn_plan *plan)
{
    return grn_inner_loops(&plan->normal) == 1 && grn_rows_obstacle(plan) == NULL;
}

/* A row that became one wider element is none here. */
static const grn_rows *few_rows(const grn_plan *plan)
{
    return is_row(plan) ? plan->kernels->rows((size_t)grn_row_bytes(plan, &plan->pairs[0])) : NULL;
}

static const grn_accumulate *few_updates(const grn_plan *plan)
{
    const grn_pair *pair = &plan->pairs[0];
    bool elements = grn_inner_loops(&plan->normal) == 0 && pair->coordinate[0] == 1 && pair->element_bytes <= 16;
    bool named = plan->combiner != GRN_COMBINE_REGION;
    return named && (elements || is_row(plan)) ? grn_pair_combiner(plan, pair) : NULL;
}

void grn_small_of(grn_plan *plan)
{
    bool few = is_few(plan);
    plan->small.rows = few && plan->problem.gather != NULL ? few_rows(plan) : NULL;
    plan->small.updates = few && plan->problem.scatter != NULL ? few_updates(plan) : NULL;
    plan->small.prefix = plan->kernels->take->prefix(plan->problem.indices->dtype);
}

static void take_rows(const grn_plan *plan, const grn_run *run, const int64_t *start)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    int64_t bytes = pair->element_bytes;
    plan->small.rows->take(run->result, pair->dense[0] * bytes, run->operands[0], start, pair->coordinate[0] * bytes,
                         n->vectors, (size_t)(n->extent[1] * bytes));
}

static void put(const grn_plan *plan, const grn_run *run, const int64_t *start)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    grn_updates u = {run->updates[0], NULL, pair->dense[0], n->vectors, 0, pair->coordinate[0]};
    if (grn_inner_loops(n) == 0)
        plan->small.updates->cells(run->results[0], start, &u, 0);
    else
        plan->small.updates->rows(run->results[0], start, &u, n->extent[1], 0);
}

bool grn_run_small(const grn_plan *plan, const grn_run *run)
{
    const int64_t *start = (const int64_t *)run->indices + plan->normal.component[0];
    int64_t count = plan->normal.vectors, last = plan->axis[0].last;
    int64_t known = plan->small.prefix != NULL ? plan->small.prefix(start, count, last) : 0;
    if ((uintptr_t)start % sizeof *start != 0 || !grn_starts_in_range(start + known, count - known, last))
        return false;
    if (plan->small.rows != NULL)
        take_rows(plan, run, start);
    else
        put(plan, run, start);
    return true;
}

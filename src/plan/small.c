/*
 * small.c - a ready plan of a few vectors that one kernel call moves, past all
 * that serves larger ones.
 *
 * Index vectors of one component of 64 bits that stand next to each other, all
 * in range. Nothing is written before all of them have been checked; where
 * one is not in range, blocks of offsets take over.
 */
#include "plan/scatter/scatter.h"

bool grn_starts_in_range(const int64_t *start, int64_t count, int64_t last)
{
    uint64_t beyond = 0;
    for (int64_t i = 0; i < count; i++) /* the top bit of start or of last - start says that one is not */
        beyond |= (uint64_t)start[i] | ((uint64_t)last - (uint64_t)start[i]);
    return beyond >> 63 == 0;
}

const char *grn_few_obstacle(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    grn_dtype dtype = plan->problem.indices->dtype;
    if (dtype != GRN_I64 && dtype != GRN_INDEX)
        return "indices do not have 64 bits and a sign";
    if (plan->problem.npairs != 1)
        return "there are several inputs";
    if (n->ncoords != 1 || n->nouter != 1 || n->index[0] != 1 || plan->axis[0].base != 0 || pair->operand[0] != 0)
        return "indices are not starts of one run, one after the other";
    if (n->vectors > GRN_SMALL_VECTORS || n->vectors * n->window * pair->element_bytes > GRN_SMALL_BYTES)
        return "there are more than a few";
    return NULL;
}

const int64_t *grn_few_starts(const grn_plan *plan, const grn_run *run)
{
    const int64_t *start = (const int64_t *)run->indices + plan->normal.component[0];
    int64_t count = plan->normal.vectors, last = plan->axis[0].last;
    int64_t known = plan->prefix != NULL ? plan->prefix(start, count, last) : 0;
    if ((uintptr_t)start % sizeof *start != 0 || !grn_starts_in_range(start + known, count - known, last))
        return NULL;
    return start;
}

grn_status grn_gather_few_rows(const grn_plan *plan, const grn_run *run)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    const int64_t *start = grn_few_starts(plan, run);
    int64_t bytes = pair->element_bytes, row_bytes = grn_row_bytes(plan, pair);
    if (start == NULL)
        return plan->traits.narrow ? grn_gather_rows32(plan, run) : grn_gather_rows64(plan, run);
    plan->prepared.few_rows->take(run->result, pair->dense[0] * bytes, run->operands[0], start, pair->coordinate[0] * bytes,
                                  n->vectors, (size_t)row_bytes);
    return GRN_OK;
}

grn_status grn_scatter_few(const grn_plan *plan, const grn_run *run)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    const grn_accumulate *f = plan->prepared.combine;
    const int64_t *start = grn_few_starts(plan, run);
    grn_updates u = {run->updates[0], NULL, pair->dense[0], n->vectors, 0, pair->coordinate[0]};
    if (start == NULL)
        grn_scatter_blocks(plan, 0, run);
    else if (grn_inner_loops(n) == 0)
        f->cells(run->results[0], start, &u, 0);
    else
        f->rows(run->results[0], start, &u, n->extent[1], 0);
    return GRN_OK;
}

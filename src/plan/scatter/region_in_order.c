/*
 * region_in_order.c - a caller's combiner that takes windows in place, one after the other: no
 * conflict has to be searched for, and every addressing and partition that passes lists of windows
 * to a mover serves it.
 */
#include <string.h>

#include "kernels/hints.h"
#include "plan/scatter/scatter.h"

/* Whether what is so many elements from the first of one pair is so in all of them. */
static bool pairs_lie_alike(const grn_plan *plan)
{
    const grn_pair *first = &plan->pairs[0];
    const size_t loops = (size_t)plan->normal.nloops * sizeof *first->dense;
    const size_t coordinates = (size_t)plan->normal.ncoords * sizeof *first->coordinate;
    for (size_t i = 1; i < plan->problem.npairs; i++) {
        const grn_pair *pair = &plan->pairs[i];
        if (memcmp(pair->dense, first->dense, loops) != 0 || memcmp(pair->operand, first->operand, loops) != 0 ||
            memcmp(pair->coordinate, first->coordinate, coordinates) != 0)
            return false;
    }
    return true;
}

bool grn_region_runs_in_order(const grn_plan *plan)
{
    return plan->combiner == GRN_COMBINE_REGION && plan->problem.scatter->region_in_order != NULL &&
           pairs_lie_alike(plan);
}

size_t grn_scatter_walked_pairs(const grn_plan *plan)
{
    return grn_region_runs_in_order(plan) ? 1 : plan->problem.npairs;
}

const char *grn_region_in_order_obstacle(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    if (!grn_region_runs_in_order(plan))
        return "the combiner has a name, or takes no lists of windows";
    if (plan->choice.addressing->form != GRN_FORM_OFFSETS64)
        return "windows go by resolved offsets";
    for (int32_t k = 0; k < n->ncoords; k++)
        if (n->clip[k] >= 0)
            return "windows may be in bounds in part";
    if (grn_inner_loops(n) == 0)
        return NULL;
    return grn_inner_loops(n) > 1 ? "a window is more than a row" : grn_rows_obstacle(plan);
}

/* Windows of a call, where those of the next ones are prefetched. */
#define TOGETHER 16

/* Windows [from, to) of the first input: all their lines. Where their updates lie apart, those as well. */
static void prefetch(const grn_plan *plan, const char *results, const int64_t *offset, const grn_updates *u,
                     int64_t from, int64_t to)
{
    const int64_t size = plan->pairs[0].element_bytes, row = plan->normal.window * size;
    for (int64_t i = from; i < to; i++)
        prefetch_row_to_write(results + offset[i] * size, row);
    for (int64_t i = from; u->from != NULL && i < to; i++)
        prefetch_row((const char *)u->data + u->from[i] * size, row);
}

/* The lists of all inputs, of whose first `list` is. */
static void call(const grn_plan *plan, const grn_run *run, grn_combine_list *list)
{
    const grn_scatter_spec *spec = plan->problem.scatter;
    grn_combine_list others[GRN_MAX_INPUTS - 1], *last = list;
    const int64_t from = ((const char *)list->update - (const char *)run->updates[0]) / plan->pairs[0].element_bytes;
    for (size_t i = 1; i < plan->problem.npairs; i++) {
        grn_combine_list *next = &others[i - 1];
        *next = *list;
        next->current = run->results[i];
        next->update = grn_pair_at(&plan->pairs[i], run->updates[i], from);
        last->next = next;
        last = next;
    }
    last->next = NULL;
    spec->region_in_order(spec->region_user, list);
}

void grn_region_move_in_order(const grn_plan *plan, size_t number, const grn_run *run, const int64_t *offset,
                              const grn_updates *u)
{
    const int64_t ahead = plan->conflicts.ahead, known = u->known > u->count ? u->known : u->count;
    const int64_t size = plan->pairs[number].element_bytes, together = ahead > 0 ? TOGETHER : u->count;
    for (int64_t i = 0, n; i < u->count; i += n) {
        n = u->count - i < together ? u->count - i : together;
        if (ahead > 0 && i + ahead < known)
            prefetch(plan, run->results[number], offset, u, i + ahead, i + ahead + n < known ? i + ahead + n : known);
        call(plan, run,
             &(grn_combine_list){.count = n,
                                 .elements = plan->normal.window,
                                 .current = run->results[number],
                                 .offset = offset + i,
                                 .update = (const char *)u->data + (u->from != NULL ? 0 : i * u->step * size),
                                 .from = u->from != NULL ? u->from + i : NULL,
                                 .step = u->step});
    }
}

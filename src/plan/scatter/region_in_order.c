/*
 * region_in_order.c - a caller's combiner that takes windows in place, one after the other: no
 * conflict has to be searched for, and every addressing and partition that passes lists of windows
 * to a mover serves it.
 */
#include "kernels/hints.h"
#include "plan/scatter/scatter.h"

bool grn_region_runs_in_order(const grn_plan *plan)
{
    return plan->combiner == GRN_COMBINE_REGION && plan->problem.scatter->region_in_order != NULL &&
           plan->problem.npairs == 1;
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

/* Windows [from, to): all their lines. Where their updates lie apart, those as well. */
static void prefetch(const grn_plan *plan, const char *results, const int64_t *offset, const grn_updates *u,
                     int64_t from, int64_t to)
{
    const int64_t size = plan->pairs[0].element_bytes, row = plan->normal.window * size;
    for (int64_t i = from; i < to; i++)
        prefetch_row_to_write(results + offset[i] * size, row);
    for (int64_t i = from; u->from != NULL && i < to; i++)
        prefetch_row((const char *)u->data + u->from[i] * size, row);
}

void grn_region_move_in_order(const grn_plan *plan, size_t number, const grn_run *run, const int64_t *offset,
                              const grn_updates *u)
{
    const grn_scatter_spec *spec = plan->problem.scatter;
    const int64_t ahead = plan->conflicts.ahead, known = u->known > u->count ? u->known : u->count;
    const int64_t size = plan->pairs[number].element_bytes, together = ahead > 0 ? TOGETHER : u->count;
    for (int64_t i = 0, n; i < u->count; i += n) {
        n = u->count - i < together ? u->count - i : together;
        if (ahead > 0 && i + ahead < known)
            prefetch(plan, run->results[number], offset, u, i + ahead, i + ahead + n < known ? i + ahead + n : known);
        spec->region_in_order(spec->region_user,
                              &(grn_combine_list){n, plan->normal.window, run->results[number], offset + i,
                                                  (const char *)u->data + (u->from != NULL ? 0 : i * u->step * size),
                                                  u->from != NULL ? u->from + i : NULL, u->step});
    }
}

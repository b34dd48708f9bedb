/*
 * window.c - the window of one index vector, whole or clipped.
 *
 * Clipping is the fallback for the few vectors whose window leaves the
 * operand under a per-element policy: it reads the raw indices again, since a
 * resolved offset no longer gives how far out of range the start was.
 */
#include "plan/plan.h"

void grn_window_whole(const grn_normal *n, int64_t dense, int64_t operand, grn_window *out)
{
    out->dense = dense;
    out->operand = operand;
    for (int32_t l = n->nouter; l < n->nloops; l++)
        out->extent[l - n->nouter] = n->extent[l];
}

grn_tail grn_window_tail(const grn_plan *plan, const grn_pair *pair, const grn_window *w)
{
    int32_t outer = plan->normal.nouter, last = grn_inner_loops(&plan->normal) - 1;
    const int64_t *dense = pair->dense + outer, *operand = pair->operand + outer;
    if (last < 0)
        return (grn_tail){0, dense, operand, 1, 1, 1};
    return (grn_tail){last, dense, operand, dense[last], operand[last], w->extent[last]};
}

/* The raw start of coordinate k at the block's vector i; base and wrap applied, no policy. */
static int64_t start_of(const grn_plan *plan, const void *indices, const grn_cursor *c, int64_t i, int32_t k)
{
    const grn_normal *n = &plan->normal;
    grn_dtype dtype = plan->problem.indices->dtype;
    int64_t at = grn_cursor_offset(n, c, n->index) + i * grn_run_step(n, n->index) + n->component[k];
    int64_t raw = grn_index_load(dtype, (const char *)indices + at * (int64_t)grn_dtype_bytes(dtype)), start;
    grn_coordinate coord = {.dim = plan->dim[k]};
    (void)grn_resolve_start(&plan->rule, &coord, raw, &start);
    return start;
}

/*
 * Cuts [0, extent) to the positions p with 0 <= start + p < dim, answers where
 * they begin; false when there are none. A start is compared before anything
 * is added to it: it may be any int64_t.
 */
static bool cut(int64_t start, int64_t dim, int64_t *extent, int64_t *low)
{
    if (start >= dim || start <= -*extent)
        return false;
    *low = start < 0 ? -start : 0;
    int64_t high = dim - start < *extent ? dim - start : *extent;
    *extent = high - *low;
    return *extent > 0;
}

/* Cuts by coordinate k. Its window may be walked by an inner loop, by an outer one that stands
 * still here, or by none. */
static bool clip_coordinate(const grn_plan *plan, const grn_pair *pair, const grn_cursor *c, int32_t k, int64_t start,
                            grn_window *w)
{
    const grn_normal *n = &plan->normal;
    int64_t dim = plan->dim[k], low;
    int32_t loop = n->clip[k];
    if (loop < n->nouter) {
        int64_t position = loop < 0 ? 0 : c->at[loop];
        if (start >= dim - position || start < -position)
            return false;
        w->operand += start * pair->coordinate[k];
        return true;
    }
    if (!cut(start, dim, &w->extent[loop - n->nouter], &low))
        return false;
    w->dense += low * pair->dense[loop];
    w->operand += start * pair->coordinate[k] + low * pair->operand[loop];
    return true;
}

bool grn_window_clip(const grn_plan *plan, const grn_pair *pair, const void *indices, const grn_cursor *c, int64_t i,
                     grn_window *out)
{
    const grn_normal *n = &plan->normal;
    bool some = plan->by_element;
    grn_window_whole(n, grn_cursor_offset(n, c, pair->dense) + i * grn_run_step(n, pair->dense),
                     grn_cursor_offset(n, c, pair->operand) + i * grn_run_step(n, pair->operand), out);
    for (int32_t k = 0; some && k < n->ncoords; k++)
        some = clip_coordinate(plan, pair, c, k, start_of(plan, indices, c, i, k), out);
    return some;
}

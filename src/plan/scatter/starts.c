/*
 * starts.c - a block of vectors as starts that a kernel reads: raw
 * indices, as long as they are in range, offsets from there on.
 */
#include "plan/scatter/scatter.h"

bool grn_scatter_carries_values(const grn_plan *plan, const grn_pair *pair)
{
    return plan->normal.window == 1 && grn_scatter_walked_pairs(plan) == plan->problem.npairs &&
           pair->element_bytes <= (int64_t)sizeof(int64_t);
}

grn_owner_filter grn_scatter_filter(const grn_plan *plan, size_t pair)
{
    const grn_pair *l = &plan->pairs[pair];
    return (grn_owner_filter){.owner = {plan->conflicts.owner_shift, (uint32_t)plan->cut.parts, 0},
                              .step = grn_run_step(&plan->normal, l->dense),
                              .size = grn_scatter_carries_values(plan, l) ? (size_t)l->element_bytes : 0};
}

bool grn_scatter_has_raw(const grn_plan *plan, const grn_run *run)
{
    return plan->conflicts.widen != NULL ||
           (plan->conflicts.wide_starts && (uintptr_t)run->indices % sizeof(int64_t) == 0);
}

const int64_t *grn_scatter_raw(const grn_plan *plan, const grn_run *run, const grn_cursor *c, int64_t count,
                               int64_t *room)
{
    const grn_normal *n = &plan->normal;
    int64_t at = grn_cursor_offset(n, c, n->index) + n->component[0];
    if (plan->conflicts.widen == NULL)
        return (const int64_t *)run->indices + at;
    size_t bytes = grn_dtype_bytes(plan->problem.indices->dtype);
    plan->conflicts.widen((const char *)run->indices + at * (int64_t)bytes, count * n->ncoords, room);
    return room;
}

/* Vectors that are not in bounds have no effect here, as no loop's counter takes part in the check
 * of bounds (conflicts.c). */
static void give_resolved(const grn_plan *plan, const grn_pair *pair, const grn_run *run, const grn_cursor *c,
                          grn_starts_fn take, void *context)
{
    int64_t dense = grn_cursor_offset(&plan->normal, c, pair->dense), step = grn_run_step(&plan->normal, pair->dense);
    grn_index_block b;
    grn_block_resolve(plan, pair, run->indices, c, &b);
    for (int64_t from = 0, to; from < b.count; from = to) {
        grn_starts s = {.raw = b.offset + from, .ncoords = 1, .last = {-1, -1}, .scale = {1, 1}};
        to = grn_block_segment(&b, from);
        if (b.whole || b.in_bounds[from])
            (void)take(context, &s, 0, dense + from * step, to - from);
    }
}

bool grn_scatter_starts_are_narrow(const grn_plan *plan)
{
    bool narrow = true;
    for (int32_t k = 0; k < plan->normal.ncoords; k++)
        narrow = narrow && plan->axis[k].last <= UINT32_MAX;
    return narrow;
}

static bool is_fused(const grn_plan *plan, const grn_pair *pair, const grn_run *run)
{
    return grn_scatter_starts_are_narrow(plan) && grn_scatter_has_raw(plan, run) &&
           grn_run_step(&plan->normal, pair->operand) == 0;
}

/* The cursor's vectors from the first on, as far as they are in range; answers how many. */
static int64_t give_raw(const grn_plan *plan, const grn_pair *pair, const grn_run *run, const grn_cursor *c,
                        grn_starts_fn take, void *context)
{
    const grn_normal *n = &plan->normal;
    const int32_t second = n->ncoords - 1;
    int64_t room[2 * GRN_BLOCK];
    grn_starts s = {.raw = grn_scatter_raw(plan, run, c, c->count, room),
                    .ncoords = n->ncoords,
                    .last = {plan->axis[0].last, plan->axis[second].last},
                    .scale = {pair->coordinate[0], pair->coordinate[second]}};
    return take(context, &s, grn_cursor_offset(n, c, pair->operand), grn_cursor_offset(n, c, pair->dense), c->count);
}

void grn_scatter_starts(const grn_plan *plan, size_t pair, const grn_run *run, const grn_cursor *c, grn_starts_fn take,
                        void *context)
{
    const grn_pair *l = &plan->pairs[pair];
    grn_cursor rest = *c;
    int64_t taken = is_fused(plan, l, run) ? give_raw(plan, l, run, c, take, context) : 0;
    rest.first += taken;
    rest.count -= taken;
    if (rest.count > 0)
        give_resolved(plan, l, run, &rest, take, context);
}

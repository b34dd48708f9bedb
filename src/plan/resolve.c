/* resolve.c - from blocks of index vectors to blocks of operand offsets, by the plan's policy. */
#include <string.h>

#include "plan/plan.h"

/* Raw values beyond what raw - base can hold are past every bound on their side, so they may be
 * moved to the nearest. */
void grn_axes_of_nest(const grn_nest *nest, grn_resolve_axis *axis)
{
    int64_t base = nest->rule.base;
    for (int32_t k = 0; k < nest->ncoords; k++)
        axis[k] = (grn_resolve_axis){
            .low = base > 0 ? INT64_MIN + base : INT64_MIN,
            .high = base < 0 ? INT64_MAX + base : INT64_MAX,
            .base = base,
            .wrap = nest->rule.wrap_negative ? nest->coord[k].dim : 0,
            .last = nest->coord[k].dim - nest->coord[k].window,
        };
}

void grn_offsets_resolve(const grn_plan *plan, const grn_pair *pair, const void *indices, const grn_cursor *c,
                         int64_t *offset, unsigned char *in_bounds)
{
    const grn_normal *n = &plan->normal;
    int64_t at = grn_cursor_offset(n, c, n->index), base = grn_cursor_offset(n, c, pair->operand);
    int64_t step = grn_run_step(n, pair->operand), index_bytes = (int64_t)grn_dtype_bytes(plan->problem.indices->dtype);
    for (int64_t i = 0; i < c->count; i++)
        offset[i] = base + i * step;
    if (in_bounds != NULL)
        memset(in_bounds, 1, (size_t)c->count);
    for (int32_t k = 0; k < n->ncoords; k++) {
        grn_resolve_axis axis = plan->axis[k];
        axis.stride = pair->coordinate[k];
        plan->resolve((const char *)indices + (at + n->component[k]) * index_bytes, grn_run_step(n, n->index), c->count,
                      &axis, offset, in_bounds);
    }
}

void grn_block_resolve(const grn_plan *plan, const grn_pair *pair, const void *indices, const grn_cursor *c,
                       grn_index_block *out)
{
    grn_offsets_resolve(plan, pair, indices, c, out->offset, plan->tested ? out->in_bounds : NULL);
    out->count = c->count;
    out->whole = !plan->tested || memchr(out->in_bounds, 0, (size_t)c->count) == NULL;
}

bool grn_run_is_broadcast(const grn_plan *plan, const void *indices, const grn_cursor *c)
{
    const size_t bytes = grn_dtype_bytes(plan->problem.indices->dtype);
    const char *raw =
        (const char *)indices +
        (grn_cursor_offset(&plan->normal, c, plan->normal.index) + plan->normal.component[0]) * (int64_t)bytes;
    return memcmp(raw, raw + bytes, (size_t)(c->count - 1) * bytes) == 0; /* each is the one before it */
}

int64_t grn_block_segment(const grn_index_block *b, int64_t from)
{
    int64_t to = from + 1;
    if (b->whole)
        return b->count;
    while (to < b->count && b->in_bounds[to] == b->in_bounds[from])
        to++;
    return to;
}

/* Most indices are in range as they stand, and one pass of a kernel shows it. False: some may be
 * out of range. */
static bool plainly_in_bounds(const grn_plan *plan, const void *indices)
{
    const grn_normal *n = &plan->normal;
    grn_dtype dtype = plan->problem.indices->dtype;
    grn_prefix_fn prefix = plan->kernels->take->prefix(dtype);
    bool plain = prefix != NULL && n->ncoords == 1 && plan->axis[0].base == 0 && grn_run_step(n, n->index) == 1;
    grn_cursor c;
    for (grn_cursor_init(n, INT64_MAX, &c); plain && c.more; grn_cursor_next(n, &c)) {
        int64_t at = grn_cursor_offset(n, &c, n->index) + n->component[0];
        const char *raw = (const char *)indices + at * (int64_t)grn_dtype_bytes(dtype);
        plain = prefix(raw, c.count, plan->axis[0].last) == c.count;
    }
    return plain;
}

/* Through the kernels of 32-bit offsets, where they hold every one of them: they check bounds
 * faster. */
static bool all_in_bounds_narrow(const grn_plan *plan, const void *indices)
{
    const grn_normal *n = &plan->normal;
    grn_dtype dtype = plan->problem.indices->dtype;
    grn_narrow_fn narrow = plan->kernels->take->narrow(dtype);
    int32_t offset[GRN_BLOCK] = {0};
    unsigned char in_bounds[GRN_BLOCK];
    grn_cursor c;
    for (grn_cursor_init(n, GRN_BLOCK, &c); c.more; grn_cursor_next(n, &c)) {
        int64_t at = grn_cursor_offset(n, &c, n->index);
        memset(in_bounds, 1, (size_t)c.count);
        for (int32_t k = 0; k < n->ncoords; k++) {
            grn_resolve_axis axis = plan->axis[k];
            axis.stride = 0;
            narrow((const char *)indices + (at + n->component[k]) * (int64_t)grn_dtype_bytes(dtype),
                   grn_run_step(n, n->index), c.count, &axis, offset, in_bounds);
        }
        if (memchr(in_bounds, 0, (size_t)c.count) != NULL)
            return false;
    }
    return true;
}

bool grn_all_in_bounds(const grn_plan *plan, const void *indices)
{
    grn_cursor c;
    int64_t offset[GRN_BLOCK];
    unsigned char in_bounds[GRN_BLOCK];
    if (plainly_in_bounds(plan, indices))
        return true;
    if (plan->problem.gather != NULL && plan->traits.narrow)
        return all_in_bounds_narrow(plan, indices);
    for (grn_cursor_init(&plan->normal, GRN_BLOCK, &c); c.more; grn_cursor_next(&plan->normal, &c)) {
        grn_offsets_resolve(plan, &plan->pairs[0], indices, &c, offset, in_bounds);
        if (memchr(in_bounds, 0, (size_t)c.count) != NULL)
            return false;
    }
    return true;
}

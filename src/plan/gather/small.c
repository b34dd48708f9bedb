/*
 * small.c - a small gather: one run of index vectors, whose rows or elements
 * one kernel call moves.
 *
 * The one-shot call on a few elements would spend most of its time making a
 * plan: where every tensor lies in order and whole rows of the first dimension
 * are moved, it goes straight from the spec. Where an index is out of range,
 * whatever the policy, other rows move what is left.
 */
#include "plan/gather/gather.h"

bool grn_view_is_run(const grn_tensor *t, int32_t from, int64_t *elements)
{
    int64_t step = 1;
    for (int32_t d = t->rank - 1; d >= from; d--) {
        if (t->stride[d] != step && t->shape[d] != 1)
            return false;
        if (!grn_mul_i64(step, t->shape[d], &step)) /* a view without elements may have any extents beside them */
            return false;
    }
    *elements = step;
    return true;
}

/* ---- what moves ------------------------------------------------------------------------------ */

/* `count` rows of `row_bytes`, one to each `dst_step` of the result, by indices that lie one after
 * the other. */
typedef struct small {
    const grn_kernels *kernels;
    grn_dtype dtype; /* of the indices */
    /* of rows that lie together in the result; NULL: there is none, or all indices are checked
     * first */
    grn_fused_fn fused;
    grn_fused how;
    int64_t count, row_bytes, dst_step;
} small;

static grn_fused_fn fused_kernel(const grn_take_kernels *take, grn_dtype dtype, int64_t row_bytes)
{
    if (row_bytes > 16 && row_bytes % 32 != 0)
        return NULL;
    return (row_bytes > 16 ? take->fused_rows : take->fused)(dtype, (size_t)row_bytes, false);
}

static bool has_wide_indices(const small *s) { return s->dtype == GRN_I64 || s->dtype == GRN_INDEX; }

/* What checks the indices of rows that no fused kernel moves; NULL: they are not moved at once. */
static grn_prefix_fn prefix_of(const small *s)
{
    bool listed = has_wide_indices(s) || (s->count <= GRN_BLOCK && s->how.last <= INT32_MAX);
    return listed && s->how.scale >= 0 ? s->kernels->take->prefix(s->dtype) : NULL;
}

/* Rows by offsets of 32 bits. */
static void move_by_offsets(const small *s, char *dst, const void *operand, const void *raw, int64_t n)
{
    static const int64_t start[1] = {0};
    const grn_take_kernels *take = s->kernels->take;
    int32_t offset[GRN_BLOCK];
    grn_window_rows rows = {(size_t)s->row_bytes, 1, start, start, s->dst_step, s->how.scale, 0, false};
    grn_resolve_axis axis = {.low = INT64_MIN, .high = INT64_MAX, .last = s->how.last, .stride = 1};
    for (int64_t i = 0; i < n; i++)
        offset[i] = 0;
    take->narrow(s->dtype)(raw, 1, n, &axis, offset, NULL);
    take->windows((size_t)s->row_bytes)(dst, operand, offset, n, n, &rows);
}

/* Rows from the `from`-th on, if all of their indices are in range. */
static bool move_listed(const small *s, int64_t from, void *result, const void *operand, const void *indices)
{
    const char *raw = (const char *)indices + from * (int64_t)grn_dtype_bytes(s->dtype);
    char *dst = (char *)result + from * s->dst_step;
    const int64_t n = s->count - from;
    const size_t bytes = (size_t)s->row_bytes;
    const grn_prefix_fn prefix = prefix_of(s);
    if (prefix == NULL || prefix(raw, n, s->how.last) != n)
        return false;
    grn_fused_runs_fn runs =
        bytes <= 16 && s->dst_step == s->row_bytes ? s->kernels->take->runs(s->dtype, bytes) : NULL;
    if (runs != NULL)
        runs(dst, operand, raw, &(grn_fused_runs){.runs = 1, .length = n}, &s->how);
    else if (has_wide_indices(s) && (uintptr_t)raw % sizeof(int64_t) == 0)
        s->kernels->rows(bytes)->take(dst, s->dst_step, operand, (const int64_t *)(const void *)raw, s->how.scale, n,
                                      bytes);
    else if (n <= GRN_BLOCK && s->how.last <= INT32_MAX)
        move_by_offsets(s, dst, operand, raw, n);
    else
        return false;
    return true;
}

/* ---- straight from the spec ------------------------------------------------------------------ */

/* Index vectors of one component select whole rows of the first dimension, which come last in the
 * result. */
static bool selects_rows(const grn_gather_spec *spec, const grn_tensor *operand, const grn_tensor *result)
{
    const grn_dimension_numbers *d = &spec->dims;
    int32_t window = d->offset_dims.count;
    bool selects = d->start_index_map.count == 1 && d->start_index_map.v[0] == 0 &&
                   d->collapsed_slice_dims.count == 1 && d->collapsed_slice_dims.v[0] == 0 &&
                   operand->rank == 1 + window && (window == 0 || d->offset_dims.v[0] == result->rank - window) &&
                   spec->index.base == 0;
    for (int32_t k = 1; selects && k < operand->rank; k++)
        selects = spec->slice_sizes.v[k] == operand->shape[k];
    return selects;
}

static bool set_up(const grn_gather_spec *spec, const grn_tensor *operand, const grn_tensor *indices,
                   const grn_tensor *result, small *out)
{
    int64_t row, moved, element = (int64_t)grn_dtype_bytes(operand->dtype);
    if (!selects_rows(spec, operand, result) || !grn_view_is_run(operand, 1, &row) ||
        !grn_view_is_run(indices, 0, &out->count) || !grn_view_is_run(result, 0, &moved) || moved == 0 ||
        moved >= GRN_SMALL_BYTES / element)
        return false;
    /* a single row's stride is never taken, and may be any */
    int64_t step = operand->shape[0] > 1 ? operand->stride[0] : row;
    out->kernels = grn_kernels_here();
    out->dtype = indices->dtype;
    out->row_bytes = out->dst_step = row * element;
    out->how = (grn_fused){.last = operand->shape[0] - spec->slice_sizes.v[0], .scale = step * element};
    out->fused = fused_kernel(out->kernels->take, indices->dtype, out->row_bytes);
    if (spec->index.bounds == GRN_BOUNDS_ERROR) /* the result is untouched when an index is out of range */
        out->fused = NULL;
    return out->how.last >= 0;
}

bool grn_gather_small(const grn_gather_spec *spec, const grn_tensor *operand, const grn_tensor *indices,
                      const grn_tensor *result)
{
    small s;
    if (!set_up(spec, operand, indices, result, &s))
        return false;
    const int64_t done = s.fused != NULL ? s.fused(result->data, operand->data, indices->data, s.count, &s.how) : 0;
    return done == s.count || move_listed(&s, done, result->data, operand->data, indices->data);
}

/* ---- by a plan ------------------------------------------------------------------------------- */

static small small_of(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    const int64_t bytes = pair->element_bytes, row = grn_inner_loops(n) > 0 ? grn_row_bytes(plan, pair) : bytes;
    small s = {plan->kernels,
               plan->problem.indices->dtype,
               NULL,
               {.last = plan->axis[0].last, .scale = pair->coordinate[0] * bytes},
               n->vectors,
               row,
               n->nouter > 0 ? pair->dense[0] * bytes : row};
    if (s.dst_step == row)
        s.fused = fused_kernel(plan->kernels->take, s.dtype, row);
    return s;
}

const char *grn_small_obstacle(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    if (n->ncoords != 1 || n->nouter > 1 || plan->axis[0].base != 0 ||
        (n->nouter == 1 && (n->index[0] != 1 || plan->pairs[0].operand[0] != 0)))
        return "indices are not starts of one run, one after the other";
    if (!plan->traits.small)
        return "there are more than a few";
    if (grn_inner_loops(n) > 1 || (grn_inner_loops(n) == 1 && grn_rows_obstacle(plan) != NULL))
        return "a window is more than a row";
    const small s = small_of(plan);
    return s.fused != NULL || prefix_of(&s) != NULL ? NULL : "no kernel reads these indices";
}

bool grn_small_is_fused(const grn_plan *plan) { return small_of(plan).fused != NULL; }

/* All at once, by the kernel that the mover has prepared. */
static bool move_prepared(const grn_plan *plan, const grn_run *run, const char *raw)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    const grn_prepared *p = &plan->prepared;
    const int64_t bytes = pair->element_bytes;
    if (grn_inner_loops(n) == 0 && p->fused != NULL)
        return p->fused(run->result, run->operands[0], raw, n->vectors, &p->how) == n->vectors;
    if (grn_inner_loops(n) > 0 && p->few_rows != NULL && (uintptr_t)raw % sizeof(int64_t) == 0) {
        if (plan->prefix(raw, n->vectors, plan->axis[0].last) != n->vectors)
            return false;
        p->few_rows->take(run->result, n->nouter > 0 ? pair->dense[0] * bytes : 0, run->operands[0],
                          (const int64_t *)(const void *)raw, pair->coordinate[0] * bytes, n->vectors,
                          (size_t)grn_row_bytes(plan, pair));
        return true;
    }
    const small s = small_of(plan);
    const int64_t done = s.fused != NULL ? s.fused(run->result, run->operands[0], raw, s.count, &s.how) : 0;
    return done == s.count || move_listed(&s, done, run->result, run->operands[0], raw);
}

/* Where an index is out of range, the rows take over that can leave vectors out. */
grn_status grn_gather_few(const grn_plan *plan, const grn_run *run)
{
    const char *raw =
        (const char *)run->indices + plan->normal.component[0] * (int64_t)grn_dtype_bytes(plan->problem.indices->dtype);
    if (move_prepared(plan, run, raw))
        return GRN_OK;
    if (plan->prepared.fused != NULL)
        return grn_gather_fused(plan, run);
    if (grn_inner_loops(&plan->normal) == 0)
        return grn_gather_cells64(plan, run);
    return plan->traits.narrow ? grn_gather_rows32(plan, run) : grn_gather_rows64(plan, run);
}

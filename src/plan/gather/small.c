/*
 * small.c - a small gather straight from its spec, without a plan:
 * the one-shot call on a few elements would spend most of its time making one.
 *
 * Only where there is nothing to make small: whole rows or elements of the
 * first dimension, by index vectors of one component, and every tensor lies in
 * order. An index out of range, whatever the policy, is not for this path.
 */
#include "plan/plan.h"

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

/* Index vectors of one component select whole rows of the first dimension, which come last in the result. */
static bool selects_rows(const grn_gather_spec *spec, const grn_tensor *operand, const grn_tensor *result)
{
    const grn_dimension_numbers *d = &spec->dims;
    int32_t window = d->offset_dims.count;
    bool selects = d->start_index_map.count == 1 && d->start_index_map.v[0] == 0 && d->collapsed_slice_dims.count == 1 &&
                   d->collapsed_slice_dims.v[0] == 0 && operand->rank == 1 + window &&
                   (window == 0 || d->offset_dims.v[0] == result->rank - window) && spec->index.base == 0;
    for (int32_t k = 1; selects && k < operand->rank; k++)
        selects = spec->slice_sizes.v[k] == operand->shape[k];
    return selects;
}

/* Rows longer than a fused kernel moves. */
static bool move_rows(const grn_take_kernels *take, const grn_tensor *indices, int64_t count, const grn_fused *how, const void *src,
                      void *dst, int64_t row_bytes)
{
    static const int64_t start[1] = {0};
    int32_t offset[GRN_BLOCK];
    grn_window_rows rows = {(size_t)row_bytes, 1, start, start, row_bytes, how->scale, 0};
    grn_resolve_axis axis = {.low = INT64_MIN, .high = INT64_MAX, .last = how->last, .stride = 1};
    grn_prefix_fn prefix = take->prefix(indices->dtype);
    if (count > GRN_BLOCK || how->last > INT32_MAX || prefix == NULL || prefix(indices->data, count, how->last) != count)
        return false;
    for (int64_t i = 0; i < count; i++)
        offset[i] = 0;
    take->narrow(indices->dtype)(indices->data, 1, count, &axis, offset, NULL);
    take->windows((size_t)row_bytes)(dst, src, offset, count, count, &rows);
    return true;
}

/* What a call moves: `count` rows of `row` elements, by a fused kernel where there is one. */
typedef struct small {
    int64_t row, count;
    grn_fused_fn fused;
    grn_fused how;
} small;

static bool set_up(const grn_gather_spec *spec, const grn_tensor *operand, const grn_tensor *indices, const grn_tensor *result,
                   const grn_take_kernels *take, small *out)
{
    int64_t moved, element = (int64_t)grn_dtype_bytes(operand->dtype);
    if (!selects_rows(spec, operand, result) || !grn_view_is_run(operand, 1, &out->row) ||
        !grn_view_is_run(indices, 0, &out->count) || !grn_view_is_run(result, 0, &moved) || moved == 0 ||
        moved > GRN_SMALL_BYTES / element)
        return false;
    int64_t step = operand->shape[0] > 1 ? operand->stride[0] : out->row; /* a single row's stride is never taken, and may be any */
    out->how = (grn_fused){.last = operand->shape[0] - spec->slice_sizes.v[0], .scale = step * element};
    out->fused = out->row * element <= 16 ? take->fused(indices->dtype, (size_t)(out->row * element), false) : NULL;
    if (spec->index.bounds == GRN_BOUNDS_ERROR) /* the result is untouched when an index is out of range */
        out->fused = NULL;
    return out->how.last >= 0 && (out->fused != NULL || out->how.scale >= 0);
}

bool grn_gather_small(const grn_gather_spec *spec, const grn_tensor *operand, const grn_tensor *indices, const grn_tensor *result)
{
    small s;
    const grn_take_kernels *take = grn_kernels_here()->take;
    if (!set_up(spec, operand, indices, result, take, &s))
        return false;
    if (s.fused == NULL)
        return move_rows(take, indices, s.count, &s.how, operand->data, result->data,
                         s.row * (int64_t)grn_dtype_bytes(operand->dtype));
    return s.fused(result->data, operand->data, indices->data, s.count, &s.how) == s.count;
}

const char *grn_gather_small_mover(const grn_gather_spec *spec, const grn_tensor *operand, const grn_tensor *indices,
                                   const grn_tensor *result)
{
    small s;
    if (!set_up(spec, operand, indices, result, grn_kernels_here()->take, &s))
        return NULL;
    return s.fused != NULL ? "cells" : s.count <= GRN_BLOCK && s.how.last <= INT32_MAX ? "rows" : NULL;
}

/*
 * small.c - a small scatter straight from its spec, without a plan:
 * the one-shot call on a few elements would spend most of its time making one.
 *
 * Only where there is nothing to make small: one input, whole rows or elements
 * of its first dimension, by index vectors of one component of 32 or 64 bits,
 * all in range. Nothing is written before all of them have been checked.
 */
#include <string.h>

#include "plan/scatter/scatter.h"

/* Index vectors of one component select whole rows of the first dimension, which come last in the updates. */
static bool selects_rows(const grn_scatter_spec *spec, const grn_tensor *results, const grn_tensor *updates)
{
    const grn_dimension_numbers *d = &spec->dims;
    int32_t window = d->offset_dims.count, batch = updates->rank - window;
    bool selects = d->start_index_map.count == 1 && d->start_index_map.v[0] == 0 && d->collapsed_slice_dims.count == 1 &&
                   d->collapsed_slice_dims.v[0] == 0 && results->rank == 1 + window &&
                   (window == 0 || d->offset_dims.v[0] == batch) && spec->index.base == 0;
    for (int32_t k = 1; selects && k < results->rank; k++)
        selects = updates->shape[batch + k - 1] == results->shape[k];
    return selects;
}

/* The starts, as they lie in memory or copied into `wide`; NULL: the type is another. */
static const int64_t *read_starts(const grn_tensor *indices, int64_t count, int64_t *wide)
{
    int32_t narrow[GRN_SMALL_VECTORS];
    if (indices->dtype == GRN_I64 || indices->dtype == GRN_INDEX)
        return (uintptr_t)indices->data % sizeof *wide == 0 ? indices->data
                                                            : memcpy(wide, indices->data, (size_t)count * sizeof *wide);
    if (indices->dtype != GRN_I32)
        return NULL;
    memcpy(narrow, indices->data, (size_t)count * sizeof *narrow);
    for (int64_t i = 0; i < count; i++)
        wide[i] = narrow[i];
    return wide;
}

/* Whether the call is one of these, but for its indices; `row`: elements that each of `count` vectors moves. */
static bool applies(const grn_scatter_spec *spec, const grn_tensor *results, const grn_tensor *indices, const grn_tensor *updates,
                    int64_t *row, int64_t *count)
{
    int64_t moved, element = (int64_t)grn_dtype_bytes(results->dtype);
    return spec->combiner != GRN_COMBINE_REGION && selects_rows(spec, results, updates) && grn_view_is_run(results, 1, row) &&
           grn_view_is_run(indices, 0, count) && grn_view_is_run(updates, 0, &moved) && moved != 0 && *count <= GRN_SMALL_VECTORS &&
           moved == *count * *row && moved <= GRN_SMALL_BYTES / element && results->shape[0] > 0;
}

bool grn_scatter_small(const grn_scatter_spec *spec, const grn_tensor *results, const grn_tensor *indices,
                       const grn_tensor *updates)
{
    int64_t row, count, wide[GRN_SMALL_VECTORS];
    if (!applies(spec, results, indices, updates, &row, &count))
        return false;
    const int64_t *start = read_starts(indices, count, wide);
    if (start == NULL || !grn_starts_in_range(start, count, results->shape[0] - 1))
        return false;
    const grn_kernels *kernels = grn_kernels_here();
    const grn_accumulate *f = spec->combiner == GRN_COMBINE_REPLACE ? kernels->replace(grn_dtype_bytes(results->dtype))
                                                                    : kernels->accumulate(spec->combiner, results->dtype);
    int64_t step = results->shape[0] > 1 ? results->stride[0] : row; /* a single row's stride is never taken, and may be any */
    grn_updates u = {updates->data, NULL, row, count, 0, step};
    if (row == 1 && step == 1)
        f->cells(results->data, start, &u, 0);
    else
        f->rows(results->data, start, &u, row, 0);
    return true;
}

const char *grn_scatter_small_mover(const grn_scatter_spec *spec, const grn_tensor *results, const grn_tensor *indices,
                                    const grn_tensor *updates)
{
    int64_t row, count;
    bool read = indices->dtype == GRN_I64 || indices->dtype == GRN_INDEX || indices->dtype == GRN_I32;
    if (!read || !applies(spec, results, indices, updates, &row, &count))
        return NULL;
    return row == 1 ? "cells" : "rows";
}

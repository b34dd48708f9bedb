/*
 * small.c - a small scatter: one run of a few index vectors, of 32 or 64 bits,
 * whose rows or elements one kernel call moves once all of them are known to be
 * in range. Nothing is written before.
 *
 * The one-shot call on a few elements would spend most of its time making a
 * plan: where every tensor lies in order and whole rows of the first dimension
 * are moved, it goes straight from the spec.
 */
#include <string.h>

#include "plan/scatter/scatter.h"

/* Vectors that are checked, and widened, at once. */
#define MOST_VECTORS 64

bool grn_starts_in_range(const int64_t *start, int64_t count, int64_t last)
{
    uint64_t beyond = 0;
    for (int64_t i = 0; i < count; i++) /* the top bit of start or of last - start says that one is not */
        beyond |= (uint64_t)start[i] | ((uint64_t)last - (uint64_t)start[i]);
    return beyond >> 63 == 0;
}

/* ---- what moves ------------------------------------------------------------------------------ */

/* Update i, of `row` elements, to index i of the results, which counts `unit` elements; u has the
 * rest. */
typedef struct small {
    const grn_accumulate *f;
    grn_dtype dtype; /* of the indices */
    int64_t row, last;
    grn_updates u;
} small;

/* The starts, as they lie in memory or copied into `wide`. */
static const int64_t *read_starts(const small *s, const void *raw, int64_t *wide)
{
    int32_t narrow[MOST_VECTORS];
    if (s->dtype != GRN_I32)
        return (uintptr_t)raw % sizeof *wide == 0 ? raw : memcpy(wide, raw, (size_t)s->u.count * sizeof *wide);
    memcpy(narrow, raw, (size_t)s->u.count * sizeof *narrow);
    for (int64_t i = 0; i < s->u.count; i++)
        wide[i] = narrow[i];
    return wide;
}

static bool move_updates(const small *s, void *results, const void *indices)
{
    int64_t wide[MOST_VECTORS];
    const int64_t *start = read_starts(s, indices, wide);
    if (!grn_starts_in_range(start, s->u.count, s->last))
        return false;
    if (s->row == 1 && s->u.unit == 1)
        s->f->cells(results, start, &s->u, 0);
    else
        s->f->rows(results, start, &s->u, s->row, 0);
    return true;
}

static const grn_accumulate *combiner(const grn_kernels *kernels, grn_combiner combiner, grn_dtype dtype)
{
    return combiner == GRN_COMBINE_REPLACE ? kernels->replace(grn_dtype_bytes(dtype))
                                           : kernels->accumulate(combiner, dtype);
}

static bool is_read(grn_dtype dtype) { return dtype == GRN_I64 || dtype == GRN_INDEX || dtype == GRN_I32; }

/* ---- straight from the spec ------------------------------------------------------------------ */

/* Index vectors of one component select whole rows of the first dimension, which come last in the
 * updates. */
static bool selects_rows(const grn_scatter_spec *spec, const grn_tensor *results, const grn_tensor *updates)
{
    const grn_dimension_numbers *d = &spec->dims;
    int32_t window = d->offset_dims.count, batch = updates->rank - window;
    bool selects = d->start_index_map.count == 1 && d->start_index_map.v[0] == 0 &&
                   d->collapsed_slice_dims.count == 1 && d->collapsed_slice_dims.v[0] == 0 &&
                   results->rank == 1 + window && (window == 0 || d->offset_dims.v[0] == batch) &&
                   spec->index.base == 0;
    for (int32_t k = 1; selects && k < results->rank; k++)
        selects = updates->shape[batch + k - 1] == results->shape[k];
    return selects;
}

bool grn_scatter_small(const grn_scatter_spec *spec, const grn_tensor *results, const grn_tensor *indices,
                       const grn_tensor *updates)
{
    int64_t row, count, moved, element = (int64_t)grn_dtype_bytes(results->dtype);
    if (spec->combiner == GRN_COMBINE_REGION || !is_read(indices->dtype) || !selects_rows(spec, results, updates) ||
        !grn_view_is_run(results, 1, &row) || !grn_view_is_run(indices, 0, &count) ||
        !grn_view_is_run(updates, 0, &moved) || moved == 0 || count > MOST_VECTORS || moved != count * row ||
        moved >= GRN_SMALL_SCATTER_BYTES / element || results->shape[0] == 0)
        return false;
    /* a single row's stride is never taken, and may be any */
    int64_t step = results->shape[0] > 1 ? results->stride[0] : row;
    const small s = {combiner(grn_kernels_here(), spec->combiner, results->dtype),
                     indices->dtype,
                     row,
                     results->shape[0] - 1,
                     {updates->data, NULL, row, count, 0, step}};
    return move_updates(&s, results->data, indices->data);
}

/* ---- by a plan ------------------------------------------------------------------------------- */

const char *grn_scatter_small_obstacle(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    if (plan->combiner == GRN_COMBINE_REGION)
        return "the combiner is a region";
    if (!is_read(plan->problem.indices->dtype))
        return "indices have neither 32 nor 64 bits and a sign";
    if (plan->problem.npairs != 1)
        return "there are several inputs";
    if (n->ncoords != 1 || n->nouter > 1 || plan->axis[0].base != 0 ||
        (n->nouter == 1 && (n->index[0] != 1 || plan->pairs[0].operand[0] != 0)))
        return "indices are not starts of one run, one after the other";
    return n->vectors > MOST_VECTORS || !plan->conflicts.small ? "there are more than a few" : NULL;
}

/* Where a start is out of range, blocks take over. */
grn_status grn_scatter_few(const grn_plan *plan, const grn_run *run)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    const grn_dtype dtype = plan->problem.indices->dtype;
    const int64_t row = grn_inner_loops(n) > 0 ? n->extent[n->nouter] : 1;
    const small s = {plan->prepared.combine,
                     dtype,
                     row,
                     plan->axis[0].last,
                     {run->updates[0], NULL, n->nouter > 0 ? pair->dense[0] : row, n->vectors, 0, pair->coordinate[0]}};
    if (!move_updates(&s, run->results[0],
                      (const char *)run->indices + n->component[0] * (int64_t)grn_dtype_bytes(dtype)))
        grn_scatter_blocks(plan, 0, run);
    return GRN_OK;
}

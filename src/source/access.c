/* access.c - the hub's gathers and scatters taken apart: which dim of the operand goes with what. */
#include "source/source.h"

static bool has(const grn_dims *list, int64_t v)
{
    for (int32_t i = 0; i < list->count; i++)
        if (list->v[i] == v)
            return true;
    return false;
}

static bool is_dropped(const grn_dimension_numbers *d, int64_t dim)
{
    return has(&d->collapsed_slice_dims, dim) || has(&d->operand_batching_dims, dim);
}

/* The dense tensor's dims: the indices' and the window's. */
static void split_dense(grn_source_access *a)
{
    const grn_dimension_numbers *d = &a->hub.dims;
    int32_t next = 0;
    for (int32_t i = 0; i < a->dense->rank; i++)
        if (!has(&d->offset_dims, i))
            a->batch_at[a->batch_rank++] = i;
    for (int32_t i = 0; i < a->rank; i++) {
        a->offset_at[i] = is_dropped(d, i) ? -1 : (int32_t)d->offset_dims.v[next++];
        a->component[i] = a->batching[i] = -1;
    }
}

static void read_windows(grn_source_access *a)
{
    for (int32_t i = 0; i < a->rank; i++)
        a->window[i] = !a->hub.is_scatter ? a->hub.slice_sizes.v[i] : a->offset_at[i] < 0 ? 1 : a->dense->shape[a->offset_at[i]];
}

/* The attribute that has it may come from anywhere. */
static bool is_known_rule(const grn_hub *h)
{
    const grn_index_rule *r = &h->rule;
    return (unsigned)r->bounds < GRN_BOUNDS_COUNT && r->bounds != (h->is_scatter ? GRN_BOUNDS_FILL : GRN_BOUNDS_SKIP) &&
           (unsigned)r->grain <= GRN_GRAIN_WINDOW && (r->base == 0 || r->base == 1);
}

bool grn_source_read_access(grn_source *s, const grn_op *op, grn_source_access *a)
{
    *a = (grn_source_access){0};
    if (!grn_hub_read(op, &a->hub) || !is_known_rule(&a->hub)) {
        grn_source_refuse(s, "has an index rule that is not known");
        return false;
    }
    const grn_dimension_numbers *d = &a->hub.dims;
    a->full = a->hub.operands[0];
    a->rank = a->full->type->rank;
    a->dense = a->hub.is_scatter ? a->hub.updates[0]->type : grn_result_type(op, 0);
    a->has_vector_dim = d->index_vector_dim < a->hub.indices->type->rank;
    split_dense(a);
    read_windows(a);
    for (int32_t k = 0; k < d->start_index_map.count; k++)
        a->component[d->start_index_map.v[k]] = k;
    for (int32_t k = 0; k < d->operand_batching_dims.count; k++) {
        int64_t dim = d->start_indices_batching_dims.v[k];
        a->batching[d->operand_batching_dims.v[k]] = (int32_t)(dim - (dim < d->index_vector_dim ? 0 : 1));
    }
    return true;
}

bool grn_source_knows_sizes(grn_source *s, const grn_source_access *a)
{
    if (!has(&a->hub.slice_sizes, GRN_DYNAMIC))
        return true;
    grn_source_refuse(s, "has windows over an extent that is not known");
    return false;
}

int32_t grn_source_rows_axis(const grn_source_access *a)
{
    const grn_dims *map = &a->hub.dims.start_index_map;
    int32_t axis = map->count == 1 ? (int32_t)map->v[0] : -1;
    if (axis < 0 || a->offset_at[axis] >= 0 || a->hub.dims.operand_batching_dims.count)
        return -1;
    for (int32_t d = 0; d < a->rank; d++)
        if (d != axis && (a->offset_at[d] != d + (d > axis ? a->batch_rank - 1 : 0) ||
                          (a->hub.is_scatter && a->window[d] == GRN_DYNAMIC) || /* a gather's: all there is */
                          a->window[d] != a->full->type->shape[d]))
            return -1;
    return axis;
}

int32_t grn_source_elements_axis(const grn_source_access *a)
{
    const grn_dims *map = &a->hub.dims.start_index_map;
    int32_t axis = map->count == 1 ? (int32_t)map->v[0] : -1;
    if (axis < 0 || a->offset_at[axis] >= 0 || a->batch_rank != a->rank)
        return -1;
    for (int32_t d = 0; d < a->rank; d++)
        if (d != axis &&
            (a->batching[d] != d || a->dense->shape[d] == GRN_DYNAMIC || a->dense->shape[d] != a->full->type->shape[d]))
            return -1;
    return axis;
}

bool grn_source_single(const grn_source_access *a)
{
    for (int32_t d = 0; d < a->rank; d++)
        if (a->component[d] >= 0 && a->window[d] != 1)
            return false;
    return true;
}

bool grn_source_same_batches(const grn_source_access *a)
{
    const grn_dimension_numbers *d = &a->hub.dims;
    for (int32_t k = 0; k < d->operand_batching_dims.count; k++)
        if (a->full->type->shape[d->operand_batching_dims.v[k]] != a->hub.indices->type->shape[d->start_indices_batching_dims.v[k]])
            return false;
    return true;
}

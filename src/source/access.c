/* access.c - the hub's gathers and scatters taken apart: which dim of the operand goes with
 * what. */
#include "source/source.h"

static void read_windows(grn_source_access *a)
{
    for (int32_t i = 0; i < a->hub.map.operand_rank; i++)
        a->window[i] = a->hub.is_scatter ? grn_access_window(&a->hub.map, a->dense->shape, i) : a->hub.slice_sizes.v[i];
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
    a->full = a->hub.operands[0];
    a->dense = a->hub.is_scatter ? a->hub.updates[0]->type : grn_result_type(op, 0);
    read_windows(a);
    return true;
}

bool grn_source_knows_sizes(grn_source *s, const grn_source_access *a)
{
    if (!grn_dims_has(&a->hub.slice_sizes, GRN_DYNAMIC))
        return true;
    grn_source_refuse(s, "has windows over an extent that is not known");
    return false;
}

int32_t grn_source_rows_axis(const grn_source_access *a)
{
    const grn_dims *map = &a->hub.dims.start_index_map;
    int32_t axis = map->count == 1 ? (int32_t)map->v[0] : -1;
    if (axis < 0 || a->hub.map.operand[axis].dense >= 0 || a->hub.dims.operand_batching_dims.count)
        return -1;
    for (int32_t d = 0; d < a->hub.map.operand_rank; d++)
        if (d != axis && (a->hub.map.operand[d].dense != d + (d > axis ? grn_access_batch_rank(&a->hub.map) - 1 : 0) ||
                          (a->hub.is_scatter && a->window[d] == GRN_DYNAMIC) || /* a gather's: all there is */
                          a->window[d] != a->full->type->shape[d]))
            return -1;
    return axis;
}

/* Whether dim d of full is dim d of the dense tensor, whole, by an index of its own. */
static bool goes_along(const grn_source_access *a, int32_t d)
{
    const int32_t along = a->hub.map.operand[d].batching;
    return along >= 0 && a->hub.map.indices[along].dense == d && a->dense->shape[d] != GRN_DYNAMIC &&
           a->dense->shape[d] == a->full->type->shape[d];
}

int32_t grn_source_elements_axis(const grn_source_access *a)
{
    const grn_dims *map = &a->hub.dims.start_index_map;
    int32_t axis = map->count == 1 ? (int32_t)map->v[0] : -1;
    if (axis < 0 || a->hub.map.operand[axis].dense >= 0 ||
        grn_access_batch_rank(&a->hub.map) != a->hub.map.operand_rank)
        return -1;
    for (int32_t d = 0; d < a->hub.map.operand_rank; d++)
        if (d != axis && !goes_along(a, d))
            return -1;
    return axis;
}

bool grn_source_single(const grn_source_access *a)
{
    for (int32_t d = 0; d < a->hub.map.operand_rank; d++)
        if (a->hub.map.operand[d].component >= 0 && a->window[d] != 1)
            return false;
    return true;
}

bool grn_source_same_batches(const grn_source_access *a)
{
    const grn_dimension_numbers *d = &a->hub.dims;
    for (int32_t k = 0; k < d->operand_batching_dims.count; k++)
        if (a->full->type->shape[d->operand_batching_dims.v[k]] !=
            a->hub.indices->type->shape[d->start_indices_batching_dims.v[k]])
            return false;
    return true;
}

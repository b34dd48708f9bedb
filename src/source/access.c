/* access.c - what of the hub's gathers and scatters languages write in words of their own. */
#include "source/source.h"

static bool is_known_rule(const grn_hub *h)
{
    const grn_index_rule *r = &h->rule;
    return (unsigned)r->bounds < GRN_BOUNDS_COUNT && r->bounds != (h->is_scatter ? GRN_BOUNDS_FILL : GRN_BOUNDS_SKIP) &&
           (unsigned)r->grain <= GRN_GRAIN_WINDOW && (r->base == 0 || r->base == 1);
}

bool grn_source_read_access(grn_source *s, const grn_op *op, grn_hub *a)
{
    if (grn_hub_read(op, a) && is_known_rule(a))
        return true;
    grn_source_refuse(s, "has an index rule that is not known");
    return false;
}

bool grn_source_knows_sizes(grn_source *s, const grn_hub *a)
{
    if (!grn_dims_has(&a->slice_sizes, GRN_DYNAMIC))
        return true;
    grn_source_refuse(s, "has windows over an extent that is not known");
    return false;
}

int32_t grn_source_rows_axis(const grn_hub *a)
{
    const grn_dims *map = &a->dims.start_index_map;
    int32_t axis = map->count == 1 ? (int32_t)map->v[0] : -1;
    if (axis < 0 || a->map.operand[axis].dense >= 0 || a->dims.operand_batching_dims.count)
        return -1;
    for (int32_t d = 0; d < a->map.operand_rank; d++)
        if (d != axis && (a->map.operand[d].dense != d + (d > axis ? grn_access_batch_rank(&a->map) - 1 : 0) ||
                          (a->is_scatter && grn_hub_window(a, d) == GRN_DYNAMIC) || /* a gather's: all there is */
                          grn_hub_window(a, d) != a->operands[0]->type->shape[d]))
            return -1;
    return axis;
}

/* Whether dim d of full is dim d of the dense tensor, whole, by an index of its own. */
static bool goes_along(const grn_hub *a, int32_t d)
{
    const int32_t along = a->map.operand[d].batching;
    return along >= 0 && a->map.indices[along].dense == d && grn_hub_dense(a)->shape[d] != GRN_DYNAMIC &&
           grn_hub_dense(a)->shape[d] == a->operands[0]->type->shape[d];
}

int32_t grn_source_elements_axis(const grn_hub *a)
{
    const grn_dims *map = &a->dims.start_index_map;
    int32_t axis = map->count == 1 ? (int32_t)map->v[0] : -1;
    if (axis < 0 || a->map.operand[axis].dense >= 0 || grn_access_batch_rank(&a->map) != a->map.operand_rank)
        return -1;
    for (int32_t d = 0; d < a->map.operand_rank; d++)
        if (d != axis && !goes_along(a, d))
            return -1;
    return axis;
}

bool grn_source_single(const grn_hub *a)
{
    for (int32_t d = 0; d < a->map.operand_rank; d++)
        if (a->map.operand[d].component >= 0 && grn_hub_window(a, d) != 1)
            return false;
    return true;
}

bool grn_source_same_batches(const grn_hub *a)
{
    const grn_dimension_numbers *d = &a->dims;
    for (int32_t k = 0; k < d->operand_batching_dims.count; k++)
        if (a->operands[0]->type->shape[d->operand_batching_dims.v[k]] !=
            a->indices->type->shape[d->start_indices_batching_dims.v[k]])
            return false;
    return true;
}

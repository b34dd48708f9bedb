/* bounds.c - under GRN_BOUNDS_ERROR: the first of all index vectors that is out of range. */
#include "dist/dist.h"

/* An element's number in the order in which vectors are checked: by their batch positions, then by
 * component. */
typedef struct order {
    int64_t stride[GRN_MAX_RANK];
} order;

static void order_of(const grn_placement *p, int64_t vector_dim, order *out)
{
    int64_t stride = 1;
    if (vector_dim < p->rank) {
        out->stride[vector_dim] = 1;
        stride = p->shape[vector_dim];
    }
    for (int32_t d = p->rank - 1; d >= 0; d--)
        if (d != vector_dim) {
            out->stride[d] = stride;
            stride *= p->shape[d];
        }
}

static void position_of(const grn_placement *p, const order *o, int64_t vector_dim, int64_t key, int64_t *position)
{
    for (int32_t d = 0; d < p->rank; d++)
        if (d != vector_dim) {
            position[d] = key / o->stride[d];
            key %= o->stride[d];
        }
    if (vector_dim < p->rank)
        position[vector_dim] = key;
}

/* The first bad index of this rank, and its value in the indices. */
static int64_t least_here(const grn_nest *nest, const grn_placement *p, int32_t rank, int64_t vector_dim,
                          const order *o, const grn_tensor *indices, int64_t *value)
{
    int64_t least = INT64_MAX;
    grn_dist_span span[GRN_MAX_RANK];
    grn_walk w;
    for (int32_t d = 0; d < p->rank; d++)
        span[d] = grn_rank_span(p, rank, d);
    grn_walk_init(&w, p->rank, indices->shape, 1, (const int64_t *const[]){indices->stride});
    for (; w.more; grn_walk_next(&w)) {
        int64_t key = 0, start;
        const int64_t k =
            vector_dim < p->rank ? span[vector_dim].first + w.index[vector_dim] * span[vector_dim].step : 0;
        const void *at = grn_tensor_at(indices, w.offset[0]);
        if (grn_resolve_start(&nest->rule, &nest->coord[k], grn_index_load(indices->dtype, at), &start))
            continue;
        for (int32_t d = 0; d < p->rank; d++)
            key += (span[d].first + w.index[d] * span[d].step) * o->stride[d];
        if (key < least) {
            const grn_scalar raw = grn_scalar_load(indices->dtype, at);
            least = key;
            *value = raw.i; /* of ui64 the bits */
        }
    }
    return least;
}

static grn_status tell_index(const grn_nest *nest, const grn_placement *p, int64_t vector_dim, const order *o,
                             int64_t key, int64_t value, grn_dtype dtype, const grn_diag *diag)
{
    int64_t position[GRN_MAX_RANK];
    unsigned char element[16];
    const grn_scalar scalar = {.dtype = dtype, .i = value};
    /* strides of 0: one element is all of them */
    grn_tensor whole = {.data = element, .dtype = dtype, .rank = p->rank};
    for (int32_t d = 0; d < p->rank; d++)
        whole.shape[d] = p->shape[d];
    grn_scalar_store(&scalar, dtype, element);
    position_of(p, o, vector_dim, key, position);
    return grn_fail_index(diag, nest, &whole, position, (int32_t)(vector_dim < p->rank ? position[vector_dim] : 0));
}

grn_status grn_dist_check_bounds(grn_wire *w, const grn_nest *nest, const grn_placement *placement, int64_t vector_dim,
                                 const grn_tensor *indices, const grn_diag *diag)
{
    order o;
    int64_t value = 0, first;
    for (int32_t d = 0; d < placement->rank; d++)
        if (placement->shape[d] == 0)
            return GRN_OK; /* no rank has indices */
    if (nest->rule.bounds != GRN_BOUNDS_ERROR)
        return GRN_OK;
    order_of(placement, vector_dim, &o);
    const bool empty = nest->ncoords == 0 || grn_tensor_elements(indices) == 0;
    const int64_t mine =
        empty ? INT64_MAX : least_here(nest, placement, w->comm->rank, vector_dim, &o, indices, &value);
    grn_status status = grn_wire_least(w, mine, &first, diag);
    if (status != GRN_OK || first == INT64_MAX)
        return status;
    status = grn_wire_least(w, mine == first ? value : INT64_MAX, &value, diag);
    return status != GRN_OK ? status : tell_index(nest, placement, vector_dim, &o, first, value, indices->dtype, diag);
}

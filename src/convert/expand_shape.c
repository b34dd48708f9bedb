/* expand_shape.c - what moves elements, by reshapes, pads and iotas. */
#include "convert/expand.h"

/* n elements with `interior` of `with` behind each: a dim of one element is padded and joined with
 * the one before it. */
static grn_value *spaced(grn_rewrite *w, grn_value *v, grn_value *with, int32_t dim, int64_t interior)
{
    int64_t split[GRN_MAX_RANK], high[GRN_MAX_RANK] = {0}, none[GRN_MAX_RANK] = {0}, joined[GRN_MAX_RANK];
    if (!v)
        return NULL;
    const int32_t rank = v->type->rank;
    for (int32_t d = 0; d <= rank; d++)
        split[d] = d <= dim ? v->type->shape[d] : d == dim + 1 ? 1 : v->type->shape[d - 1];
    for (int32_t d = 0; d < rank; d++)
        joined[d] = v->type->shape[d] * (d == dim ? interior + 1 : 1);
    high[dim + 1] = interior;
    v = grn_build_padded(w, grn_build_reshape(w, v, rank + 1, split), with, none, high, none);
    return v ? grn_build_reshape(w, v, rank, joined) : NULL;
}

static grn_value *pad_by_edges(grn_rewrite *w, grn_value *v, grn_value *with, const grn_dims *low, const grn_dims *high,
                               const grn_dims *interior)
{
    static const int64_t none[GRN_MAX_RANK] = {0};
    grn_dims behind = *high;
    for (int32_t d = 0; v && d < low->count; d++) {
        const int64_t n = v->type->shape[d];
        if (n < 2 || !interior->v[d])
            continue;
        v = spaced(w, v, with, d, interior->v[d]);
        behind.v[d] -= interior->v[d];
    }
    return grn_build_padded(w, v, with, low->v, behind.v, none);
}

/* Of edges and interiors that no multiple of an extent overflows. */
static bool is_small(const grn_dims *list, int64_t least)
{
    bool small = true;
    for (int32_t d = 0; d < list->count; d++)
        small = small && list->v[d] >= least && list->v[d] <= INT32_MAX;
    return small;
}

static grn_status pad(grn_rewrite *w, const grn_op *op, const grn_dims *low, const grn_dims *high,
                      const grn_dims *interior)
{
    const int32_t rank = grn_operand_type(op, 0)->rank;
    if (rank == 0 || rank == GRN_MAX_RANK || !is_small(low, INT32_MIN) || !is_small(high, INT32_MIN) ||
        !is_small(interior, 0) || low->count != rank || high->count != rank || interior->count != rank)
        return GRN_OK;
    return grn_replace(w, pad_by_edges(w, op->operands[0], op->operands[1], low, high, interior));
}

static bool list_of(const grn_op *op, const char *name, grn_dims *out)
{
    size_t count = 0;
    const int64_t *v = NULL;
    *out = (grn_dims){.count = 0};
    if (!grn_op_dims(op, name, &count, &v))
        return false;
    for (size_t i = 0; i < count; i++)
        grn_dims_push(out, v[i]);
    return true;
}

grn_status grn_expand_pad(grn_rewrite *w, const grn_op *op)
{
    grn_dims low, high, interior;
    if (!grn_op_is_static(op) || !list_of(op, "edge_padding_low", &low) || !list_of(op, "edge_padding_high", &high) ||
        !list_of(op, "interior_padding", &interior))
        return GRN_OK;
    return pad(w, op, &low, &high, &interior);
}

/* Where the lists are constants. */
grn_status grn_expand_dynamic_pad(grn_rewrite *w, const grn_op *op)
{
    grn_dims low, high, interior;
    if (!grn_op_is_static(op) || !grn_constant_list(op->operands[2], &low) ||
        !grn_constant_list(op->operands[3], &high) || !grn_constant_list(op->operands[4], &interior))
        return GRN_OK;
    return pad(w, op, &low, &high, &interior);
}

/* Of a shape that is a constant, which the result's then is. */
grn_status grn_expand_dynamic_iota(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    grn_dims shape;
    if (!grn_is_static(t) || !grn_constant_list(op->operands[0], &shape) ||
        !grn_type_has_shape(t, shape.count, shape.v))
        return GRN_OK;
    return grn_replace(w, grn_build_iota(w, t->element, t->rank, t->shape, grn_op_integer(op, "iota_dimension", 0)));
}

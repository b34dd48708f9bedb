/* fit_layout.c - dense tensors in the order a target's form has their dims, and back. */
#include "convert/fit.h"

grn_dims grn_fit_layout_shape(const grn_fit *f, const grn_fit_layout *l)
{
    grn_dims shape = {.count = l->count};
    for (int32_t d = 0; d < l->count; d++) {
        shape.v[d] = 1;
        for (int32_t i = 0; i < l->dim[d].parts.count; i++)
            shape.v[d] *= f->dense.v[l->dim[d].parts.v[i]];
    }
    return shape;
}

/* The dense dims that are in the layout, in its order; the others have extent 1. */
static grn_dims order_of(const grn_fit_layout *l)
{
    grn_dims order = {0};
    for (int32_t d = 0; d < l->count; d++)
        for (int32_t i = 0; i < l->dim[d].parts.count; i++)
            grn_dims_push(&order, l->dim[d].parts.v[i]);
    return order;
}

/* Which of the dims of `order`, once sorted, each is. */
static grn_dims ranks_of(const grn_dims *order)
{
    grn_dims rank = {.count = order->count};
    for (int32_t i = 0; i < order->count; i++)
        for (int32_t j = 0; j < order->count; j++)
            rank.v[i] += order->v[j] < order->v[i];
    return rank;
}

static grn_dims extents_in(const grn_fit *f, const grn_dims *order, bool sorted)
{
    grn_dims shape = {.count = order->count}, rank = ranks_of(order);
    for (int32_t i = 0; i < order->count; i++)
        shape.v[sorted ? rank.v[i] : i] = f->dense.v[order->v[i]];
    return shape;
}

grn_value *grn_fit_layout_apply(grn_fit *f, grn_value *dense, const grn_fit_layout *l)
{
    grn_dims order = order_of(l), rank = ranks_of(&order), plain = extents_in(f, &order, true),
             shape = grn_fit_layout_shape(f, l);
    grn_value *v = grn_build_reshape(f->w, dense, plain.count, plain.v);
    v = grn_build_transpose(f->w, v, rank.v);
    return grn_build_reshape(f->w, v, shape.count, shape.v);
}

grn_value *grn_fit_layout_undo(grn_fit *f, grn_value *value, const grn_fit_layout *l)
{
    grn_dims order = order_of(l), rank = ranks_of(&order), parts = extents_in(f, &order, false),
             back = {.count = order.count};
    for (int32_t i = 0; i < order.count; i++)
        back.v[rank.v[i]] = i;
    grn_value *v = grn_build_reshape(f->w, value, parts.count, parts.v);
    v = grn_build_transpose(f->w, v, back.v);
    return grn_build_reshape(f->w, v, f->dense.count, f->dense.v);
}

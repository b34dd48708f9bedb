/*
 * product.c - products of all elements but one.
 *
 * The product of what is before an element times that of what is behind it:
 * both are scans in as many steps as the row's length has binary digits, each
 * of which multiplies every element by the one a power of two away.
 */
#include "grad/rules.h"

/* Row elements `by` places further, or nearer to the start where `back`; `fill` where there is
 * none. */
static grn_value *shifted(grn_grad *g, grn_value *v, int64_t by, bool back, grn_value *fill)
{
    int64_t low[GRN_MAX_RANK] = {0, back ? -by : by}, high[GRN_MAX_RANK] = {0, back ? by : -by},
            none[GRN_MAX_RANK] = {0};
    return grn_grad_pad(g, v, fill, low, high, none);
}

/* v `by` places further, but 1 where that is another segment's. */
static grn_value *neighbour(grn_grad *g, grn_value *v, grn_value *segments, int64_t by, bool back)
{
    static const int64_t no_segment = -2;
    const grn_type *scalar = v ? grn_tensor_like(&g->w, v->type->element, 0, NULL) : NULL;
    grn_value *one = scalar ? grn_grad_number(g, &(grn_value){.type = scalar}, 1) : NULL;
    grn_value *moved = one ? shifted(g, v, by, back, one) : NULL;
    if (!segments || !moved)
        return moved;
    grn_value *none = grn_build_integers(&g->w, segments->type->element, 0, NULL, 1, &no_segment);
    grn_value *same = grn_build_compare(&g->w, "EQ", none ? shifted(g, segments, by, back, none) : NULL, segments);
    return grn_build_select(&g->w, same, moved, grn_grad_number(g, v, 1));
}

/* Of each element, the product of those before it, or behind it. */
static grn_value *scan(grn_grad *g, grn_value *v, grn_value *segments, bool back)
{
    const int64_t n = v->type->shape[1];
    grn_value *product = neighbour(g, v, segments, 1, back);
    for (int64_t by = 1; product && by < n; by *= 2)
        product = grn_grad_times(g, product, neighbour(g, product, segments, by, back));
    return product;
}

grn_value *grn_grad_others(grn_grad *g, grn_value *v, grn_value *segments)
{
    if (!v)
        return NULL;
    grn_value *before = scan(g, v, segments, false);
    return grn_grad_times(g, before, scan(g, v, segments, true));
}

/* walk.c - an odometer over a shape, with an offset per view. */
#include "core/core.h"

void grn_walk_init(grn_walk *w, int32_t rank, const int64_t *shape, int nviews, const int64_t *const *strides)
{
    w->rank = rank;
    w->nviews = nviews;
    w->more = true;
    for (int32_t d = 0; d < rank; d++) {
        w->index[d] = 0;
        w->shape[d] = shape[d];
        w->more = w->more && shape[d] > 0;
    }
    for (int v = 0; v < nviews; v++) {
        w->stride[v] = strides[v];
        w->offset[v] = 0;
    }
}

void grn_walk_next(grn_walk *w)
{
    for (int32_t d = w->rank - 1; d >= 0; d--) {
        if (++w->index[d] < w->shape[d]) {
            for (int v = 0; v < w->nviews; v++)
                w->offset[v] += w->stride[v][d];
            return;
        }
        w->index[d] = 0;
        for (int v = 0; v < w->nviews; v++)
            w->offset[v] -= (w->shape[d] - 1) * w->stride[v][d];
    }
    w->more = false;
}

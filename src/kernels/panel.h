/*
 * panel.h - sums of products over small tiles, which matrix products and
 * convolutions are made of (panel_body.h, a file per set).
 *
 * Knows: packed operands and one tile of sums. Must not know: what the
 * operands were before they were packed, or how a result is cut into tiles.
 *
 * A tile is `rows` x `columns` sums. A strip holds k times the `rows` factors
 * of its rows, a panel k times the `columns` factors of its columns. Each sum
 * takes its products one after the other, in the order of k; product and sum
 * are each rounded to the element's type, integers wrap. So its bits depend
 * neither on the set nor on where tiles or blocks of k begin. A NaN may have
 * any bits.
 */
#ifndef GRN_KERNELS_PANEL_H
#define GRN_KERNELS_PANEL_H

#include "kernels/sets.h"

/* The largest that `rows` and `columns` are. */
#define GRN_PANEL_ROWS 16
#define GRN_PANEL_COLUMNS 128

/* tile[r * stride + c] += strip[p * rows + r] * panel[p * columns + c], for p from 0 to k - 1. */
typedef void (*grn_panel_fn)(int64_t k, const void *strip, const void *panel, void *tile, int64_t stride);

typedef struct grn_panel {
    int32_t rows, columns;
    grn_panel_fn add;
} grn_panel;

/* The function for f32, f64 and the integers of whole bytes; NULL: there is none. */
#define PANEL_OF(set) const grn_panel *grn_panel_##set(grn_dtype dtype);
KERNEL_SETS(PANEL_OF)
#undef PANEL_OF
/* The functions of the i-th set that this processor runs, the best first; NULL: there are no more,
 * or the set has none for the dtype. */
const grn_panel *grn_panel_at(size_t i, grn_dtype dtype);

#endif

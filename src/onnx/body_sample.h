/*
 * body_sample.h - elements at places that are computed: what GridSample, RoiAlign and DeformConv
 * share.
 *
 * Knows: coordinates, and the elements of channels at flat places. Must not know: where the
 * coordinates come from.
 */
#ifndef GRN_ONNX_BODY_SAMPLE_H
#define GRN_ONNX_BODY_SAMPLE_H

#include "onnx/body.h"

enum { GRN_SAMPLE_DIMS = 3, GRN_SAMPLE_COUNT = 1 << 30 };
typedef enum onnx_outside { GRN_OUTSIDE_ZERO, GRN_OUTSIDE_BORDER, GRN_OUTSIDE_REFLECTION } onnx_outside;
/* Places are sampled in n groups of c channels, each of `extent` elements. */
typedef struct onnx_sampling {
    int64_t n, c, dims, extent[GRN_SAMPLE_DIMS], places;
    bool is_nearest, is_cubic; /* else linear */
    bool align;                /* the border is at the outer elements' middles, else at their edges */
    onnx_outside outside;
} onnx_sampling;

/*
 * x, whose elements are those of [n, c, extents], at coordinates along each dimension, f32 [n,
 * places]: [n, c, places] of x's elements. Of "nearest" coordinates are whole. NULL: too many
 * elements to count.
 */
grn_value *grn_onnx_sampled(onnx_body *b, const onnx_sampling *s, grn_value *x, grn_value *const *coordinates);
/* v reflected at `low` and `high`, as often as it takes to lie between them. */
grn_value *grn_onnx_reflected(onnx_body *b, grn_value *v, double low, double high);

#endif

/* conv.h - what Conv's row and its import share. Knows: Conv's attributes. Must not know:
 * how windows are walked. */
#ifndef GRN_ONNX_CONV_H
#define GRN_ONNX_CONV_H

#include "dialects/onnx/onnx.h"

/* The windows over dimensions 2 and later of X, whose extents are the kernel's; of an extent that is
 * not known a padding is 0. `shape` the result's. GRN_E_VERIFY or GRN_E_SHAPE, reported: ON-38. */
grn_status grn_onnx_conv_windows(const grn_onnx_at *at, grn_windows *out, grn_dims *shape);

#endif

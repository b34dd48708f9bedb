/* dialect.c - the onnx dialect of onnx-mlir. */
#include "dialects/onnx/onnx.h"

static const grn_op_def *const tables[] = {grn_onnx_gather_ops, grn_onnx_element_ops, grn_onnx_shape_ops, grn_onnx_slice_ops,
                                          grn_onnx_pad_ops, grn_onnx_graph_ops, NULL};

const grn_dialect grn_dialect_onnx = {
    .name = "onnx", .ops = tables, .verify_attr = grn_onnx_check_attr,
    .translation = &grn_onnx_translation};

/* dialect.c - the onnx dialect of onnx-mlir. */
#include "dialects/common/mlir.h"
#include "dialects/onnx/control.h"
#include "dialects/onnx/onnx.h"

static const grn_op_def *const tables[] = {grn_onnx_gather_ops,
                                           grn_onnx_element_ops,
                                           grn_onnx_shape_ops,
                                           grn_onnx_slice_ops,
                                           grn_onnx_pad_ops,
                                           grn_onnx_graph_ops,
                                           grn_onnx_math_ops,
                                           grn_onnx_product_ops,
                                           grn_onnx_reduce_ops,
                                           grn_onnx_order_ops,
                                           grn_onnx_part_ops,
                                           grn_onnx_integer_ops,
                                           grn_onnx_control_ops,
                                           grn_onnx_scan_ops,
                                           grn_onnx_conv_ops,
                                           grn_onnx_select_ops,
                                           NULL};

/* What its documents call the parts of its gathers and scatters. */
static const grn_access_words words[] = {
    {"onnx.Gather", "axis", "axes", "data", "indices", NULL, "output", "axis", NULL},
    {"onnx.GatherElements", "axis", "axes", "data", "indices", NULL, "output", "axis", NULL},
    {"onnx.ScatterElements", "axis", "axes", "data", "indices", "updates", "output", "axis", NULL},
    {"onnx.GatherND", "axis", "axes", "data", "indices", NULL, "output", NULL, "batch_dims"},
    {NULL, "axis", "axes", "data", "indices", "updates", "output", NULL, NULL},
};

const grn_dialect grn_dialect_onnx = {.name = "onnx",
                                      .uniform = &grn_uniform_ops,
                                      .ops = tables,
                                      .words = words,
                                      .verify_attr = grn_onnx_check_attr,
                                      .translation = &grn_onnx_translation};

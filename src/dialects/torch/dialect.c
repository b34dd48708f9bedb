/* dialect.c - the dialects torch and torch_c of torch-mlir: their tables. */
#include "dialects/torch/torch.h"

static const grn_op_def *const tables[] = {grn_torch_gather_ops, grn_torch_scatter_ops, grn_torch_reduce_ops,
                                           grn_torch_index_ops,  grn_torch_shape_ops,   grn_torch_element_ops,
                                           grn_torch_constant_ops, grn_torch_size_ops, NULL};
static const grn_op_def *const c_tables[] = {grn_torch_c_ops, NULL};

const grn_dialect grn_dialect_torch = {
    .name = "torch", .ops = tables, .tensor_type = grn_torch_tensor_type,
    .translation = &grn_torch_translation};
const grn_dialect grn_dialect_torch_c = {.name = "torch_c", .ops = c_tables, .translation = &grn_torch_c_translation};

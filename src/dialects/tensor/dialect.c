/* dialect.c - the tensor dialect: its tables. */
#include "dialects/tensor/tensor.h"

static const grn_op_def *const tables[] = {grn_tensor_gather_ops, grn_tensor_reshape_ops, grn_tensor_slice_ops,
                                           grn_tensor_make_ops, grn_tensor_generate_ops, grn_tensor_cast_ops,
                                           grn_tensor_concat_ops, NULL};

const grn_dialect grn_dialect_tensor = {
    .name = "tensor", .ops = tables,
    .translation = &grn_tensor_translation};

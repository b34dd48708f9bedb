/* dialect.c - the tensor dialect: its tables, and the RFC's name of its gather, which stands without a dialect. */
#include "dialects/tensor/tensor.h"

static const grn_op_def *const tables[] = {grn_tensor_gather_ops, grn_tensor_reshape_ops, grn_tensor_slice_ops,
                                           grn_tensor_make_ops, grn_tensor_generate_ops, grn_tensor_cast_ops,
                                           grn_tensor_concat_ops, NULL};
static const grn_spelling spellings[] = {{"gather", "tensor.gather"}, {NULL, NULL}};

const grn_dialect grn_dialect_tensor = {
    .name = "tensor", .ops = tables, .spellings = spellings,
    .translation = &grn_tensor_translation};

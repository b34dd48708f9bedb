/* dialect.c - the vector dialect of MLIR: its tables. */
#include "dialects/vector/vector.h"

static const grn_op_def *const tables[] = {grn_vector_memory_ops, grn_vector_value_ops, grn_vector_transfer_ops, NULL};

const grn_dialect grn_dialect_vector = {
    .name = "vector", .tensor_type = grn_vector_tensor, .uniform = &grn_uniform_ops, .ops = tables};

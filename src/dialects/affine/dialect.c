/* dialect.c - the affine dialect of MLIR: its tables. */
#include "dialects/affine/import.h"

static const grn_op_def *const tables[] = {grn_affine_value_ops, grn_affine_loop_ops, grn_affine_parallel_ops,
                                           grn_affine_index_ops, NULL};

const grn_dialect grn_dialect_affine = {
    .name = "affine", .uniform = &grn_uniform_ops, .ops = tables, .translation = &grn_affine_translation};

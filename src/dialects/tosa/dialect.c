/* dialect.c - the tosa dialect of MLIR. */
#include "dialects/tosa/tosa.h"

static const grn_op_def *const tables[] = {grn_tosa_ops, NULL};

const grn_dialect grn_dialect_tosa = {
    .name = "tosa", .ops = tables,
    .translation = &grn_tosa_translation};

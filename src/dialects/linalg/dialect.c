/* dialect.c - the linalg dialect of MLIR. */
#include "dialects/linalg/linalg.h"

static const grn_op_def *const tables[] = {grn_linalg_ops, NULL};

const grn_dialect grn_dialect_linalg = {
    .name = "linalg", .ops = tables,
    .translation = &grn_linalg_translation};

/* dialect.c - the complex dialect of MLIR. */
#include "dialects/complex/complex.h"

static const grn_op_def *const tables[] = {grn_complex_ops, NULL};

const grn_dialect grn_dialect_complex = {.name = "complex", .ops = tables};

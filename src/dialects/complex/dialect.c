/* dialect.c - the complex dialect of MLIR. */
#include "dialects/common/mlir.h"
#include "dialects/complex/complex.h"

static const grn_op_def *const tables[] = {grn_complex_ops, grn_complex_foreign_ops, NULL};

const grn_dialect grn_dialect_complex = {.name = "complex", .uniform = &grn_uniform_ops, .ops = tables};

/* dialect.c - the math dialect of MLIR. */
#include "dialects/common/mlir.h"
#include "dialects/math/math.h"

static const grn_op_def *const tables[] = {grn_math_ops, grn_math_foreign_ops, NULL};

const grn_dialect grn_dialect_math = {.name = "math", .uniform = &grn_uniform_ops, .ops = tables};

/* dialect.c - the math dialect of MLIR. */
#include "dialects/math/math.h"

static const grn_op_def *const tables[] = {grn_math_ops, NULL};

const grn_dialect grn_dialect_math = {.name = "math", .ops = tables};

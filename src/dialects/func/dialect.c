/* dialect.c - the func dialect of MLIR. */
#include "dialects/common/mlir.h"
#include "dialects/func/func.h"

static const grn_op_def *const func_tables[] = {grn_func_ops, grn_func_foreign_ops, NULL};

const grn_dialect grn_dialect_func = {.name = "func", .uniform = &grn_uniform_ops, .ops = func_tables};

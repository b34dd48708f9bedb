/* dialect.c - the func dialect of MLIR. */
#include "dialects/func/func.h"

static const grn_op_def *const func_tables[] = {grn_func_ops, NULL};

const grn_dialect grn_dialect_func = {.name = "func", .ops = func_tables};

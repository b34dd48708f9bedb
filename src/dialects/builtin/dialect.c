/* dialect.c - the builtin dialect of MLIR. */
#include "dialects/builtin/builtin.h"

static const grn_op_def *const builtin_tables[] = {grn_builtin_ops, NULL};

const grn_dialect grn_dialect_builtin = {.name = "builtin", .ops = builtin_tables};

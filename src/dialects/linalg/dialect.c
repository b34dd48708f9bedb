/* dialect.c - the linalg dialect of MLIR. */
#include "dialects/common/mlir.h"
#include "dialects/linalg/linalg.h"

static const grn_op_def *const tables[] = {grn_linalg_ops, grn_linalg_generic_ops, grn_linalg_fill_ops,
                                           grn_linalg_foreign_ops, NULL};
static const grn_enum_def *const enums[] = {&grn_linalg_iterator_type, NULL};

const grn_dialect grn_dialect_linalg = {.name = "linalg",
                                        .uniform = &grn_uniform_ops,
                                        .ops = tables,
                                        .enums = enums,
                                        .translation = &grn_linalg_translation};

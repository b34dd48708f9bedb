/* dialect.c - the tosa dialect of MLIR. */
#include "dialects/common/mlir.h"
#include "dialects/tosa/tosa.h"

static const grn_op_def *const tables[] = {grn_tosa_ops, grn_tosa_foreign_ops, NULL};

/* What its documents call the parts of its gathers and scatters. */
static const grn_access_words words[] = {
    {"tosa.gather", "axis", "axes", "values", "indices", NULL, "output", NULL, NULL},
    {NULL, "axis", "axes", "values_in", "indices", "input", "values_out", NULL, NULL},
};

const grn_dialect grn_dialect_tosa = {
    .name = "tosa", .uniform = &grn_uniform_ops, .ops = tables, .words = words, .translation = &grn_tosa_translation};

/* dialect.c - the scf dialect of MLIR: loops and branches. */
#include "dialects/scf/scf.h"

static const grn_op_def *const tables[] = {grn_scf_for_ops, grn_scf_parallel_ops, grn_scf_branch_ops, NULL};

const grn_dialect grn_dialect_scf = {.name = "scf", .ops = tables};

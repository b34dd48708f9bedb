/* dialect.c - the scf dialect of MLIR: loops and branches. */
#include "dialects/common/mlir.h"
#include "dialects/scf/scf.h"

static const grn_op_def *const tables[] = {grn_scf_for_ops,    grn_scf_parallel_ops, grn_scf_branch_ops,
                                           grn_scf_forall_ops, grn_scf_foreign_ops,  NULL};

const grn_dialect grn_dialect_scf = {.name = "scf", .uniform = &grn_uniform_ops, .ops = tables};

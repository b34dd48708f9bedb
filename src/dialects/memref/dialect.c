/* dialect.c - the memref dialect of MLIR: buffers. */
#include "dialects/common/mlir.h"
#include "dialects/memref/memref.h"

static const grn_op_def *const tables[] = {grn_memref_alloc_ops,
                                           grn_memref_access_ops,
                                           grn_memref_global_ops,
                                           grn_memref_view_ops,
                                           grn_memref_reshape_ops,
                                           grn_memref_foreign_ops,
                                           NULL};

const grn_dialect grn_dialect_memref = {.name = "memref", .uniform = &grn_uniform_ops, .ops = tables};

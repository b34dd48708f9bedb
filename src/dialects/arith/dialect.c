/* dialect.c - the arith dialect of MLIR. */
#include "dialects/common/mlir.h"
#include "dialects/arith/arith.h"

static const grn_op_def *const arith_tables[] = {grn_arith_ops,        grn_arith_compare_ops, grn_arith_float_ops,
                                                 grn_arith_divide_ops, grn_arith_convert_ops, grn_arith_number_ops,
                                                 grn_arith_cast_ops,   grn_arith_foreign_ops, NULL};

const grn_dialect grn_dialect_arith = {
    .name = "arith", .uniform = &grn_uniform_ops, .ops = arith_tables, .translation = &grn_arith_translation};

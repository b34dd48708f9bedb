/*
 * foreign.h - rows of ops that garner reads, checks the parts of and prints,
 * and whose meaning it does not know: programs around gathers have them.
 *
 * Must not know: any dialect.
 */
#ifndef GRN_DIALECTS_FOREIGN_H
#define GRN_DIALECTS_FOREIGN_H

#include "dialects/common/mlir.h"

#define GRN_NOT_RUN "garner reads it and does not know how to run it"

/* One op of `dialect`; more members may follow. */
#define GRN_FOREIGN(dialect, op, does, ins, outs, has, ...) \
    GRN_MLIR(dialect, op, does, ins, outs, has, .no_meaning = GRN_NOT_RUN, __VA_ARGS__)

/* What a terminator hands to `count` blocks, which take as many values of the same types. */
/* one of them */
grn_status grn_verify_successor(const grn_op *op, grn_check *check, size_t i, size_t first, size_t handed);
grn_status grn_verify_successors(const grn_op *op, grn_check *check, size_t count, const size_t *first,
                                 const size_t *handed);

#endif

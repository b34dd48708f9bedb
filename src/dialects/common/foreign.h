/*
 * foreign.h - rows of ops that garner reads, checks the parts of and prints,
 * and whose meaning it does not know: programs around gathers have them.
 *
 * Must not know: any dialect.
 */
#ifndef GRN_DIALECTS_FOREIGN_H
#define GRN_DIALECTS_FOREIGN_H

#include "dialects/common/mlir.h"

/* Ports of values of any type, and attributes of any kind, by their names. */
#define GRN_ONE_OF(port)    \
    {                       \
        port, NULL, GRN_ONE \
    }
#define GRN_MAYBE_OF(port)       \
    {                            \
        port, NULL, GRN_OPTIONAL \
    }
#define GRN_ANY_OF(port)         \
    {                            \
        port, NULL, GRN_VARIADIC \
    }
#define GRN_PORTS(...) ((const grn_port[]){__VA_ARGS__, {NULL, NULL, GRN_ONE}})
#define GRN_NO_PORTS NULL
#define GRN_NEEDS(attr, class)                 \
    {                                          \
        attr, &class, GRN_REQUIRED, NULL, NULL \
    }
#define GRN_MAY_HAVE(attr, class)                   \
    {                                               \
        attr, &class, GRN_OPTIONAL_ATTR, NULL, NULL \
    }
#define GRN_SEGMENTS GRN_NEEDS("operandSegmentSizes", grn_is_segment_sizes)
#define GRN_ATTRS(...) ((const grn_attr_def[]){__VA_ARGS__, {NULL, NULL, GRN_REQUIRED, NULL, NULL}})
#define GRN_NO_ATTRS NULL

#define GRN_NOT_RUN "garner reads it and does not know how to run it"

/* One op of `dialect`; more members may follow. */
#define GRN_FOREIGN(dialect, op, does, ins, outs, has, ...)                                             \
    {                                                                                                   \
        .name = dialect "." op, .summary = does, .source = "MLIR " dialect " dialect, " dialect "." op, \
        .operands = ins, .results = outs, .attrs = has, .no_meaning = GRN_NOT_RUN, __VA_ARGS__          \
    }

/* What a terminator hands to `count` blocks, which take as many values of the same types. */
/* one of them */
grn_status grn_verify_successor(const grn_op *op, grn_check *check, size_t i, size_t first, size_t handed);
grn_status grn_verify_successors(const grn_op *op, grn_check *check, size_t count, const size_t *first,
                                 const size_t *handed);

#endif

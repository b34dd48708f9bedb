/*
 * parts.h - what rows of ops are put together from: ports, attributes, and the
 * members that every row has.
 *
 * Must not know: any op.
 */
#ifndef GRN_DIALECTS_PARTS_H
#define GRN_DIALECTS_PARTS_H

#include "dialects/common/ops.h"

/* A port of one value, of one or none, and of any number, each of a class of types. */
#define GRN_PORT(name, class) \
    {                         \
        name, &class, GRN_ONE \
    }
#define GRN_PORT_MAYBE(name, class) \
    {                               \
        name, &class, GRN_OPTIONAL  \
    }
#define GRN_PORT_ANY(name, class)  \
    {                              \
        name, &class, GRN_VARIADIC \
    }
/* The same of values of any type. */
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
/* An attribute that an op must have, and one that it may have. */
#define GRN_NEEDS(attr, class)                 \
    {                                          \
        attr, &class, GRN_REQUIRED, NULL, NULL \
    }
#define GRN_MAY_HAVE(attr, class)                   \
    {                                               \
        attr, &class, GRN_OPTIONAL_ATTR, NULL, NULL \
    }
#define GRN_SEGMENTS GRN_NEEDS("operandSegmentSizes", grn_is_segment_sizes)

/* The ends of lists that have a name. */
#define GRN_PORTS_END       \
    {                       \
        NULL, NULL, GRN_ONE \
    }
#define GRN_ATTRS_END                        \
    {                                        \
        NULL, NULL, GRN_REQUIRED, NULL, NULL \
    }
/* Lists that stand in the row that has them. */
#define GRN_PORTS(...) ((const grn_port[]){__VA_ARGS__, GRN_PORTS_END})
#define GRN_ATTRS(...) ((const grn_attr_def[]){__VA_ARGS__, GRN_ATTRS_END})
#define GRN_RELATIONS(...) ((const grn_relation[]){__VA_ARGS__, GRN_RELATIONS_END})
#define GRN_NO_PORTS NULL
#define GRN_NO_ATTRS NULL

/* What an op reads, or writes, of a container (ir.h): operand 0, from operand 1 on; operand 1, whose
 * elements are those of operand 0, from operand 2 on. */
#define GRN_READS(how, lists)                                                               \
    {                                                                                       \
        .access = GRN_SUBSET_READS, .form = how, .container = 0, .place = 1, .where = lists \
    }
#define GRN_WRITES(how, lists)                                                                             \
    {                                                                                                      \
        .access = GRN_SUBSET_WRITES, .form = how, .container = 1, .written = 0, .place = 2, .where = lists \
    }

/* A row: the op's name, what it does, where its meaning is written down; what it takes, gives and
 * has. More members follow. */
#define GRN_ROW(op, does, from, ins, outs, has, ...)                                                             \
    {                                                                                                            \
        .name = op, .summary = does, .source = from, .operands = ins, .results = outs, .attrs = has, __VA_ARGS__ \
    }
/* The same of an op of a dialect of MLIR's, which no list has (ops.h), and which one has. */
#define GRN_MLIR(dialect, op, does, ...) \
    GRN_ROW(dialect "." op, does, "MLIR " dialect " dialect, " dialect "." op, __VA_ARGS__)
#define GRN_MLIR_LISTED(dialect, op, does, ...) \
    GRN_ROW(GRN_NAME(dialect, op), does, "MLIR " #dialect " dialect, " #dialect "." #op, __VA_ARGS__)

#endif

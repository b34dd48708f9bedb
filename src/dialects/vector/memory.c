/* memory.c - vectors loaded from memory and stored there, at one place or at one per element (MLIR
 * vector dialect). */
#include "dialects/vector/vector.h"

#define BASE GRN_ONE_OF("base"), GRN_ANY_OF("indices")
#define RESULT GRN_PORTS(GRN_ONE_OF("result"))
#define FLAG GRN_ATTRS(GRN_MAY_HAVE("nontemporal", grn_attr_is_bool), GRN_MAY_HAVE("alignment", grn_attr_is_any))

const grn_op_def grn_vector_memory_ops[] = {
    GRN_VECTOR("load", "reads a vector from memory", GRN_PORTS(BASE), RESULT, FLAG,
               .assembly = "%base [ %indices ] {} : !base , !result ~indices=index"),
    GRN_VECTOR("store", "writes a vector to memory", GRN_PORTS(GRN_ONE_OF("valueToStore"), BASE), GRN_NO_PORTS, FLAG,
               .assembly = "%valueToStore , %base [ %indices ] {} : !base , !valueToStore ~indices=index"),
    GRN_VECTOR("maskedload", "reads where a mask is true", GRN_PORTS(BASE, GRN_ONE_OF("mask"), GRN_ONE_OF("pass_thru")),
               RESULT, GRN_NO_ATTRS,
               .assembly = "%base [ %indices ] , %mask , %pass_thru {} : !base , !mask , !pass_thru into !result "
                           "~indices=index"),
    GRN_VECTOR("maskedstore", "writes where a mask is true",
               GRN_PORTS(BASE, GRN_ONE_OF("mask"), GRN_ONE_OF("valueToStore")), GRN_NO_PORTS, GRN_NO_ATTRS,
               .assembly =
                   "%base [ %indices ] , %mask , %valueToStore {} : !base , !mask , !valueToStore ~indices=index"),
    GRN_VECTOR("expandload", "reads side by side into the elements where a mask is true",
               GRN_PORTS(BASE, GRN_ONE_OF("mask"), GRN_ONE_OF("pass_thru")), RESULT, GRN_NO_ATTRS,
               .assembly = "%base [ %indices ] , %mask , %pass_thru {} : !base , !mask , !pass_thru into !result "
                           "~indices=index"),
    GRN_VECTOR("compressstore", "writes the elements where a mask is true side by side",
               GRN_PORTS(BASE, GRN_ONE_OF("mask"), GRN_ONE_OF("valueToStore")), GRN_NO_PORTS, GRN_NO_ATTRS,
               .assembly =
                   "%base [ %indices ] , %mask , %valueToStore {} : !base , !mask , !valueToStore ~indices=index"),
    GRN_VECTOR("gather", "reads elements at a vector of offsets",
               GRN_PORTS(BASE, GRN_ONE_OF("index_vec"), GRN_ONE_OF("mask"), GRN_ONE_OF("pass_thru")), RESULT,
               GRN_NO_ATTRS,
               .assembly = "%base [ %indices ] [ %index_vec ] , %mask , %pass_thru {} : !base , !index_vec , !mask , "
                           "!pass_thru into !result ~indices=index"),
    GRN_VECTOR("scatter", "writes elements at a vector of offsets",
               GRN_PORTS(BASE, GRN_ONE_OF("index_vec"), GRN_ONE_OF("mask"), GRN_ONE_OF("valueToStore")),
               GRN_PORTS(GRN_MAYBE_OF("result")), GRN_NO_ATTRS,
               .assembly =
                   "%base [ %indices ] [ %index_vec ] , %mask , %valueToStore {} : !base , !index_vec , !mask , "
                   "!valueToStore [? -> !result ?] ~indices=index"),
    GRN_VECTOR("type_cast", "a buffer of elements as a buffer of one vector", GRN_PORTS(GRN_ONE_OF("memref")), RESULT,
               GRN_NO_ATTRS, .assembly = "%memref {} : !memref to !result"),
    {.name = NULL},
};

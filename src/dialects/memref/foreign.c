/* foreign.c - ops of the memref dialect that are read, checked in their parts and printed; not
 * run. */
#include "dialects/common/foreign.h"
#include "dialects/memref/memref.h"

#define MEMREF(op, does, ins, outs, attrs, ...) GRN_FOREIGN("memref", op, does, ins, outs, attrs, __VA_ARGS__)
#define ONE(name) GRN_PORTS(GRN_ONE_OF(name))
#define RESULT ONE("result")
#define PLACE GRN_ONE_OF("memref"), GRN_ANY_OF("indices")

const grn_op_def grn_memref_foreign_ops[] = {
    MEMREF("rank", "number of dimensions", ONE("memref"), RESULT, GRN_NO_ATTRS,
           .assembly = "%memref {} : !memref ~result=index"),
    MEMREF("reshape", "a view of a shape that a buffer gives", GRN_PORTS(GRN_ONE_OF("source"), GRN_ONE_OF("shape")),
           RESULT, GRN_NO_ATTRS, .assembly = "%source ( %shape ) {} : !fn"),
    MEMREF("view", "a typed view of bytes",
           GRN_PORTS(GRN_ONE_OF("source"), GRN_ONE_OF("byte_shift"), GRN_ANY_OF("sizes")), RESULT, GRN_NO_ATTRS,
           .assembly = "%source [ %byte_shift ] [ %sizes ] {} : !source to !result ~byte_shift=index ~sizes=index"),
    MEMREF("memory_space_cast", "the same buffer in another memory space", ONE("source"), ONE("dest"), GRN_NO_ATTRS,
           .assembly = "%source {} : !source to !dest"),
    MEMREF("realloc", "a buffer of another size with the old elements",
           GRN_PORTS(GRN_ONE_OF("source"), GRN_MAYBE_OF("dynamicResultSize")), RESULT,
           GRN_ATTRS(GRN_MAY_HAVE("alignment", grn_attr_is_i64)),
           .assembly = "%source [? ( %dynamicResultSize ) ?] {} : !source to !result ~dynamicResultSize=index"),
    MEMREF("extract_aligned_pointer_as_index", "address of the buffer as an index", ONE("source"),
           ONE("aligned_pointer"), GRN_NO_ATTRS, .assembly = "%source : !source -> !aligned_pointer {}"),
    MEMREF("extract_strided_metadata", "base, offset, sizes and strides of a buffer", ONE("source"),
           GRN_PORTS(GRN_ONE_OF("base_buffer"), GRN_ONE_OF("offset"), GRN_ANY_OF("sizes_and_strides")), GRN_NO_ATTRS,
           .assembly = "%source : !source -> !base_buffer , !offset [? , !sizes_and_strides ?] {}"),
    MEMREF("assume_alignment", "promises how the buffer is aligned", ONE("memref"), GRN_PORTS(GRN_MAYBE_OF("result")),
           GRN_ATTRS(GRN_NEEDS("alignment", grn_hlo_is_i32)), .number = GRN_OP(memref, assume_alignment),
           .assembly = "%memref , $alignment {} : !memref"),
    MEMREF("generic_atomic_rmw", "reads, computes and writes one element atomically", GRN_PORTS(PLACE), RESULT,
           GRN_NO_ATTRS, .nregions = 1,
           .assembly = "%memref [ %indices ] : !memref {0} {} ~indices=index ~result=element(memref)"),
    MEMREF("atomic_yield", "ends memref.generic_atomic_rmw", ONE("result"), GRN_NO_PORTS, GRN_NO_ATTRS,
           .traits = GRN_TRAIT_TERMINATOR, .assembly = "%result {} : !result"),
    MEMREF("alloca_scope", "a region at whose end what it put on the stack is freed", GRN_NO_PORTS,
           GRN_PORTS(GRN_ANY_OF("results")), GRN_NO_ATTRS, .nregions = 1,
           .assembly = "[? -> ( !results ) ?] {0:memref.alloca_scope.return} {}"),
    MEMREF("alloca_scope.return", "ends memref.alloca_scope", GRN_PORTS(GRN_ANY_OF("results")), GRN_NO_PORTS,
           GRN_NO_ATTRS, .traits = GRN_TRAIT_TERMINATOR, .assembly = "{} [? %results : !results ?]"),
    {.name = NULL},
};

/* foreign.c - ops of the tensor dialect that are read, checked in their parts and printed; not
 * run. */
#include "dialects/common/foreign.h"
#include "dialects/tensor/tensor.h"

/* clang-format off */
#define TENSOR(op, does, ins, outs, attrs, ...) GRN_FOREIGN("tensor", op, does, ins, outs, attrs, __VA_ARGS__)
#define RESULT GRN_PORTS(GRN_ONE_OF("result"))
#define TILES                                                                                                               \
    GRN_ATTRS(GRN_MAY_HAVE("outer_dims_perm", grn_attr_is_dims), GRN_NEEDS("inner_dims_pos", grn_attr_is_dims),             \
              GRN_NEEDS("static_inner_tiles", grn_attr_is_dims), GRN_SEGMENTS)
#define UNPACK_TILES                                                                                                        \
    GRN_ATTRS(GRN_MAY_HAVE("outer_dims_perm", grn_attr_is_dims), GRN_NEEDS("inner_dims_pos", grn_attr_is_dims),             \
              GRN_NEEDS("static_inner_tiles", grn_attr_is_dims))
/* clang-format on */

const grn_op_def grn_tensor_foreign_ops[] = {
    TENSOR(
        "pack", "cuts a tensor into tiles",
        GRN_PORTS(GRN_ONE_OF("source"), GRN_ONE_OF("dest"), GRN_MAYBE_OF("padding_value"), GRN_ANY_OF("inner_tiles")),
        RESULT, TILES,
        .assembly =
            "%source [? padding_value( %padding_value : !padding_value ) ?] [? outer_dims_perm = $outer_dims_perm ?] "
            "inner_dims_pos = $inner_dims_pos inner_tiles = [%inner_tiles$static_inner_tiles] into %dest {} : "
            "!source -> !dest ~result=dest ~inner_tiles=index"),
    TENSOR("unpack", "joins tiles to a tensor",
           GRN_PORTS(GRN_ONE_OF("source"), GRN_ONE_OF("dest"), GRN_ANY_OF("inner_tiles")), RESULT, UNPACK_TILES,
           .assembly =
               "%source [? outer_dims_perm = $outer_dims_perm ?] inner_dims_pos = $inner_dims_pos inner_tiles = "
               "[%inner_tiles$static_inner_tiles] into %dest {} : !source -> !dest ~result=dest ~inner_tiles=index"),
    {.name = NULL},
};

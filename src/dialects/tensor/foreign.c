/* foreign.c - ops of the tensor dialect that are read, checked in their parts and printed; not run. */
#include "dialects/common/foreign.h"
#include "dialects/tensor/tensor.h"

/* clang-format off */
#define TENSOR(op, does, ins, outs, attrs, ...) GRN_FOREIGN("tensor", op, does, ins, outs, attrs, __VA_ARGS__)
#define RESULT GRN_PORTS(GRN_ONE_OF("result"))
#define SLICE_PORTS GRN_ANY_OF("offsets"), GRN_ANY_OF("sizes"), GRN_ANY_OF("strides")
#define SLICE_ATTRS                                                                                                         \
    GRN_NEEDS("static_offsets", grn_attr_is_dims), GRN_NEEDS("static_sizes", grn_attr_is_dims),                             \
        GRN_NEEDS("static_strides", grn_attr_is_dims)
#define TILES                                                                                                               \
    GRN_ATTRS(GRN_MAY_HAVE("outer_dims_perm", grn_attr_is_dims), GRN_NEEDS("inner_dims_pos", grn_attr_is_dims),             \
              GRN_NEEDS("static_inner_tiles", grn_attr_is_dims), GRN_SEGMENTS)
#define UNPACK_TILES                                                                                                        \
    GRN_ATTRS(GRN_MAY_HAVE("outer_dims_perm", grn_attr_is_dims), GRN_NEEDS("inner_dims_pos", grn_attr_is_dims),             \
              GRN_NEEDS("static_inner_tiles", grn_attr_is_dims))
/* clang-format on */

const grn_op_def grn_tensor_foreign_ops[] = {
    TENSOR("rank", "number of dimensions", GRN_PORTS(GRN_ONE_OF("tensor")), RESULT, GRN_NO_ATTRS,
           .assembly = "%tensor {} : !tensor ~result=index"),
    TENSOR("reshape", "the same elements under a shape that a tensor gives", GRN_PORTS(GRN_ONE_OF("source"), GRN_ONE_OF("shape")),
           RESULT, GRN_NO_ATTRS, .assembly = "%source ( %shape ) {} : !fn"),
    TENSOR("parallel_insert_slice", "what an iteration of scf.forall writes into its result",
           GRN_PORTS(GRN_ONE_OF("source"), GRN_ONE_OF("dest"), SLICE_PORTS), GRN_NO_PORTS, GRN_ATTRS(SLICE_ATTRS, GRN_SEGMENTS),
           .assembly = "%source into %dest [%offsets$static_offsets] [%sizes$static_sizes] [%strides$static_strides] {} : "
                       "!source into !dest ~offsets=index ~sizes=index ~strides=index"),
    TENSOR("pad", "puts elements around, which a region computes",
           GRN_PORTS(GRN_ONE_OF("source"), GRN_ANY_OF("low"), GRN_ANY_OF("high")), RESULT,
           GRN_ATTRS(GRN_NEEDS("static_low", grn_attr_is_dims), GRN_NEEDS("static_high", grn_attr_is_dims),
                     GRN_MAY_HAVE("nofold", grn_attr_is_unit), GRN_SEGMENTS),
           .nregions = 1,
           .assembly = "%source [? nofold $nofold ?] low [%low$static_low] high [%high$static_high] {0} {} : !source to !result "
                       "~low=index ~high=index"),
    TENSOR("pack", "cuts a tensor into tiles",
           GRN_PORTS(GRN_ONE_OF("source"), GRN_ONE_OF("dest"), GRN_MAYBE_OF("padding_value"), GRN_ANY_OF("inner_tiles")), RESULT,
           TILES,
           .assembly = "%source [? padding_value( %padding_value : !padding_value ) ?] [? outer_dims_perm = $outer_dims_perm ?] "
                       "inner_dims_pos = $inner_dims_pos inner_tiles = [%inner_tiles$static_inner_tiles] into %dest {} : "
                       "!source -> !dest ~result=dest ~inner_tiles=index"),
    TENSOR("unpack", "joins tiles to a tensor", GRN_PORTS(GRN_ONE_OF("source"), GRN_ONE_OF("dest"), GRN_ANY_OF("inner_tiles")),
           RESULT, UNPACK_TILES,
           .assembly = "%source [? outer_dims_perm = $outer_dims_perm ?] inner_dims_pos = $inner_dims_pos inner_tiles = "
                       "[%inner_tiles$static_inner_tiles] into %dest {} : !source -> !dest ~result=dest ~inner_tiles=index"),
    {.name = NULL},
};

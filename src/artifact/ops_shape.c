/* ops_shape.c - VHLO's ops that make and reshape tensors. */
#include "artifact/ops_attrs.h"

static const vhlo_attr none[] = {END};
static const vhlo_attr broadcast[] = {DIMS("broadcast_sizes"), END};
static const vhlo_attr broadcast_in_dim[] = {DIMS("broadcast_dimensions"), END};
static const vhlo_attr dynamic_broadcast_in_dim[] = {DIMS("broadcast_dimensions"),
                                                     DIMS_UNLESS("known_expanding_dimensions", NO_DIMS),
                                                     DIMS_UNLESS("known_nonexpanding_dimensions", NO_DIMS), END};
static const vhlo_attr dimension[] = {SAME("dimension"), END};
static const vhlo_attr dimensions[] = {DIMS("dimensions"), END};
static const vhlo_attr iota_dimension[] = {SAME("iota_dimension"), END};
static const vhlo_attr permutation[] = {DIMS("permutation"), END};
static const vhlo_attr value[] = {SAME("value"), END};
static const vhlo_attr sort[] = {SAME_UNLESS("dimension", "-1 : i64"), SAME_UNLESS("is_stable", "false"), END};
static const vhlo_attr index[] = {SAME("index"), END};
static const vhlo_attr rng[] = {SAME("rng_distribution"), END};
static const vhlo_attr rng_bit_generator[] = {SAME("rng_algorithm"), END};

#define OP(name, attrs)                                                 \
    {                                                                   \
        name "_v1", MIN, NOW, "stablehlo." name, attrs, false, false, 0 \
    }
const vhlo_op grn_vhlo_shape_ops[] = {
    OP("broadcast", broadcast),
    OP("broadcast_in_dim", broadcast_in_dim),
    OP("dynamic_broadcast_in_dim", dynamic_broadcast_in_dim),
    OP("concatenate", dimension),
    OP("constant", value),
    OP("iota", iota_dimension),
    OP("dynamic_iota", iota_dimension),
    OP("reshape", none),
    OP("dynamic_reshape", none),
    OP("reverse", dimensions),
    OP("transpose", permutation),
    OP("get_dimension_size", dimension),
    OP("set_dimension_size", dimension),
    OP("sort", sort),
    OP("map", dimensions),
    OP("reduce", dimensions),
    OP("tuple", none),
    OP("get_tuple_element", index),
    OP("rng", rng),
    OP("rng_bit_generator", rng_bit_generator),
    {NULL, 0, 0, NULL, NULL, false, false, 0},
};

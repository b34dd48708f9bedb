/* value.c - vectors made of values and of vectors (MLIR vector dialect). */
#include "dialects/vector/vector.h"

#define ONE(name) GRN_PORTS(GRN_ONE_OF(name))
#define TWO(a, b) GRN_PORTS(GRN_ONE_OF(a), GRN_ONE_OF(b))
#define RESULT ONE("result")
#define TO(op, does) \
    GRN_VECTOR(op, does, ONE("source"), RESULT, GRN_NO_ATTRS, .assembly = "%source {} : !source to !result")
#define LIST(name) GRN_ATTRS(GRN_NEEDS(name, grn_is_i64_list))

const grn_op_def grn_vector_value_ops[] = {
    TO("broadcast", "repeats a value to a vector"),
    TO("shape_cast", "the same elements under another shape"),
    TO("bitcast", "the same bits as elements of another type"),
    GRN_VECTOR("splat", "a vector of which every element is one value", ONE("input"), RESULT, GRN_NO_ATTRS,
               .assembly = "%input {} : !result ~input=element(result)"),
    GRN_VECTOR("from_elements", "a vector of scalars", GRN_PORTS(GRN_ANY_OF("elements")), RESULT, GRN_NO_ATTRS,
               .assembly = "%elements {} : !result ~elements=element(result)"),
    GRN_VECTOR("to_elements", "the scalars of a vector", ONE("source"), GRN_PORTS(GRN_ANY_OF("elements")), GRN_NO_ATTRS,
               .format = "%* {} :fn"),
    GRN_VECTOR("step", "0, 1, 2, ..", GRN_NO_PORTS, RESULT, GRN_NO_ATTRS, .assembly = "{} : !result"),
    GRN_VECTOR("vscale", "the factor of scalable vectors", GRN_NO_PORTS, RESULT, GRN_NO_ATTRS,
               .assembly = "{} ~result=index"),
    GRN_VECTOR("fma", "a * b + c, rounded once", GRN_PORTS(GRN_ONE_OF("lhs"), GRN_ONE_OF("rhs"), GRN_ONE_OF("acc")),
               RESULT, GRN_NO_ATTRS, .assembly = "%lhs , %rhs , %acc {} : !lhs ~rhs=lhs ~acc=lhs ~result=lhs"),
    GRN_VECTOR("extract", "takes an element or a part", GRN_PORTS(GRN_ONE_OF("vector"), GRN_ANY_OF("dynamic_position")),
               RESULT, GRN_ATTRS(GRN_NEEDS("static_position", grn_attr_is_dims)),
               .assembly =
                   "%vector `` [%dynamic_position$static_position] {} : !result from !vector ~dynamic_position=index"),
    GRN_VECTOR("insert", "replaces an element or a part",
               GRN_PORTS(GRN_ONE_OF("source"), GRN_ONE_OF("dest"), GRN_ANY_OF("dynamic_position")), RESULT,
               GRN_ATTRS(GRN_NEEDS("static_position", grn_attr_is_dims)),
               .assembly =
                   "%source , %dest `` [%dynamic_position$static_position] {} : !source into !dest ~result=dest "
                   "~dynamic_position=index"),
    GRN_VECTOR("extractelement", "takes one element", GRN_PORTS(GRN_ONE_OF("vector"), GRN_MAYBE_OF("position")), RESULT,
               GRN_NO_ATTRS,
               .assembly = "%vector [ [? %position : !position ?] ] {} : !vector ~result=element(vector)"),
    GRN_VECTOR("insertelement", "replaces one element",
               GRN_PORTS(GRN_ONE_OF("source"), GRN_ONE_OF("dest"), GRN_MAYBE_OF("position")), RESULT, GRN_NO_ATTRS,
               .assembly = "%source , %dest [ [? %position : !position ?] ] {} : !result ~dest=result "
                           "~source=element(result)"),
    GRN_VECTOR("extract_strided_slice", "takes a slice: offsets, sizes, strides", ONE("vector"), RESULT,
               GRN_ATTRS(GRN_NEEDS("offsets", grn_is_i64_list), GRN_NEEDS("sizes", grn_is_i64_list),
                         GRN_NEEDS("strides", grn_is_i64_list)),
               .assembly = "%vector {} : !vector to !result"),
    GRN_VECTOR("insert_strided_slice", "replaces a slice: offsets, strides", TWO("source", "dest"), RESULT,
               GRN_ATTRS(GRN_NEEDS("offsets", grn_is_i64_list), GRN_NEEDS("strides", grn_is_i64_list)),
               .assembly = "%source , %dest {} : !source into !dest ~result=dest"),
    GRN_VECTOR("scalable.insert", "puts a fixed vector into a scalable one", TWO("source", "dest"), RESULT,
               GRN_ATTRS(GRN_NEEDS("pos", grn_attr_is_i64)),
               .assembly = "%source , %dest [ $pos ] {} : !source into !dest ~result=dest"),
    GRN_VECTOR("scalable.extract", "takes a fixed vector out of a scalable one", ONE("source"), RESULT,
               GRN_ATTRS(GRN_NEEDS("pos", grn_attr_is_i64)), .assembly = "%source [ $pos ] {} : !result from !source"),
    GRN_VECTOR("shuffle", "takes elements of two vectors in an order that is given", TWO("v1", "v2"), RESULT,
               LIST("mask"), .parse = grn_vector_shuffle_parse),
    GRN_VECTOR("interleave", "elements of two vectors in turn", TWO("lhs", "rhs"), RESULT, GRN_NO_ATTRS,
               .assembly = "%lhs , %rhs {} : !lhs -> !result ~rhs=lhs"),
    GRN_VECTOR("deinterleave", "splits a vector into its even and odd elements", ONE("source"), TWO("res1", "res2"),
               GRN_NO_ATTRS, .assembly = "%source {} : !source -> !res1 ~res2=res1"),
    GRN_VECTOR("transpose", "permutes the dimensions", ONE("vector"), RESULT,
               GRN_ATTRS(GRN_NEEDS("permutation", grn_attr_is_dims)),
               .assembly = "%vector , $permutation {} : !vector to !result"),
    GRN_VECTOR("flat_transpose", "transposes a matrix that lies in a flat vector", ONE("matrix"), RESULT, GRN_NO_ATTRS,
               .assembly = "%matrix {} : !matrix -> !result"),
    GRN_VECTOR("matrix_multiply", "product of matrices that lie in flat vectors", TWO("lhs", "rhs"), RESULT,
               GRN_NO_ATTRS, .format = "%* {} :fn"),
    GRN_VECTOR("create_mask", "a mask that is true up to bounds", GRN_PORTS(GRN_ANY_OF("operands")), RESULT,
               GRN_NO_ATTRS, .assembly = "%operands {} : !result ~operands=index"),
    GRN_VECTOR("constant_mask", "a mask that is true up to bounds that the program says", GRN_NO_PORTS, RESULT,
               LIST("mask_dim_sizes"), .assembly = "$mask_dim_sizes {} : !result"),
    GRN_VECTOR("reduction", "folds a vector to a scalar", GRN_PORTS(GRN_ONE_OF("vector"), GRN_MAYBE_OF("acc")),
               ONE("dest"), GRN_ATTRS(GRN_VECTOR_KIND, GRN_MAY_HAVE("fastmath", grn_attr_is_any)),
               .assembly =
                   "#vector.kind$kind , %vector [? , %acc ?] [? fastmath #arith.fastmath$fastmath ?] {} : !vector "
                   "into !dest ~acc=dest"),
    GRN_VECTOR("multi_reduction", "folds some dimensions of a vector", TWO("source", "acc"), ONE("dest"),
               GRN_ATTRS(GRN_VECTOR_KIND, GRN_NEEDS("reduction_dims", grn_is_i64_list)),
               .assembly = "#vector.kind$kind , %source , %acc {} $reduction_dims : !source to !dest ~acc=dest"),
    GRN_VECTOR("scan", "folds along a dimension and keeps every step", TWO("source", "initial_value"),
               TWO("dest", "accumulated_value"),
               GRN_ATTRS(GRN_VECTOR_KIND, GRN_NEEDS("inclusive", grn_attr_is_bool),
                         GRN_NEEDS("reduction_dim", grn_attr_is_i64)),
               .assembly = "#vector.kind$kind , %source , %initial_value {} : !source , !initial_value ~dest=source "
                           "~accumulated_value=initial_value"),
    GRN_VECTOR("contract", "sums of products by indexing maps",
               GRN_PORTS(GRN_ONE_OF("lhs"), GRN_ONE_OF("rhs"), GRN_ONE_OF("acc")), RESULT,
               GRN_ATTRS(GRN_NEEDS("indexing_maps", grn_attr_is_array), GRN_NEEDS("iterator_types", grn_attr_is_array),
                         GRN_MAY_HAVE("kind", grn_attr_is_any)),
               .parse = grn_vector_contract_parse),
    GRN_VECTOR("outerproduct", "outer product of two vectors",
               GRN_PORTS(GRN_ONE_OF("lhs"), GRN_ONE_OF("rhs"), GRN_MAYBE_OF("acc")), RESULT,
               GRN_ATTRS(GRN_MAY_HAVE("kind", grn_attr_is_any)), .parse = grn_vector_outerproduct_parse),
    GRN_VECTOR("mask", "runs one op only where a mask is true", GRN_PORTS(GRN_ONE_OF("mask"), GRN_MAYBE_OF("passthru")),
               GRN_PORTS(GRN_ANY_OF("results")), GRN_NO_ATTRS, .nregions = 1, .parse = grn_vector_mask_parse),
    GRN_VECTOR("yield", "ends a region and gives its results", GRN_PORTS(GRN_ANY_OF("operands")), GRN_NO_PORTS,
               GRN_NO_ATTRS, .traits = GRN_TRAIT_TERMINATOR, .assembly = "{} [? %operands : !operands ?]"),
    GRN_VECTOR(
        "print", "prints a value", GRN_PORTS(GRN_MAYBE_OF("source")), GRN_NO_PORTS,
        GRN_ATTRS(GRN_MAY_HAVE("punctuation", grn_attr_is_any), GRN_MAY_HAVE("stringLiteral", grn_attr_is_string)),
        .assembly = "[? %source ?] [? punctuation #vector.punctuation$punctuation ?] [? str $stringLiteral ?] {} "
                    "[? : !source ?]"),
    {.name = NULL},
};

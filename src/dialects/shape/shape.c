/* shape.c - shapes as values (MLIR shape dialect): read, checked in its parts and printed; not
 * run. */
#include "dialects/common/foreign.h"

#define SHAPE(op, does, ins, outs, attrs, ...) GRN_FOREIGN("shape", op, does, ins, outs, attrs, __VA_ARGS__)
#define ONE(name) GRN_PORTS(GRN_ONE_OF(name))
#define TWO(a, b) GRN_PORTS(GRN_ONE_OF(a), GRN_ONE_OF(b))
#define MANY(name) GRN_PORTS(GRN_ANY_OF(name))
#define BINARY(op, does)                                            \
    SHAPE(op, does, TWO("lhs", "rhs"), ONE("result"), GRN_NO_ATTRS, \
          .assembly = "%lhs , %rhs {} : !lhs , !rhs -> !result")
#define TO(op, does) SHAPE(op, does, ONE("arg"), ONE("result"), GRN_NO_ATTRS, .assembly = "%arg {} : !arg -> !result")

/* `[1, 2] : tensor<2xindex>`: the attribute is dense<[1, 2]> : tensor<2xindex>. */
static grn_status const_shape_parse(grn_parser *p, grn_op *op)
{
    grn_ir *ir = grn_parser_ir(p);
    const grn_type *type, *index = grn_type_of_dtype(ir, GRN_INDEX);
    size_t count;
    int64_t *v;
    grn_status status = grn_parser_attr_dict(p, op, false);
    if (status == GRN_OK)
        status = grn_parser_dims(p, &count, &v);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ":");
    if (status == GRN_OK)
        status = grn_parser_type(p, &type);
    if (status != GRN_OK)
        return status;
    const int64_t extent = (int64_t)count;
    grn_attr_elements *elements = GRN_ARENA_NEW(&ir->arena, grn_attr_elements, 1);
    const grn_type *of = index ? grn_type_tensor(ir, index, 1, &extent, NULL) : NULL;
    if (!elements || !of)
        return GRN_E_MEMORY;
    status = grn_tensor_init(&elements->tensor, v, GRN_INDEX, 1, &extent);
    if (status == GRN_OK)
        status =
            grn_parse_set(p, op, GRN_STR("shape"),
                          grn_attr_make(ir, &(grn_attr){.kind = GRN_ATTR_ELEMENTS, .type = of, .elements = elements}));
    return status == GRN_OK ? grn_parser_results(p, op, 1, &type) : status;
}

static const grn_op_def ops[] = {
    TO("shape_of", "shape of a value"),
    TO("value_of", "value of a value and its shape"),
    TO("num_elements", "number of elements of a shape"),
    TO("rank", "number of dimensions of a shape"),
    TO("to_extent_tensor", "a shape as a tensor of extents"),
    BINARY("add", "sum of two sizes"),
    BINARY("mul", "product of two sizes"),
    BINARY("div", "quotient of two sizes"),
    BINARY("min", "smaller of two sizes or shapes"),
    BINARY("max", "larger of two sizes or shapes"),
    BINARY("concat", "joins two shapes"),
    BINARY("dim", "extent of one dimension of a value"),
    BINARY("get_extent", "extent of one dimension of a shape"),
    SHAPE("size_to_index", "a size as an index", ONE("arg"), ONE("result"), GRN_NO_ATTRS,
          .assembly = "%arg {} : !arg ~result=index"),
    SHAPE("broadcast", "shape that several shapes are broadcast to", MANY("shapes"), ONE("result"),
          GRN_ATTRS(GRN_MAY_HAVE("error", grn_attr_is_string)), .assembly = "%shapes {} : !shapes -> !result"),
    SHAPE("const_shape", "gives a shape that is written in the program", GRN_NO_PORTS, ONE("result"),
          GRN_ATTRS(GRN_NEEDS("shape", grn_attr_is_any)), .parse = const_shape_parse),
    SHAPE("from_extents", "a shape of its extents", MANY("extents"), ONE("shape"), GRN_NO_ATTRS,
          .assembly = "%extents {} : !extents ~shape=!shape.shape"),
    SHAPE("cstr_broadcastable", "a witness that shapes can be broadcast together", MANY("shapes"), ONE("result"),
          GRN_NO_ATTRS, .assembly = "%shapes {} : !shapes ~result=!shape.witness"),
    SHAPE("cstr_eq", "a witness that shapes are equal", MANY("shapes"), ONE("result"), GRN_NO_ATTRS,
          .assembly = "%shapes {} : !shapes ~result=!shape.witness"),
    SHAPE("cstr_require", "a witness that a boolean is true", ONE("pred"), ONE("result"),
          GRN_ATTRS(GRN_NEEDS("msg", grn_attr_is_string)),
          .assembly = "%pred , $msg {} ~pred=i1 ~result=!shape.witness"),
    SHAPE("assuming_all", "a witness that all of several hold", MANY("inputs"), ONE("result"), GRN_NO_ATTRS,
          .assembly = "%inputs {} ~inputs=!shape.witness ~result=!shape.witness"),
    SHAPE("is_broadcastable", "whether shapes can be broadcast together", MANY("shapes"), ONE("result"), GRN_NO_ATTRS,
          .assembly = "%shapes {} : !shapes ~result=i1"),
    SHAPE("shape_eq", "whether shapes are equal", MANY("shapes"), ONE("result"), GRN_NO_ATTRS,
          .assembly = "%shapes {} : !shapes ~result=i1"),
    SHAPE("const_witness", "a witness that is written in the program", GRN_NO_PORTS, ONE("result"),
          GRN_ATTRS(GRN_NEEDS("passing", grn_attr_is_bool)), .assembly = "$passing {} ~result=!shape.witness"),
    SHAPE("assuming", "a region that may rely on a witness", ONE("witness"), MANY("results"), GRN_NO_ATTRS,
          .nregions = 1,
          .assembly = "%witness [? -> ( !results ) ?] {0:shape.assuming_yield} {} ~witness=!shape.witness"),
    SHAPE("assuming_yield", "ends shape.assuming", MANY("operands"), GRN_NO_PORTS, GRN_NO_ATTRS,
          .traits = GRN_TRAIT_TERMINATOR, .assembly = "{} [? %operands : !operands ?]"),
    {.name = NULL},
};
static const grn_op_def *const tables[] = {ops, NULL};

const grn_dialect grn_dialect_shape = {.name = "shape", .uniform = &grn_uniform_ops, .ops = tables};

/* shape.c - shapes as values (MLIR shape dialect): read, checked in its parts and printed; not run. */
#include "dialects/common/foreign.h"

#define SHAPE(op, ins, outs, attrs, ...) GRN_FOREIGN("shape", op, ins, outs, attrs, __VA_ARGS__)
#define ONE(name) GRN_PORTS(GRN_ONE_OF(name))
#define TWO(a, b) GRN_PORTS(GRN_ONE_OF(a), GRN_ONE_OF(b))
#define MANY(name) GRN_PORTS(GRN_ANY_OF(name))
#define BINARY(op) SHAPE(op, TWO("lhs", "rhs"), ONE("result"), GRN_NO_ATTRS, .assembly = "%lhs , %rhs {} : !lhs , !rhs -> !result")
#define TO(op) SHAPE(op, ONE("arg"), ONE("result"), GRN_NO_ATTRS, .assembly = "%arg {} : !arg -> !result")

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
        status = grn_parse_set(p, op, GRN_STR("shape"),
                               grn_attr_make(ir, &(grn_attr){.kind = GRN_ATTR_ELEMENTS, .type = of, .elements = elements}));
    return status == GRN_OK ? grn_parser_results(p, op, 1, &type) : status;
}

static const grn_op_def ops[] = {
    TO("shape_of"),
    TO("value_of"),
    TO("num_elements"),
    TO("rank"),
    TO("to_extent_tensor"),
    BINARY("add"),
    BINARY("mul"),
    BINARY("div"),
    BINARY("min"),
    BINARY("max"),
    BINARY("concat"),
    BINARY("dim"),
    BINARY("get_extent"),
    SHAPE("size_to_index", ONE("arg"), ONE("result"), GRN_NO_ATTRS, .assembly = "%arg {} : !arg ~result=index"),
    SHAPE("broadcast", MANY("shapes"), ONE("result"), GRN_ATTRS(GRN_MAY_HAVE("error", grn_attr_is_string)),
          .assembly = "%shapes {} : !shapes -> !result"),
    SHAPE("const_shape", GRN_NO_PORTS, ONE("result"), GRN_ATTRS(GRN_NEEDS("shape", grn_attr_is_any)),
          .parse = const_shape_parse),
    SHAPE("from_extents", MANY("extents"), ONE("shape"), GRN_NO_ATTRS, .assembly = "%extents {} : !extents ~shape=!shape.shape"),
    SHAPE("cstr_broadcastable", MANY("shapes"), ONE("result"), GRN_NO_ATTRS,
          .assembly = "%shapes {} : !shapes ~result=!shape.witness"),
    SHAPE("cstr_eq", MANY("shapes"), ONE("result"), GRN_NO_ATTRS, .assembly = "%shapes {} : !shapes ~result=!shape.witness"),
    SHAPE("cstr_require", ONE("pred"), ONE("result"), GRN_ATTRS(GRN_NEEDS("msg", grn_attr_is_string)),
          .assembly = "%pred , $msg {} ~pred=i1 ~result=!shape.witness"),
    SHAPE("assuming_all", MANY("inputs"), ONE("result"), GRN_NO_ATTRS,
          .assembly = "%inputs {} ~inputs=!shape.witness ~result=!shape.witness"),
    SHAPE("is_broadcastable", MANY("shapes"), ONE("result"), GRN_NO_ATTRS, .assembly = "%shapes {} : !shapes ~result=i1"),
    SHAPE("shape_eq", MANY("shapes"), ONE("result"), GRN_NO_ATTRS, .assembly = "%shapes {} : !shapes ~result=i1"),
    SHAPE("const_witness", GRN_NO_PORTS, ONE("result"), GRN_ATTRS(GRN_NEEDS("passing", grn_attr_is_bool)),
          .assembly = "$passing {} ~result=!shape.witness"),
    SHAPE("assuming", ONE("witness"), MANY("results"), GRN_NO_ATTRS, .nregions = 1,
          .assembly = "%witness [? -> ( !results ) ?] {0:shape.assuming_yield} {} ~witness=!shape.witness"),
    SHAPE("assuming_yield", MANY("operands"), GRN_NO_PORTS, GRN_NO_ATTRS, .traits = GRN_TRAIT_TERMINATOR,
          .assembly = "{} [? %operands : !operands ?]"),
    {.name = NULL},
};
static const grn_op_def *const tables[] = {ops, NULL};

const grn_dialect grn_dialect_shape = {.name = "shape", .uniform = &grn_uniform_ops, .ops = tables};

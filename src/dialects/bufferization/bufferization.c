/* bufferization.c - between tensors and buffers (MLIR bufferization dialect): read, checked in parts and printed; not run. */
#include "dialects/common/foreign.h"

#define BUFFERIZATION(op, does, ins, outs, attrs, ...) GRN_FOREIGN("bufferization", op, does, ins, outs, attrs, __VA_ARGS__)
#define ONE(name) GRN_PORTS(GRN_ONE_OF(name))
#define FLAGS GRN_MAY_HAVE("restrict", grn_attr_is_unit), GRN_MAY_HAVE("writable", grn_attr_is_unit)

/* ---- texts in which a type may be left out: which one, versions of MLIR differ in ------------------------------------------ */

static const grn_op_def one_type = {.name = "bufferization.to_tensor",
                                    .assembly = "%buffer [? restrict $restrict ?] [? writable $writable ?] {} : !buffer [? to "
                                                "!result ?] ~result=tensorof(buffer)",
                                    .operands = ONE("buffer"),
                                    .results = ONE("result"),
                                    .attrs = GRN_ATTRS(FLAGS)};

static grn_status to_tensor_parse(grn_parser *p, grn_op *op) { return grn_parser_by_assembly(p, op, &one_type); }

/* `: memref<..>`, or `: tensor<..> to memref<..>` */
static grn_status parse_to_buffer(grn_parser *p, grn_op *op, grn_uses *uses)
{
    const grn_type *first, *second = NULL;
    grn_status status = grn_uses_read(p, uses);
    if (status == GRN_OK && grn_parser_try(p, "read_only"))
        status = grn_parse_set(p, op, GRN_STR("read_only"), grn_attr_unit(grn_parser_ir(p)));
    if (status == GRN_OK)
        status = grn_parser_attr_dict(p, op, false);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ":");
    if (status == GRN_OK)
        status = grn_parser_type(p, &first);
    if (status == GRN_OK && grn_parser_try(p, "to"))
        status = grn_parser_type(p, &second);
    if (status != GRN_OK)
        return status;
    if (!second) {
        second = first;
        first = first->kind == GRN_TYPE_MEMREF ? grn_type_tensor(grn_parser_ir(p), first->element, first->rank, first->shape, NULL)
                                               : NULL;
        if (!first)
            return grn_parser_fail(p, op->place, "expects the type of a ranked memref");
    }
    status = grn_uses_type(uses, first);
    return status == GRN_OK ? grn_uses_finish(p, op, uses, second) : status;
}

static grn_status to_buffer_parse(grn_parser *p, grn_op *op)
{
    grn_uses uses;
    grn_uses_init(p, &uses);
    grn_status status = parse_to_buffer(p, op, &uses);
    grn_uses_end(&uses);
    return status;
}

/* ---- rows -------------------------------------------------------------------------------------------------------------------- */

static const grn_op_def ops[] = {
    BUFFERIZATION("to_tensor", "the tensor that lies in a buffer", ONE("buffer"), ONE("result"), GRN_ATTRS(FLAGS),
                  .parse = to_tensor_parse),
    BUFFERIZATION("to_memref", "the buffer that a tensor lies in (older name)", ONE("tensor"), ONE("memref"),
                  GRN_ATTRS(GRN_MAY_HAVE("read_only", grn_attr_is_unit)), .parse = to_buffer_parse),
    BUFFERIZATION("to_buffer", "the buffer that a tensor lies in", ONE("tensor"), ONE("buffer"),
                  GRN_ATTRS(GRN_MAY_HAVE("read_only", grn_attr_is_unit)), .parse = to_buffer_parse),
    BUFFERIZATION("alloc_tensor", "a tensor that gets a buffer of its own",
                  GRN_PORTS(GRN_ANY_OF("dynamic_sizes"), GRN_MAYBE_OF("copy"), GRN_MAYBE_OF("size_hint")), ONE("result"),
                  GRN_ATTRS(GRN_MAY_HAVE("memory_space", grn_attr_is_any), GRN_SEGMENTS),
                  .assembly = "( %dynamic_sizes ) [? copy( %copy ) ?] [? size_hint = %size_hint ?] {} : !result ~copy=result "
                              "~dynamic_sizes=index ~size_hint=index"),
    BUFFERIZATION("dealloc_tensor", "frees the buffer of a tensor", ONE("tensor"), GRN_NO_PORTS, GRN_NO_ATTRS,
                  .assembly = "%tensor {} : !tensor"),
    BUFFERIZATION("clone", "a copy of a buffer, or the buffer where it is the last use", ONE("input"), ONE("output"), GRN_NO_ATTRS,
                  .assembly = "%input {} : !input to !output"),
    BUFFERIZATION("materialize_in_destination", "has a tensor computed in a place that is given",
                  GRN_PORTS(GRN_ONE_OF("source"), GRN_ONE_OF("dest")), GRN_PORTS(GRN_MAYBE_OF("result")), GRN_ATTRS(FLAGS),
                  .assembly = "%source in [? restrict $restrict ?] [? writable $writable ?] %dest {} : !fn"),
    {.name = NULL},
};
static const grn_op_def *const tables[] = {ops, NULL};

const grn_dialect grn_dialect_bufferization = {.name = "bufferization", .uniform = &grn_uniform_ops, .ops = tables};

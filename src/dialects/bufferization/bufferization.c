/* bufferization.c - the bufferization dialect: its tables, and ops that are read, checked in parts
 * and printed; not run. */
#include "dialects/bufferization/bufferization.h"

#include "dialects/common/foreign.h"

#define BUFFERIZATION(op, does, ins, outs, attrs, ...) \
    GRN_FOREIGN("bufferization", op, does, ins, outs, attrs, __VA_ARGS__)
#define ONE(name) GRN_PORTS(GRN_ONE_OF(name))
#define FLAGS GRN_MAY_HAVE("restrict", grn_attr_is_unit), GRN_MAY_HAVE("writable", grn_attr_is_unit)

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_op_def ops[] = {
    BUFFERIZATION("alloc_tensor", "a tensor that gets a buffer of its own",
                  GRN_PORTS(GRN_ANY_OF("dynamic_sizes"), GRN_MAYBE_OF("copy"), GRN_MAYBE_OF("size_hint")),
                  ONE("result"), GRN_ATTRS(GRN_MAY_HAVE("memory_space", grn_attr_is_any), GRN_SEGMENTS),
                  .assembly =
                      "( %dynamic_sizes ) [? copy( %copy ) ?] [? size_hint = %size_hint ?] {} : !result ~copy=result "
                      "~dynamic_sizes=index ~size_hint=index"),
    BUFFERIZATION("dealloc_tensor", "frees the buffer of a tensor", ONE("tensor"), GRN_NO_PORTS, GRN_NO_ATTRS,
                  .assembly = "%tensor {} : !tensor"),
    BUFFERIZATION("clone", "a copy of a buffer, or the buffer where it is the last use", ONE("input"), ONE("output"),
                  GRN_NO_ATTRS, .assembly = "%input {} : !input to !output"),
    BUFFERIZATION("materialize_in_destination", "has a tensor computed in a place that is given",
                  GRN_PORTS(GRN_ONE_OF("source"), GRN_ONE_OF("dest")), GRN_PORTS(GRN_MAYBE_OF("result")),
                  GRN_ATTRS(FLAGS),
                  .assembly = "%source in [? restrict $restrict ?] [? writable $writable ?] %dest {} : !fn"),
    {.name = NULL},
};
static const grn_op_def *const tables[] = {grn_bufferization_memory_ops, ops, NULL};

const grn_dialect grn_dialect_bufferization = {.name = "bufferization", .uniform = &grn_uniform_ops, .ops = tables};

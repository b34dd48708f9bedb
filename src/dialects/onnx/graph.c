/* graph.c - what onnx-mlir puts around a graph: the end of its function, and which function is the
 * graph. */
#include "dialects/onnx/onnx.h"

/* As func.return, but a result's type may be more or less known than the function's. */
static grn_status return_verify(const grn_op *op, grn_check *check)
{
    char have[GRN_TYPE_TEXT_BYTES], want[GRN_TYPE_TEXT_BYTES];
    const grn_op *func = grn_op_parent(op);
    const grn_attr *type = func ? grn_op_attr(func, "function_type") : NULL;
    if (!type || type->kind != GRN_ATTR_TYPE || type->type_value->kind != GRN_TYPE_FUNCTION)
        return grn_op_fail(op, check, "expects parent op 'func.func'");
    const grn_type *f = type->type_value;
    if (op->noperands != f->count - f->inputs)
        return grn_op_fail(op, check, "has %zu operands, but the function returns %zu", op->noperands,
                           f->count - f->inputs);
    for (size_t i = 0; i < op->noperands; i++)
        if (!grn_types_compatible(grn_operand_type(op, i), f->members[f->inputs + i]))
            return grn_op_fail(op, check, "operand #%zu is '%s', the function returns '%s'", i,
                               grn_type_text(grn_operand_type(op, i), have, sizeof have),
                               grn_type_text(f->members[f->inputs + i], want, sizeof want));
    return GRN_OK;
}

const grn_op_def grn_onnx_graph_ops[] = {
    GRN_ROW("onnx.Return", "ends a function and gives its results", "onnx-mlir, Return",
            GRN_PORTS(GRN_PORT_ANY("operands", grn_hlo_any_type)), GRN_NO_PORTS, GRN_NO_ATTRS,
            .format = "{} %* :operands", .traits = GRN_TRAIT_TERMINATOR, .verify = return_verify,
            .no_meaning = "ends a function: read by whoever runs the region"),
    GRN_ROW("onnx.EntryPoint", "names the function that is the graph", "onnx-mlir, EntryPoint", GRN_NO_PORTS,
            GRN_NO_PORTS, GRN_ATTRS(GRN_NEEDS("func", grn_attr_is_symbol)), .traits = GRN_TRAIT_PLAIN_ATTRS,
            .no_meaning = "names the function that is the graph"),
    {.name = NULL},
};

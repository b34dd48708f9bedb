/* arguments.c - types of the arguments of a graph within a node, where the graph says none. */
#include "onnx/internal.h"

/* t without its dimension `axis`. */
static const grn_type *slice_type(onnx_reader *r, const grn_type *t, int64_t axis)
{
    int64_t shape[GRN_MAX_RANK];
    axis += axis < 0 ? t->rank : 0;
    if (!grn_type_is_tensor(t) || axis < 0 || axis >= t->rank)
        return NULL;
    for (int32_t d = 0; d + 1 < t->rank; d++)
        shape[d] = t->shape[d < axis ? d : d + 1];
    return grn_type_tensor(r->ir, t->element, t->rank - 1, shape, NULL);
}

static int64_t number_of(const onnx_node *node, const char *name, size_t i)
{
    const onnx_attr *a = grn_onnx_attr_of(node, name);
    const grn_attr *v = a ? a->value : NULL;
    if (v && v->kind == GRN_ATTR_INTEGER)
        return v->integer;
    return v && v->kind == GRN_ATTR_ARRAY && i < v->array.count && v->array.items[i]->kind == GRN_ATTR_INTEGER
               ? v->array.items[i]->integer
               : 0;
}

/* What the operands of a Loop or Scan say of the arguments of its graph, for those that the graph
 * says nothing of (those of a function have no types). A carried value may change its extents. */
bool grn_onnx_argument_types(onnx_reader *r, const onnx_node *node, const grn_op *op, size_t *count,
                             const grn_type ***types)
{
    const bool is_loop = grn_str_is(node->op, "Loop"), is_scan = grn_str_is(node->op, "Scan");
    const int64_t inputs = is_scan ? number_of(node, "num_scan_inputs", 0) : 0;
    *count = 0;
    *types = NULL;
    if ((!is_loop && !is_scan) || (is_loop && op->noperands < 2) || inputs < 0 || (size_t)inputs > op->noperands)
        return true;
    *types = GRN_ARENA_NEW(&r->arena, const grn_type *, op->noperands + 1);
    if (!grn_onnx_made(r, *types))
        return false;
    const size_t states = op->noperands - (size_t)inputs;
    for (size_t i = 0; i < op->noperands; i++) {
        const grn_type *t = grn_operand_type(op, i);
        if (is_loop && i < 2)
            t = grn_type_tensor(r->ir, grn_type_of_dtype(r->ir, i ? GRN_I1 : GRN_I64), 0, NULL, NULL);
        else if (i >= states)
            t = slice_type(r, t, number_of(node, "scan_input_axes", i - states));
        (*types)[i] = t;
    }
    *count = op->noperands;
    return true;
}

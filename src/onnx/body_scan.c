/* body_scan.c - a Scan whose graph is filled by a function. */
#include "onnx/body_scan.h"

static bool are_there(size_t n, grn_value *const *v)
{
    for (size_t i = 0; i < n; i++)
        if (!v[i])
            return false;
    return true;
}

/* What is scanned has a first dimension. */
static bool have_slices(const onnx_scan *s)
{
    for (size_t i = 0; i < s->ninputs; i++)
        if (s->inputs[i]->type->rank < 1)
            return false;
    return true;
}

/* The graph's arguments: states, then slices. */
static bool make_arguments(onnx_body *b, const onnx_scan *s, grn_block *block)
{
    const size_t n = s->nstates + s->ninputs;
    block->args = GRN_ARENA_NEW(&b->r->ir->arena, grn_value, n);
    if (!grn_onnx_made(b->r, block->args))
        return false;
    for (size_t i = 0; i < n; i++) {
        const grn_type *t = i < s->nstates ? s->states[i]->type : s->inputs[i - s->nstates]->type;
        if (i >= s->nstates)
            t = grn_type_tensor(b->r->ir, t->element, t->rank - 1, t->shape + 1, NULL);
        if (!grn_onnx_made(b->r, t))
            return false;
        block->args[i] = (grn_value){.block = block,
                                     .index = (uint32_t)i,
                                     .name = GRN_STR(""),
                                     .place = grn_onnx_place(b->r, b->node->at),
                                     .type = t};
        block->nargs++;
    }
    return true;
}

static bool fill_graph(onnx_body *b, const onnx_scan *s, grn_block *block)
{
    grn_value *given[2 * GRN_SCAN_VALUES] = {NULL}, *outputs[GRN_SCAN_VALUES] = {NULL};
    onnx_scope scope = *b->scope;
    onnx_body inner = *b;
    scope.block = block;
    inner.scope = &scope;
    block->place = grn_onnx_place(b->r, b->node->at);
    if (!make_arguments(b, s, block))
        return false;
    grn_value *args[2 * GRN_SCAN_VALUES];
    for (size_t i = 0; i < block->nargs; i++)
        args[i] = &block->args[i];
    s->step(&inner, s->context, args, args + s->nstates, given, outputs);
    memcpy(given + s->nstates, outputs, s->noutputs * sizeof *outputs);
    const size_t n = s->nstates + s->noutputs;
    return are_there(n, given) && grn_onnx_new_op(b->r, block, "onnx.Yield", b->node->at, n, given, 0);
}

/* `n` times 1: a direction for each. */
static const grn_attr *backwards(onnx_body *b, size_t n)
{
    const grn_attr *items[GRN_SCAN_VALUES];
    for (size_t i = 0; i < n; i++)
        if (!grn_onnx_made(b->r, items[i] = grn_attr_integer(b->r->ir, grn_type_of_dtype(b->r->ir, GRN_I64), 1)))
            return NULL;
    return grn_attr_array(b->r->ir, n, items);
}

static bool set_attrs(onnx_body *b, const onnx_scan *s, grn_op *op)
{
    const grn_attr *name = grn_attr_string(b->r->ir, GRN_STR("body"));
    return grn_onnx_made(b->r, name) &&
           grn_onnx_set(b->r, op, "num_scan_inputs", grn_onnx_si64(b->r, (int64_t)s->ninputs)) &&
           grn_onnx_set(b->r, op, "onnx.graphs", grn_attr_array(b->r->ir, 1, &name)) &&
           (!s->reverse || (grn_onnx_set(b->r, op, "scan_input_directions", backwards(b, s->ninputs)) &&
                            grn_onnx_set(b->r, op, "scan_output_directions", backwards(b, s->noutputs))));
}

void grn_onnx_scan(onnx_body *b, onnx_scan *s)
{
    grn_value *operands[2 * GRN_SCAN_VALUES];
    memset(s->last, 0, sizeof s->last);
    memset(s->collected, 0, sizeof s->collected);
    if (!are_there(s->nstates, s->states) || !are_there(s->ninputs, s->inputs) || !have_slices(s))
        return;
    memcpy(operands, s->states, s->nstates * sizeof *operands);
    memcpy(operands + s->nstates, s->inputs, s->ninputs * sizeof *operands);
    const size_t n = s->nstates + s->ninputs;
    grn_op *op = grn_onnx_new_op(b->r, NULL, "onnx.Scan", b->node->at, n, operands, s->nstates + s->noutputs);
    grn_region *graph = op ? GRN_ARENA_NEW(&b->r->ir->arena, grn_region, 1) : NULL;
    if (!op || !grn_onnx_made(b->r, graph))
        return;
    op->nregions = 1;
    op->regions = graph;
    graph->parent = op;
    grn_block *block = grn_region_add_block(b->r->ir, graph);
    if (!grn_onnx_made(b->r, block) || !set_attrs(b, s, op) || !fill_graph(b, s, block)) {
        for (size_t i = 0; i < n; i++)
            operands[i]->uses--;
        return;
    }
    grn_block_append(b->scope->block, op);
    if (!grn_onnx_infer_results(b->r, op, NULL))
        return;
    for (size_t i = 0; i < s->nstates; i++)
        s->last[i] = &op->results[i];
    for (size_t i = 0; i < s->noutputs; i++)
        s->collected[i] = &op->results[s->nstates + i];
}

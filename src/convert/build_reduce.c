/* build_reduce.c - a value folded along some of its dimensions by one op. */
#include "convert/convert.h"

/* `{ ^bb0(%a, %b): %c = op %a, %b; return %c }` */
static bool fill_body(grn_rewrite *w, grn_op *op, const char *combine, const grn_type *scalar)
{
    grn_block *block = grn_region_add_block(w->ir, &op->regions[0]);
    grn_value *args = GRN_ARENA_NEW(&w->ir->arena, grn_value, 2);
    const grn_op_def *ends = grn_ir_find_op(w->ir, GRN_STR("stablehlo.return"));
    grn_op *end = ends ? grn_op_new(w->ir, ends, GRN_STR(""), w->at->place, 1, 0, 0) : NULL;
    if (!block || !args || !end)
        return false;
    for (uint32_t i = 0; i < 2; i++)
        args[i] = (grn_value){.type = scalar, .block = block, .index = i};
    block->args = args;
    block->nargs = 2;
    grn_block_append(block, end);
    grn_rewrite inside = *w;
    inside.at = end;
    grn_value *v = grn_build_binary(&inside, combine, &args[0], &args[1]);
    end->operands[0] = NULL;
    if (v)
        grn_op_set_operand(end, 0, v);
    return v != NULL;
}

grn_value *grn_build_fold(grn_rewrite *w, const char *combine, grn_value *init, grn_value *v, uint64_t dims)
{
    const grn_op_def *def = grn_ir_find_op(w->ir, GRN_STR("stablehlo.reduce"));
    grn_dims left = {.count = 0}, gone = {.count = 0};
    if (!v || !init)
        return NULL;
    for (int32_t d = 0; d < v->type->rank; d++) {
        const bool goes = dims >> d & 1;
        grn_dims_push(goes ? &gone : &left, goes ? d : v->type->shape[d]);
    }
    const grn_attr *list = grn_attr_dense_i64(w->ir, (size_t)gone.count, gone.v);
    grn_op *op = def && list ? grn_op_new(w->ir, def, GRN_STR(""), w->at->place, 2, 1, 1) : NULL;
    if (!op || !grn_op_set_attr(w->ir, op, GRN_STR("dimensions"), list))
        return NULL;
    op->operands[0] = op->operands[1] = NULL;
    grn_op_set_operand(op, 0, v);
    grn_op_set_operand(op, 1, init);
    op->results[0].type = grn_tensor_like(w, v->type->element, left.count, left.v);
    grn_op_insert_before(w->at, op);
    return op->results[0].type && fill_body(w, op, combine, init->type) ? &op->results[0] : NULL;
}

uint64_t grn_dim_bits(const grn_op *op, size_t count, const int64_t *v)
{
    const int64_t rank = grn_type_as_tensor(grn_operand_type(op, 0))->rank;
    uint64_t dims = 0;
    for (size_t i = 0; i < count; i++) {
        const int64_t d = v[i] < 0 ? v[i] + rank : v[i];
        dims |= d >= 0 && d < rank ? UINT64_C(1) << d : 0;
    }
    return dims;
}

/* row_update.c - ops that replace elements of a tensor one by one. Source: MLIR tensor dialect,
 * tensor.insert. */
#include "lower/function.h"
#include "lower/inplace.h"

static void keep_note(grn_lower *l, const grn_op *op)
{
    const grn_attr *note = grn_op_attr(op, "garner.note");
    if (note && l->status == GRN_OK)
        grn_lo_set_attr(l, l->block->last, "garner.note", note);
}

/* Where an index was bad before, the number that says where may be any: nothing is written. */
static void store(grn_lower *l, const grn_op *op, grn_value *scalar, grn_value *to, grn_value *const *at)
{
    grn_op *guard = l->error ? grn_lo_when_fine(l) : NULL;
    grn_lo_store(l, scalar, to, (size_t)grn_result_type(op, 0)->rank, at);
    keep_note(l, op);
    grn_lo_end_guard(l, guard);
}

static void insert(grn_lower *l, const grn_op *op)
{
    const size_t rank = (size_t)grn_result_type(op, 0)->rank;
    grn_value *operands[GRN_MAX_RANK + 2] = {grn_lo_of(l, op->operands[0])->value};
    if (rank == 0) {
        grn_lo_set_scalar(l, &op->results[0], operands[0]);
        return;
    }
    for (size_t d = 0; d < rank; d++)
        operands[2 + d] = grn_lo_of(l, op->operands[2 + d])->value;
    if (l->o->form->buffers) {
        store(l, op, operands[0], grn_lo_replaced(l, op, op->operands[1], &op->results[0], true), operands + 2);
        return;
    }
    operands[1] = grn_lo_buffer(l, op->operands[1]);
    grn_lo_set_buffer(
        l, &op->results[0],
        grn_lo_one(l, "tensor.insert", 2 + rank, operands, operands[1] ? operands[1]->type : NULL, GRN_LO_NO_ATTRS),
        false);
    keep_note(l, op);
}

GRN_LOWER(tensor, insert) = {.lower = insert, .replaces = grn_lo_second};

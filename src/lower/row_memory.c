/*
 * row_memory.c - between tensors and buffers, as the program itself says it: a copy each, which the
 * program frees where it is a buffer. Source: MLIR bufferization dialect, to_tensor and to_memref.
 */
#include "lower/function.h"

/* In a form of tensors. */
static grn_value *as_op(grn_lower *l, const grn_op *op, const char *name, grn_value *from, const grn_type *type)
{
    grn_op *made = grn_lo_op(l, name, 1, &from, 1, &type, 0, GRN_LO_NO_ATTRS);
    for (size_t i = 0; made && i < op->nattrs; i++)
        grn_lo_check(l, grn_op_set_attr(l->ir, made, op->attrs[i].name, op->attrs[i].value));
    return made ? &made->results[0] : NULL;
}

static void to_tensor(grn_lower *l, const grn_op *op)
{
    const grn_value *result = &op->results[0];
    grn_value *from = grn_lo_of(l, op->operands[0])->value, *extent[GRN_MAX_RANK] = {NULL};
    bool owned;
    if (!l->o->form->buffers) {
        grn_lo_set_buffer(l, result, as_op(l, op, "bufferization.to_tensor", from, grn_lo_buffer_type(l, result->type)),
                          false);
        return;
    }
    grn_lo_extents(l, op->operands[0], extent);
    grn_value *to = grn_lo_allocate_for(l, result, extent, &owned);
    grn_op *guard = grn_lo_guard(l, result);
    grn_lo_copy_to(l, op->operands[0], to);
    grn_lo_end_guard(l, guard);
    grn_lo_set_buffer(l, result, to, owned);
}

static void to_memref(grn_lower *l, const grn_op *op)
{
    const grn_type *type = grn_result_type(op, 0);
    grn_value *extent[GRN_MAX_RANK] = {NULL};
    if (!l->o->form->buffers) {
        grn_value *from = grn_lo_buffer(l, op->operands[0]);
        grn_lo_set_buffer(l, &op->results[0], as_op(l, op, "bufferization.to_memref", from, type), false);
        return;
    }
    grn_lo_extents(l, op->operands[0], extent);
    grn_value *to = grn_lo_allocate(l, op->operands[0]->type, extent);
    grn_lo_give_away(l, to);
    grn_lo_copy_to(l, op->operands[0], to);
    if (to && to->type != type)
        to = grn_lo_cast(l, "memref.cast", to, type);
    grn_lo_set_buffer(l, &op->results[0], to, false);
}

GRN_LOWER(bufferization, to_tensor) = {.lower = to_tensor};
GRN_LOWER(bufferization, to_memref) = {.lower = to_memref};
GRN_LOWER(bufferization, to_buffer) = {.lower = to_memref};

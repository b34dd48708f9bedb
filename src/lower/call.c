/* call.c - calls of functions, lowered as the functions are. */
#include "lower/signature.h"

static grn_value *argument(grn_lower *l, const grn_value *v, const grn_type *type)
{
    if (!grn_type_is_tensor(v->type))
        return grn_lo_of(l, v)->value;
    grn_value *buffer = grn_lo_buffer(l, v);
    return !buffer || buffer->type == type ? buffer : grn_lo_cast(l, "memref.cast", buffer, type);
}

static void take_results(grn_lower *l, const grn_op *op, const grn_op *made)
{
    size_t n = 0;
    for (size_t i = 0; made && i < op->nresults; i++) {
        if (grn_lo_is_result_argument(l, op->results[i].type))
            continue;
        grn_value *v = &made->results[n++];
        if (grn_type_is_memref(op->results[i].type))
            grn_lo_set_buffer(l, &op->results[i], v, false);
        else if (!grn_type_is_tensor(op->results[i].type))
            grn_lo_set_scalar(l, &op->results[i], v);
        else
            grn_lo_receive(l, &op->results[i], v);
    }
    if (made && n < made->nresults)
        grn_lo_note_error(l, &made->results[n]);
}

void grn_lo_call(grn_lower *l, const grn_op *op)
{
    const grn_op *callee = grn_lo_callee(op);
    grn_lo_signature s;
    if (!callee) {
        grn_lo_refuse(l, "calls a function that is not there");
        return;
    }
    if (!grn_lo_read_signature(l, callee, &s))
        return;
    grn_value **args = GRN_ARENA_NEW(&l->ir->arena, grn_value *, s.nargs + 1);
    if (!grn_lo_check(l, args != NULL))
        return;
    for (size_t i = 0; i < op->noperands; i++)
        args[i] = argument(l, op->operands[i], s.args[i]);
    for (size_t i = 0, at = op->noperands; i < op->nresults; i++) {
        bool owned;
        if (!grn_lo_is_result_argument(l, op->results[i].type))
            continue;
        if (!grn_type_has_static_shape(op->results[i].type)) {
            grn_lo_refuse(l, "has a result of a shape that is not known, for which the caller has no memref");
            return;
        }
        grn_value *to = grn_lo_allocate_for(l, &op->results[i], NULL, &owned);
        grn_lo_set_buffer(l, &op->results[i], to, owned);
        args[at] = to && to->type != s.args[at] ? grn_lo_cast(l, "memref.cast", to, s.args[at]) : to;
        at++;
    }
    const grn_lo_attr attr = {"callee", grn_lo_called(op)};
    take_results(l, op, grn_lo_op(l, "func.call", s.nargs, args, s.nouts, s.outs, 0, 1, &attr));
}

/* reports.c - which functions can report a bad index: those with an access that may, and those that
 * call them. */
#include "lower/signature.h"

const grn_attr *grn_lo_called(const grn_op *op)
{
    return grn_op_is(op, GRN_OP(func, call))   ? grn_op_attr(op, "callee")
           : grn_op_is(op, GRN_HLO(composite)) ? grn_op_attr(op, "decomposition")
                                               : NULL;
}

const grn_op *grn_lo_callee(const grn_op *op)
{
    const grn_attr *name = grn_lo_called(op);
    const grn_op *table = name ? grn_op_symbol_table(op) : NULL;
    return table ? grn_ir_find_symbol(table, name->text) : NULL;
}

bool grn_lo_may_fail(const grn_op *root)
{
    for (const grn_op *op = root; op; op = grn_op_next_in(op, root)) {
        const grn_lower_row *row = grn_lower_row_of(op);
        const grn_op *callee = grn_lo_callee(op);
        if ((row && row->may_fail && row->may_fail(op)) || (callee && grn_op_attr(callee, GRN_LO_REPORTS)))
            return true;
    }
    return false;
}

/* Who calls whom, by the functions' places in the module. */
typedef struct call {
    grn_op *caller;
    const grn_op *callee;
} call;

static bool collect_calls(grn_vec *calls, grn_op *function)
{
    for (const grn_op *op = function; op; op = grn_op_next_in(op, function)) {
        const grn_op *callee = grn_lo_callee(op);
        call *to = callee ? grn_vec_push(calls) : NULL;
        if (callee && !to)
            return false;
        if (to)
            *to = (call){function, callee};
    }
    return true;
}

static bool mark(grn_ir *ir, grn_op *function, grn_vec *marked)
{
    grn_op **to = grn_vec_push(marked);
    if (to)
        *to = function;
    return to && grn_op_set_attr(ir, function, GRN_STR(GRN_LO_REPORTS), grn_attr_unit(ir));
}

/* `next[i]` is the call behind call i of the same callee, `first` the first by the callee's
 * place. */
static bool hand_on(grn_ir *ir, const grn_vec *calls, grn_vec *marked, size_t places)
{
    const call *c = calls->items;
    size_t *first = GRN_ARENA_NEW(&ir->arena, size_t, places + 1),
           *next = GRN_ARENA_NEW(&ir->arena, size_t, calls->count + 1);
    if (!first || !next)
        return false;
    for (size_t i = 0; i < calls->count; i++) {
        next[i + 1] = first[c[i].callee->order];
        first[c[i].callee->order] = i + 1;
    }
    for (size_t m = 0; m < marked->count; m++) {
        const grn_op *function = ((grn_op **)marked->items)[m];
        for (size_t i = first[function->order]; i; i = next[i])
            if (!grn_op_attr(c[i - 1].caller, GRN_LO_REPORTS) && !mark(ir, c[i - 1].caller, marked))
                return false;
    }
    return true;
}

bool grn_lo_mark_reporting(grn_ir *ir)
{
    grn_vec calls, marked;
    bool good = true;
    size_t places = 0;
    grn_vec_init(&calls, ir->allocator, sizeof(call));
    grn_vec_init(&marked, ir->allocator, sizeof(grn_op *));
    for (grn_op *op = ir->top->regions[0].first->first; good && op; op = op->next) {
        op->order = (uint32_t)places++;
        if (grn_lo_is_function(op))
            good = collect_calls(&calls, op) && (!grn_lo_may_fail(op) || mark(ir, op, &marked));
    }
    good = good && hand_on(ir, &calls, &marked, places);
    grn_vec_destroy(&calls);
    grn_vec_destroy(&marked);
    return good;
}

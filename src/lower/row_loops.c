/*
 * row_loops.c - loops of the program: while, and scf.for and scf.while that carry tensors or in
 * which an index may be an error. Sources: StableHLO spec, while; MLIR scf dialect, the op of each
 * name.
 *
 * With memrefs, a tensor of known extents is in a buffer outside the loop that every step writes
 * to, and so is one that a step makes by replacing elements; any other goes from step to step as a
 * memref.
 */
#include "lower/carry.h"

typedef struct looping {
    const grn_op *op;
    size_t first; /* of the operands that are carried */
    size_t count; /* ... how many */
    bool fails;
    size_t n;            /* values that the new op carries */
    grn_value **outside; /* by value: the memref that holds it; NULL: it is carried */
    grn_value **inits;   /* of those carried, the status last */
    const grn_type **types;
} looping;

/* ---- what goes in ---------------------------------------------------------------------------- */

/* Whether the extents that go into a step of scf.for come out of it. */
static bool keeps_extents(const looping *w, size_t i)
{
    const grn_block *body = w->op->regions[0].first;
    return grn_op_is(w->op, GRN_OP(scf, for)) && grn_lo_root(body->last->operands[i], w->op) == &body->args[1 + i];
}

static bool allocate(grn_lower *l, looping *w)
{
    const size_t room = w->count + 1;
    w->outside = GRN_ARENA_NEW(&l->ir->arena, grn_value *, room);
    w->inits = GRN_ARENA_NEW(&l->ir->arena, grn_value *, room);
    w->types = GRN_ARENA_NEW(&l->ir->arena, const grn_type *, room);
    return grn_lo_check(l, w->outside && w->inits && w->types);
}

static bool begin(grn_lower *l, looping *w)
{
    if (!allocate(l, w))
        return false;
    for (size_t i = 0; i < w->count && l->status == GRN_OK; i++) {
        const grn_value *v = w->op->operands[w->first + i];
        const bool outside =
            grn_lo_is_kept_outside(l, v->type) ||
            (l->o->form->buffers && grn_type_is_tensor(v->type) && v->type->rank > 0 && keeps_extents(w, i));
        if (outside)
            w->outside[i] = grn_lo_replaced(l, w->op, v, &w->op->results[i], true);
        else
            w->inits[w->n++] = grn_lo_carried_in(l, v, w->op);
    }
    if (w->fails)
        w->inits[w->n++] = grn_lo_error_or_none(l);
    for (size_t i = 0; i < w->n && l->status == GRN_OK; i++)
        w->types[i] = w->inits[i] ? w->inits[i]->type : NULL;
    return l->status == GRN_OK;
}

/* ---- within ---------------------------------------------------------------------------------- */

/* The arguments `from` on of a region, which are those of `made` from `first` on. The memory of
 * those carried is the step's own. */
static void take_carried(grn_lower *l, const looping *w, const grn_value *from, grn_value *made, bool owns)
{
    size_t n = 0;
    for (size_t i = 0; i < w->count && l->status == GRN_OK; i++) {
        if (w->outside[i] && owns)
            grn_lo_set_writable(l, &from[i], w->outside[i], false);
        else if (w->outside[i])
            grn_lo_set_buffer(l, &from[i], w->outside[i], false);
        else if (!owns && grn_type_is_tensor(from[i].type) && from[i].type->rank > 0)
            grn_lo_set_buffer(l, &from[i], &made[n++], false);
        else
            grn_lo_take(l, &from[i], &made[n++]);
        if (!w->outside[i] && made[n - 1].name.n == 0)
            made[n - 1].name = from[i].name;
    }
    if (w->fails)
        l->error = &made[n];
}

/* All that a step gives, and the end of its scope. */
static void yield(grn_lower *l, const looping *w, const grn_op *end)
{
    grn_value **values = GRN_ARENA_NEW(&l->ir->arena, grn_value *, w->n + 1);
    size_t n = 0;
    grn_lo_check(l, values != NULL);
    for (size_t i = 0; i < w->count && l->status == GRN_OK; i++)
        if (!w->outside[i])
            values[n++] = grn_lo_carried(l, end->operands[i]);
    if (l->status == GRN_OK)
        grn_lo_write_outside(l, w->count, w->outside, end);
    if (w->fails && l->status == GRN_OK)
        values[n++] = grn_lo_error_or_none(l);
    grn_lo_scope_end(l);
    grn_lo_yield(l, n, values);
}

/* ---- what comes out -------------------------------------------------------------------------- */

static void finish(grn_lower *l, const looping *w, grn_op *made)
{
    size_t n = 0;
    for (size_t i = 0; i < w->op->nresults; i++)
        if (!w->outside[i])
            grn_lo_take(l, &w->op->results[i], &made->results[n++]);
    if (w->fails)
        l->error = &made->results[n];
}

/* ---- while ----------------------------------------------------------------------------------- */

static void lower_condition(grn_lower *l, looping *w, grn_op *made)
{
    const grn_block *from = w->op->regions[0].first;
    grn_lo_scope scope;
    grn_block *body = grn_lo_block(l, &made->regions[0], w->n, w->types);
    grn_value **operands = GRN_ARENA_NEW(&l->ir->arena, grn_value *, w->n + 1);
    if (!body || !grn_lo_check(l, operands != NULL))
        return;
    take_carried(l, w, from->args, body->args, false);
    grn_lo_scope_begin(l, &scope);
    grn_lo_ops(l, from);
    operands[0] = grn_lo_read(l, grn_block_terminator(from)->operands[0], NULL);
    operands[0] = w->fails ? grn_lo_and(l, operands[0], grn_lo_is_fine(l)) : operands[0];
    for (size_t i = 0; i < w->n; i++)
        operands[1 + i] = w->fails && i + 1 == w->n ? l->error : &body->args[i];
    grn_lo_scope_end(l);
    grn_lo_none(l, "scf.condition", 1 + w->n, operands, GRN_LO_NO_ATTRS);
}

static void lower_step(grn_lower *l, looping *w, grn_op *made)
{
    const grn_block *from = w->op->regions[1].first;
    grn_lo_scope scope;
    grn_block *body = grn_lo_block(l, &made->regions[1], w->n, w->types);
    if (!body)
        return;
    grn_lo_scope_begin(l, &scope);
    take_carried(l, w, from->args, body->args, true);
    grn_lo_ops(l, from);
    yield(l, w, grn_block_terminator(from));
}

static void lower_while(grn_lower *l, const grn_op *op)
{
    looping w = {.op = op, .count = op->noperands, .fails = l->error || grn_lo_may_fail(op)};
    grn_block *outer = l->block;
    if (!begin(l, &w))
        return;
    grn_op *made = grn_lo_op(l, "scf.while", w.n, w.inits, w.n, w.types, 2, GRN_LO_NO_ATTRS);
    if (made)
        lower_condition(l, &w, made);
    if (made && l->status == GRN_OK)
        lower_step(l, &w, made);
    if (l->status != GRN_OK)
        return;
    l->block = outer;
    finish(l, &w, made);
}

/* ---- scf.while whose condition hands on others than it gets ---------------------------------- */

/* One region: its arguments, its ops, and at the end operand 0 as it is where it is the condition,
 * and what is handed on. */
static void lower_region(grn_lower *l, const grn_block *from, grn_region *to, bool is_condition)
{
    const grn_op *end = grn_block_terminator(from);
    const grn_type **types = GRN_ARENA_NEW(&l->ir->arena, const grn_type *, from->nargs + 1);
    grn_value **values = GRN_ARENA_NEW(&l->ir->arena, grn_value *, end->noperands + 1);
    grn_lo_scope scope;
    if (!grn_lo_check(l, types && values))
        return;
    for (size_t i = 0; i < from->nargs && l->status == GRN_OK; i++)
        types[i] = grn_lo_carried_type(l, from->args[i].type);
    grn_block *body = grn_lo_block(l, to, from->nargs, types);
    if (!body)
        return;
    grn_lo_scope_begin(l, &scope);
    for (size_t i = 0; i < from->nargs && l->status == GRN_OK; i++)
        grn_lo_take(l, &from->args[i], &body->args[i]);
    grn_lo_ops(l, from);
    for (size_t i = 0; i < end->noperands && l->status == GRN_OK; i++)
        values[i] = grn_lo_carried(l, end->operands[i]);
    grn_lo_scope_end(l);
    grn_lo_none(l, is_condition ? "scf.condition" : "scf.yield", end->noperands, values, GRN_LO_NO_ATTRS);
}

static void lower_exchanging(grn_lower *l, const grn_op *op)
{
    looping w = {.op = op, .count = op->noperands > op->nresults ? op->noperands : op->nresults};
    grn_block *outer = l->block;
    if (grn_lo_may_fail(op)) {
        grn_lo_refuse(
            l, "has an index within that may be an error, and a condition that hands on other values than it gets");
        return;
    }
    if (!allocate(l, &w))
        return;
    for (size_t i = 0; i < op->noperands && l->status == GRN_OK; i++)
        w.inits[i] = grn_lo_carried_in(l, op->operands[i], op);
    for (size_t i = 0; i < op->nresults && l->status == GRN_OK; i++)
        w.types[i] = grn_lo_carried_type(l, op->results[i].type);
    grn_op *made = grn_lo_op(l, "scf.while", op->noperands, w.inits, op->nresults, w.types, 2, GRN_LO_NO_ATTRS);
    if (made)
        lower_region(l, op->regions[0].first, &made->regions[0], true);
    if (made && l->status == GRN_OK)
        lower_region(l, op->regions[1].first, &made->regions[1], false);
    if (l->status != GRN_OK)
        return;
    l->block = outer;
    for (size_t i = 0; i < op->nresults; i++)
        grn_lo_take(l, &op->results[i], &made->results[i]);
}

static bool hands_on_all(const grn_op *op)
{
    const grn_block *before = op->regions[0].first;
    bool all = op->nresults == op->noperands && before->last->noperands == op->nresults + 1;
    for (size_t i = 0; all && i < op->nresults; i++)
        all = before->last->operands[1 + i] == &before->args[i];
    return all;
}

static void lower_scf_while(grn_lower *l, const grn_op *op)
{
    if (hands_on_all(op))
        lower_while(l, op);
    else
        lower_exchanging(l, op);
}

/* ---- for ------------------------------------------------------------------------------------- */

static grn_value **for_operands(grn_lower *l, const looping *w)
{
    grn_value **operands = GRN_ARENA_NEW(&l->ir->arena, grn_value *, 3 + w->n);
    if (!grn_lo_check(l, operands != NULL))
        return NULL;
    for (size_t i = 0; i < 3; i++)
        operands[i] = grn_lo_of(l, w->op->operands[i])->value;
    for (size_t i = 0; i < w->n; i++)
        operands[3 + i] = w->inits[i];
    return operands;
}

/* After an index that is an error the rest of the steps do nothing. */
static void lower_guarded_body(grn_lower *l, looping *w, const grn_block *from, const grn_block *body)
{
    grn_value *fine = grn_lo_is_fine(l), **same = GRN_ARENA_NEW(&l->ir->arena, grn_value *, w->n + 1);
    grn_lo_check(l, same != NULL);
    grn_op *branch = grn_lo_if(l, fine, w->n);
    l->error = NULL;
    grn_lo_ops(l, from);
    yield(l, w, from->last);
    for (size_t i = 0; same && i < w->n; i++)
        same[i] = &body->args[1 + i];
    if (w->n > 0) {
        grn_lo_otherwise(l, branch);
        grn_lo_yield(l, w->n, same);
    }
    grn_lo_end_if(l, branch);
    for (size_t i = 0; branch && same && i < w->n; i++)
        same[i] = &branch->results[i];
    grn_lo_yield(l, w->n, same);
}

static void lower_body(grn_lower *l, looping *w, grn_op *made)
{
    const grn_block *from = w->op->regions[0].first;
    const grn_type **types = GRN_ARENA_NEW(&l->ir->arena, const grn_type *, w->n + 1);
    grn_lo_scope scope;
    if (!grn_lo_check(l, types != NULL))
        return;
    types[0] = from->args[0].type;
    for (size_t i = 0; i < w->n; i++)
        types[1 + i] = w->types[i];
    grn_block *body = grn_lo_block(l, &made->regions[0], 1 + w->n, types);
    if (!body)
        return;
    body->args[0].name = from->args[0].name;
    grn_lo_set_scalar(l, &from->args[0], &body->args[0]);
    grn_lo_scope_begin(l, &scope);
    take_carried(l, w, from->args + 1, body->args + 1, true);
    if (l->error) {
        lower_guarded_body(l, w, from, body);
        return;
    }
    grn_lo_ops(l, from);
    yield(l, w, from->last);
}

/* A memref of the step's own cannot be handed on by a step that does nothing, and be the next
 * one's. */
static bool carries_memory(grn_lower *l, const looping *w)
{
    bool carries = false;
    for (size_t i = 0; i < w->count; i++)
        carries = carries || (l->o->form->buffers && !w->outside[i] && grn_type_is_tensor(grn_result_type(w->op, i)) &&
                              grn_result_type(w->op, i)->rank > 0);
    return carries;
}

static void lower_for(grn_lower *l, const grn_op *op)
{
    looping w = {.op = op, .first = 3, .count = op->nresults, .fails = grn_lo_may_fail(op)};
    grn_block *outer = l->block;
    grn_value *const error = l->error;
    if (!begin(l, &w))
        return;
    if ((w.fails || l->error) && carries_memory(l, &w)) {
        grn_lo_refuse(l, "carries a tensor whose extents a step may change, past an index that may be an error");
        return;
    }
    grn_value **operands = for_operands(l, &w);
    grn_op *made = operands ? grn_lo_op(l, "scf.for", 3 + w.n, operands, w.n, w.types, 1, GRN_LO_NO_ATTRS) : NULL;
    for (size_t i = 0; made && i < op->nattrs; i++)
        grn_lo_check(l, grn_op_set_attr(l->ir, made, op->attrs[i].name, op->attrs[i].value));
    if (made && l->status == GRN_OK)
        lower_body(l, &w, made);
    if (l->status != GRN_OK)
        return;
    l->block = outer;
    l->error = error;
    finish(l, &w, made);
}

GRN_LOWER(stablehlo, while) = {.lower = lower_while, .on_scalars = grn_lo_while_on_scalars};
static size_t init_of(const grn_op *op, size_t i)
{
    (void)op;
    return 3 + i;
}

GRN_LOWER(scf, for) = {.lower = lower_for, .replaces = init_of, .root = grn_lo_root_of_loop};
GRN_LOWER(scf, while) = {.lower = lower_scf_while};

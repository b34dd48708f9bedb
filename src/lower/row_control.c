/*
 * row_control.c - if, case, while, and calls. What they carry: a value of one
 * element as a scalar; a tensor as itself; with memrefs, one of known extents in
 * a buffer outside that the branches or steps write to. Sources: StableHLO spec,
 * the op of each name; MLIR scf.
 */
#include "lower/function.h"

/* ---- what is carried --------------------------------------------------------------------------------------------- */

static bool is_kept_outside(const grn_lower *l, const grn_type *t)
{
    return l->o->form->buffers && grn_type_is_tensor(t) && t->rank > 0 && grn_type_has_static_shape(t);
}

/* What a value is as one that is yielded. */
static grn_value *carried(grn_lower *l, const grn_value *v)
{
    if (!grn_type_is_tensor(v->type))
        return grn_lo_of(l, v)->value;
    if (v->type->rank == 0)
        return grn_lo_read(l, v, NULL);
    return l->o->form->buffers ? grn_lo_own(l, v) : grn_lo_buffer(l, v);
}

static void take(grn_lower *l, const grn_value *source, grn_value *v)
{
    if (!grn_type_is_tensor(source->type) || source->type->rank == 0)
        grn_lo_set_scalar(l, source, v);
    else
        grn_lo_receive(l, source, v);
}

static grn_value *error_or_none(grn_lower *l)
{
    return l->error ? l->error : grn_lo_integer(l, grn_lo_integer_type(l, 32), 0);
}

/* ---- if, case ---------------------------------------------------------------------------------------------------- */

/* A branch whose results go to memrefs outside, or are yielded, the status last. */
static void branch_body(grn_lower *l, const grn_op *op, size_t region, grn_value *const *outside, bool fails)
{
    const grn_op *end = grn_block_terminator(op->regions[region].first);
    grn_value **values = GRN_ARENA_NEW(&l->ir->arena, grn_value *, op->nresults + 1);
    grn_value *const error = l->error;
    grn_lo_scope scope;
    size_t n = 0;
    if (!grn_lo_check(l, values != NULL))
        return;
    grn_lo_scope_begin(l, &scope);
    grn_lo_ops(l, op->regions[region].first);
    for (size_t i = 0; i < op->nresults && l->status == GRN_OK; i++) {
        if (outside[i])
            grn_lo_copy_to(l, end->operands[i], outside[i]);
        else
            values[n++] = carried(l, end->operands[i]);
    }
    if (fails)
        values[n++] = error_or_none(l);
    grn_lo_scope_end(l);
    grn_lo_yield(l, n, values);
    l->error = error;
}

static grn_op *branches(grn_lower *l, const grn_op *op, grn_value *index, size_t first, size_t last, grn_value *const *outside,
                        size_t n, bool fails);

/* Branches [first, last) of a case, in the block of a scf.if. */
static void half(grn_lower *l, const grn_op *op, grn_value *index, size_t first, size_t last, grn_value *const *outside, size_t n,
                 bool fails)
{
    if (first + 1 == last) {
        branch_body(l, op, first, outside, fails);
        return;
    }
    const grn_op *made = l->status == GRN_OK ? branches(l, op, index, first, last, outside, n, fails) : NULL;
    grn_value **values = GRN_ARENA_NEW(&l->ir->arena, grn_value *, n + 1);
    for (size_t i = 0; made && values && i < n; i++)
        values[i] = &made->results[i];
    if (grn_lo_check(l, values != NULL) && made)
        grn_lo_yield(l, n, values);
}

/* The branch of an index in [first, last), found by halves; of an if, the first where it holds. */
static grn_op *branches(grn_lower *l, const grn_op *op, grn_value *index, size_t first, size_t last, grn_value *const *outside,
                        size_t n, bool fails)
{
    const size_t middle = first + (last - first) / 2;
    const bool is_case = grn_str_is(op->name, "stablehlo.case");
    grn_value *here = !index || !is_case ? index
                                         : grn_lo_compare(l, "ult", index, grn_lo_integer(l, index->type, (int64_t)middle));
    grn_op *made = grn_lo_if(l, here, n);
    half(l, op, index, first, middle, outside, n, fails);
    grn_lo_otherwise(l, made);
    half(l, op, index, middle, last, outside, n, fails);
    grn_lo_end_if(l, made);
    return made;
}

/* Whatever the index, it is this one. */
static void only_branch(grn_lower *l, const grn_op *op)
{
    const grn_block *block = op->regions[0].first;
    grn_lo_ops(l, block);
    for (size_t i = 0; i < op->nresults && l->status == GRN_OK; i++) {
        *grn_lo_of(l, &op->results[i]) = *grn_lo_of(l, grn_block_terminator(block)->operands[i]);
        grn_lo_of(l, &op->results[i])->owned = false;
    }
}

static void lower_branches(grn_lower *l, const grn_op *op)
{
    const bool fails = grn_lo_may_fail(op);
    grn_value **outside = GRN_ARENA_NEW(&l->ir->arena, grn_value *, op->nresults + 1);
    size_t n = fails, taken = 0;
    if (!grn_lo_check(l, outside != NULL))
        return;
    if (op->nregions < 2) {
        only_branch(l, op);
        return;
    }
    for (size_t i = 0; i < op->nresults && l->status == GRN_OK; i++) {
        outside[i] = is_kept_outside(l, op->results[i].type) ? grn_lo_allocate(l, op->results[i].type, NULL) : NULL;
        n += outside[i] == NULL;
    }
    grn_value *index = grn_lo_read(l, op->operands[0], NULL); /* one that no branch has means the last: so does a negative one, unsigned */
    const grn_op *made = l->status == GRN_OK ? branches(l, op, index, 0, op->nregions, outside, n, fails) : NULL;
    for (size_t i = 0; made && i < op->nresults; i++) {
        if (outside[i])
            grn_lo_set_buffer(l, &op->results[i], outside[i], true);
        else
            take(l, &op->results[i], &made->results[taken++]);
    }
    if (made && fails)
        l->error = &made->results[taken];
}

/* ---- while ------------------------------------------------------------------------------------------------------- */

typedef struct looping {
    const grn_op *op;
    bool fails;
    size_t n;                /* values that are carried */
    grn_value **outside;     /* by operand: the memref that holds it; NULL: it is carried */
    grn_value **inits;       /* of those carried, the status last */
    const grn_type **types;
} looping;

static bool begin_while(grn_lower *l, looping *w)
{
    const grn_op *op = w->op;
    const size_t room = op->noperands + 1;
    w->outside = GRN_ARENA_NEW(&l->ir->arena, grn_value *, room);
    w->inits = GRN_ARENA_NEW(&l->ir->arena, grn_value *, room);
    w->types = GRN_ARENA_NEW(&l->ir->arena, const grn_type *, room);
    if (!grn_lo_check(l, w->outside && w->inits && w->types))
        return false;
    for (size_t i = 0; i < op->noperands && l->status == GRN_OK; i++) {
        const grn_type *t = grn_operand_type(op, i);
        if (is_kept_outside(l, t)) {
            w->outside[i] = grn_lo_allocate(l, t, NULL);
            grn_lo_copy_to(l, op->operands[i], w->outside[i]);
        } else if (l->o->form->buffers && grn_type_is_tensor(t) && t->rank > 0) {
            grn_lo_refuse(l, "carries a tensor of a shape that is not known, which no buffer outside the loop can hold");
        } else {
            w->inits[w->n++] = carried(l, op->operands[i]);
        }
    }
    if (w->fails)
        w->inits[w->n++] = error_or_none(l);
    for (size_t i = 0; i < w->n && l->status == GRN_OK; i++)
        w->types[i] = w->inits[i] ? w->inits[i]->type : NULL;
    return l->status == GRN_OK;
}

/* The arguments of one of the regions. */
static void take_carried(grn_lower *l, const looping *w, const grn_block *from, const grn_block *body)
{
    size_t n = 0;
    for (size_t i = 0; i < w->op->noperands; i++) {
        if (w->outside[i])
            grn_lo_set_buffer(l, &from->args[i], w->outside[i], false);
        else if (from->args[i].type->rank == 0 || !grn_type_is_tensor(from->args[i].type))
            grn_lo_set_scalar(l, &from->args[i], &body->args[n++]);
        else
            grn_lo_set_buffer(l, &from->args[i], &body->args[n++], false);
    }
    if (w->fails)
        l->error = &body->args[n];
}

static void lower_condition(grn_lower *l, looping *w, grn_op *made)
{
    const grn_block *from = w->op->regions[0].first;
    grn_lo_scope scope;
    grn_block *body = grn_lo_block(l, &made->regions[0], w->n, w->types);
    grn_value **operands = GRN_ARENA_NEW(&l->ir->arena, grn_value *, w->n + 1);
    if (!body || !grn_lo_check(l, operands != NULL))
        return;
    take_carried(l, w, from, body);
    grn_lo_scope_begin(l, &scope);
    grn_lo_ops(l, from);
    operands[0] = grn_lo_read(l, grn_block_terminator(from)->operands[0], NULL);
    operands[0] = w->fails ? grn_lo_and(l, operands[0], grn_lo_is_fine(l)) : operands[0];
    for (size_t i = 0; i < w->n; i++)
        operands[1 + i] = w->fails && i + 1 == w->n ? l->error : &body->args[i];
    grn_lo_scope_end(l);
    grn_lo_none(l, "scf.condition", 1 + w->n, operands, GRN_LO_NO_ATTRS);
}

/* What goes to a buffer outside may be read from one: all are complete before the first is written to. */
static void write_outside(grn_lower *l, const looping *w, const grn_op *end, const grn_block *from)
{
    grn_value **fresh = GRN_ARENA_NEW(&l->ir->arena, grn_value *, w->op->noperands + 1);
    if (!grn_lo_check(l, fresh != NULL))
        return;
    for (size_t i = 0; i < w->op->noperands && l->status == GRN_OK; i++) {
        const grn_lo_value *v = grn_lo_of(l, end->operands[i]);
        if (!w->outside[i] || end->operands[i] == &from->args[i])
            continue;
        if (v->kind == GRN_LO_BUFFER && v->owned) {
            fresh[i] = v->value;
            continue;
        }
        fresh[i] = grn_lo_allocate(l, end->operands[i]->type, NULL);
        grn_lo_copy_to(l, end->operands[i], fresh[i]);
    }
    for (size_t i = 0; i < w->op->noperands && l->status == GRN_OK; i++) {
        grn_value *const both[] = {fresh[i], w->outside[i]};
        if (fresh[i])
            grn_lo_none(l, "memref.copy", 2, both, GRN_LO_NO_ATTRS);
    }
}

static void lower_step(grn_lower *l, looping *w, grn_op *made)
{
    const grn_block *from = w->op->regions[1].first;
    const grn_op *end = grn_block_terminator(from);
    grn_lo_scope scope;
    grn_block *body = grn_lo_block(l, &made->regions[1], w->n, w->types);
    grn_value **values = GRN_ARENA_NEW(&l->ir->arena, grn_value *, w->n + 1);
    size_t n = 0;
    if (!body || !grn_lo_check(l, values != NULL))
        return;
    take_carried(l, w, from, body);
    grn_lo_scope_begin(l, &scope);
    grn_lo_ops(l, from);
    for (size_t i = 0; i < w->op->noperands && l->status == GRN_OK; i++)
        if (!w->outside[i])
            values[n++] = carried(l, end->operands[i]);
    if (l->status == GRN_OK)
        write_outside(l, w, end, from);
    if (w->fails)
        values[n++] = error_or_none(l);
    grn_lo_scope_end(l);
    grn_lo_none(l, "scf.yield", n, values, GRN_LO_NO_ATTRS);
}

static void lower_while(grn_lower *l, const grn_op *op)
{
    looping w = {.op = op, .fails = grn_lo_may_fail(op)};
    grn_block *outer = l->block;
    size_t n = 0;
    if (!begin_while(l, &w))
        return;
    grn_op *made = grn_lo_op(l, "scf.while", w.n, w.inits, w.n, w.types, 2, GRN_LO_NO_ATTRS);
    if (made)
        lower_condition(l, &w, made);
    if (made && l->status == GRN_OK)
        lower_step(l, &w, made);
    if (l->status != GRN_OK)
        return;
    l->block = outer;
    for (size_t i = 0; i < op->nresults; i++) {
        if (w.outside[i])
            grn_lo_set_buffer(l, &op->results[i], w.outside[i], true);
        else
            take(l, &op->results[i], &made->results[n++]);
    }
    if (w.fails)
        l->error = &made->results[n];
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

const grn_lower_row grn_lower_control_rows[] = {
    {"func.call", .lower = grn_lo_call},
    {"stablehlo.composite", .lower = grn_lo_call},
    {"stablehlo.if", .lower = lower_branches, .on_scalars = grn_lo_branches_on_scalars},
    {"stablehlo.case", .lower = lower_branches, .on_scalars = grn_lo_branches_on_scalars},
    {"stablehlo.while", .lower = lower_while, .on_scalars = grn_lo_while_on_scalars},
    {.op = NULL},
};

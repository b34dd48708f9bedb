/*
 * row_forall.c - scf.forall: loops whose steps copy slices into the buffers of the results; of
 * tensors, loops that carry them. What is shared is, within the loops, what it was before. Source:
 * MLIR scf dialect, scf.forall.
 */
#include "lower/function.h"
#include "lower/inplace.h"
#include "lower/slice.h"

typedef struct forall {
    const grn_op *op;
    const grn_block *body;
    size_t rank, outs; /* the first operand that is shared */
    grn_value *from[GRN_MAX_RANK], *step[GRN_MAX_RANK], *count[GRN_MAX_RANK], *index[GRN_MAX_RANK];
    grn_lo_carry to; /* buffers; tensors that loops carry */
} forall;

/* ceil((end - from) / step), or 0 */
static void read_space(grn_lower *l, forall *f)
{
    grn_value *end[GRN_MAX_RANK], *zero = grn_lo_index(l, 0), *one = grn_lo_index(l, 1);
    size_t operand = grn_lo_read_mixed(l, f->op, "staticLowerBound", 0, f->from);
    operand = grn_lo_read_mixed(l, f->op, "staticUpperBound", operand, end);
    grn_lo_read_mixed(l, f->op, "staticStep", operand, f->step);
    for (size_t d = 0; d < f->rank && l->status == GRN_OK; d++) {
        grn_value *span = grn_lo_max(l, grn_lo_sub(l, end[d], f->from[d]), zero);
        f->count[d] = grn_lo_div(l, grn_lo_add(l, span, grn_lo_sub(l, f->step[d], one)), f->step[d]);
    }
}

/* Whether a step reads what is shared, beside inserting into it. */
static bool is_read(const grn_lower *l, const grn_value *shared)
{
    bool read = false;
    for (const grn_lo_use *use = l->used_by[shared->slot]; use; use = use->next)
        read = read || !grn_op_is(use->op, GRN_OP(tensor, parallel_insert_slice));
    return read;
}

/* A buffer with the elements that are there: of its own, where they are read within. */
static grn_value *destination(grn_lower *l, const grn_op *op, const grn_value *out, const grn_value *result, bool read)
{
    grn_value *extent[GRN_MAX_RANK] = {NULL};
    bool owned;
    if (!read)
        return grn_lo_replaced(l, op, out, result, true);
    grn_lo_extents(l, out, extent);
    grn_value *to = grn_lo_allocate_for(l, result, extent, &owned);
    grn_op *guard = grn_lo_guard(l, result);
    grn_lo_copy_to(l, out, to);
    grn_lo_end_guard(l, guard);
    grn_lo_set_buffer(l, result, to, owned);
    return to;
}

static void take_shared(grn_lower *l, forall *f)
{
    for (size_t i = 0; i < f->op->nresults && l->status == GRN_OK; i++) {
        const grn_value *out = f->op->operands[f->outs + i], *shared = &f->body->args[f->rank + i];
        grn_value *before = grn_lo_buffer(l, out);
        f->to.v[f->to.n++] =
            l->o->form->buffers ? destination(l, f->op, out, &f->op->results[i], is_read(l, shared)) : before;
        grn_lo_set_buffer(l, shared, before, false);
    }
}

static void insert(grn_lower *l, forall *f, const grn_op *op)
{
    const size_t number = op->operands[1]->index - f->rank;
    const grn_type *own = grn_operand_type(op, 0);
    grn_lo_slice s;
    grn_lo_read_slice(l, op, grn_operand_type(op, 1), own, 2, &s);
    if (l->o->form->buffers)
        grn_lo_copy_to(l, op->operands[0], grn_lo_slice_of_memref(l, &s, f->to.v[number], own));
    else
        f->to.v[number] = grn_lo_put_slice(l, &s, grn_lo_buffer(l, op->operands[0]), f->to.v[number]);
}

static void step(grn_lower *l, forall *f)
{
    grn_lo_scope scope;
    for (size_t d = 0; d < f->rank && l->status == GRN_OK; d++)
        grn_lo_set_scalar(l, &f->body->args[d], grn_lo_add(l, f->from[d], grn_lo_mul(l, f->index[d], f->step[d])));
    if (l->status != GRN_OK)
        return;
    grn_lo_scope_begin(l, &scope);
    grn_lo_ops(l, f->body);
    for (const grn_op *op = f->body->last->regions[0].first->first; op && l->status == GRN_OK; op = op->next)
        insert(l, f, op);
    grn_lo_scope_end(l);
}

static void loops(grn_lower *l, forall *f)
{
    const bool parallel = l->o->form->walk == GRN_WALK_PARALLEL && f->rank > 0;
    grn_lo_carry *carry = l->o->form->buffers ? NULL : &f->to;
    if (parallel)
        grn_lo_parallel(l, (int32_t)f->rank, f->count, f->index);
    for (size_t d = 0; !parallel && d < f->rank; d++)
        f->index[d] = grn_lo_for(l, f->count[d], carry);
    step(l, f);
    for (size_t d = 0; !parallel && d < f->rank; d++)
        grn_lo_end_for(l, carry);
    if (parallel)
        grn_lo_end_parallel(l);
}

static void lower_forall(grn_lower *l, const grn_op *op)
{
    size_t rank = 0;
    const int64_t *v;
    grn_op_dims(op, "staticUpperBound", &rank, &v);
    forall f = {.op = op, .body = op->regions[0].first, .rank = rank, .outs = op->noperands - op->nresults};
    if (op->nresults > GRN_LO_MAX_CARRY)
        grn_lo_refuse(l, "shares %zu tensors, %d can be lowered", op->nresults, GRN_LO_MAX_CARRY);
    else if (grn_lo_may_fail(op))
        grn_lo_refuse(
            l, "has an access within whose indices may be an error, which is lowered at the function's own level");
    if (l->status != GRN_OK)
        return;
    read_space(l, &f);
    take_shared(l, &f);
    grn_op *guard = l->error && l->o->form->buffers ? grn_lo_when_fine(l) : NULL;
    if (l->status == GRN_OK)
        loops(l, &f);
    grn_lo_end_guard(l, guard);
    for (size_t i = 0; i < op->nresults && !l->o->form->buffers && l->status == GRN_OK; i++)
        grn_lo_set_buffer(l, &op->results[i], f.to.v[i], false);
}

GRN_LOWER(scf, forall) = {.lower = lower_forall};
GRN_LOWER(tensor, parallel_insert_slice) = {.flags = GRN_LO_READS_ELEMENTS}; /* lowered with the loop */

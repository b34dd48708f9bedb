/*
 * raise_subset.c - before import: reads of a place that was just written, or of another place than
 * that; writes that put back the elements that were there, or that a later write covers. By the
 * rows' `subset` and the comparison of two of them.
 */
#include "convert/raise.h"
#include "ir/subset.h"

/* Whether every element that is read is one that was written, by one update. */
static bool reads_what(const grn_op *read, const grn_op *write, const grn_subset *w)
{
    return grn_subset_is_equivalent(read, write) && (!w->distinct || grn_op_flag(write, w->distinct, false));
}

/* The op that wrote into the tensor that `op` takes by its subset; NULL: another kind made it. */
static const grn_op *writer_of(const grn_op *op, const grn_subset *s)
{
    const grn_value *container = op->operands[s->container];
    const grn_op *write = grn_value_now(op->operands[s->container])->def;
    return grn_type_is_tensor(container->type) && write && grn_subset_of(write, GRN_SUBSET_WRITES) &&
                   write->nresults == 1
               ? write
               : NULL;
}

/* The elements that were written, in the shape that is read: either may have dims of one element
 * that the other has not. NULL with GRN_OK: there is no op for that. */
static grn_status shaped(grn_rewrite *w, grn_value *written, const grn_type *as, grn_value **out)
{
    const grn_type *t = written->type;
    *out = NULL;
    if (t == as)
        *out = written;
    else if (grn_is_static(t) && grn_is_static(as) && t->element == as->element && t->element->kind != GRN_TYPE_INDEX)
        *out = grn_build_reshape(w, written, as->rank, as->shape);
    else
        return GRN_OK;
    return *out ? GRN_OK : grn_no_memory(w);
}

static grn_status forward(grn_rewrite *w, const grn_op *op, const grn_op *write, const grn_subset *s)
{
    grn_value *found = NULL;
    grn_status status = shaped(w, grn_value_now(write->operands[s->written]), grn_result_type(op, 0), &found);
    return status == GRN_OK && found ? grn_replace(w, found) : status;
}

/* A read of the place just written is the value written; a read of another place reads the tensor
 * before the write. */
static grn_status fold_read(grn_rewrite *w, grn_op *op, const grn_subset *r)
{
    const grn_op *write = writer_of(op, r);
    for (; write; write = writer_of(op, r)) {
        const grn_subset *s = grn_subset_of(write, GRN_SUBSET_WRITES);
        if (reads_what(op, write, s))
            return forward(w, op, write, s);
        if (!grn_subset_is_disjoint(op, write))
            return GRN_OK;
        grn_op_set_operand(op, r->container, grn_value_now(write->operands[s->container]));
    }
    return GRN_OK;
}

/* Writing back the elements that were read from there changes nothing. */
static bool puts_back(const grn_op *op, const grn_subset *s)
{
    const grn_op *read = grn_value_now(op->operands[s->written])->def;
    const grn_subset *r = grn_subset_of(read, GRN_SUBSET_READS);
    return r && grn_value_now(read->operands[r->container]) == grn_value_now(op->operands[s->container]) &&
           grn_subset_is_equivalent(read, op) && grn_type_is_tensor(read->operands[r->container]->type);
}

/* Of two writes at one place the older one has no effect. */
static grn_status fold_write(grn_rewrite *w, grn_op *op, const grn_subset *s)
{
    const grn_op *older;
    if (op->nresults != 1 || !grn_type_is_tensor(grn_result_type(op, 0)))
        return GRN_OK;
    if (puts_back(op, s))
        return grn_replace(w, grn_value_now(op->operands[s->container]));
    while ((older = writer_of(op, s)) && grn_subset_is_equivalent(op, older))
        grn_op_set_operand(op, s->container,
                           grn_value_now(older->operands[grn_subset_of(older, GRN_SUBSET_WRITES)->container]));
    return GRN_OK;
}

static grn_status fold(grn_rewrite *w, grn_op *op)
{
    const grn_subset *r = grn_subset_of(op, GRN_SUBSET_READS), *s = grn_subset_of(op, GRN_SUBSET_WRITES);
    return r ? fold_read(w, op, r) : s ? fold_write(w, op, s) : GRN_OK;
}

grn_status grn_pass_fold_subsets(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag)
{
    return o->raise ? grn_convert_walk(ir, o, diag, fold) : GRN_OK;
}

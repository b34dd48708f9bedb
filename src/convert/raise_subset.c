/*
 * raise_subset.c - before import: what is read from where it was just
 * written is what was written. By the rows' `subset` alone: a gather of a
 * scatter, a slice of what a slice was inserted into.
 */
#include "convert/raise.h"

static const grn_subset *subset_of(const grn_op *op, grn_subset_access access)
{
    return op && op->def && op->def->subset.access == access ? &op->def->subset : NULL;
}

static bool same_values(const grn_op *read, size_t from, const grn_op *write, size_t other)
{
    bool same = read->noperands - from == write->noperands - other;
    for (size_t i = 0; same && from + i < read->noperands; i++)
        same = read->operands[from + i] == write->operands[other + i];
    return same;
}

static bool same_attrs(const grn_op *read, const char *const *names, const grn_op *write, const char *const *others)
{
    for (; *names && *others; names++, others++) {
        const grn_attr *a = grn_op_attr(read, *names), *b = grn_op_attr(write, *others);
        if (!a || !b || !grn_attr_equal(a, b))
            return false;
    }
    return !*names && !*others;
}

/* Every element that is read is one that was written, by one update. */
static bool reads_what(const grn_op *read, const grn_subset *r, const grn_op *write, const grn_subset *w)
{
    return same_values(read, r->place, write, w->place) && same_attrs(read, r->where, write, w->where) &&
           (!w->distinct || grn_op_flag(write, w->distinct, false));
}

/* The elements that were written, in the shape that is read: either may have dims of one element that the other has not. NULL
 * with GRN_OK: there is no op for that. */
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

static grn_status fold(grn_rewrite *w, grn_op *op)
{
    const grn_subset *r = subset_of(op, GRN_SUBSET_READS);
    const grn_op *write = r ? op->operands[r->container]->def : NULL;
    const grn_subset *s = subset_of(write, GRN_SUBSET_WRITES);
    grn_value *found = NULL;
    if (!s || !grn_type_is_tensor(op->operands[r->container]->type) || !reads_what(op, r, write, s))
        return GRN_OK;
    grn_status status = shaped(w, grn_value_now(write->operands[s->written]), grn_result_type(op, 0), &found);
    return status == GRN_OK && found ? grn_replace(w, found) : status;
}

grn_status grn_pass_fold_subsets(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag)
{
    return o->raise ? grn_convert_walk(ir, o, diag, fold) : GRN_OK;
}

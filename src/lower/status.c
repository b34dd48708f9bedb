/* status.c - the status of a function that may meet a bad index; buffers that go from one block to
 * another. */
#include "lower/function.h"

/* ---- the status ------------------------------------------------------------------------------ */

grn_value *grn_lo_is_fine(grn_lower *l)
{
    return l->error ? grn_lo_compare(l, "eq", l->error, grn_lo_integer(l, grn_lo_integer_type(l, 32), 0)) : NULL;
}

void grn_lo_note_error(grn_lower *l, grn_value *status)
{
    grn_value *fine = grn_lo_is_fine(l);
    l->error = fine ? grn_lo_select(l, fine, status, l->error) : status;
}

grn_op *grn_lo_when_fine(grn_lower *l) { return grn_lo_if(l, grn_lo_is_fine(l), 0); }

bool grn_lo_guards(const grn_lower *l, const grn_value *source)
{
    return l->error && l->destination && source->slot < l->nslots && l->destination[source->slot];
}

grn_op *grn_lo_guard(grn_lower *l, const grn_value *source)
{
    return grn_lo_guards(l, source) ? grn_lo_when_fine(l) : NULL;
}

void grn_lo_end_guard(grn_lower *l, grn_op *guard)
{
    if (!guard)
        return;
    grn_lo_yield(l, 0, NULL);
    grn_lo_end_if(l, guard);
}

/* ---- buffers between blocks ------------------------------------------------------------------ */

grn_value *grn_lo_own(grn_lower *l, const grn_value *v)
{
    grn_value *extent[GRN_MAX_RANK] = {NULL};
    const grn_lo_value *now = grn_lo_of(l, v);
    if (now->kind == GRN_LO_BUFFER && now->owned && grn_lo_give_away(l, now->value))
        return now->value;
    grn_lo_extents(l, v, extent);
    grn_value *copy = grn_lo_allocate(l, v->type, extent);
    grn_lo_copy_to(l, v, copy);
    grn_lo_give_away(l, copy);
    return copy;
}

void grn_lo_receive(grn_lower *l, const grn_value *source, grn_value *buffer)
{
    const bool frees = l->o->form->buffers;
    grn_lo_set_buffer(l, source, buffer, frees);
    grn_value **keep = frees && l->status == GRN_OK ? grn_vec_push(&l->scope->owned) : NULL;
    if (frees && grn_lo_check(l, keep != NULL))
        *keep = buffer;
}

/*
 * write.c - the last pass: every op of the hub becomes the target's, where the
 * target has it.
 */
#include "convert/steps.h"

static const grn_writing *find_writing(const grn_target *target, grn_str name)
{
    for (const grn_writing *row = target->writings; row && row->op; row++)
        if (grn_str_is(name, row->op))
            return row;
    return NULL;
}

/* The scalars of a reducer, a comparator, a combiner: what an op that stays has its region say. */
static bool is_in_scalar_region(const grn_op *op)
{
    const grn_op *parent = grn_op_parent(op);
    if (!parent || grn_is_carrier(parent))
        return false;
    for (size_t i = 0; i < op->block->nargs; i++)
        if (!grn_type_is_tensor(op->block->args[i].type) || op->block->args[i].type->rank != 0)
            return false;
    return op->block->nargs > 0;
}

/* A helper op on tensors that the target's words are for. */
static bool is_word(const grn_rewrite *w, const grn_op *op)
{
    const grn_type *index = grn_type_of_dtype(w->ir, GRN_INDEX);
    return index && op->nresults == 1 && grn_type_is_tensor(grn_result_type(op, 0)) && !is_in_scalar_region(op) &&
           !grn_convert_stays(op, w->target->takes_index(index));
}

static grn_status write(grn_rewrite *w, grn_op *op)
{
    grn_hub hub;
    const grn_writing *row = op->def ? find_writing(w->target, op->name) : NULL;
    if (!row || (!grn_hub_read(op, &hub) && !is_word(w, op)))
        return GRN_OK;
    grn_status status = grn_check_encodings(w);
    if (status != GRN_OK)
        return status;
    if (row->write)
        return row->write(w, op);
    return grn_replace(w, grn_new(w, row->same, op->noperands, op->operands, grn_result_type(op, 0), 0, NULL));
}

grn_status grn_pass_write(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag)
{
    grn_status status = grn_convert_walk(ir, o, diag, write);
    return status == GRN_OK && o->target->own_type ? grn_own_types(ir, o, diag) : status;
}

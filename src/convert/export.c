/*
 * export.c - the last pass: every op of the hub becomes the target's, where the
 * target has it.
 */
#include "convert/steps.h"

static const grn_export_pattern *find_export_pattern(const grn_target *target, grn_str name)
{
    for (const grn_export_pattern *pattern = target->export_patterns; pattern && pattern->op; pattern++)
        if (grn_str_is(name, pattern->op))
            return pattern;
    return NULL;
}

/* Whether the op is on the scalars of a reducer, a comparator or a combiner: the region of an op that stays. */
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

/* A helper op on tensors, which export patterns apply to. */
static bool is_helper_op(const grn_rewrite *w, const grn_op *op)
{
    const grn_type *index = grn_type_of_dtype(w->ir, GRN_INDEX);
    return index && op->nresults == 1 && grn_type_is_tensor(grn_result_type(op, 0)) && !is_in_scalar_region(op) &&
           !grn_convert_stays(op, w->target->takes_index(index));
}

static grn_status export_op(grn_rewrite *w, grn_op *op)
{
    grn_hub hub;
    const grn_export_pattern *pattern = op->def ? find_export_pattern(w->target, op->name) : NULL;
    if (!pattern || (!grn_hub_read(op, &hub) && !is_helper_op(w, op)))
        return GRN_OK;
    grn_status status = grn_check_encodings(w);
    if (status != GRN_OK)
        return status;
    if (pattern->export)
        return pattern->export(w, op);
    return grn_replace(w, grn_new(w, pattern->same, op->noperands, op->operands, grn_result_type(op, 0), 0, NULL));
}

grn_status grn_pass_export(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag)
{
    grn_status status = grn_convert_walk(ir, o, diag, export_op);
    if (status == GRN_OK)
        status = grn_leave_out_shapes(ir, o, diag);
    if (status == GRN_OK && o->target->own_type)
        status = grn_own_types(ir, o, diag);
    return status == GRN_OK ? grn_merge_constants(ir, diag) : status;
}

/*
 * promote.c - scatters as loops are made of them: each has a region, and one whose region has a wider
 * type than its inputs or updates takes both in it, converted before (StableHLO spec, scatter, C6,
 * C23-C25).
 */
#include "lower/lower.h"

#include "convert/steps.h"

static void promote_operand(grn_rewrite *w, grn_op *op, size_t i, const grn_type *element, bool *made)
{
    grn_value *v =
        op->operands[i]->type->element == element ? op->operands[i] : grn_build_convert(w, op->operands[i], element);
    *made = *made && v;
    if (v && v != op->operands[i])
        grn_op_set_operand(op, i, v);
}

/* Results are as many as inputs, and of the region's type. */
static grn_status promote(grn_rewrite *w, grn_op *op)
{
    grn_hub hub;
    bool made = true;
    if (!grn_hub_name_no_combiner(w, op))
        return grn_no_memory(w);
    if (!grn_hub_read(op, &hub) || !hub.is_scatter || !grn_type_is_tensor(hub.operands[0]->type) ||
        op->nresults != hub.ninputs)
        return GRN_OK;
    for (size_t i = 0; i < op->nresults && made; i++) {
        const grn_type *element = grn_result_type(op, i)->element;
        if (element->kind == GRN_TYPE_QUANT)
            return GRN_OK;
        promote_operand(w, op, hub.at.operands + i, element, &made);
        promote_operand(w, op, hub.at.updates + i, element, &made);
    }
    return made ? GRN_OK : grn_no_memory(w);
}

grn_status grn_pass_promote(grn_ir *ir, const grn_diag *diag)
{
    static const grn_target target = {.name = "loops"};
    return grn_convert_walk(ir, &(grn_convert_options){.target = &target}, diag, promote);
}

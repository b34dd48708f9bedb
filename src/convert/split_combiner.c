/*
 * split_combiner.c - a scatter whose combiner the target lacks, where no two updates go to the same
 * place: the current elements are gathered, combined with the updates, and put back by a scatter
 * that replaces (MLIR tensor's RFC calls it a scatter update).
 */
#include "convert/fit.h"

static bool is_split(const grn_rewrite *w, const grn_hub *h)
{
    unsigned has = w->target->scatter.combiners;
    const grn_type *updates = h->is_scatter && h->ninputs == 1 ? h->updates[0]->type : NULL;
    return updates && grn_hub_combiner_op(h->combiner) && !(has & 1u << h->combiner) &&
           has & 1u << GRN_COMBINE_REPLACE && h->rule.unique_indices && grn_type_has_static_shape(updates) &&
           grn_type_has_static_shape(h->operands[0]->type);
}

/* The result for an update out of range is dropped, so it is combined with zero. */
static grn_op *gather_current(grn_rewrite *w, const grn_hub *h)
{
    grn_hub g = {.dims = h->dims,
                 .slice_sizes = grn_hub_windows(h),
                 .rule = h->rule,
                 .ninputs = 1,
                 .operands = h->operands,
                 .indices = h->indices,
                 .result = h->updates[0]->type};
    if (g.rule.bounds == GRN_BOUNDS_SKIP)
        g.rule.bounds = GRN_BOUNDS_FILL;
    return grn_hub_make(w, &g);
}

static grn_status split(grn_rewrite *w, grn_op *op)
{
    grn_hub h;
    if (!grn_hub_read(op, &h))
        return GRN_OK;
    h.rule.unique_indices |= h.is_scatter && grn_hub_is_one_vector(&h);
    if (!is_split(w, &h))
        return GRN_OK;
    grn_op *current = gather_current(w, &h);
    grn_value *combined =
        current ? grn_build_binary(w, grn_hub_combiner_op(h.combiner), &current->results[0], h.updates[0]) : NULL;
    if (!combined)
        return grn_no_memory(w);
    h.updates = &combined;
    h.combiner = GRN_COMBINE_REPLACE;
    return grn_replace_op(w, grn_hub_make(w, &h));
}

grn_status grn_pass_split_combiners(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag)
{
    return o->target->scatter.keeps_unique ? grn_convert_walk(ir, o, diag, split) : GRN_OK;
}

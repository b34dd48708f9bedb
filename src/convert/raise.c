/* raise.c - the second pass: several ops of the hub that together mean what a simpler one does
 * become that one. */
#include "convert/raise.h"

static grn_status raise(grn_rewrite *w, grn_op *op)
{
    grn_hub hub;
    grn_op *unwrapped = NULL, *made = NULL;
    bool done = false;
    if (!grn_hub_read(op, &hub) || grn_dims_has(&hub.slice_sizes, GRN_DYNAMIC))
        return GRN_OK;
    grn_status status = grn_raise_wrap(w, &hub, &unwrapped);
    if (status == GRN_OK && !hub.is_scatter)
        status = grn_raise_constant(w, &hub, &done);
    if (status == GRN_OK && !done)
        status = grn_raise_recipe(w, &hub, &made);
    made = made ? made : unwrapped;
    if (status == GRN_OK && !done)
        status = grn_batching_collapse(w->ir, made ? made : op, w->diag);
    return status;
}

grn_status grn_pass_raise(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag)
{
    return o->raise ? grn_convert_walk(ir, o, diag, raise) : GRN_OK;
}

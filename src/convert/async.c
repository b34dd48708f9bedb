/* async.c - refuses asynchronous ops, which would have to stay one op of the hub's while passes
 * rewrite ops into several. */
#include "convert/steps.h"

static grn_status refuse(grn_rewrite *w, grn_op *op)
{
    return grn_op_is(op, GRN_HLO(async_start)) ? grn_refuse(w, "starts an op that would have to stay as it is")
                                               : GRN_OK;
}

grn_status grn_pass_async(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag)
{
    return grn_convert_walk(ir, o, diag, refuse);
}

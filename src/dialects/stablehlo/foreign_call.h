/*
 * foreign_call.h - custom calls that whoever runs the program answers (garner/foreign.h).
 */
#ifndef GRN_STABLEHLO_FOREIGN_CALL_H
#define GRN_STABLEHLO_FOREIGN_CALL_H

#include "dialects/stablehlo/ops.h"

/* Runs a call of `target` by the run's caller; NULL: nobody serves it. */
typedef grn_status (*grn_foreign_run)(grn_exec *x, const grn_op *op);
grn_foreign_run grn_foreign_find(const grn_exec *x, grn_str target);

#endif

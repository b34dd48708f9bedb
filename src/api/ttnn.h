/*
 * ttnn.h - what a gather or scatter of any dialect would cost as TTNN's.
 *
 * Knows: accesses and the tensors they are of, the tile layer's accounts. Must not know: how a run
 * goes.
 */
#ifndef GRN_API_TTNN_H
#define GRN_API_TTNN_H

#include "interp/interp.h"

/* What the access costs as TTNN's, to the planner. GRN_E_ARGUMENT: the op names cores that the
 * planner's machine does not have. */
grn_status grn_report_ttnn(const grn_ir *ir, const grn_ttnn_planner *planner, const grn_op *op,
                           const grn_access *access, const grn_tensor *operands, const grn_diag *diag);
/* Whether `op` is of a dialect whose ops run on tiles. */
bool grn_op_is_tiled(const grn_ir *ir, const grn_op *op);

/* The observer of a run that reports each access that an op stands for; user: a grn_ttnn_watch. */
typedef struct grn_ttnn_watch {
    const grn_ir *ir;
    const grn_ttnn_planner *planner;
    const grn_diag *diag;
} grn_ttnn_watch;
grn_status grn_ttnn_see(void *user, grn_access_view *view);

#endif

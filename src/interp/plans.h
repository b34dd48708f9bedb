/*
 * plans.h - plans of gathers and scatters, kept for the next time.
 *
 * Knows: when an op is worth a plan of its own, and whether a plan made before
 * fits what the op is now given. Must not know: any op by name.
 *
 * A run borrows the plans of its module, or starts with none, and hands what
 * it has back to the module when it ends: runs at the same time share nothing.
 */
#ifndef GRN_INTERP_PLANS_H
#define GRN_INTERP_PLANS_H

#include "interp/interp.h"

typedef struct grn_kept_plans grn_kept_plans;

/* Those the module has, empty ones where it has none; NULL: no memory, which only costs time.
 * Threads, figures and measured planning are as the run's options have them; run->parallel is set
 * to a copy that lives with the plans. */
void grn_plans_borrow(grn_runtime *run, grn_module *module, const grn_run_options *options);
/* Ends what grn_plans_borrow began. */
void grn_plans_return(grn_runtime *run, grn_module *module);
void grn_plans_destroy(grn_kept_plans *kept);

/*
 * As grn_gather and grn_scatter, for the op that is being run: by a plan, on the run's threads, or,
 * the first times, in one shot where that takes the same rows. Where plans are reported
 * (run->plans), those rows are, and nothing runs in another way. Without memory for a plan it runs
 * in one shot.
 */
grn_status grn_run_gather(grn_runtime *run, const grn_op *op, const grn_gather_spec *spec, const grn_tensor *operand,
                          const grn_tensor *indices, const grn_tensor *result, const grn_diag *diag);
grn_status grn_run_scatter(grn_runtime *run, const grn_op *op, const grn_scatter_spec *spec, size_t ninputs,
                           const grn_tensor *results, const grn_tensor *indices, const grn_tensor *updates,
                           const grn_diag *diag);

#endif

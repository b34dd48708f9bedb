/* gather.h - costs of a gather's rows (cost.c), for its table (table.c). */
#ifndef GRN_PLAN_GATHER_H
#define GRN_PLAN_GATHER_H

#include "plan/plan.h"

/* Costs of addressings: positions alone. */
grn_cost grn_cost_of_fused(const grn_plan *plan);
grn_cost grn_cost_of_runs(const grn_plan *plan);
grn_cost grn_cost_of_panels(const grn_plan *plan);
grn_cost grn_cost_of_broadcast(const grn_plan *plan);
grn_cost grn_cost_of_offsets32(const grn_plan *plan);
grn_cost grn_cost_of_offsets64(const grn_plan *plan);
grn_cost grn_cost_of_small(const grn_plan *plan);
grn_cost grn_cost_of_radix(const grn_plan *plan);

/* small.c */
const char *grn_small_obstacle(const grn_plan *plan);
/* Whether a kernel reads the indices of a small gather's rows as it moves them. */
bool grn_small_is_fused(const grn_plan *plan);
grn_status grn_gather_few(const grn_plan *plan, const grn_run *run);

/* radix.c */
const char *grn_gather_radix_obstacle(const grn_plan *plan);
size_t grn_gather_radix_scratch(const grn_plan *plan);
/* Vectors that are partitioned at once: their elements go to one part of the result. */
int64_t grn_gather_radix_batch(const grn_plan *plan);
grn_status grn_gather_radix(const grn_plan *plan, const grn_run *run);

/* Costs of movers, by the form of plan->choice.addressing. */
grn_cost grn_cost_of_cells(const grn_plan *plan);
grn_cost grn_cost_of_streamed_cells(const grn_plan *plan);
grn_cost grn_cost_of_gapped_cells(const grn_plan *plan);
grn_cost grn_cost_of_rows(const grn_plan *plan);
grn_cost grn_cost_of_streamed_rows(const grn_plan *plan);
grn_cost grn_cost_of_strips(const grn_plan *plan);
grn_cost grn_cost_of_windows(const grn_plan *plan);

#endif

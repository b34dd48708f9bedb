/*
 * tune.h (internal) - measured planning: what tuning.c notes and tune.c times.
 */
#ifndef GRN_PLAN_TUNE_H
#define GRN_PLAN_TUNE_H

#include "garner/tuning.h"
#include "plan/plan.h"

/* What is known of the plan's problem; false: nothing. */
bool grn_tuning_find(const grn_tuning *tuning, const grn_plan *plan, grn_choice *out);
/* Notes a choice for the plan's problem. GRN_E_MEMORY. */
grn_status grn_tuning_note(grn_tuning *tuning, const grn_plan *plan, const grn_choice *choice);

/* The fastest composition, by timing them for so long; what it has at first where none can be
 * timed. GRN_E_MEMORY. */
grn_status grn_tune(const grn_plan *plan, double seconds, const grn_allocator *allocator, grn_choice *out);

/* All of it, for a plan that is built: composes it anew as `options` have it. *settled: what runs was
 * known, or timed. */
grn_status grn_plan_tune(grn_plan *plan, const grn_plan_options *options, const grn_allocator *allocator,
                         const grn_diag *diag, bool *settled);

#endif

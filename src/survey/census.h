/*
 * census.h - the indices of one execution of an access, counted.
 *
 * Knows: specs and tensors, by the formulas of the specification. Must not
 * know: ops, or its callers.
 */
#ifndef GRN_SURVEY_CENSUS_H
#define GRN_SURVEY_CENSUS_H

#include "garner/lint.h"
#include "interp/interp.h"

/* Adds one execution, checked before, to counts. GRN_E_MEMORY, unreported. */
grn_status grn_census_add(const grn_problem *indexed, const grn_allocator *allocator, grn_lint_counts *counts);
/* How many index vectors there are. */
uint64_t grn_census_vectors(const grn_problem *indexed);
/* Whether no element of the operand is reached twice. GRN_E_MEMORY, unreported. */
grn_status grn_census_is_unique(const grn_problem *indexed, const grn_allocator *allocator, bool *unique);
/* Values of component k that are in bounds, those that count from the end apart; empty: low > high.
 * Saturated. */
void grn_census_bounds(const grn_problem *indexed, int32_t k, int64_t *low, int64_t *high);

#endif

/*
 * meeting.h - updates of one execution of a scatter that reach the same element.
 *
 * Knows: specs and tensors, by the formulas of the specification. Must not
 * know: ops, or its callers.
 */
#ifndef GRN_SURVEY_MEETING_H
#define GRN_SURVEY_MEETING_H

#include "survey/census.h"

/* Adds one execution of a scatter, checked before, to `meeting`, whose bounds are in `bounds`: room
 * for one of each input, the same at every execution. Tensors without data are looked at by their
 * shapes, and have no bound. GRN_E_MEMORY, unreported. */
grn_status grn_meeting_add(const grn_problem *indexed, const grn_allocator *allocator, grn_lint_meeting *meeting,
                           grn_lint_bound *bounds);
/* The unit roundoff of a float or a complex type: half of what is between 1 and the next number. 0:
 * another type. */
double grn_unit_roundoff(grn_dtype dtype);

#endif

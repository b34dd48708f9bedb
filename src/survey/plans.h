/*
 * plans.h - parts of a planned access's record.
 *
 * Knows: plans and surveyed accesses. Must not know: how records are shown.
 */
#ifndef GRN_SURVEY_PLANS_H
#define GRN_SURVEY_PLANS_H

#include "survey/survey.h"

/* Memory is the arena's. False: it was refused. */
bool grn_survey_alternatives(const grn_plan *plan, bool scatter, grn_arena *arena, size_t *count,
                             const grn_planned_alternative **out);
/* What was taken for granted of the access's tensors, in sentences. */
bool grn_survey_assumptions(const grn_ir *ir, const grn_surveyed *s, grn_arena *arena, size_t *count,
                            const char *const **out);

#endif

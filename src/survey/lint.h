/*
 * lint.h (internal) - what the two halves of grn_module_lint share.
 *
 * Knows: findings and how they are told. Must not know: any dialect by name.
 */
#ifndef GRN_SURVEY_LINT_H
#define GRN_SURVEY_LINT_H

#include "survey/census.h"
#include "survey/fold.h"
#include "survey/survey.h"

#define GRN_LINT_RECENT 32 /* accesses before one, among which the same is looked for */

typedef struct grn_linting {
    const grn_module *module;
    const grn_lint_options *options;
    const grn_lint_reporter *to;
    const grn_diag *diag;
    grn_lint_totals totals;
    grn_run_flags flags;
    uint64_t work_left;    /* for what is counted one by one without a run */
    int64_t elements_left; /* of constants that intervals may read */
    const grn_op *recent[GRN_LINT_RECENT];
    size_t nrecent;
} grn_linting;

/* What findings are about. */
typedef struct grn_lint_subject {
    const grn_op *op, *function; /* function: NULL where there is none */
    bool is_scatter, observed;
    const grn_index_rule *rule;
    grn_combiner combiner;
    const grn_lint_counts *counts; /* NULL: not counted */
} grn_lint_subject;

/* One finding: its severity follows from its kind. Answers the reporter's status. */
grn_status grn_lint_say(grn_linting *l, const grn_lint_subject *subject, grn_lint_kind kind, const char *advice, const char *seen,
                        ...) GRN_PRINTF(5, 6);
/* The words of the op's dialect, each of them set. */
grn_access_words grn_lint_words(const grn_linting *l, const grn_lint_subject *subject);
/* What counts have to say: out-of-bounds, false-promise, overwritten. */
grn_status grn_lint_say_counts(grn_linting *l, const grn_lint_subject *subject);
/* What becomes of an index out of range: "clamped", and what to do about it. */
const char *grn_lint_fate(const grn_index_rule *rule);
const char *grn_lint_bounds_advice(const grn_index_rule *rule);

grn_status grn_lint_statically(grn_linting *l); /* lint_static.c */
grn_status grn_lint_run(grn_linting *l);        /* lint_run.c */
/* What the intervals and types of an access's indices say, which are not known one by one (lint_ranges.c). */
grn_status grn_lint_ranges(grn_linting *l, const grn_lint_subject *subject, const grn_surveyed *s);
/* What an op's form says, whatever its indices are (lint_forms.c). */
grn_status grn_lint_forms(grn_linting *l, const grn_lint_subject *subject, const grn_surveyed *s);

#endif

/*
 * lint.h (internal) - what the two halves of grn_module_lint share.
 *
 * Knows: findings and their messages. Must not know: any dialect by name.
 */
#ifndef GRN_SURVEY_LINT_H
#define GRN_SURVEY_LINT_H

#include "survey/census.h"
#include "survey/fold.h"
#include "survey/meeting.h"
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
    size_t ninputs;                  /* of a scatter; 0: nothing is known of it */
    const grn_dtype *dtypes;         /* [ninputs]: of what is written to */
    const grn_lint_counts *counts;   /* NULL: not counted */
    const grn_lint_meeting *meeting; /* NULL: not looked at */
    bool possible;                   /* what is said is */
} grn_lint_subject;

/* One finding: its severity follows from its kind. Answers the reporter's status. */
grn_status grn_lint_say(grn_linting *l, const grn_lint_subject *subject, grn_lint_kind kind, const char *advice,
                        const char *seen, ...) GRN_PRINTF(5, 6);
/* The words of the op's dialect, each of them set. */
grn_access_words grn_lint_words(const grn_linting *l, const grn_lint_subject *subject);
/* What counts and the meeting have to say. */
grn_status grn_lint_say_counts(grn_linting *l, const grn_lint_subject *subject);
/* What becomes of an index out of range: "clamped", and what to do about it. */
const char *grn_lint_fate(const grn_index_rule *rule);
const char *grn_lint_bounds_advice(const grn_index_rule *rule);

/* Why the order of updates that meet matters, if it does (lint_order.c): as the meeting says, or of
 * as many as `most` where nothing was counted. */
grn_status grn_lint_say_order(grn_linting *l, grn_lint_subject *subject, uint64_t most);
/* What the form of a scatter leaves open: updates that may meet, windows that may lie partly
 * outside; of indices that are not known one by one. */
grn_status grn_lint_possible(grn_linting *l, grn_lint_subject *subject, const grn_surveyed *s);
/* "; then [1, 0] is -1, [5, 0] is 9, and 3 more": what comes behind the first of `count`, as far as
 * it is kept and there is room; without `values` the places alone. */
enum { GRN_LINT_OTHERS_BYTES = 1024 };
const char *grn_lint_others(const grn_lint_index *places, uint64_t count, bool values,
                            char text[GRN_LINT_OTHERS_BYTES]);
/* The name that the op has for a promise; NULL: it has none. */
const char *grn_lint_unique_attribute(const grn_op *op);

grn_status grn_lint_statically(grn_linting *l); /* lint_static.c */
grn_status grn_lint_run(grn_linting *l);        /* lint_run.c */
/* What the intervals and types of an access's indices say, which are not known one by one
 * (lint_ranges.c). */
grn_status grn_lint_ranges(grn_linting *l, const grn_lint_subject *subject, const grn_surveyed *s);
/* What an op's form says, whatever its indices are (lint_forms.c). */
grn_status grn_lint_forms(grn_linting *l, const grn_lint_subject *subject, const grn_surveyed *s);
/* That the rows of a gather are only summed (lint_bags.c). */
grn_status grn_lint_bags(grn_linting *l, const grn_lint_subject *subject, const grn_surveyed *s);

#endif

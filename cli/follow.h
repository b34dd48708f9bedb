/*
 * follow.h - runs that are followed op by op: --trace, --time, and how far a long run is.
 *
 * Knows: what a tracer is told. Must not know: how programs are run.
 */
#ifndef GARNER_CLI_FOLLOW_H
#define GARNER_CLI_FOLLOW_H

#include "cli.h"

/* Nanoseconds of a clock that never goes back. */
uint64_t clock_ns(void);

/* ---- --trace (trace.c) -------------------------------------------------------------------------------------------------- */

/* A line on standard error for an op that has ended: place, name, and of each result type and digest. */
void trace_op(const entry *e, const grn_traced_op *op);

/* ---- how far a run is (progress.c) ---------------------------------------------------------------------------------------- */

/* On a terminal, from two seconds on: a line of standard error that says where the run is. */
typedef struct progress {
    bool is_shown;     /* on a terminal, and wanted */
    uint64_t begin_ns, shown_ns, ops;
    bool is_there;     /* the line */
} progress;
void progress_begin(progress *p, const settings *s);
void progress_op(progress *p, const entry *e, const grn_traced_op *op);
void progress_end(progress *p);

/* ---- --time (timing.c) ---------------------------------------------------------------------------------------------------- */

typedef struct timing timing;
/* For `runs` runs; NULL: memory refused, said. */
timing *timing_new(size_t runs);
void timing_free(timing *t);
void timing_run(timing *t, size_t run);                         /* the next is run `run`; SIZE_MAX: one that does not count */
void timing_begin_op(timing *t, const grn_traced_op *op);
void timing_end_op(timing *t, const grn_traced_op *op);
void timing_end_run(timing *t);
/* The table, on standard error: the runs, each op, and of gathers and scatters how near they come to a copy of as many bytes. */
void timing_report(timing *t, const entry *e);

#endif

/*
 * follow.h - runs that are followed op by op: --trace, --time, and how far a long run is.
 *
 * Knows: what a tracer receives. Must not know: how programs are run.
 */
#ifndef GARNER_CLI_FOLLOW_H
#define GARNER_CLI_FOLLOW_H

#include "cli.h"

/* Nanoseconds of a clock that never goes back. */
uint64_t clock_ns(void);

/* ---- --json (record.c) ----------------------------------------------------------------------- */

/* What is known of one run so far: lists and texts in the making. */
typedef struct run_record {
    json results, outfeeds, differences, trace, time;
    json printed; /* what the program printed, no JSON yet */
} run_record;
/* The element of "runs" in the document; the record is empty afterwards. */
void record_end(run_record *r, const settings *s, const grn_function_info *function, int exit);
void record_results(run_record *r, const settings *s, const grn_function_info *function, size_t number,
                    const grn_results *results);
/* "tensor<2x3xf32>". */
void json_tensor_type(json *j, const char *key, const grn_tensor *t);

/* ---- --trace (trace.c) ----------------------------------------------------------------------- */

/* A line on standard error for an op that has ended: place, name, and of each result type and
 * digest. */
void trace_op(const entry *e, const grn_traced_op *op);
void trace_json(json *j, const entry *e, const grn_traced_op *op); /* the same, as an object */

/* ---- how far a run is (progress.c) ----------------------------------------------------------- */

/* On a terminal, from two seconds on: a line of standard error that says where the run is. */
typedef struct progress {
    bool is_shown; /* on a terminal, and wanted */
    uint64_t begin_ns, shown_ns, ops;
    bool is_there; /* the line */
} progress;
void progress_begin(progress *p, const settings *s);
void progress_op(progress *p, const entry *e, const grn_traced_op *op);
void progress_end(progress *p);

/* ---- --time (timing.c) ----------------------------------------------------------------------- */

typedef struct timing timing;
/* For `runs` runs; NULL: memory refused, said. */
timing *timing_new(size_t runs);
void timing_free(timing *t);
void timing_run(timing *t, size_t run); /* the next is run `run`; SIZE_MAX: one that does not count */
void timing_begin_op(timing *t, const grn_traced_op *op);
void timing_end_op(timing *t, const grn_traced_op *op);
void timing_end_run(timing *t);
/* The table, on standard error: the runs, each op, and of gathers and scatters how near they come
 * to a copy of as many bytes. */
void timing_report(timing *t, const entry *e, json *as_json); /* as_json: as an object there */

#endif

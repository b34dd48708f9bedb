/*
 * run.h - garner run: its options, what it compares, writes and records, and runs that are followed
 * op by op: --trace, --time, and how far a long run is.
 */
#ifndef GARNER_CLI_RUN_H
#define GARNER_CLI_RUN_H

#include "cli.h"

typedef struct run_settings {
    calling_settings calling;
    tuning_settings tuning;
    const char *output;      /* a folder or a file of tensors; NULL: none */
    const char *text_output; /* a file for what is printed */
    bool trace;
    uint64_t timed_runs; /* --time; 0: none */
    bool full;
    bool check_promises;
    grn_products products;
    bool rows;                     /* results as StableHLO's interpreter shows them */
    uint32_t replicas, partitions; /* of the grid; 0: 1 */
    bool devices;                  /* on the devices of the program's mesh, */
    bool reassociate;              /* with sums of floats in another order */
    const char *probe_dir;
    bool show_plans;   /* --plans */
    text_list expects; /* files to compare with, and values */
    uint64_t ulp;
} run_settings;
extern const command_code run_code;

/* What ranks cannot do is refused, and what one of them does for all is left to rank 0. (ranks.c) */
int ranks_settle(const common *c, run_settings *s);

/* ---- ranks that are devices: run --devices of garner-mpi (shares.c) -------------------------- */

/* Whether parts can be written to --output, before anything runs; and what this rank has of each
 * result of the function, shown, and written beside what the others have. Both are collective. */
int shares_check(const run_settings *s);
int shares_use(const run_settings *s, const entry *e, const grn_function_info *info, const grn_results *results,
               const grn_diag *diag);

/* ---- --expect (compare.c) -------------------------------------------------------------------- */

typedef struct expected_results expected_results;
/* *out is NULL without it. */
int expected_open(const common *c, const run_settings *s, expected_results **out);
void expected_close(expected_results *x);
/* EXIT_NO after a message where a result is more than --ulp away, or missing; as an object of
 * `differences` too, which may be NULL. */
int expected_compare(expected_results *x, json *differences, const grn_function_info *function, size_t number,
                     const grn_results *results);

/* ---- probes (probe.c) ------------------------------------------------------------------------ */

/* With --probe-output-dir: what receives the values that a run probes; else NULL. Each value goes to
 * probe_N.npy in that folder. */
const grn_probe *probe_begin(const run_settings *s);
/* Writes index.csv, which says what is in which file; answers the command's exit status. */
int probe_end(const run_settings *s, int exit);

/* Nanoseconds of a clock that never goes back. */
uint64_t clock_ns(void);

/* ---- --json (record.c) ----------------------------------------------------------------------- */

/* What is known of one run so far: lists and texts in the making. */
typedef struct run_record {
    json results, outfeeds, differences, trace, time;
    json printed; /* what the program printed, no JSON yet */
} run_record;
/* The element of "runs" in the document; the record is empty afterwards. */
void record_end(run_record *r, const run_settings *s, const grn_function_info *function, int exit);
void record_results(run_record *r, const run_settings *s, const grn_function_info *function, size_t number,
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
void progress_begin(progress *p, bool wanted);
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

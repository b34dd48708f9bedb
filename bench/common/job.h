/*
 * job.h - one gather or scatter, ready to be run again and again.
 */
#ifndef BENCH_JOB_H
#define BENCH_JOB_H

#include "garner/garner.h"
#include "garner/threads.h"

/* A composition by the names of its rows, in the order of grn_plan_axis, and then of its variant;
 * "": any row of that axis, the variant that the figures give. */
#define BENCH_VARIANT 3
#define BENCH_AXES 4
#define BENCH_ROW_BYTES 32
typedef struct bench_composition {
    char row[BENCH_AXES][BENCH_ROW_BYTES];
} bench_composition;

/* "addressing,partition,mover,variant", each of which may be empty; the text may end after any of them.
 * Gives up on more. */
bench_composition bench_composition_of(const char *text);
/* The same text again. */
#define BENCH_COMPOSITION_BYTES (BENCH_AXES * BENCH_ROW_BYTES)
void bench_composition_text(const bench_composition *c, char text[BENCH_COMPOSITION_BYTES]);

/* What the command line and the environment choose for every plan. */
typedef struct bench_setup {
    bench_composition composition; /* all empty: the plan's own choice */
    const char *cpu;               /* NULL: what the machine has */
    const grn_machine *machine;    /* figures to choose by; NULL: grn_machine_here */
    int32_t threads;
    grn_pool *pool;               /* NULL with one thread */
    const grn_parallel *parallel; /* in place of the pool's, where a plan is only asked; NULL: the pool's */
    bool processor_time;          /* what a sweep measures in */
    bool no_race;                 /* the cheapest by the figures runs alone */
} bench_setup;

/* Figures from a file, over those of grn_machine_here. Gives up on a file that is not right. Static
 * storage: one at a time. */
const grn_machine *bench_machine_of(const char *path);

/* GARNER_CPU and GARNER_MACHINE of the environment; a pool when threads > 1. */
void bench_setup_init(bench_setup *setup, int32_t threads);
void bench_setup_end(bench_setup *setup);

typedef struct bench_job {
    bool is_scatter;
    grn_gather_spec gather; /* the dimension numbers and index rule of both kinds stand here */
    grn_combiner combiner;
    grn_combine_fn region; /* under GRN_COMBINE_REGION */
    grn_tensor operand, indices, dense;
    grn_scatter_spec scatter; /* filled by bench_job_ready */
    grn_plan *plan;
    void *scratch;
    size_t scratch_bytes;
    grn_status status; /* of the last run */
} bench_job;

/* Makes the plan. On a status other than GRN_OK there is none: the composition does not apply,
 * say. */
grn_status bench_job_ready(bench_job *job, const bench_setup *setup);
void bench_job_end(bench_job *job);
/* Runs it until nothing races any more. */
void bench_job_settle(bench_job *job);

/* For bench_measure: a run through the ready plan, and the one-shot call with all its checks. */
void bench_job_run(void *job);
void bench_job_one_shot(void *job);

/* What the ready plan is composed of. */
bench_composition bench_job_composition(const bench_job *job);

/* add of f32, as a combiner that the library does not know. */
grn_status bench_add_f32(void *user, int64_t count, void *const *current, const void *const *update);

/* All compositions that apply to the ready plan's problem, with what they are expected to take; how
 * many there are. */
#define BENCH_MOST_COMPOSITIONS 96
size_t bench_job_compositions(const bench_job *job, bench_composition *out, double *expected_ns);

#endif

/*
 * job.h - one gather or scatter, ready to be run again and again.
 */
#ifndef BENCH_JOB_H
#define BENCH_JOB_H

#include "garner/garner.h"
#include "garner/threads.h"

/* What the command line and the environment choose for every plan. */
typedef struct bench_setup {
    const char *strategy; /* NULL: the plan's own choice */
    const char *cpu;      /* NULL: what the machine has */
    int32_t threads;
    grn_pool *pool; /* NULL with one thread */
    bool processor_time; /* what a sweep measures in */
} bench_setup;

/* GARNER_CPU of the environment; a pool when threads > 1. */
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

/* Makes the plan. On a status other than GRN_OK there is none: the strategy does not apply, say. */
grn_status bench_job_ready(bench_job *job, const bench_setup *setup);
void bench_job_end(bench_job *job);

/* For bench_measure: a run through the ready plan, and the one-shot call with all its checks. */
void bench_job_run(void *job);
void bench_job_one_shot(void *job);

/* The plan's own words for its strategy: its line up to the first colon. */
void bench_job_strategy(const bench_job *job, char *text, size_t room);

/* add of f32, as a combiner that the library does not know. */
grn_status bench_add_f32(void *user, int64_t count, void *const *current, const void *const *update);

/* The strategies of the job's kind, NULL-terminated. */
const char *const *bench_job_strategies(const bench_job *job);

#endif

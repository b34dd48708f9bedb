/* job.c - plans made from a setup, and run. */
#include "common/job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/measure.h"

void bench_setup_init(bench_setup *setup, int32_t threads)
{
    *setup = (bench_setup){.cpu = getenv("GARNER_CPU"), .threads = threads};
    if (threads > 1 && grn_pool_create(threads, NULL, &setup->pool) != GRN_OK)
        bench_give_up("the threads cannot be started");
}

void bench_setup_end(bench_setup *setup)
{
    grn_pool_destroy(setup->pool);
    setup->pool = NULL;
}

static grn_plan_options options_of(const bench_setup *setup)
{
    return (grn_plan_options){.strategy = setup->strategy,
                              .cpu = setup->cpu,
                              .parallel = setup->pool != NULL ? grn_pool_parallel(setup->pool) : NULL};
}

static grn_status make_plan(bench_job *job, const grn_plan_options *options)
{
    if (!job->is_scatter)
        return grn_plan_gather(&job->gather, &job->operand, &job->indices, &job->dense, options, NULL, NULL, &job->plan);
    job->scatter = (grn_scatter_spec){.dims = job->gather.dims,
                                      .index = job->gather.index,
                                      .combiner = job->combiner,
                                      .region = job->region};
    return grn_plan_scatter(&job->scatter, 1, &job->operand, &job->indices, &job->dense, options, NULL, NULL, &job->plan);
}

grn_status bench_job_ready(bench_job *job, const bench_setup *setup)
{
    grn_plan_options options = options_of(setup);
    job->plan = NULL;
    job->scratch = NULL;
    grn_status status = make_plan(job, &options);
    if (status != GRN_OK)
        return status;
    job->scratch_bytes = (grn_plan_scratch_bytes(job->plan) + 63) / 64 * 64;
    if (job->scratch_bytes > 0)
        job->scratch = bench_allocate(job->scratch_bytes, true);
    return GRN_OK;
}

void bench_job_end(bench_job *job)
{
    grn_plan_destroy(job->plan);
    bench_release(job->scratch, job->scratch_bytes);
    job->plan = NULL;
    job->scratch = NULL;
}

void bench_job_run(void *context)
{
    bench_job *job = context;
    void *results[] = {job->operand.data};
    const void *updates[] = {job->dense.data};
    job->status = job->is_scatter
        ? grn_plan_run_scatter(job->plan, results, job->indices.data, updates, job->scratch, NULL)
        : grn_plan_run_gather(job->plan, job->operand.data, job->indices.data, job->dense.data, job->scratch, NULL);
}

void bench_job_one_shot(void *context)
{
    bench_job *job = context;
    job->status = job->is_scatter ? grn_scatter(&job->scatter, 1, &job->operand, &job->indices, &job->dense, NULL)
                                  : grn_gather(&job->gather, &job->operand, &job->indices, &job->dense, NULL);
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

typedef struct line {
    char *text;
    size_t room, used;
} line;

static grn_status append(void *user, const char *text, size_t bytes)
{
    line *l = user;
    for (size_t i = 0; i < bytes && l->used + 1 < l->room; i++)
        l->text[l->used++] = text[i];
    return GRN_OK;
}

void bench_job_strategy(const bench_job *job, char *text, size_t room)
{
    line l = {text, room, 0};
    grn_sink sink = {append, &l};
    if (grn_plan_print(job->plan, &sink) != GRN_OK)
        l.used = 0;
    text[l.used] = '\0';
    text[strcspn(text, ":\t\n")] = '\0';
}

const char *const *bench_job_strategies(const bench_job *job)
{
    return job->is_scatter ? grn_scatter_strategies() : grn_gather_strategies();
}

grn_status bench_add_f32(void *user, int64_t count, void *const *current, const void *const *update)
{
    float *c = current[0];
    const float *u = update[0];
    (void)user;
    for (int64_t i = 0; i < count; i++)
        c[i] += u[i];
    return GRN_OK;
}

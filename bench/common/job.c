/* job.c - plans made from a setup, and run. */
#include "common/job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/measure.h"

/* ---- setups ---------------------------------------------------------------------------------- */

const grn_machine *bench_machine_of(const char *path)
{
    static grn_machine machine;
    size_t bytes;
    const void *text = bench_map_file(path, &bytes);
    grn_machine_here(&machine);
    if (grn_machine_read(text, bytes, NULL, &machine) != GRN_OK)
        bench_give_up("the file of a machine's figures is not one that can be read");
    bench_unmap_file(text, bytes);
    return &machine;
}

void bench_setup_init(bench_setup *setup, int32_t threads)
{
    const char *figures = getenv("GARNER_MACHINE");
    *setup = (bench_setup){.cpu = getenv("GARNER_CPU"), .threads = threads};
    if (figures != NULL)
        setup->machine = bench_machine_of(figures);
    if (threads > 1 && grn_pool_create(threads, NULL, &setup->pool) != GRN_OK)
        bench_give_up("the threads cannot be started");
}

void bench_setup_end(bench_setup *setup)
{
    grn_pool_destroy(setup->pool);
    setup->pool = NULL;
}

/* ---- plans ----------------------------------------------------------------------------------- */

static const char *asked(const bench_composition *c, grn_plan_axis axis)
{
    return c->row[axis][0] != '\0' ? c->row[axis] : NULL;
}

static const grn_parallel *parallel_of(const bench_setup *setup)
{
    return setup->parallel != NULL ? setup->parallel : grn_pool_parallel(setup->pool);
}

static grn_plan_options options_of(const bench_setup *setup)
{
    const bench_composition *c = &setup->composition;
    return (grn_plan_options){.size_bytes = sizeof(grn_plan_options),
                              .addressing = asked(c, GRN_AXIS_ADDRESSING),
                              .partition = asked(c, GRN_AXIS_PARTITION),
                              .mover = asked(c, GRN_AXIS_MOVER),
                              .variant = c->row[BENCH_VARIANT][0] != '\0' ? c->row[BENCH_VARIANT] : NULL,
                              .cpu = setup->cpu,
                              .race = setup->no_race ? GRN_RACE_OFF : GRN_RACE_ON,
                              .machine = setup->machine,
                              .parallel = parallel_of(setup)};
}

static grn_status make_plan(bench_job *job, const grn_plan_options *options)
{
    if (!job->is_scatter)
        return grn_plan_gather(&job->gather, &job->operand, &job->indices, &job->dense, options, NULL, NULL,
                               &job->plan);
    job->scatter = (grn_scatter_spec){
        .dims = job->gather.dims, .index = job->gather.index, .combiner = job->combiner, .region = job->region};
    return grn_plan_scatter(&job->scatter, 1, &job->operand, &job->indices, &job->dense, options, NULL, NULL,
                            &job->plan);
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
    job->status =
        job->is_scatter
            ? grn_plan_run_scatter(job->plan, results, job->indices.data, updates, job->scratch, NULL)
            : grn_plan_run_gather(job->plan, job->operand.data, job->indices.data, job->dense.data, job->scratch, NULL);
}

#define MOST_TRIALS 100

void bench_job_settle(bench_job *job)
{
    grn_plan_report r;
    for (int i = 0; i < MOST_TRIALS && grn_plan_describe(job->plan, &r) == GRN_OK && r.races; i++)
        bench_job_run(job);
}

void bench_job_one_shot(void *context)
{
    bench_job *job = context;
    job->status = job->is_scatter ? grn_scatter(&job->scatter, 1, &job->operand, &job->indices, &job->dense, NULL)
                                  : grn_gather(&job->gather, &job->operand, &job->indices, &job->dense, NULL);
}

/* ---- compositions ---------------------------------------------------------------------------- */

bench_composition bench_composition_of(const char *text)
{
    bench_composition c = {{""}};
    for (int axis = 0; *text != '\0'; axis++) {
        size_t bytes = strcspn(text, ",");
        if (axis == BENCH_AXES || bytes >= BENCH_ROW_BYTES)
            bench_give_up("a composition is \"addressing,partition,mover,variant\"");
        memcpy(c.row[axis], text, bytes);
        text += bytes + (text[bytes] == ',');
    }
    return c;
}

void bench_composition_text(const bench_composition *c, char text[BENCH_COMPOSITION_BYTES])
{
    snprintf(text, BENCH_COMPOSITION_BYTES, "%s,%s,%s%s%s", c->row[0], c->row[1], c->row[2],
             c->row[BENCH_VARIANT][0] != '\0' ? "," : "", c->row[BENCH_VARIANT]);
}

static bench_composition of_rows(const char *addressing, const char *partition, const char *mover, const char *variant)
{
    bench_composition c;
    snprintf(c.row[GRN_AXIS_ADDRESSING], BENCH_ROW_BYTES, "%s", addressing);
    snprintf(c.row[GRN_AXIS_PARTITION], BENCH_ROW_BYTES, "%s", partition);
    snprintf(c.row[GRN_AXIS_MOVER], BENCH_ROW_BYTES, "%s", mover);
    snprintf(c.row[BENCH_VARIANT], BENCH_ROW_BYTES, "%s", variant != NULL ? variant : "");
    return c;
}

bench_composition bench_job_composition(const bench_job *job)
{
    grn_plan_report r;
    if (grn_plan_describe(job->plan, &r) != GRN_OK)
        bench_give_up("a plan does not say what it is");
    return of_rows(r.addressing, r.partition, r.mover, r.variant);
}

size_t bench_job_compositions(const bench_job *job, bench_composition *out, double *expected_ns)
{
    grn_plan_composition all[BENCH_MOST_COMPOSITIONS];
    size_t n = grn_plan_compositions(job->plan, BENCH_MOST_COMPOSITIONS, all);
    if (n > BENCH_MOST_COMPOSITIONS)
        bench_give_up("more compositions apply than there is room for");
    for (size_t i = 0; i < n; i++) {
        out[i] = of_rows(all[i].addressing, all[i].partition, all[i].mover, NULL);
        expected_ns[i] = all[i].expected_ns;
    }
    return n;
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

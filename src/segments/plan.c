/* plan.c - plans in memory: made, run, destroyed; and the call that does it at once. */
#include <inttypes.h>

#include "segments/plan.h"

#define SCRATCH_ALIGNMENT 64

/* ---- making ---------------------------------------------------------------------------------- */

static grn_status read_options(const grn_segment_plan_options *options, const grn_diag *diag,
                               grn_segment_plan_options *own)
{
    *own = (grn_segment_plan_options){0};
    if (options == NULL)
        return GRN_OK;
    grn_status status = GRN_CHECK_OPTIONS(grn_segment_plan_options, options, diag);
    if (status != GRN_OK)
        return status;
    GRN_COPY_OPTIONS(own, options);
    if (own->threads < 0)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "threads is %" PRId32 ", it must be 0 or more",
                        own->threads);
    return grn_check_parallel(own->parallel, diag);
}

/* The functions of the set that the kernels are of: sets are in the order of KERNEL_SETS in both. */
static const grn_elementary *elementary_of(const grn_kernels *kernels)
{
    for (size_t i = 0; grn_kernels_at(i) != NULL; i++)
        if (grn_kernels_at(i) == kernels)
            return grn_elementary_at(i);
    return NULL;
}

static grn_status find_kernels(const char *cpu, const grn_diag *diag, grn_segment_plan *out)
{
    const grn_kernels *kernels = cpu != NULL ? grn_kernels_named(cpu) : grn_kernels_here();
    if (kernels == NULL)
        return grn_fail(diag, grn_no_place, GRN_E_UNSUPPORTED,
                        "cpu is '%s', which this machine or this build does not have", cpu);
    out->kernels = grn_segment_rows_of(out->p.data.dtype);
    out->batches = grn_segment_batch_named(kernels->name, out->p.data.dtype);
    out->elementary = elementary_of(kernels);
    return GRN_OK;
}

/* Everything of a plan but its memory; out->p has been read. */
static grn_status build(const grn_segment_plan_options *options, const grn_diag *diag, grn_segment_plan *out)
{
    const int32_t most = options->parallel != NULL ? options->parallel->threads : 1;
    out->parallel = options->parallel;
    out->threads = options->threads > 0 && options->threads < most ? options->threads : most;
    if (!grn_segment_list_bytes(&out->p, &out->scratch_bytes))
        return grn_fail(diag, grn_no_place, GRN_E_LIMIT,
                        "%" PRId64 " segments of %" PRId64 " entries need more bytes than can be counted",
                        out->p.nsegments, out->p.nentries);
    out->list_bytes = out->scratch_bytes;
    out->scatter = NULL;
    out->scatters = grn_segment_scatters(&out->p);
    grn_segment_make_loops(out);
    return find_kernels(options->cpu, diag, out);
}

/* The scatter of a plan that is kept; its scratch lies behind the lists. */
static grn_status plan_scatter(const grn_segment_plan_options *options, const grn_allocator *allocator,
                               const grn_diag *diag, grn_segment_plan *plan)
{
    const grn_segment_problem *p = &plan->p;
    const grn_plan_options own = {.threads = options->threads, .parallel = options->parallel, .cpu = options->cpu};
    grn_scatter_spec spec;
    grn_segment_scatter_spec(p, &spec);
    grn_status status =
        grn_plan_scatter(&spec, 1, &p->result, &p->segments, &p->data, &own, allocator, diag, &plan->scatter);
    plan->list_bytes = (plan->list_bytes + SCRATCH_ALIGNMENT - 1) / SCRATCH_ALIGNMENT * SCRATCH_ALIGNMENT;
    plan->scratch_bytes = plan->list_bytes + grn_plan_scratch_bytes(plan->scatter);
    return status;
}

grn_status grn_segment_plan_create(const grn_segment_spec *spec, const grn_segment_tensors *tensors,
                                   const grn_segment_plan_options *options, const grn_allocator *allocator,
                                   const grn_diag *diag, grn_segment_plan **out)
{
    grn_segment_plan_options own;
    grn_segment_problem p;
    if (out == NULL)
        return grn_fail_null("out", diag);
    *out = NULL;
    grn_status status = grn_segment_read(spec, tensors, diag, &p);
    if (status == GRN_OK)
        status = read_options(options, diag, &own);
    if (status == GRN_OK)
        status = grn_check_allocator(allocator, diag);
    if (status != GRN_OK)
        return status;
    grn_segment_plan *plan = grn_allocate(allocator, sizeof *plan);
    if (plan == NULL)
        return grn_fail(diag, grn_no_place, GRN_E_MEMORY, "a plan needs %zu bytes, which were refused", sizeof *plan);
    plan->p = p;
    plan->allocator = grn_allocator_or_default(allocator);
    plan->scatter = NULL;
    status = build(&own, diag, plan);
    if (status == GRN_OK && plan->scatters)
        status = plan_scatter(&own, allocator, diag, plan);
    if (status != GRN_OK)
        grn_segment_plan_destroy(plan);
    else
        *out = plan;
    return status;
}

void grn_segment_plan_destroy(grn_segment_plan *plan)
{
    if (plan == NULL)
        return;
    grn_plan_destroy(plan->scatter);
    grn_release(plan->allocator, plan, sizeof *plan);
}

size_t grn_segment_scratch_bytes(const grn_segment_plan *plan) { return plan != NULL ? plan->scratch_bytes : 0; }

/* ---- running --------------------------------------------------------------------------------- */

static grn_status check_scratch(const grn_segment_plan *plan, const void *scratch, const grn_diag *diag)
{
    if (scratch == NULL && plan->scratch_bytes > 0)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "scratch is NULL, a run needs %zu bytes",
                        plan->scratch_bytes);
    if ((uintptr_t)scratch % SCRATCH_ALIGNMENT != 0)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "scratch is not aligned to %d bytes", SCRATCH_ALIGNMENT);
    return GRN_OK;
}

static grn_status scatter(const grn_segment_plan *plan, const grn_segment_problem *p, char *scratch,
                          const grn_diag *diag)
{
    void *results = p->result.data;
    const void *updates = p->data.data;
    grn_scatter_spec spec;
    grn_status status = grn_segment_check_entries(p, diag);
    if (status != GRN_OK)
        return status;
    grn_segment_begin_scatter(p);
    grn_segment_scatter_spec(p, &spec);
    if (plan->scatter == NULL)
        status = grn_scatter(&spec, 1, &p->result, &p->segments, &p->data, diag);
    else
        status = grn_plan_run_scatter(plan->scatter, &results, p->segments.data, &updates,
                                      plan->scratch_bytes > plan->list_bytes ? scratch + plan->list_bytes : NULL, diag);
    if (status == GRN_OK)
        grn_segment_finish_scatter(plan, p, (int64_t *)(void *)scratch);
    return status;
}

static grn_status run(const grn_segment_plan *plan, const grn_segment_problem *p, void *scratch, const grn_diag *diag)
{
    grn_status status = grn_segment_check_memory(p, diag);
    if (status != GRN_OK)
        return status;
    return plan->scatters ? scatter(plan, p, scratch, diag) : grn_segment_execute(plan, p, scratch, diag);
}

grn_status grn_segment_run(const grn_segment_plan *plan, const grn_segment_data *data, void *scratch,
                           const grn_diag *diag)
{
    grn_status status = grn_check_given(plan, "plan", diag);
    if (status == GRN_OK)
        status = grn_check_given(data, "data", diag);
    if (status == GRN_OK)
        status = check_scratch(plan, scratch, diag);
    if (status != GRN_OK)
        return status;
    grn_segment_problem p = plan->p;
    p.data.data = (void *)(uintptr_t)data->data;
    p.segments.data = (void *)(uintptr_t)data->segments;
    p.weights.data = (void *)(uintptr_t)data->weights;
    p.result.data = data->result;
    p.arg.data = data->arg;
    return run(plan, &p, scratch, diag);
}

grn_status grn_segment_reduce(const grn_segment_spec *spec, const grn_segment_tensors *tensors,
                              const grn_allocator *allocator, const grn_diag *diag)
{
    grn_segment_plan plan;
    const grn_segment_plan_options none = {0};
    grn_status status = grn_segment_read(spec, tensors, diag, &plan.p);
    if (status == GRN_OK)
        status = grn_check_allocator(allocator, diag);
    if (status == GRN_OK)
        status = build(&none, diag, &plan);
    if (status != GRN_OK)
        return status;
    void *scratch = grn_allocate(allocator, plan.scratch_bytes);
    if (scratch == NULL)
        return grn_fail(diag, grn_no_place, GRN_E_MEMORY,
                        "a segment reduction needs %zu bytes of scratch, which were refused", plan.scratch_bytes);
    status = run(&plan, &plan.p, scratch, diag);
    grn_release(allocator, scratch, plan.scratch_bytes);
    return status;
}

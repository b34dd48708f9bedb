/* plan.c - plans in memory: made, run, destroyed; and the call that does it at once. */
#include <inttypes.h>

#include "plan/race.h"
#include "segments/plan.h"

#define SCRATCH_ALIGNMENT 64
/* To ask a processor for its figures takes longer than they gain a plan of so little data. */
#define SMALL_BYTES 65536

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
    if ((unsigned)own->race > GRN_RACE_SWITCH)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "race is %d, which is no grn_race_mode", (int)own->race);
    if (own->threads < 0)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "threads is %" PRId32 ", it must be 0 or more",
                        own->threads);
    status = grn_check_parallel(own->parallel, diag);
    return status == GRN_OK && own->machine != NULL ? grn_machine_check(own->machine, diag) : status;
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
    out->accumulate = kernels->accumulate(grn_segment_combiner(out->p.spec.op), out->p.data.dtype);
    out->checked = NULL;
    if (grn_segment_is_ids(out->p.spec.form) && out->p.nsegments <= UINT32_MAX && out->columns.extent <= UINT32_MAX)
        out->checked = kernels->checked_offsets(out->p.segments.dtype);
    return GRN_OK;
}

/* Everything of a plan but its memory, its scatter and its race; out->p has been read. */
static grn_status build(const grn_segment_plan_options *options, const grn_diag *diag, grn_segment_plan *out)
{
    const int32_t most = options->parallel != NULL ? options->parallel->threads : 1;
    out->parallel = options->parallel;
    out->threads = options->threads > 0 && options->threads < most ? options->threads : most;
    out->empty = grn_tensor_elements(&out->p.result) == 0; /* no lists are made */
    out->list_bytes = 0;
    if (!out->empty && !grn_segment_list_bytes(&out->p, &out->list_bytes))
        return grn_fail(diag, grn_no_place, GRN_E_LIMIT,
                        "%" PRId64 " segments of %" PRId64 " entries need more bytes than can be counted",
                        out->p.nsegments, out->p.nentries);
    out->scatter = NULL;
    out->race = NULL;
    grn_segment_make_loops(out);
    out->machine = grn_machine_usual;
    if (options->machine != NULL)
        grn_machine_take(&out->machine, options->machine);
    else if (grn_tensor_bytes(&out->p.data) >= SMALL_BYTES)
        grn_machine_here(&out->machine);
    grn_status status = find_kernels(options->cpu, diag, out);
    if (status == GRN_OK)
        status = grn_segment_choose(out, options->way, diag);
    return status;
}

/* The scatter of a plan that is kept. */
static grn_status plan_scatter(const grn_segment_plan_options *options, const grn_diag *diag, grn_segment_plan *plan)
{
    const grn_segment_problem *p = &plan->p;
    const grn_plan_options own = {.size_bytes = sizeof own,
                                  .threads = options->threads,
                                  .parallel = options->parallel,
                                  .cpu = options->cpu,
                                  .race = options->race};
    grn_scatter_spec spec;
    grn_segment_scatter_spec(p, &spec);
    return grn_plan_scatter(&spec, 1, &p->result, &p->segments, &p->data, &own, plan->allocator, diag, &plan->scatter);
}

/* What runs of a plan that is kept may be. */
static grn_status begin_runs(const grn_segment_plan_options *options, const grn_diag *diag, grn_segment_plan *plan)
{
    const bool races = options->way == NULL && !plan->empty && options->race != GRN_RACE_OFF &&
                       (grn_segment_expected_ns(plan) >= GRN_RACE_FROM_NS || options->race == GRN_RACE_SWITCH);
    grn_status status = races ? grn_segment_race_begin(plan, options->race == GRN_RACE_SWITCH) : GRN_OK;
    if (status != GRN_OK)
        return grn_fail(diag, grn_no_place, status, "the race of a plan needs memory, which was refused");
    if (grn_segment_may_scatter(plan))
        status = plan_scatter(options, diag, plan);
    plan->scratch_bytes = grn_segment_way_bytes(plan);
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
    *plan = (grn_segment_plan){.p = p, .allocator = grn_allocator_or_default(allocator)};
    status = build(&own, diag, plan);
    if (status == GRN_OK)
        status = begin_runs(&own, diag, plan);
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
    grn_segment_race_end(plan);
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

static grn_status run(const grn_segment_plan *plan, const grn_segment_problem *p, void *scratch, const grn_diag *diag)
{
    grn_status status = grn_segment_check_memory(p, diag);
    if (status != GRN_OK)
        return status;
    return grn_segment_run_way(plan, p, scratch, diag);
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
    plan.scratch_bytes = grn_segment_way_bytes(&plan);
    void *scratch = grn_allocate(allocator, plan.scratch_bytes);
    if (scratch == NULL)
        return grn_fail(diag, grn_no_place, GRN_E_MEMORY,
                        "a segment reduction needs %zu bytes of scratch, which were refused", plan.scratch_bytes);
    status = run(&plan, &plan.p, scratch, diag);
    grn_release(allocator, scratch, plan.scratch_bytes);
    return status;
}

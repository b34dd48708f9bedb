/*
 * plan.c - plans in memory: made, run, destroyed.
 *
 * A plan is one allocation: the plan, its pairs and spans, and its own copies
 * of the spec and of the tensors (their shapes; the data pointers are never
 * followed).
 */
#include <inttypes.h>
#include <string.h>

#include "plan/race.h"
#include "plan/tune.h"

#define SCRATCH_ALIGNMENT 64

/* Where the parts of a plan lie behind it. Sizes are small multiples of at most GRN_MAX_INPUTS:
 * nothing overflows. */
typedef struct layout {
    size_t pairs, spans, tensors, spec, machine, bytes;
} layout;

static size_t place(size_t *bytes, size_t size)
{
    size_t at = (*bytes + 63) / 64 * 64;
    *bytes = at + size;
    return at;
}

static layout layout_of(const grn_problem *p)
{
    layout l = {.bytes = sizeof(grn_plan)};
    l.pairs = place(&l.bytes, p->npairs * sizeof(grn_pair));
    l.spans = place(&l.bytes, (2 * p->npairs + 1) * sizeof(grn_span));
    l.tensors = place(&l.bytes, (2 * p->npairs + 1) * sizeof(grn_tensor));
    l.spec = place(&l.bytes, p->gather != NULL ? sizeof *p->gather : sizeof *p->scatter);
    l.machine = place(&l.bytes, sizeof(grn_machine));
    return l;
}

/* The problem again, over copies that live as long as the plan. Tensors: operand[npairs],
 * dense[npairs], indices. */
static grn_problem copy_problem(const grn_problem *p, const layout *l, char *memory)
{
    grn_tensor *tensors = (grn_tensor *)(memory + l->tensors);
    grn_problem copy = {.npairs = p->npairs};
    memcpy(tensors, p->operand, p->npairs * sizeof *tensors);
    memcpy(tensors + p->npairs, p->dense, p->npairs * sizeof *tensors);
    tensors[2 * p->npairs] = *p->indices;
    copy.operand = tensors;
    copy.dense = tensors + p->npairs;
    copy.indices = tensors + 2 * p->npairs;
    if (p->gather != NULL)
        copy.gather = memcpy(memory + l->spec, p->gather, sizeof *p->gather);
    else
        copy.scatter = memcpy(memory + l->spec, p->scatter, sizeof *p->scatter);
    return copy;
}

static void measure_spans(grn_plan *plan, grn_span *spans)
{
    for (size_t i = 0; i < 2 * plan->problem.npairs + 1; i++)
        spans[i] = grn_span_of(&plan->problem.operand[i]);
    plan->spans = spans;
}

static grn_status make(const grn_problem *problem, const grn_plan_options *options, const grn_allocator *allocator,
                       const grn_diag *diag, grn_plan **out)
{
    layout l = layout_of(problem);
    char *memory = grn_allocate(allocator, l.bytes);
    if (memory == NULL)
        return grn_fail(diag, grn_no_place, GRN_E_MEMORY, "a plan needs %zu bytes, which were refused", l.bytes);
    grn_plan *plan = (grn_plan *)memory;
    grn_problem copy = copy_problem(problem, &l, memory);
    grn_machine *machine = (grn_machine *)(memory + l.machine);
    grn_figures_for(problem, options, machine);
    grn_status status = grn_plan_build(&copy, true, options, machine, diag, (grn_pair *)(memory + l.pairs), plan);
    bool settled = false;
    if (status == GRN_OK && (options->tuning != NULL || options->tune_seconds > 0))
        status = grn_plan_tune(plan, options, allocator, diag, &settled);
    measure_spans(plan, (grn_span *)(memory + l.spans));
    if (status == GRN_OK && !settled && grn_race_begin(plan, options, allocator) != GRN_OK)
        status = grn_fail(diag, grn_no_place, GRN_E_MEMORY, "a plan that races needs memory, which was refused");
    if (status != GRN_OK) {
        grn_release(allocator, memory, l.bytes);
        return status;
    }
    plan->allocator = grn_allocator_or_default(allocator);
    plan->bytes = l.bytes;
    *out = plan;
    return GRN_OK;
}

grn_status grn_check_race(grn_race_mode race, const grn_diag *diag)
{
    if (race >= GRN_RACE_ON && race <= GRN_RACE_SWITCH)
        return GRN_OK;
    return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "race is %d, it is 0 to %d", (int)race, (int)GRN_RACE_SWITCH);
}

#define FIRST_BYTES offsetof(grn_plan_options, race) /* of 0.2.0 */

static grn_status check_values(const grn_plan_options *options, const grn_allocator *allocator, const grn_diag *diag)
{
    if (options->threads < 0)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "threads is %" PRId32 ", it must be 0 or more",
                        options->threads);
    grn_status status = grn_check_parallel(options->parallel, diag);
    if (status == GRN_OK && options->machine != NULL)
        status = grn_machine_check(options->machine, diag);
    if (status == GRN_OK)
        status = grn_check_race(options->race, diag);
    if (status == GRN_OK && !(options->tune_seconds >= 0))
        status = grn_fail(diag, grn_no_place, GRN_E_ARGUMENT,
                          "tune_seconds is negative, or no number, it must be 0 or more");
    return status == GRN_OK ? grn_check_allocator(allocator, diag) : status;
}

/* *own: the options that are known here, of which the caller's struct may lack some. */
static grn_status read_options(const grn_plan_options *options, const grn_allocator *allocator, const grn_diag *diag,
                               grn_plan_options *own)
{
    grn_status status = GRN_CHECK_GROWN_OPTIONS(grn_plan_options, FIRST_BYTES, options, diag);
    if (status != GRN_OK)
        return status;
    grn_copy_options(own, FIRST_BYTES, sizeof *own, options);
    return check_values(own, allocator, diag);
}

grn_status grn_plan_gather(const grn_gather_spec *spec, const grn_tensor *operand, const grn_tensor *indices,
                           const grn_tensor *result, const grn_plan_options *options, const grn_allocator *allocator,
                           const grn_diag *diag, grn_plan **out)
{
    grn_problem problem = {.gather = spec, .npairs = 1, .operand = operand, .indices = indices, .dense = result};
    grn_plan_options own;
    if (out == NULL)
        return grn_fail_null("out", diag);
    *out = NULL;
    grn_status status = grn_gather_check(spec, operand, indices, result, diag);
    if (status == GRN_OK)
        status = read_options(options, allocator, diag, &own);
    return status == GRN_OK ? make(&problem, &own, allocator, diag, out) : status;
}

grn_status grn_plan_scatter(const grn_scatter_spec *spec, size_t ninputs, const grn_tensor *results,
                            const grn_tensor *indices, const grn_tensor *updates, const grn_plan_options *options,
                            const grn_allocator *allocator, const grn_diag *diag, grn_plan **out)
{
    grn_problem problem = {
        .scatter = spec, .npairs = ninputs, .operand = results, .indices = indices, .dense = updates};
    grn_plan_options own;
    if (out == NULL)
        return grn_fail_null("out", diag);
    *out = NULL;
    grn_status status = grn_scatter_check(spec, ninputs, results, indices, updates, diag);
    if (status == GRN_OK)
        status = read_options(options, allocator, diag, &own);
    return status == GRN_OK ? make(&problem, &own, allocator, diag, out) : status;
}

void grn_plan_destroy(grn_plan *plan)
{
    if (plan == NULL)
        return;
    grn_race_end(plan->race, plan->allocator);
    grn_release(plan->allocator, plan, plan->bytes);
}

size_t grn_plan_scratch_bytes(const grn_plan *plan) { return plan != NULL ? plan->scratch_bytes : 0; }

static grn_status run_checked(const grn_plan *plan, const grn_run *run)
{
    grn_status status = grn_plan_check_memory(plan, run);
    if (status == GRN_OK && run->scratch == NULL && plan->scratch_bytes > 0)
        status = grn_fail(run->diag, grn_no_place, GRN_E_ARGUMENT,
                          "the plan needs %zu bytes of scratch, there are none", plan->scratch_bytes);
    if (status == GRN_OK && plan->scratch_bytes > 0 && (uintptr_t)run->scratch % SCRATCH_ALIGNMENT != 0)
        status = grn_fail(run->diag, grn_no_place, GRN_E_ARGUMENT, "scratch is at %p, it must be aligned to %d bytes",
                          run->scratch, SCRATCH_ALIGNMENT);
    return status == GRN_OK ? grn_plan_execute(plan, run) : status;
}

grn_status grn_plan_run_gather(const grn_plan *plan, const void *operand, const void *indices, void *result,
                               void *scratch, const grn_diag *diag)
{
    if (plan == NULL)
        return grn_fail_null("plan", diag);
    if (plan->problem.gather == NULL)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "the plan is of a scatter, grn_plan_run_scatter runs it");
    grn_run run = {.operands = &operand, .indices = indices, .result = result, .scratch = scratch, .diag = diag};
    return run_checked(plan, &run);
}

grn_status grn_plan_run_scatter(const grn_plan *plan, void *const *results, const void *indices,
                                const void *const *updates, void *scratch, const grn_diag *diag)
{
    if (plan == NULL || results == NULL || updates == NULL)
        return grn_fail_null(plan == NULL ? "plan" : results == NULL ? "results" : "updates", diag);
    if (plan->problem.scatter == NULL)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "the plan is of a gather, grn_plan_run_gather runs it");
    grn_run run = {.results = results, .indices = indices, .updates = updates, .scratch = scratch, .diag = diag};
    return run_checked(plan, &run);
}

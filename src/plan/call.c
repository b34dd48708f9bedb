/*
 * call.c - the one-shot calls: check, then the row "small" where it is seen at
 * once to be the cheapest, else a plan on the stack by the same figures, whose
 * compositions race where it moves much. Nothing is
 * allocated; the deepest path (a region over several inputs) takes under
 * 64 KiB of stack.
 */
#include "plan/race.h"

/* Inputs that a plan on the stack has room for. A scatter of more is run by the reference: the same
 * bits. */
#define STACK_PAIRS 8

static grn_status execute(grn_plan *plan, const grn_run *run)
{
    grn_race race;
    grn_race_begin_once(plan, false, &race);
    return grn_plan_execute(plan, run);
}

static grn_status gather_on_stack(const grn_gather_spec *spec, const grn_tensor *operand, const grn_tensor *indices,
                                  const grn_tensor *result, const grn_diag *diag)
{
    grn_pair pair;
    grn_plan plan;
    grn_problem problem = {.gather = spec, .npairs = 1, .operand = operand, .indices = indices, .dense = result};
    const void *from = operand->data;
    grn_run run = {.operands = &from, .indices = indices->data, .result = result->data, .diag = diag};
    grn_machine machine;
    grn_figures_for(&problem, NULL, &machine);
    grn_status status = grn_plan_build(&problem, false, NULL, &machine, diag, &pair, &plan);
    return status == GRN_OK ? execute(&plan, &run) : status;
}

grn_status grn_gather(const grn_gather_spec *spec, const grn_tensor *operand, const grn_tensor *indices,
                      const grn_tensor *result, const grn_diag *diag)
{
    grn_status status = grn_gather_check(spec, operand, indices, result, diag);
    if (status == GRN_OK)
        status = grn_gather_check_memory(operand, indices, result, diag);
    if (status != GRN_OK || grn_gather_small(spec, operand, indices, result))
        return status;
    return gather_on_stack(spec, operand, indices, result, diag);
}

static grn_status scatter_on_stack(const grn_problem *problem, const grn_diag *diag)
{
    grn_pair pairs[STACK_PAIRS];
    void *results[STACK_PAIRS];
    const void *updates[STACK_PAIRS];
    grn_plan plan;
    grn_machine machine;
    grn_figures_for(problem, NULL, &machine);
    grn_status status = grn_plan_build(problem, false, NULL, &machine, diag, pairs, &plan);
    for (size_t i = 0; i < problem->npairs; i++) {
        results[i] = problem->operand[i].data;
        updates[i] = problem->dense[i].data;
    }
    grn_run run = {.results = results, .indices = problem->indices->data, .updates = updates, .diag = diag};
    return status == GRN_OK ? execute(&plan, &run) : status;
}

grn_status grn_scatter(const grn_scatter_spec *spec, size_t ninputs, const grn_tensor *results,
                       const grn_tensor *indices, const grn_tensor *updates, const grn_diag *diag)
{
    grn_status status = grn_scatter_check(spec, ninputs, results, indices, updates, diag);
    if (status == GRN_OK && ninputs > STACK_PAIRS)
        return grn_scatter_reference(spec, ninputs, results, indices, updates, diag);
    if (status == GRN_OK)
        status = grn_scatter_check_memory(ninputs, results, indices, updates, diag);
    if (status != GRN_OK || (ninputs == 1 && grn_scatter_small(spec, results, indices, updates)))
        return status;
    const grn_problem problem = {
        .scatter = spec, .npairs = ninputs, .operand = results, .indices = indices, .dense = updates};
    return scatter_on_stack(&problem, diag);
}

/* ---- what they do ---------------------------------------------------------------------------- */

grn_status grn_gather_describe(const grn_gather_spec *spec, const grn_tensor *operand, const grn_tensor *indices,
                               const grn_tensor *result, const grn_diag *diag, grn_plan_report *out)
{
    grn_pair pair;
    grn_plan plan;
    grn_machine machine;
    grn_problem problem = {.gather = spec, .npairs = 1, .operand = operand, .indices = indices, .dense = result};
    grn_status status =
        out != NULL ? grn_gather_check(spec, operand, indices, result, diag) : grn_fail_null("report", diag);
    if (status != GRN_OK)
        return status;
    grn_figures_for(&problem, NULL, &machine);
    status = grn_plan_build(&problem, false, NULL, &machine, diag, &pair, &plan);
    return status == GRN_OK ? grn_plan_describe(&plan, out) : status;
}

grn_status grn_scatter_describe(const grn_scatter_spec *spec, size_t ninputs, const grn_tensor *results,
                                const grn_tensor *indices, const grn_tensor *updates, const grn_diag *diag,
                                grn_plan_report *out)
{
    grn_pair pairs[STACK_PAIRS];
    grn_plan plan;
    grn_machine machine;
    grn_problem problem = {
        .scatter = spec, .npairs = ninputs, .operand = results, .indices = indices, .dense = updates};
    grn_status status =
        out != NULL ? grn_scatter_check(spec, ninputs, results, indices, updates, diag) : grn_fail_null("report", diag);
    if (status != GRN_OK)
        return status;
    if (ninputs > STACK_PAIRS) {
        *out = (grn_plan_report){.addressing = "none",
                                 .partition = "none",
                                 .mover = "reference",
                                 .cpu = grn_kernels_here()->name,
                                 .threads = 1,
                                 .parts = 1,
                                 .elements = grn_tensor_elements(updates),
                                 .moved_bytes = (int64_t)grn_tensor_bytes(updates)};
        return GRN_OK;
    }
    grn_figures_for(&problem, NULL, &machine);
    status = grn_plan_build(&problem, false, NULL, &machine, diag, pairs, &plan);
    return status == GRN_OK ? grn_plan_describe(&plan, out) : status;
}

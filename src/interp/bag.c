/*
 * bag.c - bags of rows in a run: in one pass over the table, which makes no tensor of rows. Who
 * observes accesses is shown the gather of the rows. Both ways take the same steps of the run's
 * budget.
 */
#include "bags/bags.h"
#include "interp/interp.h"
#include "segments/plan.h"

/* ---- how one runs ---------------------------------------------------------------------------- */

grn_status grn_describe_grouping(const grn_grouping *of, const grn_parallel *parallel, const grn_machine *machine,
                                 const grn_allocator *allocator, const grn_diag *diag, grn_plan_report *report,
                                 char text[GRN_REPORT_BYTES])
{
    const grn_bag_options by = {.parallel = parallel};
    const grn_segment_plan_options options = {.parallel = parallel, .race = GRN_RACE_OFF, .machine = machine};
    grn_segment_plan *plan;
    if (of->is_bag)
        return grn_bag_describe(&of->bag, &of->bag_tensors, &by, machine, diag, report, text);
    grn_status status = grn_segment_plan_create(&of->segments, &of->segment_tensors, &options, allocator, diag, &plan);
    if (status != GRN_OK)
        return status;
    grn_segment_describe(plan, report, text);
    grn_segment_plan_destroy(plan);
    return GRN_OK;
}

/* As its plan is reported, where plans are. */
grn_status grn_report_grouping(const grn_runtime *run, const grn_op *op, const grn_grouping *of)
{
    grn_machine machine = {.size_bytes = 0};
    grn_plan_report report;
    char text[GRN_REPORT_BYTES], line[GRN_MESSAGE_BYTES];
    if (!run->plans)
        return GRN_OK;
    if (!run->machine)
        grn_machine_here(&machine);
    grn_status status = grn_describe_grouping(of, run->parallel, run->machine ? run->machine : &machine, run->allocator,
                                              &grn_quiet, &report, text);
    if (status != GRN_OK)
        return status;
    snprintf(line, sizeof line, "%.*s: %s", (int)op->name.n, op->name.text, text);
    grn_emit(run->plans, GRN_SEVERITY_REMARK, op->place, line);
    return GRN_OK;
}

/* ---- a bag ----------------------------------------------------------------------------------- */

/* The rows, gathered under the run's switches. */
static grn_status show_rows(grn_exec *x, const grn_bag_tensors *t, const grn_gather_spec *rows, const grn_diag *diag)
{
    grn_rt made = {.buffer = NULL};
    const int64_t shape[] = {t->indices->shape[0], t->table->shape[1]};
    grn_status status = x->calls->alloc(x, t->table->dtype, 2, shape, &made);
    if (status == GRN_OK)
        status = x->calls->gather(x, rows, t->table, t->indices, &made.tensor, diag);
    x->calls->release(x, &made);
    return status;
}

/* What show_rows takes: each row made and moved, each index read. */
static grn_status charge_rows(grn_exec *x, const grn_bag_tensors *t)
{
    const uint64_t entries = grn_tensor_steps(t->indices), columns = (uint64_t)t->table->shape[1];
    return x->calls->charge(x, grn_steps_add(entries, grn_steps_times(2, grn_steps_times(entries, columns))));
}

grn_status grn_exec_bag(grn_exec *x, const grn_bag_spec *spec, const grn_bag_tensors *tensors,
                        const grn_gather_spec *rows, const grn_diag *diag)
{
    const grn_runtime *run = ((const grn_step *)x)->run;
    const grn_bag_options options = {.parallel = x->parallel};
    const grn_grouping of = {.is_bag = true, .bag = *spec, .bag_tensors = *tensors};
    grn_status status = grn_run_is_observed(run) ? show_rows(x, tensors, rows, diag) : charge_rows(x, tensors);
    if (status == GRN_OK)
        status = grn_bag(spec, tensors, &options, diag);
    return status == GRN_OK ? grn_report_grouping(run, ((const grn_step *)x)->op, &of) : status;
}

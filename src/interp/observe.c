/* observe.c - what observers see of a run: its ops, its regions, and each gather and scatter before
 * and after. */
#include "interp/plans.h"

bool grn_run_is_observed(const grn_runtime *run)
{
    const grn_observer *o = run->observers;
    while (o && !o->access)
        o = o->next;
    return o != NULL;
}

grn_status grn_observe_access(const grn_runtime *run, grn_access_view *view)
{
    grn_status status = GRN_OK;
    for (const grn_observer *o = run->observers; status == GRN_OK && o; o = o->next)
        if (o->access)
            status = o->access(o->user, view);
    return status;
}

void grn_observe_op(const grn_runtime *run, const grn_traced_op *op, bool begins)
{
    for (const grn_observer *o = run->observers; o; o = o->next)
        if (o->op)
            o->op(o->user, op, begins);
}

void grn_observe_region(const grn_runtime *run, const grn_frame *frame, const grn_region *region, bool apart)
{
    const grn_op *op = region->parent;
    const bool is_within = frame && op->nslots == 0; /* else its values lie in a frame of their own, and `op` outside */
    const grn_rt *first = is_within && op->noperands > 0 ? frame->slot[op->operands[0]->slot] : NULL;
    for (const grn_observer *o = run->observers; o; o = o->next)
        if (o->enters)
            o->enters(o->user, region, apart, first ? &first->tensor : NULL);
}

void grn_view_nest(const grn_access_view *v, grn_nest *out)
{
    if (v->problem.gather)
        grn_gather_nest(v->problem.gather, v->problem.operand, v->problem.indices, v->problem.dense, out);
    else
        grn_scatter_nest(v->problem.scatter, v->problem.operand, v->problem.indices, v->problem.dense, out);
}

static grn_access_view view_of(const grn_step *step, grn_moment moment, grn_problem problem)
{
    return (grn_access_view){.moment = moment,
                             .op = step->op,
                             .access = step->access,
                             .makes_indices = step->makes_indices,
                             .problem = problem};
}

/* ---- before ---------------------------------------------------------------------------------- */

static grn_status tell_before(grn_step *step, grn_access_view *view, grn_index_rule *rule)
{
    grn_status status = grn_observe_access(step->run, view);
    step->seen_after = view->wants_after;
    if (view->tolerant && rule->bounds == GRN_BOUNDS_ERROR)
        rule->bounds = GRN_BOUNDS_CLAMP;
    return status;
}

/* Tensors that do not fit are reported by the access itself. */
grn_status grn_observe_gather(grn_step *step, grn_gather_spec *spec, const grn_tensor *operand,
                              const grn_tensor *indices, const grn_tensor *result)
{
    grn_access_view view =
        view_of(step, GRN_MOMENT_BEFORE,
                (grn_problem){.gather = spec, .npairs = 1, .operand = operand, .indices = indices, .dense = result});
    step->seen_after = false;
    return grn_gather_check(spec, operand, indices, result, NULL) == GRN_OK ? tell_before(step, &view, &spec->index)
                                                                            : GRN_OK;
}

grn_status grn_observe_scatter(grn_step *step, grn_scatter_spec *spec, size_t n, const grn_tensor *results,
                               const grn_tensor *indices, const grn_tensor *updates)
{
    grn_access_view view =
        view_of(step, GRN_MOMENT_BEFORE,
                (grn_problem){.scatter = spec, .npairs = n, .operand = results, .indices = indices, .dense = updates});
    step->seen_after = false;
    return grn_scatter_check(spec, 1, results, indices, updates, NULL) == GRN_OK
               ? tell_before(step, &view, &spec->index)
               : GRN_OK;
}

/* ---- after ----------------------------------------------------------------------------------- */

grn_status grn_run_observed_gather(grn_step *step, const grn_gather_spec *spec, const grn_tensor *operand,
                                   const grn_tensor *indices, const grn_tensor *result, const grn_diag *diag)
{
    grn_tensor shown = *result;
    grn_status status = GRN_OK;
    if (grn_gather_check_starts(spec, operand, indices, NULL) != GRN_OK)
        shown.data = NULL;
    else
        status = grn_run_gather(step->run, step->op, spec, operand, indices, result, diag);
    grn_access_view view =
        view_of(step, GRN_MOMENT_AFTER,
                (grn_problem){.gather = spec, .npairs = 1, .operand = operand, .indices = indices, .dense = &shown});
    return status == GRN_OK ? grn_observe_access(step->run, &view) : status;
}

/* The inputs' values before the scatter, and views of them. */
static grn_status keep_inputs(grn_step *step, size_t n, const grn_tensor *inputs, grn_rt *kept, grn_tensor *views)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < n; i++) {
        const grn_rt in = {.tensor = inputs[i]};
        status = grn_rt_clone(step->run, &in, &kept[i]);
        if (status == GRN_OK)
            views[i] = kept[i].tensor;
    }
    return status;
}

static grn_status run_kept_scatter(grn_step *step, const grn_scatter_spec *spec, size_t n, const grn_tensor *before,
                                   const grn_tensor *results, const grn_tensor *indices, const grn_tensor *updates,
                                   const grn_diag *diag)
{
    grn_status status = grn_scatter_check(spec, n, results, indices, updates, diag);
    const bool runs = status == GRN_OK && grn_scatter_check_starts(spec, results, indices, updates, NULL) == GRN_OK;
    if (runs)
        status = grn_run_scatter(step->run, step->op, spec, n, results, indices, updates, diag);
    grn_access_view view =
        view_of(step, GRN_MOMENT_AFTER,
                (grn_problem){.scatter = spec, .npairs = n, .operand = before, .indices = indices, .dense = updates});
    view.results = runs ? results : NULL;
    return status == GRN_OK ? grn_observe_access(step->run, &view) : status;
}

grn_status grn_run_observed_scatter(grn_step *step, const grn_scatter_spec *spec, size_t n, const grn_tensor *results,
                                    const grn_tensor *indices, const grn_tensor *updates, const grn_diag *diag)
{
    grn_runtime *run = step->run;
    const size_t bytes = n * sizeof(grn_tensor);
    grn_rt *kept = grn_rt_new(run, n);
    if (!kept)
        return GRN_E_MEMORY;
    grn_tensor *before = grn_allocate(run->allocator, bytes);
    grn_status status = before ? keep_inputs(step, n, results, kept, before) : grn_run_no_memory(run, bytes);
    if (status == GRN_OK)
        status = run_kept_scatter(step, spec, n, before, results, indices, updates, diag);
    if (before)
        grn_release(run->allocator, before, bytes);
    grn_rt_free(run, n, kept);
    return status;
}

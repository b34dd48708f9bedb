/* diff.c - the public call: both run the program, and where results differ it is found why. */
#include "differ/differ.h"

static grn_verdict verdict_of(grn_tool_outcome outcome)
{
    static const grn_verdict verdicts[GRN_TOOL_OUTCOMES] = {[GRN_TOOL_RAN] = GRN_SAME,
                                                            [GRN_TOOL_REFUSED] = GRN_REFUSED,
                                                            [GRN_TOOL_CRASHED] = GRN_CRASHED,
                                                            [GRN_TOOL_TIMED_OUT] = GRN_TIMED_OUT};
    return verdicts[outcome];
}

static grn_status run_garner(grn_differ *d)
{
    grn_results *made = NULL;
    grn_status status = grn_module_run(d->module, d->number, d->ninputs, d->inputs, &d->run, d->diag, &made);
    d->nresults = status == GRN_OK ? grn_results_count(made) : 0;
    d->garner = GRN_ARENA_NEW(&d->out->arena, grn_tensor, d->nresults + 1);
    d->theirs = GRN_ARENA_NEW(&d->out->arena, grn_tensor, d->nresults + 1);
    d->differs = GRN_ARENA_NEW(&d->out->arena, bool, d->nresults + 1);
    for (size_t i = 0; status == GRN_OK && i < d->nresults; i++) {
        const grn_tensor *t = grn_results_tensor(made, i);
        if (!d->garner || !d->theirs || !d->differs || (t && !grn_keep_tensor(&d->out->arena, t, &d->garner[i])))
            status = grn_differ_no_memory(d);
        else if (!t)
            status = grn_fail(d->diag, d->function->op->place, GRN_E_UNSUPPORTED,
                              "result %zu of @%s is no tensor, and cannot be compared", i, d->function->name);
    }
    grn_results_destroy(made);
    return status;
}

/* It answers, but not what is asked for. */
static void tell_other(grn_differ *d)
{
    d->out->verdict = GRN_CRASHED;
    if (!d->out->said)
        d->out->said = "its results are of another number or type than the program's";
}

static bool find_differing(grn_differ *d)
{
    bool any = false;
    for (size_t i = 0; i < d->nresults; i++) {
        d->differs[i] = !grn_same_tensor(&d->garner[i], &d->theirs[i]);
        any |= d->differs[i];
    }
    return any;
}

static grn_status compare(grn_differ *d, bool whole)
{
    grn_heard heard;
    grn_status status =
        grn_run_tool(d, d->module, d->number, d->ninputs, d->inputs, d->nresults, d->garner, d->theirs, &heard);
    if (status != GRN_OK)
        return status;
    d->out->said = heard.said;
    d->out->verdict = verdict_of(heard.outcome);
    if (heard.is_other)
        tell_other(d);
    if (d->out->verdict != GRN_SAME || !find_differing(d))
        return GRN_OK;
    return whole ? grn_judge_company(d, d->differs) : grn_localize(d);
}

static grn_status check_arguments(const grn_module *module, size_t function, const grn_tool *tool,
                                  const grn_differ_options *options, const grn_diag *diag, grn_diff **out)
{
    if (out)
        *out = NULL;
    if (!module || !tool || !out)
        return grn_fail_null(!module ? "module" : !tool ? "tool" : "out", diag);
    if (!tool->run)
        return grn_fail_null("tool->run", diag);
    if (function >= module->nfunctions)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "there is no function %zu: the module has %zu", function,
                        module->nfunctions);
    grn_status status = GRN_CHECK_OPTIONS(grn_differ_options, options, diag);
    if (status == GRN_OK && options)
        status = GRN_CHECK_GROWN_OPTIONS(grn_run_options, GRN_RUN_OPTIONS_FIRST_BYTES, options->run, diag);
    return status == GRN_OK && options ? grn_check_allocator(options->allocator, diag) : status;
}

static grn_diff *new_diff(const grn_allocator *allocator)
{
    grn_diff *diff = grn_allocate(allocator, sizeof *diff);
    if (!diff)
        return NULL;
    *diff = (grn_diff){.allocator = allocator};
    grn_arena_init(&diff->arena, allocator);
    grn_vec_init(&diff->differences, allocator, sizeof(grn_difference));
    return diff;
}

grn_status grn_diff_once(const grn_differ *of, size_t ninputs, const grn_tensor *inputs, bool whole, grn_diff **out)
{
    grn_differ d = *of;
    *out = NULL;
    d.ninputs = ninputs;
    d.inputs = inputs;
    d.out = new_diff(d.allocator);
    if (!d.out)
        return grn_differ_no_memory(&d);
    d.out->combinations = 1;
    grn_status status = run_garner(&d);
    if (status == GRN_OK)
        status = compare(&d, whole);
    if (status == GRN_OK && d.out->arena.refused)
        status = grn_differ_no_memory(&d);
    if (status == GRN_OK)
        *out = d.out;
    else
        grn_diff_destroy(d.out);
    return status;
}

GRN_API grn_status grn_module_diff(const grn_module *module, size_t function, size_t ninputs, const grn_tensor *inputs,
                                   const grn_tool *tool, const grn_differ_options *options, const grn_diag *diag,
                                   grn_diff **out)
{
    static const grn_differ_options usual = {0};
    grn_status status = check_arguments(module, function, tool, options, diag, out);
    if (status != GRN_OK)
        return status;
    const grn_differ_options *o = options ? options : &usual;
    grn_differ d = {.module = module,
                    .function = &module->functions[function],
                    .number = function,
                    .tool = tool,
                    .row = grn_tool_row_of(tool->name),
                    .diag = diag,
                    .allocator = o->allocator ? o->allocator : module->allocator};
    grn_copy_options(&d.run, GRN_RUN_OPTIONS_FIRST_BYTES, sizeof d.run, o->run);
    return o->exhaustive ? grn_diff_all(&d, ninputs, inputs, o->whole, out)
                         : grn_diff_once(&d, ninputs, inputs, o->whole, out);
}

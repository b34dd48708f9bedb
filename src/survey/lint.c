/* lint.c - grn_module_lint: what follows from the program, then what a run shows. */
#include "survey/lint.h"

static grn_status lint(grn_linting *l)
{
    grn_status status = GRN_OK;
    if (!l->options->only_run)
        status = grn_lint_statically(l);
    if (status == GRN_E_MEMORY)
        return grn_fail(l->diag, grn_no_place, status, "memory refused while the module was linted");
    return status == GRN_OK && l->options->run ? grn_lint_run(l) : status;
}

GRN_API grn_status grn_module_lint(const grn_module *module, const grn_lint_options *options,
                                   const grn_lint_reporter *reporter, const grn_diag *diag, grn_lint_totals *totals)
{
    static const grn_lint_options plain = {.run = false};
    const grn_lint_options *o = options ? options : &plain;
    if (totals)
        *totals = (grn_lint_totals){.warnings = 0};
    if (GRN_OPTION_IS_GIVEN(grn_lint_options, o, results) && o->results)
        *o->results = NULL;
    if (!module || !reporter || !reporter->found)
        return grn_fail_null(!module ? "module" : "reporter", diag);
    grn_status status = GRN_CHECK_GROWN_OPTIONS(grn_lint_options, offsetof(grn_lint_options, results), options, diag);
    if (status == GRN_OK)
        status = GRN_CHECK_GROWN_OPTIONS(grn_run_options, GRN_RUN_OPTIONS_FIRST_BYTES, o->run_options, diag);
    if (status == GRN_OK && !atomic_load(&((grn_module *)module)->verified))
        status = grn_module_verify(module, diag);
    if (status != GRN_OK)
        return status;
    grn_linting l = {.module = module,
                     .options = o,
                     .to = reporter,
                     .diag = diag,
                     .work_left = (uint64_t)1 << 23,
                     .elements_left = (int64_t)1 << 24};
    if (o->run_options)
        l.flags = (grn_run_flags){.strict_bounds = o->run_options->strict_bounds,
                                  .drop_whole_window = o->run_options->drop_whole_window};
    status = lint(&l);
    if (totals)
        *totals = l.totals;
    return status;
}

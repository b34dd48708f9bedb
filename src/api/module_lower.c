/* module_lower.c - the public calls that write a program as loops. */
#include <string.h>

#include "garner/lower.h"
#include "api/module_lower.h"
#include "api/rewrite.h"
#include "passes/passes.h"

GRN_API const char *grn_module_lower_target(size_t i) { return grn_lower_target(i); }
GRN_API const char *grn_module_lower_stage(size_t i) { return grn_lower_stage(i); }

typedef struct lowering {
    grn_convert_options import;
    grn_lower_options lower;
    const grn_str *only;
} lowering;

static grn_status make_loops(grn_module *made, const void *how, const grn_diag *diag)
{
    const lowering *l = how;
    grn_status status = l->only ? grn_pass_keep_reachable(&made->ir, *l->only, diag) : GRN_OK;
    if (status == GRN_OK)
        status = grn_pass_import(&made->ir, &l->import, diag);
    if (status == GRN_OK && l->import.raise)
        status = grn_pass_raise(&made->ir, &l->import, diag);
    return status == GRN_OK ? grn_pass_lower(&made->ir, &l->lower, diag) : status;
}

grn_status grn_module_lower_for(const grn_module *module, const grn_module_lower_options *options, const grn_str *for_c,
                                const grn_diag *diag, grn_module **out)
{
    const grn_target target = {
        .name = "loops", .takes_memory = true, .computes_shapes = true, .keeps = grn_lower_keeps};
    const lowering how = {.import = {.target = &target, .raise = !options->keep_recipes},
                          .lower = {.form = grn_lower_form_of(options->to, options->stage),
                                    .c_interface = options->c_interface,
                                    .result_arguments = options->result_arguments,
                                    .strided = options->strided,
                                    .drop_checks = options->drop_checks,
                                    .notes_rules = for_c != NULL,
                                    .any_floats = for_c != NULL},
                          .only = for_c};
    const grn_lower_options *lower = &how.lower;
    if (!lower->form)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "the form '%s' has no stage '%s'", options->to,
                        options->stage);
    if ((lower->result_arguments || lower->strided) && !lower->form->buffers)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT,
                        "the form '%s' has tensors here and no memrefs, which %s are of", options->to,
                        lower->result_arguments ? "results as arguments" : "strides");
    return grn_module_rewrite(module, &(grn_rewriting){.passes = make_loops, .how = &how, .keeps_names = true}, diag,
                              out);
}

GRN_API grn_status grn_module_lower(const grn_module *module, const grn_module_lower_options *options,
                                    const grn_diag *diag, grn_module **out)
{
    char names[GRN_NAMES_BYTES];
    if (out)
        *out = NULL;
    if (!module || !options || !out)
        return grn_fail_null(!module ? "module" : !options ? "options" : "out", diag);
    grn_status checked = GRN_CHECK_OPTIONS(grn_module_lower_options, options, diag);
    if (checked != GRN_OK)
        return checked;
    if (!grn_is_named(grn_lower_target, options->to))
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "there is no form '%s' to lower to: there are %s",
                        options->to ? options->to : "", grn_list_names(grn_lower_target, names));
    if (options->stage && !grn_is_named(grn_lower_stage, options->stage))
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "there is no stage '%s': there are %s", options->stage,
                        grn_list_names(grn_lower_stage, names));
    if (options->stage && strcmp(options->stage, grn_lower_stage(0)) == 0)
        return grn_module_rewrite(module, &(grn_rewriting){.keeps_names = true}, diag, out);
    return grn_module_lower_for(module, options, NULL, diag, out);
}

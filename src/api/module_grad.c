/* module_grad.c - the public call that adds the derivative of a function to its program. */
#include "garner/gradient.h"
#include "grad/grad.h"
#include "api/rewrite.h"

typedef struct derivative {
    size_t function;
    grn_grad_options options;
} derivative;

static grn_status differentiate(grn_module *made, const void *how, const grn_diag *diag)
{
    const derivative *d = how;
    return grn_pass_grad(&made->ir, (grn_op *)made->functions[d->function].op, &d->options, diag);
}

GRN_API grn_status grn_module_grad(const grn_module *module, size_t function, const grn_module_grad_options *options,
                                   const grn_diag *diag, grn_module **out)
{
    if (out)
        *out = NULL;
    if (!module || !options || !out)
        return grn_fail_null(!module ? "module" : !options ? "options" : "out", diag);
    grn_status checked = GRN_CHECK_OPTIONS(grn_module_grad_options, options, diag);
    if (checked != GRN_OK)
        return checked;
    if (options->nwrt && !options->wrt)
        return grn_fail_null("wrt", diag);
    if (function >= module->nfunctions)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT,
                        "there is no function %zu: the module has %zu, counted from 0", function, module->nfunctions);
    const derivative how = {.function = function,
                            .options = {.nwrt = options->nwrt, .wrt = options->wrt, .forward = options->forward}};
    return grn_module_rewrite(module, &(grn_rewriting){.passes = differentiate, .how = &how}, diag, out);
}

/* grad.c - garner grad: a program with the derivative of one of its functions. */
#include "cli.h"

static int add_derivative(const settings *s, const part *p, grn_module *module, const grn_diag *diag)
{
    const grn_module_grad_options options = {.wrt = s->grad.wrt, .nwrt = s->grad.nwrt, .forward = s->grad.jvp};
    grn_module *made = NULL;
    size_t function;
    int exit = choose_function(s, module, p->file->name, &function);
    if (exit == EXIT_FINE)
        exit = exit_of_status(grn_module_grad(module, function, &options, diag, &made));
    if (exit == EXIT_FINE)
        exit = print_part(s, p, made);
    grn_module_destroy(made);
    return exit;
}

int grad_command(const settings *s) { return make_text(s, add_derivative, "text"); }

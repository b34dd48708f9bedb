/* grad.c - garner grad: a program with the derivative of one of its functions. */
#include "cli.h"

/* All parts of a text, one after the other. */
static grn_status print_part(const settings *s, const part *p, const grn_module *module, grn_sink *sink)
{
    static const char between[] = "// -----\n";
    const grn_module_print_options options = {.generic = s->generic};
    grn_status status = p->first ? GRN_OK : sink->write(sink->user, between, sizeof between - 1);
    return status == GRN_OK ? grn_module_print(module, &options, sink) : status;
}

static int add_derivative(const settings *s, const part *p, grn_module *module, const grn_diag *diag)
{
    const grn_module_grad_options options = {.wrt = s->wrt, .nwrt = s->nwrt, .forward = s->jvp};
    grn_module *made = NULL;
    size_t function;
    int exit = choose_function(s, module, p->file->name, &function);
    if (exit == EXIT_FINE)
        exit = exit_of_status(grn_module_grad(module, function, &options, diag, &made));
    if (exit == EXIT_FINE) {
        grn_sink sink = text_sink(s->made);
        exit = exit_of_status(print_part(s, p, made, &sink));
    }
    grn_module_destroy(made);
    return exit;
}

int grad_command(const settings *s) { return make_text(s, add_derivative); }

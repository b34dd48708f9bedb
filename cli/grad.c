/* grad.c - garner grad: a program with the derivative of one of its functions. */
#include "arguments.h"

typedef struct grad_settings {
    printing_settings printing;
    function_name entry;
    int64_t wrt[MOST_NUMBERS]; /* inputs by number */
    size_t nwrt;
    bool jvp;
} grad_settings;

static int add_derivative(common *c, void *own, const part *p, grn_module *module, const grn_diag *diag)
{
    const grad_settings *s = own;
    const grn_module_print_options how = print_options(&s->printing);
    const grn_module_grad_options options = {.wrt = s->wrt, .nwrt = s->nwrt, .forward = s->jvp};
    grn_module *made = NULL;
    size_t function;
    int exit = choose_function(&(calling_settings){.entry = s->entry}, module, p->file->name, &function);
    if (exit == EXIT_FINE)
        exit = exit_of_status(grn_module_grad(module, function, &options, diag, &made));
    if (exit == EXIT_FINE)
        exit = print_part(c, &how, p, made);
    grn_module_destroy(made);
    return exit;
}

static int grad(common *c, void *own)
{
    const grad_settings *s = own;
    return make_text(c, &s->printing.reading, add_derivative, own, "text");
}

static bool read_wrt(void *grad, const char *v)
{
    grad_settings *g = grad;
    return read_index(v, &g->nwrt, g->wrt) && g->nwrt > 0;
}

static const option_row grad_rows[] = {
    {"entry", "NAME", "the function to differentiate (default: main, else the only public one)",
     TO(grad_settings, entry, read_function_name), .drop = function_name_free},
    {"wrt", "N,N", "differentiate by these inputs only, counted from 0 (default: all of floats or complex numbers)",
     .read = read_wrt, .takes = "numbers from 0 on with commas between, as 0,2"},
    {"jvp", NULL, "forward: tangents of the results, of tangents of the inputs", TO(grad_settings, jvp, read_flag)},
    {LISTS(output_rows, json_rows, printing_rows, limit_rows), AT(grad_settings, printing)},
    {LISTS(closing_rows), AT(grad_settings, printing)},
    {0}};

const command_code grad_code = {grad_rows, sizeof(grad_settings), grad};

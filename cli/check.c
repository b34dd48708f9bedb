/* check.c - garner check and garner print: what is left to do once a module has been parsed and verified. */
#include "cli.h"

static int nothing(const settings *s, const part *p, grn_module *module, const grn_diag *diag)
{
    (void)s, (void)p, (void)module, (void)diag;
    return EXIT_FINE;
}

int check_command(const settings *s)
{
    return for_each_file(s, nothing);
}

static int print_module(const settings *s, const part *p, grn_module *module, const grn_diag *diag)
{
    (void)diag;
    grn_module_print_options options = {.generic = s->generic, .names = s->keep_names, .comments = s->keep_names};
    grn_sink sink = grn_file_sink(stdout);
    if (!p->first)
        puts("// -----");
    grn_status status = grn_module_print(module, &options, &sink);
    if (status != GRN_OK)
        complain("%s: %s", p->file->name, grn_status_text(status));
    return exit_of_status(status);
}

int print_command(const settings *s)
{
    return for_each_module(s, print_module);
}

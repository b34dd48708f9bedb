/* check.c - garner check and garner print: what is left to do once a module has been parsed and
 * verified. */
#include "cli.h"

static int accept(const settings *s, const part *p, grn_module *module, const grn_diag *diag)
{
    (void)s, (void)p, (void)module, (void)diag;
    return EXIT_FINE;
}

int check_command(const settings *s)
{
    int exit = report_begin(s, NULL);
    if (exit == EXIT_FINE) {
        exit = for_each_file(s, accept);
        exit = report_end(s, exit, exit != EXIT_USAGE);
    }
    return exit;
}

static int print_module(const settings *s, const part *p, grn_module *module, const grn_diag *diag)
{
    (void)diag;
    return print_part(s, p, module);
}

int print_command(const settings *s) { return stream_text(s, print_module, "text"); }

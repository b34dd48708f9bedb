/* convert.c - garner convert: a program rewritten into one that means the same. */
#include "cli.h"

static int print_result(const settings *s, const part *p, const grn_module *module)
{
    grn_module_print_options options = {.generic = s->generic};
    grn_sink sink = file_sink(stdout);
    if (!p->first)
        puts("// -----");
    grn_status status = grn_module_print(module, &options, &sink);
    if (status != GRN_OK)
        complain("%s: %s", p->file->name, grn_status_text(status));
    return exit_of_status(status);
}

static int convert_module(const settings *s, const part *p, grn_module *module, const grn_diag *diag)
{
    grn_module *made;
    grn_status status = s->expand_batching ? grn_module_expand_batching(module, diag, &made)
                                           : grn_module_collapse_batching(module, diag, &made);
    int exit = exit_of_status(status);
    if (status == GRN_OK)
        exit = print_result(s, p, made);
    grn_module_destroy(made);
    return exit;
}

int convert_command(const settings *s)
{
    if (s->expand_batching == s->collapse_batching) {
        complain("convert: what to do is said by %s --expand-batching and --collapse-batching; "
                 "`garner convert --help` lists the options",
                 s->expand_batching ? "only one of" : "one of");
        return EXIT_USAGE;
    }
    return for_each_module(s, convert_module);
}

/* convert.c - garner convert: a program rewritten into one that means the same, or written in another language. */
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

/* Both run on the same random inputs; what was tried is reported. */
static grn_status try_both(const settings *s, const grn_module *module, const grn_module *made, const grn_diag *diag)
{
    grn_trials tried;
    const grn_equivalence_options options = {.only_in_range = s->assume_in_bounds, .max_memory_bytes = s->max_memory_bytes,
                                             .max_steps = s->max_steps};
    grn_status status = grn_module_equivalent(module, made, &options, diag, &tried);
    if (status == GRN_OK)
        complain("%s: same bits in %llu trials with every index in range and %llu with one out of range; "
                 "%llu more were errors in the source",
                 s->file, (unsigned long long)tried.in_range, (unsigned long long)tried.out_of_range,
                 (unsigned long long)tried.refused);
    return status;
}

/* A text of several modules is a text of each. */
static int write_module(const settings *s, const part *p, grn_module *module, const grn_diag *diag)
{
    const grn_module_source_options options = {.language = s->to, .keep_recipes = s->keep_recipes};
    grn_sink sink = file_sink(stdout);
    (void)p;
    return exit_of_status(grn_module_write_source(module, &options, diag, &sink));
}

static int convert_module(const settings *s, const part *p, grn_module *module, const grn_diag *diag)
{
    grn_module *made;
    const grn_module_convert_options options = {
        .to = s->to, .assume_in_bounds = s->assume_in_bounds, .keep_recipes = s->keep_recipes};
    grn_status status = s->to                ? grn_module_convert(module, &options, diag, &made)
                        : s->expand_batching ? grn_module_expand_batching(module, diag, &made)
                                             : grn_module_collapse_batching(module, diag, &made);
    int exit = exit_of_status(status);
    if (status == GRN_OK && s->verify_equivalence)
        exit = exit_of_status(status = try_both(s, module, made, diag));
    if (status == GRN_OK)
        exit = print_result(s, p, made);
    grn_module_destroy(made);
    return exit;
}

int convert_command(const settings *s)
{
    int asked = (s->to != NULL) + s->expand_batching + s->collapse_batching;
    if (asked != 1) {
        complain("convert: what to do is said by %s --to, --expand-batching and --collapse-batching; "
                 "`garner convert --help` lists the options",
                 asked ? "only one of" : "one of");
        return EXIT_USAGE;
    }
    if (!s->to_language)
        return for_each_module(s, convert_module);
    const char *unfit = s->verify_equivalence ? "--verify-equivalence: garner does not run that language"
                        : s->assume_in_bounds ? "--assume-in-bounds: what happens to an index out of range is always written"
                        : s->generic          ? "--generic: that is a form of MLIR's"
                                              : NULL;
    if (unfit) {
        complain("convert: --to=%s takes no %s", s->to, unfit);
        return EXIT_USAGE;
    }
    return for_each_module(s, write_module);
}

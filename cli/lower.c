/* lower.c - garner lower: a program as loops, at one stage or at each. */
#include <string.h>

#include "cli.h"

static const char *form_of(const settings *s) { return s->lower.form ? s->lower.form : "scf"; }

static grn_status write_text(const grn_sink *sink, const char *text)
{
    return sink->write(sink->user, text, strlen(text));
}

/* Parts of a file, and stages, are parted as MLIR's tools have it. */
static grn_status begin_part(const settings *s, const grn_sink *sink, const char *stage)
{
    grn_status status = s->state->made->size_bytes > 0 ? write_text(sink, "// -----\n") : GRN_OK;
    if (status != GRN_OK || !s->lower.stages)
        return status;
    const char *const parts[] = {"// stage: ", stage, "\n"};
    for (size_t i = 0; status == GRN_OK && i < sizeof parts / sizeof *parts; i++)
        status = write_text(sink, parts[i]);
    return status;
}

static int lower_to(const settings *s, const part *p, const grn_module *module, const grn_diag *diag, const char *stage)
{
    const grn_module_lower_options how = {.to = form_of(s),
                                          .stage = stage,
                                          .c_interface = s->lower.c_interface,
                                          .result_arguments = s->lower.result_arguments,
                                          .strided = s->lower.strided,
                                          .drop_checks = s->lower.drop_checks,
                                          .keep_recipes = s->keep_recipes};
    grn_module_print_options options = print_options(s);
    options.names = true;
    grn_module *made;
    grn_sink sink = grn_text_buffer_sink(s->state->made);
    grn_status status = grn_module_lower(module, &how, diag, &made);
    if (status != GRN_OK)
        return exit_of_status(status);
    status = begin_part(s, &sink, stage);
    if (status == GRN_OK)
        status = grn_module_print(made, &options, &sink);
    if (status != GRN_OK)
        complain_of(p->file->name, "%s", grn_status_text(status));
    grn_module_destroy(made);
    return exit_of_status(status);
}

/* The tensor form has no stage of buffers; arguments have the form of the options from the first
 * stage that can have them. */
static bool has_stage(const settings *s, const char *stage)
{
    const bool buffers = strcmp(stage, "buffer") == 0 || strcmp(stage, "loops") == 0;
    return strcmp(form_of(s), "linalg") == 0 ? strcmp(stage, "buffer") != 0
                                             : buffers || !(s->lower.result_arguments || s->lower.strided);
}

static int lower_module(const settings *s, const part *p, grn_module *module, const grn_diag *diag)
{
    int exit = EXIT_FINE;
    if (!s->lower.stages)
        return lower_to(s, p, module, diag, NULL);
    for (size_t i = 0; exit == EXIT_FINE && grn_module_lower_stage(i); i++)
        if (has_stage(s, grn_module_lower_stage(i)))
            exit = lower_to(s, p, module, diag, grn_module_lower_stage(i));
    return exit;
}

int lower_command(const settings *s) { return make_text(s, lower_module, "text"); }

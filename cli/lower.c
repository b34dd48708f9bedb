/* lower.c - garner lower: a program as loops, at one stage or at each. */
#include <string.h>

#include "arguments.h"

typedef struct lower_settings {
    printing_settings printing;
    const char *form; /* --to; NULL: scf */
    bool stages, c_interface, result_arguments, strided, drop_checks;
    bool keep_recipes; /* --no-raise */
} lower_settings;

static const char *form_of(const lower_settings *s) { return s->form ? s->form : "scf"; }

static grn_status write_text(const grn_sink *sink, const char *text)
{
    return sink->write(sink->user, text, strlen(text));
}

/* Parts of a file, and stages, are parted as MLIR's tools have it. */
static grn_status begin_part(const common *c, const lower_settings *s, const grn_sink *sink, const char *stage)
{
    grn_status status = c->made->size_bytes > 0 ? write_text(sink, "// -----\n") : GRN_OK;
    if (status != GRN_OK || !s->stages)
        return status;
    const char *const parts[] = {"// stage: ", stage, "\n"};
    for (size_t i = 0; status == GRN_OK && i < sizeof parts / sizeof *parts; i++)
        status = write_text(sink, parts[i]);
    return status;
}

static int lower_to(const common *c, const lower_settings *s, program of, const grn_diag *diag, const char *stage)
{
    const grn_module_lower_options how = {.to = form_of(s),
                                          .stage = stage,
                                          .c_interface = s->c_interface,
                                          .result_arguments = s->result_arguments,
                                          .strided = s->strided,
                                          .drop_checks = s->drop_checks,
                                          .keep_recipes = s->keep_recipes};
    grn_module_print_options options = print_options(&s->printing);
    options.names = true;
    grn_module *made;
    grn_sink sink = grn_text_buffer_sink(c->made);
    grn_status status = grn_module_lower(of.module, &how, diag, &made);
    if (status != GRN_OK)
        return exit_of_status(status);
    status = begin_part(c, s, &sink, stage);
    if (status == GRN_OK)
        status = grn_module_print(made, &options, &sink);
    if (status != GRN_OK)
        complain_of(of.file->name, "%s", grn_status_text(status));
    grn_module_destroy(made);
    return exit_of_status(status);
}

/* The tensor form has no stage of buffers; arguments have the form of the options from the first
 * stage that can have them. */
static bool has_stage(const lower_settings *s, const char *stage)
{
    const bool buffers = strcmp(stage, "buffer") == 0 || strcmp(stage, "loops") == 0;
    return strcmp(form_of(s), "linalg") == 0 ? strcmp(stage, "buffer") != 0
                                             : buffers || !(s->result_arguments || s->strided);
}

static int lower_module(common *c, void *own, const part *p, grn_module *module, const grn_diag *diag)
{
    const lower_settings *s = own;
    const program of = {p->file, module};
    int exit = EXIT_FINE;
    if (!s->stages)
        return lower_to(c, s, of, diag, NULL);
    for (size_t i = 0; exit == EXIT_FINE && grn_module_lower_stage(i); i++)
        if (has_stage(s, grn_module_lower_stage(i)))
            exit = lower_to(c, s, of, diag, grn_module_lower_stage(i));
    return exit;
}

static int lower(common *c, void *own)
{
    const lower_settings *s = own;
    return make_text(c, &s->printing.reading, lower_module, own, "text");
}

static const option_row lower_rows[] = {
    {LISTS(output_rows)},
    {"to", "FORM", "scf (default): loops over memrefs; parallel: loops whose steps never meet; linalg: tensors",
     TO(lower_settings, form, read_word), .choice = grn_module_lower_target},
    {"stages", NULL, "print every stage on the way", TO(lower_settings, stages, read_flag)},
    {"emit-c-interface", NULL, "functions get llvm.emit_c_interface", TO(lower_settings, c_interface, read_flag)},
    {"result-arguments", NULL, "results are memref arguments that the caller owns, behind the others",
     TO(lower_settings, result_arguments, read_flag)},
    {"strided", NULL, "memref arguments have any strides and offset", TO(lower_settings, strided, read_flag)},
    {"drop-checks", NULL, "leave checks in the program out; else they are refused",
     TO(lower_settings, drop_checks, read_flag)},
    {LISTS(no_raise_rows, json_rows), AT(lower_settings, keep_recipes)},
    {LISTS(printing_rows, limit_rows, closing_rows), AT(lower_settings, printing)},
    {0}};

const command_code lower_code = {lower_rows, sizeof(lower_settings), lower};

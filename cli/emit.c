/* emit.c - garner emit: a program as C. */
#include "arguments.h"

typedef struct emit_settings {
    reading_settings reading;
    const char *language; /* --to: "c" */
    function_name entry;
    bool header, driver, simd, openmp;
} emit_settings;

static int emit_module(common *c, void *own, const part *p, grn_module *module, const grn_diag *diag)
{
    const emit_settings *s = own;
    const grn_module_emit_options options = {.function = s->entry.bytes,
                                             .function_bytes = s->entry.n,
                                             .header = s->header,
                                             .driver = s->driver,
                                             .simd = s->simd,
                                             .openmp = s->openmp};
    const grn_sink sink = grn_text_buffer_sink(c->made);
    (void)p;
    return exit_of_status(grn_module_emit(module, &options, diag, &sink));
}

static int emit(common *c, void *own)
{
    const emit_settings *s = own;
    if (s->header && s->driver)
        return refuse(EXIT_USAGE, "emit: only one of --header and --main");
    return make_text(c, &s->reading, emit_module, own, "text");
}

static const char *emit_word(size_t i) { return i == 0 ? "c" : NULL; }

static const option_row emit_rows[] = {
    {LISTS(output_rows, json_rows)},
    {"to", "c", "the language (default: c)", TO(emit_settings, language, read_word), .choice = emit_word},
    {"entry", "NAME", "only this function: main, @main, or as programs write it, '@\"x\\00y\"'",
     TO(emit_settings, entry, read_function_name), .drop = function_name_free},
    {"header", NULL, "the declarations alone, as a header", TO(emit_settings, header, read_flag)},
    {"main", NULL, "add a main that reads the inputs from .npy files and writes the results to such",
     TO(emit_settings, driver, read_flag)},
    {"simd", NULL, "use the vectors of GCC and Clang in loops over elements that lie side by side",
     TO(emit_settings, simd, read_flag)},
    {"openmp", NULL, "divide loops of independent iterations over threads", TO(emit_settings, openmp, read_flag)},
    {LISTS(limit_rows, closing_rows), AT(emit_settings, reading)},
    {0}};

const command_code emit_code = {emit_rows, sizeof(emit_settings), emit};

/* emit.c - garner emit: a program as C. */
#include "cli.h"

static int emit_module(const settings *s, const part *p, grn_module *module, const grn_diag *diag)
{
    const grn_module_emit_options options = {.function = s->entry.bytes,
                                             .function_bytes = s->entry.n,
                                             .header = s->header,
                                             .driver = s->driver,
                                             .simd = s->simd,
                                             .openmp = s->openmp};
    const grn_sink sink = grn_text_buffer_sink(s->state->made);
    (void)p;
    return exit_of_status(grn_module_emit(module, &options, diag, &sink));
}

int emit_command(const settings *s)
{
    if (s->header && s->driver) {
        complain("emit: only one of --header and --main");
        return EXIT_USAGE;
    }
    return make_text(s, emit_module, "text");
}

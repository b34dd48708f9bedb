/* emit.c - garner emit: a program as C. */
#include "cli.h"

static int emit_module(const settings *s, const part *p, grn_module *module, const grn_diag *diag)
{
    const grn_module_emit_options options = {.function = s->calling.entry.bytes,
                                             .function_bytes = s->calling.entry.n,
                                             .header = s->emit.header,
                                             .driver = s->emit.driver,
                                             .simd = s->emit.simd,
                                             .openmp = s->emit.openmp};
    const grn_sink sink = grn_text_buffer_sink(s->state->made);
    (void)p;
    return exit_of_status(grn_module_emit(module, &options, diag, &sink));
}

int emit_command(const settings *s)
{
    if (s->emit.header && s->emit.driver)
        return refuse(EXIT_USAGE, "emit: only one of --header and --main");
    return make_text(s, emit_module, "text");
}

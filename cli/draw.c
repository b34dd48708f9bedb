/* draw.c - garner draw: a gather or scatter as a picture. */
#include <stdlib.h>
#include <unistd.h>

#include "cli.h"

/* A terminal is not for SVG. */
static bool wants_text(const settings *s)
{
    return s->element.as_text || (s->output == NULL && !s->json && isatty(STDOUT_FILENO));
}

static int32_t terminal_columns(void)
{
    const char *columns = getenv("COLUMNS");
    long n = columns != NULL ? strtol(columns, NULL, 10) : 0;
    return n >= 40 && n <= 1000 ? (int32_t)n : 0;
}

static int draw_entry(const settings *s, const entry *e, const grn_diag *diag)
{
    int64_t numbers[GRN_DRAW_TRACES][MOST_NUMBERS];
    const int64_t *at[GRN_DRAW_TRACES];
    size_t nat[GRN_DRAW_TRACES];
    const grn_run_options run = run_options(s);
    const grn_module_draw_options options = {.op = s->element.op,
                                             .text = wants_text(s),
                                             .ntraces = s->element.at.count,
                                             .nat = nat,
                                             .at = at,
                                             .only_input = s->element.only_input,
                                             .columns = terminal_columns(),
                                             .run = &run};
    const grn_sink sink = grn_text_buffer_sink(s->state->made);
    if (s->state->made->size_bytes > 0 && sink.write(sink.user, "\n", 1) != GRN_OK)
        return EXIT_REJECTED;
    for (size_t i = 0; i < s->element.at.count && i < GRN_DRAW_TRACES; i++) {
        read_index(s->element.at.items[i], &nat[i], numbers[i]);
        at[i] = numbers[i];
    }
    return exit_of_status(grn_module_draw(e->module, e->function, e->ninputs, e->inputs, &options, diag, &sink));
}

static int draw_module(const settings *s, const part *p, grn_module *module, const grn_diag *diag)
{
    size_t only; /* a picture shows one function */
    const int exit = wants_text(s) ? EXIT_FINE : choose_function(s, module, p->file->name, &only);
    return exit == EXIT_FINE ? for_each_entry(s, p->file, module, diag, draw_entry) : exit;
}

int draw_command(const settings *s)
{
    s->state->zero_inputs = true;
    return make_text(s, draw_module, wants_text(s) ? "text" : "svg");
}

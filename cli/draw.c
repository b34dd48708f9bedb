/* draw.c - garner draw: a gather or scatter as a picture. */
#include <stdlib.h>
#include <unistd.h>

#include "arguments.h"

typedef struct draw_settings {
    calling_settings calling;
    uint64_t op;
    text_list at;
    size_t only_input; /* --scatter-input, from 1; 0: all */
    bool as_text;
} draw_settings;

/* A terminal is not for SVG. */
static bool wants_text(const common *c, const draw_settings *s)
{
    return s->as_text || (c->output == NULL && !c->json && isatty(STDOUT_FILENO));
}

static int32_t terminal_columns(void)
{
    const char *columns = getenv("COLUMNS");
    long n = columns != NULL ? strtol(columns, NULL, 10) : 0;
    return n >= 40 && n <= 1000 ? (int32_t)n : 0;
}

static int draw_entry(common *c, void *own, const entry *e, const grn_diag *diag)
{
    const draw_settings *s = own;
    int64_t numbers[GRN_DRAW_TRACES][MOST_NUMBERS];
    const int64_t *at[GRN_DRAW_TRACES];
    size_t nat[GRN_DRAW_TRACES];
    const grn_run_options run = run_options(c, &s->calling, e->input_bytes);
    const grn_module_draw_options options = {.op = s->op,
                                             .text = wants_text(c, s),
                                             .ntraces = s->at.count,
                                             .nat = nat,
                                             .at = at,
                                             .only_input = s->only_input,
                                             .columns = terminal_columns(),
                                             .run = &run};
    const grn_sink sink = grn_text_buffer_sink(c->made);
    if (c->made->size_bytes > 0 && sink.write(sink.user, "\n", 1) != GRN_OK)
        return EXIT_REJECTED;
    for (size_t i = 0; i < s->at.count && i < GRN_DRAW_TRACES; i++) {
        read_index(s->at.items[i], &nat[i], numbers[i]);
        at[i] = numbers[i];
    }
    return exit_of_status(grn_module_draw(e->module, e->function, e->ninputs, e->inputs, &options, diag, &sink));
}

static int draw_module(common *c, void *own, const part *p, grn_module *module, const grn_diag *diag)
{
    const draw_settings *s = own;
    size_t only; /* a picture shows one function */
    const int exit = wants_text(c, s) ? EXIT_FINE : choose_function(&s->calling, module, p->file->name, &only);
    return exit == EXIT_FINE ? for_each_entry(c, &s->calling, (program){p->file, module}, diag, draw_entry, own) : exit;
}

static int draw(common *c, void *own)
{
    draw_settings *s = own;
    s->calling.zero_inputs = true;
    return make_text(c, &s->calling.reading, draw_module, s, wants_text(c, s) ? "text" : "svg");
}

static const option_row draw_rows[] = {
    {LISTS(called_rows, output_rows), AT(draw_settings, calling)},
    {LISTS(op_rows), AT(draw_settings, op)},
    {"at", "I,J,..", "trace this element of the result, of a scatter this one of the updates (repeat: up to 8)",
     TO(draw_settings, at, add_index), .drop = free_texts, .takes = "numbers with commas between, as 1,0"},
    {LISTS(scatter_input_rows), AT(draw_settings, only_input)},
    {"text", NULL, "in box characters", TO(draw_settings, as_text, read_flag)},
    {LISTS(bounds_rows, json_rows, work_rows, reading_rows, last_rows), AT(draw_settings, calling)},
    {0}};

const command_code draw_code = {draw_rows, sizeof(draw_settings), draw};

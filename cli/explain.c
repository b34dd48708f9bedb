/* explain.c - garner explain: how one element of a gather or scatter comes about. */
#include "arguments.h"

typedef struct explain_settings {
    calling_settings calling;
    uint64_t op;
    text_list at, updates; /* --at, --update */
    size_t only_input;     /* --scatter-input, from 1; 0: all */
    bool in_words;
} explain_settings;

/* `index` as text; NULL: elements are chosen. Each is a text of its own; of JSON an object, which
 * goes into the document once it is whole. */
static grn_status explain_one(common *c, const explain_settings *s, const entry *e, const char *index, bool at_update,
                              const grn_diag *diag)
{
    int64_t at[MOST_NUMBERS];
    const grn_run_options run = run_options(c, &s->calling, e->input_bytes);
    grn_module_explain_options options = {.op = s->op,
                                          .at = at,
                                          .at_update = at_update,
                                          .in_words = s->in_words,
                                          .json = c->json,
                                          .only_input = s->only_input,
                                          .run = &run};
    const grn_sink sink = grn_text_buffer_sink(c->made);
    if (index)
        read_index(index, &options.nat, at);
    if (c->json)
        grn_text_buffer_free(c->made);
    if (c->made->size_bytes > 0 && sink.write(sink.user, "\n", 1) != GRN_OK)
        return GRN_E_MEMORY;
    grn_status status = grn_module_explain(e->module, e->function, e->ninputs, e->inputs, &options, diag, &sink);
    if (status == GRN_OK && c->json)
        status = sink.write(sink.user, "", 1); /* ends it */
    if (status == GRN_OK && c->json)
        json_raw(document_body(), c->made->text);
    return status;
}

static int explain_entry(common *c, void *own, const entry *e, const grn_diag *diag)
{
    const explain_settings *s = own;
    const bool chosen = s->at.count + s->updates.count == 0;
    grn_status status = chosen ? explain_one(c, s, e, NULL, false, diag) : GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < s->at.count; i++)
        status = explain_one(c, s, e, s->at.items[i], false, diag);
    for (size_t i = 0; status == GRN_OK && i < s->updates.count; i++)
        status = explain_one(c, s, e, s->updates.items[i], true, diag);
    return exit_of_status(status);
}

static int explain_module(common *c, void *own, const part *p, grn_module *module, const grn_diag *diag)
{
    const explain_settings *s = own;
    return for_each_entry(c, &s->calling, (program){p->file, module}, diag, explain_entry, own);
}

static int explain_as_json(common *c, explain_settings *s)
{
    grn_text_buffer one = {0};
    c->made = &one;
    int exit = report_begin(c, NULL);
    if (exit != EXIT_FINE)
        return exit;
    exit = list_each_module(c, "explanations", &s->calling.reading, explain_module, s);
    c->made = NULL;
    grn_text_buffer_free(&one);
    return exit;
}

static int explain(common *c, void *own)
{
    explain_settings *s = own;
    s->calling.zero_inputs = true;
    return c->json ? explain_as_json(c, s) : make_text(c, &s->calling.reading, explain_module, s, "text");
}

static const option_row explain_rows[] = {
    {LISTS(called_rows, output_rows), AT(explain_settings, calling)},
    {LISTS(op_rows), AT(explain_settings, op)},
    {"at", "I,J,..", "the element of the result", TO(explain_settings, at, add_index), .drop = free_texts,
     .takes = "numbers with commas between, as 1,0"},
    {"update", "I,J,..", "of a scatter: the element of the updates", TO(explain_settings, updates, add_index),
     .drop = free_texts, .takes = "numbers with commas between, as 1,0"},
    {LISTS(scatter_input_rows), AT(explain_settings, only_input)},
    {"in-words", NULL, "as a sentence and a line of numpy", TO(explain_settings, in_words, read_flag)},
    {LISTS(bounds_rows, json_rows, work_rows, reading_rows, last_rows), AT(explain_settings, calling)},
    {0}};

const command_code explain_code = {explain_rows, sizeof(explain_settings), explain};

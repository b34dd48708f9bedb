/* explain.c - garner explain: how one element of a gather or scatter comes about. */
#include "cli.h"

/* `index` as text; NULL: elements are chosen. Each is a text of its own; of JSON an object, which
 * goes into the document once it is whole. */
static grn_status explain_one(const settings *s, const entry *e, const char *index, bool at_update,
                              const grn_diag *diag)
{
    int64_t at[MOST_NUMBERS];
    const grn_run_options run = run_options(s);
    grn_module_explain_options options = {.op = s->element.op,
                                          .at = at,
                                          .at_update = at_update,
                                          .in_words = s->element.in_words,
                                          .json = s->json,
                                          .only_input = s->element.only_input,
                                          .run = &run};
    const grn_sink sink = grn_text_buffer_sink(s->state->made);
    if (index)
        read_index(index, &options.nat, at);
    if (s->json)
        grn_text_buffer_free(s->state->made);
    if (s->state->made->size_bytes > 0 && sink.write(sink.user, "\n", 1) != GRN_OK)
        return GRN_E_MEMORY;
    grn_status status = grn_module_explain(e->module, e->function, e->ninputs, e->inputs, &options, diag, &sink);
    if (status == GRN_OK && s->json)
        status = sink.write(sink.user, "", 1); /* ends it */
    if (status == GRN_OK && s->json)
        json_raw(document_body(), s->state->made->text);
    return status;
}

static int explain_entry(const settings *s, const entry *e, const grn_diag *diag)
{
    const bool chosen = s->element.at.count + s->element.updates.count == 0;
    grn_status status = chosen ? explain_one(s, e, NULL, false, diag) : GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < s->element.at.count; i++)
        status = explain_one(s, e, s->element.at.items[i], false, diag);
    for (size_t i = 0; status == GRN_OK && i < s->element.updates.count; i++)
        status = explain_one(s, e, s->element.updates.items[i], true, diag);
    return exit_of_status(status);
}

static int explain_module(const settings *s, const part *p, grn_module *module, const grn_diag *diag)
{
    return for_each_entry(s, p->file, module, diag, explain_entry);
}

static int explain_as_json(const settings *s)
{
    grn_text_buffer one = {0};
    s->state->made = &one;
    int exit = report_begin(s, NULL);
    if (exit != EXIT_FINE)
        return exit;
    json_open_at(document_body(), "explanations", '[');
    exit = for_each_module(s, explain_module);
    json_close(document_body(), ']');
    s->state->made = NULL;
    grn_text_buffer_free(&one);
    return exit;
}

int explain_command(const settings *s)
{
    s->state->zero_inputs = true;
    return s->json ? explain_as_json(s) : make_text(s, explain_module, "text");
}

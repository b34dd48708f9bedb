/* explain.c - garner explain: how one element of a gather or scatter comes about. */
#include "cli.h"

static int explain_entry(const settings *s, const entry *e, const grn_diag *diag)
{
    int64_t at[MOST_NUMBERS];
    text_buffer text = {0};
    const grn_run_options run = run_options(s);
    grn_module_explain_options options = {.op = s->op, .at = at, .at_update = s->at_update, .in_words = s->in_words,
                                          .json = s->json, .run = &run};
    const grn_sink sink = text_sink(&text);
    grn_status status = GRN_OK;
    /* Each --at is a text of its own. */
    for (size_t i = 0; status == GRN_OK && (i < s->at.count || i == 0); i++) {
        options.nat = 0;
        if (s->at.count > 0)
            read_index(s->at.items[i], &options.nat, at);
        status = grn_module_explain(e->module, e->function, e->ninputs, e->inputs, &options, diag, &sink);
    }
    int exit = status == GRN_OK ? text_write(&text, s->output) : exit_of_status(status);
    text_free(&text);
    return exit;
}

static int explain_module(const settings *s, const part *p, grn_module *module, const grn_diag *diag)
{
    return for_each_entry(s, p->file, module, diag, explain_entry);
}

int explain_command(const settings *s)
{
    settings own = *s;
    own.zero_inputs = true;
    return for_each_module(&own, explain_module);
}

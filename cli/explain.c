/* explain.c - garner explain: how one element of a gather or scatter comes about. */
#include "cli.h"

/* Each --at is a text of its own. */
static int explain_entry(const settings *s, const entry *e, const grn_diag *diag)
{
    int64_t at[MOST_NUMBERS];
    const grn_run_options run = run_options(s);
    grn_module_explain_options options = {.op = s->op, .at = at, .at_update = s->at_update, .in_words = s->in_words,
                                          .json = s->json, .only_input = s->only_input, .run = &run};
    const grn_sink sink = text_sink(s->made);
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && (i < s->at.count || i == 0); i++) {
        if (s->at.count > 0)
            read_index(s->at.items[i], &options.nat, at);
        if (s->made->n > 0 && !s->json && sink.write(sink.user, "\n", 1) != GRN_OK)
            return EXIT_REJECTED;
        status = grn_module_explain(e->module, e->function, e->ninputs, e->inputs, &options, diag, &sink);
    }
    return exit_of_status(status);
}

static int explain_module(const settings *s, const part *p, grn_module *module, const grn_diag *diag)
{
    return for_each_entry(s, p->file, module, diag, explain_entry);
}

int explain_command(const settings *s)
{
    settings own = *s;
    own.zero_inputs = true;
    return make_text(&own, explain_module);
}

/* chunks.c - from a file to verified modules, part by part. */
#include "cli.h"

static int act_on_text(const settings *s, source *file, const chunk *c, const grn_budget *budget,
                       reporter *r, module_action action)
{
    grn_diag diag = reporter_diag(r);
    const grn_external_files files = source_files(file);
    grn_module_options options = {.allocator = &budget->allocator, .external = &files, .keeps_bytes = true, .allow_unregistered = s->allow_unregistered,
                                  .first_line = c->first_line,
                                  .allow_nonunique_scatter = s->allow_nonunique_scatter};
    grn_module *module;
    grn_status status = grn_module_parse(c->text, c->bytes, &options, &diag, &module);
    r->module = module;
    if (status == GRN_OK)
        status = grn_module_verify(module, &diag);
    int exit = exit_of_status(status);
    if (status == GRN_OK)
        exit = action(s, &(part){file, c->first_line == 1}, module, &diag);
    else if (r->errors == 0)
        complain("%s: %s", file->name, grn_status_text(status));
    if (budget->refused_bytes)
        complain("--max-memory: %zu bytes more would pass the limit of %zu, %zu are in use", budget->refused_bytes,
                 budget->limit_bytes, budget->used_bytes);
    grn_module_destroy(module);
    return exit;
}

/* With --verify-diagnostics the answer is whether the messages were the expected ones. */
static int act_on_chunk(const settings *s, source *file, const chunk *c, error_tally *tally, module_action action)
{
    reporter r = {.source = file, .tally = tally};
    grn_budget budget;
    grn_budget_init(&budget, NULL, s->max_memory_bytes);
    if (s->verify_diagnostics && !(r.expected = expectations_read(file, c)))
        return EXIT_REJECTED;
    int exit = act_on_text(s, file, c, &budget, &r, action);
    if (!s->verify_diagnostics)
        return exit;
    return expectations_end(r.expected, file) ? EXIT_FINE : EXIT_NO;
}

int for_each_module(const settings *s, module_action action)
{
    source file;
    int exit = source_open(&file, s->file);
    if (exit != EXIT_FINE)
        return exit;
    error_tally tally = {.limit = s->max_errors};
    size_t at = 0;
    uint32_t line = 1;
    chunk c;
    while (source_next_chunk(&file, s->split_input_file, &at, &line, &c)) {
        int one = act_on_chunk(s, &file, &c, &tally, action);
        if (exit == EXIT_FINE)
            exit = one;
    }
    tally_end(&tally);
    source_close(&file);
    return exit;
}

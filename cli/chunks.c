/* chunks.c - from files to verified modules, part by part. */
#include <string.h>

#include "cli.h"

static int act_on_text(const settings *s, source *file, const chunk *c, const grn_budget *budget, reporter *r,
                       module_action action)
{
    grn_diag diag = reporter_diag(r);
    const grn_external_files files = source_files(file);
    grn_module_options options = {.allocator = &budget->allocator,
                                  .allow_unregistered = s->reading.allow_unregistered,
                                  .external = &files,
                                  .keeps_bytes = true,
                                  .first_line = c->first_line,
                                  .keep_comments = s->printing.keep_names,
                                  .allow_nonunique_scatter = s->reading.allow_nonunique_scatter,
                                  .strict_syntax = s->reading.strict_syntax || s->reading.verify_diagnostics};
    grn_module *module;
    grn_status status = grn_module_parse(c->text, c->bytes, &options, &diag, &module);
    r->module = module;
    if (status == GRN_OK)
        status = grn_module_verify(module, &diag);
    int exit = exit_of_status(status);
    if (status == GRN_OK)
        exit = action(s, &(part){file, c->first_line == 1}, module, &diag);
    else if (r->errors == 0)
        complain_of(file->name, "%s", grn_status_text(status));
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
    if (s->reading.verify_diagnostics && !(r.expected = expectations_read(file, c)))
        return EXIT_REJECTED;
    int exit = act_on_text(s, file, c, &budget, &r, action);
    if (!s->reading.verify_diagnostics)
        return exit;
    return expectations_end(r.expected, file) ? EXIT_FINE : EXIT_NO;
}

static int act_on_file(const settings *s, const char *path, module_action action)
{
    source file;
    int exit = source_open(&file, path);
    if (exit != EXIT_FINE)
        return exit;
    error_tally tally = {.limit = s->reading.max_errors, .quiet = s->quiet};
    size_t at = 0;
    uint32_t line = 1;
    chunk c;
    while (source_next_chunk(&file, s->reading.split_input_file, &at, &line, &c)) {
        int one = act_on_chunk(s, &file, &c, &tally, action);
        if (exit == EXIT_FINE)
            exit = one;
    }
    tally_end(&tally);
    source_close(&file);
    return exit;
}

int for_each_module(const settings *s, module_action action) { return act_on_file(s, s->file, action); }

/* ---- several files --------------------------------------------------------------------------- */

static void json_how(const char *path, int exit)
{
    json *j = document_body();
    json_open(j, '{');
    json_word_at(j, "file", strcmp(path, "-") == 0 ? "<stdin>" : path);
    json_word_at(j, "status", exit == EXIT_FINE ? "ok" : "failed");
    json_number_at(j, "exit", exit);
    json_close(j, '}');
}

static void say_how(const settings *s, const char *path, int exit)
{
    static const char *const how[] = {[EXIT_FINE] = "fine",
                                      [EXIT_NO] = "not as it should be",
                                      [EXIT_USAGE] = "wrong usage",
                                      [EXIT_REJECTED] = "rejected",
                                      [EXIT_OUTSIDE] = "out of bounds"};
    if (document_is_open()) {
        json_how(path, exit);
        return;
    }
    fflush(stderr);
    if (!s->quiet)
        show_line(s->state->out, "%s: %s", path, how[exit]);
}

static int act_on_files(const settings *s, const file_list *list, module_action action)
{
    size_t fine = 0;
    int worst = EXIT_FINE;
    for (size_t i = 0; i < list->count; i++) {
        const int exit = act_on_file(s, list->paths[i], action);
        fine += exit == EXIT_FINE;
        worst = exit > worst ? exit : worst;
        say_how(s, list->paths[i], exit);
    }
    if (!s->quiet && !document_is_open())
        fprintf(s->state->out, "%zu file%s: %zu fine, %zu not\n", list->count, list->count == 1 ? "" : "s", fine,
                list->count - fine);
    return worst;
}

int for_each_file(const settings *s, module_action action)
{
    file_list list;
    int exit = file_list_read(&s->files, s->recursive, &list);
    if (exit != EXIT_FINE)
        return exit;
    const bool is_one = s->files.count == 1 && !s->recursive && !document_is_open();
    if (document_is_open())
        json_open_at(document_body(), "checked", '[');
    exit = is_one ? for_each_module(s, action) : act_on_files(s, &list, action);
    if (document_is_open())
        json_close(document_body(), ']');
    file_list_free(&list);
    return exit;
}

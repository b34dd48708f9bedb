/* chunks.c - from files to verified modules, part by part. */
#include <string.h>

#include "cli.h"

/* What is done with each module. */
typedef struct acting {
    common *common;
    const reading_settings *how;
    module_action action;
    void *own;
} acting;

static int act_on_text(const acting *a, source *file, const chunk *c, const grn_budget *budget, reporter *r)
{
    grn_diag diag = reporter_diag(r);
    const grn_external_files files = source_files(file);
    grn_module_options options = {.allocator = &budget->allocator,
                                  .allow_unregistered = a->how->allow_unregistered,
                                  .external = &files,
                                  .keeps_bytes = true,
                                  .first_line = c->first_line,
                                  .keep_comments = a->how->keep_comments,
                                  .allow_nonunique_scatter = a->how->allow_nonunique_scatter,
                                  .strict_syntax = a->how->strict_syntax || a->how->verify_diagnostics};
    grn_module *module;
    grn_status status = grn_module_parse(c->text, c->bytes, &options, &diag, &module);
    r->module = module;
    if (status == GRN_OK)
        status = grn_module_verify(module, &diag);
    int exit = exit_of_status(status);
    if (status == GRN_OK)
        exit = a->action(a->common, a->own, &(part){file, c->first_line == 1}, module, &diag);
    else if (r->errors == 0)
        complain_of(file->name, "%s", grn_status_text(status));
    if (budget->refused_bytes)
        complain("--max-memory: %zu bytes more would pass the limit of %zu, %zu are in use", budget->refused_bytes,
                 budget->limit_bytes, budget->used_bytes);
    grn_module_destroy(module);
    return exit;
}

/* With --verify-diagnostics the answer is whether the messages were the expected ones. */
static int act_on_chunk(const acting *a, source *file, const chunk *c, error_tally *tally)
{
    reporter r = {.source = file, .tally = tally};
    grn_budget budget;
    grn_budget_init(&budget, NULL, a->common->max_memory_bytes);
    if (a->how->verify_diagnostics && !(r.expected = expectations_read(file, c)))
        return EXIT_REJECTED;
    int exit = act_on_text(a, file, c, &budget, &r);
    if (!a->how->verify_diagnostics)
        return exit;
    return expectations_end(r.expected, file) ? EXIT_FINE : EXIT_NO;
}

static int act_on_file(const acting *a, const char *path)
{
    source file;
    int exit = source_open(&file, path);
    if (exit != EXIT_FINE)
        return exit;
    error_tally tally = {.limit = a->common->max_errors, .quiet = a->how->quiet};
    size_t at = 0;
    uint32_t line = 1;
    chunk c;
    while (source_next_chunk(&file, a->how->split_input_file, &at, &line, &c)) {
        int one = act_on_chunk(a, &file, &c, &tally);
        if (exit == EXIT_FINE)
            exit = one;
    }
    tally_end(&tally);
    source_close(&file);
    return exit;
}

int for_each_module(common *c, const reading_settings *how, module_action action, void *own)
{
    return act_on_file(&(acting){c, how, action, own}, c->file);
}

int list_each_module(common *c, const char *key, const reading_settings *how, module_action action, void *own)
{
    if (document_is_open())
        json_open_at(document_body(), key, '[');
    const int exit = for_each_module(c, how, action, own);
    if (document_is_open())
        json_close(document_body(), ']');
    return exit;
}

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

static void say_how(const acting *a, const char *path, int exit)
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
    if (!a->how->quiet)
        show_line(a->common->out, "%s: %s", path, how[exit]);
}

static int act_on_files(const acting *a, const file_list *list)
{
    size_t fine = 0;
    int worst = EXIT_FINE;
    for (size_t i = 0; i < list->count; i++) {
        const int exit = act_on_file(a, list->paths[i]);
        fine += exit == EXIT_FINE;
        worst = exit > worst ? exit : worst;
        say_how(a, list->paths[i], exit);
    }
    if (!a->how->quiet && !document_is_open())
        fprintf(a->common->out, "%zu file%s: %zu fine, %zu not\n", list->count, list->count == 1 ? "" : "s", fine,
                list->count - fine);
    return worst;
}

int for_each_file(common *c, const reading_settings *how, bool recursive, module_action action, void *own)
{
    file_list list;
    int exit = file_list_read(&c->files, recursive, &list);
    if (exit != EXIT_FINE)
        return exit;
    const bool is_one = c->files.count == 1 && !recursive && !document_is_open();
    if (document_is_open())
        json_open_at(document_body(), "checked", '[');
    exit = is_one ? for_each_module(c, how, action, own) : act_on_files(&(acting){c, how, action, own}, &list);
    if (document_is_open())
        json_close(document_body(), ']');
    file_list_free(&list);
    return exit;
}

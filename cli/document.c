/*
 * document.c - --json: all that a command has to say as one JSON document (docs/json.md).
 *
 * While it is open, messages are kept for it instead of being printed, and each command writes its
 * members into it. It is put together at the end, whatever the exit status: to the file that the
 * command chose, else to standard output.
 */
#include <stdlib.h>
#include <string.h>

#include "cli.h"

static struct {
    bool is_open;
    message_list messages;
    json body, written;
    const char *path;
} document;

void document_begin(void) { document.is_open = true; }
bool document_is_open(void) { return document.is_open; }
json *document_body(void) { return &document.body; }
void document_to(const char *path) { document.path = path; }

static void drop(json *j) { free(json_finish(j)); }

void document_drop(void)
{
    drop(&document.body);
    message_list_drop(&document.messages);
    drop(&document.written);
    document.is_open = false;
    document.path = NULL;
}

void document_wrote(const char *path)
{
    if (document.is_open)
        json_word(&document.written, path);
}

/* ---- messages -------------------------------------------------------------------------------- */

static void end_message(message_list *list)
{
    if (!list->has_message)
        return;
    json_close(&list->messages, ']');
    json_word_at(&list->messages, "rule", *list->rule ? list->rule : NULL);
    json_close(&list->messages, '}');
    list->has_message = false;
    list->rule[0] = '\0';
}

/* null where there is none. */
static void count_or_null(json *j, const char *key, uint32_t value)
{
    if (value)
        json_count_at(j, key, value);
    else
        json_word_at(j, key, NULL);
}

/* Where the program's own op comes from; null where that is not known. */
static void put_origin(json *j, const grn_module *module, grn_place place)
{
    char text[ORIGIN_BYTES];
    grn_origin o;
    if (!module || !grn_module_origin(module, place, &o)) {
        json_word_at(j, "location", NULL);
        return;
    }
    json_open_at(j, "location", '{');
    json_key(j, "file");
    o.file ? json_text(j, o.file, o.file_bytes) : json_word(j, NULL);
    count_or_null(j, "line", o.line);
    count_or_null(j, "column", o.column);
    json_key(j, "name");
    o.name ? json_text(j, o.name, o.name_bytes) : json_word(j, NULL);
    json_word_at(j, "text", origin_text(false, module, place, text));
    json_close(j, '}');
}

void json_place(json *j, const char *file, bool is_binary, const grn_module *module, grn_place place)
{
    char text[PLACE_BYTES];
    json_word_at(j, "file", file);
    count_or_null(j, "line", is_binary ? 0 : place.line);
    count_or_null(j, "column", is_binary ? 0 : place.column);
    put_origin(j, module, place);
    json_word_at(j, "place", place.line ? place_text(is_binary, module, place, text) : NULL);
}

/* An index that is out of range, as it stands in the tensor of indices; null where the message is
 * about none. */
static void put_index(json *j, const grn_bad_index *bad)
{
    if (!bad) {
        json_word_at(j, "index", NULL);
        return;
    }
    json_open_at(j, "index", '{');
    json_numbers_at(j, "position", bad->position, (size_t)bad->rank);
    if (bad->dtype == GRN_UI64)
        json_count_at(j, "value", (uint64_t)bad->value);
    else
        json_number_at(j, "value", bad->value);
    json_number_at(j, "lowest", bad->lowest);
    json_number_at(j, "highest", bad->highest);
    json_close(j, '}');
}

static void put_head(message_list *list, const notice *m)
{
    json *j = &list->messages;
    json_open(j, '{');
    if (m->severity != GRN_SEVERITY_NOTE || !list->has_message)
        json_word_at(j, "severity", grn_severity_text(m->severity));
    json_place(j, m->file, m->is_binary, m->module, m->place);
    json_word_at(j, "message", m->text);
}

void message_list_add(message_list *list, const notice *m)
{
    if (m->severity == GRN_SEVERITY_NOTE && list->has_message) {
        put_head(list, m);
        json_close(&list->messages, '}');
        if (m->rule && !*list->rule)
            snprintf(list->rule, sizeof list->rule, "%s", m->rule);
        return;
    }
    end_message(list);
    put_head(list, m);
    put_index(&list->messages, m->bad_index);
    json_open_at(&list->messages, "notes", '[');
    list->has_message = true;
}

void message_list_write(message_list *list, json *j, const char *key)
{
    end_message(list);
    json_list_at(j, key, &list->messages);
}

void message_list_drop(message_list *list)
{
    drop(&list->messages);
    *list = (message_list){0};
}

void document_add(const notice *m) { message_list_add(&document.messages, m); }

/* ---- putting it together --------------------------------------------------------------------- */

static json put_together(const char *name, const char *file, int exit)
{
    json all = {0};
    json_open(&all, '{');
    json_word_at(&all, "garner", grn_version());
    json_word_at(&all, "command", name);
    json_word_at(&all, "status", exit == EXIT_FINE ? "ok" : "failed");
    json_number_at(&all, "exit", exit);
    json_word_at(&all, "file", file && strcmp(file, "-") == 0 ? "<stdin>" : file);
    message_list_write(&document.messages, &all, "diagnostics");
    json_list_at(&all, "written", &document.written);
    if (document.body.n)
        json_raw(&all, document.body.bytes);
    all.refused |= document.body.refused;
    json_close(&all, '}');
    json_plain(&all, "\n");
    return all;
}

static bool write_all(const void *what, FILE *to)
{
    const json *j = what;
    return fwrite(j->bytes, 1, j->n, to) == j->n;
}

/* To the file; what is wrong with that becomes a message of the document, which goes to standard
 * output then. */
int document_end(const char *name, const char *file, int exit)
{
    if (!document.is_open)
        return exit;
    json all = put_together(name, file, exit);
    if (document.path && !all.refused) {
        const int kept = keep_file(document.path, write_all, &all);
        if (kept != EXIT_FINE) {
            drop(&all);
            exit = exit == EXIT_FINE ? kept : exit;
            document.path = NULL;
            all = put_together(name, file, exit);
        }
    }
    const bool refused = all.refused, to_stdout = !document.path;
    document_drop();
    if (!refused && to_stdout)
        fwrite(all.bytes, 1, all.n, stdout); /* main reports standard output's errors */
    drop(&all);
    if (!refused)
        return exit;
    complain("memory refused for the JSON document");
    return exit == EXIT_FINE ? EXIT_REJECTED : exit;
}

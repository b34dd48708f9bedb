/* session.c - a program and its inputs for the time of one call. */
#include "session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the page's words for the command's options ---------------------------------------------- */

static const struct {
    const char *option, *label;
} controls[] = {
#define PLAY_OPTION_ROW(name, option, label) {option, label},
    PLAY_OPTIONS(PLAY_OPTION_ROW)
#undef PLAY_OPTION_ROW
        {"--jvp", "Tangents"},
};

const char *session_option(size_t i) { return i < PLAY_OPTION_COUNT ? controls[i].label : NULL; }

/* What is said of the command as a whole. */
static const struct {
    const char *seen, *said;
} phrases[] = {
    {"; a larger max_steps (--max-steps) lets it run", "; this page takes no more"},
    {"garner convert --collapse-batching does", "the option 'Make batching dimensions of index components' does"},
    {"`garner convert --to=stablehlo`", "'Written as', StableHLO,"},
};

/* How long the name at `text` is that stands for something else here; *said: what; 0: none does.
 * Labels stand in quotes. */
static size_t find_words(const char *text, const char **said, bool *is_label)
{
    *is_label = false;
    for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++) {
        const size_t n = strlen(phrases[i].seen);
        if (strncmp(text, phrases[i].seen, n) == 0)
            return *said = phrases[i].said, n;
    }
    for (size_t i = 0; i < sizeof controls / sizeof *controls; i++) {
        const size_t n = strlen(controls[i].option);
        if (strncmp(text, controls[i].option, n) == 0 && text[n] != '-' && !(text[n] >= 'a' && text[n] <= 'z'))
            return *said = controls[i].label, *is_label = true, n;
    }
    return 0;
}

void session_text(json *j, const char *text)
{
    const grn_sink sink = json_sink(j);
    const char *said;
    bool is_label;
    json_begin_text(j);
    while (*text) {
        const size_t n = find_words(text, &said, &is_label);
        if (is_label)
            (void)sink.write(sink.user, "'", 1);
        (void)sink.write(sink.user, n ? said : text, n ? strlen(said) : 1);
        if (is_label)
            (void)sink.write(sink.user, "'", 1);
        text += n ? n : 1;
    }
    json_end_text(j);
}

/* ---- messages -------------------------------------------------------------------------------- */

static const char *const severity_text[] = {"error", "warning", "remark", "note"};

static void keep_message(session *s, const grn_diagnostic *d)
{
    json *m = &s->messages;
    json_open(m, '{');
    json_key(m, "severity");
    json_text(m, severity_text[d->severity], strlen(severity_text[d->severity]));
    json_key(m, "line");
    json_number(m, d->place.line);
    json_key(m, "column");
    json_number(m, d->place.column);
    if (s->input >= 0) {
        json_key(m, "input");
        json_number(m, s->input);
    }
    json_key(m, "text");
    session_text(m, d->message);
    json_close(m, '}');
}

static void report(void *user, const grn_diagnostic *d)
{
    session *s = user;
    s->nerrors += d->severity == GRN_SEVERITY_ERROR;
    if (d->severity != GRN_SEVERITY_NOTE) {
        s->hides = s->nmessages >= PLAY_MESSAGES;
        s->nmessages += !s->hides;
        s->hidden += s->hides;
    }
    if (!s->hides)
        keep_message(s, d);
}

void session_refuse(session *s, grn_status status, const char *why)
{
    s->status = status;
    report(s, &(grn_diagnostic){.severity = GRN_SEVERITY_ERROR, .message = why});
}

/* ---- the call's beginning and end ------------------------------------------------------------ */

static void read_program(session *s, const char *program, size_t bytes)
{
    const grn_module_options options = {.allocator = &s->budget.allocator,
                                        .allow_unregistered = session_has(s, PLAY_UNREGISTERED),
                                        .allow_nonunique_scatter = session_has(s, PLAY_NONUNIQUE)};
    if (bytes > PLAY_PROGRAM_BYTES) {
        char why[96];
        snprintf(why, sizeof why, "the program has %zu bytes; this page takes %zu", bytes, PLAY_PROGRAM_BYTES);
        session_refuse(s, GRN_E_LIMIT, why);
        return;
    }
    s->status = grn_module_parse(program, bytes, &options, &s->diag, &s->module);
    if (s->status == GRN_OK)
        s->status = grn_module_verify(s->module, &s->diag);
}

void session_begin(session *s, const char *program, size_t bytes, uint32_t options)
{
    *s = (session){.input = -1, .options = options};
    s->diag = (grn_diag){report, s};
    grn_budget_init(&s->budget, NULL, PLAY_MEMORY_BYTES);
    json_open(&s->out, '{');
    read_program(s, program, bytes);
}

static void write_hidden(session *s)
{
    char text[64];
    if (!s->hidden)
        return;
    snprintf(text, sizeof text, "%zu more messages are not shown", s->hidden);
    keep_message(s, &(grn_diagnostic){.severity = GRN_SEVERITY_REMARK, .message = text});
}

/* A status that no message explains explains itself. */
static void write_messages(session *s)
{
    s->input = -1;
    if (s->status != GRN_OK && !s->nerrors)
        report(s, &(grn_diagnostic){.severity = GRN_SEVERITY_ERROR, .message = grn_status_text(s->status)});
    write_hidden(s);
    char *messages = json_finish(&s->messages);
    json_key(&s->out, "messages");
    json_open(&s->out, '[');
    if (messages)
        json_raw(&s->out, messages);
    json_close(&s->out, ']');
    free(messages);
}

char *session_end(session *s)
{
    const char *name = grn_status_name(s->status);
    write_messages(s);
    json_key(&s->out, "status");
    json_text(&s->out, name, strlen(name));
    json_close(&s->out, '}');
    for (size_t i = 0; i < s->ninputs; i++)
        grn_tensor_free(&s->inputs[i], &s->budget.allocator);
    grn_module_destroy(s->module);
    return json_finish(&s->out);
}

/* ---- inputs ---------------------------------------------------------------------------------- */

static void read_inputs(session *s, const parameters *declared, const char *inputs, size_t bytes)
{
    for (size_t at = 0; at < bytes && s->status == GRN_OK;) {
        const char *end = memchr(inputs + at, 0, bytes - at);
        size_t n = end ? (size_t)(end - inputs) - at : bytes - at;
        if (s->ninputs == PLAY_INPUTS) {
            session_refuse(s, GRN_E_LIMIT, "the function has more inputs than this page takes");
            return;
        }
        s->input = (int)s->ninputs;
        s->status = typed_read(inputs + at, n, s->ninputs < declared->count ? &declared->items[s->ninputs] : NULL,
                               &s->budget.allocator, &s->diag, &s->inputs[s->ninputs]);
        s->ninputs += s->status == GRN_OK;
        at += n + 1;
    }
    if (s->status == GRN_OK)
        s->input = -1;
}

void session_read_inputs(session *s, uint32_t function, const char *inputs, size_t bytes)
{
    parameters declared = {0};
    if (s->status == GRN_OK && bytes > PLAY_INPUT_BYTES)
        session_refuse(s, GRN_E_LIMIT, "the inputs' texts are longer than this page takes");
    if (s->status == GRN_OK && !parameters_read(s->module, function, &declared))
        session_refuse(s, GRN_E_ARGUMENT, "there is no such function");
    read_inputs(s, &declared, inputs, bytes);
    parameters_free(&declared);
}

grn_run_options session_run_options(const session *s)
{
    return (grn_run_options){.allocator = &s->budget.allocator,
                             .max_memory_bytes = PLAY_MEMORY_BYTES,
                             .max_steps = PLAY_STEPS,
                             .strict_bounds = session_has(s, PLAY_STRICT),
                             .drop_whole_window = session_has(s, PLAY_WHOLE_WINDOW),
                             .check_promises = session_has(s, PLAY_CHECK_PROMISES)};
}

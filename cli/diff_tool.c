/* diff_tool.c - a tool that is run: a folder for each program, a worker where the adapter is one. */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "diff.h"

#define SAID_BYTES 4096   /* of what a tool prints */
#define START_SECONDS 300 /* that a worker may take to say its version */
#define MOST_FAILED_STARTS 3
#define EXIT_OF_REFUSAL 77 /* of a tool that ends: it does not take the program */

/* One program, run by the tool. */
typedef struct tool_run {
    char folder[4096], program[4200], inputs[4200], outputs[4200];
    tool_results results;
    char said[SAID_BYTES];
} tool_run;

static void say(tool_run *r, const char *format, ...) GRN_PRINTF(2, 3);
static void say(tool_run *r, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(r->said, sizeof r->said, format, arguments);
    va_end(arguments);
}

/* ---- its folder -------------------------------------------------------------------------------- */

/* A shell takes these as they stand. */
static bool is_plain(const char *path)
{
    return path[strspn(path, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./-+@%,")] == '\0';
}

static bool make_folders(tool_run *r, const tool_form *form)
{
    if (!folder_make(r->folder))
        return false;
    snprintf(r->program, sizeof r->program, "%s/%s", r->folder, form->file);
    snprintf(r->inputs, sizeof r->inputs, "%s/inputs", r->folder);
    snprintf(r->outputs, sizeof r->outputs, "%s/outputs", r->folder);
    return mkdir(r->inputs, 0700) == 0 && mkdir(r->outputs, 0700) == 0;
}

static grn_tool_outcome write_program(tool_run *r, const tool_form *form, const grn_module *module, size_t function)
{
    first_error e = {{0}, {0}};
    const grn_diag diag = first_error_diag(&e);
    grn_function_info info;
    FILE *f = fopen(r->program, "wbx");
    if (f == NULL || grn_module_function(module, function, &info) != GRN_OK)
        return say(r, "%s: %s", r->program, strerror(errno)), GRN_TOOL_CRASHED;
    const grn_sink sink = grn_file_sink(f);
    const grn_status status = form->write(module, info.name, &diag, &sink);
    const bool closed = fclose(f) == 0;
    if (status == GRN_OK && closed)
        return GRN_TOOL_RAN;
    if (e.text[0] != '\0')
        say(r, "%s", e.text);
    else
        say(r, "it cannot be written as %s: %s", form->name, grn_status_text(status));
    return GRN_TOOL_REFUSED;
}

/* ---- how it ended ------------------------------------------------------------------------------ */

/* Of some lines the one that says most: the last that speaks of an error, else the last. */
static const char *telling_line(const char *output, size_t *n)
{
    static const char *const words[] = {"rror", "what():", "xception", "failed", "Failed", "atal", "ssert"};
    const char *best = "", *last = "";
    size_t nbest = 0, nlast = 0;
    for (const char *at = output; *at != '\0';) {
        const size_t length = strcspn(at, "\n");
        bool tells = false;
        for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
            const char *found = strstr(at, words[i]);
            tells |= found != NULL && found < at + length;
        }
        if (tells)
            best = at, nbest = length;
        if (length > 0)
            last = at, nlast = length;
        at += length + (at[length] == '\n');
    }
    *n = nbest > 0 ? nbest : nlast;
    return nbest > 0 ? best : last;
}

/* The line that says most comes first, all of it behind. */
static void say_output(tool_run *r, const char *how, const char *output)
{
    size_t n, all = strlen(output);
    const char *line = telling_line(output, &n);
    while (n > 0 && *line == ' ')
        line++, n--;
    say(r, "%s%s%.*s\n%s", how, n > 0 ? ": " : "", n < 300 ? (int)n : 300, line,
        output + (all > 2000 ? all - 2000 : 0));
    for (size_t i = strlen(r->said); i > 0 && (r->said[i - 1] == '\n' || r->said[i - 1] == ' '); i--)
        r->said[i - 1] = '\0';
}

static grn_tool_outcome ended(tool_run *r, const process_outcome *end)
{
    char how[64];
    const char *name = end->end == PROCESS_SIGNALLED ? strsignal(end->code) : NULL;
    switch (end->end) {
    case PROCESS_EXITED: snprintf(how, sizeof how, "exit status %d", end->code); break;
    case PROCESS_SIGNALLED: snprintf(how, sizeof how, "signal %d, %.40s", end->code, name ? name : "unknown"); break;
    case PROCESS_TIMED_OUT: snprintf(how, sizeof how, "after %.3g s", end->seconds); break;
    case PROCESS_OUT_OF_MEMORY: snprintf(how, sizeof how, "over its limit of memory or processes"); break;
    case PROCESS_NOT_STARTED: snprintf(how, sizeof how, "not started"); break;
    case PROCESS_NO_ANSWER: snprintf(how, sizeof how, "no answer"); break;
    }
    say_output(r, how, end->output);
    return end->end == PROCESS_TIMED_OUT || end->end == PROCESS_OUT_OF_MEMORY ? GRN_TOOL_TIMED_OUT : GRN_TOOL_CRASHED;
}

/* ---- one that ends ----------------------------------------------------------------------------- */

/* The line with paths in place of the words in braces; NULL: memory refused. */
static char *filled_line(const char *line, const tool_run *r)
{
    const struct {
        const char *word, *value;
    } words[] = {{"{program}", r->program}, {"{inputs}", r->inputs}, {"{outputs}", r->outputs}};
    grn_text_buffer made = {0};
    const grn_sink sink = grn_text_buffer_sink(&made);
    grn_status status = GRN_OK;
    while (status == GRN_OK && *line != '\0') {
        size_t i = 0;
        while (i < 3 && strncmp(line, words[i].word, strlen(words[i].word)) != 0)
            i++;
        const char *piece = i < 3 ? words[i].value : line;
        status = sink.write(sink.user, piece, i < 3 ? strlen(piece) : 1);
        line += i < 3 ? strlen(words[i].word) : 1;
    }
    if (status == GRN_OK)
        return made.text;
    grn_text_buffer_free(&made);
    return NULL;
}

static bool run_adapter(const diff_tool *t, const tool_run *r, process_outcome *end)
{
    const char *with_variant[] = {t->path, "--variant", t->variant, r->program, r->inputs, r->outputs, NULL};
    const char *without[] = {t->path, r->program, r->inputs, r->outputs, NULL};
    return process_run(t->variant ? with_variant : without, r->folder, &t->limits, end);
}

static grn_tool_outcome run_to_end(const diff_tool *t, tool_run *r)
{
    process_outcome end;
    char *line = t->line != NULL ? filled_line(t->line, r) : NULL;
    if (t->line != NULL && line == NULL)
        return say(r, "memory refused for its command line"), GRN_TOOL_CRASHED;
    if (line != NULL)
        process_run_line(line, r->folder, &t->limits, &end);
    else
        run_adapter(t, r, &end);
    grn_tool_outcome outcome = ended(r, &end);
    if (end.end == PROCESS_EXITED && end.code == 0)
        outcome = (say_output(r, "exit status 0", end.output), GRN_TOOL_RAN);
    else if (end.end == PROCESS_EXITED && end.code == EXIT_OF_REFUSAL)
        outcome = (say(r, "%.1000s", end.output), GRN_TOOL_REFUSED);
    free(line);
    free(end.output);
    return outcome;
}

/* ---- one that stays ---------------------------------------------------------------------------- */

static void break_session(tool_session *s, const char *format, ...) GRN_PRINTF(2, 3);
static void break_session(tool_session *s, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(s->broken, sizeof s->broken, format, arguments);
    va_end(arguments);
}

static void stop_worker(tool_session *s)
{
    process_stop(s->worker);
    s->worker = NULL;
}

static const char *after_word(const char *line, const char *word)
{
    const size_t n = strlen(word);
    if (strncmp(line, word, n) != 0 || (line[n] != '\0' && line[n] != ' '))
        return NULL;
    return line[n] == ' ' ? line + n + 1 : line + n;
}

/* It says its version first, or why it cannot run here. */
static bool greet(tool_session *s)
{
    process_outcome end;
    const double seconds = s->tool->limits.seconds > START_SECONDS ? s->tool->limits.seconds : START_SECONDS;
    const char *answer = process_ask(s->worker, "version", seconds, &end);
    if (answer == NULL) {
        const size_t n = strlen(end.output);
        break_session(s, "it did not start (exit or signal %d): %s", end.code, end.output + (n > 300 ? n - 300 : 0));
        free(end.output);
        return false;
    }
    const char *version = after_word(answer, "version");
    if (version == NULL) {
        const char *why = after_word(answer, "unavailable");
        break_session(s, "%.300s", why != NULL ? why : answer);
        return false;
    }
    diff_lock();
    if (s->tool->version[0] == '\0')
        snprintf(s->tool->version, sizeof s->tool->version, "%s", version);
    diff_unlock();
    return true;
}

static bool start_worker(tool_session *s)
{
    const diff_tool *t = s->tool;
    const char *with_variant[] = {t->path, "--variant", t->variant, "--worker", NULL};
    const char *without[] = {t->path, "--worker", NULL};
    char message[256] = "no folder can be made for it";
    s->broken[0] = '\0';
    if (s->folder[0] != '\0' || folder_make(s->folder))
        s->worker = process_start(t->variant ? with_variant : without, s->folder, &t->limits, message);
    if (s->worker == NULL)
        break_session(s, "%s", message);
    if (s->worker != NULL && greet(s)) {
        s->failures = 0;
        return true;
    }
    stop_worker(s);
    return false;
}

bool tool_session_begin(tool_session *s, diff_tool *tool)
{
    *s = (tool_session){.tool = tool};
    return !tool->stays || start_worker(s);
}

/* One that died is started anew; some starts may fail where a machine is short of memory. */
static bool revive(tool_session *s)
{
    while (s->worker == NULL && s->failures++ < MOST_FAILED_STARTS)
        start_worker(s);
    return s->worker != NULL;
}

static grn_tool_outcome said_by_worker(tool_run *r, const char *answer)
{
    const char *refused = after_word(answer, "refused"), *error = after_word(answer, "error");
    const bool ok = strcmp(answer, "ok") == 0;
    say(r, "%.2000s", ok ? "" : refused ? refused : error ? error : answer);
    if (!ok && !refused && !error)
        say(r, "it answers '%.200s', neither ok, refused nor error", answer);
    return ok ? GRN_TOOL_RAN : refused ? GRN_TOOL_REFUSED : GRN_TOOL_CRASHED;
}

static grn_tool_outcome ask_worker(tool_session *s, tool_run *r)
{
    char line[3 * 4200 + 8];
    process_outcome end;
    snprintf(line, sizeof line, "%s\t%s\t%s", r->program, r->inputs, r->outputs);
    const char *answer = process_ask(s->worker, line, s->tool->limits.seconds, &end);
    if (answer != NULL)
        return said_by_worker(r, answer);
    const grn_tool_outcome outcome = ended(r, &end);
    free(end.output);
    stop_worker(s);
    return outcome;
}

void tool_session_end(tool_session *s)
{
    stop_worker(s);
    if (s->folder[0] != '\0')
        folder_remove(s->folder);
    s->folder[0] = '\0';
}

/* ---- as a grn_tool ----------------------------------------------------------------------------- */

static grn_tool_outcome run_in_folder(tool_session *s, tool_run *r, const grn_module *module, size_t function,
                                      size_t ninputs, const grn_tensor *inputs)
{
    const diff_tool *t = s->tool;
    if (!make_folders(r, t->form) || (t->line != NULL && !is_plain(r->folder)))
        return say(r, "no folder for it in TMPDIR, or one that a shell does not take as it stands"), GRN_TOOL_CRASHED;
    grn_tool_outcome outcome = write_program(r, t->form, module, function);
    if (outcome != GRN_TOOL_RAN)
        return outcome;
    if (!tool_inputs_write(r->inputs, module, function, ninputs, inputs))
        return say(r, "%s: inputs cannot be written: %s", r->inputs, strerror(errno)), GRN_TOOL_CRASHED;
    outcome = t->stays ? ask_worker(s, r) : run_to_end(t, r);
    if (outcome != GRN_TOOL_RAN || tool_results_read(r->outputs, module, function, &r->results))
        return outcome;
    char printed[SAID_BYTES];
    snprintf(printed, sizeof printed, "%s", r->said);
    say(r, "%s%s%.1000s", r->results.why, printed[0] ? "; " : "", printed);
    return GRN_TOOL_CRASHED;
}

static void release_run(void *user, grn_tool_answer *answer)
{
    tool_run *r = answer->kept;
    (void)user;
    if (r == NULL)
        return;
    tool_results_free(&r->results);
    free(r);
    answer->kept = NULL;
}

static grn_status run_tool(void *user, const grn_module *module, size_t function, size_t ninputs,
                           const grn_tensor *inputs, grn_tool_answer *answer)
{
    tool_session *s = user;
    *answer = (grn_tool_answer){.outcome = GRN_TOOL_CRASHED};
    if (s->tool->stays && !revive(s))
        return GRN_E_UNSUPPORTED;
    tool_run *r = calloc(1, sizeof *r);
    if (r == NULL)
        return GRN_E_MEMORY;
    answer->outcome = run_in_folder(s, r, module, function, ninputs, inputs);
    answer->nresults = answer->outcome == GRN_TOOL_RAN ? r->results.count : 0;
    answer->results = r->results.tensors;
    answer->said = r->said[0] ? r->said : NULL;
    answer->kept = r;
    if (r->folder[0] != '\0')
        folder_remove(r->folder);
    return GRN_OK;
}

grn_tool tool_session_as_tool(tool_session *s)
{
    return (grn_tool){.run = run_tool, .release = release_run, .user = s, .name = s->tool->tolerance};
}

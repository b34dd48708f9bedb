/* diff.c - garner diff: options, threads that each take the next program, the answer. */
#include "diff.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"

#define MOST_AT_ONCE 64
#define TRIALS 2 /* of a program whose inputs are drawn */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void diff_lock(void) { pthread_mutex_lock(&lock); }
void diff_unlock(void) { pthread_mutex_unlock(&lock); }

/* All threads', under the lock but for what does not change. */
typedef struct diff_work {
    common *common;
    const diff_settings *settings;
    diff_tool *tool;
    const diff_cases *cases;
    diff_row *rows;
    size_t next, emitted;
    diff_totals totals;
    grn_text_buffer page, bugs;     /* of the report */
    char broken[FIRST_ERROR_BYTES]; /* the tool can no longer be started */
} diff_work;

/* ---- one program ------------------------------------------------------------------------------ */

/* Which trial of random_inputs.h the i-th is: in range, just outside, in range, at the ends of types. */
static uint64_t trial_number(uint64_t i)
{
    static const uint64_t order[] = {0, 2, 1, 3};
    return i / 4 * 4 + order[i % 4];
}

typedef struct diff_run {
    const diff_work *work;
    tool_session *session;
    const diff_case *of;
    diff_row *row;
    diff_program program;
    first_error error;
} diff_run;

static grn_status compare(diff_run *r, size_t ninputs, const grn_tensor *inputs, grn_diff **out)
{
    const diff_settings *s = r->work->settings;
    const grn_tool tool = tool_session_as_tool(r->session);
    const grn_diag diag = first_error_diag(&r->error);
    const grn_run_options run = {.max_memory_bytes = r->work->common->max_memory_bytes,
                                 .max_steps = s->calling.max_steps,
                                 .drop_whole_window = s->calling.drop_whole_window};
    const grn_differ_options options = {.run = &run, .whole = s->whole, .exhaustive = s->exhaustive};
    const grn_shrink_options shrink = {.max_memory_bytes = run.max_memory_bytes, .max_steps = run.max_steps};
    grn_status status = s->exhaustive ? diff_program_shrink(&r->program, &shrink, &diag, &ninputs, &inputs) : GRN_OK;
    if (status == GRN_OK)
        status = grn_module_diff(r->program.ran, r->program.function, ninputs, inputs, &tool, &options, &diag, out);
    if (status == GRN_OK && s->report != NULL)
        diff_report_add(r->row, r->of, &r->program, r->work->tool, ninputs, inputs, *out);
    return status;
}

static grn_status compare_drawn(diff_run *r, uint64_t trial, grn_diff **out)
{
    const diff_settings *s = r->work->settings;
    const grn_diag diag = first_error_diag(&r->error);
    const grn_random_options how = {.seed = s->seed,
                                    .number = trial_number(trial),
                                    .max_memory_bytes = r->work->common->max_memory_bytes,
                                    .max_steps = s->calling.max_steps};
    grn_random_inputs *drawn = NULL;
    grn_status status = grn_module_random_inputs(r->program.ran, r->program.function, &how, &diag, &drawn);
    if (status == GRN_OK)
        status = compare(r, grn_random_inputs_count(drawn), grn_random_inputs_tensors(drawn), out);
    grn_random_inputs_destroy(drawn);
    return status;
}

/* The worst of the trials; one that the tool does not run, and a bug, end them. */
static grn_status compare_trials(diff_run *r, grn_diff **out, uint64_t *trial)
{
    const uint64_t trials = r->work->settings->trials ? r->work->settings->trials : TRIALS;
    grn_status status = GRN_OK;
    for (uint64_t i = 0; status == GRN_OK && i < trials && (*out == NULL || grn_diff_verdict(*out) < GRN_REFUSED);
         i++) {
        grn_diff *one = NULL;
        status = compare_drawn(r, i, &one);
        if (one != NULL && (*out == NULL || grn_diff_verdict(one) > grn_diff_verdict(*out))) {
            grn_diff_destroy(*out);
            *out = one;
            *trial = i;
        } else
            grn_diff_destroy(one);
    }
    return status;
}

static grn_status compare_all(diff_run *r, grn_diff **out, uint64_t *trial)
{
    if (r->program.inputs == NULL)
        return compare_trials(r, out, trial);
    grn_status status = compare(r, r->program.ninputs, r->program.inputs, out);
    if (status != GRN_OK || grn_diff_verdict(*out) != GRN_REFUSED || !diff_program_keep_constants(&r->program))
        return status;
    grn_diff_destroy(*out);
    *out = NULL;
    return compare(r, r->program.ninputs, r->program.inputs, out);
}

static void run_function(diff_run *r, program in, size_t number)
{
    const diff_work *w = r->work;
    grn_diff *diff = NULL;
    uint64_t trial = 0;
    r->error = (first_error){.text = ""};
    diff_lock();
    const int exit = diff_program_open(w->common, w->settings, r->of, in, number, &r->program);
    diff_unlock();
    const grn_status status = exit == EXIT_FINE ? compare_all(r, &diff, &trial) : GRN_OK;
    const char *why = status == GRN_OK ? "" : r->error.text[0] ? r->error.text : grn_status_text(status);
    if (diff != NULL)
        diff_row_add(r->row, r->of, &r->program, diff, trial);
    else
        diff_row_reject(r->row, r->of, &r->program, why);
    if (w->settings->report != NULL)
        diff_report_row(r->row, r->of, &r->program, diff, why);
    grn_diff_destroy(diff);
    diff_lock();
    diff_program_close(&r->program);
    diff_unlock();
}

/* --entry, @main, the only public function; else all without inputs that are public, as `garner run` does. */
static void run_functions(diff_run *r, program in)
{
    const diff_settings *s = r->work->settings;
    grn_function_info info;
    size_t number = 0, functions = 0;
    for (size_t i = 0; grn_module_function(in.module, i, &info) == GRN_OK; i++) {
        functions += info.is_public && info.has_body;
        number = info.is_public && info.has_body && (functions == 1 || strcmp(info.name, "main") == 0) ? i : number;
    }
    const bool all = s->calling.entry.bytes == NULL && functions > 1 &&
                     (grn_module_function(in.module, number, &info) != GRN_OK || strcmp(info.name, "main") != 0);
    if (!all) {
        diff_lock();
        const int exit = choose_function(&s->calling, in.module, r->of->file, &number);
        diff_unlock();
        exit == EXIT_FINE ? run_function(r, in, number) : diff_row_reject(r->row, r->of, NULL, "");
        return;
    }
    for (size_t i = 0; grn_module_function(in.module, i, &info) == GRN_OK && r->session->broken[0] == '\0'; i++)
        if (info.is_public && info.has_body)
            run_function(r, in, i);
}

/* NULL after a message. */
static grn_module *read_part(const diff_work *w, source *file, const chunk *c)
{
    const diff_settings *s = w->settings;
    error_tally tally = {.limit = w->common->max_errors, .quiet = s->calling.reading.quiet};
    reporter r = {.source = file, .tally = &tally};
    const grn_diag diag = reporter_diag(&r);
    const grn_external_files files = source_files(file);
    const grn_module_options options = {.external = &files,
                                        .first_line = c->first_line,
                                        .allow_nonunique_scatter = s->calling.reading.allow_nonunique_scatter,
                                        .strict_syntax = s->calling.reading.strict_syntax};
    grn_module *module = NULL;
    grn_status status = grn_module_parse(c->text, c->bytes, &options, &diag, &module);
    r.module = module;
    if (status == GRN_OK)
        status = grn_module_verify(module, &diag);
    if (status != GRN_OK && r.errors == 0)
        complain_of(file->name, "%s", grn_status_text(status));
    tally_end(&tally);
    if (status == GRN_OK)
        return module;
    grn_module_destroy(module);
    return NULL;
}

/* Parts between lines of "// -----" are programs of their own. */
static void run_case(const diff_work *w, tool_session *session, const diff_case *of, diff_row *row)
{
    diff_run r = {.work = w, .session = session, .of = of, .row = row};
    source file = {.name = of->file};
    size_t at = 0;
    uint32_t line = 1;
    chunk c;
    diff_lock();
    int exit = source_open(&file, of->file);
    if (exit == EXIT_FINE)
        exit = source_take(&file);
    diff_unlock();
    if (exit != EXIT_FINE) {
        diff_row_reject(row, of, NULL, "");
        return;
    }
    while (session->broken[0] == '\0' && source_next_chunk(&file, true, &at, &line, &c)) {
        diff_lock();
        grn_module *module = read_part(w, &file, &c);
        diff_unlock();
        if (module != NULL)
            run_functions(&r, (program){&file, module});
        else
            diff_row_reject(row, of, NULL, "");
        grn_module_destroy(module);
    }
    diff_lock();
    source_close(&file);
    diff_unlock();
}

/* ---- all of them ------------------------------------------------------------------------------- */

static void move_text(grn_text_buffer *from, grn_text_buffer *to)
{
    const grn_sink sink = grn_text_buffer_sink(to);
    if (from->size_bytes > 0 && sink.write(sink.user, from->text, from->size_bytes) != GRN_OK)
        complain("memory refused for the report");
    grn_text_buffer_free(from);
}

/* Rows appear in the order of the programs, whichever is done first. */
static void emit_rows(diff_work *w)
{
    while (w->emitted < w->cases->count && w->rows[w->emitted].is_done) {
        diff_row_emit(&w->rows[w->emitted], &w->cases->items[w->emitted], w->cases->count == 1, w->common->out,
                      &w->totals);
        move_text(&w->rows[w->emitted].page, &w->page);
        move_text(&w->rows[w->emitted].bugs, &w->bugs);
        w->emitted++;
    }
}

/* The next program's number; the count of all: there is none, or the tool is broken. */
static size_t take_next(diff_work *w)
{
    diff_lock();
    const size_t i = w->broken[0] != '\0' ? w->cases->count : w->next;
    w->next += i < w->cases->count;
    diff_unlock();
    return i;
}

static void finish_row(diff_work *w, size_t i, const tool_session *session)
{
    diff_lock();
    if (session->broken[0] != '\0' && session->worker == NULL && w->broken[0] == '\0')
        memcpy(w->broken, session->broken, sizeof w->broken);
    w->rows[i].is_done = true;
    emit_rows(w);
    diff_unlock();
}

static void *work_on(void *user)
{
    diff_work *w = user;
    tool_session session;
    bool begun = tool_session_begin(&session, w->tool);
    for (size_t i; begun && (i = take_next(w)) < w->cases->count;) {
        run_case(w, &session, &w->cases->items[i], &w->rows[i]);
        finish_row(w, i, &session);
    }
    if (!begun) {
        diff_lock();
        memcpy(w->broken, session.broken, sizeof w->broken);
        diff_unlock();
    }
    tool_session_end(&session);
    return NULL;
}

/* Signals that end the command go to its first thread. */
static size_t start_threads(diff_work *w, pthread_t *threads, size_t n)
{
    sigset_t ending, before;
    size_t started = 0;
    ending_signals(&ending);
    pthread_sigmask(SIG_BLOCK, &ending, &before);
    while (started < n && pthread_create(&threads[started], NULL, work_on, w) == 0)
        started++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

static void work_on_all(diff_work *w)
{
    pthread_t threads[MOST_AT_ONCE];
    size_t n = w->settings->threads > 0 ? (size_t)w->settings->threads : 1;
    n = n < w->cases->count ? n : w->cases->count;
    const size_t started = start_threads(w, threads, n - 1);
    work_on(w);
    for (size_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}

static int answer(const diff_work *w)
{
    if (w->broken[0] != '\0')
        return refuse(EXIT_REJECTED, "--tool=%s: %s", w->tool->given, w->broken);
    const size_t *v = w->totals.verdicts;
    if (v[GRN_BUG] + v[GRN_CRASHED] + v[GRN_TIMED_OUT] > 0)
        return EXIT_NO;
    return w->totals.rejected > 0 ? EXIT_REJECTED : EXIT_FINE;
}

static void say_totals(diff_work *w)
{
    if (document_is_open())
        diff_totals_json(&w->totals, w->tool, document_body());
    else if (w->totals.programs > 1)
        diff_totals_print(&w->totals, w->tool, w->common->out);
}

static int diff_cases_with(common *c, const diff_settings *s, diff_tool *tool, const diff_cases *cases)
{
    diff_work w = {.common = c, .settings = s, .tool = tool, .cases = cases};
    w.rows = calloc(cases->count, sizeof *w.rows);
    if (w.rows == NULL)
        return refuse(EXIT_REJECTED, "memory refused for the programs");
    if (document_is_open())
        json_open_at(document_body(), "programs", '[');
    work_on_all(&w);
    if (document_is_open())
        json_close(document_body(), ']');
    say_totals(&w);
    int exit = answer(&w);
    if (s->report != NULL && diff_report_end(&w.totals, tool, &w.bugs, &w.page) != EXIT_FINE && exit == EXIT_FINE)
        exit = EXIT_REJECTED;
    grn_text_buffer_free(&w.page);
    grn_text_buffer_free(&w.bugs);
    diff_totals_free(&w.totals);
    free(w.rows);
    return exit;
}

static int check_inputs(const diff_settings *s, const diff_cases *cases)
{
    if (s->calling.inputs.count > 0 && cases->count > 1)
        return refuse(EXIT_USAGE, "diff: --input goes with one program, there are %zu", cases->count);
    return EXIT_FINE;
}

static int diff_with(common *c, const diff_settings *s, diff_tool *tool)
{
    diff_cases cases;
    int exit = diff_cases_read(c, &cases);
    if (exit != EXIT_FINE)
        return exit;
    exit = check_inputs(s, &cases);
    if (exit == EXIT_FINE)
        exit = report_begin(c, NULL);
    if (exit == EXIT_FINE && s->report != NULL)
        exit = output_open(s->report);
    if (exit == EXIT_FINE) {
        exit = diff_cases_with(c, s, tool, &cases);
        if (s->report != NULL)
            output_close();
        exit = report_end(c, exit, true);
    }
    diff_cases_free(&cases);
    return exit;
}

static int diff(common *c, void *own)
{
    const diff_settings *s = own;
    diff_tool tool;
    if (s->tool == NULL)
        return refuse(EXIT_USAGE, "diff: --tool says whose results are compared: an adapter's name, or a command with "
                                  "{program}, {inputs} and {outputs} in it");
    int exit = diff_tool_find(s, &tool);
    if (exit == EXIT_FINE)
        exit = diff_with(c, s, &tool);
    diff_tool_free(&tool);
    return exit;
}

/* ---- options ----------------------------------------------------------------------------------- */

static bool read_seconds(void *out, const char *v)
{
    char *end;
    const double seconds = strtod(v, &end);
    *(double *)out = seconds;
    return end != v && *end == '\0' && isfinite(seconds) && seconds > 0;
}

static bool read_limit(void *out, const char *v) { return read_bytes(v, out); }

static bool read_at_once(void *out, const char *v)
{
    *(uint64_t *)out = (uint64_t)number_up_to(MOST_AT_ONCE, v);
    return *(uint64_t *)out > 0;
}

static const option_row diff_rows[] = {
    {LISTS(output_rows, json_rows)},
    {"tool", "NAME|COMMAND",
     "the other tool: an adapter by its name, NAME:VARIANT, or by its path; or a line of a shell with {program}, "
     "{inputs} and {outputs}, folders of in_0.npy, .. and out_0.npy, ..",
     TO(diff_settings, tool, read_name)},
    {"form", "FORM", "the form in which the tool takes programs (default: as its adapter says; text)",
     TO(diff_settings, form, read_name), .choice = tool_form_word},
    {"jobs", "N", "run so many programs at once, 1 to 64 (default: 1)", TO(diff_settings, threads, read_at_once),
     .letter = 'j', .takes = "a number from 1 to 64"},
    {"timeout", "SECONDS", "of the tool, for one program (default: 60)", TO(diff_settings, seconds, read_seconds),
     .takes = "a number of seconds, as 0.5"},
    {"memory", "SIZE", "of the tool and all that it starts: bytes, or with K, M, G (default: no limit)",
     TO(diff_settings, memory_bytes, read_limit), .takes = "a number of bytes, as 512M"},
    {"trials", "N", "of a program whose inputs are drawn, so many times (default: 2)",
     TO(diff_settings, trials, read_steps), .takes = "a number from 1 on"},
    {"seed", "N", "other inputs, where they are drawn (default: 0)", TO(diff_settings, seed, read_count),
     .takes = "a number from 0 on"},
    {"report", "FOLDER",
     "write a page there, index.html, with a picture of each bug, and the programs with their inputs",
     TO(diff_settings, report, read_name)},
    {"keep-checks", NULL, "leave check.expect_eq and its like in; else what they look at are the results",
     TO(diff_settings, keep_checks, read_flag)},
    {"keep-constants", NULL, "leave constants before a program with checks in; else they become its inputs",
     TO(diff_settings, keep_constants, read_flag)},
    {"exhaustive", NULL,
     "try every combination of indices, from two below their range to two above; a program with more than a million is "
     "tried in smaller shapes, which are named",
     TO(diff_settings, exhaustive, read_flag)},
    {"whole", NULL, "compare results alone: the tool is not run for single ops of a program that differs",
     TO(diff_settings, whole, read_flag)},
    {LISTS(called_rows), AT(diff_settings, calling)},
    {"drop-whole-window", NULL, "scatter drops a window partly out of bounds as a whole (XLA, JAX)",
     TO(diff_settings, calling.drop_whole_window, read_flag)},
    {LISTS(memory_rows, errors_rows)},
    {LISTS(steps_rows), AT(diff_settings, calling.max_steps)},
    {"allow-nonunique-scatter", NULL, "accept tensor.scatter without `unique`: the last update of a place stays",
     TO(diff_settings, calling.reading.allow_nonunique_scatter, read_flag)},
    {"strict-syntax", NULL, "read text as MLIR does: no ops outside functions become @main, and # begins no comment",
     TO(diff_settings, calling.reading.strict_syntax, read_flag)},
    {"quiet", NULL, "print no remarks and warnings", TO(diff_settings, calling.reading.quiet, read_flag),
     .letter = 'q'},
    {LISTS(last_rows)},
    {0}};

const command_code diff_code = {diff_rows, sizeof(diff_settings), diff};

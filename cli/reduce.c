/* reduce.c - garner reduce: the smallest program that still does what a command line of the user's looks for. */
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arguments.h"
#include "reduce.h"
#include "run.h"

/* ---- one search ------------------------------------------------------------------------------ */

static volatile sig_atomic_t is_interrupted;

typedef struct reducing {
    const common *common;
    const reduce_settings *settings;
    trial_folders *folders;
    diff_trials *trials; /* one of the two */
    bool is_terminal, is_shown;
    size_t ops_before;
} reducing;

static void interrupt(int number)
{
    (void)number;
    is_interrupted = 1;
}

/* The first interrupt ends the search, and what was found is printed; the second ends the command. */
static void watch_interrupt(struct sigaction *before)
{
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = (int)(SA_RESETHAND | SA_RESTART)};
    sigemptyset(&action.sa_mask);
    is_interrupted = 0;
    sigaction(SIGINT, NULL, before);
    if (before->sa_handler == SIG_DFL)
        sigaction(SIGINT, &action, NULL);
}

static void try_programs(void *user, size_t n, const grn_reduced *tried, bool *holds)
{
    reducing *r = user;
    if (r->trials)
        diff_trials_run(r->trials, n, tried, holds);
    else
        trial_run(r->folders, n, tried, holds);
}

static bool goes_on(void *user)
{
    (void)user;
    return !is_interrupted;
}

static void show_progress(void *user, const grn_reduced *now, uint64_t tries, size_t ops)
{
    reducing *r = user;
    (void)now;
    if (!r->is_terminal)
        return;
    fprintf(stderr, "\r%zu of %zu ops after %" PRIu64 " tries\033[K", ops, r->ops_before, tries);
    fflush(stderr);
    r->is_shown = true;
}

/* ---- what is printed ------------------------------------------------------------------------- */

static void json_members(const found_program *f)
{
    json *j = document_body();
    json_open_at(j, "reduction", '{');
    json_count_at(j, "ops", f->ops);
    json_count_at(j, "ops_before", f->ops_before);
    json_count_at(j, "tries", f->tries);
    json_key(j, "interrupted");
    json_plain(j, f->is_interrupted ? "true" : "false");
    json_word_at(j, "verdict", f->diff ? grn_verdict_text(grn_diff_verdict(f->diff)) : NULL);
    json_close(j, '}');
}

static grn_status keep_line(void *lines, const char *text, size_t n)
{
    const grn_sink sink = grn_text_buffer_sink(lines);
    const grn_status status = sink.write(sink.user, text, n);
    return status == GRN_OK ? sink.write(sink.user, "\n", 1) : status;
}

static grn_status print_program(common *c, const found_program *f, program_form form, const grn_diag *diag)
{
    const grn_sink sink = made_sink(c);
    const grn_status status = form == PROGRAM_TEXT ? found_head(f, &sink) : GRN_OK;
    return status == GRN_OK ? program_write(f->program, form, f->settings->generic, diag, &sink) : status;
}

static int write_report(const found_program *f, const grn_diag *diag)
{
    grn_text_buffer text = {0};
    const grn_sink sink = grn_text_buffer_sink(&text);
    const grn_status status = found_report(f, diag, &sink);
    const int exit = status == GRN_OK ? text_write(&text, f->settings->report) : exit_of_status(status);
    grn_text_buffer_free(&text);
    return exit;
}

static int print_found(common *c, const reducing *r, const grn_reduction *found, program_form form,
                       const grn_diag *diag)
{
    grn_text_buffer verdict = {0};
    grn_diff *diff = NULL;
    found_program f = {.file = c->file,
                       .settings = r->settings,
                       .program = grn_reduction_program(found),
                       .ops_before = r->ops_before,
                       .tries = grn_reduction_tries(found),
                       .is_interrupted = is_interrupted != 0,
                       .verdict = &verdict};
    grn_status status = GRN_OK;
    f.ops = grn_module_count_ops(f.program->module);
    if (r->trials) {
        status = diff_trials_tell(r->trials, f.program, diag, keep_line, &verdict, &diff);
        if (status == GRN_OK)
            status = verdict.text ? grn_text_buffer_sink(&verdict).write(&verdict, "", 1) : GRN_OK;
        f.diff = diff;
        f.tool = diff_trials_tool(r->trials, &f.version);
    }
    if (status == GRN_OK)
        status = print_program(c, &f, form, diag);
    if (document_is_open())
        json_members(&f);
    int exit = exit_of_status(status);
    if (exit == EXIT_FINE && r->settings->report)
        exit = write_report(&f, diag);
    grn_diff_destroy(diff);
    grn_text_buffer_free(&verdict);
    return exit;
}

/* ---- the command ----------------------------------------------------------------------------- */

static int reduce_program(common *c, reducing *r, const grn_reduced *from, const grn_diag *diag, program_form result)
{
    struct sigaction before;
    const grn_reduce_options options = {
        .at_once = (size_t)c->threads, .max_tries = r->settings->max_tries, .go_on = goes_on, .smaller = show_progress};
    grn_reduction *found = NULL;
    watch_interrupt(&before);
    const grn_status status = grn_module_reduce(from, try_programs, r, &options, diag, &found);
    sigaction(SIGINT, &before, NULL);
    if (r->is_shown)
        fputs("\r\033[K", stderr);
    int exit = exit_of_status(status);
    if (status == GRN_OK)
        exit = print_found(c, r, found, result, diag);
    grn_reduction_destroy(found);
    return exit;
}

static int reduce_entry(common *c, void *own, const entry *e, const grn_diag *diag)
{
    const reduce_settings *s = own;
    const program_form form = e->file->is_onnx ? PROGRAM_ONNX : e->file->is_binary ? PROGRAM_ARTIFACT : PROGRAM_TEXT;
    reducing r = {c, s, .is_terminal = isatty(STDERR_FILENO) && !document_is_open(),
                  .ops_before = grn_module_count_ops(e->module)};
    grn_reduced from = {e->module, e->function, e->ninputs, e->inputs};
    int exit = EXIT_FINE;
    if (s->tool)
        exit = diff_trials_begin(c, s, e, diag, &r.trials, &from);
    else
        exit = (r.folders = trial_folders_make(s, form, (size_t)c->threads)) ? EXIT_FINE : EXIT_REJECTED;
    if (exit == EXIT_FINE)
        exit = reduce_program(c, &r, &from, diag, names_file(c) ? form : PROGRAM_TEXT);
    trial_folders_remove(r.folders);
    diff_trials_end(r.trials);
    return exit;
}

#define RANDOM_BYTES 40

/* --input random:SEED for each parameter, with a seed of its own. The caller frees the texts. */
static bool give_random(reduce_settings *s, const grn_function_info *f, char **texts)
{
    char *text = *texts = calloc(f->ninputs + 1, RANDOM_BYTES);
    bool ok = text != NULL;
    for (size_t i = 0; i < f->ninputs && ok; i++, text += RANDOM_BYTES) {
        snprintf(text, RANDOM_BYTES, "random:%" PRIu64, s->seed + i);
        ok = add_text(&s->calling.inputs, text);
    }
    s->is_random = f->ninputs > 0;
    return ok;
}

static int reduce_with_inputs(common *c, reduce_settings *s, const entry *e, const grn_diag *diag)
{
    grn_function_info f;
    char *texts = NULL;
    int exit = exit_of_status(grn_module_function(e->module, e->function, &f));
    if (exit == EXIT_FINE && s->calling.inputs.count == 0 && !give_random(s, &f, &texts))
        exit = refuse(EXIT_REJECTED, "memory refused for random inputs");
    if (exit == EXIT_FINE)
        exit = for_each_entry(c, &s->calling, (program){e->file, e->module}, diag, reduce_entry, s);
    if (texts)
        s->calling.inputs.count = 0;
    free(texts);
    return exit;
}

/* Without inputs any function will do: the others are dropped, or one of them is reduced in its place. */
static int choose(const reduce_settings *s, const grn_module *module, const char *file, size_t *out)
{
    grn_function_info f;
    size_t found = SIZE_MAX;
    for (size_t i = 0; !s->tool && !s->calling.entry.bytes && !strstr(s->line, "{inputs}") &&
                       grn_module_function(module, i, &f) == GRN_OK;
         i++)
        if (f.has_body && (found == SIZE_MAX || strcmp(f.name, "main") == 0))
            found = i;
    *out = found;
    return found == SIZE_MAX ? choose_function(&s->calling, module, file, out) : EXIT_FINE;
}

/* Inputs are read where the command line asks for them. */
static int reduce_module(common *c, void *own, const part *p, grn_module *module, const grn_diag *diag)
{
    reduce_settings *s = own;
    entry e = {.file = p->file, .module = module};
    const int exit = choose(s, module, p->file->name, &e.function);
    if (exit == EXIT_FINE && s->line && strstr(s->line, "{inputs}"))
        return reduce_with_inputs(c, s, &e, diag);
    return exit == EXIT_FINE ? reduce_entry(c, s, &e, diag) : exit;
}

static int check_line(const reduce_settings *s)
{
    if (!strstr(s->line, "{}") && !strstr(s->line, "{program}"))
        return refuse(EXIT_USAGE, "--while: '%s' does not name the program: {} stands for its file", s->line);
    if (s->calling.inputs.count && !strstr(s->line, "{inputs}"))
        return refuse(EXIT_USAGE,
                      "--input: the line of --while does not take inputs: {inputs} stands for their folder");
    if (s->has_seed && !strstr(s->line, "{inputs}"))
        return refuse(EXIT_USAGE, "--seed: the line of --while does not take random inputs: {inputs} stands for their "
                                  "folder");
    return EXIT_FINE;
}

static int reduce(common *c, void *own)
{
    reduce_settings *s = own;
    if (!s->line == !s->tool)
        return refuse(EXIT_USAGE,
                      "reduce: %s says what is looked for: --while a command line that exits with 0, --diff "
                      "a tool whose results differ",
                      s->line ? "one of --while and --diff" : "--while or --diff");
    int exit = s->line ? check_line(s) : EXIT_FINE;
    if (exit == EXIT_FINE && s->report)
        exit = keep_check(s->report);
    return exit == EXIT_FINE ? make_text(c, &s->calling.reading, reduce_module, s, "text") : exit;
}

static bool read_jobs(void *threads, const char *v)
{
    return (*(int32_t *)threads = (int32_t)number_up_to(MOST_THREADS, v)) > 0;
}

static bool read_seconds(void *seconds, const char *v)
{
    char *end;
    *(double *)seconds = strtod(v, &end);
    return end != v && *end == '\0' && *(double *)seconds > 0 && *(double *)seconds < 1e9;
}

static bool read_limit(void *out, const char *v) { return read_bytes(v, out); }

static bool read_seed(void *settings, const char *v)
{
    reduce_settings *s = settings;
    return s->has_seed = read_count(&s->seed, v);
}

static const option_row reduce_rows[] = {
    {"while", "COMMAND",
     "a line of the shell that exits with 0 where a program still does it: {} stands for the program's file, {inputs} "
     "for the folder of its inputs, in_0.npy and so on",
     TO(reduce_settings, line, read_name)},
    {"diff", "NAME|COMMAND",
     "a tool as `garner diff --tool` takes it, whose results differ: what is smaller differs in the same way, at the "
     "same op, by the same reading of the specification",
     TO(reduce_settings, tool, read_name)},
    {"form", "FORM", "the form in which the tool takes programs (default: as its adapter says; text)",
     TO(reduce_settings, form, read_name), .needs = "diff"},
    {"memory", "SIZE", "of the tool and all that it starts: bytes, or with K, M, G (default: no limit)",
     TO(reduce_settings, memory_bytes, read_limit), .takes = "a number of bytes, as 512M", .needs = "diff"},
    {"whole", NULL, "compare results alone, not the ops within: faster, and says less",
     TO(reduce_settings, whole, read_flag), .needs = "diff"},
    {"report", "FILE", "write a text there that is ready for an issue tracker, in Markdown",
     TO(reduce_settings, report, read_name)},
    {"jobs", "N", "try so many programs at once, 1 to 256 (default: this machine's processors)",
     TO_COMMON(threads, read_jobs), .letter = 'j', .takes = "a number from 1 to 256"},
    {"timeout", "SECONDS", "a try that takes longer does not do it (default: no limit; with --diff 60)",
     TO(reduce_settings, seconds, read_seconds), .takes = "a number of seconds over 0"},
    {"max-tries", "N", "stop after so many tries, with the smallest program so far (default: no limit)",
     TO(reduce_settings, max_tries, read_steps), .takes = "a number from 1 on"},
    {"seed", "N", "of inputs, which are random where {inputs} is named and none are given (default: 0)",
     .read = read_seed, .takes = "a number from 0 on"},
    {"generic", NULL, "every op in generic form, in what is tried too", TO(reduce_settings, generic, read_flag)},
    {LISTS(output_rows, json_rows)},
    {LISTS(called_rows), AT(reduce_settings, calling)},
    {LISTS(memory_rows, errors_rows)},
    {LISTS(closing_rows), AT(reduce_settings, calling.reading)},
    {0}};

const command_code reduce_code = {reduce_rows, sizeof(reduce_settings), reduce};

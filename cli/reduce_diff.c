/* reduce_diff.c - programs that are tried by holding another tool's results against the specification. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "diff.h"
#include "reduce.h"

#define SAID_BYTES 256
#define MOST_TRIALS 8 /* of inputs that are drawn */
/* A program that is tried may take so many times the steps of the one it is made of: a loop that lost its end is given
 * up soon. What that one takes is found by runs within limits, each so many times the last. */
#define MORE_STEPS 16
#define FEWEST_STEPS ((uint64_t)1 << 16)
#define MOST_STEPS ((uint64_t)1 << 40)

/* What a program comes to: the verdict, and of what and why. */
typedef struct finding {
    grn_verdict verdict;
    char op[128];
    const char *reading;   /* of a bug */
    grn_allowance why;     /* of what is allowed */
    char said[SAID_BYTES]; /* of a crash and a refusal: the first line, without numbers */
} finding;

struct diff_trials {
    const common *common;
    diff_settings settings;
    diff_tool tool;
    tool_session *sessions;
    size_t count;
    finding wanted;
    grn_module *module; /* the program's, in memory that threads may ask for at once */
    diff_program program;
    grn_random_inputs *drawn;
    uint64_t most_steps;      /* of a run of garner's; 0: no limit */
    const grn_reduced *tried; /* of a batch */
    bool *holds;
};

/* ---- what is looked for ------------------------------------------------------------------------ */

static void keep_said(const char *said, char out[SAID_BYTES])
{
    size_t n = 0;
    for (; said && *said && *said != '\n' && n < SAID_BYTES - 1; said++)
        if (!isdigit((unsigned char)*said))
            out[n++] = *said;
    out[n] = '\0';
}

static finding finding_of(const grn_diff *diff)
{
    finding f = {.verdict = grn_diff_verdict(diff)};
    const grn_difference *d = grn_diff_at(diff, 0);
    if (d)
        snprintf(f.op, sizeof f.op, "%s", d->op ? d->op : "");
    f.reading = d ? d->reading : NULL;
    f.why = d ? d->why : GRN_ALLOWANCE_NONE;
    if (f.verdict == GRN_CRASHED || f.verdict == GRN_REFUSED)
        keep_said(grn_diff_said(diff), f.said);
    return f;
}

/* A reading that is not known of a large program may be known of a small one. */
static bool is_wanted(const finding *f, const finding *wanted)
{
    const bool same_reading = !wanted->reading || (f->reading && strcmp(f->reading, wanted->reading) == 0);
    return f->verdict == wanted->verdict && strcmp(f->op, wanted->op) == 0 && same_reading && f->why == wanted->why &&
           strcmp(f->said, wanted->said) == 0;
}

/* ---- one program ------------------------------------------------------------------------------- */

static grn_status compare(diff_trials *t, tool_session *session, const grn_reduced *p, const grn_diag *diag,
                          grn_diff **out)
{
    const grn_tool tool = tool_session_as_tool(session);
    const grn_run_options run = {.max_memory_bytes = t->common->max_memory_bytes,
                                 .max_steps = t->most_steps,
                                 .drop_whole_window = t->settings.calling.drop_whole_window};
    const grn_differ_options options = {.run = &run, .whole = t->settings.whole};
    return grn_module_diff(p->module, p->function, p->ninputs, p->inputs, &tool, &options, diag, out);
}

static void try_one(void *trials, int32_t i)
{
    diff_trials *t = trials;
    first_error ignored = {.text = ""};
    const grn_diag diag = first_error_diag(&ignored);
    grn_diff *diff = NULL;
    t->holds[i] = false;
    if (t->sessions[i].broken[0] == '\0' && compare(t, &t->sessions[i], &t->tried[i], &diag, &diff) == GRN_OK) {
        const finding f = finding_of(diff);
        t->holds[i] = is_wanted(&f, &t->wanted);
    }
    grn_diff_destroy(diff);
}

void diff_trials_run(diff_trials *t, size_t n, const grn_reduced *tried, bool *holds)
{
    const grn_parallel *parallel = threads_parallel((int32_t)t->count);
    t->tried = tried;
    t->holds = holds;
    if (parallel)
        parallel->for_each(parallel->user, (int32_t)n, try_one, t);
    for (size_t i = 0; i < n && !parallel; i++)
        try_one(t, (int32_t)i);
}

/* ---- the program itself ------------------------------------------------------------------------ */

static grn_reduced reduced(const diff_trials *t)
{
    const grn_tensor *inputs = t->drawn ? grn_random_inputs_tensors(t->drawn) : t->program.inputs;
    return (grn_reduced){t->program.ran, t->program.function,
                         t->drawn ? grn_random_inputs_count(t->drawn) : t->program.ninputs, inputs};
}

static int look(diff_trials *t, const grn_diag *diag)
{
    const grn_reduced p = reduced(t);
    grn_diff *diff = NULL;
    const grn_status status = compare(t, &t->sessions[0], &p, diag, &diff);
    if (status == GRN_OK)
        t->wanted = finding_of(diff);
    grn_diff_destroy(diff);
    if (t->sessions[0].broken[0] != '\0')
        return refuse(EXIT_REJECTED, "--diff=%s: %s", t->settings.tool, t->sessions[0].broken);
    return exit_of_status(status);
}

/* Inputs are drawn until the tool does something to look for. */
static int draw(diff_trials *t, const grn_diag *diag)
{
    int exit = EXIT_FINE;
    for (uint64_t i = 0; exit == EXIT_FINE && i < MOST_TRIALS && t->wanted.verdict < GRN_REFUSED; i++) {
        const grn_random_options how = {.seed = t->settings.seed,
                                        .number = i,
                                        .max_memory_bytes = t->common->max_memory_bytes,
                                        .max_steps = t->settings.calling.max_steps};
        grn_random_inputs_destroy(t->drawn);
        t->drawn = NULL;
        exit = exit_of_status(grn_module_random_inputs(t->program.ran, t->program.function, &how, diag, &t->drawn));
        if (exit == EXIT_FINE)
            exit = look(t, diag);
    }
    return exit;
}

static uint64_t steps_of_a_try(const diff_trials *t)
{
    const grn_reduced p = reduced(t);
    grn_status status = GRN_E_LIMIT;
    uint64_t most = FEWEST_STEPS;
    for (; status == GRN_E_LIMIT && most < MOST_STEPS; most *= MORE_STEPS) {
        const grn_run_options run = {.max_memory_bytes = t->common->max_memory_bytes, .max_steps = most};
        first_error ignored = {.text = ""};
        const grn_diag diag = first_error_diag(&ignored);
        grn_results *results = NULL;
        status = grn_module_run(p.module, p.function, p.ninputs, p.inputs, &run, &diag, &results);
        grn_results_destroy(results);
    }
    return most;
}

/* Constants that became inputs are constants again for a tool that wants them so. */
static int look_at_program(diff_trials *t, const grn_diag *diag)
{
    if (t->program.inputs == NULL)
        return draw(t, diag);
    const int exit = look(t, diag);
    return exit == EXIT_FINE && t->wanted.verdict == GRN_REFUSED && diff_program_keep_constants(&t->program)
               ? look(t, diag)
               : exit;
}

/* A copy of a module in memory of malloc. */
static grn_module *copy_of(const grn_module *module, const reading_settings *how, const grn_diag *diag)
{
    const grn_module_print_options print = {.generic = true, .names = true, .locations = true};
    const grn_module_options options = {.allow_unregistered = how->allow_unregistered,
                                        .allow_nonunique_scatter = how->allow_nonunique_scatter};
    grn_text_buffer text = {0};
    grn_module *made = NULL;
    const grn_sink sink = grn_text_buffer_sink(&text);
    if (grn_module_print(module, &print, &sink) != GRN_OK ||
        grn_module_parse(text.text, text.size_bytes, &options, diag, &made) != GRN_OK)
        complain("memory refused for the program");
    grn_text_buffer_free(&text);
    return made;
}

static int open_program(diff_trials *t, const entry *e, const reduce_settings *s, const grn_diag *diag)
{
    diff_cases cases = {0};
    const diff_case alone = {.file = (char *)(uintptr_t)t->common->file};
    t->module = copy_of(e->module, &s->calling.reading, diag);
    int exit = t->module ? EXIT_FINE : EXIT_REJECTED;
    if (exit == EXIT_FINE && strcmp(t->common->file, "-") != 0)
        exit = diff_cases_read(t->common, &cases);
    if (exit == EXIT_FINE)
        exit = diff_program_open(t->common, &t->settings, cases.count == 1 ? &cases.items[0] : &alone,
                                 (program){e->file, t->module}, e->function, &t->program);
    diff_cases_free(&cases);
    return exit;
}

/* ---- the tool ---------------------------------------------------------------------------------- */

static int begin_sessions(diff_trials *t, size_t at_once)
{
    t->sessions = calloc(at_once, sizeof *t->sessions);
    if (!t->sessions)
        return refuse(EXIT_REJECTED, "memory refused for sessions of the tool");
    for (; t->count < at_once; t->count++)
        if (!tool_session_begin(&t->sessions[t->count], &t->tool)) {
            const char *why = t->sessions[t->count++].broken;
            return refuse(EXIT_REJECTED, "--diff=%s: %s", t->settings.tool, why);
        }
    return EXIT_FINE;
}

void diff_trials_end(diff_trials *t)
{
    if (!t)
        return;
    for (size_t i = 0; i < t->count; i++)
        tool_session_end(&t->sessions[i]);
    free(t->sessions);
    grn_random_inputs_destroy(t->drawn);
    diff_program_close(&t->program);
    grn_module_destroy(t->module);
    diff_tool_free(&t->tool);
    free(t);
}

int diff_trials_begin(const common *c, const reduce_settings *s, const entry *e, const grn_diag *diag,
                      diff_trials **out, grn_reduced *from)
{
    diff_trials *t = *out = calloc(1, sizeof *t);
    if (!t)
        return refuse(EXIT_REJECTED, "memory refused for what is tried");
    t->common = c;
    t->settings = (diff_settings){.calling = s->calling,
                                  .tool = s->tool,
                                  .form = s->form,
                                  .seed = s->seed,
                                  .seconds = s->seconds,
                                  .memory_bytes = s->memory_bytes,
                                  .whole = s->whole};
    t->most_steps = s->calling.max_steps;
    int exit = diff_tool_find(&t->settings, &t->tool);
    if (exit == EXIT_FINE)
        exit = begin_sessions(t, (size_t)c->threads);
    if (exit == EXIT_FINE)
        exit = open_program(t, e, s, diag);
    if (exit == EXIT_FINE)
        exit = look_at_program(t, diag);
    *from = reduced(t);
    if (exit == EXIT_FINE && t->most_steps == 0)
        t->most_steps = steps_of_a_try(t);
    if (exit == EXIT_FINE && t->wanted.verdict == GRN_SAME)
        return refuse_of(EXIT_NO, c->file, "%s gives the same bits: there is nothing to look for", s->tool);
    return exit;
}

/* ---- what is told of the smallest ---------------------------------------------------------------- */

const char *diff_trials_tool(const diff_trials *t, const char **version)
{
    *version = t->tool.version;
    return t->tool.given;
}

/* The lines that `garner diff` prints of it, without places. */
grn_status diff_trials_tell(diff_trials *t, const grn_reduced *p, const grn_diag *diag,
                            grn_status (*line)(void *user, const char *text, size_t n), void *user, grn_diff **out)
{
    diff_row row = {0};
    diff_program program_of = t->program;
    const diff_case of = {.file = (char *)(uintptr_t) "program"};
    grn_status status = compare(t, &t->sessions[0], p, diag, out);
    program_of.module = program_of.ran = p->module;
    program_of.inputs = (grn_tensor *)(uintptr_t)p->inputs;
    if (status == GRN_OK)
        status = grn_module_function(p->module, p->function, &program_of.info);
    if (status == GRN_OK)
        diff_row_add(&row, &of, &program_of, *out, 0);
    for (const char *at = row.text.text, *end; status == GRN_OK && at && (end = strchr(at, '\n')); at = end + 1) {
        at = strchr(at, ' ') ? strchr(at, ' ') + 1 : at; /* behind the place: the program is printed in other lines */
        status = line(user, at, (size_t)(end - at));
    }
    grn_text_buffer_free(&row.text);
    grn_text_buffer_free(&row.keys);
    free(json_finish(&row.objects));
    return status;
}

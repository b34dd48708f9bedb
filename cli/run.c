/* run.c - garner run: what came out. */
#include <string.h>

#include "follow.h"

#define ELIDE_OVER 1000 /* elements of a result printed without --full */

/* Each rank is a device, and has its parts of inputs and results. */
static bool runs_on_ranks(const settings *s) { return s->run.devices && ranks_comm(); }

/* Whose results there are: a rank has those of its own process alone. */
static uint32_t processes_of(const settings *s)
{
    return ranks_comm() ? 1 : (s->run.replicas ? s->run.replicas : 1) * (s->run.partitions ? s->run.partitions : 1);
}

/* Of a grid: the process, before the first of its results. */
static void show_process(const settings *s, size_t i, size_t each)
{
    const uint32_t partitions = s->run.partitions ? s->run.partitions : 1;
    if (processes_of(s) > 1 && i % each == 0)
        fprintf(s->state->out, "process (%u, %u):\n", (unsigned)(i / each) / partitions,
                (unsigned)(i / each) % partitions);
}

/* Of several results, each has its number before it. */
static bool show_result(const settings *s, const grn_results *results, size_t i, size_t each)
{
    if (!s->run.rows && each > 1)
        fprintf(s->state->out, "result %zu: ", i % each);
    const grn_literal_options options = {.elide_over = s->run.full ? 0 : ELIDE_OVER};
    const grn_sink sink = grn_file_sink(s->state->out);
    grn_status status =
        s->run.rows ? grn_results_write_rows(results, i, &sink) : grn_results_write(results, i, &options, &sink);
    return status == GRN_OK && fputc('\n', s->state->out) != EOF;
}

/* What the program fed out, and which process of the grid did. */
static bool show_outfed(const settings *s, const grn_results *results)
{
    const grn_literal_options options = {.elide_over = s->run.full ? 0 : ELIDE_OVER};
    const grn_sink sink = grn_file_sink(s->state->out);
    const grn_tensor *t;
    uint32_t process;
    for (size_t i = 0; (t = grn_results_outfed(results, i, &process)) != NULL; i++) {
        fprintf(s->state->out, "outfeed of process %u: ", (unsigned)process);
        if (grn_tensor_write_literal(t, &options, &sink) != GRN_OK || fputc('\n', s->state->out) == EOF)
            return false;
    }
    return true;
}

static int show_results(const settings *s, const grn_results *results)
{
    const size_t each = grn_results_count(results) / processes_of(s);
    for (size_t i = 0; i < grn_results_count(results); i++) {
        show_process(s, i, each);
        if (!show_result(s, results, i, each))
            return EXIT_REJECTED; /* reported when standard output is closed */
    }
    return show_outfed(s, results) ? EXIT_FINE : EXIT_REJECTED;
}

/* Shown, unless files go to standard output; then written, then compared. */
static int use_results(const settings *s, const entry *e, const grn_function_info *info, const grn_results *results)
{
    const bool shown = !s->quiet && !s->state->record && !results_to_stdout(s->state->results);
    if (s->state->record)
        record_results(s->state->record, s, info, e->function, results);
    if (e->has_heading && shown) {
        show_symbol(s->state->out, info->name, info->name_bytes);
        fputs(grn_results_count(results) ? ":\n" : ": ok\n", s->state->out);
    }
    int exit = shown ? show_results(s, results) : EXIT_FINE;
    if (exit == EXIT_FINE)
        exit =
            results_add(s->state->results, info, e->function, results, !e->has_heading && !s->reading.split_input_file);
    return exit == EXIT_FINE ? expected_compare(s->state->expected, s, info, e->function, results) : exit;
}

/* ---- runs that are followed ------------------------------------------------------------------ */

typedef struct following {
    const settings *s;
    const entry *e;
    progress progress;
    timing *timing; /* NULL: nothing is timed */
} following;

static void op_begins(void *user, const grn_traced_op *op)
{
    following *f = user;
    if (f->timing)
        timing_begin_op(f->timing, op);
}

static void op_ends(void *user, const grn_traced_op *op)
{
    following *f = user;
    if (f->timing)
        timing_end_op(f->timing, op);
    if (f->s->run.trace && f->s->state->record)
        trace_json(&f->s->state->record->trace, f->e, op);
    else if (f->s->run.trace)
        trace_op(f->e, op);
    progress_op(&f->progress, f->e, op);
}

static grn_status run_once(const settings *s, const entry *e, const grn_run_options *options, const grn_diag *diag,
                           grn_results **results)
{
    const grn_module_shard_options how = {.reassociate = s->reassociate};
    const grn_status status =
        s->run.devices
            ? grn_module_shard_run(e->module, e->function, e->ninputs, e->inputs, &how, options, diag, results)
            : grn_module_run(e->module, e->function, e->ninputs, e->inputs, options, diag, results);
    ranks_ran(status);
    return status;
}

/* One that does not count, and those that do; *results are the last's. What a program prints and
 * probes, it does once. */
static grn_status run_timed(following *f, grn_run_options *options, const grn_diag *diag, grn_results **results)
{
    const size_t runs = (size_t)f->s->run.timed_runs;
    grn_status status = run_once(f->s, f->e, options, diag, results);
    options->print = NULL;
    options->probe = NULL;
    options->plans = NULL;
    for (size_t i = 0; status == GRN_OK && i < runs; i++) {
        grn_results_destroy(*results);
        timing_run(f->timing, i);
        status = run_once(f->s, f->e, options, diag, results);
        timing_end_run(f->timing);
    }
    return status;
}

static grn_status run_followed(const settings *s, const entry *e, grn_run_options *options, const grn_diag *diag,
                               grn_results **results)
{
    following f = {.s = s, .e = e, .timing = s->run.timed_runs ? timing_new((size_t)s->run.timed_runs) : NULL};
    const grn_tracer tracer = {op_begins, op_ends, &f, s->run.trace};
    if (s->run.timed_runs && !f.timing)
        return GRN_E_MEMORY;
    progress_begin(&f.progress, s);
    if (f.timing)
        timing_run(f.timing, SIZE_MAX);
    if (f.timing || s->run.trace || f.progress.is_shown)
        options->tracer = &tracer;
    grn_status status = f.timing ? run_timed(&f, options, diag, results) : run_once(s, e, options, diag, results);
    progress_end(&f.progress);
    if (status == GRN_OK && f.timing)
        timing_report(f.timing, e, s->state->record ? &s->state->record->time : NULL);
    timing_free(f.timing);
    return status;
}

/* What the program prints goes where no results go. */
static grn_sink print_sink(const settings *s)
{
    return s->state->record ? json_raw_sink(&s->state->record->printed)
                            : grn_file_sink(results_to_stdout(s->state->results) ? stderr : s->state->out);
}

static int run_function(const settings *s, const entry *e, const grn_function_info *info, const grn_diag *diag)
{
    const grn_sink print = print_sink(s);
    grn_run_options options = run_options(s);
    options.print = &print;
    options.probe = probe_begin(s);
    const bool is_grid = s->run.replicas || s->run.partitions;
    options.replicas = is_grid ? s->run.replicas : 1;
    /* what a program gives does not depend on how many ranks there are */
    options.partitions = is_grid ? s->run.partitions : 1;
    options.plans = s->run.show_plans ? diag : NULL;
    grn_results *results;
    int exit = results_expect(s->state->results, info, e->has_heading || s->run.replicas > 1 || s->run.partitions > 1);
    if (exit != EXIT_FINE)
        return exit;
    grn_status status = run_followed(s, e, &options, diag, &results);
    if (status != GRN_OK)
        return exit_of_status(status);
    exit = runs_on_ranks(s) ? shares_use(s, e, info, results, diag) : use_results(s, e, info, results);
    grn_results_destroy(results);
    return exit;
}

static int run_entry(const settings *s, const entry *e, const grn_diag *diag)
{
    run_record record = {.results = {0}};
    grn_function_info info;
    const grn_status status = grn_module_function(e->module, e->function, &info);
    if (status != GRN_OK)
        return exit_of_status(status);
    s->state->record = document_is_open() ? &record : NULL;
    const int exit = run_function(s, e, &info, diag);
    if (s->state->record)
        record_end(&record, s, &info, exit);
    s->state->record = NULL;
    return exit;
}

static int run_module(const settings *s, const part *p, grn_module *module, const grn_diag *diag)
{
    if (s->run.devices &&
        shard_needs_mesh(p->file, module, "--devices runs a program on the devices of a mesh") != EXIT_FINE)
        return EXIT_USAGE;
    return for_each_entry(s, p->file, module, diag, run_entry);
}

/* What one document cannot have besides. EXIT_USAGE after a message. */
static int check_json(const settings *s)
{
    if (s->run.rows)
        complain("run: --rows is a way to print results, and --json prints none");
    else if (s->output && strcmp(s->output, "-") == 0)
        complain(
            "run: --output - writes tensors to standard output, where --json has its document; --output FILE does not");
    else
        return EXIT_FINE;
    return EXIT_USAGE;
}

/* What a program on its devices cannot have besides. EXIT_USAGE after a message. */
static int check_devices(const settings *s)
{
    if (s->run.replicas || s->run.partitions)
        complain("run: --devices takes their number from the program's mesh, --replicas and --partitions say another; "
                 "one or the other");
    else if (s->calling.strict || s->run.check_promises)
        complain(
            "run: --devices gives each device indices of its own: --strict and --check-promises look at the program's");
    else if (s->run.trace || s->run.timed_runs)
        complain(
            "run: --devices runs another program on each device: --trace and --time follow one, of `garner shard`");
    else
        return EXIT_FINE;
    return EXIT_USAGE;
}

static int run_modules(const settings *s)
{
    if (!document_is_open())
        return for_each_module(s, run_module);
    json_open_at(document_body(), "runs", '[');
    const int exit = for_each_module(s, run_module);
    json_close(document_body(), ']');
    return exit;
}

static int run_to(const settings *s)
{
    int exit = tuning_begin(s);
    if (exit == EXIT_FINE)
        exit = expected_open(s, &s->state->expected);
    if (exit == EXIT_FINE)
        exit = runs_on_ranks(s) ? shares_check(s) : results_open(s, &s->state->results);
    if (exit == EXIT_FINE)
        exit = run_modules(s);
    exit = results_close(s->state->results, exit);
    expected_close(s->state->expected);
    exit = probe_end(s, exit);
    return tuning_end(s, exit);
}

/* What is printed goes to a file. Of a run whose check fails, too: its results are there. */
static int run_to_text(const settings *s)
{
    int exit = report_begin(s, NULL);
    if (exit != EXIT_FINE)
        return exit;
    exit = run_to(s);
    return report_end(s, exit, exit == EXIT_FINE || exit == EXIT_NO);
}

int run_command(const settings *s)
{
    int exit = s->json ? check_json(s) : EXIT_FINE;
    if (exit == EXIT_FINE)
        exit = s->run.devices ? check_devices(s) : EXIT_FINE;
    if (exit == EXIT_FINE && s->reassociate && !s->run.devices) {
        complain("run: --reassociate says how a program is divided, which takes --devices");
        exit = EXIT_USAGE;
    }
    if (exit != EXIT_FINE)
        return exit;
    s->state->out = stdout;
    return s->run.text_output ? run_to_text(s) : run_to(s);
}

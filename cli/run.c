/* run.c - garner run: what came out. */
#include <string.h>

#include "arguments.h"
#include "run.h"

#define ELIDE_OVER 1000 /* elements of a result printed without --full */

/* The command while it runs. */
typedef struct running {
    common *c;
    run_settings *s;
    result_files *results;
    expected_results *expected;
    run_record *record; /* --json: of the present run */
} running;

/* Each rank is a device, and has its parts of inputs and results. */
static bool runs_on_ranks(const run_settings *s) { return s->devices && ranks_comm(); }

/* Whose results there are: a rank has those of its own process alone. */
static uint32_t processes_of(const run_settings *s)
{
    return ranks_comm() ? 1 : (s->replicas ? s->replicas : 1) * (s->partitions ? s->partitions : 1);
}

/* Of a grid: the process, before the first of its results. */
static void show_process(const running *r, size_t i, size_t each)
{
    const run_settings *s = r->s;
    const uint32_t partitions = s->partitions ? s->partitions : 1;
    if (processes_of(s) > 1 && i % each == 0)
        fprintf(r->c->out, "process (%u, %u):\n", (unsigned)(i / each) / partitions, (unsigned)(i / each) % partitions);
}

/* Of several results, each has its number before it. */
static bool show_result(const running *r, const grn_results *results, size_t i, size_t each)
{
    const run_settings *s = r->s;
    if (!s->rows && each > 1)
        fprintf(r->c->out, "result %zu: ", i % each);
    const grn_literal_options options = {.elide_over = s->full ? 0 : ELIDE_OVER};
    const grn_sink sink = grn_file_sink(r->c->out);
    grn_status status =
        s->rows ? grn_results_write_rows(results, i, &sink) : grn_results_write(results, i, &options, &sink);
    return status == GRN_OK && fputc('\n', r->c->out) != EOF;
}

/* What the program fed out, and which process of the grid did. */
static bool show_outfed(const running *r, const grn_results *results)
{
    const grn_literal_options options = {.elide_over = r->s->full ? 0 : ELIDE_OVER};
    const grn_sink sink = grn_file_sink(r->c->out);
    const grn_tensor *t;
    uint32_t process;
    for (size_t i = 0; (t = grn_results_outfed(results, i, &process)) != NULL; i++) {
        fprintf(r->c->out, "outfeed of process %u: ", (unsigned)process);
        if (grn_tensor_write_literal(t, &options, &sink) != GRN_OK || fputc('\n', r->c->out) == EOF)
            return false;
    }
    return true;
}

static int show_results(const running *r, const grn_results *results)
{
    const size_t each = grn_results_count(results) / processes_of(r->s);
    for (size_t i = 0; i < grn_results_count(results); i++) {
        show_process(r, i, each);
        if (!show_result(r, results, i, each))
            return EXIT_REJECTED; /* reported when standard output is closed */
    }
    return show_outfed(r, results) ? EXIT_FINE : EXIT_REJECTED;
}

/* Shown, unless files go to standard output; then written, then compared. */
static int use_results(const running *r, const entry *e, const grn_function_info *info, const grn_results *results)
{
    const bool shown = !r->s->calling.reading.quiet && !r->record && !results_to_stdout(r->results);
    if (r->record)
        record_results(r->record, r->s, info, e->function, results);
    if (e->has_heading && shown) {
        show_symbol(r->c->out, info->name, info->name_bytes);
        fputs(grn_results_count(results) ? ":\n" : ": ok\n", r->c->out);
    }
    int exit = shown ? show_results(r, results) : EXIT_FINE;
    if (exit == EXIT_FINE)
        exit = results_add(r->results, info, e->function, results,
                           !e->has_heading && !r->s->calling.reading.split_input_file);
    return exit == EXIT_FINE
               ? expected_compare(r->expected, r->record ? &r->record->differences : NULL, info, e->function, results)
               : exit;
}

/* ---- runs that are followed ------------------------------------------------------------------ */

typedef struct following {
    const running *r;
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
    if (f->r->s->trace && f->r->record)
        trace_json(&f->r->record->trace, f->e, op);
    else if (f->r->s->trace)
        trace_op(f->e, op);
    progress_op(&f->progress, f->e, op);
}

static grn_status run_once(const run_settings *s, const entry *e, const grn_run_options *options, const grn_diag *diag,
                           grn_results **results)
{
    const grn_module_shard_options how = {.reassociate = s->reassociate};
    const grn_status status =
        s->devices ? grn_module_shard_run(e->module, e->function, e->ninputs, e->inputs, &how, options, diag, results)
                   : grn_module_run(e->module, e->function, e->ninputs, e->inputs, options, diag, results);
    ranks_ran(status);
    return status;
}

/* One that does not count, and those that do; *results are the last's. What a program prints and
 * probes, it does once. */
static grn_status run_timed(following *f, grn_run_options *options, const grn_diag *diag, grn_results **results)
{
    const size_t runs = (size_t)f->r->s->timed_runs;
    grn_status status = run_once(f->r->s, f->e, options, diag, results);
    options->print = NULL;
    options->probe = NULL;
    options->plans = NULL;
    for (size_t i = 0; status == GRN_OK && i < runs; i++) {
        grn_results_destroy(*results);
        timing_run(f->timing, i);
        status = run_once(f->r->s, f->e, options, diag, results);
        timing_end_run(f->timing);
    }
    return status;
}

static grn_status run_followed(const running *r, const entry *e, grn_run_options *options, const grn_diag *diag,
                               grn_results **results)
{
    const run_settings *s = r->s;
    following f = {.r = r, .e = e, .timing = s->timed_runs ? timing_new((size_t)s->timed_runs) : NULL};
    const grn_tracer tracer = {op_begins, op_ends, &f, s->trace};
    if (s->timed_runs && !f.timing)
        return GRN_E_MEMORY;
    progress_begin(&f.progress, !s->calling.reading.quiet && !r->c->json);
    if (f.timing)
        timing_run(f.timing, SIZE_MAX);
    if (f.timing || s->trace || f.progress.is_shown)
        options->tracer = &tracer;
    grn_status status = f.timing ? run_timed(&f, options, diag, results) : run_once(s, e, options, diag, results);
    progress_end(&f.progress);
    if (status == GRN_OK && f.timing)
        timing_report(f.timing, e, r->record ? &r->record->time : NULL);
    timing_free(f.timing);
    return status;
}

/* What the program prints goes where no results go. */
static grn_sink print_sink(const running *r)
{
    return r->record ? json_raw_sink(&r->record->printed)
                     : grn_file_sink(results_to_stdout(r->results) ? stderr : r->c->out);
}

static int run_function(const running *r, const entry *e, const grn_function_info *info, const grn_diag *diag)
{
    const run_settings *s = r->s;
    const grn_sink print = print_sink(r);
    grn_run_options options = run_options(r->c, &s->calling, e->input_bytes);
    tuning_use(&s->tuning, &options);
    options.check_promises = s->check_promises;
    options.products = s->products;
    options.print = &print;
    options.probe = probe_begin(s);
    const bool is_grid = s->replicas || s->partitions;
    options.replicas = is_grid ? s->replicas : 1;
    /* what a program gives does not depend on how many ranks there are */
    options.partitions = is_grid ? s->partitions : 1;
    options.plans = s->show_plans ? diag : NULL;
    grn_results *results;
    int exit = results_expect(r->results, info, e->has_heading || s->replicas > 1 || s->partitions > 1);
    if (exit != EXIT_FINE)
        return exit;
    grn_status status = run_followed(r, e, &options, diag, &results);
    if (status != GRN_OK)
        return exit_of_status(status);
    exit = runs_on_ranks(s) ? shares_use(s, e, info, results, diag) : use_results(r, e, info, results);
    grn_results_destroy(results);
    return exit;
}

static int run_entry(common *c, void *own, const entry *e, const grn_diag *diag)
{
    running *r = own;
    run_record record = {.results = {0}};
    grn_function_info info;
    const grn_status status = grn_module_function(e->module, e->function, &info);
    if (status != GRN_OK)
        return exit_of_status(status);
    (void)c;
    r->record = document_is_open() ? &record : NULL;
    const int exit = run_function(r, e, &info, diag);
    if (r->record)
        record_end(&record, r->s, &info, exit);
    r->record = NULL;
    return exit;
}

static int run_module(common *c, void *own, const part *p, grn_module *module, const grn_diag *diag)
{
    const run_settings *s = ((const running *)own)->s;
    if (s->devices &&
        shard_needs_mesh(p->file, module, "--devices runs a program on the devices of a mesh") != EXIT_FINE)
        return EXIT_USAGE;
    return for_each_entry(c, &s->calling, (program){p->file, module}, diag, run_entry, own);
}

/* What one document cannot have besides. EXIT_USAGE after a message. */
static int check_json(const run_settings *s)
{
    if (s->rows)
        return refuse(EXIT_USAGE, "run: --rows is a way to print results, and --json prints none");
    if (s->output && strcmp(s->output, "-") == 0)
        return refuse(
            EXIT_USAGE,
            "run: --output - writes tensors to standard output, where --json has its document; --output FILE does not");
    return EXIT_FINE;
}

/* What a program on its devices cannot have besides. EXIT_USAGE after a message. */
static int check_devices(const run_settings *s)
{
    if (s->replicas || s->partitions)
        return refuse(
            EXIT_USAGE,
            "run: --devices takes their number from the program's mesh, --replicas and --partitions say another; "
            "one or the other");
    if (s->calling.strict || s->check_promises)
        return refuse(
            EXIT_USAGE,
            "run: --devices gives each device indices of its own: --strict and --check-promises look at the program's");
    if (s->trace || s->timed_runs)
        return refuse(
            EXIT_USAGE,
            "run: --devices runs another program on each device: --trace and --time follow one, of `garner shard`");
    return EXIT_FINE;
}

static int run_to(common *c, run_settings *s)
{
    running r = {.c = c, .s = s};
    int exit = tuning_begin(&s->tuning);
    if (exit == EXIT_FINE)
        exit = expected_open(c, s, &r.expected);
    if (exit == EXIT_FINE)
        exit = runs_on_ranks(s) ? shares_check(s) : results_open(s->output, c->max_memory_bytes, &r.results);
    if (exit == EXIT_FINE)
        exit = list_each_module(c, "runs", &s->calling.reading, run_module, &r);
    exit = results_close(r.results, exit);
    expected_close(r.expected);
    exit = probe_end(s, exit);
    return tuning_end(&s->tuning, exit);
}

/* What is printed goes to a file. Of a run whose check fails, too: its results are there. */
static int run_to_text(common *c, run_settings *s)
{
    c->output = s->text_output;
    int exit = report_begin(c, NULL);
    if (exit != EXIT_FINE)
        return exit;
    exit = run_to(c, s);
    return report_end(c, exit, exit == EXIT_FINE || exit == EXIT_NO);
}

static int run(common *c, void *own)
{
    run_settings *s = own;
    int exit = ranks_settle(c, s);
    if (exit == EXIT_FINE)
        exit = c->json ? check_json(s) : EXIT_FINE;
    if (exit == EXIT_FINE)
        exit = s->devices ? check_devices(s) : EXIT_FINE;
    if (exit == EXIT_FINE && s->reassociate && !s->devices)
        exit = refuse(EXIT_USAGE, "run: --reassociate says how a program is divided, which takes --devices");
    if (exit != EXIT_FINE)
        return exit;
    c->out = stdout;
    return s->text_output ? run_to_text(c, s) : run_to(c, s);
}

#define MOST_PROCESSES 1024

static bool read_processes(void *out, const char *v)
{
    return (*(uint32_t *)out = (uint32_t)number_up_to(MOST_PROCESSES, v)) > 0;
}

#define DEFAULT_TIMED_RUNS 5
#define MOST_TIMED_RUNS 100000

static bool read_timed_runs(void *out, const char *v)
{
    uint64_t *runs = out;
    *runs = DEFAULT_TIMED_RUNS;
    return !v || (read_count(runs, v) && *runs > 0 && *runs <= MOST_TIMED_RUNS);
}

static bool add_name(void *texts, const char *v) { return *v != 0 && add_text(texts, v); }

/* A file of tensors, standard output and a folder are --output's; any other name is a file for the
 * text. */
static bool set_output_file(void *all, const char *v)
{
    run_settings *s = all;
    s->text_output = NULL;
    s->output = NULL;
    if (*v != 0 && is_output_of_tensors(v))
        s->output = v;
    else
        s->text_output = v;
    return *v != 0;
}
static bool read_race(void *tuning, const char *v)
{
    tuning_settings *t = tuning;
    t->no_race = strcmp(v, "off") == 0;
    t->learnt = t->no_race || strcmp(v, "on") == 0 ? NULL : v;
    return *v != 0;
}
static bool read_products(void *products, const char *v)
{
    static const char *const names[] = {
        [GRN_PRODUCTS_EXACT] = "exact", [GRN_PRODUCTS_LIBRARY] = "library", [GRN_PRODUCTS_FASTEST] = "fastest"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(v, names[i]) == 0) {
            *(grn_products *)products = (grn_products)i;
            return true;
        }
    return false;
}
static const option_row run_rows[] = {
    {LISTS(called_rows), AT(run_settings, calling)},
    {"output", "PATH",
     "a folder: write each result there as NAME_0.npy, NAME_1.npy, ... as well, bytes of NAME other than A-Z a-z 0-9 _ "
     ". - as %XX; X.npz, X.safetensors or X.npy: write them there; -: as .npy or .npz to standard output, and print "
     "nothing",
     TO(run_settings, output, read_name)},
    {"output-file", "FILE",
     "write there what standard output would have, whole or not at all; X.npz, X.safetensors, X.npy, - and a folder "
     "that is there: as --output",
     .read = set_output_file, .letter = 'o'},
    {"expect", "VALUE",
     "compare the results: FILE.npy, .npz or .safetensors, by their names or order; or values as --input takes them, "
     "the next result's or NAME_0=[1, 2]; exit 1 where one differs",
     TO(run_settings, expects, add_name), .drop = free_texts},
    {"ulp", "N", "with --expect: floats may be N units in the last place away, integers differ by N (default: 0)",
     TO(run_settings, ulp, read_count), .takes = "a number from 0 on", .needs = "expect"},
    {"full", NULL, "print long results whole, not shortened in the middle", TO(run_settings, full, read_flag)},
    {"rows", NULL, "print results as StableHLO's interpreter does: the type, and rows in brackets",
     TO(run_settings, rows, read_flag)},
    {"replicas", "R", "run the function as each process of a grid of R x P, on threads; each gets the same inputs",
     TO(run_settings, replicas, read_processes), .takes = "a number from 1 to 1024"},
    {"partitions", "P", "the same, 1 to 1024 processes in all (default of both: 1)",
     TO(run_settings, partitions, read_processes), .takes = "a number from 1 to 1024"},
    {"devices", NULL,
     "divide the program over the devices of its mesh, and run it on them, on threads; results come whole",
     TO(run_settings, devices, read_flag)},
    {"probe-output-dir", "DIR",
     "write each value that interpreter.probe sees there as probe_N.npy, and index.csv, which lists them",
     TO(run_settings, probe_dir, read_name)},
    {"check-promises", NULL, "fail (exit 4) on a false indices_are_sorted or unique_indices",
     TO(run_settings, check_promises, read_flag)},
    {"products", "WHO",
     "who sums the products of dot_general and dot: exact (the default), in their order, with the same bits "
     "everywhere; "
     "library, a BLAS that is installed, whose bits are its own; fastest, a library where one is found",
     TO(run_settings, products, read_products), .takes = "exact, library or fastest"},
    {LISTS(bounds_rows), AT(run_settings, calling)},
    {LISTS(reassociate_rows, json_rows), AT(run_settings, reassociate)},
    {"time", "[N]",
     "run N times more (default: 5) and say what each op takes: the median, the least, the most; of gathers and "
     "scatters how near they come to a copy",
     TO(run_settings, timed_runs, read_timed_runs), .takes = "a number from 1 to 100000"},
    {"trace", NULL, "print each op as it ends, with the types of its results and a digest of each",
     TO(run_settings, trace, read_flag)},
    {"plans", NULL, "say how each gather and scatter is about to run", TO(run_settings, show_plans, read_flag)},
    {LISTS(work_rows), AT(run_settings, calling)},
    {LISTS(tuning_rows), AT(run_settings, tuning)},
    {"race", "WHAT",
     "whether ways to run a gather or scatter that moves much take turns, and the fastest stays: on (the default), "
     "off, or "
     "FILE, which keeps what was the fastest, and is used again",
     TO(run_settings, tuning, read_race), .takes = "on, off or a file's name"},
    {LISTS(reading_rows), AT(run_settings, calling)},
    {"quiet", NULL, "print no results", TO(run_settings, calling.reading.quiet, read_flag), .letter = 'q'},
    {LISTS(last_rows)},
    {0}};

const command_code run_code = {run_rows, sizeof(run_settings), run};

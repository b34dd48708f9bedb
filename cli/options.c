/* options.c - the one table of options: read, checked and printed from here. */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

#define RUN (1u << 0)
#define CHECK (1u << 1)
#define PRINT (1u << 2)
#define PLAN (1u << 3)
#define CONVERT (1u << 4)
#define TUNE (1u << 5)
#define LOWER (1u << 6)
#define EMIT (1u << 7)
#define GRAD (1u << 8)
#define EXPLAIN (1u << 9)
#define DRAW (1u << 10)
#define LINT (1u << 11)
#define ALL (LINT | RUN | CHECK | PRINT | PLAN | CONVERT | LOWER | EMIT | GRAD | EXPLAIN | DRAW)

typedef struct option_row option_row;
struct option_row {
    const char *name;
    const char *value; /* what the value is called, NULL for a flag, in brackets where --name=VALUE may leave it out */
    const char *help;
    unsigned commands;
    bool (*set)(settings *s, const char *value); /* false: `value` makes no sense */
};

static bool set_split(settings *s, const char *v) { (void)v; return s->split_input_file = true; }
static bool set_verify(settings *s, const char *v) { (void)v; return s->verify_diagnostics = true; }
static bool set_allow(settings *s, const char *v) { (void)v; return s->allow_unregistered = true; }
static bool set_generic(settings *s, const char *v) { (void)v; return s->generic = true; }
static bool set_full(settings *s, const char *v) { (void)v; return s->full = true; }
static bool set_promises(settings *s, const char *v) { (void)v; return s->check_promises = true; }
static bool set_strict(settings *s, const char *v) { (void)v; return s->strict = true; }
static bool set_window(settings *s, const char *v) { (void)v; return s->drop_whole_window = true; }
static bool set_nonunique(settings *s, const char *v) { (void)v; return s->allow_nonunique_scatter = true; }
static bool set_expand(settings *s, const char *v) { (void)v; return s->expand_batching = true; }
static bool set_collapse(settings *s, const char *v) { (void)v; return s->collapse_batching = true; }
static bool set_assume(settings *s, const char *v) { (void)v; return s->assume_in_bounds = true; }
static bool set_equivalence(settings *s, const char *v) { (void)v; return s->verify_equivalence = true; }
static bool set_strict_target(settings *s, const char *v) { (void)v; return s->strict_target = true; }
static bool set_recipes(settings *s, const char *v) { (void)v; return s->keep_recipes = true; }
static bool set_target(settings *s, const char *v) { return s->target_ttnn = strcmp(v, "ttnn") == 0; }
static bool set_vhlo(settings *s, const char *v) { s->vhlo = v; return *v != 0; }
static bool set_json(settings *s, const char *v) { (void)v; return s->json = true; }
static bool set_dim(settings *s, const char *v) { return read_dim(v, &s->dims); }
static bool set_show_plans(settings *s, const char *v) { (void)v; return s->show_plans = true; }
static bool set_run_too(settings *s, const char *v) { (void)v; return s->run_too = true; }
static bool set_cores(settings *s, const char *v) { return read_cores(v, &s->ttnn); }
static bool set_strategy(settings *s, const char *v) { return read_strategy(v, &s->ttnn); }
static bool set_print_only(settings *s, const char *v) { (void)v; return s->print_only = true; }
static bool set_tune_to(settings *s, const char *v) { s->tune_to = v; return *v != 0; }
static bool set_tune_file(settings *s, const char *v) { s->tune_file = v; return s->tune = v == NULL || *v != 0; }
static bool set_help(settings *s, const char *v) { (void)v; return s->help = true; }
static bool set_jvp(settings *s, const char *v) { (void)v; return s->jvp = true; }
static bool set_output(settings *s, const char *v) { s->output = v; return *v != 0; }

static bool set_probe_dir(settings *s, const char *v) { s->probe_dir = v; return *v != 0; }
static bool set_rows(settings *s, const char *v) { (void)v; return s->rows = true; }

#define MOST_PROCESSES 1024

static bool read_processes(const char *v, uint32_t *out)
{
    char *end;
    errno = 0;
    long n = strtol(v, &end, 10);
    if (errno || end == v || *end || n < 1 || n > MOST_PROCESSES)
        return false;
    *out = (uint32_t)n;
    return true;
}
static bool set_replicas(settings *s, const char *v) { return read_processes(v, &s->replicas); }
static bool set_partitions(settings *s, const char *v) { return read_processes(v, &s->partitions); }

static bool set_header(settings *s, const char *v) { (void)v; return s->header = true; }
static bool set_driver(settings *s, const char *v) { (void)v; return s->driver = true; }
static bool set_simd(settings *s, const char *v) { (void)v; return s->simd = true; }
static bool set_openmp(settings *s, const char *v) { (void)v; return s->openmp = true; }
static bool set_emit_to(settings *s, const char *v) { s->to = v; return strcmp(v, "c") == 0; }

static bool set_entry(settings *s, const char *v) { return read_function_name(v, &s->entry); }

/* What --to may name. */
static void list_names(const char *v)
{
    char names[512] = "";
    size_t used = 0;
    for (int languages = 0; languages < 2; languages++)
        for (size_t i = 0;; i++) {
            const char *name = languages ? grn_module_language(i) : grn_module_dialect(i);
            if (!name || used >= sizeof names)
                break;
            used += (size_t)snprintf(names + used, sizeof names - used, "%s%s",
                                     i ? ", " : languages ? "; languages are " : "dialects are ", name);
        }
    complain("'%s' is neither a dialect nor a language nor `artifact`: %s", v, names);
}

static bool set_to(settings *s, const char *v)
{
    s->to = v;
    s->to_artifact = strcmp(v, "artifact") == 0;
    if (s->to_artifact)
        return true;
    for (size_t i = 0; grn_module_language(i); i++)
        s->to_language |= strcmp(grn_module_language(i), v) == 0;
    for (size_t i = 0; !s->to_language && grn_module_dialect(i); i++)
        if (strcmp(grn_module_dialect(i), v) == 0)
            return true;
    if (!s->to_language)
        list_names(v);
    return s->to_language;
}

static bool set_form(settings *s, const char *v)
{
    s->form = v;
    for (size_t i = 0; grn_module_lower_target(i); i++)
        if (strcmp(grn_module_lower_target(i), v) == 0)
            return true;
    return false;
}

static bool set_stages(settings *s, const char *v) { (void)v; return s->stages = true; }
static bool set_c_interface(settings *s, const char *v) { (void)v; return s->c_interface = true; }
static bool set_result_arguments(settings *s, const char *v) { (void)v; return s->result_arguments = true; }
static bool set_strided(settings *s, const char *v) { (void)v; return s->strided = true; }
static bool set_drop_checks(settings *s, const char *v) { (void)v; return s->drop_checks = true; }

static bool add_text(text_list *list, const char *v)
{
    const char **grown = realloc(list->items, (list->count + 1) * sizeof *grown);
    if (!grown)
        return false;
    list->items = grown;
    list->items[list->count++] = v;
    return true;
}

static bool add_input(settings *s, const char *v) { return add_text(&s->inputs, v); }

bool read_index(const char *v, size_t *n, int64_t out[MOST_NUMBERS])
{
    *n = 0;
    while (*v) {
        char *end;
        errno = 0;
        long long number = strtoll(v, &end, 10);
        if (errno || end == v || *n == MOST_NUMBERS || (*end && *end != ',') || (*end == ',' && !end[1]))
            return false;
        out[(*n)++] = number;
        v = *end ? end + 1 : end;
    }
    return true;
}

static bool add_index(text_list *list, const char *v)
{
    int64_t numbers[MOST_NUMBERS];
    size_t n;
    return read_index(v, &n, numbers) && add_text(list, v);
}

static bool set_wrt(settings *s, const char *v) { return read_index(v, &s->nwrt, s->wrt) && s->nwrt > 0; }
static bool add_at(settings *s, const char *v) { return add_index(&s->at, v); }
static bool add_update(settings *s, const char *v) { return add_index(&s->updates, v); }
static bool set_words(settings *s, const char *v) { (void)v; return s->in_words = true; }
static bool set_text(settings *s, const char *v) { (void)v; return s->as_text = true; }

static bool read_count(const char *v, uint64_t *out)
{
    char *end;
    errno = 0;
    *out = strtoull(v, &end, 10);
    return !errno && end != v && *end == 0 && *v != '-';
}

static bool set_steps(settings *s, const char *v) { return read_count(v, &s->max_steps) && s->max_steps > 0; }
static bool set_errors(settings *s, const char *v) { return read_count(v, &s->max_errors); }
static bool set_op(settings *s, const char *v) { return read_count(v, &s->op); }
static bool set_only_input(settings *s, const char *v)
{
    uint64_t number;
    if (!read_count(v, &number) || number >= SIZE_MAX)
        return false;
    s->only_input = (size_t)number + 1;
    return true;
}
static bool set_seed(settings *s, const char *v) { return read_count(v, &s->seed); }

static bool set_threads(settings *s, const char *v)
{
    char *end;
    errno = 0;
    long n = strtol(v, &end, 10);
    if (errno || end == v || *end || n < 1 || n > MOST_THREADS)
        return false;
    s->threads = (int32_t)n;
    return true;
}

/* "512M": bytes, or K, M, G, T for powers of 1024. */
static bool read_bytes(const char *v, size_t *out)
{
    static const char units[] = "KMGT";
    char *end;
    errno = 0;
    unsigned long long n = strtoull(v, &end, 10);
    if (errno || end == v || *v == '-' || n == 0)
        return false;
    const char *unit = *end ? strchr(units, *end) : NULL;
    if (*end && (!unit || end[1]))
        return false;
    unsigned shift = unit ? 10 * (unsigned)(unit - units + 1) : 0;
    if (n > (SIZE_MAX >> shift))
        return false;
    *out = (size_t)n << shift;
    return true;
}

/* A minute is more than any machine needs. */
static bool set_seconds(settings *s, const char *v)
{
    char *end;
    s->seconds = strtod(v, &end);
    return end != v && *end == 0 && s->seconds > 0 && s->seconds <= 60;
}

static bool set_memory(settings *s, const char *v) { return read_bytes(v, &s->max_memory_bytes); }

static bool set_l1(settings *s, const char *v)
{
    size_t bytes;
    if (!read_bytes(v, &bytes) || (uint64_t)bytes > INT64_MAX)
        return false;
    s->ttnn.l1_bytes = (int64_t)bytes;
    return true;
}

static const option_row table[] = {
    {"entry", "NAME", "the function to run: main, @main, or as programs write it, '@\"x\\00y\"'", RUN | PLAN | LINT | EXPLAIN | DRAW, set_entry},
    {"input", "X", "the next input: a .npy file, a .pb file of ONNX's (a TensorProto), or text such as '2x3xi32=[[1,2,3],[4,5,6]]' (repeat in order)", RUN | PLAN | LINT | EXPLAIN | DRAW, add_input},
    {"entry", "NAME", "the function to differentiate (default: main, else the only public one)", GRAD, set_entry},
    {"wrt", "N,N", "differentiate by these inputs only, counted from 0 (default: all of floats or complex numbers)", GRAD, set_wrt},
    {"jvp", NULL, "forward: tangents of the results, of tangents of the inputs", GRAD, set_jvp},
    {"output", "DIR", "write each result there as NAME_0.npy, NAME_1.npy, ... as well; bytes of NAME other than A-Z a-z 0-9 _ . - are %XX", RUN, set_output},
    {"output", "FILE", "or -o FILE: write there, whole or not at all; - is standard output", LOWER | EMIT | GRAD | EXPLAIN | DRAW, set_output},
    {"output", "FILE", "or -o FILE: with --to=artifact, write there, whole or not at all; - is standard output. With --to=onnx and a FILE that ends in .onnx: the program as an ONNX model", CONVERT, set_output},
    {"op", "N", "which gather or scatter, in the order of the run, from 0 (default: 0)", EXPLAIN | DRAW, set_op},
    {"at", "I,J,..", "the element of the result", EXPLAIN, add_at},
    {"at", "I,J,..", "trace this element of the result, of a scatter this one of the updates (repeat: up to 8)", DRAW, add_at},
    {"update", "I,J,..", "of a scatter: the element of the updates", EXPLAIN, add_update},
    {"scatter-input", "N", "of a scatter with several inputs: show input N alone, from 0 (default: all)", EXPLAIN | DRAW, set_only_input},
    {"in-words", NULL, "as a sentence and a line of numpy", EXPLAIN, set_words},
    {"text", NULL, "in box characters", DRAW, set_text},
    {"full", NULL, "print long results whole, not shortened in the middle", RUN, set_full},
    {"rows", NULL, "print results as StableHLO's interpreter does: the type, and rows in brackets", RUN, set_rows},
    {"replicas", "R", "run the function as each process of a grid of R x P, on threads; each gets the same inputs", RUN, set_replicas},
    {"partitions", "P", "the same, 1 to 1024 processes in all (default of both: 1)", RUN, set_partitions},
    {"probe-output-dir", "DIR", "write each value that interpreter.probe sees there as probe_N.npy, and index.csv, which lists them", RUN, set_probe_dir},
    {"check-promises", NULL, "fail (exit 4) on a false indices_are_sorted or unique_indices", RUN, set_promises},
    {"strict", NULL, "fail (exit 4) on an index out of range, where the op would clamp or drop", RUN | PLAN | LINT | EXPLAIN | DRAW, set_strict},
    {"drop-whole-window", NULL, "scatter drops a window partly out of bounds as a whole (XLA, JAX)", RUN | PLAN | LINT | EXPLAIN | DRAW, set_window},
    {"expand-batching", NULL, "write batching dims out as iota components of the index vectors", CONVERT, set_expand},
    {"collapse-batching", NULL, "raise iota components of the index vectors to batching dims", CONVERT, set_collapse},
    {"to", "NAME", "convert the program to the dialect stablehlo, tensor, tcp, onnx, torch, ttnn or nvl; or write it in the language "
     "numpy, jax, pytorch or r; or as `artifact`, a portable artifact of StableHLO's", CONVERT, set_to},
    {"target", "VERSION", "with --to=artifact: of VHLO, 0.9.0 to 1.20.0, minimum or current (default: current)", CONVERT, set_vhlo},
    {"assume-in-bounds", NULL, "with --to: no index is negative or out of range, put nothing around for one that is", CONVERT, set_assume},
    {"strict-target", NULL, "with --to: an op that the dialect lacks is an error; else it stays and a remark says so", CONVERT, set_strict_target},
    {"no-raise", NULL, "with --to: a gather of constant indices, or of broadcasts, stays one", CONVERT, set_recipes},
    {"to", "FORM", "scf (default): loops over memrefs; parallel: loops whose steps never meet; linalg: tensors", LOWER, set_form},
    {"stages", NULL, "print every stage on the way", LOWER, set_stages},
    {"emit-c-interface", NULL, "functions get llvm.emit_c_interface", LOWER, set_c_interface},
    {"result-arguments", NULL, "results are memref arguments that the caller owns, behind the others", LOWER, set_result_arguments},
    {"strided", NULL, "memref arguments have any strides and offset", LOWER, set_strided},
    {"drop-checks", NULL, "leave checks in the program out; else they are refused", LOWER, set_drop_checks},
    {"no-raise", NULL, "a gather of constant indices, or of broadcasts, stays one", LOWER, set_recipes},
    {"target", "ttnn", "what each gather and scatter would cost as TTNN's, on tiles", PLAN, set_target},
    {"json", NULL, "as JSON", PLAN | LINT | EXPLAIN, set_json},
    {"dim", "X/D=N", "plan with N for dimension D of argument X (a name, or a number from 0) where it is ?; N alone: for every other ? (default: 1024)", PLAN, set_dim},
    {"plans", NULL, "say how each gather and scatter is about to run", RUN, set_show_plans},
    {"run", NULL, "run the entry as well, and count its indices (--input does so too)", LINT, set_run_too},
    {"cores", "XxY", "with --target: the grid of cores (default 8x8)", PLAN, set_cores},
    {"l1-bytes", "SIZE", "with --target: local memory of a core (default 1536K)", PLAN, set_l1},
    {"strategy", "S", "with --target: auto, single (a core has whole rows), multi (cores share a row); embeddings: rows, tiles", PLAN, set_strategy},
    {"verify-equivalence", NULL, "run both programs on random inputs first; exit 1, printing nothing, where they differ or nothing could be compared", CONVERT, set_equivalence},
    {"seed", "N", "with --verify-equivalence: other inputs (default: 0)", CONVERT, set_seed},
    {"generic", NULL, "print every op in generic form", PRINT | CONVERT | LOWER | GRAD, set_generic},
    {"print", NULL, "only print the figures, keep no file", TUNE, set_print_only},
    {"to", "c", "the language (default: c)", EMIT, set_emit_to},
    {"entry", "NAME", "only this function: main, @main, or as programs write it, '@\"x\\00y\"'", EMIT, set_entry},
    {"header", NULL, "the declarations alone, as a header", EMIT, set_header},
    {"main", NULL, "add a main that reads the inputs from .npy files and writes the results to such", EMIT, set_driver},
    {"simd", NULL, "use the vectors of GCC and Clang in loops over elements that lie side by side", EMIT, set_simd},
    {"openmp", NULL, "divide loops of independent iterations over threads", EMIT, set_openmp},
    {"seconds", "S", "take about so long, up to 60 (default: 0.3)", TUNE, set_seconds},
    {"to", "FILE", "keep the figures there", TUNE, set_tune_to},
    {"max-memory", "SIZE", "refuse to use more: bytes, or with K, M, G (default: three quarters of this machine's)", ALL | TUNE, set_memory},
    {"max-steps", "N", "stop (exit 3) before more work: an op, or an element it reads or makes, is a step", RUN | LINT | CONVERT | EXPLAIN | DRAW, set_steps},
    {"max-steps", "N", "stop (exit 3) before more than N gathers and scatters are planned", PLAN, set_steps},
    {"max-errors", "N", "print so many errors and count the rest; 0: print all (default: 20)", ALL, set_errors},
    {"threads", "N", "work on large ops with so many threads, 1 to 256 (default: this machine's processors)", RUN | PLAN | LINT | EXPLAIN | DRAW, set_threads},
    {"tune", "[FILE]", "time the plans that each gather and scatter can have, take the fastest, and keep it in FILE (default: in the cache)", RUN | PLAN, set_tune_file},
    {"allow-unregistered-dialect", NULL, "accept ops of unknown dialects in generic form", ALL, set_allow},
    {"allow-nonunique-scatter", NULL, "accept tensor.scatter without `unique`: the last update of a place stays", ALL, set_nonunique},
    {"split-input-file", NULL, "treat the parts between lines of '// -----' as files of their own", ALL, set_split},
    {"verify-diagnostics", NULL, "match messages with the file's '// expected-error@+1 {{text}}' comments", ALL, set_verify},
    {"help", NULL, "this text", ALL | TUNE, set_help},
};
#define ROWS (sizeof table / sizeof *table)

/* Of a machine with more memory than a pointer reaches, three quarters of that. */
static size_t default_memory(void)
{
    const size_t most = SIZE_MAX / 4 * 3;
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    uint64_t bytes = pages > 0 && page > 0 ? (uint64_t)pages / 4 * 3 * (uint64_t)page : UINT64_C(1) << 32;
    return bytes < most ? (size_t)bytes : most;
}

static int32_t default_threads(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > MOST_THREADS ? MOST_THREADS : (int32_t)n;
}

static bool is_optional(const option_row *row)
{
    return row->value != NULL && row->value[0] == '[';
}

/* What getopt answers for the first row; letters are below. */
#define FIRST_ROW 256

/* The rows a command takes, as getopt_long_only wants them. */
static void long_options(const command *c, struct option *out)
{
    size_t n = 0;
    for (size_t i = 0; i < ROWS; i++)
        if (table[i].commands & c->bit)
            out[n++] = (struct option){table[i].name,
                                       is_optional(&table[i]) ? optional_argument : table[i].value ? required_argument : no_argument,
                                       NULL, (int)i + FIRST_ROW};
    out[n] = (struct option){0};
}

/* The row behind getopt's answer; -o is --output. */
static const option_row *row_of(const command *c, int k)
{
    for (size_t i = 0; k == 'o' && i < ROWS; i++)
        if ((table[i].commands & c->bit) && strcmp(table[i].name, "output") == 0)
            return &table[i];
    return k >= FIRST_ROW ? &table[k - FIRST_ROW] : NULL;
}

static int take_file(const command *c, int argc, char **argv, settings *s)
{
    if (s->help || (c->takes_no_file && optind == argc))
        return EXIT_FINE;
    if (c->takes_no_file) {
        complain("%s: it takes no FILE, '%s' is one", c->name, argv[optind]);
        return EXIT_USAGE;
    }
    if (optind == argc) {
        complain("%s: no FILE given; - is standard input", c->name);
        return EXIT_USAGE;
    }
    if (optind + 1 < argc) {
        complain("%s: one FILE at a time, '%s' is one more", c->name, argv[optind + 1]);
        return EXIT_USAGE;
    }
    s->file = argv[optind];
    return EXIT_FINE;
}

int options_read(const command *c, int argc, char **argv, settings *s)
{
    struct option options[ROWS + 1];
    long_options(c, options);
    s->max_memory_bytes = default_memory();
    s->threads = default_threads();
    s->max_errors = 20;
    opterr = 0;
    optind = 1;
    for (;;) {
        int k = getopt_long_only(argc, argv, ":o:", options, NULL);
        if (k == -1)
            return take_file(c, argc, argv, s);
        const option_row *row = row_of(c, k);
        if (row == NULL) {
            complain("%s: %s '%s'; `garner %s --help` lists the options", c->name,
                     k == ':' ? "a value is missing after" : "there is no option", argv[optind - 1], c->name);
            return EXIT_USAGE;
        }
        if (!row->set(s, optarg)) {
            complain("%s: --%s takes %s, not '%s'", c->name, row->name, row->value, optarg ? optarg : "");
            return EXIT_USAGE;
        }
    }
}

/* For each gather and scatter that is not known yet. */
#define TUNE_SECONDS 0.25

grn_run_options run_options(const settings *s)
{
    return (grn_run_options){.max_memory_bytes = s->max_memory_bytes, .max_steps = s->max_steps,
                             .check_promises = s->check_promises, .parallel = threads_parallel(s->threads),
                             .machine = command_machine(), .tuning = s->tuning,
                             .tune_seconds = s->tuning != NULL ? TUNE_SECONDS : 0,
                             .strict_bounds = s->strict, .drop_whole_window = s->drop_whole_window};
}

void options_help(const command *c, FILE *to)
{
    fprintf(to, "usage: garner %s [OPTION]...%s\n\n%s\nOptions (one dash or two):\n", c->name,
            c->takes_no_file ? "" : " FILE", c->description);
    for (size_t i = 0; i < ROWS; i++) {
        if (!(table[i].commands & c->bit))
            continue;
        char left[64];
        if (is_optional(&table[i]))
            snprintf(left, sizeof left, "--%s[=%.*s]", table[i].name, (int)strlen(table[i].value) - 2, table[i].value + 1);
        else
            snprintf(left, sizeof left, "--%s%s%s", table[i].name, table[i].value ? " " : "", table[i].value ? table[i].value : "");
        fprintf(to, "  %-30s %s\n", left, table[i].help);
    }
}

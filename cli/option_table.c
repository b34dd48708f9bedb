/* option_table.c - the one table of options. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"

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
#define HELP (1u << 12)
#define VERSION (1u << 13)
#define MANUAL (1u << 14)
#define COMPLETIONS (1u << 15)
#define OPS (1u << 16)
#define RULE (1u << 17)
#define SHARD (1u << 18)
#define ALL (LINT | RUN | CHECK | PRINT | PLAN | CONVERT | LOWER | SHARD | EMIT | GRAD | EXPLAIN | DRAW)

#define DEFAULT_TIMED_RUNS 5
#define MOST_TIMED_RUNS 100000

static bool set_split(settings *s, const char *v)
{
    (void)v;
    return s->split_input_file = true;
}
static bool set_verify(settings *s, const char *v)
{
    (void)v;
    return s->verify_diagnostics = true;
}
static bool set_allow(settings *s, const char *v)
{
    (void)v;
    return s->allow_unregistered = true;
}
static bool set_strict_syntax(settings *s, const char *v)
{
    (void)v;
    return s->strict_syntax = true;
}
static bool set_generic(settings *s, const char *v)
{
    (void)v;
    return s->generic = true;
}
static bool set_full(settings *s, const char *v)
{
    (void)v;
    return s->full = true;
}
static bool set_promises(settings *s, const char *v)
{
    (void)v;
    return s->check_promises = true;
}
static bool set_strict(settings *s, const char *v)
{
    (void)v;
    return s->strict = true;
}
static bool set_window(settings *s, const char *v)
{
    (void)v;
    return s->drop_whole_window = true;
}
static bool set_nonunique(settings *s, const char *v)
{
    (void)v;
    return s->allow_nonunique_scatter = true;
}
static bool set_expand(settings *s, const char *v)
{
    (void)v;
    return s->expand_batching = true;
}
static bool set_collapse(settings *s, const char *v)
{
    (void)v;
    return s->collapse_batching = true;
}
static bool set_assume(settings *s, const char *v)
{
    (void)v;
    return s->assume_in_bounds = true;
}
static bool set_equivalence(settings *s, const char *v)
{
    (void)v;
    return s->verify_equivalence = true;
}
static bool set_strict_target(settings *s, const char *v)
{
    (void)v;
    return s->strict_target = true;
}
static bool set_recipes(settings *s, const char *v)
{
    (void)v;
    return s->keep_recipes = true;
}
static bool set_target(settings *s, const char *v)
{
    (void)v;
    return s->target_ttnn = true;
}
static const char *plan_target_word(size_t i) { return i == 0 ? "ttnn" : NULL; }
static bool set_vhlo(settings *s, const char *v)
{
    s->vhlo = v;
    return *v != 0;
}
static bool set_json(settings *s, const char *v)
{
    (void)v;
    return s->json = true;
}
static bool set_dim(settings *s, const char *v) { return read_dim(v, &s->dims); }
static bool set_show_plans(settings *s, const char *v)
{
    (void)v;
    return s->show_plans = true;
}
static bool set_run_too(settings *s, const char *v)
{
    (void)v;
    return s->run_too = true;
}
static bool set_cores(settings *s, const char *v) { return read_cores(v, &s->ttnn); }
static bool set_strategy(settings *s, const char *v) { return read_strategy(v, &s->ttnn); }
static bool set_print_only(settings *s, const char *v)
{
    (void)v;
    return s->print_only = true;
}
static bool set_locations(settings *s, const char *v)
{
    (void)v;
    return s->locations = true;
}
static bool set_names(settings *s, const char *v)
{
    (void)v;
    return s->names_only = true;
}
static bool set_example(settings *s, const char *v)
{
    (void)v;
    return s->example_only = true;
}
static bool set_tune_check(settings *s, const char *v)
{
    (void)v;
    return s->tune_check = true;
}
static bool set_tune_to(settings *s, const char *v)
{
    s->tune_to = v;
    return *v != 0;
}
static bool set_tune_file(settings *s, const char *v)
{
    s->tune_file = v;
    return s->tune = v == NULL || *v != 0;
}
static bool set_trace(settings *s, const char *v)
{
    (void)v;
    return s->trace = true;
}
static bool set_keep_names(settings *s, const char *v)
{
    (void)v;
    return s->keep_names = true;
}
static bool set_quiet(settings *s, const char *v)
{
    (void)v;
    return s->quiet = true;
}
static bool set_recursive(settings *s, const char *v)
{
    (void)v;
    return s->recursive = true;
}
static bool set_color(settings *s, const char *v)
{
    (void)s;
    colour_choose(v);
    return true;
}
static bool set_help(settings *s, const char *v)
{
    (void)v;
    return s->help = true;
}
static bool set_jvp(settings *s, const char *v)
{
    (void)v;
    return s->jvp = true;
}
static bool set_output(settings *s, const char *v)
{
    s->output = v;
    return *v != 0;
}

static bool set_probe_dir(settings *s, const char *v)
{
    s->probe_dir = v;
    return *v != 0;
}
static bool set_rows(settings *s, const char *v)
{
    (void)v;
    return s->rows = true;
}

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
static bool set_devices(settings *s, const char *v)
{
    (void)v;
    return s->devices = true;
}
static bool set_partitions(settings *s, const char *v) { return read_processes(v, &s->partitions); }

static bool set_header(settings *s, const char *v)
{
    (void)v;
    return s->header = true;
}
static bool set_driver(settings *s, const char *v)
{
    (void)v;
    return s->driver = true;
}
static bool set_simd(settings *s, const char *v)
{
    (void)v;
    return s->simd = true;
}
static bool set_openmp(settings *s, const char *v)
{
    (void)v;
    return s->openmp = true;
}
static bool set_emit_to(settings *s, const char *v)
{
    s->to = v;
    return true;
}
static bool set_tells_moves(settings *s, const char *v)
{
    (void)v;
    return s->tells_moves = true;
}
static bool set_reassociate(settings *s, const char *v)
{
    (void)v;
    return s->reassociate = true;
}
static const char *shard_word(size_t i)
{
    return i < GRN_SHARD_STAGE_COUNT ? grn_shard_stage_text((grn_shard_stage)i) : NULL;
}
static bool set_stage(settings *s, const char *v)
{
    s->stage = v;
    return true;
}
static bool set_rules(settings *s, const char *v)
{
    (void)v;
    return set_stage(s, grn_shard_stage_text(GRN_SHARD_RULES));
}
static bool set_model(settings *s, const char *v)
{
    s->model = v;
    return true;
}
static bool set_curves(settings *s, const char *v)
{
    (void)v;
    return s->curves = true;
}
static const char *emit_word(size_t i) { return i == 0 ? "c" : NULL; }

static bool set_entry(settings *s, const char *v) { return read_function_name(v, &s->entry); }

/* What --to may name: dialects, languages, artifacts. */
static const char *target_word(size_t i)
{
    size_t dialects = 0, languages = 0;
    while (grn_module_dialect(dialects))
        dialects++;
    while (grn_module_language(languages))
        languages++;
    return i < dialects                ? grn_module_dialect(i)
           : i < dialects + languages  ? grn_module_language(i - dialects)
           : i == dialects + languages ? "artifact"
                                       : NULL;
}

static bool set_to(settings *s, const char *v)
{
    s->to = v;
    s->to_artifact = strcmp(v, "artifact") == 0;
    for (size_t i = 0; grn_module_language(i); i++)
        s->to_language |= strcmp(grn_module_language(i), v) == 0;
    return true;
}

static bool set_form(settings *s, const char *v)
{
    s->form = v;
    return true;
}

static bool set_stages(settings *s, const char *v)
{
    (void)v;
    return s->stages = true;
}
static bool set_c_interface(settings *s, const char *v)
{
    (void)v;
    return s->c_interface = true;
}
static bool set_result_arguments(settings *s, const char *v)
{
    (void)v;
    return s->result_arguments = true;
}
static bool set_strided(settings *s, const char *v)
{
    (void)v;
    return s->strided = true;
}
static bool set_drop_checks(settings *s, const char *v)
{
    (void)v;
    return s->drop_checks = true;
}

bool add_text(text_list *list, const char *v)
{
    const char **grown = realloc(list->items, (list->count + 1) * sizeof *grown);
    if (!grown)
        return false;
    list->items = grown;
    list->items[list->count++] = v;
    return true;
}

/* A file of tensors, standard output and a folder are --output's; any other name is a file for the
 * text. */
static bool set_output_file(settings *s, const char *v)
{
    s->text_output = NULL;
    s->output = NULL;
    if (*v != 0 && is_output_of_tensors(v))
        s->output = v;
    else
        s->text_output = v;
    return *v != 0;
}
static bool add_expect(settings *s, const char *v) { return *v != 0 && add_text(&s->expects, v); }
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
static bool set_words(settings *s, const char *v)
{
    (void)v;
    return s->in_words = true;
}
static bool set_text(settings *s, const char *v)
{
    (void)v;
    return s->as_text = true;
}

static bool read_count(const char *v, uint64_t *out)
{
    char *end;
    errno = 0;
    *out = strtoull(v, &end, 10);
    return !errno && end != v && *end == 0 && *v != '-';
}

static bool set_ulp(settings *s, const char *v) { return read_count(v, &s->ulp); }
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
static bool set_time(settings *s, const char *v)
{
    s->timed_runs = DEFAULT_TIMED_RUNS;
    return !v || (read_count(v, &s->timed_runs) && s->timed_runs > 0 && s->timed_runs <= MOST_TIMED_RUNS);
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
static bool read_bytes(const char *v, uint64_t *out)
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
    if (n > (UINT64_MAX >> shift))
        return false;
    *out = (uint64_t)n << shift;
    return true;
}

/* A minute is more than any machine needs. */
static bool set_seconds(settings *s, const char *v)
{
    char *end;
    s->seconds = strtod(v, &end);
    return end != v && *end == 0 && s->seconds > 0 && s->seconds <= 60;
}

/* A limit past what pointers reach limits nothing. */
static bool set_memory(settings *s, const char *v)
{
    uint64_t bytes;
    if (!read_bytes(v, &bytes))
        return false;
    s->max_memory_bytes = bytes < SIZE_MAX ? (size_t)bytes : SIZE_MAX;
    return true;
}

static bool set_l1(settings *s, const char *v)
{
    uint64_t bytes;
    if (!read_bytes(v, &bytes) || bytes > INT64_MAX)
        return false;
    s->ttnn.l1_bytes = (int64_t)bytes;
    return true;
}

const option_row option_rows[] = {
    {"entry", "NAME", "the function to run: main, @main, or as programs write it, '@\"x\\00y\"'",
     RUN | PLAN | LINT | EXPLAIN | DRAW, .set = set_entry},
    {"input", "X",
     "the next input, or NAME=X that of one parameter: a file (.npy, .npz:NAME, .safetensors:NAME, ONNX's .pb), values "
     "such as '[[1, 2], [3, 4]]', '1 2 3', 1e-3, nan, zeros, iota or random:SEED, a type in front of either, "
     "2x3xf32=@raw.bin; or X.npz, X.safetensors: all by name",
     RUN | PLAN | LINT | EXPLAIN | DRAW, .set = add_input},
    {"entry", "NAME", "the function to differentiate (default: main, else the only public one)", GRAD,
     .set = set_entry},
    {"wrt", "N,N", "differentiate by these inputs only, counted from 0 (default: all of floats or complex numbers)",
     GRAD, .set = set_wrt, .takes = "numbers from 0 on with commas between, as 0,2"},
    {"jvp", NULL, "forward: tangents of the results, of tangents of the inputs", GRAD, .set = set_jvp},
    {"output", "PATH",
     "a folder: write each result there as NAME_0.npy, NAME_1.npy, ... as well, bytes of NAME other "
     "than A-Z a-z 0-9 _ . - as %XX; "
     "X.npz, X.safetensors or X.npy: write them there; -: as .npy or .npz to standard output, and print nothing",
     RUN, .set = set_output},
    {"output-file", "FILE",
     "write there what standard output would have, whole or not at all; X.npz, X.safetensors, X.npy, - and a folder "
     "that is there: "
     "as "
     "--output",
     RUN, .set = set_output_file, .letter = 'o'},
    {"expect", "VALUE",
     "compare the results: FILE.npy, .npz or .safetensors, by their names or order; or values as --input takes them, "
     "the next "
     "result's or NAME_0=[1, 2]; exit 1 where one differs",
     RUN, .set = add_expect},
    {"ulp", "N", "with --expect: floats may be N units in the last place away, integers differ by N (default: 0)", RUN,
     .set = set_ulp, .takes = "a number from 0 on", .needs = "expect"},
    {"output", "FILE", "write there, whole or not at all; - is standard output",
     (ALL & ~(RUN | CONVERT)) | TUNE | OPS | RULE | HELP | VERSION | MANUAL | COMPLETIONS, .set = set_output,
     .letter = 'o'},
    {"output", "FILE",
     "write there, whole or not at all; - is standard output. With --to=onnx, a FILE that ends in .onnx: an ONNX model",
     CONVERT, .set = set_output, .letter = 'o'},
    {"op", "N", "which gather or scatter, in the order of the run, from 0 (default: 0)", EXPLAIN | DRAW, .set = set_op,
     .takes = "a number from 0 on"},
    {"op", "N", "which gather or scatter, in the order of the text, from 0 (default: 0)", SHARD, .set = set_op,
     .takes = "a number from 0 on", .needs = "curves"},
    {"at", "I,J,..", "the element of the result", EXPLAIN, .set = add_at,
     .takes = "numbers with commas between, as 1,0"},
    {"at", "I,J,..", "trace this element of the result, of a scatter this one of the updates (repeat: up to 8)", DRAW,
     .set = add_at, .takes = "numbers with commas between, as 1,0"},
    {"update", "I,J,..", "of a scatter: the element of the updates", EXPLAIN, .set = add_update,
     .takes = "numbers with commas between, as 1,0"},
    {"scatter-input", "N", "of a scatter with several inputs: show input N alone, from 0 (default: all)",
     EXPLAIN | DRAW, .set = set_only_input, .takes = "a number from 0 on"},
    {"in-words", NULL, "as a sentence and a line of numpy", EXPLAIN, .set = set_words},
    {"text", NULL, "in box characters", DRAW, .set = set_text},
    {"full", NULL, "print long results whole, not shortened in the middle", RUN, .set = set_full},
    {"rows", NULL, "print results as StableHLO's interpreter does: the type, and rows in brackets", RUN,
     .set = set_rows},
    {"replicas", "R", "run the function as each process of a grid of R x P, on threads; each gets the same inputs", RUN,
     .set = set_replicas, .takes = "a number from 1 to 1024"},
    {"partitions", "P", "the same, 1 to 1024 processes in all (default of both: 1)", RUN, .set = set_partitions,
     .takes = "a number from 1 to 1024"},
    {"devices", NULL,
     "divide the program over the devices of its mesh, and run it on them, on threads; results come whole", RUN,
     .set = set_devices},
    {"probe-output-dir", "DIR",
     "write each value that interpreter.probe sees there as probe_N.npy, and index.csv, which lists them", RUN,
     .set = set_probe_dir},
    {"check-promises", NULL, "fail (exit 4) on a false indices_are_sorted or unique_indices", RUN, .set = set_promises},
    {"strict", NULL, "fail (exit 4) on an index out of range, where the op would clamp or drop",
     RUN | PLAN | LINT | EXPLAIN | DRAW, .set = set_strict},
    {"drop-whole-window", NULL, "scatter drops a window partly out of bounds as a whole (XLA, JAX)",
     RUN | PLAN | LINT | EXPLAIN | DRAW, .set = set_window},
    {"expand-batching", NULL, "write batching dims out as iota components of the index vectors", CONVERT,
     .set = set_expand},
    {"collapse-batching", NULL, "raise iota components of the index vectors to batching dims", CONVERT,
     .set = set_collapse},
    {"to", "NAME",
     "convert the program to the dialect {dialects}; or write it in the language {languages}; or as `artifact`, a "
     "portable "
     "artifact of StableHLO's",
     CONVERT, .set = set_to, .choice = target_word},
    {"target", "VERSION", "with --to=artifact: of VHLO, 0.9.0 to 1.20.0, minimum or current (default: current)",
     CONVERT, .set = set_vhlo, .needs = "to=artifact"},
    {"assume-in-bounds", NULL, "with --to: no index is negative or out of range, put nothing around for one that is",
     CONVERT, .set = set_assume, .needs = "to"},
    {"strict-target", NULL, "with --to: an op that the dialect lacks is an error; else it stays and a remark says so",
     CONVERT, .set = set_strict_target, .needs = "to"},
    {"no-raise", NULL, "with --to: a gather of constant indices, or of broadcasts, stays one", CONVERT,
     .set = set_recipes, .needs = "to"},
    {"to", "FORM", "scf (default): loops over memrefs; parallel: loops whose steps never meet; linalg: tensors", LOWER,
     .set = set_form, .choice = grn_module_lower_target},
    {"stages", NULL, "print every stage on the way", LOWER, .set = set_stages},
    {"emit-c-interface", NULL, "functions get llvm.emit_c_interface", LOWER, .set = set_c_interface},
    {"result-arguments", NULL, "results are memref arguments that the caller owns, behind the others", LOWER,
     .set = set_result_arguments},
    {"strided", NULL, "memref arguments have any strides and offset", LOWER, .set = set_strided},
    {"drop-checks", NULL, "leave checks in the program out; else they are refused", LOWER, .set = set_drop_checks},
    {"no-raise", NULL,
     "a gather of constant indices, or of broadcasts, stays one; shard: an iota that indexes stays a component",
     LOWER | SHARD, .set = set_recipes},
    {"stage", "STAGE",
     "how far: rules, of each op the dimensions that go together; propagated, of each value its sharding; resharded, "
     "with Shardy's "
     "collectives; local (default), what one device runs",
     SHARD, .set = set_stage, .choice = shard_word},
    {"rules", NULL, "the same as --stage=rules", SHARD, .set = set_rules},
    {"model", "WORDS",
     "predict what each gather and scatter would send and take on up to 100,000 ranks of a network: "
     "alpha=2us,beta=0.1ns, with a "
     "comma "
     "between; docs/scale.md lists the words",
     SHARD, .set = set_model},
    {"curves", NULL, "with --model: the time of one gather or scatter over the number of ranks, as SVG or PNG", SHARD,
     .set = set_curves, .needs = "model"},
    {"explain", NULL,
     "instead of the program, a line for each collective: along which axes, why, its bytes and the least that have to "
     "come; then "
     "a table of the ops that exchange, how often each runs, and what comes to a device in all",
     SHARD, .set = set_tells_moves},
    {"reassociate", NULL, "sums of floats may be divided, and added in another order (run: with --devices)",
     SHARD | RUN, .set = set_reassociate},
    {"target", "ttnn", "what each gather and scatter would cost as TTNN's, on tiles", PLAN, .set = set_target,
     .choice = plan_target_word},
    {"json", NULL, "print one JSON document, of results and messages, on failure too",
     ALL | TUNE | OPS | RULE | HELP | VERSION | MANUAL | COMPLETIONS, .set = set_json},
    {"dim", "X/D=N",
     "plan with N for dimension D of argument X (a name, or a number from 0) where it is ?; N alone: for every other ? "
     "(default: "
     "1024)",
     PLAN, .set = set_dim, .takes = "ARGUMENT/DIMENSION=NUMBER, as x/0=128, or NUMBER for all"},
    {"time", "[N]",
     "run N times more (default: 5) and say what each op takes: the median, the least, the most; of gathers and "
     "scatters how near "
     "they come to a copy",
     RUN, .set = set_time, .takes = "a number from 1 to 100000"},
    {"trace", NULL, "print each op as it ends, with the types of its results and a digest of each", RUN,
     .set = set_trace},
    {"plans", NULL, "say how each gather and scatter is about to run", RUN, .set = set_show_plans},
    {"run", NULL, "run the entry as well, and count its indices (--input does so too)", LINT, .set = set_run_too},
    {"cores", "XxY", "with --target: the grid of cores (default 8x8)", PLAN, .set = set_cores,
     .takes = "a grid of cores, as 8x8", .needs = "target"},
    {"l1-bytes", "SIZE", "with --target: local memory of a core (default 1536K)", PLAN, .set = set_l1,
     .takes = "a number of bytes, as 1536K", .needs = "target"},
    {"strategy", "S",
     "with --target: auto, single (a core has whole rows), multi (cores share a row); embeddings: rows, tiles", PLAN,
     .set = set_strategy, .choice = strategy_word, .needs = "target"},
    {"verify-equivalence", NULL,
     "run both programs on random inputs first; exit 1, printing nothing, where they differ or nothing could be "
     "compared",
     CONVERT, .set = set_equivalence, .needs = "to|expand-batching|collapse-batching"},
    {"seed", "N", "with --verify-equivalence: other inputs (default: 0)", CONVERT, .set = set_seed,
     .takes = "a number from 0 on", .needs = "verify-equivalence"},
    {"generic", NULL, "print every op in generic form", PRINT | CONVERT | LOWER | SHARD | GRAD, .set = set_generic},
    {"locations", NULL, "print where ops and arguments come from, as loc(..) says it",
     PRINT | CONVERT | LOWER | SHARD | GRAD, .set = set_locations},
    {"mlir-print-debuginfo", NULL, "the same as --locations", PRINT | CONVERT | LOWER | SHARD | GRAD,
     .set = set_locations},
    {"keep-names", NULL, "values keep their names, and comments stay where they stand", PRINT, .set = set_keep_names},
    {"names", NULL, "print only the names, one on each line", OPS, .set = set_names},
    {"example", NULL, "of an op that is named in full: print only the program", OPS, .set = set_example},
    {"print", NULL, "only print the figures, keep no file", TUNE, .set = set_print_only},
    {"to", "c", "the language (default: c)", EMIT, .set = set_emit_to, .choice = emit_word},
    {"entry", "NAME", "only this function: main, @main, or as programs write it, '@\"x\\00y\"'", EMIT,
     .set = set_entry},
    {"header", NULL, "the declarations alone, as a header", EMIT, .set = set_header},
    {"main", NULL, "add a main that reads the inputs from .npy files and writes the results to such", EMIT,
     .set = set_driver},
    {"simd", NULL, "use the vectors of GCC and Clang in loops over elements that lie side by side", EMIT,
     .set = set_simd},
    {"openmp", NULL, "divide loops of independent iterations over threads", EMIT, .set = set_openmp},
    {"seconds", "S", "take about so long, up to 60 (default: 0.3)", TUNE, .set = set_seconds,
     .takes = "seconds, more than 0 and at most 60"},
    {"to", "FILE", "keep the figures there", TUNE, .set = set_tune_to},
    {"check", NULL,
     "measure nothing: run gathers and scatters with the figures that are kept, and with the defaults; exit 1 where "
     "one is slower",
     TUNE, .set = set_tune_check},
    {"max-memory", "SIZE", "refuse to use more: bytes, or with K, M, G (default: three quarters of this machine's)",
     ALL | TUNE, .set = set_memory, .takes = "a number of bytes, as 512M: from 1 on, with K, M, G or T"},
    {"max-steps", "N", "stop (exit 3) before more work: an op, or an element it reads or makes, is a step",
     RUN | LINT | CONVERT | EXPLAIN | DRAW, .set = set_steps, .takes = "a number from 1 on"},
    {"max-steps", "N", "stop (exit 3) before more than N gathers and scatters are planned", PLAN, .set = set_steps,
     .takes = "a number from 1 on"},
    {"max-errors", "N", "print so many errors and count the rest; 0: print all (default: 20)", ALL, .set = set_errors,
     .takes = "a number, 0 for all"},
    {"threads", "N", "work on large ops with so many threads, 1 to 256 (default: this machine's processors)",
     RUN | PLAN | LINT | EXPLAIN | DRAW, .set = set_threads, .takes = "a number from 1 to 256"},
    {"tune", "[FILE]",
     "time the plans that each gather and scatter can have, take the fastest, and keep it in FILE (default: in the "
     "cache)",
     RUN | PLAN, .set = set_tune_file},
    {"allow-unregistered-dialect", NULL, "accept ops of unknown dialects in generic form", ALL, .set = set_allow},
    {"allow-nonunique-scatter", NULL, "accept tensor.scatter without `unique`: the last update of a place stays", ALL,
     .set = set_nonunique},
    {"strict-syntax", NULL, "read text as MLIR does: no ops outside functions become @main, and # begins no comment",
     ALL, .set = set_strict_syntax},
    {"split-input-file", NULL, "treat the parts between lines of '// -----' as files of their own", ALL,
     .set = set_split},
    {"verify-diagnostics", NULL, "match messages with the file's '// expected-error@+1 {{text}}' comments", ALL,
     .set = set_verify},
    {"recursive", NULL, "take the programs of folders too: .mlir, .mlirbc and .bc", CHECK, .set = set_recursive,
     .letter = 'r'},
    {"quiet", NULL, "print no results", RUN, .set = set_quiet, .letter = 'q'},
    {"quiet", NULL, "print no remarks and warnings, and of several files only what is wrong", CHECK, .set = set_quiet,
     .letter = 'q'},
    {"quiet", NULL, "print no remarks and warnings", CONVERT | LOWER | SHARD | EMIT | GRAD | PLAN, .set = set_quiet,
     .letter = 'q'},
    {"color", "WHEN", "colours in messages (default: auto, on a terminal unless NO_COLOR is set)", ALL,
     .set = set_color, .choice = colour_word},
    {"help", NULL, "this text", ALL | TUNE | OPS | RULE | HELP | VERSION | MANUAL | COMPLETIONS, .set = set_help,
     .letter = 'h'},
    {.name = NULL},
};

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

/* ---- readers of a value, which put it where a row says --------------------------------------- */

static bool read_flag(void *flag, const char *v)
{
    (void)v;
    return *(bool *)flag = true;
}
static bool read_word(void *text, const char *v)
{
    *(const char **)text = v;
    return true;
}
static bool read_name(void *text, const char *v) { return read_word(text, v) && *v != 0; }

static const char *plan_target_word(size_t i) { return i == 0 ? "ttnn" : NULL; }
static bool read_tune(void *calling, const char *v)
{
    calling_settings *c = calling;
    c->tune_file = v;
    return c->tune = v == NULL || *v != 0;
}
static bool set_color(void *none, const char *v)
{
    (void)none;
    colour_choose(v);
    return true;
}

#define MOST_PROCESSES 1024

/* A number from 1 to `most`; 0: it is none. */
static long number_up_to(long most, const char *v)
{
    char *end;
    errno = 0;
    const long n = strtol(v, &end, 10);
    return errno || end == v || *end || n < 1 || n > most ? 0 : n;
}
static bool read_processes(void *out, const char *v)
{
    return (*(uint32_t *)out = (uint32_t)number_up_to(MOST_PROCESSES, v)) > 0;
}
static bool read_threads(void *out, const char *v)
{
    return (*(int32_t *)out = (int32_t)number_up_to(MOST_THREADS, v)) > 0;
}

static const char *shard_word(size_t i)
{
    return i < GRN_SHARD_STAGE_COUNT ? grn_shard_stage_text((grn_shard_stage)i) : NULL;
}
static bool read_rules(void *stage, const char *v)
{
    (void)v;
    return read_word(stage, grn_shard_stage_text(GRN_SHARD_RULES));
}
static const char *emit_word(size_t i) { return i == 0 ? "c" : NULL; }

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

static bool read_target(void *convert, const char *v)
{
    convert_settings *c = convert;
    c->to = v;
    c->to_artifact = strcmp(v, "artifact") == 0;
    for (size_t i = 0; grn_module_language(i); i++)
        c->to_language |= strcmp(grn_module_language(i), v) == 0;
    return true;
}

bool add_text(void *texts, const char *v)
{
    text_list *list = texts;
    const char **grown = realloc(list->items, (list->count + 1) * sizeof *grown);
    if (!grown)
        return false;
    list->items = grown;
    list->items[list->count++] = v;
    return true;
}

/* A file of tensors, standard output and a folder are --output's; any other name is a file for the
 * text. */
static bool set_output_file(void *all, const char *v)
{
    settings *s = all;
    s->run.text_output = NULL;
    s->output = NULL;
    if (*v != 0 && is_output_of_tensors(v))
        s->output = v;
    else
        s->run.text_output = v;
    return *v != 0;
}
static bool add_name(void *texts, const char *v) { return *v != 0 && add_text(texts, v); }

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

static bool add_index(void *texts, const char *v)
{
    int64_t numbers[MOST_NUMBERS];
    size_t n;
    return read_index(v, &n, numbers) && add_text(texts, v);
}

static bool read_wrt(void *grad, const char *v)
{
    grad_settings *g = grad;
    return read_index(v, &g->nwrt, g->wrt) && g->nwrt > 0;
}

static bool read_count(void *out, const char *v)
{
    uint64_t *count = out;
    char *end;
    errno = 0;
    *count = strtoull(v, &end, 10);
    return !errno && end != v && *end == 0 && *v != '-';
}

static bool read_steps(void *out, const char *v) { return read_count(out, v) && *(const uint64_t *)out > 0; }
static bool read_number_from_1(void *out, const char *v)
{
    uint64_t number;
    if (!read_count(&number, v) || number >= SIZE_MAX)
        return false;
    *(size_t *)out = (size_t)number + 1;
    return true;
}
static bool read_timed_runs(void *out, const char *v)
{
    uint64_t *runs = out;
    *runs = DEFAULT_TIMED_RUNS;
    return !v || (read_count(runs, v) && *runs > 0 && *runs <= MOST_TIMED_RUNS);
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
static bool read_seconds(void *out, const char *v)
{
    double *seconds = out;
    char *end;
    *seconds = strtod(v, &end);
    return end != v && *end == 0 && *seconds > 0 && *seconds <= 60;
}

/* A limit past what pointers reach limits nothing. */
static bool read_memory(void *out, const char *v)
{
    uint64_t bytes;
    if (!read_bytes(v, &bytes))
        return false;
    *(size_t *)out = bytes < SIZE_MAX ? (size_t)bytes : SIZE_MAX;
    return true;
}

static bool read_l1_bytes(void *out, const char *v)
{
    uint64_t bytes;
    if (!read_bytes(v, &bytes) || bytes > INT64_MAX)
        return false;
    *(int64_t *)out = (int64_t)bytes;
    return true;
}

/* The value goes to this member, as this function reads it. */
#define TO(place, reader) .read = reader, .member = offsetof(settings, place)

const option_row option_rows[] = {
    {"entry", "NAME", "the function to run: main, @main, or as programs write it, '@\"x\\00y\"'",
     RUN | PLAN | LINT | EXPLAIN | DRAW, TO(calling.entry, read_function_name)},
    {"input", "X",
     "the next input, or NAME=X that of one parameter: a file (.npy, .npz:NAME, .safetensors:NAME, ONNX's .pb), values "
     "such as '[[1, 2], [3, 4]]', '1 2 3', 1e-3, nan, zeros, iota or random:SEED, a type in front of either, "
     "2x3xf32=@raw.bin; or X.npz, X.safetensors: all by name",
     RUN | PLAN | LINT | EXPLAIN | DRAW, TO(calling.inputs, add_text)},
    {"entry", "NAME", "the function to differentiate (default: main, else the only public one)", GRAD,
     TO(calling.entry, read_function_name)},
    {"wrt", "N,N", "differentiate by these inputs only, counted from 0 (default: all of floats or complex numbers)",
     GRAD, TO(grad, read_wrt), .takes = "numbers from 0 on with commas between, as 0,2"},
    {"jvp", NULL, "forward: tangents of the results, of tangents of the inputs", GRAD, TO(grad.jvp, read_flag)},
    {"output", "PATH",
     "a folder: write each result there as NAME_0.npy, NAME_1.npy, ... as well, bytes of NAME other "
     "than A-Z a-z 0-9 _ . - as %XX; "
     "X.npz, X.safetensors or X.npy: write them there; -: as .npy or .npz to standard output, and print nothing",
     RUN, TO(output, read_name)},
    {"output-file", "FILE",
     "write there what standard output would have, whole or not at all; X.npz, X.safetensors, X.npy, - and a folder "
     "that is there: "
     "as "
     "--output",
     RUN, .read = set_output_file, .letter = 'o'},
    {"expect", "VALUE",
     "compare the results: FILE.npy, .npz or .safetensors, by their names or order; or values as --input takes them, "
     "the next "
     "result's or NAME_0=[1, 2]; exit 1 where one differs",
     RUN, TO(run.expects, add_name)},
    {"ulp", "N", "with --expect: floats may be N units in the last place away, integers differ by N (default: 0)", RUN,
     TO(run.ulp, read_count), .takes = "a number from 0 on", .needs = "expect"},
    {"output", "FILE", "write there, whole or not at all; - is standard output",
     (ALL & ~(RUN | CONVERT)) | TUNE | OPS | RULE | HELP | VERSION | MANUAL | COMPLETIONS, TO(output, read_name),
     .letter = 'o'},
    {"output", "FILE",
     "write there, whole or not at all; - is standard output. With --to=onnx, a FILE that ends in .onnx: an ONNX model",
     CONVERT, TO(output, read_name), .letter = 'o'},
    {"op", "N", "which gather or scatter, in the order of the run, from 0 (default: 0)", EXPLAIN | DRAW,
     TO(element.op, read_count), .takes = "a number from 0 on"},
    {"op", "N", "which gather or scatter, in the order of the text, from 0 (default: 0)", SHARD,
     TO(element.op, read_count), .takes = "a number from 0 on", .needs = "curves"},
    {"at", "I,J,..", "the element of the result", EXPLAIN, TO(element.at, add_index),
     .takes = "numbers with commas between, as 1,0"},
    {"at", "I,J,..", "trace this element of the result, of a scatter this one of the updates (repeat: up to 8)", DRAW,
     TO(element.at, add_index), .takes = "numbers with commas between, as 1,0"},
    {"update", "I,J,..", "of a scatter: the element of the updates", EXPLAIN, TO(element.updates, add_index),
     .takes = "numbers with commas between, as 1,0"},
    {"scatter-input", "N", "of a scatter with several inputs: show input N alone, from 0 (default: all)",
     EXPLAIN | DRAW, TO(element.only_input, read_number_from_1), .takes = "a number from 0 on"},
    {"in-words", NULL, "as a sentence and a line of numpy", EXPLAIN, TO(element.in_words, read_flag)},
    {"text", NULL, "in box characters", DRAW, TO(element.as_text, read_flag)},
    {"full", NULL, "print long results whole, not shortened in the middle", RUN, TO(run.full, read_flag)},
    {"rows", NULL, "print results as StableHLO's interpreter does: the type, and rows in brackets", RUN,
     TO(run.rows, read_flag)},
    {"replicas", "R", "run the function as each process of a grid of R x P, on threads; each gets the same inputs", RUN,
     TO(run.replicas, read_processes), .takes = "a number from 1 to 1024"},
    {"partitions", "P", "the same, 1 to 1024 processes in all (default of both: 1)", RUN,
     TO(run.partitions, read_processes), .takes = "a number from 1 to 1024"},
    {"devices", NULL,
     "divide the program over the devices of its mesh, and run it on them, on threads; results come whole", RUN,
     TO(run.devices, read_flag)},
    {"probe-output-dir", "DIR",
     "write each value that interpreter.probe sees there as probe_N.npy, and index.csv, which lists them", RUN,
     TO(run.probe_dir, read_name)},
    {"check-promises", NULL, "fail (exit 4) on a false indices_are_sorted or unique_indices", RUN,
     TO(run.check_promises, read_flag)},
    {"strict", NULL, "fail (exit 4) on an index out of range, where the op would clamp or drop",
     RUN | PLAN | LINT | EXPLAIN | DRAW, TO(calling.strict, read_flag)},
    {"drop-whole-window", NULL, "scatter drops a window partly out of bounds as a whole (XLA, JAX)",
     RUN | PLAN | LINT | EXPLAIN | DRAW, TO(calling.drop_whole_window, read_flag)},
    {"expand-batching", NULL, "write batching dims out as iota components of the index vectors", CONVERT,
     TO(convert.expand_batching, read_flag)},
    {"collapse-batching", NULL, "raise iota components of the index vectors to batching dims", CONVERT,
     TO(convert.collapse_batching, read_flag)},
    {"to", "NAME",
     "convert the program to the dialect {dialects}; or write it in the language {languages}; or as `artifact`, a "
     "portable "
     "artifact of StableHLO's",
     CONVERT, TO(convert, read_target), .choice = target_word},
    {"target", "VERSION", "with --to=artifact: of VHLO, 0.9.0 to 1.20.0, minimum or current (default: current)",
     CONVERT, TO(convert.vhlo, read_name), .needs = "to=artifact"},
    {"assume-in-bounds", NULL, "with --to: no index is negative or out of range, put nothing around for one that is",
     CONVERT, TO(convert.assume_in_bounds, read_flag), .needs = "to"},
    {"strict-target", NULL, "with --to: an op that the dialect lacks is an error; else it stays and a remark says so",
     CONVERT, TO(convert.strict_target, read_flag), .needs = "to"},
    {"no-raise", NULL, "with --to: a gather of constant indices, or of broadcasts, stays one", CONVERT,
     TO(keep_recipes, read_flag), .needs = "to"},
    {"to", "FORM", "scf (default): loops over memrefs; parallel: loops whose steps never meet; linalg: tensors", LOWER,
     TO(lower.form, read_word), .choice = grn_module_lower_target},
    {"stages", NULL, "print every stage on the way", LOWER, TO(lower.stages, read_flag)},
    {"emit-c-interface", NULL, "functions get llvm.emit_c_interface", LOWER, TO(lower.c_interface, read_flag)},
    {"result-arguments", NULL, "results are memref arguments that the caller owns, behind the others", LOWER,
     TO(lower.result_arguments, read_flag)},
    {"strided", NULL, "memref arguments have any strides and offset", LOWER, TO(lower.strided, read_flag)},
    {"drop-checks", NULL, "leave checks in the program out; else they are refused", LOWER,
     TO(lower.drop_checks, read_flag)},
    {"no-raise", NULL,
     "a gather of constant indices, or of broadcasts, stays one; shard: an iota that indexes stays a component",
     LOWER | SHARD, TO(keep_recipes, read_flag)},
    {"stage", "STAGE",
     "how far: rules, of each op the dimensions that go together; propagated, of each value its sharding; resharded, "
     "with Shardy's "
     "collectives; local (default), what one device runs",
     SHARD, TO(shard.stage, read_word), .choice = shard_word},
    {"rules", NULL, "the same as --stage=rules", SHARD, TO(shard.stage, read_rules)},
    {"model", "WORDS",
     "predict what each gather and scatter would send and take on up to 100,000 ranks of a network: "
     "alpha=2us,beta=0.1ns, with a "
     "comma "
     "between; docs/scale.md lists the words",
     SHARD, TO(shard.model, read_word)},
    {"curves", NULL, "with --model: the time of one gather or scatter over the number of ranks, as SVG or PNG", SHARD,
     TO(shard.curves, read_flag), .needs = "model"},
    {"explain", NULL,
     "instead of the program, a line for each collective: along which axes, why, its bytes and the least that have to "
     "come; then "
     "a table of the ops that exchange, how often each runs, and what comes to a device in all",
     SHARD, TO(shard.tells_moves, read_flag)},
    {"reassociate", NULL, "sums of floats may be divided, and added in another order (run: with --devices)",
     SHARD | RUN, TO(reassociate, read_flag)},
    {"target", "ttnn", "what each gather and scatter would cost as TTNN's, on tiles", PLAN,
     TO(plan.target_ttnn, read_flag), .choice = plan_target_word},
    {"json", NULL, "print one JSON document, of results and messages, on failure too",
     ALL | TUNE | OPS | RULE | HELP | VERSION | MANUAL | COMPLETIONS, TO(json, read_flag)},
    {"dim", "X/D=N",
     "plan with N for dimension D of argument X (a name, or a number from 0) where it is ?; N alone: for every other ? "
     "(default: "
     "1024)",
     PLAN, TO(plan.dims, read_dim), .takes = "ARGUMENT/DIMENSION=NUMBER, as x/0=128, or NUMBER for all"},
    {"time", "[N]",
     "run N times more (default: 5) and say what each op takes: the median, the least, the most; of gathers and "
     "scatters how near "
     "they come to a copy",
     RUN, TO(run.timed_runs, read_timed_runs), .takes = "a number from 1 to 100000"},
    {"trace", NULL, "print each op as it ends, with the types of its results and a digest of each", RUN,
     TO(run.trace, read_flag)},
    {"plans", NULL, "say how each gather and scatter is about to run", RUN, TO(run.show_plans, read_flag)},
    {"run", NULL, "run the entry as well, and count its indices (--input does so too)", LINT,
     TO(lint.run_too, read_flag)},
    {"cores", "XxY", "with --target: the grid of cores (default 8x8)", PLAN, TO(plan.ttnn, read_cores),
     .takes = "a grid of cores, as 8x8", .needs = "target"},
    {"l1-bytes", "SIZE", "with --target: local memory of a core (default 1536K)", PLAN,
     TO(plan.ttnn.l1_bytes, read_l1_bytes), .takes = "a number of bytes, as 1536K", .needs = "target"},
    {"strategy", "S",
     "with --target: auto, single (a core has whole rows), multi (cores share a row); embeddings: rows, tiles", PLAN,
     TO(plan.ttnn, read_strategy), .choice = strategy_word, .needs = "target"},
    {"verify-equivalence", NULL,
     "run both programs on random inputs first; exit 1, printing nothing, where they differ or nothing could be "
     "compared",
     CONVERT, TO(convert.verify_equivalence, read_flag), .needs = "to|expand-batching|collapse-batching"},
    {"seed", "N", "with --verify-equivalence: other inputs (default: 0)", CONVERT, TO(convert.seed, read_count),
     .takes = "a number from 0 on", .needs = "verify-equivalence"},
    {"generic", NULL, "print every op in generic form", PRINT | CONVERT | LOWER | SHARD | GRAD,
     TO(printing.generic, read_flag)},
    {"locations", NULL, "print where ops and arguments come from, as loc(..) says it",
     PRINT | CONVERT | LOWER | SHARD | GRAD, TO(printing.locations, read_flag)},
    {"mlir-print-debuginfo", NULL, "the same as --locations", PRINT | CONVERT | LOWER | SHARD | GRAD,
     TO(printing.locations, read_flag)},
    {"keep-names", NULL, "values keep their names, and comments stay where they stand", PRINT,
     TO(printing.keep_names, read_flag)},
    {"names", NULL, "print only the names, one on each line", OPS, TO(ops.names_only, read_flag)},
    {"example", NULL, "of an op that is named in full: print only the program", OPS, TO(ops.example_only, read_flag)},
    {"print", NULL, "only print the figures, keep no file", TUNE, TO(measuring.print_only, read_flag)},
    {"to", "c", "the language (default: c)", EMIT, TO(emit.language, read_word), .choice = emit_word},
    {"entry", "NAME", "only this function: main, @main, or as programs write it, '@\"x\\00y\"'", EMIT,
     TO(calling.entry, read_function_name)},
    {"header", NULL, "the declarations alone, as a header", EMIT, TO(emit.header, read_flag)},
    {"main", NULL, "add a main that reads the inputs from .npy files and writes the results to such", EMIT,
     TO(emit.driver, read_flag)},
    {"simd", NULL, "use the vectors of GCC and Clang in loops over elements that lie side by side", EMIT,
     TO(emit.simd, read_flag)},
    {"openmp", NULL, "divide loops of independent iterations over threads", EMIT, TO(emit.openmp, read_flag)},
    {"seconds", "S", "take about so long, up to 60 (default: 0.3)", TUNE, TO(measuring.seconds, read_seconds),
     .takes = "seconds, more than 0 and at most 60"},
    {"to", "FILE", "keep the figures there", TUNE, TO(measuring.tune_to, read_name)},
    {"check", NULL,
     "measure nothing: run gathers and scatters with the figures that are kept, and with the defaults; exit 1 where "
     "one is slower",
     TUNE, TO(measuring.tune_check, read_flag)},
    {"max-memory", "SIZE", "refuse to use more: bytes, or with K, M, G (default: three quarters of this machine's)",
     ALL | TUNE, TO(max_memory_bytes, read_memory),
     .takes = "a number of bytes, as 512M: from 1 on, with K, M, G or T"},
    {"max-steps", "N", "stop (exit 3) before more work: an op, or an element it reads or makes, is a step",
     RUN | LINT | CONVERT | EXPLAIN | DRAW, TO(max_steps, read_steps), .takes = "a number from 1 on"},
    {"max-steps", "N", "stop (exit 3) before more than N gathers and scatters are planned", PLAN,
     TO(max_steps, read_steps), .takes = "a number from 1 on"},
    {"max-errors", "N", "print so many errors and count the rest; 0: print all (default: 20)", ALL,
     TO(reading.max_errors, read_count), .takes = "a number, 0 for all"},
    {"threads", "N", "work on large ops with so many threads, 1 to 256 (default: this machine's processors)",
     RUN | PLAN | LINT | EXPLAIN | DRAW, TO(calling.threads, read_threads), .takes = "a number from 1 to 256"},
    {"tune", "[FILE]",
     "time the plans that each gather and scatter can have, take the fastest, and keep it in FILE (default: in the "
     "cache)",
     RUN | PLAN, TO(calling, read_tune)},
    {"allow-unregistered-dialect", NULL, "accept ops of unknown dialects in generic form", ALL,
     TO(reading.allow_unregistered, read_flag)},
    {"allow-nonunique-scatter", NULL, "accept tensor.scatter without `unique`: the last update of a place stays", ALL,
     TO(reading.allow_nonunique_scatter, read_flag)},
    {"strict-syntax", NULL, "read text as MLIR does: no ops outside functions become @main, and # begins no comment",
     ALL, TO(reading.strict_syntax, read_flag)},
    {"split-input-file", NULL, "treat the parts between lines of '// -----' as files of their own", ALL,
     TO(reading.split_input_file, read_flag)},
    {"verify-diagnostics", NULL, "match messages with the file's '// expected-error@+1 {{text}}' comments", ALL,
     TO(reading.verify_diagnostics, read_flag)},
    {"recursive", NULL, "take the programs of folders too: .mlir, .mlirbc and .bc", CHECK, TO(recursive, read_flag),
     .letter = 'r'},
    {"quiet", NULL, "print no results", RUN, TO(quiet, read_flag), .letter = 'q'},
    {"quiet", NULL, "print no remarks and warnings, and of several files only what is wrong", CHECK,
     TO(quiet, read_flag), .letter = 'q'},
    {"quiet", NULL, "print no remarks and warnings", CONVERT | LOWER | SHARD | EMIT | GRAD | PLAN, TO(quiet, read_flag),
     .letter = 'q'},
    {"color", "WHEN", "colours in messages (default: auto, on a terminal unless NO_COLOR is set)", ALL,
     .read = set_color, .choice = colour_word},
    {"help", NULL, "this text", ALL | TUNE | OPS | RULE | HELP | VERSION | MANUAL | COMPLETIONS, TO(help, read_flag),
     .letter = 'h'},
    {.name = NULL},
};

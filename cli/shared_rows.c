/* shared_rows.c - rows of options that several commands have, and readers of values. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"

/* ---- readers of a value, which put it where a row says --------------------------------------- */

bool read_flag(void *flag, const char *v)
{
    (void)v;
    return *(bool *)flag = true;
}
bool read_word(void *text, const char *v)
{
    *(const char **)text = v;
    return true;
}
bool read_name(void *text, const char *v) { return read_word(text, v) && *v != 0; }

static bool read_tune(void *tuning, const char *v)
{
    tuning_settings *t = tuning;
    t->path = v;
    return t->tune = v == NULL || *v != 0;
}
static bool set_color(void *none, const char *v)
{
    (void)none;
    colour_choose(v);
    return true;
}

long number_up_to(long most, const char *v)
{
    char *end;
    errno = 0;
    const long n = strtol(v, &end, 10);
    return errno || end == v || *end || n < 1 || n > most ? 0 : n;
}
bool read_threads(void *out, const char *v) { return (*(int32_t *)out = (int32_t)number_up_to(MOST_THREADS, v)) > 0; }

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

void free_texts(void *texts) { free(((text_list *)texts)->items); }

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

bool add_index(void *texts, const char *v)
{
    int64_t numbers[MOST_NUMBERS];
    size_t n;
    return read_index(v, &n, numbers) && add_text(texts, v);
}

bool read_count(void *out, const char *v)
{
    uint64_t *count = out;
    char *end;
    errno = 0;
    *count = strtoull(v, &end, 10);
    return !errno && end != v && *end == 0 && *v != '-';
}

bool read_steps(void *out, const char *v) { return read_count(out, v) && *(const uint64_t *)out > 0; }
static bool read_number_from_1(void *out, const char *v)
{
    uint64_t number;
    if (!read_count(&number, v) || number >= SIZE_MAX)
        return false;
    *(size_t *)out = (size_t)number + 1;
    return true;
}

bool read_bytes(const char *v, uint64_t *out)
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

/* A limit past what pointers reach limits nothing. */
static bool read_memory(void *out, const char *v)
{
    uint64_t bytes;
    if (!read_bytes(v, &bytes))
        return false;
    *(size_t *)out = bytes < SIZE_MAX ? (size_t)bytes : SIZE_MAX;
    return true;
}

/* ---- of common -------------------------------------------------------------------------------- */

const option_row output_rows[] = {{"output", "FILE", "write there, whole or not at all; - is standard output",
                                   TO_COMMON(output, read_name), .letter = 'o'},
                                  {0}};
const option_row json_rows[] = {
    {"json", NULL, "print one JSON document, of results and messages, on failure too", TO_COMMON(json, read_flag)},
    {0}};
const option_row memory_rows[] = {
    {"max-memory", "SIZE", "refuse to use more: bytes, or with K, M, G (default: three quarters of this machine's)",
     TO_COMMON(max_memory_bytes, read_memory), .takes = "a number of bytes, as 512M: from 1 on, with K, M, G or T"},
    {0}};
const option_row errors_rows[] = {{"max-errors", "N",
                                   "print so many errors and count the rest; 0: print all (default: 20)",
                                   TO_COMMON(max_errors, read_count), .takes = "a number, 0 for all"},
                                  {0}};
const option_row limit_rows[] = {{LISTS(memory_rows, errors_rows)}, {0}};
const option_row threads_rows[] = {
    {"threads", "N", "work on large ops with so many threads, 1 to 256 (default: this machine's processors)",
     TO_COMMON(threads, read_threads), .takes = "a number from 1 to 256"},
    {0}};
const option_row help_rows[] = {{"help", NULL, "this text", TO_COMMON(help, read_flag), .letter = 'h'}, {0}};
const option_row last_rows[] = {{"color", "WHEN",
                                 "colours in messages (default: auto, on a terminal unless NO_COLOR is set)",
                                 .read = set_color, .choice = colour_word},
                                {LISTS(help_rows)},
                                {0}};
const option_row page_rows[] = {{LISTS(output_rows, json_rows, help_rows)}, {0}};

/* ---- of programs: how they are read, printed, called ------------------------------------------ */

const option_row reading_rows[] = {
    {"allow-unregistered-dialect", NULL, "accept ops of unknown dialects in generic form",
     TO(reading_settings, allow_unregistered, read_flag)},
    {"allow-nonunique-scatter", NULL, "accept tensor.scatter without `unique`: the last update of a place stays",
     TO(reading_settings, allow_nonunique_scatter, read_flag)},
    {"strict-syntax", NULL, "read text as MLIR does: no ops outside functions become @main, and # begins no comment",
     TO(reading_settings, strict_syntax, read_flag)},
    {"split-input-file", NULL, "treat the parts between lines of '// -----' as files of their own",
     TO(reading_settings, split_input_file, read_flag)},
    {"verify-diagnostics", NULL, "match messages with the file's '// expected-error@+1 {{text}}' comments",
     TO(reading_settings, verify_diagnostics, read_flag)},
    {0}};
const option_row closing_rows[] = {
    {LISTS(reading_rows)},
    {"quiet", NULL, "print no remarks and warnings", TO(reading_settings, quiet, read_flag), .letter = 'q'},
    {LISTS(last_rows)},
    {0}};
const option_row printing_rows[] = {
    {"generic", NULL, "print every op in generic form", TO(printing_settings, generic, read_flag)},
    {"locations", NULL, "print where ops and arguments come from, as loc(..) says it",
     TO(printing_settings, locations, read_flag)},
    {"mlir-print-debuginfo", NULL, "the same as --locations", TO(printing_settings, locations, read_flag)},
    {0}};
const option_row called_rows[] = {
    {"entry", "NAME", "the function to run: main, @main, or as programs write it, '@\"x\\00y\"'",
     TO(calling_settings, entry, read_function_name), .drop = function_name_free},
    {"input", "X",
     "the next input, or NAME=X that of one parameter: a file (.npy, .npz:NAME, .safetensors:NAME, ONNX's .pb), values "
     "such as '[[1, 2], [3, 4]]', '1 2 3', 1e-3, nan, zeros, iota or random:SEED, a type in front of either, "
     "2x3xf32=@raw.bin; or X.npz, X.safetensors: all by name",
     TO(calling_settings, inputs, add_text), .drop = free_texts},
    {0}};
const option_row bounds_rows[] = {
    {"strict", NULL, "fail (exit 4) on an index out of range, where the op would clamp or drop",
     TO(calling_settings, strict, read_flag)},
    {"drop-whole-window", NULL, "scatter drops a window partly out of bounds as a whole (XLA, JAX)",
     TO(calling_settings, drop_whole_window, read_flag)},
    {0}};
const option_row steps_rows[] = {{"max-steps", "N",
                                  "stop (exit 3) before more work: an op, or an element it reads or makes, is a step",
                                  .read = read_steps, .takes = "a number from 1 on"},
                                 {0}};
const option_row work_rows[] = {
    {LISTS(memory_rows, steps_rows, errors_rows, threads_rows), AT(calling_settings, max_steps)}, {0}};
const option_row tuning_rows[] = {{"tune", "[FILE]",
                                   "time the plans that each gather and scatter can have, take the fastest, and keep "
                                   "it in FILE (default: in the cache)",
                                   .read = read_tune},
                                  {0}};

/* ---- of single members ------------------------------------------------------------------------ */

const option_row op_rows[] = {{"op", "N", "which gather or scatter, in the order of the run, from 0 (default: 0)",
                               .read = read_count, .takes = "a number from 0 on"},
                              {0}};
const option_row scatter_input_rows[] = {{"scatter-input", "N",
                                          "of a scatter with several inputs: show input N alone, from 0 (default: all)",
                                          .read = read_number_from_1, .takes = "a number from 0 on"},
                                         {0}};
const option_row no_raise_rows[] = {
    {"no-raise", NULL,
     "a gather of constant indices, or of broadcasts, stays one; shard: an iota that indexes stays a component",
     .read = read_flag},
    {0}};
const option_row reassociate_rows[] = {
    {"reassociate", NULL, "sums of floats may be divided, and added in another order (run: with --devices)",
     .read = read_flag},
    {0}};

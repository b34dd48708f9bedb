/*
 * inputs.c - how what is given meets the parameters of a function.
 *
 *   NAME=... and %NAME=...          the parameter of that name; a type wins over a name, so that
 *                                   %f32=... names one
 *   FILE.npz, FILE.safetensors      several: by the parameters' names; else by their numbers, arr_0
 *                                   as numpy.savez has them, or 0; else in the file's order, where
 *                                   there are as many; one alone is the next's
 *   anything else                   the next parameter that has none
 */
#include <stdlib.h>
#include <string.h>

#include "arguments.h"

/* ---- by name ---------------------------------------------------------------------- */

/* What one --input says, and whose it is. */
typedef struct argument {
    const char *text, *value;
    size_t parameter;
    bool is_named, is_archive;
} argument;

/* The k-th parameter that has a name. */
static const char *parameter_name(const void *words, size_t k)
{
    const parameters *p = words;
    for (size_t i = 0; i < p->count; i++)
        if (*p->items[i].name && k-- == 0)
            return p->items[i].name;
    return NULL;
}

/* What stands before `=` is a word, and neither a type nor a parameter's name. */
static int refuse_name(const char *name, size_t n, const parameters *p)
{
    char names[1024], word[64];
    snprintf(word, sizeof word, "%.*s", n < sizeof word ? (int)n : (int)sizeof word - 1, name);
    const char *near = grn_nearest_word(word, parameter_name, p);
    if (parameter_name(p, 0) == NULL)
        return refuse(EXIT_USAGE, "--input: '%s' is no type, and the parameters have no names", word);
    return refuse(EXIT_USAGE, "--input: '%s' names no parameter, and is no type: the parameters are called %s%s%s%s",
                  word, list_words(parameter_name, p, "%", names, sizeof names), near ? "; did you mean '" : "",
                  near ? near : "", near ? "'?" : "");
}

/* A word that no scalar type is called by. */
static bool is_word(const char *text, size_t n)
{
    static const char in_names[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$.-0123456789";
    char zero[64];
    grn_tensor t;
    if (n == 0 || n > sizeof zero - 3 || strchr("0123456789.-", *text) || strspn(text, in_names) < n)
        return false;
    const int used = snprintf(zero, sizeof zero, "%.*s=0", (int)n, text);
    const bool is_type = grn_tensor_parse(zero, (size_t)used, NULL, NULL, &t) == GRN_OK;
    grn_tensor_free(is_type ? &t : NULL, NULL);
    return !is_type;
}

/* EXIT_USAGE after a message: a name is no parameter's. */
static int read_argument(const char *text, const parameters *p, argument *out)
{
    value_type type;
    const char *name = text + (*text == '%'), *equals = strchr(name, '=');
    *out = (argument){.text = text, .value = text};
    if (equals && (*text == '%' || !value_type_read(text, (size_t)(equals - text), &type)) &&
        parameters_find(p, name, (size_t)(equals - name), &out->parameter)) {
        out->is_named = true;
        out->value = equals + 1;
        return EXIT_FINE;
    }
    const bool is_typed = equals && *text != '%' && value_type_read(text, (size_t)(equals - text), &type);
    if (*text == '%' || (equals && !is_typed && is_word(text, (size_t)(equals - text))))
        return refuse_name(name, equals ? (size_t)(equals - name) : strlen(name), p);
    const char *path = text + (*text == '@');
    const tensor_format format = tensor_format_of_name(path, strlen(path));
    out->is_archive = !is_typed && (format == TENSOR_FORMAT_NPZ || format == TENSOR_FORMAT_SAFETENSORS);
    return EXIT_FINE;
}

/* ---- several of a file ---------------------------------------------------------------------- */

/* Which tensor of the file is for parameter i. */
typedef bool match_fn(const tensor_source *s, const parameters *p, size_t i, size_t *at);

static bool match_name(const tensor_source *s, const parameters *p, size_t i, size_t *at)
{
    const char *name = p->items[i].name;
    return *name && tensor_file_find(s->tensors, name, strlen(name), at);
}

static bool match_format(const tensor_source *s, const char *format, size_t i, size_t *at)
{
    char name[32];
    snprintf(name, sizeof name, "%s%zu", format, i);
    return tensor_file_find(s->tensors, name, strlen(name), at);
}

static bool match_savez(const tensor_source *s, const parameters *p, size_t i, size_t *at)
{
    return (void)p, match_format(s, "arr_", i, at);
}
static bool match_number(const tensor_source *s, const parameters *p, size_t i, size_t *at)
{
    return (void)p, match_format(s, "", i, at);
}

static int take_tensor(input_set *set, const tensor_source *s, size_t i, size_t at)
{
    const grn_diag diag = tensor_source_diag(s);
    set->given[i] = true;
    return exit_of_status(tensor_file_read(s->tensors, at, set->parameters.items[i].type.dtype, &set->budget.allocator,
                                           &diag, &set->inputs[i].read));
}

/* *any: at least one parameter was matched. */
static int take_matches(input_set *set, const tensor_source *s, match_fn *match, bool *any)
{
    int exit = EXIT_FINE;
    size_t at;
    *any = false;
    for (size_t i = 0; exit == EXIT_FINE && i < set->parameters.count; i++)
        if (!set->given[i] && match(s, &set->parameters, i, &at)) {
            *any = true;
            exit = take_tensor(set, s, i, at);
        }
    return exit;
}

static size_t count_missing(const input_set *set)
{
    size_t missing = 0;
    for (size_t i = 0; i < set->parameters.count; i++)
        missing += !set->given[i];
    return missing;
}

/* One tensor is the next parameter's, several are all that are missing. */
static int take_in_order(input_set *set, const tensor_source *s)
{
    char names[1024];
    int exit = EXIT_FINE;
    size_t at = 0;
    const size_t count = tensor_file_count(s->tensors);
    tensor_source_names(s, names, sizeof names);
    if (count != count_missing(set) && (count != 1 || count_missing(set) == 0))
        return refuse_of(EXIT_USAGE, s->path,
                         "none of its %zu tensors (%s) has a parameter's name or number, and %zu are missing", count,
                         count ? names : "none", count_missing(set));
    if (count > 1)
        tell(&(notice){.severity = GRN_SEVERITY_REMARK, .file = s->path},
             "no name is a parameter's; its tensors are taken in the file's order: %s", names);
    for (size_t i = 0; exit == EXIT_FINE && at < count && i < set->parameters.count; i++)
        if (!set->given[i])
            exit = take_tensor(set, s, i, at++);
    return exit;
}

static int take_archive(input_set *set, const char *path)
{
    static match_fn *const ways[] = {match_name, match_savez, match_number};
    tensor_source *s = &set->sources[set->nsources++];
    bool any = false;
    int exit = tensor_source_open(s, path, &set->budget);
    for (size_t i = 0; exit == EXIT_FINE && !any && i < sizeof ways / sizeof *ways; i++)
        exit = take_matches(set, s, ways[i], &any);
    return exit == EXIT_FINE && !any ? take_in_order(set, s) : exit;
}

/* ---- all of them ---------------------------------------------------------------------- */

static int take_one(input_set *set, const argument *a, size_t i)
{
    const parameter *p = i < set->parameters.count ? &set->parameters.items[i] : NULL;
    if (set->given[i])
        return refuse(EXIT_USAGE, "--input: %%%s is given twice", p ? p->name : "");
    set->given[i] = true;
    return input_read(&set->inputs[i], &(given_text){"--input", a->text, a->value}, p, &set->budget);
}

static size_t next_free(const input_set *set)
{
    size_t i = 0;
    while (set->given[i])
        i++;
    return i;
}

/* First those with a name, then the others in their order. */
static int take_all(const text_list *inputs, input_set *set)
{
    int exit = EXIT_FINE;
    argument a;
    for (int named = 1; named >= 0; named--)
        for (size_t k = 0; exit == EXIT_FINE && k < inputs->count; k++) {
            exit = read_argument(inputs->items[k], &set->parameters, &a);
            if (exit != EXIT_FINE || a.is_named != (named == 1))
                continue;
            exit = a.is_archive ? take_archive(set, a.text + (*a.text == '@'))
                                : take_one(set, &a, a.is_named ? a.parameter : next_free(set));
        }
    return exit;
}

/* Inputs that are not given are zeros of the declared types. */
static int take_zeros(input_set *set)
{
    for (size_t i = 0; i < set->parameters.count; i++) {
        const parameter *p = &set->parameters.items[i];
        if (!p->type.is_static)
            return refuse(EXIT_USAGE, "input #%zu is of type %.200s%s%s: give it with --input", i, p->type_text,
                          strlen(p->type_text) > 200 ? "..." : "",
                          strchr(p->type_text, '?') ? ", whose extents are not all known" : "");
        set->given[i] = true;
        int exit = input_read(&set->inputs[i], &(given_text){"--input", "zeros", "zeros"}, p, &set->budget);
        if (exit != EXIT_FINE)
            return exit;
    }
    return EXIT_FINE;
}

/* The tensors up to the last that is given; before it none may be missing. */
static int line_up(input_set *set)
{
    while (set->count < set->room && set->given[set->count])
        set->count++;
    for (size_t i = set->count; i < set->room; i++)
        if (set->given[i]) {
            const parameter *p = &set->parameters.items[set->count];
            return refuse(EXIT_USAGE, "input #%zu%s%s of type %.200s is not given", set->count, *p->name ? ", %" : "",
                          p->name, p->type_text);
        }
    for (size_t i = 0; i < set->count; i++)
        set->tensors[i] = set->inputs[i].read.tensor;
    return EXIT_FINE;
}

int inputs_read(const common *c, const calling_settings *how, const entry *e, input_set *out)
{
    *out = (input_set){.count = 0};
    grn_budget_init(&out->budget, NULL, c->max_memory_bytes);
    const bool read = parameters_read(e->module, e->function, &out->parameters);
    out->room = out->parameters.count + how->inputs.count;
    out->inputs = calloc(out->room + 1, sizeof *out->inputs);
    out->tensors = calloc(out->room + 1, sizeof *out->tensors);
    out->given = calloc(out->room + 1, sizeof *out->given);
    out->sources = calloc(how->inputs.count + 1, sizeof *out->sources);
    if (!read || !out->inputs || !out->tensors || !out->given || !out->sources)
        return refuse(EXIT_REJECTED, "memory refused for the list of inputs");
    const bool zeros = how->zero_inputs && how->inputs.count == 0;
    int exit = zeros ? take_zeros(out) : take_all(&how->inputs, out);
    if (exit == EXIT_REJECTED && out->budget.refused_bytes)
        complain("--max-memory: %zu bytes for an input would pass the limit of %zu, %zu are in use",
                 out->budget.refused_bytes, out->budget.limit_bytes, out->budget.used_bytes);
    return exit == EXIT_FINE ? line_up(out) : exit;
}

void inputs_close(input_set *set)
{
    for (size_t i = 0; set->inputs && i < set->room; i++)
        input_close(&set->inputs[i]);
    for (size_t i = 0; i < set->nsources; i++)
        tensor_source_close(&set->sources[i]);
    free(set->inputs);
    free(set->tensors);
    free(set->given);
    free(set->sources);
    parameters_free(&set->parameters);
}

bool inputs_fit(const input_set *set)
{
    if (set->count != set->parameters.count)
        return false;
    for (size_t i = 0; i < set->count; i++) {
        const value_type *want = &set->parameters.items[i].type;
        const grn_tensor *t = &set->tensors[i];
        if (want->dtype != t->dtype || (want->is_static && want->rank != t->rank))
            return false;
        for (int32_t d = 0; want->rank == t->rank && d < t->rank; d++)
            if (want->shape[d] >= 0 && want->shape[d] != t->shape[d])
                return false;
    }
    return true;
}

/* entries.c - which functions of a module to run, and on what. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"

/* ---- which function ---------------------------------------------------------------------------------------------- */

#define RUN_ALL ((size_t)-1)
#define NOTHING ((size_t)-2)

static size_t find_function(const grn_module *module, const char *name, size_t n)
{
    for (size_t i = 0; i < grn_module_functions(module); i++) {
        grn_function_info info;
        if (grn_module_function(module, i, &info) == GRN_OK && info.name_bytes == n && memcmp(info.name, name, n) == 0)
            return i;
    }
    return NOTHING;
}

static bool is_entry(const grn_module *module, size_t i)
{
    grn_function_info info;
    return grn_module_function(module, i, &info) == GRN_OK && info.is_public && info.has_body;
}

/* --entry, else @main, else the only public function; several that need no inputs all run. */
static size_t choose(const settings *s, const grn_module *module, const char *file)
{
    const function_name *wanted = &s->entry;
    size_t at = wanted->bytes ? find_function(module, wanted->bytes, wanted->n) : find_function(module, "main", 4);
    if (at != NOTHING)
        return at;
    if (wanted->bytes) {
        complain("%s: there is no function %s%s", file, *wanted->written == '@' ? "" : "@", wanted->written);
        return NOTHING;
    }
    size_t count = 0, with_inputs = 0;
    for (size_t i = 0; i < grn_module_functions(module); i++) {
        grn_function_info info;
        if (!is_entry(module, i) || grn_module_function(module, i, &info) != GRN_OK)
            continue;
        count++;
        at = i;
        with_inputs += info.ninputs > 0;
    }
    if (count == 1)
        return at;
    if (count > 1 && (with_inputs == 0 || s->zero_inputs) && s->inputs.count == 0)
        return RUN_ALL;
    if (grn_module_functions(module) == 0)
        complain("%s: there is no public function with a body to run: the file is empty, or has no function", file);
    else if (count == 0)
        complain("%s: there is no public function with a body to run", file);
    else
        complain("%s: there are %zu public functions and no @main; --entry says which to run", file, count);
    return NOTHING;
}

/* "@a, @b, @c", the first few. */
static void list_functions(const grn_module *module, char *out, size_t bytes)
{
    size_t used = 0, named = 0;
    *out = 0;
    for (size_t i = 0; i < grn_module_functions(module) && used < bytes; i++) {
        grn_function_info info;
        if (!is_entry(module, i) || grn_module_function(module, i, &info) != GRN_OK)
            continue;
        if (named++ == 8) {
            snprintf(out + used, bytes - used, ", ...");
            return;
        }
        used += (size_t)snprintf(out + used, bytes - used, "%s@%.40s", named > 1 ? ", " : "", info.name);
    }
}

int choose_function(const settings *s, const grn_module *module, const char *file, size_t *out)
{
    *out = choose(s, module, file);
    char names[512];
    list_functions(module, names, sizeof names);
    if (*out == RUN_ALL)
        complain("%s: there are several public functions and no @main; --entry says which: %s", file, names);
    return *out == NOTHING || *out == RUN_ALL ? EXIT_USAGE : EXIT_FINE;
}

/* ---- inputs --------------------------------------------------------------------------------------------------------- */

/* Text that grows; ends in a zero once there is any. */
typedef struct text {
    char *bytes;
    size_t n, room;
} text;

static grn_status keep(void *user, const char *bytes, size_t n)
{
    text *t = user;
    if (n >= t->room - t->n) {
        size_t room = 2 * (t->n + n) + 64;
        char *grown = room > t->room ? realloc(t->bytes, room) : NULL;
        if (!grown)
            return GRN_E_SINK;
        t->bytes = grown;
        t->room = room;
    }
    memcpy(t->bytes + t->n, bytes, n);
    t->n += n;
    t->bytes[t->n] = 0;
    return GRN_OK;
}

/* The extents of "tensor<2x3xi32>", "memref<2x3xi32>" or "!torch.vtensor<[2,3],si32>" as "2x3x". False: not all are known, or
 * it is no tensor. */
static bool keep_extents(const char *type, text *out)
{
    const char *at = strchr(type, '<');
    if (at == NULL)
        return false;
    at += at[1] == '[' ? 2 : 1;
    for (size_t n; (n = strspn(at, "0123456789")) > 0; at += *at == 'x' || *at == ',') {
        if (keep(out, at, n) != GRN_OK || keep(out, "x", 1) != GRN_OK)
            return false;
        at += n;
    }
    return *at != '?' && *at != '*';
}

/* "2x3xi32=0", or with the zero of complex types. */
static bool zeros_of(const text *type, grn_dtype dtype, grn_tensor *out)
{
    const char *zero = grn_dtype_class_of(dtype) == GRN_CLASS_COMPLEX ? "=(0, 0)" : "=0", *element = grn_dtype_text(dtype);
    text argument = {0};
    const bool made = dtype != GRN_NO_DTYPE && keep_extents(type->bytes, &argument) &&
                      keep(&argument, element, strlen(element)) == GRN_OK && keep(&argument, zero, strlen(zero)) == GRN_OK &&
                      grn_tensor_parse(argument.bytes, argument.n, NULL, NULL, out) == GRN_OK;
    free(argument.bytes);
    return made;
}

#define SHOWN_TYPE 200 /* bytes of a type in a message */

static int make_zeros(const grn_module *module, size_t function, size_t i, input *in)
{
    text type = {0};
    grn_sink sink = {keep, &type};
    bool written = grn_module_write_input_type(module, function, i, &sink) == GRN_OK && type.n > 0;
    in->parsed = written && zeros_of(&type, grn_module_input_dtype(module, function, i), &in->tensor);
    if (!written)
        complain("input #%zu has to be given with --input: memory refused for its type", i);
    else if (!in->parsed)
        complain("input #%zu is of type %.*s%s%s: give it with --input", i, SHOWN_TYPE, type.bytes, type.n > SHOWN_TYPE ? "..." : "",
                 strchr(type.bytes, '?') ? ", whose extents are not all known" : "");
    free(type.bytes);
    return in->parsed ? EXIT_FINE : written ? EXIT_USAGE : EXIT_REJECTED;
}

static int read_inputs(const settings *s, const grn_module *module, size_t function, size_t count, input *inputs,
                       grn_tensor *tensors)
{
    for (size_t i = 0; i < count; i++) {
        int exit = i < s->inputs.count
                       ? input_read(&inputs[i], s->inputs.items[i], grn_module_input_dtype(module, function, i))
                       : make_zeros(module, function, i, &inputs[i]);
        if (exit != EXIT_FINE)
            return exit;
        tensors[i] = inputs[i].tensor;
    }
    return EXIT_FINE;
}

static size_t count_inputs(const settings *s, const grn_module *module, size_t function)
{
    grn_function_info info;
    bool zeros = s->zero_inputs && s->inputs.count == 0 && grn_module_function(module, function, &info) == GRN_OK;
    return zeros ? info.ninputs : s->inputs.count;
}

/* ---- acting --------------------------------------------------------------------------------------------------------- */

static int act_on(const settings *s, const entry *e, const grn_diag *diag, entry_action action)
{
    size_t count = count_inputs(s, e->module, e->function);
    input *inputs = calloc(count + 1, sizeof *inputs);
    grn_tensor *tensors = calloc(count + 1, sizeof *tensors);
    entry with_inputs = *e;
    int exit = EXIT_REJECTED;
    if (!inputs || !tensors)
        complain("memory refused for the list of inputs");
    else
        exit = read_inputs(s, e->module, e->function, count, inputs, tensors);
    with_inputs.ninputs = count;
    with_inputs.inputs = tensors;
    if (exit == EXIT_FINE)
        exit = action(s, &with_inputs, diag);
    for (size_t i = 0; inputs && i < count; i++)
        input_close(&inputs[i]);
    free(inputs);
    free(tensors);
    return exit;
}

int for_each_entry(const settings *s, const source *file, const grn_module *module, const grn_diag *diag,
                   entry_action action)
{
    if (s->split_input_file && grn_module_functions(module) == 0)
        return EXIT_FINE; /* a part of comments only */
    size_t chosen = choose(s, module, file->name);
    if (chosen == NOTHING)
        return EXIT_USAGE;
    entry e = {.file = file, .module = module, .function = chosen};
    if (chosen != RUN_ALL)
        return act_on(s, &e, diag, action);
    int exit = EXIT_FINE;
    for (e.function = 0; e.function < grn_module_functions(module); e.function++) {
        grn_function_info info;
        if (!is_entry(module, e.function) || grn_module_function(module, e.function, &info) != GRN_OK)
            continue;
        e.has_heading = true;
        int one = act_on(s, &e, diag, action);
        if (exit == EXIT_FINE)
            exit = one;
    }
    return exit;
}

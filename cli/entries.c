/* entries.c - which functions of a module to run, and on what. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"

/* ---- which function ---------------------------------------------------------------------------------------------- */

#define RUN_ALL ((size_t)-1)
#define NOTHING ((size_t)-2)

static size_t find_function(const grn_module *module, const char *name)
{
    for (size_t i = 0; i < grn_module_functions(module); i++) {
        grn_function_info info;
        if (grn_module_function(module, i, &info) == GRN_OK && strcmp(info.name, name) == 0)
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
    size_t at = find_function(module, s->entry ? s->entry : "main");
    if (at != NOTHING)
        return at;
    if (s->entry) {
        complain("%s: there is no function @%s", file, s->entry);
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
    if (count == 0)
        complain("%s: there is no public function with a body to run", file);
    else
        complain("%s: there are %zu public functions and no @main; --entry says which to run", file, count);
    return NOTHING;
}

/* ---- inputs --------------------------------------------------------------------------------------------------------- */

#define TYPE_BYTES 256

typedef struct text {
    size_t n;
    char bytes[TYPE_BYTES];
} text;

/* What does not fit is a type that no zeros are made for. */
static grn_status keep(void *user, const char *bytes, size_t n)
{
    text *t = user;
    if (n >= sizeof t->bytes - t->n)
        return GRN_E_SINK;
    memcpy(t->bytes + t->n, bytes, n);
    t->n += n;
    t->bytes[t->n] = 0;
    return GRN_OK;
}

/* "tensor<2x3xi32>" as "2x3xi32=0", or with the zero of complex types. */
static bool zeros_of(const char *type, grn_tensor *out)
{
    static const char *const zeros[] = {"0", "(0, 0)"};
    size_t n = strlen(type), prefix = strlen("tensor<");
    char argument[TYPE_BYTES + 16];
    if (n <= prefix || strncmp(type, "tensor<", prefix) != 0)
        return false;
    for (size_t i = 0; i < sizeof zeros / sizeof *zeros; i++) {
        int length = snprintf(argument, sizeof argument, "%.*s=%s", (int)(n - prefix - 1), type + prefix, zeros[i]);
        if (grn_tensor_parse(argument, (size_t)length, NULL, NULL, out) == GRN_OK)
            return true;
    }
    return false;
}

static int make_zeros(const grn_module *module, size_t function, size_t i, input *in)
{
    text type = {0};
    grn_sink sink = {keep, &type};
    if (grn_module_write_input_type(module, function, i, &sink) == GRN_OK && zeros_of(type.bytes, &in->tensor)) {
        in->parsed = true;
        return EXIT_FINE;
    }
    complain("input #%zu is of type %s: give it with --input", i, type.bytes);
    return EXIT_USAGE;
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
        e.heading = info.name;
        int one = act_on(s, &e, diag, action);
        if (exit == EXIT_FINE)
            exit = one;
    }
    return exit;
}

/* entries.c - which functions of a module to run. */
#include <string.h>

#include "cli.h"

/* ---- which function -------------------------------------------------------------------------- */

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

/* --entry, else @main, else the only public function; several that need no inputs all run. */
static size_t choose_entry(const calling_settings *how, const grn_module *module, const char *file)
{
    const function_name *wanted = &how->entry;
    size_t at = wanted->bytes ? find_function(module, wanted->bytes, wanted->n) : find_function(module, "main", 4);
    if (at != NOTHING)
        return at;
    if (wanted->bytes) {
        char names[512];
        list_functions(module, names, sizeof names);
        return refuse_of(NOTHING, file, "there is no function %s%s%s%s", *wanted->written == '@' ? "" : "@",
                         wanted->written, *names ? "; there is " : "", names);
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
    if (count > 1 && (with_inputs == 0 || how->zero_inputs) && how->inputs.count == 0)
        return RUN_ALL;
    if (grn_module_functions(module) == 0)
        return refuse_of(NOTHING, file,
                         "there is no public function with a body to run: the file is empty, or has no function");
    if (count == 0)
        return refuse_of(NOTHING, file, "there is no public function with a body to run");
    return refuse_of(NOTHING, file, "there are %zu public functions and no @main; --entry says which to run", count);
}

int choose_function(const calling_settings *how, const grn_module *module, const char *file, size_t *out)
{
    *out = choose_entry(how, module, file);
    char names[512];
    list_functions(module, names, sizeof names);
    if (*out == RUN_ALL)
        complain_of(file, "there are several public functions and no @main; --entry says which: %s", names);
    return *out == NOTHING || *out == RUN_ALL ? EXIT_USAGE : EXIT_FINE;
}

/* ---- acting ---------------------------------------------------------------------------------- */

static int act_on(common *c, const calling_settings *how, const entry *e, const grn_diag *diag, entry_action action,
                  void *own)
{
    input_set set;
    entry with_inputs = *e;
    int exit = inputs_read(c, how, e, &set);
    bool fit = exit != EXIT_FINE || inputs_fit(&set);
    if (exit == EXIT_USAGE)
        fit = false;
    if (exit == EXIT_FINE) {
        with_inputs.input_bytes = set.budget.used_bytes;
        with_inputs.ninputs = set.count;
        with_inputs.inputs = set.tensors;
        exit = action(c, own, &with_inputs, diag);
    }
    if (!fit && exit != EXIT_FINE && !how->reading.verify_diagnostics)
        parameters_show(c, &how->entry, e, &set.parameters);
    inputs_close(&set);
    return exit;
}

int for_each_entry(common *c, const calling_settings *how, program of, const grn_diag *diag, entry_action action,
                   void *own)
{
    const grn_module *module = of.module;
    if (how->reading.split_input_file && grn_module_functions(module) == 0)
        return EXIT_FINE; /* a part of comments only */
    size_t chosen = choose_entry(how, module, of.file->name);
    if (chosen == NOTHING)
        return EXIT_USAGE;
    entry e = {.file = of.file, .module = module, .function = chosen};
    if (chosen != RUN_ALL)
        return act_on(c, how, &e, diag, action, own);
    int exit = EXIT_FINE;
    for (e.function = 0; e.function < grn_module_functions(module); e.function++) {
        grn_function_info info;
        if (!is_entry(module, e.function) || grn_module_function(module, e.function, &info) != GRN_OK)
            continue;
        e.has_heading = true;
        int one = act_on(c, how, &e, diag, action, own);
        if (exit == EXIT_FINE)
            exit = one;
    }
    return exit;
}

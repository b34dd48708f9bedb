/* run.c - garner run: which function, on what, and what came out. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"

#define ELIDE_OVER 1000 /* elements of a result printed without --full */

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
    if (count > 1 && with_inputs == 0 && s->inputs.count == 0)
        return RUN_ALL;
    if (count == 0)
        complain("%s: there is no public function with a body to run", file);
    else
        complain("%s: there are %zu public functions and no @main; --entry says which to run", file, count);
    return NOTHING;
}

/* ---- one function ------------------------------------------------------------------------------------------------ */

static int show_results(const settings *s, const char *name, const grn_results *results)
{
    grn_literal_options options = {.elide_over = s->full ? 0 : ELIDE_OVER};
    grn_sink sink = file_sink(stdout);
    for (size_t i = 0; i < grn_results_count(results); i++) {
        if (grn_results_write(results, i, &options, &sink) != GRN_OK || fputc('\n', stdout) == EOF)
            return EXIT_REJECTED; /* told when standard output is closed */
        int exit = s->output ? output_write(s->output, name, i, grn_results_tensor(results, i)) : EXIT_FINE;
        if (exit != EXIT_FINE)
            return exit;
    }
    return EXIT_FINE;
}

static int read_inputs(const settings *s, const grn_module *module, size_t function, input *inputs, grn_tensor *tensors)
{
    for (size_t i = 0; i < s->inputs.count; i++) {
        int exit = input_read(&inputs[i], s->inputs.items[i], grn_module_input_dtype(module, function, i));
        if (exit != EXIT_FINE)
            return exit;
        tensors[i] = inputs[i].tensor;
    }
    return EXIT_FINE;
}

static int run_on(const settings *s, const grn_module *module, size_t function, const grn_tensor *tensors,
                  const grn_diag *diag, const char *heading)
{
    grn_run_options options = {.max_memory_bytes = s->max_memory_bytes, .max_steps = s->max_steps, .check_promises = s->check_promises,
                               .strict_bounds = s->strict, .drop_whole_window = s->drop_whole_window};
    grn_function_info info;
    grn_results *results;
    grn_status status = grn_module_function(module, function, &info);
    if (status == GRN_OK)
        status = grn_module_run(module, function, s->inputs.count, tensors, &options, diag, &results);
    if (status != GRN_OK)
        return exit_of_status(status);
    if (heading)
        printf("@%s:%s\n", heading, grn_results_count(results) ? "" : " ok");
    int exit = show_results(s, info.name, results);
    grn_results_destroy(results);
    return exit;
}

static int run_function(const settings *s, const grn_module *module, size_t function, const grn_diag *diag,
                        const char *heading)
{
    input *inputs = calloc(s->inputs.count + 1, sizeof *inputs);
    grn_tensor *tensors = calloc(s->inputs.count + 1, sizeof *tensors);
    int exit = EXIT_REJECTED;
    if (!inputs || !tensors)
        complain("memory refused for the list of inputs");
    else
        exit = read_inputs(s, module, function, inputs, tensors);
    if (exit == EXIT_FINE)
        exit = run_on(s, module, function, tensors, diag, heading);
    for (size_t i = 0; inputs && i < s->inputs.count; i++)
        input_close(&inputs[i]);
    free(inputs);
    free(tensors);
    return exit;
}

/* ---- a module ------------------------------------------------------------------------------------------------------ */

static int run_module(const settings *s, const part *p, grn_module *module, const grn_diag *diag)
{
    if (s->split_input_file && grn_module_functions(module) == 0)
        return EXIT_FINE; /* a part of comments only */
    size_t chosen = choose(s, module, p->file->name);
    if (chosen == NOTHING)
        return EXIT_USAGE;
    if (chosen != RUN_ALL)
        return run_function(s, module, chosen, diag, NULL);
    int exit = EXIT_FINE;
    for (size_t i = 0; i < grn_module_functions(module); i++) {
        grn_function_info info;
        if (!is_entry(module, i) || grn_module_function(module, i, &info) != GRN_OK)
            continue;
        int one = run_function(s, module, i, diag, info.name);
        if (exit == EXIT_FINE)
            exit = one;
    }
    return exit;
}

int run_command(const settings *s)
{
    return for_each_module(s, run_module);
}

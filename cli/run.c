/* run.c - garner run: what came out. */
#include "cli.h"

#define ELIDE_OVER 1000 /* elements of a result printed without --full */

static int show_results(const settings *s, const grn_function_info *function, size_t number, const grn_results *results)
{
    grn_literal_options options = {.elide_over = s->full ? 0 : ELIDE_OVER};
    grn_sink sink = file_sink(stdout);
    for (size_t i = 0; i < grn_results_count(results); i++) {
        if (grn_results_write(results, i, &options, &sink) != GRN_OK || fputc('\n', stdout) == EOF)
            return EXIT_REJECTED; /* reported when standard output is closed */
        int exit = s->output ? output_write(function, number, i, grn_results_tensor(results, i)) : EXIT_FINE;
        if (exit != EXIT_FINE)
            return exit;
    }
    return EXIT_FINE;
}

static int run_entry(const settings *s, const entry *e, const grn_diag *diag)
{
    grn_run_options options = run_options(s);
    grn_function_info info;
    grn_results *results;
    grn_status status = grn_module_function(e->module, e->function, &info);
    if (status == GRN_OK)
        status = grn_module_run(e->module, e->function, e->ninputs, e->inputs, &options, diag, &results);
    if (status != GRN_OK)
        return exit_of_status(status);
    if (e->has_heading) {
        show_symbol(stdout, info.name, info.name_bytes);
        fputs(grn_results_count(results) ? ":\n" : ": ok\n", stdout);
    }
    int exit = show_results(s, &info, e->function, results);
    grn_results_destroy(results);
    return exit;
}

static int run_module(const settings *s, const part *p, grn_module *module, const grn_diag *diag)
{
    return for_each_entry(s, p->file, module, diag, run_entry);
}

int run_command(const settings *s)
{
    settings own = *s;
    int exit = tuning_begin(&own);
    if (exit == EXIT_FINE && own.output)
        exit = output_open(own.output);
    if (exit == EXIT_FINE)
        exit = for_each_module(&own, run_module);
    output_close();
    return tuning_end(&own, exit);
}

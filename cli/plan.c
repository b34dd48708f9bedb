/* plan.c - garner plan: how each gather and scatter of a program is run, and at what expected cost. */
#include <inttypes.h>

#include "cli.h"

typedef struct page {
    const settings *s;
    const entry *entry;
    plan_list *list;
} page;

static void print_plan(void *user, const grn_diagnostic *d)
{
    const page *p = user;
    const char *file = p->entry->file->name;
    if (!p->s->json) {
        show_line(stdout, "%s:%" PRIu32 ":%" PRIu32 ": %s", file, d->place.line, d->place.column, d->message);
        return;
    }
    json_item(p->list, file, d->place);
    printf(",\"plan\":");
    show_json(stdout, d->message);
    printf("}");
}

static grn_status plan_here(const settings *s, const entry *e, grn_run_options *options, const grn_diag *diag,
                            grn_results **results)
{
    page p = {s, e, s->plans};
    grn_diag print = {print_plan, &p};
    options->plans = s->verify_diagnostics ? diag : &print;
    return grn_module_run(e->module, e->function, e->ninputs, e->inputs, options, diag, results);
}

/* With --verify-diagnostics, plans are remarks that the file's comments expect. */
static int plan_entry(const settings *s, const entry *e, const grn_diag *diag)
{
    grn_run_options options = run_options(s);
    grn_results *results;
    grn_function_info info;
    if (e->has_heading && !s->verify_diagnostics && !s->json && grn_module_function(e->module, e->function, &info) == GRN_OK) {
        show_symbol(stdout, info.name, info.name_bytes);
        fputs(":\n", stdout);
    }
    grn_status status = s->target_ttnn ? plan_ttnn(s, e, &options, diag, s->plans, &results)
                                       : plan_here(s, e, &options, diag, &results);
    grn_results_destroy(results);
    return exit_of_status(status);
}

static int plan_module(const settings *s, const part *p, grn_module *module, const grn_diag *diag)
{
    return for_each_entry(s, p->file, module, diag, plan_entry);
}

static int plan_modules(const settings *s)
{
    bool list = s->json && !s->verify_diagnostics;
    if (list)
        printf("[");
    int exit = for_each_module(s, plan_module);
    if (list)
        printf("]\n");
    return exit;
}

int plan_command(const settings *s)
{
    settings own = *s;
    plan_list list = {0};
    own.zero_inputs = true;
    own.plans = &list;
    int exit = tuning_begin(&own);
    if (exit == EXIT_FINE)
        exit = plan_modules(&own);
    return tuning_end(&own, exit);
}

/* plan.c - garner plan: how each gather and scatter of a program is run, and at what expected cost. */
#include "cli.h"

static void print_plan(void *user, const grn_diagnostic *d)
{
    const entry *e = user;
    printf("%s:%u:%u: %s\n", e->file->name, (unsigned)d->place.line, (unsigned)d->place.column, d->message);
}

/* With --verify-diagnostics, plans are remarks that the file's comments expect. */
static int plan_entry(const settings *s, const entry *e, const grn_diag *diag)
{
    entry self = *e;
    grn_diag print = {print_plan, &self};
    grn_run_options options = run_options(s);
    grn_results *results;
    options.plans = s->verify_diagnostics ? diag : &print;
    if (e->heading && !s->verify_diagnostics)
        printf("@%s:\n", e->heading);
    grn_status status = grn_module_run(e->module, e->function, e->ninputs, e->inputs, &options, diag, &results);
    grn_results_destroy(results);
    return exit_of_status(status);
}

static int plan_module(const settings *s, const part *p, grn_module *module, const grn_diag *diag)
{
    return for_each_entry(s, p->file, module, diag, plan_entry);
}

int plan_command(const settings *s)
{
    settings own = *s;
    own.zero_inputs = true;
    return for_each_module(&own, plan_module);
}

/* equivalence.c - every function of two modules compared by trials. */
#include <inttypes.h>

#include "api/equivalence.h"

#define TRIALS 100

static grn_status nothing_compared(const grn_trial *t, const grn_trials *tried)
{
    const grn_function *f = &t->a->functions[t->in_a];
    const char *reason = t->refusal[0] ? t->refusal : "memory was refused";
    uint64_t trials = tried->refused + tried->promise_broken;
    if (f->type->inputs == 0)
        return grn_fail(t->diag, f->op->place, GRN_E_UNSUPPORTED,
                        "nothing was compared of @%s: it has no inputs and answers with an error: %s", f->name, reason);
    return grn_fail(t->diag, f->op->place, GRN_E_UNSUPPORTED,
                    "nothing was compared of @%s: each of %" PRIu64 " trials (seed %" PRIu64
                    ") was refused, the first with: %s",
                    f->name, trials, t->options->seed, reason);
}

bool grn_has_open_extents(const grn_function *f)
{
    for (size_t i = 0; i < f->type->inputs; i++)
        if (!grn_type_has_static_shape(grn_type_at_run(f->type->members[i])))
            return true;
    return false;
}

/* Open extents are drawn anew for each trial. */
static grn_status try_all(grn_trial *t, uint64_t trials, grn_trials *tried)
{
    const bool open = grn_has_open_extents(&t->a->functions[t->in_a]);
    grn_status status = open ? GRN_OK : grn_inputs_new(t);
    for (t->number = 0; status == GRN_OK && t->number < trials; t->number++) {
        if (open) {
            grn_inputs_free(t);
            status = grn_inputs_new(t);
        }
        if (status == GRN_OK)
            status = grn_trial_compare(t, tried);
    }
    grn_inputs_free(t);
    return status;
}

static void add_trials(grn_trials *to, const grn_trials *from)
{
    to->in_range += from->in_range;
    to->out_of_range += from->out_of_range;
    to->refused += from->refused;
    to->promise_broken += from->promise_broken;
    to->makes_promises |= from->makes_promises;
}

static bool is_exhaustive(const grn_equivalence_options *o)
{
    return GRN_OPTION_IS_GIVEN(grn_equivalence_options, o, exhaustive) && o->exhaustive;
}

static grn_status try_function_exhaustively(grn_trial *t, grn_trials *tried)
{
    const grn_function *f = &t->a->functions[t->in_a];
    if (grn_has_open_extents(f))
        return grn_fail(t->diag, f->op->place, GRN_E_UNSUPPORTED,
                        "@%s has open extents: it cannot be tried exhaustively", f->name);
    return grn_try_exhaustively(t, tried);
}

/* Without inputs every trial is the same. */
static grn_status try_function(grn_trial *t, grn_trials *all)
{
    const grn_equivalence_options *o = t->options;
    grn_trials tried = {0};
    uint64_t trials = t->a->functions[t->in_a].type->inputs == 0 ? 1 : o->trials ? o->trials : TRIALS;
    t->refusal[0] = 0;
    grn_status status = is_exhaustive(o) ? try_function_exhaustively(t, &tried) : try_all(t, trials, &tried);
    if (status == GRN_OK && tried.in_range + tried.out_of_range == 0)
        status = nothing_compared(t, &tried);
    else if (status == GRN_OK && o->function_tried)
        o->function_tried(o->user, t->in_a, &tried);
    add_trials(all, &tried);
    return status;
}

/* The function that is this op. They are listed in order of the text, and so are ops numbered. */
static size_t number_of(const grn_module *m, const grn_op *op)
{
    size_t low = 0, high = m->nfunctions;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (m->functions[middle].op->order <= op->order)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* The function of `m` with f's name and number of inputs. */
static bool find(const grn_module *m, const grn_function *f, size_t *out)
{
    const grn_op *op = grn_ir_find_symbol(m->ir.top, (grn_str){f->name, f->name_bytes});
    *out = op ? number_of(m, op) : m->nfunctions;
    return *out < m->nfunctions && m->functions[*out].op == op && m->functions[*out].type->inputs == f->type->inputs;
}

/* A function that cannot be tried does not keep the others from it: they may differ. */
static grn_status try_functions(grn_trial *t, grn_trials *tried)
{
    grn_status status = GRN_OK, untried = GRN_OK;
    size_t found = 0;
    for (t->in_a = 0; status == GRN_OK && t->in_a < t->a->nfunctions; t->in_a++) {
        const grn_function *f = &t->a->functions[t->in_a];
        if (!f->is_public || !f->op->regions[0].first)
            continue;
        found++;
        if (!find(t->b, f, &t->in_b))
            return grn_fail(t->diag, f->op->place, GRN_E_ARGUMENT, "the second module has no @%s of %zu inputs",
                            f->name, f->type->inputs);
        status = try_function(t, tried);
        if (status == GRN_E_UNSUPPORTED) {
            untried = status;
            status = GRN_OK;
        }
    }
    if (!found)
        return grn_fail(t->diag, grn_no_place, GRN_E_UNSUPPORTED,
                        "nothing was compared: the program has no public function with a body");
    return status == GRN_OK ? untried : status;
}

GRN_API grn_status grn_module_equivalent(const grn_module *a, const grn_module *b,
                                         const grn_equivalence_options *options, const grn_diag *diag,
                                         grn_trials *tried)
{
    static const grn_equivalence_options usual = {0};
    const grn_equivalence_options *o = options ? options : &usual;
    if (!a || !b || !tried)
        return grn_fail_null(!a ? "a" : !b ? "b" : "tried", diag);
    grn_status checked =
        GRN_CHECK_GROWN_OPTIONS(grn_equivalence_options, offsetof(grn_equivalence_options, exhaustive), options, diag);
    if (checked != GRN_OK)
        return checked;
    grn_trial t = {.a = a, .b = b, .diag = diag, .allocator = a->allocator, .options = o, .state = o->seed};
    *tried = (grn_trials){0};
    return try_functions(&t, tried);
}

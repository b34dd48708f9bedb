/* random_inputs.c - inputs of a trial for a caller of its own. */
#include "garner/random_inputs.h"

#include <inttypes.h>
#include <string.h>

#include "api/equivalence.h"

#define REDRAWS 16 /* of inputs that are an error, or break a promise */

struct grn_random_inputs {
    grn_trial trial;
    grn_equivalence_options options;
};

static grn_status run_once(const grn_random_inputs *r, bool strict, const grn_diag *diag)
{
    const grn_trial *t = &r->trial;
    const grn_run_options how = {.strict_bounds = strict,
                                 .check_promises = true,
                                 .max_steps = r->options.max_steps,
                                 .max_memory_bytes = r->options.max_memory_bytes};
    grn_results *results = NULL;
    uint64_t failed_checks;
    const grn_status status = grn_trial_run(t, t->a, t->in_a, &how, NULL, diag, &failed_checks, &results);
    grn_results_destroy(results);
    return status;
}

static bool is_about_numbers(grn_status status) { return status == GRN_E_INDEX || status == GRN_E_PROMISE; }

/* Whether the function gives results, with indices as the trial wants them: a trial in range goes on to lower ones as
 * long as there are any. */
static grn_status draw(grn_random_inputs *r)
{
    grn_trial *t = &r->trial;
    grn_inputs_draw(t);
    for (;;) {
        const bool wanted = t->style == GRN_TRY_IN_RANGE;
        grn_status status = run_once(r, wanted, NULL);
        t->unknown_fails |= status == GRN_E_INDEX && !wanted;
        if (status != GRN_E_INDEX)
            return status;
        if (!grn_inputs_draw_lower(t))
            return wanted && !r->options.only_in_range ? run_once(r, false, NULL) : status;
    }
}

/* The same state draws other numbers each time; from the second on in range, which least often fails. */
static grn_status draw_what_runs(grn_random_inputs *r)
{
    grn_status status = draw(r);
    for (int i = 0; is_about_numbers(status) && i < REDRAWS; i++) {
        r->trial.number = 0;
        status = draw(r);
    }
    return status == GRN_OK ? status : run_once(r, false, r->trial.diag);
}

static grn_status begin(const grn_module *m, size_t function, const grn_random_options *o, const grn_diag *diag,
                        grn_random_inputs *r)
{
    r->options = (grn_equivalence_options){
        .only_in_range = o->only_in_range, .max_memory_bytes = o->max_memory_bytes, .max_steps = o->max_steps};
    r->trial = (grn_trial){.a = m,
                           .b = m,
                           .in_a = function,
                           .in_b = function,
                           .options = &r->options,
                           .diag = diag,
                           .allocator = m->allocator,
                           .number = o->number,
                           .state = o->seed};
    grn_draw(&r->trial.state);
    r->trial.state ^= o->number * UINT64_C(0xD1342543DE82EF95);
    const grn_status status = grn_inputs_new(&r->trial);
    return status == GRN_OK ? draw_what_runs(r) : status;
}

static grn_status check(const grn_module *m, size_t function, const grn_diag *diag)
{
    if (function < m->nfunctions && m->functions[function].op->regions[0].first)
        return GRN_OK;
    return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "function %zu of %zu is not there, or has no body", function,
                    m->nfunctions);
}

GRN_API grn_status grn_module_random_inputs(const grn_module *module, size_t function,
                                            const grn_random_options *options, const grn_diag *diag,
                                            grn_random_inputs **out)
{
    static const grn_random_options usual = {0};
    if (out)
        *out = NULL;
    if (!module || !out)
        return grn_fail_null(!module ? "module" : "out", diag);
    grn_status status = GRN_CHECK_OPTIONS(grn_random_options, options, diag);
    if (status == GRN_OK)
        status = check(module, function, diag);
    if (status != GRN_OK)
        return status;
    grn_random_inputs *made = grn_allocate(module->allocator, sizeof *made);
    if (!made)
        return grn_fail(diag, grn_no_place, GRN_E_MEMORY, "memory refused for inputs");
    status = begin(module, function, options ? options : &usual, diag, made);
    if (status == GRN_OK)
        *out = made;
    else
        grn_random_inputs_destroy(made);
    return status;
}

GRN_API void grn_random_inputs_destroy(grn_random_inputs *inputs)
{
    if (!inputs)
        return;
    const grn_allocator *allocator = inputs->trial.allocator;
    grn_inputs_free(&inputs->trial);
    grn_release(allocator, inputs, sizeof *inputs);
}

GRN_API size_t grn_random_inputs_count(const grn_random_inputs *inputs) { return inputs ? inputs->trial.ninputs : 0; }

GRN_API const grn_tensor *grn_random_inputs_tensors(const grn_random_inputs *inputs)
{
    return inputs ? inputs->trial.inputs : NULL;
}

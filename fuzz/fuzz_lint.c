/*
 * fuzz_lint.c - any bytes as a program, whose gathers and scatters are planned without a run, and
 * linted with one.
 *
 * Every access is planned once, each with a plan or the reason why not; what is said of indices
 * without a run is what a run counts, and what is not said to be possible does not happen; all
 * memory comes back.
 */
#include <string.h>

#include "inputs.h"
#include "text_mutator.h"

FUZZ_TEXT_MUTATOR

#define LIMIT_BYTES ((size_t)4 << 20)
#define ALL_BYTES ((size_t)256 << 20)
#define ALL_CALLS ((size_t)1 << 20)
#define MOST_ACCESSES 64
#define FOLD_STEPS 100000

/* What is said of the access at a place. */
typedef struct said {
    grn_place place;
    bool in_bounds, out_of_bounds, counted, cut;
    uint64_t out, of;
} said;

typedef struct witness {
    said at[MOST_ACCESSES];
    size_t n;
} witness;

static grn_status see_plan(void *user, const grn_planned_access *a)
{
    uint64_t *count = user;
    if (!a->op || (a->obstacle != NULL) == (a->text != NULL))
        broken("an access has a plan, or a reason why not", a->op, a->obstacle);
    ++*count;
    return GRN_OK;
}

static said *said_of(witness *w, grn_place place)
{
    for (size_t i = 0; i < w->n; i++)
        if (w->at[i].place.line == place.line && w->at[i].place.column == place.column)
            return &w->at[i];
    return NULL;
}

static grn_status hear(void *user, const grn_lint_finding *f)
{
    witness *w = user;
    if (f->observed)
        return GRN_OK;
    said *s = said_of(w, f->place);
    if (!s && w->n < MOST_ACCESSES) {
        s = &w->at[w->n++];
        *s = (said){.place = f->place};
    }
    if (!s)
        return GRN_OK;
    s->in_bounds |= f->kind == GRN_LINT_IN_BOUNDS;
    s->cut |= f->kind == GRN_LINT_PARTLY_OUTSIDE && !f->possible;
    if (f->possible != (f->severity == GRN_SEVERITY_REMARK && f->kind <= GRN_LINT_NEGATIVE))
        broken("what is possible is a remark", f->op, f->seen);
    s->out_of_bounds |= f->kind == GRN_LINT_OUT_OF_BOUNDS;
    if (f->counts) {
        s->counted = true;
        s->out = f->counts->out_of_bounds;
        s->of = f->counts->vectors;
    }
    return GRN_OK;
}

static grn_status hold(void *user, const grn_lint_record *r)
{
    const said *s = said_of(user, r->place);
    const grn_lint_counts *c = &r->counts;
    if (!s)
        return GRN_OK;
    if ((s->in_bounds && c->out_of_bounds > 0) || (s->out_of_bounds && !s->counted && c->out_of_bounds < c->vectors) ||
        (s->cut && c->partly_outside == 0) ||
        (s->counted && (c->out_of_bounds != s->out * c->runs || c->vectors != s->of * c->runs)))
        broken("a run counts what was said of indices", r->op, NULL);
    return GRN_OK;
}

static void lint_function(entropy *e, const grn_module *module, size_t function, witness *w)
{
    inputs in;
    rations r;
    rations_init(&r, ALL_BYTES, ALL_CALLS);
    const grn_run_options run = {.allocator = &r.allocator, .max_memory_bytes = LIMIT_BYTES, .max_steps = FUZZ_STEPS};
    const grn_lint_reporter to = {hear, hold, w};
    if (inputs_make(e, module, function, &in)) {
        const grn_lint_options options = {.run = true,
                                          .only_run = true,
                                          .function = function,
                                          .ninputs = in.count,
                                          .inputs = in.view,
                                          .run_options = &run};
        (void)!grn_module_lint(module, &options, &to, NULL, NULL);
    }
    inputs_release(&in);
    if (r.outstanding)
        broken("a lint gives back all memory", NULL, NULL);
}

static void plan(entropy *e, const grn_module *module, uint64_t *count)
{
    const grn_plan_visitor to = {see_plan, count};
    const grn_module_plan_options options = {.extent = one_in(e, 2) ? 0 : pick_between(e, 1, 9)};
    (void)!grn_module_plan(module, &options, &to, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    rations r;
    entropy e;
    grn_module *module;
    witness w = {.n = 0};
    uint64_t planned = 0;
    const grn_lint_reporter to = {hear, hold, &w};
    rations_init(&r, ALL_BYTES, ALL_CALLS);
    entropy_init(&e, data, size);
    e.left = 0; /* the text is the program; choices come from its hash */
    const grn_module_options options = {
        .allocator = &r.allocator, .allow_nonunique_scatter = true, .allow_unregistered = one_in(&e, 2)};
    if (grn_module_parse((const char *)data, size, &options, NULL, &module) != GRN_OK)
        return 0;
    if (grn_module_verify(module, NULL) == GRN_OK) {
        plan(&e, module, &planned);
        (void)!grn_module_lint(module, &(grn_lint_options){.max_fold_steps = FOLD_STEPS}, &to, NULL, NULL);
        for (size_t i = 0; i < grn_module_functions(module); i++) {
            grn_function_info info;
            if (grn_module_function(module, i, &info) == GRN_OK && info.has_body)
                lint_function(&e, module, i, &w);
        }
    }
    grn_module_destroy(module);
    if (r.outstanding)
        broken("a destroyed module gives back all memory", NULL, NULL);
    return 0;
}

/*
 * fuzz_spec.c - bytes as the choices behind a random gather or scatter.
 *
 * The reference, the one-shot call and the compositions that apply, on every
 * instruction set and in parts run in any order, give the same bytes, status
 * and message, and touch nothing outside their view. Promises that do not hold
 * are found by their check, and cost no more than the result.
 */
#include "common.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "entropy.h"
#include "shuffled.h"
#include "support/random_spec.h"

/* ---- one way to run -------------------------------------------------------------------------- */

typedef struct outcome {
    grn_status status;
    char message[512];
    random_buffer destination[RANDOM_INPUTS];
    grn_tensor operand[RANDOM_INPUTS], dense[RANDOM_INPUTS]; /* the case's, with the destinations in place */
} outcome;

static void keep_message(void *user, const grn_diagnostic *d)
{
    outcome *o = user;
    if (d->severity == GRN_SEVERITY_ERROR)
        snprintf(o->message, sizeof o->message, "%s", d->message);
}

static void outcome_end(outcome *o)
{
    for (size_t i = 0; i < RANDOM_INPUTS; i++)
        random_buffer_release(&o->destination[i]);
}

static bool outcome_begin(const random_case *c, outcome *o)
{
    memset(o, 0, sizeof *o);
    for (size_t i = 0; i < c->ninputs; i++) {
        if (!random_buffer_clone(random_destination(c, i), &o->destination[i])) {
            outcome_end(o);
            return false;
        }
        o->operand[i] = c->is_scatter ? o->destination[i].view : c->operand[i].view;
        o->dense[i] = c->is_scatter ? c->dense[i].view : o->destination[i].view;
    }
    return true;
}

static void run_one_shot(const random_case *c, outcome *o)
{
    grn_diag diag = {keep_message, o};
    o->status = c->is_scatter ? grn_scatter(&c->scatter, c->ninputs, o->operand, &c->indices.view, o->dense, &diag)
                              : grn_gather(&c->gather, o->operand, &c->indices.view, o->dense, &diag);
}

static grn_status run_made_plan(const random_case *c, const outcome *o, const grn_plan *plan, void *scratch,
                                const grn_diag *diag)
{
    void *results[RANDOM_INPUTS];
    const void *updates[RANDOM_INPUTS];
    for (size_t i = 0; i < c->ninputs; i++) {
        results[i] = o->operand[i].data;
        updates[i] = o->dense[i].data;
    }
    return c->is_scatter
               ? grn_plan_run_scatter(plan, results, c->indices.view.data, updates, scratch, diag)
               : grn_plan_run_gather(plan, o->operand[0].data, c->indices.view.data, o->dense[0].data, scratch, diag);
}

static grn_status run_plan(const random_case *c, const outcome *o, const grn_plan *plan, const grn_diag *diag)
{
    size_t bytes = grn_plan_scratch_bytes(plan);
    void *scratch = bytes ? aligned_alloc(64, (bytes + 63) / 64 * 64) : NULL;
    grn_status status = bytes && !scratch ? GRN_E_MEMORY : run_made_plan(c, o, plan, scratch, diag);
    free(scratch);
    return status;
}

static grn_status make_plan(const random_case *c, const outcome *o, const grn_plan_options *options, grn_plan **plan)
{
    return c->is_scatter
               ? grn_plan_scatter(&c->scatter, c->ninputs, o->operand, &c->indices.view, o->dense, options, NULL, NULL,
                                  plan)
               : grn_plan_gather(&c->gather, o->operand, &c->indices.view, o->dense, options, NULL, NULL, plan);
}

static bool names_rows(const grn_plan_options *o) { return o->addressing || o->partition || o->mover; }

/* False when the rows, or the instruction set, do not apply. */
static bool run_planned(const random_case *c, const grn_plan_options *options, outcome *o)
{
    grn_diag diag = {keep_message, o};
    grn_plan *plan;
    o->status = make_plan(c, o, options, &plan);
    if (o->status == GRN_E_UNSUPPORTED && (names_rows(options) || options->cpu))
        return false;
    if (o->status != GRN_OK)
        return true; /* and differs from the reference, unless that fails too */
    o->status = run_plan(c, o, plan, &diag);
    grn_plan_destroy(plan);
    return true;
}

/* ---- several paths --------------------------------------------------------------------------- */

static void compare(const random_case *c, const char *path, const outcome *want, const outcome *got)
{
    bool equal = want->status == got->status && strcmp(want->message, got->message) == 0;
    for (size_t i = 0; equal && i < c->ninputs; i++)
        equal = memcmp(want->destination[i].memory, got->destination[i].memory, want->destination[i].bytes) == 0;
    if (equal)
        return;
    random_spec_print(c, stderr);
    fprintf(stderr, "%s gives status %s ('%s'), the reference %s ('%s')\n", path, grn_status_text(got->status),
            got->message, grn_status_text(want->status), want->message);
    broken("every way to run gives the reference's bytes, status and message", NULL, NULL);
}

static const char *or_any(const char *name) { return name ? name : "any"; }

static void compare_plan(const random_case *c, const grn_plan_options *o, const outcome *want, const outcome *got)
{
    char path[160];
    snprintf(path, sizeof path, "a plan of %s, %s, %s on %s", or_any(o->addressing), or_any(o->partition),
             or_any(o->mover), or_any(o->cpu));
    compare(c, path, want, got);
}

/* want NULL: a false promise leaves the bits open, and only what is outside the view is held to. */
static void try_plan(const random_case *c, const grn_plan_options *options, const outcome *want)
{
    outcome got;
    if (!outcome_begin(c, &got))
        return;
    if (run_planned(c, options, &got) && want)
        compare_plan(c, options, want, &got);
    outcome_end(&got);
}

static void try_one_shot(const random_case *c, const outcome *want)
{
    outcome got;
    if (!outcome_begin(c, &got))
        return;
    run_one_shot(c, &got);
    if (want)
        compare(c, "the one-shot call", want, &got);
    outcome_end(&got);
}

#define MOST_COMPOSITIONS 200

/* Those that apply with the options, which name no rows; 0 where no plan can be made. */
static size_t list(const random_case *c, const grn_plan_options *options, grn_plan_composition *out)
{
    outcome o;
    grn_plan *plan = NULL;
    size_t count = 0;
    if (!outcome_begin(c, &o))
        return 0;
    if (make_plan(c, &o, options, &plan) == GRN_OK)
        count = grn_plan_compositions(plan, MOST_COMPOSITIONS, out);
    grn_plan_destroy(plan);
    outcome_end(&o);
    if (count > MOST_COMPOSITIONS)
        broken("there is room for all compositions", NULL, NULL);
    return count;
}

static void name_rows(const grn_plan_composition *c, grn_plan_options *options)
{
    options->addressing = c->addressing;
    options->partition = c->partition;
    options->mover = c->mover;
}

static void try_all(const random_case *c, const outcome *want)
{
    grn_plan_composition all[MOST_COMPOSITIONS];
    grn_plan_options options = {0};
    size_t count = list(c, &options, all);
    try_plan(c, &options, want);
    for (size_t i = 0; i < count; i++) {
        name_rows(&all[i], &options);
        try_plan(c, &options, want);
    }
}

/* Figures at either end, by which any composition may be the cheapest. */
static const grn_machine *any_machine(entropy *e, grn_machine *m)
{
    if (one_in(e, 2))
        return NULL;
    grn_machine_default(m);
    m->l1_bytes = (double)(UINT64_C(1) << pick(e, 40));
    m->l2_bytes = (double)(UINT64_C(1) << pick(e, 40));
    m->last_bytes = (double)(UINT64_C(1) << pick(e, 40));
    m->prefetch_vectors = (double)pick_between(e, 1, 200);
    m->prefetch_bytes = (double)pick_between(e, 1, 5000);
    m->handover = (double)pick(e, 20000);
    return m;
}

static void try_any(entropy *e, const random_case *c, const outcome *want)
{
    static const char *const cpus[] = {NULL, "scalar", "avx2", "avx512"};
    grn_plan_composition all[MOST_COMPOSITIONS];
    grn_machine machine = {.size_bytes = sizeof machine};
    shuffled tasks;
    shuffled_init(&tasks, (int32_t)pick_between(e, 1, 9), pick(e, UINT64_MAX));
    grn_plan_options options = {.cpu = PICK_OF(e, cpus),
                                .threads = (int32_t)pick(e, 12),
                                .parallel = one_in(e, 4) ? NULL : &tasks.parallel,
                                .machine = any_machine(e, &machine)};
    size_t count = one_in(e, 4) ? 0 : list(c, &options, all);
    if (count > 0)
        name_rows(&all[pick(e, count)], &options);
    try_plan(c, &options, want);
}

/* ---- promises -------------------------------------------------------------------------------- */

static grn_status check_promises(const random_case *c, bool sorted, bool unique)
{
    grn_gather_spec gather = c->gather;
    grn_scatter_spec scatter = c->scatter;
    gather.index.indices_are_sorted = scatter.index.indices_are_sorted = sorted;
    gather.index.unique_indices = scatter.index.unique_indices = unique;
    return c->is_scatter ? grn_scatter_check_promises(&scatter, &c->operand[0].view, &c->indices.view,
                                                      &c->dense[0].view, NULL, NULL)
                         : grn_gather_check_promises(&gather, &c->operand[0].view, &c->indices.view, NULL, NULL);
}

static bool is_promise_answer(grn_status status)
{
    return status == GRN_OK || status == GRN_E_PROMISE || status == GRN_E_MEMORY;
}

/* Two promises at once are kept where each is, and none always; what runs on a false one stays
 * within its views. */
static void promise(entropy *e, random_case *c)
{
    grn_status sorted = check_promises(c, true, false), unique = check_promises(c, false, true);
    grn_status both = check_promises(c, true, true);
    if (!is_promise_answer(sorted) || !is_promise_answer(unique) || !is_promise_answer(both))
        broken("promises are kept or not", grn_status_name(sorted), grn_status_name(unique));
    if (check_promises(c, false, false) != GRN_OK)
        broken("no promise is always kept", NULL, NULL);
    if ((both == GRN_OK) != (sorted == GRN_OK && unique == GRN_OK))
        broken("two promises are kept where each is", grn_status_name(sorted), grn_status_name(unique));
    c->gather.index.indices_are_sorted = c->scatter.index.indices_are_sorted = !one_in(e, 3);
    c->gather.index.unique_indices = c->scatter.index.unique_indices = !one_in(e, 3);
    try_one_shot(c, NULL);
    try_any(e, c, NULL);
}

/* ---- a case ---------------------------------------------------------------------------------- */

static void run(entropy *e, random_case *c, uint64_t path)
{
    outcome want;
    if (path == 3) {
        promise(e, c);
        return;
    }
    if (!outcome_begin(c, &want))
        return;
    want.status = random_case_reference(c, want.destination, &(grn_diag){keep_message, &want});
    try_one_shot(c, &want);
    if (path == 0)
        try_all(c, &want);
    else
        try_any(e, c, &want);
    outcome_end(&want);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    entropy e;
    if (size == 0)
        return 0;
    entropy_init(&e, data + 1, size - 1);
    random_case *c = random_case_create(entropy_source(&e), data[0] & 1);
    if (c)
        run(&e, c, data[0] >> 1 & 3);
    random_case_destroy(c);
    return 0;
}

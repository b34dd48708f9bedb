/*
 * fuzz_spec.c - bytes as the choices behind a random gather or scatter.
 *
 * The reference, the one-shot call and every strategy that applies give the
 * same bytes, status and message, and touch nothing outside their view. When
 * the bytes run out, choices go on from a hash of them.
 */
#include "common.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/random_spec.h"

/* ---- choices ----------------------------------------------------------------------------------------------------- */

typedef struct entropy {
    const uint8_t *data;
    size_t left;
    uint64_t state;
    random_source after;
} entropy;

static uint64_t next_of_bytes(void *user, uint64_t bound)
{
    entropy *e = user;
    size_t bytes = bound <= 256 ? 1 : bound <= 65536 ? 2 : 8;
    if (e->left < bytes)
        return e->after.next(e->after.user, bound);
    uint64_t value = 0;
    for (size_t i = 0; i < bytes; i++)
        value = value << 8 | e->data[i];
    e->data += bytes;
    e->left -= bytes;
    return value % bound;
}

/* FNV-1a. */
static uint64_t hash(const uint8_t *data, size_t size)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < size; i++)
        h = (h ^ data[i]) * UINT64_C(0x100000001b3);
    return h;
}

/* ---- one way to run ------------------------------------------------------------------------------------------------ */

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
    o->status = c->is_scatter
        ? grn_scatter(&c->scatter, c->ninputs, o->operand, &c->indices.view, o->dense, &diag)
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

static grn_status make_plan(const random_case *c, const outcome *o, const char *strategy, grn_plan **plan)
{
    grn_plan_options options = {.strategy = strategy};
    return c->is_scatter
        ? grn_plan_scatter(&c->scatter, c->ninputs, o->operand, &c->indices.view, o->dense, &options, NULL, NULL, plan)
        : grn_plan_gather(&c->gather, o->operand, &c->indices.view, o->dense, &options, NULL, NULL, plan);
}

/* False when the strategy does not apply. */
static bool run_strategy(const random_case *c, const char *strategy, outcome *o)
{
    grn_diag diag = {keep_message, o};
    grn_plan *plan;
    o->status = make_plan(c, o, strategy, &plan);
    if (o->status == GRN_E_UNSUPPORTED && strategy)
        return false;
    if (o->status != GRN_OK)
        return true; /* and differs from the reference, unless that fails too */
    o->status = run_plan(c, o, plan, &diag);
    grn_plan_destroy(plan);
    return true;
}

/* ---- all ways --------------------------------------------------------------------------------------------------------- */

static void compare(const random_case *c, const char *way, const outcome *want, const outcome *got)
{
    bool equal = want->status == got->status && strcmp(want->message, got->message) == 0;
    for (size_t i = 0; equal && i < c->ninputs; i++)
        equal = memcmp(want->destination[i].memory, got->destination[i].memory, want->destination[i].bytes) == 0;
    if (equal)
        return;
    random_spec_print(c, stderr);
    fprintf(stderr, "%s gives status %s ('%s'), the reference %s ('%s')\n", way, grn_status_text(got->status),
            got->message, grn_status_text(want->status), want->message);
    broken("every way to run gives the reference's bytes, status and message", NULL, NULL);
}

static void try_strategy(const random_case *c, const char *strategy, const outcome *want)
{
    outcome got;
    if (!outcome_begin(c, &got))
        return;
    if (run_strategy(c, strategy, &got))
        compare(c, strategy ? strategy : "the plan's choice", want, &got);
    outcome_end(&got);
}

static void try_all(const random_case *c, const outcome *want)
{
    outcome got;
    if (outcome_begin(c, &got)) {
        run_one_shot(c, &got);
        compare(c, "the one-shot call", want, &got);
        outcome_end(&got);
    }
    try_strategy(c, NULL, want);
    for (const char *const *name = c->is_scatter ? grn_scatter_strategies() : grn_gather_strategies(); *name; name++)
        try_strategy(c, *name, want);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    entropy e = {.data = data + 1, .left = size - 1, .state = hash(data, size)};
    e.after = random_from_seed(&e.state);
    random_case *c = random_case_create((random_source){next_of_bytes, &e}, data[0] & 1);
    outcome want;
    if (c && outcome_begin(c, &want)) {
        want.status = random_case_reference(c, want.destination, &(grn_diag){keep_message, &want});
        try_all(c, &want);
        outcome_end(&want);
    }
    random_case_destroy(c);
    return 0;
}

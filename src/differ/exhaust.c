/* exhaust.c - a diff for every combination of indices: which elements they are is observed, as for trials. */
#include <inttypes.h>
#include <stdio.h>

#include "api/equivalence.h"
#include "differ/differ.h"

static void ignore(void *user, const grn_diagnostic *d)
{
    (void)user;
    (void)d;
}
static const grn_diag quiet = {ignore, NULL};

/* The inputs as they are given, in the trial's own memory. */
static bool put_given(grn_trial *t, size_t ninputs, const grn_tensor *inputs)
{
    for (size_t i = 0; i < ninputs && i < t->ninputs; i++) {
        if (t->inputs[i].dtype != inputs[i].dtype || !grn_tensor_same_shape(&t->inputs[i], &inputs[i]))
            return false;
        grn_tensor_copy_flat(t->inputs[i].data, &inputs[i]);
    }
    return ninputs == t->ninputs;
}

/* "with input 1 [3] = -2, [4] = 7": the indices of the combination, as far as there is room. */
static void tell_indices(const grn_exhaustion *x, char *text, size_t bytes)
{
    size_t n = (size_t)snprintf(text, bytes, "with");
    for (size_t i = 0; i < x->n && n + 80 < bytes; i++) {
        if (i == 0 || x->at[i].input != x->at[i - 1].input)
            n += (size_t)snprintf(text + n, bytes - n, "%s input %zu", i ? ";" : "", x->at[i].input);
        n += (size_t)snprintf(text + n, bytes - n, " [%" PRId64 "] = %" PRId64, x->at[i].element, x->at[i].now);
    }
}

/* Differences say of which indices they are. */
static bool note_indices(grn_diff *diff, const grn_exhaustion *x)
{
    char text[512], all[1024];
    grn_difference *found = diff->differences.items;
    tell_indices(x, text, sizeof text);
    for (size_t i = 0; i < diff->differences.count; i++) {
        const int n =
            snprintf(all, sizeof all, "%s%s%s", text, found[i].note ? ": " : "", found[i].note ? found[i].note : "");
        found[i].note = grn_arena_text(&diff->arena, all, (size_t)n < sizeof all ? (size_t)n : sizeof all - 1);
    }
    return !diff->arena.refused;
}

static bool ends_it(grn_verdict verdict) { return verdict > GRN_UNDECIDED && verdict != GRN_REFUSED; }

/* Keeps the graver of two. */
static void keep(grn_diff **kept, grn_diff *next)
{
    const bool graver = !*kept || next->verdict > (*kept)->verdict;
    grn_diff_destroy(graver ? *kept : next);
    *kept = graver ? next : *kept;
}

/* A combination that is an error by the program's specification is not compared. */
static grn_status diff_each(const grn_differ *d, grn_trial *t, grn_exhaustion *x, bool whole, grn_diff **out)
{
    grn_differ each = *d;
    uint64_t compared = 0;
    grn_status status = GRN_OK;
    each.diag = &quiet;
    for (bool more = true; more && status == GRN_OK; more = grn_exhaust_next(x)) {
        grn_diff *one = NULL;
        grn_exhaust_put(t, x);
        status = grn_diff_once(&each, t->ninputs, t->inputs, whole, &one);
        if (status == GRN_E_INDEX || status == GRN_E_PROMISE) {
            status = GRN_OK;
            continue;
        }
        if (status == GRN_OK && !note_indices(one, x))
            status = GRN_E_MEMORY;
        compared += status == GRN_OK;
        if (one)
            keep(out, one);
        if (*out && ends_it((*out)->verdict))
            break;
    }
    if (*out)
        (*out)->combinations = compared;
    return status;
}

static grn_status begin(const grn_differ *d, grn_trial *t, size_t ninputs, const grn_tensor *inputs, grn_exhaustion *x)
{
    grn_status status = grn_check_inputs(d->function, ninputs, inputs, true, d->diag);
    if (status == GRN_OK)
        status = grn_inputs_new(t);
    if (status == GRN_OK && !put_given(t, ninputs, inputs))
        status = grn_fail(d->diag, d->function->op->place, GRN_E_UNSUPPORTED,
                          "@%s has open extents: it cannot be tried exhaustively", d->function->name);
    return status == GRN_OK ? grn_exhaust_begin(t, x) : status;
}

/* Messages of single combinations are not reported. */
static grn_status did_not_end(const grn_differ *d, grn_status status)
{
    if (status == GRN_OK)
        return grn_fail(d->diag, d->function->op->place, GRN_E_UNSUPPORTED,
                        "@%s is an error for every combination of indices", d->function->name);
    return grn_fail(d->diag, d->function->op->place, status, "@%s was not tried for all indices: %s", d->function->name,
                    grn_status_text(status));
}

grn_status grn_diff_all(const grn_differ *d, size_t ninputs, const grn_tensor *inputs, bool whole, grn_diff **out)
{
    const grn_equivalence_options options = {.size_bytes = sizeof options};
    grn_exhaustion x = {0};
    grn_trial t = {.a = d->module,
                   .b = d->module,
                   .in_a = d->number,
                   .in_b = d->number,
                   .options = &options,
                   .diag = d->diag,
                   .allocator = d->allocator};
    *out = NULL;
    grn_status status = begin(d, &t, ninputs, inputs, &x);
    const bool began = status == GRN_OK;
    if (began)
        status = diff_each(d, &t, &x, whole, out);
    grn_exhaust_end(&t, &x);
    grn_inputs_free(&t);
    if (status == GRN_OK && *out)
        return GRN_OK;
    grn_diff_destroy(*out);
    *out = NULL;
    return began ? did_not_end(d, status) : status;
}

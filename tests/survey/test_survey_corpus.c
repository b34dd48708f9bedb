/*
 * test_survey_corpus.c - what is said of the repository's programs without a run, against their
 * runs.
 *
 * Plans: each gather and scatter that a run meets is planned statically, at its place; where
 * nothing was taken for granted, by the same words. Lint: what follows from a program is what its
 * runs count.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "garner/garner.h"
#include "support/corpus.h"

#define MAX_STEPS 1000000
enum { MOST = 512, TEXT = 4608 };

typedef struct planned {
    grn_place place;
    char text[TEXT];
    bool assumes, met, same;
    char run[TEXT]; /* what a run has said instead */
} planned;

typedef struct plans {
    planned at[MOST];
    size_t n;
    const char *program;
    size_t met, same, other; /* of all programs */
    bool check_text;
} plans;

static bool same_place(grn_place a, grn_place b) { return a.line == b.line && a.column == b.column; }

static grn_status keep_plan(void *user, const grn_planned_access *a)
{
    plans *p = user;
    if (p->n == MOST)
        return GRN_E_LIMIT;
    planned *one = &p->at[p->n++];
    *one = (planned){.place = a->place, .assumes = a->nassumptions > 0};
    snprintf(one->text, sizeof one->text, "%s: %s", a->op, a->obstacle ? a->obstacle : a->text);
    return GRN_OK;
}

/* A plan that a run reports. An op made of several scatters reports each, and one of them is what
 * was planned. */
static void meet_plan(void *user, const grn_diagnostic *d)
{
    plans *p = user;
    size_t i = 0;
    while (i < p->n && !same_place(p->at[i].place, d->place))
        i++;
    if (d->severity != GRN_SEVERITY_REMARK)
        return;
    if (i == p->n)
        fail_msg("%s:%u:%u: the run meets %s, which is not planned", p->program, (unsigned)d->place.line,
                 (unsigned)d->place.column, d->message);
    p->at[i].met = true;
    p->at[i].same = p->at[i].same || strcmp(p->at[i].text, d->message) == 0;
    snprintf(p->at[i].run, sizeof p->at[i].run, "%s", d->message);
}

static void add_up(plans *p)
{
    for (size_t i = 0; i < p->n; i++) {
        const planned *one = &p->at[i];
        p->met += one->met;
        p->same += one->same;
        if (!one->met || one->same || one->assumes)
            continue;
        p->other++;
        fprintf(stderr, "%s:%u:%u:\n  run    %s\n  static %s\n", p->program, (unsigned)one->place.line,
                (unsigned)one->place.column, one->run, one->text);
    }
}

static void ignore(void *user, const grn_diagnostic *d) { (void)user, (void)d; }
static const grn_diag quiet = {ignore, NULL};

static grn_module *parse(const char *text)
{
    const grn_module_options options = {.allow_nonunique_scatter = true, .allow_unregistered = true};
    grn_module *m;
    if (grn_module_parse(text, strlen(text), &options, &quiet, &m) != GRN_OK ||
        grn_module_verify(m, &quiet) != GRN_OK) {
        grn_module_destroy(m);
        return NULL;
    }
    return m;
}

static bool runs_alone(const grn_module *m, size_t i)
{
    grn_function_info info;
    return grn_module_function(m, i, &info) == GRN_OK && info.ninputs == 0 && info.has_body;
}

static void compare_plans(const char *program, const char *text, plans *p)
{
    const grn_plan_visitor visitor = {keep_plan, p};
    const grn_diag diag = {meet_plan, p};
    const grn_run_options how = {.max_steps = MAX_STEPS, .plans = &diag};
    grn_module *m = parse(text);
    p->n = 0;
    p->program = program;
    if (m && grn_module_plan(m, NULL, &visitor, &quiet) != GRN_E_LIMIT)
        for (size_t i = 0; i < grn_module_functions(m); i++) {
            grn_results *results;
            if (!runs_alone(m, i))
                continue;
            if (grn_module_run(m, i, 0, NULL, &how, &quiet, &results) == GRN_OK)
                grn_results_destroy(results);
        }
    add_up(p);
    grn_module_destroy(m);
}

static void each_program(void (*act)(const char *program, const char *text, void *user), void *user)
{
    corpus c = {0};
    corpus_add(&c, "tests/ops");
    corpus_add(&c, "tests/plans");
    corpus_add(&c, "examples");
    for (size_t i = 0; i < c.count; i++)
        act(c.programs[i].name, c.programs[i].text, user);
    corpus_free(&c);
}

static void act_plans(const char *program, const char *text, void *user) { compare_plans(program, text, user); }

static void what_runs_is_what_was_planned(void **unused)
{
    (void)unused;
    plans *p = calloc(1, sizeof *p);
    assert_non_null(p);
    each_program(act_plans, p);
    printf("%zu accesses met in runs, %zu by the plan told before, %zu by another with nothing assumed\n", p->met,
           p->same, p->other);
    assert_true(p->met > 300 && p->same > p->met / 10 * 9);
    assert_int_equal(p->other, 0);
    free(p);
}

/* ---- lint ------------------------------------------------------------------------------------ */

typedef struct claim {
    grn_place place;
    grn_lint_kind kind;
    bool counted;
    grn_lint_counts counts;
} claim;

typedef struct claims {
    claim at[MOST];
    size_t n;
    const char *program;
    size_t held;
} claims;

static grn_status keep_claim(void *user, const grn_lint_finding *f)
{
    claims *c = user;
    if (f->observed || c->n == MOST)
        return GRN_OK;
    c->at[c->n] = (claim){.place = f->place, .kind = f->kind, .counted = f->counts != NULL};
    if (f->counts)
        c->at[c->n].counts = *f->counts;
    c->n++;
    return GRN_OK;
}

static bool holds(const claim *c, const grn_lint_counts *run)
{
    switch (c->kind) {
    case GRN_LINT_OUT_OF_BOUNDS:
        return c->counted ? run->out_of_bounds == c->counts.out_of_bounds * run->runs &&
                                run->vectors == c->counts.vectors * run->runs &&
                                memcmp(&run->out_of_bounds_at[0], &c->counts.out_of_bounds_at[0],
                                       sizeof run->out_of_bounds_at[0]) == 0
                          : run->out_of_bounds == run->vectors;
    case GRN_LINT_IN_BOUNDS: return run->out_of_bounds == 0;
    case GRN_LINT_FALSE_PROMISE: return run->false_sorted == run->runs || run->false_unique == run->runs;
    case GRN_LINT_OVERWRITTEN: return run->duplicate == c->counts.duplicate * run->runs;
    default: return true;
    }
}

static grn_status hold(void *user, const grn_lint_record *r)
{
    claims *c = user;
    for (size_t i = 0; i < c->n; i++)
        if (same_place(c->at[i].place, r->place)) {
            if (!holds(&c->at[i], &r->counts))
                fail_msg("%s:%u:%u: %s is said, and a run has %llu vectors, %llu of them out of bounds, %llu "
                         "duplicate, in %llu "
                         "executions",
                         c->program, (unsigned)r->place.line, (unsigned)r->place.column,
                         grn_lint_kind_text(c->at[i].kind), (unsigned long long)r->counts.vectors,
                         (unsigned long long)r->counts.out_of_bounds, (unsigned long long)r->counts.duplicate,
                         (unsigned long long)r->counts.runs);
            c->held++;
        }
    return GRN_OK;
}

static void act_lint(const char *program, const char *text, void *user)
{
    claims *c = user;
    const grn_lint_reporter reporter = {keep_claim, hold, c};
    const grn_run_options how = {.max_steps = MAX_STEPS};
    grn_module *m = parse(text);
    c->n = 0;
    c->program = program;
    if (m)
        assert_int_equal(grn_module_lint(m, NULL, &reporter, &quiet, NULL), GRN_OK);
    for (size_t i = 0; m && i < grn_module_functions(m); i++) {
        const grn_lint_options options = {.run = true, .only_run = true, .function = i, .run_options = &how};
        if (runs_alone(m, i))
            (void)!grn_module_lint(m, &options, &reporter, &quiet, NULL);
    }
    grn_module_destroy(m);
}

static void what_is_said_is_what_is_counted(void **unused)
{
    (void)unused;
    claims *c = calloc(1, sizeof *c);
    assert_non_null(c);
    each_program(act_lint, c);
    printf("%zu claims held\n", c->held);
    assert_true(c->held > 300);
    free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_runs_is_what_was_planned),
                                       cmocka_unit_test(what_is_said_is_what_is_counted)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

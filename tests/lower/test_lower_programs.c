/*
 * test_lower_programs.c - the programs of tests/ops and examples, their checks
 * made results, lowered to every form at every stage: each of what comes out
 * verifies and is equivalent to the program on random inputs, and what is not lowered
 * is refused with a reason at an op.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/corpus.h"
#include "support/exposed.h"
#include "support/programs.h"

/* Programs that run into this are not what is tested here. */
#define MAX_STEPS 4000000

typedef struct tally {
    uint64_t lowered, refused;
    uint64_t again, refused_again; /* lowered from a stage on the way to the loops */
} tally;

static void wrong(const corpus_program *p, const char *what, const grn_module *source, const grn_module *made,
                  const char *to, const char *stage, const notes *n)
{
    program_show("the program", source);
    if (made)
        program_show("lowered", made);
    fail_msg("%s: %s, %s at stage %s: '%s'", p->name, what, to, stage, n->first);
}

/* What came of a stage becomes loops that mean the program still. */
static void lower_again(const corpus_program *p, const grn_module *source, const grn_module *staged, const char *to,
                        const char *stage, tally *t)
{
    notes n = {0};
    grn_diag diag = notes_diag(&n);
    grn_module *made = NULL;
    grn_trials tried;
    const grn_equivalence_options trials = {.trials = 2, .max_steps = MAX_STEPS};
    grn_status status = grn_module_lower(staged, &(grn_module_lower_options){.to = to}, &diag, &made);
    if (status == GRN_E_UNSUPPORTED && n.errors > 0) {
        t->refused_again++;
        printf("REFUSED %s %s %s %s\n", p->name, to, stage, n.first);
        return;
    }
    if (status != GRN_OK)
        wrong(p, grn_status_text(status), staged, NULL, to, stage, &n);
    char *text = program_text_of(made);
    assert_non_null(text);
    if (strcmp(to, "linalg") != 0 &&
        (strstr(text, "garner.gather") || strstr(text, "garner.scatter") || strstr(text, "linalg.")))
        wrong(p, "an op that is not loops is left", staged, made, to, stage, &n);
    free(text);
    status = grn_module_equivalent(source, made, &trials, &diag, &tried);
    if (status != GRN_OK && status != GRN_E_UNSUPPORTED && status != GRN_E_LIMIT && status != GRN_E_MEMORY)
        wrong(p, grn_status_text(status), source, made, to, stage, &n);
    t->again += status == GRN_OK;
    grn_module_destroy(made);
}

/* Which stages are lowered to what: those before the loops are the same for all forms, and memrefs
 * are no tensors any more. */
static bool goes_on(const char *from, const char *stage, const char *to)
{
    const bool tensors = strcmp(from, "linalg") == 0 || strcmp(stage, "destination") == 0,
               loops = strcmp(stage, "loops") == 0;
    return strcmp(stage, "tensor") != 0 && (loops || strcmp(from, "scf") == 0) &&
           (tensors || strcmp(to, "linalg") != 0);
}

/* A program that is an error for whatever reason is not compared. */
static void lower_and_compare(const corpus_program *p, const grn_module *source, const char *to, const char *stage,
                              tally *t)
{
    notes n = {0};
    grn_diag diag = notes_diag(&n);
    grn_module *made = NULL;
    grn_trials tried;
    const grn_module_lower_options how = {.to = to, .stage = stage};
    const grn_equivalence_options trials = {.trials = 2, .max_steps = MAX_STEPS};
    grn_status status = grn_module_lower(source, &how, &diag, &made);
    if (status == GRN_E_UNSUPPORTED && n.errors > 0) {
        t->refused++;
        return;
    }
    if (status != GRN_OK)
        wrong(p, grn_status_text(status), source, NULL, to, stage, &n);
    status = grn_module_equivalent(source, made, &trials, &diag, &tried);
    if (status != GRN_OK && status != GRN_E_UNSUPPORTED && status != GRN_E_LIMIT && status != GRN_E_MEMORY)
        wrong(p, grn_status_text(status), source, made, to, stage, &n);
    t->lowered += status == GRN_OK;
    for (size_t f = 0; grn_module_lower_target(f); f++)
        if (goes_on(to, stage, grn_module_lower_target(f)))
            lower_again(p, source, made, grn_module_lower_target(f), stage, t);
    grn_module_destroy(made);
}

static grn_module *exposed(const char *text)
{
    const grn_module_options options = {.allow_nonunique_scatter = true};
    grn_module *m = NULL;
    if (grn_module_parse(text, strlen(text), &options, NULL, &m) != GRN_OK || grn_module_verify(m, NULL) != GRN_OK) {
        grn_module_destroy(m);
        return NULL;
    }
    assert_true(program_expose_checks(m));
    char *with = program_text_of(m);
    grn_module_destroy(m);
    assert_non_null(with);
    if (grn_module_parse(with, strlen(with), &options, NULL, &m) != GRN_OK || grn_module_verify(m, NULL) != GRN_OK) {
        grn_module_destroy(m);
        m = NULL;
    }
    free(with);
    return m;
}

static void try_program(const corpus_program *p, tally *t)
{
    grn_module *source = exposed(p->text);
    for (size_t f = 0; source && grn_module_lower_target(f); f++)
        for (size_t s = 0; grn_module_lower_stage(s); s++) {
            const char *to = grn_module_lower_target(f), *stage = grn_module_lower_stage(s);
            if (strcmp(to, "linalg") != 0 || strcmp(stage, "buffer") != 0)
                lower_and_compare(p, source, to, stage, t);
        }
    grn_module_destroy(source);
}

/* Programs that look at the bits of a NaN that went through arithmetic: in a lowered program it
 * need not keep them. */
static bool looks_at_nans(const corpus_program *p)
{
    static const char *const names[] = {"tests/ops/ttnn/scatter.mlir#1"};
    bool looks = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        looks = looks || strcmp(p->name, names[i]) == 0;
    return looks;
}

static void every_program(void **state)
{
    corpus c = {NULL, 0};
    tally t = {0};
    (void)state;
    corpus_add(&c, "examples");
    corpus_add(&c, "tests/ops");
    for (size_t i = 0; i < c.count; i++)
        if (test_takes(i, TEST_ONE_IN) && !looks_at_nans(&c.programs[i]))
            try_program(&c.programs[i], &t);
    printf("%llu lowered, %llu refused\n", (unsigned long long)t.lowered, (unsigned long long)t.refused);
    printf("%llu lowered again from a stage, %llu refused\n", (unsigned long long)t.again,
           (unsigned long long)t.refused_again);
    assert_true(t.lowered > 0 && t.again > 0); /* which ops are: tests/rows/test_facets.c */
    corpus_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_program)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

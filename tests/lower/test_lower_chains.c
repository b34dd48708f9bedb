/*
 * test_lower_chains.c - random programs of several gathers and scatters, with loops, branches and
 * calls: every stage of every form is printed, read again, verified and run, and gives the
 * program's results; and so does what each stage becomes when it is lowered again. Where an index
 * is out of range and that is an error, the status says so.
 *
 * GARNER_RANDOM_CASES: how many programs (40). GARNER_SEED: where to begin.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/chains.h"
#include "support/exposed.h"
#include "support/programs.h"

typedef struct trial {
    unsigned long long seed;
    const grn_module *source;
    grn_results *want; /* NULL: an index is an error */
    uint64_t stages, failing;
} trial;

static void wrong(const trial *t, const char *what, const grn_module *made, const char *to, const char *stage,
                  const notes *n)
{
    program_show("the program", t->source);
    if (made)
        program_show("lowered", made);
    fail_msg("%s, %s at stage %s; GARNER_SEED=%llu; '%s'", what, to, stage, t->seed, n->first);
}

static grn_module *read(const char *text)
{
    grn_module *m = NULL;
    const grn_module_options options = {.allow_nonunique_scatter = true};
    if (grn_module_parse(text, strlen(text), &options, NULL, &m) == GRN_OK && grn_module_verify(m, NULL) == GRN_OK)
        return m;
    grn_module_destroy(m);
    return NULL;
}

/* The table has 1.25 r + c, the rows 0.5 + r - c; an index of every third seed is out of range. */
static grn_results *run(const grn_module *m, unsigned long long seed, notes *n)
{
    float table[15], rows[12];
    int64_t indices[4];
    grn_tensor inputs[3];
    grn_results *results = NULL;
    grn_diag diag = notes_diag(n);
    for (int i = 0; i < 15; i++)
        table[i] = 1.25F * (float)(i / 3) + (float)(i % 3);
    for (int i = 0; i < 12; i++)
        rows[i] = 0.5F + (float)(i / 3) - (float)(i % 3);
    for (unsigned i = 0; i < 4; i++)
        indices[i] = (int64_t)((seed >> i) % 5);
    indices[3] = seed % 3 ? indices[3] : 7;
    const int64_t shapes[][2] = {{5, 3}, {4, 1}, {4, 3}};
    assert_int_equal(grn_tensor_init(&inputs[0], table, GRN_F32, 2, shapes[0]), GRN_OK);
    assert_int_equal(grn_tensor_init(&inputs[1], indices, GRN_I64, 2, shapes[1]), GRN_OK);
    assert_int_equal(grn_tensor_init(&inputs[2], rows, GRN_F32, 2, shapes[2]), GRN_OK);
    for (size_t f = 0; f < m->nfunctions; f++)
        if (strcmp(m->functions[f].name, "main") == 0 &&
            grn_module_run(m, f, 3, inputs, NULL, &diag, &results) == GRN_OK)
            return results;
    return NULL;
}

static void compare(trial *t, const grn_module *made, const char *to, const char *stage)
{
    notes n = {0};
    grn_results *got = run(made, t->seed, &n);
    if (!got)
        wrong(t, "does not run", made, to, stage, &n);
    const size_t count = grn_results_count(got);
    const int32_t status = count > 2 ? *(const int32_t *)grn_results_tensor(got, 2)->data : 0;
    if ((status == 0) != (t->want != NULL))
        wrong(t, "another status", made, to, stage, &n);
    for (size_t i = 0; t->want && i < 2; i++) {
        const grn_tensor *a = grn_results_tensor(got, i), *b = grn_results_tensor(t->want, i);
        if (memcmp(a->data, b->data, (size_t)grn_tensor_elements(a) * sizeof(float)) != 0)
            wrong(t, "other numbers", made, to, stage, &n);
    }
    grn_results_destroy(got);
    t->stages++;
}

/* What is made by way of its text, compared. */
static grn_module *lowered(trial *t, const grn_module *from, const char *to, const char *stage)
{
    notes n = {0};
    grn_diag diag = notes_diag(&n);
    grn_module *made = NULL;
    if (grn_module_lower(from, &(grn_module_lower_options){.to = to, .stage = stage}, &diag, &made) != GRN_OK)
        wrong(t, "is not lowered", from, to, stage, &n);
    char *text = program_text_of(made);
    grn_module *again = text ? read(text) : NULL;
    free(text);
    if (!again)
        wrong(t, "is not read again", made, to, stage, &n);
    compare(t, again, to, stage);
    grn_module_destroy(made);
    return again;
}

static void every_stage(trial *t, const char *to)
{
    for (size_t s = 1; grn_module_lower_stage(s); s++) {
        const char *stage = grn_module_lower_stage(s);
        if (strcmp(to, "linalg") == 0 && strcmp(stage, "buffer") == 0)
            continue;
        grn_module *made = lowered(t, t->source, to, stage);
        for (size_t f = 0; grn_module_lower_target(f); f++)
            grn_module_destroy(lowered(t, made, grn_module_lower_target(f), "loops"));
        grn_module_destroy(made);
    }
}

static void chains(void **state)
{
    const uint64_t seed = test_setting("GARNER_SEED", 1);
    const uint64_t cases = getenv("GARNER_SEED") ? 1 : test_count("GARNER_RANDOM_CASES", 40);
    uint64_t stages = 0, failing = 0;
    (void)state;
    for (uint64_t i = seed; i < seed + cases; i++) {
        notes n = {0};
        char *text = chain_program(i);
        grn_module *source = read(text);
        if (!source)
            fail_msg("GARNER_SEED=%llu is no program:\n%s", (unsigned long long)i, text);
        trial t = {.seed = i, .source = source, .want = run(source, i, &n)};
        for (size_t f = 0; grn_module_lower_target(f); f++)
            every_stage(&t, grn_module_lower_target(f));
        stages += t.stages;
        failing += t.want == NULL;
        grn_results_destroy(t.want);
        grn_module_destroy(source);
        free(text);
    }
    printf("%llu programs, %llu with an index that is an error, %llu lowered ones run\n", (unsigned long long)cases,
           (unsigned long long)failing, (unsigned long long)stages);
    assert_true(cases == 1 || (failing > 0 && failing < cases / 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(chains)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

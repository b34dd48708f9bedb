/*
 * test_convert_corpus.c - every program of tests/ops, tests/rules and examples that verifies,
 * converted to every dialect and then to every other: what it becomes verifies, does the same, and
 * what cannot be expressed is reported.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "garner/garner.h"
#include "support/corpus.h"
#include "support/share.h"

enum { MOST_STEPS = 20000, MOST_BYTES = 1 << 24, DIALECTS = 16 };

static char reported[1024];

static void hear(void *user, const grn_diagnostic *d)
{
    (void)user;
    if (d->severity == GRN_SEVERITY_ERROR && !reported[0])
        snprintf(reported, sizeof reported, "%s", d->message);
}
static const grn_diag diag = {hear, NULL};

/* NULL where it cannot be expressed: reported, for instance because the program always fails, but
 * never because what was made is wrong. */
static grn_module *converted_to(const char *name, const grn_module *m, const char *to, bool keep_recipes)
{
    const grn_module_convert_options how = {.to = to, .keep_recipes = keep_recipes};
    grn_module *made;
    reported[0] = '\0';
    grn_status status = grn_module_convert(m, &how, &diag, &made);
    if (status != GRN_OK && (status == GRN_E_VERIFY || status == GRN_E_MEMORY || !reported[0]))
        fail_msg("%s to %s: %s: %s", name, to, grn_status_name(status), reported);
    return made;
}

/* The bits of a NaN may change on the way (docs/convert.md). */
static void expect_same(const char *name, const grn_module *a, const grn_module *b, const char *to)
{
    const grn_equivalence_options how = {.trials = 2, .max_steps = MOST_STEPS, .max_memory_bytes = MOST_BYTES};
    grn_trials tried;
    reported[0] = '\0';
    if (grn_module_equivalent(a, b, &how, &diag, &tried) == GRN_E_CHECK)
        fail_msg("%s in %s does something else: %s", name, to, reported);
}

/* What one program becomes, which = its number: each pair of dialects is met by one program in so
 * many. */
static void convert_everywhere(const corpus_program *p, size_t which, size_t converted[DIALECTS])
{
    grn_module *m;
    bool compares = !strstr(p->text, "bitcast");
    if (grn_module_parse(p->text, strlen(p->text), NULL, NULL, &m) != GRN_OK)
        return;
    for (size_t d = 0; grn_module_verify(m, NULL) == GRN_OK && grn_module_dialect(d); d++) {
        const char *to = grn_module_dialect(d), *next = grn_module_dialect((d + 1 + which) % 7);
        grn_module *made = converted_to(p->name, m, to, which % 4 == 3),
                   *again = made && next ? converted_to(p->name, made, next, false) : NULL;
        converted[d] += made != NULL;
        if (made && compares)
            expect_same(p->name, m, made, to);
        if (again && compares)
            expect_same(p->name, m, again, next);
        grn_module_destroy(again);
        grn_module_destroy(made);
    }
    grn_module_destroy(m);
}

static void corpus_is_converted(void **state)
{
    size_t converted[DIALECTS] = {0};
    corpus all = {0};
    (void)state;
    corpus_add(&all, "tests/ops");
    corpus_add(&all, "examples");
    corpus_add(&all, "tests/rules");
    for (size_t i = 0; i < all.count; i++)
        if (test_takes(i, TEST_ONE_IN))
            convert_everywhere(&all.programs[i], i, converted);
    for (size_t d = 0; grn_module_dialect(d); d++) {
        printf("%zu programs in %s\n", converted[d], grn_module_dialect(d));
        assert_true(converted[d] > 20 / TEST_ONE_IN);
    }
    corpus_free(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(corpus_is_converted)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * test_convert_pairs.c - random programs through every ordered pair of
 * dialects: a StableHLO program S, S in A, and that in B. What comes
 * out of each step verifies, runs and gives the bits of S; what cannot be expressed
 * is refused with a reason.
 *
 * GARNER_RANDOM_CASES: how many programs each pair is to take (20). Extents,
 * dtypes and index values are those of the random specs: duplicates, indices
 * out of range and empty shapes included. GARNER_SEED: where to begin; a
 * failure prints its seed and the programs.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/programs.h"

#define MOST_DIALECTS 16

/* ---- pairs ----------------------------------------------------------------------------------- */

typedef struct trial {
    const random_case *c;
    const grn_module *source;
    const grn_results *want;
    unsigned long long seed;
} trial;

static void wrong(const trial *t, const char *what, const grn_module *from, const grn_module *made, const char *to,
                  const notes *n)
{
    program_show("the program", t->source);
    program_show("in the first dialect", from);
    if (made)
        program_show("in the second", made);
    fail_msg("%s, converting to %s; GARNER_SEED=%llu; '%s'", what, to, t->seed, n->first);
}

/* `from` converted to `to`, checked; NULL: refused. */
static grn_module *converted_to(const trial *t, const grn_module *from, const char *to)
{
    notes n = {0};
    grn_diag diag = notes_diag(&n);
    grn_module *made = NULL;
    grn_module_convert_options how = {.to = to};
    grn_status status = grn_module_convert(from, &how, &diag, &made);
    if (status == GRN_E_UNSUPPORTED && n.errors > 0)
        return NULL;
    if (status != GRN_OK)
        wrong(t, grn_status_text(status), from, NULL, to, &n);
    grn_results *got = program_run(made, t->c, false, &n);
    if (!got)
        wrong(t, "does not run", from, made, to, &n);
    if (!program_same_bits(got, t->want))
        wrong(t, "other bits", from, made, to, &n);
    grn_results_destroy(got);
    return made;
}

typedef struct counts {
    size_t dialects;
    uint64_t converted[MOST_DIALECTS][MOST_DIALECTS];
} counts;

static void through_all(const trial *t, uint64_t wanted, counts *n)
{
    for (size_t a = 0; a < n->dialects; a++) {
        bool asked = false;
        for (size_t b = 0; b < n->dialects; b++)
            asked |= n->converted[a][b] < wanted;
        grn_module *first = asked ? converted_to(t, t->source, grn_module_dialect(a)) : NULL;
        for (size_t b = 0; first && b < n->dialects; b++) {
            grn_module *second = converted_to(t, first, grn_module_dialect(b));
            n->converted[a][b] += second != NULL;
            grn_module_destroy(second);
        }
        grn_module_destroy(first);
    }
}

/* What the programs of a test are. */
typedef struct kind {
    const char *name;
    bool is_scatter;
    bool is_dynamic; /* some extents are not known */
} kind;

/* TTNN's and anvil's tensors have extents that are all known. */
static bool has_dynamic(size_t d)
{
    return strcmp(grn_module_dialect(d), "ttnn") != 0 && strcmp(grn_module_dialect(d), "nvl") != 0;
}

/* TCP has no scatter (TCP-19). */
static bool is_possible(const kind *k, size_t a, size_t b)
{
    if (k->is_dynamic && (!has_dynamic(a) || !has_dynamic(b)))
        return false;
    return !k->is_scatter || (strcmp(grn_module_dialect(a), "tcp") != 0 && strcmp(grn_module_dialect(b), "tcp") != 0);
}

static bool all_met(const counts *n, const kind *k, uint64_t wanted)
{
    for (size_t a = 0; a < n->dialects; a++)
        for (size_t b = 0; b < n->dialects; b++)
            if (is_possible(k, a, b) && n->converted[a][b] < wanted)
                return false;
    return true;
}

/* Whether a trial was made. */
static bool try_seed(uint64_t seed, const kind *k, uint64_t wanted, counts *n)
{
    uint64_t state = seed;
    notes none = {0};
    random_case *c = random_case_create(random_from_seed(&state), k->is_scatter);
    assert_non_null(c);
    grn_module *source = k->is_dynamic ? program_parse_dynamic(c, seed) : program_parse(c);
    grn_results *want = source ? program_run(source, c, false, &none) : NULL;
    trial t = {c, source, want, (unsigned long long)seed};
    if (want)
        through_all(&t, wanted, n);
    grn_results_destroy(want);
    grn_module_destroy(source);
    random_case_destroy(c);
    return want != NULL;
}

static void report(const counts *n, const char *what)
{
    printf("%-12s", what);
    for (size_t b = 0; b < n->dialects; b++)
        printf("%11s", grn_module_dialect(b));
    for (size_t a = 0; a < n->dialects; a++) {
        printf("\n%-12s", grn_module_dialect(a));
        for (size_t b = 0; b < n->dialects; b++)
            printf("%11llu", (unsigned long long)n->converted[a][b]);
    }
    printf("\n");
}

static void pairs(const kind *k)
{
    uint64_t wanted = test_count("GARNER_RANDOM_CASES", 20), seed = test_setting("GARNER_SEED", 1), tries = 0,
             most = 200 * wanted;
    counts n = {0};
    while (grn_module_dialect(n.dialects))
        n.dialects++;
    if (getenv("GARNER_SEED"))
        most = 1;
    for (; tries < most && !all_met(&n, k, wanted); tries++)
        try_seed(seed + tries, k, wanted, &n);
    report(&n, k->name);
    for (size_t a = 0; most > 1 && a < n.dialects; a++)
        for (size_t b = 0; b < n.dialects; b++) {
            if (n.converted[a][b] < wanted && is_possible(k, a, b))
                fail_msg("only %llu of %llu programs from %s to %s", (unsigned long long)n.converted[a][b],
                         (unsigned long long)wanted, grn_module_dialect(a), grn_module_dialect(b));
        }
}

static void gathers_keep_their_bits(void **state) { (void)state, pairs(&(kind){"gather", false, false}); }
static void scatters_keep_their_bits(void **state) { (void)state, pairs(&(kind){"scatter", true, false}); }
static void dynamic_gathers_keep_their_bits(void **state) { (void)state, pairs(&(kind){"?gather", false, true}); }
static void dynamic_scatters_keep_their_bits(void **state) { (void)state, pairs(&(kind){"?scatter", true, true}); }

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gathers_keep_their_bits),
        cmocka_unit_test(scatters_keep_their_bits),
        cmocka_unit_test(dynamic_gathers_keep_their_bits),
        cmocka_unit_test(dynamic_scatters_keep_their_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

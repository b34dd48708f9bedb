/*
 * test_shard_manual_random.c - random programs with manual computations, within each other and in
 * control flow: run on the devices of a mesh, and by one process on the same mesh of one device, to
 * the bit the same.
 *
 * GARNER_RANDOM_CASES: how many (400). GARNER_SEED: where to begin; a failure prints its seed and
 * the program.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "garner/shard.h"
#include "support/programs.h"
#include "support/random_manual.h"

typedef struct counts {
    uint64_t tried, several, nested;
} counts;

static void wrong(const char *what, uint64_t seed, const char *text, const notes *n)
{
    fprintf(stderr, "%s: GARNER_SEED=%llu: %s\n%s\n", what, (unsigned long long)seed, n->first, text);
    fail();
}

static grn_module *parse_form(uint64_t seed, bool one_device, random_manual *about, char **text)
{
    size_t bytes = 0;
    grn_module *module = NULL;
    notes n = {0};
    const grn_diag diag = notes_diag(&n);
    *text = random_manual_print(seed, one_device, &bytes, about);
    if (grn_module_parse(*text, bytes, NULL, &diag, &module) != GRN_OK || grn_module_verify(module, &diag) != GRN_OK)
        wrong("not read", seed, *text, &n);
    return module;
}

static void compare(const grn_module *module, const grn_module *one, const random_manual *about,
                    const grn_tensor *inputs, uint64_t seed, const char *text)
{
    notes told = {0};
    const grn_diag diag = notes_diag(&told);
    const grn_module_shard_options agreed = {.stage = GRN_SHARD_RESHARDED};
    grn_results *want = NULL, *got = NULL, *again = NULL;
    grn_module *made = NULL;
    if (grn_module_run(one, 0, about->ninputs, inputs, NULL, &diag, &want) != GRN_OK)
        wrong("not run", seed, text, &told);
    if (grn_module_shard_run(module, 0, about->ninputs, inputs, NULL, NULL, &diag, &got) != GRN_OK)
        wrong("not run on devices", seed, text, &told);
    if (!program_same_bits(want, got))
        wrong("other bits", seed, text, &told);
    if (seed % 3 == 0) {
        if (grn_module_shard(module, &agreed, &diag, &made) != GRN_OK)
            wrong("does not agree", seed, text, &told);
        if (grn_module_shard_run(made, 0, about->ninputs, inputs, NULL, NULL, &diag, &again) != GRN_OK)
            wrong("not run on devices once it agrees", seed, text, &told);
        if (!program_same_bits(want, again))
            wrong("other bits once it agrees", seed, text, &told);
    }
    grn_results_destroy(want);
    grn_results_destroy(got);
    grn_results_destroy(again);
    grn_module_destroy(made);
}

static void try_seed(uint64_t seed, counts *n)
{
    random_manual about;
    random_buffer buffers[MANUAL_ARGUMENTS];
    grn_tensor inputs[MANUAL_ARGUMENTS];
    uint64_t state = seed + 1;
    const random_source s = random_from_seed(&state);
    char *whole, *text;
    int64_t devices = 0;
    grn_module *one = parse_form(seed, true, &about, &whole), *module = parse_form(seed, false, &about, &text);
    for (size_t i = 0; i < about.ninputs; i++) {
        assert_true(random_buffer_make(s, about.dtype, about.rank[i], about.shape[i], false, 0, &buffers[i]));
        random_buffer_fill(s, &buffers[i]);
        inputs[i] = buffers[i].view;
    }
    compare(module, one, &about, inputs, seed, text);
    assert_int_equal(grn_module_shard_devices(module, 0, NULL, &devices), GRN_OK);
    n->tried++;
    n->several += about.ncomputations && devices > 1;
    n->nested += about.ninner && devices > 1;
    for (size_t i = 0; i < about.ninputs; i++)
        random_buffer_release(&buffers[i]);
    grn_module_destroy(one);
    grn_module_destroy(module);
    free(whole);
    free(text);
}

static void random_programs(void **state)
{
    (void)state;
    const uint64_t seed = test_setting("GARNER_SEED", 1);
    const uint64_t cases =
        getenv("GARNER_SEED") && !getenv("GARNER_RANDOM_CASES") ? 1 : test_count("GARNER_RANDOM_CASES", 400);
    counts n = {0};
    for (uint64_t i = 0; i < cases; i++)
        try_seed(seed + i, &n);
    printf("%llu programs, %llu with manual computations on several devices, %llu with one in another\n",
           (unsigned long long)n.tried, (unsigned long long)n.several, (unsigned long long)n.nested);
    if (cases > 100) {
        assert_true(n.several > n.tried / 2);
        assert_true(n.nested > n.tried / 8);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_programs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

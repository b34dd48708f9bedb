/*
 * test_mutants.c - programs of the repository with one small change each: told, or right.
 *
 * A mutant that does not parse or verify is reported with a place in its text. One that parses is
 * written, read and written again as the same text, or told where it does not verify. One that
 * verifies runs within its limits, converts to a dialect and back to where it began or is reported,
 * and what it becomes does what it did (unless it was told that all indices are in bounds, which a
 * mutant need not hold, or looks at the bits of a NaN).
 *
 * GARNER_MUTANTS is how many are made of all programs; GARNER_SEED where they begin.
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
#include "support/mutant.h"
#include "support/programs.h"
#include "support/text.h"

enum { MUTANTS = 40000, MOST_STEPS = 3000, MOST_BYTES = 1 << 20, LARGE = 1 << 16 };

/* ---- what is reported ------------------------------------------------------------------------ */

typedef struct reported {
    size_t errors, lines;
    const char *text;
} reported;

/* cmocka cuts long messages. */
static void give_up(const char *text, const char *what, const char *more)
{
    fprintf(stderr, "%s\n---- from\n%s\n", more, text);
    fail_msg("%s", what);
}

static void hear(void *user, const grn_diagnostic *d)
{
    reported *t = user;
    t->errors += d->severity == GRN_SEVERITY_ERROR;
    if (!d->message[0])
        give_up(t->text, "an empty message", "");
    if (d->place.line > t->lines)
        give_up(t->text, "a place behind the text", d->message);
}

static reported listen(const char *text)
{
    reported t = {.lines = 1, .text = text};
    for (const char *c = text; *c; c++)
        t.lines += *c == '\n';
    return t;
}

static void check_reported(const reported *t, grn_status status, const char *what)
{
    if (status != GRN_OK && t->errors == 0)
        give_up(t->text, what, "refused without a word");
    if (status == GRN_OK && t->errors > 0)
        give_up(t->text, what, "errors reported of what is fine");
}

/* ---- written and read again ------------------------------------------------------------------ */

static const grn_module_options options = {.allow_nonunique_scatter = true};

/* What does not verify may use a value where it has no name (in another region); then it is
 * reported. */
static void hold_again(const char *mutant, const grn_module *m, bool verified, bool generic)
{
    grn_text_buffer first = text_of_module(m, generic), second = {0};
    reported t = listen(first.text);
    grn_diag diag = {hear, &t};
    grn_module *again;
    grn_status status = grn_module_parse(first.text, first.size_bytes, &options, &diag, &again);
    check_reported(&t, status, "read again");
    if (status != GRN_OK && verified)
        give_up(mutant, "what was written is not read", first.text);
    second = again ? text_of_module(again, generic) : (grn_text_buffer){0};
    if (again && strcmp(first.text, second.text) != 0)
        give_up(mutant, "written twice, two texts", second.text);
    grn_module_destroy(again);
    grn_text_buffer_free(&first);
    grn_text_buffer_free(&second);
}

/* ---- run and said otherwise ------------------------------------------------------------------ */

/* A number that steps or bytes may not bound yet. */
static bool has_large_number(const char *text)
{
    for (const char *c = text; *c; c++)
        if (*c >= '0' && *c <= '9') {
            char *end;
            double v = strtod(c, &end);
            if (v > LARGE)
                return true;
            c = end > c ? end - 1 : c;
        }
    return false;
}

/* A tensor of the declared type, every element the same; extents that are not known are up to 3.
 * False: it is no tensor. */
static bool make_input(const grn_module *m, size_t function, size_t input, uint64_t *r, grn_tensor *out)
{
    static const char *const numbers[] = {"0", "1", "2", "3", "-1"};
    grn_dtype dtype = grn_module_input_dtype(m, function, input);
    char value[GRN_MAX_RANK * 24 + 64] = "", *to = value;
    grn_text_buffer type = {0};
    const grn_sink sink = grn_text_buffer_sink(&type);
    text_add(&type, "", 0);
    if (dtype == GRN_NO_DTYPE || grn_module_write_input_type(m, function, input, &sink) != GRN_OK)
        return grn_text_buffer_free(&type), false;
    for (const char *c = strpbrk(type.text, "<["); c && *c && to < value + GRN_MAX_RANK * 24; c++)
        if (*c == '?')
            to += sprintf(to, "%dx", (int)(mutant_random(r) % 4));
        else if (*c >= '0' && *c <= '9' && strchr("<[x,", c[-1]))
            to += sprintf(to, "%lldx", strtoll(c, NULL, 10));
    bool decimal = grn_dtype_text(dtype)[0] == 'f' || grn_dtype_text(dtype)[0] == 'b',
         complex = grn_dtype_text(dtype)[0] == 'c';
    const char *number = numbers[mutant_random(r) % 5];
    sprintf(to,
            complex           ? "%s=(%s.0, 1.0)"
            : dtype == GRN_I1 ? "%s=%.0strue"
            : decimal         ? "%s=%s.5"
                              : "%s=%s",
            grn_dtype_text(dtype), number);
    grn_text_buffer_free(&type);
    if (grn_tensor_parse(value, strlen(value), NULL, NULL, out) != GRN_OK)
        return false;
    if (out->dtype == dtype)
        return true;
    grn_tensor_free(out, NULL);
    return false;
}

static void run_on(const grn_module *m, size_t function, size_t ninputs, uint64_t *r)
{
    const grn_run_options how = {.max_steps = MOST_STEPS,
                                 .max_memory_bytes = MOST_BYTES,
                                 .check_promises = mutant_random(r) % 2,
                                 .strict_bounds = mutant_random(r) % 4 == 0,
                                 .drop_whole_window = mutant_random(r) % 4 == 0};
    grn_tensor inputs[16];
    grn_results *results = NULL;
    size_t n = 0;
    while (n < ninputs && n < 16 && make_input(m, function, n, r, &inputs[n]))
        n++;
    if (n == ninputs) {
        grn_status status = grn_module_run(m, function, n, inputs, &how, NULL, &results);
        assert_true((status == GRN_OK) == (results != NULL));
    }
    grn_results_destroy(results);
    while (n)
        grn_tensor_free(&inputs[--n], NULL);
}

static void run(const grn_module *m, uint64_t seed)
{
    for (size_t i = 0; i < grn_module_functions(m); i++) {
        grn_function_info info;
        assert_int_equal(grn_module_function(m, i, &info), GRN_OK);
        for (int times = 0; info.has_body && times < (info.ninputs ? 3 : 1); times++)
            run_on(m, i, info.ninputs, &seed);
    }
}

/* Of the equivalence GRN_E_CHECK alone says that the two differ. */
static void convert(const char *mutant, const grn_module *m, uint64_t which)
{
    size_t count = 0;
    while (grn_module_dialect(count))
        count++;
    reported t = listen(mutant);
    grn_diag diag = {hear, &t};
    const grn_module_convert_options how = {.to = grn_module_dialect(which % count),
                                            .assume_in_bounds = which / count % 8 == 0,
                                            .keep_recipes = which / count % 4 == 1};
    const grn_equivalence_options bounded = {.trials = 3, .max_steps = MOST_STEPS, .max_memory_bytes = MOST_BYTES};
    grn_module *made;
    grn_trials tried;
    grn_status status = grn_module_convert(m, &how, &diag, &made);
    check_reported(&t, status, how.to);
    if (status != GRN_OK)
        return;
    if (!how.assume_in_bounds && !strstr(mutant, "bitcast") &&
        grn_module_equivalent(m, made, &bounded, NULL, &tried) == GRN_E_CHECK) {
        fprintf(stderr, "in %s:\n", how.to);
        give_up(mutant, "said otherwise it does something else", text_of_module(made, false).text);
    }
    grn_module_destroy(made);
}

static void use(const char *mutant, const grn_module *m, uint64_t which)
{
    reported t = listen(mutant);
    grn_diag diag = {hear, &t};
    grn_status status = grn_module_verify(m, &diag);
    check_reported(&t, status, "verify");
    hold_again(mutant, m, status == GRN_OK, status != GRN_OK || which % 2);
    if (status != GRN_OK || has_large_number(mutant))
        return;
    run(m, which);
    convert(mutant, m, which);
}

static void try_mutant(const char *mutant, uint64_t which)
{
    reported t = listen(mutant);
    grn_diag diag = {hear, &t};
    grn_module *m;
    grn_status status = grn_module_parse(mutant, strlen(mutant), &options, &diag, &m);
    check_reported(&t, status, "parse");
    if (status == GRN_OK)
        use(mutant, m, which);
    grn_module_destroy(m);
}

static void mutants(void **state)
{
    uint64_t count = test_count("GARNER_MUTANTS", MUTANTS), seed = test_setting("GARNER_SEED", 1);
    corpus all = {0};
    (void)state;
    corpus_add(&all, "tests/ops");
    corpus_add(&all, "tests/rules");
    corpus_add(&all, "examples");
    for (uint64_t i = 0; i < count; i++) {
        uint64_t r = seed * UINT64_C(0x100000001b3) + i;
        const char *text = all.programs[mutant_random(&r) % all.count].text;
        char *mutant = mutant_of(text, r);
        if (getenv("GARNER_MUTANTS_SHOWN"))
            fprintf(stderr, "---- mutant %llu\n%s\n", (unsigned long long)i, mutant), fflush(stderr);
        try_mutant(mutant, r >> 7);
        free(mutant);
    }
    corpus_free(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(mutants)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

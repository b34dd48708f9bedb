/*
 * test_batching_random.c - random gathers and scatters with batching dims: expanded, they give what
 * they gave before and what the specification's own loop gives; collapsed again, the same; and each
 * pass undoes the other.
 *
 * GARNER_RANDOM_CASES: how many (500). GARNER_SEED: where to begin; a failure prints the program.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "garner/garner.h"
#include "support/random_spec.h"
#include "support/share.h"
#include "support/text.h"

static char *program; /* under test, for failures; NULL between cases */

static grn_text_buffer run_module(const grn_module *m)
{
    grn_text_buffer t = {0};
    grn_sink sink = grn_text_buffer_sink(&t);
    grn_results *results;
    if (grn_module_run(m, 0, 0, NULL, NULL, NULL, &results) != GRN_OK)
        fail_msg("the program does not run:\n%s", program);
    for (size_t i = 0; i < grn_results_count(results); i++)
        assert_int_equal(grn_results_write(results, i, NULL, &sink), GRN_OK);
    grn_results_destroy(results);
    return t;
}

static void assert_same(const char *claim, grn_text_buffer *got, const grn_text_buffer *want)
{
    if (got->size_bytes != want->size_bytes || memcmp(got->text, want->text, got->size_bytes) != 0)
        fail_msg("%s; of\n%s\ncame\n%.2000s\nnot\n%.2000s", claim, program, got->text, want->text);
    grn_text_buffer_free(got);
}

/* Every flag as if it were true: a promise that expanding kept is not kept again, as collapsing had
 * to drop it. */
static void as_if_sorted(grn_text_buffer *t)
{
    static const char no[] = "indices_are_sorted = false", yes[] = "indices_are_sorted = true";
    for (char *at = t->text; (at = strstr(at, no)) != NULL; t->size_bytes--) {
        memcpy(at, yes, sizeof yes - 1);
        memmove(at + sizeof yes - 1, at + sizeof no - 1, strlen(at + sizeof no - 1) + 1);
    }
}

static bool keeps_promises(const grn_module *m)
{
    const grn_run_options options = {.check_promises = true};
    grn_results *results;
    grn_status status = grn_module_run(m, 0, 0, NULL, &options, NULL, &results);
    grn_results_destroy(results);
    assert_true(status == GRN_OK || status == GRN_E_PROMISE);
    return status == GRN_OK;
}

/* ---- cases ----------------------------------------------------------------------------------- */

/* What StableHLO's own rule is. */
static bool is_expressible(const random_case *c)
{
    const grn_dimension_numbers *d = c->is_scatter ? &c->scatter.dims : &c->gather.dims;
    const grn_index_rule *r = c->is_scatter ? &c->scatter.index : &c->gather.index;
    return d->operand_batching_dims.count > 0 && r->base == 0 && !r->wrap_negative &&
           r->batch_rule == GRN_BATCH_EQUAL && r->bounds == (c->is_scatter ? GRN_BOUNDS_SKIP : GRN_BOUNDS_CLAMP);
}

static grn_module *read_case(const random_case *c)
{
    size_t n = 0;
    FILE *to = open_memstream(&program, &n);
    grn_module *m;
    assert_non_null(to);
    random_spec_print(c, to);
    fclose(to);
    if (grn_module_parse(program, n, NULL, NULL, &m) != GRN_OK)
        return NULL;
    if (grn_module_verify(m, NULL) == GRN_OK)
        return m;
    grn_module_destroy(m);
    return NULL;
}

/* The loop of the specification, as the results of a module are written. */
static grn_text_buffer reference(const random_case *c)
{
    grn_text_buffer t = {0};
    grn_sink sink = grn_text_buffer_sink(&t);
    random_buffer out;
    grn_literal_options options = {0};
    assert_true(random_buffer_clone(random_destination(c, 0), &out));
    assert_int_equal(random_case_reference(c, &out, NULL), GRN_OK);
    assert_int_equal(grn_tensor_write_literal(&out.view, &options, &sink), GRN_OK);
    random_buffer_release(&out);
    return t;
}

typedef grn_status (*pass)(const grn_module *module, const grn_diag *diag, grn_module **out);

static void keep_message(void *user, const grn_diagnostic *d) { snprintf(user, GRN_MESSAGE_BYTES, "%s", d->message); }

static grn_module *apply(pass p, const char *name, const grn_module *m)
{
    grn_module *out;
    char message[GRN_MESSAGE_BYTES] = "";
    grn_diag diag = {keep_message, message};
    if (p(m, &diag, &out) != GRN_OK)
        fail_msg("%s refuses (%s)\n%s", name, message, program);
    return out;
}

static void check_case(const random_case *c, const grn_module *before)
{
    grn_module *expanded = apply(grn_module_expand_batching, "expand", before);
    grn_module *back = apply(grn_module_collapse_batching, "collapse", expanded);
    grn_module *again = apply(grn_module_expand_batching, "expand", back);
    grn_text_buffer want = run_module(before), got = run_module(expanded), form = text_of_module(expanded, false),
                    form2 = text_of_module(again, false);
    if (!c->is_scatter) {
        grn_text_buffer meaning = reference(c);
        if (!strstr(got.text, meaning.text))
            fail_msg("the expanded program gives the reference's result; of\n%s\ncame\n%.2000s\nnot\n%.2000s", program,
                     got.text, meaning.text);
        grn_text_buffer_free(&meaning);
    }
    assert_null(strstr(form.text, "batching_dims"));
    assert_same("expanding changes no result", &got, &want);
    got = run_module(back);
    assert_same("collapsing changes no result", &got, &want);
    as_if_sorted(&form);
    as_if_sorted(&form2);
    assert_same("expand undoes collapse", &form2, &form);
    if (keeps_promises(before) && (!keeps_promises(expanded) || !keeps_promises(back)))
        fail_msg("a promise that is kept stays one that is kept; of\n%s", program);
    grn_text_buffer_free(&want);
    grn_text_buffer_free(&form);
    grn_module_destroy(expanded);
    grn_module_destroy(back);
    grn_module_destroy(again);
}

/* Whether the case was one for us. */
static bool try_case(uint64_t seed)
{
    uint64_t state = seed;
    random_case *c = random_case_create(random_from_seed(&state), seed % 3 == 0);
    assert_non_null(c);
    grn_module *m = is_expressible(c) ? read_case(c) : NULL;
    if (m)
        check_case(c, m);
    grn_module_destroy(m);
    random_case_destroy(c);
    free(program);
    program = NULL;
    return m != NULL;
}

static void expanding_and_collapsing_keep_the_meaning(void **state)
{
    (void)state;
    uint64_t wanted = test_count("GARNER_RANDOM_CASES", 500), seed = test_setting("GARNER_SEED", 1), met = 0;
    for (uint64_t tried = 0; met < wanted && tried < wanted * 400; tried++)
        met += try_case(seed + tried);
    assert_int_equal(met, wanted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(expanding_and_collapsing_keep_the_meaning)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

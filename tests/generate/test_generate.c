/*
 * test_generate.c - programs made at random: each op is among them, each says what it is when read
 * again, none hangs on what its specification leaves open, and what breaks tools really occurs.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/core.h"
#include "garner/generate.h"
#include "garner/lint.h"
#include "garner/sink.h"

static void keep_message(void *user, const grn_diagnostic *d)
{
    char *reason = user;
    if (!*reason)
        snprintf(reason, GRN_MESSAGE_BYTES, "%s", d->message);
}

static grn_generated *make(const grn_generate_options *o)
{
    grn_generated *made = NULL;
    char reason[GRN_MESSAGE_BYTES] = "";
    const grn_diag diag = {keep_message, reason};
    if (grn_generate(o, &diag, &made) != GRN_OK)
        fail_msg("%s, seed %d, program %d: %s", o->dialect, (int)o->seed, (int)o->number, reason);
    return made;
}

static grn_text_buffer check_form(const grn_generated *made)
{
    grn_text_buffer text = {0};
    const grn_sink sink = grn_text_buffer_sink(&text);
    assert_int_equal(grn_generated_write_check(made, &sink), GRN_OK);
    return text;
}

/* ---- every op -------------------------------------------------------------------------------- */

/* The op's name stands in the text: `stablehlo.add %0`, `"stablehlo.sort"(`, `func.call @f`. */
static bool has_op(const char *text, const char *name)
{
    char dotted[128];
    const size_t n = (size_t)snprintf(dotted, sizeof dotted, ".%s", name);
    for (const char *at = text; (at = strstr(at, dotted)); at++)
        if (strchr(" \"(:,", at[n]))
            return true;
    snprintf(dotted, sizeof dotted, " %s ", name); /* func.call prints as call */
    return strstr(text, dotted) != NULL;
}

static void every_op_is_made_when_it_is_asked_for(void **state)
{
    (void)state;
    const char *dialect, *op;
    for (size_t d = 0; (dialect = grn_generate_dialect(d)); d++)
        for (size_t i = 0; (op = grn_generate_op(dialect, i)); i++)
            for (uint64_t number = 0; number < 3; number++) {
                const grn_generate_options o = {
                    .dialect = dialect, .nabout = 1, .about = &op, .seed = 7, .number = number, .edge = number == 2};
                grn_generated *made = make(&o);
                if (!has_op(grn_generated_text(made, NULL), op))
                    fail_msg("%s: no %s in program %d:\n%s", dialect, op, (int)number, grn_generated_text(made, NULL));
                grn_generated_destroy(made);
            }
}

/* ---- what a file says ------------------------------------------------------------------------ */

static grn_status run_text(const grn_text_buffer *text, char *reason)
{
    const grn_diag diag = {keep_message, reason};
    grn_module *module = NULL;
    grn_results *results = NULL;
    grn_status status = grn_module_parse(text->text, text->size_bytes, NULL, &diag, &module);
    if (status == GRN_OK)
        status = grn_module_verify(module, &diag);
    if (status == GRN_OK)
        status = grn_module_run(module, grn_module_functions(module) - 1, 0, NULL, NULL, &diag, &results);
    grn_results_destroy(results);
    grn_module_destroy(module);
    return status;
}

/* One digit of the last expected number, another one. False: there is none. */
static bool spoil(grn_text_buffer *text)
{
    char *check = NULL;
    for (char *at = text->text; (at = strstr(at, "check.expect_eq_const")); at++)
        check = at;
    char *digit = check ? strpbrk(strstr(check, "dense<"), "0123456789>") : NULL;
    if (!digit || *digit == '>' || digit[1] == 'x' || strstr(check, "tensor<0x") || strstr(check, "x0x"))
        return false;
    *digit = *digit == '1' ? '0' : '1';
    return true;
}

static void the_check_form_runs_to_what_it_says(void **state)
{
    (void)state;
    const char *dialect;
    int spoiled = 0, failing = 0;
    for (size_t d = 0; (dialect = grn_generate_dialect(d)); d++)
        for (uint64_t number = 0; number < 300; number++) {
            const grn_generate_options o = {.dialect = dialect, .seed = 3, .number = number, .edge = number % 2};
            grn_generated *made = make(&o);
            grn_text_buffer text = check_form(made);
            char reason[GRN_MESSAGE_BYTES] = "";
            const grn_status want = grn_generated_results(made) ? GRN_OK : GRN_E_INDEX;
            failing += want != GRN_OK;
            if (run_text(&text, reason) != want)
                fail_msg("%s, program %d: %s\n%s", dialect, (int)number, reason, text.text);
            if (number < 20 && spoil(&text))
                spoiled += run_text(&text, reason) != GRN_OK;
            grn_text_buffer_free(&text);
            grn_generated_destroy(made);
        }
    assert_true(spoiled > 3);
    assert_true(failing > 0); /* indices out of range, where that is an error */
}

static void a_program_is_made_of_its_options_alone(void **state)
{
    (void)state;
    const grn_generate_options o = {.seed = 11, .number = 5, .max_ops = 30, .edge = true};
    grn_generated *a = make(&o), *b = make(&o);
    grn_text_buffer x = check_form(a), y = check_form(b);
    assert_string_equal(x.text, y.text);
    grn_text_buffer_free(&y);
    grn_generated_destroy(b);
    b = make(&(grn_generate_options){.seed = 11, .number = 6, .max_ops = 30, .edge = true});
    y = check_form(b);
    assert_string_not_equal(strchr(x.text, '\n'), strchr(y.text, '\n'));
    grn_text_buffer_free(&x);
    grn_text_buffer_free(&y);
    grn_generated_destroy(a);
    grn_generated_destroy(b);
}

/* ---- what is left open ----------------------------------------------------------------------- */

typedef struct seen {
    uint64_t kinds[GRN_LINT_KIND_COUNT]; /* findings of the run */
    grn_lint_counts counts;
} seen;

static grn_status found(void *user, const grn_lint_finding *f)
{
    seen *s = user;
    const bool meets = f->kind == GRN_LINT_OVERWRITTEN || f->kind == GRN_LINT_REGION_ORDER;
    const bool is_empty = meets && f->meeting && f->meeting->counted && f->meeting->elements == 0;
    s->kinds[f->kind] += f->observed && !f->possible && !is_empty;
    return GRN_OK;
}

static grn_status counted(void *user, const grn_lint_record *r)
{
    seen *s = user;
    s->counts.vectors += r->counts.vectors;
    s->counts.out_of_bounds += r->counts.out_of_bounds;
    s->counts.negative += r->counts.negative;
    s->counts.duplicate += r->counts.duplicate;
    s->counts.partly_outside += r->counts.partly_outside;
    return GRN_OK;
}

static void look(const grn_generated *made, seen *s)
{
    const grn_module *module = grn_generated_module(made);
    const size_t n = grn_generated_inputs(made);
    grn_tensor *inputs = calloc(n + 1, sizeof *inputs);
    assert_non_null(inputs);
    for (size_t i = 0; i < n; i++)
        inputs[i] = *grn_generated_input(made, i);
    const grn_lint_options o = {
        .run = true, .only_run = true, .function = grn_module_functions(module) - 1, .ninputs = n, .inputs = inputs};
    const grn_lint_reporter reporter = {found, counted, s};
    if (grn_generated_results(made))
        assert_int_equal(grn_module_lint(module, &o, &reporter, NULL, NULL), GRN_OK);
    free(inputs);
}

static bool all_are_exact(const grn_generated *made)
{
    bool exact = true;
    for (size_t i = 0; i < grn_results_count(grn_generated_results(made)); i++)
        exact = exact && grn_generated_tolerance(made, i) == 0;
    return exact;
}

/* What lint counts in the run: updates that replace each other, promises that are false, regions whose order shows. */
static void nothing_is_left_open(void **state)
{
    (void)state;
    const char *dialect;
    for (size_t d = 0; (dialect = grn_generate_dialect(d)); d++)
        for (uint64_t number = 0; number < 400; number++) {
            const grn_generate_options o = {.dialect = dialect, .seed = 1, .number = number, .edge = number % 2};
            grn_generated *made = make(&o);
            seen s = {0};
            look(made, &s);
            const uint64_t open =
                s.kinds[GRN_LINT_OVERWRITTEN] + s.kinds[GRN_LINT_FALSE_PROMISE] + s.kinds[GRN_LINT_REGION_ORDER];
            if (open || grn_generated_open_question(made))
                fail_msg("%s: what is left open shows in\n%s", dialect, grn_generated_text(made, NULL));
            grn_generated_destroy(made);
        }
}

static void what_is_left_open_is_told_where_it_was_asked_for(void **state)
{
    (void)state;
    int told = 0;
    for (uint64_t number = 0; number < 300; number++) {
        const grn_generate_options o = {.seed = 2, .number = number, .unspecified = true};
        grn_generated *made = make(&o);
        const char *question = grn_generated_open_question(made);
        told += question != NULL;
        assert_true(!question || strstr(grn_generated_text(made, NULL), question));
        grn_generated_destroy(made);
    }
    assert_true(told >= 15);
}

/* ---- the edge -------------------------------------------------------------------------------- */

typedef struct edges {
    int programs, values[16];
    const char *text;
    const grn_generated *made;
    seen s;
} edges;

/* An element of an input, or of a constant, for which it holds. */
static bool any_input(const grn_generated *made, bool (*holds)(double x, grn_dtype dtype))
{
    for (size_t i = 0; i < grn_generated_inputs(made); i++) {
        const grn_tensor *t = grn_generated_input(made, i);
        if (grn_dtype_class_of(t->dtype) != GRN_CLASS_FLOAT)
            continue;
        for (int64_t e = 0; e < grn_tensor_elements(t); e++)
            if (holds(grn_scalar_load(t->dtype, grn_tensor_at(t, e)).f, t->dtype))
                return true;
    }
    return false;
}

static bool is_minus_zero(double x, grn_dtype dtype) { return (void)dtype, x == 0 && signbit(x); }
static bool is_no_number(double x, grn_dtype dtype) { return (void)dtype, isnan(x); }
static bool is_infinite(double x, grn_dtype dtype) { return (void)dtype, isinf(x); }
static bool is_subnormal(double x, grn_dtype dtype)
{
    return x != 0 &&
           (dtype == GRN_F32 ? fabs(x) < 1.17549435e-38 : dtype == GRN_F64 && fabs(x) < 2.2250738585072014e-308);
}

static bool negative(const edges *e) { return e->s.counts.negative > 0; }
static bool out_of_bounds(const edges *e) { return e->s.counts.out_of_bounds > 0; }
static bool duplicate(const edges *e) { return e->s.counts.duplicate > 0; }
static bool partly_outside(const edges *e) { return e->s.counts.partly_outside > 0; }
static bool minus_zero(const edges *e) { return any_input(e->made, is_minus_zero); }
static bool no_number(const edges *e) { return any_input(e->made, is_no_number); }
static bool infinity(const edges *e) { return any_input(e->made, is_infinite); }
static bool subnormal(const edges *e) { return any_input(e->made, is_subnormal); }
static bool batching(const edges *e) { return strstr(e->text, "batching_dims = [") != NULL; }
static bool empty(const edges *e) { return strstr(e->text, "x0x") || strstr(e->text, "<0x"); }
static bool one(const edges *e) { return strstr(e->text, "x1x") || strstr(e->text, "<1x"); }
static bool open_extent(const edges *e) { return strstr(e->text, "?x") != NULL; }
static bool vector_first(const edges *e)
{
    return strstr(e->text, "slice_sizes") && !strstr(e->text, "index_vector_dim");
}
static bool narrow(const edges *e) { return strstr(e->text, "xi8>") || strstr(e->text, "xi16>"); }
static bool is_unsigned(const edges *e) { return strstr(e->text, "xui") != NULL; }
/* An update_window_dims that begins with 0: what is scattered along comes behind it. */
static bool window_leads(const edges *e) { return strstr(e->text, "update_window_dims = [0") != NULL; }

static void what_breaks_tools_occurs(void **state)
{
    (void)state;
    static const struct {
        const char *claim;
        bool (*holds)(const edges *e);
        int per_mille; /* of programs about gathers and scatters at the edge, at least */
    } cases[] = {
        {"negative indices", negative, 300},
        {"indices out of bounds", out_of_bounds, 300},
        {"duplicate indices", duplicate, 300},
        {"windows partly outside", partly_outside, 50},
        {"narrow integers", narrow, 200},
        {"unsigned integers", is_unsigned, 300},
        {"-0", minus_zero, 100},
        {"NaN", no_number, 100},
        {"infinities", infinity, 100},
        {"subnormal numbers", subnormal, 60},
        {"batching dimensions", batching, 200},
        {"extents of 0", empty, 150},
        {"extents of 1", one, 400},
        {"extents that are open", open_extent, 20},
        {"an index vector that comes first", vector_first, 100},
        {"scatter dimensions that do not lead", window_leads, 150},
    };
    static const char *const about[] = {"gather", "scatter"};
    enum { PROGRAMS = 600 };
    int seen_of[GRN_COUNT(cases)] = {0};
    for (uint64_t number = 0; number < PROGRAMS; number++) {
        const grn_generate_options o = {.nabout = 2, .about = about, .seed = 4, .number = number, .edge = true};
        grn_generated *made = make(&o);
        edges e = {.text = grn_generated_text(made, NULL), .made = made};
        look(made, &e.s);
        for (size_t i = 0; i < GRN_COUNT(cases); i++)
            seen_of[i] += cases[i].holds(&e);
        grn_generated_destroy(made);
    }
    for (size_t i = 0; i < GRN_COUNT(cases); i++)
        if (seen_of[i] * 1000 < cases[i].per_mille * PROGRAMS)
            fail_msg("%s: in %d of %d programs, expected %d in 1000", cases[i].claim, seen_of[i], PROGRAMS,
                     cases[i].per_mille);
}

/* ---- options --------------------------------------------------------------------------------- */

static void ops_are_as_many_as_were_asked_for(void **state)
{
    (void)state;
    static const uint32_t most[] = {1, 3, 40, 300};
    for (size_t i = 0; i < GRN_COUNT(most); i++) {
        grn_generated *made = make(&(grn_generate_options){.max_ops = most[i], .seed = 6});
        const char *text = grn_generated_text(made, NULL);
        uint32_t lines = 0;
        for (const char *at = text; (at = strstr(at, " = ")); at++)
            lines++;
        assert_true(lines >= most[i] / 2);
        grn_generated_destroy(made);
    }
}

static bool is_one_of(grn_dtype dtype, const grn_dtype *all, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (all[i] == dtype)
            return true;
    return false;
}

/* No value has another type; what is written in attributes has types of its own, such as i64. */
static void values_have_the_types_asked_for(void **state)
{
    (void)state;
    static const grn_dtype asked[] = {GRN_F32, GRN_I32, GRN_I1};
    static const char *const others[] = {"xf64>", "xbf16>", "xui8>", "r<f64>", "r<i64>", "xcomplex<f32>>"};
    const char *dialect;
    for (size_t d = 0; (dialect = grn_generate_dialect(d)); d++)
        for (uint64_t number = 0; number < 100; number++) {
            if (strcmp(dialect, "ttnn") == 0) /* it has bf16 for i1 and i32 */
                continue;
            grn_generated *made = make(&(grn_generate_options){.dialect = dialect,
                                                               .seed = 9,
                                                               .number = number,
                                                               .edge = number % 2,
                                                               .ndtypes = GRN_COUNT(asked),
                                                               .dtypes = asked});
            const grn_results *results = grn_generated_results(made);
            for (size_t i = 0; i < grn_generated_inputs(made); i++)
                assert_true(is_one_of(grn_generated_input(made, i)->dtype, asked, GRN_COUNT(asked)));
            for (size_t i = 0; results && i < grn_results_count(results); i++)
                assert_true(is_one_of(grn_results_tensor(results, i)->dtype, asked, GRN_COUNT(asked)));
            for (size_t i = 0; i < GRN_COUNT(others); i++)
                if (strstr(grn_generated_text(made, NULL), others[i]))
                    fail_msg("%s, program %d has %s:\n%s", dialect, (int)number, others[i],
                             grn_generated_text(made, NULL));
            grn_generated_destroy(made);
        }
}

static void what_is_exact_is_held_exactly(void **state)
{
    (void)state;
    int exact = 0;
    for (uint64_t number = 0; number < 200; number++) {
        grn_generated *made = make(&(grn_generate_options){.seed = 8, .number = number});
        exact += all_are_exact(made);
        grn_generated_destroy(made);
    }
    assert_true(exact >= 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_op_is_made_when_it_is_asked_for),
        cmocka_unit_test(the_check_form_runs_to_what_it_says),
        cmocka_unit_test(a_program_is_made_of_its_options_alone),
        cmocka_unit_test(nothing_is_left_open),
        cmocka_unit_test(what_is_left_open_is_told_where_it_was_asked_for),
        cmocka_unit_test(what_breaks_tools_occurs),
        cmocka_unit_test(ops_are_as_many_as_were_asked_for),
        cmocka_unit_test(values_have_the_types_asked_for),
        cmocka_unit_test(what_is_exact_is_held_exactly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

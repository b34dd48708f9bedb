/*
 * test_differ.c - tools that are wrong, or allowed to be other, on purpose: what is said of them, and of which op.
 *
 * A tool is garner on a program that was rewritten as text; a row says how. What a tool makes of a program therefore is
 * computed by other ops than those that it is about, or by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "garner/differ.h"
#include "garner/garner.h"

/* ---- tools ----------------------------------------------------------------------------------- */

typedef struct wrong {
    const char *what, *instead; /* in the text of each program that it gets, wherever it stands; NULL: nothing */
    const char *what_else, *instead_of_else;
    const char *only_with;                                          /* and only where this stands there, too */
    const char *refuses;                                            /* a program in which this stands */
    grn_tool_outcome outcome;                                       /* what it answers then */
    void (*spoil)(grn_tensor *results, size_t n, const char *text); /* what it does with its results */
} wrong;

typedef struct spoiled {
    grn_module *module;
    grn_results *results;
    grn_tensor tensors[64];
} spoiled;

static char text[1 << 16], changed[1 << 16];
static size_t text_bytes;

static grn_status take(void *user, const char *piece, size_t n)
{
    (void)user;
    if (text_bytes + n >= sizeof text)
        return GRN_E_LIMIT;
    memcpy(text + text_bytes, piece, n);
    text_bytes += n;
    text[text_bytes] = 0;
    return GRN_OK;
}

/* `changed` is `text` with one instead of the other. */
static void replace(const char *what, const char *instead)
{
    const char *from = text;
    size_t n = 0;
    for (const char *at; what && (at = strstr(from, what)) != NULL; from = at + strlen(what))
        n += (size_t)snprintf(changed + n, sizeof changed - n, "%.*s%s", (int)(at - from), from, instead);
    snprintf(changed + n, sizeof changed - n, "%s", from);
}

static void rewrite(const wrong *w)
{
    const bool applies = !w->only_with || strstr(text, w->only_with);
    replace(applies ? w->what : NULL, w->instead);
    memcpy(text, changed, sizeof text);
    replace(applies ? w->what_else : NULL, w->instead_of_else);
}

static void show(void *user, const grn_diagnostic *d)
{
    (void)user;
    fprintf(stderr, "%u:%u: %s\n", (unsigned)d->place.line, (unsigned)d->place.column, d->message);
}
static const grn_diag shown = {show, NULL};

static grn_status run_wrong(void *user, const grn_module *module, size_t function, size_t ninputs,
                            const grn_tensor *inputs, grn_tool_answer *answer)
{
    const wrong *w = user;
    const grn_sink sink = {take, NULL};
    spoiled *s = calloc(1, sizeof *s);
    text_bytes = 0;
    assert_int_equal(grn_module_print(module, NULL, &sink), GRN_OK);
    rewrite(w);
    *answer = (grn_tool_answer){.outcome = GRN_TOOL_RAN, .kept = s, .results = s->tensors};
    if (w->refuses && strstr(text, w->refuses)) {
        answer->outcome = w->outcome;
        answer->said = "it cannot";
        return GRN_OK;
    }
    if (grn_module_parse(changed, strlen(changed), NULL, &shown, &s->module) != GRN_OK ||
        grn_module_run(s->module, function, ninputs, inputs, NULL, &shown, &s->results) != GRN_OK)
        fail_msg("the tool's own program does not run:\n%s", changed);
    answer->nresults = grn_results_count(s->results);
    for (size_t i = 0; i < answer->nresults; i++)
        s->tensors[i] = *grn_results_tensor(s->results, i);
    if (w->spoil)
        w->spoil(s->tensors, answer->nresults, text);
    return GRN_OK;
}

static void release_wrong(void *user, grn_tool_answer *answer)
{
    (void)user;
    spoiled *s = answer->kept;
    grn_results_destroy(s->results);
    grn_module_destroy(s->module);
    free(s);
}

/* Every float of the last result is the next one. */
static void next_float(grn_tensor *results, size_t n, const char *program)
{
    (void)program;
    for (int64_t k = 0; results[n - 1].dtype == GRN_F32 && k < grn_tensor_elements(&results[n - 1]); k++)
        ((uint32_t *)results[n - 1].data)[k]++;
}

/* ---- rows ------------------------------------------------------------------------------------ */

#define F4 "tensor<4xf32>"
#define ADDS                                                                                   \
    "({\n^bb0(%a: tensor<f32>, %b: tensor<f32>):\n  %s = stablehlo.add %a, %b : tensor<f32>\n" \
    "  stablehlo.return %s : tensor<f32>\n})"

static const char chain[] = "func.func @main(%x: " F4 ", %y: " F4 ") -> " F4 " {\n"
                            "  %0 = stablehlo.add %x, %y : " F4 "\n"
                            "  %1 = stablehlo.multiply %0, %y : " F4 "\n"
                            "  %2 = stablehlo.subtract %1, %x : " F4 "\n"
                            "  return %2 : " F4 "\n}\n";
static const char function_of[] = "func.func @main(%x: " F4 ", %y: " F4 ") -> " F4 " {\n"
                                  "  %0 = stablehlo.add %x, %x : " F4 "\n"
                                  "  %1 = stablehlo.exponential %0 : " F4 "\n"
                                  "  return %1 : " F4 "\n}\n";
static const char sum[] = "func.func @main(%x: " F4 ", %y: " F4 ") -> tensor<f32> {\n"
                          "  %c = stablehlo.constant dense<0.0> : tensor<f32>\n"
                          "  %0 = stablehlo.add %x, %y : " F4 "\n"
                          "  %1 = stablehlo.reduce(%0 init: %c) applies stablehlo.add across dimensions = [0] : (" F4
                          ", tensor<f32>) -> tensor<f32>\n"
                          "  return %1 : tensor<f32>\n}\n";

static const char product_and_sum[] = "func.func @main(%x: " F4 ", %y: " F4 ") -> " F4 " {\n"
                                      "  %0 = stablehlo.multiply %x, %y : " F4 "\n"
                                      "  %1 = stablehlo.add %0, %y : " F4 "\n"
                                      "  return %1 : " F4 "\n}\n";
/* The same, rounded once, where nobody asks for the product. */
static const char fused[] = "%90 = stablehlo.convert %arg0 : (" F4 ") -> tensor<4xf64>\n"
                            "%91 = stablehlo.convert %arg1 : (" F4 ") -> tensor<4xf64>\n"
                            "%92 = stablehlo.multiply %90, %91 : tensor<4xf64>\n"
                            "%93 = stablehlo.add %92, %91 : tensor<4xf64>\n"
                            "%1 = stablehlo.convert %93 : (tensor<4xf64>) -> " F4 "\n";
static const char taken[] =
    "func.func @main(%x: " F4 ", %y: " F4 ") -> (tensor<3xf32>, " F4 ") {\n"
    "  %i = stablehlo.constant dense<[[2], [7], [1]]> : tensor<3x1xi64>\n"
    "  %0 = stablehlo.add %x, %y : " F4 "\n"
    "  %1 = \"stablehlo.gather\"(%0, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], "
    "start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (" F4
    ", tensor<3x1xi64>) -> tensor<3xf32>\n"
    "  return %1, %y : tensor<3xf32>, " F4 "\n}\n";
static const char branch[] = "func.func @main(%x: " F4 ", %y: " F4 ") -> " F4 " {\n"
                             "  %p = stablehlo.constant dense<true> : tensor<i1>\n"
                             "  %0 = \"stablehlo.if\"(%p) ({\n"
                             "    %1 = stablehlo.multiply %x, %y : " F4 "\n"
                             "    stablehlo.return %1 : " F4 "\n"
                             "  }, {\n"
                             "    stablehlo.return %x : " F4 "\n"
                             "  }) : (tensor<i1>) -> " F4 "\n"
                             "  return %0 : " F4 "\n}\n";

static const char loop[] = "func.func @main(%x: " F4 ", %y: " F4 ") -> " F4 " {\n"
                           "  %c0 = stablehlo.constant dense<0> : tensor<i32>\n"
                           "  %c1 = stablehlo.constant dense<1> : tensor<i32>\n"
                           "  %c3 = stablehlo.constant dense<3> : tensor<i32>\n"
                           "  %0:2 = stablehlo.while(%i = %c0, %a = %x) : tensor<i32>, " F4 "\n"
                           "  cond {\n"
                           "    %p = stablehlo.compare LT, %i, %c3 : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
                           "    stablehlo.return %p : tensor<i1>\n"
                           "  } do {\n"
                           "    %n = stablehlo.add %i, %c1 : tensor<i32>\n"
                           "    %b = stablehlo.multiply %a, %y : " F4 "\n"
                           "    stablehlo.return %n, %b : tensor<i32>, " F4 "\n"
                           "  }\n"
                           "  return %0#1 : " F4 "\n}\n";
static const char called[] = "func.func private @f(%a: " F4 ", %b: " F4 ") -> " F4 " {\n"
                             "  %0 = stablehlo.multiply %a, %b : " F4 "\n"
                             "  return %0 : " F4 "\n}\n"
                             "func.func @main(%x: " F4 ", %y: " F4 ") -> " F4 " {\n"
                             "  %0 = call @f(%x, %y) : (" F4 ", " F4 ") -> " F4 "\n"
                             "  return %0 : " F4 "\n}\n";

typedef struct row {
    const char *claim, *program;
    wrong tool;
    grn_verdict verdict;
    grn_allowance why;
    const char *op; /* NULL: no difference is told */
    unsigned line;
    const char *name;    /* of the tool, whose tolerances hold; NULL: the specification's */
    const char *reading; /* NULL: none is asked for */
    const char *note;    /* a part of it; NULL: any */
} row;

static const row rows[] = {
    {"nothing is other: same", chain, {0}, GRN_SAME, GRN_ALLOWANCE_NONE, NULL, 0, NULL, NULL, NULL},
    {"another op is a bug of that op",
     chain,
     {.what = "stablehlo.multiply", .instead = "stablehlo.maximum"},
     GRN_BUG,
     GRN_ALLOWANCE_NONE,
     "stablehlo.multiply",
     3,
     NULL,
     NULL,
     NULL},
    {"a function may be an ulp away",
     function_of,
     {.only_with = "exponential", .spoil = next_float},
     GRN_ALLOWED,
     GRN_ALLOWANCE_PRECISION,
     "stablehlo.exponential",
     3,
     NULL,
     NULL,
     NULL},
    {"it refuses",
     chain,
     {.refuses = "stablehlo.multiply", .outcome = GRN_TOOL_REFUSED},
     GRN_REFUSED,
     GRN_ALLOWANCE_NONE,
     NULL,
     0,
     NULL,
     NULL,
     NULL},
    {"it dies",
     chain,
     {.refuses = "stablehlo.multiply", .outcome = GRN_TOOL_CRASHED},
     GRN_CRASHED,
     GRN_ALLOWANCE_NONE,
     NULL,
     0,
     NULL,
     NULL,
     NULL},
    {"it never ends",
     chain,
     {.refuses = "stablehlo.multiply", .outcome = GRN_TOOL_TIMED_OUT},
     GRN_TIMED_OUT,
     GRN_ALLOWANCE_NONE,
     NULL,
     0,
     NULL,
     NULL,
     NULL},
    {"a sum that begins at its end is allowed",
     sum,
     {.what = "stablehlo.reduce(%1 ",
      .instead = "stablehlo.reduce(%90 ",
      .what_else = "%1 = stablehlo.add %arg0, %arg1 : " F4 "\n",
      .instead_of_else = "%1 = stablehlo.add %arg0, %arg1 : " F4 "\n%90 = stablehlo.reverse %1, dims = [0] : " F4 "\n"},
     GRN_ALLOWED,
     GRN_ALLOWANCE_SUM_ORDER,
     "stablehlo.reduce",
     4,
     NULL,
     NULL,
     NULL},
    {"a product and a sum are rounded once, by a tool that says so",
     product_and_sum,
     {.only_with = "return %1 :", .what = "%1 = stablehlo.add %0, %arg1 : " F4 "\n", .instead = fused},
     GRN_ALLOWED,
     GRN_ALLOWANCE_ROUNDING,
     "stablehlo.add",
     3,
     "jax",
     NULL,
     NULL},
    {"by a tool that does not say so, it is a bug in company",
     product_and_sum,
     {.only_with = "return %1 :", .what = "%1 = stablehlo.add %0, %arg1 : " F4 "\n", .instead = fused},
     GRN_BUG,
     GRN_ALLOWANCE_NONE,
     "stablehlo.add",
     3,
     NULL,
     NULL,
     "company"},
    {"an op is wrong only where nothing within is asked for",
     chain,
     {.only_with = "return %2 :", .what = "stablehlo.subtract %1", .instead = "stablehlo.maximum %1"},
     GRN_BUG,
     GRN_ALLOWANCE_NONE,
     "stablehlo.subtract",
     4,
     "jax",
     NULL,
     "company"},
    {"the tool does not give values within: prefixes find the op",
     chain,
     {.what = "stablehlo.multiply",
      .instead = "stablehlo.maximum",
      .refuses = "return %0, %1, %2",
      .outcome = GRN_TOOL_CRASHED},
     GRN_BUG,
     GRN_ALLOWANCE_NONE,
     "stablehlo.multiply",
     3,
     NULL,
     NULL,
     NULL},
    {"an access is read by mistake, within a program",
     taken,
     {.what = "\"stablehlo.gather\"(%1, %0)",
      .instead = "\"stablehlo.gather\"(%1, %90)",
      .what_else = "  %1 = stablehlo.add",
      .instead_of_else = "  %90 = stablehlo.constant dense<[[3], [8], [2]]> : tensor<3x1xi64>\n  %1 = stablehlo.add"},
     GRN_BUG,
     GRN_ALLOWANCE_NONE,
     "stablehlo.gather",
     4,
     NULL,
     "one-past",
     NULL},
    {"a branch is an op, whose bits are those of what it runs",
     branch,
     {.what = "stablehlo.multiply", .instead = "stablehlo.maximum"},
     GRN_BUG,
     GRN_ALLOWANCE_NONE,
     "stablehlo.multiply",
     4,
     NULL,
     NULL,
     NULL},
    {"an op of a loop, in the turn in which it is other first",
     loop,
     {.what = "stablehlo.multiply", .instead = "stablehlo.maximum"},
     GRN_BUG,
     GRN_ALLOWANCE_NONE,
     "stablehlo.multiply",
     11,
     NULL,
     NULL,
     NULL},
    {"an op of a function that is called",
     called,
     {.what = "stablehlo.multiply", .instead = "stablehlo.maximum"},
     GRN_BUG,
     GRN_ALLOWANCE_NONE,
     "stablehlo.multiply",
     2,
     NULL,
     NULL,
     NULL},
};

static const float x[] = {10.5f, 1.25f, -3.0f, 0.1f}, y[] = {71.455f, -89.717f, 422.73f, -0.114f};

static void check_row(const row *r)
{
    grn_module *m;
    grn_diff *diff;
    const grn_tensor inputs[] = {grn_tensor_1d(x, GRN_F32, 4), grn_tensor_1d(y, GRN_F32, 4)};
    const grn_tool tool = {.run = run_wrong, .release = release_wrong, .user = (void *)&r->tool, .name = r->name};
    print_message("%s\n", r->claim);
    assert_int_equal(grn_module_parse(r->program, strlen(r->program), NULL, &shown, &m), GRN_OK);
    assert_int_equal(grn_module_diff(m, grn_module_functions(m) - 1, 2, inputs, &tool, NULL, &shown, &diff), GRN_OK);
    assert_string_equal(grn_verdict_text(grn_diff_verdict(diff)), grn_verdict_text(r->verdict));
    const grn_difference *first = grn_diff_at(diff, 0);
    if (r->op) {
        assert_non_null(first);
        assert_string_equal(first->op, r->op);
        assert_string_equal(grn_allowance_text(first->why), grn_allowance_text(r->why));
        assert_int_equal(first->place.line, r->line);
        assert_int_equal(first->result, 0);
        assert_true(!r->reading || (first->reading && strcmp(first->reading, r->reading) == 0));
        assert_true(!r->note || (first->note && strstr(first->note, r->note)));
    } else {
        assert_null(first);
    }
    grn_diff_destroy(diff);
    grn_module_destroy(m);
}

static void verdicts(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_row(&rows[i]);
}

/* ---- exhaustively ---------------------------------------------------------------------------- */

static const char take_two[] =
    "func.func @main(%x: " F4 ", %i: tensor<2x1xi8>) -> tensor<2xf32> {\n"
    "  %0 = \"stablehlo.gather\"(%x, %i) <{dimension_numbers = #stablehlo.gather<"
    "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = "
    "array<i64: 1>}> : (" F4 ", tensor<2x1xi8>) -> tensor<2xf32>\n"
    "  return %0 : tensor<2xf32>\n}\n";

/* Wrong for one pair of indices alone: -2 and 5. */
static grn_status wrong_for_one(void *user, const grn_module *module, size_t function, size_t ninputs,
                                const grn_tensor *inputs, grn_tool_answer *answer)
{
    static float results[2];
    static grn_tensor tensor;
    grn_results *right;
    const int8_t *index = inputs[1].data;
    size_t *runs = user;
    assert_int_equal(grn_module_run(module, function, ninputs, inputs, NULL, NULL, &right), GRN_OK);
    const grn_tensor *t = grn_results_tensor(right, 0);
    for (int k = 0; k < 2; k++)
        results[k] = ((const float *)t->data)[k * t->stride[0]];
    grn_results_destroy(right);
    ++*runs;
    if (index[0] == -2 && index[1] == 5)
        results[0] = 77;
    tensor = grn_tensor_1d(results, GRN_F32, 2);
    *answer = (grn_tool_answer){.outcome = GRN_TOOL_RAN, .nresults = 1, .results = &tensor};
    return GRN_OK;
}

/* Indices from -2 to 5, two of them: 64 combinations. */
static void every_index_is_tried(void **unused)
{
    (void)unused;
    static const int8_t given[] = {0, 1};
    size_t runs = 0;
    grn_module *m;
    grn_diff *diff;
    const grn_tensor inputs[] = {grn_tensor_1d(x, GRN_F32, 4), grn_tensor_2d(given, GRN_I8, 2, 1)};
    const grn_tool wrong_tool = {.run = wrong_for_one, .user = &runs},
                   right_tool = {.run = run_wrong, .release = release_wrong, .user = &(wrong){0}};
    const grn_differ_options all = {.exhaustive = true};
    assert_int_equal(grn_module_parse(take_two, strlen(take_two), NULL, &shown, &m), GRN_OK);
    assert_int_equal(grn_module_diff(m, 0, 2, inputs, &right_tool, &all, &shown, &diff), GRN_OK);
    assert_int_equal(grn_diff_verdict(diff), GRN_SAME);
    assert_int_equal(grn_diff_combinations(diff), 64);
    grn_diff_destroy(diff);
    assert_int_equal(grn_module_diff(m, 0, 2, inputs, &wrong_tool, &all, &shown, &diff), GRN_OK);
    assert_int_equal(grn_diff_verdict(diff), GRN_BUG);
    assert_int_equal(grn_diff_combinations(diff), 8);
    assert_non_null(strstr(grn_diff_at(diff, 0)->note, "with input 1 [0] = -2 [1] = 5"));
    assert_string_equal(grn_diff_at(diff, 0)->tool, "7.700000e+01");
    grn_diff_destroy(diff);
    grn_module_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(verdicts), cmocka_unit_test(every_index_is_tried)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_foreign.c - custom calls that whoever runs a program answers (garner/foreign.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "garner/garner.h"

/* What a call was told, and what it answers. */
typedef struct seen {
    int calls;
    grn_status answer;
    char text[1000];
    grn_text_buffer to;
} seen;

static bool serves(void *user, const char *target, size_t bytes)
{
    (void)user;
    return bytes == 5 && memcmp(target, "twice", 5) == 0;
}

static void say(seen *s, const char *text)
{
    const grn_sink sink = grn_text_buffer_sink(&s->to);
    assert_int_equal(sink.write(sink.user, text, strlen(text)), GRN_OK);
}

static void say_attribute(seen *s, const grn_foreign_attribute *a)
{
    char line[200];
    snprintf(line, sizeof line, "%.*s: ", (int)a->name_bytes, a->name);
    say(s, line);
    if (a->text != NULL) {
        snprintf(line, sizeof line, "'%.*s'\n", (int)a->text_bytes, a->text);
        say(s, line);
        return;
    }
    const grn_tensor t = grn_tensor_over(a->data, a->dtype, a->is_list ? 1 : 0, (const int64_t[]){(int64_t)a->count});
    const grn_sink sink = grn_text_buffer_sink(&s->to);
    assert_int_equal(grn_tensor_write_literal(&t, NULL, &sink), GRN_OK);
    snprintf(line, sizeof line, " of %s\n", grn_dtype_text(a->dtype));
    say(s, line);
}

/* Twice its first operand, which has to be compact. */
static grn_status call(void *user, const grn_foreign_call *c, const grn_diag *diag)
{
    seen *s = user;
    s->calls++;
    for (size_t i = 0; i < c->nattributes; i++)
        say_attribute(s, &c->attributes[i]);
    if (c->config != NULL) {
        char line[100];
        snprintf(line, sizeof line, "config '%.*s'\n", (int)c->config_bytes, c->config);
        say(s, line);
    }
    if (s->answer != GRN_OK) {
        const grn_diagnostic d = {
            .severity = GRN_SEVERITY_ERROR, .place = c->place, .message = "twice: it will not do"};
        diag->emit(diag->user, &d);
        return s->answer;
    }
    assert_true(grn_tensor_is_compact(&c->inputs[0]) && grn_tensor_is_compact(&c->results[0]));
    const float *from = c->inputs[0].data;
    float *to = c->results[0].data;
    for (int64_t i = 0; i < grn_tensor_elements(&c->inputs[0]); i++)
        to[i] = 2 * from[i];
    return GRN_OK;
}

static void keep_message(void *user, const grn_diagnostic *d)
{
    if (d->severity == GRN_SEVERITY_ERROR)
        snprintf(user, 300, "%u:%u: %s", (unsigned)d->place.line, (unsigned)d->place.column, d->message);
}

/* Runs @main of a 2x3 tensor; *message is of 300 bytes. */
static grn_status run(const char *text, seen *s, char *message, grn_results **out)
{
    float x[6] = {1, 2, 3, 4, 5, 6};
    const grn_tensor input = grn_tensor_2d(x, GRN_F32, 2, 3);
    const grn_foreign foreign = {serves, call, s};
    const grn_run_options options = {.size_bytes = sizeof options, .foreign = s != NULL ? &foreign : NULL};
    const grn_diag diag = {keep_message, message};
    grn_module *module = NULL;
    message[0] = 0;
    if (s != NULL)
        s->to = grn_text_buffer_over(s->text, sizeof s->text);
    grn_status status = grn_module_parse(text, strlen(text), NULL, &diag, &module);
    if (status == GRN_OK)
        status = grn_module_run(module, 0, 1, &input, &options, &diag, out);
    grn_module_destroy(module);
    return status;
}

static const char transposed[] =
    "func.func @main(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {\n"
    "  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>\n"
    "  %0 = stablehlo.custom_call @twice(%t) {api_version = 4 : i32, mhlo.backend_config = {number = 7 : i64,\n"
    "    half = 5.000000e-01 : f32, wide = 0.1 : f64, on = true, name = \"a b\", list = array<i32: 3, -4>,\n"
    "    table = dense<[1, 2]> : tensor<2xui8>}} : (tensor<3x2xf32>) -> tensor<3x2xf32>\n"
    "  return %0 : tensor<3x2xf32>\n"
    "}\n";

static void test_a_call_is_answered(void **state)
{
    (void)state;
    seen s = {.answer = GRN_OK};
    char message[300];
    grn_results *results = NULL;
    if (run(transposed, &s, message, &results) != GRN_OK)
        fail_msg("%s", message);
    static const float want[6] = {2, 8, 4, 10, 6, 12};
    assert_memory_equal(grn_results_tensor(results, 0)->data, want, sizeof want);
    assert_int_equal(s.calls, 1);
    assert_string_equal(s.text, "half: dense<5.000000e-01> of f32\n"
                                "list: dense<[3, -4]> of i32\n"
                                "name: 'a b'\n"
                                "number: dense<7> of i64\n"
                                "on: dense<true> of i1\n"
                                "table: dense<[1, 2]> of ui8\n"
                                "wide: dense<1.000000e-01> of f64\n");
    grn_results_destroy(results);
}

static void test_a_text_and_tokens(void **state)
{
    (void)state;
    seen s = {.answer = GRN_OK};
    char message[300];
    grn_results *results = NULL;
    const grn_status status = run("func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {\n"
                                  "  %t = stablehlo.create_token : !stablehlo.token\n"
                                  "  %0:2 = stablehlo.custom_call @twice(%x, %t) {backend_config = \"so\"} :"
                                  " (tensor<2x3xf32>, !stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)\n"
                                  "  %1:2 = stablehlo.custom_call @twice(%0#0, %0#1) :"
                                  " (tensor<2x3xf32>, !stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)\n"
                                  "  return %1#0 : tensor<2x3xf32>\n"
                                  "}\n",
                                  &s, message, &results);
    if (status != GRN_OK)
        fail_msg("%s", message);
    static const float want[6] = {4, 8, 12, 16, 20, 24};
    assert_memory_equal(grn_results_tensor(results, 0)->data, want, sizeof want);
    assert_non_null(strstr(s.text, "config 'so'\n"));
    assert_int_equal(s.calls, 2);
    grn_results_destroy(results);
}

static void test_what_is_refused(void **state)
{
    (void)state;
    seen s = {.answer = GRN_E_CHECK};
    char message[300];
    grn_results *results = NULL;
    assert_int_equal(run(transposed, &s, message, &results), GRN_E_CHECK);
    assert_string_equal(message, "3:8: twice: it will not do");
    assert_null(results);
    assert_int_equal(run(transposed, NULL, message, &results), GRN_E_UNSUPPORTED);
    assert_non_null(strstr(message, "custom_call target 'twice' is not known here"));
    s.answer = GRN_OK;
    assert_int_equal(run("func.func @main(%x: tensor<2x3xf32>) -> tensor<?x3xf32> {\n"
                         "  %0 = stablehlo.custom_call @twice(%x) : (tensor<2x3xf32>) -> tensor<?x3xf32>\n"
                         "  return %0 : tensor<?x3xf32>\n"
                         "}\n",
                         &s, message, &results),
                     GRN_E_UNSUPPORTED);
    assert_non_null(strstr(message, "result #0 has an extent that is not declared"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_call_is_answered),
        cmocka_unit_test(test_a_text_and_tokens),
        cmocka_unit_test(test_what_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

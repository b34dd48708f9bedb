/*
 * test_module_api.c - a program from the outside, through the public headers only.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "garner/garner.h"

/* ---- support --------------------------------------------------------------------------------- */

/* The messages of a call, one per line: "3:5: text". */
typedef struct messages {
    char text[2048];
    size_t used, count;
} messages;

static void keep_message(void *user, const grn_diagnostic *d)
{
    messages *m = user;
    int n = snprintf(m->text + m->used, sizeof m->text - m->used, "%u:%u: %s\n", (unsigned)d->place.line,
                     (unsigned)d->place.column, d->message);
    assert_true(n > 0 && (size_t)n < sizeof m->text - m->used);
    m->used += (size_t)n;
    m->count++;
}

static grn_diag diag_of(messages *m)
{
    *m = (messages){0};
    return (grn_diag){keep_message, m};
}

static void assert_reports(const messages *m, const char *part)
{
    if (!strstr(m->text, part))
        fail_msg("the message '%s' does not contain '%s'", m->text, part);
}

typedef struct written {
    char text[4096];
    grn_text_buffer to;
} written;

static grn_sink sink_of(written *w)
{
    w->to = grn_text_buffer_over(w->text, sizeof w->text);
    return grn_text_buffer_sink(&w->to);
}

static grn_module *parse(const char *text)
{
    messages m;
    grn_diag diag = diag_of(&m);
    grn_module *module;
    if (grn_module_parse(text, strlen(text), NULL, &diag, &module) != GRN_OK ||
        grn_module_verify(module, &diag) != GRN_OK)
        fail_msg("the program is not accepted: %s", m.text);
    return module;
}

static void assert_result(const grn_results *results, size_t i, const char *want)
{
    written w;
    grn_sink sink = sink_of(&w);
    assert_int_equal(grn_results_write(results, i, NULL, &sink), GRN_OK);
    assert_string_equal(w.text, want);
}

/* Rows of %x that %i names, for any number of rows and of indices. */
static const char rows_text[] =
    "func.func @rows(%x: tensor<3x2xi32>, %i: tensor<2xi64>) -> tensor<2x2xi32> {\n"
    "  %0 = \"stablehlo.gather\"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1],\n"
    "    collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,\n"
    "    slice_sizes = array<i64: 1, 2>}> : (tensor<3x2xi32>, tensor<2xi64>) -> tensor<2x2xi32>\n"
    "  return %0 : tensor<2x2xi32>\n"
    "}\n"
    "func.func private @helper(tensor<?x4xbf16>) -> tensor<f32>\n";

static int32_t rows_x[] = {10, 11, 20, 21, 30, 31};
static int64_t rows_i[] = {2, 0};

static void rows_inputs(grn_tensor inputs[2])
{
    assert_int_equal(grn_tensor_init(&inputs[0], rows_x, GRN_I32, 2, (const int64_t[]){3, 2}), GRN_OK);
    assert_int_equal(grn_tensor_init(&inputs[1], rows_i, GRN_I64, 1, (const int64_t[]){2}), GRN_OK);
}

/* ---- parsing --------------------------------------------------------------------------------- */

static void test_parse_failure(void **state)
{
    static const char text[] = "func.func @f() {\n  %0 = stablehlo.frobnicate : tensor<f32>\n  return\n}\n";
    grn_module_options options = {.first_line = 101};
    grn_module *module = (grn_module *)&options;
    messages m;
    grn_diag diag = diag_of(&m);
    (void)state;
    assert_int_equal(grn_module_parse(text, sizeof text - 1, &options, &diag, &module), GRN_E_PARSE);
    assert_null(module);
    assert_int_equal(m.count, 1);
    assert_reports(&m, "102:8: ");
    assert_reports(&m, "stablehlo.frobnicate");
    grn_module_destroy(module); /* NULL is nothing to destroy */
}

static void test_text_may_go(void **state)
{
    char *text = malloc(sizeof rows_text);
    grn_module *module;
    grn_tensor inputs[2];
    grn_results *results;
    (void)state;
    memcpy(text, rows_text, sizeof rows_text);
    assert_int_equal(grn_module_parse(text, sizeof rows_text - 1, NULL, NULL, &module), GRN_OK);
    memset(text, '!', sizeof rows_text);
    free(text);
    rows_inputs(inputs);
    assert_int_equal(grn_module_run(module, 0, 2, inputs, NULL, NULL, &results), GRN_OK);
    assert_result(results, 0, "dense<[[30, 31], [10, 11]]> : tensor<2x2xi32>");
    grn_results_destroy(results);
    grn_module_destroy(module);
}

static void test_verify_reports_every_failure(void **state)
{
    static const char text[] =
        "func.func @f(%a: tensor<2xf32>, %b: tensor<3xf32>) {\n"
        "  %0 = \"stablehlo.add\"(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>\n"
        "  %1 = \"stablehlo.multiply\"(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>\n"
        "  return\n"
        "}\n";
    grn_module *module;
    messages m;
    grn_diag diag = diag_of(&m);
    (void)state;
    assert_int_equal(grn_module_parse(text, sizeof text - 1, NULL, &diag, &module), GRN_OK);
    assert_int_equal(grn_module_verify(module, &diag), GRN_E_VERIFY);
    assert_reports(&m, "2:8: 'stablehlo.add' op ");
    assert_reports(&m, "3:8: 'stablehlo.multiply' op ");
    grn_module_destroy(module);
}

/* ---- functions ------------------------------------------------------------------------------- */

static void test_functions(void **state)
{
    grn_module *module = parse(rows_text);
    grn_function_info info;
    written w;
    grn_sink sink = sink_of(&w);
    (void)state;
    assert_int_equal(grn_module_functions(module), 2);
    assert_int_equal(grn_module_function(module, 0, &info), GRN_OK);
    assert_string_equal(info.name, "rows");
    assert_true(info.is_public && info.has_body && info.ninputs == 2 && info.nresults == 1);
    assert_int_equal(grn_module_function(module, 1, &info), GRN_OK);
    assert_string_equal(info.name, "helper");
    assert_true(!info.is_public && !info.has_body && info.ninputs == 1 && info.nresults == 1);
    assert_int_equal(grn_module_function(module, 2, &info), GRN_E_ARGUMENT);

    assert_int_equal(grn_module_input_dtype(module, 0, 1), GRN_I64);
    assert_int_equal(grn_module_input_dtype(module, 1, 0), GRN_BF16);
    assert_int_equal(grn_module_input_dtype(module, 0, 2), GRN_NO_DTYPE);
    assert_int_equal(grn_module_input_dtype(module, 2, 0), GRN_NO_DTYPE);
    assert_int_equal(grn_module_write_input_type(module, 1, 0, &sink), GRN_OK);
    assert_string_equal(w.text, "tensor<?x4xbf16>");
    assert_int_equal(grn_module_write_input_type(module, 1, 1, &sink), GRN_E_ARGUMENT);
    grn_module_destroy(module);
}

/* Names are any bytes: two that differ behind a zero are two functions, and each is compared with
 * its own. */
static void test_names_with_zeros(void **state)
{
    static const char x[] =
        "func.func @\"n\\00x\"() -> tensor<i32> {\n  %0 = stablehlo.constant dense<1> : tensor<i32>\n"
        "  return %0 : tensor<i32>\n}\n";
    static const char y[] =
        "func.func @\"n\\00y\"() -> tensor<i32> {\n  %0 = stablehlo.constant dense<2> : tensor<i32>\n"
        "  return %0 : tensor<i32>\n}\n";
    char text[2 * sizeof x];
    grn_function_info info;
    grn_trials tried;
    (void)state;
    snprintf(text, sizeof text, "%s%s", x, y);
    grn_module *module = parse(text);
    snprintf(text, sizeof text, "%s%s", y, x);
    grn_module *other = parse(text), *one = parse(x);
    assert_int_equal(grn_module_function(module, 1, &info), GRN_OK);
    assert_int_equal(info.name_bytes, 3);
    assert_memory_equal(info.name, "n\0y", 4); /* with the zero that ends it */
    assert_int_equal(grn_module_equivalent(module, other, NULL, NULL, &tried), GRN_OK);
    assert_int_equal(grn_module_equivalent(module, one, NULL, NULL, &tried), GRN_E_ARGUMENT);
    grn_module_destroy(module);
    grn_module_destroy(other);
    grn_module_destroy(one);
}

/* ---- inputs ---------------------------------------------------------------------------------- */

static void test_run_on_strided_inputs(void **state)
{
    grn_module *module = parse(rows_text);
    grn_tensor inputs[2];
    grn_results *results;
    /* The same rows, stored column by column from the last to the first. */
    int32_t columns[] = {31, 21, 11, 30, 20, 10};
    (void)state;
    rows_inputs(inputs);
    inputs[0].data = columns + 5;
    inputs[0].stride[0] = -1;
    inputs[0].stride[1] = -3;
    assert_int_equal(grn_module_run(module, 0, 2, inputs, NULL, NULL, &results), GRN_OK);
    assert_int_equal(grn_results_count(results), 1);
    assert_result(results, 0, "dense<[[30, 31], [10, 11]]> : tensor<2x2xi32>");
    assert_null(grn_results_tensor(results, 1));
    grn_results_destroy(results);
    grn_module_destroy(module);
}

/* What is given instead of tensor<3x2xi32>, tensor<2xi64>. */
static const struct {
    const char *claim;
    size_t ninputs;
    grn_dtype dtype;
    int32_t rank;
    int64_t shape[3];
    grn_status status;
    const char *says[2];
} wrong_inputs[] = {
    {"too few", 1, GRN_I32, 2, {3, 2}, GRN_E_ARGUMENT, {"takes 2 inputs", "1 are given"}},
    {"too many", 3, GRN_I32, 2, {3, 2}, GRN_E_ARGUMENT, {"takes 2 inputs", "3 are given"}},
    {"another dtype", 2, GRN_F32, 2, {3, 2}, GRN_E_DTYPE, {"tensor<3x2xf32>", "tensor<3x2xi32>"}},
    {"another extent", 2, GRN_I32, 2, {4, 2}, GRN_E_SHAPE, {"tensor<4x2xi32>", "tensor<3x2xi32>"}},
    {"another rank", 2, GRN_I32, 3, {3, 2, 1}, GRN_E_SHAPE, {"tensor<3x2x1xi32>", "tensor<3x2xi32>"}},
};

static void test_wrong_inputs(void **state)
{
    grn_module *module = parse(rows_text);
    (void)state;
    for (size_t i = 0; i < sizeof wrong_inputs / sizeof *wrong_inputs; i++) {
        static int64_t zeros[16];
        grn_tensor inputs[3];
        grn_results *results = (grn_results *)zeros;
        messages m;
        grn_diag diag = diag_of(&m);
        rows_inputs(inputs);
        inputs[2] = inputs[1];
        assert_int_equal(
            grn_tensor_init(&inputs[0], zeros, wrong_inputs[i].dtype, wrong_inputs[i].rank, wrong_inputs[i].shape),
            GRN_OK);
        grn_status status = grn_module_run(module, 0, wrong_inputs[i].ninputs, inputs, NULL, &diag, &results);
        if (status != wrong_inputs[i].status || results)
            fail_msg("%s: %s", wrong_inputs[i].claim, grn_status_name(status));
        assert_reports(&m, wrong_inputs[i].says[0]);
        assert_reports(&m, wrong_inputs[i].says[1]);
    }
    grn_module_destroy(module);
}

static void test_wrong_function(void **state)
{
    grn_module *module = parse(rows_text);
    grn_results *results;
    grn_tensor input;
    int64_t zeros[4] = {0};
    (void)state;
    assert_int_equal(grn_module_run(module, 2, 0, NULL, NULL, NULL, &results), GRN_E_ARGUMENT);
    assert_null(results);
    assert_int_equal(grn_tensor_init(&input, zeros, GRN_BF16, 2, (const int64_t[]){1, 4}), GRN_OK);
    messages m;
    grn_diag diag = diag_of(&m);
    assert_int_equal(grn_module_run(module, 1, 1, &input, NULL, &diag, &results), GRN_E_UNSUPPORTED);
    assert_null(results);
    assert_reports(&m, "helper");
    grn_module_destroy(module);
}

static void test_dynamic_input(void **state)
{
    static const char text[] = "func.func @twice(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {\n"
                               "  %0 = stablehlo.add %x, %x : tensor<?x2xf32>\n"
                               "  return %0 : tensor<?x2xf32>\n"
                               "}\n";
    grn_module *module = parse(text);
    float data[] = {1, 2, 3, 4, 5, 6};
    grn_tensor input;
    grn_results *results;
    (void)state;
    assert_int_equal(grn_tensor_init(&input, data, GRN_F32, 2, (const int64_t[]){3, 2}), GRN_OK);
    assert_int_equal(grn_module_run(module, 0, 1, &input, NULL, NULL, &results), GRN_OK);
    assert_result(results, 0,
                  "dense<[[2.000000e+00, 4.000000e+00], [6.000000e+00, 8.000000e+00], [1.000000e+01, 1.200000e+01]]>"
                  " : tensor<3x2xf32>");
    grn_results_destroy(results);
    assert_true(data[0] == 1 && data[5] == 6); /* inputs are read only */
    grn_module_destroy(module);
}

/* ---- memory ---------------------------------------------------------------------------------- */

typedef struct watch {
    size_t largest, outstanding;
    grn_allocator allocator;
} watch;

static void *watch_allocate(void *user, size_t bytes, size_t alignment)
{
    watch *w = user;
    (void)alignment;
    if (bytes > w->largest)
        w->largest = bytes;
    w->outstanding += bytes;
    return aligned_alloc(64, (bytes + 63) / 64 * 64);
}

static void watch_release(void *user, void *memory, size_t bytes)
{
    watch *w = user;
    w->outstanding -= bytes;
    free(memory);
}

/* 2^40 elements: never asked of the allocator, and the message says what was wanted and what may be
 * had. */
static void test_budget_refuses_first(void **state)
{
    static const char text[] = "func.func @f() -> tensor<1099511627776xi8> {\n"
                               "  %0 = stablehlo.iota dim = 0 : tensor<1099511627776xi8>\n"
                               "  return %0 : tensor<1099511627776xi8>\n"
                               "}\n";
    watch w = {.allocator = {watch_allocate, watch_release, &w}};
    grn_run_options options = {.allocator = &w.allocator, .max_memory_bytes = (size_t)1 << 20};
    grn_module *module = parse(text);
    grn_results *results;
    messages m;
    grn_diag diag = diag_of(&m);
    (void)state;
    assert_int_equal(grn_module_run(module, 0, 0, NULL, &options, &diag, &results), GRN_E_MEMORY);
    assert_null(results);
    assert_true(w.largest <= options.max_memory_bytes);
    assert_int_equal(w.outstanding, 0);
    assert_reports(&m, "2:8: ");
    assert_reports(&m, "1099511627776 bytes");
    assert_reports(&m, "1048576");
    grn_module_destroy(module);
}

/* Buffers that are no longer used do not count: 64 sums of 64 KiB run in 1 MiB. */
static void test_budget_counts_the_living(void **state)
{
    char text[8192];
    size_t n = (size_t)snprintf(text, sizeof text,
                                "func.func @f() -> tensor<16384xi32> {\n"
                                "  %%0 = stablehlo.iota dim = 0 : tensor<16384xi32>\n");
    for (int i = 1; i <= 64; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "  %%%d = stablehlo.add %%%d, %%%d : tensor<16384xi32>\n", i,
                              i - 1, i - 1);
    snprintf(text + n, sizeof text - n, "  return %%64 : tensor<16384xi32>\n}\n");
    grn_run_options options = {.max_memory_bytes = (size_t)1 << 20};
    grn_module *module = parse(text);
    grn_results *results;
    (void)state;
    assert_int_equal(grn_module_run(module, 0, 0, NULL, &options, NULL, &results), GRN_OK);
    grn_results_destroy(results);
    options.max_memory_bytes = 60 << 10;
    assert_int_equal(grn_module_run(module, 0, 0, NULL, &options, NULL, &results), GRN_E_MEMORY);
    grn_module_destroy(module);
}

/* ---- results --------------------------------------------------------------------------------- */

/* A constant lies in the module, an input in the caller's memory, a tuple's members in other
 * values. */
static void test_results_outlive_the_module(void **state)
{
    static const char text[] =
        "func.func @f(%x: tensor<2xi16>) -> (tensor<2xi8>, tensor<2xi16>, tuple<tensor<i1>, tensor<2xf16>>, "
        "tensor<2xi8>) {\n"
        "  %0 = stablehlo.constant dense<[1, -2]> : tensor<2xi8>\n"
        "  %1 = stablehlo.constant dense<true> : tensor<i1>\n"
        "  %2 = stablehlo.constant dense<1.5> : tensor<2xf16>\n"
        "  %3 = stablehlo.tuple %1, %2 : tuple<tensor<i1>, tensor<2xf16>>\n"
        "  return %0, %x, %3, %0 : tensor<2xi8>, tensor<2xi16>, tuple<tensor<i1>, tensor<2xf16>>, tensor<2xi8>\n"
        "}\n";
    grn_module *module = parse(text);
    int16_t data[] = {300, -300};
    grn_tensor input;
    grn_results *results;
    (void)state;
    assert_int_equal(grn_tensor_init(&input, data, GRN_I16, 1, (const int64_t[]){2}), GRN_OK);
    assert_int_equal(grn_module_run(module, 0, 1, &input, NULL, NULL, &results), GRN_OK);
    grn_module_destroy(module);
    data[0] = data[1] = 0;
    assert_int_equal(grn_results_count(results), 5);
    assert_result(results, 0, "dense<[1, -2]> : tensor<2xi8>");
    assert_result(results, 1, "dense<[300, -300]> : tensor<2xi16>");
    assert_result(results, 2, "dense<true> : tensor<i1>");
    assert_result(results, 3, "dense<1.500000e+00> : tensor<2xf16>");
    assert_result(results, 4, "dense<[1, -2]> : tensor<2xi8>");
    grn_results_destroy(results);
}

static void test_results_of_nothing(void **state)
{
    grn_module *module = parse("func.func @f() {\n  return\n}\n");
    grn_results *results;
    written w;
    grn_sink sink = sink_of(&w);
    (void)state;
    assert_int_equal(grn_module_run(module, 0, 0, NULL, NULL, NULL, &results), GRN_OK);
    assert_int_equal(grn_results_count(results), 0);
    assert_null(grn_results_tensor(results, 0));
    assert_int_equal(grn_results_write(results, 0, NULL, &sink), GRN_E_ARGUMENT);
    grn_results_destroy(results);
    grn_results_destroy(NULL);
    grn_module_destroy(module);
}

/* ---- switches and checks --------------------------------------------------------------------- */

static const char scatter_text[] =
    "func.func @f(%i: tensor<2x1xi32>) -> tensor<4xi32> {\n"
    "  %x = stablehlo.constant dense<0> : tensor<4xi32>\n"
    "  %u = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>\n"
    "  %0 = \"stablehlo.scatter\"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<\n"
    "    update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,\n"
    "    indices_are_sorted = true, unique_indices = true}> ({\n"
    "  ^bb0(%a: tensor<i32>, %b: tensor<i32>):\n"
    "    stablehlo.return %b : tensor<i32>\n"
    "  }) : (tensor<4xi32>, tensor<2x1xi32>, tensor<2x2xi32>) -> tensor<4xi32>\n"
    "  return %0 : tensor<4xi32>\n"
    "}\n";

/* Two windows of two go to the starts given, in a tensor of four. */
static const struct {
    const char *claim;
    int32_t start[2];
    grn_run_options options;
    grn_status status;
    const char *want;
} switches[] = {
    {"in range", {0, 2}, {0}, GRN_OK, "dense<[1, 2, 3, 4]> : tensor<4xi32>"},
    {"partly outside: by element", {0, 3}, {0}, GRN_OK, "dense<[1, 2, 0, 3]> : tensor<4xi32>"},
    {"partly outside: by window", {0, 3}, {.drop_whole_window = true}, GRN_OK, "dense<[1, 2, 0, 0]> : tensor<4xi32>"},
    {"partly outside: strict", {0, 3}, {.strict_bounds = true}, GRN_E_INDEX, "3"},
    {"sorted and unique, checked", {0, 2}, {.check_promises = true}, GRN_OK, "dense<[1, 2, 3, 4]> : tensor<4xi32>"},
    {"not sorted, not checked", {2, 0}, {0}, GRN_OK, "dense<[3, 4, 1, 2]> : tensor<4xi32>"},
    {"not sorted, checked", {2, 0}, {.check_promises = true}, GRN_E_PROMISE, "indices_are_sorted"},
    {"not unique, checked", {1, 2}, {.check_promises = true}, GRN_E_PROMISE, "unique_indices"},
};

static void test_switches(void **state)
{
    grn_module *module = parse(scatter_text);
    (void)state;
    for (size_t i = 0; i < sizeof switches / sizeof *switches; i++) {
        int32_t start[2] = {switches[i].start[0], switches[i].start[1]};
        grn_tensor input;
        grn_results *results;
        messages m;
        grn_diag diag = diag_of(&m);
        assert_int_equal(grn_tensor_init(&input, start, GRN_I32, 2, (const int64_t[]){2, 1}), GRN_OK);
        grn_status status = grn_module_run(module, 0, 1, &input, &switches[i].options, &diag, &results);
        if (status != switches[i].status)
            fail_msg("%s: %s, '%s'", switches[i].claim, grn_status_name(status), m.text);
        if (status == GRN_OK)
            assert_result(results, 0, switches[i].want);
        else
            assert_reports(&m, switches[i].want);
        grn_results_destroy(results);
    }
    grn_module_destroy(module);
}

static void test_check_that_fails(void **state)
{
    static const char text[] = "func.func @f() {\n"
                               "  %0 = stablehlo.iota dim = 0 : tensor<4xi32>\n"
                               "  check.expect_eq_const %0, dense<[0, 1, 7, 3]> : tensor<4xi32>\n"
                               "  return\n"
                               "}\n";
    grn_module *module = parse(text);
    grn_results *results;
    messages m;
    grn_diag diag = diag_of(&m);
    (void)state;
    assert_int_equal(grn_module_run(module, 0, 0, NULL, NULL, &diag, &results), GRN_E_CHECK);
    assert_null(results);
    assert_reports(&m, "3:3: ");
    assert_reports(&m, "2");
    assert_reports(&m, "7");
    grn_module_destroy(module);
}

static void test_unknown_op_does_not_run(void **state)
{
    static const char text[] = "func.func @f() {\n  \"other.op\"() : () -> ()\n  return\n}\n";
    grn_module_options options = {.allow_unregistered = true};
    grn_module *module;
    grn_results *results;
    messages m;
    grn_diag diag = diag_of(&m);
    (void)state;
    assert_int_equal(grn_module_parse(text, sizeof text - 1, &options, &diag, &module), GRN_OK);
    assert_int_equal(grn_module_verify(module, &diag), GRN_OK);
    assert_int_equal(grn_module_run(module, 0, 0, NULL, NULL, &diag, &results), GRN_E_UNSUPPORTED);
    assert_reports(&m, "2:3: ");
    assert_reports(&m, "other.op");
    grn_module_destroy(module);
}

static void test_endless_recursion_ends(void **state)
{
    grn_module *module = parse("func.func @f() {\n  call @f() : () -> ()\n  return\n}\n");
    grn_results *results;
    (void)state;
    assert_int_equal(grn_module_run(module, 0, 0, NULL, NULL, NULL, &results), GRN_E_LIMIT);
    grn_module_destroy(module);
}

/* ---- printing -------------------------------------------------------------------------------- */

static grn_status refuse(void *user, const char *text, size_t bytes)
{
    (void)user, (void)text, (void)bytes;
    return GRN_E_SINK;
}

static void test_printing(void **state)
{
    grn_module *module = parse("func.func @f() {\n  return\n}\n");
    grn_sink no = {refuse, NULL};
    written first, second;
    grn_sink to_first = sink_of(&first), to_second = sink_of(&second);
    (void)state;
    assert_int_equal(grn_module_print(module, NULL, &no), GRN_E_SINK);
    assert_int_equal(grn_module_print(module, &(grn_module_print_options){.generic = true}, &to_first), GRN_OK);
    grn_module_destroy(module);
    assert_non_null(strstr(first.text, "\"func.func\"() <{function_type = () -> (), sym_name = \"f\"}> ({"));
    module = parse(first.text);
    assert_int_equal(grn_module_print(module, &(grn_module_print_options){.generic = true}, &to_second), GRN_OK);
    assert_string_equal(first.text, second.text);
    grn_module_destroy(module);
}

/* ---- tensors from text ----------------------------------------------------------------------- */

static const struct {
    const char *text;
    grn_status status;
    const char *want; /* literal, or what the message says */
} tensor_texts[] = {
    {"2x3xi32=[[1, 2, 3], [4, 5, 6]]", GRN_OK, "dense<[[1, 2, 3], [4, 5, 6]]>"},
    {"4xf32=1.5", GRN_OK, "dense<1.500000e+00>"},
    {"f32=2.0", GRN_OK, "dense<2.000000e+00>"},
    {"0xi1=", GRN_OK, "dense<>"},
    {"2xcomplex<f32>=[(1.0, 2.0), (3.0, 4.0)]", GRN_OK,
     "dense<[(1.000000e+00,2.000000e+00), (3.000000e+00,4.000000e+00)]>"},
    {"3xui8=\"0x01FF03\"", GRN_OK, "dense<[1, 255, 3]>"},
    {"2xi32", GRN_E_PARSE, "type=value"},
    {"2xi32=[1, 2, 3]", GRN_E_PARSE, "1:14: dimension 0 has 2 entries, and here is one more"},
    {"2xi8=300", GRN_E_PARSE, "1:6: 300 is out of range for i8"},
    {"?xi8=1", GRN_E_PARSE, ""},
    {"3x2xf32=1 2 3 4 5 6", GRN_OK,
     "dense<[[1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00], [5.000000e+00, 6.000000e+00]]>"},
    {"2x2xi32=1,2, 3\t4 ", GRN_OK, "dense<[[1, 2], [3, 4]]>"},
    {"2x2xi32=[[1 2] [3 4]]", GRN_OK, "dense<[[1, 2], [3, 4]]>"},
    {"3xf64=[1e-3, .5, 1.]", GRN_OK, "dense<[1.000000e-03, 5.000000e-01, 1.000000e+00]>"},
    {"2xf64=[0.1, 1e300]", GRN_OK, "dense<[1.000000e-01, 1.000000e+300]>"},
    {"3xf32=[nan, inf, -inf]", GRN_OK, "dense<[0x7FC00000, 0x7F800000, 0xFF800000]>"},
    {"3xf16=[NaN +Infinity 0x3C00]", GRN_OK, "dense<[0x7E00, 0x7C00, 1.000000e+00]>"},
    {"3xi1=true false 1", GRN_OK, "dense<[true, false, true]>"},
    {"2xi8=[0x7F, -128]", GRN_OK, "dense<[127, -128]>"},
    {"2xcomplex<f32>=1 (2, -3)", GRN_OK, "dense<[(1.000000e+00,0.000000e+00), (2.000000e+00,-3.000000e+00)]>"},
    {"2x2xi16=iota", GRN_OK, "dense<[[0, 1], [2, 3]]>"},
    {"2xbf16= iota ", GRN_OK, "dense<[0.000000e+00, 1.000000e+00]>"},
    {"2xcomplex<f64>=iota", GRN_OK, "dense<[(0.000000e+00,0.000000e+00), (1.000000e+00,0.000000e+00)]>"},
    {"2xf32=zeros", GRN_OK, "dense<0.000000e+00>"},
    {"0x3xf32=random:1", GRN_OK, "dense<>"},
    {"i64=-9223372036854775808", GRN_OK, "dense<-9223372036854775808>"},
    {"3xi32=1 2", GRN_E_PARSE, "1:10: the tensor has 3 elements, 2 are here"},
    {"2xi32=1 2 3", GRN_E_PARSE, "1:11: the tensor has 2 elements, and here is one more"},
    {"2xi32=[1, x]", GRN_E_PARSE, "1:11: 'x' is no integer; one of i32 is expected"},
    {"2xi32=[1, 2.5]", GRN_E_PARSE, "1:11: '2.5' is no integer"},
    {"2xi32=[1, ]", GRN_E_PARSE, "1:11: an entry is expected behind the comma"},
    {"2xi32=[, 1]", GRN_E_PARSE, "1:8: an entry is expected, not a comma"},
    {"2xi32=1,", GRN_E_PARSE, "1:9: an element is expected behind the comma"},
    {"2xi32=[1]", GRN_E_PARSE, "1:9: dimension 0 has 2 entries, 1 are here"},
    {"2xi32=[[1], [2]]", GRN_E_PARSE, "1:8: lists nest deeper than the tensor's rank, 1"},
    {"2x1xi32=[1, 2]", GRN_E_PARSE, "1:10: a list is expected: the tensor's rank is 2, here are 1 lists"},
    {"2xi32=[1, 2] 3", GRN_E_PARSE, "1:14: the list has ended, and here is more"},
    {"2xi32=[1, 2", GRN_E_PARSE, "1:12: ']' is expected, and the text ends"},
    {"2xi32=", GRN_E_PARSE, "1:7: a number of i32 is expected, and the text ends"},
    {"2xi32=1;2", GRN_E_PARSE, "1:8: a space, a comma or the end is expected"},
    {"2xui8=[1, -1]", GRN_E_PARSE, "1:11: -1 is out of range for ui8"},
    {"2xf32=[1, true]", GRN_E_PARSE, "1:11: 'true' is no number"},
    {"2xi32=true", GRN_E_PARSE, "1:7: true is of i1"},
    {"f32=0x1FFFFFFFF", GRN_E_PARSE, "1:5: 0x1FFFFFFFF has more bits than f32, 32"},
    {"f8E4M3FN=inf", GRN_E_PARSE, "1:10: f8E4M3FN has no inf"},
    {"f4E2M1FN=nan", GRN_E_PARSE, "1:10: f4E2M1FN has no nan"},
    {"complex<f32>=(1 2)", GRN_E_PARSE, "1:17: ',' is expected, as a complex number is (re, im)"},
    {"200xi8=iota", GRN_E_PARSE, "1:8: iota of 200 elements goes up to 199, i8 up to 127"},
    {"2xf32=random:x", GRN_E_PARSE, "1:14: a seed is expected"},
    {"2xf32=zeros 1", GRN_E_PARSE, "1:13: nothing more is expected behind zeros"},
    {"2xq7=1", GRN_E_PARSE, "1:3:"},
    {"?x2xf32=", GRN_E_PARSE, "1:9: of a type with open extents a list is expected"},
    {"?x2xf32=iota", GRN_E_PARSE, "1:9: of a type with open extents a list is expected"},
    {"?x2xf32=[[1, 2], [3, 4]]", GRN_OK, "dense<[[1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]>"},
    {"?x?xi8= [[1 2 3]]", GRN_OK, "dense<[[1, 2, 3]]>"},
    {"?xcomplex<f32>=[(1, 2), 3]", GRN_OK, "dense<[(1.000000e+00,2.000000e+00), (3.000000e+00,0.000000e+00)]>"},
    {"?x2xi8=[[1, 2], [3]]", GRN_E_PARSE, "1:19: dimension 1 has 2 entries, 1 are here"},
    {"?x?xi8=[[1, 2], [3]]", GRN_E_PARSE, "1:19: dimension 1 has 2 entries, 1 are here"},
    {"?xi8=[[1], [2]]", GRN_E_PARSE, "1:7: lists nest deeper than the tensor's rank, 1"},
    {"?xi8=[1, 2", GRN_E_PARSE, "1:11: ']' is expected, and the text ends"},
    {"2x", GRN_E_PARSE, "type=value"},
    {"2xf32<=1", GRN_E_PARSE, "1:6:"},
    {"3xui8=\"0x01\", 2", GRN_E_PARSE, "1:13:"},
    {"99999999999xf32=[1]", GRN_E_PARSE, "99999999999 elements, so many are not here"},
    {"2xi8=1> : tensor<2xi8>, dense<1", GRN_E_PARSE, ""},
};

static void test_tensor_from_text(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof tensor_texts / sizeof *tensor_texts; i++) {
        const char *text = tensor_texts[i].text;
        watch w = {.allocator = {watch_allocate, watch_release, &w}};
        grn_tensor t;
        messages m;
        written out;
        grn_sink sink = sink_of(&out);
        grn_diag diag = diag_of(&m);
        grn_status status = grn_tensor_parse(text, strlen(text), &w.allocator, &diag, &t);
        if (status != tensor_texts[i].status)
            fail_msg("'%s': %s, '%s'", text, grn_status_name(status), m.text);
        if (status == GRN_OK) {
            assert_int_equal(grn_tensor_write_literal(&t, NULL, &sink), GRN_OK);
            assert_string_equal(out.text, tensor_texts[i].want);
            grn_tensor_free(&t, &w.allocator);
        } else {
            assert_int_equal(m.count, 1);
            assert_reports(&m, tensor_texts[i].want);
        }
        assert_int_equal(w.outstanding, 0);
    }
}

/* ---- threads --------------------------------------------------------------------------------- */

typedef struct worker {
    const grn_module *module;
    int32_t first;
    size_t wrong;
} worker;

/* Starts that differ from thread to thread: whose result it is shows. */
static void *run_often(void *user)
{
    worker *w = user;
    for (int32_t n = 0; n < 300; n++) {
        int32_t start[2] = {w->first, w->first};
        int32_t want[4] = {0};
        grn_tensor input;
        grn_results *results;
        want[w->first] = 3;
        want[w->first + 1] = 4;
        if (grn_tensor_init(&input, start, GRN_I32, 2, (const int64_t[]){2, 1}) != GRN_OK ||
            grn_module_verify(w->module, NULL) != GRN_OK ||
            grn_module_run(w->module, 0, 1, &input, NULL, NULL, &results) != GRN_OK) {
            w->wrong++;
            continue;
        }
        w->wrong += memcmp(grn_results_tensor(results, 0)->data, want, sizeof want) != 0;
        grn_results_destroy(results);
    }
    return NULL;
}

static void test_two_threads_run_one_module(void **state)
{
    grn_module *module = parse(scatter_text);
    worker workers[2] = {{module, 0, 0}, {module, 2, 0}};
    pthread_t threads[2];
    (void)state;
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, run_often, &workers[i]), 0);
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    assert_int_equal(workers[0].wrong + workers[1].wrong, 0);
    grn_module_destroy(module);
}

/* ---- declared types and attributes ----------------------------------------------------------- */

static const char attributed_text[] =
    "module @step attributes {mhlo.num_partitions = 4 : i32} {\n"
    "func.func public @main(%x: tensor<?x3xbf16> {tf.aliasing_output = 0 : i32}, %s: i64)\n"
    "    -> (tensor<?x3xbf16> {jax.result_info = \"x\"}, !stablehlo.token) attributes {note = 7 : i8} {\n"
    "  %t = stablehlo.create_token : !stablehlo.token\n"
    "  return %x, %t : tensor<?x3xbf16>, !stablehlo.token\n"
    "}}\n";

static void test_declared_types(void **state)
{
    (void)state;
    grn_module *module = parse(attributed_text);
    grn_tensor type;
    assert_int_equal(grn_module_value_type(module, 0, false, 0, &type), GRN_OK);
    assert_true(type.dtype == GRN_BF16 && type.rank == 2 && type.shape[0] == -1 && type.shape[1] == 3 && !type.data);
    assert_int_equal(grn_module_value_type(module, 0, false, 1, &type), GRN_OK);
    assert_true(type.dtype == GRN_I64 && type.rank == 0);
    assert_int_equal(grn_module_value_type(module, 0, true, 0, &type), GRN_OK);
    assert_int_equal(grn_module_value_type(module, 0, true, 1, &type), GRN_E_UNSUPPORTED);
    assert_int_equal(grn_module_value_type(module, 0, true, 2, &type), GRN_E_ARGUMENT);
    grn_module_destroy(module);
}

static void test_attributes(void **state)
{
    (void)state;
    static const struct {
        grn_attribute_owner owner;
        size_t i;
        const char *name, *want;
    } cases[] = {
        {GRN_ATTRIBUTE_OF_INPUT, 0, "tf.aliasing_output", "0 : i32"},
        {GRN_ATTRIBUTE_OF_INPUT, 1, "tf.aliasing_output", ""},
        {GRN_ATTRIBUTE_OF_RESULT, 0, "jax.result_info", "\"x\""},
        {GRN_ATTRIBUTE_OF_RESULT, 1, "jax.result_info", ""},
        {GRN_ATTRIBUTE_OF_FUNCTION, 0, "note", "7 : i8"},
        {GRN_ATTRIBUTE_OF_MODULE, 0, "mhlo.num_partitions", "4 : i32"},
        {GRN_ATTRIBUTE_OF_MODULE, 0, "sym_name", "\"step\""},
    };
    grn_module *module = parse(attributed_text);
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        written w;
        grn_sink sink = sink_of(&w);
        w.text[0] = 0;
        assert_int_equal(grn_module_write_attribute(module, cases[c].owner, 0, cases[c].i, cases[c].name, &sink),
                         GRN_OK);
        assert_string_equal(w.text, cases[c].want);
    }
    grn_module_destroy(module);
}

/* ---- inputs that are given away -------------------------------------------------------------- */

/* Adds 1 to every element: in the place of what is donated, and beside what is not. */
static void test_donated_inputs(void **state)
{
    (void)state;
    grn_module *module =
        parse("func.func @main(%x: tensor<3xf32>, %y: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {\n"
              "  %one = stablehlo.constant dense<1.0> : tensor<3xf32>\n"
              "  %0 = stablehlo.add %x, %one : tensor<3xf32>\n"
              "  %1 = stablehlo.add %y, %one : tensor<3xf32>\n"
              "  return %0, %1 : tensor<3xf32>, tensor<3xf32>\n"
              "}\n");
    float x[3] = {1, 2, 3}, y[3] = {4, 5, 6};
    const grn_tensor inputs[] = {grn_tensor_1d(x, GRN_F32, 3), grn_tensor_1d(y, GRN_F32, 3)};
    const grn_run_options options = {.size_bytes = sizeof options, .donated = (const bool[]){true, false}};
    grn_results *results = NULL;
    assert_int_equal(grn_module_run(module, 0, 2, inputs, &options, NULL, &results), GRN_OK);
    assert_result(results, 0, "dense<[2.000000e+00, 3.000000e+00, 4.000000e+00]> : tensor<3xf32>");
    assert_result(results, 1, "dense<[5.000000e+00, 6.000000e+00, 7.000000e+00]> : tensor<3xf32>");
    assert_ptr_equal(grn_results_tensor(results, 0)->data, x);
    assert_ptr_not_equal(grn_results_tensor(results, 1)->data, y);
    assert_true(y[0] == 4 && y[1] == 5 && y[2] == 6);
    grn_results_release(results, 0);
    assert_null(grn_results_tensor(results, 0));
    assert_result(results, 1, "dense<[5.000000e+00, 6.000000e+00, 7.000000e+00]> : tensor<3xf32>");
    grn_results_destroy(results);
    grn_module_destroy(module);
}

/* ---- a run that is stopped ------------------------------------------------------------------- */

static bool third(void *calls) { return ++*(int *)calls == 3; }

static void test_a_run_is_stopped(void **state)
{
    (void)state;
    grn_module *module = parse("func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n"
                               "  %0 = stablehlo.reverse %x, dims = [0] : tensor<2xf32>\n"
                               "  %1 = stablehlo.reverse %0, dims = [0] : tensor<2xf32>\n"
                               "  %2 = stablehlo.reverse %1, dims = [0] : tensor<2xf32>\n"
                               "  return %2 : tensor<2xf32>\n"
                               "}\n");
    float x[2] = {1, 2};
    const grn_tensor input = grn_tensor_1d(x, GRN_F32, 2);
    int calls = 0;
    const grn_run_options options = {.size_bytes = sizeof options, .stop = third, .stop_user = &calls};
    grn_results *results = NULL;
    messages m;
    const grn_diag diag = diag_of(&m);
    assert_int_equal(grn_module_run(module, 0, 1, &input, &options, &diag, &results), GRN_E_LIMIT);
    assert_null(results);
    assert_int_equal(calls, 3);
    assert_reports(&m, "4:8: stablehlo.reverse: the run was stopped by its caller");
    grn_module_destroy(module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parse_failure),
        cmocka_unit_test(test_text_may_go),
        cmocka_unit_test(test_verify_reports_every_failure),
        cmocka_unit_test(test_functions),
        cmocka_unit_test(test_names_with_zeros),
        cmocka_unit_test(test_declared_types),
        cmocka_unit_test(test_attributes),
        cmocka_unit_test(test_donated_inputs),
        cmocka_unit_test(test_a_run_is_stopped),
        cmocka_unit_test(test_run_on_strided_inputs),
        cmocka_unit_test(test_wrong_inputs),
        cmocka_unit_test(test_wrong_function),
        cmocka_unit_test(test_dynamic_input),
        cmocka_unit_test(test_budget_refuses_first),
        cmocka_unit_test(test_budget_counts_the_living),
        cmocka_unit_test(test_results_outlive_the_module),
        cmocka_unit_test(test_results_of_nothing),
        cmocka_unit_test(test_switches),
        cmocka_unit_test(test_check_that_fails),
        cmocka_unit_test(test_unknown_op_does_not_run),
        cmocka_unit_test(test_endless_recursion_ends),
        cmocka_unit_test(test_printing),
        cmocka_unit_test(test_tensor_from_text),
        cmocka_unit_test(test_two_threads_run_one_module),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

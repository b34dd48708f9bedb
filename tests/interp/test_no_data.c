/*
 * test_no_data.c - programs over tensors of a trillion rows of no element (and of no row of a
 * trillion), one for each kind of op: each ends at once, after a handful of steps, on every path
 * that a run has.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "garner/garner.h"
#include "interp/interp.h"

static const char head[] = "  %s = stablehlo.constant dense<1> : tensor<i32>\n"
                           "  %e = stablehlo.constant dense<1> : tensor<1000000000000x0xi32>\n"
                           "  %t = stablehlo.constant dense<1> : tensor<0x1000000000000xi32>\n"
                           "  %f = stablehlo.constant dense<1.0> : tensor<1000000000000x0xf32>\n";

static const struct {
    const char *claim, *body;
} programs[] = {
    {"iota outer", "%0 = stablehlo.iota dim = 0 : tensor<1000000000000x0xi32>\n"},
    {"iota inner", "%0 = stablehlo.iota dim = 1 : tensor<0x1000000000000xi32>\n"},
    {"add", "%0 = stablehlo.add %e, %e : tensor<1000000000000x0xi32>\n"
            "  %1 = stablehlo.add %t, %t : tensor<0x1000000000000xi32>\n"},
    {"chain", "%0 = stablehlo.add %e, %e : tensor<1000000000000x0xi32>\n"
              "  %1 = stablehlo.multiply %0, %e : tensor<1000000000000x0xi32>\n"
              "  %2 = stablehlo.iota dim = 0 : tensor<1000000000000x0xi32>\n"
              "  %3 = stablehlo.add %1, %2 : tensor<1000000000000x0xi32>\n"},
    {"transpose, copied",
     "%0 = stablehlo.transpose %e, dims = [1, 0] : (tensor<1000000000000x0xi32>) -> tensor<0x1000000000000xi32>\n"
     "  %1 = stablehlo.reshape %0 : (tensor<0x1000000000000xi32>) -> tensor<1000000000000x0xi32>\n"
     "  %2 = stablehlo.add %1, %e : tensor<1000000000000x0xi32>\n"},
    {"convert", "%0 = stablehlo.convert %e : (tensor<1000000000000x0xi32>) -> tensor<1000000000000x0xf64>\n"},
    {"bitcast", "%0 = stablehlo.bitcast_convert %e : (tensor<1000000000000x0xi32>) -> tensor<1000000000000x0x2xi16>\n"},
    {"reduce", "%0 = \"stablehlo.reduce\"(%t, %s) ({\n"
               "  ^bb0(%x: tensor<i32>, %y: tensor<i32>):\n"
               "    %r = stablehlo.add %x, %y : tensor<i32>\n"
               "    stablehlo.return %r : tensor<i32>\n"
               "  }) {dimensions = array<i64: 1>} : (tensor<0x1000000000000xi32>, tensor<i32>) -> tensor<0xi32>\n"
               "  %1 = \"stablehlo.reduce\"(%t, %s) ({\n"
               "  ^bb0(%x: tensor<i32>, %y: tensor<i32>):\n"
               "    %r = stablehlo.add %x, %y : tensor<i32>\n"
               "    stablehlo.return %r : tensor<i32>\n"
               "  }) {dimensions = array<i64: 0, 1>} : (tensor<0x1000000000000xi32>, tensor<i32>) -> tensor<i32>\n"},
    {"reduce of huge extents", "%h = stablehlo.constant dense<1> : tensor<1000000000000x1000000000000x0x2xi32>\n"
                               "  %0 = \"stablehlo.reduce\"(%h, %s) ({\n"
                               "  ^bb0(%x: tensor<i32>, %y: tensor<i32>):\n"
                               "    %r = stablehlo.add %x, %y : tensor<i32>\n"
                               "    stablehlo.return %r : tensor<i32>\n"
                               "  }) {dimensions = array<i64: 0, 1, 2>} : "
                               "(tensor<1000000000000x1000000000000x0x2xi32>, tensor<i32>) -> tensor<2xi32>\n"},
    {"reduce_window",
     "%0 = \"stablehlo.reduce_window\"(%t, %s) ({\n"
     "  ^bb0(%x: tensor<i32>, %y: tensor<i32>):\n"
     "    %r = stablehlo.add %x, %y : tensor<i32>\n"
     "    stablehlo.return %r : tensor<i32>\n"
     "  }) {window_dimensions = array<i64: 1, 2>, padding = dense<[[0, 0], [1000000000000, 1000000000000]]> : "
     "tensor<2x2xi64>} : (tensor<0x1000000000000xi32>, tensor<i32>) -> tensor<0x2999999999999xi32>\n"},
    {"select_and_scatter", "%w = stablehlo.constant dense<1> : tensor<0x1000000000000xi32>\n"
                           "  %0 = \"stablehlo.select_and_scatter\"(%t, %w, %s) ({\n"
                           "  ^bb0(%x: tensor<i32>, %y: tensor<i32>):\n"
                           "    %r = stablehlo.compare GE, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
                           "    stablehlo.return %r : tensor<i1>\n"
                           "  }, {\n"
                           "  ^bb0(%x: tensor<i32>, %y: tensor<i32>):\n"
                           "    %r = stablehlo.add %x, %y : tensor<i32>\n"
                           "    stablehlo.return %r : tensor<i32>\n"
                           "  }) {window_dimensions = array<i64: 1, 1>} : (tensor<0x1000000000000xi32>, "
                           "tensor<0x1000000000000xi32>, tensor<i32>) -> tensor<0x1000000000000xi32>\n"},
    {"select_and_scatter over padding",
     "%c = stablehlo.constant dense<[3, 5, 4]> : tensor<3xi32>\n"
     "  %w = stablehlo.constant dense<[7]> : tensor<1xi32>\n"
     "  %z = stablehlo.constant dense<0> : tensor<i32>\n"
     "  %0 = \"stablehlo.select_and_scatter\"(%c, %w, %z) ({\n"
     "  ^bb0(%x: tensor<i32>, %y: tensor<i32>):\n"
     "    %r = stablehlo.compare GE, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
     "    stablehlo.return %r : tensor<i1>\n"
     "  }, {\n"
     "  ^bb0(%x: tensor<i32>, %y: tensor<i32>):\n"
     "    %r = stablehlo.add %x, %y : tensor<i32>\n"
     "    stablehlo.return %r : tensor<i32>\n"
     "  }) {window_dimensions = array<i64: 2000000000003>, padding = dense<[[1000000000000, 1000000000000]]> : "
     "tensor<1x2xi64>} : "
     "(tensor<3xi32>, tensor<1xi32>, tensor<i32>) -> tensor<3xi32>\n"
     "  check.expect_eq_const %0, dense<[0, 7, 0]> : tensor<3xi32>\n"},
    {"map", "%0 = \"stablehlo.map\"(%e, %e) ({\n"
            "  ^bb0(%x: tensor<i32>, %y: tensor<i32>):\n"
            "    %r = stablehlo.add %x, %y : tensor<i32>\n"
            "    stablehlo.return %r : tensor<i32>\n"
            "  }) {dimensions = array<i64: 0, 1>} : (tensor<1000000000000x0xi32>, tensor<1000000000000x0xi32>) -> "
            "tensor<1000000000000x0xi32>\n"},
    {"sort", "%0 = \"stablehlo.sort\"(%e) ({\n"
             "  ^bb0(%x: tensor<i32>, %y: tensor<i32>):\n"
             "    %r = stablehlo.compare GE, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
             "    stablehlo.return %r : tensor<i1>\n"
             "  }) {dimension = 0 : i64} : (tensor<1000000000000x0xi32>) -> tensor<1000000000000x0xi32>\n"
             "  %1 = \"stablehlo.sort\"(%e) ({\n"
             "  ^bb0(%x: tensor<i32>, %y: tensor<i32>):\n"
             "    %r = stablehlo.compare GE, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
             "    stablehlo.return %r : tensor<i1>\n"
             "  }) {dimension = 1 : i64} : (tensor<1000000000000x0xi32>) -> tensor<1000000000000x0xi32>\n"},
    {"dot", "%0 = stablehlo.dot_general %e, %t, contracting_dims = [0] x [1] : (tensor<1000000000000x0xi32>, "
            "tensor<0x1000000000000xi32>) -> tensor<0x0xi32>\n"},
    {"dot of nothing", "%a = stablehlo.constant dense<1> : tensor<2x0xi32>\n"
                       "  %h = stablehlo.constant dense<1> : tensor<0x1000000000000x0xi32>\n"
                       "  %0 = stablehlo.dot_general %a, %h, contracting_dims = [1] x [0] : (tensor<2x0xi32>, "
                       "tensor<0x1000000000000x0xi32>) -> tensor<2x1000000000000x0xi32>\n"},
    {"pad", "%0 = stablehlo.pad %e, %s, low = [1000000000000, 0], high = [1000000000000, 0], interior = [3, 5] : "
            "(tensor<1000000000000x0xi32>, tensor<i32>) -> tensor<5999999999997x0xi32>\n"
            "  %1 = stablehlo.pad %e, %s, low = [-1000000000000, 1], high = [1, 0], interior = [0, 1000000000000] : "
            "(tensor<1000000000000x0xi32>, tensor<i32>) -> tensor<1x1xi32>\n"},
    {"concatenate",
     "%0 = stablehlo.concatenate %e, %e, dim = 0 : (tensor<1000000000000x0xi32>, tensor<1000000000000x0xi32>) -> "
     "tensor<2000000000000x0xi32>\n"
     "  %1 = stablehlo.concatenate %t, %t, dim = 0 : (tensor<0x1000000000000xi32>, tensor<0x1000000000000xi32>) -> "
     "tensor<0x1000000000000xi32>\n"},
    {"gather", "%i = stablehlo.constant dense<1> : tensor<1000000000000x0xi32>\n"
               "  %v = stablehlo.constant dense<1> : tensor<8xi32>\n"
               "  %0 = \"stablehlo.gather\"(%v, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], "
               "index_vector_dim = "
               "1>, slice_sizes = array<i64: 0>}> : (tensor<8xi32>, tensor<1000000000000x0xi32>) -> "
               "tensor<1000000000000x0xi32>\n"},
    {"scatter",
     "%v = stablehlo.constant dense<1> : tensor<8xi32>\n"
     "  %0 = \"stablehlo.scatter\"(%v, %e, %e) ({\n"
     "  ^bb0(%x: tensor<i32>, %y: tensor<i32>):\n"
     "    %r = stablehlo.add %x, %y : tensor<i32>\n"
     "    stablehlo.return %r : tensor<i32>\n"
     "  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], index_vector_dim = 1>} : "
     "(tensor<8xi32>, tensor<1000000000000x0xi32>, tensor<1000000000000x0xi32>) -> tensor<8xi32>\n"},
    {"dynamic slices",
     "%z = stablehlo.constant dense<0> : tensor<i32>\n"
     "  %0 = stablehlo.dynamic_slice %e, %z, %z, sizes = [1000000000000, 0] : (tensor<1000000000000x0xi32>, "
     "tensor<i32>, tensor<i32>) -> tensor<1000000000000x0xi32>\n"
     "  %1 = stablehlo.dynamic_update_slice %e, %e, %z, %z : (tensor<1000000000000x0xi32>, "
     "tensor<1000000000000x0xi32>, tensor<i32>, tensor<i32>) -> tensor<1000000000000x0xi32>\n"},
    {"reverse", "%0 = stablehlo.reverse %e, dims = [0, 1] : tensor<1000000000000x0xi32>\n"
                "  %1 = stablehlo.add %0, %0 : tensor<1000000000000x0xi32>\n"},
    {"check", "check.expect_eq %e, %e : tensor<1000000000000x0xi32>\n"
              "  check.expect_almost_eq %f, %f : tensor<1000000000000x0xf32>\n"
              "  check.expect_eq_const %e, dense<> : tensor<1000000000000x0xi32>\n"},
    {"quantize", "%0 = stablehlo.uniform_quantize %f : (tensor<1000000000000x0xf32>) -> "
                 "tensor<1000000000000x0x!quant.uniform<i8:f32, 1.0>>\n"
                 "  %1 = stablehlo.uniform_dequantize %0 : (tensor<1000000000000x0x!quant.uniform<i8:f32, 1.0>>) -> "
                 "tensor<1000000000000x0xf32>\n"},
    {"reduce_precision", "%0 = stablehlo.reduce_precision %f, format = e5m2 : tensor<1000000000000x0xf32>\n"},
    {"nvl.iota", "%0 = nvl.iota(dim = 1, shape = [1000000000000, 0]) : () -> tensor<1000000000000x0xi32>\n"},
    {"tensor.splat", "%c = arith.constant 1 : i32\n"
                     "  %0 = tensor.splat %c : tensor<1000000000000x0xi32>\n"
                     "  %1 = arith.addi %0, %e : tensor<1000000000000x0xi32>\n"},
    {"tensor slices",
     "%0 = tensor.insert_slice %e into %e[0, 0] [1000000000000, 0] [1, 1] : tensor<1000000000000x0xi32> into "
     "tensor<1000000000000x0xi32>\n"
     "  %1 = tensor.extract_slice %e[0, 0] [1000000000000, 0] [1, 1] : tensor<1000000000000x0xi32> to "
     "tensor<1000000000000x0xi32>\n"
     "  %2 = tensor.concat dim(1) %e, %e : (tensor<1000000000000x0xi32>, tensor<1000000000000x0xi32>) -> "
     "tensor<1000000000000x0xi32>\n"},
    {"torch index",
     "%v = torch.vtensor.literal(dense<[1, 2]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>\n"
     "  %x = torch.vtensor.literal(dense<1> : tensor<1000000000000x0xsi64>) : !torch.vtensor<[1000000000000,0],si64>\n"
     "  %m = torch.prim.ListConstruct %x : (!torch.vtensor<[1000000000000,0],si64>) -> !torch.list<vtensor>\n"
     "  %0 = torch.aten.index.Tensor %v, %m : !torch.vtensor<[2],si64>, !torch.list<vtensor> -> "
     "!torch.vtensor<[1000000000000,0],si64>\n"},
    {"ttnn gather", "%i = stablehlo.constant dense<0> : tensor<1000000000000x0xui32>\n"
                    "  %0 = \"ttnn.gather\"(%f, %i) <{dim = 1 : i32}> : (tensor<1000000000000x0xf32>, "
                    "tensor<1000000000000x0xui32>) -> tensor<1000000000000x0xf32>\n"},
    {"tosa.gather", "%v = stablehlo.constant dense<1> : tensor<1000000000000x2x0xi32>\n"
                    "  %i = stablehlo.constant dense<1> : tensor<1000000000000x0xi32>\n"
                    "  %0 = tosa.gather %v, %i : (tensor<1000000000000x2x0xi32>, tensor<1000000000000x0xi32>) -> "
                    "tensor<1000000000000x0x0xi32>\n"},
    {"onnx",
     "%0 = \"onnx.Add\"(%e, %e) : (tensor<1000000000000x0xi32>, tensor<1000000000000x0xi32>) -> "
     "tensor<1000000000000x0xi32>\n"
     "  %1 = \"onnx.GatherElements\"(%e, %e) {axis = 1 : si64} : (tensor<1000000000000x0xi32>, "
     "tensor<1000000000000x0xi32>) -> "
     "tensor<1000000000000x0xi32>\n"
     "  %2 = \"onnx.Concat\"(%e, %e) {axis = 0 : si64} : (tensor<1000000000000x0xi32>, tensor<1000000000000x0xi32>) -> "
     "tensor<2000000000000x0xi32>\n"},
};

static char message[1024];
static void hear(void *user, const grn_diagnostic *d)
{
    (void)user;
    if (d->severity == GRN_SEVERITY_ERROR)
        snprintf(message, sizeof message, "%u: %s", (unsigned)d->place.line, d->message);
}
static const grn_diag diag = {hear, NULL};

static grn_module *parse(const char *claim, const char *text)
{
    grn_module *module;
    if (grn_module_parse(text, strlen(text), NULL, &diag, &module) != GRN_OK ||
        grn_module_verify(module, &diag) != GRN_OK)
        fail_msg("%s: %s", claim, message);
    return module;
}

/* A handful of ops on no elements. */
#define MOST_STEPS 1000

static void run(const char *claim, grn_module *module, const grn_run_options *options)
{
    grn_results *results;
    grn_status status = grn_module_run(module, 0, 0, NULL, options, &diag, &results);
    if (status != GRN_OK)
        fail_msg("%s: %s", claim, message);
    if (grn_results_steps(results) > MOST_STEPS)
        fail_msg("%s: %llu steps", claim, (unsigned long long)grn_results_steps(results));
    grn_results_destroy(results);
}

static void test_programs(void **state)
{
    static char text[8192];
    grn_pool *pool;
    (void)state;
    assert_int_equal(grn_pool_create(2, NULL, &pool), GRN_OK);
    const grn_run_options options[] = {
        {.max_steps = 0},
        {.strict_bounds = true, .check_promises = true},
        {.drop_whole_window = true, .parallel = grn_pool_parallel(pool)},
    };
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        snprintf(text, sizeof text, "func.func @main() {\n%s%s  return\n}\n", head, programs[i].body);
        grn_module *module = parse(programs[i].claim, text);
        for (size_t k = 0; k < sizeof options / sizeof *options; k++)
            run(programs[i].claim, module, &options[k]);
        module->op_by_op = true;
        run(programs[i].claim, module, &options[0]);
        grn_module_destroy(module);
    }
    grn_pool_destroy(pool);
}

/* ---- what comes in and goes out -------------------------------------------------------------- */

static const char through[] = "func.func @main(%a: tensor<1000000000000x0xf32>, %b: tensor<0x1000000000000xi32>) -> "
                              "(tensor<1000000000000x0xf32>, tensor<0x1000000000000xi32>) {\n"
                              "  return %a, %b : tensor<1000000000000x0xf32>, tensor<0x1000000000000xi32>\n}\n";

static void test_results_are_written(void **state)
{
    grn_module *module = parse("through", through);
    const grn_literal_options literals[] = {{0}, {.elide_over = 10}, {.hex_over = 10}};
    grn_tensor in[2];
    grn_results *results;
    (void)state;
    assert_int_equal(grn_tensor_init(&in[0], NULL, GRN_F32, 2, (const int64_t[]){1000000000000, 0}), GRN_OK);
    assert_int_equal(grn_tensor_init(&in[1], NULL, GRN_I32, 2, (const int64_t[]){0, 1000000000000}), GRN_OK);
    assert_int_equal(grn_module_run(module, 0, 2, in, NULL, NULL, &results), GRN_OK);
    for (size_t i = 0; i < sizeof literals / sizeof *literals; i++) {
        grn_text_buffer t = {0};
        const grn_sink sink = grn_text_buffer_sink(&t);
        assert_int_equal(grn_results_write(results, 0, &literals[i], &sink), GRN_OK);
        assert_string_equal(t.text, "dense<> : tensor<1000000000000x0xf32>");
        grn_text_buffer_free(&t);
        assert_int_equal(grn_results_write(results, 1, &literals[i], &sink), GRN_OK);
        assert_string_equal(t.text, "dense<> : tensor<0x1000000000000xi32>");
        grn_text_buffer_free(&t);
    }
    for (size_t i = 0; i < 2; i++) {
        grn_text_buffer t = {0};
        const grn_sink sink = grn_text_buffer_sink(&t);
        assert_int_equal(grn_npy_write(grn_results_tensor(results, i), &sink), GRN_OK);
        assert_int_equal(t.size_bytes % 64, 0); /* a header, and no data */
        grn_text_buffer_free(&t);
    }
    grn_results_destroy(results);
    grn_module_destroy(module);
}

static void test_equivalence(void **state)
{
    grn_module *module = parse("through", through);
    grn_trials tried;
    (void)state;
    assert_int_equal(grn_module_equivalent(module, module, NULL, NULL, &tried), GRN_OK);
    assert_int_equal(tried.in_range, 100);
    grn_module_destroy(module);
}

/* The parser, the printer, and what a translation works out. */
static void test_passes(void **state)
{
    static const char gather[] =
        "func.func @main(%v: tensor<8xi32>) -> tensor<1000000000000x0xi32> {\n"
        "  %i = stablehlo.constant dense<1> : tensor<1000000000000x0xi32>\n"
        "  %0 = \"stablehlo.gather\"(%v, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], "
        "index_vector_dim = 1>, "
        "slice_sizes = array<i64: 0>}> : (tensor<8xi32>, tensor<1000000000000x0xi32>) -> tensor<1000000000000x0xi32>\n"
        "  return %0 : tensor<1000000000000x0xi32>\n}\n";
    grn_module *module = parse("gather", gather), *out;
    (void)state;
    grn_text_buffer t = {0};
    const grn_sink sink = grn_text_buffer_sink(&t);
    assert_int_equal(grn_module_print(module, NULL, &sink), GRN_OK);
    grn_text_buffer_free(&t);
    assert_int_equal(grn_module_collapse_batching(module, NULL, &out), GRN_OK);
    grn_module_destroy(out);
    assert_int_equal(grn_module_expand_batching(module, NULL, &out), GRN_OK);
    grn_module_destroy(out);
    for (size_t i = 0; grn_module_dialect(i); i++)
        if (grn_module_convert(module, &(grn_module_convert_options){.to = grn_module_dialect(i)}, NULL, &out) ==
            GRN_OK)
            grn_module_destroy(out);
    grn_module_destroy(module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_programs),
        cmocka_unit_test(test_results_are_written),
        cmocka_unit_test(test_equivalence),
        cmocka_unit_test(test_passes),
    };
    alarm(60); /* a loop over a trillion of anything takes hours */
    return cmocka_run_group_tests(tests, NULL, NULL);
}

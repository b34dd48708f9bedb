/*
 * test_allocation_failure.c - memory refused, at every place it is asked for.
 *
 * Each program is parsed, verified, printed, run and written with an allocator
 * that refuses the n-th request, then again with one that refuses the n-th and
 * all after it, for n = 0, 1, 2, ... until nothing is refused. Every time the
 * answer is GRN_E_MEMORY, and all memory comes back with the size it was given
 * with. One refusal alone may be survived (less was asked for instead, say):
 * then all that was written is what an undisturbed run writes.
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
#include "support/refuser.h"

/* ---- all that is done with a program --------------------------------------------------------- */

/* FNV-1a of all that was written. */
static grn_status hash_text(void *user, const char *text, size_t bytes)
{
    uint64_t *hash = user;
    for (size_t i = 0; i < bytes; i++)
        *hash = (*hash ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
    return GRN_OK;
}

static grn_status run_one(const grn_module *module, size_t function, bool check_promises, const grn_sink *sink)
{
    grn_run_options options = {.check_promises = check_promises};
    grn_results *results;
    grn_status status = grn_module_run(module, function, 0, NULL, &options, NULL, &results);
    if (status != GRN_OK)
        assert_null(results);
    for (size_t i = 0; status == GRN_OK && i < grn_results_count(results); i++)
        status = grn_results_write(results, i, NULL, sink);
    grn_results_destroy(results);
    return status;
}

static grn_status use(const grn_module *module, uint64_t *written)
{
    grn_sink sink = {hash_text, written};
    grn_status status = grn_module_verify(module, NULL);
    if (status == GRN_OK)
        status = grn_module_print(module, NULL, &sink);
    if (status == GRN_OK)
        status = grn_module_print(module, &(grn_module_print_options){.generic = true}, &sink);
    for (size_t i = 0; status == GRN_OK && i < grn_module_functions(module); i++) {
        grn_function_info info;
        status = grn_module_function(module, i, &info);
        if (status == GRN_OK && info.ninputs == 0)
            status = run_one(module, i, i % 2, &sink);
    }
    return status;
}

static grn_status use_program(const char *program, refuser *r, uint64_t *written)
{
    grn_module_options options = {.allocator = &r->allocator};
    grn_module *module;
    grn_status status = grn_module_parse(program, strlen(program), &options, NULL, &module);
    if (status != GRN_OK) {
        assert_null(module);
        return status;
    }
    status = use(module, written);
    grn_module_destroy(module);
    return status;
}

/* ---- every place ----------------------------------------------------------------------------- */

/* One thing that is done to a text. */
typedef grn_status (*deed)(const char *text, refuser *r, uint64_t *written);

static void check_one(const char *name, const refuser *r, grn_status status, bool as_undisturbed)
{
    bool survived = status == GRN_OK && as_undisturbed && !r->and_after;
    bool expected = r->refusals == 0 ? status == GRN_OK : status == GRN_E_MEMORY || survived;
    if (!expected || r->outstanding || r->wrong_sizes)
        fail_msg("%s, request %zu refused%s: %s%s; %zu bytes not given back, %zu pieces given back with another size",
                 name, r->refuse_at, r->and_after ? " and all after it" : "", grn_status_name(status),
                 as_undisturbed ? "" : ", other text than without refusals", r->outstanding, r->wrong_sizes);
}

static void check_everywhere(const char *name, const char *text, deed act)
{
    refuser r;
    uint64_t undisturbed = 0;
    refuser_init(&r);
    check_one(name, &r, act(text, &r, &undisturbed), true);
    for (int and_after = 0; and_after < 2; and_after++) {
        size_t n = 0;
        do {
            uint64_t written = 0;
            refuser_init(&r);
            r.refuse_at = n;
            r.and_after = and_after;
            grn_status status = act(text, &r, &written);
            check_one(name, &r, status, written == undisturbed);
            n++;
        } while (r.refusals);
        assert_true(n > 1); /* it asks for something */
    }
}

static void check_program(const char *name, const char *program) { check_everywhere(name, program, use_program); }

/* ---- programs -------------------------------------------------------------------------------- */

static char *read_example(const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/examples/%s", GARNER_SOURCE_DIR, name);
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, 1 << 16);
    assert_non_null(file);
    assert_non_null(text);
    assert_true(fread(text, 1, (1 << 16) - 1, file) > 0);
    fclose(file);
    return text;
}

static void test_examples(void **state)
{
    static const char *const names[] = {"batched_gather.mlir", "batched_scatter.mlir", "torch_mean_and_index_put.mlir"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *text = read_example(names[i]);
        check_program(names[i], text);
        free(text);
    }
}

static const char scatter_with_region[] =
    "func.func @f() -> (tensor<4xf32>, tensor<4xi8>) {\n"
    "  %x = stablehlo.constant dense<1.0> : tensor<4xf32>\n"
    "  %y = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi8>\n"
    "  %i = stablehlo.constant dense<[[0], [2], [7]]> : tensor<3x1xi64>\n"
    "  %u = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>\n"
    "  %v = stablehlo.constant dense<[5, 6, 7]> : tensor<3xi8>\n"
    "  %r:2 = \"stablehlo.scatter\"(%x, %y, %i, %u, %v) ({\n"
    "  ^bb0(%a: tensor<f32>, %b: tensor<i8>, %c: tensor<f32>, %d: tensor<i8>):\n"
    "    %s = stablehlo.subtract %c, %a : tensor<f32>\n"
    "    %t = stablehlo.xor %b, %d : tensor<i8>\n"
    "    stablehlo.return %s, %t : tensor<f32>, tensor<i8>\n"
    "  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],\n"
    "      scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}\n"
    "    : (tensor<4xf32>, tensor<4xi8>, tensor<3x1xi64>, tensor<3xf32>, tensor<3xi8>)\n"
    "    -> (tensor<4xf32>, tensor<4xi8>)\n"
    "  return %r#0, %r#1 : tensor<4xf32>, tensor<4xi8>\n"
    "}\n";

static const char calls[] = "func.func @f() -> tensor<3x2xbf16> {\n"
                            "  %0:2 = call @g() : () -> (tensor<2x3xbf16>, tensor<i1>)\n"
                            "  %1 = stablehlo.transpose %0#0, dims = [1, 0] : (tensor<2x3xbf16>) -> tensor<3x2xbf16>\n"
                            "  %2 = stablehlo.select %0#1, %1, %1 : tensor<i1>, tensor<3x2xbf16>\n"
                            "  return %2 : tensor<3x2xbf16>\n"
                            "}\n"
                            "func.func private @g() -> (tensor<2x3xbf16>, tensor<i1>) {\n"
                            "  %0 = stablehlo.iota dim = 0 : tensor<2x3xbf16>\n"
                            "  %1 = stablehlo.constant dense<true> : tensor<i1>\n"
                            "  stablehlo.custom_call @check.expect_eq(%0, %0) {has_side_effect = true}"
                            " : (tensor<2x3xbf16>, tensor<2x3xbf16>) -> ()\n"
                            "  return %0, %1 : tensor<2x3xbf16>, tensor<i1>\n"
                            "}\n";

static const char loop[] = "func.func @f() -> (tensor<i32>, tensor<2xf32>) {\n"
                           "  %0 = stablehlo.constant dense<0> : tensor<i32>\n"
                           "  %1 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>\n"
                           "  %2:2 = stablehlo.while(%a = %0, %b = %1) : tensor<i32>, tensor<2xf32>\n"
                           "   cond {\n"
                           "    %n = stablehlo.constant dense<3> : tensor<i32>\n"
                           "    %p = stablehlo.compare LT, %a, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
                           "    stablehlo.return %p : tensor<i1>\n"
                           "  } do {\n"
                           "    %k = stablehlo.constant dense<1> : tensor<i32>\n"
                           "    %s = stablehlo.add %a, %k : tensor<i32>\n"
                           "    %t = stablehlo.multiply %b, %b : tensor<2xf32>\n"
                           "    stablehlo.return %s, %t : tensor<i32>, tensor<2xf32>\n"
                           "  }\n"
                           "  return %2#0, %2#1 : tensor<i32>, tensor<2xf32>\n"
                           "}\n";

/* Ops that run together, on more elements than fit a few blocks on the stack; a gather that a plan
 * is made for. */
static const char chain[] =
    "func.func @f() -> tensor<20000xf32> {\n"
    "  %i = stablehlo.iota dim = 0 : tensor<20000xi32>\n"
    "  %0 = stablehlo.add %i, %i : tensor<20000xi32>\n"
    "  %1 = stablehlo.negate %0 : tensor<20000xi32>\n"
    "  %2 = stablehlo.convert %1 : (tensor<20000xi32>) -> tensor<20000xf32>\n"
    "  %3 = \"stablehlo.gather\"(%2, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0],\n"
    "      start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}>\n"
    "    : (tensor<20000xf32>, tensor<20000xi32>) -> tensor<20000xf32>\n"
    "  return %3 : tensor<20000xf32>\n"
    "}\n";

static const char tuples[] =
    "func.func @f() -> (tuple<tensor<2xi16>, tuple<tensor<i1>>>, tensor<2xi16>) {\n"
    "  %0 = stablehlo.constant dense<[7, 8]> : tensor<2xi16>\n"
    "  %1 = stablehlo.constant dense<true> : tensor<i1>\n"
    "  %2 = stablehlo.tuple %1 : tuple<tensor<i1>>\n"
    "  %3 = stablehlo.tuple %0, %2 : tuple<tensor<2xi16>, tuple<tensor<i1>>>\n"
    "  %4 = stablehlo.get_tuple_element %3[0] : (tuple<tensor<2xi16>, tuple<tensor<i1>>>) -> tensor<2xi16>\n"
    "  return %3, %4 : tuple<tensor<2xi16>, tuple<tensor<i1>>>, tensor<2xi16>\n"
    "}\n";

static const char resource[] = "func.func @f() -> tensor<2xi32> {\n"
                               "  %0 = stablehlo.constant dense_resource<blob> : tensor<2xi32>\n"
                               "  %1 = stablehlo.add %0, %0 : tensor<2xi32>\n"
                               "  return %1 : tensor<2xi32>\n"
                               "}\n"
                               "{-#\n"
                               "  dialect_resources: { builtin: { blob: \"0x040000000100000002000000\" } }\n"
                               "#-}\n";

static const char windows[] =
    "func.func @f() -> (tensor<4xi32>, tensor<2xi32>, tensor<i32>, tensor<4xi32>) {\n"
    "  %x = stablehlo.constant dense<[3, 1, 4, 1]> : tensor<4xi32>\n"
    "  %s = stablehlo.constant dense<[7, 8]> : tensor<2xi32>\n"
    "  %z = stablehlo.constant dense<0> : tensor<i32>\n"
    "  %0 = \"stablehlo.select_and_scatter\"(%x, %s, %z) <{window_dimensions = array<i64: 2>,\n"
    "      window_strides = array<i64: 2>}> ({\n"
    "  ^bb0(%a: tensor<i32>, %b: tensor<i32>):\n"
    "    %c = stablehlo.compare GE, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
    "    stablehlo.return %c : tensor<i1>\n"
    "  }, {\n"
    "  ^bb0(%a: tensor<i32>, %b: tensor<i32>):\n"
    "    %c = stablehlo.add %a, %b : tensor<i32>\n"
    "    stablehlo.return %c : tensor<i32>\n"
    "  }) : (tensor<4xi32>, tensor<2xi32>, tensor<i32>) -> tensor<4xi32>\n"
    "  %1 = \"stablehlo.reduce_window\"(%x, %z) <{window_dimensions = array<i64: 2>,\n"
    "      window_strides = array<i64: 2>}> ({\n"
    "  ^bb0(%a: tensor<i32>, %b: tensor<i32>):\n"
    "    %c = stablehlo.maximum %a, %b : tensor<i32>\n"
    "    stablehlo.return %c : tensor<i32>\n"
    "  }) : (tensor<4xi32>, tensor<i32>) -> tensor<2xi32>\n"
    "  %2 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0]\n"
    "    : (tensor<4xi32>, tensor<i32>) -> tensor<i32>\n"
    "  %3 = \"stablehlo.sort\"(%x) <{dimension = 0 : i64}> ({\n"
    "  ^bb0(%a: tensor<i32>, %b: tensor<i32>):\n"
    "    %c = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
    "    stablehlo.return %c : tensor<i1>\n"
    "  }) : (tensor<4xi32>) -> tensor<4xi32>\n"
    "  return %0, %1, %2, %3 : tensor<4xi32>, tensor<2xi32>, tensor<i32>, tensor<4xi32>\n"
    "}\n";

static const char syntax[] =
    "#map = affine_map<(d0) -> (d0)>\n"
    "module @m attributes {x.a = [1, \"x\\22\", @s], x.b = #map, x.c = dense<[[1, 2], [3, 4]]> : tensor<2x2xi16>} {\n"
    "  func.func private @t(tensor<2x?xbf16>, tuple<tensor<i1>>, tensor<4x!quant.uniform<i8:f32, 1.0:17>>)\n"
    "  func.func @f() -> tensor<2xf32> attributes {note = \"n\"} {\n"
    "    %x = stablehlo.constant dense<\"0x0000803F00000040\"> : tensor<2xf32>\n"
    "    %q = stablehlo.uniform_quantize %x : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5:-3>>\n"
    "    %r = stablehlo.uniform_dequantize %q : (tensor<2x!quant.uniform<i8:f32, 0.5:-3>>) -> tensor<2xf32>\n"
    "    return %r : tensor<2xf32> loc(\"here\":1:2)\n"
    "  }\n"
    "}\n";

static void test_scatter_with_region(void **state)
{
    (void)state, check_program("scatter with a region", scatter_with_region);
}
static void test_calls(void **state) { (void)state, check_program("calls", calls); }
static void test_loop(void **state) { (void)state, check_program("while", loop); }
static void test_chain(void **state) { (void)state, check_program("chain", chain); }
static void test_tuples(void **state) { (void)state, check_program("tuples", tuples); }
static void test_resource(void **state) { (void)state, check_program("dense_resource", resource); }
static void test_windows(void **state) { (void)state, check_program("windows, reduce, sort", windows); }
static void test_syntax(void **state) { (void)state, check_program("syntax", syntax); }

/* ---- tensors from text ----------------------------------------------------------------------- */

static grn_status parse_tensor(const char *text, refuser *r, uint64_t *written)
{
    grn_sink sink = {hash_text, written};
    grn_tensor t;
    grn_status status = grn_tensor_parse(text, strlen(text), &r->allocator, NULL, &t);
    if (status != GRN_OK)
        return status;
    status = grn_tensor_write_literal(&t, NULL, &sink);
    grn_tensor_free(&t, &r->allocator);
    return status;
}

static void test_tensor_from_text(void **state)
{
    static const char *const texts[] = {"2x3xi32=[[1, 2, 3], [4, 5, 6]]", "4xf32=1.5", "complex<f64>=(1.0, 2.0)"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check_everywhere(texts[i], texts[i], parse_tensor);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_examples), cmocka_unit_test(test_scatter_with_region),
        cmocka_unit_test(test_calls),    cmocka_unit_test(test_loop),
        cmocka_unit_test(test_chain),    cmocka_unit_test(test_tuples),
        cmocka_unit_test(test_resource), cmocka_unit_test(test_windows),
        cmocka_unit_test(test_syntax),   cmocka_unit_test(test_tensor_from_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * test_convert_raise.c - programs whose gathers are simpler than they seem:
 * what is to be found in the StableHLO made of them, and what not. By hand,
 * from what each gather selects.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/programs.h"

typedef struct row {
    const char *claim, *program, *there, *not_there;
} row;

static const row rows[] = {
    {"rows put into others: the dimension where they are whole needs no pieces",
     "func.func @f(%x: tensor<4x3xf32>, %u: tensor<1x3xf32>) -> tensor<4x3xf32> {\n"
     "  %r = tensor.insert_slice %u into %x[1, 0] [1, 3] [1, 1] : tensor<1x3xf32> into tensor<4x3xf32>\n"
     "  return %r : tensor<4x3xf32>\n}\n",
     "dim = 0 : (tensor<1x3xf32>, tensor<1x3xf32>, tensor<2x3xf32>)", "dim = 1"},
    {"TCP's broadcast recipe along dim 0 is a gather of slices",
     "func.func @f(%x: tensor<3x4xf32>, %i: tensor<2xi64>) -> tensor<2x4xf32> {\n"
     "  %e = tensor.expand_shape %i [[0, 1]] output_shape [2, 1] : tensor<2xi64> into tensor<2x1xi64>\n"
     "  %c4 = arith.constant 4 : index\n"
     "  %b = tcp.broadcast %e, %c4 {axes = [1]} : tensor<2x1xi64>, index -> tensor<2x4xi64>\n"
     "  %r = tcp.gather %x, %b {dim = 0 : index} : tensor<3x4xf32>, tensor<2x4xi64> -> tensor<2x4xf32>\n"
     "  return %r : tensor<2x4xf32>\n}\n",
     "offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1", "batching_dims"},
    {"the recipe with both broadcast: the dim put into the operand goes again",
     "func.func @f(%x: tensor<5x1x4xf32>, %i: tensor<2x3x1xi64>) -> tensor<2x3x4xf32> {\n"
     "  %c3 = arith.constant 3 : index\n"
     "  %c4 = arith.constant 4 : index\n"
     "  %xb = tcp.broadcast %x, %c3 {axes = [1]} : tensor<5x1x4xf32>, index -> tensor<5x3x4xf32>\n"
     "  %ib = tcp.broadcast %i, %c4 {axes = [2]} : tensor<2x3x1xi64>, index -> tensor<2x3x4xi64>\n"
     "  %r = tcp.gather %xb, %ib {dim = 0 : index} : tensor<5x3x4xf32>, tensor<2x3x4xi64> -> tensor<2x3x4xf32>\n"
     "  return %r : tensor<2x3x4xf32>\n}\n",
     "offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2", "broadcast_in_dim"},
    {"indices that differ along the dim stay batched",
     "func.func @f(%x: tensor<3x4xf32>, %i: tensor<2x4xi64>) -> tensor<2x4xf32> {\n"
     "  %r = tcp.gather %x, %i {dim = 0 : index} : tensor<3x4xf32>, tensor<2x4xi64> -> tensor<2x4xf32>\n"
     "  return %r : tensor<2x4xf32>\n}\n",
     "operand_batching_dims = [1]", "offset_dims"},
    {"an iota before the index is a batching dim",
     "func.func @f(%x: tensor<2x5xf32>, %i: tensor<2x1xi64>) -> tensor<2xf32> {\n"
     "  %a = stablehlo.iota dim = 0 : tensor<2x1xi64>\n"
     "  %v = stablehlo.concatenate %a, %i, dim = 1 : (tensor<2x1xi64>, tensor<2x1xi64>) -> tensor<2x2xi64>\n"
     "  %r = \"onnx.GatherND\"(%x, %v) {batch_dims = 0 : si64} : (tensor<2x5xf32>, tensor<2x2xi64>) -> tensor<2xf32>\n"
     "  return %r : tensor<2xf32>\n}\n",
     "operand_batching_dims = [0], start_indices_batching_dims = [0]", "concatenate"},
    {"and so is a constant that counts",
     "func.func @f(%x: tensor<2x5xf32>, %i: tensor<2x1xi64>) -> tensor<2xf32> {\n"
     "  %a = stablehlo.constant dense<[[0], [1]]> : tensor<2x1xi64>\n"
     "  %v = stablehlo.concatenate %a, %i, dim = 1 : (tensor<2x1xi64>, tensor<2x1xi64>) -> tensor<2x2xi64>\n"
     "  %r = tcp.gather_nd %x, %v : tensor<2x5xf32>, tensor<2x2xi64> -> tensor<2xf32>\n"
     "  return %r : tensor<2xf32>\n}\n",
     "operand_batching_dims = [0], start_indices_batching_dims = [0]", "concatenate"},
    {"a constant that counts backwards is none",
     "func.func @f(%x: tensor<2x5xf32>, %i: tensor<2x1xi64>) -> tensor<2xf32> {\n"
     "  %a = stablehlo.constant dense<[[1], [0]]> : tensor<2x1xi64>\n"
     "  %v = stablehlo.concatenate %a, %i, dim = 1 : (tensor<2x1xi64>, tensor<2x1xi64>) -> tensor<2x2xi64>\n"
     "  %r = tcp.gather_nd %x, %v : tensor<2x5xf32>, tensor<2x2xi64> -> tensor<2xf32>\n"
     "  return %r : tensor<2xf32>\n}\n",
     "concatenate", "batching_dims"},
    {"every second row is a slice",
     "func.func @f(%x: tensor<6x4xf32>) -> tensor<3x4xf32> {\n"
     "  %i = stablehlo.constant dense<[1, 3, 5]> : tensor<3xi64>\n"
     "  %r = \"onnx.Gather\"(%x, %i) {axis = 0 : si64} : (tensor<6x4xf32>, tensor<3xi64>) -> tensor<3x4xf32>\n"
     "  return %r : tensor<3x4xf32>\n}\n",
     "stablehlo.slice %arg0 [1:6:2, 0:4]", "stablehlo.gather"},
    {"rows in no even order stay a gather",
     "func.func @f(%x: tensor<6x4xf32>) -> tensor<3x4xf32> {\n"
     "  %i = stablehlo.constant dense<[1, 3, 4]> : tensor<3xi64>\n"
     "  %r = \"onnx.Gather\"(%x, %i) {axis = 0 : si64} : (tensor<6x4xf32>, tensor<3xi64>) -> tensor<3x4xf32>\n"
     "  return %r : tensor<3x4xf32>\n}\n",
     "stablehlo.gather", "stablehlo.slice"},
    {"one row, many times, is a broadcast",
     "func.func @f(%x: tensor<6x4xf32>) -> tensor<3x4xf32> {\n"
     "  %i = stablehlo.constant dense<2> : tensor<3xi64>\n"
     "  %r = \"onnx.Gather\"(%x, %i) {axis = 0 : si64} : (tensor<6x4xf32>, tensor<3xi64>) -> tensor<3x4xf32>\n"
     "  return %r : tensor<3x4xf32>\n}\n",
     "stablehlo.broadcast_in_dim", "stablehlo.gather"},
    {"coordinates in the other order are a transpose",
     "func.func @f(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {\n"
     "  %a = stablehlo.iota dim = 1 : tensor<3x2x1xi64>\n"
     "  %b = stablehlo.iota dim = 0 : tensor<3x2x1xi64>\n"
     "  %v = stablehlo.concatenate %a, %b, dim = 2 : (tensor<3x2x1xi64>, tensor<3x2x1xi64>) -> tensor<3x2x2xi64>\n"
     "  %r = tcp.gather_nd %x, %v : tensor<2x3xf32>, tensor<3x2x2xi64> -> tensor<3x2xf32>\n"
     "  return %r : tensor<3x2xf32>\n}\n",
     "stablehlo.transpose %arg0, dims = [1, 0]", "stablehlo.gather"},
    {"all rows in two dims are a reshape",
     "func.func @f(%x: tensor<4x3xf32>) -> tensor<2x2x3xf32> {\n"
     "  %i = stablehlo.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>\n"
     "  %r = \"onnx.Gather\"(%x, %i) {axis = 0 : si64} : (tensor<4x3xf32>, tensor<2x2xi64>) -> tensor<2x2x3xf32>\n"
     "  return %r : tensor<2x2x3xf32>\n}\n",
     "stablehlo.reshape %arg0", "stablehlo.gather"},
    {"a constant that is out of range stays an error",
     "func.func @f(%x: tensor<4x3xf32>) -> tensor<2x3xf32> {\n"
     "  %i = stablehlo.constant dense<[3, 4]> : tensor<2xi64>\n"
     "  %r = \"onnx.Gather\"(%x, %i) {axis = 0 : si64} : (tensor<4x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>\n"
     "  return %r : tensor<2x3xf32>\n}\n",
     "stablehlo.gather", "stablehlo.broadcast_in_dim"},
    {"ML-9: a gather of a splat is a splat",
     "func.func @f(%i: tensor<2x1xindex>) -> tensor<2x3xf32> {\n"
     "  %x = arith.constant dense<1.5> : tensor<4x3xf32>\n"
     "  %r = tensor.gather %x[%i] gather_dims([0]) : (tensor<4x3xf32>, tensor<2x1xindex>) -> tensor<2x3xf32>\n"
     "  return %r : tensor<2x3xf32>\n}\n",
     "dense<1.500000e+00> : tensor<2x3xf32>", "stablehlo.gather"},
};

static grn_status append(void *user, const char *text, size_t n)
{
    return fwrite(text, 1, n, user) == n ? GRN_OK : GRN_E_SINK;
}

static char *printed(const grn_module *module)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *to = open_memstream(&text, &bytes);
    assert_non_null(to);
    grn_sink sink = {append, to};
    assert_int_equal(grn_module_print(module, NULL, &sink), GRN_OK);
    fclose(to);
    return text;
}

static void check_row(const row *r)
{
    notes n = {0};
    grn_diag diag = notes_diag(&n);
    grn_module *module = NULL, *made = NULL;
    const grn_module_convert_options how = {.to = "stablehlo"};
    grn_status status = grn_module_parse(r->program, strlen(r->program), NULL, &diag, &module);
    if (status == GRN_OK)
        status = grn_module_convert(module, &how, &diag, &made);
    if (status != GRN_OK)
        fail_msg("%s: %s", r->claim, n.first);
    char *text = printed(made);
    if (!strstr(text, r->there) || strstr(text, r->not_there))
        fail_msg("%s: '%s' is to be there, '%s' is not, in\n%s", r->claim, r->there, r->not_there, text);
    grn_trials tried;
    const grn_equivalence_options few = {.trials = 8};
    status = grn_module_equivalent(module, made, &few, &diag, &tried);
    if (status !=
        (strstr(r->claim, "stays an error") ? GRN_E_UNSUPPORTED : GRN_OK)) /* of which nothing can be compared */
        fail_msg("%s: %s", r->claim, n.first);
    free(text);
    grn_module_destroy(made);
    grn_module_destroy(module);
}

static void simpler_ops_are_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_row(&rows[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(simpler_ops_are_found)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

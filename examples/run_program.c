/* run_program.c: a program of StableHLO's, parsed, run and printed; then one with a mistake. It prints
 *
 *   dense<[3.000000e+01, 1.000000e+01]> : tensor<2xf32>
 *   wrong.mlir:2:10: error: use of undeclared SSA value name
 */
#include <garner/garner.h>
#include <stdio.h>
#include <string.h>

static const char program[] =
    "func.func @main(%x: tensor<4xf32>, %i: tensor<2xi32>) -> tensor<2xf32> {\n"
    "  %r = \"stablehlo.gather\"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0],\n"
    "    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}>\n"
    "    : (tensor<4xf32>, tensor<2xi32>) -> tensor<2xf32>\n"
    "  return %r : tensor<2xf32>\n}\n";
static const char wrong[] = "func.func @main() {\n  return %r : tensor<2xf32>\n}\n";

static grn_status run(const grn_diag *diag)
{
    const float x[4] = {10, 20, 30, 40};
    const int32_t i[2] = {2, 0};
    const grn_tensor inputs[2] = {grn_tensor_1d(x, GRN_F32, 4), grn_tensor_1d(i, GRN_I32, 2)};
    const grn_sink out = grn_file_sink(stdout);
    grn_module *module = NULL;
    grn_results *results = NULL;
    grn_status status = grn_module_parse(program, strlen(program), NULL, diag, &module);
    if (status == GRN_OK)
        status = grn_module_run(module, 0, 2, inputs, NULL, diag, &results);
    if (status == GRN_OK)
        status = grn_results_write(results, 0, NULL, &out);
    printf("\n");
    grn_results_destroy(results);
    grn_module_destroy(module);
    return status;
}

int main(void)
{
    const grn_diag_lines lines = {grn_file_sink(stdout), "wrong.mlir"};
    const grn_diag diag = grn_diag_to(&lines);
    grn_module *module = NULL;
    if (run(&diag) != GRN_OK)
        return 1;
    const grn_status status = grn_module_parse(wrong, strlen(wrong), NULL, &diag, &module);
    grn_module_destroy(module);
    return status == GRN_E_PARSE ? 0 : 1;
}

/* use.c - a program outside the tree: gathers two rows of a 3x2 table, and runs a module. */
#include <garner/garner.h>
#include <stdio.h>
#include <string.h>

static int gather_rows(void)
{
    float table[3][2] = {{1, 2}, {3, 4}, {5, 6}}, rows[2][2] = {{0}};
    int64_t which[2] = {2, 0};
    grn_tensor operand, indices, result;
    grn_gather_spec spec = {.dims = {.offset_dims = {1, {1}},
                                     .collapsed_slice_dims = {1, {0}},
                                     .start_index_map = {1, {0}},
                                     .index_vector_dim = 1},
                            .slice_sizes = {2, {1, 2}}};
    if (grn_tensor_init(&operand, table, GRN_F32, 2, (int64_t[]){3, 2}) != GRN_OK ||
        grn_tensor_init(&indices, which, GRN_I64, 1, (int64_t[]){2}) != GRN_OK ||
        grn_tensor_init(&result, rows, GRN_F32, 2, (int64_t[]){2, 2}) != GRN_OK)
        return 1;
    if (grn_gather(&spec, &operand, &indices, &result, NULL) != GRN_OK)
        return 1;
    printf("%g %g / %g %g\n", rows[0][0], rows[0][1], rows[1][0], rows[1][1]);
    return !(rows[0][0] == 5 && rows[0][1] == 6 && rows[1][0] == 1 && rows[1][1] == 2);
}

static int run_module(void)
{
    static const char text[] = "func.func @main(%a: tensor<2xi32>) -> tensor<2xi32> {\n"
                               "  %b = stablehlo.add %a, %a : tensor<2xi32>\n  return %b : tensor<2xi32>\n}\n";
    int32_t in[2] = {20, 21};
    grn_tensor input;
    grn_module *module;
    grn_results *results;
    if (grn_tensor_init(&input, in, GRN_I32, 1, (int64_t[]){2}) != GRN_OK)
        return 1;
    if (grn_module_parse(text, strlen(text), NULL, NULL, &module) != GRN_OK)
        return 1;
    if (grn_module_verify(module, NULL) != GRN_OK ||
        grn_module_run(module, 0, 1, &input, NULL, NULL, &results) != GRN_OK)
        return 1;
    const int32_t *out = grn_results_tensor(results, 0)->data;
    int answer = !(out[0] == 40 && out[1] == 42);
    grn_results_destroy(results);
    grn_module_destroy(module);
    return answer;
}

int main(void) { return gather_rows() || run_module(); }

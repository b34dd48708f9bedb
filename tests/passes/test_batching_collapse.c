/*
 * test_batching_collapse.c - which index components are seen to count along a dim of the indices,
 * and which are not.
 *
 * Each row makes %c, the component for dim 0 of the operand, of shape [3, 2, 1]. Where it is 0, 1,
 * 2 along dim 0 whatever the other dims are, dim 0 becomes a batching dim; the program does the
 * same either way.
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

#define COUNTS true
#define STAYS false

static const struct {
    const char *claim;
    bool collapses;
    const char *component;
} rows[] = {
    {"an iota", COUNTS, "%c = stablehlo.iota dim = 0 : tensor<3x2x1xi32>\n"},
    {"an iota along the vectors", STAYS, "%c = stablehlo.iota dim = 2 : tensor<3x2x1xi32>\n"},
    {"an iota along a dim of another extent", STAYS, "%c = stablehlo.iota dim = 1 : tensor<3x2x1xi32>\n"},
    {"a broadcast iota", COUNTS,
     "%a = stablehlo.iota dim = 0 : tensor<3xi32>\n"
     "%c = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<3xi32>) -> tensor<3x2x1xi32>\n"},
    {"one of a single number", STAYS,
     "%a = stablehlo.iota dim = 0 : tensor<1xi32>\n"
     "%c = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<1xi32>) -> tensor<3x2x1xi32>\n"},
    {"a reshape past dims of one element", COUNTS,
     "%a = stablehlo.iota dim = 0 : tensor<3x1xi32>\n"
     "%b = stablehlo.reshape %a : (tensor<3x1xi32>) -> tensor<1x3x1xi32>\n"
     "%c = stablehlo.broadcast_in_dim %b, dims = [2, 0, 1] : (tensor<1x3x1xi32>) -> tensor<3x2x1xi32>\n"},
    {"a reshape of two dims past others of one element", COUNTS,
     "%a = stablehlo.iota dim = 1 : tensor<1x3x2xi32>\n"
     "%c = stablehlo.reshape %a : (tensor<1x3x2xi32>) -> tensor<3x2x1xi32>\n"},
    {"a reshape that splits a dim", STAYS,
     "%a = stablehlo.iota dim = 0 : tensor<6xi32>\n"
     "%c = stablehlo.reshape %a : (tensor<6xi32>) -> tensor<3x2x1xi32>\n"},
    {"a reshape to other extents", STAYS,
     "%a = stablehlo.iota dim = 0 : tensor<2x3xi32>\n"
     "%c = stablehlo.reshape %a : (tensor<2x3xi32>) -> tensor<3x2x1xi32>\n"},
    {"a reshape of the iota's dim of one element", STAYS,
     "%a = stablehlo.iota dim = 0 : tensor<1x3x2xi32>\n"
     "%c = stablehlo.reshape %a : (tensor<1x3x2xi32>) -> tensor<3x2x1xi32>\n"},
    {"a converted iota", COUNTS,
     "%a = stablehlo.iota dim = 0 : tensor<3x2x1xi64>\n"
     "%c = stablehlo.convert %a : (tensor<3x2x1xi64>) -> tensor<3x2x1xi32>\n"},
    {"one that was a float meanwhile", STAYS,
     "%a = stablehlo.iota dim = 0 : tensor<3x2x1xf32>\n"
     "%c = stablehlo.convert %a : (tensor<3x2x1xf32>) -> tensor<3x2x1xi32>\n"},
    {"one that wraps on the way", STAYS,
     "%a = stablehlo.iota dim = 0 : tensor<3x2x1xi64>\n"
     "%b = stablehlo.convert %a : (tensor<3x2x1xi64>) -> tensor<3x2x1xi2>\n"
     "%c = stablehlo.convert %b : (tensor<3x2x1xi2>) -> tensor<3x2x1xi32>\n"},
    {"a constant that counts", COUNTS,
     "%c = stablehlo.constant dense<[[[0], [0]], [[1], [1]], [[2], [2]]]> : tensor<3x2x1xi32>\n"},
    {"a constant that does not", STAYS,
     "%c = stablehlo.constant dense<[[[0], [0]], [[1], [1]], [[2], [1]]]> : tensor<3x2x1xi32>\n"},
    {"a constant of one number", STAYS, "%c = stablehlo.constant dense<1> : tensor<3x2x1xi32>\n"},
    {"a function of an iota", STAYS,
     "%a = stablehlo.iota dim = 0 : tensor<3x2x1xi32>\n"
     "%c = stablehlo.negate %a : tensor<3x2x1xi32>\n"},
    {"an argument", STAYS, "%c = stablehlo.reshape %n : (tensor<3x2xi32>) -> tensor<3x2x1xi32>\n"},
};

static grn_module *module_of(const char *component)
{
    char text[4096];
    grn_module *m;
    snprintf(
        text, sizeof text,
        "func.func @f(%%x: tensor<3x5x4xf32>, %%r: tensor<3x2x1xi32>, %%n: tensor<3x2xi32>) -> tensor<3x2x4xf32> {\n%s"
        "%%i = stablehlo.concatenate %%c, %%r, dim = 2 : (tensor<3x2x1xi32>, tensor<3x2x1xi32>) -> tensor<3x2x2xi32>\n"
        "%%0 = \"stablehlo.gather\"(%%x, %%i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2],\n"
        "  collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, "
        "1, 4>}>\n"
        "  : (tensor<3x5x4xf32>, tensor<3x2x2xi32>) -> tensor<3x2x4xf32>\n"
        "return %%0 : tensor<3x2x4xf32>\n}\n",
        component);
    assert_int_equal(grn_module_parse(text, strlen(text), NULL, NULL, &m), GRN_OK);
    return m;
}

static void collapse(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char printed[8192];
        grn_text_buffer to = grn_text_buffer_over(printed, sizeof printed);
        grn_module *m = module_of(rows[i].component), *made;
        grn_trials tried;
        assert_int_equal(grn_module_collapse_batching(m, NULL, &made), GRN_OK);
        assert_int_equal(grn_module_print(made, NULL, (grn_sink[]){grn_text_buffer_sink(&to)}), GRN_OK);
        bool collapsed = strstr(printed, "operand_batching_dims = [0]") != NULL;
        if (collapsed != rows[i].collapses)
            fail_msg("%s: %s", rows[i].claim, collapsed ? "is taken for an iota" : "is not seen");
        grn_status status = grn_module_equivalent(m, made, &(grn_equivalence_options){.trials = 8}, NULL, &tried);
        if (status != GRN_OK || (rows[i].collapses && tried.in_range == 0))
            fail_msg("%s: %s", rows[i].claim, grn_status_name(status));
        grn_module_destroy(made);
        grn_module_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(collapse)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

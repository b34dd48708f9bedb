/* Programs that check themselves as others can run them (opened.h), and inputs drawn at random (random_inputs.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "garner/garner.h"

static grn_module *parsed(const char *text)
{
    grn_module *m = NULL;
    assert_int_equal(grn_module_parse(text, strlen(text), NULL, NULL, &m), GRN_OK);
    return m;
}

/* ---- checks ------------------------------------------------------------------------------------ */

/* What the opened program has: inputs, results, and element 0 of its last result on the inputs that it comes with. */
static const struct {
    const char *claim, *text;
    bool keep_constants;
    size_t inputs, results;
    int32_t first;
} opened[] = {
    {"constants before the first op are inputs, what is checked is the result",
     "func.func @f() { %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32> %b = stablehlo.negate %a : tensor<2xi32> "
     "check.expect_eq_const %b, dense<[-1, -2]> : tensor<2xi32> return }",
     false, 1, 1, -1},
    {"constants stay where they are to", /* the same program */
     "func.func @f() { %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32> %b = stablehlo.negate %a : tensor<2xi32> "
     "check.expect_eq_const %b, dense<[-1, -2]> : tensor<2xi32> return }",
     true, 0, 1, -1},
    {"a constant behind an op is the program's own",
     "func.func @f() { %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32> %b = stablehlo.negate %a : tensor<2xi32> "
     "%c = stablehlo.constant dense<10> : tensor<2xi32> %d = stablehlo.add %b, %c : tensor<2xi32> "
     "check.expect_eq_const %d, dense<[9, 8]> : tensor<2xi32> return }",
     false, 1, 1, 9},
    {"a value that is checked twice is one result, and what an op expects is none",
     "func.func @f() { %a = stablehlo.constant dense<[3]> : tensor<1xi32> %w = stablehlo.constant dense<[-3]> : "
     "tensor<1xi32> %b = stablehlo.negate %a : tensor<1xi32> check.expect_eq %b, %w : tensor<1xi32> "
     "check.expect_eq_const %b, dense<-3> : tensor<1xi32> return }",
     false, 2, 1, -3},
    {"what is returned comes behind what is checked",
     "func.func @f() -> tensor<1xi32> { %a = stablehlo.constant dense<[3]> : tensor<1xi32> %b = stablehlo.negate %a : "
     "tensor<1xi32> check.expect_eq_const %b, dense<-3> : tensor<1xi32> return %a : tensor<1xi32> }",
     false, 1, 2, 3},
};

static void checks_are_opened(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof opened / sizeof *opened; i++) {
        grn_opened *o = NULL;
        grn_results *results = NULL;
        grn_module *m = parsed(opened[i].text);
        print_message("  %s\n", opened[i].claim);
        const grn_open_options how = {.keep_constants = opened[i].keep_constants};
        assert_int_equal(grn_module_open(m, 0, &how, NULL, &o), GRN_OK);
        assert_int_equal(grn_opened_inputs(o), opened[i].inputs);
        grn_tensor inputs[4];
        for (size_t k = 0; k < opened[i].inputs; k++)
            inputs[k] = *grn_opened_input(o, k);
        assert_int_equal(grn_module_run(grn_opened_module(o), 0, opened[i].inputs, inputs, NULL, NULL, &results),
                         GRN_OK);
        assert_int_equal(grn_results_count(results), opened[i].results);
        const grn_tensor *last = grn_results_tensor(results, opened[i].results - 1);
        assert_int_equal(*(const int32_t *)last->data, opened[i].first);
        grn_results_destroy(results);
        grn_opened_destroy(o);
        grn_module_destroy(m);
    }
}

/* ---- random inputs ----------------------------------------------------------------------------- */

static const char take[] =
    "func.func @take(%t: tensor<5x2xf32>, %i: tensor<7x1xi32>) -> tensor<7x2xf32> {\n"
    "  %0 = \"stablehlo.gather\"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], "
    "collapsed_slice_dims "
    "= [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<5x2xf32>, "
    "tensor<7x1xi32>) -> tensor<7x2xf32>\n"
    "  return %0 : tensor<7x2xf32>\n}\n";
/* An index out of range is an error. */
static const char strict[] =
    "func.func @take(%t: tensor<5xf32>, %i: tensor<7xi64>) -> tensor<7xf32> {\n"
    "  %0 = \"onnx.Gather\"(%t, %i) {axis = 0 : si64} : (tensor<5xf32>, tensor<7xi64>) -> tensor<7xf32>\n"
    "  return %0 : tensor<7xf32>\n}\n";

static grn_random_inputs *drawn(const grn_module *m, uint64_t seed, uint64_t number)
{
    grn_random_inputs *r = NULL;
    const grn_random_options how = {.seed = seed, .number = number};
    assert_int_equal(grn_module_random_inputs(m, 0, &how, NULL, &r), GRN_OK);
    assert_int_equal(grn_random_inputs_count(r), 2);
    return r;
}

static bool same(const grn_random_inputs *a, const grn_random_inputs *b)
{
    bool all = true;
    for (size_t i = 0; i < 2; i++) {
        const grn_tensor *x = &grn_random_inputs_tensors(a)[i], *y = &grn_random_inputs_tensors(b)[i];
        all = all && memcmp(x->data, y->data, grn_tensor_bytes(x)) == 0;
    }
    return all;
}

static void the_same_seed_gives_the_same_inputs(void **state)
{
    (void)state;
    grn_module *m = parsed(take);
    grn_random_inputs *a = drawn(m, 3, 0), *b = drawn(m, 3, 0), *seed = drawn(m, 4, 0), *number = drawn(m, 3, 1);
    assert_true(same(a, b));
    assert_false(same(a, seed));
    assert_false(same(a, number));
    grn_random_inputs_destroy(a), grn_random_inputs_destroy(b);
    grn_random_inputs_destroy(seed), grn_random_inputs_destroy(number);
    grn_module_destroy(m);
}

/* Trials 0 and 1 of four have rows 0 to 4 alone; in the third, and the fourth, some row of some seed is outside. */
static void indices_are_in_range_or_around_it(void **state)
{
    (void)state;
    grn_module *m = parsed(take);
    for (uint64_t number = 0; number < 4; number++) {
        size_t outside = 0;
        for (uint64_t seed = 0; seed < 20; seed++) {
            grn_random_inputs *r = drawn(m, seed, number);
            const int32_t *rows = grn_random_inputs_tensors(r)[1].data;
            for (int i = 0; i < 7; i++)
                outside += rows[i] < 0 || rows[i] > 4;
            grn_random_inputs_destroy(r);
        }
        assert_true(number < 2 ? outside == 0 : outside > 0);
    }
    grn_module_destroy(m);
}

static void inputs_are_no_error(void **state)
{
    (void)state;
    grn_module *m = parsed(strict);
    for (uint64_t n = 0; n < 64; n++) {
        grn_results *results = NULL;
        grn_random_inputs *r = drawn(m, n, n);
        assert_int_equal(grn_module_run(m, 0, 2, grn_random_inputs_tensors(r), NULL, NULL, &results), GRN_OK);
        grn_results_destroy(results);
        grn_random_inputs_destroy(r);
    }
    grn_module_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(checks_are_opened),
        cmocka_unit_test(the_same_seed_gives_the_same_inputs),
        cmocka_unit_test(indices_are_in_range_or_around_it),
        cmocka_unit_test(inputs_are_no_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

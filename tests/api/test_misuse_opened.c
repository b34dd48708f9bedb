/* test_misuse_opened.c - the misuse table of opened.h and random_inputs.h. */
#include "garner/opened.h"
#include "garner/random_inputs.h"
#include "misuse.h"

static const char program[] = "func.func @checked() {\n"
                              "  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
                              "  %0 = stablehlo.negate %a : tensor<2xi32>\n"
                              "  check.expect_eq_const %0, dense<[-1, -2]> : tensor<2xi32>\n"
                              "  return\n"
                              "}\n"
                              "func.func @plain(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
                              "  return %a : tensor<4xf32>\n"
                              "}\n"
                              "func.func private @declared(tensor<4xf32>)\n"
                              "func.func @any(%a: tensor<*xf32>) {\n"
                              "  return\n"
                              "}\n";
enum { CHECKED, PLAIN, DECLARED, ANY };
static grn_module *module;
static grn_opened *opened_place;
static grn_random_inputs *drawn_place;
static const misuse_pointer opened_pointers[] = {{"module", &module}, {"out", &opened_place}, {NULL, NULL}};

static grn_status opened(world *w, size_t function, const grn_open_options *options)
{
    grn_opened **out = Q("out") ? &opened_place : NULL;
    const grn_status status = grn_module_open(Q("module") ? module : NULL, function, options, D, out);
    grn_opened_destroy(opened_place);
    opened_place = NULL;
    return status;
}

static grn_status drawn(world *w, size_t function, const grn_random_options *options)
{
    grn_random_inputs **out = Q("out") ? &drawn_place : NULL;
    const grn_status status = grn_module_random_inputs(Q("module") ? module : NULL, function, options, D, out);
    grn_random_inputs_destroy(drawn_place);
    drawn_place = NULL;
    return status;
}

static bool looks(void)
{
    grn_opened *o = NULL;
    grn_random_inputs *r = NULL;
    if (grn_module_open(module, CHECKED, NULL, NULL, &o) != GRN_OK ||
        grn_module_random_inputs(module, PLAIN, NULL, NULL, &r) != GRN_OK)
        return false;
    const bool right = grn_opened_inputs(o) == 1 && grn_opened_input(o, 0) && grn_opened_input(o, 1) == NULL &&
                       grn_module_functions(grn_opened_module(o)) == 1 && grn_random_inputs_count(r) == 1 &&
                       grn_random_inputs_tensors(r)[0].shape[0] == 4;
    grn_opened_destroy(o);
    grn_random_inputs_destroy(r);
    return right;
}

static bool looks_at_nothing(void)
{
    grn_opened_destroy(NULL);
    grn_random_inputs_destroy(NULL);
    return grn_opened_module(NULL) == NULL && grn_opened_inputs(NULL) == 0 && grn_opened_input(NULL, 0) == NULL &&
           grn_random_inputs_count(NULL) == 0 && grn_random_inputs_tensors(NULL) == NULL;
}
#define LOOKS holds(looks() && looks_at_nothing())

#define ROWS(R)                                            \
    R(open, grn_module_open, "", opened(w, CHECKED, NULL)) \
    R(random, grn_module_random_inputs, "", drawn(w, PLAIN, NULL))

#define CASES(C)                                                                                                    \
    C(open_none, grn_module_open, "a function that there is not", "", GRN_E_ARGUMENT, "function 7 of 4",            \
      opened(w, 7, NULL))                                                                                           \
    C(open_declared, grn_module_open, "a function without a body", "", GRN_E_ARGUMENT, "has no body",               \
      opened(w, DECLARED, NULL))                                                                                    \
    C(open_plain, grn_module_open, "a function without checks", "", GRN_E_UNSUPPORTED, "@plain has no checks",      \
      opened(w, PLAIN, NULL))                                                                                       \
    C(random_none, grn_module_random_inputs, "a function that there is not", "", GRN_E_ARGUMENT, "function 7 of 4", \
      drawn(w, 7, NULL))                                                                                            \
    C(random_declared, grn_module_random_inputs, "a function without a body", "", GRN_E_ARGUMENT, "has no body",    \
      drawn(w, DECLARED, NULL))                                                                                     \
    C(random_any, grn_module_random_inputs, "an input of no rank", "", GRN_E_UNSUPPORTED, "tensor of known rank",   \
      drawn(w, ANY, NULL))                                                                                          \
    C(random_limit, grn_module_random_inputs, "inputs over the limit", "", GRN_E_MEMORY, "the limit is 8",          \
      drawn(w, PLAIN, &(grn_random_options){.max_memory_bytes = 8}))                                                \
    C(open_destroy, grn_opened_destroy, "NULL", "", GRN_OK, NULL, LOOKS)                                            \
    C(open_module, grn_opened_module, "NULL", "", GRN_OK, NULL, LOOKS)                                              \
    C(open_inputs, grn_opened_inputs, "NULL", "", GRN_OK, NULL, LOOKS)                                              \
    C(open_input, grn_opened_input, "behind the last, and of NULL", "", GRN_OK, NULL, LOOKS)                        \
    C(random_destroy, grn_random_inputs_destroy, "NULL", "", GRN_OK, NULL, LOOKS)                                   \
    C(random_count, grn_random_inputs_count, "NULL", "", GRN_OK, NULL, LOOKS)                                       \
    C(random_tensors, grn_random_inputs_tensors, "NULL", "", GRN_OK, NULL, LOOKS)

MISUSE_TABLES

static int set_up(void **unused)
{
    (void)unused;
    assert_int_equal(grn_module_parse(program, sizeof program - 1, NULL, NULL, &module), GRN_OK);
    return 0;
}

static int tear_down(void **unused)
{
    (void)unused;
    grn_module_destroy(module);
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows), cmocka_unit_test(test_cases)};
    misuse_pointers = opened_pointers;
    return list_functions(argc, argv) ? 0 : cmocka_run_group_tests(tests, set_up, tear_down);
}

/* test_misuse_reduce.c - the misuse table of reduce.h. */
#include "misuse.h"

static const char program[] = "func.func @main(%a: tensor<4xf32>, %b: tensor<3xf32>) -> tensor<4xf32> {\n"
                              "  %0 = stablehlo.negate %a : tensor<4xf32>\n"
                              "  return %0 : tensor<4xf32>\n"
                              "}\n"
                              "func.func private @outside(tensor<4xf32>)\n";

static void hold(void *user, size_t n, const grn_reduced *tried, bool *holds)
{
    (void)user;
    for (size_t i = 0; i < n; i++)
        holds[i] = tried[i].module != NULL;
}

static void hold_none(void *user, size_t n, const grn_reduced *tried, bool *holds)
{
    (void)user, (void)tried;
    for (size_t i = 0; i < n; i++)
        holds[i] = false;
}

static grn_module *module;
static const grn_reduced plain = {.module = NULL};
static const misuse_pointer pointers[] = {
    {"from", &plain}, {"from->module", &module}, {"holds", &module}, {"out", &module}, {NULL, NULL}};

static grn_status reduce(world *w)
{
    grn_tensor inputs[2];
    grn_reduction *found = NULL;
    if (T(0) && T(1)) {
        inputs[0] = *T(0);
        inputs[1] = *T(1);
    }
    const grn_reduced from = {
        .module = Q("from->module") ? module : NULL, .ninputs = 2, .inputs = T(0) && T(1) ? inputs : NULL};
    const grn_status status =
        grn_module_reduce(Q("from") ? &from : NULL, Q("holds") ? hold : NULL, NULL, NULL, D, Q("out") ? &found : NULL);
    grn_reduction_destroy(found);
    return status;
}

static grn_status reduce_with(world *w, size_t function, size_t ninputs, size_t size_bytes,
                              void (*judge)(void *, size_t, const grn_reduced *, bool *))
{
    float a[4] = {0};
    const grn_tensor input = {a, GRN_F32, 1, {4}, {1}};
    const grn_reduced from = {.module = module, .function = function, .ninputs = ninputs, .inputs = &input};
    const grn_reduce_options options = {.size_bytes = size_bytes, .at_once = 2};
    grn_reduction *found = NULL;
    const grn_status status = grn_module_reduce(&from, judge, NULL, &options, D, &found);
    assert_true((status == GRN_OK) == (found != NULL));
    grn_reduction_destroy(found);
    return status;
}

static grn_status shrink(world *w)
{
    grn_tensor inputs[2];
    grn_reduction *found = NULL;
    if (T(0) && T(1)) {
        inputs[0] = *T(0);
        inputs[1] = *T(1);
    }
    const grn_reduced from = {
        .module = Q("from->module") ? module : NULL, .ninputs = 2, .inputs = T(0) && T(1) ? inputs : NULL};
    const grn_status status = grn_module_shrink(Q("from") ? &from : NULL, NULL, D, Q("out") ? &found : NULL);
    grn_reduction_destroy(found);
    return status;
}

static grn_status shrink_with(world *w, size_t function, size_t size_bytes)
{
    const grn_reduced from = {.module = module, .function = function};
    const grn_shrink_options options = {.size_bytes = size_bytes};
    grn_reduction *found = NULL;
    const grn_status status = grn_module_shrink(&from, &options, D, &found);
    assert_true((status == GRN_OK) == (found != NULL));
    assert_true(status != GRN_OK || grn_reduction_tries(found) == 1);
    grn_reduction_destroy(found);
    return status;
}

#define ROWS(R)                                                                                \
    R(reduce, grn_module_reduce, "inputs|input ##:f32[4]r inputs|input ##:f32[3]r", reduce(w)) \
    R(shrink, grn_module_shrink, "inputs|input ##:f32[4]r inputs|input ##:f32[3]r", shrink(w))

#define CASES(C)                                                                                                      \
    C(destroy, grn_reduction_destroy, "of nothing", "", GRN_OK, NULL, (grn_reduction_destroy(NULL), GRN_OK))          \
    C(no_program, grn_reduction_program, "of nothing", "", GRN_OK, NULL, holds(grn_reduction_program(NULL) == NULL))  \
    C(no_tries, grn_reduction_tries, "of nothing", "", GRN_OK, NULL, holds(grn_reduction_tries(NULL) == 0))           \
    C(no_ops, grn_module_count_ops, "of nothing, and of the program", "", GRN_OK, NULL,                               \
      holds(grn_module_count_ops(NULL) == 0 && grn_module_count_ops(module) == 1))                                    \
    C(function, grn_module_reduce, "no such function", "", GRN_E_ARGUMENT, "function is 2, the module has 2",         \
      reduce_with(w, 2, 0, 0, hold))                                                                                  \
    C(bodiless, grn_module_reduce, "a function without a body", "", GRN_E_ARGUMENT, "@outside has no body",           \
      reduce_with(w, 1, 0, 0, hold))                                                                                  \
    C(few, grn_module_reduce, "too few inputs", "", GRN_E_ARGUMENT, "takes 2 inputs, 1 are given",                    \
      reduce_with(w, 0, 1, 0, hold))                                                                                  \
    C(size, grn_module_reduce, "options of another size", "", GRN_E_ARGUMENT, "size_bytes of the grn_reduce_options", \
      reduce_with(w, 0, 0, 3, hold))                                                                                  \
    C(none, grn_module_reduce, "the program does not do it", "", GRN_E_CHECK, "does not do what is looked for",       \
      reduce_with(w, 0, 0, 0, hold_none))                                                                             \
    C(open, grn_module_reduce, "without inputs", "", GRN_OK, NULL, reduce_with(w, 0, 0, 0, hold))                     \
    C(no_function, grn_module_shrink, "no such function", "", GRN_E_ARGUMENT, "function is 2, the module has 2",      \
      shrink_with(w, 2, 0))                                                                                           \
    C(other_size, grn_module_shrink, "options of another size", "", GRN_E_ARGUMENT,                                   \
      "size_bytes of the grn_shrink_options", shrink_with(w, 0, 3))                                                   \
    C(no_indices, grn_module_shrink, "nothing to shrink", "", GRN_OK, NULL, shrink_with(w, 0, 0))

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
    misuse_pointers = pointers;
    return list_functions(argc, argv) ? 0 : cmocka_run_group_tests(tests, set_up, tear_down);
}

/* test_misuse_differ.c - the misuse table of differ.h. */
#include "garner/differ.h"
#include "misuse.h"

static const char program[] = "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
                              "  %0 = stablehlo.negate %a : tensor<4xf32>\n"
                              "  return %0 : tensor<4xf32>\n"
                              "}\n";
static grn_module *module;

/* A tool that gives back what it gets. */
static grn_status give_back(void *user, const grn_module *m, size_t function, size_t ninputs, const grn_tensor *inputs,
                            grn_tool_answer *answer)
{
    (void)user, (void)m, (void)function;
    *answer = (grn_tool_answer){.outcome = GRN_TOOL_RAN, .nresults = ninputs, .results = inputs};
    return GRN_OK;
}
static grn_status give_up(void *user, const grn_module *m, size_t function, size_t ninputs, const grn_tensor *inputs,
                          grn_tool_answer *answer)
{
    (void)user, (void)m, (void)function, (void)ninputs, (void)inputs, (void)answer;
    return GRN_E_CHECK;
}
static const grn_tool tool = {.run = give_back}, nothing = {0}, failing = {.run = give_up};
static const misuse_pointer pointers[] = {{"module", &module}, {"tool", &tool}, {NULL, NULL}};

static grn_status diff(world *w)
{
    grn_diff *made;
    const grn_run_options run = {.allocator = AL};
    const grn_differ_options options = {.allocator = AL, .run = &run};
    const grn_status status = grn_module_diff(Q("module") ? module : NULL, 0, 1, T(0), Q("tool"), &options, D, &made);
    grn_diff_destroy(made);
    return status;
}

static grn_status diff_with(world *w, const grn_tool *with, size_t function, size_t ninputs,
                            const grn_differ_options *options)
{
    const float a[4] = {1, 2, 3, 4};
    const grn_tensor input = grn_tensor_1d(a, GRN_F32, 4);
    grn_diff *made;
    const grn_status status = grn_module_diff(module, function, ninputs, &input, with, options, D, &made);
    grn_diff_destroy(made);
    return status;
}

/* The calls that look at what was found. */
static bool looks(void)
{
    const float a[4] = {1, 2, 3, 4};
    const grn_tensor input = grn_tensor_1d(a, GRN_F32, 4);
    grn_diff *made;
    if (grn_module_diff(module, 0, 1, &input, &tool, NULL, NULL, &made) != GRN_OK)
        return false;
    const grn_difference *found = grn_diff_at(made, 0);
    const bool right = grn_diff_verdict(made) == GRN_BUG && grn_diff_count(made) == 1 && found &&
                       found->verdict == GRN_BUG && found->elements == 4 && grn_diff_at(made, 1) == NULL &&
                       grn_diff_said(made) == NULL && grn_diff_combinations(made) == 1;
    grn_diff_destroy(made);
    return right;
}

static bool looks_at_nothing(void)
{
    grn_diff_destroy(NULL);
    return grn_diff_verdict(NULL) == GRN_VERDICT_COUNT && grn_diff_count(NULL) == 0 && grn_diff_at(NULL, 0) == NULL &&
           grn_diff_said(NULL) == NULL && grn_diff_combinations(NULL) == 0;
}

static bool lists_tools(void)
{
    size_t n = 0;
    while (grn_differ_tool(n))
        n++;
    return n > 5 && grn_differ_tool(n + 1) == NULL && grn_differ_tool(SIZE_MAX) == NULL;
}

static bool lists_readings(void)
{
    size_t n = 0;
    while (grn_differ_reading(n) && grn_differ_reading(n)->name && grn_differ_reading(n)->what)
        n++;
    return grn_differ_reading(n) == NULL && grn_differ_reading(SIZE_MAX) == NULL;
}

#define ROWS(R) R(diff, grn_module_diff, "inputs|input ##:f32[4]r", diff(w))

#define CASES(C)                                                                                                    \
    C(no_function, grn_module_diff, "a function that there is not", "", GRN_E_ARGUMENT, "no function 7",            \
      diff_with(w, &tool, 7, 1, NULL))                                                                              \
    C(few, grn_module_diff, "too few inputs", "", GRN_E_ARGUMENT, "takes 1 input", diff_with(w, &tool, 0, 0, NULL)) \
    C(no_run, grn_module_diff, "a tool that cannot be run", "", GRN_E_ARGUMENT, "tool->run",                        \
      diff_with(w, &nothing, 0, 1, NULL))                                                                           \
    C(tool_fails, grn_module_diff, "a tool whose run fails", "", GRN_E_CHECK, NULL,                                 \
      diff_with(w, &failing, 0, 1, NULL))                                                                           \
    C(verdict_text, grn_verdict_text, "outside of the list", "", GRN_OK, NULL,                                      \
      holds(strcmp(grn_verdict_text((grn_verdict)99), "unknown") == 0 &&                                            \
            strcmp(grn_verdict_text(GRN_BUG), "bug") == 0))                                                         \
    C(allowance_text, grn_allowance_text, "outside of the list", "", GRN_OK, NULL,                                  \
      holds(strcmp(grn_allowance_text((grn_allowance)99), "unknown") == 0 &&                                        \
            strcmp(grn_allowance_text(GRN_ALLOWANCE_SUM_ORDER), "order of a sum") == 0))                            \
    C(tools, grn_differ_tool, "behind the last", "", GRN_OK, NULL, holds(lists_tools()))                            \
    C(readings, grn_differ_reading, "behind the last", "", GRN_OK, NULL, holds(lists_readings()))                   \
    C(verdict, grn_diff_verdict, "of a diff, and of NULL", "", GRN_OK, NULL, holds(looks() && looks_at_nothing()))  \
    C(said, grn_diff_said, "of a diff, and of NULL", "", GRN_OK, NULL, holds(looks() && looks_at_nothing()))        \
    C(combinations, grn_diff_combinations, "of a diff, and of NULL", "", GRN_OK, NULL,                              \
      holds(looks() && looks_at_nothing()))                                                                         \
    C(count, grn_diff_count, "of a diff, and of NULL", "", GRN_OK, NULL, holds(looks() && looks_at_nothing()))      \
    C(at, grn_diff_at, "behind the last, and of NULL", "", GRN_OK, NULL, holds(looks() && looks_at_nothing()))      \
    C(destroy, grn_diff_destroy, "NULL", "", GRN_OK, NULL, holds(looks_at_nothing()))

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

/* test_misuse_survey.c - the misuse table of module_plan.h and lint.h. */
#include "misuse.h"

static const char program[] =
    "func.func @main(%a: tensor<4xf32>, %i: tensor<3x1xi64>) -> tensor<3xf32> {\n"
    "  %0 = \"stablehlo.gather\"(%a, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0],\n"
    "      start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}>\n"
    "      : (tensor<4xf32>, tensor<3x1xi64>) -> tensor<3xf32>\n"
    "  return %0 : tensor<3xf32>\n"
    "}\n"
    "func.func private @open(%a: tensor<?xf32>) { return }\n";

static grn_status see_plan(void *user, const grn_planned_access *a) { return (void)user, (void)a, GRN_OK; }
static grn_status see_no_plan(void *user, const grn_planned_access *a) { return (void)user, (void)a, GRN_E_CHECK; }
static grn_status find(void *user, const grn_lint_finding *f) { return (void)user, (void)f, GRN_OK; }
static grn_status find_no_more(void *user, const grn_lint_finding *f) { return (void)user, (void)f, GRN_E_CHECK; }
static grn_status count(void *user, const grn_lint_record *r) { return (void)user, (void)r, GRN_OK; }
static grn_status count_no_more(void *user, const grn_lint_record *r) { return (void)user, (void)r, GRN_E_CHECK; }
static const grn_plan_visitor visitor = {see_plan, NULL}, blind = {NULL, NULL}, impatient = {see_no_plan, NULL};
static const grn_lint_reporter reporter = {find, count, NULL}, deaf = {NULL, count, NULL},
                               short_of_findings = {find_no_more, NULL, NULL},
                               short_of_counts = {find, count_no_more, NULL};
static grn_module *module;

static const misuse_pointer pointers[] = {
    {"module", &module}, {"visitor", &visitor}, {"reporter", &reporter}, {NULL, NULL}};

static const grn_module *module_as(world *w) { return Q("module") != NULL ? module : NULL; }

/* Two tensors of a row as the list that a call takes; NULL where one is. */
static const grn_tensor *both(world *w, grn_tensor inputs[2])
{
    if (T(0) == NULL || T(1) == NULL)
        return NULL;
    memcpy(&inputs[0], T(0), sizeof *inputs);
    memcpy(&inputs[1], T(1), sizeof *inputs);
    return inputs;
}

static grn_status plan(world *w)
{
    grn_tensor inputs[2];
    const grn_module_plan_options options = {.one_function = true, .ninputs = 2, .inputs = both(w, inputs)};
    return grn_module_plan(module_as(w), &options, Q("visitor"), D);
}

static grn_status plan_all(world *w) { return grn_module_plan(module_as(w), NULL, Q("visitor"), D); }

static grn_status lint(world *w)
{
    grn_tensor inputs[2];
    const grn_run_options run = {.allocator = AL};
    const grn_lint_options options = {.run = true, .ninputs = 2, .inputs = both(w, inputs), .run_options = &run};
    return grn_module_lint(module_as(w), &options, Q("reporter"), D, NULL);
}

static grn_status lint_statically(world *w)
{
    grn_lint_totals totals;
    return grn_module_lint(module_as(w), NULL, Q("reporter"), D, &totals);
}

static grn_status plan_with(world *w, const grn_module_plan_options *options, const grn_plan_visitor *to)
{
    return grn_module_plan(module, options, to, D);
}

static grn_status lint_with(world *w, size_t function, size_t ninputs, const grn_lint_reporter *to)
{
    float a[4] = {0};
    int64_t i[3] = {5, 0, 0}; /* one is out of bounds */
    const grn_tensor inputs[2] = {{a, GRN_F32, 1, {4}, {1}}, {i, GRN_I64, 2, {3, 1}, {1, 1}}};
    const grn_lint_options options = {.run = true, .function = function, .ninputs = ninputs, .inputs = inputs};
    return grn_module_lint(module, &options, to, D, NULL);
}

#define PLAN(...) plan_with(w, &(grn_module_plan_options){__VA_ARGS__}, &visitor)
#define ASSUME(...) \
    .nassumed = 1, .assumed = &(grn_assumed_extent) { __VA_ARGS__ }

#define ROWS(R)                                                                            \
    R(plan, grn_module_plan, "inputs|input ##:f32[4]s inputs|input ##:i64[3,1]s", plan(w)) \
    R(plan_all, grn_module_plan, "", plan_all(w))                                          \
    R(lint, grn_module_lint, "inputs|input ##:f32[4]r inputs|input ##:i64[3,1]r", lint(w)) \
    R(lint_statically, grn_module_lint, "", lint_statically(w))

#define CASES(C)                                                                                                       \
    C(kind, grn_lint_kind_text, "outside of the list", "", GRN_OK, NULL,                                               \
      holds(strcmp(grn_lint_kind_text((grn_lint_kind)99), "unknown") == 0 &&                                           \
            strcmp(grn_lint_kind_text(GRN_LINT_FALSE_PROMISE), "false-promise") == 0))                                 \
    C(elsewhere, grn_lint_elsewhere_of, "a kind that there is not, one that others do not differ on, no count", "",    \
      GRN_OK, NULL,                                                                                                    \
      holds(grn_lint_elsewhere_of((grn_lint_kind)99, true, NULL) == NULL &&                                            \
            grn_lint_elsewhere_of(GRN_LINT_UNUSED, false, NULL) == NULL &&                                             \
            grn_lint_elsewhere_of(GRN_LINT_OVERWRITTEN, true, NULL) != NULL))                                          \
    C(plan_blind, grn_module_plan, "a visitor without a function", "", GRN_E_ARGUMENT, "visitor",                      \
      plan_with(w, NULL, &blind))                                                                                      \
    C(plan_ends, grn_module_plan, "a visitor ends it", "", GRN_E_CHECK, NULL, plan_with(w, NULL, &impatient))          \
    C(plan_function, grn_module_plan, "no such function", "", GRN_E_ARGUMENT, "#2",                                    \
      PLAN(.one_function = true, .function = 2))                                                                       \
    C(plan_nowhere, grn_module_plan, "inputs of no function", "", GRN_E_ARGUMENT, "no function that takes them",       \
      PLAN(.ninputs = 1))                                                                                              \
    C(plan_few, grn_module_plan, "too few inputs", "", GRN_E_ARGUMENT, "takes 2 inputs, 1 are given",                  \
      PLAN(.one_function = true, .ninputs = 1))                                                                        \
    C(plan_extent, grn_module_plan, "an extent below zero", "", GRN_E_ARGUMENT, "extent is -1", PLAN(.extent = -1))    \
    C(plan_assumed, grn_module_plan, "a list that is not there", "", GRN_E_ARGUMENT, "assumed", PLAN(.nassumed = 1))   \
    C(plan_nameless, grn_module_plan, "no argument named", "", GRN_E_ARGUMENT, "assumed[0]", PLAN(ASSUME(NULL, 0, 1))) \
    C(plan_below, grn_module_plan, "a negative extent", "", GRN_E_ARGUMENT, "assumed[0]", PLAN(ASSUME("a", 0, -1)))    \
    C(plan_dim, grn_module_plan, "a negative dimension", "", GRN_E_ARGUMENT, "assumed[0]", PLAN(ASSUME("a", -1, 1)))   \
    C(plan_closed, grn_module_plan, "a dimension that is not open", "", GRN_E_ARGUMENT,                                \
      "'i' of which dimension 0 is open", PLAN(ASSUME("i", 0, 1)))                                                     \
    C(plan_open, grn_module_plan, "one that is", "", GRN_OK, NULL, PLAN(ASSUME("0", 0, 1)))                            \
    C(plan_seconds, grn_module_plan, "less than no time", "", GRN_E_ARGUMENT, "tune_seconds",                          \
      PLAN(.tune_seconds = -1))                                                                                        \
    C(plan_limit, grn_module_plan, "at most one", "", GRN_OK, NULL, PLAN(.max_accesses = 1))                           \
    C(plan_parallel, grn_module_plan, "nobody runs", "", GRN_E_ARGUMENT, "parallel",                                   \
      PLAN(.parallel = &(grn_parallel){.threads = 2}))                                                                 \
    C(plan_ttnn, grn_module_plan, "accounts for nobody", "", GRN_E_ARGUMENT, "ttnn",                                   \
      PLAN(.ttnn = &(grn_ttnn_planner){0}))                                                                            \
    C(lint_deaf, grn_module_lint, "a reporter without a function", "", GRN_E_ARGUMENT, "reporter",                     \
      lint_with(w, 0, 2, &deaf))                                                                                       \
    C(lint_ends, grn_module_lint, "a reporter ends it", "", GRN_E_CHECK, NULL, lint_with(w, 0, 2, &short_of_findings)) \
    C(lint_ends_count, grn_module_lint, "one of counts", "", GRN_E_CHECK, NULL, lint_with(w, 0, 2, &short_of_counts))  \
    C(lint_function, grn_module_lint, "no such function", "", GRN_E_ARGUMENT, "#2", lint_with(w, 2, 2, &reporter))     \
    C(lint_few, grn_module_lint, "too few inputs", "", GRN_E_ARGUMENT, "takes 2 inputs, 1 are given",                  \
      lint_with(w, 0, 1, &reporter))

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

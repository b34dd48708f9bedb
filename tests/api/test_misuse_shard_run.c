/* test_misuse_shard_run.c - the misuse table of what shard.h says of layouts and runs. */
#include "garner/shard.h"
#include "misuse.h"

static const char program[] =
    "sdy.mesh @m = <[\"x\"=2]>\n"
    "func.func @main(%a: tensor<5xi32> {sdy.sharding = #sdy.sharding<@m, [{\"x\"}]>}) -> tensor<5xi32> {\n"
    "  %0 = stablehlo.negate %a : tensor<5xi32>\n"
    "  return %0 : tensor<5xi32>\n"
    "}\n";
static const char random[] = "func.func @main(%a: tensor<f32>, %s: tensor<1xi64>) -> tensor<4xf32> {\n"
                             "  %0 = stablehlo.rng %a, %a, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, "
                             "tensor<1xi64>) -> tensor<4xf32>\n"
                             "  return %0 : tensor<4xf32>\n}\n";

static grn_module *module, *drawn;
static grn_results *results_out;
static int32_t data[5], parts[2];
static int64_t count_out;
static grn_layout layout_out;
static grn_tensor input, drawn_inputs[2];

static const misuse_pointer pointers[] = {
    {"out", &results_out}, {"count", &count_out}, {"layout", &layout_out}, {"part_of", parts}, {"inputs", &input},
    {"module", &module},   {NULL, NULL},
};

static const grn_module *given(world *w) { return Q("module") != NULL ? module : NULL; }

static grn_status has_mesh(world *w)
{
    (void)w;
    return grn_module_shard_has_mesh(module) && !grn_module_shard_has_mesh(NULL) ? GRN_OK : GRN_E_CHECK;
}
static grn_status devices(world *w) { return grn_module_shard_devices(given(w), 0, D, Q("count")); }

static grn_status counts(world *w, size_t function)
{
    return grn_module_shard_devices(module, function, D, &count_out);
}

static grn_status laid_out(world *w)
{
    return grn_module_shard_layout(given(w), 0, false, 0, Q("part_of"), D, Q("layout"));
}

static grn_status lays(world *w, const grn_module *m, size_t function, bool is_result, size_t i)
{
    return grn_module_shard_layout(m, function, is_result, i, parts, D, &layout_out);
}

static grn_status destroyed(grn_status status, grn_results **out)
{
    if (out != NULL) {
        assert_true((status == GRN_OK) == (*out != NULL));
        grn_results_destroy(*out);
        *out = NULL;
    }
    return status;
}

static grn_status ran(world *w)
{
    grn_results **out = Q("out");
    return destroyed(grn_module_shard_run(given(w), 0, 1, Q("inputs"), NULL, NULL, D, out), out);
}

static grn_status runs(world *w, size_t function, size_t ninputs, const grn_run_options *options)
{
    return destroyed(grn_module_shard_run(module, function, ninputs, &input, NULL, options, D, &results_out),
                     &results_out);
}

static grn_status draws(world *w)
{
    return destroyed(grn_module_shard_run(drawn, 0, 2, drawn_inputs, NULL, NULL, D, &results_out), &results_out);
}

/* What of a run's layouts there is, and is not. */
static bool tells_layouts(void)
{
    grn_results *plain = NULL, *divided = NULL;
    assert_int_equal(grn_module_run(module, 0, 1, &input, NULL, NULL, &plain), GRN_OK);
    assert_int_equal(grn_module_shard_run(module, 0, 1, &input, NULL, NULL, NULL, &divided), GRN_OK);
    const bool right = grn_results_layout(NULL, true, 0) == NULL && grn_results_layout(plain, true, 0) == NULL &&
                       grn_results_layout(divided, true, 1) == NULL && grn_results_layout(divided, false, 1) == NULL &&
                       grn_results_layout(divided, true, SIZE_MAX) == NULL &&
                       grn_results_layout(divided, true, 0) != NULL &&
                       grn_results_layout(divided, false, 0)->parts[0] == 2;
    grn_results_destroy(plain);
    grn_results_destroy(divided);
    return right;
}

#define RUN(...) \
    &(grn_run_options) { __VA_ARGS__ }

#define ROWS(R)                                             \
    R(has_mesh, grn_module_shard_has_mesh, "", has_mesh(w)) \
    R(devices, grn_module_shard_devices, "", devices(w))    \
    R(layout, grn_module_shard_layout, "", laid_out(w))     \
    R(run, grn_module_shard_run, "", ran(w))

#define CASES(C)                                                                                                      \
    C(no_mesh, grn_module_shard_devices, "of a function that there is not", "", GRN_E_ARGUMENT, "no function #1",     \
      counts(w, 1))                                                                                                   \
    C(no_function, grn_module_shard_layout, "of a function that there is not", "", GRN_E_ARGUMENT, "no function #1",  \
      lays(w, module, 1, false, 0))                                                                                   \
    C(no_argument, grn_module_shard_layout, "of an argument that there is not", "", GRN_E_ARGUMENT, "no argument #1", \
      lays(w, module, 0, false, 1))                                                                                   \
    C(no_result, grn_module_shard_layout, "of a result that there is not", "", GRN_E_ARGUMENT, "no result #2",        \
      lays(w, module, 0, true, 2))                                                                                    \
    C(no_entry, grn_module_shard_run, "a function that there is not", "", GRN_E_ARGUMENT, "no function #3",           \
      runs(w, 3, 1, NULL))                                                                                            \
    C(no_input, grn_module_shard_run, "too few inputs", "", GRN_E_ARGUMENT, "takes 1 inputs, 0 are given",            \
      runs(w, 0, 0, NULL))                                                                                            \
    C(both, grn_module_shard_run, "a grid besides", "", GRN_E_ARGUMENT, "not both",                                   \
      runs(w, 0, 1, RUN(.partitions = 2)))                                                                            \
    C(strict, grn_module_shard_run, "checks of indices besides", "", GRN_E_UNSUPPORTED, "the range of indices",       \
      runs(w, 0, 1, RUN(.strict_bounds = true)))                                                                      \
    C(promises, grn_module_shard_run, "checks of promises besides", "", GRN_E_UNSUPPORTED, "a promise about",         \
      runs(w, 0, 1, RUN(.check_promises = true)))                                                                     \
    C(kept, grn_results_layout, "nothing, where there is none", "", GRN_OK, NULL, holds(tells_layouts()))             \
    C(effect, grn_module_shard_run, "an op that cannot be divided", "", GRN_E_UNSUPPORTED, "'stablehlo.rng'", draws(w))

MISUSE_TABLES

static int set_up(void **unused)
{
    (void)unused;
    const int64_t five = 5, one = 1;
    static float scalar;
    static int64_t four = 4;
    assert_int_equal(grn_module_parse(program, sizeof program - 1, NULL, NULL, &module), GRN_OK);
    assert_int_equal(grn_module_parse(random, sizeof random - 1, NULL, NULL, &drawn), GRN_OK);
    assert_int_equal(grn_tensor_init(&input, data, GRN_I32, 1, &five), GRN_OK);
    assert_int_equal(grn_tensor_init(&drawn_inputs[0], &scalar, GRN_F32, 0, NULL), GRN_OK);
    assert_int_equal(grn_tensor_init(&drawn_inputs[1], &four, GRN_I64, 1, &one), GRN_OK);
    return 0;
}

static int tear_down(void **unused)
{
    (void)unused;
    grn_module_destroy(module);
    grn_module_destroy(drawn);
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows), cmocka_unit_test(test_cases)};
    misuse_pointers = pointers;
    return list_functions(argc, argv) ? 0 : cmocka_run_group_tests(tests, set_up, tear_down);
}

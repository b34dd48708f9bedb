/* test_misuse_lower.c - the misuse table of lower.h. */
#include "misuse.h"

static const char program[] =
    "func.func @main(%a: tensor<4xf32>, %i: tensor<3x1xi64>) -> tensor<3xf32> {\n"
    "  %0 = \"stablehlo.gather\"(%a, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0],\n"
    "      start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}>\n"
    "      : (tensor<4xf32>, tensor<3x1xi64>) -> tensor<3xf32>\n"
    "  return %0 : tensor<3xf32>\n"
    "}\n";
static const char tuples[] = "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
                             "  %0 = stablehlo.tuple %a : tuple<tensor<4xf32>>\n"
                             "  %1 = stablehlo.get_tuple_element %0[0] : (tuple<tensor<4xf32>>) -> tensor<4xf32>\n"
                             "  func.return %1 : tensor<4xf32>\n}\n";

static grn_module *module, *tupled, *module_out;
static const grn_module_lower_options to_scf = {.to = "scf"};

static const misuse_pointer pointers[] = {
    {"out", &module_out},
    {"options", &to_scf},
    {"module", &module},
    {NULL, NULL},
};

static grn_status destroyed(grn_status status, grn_module **out)
{
    if (out != NULL) {
        assert_true((status == GRN_OK) == (*out != NULL));
        grn_module_destroy(*out);
        *out = NULL;
    }
    return status;
}

static grn_status lowered(world *w)
{
    grn_module **out = Q("out");
    return destroyed(grn_module_lower(Q("module") != NULL ? module : NULL, Q("options"), D, out), out);
}

static grn_status lower(world *w, const grn_module *m, const grn_module_lower_options *how)
{
    return destroyed(grn_module_lower(m, how, D, &module_out), &module_out);
}

#define HOW(...) \
    &(grn_module_lower_options) { __VA_ARGS__ }

#define ROWS(R) R(lower, grn_module_lower, "", lowered(w))

#define CASES(C)                                                                                                     \
    C(to_nothing, grn_module_lower, "to nothing", "", GRN_E_ARGUMENT, "form", lower(w, module, HOW(.to = NULL)))     \
    C(to_other, grn_module_lower, "to what there is not", "", GRN_E_ARGUMENT,                                        \
      "'llvm' to lower to: there are scf, linalg, parallel", lower(w, module, HOW(.to = "llvm")))                    \
    C(stage_other, grn_module_lower, "a stage that there is not", "", GRN_E_ARGUMENT,                                \
      "'cpu': there are tensor, destination, buffer, loops", lower(w, module, HOW(.to = "scf", .stage = "cpu")))     \
    C(stage_none, grn_module_lower, "tensors have no stage of buffers", "", GRN_E_ARGUMENT, "has no stage 'buffer'", \
      lower(w, module, HOW(.to = "linalg", .stage = "buffer")))                                                      \
    C(no_memrefs, grn_module_lower, "results as arguments without memrefs", "", GRN_E_ARGUMENT, "no memrefs",        \
      lower(w, module, HOW(.to = "linalg", .result_arguments = true)))                                               \
    C(no_strides, grn_module_lower, "strides without memrefs", "", GRN_E_ARGUMENT, "no memrefs",                     \
      lower(w, module, HOW(.to = "linalg", .strided = true)))                                                        \
    C(unsupported, grn_module_lower, "an op that is not lowered", "", GRN_E_UNSUPPORTED, "'stablehlo.tuple'",        \
      lower(w, tupled, HOW(.to = "scf")))                                                                            \
    C(target, grn_module_lower_target, "past the last", "", GRN_OK, NULL,                                            \
      holds(grn_module_lower_target(2) != NULL && grn_module_lower_target(3) == NULL &&                              \
            grn_module_lower_target(SIZE_MAX) == NULL))                                                              \
    C(stage, grn_module_lower_stage, "past the last", "", GRN_OK, NULL,                                              \
      holds(grn_module_lower_stage(3) != NULL && grn_module_lower_stage(4) == NULL &&                                \
            grn_module_lower_stage(SIZE_MAX) == NULL))

MISUSE_TABLES

static int set_up(void **unused)
{
    (void)unused;
    assert_int_equal(grn_module_parse(program, sizeof program - 1, NULL, NULL, &module), GRN_OK);
    assert_int_equal(grn_module_parse(tuples, sizeof tuples - 1, NULL, NULL, &tupled), GRN_OK);
    return 0;
}

static int tear_down(void **unused)
{
    (void)unused;
    grn_module_destroy(module);
    grn_module_destroy(tupled);
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows), cmocka_unit_test(test_cases)};
    misuse_pointers = pointers;
    return list_functions(argc, argv) ? 0 : cmocka_run_group_tests(tests, set_up, tear_down);
}

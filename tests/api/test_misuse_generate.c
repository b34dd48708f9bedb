/* test_misuse_generate.c - the misuse table of generate.h. */
#include "misuse.h"

static grn_generated *made;

static const misuse_pointer pointers[] = {{"made", &made}, {"sink", &sink}, {NULL, NULL}};

static const grn_generated *made_as(world *w) { return Q("made") != NULL ? made : NULL; }

static grn_status generate_with(world *w, const grn_generate_options *options)
{
    grn_generated *out = NULL;
    const grn_status status = grn_generate(options, D, &out);
    grn_generated_destroy(out);
    return status;
}

static grn_status generate(world *w)
{
    static const char *const about[] = {"gather", "scatter"};
    return generate_with(w, &(grn_generate_options){.allocator = AL, .seed = 3, .nabout = 2, .about = about});
}

static bool is_nothing(void)
{
    size_t bytes = 1;
    return !grn_generated_text(NULL, &bytes) && bytes == 0 && !grn_generated_module(NULL) &&
           grn_generated_inputs(NULL) == 0 && !grn_generated_input(NULL, 0) && !grn_generated_results(NULL) &&
           grn_generated_tolerance(NULL, 0) == 0 && !grn_generated_open_question(NULL);
}

static bool ends(void)
{
    return !grn_generate_dialect(99) && !grn_generate_op("stablehlo", 9999) && !grn_generate_op("none", 0) &&
           !grn_generate_op(NULL, 0) && strcmp(grn_generate_dialect(0), "stablehlo") == 0 &&
           strcmp(grn_generate_op("onnx", 0), "Gather") == 0;
}

static const char *const no_op[] = {"no_such_op"}, *const no_name[] = {NULL};
static const grn_dtype small[] = {GRN_I2}, booleans[] = {GRN_I1};
static const char *const sine[] = {"sine"};
static const grn_allocator no_release = {.allocate = NULL};

#define GENERATE(...) generate_with(w, &(grn_generate_options){__VA_ARGS__})

#define ROWS(R)                                \
    R(generate, grn_generate, "", generate(w)) \
    R(write_check, grn_generated_write_check, "", grn_generated_write_check(made_as(w), Q("sink")))

#define CASES(C)                                                                                                     \
    C(names, grn_generate_dialect, "behind the last", "", GRN_OK, NULL, holds(ends()))                               \
    C(ops, grn_generate_op, "behind the last, and of no dialect", "", GRN_OK, NULL, holds(ends()))                   \
    C(dialect, grn_generate, "no such dialect", "", GRN_E_ARGUMENT, "dialects are stablehlo",                        \
      GENERATE(.dialect = "none"))                                                                                   \
    C(op, grn_generate, "no such op", "", GRN_E_ARGUMENT, "ops are gather", GENERATE(.nabout = 1, .about = no_op))   \
    C(op_name, grn_generate, "an op without a name", "", GRN_E_ARGUMENT, "about[0]",                                 \
      GENERATE(.nabout = 1, .about = no_name))                                                                       \
    C(op_list, grn_generate, "a list that is not there", "", GRN_E_ARGUMENT, "about is NULL", GENERATE(.nabout = 1)) \
    C(many_ops, grn_generate, "more ops than are made", "", GRN_E_ARGUMENT, "1001", GENERATE(.max_ops = 1001))       \
    C(type_list, grn_generate, "a list of types that is not there", "", GRN_E_ARGUMENT, "dtypes is NULL",            \
      GENERATE(.ndtypes = 1))                                                                                        \
    C(type, grn_generate, "a type that the dialect does not have", "", GRN_E_ARGUMENT, "types are f32",              \
      GENERATE(.ndtypes = 1, .dtypes = small))                                                                       \
    C(no_program, grn_generate, "types that the op does not have", "", GRN_E_ARGUMENT, "of 1000 programs",           \
      GENERATE(.ndtypes = 1, .dtypes = booleans, .nabout = 1, .about = sine))                                        \
    C(allocator, grn_generate, "an allocator without functions", "", GRN_E_ARGUMENT, "allocator",                    \
      GENERATE(.allocator = &no_release))                                                                            \
    C(out, grn_generate, "nowhere to", "", GRN_E_ARGUMENT, "out", grn_generate(NULL, D, NULL))                       \
    C(usual, grn_generate, "no options", "", GRN_OK, NULL, generate_with(w, NULL))                                   \
    C(destroy, grn_generated_destroy, "nothing", "", GRN_OK, NULL, (grn_generated_destroy(NULL), GRN_OK))            \
    C(module, grn_generated_module, "of nothing", "", GRN_OK, NULL, holds(is_nothing()))                             \
    C(text, grn_generated_text, "of nothing, and no count", "", GRN_OK, NULL,                                        \
      holds(is_nothing() && grn_generated_text(made, NULL)))                                                         \
    C(inputs, grn_generated_inputs, "of nothing", "", GRN_OK, NULL, holds(is_nothing()))                             \
    C(input, grn_generated_input, "behind the last", "", GRN_OK, NULL,                                               \
      holds(is_nothing() && !grn_generated_input(made, grn_generated_inputs(made))))                                 \
    C(results, grn_generated_results, "of nothing", "", GRN_OK, NULL, holds(is_nothing()))                           \
    C(tolerance, grn_generated_tolerance, "of no result", "", GRN_OK, NULL,                                          \
      holds(is_nothing() && grn_generated_tolerance(made, 9999) == 0))                                               \
    C(question, grn_generated_open_question, "of nothing", "", GRN_OK, NULL, holds(is_nothing()))                    \
    C(mute, grn_generated_write_check, "a sink without a function", "", GRN_E_ARGUMENT, NULL,                        \
      grn_generated_write_check(made, &mute))                                                                        \
    C(refusing, grn_generated_write_check, "a sink that refuses", "", GRN_E_SINK, NULL,                              \
      grn_generated_write_check(made, &refusing))

MISUSE_TABLES

static int set_up(void **unused)
{
    (void)unused;
    assert_int_equal(grn_generate(NULL, NULL, &made), GRN_OK);
    return 0;
}

static int tear_down(void **unused)
{
    (void)unused;
    grn_generated_destroy(made);
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows), cmocka_unit_test(test_cases)};
    misuse_pointers = pointers;
    return list_functions(argc, argv) ? 0 : cmocka_run_group_tests(tests, set_up, tear_down);
}

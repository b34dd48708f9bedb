/* test_misuse_explain.c - the misuse table of explain.h and draw.h. */
#include "misuse.h"

static const char program[] =
    "func.func @main(%a: tensor<4xf32>, %i: tensor<3x1xi64>) -> tensor<3xf32> {\n"
    "  %0 = \"stablehlo.gather\"(%a, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0],\n"
    "      start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}>\n"
    "      : (tensor<4xf32>, tensor<3x1xi64>) -> tensor<3xf32>\n"
    "  return %0 : tensor<3xf32>\n"
    "}\n";

/* As a matter of course: rows of a table of 4x2, and adding to them. */
static const grn_gather_spec takes = {.dims = {.offset_dims = {1, {1}},
                                               .collapsed_slice_dims = {1, {0}},
                                               .start_index_map = {1, {0}},
                                               .index_vector_dim = 1},
                                      .slice_sizes = {2, {1, 2}}};
static const grn_scatter_spec adds = {.dims = {.offset_dims = {1, {1}},
                                               .collapsed_slice_dims = {1, {0}},
                                               .start_index_map = {1, {0}},
                                               .index_vector_dim = 1},
                                      .index = {.bounds = GRN_BOUNDS_SKIP},
                                      .combiner = GRN_COMBINE_ADD};
static const int64_t first[2] = {0, 0}, beyond[2] = {0, 2}, below[2] = {-1, 0};

static grn_status see(void *user, const grn_explained_update *u) { return (void)user, (void)u, GRN_OK; }
static grn_status see_no_more(void *user, const grn_explained_update *u) { return (void)user, (void)u, GRN_E_CHECK; }
static const grn_update_visitor visitor = {see, NULL}, blind = {NULL, NULL}, impatient = {see_no_more, NULL};
static grn_module *module;
static grn_explained out;

static const misuse_pointer pointers[] = {
    {"module", &module},     {"sink", &sink},       {"spec", &takes}, {"result_index", first},
    {"update_index", first}, {"visitor", &visitor}, {"out", &out},    {NULL, NULL},
};

static const grn_module *module_as(world *w) { return Q("module") != NULL ? module : NULL; }

/* Two tensors of a row as the list that a run takes; NULL where one is. */
static const grn_tensor *both(world *w, grn_tensor inputs[2])
{
    if (T(0) == NULL || T(1) == NULL)
        return NULL;
    memcpy(&inputs[0], T(0), sizeof *inputs);
    memcpy(&inputs[1], T(1), sizeof *inputs);
    return inputs;
}

static grn_status explain(world *w, bool json)
{
    grn_tensor inputs[2];
    const grn_run_options run = {.allocator = AL};
    return grn_module_explain(module_as(w), 0, 2, both(w, inputs),
                              &(grn_module_explain_options){.json = json, .run = &run}, D, Q("sink"));
}

static grn_status draw(world *w, bool text)
{
    grn_tensor inputs[2];
    const grn_run_options run = {.allocator = AL};
    return grn_module_draw(module_as(w), 0, 2, both(w, inputs), &(grn_module_draw_options){.text = text, .run = &run},
                           D, Q("sink"));
}

/* Of given inputs. */
static grn_status explain_with(world *w, size_t function, const grn_module_explain_options *options, const grn_sink *to)
{
    float a[4] = {0};
    int64_t i[3] = {0};
    const grn_tensor inputs[2] = {{a, GRN_F32, 1, {4}, {1}}, {i, GRN_I64, 2, {3, 1}, {1, 1}}};
    return grn_module_explain(module, function, 2, inputs, options, D, to);
}

static grn_status draw_with(world *w, size_t function, const grn_module_draw_options *options, const grn_sink *to)
{
    float a[4] = {0};
    int64_t i[3] = {0};
    const grn_tensor inputs[2] = {{a, GRN_F32, 1, {4}, {1}}, {i, GRN_I64, 2, {3, 1}, {1, 1}}};
    return grn_module_draw(module, function, 2, inputs, options, D, to);
}

#define EXPLAIN(...) explain_with(w, 0, &(grn_module_explain_options){__VA_ARGS__}, &sink)
#define DRAW(...) draw_with(w, 0, &(grn_module_draw_options){__VA_ARGS__}, &sink)
#define ONE(n, index) \
    .ntraces = 1, .nat = (const size_t[]){n}, .at = (const int64_t *const[]) { index }

#define INPUTS "inputs|input ##:f32[4]r inputs|input ##:i64[3,1]r"

#define ROWS(R)                                                                                               \
    R(gather, grn_explain_gather, "operand:f32[4,2]s indices:i64[3,1]r",                                      \
      grn_explain_gather(Q("spec") ? &takes : NULL, T(0), T(1), Q("result_index"), D, Q("out")))              \
    R(update, grn_explain_update, "inputs:f32[4,2]s scatter_indices|indices:i64[3,1]r updates:f32[3,2]s",     \
      grn_explain_update(Q("spec") ? &adds : NULL, T(0), T(1), T(2), Q("update_index"), D, Q("out")))         \
    R(scatter, grn_explain_scatter, "inputs:f32[4,2]r scatter_indices|indices:i64[3,1]r updates:f32[3,2]r",   \
      grn_explain_scatter(Q("spec") ? &adds : NULL, 1, T(0), T(1), T(2), Q("result_index"), Q("visitor"), D)) \
    R(explain, grn_module_explain, INPUTS, explain(w, false))                                                 \
    R(explain_json, grn_module_explain, INPUTS, explain(w, true))                                             \
    R(draw, grn_module_draw, INPUTS, draw(w, false))                                                          \
    R(draw_text, grn_module_draw, INPUTS, draw(w, true))

#define SCATTER "inputs:f32[4,2]r scatter_indices:i64[3,1]r updates:f32[3,2]r"

#define CASES(C)                                                                                                       \
    C(end, grn_explain_end_text, "outside of the list", "", GRN_OK, NULL,                                              \
      holds(strcmp(grn_explain_end_text((grn_explain_end)99), "unknown") == 0 &&                                       \
            strcmp(grn_explain_end_text(GRN_EXPLAIN_CLAMPED), "clamped") == 0))                                        \
    C(gather_beyond, grn_explain_gather, "past the end", "operand:f32[4,2]s indices:i64[3,1]r", GRN_E_ARGUMENT,        \
      "there is no element [0, 2] of result, its shape is [3, 2]",                                                     \
      grn_explain_gather(&takes, T(0), T(1), beyond, D, &out))                                                         \
    C(gather_below, grn_explain_gather, "below zero", "operand:f32[4,2]s indices:i64[3,1]r", GRN_E_ARGUMENT,           \
      "there is no element [-1, 0]", grn_explain_gather(&takes, T(0), T(1), below, D, &out))                           \
    C(update_beyond, grn_explain_update, "past the end", SCATTER, GRN_E_ARGUMENT,                                      \
      "there is no element [0, 2] of updates", grn_explain_update(&adds, T(0), T(1), T(2), beyond, D, &out))           \
    C(scatter_beyond, grn_explain_scatter, "past the end", SCATTER, GRN_E_ARGUMENT,                                    \
      "there is no element [0, 2] of result, its shape is [4, 2]",                                                     \
      grn_explain_scatter(&adds, 1, T(0), T(1), T(2), beyond, &visitor, D))                                            \
    C(scatter_blind, grn_explain_scatter, "a visitor without visit", SCATTER, GRN_E_ARGUMENT, "visit",                 \
      grn_explain_scatter(&adds, 1, T(0), T(1), T(2), first, &blind, D))                                               \
    C(scatter_ends, grn_explain_scatter, "a visitor ends it", SCATTER, GRN_E_CHECK, NULL,                              \
      grn_explain_scatter(&adds, 1, T(0), T(1), T(2), first, &impatient, D))                                           \
    C(explain_plain, grn_module_explain, "no options", "", GRN_OK, NULL, explain_with(w, 0, NULL, &sink))              \
    C(explain_mute, grn_module_explain, "a sink without write", "", GRN_E_ARGUMENT, "sink",                            \
      explain_with(w, 0, NULL, &mute))                                                                                 \
    C(explain_refused, grn_module_explain, "a sink that refuses", "", GRN_E_SINK, NULL,                                \
      explain_with(w, 0, NULL, &refusing))                                                                             \
    C(explain_function, grn_module_explain, "no such function", "", GRN_E_ARGUMENT, "#1",                              \
      explain_with(w, 1, NULL, &sink))                                                                                 \
    C(explain_op, grn_module_explain, "no such op", "", GRN_E_ARGUMENT,                                                \
      "@main has no gather or scatter #7: its run meets 1", EXPLAIN(.op = 7))                                          \
    C(explain_rank, grn_module_explain, "too many numbers", "", GRN_E_ARGUMENT,                                        \
      "an element of result is named by 1 numbers, not by 2: its shape is [3]", EXPLAIN(.nat = 2, .at = first))        \
    C(explain_most, grn_module_explain, "far too many numbers", "", GRN_E_ARGUMENT, "not by ",                         \
      EXPLAIN(.nat = SIZE_MAX, .at = first))                                                                           \
    C(explain_below, grn_module_explain, "below zero", "", GRN_E_ARGUMENT, "no element [-1]",                          \
      EXPLAIN(.nat = 1, .at = below))                                                                                  \
    C(explain_no_at, grn_module_explain, "numbers that are not there", "", GRN_E_ARGUMENT, "at", EXPLAIN(.nat = 1))    \
    C(explain_input, grn_module_explain, "an input that is not there", "", GRN_E_ARGUMENT,                             \
      "stablehlo.gather has 1 input, there is no input 1", EXPLAIN(.only_input = 2))                                   \
    C(explain_update, grn_module_explain, "an update of a gather", "", GRN_E_ARGUMENT, "stablehlo.gather is a gather", \
      EXPLAIN(.nat = 1, .at = first, .at_update = true))                                                               \
    C(explain_first, grn_module_explain, "the only input", "", GRN_OK, NULL, EXPLAIN(.only_input = 1))                 \
    C(draw_input, grn_module_draw, "an input that is not there", "", GRN_E_ARGUMENT, "has 1 input, there is no input", \
      DRAW(.only_input = SIZE_MAX))                                                                                    \
    C(draw_plain, grn_module_draw, "no options", "", GRN_OK, NULL, draw_with(w, 0, NULL, &sink))                       \
    C(draw_mute, grn_module_draw, "a sink without write", "", GRN_E_ARGUMENT, "sink", draw_with(w, 0, NULL, &mute))    \
    C(draw_refused, grn_module_draw, "a sink that refuses", "", GRN_E_SINK, NULL, draw_with(w, 0, NULL, &refusing))    \
    C(draw_op, grn_module_draw, "no such op", "", GRN_E_ARGUMENT, "#1: its run meets 1", DRAW(.op = 1))                \
    C(draw_columns, grn_module_draw, "fewer than no columns", "", GRN_E_ARGUMENT, "columns", DRAW(.columns = -1))      \
    C(draw_many, grn_module_draw, "too many traces", "", GRN_E_ARGUMENT, "at most 8", DRAW(.ntraces = SIZE_MAX))       \
    C(draw_no_nat, grn_module_draw, "no lengths", "", GRN_E_ARGUMENT, "nat", DRAW(.ntraces = 1))                       \
    C(draw_no_list, grn_module_draw, "no list of elements", "", GRN_E_ARGUMENT, "at",                                  \
      DRAW(.ntraces = 1, .nat = (const size_t[]){1}))                                                                  \
    C(draw_no_at, grn_module_draw, "an element that is not there", "", GRN_E_ARGUMENT, "at", DRAW(ONE(1, NULL)))       \
    C(draw_rank, grn_module_draw, "too few numbers", "", GRN_E_ARGUMENT, "not by 0", DRAW(ONE(0, NULL)))               \
    C(draw_below, grn_module_draw, "below zero", "", GRN_E_ARGUMENT, "no element [-1]", DRAW(ONE(1, below)))

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

/* Shapes made smaller until all combinations of indices can be tried. Counts by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "garner/garner.h"
#include "support/refuser.h"

#define GATHER(table, rows, result, slice)                                                                         \
    "func.func @main(%t: tensor<" table ">, %i: tensor<" rows ">) -> tensor<" result "> {\n"                       \
    "  %0 = \"stablehlo.gather\"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], "              \
    "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, " slice \
    ">}> : (tensor<" table ">, tensor<" rows ">) -> tensor<" result ">\n"                                          \
    "  return %0 : tensor<" result ">\n}\n"

static const struct {
    const char *claim, *text;
    uint64_t most;
    const char *table, *rows; /* the types of the inputs of what is found */
    bool is_as_it_was;
} cases[] = {
    {"7 values of each of 2 indices are 49", GATHER("3x5xf32", "2x1xi32", "2x5xf32", "5"), 49, "tensor<3x5xf32>",
     "tensor<2x1xi32>", true},
    {"one combination too many: the 3 rows become 2, so that 6 values are left",
     GATHER("3x5xf32", "2x1xi32", "2x5xf32", "5"), 48, "tensor<2x5xf32>", "tensor<2x1xi32>", false},
    {"the greatest extents are halved first, until 8 values of 4 indices are 4096",
     GATHER("64x3xf32", "16x1xi32", "16x3xf32", "3"), 5000, "tensor<4x3xf32>", "tensor<4x1xi32>", false},
    {"an extent that bounds no index stays", GATHER("2x100xf32", "9x1xi32", "9x100xf32", "100"), 300,
     "tensor<2x100xf32>", "tensor<3x1xi32>", false},
    {"an open extent becomes a number", GATHER("?x3xf32", "2x1xi32", "2x3xf32", "3"), 1000000, "tensor<2x3xf32>",
     "tensor<2x1xi32>", false},
    {"indices that 8 bits do not tell apart become fewer", GATHER("4x3xf32", "300x1xi8", "300x3xf32", "3"), 600,
     "tensor<4x3xf32>", "tensor<3x1xi8>", false},
};

static void assert_input(const grn_reduced *p, size_t input, const char *want)
{
    grn_text_buffer text = {0};
    const grn_sink sink = grn_text_buffer_sink(&text);
    assert_int_equal(grn_module_write_input_type(p->module, p->function, input, &sink), GRN_OK);
    assert_int_equal(text.size_bytes, strlen(want));
    assert_memory_equal(text.text, want, text.size_bytes);
    grn_text_buffer_free(&text);
}

static void shapes_become_smaller(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const grn_shrink_options options = {.most_combinations = cases[i].most};
        grn_module *m = NULL;
        grn_reduction *found = NULL;
        print_message("%s\n", cases[i].claim);
        assert_int_equal(grn_module_parse(cases[i].text, strlen(cases[i].text), NULL, NULL, &m), GRN_OK);
        const grn_reduced from = {.module = m};
        assert_int_equal(grn_module_shrink(&from, &options, NULL, &found), GRN_OK);
        const grn_reduced *p = grn_reduction_program(found);
        assert_int_equal(p->ninputs, 0);
        assert_input(p, 0, cases[i].table);
        assert_input(p, 1, cases[i].rows);
        assert_true((grn_reduction_tries(found) == 1) == cases[i].is_as_it_was);
        grn_reduction_destroy(found);
        grn_module_destroy(m);
    }
}

static void keep_place(void *user, const grn_diagnostic *d)
{
    grn_place *at = user;
    if (d->severity == GRN_SEVERITY_ERROR)
        *at = d->place;
}

/* Inputs are the first elements, and ops stand where they stood. */
static void inputs_and_places_are_those_of_the_program(void **state)
{
    (void)state;
    static const char text[] = GATHER("4x1xf32", "8x1xi32", "8x1xf32", "1");
    float table[4] = {1, 2, 3, 4};
    int32_t rows[8] = {3, 2, 1, 0, 3, 2, 1, 0};
    grn_tensor inputs[2];
    grn_module *m = NULL;
    grn_reduction *found = NULL;
    grn_results *results = NULL;
    grn_place at = {0};
    const grn_diag diag = {keep_place, &at};
    const grn_run_options strict = {.strict_bounds = true};
    assert_int_equal(grn_tensor_init(&inputs[0], table, GRN_F32, 2, (int64_t[]){4, 1}), GRN_OK);
    assert_int_equal(grn_tensor_init(&inputs[1], rows, GRN_I32, 2, (int64_t[]){8, 1}), GRN_OK);
    assert_int_equal(grn_module_parse(text, strlen(text), NULL, NULL, &m), GRN_OK);
    const grn_reduced from = {.module = m, .ninputs = 2, .inputs = inputs};
    const grn_shrink_options options = {.most_combinations = 600};
    assert_int_equal(grn_module_shrink(&from, &options, NULL, &found), GRN_OK);
    const grn_reduced *p = grn_reduction_program(found);
    assert_int_equal(p->ninputs, 2);
    assert_input(p, 1, "tensor<2x1xi32>");
    assert_int_equal(((const int32_t *)p->inputs[1].data)[1], 2);
    assert_int_equal(grn_module_run(p->module, p->function, 2, p->inputs, &strict, &diag, &results), GRN_E_INDEX);
    assert_int_equal(at.line, 2);
    assert_int_equal(at.column, 8);
    grn_results_destroy(results);
    grn_reduction_destroy(found);
    grn_module_destroy(m);
}

/* Where no extent makes combinations fewer: the two indices are made of one extent of 1. */
static void what_cannot_be_shrunk_is_told(void **state)
{
    (void)state;
    static const char text[] = GATHER("1x1xf32", "1x1xi32", "1x1xf32", "1");
    grn_module *m = NULL;
    grn_reduction *found = NULL;
    assert_int_equal(grn_module_parse(text, strlen(text), NULL, NULL, &m), GRN_OK);
    const grn_reduced from = {.module = m};
    const grn_shrink_options options = {.most_combinations = 4};
    assert_int_equal(grn_module_shrink(&from, &options, NULL, &found), GRN_E_UNSUPPORTED);
    assert_null(found);
    grn_module_destroy(m);
}

static grn_status shrink_within(refuser *r)
{
    static const char text[] = GATHER("4x3xf32", "4x1xi32", "4x3xf32", "3");
    const grn_module_options options = {.allocator = &r->allocator};
    const grn_shrink_options few = {.most_combinations = 600};
    grn_module *m = NULL;
    grn_reduction *found = NULL;
    grn_status status = grn_module_parse(text, strlen(text), &options, NULL, &m);
    const grn_reduced from = {.module = m};
    if (status == GRN_OK)
        status = grn_module_shrink(&from, &few, NULL, &found);
    r->refuse_at = SIZE_MAX;
    r->and_after = false;
    if (status == GRN_OK)
        assert_input(grn_reduction_program(found), 1, "tensor<2x1xi32>");
    grn_reduction_destroy(found);
    grn_module_destroy(m);
    return status;
}

static void memory_may_be_refused(void **state)
{
    (void)state;
    refuser r;
    refuser_places places = {0};
    refuser_init(&r);
    r.places = &places;
    assert_int_equal(shrink_within(&r), GRN_OK);
    r.places = NULL;
    for (size_t i = 0; i < 2 * r.nfresh; i++) {
        r.refuse_at = r.fresh[i / 2];
        r.and_after = i % 2;
        r.requests = r.refusals = 0;
        const grn_status status = shrink_within(&r);
        assert_true(status == GRN_OK || status == GRN_E_MEMORY);
        assert_int_equal(r.outstanding, 0);
        assert_int_equal(r.wrong_sizes, 0);
    }
    refuser_forget(&r);
    refuser_places_free(&places);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_become_smaller), cmocka_unit_test(inputs_and_places_are_those_of_the_program),
        cmocka_unit_test(what_cannot_be_shrunk_is_told), cmocka_unit_test(memory_may_be_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

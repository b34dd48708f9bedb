/* test_observe.c - a run is told to all of its observers: ops, regions, and each gather and scatter
 * at each moment. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "interp/interp.h"

/* A gather whose second index is out of range, and a scatter that adds 10 to element 1. */
static const char program[] =
    "func.func @main(%x: tensor<3xi32>, %i: tensor<2xi32>) -> (tensor<2xi32>, tensor<3xi32>) {\n"
    "  %g = \"stablehlo.gather\"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0],\n"
    "    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}>\n"
    "    : (tensor<3xi32>, tensor<2xi32>) -> tensor<2xi32>\n"
    "  %one = stablehlo.constant dense<1> : tensor<1xi32>\n"
    "  %ten = stablehlo.constant dense<10> : tensor<1xi32>\n"
    "  %s = \"stablehlo.scatter\"(%x, %one, %ten) <{scatter_dimension_numbers = "
    "#stablehlo.scatter<inserted_window_dims = [0],\n"
    "    scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n"
    "  ^bb0(%a: tensor<i32>, %b: tensor<i32>):\n"
    "    %c = stablehlo.add %a, %b : tensor<i32>\n"
    "    stablehlo.return %c : tensor<i32>\n"
    "  }) : (tensor<3xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>\n"
    "  return %g, %s : tensor<2xi32>, tensor<3xi32>\n"
    "}\n";

typedef struct notes {
    char text[512];
    bool wants_after, tolerant;
} notes;

static void note(notes *n, const char *format, ...) GRN_PRINTF(2, 3);
static void note(notes *n, const char *format, ...)
{
    size_t used = strlen(n->text);
    va_list args;
    va_start(args, format);
    vsnprintf(n->text + used, sizeof n->text - used, format, args);
    va_end(args);
}

static grn_status see_access(void *user, grn_access_view *v)
{
    static const char *const moments[] = {"meant", "before", "after"};
    notes *n = user;
    note(n, "%s %s", v->op->def->name + strlen("stablehlo."), moments[v->moment]);
    if (v->moment == GRN_MOMENT_MEANT) {
        note(n, v->access && v->given && !v->problem.gather && !v->problem.scatter ? "; " : ", not as it should be; ");
        return GRN_OK;
    }
    if (v->moment == GRN_MOMENT_AFTER) {
        const int32_t *was = v->problem.operand->data, *is = v->results ? v->results->data : v->problem.dense->data;
        if (v->problem.scatter)
            note(n, " %d %d", (int)was[1], (int)is[1]);
        else if (is)
            note(n, " %d %d", (int)is[0], (int)is[1]);
        else
            note(n, ", not run");
    }
    v->wants_after = v->wants_after || n->wants_after;
    v->tolerant = v->tolerant || n->tolerant;
    note(n, "; ");
    return GRN_OK;
}

static void see_op(void *user, const grn_traced_op *op, bool begins)
{
    note(user, "%s%.*s; ", begins ? "" : "end of ", (int)op->op_bytes, op->op);
}

static void see_region(void *user, const grn_region *region, bool apart, const grn_tensor *first)
{
    note(user, "region of %s%s%s; ", region->parent->def->name, apart ? ", apart" : "", first ? ", of an operand" : "");
}

static grn_status run_with(const grn_observer *observers, bool strict)
{
    grn_module *module;
    grn_results *results;
    int32_t x[] = {1, 2, 3}, i[] = {0, 5};
    grn_tensor inputs[2];
    assert_int_equal(grn_tensor_init(&inputs[0], x, GRN_I32, 1, (int64_t[]){3}), GRN_OK);
    assert_int_equal(grn_tensor_init(&inputs[1], i, GRN_I32, 1, (int64_t[]){2}), GRN_OK);
    assert_int_equal(grn_module_parse(program, strlen(program), NULL, NULL, &module), GRN_OK);
    const grn_run_options options = {.strict_bounds = strict};
    grn_status status =
        grn_module_run_with(module, 0, 2, inputs, &options, &(grn_run_extras){.observers = observers}, NULL, &results);
    grn_results_destroy(results);
    grn_module_destroy(module);
    return status;
}

/* Both see what one of them wants to see. */
static void test_two_observers(void **unused)
{
    (void)unused;
    static const char all[] =
        "gather meant; gather before; gather after 1 3; scatter meant; scatter before; scatter after 2 12; ";
    notes first = {.wants_after = true}, second = {.wants_after = false};
    const grn_observer b = {.user = &second, .access = see_access},
                       a = {.next = &b, .user = &first, .access = see_access};
    assert_int_equal(run_with(&a, false), GRN_OK);
    assert_string_equal(first.text, all);
    assert_string_equal(second.text, all);
}

/* Under a strict run an index out of range ends it; but it has been seen, and a tolerant observer
 * has it go on. */
static void test_strict(void **unused)
{
    (void)unused;
    notes seen = {.wants_after = true}, plain = {.wants_after = false}, tolerant = {.tolerant = true};
    assert_int_equal(run_with(&(grn_observer){.user = &plain, .access = see_access}, true), GRN_E_INDEX);
    assert_string_equal(plain.text, "gather meant; gather before; ");
    (void)run_with(&(grn_observer){.user = &seen, .access = see_access}, true);
    assert_non_null(strstr(seen.text, "gather meant; gather before; gather after, not run; "));
    assert_int_equal(run_with(&(grn_observer){.user = &tolerant, .access = see_access}, true), GRN_OK);
}

static void test_ops_and_regions(void **unused)
{
    (void)unused;
    notes n = {.text = ""};
    assert_int_equal(run_with(&(grn_observer){.user = &n, .op = see_op, .enters = see_region}, false), GRN_OK);
    assert_string_equal(n.text,
                        "region of func.func; stablehlo.gather; end of stablehlo.gather; stablehlo.constant; "
                        "end of stablehlo.constant; stablehlo.constant; end of stablehlo.constant; stablehlo.scatter; "
                        "end of stablehlo.scatter; ");
}

static grn_status refuse(void *user, grn_access_view *v)
{
    (void)v;
    note(user, "asked; ");
    return GRN_E_CHECK;
}

/* The first status that is no GRN_OK ends the run, and later observers are not asked. */
static void test_one_ends_the_run(void **unused)
{
    (void)unused;
    notes first = {.text = ""}, second = {.text = ""};
    const grn_observer b = {.user = &second, .access = see_access}, a = {.next = &b, .user = &first, .access = refuse};
    assert_int_equal(run_with(&a, false), GRN_E_CHECK);
    assert_string_equal(first.text, "asked; ");
    assert_string_equal(second.text, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_two_observers), cmocka_unit_test(test_strict),
                                       cmocka_unit_test(test_ops_and_regions), cmocka_unit_test(test_one_ends_the_run)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

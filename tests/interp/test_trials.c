/*
 * test_trials.c - what a comparison of two modules proves, what it reports,
 * and what is said where nothing could be compared.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "garner/garner.h"
#include "support/compare.h"

#define TWO                                                                                                          \
    "func.func @f(%x: tensor<5xf32>, %y: tensor<200xf32>, %i: tensor<3xi64>, %j: tensor<3xi32>) -> (tensor<3xf32>, " \
    "tensor<3xf32>) {\n"                                                                                             \
    "  %a = \"onnx.Gather\"(%x, %i) {axis = 0 : si64} : (tensor<5xf32>, tensor<3xi64>) -> tensor<3xf32>\n"           \
    "  %b = \"onnx.Gather\"(%y, %j) {axis = 0 : si64} : (tensor<200xf32>, tensor<3xi32>) -> tensor<3xf32>\n"         \
    "  return %a, %b : tensor<3xf32>, tensor<3xf32>\n}\n"

/* ---- what is not compared -------------------------------------------------------------------- */

#define RETURNS(name, value)                                                         \
    "func.func @" name "() -> tensor<i32> {\n  %0 = stablehlo.constant dense<" value \
    "> : tensor<i32>\n  return %0 : tensor<i32>\n}\n"
#define FAILS(name)                                                                                            \
    "func.func @" name                                                                                         \
    "(%x: tensor<4x3xf32>) -> tensor<1x3xf32> {\n  %i = stablehlo.constant dense<4> : tensor<1xi64>\n"         \
    "  %r = \"onnx.Gather\"(%x, %i) {axis = 0 : si64} : (tensor<4x3xf32>, tensor<1xi64>) -> tensor<1x3xf32>\n" \
    "  return %r : tensor<1x3xf32>\n}\n"

static const struct {
    const char *claim, *a, *b;
    grn_status status;
    const char *message;
    uint64_t compared;
} uncompared[] = {
    {"every trial is an error", FAILS("f"), FAILS("f"), GRN_E_UNSUPPORTED,
     "nothing was compared of @f: each of 100 trials (seed 0) was refused, the first with: the index at [0] of indices "
     "is 4",
     0},
    {"the others are compared", FAILS("f") RETURNS("g", "1"), FAILS("f") RETURNS("g", "1"), GRN_E_UNSUPPORTED, "of @f",
     1},
    {"the others may differ", FAILS("f") RETURNS("g", "1"), FAILS("f") RETURNS("g", "2"), GRN_E_CHECK, "of @f", 1},
    {"an input that is no tensor, and another function",
     "func.func @f(%x: tuple<tensor<i32>>) {\n  return\n}\n" RETURNS("g", "1"),
     "func.func @f(%x: tuple<tensor<i32>>) {\n  return\n}\n" RETURNS("g", "1"), GRN_E_UNSUPPORTED,
     "argument 0 has type", 1},
    {"nothing is public", "func.func private @f() {\n  return\n}\n", "", GRN_E_UNSUPPORTED,
     "no public function with a body", 0},
    {"no inputs", RETURNS("f", "1"), RETURNS("f", "1"), GRN_OK, "", 1},
    {"no results, and another check that fails",
     "func.func @f() {\n  %0 = stablehlo.constant dense<1> : tensor<i32>\n  check.expect_eq_const %0, dense<1> : "
     "tensor<i32>\n  "
     "return\n}\n",
     "func.func @f() {\n  %0 = stablehlo.constant dense<2> : tensor<i32>\n  check.expect_eq_const %0, dense<1> : "
     "tensor<i32>\n  "
     "return\n}\n",
     GRN_E_CHECK, "0 checks fail in the first and 1 in the second", 1},
    {"no inputs, and another result", RETURNS("f", "1"), RETURNS("f", "2"), GRN_E_CHECK,
     "in trial 0 of seed 0 result 0 differs in element 0", 1},
};

static void what_is_not_compared_is_said(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof uncompared / sizeof *uncompared; i++) {
        notes n;
        grn_trials tried;
        grn_status status = trials_of_texts(uncompared[i].a, uncompared[i].b, NULL, &n, &tried);
        uint64_t compared = tried.in_range + tried.out_of_range;
        if (status != uncompared[i].status || compared != uncompared[i].compared ||
            !strstr(n.first, uncompared[i].message))
            fail_msg("%s: %s, %d compared: %s", uncompared[i].claim, grn_status_name(status), (int)compared, n.first);
    }
}

/* What a program expects of its inputs fails for others; what follows is compared. */
static void checks_are_no_errors(void **state)
{
#define CHECKED(value)                                                                                               \
    "func.func @f(%x: tensor<4xi32>) -> tensor<4xi32> {\n"                                                           \
    "  %c = stablehlo.constant dense<7> : tensor<4xi32>\n"                                                           \
    "  %d = stablehlo.constant dense<" value "> : tensor<4xi32>\n"                                                   \
    "  check.expect_eq %x, %c : tensor<4xi32>\n"                                                                     \
    "  check.expect_eq_const %x, dense<7> : tensor<4xi32>\n"                                                         \
    "  stablehlo.custom_call @check.expect_eq(%x, %c) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> " \
    "()\n"                                                                                                           \
    "  %r = stablehlo.add %x, %d : tensor<4xi32>\n"                                                                  \
    "  return %r : tensor<4xi32>\n}\n"
    notes n;
    grn_trials tried;
    (void)state;
    assert_int_equal(trials_of_texts(CHECKED("7"), CHECKED("7"), NULL, &n, &tried), GRN_OK);
    assert_int_equal(tried.in_range, 100);
    assert_int_equal(n.errors, 0);
    assert_int_equal(trials_of_texts(CHECKED("7"), CHECKED("8"), NULL, &n, &tried), GRN_E_CHECK);
    assert_int_equal(n.errors, 1);
}

/* ---- seeds and reports ----------------------------------------------------------------------- */

typedef struct calls {
    size_t count, function[8];
    grn_trials trials[8];
} calls;

static void note_call(void *user, size_t function, const grn_trials *trials)
{
    calls *c = user;
    assert_true(c->count < 8);
    c->function[c->count] = function;
    c->trials[c->count++] = *trials;
}

static void functions_are_reported(void **state)
{
    static const char text[] = "func.func private @p() {\n  return\n}\n" RETURNS("f", "1") FAILS("g") TWO;
    char named[sizeof text + 8];
    calls c = {0};
    notes n;
    grn_trials tried;
    (void)state;
    snprintf(named, sizeof named, "%s", text);
    memcpy(strstr(strstr(named, "@f") + 1, "@f"), "@h", 2);
    const grn_equivalence_options options = {.trials = 20, .function_tried = note_call, .user = &c};
    assert_int_equal(trials_of_texts(named, named, &options, &n, &tried), GRN_E_UNSUPPORTED);
    assert_int_equal(c.count, 2);
    assert_int_equal(c.function[0], 1);
    assert_int_equal(c.trials[0].in_range, 1);
    assert_int_equal(c.function[1], 3);
    assert_int_equal(c.trials[1].in_range + c.trials[1].refused, 20);
    assert_int_equal(tried.in_range, 1 + c.trials[1].in_range);
    assert_int_equal(tried.refused, 20 + c.trials[1].refused);
}

static void a_seed_repeats_its_trials(void **state)
{
    bool others = false;
    grn_trials first[2], tried;
    notes n;
    (void)state;
    for (uint64_t seed = 0; seed < 8; seed++) {
        assert_int_equal(trials_of_texts(TWO, TWO, &(grn_equivalence_options){.seed = seed}, &n, &tried), GRN_OK);
        first[seed > 0] = tried;
        others |= tried.in_range != first[0].in_range;
        assert_int_equal(trials_of_texts(TWO, TWO, &(grn_equivalence_options){.seed = seed}, &n, &tried), GRN_OK);
        assert_memory_equal(&tried, &first[seed > 0], sizeof tried);
    }
    assert_true(others);
    assert_int_equal(trials_of_texts(CHECKED("7"), CHECKED("8"), &(grn_equivalence_options){.seed = 31}, &n, &tried),
                     GRN_E_CHECK);
    assert_non_null(strstr(n.first, "@f is not the same in both: in trial 0 of seed 31 result 0 differs in element 0"));
}

/* ---- open extents ---------------------------------------------------------------------------- */

#define EXTRACT(first, more)                                                              \
    "func.func @f(%x: tensor<?xf32>) -> f32 {\n  %c = arith.constant " first " : index\n" \
    "  %r = tensor.extract %x[%c] : tensor<?xf32>\n" more "  return %r : f32\n}\n"
#define ALSO(index) "  %d = arith.constant " index " : index\n  %s = tensor.extract %x[%d] : tensor<?xf32>\n"

static void open_extents_are_drawn(void **state)
{
    static const char sum[] = "func.func @f(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {\n"
                              "  %r = stablehlo.add %x, %y : tensor<?xf32>\n  return %r : tensor<?xf32>\n}\n";
    static const char take[] =
        "func.func @f(%x: tensor<?x4xf32>, %i: tensor<?xi64>) -> tensor<?x4xf32> {\n"
        "  %r = \"onnx.Gather\"(%x, %i) {axis = 0 : si64} : (tensor<?x4xf32>, tensor<?xi64>) -> tensor<?x4xf32>\n"
        "  return %r : tensor<?x4xf32>\n}\n";
    static const char empty[] = "func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {\n  return %x : tensor<?xf32>\n}\n";
    static const char not_empty[] =
        "func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {\n  %c = arith.constant 0 : index\n"
        "  %s = tensor.extract %x[%c] : tensor<?xf32>\n  return %x : tensor<?xf32>\n}\n";
    notes n;
    grn_trials tried;
    (void)state;
    assert_int_equal(trials_of_texts(sum, sum, NULL, &n, &tried), GRN_OK);
    assert_true(tried.in_range >= 70 && tried.refused >= 5); /* three of four have one extent */
    assert_int_equal(trials_of_texts(take, take, NULL, &n, &tried), GRN_OK);
    assert_true(tried.in_range >= 70);
    assert_int_equal(trials_of_texts(empty, not_empty, NULL, &n, &tried), GRN_OK); /* an extent of 0 is not tried */
    assert_int_equal(trials_of_texts(EXTRACT("0", ""), EXTRACT("0", ALSO("1")), NULL, &n, &tried), GRN_E_CHECK);
    assert_int_equal(trials_of_texts(EXTRACT("0", ALSO("1")), EXTRACT("0", ALSO("1")), NULL, &n, &tried), GRN_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_not_compared_is_said), cmocka_unit_test(checks_are_no_errors),
        cmocka_unit_test(functions_are_reported),       cmocka_unit_test(a_seed_repeats_its_trials),
        cmocka_unit_test(open_extents_are_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

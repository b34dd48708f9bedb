/*
 * test_trials_indices.c - the indices that a comparison of two modules tries:
 * in range and out of it, and as the program promises them. Differences that
 * few indices show are found.
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

/* ---- indices in range ------------------------------------------------------------------------ */

#define SELECT(x_rows, i_type, more)                                                                                \
    "func.func @f(%x: tensor<" x_rows "xf32>, %k: " i_type ") -> tensor<3xf32> {\n" more                            \
    "  %r = \"onnx.Gather\"(%x, %i) {axis = 0 : si64} : (tensor<" x_rows "xf32>, tensor<3xi64>) -> tensor<3xf32>\n" \
    "  return %r : tensor<3xf32>\n}\n"

#define TWO                                                                                                          \
    "func.func @f(%x: tensor<5xf32>, %y: tensor<200xf32>, %i: tensor<3xi64>, %j: tensor<3xi32>) -> (tensor<3xf32>, " \
    "tensor<3xf32>) {\n"                                                                                             \
    "  %a = \"onnx.Gather\"(%x, %i) {axis = 0 : si64} : (tensor<5xf32>, tensor<3xi64>) -> tensor<3xf32>\n"           \
    "  %b = \"onnx.Gather\"(%y, %j) {axis = 0 : si64} : (tensor<200xf32>, tensor<3xi32>) -> tensor<3xf32>\n"         \
    "  return %a, %b : tensor<3xf32>, tensor<3xf32>\n}\n"

#define HIDDEN(more)                                                                                             \
    "func.func @f(%x: tensor<9xf32>, %p: tensor<300xi64>, %i: tensor<5xi64>) -> tensor<5xf32> {\n"               \
    "  %n = stablehlo.constant dense<300> : tensor<5xi64>\n  %z = stablehlo.constant dense<0> : tensor<5xi64>\n" \
    "  %m = stablehlo.compare LT, %i, %n : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi1>\n"                     \
    "  %0 = \"onnx.Gather\"(%p, %i) {axis = 0 : si64} : (tensor<300xi64>, tensor<5xi64>) -> tensor<5xi64>\n"     \
    "  %s = stablehlo.select %m, %0, %z : tensor<5xi1>, tensor<5xi64>\n" more                                    \
    "  %1 = \"onnx.Gather\"(%x, %t) {axis = 0 : si64} : (tensor<9xf32>, tensor<5xi64>) -> tensor<5xf32>\n"       \
    "  return %1 : tensor<5xf32>\n}\n"

/* Programs that answer an index out of range with an error. */
static const struct {
    const char *claim, *text;
} indexed[] = {
    {"indices of two extents", TWO},
    {"components of three extents", "func.func @f(%x: tensor<3x100x7xf32>, %i: tensor<6x3xi64>) -> tensor<6xf32> {\n"
                                    "  %r = \"onnx.GatherND\"(%x, %i) {batch_dims = 0 : si64} : (tensor<3x100x7xf32>, "
                                    "tensor<6x3xi64>) -> tensor<6xf32>\n"
                                    "  return %r : tensor<6xf32>\n}\n"},
    {"a convert and a sum on the way, from 100",
     SELECT("7", "tensor<3xi32>",
            "  %c = stablehlo.constant dense<100> : tensor<3xi32>\n"
            "  %d = stablehlo.subtract %k, %c : tensor<3xi32>\n"
            "  %i = stablehlo.convert %d : (tensor<3xi32>) -> tensor<3xi64>\n")},
    {"a slice, a reshape and a reverse on the way",
     SELECT("9", "tensor<2x4xi64>",
            "  %s = stablehlo.slice %k [1:2, 0:3] : (tensor<2x4xi64>) -> tensor<1x3xi64>\n"
            "  %v = stablehlo.reshape %s : (tensor<1x3xi64>) -> tensor<3xi64>\n"
            "  %i = stablehlo.reverse %v, dims = [0] : tensor<3xi64>\n")},
    {"8 bits, unsigned",
     SELECT("11", "tensor<3xui8>", "  %i = stablehlo.convert %k : (tensor<3xui8>) -> tensor<3xi64>\n")},
    {"8 bits, fewer than the extent",
     SELECT("1000", "tensor<3xi8>", "  %i = stablehlo.convert %k : (tensor<3xi8>) -> tensor<3xi64>\n")},
    {"16 bits", SELECT("11", "tensor<3xi16>", "  %i = stablehlo.convert %k : (tensor<3xi16>) -> tensor<3xi64>\n")},
    {"a product, which no mark reaches", SELECT("9", "tensor<3xi64>",
                                                "  %c = stablehlo.constant dense<3> : tensor<3xi64>\n"
                                                "  %i = stablehlo.multiply %k, %c : tensor<3xi64>\n")},
    {"an index of an index",
     "func.func @f(%x: tensor<9xf32>, %p: tensor<300xi64>, %i: tensor<5xi32>) -> tensor<5xf32> {\n"
     "  %0 = \"onnx.Gather\"(%p, %i) {axis = 0 : si64} : (tensor<300xi64>, tensor<5xi32>) -> tensor<5xi64>\n"
     "  %1 = \"onnx.Gather\"(%x, %0) {axis = 0 : si64} : (tensor<9xf32>, tensor<5xi64>) -> tensor<5xf32>\n"
     "  return %1 : tensor<5xf32>\n}\n"},
    {"an index of an index, which a mark out of range hides", HIDDEN("  %t = stablehlo.add %s, %z : tensor<5xi64>\n")},
    {"torch's index of two tensors",
     "func.func @f(%x: !torch.vtensor<[4,60],f32>, %i: !torch.vtensor<[3],si64>, %j: !torch.vtensor<[3],si64>) -> "
     "!torch.vtensor<[3],f32> {\n"
     "  %l = torch.prim.ListConstruct %i, %j : (!torch.vtensor<[3],si64>, !torch.vtensor<[3],si64>) -> "
     "!torch.list<optional<vtensor>>\n"
     "  %r = torch.aten.index.Tensor %x, %l : !torch.vtensor<[4,60],f32>, !torch.list<optional<vtensor>> -> "
     "!torch.vtensor<[3],f32>\n"
     "  return %r : !torch.vtensor<[3],f32>\n}\n"},
    {"in a loop, and in a function that is called",
     "func.func private @take(%x: tensor<8xi64>, %i: tensor<3xi64>) -> tensor<3xi64> {\n"
     "  %r = \"onnx.Gather\"(%x, %i) {axis = 0 : si64} : (tensor<8xi64>, tensor<3xi64>) -> tensor<3xi64>\n"
     "  return %r : tensor<3xi64>\n}\n"
     "func.func @f(%x: tensor<8xi64>, %i: tensor<3xi64>) -> tensor<3xi64> {\n"
     "  %zero = stablehlo.constant dense<0> : tensor<i64>\n"
     "  %two = stablehlo.constant dense<2> : tensor<i64>\n"
     "  %one = stablehlo.constant dense<1> : tensor<i64>\n"
     "  %r:2 = \"stablehlo.while\"(%zero, %i) ({\n"
     "  ^bb0(%a: tensor<i64>, %b: tensor<3xi64>):\n"
     "    %l = stablehlo.compare LT, %a, %two : (tensor<i64>, tensor<i64>) -> tensor<i1>\n"
     "    stablehlo.return %l : tensor<i1>\n"
     "  }, {\n"
     "  ^bb0(%a: tensor<i64>, %b: tensor<3xi64>):\n"
     "    %n = stablehlo.add %a, %one : tensor<i64>\n"
     "    %t = func.call @take(%x, %b) : (tensor<8xi64>, tensor<3xi64>) -> tensor<3xi64>\n"
     "    stablehlo.return %n, %t : tensor<i64>, tensor<3xi64>\n"
     "  }) : (tensor<i64>, tensor<3xi64>) -> (tensor<i64>, tensor<3xi64>)\n"
     "  return %r#1 : tensor<3xi64>\n}\n"},
};

/* Three trials of sixteen ask for an error, and some of those happen to be in range. */
static void most_indices_are_in_range(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof indexed / sizeof *indexed; i++) {
        notes n;
        grn_trials tried;
        grn_status status = trials_of_texts(indexed[i].text, indexed[i].text, NULL, &n, &tried);
        if (status != GRN_OK || tried.in_range < 80 || tried.out_of_range || tried.refused + tried.in_range != 100)
            fail_msg("%s: %s, %d in range, %d out of range, %d refused: %s", indexed[i].claim, grn_status_name(status),
                     (int)tried.in_range, (int)tried.out_of_range, (int)tried.refused, n.first);
        if (strstr(indexed[i].claim, "fewer than the extent") == NULL && tried.refused == 0)
            fail_msg("%s: no trial has an index out of range", indexed[i].claim);
    }
}

/* What is not an error is tried in half of the trials; with only_in_range, in none. */
static void some_indices_are_out_of_range(void **state)
{
    static const char text[] =
        "func.func @f(%x: tensor<5xf32>, %i: tensor<3x1xi64>) -> tensor<3xf32> {\n"
        "  %r = \"stablehlo.gather\"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], "
        "start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<5xf32>, "
        "tensor<3x1xi64>) -> "
        "tensor<3xf32>\n  return %r : tensor<3xf32>\n}\n";
    notes n;
    grn_trials tried;
    (void)state;
    assert_int_equal(trials_of_texts(text, text, NULL, &n, &tried), GRN_OK);
    assert_true(tried.in_range >= 50 && tried.out_of_range >= 30 && tried.refused == 0);
    assert_int_equal(trials_of_texts(text, text, &(grn_equivalence_options){.only_in_range = true}, &n, &tried),
                     GRN_OK);
    assert_int_equal(tried.in_range, 100);
}

/* %x with one element of 50 moved away: programs that differ for a single index, wherever it is. */
static void every_index_in_range_is_tried(void **state)
{
    static const int changed[] = {0, 1, 24, 48, 49};
    static const char plain[] =
        SELECT("50", "tensor<3xi64>", "  %i = stablehlo.reshape %k : (tensor<3xi64>) -> tensor<3xi64>\n");
    (void)state;
    for (size_t i = 0; i < sizeof changed / sizeof *changed; i++) {
        char text[2048];
        notes n;
        grn_trials tried;
        snprintf(
            text, sizeof text,
            "func.func @f(%%x: tensor<50xf32>, %%i: tensor<3xi64>) -> tensor<3xf32> {\n"
            "  %%p = stablehlo.constant dense<%d> : tensor<1xi64>\n"
            "  %%u = stablehlo.constant dense<12345.0> : tensor<1xf32>\n"
            "  %%y = \"onnx.ScatterElements\"(%%x, %%p, %%u) {axis = 0 : si64} : (tensor<50xf32>, tensor<1xi64>, "
            "tensor<1xf32>) -> tensor<50xf32>\n"
            "  %%r = \"onnx.Gather\"(%%y, %%i) {axis = 0 : si64} : (tensor<50xf32>, tensor<3xi64>) -> tensor<3xf32>\n"
            "  return %%r : tensor<3xf32>\n}\n",
            changed[i]);
        if (trials_of_texts(plain, text, NULL, &n, &tried) != GRN_E_CHECK)
            fail_msg("index %d is not tried", changed[i]);
    }
}

/* Of eight pairs of trials in range, those in which the two differ. */
static size_t count_differing(const char *a, const char *b)
{
    size_t differ = 0;
    notes n;
    grn_trials tried;
    for (uint64_t seed = 0; seed < 8; seed++)
        differ +=
            trials_of_texts(a, b, &(grn_equivalence_options){.trials = 2, .seed = seed}, &n, &tried) == GRN_E_CHECK;
    return differ;
}

/* An index that counts from the end is in range where the op takes it so: the second of each pair
 * takes it for 0. */
static void negative_indices_are_tried(void **state)
{
    static const char plain[] =
        SELECT("50", "tensor<3xi64>", "  %i = stablehlo.reshape %k : (tensor<3xi64>) -> tensor<3xi64>\n"),
                      moved[] = SELECT("50", "tensor<3xi64>",
                                       "  %c = stablehlo.constant dense<0> : tensor<3xi64>\n"
                                       "  %i = stablehlo.maximum %k, %c : tensor<3xi64>\n"),
                      hidden[] = HIDDEN("  %t = stablehlo.add %s, %z : tensor<5xi64>\n"),
                      hidden_moved[] = HIDDEN("  %t = stablehlo.maximum %s, %z : tensor<5xi64>\n");
    notes n;
    grn_trials tried;
    (void)state;
    assert_true(count_differing(plain, moved) >= 4);
    assert_true(count_differing(hidden, hidden_moved) >= 4);
    assert_int_equal(trials_of_texts(plain, moved, &(grn_equivalence_options){.only_in_range = true}, &n, &tried),
                     GRN_OK);
    assert_int_equal(tried.in_range, 100);
}

/* ---- promises -------------------------------------------------------------------------------- */

/* P updates of an operand of N, replaced, in order or from the last to the first: the same where no
 * two meet. */
#define SCATTER(P, N, promise, order)                                                                                \
    "func.func @f(%x: tensor<" N "xf32>, %k: tensor<" P "x1xi64>, %v: tensor<" P "xf32>) -> tensor<" N               \
    "xf32> {\n" order(P) "  %r = \"stablehlo.scatter\"(%x, %i, %u) <{scatter_dimension_numbers = "                   \
                         "#stablehlo.scatter<inserted_window_dims = [0], "                                           \
                         "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>" promise "}> ({\n"               \
                         "  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n    stablehlo.return %b : tensor<f32>\n"        \
                         "  }) : (tensor<" N "xf32>, tensor<" P "x1xi64>, tensor<" P "xf32>) -> tensor<" N "xf32>\n" \
                         "  return %r : tensor<" N "xf32>\n}\n"
#define FORWARDS(P)                                                                \
    "  %i = stablehlo.reshape %k : (tensor<" P "x1xi64>) -> tensor<" P "x1xi64>\n" \
    "  %u = stablehlo.reshape %v : (tensor<" P "xf32>) -> tensor<" P "xf32>\n"
#define BACKWARDS(P)                                      \
    "  %i = stablehlo.reverse %k, dims = [0] : tensor<" P \
    "x1xi64>\n  %u = stablehlo.reverse %v, dims = [0] : tensor<" P "xf32>\n"

static const struct {
    const char *claim, *text;
} promising[] = {
    {"a permutation", SCATTER("30", "30", ", unique_indices = true", FORWARDS)},
    {"one place", SCATTER("1", "1", ", unique_indices = true", FORWARDS)},
    {"unique and sorted", SCATTER("30", "30", ", unique_indices = true, indices_are_sorted = true", FORWARDS)},
    {"sorted, fewer places than indices", SCATTER("30", "7", ", indices_are_sorted = true", FORWARDS)},
    {"unique, reversed on the way", SCATTER("30", "31", ", unique_indices = true", BACKWARDS)},
    {"vectors, all places of 5x4, components in the other order",
     "func.func @f(%x: tensor<5x4xf32>, %i: tensor<2x20xi32>, %u: tensor<20xf32>) -> tensor<5x4xf32> {\n"
     "  %r = \"stablehlo.scatter\"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = "
     "[0, 1], "
     "scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 0>, unique_indices = true, indices_are_sorted = true}> "
     "({\n"
     "  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n    stablehlo.return %b : tensor<f32>\n"
     "  }) : (tensor<5x4xf32>, tensor<2x20xi32>, tensor<20xf32>) -> tensor<5x4xf32>\n"
     "  return %r : tensor<5x4xf32>\n}\n"},
    {"a combiner of two ops",
     "func.func @f(%x: tensor<7xf32>, %i: tensor<7x1xi64>, %u: tensor<7xf32>) -> tensor<7xf32> {\n"
     "  %r = \"stablehlo.scatter\"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = "
     "[0], "
     "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({\n"
     "  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n    %s = stablehlo.add %a, %b : tensor<f32>\n"
     "    %n = stablehlo.negate %s : tensor<f32>\n    stablehlo.return %n : tensor<f32>\n"
     "  }) : (tensor<7xf32>, tensor<7x1xi64>, tensor<7xf32>) -> tensor<7xf32>\n"
     "  return %r : tensor<7xf32>\n}\n"},
    {"windows of 3 that do not meet",
     "func.func @f(%x: tensor<16xf32>, %i: tensor<5x1xi64>, %u: tensor<5x3xf32>) -> tensor<16xf32> {\n"
     "  %r = \"stablehlo.scatter\"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = "
     "[1], "
     "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({\n"
     "  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n    stablehlo.return %b : tensor<f32>\n"
     "  }) : (tensor<16xf32>, tensor<5x1xi64>, tensor<5x3xf32>) -> tensor<16xf32>\n"
     "  return %r : tensor<16xf32>\n}\n"},
    {"a permutation in two dims",
     "func.func @f(%x: tensor<20xf32>, %i: tensor<4x5x1xi64>, %u: tensor<4x5xf32>) -> tensor<20xf32> {\n"
     "  %r = \"stablehlo.scatter\"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = "
     "[0], "
     "scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = true}> ({\n"
     "  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n    stablehlo.return %b : tensor<f32>\n"
     "  }) : (tensor<20xf32>, tensor<4x5x1xi64>, tensor<4x5xf32>) -> tensor<20xf32>\n"
     "  return %r : tensor<20xf32>\n}\n"},
    {"batches, each with all its places",
     "func.func @f(%x: tensor<3x6xf32>, %i: tensor<3x6x1xi64>, %u: tensor<3x6xf32>) -> tensor<3x6xf32> {\n"
     "  %r = \"stablehlo.scatter\"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = "
     "[1], "
     "input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], "
     "index_vector_dim = 2>, unique_indices = true}> ({\n"
     "  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n    stablehlo.return %b : tensor<f32>\n"
     "  }) : (tensor<3x6xf32>, tensor<3x6x1xi64>, tensor<3x6xf32>) -> tensor<3x6xf32>\n"
     "  return %r : tensor<3x6xf32>\n}\n"},
    {"batches, in one order across all",
     "func.func @f(%x: tensor<3x40xf32>, %i: tensor<3x6x1xi64>, %u: tensor<3x6xf32>) -> tensor<3x40xf32> {\n"
     "  %r = \"stablehlo.scatter\"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = "
     "[1], "
     "input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], "
     "index_vector_dim = 2>, unique_indices = true, indices_are_sorted = true}> ({\n"
     "  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n    stablehlo.return %b : tensor<f32>\n"
     "  }) : (tensor<3x40xf32>, tensor<3x6x1xi64>, tensor<3x6xf32>) -> tensor<3x40xf32>\n"
     "  return %r : tensor<3x40xf32>\n}\n"},
    {"a gather's promise",
     "func.func @f(%x: tensor<9x2xf32>, %i: tensor<9x1xi64>) -> tensor<9x2xf32> {\n"
     "  %j = arith.index_cast %i : tensor<9x1xi64> to tensor<9x1xindex>\n"
     "  %r = tensor.gather %x[%j] gather_dims([0]) unique : (tensor<9x2xf32>, tensor<9x1xindex>) -> tensor<9x2xf32>\n"
     "  return %r : tensor<9x2xf32>\n}\n"},
};

static void trials_keep_promises(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof promising / sizeof *promising; i++) {
        notes n;
        grn_trials tried;
        grn_status status = trials_of_texts(promising[i].text, promising[i].text, NULL, &n, &tried);
        /* A window that lies partly outside may meet the next. */
        const uint64_t most_broken = strstr(promising[i].claim, "windows") ? 15 : 0;
        if (status != GRN_OK || !tried.makes_promises || tried.promise_broken > most_broken || tried.in_range < 50)
            fail_msg("%s: %s, %d in range, %d broke a promise: %s", promising[i].claim, grn_status_name(status),
                     (int)tried.in_range, (int)tried.promise_broken, n.first);
    }
}

static void promises_decide_what_is_the_same(void **state)
{
    static const char unique[] = SCATTER("6", "9", ", unique_indices = true", FORWARDS),
                      plain[] = SCATTER("6", "9", "", FORWARDS), reversed[] = SCATTER("6", "9", "", BACKWARDS);
    notes n;
    grn_trials tried;
    (void)state;
    assert_int_equal(trials_of_texts(unique, reversed, NULL, &n, &tried), GRN_OK); /* no two updates meet */
    assert_int_equal(trials_of_texts(plain, reversed, NULL, &n, &tried), GRN_E_CHECK);
    assert_false(tried.makes_promises);
    /* A promise that the first does not make is not the second's to make. */
    assert_int_equal(trials_of_texts(plain, unique, NULL, &n, &tried), GRN_E_CHECK);
    assert_non_null(strstr(n.first, "the second answers with an error: unique_indices is promised, but"));
}

static void promises_that_cannot_be_kept(void **state)
{
    static const char text[] = SCATTER("5", "3", ", unique_indices = true", FORWARDS);
    notes n;
    grn_trials tried;
    (void)state;
    assert_int_equal(
        trials_of_texts(text, text, &(grn_equivalence_options){.trials = 3, .only_in_range = true}, &n, &tried),
        GRN_E_UNSUPPORTED);
    assert_int_equal(tried.promise_broken, 3);
    assert_non_null(strstr(n.first,
                           "nothing was compared of @f: each of 3 trials (seed 0) was refused, the first with: "
                           "unique_indices is promised, but"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(most_indices_are_in_range),     cmocka_unit_test(some_indices_are_out_of_range),
        cmocka_unit_test(every_index_in_range_is_tried), cmocka_unit_test(negative_indices_are_tried),
        cmocka_unit_test(trials_keep_promises),          cmocka_unit_test(promises_decide_what_is_the_same),
        cmocka_unit_test(promises_that_cannot_be_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

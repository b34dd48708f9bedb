/*
 * test_allowances.c - what a tool may give beside garner's bits, and what it may not, op by op.
 *
 * Answers are computed by hand: sums in another order, numbers one place on, what the specification leaves open.
 */
#include "differ/one_op.h"

#define SUM(type, n)                                                                                         \
    MAIN("%x: tensor<" n "x" type ">, %y: tensor<" type ">", "tensor<" type ">",                             \
         "stablehlo.reduce(%x init: %y) applies stablehlo.add across dimensions = [0] : (tensor<" n "x" type \
         ">, tensor<" type ">) -> tensor<" type ">")
#define PUT_F32(region)                                                                                             \
    MAIN("%x: tensor<2xf32>, %i: tensor<3xi64>, %u: tensor<3xf32>", "tensor<2xf32>",                                \
         "\"stablehlo.scatter\"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims " \
         "= [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n^bb0(%a: tensor<f32>, %b: "        \
         "tensor<f32>):\n" region "}) : (tensor<2xf32>, tensor<3xi64>, tensor<3xf32>) -> tensor<2xf32>")
#define ADDS "  %s = stablehlo.add %a, %b : tensor<f32>\n  stablehlo.return %s : tensor<f32>\n"
#define REPLACES "  stablehlo.return %b : tensor<f32>\n"

#define UNARY(op, type) ONE("tensor<1x" type ">", "tensor<1x" type ">", "stablehlo." op " %x : tensor<1x" type ">")
#define BINARY(op, type) TWO("tensor<1x" type ">", "tensor<1x" type ">", "stablehlo." op " %x, %y : tensor<1x" type ">")
#define CONVERT(from, to) \
    ONE("tensor<1x" from ">", "tensor<1x" to ">", "stablehlo.convert %x : (tensor<1x" from ">) -> tensor<1x" to ">")
#define DOT                                                                                               \
    TWO("tensor<4xf32>", "tensor<f32>",                                                                   \
        "stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<4xf32>, tensor<4xf32>) -> " \
        "tensor<f32>")
#define FACTORS                                                                                                \
    MAIN("%x: tensor<4xf32>, %y: tensor<f32>", "tensor<f32>",                                                  \
         "stablehlo.reduce(%x init: %y) applies stablehlo.multiply across dimensions = [0] : (tensor<4xf32>, " \
         "tensor<f32>) -> tensor<f32>")
#define LARGEST \
    ONE("tensor<3xf32>", "tensor<1xi64>", "\"onnx.ArgMax\"(%x) {axis = 0 : si64} : (tensor<3xf32>) -> tensor<1xi64>")
#define QUOTIENT \
    TWO("tensor<1xf32>", "tensor<1xf32>", "\"onnx.Div\"(%x, %y) : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>")
#define PROMISED                                                                                                   \
    MAIN("%x: tensor<4xi32>, %i: tensor<2xi64>", "tensor<2xi32>",                                                  \
         "\"stablehlo.gather\"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], "       \
         "start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>, indices_are_sorted = true}> " \
         ": (tensor<4xi32>, tensor<2xi64>) -> tensor<2xi32>")
#define LEAST "  %m = stablehlo.minimum %a, %b : tensor<f32>\n  stablehlo.return %m : tensor<f32>\n"
#define SORTED(type, stable)                                                                                         \
    ONE("tensor<3x" type ">", "tensor<3x" type ">",                                                                  \
        "\"stablehlo.sort\"(%x) <{dimension = 0 : i64, is_stable = " stable "}> ({\n^bb0(%a: tensor<" type ">, %b: " \
        "tensor<" type ">):\n  %c = stablehlo.compare LT, %a, %b : (tensor<" type ">, tensor<" type ">) -> "         \
        "tensor<i1>\n  stablehlo.return %c : tensor<i1>\n}) : (tensor<3x" type ">) -> tensor<3x" type ">")
#define UNSTABLE(type) SORTED(type, "false")
#define STABLE(type) SORTED(type, "true")

#define NORMALIZATION                                                                                         \
    MAIN("%x: tensor<1x1xf32>, %m: tensor<1xf32>, %v: tensor<1xf32>", "tensor<1x1xf32>",                      \
         "\"stablehlo.batch_norm_inference\"(%x, %v, %m, %m, %v) <{epsilon = 0.0 : f32, feature_index = 1 : " \
         "i64}> : (tensor<1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1xf32>")
#define CHOLESKY ONE("tensor<2x2xf32>", "tensor<2x2xf32>", "stablehlo.cholesky %x, lower = true : tensor<2x2xf32>")

typedef struct row {
    const char *claim;
    one_op op;
    grn_verdict verdict;
    grn_allowance why; /* of allowed */
} row;

static const row rows[] = {
    /* 2^24 + 1 is 2^24 in f32: from the left (2^24 + 1) + 1 = 2^24, from the right 2^24 + 2 */
    {"a sum of f32 from the right",
     {SUM("f32", "3"), {"3xf32=16777216 1 1", "f32=0"}, "f32=16777218", NULL},
     GRN_ALLOWED,
     GRN_ALLOWANCE_SUM_ORDER},
    {"a sum of f32 that lost a term",
     {SUM("f32", "3"), {"3xf32=16777216 1 1000", "f32=0"}, "f32=16777216", NULL},
     GRN_BUG,
     GRN_ALLOWANCE_NONE},
    /* two terms and a neutral start have one rounding, whatever the order */
    {"a sum of two is rounded once",
     {BINARY("add", "f32"), {"1xf32=0.1", "1xf32=0.2"}, "1xf32=0.30000004", NULL},
     GRN_BUG,
     GRN_ALLOWANCE_NONE},
    /* bf16 has 8 bits: 256 + 1 is 256 there, whatever comes after; in f32 the sum is 260 */
    {"a sum of bf16 that is kept in f32",
     {SUM("bf16", "5"), {"5xbf16=256 1 1 1 1", "bf16=0"}, "bf16=260", NULL},
     GRN_ALLOWED,
     GRN_ALLOWANCE_SUM_ORDER},
    {"a sum of integers has no order",
     {SUM("i32", "3"), {"3xi32=1 2 3", "i32=0"}, "i32=7", NULL},
     GRN_BUG,
     GRN_ALLOWANCE_NONE},
    {"a sum past the largest number by its parts",
     {SUM("f32", "3"), {"3xf32=3e38 3e38 -3e38", "f32=0"}, "f32=3e38", NULL},
     GRN_ALLOWED,
     GRN_ALLOWANCE_SUM_ORDER},
    {"a sum of an infinity is one",
     {SUM("f32", "3"), {"3xf32=inf 1 1", "f32=0"}, "f32=nan", NULL},
     GRN_BUG,
     GRN_ALLOWANCE_NONE},
    /* 16777216 + 1 + 1 + (-16777216): 0 in order, 2 exactly */
    {"a dot product that is fused, or in another order",
     {DOT, {"4xf32=16777216 1 1 -16777216", "4xf32=1 1 1 1"}, "f32=2", NULL},
     GRN_ALLOWED,
     GRN_ALLOWANCE_SUM_ORDER},
    {"a dot product that left out a factor of some size",
     {DOT, {"4xf32=1 2 3 4", "4xf32=1 1 1 1"}, "f32=9", NULL},
     GRN_BUG,
     GRN_ALLOWANCE_NONE},
    {"a scatter that adds in another order",
     {PUT_F32(ADDS), {"2xf32=16777216 5", "3xi64=0 0 1", "3xf32=1 1 1"}, "2xf32=16777218 6", NULL},
     GRN_ALLOWED,
     GRN_ALLOWANCE_SUM_ORDER},
    {"a scatter of one update has one rounding",
     {PUT_F32(ADDS), {"2xf32=16777216 5", "3xi64=0 1 1", "3xf32=1 1 1"}, "2xf32=16777218 7", NULL},
     GRN_BUG,
     GRN_ALLOWANCE_NONE},
    {"of duplicates another may stay",
     {PUT_F32(REPLACES), {"2xf32=8 9", "3xi64=0 0 1", "3xf32=1 2 3"}, "2xf32=1 3", NULL},
     GRN_ALLOWED,
     GRN_ALLOWANCE_DUPLICATES},
    {"of duplicates no other number",
     {PUT_F32(REPLACES), {"2xf32=8 9", "3xi64=0 0 1", "3xf32=1 2 3"}, "2xf32=3 3", NULL},
     GRN_BUG,
     GRN_ALLOWANCE_NONE},
    {"a region without an order, where updates meet",
     {PUT_F32("  %s = stablehlo.multiply %b, %b : tensor<f32>\n  %t = stablehlo.add %a, %s : tensor<f32>\n  "
              "stablehlo.return %t : tensor<f32>\n"),
      {"2xf32=8 9", "3xi64=0 0 1", "3xf32=1 2 3"},
      "2xf32=12 18",
      NULL},
     GRN_UNDECIDED,
     GRN_ALLOWANCE_NONE},
    {"an exponential two ulps away", /* e is 2.7182817 in f32, and 2.7182822 the second behind it */
     {UNARY("exponential", "f32"), {"1xf32=1"}, "1xf32=2.7182822", NULL},
     GRN_ALLOWED,
     GRN_ALLOWANCE_PRECISION},
    {"an exponential of 3 digits",
     {UNARY("exponential", "f32"), {"1xf32=1"}, "1xf32=2.718", NULL},
     GRN_BUG,
     GRN_ALLOWANCE_NONE},
    {"a root has fixed bits",
     {UNARY("sqrt", "f32"), {"1xf32=2"}, "1xf32=1.4142137", NULL},
     GRN_BUG,
     GRN_ALLOWANCE_NONE},
    {"a quotient has fixed bits",
     {BINARY("divide", "f32"), {"1xf32=1", "1xf32=3"}, "1xf32=0.33333334", NULL},
     GRN_SAME,
     GRN_ALLOWANCE_NONE},
    {"a normalization whose terms are arranged otherwise", /* 3 / sqrt(3) * (1000 - 999) + 999 is 1000.7320508 */
     {NORMALIZATION, {"1x1xf32=1000", "1xf32=999", "1xf32=3"}, "1x1xf32=1000.733", NULL},
     GRN_ALLOWED,
     GRN_ALLOWANCE_ROUNDING},
    {"a normalization of 3 digits",
     {NORMALIZATION, {"1x1xf32=1000", "1xf32=999", "1xf32=3"}, "1x1xf32=1001", NULL},
     GRN_UNDECIDED,
     GRN_ALLOWANCE_NONE},
    {"a factor an ulp away", /* of [[4, 2], [2, 5]]: [[2, .], [1, 2]] */
     {CHOLESKY, {"2x2xf32=4 2 2 5"}, "2x2xf32=2 0 1 2.0000002", NULL},
     GRN_ALLOWED,
     GRN_ALLOWANCE_ROUNDING},
    {"another factor", {CHOLESKY, {"2x2xf32=4 2 2 5"}, "2x2xf32=2 0 1 2.5", NULL}, GRN_UNDECIDED, GRN_ALLOWANCE_NONE},
    {"a negative zero is no zero",
     {UNARY("abs", "f32"), {"1xf32=-0.0"}, "1xf32=-0.0", NULL},
     GRN_BUG,
     GRN_ALLOWANCE_NONE},
    {"ONNX's Relu of -0",
     {ONE("tensor<2xf32>", "tensor<2xf32>", "\"onnx.Relu\"(%x) : (tensor<2xf32>) -> tensor<2xf32>"),
      {"2xf32=-0.0 1"},
      "2xf32=-0.0 1",
      NULL},
     GRN_ALLOWED,
     GRN_ALLOWANCE_UNDEFINED_NUMBER},
    {"ONNX's Relu of -0, and of 1",
     {ONE("tensor<2xf32>", "tensor<2xf32>", "\"onnx.Relu\"(%x) : (tensor<2xf32>) -> tensor<2xf32>"),
      {"2xf32=-0.0 1"},
      "2xf32=-0.0 2",
      NULL},
     GRN_BUG,
     GRN_ALLOWANCE_NONE},
    {"NaN has any bits",
     {UNARY("negate", "f32"), {"1xf32=0x7FC00000"}, "1xf32=0x7FC00001", NULL},
     GRN_SAME,
     GRN_ALLOWANCE_NONE},
    {"division of integers by zero",
     {BINARY("divide", "i32"), {"1xi32=5", "1xi32=0"}, "1xi32=77", NULL},
     GRN_ALLOWED,
     GRN_ALLOWANCE_UNDEFINED_NUMBER},
    {"the least integer by -1",
     {BINARY("divide", "i8"), {"1xi8=-128", "1xi8=-1"}, "1xi8=127", NULL},
     GRN_ALLOWED,
     GRN_ALLOWANCE_UNDEFINED_NUMBER},
    {"remainder by zero",
     {BINARY("remainder", "i32"), {"1xi32=5", "1xi32=0"}, "1xi32=77", NULL},
     GRN_ALLOWED,
     GRN_ALLOWANCE_UNDEFINED_NUMBER},
    {"division by one",
     {BINARY("divide", "i32"), {"1xi32=5", "1xi32=1"}, "1xi32=77", NULL},
     GRN_BUG,
     GRN_ALLOWANCE_NONE},
    {"a shift by the width",
     {BINARY("shift_left", "i32"), {"1xi32=5", "1xi32=32"}, "1xi32=5", NULL},
     GRN_ALLOWED,
     GRN_ALLOWANCE_UNDEFINED_NUMBER},
    {"a shift by less",
     {BINARY("shift_left", "i32"), {"1xi32=5", "1xi32=31"}, "1xi32=5", NULL},
     GRN_BUG,
     GRN_ALLOWANCE_NONE},
    {"a float past the integers",
     {CONVERT("f32", "i8"), {"1xf32=300"}, "1xi8=44", NULL},
     GRN_ALLOWED,
     GRN_ALLOWANCE_UNDEFINED_NUMBER},
    {"NaN as an integer",
     {CONVERT("f32", "i8"), {"1xf32=nan"}, "1xi8=-128", NULL},
     GRN_ALLOWED,
     GRN_ALLOWANCE_UNDEFINED_NUMBER},
    {"a float among the integers",
     {CONVERT("f32", "i8"), {"1xf32=100.5"}, "1xi8=101", NULL},
     GRN_BUG,
     GRN_ALLOWANCE_NONE},
    {"a subnormal product, where the tool flushes",
     {BINARY("multiply", "f32"), {"1xf32=1e-30", "1xf32=1e-10"}, "1xf32=0", "jax"},
     GRN_ALLOWED,
     GRN_ALLOWANCE_SUBNORMAL},
    {"subnormal keys that are equal to a tool that flushes",
     {STABLE("f32"), {"3xf32=1 2e-45 -2e-45"}, "3xf32=2e-45 -2e-45 1", "jax"},
     GRN_ALLOWED,
     GRN_ALLOWANCE_SUBNORMAL},
    {"and to one that does not",
     {STABLE("f32"), {"3xf32=1 2e-45 -2e-45"}, "3xf32=2e-45 -2e-45 1", NULL},
     GRN_BUG,
     GRN_ALLOWANCE_NONE},
    {"a subnormal product, where it does not",
     {BINARY("multiply", "f32"), {"1xf32=1e-30", "1xf32=1e-10"}, "1xf32=0", "numpy"},
     GRN_BUG,
     GRN_ALLOWANCE_NONE},
    {"a normal product is not flushed",
     {BINARY("multiply", "f32"), {"1xf32=1e-30", "1xf32=1e-5"}, "1xf32=0", "jax"},
     GRN_BUG,
     GRN_ALLOWANCE_NONE},
    {"the place of the largest of numbers that are equal to a tool that flushes",
     {LARGEST, {"3xf32=-1 1e-40 2e-40"}, "1xi64=1", "jax"},
     GRN_ALLOWED,
     GRN_ALLOWANCE_SUBNORMAL},
    {"no place of the largest", {LARGEST, {"3xf32=-1 1e-40 2e-40"}, "1xi64=0", "jax"}, GRN_BUG, GRN_ALLOWANCE_NONE},
    {"and to one that does not", {LARGEST, {"3xf32=-1 1e-40 2e-40"}, "1xi64=1", "numpy"}, GRN_BUG, GRN_ALLOWANCE_NONE},
    {"a quotient of another dialect, by an inverse",
     {QUOTIENT, {"1xf32=5", "1xf32=3"}, "1xf32=1.66666663", "jax"},
     GRN_SAME,
     GRN_ALLOWANCE_NONE},
    {"one unit off",
     {QUOTIENT, {"1xf32=5", "1xf32=3"}, "1xf32=1.66666675", "jax"},
     GRN_ALLOWED,
     GRN_ALLOWANCE_ROUNDING},
    {"an inverse that is subnormal",
     {QUOTIENT, {"1xf32=3", "1xf32=1.5e38"}, "1xf32=0", "jax"},
     GRN_ALLOWED,
     GRN_ALLOWANCE_SUBNORMAL},
    {"one that is not", {QUOTIENT, {"1xf32=3", "1xf32=1.5e36"}, "1xf32=0", "jax"}, GRN_BUG, GRN_ALLOWANCE_NONE},
    {"one unit off, where quotients are computed as such",
     {QUOTIENT, {"1xf32=5", "1xf32=3"}, "1xf32=1.66666675", "numpy"},
     GRN_BUG,
     GRN_ALLOWANCE_NONE},
    {"a product, a part of which is subnormal in another order, where the tool flushes",
     {FACTORS, {"4xf32=1e-20 1e-19 1e30 1e8", "f32=1"}, "f32=0", "jax"},
     GRN_ALLOWED,
     GRN_ALLOWANCE_SUBNORMAL},
    {"a product, no part of which is",
     {FACTORS, {"4xf32=1e-10 1e-10 1e10 1e8", "f32=1"}, "f32=0", "jax"},
     GRN_BUG,
     GRN_ALLOWANCE_NONE},
    {"a subnormal number as a boolean, where the tool flushes",
     {CONVERT("f32", "i1"), {"1xf32=1e-45"}, "1xi1=0", "jax"},
     GRN_ALLOWED,
     GRN_ALLOWANCE_SUBNORMAL},
    {"and where it does not", {CONVERT("f32", "i1"), {"1xf32=1e-45"}, "1xi1=0", "numpy"}, GRN_BUG, GRN_ALLOWANCE_NONE},
    {"a normal number as a boolean",
     {CONVERT("f32", "i1"), {"1xf32=2e-38"}, "1xi1=0", "jax"},
     GRN_BUG,
     GRN_ALLOWANCE_NONE},
    {"a subnormal least of some updates, where the tool flushes",
     {PUT_F32(LEAST), {"2xf32=0 9", "3xi64=0 0 1", "3xf32=-1e-45 5 9"}, "2xf32=-0.0 9", "jax"},
     GRN_ALLOWED,
     GRN_ALLOWANCE_SUBNORMAL},
    {"another than the least is no zero for it",
     {PUT_F32(LEAST), {"2xf32=0 9", "3xi64=0 0 1", "3xf32=-1e-45 5 9"}, "2xf32=-1 9", "jax"},
     GRN_BUG,
     GRN_ALLOWANCE_NONE},
    {"a subnormal least, where it does not",
     {PUT_F32(LEAST), {"2xf32=0 9", "3xi64=0 0 1", "3xf32=-1e-45 5 9"}, "2xf32=-0.0 9", "numpy"},
     GRN_BUG,
     GRN_ALLOWANCE_NONE},
    {"a promise that the indices break",
     {PROMISED, {TENS, "2xi64=3 1"}, "2xi32=10 10", NULL},
     GRN_ALLOWED,
     GRN_ALLOWANCE_OPEN_INDEX},
    {"a promise that they keep", {PROMISED, {TENS, "2xi64=1 3"}, "2xi32=10 10", NULL}, GRN_BUG, GRN_ALLOWANCE_NONE},
    {"zeros of both signs are equal keys where a sort is not stable",
     {UNSTABLE("f32"), {"3xf32=1 0.0 -0.0"}, "3xf32=0.0 -0.0 1", NULL},
     GRN_SAME,
     GRN_ALLOWANCE_NONE},
    {"their order may change",
     {UNSTABLE("f32"), {"3xf32=1 0.0 -0.0"}, "3xf32=-0.0 0.0 1", NULL},
     GRN_ALLOWED,
     GRN_ALLOWANCE_DUPLICATES},
    {"but not what is sorted",
     {UNSTABLE("f32"), {"3xf32=1 0.0 -0.0"}, "3xf32=0.0 0.0 1", NULL},
     GRN_BUG,
     GRN_ALLOWANCE_NONE},
    {"and not that it is",
     {UNSTABLE("f32"), {"3xf32=1 0.0 -0.0"}, "3xf32=0.0 1 -0.0", NULL},
     GRN_BUG,
     GRN_ALLOWANCE_NONE},
    {"an op whose error nobody knows",
     {TWO("tensor<1x1xf32>", "tensor<1x1xf32>",
          "\"stablehlo.triangular_solve\"(%x, %y) <{left_side = true, lower = true, unit_diagonal = false, transpose_a "
          "= "
          "#stablehlo<transpose NO_TRANSPOSE>}> : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>"),
      {"1x1xf32=2", "1x1xf32=1"},
      "1x1xf32=0.50000006",
      NULL},
     GRN_UNDECIDED,
     GRN_ALLOWANCE_NONE},
};

static void check_row(const row *r)
{
    print_message("%s\n", r->claim);
    grn_diff *diff = one_op_diff(&r->op);
    const grn_difference *f = grn_diff_at(diff, 0);
    if (f && (f->verdict != r->verdict || f->why != r->why))
        one_op_tell(f);
    assert_string_equal(grn_verdict_text(grn_diff_verdict(diff)), grn_verdict_text(r->verdict));
    assert_string_equal(f ? grn_allowance_text(f->why) : "", grn_allowance_text(r->why));
    if (r->verdict == GRN_UNDECIDED)
        assert_non_null(f->note);
    assert_true(!f || (f->bound >= 0 && f->bound - f->bound == 0 && f->distance - f->distance == 0));
    grn_diff_destroy(diff);
}

static void what_is_allowed(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_row(&rows[i]);
}

/* ---- two results ----------------------------------------------------------------------------- */

static const char sum_and_maximum[] =
    "func.func @main(%x: tensor<3xf32>, %y: tensor<3xi32>, %z: tensor<f32>, %o: tensor<i32>) -> (tensor<f32>, "
    "tensor<i32>) {\n"
    "  %r:2 = \"stablehlo.reduce\"(%x, %y, %z, %o) <{dimensions = array<i64: 0>}> ({\n"
    "  ^bb0(%a: tensor<f32>, %c: tensor<i32>, %b: tensor<f32>, %d: tensor<i32>):\n"
    "    %s = stablehlo.add %a, %b : tensor<f32>\n"
    "    %m = stablehlo.maximum %c, %d : tensor<i32>\n"
    "    stablehlo.return %s, %m : tensor<f32>, tensor<i32>\n"
    "  }) : (tensor<3xf32>, tensor<3xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)\n"
    "  return %r#0, %r#1 : tensor<f32>, tensor<i32>\n}\n";

static grn_status give_two(void *user, const grn_module *module, size_t function, size_t ninputs,
                           const grn_tensor *inputs, grn_tool_answer *answer)
{
    (void)module, (void)function, (void)ninputs, (void)inputs;
    *answer = (grn_tool_answer){.outcome = GRN_TOOL_RAN, .nresults = 2, .results = user};
    return GRN_OK;
}

/* 2^24 + 1 + 1 is 2^24 from its beginning, and 2^24 + 2 from its end. */
static grn_verdict verdict_of_two(float sum, int32_t most)
{
    float x[] = {16777216, 1, 1}, zero = 0;
    int32_t y[] = {3, 7, 5}, least = INT32_MIN;
    grn_tensor in[4], answer[2];
    grn_module *m;
    grn_diff *diff;
    assert_int_equal(grn_tensor_init(&in[0], x, GRN_F32, 1, (int64_t[]){3}), GRN_OK);
    assert_int_equal(grn_tensor_init(&in[1], y, GRN_I32, 1, (int64_t[]){3}), GRN_OK);
    assert_int_equal(grn_tensor_init(&in[2], &zero, GRN_F32, 0, NULL), GRN_OK);
    assert_int_equal(grn_tensor_init(&in[3], &least, GRN_I32, 0, NULL), GRN_OK);
    assert_int_equal(grn_tensor_init(&answer[0], &sum, GRN_F32, 0, NULL), GRN_OK);
    assert_int_equal(grn_tensor_init(&answer[1], &most, GRN_I32, 0, NULL), GRN_OK);
    assert_int_equal(grn_module_parse(sum_and_maximum, sizeof sum_and_maximum - 1, NULL, &shown, &m), GRN_OK);
    const grn_tool tool = {.run = give_two, .user = answer};
    assert_int_equal(grn_module_diff(m, 0, 4, in, &tool, NULL, &shown, &diff), GRN_OK);
    const grn_verdict verdict = grn_diff_verdict(diff);
    grn_diff_destroy(diff);
    grn_module_destroy(m);
    return verdict;
}

static void each_result_is_judged(void **unused)
{
    (void)unused;
    assert_string_equal(grn_verdict_text(verdict_of_two(16777216, 7)), "same");
    assert_string_equal(grn_verdict_text(verdict_of_two(16777218, 7)), "allowed");
    assert_string_equal(grn_verdict_text(verdict_of_two(16777216, 5)), "bug");
    assert_string_equal(grn_verdict_text(verdict_of_two(16777300, 7)), "bug");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_allowed), cmocka_unit_test(each_result_is_judged)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * test_convert_onnx_ops.c - ops of StableHLO that ONNX has no operator for, or in another form, as
 * operators of ONNX's; and If, Loop, Scan and running sums as ops of StableHLO.
 *
 * A table of programs with an operator that is to come out, by hand from ONNX's schemas. What comes
 * out has operators of ONNX's alone, does what the program did (grn_module_equivalent), and so does
 * what StableHLO makes of it again. Functions of floats are held against C's library.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "convert_test.h"
#include "support/refuser.h"

typedef program_text text;

/* ---- programs -------------------------------------------------------------------------------- */

#define F(arguments, result) "func.func @f(" arguments ") -> " result " {\n"
#define END(type) "return %r : " type "\n}\n"
#define UNARY(op, t) \
    F("%a: tensor<" t ">", "tensor<" t ">") "%r = stablehlo." op " %a : tensor<" t ">\n" END("tensor<" t ">")
#define BINARY(op, t)                                          \
    F("%a: tensor<" t ">, %b: tensor<" t ">", "tensor<" t ">") \
    "%r = stablehlo." op " %a, %b : tensor<" t ">\n" END("tensor<" t ">")
/* dims 0 and 2 of three are reduced by `body`, of %x and %y, which gives %z */
#define REDUCE(e, body)                                                                                             \
    F("%a: tensor<2x3x4x" e ">, %i: tensor<" e ">", "tensor<3x" e ">")                                              \
    "%r = \"stablehlo.reduce\"(%a, %i) <{dimensions = array<i64: 0, 2>}> ({\n^bb0(%x: tensor<" e ">, %y: tensor<" e \
    ">):\n" body "stablehlo.return %z : tensor<" e ">\n}) : (tensor<2x3x4x" e ">, tensor<" e ">) -> tensor<3x" e    \
    ">\n" END("tensor<3x" e ">")
#define OF(op, e) "%z = stablehlo." op " %x, %y : tensor<" e ">\n"
#define MIXED(e) "%w = stablehlo.multiply %x, %y : tensor<" e ">\n%z = stablehlo.subtract %w, %y : tensor<" e ">\n"
#define WINDOWS(e, attrs, from, to, body)                                                                           \
    F("%a: tensor<" from "x" e ">", "tensor<" to "x" e ">")                                                         \
    "%i = stablehlo.constant dense<0> : tensor<" e ">\n"                                                            \
    "%r = \"stablehlo.reduce_window\"(%a, %i) <{" attrs "}> ({\n^bb0(%x: tensor<" e ">, %y: tensor<" e ">):\n" body \
    "stablehlo.return %z : tensor<" e ">\n}) : (tensor<" from "x" e ">, tensor<" e ">) -> tensor<" to "x" e         \
    ">\n" END("tensor<" to "x" e ">")
#define SCATTER(e, body)                                                                                            \
    F("%a: tensor<5x2x" e ">, %i: tensor<4x1xi32>, %u: tensor<4x2x" e ">", "tensor<5x2x" e ">")                     \
    "%r = \"stablehlo.scatter\"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = " \
    "[1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n"             \
    "^bb0(%x: tensor<" e ">, %y: tensor<" e ">):\n" body "stablehlo.return %z : tensor<" e ">\n}) : (tensor<5x2x" e \
    ">, tensor<4x1xi32>, tensor<4x2x" e ">) -> tensor<5x2x" e ">\n" END("tensor<5x2x" e ">")
#define SORT(e, body)                                                                                                 \
    F("%a: tensor<2x5x" e ">", "tensor<2x5x" e ">")                                                                   \
    "%r = \"stablehlo.sort\"(%a) <{dimension = 1 : i64, is_stable = true}> ({\n^bb0(%x: tensor<" e ">, %y: tensor<" e \
    ">):\n" body "stablehlo.return %z : tensor<i1>\n}) : (tensor<2x5x" e ">) -> tensor<2x5x" e                        \
    ">\n" END("tensor<2x5x" e ">")
#define LESS(e) "%z = stablehlo.compare LT, %x, %y : (tensor<" e ">, tensor<" e ">) -> tensor<i1>\n"
#define NUMBER(to, of, e)                                                                                       \
    "%z" to " = stablehlo.constant dense<0.0> : tensor<" e ">\n%n" to                                           \
    " = stablehlo.constant dense<0x7FC00000> : tensor<" e ">\n%c" to " = stablehlo.compare EQ, " of ", %z" to   \
    " : (tensor<" e ">, tensor<" e ">) -> tensor<i1>\n%s" to " = stablehlo.select %c" to ", %z" to ", " of      \
    " : tensor<i1>, tensor<" e ">\n%o" to " = stablehlo.compare NE, " of ", " of " : (tensor<" e ">, tensor<" e \
    ">) -> tensor<i1>\n%" to " = stablehlo.select %o" to ", %n" to ", %s" to " : tensor<i1>, tensor<" e ">\n"
#define CONVOLUTION(e, attrs, groups, in, kernel, out)                                                               \
    F("%a: tensor<" in "x" e ">, %k: tensor<" kernel "x" e ">", "tensor<" out "x" e ">")                             \
    "%r = stablehlo.convolution(%a, %k) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {" attrs "} {" groups \
    ", precision_config = []} : (tensor<" in "x" e ">, tensor<" kernel "x" e ">) -> tensor<" out "x" e               \
    ">\n" END("tensor<" out "x" e ">")
#define GROUPS(batch, features) "batch_group_count = " batch " : i64, feature_group_count = " features " : i64"

typedef struct row {
    const char *claim, *program, *has;
} row;

static const row rows[] = {
    /* ---- elements */
    {"clamp is Max and Min",
     F("%l: tensor<i32>, %a: tensor<3xi32>, %h: tensor<i32>",
       "tensor<3xi32>") "%r = stablehlo.clamp %l, %a, %h : (tensor<i32>, tensor<3xi32>, tensor<i32>) -> "
                        "tensor<3xi32>\n" END("tensor<3xi32>"),
     "onnx.Max"},
    {"an inverse root is rounded once",
     F("%a: tensor<64xf32>", "tensor<64xf32>") "%r = stablehlo.rsqrt %a : tensor<64xf32>\n" END("tensor<64xf32>"),
     "{to = f64}"},
    {"what is finite is less than infinity",
     F("%a: tensor<3xf32>",
       "tensor<3xi1>") "%r = stablehlo.is_finite %a : (tensor<3xf32>) -> tensor<3xi1>\n" END("tensor<3xi1>"),
     "onnx.Abs"},
    {"halves go away from zero", UNARY("round_nearest_afz", "5xf32"), "onnx.Floor"},
    {"not of integers", UNARY("not", "3xi16"), "onnx.BitwiseNot"},
    {"xor of integers", BINARY("xor", "3xui8"), "onnx.BitwiseXor"},
    {"xor of bools", BINARY("xor", "3xi1"), "onnx.Equal"},
    {"a quotient of integers by what may be 0", BINARY("divide", "3xi32"), "onnx.Div"},
    {"a remainder of integers", BINARY("remainder", "3xi8"), "{fmod = 1 : si64}"},
    {"of unsigned ones", BINARY("remainder", "3xui16"), "onnx.Mod"},
    {"and of floats", BINARY("remainder", "3xf32"), "onnx.Mod"},
    {"a power of integers", BINARY("power", "3xi16"), "onnx.Mul"},
    {"what is shifted is unsigned", BINARY("shift_left", "4xi32"), "{direction = \"LEFT\"} : (tensor<4xui32>"},
    {"to the right", BINARY("shift_right_logical", "4xui8"), "{direction = \"RIGHT\"}"},
    {"and keeps its sign", BINARY("shift_right_arithmetic", "4xi64"), "onnx.BitwiseNot"},
    {"ones are counted", UNARY("popcnt", "3xi16"), "onnx.BitwiseAnd"},
    {"and zeros in front", UNARY("count_leading_zeros", "3xi32"), "onnx.BitShift"},
    {"the negative of what has no sign", UNARY("negate", "3xui32"), "onnx.Sub"},
    {"BitCast is of opset 26",
     F("%a: tensor<3xf32>",
       "tensor<3xi32>") "%r = stablehlo.bitcast_convert %a : (tensor<3xf32>) -> tensor<3xi32>\n" END("tensor<3xi32>"),
     "{onnx.opset_version = 26 : si64}"},
    {"the total order of floats is that of integers",
     F("%a: tensor<3xf32>, %b: tensor<3xf32>",
       "tensor<3xi1>") "%r = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<3xf32>, tensor<3xf32>) -> "
                       "tensor<3xi1>\n" END("tensor<3xi1>"),
     "onnx.BitCast"},
    {"a float of fewer bits is rounded in its bits",
     F("%a: tensor<5xf32>",
       "tensor<5xf32>") "%r = stablehlo.reduce_precision %a, format = e5m2 : tensor<5xf32>\n" END("tensor<5xf32>"),
     "onnx.BitCast"},
    {"of 64 bits, too",
     F("%a: tensor<5xf64>",
       "tensor<5xf64>") "%r = stablehlo.reduce_precision %a, format = e8m23 : tensor<5xf64>\n" END("tensor<5xf64>"),
     "onnx.BitCast"},
    {"a barrier is nothing",
     F("%a: tensor<3xf32>",
       "tensor<3xf32>") "%r = stablehlo.optimization_barrier %a : tensor<3xf32>\n" END("tensor<3xf32>"),
     "return %arg0"},
    {"a map is its region's ops",
     F("%a: tensor<2x3xi32>, %b: tensor<2x3xi32>",
       "tensor<2x3xi32>") "%r = \"stablehlo.map\"(%a, %b) <{dimensions = array<i64: 0, 1>}> ({\n^bb0(%x: tensor<i32>, "
                          "%y: tensor<i32>):\n" MIXED("i32") "stablehlo.return %z : tensor<i32>\n}) : "
                                                             "(tensor<2x3xi32>, tensor<2x3xi32>) -> "
                                                             "tensor<2x3xi32>\n" END("tensor<2x3xi32>"),
     "onnx.Mul"},
    /* ---- shapes */
    {"reverse is a Slice of step -1",
     F("%a: tensor<2x3xf32>",
       "tensor<2x3xf32>") "%r = stablehlo.reverse %a, dims = [1] : tensor<2x3xf32>\n" END("tensor<2x3xf32>"),
     "onnx.Slice"},
    {"pad between elements",
     F("%a: tensor<2x3xi32>, %b: tensor<i32>",
       "tensor<3x6xi32>") "%r = stablehlo.pad %a, %b, low = [0, 1], high = [1, -2], interior = [0, 2] : "
                          "(tensor<2x3xi32>, tensor<i32>) -> tensor<3x6xi32>\n" END("tensor<3x6xi32>"),
     "onnx.Pad"},
    /* ---- reductions */
    {"a sum from a start", REDUCE("i32", OF("add", "i32")), "onnx.ReduceSum"},
    {"a product of i64", REDUCE("i64", OF("multiply", "i64")), "onnx.ReduceProd"},
    {"the least of ui16", REDUCE("ui16", OF("minimum", "ui16")), "onnx.ReduceMin"},
    {"a sum of ui8 wraps as one of i32 does", REDUCE("ui8", OF("add", "ui8")), "(tensor<2x3x4xi32>"},
    {"whether all are true", REDUCE("i1", OF("and", "i1")), "onnx.ReduceMin"},
    {"the greatest of ui64, element by element", REDUCE("ui64", OF("maximum", "ui64")), "onnx.Max"},
    {"xor", REDUCE("i32", OF("xor", "i32")), "onnx.BitwiseXor"},
    {"a reduction by more than one op", REDUCE("i32", MIXED("i32")), "onnx.Sub"},
    {"70 steps are a Loop",
     F("%a: tensor<70xi32>, %i: tensor<i32>",
       "tensor<i32>") "%r = \"stablehlo.reduce\"(%a, %i) <{dimensions = array<i64: 0>}> ({\n^bb0(%x: tensor<i32>, %y: "
                      "tensor<i32>):\n" MIXED("i32") "stablehlo.return %z : tensor<i32>\n}) : (tensor<70xi32>, "
                                                     "tensor<i32>) -> tensor<i32>\n" END("tensor<i32>"),
     "onnx.Loop"},
    {"a window that reaches back to the first is a CumSum",
     WINDOWS("i32", "window_dimensions = array<i64: 1, 4>, padding = dense<[[0, 0], [3, 0]]> : tensor<2x2xi64>", "2x4",
             "2x4", OF("add", "i32")),
     "onnx.CumSum"},
    {"one that ends before the element, too",
     WINDOWS("i32", "window_dimensions = array<i64: 1, 4>, padding = dense<[[0, 0], [4, -1]]> : tensor<2x2xi64>", "2x4",
             "2x4", OF("add", "i32")),
     "{exclusive = 1 : si64}"},
    {"other windows are slices",
     WINDOWS("i32",
             "window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 1, 2>, base_dilations = array<i64: 2, "
             "1>, window_dilations = array<i64: 1, 2>, padding = dense<[[1, 0], [2, -1]]> : tensor<2x2xi64>",
             "2x7", "3x2", MIXED("i32")),
     "onnx.Slice"},
    {"what a window selects is scattered",
     F("%a: tensor<4x5xi32>, %s: tensor<2x2xi32>, %i: tensor<i32>",
       "tensor<4x5xi32>") "%r = \"stablehlo.select_and_scatter\"(%a, %s, %i) <{window_dimensions = array<i64: 3, 1>, "
                          "window_strides = array<i64: 2, 3>, padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>}> "
                          "({\n"
                          "^bb0(%x: tensor<i32>, %y: tensor<i32>):\n%z = stablehlo.compare GE, %x, %y : (tensor<i32>, "
                          "tensor<i32>) -> tensor<i1>\nstablehlo.return %z : tensor<i1>\n}, {\n"
                          "^bb0(%x: tensor<i32>, %y: tensor<i32>):\n" MIXED(
                              "i32") "stablehlo.return %z : tensor<i32>\n}) : (tensor<4x5xi32>, tensor<2x2xi32>, "
                                     "tensor<i32>) -> tensor<4x5xi32>\n" END("tensor<4x5xi32>"),
     "onnx.Loop"},
    /* ---- scatters */
    {"a scatter by more than one op goes one vector after the other", SCATTER("i32", MIXED("i32")), "onnx.Loop"},
    {"xor is none of ScatterElements' reductions", SCATTER("i16", OF("xor", "i16")), "onnx.BitwiseXor"},
    {"so is and", SCATTER("ui32", OF("and", "ui32")), "onnx.BitwiseAnd"},
    {"a single vector needs no loop",
     F("%a: tensor<5x2xi32>, %i: tensor<1xi32>, %u: tensor<2xi32>",
       "tensor<5x2xi32>") "%r = \"stablehlo.scatter\"(%a, %i, %u) <{scatter_dimension_numbers = "
                          "#stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], "
                          "scatter_dims_to_operand_dims = [0]>}> ({\n"
                          "^bb0(%x: tensor<i32>, %y: tensor<i32>):\n" MIXED(
                              "i32") "stablehlo.return %z : tensor<i32>\n}) : (tensor<5x2xi32>, tensor<1xi32>, "
                                     "tensor<2xi32>) -> tensor<5x2xi32>\n" END("tensor<5x2xi32>"),
     "onnx.Scatter"},
    {"batching dims are components there",
     F("%a: tensor<2x5xi32>, %i: tensor<2x3xi8>, %u: tensor<2x3xi32>",
       "tensor<2x5xi32>") "%r = \"stablehlo.scatter\"(%a, %i, %u) <{scatter_dimension_numbers = "
                          "#stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], "
                          "scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = "
                          "2>}> ({\n"
                          "^bb0(%x: tensor<i32>, %y: tensor<i32>):\n" MIXED(
                              "i32") "stablehlo.return %z : tensor<i32>\n}) : (tensor<2x5xi32>, tensor<2x3xi8>, "
                                     "tensor<2x3xi32>) -> tensor<2x5xi32>\n" END("tensor<2x5xi32>"),
     "onnx.Loop"},
    {"which count as the indices do: from one",
     F("%a: tensor<3x5xi16>, %i: tensor<3x2xi32>, %u: tensor<3x2xi16>",
       "tensor<3x5xi16>") "%r = garner.scatter ins(%i, %u : tensor<3x2xi32>, tensor<3x2xi16>) outs(%a : "
                          "tensor<3x5xi16>) offset_dims = [], collapsed_slice_dims = [1], operand_batching_dims = [0], "
                          "start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2, base = 1, "
                          "wrap_negative, bounds = clamp, combiner = xor -> tensor<3x5xi16>\n" END("tensor<3x5xi16>"),
     "onnx.Loop"},
    {"parts of a window that come before the next vector's do so there, too",
     F("%a: tensor<5xf32>, %i: tensor<3x1xi32>, %u: tensor<3x3xf32>",
       "tensor<5xf32>") "%r = \"stablehlo.scatter\"(%a, %i, %u) <{scatter_dimension_numbers = "
                        "#stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0], "
                        "index_vector_dim = 1>}> ({\n"
                        "^bb0(%x: tensor<f32>, %y: tensor<f32>):\n" MIXED(
                            "f32") "stablehlo.return %z : tensor<f32>\n}) : (tensor<5xf32>, tensor<3x1xi32>, "
                                   "tensor<3x3xf32>) -> tensor<5xf32>\n" END("tensor<5xf32>"),
     "onnx.Loop"},
    {"among vectors and within them",
     F("%a: tensor<5x4xbf16>, %i: tensor<2x2x2xi32>, %u: tensor<2x3x2x2xbf16>",
       "tensor<5x4xbf16>") "%r = \"stablehlo.scatter\"(%a, %i, %u) <{scatter_dimension_numbers = "
                           "#stablehlo.scatter<update_window_dims = [1, 3], scatter_dims_to_operand_dims = [0, 1], "
                           "index_vector_dim = 2>}> ({\n"
                           "^bb0(%x: tensor<bf16>, %y: tensor<bf16>):\n" OF(
                               "add", "bf16") "stablehlo.return %z : tensor<bf16>\n}) : (tensor<5x4xbf16>, "
                                              "tensor<2x2x2xi32>, tensor<2x3x2x2xbf16>) -> tensor<5x4xbf16>\n" END(
                                                  "tensor<5x4xbf16>"),
     "onnx.Loop"},
    {"a window as long as the dim, of which a part is out of range",
     F("%a: tensor<3xbf16>, %i: tensor<4x1xi32>, %u: tensor<3x4xbf16>",
       "tensor<3xbf16>") "%r = garner.scatter ins(%i, %u : tensor<4x1xi32>, tensor<3x4xbf16>) outs(%a : "
                         "tensor<3xbf16>) offset_dims = [0], collapsed_slice_dims = [], start_index_map = [0], "
                         "index_vector_dim = 1, bounds = skip, combiner = add -> tensor<3xbf16>\n" END(
                             "tensor<3xbf16>"),
     "onnx.Loop"},
    /* ---- sorts */
    {"a sort is TopK", SORT("i32", LESS("i32")), "onnx.TopK"},
    {"of ui64 by its other half", SORT("ui64", LESS("ui64")), "onnx.TopK"},
    {"of i8", SORT("i8", "%z = stablehlo.compare GT, %x, %y : (tensor<i8>, tensor<i8>) -> tensor<i1>\n"), "onnx.TopK"},
    {"by the total order of floats",
     SORT("f32", "%z = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"),
     "onnx.BitCast"},
    {"of floats as numbers, as JAX has it", /* TopK has that order */
     SORT("f32",
          NUMBER("v", "%x", "f32") NUMBER(
              "w", "%y",
              "f32") "%z = stablehlo.compare GT, %v, %w, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"),
     "onnx.TopK\"(%arg0"},
    {"of lines of nothing",
     F("%a: tensor<0x5xf32>",
       "tensor<0x5xf32>") "%r = \"stablehlo.sort\"(%a) <{dimension = 1 : i64}> ({\n^bb0(%x: "
                          "tensor<f32>, %y: tensor<f32>):\n" LESS(
                              "f32") "stablehlo.return %z : tensor<i1>\n}) : (tensor<0x5xf32>) -> "
                                     "tensor<0x5xf32>\n" END("tensor<0x5xf32>"),
     "return %arg0"},
    {"by another comparator: places are counted",
     SORT("i32", "%c = stablehlo.constant dense<3> : tensor<i32>\n%v = stablehlo.and %x, %c : tensor<i32>\n%w = "
                 "stablehlo.and %y, %c : tensor<i32>\n"
                 "%z = stablehlo.compare LT, %v, %w : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"),
     "onnx.ReduceSum"},
    /* ---- products */
    {"a product of i8 is one of i32",
     F("%a: tensor<2x3xi8>, %b: tensor<3x2xi8>",
       "tensor<2x2xi8>") "%r = stablehlo.dot %a, %b : (tensor<2x3xi8>, "
                         "tensor<3x2xi8>) -> tensor<2x2xi8>\n" END("tensor<2x2xi8>"),
     "onnx.MatMul"},
    {"an input that is dilated",
     CONVOLUTION("f32", "pad = [[1, -1]], lhs_dilate = [2]", GROUPS("1", "1"), "1x1x4", "1x1x3", "1x1x5"), "onnx.Conv"},
    {"a kernel that is reversed", CONVOLUTION("f32", "reverse = [true]", GROUPS("1", "2"), "1x2x4", "2x1x2", "1x2x3"),
     "onnx.Conv"},
    {"groups of the batch", CONVOLUTION("f32", "", GROUPS("2", "1"), "4x1x4", "2x1x2", "2x2x3"),
     "{dilations = [1], group = 2"},
    {"of integers: a product for each element of the kernel",
     CONVOLUTION("i32", "stride = [2], pad = [[1, 1]], rhs_dilate = [2]", GROUPS("1", "2"), "2x4x5", "2x2x2", "2x2x3"),
     "onnx.MatMul"},
    /* ---- control */
    {"an if is an If",
     F("%p: tensor<i1>, %a: tensor<3xi32>",
       "tensor<3xi32>") "%r = \"stablehlo.if\"(%p) ({\n%t = stablehlo.add %a, %a : tensor<3xi32>\nstablehlo.return %t "
                        ": tensor<3xi32>\n}, {\nstablehlo.return %a : tensor<3xi32>\n}) : (tensor<i1>) -> "
                        "tensor<3xi32>\n" END("tensor<3xi32>"),
     "onnx.If"},
    {"a case is one in the other",
     F("%p: tensor<i32>, %a: tensor<3xi32>",
       "tensor<3xi32>") "%r = \"stablehlo.case\"(%p) ({\n%t = stablehlo.add %a, %a : tensor<3xi32>\nstablehlo.return "
                        "%t : tensor<3xi32>\n}, {\nstablehlo.return %a : tensor<3xi32>\n}, {\n%t = stablehlo.multiply "
                        "%a, %a : tensor<3xi32>\nstablehlo.return %t : tensor<3xi32>\n}) : (tensor<i32>) -> "
                        "tensor<3xi32>\n" END("tensor<3xi32>"),
     "onnx.If"},
    {"a while is a Loop that is told whether to go on",
     F("%n: tensor<i8>, %a: tensor<3xi32>",
       "tensor<3xi32>") "%q, %r = stablehlo.while(%i = %n, %v = %a) : tensor<i8>, tensor<3xi32>\ncond {\n%c = "
                        "stablehlo.constant dense<3> : tensor<i8>\n%m = stablehlo.compare LT, %i, %c : (tensor<i8>, "
                        "tensor<i8>) -> tensor<i1>\nstablehlo.return %m : tensor<i1>\n} do {\n"
                        "%c = stablehlo.constant dense<1> : tensor<i8>\n%j = stablehlo.add %i, %c : tensor<i8>\n%w = "
                        "stablehlo.add %v, %v : tensor<3xi32>\nstablehlo.return %j, %w : tensor<i8>, "
                        "tensor<3xi32>\n}\n" END("tensor<3xi32>"),
     "onnx.Loop"},
    /* ---- ONNX's own, by the hub and back */
    {"a Loop that counts and collects",
     F("%a: tensor<3xf32>",
       "tensor<4x3xf32>") "%m = onnx.Constant dense<4> : tensor<i64>\n%t = onnx.Constant dense<true> : tensor<i1>\n%q, "
                          "%r = \"onnx.Loop\"(%m, %t, %a) ({\n^bb0(%i: tensor<i64>, %c: tensor<i1>, %v: "
                          "tensor<3xf32>):\n"
                          "%w = \"onnx.Add\"(%v, %v) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>\nonnx.Yield %c, "
                          "%w, %v : tensor<i1>, tensor<3xf32>, tensor<3xf32>\n}) {onnx.graphs = [\"body\"]} : "
                          "(tensor<i64>, tensor<i1>, tensor<3xf32>) -> (tensor<3xf32>, tensor<4x3xf32>)\n" END(
                              "tensor<4x3xf32>"),
     "onnx.Scatter"},
    {"a Loop that asks",
     F("%n: tensor<i64>, %t: tensor<i1>, %a: tensor<3xf32>",
       "tensor<3xf32>") "%k = onnx.Constant dense<5> : tensor<i64>\n%m = \"onnx.Min\"(%n, %k) : (tensor<i64>, "
                        "tensor<i64>) -> tensor<i64>\n%r = \"onnx.Loop\"(%m, %t, %a) ({\n^bb0(%i: tensor<i64>, %c: "
                        "tensor<i1>, %v: tensor<3xf32>):\n"
                        "%w = \"onnx.Neg\"(%v) : (tensor<3xf32>) -> tensor<3xf32>\n%o = onnx.Constant dense<2> : "
                        "tensor<i64>\n%d = \"onnx.Less\"(%i, %o) : (tensor<i64>, tensor<i64>) -> "
                        "tensor<i1>\nonnx.Yield %d, %w : tensor<i1>, tensor<3xf32>\n}) {onnx.graphs = [\"body\"]} : "
                        "(tensor<i64>, tensor<i1>, tensor<3xf32>) -> tensor<3xf32>\n" END("tensor<3xf32>"),
     "onnx.Loop"},
    {"a Scan the other way, along other axes",
     F("%a: tensor<2xf32>, %s: tensor<2x3xf32>",
       "tensor<2x3xf32>") "%q, %r = \"onnx.Scan\"(%a, %s) ({\n^bb0(%v: tensor<2xf32>, %x: tensor<2xf32>):\n%w = "
                          "\"onnx.Sub\"(%v, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>\nonnx.Yield %w, %w : "
                          "tensor<2xf32>, tensor<2xf32>\n}) {num_scan_inputs = 1 : si64, onnx.graphs = [\"body\"], "
                          "scan_input_axes = [1], scan_input_directions = [1], scan_output_axes = [1], "
                          "scan_output_directions = [1]} : (tensor<2xf32>, tensor<2x3xf32>) -> (tensor<2xf32>, "
                          "tensor<2x3xf32>)\n" END("tensor<2x3xf32>"),
     "onnx.Loop"},
    {"an If",
     F("%p: tensor<1xi1>, %a: tensor<3xf32>",
       "tensor<3xf32>") "%r = \"onnx.If\"(%p) ({\n%t = \"onnx.Neg\"(%a) : (tensor<3xf32>) -> tensor<3xf32>\nonnx.Yield "
                        "%t : tensor<3xf32>\n}, {\nonnx.Yield %a : tensor<3xf32>\n}) {onnx.graphs = [\"then_branch\", "
                        "\"else_branch\"]} : (tensor<1xi1>) -> tensor<3xf32>\n" END("tensor<3xf32>"),
     "onnx.If"},
    {"running sums from behind, without the last",
     F("%a: tensor<2x4xf32>", "tensor<2x4xf32>") "%k = onnx.Constant dense<-1> : tensor<i32>\n%r = \"onnx.CumSum\"(%a, "
                                                 "%k) {exclusive = 1 : si64, reverse = 1 : si64} : (tensor<2x4xf32>, "
                                                 "tensor<i32>) -> tensor<2x4xf32>\n" END("tensor<2x4xf32>"),
     "onnx.CumSum"},
    {"running products",
     F("%a: tensor<4x2xi32>",
       "tensor<4x2xi32>") "%k = onnx.Constant dense<0> : tensor<i64>\n%r = \"onnx.CumProd\"(%a, %k) : "
                          "(tensor<4x2xi32>, tensor<i64>) -> tensor<4x2xi32>\n" END("tensor<4x2xi32>"),
     "onnx.Mul"},
};

static void equivalent(const char *claim, const grn_module *m, const grn_module *made, const text *printed)
{
    notes n = {0};
    grn_diag diag = notes_diag(&n);
    grn_trials tried;
    const grn_equivalence_options options = {.trials = 40};
    if (grn_module_equivalent(m, made, &options, &diag, &tried) != GRN_OK)
        fail_msg("%s: %s\n%s", claim, n.first, printed->at);
}

static void programs_do_the_same_in_onnx(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        text printed, back;
        grn_module *m = parse(rows[i].program), *made = converted(m, "onnx", &printed),
                   *again = converted(made, "stablehlo", &back);
        if (strstr(printed.at, "stablehlo.") || strstr(back.at, "onnx."))
            fail_msg("%s: an op has no counterpart:\n%s\n%s", rows[i].claim, printed.at, back.at);
        if (!strstr(printed.at, rows[i].has))
            fail_msg("%s: '%s' is expected in\n%s", rows[i].claim, rows[i].has, printed.at);
        equivalent(rows[i].claim, m, made, &printed);
        equivalent(rows[i].claim, made, again, &back);
        grn_module_destroy(again);
        grn_module_destroy(made);
        grn_module_destroy(m);
    }
}

/* The program converted with memory from r. What comes out is in *printed. */
static grn_status converted_within(const char *program, refuser *r, text *printed)
{
    const grn_module_options options = {.allocator = &r->allocator};
    const char *to = strstr(program, "onnx.") ? "stablehlo" : "onnx";
    grn_module *m, *made = NULL;
    printed->n = 0;
    grn_status status = grn_module_parse(program, strlen(program), &options, NULL, &m);
    if (status == GRN_OK)
        status = grn_module_verify(m, NULL);
    if (status == GRN_OK)
        status = grn_module_convert(m, &(grn_module_convert_options){.to = to}, NULL, &made);
    if (status == GRN_OK)
        status = grn_module_print(made, NULL, &(grn_sink){program_append, printed});
    grn_module_destroy(made);
    grn_module_destroy(m);
    return status;
}

/* Every place that asks for memory is refused it once: the conversion answers so, or is as without
 * the refusal. */
static void refused_memory_is_told(void **state)
{
    static text whole, printed;
    refuser_places places = {0};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        refuser all, one;
        refuser_init(&all);
        all.places = &places;
        all.no_chunks = true;
        assert_int_equal(converted_within(rows[i].program, &all, &whole), GRN_OK);
        for (size_t k = 0; k < all.nfresh; k++) {
            refuser_init(&one);
            one.no_chunks = true;
            one.refuse_at = all.fresh[k];
            const grn_status status = converted_within(rows[i].program, &one, &printed);
            if (status != GRN_E_MEMORY &&
                (status != GRN_OK || printed.n != whole.n || memcmp(printed.at, whole.at, whole.n) != 0))
                fail_msg("%s: without request %zu: %s", rows[i].claim, all.fresh[k], grn_status_text(status));
            assert_int_equal(one.outstanding, 0);
        }
        refuser_forget(&all);
    }
    refuser_places_free(&places);
}

/* ---- functions of floats --------------------------------------------------------------------- */

static double atan2_of_1(double x) { return atan2(x, -1); }

static const struct {
    const char *op;
    double (*of)(double x);
} functions[] = {
    {"%r = stablehlo.cbrt %a : tensor<8xf64>\n", cbrt},
    {"%r = stablehlo.exponential_minus_one %a : tensor<8xf64>\n", expm1},
    {"%r = stablehlo.log_plus_one %a : tensor<8xf64>\n", log1p},
    {"%k = stablehlo.constant dense<-1.0> : tensor<8xf64>\n%r = stablehlo.atan2 %a, %k : tensor<8xf64>\n", atan2_of_1}};
static const double numbers[8] = {1e-12, -1e-9, 1e-3, -0.3, 0.7, 1.5, 30, 600};

/* Within a few units in the last place. */
static void functions_keep_their_digits(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        char program[512];
        text printed;
        notes n = {0};
        grn_diag diag = notes_diag(&n);
        grn_results *results = NULL;
        double copy[8];
        strcpy(program, F("%a: tensor<8xf64>", "tensor<8xf64>"));
        strcat(program, functions[i].op);
        strcat(program, END("tensor<8xf64>"));
        memcpy(copy, numbers, sizeof copy);
        grn_module *m = parse(program), *made = converted(m, "onnx", &printed);
        grn_tensor in;
        assert_int_equal(grn_tensor_init(&in, copy, GRN_F64, 1, (const int64_t[]){8}), GRN_OK);
        const grn_status status = grn_module_run(made, 0, 1, &in, NULL, &diag, &results);
        if (status != GRN_OK)
            fail_msg("%s: %s", functions[i].op, n.first);
        const double *got = (const double *)grn_results_tensor(results, 0)->data;
        for (size_t k = 0; k < 8; k++) {
            const double want = functions[i].of(numbers[k]);
            if (!(fabs(got[k] - want) <= 8 * 2.3e-16 * fabs(want)))
                fail_msg("%s of %g: %.17g, expected %.17g", functions[i].op, numbers[k], got[k], want);
        }
        grn_results_destroy(results);
        grn_module_destroy(made);
        grn_module_destroy(m);
    }
}

static void angles_have_the_bits_of_a_run(void **state)
{
    (void)state;
    static const char *const types[] = {"tensor<4096xf32>", "tensor<4096xbf16>", "tensor<4096xf16>"};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        const char *t = types[i];
        char program[512];
        text printed;
        snprintf(program, sizeof program,
                 "func.func @f(%%a: %s, %%b: %s) -> %s {\n%%r = stablehlo.atan2 %%a, %%b : %s\nreturn %%r : %s\n}\n", t,
                 t, t, t, t);
        grn_module *m = parse(program), *made = converted(m, "onnx", &printed);
        equivalent("atan2", m, made, &printed);
        grn_module_destroy(made);
        grn_module_destroy(m);
    }
}

/* In f32 each lies in the middle between two bf16, by rounding: 0.24560546141..., 0.17529296248...,
 * 0.32519531984..., 1.35546870021... */
static void powers_of_bf16_are_rounded_once(void **state)
{
    (void)state;
    static const uint16_t bases[] = {0x40dd, 0x4082, 0x404e, 0x4036}, /* 6.90625, 4.0625, 3.21875, 2.84375 */
        exponents[] = {0xbf3a, 0xbf9f, 0xbf76, 0x3e95}, /* -0.7265625, -1.2421875, -0.9609375, 0.291015625 */
        powers[] = {0x3e7b, 0x3e33, 0x3ea7, 0x3fad};
    uint16_t base[4], exponent[4];
    text printed;
    grn_module *m = parse(F("%a: tensor<4xbf16>, %b: tensor<4xbf16>",
                            "tensor<4xbf16>") "%r = stablehlo.power %a, %b : tensor<4xbf16>\n" END("tensor<4xbf16>"));
    grn_module *made = converted(m, "onnx", &printed);
    grn_tensor in[2];
    grn_results *results = NULL;
    memcpy(base, bases, sizeof base);
    memcpy(exponent, exponents, sizeof exponent);
    assert_int_equal(grn_tensor_init(&in[0], base, GRN_BF16, 1, (const int64_t[]){4}), GRN_OK);
    assert_int_equal(grn_tensor_init(&in[1], exponent, GRN_BF16, 1, (const int64_t[]){4}), GRN_OK);
    assert_int_equal(grn_module_run(made, 0, 2, in, NULL, NULL, &results), GRN_OK);
    assert_memory_equal(grn_results_tensor(results, 0)->data, powers, sizeof powers);
    grn_results_destroy(results);
    grn_module_destroy(made);
    grn_module_destroy(m);
}

static void atan_is_one_operator(void **state)
{
    (void)state;
    text printed;
    grn_module *m =
        parse(F("%a: tensor<8xf32>",
                "tensor<8xf32>") "%r = chlo.atan %a : tensor<8xf32> -> tensor<8xf32>\n" END("tensor<8xf32>"));
    grn_module *made = converted(m, "onnx", &printed);
    assert_non_null(strstr(printed.at, "onnx.Atan"));
    assert_null(strstr(printed.at, "onnx.Div"));
    equivalent("atan", m, made, &printed);
    grn_module_destroy(made);
    grn_module_destroy(m);
}

/* ---- what has no counterpart ----------------------------------------------------------------- */

/* Numbers are scalars there, which ONNX's operators broadcast. */
static void elements_of_open_shapes(void **state)
{
    text printed;
    grn_module *m =
        parse(F("%a: tensor<?x3xi32>, %b: tensor<?x3xi32>",
                "tensor<?x3xi32>") "%r = stablehlo.divide %a, %b : tensor<?x3xi32>\n" END("tensor<?x3xi32>"));
    grn_module *made = converted(m, "onnx", &printed);
    (void)state;
    assert_non_null(strstr(printed.at, "dense<-1> : tensor<i32>"));
    assert_null(strstr(printed.at, "stablehlo."));
    equivalent("a quotient of open shapes", m, made, &printed);
    grn_module_destroy(made);
    grn_module_destroy(m);
}

/* A shift is done on ui32, and chooses between i64. */
static void numbers_change_their_type(void **state)
{
    text printed;
    grn_module *m = parse(
        F("%a: tensor<?x3xi32>, %b: tensor<?x3xi32>",
          "tensor<?x3xi32>") "%r = stablehlo.shift_right_logical %a, %b : tensor<?x3xi32>\n" END("tensor<?x3xi32>"));
    grn_module *made = converted(m, "onnx", &printed);
    (void)state;
    assert_null(strstr(printed.at, "stablehlo."));
    equivalent("a shift of open shapes", m, made, &printed);
    grn_module_destroy(made);
    grn_module_destroy(m);
}

/* A Reshape to 2 rows fails for any other number of them; a 0 is the extent that is there. */
static void an_extent_that_becomes_known_is_demanded(void **state)
{
    static float elements[9];
    text printed;
    grn_tensor in;
    grn_results *results = NULL;
    grn_module *m = parse(F("%a: tensor<?x3xf32>", "tensor<2x3xf32>") "%r = tensor.cast %a : tensor<?x3xf32> to "
                                                                      "tensor<2x3xf32>\n" END("tensor<2x3xf32>"));
    grn_module *made = converted(m, "onnx", &printed);
    (void)state;
    assert_non_null(strstr(printed.at, "dense<[2, 0]>"));
    equivalent("an extent that becomes known", m, made, &printed);
    assert_int_equal(grn_tensor_init(&in, elements, GRN_F32, 2, (const int64_t[]){3, 3}), GRN_OK);
    assert_int_equal(grn_module_run(made, 0, 1, &in, NULL, NULL, &results), GRN_E_SHAPE);
    grn_module_destroy(made);
    grn_module_destroy(m);
}

static void results_as_long_as_the_data_say_stay(void **state)
{
    text printed;
    grn_module *m = parse("func.func @f(%a: tensor<3xf32>) -> tensor<1x?xi64> {\n"
                          "%r = \"onnx.NonZero\"(%a) : (tensor<3xf32>) -> tensor<1x?xi64>\n" END("tensor<1x?xi64>"));
    (void)state;
    grn_module_destroy(converted(m, "stablehlo", &printed));
    assert_non_null(strstr(printed.at, "onnx.NonZero"));
    grn_module_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs_do_the_same_in_onnx),
        cmocka_unit_test(refused_memory_is_told),
        cmocka_unit_test(functions_keep_their_digits),
        cmocka_unit_test(angles_have_the_bits_of_a_run),
        cmocka_unit_test(powers_of_bf16_are_rounded_once),
        cmocka_unit_test(atan_is_one_operator),
        cmocka_unit_test(elements_of_open_shapes),
        cmocka_unit_test(numbers_change_their_type),
        cmocka_unit_test(an_extent_that_becomes_known_is_demanded),
        cmocka_unit_test(results_as_long_as_the_data_say_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * test_hidden_run_errors.c - operators where lists and shapes are known to the run alone: it tells
 * what a rule says of them, in the rule's words. Each program is the body of one function of no
 * inputs; a cast hides a constant. ONNX's, TensorFlow's, then TTNN's.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "garner/garner.h"

#define HIDDEN(name, value, shape, element, hidden)                             \
    "%" name "c = onnx.Constant dense<" value "> : tensor<" shape element ">\n" \
    "%" name " = tensor.cast %" name "c : tensor<" shape element "> to tensor<" hidden element ">\n"
#define LIST(name, values, n) HIDDEN(name, values, n "x", "i64", "?x")
#define MANY(name, n) HIDDEN(name, "1", n "x", "i64", "?x")
#define DATA(name, shape, hidden) HIDDEN(name, "1.0", shape "x", "f32", hidden "x")
#define NUMBER(name, value)                                       \
    "%" name "c = onnx.Constant dense<" value "> : tensor<i64>\n" \
    "%" name " = \"onnx.Identity\"(%" name "c) : (tensor<i64>) -> tensor<i64>\n"

/* clang-format off */
static const struct {
    const char *claim;
    grn_status status;
    const char *message, *body; /* a part of the message */
} cases[] = {
    {"Reshape", GRN_OK, "",
     DATA("x", "2x3", "?x?") LIST("l", "[3, -1]", "2")
     "%0 = \"onnx.Reshape\"(%x, %l) : (tensor<?x?xf32>, tensor<?xi64>) -> tensor<?x?xf32>\n"},
    {"Reshape, 0 keeps an extent", GRN_OK, "",
     DATA("x", "2x3", "?x?") LIST("l", "[0, 0]", "2")
     "%0 = \"onnx.Reshape\"(%x, %l) : (tensor<?x?xf32>, tensor<?xi64>) -> tensor<?x?xf32>\n"},
    {"Reshape, two -1", GRN_E_SHAPE, "shape has -1 at 0 and at 1, expected it once at most",
     DATA("x", "2x3", "?x?") LIST("l", "[-1, -1]", "2")
     "%0 = \"onnx.Reshape\"(%x, %l) : (tensor<?x?xf32>, tensor<?xi64>) -> tensor<?x?xf32>\n"},
    {"Reshape, -2", GRN_E_SHAPE, "shape[0] is -2, expected a size, 0 or -1",
     DATA("x", "2x3", "?x?") LIST("l", "[-2, 3]", "2")
     "%0 = \"onnx.Reshape\"(%x, %l) : (tensor<?x?xf32>, tensor<?xi64>) -> tensor<?x?xf32>\n"},
    {"Reshape, no divisor", GRN_E_SHAPE, "data of shape [2, 3] has 6 elements, which shape [4, -1] cannot hold",
     DATA("x", "2x3", "?x?") LIST("l", "[4, -1]", "2")
     "%0 = \"onnx.Reshape\"(%x, %l) : (tensor<?x?xf32>, tensor<?xi64>) -> tensor<?x?xf32>\n"},
    {"Reshape, another number", GRN_E_SHAPE, "data of shape [2, 3] has 6 elements, which shape [2, 2] cannot hold",
     DATA("x", "2x3", "?x?") LIST("l", "[2, 2]", "2")
     "%0 = \"onnx.Reshape\"(%x, %l) : (tensor<?x?xf32>, tensor<?xi64>) -> tensor<?x?xf32>\n"},
    {"Reshape, more than can be counted", GRN_E_SHAPE, "data of shape [2, 3] has 6 elements, which shape [4294967296, 4294967296] cannot hold",
     DATA("x", "2x3", "?x?") LIST("l", "[4294967296, 4294967296]", "2")
     "%0 = \"onnx.Reshape\"(%x, %l) : (tensor<?x?xf32>, tensor<?xi64>) -> tensor<?x?xf32>\n"},
    {"Reshape, more than can be counted beside -1", GRN_E_SHAPE, "which shape [4294967296, 4294967296, -1] cannot hold",
     DATA("x", "2x3", "?x?") LIST("l", "[4294967296, 4294967296, -1]", "3")
     "%0 = \"onnx.Reshape\"(%x, %l) : (tensor<?x?xf32>, tensor<?xi64>) -> tensor<?x?x?xf32>\n"},
    {"Reshape, 0 past data's rank", GRN_E_SHAPE, "shape[2] is 0, which keeps data's extent, and data has rank 2",
     DATA("x", "2x3", "?x?") LIST("l", "[2, 3, 0]", "3")
     "%0 = \"onnx.Reshape\"(%x, %l) : (tensor<?x?xf32>, tensor<?xi64>) -> tensor<?x?x?xf32>\n"},
    {"Reshape, more dimensions than there are", GRN_E_SHAPE, "asks for 33 dimensions, the largest rank is 32",
     DATA("x", "2x3", "?x?") MANY("l", "33")
     "%0 = \"onnx.Reshape\"(%x, %l) : (tensor<?x?xf32>, tensor<?xi64>) -> tensor<?x?xf32>\n"},
    {"Reshape, a long list", GRN_E_SHAPE, "operand #1 lists 65 numbers, expected at most 64",
     DATA("x", "2x3", "?x?") MANY("l", "65")
     "%0 = \"onnx.Reshape\"(%x, %l) : (tensor<?x?xf32>, tensor<?xi64>) -> tensor<?x?xf32>\n"},
    {"Expand", GRN_OK, "",
     DATA("x", "2x3", "?x?") LIST("l", "[4, 1, 3]", "3")
     "%0 = \"onnx.Expand\"(%x, %l) : (tensor<?x?xf32>, tensor<?xi64>) -> tensor<?x?x?xf32>\n"},
    {"Expand, negative", GRN_E_SHAPE, "shape[0] is -1, expected a size, which is not negative",
     DATA("x", "2x3", "?x?") LIST("l", "[-1, 3]", "2")
     "%0 = \"onnx.Expand\"(%x, %l) : (tensor<?x?xf32>, tensor<?xi64>) -> tensor<?x?xf32>\n"},
    {"Expand, another extent", GRN_E_SHAPE, "shapes [2, 3] and [4, 3] do not broadcast",
     DATA("x", "2x3", "?x?") LIST("l", "[4, 3]", "2")
     "%0 = \"onnx.Expand\"(%x, %l) : (tensor<?x?xf32>, tensor<?xi64>) -> tensor<?x?xf32>\n"},
    {"Expand, more dimensions than there are", GRN_E_SHAPE, "asks for 33 dimensions, the largest rank is 32",
     DATA("x", "2x3", "?x?") MANY("l", "33")
     "%0 = \"onnx.Expand\"(%x, %l) : (tensor<?x?xf32>, tensor<?xi64>) -> tensor<?x?xf32>\n"},
    {"Expand, a long list", GRN_E_SHAPE, "operand #1 lists 65 numbers, expected at most 64",
     DATA("x", "2x3", "?x?") MANY("l", "65")
     "%0 = \"onnx.Expand\"(%x, %l) : (tensor<?x?xf32>, tensor<?xi64>) -> tensor<?x?xf32>\n"},
    {"Expand, more bytes than can be counted", GRN_E_LIMIT, "a result of shape [4611686018427387904, 2, 3] has more bytes than can be counted",
     DATA("x", "2x3", "?x?") LIST("l", "[4611686018427387904, 1, 1]", "3")
     "%0 = \"onnx.Expand\"(%x, %l) : (tensor<?x?xf32>, tensor<?xi64>) -> tensor<?x?x?xf32>\n"},
    {"Unsqueeze", GRN_OK, "",
     DATA("x", "2x3", "?x?") LIST("l", "[0, -1]", "2")
     "%0 = \"onnx.Unsqueeze\"(%x, %l) : (tensor<?x?xf32>, tensor<?xi64>) -> tensor<?x?x?x?xf32>\n"},
    {"Unsqueeze, out of range", GRN_E_SHAPE, "axes[0] is 3, accepted range is [-3, 2]",
     DATA("x", "2x3", "?x?") LIST("l", "[3]", "1")
     "%0 = \"onnx.Unsqueeze\"(%x, %l) : (tensor<?x?xf32>, tensor<?xi64>) -> tensor<?x?x?xf32>\n"},
    {"Unsqueeze, below the range", GRN_E_SHAPE, "axes[0] is -4, accepted range is [-3, 2]",
     DATA("x", "2x3", "?x?") LIST("l", "[-4]", "1")
     "%0 = \"onnx.Unsqueeze\"(%x, %l) : (tensor<?x?xf32>, tensor<?xi64>) -> tensor<?x?x?xf32>\n"},
    {"Unsqueeze, twice the same", GRN_E_SHAPE, "axes name dimension 0 twice, expected each once",
     DATA("x", "2x3", "?x?") LIST("l", "[0, -4]", "2")
     "%0 = \"onnx.Unsqueeze\"(%x, %l) : (tensor<?x?xf32>, tensor<?xi64>) -> tensor<?x?x?x?xf32>\n"},
    {"Unsqueeze, more dimensions than there are", GRN_E_SHAPE, "asks for 33 dimensions, the largest rank is 32",
     DATA("x", "2x3", "?x?") MANY("l", "31")
     "%0 = \"onnx.Unsqueeze\"(%x, %l) : (tensor<?x?xf32>, tensor<?xi64>) -> tensor<?x?x?xf32>\n"},
    {"Unsqueeze, a long list", GRN_E_SHAPE, "operand #1 lists 65 numbers, expected at most 64",
     DATA("x", "2x3", "?x?") MANY("l", "65")
     "%0 = \"onnx.Unsqueeze\"(%x, %l) : (tensor<?x?xf32>, tensor<?xi64>) -> tensor<?x?x?xf32>\n"},
    {"Squeeze, more than one element", GRN_E_SHAPE, "dimension 0 has 2 elements, expected 1 to squeeze it",
     DATA("x", "2x3", "?x?") LIST("l", "[0]", "1")
     "%0 = \"onnx.Squeeze\"(%x, %l) : (tensor<?x?xf32>, tensor<?xi64>) -> tensor<?xf32>\n"},
    {"Squeeze, out of range", GRN_E_SHAPE, "axes[0] is 2, accepted range is [-2, 1]",
     DATA("x", "2x3", "?x?") LIST("l", "[2]", "1")
     "%0 = \"onnx.Squeeze\"(%x, %l) : (tensor<?x?xf32>, tensor<?xi64>) -> tensor<?xf32>\n"},
    {"Squeeze, more axes than dimensions", GRN_E_SHAPE, "lists 3 axes, data has 2 dimensions",
     DATA("x", "2x3", "?x?") LIST("l", "[0, 1, 0]", "3")
     "%0 = \"onnx.Squeeze\"(%x, %l) : (tensor<?x?xf32>, tensor<?xi64>) -> tensor<?xf32>\n"},
    {"Squeeze, a long list", GRN_E_SHAPE, "operand #1 lists 65 numbers, expected at most 64",
     DATA("x", "2x3", "?x?") MANY("l", "65")
     "%0 = \"onnx.Squeeze\"(%x, %l) : (tensor<?x?xf32>, tensor<?xi64>) -> tensor<?xf32>\n"},
    {"Slice", GRN_OK, "",
     DATA("x", "2x3", "?x?") LIST("b", "[0]", "1") LIST("e", "[9]", "1")
     LIST("a", "[1]", "1") LIST("s", "[2]", "1")
     "%0 = \"onnx.Slice\"(%x, %b, %e, %a, %s) : (tensor<?x?xf32>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>) -> tensor<?x?xf32>\n"},
    {"Slice, two ends", GRN_E_SHAPE, "ends has 2 entries, expected 1, as many as starts",
     DATA("x", "2x3", "?x?") LIST("b", "[0]", "1") LIST("e", "[9, 9]", "2")
     LIST("a", "[1]", "1") LIST("s", "[2]", "1")
     "%0 = \"onnx.Slice\"(%x, %b, %e, %a, %s) : (tensor<?x?xf32>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>) -> tensor<?x?xf32>\n"},
    {"Slice, no axes", GRN_E_SHAPE, "axes has 0 entries, expected 1, as many as starts",
     DATA("x", "2x3", "?x?") LIST("b", "[0]", "1") LIST("e", "[9]", "1")
     LIST("a", "[]", "0") LIST("s", "[2]", "1")
     "%0 = \"onnx.Slice\"(%x, %b, %e, %a, %s) : (tensor<?x?xf32>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>) -> tensor<?x?xf32>\n"},
    {"Slice, two steps", GRN_E_SHAPE, "steps has 2 entries, expected 1, as many as starts",
     DATA("x", "2x3", "?x?") LIST("b", "[0]", "1") LIST("e", "[9]", "1")
     LIST("a", "[1]", "1") LIST("s", "[2, 2]", "2")
     "%0 = \"onnx.Slice\"(%x, %b, %e, %a, %s) : (tensor<?x?xf32>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>) -> tensor<?x?xf32>\n"},
    {"Slice, no step", GRN_E_SHAPE, "steps[0] is 0, expected any other number",
     DATA("x", "2x3", "?x?") LIST("b", "[0]", "1") LIST("e", "[9]", "1")
     LIST("a", "[1]", "1") LIST("s", "[0]", "1")
     "%0 = \"onnx.Slice\"(%x, %b, %e, %a, %s) : (tensor<?x?xf32>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>) -> tensor<?x?xf32>\n"},
    {"Slice, no such axis", GRN_E_SHAPE, "axes[0] is 2, accepted range is [-2, 1]",
     DATA("x", "2x3", "?x?") LIST("b", "[0]", "1") LIST("e", "[9]", "1")
     LIST("a", "[2]", "1") LIST("s", "[1]", "1")
     "%0 = \"onnx.Slice\"(%x, %b, %e, %a, %s) : (tensor<?x?xf32>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>) -> tensor<?x?xf32>\n"},
    {"Slice, an axis twice", GRN_E_SHAPE, "axes name dimension 1 twice, expected each once",
     DATA("x", "2x3", "?x?") LIST("b", "[0, 0]", "2") LIST("e", "[9, 9]", "2")
     LIST("a", "[1, -1]", "2") LIST("s", "[1, 1]", "2")
     "%0 = \"onnx.Slice\"(%x, %b, %e, %a, %s) : (tensor<?x?xf32>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>) -> tensor<?x?xf32>\n"},
    {"Slice, many starts", GRN_E_SHAPE, "operand #1 lists 65 numbers, expected at most 64",
     DATA("x", "2x3", "?x?") MANY("b", "65") LIST("e", "[9]", "1")
     LIST("a", "[1]", "1") LIST("s", "[1]", "1")
     "%0 = \"onnx.Slice\"(%x, %b, %e, %a, %s) : (tensor<?x?xf32>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>) -> tensor<?x?xf32>\n"},
    {"Slice, many ends", GRN_E_SHAPE, "operand #2 lists 65 numbers, expected at most 64",
     DATA("x", "2x3", "?x?") LIST("b", "[0]", "1") MANY("e", "65")
     LIST("a", "[1]", "1") LIST("s", "[1]", "1")
     "%0 = \"onnx.Slice\"(%x, %b, %e, %a, %s) : (tensor<?x?xf32>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>) -> tensor<?x?xf32>\n"},
    {"Slice, many axes", GRN_E_SHAPE, "operand #3 lists 65 numbers, expected at most 64",
     DATA("x", "2x3", "?x?") LIST("b", "[0]", "1") LIST("e", "[9]", "1")
     MANY("a", "65") LIST("s", "[1]", "1")
     "%0 = \"onnx.Slice\"(%x, %b, %e, %a, %s) : (tensor<?x?xf32>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>) -> tensor<?x?xf32>\n"},
    {"Slice, many steps", GRN_E_SHAPE, "operand #4 lists 65 numbers, expected at most 64",
     DATA("x", "2x3", "?x?") LIST("b", "[0]", "1") LIST("e", "[9]", "1")
     LIST("a", "[1]", "1") MANY("s", "65")
     "%0 = \"onnx.Slice\"(%x, %b, %e, %a, %s) : (tensor<?x?xf32>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>) -> tensor<?x?xf32>\n"},
    {"Pad", GRN_OK, "",
     DATA("x", "2x3", "?x?") LIST("p", "[1, -1]", "2") LIST("a", "[1]", "1") DATA("v", "1", "?")
     "%0 = \"onnx.Pad\"(%x, %p, %v, %a) : (tensor<?x?xf32>, tensor<?xi64>, tensor<?xf32>, tensor<?xi64>) -> tensor<?x?xf32>\n"},
    {"Pad, one of two numbers", GRN_E_SHAPE, "pads has 1 entries, expected 2, two per axis",
     DATA("x", "2x3", "?x?") LIST("p", "[1]", "1") LIST("a", "[1]", "1") DATA("v", "1", "?")
     "%0 = \"onnx.Pad\"(%x, %p, %v, %a) : (tensor<?x?xf32>, tensor<?xi64>, tensor<?xf32>, tensor<?xi64>) -> tensor<?x?xf32>\n"},
    {"Pad, away", GRN_E_SHAPE, "pads -2 and -2 leave dimension 1, which has 3 elements, with less than none",
     DATA("x", "2x3", "?x?") LIST("p", "[-2, -2]", "2") LIST("a", "[1]", "1") DATA("v", "1", "?")
     "%0 = \"onnx.Pad\"(%x, %p, %v, %a) : (tensor<?x?xf32>, tensor<?xi64>, tensor<?xf32>, tensor<?xi64>) -> tensor<?x?xf32>\n"},
    {"Pad, away at one edge", GRN_E_SHAPE, "pads 0 and -4 leave dimension 1, which has 3 elements, with less than none",
     DATA("x", "2x3", "?x?") LIST("p", "[0, -4]", "2") LIST("a", "[1]", "1") DATA("v", "1", "?")
     "%0 = \"onnx.Pad\"(%x, %p, %v, %a) : (tensor<?x?xf32>, tensor<?xi64>, tensor<?xf32>, tensor<?xi64>) -> tensor<?x?xf32>\n"},
    {"Pad, more than can be counted", GRN_E_SHAPE, "pads give dimension 1 more elements than can be counted",
     DATA("x", "2x3", "?x?") LIST("p", "[9223372036854775807, 0]", "2") LIST("a", "[1]", "1") DATA("v", "1", "?")
     "%0 = \"onnx.Pad\"(%x, %p, %v, %a) : (tensor<?x?xf32>, tensor<?xi64>, tensor<?xf32>, tensor<?xi64>) -> tensor<?x?xf32>\n"},
    {"Pad, an axis twice", GRN_E_SHAPE, "axes name dimension 1 twice, expected each once",
     DATA("x", "2x3", "?x?") LIST("p", "[0, 0, 0, 0]", "4") LIST("a", "[1, 1]", "2") DATA("v", "1", "?")
     "%0 = \"onnx.Pad\"(%x, %p, %v, %a) : (tensor<?x?xf32>, tensor<?xi64>, tensor<?xf32>, tensor<?xi64>) -> tensor<?x?xf32>\n"},
    {"Pad, two values", GRN_E_SHAPE, "the value has 2 elements, expected 1",
     DATA("x", "2x3", "?x?") LIST("p", "[1, 1]", "2") LIST("a", "[1]", "1") DATA("v", "2", "?")
     "%0 = \"onnx.Pad\"(%x, %p, %v, %a) : (tensor<?x?xf32>, tensor<?xi64>, tensor<?xf32>, tensor<?xi64>) -> tensor<?x?xf32>\n"},
    {"Pad, many numbers", GRN_E_SHAPE, "operand #1 lists 65 numbers, expected at most 64",
     DATA("x", "2x3", "?x?") MANY("p", "65") LIST("a", "[1]", "1") DATA("v", "1", "?")
     "%0 = \"onnx.Pad\"(%x, %p, %v, %a) : (tensor<?x?xf32>, tensor<?xi64>, tensor<?xf32>, tensor<?xi64>) -> tensor<?x?xf32>\n"},
    {"Pad, many axes", GRN_E_SHAPE, "operand #3 lists 65 numbers, expected at most 64",
     DATA("x", "2x3", "?x?") LIST("p", "[1, 1]", "2") MANY("a", "65") DATA("v", "1", "?")
     "%0 = \"onnx.Pad\"(%x, %p, %v, %a) : (tensor<?x?xf32>, tensor<?xi64>, tensor<?xf32>, tensor<?xi64>) -> tensor<?x?xf32>\n"},
    {"Range", GRN_OK, "",
     NUMBER("b", "0") NUMBER("e", "5") NUMBER("d", "2")
     "%0 = \"onnx.Range\"(%b, %e, %d) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>\n"},
    {"Range, no delta", GRN_E_SHAPE, "delta is 0, expected any other number",
     NUMBER("b", "0") NUMBER("e", "5") NUMBER("d", "0")
     "%0 = \"onnx.Range\"(%b, %e, %d) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>\n"},
    {"Range, more than can be counted", GRN_E_SHAPE, "the range has more elements than can be counted",
     NUMBER("b", "-9223372036854775808") NUMBER("e", "9223372036854775807") NUMBER("d", "1")
     "%0 = \"onnx.Range\"(%b, %e, %d) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>\n"},
    {"Concat", GRN_OK, "",
     DATA("x", "2x3", "?x?") DATA("y", "2x1", "?x?")
     "%0 = \"onnx.Concat\"(%x, %y) {axis = -1 : si64} : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>\n"},
    {"Concat, another extent beside", GRN_E_SHAPE, "operand #1 has 3 elements along dimension 0, expected 2, as the others have",
     DATA("x", "2x3", "?x?") DATA("y", "3x1", "?x?")
     "%0 = \"onnx.Concat\"(%x, %y) {axis = -1 : si64} : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>\n"},
    {"Concat, more than can be counted", GRN_E_SHAPE, "the inputs have more elements along dimension 0 than can be counted",
     DATA("x", "9223372036854775807x0", "?x?") DATA("y", "1x0", "?x?")
     "%0 = \"onnx.Concat\"(%x, %y) {axis = 0 : si64} : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>\n"},
    {"Add", GRN_OK, "",
     DATA("x", "2x3", "?x?") DATA("y", "1x3", "?x?")
     "%0 = \"onnx.Add\"(%x, %y) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>\n"},
    {"Add, two extents", GRN_E_SHAPE, "shapes [2, 3] and [4, 3] do not broadcast",
     DATA("x", "2x3", "?x?") DATA("y", "4x3", "?x?")
     "%0 = \"onnx.Add\"(%x, %y) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>\n"},
    {"Max, two extents", GRN_E_SHAPE, "shapes [2, 3] and [4, 3] do not broadcast",
     DATA("x", "2x3", "?x?") DATA("y", "4x3", "?x?")
     "%0 = \"onnx.Max\"(%x, %y) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>\n"},
    {"Less, two extents", GRN_E_SHAPE, "shapes [2, 3] and [2, 4] do not broadcast",
     DATA("x", "2x3", "?x?") DATA("y", "2x4", "?x?")
     "%0 = \"onnx.Less\"(%x, %y) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xi1>\n"},
    {"GatherElements, longer than data", GRN_E_SHAPE, "'indices' shape should have values within bounds of 'data' shape. Invalid value in indices shape is: 3 at dimension 1, data has 2",
     DATA("x", "2x2", "?x?") HIDDEN("i", "0", "2x3x", "i64", "?x?x")
     "%0 = \"onnx.GatherElements\"(%x, %i) {axis = 0 : si64} : (tensor<?x?xf32>, tensor<?x?xi64>) -> tensor<?x?xf32>\n"},
    {"GatherND, two batches", GRN_E_SHAPE, "Batch dimensions differ at index 0: data has 2, indices 3",
     DATA("x", "2x3", "?x?") HIDDEN("i", "0", "3x1x", "i64", "?x?x")
     "%0 = \"onnx.GatherND\"(%x, %i) {batch_dims = 1 : si64} : (tensor<?x?xf32>, tensor<?x?xi64>) -> tensor<?xf32>\n"},
    {"ScatterND, other updates", GRN_E_SHAPE, "updates shape: [2,2], indices shape: [2,1], data shape: [4,3]",
     DATA("x", "4x3", "?x?") HIDDEN("i", "0", "2x1x", "i64", "?x1x") DATA("u", "2x2", "?x?")
     "%0 = \"onnx.ScatterND\"(%x, %i, %u) : (tensor<?x?xf32>, tensor<?x1xi64>, tensor<?x?xf32>) -> tensor<?x?xf32>\n"},
    {"tf.GatherV2, an axis outside", GRN_E_ARGUMENT, "Expected axis in the range [-2, 2), but got 2",
     DATA("x", "4x3", "?x?") HIDDEN("i", "0", "2x", "i64", "?x") HIDDEN("a", "2", "1x", "i64", "?x")
     "%0 = \"tf.GatherV2\"(%x, %i, %a) : (tensor<?x?xf32>, tensor<?xi64>, tensor<?xi64>) -> tensor<?x?xf32>\n"},
    {"tf.GatherNd, three coordinates", GRN_E_SHAPE, "index innermost dimension length must be <= params rank; saw: 3 vs. 2",
     DATA("x", "4x3", "?x?") HIDDEN("i", "0", "2x3x", "i64", "?x?x")
     "%0 = \"tf.GatherNd\"(%x, %i) : (tensor<?x?xf32>, tensor<?x?xi64>) -> tensor<?xf32>\n"},
    {"ttnn.gather, longer than input", GRN_E_SHAPE, "Got index tensor shape: Shape([3, 2]) and input tensor shape: Shape([2, 2])",
     DATA("x", "2x2", "?x?") HIDDEN("i", "0", "3x2x", "ui16", "?x?x")
     "%0 = \"ttnn.gather\"(%x, %i) <{dim = 1 : i32}> : (tensor<?x?xf32>, tensor<?x?xui16>) -> tensor<?x?xf32>\n"},
    {"ttnn.embedding", GRN_OK, "",
     DATA("w", "3x2", "?x?") HIDDEN("i", "2", "4x", "ui32", "?x")
     "%0 = \"ttnn.embedding\"(%i, %w) : (tensor<?xui32>, tensor<?x?xf32>) -> tensor<?x?xf32>\n"},
    {"ttnn.embedding, a weight of two tables", GRN_E_SHAPE, "weight must be effectively 2D tensor",
     DATA("w", "2x3x2", "?x?x?") HIDDEN("i", "0", "4x", "ui32", "?x")
     "%0 = \"ttnn.embedding\"(%i, %w) : (tensor<?xui32>, tensor<?x?x?xf32>) -> tensor<?x?xf32>\n"},
    {"ttnn.embedding, an id beyond", GRN_E_INDEX, "is 3; for dim 0 of weight, of extent 3, it must be in [0, 2]",
     DATA("w", "3x2", "?x?") HIDDEN("i", "3", "4x", "ui32", "?x")
     "%0 = \"ttnn.embedding\"(%i, %w) : (tensor<?xui32>, tensor<?x?xf32>) -> tensor<?x?xf32>\n"},
    {"ttnn.embedding of no rows", GRN_E_INDEX, "the weight has no rows, so every id is out of range",
     DATA("w", "0x2", "?x?") HIDDEN("i", "0", "4x", "ui32", "?x")
     "%0 = \"ttnn.embedding\"(%i, %w) : (tensor<?xui32>, tensor<?x?xf32>) -> tensor<?x?xf32>\n"},
    {"ttnn.embedding, TT-19", GRN_E_DTYPE, "Input must be UINT32 or BFLOAT16",
     DATA("w", "3x2", "?x?") DATA("i", "2", "?")
     "%0 = \"ttnn.embedding\"(%i, %w) : (tensor<?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>\n"},
    {"ttnn.reshape", GRN_OK, "",
     DATA("x", "2x3", "?x?") "%0 = \"ttnn.reshape\"(%x) <{shape = [3 : i32, 2 : i32]}> : (tensor<?x?xf32>) -> tensor<3x2xf32>\n"},
    {"ttnn.reshape, another number", GRN_E_SHAPE, "result has 4 elements, input has 6",
     DATA("x", "2x3", "?x?") "%0 = \"ttnn.reshape\"(%x) <{shape = [2 : i32, 2 : i32]}> : (tensor<?x?xf32>) -> tensor<2x2xf32>\n"},
    {"ttnn.reshape to what is not said", GRN_E_UNSUPPORTED, "the result's type does not say its shape",
     DATA("x", "2x3", "?x?") "%0 = \"ttnn.reshape\"(%x) : (tensor<?x?xf32>) -> tensor<?xf32>\n"},
    {"ttnn.full of what is not said", GRN_E_UNSUPPORTED, "the result's type does not say its shape",
     "%0 = \"ttnn.full\"() <{fill_value = 1.0 : f32}> : () -> tensor<?xf32>\n"},
    {"ttnn.slice_static past the end", GRN_E_INDEX, "ends[0] is 5, the dimension has 4",
     DATA("x", "4", "?") "%0 = \"ttnn.slice_static\"(%x) <{begins = [1 : i32], ends = [5 : i32], step = [1 : i32]}> : (tensor<?xf32>) -> tensor<4xf32>\n"},
    {"ttnn.repeat", GRN_OK, "",
     DATA("x", "2x1", "?x?") "%0 = \"ttnn.repeat\"(%x) <{repeat_dims = #ttnn.shape<2x3>}> : (tensor<?x?xf32>) -> tensor<?x?xf32>\n"},
    {"ttnn.repeat, more than can be counted", GRN_E_LIMIT, "more elements along dimension 0 than can be counted",
     DATA("x", "9223372036854775807x0", "?x?") "%0 = \"ttnn.repeat\"(%x) <{repeat_dims = #ttnn.shape<2x1>}> : (tensor<?x?xf32>) -> tensor<?x?xf32>\n"},
    {"ttnn.repeat, more bytes than can be counted", GRN_E_LIMIT, "the result has more bytes than can be counted",
     DATA("x", "1x1", "?x?") "%0 = \"ttnn.repeat\"(%x) <{repeat_dims = #ttnn.shape<2147483647x2147483647>}> : (tensor<?x?xf32>) -> tensor<?x?xf32>\n"},
    {"ttnn.repeat of too many dimensions", GRN_E_UNSUPPORTED, "repeats too many dimensions at once",
     "%x = \"ttnn.constant\"() <{value = dense<1.0> : tensor<0x0x0x0x0x0x0x0x0x0x0x0x0x0x0x0x0xf32>}> : () -> tensor<0x0x0x0x0x0x0x0x0x0x0x0x0x0x0x0x0xf32>\n"
     "%0 = \"ttnn.repeat\"(%x) <{repeat_dims = #ttnn.shape<2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2>}> : (tensor<0x0x0x0x0x0x0x0x0x0x0x0x0x0x0x0x0xf32>) -> tensor<0x0x0x0x0x0x0x0x0x0x0x0x0x0x0x0x0xf32>\n"},
    {"ttnn.pad, more than can be counted", GRN_E_LIMIT, "more elements along dimension 0 than can be counted",
     DATA("x", "9223372036854775807x0", "?x?") "%0 = \"ttnn.pad\"(%x) <{padding = array<i32: 1, 0, 0, 0>, value = 0.0 : f32}> : (tensor<?x?xf32>) -> tensor<?x?xf32>\n"},
};
/* clang-format on */

static char said[1024];

static void keep(void *user, const grn_diagnostic *d)
{
    (void)user;
    if (d->severity == GRN_SEVERITY_ERROR && !said[0])
        snprintf(said, sizeof said, "%s", d->message);
}

static void the_run_reports(void **state)
{
    static const grn_diag diag = {keep, NULL};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[4096];
        grn_module *module;
        grn_results *results = NULL;
        said[0] = '\0';
        int n = snprintf(text, sizeof text, "func.func @main() {\n%sreturn\n}\n", cases[i].body);
        assert_in_range(n, 1, sizeof text - 1);
        if (grn_module_parse(text, (size_t)n, NULL, &diag, &module) != GRN_OK ||
            grn_module_verify(module, &diag) != GRN_OK)
            fail_msg("%s: does not verify: %s", cases[i].claim, said);
        grn_status status = grn_module_run(module, 0, 0, NULL, NULL, &diag, &results);
        if (status != cases[i].status || !strstr(said, cases[i].message) || (status == GRN_OK) != !said[0])
            fail_msg("%s: %s: %s", cases[i].claim, grn_status_name(status), said);
        grn_results_destroy(results);
        grn_module_destroy(module);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_run_reports)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

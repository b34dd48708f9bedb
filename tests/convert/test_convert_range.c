/*
 * test_convert_range.c - what translation leaves out: bounds of indices that are in range, JAX's
 * way to write negative indices, broadcasts before ops that broadcast, constants that repeat.
 *
 * A table of programs with the ops that are to come out, by hand; each does what it did
 * (grn_module_equivalent). And random programs whose indices are wrapped, clamped, constant or none
 * of these, in every dialect.
 *
 * GARNER_RANDOM_CASES: how many random programs (60). GARNER_SEED: where to begin; a failure prints
 * its seed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "convert_test.h"

/* ---- text ------------------------------------------------------------------------------------ */

typedef program_text text;

static void say(text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    t->n += (size_t)vsnprintf(t->at + t->n, sizeof t->at - t->n, format, args);
    va_end(args);
    assert_true(t->n < sizeof t->at);
}

/* The ops with a result, in order, a space after each. */
static void list_ops(const char *program, text *out)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.";
    for (const char *at = strstr(program, " = "); at; at = strstr(at, " = ")) {
        at += 3;
        at += *at == '"';
        if (at[0] >= 'a' && at[0] <= 'z') /* an attribute's value may follow the sign too, a number or a list */
            say(out, "%.*s ", (int)strspn(at, letters), at);
    }
}

/* ---- the table ------------------------------------------------------------------------------- */

#define F(arguments, result) "func.func @f(" arguments ") -> " result " {\n"
#define END(result) "return %r : " result "\n}\n"
/* %w is %i, counted from the end of `n` where it is negative; %z, %n are constants as JAX writes
 * them. */
#define WRAP(w, i, n, p, e)                                                                                            \
    "%z" w " = stablehlo.constant dense<0> : tensor<" e ">\n"                                                          \
    "%b" w " = stablehlo.broadcast_in_dim %z" w ", dims = [] : (tensor<" e ">) -> tensor<" p "x" e ">\n"               \
    "%c" w " = stablehlo.compare LT, " i ", %b" w ", SIGNED : (tensor<" p "x" e ">, tensor<" p "x" e ">) -> tensor<" p \
    "xi1>\n"                                                                                                           \
    "%n" w " = stablehlo.constant dense<" n "> : tensor<" e ">\n"                                                      \
    "%m" w " = stablehlo.broadcast_in_dim %n" w ", dims = [] : (tensor<" e ">) -> tensor<" p "x" e ">\n"               \
    "%a" w " = stablehlo.add " i ", %m" w " : tensor<" p "x" e ">\n"                                                   \
    "%" w " = stablehlo.select %c" w ", %a" w ", " i " : tensor<" p "xi1>, tensor<" p "x" e ">\n"
#define COLUMN(v, w, p, e) \
    "%" v " = stablehlo.broadcast_in_dim %" w ", dims = [0] : (tensor<" p "x" e ">) -> tensor<" p "x1x" e ">\n"
#define JOIN(v, a, b, p, e)                                                                              \
    "%" v " = stablehlo.concatenate %" a ", %" b ", dim = 1 : (tensor<" p "x1x" e ">, tensor<" p "x1x" e \
    ">) -> tensor<" p "x2x" e ">\n"
#define ROWS(v, x, p, e)                                                                                             \
    "%r = \"stablehlo.gather\"(%x, %" v                                                                              \
    ") <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], "                      \
    "start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<" x "xf32>, tensor<" p \
    "x1x" e ">) -> "                                                                                                 \
    "tensor<" p "x4xf32>\n"
#define POINTS(v, x, p, e)                                                                                          \
    "%r = \"stablehlo.gather\"(%x, %" v ") <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], " \
    "start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<" x                \
    "xf32>, tensor<" p "x2x" e ">) -> "                                                                             \
    "tensor<" p "xf32>\n"
#define OUT "tensor<3x4xf32>"
/* x[i] as JAX writes it. */
#define JAX(x, n, e)                                     \
    F("%x: tensor<" x "xf32>, %i: tensor<3x" e ">", OUT) \
    WRAP("w", "%i", n, "3", e) COLUMN("v", "w", "3", e) ROWS("v", x, "3", e) END(OUT)
/* x[i, j], with what makes the columns %k and %l of i64. */
#define JAX_2(columns)                                                               \
    F("%x: tensor<10x7xf32>, %i: tensor<3xi64>, %j: tensor<3xi64>", "tensor<3xf32>") \
    columns JOIN("v", "k", "l", "3", "i64") POINTS("v", "10x7", "3", "i64") END("tensor<3xf32>")
#define INDEX(body, e) \
    F("%x: tensor<10x4xf32>, %i: tensor<3x" e ">", OUT) body COLUMN("v", "w", "3", e) ROWS("v", "10x4", "3", e) END(OUT)
#define SPLAT(name, value, type) "%" name " = stablehlo.constant dense<" value "> : tensor<" type ">\n"
#define OP(name, op, a, b, type) "%" name " = stablehlo." op " " a ", " b " : tensor<" type ">\n"

typedef struct row {
    const char *claim, *to, *program;
    const char *ops; /* all of them; NULL: */
    const char *has, *lacks;
    bool assume_in_bounds, keep_recipes;
} row;

/* clang-format off */
static const row rows[] = {
    /* ---- JAX's x[i] */
    {"x[i] is a Gather behind a clamp to [-n, n - 1]", "onnx", JAX("10x4", "10", "i32"),
     "onnx.Constant onnx.Min onnx.Constant onnx.Max onnx.Gather ", NULL, NULL, false, false},
    {"and a Gather where indices are in range", "onnx", JAX("10x4", "10", "i32"), "onnx.Gather ", NULL, NULL, true, false},
    {"in torch an index.Tensor behind a clamp", "torch", JAX("10x4", "10", "i64"),
     "torch.vtensor.literal torch.aten.minimum torch.vtensor.literal torch.aten.maximum torch.prim.ListConstruct "
     "torch.aten.index.Tensor ", NULL, NULL, false, false},
    {"and by itself", "torch", JAX("10x4", "10", "i64"), "torch.prim.ListConstruct torch.aten.index.Tensor ", NULL, NULL, true, false},
    {"of a tensor of rank 1 as well", "torch",
     F("%x: tensor<10xf32>, %i: tensor<3xi64>", "tensor<3xf32>") WRAP("w", "%i", "10", "3", "i64") COLUMN("v", "w", "3", "i64")
     "%r = \"stablehlo.gather\"(%x, %v) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], "
     "index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<10xf32>, tensor<3x1xi64>) -> tensor<3xf32>\n" END("tensor<3xf32>"),
     "torch.prim.ListConstruct torch.aten.index.Tensor ", NULL, NULL, true, false},
    {"recipes that are kept keep this one", "onnx", JAX("10x4", "10", "i32"), NULL, "onnx.Where", NULL, false, true},
    {"StableHLO, which has no such rule, keeps it", "stablehlo", JAX("10x4", "10", "i32"), NULL, "stablehlo.select", "stablehlo.minimum",
     false, false},
    {"an extent that i8 has: a bound past its end bounds nothing", "onnx", JAX("127x4", "127", "i8"), NULL, "onnx.Cast", "onnx.Where", false,
     false},
    {"a number that is not the extent", "onnx", JAX("10x4", "9", "i32"), NULL, "onnx.Where", NULL, false, false},
    {"an extent that i8 has not: 300 is 44 in it", "onnx", JAX("300x4", "44", "i8"), NULL, "onnx.Where", NULL, false, false},
    {"each component has its own extent", "onnx",
     JAX_2(WRAP("w", "%i", "10", "3", "i64") WRAP("u", "%j", "7", "3", "i64") COLUMN("k", "w", "3", "i64") COLUMN("l", "u", "3", "i64")),
     NULL, "onnx.GatherND", "onnx.Add", false, false},
    {"not that of another", "onnx",
     JAX_2(WRAP("w", "%i", "7", "3", "i64") WRAP("u", "%j", "10", "3", "i64") COLUMN("k", "w", "3", "i64") COLUMN("l", "u", "3", "i64")),
     NULL, "onnx.Add", NULL, false, false},
    {"beside one that is not negative", "onnx",
     JAX_2(WRAP("w", "%i", "10", "3", "i64") SPLAT("z", "0", "3xi64") OP("u", "maximum", "%j", "%z", "3xi64") COLUMN("k", "w", "3", "i64")
     COLUMN("l", "u", "3", "i64")), NULL, "onnx.GatherND", "onnx.Add", false, false},
    {"beside one that may be", "onnx",
     JAX_2(WRAP("w", "%i", "10", "3", "i64") COLUMN("k", "w", "3", "i64") COLUMN("l", "j", "3", "i64")), NULL, "onnx.Add", NULL, false, false},
    {"both at once, of a constant with both extents", "onnx",
     F("%x: tensor<10x7xf32>, %i: tensor<3x2xi64>", "tensor<3xf32>") SPLAT("z", "0", "3x2xi64")
     SPLAT("n", "[[10, 7], [10, 7], [10, 7]]", "3x2xi64")
     "%c = stablehlo.compare LT, %i, %z : (tensor<3x2xi64>, tensor<3x2xi64>) -> tensor<3x2xi1>\n" OP("a", "add", "%n", "%i", "3x2xi64")
     "%v = stablehlo.select %c, %a, %i : tensor<3x2xi1>, tensor<3x2xi64>\n" POINTS("v", "10x7", "3", "i64") END("tensor<3xf32>"),
     NULL, "onnx.GatherND", "onnx.Add", false, false},
    {"and of one that has them in one row the other way", "onnx",
     F("%x: tensor<10x7xf32>, %i: tensor<3x2xi64>", "tensor<3xf32>") SPLAT("z", "0", "3x2xi64")
     SPLAT("n", "[[10, 7], [7, 10], [10, 7]]", "3x2xi64")
     "%c = stablehlo.compare LT, %i, %z : (tensor<3x2xi64>, tensor<3x2xi64>) -> tensor<3x2xi1>\n" OP("a", "add", "%n", "%i", "3x2xi64")
     "%v = stablehlo.select %c, %a, %i : tensor<3x2xi1>, tensor<3x2xi64>\n" POINTS("v", "10x7", "3", "i64") END("tensor<3xf32>"),
     NULL, "onnx.Add", NULL, false, false},
    {"to a wider type afterwards", "onnx",
     F("%x: tensor<10x4xf32>, %i: tensor<3xi8>", OUT) WRAP("s", "%i", "10", "3", "i8")
     "%w = stablehlo.convert %s : (tensor<3xi8>) -> tensor<3xi32>\n" COLUMN("v", "w", "3", "i32") ROWS("v", "10x4", "3", "i32") END(OUT),
     NULL, "onnx.Gather", "onnx.Add", false, false},
    {"to a narrower one: 2^32 - 10 from the end is no index from the end", "onnx",
     F("%x: tensor<10x4xf32>, %i: tensor<3xi64>", OUT) WRAP("s", "%i", "10", "3", "i64")
     "%w = stablehlo.convert %s : (tensor<3xi64>) -> tensor<3xi32>\n" COLUMN("v", "w", "3", "i32") ROWS("v", "10x4", "3", "i32") END(OUT),
     NULL, "onnx.Add", NULL, false, false},
    {"what is chosen is not what is compared", "onnx",
     F("%x: tensor<10x4xf32>, %i: tensor<3xi64>, %j: tensor<3xi64>", OUT) SPLAT("z", "0", "3xi64") SPLAT("n", "10", "3xi64")
     "%c = stablehlo.compare LT, %j, %z : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi1>\n" OP("a", "add", "%i", "%n", "3xi64")
     "%w = stablehlo.select %c, %a, %i : tensor<3xi1>, tensor<3xi64>\n" COLUMN("v", "w", "3", "i64") ROWS("v", "10x4", "3", "i64") END(OUT),
     NULL, "onnx.Add", NULL, false, false},
    {"what is added to is not", "onnx",
     F("%x: tensor<10x4xf32>, %i: tensor<3xi64>, %j: tensor<3xi64>", OUT) SPLAT("z", "0", "3xi64") SPLAT("n", "10", "3xi64")
     "%c = stablehlo.compare LT, %i, %z : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi1>\n" OP("a", "add", "%j", "%n", "3xi64")
     "%w = stablehlo.select %c, %a, %i : tensor<3xi1>, tensor<3xi64>\n" COLUMN("v", "w", "3", "i64") ROWS("v", "10x4", "3", "i64") END(OUT),
     NULL, "onnx.Add", NULL, false, false},
    {"compared with 1", "onnx",
     INDEX(SPLAT("z", "1", "3xi64") SPLAT("n", "10", "3xi64")
     "%c = stablehlo.compare LT, %i, %z : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi1>\n" OP("a", "add", "%i", "%n", "3xi64")
     "%w = stablehlo.select %c, %a, %i : tensor<3xi1>, tensor<3xi64>\n", "i64"), NULL, "onnx.Add", NULL, false, false},
    {"a window that moves", "onnx",
     F("%x: tensor<10x4xf32>, %i: tensor<3xi64>", "tensor<3x2x4xf32>") WRAP("w", "%i", "10", "3", "i64") COLUMN("v", "w", "3", "i64")
     "%r = \"stablehlo.gather\"(%x, %v) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [0], "
     "index_vector_dim = 1>, slice_sizes = array<i64: 2, 4>}> : (tensor<10x4xf32>, tensor<3x1xi64>) -> tensor<3x2x4xf32>\n"
     END("tensor<3x2x4xf32>"), NULL, "onnx.Where", NULL, false, false},
    {"a dynamic slice of one row is a gather of it", "onnx",
     F("%x: tensor<10x4xf32>, %i: tensor<i64>", "tensor<1x4xf32>") SPLAT("z", "0", "i64") SPLAT("n", "10", "i64")
     "%c = stablehlo.compare LT, %i, %z : (tensor<i64>, tensor<i64>) -> tensor<i1>\n" OP("a", "add", "%i", "%n", "i64")
     "%w = stablehlo.select %c, %a, %i : tensor<i1>, tensor<i64>\n"
     "%r = stablehlo.dynamic_slice %x, %w, %z, sizes = [1, 4] : (tensor<10x4xf32>, tensor<i64>, tensor<i64>) -> tensor<1x4xf32>\n"
     END("tensor<1x4xf32>"),
     "onnx.Constant onnx.Less onnx.Where onnx.Constant onnx.Greater onnx.Where onnx.Gather onnx.Constant onnx.Reshape ", NULL, NULL, false, false},
    /* clang-format on */

    /* clang-format off */
    /* ---- indices in range */
    {"constant indices", "torch", F("%x: tensor<10x4xf32>", OUT) SPLAT("v", "[[9], [0], [4]]", "3x1xi64") ROWS("v", "10x4", "3", "i64") END(OUT),
     NULL, "torch.aten.index_select", "torch.aten.m", false, false},
    {"constant indices past the end", "torch",
     F("%x: tensor<10x4xf32>", OUT) SPLAT("v", "[[10], [0], [4]]", "3x1xi64") ROWS("v", "10x4", "3", "i64") END(OUT),
     NULL, "torch.aten.minimum", "torch.aten.maximum", false, false},
    {"before the beginning", "torch",
     F("%x: tensor<10x4xf32>", OUT) SPLAT("v", "[[-1], [0], [4]]", "3x1xi64") ROWS("v", "10x4", "3", "i64") END(OUT),
     NULL, "torch.aten.maximum", "torch.aten.minimum", false, false},
    {"starts of windows end earlier than indices", "tcp",
     F("%x: tensor<10xf32>", "tensor<3x2xf32>") SPLAT("v", "[[9], [0], [4]]", "3x1xi64")
     "%r = \"stablehlo.gather\"(%x, %v) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], "
     "index_vector_dim = 1>, slice_sizes = array<i64: 2>}> : (tensor<10xf32>, tensor<3x1xi64>) -> tensor<3x2xf32>\n" END("tensor<3x2xf32>"),
     NULL, "arith.minsi", "arith.maxsi", false, true},
    {"the last start is in range", "tcp",
     F("%x: tensor<10xf32>", "tensor<3x2xf32>") SPLAT("v", "[[8], [0], [4]]", "3x1xi64")
     "%r = \"stablehlo.gather\"(%x, %v) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], "
     "index_vector_dim = 1>, slice_sizes = array<i64: 2>}> : (tensor<10xf32>, tensor<3x1xi64>) -> tensor<3x2xf32>\n" END("tensor<3x2xf32>"),
     NULL, "tcp.gather", "arith.m", false, true},
    {"an iota", "tcp", INDEX("%w = stablehlo.iota dim = 0 : tensor<3xi64>\n", "i64"), NULL, "tcp.gather", "arith.m", false, true},
    {"indices that the program clamps", "tcp",
     INDEX(SPLAT("z", "0", "3xi64") SPLAT("n", "9", "3xi64") OP("m", "minimum", "%i", "%n", "3xi64") OP("w", "maximum", "%m", "%z", "3xi64"),
     "i64"), "arith.constant arith.constant arith.minsi arith.maxsi tensor.expand_shape arith.constant tcp.broadcast tcp.gather ", NULL, NULL, false, false},
    {"one too far", "tcp",
     INDEX(SPLAT("z", "0", "3xi64") SPLAT("n", "10", "3xi64") OP("m", "minimum", "%i", "%n", "3xi64") OP("w", "maximum", "%m", "%z", "3xi64"),
     "i64"), NULL, "arith.constant dense<9>", NULL, false, false},
    {"a remainder of what is not negative", "torch", INDEX(SPLAT("n", "10", "3xui8") OP("w", "remainder", "%i", "%n", "3xui8"), "ui8"),
     NULL, "torch.aten.index_select", "torch.aten.m", false, false},
    {"a narrow type needs no bound past its end", "torch",
     F("%x: tensor<200x4xf32>, %i: tensor<3xi8>", OUT) COLUMN("v", "i", "3", "i8") ROWS("v", "200x4", "3", "i8") END(OUT), NULL,
     "torch.aten.maximum", "torch.aten.minimum", false, false},
    {"negative indices that the program has wrapped after it clamped them", "tcp",
     INDEX(SPLAT("l", "-10", "3xi64") SPLAT("h", "9", "3xi64") OP("m", "minimum", "%i", "%h", "3xi64") OP("q", "maximum", "%m", "%l", "3xi64")
     WRAP("w", "%q", "10", "3", "i64"), "i64"), NULL, "arith.select", "arith.constant dense<0> : tensor<3x1", false, false},
    {"an operator that takes negative indices, of some that are not", "torch",
     F("%x: tensor<10x4xf32>", "tensor<3x4xf32>") SPLAT("i", "[9, 0, 4]", "3xi64")
     "%r = \"onnx.Gather\"(%x, %i) {axis = 0 : si64} : (tensor<10x4xf32>, tensor<3xi64>) -> tensor<3x4xf32>\n" END("tensor<3x4xf32>"),
     NULL, "index", "torch.aten.where", false, false},
    {"updates that none is dropped of", "onnx",
     F("%x: tensor<10xf32>, %u: tensor<3xf32>", "tensor<10xf32>") SPLAT("v", "[[9], [0], [4]]", "3x1xi64")
     "%r = \"stablehlo.scatter\"(%x, %v, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], "
     "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
     "  stablehlo.return %b : tensor<f32>\n}) : (tensor<10xf32>, tensor<3x1xi64>, tensor<3xf32>) -> tensor<10xf32>\n" END("tensor<10xf32>"),
     NULL, "onnx.Scatter", "onnx.Where", false, false},
    {"updates of which one is", "onnx",
     F("%x: tensor<10xf32>, %u: tensor<3xf32>", "tensor<10xf32>") SPLAT("v", "[[10], [0], [4]]", "3x1xi64")
     "%r = \"stablehlo.scatter\"(%x, %v, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], "
     "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
     "  stablehlo.return %b : tensor<f32>\n}) : (tensor<10xf32>, tensor<3x1xi64>, tensor<3xf32>) -> tensor<10xf32>\n" END("tensor<10xf32>"),
     NULL, "onnx.Where", NULL, false, false},
    /* clang-format on */

    {"components of which two came together", "torch",
     F("%x: tensor<4x5x6xf32>, %k: tensor<3x2xi64>, %l: tensor<3x1xi64>",
       "tensor<3xf32>") "%v = stablehlo.concatenate %k, %l, dim = 1 : (tensor<3x2xi64>, tensor<3x1xi64>) -> "
                        "tensor<3x3xi64>\n"
                        "%r = \"stablehlo.gather\"(%x, %v) <{dimension_numbers = "
                        "#stablehlo.gather<collapsed_slice_dims = [0, 1, "
                        "2], "
                        "start_index_map = [0, 1, 2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 1>}> : "
                        "(tensor<4x5x6xf32>, tensor<3x3xi64>) -> "
                        "tensor<3xf32>\n" END("tensor<3xf32>"),
     NULL, "torch.aten.index.Tensor", "torch.aten.cat", true, false},

/* clang-format off */
    /* ---- broadcasts and constants */
#define SUM(op, broadcast, b, l, r)                                                                                        \
    F("%x: tensor<2x3xf32>, %b: tensor<" b ">", "tensor<2x3xf32>")                                                      \
    "%v = stablehlo.broadcast_in_dim %b, dims = " broadcast " : (tensor<" b ">) -> tensor<2x3xf32>\n" OP("r", op, l, r, "2x3xf32") END("tensor<2x3xf32>")
    {"Add broadcasts rows", "onnx", SUM("add", "[1]", "3xf32", "%x", "%v"), "onnx.Add ", NULL, NULL, false, false},
    {"and scalars", "onnx", SUM("multiply", "[]", "f32", "%x", "%v"), "onnx.Mul ", NULL, NULL, false, false},
    {"on the left as well", "onnx", SUM("subtract", "[1]", "3xf32", "%v", "%x"), "onnx.Sub ", NULL, NULL, false, false},
    {"columns are reshaped", "onnx", SUM("add", "[0]", "2xf32", "%x", "%v"), "onnx.Constant onnx.Reshape onnx.Add ", NULL, NULL, false, false},
    {"of two, one is as large as the result", "onnx", SUM("add", "[1]", "3xf32", "%v", "%v"), NULL, "onnx.Expand", NULL, false, false},
    {"torch's add broadcasts", "torch", SUM("add", "[1]", "3xf32", "%x", "%v"), "torch.constant.int torch.aten.add.Tensor ", NULL, NULL, false, false},
    {"TTNN's add broadcasts", "ttnn", SUM("add", "[1]", "3xf32", "%x", "%v"), "ttnn.add ", NULL, NULL, false, false},
    {"tensor's does not", "tensor", SUM("add", "[1]", "3xf32", "%x", "%v"), NULL, "linalg.broadcast", NULL, false, false},
    {"what is returned is broadcast", "onnx",
     F("%b: tensor<3xf32>", "tensor<2x3xf32>") "%r = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>\n"
     END("tensor<2x3xf32>"), NULL, "onnx.Expand", NULL, false, false},
    {"a constant that is used twice is said once", "onnx",
     F("%x: tensor<2xf32>", "tensor<2xf32>") SPLAT("a", "2.0", "2xf32") SPLAT("b", "2.0", "2xf32") OP("c", "add", "%x", "%a", "2xf32")
     OP("r", "multiply", "%c", "%b", "2xf32") END("tensor<2xf32>"), "onnx.Constant onnx.Add onnx.Mul ", NULL, NULL, false, false},
    {"zeros of both signs are two", "onnx",
     F("%x: tensor<2xf32>", "tensor<2xf32>") SPLAT("a", "0.0", "2xf32") SPLAT("b", "-0.0", "2xf32") OP("c", "add", "%x", "%a", "2xf32")
     OP("r", "multiply", "%c", "%b", "2xf32") END("tensor<2xf32>"), "onnx.Constant onnx.Constant onnx.Add onnx.Mul ", NULL, NULL, false, false},
    {"and so are other shapes", "onnx",
     F("%x: tensor<2xf32>", "tensor<2xf32>") SPLAT("a", "2.0", "2xf32") SPLAT("b", "2.0", "1xf32") OP("c", "add", "%x", "%a", "2xf32")
     "%d = stablehlo.broadcast_in_dim %b, dims = [0] : (tensor<1xf32>) -> tensor<2xf32>\n"
     OP("r", "multiply", "%c", "%d", "2xf32") END("tensor<2xf32>"), "onnx.Constant onnx.Constant onnx.Add onnx.Mul ", NULL, NULL, false, false},
};
/* clang-format on */

static void hold(const row *r, const text *printed)
{
    text ops = {.n = 0};
    list_ops(printed->at, &ops);
    if (r->ops && strcmp(r->ops, ops.at) != 0)
        fail_msg("%s: '%s' is expected, not '%s' in\n%s", r->claim, r->ops, ops.at, printed->at);
    if (r->has && !strstr(printed->at, r->has))
        fail_msg("%s: '%s' is expected in\n%s", r->claim, r->has, printed->at);
    if (r->lacks && strstr(printed->at, r->lacks))
        fail_msg("%s: '%s' is not expected in\n%s", r->claim, r->lacks, printed->at);
}

/* Too much to be run: an extent that is added to indices of i32, in which it is negative. */
static void an_extent_past_the_type_is_added_in_another(void **state)
{
    const row r = {.claim = "2^31 + 5 is none of i32's", .has = "arith.constant dense<2147483653> : tensor<3xi64>"};
    const grn_module_convert_options how = {.to = "tensor"};
    grn_module *m = parse(F("%x: tensor<2147483653xi8>, %i: tensor<3xi32>",
                            "tensor<3xi8>") "%r = \"onnx.Gather\"(%x, %i) {axis = 0 : si64} : (tensor<2147483653xi8>, "
                                            "tensor<3xi32>) -> tensor<3xi8>\n" END("tensor<3xi8>")),
               *made = NULL;
    text printed = {.n = 0};
    (void)state;
    assert_int_equal(grn_module_convert(m, &how, NULL, &made), GRN_OK);
    assert_int_equal(grn_module_print(made, NULL, &(grn_sink){program_append, &printed}), GRN_OK);
    hold(&r, &printed);
    grn_module_destroy(made);
    grn_module_destroy(m);
}

static void only_what_is_needed_is_said(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(rows); i++) {
        const row *r = &rows[i];
        notes n = {0};
        grn_diag diag = notes_diag(&n);
        const grn_module_convert_options how = {
            .to = r->to, .assume_in_bounds = r->assume_in_bounds, .keep_recipes = r->keep_recipes};
        const grn_equivalence_options options = {.trials = 60, .only_in_range = r->assume_in_bounds};
        grn_module *m = parse(r->program), *made = NULL;
        grn_trials tried;
        text printed = {.n = 0};
        if (grn_module_convert(m, &how, &diag, &made) != GRN_OK)
            fail_msg("%s: %s", r->claim, n.first);
        assert_int_equal(grn_module_print(made, NULL, &(grn_sink){program_append, &printed}), GRN_OK);
        hold(r, &printed);
        if (grn_module_equivalent(m, made, &options, &diag, &tried) != GRN_OK)
            fail_msg("%s: %s\n%s", r->claim, n.first, printed.at);
        grn_module_destroy(made);
        grn_module_destroy(m);
    }
}

/* ---- random programs ------------------------------------------------------------------------- */

typedef struct source {
    uint64_t state;
    const char *type;    /* of indices */
    int64_t least, most; /* of that type, as far as extents go */
} source;

static int64_t below(source *s, int64_t n)
{
    const random_source r = random_from_seed(&s->state);
    return (int64_t)r.next(r.user, (uint64_t)n);
}

/* `v` as the type of the indices has it. */
static int64_t held(const source *s, int64_t v)
{
    return v > s->most ? v - (s->most - s->least + 1) : v < s->least ? v + (s->most - s->least + 1) : v;
}

static void say_splat(text *t, const source *s, const char *name, int c, int64_t v)
{
    say(t, "%%%s%d = stablehlo.constant dense<%lld> : tensor<3x%s>\n", name, c, (long long)held(s, v), s->type);
}

/* %w<c>: an index of a dim of `extent`, of %i<c> and %j. */
static void say_index(text *t, source *s, int c, int64_t extent)
{
    static const char *const bounded[] = {"minimum", "maximum", "remainder", "and"};
    const char *e = s->type;
    int kind = (int)below(s, 9);
    if (kind == 0) {
        say(t, "%%w%d = stablehlo.iota dim = 0 : tensor<3x%s>\n", c, e);
    } else if (kind == 1) {
        say(t, "%%w%d = stablehlo.constant dense<[%lld, %lld, 0]> : tensor<3x%s>\n", c,
            (long long)held(s, below(s, 2 * extent) - extent / 2), (long long)held(s, extent - 1), e);
    } else if (kind == 2) {
        say_splat(t, s, "n", c, extent - below(s, 2));
        say(t, "%%w%d = stablehlo.%s %%i%d, %%n%d : tensor<3x%s>\n", c, bounded[below(s, 4)], c, c, e);
    } else if (kind == 3) {
        say_splat(t, s, "l", c, below(s, 3) - 1);
        say_splat(t, s, "h", c, extent - below(s, 3));
        say(t, "%%w%d = stablehlo.clamp %%l%d, %%i%d, %%h%d : tensor<3x%s>\n", c, c, c, c, e);
    } else if (kind == 4) {
        say(t, "%%w%d = stablehlo.add %%i%d, %%i%d : tensor<3x%s>\n", c, c, c, e);
    } else { /* JAX's, and near misses */
        const char *added = below(s, 6) ? "i" : "j", *compared = below(s, 6) ? "i" : "j";
        say_splat(t, s, "z", c, below(s, 6) ? 0 : 1);
        say_splat(t, s, "n", c, below(s, 5) ? extent : extent + below(s, 3) - 1);
        say(t, "%%c%d = stablehlo.compare %s, %%%s%d, %%z%d : (tensor<3x%s>, tensor<3x%s>) -> tensor<3xi1>\n", c,
            below(s, 6) ? "LT" : "LE", compared, c, c, e, e);
        say(t, "%%a%d = stablehlo.add %%%s%d, %%n%d : tensor<3x%s>\n", c, added, c, c, e);
        say(t, "%%w%d = stablehlo.select %%c%d, %%a%d, %%i%d : tensor<3xi1>, tensor<3x%s>\n", c, c, c, c, e);
    }
}

/* x[w0, w1, ...] of windows of 1 or 2, or x with updates added there. */
static void say_program(text *t, source *s, bool is_scatter)
{
    static const int64_t extents[] = {1, 2, 5, 10, 127, 128, 129, 300};
    int64_t extent[2], size[2];
    int k = 1 + (int)below(s, 2);
    const char *to = below(s, 3) ? s->type : "i64";
    for (int c = 0; c < k; c++) {
        extent[c] = extents[below(s, c == 0 ? (k == 1 ? 8 : 4) : 8)];
        size[c] = extent[c] > 1 && !below(s, 4) ? 2 : 1;
    }
    text x = {.n = 0}, r = {.n = 0}, windows = {.n = 0}, sizes = {.n = 0};
    for (int c = 0; c < k; c++) {
        say(&x, "%lldx", (long long)extent[c]);
        say(&r, "%lldx", (long long)size[c]);
        say(&windows, "%d, ", c + 1);
        say(&sizes, "%lld, ", (long long)size[c]);
    }
    say(t, "func.func @f(%%x: tensor<%s3xi32>, %%u: tensor<3x%s3xi32>", x.at, r.at);
    for (int c = 0; c < k; c++)
        say(t, ", %%i%d: tensor<3x%s>, %%j%d: tensor<3x%s>", c, s->type, c, s->type);
    say(t, ") -> tensor<%s%s3xi32> {\n", is_scatter ? "" : "3x", is_scatter ? x.at : r.at);
    for (int c = 0; c < k; c++) {
        say_index(t, s, c, extent[c]);
        say(t, "%%t%d = stablehlo.convert %%w%d : (tensor<3x%s>) -> tensor<3x%s>\n", c, c, s->type, to);
        say(t,
            below(s, 2) ? "%%k%d = stablehlo.broadcast_in_dim %%t%d, dims = [0] : (tensor<3x%s>) -> tensor<3x1x%s>\n"
                        : "%%k%d = stablehlo.reshape %%t%d : (tensor<3x%s>) -> tensor<3x1x%s>\n",
            c, c, to, to);
    }
    if (k == 2)
        say(t, "%%v = stablehlo.concatenate %%k0, %%k1, dim = 1 : (tensor<3x1x%s>, tensor<3x1x%s>) -> tensor<3x2x%s>\n",
            to, to, to);
    const char *v = k == 2 ? "v" : "k0", *map = k == 2 ? "0, 1" : "0";
    if (is_scatter)
        say(t,
            "%%r = \"stablehlo.scatter\"(%%x, %%%s, %%u) <{scatter_dimension_numbers = "
            "#stablehlo.scatter<update_window_dims = "
            "[%s%d], "
            "scatter_dims_to_operand_dims = [%s], index_vector_dim = 1>}> ({\n^bb0(%%p: tensor<i32>, %%q: "
            "tensor<i32>):\n"
            "%%o = stablehlo.add %%p, %%q : tensor<i32>\nstablehlo.return %%o : tensor<i32>\n}) : (tensor<%s3xi32>, "
            "tensor<3x%dx%s>, "
            "tensor<3x%s3xi32>) -> tensor<%s3xi32>\nreturn %%r : tensor<%s3xi32>\n}\n",
            v, windows.at, k + 1, map, x.at, k, to, r.at, x.at, x.at);
    else
        say(t,
            "%%r = \"stablehlo.gather\"(%%x, %%%s) <{dimension_numbers = #stablehlo.gather<offset_dims = [%s%d], "
            "start_index_map = "
            "[%s], "
            "index_vector_dim = 1>, slice_sizes = array<i64: %s3>}> : (tensor<%s3xi32>, tensor<3x%dx%s>) -> "
            "tensor<3x%s3xi32>\n"
            "return %%r : tensor<3x%s3xi32>\n}\n",
            v, windows.at, k + 1, map, sizes.at, x.at, k, to, r.at, r.at);
}

static void in_every_dialect(const char *program, unsigned long long seed)
{
    grn_module *m = parse(program);
    for (size_t d = 0; grn_module_dialect(d); d++) {
        notes n = {0};
        grn_diag diag = notes_diag(&n);
        const grn_module_convert_options how = {.to = grn_module_dialect(d)};
        const grn_equivalence_options options = {.trials = 24, .seed = seed};
        grn_module *made = NULL;
        grn_trials tried;
        grn_status status = grn_module_convert(m, &how, &diag, &made);
        if (status == GRN_E_UNSUPPORTED && n.errors > 0)
            continue;
        if (status == GRN_OK)
            status = grn_module_equivalent(m, made, &options, &diag, &tried);
        if (status != GRN_OK) {
            program_show("the program", m);
            if (made)
                program_show(how.to, made);
            fail_msg("GARNER_SEED=%llu to %s: %s", seed, how.to, n.first);
        }
        grn_module_destroy(made);
    }
    grn_module_destroy(m);
}

static void random_indices_keep_their_bits(void **state)
{
    static const struct {
        const char *name;
        int64_t least, most;
    } types[] = {{"i8", -128, 127},
                 {"ui8", 0, 255},
                 {"i16", INT16_MIN, INT16_MAX},
                 {"i32", INT32_MIN, INT32_MAX},
                 {"i64", -1000, 1000}};
    uint64_t wanted = getenv("GARNER_SEED") ? 1 : test_count("GARNER_RANDOM_CASES", 60),
             first = test_setting("GARNER_SEED", 1);
    (void)state;
    for (uint64_t seed = first; seed < first + wanted; seed++)
        for (int is_scatter = 0; is_scatter < 2; is_scatter++) {
            source s = {.state = seed};
            size_t type = (size_t)below(&s, GRN_COUNT(types));
            text t = {.n = 0};
            s.type = types[type].name;
            s.least = types[type].least;
            s.most = types[type].most;
            say_program(&t, &s, is_scatter);
            in_every_dialect(t.at, (unsigned long long)seed);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_what_is_needed_is_said),
        cmocka_unit_test(an_extent_past_the_type_is_added_in_another),
        cmocka_unit_test(random_indices_keep_their_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * test_grad_ops.c - the rule of every op, against central differences: forward, in reverse, and
 * once more of what came out.
 *
 * GARNER_GRAD_POINTS=n takes n points for each program.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/gradcheck.h"

#define T "tensor<2x3xf64>"
#define C "tensor<2x3xcomplex<f64>>"
#define O "tensor<?x3xf64>"

/* ---- one op on elements ---------------------------------------------------------------------- */

static const struct {
    const char *op;
    int inputs;
    double low, high; /* where it is smooth; both 0: everywhere */
    bool of_complex;
} elements[] = {
    {"add", 2, 0, 0, true},
    {"subtract", 2, 0, 0, true},
    {"multiply", 2, 0, 0, true},
    {"divide", 2, 0.5, 2, true},
    {"negate", 1, 0, 0, true},
    {"exponential", 1, 0, 0, true},
    {"log", 1, 0.5, 2, true},
    {"sqrt", 1, 0.5, 2, true},
    {"rsqrt", 1, 0.5, 2, true},
    {"sine", 1, 0, 0, true},
    {"cosine", 1, 0, 0, true},
    {"tanh", 1, -1, 1, true},
    {"tan", 1, -1, 1, true},
    {"logistic", 1, -1, 1, true},
    {"log_plus_one", 1, 0.5, 2, true},
    {"exponential_minus_one", 1, 0, 0, true},
    {"power", 2, 0.5, 2, true},
    {"cbrt", 1, 0.5, 2, false},
    {"atan2", 2, 0.5, 2, false},
    {"maximum", 2, 0, 0, false},
    {"minimum", 2, 0, 0, false},
    {"remainder", 2, 1.1, 9, false},
    {"abs", 1, 0.5, 2, false},
    {"floor", 1, 0, 0, false},
    {"ceil", 1, 0, 0, false},
    {"sign", 1, 0, 0, false},
    {"round_nearest_even", 1, 0, 0, false},
    {"round_nearest_afz", 1, 0, 0, false},
};

static void element_wise_ops(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++)
        for (int complex = 0; complex <= elements[i].of_complex; complex++) {
            char text[1024];
            const char *t = complex ? C : T;
            const bool two = elements[i].inputs == 2;
            snprintf(text, sizeof text,
                     "func.func @f(%%x: %s%s%s) -> %s {\n  %%r = \"stablehlo.%s\"(%%x%s) : (%s%s%s) -> %s\n  return "
                     "%%r : %s\n}\n",
                     t, two ? ", %y: " : "", two ? t : "", t, elements[i].op, two ? ", %y" : "", t, two ? ", " : "",
                     two ? t : "", t, t);
            const gradcheck how = {.low = elements[i].low,
                                   .high = elements[i].high,
                                   .points = gradcheck_points(3),
                                   .orders = 2,
                                   .strict_text = true,
                                   .seed = i};
            if (!gradcheck_text(text, &how, NULL))
                fail_msg("%s, %s", elements[i].op, t);
        }
}

/* ---- programs -------------------------------------------------------------------------------- */

#define F(in, out, body) "func.func @f(" in ") -> " out " {\n" body "}\n"
#define RET(v, t) "  return " v " : " t "\n"
#define ADDS                                                                                                           \
    "({\n^bb0(%a: tensor<f64>, %b: tensor<f64>):\n  %c = stablehlo.add %a, %b : tensor<f64>\n  stablehlo.return %c : " \
    "tensor<f64>\n})"
#define REGION(op)                                                      \
    "({\n^bb0(%a: tensor<f64>, %b: tensor<f64>):\n  %c = stablehlo." op \
    " %a, %b : tensor<f64>\n  stablehlo.return %c : tensor<f64>\n})"
#define REDUCE(op)                                                                     \
    F("%x: tensor<2x3x4xf64>, %i: tensor<f64>", "tensor<3xf64>",                       \
      "  %r = \"stablehlo.reduce\"(%x, %i) <{dimensions = array<i64: 0, 2>}> " REGION( \
          op) " : (tensor<2x3x4xf64>, tensor<f64>) -> tensor<3xf64>\n" RET("%r", "tensor<3xf64>"))

static const struct {
    const char *claim, *text;
    double low, high;
    int64_t int_low, int_high;
    bool only_forward;
} programs[] = {
    {.claim = "select",
     .text = F("%p: tensor<2x3xi1>, %x: " T ", %y: " T, T,
               "  %r = stablehlo.select %p, %x, %y : tensor<2x3xi1>, " T "\n" RET("%r", T)),
     .int_high = 1},
    {.claim = "select by one predicate",
     .text = F("%p: tensor<i1>, %x: " T ", %y: " T, T,
               "  %r = stablehlo.select %p, %x, %y : tensor<i1>, " T "\n" RET("%r", T)),
     .int_high = 1},
    {.claim = "clamp",
     .text = F("%a: " T ", %x: " T ", %b: " T, T, "  %r = stablehlo.clamp %a, %x, %b : " T "\n" RET("%r", T)),
     .low = -1,
     .high = 1},
    {.claim = "clamp by scalars",
     .text = F("%a: tensor<f64>, %x: " T ", %b: tensor<f64>", T,
               "  %r = \"stablehlo.clamp\"(%a, %x, %b) : (tensor<f64>, " T ", tensor<f64>) -> " T "\n" RET("%r", T)),
     .low = -1,
     .high = 1},
    {.claim = "compare decides, and has no derivative",
     .text = F("%x: " T ", %y: " T, T,
               "  %p = stablehlo.compare GT, %x, %y : (" T ", " T
               ") -> tensor<2x3xi1>\n  %z = stablehlo.multiply %x, %y : " T
               "\n  %r = stablehlo.select %p, %z, %y : tensor<2x3xi1>, " T "\n" RET("%r", T))},
    {.claim = "convert to f32 and back would round, to complex and back does not",
     .text =
         F("%x: " C, T,
           "  %0 = stablehlo.multiply %x, %x : " C "\n  %r = stablehlo.convert %0 : (" C ") -> " T "\n" RET("%r", T))},
    {.claim = "real to complex",
     .text =
         F("%x: " T, C,
           "  %0 = stablehlo.multiply %x, %x : " T "\n  %r = stablehlo.convert %0 : (" T ") -> " C "\n" RET("%r", C))},
    {.claim = "real, imag, complex",
     .text =
         F("%x: " C, C,
           "  %z = stablehlo.multiply %x, %x : " C "\n  %a = stablehlo.real %z : (" C ") -> " T
           "\n  %b = stablehlo.imag %x : (" C ") -> " T "\n  %r = stablehlo.complex %b, %a : " C "\n" RET("%r", C))},
    {.claim = "abs of complex numbers",
     .text = F("%x: " C, T, "  %r = stablehlo.abs %x : (" C ") -> " T "\n" RET("%r", T)),
     .low = 0.5,
     .high = 2},
    {.claim = "reshape",
     .text = F("%x: " T, "tensor<3x2xf64>",
               "  %0 = stablehlo.multiply %x, %x : " T "\n  %r = stablehlo.reshape %0 : (" T
               ") -> tensor<3x2xf64>\n" RET("%r", "tensor<3x2xf64>"))},
    {.claim = "transpose",
     .text =
         F("%x: tensor<2x3x4xf64>", "tensor<4x2x3xf64>",
           "  %0 = stablehlo.multiply %x, %x : tensor<2x3x4xf64>\n  %r = stablehlo.transpose %0, dims = [2, 0, 1] : "
           "(tensor<2x3x4xf64>) -> tensor<4x2x3xf64>\n" RET("%r", "tensor<4x2x3xf64>"))},
    {.claim = "broadcast_in_dim, dims out of order and grown",
     .text = F("%x: tensor<3x1x2xf64>", "tensor<2x5x4x3xf64>",
               "  %0 = stablehlo.multiply %x, %x : tensor<3x1x2xf64>\n  %r = stablehlo.broadcast_in_dim %0, dims = [3, "
               "1, 0] : "
               "(tensor<3x1x2xf64>) -> tensor<2x5x4x3xf64>\n" RET("%r", "tensor<2x5x4x3xf64>"))},
    {.claim = "slice with strides",
     .text = F("%x: tensor<5x7xf64>", "tensor<2x3xf64>",
               "  %0 = stablehlo.multiply %x, %x : tensor<5x7xf64>\n  %r = stablehlo.slice %0 [1:4:2, 0:6:2] : "
               "(tensor<5x7xf64>) "
               "-> tensor<2x3xf64>\n" RET("%r", T))},
    {.claim = "pad: edges on, off, and between",
     .text = F("%x: tensor<3x4xf64>, %v: tensor<f64>", "tensor<6x8xf64>",
               "  %0 = stablehlo.multiply %x, %x : tensor<3x4xf64>\n  %r = stablehlo.pad %0, %v, low = [-1, 1], high = "
               "[2, 0], "
               "interior = [1, 1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<6x8xf64>\n" RET("%r", "tensor<6x8xf64>"))},
    {.claim = "concatenate",
     .text = F("%x: " T ", %y: tensor<2x1xf64>", "tensor<2x7xf64>",
               "  %0 = stablehlo.multiply %x, %x : " T
               "\n  %r = \"stablehlo.concatenate\"(%0, %y, %x) <{dimension = 1 : i64}> : (" T ", tensor<2x1xf64>, " T
               ") -> tensor<2x7xf64>\n" RET("%r", "tensor<2x7xf64>"))},
    {.claim = "reverse",
     .text =
         F("%x: " T, T,
           "  %0 = stablehlo.multiply %x, %x : " T "\n  %r = stablehlo.reverse %0, dims = [1] : " T "\n" RET("%r", T))},
    {.claim = "optimization_barrier",
     .text = F("%x: " T ", %y: " T, T,
               "  %0 = stablehlo.multiply %x, %y : " T "\n  %1:2 = stablehlo.optimization_barrier %0, %x : " T ", " T
               "\n  %r = stablehlo.multiply %1#0, %1#1 : " T "\n" RET("%r", T))},
    {.claim = "reduce, add", .text = REDUCE("add")},
    {.claim = "reduce, multiply", .text = REDUCE("multiply")},
    {.claim = "reduce, maximum", .text = REDUCE("maximum")},
    {.claim = "reduce, minimum", .text = REDUCE("minimum")},
    {.claim = "reduce of two",
     .text =
         F("%x: " T ", %y: " T ", %i: tensor<f64>", "(tensor<2xf64>, tensor<2xf64>)",
           "  %r:2 = \"stablehlo.reduce\"(%x, %y, %i, %i) <{dimensions = array<i64: 1>}> ({\n^bb0(%a: tensor<f64>, %b: "
           "tensor<f64>, %c: tensor<f64>, %d: tensor<f64>):\n"
           "  %e = stablehlo.multiply %a, %c : tensor<f64>\n  %g = stablehlo.multiply %b, %d : tensor<f64>\n  "
           "stablehlo.return %e, "
           "%g : tensor<f64>, tensor<f64>\n}) : (" T ", " T
           ", tensor<f64>, tensor<f64>) -> (tensor<2xf64>, tensor<2xf64>)\n"
           "  return %r#0, %r#1 : tensor<2xf64>, tensor<2xf64>\n")},
    {.claim = "reduce_window, add",
     .text =
         F("%x: tensor<5x6xf64>", "tensor<3x3xf64>",
           "  %0 = stablehlo.multiply %x, %x : tensor<5x6xf64>\n  %z = stablehlo.constant dense<0.0> : tensor<f64>\n"
           "  %r = \"stablehlo.reduce_window\"(%0, %z) <{window_dimensions = array<i64: 2, 3>, window_strides = "
           "array<i64: 2, "
           "3>, base_dilations = array<i64: 1, 2>, window_dilations = array<i64: 2, 1>, padding = dense<[[1, 1], [-1, "
           "0]]> : "
           "tensor<2x2xi64>}> " ADDS
           " : (tensor<5x6xf64>, tensor<f64>) -> tensor<3x3xf64>\n" RET("%r", "tensor<3x3xf64>"))},
    {.claim = "select_and_scatter, a window without an element among them",
     .text =
         F("%x: tensor<4x5xf64>, %s: tensor<3x3xf64>, %i: tensor<f64>", "tensor<4x5xf64>",
           "  %0 = stablehlo.multiply %s, %s : tensor<3x3xf64>\n  %r = \"stablehlo.select_and_scatter\"(%x, %0, %i) "
           "<{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<[[2, 0], [0, "
           "1]]> : "
           "tensor<2x2xi64>}> ({\n^bb0(%a: tensor<f64>, %b: tensor<f64>):\n"
           "  %c = stablehlo.compare GE, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>\n  stablehlo.return %c : "
           "tensor<i1>\n}, "
           "{\n^bb0(%a: tensor<f64>, %b: tensor<f64>):\n  %c = stablehlo.add %a, %b : tensor<f64>\n  stablehlo.return "
           "%c : "
           "tensor<f64>\n}) : (tensor<4x5xf64>, tensor<3x3xf64>, tensor<f64>) -> tensor<4x5xf64>\n" RET(
               "%r", "tensor<4x5xf64>"))},
    {.claim = "dot_general",
     .text = F("%x: tensor<2x3x4x5xf64>, %y: tensor<5x2x6x3xf64>", "tensor<2x4x6xf64>",
               "  %r = stablehlo.dot_general %x, %y, batching_dims = [0] x [1], contracting_dims = [3, 1] x [0, 3] : "
               "(tensor<2x3x4x5xf64>, tensor<5x2x6x3xf64>) -> tensor<2x4x6xf64>\n" RET("%r", "tensor<2x4x6xf64>"))},
    {.claim = "dot_general of complex numbers",
     .text = F("%x: " C ", %y: tensor<3x2xcomplex<f64>>", "tensor<2x2xcomplex<f64>>",
               "  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (" C
               ", tensor<3x2xcomplex<f64>>) -> tensor<2x2xcomplex<f64>>\n" RET("%r", "tensor<2x2xcomplex<f64>>"))},
    {.claim = "sort of two",
     .text = F(
         "%x: tensor<3x5xf64>, %y: tensor<3x5xf64>", "(tensor<3x5xf64>, tensor<3x5xf64>)",
         "  %r:2 = \"stablehlo.sort\"(%x, %y) <{dimension = 1 : i64, is_stable = true}> ({\n^bb0(%a: tensor<f64>, %b: "
         "tensor<f64>, %c: tensor<f64>, %d: tensor<f64>):\n"
         "  %e = stablehlo.compare GT, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>\n  stablehlo.return %e : "
         "tensor<i1>\n}) : (tensor<3x5xf64>, tensor<3x5xf64>) -> (tensor<3x5xf64>, tensor<3x5xf64>)\n"
         "  return %r#0, %r#1 : tensor<3x5xf64>, tensor<3x5xf64>\n")},
    {.claim = "if",
     .text = F("%p: tensor<i1>, %x: " T ", %y: " T, T,
               "  %0 = stablehlo.multiply %x, %y : " T
               "\n  %r = \"stablehlo.if\"(%p) ({\n  %1 = stablehlo.multiply %0, %x : " T "\n  stablehlo.return %1 : " T
               "\n}, {\n  %1 = stablehlo.sine %y : " T "\n  stablehlo.return %1 : " T "\n}) : (tensor<i1>) -> " T
               "\n" RET("%r", T)),
     .int_high = 1},
    {.claim = "case within if",
     .text = F("%p: tensor<i1>, %k: tensor<i32>, %x: " T, T,
               "  %r = \"stablehlo.if\"(%p) ({\n  %2 = \"stablehlo.case\"(%k) ({\n  %1 = stablehlo.multiply %x, %x : " T
               "\n  stablehlo.return %1 : " T "\n}, {\n  stablehlo.return %x : " T "\n}) : (tensor<i32>) -> " T "\n"
               "  %3 = stablehlo.multiply %2, %x : " T "\n  stablehlo.return %3 : " T
               "\n}, {\n  stablehlo.return %x : " T "\n}) : (tensor<i1>) -> " T "\n" RET("%r", T)),
     .int_high = 1},
    {.claim = "while, forward",
     .text =
         F("%x: " T ", %y: " T, T,
           "  %n = stablehlo.constant dense<0> : tensor<i32>\n  %r:3 = \"stablehlo.while\"(%n, %x, %y) ({\n^bb0(%i: "
           "tensor<i32>, %a: " T ", %b: " T "):\n  %m = stablehlo.constant dense<3> : tensor<i32>\n"
           "  %p = stablehlo.compare LT, %i, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>\n  stablehlo.return %p : "
           "tensor<i1>\n}, {\n^bb0(%i: tensor<i32>, %a: " T ", %b: " T
           "):\n  %o = stablehlo.constant dense<1> : tensor<i32>\n"
           "  %j = stablehlo.add %i, %o : tensor<i32>\n  %c = stablehlo.multiply %a, %b : " T
           "\n  %d = stablehlo.sine %a : " T "\n  stablehlo.return %j, %c, %d : tensor<i32>, " T ", " T
           "\n}) : (tensor<i32>, " T ", " T ") -> (tensor<i32>, " T ", " T ")\n" RET("%r#1", T)),
     .only_forward = true},
    {.claim = "while, forward: a tangent that takes two steps to arrive",
     .text = F("%x: " T, T,
               "  %n = stablehlo.constant dense<0> : tensor<i32>\n  %z = stablehlo.constant dense<1.0> : " T
               "\n  %r:4 = \"stablehlo.while\"(%n, %x, %z, %z) ({\n^bb0(%i: tensor<i32>, %a: " T ", %b: " T ", %c: " T
               "):\n  %m = stablehlo.constant dense<4> : tensor<i32>\n"
               "  %p = stablehlo.compare LT, %i, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>\n  stablehlo.return %p "
               ": tensor<i1>\n}, "
               "{\n^bb0(%i: tensor<i32>, %a: " T ", %b: " T ", %c: " T
               "):\n  %o = stablehlo.constant dense<1> : tensor<i32>\n"
               "  %j = stablehlo.add %i, %o : tensor<i32>\n  %d = stablehlo.multiply %b, %c : " T
               "\n  stablehlo.return %j, %a, %a, %d : tensor<i32>, " T ", " T ", " T "\n}) : (tensor<i32>, " T ", " T
               ", " T ") -> (tensor<i32>, " T ", " T ", " T ")\n" RET("%r#3", T)),
     .only_forward = true},
    {.claim = "scatter that multiplies complex numbers",
     .text = F(
         "%x: tensor<3xcomplex<f64>>, %i: tensor<4x1xi64>, %u: tensor<4xcomplex<f64>>", "tensor<3xcomplex<f64>>",
         "  %r = \"stablehlo.scatter\"(%x, %i, %u) <{scatter_dimension_numbers = "
         "#stablehlo.scatter<inserted_window_dims = "
         "[0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n^bb0(%a: tensor<complex<f64>>, %b: "
         "tensor<complex<f64>>):\n"
         "  %c = stablehlo.multiply %a, %b : tensor<complex<f64>>\n  stablehlo.return %c : tensor<complex<f64>>\n}) : "
         "(tensor<3xcomplex<f64>>, tensor<4x1xi64>, tensor<4xcomplex<f64>>) -> tensor<3xcomplex<f64>>\n" RET(
             "%r", "tensor<3xcomplex<f64>>")),
     .int_low = -1,
     .int_high = 3},
    {.claim = "reduce, product of complex numbers",
     .text = F("%x: " C ", %i: tensor<complex<f64>>", "tensor<2xcomplex<f64>>",
               "  %r = stablehlo.reduce(%x init: %i) applies stablehlo.multiply across dimensions = [1] : (" C
               ", tensor<complex<f64>>) -> tensor<2xcomplex<f64>>\n" RET("%r", "tensor<2xcomplex<f64>>"))},
    {.claim = "map",
     .text =
         F("%x: " T ", %y: " T, T,
           "  %r = \"stablehlo.map\"(%x, %y) <{dimensions = array<i64: 0, 1>}> ({\n^bb0(%a: tensor<f64>, %b: "
           "tensor<f64>):\n  "
           "%k = stablehlo.constant dense<2.0> : tensor<f64>\n  %0 = stablehlo.multiply %a, %b : tensor<f64>\n  %1 = "
           "stablehlo.multiply %0, %k : tensor<f64>\n  %2 = stablehlo.sine %1 : tensor<f64>\n"
           "  stablehlo.return %2 : tensor<f64>\n}) : (" T ", " T ") -> " T "\n" RET("%r", T))},
    {.claim = "calls",
     .text = "func.func @f(%x: " T ") -> " T " {\n  %0 = call @g(%x, %x) : (" T ", " T ") -> " T
             "\n  %1 = call @g(%0, %x) : (" T ", " T ") -> " T "\n  return %1 : " T "\n}\n"
             "func.func private @g(%a: " T ", %b: " T ") -> " T " {\n  %0 = stablehlo.multiply %a, %b : " T
             "\n  return %0 : " T "\n}\n"},
    {.claim = "open: gather",
     .text = F("%x: " O ", %i: tensor<?x1xi64>", O,
               "  %0 = stablehlo.sine %x : " O
               "\n  %r = \"stablehlo.gather\"(%0, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], "
               "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, "
               "3>}> : (" O ", tensor<?x1xi64>) -> " O "\n" RET("%r", O)),
     .int_low = -2,
     .int_high = 6},
    {.claim = "open: scatter that adds, then a sum",
     .text = F("%x: " O ", %i: tensor<?x1xi64>, %u: " O ", %k: tensor<f64>", "tensor<3xf64>",
               "  %0 = stablehlo.sine %x : " O "\n"
               "  %1 = \"stablehlo.scatter\"(%0, %i, %u) <{scatter_dimension_numbers = "
               "#stablehlo.scatter<update_window_dims = "
               "[1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> " REGION(
                   "add") " : (" O ", tensor<?x1xi64>, " O ") -> " O "\n"
                          "  %2 = stablehlo.multiply %1, %1 : " O
                          "\n  %r = stablehlo.reduce(%2 init: %k) applies stablehlo.add across dimensions = [0] : (" O
                          ", tensor<f64>) -> tensor<3xf64>\n" RET("%r", "tensor<3xf64>")),
     .int_low = -2,
     .int_high = 6},
    {.claim = "open: scatter of the greatest",
     .text = F("%x: " O ", %i: tensor<?x1xi64>, %u: " O, O,
               "  %0 = stablehlo.sine %x : " O "\n"
               "  %1 = \"stablehlo.scatter\"(%0, %i, %u) <{scatter_dimension_numbers = "
               "#stablehlo.scatter<update_window_dims = "
               "[1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> " REGION(
                   "maximum") " : (" O ", tensor<?x1xi64>, " O ") -> " O "\n"
                              "  %r = stablehlo.multiply %1, %u : " O "\n" RET("%r", O)),
     .int_low = -2,
     .int_high = 6},
    {.claim = "open: transpose, reverse, concatenate, clamp, select",
     .text = F("%x: " O ", %y: " O, "tensor<6x?xf64>",
               "  %0 = stablehlo.transpose %x, dims = [1, 0] : (" O
               ") -> tensor<3x?xf64>\n  %1 = stablehlo.reverse %0, dims = [0] : tensor<3x?xf64>\n  %2 = "
               "stablehlo.transpose %y, "
               "dims = [1, 0] : (" O ") -> tensor<3x?xf64>\n"
               "  %3 = stablehlo.multiply %1, %2 : tensor<3x?xf64>\n  %r = \"stablehlo.concatenate\"(%3, %1) "
               "<{dimension = 0 : "
               "i64}> : (tensor<3x?xf64>, tensor<3x?xf64>) -> tensor<6x?xf64>\n" RET("%r", "tensor<6x?xf64>"))},
    {.claim = "dynamic_slice",
     .text = F("%x: tensor<5x4xf64>, %i: tensor<i64>, %j: tensor<i64>", "tensor<2x3xf64>",
               "  %0 = stablehlo.multiply %x, %x : tensor<5x4xf64>\n  %r = stablehlo.dynamic_slice %0, %i, %j, sizes = "
               "[2, 3] : "
               "(tensor<5x4xf64>, tensor<i64>, tensor<i64>) -> tensor<2x3xf64>\n" RET("%r", T)),
     .int_low = -2,
     .int_high = 6},
    {.claim = "dynamic_update_slice",
     .text = F("%x: tensor<5x4xf64>, %u: " T ", %i: tensor<i64>, %j: tensor<i64>", "tensor<5x4xf64>",
               "  %0 = stablehlo.multiply %x, %x : tensor<5x4xf64>\n  %1 = stablehlo.multiply %u, %u : " T
               "\n  %r = stablehlo.dynamic_update_slice %0, %1, %i, %j : (tensor<5x4xf64>, " T
               ", tensor<i64>, tensor<i64>) -> tensor<5x4xf64>\n" RET("%r", "tensor<5x4xf64>")),
     .int_low = -2,
     .int_high = 6},
};

static void ops_of_programs(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        const gradcheck how = {.low = programs[i].low,
                               .high = programs[i].high,
                               .int_low = programs[i].int_low,
                               .int_high = programs[i].int_high,
                               .points = gradcheck_points(4),
                               .orders = 2,
                               .strict_text = true,
                               .only_forward = programs[i].only_forward,
                               .seed = i};
        if (!gradcheck_text(programs[i].text, &how, NULL))
            fail_msg("%s", programs[i].claim);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(element_wise_ops), cmocka_unit_test(ops_of_programs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * test_shard_spread.c - the shardings that are propagated, worked out by hand from Shardy's
 * algorithm: each claim names the file of it (shardy/dialect/sdy/transforms) whose rule it shows.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "garner/shard.h"
#include "support/programs.h"
#include "support/refuser.h"

#define MESH "sdy.mesh @m = <[\"a\"=2, \"b\"=2, \"c\"=2, \"d\"=4]>\n"
#define S(list) "{sdy.sharding = #sdy.sharding<@m, [" list "]>}"
#define IS(list) "{sdy.sharding = #sdy.sharding_per_value<[<@m, [" list "]>]>}"
#define T "tensor<8x8xf32>"
/* Two arguments, one result. */
#define TWO(a, b, result, body) \
    MESH "func.func @main(%a: " T " " S(a) ", %b: " T " " S(b) ") -> (" T " " S(result) ") {\n" body "}\n"
#define ONE(a, body) MESH "func.func @main(%a: " T " " S(a) ") -> " T " {\n" body "}\n"
#define LOOP(inside)                                                                                       \
    "%zero = stablehlo.constant dense<0> : tensor<i32>\n%n = stablehlo.constant dense<3> : tensor<i32>\n"  \
    "%w:2 = stablehlo.while(%i = %zero, %v = %a) : tensor<i32>, " T "\ncond {\n"                           \
    "%t = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\nstablehlo.return %t : " \
    "tensor<i1>\n} do {\n"                                                                                 \
    "%one = stablehlo.constant dense<1> : tensor<i32>\n%j = stablehlo.add %i, %one : tensor<i32>\n" inside \
    "stablehlo.return %j, %x : tensor<i32>, " T "\n}\n"

enum { MOST = 4 };
static const struct {
    const char *claim, *program;
    const char *has[MOST]; /* each stands in what is printed */
} cases[] = {
    /* ---- factors: basic_factor_propagation.cc */
    {"basic: an element-wise op passes on both ways, from both operands",
     TWO("{\"a\", ?}, {?}", "{?}, {\"b\", ?}", "{?}, {?}", "%r = stablehlo.add %a, %b : " T "\nreturn %r : " T "\n"),
     {"@main(%a: " T " " S("{\"a\", ?}, {\"b\", ?}") ", %b: " T " " S("{\"a\", ?}, {\"b\", ?}"),
      "%r = stablehlo.add %a, %b " IS("{\"a\", ?}, {\"b\", ?}"), "-> (" T " " S("{\"a\", ?}, {\"b\", ?}")}},
    {"basic: closed dimensions and replicated axes take nothing",
     MESH "func.func @main(%a: " T
          " " S("{\"a\"}, {\"b\"}") ", %b: " T
                                    " {sdy.sharding = #sdy.sharding<@m, [{}, {?}], replicated={\"b\"}>}) -> " T " {\n"
                                    "%r = stablehlo.add %a, %b : " T "\nreturn %r : " T "\n}\n",
     {"%b: " T " {sdy.sharding = #sdy.sharding<@m, [{}, {?}], replicated={\"b\"}>}",
      "%r = stablehlo.add %a, %b " IS("{\"a\", ?}, {\"b\", ?}")}},
    {"basic: where lists differ they stop, and what both begin with goes on",
     TWO("{\"a\", \"b\"}, {}", "{\"a\", \"c\"}, {}", "{?}, {?}",
         "%r = stablehlo.add %a, %b : " T "\nreturn %r : " T "\n"),
     {"%r = stablehlo.add %a, %b " IS("{\"a\", ?}, {?}")}},
    {"basic: an axis that is unreduced cuts nothing",
     MESH "func.func @main(%a: " T
          " " S("{\"a\"}, {\"b\"}") ") -> (" T " {sdy.sharding = #sdy.sharding<@m, [{?}, {?}], unreduced={\"a\"}>}) {\n"
                                    "%r = stablehlo.negate %a : " T "\nreturn %r : " T "\n}\n",
     {"-> (" T " {sdy.sharding = #sdy.sharding<@m, [{?}, {\"b\", ?}], unreduced={\"a\"}>})"}},
    {"basic: from the result back to what it is made of",
     MESH "func.func @main(%a: " T ") -> (" T " " S(
         "{\"a\"}, {}") ") {\n%r = stablehlo.transpose %a, dims = [1, 0] : (" T ") -> " T "\nreturn %r : " T "\n}\n",
     {"@main(%a: " T " " S("{?}, {\"a\", ?}"), "dims = [1, 0] " IS("{\"a\", ?}, {?}")}},

    /* ---- factors of reshapes: sharding_projection.cc */
    {"projection: an axis is split over what a dimension becomes",
     MESH "func.func @main(%a: tensor<8x4xf32> " S("{\"d\"}, {}") ") -> tensor<2x16xf32> {\n"
                                                                  "%r = stablehlo.reshape %a : (tensor<8x4xf32>) -> "
                                                                  "tensor<2x16xf32>\nreturn %r : tensor<2x16xf32>\n}\n",
     {"%r = stablehlo.reshape %a " IS("{\"d\":(1)2, ?}, {\"d\":(2)2, ?}")}},
    {"projection: parts of an axis that come together are one",
     MESH "func.func @main(%a: tensor<2x16xf32> " S(
         "{\"d\":(1)2}, {\"d\":(2)2}") ") -> tensor<8x4xf32> {\n"
                                       "%r = stablehlo.reshape %a : (tensor<2x16xf32>) -> "
                                       "tensor<8x4xf32>\nreturn %r : tensor<8x4xf32>\n}\n",
     {"%r = stablehlo.reshape %a " IS("{\"d\", ?}, {?}")}},
    {"projection: an axis that has nothing in common with a factor stays",
     "sdy.mesh @m = <[\"e\"=3]>\nfunc.func @main(%a: tensor<6xf32> " S(
         "{\"e\"}") ") -> tensor<2x3xf32> {\n"
                    "%r = stablehlo.reshape %a : (tensor<6xf32>) -> tensor<2x3xf32>\nreturn %r : tensor<2x3xf32>\n}\n",
     {"%r = stablehlo.reshape %a : (tensor<6xf32>) -> tensor<2x3xf32>"}},
    {"projection: what is behind a factor that is cut in part is not cut",
     MESH
     "func.func @main(%a: tensor<4x4xf32> " S("{\"a\"}, {\"b\"}") ") -> tensor<16xf32> {\n"
                                                                  "%r = stablehlo.reshape %a : (tensor<4x4xf32>) -> "
                                                                  "tensor<16xf32>\nreturn %r : tensor<16xf32>\n}\n",
     {"%r = stablehlo.reshape %a " IS("{\"a\", ?}")}},

    /* ---- conflicts: aggressive_factor_propagation.cc */
    {"aggressive: of two factors that want one axis the larger source has it",
     MESH "func.func @main(%a: " T " " S("{\"a\"}, {}") ", %b: tensor<8x16xf32> " S(
         "{}, {\"a\"}") ") -> tensor<8x16xf32> {\n"
                        "%r = stablehlo.dot %a, %b : (" T
                        ", tensor<8x16xf32>) -> tensor<8x16xf32>\nreturn %r : tensor<8x16xf32>\n}\n",
     {"%r = stablehlo.dot %a, %b " IS("{?}, {\"a\", ?}")}},
    {"aggressive: of equal ones the first value's",
     TWO("{\"a\"}, {}", "{}, {\"a\"}", "{?}, {?}",
         "%r = stablehlo.dot %a, %b : (" T ", " T ") -> " T "\nreturn %r : " T "\n"),
     {"%r = stablehlo.dot %a, %b " IS("{\"a\", ?}, {?}")}},
    {"aggressive: of an element-wise op the factor that is cut most",
     TWO("{\"a\"}, {}", "{}, {\"a\", \"b\"}", "{?}, {?}", "%r = stablehlo.add %a, %b : " T "\nreturn %r : " T "\n"),
     {"%r = stablehlo.add %a, %b " IS("{?}, {\"a\", \"b\", ?}")}},
    {"aggressive: nothing goes from operand to operand that the result does not take",
     TWO("{\"a\", ?}, {?}", "{?}, {?}", "{}, {}",
         "%r = stablehlo.add %a, %b " IS("{}, {}") " : " T "\nreturn %r : " T "\n"),
     {"%b: " T " " S("{?}, {?}") ") -> ("}},
    {"aggressive: the same for other ops does",
     TWO("{?}, {\"a\", ?}", "{?}, {?}", "{}, {}",
         "%r = stablehlo.dot %a, %b : (" T ", " T ") -> " T "\nreturn %r : " T "\n"),
     {"%b: " T " " S("{\"a\", ?}, {?}")}},

    /* ---- priorities of ops: op_priority_propagation.cc */
    {"op priority: an element-wise op comes before a product",
     MESH "func.func @main(%a: " T " " S("{\"a\"}, {}") ", %b: " T ", %c: " T " " S(
         "{}, {\"a\"}") ") -> " T " {\n"
                        "%p = stablehlo.dot %a, %b : (" T ", " T ") -> " T "\n%r = stablehlo.add %p, %c : " T
                        "\nreturn %r : " T "\n}\n",
     {"%p = stablehlo.dot %a, %b " IS("{?}, {\"a\", ?}"), "%r = stablehlo.add %p, %c " IS("{?}, {\"a\", ?}")}},
    {"op priority: a broadcast passes on backwards before it does forwards",
     MESH "func.func @main(%a: tensor<8xf32> " S("{\"a\", ?}") ", %b: " T " " S(
         "{}, {\"a\"}") ") -> " T " {\n"
                        "%p = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<8xf32>) -> " T "\n"
                        "%r = stablehlo.dot_general %p, %b, contracting_dims = [1] x [0] : (" T ", " T ") -> " T
                        "\nreturn %r : " T "\n}\n",
     {"%r = stablehlo.dot_general %p, %b, contracting_dims = [1] x [0] " IS("{?}, {\"a\", ?}")}},
    {"op priority: what has one use comes before what has several",
     MESH "func.func @main(%a: " T " " S("{\"a\"}, {}") ", %b: " T " " S(
         "{}, {\"a\"}") ") -> (" T ", " T ") {\n"
                        "%x = stablehlo.negate %a : " T "\n%y = stablehlo.negate %b : " T
                        "\n%r = stablehlo.add %x, %y : " T "\n"
                        "%q = stablehlo.negate %x : " T "\nreturn %r, %q : " T ", " T "\n}\n",
     {"%x = stablehlo.negate %a " IS("{\"a\", ?}, {?}"), "%y = stablehlo.negate %b " IS("{?}, {\"a\", ?}")}},
    {"op priority: factors that are not passed through come last",
     MESH "func.func @main(%a: " T " " S(
         "{?}, {\"a\", ?}") ") -> (" T ", tensor<8xf32>) {\n"
                            "%z = stablehlo.constant dense<0.0> : tensor<f32>\n"
                            "%r = \"stablehlo.sort\"(%a) <{dimension = 1 : i64, is_stable = true}> ({\n^bb0(%p: "
                            "tensor<f32>, %q: tensor<f32>):\n"
                            "%l = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> "
                            "tensor<i1>\nstablehlo.return "
                            "%l : tensor<i1>\n}) : (" T ") -> " T "\n"
                            "%s = stablehlo.reduce(%r init: %z) applies stablehlo.add across dimensions = [0] : (" T
                            ", tensor<f32>) -> tensor<8xf32>\n"
                            "return %r, %s : " T ", tensor<8xf32>\n}\n",
     {"}) " IS("{?}, {\"a\", ?}"), "applies stablehlo.add across dimensions = [0] " IS("{\"a\", ?}")}},

    {"ops that the registry does not know: by garner's own rules",
     MESH "func.func @main(%a: " T
          " " S("{\"a\"}, {\"b\"}") ") -> " T " {\n"
                                    "%r = \"stablehlo.map\"(%a) <{dimensions = array<i64: 0, 1>}> "
                                    "({\n^bb0(%x: tensor<f32>):\n%y = stablehlo.negate %x : tensor<f32>\n"
                                    "stablehlo.return %y : tensor<f32>\n}) : (" T ") -> " T "\n%s = chlo.erf %r : " T
                                    " -> " T "\nreturn %s : " T "\n}\n",
     {"}) " IS("{\"a\", ?}, {\"b\", ?}"), "%s = chlo.erf %r " IS("{\"a\", ?}, {\"b\", ?}")}},

    /* ---- priorities of dimensions: user_priority_propagation.cc */
    {"user priority: what has a lower number is propagated first",
     TWO("{\"a\"}p1, {}", "{}, {\"a\"}", "{?}, {?}", "%r = stablehlo.add %a, %b : " T "\nreturn %r : " T "\n"),
     {"%r = stablehlo.add %a, %b " IS("{?}, {\"a\", ?}"), "@main(%a: " T " " S("{\"a\"}, {}")}},
    {"user priority: axes that wait are kept for their dimension",
     TWO("{\"a\", ?}p1, {?}", "{}, {\"a\"}", "{?}, {?}", "%r = stablehlo.add %a, %b : " T "\nreturn %r : " T "\n"),
     {"@main(%a: " T " " S("{\"a\", ?}, {?}")}},
    {"user priority: an open dimension of a later one waits",
     TWO("{?}p1, {?}", "{\"a\"}, {\"b\"}", "{?}, {?}", "%r = stablehlo.add %a, %b : " T "\nreturn %r : " T "\n"),
     {"@main(%a: " T " " S("{\"a\", ?}, {\"b\", ?}")}},

    /* ---- edges: import/add_data_flow_edges.cc, ir/extensions/stablehlo_extensions.cc */
    {"edges: what goes around a loop has one sharding",
     ONE("{\"a\"}, {}", LOOP("%x = stablehlo.add %v, %v : " T "\n") "return %w#1 : " T "\n"),
     {"{sdy.sharding = #sdy.sharding_per_value<[<@m, []>, <@m, [{\"a\", ?}, {?}]>]>}",
      "%x = stablehlo.add %v, %v " IS("{\"a\", ?}, {?}")}},
    {"edges: from the body of a loop to what goes in",
     ONE("{?}, {?}", LOOP("%u = stablehlo.negate %v : " T "\n%x = sdy.sharding_constraint %u <@m, [{\"a\"}, {}]> : " T
                          "\n") "return %w#1 : " T "\n"),
     {"@main(%a: " T " " S("{\"a\", ?}, {?}")}},
    {"edges: from one branch to what comes out, and to the other",
     MESH "func.func @main(%p: tensor<i32>, %a: " T
          " " S("{\"a\"}, {}") ", %b: " T ") -> " T " {\n"
                               "%r = \"stablehlo.case\"(%p) ({\nstablehlo.return %a : " T
                               "\n}, {\n%x = stablehlo.negate %b : " T "\nstablehlo.return %x : " T "\n})"
                               " : (tensor<i32>) -> " T "\nreturn %r : " T "\n}\n",
     {"%x = stablehlo.negate %b " IS("{\"a\", ?}, {?}"), "%b: " T " " S("{\"a\", ?}, {?}"),
      "-> (" T " " S("{\"a\", ?}, {?}")}},
    {"edges: through an optimization barrier, each value by itself",
     TWO("{\"a\"}, {}", "{}, {\"b\"}", "{?}, {?}",
         "%x, %y = stablehlo.optimization_barrier %a, %b : " T ", " T "\n%r = stablehlo.subtract %x, %y : " T
         "\nreturn %r : " T "\n"),
     {"<@m, [{\"a\", ?}, {\"b\", ?}]>, <@m, [{\"a\", ?}, {\"b\", ?}]>"}},
    {"edges: into a manual computation and out of it, without its axes",
     ONE("{\"a\"}, {\"b\"}",
         "%r = sdy.manual_computation(%a) in_shardings=[<@m, [{\"a\", ?}, {?}]>] out_shardings=[<@m, [{\"a\", ?}, "
         "{?}]>] "
         "manual_axes={\"a\"}\n"
         "(%x: tensor<4x8xf32>) {\n%y = stablehlo.negate %x : tensor<4x8xf32>\nsdy.return %y : tensor<4x8xf32>\n} : (" T
         ") -> " T "\nreturn %r : " T "\n"),
     {"in_shardings=[<@m, [{\"a\", ?}, {\"b\", ?}]>] out_shardings=[<@m, [{\"a\", ?}, {\"b\", ?}]>]",
      "%y = stablehlo.negate %x " IS("{?}, {\"b\", ?}")}},
    {"edges: a named computation has shardings of its own, and passes on through them",
     MESH "func.func @main(%a: " T " " S("{\"a\"}, {}") ", %b: " T ") -> " T " {\n"
                                                        "%r:2 = sdy.named_computation<\"f\">(%a, %b) "
                                                        "in_shardings=[<@m, [{?}, {\"b\", ?}]>, <@m, [{?}, {?}]>] "
                                                        "(%x: " T ", %y: " T ") {\n"
                                                        "%z = stablehlo.negate %x : " T "\nsdy.return %z, %y : " T
                                                        ", " T "\n} : (" T ", " T ") -> (" T ", " T ")\n"
                                                        "%s = sdy.sharding_constraint %r#1 <@m, [{\"c\", ?}, {?}]> : " T
                                                        "\nreturn %r#0 : " T "\n}\n",
     {"%r:2 = call @f(%a, %b) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{\"a\", ?}, {\"b\", ?}]>, <@m, [{\"c\", "
      "?}, {?}]>]>}",
      "func.func private @f(%x: " T " " S("{\"a\", ?}, {\"b\", ?}") ", %y: " T " " S(
          "{\"c\", ?}, {?}") ") -> (" T " " S("{\"a\", ?}, {\"b\", ?}") ", " T " " S("{\"c\", ?}, {?}") ")",
      "%z = stablehlo.negate %x " IS("{\"a\", ?}, {\"b\", ?}"), "%b: " T " " S("{\"c\", ?}, {?}")}},
    {"calls: each is a computation of its own, with the shardings of what it calls: import/import_func_calls.cc",
     MESH "func.func private @f(%x: " T " " S(
         "{?}, {\"b\", ?}") ") -> " T " {\n%0 = stablehlo.negate %x : " T "\nreturn %0 : " T "\n}\n"
                            "func.func @main(%a: " T " " S("{\"a\"}, {}") ", %b: " T " " S(
                                "{\"c\"}, {}") ") -> (" T ", " T ") {\n"
                                               "%r = func.call @f(%a) : (" T ") -> " T "\n%s = func.call @f(%b) : (" T
                                               ") -> " T "\nreturn %r, %s : " T ", " T "\n}\n",
     {"%r = call @f(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{\"a\", ?}, {\"b\", ?}]>]>}",
      "%s = call @f_0(%b) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{\"c\", ?}, {\"b\", ?}]>]>}",
      "func.func private @f(%x: " T " " S("{\"a\", ?}, {\"b\", ?}") ") -> (" T " " S("{\"a\", ?}, {\"b\", ?}") ")",
      "func.func private @f_0(%x: " T " " S("{\"c\", ?}, {\"b\", ?}") ") -> (" T " " S("{\"c\", ?}, {\"b\", ?}") ")"}},
    {"calls: those with equal edges are of one function, what a call is given stays with it: "
     "export/export_named_computations.cc",
     MESH "func.func private @f(%x: " T ") -> " T " {\n%0 = stablehlo.negate %x : " T "\nreturn %0 : " T "\n}\n"
          "func.func @main(%a: " T
          " " S("{\"a\"}, {}") ") -> " T " {\n%r = func.call @f(%a) : (" T ") -> " T "\n"
                               "%s = func.call @f(%r) {mhlo.frontend_attributes = {k = \"v\"}} : (" T ") -> " T
                               "\nreturn %s : " T "\n}\n",
     {"%r = call @f(%a) {sdy.sharding = ", "%s = call @f(%r) {mhlo.frontend_attributes = {k = \"v\"}, sdy.sharding = ",
      "return %s : " T "\n}\nfunc.func private @f("}},
    {"calls: computations of one name that do not do the same are two functions",
     ONE("{\"a\"}, {}",
         "%r = sdy.named_computation<\"f\">(%a) (%x: " T ") {\n%y = stablehlo.negate %x : " T "\nsdy.return %y : " T
         "\n} : (" T ") -> " T "\n%s = sdy.named_computation<\"f\">(%r) (%x: " T ") {\n%y = stablehlo.abs %x : " T
         "\nsdy.return %y : " T "\n} : (" T ") -> " T "\nreturn %s : " T "\n"),
     {"%r = call @f(%a)", "%s = call @f_0(%r)", "func.func private @f_0(%x"}},
    {"calls: what is called within comes first, and a name that is taken gets a number: MLIR, SymbolTable::insert",
     MESH "func.func @g(%x: " T ") -> " T " {\n%0 = stablehlo.negate %x : " T "\nreturn %0 : " T "\n}\n"
          "func.func private @f(%x: " T ") -> " T " {\n%0 = func.call @g(%x) : (" T ") -> " T "\nreturn %0 : " T "\n}\n"
          "func.func @main(%a: " T " " S("{\"a\"}, {}") ") -> " T " {\n%r = func.call @f(%a) : (" T ") -> " T
                                                        "\nreturn %r : " T "\n}\n",
     {"%r = call @f(%a)", "return %r : " T "\n}\nfunc.func private @g_0(",
      "return %0 : " T "\n}\nfunc.func private @f(", "%0 = call @g_0(%x) {sdy.sharding"}},
    {"manual axes that no sharding names are replicated: import/manual_axes_cleanup.cc",
     ONE("{?}, {?}",
         "%r = sdy.manual_computation(%a) in_shardings=[<@m, [{?}, {\"b\", ?}]>] out_shardings=[<@m, [{?}, {?}]>] "
         "manual_axes={\"a\"}\n"
         "(%x: " T ") {\nsdy.return %x : " T "\n} : (" T ") -> " T "\nreturn %r : " T "\n"),
     {"in_shardings=[<@m, [{?}, {\"b\", ?}], replicated={\"a\"}>] out_shardings=[<@m, [{?}, {\"b\", ?}], "
      "replicated={\"a\"}>]"}},

    /* ---- what is asked of values: import/apply_sharding_constraints.cc, sharding_group_map.cc */
    {"constraints: a closed one says what its input is",
     ONE("{\"b\", ?}, {?}", "%x = stablehlo.negate %a : " T "\n%r = sdy.sharding_constraint %x <@m, [{\"a\"}, {}]> : " T
                            "\nreturn %r : " T "\n"),
     {"%x = stablehlo.negate %a " IS("{\"a\"}, {}")}},
    {"constraints: two that differ say nothing of their input",
     MESH "func.func @main(%a: " T " " S("{\"c\", ?}, {?}") ") -> (" T ", " T ") {\n%x = stablehlo.negate %a : " T "\n"
                                                            "%r = sdy.sharding_constraint %x <@m, [{\"a\"}, {}]> : " T
                                                            "\n%s = sdy.sharding_constraint %x <@m, [{\"b\"}, {}]> : " T
                                                            "\n"
                                                            "return %r, %s : " T ", " T "\n}\n",
     {"%x = stablehlo.negate %a " IS("{\"c\", ?}, {?}")}},
    {"constraints: the last of a chain says what later uses have",
     MESH "func.func @main(%a: " T ") -> (" T ", " T ") {\n%x = stablehlo.negate %a : " T "\n"
          "%y = sdy.sharding_constraint %x <@m, [{\"a\"}, {}]> : " T
          "\n%z = sdy.sharding_constraint %y <@m, [{}, {\"b\"}]> : " T "\n"
          "%r = stablehlo.exponential %x : " T "\nreturn %z, %r : " T ", " T "\n}\n",
     {"%r = stablehlo.exponential %z " IS("{?}, {\"b\", ?}"), "%x = stablehlo.negate %a " IS("{\"a\"}, {}")}},
    {"constraints: a value of an edge keeps its own, its uses are constrained",
     ONE("{\"b\"}, {}",
         LOOP("%x = stablehlo.negate %v : " T "\n") "%c = sdy.sharding_constraint %w#1 <@m, [{\"a\"}, {}]> : " T
                                                    "\n%r = stablehlo.exponential %w#1 : " T "\nreturn %r : " T "\n"),
     {"%r = stablehlo.exponential %c " IS("{\"a\", ?}, {?}"), "<@m, [{\"b\", ?}, {?}]>]>}"}},
    {"groups: members have one sharding",
     MESH "func.func @main(%a: " T
          " " S("{\"a\"}, {}") ", %b: " T ") -> " T " {\n%x = stablehlo.negate %a : " T "\n"
                               "%y = stablehlo.negate %b : " T "\nsdy.sharding_group %x group_id=3 : " T
                               "\nsdy.sharding_group %y group_id=3 : " T "\nreturn %x : " T "\n}\n",
     {"%y = stablehlo.negate %b " IS("{\"a\", ?}, {?}"), "%b: " T " " S("{\"a\", ?}, {?}")}},
    {"groups: members that disagree have an open constraint behind each, the last one's first",
     MESH "func.func @main(%a: " T " " S("{\"a\"}, {}") ", %b: " T " " S(
         "{\"b\"}, {}") ") -> (" T ", " T ") {\n"
                        "sdy.sharding_group %a group_id=0 : " T "\nsdy.sharding_group %b group_id=0 : " T
                        "\nsdy.sharding_group %b group_id=0 : " T "\n"
                        "%x = stablehlo.negate %a : " T "\n%y = stablehlo.negate %b : " T "\nreturn %x, %y : " T ", " T
                        "\n}\n",
     {"@main(%a: " T " " S("{\"a\"}, {}") ", %b: " T " " S("{\"b\"}, {}"),
      "sdy.sharding_constraint %a <@m, [{\"b\", ?}, {?}]>", "sdy.sharding_constraint %b <@m, [{\"b\", ?}, {?}]>",
      "%x = stablehlo.negate %1 " IS("{\"b\", ?}, {?}")}},
    {"groups: two that share a value are one",
     MESH "func.func @main(%a: " T
          " " S("{\"a\"}, {}") ", %b: " T ") -> " T " {\n%x = stablehlo.negate %a : " T "\n"
                               "%y = stablehlo.negate %b : " T "\nsdy.sharding_group %x group_id=0 : " T
                               "\nsdy.sharding_group %y group_id=7 : " T "\n"
                               "sdy.sharding_group %a group_id=0 : " T "\nsdy.sharding_group %a group_id=7 : " T
                               "\nreturn %x : " T "\n}\n",
     {"%y = stablehlo.negate %b " IS("{\"a\"}, {}"), "%x = stablehlo.negate %a " IS("{\"a\"}, {}")}},
    {"barriers: one way alone",
     ONE("{\"a\"}, {}",
         "%x = stablehlo.negate %a : " T "\n%y = sdy.propagation_barrier %x allowed_direction=BACKWARD : " T
         "\n%r = sdy.sharding_constraint %y <@m, [{?}, {\"b\", ?}]> : " T "\nreturn %r : " T "\n"),
     {"%x = stablehlo.negate %a " IS("{\"a\", ?}, {\"b\", ?}"),
      "%r = sdy.sharding_constraint %y <@m, [{?}, {\"b\", ?}]>"}},
    {"constants: each use has its own, those that agree are one: import/constant_or_scalar_splitter.cc",
     MESH "func.func @main(%a: " T " " S("{\"a\"}, {}") ", %b: " T " " S(
         "{}, {\"b\"}") ") -> (" T ", " T ", " T ") {\n"
                        "%k = stablehlo.constant dense<2.0> : " T "\n%x = stablehlo.add %a, %k : " T
                        "\n%y = stablehlo.multiply %a, %k : " T "\n"
                        "%z = stablehlo.add %b, %k : " T "\nreturn %x, %y, %z : " T ", " T ", " T "\n}\n",
     {"%k = stablehlo.constant " IS("{\"a\", ?}, {?}"), "%y = stablehlo.multiply %a, %k",
      " = stablehlo.constant " IS("{?}, {\"b\", ?}")}},
    {"constants: what a scalar is broadcast to, too",
     MESH "func.func @main(%s: tensor<f32>, %a: " T " " S("{\"a\"}, {}") ", %b: " T " " S(
         "{}, {\"b\"}") ") -> (" T ", " T ") {\n"
                        "%k = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> " T
                        "\n%x = stablehlo.add %a, %k : " T "\n"
                        "%z = stablehlo.add %b, %k : " T "\nreturn %x, %z : " T ", " T "\n}\n",
     {"%x = stablehlo.add %a, %k " IS("{\"a\", ?}, {?}"), " " IS("{?}, {\"b\", ?}") " : (tensor<f32>) -> " T}},
    {"meshes: nothing goes from one to another",
     "sdy.mesh @n = <[\"a\"=4]>\n" MESH "func.func @main(%a: " T
     " " S("{\"a\"}, {}") ", %b: " T " {sdy.sharding = #sdy.sharding<@n, [{}, {\"a\"}]>}) -> " T
                          " {\n%r = stablehlo.add %a, %b : " T "\nreturn %r : " T "\n}\n",
     {"%r = stablehlo.add %a, %b : " T}},
    {"axes of one device are left out: import/remove_size_one_axes.cc",
     "sdy.mesh @m = <[\"a\"=2, \"o\"=1]>\nfunc.func @main(%a: " T
     " " S("{\"o\", \"a\"}, {}") ") -> " T " {\n%r = stablehlo.negate %a : " T "\nreturn %r : " T "\n}\n",
     {"@main(%a: " T " " S("{\"a\"}, {}"), "%r = stablehlo.negate %a " IS("{\"a\", ?}, {?}")}},
};

static const char *propagated(const char *claim, const char *program)
{
    static program_text text;
    const grn_sink sink = {program_append, &text};
    grn_module *module = NULL, *made = NULL;
    notes n = {0};
    const grn_diag diag = notes_diag(&n);
    text.n = 0;
    if (grn_module_parse(program, strlen(program), NULL, &diag, &module) != GRN_OK ||
        grn_module_shard(module, &(grn_module_shard_options){.stage = GRN_SHARD_PROPAGATED}, &diag, &made) != GRN_OK)
        fail_msg("%s: %s\n%s", claim, n.first, program);
    assert_int_equal(grn_module_print(made, &(grn_module_print_options){.names = true}, &sink), GRN_OK);
    grn_module_destroy(made);
    grn_module_destroy(module);
    return text.at;
}

static void by_hand(void **state)
{
    int wrong = 0;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *text = propagated(cases[i].claim, cases[i].program);
        for (size_t k = 0; k < MOST && cases[i].has[k]; k++)
            if (!strstr(text, cases[i].has[k])) {
                print_error("%s: no %s in\n%s\n", cases[i].claim, cases[i].has[k], text);
                wrong++;
            }
    }
    assert_int_equal(wrong, 0);
}

/* Whichever request for memory is refused, nothing leaks and nothing is half made. */
static void refused_memory(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        grn_status status = GRN_E_MEMORY;
        const size_t step = test_one_in("GARNER_REFUSED", 13);
        for (size_t at = 0; status != GRN_OK; at += step) {
            refuser r;
            refuser_init(&r);
            const grn_module_options options = {.allocator = &r.allocator};
            grn_module *module, *made;
            assert_int_equal(grn_module_parse(cases[i].program, strlen(cases[i].program), &options, NULL, &module),
                             GRN_OK);
            r.refuse_at = r.requests + at;
            status = grn_module_shard(module, &(grn_module_shard_options){.stage = GRN_SHARD_PROPAGATED}, NULL, &made);
            if (status != GRN_OK && (status != GRN_E_MEMORY || made))
                fail_msg("%s: request %zu: %s", cases[i].claim, at, grn_status_text(status));
            grn_module_destroy(made);
            grn_module_destroy(module);
            assert_int_equal(r.outstanding, 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(by_hand), cmocka_unit_test(refused_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

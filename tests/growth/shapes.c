/*
 * shapes.c - the inputs, one row each. A name says what there are n of. Where a limit of the
 * library is near, the parts are as deep or as wide as it allows, and there are n of them.
 */
#include "shapes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- text ------------------------------------------------------------------------------------ */

void text_add(text *t, const char *bytes, size_t n)
{
    if (n > t->room - t->n) {
        t->room = 2 * (t->n + n) + 4096;
        t->bytes = realloc(t->bytes, t->room);
        if (!t->bytes)
            abort();
    }
    if (n)
        memcpy(t->bytes + t->n, bytes, n);
    t->n += n;
}

/* Where the next number goes; NULL: nowhere. */
static const char *next_number(const char *at)
{
    for (; *at; at++)
        if (at[0] == '{' && at[1] >= 'i' && at[1] <= 'n' && at[2] == '}')
            return at;
    return NULL;
}

static void part_of(text *t, const char *part, size_t i, size_t n)
{
    for (const char *at = part, *next; *at; at = next + 3) {
        char digits[24];
        next = next_number(at);
        text_add(t, at, next ? (size_t)(next - at) : strlen(at));
        if (!next)
            return;
        size_t number = next[1] == 'i' ? i : next[1] == 'j' ? i + 1 : n + 1;
        text_add(t, digits, (size_t)snprintf(digits, sizeof digits, "%zu", number));
    }
}

void text_part(text *t, const char *part, size_t i) { part_of(t, part, i, 0); }

text shape_text(const shape *s, size_t n)
{
    text t = {0};
    if (s->write)
        s->write(&t, n);
    for (size_t p = 0; p < sizeof s->pieces / sizeof *s->pieces && s->pieces[p]; p++)
        for (size_t i = 0, repeated = s->pieces[p][0] == '*'; i < (repeated ? n : 1); i++)
            part_of(&t, s->pieces[p] + repeated, repeated ? i : n, n);
    return t;
}

static void times(text *t, size_t n, const char *part)
{
    for (size_t i = 0; i < n; i++)
        text_part(t, part, i);
}

/* ---- deep ones ------------------------------------------------------------------------------- */

enum { DEPTH = 250 };

/* n of: `open` as deep as nesting goes, `core`, `close` as often. */
static void nests(text *t, size_t n, const char *head, const char *open, const char *core, const char *close,
                  const char *tail)
{
    for (size_t i = 0; i < n; i++) {
        text_part(t, head, i);
        times(t, DEPTH, open);
        text_part(t, core, i);
        times(t, DEPTH, close);
        text_part(t, tail, i);
    }
}

static void deep_types(text *t, size_t n)
{
    nests(t, n, "func.func private @f{i}(", "tuple<", "tensor<{j}xi32>", ">", ")\n");
}

static void deep_opaque_types(text *t, size_t n)
{
    nests(t, n, "func.func private @f{i}(!x.y<", "!quant.uniform<", "{i}", ">", ">)\n");
}

static void deep_attributes(text *t, size_t n)
{
    nests(t, n, "func.func private @f{i}() attributes {a = ", "[", "{i}", "]", "}\n");
}

static void deep_dictionaries(text *t, size_t n)
{
    nests(t, n, "func.func private @f{i}() attributes {a = ", "{b = ", "{i}", "}", "}\n");
}

/* Each level uses a value of the outermost. */
static void deep_regions(text *t, size_t n)
{
    nests(t, n, "func.func @f{i}(%x: tensor<i1>) {\n", "\"stablehlo.if\"(%x) ({ ", "\n",
          " stablehlo.return }, { stablehlo.return }) : (tensor<i1>) -> ()\n", "return }\n");
}

static void deep_whiles(text *t, size_t n)
{
    static const char open[] =
        "%w{i} = stablehlo.while(%a{i} = %v) : tensor<i32> cond { %c = stablehlo.compare LT, %a{i}, %a{i} : "
        "(tensor<i32>, tensor<i32>) -> tensor<i1> stablehlo.return %c : tensor<i1> } do { ";
    for (size_t k = 0; k < n; k++) {
        text_part(t, "func.func @f{i}() {\n %v = stablehlo.constant dense<1> : tensor<i32>\n", k);
        times(t, 100, open);
        for (size_t i = 100; i-- > 0;)
            text_part(t, " stablehlo.return %a{i} : tensor<i32> }\n", i);
        text_part(t, "return }\n", 0);
    }
}

static void deep_lists(text *t, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        text_part(t, "func.func private @f{i}() attributes {a = dense<", i);
        times(t, 31, "[");
        text_part(t, "{i}", i);
        times(t, 31, "]");
        text_part(t, "> : tensor<", i);
        times(t, 31, "1x");
        text_part(t, "i32>}\n", i);
    }
}

/* One more bracket each time than the last one, none of them closed. */
static void open_brackets(text *t, size_t n)
{
    text_part(t, "func.func private @f() attributes {a = dense<", 0);
    times(t, n, "[");
}

static void ragged_lists(text *t, size_t n)
{
    text_part(t, "func.func private @f() attributes {a = dense<[", 0);
    times(t, n, "[1, 2], ");
    text_part(t, "[1]]> : tensor<2xi32>}\n", 0);
}

/* ---- graphs of blocks ------------------------------------------------------------------------ */

/* Two long lines of blocks; one more block for each step can be reached from both. The one that
 * dominates it is the entry. */
static void two_lines_of_blocks(text *t, size_t n)
{
    text_part(t, "func.func @f() {\n \"u.br\"()[^a0, ^b0] : () -> ()\n", 0);
    for (size_t i = 0; i < n; i++) {
        text_part(t, "^a{i}:\n \"u.br\"()[^a{j}, ^c{i}] : () -> ()\n", i);
        text_part(t, "^b{i}:\n \"u.br\"()[^b{j}, ^c{i}] : () -> ()\n", i);
        text_part(t, "^c{i}:\n \"u.end\"() : () -> ()\n", i);
    }
    text_part(t, "^a{i}:\n return\n^b{i}:\n return\n}\n", n);
}

/* Every block can be entered from the start and goes to the block before it. */
static void blocks_that_go_back(text *t, size_t n)
{
    text_part(t, "func.func @f() {\n \"u.br\"()[^b0, ^z] : () -> ()\n", 0);
    for (size_t i = 0; i < n; i++) {
        text_part(t, i ? "^b{i}:\n \"u.br\"()[^b{j}, ^" : "^b{i}:\n \"u.br\"()[^b{j}, ^z", i);
        if (i)
            text_part(t, "b{i}", i - 1);
        text_part(t, "] : () -> ()\n", i);
    }
    text_part(t, "^b{i}:\n \"u.br\"()[^z] : () -> ()\n^z:\n \"u.br\"()[^b{i}] : () -> ()\n}\n", n);
}

/* ---- attributes ------------------------------------------------------------------------------ */

enum { WIDE = 4000 };

/* n ops with nearly as many attributes as there may be. */
static void wide_ops(text *t, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        text_part(t, "func.func private @f{i}() attributes {", i);
        times(t, WIDE, "a{i}, ");
        text_part(t, "b}\n", i);
    }
}

/* In two dictionaries each. */
static void ops_of_two_dictionaries(text *t, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        text_part(t, "\"func.func\"() <{sym_visibility = \"private\", function_type = () -> (), sym_name = \"f{i}\", ",
                  i);
        times(t, WIDE / 2, "a{i}, ");
        text_part(t, "z}> ({}) {", i);
        times(t, WIDE / 2, "b{i}, ");
        text_part(t, "y} : () -> ()\n", i);
    }
}

/* n tensor types whose encodings are dictionaries of as many keys, in turn one way round and the
 * other. */
static void wide_encodings(text *t, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        text_part(t, "func.func private @f{i}(tensor<2xi32, {", i);
        for (size_t k = 0; k < WIDE; k++)
            text_part(t, "a{i}, ", i % 2 ? k : WIDE - 1 - k);
        text_part(t, "b = {i}}>)\n", i / 2);
    }
}

/* ---- programs -------------------------------------------------------------------------------- */

#define I "tensor<4xi32>"
#define GATHER(result, operand, indices)                                                             \
    result                                                                                           \
        " = \"stablehlo.gather\"(" operand ", " indices ") <{dimension_numbers = #stablehlo.gather<" \
        "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : "
#define ON_FOUR "(" I ", " I ") -> " I "\n"
#define BATCHED(result, operand, indices)                                                                 \
    result " = \"stablehlo.gather\"(" operand ", " indices ") <{dimension_numbers = #stablehlo.gather<"   \
           "collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], " \
           "start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : "            \
           "(tensor<4x4xi32>, " I ") -> " I "\n"
#define FOUR " = stablehlo.constant dense<[0, 2, 1, 3]> : " I "\n"

const shape shapes[] = {
    /* functions, calls, symbols */
    {"functions", RUNS, {"*func.func @f{i}() { return }\n"}},
    {"functions-on-a-line", RUNS, {"*func.func @f{i}() { return } "}},
    {"functions-with-work", RUNS, {"*func.func @f{i}() { %a" FOUR "%b = stablehlo.add %a, %a : " I "\n return }\n"}},
    {"functions-of-one-name", REFUSED_BY_VERIFIER, {"*func.func @f() { return }\n"}},
    {"calls-of-one",
     RUNS,
     {"func.func private @g() { return }\nfunc.func @f() {\n", "*func.call @g() : () -> ()\n", "return }\n"}},
    {"calls-of-each",
     RUNS,
     {"*func.func private @f{i}() { return }\n", "func.func @main() {\n", "*func.call @f{i}() : () -> ()\n",
      "return }\n"}},
    {"calls-of-none", REFUSED_BY_VERIFIER, {"func.func @f() {\n", "*func.call @g{i}() : () -> ()\n", "return }\n"}},
    {"calls-of-calls",
     VERIFIED,
     {"func.func private @f0() { return }\n",
      "*func.func private @f{j}() { func.call @f{i}() : () -> ()\n func.call @f{i}() : () -> ()\n return }\n"}},
    {"composites",
     RUNS,
     {"*func.func private @f{i}(%x: " I ") -> " I " { return %x : " I " }\n", "func.func @main() {\n %x" FOUR,
      "*%r{i} = stablehlo.composite \"c.d\" %x {decomposition = @f{i}} : (" I ") -> " I "\n", "return }\n"}},
    {"arguments", VERIFIED, {"func.func @f(%a: i32", "*, %a{i}: i32", ") { return }\n"}, .most = 16000},
    {"results",
     VERIFIED,
     {"func.func @f(%a: i32) -> (i32", "*, i32", ") { return %a", "*, %a", " : i32", "*, i32", " }\n"},
     .most = 60000},
    {"tuple-members",
     VERIFIED,
     {"func.func @f(%a: tensor<i32>) { %t = stablehlo.tuple %a", "*, %a", " : tuple<tensor<i32>", "*, tensor<i32>",
      ">\n return }\n"},
     .most = 16000},
    {"modules", VERIFIED, {"module {\n", "*module @m{i} {}\n", "}\n"}},

    /* ops in a line, uses */
    {"ops-in-a-line",
     RUNS,
     {"func.func @f() {\n %0" FOUR, "*%{j} = stablehlo.add %{i}, %{i} : " I "\n",
      "check.expect_eq %{i}, %{i} : " I "\n return }\n"}},
    {"ops-on-a-line", RUNS, {"func.func @f() { %0" FOUR, "*%{j} = stablehlo.add %{i}, %{i} : " I " ", "return }\n"}},
    {"ops-that-are-cut",
     RUNS,
     {"func.func @f() {\n %0" FOUR, "*%{j} = stablehlo.reverse %{i}, dims = [0] : " I "\n",
      "check.expect_eq %{i}, %{i} : " I "\n return }\n"}},
    {"uses-of-one-value",
     RUNS,
     {"func.func @f() {\n %a" FOUR, "*%{i} = stablehlo.add %a, %a : " I "\n check.expect_eq %{i}, %{i} : " I "\n",
      "return }\n"}},
    {"values-unused", RUNS, {"func.func @f() {\n", "*%{i}" FOUR, "return }\n"}},
    {"values-used-at-the-end",
     RUNS,
     {"func.func @f() {\n", "*%{i}" FOUR, "%c = stablehlo.concatenate %0", "*, %{i}", ", dim = 0 : (" I, "*, " I,
      ") -> tensor<?xi32>\n return }\n"}},
    {"values-used-before-they-are-made",
     REFUSED_BY_VERIFIER,
     {"func.func @f() {\n", "*%{i} = stablehlo.add %{j}, %{j} : " I "\n", "%{i}" FOUR " return }\n"}},
    {"names-undefined",
     REFUSED_BY_PARSER,
     {"func.func @f() {\n", "*\"stablehlo.custom_call\"(%a{i}) {call_target_name = \"c\"} : (" I ") -> ()\n",
      "return }\n"}},
    {"regions",
     RUNS,
     {"func.func @f() {\n %t = stablehlo.constant dense<true> : tensor<i1>\n %x" FOUR,
      "*%{i} = \"stablehlo.if\"(%t) ({ stablehlo.return %x : " I " }, { stablehlo.return %x : " I
      " }) : (tensor<i1>) -> " I "\n",
      "return }\n"}},
    {"branches",
     RUNS,
     {"func.func @f() {\n %t = stablehlo.constant dense<1> : tensor<i32>\n \"stablehlo.case\"(%t) ({ stablehlo.return "
      "}",
      "*, { stablehlo.return }", ") : (tensor<i32>) -> ()\n return }\n"}},
    {"reducers",
     RUNS,
     {"func.func @f() {\n %x" FOUR " %z = stablehlo.constant dense<0> : tensor<i32>\n",
      "*%{i} = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (" I
      ", tensor<i32>) -> tensor<i32>\n",
      "return }\n"}},
    {"ops-in-a-reducer",
     RUNS,
     {"func.func @f() {\n %x" FOUR " %z = stablehlo.constant dense<0> : tensor<i32>\n"
      "%r = \"stablehlo.reduce\"(%x, %z) <{dimensions = array<i64: 0>}> ({\n^bb0(%0: tensor<i32>, %b: tensor<i32>):\n",
      "*%{j} = stablehlo.add %{i}, %b : tensor<i32>\n",
      "\"stablehlo.return\"(%b) : (tensor<i32>) -> () }) : (" I ", tensor<i32>) -> tensor<i32>\n return }\n"}},
    {"chain-and-views",
     RUNS,
     {"func.func @f() {\n %0" FOUR,
      "*%a{i} = stablehlo.add %{i}, %{i} : " I "\n"
      "%b{i} = stablehlo.reshape %a{i} : (" I
      ") -> tensor<2x2xi32>\n%{j} = stablehlo.reshape %b{i} : (tensor<2x2xi32>) -> " I "\n",
      "check.expect_eq %{i}, %{i} : " I "\n return }\n"}},
    {"gathers",
     RUNS,
     {"func.func @f() {\n %x = stablehlo.constant dense<[7, 8, 9, 5]> : " I "\n %0" FOUR,
      "*" GATHER("%{j}", "%x", "%{i}") ON_FOUR, "check.expect_eq %{i}, %{i} : " I "\n return }\n"}},
    {"gathers-of-constants",
     RUNS,
     {"func.func @f() {\n %x" FOUR " %0" FOUR, "*" GATHER("%{j}", "%{i}", "%x") ON_FOUR,
      "check.expect_eq %{i}, %{i} : " I "\n return }\n"}},
    {"gathers-of-a-long-iota",
     VERIFIED,
     {"func.func @f(%x: tensor<9xi32>) {\n %i = stablehlo.iota dim = 0 : tensor<500000xi32>\n",
      "*" GATHER("%{i}", "%x", "%i") "(tensor<9xi32>, tensor<500000xi32>) -> tensor<500000xi32>\n check.expect_eq "
                                     "%{i}, %{i} : tensor<500000xi32>\n",
      "return }\n"},
     .budget = 1e9},
    {"gathers-of-one-constant",
     VERIFIED,
     {"func.func @f(%x: " I ") {\n %i = stablehlo.constant dense<[1", "*, {i}", "]> : tensor<{j}xi32>\n",
      "*" GATHER("%{i}", "%x",
                 "%i") "(" I ", tensor<{n}xi32>) -> tensor<{n}xi32>\n check.expect_eq %{i}, %{i} : tensor<{n}xi32>\n",
      "return }\n"},
     .budget = 4e8},
    {"iotas-of-a-million",
     VERIFIED,
     {"func.func @f() {\n",
      "*%{i} = stablehlo.iota dim = 0 : tensor<1000000xi32>\n check.expect_eq %{i}, %{i} : tensor<1000000xi32>\n",
      "return }\n"},
     .budget = 1e8},
    {"gathers-along-reshapes",
     VERIFIED,
     {"func.func @f(%x: tensor<9xi32>, %0: " I ") {\n",
      "*%b{i} = stablehlo.reshape %{i} : (" I
      ") -> tensor<2x2xi32>\n%{j} = stablehlo.reshape %b{i} : (tensor<2x2xi32>) -> " I
      "\n" GATHER("%r{i}", "%x", "%{j}") "(tensor<9xi32>, " I ") -> " I "\n check.expect_eq %r{i}, %r{i} : " I "\n",
      "return }\n"}},
    {"gathers-batched",
     RUNS,
     {"func.func @f() {\n %x = stablehlo.constant dense<5> : tensor<4x4xi32>\n %0" FOUR,
      "*" BATCHED("%{j}", "%x", "%{i}"), "check.expect_eq %{i}, %{i} : " I "\n return }\n"}},
    {"scatters",
     RUNS,
     {"func.func @f() {\n %i" FOUR " %u" FOUR " %0" FOUR,
      "*%{j} = \"stablehlo.scatter\"(%{i}, %i, %u) <{scatter_dimension_numbers = "
      "#stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n"
      "^bb0(%a: tensor<i32>, %b: tensor<i32>):\n stablehlo.return %b : tensor<i32>\n}) : (" I ", " I ", " I ") -> " I
      "\n",
      "check.expect_eq %{i}, %{i} : " I "\n return }\n"}},
    {"torch-gathers",
     RUNS,
     {"func.func @f() {\n %b = arith.constant dense<1.0> : tensor<2x3xf32>\n %n = arith.constant dense<[[1, 0, 0, 1]]> "
      ": "
      "tensor<1x4xi64>\n"
      "%i = torch_c.from_builtin_tensor %n : tensor<1x4xi64> -> !torch.vtensor<[1,4],si64>\n"
      "%d = \"torch.constant.int\"() <{value = -1 : i64}> : () -> !torch.int\n%f = \"torch.constant.bool\"() <{value = "
      "false}> : "
      "() -> !torch.bool\n",
      "*%x{i} = torch_c.from_builtin_tensor %b : tensor<2x3xf32> -> !torch.vtensor<[2,3],f32>\n%{i} = "
      "torch.aten.gather %x{i}, %d, "
      "%i, %f : "
      "!torch.vtensor<[2,3],f32>, !torch.int, !torch.vtensor<[1,4],si64>, !torch.bool -> !torch.vtensor<[1,4],f32>\n"
      "%y{i} = torch_c.to_builtin_tensor %{i} : !torch.vtensor<[1,4],f32> -> tensor<1x4xf32>\n check.expect_eq %y{i}, "
      "%y{i} : "
      "tensor<1x4xf32>\n",
      "return }\n"}},
    {"onnx-gathers",
     RUNS,
     {"func.func @f() {\n %x = onnx.Constant dense<1.0> : tensor<3x2xf32>\n %i = onnx.Constant dense<[[0, 1], [1, 2]]> "
      ": "
      "tensor<2x2xi64>\n",
      "*%{i} = \"onnx.Gather\"(%x, %i) {axis = 0 : si64} : (tensor<3x2xf32>, tensor<2x2xi64>) -> tensor<2x2x2xf32>\n "
      "check.expect_eq %{i}, %{i} : tensor<2x2x2xf32>\n",
      "return }\n"}},
    {"checks",
     RUNS,
     {"func.func @f() {\n %x" FOUR, "*check.expect_eq_const %x, dense<[0, 2, 1, 3]> : " I "\n", "return }\n"}},
    {"transposes",
     RUNS,
     {"func.func @f() {\n %0 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>\n",
      "*%{j} = stablehlo.transpose %{i}, dims = [1, 0] : (tensor<2x2xi32>) -> tensor<2x2xi32>\n",
      "check.expect_eq %{i}, %{i} : tensor<2x2xi32>\n return }\n"}},

    /* errors */
    {"errors",
     REFUSED_BY_VERIFIER,
     {"func.func @f(%a: " I ") {\n", "*%{i} = stablehlo.reverse %a, dims = [3] : " I "\n", "return }\n"}},
    {"errors-on-a-line",
     REFUSED_BY_VERIFIER,
     {"func.func @f(%a: " I ") {\n", "*%{i} = stablehlo.reverse %a, dims = [3] : " I " ", "return }\n"}},
    {"errors-about-order",
     REFUSED_BY_VERIFIER,
     {"func.func @f() {\n", "*\"stablehlo.custom_call\"(%z) {call_target_name = \"c\"} : (" I ") -> ()\n",
      "%z" FOUR "return }\n"}},
    {"errors-of-long-types",
     REFUSED_BY_VERIFIER,
     {"func.func @f(%a: tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xi32>) {\n",
      "*%{i} = stablehlo.tanh %a : (tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xi32>) -> " I "\n",
      "return }\n"}},
    {"unknown-ops", VERIFIED, {"func.func @f() {\n", "*\"u.op{i}\"() : () -> ()\n", "return }\n"}},
    {"unknown-ops-of-a-known-dialect",
     REFUSED_BY_PARSER,
     {"func.func @f() {\n", "*\"stablehlo.op{i}\"() : () -> ()\n", "return }\n"}},

    /* types and attributes */
    {"types", VERIFIED, {"*func.func private @f{i}(tensor<{i}xi32>)\n"}},
    {"types-long",
     VERIFIED,
     {"*func.func private @f{i}(tensor<1x2x3x4x5x6x7x8x9x10x11x12x13x14x15x16x17x18x19x20x21x{i}xi32>)\n"}},
    {"types-opaque", VERIFIED, {"*func.func private @f{i}(!a.b<{i}>)\n"}},
    {"types-by-encoding", VERIFIED, {"*func.func private @f{i}(tensor<2xi32, {i} : i32>)\n"}},
    {"types-by-encoding-text", VERIFIED, {"*func.func private @f{i}(tensor<2xi32, #a.b<{i}>>)\n"}},
    {"types-by-storage-range", VERIFIED, {"*func.func private @f{i}(!quant.uniform<i32<-1:{j}>:f32, 1.0>)\n"}},
    {"types-of-functions", VERIFIED, {"*func.func private @f{i}((tensor<{i}xi32>, i32) -> tensor<{j}xi32>)\n"}},
    {"type-aliases",
     VERIFIED,
     {"!a0 = tensor<2xi32>\n", "*!a{j} = tensor<{i}xi32>\n", "*func.func private @f{i}(!a{i})\n"}},
    {"type-aliases-of-aliases", VERIFIED, {"!a0 = i32\n", "*!a{j} = !a{i}\n"}},
    {"type-aliases-that-double", REFUSED_BY_PARSER, {"!a0 = i32\n", "*!a{j} = tuple<!a{i}, !a{i}>\n"}},
    {"attribute-aliases", VERIFIED, {"*#a{i} = {i} : i32\n", "*func.func private @f{i}() attributes {b = #a{i}}\n"}},
    {"attribute-aliases-that-double", REFUSED_BY_PARSER, {"#a0 = 1\n", "*#a{j} = [#a{i}, #a{i}]\n"}},
    {"uses-of-a-large-alias",
     REFUSED_BY_PARSER,
     {"#a = [1", "*, 1000000000000000", "]\n", "*func.func private @f{i}() attributes {b = #a}\n"}},
    {"uses-of-a-text",
     REFUSED_BY_PARSER,
     {"#a = \"", "*abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz", "\"\n",
      "*func.func private @f{i}() attributes {b = #a}\n"}},
    {"uses-of-a-large-type",
     REFUSED_BY_PARSER,
     {"!a = tuple<i1", "*, tensor<1x1x1xi1>", ">\n", "*func.func private @f{i}(!a)\n"}},
    {"location-aliases", VERIFIED, {"*#loc{i} = loc(\"a\":{i}:1)\n", "*func.func private @f{i}() loc(#loc{i})\n"}},
    {"locations", VERIFIED, {"*func.func private @f{i}() loc(fused[\"a\", callsite(\"b\" at \"c\":{i}:2)])\n"}},
    {"quantized-scales",
     VERIFIED,
     {"func.func private @f(tensor<2xi32>, tensor<?x!quant.uniform<i8:f32:0, {1.0", "*, {j}.5:3", "}>>)\n"}},
    {"dictionary-entries",
     VERIFIED,
     {"func.func private @f() attributes {a = {b", "*, a{i} = {i}", "}}\n"},
     .most = 60000},
    {"array-entries", VERIFIED, {"func.func private @f() attributes {a = [1", "*, {i}", "]}\n"}, .most = 60000},
    {"dense-array", VERIFIED, {"func.func private @f() attributes {a = array<i64: 1", "*, {i}", ">}\n"}},
    {"attributes", VERIFIED, .write = wide_ops, .start = 1},
    {"attributes-in-two-dictionaries", VERIFIED, .write = ops_of_two_dictionaries, .start = 1},
    {"encoding-keys",
     VERIFIED,
     {"func.func private @f(tensor<2xi32, {b", "*, a{i}", "}>, tensor<2xi32, {", "*a{i}, ", "b}>)\n"},
     .most = 60000},
    {"encodings-of-many-keys", VERIFIED, .write = wide_encodings, .start = 1},
    {"symbol-parts", VERIFIED, {"func.func private @f() attributes {a = @b", "*::@c{i}", "}\n"}},
    {"resources",
     VERIFIED,
     {"func.func private @f()\n{-# dialect_resources: { builtin: { a: \"0x0400000001000000\"",
      "*, a{i}: \"0x0400000001000000\"", "} } #-}\n"}},
    {"resources-of-other-dialects",
     VERIFIED,
     {"func.func private @f()\n{-# dialect_resources: { a: { b: 1 }", "*, a{i}: { b: 1 }", "} #-}\n"}},
    {"uses-of-a-resource",
     VERIFIED,
     {"*func.func private @f{i}() attributes {a = dense_resource<a> : tensor<{n}xi1>}\n",
      "{-# dialect_resources: { builtin: { a: \"0x0400000000", "*01", "\" } } #-}\n"}},
    {"sections", VERIFIED, {"func.func private @f()\n", "*{-# external_resources: { a{i}: { b: 1 } } #-}\n"}},

    /* constants */
    {"constants", RUNS, {"func.func @f() {\n", "*%{i} = stablehlo.constant dense<{i}> : tensor<i32>\n", "return }\n"}},
    {"constants-alike-of-4096",
     RUNS,
     {"func.func @f() {\n", "*%{i} = stablehlo.constant dense<{i}> : tensor<4096xi32>\n", "return }\n"}},
    {"numbers",
     RUNS,
     {"func.func @f() {\n %a = stablehlo.constant dense<[[1, 1]", "*, [{i}, 2]",
      "]> : tensor<{j}x2xi32>\n return }\n"}},
    {"numbers-in-a-row",
     VERIFIED,
     {"func.func private @f() attributes {a = dense<[1", "*, {i}", "]> : vector<{j}xi32>}\n"}},
    {"ragged-lists", REFUSED_BY_PARSER, .write = ragged_lists},
    {"hex-digits",
     VERIFIED,
     {"func.func private @f() attributes {a = dense<\"0x", "*01020304", "\"> : tensor<{i}xi32>}\n"}},
    {"digits", REFUSED_BY_PARSER, {"func.func private @f() attributes {a = 1", "*0123456789", " : i32}\n"}},
    {"digits-of-a-float", VERIFIED, {"func.func private @f() attributes {a = 0.", "*0123456789", " : f64}\n"}},

    /* names, strings, comments */
    {"long-names", VERIFIED, {"func.func private @f", "*abcdefghij", "()\n"}},
    {"long-value-name", RUNS, {"func.func @f() { %f", "*abcdefghij", FOUR " return }\n"}},
    {"long-op-name", VERIFIED, {"\"u.", "*abcdefghij", "\"() : () -> ()\n"}},
    {"escapes", VERIFIED, {"func.func private @f() attributes {a = \"", "*\\\\0A\\22", "\"}\n"}},
    {"comment-bytes", VERIFIED, {"// ", "*abcdefghij", "\nfunc.func private @f()\n"}},
    {"comments", VERIFIED, {"*// {i}\n", "func.func private @f()\n"}},
    {"comments-in-an-opaque-type", VERIFIED, {"func.func private @f(!a.b<\n", "*// {i} >\n", ">)\n"}},
    {"strings-in-an-opaque-type", VERIFIED, {"func.func private @f(!a.b<1", "*, \"{i}>\"", ">)\n"}},
    {"empty-lines", VERIFIED, {"*\n    \t \r", "func.func private @f()\n"}},
    {"open-quote", REFUSED_BY_PARSER, {"func.func private @f() attributes {a = \"", "*abcdefghij"}},
    {"quotes", REFUSED_BY_PARSER, {"func.func private @f() attributes {a = [", "*\"\", ", "}\n"}},

    /* deep */
    {"deep-types", VERIFIED, .write = deep_types, .start = 1},
    {"deep-opaque-types", VERIFIED, .write = deep_opaque_types, .start = 1},
    {"deep-attributes", VERIFIED, .write = deep_attributes, .start = 1},
    {"deep-dictionaries", VERIFIED, .write = deep_dictionaries, .start = 1},
    {"deep-regions", VERIFIED, .write = deep_regions, .start = 1},
    {"deep-whiles", RUNS, .write = deep_whiles, .start = 1},
    {"deep-lists", VERIFIED, .write = deep_lists, .start = 1},
    {"open-brackets", REFUSED_BY_PARSER, .write = open_brackets},
    {"open-parentheses", REFUSED_BY_PARSER, {"*("}},
    {"open-types", REFUSED_BY_PARSER, {"func.func private @f(", "*tuple<"}},
    {"open-opaque", REFUSED_BY_PARSER, {"func.func private @f(!a.b", "*<"}},
    {"open-regions", REFUSED_BY_PARSER, {"*module { "}},

    /* blocks */
    {"blocks",
     VERIFIED,
     {"func.func @f() {\n \"u.br\"()[^b0] : () -> ()\n", "*^b{i}:\n \"u.br\"()[^b{j}] : () -> ()\n",
      "^b{i}:\n return }\n"}},
    {"blocks-in-two-lines", VERIFIED, .write = two_lines_of_blocks},
    {"blocks-that-go-back", VERIFIED, .write = blocks_that_go_back},
    {"successors", VERIFIED, {"func.func @f() {\n \"u.br\"()[^b", "*, ^b", "] : () -> ()\n^b:\n return }\n"}},

    /* a tensor alone */
    {"tensor-numbers", TENSOR, {"{j}xi32=[1", "*, {i}", "]"}},
};
const size_t nshapes = sizeof shapes / sizeof *shapes;

/*
 * test_shard_told.c - what is told of a program's moves: of each collective and each op that runs
 * whole the fields, worked out by hand, and the sentence.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "garner/shard.h"
#include "support/programs.h"

/* ---- programs -------------------------------------------------------------------------------- */

#define MESH "sdy.mesh @m = <[\"x\"=4, \"y\"=2]>\n"
#define SHARD(list) "{sdy.sharding = #sdy.sharding<@m, [" list "]>}"
#define TAKE                                                                                                      \
    "%r = \"stablehlo.gather\"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], "               \
    "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> " \
    ": (tensor<32x4xf32>, tensor<8x1xi32>) -> tensor<8x4xf32>\n"
#define TURN "%y = stablehlo.reverse %x, dims = [0] : tensor<64x8xf32>\n"
#define TURNED "(tensor<64x8xf32> " SHARD("{}, {}") ") {\n"
/* Why a value comes together, and stays so. */
#define MOVED "operand #0 of 'stablehlo.reverse', whole along dimension 0 as elements meet or move along it"
#define WHILE                                                                                            \
    "%c0 = stablehlo.constant dense<0> : tensor<i32>\n%c1 = stablehlo.constant dense<1> : tensor<i32>\n" \
    "%c5 = stablehlo.constant dense<5> : tensor<i32>\n"                                                  \
    "%w:2 = stablehlo.while(%i = %c0, %x = %a) : tensor<i32>, tensor<64x8xf32>\ncond {\n"

typedef struct expected {
    const char *op, *collective, *axes, *why;
    uint32_t line;
    int64_t most_bytes, least_bytes, times;
    int32_t loops;
    bool is_conditional;
} expected;

enum { MOST = 3 };
static const struct {
    const char *claim, *program;
    expected moves[MOST];
} cases[] = {
    {"three quarters of 64x8 elements of 4 bytes come together",
     MESH "func.func @main(%x: tensor<64x8xf32> " SHARD("{\"x\"}, {}") ") -> " TURNED TURN
                                                                       "return %y : tensor<64x8xf32>\n}\n",
     {{"stablehlo.reverse", "all_gather", "{\"x\"}", MOVED, 3, 1536, 1536, 1, 0, false}}},
    {"along two axes, major to minor",
     MESH "func.func @main(%x: tensor<64x8xf32> " SHARD("{\"x\", \"y\"}, {}") ") -> " TURNED TURN
                                                                              "return %y : tensor<64x8xf32>\n}\n",
     {{"stablehlo.reverse", "all_gather", "{\"x\", \"y\"}", MOVED, 3, 1792, 1792, 1, 0, false}}},
    {"an eighth each of its quarter goes to the three others",
     MESH "func.func @main(%a: tensor<64x8xf32> " SHARD("{\"x\"}, {}") ", %b: tensor<64x8xf32> " SHARD(
         "{}, {\"x\"}") ") -> (tensor<64x8xf32> " SHARD("{\"x\"}, {}") ") {\n"
                                                                       "%c = stablehlo.add %a, %b : "
                                                                       "tensor<64x8xf32>\n"
                                                                       "return %c : tensor<64x8xf32>\n}\n",
     {{"stablehlo.add", "all_to_all", "{\"x\"}", "operand #1 of 'stablehlo.add'", 3, 384, 384, 1, 0, false}}},
    {"halves that change hands",
     "sdy.mesh @m = <[\"x\"=2, \"y\"=2]>\nfunc.func @main(%a: tensor<8x8xf32> " SHARD(
         "{\"x\"}, {}") ", %b: tensor<8x8xf32> " SHARD("{\"y\"}, {}") ") -> (tensor<8x8xf32> " SHARD("{\"x\"}, "
                                                                                                     "{}") ") "
                                                                                                           "{\n"
                                                                                                           "%c "
                                                                                                           "= "
                                                                                                           "sta"
                                                                                                           "ble"
                                                                                                           "hlo"
                                                                                                           ".ad"
                                                                                                           "d "
                                                                                                           "%a,"
                                                                                                           " %"
                                                                                                           "b "
                                                                                                           ": "
                                                                                                           "ten"
                                                                                                           "sor"
                                                                                                           "<8x"
                                                                                                           "8xf"
                                                                                                           "32>"
                                                                                                           "\n"
                                                                                                           "ret"
                                                                                                           "urn"
                                                                                                           " %"
                                                                                                           "c "
                                                                                                           ": "
                                                                                                           "ten"
                                                                                                           "sor"
                                                                                                           "<8x"
                                                                                                           "8xf"
                                                                                                           "32>"
                                                                                                           "\n}"
                                                                                                           "\n",
     {{"stablehlo.add", "collective_permute", "{\"y\"}", "operand #1 of 'stablehlo.add'", 3, 128, 128, 1, 0, false}}},
    {"sums of 16 bytes, three quarters there and back",
     MESH "func.func @main(%a: tensor<4x8xi32> " SHARD(
         "{}, {\"x\"}") ") -> tensor<4xi32> {\n"
                        "%z = stablehlo.constant dense<0> : tensor<i32>\n"
                        "%r = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [1] : "
                        "(tensor<4x8xi32>, "
                        "tensor<i32>) -> tensor<4xi32>\nreturn %r : tensor<4xi32>\n}\n",
     {{"stablehlo.reduce", "all_reduce", "{\"x\"}", "what is summed over is cut, and no order shows in it, or may", 4,
       24, 12, 1, 0, false}}},
    {"a sum of floats keeps its order",
     MESH "func.func @main(%a: tensor<4x8xf32> " SHARD(
         "{}, {\"x\"}") ") -> tensor<4xf32> {\n"
                        "%z = stablehlo.constant dense<0.0> : tensor<f32>\n"
                        "%r = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [1] : "
                        "(tensor<4x8xf32>, "
                        "tensor<f32>) -> tensor<4xf32>\nreturn %r : tensor<4xf32>\n}\n",
     {{"stablehlo.reduce", "all_gather", "{\"x\"}",
       "operand #0 of 'stablehlo.reduce', whole along dimension 1 as the order of what is combined along it "
       "shows",
       4, 96, 96, 1, 0, false}}},
    {"bits of 8 rows of 16 bytes, three quarters there and back",
     MESH "func.func @main(%t: tensor<32x4xf32> " SHARD(
         "{\"x\"}, {}") ", %i: tensor<8x1xi32>) -> tensor<8x4xf32> {\n" TAKE "return %r : "
                        "tensor<8x4xf32>\n}\n",
     {{"stablehlo.gather", "all_reduce of bits", "{\"x\"}",
       "the table is cut where indices name its positions, and who owns one gives it", 3, 192, 96, 1, 0, false}}},
    {"each keeps two of the rows, and has two of the 8 ids of 4 bytes",
     MESH "func.func @main(%t: tensor<32x4xf32> " SHARD("{\"x\"}, {}") ", %i: tensor<8x1xi32>) -> "
                                                                       "(tensor<8x4xf32> " SHARD(
                                                                           "{\"x\"}, {}") ") {\n" TAKE "return "
                                                                                          "%r : "
                                                                                          "tensor<"
                                                                                          "8x4xf32>"
                                                                                          "\n}\n",
     {{"stablehlo.gather", "all_gather", "{\"x\"}", "operand #1 of 'stablehlo.gather'", 3, 24, 24, 1, 0, false},
      {"stablehlo.gather", "reduce_scatter of bits", "{\"x\"}",
       "the table is cut where indices name its positions, and who owns one gives it", 3, 96, 24, 1, 0, false}}},
    {"no row",
     MESH "func.func @main(%x: tensor<8x8xf32> " SHARD("{\"x\"}, {}") ") -> (tensor<8x8xf32> " SHARD(
         "{}, {}") ") {\n"
                   "%y = \"stablehlo.unary_einsum\"(%x) <{einsum_config = \"ij->ji\"}> : (tensor<8x8xf32>) -> "
                   "tensor<8x8xf32>\n"
                   "return %y : tensor<8x8xf32>\n}\n",
     {{"stablehlo.unary_einsum", NULL, NULL, "nothing is known along which it could be cut", 3, 0, 0, 1, 0, false},
      {"stablehlo.unary_einsum", "all_gather", "{\"x\"}", "operand #0 of 'stablehlo.unary_einsum'", 3, 192, 192, 1, 0,
       false}}},
    {"no row, but a rule of its own",
     MESH "func.func @main(%x: tensor<8x8xf32> " SHARD("{\"x\"}, {}") ") -> (tensor<8x8xf32> " SHARD(
         "{}, {}") ") {\n"
                   "%y = \"stablehlo.unary_einsum\"(%x) <{einsum_config = \"ij->ji\"}> {sdy.sharding_rule = "
                   "#sdy.op_sharding_rule<([i, j])->([j, i]) {i=8, j=8}>} : (tensor<8x8xf32>) -> "
                   "tensor<8x8xf32>\n"
                   "return %y : tensor<8x8xf32>\n}\n",
     {{"stablehlo.unary_einsum", NULL, NULL,
       "how a device runs a part of it is not known, whatever its own sharding rule says", 3, 0, 0, 1, 0, false},
      {"stablehlo.unary_einsum", "all_gather", "{\"x\"}", "operand #0 of 'stablehlo.unary_einsum'", 3, 192, 192, 1, 0,
       false}}},
    {"a row, and no rule for what has no elements",
     MESH "func.func @main(%x: tensor<0x8xf32> " SHARD("{}, {\"x\"}") ") -> (tensor<8x0xf32> " SHARD(
         "{}, {}") ") {\n%y = stablehlo.reshape %x : (tensor<0x8xf32>) -> tensor<8x0xf32>\nreturn %y : "
                   "tensor<8x0xf32>\n}\n",
     {{"stablehlo.reshape", NULL, NULL, "it has no sharding rule", 3, 0, 0, 1, 0, false},
      {"stablehlo.reshape", "all_gather", "{\"x\"}", "operand #0 of 'stablehlo.reshape'", 3, 0, 0, 1, 0, false}}},
    {"a shape that is not known",
     MESH "func.func @main(%x: tensor<8xf32> " SHARD(
         "{\"x\"}") ", %b: tensor<?xf32>) -> tensor<?xf32> {\n"
                    "%y = stablehlo.concatenate %x, %b, dim = 0 : (tensor<8xf32>, "
                    "tensor<?xf32>) -> tensor<?xf32>\nreturn %y : tensor<?xf32>\n}\n",
     {{"stablehlo.concatenate", NULL, NULL, "a value of it has no known shape, or quantized elements", 3, 0, 0, 1, 0,
       false},
      {"stablehlo.concatenate", "all_gather", "{\"x\"}", "operand #0 of 'stablehlo.concatenate'", 3, 24, 24, 1, 0,
       false}}},
    {"quantized elements",
     MESH "func.func @main(%x: tensor<8xf32> " SHARD("{\"x\"}") ") -> tensor<8x!quant.uniform<i8:f32, 0.5>> {\n%y = "
                                                                "stablehlo.uniform_quantize %x : (tensor<8xf32>) -> "
                                                                "tensor<8x!quant.uniform<i8:f32, 0.5>>\nreturn %y : "
                                                                "tensor<8x!quant.uniform<i8:f32, 0.5>>\n}\n",
     {{"stablehlo.uniform_quantize", NULL, NULL, "nothing is known along which it could be cut", 3, 0, 0, 1, 0, false},
      {"stablehlo.uniform_quantize", "all_gather", "{\"x\"}", "operand #0 of 'stablehlo.uniform_quantize'", 3, 24, 24,
       1, 0, false}}},
    {"another dialect's indices, which count from the end",
     MESH "func.func @main(%t: tensor<32x4xf32> " SHARD(
         "{\"x\"}, {}") ", %i: tensor<8x1xi32>) -> tensor<8x4xf32> {\n"
                        "%r = garner.gather ins(%t, %i : tensor<32x4xf32>, tensor<8x1xi32>) offset_dims = [1], "
                        "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, slice_sizes = [1, "
                        "4], wrap_negative, bounds = clamp -> tensor<8x4xf32>\nreturn %r : tensor<8x4xf32>\n}\n",
     {{"garner.gather", "all_reduce of bits", "{\"x\"}",
       "the table is cut where indices name its positions, and who owns one gives it", 3, 192, 96, 1, 0, false}}},
    {"five times in a loop",
     MESH "func.func @main(%a: tensor<64x8xf32> " SHARD("{\"x\"}, {}") ") -> (tensor<64x8xf32> " SHARD(
         "{\"x\"}, {}") ") {\n" WHILE "%t = stablehlo.compare LT, %i, %c5 : (tensor<i32>, "
                        "tensor<i32>) -> tensor<i1>\n"
                        "stablehlo.return %t : tensor<i1>\n} do {\n" TURN "%n = stablehlo.add %i, %c1 : tensor<i32>\n"
                        "stablehlo.return %n, %y : tensor<i32>, tensor<64x8xf32>\n}\n"
                        "return %w#1 : tensor<64x8xf32>\n}\n",
     {{"stablehlo.reverse", "all_gather", "{\"x\"}", MOVED, 11, 1536, 1536, 5, 1, false}}},
    {"a loop up to an argument",
     MESH "func.func @main(%a: tensor<64x8xf32> " SHARD(
         "{\"x\"}, {}") ", %k: tensor<i32>) -> "
                        "(tensor<64x8xf32> " SHARD("{\"x\"}, {}") ") {\n" WHILE "%t = stablehlo.compare "
                                                                  "LT, %i, %k : "
                                                                  "(tensor<i32>, "
                                                                  "tensor<i32>) -> "
                                                                  "tensor<i1>\n"
                                                                  "stablehlo.return %t : "
                                                                  "tensor<i1>\n} do {\n" TURN "%n = stablehlo.add %i, "
                                                                  "%c1 : tensor<i32>\n"
                                                                  "stablehlo.return %n, %y "
                                                                  ": tensor<i32>, "
                                                                  "tensor<64x8xf32>\n}\n"
                                                                  "return %w#1 : "
                                                                  "tensor<64x8xf32>\n}\n",
     {{"stablehlo.reverse", "all_gather", "{\"x\"}", MOVED, 11, 1536, 1536, -1, 1, false}}},
    {"in a function that a branch calls",
     MESH "func.func private @turn(%x: tensor<64x8xf32>) -> tensor<64x8xf32> {\n" TURN
          "return %y : tensor<64x8xf32>\n}\n"
          "func.func @main(%p: tensor<i1>, %a: tensor<64x8xf32> " SHARD("{\"x\"}, {}") ") -> (tensor<64x8xf32> " SHARD(
              "{\"x\"}, {}") ") {\n"
                             "%r = \"stablehlo.if\"(%p) ({\n%c = "
                             "func.call @turn(%a) : "
                             "(tensor<64x8xf32>) -> "
                             "tensor<64x8xf32>\n"
                             "stablehlo.return %c : "
                             "tensor<64x8xf32>\n}, "
                             "{\nstablehlo.return %a : "
                             "tensor<64x8xf32>\n}) : (tensor<i1>) "
                             "-> tensor<64x8xf32>\nreturn %r : "
                             "tensor<64x8xf32>\n}\n",
     {{"stablehlo.reverse", "all_gather", "{\"x\"}", MOVED, 3, 1536, 1536, 1, 0, true}}},
    {"nothing travels",
     MESH "func.func @main(%a: tensor<8xf32> " SHARD("{\"x\"}") ") -> (tensor<8xf32> " SHARD(
         "{\"x\"}") ") {\n%b = stablehlo.negate %a : tensor<8xf32>\nreturn %b : tensor<8xf32>\n}\n",
     {{0}}},
};

/* ---- fields ---------------------------------------------------------------------------------- */

typedef struct listening {
    const char *claim;
    const expected *next, *end;
    int wrong;
} listening;

static bool same(const char *a, const char *b) { return a && b ? strcmp(a, b) == 0 : a == b; }

static bool is_it(const grn_shard_move *m, const expected *e)
{
    return m->op_bytes == strlen(e->op) && memcmp(m->op, e->op, m->op_bytes) == 0 && m->function_bytes == 4 &&
           memcmp(m->function, "main", 4) == 0 && same(m->collective, e->collective) && same(m->axes, e->axes) &&
           same(m->why, e->why) && m->place.line == e->line && m->most_bytes == e->most_bytes &&
           m->least_bytes == e->least_bytes && m->times == e->times && m->loops == e->loops &&
           m->is_conditional == e->is_conditional;
}

static void moved(void *user, const grn_shard_move *m)
{
    listening *l = user;
    if (l->next < l->end && l->next->op && is_it(m, l->next)) {
        l->next++;
        return;
    }
    print_error("%s: line %" PRIu32 ", '%.*s', %s along %s, %s: %" PRId64 " and %" PRId64 " bytes, %" PRId64
                " times, %" PRId32 " loops%s\n",
                l->claim, m->place.line, (int)m->op_bytes, m->op, m->collective ? m->collective : "whole",
                m->axes ? m->axes : "", m->why, m->most_bytes, m->least_bytes, m->times, m->loops,
                m->is_conditional ? ", in a branch" : "");
    l->wrong++;
}

static grn_status divide(const char *program, const grn_module_shard_options *how, const grn_diag *diag)
{
    grn_module *module = NULL, *made = NULL;
    grn_status status = grn_module_parse(program, strlen(program), NULL, diag, &module);
    if (status == GRN_OK)
        status = grn_module_shard(module, how, diag, &made);
    grn_module_destroy(made);
    grn_module_destroy(module);
    return status;
}

static void fields(void **state)
{
    int wrong = 0;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        notes n = {0};
        const grn_diag diag = notes_diag(&n);
        listening l = {cases[i].claim, cases[i].moves, cases[i].moves + MOST, 0};
        const grn_shard_reporter told = {moved, &l};
        const grn_module_shard_options how = {.stage = GRN_SHARD_LOCAL, .told = &told};
        if (divide(cases[i].program, &how, &diag) != GRN_OK)
            fail_msg("%s: %s", cases[i].claim, n.first);
        if (l.next < l.end && l.next->op) {
            print_error("%s: '%s' is missing\n", cases[i].claim, l.next->op);
            wrong++;
        }
        wrong += l.wrong;
    }
    assert_int_equal(wrong, 0);
}

/* Nobody is told before that stage, nor where there is nobody. */
static void nobody_is_told(void **state)
{
    (void)state;
    listening l = {"before the stage local", NULL, NULL, 0};
    const grn_shard_reporter told = {moved, &l}, deaf = {NULL, NULL};
    for (int stage = 0; stage < GRN_SHARD_LOCAL; stage++)
        assert_int_equal(
            divide(cases[0].program, &(grn_module_shard_options){.stage = (grn_shard_stage)stage, .told = &told}, NULL),
            GRN_OK);
    assert_int_equal(l.wrong, 0);
    assert_int_equal(
        divide(cases[0].program, &(grn_module_shard_options){.stage = GRN_SHARD_LOCAL, .told = &deaf}, NULL), GRN_OK);
}

/* ---- sentences ------------------------------------------------------------------------------- */

#define GATHERS                                                                                       \
    .op = "stablehlo.gather and more", .op_bytes = 16, .collective = "all_gather", .axes = "{\"x\"}", \
    .why = "operand #0 of 'stablehlo.add'", .most_bytes = 72, .least_bytes = 36

static const struct {
    grn_shard_move move;
    const char *sentence;
} sentences[] = {
    {{GATHERS, .times = 1},
     "'stablehlo.gather': all_gather along {\"x\"}, operand #0 of 'stablehlo.add': at most 72 bytes come to a device, "
     "36 at least "
     "have "
     "to"},
    {{GATHERS, .times = 10, .loops = 2},
     "'stablehlo.gather': all_gather along {\"x\"}, operand #0 of 'stablehlo.add': at most 72 bytes come to a device, "
     "36 at least "
     "have "
     "to, 10 times"},
    {{GATHERS, .times = -1, .loops = 1},
     "'stablehlo.gather': all_gather along {\"x\"}, operand #0 of 'stablehlo.add': at most 72 bytes come to a device, "
     "36 at least "
     "have "
     "to, each time; how often is not known"},
    {{.op = "chlo.erfc", .op_bytes = 9, .why = "it has no sharding rule", .times = 1},
     "'chlo.erfc': runs whole on every device: it has no sharding rule"},
};

static void written(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++) {
        char text[512];
        grn_text_buffer to = grn_text_buffer_over(text, sizeof text);
        const grn_sink sink = grn_text_buffer_sink(&to);
        assert_int_equal(grn_shard_move_write(&sentences[i].move, &sink), GRN_OK);
        assert_string_equal(text, sentences[i].sentence);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(fields), cmocka_unit_test(nobody_is_told),
                                       cmocka_unit_test(written)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * test_batching_edges.c - what expanding and collapsing batching dims refuse, leave alone, and
 * change to the last digit.
 *
 * The expected texts follow the StableHLO RFC on batching dims, section Compatibility, and
 * passes.h: indices are promoted when an extent does not fit; a component is raised to a batching
 * dim only where it provably counts along a dim of the indices, and what the expander prepended
 * goes again.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "garner/garner.h"
#include "support/refuser.h"

enum { MOST_TEXT = 16384, MOST_CLAIMS = 3 };

#define F(arguments, y) "func.func @f(" arguments ") -> tensor<" y "> {\n"
#define END(y) "return %0 : tensor<" y ">\n}\n"
#define GATHER(x, i, numbers, sizes, more, y)                                            \
    "%0 = \"stablehlo.gather\"(%x, %i) <{dimension_numbers = #stablehlo.gather<" numbers \
    ">, slice_sizes = array<i64: " sizes ">" more "}> : (tensor<" x ">, tensor<" i ">) -> tensor<" y ">\n" END(y)
#define GATHERS(x, i, numbers, sizes, more, y) \
    F("%x: tensor<" x ">, %i: tensor<" i ">", y) GATHER(x, i, numbers, sizes, more, y)
#define FIRST_OF_TWO                                                                                                 \
    "collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = " \
    "[1]"
/* Rows of the batch: x[b, i[b]], with i[b] in one dim. */
#define BATCH_OF(n, type) \
    GATHERS(#n "x5xf32", #n "x" type, FIRST_OF_TWO ", index_vector_dim = 1", "1, 1", "", #n "xf32")
#define ONES_32 "1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1"
#define SCATTER(more)                                                                                                 \
    F("%x: tensor<3x6xf32>, %i: tensor<3x2x1xi64>, %u: tensor<3x2xf32>", "3x6xf32")                                   \
    "%0 = \"stablehlo.scatter\"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = " \
    "[1],\n"                                                                                                          \
    "  input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1],\n"         \
    "  index_vector_dim = 2>" more "}> ({\n"                                                                          \
    "^bb0(%a: tensor<f32>, %b: tensor<f32>):\n  stablehlo.return %b : tensor<f32>\n"                                  \
    "}) : (tensor<3x6xf32>, tensor<3x2x1xi64>, tensor<3x2xf32>) -> tensor<3x6xf32>\n" END("3x6xf32")

/* ---- expanding ------------------------------------------------------------------------------- */

/* In `has` and `lacks`: of the printed module. error: of the refusal; NULL: there is none. */
typedef struct row {
    const char *claim, *text, *error;
    const char *has[MOST_CLAIMS], *lacks;
} row;

static const row expanding[] = {
    {"127 fits into i8", BATCH_OF(127, "i8"), NULL, {"stablehlo.iota dim = 0 : tensor<127x1xi8>"}, "stablehlo.convert"},
    {"128 does not",
     BATCH_OF(128, "i8"),
     NULL,
     {"(tensor<128xi8>) -> tensor<128xi32>", "stablehlo.iota dim = 0 : tensor<128x1xi32>"},
     "batching_dims"},
    {"255 fits into ui8", BATCH_OF(255, "ui8"), NULL, {"tensor<255x2xui8>"}, "stablehlo.convert"},
    {"no elements along a batch of i1, of which there is no iota",
     F("%x: tensor<0x6xf32>, %i: tensor<0xi1>, %u: tensor<0xf32>",
       "0x6xf32") "%0 = \"stablehlo.scatter\"(%x, %i, %u) <{scatter_dimension_numbers = "
                  "#stablehlo.scatter<inserted_window_dims = "
                  "[1],\n"
                  "  input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = "
                  "[1], "
                  "index_vector_dim = 1>}> ({\n"
                  "^bb0(%a: tensor<f32>, %b: tensor<f32>):\n  stablehlo.return %b : tensor<f32>\n"
                  "}) : (tensor<0x6xf32>, tensor<0xi1>, tensor<0xf32>) -> tensor<0x6xf32>\n" END("0x6xf32"),
     NULL,
     {"(tensor<0xi1>) -> tensor<0xi32>"},
     NULL},
    {"256 does not", BATCH_OF(256, "ui8"), NULL, {"(tensor<256xui8>) -> tensor<256xi32>"}, NULL},
    {"2^31 - 1 fits into i32", BATCH_OF(2147483647, "i32"), NULL, {"tensor<2147483647x2xi32>"}, "stablehlo.convert"},
    {"2^31 needs i64", BATCH_OF(2147483648, "i32"), NULL, {"(tensor<2147483648xi32>) -> tensor<2147483648xi64>"}, NULL},
    {"2^31 in an i8", BATCH_OF(2147483648, "i8"), NULL, {"(tensor<2147483648xi8>) -> tensor<2147483648xi64>"}, NULL},
    {"no batching dims",
     GATHERS("3x5xf32", "2x1xi64",
             "offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], "
             "index_vector_dim = 1",
             "1, 5", "", "2x5xf32"),
     NULL,
     {"tensor<2x1xi64>"},
     "concatenate"},
    {"indices whose shape is not known",
     GATHERS("?x5xf32", "?xi32", FIRST_OF_TWO ", index_vector_dim = 1", "1, 1", "", "?xf32"),
     NULL,
     {"stablehlo.get_dimension_size %arg1, dim = 0", "stablehlo.dynamic_iota", "tensor<?x2xi64>"},
     "batching_dims"},
    {"an extent that no shape of i32 says",
     GATHERS(
         "?x3000000000xf32", "?x3000000000xi64",
         "collapsed_slice_dims = [1], "
         "operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2",
         "1, 1", "", "?x3000000000xf32"),
     "gather op has start indices of an extent that no i32 holds, can't expand",
     {NULL},
     NULL},
    {"indices of the highest rank",
     GATHERS("1x5xf32", ONES_32 "xi32", FIRST_OF_TWO ", index_vector_dim = 32", "1, 1", "", ONES_32 "xf32"),
     "gather op has start indices of the highest rank and no room for an index vector, can't expand",
     {NULL},
     NULL},
    {"a dynamic gather whose indices' shape is not known",
     F("%x: tensor<3x5xf32>, %i: tensor<?xi32>, %s: tensor<2xi32>",
       "?xf32") "%0 = \"stablehlo.dynamic_gather\"(%x, %i, %s) <{dimension_numbers = #stablehlo.gather<" FIRST_OF_TWO
                ", index_vector_dim = 1>}>"
                " : (tensor<3x5xf32>, tensor<?xi32>, tensor<2xi32>) -> tensor<?xf32>\n" END("?xf32"),
     NULL,
     {"stablehlo.dynamic_reshape", "stablehlo.dynamic_iota", "\"stablehlo.dynamic_gather\"(%arg0, "},
     "batching_dims"},
    {"index as an element type",
     F("%x: tensor<3x6xf32>, %i: tensor<3x1xindex>, %u: tensor<3xf32>",
       "3x6xf32") "%0 = \"stablehlo.scatter\"(%x, %i, %u) <{scatter_dimension_numbers = "
                  "#stablehlo.scatter<inserted_window_dims = "
                  "[1],\n"
                  "  input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = "
                  "[1], "
                  "index_vector_dim = 1>}> ({\n"
                  "^bb0(%a: tensor<f32>, %b: tensor<f32>):\n  stablehlo.return %b : tensor<f32>\n"
                  "}) : (tensor<3x6xf32>, tensor<3x1xindex>, tensor<3xf32>) -> tensor<3x6xf32>\n" END("3x6xf32"),
     "scatter op has scatter indices of an element type that no iota has, can't expand",
     {NULL},
     NULL},
    {"a slice of none along the batch is of one",
     GATHERS("3x5xf32", "3xi32", FIRST_OF_TWO ", index_vector_dim = 1", "0, 1", "", "3xf32"),
     NULL,
     {"slice_sizes = array<i64: 1, 1>"},
     NULL},
    {"sorted indices stay sorted",
     GATHERS("3x5xf32", "3xi32", FIRST_OF_TWO ", index_vector_dim = 1", "1, 1", ", indices_are_sorted = true", "3xf32"),
     NULL,
     {"indices_are_sorted = true", "start_index_map = [0, 1]"},
     NULL},
    {"but not when the map is not",
     GATHERS("5x3xf32", "3xi32",
             "collapsed_slice_dims = [0], operand_batching_dims = [1], "
             "start_indices_batching_dims = [0], start_index_map = [0], index_vector_dim = 1",
             "1, 1", ", indices_are_sorted = true", "3xf32"),
     NULL,
     {"indices_are_sorted = false", "start_index_map = [1, 0]", "collapsed_slice_dims = [0, 1]"},
     NULL},
    {"nor when the dims of the indices are not",
     GATHERS("2x3x5xf32", "3x2xi32",
             "collapsed_slice_dims = [2], "
             "operand_batching_dims = [0, 1], start_indices_batching_dims = [1, 0], start_index_map = [2], "
             "index_vector_dim = 2",
             "1, 1, 1", ", indices_are_sorted = true", "3x2xf32"),
     NULL,
     {"indices_are_sorted = false", "start_index_map = [0, 1, 2]", "collapsed_slice_dims = [0, 1, 2]"},
     NULL},
    {"nor when the batches take turns",
     GATHERS(
         "3x5xf32", "2x3xi32",
         "collapsed_slice_dims = [1], "
         "operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [1], index_vector_dim = 2",
         "1, 1", ", indices_are_sorted = true", "2x3xf32"),
     NULL,
     {"indices_are_sorted = false", "start_index_map = [0, 1]"},
     NULL},
    {"a gather's flag is written", BATCH_OF(3, "i32"), NULL, {"indices_are_sorted = false"}, "unique_indices"},
    {"both of a scatter's are",
     SCATTER(""),
     NULL,
     {"indices_are_sorted = false", "unique_indices = false"},
     "batching_dims"},
    {"what a scatter said stays",
     SCATTER(", indices_are_sorted = true, unique_indices = true"),
     NULL,
     {"indices_are_sorted = true", "unique_indices = true", "scatter_dims_to_operand_dims = [0, 1]"},
     "batching_dims"},
};

/* ---- collapsing ------------------------------------------------------------------------------ */

#define JOIN2(a, b, i) "%i = stablehlo.concatenate %c, %r, dim = 1 : (tensor<" a ">, tensor<" b ">) -> tensor<" i ">\n"
#define BOTH "collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1"
#define IOTA(type) "%c = stablehlo.iota dim = 0 : tensor<" type ">\n"
/* The rest, %r, made by `rest` of the argument %a; both components of x are collapsed. */
#define REST(n, type, argument, rest)                                  \
    F("%x: tensor<" #n "x5xf32>, %a: tensor<" argument ">", #n "xf32") \
    IOTA(#n "x1x" type)                                                \
    rest JOIN2(#n "x1x" type, #n "x1x" type, #n "x2x" type)            \
        GATHER(#n "x5xf32", #n "x2x" type, BOTH, "1, 1", "", #n "xf32")
#define CONVERTED(n, from, to) \
    REST(n, to, #n "x1x" from, "%r = stablehlo.convert %a : (tensor<" #n "x1x" from ">) -> tensor<" #n "x1x" to ">\n")
/* The component for dim 0 of x, %c, made by `component`. */
#define COMPONENT(n, type, component)                                       \
    F("%x: tensor<" #n "x5xf32>, %r: tensor<" #n "x1x" type ">", #n "xf32") \
    component JOIN2(#n "x1x" type, #n "x1x" type, #n "x2x" type)            \
        GATHER(#n "x5xf32", #n "x2x" type, BOTH, "1, 1", "", #n "xf32")
#define BATCHED "operand_batching_dims = [0]"

/* clang-format off */
static const row collapsing[] = {
    {"an argument", GATHERS("3x5xf32", "3x2xi32", BOTH, "1, 1", "", "3xf32"), NULL, {NULL}, BATCHED},
    {"as the expander writes it", REST(3, "i32", "3x1xi32", "%r = stablehlo.negate %a : tensor<3x1xi32>\n"), NULL,
     {BATCHED ", start_indices_batching_dims = [0], start_index_map = [1]"}, "stablehlo.concatenate"},
    {"joined along another dim", F("%x: tensor<3x5xf32>, %r: tensor<1x2xi32>", "3xf32") "%c = stablehlo.iota dim = 0 : tensor<2x2xi32>\n"
     "%i = stablehlo.concatenate %c, %r, dim = 0 : (tensor<2x2xi32>, tensor<1x2xi32>) -> tensor<3x2xi32>\n"
     GATHER("3x5xf32", "3x2xi32", BOTH, "1, 1", "", "3xf32"), NULL, {"stablehlo.concatenate"}, BATCHED},
    {"a shape that is not known", F("%x: tensor<3x5xf32>, %c: tensor<?x1xi32>, %r: tensor<?x1xi32>", "?xf32")
     JOIN2("?x1xi32", "?x1xi32", "?x2xi32") GATHER("3x5xf32", "?x2xi32", BOTH, "1, 1", "", "?xf32"), NULL, {NULL}, BATCHED},
    {"a part whose shape is not known", F("%x: tensor<3x5xf32>, %r: tensor<?x1xi32>", "3xf32") IOTA("3x1xi32")
     JOIN2("3x1xi32", "?x1xi32", "3x2xi32") GATHER("3x5xf32", "3x2xi32", BOTH, "1, 1", "", "3xf32"), NULL, {NULL}, BATCHED},
    {"an operand whose shape is not known", F("%x: tensor<?x5xf32>, %r: tensor<3x1xi32>", "3xf32") IOTA("3x1xi32")
     JOIN2("3x1xi32", "3x1xi32", "3x2xi32") GATHER("?x5xf32", "3x2xi32", BOTH, "1, 1", "", "3xf32"), NULL, {NULL}, BATCHED},
    {"an operand that is longer", F("%x: tensor<4x5xf32>, %r: tensor<3x1xi32>", "3xf32") IOTA("3x1xi32")
     JOIN2("3x1xi32", "3x1xi32", "3x2xi32") GATHER("4x5xf32", "3x2xi32", BOTH, "1, 1", "", "3xf32"), NULL, {NULL}, BATCHED},
    {"a dim that stays in the window", F("%x: tensor<3x5xf32>, %r: tensor<3x1xi32>", "3x1xf32") IOTA("3x1xi32")
     JOIN2("3x1xi32", "3x1xi32", "3x2xi32") GATHER("3x5xf32", "3x2xi32", "offset_dims = [1], collapsed_slice_dims = [1], "
     "start_index_map = [0, 1], index_vector_dim = 1", "1, 1", "", "3x1xf32"), NULL, {NULL}, BATCHED},
    {"one dim of the indices twice", F("%x: tensor<3x3x5xf32>, %r: tensor<3x1xi32>", "3xf32") IOTA("3x1xi32")
     "%i = stablehlo.concatenate %c, %c, %r, dim = 1 : (tensor<3x1xi32>, tensor<3x1xi32>, tensor<3x1xi32>) -> tensor<3x3xi32>\n"
     GATHER("3x3x5xf32", "3x3xi32", "collapsed_slice_dims = [0, 1, 2], start_index_map = [0, 1, 2], index_vector_dim = 1", "1, 1, 1", "",
     "3xf32"), NULL, {BATCHED, "start_index_map = [1, 2]", "-> tensor<3x2xi32>"}, NULL},
    {"batching dims come out sorted", F("%x: tensor<2x3x5xf32>, %r: tensor<3x2x1xi32>", "3x2xf32")
     IOTA("3x2x1xi32") "%d = stablehlo.iota dim = 1 : tensor<3x2x1xi32>\n"
     "%i = stablehlo.concatenate %c, %d, %r, dim = 2 : (tensor<3x2x1xi32>, tensor<3x2x1xi32>, tensor<3x2x1xi32>) -> tensor<3x2x3xi32>\n"
     GATHER("2x3x5xf32", "3x2x3xi32", "collapsed_slice_dims = [0, 1, 2], start_index_map = [1, 0, 2], index_vector_dim = 2", "1, 1, 1",
     ", indices_are_sorted = true", "3x2xf32"), NULL,
     {"operand_batching_dims = [0, 1], start_indices_batching_dims = [1, 0]", "start_index_map = [2]", "indices_are_sorted = false"}, NULL},
    {"a rest of two components", F("%x: tensor<3x5x6xf32>, %r: tensor<3x2xi32>", "3xf32") IOTA("3x1xi32")
     JOIN2("3x1xi32", "3x2xi32", "3x3xi32") GATHER("3x5x6xf32", "3x3xi32", "collapsed_slice_dims = [0, 1, 2], start_index_map = [0, 1, 2], "
     "index_vector_dim = 1", "1, 1, 1", "", "3xf32"), NULL, {BATCHED, "tensor<3x5x6xf32>, tensor<3x2xi32>)"}, NULL},
    {"a rest reshaped from more numbers", F("%x: tensor<3x5x6xf32>, %a: tensor<6xi32>", "3xf32") IOTA("3x1xi32")
     "%r = stablehlo.reshape %a : (tensor<6xi32>) -> tensor<3x2xi32>\n" JOIN2("3x1xi32", "3x2xi32", "3x3xi32")
     GATHER("3x5x6xf32", "3x3xi32", "collapsed_slice_dims = [0, 1, 2], start_index_map = [0, 1, 2], index_vector_dim = 1", "1, 1, 1", "",
     "3xf32"), NULL, {BATCHED, "stablehlo.reshape"}, NULL},
    /* clang-format on */

    {"a reshape to index vectors",
     REST(3, "i32", "3xi32", "%r = stablehlo.reshape %a : (tensor<3xi32>) -> tensor<3x1xi32>\n"),
     NULL,
     {BATCHED, "(tensor<3x5xf32>, tensor<3xi32>)"},
     "stablehlo.reshape"},
    {"one from a higher rank",
     REST(3, "i32", "3x1x1xi32", "%r = stablehlo.reshape %a : (tensor<3x1x1xi32>) -> tensor<3x1xi32>\n"),
     NULL,
     {BATCHED, "stablehlo.reshape"},
     NULL},
    {"one from a shape that is not known",
     REST(3, "i32", "?xi32", "%r = stablehlo.reshape %a : (tensor<?xi32>) -> tensor<3x1xi32>\n"),
     NULL,
     {BATCHED, "stablehlo.reshape"},
     NULL},
    {"one from other extents",
     F("%x: tensor<3x5xf32>, %a: tensor<2x3xi32>", "3x2xf32")
         IOTA("3x2x1xi32") "%r = stablehlo.reshape %a : (tensor<2x3xi32>) -> tensor<3x2x1xi32>\n"
                           "%i = stablehlo.concatenate %c, %r, dim = 2 : (tensor<3x2x1xi32>, tensor<3x2x1xi32>) -> "
                           "tensor<3x2x2xi32>\n" GATHER(
                               "3x5xf32", "3x2x2xi32",
                               "collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2", "1, 1",
                               "", "3x2xf32"),
     NULL,
     {BATCHED, "stablehlo.reshape"},
     NULL},
    {"vectors along dim 0",
     F("%x: tensor<3x5xf32>, %a: tensor<3xi32>",
       "3xf32") "%c = stablehlo.iota dim = 1 : tensor<1x3xi32>\n"
                "%r = stablehlo.reshape %a : (tensor<3xi32>) -> tensor<1x3xi32>\n"
                "%i = stablehlo.concatenate %c, %r, dim = 0 : (tensor<1x3xi32>, tensor<1x3xi32>) -> "
                "tensor<2x3xi32>\n" GATHER(
                    "3x5xf32", "2x3xi32",
                    "collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 0", "1, 1", "",
                    "3xf32"),
     NULL,
     {BATCHED ", start_indices_batching_dims = [1]", "stablehlo.reshape"},
     NULL},

    {"the expander's convert",
     CONVERTED(128, "i8", "i32"),
     NULL,
     {BATCHED, "(tensor<128x5xf32>, tensor<128x1xi8>)"},
     "stablehlo.convert"},
    {"one that it had not made", CONVERTED(127, "i8", "i32"), NULL, {BATCHED, "stablehlo.convert"}, NULL},
    {"one to a wider type than it makes", CONVERTED(128, "i8", "i64"), NULL, {BATCHED, "stablehlo.convert"}, NULL},
    {"one of floats", CONVERTED(3, "f32", "i32"), NULL, {BATCHED, "stablehlo.convert"}, NULL},
    {"one to the same type", CONVERTED(3, "i32", "i32"), NULL, {BATCHED, "stablehlo.convert"}, NULL},
    {"one of a shape that is not known",
     REST(128, "i32", "?x1xi8", "%r = stablehlo.convert %a : (tensor<?x1xi8>) -> tensor<128x1xi32>\n"),
     NULL,
     {BATCHED, "stablehlo.convert"},
     NULL},

    /* clang-format off */
    {"an iota of no numbers", F("%x: tensor<0x5xf32>, %r: tensor<0x1xi32>", "0xf32") IOTA("0x1xi32")
     JOIN2("0x1xi32", "0x1xi32", "0x2xi32") GATHER("0x5xf32", "0x2xi32", BOTH, "0, 1", "", "0xf32"), NULL, {BATCHED}, NULL},
    {"an iota up to 127 in i8", COMPONENT(128, "i8", IOTA("128x1xi8")), NULL, {BATCHED}, NULL},
    {"an iota that wraps", COMPONENT(129, "i8", IOTA("129x1xi8")), NULL, {NULL}, BATCHED},
    {"an iota by way of a shape that is not known", COMPONENT(3, "i32", "%a = stablehlo.iota dim = 0 : tensor<3x1xi64>\n"
     "%b = stablehlo.convert %a : (tensor<3x1xi64>) -> tensor<?x1xi64>\n"
     "%c = stablehlo.convert %b : (tensor<?x1xi64>) -> tensor<3x1xi32>\n"), NULL, {NULL}, BATCHED},
    {"a constant of floats that count", COMPONENT(3, "i32", "%a = stablehlo.constant dense<[[0.0], [1.0], [2.0]]> : tensor<3x1xf32>\n"
     "%c = stablehlo.convert %a : (tensor<3x1xf32>) -> tensor<3x1xi32>\n"), NULL, {NULL}, BATCHED},
    {"an op of a dialect that is not known", COMPONENT(3, "i32", "%c = \"stranger.count\"() : () -> tensor<3x1xi32>\n"), NULL,
     {"stranger.count"}, BATCHED},
};
/* clang-format on */

/* ---- running rows ---------------------------------------------------------------------------- */

typedef grn_status (*rewriting)(const grn_module *, const grn_diag *, grn_module **);

/* The first error. */
static void hear(void *user, const grn_diagnostic *d)
{
    char *to = user;
    if (d->severity == GRN_SEVERITY_ERROR && !to[0])
        snprintf(to, 1024, "%s", d->message);
}

static void check_printed(const row *r, const grn_module *made)
{
    char printed[MOST_TEXT];
    grn_text_buffer to = grn_text_buffer_over(printed, sizeof printed);
    assert_int_equal(grn_module_print(made, NULL, (grn_sink[]){grn_text_buffer_sink(&to)}), GRN_OK);
    for (size_t i = 0; i < MOST_CLAIMS && r->has[i]; i++)
        if (!strstr(printed, r->has[i]))
            fail_msg("%s: no \"%s\" in\n%s", r->claim, r->has[i], printed);
    if (r->lacks && strstr(printed, r->lacks))
        fail_msg("%s: there is \"%s\" in\n%s", r->claim, r->lacks, printed);
}

static void check_row(const row *r, rewriting rewrite)
{
    char error[1024] = "";
    const grn_diag diag = {hear, error};
    grn_module *m, *made;
    if (grn_module_parse(r->text, strlen(r->text), &(grn_module_options){.allow_unregistered = true}, &diag, &m) !=
        GRN_OK)
        fail_msg("%s: %s", r->claim, error);
    grn_status status = rewrite(m, &diag, &made);
    if (status != (r->error ? GRN_E_UNSUPPORTED : GRN_OK) || strcmp(error, r->error ? r->error : "") != 0)
        fail_msg("%s: %s: \"%s\"", r->claim, grn_status_name(status), error);
    if (status == GRN_OK)
        check_printed(r, made);
    grn_module_destroy(made);
    grn_module_destroy(m);
}

static void expand(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof expanding / sizeof *expanding; i++)
        check_row(&expanding[i], grn_module_expand_batching);
}

static void collapse(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof collapsing / sizeof *collapsing; i++)
        check_row(&collapsing[i], grn_module_collapse_batching);
}

/* ---- counts ---------------------------------------------------------------------------------- */

static size_t add(char *to, size_t used, const char *text)
{
    int n = snprintf(to + used, MOST_TEXT - used, "%s", text);
    assert_true(n >= 0 && used + (size_t)n < MOST_TEXT);
    return used + (size_t)n;
}

/* clang-format off */
/* An iota, then so many parts without components, then one that stays: 33 parts may stay. */
static void parts_that_stay(void **state)
{
    (void)state;
    for (int n = 32; n <= 33; n++) {
        static char text[MOST_TEXT];
        size_t used = add(text, 0, F("%x: tensor<3x5xf32>, %e: tensor<3x0xi32>, %r: tensor<3x1xi32>", "3xf32") IOTA("3x1xi32")
                          "%i = stablehlo.concatenate %c, ");
        for (int i = 0; i < n; i++)
            used = add(text, used, "%e, ");
        used = add(text, used, "%r, dim = 1 : (tensor<3x1xi32>, ");
        for (int i = 0; i < n; i++)
            used = add(text, used, "tensor<3x0xi32>, ");
        add(text, used, "tensor<3x1xi32>) -> tensor<3x2xi32>\n" GATHER("3x5xf32", "3x2xi32", BOTH, "1, 1", "", "3xf32"));
        check_row(&(row){"parts without components", text, NULL, {n == 32 ? BATCHED : NULL}, n == 32 ? NULL : BATCHED},
                  grn_module_collapse_batching);
    }
    /* clang-format on */
}

/* So many converts after an iota: 16 are looked through. */
static void steps_looked_through(void **state)
{
    (void)state;
    for (int n = 16; n <= 17; n++) {
        static char text[MOST_TEXT], line[256];
        size_t used = add(
            text, 0,
            F("%x: tensor<3x5xf32>, %r: tensor<3x1xi32>", "3xf32") "%s0 = stablehlo.iota dim = 0 : tensor<3x1xi32>\n");
        for (int i = 1; i <= n; i++) {
            snprintf(line, sizeof line, "%%s%d = stablehlo.convert %%s%d : (tensor<3x1xi32>) -> tensor<3x1xi32>\n", i,
                     i - 1);
            used = add(text, used, line);
        }
        snprintf(
            line, sizeof line,
            "%%i = stablehlo.concatenate %%s%d, %%r, dim = 1 : (tensor<3x1xi32>, tensor<3x1xi32>) -> tensor<3x2xi32>\n",
            n);
        used = add(text, used, line);
        add(text, used, GATHER("3x5xf32", "3x2xi32", BOTH, "1, 1", "", "3xf32"));
        check_row(&(row){"an iota converted often", text, NULL, {n == 16 ? BATCHED : NULL}, n == 16 ? NULL : BATCHED},
                  grn_module_collapse_batching);
    }
}

/* ---- refused memory -------------------------------------------------------------------------- */

/* Each request on its own, and it with all after it; what was taken meanwhile is given back, and
 * the next call works. */
static void refuse_each(const row *r, rewriting rewrite)
{
    refuser memory;
    grn_module *m, *made;
    size_t refused = 0;
    refuser_init(&memory);
    memory.no_chunks = true;
    const grn_module_options options = {.allocator = &memory.allocator, .allow_unregistered = true};
    if (grn_module_parse(r->text, strlen(r->text), &options, NULL, &m) != GRN_OK)
        fail_msg("%s: not read", r->claim);
    assert_int_equal(grn_module_verify(m, NULL), GRN_OK);
    const size_t kept = memory.outstanding;
    for (size_t n = 0;; n++) {
        memory.refuse_at = n / 2, memory.and_after = n % 2, memory.requests = memory.refusals = 0;
        grn_status status = rewrite(m, NULL, &made);
        if (memory.refusals == 0)
            assert_int_equal(status, GRN_OK);
        if (status != (made ? GRN_OK : GRN_E_MEMORY))
            fail_msg("%s: request %zu refused: %s", r->claim, n / 2, grn_status_name(status));
        memory.refuse_at = SIZE_MAX, memory.and_after = false;
        if (made)
            check_printed(r, made);
        grn_module_destroy(made);
        if (memory.outstanding != kept || memory.wrong_sizes)
            fail_msg("%s: request %zu refused: %zu bytes not given back", r->claim, n / 2, memory.outstanding - kept);
        if (memory.refusals == 0)
            break;
        refused++;
    }
    assert_true(refused > 8);
    grn_module_destroy(m);
    assert_int_equal(memory.outstanding, 0);
}

static void refused_memory(void **state)
{
    static const char *const claims[] = {"128 does not", "both of a scatter's are", "one dim of the indices twice",
                                         "the expander's convert", "batching dims come out sorted"};
    size_t found = 0;
    (void)state;
    for (size_t c = 0; c < sizeof claims / sizeof *claims; c++) {
        for (size_t i = 0; i < sizeof expanding / sizeof *expanding; i++)
            if (strcmp(expanding[i].claim, claims[c]) == 0)
                refuse_each(&expanding[i], grn_module_expand_batching), found++;
        for (size_t i = 0; i < sizeof collapsing / sizeof *collapsing; i++)
            if (strcmp(collapsing[i].claim, claims[c]) == 0)
                refuse_each(&collapsing[i], grn_module_collapse_batching), found++;
    }
    assert_int_equal(found, sizeof claims / sizeof *claims);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(expand), cmocka_unit_test(collapse),
                                       cmocka_unit_test(parts_that_stay), cmocka_unit_test(steps_looked_through),
                                       cmocka_unit_test(refused_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

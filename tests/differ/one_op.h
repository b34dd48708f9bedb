/*
 * one_op.h - programs of one op, and a tool that gives one answer whatever it is asked.
 */
#ifndef TESTS_DIFFER_ONE_OP_H
#define TESTS_DIFFER_ONE_OP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "garner/differ.h"
#include "garner/garner.h"

/* ---- programs -------------------------------------------------------------------------------- */

#define MAIN(arguments, result, op) \
    "func.func @main(" arguments ") -> " result " {\n  %r = " op "\n  return %r : " result "\n}\n"

/* Elements of a vector, and windows of two of them. */
#define TAKE(n, itype, rest)                                                                                 \
    MAIN("%x: tensor<" n "xi32>, %i: tensor<3x" itype ">", "tensor<3xi32>",                                  \
         "\"stablehlo.gather\"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], " \
         "start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>" rest "}> : (tensor<" n  \
         "xi32>, tensor<3x" itype ">) -> tensor<3xi32>")
#define TAKE_WINDOWS                                                                                      \
    MAIN("%x: tensor<5xi32>, %i: tensor<2xi64>", "tensor<2x2xi32>",                                       \
         "\"stablehlo.gather\"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], "       \
         "start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2>}> : (tensor<5xi32>, " \
         "tensor<2xi64>) -> tensor<2x2xi32>")
/* Rows of a matrix, the window along `offset`. */
#define TAKE_ROWS(operand, n, result, offset, slice)                                                              \
    MAIN("%x: tensor<" operand "xi32>, %i: tensor<" n "xi64>", "tensor<" result "xi32>",                          \
         "\"stablehlo.gather\"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [" offset            \
         "], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: " \
         "1, " slice ">}> : (tensor<" operand "xi32>, tensor<" n "xi64>) -> tensor<" result "xi32>")
/* Single elements of a matrix of 3 by 3. */
#define TAKE_CELLS(indices, n, map, vector)                                                                     \
    MAIN("%x: tensor<3x3xi32>, %i: tensor<" indices "xi64>", "tensor<" n "xi32>",                               \
         "\"stablehlo.gather\"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], " \
         "start_index_map = [" map "], index_vector_dim = " vector ">, slice_sizes = array<i64: 1, 1>}> : "     \
         "(tensor<3x3xi32>, tensor<" indices "xi64>) -> tensor<" n "xi32>")
#define TAKE_BATCHES                                                                                         \
    MAIN("%x: tensor<2x3xi32>, %i: tensor<2x1xi64>", "tensor<2xi32>",                                        \
         "\"stablehlo.gather\"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], " \
         "operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], "           \
         "index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<2x3xi32>, tensor<2x1xi64>) -> "  \
         "tensor<2xi32>")
#define PUT(op)                                                                                                     \
    MAIN("%x: tensor<4xi32>, %i: tensor<3xi64>, %u: tensor<3xi32>", "tensor<4xi32>",                                \
         "\"stablehlo.scatter\"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims " \
         "= [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n^bb0(%a: tensor<i32>, %b: "        \
         "tensor<i32>):\n  %s = stablehlo." op " %a, %b : tensor<i32>\n  stablehlo.return %s : tensor<i32>\n}) : "  \
         "(tensor<4xi32>, tensor<3xi64>, tensor<3xi32>) -> tensor<4xi32>")
#define PUT_WINDOWS(operand, indices, updates, dims)                                                            \
    MAIN("%x: tensor<" operand "xi32>, %i: tensor<" indices "xi64>, %u: tensor<" updates "xi32>",               \
         "tensor<" operand "xi32>",                                                                             \
         "\"stablehlo.scatter\"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<" dims             \
         ", scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n^bb0(%a: tensor<i32>, %b: "         \
         "tensor<i32>):\n  %s = stablehlo.add %a, %b : tensor<i32>\n  stablehlo.return %s : tensor<i32>\n}) : " \
         "(tensor<" operand "xi32>, tensor<" indices "xi64>, tensor<" updates "xi32>) -> tensor<" operand "xi32>")
#define PUT_PAIR PUT_WINDOWS("5", "1", "1x2", "update_window_dims = [1]")

#define ONE(type, result, op) MAIN("%x: " type, result, op)
#define TWO(type, result, op) MAIN("%x: " type ", %y: " type, result, op)
#define SORT                                                                                                \
    ONE("tensor<3xi32>", "tensor<3xi32>",                                                                   \
        "\"stablehlo.sort\"(%x) <{dimension = 0 : i64, is_stable = true}> ({\n^bb0(%a: tensor<i32>, %b: "   \
        "tensor<i32>):\n  %c = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>\n  " \
        "stablehlo.return %c : tensor<i1>\n}) : (tensor<3xi32>) -> tensor<3xi32>")
#define REDUCE(op)                                                                                           \
    MAIN("%x: tensor<3xi32>, %y: tensor<i32>", "tensor<i32>",                                                \
         "stablehlo.reduce(%x init: %y) applies stablehlo." op " across dimensions = [0] : (tensor<3xi32>, " \
         "tensor<i32>) -> tensor<i32>")

#define TENS "4xi32=10 20 30 40"
#define FIVES "5xi32=10 20 30 40 50"
#define SQUARE "3x3xi32=1 2 3 4 5 6 7 8 9"

/* ---- the tool -------------------------------------------------------------------------------- */

typedef struct one_op {
    const char *program, *inputs[3], *answer; /* tensors as grn_tensor_parse reads them */
    const char *tool;                         /* NULL: the specification's tolerances */
} one_op;

static inline grn_status one_op_give(void *user, const grn_module *module, size_t function, size_t ninputs,
                                     const grn_tensor *inputs, grn_tool_answer *answer)
{
    (void)module, (void)function, (void)ninputs, (void)inputs;
    *answer = (grn_tool_answer){.outcome = GRN_TOOL_RAN, .nresults = 1, .results = user};
    return GRN_OK;
}

static inline void one_op_show(void *user, const grn_diagnostic *d)
{
    (void)user;
    fprintf(stderr, "%u:%u: %s\n", (unsigned)d->place.line, (unsigned)d->place.column, d->message);
}
static const grn_diag shown = {one_op_show, NULL};

static inline grn_diff *one_op_diff(const one_op *o)
{
    grn_module *m;
    grn_diff *diff;
    grn_tensor inputs[3], answer;
    size_t n = 0;
    assert_int_equal(grn_module_parse(o->program, strlen(o->program), NULL, &shown, &m), GRN_OK);
    for (; n < 3 && o->inputs[n]; n++)
        assert_int_equal(grn_tensor_parse(o->inputs[n], strlen(o->inputs[n]), NULL, &shown, &inputs[n]), GRN_OK);
    assert_int_equal(grn_tensor_parse(o->answer, strlen(o->answer), NULL, &shown, &answer), GRN_OK);
    const grn_tool tool = {.run = one_op_give, .user = &answer, .name = o->tool};
    assert_int_equal(grn_module_diff(m, 0, n, inputs, &tool, NULL, &shown, &diff), GRN_OK);
    grn_module_destroy(m);
    while (n-- > 0)
        grn_tensor_free(&inputs[n], NULL);
    grn_tensor_free(&answer, NULL);
    return diff;
}

static inline void one_op_tell(const grn_difference *f)
{
    fprintf(stderr, "  %s (%s) %s: %s %s, %g of %g, reading %s, %s\n", grn_verdict_text(f->verdict),
            grn_allowance_text(f->why), f->op, f->garner, f->tool, f->distance, f->bound,
            f->reading ? f->reading : "none", f->note ? f->note : "");
}

#endif

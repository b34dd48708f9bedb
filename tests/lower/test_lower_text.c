/*
 * test_lower_text.c - what small programs become, held against loops written by hand: which loops
 * are merged, which window is copied in one piece, what runs in parallel, what is tested where, and
 * the RFC's form of a gather of buffers.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/programs.h"

#define GATHER(numbers, sizes)                                                      \
    "\"stablehlo.gather\"(%x, %i) <{dimension_numbers = #stablehlo.gather<" numbers \
    ">, slice_sizes = array<i64: " sizes ">}> : "
#define SCATTER(numbers, unique)                                                                  \
    "\"stablehlo.scatter\"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<" numbers \
    ">, unique_indices = " unique "}> ({\n^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
#define ADDS "%s = stablehlo.add %a, %b : tensor<f32>\nstablehlo.return %s : tensor<f32>\n}) : "
#define REPLACES "stablehlo.return %b : tensor<f32>\n}) : "

static const struct {
    const char *claim, *text, *to, *stage;
    const char *has[6], *lacks[3]; /* parts of what comes out */
} cases[] = {
    {"two dims of indices are one loop, and two of the window one piece",
     "func.func @main(%x: tensor<9x4x5xf32>, %i: tensor<2x3x1xi32>) -> tensor<2x3x4x5xf32> {\n  %r = " GATHER(
         "offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2",
         "1, 4, 5") "(tensor<9x4x5xf32>, tensor<2x3x1xi32>) -> tensor<2x3x4x5xf32>\n  return %r : "
                    "tensor<2x3x4x5xf32>\n}\n",
     "scf",
     "loops",
     {"[[0, 1], [2]] : memref<2x3x1xi32> into memref<6x1xi32>",
      "[[0], [1, 2]] : memref<9x4x5xf32> into memref<9x20xf32>", "into memref<6x20xf32>",
      "[1, 20] [1, 1] : memref<9x20xf32>", "\"batch dims 0 to 1 = start_indices dims 0 to 1\"",
      "{garner.note = \"operand[start_indices[batch0, batch1, 0], offset2, offset3]\"}"},
     {"start_indices dim 0\"", "arith.addf"}},
    {"a window that is not whole behind is copied row by row",
     "func.func @main(%x: tensor<9x4x5xf32>, %i: tensor<2x1xi32>) -> tensor<2x4x3xf32> {\n  %r = " GATHER(
         "offset_dims = [1, 2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1",
         "1, 4, 3") "(tensor<9x4x5xf32>, tensor<2x1xi32>) -> tensor<2x4x3xf32>\n  return %r : tensor<2x4x3xf32>\n}\n",
     "scf",
     "loops",
     {"\"offset dim 1 = operand dim 1\"", "[1, 1, 3] [1, 1, 1] : memref<9x4x5xf32> to memref<3xf32", "memref.copy"},
     {"collapse_shape", "memref.store"}},
    {"an update that adds may meet another: only window dims that no index moves are parallel",
     "func.func @main(%x: tensor<9x4xf32>, %i: tensor<5x1xi32>, %u: tensor<5x4xf32>) -> tensor<9x4xf32> {\n  %r "
     "= " SCATTER("update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], "
                  "index_vector_dim = 1",
                  "false") ADDS
     "(tensor<9x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<9x4xf32>\n  return %r : tensor<9x4xf32>\n}\n",
     "parallel",
     "loops",
     {"scf.parallel", "scf.for", "{garner.dim = \"batch dim 0 = scatter_indices dim 0\"}",
      "\"update window dim 1 = input dim 1\"}", "arith.cmpi ule"},
     {"memref.copy %arg2"}},
    {"unique indices never meet: all vectors are parallel",
     "func.func @main(%x: tensor<9x4xf32>, %i: tensor<5x1xi32>, %u: tensor<5x4xf32>) -> tensor<9x4xf32> {\n  %r "
     "= " SCATTER("update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], "
                  "index_vector_dim = 1",
                  "true") REPLACES
     "(tensor<9x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<9x4xf32>\n  return %r : tensor<9x4xf32>\n}\n",
     "parallel",
     "loops",
     {"scf.parallel", "\"batch dim 0 = scatter_indices dim 0\"}", "memref.subview %arg2", "memref.copy"},
     {"scf.for", "memref.store"}},
    {"a window that moves is tested once where it is inside, element by element where it is not",
     "func.func @main(%x: tensor<9xf32>, %i: tensor<5x1xi32>, %u: tensor<5x4xf32>) -> tensor<9xf32> {\n  %r = " SCATTER(
         "update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1", "false") ADDS
     "(tensor<9xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<9xf32>\n  return %r : tensor<9xf32>\n}\n",
     "scf",
     "loops",
     {"arith.cmpi ule", "} else {", "arith.cmpi ult",
      "{garner.note = \"input[scatter_indices[batch0, 0] + update1]\"}"},
     {NULL}},
    {"unsigned indices are widened without a sign, and 64 bits of them do not become negative",
     "func.func @main(%x: tensor<9xf32>, %i: tensor<5xui64>) -> tensor<5xf32> {\n  %r = " GATHER(
         "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1",
         "1") "(tensor<9xf32>, tensor<5xui64>) -> tensor<5xf32>\n  return %r : tensor<5xf32>\n}\n",
     "linalg",
     "loops",
     {"9223372036854775807 : i64", "arith.minui", "arith.index_castui", "linalg.generic", "tensor.extract"},
     {"arith.index_cast %", "memref"}},
    {"a gather of tensor's is the RFC's gather of buffers",
     "func.func @main(%x: tensor<4x4xf32>, %i: tensor<3x1xindex>) -> tensor<3x4xf32> {\n"
     "  %r = tensor.gather %x[%i] gather_dims([1]) : (tensor<4x4xf32>, tensor<3x1xindex>) -> tensor<3x4xf32>\n"
     "  return %r : tensor<3x4xf32>\n}\n",
     "scf",
     "buffer",
     {"gather %arg0[%arg1] coordinates = [1] : memref<4x4xf32>[memref<3x1xindex>] -> memref<3x4xf32>"},
     {"garner.gather"}},
    {"a function that gives what it takes gives a copy",
     "func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {\n  return %x : tensor<?xf32>\n}\n",
     "scf",
     "loops",
     {"memref.alloc(%", "memref.copy %arg0, %", "return %"},
     {"dealloc", "return %arg0"}},
    {"two constants of the same numbers are one global, of the first one's name, and none is stored to",
     "func.func @main(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {\n  %w = stablehlo.constant dense<[1.5, "
     "2.0, 4.0]> : "
     "tensor<3xf32>\n"
     "  %v = stablehlo.constant dense<[1.5, 2.0, 4.0]> : tensor<3xf32>\n  %0 = stablehlo.add %x, %w : tensor<3xf32>\n"
     "  %1 = stablehlo.multiply %0, %v : tensor<3xf32>\n  return %1, %w : tensor<3xf32>, tensor<3xf32>\n}\n",
     "scf",
     "loops",
     {"memref.global \"private\" constant @w : memref<3xf32> = dense<[1.500000e+00, 2.000000e+00, 4.000000e+00]>\n",
      "memref.get_global @w : memref<3xf32>", "memref.copy %"},
     {"@v", "return %0", "arith.constant 1.5"}},
    {"a constant of tensors stays one",
     "func.func @main() -> tensor<3xf32> {\n  %w = stablehlo.constant dense<[1.5, 2.0, 4.0]> : tensor<3xf32>\n  return "
     "%w : "
     "tensor<3xf32>\n}\n",
     "linalg",
     "loops",
     {"arith.constant dense<[1.500000e+00, 2.000000e+00, 4.000000e+00]> : tensor<3xf32>"},
     {"memref.global"}},
    {"a scatter of memrefs adds where it is told to, and what are loops already stay",
     "func.func @main(%x: memref<9xf32> {garner.type = tensor<9xf32>}, %i: memref<5x1xi32>, %u: memref<5xf32>) {\n"
     "  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n  %c5 = arith.constant 5 : index\n"
     "  scf.for %k = %c0 to %c5 step %c1 {\n"
     "    garner.scatter ins(%i, %u : memref<5x1xi32>, memref<5xf32>) outs(%x : memref<9xf32>) collapsed_slice_dims = "
     "[0], "
     "start_index_map = [0], index_vector_dim = 1, bounds = skip, combiner = add\n  }\n  return\n}\n",
     "scf",
     "loops",
     {"{garner.type = tensor<9xf32>}", "arith.addf", "memref.store %", "\"batch dim 0 = scatter_indices dim 0\""},
     {"memref.alloc", "memref.copy", "garner.scatter"}},
    {"a gather into what it reads from is made beside it first",
     "func.func @main(%x: memref<4xf32>, %i: memref<2x1xi32>) {\n"
     "  %s = memref.subview %x[1] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 1>>\n"
     "  garner.gather ins(%x, %i : memref<4xf32>, memref<2x1xi32>) outs(%s : memref<2xf32, strided<[1], offset: 1>>) "
     "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, slice_sizes = [1], bounds = clamp\n  "
     "return\n}\n",
     "scf",
     "loops",
     {"memref.alloc() : memref<2xf32>", "memref.copy %", "scf.for"},
     {"garner.gather"}},
    {"the RFC's gather of memrefs is loops over new memory, which the program frees",
     "func.func @main(%x: memref<4x3xi32>, %i: memref<2x1xindex>) -> memref<2x3xi32> {\n"
     "  %r = gather %x[%i] coordinates = [0] : memref<4x3xi32>[memref<2x1xindex>] -> memref<2x3xi32>\n  return %r : "
     "memref<2x3xi32>\n}\n",
     "scf",
     "loops",
     {"memref.alloc() : memref<2x3xi32>", "memref.copy"},
     {"gather", "dealloc"}},
    {"a linalg.generic of memrefs is loops by its maps",
     "func.func @main(%x: memref<4x3xi32>, %y: memref<3xi32>) {\n"
     "  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], "
     "iterator_types = [\"reduction\", \"parallel\"]} ins(%x : memref<4x3xi32>) outs(%y : memref<3xi32>) {\n"
     "  ^bb0(%a: i32, %b: i32):\n    %s = arith.addi %a, %b : i32\n    linalg.yield %s : i32\n  }\n  return\n}\n",
     "parallel",
     "loops",
     {"scf.for", "memref.load %arg0[%arg2, %arg3]", "memref.store %", "%arg1[%arg3] : memref<3xi32>"},
     {"linalg", "scf.parallel"}},
#define TAKE \
    "  %g = tensor.gather %x[%i] gather_dims([0]) : (tensor<9x16xf32>, tensor<5x1xindex>) -> tensor<5x16xf32>\n"
#define TAKES \
    "func.func @main(%x: tensor<9x16xf32>, %i: tensor<5x1xindex>, %b: tensor<5x16xf32>) -> tensor<5x16xf32> {\n" TAKE
    {"a gather with an element-wise reader is made in the reader's loops, and so is what is between it and the last "
     "one",
     TAKES "  %m = arith.mulf %g, %b : tensor<5x16xf32>\n  %r = arith.addf %m, %m : tensor<5x16xf32>\n"
           "  return %r : tensor<5x16xf32>\n}\n",
     "scf",
     "loops",
     {"scf.for", "\"batch dim 0 = start_indices dim 0\"}", "\"offset dim 1 = operand dim 1\"}",
      " = memref.load %arg0[%", "%11 = arith.mulf %9, %10", "arith.addf %11, %11 : f32"},
     {"memref.copy", "memref.dealloc", "scf.if"}},
    {"in parallel loops too",
     TAKES "  %r = arith.addf %g, %b : tensor<5x16xf32>\n  return %r : tensor<5x16xf32>\n}\n",
     "parallel",
     "loops",
     {"scf.parallel (%arg3, %arg4)", "memref.load %arg0[%", "arith.addf"},
     {"memref.copy", "memref.dealloc", "scf.for"}},
    {"and in a linalg.generic, which has the others as inputs",
     TAKES "  %r = arith.addf %g, %b : tensor<5x16xf32>\n  return %r : tensor<5x16xf32>\n}\n",
     "linalg",
     "loops",
     {"ins(%arg2 : tensor<5x16xf32>) outs(%", "tensor.extract %arg0[%", "arith.addf %"},
     {"memref", "} -> tensor<5x16xf32>\n  %3", "ins(%3"}},
    {"a gather that two ops read has its buffer",
     TAKES "  %m = arith.mulf %g, %b : tensor<5x16xf32>\n  %s = tensor.extract_slice %g[0, 0] [5, 16] [1, 1] : "
           "tensor<5x16xf32> to "
           "tensor<5x16xf32>\n  %r = arith.addf %m, %s : tensor<5x16xf32>\n  return %r : tensor<5x16xf32>\n}\n",
     "scf",
     "loops",
     {"memref.copy", "memref.dealloc"},
     {NULL}},
    {"a linalg.generic of tensors that reads each element once is such a reader, where it becomes loops",
     TAKES
     "  %e = tensor.empty() : tensor<5x16xf32>\n"
     "  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], "
     "iterator_types = [\"parallel\", \"parallel\"]} ins(%g : tensor<5x16xf32>) outs(%e : tensor<5x16xf32>) {\n"
     "  ^bb0(%a: f32, %o: f32):\n    %s = arith.mulf %a, %a : f32\n    linalg.yield %s : f32\n  } -> tensor<5x16xf32>\n"
     "  return %r : tensor<5x16xf32>\n}\n",
     "scf",
     "loops",
     {"\"batch dim 0 = start_indices dim 0\"}", "memref.load %arg0[%", "arith.mulf"},
     {"memref.copy", "memref.dealloc", "linalg"}},
    {"a slice is inserted by one copy and a copy into a subview",
     "func.func @main(%s: tensor<2xf32>, %d: tensor<3x4xf32>, %k: index) -> tensor<3x4xf32> {\n"
     "  %r = tensor.insert_slice %s into %d[%k, 1] [1, 2] [1, 2] : tensor<2xf32> into tensor<3x4xf32>\n"
     "  return %r : tensor<3x4xf32>\n}\n",
     "scf",
     "loops",
     {"memref.copy %arg1, %0 : memref<3x4xf32> to memref<3x4xf32>", "%1 = memref.subview %0[%arg2, 1] [1, 2] [1, 2]",
      "memref.copy %arg0, %1 : memref<2xf32> to memref<2xf32, strided<[2], offset: ?>>"},
     {"scf.", "memref.load", "memref.store"}},
    {"and in a form of tensors it stays what it is",
     "func.func @main(%s: tensor<2xf32>, %d: tensor<3x4xf32>, %k: index) -> tensor<3x4xf32> {\n"
     "  %r = tensor.insert_slice %s into %d[%k, 1] [1, 2] [1, 2] : tensor<2xf32> into tensor<3x4xf32>\n"
     "  return %r : tensor<3x4xf32>\n}\n",
     "linalg",
     "loops",
     {"tensor.insert_slice %arg0 into %arg1[%arg2, 1] [1, 2] [1, 2]"},
     {"linalg.generic", "memref"}},
    {"slices that a loop inserts go into one buffer",
     "func.func @main(%s: tensor<4xf32>, %d: tensor<3x4xf32>) -> tensor<3x4xf32> {\n"
     "  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n  %c3 = arith.constant 3 : index\n"
     "  %r = scf.for %k = %c0 to %c3 step %c1 iter_args(%w = %d) -> (tensor<3x4xf32>) {\n"
     "    %x = tensor.insert_slice %s into %w[%k, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<3x4xf32>\n"
     "    scf.yield %x : tensor<3x4xf32>\n  }\n  return %r : tensor<3x4xf32>\n}\n",
     "scf",
     "loops",
     {"memref.alloc", "memref.copy %arg1", "scf.for", "memref.subview", "memref.copy %arg0"},
     {"memref.dealloc", "scf.if", "memref.load"}},
    {"what is between is freed",
     "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  %0 = stablehlo.add %x, %x : tensor<4xf32>\n"
     "  %1 = stablehlo.multiply %0, %x : tensor<4xf32>\n  return %1 : tensor<4xf32>\n}\n",
     "scf",
     "loops",
     {"arith.addf", "arith.mulf", "memref.dealloc"},
     {NULL}},
};

static void small_programs(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        notes n = {0};
        grn_diag diag = notes_diag(&n);
        grn_module *source = NULL, *made = NULL;
        program_text text = {.n = 0};
        grn_sink sink = {program_append, &text};
        const grn_module_lower_options how = {.to = cases[i].to, .stage = cases[i].stage};
        if (grn_module_parse(cases[i].text, strlen(cases[i].text), NULL, &diag, &source) != GRN_OK ||
            grn_module_lower(source, &how, &diag, &made) != GRN_OK || grn_module_print(made, NULL, &sink) != GRN_OK)
            fail_msg("%s: %s", cases[i].claim, n.first);
        for (size_t k = 0; k < 6 && cases[i].has[k]; k++)
            if (!strstr(text.at, cases[i].has[k]))
                fail_msg("%s: '%s' is expected in\n%s", cases[i].claim, cases[i].has[k], text.at);
        for (size_t k = 0; k < 3 && cases[i].lacks[k]; k++)
            if (strstr(text.at, cases[i].lacks[k]))
                fail_msg("%s: '%s' is not expected in\n%s", cases[i].claim, cases[i].lacks[k], text.at);
        grn_module_destroy(made);
        grn_module_destroy(source);
    }
}

/* Row-major over the batch dims, from 1: vectors (0,0) (0,1) (0,2) (1,0) (1,1) (1,2), of which the
 * fifth and sixth are bad. */
static void the_status_is_the_first_bad_vector(void **state)
{
    static const char text[] =
        "func.func @main(%x: tensor<4xf32>, %i: tensor<2x3xi64>) -> tensor<2x3xf32> {\n"
        "  %r = \"onnx.Gather\"(%x, %i) {axis = 0 : si64} : (tensor<4xf32>, tensor<2x3xi64>) -> tensor<2x3xf32>\n"
        "  return %r : tensor<2x3xf32>\n}\n";
    float x[4] = {1, 2, 3, 4};
    int64_t i[6] = {0, -4, 3, 2, 4, -5};
    const grn_tensor inputs[] = {{x, GRN_F32, 1, {4}, {1}}, {i, GRN_I64, 2, {2, 3}, {3, 1}}};
    grn_module *source, *made;
    grn_results *got;
    (void)state;
    assert_int_equal(grn_module_parse(text, sizeof text - 1, NULL, NULL, &source), GRN_OK);
    for (size_t f = 0; grn_module_lower_target(f); f++) {
        assert_int_equal(
            grn_module_lower(source, &(grn_module_lower_options){.to = grn_module_lower_target(f)}, NULL, &made),
            GRN_OK);
        assert_int_equal(grn_module_run(made, 0, 2, inputs, NULL, NULL, &got), GRN_OK);
        assert_int_equal(*(const int32_t *)grn_results_tensor(got, 1)->data, 5);
        grn_results_destroy(got);
        grn_module_destroy(made);
    }
    grn_module_destroy(source);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(small_programs),
                                       cmocka_unit_test(the_status_is_the_first_bad_vector)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

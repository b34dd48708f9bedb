/*
 * test_buffer_run_errors.c - what arith, scf, memref, linalg, tensor and
 * garner's own ops say when only the run shows that something is wrong:
 * indices, steps, sizes, layouts and divisors that are values.
 */
#include "run_errors.h"

#define CONSTANT(name, value, type) "%" name " = arith.constant " value " : " type "\n"
#define INDEX(name, value) CONSTANT(name, value, "index")
#define I32(name, value) CONSTANT(name, value, "i32")
#define ROOM "%m = memref.alloc() : memref<4xi32>\n"
#define TABLES                                                                          \
    "memref.global \"private\" constant @table : memref<4xi32> = dense<[1, 2, 3, 4]>\n" \
    "memref.global @changes : memref<4xi32> = dense<[1, 2, 3, 4]>\n"
#define TABLE "%m = memref.get_global @table : memref<4xi32>\n"
#define OPEN_ROOM ROOM "%o = memref.cast %m : memref<4xi32> to memref<?xi32, strided<[?], offset: ?>>\n"

/* clang-format off */
static const run_error cases[] = {
    {"arith.divsi by zero", I32("a", "7") I32("b", "0") "%0 = arith.divsi %a, %b : i32\n", GRN_E_ARGUMENT,
     "arith.divsi: division by zero"},
    {"arith.remui by zero, one of several",
     CONSTANT("a", "dense<7>", "tensor<3xi8>") CONSTANT("b", "dense<[1, 0, 2]>", "tensor<3xi8>") "%0 = arith.remui %a, %b : tensor<3xi8>\n",
     GRN_E_ARGUMENT, "arith.remui: division by zero"},
    {"arith.divsi of the least number by -1", CONSTANT("a", "-128", "i8") CONSTANT("b", "-1", "i8") "%0 = arith.divsi %a, %b : i8\n",
     GRN_E_ARGUMENT, "arith.divsi: the quotient of the least number by -1 is none of the type"},
    /* clang-format on */

    {"scf.for by steps of 0", INDEX("a", "0") INDEX("b", "4") "scf.for %i = %a to %b step %a {\n}\n", GRN_E_ARGUMENT,
     "scf.for: the step is 0, a loop steps by 1 or more"},
    {"scf.for by a negative step",
     I32("a", "0") I32("b", "4") I32("c", "-2") "scf.for %i = %a to %b step %c : i32 {\n}\n", GRN_E_ARGUMENT,
     "scf.for: the step is -2, a loop steps by 1 or more"},
    {"scf.for past the end of its type",
     CONSTANT("a", "0", "i8") CONSTANT("b", "127", "i8")
         CONSTANT("c", "100", "i8") "scf.for %i = %a to %b step %c : i8 {\n}\n",
     GRN_E_ARGUMENT, "scf.for: 2 steps of 100 from 0 leave the numbers of type i8"},
    {"scf.parallel by steps of 0",
     INDEX("a", "0") INDEX("b", "4")
         INDEX("c", "1") "scf.parallel (%i, %j) = (%a, %a) to (%b, %b) step (%c, %a) {\n}\n",
     GRN_E_ARGUMENT, "scf.parallel: the step is 0, a loop steps by 1 or more"},

    {"memref.load behind the end", ROOM INDEX("i", "4") "%0 = memref.load %m[%i] : memref<4xi32>\n", GRN_E_INDEX,
     "memref.load: index 4 is out of range [0, 4) of dimension 0"},
    {"memref.store before the first", ROOM INDEX("i", "-1") I32("v", "1") "memref.store %v, %m[%i] : memref<4xi32>\n",
     GRN_E_INDEX, "memref.store: index -1 is out of range [0, 4) of dimension 0"},
    {"memref.load of what was deallocated",
     ROOM INDEX("i", "0") "memref.dealloc %m : memref<4xi32>\n%0 = memref.load %m[%i] : memref<4xi32>\n",
     GRN_E_ARGUMENT, "memref.load: operand #0 was deallocated before"},
    {"memref.store by a view of what was deallocated",
     OPEN_ROOM INDEX("i", "0") I32(
         "v",
         "1") "memref.dealloc %m : memref<4xi32>\nmemref.store %v, %o[%i] : memref<?xi32, strided<[?], offset: ?>>\n",
     GRN_E_ARGUMENT, "memref.store: operand #1 was deallocated before"},
    {"memref.dealloc again", ROOM "memref.dealloc %m : memref<4xi32>\nmemref.dealloc %m : memref<4xi32>\n",
     GRN_E_ARGUMENT, "memref.dealloc: operand #0 was deallocated before"},
    {"memref.alloc of a negative size", INDEX("n", "-1") "%0 = memref.alloc(%n) : memref<?xi32>\n", GRN_E_SHAPE,
     "memref.alloc: operand #0 is -1, a size is not negative"},
    {"memref.alloc of more than there is", INDEX("n", "1000000") "%0 = memref.alloc(%n) : memref<?xi32>\n",
     GRN_E_MEMORY, "4000000 bytes"},
    {"memref.alloc of a layout without memory",
     "%0 = memref.alloc() : memref<4xi32, affine_map<(d0) -> (d0 floordiv 2)>>\n", GRN_E_UNSUPPORTED,
     "memref.alloc: type memref<4xi32, affine_map<(d0) -> (d0 floordiv 2)>> has no memory here"},
    {"memref.alloc of elements without values", "%0 = memref.alloc() : memref<4xf80>\n", GRN_E_UNSUPPORTED,
     "memref.alloc: type memref<4xf80> has no memory here"},
    {"memref.dim of the dimension behind the last", ROOM INDEX("i", "1") "%0 = memref.dim %m, %i : memref<4xi32>\n",
     GRN_E_INDEX, "memref.dim: dimension 1 of a memref of rank 1"},
    {"memref.copy into fewer",
     OPEN_ROOM INDEX("n", "3") "%t = memref.alloc(%n) : memref<?xi32>\n"
                               "memref.copy %o, %t : memref<?xi32, strided<[?], offset: ?>> to memref<?xi32>\n",
     GRN_E_SHAPE, "memref.copy: the source has 4 elements along dimension 0, the target 3"},
    {"memref.subview that leaves the buffer",
     ROOM INDEX("n",
                "3") "%0 = memref.subview %m[2] [%n] [1] : memref<4xi32> to memref<?xi32, strided<[1], offset: 2>>\n",
     GRN_E_INDEX, "memref.subview: 3 elements from 2 at stride 1 leave dimension 0, which has 4"},
    {"memref.cast to another extent",
     OPEN_ROOM
     "%0 = memref.cast %o : memref<?xi32, strided<[?], offset: ?>> to memref<5xi32, strided<[?], offset: ?>>\n",
     GRN_E_SHAPE, "result #0 has 4 elements along dimension 0, its type says 5"},
    {"memref.cast to another stride",
     ROOM "%s = memref.subview %m[0] [2] [2] : memref<4xi32> to memref<2xi32, strided<[2]>>\n"
          "%o = memref.cast %s : memref<2xi32, strided<[2]>> to memref<2xi32, strided<[?], offset: ?>>\n"
          "%0 = memref.cast %o : memref<2xi32, strided<[?], offset: ?>> to memref<2xi32>\n",
     GRN_E_SHAPE, "memref.cast: the stride of dimension 0 is 2, the result's type says 1"},
    {"memref.cast to another offset",
     ROOM "%s = memref.subview %m[1] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1], offset: 1>>\n"
          "%o = memref.cast %s : memref<2xi32, strided<[1], offset: 1>> to memref<2xi32, strided<[?], offset: ?>>\n"
          "%0 = memref.cast %o : memref<2xi32, strided<[?], offset: ?>> to memref<2xi32>\n",
     GRN_E_SHAPE, "memref.cast: the offset is 1, the result's type says 0"},
    {"memref.reinterpret_cast beyond the buffer",
     ROOM INDEX("n",
                "3") "%0 = memref.reinterpret_cast %m to offset: [2], sizes: [%n], strides: [1] : memref<4xi32> to "
                     "memref<?xi32, strided<[1], offset: 2>>\n",
     GRN_E_INDEX,
     "memref.reinterpret_cast: offset 2 with these sizes and strides leaves the buffer, which has 4 elements"},
    {"memref.reinterpret_cast before the buffer",
     ROOM INDEX("n",
                "-1") "%0 = memref.reinterpret_cast %m to offset: [0], sizes: [2], strides: [%n] : memref<4xi32> to "
                      "memref<2xi32, strided<[?]>>\n",
     GRN_E_INDEX, "memref.reinterpret_cast: offset 0 with these sizes and strides leaves the buffer"},
    {"memref.reinterpret_cast of a negative size",
     ROOM INDEX("n",
                "-1") "%0 = memref.reinterpret_cast %m to offset: [0], sizes: [%n], strides: [1] : memref<4xi32> to "
                      "memref<?xi32, strided<[1]>>\n",
     GRN_E_SHAPE, "memref.reinterpret_cast: size -1 along dimension 0 is negative"},
    {"memref.reinterpret_cast further than can be counted",
     ROOM INDEX("n",
                "9223372036854775807") "%0 = memref.reinterpret_cast %m to offset: [0], sizes: [3], strides: [%n] : "
                                       "memref<4xi32> to memref<3xi32, strided<[?]>>\n",
     GRN_E_INDEX, "memref.reinterpret_cast: offset 0 with these sizes and strides leaves the buffer"},
    {"memref.collapse_shape of rows that lie apart",
     "%m = memref.alloc() : memref<4x6xi32>\n%s = memref.subview %m[0, 0] [4, 2] [1, 1] : memref<4x6xi32> to "
     "memref<4x2xi32, "
     "strided<[6, 1]>>\n"
     "%o = memref.cast %s : memref<4x2xi32, strided<[6, 1]>> to memref<4x2xi32, strided<[?, 1]>>\n"
     "%0 = memref.collapse_shape %o [[0, 1]] : memref<4x2xi32, strided<[?, 1]>> into memref<8xi32, strided<[1]>>\n",
     GRN_E_SHAPE, "memref.collapse_shape: the dimensions do not lie one in the other"},
    {"memref.expand_shape into another number",
     OPEN_ROOM INDEX(
         "n", "3") "%p = memref.cast %m : memref<4xi32> to memref<?xi32>\n"
                   "%0 = memref.expand_shape %p [[0, 1]] output_shape [%n, 2] : memref<?xi32> into memref<?x2xi32>\n",
     GRN_E_SHAPE, "memref.expand_shape: dimension 0 has 4 elements, the output shape gives it another number"},

    /* clang-format off */
    {"linalg.generic over operands that do not agree",
     CONSTANT("a", "dense<1>", "tensor<3xi32>") CONSTANT("b", "dense<1>", "tensor<4xi32>")
     "%x = tensor.cast %a : tensor<3xi32> to tensor<?xi32>\n%y = tensor.cast %b : tensor<4xi32> to tensor<?xi32>\n"
     "%0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [\"parallel\"]} "
     "ins(%x : tensor<?xi32>) outs(%y : tensor<?xi32>) {\n^bb0(%p: i32, %q: i32):\n  linalg.yield %p : i32\n} -> tensor<?xi32>\n",
     GRN_E_SHAPE, "linalg.generic: operand #1 has 4 elements along dimension 0, loop 0 takes 3 steps"},
    {"linalg.generic at a constant that is not there",
     CONSTANT("a", "dense<1>", "tensor<3xi32>") CONSTANT("b", "dense<1>", "tensor<4xi32>")
     "%0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (3)>, affine_map<(d0) -> (d0)>], iterator_types = [\"parallel\"]} "
     "ins(%a : tensor<3xi32>) outs(%b : tensor<4xi32>) {\n^bb0(%p: i32, %q: i32):\n  linalg.yield %p : i32\n} -> tensor<4xi32>\n",
     GRN_E_INDEX, "linalg.generic: indexing_map #0 asks for element 3 of dimension 0, which has 3"},
    {"linalg.generic by a map that is no dimension",
     CONSTANT("a", "dense<1>", "tensor<4xi32>") CONSTANT("b", "dense<1>", "tensor<2x3xi32>")
     "%0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0 + d1)>, affine_map<(d0, d1) -> (d0, d1)>], "
     "iterator_types = [\"parallel\", \"parallel\"]} ins(%a : tensor<4xi32>) outs(%b : tensor<2x3xi32>) {\n"
     "^bb0(%p: i32, %q: i32):\n  linalg.yield %p : i32\n} -> tensor<2x3xi32>\n",
     GRN_E_UNSUPPORTED, "linalg.generic: indexing_map #0 has a result that is neither a dimension nor a constant"},
    {"linalg.copy into fewer",
     OPEN_ROOM INDEX("n", "3") "%t = memref.alloc(%n) : memref<?xi32>\n"
     "linalg.copy ins(%o : memref<?xi32, strided<[?], offset: ?>>) outs(%t : memref<?xi32>)\n",
     GRN_E_SHAPE, "linalg.copy: the input has 4 elements along dimension 0, the output 3"},
    {"linalg.fill of what was deallocated", ROOM I32("v", "1") "memref.dealloc %m : memref<4xi32>\nlinalg.fill ins(%v : i32) outs(%m : memref<4xi32>)\n",
     GRN_E_ARGUMENT, "linalg.fill: operand #1 was deallocated before"},
    /* clang-format on */

    {"tensor.insert behind the end",
     CONSTANT("a", "dense<1>", "tensor<3xi32>") INDEX("i", "3")
         I32("v", "1") "%0 = tensor.insert %v into %a[%i] : tensor<3xi32>\n",
     GRN_E_INDEX, "tensor.insert: index 3 is out of range [0, 3) of dimension 0"},
    {"tensor.generate of a negative size",
     INDEX("n", "-1")
         I32("v", "1") "%0 = tensor.generate %n {\n^bb0(%i: index):\n  tensor.yield %v : i32\n} : tensor<?xi32>\n",
     GRN_E_SHAPE, "tensor.generate: operand #0 is -1, a size is not negative"},

    {"the RFC's gather of buffers behind the end",
     ROOM INDEX("z", "0")
         INDEX("i", "4") "%j = memref.alloc() : memref<1x1xindex>\nmemref.store %i, %j[%z, %z] : memref<1x1xindex>\n"
                         "%0 = gather %m[%j] coordinates = [0] : memref<4xi32>[memref<1x1xindex>] -> memref<1xi32>\n",
     GRN_E_INDEX, "for dim 0 of source, of extent 4, it must be in [0, 3]"},
    {"garner.gather behind the end",
     ROOM INDEX("z", "0") CONSTANT(
         "i", "4",
         "i64") "%j = memref.alloc() : memref<1xi64>\nmemref.store %i, %j[%z] : memref<1xi64>\n%d = memref.alloc() : "
                "memref<1xi32>\n"
                "garner.gather ins(%m, %j : memref<4xi32>, memref<1xi64>) outs(%d : memref<1xi32>) "
                "collapsed_slice_dims = [0], "
                "start_index_map = [0], index_vector_dim = 1, slice_sizes = [1], bounds = error\n",
     GRN_E_INDEX, "for dimension 0 of operand, of extent 4, it must be in [0, 3]"},
    {"garner.gather into another shape",
     ROOM INDEX("n", "2") "%j = memref.alloc() : memref<1xi64>\n%d = memref.alloc(%n) : memref<?xi32>\n"
                          "garner.gather ins(%m, %j : memref<4xi32>, memref<1xi64>) outs(%d : memref<?xi32>) "
                          "collapsed_slice_dims = [0], "
                          "start_index_map = [0], index_vector_dim = 1, slice_sizes = [1], bounds = error\n",
     GRN_E_SHAPE, "the destination has shape [2], what is gathered has [1]"},
    {"garner.scatter into what was deallocated",
     ROOM
     "%j = memref.alloc() : memref<1xi64>\n%u = memref.alloc() : memref<1xi32>\nmemref.dealloc %m : memref<4xi32>\n"
     "garner.scatter ins(%j, %u : memref<1xi64>, memref<1xi32>) outs(%m : memref<4xi32>) collapsed_slice_dims = [0], "
     "start_index_map = [0], index_vector_dim = 1, bounds = skip, combiner = add\n",
     GRN_E_ARGUMENT, "garner.scatter: operand #2 was deallocated before"},
};

static const run_error of_constants[] = {
    {"memref.store to a constant", TABLE INDEX("i", "0") I32("v", "1") "memref.store %v, %m[%i] : memref<4xi32>\n",
     GRN_E_ARGUMENT, "memref.store: operand #1 is constant memory, which is not written to"},
    {"memref.copy to a view of a constant",
     TABLE "%s = memref.subview %m[0] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1]>>\n%o = memref.alloc() : "
           "memref<2xi32>\n"
           "memref.copy %o, %s : memref<2xi32> to memref<2xi32, strided<[1]>>\n",
     GRN_E_ARGUMENT, "memref.copy: operand #1 is constant memory, which is not written to"},
    {"memref.dealloc of a constant", TABLE "memref.dealloc %m : memref<4xi32>\n", GRN_E_ARGUMENT,
     "memref.dealloc: operand #0 is constant memory, which is not written to"},
    {"linalg.fill of a constant", TABLE I32("v", "1") "linalg.fill ins(%v : i32) outs(%m : memref<4xi32>)\n",
     GRN_E_ARGUMENT, "linalg.fill: operand #1 is constant memory, which is not written to"},
    {"garner.scatter into a constant",
     TABLE "%i = memref.alloc() : memref<2x1xi32>\n%u = memref.alloc() : memref<2xi32>\n"
           "garner.scatter ins(%i, %u : memref<2x1xi32>, memref<2xi32>) outs(%m : memref<4xi32>) collapsed_slice_dims "
           "= [0],\n"
           "  start_index_map = [0], index_vector_dim = 1, bounds = skip, combiner = add\n",
     GRN_E_ARGUMENT, "garner.scatter: operand #2 is constant memory, which is not written to"},
    {"memref.get_global of one that changes", "%m = memref.get_global @changes : memref<4xi32>\n", GRN_E_UNSUPPORTED,
     "memref.get_global: runs where the global is constant, has a value and lies row after row"},
};

static void test_run_errors(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_run_error(&cases[i]);
    for (size_t i = 0; i < sizeof of_constants / sizeof *of_constants; i++)
        expect_run_error_in(TABLES, &of_constants[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_run_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

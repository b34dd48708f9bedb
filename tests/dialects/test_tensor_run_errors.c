/*
 * test_tensor_run_errors.c - what arith, linalg, tensor and tcp say when only
 * the run shows that something is wrong: extents that types leave open, sizes,
 * offsets and indices that are values, element types without values.
 */
#include "run_errors.h"

#define CONSTANT(name, value, type) "%" name " = arith.constant " value " : " type "\n"
#define INDEX(name, value) CONSTANT(name, value, "index")
/* A tensor of that shape, whose type leaves the first extent open. */
#define OPEN(name, shape, rest)                                       \
    "%" name "s = arith.constant dense<1> : tensor<" shape rest ">\n" \
    "%" name " = tensor.cast %" name "s : tensor<" shape rest "> to tensor<?" rest ">\n"

static const run_error cases[] = {
    {"a constant of a type without values", CONSTANT("0", "1.0", "f80"), GRN_E_UNSUPPORTED,
     "arith.constant: cannot run: its type has no values here"},
    {"a number made wider than any type with values", CONSTANT("a", "1", "i32") "%0 = arith.extsi %a : i32 to i80\n",
     GRN_E_UNSUPPORTED, "arith.extsi: cannot run: its type has no values here"},
    {"a number without sign made wider than any type with values",
     CONSTANT("a", "1", "i32") "%0 = arith.extui %a : i32 to i80\n", GRN_E_UNSUPPORTED,
     "arith.extui: cannot run: its type has no values here"},
    {"integers compared of which there are 3 and 4",
     OPEN("a", "3", "xi32") OPEN("b", "4", "xi32") "%0 = arith.cmpi slt, %a, %b : tensor<?xi32>\n", GRN_E_SHAPE,
     "arith.cmpi: "},
    {"floats compared of which there are 3 and 4",
     "%x = arith.constant dense<1.0> : tensor<3xf32>\n%y = arith.constant dense<1.0> : tensor<4xf32>\n"
     "%a = tensor.cast %x : tensor<3xf32> to tensor<?xf32>\n%b = tensor.cast %y : tensor<4xf32> to tensor<?xf32>\n"
     "%0 = arith.cmpf ueq, %a, %b : tensor<?xf32>\n",
     GRN_E_SHAPE, "arith.cmpf: "},
    {"the larger of 3 and of 4 integers",
     OPEN("a", "3", "xi32") OPEN("b", "4", "xi32") "%0 = arith.maxui %a, %b : tensor<?xi32>\n", GRN_E_SHAPE,
     "arith.maxui: "},

    {"linalg.transpose into too many",
     OPEN("a", "3",
          "x2xi32") "%i = arith.constant dense<0> : tensor<2x4xi32>\n"
                    "%o = tensor.cast %i : tensor<2x4xi32> to tensor<2x?xi32>\n"
                    "%0 = linalg.transpose ins(%a : tensor<?x2xi32>) outs(%o : tensor<2x?xi32>) permutation = [1, 0]\n",
     GRN_E_SHAPE, "linalg.transpose: init has 4 elements along dimension 1, the result would have 3"},
    {"linalg.broadcast into too many",
     OPEN("a", "3",
          "xi32") "%i = arith.constant dense<0> : tensor<2x4xi32>\n"
                  "%o = tensor.cast %i : tensor<2x4xi32> to tensor<2x?xi32>\n"
                  "%0 = linalg.broadcast ins(%a : tensor<?xi32>) outs(%o : tensor<2x?xi32>) dimensions = [0]\n",
     GRN_E_SHAPE, "linalg.broadcast: init has 4 elements along dimension 1, the input has 3"},

    {"tensor.empty of a negative size", INDEX("n", "-1") "%0 = tensor.empty(%n) : tensor<?x2xi32>\n", GRN_E_SHAPE,
     "tensor.empty: operand #0 is -1, a size is not negative"},
    {"tensor.splat of a negative size", INDEX("n", "-2") "%0 = tensor.splat %n[%n] : tensor<?xindex>\n", GRN_E_SHAPE,
     "tensor.splat: operand #1 is -2, a size is not negative"},
    {"tensor.splat of more than can be counted",
     INDEX("n", "4611686018427387904") "%0 = tensor.splat %n[%n, %n] : tensor<?x?xindex>\n", GRN_E_SHAPE,
     "tensor.splat: too many elements to count"},
    {"tensor.extract below zero",
     INDEX("n", "-1") OPEN("a", "3", "xi32") "%0 = tensor.extract %a[%n] : tensor<?xi32>\n", GRN_E_INDEX,
     "tensor.extract: index -1 is out of range [0, 3) of dimension 0"},
    {"tensor.extract behind the end",
     INDEX("n", "2") OPEN("a", "3", "x2xi32") "%0 = tensor.extract %a[%n, %n] : tensor<?x2xi32>\n", GRN_E_INDEX,
     "tensor.extract: index 2 is out of range [0, 2) of dimension 1"},
    {"tensor.reshape to another number of elements",
     OPEN("a", "3", "xi32")
         CONSTANT("s", "dense<[2]>",
                  "tensor<1xindex>") "%0 = tensor.reshape %a(%s) : (tensor<?xi32>, tensor<1xindex>) -> tensor<?xi32>\n",
     GRN_E_SHAPE, "tensor.reshape: the shape has another number of elements than the source, which has 3"},
    {"tensor.reshape to a negative extent",
     OPEN("a", "3", "xi32")
         CONSTANT("s", "dense<[-3]>",
                  "tensor<1xi32>") "%0 = tensor.reshape %a(%s) : (tensor<?xi32>, tensor<1xi32>) -> tensor<?xi32>\n",
     GRN_E_SHAPE, "tensor.reshape: extent -3 of dimension 0 is negative"},
    {"tensor.pad by fewer than none",
     INDEX("n", "-1") CONSTANT("v", "0", "i32") OPEN(
         "a", "3",
         "xi32") "%0 = tensor.pad %a low[0] high[%n] {\n^bb0(%i: index):\ntensor.yield %v : i32\n} : tensor<?xi32> "
                 "to tensor<?xi32>\n",
     GRN_E_SHAPE, "tensor.pad: padding -1 along dimension 0 is negative"},
    {"tensor.pad by more than can be counted",
     INDEX("n", "9223372036854775807") CONSTANT("v", "0", "i32") OPEN(
         "a", "3",
         "xi32") "%0 = tensor.pad %a low[0] high[%n] {\n^bb0(%i: index):\ntensor.yield %v : i32\n} : tensor<?xi32> "
                 "to tensor<?xi32>\n",
     GRN_E_SHAPE, "tensor.pad: too many elements along dimension 0 to count"},
    {"tensor.parallel_insert_slice behind the end",
     CONSTANT("a", "dense<0>", "tensor<2xi32>")
         CONSTANT("s", "dense<1>", "tensor<1xi32>") "%0 = scf.forall (%i) in (3) shared_outs(%o = %a) -> "
                                                    "(tensor<2xi32>) {\nscf.forall.in_parallel "
                                                    "{\ntensor.parallel_insert_slice %s into %o[%i] [1] [1] : "
                                                    "tensor<1xi32> into tensor<2xi32>\n}\n}\n",
     GRN_E_INDEX, "tensor.parallel_insert_slice: "},
    {"scf.forall by steps of 0", INDEX("n", "0") "scf.forall (%i) = (0) to (3) step (%n) {\n}\n", GRN_E_ARGUMENT,
     "scf.forall: the step is 0, a loop steps by 1 or more"},
    {"tensor.dim below zero", INDEX("n", "-1") OPEN("a", "3", "xi32") "%0 = tensor.dim %a, %n : tensor<?xi32>\n",
     GRN_E_INDEX, "tensor.dim: dimension -1 of a tensor of rank 1"},
    {"tensor.dim of the dimension behind the last",
     INDEX("n", "1") OPEN("a", "3", "xi32") "%0 = tensor.dim %a, %n : tensor<?xi32>\n", GRN_E_INDEX,
     "tensor.dim: dimension 1 of a tensor of rank 1"},

/* clang-format off */
#define EXTRACT(offset, size, stride)                                                                                     \
    OPEN("a", "4", "xi32") INDEX("o", offset) INDEX("n", size) INDEX("t", stride)                                         \
    "%0 = tensor.extract_slice %a[%o] [%n] [%t] : tensor<?xi32> to tensor<?xi32>\n"
    {"a slice from below zero", EXTRACT("-1", "2", "1"), GRN_E_INDEX,
     "tensor.extract_slice: 2 elements from -1 at stride 1 leave dimension 0, which has 4"},
    {"a slice from the end", EXTRACT("4", "1", "1"), GRN_E_INDEX,
     "tensor.extract_slice: 1 elements from 4 at stride 1 leave dimension 0, which has 4"},
    {"nothing from the end", EXTRACT("4", "0", "1"), GRN_OK, ""},
    {"nothing from behind the end", EXTRACT("5", "0", "1"), GRN_E_INDEX,
     "tensor.extract_slice: 0 elements from 5 at stride 1 leave dimension 0, which has 4"},
    {"nothing from below zero", EXTRACT("-1", "0", "1"), GRN_E_INDEX,
     "tensor.extract_slice: 0 elements from -1 at stride 1 leave dimension 0, which has 4"},
    {"a slice of a negative size", EXTRACT("0", "-1", "1"), GRN_E_SHAPE,
     "tensor.extract_slice: size -1 and stride 1 along dimension 0: sizes are not negative, strides at least 1"},
    {"a slice by a stride of 0", EXTRACT("0", "2", "0"), GRN_E_SHAPE,
     "tensor.extract_slice: size 2 and stride 0 along dimension 0: sizes are not negative, strides at least 1"},
    {"a slice whose strides together cannot be counted", EXTRACT("0", "3", "9223372036854775807"), GRN_E_INDEX,
     "tensor.extract_slice: 3 elements from 0 at stride 9223372036854775807 leave dimension 0, which has 4"},
    {"a slice whose end cannot be counted", EXTRACT("3", "2", "9223372036854775807"), GRN_E_INDEX,
     "tensor.extract_slice: 2 elements from 3 at stride 9223372036854775807 leave dimension 0, which has 4"},
    {"three elements into a slice of two",
     OPEN("s", "3", "xi32") OPEN("a", "4", "xi32") INDEX("n", "2")
     "%0 = tensor.insert_slice %s into %a[0] [%n] [1] : tensor<?xi32> into tensor<?xi32>\n",
     GRN_E_SHAPE, "tensor.insert_slice: source has 3 elements along dimension 0, the slice has 2"},
    {"a slice to be written that leaves the tensor",
     OPEN("s", "3", "xi32") OPEN("a", "4", "xi32") INDEX("n", "2") INDEX("m", "3")
     "%0 = tensor.insert_slice %s into %a[%n] [%m] [1] : tensor<?xi32> into tensor<?xi32>\n",
     GRN_E_INDEX, "tensor.insert_slice: 3 elements from 2 at stride 1 leave dimension 0, which has 4"},
    /* clang-format on */

    /* clang-format off */
    {"tensor.expand_shape to another number of elements",
     OPEN("a", "4", "xi32") INDEX("n", "3")
     "%0 = tensor.expand_shape %a [[0, 1]] output_shape [%n, 2] : tensor<?xi32> into tensor<?x2xi32>\n",
     GRN_E_SHAPE, "tensor.expand_shape: dimension 0 has 4 elements, the output shape gives it another number"},
    {"tensor.expand_shape to more than can be counted",
     OPEN("a", "4", "xi32") INDEX("n", "4611686018427387904")
     "%0 = tensor.expand_shape %a [[0, 1]] output_shape [%n, %n] : tensor<?xi32> into tensor<?x?xi32>\n",
     GRN_E_SHAPE, "tensor.expand_shape: dimension 0 has 4 elements, the output shape gives it another number"},
    {"tensor.expand_shape to a negative size",
     OPEN("a", "4", "xi32") INDEX("n", "-2") INDEX("m", "-2")
     "%0 = tensor.expand_shape %a [[0, 1]] output_shape [%n, %m] : tensor<?xi32> into tensor<?x?xi32>\n",
     GRN_E_SHAPE, "tensor.expand_shape: operand #1 is -2, a size is not negative"},
    {"tensor.collapse_shape of more than can be counted, of nothing",
     INDEX("n", "4294967296") "%a = tensor.empty(%n, %n) : tensor<?x?x0xi32>\n"
     "%0 = tensor.collapse_shape %a [[0, 1], [2]] : tensor<?x?x0xi32> into tensor<?x0xi32>\n",
     GRN_E_SHAPE, "tensor.collapse_shape: dimension 0 has too many elements to count"},
    /* clang-format on */

    /* clang-format off */
    {"tcp.broadcast to a negative size",
     OPEN("a", "4", "x1xi32") INDEX("n", "-1") "%0 = tcp.broadcast %a, %n {axes = [1]} : tensor<?x1xi32>, index -> tensor<?x?xi32>\n",
     GRN_E_SHAPE, "tcp.broadcast: operand #1 is -1, a size is not negative"},
    {"tcp.broadcast to more than can be counted",
     "%a = arith.constant dense<0> : tensor<1x1xi32>\n" INDEX("n", "4611686018427387904")
     "%0 = tcp.broadcast %a, %n, %n {axes = [0, 1]} : tensor<1x1xi32>, index, index -> tensor<?x?xi32>\n",
     GRN_E_SHAPE, "tcp.broadcast: too many elements to count"},
/* clang-format on */

/* Sixteen dims, all of them to be chosen along, the first without elements; and sixteen of the
 * indices, which are none. */
#define ONES "1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x"
#define DIMS "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]"
#define FULL "tensor<0x" ONES "i32>"
#define INDICES "tensor<0x" ONES "16xi64>"
#define DENSE "tensor<0x" ONES "1x" ONES "i32>"
    {"a gather from nothing that needs a dimension more than there can be",
     "%a = tensor.empty() : " FULL "\n%i = tensor.empty() : " INDICES "\n"
     "%0 = tensor.gather %a[%i] gather_dims(" DIMS ") : (" FULL ", " INDICES ") -> " DENSE "\n",
     GRN_E_LIMIT, "tensor.gather: more than garner's limit of 32 dimensions"},
    {"a scatter into nothing that needs a dimension more than there can be",
     "%a = tensor.empty() : " FULL "\n%i = tensor.empty() : " INDICES "\n%s = tensor.empty() : " DENSE "\n"
     "%0 = tensor.scatter %s into %a[%i] scatter_dims(" DIMS ") unique : (" DENSE ", " FULL ", " INDICES ") -> " FULL
     "\n",
     GRN_E_LIMIT, "tensor.scatter: more than garner's limit of 32 dimensions"},
};

static void run_errors(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_run_error(&cases[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(run_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

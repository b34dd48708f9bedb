/*
 * test_text_cuts.c - every form of the grammar, cut behind each of its bytes, and with a byte that
 * no token begins with put before each of its bytes.
 *
 * The whole of each text is read; no proper prefix of it is, up to the last brace: the answer is
 * GRN_E_PARSE, with a message that stands in the text. A byte that no token begins with is an error
 * too, unless a comment or a string holds it. What is kept as it was written is what `print`
 * writes, and that is read as the same.
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
#include "support/text.h"

typedef struct notes {
    size_t errors;
    uint32_t line, column;
    char first[300];
} notes;

static void note(void *user, const grn_diagnostic *d)
{
    notes *n = user;
    if (d->severity == GRN_SEVERITY_ERROR && n->errors++ == 0) {
        n->line = d->place.line;
        n->column = d->place.column;
        snprintf(n->first, sizeof n->first, "%s", d->message);
    }
}

/* Each ends in a brace that its first line opened. */
static const struct {
    const char *claim, *text;
} forms[] = {
    {"attributes",
     "module attributes {a.unit, a.int = 3, a.neg = -7 : i8, a.big = 18446744073709551615 : ui64, a.f = 1.5e+2 : f32,\n"
     " a.bits = 0x7FC00000 : f32, a.index = 5 : index, a.t = true, a.str = \"x\\22\\n\\t\\\\\\0A\", a.typed = \"s\" : "
     "i32,\n"
     " a.list = [1, [], \"b\", @s], a.dict = {k = 1, \"a b\" = unit, c}, a.sym = @f::@g::@\"h i\", a.type = "
     "tensor<2xi1>} {\n}"},
    {"arrays", "module attributes {a.e = array<i64>, a.i = array<i32: -1, 0, 2>, a.b = array<i1: true, false>,\n"
               " a.f = array<f32: 1.5, -2.0, 0x7FC00000>, a.h = array<bf16: 1.0>, a.d = array<f64: 1.0e10>} {\n}"},
    {"dense literals",
     "module attributes {a.s = dense<1> : tensor<2x3xi32>, a.l = dense<[[1, -2], [3, 0x1F]]> : tensor<2x2xi16>,\n"
     " a.f = dense<[1.0, -1.5e-3, 0x7F800000]> : tensor<3xf32>, a.c = dense<[(1.0, -2.0), (0.0, 3.0)]> : "
     "tensor<2xcomplex<f32>>,\n"
     " a.b = dense<[true, false]> : tensor<2xi1>, a.x = dense<\"0x0100000002000000\"> : tensor<2xi32>, a.y = "
     "dense<\"0xFF\"> : "
     "tensor<9xi1>,\n"
     " a.e = dense<> : tensor<0xi8>, a.v = dense<[1, 2]> : vector<2xi8>, a.n = dense<[[], []]> : tensor<2x0xf32>} "
     "{\n}"},
    {"other attributes", "module attributes {a.map = affine_map<(d0, d1) -> (d1, d0)>, a.set = affine_set<(d0) : (d0 "
                         ">= 0)>, a.loc = loc(\"f\":1:2),\n"
                         " a.loc2 = loc(unknown), a.loc3 = loc(fused[\"a\":1:2, callsite(\"b\" at \"c\")]), a.strided "
                         "= strided<[1, ?], offset: 3>,\n"
                         " a.sparse = sparse<[[0, 0]], [1.0]> : tensor<3x4xf32>, a.d = distinct[0]<1>, a.o = "
                         "#x.y<{[(\"q>\")]}>, a.p = #x.z} {\n}"},
    {"types",
     "module attributes {a = (i1, si2, ui33) -> (), b = () -> index, c = tensor<*xf32>, d = tensor<?x4x0xbf16>, e = "
     "tensor<f64>,\n"
     " f = complex<f32>, g = tuple<>, h = tuple<i1, tuple<f16>>, i = none, j = memref<2x3xf32, 1>, k = "
     "vector<[4]x2xi8>,\n"
     " l = !x.y<a, {\"b\"}>, m = tensor<2xf8E4M3FN>, n = tensor<4x!x.y>, o = (() -> i1) -> ((i8) -> i8)} {\n}"},
    {"quantized types",
     "module attributes {a = tensor<2x!quant.uniform<i8:f32, 0.5:-3>>, b = !quant.uniform<u8:f32, 1.0>,\n"
     " c = !quant.uniform<i8<-8:7>:f32:1, {0.5, 2.0:3}>, d = tensor<4x!quant<uniform<i16:f32, 0.25:1>>>} {\n}"},
    {"dims, enums and structs",
     "module attributes {a = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [0], start_index_map = "
     "[0], "
     "index_vector_dim = 1>,\n"
     " b = #stablehlo<comparison_direction LT>, c = #stablehlo<precision HIGHEST>, d = #stablehlo.bounds<?, 4>,\n"
     " e = tensor<?x?xf32, #stablehlo.bounds<?, 4>>, f = #stablehlo.channel_handle<handle = 0, type = 1>} {\n}"},
    {"functions",
     "module @m {\n func.func private @\"a b\"(tensor<2xf32> {x.a = 1}, i1) -> (tensor<2xf32> {x.r}, i1) attributes {n "
     "= \"t\"}\n"
     " func.func @f(%x: tensor<2xf32> {x.a}, %p: tensor<2xi1> loc(\"l\")) -> tensor<2xf32> {\n"
     "  %0:2 = call @g(%x, %p) {k} : (tensor<2xf32>, tensor<2xi1>) -> (tensor<2xf32>, tensor<2xi1>) loc(\"c\":3:4)\n"
     "  %1 = stablehlo.select %0#1, %0#0, %x : tensor<2xi1>, tensor<2xf32>\n  return %1 : tensor<2xf32>\n }\n"
     " func.func private @g(%a: tensor<2xf32>, %b: tensor<2xi1>) -> (tensor<2xf32>, tensor<2xi1>) {\n"
     "  return %a, %b : tensor<2xf32>, tensor<2xi1>\n }\n}"},
    {"empty names", "module @\"\" {\n func.func @\"\"(%x: tensor<2xf32>) {\n  call @\"\"(%x) : (tensor<2xf32>) -> ()\n"
                    "  stablehlo.custom_call @\"\"(%x) : (tensor<2xf32>) -> ()\n  return\n }\n}"},
    {"generic ops, blocks, successors",
     "\"builtin.module\"() <{sym_name = \"m\"}> ({\n"
     "  \"func.func\"() <{sym_name = \"f\", function_type = (i1) -> ()}> ({\n  ^bb0(%c: i1):\n  "
     "  \"cf.br\"(%c)[^bb2] : (i1) -> ()\n"
     "  ^bb1:  // pred\n    \"cf.cond_br\"(%d)[^bb1, ^bb2] {k = 1 : i32} : (i1) -> ()\n"
     "  ^bb2(%d: i1):\n    \"x.two\"() ({\n    }, {\n      %e = \"x.op\"() : () -> i1\n    }) : "
     "() -> ()\n    \"cf.br\"()[^bb1] : () -> ()\n  }) {x} : () -> ()\n}) : () -> ()"},
    {"forms of ops",
     "module {\n func.func @f(%x: tensor<4x5xf32>, %z: tensor<f32>, %n: tensor<i32>) -> tensor<5xf32> {\n"
     "  %0 = stablehlo.iota dim = 0 : tensor<4x5xi32>\n  %1 = stablehlo.constant dense<2.0> : tensor<4x5xf32>\n"
     "  %2 = stablehlo.add %x, %1 : tensor<4x5xf32>\n  %3 = stablehlo.compare LT, %2, %1, FLOAT : (tensor<4x5xf32>, "
     "tensor<4x5xf32>) -> tensor<4x5xi1>\n"
     "  %4 = stablehlo.slice %2 [0:2, 1:5:2] : (tensor<4x5xf32>) -> tensor<2x2xf32>\n"
     "  %5 = stablehlo.pad %4, %z, low = [0, -1], high = [1, 0], interior = [1, 0] : (tensor<2x2xf32>, tensor<f32>) -> "
     "tensor<4x1xf32>\n"
     "  %6 = stablehlo.concatenate %x, %5, dim = 1 : (tensor<4x5xf32>, tensor<4x1xf32>) -> tensor<4x6xf32>\n"
     "  %7 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4x5xf32>, "
     "tensor<f32>) -> "
     "tensor<5xf32>\n"
     "  %8:2 = stablehlo.while(%a = %n, %b = %7) : tensor<i32>, tensor<5xf32>\n   cond {\n    %p = stablehlo.compare "
     "LT, %a, %n : "
     "(tensor<i32>, tensor<i32>) -> tensor<i1>\n"
     "    stablehlo.return %p : tensor<i1>\n   } do {\n    stablehlo.return %a, %b : tensor<i32>, tensor<5xf32>\n   }\n"
     "  %9 = stablehlo.dynamic_slice %x, %n, %n, sizes = [1, 5] : (tensor<4x5xf32>, tensor<i32>, tensor<i32>) -> "
     "tensor<1x5xf32>\n"
     "  %10 = stablehlo.custom_call @t(%x) {has_side_effect = true, a = [1]} : (tensor<4x5xf32>) -> tensor<4x5xf32>\n"
     "  %11 = stablehlo.composite \"a.b\" %z {decomposition = @d, version = 1 : i32} : (tensor<f32>) -> tensor<f32>\n"
     "  %12 = stablehlo.reduce(%x init: %z) across dimensions = [0, 1] : (tensor<4x5xf32>, tensor<f32>) -> "
     "tensor<f32>\n"
     "   reducer(%s: tensor<f32>, %t: tensor<f32>) {\n    %u = stablehlo.add %s, %t : tensor<f32>\n    "
     "stablehlo.return %u : "
     "tensor<f32>\n   }\n"
     "  return %8#1 : tensor<5xf32>\n }\n func.func private @d(%z: tensor<f32>) -> tensor<f32> {\n  return %z : "
     "tensor<f32>\n "
     "}\n}"},
    {"words of other dialects",
     "module {\n func.func @f(%x: tensor<4x5xf32>, %i: tensor<3x1xi64>, %u: tensor<3x5xf32>) -> tensor<3x5xf32> {\n"
     "  %0 = tensor.gather %x[%i] gather_dims([0]) unique : (tensor<4x5xf32>, tensor<3x1xi64>) -> tensor<3x5xf32>\n"
     "  %1 = tensor.scatter %u into %x[%i] scatter_dims([0]) unique : (tensor<3x5xf32>, tensor<4x5xf32>, "
     "tensor<3x1xi64>) -> "
     "tensor<4x5xf32>\n"
     "  %2 = tensor.empty() : tensor<5x4xf32>\n  %3 = linalg.transpose ins(%x : tensor<4x5xf32>) outs(%2 : "
     "tensor<5x4xf32>) "
     "permutation = [1, 0]\n"
     "  %c = arith.constant 1 : index\n  %4 = tensor.extract_slice %1[%c, 0] [3, 5] [1, 1] : tensor<4x5xf32> to "
     "tensor<3x5xf32>\n"
     "  %5 = tensor.expand_shape %4 [[0], [1, 2]] output_shape [3, 1, 5] : tensor<3x5xf32> into tensor<3x1x5xf32>\n"
     "  %6 = tensor.collapse_shape %5 [[0, 1], [2]] : tensor<3x1x5xf32> into tensor<3x5xf32>\n"
     "  %7 = arith.cmpf olt, %6, %0 : tensor<3x5xf32>\n  %8 = arith.select %7, %6, %0 : tensor<3x5xi1>, "
     "tensor<3x5xf32>\n"
     "  return %8 : tensor<3x5xf32>\n }\n}"},
    {"StableHLO's own forms of ops",
     "module {\n"
     " func.func @f(%x: tensor<2x3xf32>, %y: tensor<3x2xf32>, %b: tensor<2x2x2xf32>, %v: tensor<2xf32>, %z: "
     "tensor<f32>, %i: "
     "tensor<i32>) -> tensor<2x2xf32> {\n"
     "  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0], precision = [HIGH] {a.k} : (tensor<2x3xf32>, "
     "tensor<3x2xf32>) -> tensor<2x2xf32>\n"
     "  %1 = stablehlo.dot_general %b, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = "
     "[DEFAULT, HIGHEST] "
     ": (tensor<2x2x2xf32>, tensor<2x2x2xf32>) -> tensor<2x2x2xf32>\n"
     "  %2 = stablehlo.complex %v, %v : tensor<2xcomplex<f32>>\n"
     "  %3 = stablehlo.complex %v, %v {a.k} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f32>>\n"
     "  %4 = stablehlo.reduce_precision %v, format = e5m10 : tensor<2xf32>\n"
     "  %5:2 = stablehlo.optimization_barrier {a.k} %v, %x : tensor<2xf32>, tensor<2x3xf32>\n"
     "  stablehlo.optimization_barrier()\n"
     "  %6 = stablehlo.tuple %v, %x {a.k} : tuple<tensor<2xf32>, tensor<2x3xf32>>\n"
     "  %7 = stablehlo.tuple %v : (tensor<2xf32>) -> tuple<tensor<2xf32>>\n"
     "  %8 = stablehlo.tuple : tuple<>\n"
     "  %9 = stablehlo.get_tuple_element %6[1] : (tuple<tensor<2xf32>, tensor<2x3xf32>>) -> tensor<2x3xf32>\n"
     "  %10 = stablehlo.constant() <{value = dense<1> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 0.5>>\n"
     "  %11:2 = stablehlo.reduce(%v init: %z), (%v init: %z) across dimensions = [0] {a.k} : (tensor<2xf32>, "
     "tensor<2xf32>, "
     "tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)\n"
     "   reducer(%p: tensor<f32>, %q: tensor<f32>) (%r: tensor<f32>, %s: tensor<f32>) {\n"
     "    %t = stablehlo.add %p, %q : tensor<f32>\n"
     "    stablehlo.return %t, %r : tensor<f32>, tensor<f32>\n"
     "   }\n"
     "  stablehlo.while() attributes {a.k}\n"
     "   cond {\n"
     "    %t = stablehlo.constant dense<false> : tensor<i1>\n"
     "    stablehlo.return %t : tensor<i1>\n"
     "   } do {\n"
     "    stablehlo.return\n"
     "   }\n"
     "  %14 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = bf16, "
     "rhs_precision_type = bf16, accumulation_type = f32,\n"
     "   lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 6, allow_imprecise_accumulation "
     "= false> : "
     "(tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>\n"
     "  %15 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0], algorithm = #x.y<0> : (tensor<2x3xf32>, "
     "tensor<3x2xf32>) "
     "-> tensor<2x2xf32>\n"
     "  %12 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>\n"
     "  %13 = stablehlo.custom_call @a.b(%v, %v) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>\n"
     "  return %0 : tensor<2x2xf32>\n"
     " }\n"
     "}"},
    {"forms of arith, tensor, tcp and linalg",
     "module {\n"
     " func.func @f(%x: tensor<4x5xf32>, %i: tensor<3x1xi64>, %u: tensor<3x5xf32>, %d: tensor<?x5xf32>, %v: "
     "tensor<1x5xf32>, %e: "
     "tensor<4x5xi64>, %n: index, %b: i1) -> tensor<?x5xf32> {\n"
     "  %0 = tensor.gather %x[%i] gather_along_dimension(0) : tensor<4x5xf32>[tensor<3x1xi64>] -> tensor<3x5xf32>\n"
     "  %1 = scatter %u into %x[%i] coordinates = [0] unique {a.k} : tensor<3x5xf32> into "
     "tensor<4x5xf32>[tensor<3x1xi64>] -> "
     "tensor<4x5xf32>\n"
     "  %2 = tensor.concat dim(0) %x, %u : (tensor<4x5xf32>, tensor<3x5xf32>) -> tensor<7x5xf32>\n"
     "  %3 = tensor.cast %x : tensor<4x5xf32> to tensor<?x5xf32>\n"
     "  %4 = tensor.dim %d, %n : tensor<?x5xf32>\n"
     "  %5 = tensor.splat %n[%n] : tensor<?x5xindex>\n"
     "  %6 = tensor.from_elements %n, %n : tensor<2xindex>\n"
     "  %7 = tensor.extract %x[%n, %n] {a.k} : tensor<4x5xf32>\n"
     "  %8 = tensor.insert_slice %u into %x[%n, 0] [3, 5] [1, 1] : tensor<3x5xf32> into tensor<4x5xf32>\n"
     "  %9 = tensor.expand_shape %u [[0], [1, 2]] : (tensor<3x5xf32>) -> tensor<3x1x5xf32>\n"
     "  %10 = tensor.collapse_shape %9 [[0, 1], [2]] {a.k} : (tensor<3x1x5xf32>) -> tensor<3x5xf32>\n"
     "  %11 = tensor.expand_shape %d [[0, 1], [2]] output_shape [1, %n, 5] : tensor<?x5xf32> into tensor<1x?x5xf32>\n"
     "  %13 = tcp.broadcast %v, %n {axes = [0]} : tensor<1x5xf32>, index -> tensor<?x5xf32>\n"
     "  %14 = tcp.gather %x, %e {dim = 0, a.k} : (tensor<4x5xf32>, tensor<4x5xi64>) -> tensor<4x5xf32>\n"
     "  %15 = tcp.slice %x starts(%n, %n) sizes(%n, %n) strides(%n, %n) : tensor<4x5xf32> -> tensor<?x?xf32>\n"
     "  %16 = arith.cmpi ult, %n, %4 {a.k} : index\n"
     "  %17 = arith.select %16, %n, %4 : index\n"
     "  %18 = arith.index_cast %n : index to i64\n"
     "  %19 = arith.constant {a.k} dense<[1, 2]> : tensor<2xi32>\n"
     "  %20 = tensor.empty(%n) : tensor<?x4x5xf32>\n"
     "  %21 = linalg.broadcast ins(%x : tensor<4x5xf32>) outs(%20 : tensor<?x4x5xf32>) dimensions = [0]\n"
     "  check.expect_close %x, %x, max_ulp_difference = 3, min_ulp_difference = 1 : tensor<4x5xf32>, tensor<4x5xf32>\n"
     "  return %3 : tensor<?x5xf32>\n"
     " }\n"
     "}"},
    {"torch's words", "module {\n func.func @f(%x: !torch.vtensor<[4,5],f32>, %i: !torch.vtensor<[4,5],si64>) -> "
                      "!torch.vtensor<[4,5],f32> {\n"
                      "  %d = torch.constant.int 1\n  %f = torch.constant.bool false\n  %n = torch.constant.none\n  %h "
                      "= torch.constant.float "
                      "1.500000e+00\n"
                      "  %l = torch.prim.ListConstruct %d, %d : (!torch.int, !torch.int) -> !torch.list<int>\n"
                      "  %v = torch.vtensor.literal(dense<0> : tensor<2xsi64>) : !torch.vtensor<[2],si64>\n"
                      "  %0 = torch.aten.gather %x, %d, %i, %f : !torch.vtensor<[4,5],f32>, !torch.int, "
                      "!torch.vtensor<[4,5],si64>, !torch.bool -> "
                      "!torch.vtensor<[4,5],f32>\n"
                      "  return %0 : !torch.vtensor<[4,5],f32>\n }\n}"},
    {"branches and rows whose ports have names",
     "module {\n func.func @f(%c: i1, %x: i32, %m: memref<?xf32>, %i: index, %v: vector<4xi32>, %k: vector<4xi1>, %p: "
     "vector<4xf32>) {\n"
     "  cf.cond_br %c, ^bb1(%x : i32), ^bb2\n ^bb1(%a: i32):\n  cf.switch %a : i32, [default: ^bb2, 42: ^bb1(%a : "
     "i32)]\n ^bb2:\n"
     "  %0 = vector.gather %m[%i][%v], %k, %p : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into "
     "vector<4xf32>\n"
     "  %1 = vector.reduction <add>, %0 : vector<4xf32> into f32\n  %2 = vector.shuffle %0, %0 [0, 1] : vector<4xf32>, "
     "vector<4xf32>\n"
     "  %3 = affine.load %m[%i + 3 * (symbol(%i) mod 2)] : memref<?xf32>\n"
     "  %4 = affine.for %j = 0 to min affine_map<(d0)[s0] -> (d0, s0)>(%i)[%i] step 2 iter_args(%q = %3) -> (f32) {\n  "
     " "
     "affine.yield %q : f32\n  }\n"
     "  %5 = math.unknown %4 {k} : f32 to f64\n  return\n }\n}"},
    {"loops over shared tensors",
     "module {\n func.func @f(%t: tensor<4xf32>, %n: index) -> tensor<4xf32> {\n"
     "  %w = scf.forall (%p) in (%n) shared_outs(%o = %t) -> (tensor<4xf32>) {\n"
     "   %e = tensor.extract_slice %o[%p] [1] [1] : tensor<4xf32> to tensor<1xf32>\n"
     "   scf.forall.in_parallel {\n    tensor.parallel_insert_slice %e into %o[%p] [1] [1] : tensor<1xf32> into "
     "tensor<4xf32>\n   "
     "}\n  }\n"
     "  %u = scf.index_switch %n -> tensor<4xf32>\n  case 2 {\n   scf.yield %w : tensor<4xf32>\n  }\n  default {\n   "
     "scf.yield %t "
     ": tensor<4xf32>\n  }\n"
     "  %r = linalg.map { math.absf } ins(%u : tensor<4xf32>) outs(%t : tensor<4xf32>)\n"
     "  %g = mhlo.add %r, %r {a = #foo.bar<1> : !foo.t} : tensor<4xf32>\n  return %g : tensor<4xf32>\n }\n}"},
};

/* What aliases and metadata stand outside of any brace. */
static const char around[] =
    "#a = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = "
    "1>\n"
    "#l = loc(\"f\":1:2)\n!t = tensor<2xi32>\n"
    "func.func @f(%x: !t) -> !t {\n  %0 = stablehlo.constant dense_resource<\"a b\"> : !t loc(#l)\n"
    "  %1 = stablehlo.constant dense_resource<c> : !t\n  %2 = stablehlo.add %0, %1 : !t\n  return %2 : !t\n} loc(#l)\n"
    "{-#\n  dialect_resources: {\n    builtin: {\n      \"a b\": \"0x040000000100000002000000\",\n      c: "
    "\"0x040000000300000004000000\"\n    },\n"
    "    other: {k: \"v\"}\n  },\n  external_resources: {x: {y: 1, z: [true]}}\n#-}\n";

static grn_status read_text(const char *bytes, size_t n, notes *reported, grn_module **out)
{
    *reported = (notes){0};
    const grn_module_options how = {.allow_unregistered = true};
    return grn_module_parse(bytes, n, &how, &(grn_diag){note, reported}, out);
}

/* In memory that ends where the text ends, so that a byte read behind it is seen. */
static grn_status read_exactly(const char *bytes, size_t n, notes *reported)
{
    char *copy = malloc(n ? n : 1);
    grn_module *m = NULL;
    assert_non_null(copy);
    memcpy(copy, bytes, n);
    grn_status status = read_text(copy, n, reported, &m);
    assert_true((status == GRN_OK) == (m != NULL));
    grn_module_destroy(m);
    free(copy);
    return status;
}

static void check_place(const char *claim, size_t at, const char *bytes, const notes *reported)
{
    uint32_t lines = 1;
    for (const char *c = bytes; *c; c++)
        lines += *c == '\n';
    if (reported->errors == 0 || reported->line == 0 || reported->line > lines || reported->column == 0 ||
        reported->first[0] == '\0')
        fail_msg("%s, at byte %zu: %zu errors, the first at %u:%u: '%s'", claim, at, reported->errors,
                 (unsigned)reported->line, (unsigned)reported->column, reported->first);
}

static void forms_are_read_and_written(void **state)
{
    (void)state;
    for (size_t i = 0; i <= sizeof forms / sizeof *forms; i++) {
        const char *bytes = i < sizeof forms / sizeof *forms ? forms[i].text : around;
        for (int generic = 0; generic < 2; generic++) {
            notes reported;
            grn_module *m = NULL;
            if (read_text(bytes, strlen(bytes), &reported, &m) != GRN_OK)
                fail_msg("%s\n%u:%u: %s", bytes, (unsigned)reported.line, (unsigned)reported.column, reported.first);
            grn_text_buffer once = text_of_module(m, generic);
            grn_module_destroy(m);
            if (read_text(once.text, once.size_bytes, &reported, &m) != GRN_OK)
                fail_msg("%s\n%u:%u: %s", once.text, (unsigned)reported.line, (unsigned)reported.column,
                         reported.first);
            grn_text_buffer twice = text_of_module(m, generic);
            grn_module_destroy(m);
            assert_string_equal(once.text, twice.text);
            grn_text_buffer_free(&once);
            grn_text_buffer_free(&twice);
        }
    }
}

static void cut_forms_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        size_t n = strlen(forms[i].text);
        for (size_t cut = 1; cut < n; cut++) {
            notes reported;
            grn_status status = read_exactly(forms[i].text, cut, &reported);
            if (status != GRN_E_PARSE)
                fail_msg("%s, cut behind byte %zu: %s", forms[i].claim, cut, grn_status_text(status));
            check_place(forms[i].claim, cut, forms[i].text, &reported);
        }
    }
    for (size_t cut = 0; cut < strlen(around); cut++) { /* its pieces are whole texts too */
        notes reported;
        if (read_exactly(around, cut, &reported) != GRN_OK)
            check_place("aliases and metadata", cut, around, &reported);
    }
}

/* Whether a string, a comment or what is kept unread holds the byte is not known here: then the
 * text is read. */
static void bytes_of_no_token_are_refused(void **state)
{
    static const char bad[] = {'\x01', '`', '|', ';'};
    (void)state;
    for (size_t i = 0; i <= sizeof forms / sizeof *forms; i++) {
        const char *whole = i < sizeof forms / sizeof *forms ? forms[i].text : around;
        size_t n = strlen(whole), refused = 0;
        for (size_t at = 0; at <= n; at++) {
            grn_text_buffer t = {0};
            notes reported;
            text_add(&t, whole, at);
            text_add(&t, &bad[at % sizeof bad], 1);
            text_add(&t, whole + at, n - at);
            grn_status status = read_exactly(t.text, t.size_bytes, &reported);
            assert_true(status == GRN_OK || status == GRN_E_PARSE);
            if (status == GRN_E_PARSE)
                check_place(whole, at, t.text, &reported);
            grn_text_buffer_free(&t);
            refused += status == GRN_E_PARSE;
        }
        assert_true(2 * refused > n); /* strings and what is kept unread are the lesser part */
    }
}

/* A token left out, or another in its place: refused with a place in the text, or read. */
static void changed_tokens_end_well(void **state)
{
    static const char *const other[] = {
        "",       " , ",    " : ",  " -> ", " \"s\" ", " 5 ", " -1.5 ", " @f ",
        " %x ",   " #a ",   " !t ", " { ",  " > ",     " ( ", " [ ",    " 99999999999999999999 ",
        " true ", " ^bb9 ", " x "};
    (void)state;
    for (size_t i = 0; i <= sizeof forms / sizeof *forms; i++) {
        const char *whole = i < sizeof forms / sizeof *forms ? forms[i].text : around;
        size_t n = strlen(whole), step = 0;
        for (size_t at = 0; at < n; at++) {
            size_t end = at + 1;
            bool word = whole[at] > ' ' &&
                        strspn(whole + at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.") > 0;
            if (whole[at] <= ' ')
                continue;
            if (word)
                end = at + strspn(whole + at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.");
            for (size_t k = 0; k < 4; k++) {
                const char *with = other[(step++ * 7) % (sizeof other / sizeof *other)];
                grn_text_buffer t = {0};
                notes reported;
                text_add(&t, whole, at);
                text_add(&t, with, strlen(with));
                text_add(&t, whole + end, n - end);
                grn_status status = read_exactly(t.text, t.size_bytes, &reported);
                if (status != GRN_OK)
                    check_place(whole, at, t.text, &reported);
                grn_text_buffer_free(&t);
            }
            at = end - 1;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_are_read_and_written), cmocka_unit_test(cut_forms_are_refused),
        cmocka_unit_test(bytes_of_no_token_are_refused), cmocka_unit_test(changed_tokens_end_well)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// RUN: some-opt %s -split-input-file | FileCheck %s
#map = affine_map<(d0, d1)[s0] -> (d0 * 2 + s0, d1 floordiv 4)>
#set = affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 mod 2 == 0)>
!t = tensor<4x?xf32>
!q = !quant.uniform<i8:f32, 0.5:3>
#enc = #foo.encoding<"a>b", {x = [1 -> 2]}>
#loc = loc("file.mlir":1:2)
#loc1 = loc(callsite("f" at #loc))
#loc2 = loc(fused<"x">[#loc, #loc1])
// CHECK-LABEL: func @f
module @outer attributes {foo.bar = #foo.x<1>, dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<index, 64>>, foo.sym = @a::@b::@"c d", foo.d = distinct[0]<unit>, foo.s = sparse<[[0, 0]], [1.0]> : tensor<2x2xf32>, foo.hx = 0x7FC00000 : f32, foo.big = 170141183460469231731687303715884105727 : i1024} {
  module @inner attributes {} {
    func.func private @decl(tensor<*xf32> {foo.a}, memref<*xf32, 1>, vector<[4]x2xf32>, !q, complex<f64>, tuple<i32, tuple<>>, f8E4M3FN, f8E5M2FNUZ, tf32, i1024, none, !llvm.ptr<3>, !foo.t<"a -> b", (i32) -> i64, [1, 2]>) -> (tensor<2xf32> {foo.r = 1 : i8}, i32)
    func.func nested @n(%arg0: !t {foo.a = dense<[1, 2]> : tensor<2xi32>} loc("x"), %arg1: memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>>, %arg2: memref<2xf32, strided<[?], offset: ?>, 3>, %arg3: tensor<2xf32, #enc>) -> (!t {jax.result_info = ""}) attributes {llvm.emit_c_interface, a = [unit, i32, @f, "s", 1.5e3 : f16, -1 : si8, true]} {
      %0:2 = "foo.op"(%arg0) ({
        ^bb0(%x: i32 loc("a")):
          "foo.br"()[^bb1, ^bb2] : () -> ()
        ^bb1:
          "foo.end"() : () -> ()
        ^bb2:
          "foo.br"()[^bb1] {a} : () -> ()
      }, {}) {v = dense<"0x01020304"> : tensor<4xi8>, r = dense_resource<blob> : tensor<2xf32>, m = #map, s = #set} : (!t) -> (!t, i32) loc(#loc2)
      %1 = "foo.props"() <{a = 1 : i32, b}> {c} : () -> (() -> ())
      return %0#0 : !t loc(#loc1)
    } loc(unknown)
  }
  "foo.global"() <{sym_name = "g", sym_visibility = "private"}> ({ }) : () -> ()
  "foo.func"() ({
  ^bb0(%a: i32):
    "foo.return"(%a) : (i32) -> ()
  }) {sym_name = "h", function_type = (i32) -> i32} : () -> ()
} loc(#loc)
{-#
  dialect_resources: {
    builtin: {
      blob: "0x04000000000000000000803F"
    }
  },
  external_resources: { mlir_reproducer: { pipeline: "x", disable_threading: true } }
#-}

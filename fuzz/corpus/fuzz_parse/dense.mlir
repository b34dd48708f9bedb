"t.t"() {a = dense<"0x0000803F00000040"> : tensor<2xf32>, b = dense<[0x7FC00000, -1.5e0]> : tensor<2xf32>, c = dense<(1.0, -2.0)> : tensor<2xcomplex<f32>>, d = dense<> : tensor<0x2xi4>, e = dense<"0x05"> : tensor<3xi1>, f = dense<true> : tensor<i1>, g = dense<[[(1, 2)], [(3, 4)]]> : tensor<2x1xcomplex<i32>>, h = dense<["a", "b"]> : tensor<2x!x.string>, i = dense_resource<r> : tensor<2xi32>, j = sparse<[[0, 1]], [7]> : tensor<2x2xi32>} : () -> ()
{-#
  dialect_resources: { builtin: { r: "0x040000000100000002000000" } }
#-}

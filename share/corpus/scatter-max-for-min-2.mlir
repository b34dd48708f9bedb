// Misread: maximum instead of minimum. After kokkos/kokkos#5045.
func.func @main() {
  %0 = stablehlo.constant dense<0> : tensor<2x2x1xi32>
  %1 = stablehlo.constant dense<[[0.000000e+00], [-1.000000e+00]]> : tensor<2x1xf32>
  %2 = stablehlo.constant dense<-1.401300e-45> : tensor<2x1x2x2xf32>
  %3 = "stablehlo.scatter"(%1, %0, %2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>}> ({
  ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
    %4 = stablehlo.minimum %arg0, %arg1 : tensor<f32>
    stablehlo.return %4 : tensor<f32>
  }) : (tensor<2x1xf32>, tensor<2x2x1xi32>, tensor<2x1x2x2xf32>) -> tensor<2x1xf32>
  check.expect_eq_const %3, dense<[[-1.401300e-45], [-1.000000e+00]]> : tensor<2x1xf32>
  return
}

// Misread: batching dimensions of operand and indices are paired in another order. After openxla/stablehlo#2259.
func.func @main() {
  %0 = stablehlo.constant dense<[[0.000000e+00, 1.000000e+00], [0.000000e+00, 0.000000e+00]]> : tensor<2x2xf32>
  %1 = stablehlo.constant dense<> : tensor<2x2x0xi32>
  %2 = "stablehlo.scatter"(%0, %1, %0) <{scatter_dimension_numbers = #stablehlo.scatter<input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 1], index_vector_dim = 2>}> ({
  ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
    stablehlo.return %arg1 : tensor<f32>
  }) : (tensor<2x2xf32>, tensor<2x2x0xi32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %2, dense<[[0.000000e+00, 1.000000e+00], [0.000000e+00, 0.000000e+00]]> : tensor<2x2xf32>
  return
}

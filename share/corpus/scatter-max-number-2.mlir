// Misread: of NaN and a number the number stays. After tensorflow/tensorflow#127626.
func.func @main() {
  %0 = stablehlo.constant dense<0.000000e+00> : tensor<2x2xf32>
  %1 = stablehlo.constant dense<[[0.000000e+00, -1.000000e+00], [0x7FC00000, 0.000000e+00]]> : tensor<2x2xf32>
  %2 = stablehlo.constant dense<> : tensor<2x2x0xi32>
  %3 = "stablehlo.scatter"(%0, %2, %1) <{scatter_dimension_numbers = #stablehlo.scatter<input_batching_dims = [0, 1], scatter_indices_batching_dims = [1, 0], index_vector_dim = 2>}> ({
  ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
    %4 = stablehlo.minimum %arg0, %arg1 : tensor<f32>
    stablehlo.return %4 : tensor<f32>
  }) : (tensor<2x2xf32>, tensor<2x2x0xi32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %expected0 = stablehlo.constant dense<[[0.000000e+00, 0x7FC00000], [-1.000000e+00, 0.000000e+00]]> : tensor<2x2xf32>
  check.expect_close %3, %expected0, max_ulp_difference = 0 : tensor<2x2xf32>, tensor<2x2xf32>
  return
}

// Misread: index vectors are taken along the first dimension. After jax-ml/jax#463.
func.func @main() {
  %0 = stablehlo.constant dense<0.000000e+00> : tensor<1x1x1x1xf32>
  %1 = stablehlo.constant dense<[[[0, 0], [0, 0], [0, 0]], [[0, 0], [0, 0], [0, 1]], [[1, 0], [0, 0], [0, 0]]]> : tensor<3x3x2xi32>
  %2 = stablehlo.constant dense<[[[[0.000000e+00, 0.000000e+00], [0.000000e+00, 0.000000e+00], [2.000000e+00, 0.000000e+00]]]]> : tensor<1x1x3x2xf32>
  %3 = "stablehlo.scatter"(%0, %1, %2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1, 2], index_vector_dim = 1>}> ({
  ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
    stablehlo.return %arg1 : tensor<f32>
  }) : (tensor<1x1x1x1xf32>, tensor<3x3x2xi32>, tensor<1x1x3x2xf32>) -> tensor<1x1x1x1xf32>
  check.expect_eq_const %3, dense<0.000000e+00> : tensor<1x1x1x1xf32>
  return
}

// Misread: the last index vectors are not scattered. After jax-ml/jax#21708.
func.func @main() {
  %0 = stablehlo.constant dense<[[[0, 0, 0]], [[0, 0, 0]], [[0, 1, 0]]]> : tensor<3x1x3xi32>
  %1 = stablehlo.constant dense<0.000000e+00> : tensor<1x2x1x1xf32>
  %2 = stablehlo.constant dense<[[[[0.000000e+00], [1.000000e+00], [2.000000e+00]]]]> : tensor<1x1x3x1xf32>
  %3 = "stablehlo.scatter"(%1, %0, %2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1, 2], index_vector_dim = 2>}> ({
  ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
    stablehlo.return %arg1 : tensor<f32>
  }) : (tensor<1x2x1x1xf32>, tensor<3x1x3xi32>, tensor<1x1x3x1xf32>) -> tensor<1x2x1x1xf32>
  check.expect_eq_const %3, dense<[[[[1.000000e+00]], [[2.000000e+00]]]]> : tensor<1x2x1x1xf32>
  return
}

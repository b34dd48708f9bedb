// Misread: index vectors are taken along the first dimension. After jax-ml/jax#463.
func.func @main() {
  %0 = stablehlo.constant dense<1> : tensor<3xi32>
  %1 = stablehlo.constant dense<[[[0.000000e+00]], [[1.000000e+00]]]> : tensor<2x1x1xf32>
  %2 = stablehlo.constant dense<[[0, 1], [0, 1]]> : tensor<2x2xi32>
  %3 = "stablehlo.dynamic_gather"(%1, %2, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 1>}> : (tensor<2x1x1xf32>, tensor<2x2xi32>, tensor<3xi32>) -> tensor<1x1x2xf32>
  check.expect_eq_const %3, dense<1.000000e+00> : tensor<1x1x2xf32>
  return
}

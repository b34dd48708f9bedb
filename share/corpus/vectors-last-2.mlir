// Misread: index vectors are taken along the last dimension. After jax-ml/jax#463.
func.func @main() {
  %0 = stablehlo.constant dense<[[0, 0], [1, 0]]> : tensor<2x2xi32>
  %1 = stablehlo.constant dense<[[0.000000e+00], [1.000000e+00]]> : tensor<2x1xf32>
  %2 = "stablehlo.gather"(%1, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0, 1]>, slice_sizes = array<i64: 1, 1>}> : (tensor<2x1xf32>, tensor<2x2xi32>) -> tensor<1x2xf32>
  check.expect_eq_const %2, dense<0.000000e+00> : tensor<1x2xf32>
  return
}

// Misread: the first index vector counts for all. After tillahoffmann/jax-mps#60.
func.func @main() {
  %0 = stablehlo.constant dense<[[[0, 1]], [[0, 0]]]> : tensor<2x1x2xi32>
  %1 = stablehlo.constant dense<[[0.000000e+00, 1.000000e+00, 2.000000e+00]]> : tensor<1x3xf32>
  %2 = "stablehlo.gather"(%1, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<1x3xf32>, tensor<2x1x2xi32>) -> tensor<2x1x1xf32>
  check.expect_eq_const %2, dense<[[[1.000000e+00]], [[0.000000e+00]]]> : tensor<2x1x1xf32>
  return
}

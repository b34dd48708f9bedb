// Misread: index vectors are taken along the last dimension. After jax-ml/jax#463.
func.func @main() {
  %0 = stablehlo.constant dense<[[[[false], [true]]]]> : tensor<1x1x2x1xi1>
  %1 = stablehlo.constant dense<[[[[0, 0, 0], [0, 0, 0], [1, 0, 0]], [[0, 0, 0], [0, 0, 0], [0, 0, 1]]]]> : tensor<1x2x3x3xi32>
  %2 = "stablehlo.gather"(%0, %1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0, 1], operand_batching_dims = [3], start_indices_batching_dims = [0], start_index_map = [0, 1, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 1, 1>}> : (tensor<1x1x2x1xi1>, tensor<1x2x3x3xi32>) -> tensor<1x1x2x3xi1>
  check.expect_eq_const %2, dense<[[[[true, false, false], [false, false, true]]]]> : tensor<1x1x2x3xi1>
  return
}

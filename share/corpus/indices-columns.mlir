// Misread: the indices' memory is read with their first dimension as the fastest. After pytorch/pytorch#129093.
func.func @main() {
  %0 = stablehlo.constant dense<[[0, 1], [0, 0]]> : tensor<2x2xi32>
  %1 = stablehlo.constant dense<[[[0.000000e+00, 1.000000e+00]], [[1.000000e+00, 2.000000e+00]]]> : tensor<2x1x2xf32>
  %2 = "stablehlo.gather"(%1, %0) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], operand_batching_dims = [2], start_indices_batching_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 0>}> : (tensor<2x1x2xf32>, tensor<2x2xi32>) -> tensor<2xf32>
  check.expect_eq_const %2, dense<[0.000000e+00, 1.000000e+00]> : tensor<2xf32>
  return
}

// Misread: batching dimensions of operand and indices are paired in another order. After openxla/stablehlo#2259.
func.func @main() {
  %0 = stablehlo.constant dense<[[[[0.000000e+00], [1.000000e+00]], [[0.000000e+00], [0.000000e+00]]]]> : tensor<1x2x2x1xf32>
  %1 = stablehlo.constant dense<0> : tensor<2x2x1xi32>
  %2 = "stablehlo.gather"(%0, %1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 3], operand_batching_dims = [1, 2], start_indices_batching_dims = [0, 1], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 1, 1>}> : (tensor<1x2x2x1xf32>, tensor<2x2x1xi32>) -> tensor<2x2xf32>
  check.expect_eq_const %2, dense<[[0.000000e+00, 1.000000e+00], [0.000000e+00, 0.000000e+00]]> : tensor<2x2xf32>
  return
}

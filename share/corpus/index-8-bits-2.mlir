// Misread: indices are cut to 8 bits. After openxla/xla#48718.
func.func @main() {
  %0 = stablehlo.constant dense<[[[[false], [true]]]]> : tensor<1x1x2x1xi1>
  %1 = stablehlo.constant dense<[[[[0], [0], [9223372036854775807]], [[0], [1], [1]]]]> : tensor<1x2x3x1xi64>
  %2 = "stablehlo.gather"(%0, %1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0, 1], operand_batching_dims = [3], start_indices_batching_dims = [0], start_index_map = [0, 1, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 1, 1>}> : (tensor<1x1x2x1xi1>, tensor<1x2x3x1xi64>) -> tensor<1x1x2x1xi1>
  check.expect_eq_const %2, dense<true> : tensor<1x1x2x1xi1>
  return
}

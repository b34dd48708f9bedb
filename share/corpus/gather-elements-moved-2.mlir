// Misread: each element of a window is moved into range, not the window. After openxla/stablehlo#1541.
func.func @main() {
  %0 = stablehlo.constant dense<[[[[false]], [[true]]]]> : tensor<1x2x1x1xi1>
  %1 = stablehlo.constant dense<1> : tensor<1x1x3x1xi32>
  %2 = "stablehlo.gather"(%0, %1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0, 2], operand_batching_dims = [3], start_indices_batching_dims = [0], start_index_map = [0, 1, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 1, 1>}> : (tensor<1x2x1x1xi1>, tensor<1x1x3x1xi32>) -> tensor<2x1x1x1xi1>
  check.expect_eq_const %2, dense<[[[[false]]], [[[true]]]]> : tensor<2x1x1x1xi1>
  return
}

// Misread: the operand's memory is read with its first dimension as the fastest. After ml-explore/mlx#3647.
func.func @main() {
  %0 = stablehlo.constant dense<[[[false, false], [false, true], [false, false]]]> : tensor<1x3x2xi1>
  %1 = stablehlo.constant dense<0> : tensor<3x1x2x1xi32>
  %2 = "stablehlo.gather"(%0, %1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [1, 2], start_indices_batching_dims = [0, 2], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<1x3x2xi1>, tensor<3x1x2x1xi32>) -> tensor<3x1x2x1xi1>
  check.expect_eq_const %2, dense<[[[[false], [false]]], [[[false], [true]]], [[[false], [false]]]]> : tensor<3x1x2x1xi1>
  return
}

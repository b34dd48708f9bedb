// Misread: the operand's memory is read with its first dimension as the fastest. After ml-explore/mlx#3647.
func.func @main() {
  %0 = stablehlo.constant dense<1> : tensor<1x1x1xi32>
  %1 = stablehlo.constant dense<[[0, 1], [2, 0]]> : tensor<2x2xi32>
  %2 = "stablehlo.gather"(%1, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [0]>, slice_sizes = array<i64: 1, 1>}> : (tensor<2x2xi32>, tensor<1x1x1xi32>) -> tensor<1x1x1x1xi32>
  check.expect_eq_const %2, dense<2> : tensor<1x1x1x1xi32>
  return
}

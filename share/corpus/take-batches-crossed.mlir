// The operand's first batching dimension goes with the second of the indices. After openxla/stablehlo#2259.
func.func @main() {
  %n = stablehlo.iota dim = 0 : tensor<8xi32>
  %x = stablehlo.reshape %n : (tensor<8xi32>) -> tensor<2x2x2xi32>
  %i = stablehlo.constant dense<[[[0], [1]], [[1], [0]]]> : tensor<2x2x1xi32>
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [1, 0], start_index_map = [2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 1>}>
    : (tensor<2x2x2xi32>, tensor<2x2x1xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %r, dense<[[0, 5], [3, 6]]> : tensor<2x2xi32>
  return
}

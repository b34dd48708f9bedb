// Misread: index vectors are those of the first row for all rows. After tenstorrent/tt-metal#56880.
func.func @main() {
  %0 = stablehlo.constant dense<[[[0, 1]], [[0, 0]]]> : tensor<2x1x2xi32>
  %1 = stablehlo.constant dense<[[0], [1]]> : tensor<2x1xi32>
  %2 = "stablehlo.gather"(%1, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<2x1xi32>, tensor<2x1x2xi32>) -> tensor<1x1x2x2xi32>
  check.expect_eq_const %2, dense<[[[[0, 1], [0, 0]]]]> : tensor<1x1x2x2xi32>
  return
}

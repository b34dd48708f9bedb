// StableHLO: rows of a table
// A start out of range is moved into it: try 9 among the rows.
func.func @main(%table: tensor<4x3xf32>, %rows: tensor<5xi32>) -> tensor<5x3xf32> {
  %r = "stablehlo.gather"(%table, %rows) <{
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1],
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 3>
  }> : (tensor<4x3xf32>, tensor<5xi32>) -> tensor<5x3xf32>
  return %r : tensor<5x3xf32>
}

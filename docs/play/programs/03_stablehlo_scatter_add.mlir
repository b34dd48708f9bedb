// StableHLO: rows added into a table
// Updates go in order, and what is out of range is dropped.
func.func @main(%table: tensor<4x3xf32>, %rows: tensor<5x1xi64>, %updates: tensor<5x3xf32>) -> tensor<4x3xf32> {
  %r = "stablehlo.scatter"(%table, %rows, %updates) <{
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [1],
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>
  }> ({
    ^bb0(%old: tensor<f32>, %new: tensor<f32>):
      %sum = stablehlo.add %old, %new : tensor<f32>
      stablehlo.return %sum : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<5x1xi64>, tensor<5x3xf32>) -> tensor<4x3xf32>
  return %r : tensor<4x3xf32>
}

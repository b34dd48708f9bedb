// StableHLO: windows in batches
// Dimension 0 is a batching dim of both; each pair of %starts says where in its batch a window begins.
func.func @main(%image: tensor<2x4x4xi32>, %starts: tensor<2x3x2xi32>) -> tensor<2x3x2x2xi32> {
  %r = "stablehlo.gather"(%image, %starts) <{
    dimension_numbers = #stablehlo.gather<
      offset_dims = [2, 3],
      operand_batching_dims = [0],
      start_indices_batching_dims = [0],
      start_index_map = [1, 2],
      index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 2, 2>
  }> : (tensor<2x4x4xi32>, tensor<2x3x2xi32>) -> tensor<2x3x2x2xi32>
  return %r : tensor<2x3x2x2xi32>
}

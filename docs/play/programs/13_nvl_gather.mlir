// anvil: rows, counted from 1
func.func @main(%x: tensor<4x3xi32>, %rows: tensor<3x1xi32>) -> tensor<3x3xi32> {
  %r = nvl.gather(%x, %rows,
    slice_sizes = [1, 3],
    offset_dims = [2],
    collapsed_slice_dims = [1],
    operand_batching_dims = [],
    start_indices_batching_dims = [],
    start_index_map = [1],
    index_vector_dim = 2) : (tensor<4x3xi32>, tensor<3x1xi32>) -> tensor<3x3xi32>
  return %r : tensor<3x3xi32>
}

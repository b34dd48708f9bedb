// Devices: a table on four of them
// The mesh has four devices. Each has two of the eight rows of the table, and all indices.
// See under Devices who has what, what they exchange, and the program that each of them runs.
sdy.mesh @mesh = <["row"=4]>
func.func @main(
    %table: tensor<8x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"row"}, {}]>},
    %rows: tensor<5xi32>) -> tensor<5x3xf32> {
  %r = "stablehlo.gather"(%table, %rows) <{
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1],
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 3>
  }> : (tensor<8x3xf32>, tensor<5xi32>) -> tensor<5x3xf32>
  return %r : tensor<5x3xf32>
}

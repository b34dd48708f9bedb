// An embedding on 2 x 2 devices: rows of the table are cut along "rows", sentences along "batch". Each device looks up what it owns,
// and the bits are put together; the classes are computed where the sentences are.
sdy.mesh @mesh = <["rows"=2, "batch"=2]>
func.func @main(%table: tensor<50x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"rows"}, {}]>},
                %words: tensor<6x5xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"batch"}, {}]>},
                %bias: tensor<8xf32>) -> (tensor<6x5x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"batch"}, {}, {}]>}) {
  %found = "stablehlo.gather"(%table, %words) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 8>}> : (tensor<50x8xf32>, tensor<6x5xi32>) -> tensor<6x5x8xf32>
  %all = stablehlo.broadcast_in_dim %bias, dims = [2] : (tensor<8xf32>) -> tensor<6x5x8xf32>
  %r = stablehlo.add %found, %all : tensor<6x5x8xf32>
  return %r : tensor<6x5x8xf32>
}

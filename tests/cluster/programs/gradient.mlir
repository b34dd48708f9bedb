// Sums of rows on 4 devices: updates of all devices meet in the row-major order of the whole, so the sums have the bits of one process.
// Each device computes the rows that it owns.
sdy.mesh @mesh = <["x"=4]>
func.func @main(%table: tensor<10x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                %words: tensor<30xi8> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>},
                %updates: tensor<30x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<10x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %r = "stablehlo.scatter"(%table, %words, %updates) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<10x8xf32>, tensor<30xi8>, tensor<30x8xf32>) -> tensor<10x8xf32>
  return %r : tensor<10x8xf32>
}

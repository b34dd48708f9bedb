// The second window begins at the last element: its second update has no place, its first one has.
func.func @main(%x: tensor<4xf32>, %starts: tensor<2x1xi32>, %updates: tensor<2x2xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.scatter"(%x, %starts, %updates) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
    scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<4xf32>, tensor<2x1xi32>, tensor<2x2xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

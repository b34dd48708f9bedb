func.func @main(%x: tensor<4x5xf32>, %i: tensor<3xi32>, %u: tensor<3x5xf32>) -> tensor<4x5xf32> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims=[1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %b : tensor<f32>
  }) : (tensor<4x5xf32>, tensor<3xi32>, tensor<3x5xf32>) -> tensor<4x5xf32>
  return %r : tensor<4x5xf32>
}

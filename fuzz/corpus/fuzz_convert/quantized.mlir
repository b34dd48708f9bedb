func.func @main(%x: tensor<5x!quant.uniform<i8:f32, 0.5:3>>, %i: tensor<3xi64>) -> tensor<3x!quant.uniform<i8:f32, 0.5:3>> {
  %g = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<5x!quant.uniform<i8:f32, 0.5:3>>, tensor<3xi64>) -> tensor<3x!quant.uniform<i8:f32, 0.5:3>>
  return %g : tensor<3x!quant.uniform<i8:f32, 0.5:3>>
}

func.func @main(%x: tensor<8x5x7xf32>, %i: tensor<4x2xi32>) -> tensor<4x7xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0,1], start_index_map = [0,1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 7>}> : (tensor<8x5x7xf32>, tensor<4x2xi32>) -> tensor<4x7xf32>
  return %0 : tensor<4x7xf32>
}

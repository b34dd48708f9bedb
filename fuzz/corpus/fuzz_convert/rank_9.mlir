func.func @main(%x: tensor<2x1x2x1x2x1x2x1x2xf32>, %i: tensor<1x2x1x2x1x2x3xi8>) -> tensor<1x2x1x2x1x2x1x1x1x1x1x2xf32> {
  %g = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [6,7,8,9,10,11], collapsed_slice_dims = [0,1,2], start_index_map = [8,0,4], index_vector_dim = 6>, slice_sizes = array<i64: 1,1,1,1,1,1,1,1,2>}> : (tensor<2x1x2x1x2x1x2x1x2xf32>, tensor<1x2x1x2x1x2x3xi8>) -> tensor<1x2x1x2x1x2x1x1x1x1x1x2xf32>
  return %g : tensor<1x2x1x2x1x2x1x1x1x1x1x2xf32>
}

func.func @main(%table: tensor<3x2xf32>, %rows: tensor<2xi32>) -> tensor<2x2xf32> {
  %r = "stablehlo.gather"(%table, %rows) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 2>}> : (tensor<3x2xf32>, tensor<2xi32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

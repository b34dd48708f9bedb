func.func @main(%table: tensor<1000000x128xf32>, %ids: tensor<65536xi64>) -> tensor<65536x128xf32> {
  %r = "stablehlo.gather"(%table, %ids) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 128>}> : (tensor<1000000x128xf32>, tensor<65536xi64>) -> tensor<65536x128xf32>
  return %r : tensor<65536x128xf32>
}

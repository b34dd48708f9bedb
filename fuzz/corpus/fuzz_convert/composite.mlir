func.func private @impl(%x: tensor<5xf32>, %i: tensor<5xi64>) -> tensor<5xf32> {
  %g = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<5xf32>, tensor<5xi64>) -> tensor<5xf32>
  return %g : tensor<5xf32>
}
func.func @main(%x: tensor<5xf32>, %i: tensor<5xi64>) -> tensor<5xf32> {
  %0 = stablehlo.composite "a.b" %x, %i {decomposition = @impl} : (tensor<5xf32>, tensor<5xi64>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

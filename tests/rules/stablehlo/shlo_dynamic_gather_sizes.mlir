// dynamic_gather: slice_sizes that are no constant leave the offset dims open.

func.func @unknown_sizes(%operand: tensor<3x4x2xi32>, %start_indices: tensor<2x3x2xi64>, %slice_sizes: tensor<3xi64>) -> tensor<2x3x?x?xi32> {
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x?x?xi32>
  return %0 : tensor<2x3x?x?xi32>
}

// -----

func.func @may_be_written_static(%operand: tensor<3x4x2xi32>, %start_indices: tensor<2x3x2xi64>, %slice_sizes: tensor<3xi64>) -> tensor<2x3x2x2xi32> {
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi32>
  return %0 : tensor<2x3x2x2xi32>
}

// -----

func.func @batch_is_known(%operand: tensor<3x4x2xi32>, %start_indices: tensor<2x3x2xi64>, %slice_sizes: tensor<3xi64>) -> tensor<2x4x?x?xi32> {
  // expected-error@+2 {{'stablehlo.dynamic_gather' op inferred type(s) 'tensor<2x3x?x?xi32>' are incompatible with return type(s) of operation 'tensor<2x4x?x?xi32>'}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x4x?x?xi32>
  return %0 : tensor<2x4x?x?xi32>
}

// dynamic_gather C22: the result has the slice at offset_dims and the shape of start_indices elsewhere.

func.func @good(%operand: tensor<3x4x2xi32>, %start_indices: tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32> {
  %slice_sizes = stablehlo.constant dense<[1, 2, 2]> : tensor<3xi64>
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi32>
  return %0 : tensor<2x3x2x2xi32>
}

// -----

func.func @extents_may_be_unknown(%operand: tensor<3x4x2xi32>, %start_indices: tensor<2x3x2xi64>) -> tensor<?x3x2x?xi32> {
  %slice_sizes = stablehlo.constant dense<[1, 2, 2]> : tensor<3xi64>
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<?x3x2x?xi32>
  return %0 : tensor<?x3x2x?xi32>
}

// -----

func.func @index_vector_first(%operand: tensor<3x4x2xi32>, %start_indices: tensor<2x5x7xi64>) -> tensor<5x7x2x2xi32> {
  %slice_sizes = stablehlo.constant dense<[1, 2, 2]> : tensor<3xi64>
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 0>
  }> : (tensor<3x4x2xi32>, tensor<2x5x7xi64>, tensor<3xi64>) -> tensor<5x7x2x2xi32>
  return %0 : tensor<5x7x2x2xi32>
}

// -----

func.func @wrong_rank(%operand: tensor<3x4x2xi32>, %start_indices: tensor<2x3x2xi64>) -> tensor<3xi32> {
  %slice_sizes = stablehlo.constant dense<[1, 2, 2]> : tensor<3xi64>
  // expected-error@+3 {{'stablehlo.dynamic_gather' op inferred type(s) 'tensor<2x3x2x2xi32>' are incompatible with return type(s) of operation 'tensor<3xi32>'}}
  // expected-note@+2 {{rule C22 of the StableHLO spec, gather}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// -----

func.func @wrong_extent(%operand: tensor<3x4x2xi32>, %start_indices: tensor<2x3x2xi64>) -> tensor<2x3x2x1xi32> {
  %slice_sizes = stablehlo.constant dense<[1, 2, 2]> : tensor<3xi64>
  // expected-error@+3 {{'stablehlo.dynamic_gather' op inferred type(s) 'tensor<2x3x2x2xi32>' are incompatible with return type(s) of operation 'tensor<2x3x2x1xi32>'}}
  // expected-note@+2 {{rule C22 of the StableHLO spec, gather}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x1xi32>
  return %0 : tensor<2x3x2x1xi32>
}

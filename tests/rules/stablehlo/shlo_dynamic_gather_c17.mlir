// dynamic_gather C17: batches are as large in the operand as in start_indices.

func.func @good(%operand: tensor<2x3x4x2xi32>, %start_indices: tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32> {
  %slice_sizes = stablehlo.constant dense<[1, 1, 2, 2]> : tensor<4xi64>
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>
  }> : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>, tensor<4xi64>) -> tensor<2x2x3x2x2xi32>
  return %0 : tensor<2x2x3x2x2xi32>
}

// -----

func.func @unknown_extent_agrees(%operand: tensor<?x3x4x2xi32>, %start_indices: tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32> {
  %slice_sizes = stablehlo.constant dense<[1, 1, 2, 2]> : tensor<4xi64>
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>
  }> : (tensor<?x3x4x2xi32>, tensor<2x2x3x2xi64>, tensor<4xi64>) -> tensor<2x2x3x2x2xi32>
  return %0 : tensor<2x2x3x2x2xi32>
}

// -----

func.func @first(%operand: tensor<4x3x4x2xi32>, %start_indices: tensor<2x5x3x2xi64>) -> tensor<2x5x3x2x2xi32> {
  %slice_sizes = stablehlo.constant dense<[1, 1, 2, 2]> : tensor<4xi64>
  // expected-error@+3 {{operand_batching_dims[0] and start_indices_batching_dims[0] must have compatible sizes, but got 4 and 5}}
  // expected-note@+2 {{rule C17 of the StableHLO spec, gather}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>
  }> : (tensor<4x3x4x2xi32>, tensor<2x5x3x2xi64>, tensor<4xi64>) -> tensor<2x5x3x2x2xi32>
  return %0 : tensor<2x5x3x2x2xi32>
}

// -----

func.func @second(%operand: tensor<2x4x4x5xi32>, %start_indices: tensor<5x2x2xi64>) -> tensor<5x2x2x2xi32> {
  %slice_sizes = stablehlo.constant dense<[1, 1, 2, 2]> : tensor<4xi64>
  // expected-error@+3 {{operand_batching_dims[1] and start_indices_batching_dims[1] must have compatible sizes, but got 4 and 5}}
  // expected-note@+2 {{rule C17 of the StableHLO spec, gather}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], operand_batching_dims = [0, 1], start_indices_batching_dims = [1, 0], start_index_map = [2, 3], index_vector_dim = 2>
  }> : (tensor<2x4x4x5xi32>, tensor<5x2x2xi64>, tensor<4xi64>) -> tensor<5x2x2x2xi32>
  return %0 : tensor<5x2x2x2xi32>
}

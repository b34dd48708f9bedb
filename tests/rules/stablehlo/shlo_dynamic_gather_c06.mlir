// dynamic_gather C6: collapsed_slice_dims and operand_batching_dims have no dim twice.

func.func @good(%operand: tensor<2x3x4x2xi32>, %start_indices: tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32> {
  %slice_sizes = stablehlo.constant dense<[1, 1, 2, 2]> : tensor<4xi64>
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>
  }> : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>, tensor<4xi64>) -> tensor<2x2x3x2x2xi32>
  return %0 : tensor<2x2x3x2x2xi32>
}

// -----

func.func @within_collapsed(%operand: tensor<3x4x2xi32>, %start_indices: tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32> {
  %slice_sizes = stablehlo.constant dense<[1, 2, 2]> : tensor<3xi64>
  // expected-error@+3 {{has duplicated dimension from collapsed_slice_dims and operand_batching_dims: 0}}
  // expected-note@+2 {{rule C6 of the StableHLO spec, gather}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 0], start_index_map = [1, 0], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi32>
  return %0 : tensor<2x3x2x2xi32>
}

// -----

func.func @across_the_lists(%operand: tensor<2x3x4x2xi32>, %start_indices: tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32> {
  %slice_sizes = stablehlo.constant dense<[1, 1, 2, 2]> : tensor<4xi64>
  // expected-error@+3 {{has duplicated dimension from collapsed_slice_dims and operand_batching_dims: 0}}
  // expected-note@+2 {{rule C6 of the StableHLO spec, gather}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [0], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>
  }> : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>, tensor<4xi64>) -> tensor<2x2x3x2x2xi32>
  return %0 : tensor<2x2x3x2x2xi32>
}

// -----

func.func @within_batching(%operand: tensor<2x3x4x5xi32>, %start_indices: tensor<3x2x2xi64>) -> tensor<3x2x2x2xi32> {
  %slice_sizes = stablehlo.constant dense<[1, 1, 2, 2]> : tensor<4xi64>
  // expected-error@+3 {{has duplicated dimension from collapsed_slice_dims and operand_batching_dims: 1}}
  // expected-note@+2 {{rule C6 of the StableHLO spec, gather}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], operand_batching_dims = [1, 1], start_indices_batching_dims = [1, 0], start_index_map = [2, 3], index_vector_dim = 2>
  }> : (tensor<2x3x4x5xi32>, tensor<3x2x2xi64>, tensor<4xi64>) -> tensor<3x2x2x2xi32>
  return %0 : tensor<3x2x2x2xi32>
}

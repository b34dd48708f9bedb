// gather C16: the two batching lists are as long as each other.

func.func @good(%operand: tensor<2x3x4x5xi32>, %start_indices: tensor<3x2x2xi64>) -> tensor<3x2x2x2xi32> {
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], operand_batching_dims = [0, 1], start_indices_batching_dims = [1, 0], start_index_map = [2, 3], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1, 2, 2>
  }> : (tensor<2x3x4x5xi32>, tensor<3x2x2xi64>) -> tensor<3x2x2x2xi32>
  return %0 : tensor<3x2x2x2xi32>
}

// -----

func.func @one_missing(%operand: tensor<2x3x4x5xi32>, %start_indices: tensor<3x2x2xi64>) -> tensor<3x2x2x2xi32> {
  // expected-error@+3 {{operand_batching_dims and start_indices_batching_dims should have the same size}}
  // expected-note@+2 {{rule C16 of the StableHLO spec, gather}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], operand_batching_dims = [0, 1], start_indices_batching_dims = [1], start_index_map = [2, 3], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1, 2, 2>
  }> : (tensor<2x3x4x5xi32>, tensor<3x2x2xi64>) -> tensor<3x2x2x2xi32>
  return %0 : tensor<3x2x2x2xi32>
}

// -----

func.func @none(%operand: tensor<2x3x4x2xi32>, %start_indices: tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32> {
  // expected-error@+3 {{operand_batching_dims and start_indices_batching_dims should have the same size}}
  // expected-note@+2 {{rule C16 of the StableHLO spec, gather}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_index_map = [2, 1], index_vector_dim = 3>,
    slice_sizes = array<i64: 1, 1, 2, 2>
  }> : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  return %0 : tensor<2x2x3x2x2xi32>
}

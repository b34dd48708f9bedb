// gather C13: start_indices_batching_dims has no dim twice.

func.func @order_is_free(%operand: tensor<2x3x4x5xi32>, %start_indices: tensor<3x2x2xi64>) -> tensor<3x2x2x2xi32> {
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], operand_batching_dims = [0, 1], start_indices_batching_dims = [1, 0], start_index_map = [2, 3], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1, 2, 2>
  }> : (tensor<2x3x4x5xi32>, tensor<3x2x2xi64>) -> tensor<3x2x2x2xi32>
  return %0 : tensor<3x2x2x2xi32>
}

// -----

func.func @repeated(%operand: tensor<2x3x4x5xi32>, %start_indices: tensor<3x2x2xi64>) -> tensor<3x2x2x2xi32> {
  // expected-error@+3 {{expects start_indices_batching_dims to not repeat, got: [1, 1]}}
  // expected-note@+2 {{rule C13 of the StableHLO spec, gather}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], operand_batching_dims = [0, 1], start_indices_batching_dims = [1, 1], start_index_map = [2, 3], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1, 2, 2>
  }> : (tensor<2x3x4x5xi32>, tensor<3x2x2xi64>) -> tensor<3x2x2x2xi32>
  return %0 : tensor<3x2x2x2xi32>
}

// -----

func.func @repeated_apart(%operand: tensor<2x3x4x5xi32>, %start_indices: tensor<3x2x2xi64>) -> tensor<3x2x2x2xi32> {
  // expected-error@+3 {{expects start_indices_batching_dims to not repeat, got: [1, 0, 1]}}
  // expected-note@+2 {{rule C13 of the StableHLO spec, gather}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], operand_batching_dims = [0, 1], start_indices_batching_dims = [1, 0, 1], start_index_map = [2, 3], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1, 2, 2>
  }> : (tensor<2x3x4x5xi32>, tensor<3x2x2xi64>) -> tensor<3x2x2x2xi32>
  return %0 : tensor<3x2x2x2xi32>
}

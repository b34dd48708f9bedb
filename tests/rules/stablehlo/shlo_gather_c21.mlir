// gather C21: a slice fits inside the operand.

func.func @whole_dims_fit(%operand: tensor<3x4x2xi32>, %start_indices: tensor<2x3x2xi64>) -> tensor<2x3x4x2xi32> {
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 4, 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x4x2xi32>
  return %0 : tensor<2x3x4x2xi32>
}

// -----

func.func @unknown_extent_takes_any(%operand: tensor<3x4x?xi32>, %start_indices: tensor<2x3x2xi64>) -> tensor<2x3x2x8xi32> {
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 2, 8>
  }> : (tensor<3x4x?xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x8xi32>
  return %0 : tensor<2x3x2x8xi32>
}

// -----

func.func @too_large(%operand: tensor<3x4x2xi32>, %start_indices: tensor<2x3x2xi64>) -> tensor<2x3x2x8xi32> {
  // expected-error@+3 {{slice size (8) is out of bounds for operand dimension (2) at index 2}}
  // expected-note@+2 {{rule C21 of the StableHLO spec, gather}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 2, 8>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x8xi32>
  return %0 : tensor<2x3x2x8xi32>
}

// -----

func.func @negative(%operand: tensor<3x4x2xi32>, %start_indices: tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32> {
  // expected-error@+3 {{slice size (-1) is out of bounds for operand dimension (4) at index 1}}
  // expected-note@+2 {{rule C21 of the StableHLO spec, gather}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, -1, 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return %0 : tensor<2x3x2x2xi32>
}

// -----

func.func @negative_along_an_unknown_extent(%operand: tensor<?x4xi32>, %start_indices: tensor<1xi64>) {
  // expected-error@+3 {{slice size (-1) is out of bounds for operand dimension (-9223372036854775808) at index 0}}
  // expected-note@+2 {{rule C21 of the StableHLO spec, gather}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [0], index_vector_dim = 0>,
    slice_sizes = array<i64: -1, 4>
  }> : (tensor<?x4xi32>, tensor<1xi64>) -> tensor<?x4xi32>
  return
}

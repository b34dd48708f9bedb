// gather: batch dims of the result keep the bounds of start_indices, offset dims have none.

func.func @bounded(%operand: tensor<3x4x2xi32>, %start_indices: tensor<?x3x2xi64, #stablehlo.bounds<8, ?, ?>>) -> tensor<?x3x2x2xi32, #stablehlo.bounds<8, ?, ?, ?>> {
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 2, 2>
  }> : (tensor<3x4x2xi32>, tensor<?x3x2xi64, #stablehlo.bounds<8, ?, ?>>) -> tensor<?x3x2x2xi32, #stablehlo.bounds<8, ?, ?, ?>>
  return %0 : tensor<?x3x2x2xi32, #stablehlo.bounds<8, ?, ?, ?>>
}

// -----

func.func @over_the_bound(%operand: tensor<3x4x2xi32>, %start_indices: tensor<?x3x2xi64, #stablehlo.bounds<8, ?, ?>>) -> tensor<9x3x2x2xi32> {
  // expected-error@+2 {{are incompatible with return type(s) of operation 'tensor<9x3x2x2xi32>'}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 2, 2>
  }> : (tensor<3x4x2xi32>, tensor<?x3x2xi64, #stablehlo.bounds<8, ?, ?>>) -> tensor<9x3x2x2xi32>
  return %0 : tensor<9x3x2x2xi32>
}

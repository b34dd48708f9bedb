// gather C22: the result has the slice at offset_dims and the shape of start_indices elsewhere.

func.func @good(%operand: tensor<3x4x2xi32>, %start_indices: tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32> {
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 2, 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return %0 : tensor<2x3x2x2xi32>
}

// -----

func.func @extents_may_be_unknown(%operand: tensor<3x4x2xi32>, %start_indices: tensor<2x3x2xi64>) -> tensor<?x3x2x?xi32> {
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 2, 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<?x3x2x?xi32>
  return %0 : tensor<?x3x2x?xi32>
}

// -----

func.func @index_vector_first(%operand: tensor<3x4x2xi32>, %start_indices: tensor<2x5x7xi64>) -> tensor<5x7x2x2xi32> {
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 0>,
    slice_sizes = array<i64: 1, 2, 2>
  }> : (tensor<3x4x2xi32>, tensor<2x5x7xi64>) -> tensor<5x7x2x2xi32>
  return %0 : tensor<5x7x2x2xi32>
}

// -----

func.func @wrong_rank(%operand: tensor<3x4x2xi32>, %start_indices: tensor<2x3x2xi64>) -> tensor<3xi32> {
  // expected-error@+3 {{'stablehlo.gather' op inferred type(s) 'tensor<2x3x2x2xi32>' are incompatible with return type(s) of operation 'tensor<3xi32>'}}
  // expected-note@+2 {{rule C22 of the StableHLO spec, gather}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 2, 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// -----

func.func @wrong_extent(%operand: tensor<3x4x2xi32>, %start_indices: tensor<2x3x2xi64>) -> tensor<2x3x2x1xi32> {
  // expected-error@+3 {{'stablehlo.gather' op inferred type(s) 'tensor<2x3x2x2xi32>' are incompatible with return type(s) of operation 'tensor<2x3x2x1xi32>'}}
  // expected-note@+2 {{rule C22 of the StableHLO spec, gather}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 2, 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x1xi32>
  return %0 : tensor<2x3x2x1xi32>
}

// -----

func.func @more_dimensions_than_there_can_be(%operand: tensor<2x3xi32>, %start_indices: tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xi64>) {
  // expected-error@+3 {{result of rank 33, at most 32 can be had}}
  // expected-note@+2 {{rule C22 of the StableHLO spec, gather}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [32], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 32>,
    slice_sizes = array<i64: 1, 3>
  }> : (tensor<2x3xi32>, tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xi64>) -> tensor<3xi32>
  return
}

// gather C23: the result has elements of the operand's type.

func.func @good(%operand: tensor<3x4x2xbf16>, %start_indices: tensor<2x3x2xi64>) -> tensor<2x3x2x2xbf16> {
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 2, 2>
  }> : (tensor<3x4x2xbf16>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xbf16>
  return %0 : tensor<2x3x2x2xbf16>
}

// -----

func.func @other_type(%operand: tensor<3x4x2xi32>, %start_indices: tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32> {
  // expected-error@+2 {{'stablehlo.gather' op failed to verify that all of {operand, result} have same element type}}
  // expected-note@+1 {{rule C23 of the StableHLO spec, gather}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 2, 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>
  return %0 : tensor<2x3x2x2xf32>
}

// -----

func.func @same_scale(%operand: tensor<3x4x2x!quant.uniform<i8:f32, 5.000000e-01>>, %start_indices: tensor<2x3x2xi64>) -> tensor<2x3x2x2x!quant.uniform<i8:f32, 5.000000e-01>> {
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 2, 2>
  }> : (tensor<3x4x2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x3x2xi64>) -> tensor<2x3x2x2x!quant.uniform<i8:f32, 5.000000e-01>>
  return %0 : tensor<2x3x2x2x!quant.uniform<i8:f32, 5.000000e-01>>
}

// -----

func.func @other_scale(%operand: tensor<3x4x2x!quant.uniform<i8:f32, 5.000000e-01>>, %start_indices: tensor<2x3x2xi64>) -> tensor<2x3x2x2x!quant.uniform<i8:f32, 2.500000e-01>> {
  // expected-error@+2 {{'stablehlo.gather' op failed to verify that all of {operand, result} have same element type}}
  // expected-note@+1 {{rule C23 of the StableHLO spec, gather}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 2, 2>
  }> : (tensor<3x4x2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x3x2xi64>) -> tensor<2x3x2x2x!quant.uniform<i8:f32, 2.500000e-01>>
  return %0 : tensor<2x3x2x2x!quant.uniform<i8:f32, 2.500000e-01>>
}

// gather: the types that operands take.

func.func @unsigned_indices(%operand: tensor<3x4x2xi32>, %start_indices: tensor<2x3x2xui8>) -> tensor<2x3x2x2xi32> {
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 2, 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xui8>) -> tensor<2x3x2x2xi32>
  return %0 : tensor<2x3x2x2xi32>
}

// -----

func.func @narrow_indices(%operand: tensor<3x4x2xi32>, %start_indices: tensor<2x3x2xi2>) -> tensor<2x3x2x2xi32> {
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 2, 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi2>) -> tensor<2x3x2x2xi32>
  return %0 : tensor<2x3x2x2xi32>
}

// -----

func.func @float_indices(%operand: tensor<3x4x2xi32>, %start_indices: tensor<2x3x2xf32>) -> tensor<2x3x2x2xi32> {
  // expected-error@+1 {{'stablehlo.gather' op operand #1 must be ranked tensor of 2/4/8/16/32/64-bit integer values, but got 'tensor<2x3x2xf32>'}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 2, 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xf32>) -> tensor<2x3x2x2xi32>
  return %0 : tensor<2x3x2x2xi32>
}

// -----

func.func @bool_indices(%operand: tensor<3x4x2xi32>, %start_indices: tensor<2x3x2xi1>) -> tensor<2x3x2x2xi32> {
  // expected-error@+1 {{'stablehlo.gather' op operand #1 must be ranked tensor of 2/4/8/16/32/64-bit integer values, but got 'tensor<2x3x2xi1>'}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 2, 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi1>) -> tensor<2x3x2x2xi32>
  return %0 : tensor<2x3x2x2xi32>
}

// -----

func.func @index_indices(%operand: tensor<3x4x2xi32>, %start_indices: tensor<2x3x2xindex>) -> tensor<2x3x2x2xi32> {
  // expected-error@+1 {{'stablehlo.gather' op operand #1 must be ranked tensor of 2/4/8/16/32/64-bit integer values, but got 'tensor<2x3x2xindex>'}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 2, 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xindex>) -> tensor<2x3x2x2xi32>
  return %0 : tensor<2x3x2x2xi32>
}

// -----

func.func @signed_indices(%operand: tensor<3x4x2xi32>, %start_indices: tensor<2x3x2xsi32>) -> tensor<2x3x2x2xi32> {
  // expected-error@+1 {{'stablehlo.gather' op operand #1 must be ranked tensor of 2/4/8/16/32/64-bit integer values, but got 'tensor<2x3x2xsi32>'}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 2, 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xsi32>) -> tensor<2x3x2x2xi32>
  return %0 : tensor<2x3x2x2xi32>
}

// -----

func.func @per_axis_quantized(%operand: tensor<3x4x2x!quant.uniform<i8:f32:0, {1.000000e-01, 2.000000e-01, 3.000000e-01}>>, %start_indices: tensor<2x3x2xi64>) -> tensor<2x3x2x2x!quant.uniform<i8:f32, 1.000000e-01>> {
  // expected-error@+1 {{'stablehlo.gather' op operand #0 must be ranked tensor of}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 2, 2>
  }> : (tensor<3x4x2x!quant.uniform<i8:f32:0, {1.000000e-01, 2.000000e-01, 3.000000e-01}>>, tensor<2x3x2xi64>) -> tensor<2x3x2x2x!quant.uniform<i8:f32, 1.000000e-01>>
  return %0 : tensor<2x3x2x2x!quant.uniform<i8:f32, 1.000000e-01>>
}

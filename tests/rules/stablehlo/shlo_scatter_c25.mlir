// scatter C25: results have elements of the type that the region returns.

func.func @good(%input: tensor<3x4x2xf16>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x3x2x2xf16>) -> tensor<3x4x2xf32> {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x4x2xf16>, tensor<2x3x2xi64>, tensor<2x3x2x2xf16>) -> tensor<3x4x2xf32>
  return %0 : tensor<3x4x2xf32>
}

// -----

func.func @type_of_the_input(%input: tensor<3x4x2xf16>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x3x2x2xf16>) -> tensor<3x4x2xf16> {
  // expected-error@+3 {{'stablehlo.scatter' op inferred type(s) 'tensor<3x4x2xf32>' are incompatible with return type(s) of operation 'tensor<3x4x2xf16>'}}
  // expected-note@+2 {{rule C25 of the StableHLO spec, scatter}}
  // expected-error@+1 {{'stablehlo.scatter' op failed to infer returned types}}
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x4x2xf16>, tensor<2x3x2xi64>, tensor<2x3x2x2xf16>) -> tensor<3x4x2xf16>
  return %0 : tensor<3x4x2xf16>
}

// -----

func.func @neither_shape_nor_type(%input: tensor<3x4x2xi32>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x3x2x2xi32>) -> tensor<3x5x2xf32> {
  // expected-error@+4 {{'stablehlo.scatter' op inferred type(s) 'tensor<3x4x2xi32>' are incompatible with return type(s) of operation 'tensor<3x5x2xf32>'}}
  // expected-note@+3 {{rule C24 of the StableHLO spec, scatter}}
  // expected-note@+2 {{rule C25 of the StableHLO spec, scatter}}
  // expected-error@+1 {{'stablehlo.scatter' op failed to infer returned types}}
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %a : tensor<i32>
  }) : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x5x2xf32>
  return %0 : tensor<3x5x2xf32>
}

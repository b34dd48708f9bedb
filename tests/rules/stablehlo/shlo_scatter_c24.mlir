// scatter C24: results have the shape of inputs.

func.func @good(%input: tensor<3x4x2xi64>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64> {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %s = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return %0 : tensor<3x4x2xi64>
}

// -----

func.func @unknown_extent(%input: tensor<3x4x2xi64>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x3x2x2xi64>) -> tensor<3x?x2xi64> {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %s = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x?x2xi64>
  return %0 : tensor<3x?x2xi64>
}

// -----

func.func @other_shape(%input: tensor<3x4x2xi64>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x3x2x2xi64>) -> tensor<3x4x3xi64> {
  // expected-error@+3 {{'stablehlo.scatter' op inferred type(s) 'tensor<3x4x2xi64>' are incompatible with return type(s) of operation 'tensor<3x4x3xi64>'}}
  // expected-note@+2 {{rule C24 of the StableHLO spec, scatter}}
  // expected-error@+1 {{'stablehlo.scatter' op failed to infer returned types}}
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %s = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x3xi64>
  return %0 : tensor<3x4x3xi64>
}

// scatter C14: scatter_indices_batching_dims has no dim twice.

func.func @order_is_free(%input: tensor<2x3x4x5xi64>, %scatter_indices: tensor<3x2x2xi64>, %update: tensor<3x2x2x2xi64>) -> tensor<2x3x4x5xi64> {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], input_batching_dims = [0, 1], scatter_indices_batching_dims = [1, 0], scatter_dims_to_operand_dims = [2, 3], index_vector_dim = 2>
  }> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %s = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) : (tensor<2x3x4x5xi64>, tensor<3x2x2xi64>, tensor<3x2x2x2xi64>) -> tensor<2x3x4x5xi64>
  return %0 : tensor<2x3x4x5xi64>
}

// -----

func.func @repeated(%input: tensor<2x3x4x5xi64>, %scatter_indices: tensor<3x2x2xi64>, %update: tensor<3x2x2x2xi64>) -> tensor<2x3x4x5xi64> {
  // expected-error@+2 {{Expects scatter_indices_batching_dims to not repeat; got: [1, 1].}}
  // expected-note@+1 {{rule C14 of the StableHLO spec, scatter}}
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], input_batching_dims = [0, 1], scatter_indices_batching_dims = [1, 1], scatter_dims_to_operand_dims = [2, 3], index_vector_dim = 2>
  }> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %s = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) : (tensor<2x3x4x5xi64>, tensor<3x2x2xi64>, tensor<3x2x2x2xi64>) -> tensor<2x3x4x5xi64>
  return %0 : tensor<2x3x4x5xi64>
}

// -----

func.func @repeated_apart(%input: tensor<2x3x4x5xi64>, %scatter_indices: tensor<3x2x2xi64>, %update: tensor<3x2x2x2xi64>) -> tensor<2x3x4x5xi64> {
  // expected-error@+2 {{Expects scatter_indices_batching_dims to not repeat; got: [1, 0, 1].}}
  // expected-note@+1 {{rule C14 of the StableHLO spec, scatter}}
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], input_batching_dims = [0, 1], scatter_indices_batching_dims = [1, 0, 1], scatter_dims_to_operand_dims = [2, 3], index_vector_dim = 2>
  }> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %s = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) : (tensor<2x3x4x5xi64>, tensor<3x2x2xi64>, tensor<3x2x2x2xi64>) -> tensor<2x3x4x5xi64>
  return %0 : tensor<2x3x4x5xi64>
}

// scatter C5: there is an input, and an update for each.

func.func @one(%input: tensor<3x4x2xi64>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64> {
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

func.func @two(%input0: tensor<3x4x2xi64>, %input1: tensor<3x4x2xi64>, %scatter_indices: tensor<2x3x2xi64>, %update0: tensor<2x3x2x2xi64>, %update1: tensor<2x3x2x2xi64>) -> (tensor<3x4x2xi64>, tensor<3x4x2xi64>) {
  %0:2 = "stablehlo.scatter"(%input0, %input1, %scatter_indices, %update0, %update1) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>, %c: tensor<i64>, %d: tensor<i64>):
    stablehlo.return %c, %d : tensor<i64>, tensor<i64>
  }) : (tensor<3x4x2xi64>, tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>, tensor<2x3x2x2xi64>) -> (tensor<3x4x2xi64>, tensor<3x4x2xi64>)
  return %0#0, %0#1 : tensor<3x4x2xi64>, tensor<3x4x2xi64>
}

// -----

func.func @no_updates(%input: tensor<3x4x2xi64>, %scatter_indices: tensor<2x3x2xi64>) -> tensor<3x4x2xi64> {
  // expected-error@+2 {{'stablehlo.scatter' op expects inputs, scatter_indices and as many updates as inputs, got 2 operands}}
  // expected-note@+1 {{rule C5 of the StableHLO spec, scatter}}
  %0 = "stablehlo.scatter"(%input, %scatter_indices) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    stablehlo.return %b : tensor<i64>
  }) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>) -> tensor<3x4x2xi64>
  return %0 : tensor<3x4x2xi64>
}

// -----

func.func @results(%input: tensor<3x4x2xi64>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x3x2x2xi64>) {
  // expected-error@+2 {{'stablehlo.scatter' op inferred type(s) 'tensor<3x4x2xi64>' are incompatible with return type(s) of operation 'tensor<3x4x2xi64>', 'tensor<3x4x2xi64>'}}
  // expected-error@+1 {{'stablehlo.scatter' op failed to infer returned types}}
  %0:2 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    stablehlo.return %b : tensor<i64>
  }) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> (tensor<3x4x2xi64>, tensor<3x4x2xi64>)
  return
}

// -----

func.func @odd_one_out(%input: tensor<3x4x2xi64>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x3x2x2xi64>, %t: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.scatter' op expects inputs, scatter_indices and as many updates as inputs, got 4 operands}}
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update, %t) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    stablehlo.return %b : tensor<i64>
  }) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>, !stablehlo.token) -> tensor<3x4x2xi64>
  return
}

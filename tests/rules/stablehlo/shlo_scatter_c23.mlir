// scatter C23: the region combines two scalars per input into one.

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

func.func @promotes(%input: tensor<3x4x2xi32>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x3x2x2xi32>) -> tensor<3x4x2xi64> {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %s = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi64>
  return %0 : tensor<3x4x2xi64>
}

// -----

func.func @one_parameter(%input: tensor<3x4x2xi64>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64> {
  // expected-error@+2 {{Reduction-region must take 2 parameters, but takes 1 parameter(s)}}
  // expected-note@+1 {{rule C23 of the StableHLO spec, scatter}}
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
  ^bb0(%a: tensor<i64>):
    stablehlo.return %a : tensor<i64>
  }) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return %0 : tensor<3x4x2xi64>
}

// -----

func.func @three_parameters(%input: tensor<3x4x2xi64>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64> {
  // expected-error@+2 {{Reduction-region must take 2 parameters, but takes 3 parameter(s)}}
  // expected-note@+1 {{rule C23 of the StableHLO spec, scatter}}
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>, %c: tensor<i64>):
    stablehlo.return %a : tensor<i64>
  }) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return %0 : tensor<3x4x2xi64>
}

// -----

func.func @no_result(%input: tensor<3x4x2xi64>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64> {
  // expected-error@+2 {{The reduction-region expected to return some value(s)}}
  // expected-note@+1 {{rule C23 of the StableHLO spec, scatter}}
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    "stablehlo.return"() : () -> ()
  }) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return %0 : tensor<3x4x2xi64>
}

// -----

func.func @two_results(%input: tensor<3x4x2xi64>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64> {
  // expected-error@+2 {{Reduction-region here must produce 1 tensors, but produces 2 instead}}
  // expected-note@+1 {{rule C23 of the StableHLO spec, scatter}}
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    stablehlo.return %a, %b : tensor<i64>, tensor<i64>
  }) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return %0 : tensor<3x4x2xi64>
}

// -----

func.func @result_is_no_tensor(%input: tensor<3x4x2xi64>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64> {
  // expected-error@+2 {{Reduction-region here must produce tensor-typed result(s), but produces 'tuple<tensor<i64>>' instead}}
  // expected-note@+1 {{rule C23 of the StableHLO spec, scatter}}
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %t = "stablehlo.tuple"(%a) : (tensor<i64>) -> tuple<tensor<i64>>
    "stablehlo.return"(%t) : (tuple<tensor<i64>>) -> ()
  }) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return %0 : tensor<3x4x2xi64>
}

// -----

func.func @first_parameter_differs(%input: tensor<3x4x2xi64>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64> {
  // expected-error@+2 {{The type of reduction-region's parameter at index 0 is different than the corresponding result type: 'tensor<f32>' vs 'tensor<i64>'}}
  // expected-note@+1 {{rule C23 of the StableHLO spec, scatter}}
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<i64>):
    stablehlo.return %b : tensor<i64>
  }) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return %0 : tensor<3x4x2xi64>
}

// -----

func.func @second_parameter_differs(%input: tensor<3x4x2xi64>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64> {
  // expected-error@+2 {{The type of reduction-region's parameter at index 1 is different than the corresponding result type: 'tensor<i32>' vs 'tensor<i64>'}}
  // expected-note@+1 {{rule C23 of the StableHLO spec, scatter}}
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i32>):
    stablehlo.return %a : tensor<i64>
  }) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return %0 : tensor<3x4x2xi64>
}

// -----

func.func @update_does_not_promote(%input: tensor<3x4x2xi64>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64> {
  // expected-error@+2 {{The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<i8>' vs 'tensor<i64>'}}
  // expected-note@+1 {{rule C23 of the StableHLO spec, scatter}}
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>):
    stablehlo.return %a : tensor<i8>
  }) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return %0 : tensor<3x4x2xi64>
}

// -----

func.func @parameters_of_rank_one(%input: tensor<3x4x2xi64>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64> {
  // expected-error@+2 {{The shape of reduction-region's result type at index 0 differs from the op's corresponding init-value type: 'tensor<1xi64>' vs 'tensor<i64>'}}
  // expected-note@+1 {{rule C23 of the StableHLO spec, scatter}}
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
  ^bb0(%a: tensor<1xi64>, %b: tensor<1xi64>):
    stablehlo.return %a : tensor<1xi64>
  }) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return %0 : tensor<3x4x2xi64>
}

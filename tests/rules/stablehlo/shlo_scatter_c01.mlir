// scatter C1: all inputs have one shape.

func.func @good(%input0: tensor<3x4x2xi64>, %input1: tensor<3x4x2xi64>, %scatter_indices: tensor<2x3x2xi64>, %update0: tensor<2x3x2x2xi64>, %update1: tensor<2x3x2x2xi64>) -> (tensor<3x4x2xi64>, tensor<3x4x2xi64>) {
  %0:2 = "stablehlo.scatter"(%input0, %input1, %scatter_indices, %update0, %update1) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>, %c: tensor<i64>, %d: tensor<i64>):
    stablehlo.return %c, %d : tensor<i64>, tensor<i64>
  }) : (tensor<3x4x2xi64>, tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>, tensor<2x3x2x2xi64>) -> (tensor<3x4x2xi64>, tensor<3x4x2xi64>)
  return %0#0, %0#1 : tensor<3x4x2xi64>, tensor<3x4x2xi64>
}

// -----

func.func @other_extent(%input0: tensor<3x4x2xi64>, %input1: tensor<3x5x2xi64>, %scatter_indices: tensor<2x3x2xi64>, %update0: tensor<2x3x2x2xi64>, %update1: tensor<2x3x2x2xi64>) -> (tensor<3x4x2xi64>, tensor<3x5x2xi64>) {
  // expected-error@+2 {{Not all inputs have compatible shapes.}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, scatter}}
  %0:2 = "stablehlo.scatter"(%input0, %input1, %scatter_indices, %update0, %update1) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>, %c: tensor<i64>, %d: tensor<i64>):
    stablehlo.return %c, %d : tensor<i64>, tensor<i64>
  }) : (tensor<3x4x2xi64>, tensor<3x5x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>, tensor<2x3x2x2xi64>) -> (tensor<3x4x2xi64>, tensor<3x5x2xi64>)
  return %0#0, %0#1 : tensor<3x4x2xi64>, tensor<3x5x2xi64>
}

// -----

func.func @other_rank(%input0: tensor<3x4x2xi64>, %input1: tensor<3x4xi64>, %scatter_indices: tensor<2x3x2xi64>, %update0: tensor<2x3x2x2xi64>, %update1: tensor<2x3x2x2xi64>) -> (tensor<3x4x2xi64>, tensor<3x4xi64>) {
  // expected-error@+2 {{Not all inputs have compatible shapes.}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, scatter}}
  %0:2 = "stablehlo.scatter"(%input0, %input1, %scatter_indices, %update0, %update1) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>, %c: tensor<i64>, %d: tensor<i64>):
    stablehlo.return %c, %d : tensor<i64>, tensor<i64>
  }) : (tensor<3x4x2xi64>, tensor<3x4xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>, tensor<2x3x2x2xi64>) -> (tensor<3x4x2xi64>, tensor<3x4xi64>)
  return %0#0, %0#1 : tensor<3x4x2xi64>, tensor<3x4xi64>
}

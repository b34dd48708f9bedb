// scatter: the types that operands take. Indices of i1 and `index` as upstream has it, where the document says integers.

func.func @index_indices(%input: tensor<3x4x2xi64>, %scatter_indices: tensor<2x3x2xindex>, %update: tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64> {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %s = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) : (tensor<3x4x2xi64>, tensor<2x3x2xindex>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return %0 : tensor<3x4x2xi64>
}

// -----

func.func @i1_indices(%input: tensor<3x4x2xi64>, %scatter_indices: tensor<2x3x2xi1>, %update: tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64> {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %s = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) : (tensor<3x4x2xi64>, tensor<2x3x2xi1>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return %0 : tensor<3x4x2xi64>
}

// -----

func.func @ui16_indices(%input: tensor<3x4x2xi64>, %scatter_indices: tensor<2x3x2xui16>, %update: tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64> {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %s = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) : (tensor<3x4x2xi64>, tensor<2x3x2xui16>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return %0 : tensor<3x4x2xi64>
}

// -----

func.func @float_indices(%input: tensor<3x4x2xi64>, %scatter_indices: tensor<2x3x2xf32>, %update: tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64> {
  // expected-error@+1 {{'stablehlo.scatter' op operand #1 must be ranked tensor of integer or index values, but got 'tensor<2x3x2xf32>'}}
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %s = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) : (tensor<3x4x2xi64>, tensor<2x3x2xf32>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return %0 : tensor<3x4x2xi64>
}

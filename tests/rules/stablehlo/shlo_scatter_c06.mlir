// scatter C6: updates have the element type of inputs.

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

func.func @other_type(%input: tensor<3x4x2xi64>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x3x2x2xi32>) -> tensor<3x4x2xi64> {
  // expected-error@+2 {{expects updates to have the element type of inputs. For input 0, updates has 'i32', inputs has 'i64'.}}
  // expected-note@+1 {{rule C6 of the StableHLO spec, scatter}}
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %s = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi64>
  return %0 : tensor<3x4x2xi64>
}

// -----

func.func @other_type_of_the_second(%input0: tensor<3x4x2xi64>, %input1: tensor<3x4x2xi64>, %scatter_indices: tensor<2x3x2xi64>, %update0: tensor<2x3x2x2xi64>, %update1: tensor<2x3x2x2xi8>) -> (tensor<3x4x2xi64>, tensor<3x4x2xi64>) {
  // expected-error@+2 {{expects updates to have the element type of inputs. For input 1, updates has 'i8', inputs has 'i64'.}}
  // expected-note@+1 {{rule C6 of the StableHLO spec, scatter}}
  %0:2 = "stablehlo.scatter"(%input0, %input1, %scatter_indices, %update0, %update1) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>, %c: tensor<i64>, %d: tensor<i64>):
    stablehlo.return %c, %d : tensor<i64>, tensor<i64>
  }) : (tensor<3x4x2xi64>, tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>, tensor<2x3x2x2xi8>) -> (tensor<3x4x2xi64>, tensor<3x4x2xi64>)
  return %0#0, %0#1 : tensor<3x4x2xi64>, tensor<3x4x2xi64>
}

// -----

// The region takes the updates' type and not that of inputs, C23, which follows from C6.
func.func @region_of_the_updates_type(%input: tensor<3x4x2xi64>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x3x2x2xi8>) -> tensor<3x4x2xi64> {
  // expected-error@+2 {{The element-type of reduction-region's argument at index 1 is expected to be promotable from 'i64', but got 'i8'}}
  // expected-note@+1 {{rule C23 of the StableHLO spec, scatter}}
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>):
    stablehlo.return %a : tensor<i8>
  }) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi8>) -> tensor<3x4x2xi64>
  return %0 : tensor<3x4x2xi64>
}

// -----

func.func @region_of_the_inputs_type(%input: tensor<3x4x2xi64>, %scatter_indices: tensor<2x3x2xi64>, %update: tensor<2x3x2x2xf32>) -> tensor<3x4x2xi64> {
  // expected-error@+2 {{is expected to be promotable from the op's corresponding init-value element-type: 'tensor<i64>' vs 'tensor<f32>'}}
  // expected-note@+1 {{rule C23 of the StableHLO spec, scatter}}
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    stablehlo.return %a : tensor<i64>
  }) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xi64>
  return %0 : tensor<3x4x2xi64>
}

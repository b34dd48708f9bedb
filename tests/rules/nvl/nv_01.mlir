// NV-1: every list counts from 1, the result has operand's dtype and the shape that the windows and the indices give.

func.func @right(%x: tensor<3x4xf32>, %i: tensor<5x1xi32>) -> tensor<5x4xf32> {
  %r = nvl.gather(%x, %i, slice_sizes = [1, 4], offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [],
                  start_indices_batching_dims = [], start_index_map = [1], index_vector_dim = 2)
       : (tensor<3x4xf32>, tensor<5x1xi32>) -> tensor<5x4xf32>
  return %r : tensor<5x4xf32>
}

// -----

func.func @shape(%x: tensor<3x4xf32>, %i: tensor<5x1xi32>) -> tensor<4x5xf32> {
  // expected-error@+2 {{inferred type(s) 'tensor<5x4xf32>' are incompatible with return type(s) of operation 'tensor<4x5xf32>'}}
  // expected-error@+1 {{'nvl.gather' op failed to infer returned types}}
  %r = nvl.gather(%x, %i, slice_sizes = [1, 4], offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [],
                  start_indices_batching_dims = [], start_index_map = [1], index_vector_dim = 2)
       : (tensor<3x4xf32>, tensor<5x1xi32>) -> tensor<4x5xf32>
  return %r : tensor<4x5xf32>
}

// -----

func.func @truth_values_are_no_indices(%x: tensor<3xf32>, %i: tensor<5xi1>) -> tensor<5xf32> {
  // expected-error@+1 {{'nvl.gather' op operand #1 must be statically shaped tensor of integer values, but got 'tensor<5xi1>'}}
  %r = nvl.gather(%x, %i, slice_sizes = [1], offset_dims = [], collapsed_slice_dims = [1], operand_batching_dims = [],
                  start_indices_batching_dims = [], start_index_map = [1], index_vector_dim = 2)
       : (tensor<3xf32>, tensor<5xi1>) -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// -----

func.func @argument_missing(%x: tensor<3xf32>, %i: tensor<5xi32>) -> tensor<5xf32> {
  // expected-error@+1 {{'nvl.gather' op requires attribute 'start_index_map'}}
  %r = nvl.gather(%x, %i, slice_sizes = [1], offset_dims = [], collapsed_slice_dims = [1], operand_batching_dims = [],
                  start_indices_batching_dims = [], index_vector_dim = 2)
       : (tensor<3xf32>, tensor<5xi32>) -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// -----

func.func @argument_unknown(%x: tensor<3xf32>, %i: tensor<5xi32>) -> tensor<5xf32> {
  // expected-error@+1 {{custom op 'nvl.gather' has no argument `axis`}}
  %r = nvl.gather(%x, %i, axis = 1) : (tensor<3xf32>, tensor<5xi32>) -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// -----

func.func @argument_twice(%x: tensor<3xf32>, %i: tensor<5xi32>) -> tensor<5xf32> {
  // expected-error@+1 {{custom op 'nvl.gather' has two arguments `slice_sizes`}}
  %r = nvl.gather(%x, %i, slice_sizes = [1], slice_sizes = [1]) : (tensor<3xf32>, tensor<5xi32>) -> tensor<5xf32>
  return %r : tensor<5xf32>
}

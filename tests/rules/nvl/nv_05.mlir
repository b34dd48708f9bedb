// NV-5: r-stablehlo's words where they are on record. Its messages count dimensions from 0.

func.func @rank(%x: tensor<3x4xf32>, %i: tensor<2xi32>) -> tensor<2xf32> {
  // expected-error@+2 {{rank(operand) must equal length(offset_dims) + length(collapsed_slice_dims) + length(operand_batching_dims).}}
  // expected-note@+1 {{rule NV-5 of the anvil reference, prim_gather}}
  %r = nvl.gather(%x, %i, slice_sizes = [1, 1], offset_dims = [], collapsed_slice_dims = [1], operand_batching_dims = [],
                  start_indices_batching_dims = [], start_index_map = [1], index_vector_dim = 2)
       : (tensor<3x4xf32>, tensor<2xi32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

func.func @vector_dim(%x: tensor<3xf32>, %i: tensor<2x1xi32>) -> tensor<2xf32> {
  // expected-error@+2 {{`index_vector_dim` contains index outside the valid range. Got 5, but valid range is [0, 3).}}
  // expected-note@+1 {{rule NV-5}}
  %r = nvl.gather(%x, %i, slice_sizes = [1], offset_dims = [], collapsed_slice_dims = [1], operand_batching_dims = [],
                  start_indices_batching_dims = [], start_index_map = [1], index_vector_dim = 6)
       : (tensor<3xf32>, tensor<2x1xi32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

func.func @vector_size(%x: tensor<3xf32>, %i: tensor<2x2xi32>) -> tensor<2xf32> {
  // expected-error@+2 {{length(start_index_map) must equal the index vector size.}}
  // expected-note@+1 {{rule NV-5}}
  %r = nvl.gather(%x, %i, slice_sizes = [1], offset_dims = [], collapsed_slice_dims = [1], operand_batching_dims = [],
                  start_indices_batching_dims = [], start_index_map = [1], index_vector_dim = 2)
       : (tensor<3xf32>, tensor<2x2xi32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

func.func @twice(%x: tensor<3x3xf32>, %i: tensor<2x1xi32>) -> tensor<2x3x3xf32> {
  // expected-error@+2 {{`offset_dims` must contain unique dimension indices}}
  // expected-note@+1 {{rule NV-5}}
  %r = nvl.gather(%x, %i, slice_sizes = [3, 3], offset_dims = [2, 2], collapsed_slice_dims = [], operand_batching_dims = [],
                  start_indices_batching_dims = [], start_index_map = [1], index_vector_dim = 2)
       : (tensor<3x3xf32>, tensor<2x1xi32>) -> tensor<2x3x3xf32>
  return %r : tensor<2x3x3xf32>
}

// -----

// A zero, where counting from 1 was forgotten.
func.func @counted_from_0(%x: tensor<3xf32>, %i: tensor<2x1xi32>) -> tensor<2xf32> {
  // expected-error@+2 {{`start_index_map` contains index outside the valid range. Got -1, but valid range is [0, 1).}}
  // expected-note@+1 {{rule NV-5}}
  %r = nvl.gather(%x, %i, slice_sizes = [1], offset_dims = [], collapsed_slice_dims = [1], operand_batching_dims = [],
                  start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 2)
       : (tensor<3xf32>, tensor<2x1xi32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

func.func @scatter(%x: tensor<3xf32>, %i: tensor<2x1xi32>, %u: tensor<2xf32>) -> tensor<3xf32> {
  // expected-error@+2 {{rank(input) must equal length(update_window_dims) + length(inserted_window_dims) + length(input_batching_dims).}}
  // expected-note@+1 {{rule NV-5 of the anvil reference, prim_scatter}}
  %r = nvl.scatter(%x, %i, %u, update_window_dims = [], inserted_window_dims = [], input_batching_dims = [],
                   scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1], index_vector_dim = 2)
       : (tensor<3xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

// What r-stablehlo's words are not on record for is reported as the specification numbers it.
func.func @order(%x: tensor<3x3xf32>, %i: tensor<2x1xi32>) -> tensor<2xf32> {
  // expected-error@+2 {{nvl.gather: collapsed_slice_dims is [1, 0], it must ascend}}
  // expected-note@+1 {{rule C7 of the StableHLO spec, gather}}
  %r = nvl.gather(%x, %i, slice_sizes = [1, 1], offset_dims = [], collapsed_slice_dims = [2, 1], operand_batching_dims = [],
                  start_indices_batching_dims = [], start_index_map = [1], index_vector_dim = 2)
       : (tensor<3x3xf32>, tensor<2x1xi32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

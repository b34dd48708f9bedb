// NV-11: the calls around a gather count from 1; a slice's limit is the last index in it.

func.func @dimension(%a: tensor<2xf32>) -> tensor<4xf32> {
  // expected-error@+2 {{'nvl.concatenate' op `dimension` has 0, a dimension counts from 1 to the rank}}
  // expected-note@+1 {{rule NV-11 of the anvil reference, prim_concatenate}}
  %r = nvl.concatenate(%a, %a, dimension = 0) : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @permutation(%a: tensor<2x3xf32>) -> tensor<3x2xf32> {
  // expected-error@+2 {{'nvl.transpose' op `permutation` has 0, a dimension counts from 1 to the rank}}
  // expected-note@+1 {{rule NV-11 of the anvil reference, prim_transpose}}
  %r = nvl.transpose(%a, permutation = [1, 0]) : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

func.func @permutation_twice(%a: tensor<2x3xf32>) -> tensor<3x2xf32> {
  // expected-error@+2 {{'nvl.transpose' op `permutation` has 2, twice; once is allowed}}
  // expected-note@+1 {{rule NV-11}}
  %r = nvl.transpose(%a, permutation = [2, 2]) : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

func.func @slice_from_0(%a: tensor<4xf32>) -> tensor<2xf32> {
  // expected-error@+2 {{'nvl.static_slice' op `start_indices` has 0, an index counts from 1}}
  // expected-note@+1 {{rule NV-11}}
  %r = nvl.static_slice(%a, start_indices = [0], limit_indices = [2], strides = [1]) : (tensor<4xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

func.func @slice_past_the_end(%a: tensor<4xf32>) -> tensor<2xf32> {
  // expected-error@+2 {{'nvl.static_slice' op `limit_indices` has 5, more than the operand has there}}
  // expected-note@+1 {{rule NV-11}}
  %r = nvl.static_slice(%a, start_indices = [4], limit_indices = [5], strides = [1]) : (tensor<4xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

func.func @reshape(%a: tensor<4xf32>) -> tensor<5xf32> {
  // expected-error@+1 {{'nvl.reshape' op `shape` must have as many elements as the operand}}
  %r = nvl.reshape(%a, shape = [5]) : (tensor<4xf32>) -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// -----

func.func @broadcast(%a: tensor<4xf32>) -> tensor<5xf32> {
  // expected-error@+1 {{'nvl.broadcast_in_dim' op dimension 1 of the operand has 4 elements, it must be 1 or 5, as `shape` has it}}
  %r = nvl.broadcast_in_dim(%a, shape = [5], broadcast_dimensions = [1]) : (tensor<4xf32>) -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// -----

func.func @iota() -> tensor<5xi32> {
  // expected-error@+1 {{'nvl.iota' op `dim` counts from 1 to the rank}}
  %r = nvl.iota(dim = 2, shape = [5]) : () -> tensor<5xi32>
  return %r : tensor<5xi32>
}

// -----

func.func @permutation_too_short(%a: tensor<2x3xf32>) -> tensor<3x2xf32> {
  // expected-error@+1 {{'nvl.transpose' op `permutation` has 1 entries, it needs 2}}
  %r = nvl.transpose(%a, permutation = [2]) : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

func.func @permutation_past_the_rank(%a: tensor<2x3xf32>) -> tensor<3x2xf32> {
  // expected-error@+2 {{'nvl.transpose' op `permutation` has 3, a dimension counts from 1 to the rank}}
  // expected-note@+1 {{rule NV-11}}
  %r = nvl.transpose(%a, permutation = [3, 1]) : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

func.func @slice_ends(%a: tensor<4xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'nvl.static_slice' op `limit_indices` has 2 entries, the operand has 1 dimensions}}
  %r = nvl.static_slice(%a, start_indices = [1], limit_indices = [2, 2], strides = [1]) : (tensor<4xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

func.func @slice_starts(%a: tensor<4xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'nvl.static_slice' op `start_indices` has 0 entries, the operand has 1 dimensions}}
  %r = nvl.static_slice(%a, start_indices = [], limit_indices = [2], strides = [1]) : (tensor<4xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

func.func @slice_strides(%a: tensor<4xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'nvl.static_slice' op `strides` has 2 entries, the operand has 1 dimensions}}
  %r = nvl.static_slice(%a, start_indices = [1], limit_indices = [2], strides = [1, 1]) : (tensor<4xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

func.func @slice_backwards(%a: tensor<4xf32>) -> tensor<0xf32> {
  // expected-error@+2 {{'nvl.static_slice' op `start_indices` has 4, more than one past `limit_indices`}}
  // expected-note@+1 {{rule NV-11}}
  %r = nvl.static_slice(%a, start_indices = [4], limit_indices = [2], strides = [1]) : (tensor<4xf32>) -> tensor<0xf32>
  return %r : tensor<0xf32>
}

// -----

func.func @slice_stands_still(%a: tensor<4xf32>) -> tensor<2xf32> {
  // expected-error@+2 {{'nvl.static_slice' op `strides` has 0, a stride is 1 or more}}
  // expected-note@+1 {{rule NV-11}}
  %r = nvl.static_slice(%a, start_indices = [1], limit_indices = [2], strides = [0]) : (tensor<4xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

func.func @negative_shape(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'nvl.reshape' op `shape` has -4, an extent is 0 or more}}
  %r = nvl.reshape(%a, shape = [-4]) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @broadcast_to_negative(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'nvl.broadcast_in_dim' op `shape` has -1, an extent is 0 or more}}
  %r = nvl.broadcast_in_dim(%a, shape = [-1], broadcast_dimensions = [1]) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @broadcast_to_nowhere(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+2 {{'nvl.broadcast_in_dim' op `broadcast_dimensions` has 2, a dimension counts from 1 to the rank}}
  // expected-note@+1 {{rule NV-11}}
  %r = nvl.broadcast_in_dim(%a, shape = [4], broadcast_dimensions = [2]) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @dimension_past_the_rank(%a: tensor<2xf32>) -> tensor<4xf32> {
  // expected-error@+2 {{'nvl.concatenate' op `dimension` has 2, a dimension counts from 1 to the rank}}
  // expected-note@+1 {{rule NV-11}}
  %r = nvl.concatenate(%a, %a, dimension = 2) : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @concatenated_dtypes(%a: tensor<2x3xf32>, %b: tensor<2x3xf64>) -> tensor<4x3xf32> {
  // expected-error@+1 {{'nvl.concatenate' op operand #1 must have the dtype of the first, and its shape but along `dimension`}}
  %r = nvl.concatenate(%a, %b, dimension = 1) : (tensor<2x3xf32>, tensor<2x3xf64>) -> tensor<4x3xf32>
  return %r : tensor<4x3xf32>
}

// -----

func.func @concatenated_ranks(%a: tensor<2x3xf32>, %b: tensor<2xf32>) -> tensor<4x3xf32> {
  // expected-error@+1 {{'nvl.concatenate' op operand #1 must have the dtype of the first, and its shape but along `dimension`}}
  %r = nvl.concatenate(%a, %b, dimension = 1) : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<4x3xf32>
  return %r : tensor<4x3xf32>
}

// -----

func.func @concatenated_extents(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>) -> tensor<4x3xf32> {
  // expected-error@+1 {{'nvl.concatenate' op operand #1 must have the dtype of the first, and its shape but along `dimension`}}
  %r = nvl.concatenate(%a, %b, dimension = 1) : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<4x3xf32>
  return %r : tensor<4x3xf32>
}

// -----

func.func @nothing_concatenated( ) -> tensor<0xf32> {
  // expected-error@+1 {{'nvl.concatenate' op expected 1 or more operands, but found 0}}
  %r = nvl.concatenate(dimension = 1) : () -> tensor<0xf32>
  return %r : tensor<0xf32>
}

// -----

func.func @concatenated_past_counting(%a: tensor<9223372036854775807x0xf32>) -> tensor<0x0xf32> {
  // expected-error@+1 {{'nvl.concatenate' op has more elements along `dimension` than can be counted}}
  %r = nvl.concatenate(%a, %a, dimension = 1) : (tensor<9223372036854775807x0xf32>, tensor<9223372036854775807x0xf32>) -> tensor<0x0xf32>
  return %r : tensor<0x0xf32>
}

// -----

func.func @pad_value_dtype(%a: tensor<3xf32>, %v: tensor<f64>) -> tensor<3xf32> {
  // expected-error@+1 {{'nvl.pad' op padding_value must be a scalar of the operand's dtype}}
  %r = nvl.pad(%a, %v, edge_padding_low = [0], edge_padding_high = [0], interior_padding = [0]) : (tensor<3xf32>, tensor<f64>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @pad_value_rank(%a: tensor<3xf32>, %v: tensor<1xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{'nvl.pad' op padding_value must be a scalar of the operand's dtype}}
  %r = nvl.pad(%a, %v, edge_padding_low = [0], edge_padding_high = [0], interior_padding = [0]) : (tensor<3xf32>, tensor<1xf32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @pad_low_list(%a: tensor<3xf32>, %v: tensor<f32>) -> tensor<3xf32> {
  // expected-error@+1 {{'nvl.pad' op `edge_padding_low` has 2 entries, the operand has 1 dimensions}}
  %r = nvl.pad(%a, %v, edge_padding_low = [0, 0], edge_padding_high = [0], interior_padding = [0]) : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @pad_interior(%a: tensor<3xf32>, %v: tensor<f32>) -> tensor<3xf32> {
  // expected-error@+1 {{'nvl.pad' op dimension 1 of 3 elements cannot be padded so}}
  %r = nvl.pad(%a, %v, edge_padding_low = [0], edge_padding_high = [0], interior_padding = [-1]) : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @pad_cuts_more_than_there_is(%a: tensor<3xf32>, %v: tensor<f32>) -> tensor<3xf32> {
  // expected-error@+1 {{'nvl.pad' op dimension 1 of 3 elements cannot be padded so}}
  %r = nvl.pad(%a, %v, edge_padding_low = [-2], edge_padding_high = [-2], interior_padding = [0]) : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @pad_interior_past_counting(%a: tensor<3xf32>, %v: tensor<f32>) -> tensor<3xf32> {
  // expected-error@+1 {{'nvl.pad' op dimension 1 of 3 elements cannot be padded so}}
  %r = nvl.pad(%a, %v, edge_padding_low = [0], edge_padding_high = [0], interior_padding = [9223372036854775807]) : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @pad_low_past_counting(%a: tensor<3xf32>, %v: tensor<f32>) -> tensor<3xf32> {
  // expected-error@+1 {{'nvl.pad' op dimension 1 of 3 elements cannot be padded so}}
  %r = nvl.pad(%a, %v, edge_padding_low = [9223372036854775807], edge_padding_high = [0], interior_padding = [0]) : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @pad_high_past_counting(%a: tensor<3xf32>, %v: tensor<f32>) -> tensor<3xf32> {
  // expected-error@+1 {{'nvl.pad' op dimension 1 of 3 elements cannot be padded so}}
  %r = nvl.pad(%a, %v, edge_padding_low = [9223372036854775800], edge_padding_high = [9223372036854775807], interior_padding = [0]) : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

// No list is longer than the largest rank.
func.func @reshape_to_33(%a: tensor<1xf32>) -> tensor<1xf32> {
  // expected-error@+1 {{'nvl.reshape' op `shape` has 33 entries, at most 32 can be had}}
  %r = nvl.reshape(%a, shape = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]) : (tensor<1xf32>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}

// -----

func.func @transpose_33(%a: tensor<1xf32>) -> tensor<1xf32> {
  // expected-error@+1 {{'nvl.transpose' op `permutation` has 33 entries, at most 32 can be had}}
  %r = nvl.transpose(%a, permutation = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]) : (tensor<1xf32>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}

// -----

func.func @slice_33(%a: tensor<1xf32>) -> tensor<1xf32> {
  // expected-error@+1 {{'nvl.static_slice' op `limit_indices` has 33 entries, at most 32 can be had}}
  %r = nvl.static_slice(%a, start_indices = [1], limit_indices = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], strides = [1]) : (tensor<1xf32>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}

// -----

func.func @iota_33( ) -> tensor<1xi32> {
  // expected-error@+2 {{'nvl.iota' op failed to infer returned types}}
  // expected-error@+1 {{'nvl.iota' op `shape` has 33 entries, at most 32 can be had}}
  %r = nvl.iota(dim = 1, shape = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]) : () -> tensor<1xi32>
  return %r : tensor<1xi32>
}

// -----

func.func @gather_33(%a: tensor<3xf32>, %i: tensor<5xi32>) -> tensor<5xf32> {
  // expected-error@+1 {{'nvl.gather' op `slice_sizes` has 33 entries, at most 32 can be had}}
  %r = nvl.gather(%a, %i, slice_sizes = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], offset_dims = [], collapsed_slice_dims = [1], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1], index_vector_dim = 2) : (tensor<3xf32>, tensor<5xi32>) -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// -----

func.func @gather_dims_33(%a: tensor<3xf32>, %i: tensor<5xi32>) -> tensor<5xf32> {
  // expected-error@+1 {{'nvl.gather' op `collapsed_slice_dims` has 33 entries, at most 32 can be had}}
  %r = nvl.gather(%a, %i, slice_sizes = [1], offset_dims = [], collapsed_slice_dims = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1], index_vector_dim = 2) : (tensor<3xf32>, tensor<5xi32>) -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// -----

func.func @iota_negative( ) -> tensor<1xi32> {
  // expected-error@+2 {{'nvl.iota' op failed to infer returned types}}
  // expected-error@+1 {{'nvl.iota' op `shape` has a negative extent}}
  %r = nvl.iota(dim = 1, shape = [-1]) : () -> tensor<1xi32>
  return %r : tensor<1xi32>
}

// -----

func.func @iota_dim_0( ) -> tensor<1xi32> {
  // expected-error@+1 {{'nvl.iota' op `dim` counts from 1 to the rank}}
  %r = nvl.iota(dim = 0, shape = [1]) : () -> tensor<1xi32>
  return %r : tensor<1xi32>
}

// -----

func.func @fill_without_type( ) -> tensor<1xi32> {
  // expected-error@+1 {{'nvl.fill' op attribute 'value' failed to satisfy constraint: a number or truth value with its type}}
  %r = nvl.fill(value = "one", shape = [1]) : () -> tensor<1xi32>
  return %r : tensor<1xi32>
}

// -----

func.func @fill_index( ) -> tensor<1xi32> {
  // expected-error@+1 {{'nvl.fill' op attribute 'value' failed to satisfy constraint: a number or truth value with its type}}
  %r = nvl.fill(value = 1 : index, shape = [1]) : () -> tensor<1xi32>
  return %r : tensor<1xi32>
}

// -----

func.func @compared(%a: tensor<2xf32>, %b: tensor<2xf64>) -> tensor<2xi1> {
  // expected-error@+1 {{'nvl.lt' op requires the same type for both operands}}
  %r = nvl.lt(%a, %b) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xi1>
  return %r : tensor<2xi1>
}

// -----

func.func @chosen_types(%p: tensor<i1>, %a: tensor<2xf32>, %b: tensor<2xf64>) -> tensor<2xf32> {
  // expected-error@+1 {{'nvl.ifelse' op requires the same type for `true_value` and `false_value`}}
  %r = nvl.ifelse(%p, %a, %b) : (tensor<i1>, tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

func.func @chosen_by_another_shape(%p: tensor<3xi1>, %a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'nvl.ifelse' op requires `pred` to be a scalar or to have the shape of the values}}
  %r = nvl.ifelse(%p, %a, %a) : (tensor<3xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

func.func @unknown_extent(%a: tensor<?xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'nvl.reshape' op operand #0 must be statically shaped tensor of floating-point, complex, integer or boolean values, but got 'tensor<?xf32>'}}
  %r = nvl.reshape(%a, shape = [2]) : (tensor<?xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

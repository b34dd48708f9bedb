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

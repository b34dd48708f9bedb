// tensor.gather, tensor.scatter, ML-4: the type that was expected, and its twin.

func.func @shape(%a: tensor<4x5x6xf32>, %i: tensor<1x2x1xindex>) -> tensor<1x2x1xf32> {
  // expected-error@+2 {{'tensor.gather' op result type mismatch: expected 'tensor<1x2x4x1x6xf32>' or its rank-reduced variant 'tensor<1x2x4x6xf32>' (got: 'tensor<1x2x1xf32>')}}
  // expected-note@+1 {{rule ML-4 of the MLIR tensor dialect, tensor.gather}}
  %0 = tensor.gather %a[%i] gather_dims([1]) : (tensor<4x5x6xf32>, tensor<1x2x1xindex>) -> tensor<1x2x1xf32>
  return %0 : tensor<1x2x1xf32>
}

// -----

func.func @element(%a: tensor<4x5x6xf32>, %i: tensor<1x2x1xindex>) -> tensor<1x2x4x6xi32> {
  // expected-error@+2 {{'tensor.gather' op result type mismatch: expected 'tensor<1x2x4x1x6xf32>' or its rank-reduced variant 'tensor<1x2x4x6xf32>' (got: 'tensor<1x2x4x6xi32>')}}
  // expected-note@+1 {{rule ML-4 of the MLIR tensor dialect, tensor.gather}}
  %0 = tensor.gather %a[%i] gather_dims([1]) : (tensor<4x5x6xf32>, tensor<1x2x1xindex>) -> tensor<1x2x4x6xi32>
  return %0 : tensor<1x2x4x6xi32>
}

// -----

func.func @kept(%s: tensor<3x4x1xf32>, %d: tensor<4x5xf32>, %i: tensor<3x1xindex>) -> tensor<4x5xf32> {
  %0 = tensor.scatter %s into %d[%i] scatter_dims([1]) unique : (tensor<3x4x1xf32>, tensor<4x5xf32>, tensor<3x1xindex>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

func.func @dropped(%s: tensor<3x4xf32>, %d: tensor<4x5xf32>, %i: tensor<3x1xindex>) -> tensor<4x5xf32> {
  %0 = tensor.scatter %s into %d[%i] scatter_dims([1]) unique : (tensor<3x4xf32>, tensor<4x5xf32>, tensor<3x1xindex>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

func.func @source(%s: tensor<3x5xf32>, %d: tensor<4x5xf32>, %i: tensor<3x1xindex>) -> tensor<4x5xf32> {
  // expected-error@+2 {{'tensor.scatter' op source type mismatch: expected 'tensor<3x4x1xf32>' or its rank-reduced variant 'tensor<3x4xf32>' (got: 'tensor<3x5xf32>')}}
  // expected-note@+1 {{rule ML-4 of the MLIR tensor dialect, tensor.scatter}}
  %0 = tensor.scatter %s into %d[%i] scatter_dims([1]) unique : (tensor<3x5xf32>, tensor<4x5xf32>, tensor<3x1xindex>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

func.func @source_element(%s: tensor<3x4xi32>, %d: tensor<4x5xf32>, %i: tensor<3x1xindex>) -> tensor<4x5xf32> {
  // expected-error@+2 {{'tensor.scatter' op source type mismatch: expected 'tensor<3x4x1xf32>' or its rank-reduced variant 'tensor<3x4xf32>' (got: 'tensor<3x4xi32>')}}
  // expected-note@+1 {{rule ML-4 of the MLIR tensor dialect, tensor.scatter}}
  %0 = tensor.scatter %s into %d[%i] scatter_dims([1]) unique : (tensor<3x4xi32>, tensor<4x5xf32>, tensor<3x1xindex>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// tensor.gather, ML-2: exactly one of two types; `?` must meet `?`; the encoding is the source's.

func.func @kept(%a: tensor<4x5x6xf32>, %i: tensor<1x3x2xindex>) -> tensor<1x3x1x5x1xf32> {
  %0 = tensor.gather %a[%i] gather_dims([0, 2]) : (tensor<4x5x6xf32>, tensor<1x3x2xindex>) -> tensor<1x3x1x5x1xf32>
  return %0 : tensor<1x3x1x5x1xf32>
}

// -----

func.func @dropped(%a: tensor<4x5x6xf32>, %i: tensor<1x3x2xindex>) -> tensor<1x3x5xf32> {
  %0 = tensor.gather %a[%i] gather_dims([0, 2]) : (tensor<4x5x6xf32>, tensor<1x3x2xindex>) -> tensor<1x3x5xf32>
  return %0 : tensor<1x3x5xf32>
}

// -----

func.func @dynamic(%a: tensor<?x5x6xf32>, %i: tensor<?x1xindex>) -> tensor<?x?x6xf32> {
  %0 = tensor.gather %a[%i] gather_dims([1]) : (tensor<?x5x6xf32>, tensor<?x1xindex>) -> tensor<?x?x6xf32>
  return %0 : tensor<?x?x6xf32>
}

// -----

func.func @encoding(%a: tensor<4x5xf32, "sparse">, %i: tensor<3x1xindex>) -> tensor<3x4xf32, "sparse"> {
  %0 = tensor.gather %a[%i] gather_dims([1]) : (tensor<4x5xf32, "sparse">, tensor<3x1xindex>) -> tensor<3x4xf32, "sparse">
  return %0 : tensor<3x4xf32, "sparse">
}

// -----

func.func @half_dropped(%a: tensor<4x5x6xf32>, %i: tensor<1x3x2xindex>) -> tensor<1x3x1x5xf32> {
  // expected-error@+2 {{'tensor.gather' op result type mismatch: expected 'tensor<1x3x1x5x1xf32>' or its rank-reduced variant 'tensor<1x3x5xf32>' (got: 'tensor<1x3x1x5xf32>')}}
  // expected-note@+1 {{rule ML-4 of the MLIR tensor dialect, tensor.gather}}
  %0 = tensor.gather %a[%i] gather_dims([0, 2]) : (tensor<4x5x6xf32>, tensor<1x3x2xindex>) -> tensor<1x3x1x5xf32>
  return %0 : tensor<1x3x1x5xf32>
}

// -----

func.func @static_for_dynamic(%a: tensor<?x5x6xf32>, %i: tensor<3x1xindex>) -> tensor<3x4x6xf32> {
  // expected-error@+2 {{'tensor.gather' op result type mismatch: expected 'tensor<3x?x1x6xf32>' or its rank-reduced variant 'tensor<3x?x6xf32>' (got: 'tensor<3x4x6xf32>')}}
  // expected-note@+1 {{rule ML-4 of the MLIR tensor dialect, tensor.gather}}
  %0 = tensor.gather %a[%i] gather_dims([1]) : (tensor<?x5x6xf32>, tensor<3x1xindex>) -> tensor<3x4x6xf32>
  return %0 : tensor<3x4x6xf32>
}

// -----

func.func @dynamic_for_static(%a: tensor<4x5xf32>, %i: tensor<3x1xindex>) -> tensor<?x4xf32> {
  // expected-error@+2 {{'tensor.gather' op result type mismatch: expected 'tensor<3x4x1xf32>' or its rank-reduced variant 'tensor<3x4xf32>' (got: 'tensor<?x4xf32>')}}
  // expected-note@+1 {{rule ML-4 of the MLIR tensor dialect, tensor.gather}}
  %0 = tensor.gather %a[%i] gather_dims([1]) : (tensor<4x5xf32>, tensor<3x1xindex>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

func.func @encoding_lost(%a: tensor<4x5xf32, "sparse">, %i: tensor<3x1xindex>) -> tensor<3x4xf32> {
  // expected-error@+2 {{'tensor.gather' op result type mismatch: expected 'tensor<3x4x1xf32, "sparse">' or its rank-reduced variant 'tensor<3x4xf32, "sparse">' (got: 'tensor<3x4xf32>')}}
  // expected-note@+1 {{rule ML-4 of the MLIR tensor dialect, tensor.gather}}
  %0 = tensor.gather %a[%i] gather_dims([1]) : (tensor<4x5xf32, "sparse">, tensor<3x1xindex>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

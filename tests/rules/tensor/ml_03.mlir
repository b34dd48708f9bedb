// tensor.gather, tensor.scatter, ML-3: the list of dims.

func.func @gather_empty(%a: tensor<4x5x6xf32>, %i: tensor<3x0xindex>) -> tensor<1xf32> {
  // expected-error@+2 {{'tensor.gather' op gather_dims must be non-empty}}
  // expected-note@+1 {{rule ML-3 of the MLIR tensor dialect, tensor.gather}}
  %0 = tensor.gather %a[%i] gather_dims([]) : (tensor<4x5x6xf32>, tensor<3x0xindex>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// -----

func.func @gather_too_many(%a: tensor<4x5x6xf32>, %i: tensor<3x4xindex>) -> tensor<1xf32> {
  // expected-error@+2 {{'tensor.gather' op gather_dims overflow source rank}}
  // expected-note@+1 {{rule ML-3 of the MLIR tensor dialect, tensor.gather}}
  %0 = tensor.gather %a[%i] gather_dims([0, 1, 2, 3]) : (tensor<4x5x6xf32>, tensor<3x4xindex>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// -----

func.func @gather_negative(%a: tensor<4x5x6xf32>, %i: tensor<3x1xindex>) -> tensor<1xf32> {
  // expected-error@+2 {{'tensor.gather' op gather_dims value must be non-negative}}
  // expected-note@+1 {{rule ML-3 of the MLIR tensor dialect, tensor.gather}}
  %0 = tensor.gather %a[%i] gather_dims([-1]) : (tensor<4x5x6xf32>, tensor<3x1xindex>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// -----

func.func @gather_too_large(%a: tensor<4x5x6xf32>, %i: tensor<3x1xindex>) -> tensor<1xf32> {
  // expected-error@+2 {{'tensor.gather' op gather_dims value must be smaller than source rank}}
  // expected-note@+1 {{rule ML-3 of the MLIR tensor dialect, tensor.gather}}
  %0 = tensor.gather %a[%i] gather_dims([3]) : (tensor<4x5x6xf32>, tensor<3x1xindex>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// -----

func.func @gather_descending(%a: tensor<4x5x6xf32>, %i: tensor<3x2xindex>) -> tensor<1xf32> {
  // expected-error@+2 {{'tensor.gather' op gather_dims values must be strictly increasing}}
  // expected-note@+1 {{rule ML-3 of the MLIR tensor dialect, tensor.gather}}
  %0 = tensor.gather %a[%i] gather_dims([1, 0]) : (tensor<4x5x6xf32>, tensor<3x2xindex>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// -----

func.func @gather_twice(%a: tensor<4x5x6xf32>, %i: tensor<3x2xindex>) -> tensor<1xf32> {
  // expected-error@+2 {{'tensor.gather' op gather_dims values must be strictly increasing}}
  // expected-note@+1 {{rule ML-3 of the MLIR tensor dialect, tensor.gather}}
  %0 = tensor.gather %a[%i] gather_dims([1, 1]) : (tensor<4x5x6xf32>, tensor<3x2xindex>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// -----

func.func @scatter_empty(%s: tensor<1xf32>, %d: tensor<4x5x6xf32>, %i: tensor<3x0xindex>) -> tensor<4x5x6xf32> {
  // expected-error@+2 {{'tensor.scatter' op scatter_dims must be non-empty}}
  // expected-note@+1 {{rule ML-3 of the MLIR tensor dialect, tensor.scatter}}
  %0 = tensor.scatter %s into %d[%i] scatter_dims([]) unique : (tensor<1xf32>, tensor<4x5x6xf32>, tensor<3x0xindex>) -> tensor<4x5x6xf32>
  return %0 : tensor<4x5x6xf32>
}

// -----

func.func @scatter_too_many(%s: tensor<1xf32>, %d: tensor<4x5x6xf32>, %i: tensor<3x4xindex>) -> tensor<4x5x6xf32> {
  // expected-error@+2 {{'tensor.scatter' op scatter_dims overflow dest rank}}
  // expected-note@+1 {{rule ML-3 of the MLIR tensor dialect, tensor.scatter}}
  %0 = tensor.scatter %s into %d[%i] scatter_dims([0, 1, 2, 3]) unique : (tensor<1xf32>, tensor<4x5x6xf32>, tensor<3x4xindex>) -> tensor<4x5x6xf32>
  return %0 : tensor<4x5x6xf32>
}

// -----

func.func @scatter_negative(%s: tensor<1xf32>, %d: tensor<4x5x6xf32>, %i: tensor<3x1xindex>) -> tensor<4x5x6xf32> {
  // expected-error@+2 {{'tensor.scatter' op scatter_dims value must be non-negative}}
  // expected-note@+1 {{rule ML-3 of the MLIR tensor dialect, tensor.scatter}}
  %0 = tensor.scatter %s into %d[%i] scatter_dims([-1]) unique : (tensor<1xf32>, tensor<4x5x6xf32>, tensor<3x1xindex>) -> tensor<4x5x6xf32>
  return %0 : tensor<4x5x6xf32>
}

// -----

func.func @scatter_too_large(%s: tensor<1xf32>, %d: tensor<4x5x6xf32>, %i: tensor<3x1xindex>) -> tensor<4x5x6xf32> {
  // expected-error@+2 {{'tensor.scatter' op scatter_dims value must be smaller than dest rank}}
  // expected-note@+1 {{rule ML-3 of the MLIR tensor dialect, tensor.scatter}}
  %0 = tensor.scatter %s into %d[%i] scatter_dims([3]) unique : (tensor<1xf32>, tensor<4x5x6xf32>, tensor<3x1xindex>) -> tensor<4x5x6xf32>
  return %0 : tensor<4x5x6xf32>
}

// -----

func.func @scatter_descending(%s: tensor<1xf32>, %d: tensor<4x5x6xf32>, %i: tensor<3x2xindex>) -> tensor<4x5x6xf32> {
  // expected-error@+2 {{'tensor.scatter' op scatter_dims values must be strictly increasing}}
  // expected-note@+1 {{rule ML-3 of the MLIR tensor dialect, tensor.scatter}}
  %0 = tensor.scatter %s into %d[%i] scatter_dims([1, 0]) unique : (tensor<1xf32>, tensor<4x5x6xf32>, tensor<3x2xindex>) -> tensor<4x5x6xf32>
  return %0 : tensor<4x5x6xf32>
}

// -----

func.func @scatter_twice(%s: tensor<1xf32>, %d: tensor<4x5x6xf32>, %i: tensor<3x2xindex>) -> tensor<4x5x6xf32> {
  // expected-error@+2 {{'tensor.scatter' op scatter_dims values must be strictly increasing}}
  // expected-note@+1 {{rule ML-3 of the MLIR tensor dialect, tensor.scatter}}
  %0 = tensor.scatter %s into %d[%i] scatter_dims([1, 1]) unique : (tensor<1xf32>, tensor<4x5x6xf32>, tensor<3x2xindex>) -> tensor<4x5x6xf32>
  return %0 : tensor<4x5x6xf32>
}

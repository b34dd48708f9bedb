// tensor.gather, tensor.scatter, ML-7: what LLVM 19 lets pass or falls over.

func.func @rank_0_indices(%a: tensor<4x5xf32>, %i: tensor<index>) -> tensor<4xf32> {
  // expected-error@+3 {{'tensor.gather' op gather_dims length must match the size of last dimension of indices}}
  // expected-note@+2 {{rule ML-6 of the MLIR tensor dialect, tensor.gather}}
  // expected-note@+1 {{LLVM 20 and later check this, LLVM 19 does not}}
  %0 = tensor.gather %a[%i] gather_dims([1]) : (tensor<4x5xf32>, tensor<index>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @scatter_rank_0_indices(%s: tensor<4xf32>, %d: tensor<4x5xf32>, %i: tensor<index>) -> tensor<4x5xf32> {
  // expected-error@+3 {{'tensor.scatter' op scatter_dims length must match the size of last dimension of indices}}
  // expected-note@+2 {{rule ML-6 of the MLIR tensor dialect, tensor.scatter}}
  // expected-note@+1 {{LLVM 20 and later check this, LLVM 19 does not}}
  %0 = tensor.scatter %s into %d[%i] scatter_dims([1]) unique : (tensor<4xf32>, tensor<4x5xf32>, tensor<index>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

func.func @scatter_result(%s: tensor<3x4xf32>, %d: tensor<4x5xf32>, %i: tensor<3x1xindex>) -> tensor<4x6xf32> {
  // expected-error@+2 {{'tensor.scatter' op result type mismatch: expected the type of dest, 'tensor<4x5xf32>' (got 'tensor<4x6xf32>')}}
  // expected-note@+1 {{rule ML-7 of the MLIR tensor dialect, tensor.scatter}}
  %0 = tensor.scatter %s into %d[%i] scatter_dims([1]) unique : (tensor<3x4xf32>, tensor<4x5xf32>, tensor<3x1xindex>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

func.func @scatter_result_dynamic(%s: tensor<3x4xf32>, %d: tensor<4x5xf32>, %i: tensor<3x1xindex>) -> tensor<?x5xf32> {
  // expected-error@+2 {{'tensor.scatter' op result type mismatch: expected the type of dest, 'tensor<4x5xf32>' (got 'tensor<?x5xf32>')}}
  // expected-note@+1 {{rule ML-7 of the MLIR tensor dialect, tensor.scatter}}
  %0 = tensor.scatter %s into %d[%i] scatter_dims([1]) unique : (tensor<3x4xf32>, tensor<4x5xf32>, tensor<3x1xindex>) -> tensor<?x5xf32>
  return %0 : tensor<?x5xf32>
}
